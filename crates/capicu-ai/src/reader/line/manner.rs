//! How readers choose, who play by no rule: a small network that was shown what they did.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use std::sync::LazyLock;

use capicu::{Action, TileSet, Turn, View};
use capicu_solver::{Bits, Compact, Ends};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

use super::past::leads;
use super::{Line, Scene, row};
use crate::memory::replay;
use crate::{Knowledge, Memory};

/// What the network is told of the hand a tile is laid from.
const OF_HAND: usize = 14;

/// What it is told of the table: five numbers of the tile and the stage of the round, and for each seat
/// how many tiles it holds and five of its trail.
const OF_TABLE: usize = 5 + 6 * PARTNERS;

/// All that the network is told of a way of laying a tile.
pub const INPUTS: usize = OF_HAND + OF_TABLE;

/// The sums it makes of that. All but the last count only where they are more than nothing.
pub const LANES: usize = 16;

/// The seats of the games that the network is for: four in two sides.
const PARTNERS: usize = 4;

/// The weights: for every input one for each lane, where each lane starts, and what it counts for;
/// numbers of four bytes, the low byte first. Made by the example `manner`.
static WEIGHTS: &[u8] = include_bytes!("manner.bin");

type Lanes = [f32; LANES];

/// The network: the chance that a reader lays a tile in a way is proportional to the exponential of
/// what it says of that way.
struct Manner {
    rows: [Lanes; INPUTS],
    start: Lanes,
    counts: Lanes,
}

/// What was done with the numbers of a round, by whom: in every four bits how often a seat opened one
/// and how often it covered one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trail {
    opened: [u32; PARTNERS],
    covered: [u32; PARTNERS],
}

/// What the network makes of the table before a choice, for every way of laying a tile.
pub(super) struct Told {
    manner: &'static Manner,
    ways: Box<[Lanes]>,
}

/// A way of laying a tile.
struct Way {
    tile: u8,
    /// The numbers of an end that are covered, opened and left; no number is covered by a lead.
    covers: Option<u8>,
    opens: u8,
    stays: u8,
}

impl Manner {
    /// The manner of readers in games of such rules, if it has been learnt.
    fn of(compact: &Compact<u32>) -> Option<&'static Self> {
        static MANNER: LazyLock<Option<Manner>> = LazyLock::new(|| Manner::read(WEIGHTS));
        let partners = compact.n_seats() == 4
            && compact.side(0) == compact.side(2)
            && compact.side(1) == compact.side(3);
        let known = partners && compact.rules().tiles().len() == 28;
        MANNER.as_ref().filter(|_| known)
    }

    fn read(weights: &[u8]) -> Option<Self> {
        let number = |bytes: &[u8]| Some(f32::from_le_bytes(bytes.try_into().ok()?));
        let mut numbers = weights.chunks(4).map(number);
        let mut lanes = || {
            let mut lanes = [0.0; LANES];
            for lane in &mut lanes {
                *lane = numbers.next()??;
            }
            Some(lanes)
        };
        let mut rows = [[0.0; LANES]; INPUTS];
        for row in &mut rows {
            *row = lanes()?;
        }
        Some(Self {
            rows,
            start: lanes()?,
            counts: lanes()?,
        })
    }

    /// Adds inputs to the lanes, the first of them in this row.
    #[inline(always)]
    fn add<const N: usize>(&self, mut lanes: Lanes, inputs: &[f32; N], first: usize) -> Lanes {
        for (input, row) in inputs.iter().zip(&self.rows[first..first + N]) {
            for (lane, weight) in lanes.iter_mut().zip(row) {
                *lane += input * weight;
            }
        }
        lanes
    }

    /// What the lanes come to. They are added in pairs, in the same order on every machine.
    #[inline(always)]
    fn sum(&self, lanes: &Lanes) -> f32 {
        let mut sums = [0.0; LANES];
        for (i, sum) in sums.iter_mut().enumerate() {
            let lane = if lanes[i] > 0.0 || i + 1 == LANES {
                lanes[i]
            } else {
                0.0
            };
            *sum = lane * self.counts[i];
        }
        let mut n = LANES;
        while n > 1 {
            n /= 2;
            for i in 0..n {
                sums[i] += sums[i + n];
            }
        }
        sums[0]
    }
}

impl Told {
    /// What the table says of laying each tile, whoever may hold it; nothing in games that the network
    /// is not for.
    pub fn of(compact: &Compact<u32>, scene: &Scene, trail: &Trail) -> Option<Self> {
        let manner = Manner::of(compact)?;
        let mut ways = vec![[0.0; LANES]; 1 << 6].into_boxed_slice();
        let fits = match scene.ends {
            Ends::NONE => [scene.unlaid, 0],
            ends => [ends.high(), ends.low()].map(|pip| scene.unlaid & compact.suit(pip)),
        };
        for (slot, mut rest) in (0..).zip(fits) {
            while rest != 0 {
                let (tile, next) = rest.pop();
                rest = next;
                let way = Way::new(compact, scene, tile, slot);
                let of_table = way.of_table(compact, scene, trail);
                ways[place(tile, slot)] = manner.add(manner.start, &of_table, OF_HAND);
            }
        }
        Some(Self { manner, ways })
    }

