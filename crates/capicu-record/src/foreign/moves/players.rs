//! The players of a move list, and their seats.

use capicu::rules::Opener;
use capicu::{MAX_SEATS, Rules, Seat};

use super::error::{ListError, ListProblem};
use super::row::{Cell, short};
use crate::side;

/// The players in order of their first line.
#[derive(Clone, Debug, Default)]
pub(super) struct Players {
    cells: Vec<Cell>,
}

/// The index of a player in the order of the first lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Player(usize);

/// The kind of texts that name the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Naming {
    /// Letters of seats.
    Letters,
    /// Numbers in order of play, from this one.
    Numbers(usize),
    /// Any texts, in order of play.
    Names,
}

/// The seat of each player.
#[derive(Clone, Debug)]
pub(super) struct Seats {
    seats: Vec<Seat>,
    names: Vec<(Seat, String)>,
}

impl Players {
    /// The player that a cell names, in capitals or small letters.
    pub(super) fn player(&mut self, cell: &Cell) -> Result<Player, ListError> {
        let mut known = self.cells.iter();
        if let Some(found) = known.position(|one| is_same(&one.text, &cell.text)) {
            return Ok(Player(found));
        }
        if self.cells.len() == MAX_SEATS {
            let name = short(&cell.text);
            let seats = MAX_SEATS as u8;
            return Err(cell.error(ListProblem::Player { name, seats }));
        }
        self.cells.push(cell.clone());
        Ok(Player(self.cells.len() - 1))
    }

    /// The number of seats that the list needs.
    pub(super) fn seats_needed(&self) -> usize {
        let indices = (0..self.cells.len()).map(|at| self.index(at) + 1);
        indices.max().unwrap_or(0)
    }

    /// Seats the players. If the rules give the first lead to seat A, it goes to the first player of the list that moves.
    pub(super) fn seated(&self, rules: &Rules, first: Option<Player>) -> Result<Seats, ListError> {
        let n = usize::from(rules.n_seats());
        let mut at = 0..self.cells.len();
        if let Some(beyond) = at.find(|at| self.index(*at) >= n) {
            let cell = &self.cells[beyond];
            let (name, seats) = (short(&cell.text), rules.n_seats());
            return Err(cell.error(ListProblem::Player { name, seats }));
        }
        let naming = self.naming();
        let turned =
            first.filter(|_| rules.opener == Opener::FirstSeat && naming != Naming::Letters);
        let start = turned.map_or(0, |first| self.index(first.0));
        let seat = |at: usize| {
            let seat = (self.index(at) + n - start) % n;
            Seat::new(seat as u8).unwrap_or_default()
        };
        let seats: Vec<Seat> = (0..self.cells.len()).map(seat).collect();
        let name = |text: &str| match naming {
            Naming::Letters => None,
            Naming::Numbers(_) if start == 0 => None,
            Naming::Numbers(_) => Some(format!("Player {text}")),
            Naming::Names => Some(text.to_owned()),
        };
        let names = seats.iter().zip(&self.cells);
        let names = names.filter_map(|(seat, cell)| Some((*seat, name(&cell.text)?)));
        Ok(Seats {
            names: names.collect(),
            seats,
        })
    }

    /// The place of a player in the order of play, from 0.
    fn index(&self, at: usize) -> usize {
        let text = &self.cells[at].text;
        match self.naming() {
            Naming::Letters => letter(text).map_or(at, Seat::index),
            Naming::Numbers(base) => number(text).map_or(at, |number| number - base),
            Naming::Names => at,
        }
    }

    /// The kind of texts. Numbers and letters far apart are names.
    fn naming(&self) -> Naming {
        let most = self.cells.len().max(4);
        let texts = || self.cells.iter().map(|cell| &*cell.text);
        let numbers: Option<Vec<usize>> = texts().map(number).collect();
        if let Some(numbers) = numbers {
            let base = numbers.iter().copied().min().unwrap_or(0).min(1);
            if numbers.iter().all(|number| number - base < most) {
                return Naming::Numbers(base);
            }
        }
        let mut seats = texts().map(letter);
        match seats.all(|seat| seat.is_some_and(|seat| seat.index() < most)) {
            true => Naming::Letters,
            false => Naming::Names,
        }
    }
}

impl Seats {
    pub(super) fn of(&self, player: Player) -> Seat {
        self.seats[player.0]
    }

    /// The players by name, unless the list names seats.
    pub(super) fn names(&self) -> impl Iterator<Item = (Seat, &str)> {
        self.names.iter().map(|(seat, name)| (*seat, &**name))
    }
}

/// Whether two texts are equal but for capitals.
fn is_same(one: &str, other: &str) -> bool {
    one == other || one.to_lowercase() == other.to_lowercase()
}

/// A number of a seat, from 0 or 1. Other numbers begin with 0 only in names.
fn number(text: &str) -> Option<usize> {
    let is_number = match text.as_bytes() {
        [digit] => digit.is_ascii_digit(),
        [first, digit] => matches!(first, b'1'..=b'9') && digit.is_ascii_digit(),
        _ => false,
    };
    let number = text.parse().ok().filter(|_| is_number);
    number.filter(|number| *number <= 12)
}

fn letter(text: &str) -> Option<Seat> {
    let mut letters = text.chars();
    let seat = side::seat(letters.next()?);
    seat.filter(|_| letters.next().is_none())
}
