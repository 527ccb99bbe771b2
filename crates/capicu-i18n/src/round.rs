use core::fmt;

use capicu::rules::{
    BlockPenalties, BlockTie, BlockWinner, FalsePlayEnds, Finish, GoingOut, HandPenalties, Love,
    Score, Skunk, Stakes,
};
use capicu::{
    BySide, Ended, MatchResult, Outcome, Reason, RoundResult, Rules, ScoreTurn, Seat, Side, TileSet,
};

use crate::score::plays_for_love;
use crate::{Seats, Texts};

/// The end of a round in sentences for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundStory {
    /// The winner and the reason, in one sentence.
    pub why: String,
    /// The effect on the score; `None` if the score shows it well enough.
    pub then: Option<String>,
    /// One line for each award, such as "Capicú: 20".
    pub awards: Vec<String>,
    /// The end of the match, or empty: its winner, and how the others lost.
    pub over: Vec<String>,
}

impl fmt::Display for RoundStory {
    /// Writes the sentences, without the table of awards.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        for sentence in self.then.iter().chain(&self.over) {
            write!(f, " {sentence}")?;
        }
        Ok(())
    }
}

impl Texts {
    /// Describes the end of a round.
    pub fn round_story(
        &self,
        result: &RoundResult,
        rules: &Rules,
        seats: &Seats<'_>,
    ) -> RoundStory {
        let teller = Teller {
            texts: *self,
            result,
            outcome: &result.outcome,
            rules,
            seats,
        };
        RoundStory {
            why: teller.why(),
            then: match (teller.then(), teller.places()) {
                (Some(then), Some(places)) => Some(format!("{then} {places}")),
                (then, places) => then.or(places),
            },
            awards: teller.awards(),
            over: result
                .result
                .as_ref()
                .map(|over| self.match_story(over, &result.scores, rules, seats))
                .unwrap_or_default(),
        }
    }

    /// Describes how a round ended and who won it, where its points and the tiles left are unknown.
    pub fn round_end(&self, result: &RoundResult, rules: &Rules, seats: &Seats<'_>) -> String {
        let outcome = &result.outcome;
        let teller = Teller {
            texts: *self,
            result,
            outcome,
            rules,
            seats,
        };
        match (outcome.ended, outcome.side(rules)) {
            (Ended::Out(seat), _) => teller.out(seat, "plain"),
            (Ended::Blocked(_), Some(winner)) => {
                self.round_ended_blocked(&self.side(winner, rules, seats))
            }
            (Ended::Blocked(_), None) => self.round_ended_tied(),
            (Ended::Doubles(seat), _) => self.round_ended_doubles(&self.party(seat, seats)),
            (Ended::Target(_) | Ended::Void | Ended::Foul(_), _) => teller.why(),
        }
    }

    /// Describes the end of a match: its winner, and how the others lost.
    pub fn match_story(
        &self,
        result: &MatchResult,
        scores: &BySide<u16>,
        rules: &Rules,
        seats: &Seats<'_>,
    ) -> Vec<String> {
        let who = self.side(result.winner, rules, seats);
        let score = scores[result.winner];
        let mut all = vec![match (rules.score, scores.as_slice()) {
            (Score::Penalties, _) => self.match_penalties(&who, score),
            (Score::Games, _) if plays_for_love(rules) => {
                self.match_love(&who, &self.love(score, 0))
            }
            (Score::Pips, [one, other]) => self.match_two(&who, score, one + other - score),
            _ => self.match_games(&who, score),
        }];
        let these = |which: &BySide<bool>| -> Vec<Seat> {
            let sides = which.entries().filter(|(_, is)| **is);
            sides.flat_map(|(side, _)| rules.members(side)).collect()
        };
        // Players who withdrew or were left over lose below the target too.
        let at_target = |side: Side| result.losers[side] && rules.is_at_target(scores[side]);
        let losers = these(&BySide::from_fn(scores.len(), at_target));
        if rules.score == Score::Penalties && !losers.is_empty() {
            let who = self.parties(losers, seats);
            all.push(self.match_losers(&who, rules.target.get()));
        }
        let skunked = these(&result.skunked);
        if !skunked.is_empty() {
            let (who, line) = (self.parties(skunked, seats), rules.skunk_line.get());
            all.push(match rules.skunk {
                Skunk::Agreed => self.match_skunk_agreed(&who, line),
                Skunk::CountsDouble => self.match_skunk_double(&who, line),
                Skunk::Off | Skunk::Noted => self.match_skunk(&who, line),
            });
        }
        all
    }
}

