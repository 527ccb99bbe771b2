use capicu::{BySeat, Rules, Seat, Side};

use crate::Texts;

/// The grammatical person of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Person {
    /// The reader alone: "you win".
    You,
    /// One other player: "Ana wins".
    One,
    /// Several players, perhaps with the reader: "Ana and you win".
    Several,
}

impl Person {
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

/// The subject of a text: one or several players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    name: String,
    person: Person,
}

impl Party {
    /// Someone other than the reader.
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            person: Person::One,
        }
    }

    /// Their name within a sentence.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The grammatical person for sentences about them.
    pub const fn person(&self) -> Person {
        self.person
    }
}

/// Names of bots, one for each seat of the largest table, equal in every language.
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

/// The players by seat, and the reader's seat.
#[derive(Clone, Copy, Debug)]
pub struct Seats<'a> {
    /// The players' names by seat.
    pub names: BySeat<&'a str>,
    /// The reader's seat; `None` for a spectator.
    pub you: Option<Seat>,
}

impl Texts {
    /// The party of one seat.
    pub fn party(&self, seat: Seat, seats: &Seats<'_>) -> Party {
        if seats.you == Some(seat) {
            return self.you();
        }
        Party::named(seats.names.get(seat).copied().unwrap_or_default())
    }

    /// The party of the reader alone.
    pub fn you(&self) -> Party {
        Party {
            name: self.you_lower(),
            person: Person::You,
        }
    }

    /// The party of a side: one seat or both partners.
    pub fn side(&self, side: Side, rules: &Rules, seats: &Seats<'_>) -> Party {
        self.parties(rules.members(side), seats)
    }

    /// The party of several seats; the reader comes last.
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
