//! The stored tables of the given games, and their file format.
//!
//! One entry after the other: the length and name of the game, the number of players, and the length of the rest in two
//! bytes. The rest is the usual points in two bytes, and then the weights as `f32` or the chances. All numbers are
//! little-endian. Chances are in steps of one in [`STEPS`], as differences from a prediction by three neighbors, most
//! of which fit a byte.

use alloc::vec::Vec;

use capicu::{Game, Rules};

use super::grid::Grid;
use super::odds::Odds;
use super::{Equity, Table};

/// Written by the example `equity`.
static TABLES: &[u8] = include_bytes!("tables.bin");

/// The number of steps between impossible and certain.
const STEPS: f64 = 2047.0;

/// Reads the stored table of a game with exactly these rules.
pub(super) fn read(rules: &Rules) -> Option<Equity> {
    let mut rest = TABLES;
    while !rest.is_empty() {
        let length = take(&mut rest, 1)?[0];
        let name = take(&mut rest, usize::from(length))?;
        let players = take(&mut rest, 1)?[0];
        let length = number(&mut rest)?;
        let mut entry = take(&mut rest, usize::from(length))?;
        let game = core::str::from_utf8(name).ok().and_then(Game::by_id);
        if game.and_then(|game| game.rules(players)) != Some(*rules) {
            continue;
        }
        let usual = number(&mut entry)?;
        let table = match Grid::new(rules) {
            Some(mut grid) => {
                let width = grid.width();
                for at in 0..grid.values.len() {
                    let step = expected(&grid.values, at, width) + signed(&mut entry)?;
                    grid.values[at] = f64::from(step) / STEPS;
                }
                Table::Grid(Box::new(grid))
            }
            None => {
                let mut odds = Odds::default();
                for weight in &mut odds.weights {
                    let bytes = take(&mut entry, 4)?.try_into().ok()?;
                    *weight = f64::from(f32::from_le_bytes(bytes));
                }
                Table::Odds(odds)
            }
        };
        return entry.is_empty().then_some(Equity {
            rules: *rules,
            table,
            usual,
        });
    }
    None
}

pub(super) fn write(equity: &Equity, game: &str, into: &mut Vec<u8>) {
    let mut entry = equity.usual.to_le_bytes().to_vec();
    match &equity.table {
        Table::Grid(grid) => {
            let rounded = |value: &f64| f64::from((value * STEPS + 0.5) as u16) / STEPS;
            let values: Vec<f64> = grid.values.iter().map(rounded).collect();
            for at in 0..values.len() {
                let difference = steps(values[at]) - expected(&values, at, grid.width());
                let mut rest = (difference << 1 ^ difference >> 31) as u32;
                while rest > 127 {
                    entry.push(rest as u8 | 128);
                    rest >>= 7;
                }
                entry.push(rest as u8);
            }
        }
        Table::Odds(odds) => {
            for weight in odds.weights {
                entry.extend((weight as f32).to_le_bytes());
            }
        }
    }
    into.push(game.len() as u8);
    into.extend(game.as_bytes());
    into.push(equity.rules.n_seats());
    into.extend((entry.len() as u16).to_le_bytes());
    into.extend(entry);
}

/// The prediction for an entry, if the table is as steep here as just before.
fn expected(values: &[f64], at: usize, width: usize) -> i32 {
    let before = |by: usize| at.checked_sub(by).map_or(0, |at| steps(values[at]));
    match (at % width, at / width) {
        (0, _) => before(width),
        (_, 0) => before(1),
        _ => before(1) + before(width) - before(width + 1),
    }
}

fn steps(value: f64) -> i32 {
    (value * STEPS + 0.5) as i32
}

fn take<'a>(from: &mut &'a [u8], n: usize) -> Option<&'a [u8]> {
    let (taken, rest) = from.split_at_checked(n)?;
    *from = rest;
    Some(taken)
}

fn number(from: &mut &[u8]) -> Option<u16> {
    Some(u16::from_le_bytes(take(from, 2)?.try_into().ok()?))
}

fn signed(from: &mut &[u8]) -> Option<i32> {
    let mut number = 0;
    for shift in (0..28).step_by(7) {
        let byte = take(from, 1)?[0];
        number |= u32::from(byte & 127) << shift;
        if byte < 128 {
            return Some((number >> 1) as i32 ^ -((number & 1) as i32));
        }
    }
    None
}
