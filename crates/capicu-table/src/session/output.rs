//! Requests of a session to its host.

use capicu::fair::Seed;
use capicu::{Action, BySide, Seat, Side, View};
use capicu_protocol::{BotPace, Closed, Holder, Key, Level, Part, PlayerId, ServerMessage};

use super::QueueRefusal;
use crate::fact::About;
use crate::{Absence, Chooser, Entry, Setup, State, Wish};

#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Store this, all of it or nothing, and then answer with [`Input::Stored`](crate::Input::Stored). No message about
    /// it is sent before.
    Append {
        make: Option<Box<Setup>>,
        /// The new facts, at least one.
        entries: Vec<Entry>,
        ended: Option<Box<MatchEnd>>,
    },
    /// Let the bot that thinks answer at once.
    Hurry,
    /// Remove the table and everything stored about it except results, and then answer with
    /// [`Input::Stored`](crate::Input::Stored). No message about it is sent before.
    Remove,
    Tell {
        to: Vec<u64>,
        message: ServerMessage,
    },
    /// Answer an [`Input::Sit`](crate::Input::Sit) with the player's seat; `None` if the table has no such place. No
    /// answer comes if the session is over.
    Seated {
        number: u64,
        seat: Option<Seat>,
    },
    /// Answer an [`Input::Queue`](crate::Input::Queue). No answer comes if the session is over.
    Queued {
        number: u64,
        /// Why it was refused; `None` if it was carried out.
        refused: Option<QueueRefusal>,
    },
    Close {
        which: Vec<u64>,
        why: Closed,
    },
    /// Have a bot choose, and then answer with [`Input::Chosen`](crate::Input::Chosen). Earlier requests are void.
    Think(Box<Think>),
    /// Work out a hint, and then answer with [`Input::Advised`](crate::Input::Advised).
    Advise {
        connection: u64,
        key: Key,
        about: u64,
        view: Box<View>,
    },
    /// Send [`Input::Tick`](crate::Input::Tick) at this time, and not at the one requested before.
    Wake(Option<u64>),
    /// The session is over: the table is removed, or its state is not certain. For the next player, load the table
    /// again, if it exists.
    Stop,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Think {
    pub about: u64,
    /// Whether the bot plays for the seat, or only once because time has run out. In the latter case it should answer
    /// after the same short time for every hand.
    pub by: Chooser,
    pub level: Level,
    pub view: View,
    /// Its partner's wish in the huddle.
    pub wish: Option<Wish>,
    /// How fast it should answer.
    pub pace: BotPace,
    /// Whether the seat has just drawn a tile. Further tiles then come at once, as one movement.
    pub drew: bool,
}

/// Milliseconds from a tile that a bot draws to its next action.
const DRAWS_ON: u32 = 120;

impl Think {
    /// The time after which a bot answers, in milliseconds, from a natural time. It does not depend on the hand.
    pub const fn time(&self, natural: u32) -> u32 {
        let time = if self.drew { DRAWS_ON } else { natural };
        self.pace.shorten(time)
    }

    /// The action of a bot that need not think: it leaves the lead to a partner who asks for it.
    pub fn agreed(&self) -> Option<Action> {
        let asked = self.wish == Some(Wish::Mine) && self.view.check(Action::HandOver).is_ok();
        asked.then_some(Action::HandOver)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    /// Its number at the table, from 1.
    pub number: u32,
    pub engine: u32,
    /// The time, in milliseconds since 1970.
    pub at: u64,
    pub winner: Side,
    pub scores: BySide<u16>,
    pub rounds: u16,
    pub seed: Seed,
    /// The players at the end.
    pub seats: Vec<Sitter>,
}

impl MatchEnd {
    /// The end of a match among these facts, which have led to this state.
    pub(super) fn among(entries: &[Entry], state: &State) -> Option<Self> {
        let played = |entry: &Entry| entry.fact.traits().about == About::Move;
        let game = state.game().filter(|game| game.stopped.is_none())?;
        let result = game.table.game().result()?;
        if !entries.iter().any(played) {
            return None;
        }
        let standing = game.table.game().standing();
        Some(Self {
            number: game.number,
            engine: game.engine,
            at: state.at(),
            winner: result.winner,
            scores: standing.scores,
            rounds: standing.round,
            seed: game.seed.clone(),
            seats: state
                .all_seats()
                .map(|seat| {
                    let part = state.part(seat);
                    let seat = state.seat(seat);
                    Sitter {
                        part,
                        substituted: seat.substituted(),
                        holder: seat.holder(),
                        name: seat.name().cloned(),
                        player: seat.player(),
                        absence: seat.absence(),
                    }
                })
                .collect(),
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    pub holder: Holder,
    pub name: Option<String>,
    pub player: Option<PlayerId>,
    /// Why a stand-in played at the end, if one did.
    pub absence: Option<Absence>,
    /// How the match counts for the seat.
    pub part: Part,
    /// In how many rounds a stand-in acted last for the absent person.
    pub substituted: u16,
}
