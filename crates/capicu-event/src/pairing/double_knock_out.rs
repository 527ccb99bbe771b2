//! Double knock-outs: an entry is out after two losses.

use std::collections::{BTreeSet, VecDeque};

use super::{Bye, ByeKind, Meeting, Pairing, seeds};
use crate::bracket::{winner, winning_side};
use crate::draw;
use crate::id::EntryId;
use crate::preset::{Draw, KnockOut, Reset};
use crate::state::{Stage, State};

pub(crate) const METHOD: &str = "double-knock-out-1";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Boxes {
    /// Entries without a loss.
    pub unbeaten: BTreeSet<EntryId>,
    /// Entries with one loss.
    pub beaten: BTreeSet<EntryId>,
}

impl Boxes {
    pub(crate) fn all(&self) -> BTreeSet<EntryId> {
        self.unbeaten.union(&self.beaten).copied().collect()
    }

    /// Whether the last meeting, or its repetition, is due.
    pub(crate) fn is_last(&self) -> bool {
        self.unbeaten.len() <= 1 && self.all().len() == 2
    }

    /// The rounds drawn from these boxes until the last meeting.
    pub(crate) fn rounds_before_last(&self) -> u16 {
        drawn_rounds(self.unbeaten.len(), self.beaten.len())
    }

    /// The boxes after a round. An entry with a bye stays in its box. A meeting in which both were absent leaves no
    /// entry.
    fn after(&self, stage: &Stage, round: usize) -> Self {
        let mut next = Self::default();
        let pairing = &stage.rounds[round].pairing;
        let byes: Vec<EntryId> = pairing.byes.iter().map(|bye| bye.entry).collect();
        next.stay(self, &byes);
        for (at, meeting) in pairing.meetings.iter().enumerate() {
            let won = stage
                .outcome(round, at)
                .and_then(|outcome| winning_side(outcome, stage));
            let Some(won) = won else { continue };
            next.stay(self, &meeting.sides[won]);
            let lost = &meeting.sides[1 - won];
            let reset = match stage.method.traits().knock_out {
                Some(KnockOut::Double { reset, .. }) => reset,
                Some(KnockOut::Bracket { .. } | KnockOut::Tables { .. }) | None => Reset::Played,
            };
            if !(self.is_last() && reset == Reset::Skipped) {
                let first = lost.iter().filter(|id| self.unbeaten.contains(id));
                next.beaten.extend(first);
            }
        }
        next
    }

    fn stay(&mut self, before: &Self, who: &[EntryId]) {
        for id in who {
            if before.unbeaten.contains(id) {
                self.unbeaten.insert(*id);
            } else if before.beaten.contains(id) {
                self.beaten.insert(*id);
            }
        }
    }
}

/// The boxes before the first round and after each round.
pub(crate) fn still_in(stage: &Stage) -> Vec<Boxes> {
    let unbeaten = stage.order.iter().copied().collect();
    let beaten = BTreeSet::new();
    let mut all = vec![Boxes { unbeaten, beaten }];
    for round in 0..stage.rounds.len() {
        all.push(all[round].after(stage, round));
    }
    all
}

/// The boxes of the entries in the round of this index.
pub(crate) fn seated(stage: &Stage, round: usize, pairing: &Pairing) -> Boxes {
    let mut boxes = still_in(stage).swap_remove(round);
    let seated: BTreeSet<EntryId> = pairing.entries().collect();
    boxes.unbeaten.retain(|id| seated.contains(id));
    boxes.beaten.retain(|id| seated.contains(id));
    boxes
}

pub(crate) fn players(state: &State, stage: &Stage) -> Boxes {
    let mut boxes = still_in(stage).pop().unwrap_or_default();
    boxes.unbeaten.retain(|id| state.is_present(*id));
    boxes.beaten.retain(|id| state.is_present(*id));
    boxes
}

/// The largest number of rounds that `n` entries need until one has won.
///
/// ```
/// use capicu_event::pairing::double_knock_out_rounds;
/// use capicu_event::{Draw, Reset};
///
/// // Eight: three rounds of the first bracket, two more of the second, the last meeting, and its repetition.
/// assert_eq!(double_knock_out_rounds(8, Draw::Bracket, Reset::Played), 7);
/// // 5: 3 and 2 after one round, 2 and 2, 1 and 2, 1 and 1.
/// assert_eq!(double_knock_out_rounds(5, Draw::Boxes, Reset::Skipped), 5);
/// ```
pub fn double_knock_out_rounds(n: usize, draw: Draw, reset: Reset) -> u16 {
    let before = match draw {
        Draw::Bracket => steps(n.next_power_of_two()).len(),
        Draw::Boxes => drawn_rounds(n, 0).into(),
    };
    before as u16 + 1 + u16::from(reset == Reset::Played)
}

