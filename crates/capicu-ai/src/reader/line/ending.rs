//! Late positions of two seats as small games to solve.

use alloc::vec;
use alloc::vec::Vec;

use capicu::{Action, Board, BySeat, Duty, Turn, View};
use capicu_solver::{After, Bits, Ends, Position, Start};

use super::likelihood::{Choice, leads};
use super::rollout::{End, Worths};
use super::{Line, SEATS, Scene};
use crate::Memory;
use crate::equity::Worth;
use crate::reader::equilibrium::{Next, Tree};
use crate::reader::habits::{self, ANYBODY, N_HABITS};

/// A round of two from some choice onward, as everybody sees it. It has all deals that agree with earlier events, with
/// their likelihood by earlier moves.
pub(in crate::reader) struct Ending {
    pub tree: Tree,
    /// The situation of the seat to act.
    pub here: u32,
    /// The seat's possible moves: the tile and the end (0 is the higher).
    pub lays: Vec<(u8, u8)>,
}

/// The ending of a view, from the earliest start whose tree has at most `most` nodes, and the number of nodes tried.
/// The ending is `None` if even the tree from the present is larger, or if there are not two seats.
pub(in crate::reader) fn ending(
    line: &Line,
    view: &View,
    worth: Worth,
    most: usize,
) -> (Option<Ending>, usize) {
    if view.board().rules().n_seats() != 2 || !view.is_regular() {
        return (None, 0);
    }
    let moments = moments(view);
    let (mut best, mut grown) = (None, 0);
    for root in (0..moments.len()).rev() {
        let Some(mut growing) = Growing::new(line, view, &moments, root, worth.clone(), most)
        else {
            break;
        };
        let deals = growing.at_root();
        let done = growing.grow(&deals, Some(0)).is_some();
        grown += growing.tree.len();
        match growing.here.filter(|_| done) {
            Some((here, lays)) => {
                best = Some(Ending {
                    tree: growing.tree,
                    here,
                    lays,
                });
            }
            None => break,
        }
        if grown > most {
            break;
        }
    }
    (best, grown)
}

/// A moment at which a seat laid a tile, or has to.
struct Moment {
    scene: Scene,
    /// Points made in play before it.
    paid: [u16; 2],
    /// The tile and the end; `None` in the present.
    laid: Option<(u8, u8)>,
    /// The tiles that may open the round.
    leads: u32,
}

fn moments(view: &View) -> Vec<Moment> {
    let mut moments = Vec::new();
    let mut memory = Memory::new(view.board().rules().n_seats());
    let moment = |board: &Board, memory: &Memory, seat, action| {
        let scene = Scene::of(board, memory, seat);
        let leads = match board.turn() {
            Turn::Open(opening) => match opening.duty {
                Duty::Tile(tile) => u32::of(tile.index()),
                duty => leads(duty).unwrap_or(0),
            },
            _ => 0,
        };
        let mut paid = [0; 2];
        for (paid, points) in paid.iter_mut().zip(board.points().iter()) {
            *paid = *points;
        }
        Moment {
            laid: scene.choice(board.layout(), action),
            scene,
            paid,
            leads,
        }
    };
    view.replay(|board, mv| {
        match mv.action {
            Action::Lead(_) | Action::Play { .. } => {
                moments.push(moment(board, &memory, mv.seat, mv.action));
            }
            Action::Draw => moments.clear(),
            Action::Pass | Action::HandOver => {}
        }
        memory.note(board, mv);
    });
    moments.push(moment(view.board(), &memory, view.seat(), Action::Pass));
    moments
}

