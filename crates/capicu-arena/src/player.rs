//! Who plays, and what can go wrong with it.

use capicu::{Action, IllegalAction, Seat, Seen, View};
use capicu_ai::Bot;
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

/// Somebody in one seat, for many games.
pub trait Player: Send {
    /// A game begins. All that the player leaves to chance in it comes from this seed.
    ///
    /// # Errors
    ///
    /// If the player cannot play; it then loses the game.
    fn begin(&mut self, seed: [u8; 32]) -> Result<(), Fault>;

    /// Something happened that the seat saw.
    fn observe(&mut self, seen: &Seen);

    /// What it does now that it is its turn.
    ///
    /// # Errors
    ///
    /// If it does not say in time and in order; it then loses the game.
    fn act(&mut self, view: &View) -> Result<Action, Fault>;
}

/// Why a player lost a game without losing it at the table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The program could not be started.
    #[error("could not be started: {0}")]
    NotStarted(String),
    /// It answered nothing in the time it had.
    #[error("did not answer within {0} ms")]
    Silent(u128),
    /// It ended. Its last words on the standard error output, if any.
    #[error("ended without an answer{}{}", if .0.is_empty() { "" } else { ": " }, .0)]
    Ended(String),
    /// It wrote more than it was asked for.
    #[error("wrote more than it was asked for")]
    Flooded,
    /// It wrote a line that does not end.
    #[error("wrote a line of more than {0} bytes")]
    TooLong(usize),
    /// What it wrote is no message.
    #[error("wrote something that is not the message asked for: {0}")]
    Garbage(String),
    /// It speaks another version of the protocol.
    #[error("speaks version {0} of the protocol; this is version {version}", version = crate::PROTOCOL)]
    Protocol(u32),
    /// It answered for another seat.
    #[error("answered for seat {answered} from seat {seat}")]
    WrongSeat {
        /// Where it sits.
        seat: Seat,
        /// For whom it answered.
        answered: Seat,
    },
    /// It answered another request.
    #[error("answered request {answered} instead of {asked}")]
    WrongTurn {
        /// The request.
        asked: u64,
        /// The one it answered.
        answered: u64,
    },
    /// It did what the rules do not allow.
    #[error("answered {action}, but {why}")]
    Illegal {
        /// What.
        action: Action,
        /// Why not.
        why: IllegalAction,
    },
    /// It was its turn and it did nothing.
    #[error("did nothing in its turn")]
    Idle,
}

/// One of the players of `capicu-ai`.
pub(crate) struct BuiltIn {
    bot: Box<dyn Bot>,
    rng: ChaCha8Rng,
    /// How many deals there were in this game.
    deals: u64,
}

impl BuiltIn {
    pub fn new(bot: Box<dyn Bot>) -> Self {
        Self {
            bot,
            rng: ChaCha8Rng::from_seed([0; 32]),
            deals: 0,
        }
    }
}

impl Player for BuiltIn {
    fn begin(&mut self, seed: [u8; 32]) -> Result<(), Fault> {
        self.rng = ChaCha8Rng::from_seed(seed);
        self.deals = 0;
        Ok(())
    }

    fn observe(&mut self, seen: &Seen) {
        // Every deal has chances of its own, however many were used up in those before.
        if let Seen::Dealt { .. } = seen {
            self.deals += 1;
            self.rng.set_stream(self.deals);
            self.rng.set_word_pos(0);
        }
    }

    fn act(&mut self, view: &View) -> Result<Action, Fault> {
        self.bot.choose(view, &mut self.rng).ok_or(Fault::Idle)
    }
}
