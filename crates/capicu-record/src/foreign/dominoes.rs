//! The `moves` of a game of the Python package `dominoes`.

use capicu::{Seat, TileSet};

use super::read::{after, number, pip, tile};
use super::{ForeignError, Line, record, rules};
use crate::record::{MoveRecord, Record, What};

/// The rules of that package: partners, any tile leads, the winners take everything left.
const RULES: [(&str, &str); 14] = [
    ("players", "4"),
    ("teams", "pairs"),
    ("direction", "anticlockwise"),
    ("opener", "first-seat"),
    ("opening-lead", "any-tile"),
    ("pose", "winner"),
    ("blocked-opener", "blocker-or-next"),
    ("block-winner", "lightest-team"),
    ("out-count", "all-others"),
    ("block-count", "all-hands"),
    ("tie-opener", "same-seat"),
    ("target", "200"),
    ("score", "pips"),
    ("hand", "7"),
];

/// Reads `moves: [([6|6], True), ([6|4], False), None, …]` and `starting_player: 2`. Also reads `hands: [[…], …]`, the
/// tiles left, where they are given. The starting player becomes seat A.
///
/// # Errors
///
/// If there are no moves, or they do not make a line.
pub fn from_dominoes(text: &str) -> Result<Record, ForeignError> {
    let list = after(text, "moves").unwrap_or(text);
    let start = after(text, "starting_player").and_then(|rest| {
        let digit = rest.find(|c: char| c.is_ascii_digit())?;
        number(&rest[digit..])
    });
    let start = start.unwrap_or(0);
    if start > 3 {
        return Err(ForeignError::Player(0));
    }
    let mut line = Line::new();
    let mut moves = Vec::new();
    let mut rest = list.split("hands").next().unwrap_or(list);
    let mut seat = Seat::default();
    while let Some(at) = rest.find("None").into_iter().chain(rest.find("([")).min() {
        let piece = &rest[at..];
        let number = moves.len() + 1;
        if let Some(after_pass) = piece.strip_prefix("None") {
            moves.push(MoveRecord::new(seat, What::Pass));
            rest = after_pass;
        } else {
            let body = &piece["([".len()..];
            let laid = tile(body, '|', ']').ok_or(ForeignError::Tile(number))?;
            let (side, after_move) = body.split_once(')').ok_or(ForeignError::Tile(number))?;
            let end = usize::from(!side.contains("True"));
            let left = body.split('|').next().and_then(pip);
            let what =
                match left.filter(|_| moves.iter().all(|m: &MoveRecord| m.what == What::Pass)) {
                    Some(left) => line.lead(laid, left),
                    None => line.lay(laid, end),
                };
            let what = what.ok_or(ForeignError::DoesNotFit { number, tile: laid })?;
            moves.push(MoveRecord::new(seat, what));
            rest = after_move;
        }
        seat = seat.next(4);
    }
    if moves.is_empty() {
        return Err(ForeignError::NoMoves(
            "moves: [([6|6], True), ([6|4], False), None]",
        ));
    }
    let left = after(text, "hands").map(|hands| left(hands, start));
    let mut record = record(rules(&RULES), moves, &left.unwrap_or_default())?;
    record.add_tag("source", "dominoes (Python package)");
    for seat in Seat::all(4) {
        let name = format!("Player {}", (start + seat.index()) % 4);
        if let Ok(name) = name.parse() {
            record.names.insert(seat, name);
        }
    }
    Ok(record)
}

/// The tiles left, by seat, from four lists of one player each.
fn left(text: &str, start: usize) -> Vec<Option<TileSet>> {
    let text = text.split("moves").next().unwrap_or(text);
    let text = text.split_once('[').map_or("", |(_, rest)| rest);
    let hands: Vec<TileSet> = text
        .split(',')
        .map(|hand| {
            let tiles = hand.split('[').skip(1);
            tiles.filter_map(|piece| tile(piece, '|', ']')).collect()
        })
        .collect();
    if hands.len() != 4 {
        return Vec::new();
    }
    (0..4).map(|seat| Some(hands[(start + seat) % 4])).collect()
}
