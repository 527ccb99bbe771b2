//! Open hands: the solver and playouts.

use std::thread;

use capicu::{BySeat, Deal, Match, Pile, Round, Rules, Seat, Standing, TileSet};
use capicu_solver::{Bits, Compact, Deck, NotCovered, Objective, Solver, Thrifty, Uniform, ending};
use chacha20::ChaCha8Rng;
use numpy::ndarray::{Array1, ArrayView2};
use numpy::{IntoPyArray as _, PyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use rand_core::SeedableRng as _;

use crate::errors::NotSolved;
use crate::fault::{self, Number, value_error};
use crate::named::{self, texts};
use crate::round::PyRound;
use crate::rules::PyRules;

fn not_solved(why: impl ToString) -> PyErr {
    NotSolved::new_err(why.to_string())
}

fn objective(wanted: &str) -> PyResult<Objective> {
    match wanted {
        "points" => Ok(Objective::Points),
        "result" => Ok(Objective::Result),
        _ => Err(value_error(format_args!(
            "wanted `{wanted}`: write points or result"
        ))),
    }
}

/// Solves a round with all hands open, for the side to act: "points" of the rest of the round, own minus theirs, or its
/// "result" as 1, 0 or -1.
///
/// Games on a plain line without draws have a fast form. Others search at most `budget` positions; values that need more
/// are None. NotSolved if there are more than two sides, or the round is over.
#[pyfunction]
#[pyo3(signature = (round, wanted = "points", budget = 1_000_000))]
pub fn solve<'py>(
    py: Python<'py>,
    round: &PyRound,
    wanted: &str,
    budget: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let objective = objective(wanted)?;
    let round = &round.play.round;
    let fast = py.detach(|| match round.board().rules().set.highest().value() {
        0..=6 => Solver::<u32>::new().solve(round, objective),
        7..=9 => Solver::<u64>::new().solve(round, objective),
        _ => Solver::<u128>::new().solve(round, objective),
    });
    match fast {
        Ok(found) => {
            let actions: Vec<(String, Option<i16>)> = found
                .actions
                .iter()
                .map(|(action, value)| (action.to_string(), Some(*value)))
                .collect();
            let fields = (
                found.to_act.index(),
                Some(found.value),
                actions,
                texts(found.best_line),
                found.nodes,
            );
            named::make(py, "Solution", fields)
        }
        Err(capicu_solver::NotSolved::NotCovered(_)) => {
            let found = py
                .detach(|| ending(round, objective, budget))
                .map_err(not_solved)?;
            let actions: Vec<(String, Option<i16>)> = found
                .actions
                .iter()
                .map(|(action, value)| (action.to_string(), *value))
                .collect();
            let line: Vec<String> = Vec::new();
            let fields = (
                found.to_act.index(),
                found.value(),
                actions,
                line,
                found.nodes,
            );
            named::make(py, "Solution", fields)
        }
        Err(why) => Err(not_solved(why)),
    }
}

/// Builds the first round of a match from the owner of each tile.
fn round_of(rules: &Rules, owners: &[u8], first: Option<Seat>) -> Result<Round, String> {
    let n = rules.n_seats();
    let mut hands: BySeat<TileSet> = BySeat::new(n);
    let mut boneyard = Pile::new();
    for (tile, owner) in rules.tiles().into_iter().zip(owners) {
        match Seat::new(*owner).filter(|seat| seat.index() < usize::from(n)) {
            Some(seat) => {
                hands[seat].insert(tile);
            }
            None if *owner == n => boneyard.push(tile),
            None => {
                return Err(format!(
                    "{tile} has owner {owner}; seats are 0 to {}, the boneyard is {n}",
                    n - 1
                ));
            }
        }
    }
    let deal = Deal::new(rules, hands, boneyard, 0).map_err(|why| why.to_string())?;
    let mut game = Match::new(*rules);
    if let Some(first) = first {
        game = game.with_board(&deal, first);
    }
    game.open(&deal).map_err(|why| why.to_string())
}

fn values<B: Bits>(
    rules: &Rules,
    deals: ArrayView2<'_, u8>,
    first: Option<Seat>,
    objective: Objective,
) -> Result<Vec<i16>, PyErr> {
    let mut solver = Solver::<B>::new();
    let value = |(number, row): (usize, _)| {
        let row: numpy::ndarray::ArrayView1<'_, u8> = row;
        let round = round_of(rules, &row.to_vec(), first)
            .map_err(|why| value_error(format_args!("deals[{number}]: {why}")))?;
        let value = solver.value(&round, objective).map_err(not_solved)?;
        let to_act = round.to_act().unwrap_or_default();
        let first = rules.side(Seat::default());
        Ok(if rules.side(to_act) == first {
            value
        } else {
            -value
        })
    };
    deals.rows().into_iter().enumerate().map(value).collect()
}