/// The possible hands of a seat at a moment, with their likelihood by its earlier moves.
fn hands(line: &Line, moments: &[Moment], seat: u8, most: usize) -> Option<Vec<(u32, f32)>> {
    let (now, before) = moments.split_last()?;
    let at = usize::from(seat) % SEATS;
    let free = now.scene.unlaid & !now.scene.lacks[at];
    let mut laid = 0;
    let mut choices = Vec::new();
    for moment in before.iter().rev().filter(|one| one.scene.mover == seat) {
        laid |= moment.laid.map_or(0, |(tile, _)| u32::of(tile));
        choices.push(Choice {
            scene: moment.scene,
            made: moment.laid,
            leads: moment.leads,
            may_hand_over: false,
            laid_since: laid,
        });
    }
    let mut hands = Vec::new();
    subsets(free, now.scene.held[at], 0, most, &mut hands)?;
    let likely = |hand: u32| {
        let mut all = [1.0; N_HABITS];
        for choice in &choices {
            let chances = choice.chances(line, &ANYBODY, hand | choice.laid_since);
            all.iter_mut()
                .zip(chances)
                .for_each(|(all, chance)| *all *= chance);
        }
        habits::mean(&ANYBODY, &all)
    };
    // A seat that played had a tile that fits.
    let can = |hand: &u32| {
        let [high, low] = fits(line, now, *hand);
        now.scene.mover != seat || high | low != 0
    };
    Some(
        hands
            .into_iter()
            .filter(can)
            .map(|hand| (hand, likely(hand)))
            .collect(),
    )
}

/// Adds every set of `n` of these tiles, each with those already `taken`. `None` if there are too many.
fn subsets(tiles: u32, n: u8, taken: u32, most: usize, all: &mut Vec<u32>) -> Option<()> {
    if n == 0 {
        all.push(taken);
        return (all.len() <= most).then_some(());
    }
    let mut rest = tiles;
    while rest.count_ones() >= u32::from(n) {
        let (tile, next) = rest.pop();
        subsets(next, n - 1, taken | u32::of(tile), most, all)?;
        rest = next;
    }
    Some(())
}

fn fits(line: &Line, moment: &Moment, hand: u32) -> [u32; 2] {
    match moment.scene.ends {
        Ends::NONE => [hand & moment.leads, 0],
        ends => line.fits(ends, hand),
    }
}

struct Dealt {
    start: Start<u32>,
    /// The indices of the hands of both seats.
    hands: [u16; 2],
    likely: f32,
}

/// A deal at some node of the tree.
#[derive(Clone, Copy)]
struct At {
    deal: u32,
    position: Position<u32>,
    paid: [u16; 2],
}

/// A hand of the seat to choose, at some node of the tree.
struct Held {
    fits: [u32; 2],
    n: u8,
    situation: u32,
}

struct Growing<'a> {
    line: &'a Line,
    view: &'a View,
    /// The root, and the moments after it up to the present.
    moments: &'a [Moment],
    worths: Worths,
    deals: Vec<Dealt>,
    /// The index of the seat's own hand.
    mine: u16,
    /// The last visit of each hand and its index then, by seat and hand.
    met: [Vec<(u32, u32)>; 2],
    times: u32,
    tree: Tree,
    here: Option<(u32, Vec<(u8, u8)>)>,
    most: usize,
}

impl<'a> Growing<'a> {
    fn new(
        line: &'a Line,
        view: &'a View,
        moments: &'a [Moment],
        root: usize,
        worth: Worth,
        most: usize,
    ) -> Option<Self> {
        let moment = &moments[root];
        let hands = [0, 1].map(|seat| hands(line, &moments[..=root], seat, most));
        let [Some(first), Some(second)] = hands else {
            return None;
        };
        let hands = [first, second];
        let me = view.seat().index() & 1;
        let mut mine = u32::from_set(view.hand());
        for later in &moments[root..] {
            if usize::from(later.scene.mover) == me {
                mine |= later.laid.map_or(0, |(tile, _)| u32::of(tile));
            }
        }
        let mine = hands[me].iter().position(|(hand, _)| *hand == mine)? as u16;
        let opener = view.board().opener();
        let mut deals = Vec::new();
        let mut all = 0.0;
        for (i, (a, first)) in hands[0].iter().enumerate() {
            for (j, (b, second)) in hands[1].iter().enumerate() {
                if a & b != 0 {
                    continue;
                }
                if deals.len() >= most {
                    return None;
                }
                let boneyard = moment.scene.unlaid & !a & !b;
                let held = [a.to_set(), b.to_set()];
                let held = BySeat::from_fn(2, |seat| held[seat.index() & 1]);
                let start = line.compact.start(&held, boneyard.to_set(), opener);
                let likely = first * second;
                all += likely;
                deals.push(Dealt {
                    start,
                    hands: [i as u16, j as u16],
                    likely,
                });
            }
        }
        for deal in &mut deals {
            deal.likely /= all;
        }
        Some(Self {
            line,
            view,
            moments: &moments[root..],
            worths: Worths::new(worth),
            deals,
            mine,
            met: hands.map(|hands| vec![(0, 0); hands.len()]),
            times: 0,
            tree: Tree::default(),
            here: None,
            most,
        })
    }

