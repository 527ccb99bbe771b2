//! What proves that a link was given out by the desk: a digest that nobody makes without the event's secret.

use capicu_event::{Digest, EntryId, State};
use capicu_protocol::Token;
use capicu_table::CODE_LETTERS;
use serde::{Deserialize, Serialize};

/// The hexadecimal digits of a seal: 96 bits.
const DIGITS: usize = 24;

/// The seal of something.
pub(super) fn seal(secret: &[u8; 32], what: &str) -> String {
    // Digested twice, so that none can be made longer by who has one.
    let inner = Digest::of(&[secret, what.as_bytes()]).to_string();
    let mut outer = Digest::of(&[secret, inner.as_bytes()]).to_string();
    outer.truncate(DIGITS);
    outer
}

/// The id of a table, which nobody makes up without the event's secret.
pub fn table_id(secret: &[u8; 32], what: &str) -> String {
    let token = token(secret, what);
    let letters = token.bytes()[..12].iter();
    letters
        .map(|byte| char::from(CODE_LETTERS[usize::from(byte % 32)]))
        .collect()
}

/// What opens a seat at a table of an event.
pub fn token(secret: &[u8; 32], what: &str) -> Token {
    let inner = Digest::of(&[secret, what.as_bytes()]).to_string();
    let outer = Digest::of(&[secret, inner.as_bytes()]).to_string();
    outer.parse().expect("a digest is written as a token is")
}

/// Whether the seal that somebody shows is this one.
pub fn is_seal(shown: &str, right: &str) -> bool {
    // The time that it takes tells nothing of where they differ.
    let differ = shown
        .bytes()
        .zip(right.bytes())
        .fold(0, |all, (a, b)| all | (a ^ b));
    shown.len() == right.len() && differ == 0
}

/// The seal of a link that a club gives out.
pub fn club_seal(secret: &[u8; 32], what: &str) -> String {
    seal(secret, what)
}

/// The seal of the link by which people enter.
pub fn join_seal(secret: &[u8; 32]) -> String {
    seal(secret, "join")
}

/// The seal of an entry's own page.
pub fn entry_seal(secret: &[u8; 32], entry: EntryId) -> String {
    seal(secret, &format!("entry/{entry}"))
}

/// The slip of a side of a meeting. Stage, round and meeting count from 1, sides from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slip {
    /// The stage.
    pub stage: u16,
    /// The round.
    pub round: u16,
    /// The meeting.
    pub meeting: u16,
    /// The side.
    pub side: u8,
}

impl Slip {
    /// The slip as an address names it: `1-3-7-0`.
    pub fn name(self) -> String {
        let Self {
            stage,
            round,
            meeting,
            side,
        } = self;
        format!("{stage}-{round}-{meeting}-{side}")
    }

    /// The slip of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        let mut parts = name.split('-').map(|part| part.parse::<u16>().ok());
        let mut next = || parts.next().flatten();
        let slip = Self {
            stage: next()?,
            round: next()?,
            meeting: next()?,
            side: u8::try_from(next()?).ok()?,
        };
        parts.next().is_none().then_some(slip)
    }

    /// Who plays on the side, if there is such a meeting.
    pub fn entries(self, state: &State) -> Option<&[EntryId]> {
        let stage = state.stages.get(usize::from(self.stage).checked_sub(1)?)?;
        let round = stage.rounds.get(usize::from(self.round).checked_sub(1)?)?;
        let meeting = usize::from(self.meeting).checked_sub(1)?;
        let meeting = round.pairing.meetings.get(meeting)?;
        meeting.sides.get(usize::from(self.side)).map(Vec::as_slice)
    }

    /// Its seal. A round that is taken back and paired otherwise has other slips.
    pub fn seal(self, secret: &[u8; 32], state: &State) -> Option<String> {
        let stage = state.stages.get(usize::from(self.stage).checked_sub(1)?)?;
        let round = stage.rounds.get(usize::from(self.round).checked_sub(1)?)?;
        let meeting = usize::from(self.meeting).checked_sub(1)?;
        let meeting = round.pairing.meetings.get(meeting)?;
        self.entries(state)?;
        let who: Vec<String> = meeting.entries().map(|id| id.to_string()).collect();
        Some(seal(
            secret,
            &format!("slip/{}/{}", self.name(), who.join(",")),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_of_one_secret_and_one_thing() {
        let own = join_seal(&[1; 32]);
        assert_eq!(own.len(), DIGITS);
        assert!(is_seal(&own, &join_seal(&[1; 32])));
        for other in [
            join_seal(&[2; 32]),
            entry_seal(&[1; 32], EntryId(1)),
            String::new(),
            own[1..].to_owned(),
            format!("{own}0"),
        ] {
            assert!(!is_seal(&other, &own), "{other}");
        }
    }

    #[test]
    fn a_slip_has_a_name() {
        let slip = Slip {
            stage: 1,
            round: 3,
            meeting: 7,
            side: 0,
        };
        assert_eq!(slip.name(), "1-3-7-0");
        assert_eq!(Slip::by_name("1-3-7-0"), Some(slip));
        for wrong in ["", "1-3-7", "1-3-7-0-0", "1-3-7-300", "a-3-7-0", "1-3-7--1"] {
            assert_eq!(Slip::by_name(wrong), None, "{wrong}");
        }
    }
}
