//! Rounds in compact form: the evaluation of the [`Counter`](crate::Counter), many times as fast, and small endings.
//! Only for plain lines with a set up to double six and no drawing.

mod ending;
mod heuristic;
mod likelihood;
mod metropolis;
mod rollout;
mod search_tree;

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;

use capicu::{Action, Board, Layout, MAX_SEATS, Move, Round, Seat, Tile, Turn, View};
use capicu_solver::{Bits, Compact, Ends};
use rand_core::Rng;

use super::search::Players;
use super::worlds::Unread;
use super::{Belief, belief};
use crate::equity::Worth;
use crate::{Knowledge, Memory};

use heuristic::Thumb;
use likelihood::Past;
use rollout::Rollouts;

pub(super) use ending::ending;

impl Line {
    /// The compact form for the round of a view; `None` if its rules do not allow it.
    pub fn of(view: &View, knowledge: &Knowledge, rng: &mut dyn Rng) -> Option<Rc<Self>> {
        let world = knowledge.sample(rng);
        let boneyard: Vec<Tile> = world.boneyard.into_iter().collect();
        let round = Round::from_view(view, world.hands, &boneyard).ok()?;
        Self::new(&round).map(Rc::new)
    }
}

/// The percentage of the budget for imagining and weighing deals. Where choices are evidence it can be small, since
/// every deal is stirred before it is played.
const WEIGHING: u64 = 15;

/// The weight of the rule of thumb next to the imagined rounds if there are partners. Partners read each other by it,
/// which imagined rounds do not show.
const LEANING: f64 = 0.3;

pub(super) fn players<'a>(
    line: &Rc<Line>,
    view: &'a View,
    knowledge: &Knowledge,
    memory: &Memory,
    belief: Belief,
    worth: Worth,
    nodes: u64,
) -> Players<'a> {
    let drawn = |mv: &Move| mv.action == Action::Draw;
    let partner = view.board().rules().partner(view.seat());
    let clear = view.is_regular() && !view.moves().iter().any(drawn);
    Players {
        weighing: WEIGHING,
        leaning: if partner.is_some() { LEANING } else { 0.0 },
        past: match belief {
            Belief::Facts => Box::new(Unread),
            Belief::Play if clear => Box::new(Past::of(line, view, knowledge, nodes)),
            Belief::Play => Box::new(belief::Past::of(view)),
        },
        rollouts: Box::new(Rollouts::new(line, view, memory, worth, nodes)),
    }
}

/// The number of seats, rounded up so that an index cannot be out of range.
const SEATS: usize = 16;

/// The number of other players at most tables.
const FEW_OTHERS: usize = 3;

/// The owner of an end before the first tile.
const NOBODY: u8 = SEATS as u8 - 1;

pub(super) struct Line {
    pub compact: Compact<u32>,
    /// The chance that no tile fits, by tiles held, possible tiles and fitting ones.
    none: Box<[f32; 1 << 13]>,
    thumbs: [Thumb; 2],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Scene {
    /// Tiles that are not on the table.
    pub unlaid: u32,
    pub ends: Ends,
    pub mover: u8,
    /// The seats that laid the higher and the lower end.
    pub owners: [u8; 2],
    /// The tiles that each seat has shown to lack.
    pub lacks: [u32; SEATS],
    pub held: [u8; SEATS],
}

/// The most tiles that one seat may hold.
const MOST_HELD: u8 = 15;

impl Line {
    /// The compact form for a round; `None` if its rules do not allow it.
    pub fn new(round: &Round) -> Option<Self> {
        let board = round.board();
        let rules = board.rules();
        let compact = match board.turn() {
            Turn::Play(_) => Compact::of(round).ok()?,
            Turn::Open(_) => Compact::new(rules, board.standing()).ok()?,
            Turn::Over | Turn::Declare(_) => return None,
        };
        if board.held().iter().any(|held| *held > MOST_HELD) {
            return None;
        }
        let mut line = Self {
            thumbs: Thumb::both(&compact),
            compact,
            none: Box::new([0.0; 1 << 13]),
        };
        let most = board.held().iter().copied().max().unwrap_or(0);
        for held in 0..=most {
            for all in 0..32u8 {
                let misses = match held {
                    0 => 1.0,
                    _ if all <= held => 0.0,
                    _ => 1.0 - f32::from(held) / f32::from(all),
                };
                let mut power = 1.0;
                let row = row(held, u32::from(all));
                for none in &mut line.none[row..row + 16] {
                    *none = power;
                    power *= misses;
                }
            }
        }
        Some(line)
    }

