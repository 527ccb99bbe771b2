//! Tiles that a record does not show, filled in so that what happened was legal.
//!
//! A record of a game seen from one seat, or over the board, leaves tiles out. What is written down
//! says a good deal about them: a tile that was laid had been in that hand, and a hand that passed
//! held none that fitted. The referee fills the rest in somehow, plays the round, and where that
//! breaks a rule because of a tile it made up, remembers that the tile cannot have been there. Each
//! time at least one possibility is struck out, so that it comes to an end; [`Work`] sees to it that
//! it does so soon.

use core::cell::Cell;

use capicu::rules::Score;
use capicu::{BySeat, Ended, IllegalAction, Redeal, Rules, Seat, Table, Tile, TileSet};

use super::Problem;
use super::replay::Fault;
use crate::record::{Dealt, EndClaim, Hand, RoundRecord, What};

/// A place for a tile that is not known.
#[derive(Clone, Copy, Debug)]
struct Slot {
    place: Where,
    /// The tiles it may have held.
    allowed: TileSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    /// In a hand, from the deal.
    Hand(Seat),
    /// In the boneyard, drawn by nobody or by a seat in this move.
    Boneyard {
        index: usize,
        drawn: Option<(Seat, usize)>,
    },
}

impl Where {
    /// Whether the seat holds it before a move.
    fn held_by(self, seat: Seat, before: usize) -> bool {
        match self {
            Self::Hand(holder) => holder == seat,
            Self::Boneyard { drawn, .. } => drawn.is_some_and(|(by, at)| by == seat && at < before),
        }
    }
}

/// How much trying a record may still cost, in moves played or as much.
///
/// A match as people write it down takes some hundred a round. A record that was made to take
/// long could ask for millions of rounds played a thousand times.
#[derive(Clone, Debug)]
pub(super) struct Work(Cell<u64>);

impl Work {
    /// For one record: about a second in an optimized build.
    pub(super) const fn for_a_record() -> Self {
        Self(Cell::new(5_000_000))
    }

    /// Does so much of it.
    pub(super) fn spend(&self, moves: usize) {
        self.0.set(self.0.get().saturating_sub(moves as u64));
    }

    /// Whether that was all.
    pub(super) fn is_used_up(&self) -> bool {
        self.0.get() == 0
    }
}

pub(super) struct Hidden<'a> {
    rules: Rules,
    work: &'a Work,
    round: &'a RoundRecord,
    slots: Vec<Slot>,
    tiles: Vec<Tile>,
}

impl<'a> Hidden<'a> {
    pub(super) fn new(rules: &Rules, round: &'a RoundRecord, work: &'a Work) -> Self {
        let unknown = rules.tiles() - round.dealt.known();
        let drawn = draws(rules, round);
        let first = round.moves.first().map_or(Seat::default(), |m| m.seat);
        let slot = |place| Slot {
            place,
            allowed: unknown,
        };
        let mut slots = Vec::new();
        for seat in first.around(rules.n_seats()) {
            let hand = round.dealt.hands()[seat];
            slots.extend((0..hand.unknown).map(|_| slot(Where::Hand(seat))));
        }
        for (index, tile) in round.dealt.boneyard().iter().enumerate() {
            if tile.is_none() {
                let drawn = drawn.get(index).copied();
                slots.push(slot(Where::Boneyard { index, drawn }));
            }
        }
        // Doubles first, the highest first: whoever began is likelier to have held them.
        let mut tiles: Vec<Tile> = unknown.into_iter().collect();
        tiles.sort_by_key(|tile| (!tile.is_double(), std::cmp::Reverse(*tile)));
        let mut hidden = Self {
            rules: *rules,
            work,
            round,
            slots,
            tiles,
        };
        hidden.learn_from_moves();
        hidden
    }

