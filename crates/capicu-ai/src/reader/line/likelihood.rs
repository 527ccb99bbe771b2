//! The likelihood of a deal, given everybody's choices.

use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;

use capicu::{Action, Duty, Seat, TileSet, Turn, View};
use capicu_solver::cpu::{self, Cpu, Work};
use capicu_solver::{Bits, Ends};

use super::heuristic::{COUNTER, READER};
use super::metropolis::{Loose, Stir, loose};
use super::{Line, Scene};
use crate::chance::Spin;
use crate::counter::weigh;
use crate::reader::habits::{self, Habits, N_HABITS, OPPONENT, PARTNER, Side};
use crate::reader::worlds::Likelihood;
use crate::{Knowledge, Memory, World};

/// The choices of the other seats in a round, to compare with deals.
pub(super) struct Past {
    pub(super) line: Rc<Line>,
    /// The choices of each seat that had one; the seats of a side are adjacent.
    pub(super) seats: Vec<Seen>,
    pub(super) loose: Vec<Loose>,
}

pub(super) struct Seen {
    pub seat: Seat,
    pub side: u8,
    pub habits: &'static Habits,
    choices: Vec<Choice>,
    known: Known,
}

pub(super) struct Choice {
    pub scene: Scene,
    /// The tile and the end; `None` for handing the lead over.
    pub made: Option<(u8, u8)>,
    /// The tiles that may open the round.
    pub leads: u32,
    pub may_hand_over: bool,
    /// The tiles that the seat held then and has laid since, including this one.
    pub laid_since: u32,
}

/// More choices than any hand has.
const MOST: usize = 32;

impl Past {
    /// The choices visible in a view, for a budget of this number of nodes. Nothing irregular may have happened, and no
    /// tile may have been drawn.
    pub fn of(line: &Rc<Line>, view: &View, knowledge: &Knowledge, nodes: u64) -> Self {
        let mut past = Self::read(line, view, nodes, &PARTNER, &OPPONENT);
        past.loose = loose(knowledge);
        past
    }

    fn read(
        line: &Rc<Line>,
        view: &View,
        nodes: u64,
        partner: &'static Habits,
        opponent: &'static Habits,
    ) -> Self {
        let rules = view.board().rules();
        let mut seats: Vec<Seen> = Vec::new();
        let mut memory = Memory::new(rules.n_seats());
        view.replay(|board, mv| {
            let lays = match mv.action {
                Action::Lead(tile) | Action::Play { tile, .. } => Some(u32::of(tile.index())),
                _ => None,
            };
            let (leads, may_hand_over) = match board.turn() {
                Turn::Open(opening) => (leads(opening.duty), opening.may_hand_over),
                _ => (Some(0), false),
            };
            let chosen = lays.is_some() || mv.action == Action::HandOver;
            if let Some(leads) = leads
                && chosen
                && mv.seat != view.seat()
            {
                let scene = Scene::of(board, &memory, mv.seat);
                let choice = Choice {
                    made: scene.choice(board.layout(), mv.action),
                    leads,
                    may_hand_over,
                    laid_since: 0,
                    scene,
                };
                let at = seats.iter().position(|seen| seen.seat == mv.seat);
                let at = at.unwrap_or_else(|| {
                    let with = rules.side(mv.seat) == rules.side(view.seat());
                    seats.push(Seen {
                        seat: mv.seat,
                        side: line.compact.side(mv.seat.index() as u8),
                        habits: if with { partner } else { opponent },
                        choices: Vec::new(),
                        known: Known::new(nodes),
                    });
                    seats.len() - 1
                });
                let choices = &mut seats[at].choices;
                choices.push(choice);
                for choice in choices {
                    choice.laid_since |= lays.unwrap_or(0);
                }
            }
            memory.note(board, mv);
        });
        seats.sort_by_key(|seen| seen.side);
        Self {
            line: Rc::clone(line),
            seats,
            loose: Vec::new(),
        }
    }
}

impl Likelihood for Past {
    fn of(&mut self, world: &World) -> (f64, u64) {
        cpu::enter(Weigh { past: self, world })
    }

    fn stir(&mut self, world: &mut World, spin: &mut Spin) -> u64 {
        if self.seats.is_empty() || self.loose.is_empty() {
            return 0;
        }
        let past = self;
        cpu::enter(Stir { past, world, spin })
    }
}

struct Weigh<'a> {
    past: &'a mut Past,
    world: &'a World,
}

impl Work for Weigh<'_> {
    type Output = (f64, u64);

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> (f64, u64) {
        let Past { line, seats, .. } = self.past;
        let (mut likely, mut weighed) = (1.0, 0);
        for seats in seats.chunk_by_mut(|a, b| a.side == b.side) {
            let mut side = Side::new(seats[0].habits);
            for seen in seats {
                let hand = u32::from_set(self.world.hands[seen.seat]);
                side.add(&seen.chances(line, hand, &mut weighed));
            }
            likely *= f64::from(side.likely());
        }
        (likely, weighed / 4)
    }
}

impl Seen {
    /// The likelihood of all choices for each habit, if the seat now holds this hand. Adds the weighed choices to
    /// `weighed`.
    #[inline(always)]
    pub fn chances(&mut self, line: &Line, hand: u32, weighed: &mut u64) -> [f32; N_HABITS] {
        let place = self.known.place(hand);
        if place.0 == hand {
            return place.1;
        }
        let mut all = [1.0; N_HABITS];
        for choice in &self.choices {
            let chances = choice.chances(line, self.habits, hand | choice.laid_since);
            for (all, chance) in all.iter_mut().zip(chances) {
                *all *= chance;
            }
        }
        *weighed += self.choices.len() as u64;
        *place = (hand, all);
        all
    }
}

