//! Matches with deals from a seed.

use capicu::fair::Seed;
use capicu::{Action, Award, Event, Fact, FactError, RoundResult, Seat, Table, Waiting};
use capicu_record::record::recorded;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::fault::{self, GivenSeed, Number, illegal, value_error};
use crate::named::{self, texts};
use crate::play::{Happened, Play};
use crate::record::PyRecord;
use crate::round::PyRound;
use crate::rules::PyRules;
use crate::view::PyView;

/// A match whose deals come from a seed. Deals and due calls happen between actions.
///
/// Two matches are equal if rules, seed and actions are. A match changes, so it has no hash.
#[pyclass(module = "capicu", name = "Match")]
#[derive(Clone)]
pub struct PyMatch {
    game: String,
    given: GivenSeed,
    seed: Seed,
    table: Table,
    facts: Vec<Fact>,
    play: Option<Play>,
    last: Option<RoundResult>,
}

impl PyMatch {
    /// Deals until a seat has to act, and makes the calls that are due. Returns the awards of calls.
    fn go_on(&mut self) -> PyResult<Vec<Award>> {
        let mut made = Vec::new();
        loop {
            let call = self.table.due_call();
            let call = call.map(|(seat, call)| Fact::Called { seat, call });
            let Some(fact) = call.or_else(|| self.seed.next(&self.table)) else {
                return Ok(made);
            };
            made.extend(self.apply(fact).map_err(value_error)?);
        }
    }

    fn apply(&mut self, fact: Fact) -> Result<Vec<Award>, FactError> {
        let events = self.table.apply(&fact)?;
        self.facts.push(fact);
        let mut made = Vec::new();
        for event in events {
            let happened = match event {
                Event::Dealt { .. } => {
                    self.play = self.table.round().cloned().map(Play::new);
                    continue;
                }
                Event::RoundOver(result) => {
                    self.last = Some(*result);
                    continue;
                }
                Event::Done(step) => {
                    made.extend(step.awards.iter());
                    Happened::Moved(step)
                }
                Event::Called {
                    seat, call, awards, ..
                } => {
                    made.extend(awards.iter());
                    Happened::Called(seat, call, awards)
                }
                Event::Unsettled { seat } => Happened::Unsettled(seat),
                Event::TurnedUp { .. }
                | Event::Redealt(_)
                | Event::Ruled(_)
                | Event::Withdrew(_) => continue,
            };
            if let Some(play) = &mut self.play {
                play.happened.push(happened);
            }
        }
        if let (Some(play), Some(round)) = (&mut self.play, self.table.round()) {
            play.round = round.clone();
        }
        Ok(made)
    }

    fn play_inside(&self) -> PyResult<&Play> {
        let play = self.play.as_ref();
        play.ok_or_else(|| value_error("no round has been dealt"))
    }

    fn actions(&self) -> impl Iterator<Item = Action> {
        self.facts.iter().filter_map(|fact| match fact {
            Fact::Acted(action) => Some(*action),
            _ => None,
        })
    }
}

#[pymethods]
impl PyMatch {
    #[new]
    #[pyo3(signature = (rules, seed = GivenSeed::Number(0), actions = Vec::new()))]
    fn new(
        py: Python<'_>,
        rules: &PyRules,
        seed: GivenSeed,
        actions: Vec<String>,
    ) -> PyResult<Self> {
        let mut made = Self {
            game: rules.game.clone(),
            seed: seed.seed()?,
            given: seed,
            table: Table::new(rules.rules),
            facts: Vec::new(),
            play: None,
            last: None,
        };
        made.go_on()?;
        for action in &actions {
            made.play(py, action)?;
        }
        Ok(made)
    }

    #[getter]
    fn rules(&self) -> PyRules {
        PyRules {
            game: self.game.clone(),
            rules: *self.table.game().rules(),
        }
    }

    #[getter]
    fn seed(&self) -> GivenSeed {
        self.given.clone()
    }