impl Teller<'_> {
    /// The places of those who play no more, best first.
    fn places(&self) -> Option<String> {
        let places = self.result.places;
        let mut list = Vec::new();
        for place in 1..=places.len() {
            for (side, _) in places.entries().filter(|(_, of)| **of == place) {
                let who = self.texts.side(side, self.rules, self.seats);
                list.push(format!("{place}. {}", who.name()));
            }
        }
        (!list.is_empty()).then(|| self.texts.said_places(&self.texts.list(&list)))
    }
}

struct Teller<'a> {
    texts: Texts,
    result: &'a RoundResult,
    outcome: &'a Outcome,
    rules: &'a Rules,
    seats: &'a Seats<'a>,
}

impl Teller<'_> {
    fn why(&self) -> String {
        match self.outcome.ended {
            Ended::Out(seat) => self.out(seat, self.how()),
            Ended::Blocked(_) => self.blocked(),
            Ended::Target(side) => {
                let side = self.result.result.map_or(side, |over| over.winner);
                let who = self.texts.side(side, self.rules, self.seats);
                self.texts.target_reached(&who, self.rules.target.get())
            }
            Ended::Foul(_) if self.rules.false_play_ends == FalsePlayEnds::LosesMatch => {
                self.texts.foul_lost("match")
            }
            Ended::Foul(_) if self.outcome.winner.is_some() => self.texts.foul_lost("round"),
            Ended::Void | Ended::Foul(_) => self.texts.round_void(),
            Ended::Doubles(seat) => {
                let doubles = (self.outcome.hands[seat] & TileSet::DOUBLES).len();
                let who = self.texts.party(seat, self.seats);
                self.texts.round_doubles(&who, doubles as u16)
            }
        }
    }

    fn out(&self, seat: Seat, how: &'static str) -> String {
        let (texts, rules) = (&self.texts, self.rules);
        let who = texts.party(seat, self.seats);
        let last = self.outcome.last.map(|last| last.tile);
        let tile = last.map_or_else(|| texts.tile_last(), |tile| texts.tile(tile));
        if rules.score == Score::Penalties {
            let doubled = rules.hand_penalties == HandPenalties::Doubled;
            return if doubled && last.is_some_and(|tile| tile.is_double()) {
                texts.won_out_penalties_double(&who, &tile)
            } else {
                texts.won_out_penalties(&who, &tile)
            };
        }
        if rules.partner(seat).is_none() {
            return texts.won_out(how, &who, &tile);
        }
        let side = texts.side(rules.side(seat), rules, self.seats);
        match rules.going_out {
            GoingOut::One => texts.won_out_pair(how, &who, &tile, side.name()),
            GoingOut::BothPartners => texts.won_out_both(&who, &tile, side.name()),
        }
    }

    /// The special quality of the last tile.
    fn how(&self) -> &'static str {
        let awarded = |why| self.outcome.awards.iter().any(|award| award.why == why);
        if awarded(Reason::KeyTile) {
            "key"
        } else if awarded(Reason::Capicu) {
            "capicu"
        } else if awarded(Reason::Chuchazo) {
            "chuchazo"
        } else {
            "plain"
        }
    }

    fn blocked(&self) -> String {
        let (texts, rules) = (&self.texts, self.rules);
        if rules.score == Score::Penalties && rules.block_penalties == BlockPenalties::Void {
            return texts.blocked_void();
        }
        let together = rules.partner(Seat::default()).is_some()
            && rules.block_winner == BlockWinner::LightestTeam;
        let lowest = self.lowest();
        let best = lowest.iter().copied().min().unwrap_or(0);
        let tied: Vec<Side> = lowest
            .entries()
            .filter(|(_, count)| **count == best)
            .map(|(side, _)| side)
            .collect();
        let holders = || {
            let seats = tied.iter().flat_map(|&side| rules.members(side));
            let low = seats.filter(|&seat| self.is_compared(seat) && self.count(seat) == best);
            texts.parties(low, self.seats)
        };
        let limit = rules.block_limit.get();
        let Some(winner) = self.outcome.winner else {
            return if rules.block_winner == BlockWinner::Nobody {
                texts.blocked_nobody()
            } else if limit > 0 && best >= limit {
                texts.blocked_limit(best, limit)
            } else if together {
                texts.blocked_tie_together(best)
            } else if rules.score == Score::Penalties {
                texts.blocked_tie_penalties(holders().name(), best)
            } else {
                texts.blocked_tie(holders().name(), best)
            };
        };
        let side = rules.side(winner);
        let party = texts.side(side, rules, self.seats);
        if tied.len() > 1 {
            let rule = match rules.block_tie {
                BlockTie::Nobody | BlockTie::SeatOrder => "seat-order",
                BlockTie::OpenersSide => "openers-side",
                BlockTie::Blocker => "blocker",
                BlockTie::BlockersOpponents => "blockers-opponents",
                BlockTie::LightestTile => "lightest-tile",
                BlockTie::NearestToOpener => "nearest-to-opener",
            };
            return if together {
                texts.blocked_tie_broken_together(best, rule, party.name())
            } else {
                texts.blocked_tie_broken(holders().name(), best, rule, &party)
            };
        }
        if together {
            let other = lowest.iter().copied().max().unwrap_or(0);
            return texts.blocked_won_together(party.name(), best, other);
        }
        let mut others: Vec<u16> = Seat::all(rules.n_seats())
            .filter(|&seat| rules.side(seat) != side && self.is_compared(seat))
            .map(|seat| self.count(seat))
            .collect();
        let mut in_order = Vec::with_capacity(others.len());
        // Sorting these few counts with the library would add kilobytes to the page.
        while let Some(least) = others.iter().copied().min() {
            let at = others.iter().position(|count| *count == least);
            in_order.push(others.swap_remove(at.unwrap_or(0)));
        }
        let others: Vec<String> = in_order.iter().map(u16::to_string).collect();
        let (who, others) = (texts.party(winner, self.seats), texts.list(&others));
        if matches!(
            rules.block_winner,
            BlockWinner::BlockerOrNext | BlockWinner::BlockerOrPrevious
        ) {
            texts.blocked_won_two(&who, best, &others, &party)
        } else if rules.partner(winner).is_some() {
            texts.blocked_won_pair(&who, best, &others, party.name())
        } else {
            texts.blocked_won(&who, best, &others)
        }
    }

    /// Whether the block compares this hand.
    fn is_compared(&self, seat: Seat) -> bool {
        match self.outcome.ended {
            Ended::Blocked(blocker) => self.rules.is_compared(seat, blocker),
            _ => true,
        }
    }

    /// The counts that decide a block, by side.
    fn lowest(&self) -> BySide<u16> {
        BySide::from_fn(self.rules.n_sides(), |side| {
            let seats = self.rules.members(side);
            let compared = seats.filter(|&seat| self.is_compared(seat));
            let counts = compared.map(|seat| self.count(seat));
            match self.rules.block_winner {
                BlockWinner::LightestTeam => counts.sum(),
                _ => counts.min().unwrap_or(u16::MAX),
            }
        })
    }

    fn count(&self, seat: Seat) -> u16 {
        let doubled = self.rules.score == Score::Penalties
            && self.rules.block_penalties == BlockPenalties::AfterDoubling
            && self.rules.hand_penalties == HandPenalties::Doubled
            && self.outcome.hands[seat].intersects(TileSet::DOUBLES);
        self.outcome.counts[seat] * if doubled { 2 } else { 1 }
    }

    fn then(&self) -> Option<String> {
        let before = match self.result.turn.filter(|turn| self.came_before(*turn)) {
            None => return self.by_round(self.result.turn),
            Some(ScoreTurn::TwoLove) => self.texts.then_false_play_two_love(),
            Some(ScoreTurn::Reset | ScoreTurn::OneAll) => self.texts.then_false_play_reset(),
        };
        Some(match self.by_round(None) {
            Some(then) => format!("{before} {then}"),
            None => before,
        })
    }

    /// Whether a false play changed the scores before the round was counted (G11).
    fn came_before(&self, turn: ScoreTurn) -> bool {
        let side = self.outcome.winner.map(|seat| self.rules.side(seat));
        match turn {
            ScoreTurn::Reset => side.is_none() || !self.result.written.is_empty(),
            ScoreTurn::OneAll => false,
            ScoreTurn::TwoLove => {
                let points = |side| sum(&self.outcome.awards, side);
                side.is_none_or(|side| self.result.scores[side] != 1 + points(side))
            }
        }
    }

    /// The effect of the end of the round on the scores.
    fn by_round(&self, turn: Option<ScoreTurn>) -> Option<String> {
        let (texts, rules) = (&self.texts, self.rules);
        if let Some(turn) = turn {
            return Some(match turn {
                ScoreTurn::Reset if rules.love == Love::Everybody => texts.then_reset_everybody(),
                ScoreTurn::Reset => texts.then_reset(),
                ScoreTurn::OneAll => texts.then_one_all(),
                ScoreTurn::TwoLove => {
                    let side = rules.side(self.outcome.winner?);
                    let score = texts.love(self.result.scores[side], 0);
                    texts.then_two_love(&texts.side(side, rules, self.seats), &score)
                }
            });
        }
        let side = match (self.outcome.ended, self.outcome.winner) {
            (Ended::Doubles(_), _) if self.outcome.awards.is_empty() => return None,
            (Ended::Foul(_), _) if self.outcome.takes_back(rules) => return None,
            (
                Ended::Out(_) | Ended::Blocked(_) | Ended::Doubles(_) | Ended::Foul(_),
                Some(seat),
            ) => rules.side(seat),
            (Ended::Blocked(_), None) => {
                return match rules.stakes {
                    Stakes::Off => None,
                    Stakes::Rising => Some(texts.then_stake_rises(self.result.ties + 2)),
                    Stakes::Two => Some(texts.then_stake_two()),
                };
            }
            _ => return None,
        };
        if rules.score == Score::Penalties {
            return None;
        }
        let points = sum(&self.result.written, side);
        if points < sum(&self.outcome.awards, side) && rules.finish == Finish::Exact {
            return Some(texts.then_exact(rules.target.get()));
        }
        if points == 0 {
            return Some(texts.then_no_points());
        }
        let party = texts.side(side, rules, self.seats);
        let scored = texts.then_points(&party, points);
        let Some(fined) = self.outcome.fined(rules) else {
            return Some(scored);
        };
        let fined = texts.side(fined, rules, self.seats);
        let fine = texts.then_block_fine(&fined, rules.block_fine.get());
        Some(format!("{scored} {fine}"))
    }

    fn awards(&self) -> Vec<String> {
        let (texts, rules) = (&self.texts, self.rules);
        let won = self.outcome.winner.map(|seat| rules.side(seat));
        let line = |award: &capicu::Award| {
            let reason = texts.reason(award.why);
            if award.why.takes_off() {
                let who = texts.side(award.side, rules, self.seats);
                texts.award_to(&who, &reason, &format!("−{}", award.points))
            } else if rules.score == Score::Penalties || Some(award.side) != won {
                let who = texts.side(award.side, rules, self.seats);
                texts.award_to(&who, &reason, award.points)
            } else {
                texts.award(&reason, award.points)
            }
        };
        self.result.written.iter().map(line).collect()
    }
}

/// The points of a side.
fn sum(awards: &[capicu::Award], side: Side) -> u16 {
    let own = awards.iter().filter(|award| award.side == side);
    let own = own.filter(|award| !award.why.takes_off());
    own.map(|award| award.points).sum()
}
