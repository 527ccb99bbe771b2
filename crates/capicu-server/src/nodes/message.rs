//! What servers of one host say to each other, as JSON. A message that a server does not know is left unread, so that
//! neighbouring versions get along.

use std::collections::BTreeMap;

use capicu_protocol::{Act, Call, Closed, Key, PlayerId, Refusal, Saying, Seat, Whereabouts, Wish};
use capicu_store::conduct::TalkLine;
use capicu_table::{Code, Command, Halt, TokenHash, Vacancy, Who};
use serde::{Deserialize, Serialize};

use crate::events::hand::{Barred, Deed, Told};
use crate::events::online::{Live, SeenTable};
use crate::invited::Invited;
use crate::lobby::{About, OpenTable};
use crate::people::passkeys::What;
use crate::table::Glance;
use crate::watched::WatchedTable;

/// The bytes of a token's hash.
type Hash = [u8; 32];

/// What one server says to another. A line is a connection of the one to a table of the other, by a number of its own.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Message {
    /// Whoever is at the other end of a line says something.
    Says {
        /// Whose line.
        from: String,
        /// Which.
        line: u64,
        /// How much was said on it before.
        n: u64,
        /// What.
        said: Said,
    },
    /// The line is closed at its other end.
    Left {
        /// Whose line.
        from: String,
        /// Which.
        line: u64,
    },
    /// A table tells a line something.
    Told {
        /// Which line.
        line: u64,
        /// How much it was told before.
        n: u64,
        /// What.
        text: String,
        /// Who said it, where that is a player's own words.
        speaker: Option<PlayerId>,
    },
    /// A table closes a line.
    Shut {
        /// Which line.
        line: u64,
        /// How much it was told before.
        n: u64,
        /// Why.
        why: Closed,
    },
    /// A table is to halt its meeting.
    Halt {
        /// Which.
        table: String,
        /// Whether its time is over; the desk has settled it otherwise.
        is_late: bool,
    },
    /// The log of an event has grown.
    Grown {
        /// Which.
        event: String,
    },
    /// A player has signed out, or may do other things than before.
    News {
        /// Which server says so; empty where the version before does.
        #[serde(default)]
        from: String,
        /// How much news that server had sent before.
        #[serde(default)]
        n: u64,
        /// Who.
        player: PlayerId,
    },
}

/// What whoever is at the other end of a line says.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// A command.
    Command(Key, Words),
    /// A command that is not let through.
    Refused(Key, Refusal),
    /// So many milliseconds there and back.
    Lag(u32),
}

/// A [`Command`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "as in Command")]
pub enum Words {
    Act { expected: u64, action: Act },
    Call { expected: u64, call: Call },
    Wish { wish: Wish, deal: u32 },
    Ready { deal: u32 },
    Rematch { after: u32 },
    OtherPartners { after: u32 },
    Name(String),
    Rotate(Hash),
    Renew { seat: Seat, token: Option<Hash> },
    Swap { seat: Seat, with: Seat },
    GiveTable(Seat),
    Leave,
    Back,
    Delete,
    StandIn(Seat),
    Hint { expected: u64 },
    Say(Saying),
}

/// What one server asks another.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Question {
    /// To open a line to a table.
    Connect {
        /// Whose line.
        from: String,
        /// Which.
        line: u64,
        /// The table.
        table: String,
        /// Who comes.
        who: Comer,
        /// The last version they saw.
        since: Option<u64>,
    },
    /// To give a player a seat.
    Sit {
        /// The table.
        table: String,
        /// The code of the table; in the place of a bot without it.
        code: Option<String>,
        /// As in [`Mail::Sit`](crate::table::Mail::Sit).
        ids: Vec<PlayerId>,
        /// As there.
        name: Option<String>,
        /// As there.
        apart: Vec<PlayerId>,
    },
    /// Who sits there and what was said.
    Look {
        /// The table.
        table: String,
    },
    /// To bring a table in anew.
    Reload {
        /// The table.
        table: String,
    },
    /// To close a table for good.
    Close {
        /// The table.
        table: String,
    },
    /// Which of its tables has a code.
    Invited {
        /// The code.
        code: String,
    },
    /// Something of the lobby, which it has.
    Lobby {
        /// Of whom more has to be known.
        about: Option<About>,
        /// What.
        said: crate::lobby::Said,
    },
    /// What these tables of events, which it has, say of themselves.
    Meetings {
        /// Which.
        tables: Vec<String>,
    },
    /// How the tables of an event stand that it looks after.
    Seen {
        /// The event.
        event: String,
    },
    /// Where players are, as far as it sees them.
    Whereabouts {
        /// Who.
        players: Vec<PlayerId>,
    },
    /// To end a ceremony that was begun there.
    Ceremony {
        /// Of what it is ended by.
        token: Hash,
        /// Of the session that ends it.
        session: Option<Hash>,
        /// The site that the passkey is for.
        place: String,
    },
    /// To use up the code that makes the first owner.
    OwnerCode {
        /// Of the code.
        code: Hash,
    },
    /// To use up a code that leads an owner to the pages of owners.
    Door {
        /// Of the code.
        code: Hash,
    },
    /// To do something about the devices at tables of an event that it looks after.
    Deal {
        /// The event.
        event: String,
        /// What.
        deed: Deed,
    },
    /// At which of its tables a bot makes room.
    Open {
        /// At most so many.
        most: usize,
    },
    /// Which of its tables anybody may watch.
    Watched {
        /// At most so many.
        most: usize,
    },
    /// How much has arrived on each line: the server that asks has these, and so much was said on each.
    Beat {
        /// Whose lines.
        from: String,
        /// Each, and how much was said on it.
        lines: Vec<(u64, u64)>,
        /// How much news the server has sent; 0 where the version before asks.
        #[serde(default)]
        news: u64,
    },
}

