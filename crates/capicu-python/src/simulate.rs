//! Decisions of simulated matches as columns: the rows of `capicu simulate --out` (docs/data.md).

use capicu::fair::Seed;
use capicu::{
    Action, Award, Event, Fact, Move, Rules, Seat, Side, Table, TableView, View, Waiting,
};
use capicu_ai::Bot;
use capicu_arena::Entrant;
use chacha20::ChaCha20Rng;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand_core::{Rng as _, SeedableRng as _};

use crate::bot::entrant;
use crate::fault::{names, value_error};
use crate::named::texts;
use crate::rules::PyRules;

/// Rounds after which a match is left unfinished.
const LONGEST: usize = 1_000;

/// The most matches of one call: their decisions are in memory.
const MOST: u64 = 100_000;

/// The columns, a value for each decision.
#[derive(Default)]
struct Columns {
    game: Vec<u64>,
    round: Vec<usize>,
    turn: Vec<usize>,
    seat: Vec<usize>,
    side: Vec<usize>,
    bot: Vec<String>,
    opener: Vec<usize>,
    scores: Vec<Vec<u16>>,
    hand: Vec<Vec<String>>,
    held: Vec<Vec<u16>>,
    boneyard: Vec<u8>,
    ends: Vec<Vec<u16>>,
    move_seats: Vec<Vec<usize>>,
    moves: Vec<Vec<String>>,
    legal: Vec<Vec<String>>,
    action: Vec<String>,
    round_result: Vec<i32>,
    round_points: Vec<Vec<u16>>,
    match_result: Vec<Option<i32>>,
}

impl Columns {
    fn decide(&mut self, game: u64, round: usize, bot: &str, view: &View, action: Action) {
        let board = view.board();
        let (rules, seat) = (board.rules(), view.seat());
        self.game.push(game);
        self.round.push(round);
        self.turn.push(view.moves().len());
        self.seat.push(seat.index());
        self.side.push(rules.side(seat).index());
        self.bot.push(bot.to_owned());
        self.opener.push(board.opener().index());
        let sides = Side::all(rules.n_sides());
        self.scores
            .push(sides.map(|side| board.score(side)).collect());
        self.hand.push(names(view.hand()));
        let held = board.held().iter();
        self.held.push(held.map(|held| u16::from(*held)).collect());
        self.boneyard.push(board.boneyard());
        let ends = board.layout().ends().iter();
        let ends = ends.map(|end| u16::from(end.pip().value()));
        self.ends.push(ends.collect());
        let seats = view.moves().iter().map(|mv| mv.seat.index());
        self.move_seats.push(seats.collect());
        self.moves.push(view.moves().iter().map(shown).collect());
        self.legal.push(texts(view.distinct_actions()));
        self.action.push(action.to_string());
    }

    /// Ends the round, or the match, of the decisions that have no result yet.
    fn round_over(&mut self, winner: Option<Side>, awards: &[Award], rules: &Rules) {
        let mut points = vec![0; usize::from(rules.n_sides())];
        for award in awards {
            let points = &mut points[award.side.index()];
            *points = award.onto(*points);
        }
        for side in &self.side[self.round_result.len()..] {
            let result = winner.map_or(0, |winner| result(winner, *side));
            self.round_result.push(result);
            self.round_points.push(points.clone());
        }
    }

    fn match_over(&mut self, winner: Option<Side>) {
        for side in &self.side[self.match_result.len()..] {
            let result = winner.map(|winner| result(winner, *side));
            self.match_result.push(result);
        }
    }

    fn dict(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("match", self.game)?;
        dict.set_item("round", self.round)?;
        dict.set_item("turn", self.turn)?;
        dict.set_item("seat", self.seat)?;
        dict.set_item("side", self.side)?;
        dict.set_item("bot", self.bot)?;
        dict.set_item("opener", self.opener)?;
        dict.set_item("scores", self.scores)?;
        dict.set_item("hand", self.hand)?;
        dict.set_item("held", self.held)?;
        let boneyard: Vec<u16> = self.boneyard.into_iter().map(u16::from).collect();
        dict.set_item("boneyard", boneyard)?;
        dict.set_item("ends", self.ends)?;
        dict.set_item("move_seats", self.move_seats)?;
        dict.set_item("moves", self.moves)?;
        dict.set_item("legal", self.legal)?;
        dict.set_item("action", self.action)?;
        dict.set_item("round_result", self.round_result)?;
        dict.set_item("round_points", self.round_points)?;
        dict.set_item("match_result", self.match_result)?;
        Ok(dict)
    }
}

