//! How likely a deal is, given how everybody chose to play.

use alloc::rc::Rc;
use alloc::vec::Vec;

use capicu::{Action, Duty, TileSet, Turn, View};
use capicu_solver::cpu::{self, Cpu, Work};
use capicu_solver::{Bits, Ends};

use super::thumb::{COUNTER, READER};
use super::{Line, SEATS, Scene};
use crate::counter::weigh;
use crate::reader::habits::{self, Habits, N_HABITS, OPPONENT, PARTNER, Side};
use crate::reader::worlds::Likelihood;
use crate::{Memory, World};

/// The choices the other seats made in a round, to be held against deals.
pub(super) struct Past {
    line: Rc<Line>,
    choices: Vec<Choice>,
}

pub(super) struct Choice {
    pub scene: Scene,
    pub habits: &'static Habits,
    /// The tile and the end, or leaving the pose to the partner.
    pub made: Option<(u8, u8)>,
    /// What may open the round.
    pub leads: u32,
    pub may_hand_over: bool,
    /// The tiles that the seat held then and has laid since, this one included.
    pub laid_since: u32,
}

/// More ways of laying a tile than a hand has.
const MOST: usize = 32;

impl Past {
    /// The choices that somebody with this view has seen. Nothing irregular may have happened, and
    /// nothing may have been drawn.
    pub fn of(line: &Rc<Line>, view: &View) -> Self {
        Self::read(line, view, &PARTNER, &OPPONENT)
    }

    fn read(
        line: &Rc<Line>,
        view: &View,
        partner: &'static Habits,
        opponent: &'static Habits,
    ) -> Self {
        let rules = view.board().rules();
        let mut choices: Vec<Choice> = Vec::new();
        let mut memory = Memory::new(rules.n_seats());
        view.replay(|board, deed| {
            let (seat, lays) = (
                deed.seat.index() as u8,
                match deed.action {
                    Action::Lead(tile) | Action::Play { tile, .. } => Some(u32::of(tile.index())),
                    _ => None,
                },
            );
            let (leads, may_hand_over) = match board.turn() {
                Turn::Open(opening) => (leads(opening.duty), opening.may_hand_over),
                _ => (Some(0), false),
            };
            let chosen = lays.is_some() || deed.action == Action::HandOver;
            if let Some(leads) = leads
                && chosen
                && deed.seat != view.seat()
            {
                let scene = Scene::of(board, &memory, deed.seat);
                let with = rules.team(deed.seat) == rules.team(view.seat());
                choices.push(Choice {
                    habits: if with { partner } else { opponent },
                    made: scene.choice(board.layout(), deed.action),
                    leads,
                    may_hand_over,
                    laid_since: 0,
                    scene,
                });
                for choice in choices.iter_mut().filter(|c| c.scene.mover == seat) {
                    choice.laid_since |= lays.unwrap_or(0);
                }
            }
            memory.note(board, deed);
        });
        Self {
            line: Rc::clone(line),
            choices,
        }
    }
}

impl Likelihood for Past {
    fn of(&mut self, world: &World) -> (f64, u64) {
        let likely = cpu::enter(Weigh { past: self, world });
        (likely, self.choices.len() as u64 / 4)
    }
}

struct Weigh<'a> {
    past: &'a Past,
    world: &'a World,
}

impl Work for Weigh<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) -> f64 {
        let mut seats = [([1.0; N_HABITS], None); SEATS];
        let mut hands = [0; SEATS];
        for (hand, held) in hands.iter_mut().zip(self.world.hands.iter()) {
            *hand = u32::from_set(*held);
        }
        for choice in &self.past.choices {
            let seat = usize::from(choice.scene.mover) % SEATS;
            let chances = choice.chances(&self.past.line, hands[seat] | choice.laid_since);
            for (all, chance) in seats[seat].0.iter_mut().zip(chances) {
                *all *= chance;
            }
            seats[seat].1 = Some(choice.habits);
        }
        let mut sides = [None::<Side>; SEATS];
        for (seat, (chances, habits)) in (0..).zip(&seats) {
            if let Some(habits) = habits {
                let side = &mut sides[usize::from(self.past.line.compact.side(seat)) % SEATS];
                side.get_or_insert(Side::new(habits)).add(chances);
            }
        }
        let likely = sides.iter().flatten().map(|side| f64::from(side.likely()));
        likely.product()
    }
}

/// What may open a round; `None` where that leaves no choice.
pub(super) fn leads(duty: Duty) -> Option<u32> {
    match duty {
        Duty::Any => Some(!0),
        Duty::Double => Some(u32::from_set(TileSet::DOUBLES)),
        Duty::Tile(_) | Duty::DrawForDouble => None,
    }
}

impl Choice {
    /// How likely each habit makes this choice, for somebody holding this hand.
    #[inline(always)]
    pub fn chances(&self, line: &Line, hand: u32) -> [f32; N_HABITS] {
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
        [0, 1].map(|k| habits::chance(&self.habits[k], &worths[k][..n.min(MOST)], |i| i == made))
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
    use crate::duel::{self, Start};
    use crate::{Belief, Bot, Budget, Counter, Knowledge, Reader};

    /// With a reader for a partner and counters for opponents, what was dealt is found likelier when
    /// each is read in its way than when both are read in the same. In nats, compared with deals
    /// drawn by the facts alone.
    #[test]
    fn partners_and_opponents_are_read_each_in_their_way() {
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
            let mut views: Vec<View> = Seat::all(4).map(|seat| round.view(seat)).collect();
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
                            let mut past = Past::read(&line, view, partner, opponent);
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
                    view.observe(&step.deed.seen_by(view.seat()), &step.awards);
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
