//! Lists of moves, one move per line, as programs and spreadsheets write them.
//!
//! `docs/record-format.md` specifies the forms. The list says who laid which tile at which end; the rules come from
//! outside. The referee judges the match, so an illegal move is an error at its line.

mod built;
mod column;
mod entry;
mod error;
mod judged;
mod log;
mod objects;
mod players;
mod round;
mod row;
mod table;
mod tiles;
mod turns;
mod words;

use std::borrow::Cow;
use std::collections::BTreeSet;

use capicu::Rules;

use crate::Place;
use crate::record::plain;

pub use error::{ListError, ListProblem};
pub use judged::{Converted, Missing};

use entry::Entry;
use players::Players;
use round::Round;
use row::Row;

/// A list of moves, before its rules are known.
#[derive(Clone, Debug)]
pub struct MoveList {
    players: Players,
    rounds: Vec<Round>,
    /// The numbers or names of the rounds.
    labels: BTreeSet<String>,
}

impl MoveList {
    /// Reads a list: a table, JSON, or the lines of a log.
    ///
    /// # Errors
    ///
    /// The first line that is not a move, a hand or a boneyard.
    pub fn parse(text: &str) -> Result<Self, ListError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let text = with_line_ends(text);
        let mut list = Self {
            players: Players::default(),
            rounds: Vec::new(),
            labels: BTreeSet::new(),
        };
        for row in rows(&text)? {
            list.add(Entry::read(row)?)?;
        }
        if list.rounds.iter().all(|round| round.acts.is_empty()) {
            return Err(ListError::new(Place::START, ListProblem::NoMoves));
        }
        Ok(list)
    }

    /// The number of seats that the list needs.
    pub fn players(&self) -> u8 {
        self.players.seats_needed() as u8
    }

    /// Builds the record of the match by these rules. The referee checks every move.
    ///
    /// # Errors
    ///
    /// The first line that does not fit the rules.
    pub fn record(&self, rules: Rules) -> Result<Converted, ListError> {
        judged::record(self, rules)
    }

    fn add(&mut self, entry: Entry) -> Result<(), ListError> {
        let label = entry.row.cell(column::Column::Round);
        let player = match entry.row.cell(column::Column::Player) {
            Some(cell) => Some(self.players.player(cell)?),
            None if entry.needs_player() => {
                return Err(entry.row.error(ListProblem::NoPlayer));
            }
            None => None,
        };
        let begins = match (self.rounds.last(), label) {
            (None, _) => true,
            (Some(round), Some(label)) => !round.is_called(&label.text),
            (Some(round), None) => round.is_followed_by(&entry, player),
        };
        if begins {
            if let Some(label) = label {
                let is_new = self.labels.insert(label.text.clone());
                let last = self.rounds.last();
                if !is_new || last.is_some_and(|round| round.is_after(&label.text)) {
                    let why = ListProblem::RoundOrder(row::short(&label.text));
                    return Err(label.error(why));
                }
            }
            self.rounds.push(Round::new(&entry.row));
        }
        match self.rounds.last_mut() {
            Some(round) => round.add(entry, player),
            None => Ok(()),
        }
    }
}

/// The rules for lists whose game is unknown: no drawing, and the first player leads any tile. Four play in pairs.
/// `None` if the number of players is not from 2 to 4.
pub fn plain_rules(players: u8) -> Option<Rules> {
    let mut choices = plain();
    let number = players.to_string();
    let four = players == 4;
    let teams = if four { "pairs" } else { "singles" };
    let block = if four {
        "lightest-team"
    } else {
        "lightest-hand"
    };
    for (name, value) in [
        ("players", &*number),
        ("teams", teams),
        ("opener", "first-seat"),
        ("opening-lead", "any-tile"),
        ("block-winner", block),
    ] {
        choices.set(name, value).ok()?;
    }
    Rules::new(choices).ok()
}

/// The text with `\n` at its line ends. Some spreadsheets write `\r` alone.
fn with_line_ends(text: &str) -> Cow<'_, str> {
    match text.contains('\n') {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.replace('\r', "\n")),
    }
}

/// Reads the rows of a text in the form that it has.
fn rows(text: &str) -> Result<Vec<Row>, ListError> {
    let first = text.lines().find(|line| !line.trim().is_empty());
    match first.map(str::trim_start) {
        None => Ok(Vec::new()),
        Some(line) if line.starts_with(['{', '[']) => objects::rows(text),
        Some(line) if log::is_line(line) => log::rows(text),
        Some(_) => table::rows(text),
    }
}
