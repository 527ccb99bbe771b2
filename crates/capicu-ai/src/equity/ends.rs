//! Samples the ends of rounds between sound players.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use capicu::fair::Seed;
use capicu::rules::{BlockedOpener, GameNumber, MatchCheck, OneAll, Score, Stakes};
use capicu::{
    Action, Actions, Award, Awards, BySeat, BySide, Deal, Ended, Listing, Match, Move, Opening,
    Outcome, Reason, Round, Rules, Seat, Side, Standing,
};

use crate::Memory;
use crate::counter::Hand;

/// Conditions of a round in addition to scores and opener: bonuses of the first games, stakes after ties, the play-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Phases {
    /// The number of games until all pay the same.
    games: u16,
    /// The number of ties in a row that are distinguished.
    ties: u16,
    /// 1 where there is a play-off.
    play_offs: u16,
}

/// The number of ties in a row above which more make no difference.
const MANY_TIES: u16 = 3;

impl Phases {
    pub fn of(rules: &Rules) -> Self {
        let premiums = [
            rules.first_game,
            rules.second_game,
            rules.third_game,
            rules.fourth_game,
        ];
        let paying = premiums.iter().rposition(|premium| premium.get() > 0);
        Self {
            games: paying.map_or(0, |last| last as u16 + 1),
            ties: match rules.stakes {
                Stakes::Off => 0,
                Stakes::Two => 1,
                Stakes::Rising => MANY_TIES,
            },
            play_offs: u16::from(rules.one_all != OneAll::Reset),
        }
    }

    /// The number of phases.
    pub fn len(self) -> usize {
        usize::from((self.games + 1) * (self.ties + 1) * (self.play_offs + 1))
    }

    /// The phase of a match.
    pub fn at(self, rules: &Rules, standing: &Standing) -> usize {
        let games = match rules.game_number {
            GameNumber::Decided => standing.decided,
            GameNumber::Every => standing.round,
        };
        let (games, ties) = (games.min(self.games), standing.ties.min(self.ties));
        let play_off = u16::from(standing.play_off).min(self.play_offs);
        usize::from((games * (self.ties + 1) + ties) * (self.play_offs + 1) + play_off)
    }

    /// A match in this phase at love all.
    pub fn standing(self, rules: &Rules, phase: usize) -> Standing {
        let phase = phase as u16;
        let games = phase / (self.play_offs + 1) / (self.ties + 1);
        Standing {
            round: games,
            decided: games,
            ties: phase / (self.play_offs + 1) % (self.ties + 1),
            play_off: !phase.is_multiple_of(self.play_offs + 1),
            ..Standing::new(rules)
        }
    }
}

/// The steps towards the target that distinguish the points of a round's end.
const FINE: u16 = 20;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct End {
    opener: u8,
    winner: Option<u8>,
    ended: How,
    points: Vec<u16>,
    /// Points by phase, then by side.
    awards: Vec<Vec<u16>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    Out,
    Blocked(Option<u8>),
}

/// The ends of rounds under some rules: those that side 0 opens by right, and those in which the tiles name the opener.
pub(super) struct Ends {
    pub earned: Vec<(End, f64)>,
    pub anew: Vec<(End, f64)>,
    /// The average points of a won round; in a game of penalties, of a lost one.
    pub usual: u16,
}

