//! Players, and their faults.

use std::process::ExitStatus;
use std::time::Duration;

use capicu::{Action, IllegalAction, MatchResult, RoundResult, Seat, Side, View, VisibleEvent};
use capicu_ai::Bot;
use capicu_protocol::bot::{MAX_NAME, VERSION};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

/// A player in one seat, for many games.
///
/// A slow player calls `stop` several times a second. When it returns true, the player gives up with any fault.
pub trait Player: Send {
    /// Prepares the player, if needed. Fails if the player cannot play.
    fn greet(&mut self, _stop: &dyn Fn() -> bool) -> Result<(), Fault> {
        Ok(())
    }

    fn called(&self) -> Option<&str> {
        None
    }

    /// Starts a game. All the player's randomness in it comes from this seed. Fails if the player cannot play; the
    /// player then loses the game.
    fn begin(&mut self, seed: [u8; 32], stop: &dyn Fn() -> bool) -> Result<(), Fault>;

    fn observe(&mut self, seen: &VisibleEvent);

    /// Chooses an action on the player's turn. Fails if no valid answer comes in time; the player then loses the game.
    fn act(&mut self, view: &View, stop: &dyn Fn() -> bool) -> Result<Action, Fault>;

    /// Reports the result of a round, with all calls after its last tile. `side` won it.
    fn round_over(&mut self, _result: &RoundResult, _side: Option<Side>) {}

    fn over(&mut self, _end: &End) {}

    /// Ends the player after its last game. It has `grace` to exit, counted from now or from its dismissal.
    fn leave(&mut self, _grace: Duration) {}
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The side that won by the rules; `None` after a tie or a fault.
    pub side: Option<Side>,
    pub scores: Vec<u16>,
    pub result: Option<MatchResult>,
    pub fault: Option<(Seat, Fault)>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("could not be started: {0}")]
    NotStarted(String),
    #[error("did not answer within {0} ms")]
    Silent(u128),
    #[error(
        "ended without an answer{}{}{words}",
        status.map(|status| format!(" ({status})")).unwrap_or_default(),
        if words.is_empty() { "" } else { ": " }
    )]
    Ended {
        status: Option<ExitStatus>,
        /// The last line on its standard error since its last answer.
        words: String,
    },
    #[error("closed its standard input or output without an answer")]
    Closed,
    #[error("wrote more than it was asked for")]
    Flooded,
    #[error("wrote a line of more than {0} bytes")]
    TooLong(usize),
    #[error("wrote something that is not the message asked for: {0}")]
    Garbage(String),
    #[error("speaks version {0} of the bot protocol; this is version {VERSION}{changed}", changed = changed(*.0))]
    Protocol(u32),
    #[error(
        "calls itself by what is no name: 1 to {MAX_NAME} characters, none of them a control character, \
         no spaces around them"
    )]
    Name,
    #[error("answered for seat {answered} from seat {seat}")]
    WrongSeat { seat: Seat, answered: Seat },
    #[error("answered request {answered} instead of {asked}")]
    WrongTurn { asked: u64, answered: u64 },
    #[error("answered {action}, but {why}")]
    Illegal { action: Action, why: IllegalAction },
    #[error("did nothing in its turn")]
    Idle,
}

/// The changes since a protocol version, for authors of programs.
const fn changed(version: u32) -> &'static str {
    match version {
        2 => {
            ", in which options that are numbers come as numbers, and `round-over`, `over` and `bye` \
             tell how everything ends: see \"From version 2\" in docs/bot-protocol.md"
        }
        _ => ": see docs/bot-protocol.md",
    }
}

pub(crate) struct BuiltIn {
    bot: Box<dyn Bot>,
    rng: ChaCha8Rng,
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
    fn begin(&mut self, seed: [u8; 32], _stop: &dyn Fn() -> bool) -> Result<(), Fault> {
        self.rng = ChaCha8Rng::from_seed(seed);
        self.deals = 0;
        Ok(())
    }

    fn observe(&mut self, seen: &VisibleEvent) {
        // Each deal has its own randomness, independent of the use in earlier deals.
        if let VisibleEvent::Dealt { .. } = seen {
            self.deals += 1;
            self.rng.set_stream(self.deals);
            self.rng.set_word_pos(0);
        }
    }

    fn act(&mut self, view: &View, _stop: &dyn Fn() -> bool) -> Result<Action, Fault> {
        self.bot.choose(view, &mut self.rng).ok_or(Fault::Idle)
    }
}
