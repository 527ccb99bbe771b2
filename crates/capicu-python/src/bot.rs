//! The bots by name, and their judgment of actions.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use capicu_ai::{Belief, Budget, Reader};
use capicu_arena::{Entrant, Thinking};
use chacha20::ChaCha8Rng;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rand_core::SeedableRng as _;

use crate::fault::value_error;
use crate::named;
use crate::view::PyView;

/// A bot by its name, as on the command line: "counter", "level:4", "reader@20000" (nodes), "reader@5ms".
///
/// Choices with milliseconds differ every time; all others repeat with the same seed and number of choices before.
#[pyclass(frozen, module = "capicu", name = "Bot")]
pub struct PyBot {
    pub entrant: Entrant,
    seed: u64,
    /// The number of choices so far: each has randomness of its own.
    choices: AtomicU64,
}

/// Reads the name of a bot; programs are for the command line only.
pub fn entrant(name: &str) -> PyResult<Entrant> {
    if name.starts_with("cmd:") {
        return Err(value_error(
            "bot: programs play by `capicu arena`; pass a function instead",
        ));
    }
    Entrant::read(name, Thinking::Usual, Duration::ZERO).map_err(value_error)
}

#[pymethods]
impl PyBot {
    #[new]
    #[pyo3(signature = (name, seed = 0, choices = 0))]
    fn new(name: &str, seed: u64, choices: u64) -> PyResult<Self> {
        Ok(Self {
            entrant: entrant(name)?,
            seed,
            choices: AtomicU64::new(choices),
        })
    }

    /// The names of all bots, the weakest first.
    #[staticmethod]
    fn names() -> Vec<String> {
        Entrant::names().collect()
    }

    #[getter]
    fn name(&self) -> &str {
        self.entrant.name()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of choices that the bot has made.
    #[getter]
    fn choices(&self) -> u64 {
        self.choices.load(Ordering::Relaxed)
    }

    /// Chooses an action for the seat of a view.
    ///
    /// ValueError if it is not this seat's turn.
    fn choose(&self, py: Python<'_>, view: &PyView) -> PyResult<String> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(self.choices.fetch_add(1, Ordering::Relaxed));
        let view = &view.seen.view;
        let chosen = py.detach(|| self.entrant.bot()?.choose(view, &mut rng));
        let not_now = || value_error(format_args!("it is not the turn of seat {}", view.seat()));
        Ok(chosen.ok_or_else(not_now)?.to_string())
    }

    fn __call__(&self, py: Python<'_>, view: &PyView) -> PyResult<String> {
        self.choose(py, view)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>().map(Bound::get);
        other.is_ok_and(|other| {
            (other.name(), other.seed, other.choices()) == (self.name(), self.seed, self.choices())
        })
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __repr__(&self) -> String {
        let (name, seed, choices) = (self.name(), self.seed, self.choices());
        match choices {
            0 => format!("Bot({name:?}, seed={seed})"),
            _ => format!("Bot({name:?}, seed={seed}, choices={choices})"),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let fields = (self.name(), self.seed, self.choices());
        (py.get_type::<Self>(), fields).into_pyobject(py)
    }

    fn __copy__(&self) -> PyResult<Self> {
        Self::new(self.name(), self.seed, self.choices())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__()
    }
}

/// Judges each action of the seat of a view, its choice first: the strongest bot with this number of nodes.
///
/// `worth` is the chance to win the match, `share` the value as a chance to win the round; both are from 0 to 1.
#[pyfunction]
#[pyo3(signature = (view, nodes = 50_000, seed = 0))]
pub fn judge<'py>(
    py: Python<'py>,
    view: &PyView,
    nodes: u64,
    seed: u64,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let judged = py.detach(|| {
        let reader = Reader::new(Budget::Nodes(nodes), Belief::Play);
        reader.judge(&view.seen.view, &mut ChaCha8Rng::seed_from_u64(seed))
    });
    let each = judged.iter().map(|one| {
        let fields = (
            one.action.to_string(),
            one.worth,
            one.share,
            one.rounds,
            one.odds,
        );
        named::make(py, "Judged", fields)
    });
    each.collect()
}
