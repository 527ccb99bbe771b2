//! The cribbage board on which a match is pegged.

use std::fmt::Write as _;

use capicu::Rules;
use capicu::rules::{Ends, Score};

/// The number of holes in a row.
const ROW: i32 = 30;

/// The space above a row, for the numbers of its holes.
const NUMBERS: i32 = 9;

pub const WIDTH: i32 = 362;

/// The holes of a whole cribbage board: twice up and back, and one more (003:23).
const BOARD: u16 = 121;

/// A cribbage board: rows of thirty holes, up and back, and one hole that ends the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PegBoard {
    /// The number of the last hole.
    pub target: u16,
    /// The number of sides that peg on it, each in its own lane.
    pub lanes: u8,
    /// The hole that saves from a skunk, in games that have one.
    pub skunk: Option<u16>,
}

impl PegBoard {
    /// Whether the score is kept on a cribbage board. It is if points are made in play (003:51, 004:18), or if the match
    /// goes once or twice round the board and one hole further (003:23, 004:32).
    pub fn is_used(rules: &Rules) -> bool {
        let target = rules.target.get();
        let fits = rules.score == Score::Pips && target <= BOARD;
        fits && (rules.ends != Ends::Off || matches!(target, 61 | BOARD))
    }

    pub const fn height(self) -> i32 {
        self.hole(self.target, self.lanes - 1).1 + 9
    }

    /// The center of a hole in a lane. The first row runs from left to right, the next back, and the last hole is
    /// beyond the end of its row. Number 0 is the start.
    pub const fn hole(self, number: u16, lane: u8) -> (i32, i32) {
        let index = number as i32 - 1;
        let last = (self.target as i32 - 2) / ROW;
        let row = if index / ROW < last {
            index / ROW
        } else {
            last
        };
        let along = index - row * ROW;
        let step = along * 10 + along / 5 * 4;
        let x = if row % 2 == 0 { 26 + step } else { 336 - step };
        let (wide, lanes) = (self.lane_width(), self.lanes as i32);
        let high = lanes * wide + 6 + NUMBERS;
        (x, 9 + NUMBERS + row * high + lane as i32 * wide)
    }

    /// The top and the height of the row that a hole is in, with the numbers of its holes.
    pub const fn row(self, number: u16) -> (i32, i32) {
        let across = (self.lanes as i32 - 1) * self.lane_width();
        (self.hole(number, 0).1 - 9 - NUMBERS, across + 18 + NUMBERS)
    }

    /// With many lanes, the holes move together to keep the board low.
    const fn lane_width(self) -> i32 {
        if self.lanes > 2 { 8 } else { 10 }
    }

    /// The board without pegs, for a drawing of its [width](WIDTH) and height: lanes, start, holes, the number of every
    /// fifth, the line of the skunk and the last hole. `sides` has the side of each lane, whose colour is `--side` of
    /// `side-0` to `side-3`.
    pub fn svg(self, sides: &[usize]) -> String {
        let mut svg = String::new();
        let across = i32::from(self.lanes) * self.lane_width();
        // A lane has the colour of its side, so that the place of a peg identifies it too.
        for (lane, side) in (0..self.lanes).zip(sides) {
            let _ = write!(svg, "<path class=\"lane team-{}\" d=\"", side % 4);
            let (mut row, mut from) = (None, 0);
            for number in 1..=self.target {
                let (x, y) = self.hole(number, lane);
                if row != Some(y) {
                    if row.is_some() {
                        let _ = write!(svg, "H{from}");
                    }
                    let _ = write!(svg, "M{x} {y}");
                }
                (row, from) = (Some(y), x);
            }
            let _ = write!(svg, "H{from}\"/>");
        }
        let ((x, y), (start, top)) = (self.hole(self.target, 0), self.hole(0, 0));
        let _ = write!(
            svg,
            "<path class=\"start\" d=\"M{} {}v{across}\"/><path class=\"finish\" d=\"M{x} {}v{across}\"/><g class=\"holes\">",
            start + 5,
            top - 5,
            y - 5,
        );
        for lane in 0..self.lanes {
            for number in 1..=self.target {
                let (x, y) = self.hole(number, lane);
                let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.9\"/>");
            }
        }
        svg.push_str("</g><g class=\"numbers\">");
        // Numbers close to the last hole would touch its number.
        let fifths = (5..self.target.saturating_sub(3)).step_by(5);
        for number in fifths.chain([self.target]) {
            let (x, y) = self.hole(number, 0);
            let _ = write!(svg, "<text x=\"{x}\" y=\"{}\">{number}</text>", y - 7);
        }
        svg.push_str("</g>");
        if let Some(line) = self.skunk {
            let ((x, y), (before, _)) = (self.hole(line, 0), self.hole(line - 1, 0));
            let back = if before == x {
                5
            } else {
                (before - x).signum() * 5
            };
            let _ = write!(
                svg,
                "<path class=\"skunk-line\" d=\"M{} {}v{across}\"/>",
                x + back,
                y - 5
            );
        }
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn board(target: u16, lanes: u8) -> PegBoard {
        PegBoard {
            target,
            lanes,
            skunk: None,
        }
    }

    /// By hand: two lanes are 10 apart, and a row with its numbers is 35 high.
    #[test]
    fn row_contains_every_lane_of_its_holes() {
        for (number, top) in [(0, 0), (1, 0), (30, 0), (31, 35), (60, 35), (61, 35)] {
            let (above, high) = board(61, 2).row(number);
            assert_eq!((above, high), (top, 37), "{number}");
            for lane in 0..2 {
                let (_, y) = board(61, 2).hole(number, lane);
                assert!(above + 9 < y && y + 6 < above + high, "{number} {lane}");
            }
        }
        assert_eq!(board(121, 2).row(121).0, 105);
    }

    #[test]
    fn holes_run_up_and_back_and_one_further() {
        let at = |number| board(61, 2).hole(number, 0);
        let ((first, up), (thirtieth, _)) = (at(1), at(30));
        assert!(first < thirtieth);
        assert_eq!(at(31).0, thirtieth, "the turn is at the end of the row");
        assert!(at(31).1 > up);
        assert_eq!(at(60).0, first);
        assert_eq!(at(60).1, at(61).1, "the last hole is no row of its own");
        assert!(at(61).0 < first && at(0).0 < first);
    }

    #[test]
    fn all_holes_have_different_places() {
        for (target, lanes) in [(61, 2), (61, 4), (100, 3), (121, 2)] {
            let board = board(target, lanes);
            let all = (0..lanes).flat_map(|lane| (1..=target).map(move |n| board.hole(n, lane)));
            let mut all: Vec<_> = all.collect();
            let n = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), n);
        }
    }
}