    /// Calls `each` with every tile of `fits`, first those for the higher end, its end (0 is the higher) and its value
    /// by each rule of thumb. `hand` is the mover's.
    #[inline(always)]
    pub fn weigh<const N: usize>(
        &self,
        thumbs: [usize; N],
        scene: &Scene,
        hand: u32,
        fits: [u32; 2],
        each: impl FnMut(u8, u8, [f32; N]),
    ) {
        if usize::from(self.compact.n_seats()) <= FEW_OTHERS + 1 {
            self.weigh_among::<FEW_OTHERS, N>(thumbs, scene, hand, fits, each);
        } else {
            self.weigh_among::<{ MAX_SEATS - 1 }, N>(thumbs, scene, hand, fits, each);
        }
    }

    /// Weighs as [`weigh`](Self::weigh) at a table with at most this number of others.
    #[inline(always)]
    fn weigh_among<const OTHERS: usize, const N: usize>(
        &self,
        thumbs: [usize; N],
        scene: &Scene,
        hand: u32,
        fits: [u32; 2],
        mut each: impl FnMut(u8, u8, [f32; N]),
    ) {
        let thumbs = thumbs.map(|thumb| &self.thumbs[thumb & 1]);
        let n = self.compact.n_seats();
        let unseen = scene.unlaid & !hand;
        // With fewer others, the last are repeated with weight 0.
        let mut others = [(0, 0); OTHERS];
        let mut seat = scene.mover;
        for other in &mut others {
            seat = if seat + 1 >= n { 0 } else { seat + 1 };
            let at = usize::from(seat) % SEATS;
            let may = unseen & !scene.lacks[at];
            *other = (may, row(scene.held[at], may.count_ones()));
        }
        let opening = scene.ends == Ends::NONE;
        let ends = [scene.ends.high(), scene.ends.low()];
        let cover = scene.owners.map(|owner| {
            let later = if owner < scene.mover { n } else { 0 };
            let by = usize::from(owner + later - scene.mover) % SEATS;
            thumbs.map(|thumb| {
                if owner == NOBODY {
                    0.0
                } else {
                    thumb.cover[by]
                }
            })
        });
        let mut rest = u64::from(fits[0]) | u64::from(fits[1]) << 32;
        while rest != 0 {
            let way = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            let (tile, slot) = (way % 32, way / 32 % 2);
            let ends = if opening {
                self.compact.halves(tile)
            } else {
                let at = ends[usize::from(slot)];
                self.compact.ends_after(scene.ends, tile, at)
            };
            let open = self.compact.legal(ends) & scene.unlaid & !u32::of(tile);
            let follow = (hand & open).count_ones() as f32;
            let mut worths = cover[usize::from(slot)];
            for (worth, thumb) in worths.iter_mut().zip(thumbs) {
                *worth += thumb.base[usize::from(tile)] + thumb.fits * follow;
            }
            for (i, (may, row)) in others.iter().enumerate() {
                let fitting = (may & open).count_ones() as usize;
                let none = self.none[(row + fitting) & 0x1fff];
                for (worth, thumb) in worths.iter_mut().zip(thumbs) {
                    *worth += thumb.pass[(i + 1) % SEATS] * none;
                }
            }
            each(tile, slot, worths);
        }
    }

