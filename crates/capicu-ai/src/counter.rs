//! A sound club player: a few rules of thumb and a good memory.

use arrayvec::ArrayVec;
use capicu::rules::{Arms, Cross, Ends, Spinner};
use capicu::{Action, Board, Layout, MAX_SEATS, Seat, TileSet, View};
use rand_core::Rng;

use crate::{Bot, Memory};

/// Keeps its own suits open and plays doubles early. Makes the opponents pass and spares its partner, by the numbers
/// that each has shown to lack. Covers ends that opponents laid and leaves its partner's. Takes the points of the open
/// ends. Leads from its best suit, or leaves the lead to its partner when it has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter;

impl Bot for Counter {
    fn choose(&mut self, view: &View, _: &mut dyn Rng) -> Option<Action> {
        let actions = view.distinct_actions();
        if actions.len() < 2 {
            return actions.first().copied();
        }
        let memory = Memory::of(view);
        let hand = Hand::new(view.board(), view.seat(), view.hand(), &memory);
        hand.best(&actions)
    }
}

/// The weights of the sum that values an action. They were found by play: each was raised and lowered by halves and
/// thirds, and the winner over many thousand pairs of rounds was kept. The results were similar in games that count
/// games, pips or ends, so all share one set.
pub(crate) mod weigh {
    /// A remaining tile that fits.
    pub const FITS: f32 = 0.6;
    pub const DOUBLE: f32 = 1.5;
    pub const SPOT: f32 = 0.15;
    /// The certainty that an opponent passes; the first to play counts most.
    pub const OPPONENT_PASSES: f32 = 6.5;
    pub const PARTNER_PASSES: f32 = -1.7;
    /// The discount for every turn until a seat plays.
    pub const LATER: f32 = 0.6;
    /// Covering a tile the partner laid.
    pub const COVERS_PARTNER: f32 = -0.8;
    /// Covering a tile an opponent laid.
    pub const COVERS_OPPONENT: f32 = 0.6;
    /// A point made at the open ends.
    pub const POINT: f32 = 0.7;
    /// Going out, above all other terms.
    pub const OUT: f32 = 100.0;
    /// Leaving the lead to the partner: more than the lead of a weak hand, less than that of a good one.
    pub const HAND_OVER: f32 = 5.0;
}

pub(crate) struct Hand<'a> {
    board: &'a Board,
    seat: Seat,
    tiles: TileSet,
    memory: &'a Memory,
    others: ArrayVec<Other, MAX_SEATS>,
    line: bool,
    /// The value of a point made at the open ends.
    point: f32,
}

struct Other {
    may_hold: TileSet,
    /// The approximate chance that the seat does not hold a given one of these tiles.
    misses: f32,
    /// The value of its pass.
    passing: f32,
}

impl<'a> Hand<'a> {
    pub fn new(board: &'a Board, seat: Seat, tiles: TileSet, memory: &'a Memory) -> Self {
        let rules = board.rules();
        let unseen = rules.tiles() - board.layout().laid() - tiles;
        let mut others = ArrayVec::new();
        let mut weight = 1.0;
        for other in seat.around(rules.n_seats()).skip(1) {
            let may_hold = unseen - memory.lacks(other);
            let (held, all) = (usize::from(board.held()[other]), may_hold.len());
            others.push(Other {
                may_hold,
                misses: match held {
                    0 => 1.0,
                    _ if all <= held => 0.0,
                    _ => 1.0 - held as f32 / all as f32,
                },
                passing: weight
                    * if rules.side(other) == rules.side(seat) {
                        weigh::PARTNER_PASSES
                    } else {
                        weigh::OPPONENT_PASSES
                    },
            });
            weight *= weigh::LATER;
        }
        Self {
            board,
            seat,
            tiles,
            memory,
            others,
            line: rules.spinner == Spinner::None
                && rules.arms == Arms::Free
                && rules.cross == Cross::Free
                && rules.ends == Ends::Off,
            point: weigh::POINT,
        }
    }

    pub fn alone(mut self) -> Self {
        self.others.clear();
        self
    }

    /// The same evaluation without counting tiles: other seats pass only where they certainly must.
    pub fn sure(mut self) -> Self {
        for other in &mut self.others {
            other.misses = 0.0;
        }
        self
    }

    /// The same evaluation without the score of the open ends.
    pub fn blind_to_points(mut self) -> Self {
        self.point = 0.0;
        self
    }

