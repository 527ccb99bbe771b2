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
    /// each side. It begins with a capital letter, as a sentence.
    pub fn standing(&self, rules: &Rules, scores: &BySide<u16>, seats: &Seats<'_>) -> String {
        let [one, other] = scores.as_slice() else {
            return self.begun_scores(rules, scores, seats);
        };
        if !plays_for_love(rules) {
            return self.begun_scores(rules, scores, seats);
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
        self.matches_won(&self.list(&self.every_score(rules, won, seats)))
    }

    /// The score of every side, at the start of a sentence.
    fn begun_scores(&self, rules: &Rules, scores: &BySide<u16>, seats: &Seats<'_>) -> String {
        let mut every = self.every_score(rules, scores, seats);
        let first = scores.entries().next().zip(every.first_mut());
        if let Some(((side, points), text)) = first
            && self.side(side, rules, seats) == self.you()
        {
            *text = self.score_one(&self.seat_you(), *points);
        }
        self.list(&every)
    }

    fn every_score(&self, rules: &Rules, scores: &BySide<u16>, seats: &Seats<'_>) -> Vec<String> {
        let each = scores.entries();
        each.map(|(side, points)| self.score_one(self.side(side, rules, seats).name(), *points))
            .collect()
    }
}

pub(crate) fn plays_for_love(rules: &Rules) -> bool {
    rules.score == Score::Games && rules.love == Love::AnyOther && rules.n_sides() == 2
}
