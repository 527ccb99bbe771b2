//! Plays imagined rounds out in compact form.

use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;

use capicu::{Action, Award, BySeat, BySide, Outcome, Reason, Seat, Side, View};
use capicu_solver::cpu::{self, Cpu, Work};
use capicu_solver::{Bits, Ended, Over, Position, Start};

use super::heuristic::COUNTER;
use super::search_tree::{Later, Way};
use super::{Line, SEATS, Scene};
use crate::chance::Spin;
use crate::equity::Worth;
use crate::reader::rollout::PlayOut;
use crate::reader::search::Arm;
use crate::{Memory, World};

/// Choices weighed in the time of a node.
const PER_NODE: u64 = 4;

/// The temperature of imagined players: the difference in value that makes an action about a third as likely.
const TEMPERATURE: f32 = 0.5;

/// More choices than a hand of [`MOST_HELD`](super::MOST_HELD) has.
const MOST: usize = 16;

/// Plays rounds of a view out. Everybody uses the rule of thumb with some randomness.
pub(super) struct Rollouts<'a> {
    line: Rc<Line>,
    view: &'a View,
    scene: Scene,
    /// Points made in play, by side.
    paid: [u16; 2],
    worths: Worths,
    later: Later,
}

impl<'a> Rollouts<'a> {
    /// Prepares rollouts for a budget of this number of nodes.
    pub fn new(line: &Rc<Line>, view: &'a View, memory: &Memory, worth: Worth, nodes: u64) -> Self {
        let board = view.board();
        let mut paid = [0; 2];
        for (paid, points) in paid.iter_mut().zip(board.points().iter()) {
            *paid = *points;
        }
        Self {
            line: Rc::clone(line),
            view,
            scene: Scene::of(board, memory, view.seat()),
            paid,
            worths: Worths::new(worth),
            later: Later::new(nodes),
        }
    }
}

impl PlayOut for Rollouts<'_> {
    fn play(&mut self, world: &World, arms: &mut [Arm], spin: &mut Spin) -> u64 {
        let board = self.view.board();
        // The same for every action, so that a seat makes the same choice wherever the same place recurs.
        let chance = spin.next() | 1;
        let mut weighed = 0;
        let unplayed = world
            .hands
            .iter()
            .fold(0, |all, hand| all | u32::from_set(*hand));
        let compact = &self.line.compact;
        let mut start = compact.start(&world.hands, world.boneyard, board.opener());
        for arm in arms {
            let mut scene = self.scene;
            if arm.action == Action::HandOver
                && let Some(partner) = board.rules().partner(board.opener())
            {
                start = compact.start(&world.hands, world.boneyard, partner);
                scene.mover = partner.index() as u8;
            }
            let at = Position {
                unplayed,
                ends: scene.ends,
                mover: scene.mover,
                paid: self.paid.map(|paid| (paid / compact.paso().max(1)) as u8),
            };
            self.later.begin();
            let end = cpu::enter(Playing {
                line: &self.line,
                start: &start,
                at,
                paid: self.paid,
                scene,
                first: scene.choice(board.layout(), arm.action),
                chance,
                weighed: &mut weighed,
                me: self.view.seat().index() as u8,
                later: &mut self.later,
                way: Way::default(),
            });
            let worth = self.worths.of(self.view, &end);
            self.later.learn(worth);
            arm.sum += worth;
            arm.n += 1;
        }
        1 + weighed / PER_NODE
    }
}

struct Playing<'a> {
    line: &'a Line,
    start: &'a Start<u32>,
    at: Position<u32>,
    paid: [u16; 2],
    scene: Scene,
    first: Option<(u8, u8)>,
    /// The random inclinations in this round, an odd number.
    chance: u64,
    weighed: &'a mut u64,
    me: u8,
    later: &'a mut Later,
    /// The moves since the present.
    way: Way,
}

pub(super) struct End {
    pub over: Over,
    pub ended: Ended,
    pub paid: [u16; 2],
    /// The seat that laid the last tile.
    pub last: u8,
}

impl Work for Playing<'_> {
    type Output = End;

    #[inline(always)]
    fn run<C: Cpu>(mut self, _: C) -> End {
        let compact = &self.line.compact;
        let mut first = self.first;
        loop {
            let (tile, slot) = match first.take() {
                Some(choice) => choice,
                None => self.choose(),
            };
            let ends = self.at.ends;
            let next = if ends == capicu_solver::Ends::NONE {
                compact.halves(tile)
            } else {
                let at = if slot == 0 { ends.high() } else { ends.low() };
                compact.ends_after(ends, tile, at)
            };
            let mover = self.at.mover;
            let (over, passes) = compact.lay(self.start, &mut self.at, tile, next);
            if passes > 0 {
                self.paid[usize::from(mover & 1)] += u16::from(passes) * compact.paso();
            }
            match over {
                None => {
                    self.scene.note(self.line, tile, slot, next, self.at.mover);
                    self.way.go(tile, slot, self.at.mover);
                }
                Some(over) => {
                    return End {
                        over,
                        ended: compact.settle(self.start, &self.at, tile, over),
                        paid: self.paid,
                        last: mover,
                    };
                }
            }
        }
    }
}