    /// What the network says of laying a tile from a hand of so many spots.
    #[inline(always)]
    pub fn worth(
        &self,
        line: &Line,
        scene: &Scene,
        (hand, spots): (u32, u32),
        (tile, slot): (u8, u8),
    ) -> f32 {
        let way = Way::new(&line.compact, scene, tile, slot);
        let of_hand = way.of_hand(line, scene, hand, spots);
        let lanes = self.manner.add(self.ways[place(tile, slot)], &of_hand, 0);
        self.manner.sum(&lanes)
    }
}

/// Where a way of laying a tile is kept.
#[inline(always)]
const fn place(tile: u8, slot: u8) -> usize {
    ((slot & 1) << 5 | tile & 31) as usize
}

impl Trail {
    /// Takes note of a tile laid.
    pub fn note(&mut self, compact: &Compact<u32>, scene: &Scene, (tile, slot): (u8, u8)) {
        let way = Way::new(compact, scene, tile, slot);
        let seat = usize::from(scene.mover) % PARTNERS;
        self.opened[seat] += 1 << (4 * way.opens);
        match way.covers {
            Some(pip) => self.covered[seat] += 1 << (4 * pip),
            None if way.opens != way.stays => self.opened[seat] += 1 << (4 * way.stays),
            None => {}
        }
    }
}

impl Way {
    #[inline(always)]
    fn new(compact: &Compact<u32>, scene: &Scene, tile: u8, slot: u8) -> Self {
        let halves = compact.halves(tile);
        if scene.ends == Ends::NONE {
            return Self {
                tile,
                covers: None,
                opens: halves.high(),
                stays: halves.low(),
            };
        }
        let (at, stays) = if slot == 0 {
            (scene.ends.high(), scene.ends.low())
        } else {
            (scene.ends.low(), scene.ends.high())
        };
        Self {
            tile,
            covers: Some(at),
            opens: halves.high() + halves.low() - at,
            stays,
        }
    }

    #[inline(always)]
    fn of_hand(&self, line: &Line, scene: &Scene, hand: u32, spots: u32) -> [f32; OF_HAND] {
        let compact = &line.compact;
        let left = hand & !u32::of(self.tile);
        let unseen = scene.unlaid & !hand;
        let [opens, stays] = [self.opens, self.stays].map(|pip| compact.suit(pip));
        let covers = self.covers.map_or(0, |pip| compact.suit(pip));
        let open = (opens | stays) & scene.unlaid & !u32::of(self.tile);
        let other = if self.opens == self.stays { 0 } else { stays };
        let halves = compact.halves(self.tile);
        let count = |tiles: u32| tiles.count_ones() as f32;
        let none = |tiles: u32| f32::from(u8::from(tiles == 0));
        let mut inputs = [
            count(left & open),
            count(left & opens),
            count(left & other),
            count(unseen & opens),
            count(unseen & other),
            none(left & opens),
            none(left & stays),
            (spots - u32::from(halves.high() + halves.low())) as f32,
            count(left & doubles()),
            count(left & covers),
            count(unseen & covers),
            0.0,
            0.0,
            0.0,
        ];
        for by in 1..PARTNERS {
            let at = (usize::from(scene.mover) + by) % PARTNERS;
            let may = unseen & !scene.lacks[at];
            let fitting = (may & open).count_ones() as usize;
            let row = row(scene.held[at], may.count_ones());
            inputs[OF_HAND - PARTNERS + by] = line.none[(row + fitting) & 0x1fff];
        }
        inputs
    }

    fn of_table(&self, compact: &Compact<u32>, scene: &Scene, trail: &Trail) -> [f32; OF_TABLE] {
        let halves = compact.halves(self.tile);
        let at = |by: usize| (usize::from(scene.mover) + by) % PARTNERS;
        let flag = |is: bool| f32::from(u8::from(is));
        let mut inputs = [0.0; OF_TABLE];
        inputs[0] = f32::from(halves.high() + halves.low());
        inputs[1] = flag(halves.high() == halves.low());
        inputs[2] = flag(self.opens == self.stays);
        inputs[3] = flag(self.covers.is_none());
        inputs[4] = scene.unlaid.count_ones() as f32;
        for by in 0..PARTNERS {
            inputs[5 + by] = f32::from(scene.held[at(by)]);
            let often =
                |counts: &[u32; PARTNERS], pip: u8| (counts[at(by)] >> (4 * pip) & 15) as f32;
            let first = 5 + PARTNERS + 5 * by;
            inputs[first] = often(&trail.opened, self.opens);
            inputs[first + 1] = often(&trail.opened, self.stays);
            inputs[first + 2] = often(&trail.covered, self.opens);
            inputs[first + 3] = often(&trail.covered, self.stays);
            inputs[first + 4] = self.covers.map_or(0.0, |pip| often(&trail.opened, pip));
        }
        inputs
    }
}

/// The doubles of the set.
#[inline(always)]
fn doubles() -> u32 {
    u32::from_set(TileSet::DOUBLES)
}

