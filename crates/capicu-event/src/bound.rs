//! How much an event may grow. Bounds are for commands: what is stored loads, however much it is.

use crate::fact::Fact;
use crate::preset::{Method, Preset};
use crate::refused::Refused;
use crate::state::{Stage, State};

/// Something of which an event has a limited number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Entries of an event.
    Entries,
    /// Entries of a stage.
    Playing,
    /// Meetings of an arena.
    Meetings,
    /// Penalties in a stage.
    Penalties,
    /// Announcements.
    Announcements,
}

/// The most penalties of a stage.
pub const MOST_PENALTIES: usize = 500;

/// The most points of the standings that one penalty takes away.
pub const MOST_PENALTY_POINTS: u16 = 1_000;

/// The most points of games that one penalty takes away.
pub const MOST_PENALTY_SCORE: u32 = 100_000;

/// The most announcements of an event.
pub const MOST_ANNOUNCEMENTS: usize = 500;

impl Method {
    /// The most entries of a stage: fewer where the best of all pairings is looked for, which takes memory by the
    /// square of the entries and time by their cube.
    pub const fn most_entries(&self) -> usize {
        match self {
            Self::Swiss { .. }
            | Self::Tables { .. }
            | Self::RotatingPartners { .. }
            | Self::Whist
            | Self::Arena { .. }
            | Self::TableKnockOut { .. } => 1_000,
            Self::RoundRobin { .. }
            | Self::Mitchell { .. }
            | Self::Howell { .. }
            | Self::KnockOut { .. }
            | Self::DoubleKnockOut { .. } => 2_000,
        }
    }
}

impl Preset {
    /// The most entries of the event: as many as its first stage is paired with.
    pub fn most_entries(&self) -> usize {
        let first = self.stages.first();
        first.map_or(0, |stage| stage.pairing.most_entries())
    }
}

/// Refuses a new fact that would make the event larger than it may be.
pub(crate) fn check(state: &State, fact: &Fact) -> Result<(), Refused> {
    match fact {
        Fact::Entered { .. } => {
            let most = state.preset.most_entries();
            below(Bound::Entries, state.entries.len(), most)
        }
        Fact::Penalised { points, score, .. } => {
            if *points > MOST_PENALTY_POINTS || *score > MOST_PENALTY_SCORE {
                return Err(Refused::LargePenalty);
            }
            let had = state.running().map_or(0, |stage| stage.penalties.len());
            below(Bound::Penalties, had, MOST_PENALTIES)
        }
        Fact::Announced { .. } => {
            let had = state.announcements.len();
            below(Bound::Announcements, had, MOST_ANNOUNCEMENTS)
        }
        _ => Ok(()),
    }
}

/// Refuses to open a stage that could not be paired.
pub(crate) fn opens(method: &Method, playing: usize) -> Result<(), Refused> {
    let most = method.most_entries();
    below(Bound::Playing, playing.saturating_sub(1), most)
}

/// Refuses to pair a stage with more entries than can be paired, or an arena whose meetings have no more numbers.
pub(crate) fn pairs(state: &State, stage: &Stage) -> Result<(), Refused> {
    let present = |id: &&_| state.is_present(**id);
    let playing = stage.order.iter().filter(present).count();
    opens(&stage.method, playing)?;
    if !stage.method.is_continuous() {
        return Ok(());
    }
    let rounds = stage.rounds.iter();
    let meetings: usize = rounds.map(|round| round.tables.len()).sum();
    let most = usize::from(u16::MAX) - stage.method.most_entries();
    below(Bound::Meetings, meetings, most)
}

const fn below(of: Bound, had: usize, most: usize) -> Result<(), Refused> {
    match had < most {
        true => Ok(()),
        false => Err(Refused::TooMany { of, most }),
    }
}