/// Solves many deals with open hands, for side 0: i16[n].
///
/// `deals` is u8[n, tiles]: the seat that holds each tile of `Rules.tiles`, or the number of seats for the boneyard, as
/// `Knowledge.sample` draws them before the first move. `opener` leads where the tiles name no opener. NotSolved if the
/// game has no fast form; ValueError names the row of a deal that is none.
#[pyfunction]
#[pyo3(signature = (rules, deals, opener = None, wanted = "points"))]
pub fn solve_many<'py>(
    py: Python<'py>,
    rules: &PyRules,
    deals: PyReadonlyArray2<'py, u8>,
    opener: Option<Number>,
    wanted: &str,
) -> PyResult<Bound<'py, PyArray1<i16>>> {
    let objective = objective(wanted)?;
    let rules = rules.rules;
    let first = opener.map(|seat| fault::seat(seat, &rules)).transpose()?;
    let deals = deals.as_array();
    let tiles = rules.tiles().len();
    if deals.ncols() != tiles {
        let why = format!("deals: {} columns for {tiles} tiles", deals.ncols());
        return Err(value_error(why));
    }
    let values = py.detach(|| match rules.set.highest().value() {
        0..=6 => values::<u32>(&rules, deals, first, objective),
        7..=9 => values::<u64>(&rules, deals, first, objective),
        _ => values::<u128>(&rules, deals, first, objective),
    })?;
    Ok(Array1::from(values).into_pyarray(py))
}

/// Rounds of one generator, so that the number of threads changes nothing.
const BLOCK: usize = 4096;

/// A block of rounds: its number, and the places of its winners and points.
type Job<'a> = (usize, &'a mut [i8], &'a mut [i16]);

/// The winners and points of many rounds.
type Ends<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<i16>>);

/// The most playouts of one call.
const MOST: usize = 1 << 30;

fn blocks<B: Bits>(
    rules: &Rules,
    thrifty: bool,
    seed: u64,
    threads: usize,
    winners: &mut [i8],
    balances: &mut [i16],
) -> Result<(), NotCovered> {
    let deck = Deck::new(Compact::<B>::new(rules, &Standing::new(rules))?)?;
    let mut jobs: Vec<Vec<Job<'_>>> = (0..threads).map(|_| Vec::new()).collect();
    let chunks = winners.chunks_mut(BLOCK).zip(balances.chunks_mut(BLOCK));
    for (block, (winners, balances)) in chunks.enumerate() {
        jobs[block % threads].push((block, winners, balances));
    }
    thread::scope(|scope| {
        for job in jobs {
            let deck = &deck;
            scope.spawn(move || {
                for (block, winners, balances) in job {
                    let mut rng = ChaCha8Rng::seed_from_u64(seed);
                    rng.set_stream(block as u64);
                    let n = winners.len() as u64;
                    let mut places = winners.iter_mut().zip(balances);
                    let each = |played: capicu_solver::Played| {
                        if let Some((winner, balance)) = places.next() {
                            *winner = played.ended.winner.map_or(-1, |side| side as i8);
                            *balance = played.balance();
                        }
                    };
                    match thrifty {
                        true => deck.play_many(n, &Thrifty, &mut rng, each),
                        false => deck.play_many(n, &Uniform, &mut rng, each),
                    }
                }
            });
        }
    });
    Ok(())
}

/// Plays n first rounds of a match to their end by a rule of thumb: "thrifty" or "uniform" choices.
///
/// Returns the winning side of each round as i8[n], -1 for a tie, and the points of side 0 minus those of the others as
/// i16[n]. The order has no meaning. The same seed gives the same arrays for any number of threads. NotSolved if the
/// game has no fast form.
#[pyfunction]
#[pyo3(signature = (rules, n, policy = "thrifty", seed = 0, threads = 1))]
pub fn playouts<'py>(
    py: Python<'py>,
    rules: &PyRules,
    n: usize,
    policy: &str,
    seed: u64,
    threads: usize,
) -> PyResult<Ends<'py>> {
    let thrifty = match policy {
        "thrifty" => true,
        "uniform" => false,
        _ => {
            return Err(value_error(format_args!(
                "policy `{policy}`: write thrifty or uniform"
            )));
        }
    };
    if n > MOST {
        return Err(value_error(format_args!("n: at most {MOST} rounds a call")));
    }
    if !(1..=1024).contains(&threads) {
        return Err(value_error("threads: write a number from 1 to 1024"));
    }
    let (mut winners, mut balances) = (vec![0; n], vec![0; n]);
    let rules = rules.rules;
    let done = py.detach(|| {
        let out = (&mut winners[..], &mut balances[..]);
        match rules.set.highest().value() {
            0..=6 => blocks::<u32>(&rules, thrifty, seed, threads, out.0, out.1),
            7..=9 => blocks::<u64>(&rules, thrifty, seed, threads, out.0, out.1),
            _ => blocks::<u128>(&rules, thrifty, seed, threads, out.0, out.1),
        }
    });
    done.map_err(not_solved)?;
    Ok((winners.into_pyarray(py), balances.into_pyarray(py)))
}