    fn learn_from_moves(&mut self) {
        for (turn, m) in self.round.moves.iter().enumerate() {
            if let Some(tile) = m.what.laid() {
                self.only(tile, |place| place.held_by(m.seat, turn));
            }
            if let What::Exposed(tile) = m.what {
                self.only(tile, |place| place.held_by(m.seat, turn));
            }
            if let Some(Some(tile)) = m.what.drawn() {
                let due = Some((m.seat, turn));
                let here = |place| matches!(place, Where::Boneyard { drawn, .. } if drawn == due);
                self.only(tile, here);
                for slot in &mut self.slots {
                    if here(slot.place) {
                        slot.allowed &= TileSet::of(tile);
                    }
                }
            }
        }
    }

    /// The tile can only have been in such places.
    fn only(&mut self, tile: Tile, here: impl Fn(Where) -> bool) {
        for slot in &mut self.slots {
            if !here(slot.place) {
                slot.allowed.remove(tile);
            }
        }
    }

    /// The tile cannot have been held by the seat before a move. Whether that is news.
    fn not_held(&mut self, tile: Tile, seat: Seat, before: usize) -> bool {
        let mut news = false;
        for slot in &mut self.slots {
            if slot.place.held_by(seat, before) {
                news |= slot.allowed.remove(tile);
            }
        }
        news
    }

    /// A deal that agrees with all that is known; `None` if there is none.
    pub(super) fn filled_in(&self) -> Option<Dealt> {
        let tiles = self.matching(&self.slots)?;
        let mut hands: BySeat<Hand> = BySeat::from_fn(self.rules.n_seats(), |seat| Hand {
            known: self.round.dealt.hands()[seat].known,
            unknown: 0,
        });
        let mut boneyard = self.round.dealt.boneyard().to_vec();
        for (slot, tile) in self.slots.iter().zip(tiles) {
            match slot.place {
                Where::Hand(seat) => {
                    hands[seat].known.insert(tile);
                }
                Where::Boneyard { index, .. } => boneyard[index] = Some(tile),
            }
        }
        Dealt::new(&self.rules, hands, boneyard, self.round.dealt.lot()).ok()
    }

    /// One tile for each slot, each allowed there.
    fn matching(&self, slots: &[Slot]) -> Option<Vec<Tile>> {
        // Every tile may have to look at every slot; that is much faster than a move.
        self.work.spend(1 + slots.len() * self.tiles.len() / 16);
        let mut in_slot: Vec<Option<usize>> = vec![None; slots.len()];
        for tile in 0..self.tiles.len() {
            let mut tried = vec![false; slots.len()];
            if !self.place(tile, slots, &mut in_slot, &mut tried) {
                return None;
            }
        }
        in_slot
            .into_iter()
            .map(|tile| tile.map(|tile| self.tiles[tile]))
            .collect()
    }

    /// Finds a slot for a tile, moving others if need be.
    fn place(
        &self,
        tile: usize,
        slots: &[Slot],
        in_slot: &mut [Option<usize>],
        tried: &mut [bool],
    ) -> bool {
        for at in 0..slots.len() {
            if tried[at] || !slots[at].allowed.contains(self.tiles[tile]) {
                continue;
            }
            tried[at] = true;
            let free = match in_slot[at] {
                None => true,
                Some(other) => self.place(other, slots, in_slot, tried),
            };
            if free {
                in_slot[at] = Some(tile);
                return true;
            }
        }
        false
    }