/// Cached results for hands; a place keeps the last of all hands that share it.
struct Known {
    /// Their number is a power of two. No hand has all bits set, so that value marks a free place.
    places: Vec<(u32, [f32; N_HABITS])>,
    /// The shift that leaves the bits of an index.
    shift: u32,
}

impl Known {
    fn new(nodes: u64) -> Self {
        let bits = nodes.max(1).ilog2().saturating_sub(1).clamp(6, 13);
        Self {
            places: vec![(u32::MAX, [1.0; N_HABITS]); 1 << bits],
            shift: u32::BITS - bits,
        }
    }

    #[inline(always)]
    fn place(&mut self, hand: u32) -> &mut (u32, [f32; N_HABITS]) {
        let at = hand.wrapping_mul(0x9e37_79b9) >> self.shift;
        &mut self.places[at as usize]
    }
}

/// The tiles that may open a round; `None` if there is no choice.
pub(super) fn leads(duty: Duty) -> Option<u32> {
    match duty {
        Duty::Any | Duty::Holder(_) => Some(!0),
        Duty::Double => Some(u32::from_set(TileSet::DOUBLES)),
        Duty::Tile(_) | Duty::DrawForDouble => None,
    }
}

impl Choice {
    /// The likelihood of this choice for each habit, if the seat holds this hand.
    #[inline(always)]
    pub fn chances(&self, line: &Line, habits: &Habits, hand: u32) -> [f32; N_HABITS] {
        let fits = match self.scene.ends {
            Ends::NONE => [hand & self.leads, 0],
            ends => line.fits(ends, hand),
        };
        let mut worths = [[0.0; MOST]; N_HABITS];
        let (mut n, mut made) = (0, usize::MAX);
        line.weigh(
            [COUNTER, READER],
            &self.scene,
            hand,
            fits,
            |tile, slot, [counter, reader]| {
                if self.made == Some((tile, slot)) {
                    made = n;
                }
                worths[0][n % MOST] = counter;
                worths[1][n % MOST] = reader;
                n += 1;
            },
        );
        if self.may_hand_over {
            if self.made.is_none() {
                made = n;
            }
            worths[0][n % MOST] = weigh::HAND_OVER;
            worths[1][n % MOST] = weigh::HAND_OVER;
            n += 1;
        }
        if n < 2 {
            return [1.0; N_HABITS];
        }
        let mut chances = [1.0; N_HABITS];
        for k in 0..N_HABITS {
            chances[k] = habits::chance(&habits[k], &worths[k][..n.min(MOST)], |i| i == made);
        }
        chances
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use capicu::fair::Seed;
    use capicu::{Game, Seat};
    use chacha20::ChaCha8Rng;
    use rand_core::SeedableRng;

    use super::*;
    use crate::{Belief, Bot, Budget, Counter, Knowledge, Reader};
    use capicu_arena::duel::{self, Start};

    /// With a reader as partner and counters as opponents, separate models give the real deal a higher likelihood than
    /// one model for both. In nats, relative to deals by facts alone.
    #[test]
    fn separate_models_of_partners_and_opponents_fit_better() {
        let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
        let models = [
            (&PARTNER, &OPPONENT),
            (&OPPONENT, &OPPONENT),
            (&PARTNER, &PARTNER),
        ];
        let rng = &mut ChaCha8Rng::seed_from_u64(3);
        let (mut gains, mut n) = ([0.0; 3], 0);
        for number in 0..60 {
            let mut round = duel::deal(rules, Start::Anew, &Seed::from_number(12), number);
            let mut views: Vec<View> = Seat::all(4)
                .map(|seat| round.view_from_here(seat))
                .collect();
            while let Some(seat) = round.to_act() {
                let view = &views[seat.index()];
                let action = if seat.index() % 2 == 0 {
                    let knowledge = Knowledge::of(view).unwrap();
                    if knowledge.count().is_some_and(|count| count > 1) {
                        let line = Line::of(view, &knowledge, rng).unwrap();
                        let worlds: Vec<World> = (0..150).map(|_| knowledge.sample(rng)).collect();
                        let truth = World {
                            hands: *round.hands(),
                            boneyard: round.boneyard().collect(),
                        };
                        n += 1;
                        for ((partner, opponent), gain) in models.iter().zip(&mut gains) {
                            let mut past = Past::read(&line, view, 1000, partner, opponent);
                            let all: f64 = worlds.iter().map(|world| past.of(world).0).sum();
                            *gain += (past.of(&truth).0 * worlds.len() as f64 / all).ln();
                        }
                    }
                    Reader::new(Budget::Nodes(1500), Belief::Play).choose(view, rng)
                } else {
                    Counter.choose(view, rng)
                };
                let step = round.play(action.unwrap()).unwrap();
                for view in &mut views {
                    view.observe(&step.mv.visible_to(view.seat()), &step.awards);
                }
            }
        }
        let [each, as_opponents, as_partners] = gains.map(|gain| gain / f64::from(n));
        std::println!("{n} decisions: {each:.3}, {as_opponents:.3}, {as_partners:.3} nats");
        assert!(n > 400 && each > 0.5, "{n}: {each}");
        assert!(each > as_opponents, "{each} {as_opponents}");
        assert!(each > as_partners, "{each} {as_partners}");
    }
}
