//! Contests between bots and functions of Python over pairs of the same deals.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use capicu::{Action, TableView, View, VisibleEvent};
use capicu_ai::Level;
use capicu_arena::{
    Contest, Ending, Entrant, Estimate, Fault, Length, Play, Player, Sprt, Tally, Verdict,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::bot::{PyBot, entrant};
use crate::fault::{self, illegal, value_error};
use crate::named;
use crate::play::{Happened, Seen};
use crate::rules::PyRules;
use crate::view::PyView;

/// Halts a contest, and the exception that did so.
#[derive(Default)]
pub struct Halt {
    is_set: AtomicBool,
    why: Mutex<Option<PyErr>>,
}

impl Halt {
    fn set(&self, why: PyErr) {
        let mut first = self.why.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(why);
        self.is_set.store(true, Ordering::Relaxed);
    }

    pub const fn flag(&self) -> &AtomicBool {
        &self.is_set
    }

    pub fn take(&self) -> Option<PyErr> {
        let mut why = self.why.lock().unwrap_or_else(PoisonError::into_inner);
        why.take()
    }
}

/// A function of Python in a seat. Its first exception halts the contest.
struct Function {
    policy: Arc<Py<PyAny>>,
    halt: Arc<Halt>,
    game: String,
    table: TableView,
    seen: Option<Seen>,
}

impl Function {
    fn ask(&self, py: Python<'_>, view: &View) -> PyResult<Action> {
        let seen = self.seen.clone();
        let seen = PyView {
            game: self.game.clone(),
            seen: seen.ok_or_else(|| value_error("no round has been dealt"))?,
        };
        let answer = self.policy.call1(py, (seen,))?;
        let text: String = answer.extract(py).map_err(|_| {
            let kind = answer.bind(py).get_type();
            let kind = kind
                .name()
                .map_or_else(|_| "?".to_owned(), |name| name.to_string());
            PyTypeError::new_err(format!(
                "the policy answered with {kind}; return an action of `view.legal_actions()`"
            ))
        })?;
        let action = fault::action(&text)?;
        let legal = view.check(action);
        legal.map_err(|why| illegal(py, action, why, &view.legal_actions()))?;
        Ok(action)
    }
}

impl Player for Function {
    fn begin(&mut self, _seed: [u8; 32], _stop: &dyn Fn() -> bool) -> Result<(), Fault> {
        self.table = TableView::new(*self.table.rules(), self.table.viewer());
        self.seen = None;
        Ok(())
    }

    fn observe(&mut self, event: &VisibleEvent) {
        self.table.observe(event);
        let what = match event {
            VisibleEvent::Dealt { .. } => {
                self.seen = self.table.round().cloned().map(Seen::new);
                return;
            }
            VisibleEvent::Done(step) => Happened::Moved(step.clone()),
            VisibleEvent::Called {
                seat, call, awards, ..
            } => Happened::Called(*seat, *call, awards.clone()),
            VisibleEvent::Unsettled { seat } => Happened::Unsettled(*seat),
            _ => return,
        };
        if let Some(seen) = &mut self.seen {
            seen.note(what);
        }
    }

    fn act(&mut self, view: &View, _stop: &dyn Fn() -> bool) -> Result<Action, Fault> {
        Python::attach(|py| {
            self.ask(py, view).map_err(|why| {
                self.halt.set(why);
                Fault::Idle
            })
        })
    }
}

/// A player as the caller gave it: the name of a bot, a bot, or a function.
pub fn player(given: &Bound<'_, PyAny>, which: &str, halt: &Arc<Halt>) -> PyResult<Entrant> {
    if let Ok(name) = given.extract::<String>() {
        return entrant(&name);
    }
    if let Ok(bot) = given.cast::<PyBot>() {
        return Ok(bot.get().entrant.clone());
    }
    if !given.is_callable() {
        return Err(PyTypeError::new_err(format!(
            "{which}: write the name of a bot, or a function from a view to an action"
        )));
    }
    let name = given.getattr("__name__").and_then(|name| name.extract());
    let name = name.unwrap_or_else(|_| "function".to_owned());
    let halt = halt.clone();
    let policy = Arc::new(given.clone().unbind());
    Ok(Entrant::made(name, move |seat, game, rules| {
        Box::new(Function {
            policy: policy.clone(),
            halt: halt.clone(),
            game: game.to_owned(),
            table: TableView::new(*rules, seat),
            seen: None,
        })
    }))
}

/// The most pairs of one call.
const MOST: u32 = 100_000_000;

/// Plays pairs of games over the same deals, with the seats exchanged, and estimates the strength of `a` over `b`.
///
/// A player is the name of a bot, a `Bot`, or a function from a `View` to an action. With more than two sides they
/// alternate around the table until each has had every seat. `play` is "rounds", opened like the first of a match, or
/// "matches". `sprt=(0, 10)` are two strengths in normalized Elo: the contest ends as soon as a test accepts one of them.
/// Each finding is wrong with probability `error`, and `pairs` is the maximum. The same seed gives the same games for any
/// number of `threads`, if the functions repeat theirs; functions run one at a time.
///
/// Returns a `Tally`. An exception of a function ends the contest and is raised; so is IllegalAction for its answer.
#[pyfunction]
#[pyo3(signature = (a, b, rules, pairs = 500, *, play = "rounds", seed = 0, threads = 1, sprt = None, error = 0.05))]
#[allow(clippy::too_many_arguments)]
pub fn arena<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    rules: &PyRules,
    pairs: u32,
    play: &str,
    seed: u64,
    threads: usize,
    sprt: Option<(f64, f64)>,
    error: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let halt = Arc::new(Halt::default());
    let players = [player(a, "a", &halt)?, player(b, "b", &halt)?];
    if !(1..=MOST).contains(&pairs) {
        return Err(value_error(format_args!(
            "pairs: write a number from 1 to {MOST}"
        )));
    }
    if !(1..=1024).contains(&threads) {
        return Err(value_error("threads: write a number from 1 to 1024"));
    }
    if !(error > 0.0 && error < 0.5) {
        return Err(value_error("error: write a probability between 0 and 0.5"));
    }
    let length = match sprt {
        None => Length::Pairs(pairs),
        Some((elo0, elo1)) if elo0.is_finite() && elo1.is_finite() && elo0 < elo1 => {
            let (alpha, beta) = (error, error);
            Length::Sequential(
                Sprt {
                    elo0,
                    elo1,
                    alpha,
                    beta,
                },
                pairs,
            )
        }
        Some(_) => {
            return Err(value_error(
                "sprt: write two strengths in Elo, the smaller first, such as (0, 10)",
            ));
        }
    };
    let contest = Contest {
        game: rules.game.clone(),
        rules: rules.rules,
        play: match play {
            "rounds" => Play::Rounds,
            "matches" => Play::Matches,
            _ => {
                return Err(value_error(format_args!(
                    "play `{play}`: write rounds or matches"
                )));
            }
        },
        length,
        seed,
        threads,
    };
    let played = py.detach(|| {
        contest.run([&players[0], &players[1]], &halt.is_set, |_| {
            if let Err(signal) = Python::attach(|py| py.check_signals()) {
                halt.set(signal);
            }
        })
    });
    if let Some(why) = halt.take() {
        return Err(why);
    }
    let (tally, ending) = played.map_err(value_error)?;
    let sprt = match contest.length {
        Length::Sequential(sprt, _) => Some(sprt.log_ratio(tally.counts())),
        Length::Pairs(_) => None,
    };
    let found = match ending {
        Ending::Found(Verdict::Weaker) => Some("elo0"),
        Ending::Found(Verdict::Stronger) => Some("elo1"),
        Ending::Played | Ending::Stopped => None,
    };
    let names = (players[0].name(), players[1].name());
    tallied(py, names, &tally, sprt, found)
}

pub fn estimate(py: Python<'_>, of: Estimate) -> PyResult<Bound<'_, PyAny>> {
    named::make(py, "Estimate", (of.mean, <(f64, f64)>::from(of.ci95)))
}

/// The named tuple of a tally, with the log ratio of a sequential test and its finding.
pub fn tallied<'py>(
    py: Python<'py>,
    names: (&str, &str),
    tally: &Tally,
    log_ratio: Option<f64>,
    found: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let margin = tally.margin();
    let fields = (
        names,
        tally.pairs(),
        tally.games,
        tally.decided,
        estimate(py, tally.score())?,
        estimate(py, tally.elo())?,
        margin.map(|margin| estimate(py, margin)).transpose()?,
        tally.counts().to_vec(),
        log_ratio,
        found,
    );
    named::make(py, "Tally", fields)
}

/// The levels of bots, the weakest first: each notices more than the one below it, or thinks longer.
///
/// Their names stay when levels are added; their numbers may change.
#[pyfunction]
pub fn levels(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let level = |level: Level| {
        let bot = format!("level:{level}");
        named::make(py, "Level", (bot, level.name(), level.nodes()))
    };
    Level::ALL.into_iter().map(level).collect()
}
