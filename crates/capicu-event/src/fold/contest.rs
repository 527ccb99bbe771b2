//! Facts about contested results.

use super::text;
use crate::id::EntryId;
use crate::refused::Refused;
use crate::state::{Contest, Round, State, Table};

impl State {
    /// The round of a stage, both from 1, and the index of the meeting in it, from 0.
    fn round_mut(
        &mut self,
        [stage, round, meeting]: [u16; 3],
    ) -> Result<(&mut Round, usize), Refused> {
        let index = |number: u16| usize::from(number).wrapping_sub(1);
        let stage = self.stages.get_mut(index(stage)).ok_or(Refused::NoStage)?;
        let found = stage.rounds.get_mut(index(round));
        let found = found.ok_or(Refused::NoRound(round))?;
        match index(meeting) < found.tables.len() {
            true => Ok((found, index(meeting))),
            false => Err(Refused::NoMeeting(meeting)),
        }
    }

    pub(super) fn contested(
        &mut self,
        place: [u16; 3],
        by: EntryId,
        reason: &str,
    ) -> Result<(), Refused> {
        text(reason)?;
        let (round, at) = self.round_mut(place)?;
        let meeting = place[2];
        if round.pairing.meetings[at].side_of(by).is_none() {
            let entry = by;
            return Err(Refused::NotThere { meeting, entry });
        }
        if !matches!(round.tables[at], Table::Settled(_)) {
            return Err(Refused::Unsettled(meeting));
        }
        if round.contests.contains_key(&at) {
            return Err(Refused::NoChange);
        }
        let reason = reason.to_owned();
        round.contests.insert(at, Contest { by, reason });
        Ok(())
    }

    pub(super) fn contest_rejected(
        &mut self,
        place: [u16; 3],
        reason: &str,
    ) -> Result<(), Refused> {
        text(reason)?;
        let (round, at) = self.round_mut(place)?;
        let contest = round.contests.remove(&at);
        contest.map(|_| ()).ok_or(Refused::NoChange)
    }

    /// Ends a contest after a correction.
    pub(super) fn contest_over(&mut self, place: [u16; 3]) {
        if let Ok((round, at)) = self.round_mut(place) {
            round.contests.remove(&at);
        }
    }

    /// The first meeting with a contested result.
    pub(super) fn first_contest(&self) -> Option<u16> {
        let mut rounds = self.stages.iter().flat_map(|stage| &stage.rounds);
        rounds.find_map(|round| round.contests.keys().next().map(|at| *at as u16 + 1))
    }
}
