//! Whether a match with a target that has to be met exactly can come to a point from which nobody
//! meets it.

use alloc::vec::Vec;

use super::check::lasting_premiums;
use super::{
    BlockCount, BlockTie, Bonus, CallSum, Ends, Finish, GoingOut, OutCount, Rounding, Rules, Score,
    Teams,
};
use crate::{TileSet, count};

impl Rules {
    /// The fewest points that a side can be given at once, where a match with a target that has to
    /// be met exactly can come to a point from which nobody meets it: every side may lack fewer
    /// points than that. `None` where every match can be won.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::{Game, Rules};
    ///
    /// let exact = |players| {
    ///     let cien = Game::by_id("cien")?.choices(players)?;
    ///     Rules::new(cien.with("finish", "exact").ok()?).ok()?.can_lock()
    /// };
    /// // Three others hold at least 0-0, 1-0, and 1-1 or 2-0. Two others may hold a single pip.
    /// assert_eq!((exact(4), exact(3)), (Some(3), None));
    /// ```
    pub fn can_lock(&self) -> Option<u16> {
        if self.finish != Finish::Exact || self.score != Score::Pips {
            return None;
        }
        let ends = match self.ends {
            Ends::Off => None,
            Ends::EachMultiple => Some((1, 1)),
            Ends::Fives => Some((5, 5)),
            Ends::Sevens => Some((7, 7)),
            Ends::Threes => Some((3, 3)),
            Ends::FivesAndThrees | Ends::TotalForEach => Some((3, 1)),
        };
        let wrong_call = Some(self.wrong_call).filter(|_| self.call_sum == CallSum::Own);
        let premiums = lasting_premiums(self).chain(wrong_call).map(Bonus::get);
        let premiums = premiums.filter(|points| *points > 0);
        let per_point = self.pips_per_point.get();
        let in_points = |(fewest, unit): (u16, u16)| {
            let unit = if unit % per_point == 0 {
                unit / per_point
            } else {
                1
            };
            ((fewest / per_point).max(1), unit)
        };
        let pips = [self.fewest_out(), self.fewest_blocked()];
        let scores = pips.into_iter().chain([ends]).flatten().map(in_points);
        let scores = scores.chain(premiums.map(|points| (points, points)));
        let (fewest, unit) = scores.reduce(|(fewest, unit), (points, of)| {
            (fewest.min(points), greatest_divisor(unit, of))
        })?;
        // Where all scores and the target are multiples of the smallest score, nobody lacks less.
        let meets = fewest == unit && self.target.get().is_multiple_of(unit);
        (fewest > 1 && !meets).then_some(fewest)
    }

    /// The fewest pips that count for going out, and what all such counts are multiples of.
    fn fewest_out(&self) -> Option<(u16, u16)> {
        let losers = match self.teams {
            Teams::Pairs => 2,
            Teams::Singles => usize::from(self.n_seats()) - 1,
        };
        let partner = self.teams == Teams::Pairs && self.going_out == GoingOut::One;
        match self.out_count {
            OutCount::OnePoint => Some((1, 1)),
            OutCount::Losers => Some(self.fewest_of(losers)),
            OutCount::AllOthers => Some(self.fewest_of(losers + usize::from(partner))),
        }
    }

    /// The same for a blocked round.
    fn fewest_blocked(&self) -> Option<(u16, u16)> {
        let seats = usize::from(self.n_seats());
        let pairs = self.teams == Teams::Pairs;
        // Partners who both have to go out may hold a hand each side.
        let hands = if pairs && self.going_out == GoingOut::BothPartners {
            2
        } else {
            seats
        };
        let sides = if pairs { 2 } else { seats };
        let tiles = self.lightest_tiles();
        let sum = |tiles: &[u16]| tiles.iter().sum::<u16>();
        let pips = match self.block_count {
            BlockCount::Nothing => return None,
            BlockCount::OnePoint => return Some((1, 1)),
            BlockCount::AllHands => return Some(self.fewest_of(hands)),
            // Every loser has at least a pip more, unless he shared the lightest hand.
            BlockCount::Difference if self.block_tie == BlockTie::Nobody => sides as u16 - 1,
            BlockCount::Difference => 1,
            BlockCount::SubtractOnce if sides == 2 => 1,
            BlockCount::SubtractOnce => sum(tiles.get(1..seats)?).saturating_sub(*tiles.first()?),
            BlockCount::Losers if hands == 4 && pairs => sum(tiles.get(..4)?).div_ceil(2),
            BlockCount::Losers => sum(tiles.get(1..hands)?),
        };
        Some(self.rounded(pips.max(1)))
    }

