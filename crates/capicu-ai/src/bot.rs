//! What a player is, and the players there are.

use alloc::boxed::Box;
use core::fmt;
use core::str::FromStr;

use capicu::{Action, View};
use rand_core::Rng;

use crate::{Counter, Heavy, Random, Reader};

/// A player. It knows a view and nothing else.
pub trait Bot: Send {
    /// What it does now: one of the view's [distinct actions](View::distinct_actions). `None`
    /// only when it is not its turn.
    fn choose(&mut self, view: &View, rng: &mut dyn Rng) -> Option<Action>;
}

/// The players by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotKind {
    /// See [`Random`].
    Random,
    /// See [`Heavy`].
    Heavy,
    /// See [`Counter`].
    Counter,
    /// See [`Reader`].
    Reader,
}

impl BotKind {
    /// Every player, the weakest first.
    pub const ALL: &'static [Self] = &[Self::Random, Self::Heavy, Self::Counter, Self::Reader];

    /// The name in files, addresses and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Heavy => "heavy",
            Self::Counter => "counter",
            Self::Reader => "reader",
        }
    }

    /// A player of this kind.
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

/// A name that no player has.
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
    fn names_read_what_they_print() {
        for &kind in BotKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert!(ParseBotError.to_string().contains(kind.name()));
        }
        for bad in ["", "Counter", "counter ", "peeker"] {
            assert_eq!(bad.parse::<BotKind>(), Err(ParseBotError), "{bad}");
        }
    }
}