    fn at_root(&self) -> Vec<At> {
        let moment = &self.moments[0];
        let paso = self.line.compact.paso().max(1);
        let at = |(number, deal): (usize, &Dealt)| At {
            deal: number as u32,
            position: Position {
                unplayed: deal.start.of(0) | deal.start.of(1),
                ends: moment.scene.ends,
                mover: moment.scene.mover,
                paid: moment.paid.map(|paid| (paid / paso) as u8),
            },
            paid: moment.paid,
        };
        self.deals.iter().enumerate().map(at).collect()
    }

    /// Grows the tree after these deals, which differ only in hidden tiles. Returns the successor of each choice. `way`
    /// is the position on the path from the root to the present.
    fn grow(&mut self, deals: &[At], way: Option<usize>) -> Option<Vec<Next>> {
        if self.tree.len() > self.most {
            return None;
        }
        let (held, which) = self.held(deals, way);
        let mut firsts = Vec::with_capacity(deals.len());
        let mut n = 0;
        for which in &which {
            firsts.push(n);
            n += usize::from(held[*which].n);
        }
        let mut next = vec![Next::Over(0.0); n];
        for slot in 0..2 {
            let mut tiles = held.iter().fold(0, |all, held| all | held.fits[slot]);
            while tiles != 0 {
                let (tile, rest) = tiles.pop();
                tiles = rest;
                let mut goes: [(Vec<At>, Vec<usize>); 2] = Default::default();
                for (i, at) in deals.iter().enumerate() {
                    let fits = held[which[i]].fits;
                    if fits[slot] & u32::of(tile) == 0 {
                        continue;
                    }
                    let before = u32::of(tile) - 1;
                    let rank = match slot {
                        0 => (fits[0] & before).count_ones(),
                        _ => fits[0].count_ones() + (fits[1] & before).count_ones(),
                    };
                    let place = firsts[i] + rank as usize;
                    match self.play(at, tile, slot) {
                        Ok(after) => {
                            let goes = &mut goes[usize::from(after.position.mover & 1)];
                            goes.0.push(after);
                            goes.1.push(place);
                        }
                        Err(worth) => next[place] = Next::Over(worth),
                    }
                }
                for (mover, (deals, places)) in goes.iter().enumerate() {
                    if deals.is_empty() {
                        continue;
                    }
                    let way = way.filter(|way| {
                        self.moments[*way].laid == Some((tile, slot as u8))
                            && self
                                .moments
                                .get(way + 1)
                                .is_some_and(|moment| usize::from(moment.scene.mover) == mover)
                    });
                    let after = self.grow(deals, way.map(|way| way + 1))?;
                    for (place, after) in places.iter().zip(after) {
                        next[*place] = after;
                    }
                }
            }
        }
        let nodes = deals.iter().enumerate().map(|(i, at)| {
            let held = &held[which[i]];
            let next = &next[firsts[i]..][..usize::from(held.n)];
            match next {
                [only] => *only,
                _ => {
                    let likely = self.deals[at.deal as usize].likely;
                    self.tree.node(held.situation, likely, next)
                }
            }
        });
        Some(nodes.collect())
    }