    /// The best of these actions; of equals, the first.
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

    /// The value of an action, comparable only within a turn.
    pub fn worth(&self, action: Action) -> f32 {
        let tile = match action {
            Action::Lead(tile) | Action::Play { tile, .. } => tile,
            Action::HandOver => return weigh::HAND_OVER,
            Action::Draw | Action::Pass => return -weigh::OUT,
        };
        let left = self.tiles - TileSet::of(tile);
        let (open, points) = self.after(action);
        let mut worth = weigh::SPOT * f32::from(tile.spots());
        if tile.is_double() {
            worth += weigh::DOUBLE;
        }
        if left.is_empty() {
            worth += weigh::OUT;
        }
        worth += weigh::FITS * (left & open).len() as f32;
        worth += self.point * f32::from(points);
        worth += self.covers(action);
        worth + self.passing(open)
    }

    /// The tiles that fit after an action, and the total of the open ends that it scores.
    fn after(&self, action: Action) -> (TileSet, u16) {
        let rules = self.board.rules();
        if self.line {
            return (line_after(self.board.layout(), action), 0);
        }
        let after = self.board.layout().after(action, rules);
        (after.playable(), rules.ends_score(after.total()))
    }

    fn covers(&self, action: Action) -> f32 {
        let Action::Play { on, .. } = action else {
            return 0.0;
        };
        let rules = self.board.rules();
        match self.memory.layer(on) {
            Some(seat) if seat == self.seat => 0.0,
            Some(seat) if rules.side(seat) == rules.side(self.seat) => weigh::COVERS_PARTNER,
            Some(_) => weigh::COVERS_OPPONENT,
            None => 0.0,
        }
    }

    /// The value of passes by the other seats when these tiles can be played.
    fn passing(&self, open: TileSet) -> f32 {
        self.others.iter().fold(0.0, |worth, other| {
            let fitting = (other.may_hold & open).len();
            worth + other.passing * power(other.misses, fitting)
        })
    }
}

/// The tiles that fit after an action on a plain line: as [`Layout::after`] and [`Layout::playable`], but without
/// building a layout.
fn line_after(layout: &Layout, action: Action) -> TileSet {
    let (tile, on) = match action {
        Action::Lead(tile) => {
            let suits = TileSet::suit(tile.high()) | TileSet::suit(tile.low());
            return suits - TileSet::of(tile);
        }
        Action::Play { tile, on } => (tile, on),
        Action::Draw | Action::Pass | Action::HandOver => return layout.playable(),
    };
    let mut suits = TileSet::EMPTY;
    let mut covered = false;
    for end in layout.ends() {
        match tile
            .other(end.pip())
            .filter(|_| !covered && end.tile() == on)
        {
            Some(open) => {
                covered = true;
                suits |= TileSet::suit(open);
                if end.open_places() > 1 {
                    suits |= TileSet::suit(end.pip());
                }
            }
            None => suits |= TileSet::suit(end.pip()),
        }
    }
    suits - layout.laid() - TileSet::of(tile)
}

fn power(mut base: f32, mut exponent: usize) -> f32 {
    let mut power = 1.0;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    power
}

#[cfg(test)]
mod tests {
    use capicu::Game;
    use capicu::fair::Seed;

    use super::*;
    use capicu_arena::duel::{Start, deal};

    #[test]
    fn line_after_agrees_with_the_layout() {
        let mut compared = 0;
        for (id, players) in [("jamaican-partner", 4), ("cut-throat", 3), ("draw", 2)] {
            let rules = Game::by_id(id).unwrap().rules(players).unwrap();
            for number in 0..20 {
                let mut round = deal(rules, Start::Anew, &Seed::from_number(8), number);
                loop {
                    let actions = round.distinct_actions();
                    for action in &actions {
                        let layout = round.board().layout();
                        let tiles = rules.tiles();
                        let there = layout.after(*action, &rules).playable() & tiles;
                        assert_eq!(line_after(layout, *action) & tiles, there, "{action}");
                        compared += 1;
                    }
                    let Some(action) = actions.get(number as usize % actions.len().max(1)) else {
                        break;
                    };
                    round.play(*action).unwrap();
                }
            }
        }
        assert!(compared > 1000);
    }

    #[test]
    fn table_of_powers_is_right() {
        assert_eq!(power(0.5, 3), 0.125);
        assert_eq!(power(0.0, 0), 1.0);
        assert_eq!(power(0.0, 2), 0.0);
    }
}
