//! The trait of players, and the list of players.

use alloc::boxed::Box;
use core::fmt;
use core::str::FromStr;

use capicu::{Action, View};
use rand_core::Rng;

use crate::{Counter, Heavy, Random, Reader};

pub trait Bot: Send {
    /// Chooses one of the view's [distinct actions](View::distinct_actions). `None` only when it is not its turn.
    fn choose(&mut self, view: &View, rng: &mut dyn Rng) -> Option<Action>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotKind {
    Random,
    Heavy,
    Counter,
    Reader,
}

impl BotKind {
    /// Every player, the weakest first.
    pub const ALL: &'static [Self] = &[Self::Random, Self::Heavy, Self::Counter, Self::Reader];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Heavy => "heavy",
            Self::Counter => "counter",
            Self::Reader => "reader",
        }
    }

    pub fn bot(self) -> Box<dyn Bot> {
        match self {
            Self::Random => Box::new(Random),
            Self::Heavy => Box::new(Heavy),
            Self::Counter => Box::new(Counter),
            Self::Reader => Box::new(Reader::default()),
        }
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no player has this name; there are random, heavy, counter and reader")]
pub struct ParseBotError;

impl FromStr for BotKind {
    type Err = ParseBotError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .iter()
            .copied()
            .find(|kind| kind.name() == name)
            .ok_or(ParseBotError)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn names_of_bots_are_read_back() {
        for &kind in BotKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert!(ParseBotError.to_string().contains(kind.name()));
        }
        for bad in ["", "Counter", "counter ", "peeker"] {
            assert_eq!(bad.parse::<BotKind>(), Err(ParseBotError), "{bad}");
        }
    }
}
