//! Rounds in play.

use capicu::TileSet;
use capicu::{Board, BySeat, Deal, Match, Outcome, Round, Setup};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::fault::{self, GivenSeed, Number, TEXTS, illegal, names, pile, tile_set, value_error};
use crate::named::{self, texts};
use crate::play::Play;
use crate::rules::PyRules;
use crate::view::PyView;

/// A round in play, with all tiles.
///
/// Round.deal(rules, seed=7) deals as the command line does. Round(rules, hands=[...]) takes tiles such as "6-4".
/// Two rounds are equal if everything in them was and is the same. A round changes, so it has no hash.
#[pyclass(module = "capicu", name = "Round")]
#[derive(Clone)]
pub struct PyRound {
    pub game: String,
    pub play: Play,
}

/// The ends of a board: the tile there and the number it shows.
pub fn ends(board: &Board) -> Vec<(String, u8)> {
    let ends = board.layout().ends().iter();
    ends.map(|end| (end.tile().to_string(), end.pip().value()))
        .collect()
}

impl PyRound {
    pub fn over(&self) -> Option<&Outcome> {
        self.play.round.outcome()
    }

    /// The position at the start, unless the round was over at the deal.
    fn start(&self) -> PyResult<String> {
        let setup = Setup::of(&self.play.start);
        let over = || value_error("a round that was over at the deal has no position");
        setup.map(|setup| setup.to_string()).ok_or_else(over)
    }
}

#[pymethods]
impl PyRound {
    #[new]
    #[pyo3(signature = (rules, hands, boneyard = Vec::new(), opener = None))]
    fn new(
        rules: &PyRules,
        hands: Vec<Vec<String>>,
        boneyard: Vec<String>,
        opener: Option<Number>,
    ) -> PyResult<Self> {
        let sets: Vec<TileSet> = hands
            .iter()
            .map(|hand| tile_set(hand))
            .collect::<PyResult<_>>()?;
        if let Some((hand, _)) = hands
            .iter()
            .zip(&sets)
            .find(|(hand, set)| hand.len() != set.len())
        {
            return Err(value_error(format_args!(
                "hands: a tile occurs twice in {hand:?}"
            )));
        }
        let n = rules.rules.n_seats();
        let by_seat = BySeat::from_slice(&sets).filter(|sets| sets.len() == n);
        let by_seat = by_seat
            .ok_or_else(|| value_error(format_args!("hands: {} for {n} seats", hands.len())))?;
        let deal = Deal::new(&rules.rules, by_seat, pile(&boneyard)?, 0).map_err(|why| {
            let letter = |seat: capicu::Seat| seat.letter().to_string();
            value_error(TEXTS.not_a_deal(why, letter))
        })?;
        let mut game = Match::new(rules.rules);
        if let Some(opener) = opener {
            game = game.with_board(&deal, fault::seat(opener, &rules.rules)?);
        }
        let round = game.open(&deal).map_err(value_error)?;
        Ok(Self {
            game: rules.game.clone(),
            play: Play::new(round),
        })
    }

    /// The first round of a match with this seed: the first deal that the rules accept, from number `number`.
    ///
    /// The same seed deals the same tiles as the command line, on every machine (docs/deal.md).
    #[staticmethod]
    #[pyo3(signature = (rules, seed = GivenSeed::Number(0), number = 0))]
    fn deal(py: Python<'_>, rules: &PyRules, seed: GivenSeed, number: Number) -> PyResult<Self> {
        let seed = seed.seed()?;
        let number = u32::try_from(number)
            .map_err(|_| value_error("number: write a number from 0 to below 2**32"))?;
        let play = py.detach(|| Play::deal(rules.rules, &seed, number));
        let play = play.ok_or_else(|| value_error("the rules accept none of 100,000 deals"))?;
        Ok(Self {
            game: rules.game.clone(),
            play,
        })
    }

