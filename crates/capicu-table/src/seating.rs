//! New seats of people who change places.

use capicu::Seat;

/// Where each person at a table goes: a permutation of the seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating(Vec<Seat>);

impl Seating {
    /// `to` has the new seat of each seat in order; `None` unless each seat is named once.
    pub fn new(to: Vec<Seat>) -> Option<Self> {
        let mut seats = to.clone();
        seats.sort_unstable();
        let all = Seat::all(u8::try_from(to.len()).ok()?);
        seats.into_iter().eq(all).then_some(Self(to))
    }

    /// Other partners: the first seat stays, and the others move by one seat. Repeated once for each other seat, it
    /// gives everybody every partner and returns all to their first seats.
    pub fn other_partners(n_seats: u8) -> Self {
        let to = |seat: Seat| match seat.index() as u8 {
            0 => seat,
            last if last + 1 == n_seats => seat.offset(2, n_seats),
            _ => seat.offset(1, n_seats),
        };
        Self(Seat::all(n_seats).map(to).collect())
    }

    /// Swaps two seats; `None` unless both exist and differ.
    pub fn swap(one: Seat, other: Seat, n_seats: u8) -> Option<Self> {
        let mut seats: Vec<Seat> = Seat::all(n_seats).collect();
        let last = one.index().max(other.index());
        (one != other && last < seats.len()).then(|| {
            seats.swap(one.index(), other.index());
            Self(seats)
        })
    }

    pub fn to(&self, from: Seat) -> Seat {
        self.0.get(from.index()).copied().unwrap_or(from)
    }

    pub fn as_slice(&self) -> &[Seat] {
        &self.0
    }

    /// Moves a value for each seat to the new seat.
    pub(crate) fn move_all<T: Clone>(&self, of: &[T]) -> Vec<T> {
        let mut moved = of.to_vec();
        for (what, to) in of.iter().zip(&self.0) {
            moved[to.index()] = what.clone();
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_every_partner_in_turn() {
        let seats: Vec<Seat> = Seat::all(4).collect();
        let turn = Seating::other_partners(4);
        assert_eq!(Seating::new(turn.as_slice().to_vec()), Some(turn.clone()));
        let mut people = vec!["A", "B", "C", "D"];
        let mut partners = Vec::new();
        for _ in 0..3 {
            partners.push((people[0], people[2]));
            people = turn.move_all(&people);
        }
        assert_eq!(partners, [("A", "C"), ("A", "B"), ("A", "D")]);
        assert_eq!(people, ["A", "B", "C", "D"]);
        assert_eq!(turn.to(seats[3]), seats[1]);
    }

    #[test]
    fn seating_is_a_permutation() {
        let seats: Vec<Seat> = Seat::all(4).collect();
        assert_eq!(Seating::new(vec![seats[0], seats[0]]), None);
        assert_eq!(Seating::new(vec![seats[0], seats[2]]), None);
        assert!(Seating::new(vec![seats[1], seats[0]]).is_some());
    }
}