impl Ends {
    /// Plays rounds until this number of actions is weighed.
    pub fn sample(rules: &Rules, phases: Phases, seed: &Seed, nodes: u64) -> Self {
        let mut counts: [BTreeMap<End, u32>; 2] = Default::default();
        let (mut spent, mut number) = (0, 0);
        let (mut points, mut paid) = (0u64, 0u64);
        let mut game = Match::new(*rules);
        let mut played = 0;
        // Deals that are thrown in cost time too.
        while spent < nodes && number < (nodes / 16).min(u64::from(u32::MAX)) as u32 {
            let deal = seed.deal(rules, number);
            spent += u64::from(rules.n_seats());
            if game.needs_draw_for_set() {
                game.draw_for_set(&seed.turn_up(&game, number));
            }
            number += 1;
            let latest = phases.standing(rules, phases.len() - 1);
            game = game.at(Standing {
                play_off: false,
                ..latest
            });
            let Ok(opening) = game.opening(&deal) else {
                continue;
            };
            let side = game.next_side();
            let sampled = Sampled::new(rules, *game.standing(), opening, &deal, &mut spent);
            let turn = side.map_or(0, |side| rules.n_sides() - side.index() as u8);
            let end = sampled.end(phases, turn);
            if let Some(winner) = end.winner {
                let made = end.points.iter().zip(&end.awards[phases.len() - 1]);
                for (side, (in_play, at_end)) in (0..).zip(made) {
                    if (side == winner) != (rules.score == Score::Penalties) {
                        points += u64::from(in_play + at_end);
                        paid += 1;
                    }
                }
            }
            let alike = end.alike(rules);
            *counts[usize::from(side.is_none())]
                .entry(alike)
                .or_default() += 1;
            let (points, outcome) = (sampled.round.board().points(), sampled.round.outcome());
            if let Some(outcome) = outcome {
                game.write_down(sampled.round.board().opener(), points, outcome);
            }
            // Every other round is the first of a match.
            played += 1;
            if played % 2 == 0 {
                game = Match::new(*rules);
            }
        }
        let [earned, anew] = counts.map(|counts| {
            let all: f64 = counts.values().map(|n| f64::from(*n)).sum();
            let share = |(end, n)| (end, f64::from(n) / all);
            counts.into_iter().map(share).collect()
        });
        Self {
            earned,
            anew,
            usual: (points / paid.max(1)).clamp(1, 5000) as u16,
        }
    }
}

struct Sampled<'a> {
    rules: &'a Rules,
    opening: Opening,
    deal: &'a Deal,
    actions: Vec<Action>,
    round: Round,
}

impl<'a> Sampled<'a> {
    fn new(
        rules: &'a Rules,
        standing: Standing,
        opening: Opening,
        deal: &'a Deal,
        spent: &mut u64,
    ) -> Self {
        let mut round = Round::new_unchecked(*rules, standing, opening, deal);
        let mut memory = Memory::new(rules.n_seats());
        let mut done = Vec::new();
        let mut actions = Actions::new();
        while let Some(seat) = round.to_act() {
            round.list_actions(Listing::Distinct, &mut actions);
            *spent += actions.len() as u64;
            let best = match actions.len() {
                1 => actions.first().copied(),
                _ => Hand::new(round.board(), seat, round.hands()[seat], &memory).best(&actions),
            };
            let Some(action) = best else {
                break;
            };
            let mv = Move {
                seat,
                action,
                drawn: None,
                shown: false,
            };
            memory.note(round.board(), &mv);
            round.play_unchecked(action);
            done.push(action);
        }
        Self {
            rules,
            opening,
            deal,
            actions: done,
            round,
        }
    }

    /// The end of the round in each phase, with the sides rotated by `turn`.
    fn end(&self, phases: Phases, turn: u8) -> End {
        let rules = self.rules;
        let n = rules.n_sides();
        let side = |seat: Seat| (rules.side(seat).index() as u8 + turn) % n;
        let turned = |of: &BySide<u16>| -> Vec<u16> {
            (0..n)
                .map(|i| of.as_slice()[usize::from((i + n - turn % n) % n)])
                .collect()
        };
        let awards = |outcome: Option<&Outcome>| {
            let mut sums = BySide::new(n);
            // Points taken off a score are left out: equities count what a side makes.
            let awards = outcome.iter().flat_map(|outcome| &outcome.awards);
            for award in awards.filter(|award| !award.why.takes_off()) {
                sums[award.side] += award.points;
            }
            turned(&sums)
        };
        let in_phase = |phase| {
            let standing = phases.standing(rules, phase);
            if standing == *self.round.board().standing() {
                return awards(self.round.outcome());
            }
            let mut again = Round::new_unchecked(*rules, standing, self.opening, self.deal);
            for action in &self.actions {
                again.play_unchecked(*action);
            }
            awards(again.outcome())
        };
        let outcome = self.round.outcome();
        End {
            opener: side(self.round.board().opener()),
            winner: outcome.and_then(|outcome| outcome.winner).map(side),
            ended: match outcome.map(|outcome| outcome.ended) {
                Some(Ended::Blocked(blocker)) => How::Blocked(blocker.map(side)),
                _ => How::Out,
            },
            points: turned(self.round.board().points()),
            awards: (0..phases.len()).map(in_phase).collect(),
        }
    }
}

