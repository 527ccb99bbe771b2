//! A match replayed from its journal.

use capicu::Table;

use super::{FoldError, State};
use crate::{Entry, Fact, Setup};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub facts: Vec<capicu::Fact>,
    pub began: Began,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Began {
    /// As the first match at its table does.
    Anew,
    /// The lead carries over from the previous match at the table.
    GoesOn,
}

impl State {
    /// Replays the last match of a journal; `None` if none began, or if it cannot continue by today's rules. Takes as
    /// long as [`State::fold`]. Fails if the facts do not form a table.
    pub fn last_match(setup: Setup, entries: &[Entry]) -> Result<Option<Played>, FoldError> {
        let (mut state, mut played) = (Self::new(setup)?, None);
        for entry in entries {
            let fact = state.of_the_round(&entry.fact);
            state.refold(entry)?;
            match (&entry.fact, &mut played) {
                (Fact::MatchBegan { .. } | Fact::Reseated { .. }, _) => {
                    let is_new = state.table() == Some(&Table::new(*state.rules()));
                    played = Some(Played {
                        facts: Vec::new(),
                        began: if is_new { Began::Anew } else { Began::GoesOn },
                    });
                }
                (_, Some(played)) => played.facts.extend(fact),
                _ => {}
            }
        }
        let is_stopped = state.game.is_some_and(|game| game.stopped.is_some());
        Ok(played.filter(|_| !is_stopped))
    }
}
