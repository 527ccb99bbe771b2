//! How seats and sides are written in records: seats are letters, a side is its seats joined by
//! `+`, as in `A+C`.

use capicu::{Rules, Seat, Team};

/// The letter of a seat.
pub fn letter(seat: Seat) -> char {
    seat.letter()
}

/// The seat of a letter, a capital or a small one.
pub fn seat(letter: char) -> Option<Seat> {
    Seat::of_letter(letter.to_ascii_uppercase())
}

/// The names of all sides, by number.
pub fn names(rules: &Rules) -> Vec<String> {
    let teams = Team::all(rules.n_teams());
    teams.map(|team| name(rules, team)).collect()
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
