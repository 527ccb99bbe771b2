//! How seats and sides are written in records: seats are letters, a side is its seats joined by
//! `+`, as in `A+C`.

use capicu::{MAX_SEATS, Rules, Seat, Team};

/// The letters of the seats, in the order of play.
const LETTERS: &[u8; MAX_SEATS] = b"ABCDEFGHIJKL";

/// The letter of a seat.
pub fn letter(seat: Seat) -> char {
    char::from(LETTERS[seat.index()])
}

/// The seat of a letter, a capital or a small one.
pub fn seat(letter: char) -> Option<Seat> {
    let letter = letter.to_ascii_uppercase();
    let index = LETTERS.iter().position(|l| char::from(*l) == letter)?;
    Seat::new(index as u8)
}

/// How a side is written.
pub fn name(rules: &Rules, team: Team) -> String {
    let mut name = String::new();
    for member in rules.members(team) {
        if !name.is_empty() {
            name.push('+');
        }
        name.push(letter(member));
    }
    name
}

/// The side that is written so: exactly its seats, in order, in capitals or small letters.
pub fn named(rules: &Rules, text: &str) -> Option<Team> {
    Team::all(rules.n_teams()).find(|team| name(rules, *team).eq_ignore_ascii_case(text))
}