/// An answer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// The table is not this server's, or cannot be reached; or the server cannot tell.
    NotHere,
    /// It is done.
    Done,
    /// Which seat, if any.
    Seat(Option<Seat>),
    /// What a table looks like.
    Glance(Box<Seen>),
    /// Whether the table is gone.
    Closed(bool),
    /// The table of a code.
    Invited(Option<Box<Invited>>),
    /// What the lobby answers.
    Lobby(serde_json::Value),
    /// What tables of events say, in the order of the question.
    Meetings(Vec<Option<Live>>),
    /// Tables of an event, by their ids.
    Seen(BTreeMap<String, SeenTable>),
    /// Where players are, in the order of the question.
    Whereabouts(Vec<Whereabouts>),
    /// What a ceremony is about.
    Ceremony(Option<Box<What>>),
    /// Whom the code leads in.
    Owner(Option<PlayerId>),
    /// What became of it, and what the devices show.
    Dealt(Result<(), Barred>, Told),
    /// Tables where a bot makes room, by their ids.
    Open(Vec<(String, OpenTable)>),
    /// Tables that anybody may watch, by their ids.
    Watched(Vec<(String, WatchedTable)>),
    /// The lines that are open, and how much was told to each.
    Lines(Vec<(u64, u64)>),
}

/// A [`Glance`].
#[derive(Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "as in Glance")]
pub struct Seen {
    number: u32,
    players: Vec<(PlayerId, Option<String>)>,
    is_public: bool,
    talk: Vec<TalkLine>,
}

/// A [`Who`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Comer {
    shown: Option<Hash>,
    own: Option<Hash>,
    ids: Option<Vec<PlayerId>>,
}

impl From<Who> for Comer {
    fn from(who: Who) -> Self {
        let (shown, own, ids) = match who {
            Who::Token { shown, own } => (Some(shown), own, None),
            Who::Player { shown, own, ids } => (Some(shown), own, Some(ids)),
            Who::Public { ids } => (None, None, Some(ids)),
        };
        Self {
            shown: shown.map(|hash| *hash.bytes()),
            own: own.map(|hash| *hash.bytes()),
            ids,
        }
    }
}

impl From<Comer> for Who {
    fn from(comer: Comer) -> Self {
        let own = comer.own.map(TokenHash::new);
        match (comer.shown.map(TokenHash::new), comer.ids) {
            (Some(shown), None) => Self::Token { shown, own },
            (Some(shown), Some(ids)) => Self::Player { shown, own, ids },
            (None, ids) => Self::Public {
                ids: ids.unwrap_or_default(),
            },
        }
    }
}

impl From<Command> for Words {
    fn from(command: Command) -> Self {
        match command {
            Command::Act { expected, action } => Self::Act {
                expected,
                action: action.into(),
            },
            Command::Call { expected, call } => Self::Call {
                expected,
                call: call.into(),
            },
            Command::Wish { wish, deal } => Self::Wish {
                wish: wish.into(),
                deal,
            },
            Command::Ready { deal } => Self::Ready { deal },
            Command::Rematch { after } => Self::Rematch { after },
            Command::OtherPartners { after } => Self::OtherPartners { after },
            Command::Name(name) => Self::Name(name),
            Command::Rotate(token) => Self::Rotate(*token.bytes()),
            Command::Renew { seat, token } => Self::Renew {
                seat: seat.into(),
                token: token.map(|token| *token.bytes()),
            },
            Command::Swap { seat, with } => Self::Swap {
                seat: seat.into(),
                with: with.into(),
            },
            Command::GiveTable(seat) => Self::GiveTable(seat.into()),
            Command::Leave => Self::Leave,
            Command::Back => Self::Back,
            Command::Delete => Self::Delete,
            Command::StandIn(seat) => Self::StandIn(seat.into()),
            Command::Hint { expected } => Self::Hint { expected },
            Command::Say(saying) => Self::Say(saying),
        }
    }
}

