use capicu::{BySeat, Rules, Seat, Team};

use crate::Texts;

/// How a sentence is said about somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Person {
    /// The reader alone: "you win".
    You,
    /// Somebody else: "Ana wins".
    One,
    /// Several, perhaps with the reader: "Ana and you win".
    Several,
}

impl Person {
    /// The key of the form in the texts.
    const fn key(self) -> &'static str {
        match self {
            Self::You => "you",
            Self::One => "one",
            Self::Several => "pair",
        }
    }
}

impl From<Person> for crate::Arg<'_> {
    fn from(person: Person) -> Self {
        Self::Text(person.key())
    }
}

/// Somebody that a text speaks about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    name: String,
    person: Person,
}

impl Party {
    /// Somebody else than the reader.
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            person: Person::One,
        }
    }

    /// What they are called within a sentence.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Which form of a sentence is theirs.
    pub const fn person(&self) -> Person {
        self.person
    }
}

/// Names for bots, one for each seat of the largest table; the same in every language.
pub const BOT_NAMES: [&str; capicu::MAX_SEATS] = [
    "Marva",
    "Ramón",
    "Yolanda",
    "Winston",
    "Nilda",
    "Desmond",
    "Carmen",
    "Beni",
    "Altagracia",
    "Delroy",
    "Inés",
    "Chucho",
];

/// Who sits where, and which of them reads.
#[derive(Clone, Copy, Debug)]
pub struct Seats<'a> {
    /// The names.
    pub names: BySeat<&'a str>,
    /// The reader's seat; `None` for somebody who watches.
    pub you: Option<Seat>,
}

impl Texts {
    /// A seat as a text speaks about it.
    pub fn party(&self, seat: Seat, seats: &Seats<'_>) -> Party {
        if seats.you == Some(seat) {
            return self.you();
        }
        Party::named(seats.names.get(seat).copied().unwrap_or_default())
    }

    /// The reader.
    pub fn you(&self) -> Party {
        Party {
            name: self.you_lower(),
            person: Person::You,
        }
    }

    /// A side: one seat, or both partners.
    pub fn side(&self, team: Team, rules: &Rules, seats: &Seats<'_>) -> Party {
        self.parties(rules.members(team), seats)
    }

    /// Several seats together; the reader comes last.
    pub fn parties(&self, who: impl IntoIterator<Item = Seat>, seats: &Seats<'_>) -> Party {
        let (you, others): (Vec<Seat>, Vec<Seat>) =
            who.into_iter().partition(|&seat| seats.you == Some(seat));
        if let ([seat], []) | ([], [seat]) = (&you[..], &others[..]) {
            return self.party(*seat, seats);
        }
        let names: Vec<String> = others
            .iter()
            .chain(&you)
            .map(|&seat| self.party(seat, seats).name)
            .collect();
        Party {
            name: self.list(&names),
            person: Person::Several,
        }
    }
}