    /// The hands of the seat to choose, and the index of the hand in each deal.
    fn held(&mut self, deals: &[At], way: Option<usize>) -> (Vec<Held>, Vec<usize>) {
        let mut all: Vec<Held> = Vec::new();
        let mut which = Vec::with_capacity(deals.len());
        self.times += 1;
        let present = way.is_some_and(|way| way + 1 == self.moments.len());
        for at in deals {
            let seat = at.position.mover & 1;
            let dealt = &self.deals[at.deal as usize];
            let number = dealt.hands[usize::from(seat)];
            let met = &mut self.met[usize::from(seat)][usize::from(number)];
            if met.0 != self.times {
                *met = (self.times, all.len() as u32);
                let hand = dealt.start.of(seat) & at.position.unplayed;
                let fits = match at.position.ends {
                    Ends::NONE => [hand & self.moments[0].leads, 0],
                    ends => self.line.fits(ends, hand),
                };
                let n = (fits[0].count_ones() + fits[1].count_ones()) as u8;
                let situation = match n {
                    0 | 1 => u32::MAX,
                    _ => self.tree.situation(seat, n, way.is_some() && !present),
                };
                if present && number == self.mine && n > 1 {
                    let lays = [0, 1].into_iter().flat_map(|slot| {
                        let tiles = (0..32).filter(move |tile| fits[slot] >> tile & 1 == 1);
                        tiles.map(move |tile| (tile as u8, slot as u8))
                    });
                    self.here = Some((situation, lays.collect()));
                }
                all.push(Held { fits, n, situation });
            }
            which.push(met.1 as usize);
        }
        (all, which)
    }

    /// The deal after a tile, or the round's value for side 0, from -1 to 1.
    fn play(&mut self, at: &At, tile: u8, slot: usize) -> Result<At, f32> {
        let compact = &self.line.compact;
        let start = &self.deals[at.deal as usize].start;
        let ends = at.position.ends;
        let after = match ends {
            Ends::NONE => compact.halves(tile),
            _ if slot == 0 => compact.ends_after(ends, tile, ends.high()),
            _ => compact.ends_after(ends, tile, ends.low()),
        };
        let (after, passes) = compact.play(start, &at.position, tile, after);
        let mut paid = at.paid;
        paid[usize::from(at.position.mover & 1)] += u16::from(passes) * compact.paso();
        match after {
            After::Goes(position) => Ok(At {
                deal: at.deal,
                position,
                paid,
            }),
            After::Over(over) => {
                let end = End {
                    over,
                    ended: compact.settle(start, &at.position, tile, over),
                    paid,
                    last: at.position.mover,
                };
                let worth = 2.0 * self.worths.of(self.view, &end) as f32 - 1.0;
                let first = self.view.board().rules().side(self.view.seat()).index() == 0;
                Err(if first { worth } else { -worth })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu::fair::Seed;
    use capicu::{Game, Seat};

    use super::*;
    use crate::chance::Spin;
    use crate::equity::Aim;
    use crate::reader::equilibrium::Solver;
    use capicu_arena::duel::{self, Start};

    /// In solved endings nobody gains by a deviation, and the seat has its real choices.
    #[test]
    fn deviation_from_a_solved_ending_gains_nothing() {
        let rules = Game::by_id("block").unwrap().rules(2).unwrap();
        let mut solved = 0;
        for number in 0..40 {
            let mut round = duel::deal(rules, Start::Anew, &Seed::from_number(8), number);
            let mut views: Vec<View> = Seat::all(2)
                .map(|seat| round.view_from_here(seat))
                .collect();
            let line = Line::new(&round).unwrap();
            let mut spin = Spin::new(u64::from(number));
            while let Some(seat) = round.to_act() {
                let view = &views[seat.index()];
                let actions = view.distinct_actions();
                if actions.len() > 1 && round.board().layout().first().is_some() {
                    let worth = Worth::new(Aim::Round, view.board(), rules.side(seat));
                    let (ending, grown) = ending(&line, view, worth, 3000);
                    assert!(grown <= 9000, "{grown}");
                    if let Some(ending) = ending {
                        assert_eq!(ending.lays.len(), actions.len(), "{number}");
                        let mut solver = Solver::new(&ending.tree);
                        (0..200).for_each(|_| solver.improve());
                        for side in [0, 1] {
                            let gain = solver.gain(side);
                            assert!((-1e-4..0.02).contains(&gain), "{number}: {gain}");
                        }
                        solved += 1;
                    }
                }
                let action = actions[spin.below(actions.len() as u32) as usize];
                let step = round.play(action).unwrap();
                for view in &mut views {
                    view.observe(&step.mv.visible_to(view.seat()), &step.awards);
                }
            }
        }
        assert!(solved > 5, "{solved}");
    }
}