impl End {
    /// Rounds the end so that fewer differ, without what hardly matters.
    fn alike(mut self, rules: &Rules) -> Self {
        if !matches!(
            rules.blocked_opener,
            BlockedOpener::BlockerOrNext | BlockedOpener::Opener
        ) {
            self.ended = How::Out;
        }
        let step = (rules.target.get() / FINE).max(1);
        let award = |points: &mut u16| *points = (*points + step / 2) / step * step;
        self.awards.iter_mut().flatten().for_each(award);
        self
    }

    /// This end in a phase, with the sides rotated by `turn`.
    pub fn turned(&self, rules: &Rules, phase: usize, turn: u8) -> Turned {
        let n = rules.n_sides();
        let side = |number: u8| Side::new((number + turn) % n).unwrap_or_default();
        let seat = |number: u8| rules.members(side(number)).next().unwrap_or_default();
        let mut points = BySide::new(n);
        let mut awards = Awards::new();
        for (number, made) in (0..n).zip(&self.points) {
            points[side(number)] = *made;
        }
        for (number, made) in (0..n).zip(&self.awards[phase]) {
            let (side, points, why) = (side(number), *made, Reason::Game);
            if points > 0 {
                awards.push(Award { side, points, why });
            }
        }
        Turned {
            opener: seat(self.opener),
            points,
            outcome: Outcome {
                ended: match self.ended {
                    How::Out => Ended::Out(seat(self.winner.unwrap_or_default())),
                    How::Blocked(blocker) => Ended::Blocked(blocker.map(seat)),
                },
                winner: self.winner.map(seat),
                hands: BySeat::new(rules.n_seats()),
                counts: BySeat::new(rules.n_seats()),
                last: None,
                awards,
            },
        }
    }
}

pub(super) struct Turned {
    opener: Seat,
    points: BySide<u16>,
    outcome: Outcome,
}

impl Turned {
    /// The side that points made in play take to the target, where that ends the match at once. Of several, the one
    /// furthest beyond it, then the winner of the round, then the opener: the order of points is no longer known.
    fn reached_in_play(&self, game: &Match) -> Option<Side> {
        let rules = game.rules();
        if rules.match_check != MatchCheck::Immediate || rules.score == Score::Games {
            return None;
        }
        let after = |side| game.standing().scores[side] + self.points[side];
        let reached = Side::all(rules.n_sides()).filter(|&side| after(side) >= rules.target.get());
        let (winner, opener) = (
            self.outcome.winner.map(|seat| rules.side(seat)),
            rules.side(self.opener),
        );
        reached.max_by_key(|&side| (after(side), winner == Some(side), opener == side))
    }

    pub fn write_down(&self, game: &mut Match) {
        match self.reached_in_play(game) {
            Some(side) => {
                let mut outcome = self.outcome.clone();
                outcome.ended = Ended::Target(side);
                game.write_down(self.opener, &self.points, &outcome);
            }
            None => {
                game.write_down(self.opener, &self.points, &self.outcome);
            }
        }
    }
}

#[cfg(test)]
impl End {
    /// A round that side 0 opened and `winner` won, for one point in every phase.
    pub fn of_a_game(winner: u8) -> Self {
        let awards = [u16::from(winner == 0), u16::from(winner == 1)];
        Self {
            opener: 0,
            winner: Some(winner),
            ended: How::Out,
            points: [0; 2].into(),
            awards: [awards.into()].into(),
        }
    }

    pub fn award(&mut self, points: [u16; 2]) {
        self.awards = (0..3).map(|_| points.into()).collect();
    }
}
