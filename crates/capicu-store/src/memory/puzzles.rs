//! Puzzles, in memory.

use std::collections::BTreeMap;
use std::future::ready;
use std::sync::atomic::Ordering;

use capicu_protocol::PlayerId;

use super::{Fault, Kept, Memory};
use crate::puzzles::{Answered, KeptPuzzle, MOST_PUZZLES, NewAnswer, PuzzleError, Puzzles, merged};
use crate::{Answer, Unavailable};

/// All puzzles, and all answers.
#[derive(Debug, Default)]
pub(super) struct Puzzled {
    given: BTreeMap<String, KeptPuzzle>,
    answers: BTreeMap<(PlayerId, String), Answered>,
}

impl Puzzled {
    /// Forgets what belongs to one id.
    pub(super) fn forget(&mut self, id: PlayerId) {
        self.given.retain(|_, puzzle| puzzle.giver != id);
        self.answers.retain(|(player, _), _| *player != id);
    }
}

impl Kept {
    fn give_puzzle(&mut self, puzzle: KeptPuzzle) -> Result<(), PuzzleError> {
        let Some((giver, true)) = self.people.meant(puzzle.giver) else {
            return Err(PuzzleError::Unknown);
        };
        let given = &mut self.puzzled.given;
        if given.contains_key(&puzzle.id) {
            return Err(PuzzleError::Taken);
        }
        let own = given.values().filter(|kept| kept.giver == giver);
        if own.count() >= MOST_PUZZLES {
            return Err(PuzzleError::Full);
        }
        given.insert(puzzle.id.clone(), KeptPuzzle { giver, ..puzzle });
        Ok(())
    }

    fn take_puzzle_back(&mut self, giver: PlayerId, id: &str) -> Result<(), PuzzleError> {
        let kept = self.puzzled.given.get(id);
        kept.filter(|kept| kept.giver == giver)
            .ok_or(PuzzleError::Unknown)?;
        self.puzzled.given.remove(id);
        Ok(())
    }

    fn note_answer(&mut self, answer: &NewAnswer) -> Result<(), PuzzleError> {
        let meant = self.people.meant(answer.player);
        let (player, _) = meant.ok_or(PuzzleError::Unknown)?;
        let key = (player, answer.puzzle.clone());
        let answers = &mut self.puzzled.answers;
        if let Some(after) = Answered::after(answers.get(&key), answer) {
            answers.insert(key, after);
        }
        Ok(())
    }
}

impl Memory {
    /// Writes unless it is to fail.
    fn write_puzzles(
        &self,
        write: impl FnOnce(&mut Kept) -> Result<(), PuzzleError>,
    ) -> Result<(), PuzzleError> {
        if self.closed.load(Ordering::Relaxed) {
            return Err(PuzzleError::Failed);
        }
        let mut kept = self.kept();
        let fault = kept.plan.pop_front().unwrap_or(Fault::None);
        kept.failing = fault != Fault::None;
        if fault == Fault::Before {
            return Err(PuzzleError::Failed);
        }
        let done = write(&mut kept);
        match fault {
            Fault::After => Err(PuzzleError::Failed),
            _ => done,
        }
    }
}

impl Puzzles for Memory {
    fn give_puzzle(&self, puzzle: KeptPuzzle) -> Answer<'_, Result<(), PuzzleError>> {
        Box::pin(ready(self.write_puzzles(|kept| kept.give_puzzle(puzzle))))
    }

    fn take_puzzle_back(
        &self,
        giver: PlayerId,
        puzzle: String,
    ) -> Answer<'_, Result<(), PuzzleError>> {
        let done = self.write_puzzles(|kept| kept.take_puzzle_back(giver, &puzzle));
        Box::pin(ready(done))
    }

    fn puzzle(&self, puzzle: String) -> Answer<'_, Result<Option<KeptPuzzle>, Unavailable>> {
        Box::pin(ready(
            self.known(|kept| kept.puzzled.given.get(&puzzle).cloned()),
        ))
    }

    fn puzzles_before(
        &self,
        moment: u64,
    ) -> Answer<'_, Result<Vec<(String, String)>, Unavailable>> {
        let found = self.known(|kept| {
            let given = kept.puzzled.given.values();
            let before = given.filter(|puzzle| puzzle.given_at < moment);
            before
                .map(|puzzle| (puzzle.id.clone(), puzzle.game.clone()))
                .collect()
        });
        Box::pin(ready(found))
    }

    fn puzzles_of(&self, giver: PlayerId) -> Answer<'_, Result<Vec<KeptPuzzle>, Unavailable>> {
        let found = self.known(|kept| {
            let given = kept.puzzled.given.values();
            let own = given.filter(|puzzle| puzzle.giver == giver);
            let mut own: Vec<KeptPuzzle> = own.cloned().collect();
            own.sort_by(|a, b| (b.given_at, &a.id).cmp(&(a.given_at, &b.id)));
            own
        });
        Box::pin(ready(found))
    }

    fn note_answer(&self, answer: NewAnswer) -> Answer<'_, Result<(), PuzzleError>> {
        Box::pin(ready(self.write_puzzles(|kept| kept.note_answer(&answer))))
    }

    fn answers(&self, player: PlayerId) -> Answer<'_, Result<Vec<Answered>, Unavailable>> {
        let found = self.known(|kept| {
            let ids = kept.people.ids(player);
            let all = kept.puzzled.answers.iter();
            let own = all.filter(|((player, _), _)| ids.contains(player));
            merged(own.map(|(_, answered)| answered.clone()).collect())
        });
        Box::pin(ready(found))
    }
}
