//! Null-window search of two sides over the compact form.

use core::marker::PhantomData;

use arrayvec::ArrayVec;

use crate::compact::{After, Compact, Ends, Position, Start};
use crate::cpu::{self, Cpu, Work};
use crate::table::{NO_PLAY, Table};
use crate::{Bits, Objective};

pub(crate) struct Search<'a, B> {
    pub compact: &'a Compact<B>,
    pub start: &'a Start<B>,
    pub table: &'a mut Table<B>,
    pub nodes: u64,
    pub forced: u64,
}

/// A continuation of a position, followed until a seat has a choice or the round ends.
#[derive(Clone, Copy)]
struct Way<B> {
    position: Position<B>,
    /// The gain of the first mover on the way; the value, if the round ends.
    made: i16,
    score: i32,
    /// The play: the tile, and whether it is laid at the lower of two different ends.
    play: u8,
}

/// At most every tile that fits, and one of them at both ends.
type Ways<B> = ArrayVec<Way<B>, 32>;

/// Marks a tile laid at the lower of two different ends.
const AT_LOWER: u8 = 0x80;

pub(crate) trait Goal {
    const POINTS: bool;
    const WEIGHTS: Weights;
}

#[derive(Clone, Copy)]
pub(crate) struct ByResult;
#[derive(Clone, Copy)]
pub(crate) struct ByPoints;

impl Goal for ByResult {
    const POINTS: bool = false;
    const WEIGHTS: Weights = BY_RESULT;
}

impl Goal for ByPoints {
    const POINTS: bool = true;
    const WEIGHTS: Weights = BY_POINTS;
}

