//! Limits on the size of an event. They apply to commands; stored logs load at any size.

use crate::fact::Fact;
use crate::preset::{Method, Preset};
use crate::refused::Refused;
use crate::state::{Stage, State};

/// Things of which an event has a limited number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// All entries of an event.
    Entries,
    /// Entries of one stage.
    Playing,
    /// Meetings of an arena.
    Meetings,
    /// Penalties of one stage.
    Penalties,
    /// Announcements of an event.
    Announcements,
}

/// Penalties per stage.
pub const MOST_PENALTIES: usize = 500;

/// The most standing points that one penalty takes.
pub const MOST_PENALTY_POINTS: u16 = 1_000;

/// The most game points that one penalty takes.
pub const MOST_PENALTY_SCORE: u32 = 100_000;

/// Announcements per event.
pub const MOST_ANNOUNCEMENTS: usize = 500;

impl Preset {
    /// The largest number of entries: the number that its first stage can pair.
    pub fn most_entries(&self) -> usize {
        let first = self.stages.first();
        first.map_or(0, |stage| stage.pairing.traits().most_entries)
    }
}

/// Refuses a new fact that would exceed a limit.
pub(crate) fn check(state: &State, fact: &Fact) -> Result<(), Refused> {
    if let Fact::Penalised { points, score, .. } = fact
        && (*points > MOST_PENALTY_POINTS || *score > MOST_PENALTY_SCORE)
    {
        return Err(Refused::LargePenalty);
    }
    let (had, most) = match fact.traits().bound {
        Some(Bound::Entries) => (state.entries.len(), state.preset.most_entries()),
        Some(Bound::Penalties) => {
            let had = state.running().map_or(0, |stage| stage.penalties.len());
            (had, MOST_PENALTIES)
        }
        Some(Bound::Announcements) => (state.announcements.len(), MOST_ANNOUNCEMENTS),
        // These are checked before a stage is opened or paired.
        Some(Bound::Playing | Bound::Meetings) | None => return Ok(()),
    };
    fact.traits()
        .bound
        .map_or(Ok(()), |of| below(of, had, most))
}

/// Refuses to open a stage too large to be paired.
pub(crate) fn opens(method: &Method, playing: usize) -> Result<(), Refused> {
    let most = method.traits().most_entries;
    below(Bound::Playing, playing.saturating_sub(1), most)
}

/// Refuses to pair a stage with too many entries, or an arena without free meeting numbers.
pub(crate) fn pairs(state: &State, stage: &Stage) -> Result<(), Refused> {
    let present = |id: &&_| state.is_present(**id);
    let playing = stage.order.iter().filter(present).count();
    opens(&stage.method, playing)?;
    if !stage.method.is_continuous() {
        return Ok(());
    }
    let rounds = stage.rounds.iter();
    let meetings: usize = rounds.map(|round| round.tables.len()).sum();
    let most = usize::from(u16::MAX) - stage.method.traits().most_entries;
    below(Bound::Meetings, meetings, most)
}

const fn below(of: Bound, had: usize, most: usize) -> Result<(), Refused> {
    match had < most {
        true => Ok(()),
        false => Err(Refused::TooMany { of, most }),
    }
}
