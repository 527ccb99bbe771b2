//! Facts about the clock of the last round.

use crate::refused::Refused;
use crate::state::{Clock, State, Table};

/// The most minutes added at once.
const MOST_MINUTES: u16 = 600;

impl State {
    fn clock(&mut self) -> Result<&mut Clock, Refused> {
        let stage = self.running_mut().ok_or(Refused::NoStage)?;
        if stage.method.is_continuous() {
            return Err(Refused::NoRound(0));
        }
        let last = stage.rounds.last_mut().ok_or(Refused::NoRound(0))?;
        Ok(&mut last.clock)
    }

    /// Restarts the clock from zero if the director's desk has not touched it yet; otherwise resumes it.
    pub(super) fn clock_started(&mut self, at: u64) -> Result<(), Refused> {
        let clock = self.clock()?;
        if clock.by_desk && clock.since.is_some() {
            return Err(Refused::NoChange);
        }
        clock.by_desk = true;
        clock.since = Some(at);
        Ok(())
    }

    pub(super) fn clock_paused(&mut self, at: u64) -> Result<(), Refused> {
        let clock = self.clock()?;
        let since = clock.since.take().ok_or(Refused::NoChange)?;
        clock.before = clock.before.saturating_add(at.saturating_sub(since));
        clock.by_desk = true;
        Ok(())
    }

    pub(super) fn clock_extended(
        &mut self,
        meeting: Option<u16>,
        minutes: u16,
    ) -> Result<(), Refused> {
        if minutes == 0 || minutes > MOST_MINUTES {
            return Err(Refused::NoChange);
        }
        let Some(number) = meeting else {
            let clock = self.clock()?;
            clock.extra = clock.extra.saturating_add(minutes);
            return Ok(());
        };
        let at = usize::from(number).checked_sub(1);
        let at = at.ok_or(Refused::NoMeeting(number))?;
        let last = self.running().and_then(|stage| stage.rounds.last());
        let table = last.and_then(|round| round.tables.get(at));
        match table.ok_or(Refused::NoMeeting(number))? {
            Table::Settled(_) => return Err(Refused::Settled(number)),
            Table::Open | Table::Claimed(_) | Table::Disputed(_) => {}
        }
        let clock = self.clock()?;
        let extra = clock.tables.entry(number).or_default();
        *extra = extra.saturating_add(minutes);
        Ok(())
    }
}