impl<B: Bits> Search<'_, B> {
    /// A bound on the value for the mover: at least `beta` if the value is, otherwise below it.
    pub fn test(&mut self, objective: Objective, position: &Position<B>, beta: i16) -> i16 {
        match objective {
            Objective::Result => cpu::enter(Node::<B, ByResult>::new(self, position, beta)),
            Objective::Points => cpu::enter(Node::<B, ByPoints>::new(self, position, beta)),
        }
    }

    /// A bound on the value for the leader, with one of these tiles.
    pub fn test_leads(&mut self, objective: Objective, lead: (u8, B, B), beta: i16) -> i16 {
        match objective {
            Objective::Result => cpu::enter(Leads::<B, ByResult>::new(self, lead, beta)),
            Objective::Points => cpu::enter(Leads::<B, ByPoints>::new(self, lead, beta)),
        }
    }

    fn search_leads<G: Goal, C: Cpu>(
        &mut self,
        cpu: C,
        (opener, unplayed, leads): (u8, B, B),
        beta: i16,
    ) -> i16 {
        self.nodes += 1;
        let hand = self.start.of(opener) & unplayed;
        let mut ways = Ways::new();
        let mut best = i16::MIN;
        let mut rest = leads;
        while !rest.is_empty() {
            let (tile, next) = rest.pop();
            rest = next;
            let before = Position {
                unplayed,
                ends: Ends::NONE,
                mover: opener,
                paid: [0; 2],
            };
            let mut way = Way {
                position: before,
                made: 0,
                score: 0,
                play: tile,
            };
            if self.follow::<G>(&mut way, tile, self.compact.halves(tile)) {
                best = best.max(way.made);
            } else {
                way.score = self.score::<G>(&before, hand, &way, tile, self.compact.halves(tile));
                // Known bounds of the position decide the order of the tests.
                if let Some(known) = self.table.get(Table::slot(&way.position), &way.position) {
                    let ours = (way.position.mover ^ opener) & 1 == 0;
                    let bound = if ours {
                        known.upper
                    } else {
                        known.lower.saturating_neg()
                    };
                    way.score += 10_000 * i32::from(bound.clamp(-200, 200));
                }
                ways.push(way);
            }
        }
        ways.sort_by_key(|way| core::cmp::Reverse(way.score));
        for way in ways {
            if best >= beta {
                break;
            }
            best = best.max(self.through::<G, _>(cpu, &way, opener, beta));
        }
        best
    }

    #[inline(always)]
    fn through<G: Goal, C: Cpu>(&mut self, cpu: C, way: &Way<B>, mover: u8, beta: i16) -> i16 {
        let rest = beta - way.made;
        if (way.position.mover ^ mover) & 1 == 0 {
            way.made + cpu.run(Node::<B, G>::new(self, &way.position, rest))
        } else {
            way.made - cpu.run(Node::<B, G>::new(self, &way.position, 1 - rest))
        }
    }

    #[inline(always)]
    fn search<G: Goal, C: Cpu>(&mut self, cpu: C, position: &Position<B>, beta: i16) -> i16 {
        self.nodes += 1;
        let slot = Table::slot(position);
        let (mut lower, mut upper, mut hint) = (i16::MIN, i16::MAX, NO_PLAY);
        if let Some(known) = self.table.get(slot, position) {
            if known.lower >= beta {
                return known.lower;
            }
            if known.upper < beta {
                return known.upper;
            }
            (lower, upper, hint) = (known.lower, known.upper, known.best);
        }
        let (mut best, mut play) = (i16::MIN, NO_PLAY);
        if hint != NO_PLAY {
            (best, play) = (self.play::<G, C>(cpu, position, hint, beta), hint);
        }
        if best < beta {
            let mut ways = Ways::new();
            (best, play) = self
                .list::<G>(position, beta, hint, &mut ways)
                .max((best, play));
            for i in 0..ways.len() {
                if best >= beta {
                    break;
                }
                if i + 1 < ways.len() {
                    let next = (i..ways.len())
                        .max_by_key(|&j| (ways[j].score, core::cmp::Reverse(j)))
                        .unwrap_or(i);
                    ways.swap(i, next);
                }
                let way = ways[i];
                let value = self.through::<G, C>(cpu, &way, position.mover, beta);
                if value > best {
                    (best, play) = (value, way.play);
                }
            }
        }
        if best >= beta {
            lower = best;
        } else {
            upper = best;
            if hint != NO_PLAY {
                play = hint;
            }
        }
        self.table.put(slot, position, (lower, upper), play);
        best
    }

    #[inline(always)]
    fn play<G: Goal, C: Cpu>(
        &mut self,
        cpu: C,
        position: &Position<B>,
        play: u8,
        beta: i16,
    ) -> i16 {
        let (tile, ends) = (play & !AT_LOWER, position.ends);
        let at = if play & AT_LOWER == 0 {
            ends.high()
        } else {
            ends.low()
        };
        let ends = self.compact.ends_after(ends, tile, at);
        let mut way = Way {
            position: *position,
            made: 0,
            score: 0,
            play,
        };
        if self.follow::<G>(&mut way, tile, ends) {
            way.made
        } else {
            self.through::<G, C>(cpu, &way, position.mover, beta)
        }
    }

    /// Lists the continuations with unknown value, and returns the best of the others.
    #[inline(always)]
    fn list<G: Goal>(
        &mut self,
        position: &Position<B>,
        beta: i16,
        hint: u8,
        ways: &mut Ways<B>,
    ) -> (i16, u8) {
        let hand = self.compact.hand(self.start, position, position.mover);
        let (a, b) = (position.ends.high(), position.ends.low());
        let mut best = (i16::MIN, NO_PLAY);
        for (at, mark) in [(a, 0), (b, AT_LOWER)] {
            if mark != 0 && a == b {
                break;
            }
            let mut rest = hand & self.compact.suit(at);
            while !rest.is_empty() {
                let (tile, next) = rest.pop();
                rest = next;
                let ends = self.compact.ends_after(position.ends, tile, at);
                let mut way = Way {
                    position: *position,
                    made: 0,
                    score: 0,
                    play: tile | mark,
                };
                if way.play == hint {
                    continue;
                }
                if self.follow::<G>(&mut way, tile, ends) {
                    if way.made > best.0 {
                        best = (way.made, way.play);
                        if best.0 >= beta {
                            return best;
                        }
                    }
                } else {
                    self.table.fetch(&way.position);
                    way.score = self.score::<G>(position, hand, &way, tile, ends);
                    ways.push(way);
                }
            }
        }
        best
    }

    /// Plays a tile and all forced moves after it. Returns whether that ended the round.
    #[inline(always)]
    fn follow<G: Goal>(&mut self, way: &mut Way<B>, mut tile: u8, mut ends: Ends) -> bool {
        let compact = self.compact;
        let mover = way.position.mover;
        loop {
            let (after, paid) = compact.play(self.start, &way.position, tile, ends);
            if G::POINTS && paid > 0 {
                let paid = i16::from(paid) * compact.paso() as i16;
                way.made += if (way.position.mover ^ mover) & 1 == 0 {
                    paid
                } else {
                    -paid
                };
            }
            let next = match after {
                After::Over(over) => {
                    let start = self.start;
                    if G::POINTS {
                        let ended = compact.settle(start, &way.position, tile, over);
                        let points = ended.points as i16;
                        way.made += match ended.winner {
                            Some(side) if (side ^ mover) & 1 == 0 => points,
                            Some(_) => -points,
                            None => 0,
                        };
                    } else {
                        way.made = match compact.winner(start, &way.position, tile, over) {
                            Some(side) if (side ^ mover) & 1 == 0 => 1,
                            Some(_) => -1,
                            None => 0,
                        };
                    }
                    return true;
                }
                After::Goes(next) => next,
            };
            way.position = next;
            let hand = compact.hand(self.start, &next, next.mover);
            let fit = hand & compact.legal(next.ends);
            if !fit.at_most_one() {
                return false;
            }
            tile = fit.lowest();
            // A last tile ends the round at either end.
            let halves = compact.halves(tile);
            let both = halves == next.ends && !halves.equal();
            if both && !(hand == fit && compact.one_goes_out()) {
                return false;
            }
            let high = next.ends.high();
            let at = if halves.has(high) {
                high
            } else {
                next.ends.low()
            };
            self.forced += 1;
            ends = compact.ends_after(next.ends, tile, at);
        }
    }

    /// Rates a continuation: high if the opponents have few tiles that fit and the player's side has many.
    #[inline(always)]
    fn score<G: Goal>(
        &self,
        before: &Position<B>,
        hand: B,
        way: &Way<B>,
        tile: u8,
        ends: Ends,
    ) -> i32 {
        let w = const { &G::WEIGHTS };
        let n = self.compact.n_seats();
        let unplayed = before.unplayed & !B::of(tile);
        let fit = self.compact.legal(ends) & unplayed;
        // The game has two seats or four.
        let at = |by: u8| (self.start.of((before.mover + by) & (n - 1)) & fit).count() as i32;
        let next = at(1);
        let mut score = -w.next * next - if next == 0 { -w.pass } else { 0 };
        if n == 4 {
            let last = at(3);
            score -= w.last * last - if last == 0 { w.pass_last } else { 0 };
            score += w.partner * at(2);
        }
        score += w.own * (hand & fit).count() as i32;
        let then = &way.position;
        let ours = (then.mover ^ before.mover) & 1 == 0;
        let choices = self.compact.fit(self.start, then, then.mover).count() as i32;
        let left = self.compact.hand(self.start, then, then.mover).count() as i32;
        score += if ours {
            w.ours + w.our_choices * choices - w.our_left * left
        } else {
            w.their_left * left - w.their_choices * choices
        };
        score += if self.compact.halves(tile).equal() {
            w.double
        } else {
            0
        };
        score + w.pips * i32::from(self.compact.pips(tile))
    }
}