    /// The fewest pips in this many hands of one tile each.
    fn fewest_of(&self, hands: usize) -> (u16, u16) {
        let tiles = self.lightest_tiles();
        let all: u16 = tiles.iter().take(hands).sum();
        let some = || tiles.iter().find(|pips| **pips > 0).copied();
        self.rounded(match (all, self.rounding) {
            (0, _) => some().unwrap_or(1),
            // A loser with two pips or fewer counts nothing.
            (_, Rounding::EachLoser) if self.teams == Teams::Singles => {
                tiles.iter().take(hands).map(|pips| fives(*pips)).sum()
            }
            (_, Rounding::EachLoser) => 1,
            (all, Rounding::Exact | Rounding::Sum) => all,
        })
    }

    /// Pips as they are rounded, no fewer than count at all; and what all such numbers are multiples of.
    fn rounded(&self, pips: u16) -> (u16, u16) {
        match self.rounding {
            Rounding::Exact => (pips, 1),
            Rounding::EachLoser | Rounding::Sum => (fives(pips).max(5), 5),
        }
    }

    /// What the tiles count, the lightest first.
    fn lightest_tiles(&self) -> Vec<u16> {
        let tiles = self.tiles().into_iter();
        let mut counts: Vec<u16> = tiles.map(|tile| count(TileSet::of(tile), self)).collect();
        counts.sort_unstable();
        counts
    }
}

/// The nearest multiple of five.
const fn fives(pips: u16) -> u16 {
    (pips + 2) / 5 * 5
}

fn greatest_divisor(one: u16, other: u16) -> u16 {
    match other {
        0 => one,
        other => greatest_divisor(other, one % other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    /// The fewest points by hand, in games whose target has to be met exactly.
    #[test]
    fn the_fewest_points_are_those_of_the_lightest_hands() {
        type Changes<'a> = &'a [(&'a str, &'a str)];
        let cases: [(&str, u8, Changes<'_>, Option<u16>); 12] = [
            // Three others hold 0-0, 1-0, and 1-1 or 2-0.
            ("doscientos", 4, &[], Some(3)),
            ("doscientos", 3, &[], None),
            ("doscientos", 2, &[], None),
            // Without 0-0 two others hold 1-0, and 1-1 or 2-0.
            ("cien", 3, &[("removed", "0-0")], Some(3)),
            ("cien", 3, &[("removed", "0-0"), ("paso", "2")], Some(2)),
            // The losers alone may hold a pip; a blocked round may be won by one.
            ("cien", 4, &[("out-count", "losers")], None),
            ("cien", 4, &[("block-count", "difference")], None),
            ("cien", 4, &[("block-count", "nothing")], Some(3)),
            // Points for the first games are soon over.
            ("cien", 4, &[("first-game", "1")], Some(3)),
            // All scores are fives: 95 lacks one of them, and 96 cannot be had.
            ("all-fives", 2, &[], None),
            ("all-fives", 2, &[("target", "61")], Some(5)),
            // Three losers hold three pips, and the ends score three at least.
            ("fives-and-threes", 4, &[], Some(3)),
        ];
        for (game, players, changes, fewest) in cases {
            let game = Game::by_id(game).and_then(|game| game.choices(players));
            let mut choices = game.expect("a game");
            for (name, value) in changes.iter().chain(&[("finish", "exact")]) {
                choices.set(name, value).expect("a value");
            }
            let rules = Rules::new(choices).expect("a game");
            assert_eq!(rules.can_lock(), fewest, "{players} {changes:?}");
        }
    }
}