fn result(winner: Side, side: usize) -> i32 {
    if winner.index() == side { 1 } else { -1 }
}

/// A move as the columns write it: a draw with its tile, if the seat saw that.
fn shown(mv: &Move) -> String {
    match mv.drawn {
        Some(tile) => format!("{} {tile}", mv.action),
        None => mv.action.to_string(),
    }
}

/// Plays a match with the randomness of the command line. Returns nothing if a bot has no answer.
fn play(
    rules: &Rules,
    entrants: &[Entrant],
    seed: u64,
    number: u64,
    columns: &mut Columns,
) -> Option<()> {
    let mut rng = ChaCha20Rng::from_seed(*Seed::from_number(seed).bytes());
    rng.set_stream(number);
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    let seed = Seed::new(bytes);
    rng.fill_bytes(&mut bytes);
    let mut choices = ChaCha20Rng::from_seed(bytes);
    let mut bots: Vec<Box<dyn Bot>> = entrants.iter().map(Entrant::bot).collect::<Option<_>>()?;
    let seats = Seat::all(rules.n_seats());
    let mut views: Vec<TableView> = seats.map(|seat| TableView::new(*rules, seat)).collect();
    let mut table = Table::new(*rules);
    let (mut rounds, mut awards) = (0, Vec::new());
    while rounds < LONGEST {
        let fact = match (table.due_call(), table.waiting()) {
            (Some((seat, call)), _) => Fact::Called { seat, call },
            (None, Waiting::Nothing) => break,
            (None, Waiting::Act(seat)) => {
                let at = seat.index();
                let view = views[at].round()?;
                let action = bots[at].choose(view, &mut choices)?;
                columns.decide(number, rounds, entrants[at].name(), view, action);
                Fact::Acted(action)
            }
            (None, _) => seed.next(&table)?,
        };
        for event in table.apply(&fact).ok()? {
            for view in &mut views {
                view.observe(&event.visible_to(view.viewer()));
            }
            match event {
                Event::Done(step) => awards.extend(step.awards.iter().copied()),
                Event::Called { awards: made, .. } => awards.extend(made.iter().copied()),
                Event::RoundOver(last) => {
                    awards.extend(last.written.iter().copied());
                    columns.round_over(last.outcome.side(rules), &awards, rules);
                    awards.clear();
                    rounds += 1;
                }
                _ => {}
            }
        }
    }
    columns.match_over(table.game().result().map(|result| result.winner));
    Some(())
}

/// One bot for all seats, or a list.
#[derive(FromPyObject)]
pub enum Bots {
    One(String),
    Several(Vec<String>),
}

/// Plays matches between bots. Returns their decisions as columns: a dict of lists, with the names and values of
/// docs/data.md except `worths` and `imagined`.
///
/// `bots` is a name for all seats, or a list with one for each side or seat. The same rules, bots and seed give the rows
/// of `capicu simulate --out`, which plays more at a time. `capicu.arrow.table` makes an Arrow table of them.
#[pyfunction]
#[pyo3(signature = (rules, matches, bots = Bots::One("counter".to_owned()), seed = 0), text_signature = "(rules, matches, bots='counter', seed=0)")]
pub fn simulate<'py>(
    py: Python<'py>,
    rules: &PyRules,
    matches: u64,
    bots: Bots,
    seed: u64,
) -> PyResult<Bound<'py, PyDict>> {
    if !(1..=MOST).contains(&matches) {
        return Err(value_error(format_args!(
            "matches: write a number from 1 to {MOST}; `capicu simulate --out` plays more"
        )));
    }
    let bots = match bots {
        Bots::One(name) => vec![name],
        Bots::Several(names) => names,
    };
    let rules = rules.rules;
    let n = usize::from(rules.n_seats());
    if bots.is_empty() || !n.is_multiple_of(bots.len()) {
        return Err(value_error(format_args!(
            "bots: {} names for {n} seats; write one, one for each side or one for each seat",
            bots.len()
        )));
    }
    let bots: Vec<Entrant> = bots
        .iter()
        .map(|name| entrant(name))
        .collect::<PyResult<_>>()?;
    let seated: Vec<Entrant> = bots.iter().cloned().cycle().take(n).collect();
    let mut columns = Columns::default();
    for number in 0..matches {
        let played = py.detach(|| play(&rules, &seated, seed, number, &mut columns));
        played.ok_or_else(|| value_error(format_args!("match {number}: a bot gave no answer")))?;
        py.check_signals()?;
    }
    columns.dict(py)
}
