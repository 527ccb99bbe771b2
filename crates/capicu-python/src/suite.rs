//! The suite v1 for players of Python.

use std::sync::Arc;

use capicu_arena::suite::{self, Endings};
use pyo3::prelude::*;

use crate::arena::{Halt, estimate, player, tallied};
use crate::fault::value_error;
use crate::named;

/// Measures a player by the suite v1: contests with fixed deals and opponents, and fixed endings (docs/suite.md).
///
/// `player` is one of `arena`. Returns a `Suite`. With `positions`, it has no contests and takes seconds.
/// An exception of a function is raised.
#[pyfunction(name = "suite")]
#[pyo3(signature = (player, positions = false, threads = 1))]
pub fn measure<'py>(
    py: Python<'py>,
    player: &Bound<'py, PyAny>,
    positions: bool,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    if !(1..=1024).contains(&threads) {
        return Err(value_error("threads: write a number from 1 to 1024"));
    }
    let halt = Arc::new(Halt::default());
    let entrant = self::player(player, "player", &halt)?;
    let mut contests = Vec::new();
    let meetings = match positions {
        true => Vec::new(),
        false => suite::meetings(threads),
    };
    for meeting in meetings {
        let tally = py.detach(|| suite::meet(&meeting, &entrant, halt.flag()));
        py.check_signals()?;
        let tally = tally.map_err(|error| halt.take().unwrap_or_else(|| value_error(error)))?;
        let names = (entrant.name(), meeting.opponent);
        let tally = tallied(py, names, &tally, None, None)?;
        contests.push((meeting.contest.game, tally));
    }
    let endings = py.detach(|| suite::endings(&entrant, halt.flag()));
    let endings = endings.map_err(|error| halt.take().unwrap_or_else(|| value_error(error)))?;
    let Endings {
        positions,
        best,
        lost,
        faults,
    } = endings;
    let endings = named::make(
        py,
        "Endings",
        (positions, best, estimate(py, lost)?, faults),
    )?;
    let fields = (suite::VERSION, suite::DIGEST, contests, endings);
    named::make(py, "Suite", fields)
}
