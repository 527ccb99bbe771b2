//! Actions of the forms of events and clubs. Buttons and handlers share these names.

use std::str::FromStr;

use capicu_protocol::ApiErrorCode;

use super::extract::Ask;
use crate::Failure;

/// No action has this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownAction;

impl Ask {
    /// Reads the action of a form.
    ///
    /// # Errors
    ///
    /// `malformed`, if this form has no such action.
    pub fn action<A: FromStr<Err = UnknownAction>>(&self) -> Result<A, Failure> {
        let action = self.field("act").parse();
        action.map_err(|_| Failure::new(ApiErrorCode::Malformed))
    }
}

macro_rules! actions {
    ($(#[$about:meta])* $name:ident { $($action:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($action,)+ }

        impl $name {
            /// Every action, as the source names it.
            #[cfg(test)]
            const ALL: &[&str] = &[$(concat!(stringify!($name), "::", stringify!($action)),)+];

            /// The name in a form.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$action => $text,)+ }
            }
        }

        impl FromStr for $name {
            type Err = UnknownAction;

            fn from_str(text: &str) -> Result<Self, UnknownAction> {
                match text { $($text => Ok(Self::$action),)+ _ => Err(UnknownAction) }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

actions! {
    /// Actions of the director's desk.
    DeskAction {
        AllowToMeet = "may-meet",
        Announce = "announce",
        Appoint = "appoint",
        Begin = "begin",
        Bye = "bye",
        Cancel = "cancel",
        Categorise = "categorise",
        CheckIn = "check-in",
        ChangeRounds = "rounds",
        CloseStage = "close",
        ComeBack = "come-back",
        Correct = "correct",
        CorrectEntry = "correct-entry",
        Discard = "discard",
        Draft = "draft",
        DraftWithConsent = "draft-consent",
        Edit = "edit",
        EndEarly = "end-early",
        Enter = "enter",
        EnterLine = "line",
        EnterList = "list",
        ExchangeRounds = "exchange-rounds",
        ExtendClock = "clock-extend",
        FixTable = "own-table",
        Freeze = "freeze",
        GiveBack = "give-back",
        HandOver = "hand-over",
        Hide = "hide",
        KeepApart = "apart",
        LetIn = "let-in",
        Limit = "limit",
        LineUp = "line-up",
        ListAgain = "list-again",
        Move = "move",
        NumberTables = "first-table",
        OpenStage = "open",
        Paid = "paid",
        PauseClock = "clock-pause",
        Penalise = "penalise",
        Publish = "publish",
        ReEnter = "re-enter",
        Recall = "recall",
        RejectContest = "reject-contest",
        Rename = "rename",
        Rule = "rule",
        SettleCut = "settle-cut",
        StartClock = "clock-start",
        Substitute = "substitute",
        Undo = "undo",
        Unpaid = "unpaid",
        Unpublish = "unpublish",
        Withdraw = "withdraw",
    }
}

actions! {
    /// Actions of a player of an event, on a phone.
    PhoneAction {
        Claim = "claim",
        ComeBack = "come-back",
        Confirm = "confirm",
        Contest = "contest",
        Dispute = "dispute",
        Leave = "leave",
        LineUp = "line-up",
    }
}

actions! {
    /// Actions of a player whose tiles are shown on a phone.
    DealAction {
        Over = "over",
        Take = "take",
    }
}

actions! {
    /// Actions at a second device of a venue.
    FollowAction {
        End = "end",
        Follow = "follow",
        TakeOver = "take",
    }
}

actions! {
    /// Actions of directors and the owner of a club.
    ClubDeskAction {
        Admit = "admit",
        Close = "close",
        Describe = "describe",
        Event = "event",
        Give = "give",
        HandOver = "hand-over",
        Invite = "invite",
        NextSeason = "next-season",
        Refuse = "refuse",
        Remove = "remove",
        Season = "season",
        Withdraw = "withdraw",
    }
}

actions! {
    /// Actions of players on their own membership of a club.
    ClubAction {
        Accept = "accept",
        Ask = "ask",
        Decline = "decline",
        Hide = "hide",
        Leave = "leave",
        Read = "read",
        Show = "show",
        TakeBack = "take-back",
    }
}

actions! {
    /// Actions of players on the evenings of a league that name them.
    LeagueAction {
        Accept = "accept",
        Decline = "decline",
        Leave = "leave",
        TakeBack = "take-back",
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn read(folder: &Path, to: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => read(&path, to),
                false => to.push_str(&fs::read_to_string(path).unwrap()),
            }
        }
    }

    fn times(source: &str, action: &str) -> usize {
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
        let found = source.match_indices(action);
        found
            .filter(|(at, _)| ends(&source[at + action.len()..]))
            .count()
    }

    /// The compiler asks for the handler of a new action, not for its button.
    #[test]
    fn every_action_has_a_handler_and_a_button() {
        let mut source = String::new();
        let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pages");
        read(&pages, &mut source);
        let all = [
            DeskAction::ALL,
            PhoneAction::ALL,
            DealAction::ALL,
            FollowAction::ALL,
            ClubDeskAction::ALL,
            ClubAction::ALL,
            LeagueAction::ALL,
        ];
        let alone = |action: &&&str| times(&source, action) < 2;
        let alone: Vec<_> = all.iter().copied().flatten().filter(alone).collect();
        assert!(alone.is_empty(), "no handler or no button: {alone:?}");
        assert_eq!(times("A::Hide, A::HideAll", "A::Hide"), 1);
    }
}