/// How many spots are in a hand.
#[inline(always)]
pub(super) fn spots(compact: &Compact<u32>, hand: u32) -> u32 {
    let suits = (1..7).map(|pip| u32::from(pip) * (hand & compact.suit(pip)).count_ones());
    // A double shows its number twice and is in its suit once.
    let twice =
        (1..7).map(|pip| u32::from(pip) * (hand & doubles() & compact.suit(pip)).count_ones());
    suits.sum::<u32>() + twice.sum::<u32>()
}

/// What the network is told of every way in which the seat to act could lay a tile if it held this
/// hand, and which of them is this action; nothing in games that it is not for, and where the pose may
/// be left to the partner.
///
/// For who teaches it.
pub fn looks(view: &View, hand: TileSet, action: Action) -> Option<(Vec<[f32; INPUTS]>, usize)> {
    let rng = &mut ChaCha8Rng::seed_from_u64(0);
    let line = Line::of(view, &Knowledge::of(view).ok()?, rng)?;
    let compact = &line.compact;
    let _ = Manner::of(compact)?;
    let leads = match view.board().turn() {
        Turn::Open(opening) if opening.may_hand_over => return None,
        Turn::Open(opening) => leads(opening.duty)?,
        _ => 0,
    };
    let mut memory = Memory::new(view.board().rules().n_seats());
    let mut trail = Trail::default();
    replay(view, |board, deed| {
        let scene = Scene::of(board, &memory, deed.seat);
        if let Some(choice) = scene.choice(board.layout(), deed.action) {
            trail.note(compact, &scene, choice);
        }
        memory.note(board, deed);
    });
    let scene = Scene::of(view.board(), &memory, view.seat());
    let made = scene.choice(view.board().layout(), action)?;
    let hand = u32::from_set(hand);
    let fits = match scene.ends {
        Ends::NONE => [hand & leads, 0],
        ends => line.fits(ends, hand),
    };
    let (mut ways, mut chosen) = (Vec::new(), None);
    for (slot, mut rest) in (0..).zip(fits) {
        while rest != 0 {
            let (tile, next) = rest.pop();
            rest = next;
            if (tile, slot) == made {
                chosen = Some(ways.len());
            }
            let way = Way::new(compact, &scene, tile, slot);
            let of_hand = way.of_hand(&line, &scene, hand, spots(compact, hand));
            let mut inputs = [0.0; INPUTS];
            inputs[..OF_HAND].copy_from_slice(&of_hand);
            inputs[OF_HAND..].copy_from_slice(&way.of_table(compact, &scene, &trail));
            ways.push(inputs);
        }
    }
    Some((ways, chosen?))
}

#[cfg(test)]
mod tests {
    use capicu::fair::Seed;
    use capicu::{Game, Seat};

    use super::*;
    use crate::chance::Spin;
    use crate::duel::{Start, deal};

    /// What is made ready of the table comes to the same as all inputs one after the other, and the
    /// chosen way is found among the others.
    #[test]
    fn the_parts_make_the_whole() {
        let manner = Manner::read(WEIGHTS).expect("stored weights");
        assert_eq!(WEIGHTS.len(), 4 * LANES * (INPUTS + 2));
        let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
        let mut compared = 0;
        for number in 0..30 {
            let mut round = deal(rules, Start::Earned, &Seed::from_number(9), number);
            let line = Line::new(&round).unwrap();
            let mut spin = Spin::new(u64::from(number));
            let mut memory = Memory::new(4);
            let mut trail = Trail::default();
            let mut views: Vec<View> = Seat::all(4).map(|seat| round.view(seat)).collect();
            while let Some(seat) = round.to_act() {
                let (board, view) = (round.board().clone(), &views[seat.index()]);
                let actions = round.legal_actions();
                let action = actions[spin.below(actions.len() as u32) as usize];
                let scene = Scene::of(&board, &memory, seat);
                if let Some((ways, chosen)) = looks(view, view.hand(), action) {
                    let made = scene.choice(board.layout(), action).unwrap();
                    let hand = u32::from_set(view.hand());
                    let told = Told::of(&line.compact, &scene, &trail).unwrap();
                    let hand = (hand, spots(&line.compact, hand));
                    let parts = told.worth(&line, &scene, hand, made);
                    let whole = manner.sum(&manner.add(manner.start, &ways[chosen], 0));
                    assert!((parts - whole).abs() < 1e-3, "{parts} {whole}");
                    assert_eq!(ways.len(), actions.len(), "{action}");
                    let held = view.hand().into_iter().map(|tile| u32::from(tile.spots()));
                    assert_eq!(hand.1, held.sum::<u32>());
                    compared += 1;
                }
                if let Some(made) = scene.choice(board.layout(), action) {
                    trail.note(&line.compact, &scene, made);
                }
                let step = round.play(action).unwrap();
                memory.note(&board, &step.deed);
                for view in &mut views {
                    view.observe(&step.deed.seen_by(view.seat()), &step.awards);
                }
            }
        }
        assert!(compared > 400, "{compared}");
    }
}
