//! What a session asks its host to do.

use capicu::fair::Seed;
use capicu::{Action, ByTeam, Seat, Team, View};
use capicu_protocol::{Closed, Holder, Key, Level, Part, PlayerId, ServerMessage};

use crate::{Absence, Chooser, Entry, Fact, Setup, State, Wish};

/// Something that has to be done, in the order told.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Store this, all of it or nothing, and then say [`Input::Stored`](crate::Input::Stored). Nobody is told of it before.
    Append {
        /// The table itself, if it is new.
        make: Option<Box<Setup>>,
        /// What happened: at least one.
        entries: Vec<Entry>,
        /// The end of a match among these facts.
        ended: Option<Box<MatchEnd>>,
    },
    /// Remove the table with all that is stored of it, but for results, and then say
    /// [`Input::Stored`](crate::Input::Stored). Nobody is told before.
    Remove,
    /// Send this to these connections.
    Tell {
        /// To whom.
        to: Vec<u64>,
        /// What.
        message: ServerMessage,
    },
    /// Tell who asked by [`Input::Sit`](crate::Input::Sit) which seat they have; `None` if there is no such place to be
    /// had at the table. There is no answer where the session is over.
    Seated {
        /// As it was asked.
        number: u64,
        /// The seat.
        seat: Option<Seat>,
    },
    /// Let go of these connections, after what was told them.
    Close {
        /// Which.
        which: Vec<u64>,
        /// Why.
        why: Closed,
    },
    /// Have a bot choose, and then say [`Input::Chosen`](crate::Input::Chosen). What was asked before is not needed any more.
    Think(Box<Think>),
    /// Think about advice, and then say [`Input::Advised`](crate::Input::Advised).
    Advise {
        /// For whom.
        connection: u64,
        /// For which command.
        key: Key,
        /// At which version.
        about: u64,
        /// What the player sees.
        view: Box<View>,
    },
    /// Say [`Input::Tick`](crate::Input::Tick) at this time, and not at the one told before.
    Wake(Option<u64>),
    /// The session is over: the table is removed, or its state is not certain. Whoever comes next needs
    /// one folded anew, if there is one.
    Stop,
}

/// A choice that a bot is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Think {
    /// The version it is about.
    pub about: u64,
    /// Whether it plays for the seat, or only once because the time has run out. In the latter case it
    /// should answer after the same short time whatever the hand.
    pub by: Chooser,
    /// How well it plays.
    pub level: Level,
    /// What it sees.
    pub view: View,
    /// What its partner said in the huddle.
    pub wish: Option<Wish>,
}

impl Think {
    /// What the bot does without thinking: it leaves the pose to a partner who asks for it.
    pub fn agreed(&self) -> Option<Action> {
        let asked = self.wish == Some(Wish::Mine) && self.view.check(Action::HandOver).is_ok();
        asked.then_some(Action::HandOver)
    }
}

/// The end of a match, for whoever keeps results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchEnd {
    /// Its number at the table, from 1.
    pub number: u32,
    /// The number of the rules engine it was played by.
    pub engine: u32,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who won.
    pub winner: Team,
    /// The score of each side.
    pub scores: ByTeam<u16>,
    /// How many rounds were finished.
    pub rounds: u16,
    /// The seed of its deals.
    pub seed: Seed,
    /// Who sat where at the end.
    pub seats: Vec<Sitter>,
}

impl MatchEnd {
    /// The end of a match among these facts, which have led to this state.
    pub(super) fn among(entries: &[Entry], state: &State) -> Option<Self> {
        let played = |entry: &Entry| matches!(entry.fact, Fact::Acted { .. } | Fact::Called { .. });
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

/// Who sat in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// Who held it.
    pub holder: Holder,
    /// What the player was called.
    pub name: Option<String>,
    /// Whose seat it was, if somebody's whom the host knows.
    pub player: Option<PlayerId>,
    /// Why a bot played for the person at the end, if one did.
    pub absence: Option<Absence>,
    /// What the match counts as for the seat.
    pub part: Part,
    /// In how many rounds a bot acted last for the person, who was away.
    pub substituted: u16,
}
