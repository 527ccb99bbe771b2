//! Finds rules under which a match with an exact target can reach a point from which nobody meets it.

use alloc::vec::Vec;

use super::check::{lasting_premiums, prices};
use super::{
    BlockCount, BlockTie, BlockWinner, Bonus, CallSum, DoublesPay, Ends, Finish, GoingOut,
    OutCount, OutWinner, Price, RoundPrice, Rounding, Rules, Score, Teams,
};
use crate::{TileSet, count};

impl Rules {
    /// The smallest score of a side, if the target is exact and a match can become impossible to win. Every side may
    /// then lack fewer points than this. `None` where every match can be won.
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
        match self.score {
            _ if self.finish != Finish::Exact => return None,
            // A hand of doubles can always win.
            _ if self.doubles_win.get() > 0 => return None,
            Score::Games if self.round_price == RoundPrice::Table => {
                let doubles = Some(self.doubles_points.get());
                let scored = self.doubles_score.get() > 0 && self.doubles_pay == DoublesPay::Points;
                let doubles = doubles.filter(|_| scored);
                let paid = prices(self).map(Price::get).chain(doubles);
                let paid = paid.filter(|price| *price > 0);
                return self.lock_of(paid.map(|price| (price, price)));
            }
            Score::Games | Score::Penalties => return None,
            Score::Pips => {}
        }
        let ends = match self.ends {
            Ends::Off => None,
            Ends::EachMultiple => Some((1, 1)),
            Ends::Fives => Some((5, 5)),
            Ends::Sevens => Some((7, 7)),
            Ends::Multiples => Some((self.ends_divisor.get(), self.ends_divisor.get())),
            Ends::Threes => Some((3, 3)),
            Ends::EqualTotal => Some((1, 1)),
            Ends::Equal => {
                let (plain, double) = (self.equal_ends.get(), self.equal_ends_double.get());
                Some((plain.min(double), greatest_divisor(plain, double)))
            }
            Ends::FivesAndThrees | Ends::TotalForEach => Some((3, 1)),
        };
        let wrong_call = Some(self.wrong_call).filter(|_| self.call_sum == CallSum::Own);
        let doubles = Some(self.doubles_points.get()).filter(|_| self.doubles_score.get() > 0);
        // Bonuses that count no more near the target cannot meet it (W28).
        let early = 1..self.target.get();
        let lasting = lasting_premiums(self).filter(|_| !early.contains(&self.bonus_below.get()));
        let premiums = lasting.chain(wrong_call).map(Bonus::get);
        let premiums = premiums.chain(doubles);
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
        let pips = pips.into_iter().flatten().map(|pips| {
            if self.band.get() == 0 {
                in_points(pips)
            } else {
                (self.as_points(pips.0).max(1), 1)
            }
        });
        let scores = pips.chain(ends.into_iter().map(in_points));
        let scores = scores.chain(premiums.map(|points| (points, points)));
        self.lock_of(scores)
    }

    /// The smallest of these scores, each given with its divisor, unless a side can always meet the target.
    fn lock_of(&self, scores: impl Iterator<Item = (u16, u16)>) -> Option<u16> {
        let (fewest, unit) = scores.reduce(|(fewest, unit), (points, of)| {
            (fewest.min(points), greatest_divisor(unit, of))
        })?;
        // If all scores and the target are multiples of the smallest score, no side lacks less.
        let meets = fewest == unit && self.target.get().is_multiple_of(unit);
        (fewest > 1 && !meets).then_some(fewest)
    }

    /// The fewest pips that count for going out, and a common divisor of all such counts.
    fn fewest_out(&self) -> Option<(u16, u16)> {
        let losers = match self.teams {
            Teams::Pairs => 2,
            Teams::Singles => usize::from(self.n_seats()) - 1,
        };
        let partner = self.teams == Teams::Pairs && self.going_out == GoingOut::One;
        match self.out_count {
            OutCount::OnePoint => Some((1, 1)),
            // The heavier pair has a pip at least.
            _ if self.out_winner == OutWinner::LightestTeam => Some(self.fewest_rounded(1)),
            OutCount::Losers => Some(self.fewest_of(losers)),
            OutCount::AllOthers => Some(self.fewest_of(losers + usize::from(partner))),
        }
    }

    /// The fewest pips that count in a blocked round, and a common divisor of all such counts.
    fn fewest_blocked(&self) -> Option<(u16, u16)> {
        let seats = usize::from(self.n_seats());
        let pairs = self.teams == Teams::Pairs;
        // If both partners have to go out, one hand a side may be left.
        let hands = if pairs && self.going_out == GoingOut::BothPartners {
            2
        } else {
            seats
        };
        let sides = if pairs { 2 } else { seats };
        let tiles = self.lightest_tiles();
        let sum = |tiles: &[u16]| tiles.iter().sum::<u16>();
        match self.block_winner {
            BlockWinner::Nobody => return None,
            BlockWinner::LightestHand | BlockWinner::LightestTeam => {}
            // The losers may hold less than the winners.
            BlockWinner::BlockerOrNext | BlockWinner::BlockerOrPrevious => {
                return match self.block_count {
                    BlockCount::Nothing => None,
                    BlockCount::OnePoint => Some((1, 1)),
                    _ => Some(self.fewest_rounded(1)),
                };
            }
        }
        let pips = match self.block_count {
            BlockCount::Nothing => return None,
            BlockCount::OnePoint => return Some((1, 1)),
            BlockCount::AllHands => return Some(self.fewest_of(hands)),
            // Every loser has at least one pip more, unless the loser shared the lightest hand.
            BlockCount::EachHeavier => 1,
            BlockCount::Difference
                if self.block_tie == BlockTie::Nobody && self.ties_in_a_row.get() == 0 =>
            {
                sides as u16 - 1
            }
            BlockCount::Difference => 1,
            BlockCount::SubtractOnce if sides == 2 => 1,
            BlockCount::SubtractOnce => sum(tiles.get(1..seats)?).saturating_sub(*tiles.first()?),
            BlockCount::Losers if hands == 4 && pairs => sum(tiles.get(..4)?).div_ceil(2),
            BlockCount::Losers => sum(tiles.get(1..hands)?),
        };
        Some(self.fewest_rounded(pips.max(1)))
    }

    /// The fewest pips in this number of hands with one tile each, and their divisor.
    fn fewest_of(&self, hands: usize) -> (u16, u16) {
        let tiles = self.lightest_tiles();
        let all: u16 = tiles.iter().take(hands).sum();
        let some = || tiles.iter().find(|pips| **pips > 0).copied();
        self.fewest_rounded(match (all, self.rounding) {
            (0, _) => some().unwrap_or(1),
            // A loser with two pips or fewer counts 0.
            (_, Rounding::EachLoser) if self.teams == Teams::Singles => tiles
                .iter()
                .take(hands)
                .map(|pips| self.rounded(*pips))
                .sum(),
            (_, Rounding::EachLoser) => 1,
            (all, Rounding::Exact | Rounding::Sum) => all,
        })
    }

    /// Rounds pips, up to the smallest multiple that counts. Returns the result and its divisor.
    fn fewest_rounded(&self, pips: u16) -> (u16, u16) {
        let to = self.rounding_to.get();
        match self.rounding {
            Rounding::Exact => (pips, 1),
            Rounding::EachLoser | Rounding::Sum => (self.rounded(pips).max(to), to),
        }
    }

    /// The counts of the tiles, the lightest first.
    fn lightest_tiles(&self) -> Vec<u16> {
        let mut counts = Vec::new();
        // A sort of the library takes kilobytes of the first visit.
        for tile in self.tiles() {
            let count = count(TileSet::of(tile), self);
            let at = counts.partition_point(|other| *other <= count);
            counts.insert(at, count);
        }
        counts
    }
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

    /// Expected points are counted by hand, in games with an exact target.
    #[test]
    fn smallest_score_comes_from_the_lightest_hands() {
        type Changes<'a> = &'a [(&'a str, &'a str)];
        let cases: [(&str, u8, Changes<'_>, Option<u16>); 12] = [
            // Three others hold 0-0, 1-0, and 1-1 or 2-0.
            ("doscientos", 4, &[], Some(3)),
            ("doscientos", 3, &[], None),
            ("doscientos", 2, &[], None),
            // Without 0-0 two others hold 1-0, and 1-1 or 2-0.
            ("cien", 3, &[("removed", "0-0")], Some(3)),
            ("cien", 3, &[("removed", "0-0"), ("paso", "2")], Some(2)),
            // The losers alone may hold one pip; one pip may win a blocked round.
            ("cien", 4, &[("out-count", "losers")], None),
            ("cien", 4, &[("block-count", "difference")], None),
            ("cien", 4, &[("block-count", "nothing")], Some(3)),
            // Bonuses for the first rounds end early.
            ("cien", 4, &[("first-game", "1")], Some(3)),
            // All scores are multiples of five: at 95 a side lacks one of them, and 96 is impossible.
            ("all-fives", 2, &[], None),
            ("all-fives", 2, &[("target", "61")], Some(5)),
            // Three losers hold three pips, and the ends score at least three.
            ("fives-and-threes", 4, &[], Some(3)),
        ];
        for (game, players, changes, fewest) in cases {
            let game = Game::by_id(game).and_then(|game| game.choices(players));
            let mut choices = game.expect("a known game");
            for (name, value) in changes.iter().chain(&[("finish", "exact")]) {
                choices.set(name, value).expect("a valid value");
            }
            let rules = Rules::new(choices).expect("playable rules");
            assert_eq!(rules.can_lock(), fewest, "{players} {changes:?}");
        }
    }
}