    /// The tiles of a hand that fit the higher end and the lower one. If both are equal, none for the lower one.
    #[inline(always)]
    pub fn fits(&self, ends: Ends, hand: u32) -> [u32; 2] {
        if ends == Ends::NONE {
            return [hand, 0];
        }
        let low = if ends.high() == ends.low() {
            0
        } else {
            hand & self.compact.suit(ends.low())
        };
        [hand & self.compact.suit(ends.high()), low]
    }
}

/// The index of the first chance for a number of tiles held and possible.
#[inline(always)]
fn row(held: u8, all: u32) -> usize {
    usize::from(held & 15) << 9 | (all as usize & 31) << 4
}

impl Scene {
    /// The board before a seat's move, with the memory of the round. Its ends mean nothing if the layout is not a line.
    pub fn of(board: &Board, memory: &Memory, mover: Seat) -> Self {
        let (ends, owners) = ends(board.layout(), memory);
        let mut scene = Self {
            unlaid: u32::from_set(board.rules().tiles() - board.layout().laid()),
            ends,
            mover: mover.index() as u8,
            owners,
            lacks: [0; SEATS],
            held: [0; SEATS],
        };
        for (seat, held) in board.held().entries() {
            scene.held[seat.index()] = *held;
            scene.lacks[seat.index()] = u32::from_set(memory.lacks(seat));
        }
        scene
    }

    /// Notes a tile of the mover that leaves these ends, and the passes up to the next mover, at a table of `n`.
    #[inline(always)]
    pub fn note(&mut self, line: &Line, tile: u8, slot: u8, ends: Ends, next: u8) {
        let n = line.compact.n_seats();
        self.unlaid &= !u32::of(tile);
        self.held[usize::from(self.mover) % SEATS] -= 1;
        if self.ends == Ends::NONE {
            self.owners = [self.mover; 2];
        } else {
            // The end that stays, and the seat that laid it.
            let (stays, owner) = if slot == 0 {
                (self.ends.low(), self.owners[1])
            } else {
                (self.ends.high(), self.owners[0])
            };
            self.owners = if ends.high() == stays && ends.low() != stays {
                [owner, self.mover]
            } else {
                [self.mover, owner]
            };
        }
        self.ends = ends;
        let shown = line.compact.legal(ends);
        let mut seat = self.mover;
        loop {
            seat = if seat + 1 == n { 0 } else { seat + 1 };
            if seat == next {
                break;
            }
            self.lacks[usize::from(seat) % SEATS] |= shown;
        }
        self.mover = next;
    }