impl From<Words> for Command {
    fn from(words: Words) -> Self {
        match words {
            Words::Act { expected, action } => Self::Act {
                expected,
                action: action.into(),
            },
            Words::Call { expected, call } => Self::Call {
                expected,
                call: call.into(),
            },
            Words::Wish { wish, deal } => Self::Wish {
                wish: wish.into(),
                deal,
            },
            Words::Ready { deal } => Self::Ready { deal },
            Words::Rematch { after } => Self::Rematch { after },
            Words::OtherPartners { after } => Self::OtherPartners { after },
            Words::Name(name) => Self::Name(name),
            Words::Rotate(token) => Self::Rotate(TokenHash::new(token)),
            Words::Renew { seat, token } => Self::Renew {
                seat: seat.0,
                token: token.map(TokenHash::new),
            },
            Words::Swap { seat, with } => Self::Swap {
                seat: seat.0,
                with: with.0,
            },
            Words::GiveTable(seat) => Self::GiveTable(seat.0),
            Words::Leave => Self::Leave,
            Words::Back => Self::Back,
            Words::Delete => Self::Delete,
            Words::StandIn(seat) => Self::StandIn(seat.0),
            Words::Hint { expected } => Self::Hint { expected },
            Words::Say(saying) => Self::Say(saying),
        }
    }
}

impl From<Glance> for Seen {
    fn from(glance: Glance) -> Self {
        let Glance {
            number,
            players,
            is_public,
            talk,
        } = glance;
        Self {
            number,
            players,
            is_public,
            talk,
        }
    }
}

impl From<Seen> for Glance {
    fn from(seen: Seen) -> Self {
        let Seen {
            number,
            players,
            is_public,
            talk,
        } = seen;
        Self {
            number,
            players,
            is_public,
            talk,
        }
    }
}

/// The code of a vacancy, if it has one.
pub fn code_of(vacancy: Vacancy) -> Option<String> {
    match vacancy {
        Vacancy::OfABot => None,
        Vacancy::Open(code) => Some(code.to_string()),
    }
}

/// The other way round; `None` if that is no code.
pub fn vacancy_of(code: Option<&str>) -> Option<Vacancy> {
    match code {
        None => Some(Vacancy::OfABot),
        Some(code) => Code::new(code).map(Vacancy::Open),
    }
}

/// Whether it is its time that halts a meeting.
pub const fn is_late(halt: Halt) -> bool {
    matches!(halt, Halt::Time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_does_not_know_is_no_message() {
        let known = r#"{"type":"left","from":"a","line":3,"more":"in a later version"}"#;
        let message: Message = serde_json::from_str(known).unwrap();
        assert!(matches!(message, Message::Left { line: 3, .. }));
        let unknown = r#"{"type":"something-newer","line":3}"#;
        assert!(serde_json::from_str::<Message>(unknown).is_err());
    }

    #[test]
    fn commands_and_comers_cross_as_they_are() {
        let hash = TokenHash::new([7; 32]);
        let seat = capicu::Seat::default();
        for command in [
            Command::Ready { deal: 3 },
            Command::Rotate(hash),
            Command::Renew {
                seat,
                token: Some(hash),
            },
            Command::Swap { seat, with: seat },
            Command::Name("Ana".to_owned()),
            Command::Hint { expected: 9 },
            Command::Leave,
        ] {
            let text = serde_json::to_string(&Words::from(command.clone())).unwrap();
            let back: Words = serde_json::from_str(&text).unwrap();
            assert_eq!(Command::from(back), command, "{text}");
        }
        for who in [
            Who::Token {
                shown: hash,
                own: None,
            },
            Who::Public { ids: Vec::new() },
            Who::Player {
                shown: hash,
                own: Some(hash),
                ids: Vec::new(),
            },
        ] {
            let text = serde_json::to_string(&Comer::from(who.clone())).unwrap();
            let back: Comer = serde_json::from_str(&text).unwrap();
            assert_eq!(Who::from(back), who, "{text}");
        }
    }
}
