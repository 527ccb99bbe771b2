//! The places around the table, as seen from one seat.

use capicu::rules::Direction;
use capicu::{Rules, Seat};
use capicu_i18n::Texts;

/// A side of the table that is not one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Left,
    Top,
    Right,
}

impl Edge {
    /// The sides, from left to right.
    pub const ALL: [Self; 3] = [Self::Left, Self::Top, Self::Right];

    pub fn name(self, texts: Texts) -> String {
        match self {
            Self::Left => texts.seat_left(),
            Self::Top => texts.seat_across(),
            Self::Right => texts.seat_right(),
        }
    }

    /// The class in the style sheet.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Top => "top",
            Self::Right => "right",
        }
    }
}

/// The place of a seat in words, as seen from one's own. If several are on that side, it is a number.
pub fn place(texts: Texts, rules: &Rules, me: Seat, seat: Seat) -> String {
    if rules.partner(me) == Some(seat) {
        return texts.seat_partner();
    }
    let alone = |edge: &Edge| on(*edge, me, rules.n_seats(), rules.direction) == [seat];
    match Edge::ALL.into_iter().find(alone) {
        Some(edge) => edge.name(texts),
        None => texts.seat_number(seat.index() + 1),
    }
}

/// The other seats on one side of a table of `n` seats, seen from `me`: from top to bottom or from left to right.
pub fn on(edge: Edge, me: Seat, n: u8, direction: Direction) -> Vec<Seat> {
    let others = n.saturating_sub(1);
    // The long side across takes the remainder of a division by three. Of two opponents, one is on each side.
    let beside = if n == 3 { 1 } else { others / 3 };
    let range = |from: u8, to: u8| (from..to).map(|by| me.offset(by, n));
    let (first, second) = (1 + beside, n - beside);
    // Anticlockwise, the next to play is on the right: up that side, over the top from right to left, and down the
    // left.
    let anticlockwise = direction == Direction::Anticlockwise;
    match edge {
        Edge::Right if anticlockwise => range(1, first).rev().collect(),
        Edge::Left if anticlockwise => range(second, n).collect(),
        Edge::Top if anticlockwise => range(first, second).rev().collect(),
        Edge::Left => range(1, first).rev().collect(),
        Edge::Right => range(second, n).collect(),
        Edge::Top => range(first, second).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(edge: Edge, me: u8, n: u8, direction: Direction) -> Vec<usize> {
        let me = Seat::new(me).expect("a seat");
        on(edge, me, n, direction)
            .into_iter()
            .map(Seat::index)
            .collect()
    }

    #[test]
    fn next_player_is_on_the_right_when_anticlockwise() {
        use Direction::Anticlockwise;
        assert_eq!(seats(Edge::Right, 0, 4, Anticlockwise), [1]);
        assert_eq!(seats(Edge::Top, 0, 4, Anticlockwise), [2]);
        assert_eq!(seats(Edge::Left, 0, 4, Anticlockwise), [3]);
        assert_eq!(seats(Edge::Right, 3, 4, Anticlockwise), [0]);
        assert_eq!(seats(Edge::Top, 3, 4, Anticlockwise), [1]);
    }

    #[test]
    fn next_player_is_on_the_left_when_clockwise() {
        assert_eq!(seats(Edge::Left, 0, 4, Direction::Clockwise), [1]);
        assert_eq!(seats(Edge::Right, 0, 4, Direction::Clockwise), [3]);
    }

    #[test]
    fn small_tables_fill_the_sides() {
        use Direction::Anticlockwise;
        assert_eq!(seats(Edge::Top, 1, 2, Anticlockwise), [0]);
        assert!(seats(Edge::Left, 1, 2, Anticlockwise).is_empty());
        assert_eq!(seats(Edge::Right, 0, 3, Anticlockwise), [1]);
        assert_eq!(seats(Edge::Left, 0, 3, Anticlockwise), [2]);
        assert!(seats(Edge::Top, 0, 3, Anticlockwise).is_empty());
    }

    #[test]
    fn large_table_goes_round_in_the_order_of_play() {
        use Direction::Anticlockwise;
        // From the lower right corner: up, over the top towards the left, down.
        assert_eq!(seats(Edge::Right, 0, 8, Anticlockwise), [2, 1]);
        assert_eq!(seats(Edge::Top, 0, 8, Anticlockwise), [5, 4, 3]);
        assert_eq!(seats(Edge::Left, 0, 8, Anticlockwise), [6, 7]);
    }

    #[test]
    fn every_seat_has_one_place() {
        for n in 2..=12 {
            for direction in [Direction::Anticlockwise, Direction::Clockwise] {
                let mut all: Vec<usize> = Edge::ALL
                    .into_iter()
                    .flat_map(|edge| seats(edge, 1, n, direction))
                    .collect();
                all.sort_unstable();
                let expected: Vec<usize> = (0..usize::from(n)).filter(|&seat| seat != 1).collect();
                assert_eq!(all, expected, "{n} seats");
            }
        }
    }

    #[test]
    fn seat_is_named_by_its_place() {
        use capicu_i18n::Lang;
        let called = |game: &str, players: u8, me: u8, seat: u8| {
            let game = capicu::Game::by_id(game).expect("a game");
            let rules = game
                .rules(players)
                .expect("the game has rules for this number");
            let at = |seat| Seat::new(seat).expect("a seat");
            place(Texts::new(Lang::En), &rules, at(me), at(seat))
        };
        assert_eq!(called("jamaican-partner", 4, 0, 2), "Partner");
        assert_eq!(called("jamaican-partner", 4, 0, 1), "Right");
        assert_eq!(called("jamaican-partner", 4, 1, 0), "Left");
        assert_eq!(called("cut-throat", 4, 0, 2), "Across");
        assert_eq!(called("cien", 2, 0, 1), "Across");
        assert_eq!(called("double-nine-cross", 8, 0, 3), "Seat 4");
    }
}