/// The rounds drawn from two boxes before the last meeting.
fn drawn_rounds(mut unbeaten: usize, mut beaten: usize) -> u16 {
    let mut rounds = 0;
    while unbeaten > 1 || unbeaten + beaten > 2 {
        beaten = beaten.div_ceil(2) + unbeaten / 2;
        unbeaten = unbeaten.div_ceil(2);
        rounds += 1;
    }
    rounds
}

/// Pairs the next round. Also returns the entries in it, the only input except past results.
pub(crate) fn schedule(state: &State, stage: &Stage, draw: Draw) -> (Vec<Vec<EntryId>>, Pairing) {
    let boxes = players(state, stage);
    let inputs = [&boxes.unbeaten, &boxes.beaten].map(|of| of.iter().copied().collect());
    let mut pairing = match draw {
        _ if boxes.all().len() <= 2 => {
            let mut last: Vec<_> = stage.order.iter().copied().map(Some).collect();
            last.retain(|id| id.is_some_and(|id| boxes.all().contains(&id)));
            last.sort_by_key(|id| id.is_some_and(|id| boxes.beaten.contains(&id)));
            paired(&last)
        }
        Draw::Bracket => bracket(state, stage),
        Draw::Boxes => {
            let mut pairing = drawn(stage, &boxes.unbeaten);
            let second = drawn(stage, &boxes.beaten);
            pairing.meetings.extend(second.meetings);
            pairing.byes.extend(second.byes);
            pairing
        }
    };
    // Entries that wait for the other bracket have a bye.
    let seated: BTreeSet<EntryId> = pairing.entries().collect();
    let waits = boxes.all().into_iter().filter(|id| !seated.contains(id));
    let waits: Vec<EntryId> = waits.collect();
    let (order, kind) = (&stage.order, ByeKind::Pairing);
    let waits = order.iter().filter(|id| waits.contains(id));
    pairing.byes.extend(waits.map(|entry| Bye {
        entry: *entry,
        kind,
    }));
    (inputs.to_vec(), pairing)
}

/// Draws pairs by lot. An entry with the fewest byes has the bye, by lot among equals.
fn drawn(stage: &Stage, players: &BTreeSet<EntryId>) -> Pairing {
    let round = u64::from(stage.next_round());
    let place = |id: &EntryId| stage.order.iter().position(|other| other == id);
    let lot = |id: &EntryId| {
        let at = place(id).unwrap_or_default() as u64;
        draw::number(stage.seed, "box", &[round, at])
    };
    let mut order: Vec<EntryId> = players.iter().copied().collect();
    order.sort_by_key(lot);
    let mut last = None;
    if !order.len().is_multiple_of(2) {
        let fewest = (0..order.len()).min_by_key(|at| stage.byes(order[*at]));
        last = fewest.map(|at| order.remove(at));
    }
    let slots: Vec<Option<EntryId>> = order.into_iter().chain(last).map(Some).collect();
    paired(&slots)
}

/// Pairs neighbors; an entry without a neighbor has a bye.
fn paired(slots: &[Option<EntryId>]) -> Pairing {
    let mut pairing = Pairing::default();
    for pair in slots.chunks(2) {
        let both: Vec<EntryId> = pair.iter().flatten().copied().collect();
        match both[..] {
            [one, other] => pairing.meetings.push(Meeting::of([one, other])),
            [entry] => {
                let kind = ByeKind::Pairing;
                pairing.byes.push(Bye { entry, kind });
            }
            _ => {}
        }
    }
    pairing
}

/// A round before the last meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    /// Whether the first bracket plays.
    first: bool,
    second: Second,
}

/// The action of the second bracket in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Second {
    /// It does not play.
    Waits,
    /// Its neighbors meet each other.
    Among,
    /// Each of its entries meets one from the first bracket.
    Entering,
}

/// The rounds of both brackets before the last meeting. `size` is that of the first bracket: a power of 2, at least 2.
fn steps(size: usize) -> Vec<Step> {
    let step = |first, second| Step { first, second };
    let mut steps = vec![step(true, Second::Waits)];
    if size > 2 {
        steps.push(step(true, Second::Among));
        for _ in 3..=size.trailing_zeros() {
            steps.push(step(true, Second::Entering));
            steps.push(step(false, Second::Among));
        }
        steps.push(step(false, Second::Entering));
    }
    steps
}