impl Playing<'_> {
    #[inline(always)]
    fn choose(&mut self) -> (u8, u8) {
        let mover = self.at.mover;
        let hand = self.start.of(mover) & self.at.unplayed;
        let fits = self.line.fits(self.at.ends, hand);
        let n = fits[0].count_ones() + fits[1].count_ones();
        if n == 1 {
            return match fits {
                [0, low] => (low.lowest(), 1),
                [high, _] => (high.lowest(), 0),
            };
        }
        *self.weighed += u64::from(n);
        let mut ways = [((0, 0), 0.0); MOST];
        let mut listed = ways.iter_mut();
        let thumb = [COUNTER];
        self.line
            .weigh(thumb, &self.scene, hand, fits, |tile, slot, [worth]| {
                if let Some(way) = listed.next() {
                    *way = ((tile, slot), worth);
                }
            });
        let ways = &ways[..(n as usize).min(MOST)];
        let compact = &self.line.compact;
        let ours = compact.side(mover) == compact.side(self.me);
        // The partner's hand is unknown, so its possible tiles represent it.
        let way = if mover == self.me {
            self.way
        } else {
            self.way.able(fits)
        };
        if ours && let Some(chosen) = self.later.choose(way, ways) {
            return ways[chosen].0;
        }
        let (mut best, mut chosen) = (f32::MIN, 0);
        for (at, (way, worth)) in ways.iter().enumerate() {
            let score = worth + self.inclination(*way);
            if score > best {
                (best, chosen) = (score, at);
            }
        }
        if ours {
            self.later.grow(way, chosen);
        }
        ways[chosen].0
    }

    /// The random preference for a choice in this round, added to its value.
    #[inline(always)]
    fn inclination(&self, (tile, slot): (u8, u8)) -> f32 {
        let odd = u64::from(tile) << 2 | u64::from(slot) << 1 | 1;
        TEMPERATURE * GUMBEL[(self.chance.wrapping_mul(odd) >> 58) as usize]
    }
}

/// Cached values of the ends of rounds.
pub(super) struct Worths {
    worth: Worth,
    known: Vec<Option<(u64, f64)>>,
}

impl Worths {
    pub fn new(worth: Worth) -> Self {
        Self {
            worth,
            known: vec![None; 256],
        }
    }

    pub fn of(&mut self, view: &View, end: &End) -> f64 {
        let winner = end.ended.winner.map_or(SEATS as u8 - 1, |side| side);
        let over = match end.over {
            Over::Out => 0,
            Over::Blocked => 1,
            Over::Target => 2,
        };
        let key = [end.ended.points, end.paid[0], end.paid[1]]
            .into_iter()
            .fold(0, |key, points| key << 14 | u64::from(points & 0x3fff))
            << 10
            | u64::from(winner) << 6
            | u64::from(end.last & 15) << 2
            | over;
        let at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize;
        if let Some((known, worth)) = self.known[at]
            && known == key
        {
            return worth;
        }
        let worth = worth(&self.worth, view, end);
        self.known[at] = Some((key, worth));
        worth
    }
}

fn worth(worth: &Worth, view: &View, end: &End) -> f64 {
    let board = view.board();
    let rules = board.rules();
    let n = rules.n_seats();
    let mut points = BySide::new(rules.n_sides());
    for (side, paid) in Side::all(rules.n_sides()).zip(end.paid) {
        points[side] += paid;
    }
    let last = Seat::new(end.last).unwrap_or_default();
    let side = end.ended.winner.and_then(Side::new);
    let winner = side.and_then(|side| {
        if rules.side(last) == side {
            return Some(last);
        }
        rules.members(side).next()
    });
    let mut awards = capicu::Awards::new();
    if let Some(side) = side.filter(|_| end.ended.points > 0) {
        awards.push(Award {
            side,
            points: end.ended.points,
            why: Reason::Pips,
        });
    }
    let outcome = Outcome {
        ended: match (end.over, side) {
            (Over::Target, Some(side)) => capicu::Ended::Target(side),
            (Over::Out, _) => capicu::Ended::Out(last),
            _ => capicu::Ended::Blocked(Some(last)),
        },
        winner,
        hands: BySeat::new(n),
        counts: BySeat::new(n),
        last: None,
        awards,
    };
    worth.of(board.opener(), &points, &outcome)
}

/// Quantiles of the Gumbel distribution. Adding one to each value and taking the maximum picks each as often as a
/// softmax.
#[rustfmt::skip]
const GUMBEL: [f32; 64] = [
    -1.579, -1.323, -1.176, -1.067, -0.976, -0.898, -0.827, -0.763,
    -0.703, -0.646, -0.592, -0.540, -0.491, -0.442, -0.395, -0.349,
    -0.304, -0.260, -0.216, -0.173, -0.130, -0.087, -0.044, -0.002,
    0.041, 0.083, 0.126, 0.169, 0.212, 0.256, 0.300, 0.344,
    0.389, 0.435, 0.481, 0.529, 0.577, 0.626, 0.677, 0.729,
    0.782, 0.837, 0.893, 0.952, 1.012, 1.075, 1.141, 1.210,
    1.283, 1.359, 1.440, 1.526, 1.619, 1.719, 1.828, 1.948,
    2.082, 2.234, 2.410, 2.619, 2.878, 3.223, 3.742, 4.848,
];