    /// Strikes out what a fault shows to be impossible; `false` if it shows nothing.
    pub(super) fn learn(&mut self, fault: &Fault, filled_in: &Dealt) -> bool {
        let turn = fault.turn.unwrap_or(0);
        match &fault.problem {
            Problem::Illegal(What::Pass | What::Draw(_), IllegalAction::CanPlay) => {
                let Some((seat, legal)) = &fault.legal else {
                    return false;
                };
                let playable: TileSet = legal.iter().filter_map(What::laid).collect();
                let struck = playable
                    .into_iter()
                    .map(|tile| self.not_held(tile, *seat, turn));
                struck.fold(false, |any, news| any | news)
            }
            Problem::Illegal(What::Lead(_), IllegalAction::MustLead(tile)) => {
                let seat = self.round.moves[turn].seat;
                self.not_held(*tile, seat, turn)
            }
            Problem::NotItsTurn { seat, to_act } if turn == 0 => {
                let doubles = filled_in.hands()[*to_act].known & TileSet::DOUBLES;
                let Some(highest) = doubles.last() else {
                    return false;
                };
                self.not_held(highest, *to_act, 0) || self.held_double_over(Some(highest), *seat)
            }
            Problem::MustThrowIn(Redeal::NoDouble) => {
                let first = self.round.moves.first().map(|m| m.seat);
                first.is_some_and(|seat| self.held_double_over(None, seat))
            }
            Problem::MustThrowIn(Redeal::ManyDoubles(seat)) => {
                let doubles = filled_in.hands()[*seat].known & TileSet::DOUBLES;
                doubles
                    .into_iter()
                    .any(|double| self.not_held(double, *seat, 0))
            }
            _ => false,
        }
    }

    /// The seat was dealt a double, higher than this one: it began. Settles for the highest that
    /// can be; `false` if none can.
    fn held_double_over(&mut self, other: Option<Tile>, seat: Seat) -> bool {
        let higher: Vec<Tile> = self
            .tiles
            .iter()
            .copied()
            .filter(|tile| tile.is_double() && other.is_none_or(|other| *tile > other))
            .collect();
        for tile in higher {
            let before = self.slots.clone();
            self.only(tile, |place| place == Where::Hand(seat));
            let same = |(a, b): (&Slot, &Slot)| a.allowed == b.allowed;
            let news = !self.slots.iter().zip(&before).all(same);
            if news && self.matching(&self.slots).is_some() {
                return true;
            }
            self.slots = before;
        }
        false
    }

    /// The same, where the record says that the round was blocked and it is not.
    pub(super) fn learn_from_end(&mut self, table: &Table, round: &RoundRecord) -> bool {
        let blocked = matches!(
            round.claims.end,
            Some(EndClaim::Blocked(_) | EndClaim::Tied)
        );
        let Some(state) = table.round().filter(|_| blocked) else {
            return false;
        };
        if state.outcome().is_some() {
            return false;
        }
        let playable = state.board().layout().playable();
        let mut news = false;
        for (seat, hand) in state.hands().entries() {
            for tile in *hand & playable {
                news |= self.not_held(tile, seat, usize::MAX);
            }
        }
        news
    }

    /// Whether what came of the round depends on tiles that were filled in and could be others.
    pub(super) fn decides(&self, table: &Table) -> bool {
        let Some(outcome) = table.round().and_then(capicu::Round::outcome) else {
            return false;
        };
        match outcome.ended {
            Ended::Void | Ended::Target(_) => return false,
            Ended::Out(_) if self.rules.score == Score::Games => return false,
            Ended::Out(_) | Ended::Blocked(_) => {}
        }
        let unknown: TileSet = self.tiles.iter().copied().collect();
        let mut left = outcome.hands.entries();
        left.any(|(seat, hand)| {
            (*hand & unknown).into_iter().any(|tile| {
                let mut slots = self.slots.clone();
                for slot in &mut slots {
                    if slot.place.held_by(seat, usize::MAX) {
                        slot.allowed.remove(tile);
                    }
                }
                self.matching(&slots).is_some()
            })
        })
    }
}

/// Who drew which tile of the boneyard, in which move.
fn draws(rules: &Rules, round: &RoundRecord) -> Vec<(Seat, usize)> {
    let mut drawn = Vec::new();
    for (turn, m) in round.moves.iter().enumerate() {
        let n = match m.what {
            what if what.drawn().is_some() => 1,
            What::UnderDrawn => {
                let hand = round.dealt.hands()[m.seat];
                let held = hand.known.len() + usize::from(hand.unknown);
                usize::from(rules.hand.get()).saturating_sub(held)
            }
            _ => 0,
        };
        drawn.extend(std::iter::repeat_n((m.seat, turn), n));
    }
    drawn
}
