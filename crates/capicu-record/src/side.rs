//! Names of seats and sides in records: seats are letters, and a side is its seats joined by `+`, as in `A+C`.

use capicu::{Rules, Seat, Side};

/// The letter of a seat, from `A`.
pub fn letter(seat: Seat) -> char {
    seat.letter()
}

/// The seat for a letter, capital or small.
pub fn seat(letter: char) -> Option<Seat> {
    Seat::of_letter(letter.to_ascii_uppercase())
}

/// The names of all sides, by number.
pub fn names(rules: &Rules) -> Vec<String> {
    let sides = Side::all(rules.n_sides());
    sides.map(|side| name(rules, side)).collect()
}

/// The name of a side, such as `A+C`.
pub fn name(rules: &Rules, side: Side) -> String {
    let mut name = String::new();
    for member in rules.members(side) {
        if !name.is_empty() {
            name.push('+');
        }
        name.push(letter(member));
    }
    name
}

/// The side with this name: exactly its seats, in order, in capitals or small letters.
pub fn named(rules: &Rules, text: &str) -> Option<Side> {
    Side::all(rules.n_sides()).find(|side| name(rules, *side).eq_ignore_ascii_case(text))
}
