//! Who plays, and what can go wrong with it.

use std::process::ExitStatus;
use std::time::Duration;

use capicu::{Action, IllegalAction, MatchResult, RoundResult, Seat, Seen, Team, View};
use capicu_ai::Bot;
use capicu_protocol::bot::{MAX_NAME, VERSION};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

/// Somebody in one seat, for many games.
///
/// A player that takes its time asks `stop` meanwhile, several times a second, and gives up with any fault once nobody
/// waits for it any more.
pub trait Player: Send {
    /// Gets ready to play, if it has to.
    ///
    /// # Errors
    ///
    /// If the player cannot play.
    fn greet(&mut self, _stop: &dyn Fn() -> bool) -> Result<(), Fault> {
        Ok(())
    }

    /// What it calls itself, once it is ready.
    fn called(&self) -> Option<&str> {
        None
    }

    /// A game begins. All that the player leaves to chance in it comes from this seed.
    ///
    /// # Errors
    ///
    /// If the player cannot play; it then loses the game.
    fn begin(&mut self, seed: [u8; 32], stop: &dyn Fn() -> bool) -> Result<(), Fault>;

    /// Something happened that the seat saw.
    fn observe(&mut self, seen: &Seen);

    /// What it does now that it is its turn.
    ///
    /// # Errors
    ///
    /// If it does not say in time and in order; it then loses the game.
    fn act(&mut self, view: &View, stop: &dyn Fn() -> bool) -> Result<Action, Fault>;

    /// A round is over and written down, with all that was called after its last tile. `side` won it.
    fn round_over(&mut self, _result: &RoundResult, _side: Option<Team>) {}

    /// The game is over.
    fn over(&mut self, _end: &End) {}

    /// There are no more games. A player that needs time to go has this long, from now or from when it was sent away.
    fn leave(&mut self, _grace: Duration) {}
}

/// How a game ended, a round or a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The side that won it by the rules; `None` for a tie, and where a player lost it otherwise.
    pub side: Option<Team>,
    /// The score of each side.
    pub scores: Vec<u16>,
    /// The end of the match, if it was won.
    pub result: Option<MatchResult>,
    /// Who lost it for another reason than the rules', and why.
    pub fault: Option<(Seat, Fault)>,
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
    /// It ended.
    #[error(
        "ended without an answer{}{}{words}",
        status.map(|status| format!(" ({status})")).unwrap_or_default(),
        if words.is_empty() { "" } else { ": " }
    )]
    Ended {
        /// How, if the system says so.
        status: Option<ExitStatus>,
        /// The last line that it wrote to its standard error output since its last answer.
        words: String,
    },
    /// It goes on, but nobody can talk to it.
    #[error("closed its standard input or output without an answer")]
    Closed,
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
    #[error("speaks version {0} of the bot protocol; this is version {VERSION}{changed}", changed = changed(*.0))]
    Protocol(u32),
    /// What it calls itself cannot be shown.
    #[error(
        "calls itself by what is no name: 1 to {MAX_NAME} characters, none of them a control character, \
         no spaces around them"
    )]
    Name,
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

/// What the author of a program of that version has to know.
const fn changed(version: u32) -> &'static str {
    match version {
        2 => {
            ", in which options that are numbers come as numbers, and `round-over`, `over` and `bye` \
             tell how everything ends: see \"From version 2\" in docs/bot-protocol.md"
        }
        _ => ": see docs/bot-protocol.md",
    }
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
    fn begin(&mut self, seed: [u8; 32], _stop: &dyn Fn() -> bool) -> Result<(), Fault> {
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

    fn act(&mut self, view: &View, _stop: &dyn Fn() -> bool) -> Result<Action, Fault> {
        self.bot.choose(view, &mut self.rng).ok_or(Fault::Idle)
    }
}