fn bracket(state: &State, stage: &Stage) -> Pairing {
    let size = stage.order.len().next_power_of_two();
    let entry = |seed: usize| stage.order.get(seed - 1).copied();
    let mut walk = Walk::new(seeds(size).into_iter().map(entry).collect());
    let now = stage.rounds.len();
    if now >= walk.n_rounds() {
        return Pairing::default();
    }
    for round in 0..now {
        let won = |pair: &[Option<EntryId>]| winner(stage, round, pair);
        let lost = |pair: &[Option<EntryId>]| loser(stage, round, pair);
        walk.step(round, won, lost);
    }
    let plays = |slot: &Option<EntryId>| slot.filter(|id| state.is_present(*id));
    let (first, meet) = walk.slots(now);
    let slots = first.into_iter().chain(meet).flatten();
    paired(&slots.map(|slot| plays(&slot)).collect::<Vec<_>>())
}

/// A walk through both brackets, round by round.
pub(crate) struct Walk<S> {
    steps: Vec<Step>,
    first: Vec<S>,
    second: Vec<S>,
    /// The losers of rounds of the first bracket that have yet to enter the second.
    lost: VecDeque<Vec<S>>,
    entered: usize,
}

impl<S: Copy> Walk<S> {
    /// Begins with the slots of the first round, whose number is a power of 2.
    pub(crate) fn new(first: Vec<S>) -> Self {
        Self {
            steps: steps(first.len()),
            first,
            second: Vec::new(),
            lost: VecDeque::new(),
            entered: 0,
        }
    }

    /// The number of rounds before the last meeting.
    pub(crate) fn n_rounds(&self) -> usize {
        self.steps.len()
    }

    /// The slots of the first and of the second bracket in this round, the next one; `None` for a bracket that waits.
    pub(crate) fn slots(&self, round: usize) -> (Option<Vec<S>>, Option<Vec<S>>) {
        let step = self.steps[round];
        let lost = || self.lost.front().cloned().unwrap_or_default();
        let meet = match step.second {
            Second::Waits => None,
            Second::Among if self.second.is_empty() => Some(lost()),
            Second::Among => Some(self.second.clone()),
            Second::Entering => {
                let both = self.second.iter().zip(far(lost(), self.entered + 1));
                Some(both.flat_map(|(one, other)| [*one, other]).collect())
            }
        };
        (step.first.then(|| self.first.clone()), meet)
    }

    /// Continues with the next round, by the winner and the loser of two slots.
    pub(crate) fn step(&mut self, round: usize, won: impl Fn(&[S]) -> S, lost: impl Fn(&[S]) -> S) {
        let (first, meet) = self.slots(round);
        let enters = match self.steps[round].second {
            Second::Waits => false,
            Second::Among => self.second.is_empty(),
            Second::Entering => {
                self.entered += 1;
                true
            }
        };
        if enters {
            self.lost.pop_front();
        }
        if let Some(meet) = meet {
            self.second = meet.chunks(2).map(&won).collect();
        }
        if let Some(first) = first {
            self.lost.push_back(first.chunks(2).map(lost).collect());
            self.first = first.chunks(2).map(&won).collect();
        }
    }

    /// The winners of both brackets, after the last step.
    pub(crate) fn winners(&self) -> Vec<S> {
        self.first.iter().chain(&self.second).copied().collect()
    }
}

/// Reorders the losers of a round, so that early rematches are unlikely: alternately reversed, and with halves
/// exchanged.
fn far<S>(mut lost: Vec<S>, entered: usize) -> Vec<S> {
    if entered.is_multiple_of(2) {
        let half = lost.len() / 2;
        lost.rotate_left(half);
    } else {
        lost.reverse();
    }
    lost
}

/// The loser of a meeting between these two; `None` if they did not meet or both were absent.
pub(crate) fn loser(stage: &Stage, round: usize, pair: &[Option<EntryId>]) -> Option<EntryId> {
    let [Some(one), Some(other)] = *pair else {
        return None;
    };
    let meetings = &stage.rounds[round].pairing.meetings;
    let both = |meeting: &Meeting| [one, other].iter().all(|id| meeting.side_of(*id).is_some());
    meetings.iter().position(both)?;
    match winner(stage, round, pair)? {
        id if id == one => Some(other),
        _ => Some(one),
    }
}