macro_rules! work {
    ($(#[$doc:meta])* $name:ident, $of:ty, $run:ident) => {
        $(#[$doc])*
        struct $name<'s, 'a, B, G> {
            search: &'s mut Search<'a, B>,
            of: $of,
            beta: i16,
            goal: PhantomData<G>,
        }

        impl<'s, 'a, B: Bits, G: Goal> $name<'s, 'a, B, G> {
            #[inline(always)]
            fn new(search: &'s mut Search<'a, B>, of: $of, beta: i16) -> Self {
                Self { search, of, beta, goal: PhantomData }
            }
        }

        impl<B: Bits, G: Goal> Work for $name<'_, '_, B, G> {
            type Output = i16;

            #[inline(always)]
            fn run<C: Cpu>(self, cpu: C) -> i16 {
                self.search.$run::<G, C>(cpu, self.of, self.beta)
            }
        }
    };
}

work!(
    /// A position to search.
    Node, &'s Position<B>, search
);
work!(
    /// The leads of a seat: all tiles, and the ones to try.
    Leads, (u8, B, B), search_leads
);

/// Weights for the order in which tiles are tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights {
    pub next: i32,
    pub pass: i32,
    pub last: i32,
    pub pass_last: i32,
    pub partner: i32,
    pub own: i32,
    pub double: i32,
    pub pips: i32,
    pub ours: i32,
    pub our_choices: i32,
    pub their_choices: i32,
    pub our_left: i32,
    pub their_left: i32,
}

pub(crate) const BY_RESULT: Weights = Weights {
    next: 19,
    pass: -33,
    last: 7,
    pass_last: 9,
    partner: 2,
    own: 2,
    double: 14,
    pips: 1,
    ours: 24,
    our_choices: 4,
    their_choices: 4,
    our_left: 0,
    their_left: 0,
};

pub(crate) const BY_POINTS: Weights = Weights {
    next: 24,
    pass: -35,
    last: 14,
    pass_last: -7,
    partner: 2,
    own: 6,
    double: 10,
    pips: 0,
    ours: 26,
    our_choices: 2,
    their_choices: 4,
    our_left: 3,
    their_left: 0,
};
