//! The named tuples of `capicu._types`, filled in.

use capicu::{Action, Award, Ended, Move, Outcome, Rules, Seat, Side};
use capicu_record::record::reason_word;
use pyo3::IntoPyObject;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::fault::names;

/// Makes a named tuple of this class.
pub fn make<'py, T>(py: Python<'py>, class: &str, fields: T) -> PyResult<Bound<'py, PyAny>>
where
    T: IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>>,
{
    let fields = fields.into_pyobject(py).map_err(Into::into)?;
    py.import("capicu._types")?.getattr(class)?.call1(fields)
}

pub fn award<'py>(py: Python<'py>, award: &Award) -> PyResult<Bound<'py, PyAny>> {
    let Award { side, why, .. } = award;
    make(
        py,
        "Award",
        (side.index(), award.signed(), reason_word(*why)),
    )
}

pub fn awards<'a, 'py>(
    py: Python<'py>,
    awards: impl IntoIterator<Item = &'a Award>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    awards.into_iter().map(|one| award(py, one)).collect()
}

pub fn mv<'py>(py: Python<'py>, mv: &Move) -> PyResult<Bound<'py, PyAny>> {
    let Move {
        seat,
        action,
        drawn,
        shown,
    } = mv;
    make(
        py,
        "Move",
        (
            seat.index(),
            action.to_string(),
            drawn.map(|tile| tile.to_string()),
            *shown,
        ),
    )
}

/// The word for an end, and the seat or side that it names.
pub const fn ended(ended: Ended) -> (&'static str, Option<usize>) {
    match ended {
        Ended::Out(seat) => ("out", Some(seat.index())),
        Ended::Blocked(Some(seat)) => ("blocked", Some(seat.index())),
        Ended::Blocked(None) => ("blocked", None),
        Ended::Target(side) => ("target", Some(side.index())),
        Ended::Void => ("void", None),
        Ended::Doubles(seat) => ("doubles", Some(seat.index())),
        Ended::Foul(seat) => ("foul", Some(seat.index())),
    }
}

/// The end of this word; the inverse of [`ended`].
pub fn end_of(word: &str, number: Option<u8>) -> Option<Ended> {
    let seat = number.and_then(Seat::new);
    Some(match word {
        "out" => Ended::Out(seat?),
        "blocked" => Ended::Blocked(seat),
        "target" => Ended::Target(number.and_then(Side::new)?),
        "void" => Ended::Void,
        "doubles" => Ended::Doubles(seat?),
        "foul" => Ended::Foul(seat?),
        _ => return None,
    })
}

pub fn outcome<'py>(
    py: Python<'py>,
    outcome: &Outcome,
    rules: &Rules,
) -> PyResult<Bound<'py, PyAny>> {
    let hands: Vec<Vec<String>> = outcome.hands.iter().map(|hand| names(*hand)).collect();
    make(
        py,
        "Outcome",
        (
            ended(outcome.ended).0,
            outcome.winner.map(Seat::index),
            outcome.side(rules).map(Side::index),
            outcome.counts.as_slice().to_vec(),
            awards(py, &outcome.awards)?,
            hands,
        ),
    )
}

pub fn texts(actions: impl IntoIterator<Item = Action>) -> Vec<String> {
    let actions = actions.into_iter();
    actions.map(|action| action.to_string()).collect()
}
