//! Records of matches.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use capicu_record::Record;
use capicu_record::json::RecordJson;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::Value;

use crate::fault::{record_error, record_fault, value_error};
use crate::rules::{PyRules, from_json};

/// A match as it was played (docs/record-format.md). str() is its text; values compare and hash by it.
#[pyclass(frozen, module = "capicu", name = "Record")]
#[derive(Clone)]
pub struct PyRecord {
    pub record: Record,
}

#[pymethods]
impl PyRecord {
    /// Reads a record from its text or its JSON.
    ///
    /// RecordError has the line and column of the first error.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Self> {
        if text.trim_start().starts_with('{') {
            let twin: RecordJson =
                serde_json::from_str(text).map_err(|why| record_fault(py, why))?;
            let record = Record::try_from(&twin).map_err(|why| record_fault(py, why))?;
            return Ok(Self { record });
        }
        let read = Record::parse(text);
        let (record, _) = read.map_err(|error| record_error(py, &error))?;
        Ok(Self { record })
    }

    /// Converts the history of a round of OpenSpiel's python_block_dominoes or python_team_dominoes: its actions as text,
    /// with the deals where they are given.
    ///
    /// RecordError names the number of the first wrong action.
    #[staticmethod]
    fn from_openspiel(py: Python<'_>, text: &str) -> PyResult<Self> {
        let record = capicu_record::foreign::from_openspiel(text);
        let record = record.map_err(|why| record_fault(py, why))?;
        Ok(Self { record })
    }

    /// Writes the round as a history that OpenSpiel's python_block_dominoes (2 players) or python_team_dominoes (4
    /// players) replays: a line for each dealt tile, then for each tile laid. Player 0 is the seat that opens.
    ///
    /// ValueError if the record is not one round of double-six on a line, without drawing and with all hands known.
    fn to_openspiel(&self) -> PyResult<String> {
        capicu_record::foreign::to_openspiel(&self.record).map_err(value_error)
    }

    #[getter]
    fn rules(&self) -> PyRules {
        let game = self.record.game.as_ref();
        PyRules {
            game: game.map_or_else(|| "rules".to_owned(), |game| game.as_str().to_owned()),
            rules: self.record.rules,
        }
    }

    /// The number of rounds.
    fn __len__(&self) -> usize {
        self.record.rounds().count()
    }

    /// The record as JSON values (docs/schema/record.schema.json).
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let value = serde_json::to_value(RecordJson::from(&self.record)).map_err(value_error)?;
        from_json(py, &value)
    }

    /// The findings of the referee: points and scores of each round, and the first error in `error`. The same values as
    /// `capicu replay --json`. With `strict`, missing tiles are errors.
    #[pyo3(signature = (strict = false))]
    fn replay<'py>(&self, py: Python<'py>, strict: bool) -> PyResult<Bound<'py, PyAny>> {
        let text = self.record.to_string();
        let found = py.detach(|| capicu_engine::replay(&text, strict));
        from_json(py, &found.map_err(|why| record_fault(py, why))?)
    }

    fn __str__(&self) -> String {
        self.record.to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| other.get().record == self.record)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.record.to_string().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        // A JSON string of a record is also a Python string.
        format!("Record.parse({})", Value::from(self.record.to_string()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parse = py.get_type::<Self>().getattr("parse")?;
        (parse, (self.record.to_string(),)).into_pyobject(py)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}
