//! Errors as Python exceptions, and arguments from Python.

use capicu::fair::Seed;
use capicu::{Action, Actions, IllegalAction, Pile, Rules, Seat, Side, Tile, TileSet};
use capicu_i18n::{Lang, Texts};
use capicu_record::RecordError;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::errors;

/// The texts of errors.
pub const TEXTS: Texts = Texts::new(Lang::En);

pub fn value_error(why: impl ToString) -> PyErr {
    PyValueError::new_err(why.to_string())
}

pub fn illegal(py: Python<'_>, action: Action, why: IllegalAction, legal: &Actions) -> PyErr {
    let legal: Vec<String> = legal.iter().map(Action::to_string).collect();
    let error = errors::IllegalAction::new_err(format!(
        "`{action}`: {}; legal: {}",
        TEXTS.not_legal(why),
        legal.join(", ")
    ));
    match error.value(py).setattr("legal", legal) {
        Ok(()) => error,
        Err(failed) => failed,
    }
}

pub fn record_error(py: Python<'_>, error: &RecordError) -> PyErr {
    let fault = errors::RecordError::new_err(error.told(TEXTS));
    let value = fault.value(py);
    let set = value
        .setattr("line", error.place.line)
        .and_then(|()| value.setattr("column", error.place.column));
    match set {
        Ok(()) => fault,
        Err(failed) => failed,
    }
}

pub fn record_fault(py: Python<'_>, why: impl ToString) -> PyErr {
    let fault = errors::RecordError::new_err(why.to_string());
    let value = fault.value(py);
    let set = value
        .setattr("line", py.None())
        .and_then(|()| value.setattr("column", py.None()));
    match set {
        Ok(()) => fault,
        Err(failed) => failed,
    }
}

pub fn action(text: &str) -> PyResult<Action> {
    text.parse().map_err(|_| {
        value_error(format_args!(
            "`{text}` is not an action; write 6-6, 6-4@6-6 (the second tile is on the table), draw, pass or hand-over"
        ))
    })
}

pub fn tile(text: &str) -> PyResult<Tile> {
    text.parse()
        .map_err(|_| value_error(format_args!("`{text}` is not a tile; write 6-4")))
}

pub fn tile_set(texts: &[String]) -> PyResult<TileSet> {
    texts.iter().map(|text| tile(text)).collect()
}

pub fn pile(texts: &[String]) -> PyResult<Pile> {
    let mut pile = Pile::new();
    for text in texts {
        let tile = tile(text)?;
        pile.try_push(tile)
            .map_err(|_| value_error("boneyard: more tiles than any set has"))?;
    }
    Ok(pile)
}

pub fn names(tiles: impl IntoIterator<Item = Tile>) -> Vec<String> {
    tiles.into_iter().map(|tile| tile.to_string()).collect()
}

/// A seat or side number from Python, before its check.
pub type Number = i64;

pub fn seat(number: Number, rules: &Rules) -> PyResult<Seat> {
    let seat = u8::try_from(number).ok().and_then(Seat::new);
    seat.filter(|seat| seat.index() < usize::from(rules.n_seats()))
        .ok_or_else(|| {
            value_error(format_args!(
                "seat {number}: seats are 0 to {}",
                rules.n_seats() - 1
            ))
        })
}

pub fn side(number: Number, rules: &Rules) -> PyResult<Side> {
    let side = u8::try_from(number).ok().and_then(Side::new);
    side.filter(|side| side.index() < usize::from(rules.n_sides()))
        .ok_or_else(|| {
            value_error(format_args!(
                "side {number}: sides are 0 to {}",
                rules.n_sides() - 1
            ))
        })
}

/// A seed as a caller wrote it.
#[derive(Clone, Debug, PartialEq, Eq, IntoPyObject)]
pub enum GivenSeed {
    Number(u64),
    /// The 64 hexadecimal digits of a published seed.
    Digits(String),
}

impl GivenSeed {
    const REFUSED: &str = "seed: write a number from 0 to below 2**64, or 64 hexadecimal digits";

    pub fn seed(&self) -> PyResult<Seed> {
        match self {
            Self::Number(number) => Ok(Seed::from_number(*number)),
            Self::Digits(text) => text.parse().map_err(|_| value_error(Self::REFUSED)),
        }
    }
}

impl FromPyObject<'_, '_> for GivenSeed {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.extract::<String>() {
            return Ok(Self::Digits(text));
        }
        if given.is_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err(Self::REFUSED));
        }
        given.extract().map(Self::Number).map_err(|error| {
            match error.is_instance_of::<PyTypeError>(given.py()) {
                true => PyTypeError::new_err(Self::REFUSED),
                false => value_error(Self::REFUSED),
            }
        })
    }
}