    /// The seat to act; None once the match is over.
    #[getter]
    fn to_act(&self) -> Option<usize> {
        match self.table.waiting() {
            Waiting::Act(seat) => Some(seat.index()),
            Waiting::TurnUp | Waiting::Deal | Waiting::Nothing => None,
        }
    }

    /// The scores by side, without points of the round in play.
    #[getter]
    fn scores(&self) -> Vec<u16> {
        self.table.game().standing().scores.as_slice().to_vec()
    }

    /// The number of finished rounds, without void ones.
    #[getter]
    fn rounds(&self) -> u16 {
        self.table.game().standing().round
    }

    /// The end of the match; None while it is in play.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let make = |result: &capicu::MatchResult| {
            let sides = |flags: &capicu::BySide<bool>| {
                let all = flags.entries().filter(|(_, is)| **is);
                all.map(|(side, _)| side.index()).collect::<Vec<_>>()
            };
            let fields = (
                result.winner.index(),
                sides(&result.losers),
                sides(&result.skunked),
            );
            named::make(py, "MatchResult", fields)
        };
        self.table.game().result().map(make).transpose()
    }

    /// The end of the last finished round; None before.
    #[getter]
    fn last_outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let rules = self.table.game().rules();
        let last = self.last.as_ref();
        last.map(|last| named::outcome(py, &last.outcome, rules))
            .transpose()
    }

    /// A copy of the round in play, or of the last one, with all tiles; None if the match ended before a deal.
    #[getter]
    fn round(&self) -> Option<PyRound> {
        self.play.clone().map(|play| PyRound {
            game: self.game.clone(),
            play,
        })
    }

    /// Lists every legal action of the seat to act; empty once the match is over.
    fn legal_actions(&self) -> Vec<String> {
        let round = self.play.as_ref().map(|play| &play.round);
        round
            .map(|round| texts(round.legal_actions()))
            .unwrap_or_default()
    }

    /// Lists one of each set of actions with the same future.
    fn distinct_actions(&self) -> Vec<String> {
        let round = self.play.as_ref().map(|play| &play.round);
        round
            .map(|round| texts(round.distinct_actions()))
            .unwrap_or_default()
    }

    /// The round in play as a seat sees it.
    fn view(&self, seat: Number) -> PyResult<PyView> {
        let seat: Seat = fault::seat(seat, self.table.game().rules())?;
        Ok(PyView {
            game: self.game.clone(),
            seen: self.play_inside()?.view(seat),
        })
    }

    /// Plays an action of the seat to act, and returns the points made in play. Deals the next round if one ended.
    ///
    /// IllegalAction has the legal actions; the match is then unchanged.
    fn play<'py>(&mut self, py: Python<'py>, action: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let action = fault::action(action)?;
        let mut made = match self.apply(Fact::Acted(action)) {
            Ok(made) => made,
            Err(FactError::Illegal(why)) => {
                let legal = self.play_inside()?.round.legal_actions();
                return Err(illegal(py, action, why, &legal));
            }
            Err(_) => {
                let over = capicu::IllegalAction::RoundOver;
                return Err(illegal(py, action, over, &capicu::Actions::new()));
            }
        };
        made.extend(self.go_on()?);
        named::awards(py, &made)
    }

    /// The record of the match so far.
    fn record(&self) -> PyResult<PyRecord> {
        let rules = *self.table.game().rules();
        let record = recorded(rules, &self.facts).map_err(value_error)?;
        Ok(PyRecord { record })
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other
            .cast::<Self>()
            .ok()
            .and_then(|other| other.try_borrow().ok());
        other.is_some_and(|other| other.seed == self.seed && other.facts == self.facts)
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let rules = Py::new(py, self.rules())?;
        let fields = (rules, self.given.clone(), texts(self.actions())).into_pyobject(py)?;
        Ok(format!("Match{}", fields.repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let fields = (self.rules(), self.given.clone(), texts(self.actions()));
        (py.get_type::<Self>(), fields).into_pyobject(py)
    }
}
