//! A match as it was played.

use capicu::Table;

use super::{FoldError, State};
use crate::{Entry, Fact, Setup};

/// The last match of a table's journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What happened in it, tiles and all, from its beginning.
    pub facts: Vec<capicu::Fact>,
    /// How it began.
    pub began: Began,
}

/// How a match began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Began {
    /// As the first at its table does.
    Anew,
    /// With the set, as the match before it at the table left it.
    GoesOn,
}

impl State {
    /// The last match of a journal, as it was played; `None` if none began, or if it cannot go on by today's
    /// rules. Takes as long as [`State::fold`].
    ///
    /// # Errors
    ///
    /// If the facts are not those of a table.
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
