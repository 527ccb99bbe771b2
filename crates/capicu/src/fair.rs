//! Deals that anybody can check: a match is dealt from one secret seed. The hash of the seed is published before the
//! first deal, the seed after the last. `docs/deal.md` specifies this.

use alloc::boxed::Box;
use core::fmt;
use core::str::FromStr;

use chacha20::ChaCha20Rng;
use rand_core::SeedableRng;
use sha2::{Digest, Sha256};

use crate::deal::below;
use crate::{BySeat, Deal, Fact, Match, Pile, Rules, Table, TurnedUp, Waiting};

/// The name and version of the way from a seed to deals. Any other way needs another name.
pub const ALGORITHM: &str = "capicu-deal-1";

/// The secret of a match: 32 bytes from which all its deals follow.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

/// The hash of a seed: it reveals nothing about the deals, and no other seed has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);

impl Seed {
    /// Makes a seed from 32 bytes of a cryptographic source.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Makes a seed from a number, for repeatable simulations.
    pub fn from_number(number: u64) -> Self {
        Self(hash(&[b"number", &number.to_be_bytes()]))
    }

    /// The secret itself; publish it only after the match.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The hash to publish before the first deal.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::fair::{Commitment, Seed};
    ///
    /// let seed = Seed::new([7; 32]);
    /// let told: Commitment = seed.commitment().to_string().parse()?;
    /// // After the match the seed is published, and anybody can compare its hash.
    /// assert_eq!(seed.commitment(), told);
    /// assert_ne!(Seed::new([8; 32]).commitment(), told);
    /// assert!("7f".parse::<Seed>().is_err());
    /// # Ok::<_, capicu::fair::ParseHexError>(())
    /// ```
    pub fn commitment(&self) -> Commitment {
        Commitment(hash(&[b"commitment", &self.0]))
    }

    /// Deals number `number` of the match, from 0. Deals that were thrown in count.
    pub fn deal(&self, rules: &Rules, number: u32) -> Deal {
        Deal::shuffled(rules, &mut self.rng(b"deal", number))
    }

    /// Turns up tiles for the seats in draw number `number` for the set, from 0.
    pub fn turn_up(&self, game: &Match, number: u32) -> TurnedUp {
        let rng = &mut self.rng(b"set", number);
        let mut pile: Pile = game.rules().tiles().into_iter().collect();
        BySeat::from_fn(game.rules().n_seats(), |seat| {
            game.drawing()[seat].then(|| pile.swap_remove(below(rng, pile.len() as u32) as usize))
        })
    }

    /// The deal or the draw for set that a table waits for; `None` while a seat is to act and once the match is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::fair::Seed;
    /// use capicu::{Fact, Game, Table, Waiting};
    ///
    /// let rules = Game::by_id("block").and_then(|game| game.rules(2)).unwrap();
    /// let (seed, mut table) = (Seed::from_number(5), Table::new(rules));
    /// while let Some(fact) = seed.next(&table) {
    ///     // A deal in which nobody holds a double is thrown in, and the loop deals again.
    ///     table.apply(&fact)?;
    /// }
    /// assert!(matches!(table.waiting(), Waiting::Act(_)));
    /// # Ok::<_, capicu::FactError>(())
    /// ```
    pub fn next(&self, table: &Table) -> Option<Fact> {
        let game = table.game();
        match table.waiting() {
            Waiting::TurnUp => Some(Fact::TurnedUp(self.turn_up(game, table.n_turned_up()))),
            Waiting::Deal => {
                let deal = self.deal(game.rules(), table.n_deals());
                Some(Fact::Dealt(Box::new(deal)))
            }
            Waiting::Act(_) | Waiting::Nothing => None,
        }
    }

    fn rng(&self, what: &[u8], number: u32) -> ChaCha20Rng {
        ChaCha20Rng::from_seed(hash(&[what, &self.0, &number.to_be_bytes()]))
    }
}

fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(ALGORITHM.as_bytes());
    for part in parts {
        hasher.update(b"/");
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// A text that is not 32 bytes in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not 64 hexadecimal digits")]
pub struct ParseHexError;

fn parse_hex(text: &str) -> Result<[u8; 32], ParseHexError> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return Err(ParseHexError);
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        let digit = |c: u8| (c as char).to_digit(16).ok_or(ParseHexError);
        *byte = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
    }
    Ok(bytes)
}

macro_rules! hex {
    ($name:ident) => {
        impl fmt::Display for $name {
            /// Prints 64 hexadecimal digits.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl FromStr for $name {
            type Err = ParseHexError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                parse_hex(text).map(Self)
            }
        }
    };
}

hex!(Seed);
hex!(Commitment);

impl fmt::Debug for Seed {
    /// Hides the secret, so that logs do not contain it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}