    /// The round of a position (docs/position.md) in which every tile is known, after these actions.
    #[staticmethod]
    #[pyo3(signature = (text, actions = Vec::new()))]
    fn from_position(py: Python<'_>, text: &str, actions: Vec<String>) -> PyResult<Self> {
        let setup: Setup = text
            .parse()
            .map_err(|error| value_error(TEXTS.not_a_position(&error)))?;
        let round = Round::from_setup(&setup).map_err(|why| value_error(TEXTS.not_a_round(why)))?;
        let game = text
            .split("rules: ")
            .nth(1)
            .and_then(|rules| rules.split([' ', ';']).next());
        let mut made = Self {
            game: game.unwrap_or("rules").to_owned(),
            play: Play::new(round),
        };
        for action in &actions {
            made.play(py, action)?;
        }
        Ok(made)
    }

    /// The rules of the match.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules {
            game: self.game.clone(),
            rules: *self.play.round.board().rules(),
        }
    }

    /// The seat to act; None once the round is over.
    #[getter]
    fn to_act(&self) -> Option<usize> {
        self.play.round.to_act().map(capicu::Seat::index)
    }

    /// The tiles of each seat, ascending.
    #[getter]
    fn hands(&self) -> Vec<Vec<String>> {
        let hands = self.play.round.hands().iter();
        hands.map(|hand| names(*hand)).collect()
    }

    /// The boneyard, the next tile to be drawn first.
    #[getter]
    fn boneyard(&self) -> Vec<String> {
        names(self.play.round.boneyard())
    }

    /// The open ends: each the tile there and the number it shows.
    #[getter]
    fn ends(&self) -> Vec<(String, u8)> {
        ends(self.play.round.board())
    }

    /// Points made in play in this round, by side.
    #[getter]
    fn points(&self) -> Vec<u16> {
        self.play.round.board().points().as_slice().to_vec()
    }

    /// The moves, with every drawn tile.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.play
            .steps()
            .map(|step| named::mv(py, &step.mv))
            .collect()
    }

    /// The end of the round; None while it is in play.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let rules = self.play.round.board().rules();
        self.over()
            .map(|over| named::outcome(py, over, rules))
            .transpose()
    }

    /// The round as one line of text (docs/position.md); None once it is over.
    #[getter]
    fn position(&self) -> Option<String> {
        Setup::of(&self.play.round).map(|setup| setup.to_string())
    }

    /// Lists every legal action of the seat to act; empty once the round is over.
    fn legal_actions(&self) -> Vec<String> {
        texts(self.play.round.legal_actions())
    }

    /// Lists one of each set of actions with the same future, such as a tile that fits two equal ends.
    fn distinct_actions(&self) -> Vec<String> {
        texts(self.play.round.distinct_actions())
    }

    /// Plays an action of the seat to act and returns the points made in play. The table declares every due score.
    ///
    /// IllegalActionError has the legal actions; the round is then unchanged.
    fn play<'py>(&mut self, py: Python<'py>, action: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let action = fault::action(action)?;
        match self.play.act(action) {
            Ok(awards) => named::awards(py, &awards),
            Err(why) => Err(illegal(py, action, why, &self.play.round.legal_actions())),
        }
    }

    /// The round as a seat sees it, without any hidden tile.
    fn view(&self, seat: Number) -> PyResult<PyView> {
        let seat = fault::seat(seat, self.play.round.board().rules())?;
        Ok(PyView {
            game: self.game.clone(),
            seen: self.play.view(seat),
        })
    }

    /// A copy that can be played on.
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
        other.is_some_and(|other| other.play == self.play)
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __repr__(&self) -> String {
        match self.start() {
            Ok(start) => {
                let actions = texts(self.play.steps().map(|step| step.mv.action));
                format!("Round.from_position({start:?}, {actions:?})")
            }
            Err(_) => format!("<Round over at the deal, {}>", self.game),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<Self>().getattr("from_position")?;
        let actions = texts(self.play.steps().map(|step| step.mv.action));
        (restore, (self.start()?, actions)).into_pyobject(py)
    }
}
