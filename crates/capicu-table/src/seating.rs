//! Who sits where after people have changed seats.

use capicu::Seat;

/// Where each person goes who sits at a table: everybody to one seat, and nobody to another's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seating(Vec<Seat>);

impl Seating {
    /// The seats that those in the first, the second and so on go to; `None` unless each is named once.
    pub fn new(to: Vec<Seat>) -> Option<Self> {
        let mut seats = to.clone();
        seats.sort_unstable();
        let all = Seat::all(u8::try_from(to.len()).ok()?);
        seats.into_iter().eq(all).then_some(Self(to))
    }

    /// Other partners: whoever sits first stays, and the others move on by one seat. After as many times as there are
    /// others, everybody has been everybody's partner and sits as at first.
    pub fn other_partners(n_seats: u8) -> Self {
        let to = |seat: Seat| match seat.index() as u8 {
            0 => seat,
            last if last + 1 == n_seats => seat.offset(2, n_seats),
            _ => seat.offset(1, n_seats),
        };
        Self(Seat::all(n_seats).map(to).collect())
    }

    /// Two change places; `None` unless there are two such seats.
    pub fn swap(one: Seat, other: Seat, n_seats: u8) -> Option<Self> {
        let mut seats: Vec<Seat> = Seat::all(n_seats).collect();
        let last = one.index().max(other.index());
        (one != other && last < seats.len()).then(|| {
            seats.swap(one.index(), other.index());
            Self(seats)
        })
    }

    /// Where whoever sits here goes; nowhere if there is no such seat.
    pub fn to(&self, from: Seat) -> Seat {
        self.0.get(from.index()).copied().unwrap_or(from)
    }

    /// Where everybody goes, in the order of the seats.
    pub fn as_slice(&self) -> &[Seat] {
        &self.0
    }

    /// What belongs to each seat, taken along.
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
    fn everybody_is_everybodys_partner_in_turn() {
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
    fn nobody_sits_on_anothers_knees() {
        let seats: Vec<Seat> = Seat::all(4).collect();
        assert_eq!(Seating::new(vec![seats[0], seats[0]]), None);
        assert_eq!(Seating::new(vec![seats[0], seats[2]]), None);
        assert!(Seating::new(vec![seats[1], seats[0]]).is_some());
    }
}
