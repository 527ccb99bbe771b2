use capicu::rules::{Love, Score};
use capicu::{BySide, Rules, Side};

use crate::{Seats, Texts};

impl Texts {
    /// Two scores in a game of love: "four love", "one all", "love all".
    pub fn love(&self, ours: u16, theirs: u16) -> String {
        if ours == 0 && theirs == 0 {
            return self.score_nothing();
        }
        let (one, other) = (self.number_word(ours), self.number_word(theirs));
        if ours == theirs {
            self.score_all(&one)
        } else {
            self.score_both(&one, &other)
        }
    }

    /// The score of the match. In a game of love between two sides: "Ana and you lead four love"; else the points of
    /// each side.
    pub fn standing(&self, rules: &Rules, scores: &BySide<u16>, seats: &Seats<'_>) -> String {
        let [one, other] = scores.as_slice() else {
            return self.every_score(rules, scores, seats);
        };
        if !plays_for_love(rules) {
            return self.every_score(rules, scores, seats);
        }
        if one == other {
            return self.love(*one, *other);
        }
        let leader = usize::from(other > one);
        let leader = Side::all(2).nth(leader).unwrap_or_default();
        let who = self.side(leader, rules, seats);
        self.score_leads(&who, &self.love(*one.max(other), *one.min(other)))
    }

    /// The number of matches that each side has won at a table.
    pub fn tally(&self, rules: &Rules, won: &BySide<u16>, seats: &Seats<'_>) -> String {
        self.matches_won(&self.every_score(rules, won, seats))
    }

    fn every_score(&self, rules: &Rules, scores: &BySide<u16>, seats: &Seats<'_>) -> String {
        let each: Vec<String> = scores
            .entries()
            .map(|(side, points)| self.score_one(self.side(side, rules, seats).name(), *points))
            .collect();
        self.list(&each)
    }
}

pub(crate) fn plays_for_love(rules: &Rules) -> bool {
    rules.score == Score::Games && rules.love == Love::AnyOther && rules.n_sides() == 2
}
