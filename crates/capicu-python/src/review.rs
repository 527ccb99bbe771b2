//! Reviews of matches.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use capicu::Seat;
use capicu_analysis::{NODES, Plan, Played, json, page, text};
use capicu_i18n::{Lang, Texts};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::fault::{self, Number, TEXTS, value_error};
use crate::record::PyRecord;

/// The review of a match: the cost of each choice by what its seat could know, and the luck (docs/analysis.md).
///
/// Two values are equal if record, nodes, seat and results are. The repr reviews the match again.
#[pyclass(frozen, module = "capicu", name = "Analysis")]
pub struct PyAnalysis {
    record: PyRecord,
    nodes: u64,
    seat: usize,
    json: String,
    pages: Vec<Page>,
}

/// The review in one language.
#[derive(Clone, PartialEq, Eq, FromPyObject, IntoPyObject)]
struct Page {
    #[pyo3(item)]
    language: String,
    #[pyo3(item)]
    text: String,
    #[pyo3(item)]
    html: String,
}

impl PyAnalysis {
    fn page(&self, language: &str) -> PyResult<&Page> {
        let found = self.pages.iter().find(|page| page.language == language);
        found.ok_or_else(|| value_error(format_args!("language `{language}`: write en, es or fr")))
    }
}

#[pymethods]
impl PyAnalysis {
    /// Reads a pickle.
    #[staticmethod]
    fn _restore(
        record: &PyRecord,
        nodes: u64,
        seat: Number,
        json: String,
        pages: Vec<Page>,
    ) -> PyResult<Self> {
        let seat = fault::seat(seat, &record.record.rules)?.index();
        Ok(Self {
            record: record.clone(),
            nodes,
            seat,
            json,
            pages,
        })
    }

    #[getter]
    fn record(&self) -> PyRecord {
        self.record.clone()
    }

    /// The effort per choice.
    #[getter]
    fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The seat for whose side the match was reviewed.
    #[getter]
    fn seat(&self) -> usize {
        self.seat
    }

    /// The review as JSON values: those of `capicu analyze --json`.
    fn to_json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (&self.json,))
    }

    /// A page without scripts, in "en", "es" or "fr".
    #[pyo3(signature = (language = "en"))]
    fn to_html(&self, language: &str) -> PyResult<&str> {
        Ok(&self.page(language)?.html)
    }

    /// The review as plain text, in "en", "es" or "fr".
    #[pyo3(signature = (language = "en"))]
    fn text(&self, language: &str) -> PyResult<&str> {
        Ok(&self.page(language)?.text)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>().map(Bound::get);
        other.is_ok_and(|other| {
            (self.nodes, self.seat) == (other.nodes, other.seat)
                && self.record.record == other.record.record
                && self.json == other.json
                && self.pages == other.pages
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.json.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let record = Py::new(py, self.record.clone())?;
        let record = record.bind(py).repr()?;
        Ok(format!(
            "analyze({record}, nodes={}, seat={})",
            self.nodes, self.seat
        ))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let fields = (
            self.record.clone(),
            self.nodes,
            self.seat,
            &self.json,
            self.pages.clone(),
        );
        (restore, fields).into_pyobject(py)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

/// Reviews a finished match for the side of a seat. The same record and nodes give the same answer on every machine.
///
/// `nodes` is the effort per choice. ValueError if the record breaks the rules or is too long.
#[pyfunction]
#[pyo3(signature = (record, nodes = NODES, seat = 0))]
pub fn analyze(
    py: Python<'_>,
    record: &PyRecord,
    nodes: u64,
    seat: Number,
) -> PyResult<PyAnalysis> {
    let seat: Seat = fault::seat(seat, &record.record.rules)?;
    if nodes == 0 {
        return Err(value_error("nodes: write a number from 1"));
    }
    py.detach(|| {
        let played = Played::of(&record.record, None);
        let played = played.map_err(|refusal| value_error(refusal.told(TEXTS)))?;
        let plan = Plan::new(&played, nodes, seat);
        let done: Vec<_> = (0..plan.len()).map(|job| plan.work(job)).collect();
        let analysis = plan.finish(done);
        let pages = Lang::ALL.iter().map(|lang| {
            let texts = Texts::new(*lang);
            Page {
                language: lang.tag().to_owned(),
                text: text(&analysis, texts),
                html: page(&analysis, texts),
            }
        });
        Ok(PyAnalysis {
            record: record.clone(),
            nodes,
            seat: seat.index(),
            pages: pages.collect(),
            json: json(&analysis).to_string(),
        })
    })
}
