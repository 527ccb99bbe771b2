//! A round as one seat sees it.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use capicu::{Award, Call, Move, PlayAwards, Seat, Setup, Step};
use capicu_record::record::{reason, reason_word};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::fault::{self, Number, TEXTS, names, value_error};
use crate::knowledge::PyKnowledge;
use crate::named::{self, texts};
use crate::play::{Happened, Seen};
use crate::round::ends;
use crate::rules::PyRules;

/// A round as one seat sees it: the public part and its own hand. No hidden tile is in it, nor in its pickle.
///
/// Values compare and hash by all that the seat saw.
#[pyclass(frozen, module = "capicu", name = "View")]
#[derive(Clone)]
pub struct PyView {
    pub game: String,
    pub seen: Seen,
}

/// A row of the pickle: seat, action or call, drawn tile, whether all saw it, and awards as side, points
/// and reason.
type Row = (
    usize,
    String,
    Option<String>,
    bool,
    Vec<(usize, u16, String)>,
);

const UNSETTLED: &str = "unsettled";

fn row(what: &Happened) -> Row {
    let awards = |awards: &PlayAwards| {
        let award = |one: &Award| {
            (
                one.side.index(),
                one.points,
                reason_word(one.why).to_owned(),
            )
        };
        awards.iter().map(award).collect()
    };
    match what {
        Happened::Moved(Step { mv, awards: made }) => (
            mv.seat.index(),
            mv.action.to_string(),
            mv.drawn.map(|tile| tile.to_string()),
            mv.shown,
            awards(made),
        ),
        Happened::Called(seat, call, made) => {
            let call = match call {
                Call::Declare => "declare".to_owned(),
                Call::Sum(points) => format!("sum {points}"),
                Call::Muggins => "muggins".to_owned(),
            };
            (seat.index(), call, None, false, awards(made))
        }
        Happened::Unsettled(seat) => (seat.index(), UNSETTLED.to_owned(), None, false, Vec::new()),
    }
}

fn happened(row: Row, rules: &capicu::Rules) -> PyResult<Happened> {
    let (seat, what, drawn, shown, made) = row;
    let seat = fault::seat(seat as Number, rules)?;
    let mut awards = PlayAwards::new();
    for (side, points, why) in made {
        let side = fault::side(side as Number, rules)?;
        let why = reason(&why)
            .ok_or_else(|| value_error(format_args!("`{why}` is no reason of an award")))?;
        awards
            .try_push(Award { side, points, why })
            .map_err(|_| value_error("more awards than one move makes"))?;
    }
    let call = match what.as_str() {
        "declare" => Some(Call::Declare),
        "muggins" => Some(Call::Muggins),
        other => {
            let sum = other.strip_prefix("sum ");
            sum.and_then(|points| points.parse().ok()).map(Call::Sum)
        }
    };
    if let Some(call) = call {
        return Ok(Happened::Called(seat, call, awards));
    }
    if what == UNSETTLED {
        return Ok(Happened::Unsettled(seat));
    }
    let mv = Move {
        seat,
        action: fault::action(&what)?,
        drawn: drawn.map(|tile| fault::tile(&tile)).transpose()?,
        shown,
    };
    Ok(Happened::Moved(Step { mv, awards }))
}

impl PyView {
    /// The arguments of [`restore`](Self::restore); `None` if the round was over at the deal.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Some(start) = Setup::of_view(&self.seen.start) else {
            return Ok(None);
        };
        let rows: Vec<Row> = self.seen.happened.iter().map(row).collect();
        let ended = self.seen.ended.map(named::ended);
        let seat = self.seen.view.seat().index();
        let fields = (&self.game, start.to_string(), seat, rows, ended);
        fields.into_pyobject(py).map(Some)
    }

    pub fn hashed(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let view = &self.seen.view;
        (view.board(), view.seat(), view.hand(), view.moves()).hash(&mut hasher);
        hasher.finish()
    }

    pub fn shown(&self, py: Python<'_>) -> PyResult<String> {
        Ok(match self.fields(py)? {
            Some(fields) => format!("View.restore{}", fields.repr()?),
            None => format!("<View of a round over at the deal, {}>", self.game),
        })
    }

    fn rules_inside(&self) -> &capicu::Rules {
        self.seen.view.board().rules()
    }
}

#[pymethods]
impl PyView {
    /// The view of a seat from a position (docs/position.md) that may hide the other hands, without memory of moves.
    #[staticmethod]
    fn from_position(text: &str, seat: Number) -> PyResult<Self> {
        let setup: Setup = text
            .parse()
            .map_err(|error| value_error(TEXTS.not_a_position(&error)))?;
        let seat = fault::seat(seat, &setup.rules)?;
        let view = setup
            .view(seat)
            .map_err(|why| value_error(TEXTS.not_a_round(why)))?;
        let game = text.split("rules: ").nth(1);
        let game = game.and_then(|rules| rules.split([' ', ';']).next());
        Ok(Self {
            game: game.unwrap_or("rules").to_owned(),
            seen: Seen::new(view),
        })
    }

    /// Reads a view from the arguments in its repr.
    #[staticmethod]
    fn restore(
        game: String,
        start: &str,
        seat: Number,
        rows: Vec<Row>,
        ended: Option<(String, Option<u8>)>,
    ) -> PyResult<Self> {
        let mut made = Self::from_position(start, seat)?;
        made.game = game;
        let rules = *made.rules_inside();
        for row in rows {
            let what = happened(row, &rules)?;
            if let Happened::Moved(step) = &what {
                let board = made.seen.view.board();
                if board.to_act() != Some(step.mv.seat) {
                    return Err(value_error(format_args!(
                        "seat {} is not to act for {}",
                        step.mv.seat, step.mv.action
                    )));
                }
                check_seen(&made.seen, &step.mv)?;
            }
            made.seen.note(what);
        }
        if let Some((word, number)) = ended {
            let ended = named::end_of(&word, number);
            made.seen.end(
                ended.ok_or_else(|| value_error(format_args!("`{word}` is no end of a round")))?,
            );
        }
        Ok(made)
    }

