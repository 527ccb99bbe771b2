//! A sound club player: a few rules of thumb and a good memory.

use capicu::rules::Ends;
use capicu::{Action, Board, Layout, Seat, TileSet, View, ends_score};
use rand_core::Rng;

use crate::{Bot, Memory};

/// Keeps its own suits open and plays doubles early, makes the opponents pass and spares its
/// partner, by what each has shown not to hold; covers ends that opponents laid and leaves its
/// partner's; takes the points of the open ends. Poses from its best suit, or leaves the pose to its
/// partner when it has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter;

impl Bot for Counter {
    fn choose(&mut self, view: &View, _: &mut dyn Rng) -> Option<Action> {
        let actions = view.legal_actions();
        if actions.len() < 2 {
            return actions.first().copied();
        }
        let memory = Memory::of(view);
        let hand = Hand::new(view.board(), view.seat(), view.hand(), &memory);
        hand.best(&actions)
    }
}

/// The terms of the sum by which an action is judged. One unit is one more tile of the own hand
/// that fits afterwards.
mod weigh {
    /// A tile left that fits.
    pub const FITS: f32 = 1.0;
    /// Getting rid of a double.
    pub const DOUBLE: f32 = 2.0;
    /// A spot off the hand.
    pub const SPOT: f32 = 0.12;
    /// The certainty that an opponent passes; the first to play counts most.
    pub const OPPONENT_PASSES: f32 = 4.0;
    /// The certainty that the partner passes.
    pub const PARTNER_PASSES: f32 = -2.5;
    /// What counts less for every turn until a seat plays.
    pub const LATER: f32 = 0.6;
    /// Covering a tile the partner laid.
    pub const COVERS_PARTNER: f32 = -1.2;
    /// Covering a tile an opponent laid.
    pub const COVERS_OPPONENT: f32 = 0.5;
    /// A point made at the open ends.
    pub const POINT: f32 = 1.0;
    /// Going out.
    pub const OUT: f32 = 100.0;
    /// Leaving the pose to the partner: more than the lead of a weak hand, less than of a good one.
    pub const HAND_OVER: f32 = 6.0;
}

/// The seat to act and what it knows.
pub(crate) struct Hand<'a> {
    board: &'a Board,
    seat: Seat,
    tiles: TileSet,
    unseen: TileSet,
    memory: &'a Memory,
}

impl<'a> Hand<'a> {
    pub fn new(board: &'a Board, seat: Seat, tiles: TileSet, memory: &'a Memory) -> Self {
        Self {
            board,
            seat,
            tiles,
            unseen: board.rules().tiles() - board.layout().laid() - tiles,
            memory,
        }
    }

    /// The best of these actions; of equals the first.
    pub fn best(&self, actions: &[Action]) -> Option<Action> {
        let mut best: Option<(f32, Action)> = None;
        for &action in actions {
            let worth = self.worth(action);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// What an action is worth: only to be compared with others of the same turn.
    pub fn worth(&self, action: Action) -> f32 {
        let rules = self.board.rules();
        let tile = match action {
            Action::Lead(tile) | Action::Play { tile, .. } => tile,
            Action::HandOver => return weigh::HAND_OVER,
            Action::Draw | Action::Pass => return -weigh::OUT,
        };
        let left = self.tiles - TileSet::of(tile);
        let after = self.board.layout().after(action, rules);
        let open = after.playable();
        let mut worth = weigh::SPOT * f32::from(tile.spots());
        if tile.is_double() {
            worth += weigh::DOUBLE;
        }
        if left.is_empty() {
            worth += weigh::OUT;
        }
        worth += weigh::FITS * (left & open).len() as f32;
        worth += self.covers(action);
        worth += self.points(&after);
        worth + self.others(open)
    }

    fn covers(&self, action: Action) -> f32 {
        let Action::Play { on, .. } = action else {
            return 0.0;
        };
        let rules = self.board.rules();
        match self.memory.layer(on) {
            Some(seat) if seat == self.seat => 0.0,
            Some(seat) if rules.team(seat) == rules.team(self.seat) => weigh::COVERS_PARTNER,
            Some(_) => weigh::COVERS_OPPONENT,
            None => 0.0,
        }
    }

    fn points(&self, after: &Layout) -> f32 {
        let rules = self.board.rules();
        if rules.ends == Ends::Off {
            return 0.0;
        }
        weigh::POINT * f32::from(ends_score(after.total(), rules.ends))
    }

    /// How the others stand when these tiles can be played.
    fn others(&self, open: TileSet) -> f32 {
        let rules = self.board.rules();
        let mut weight = 1.0;
        let mut worth = 0.0;
        for seat in self.seat.around(rules.n_seats()).skip(1) {
            let passes = self.passes(seat, open);
            worth += weight
                * passes
                * if rules.team(seat) == rules.team(self.seat) {
                    weigh::PARTNER_PASSES
                } else {
                    weigh::OPPONENT_PASSES
                };
            weight *= weigh::LATER;
        }
        worth
    }

    /// About how likely it is that a seat holds none of these tiles.
    fn passes(&self, seat: Seat, open: TileSet) -> f32 {
        let may_hold = self.unseen - self.memory.lacks(seat);
        let all = may_hold.len();
        let fitting = (may_hold & open).len();
        let held = usize::from(self.board.held()[seat]);
        if held == 0 || all <= held {
            return if fitting == 0 { 1.0 } else { 0.0 };
        }
        let misses = 1.0 - held as f32 / all as f32;
        (0..fitting).fold(1.0, |chance, _| chance * misses)
    }
}
