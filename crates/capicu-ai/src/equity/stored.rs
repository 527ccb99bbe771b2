//! The tables of the games as they are given, and how a file keeps them.
//!
//! One entry after the other: the name of the game behind its length, the number of players, the
//! length of what follows in two bytes, and in it the usual points in two bytes, then the weights as
//! `f32` or the chances. All numbers have their low byte first. Chances are kept in steps of one in
//! [`STEPS`], as differences from what three neighbors make expected, which mostly fit a byte.

use alloc::vec::Vec;

use capicu::{Game, Rules};

use super::grid::Grid;
use super::odds::Odds;
use super::{Equity, Table};

/// Made by the example `equity`.
static TABLES: &[u8] = include_bytes!("tables.bin");

/// Steps between no chance and certainty.
const STEPS: f64 = 2047.0;

/// The stored table of a game played by exactly these rules.
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
                Table::Grid(grid)
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

/// What the entry would be if the table were as steep here as it is just before.
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