    /// The tile and the end (0 is the higher) of an action on this layout; `None` if it lays no tile.
    pub fn choice(&self, layout: &Layout, action: Action) -> Option<(u8, u8)> {
        match action {
            Action::Lead(tile) => Some((tile.index(), 0)),
            Action::Play { tile, on } => {
                let end = layout.end_for(tile, on)?;
                let pip = layout.ends().get(end)?.pip().value();
                Some((tile.index(), u8::from(pip != self.ends.high())))
            }
            Action::Draw | Action::Pass | Action::HandOver => None,
        }
    }
}

fn ends(layout: &Layout, memory: &Memory) -> (Ends, [u8; 2]) {
    let owner = |tile| memory.layer(tile).map_or(NOBODY, |seat| seat.index() as u8);
    match layout.ends() {
        [] => (Ends::NONE, [NOBODY; 2]),
        [only] => {
            let pip = only.pip().value();
            (Ends::new(pip, pip), [owner(only.tile()); 2])
        }
        [a, b, ..] => {
            let ends = Ends::new(a.pip().value(), b.pip().value());
            let owners = [owner(a.tile()), owner(b.tile())];
            if a.pip().value() == ends.high() {
                (ends, owners)
            } else {
                (ends, [owners[1], owners[0]])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu::Game;
    use capicu::fair::Seed;

    use super::*;
    use crate::counter::Hand;
    use capicu_arena::duel::{self, Start};

    /// Compares the values of every choice in some rounds with those on the engine.
    #[test]
    fn values_agree_with_those_of_the_counter() {
        let mut compared = 0;
        for (id, players) in [
            ("jamaican-partner", 4),
            ("cut-throat", 3),
            ("block", 2),
            ("cien", 4),
        ] {
            let rules = Game::by_id(id).unwrap().rules(players).unwrap();
            for number in 0..20 {
                let mut round = duel::deal(rules, Start::Earned, &Seed::from_number(5), number);
                let mut memory = Memory::new(players);
                let line = Line::new(&round).unwrap();
                while let Some(seat) = round.to_act() {
                    let (board, tiles) = (round.board(), round.hands()[seat]);
                    let actions = round.distinct_actions();
                    let hand = Hand::new(board, seat, tiles, &memory);
                    let scene = Scene::of(board, &memory, seat);
                    let bits = u32::from_set(tiles);
                    let mut judged = Vec::new();
                    line.weigh(
                        [heuristic::COUNTER],
                        &scene,
                        bits,
                        line.fits(scene.ends, bits),
                        |tile, slot, [worth]| {
                            judged.push(((tile, slot), worth));
                        },
                    );
                    for action in &actions {
                        let Some(choice) = scene.choice(board.layout(), *action) else {
                            continue;
                        };
                        let found = judged.iter().find(|(judged, _)| *judged == choice);
                        let by = found.expect("a way of laying a tile").1 - hand.worth(*action);
                        // Going out leaves no choice, so its value is left out.
                        assert!(by.abs() < 1e-4 || tiles.len() == 1, "{id} {action}: {by}");
                        compared += 1;
                    }
                    let action = actions[number as usize % actions.len()];
                    let before = board.clone();
                    let step = round.play(action).unwrap();
                    memory.note(&before, &step.mv);
                }
            }
        }
        assert!(compared > 2000, "{compared}");
    }

    /// Compares the visible state throughout a round with the engine's.
    #[test]
    fn scene_agrees_with_the_board_throughout_a_round() {
        let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
        let mut passes = 0;
        for number in 0..30 {
            let mut round = duel::deal(rules, Start::Earned, &Seed::from_number(6), number);
            let mut memory = Memory::new(4);
            let line = Line::new(&round).unwrap();
            let mut scene: Option<Scene> = None;
            while let Some(seat) = round.to_act() {
                let action = round.distinct_actions()[0];
                let before = round.board().clone();
                let here = Scene::of(&before, &memory, seat);
                if action != Action::Pass {
                    if let Some(scene) = scene {
                        assert_eq!((scene.ends, scene.mover), (here.ends, here.mover));
                        assert_eq!((scene.unlaid, scene.held), (here.unlaid, here.held));
                        let bits = here.unlaid;
                        assert_eq!(scene.lacks.map(|l| l & bits), here.lacks.map(|l| l & bits));
                        if here.ends.high() != here.ends.low() {
                            assert_eq!(scene.owners, here.owners);
                        }
                    }
                    let choice = here.choice(before.layout(), action);
                    let (tile, slot) = choice.unwrap();
                    let mut next = here;
                    let step = round.play(action).unwrap();
                    memory.note(&before, &step.mv);
                    let after = Scene::of(round.board(), &memory, seat);
                    let mut mover = seat;
                    while round.to_act().is_some() && round.distinct_actions()[0] == Action::Pass {
                        let before = round.board().clone();
                        let step = round.play(Action::Pass).unwrap();
                        memory.note(&before, &step.mv);
                        passes += 1;
                    }
                    if let Some(seat) = round.to_act() {
                        mover = seat;
                    }
                    next.note(&line, tile, slot, after.ends, mover.index() as u8);
                    scene = Some(next);
                } else {
                    round.play(action).unwrap();
                }
            }
        }
        assert!(passes > 50, "{passes}");
    }
}
