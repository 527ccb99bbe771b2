//! Proves that the director's desk issued a link, by a digest that requires the event's secret.

use capicu_event::{Digest, EntryId, State};
use capicu_protocol::Token;
use serde::{Deserialize, Serialize};

/// The hexadecimal digits of a seal: 96 bits.
const DIGITS: usize = 24;

/// The seal for a text.
pub(super) fn seal(secret: &[u8; 32], what: &str) -> String {
    // Hashing twice prevents length extension.
    let inner = Digest::of(&[secret, what.as_bytes()]).to_string();
    let mut outer = Digest::of(&[secret, inner.as_bytes()]).to_string();
    outer.truncate(DIGITS);
    outer
}

/// The bytes of an id that cannot be guessed without the event's secret.
pub fn id_bytes(secret: &[u8; 32], what: &str) -> [u8; 12] {
    let token = token(secret, what);
    std::array::from_fn(|at| token.bytes()[at])
}

/// The token of a seat at a table of an event.
pub fn token(secret: &[u8; 32], what: &str) -> Token {
    let inner = Digest::of(&[secret, what.as_bytes()]).to_string();
    let outer = Digest::of(&[secret, inner.as_bytes()]).to_string();
    outer.parse().expect("a digest is written as a token is")
}

/// Whether a seal is correct.
pub fn is_seal(shown: &str, right: &str) -> bool {
    // The time of the comparison reveals nothing about the first difference.
    let differ = shown
        .bytes()
        .zip(right.bytes())
        .fold(0, |all, (a, b)| all | (a ^ b));
    shown.len() == right.len() && differ == 0
}

/// The seal of a link issued by a club.
pub fn club_seal(secret: &[u8; 32], what: &str) -> String {
    seal(secret, what)
}

/// The seal of the link to enter.
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
    pub stage: u16,
    pub round: u16,
    pub meeting: u16,
    pub side: u8,
}

impl Slip {
    /// The slip in a URL: `1-3-7-0`.
    pub fn name(self) -> String {
        let Self {
            stage,
            round,
            meeting,
            side,
        } = self;
        format!("{stage}-{round}-{meeting}-{side}")
    }

    /// Parses the name of a slip.
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

    /// The entries of the side; `None` if there is no such meeting.
    pub fn entries(self, state: &State) -> Option<&[EntryId]> {
        let stage = state.stages.get(usize::from(self.stage).checked_sub(1)?)?;
        let round = stage.rounds.get(usize::from(self.round).checked_sub(1)?)?;
        let meeting = usize::from(self.meeting).checked_sub(1)?;
        let meeting = round.pairing.meetings.get(meeting)?;
        meeting.sides.get(usize::from(self.side)).map(Vec::as_slice)
    }

    /// Its seal. If a round is taken back and paired again, its slips differ.
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
    fn seal_depends_on_secret_and_text() {
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
    fn slip_is_found_by_its_name() {
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