    /// The rules of the match.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules {
            game: self.game.clone(),
            rules: *self.rules_inside(),
        }
    }

    /// The seat whose view this is.
    #[getter]
    fn seat(&self) -> usize {
        self.seen.view.seat().index()
    }

    /// The tiles in the seat's hand, ascending.
    #[getter]
    fn hand(&self) -> Vec<String> {
        names(self.seen.view.hand())
    }

    /// The seat to act; None once the round is over.
    #[getter]
    fn to_act(&self) -> Option<usize> {
        self.seen.view.board().to_act().map(Seat::index)
    }

    /// The open ends: each the tile there and the number it shows.
    #[getter]
    fn ends(&self) -> Vec<(String, u8)> {
        ends(self.seen.view.board())
    }

    /// The number of open places at each of these ends: several at a lone double.
    #[getter]
    fn open_places(&self) -> Vec<u8> {
        let ends = self.seen.view.board().layout().ends().iter();
        ends.map(capicu::End::open_places).collect()
    }

    /// The number of tiles in each hand, by seat.
    #[getter]
    fn held(&self) -> Vec<u8> {
        self.seen.view.board().held().as_slice().to_vec()
    }

    /// The number of tiles in the boneyard.
    #[getter]
    fn boneyard_len(&self) -> u8 {
        self.seen.view.board().boneyard()
    }

    /// The seat that opened the round or has to open it.
    #[getter]
    fn opener(&self) -> usize {
        self.seen.view.board().opener().index()
    }

    /// The scores of the sides before this round.
    #[getter]
    fn scores(&self) -> Vec<u16> {
        self.seen.view.board().standing().scores.as_slice().to_vec()
    }

    /// Points made in play in this round, by side.
    #[getter]
    fn points(&self) -> Vec<u16> {
        self.seen.view.board().points().as_slice().to_vec()
    }

    /// The moves that the seat saw; drawn tiles are None unless it saw them.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let moves = self.seen.view.moves().iter();
        moves.map(|mv| named::mv(py, mv)).collect()
    }

    /// The tiles that the seat has not seen: in the other hands or the boneyard, ascending.
    #[getter]
    fn unseen(&self) -> Vec<String> {
        names(self.seen.view.unseen())
    }

    /// The numbers on which a seat has passed, ascending. A draw clears them, since the seat may have drawn them.
    fn passed_on(&self, seat: Number) -> PyResult<Vec<u8>> {
        let seat = fault::seat(seat, self.rules_inside())?;
        let passed = self.seen.view.public().passed_on(seat);
        Ok(passed.into_iter().map(capicu::Pip::value).collect())
    }

    /// The tiles that a seat cannot hold, because it passed on them, ascending.
    fn lacks(&self, seat: Number) -> PyResult<Vec<String>> {
        let seat = fault::seat(seat, self.rules_inside())?;
        Ok(names(self.seen.view.lacks()[seat]))
    }

    /// Lists every legal action of this seat; empty when it is not its turn.
    fn legal_actions(&self) -> Vec<String> {
        texts(self.seen.view.legal_actions())
    }

    /// Lists one of each set of actions with the same future; empty when it is not the seat's turn.
    fn distinct_actions(&self) -> Vec<String> {
        texts(self.seen.view.distinct_actions())
    }

    /// The exact knowledge of the seat about the tiles that it does not see.
    ///
    /// ValueError if no deal agrees with the view, as in a damaged record.
    fn knowledge(&self, py: Python<'_>) -> PyResult<PyKnowledge> {
        PyKnowledge::of(py, self)
    }

    /// The view as one line of text (docs/position.md), without memory of moves; None once the round is over.
    #[getter]
    fn position(&self) -> Option<String> {
        Setup::of_view(&self.seen.view).map(|setup| setup.to_string())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| other.get().seen == self.seen)
    }

    fn __hash__(&self) -> u64 {
        self.hashed()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.shown(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<Self>().getattr("restore")?;
        let over = || value_error("a view of a round that was over at the deal has no pickle");
        let fields = self.fields(py)?.ok_or_else(over)?;
        (restore, fields).into_pyobject(py)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

/// Refuses a move that a seat cannot have seen in this view.
fn check_seen(seen: &Seen, mv: &Move) -> PyResult<()> {
    use capicu::Action;
    let view = &seen.view;
    let board = view.board();
    let refused = |why: &str| value_error(format_args!("{}: {why}", mv.action));
    let own = mv.seat == view.seat();
    if own {
        let legal = view.check(mv.action);
        legal.map_err(|why| refused(&TEXTS.not_legal(why)))?;
        if mv.action == Action::Draw && !mv.drawn.is_some_and(|tile| view.unseen().contains(tile)) {
            return Err(refused("name a tile that the seat had not seen"));
        }
        return Ok(());
    }
    // Another hand may be any of the unseen tiles.
    board
        .check(view.unseen(), mv.action)
        .or_else(|why| match mv.action {
            // The hand may lack what the unseen tiles have.
            Action::Pass | Action::Draw => board.check(capicu::TileSet::EMPTY, mv.action),
            _ => Err(why),
        })
        .map_err(|why| refused(&TEXTS.not_legal(why)))
}
