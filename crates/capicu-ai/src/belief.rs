//! How likely a deal is, given how everybody chose to play.

use alloc::vec::Vec;

use capicu::{Action, Actions, Board, Listing, Seat, TileSet, View};

use crate::counter::Hand;
use crate::memory::replay;
use crate::{Memory, World};

/// How firmly players are taken to play what the model thinks best: the difference in worth, as the
/// [`Counter`](crate::Counter) sees it, that makes an action about a third as likely.
const TEMPERATURE: f32 = 1.5;

/// The share of choices taken to be made for reasons the model knows nothing of. A confident wrong
/// belief is worse than none.
const NOISE: f32 = 0.15;

/// The choices the other seats made in a round, to be held against deals.
pub(crate) struct Past {
    choices: Vec<Choice>,
}

struct Choice {
    board: Board,
    memory: Memory,
    seat: Seat,
    action: Action,
    /// The tiles that the seat held then and has laid since, this one included.
    laid_since: TileSet,
}

impl Past {
    /// The choices that somebody with this view has seen.
    pub fn of(view: &View) -> Self {
        let mut choices: Vec<Choice> = Vec::new();
        if !view.is_regular() {
            return Self { choices };
        }
        let mut memory = Memory::new(view.board().rules().n_seats());
        replay(view, |board, deed| {
            if deed.seat != view.seat() {
                if let Action::Lead(tile) | Action::Play { tile, .. } = deed.action {
                    choices.push(Choice {
                        board: board.clone(),
                        memory: memory.clone(),
                        seat: deed.seat,
                        action: deed.action,
                        laid_since: TileSet::EMPTY,
                    });
                    for choice in choices.iter_mut().filter(|c| c.seat == deed.seat) {
                        choice.laid_since.insert(tile);
                    }
                } else if deed.action == Action::Draw {
                    // What it held before can no longer be told from what it holds.
                    choices.retain(|choice| choice.seat != deed.seat);
                } else if deed.action == Action::HandOver {
                    choices.push(Choice {
                        board: board.clone(),
                        memory: memory.clone(),
                        seat: deed.seat,
                        action: deed.action,
                        laid_since: TileSet::EMPTY,
                    });
                }
            }
            memory.note(board, deed);
        });
        Self { choices }
    }

    /// How many choices there are to be looked at.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// How likely everybody would have played as they did, in this world; never nothing.
    pub fn likelihood(&self, world: &World, actions: &mut Actions) -> f64 {
        let chances = self.choices.iter().map(|choice| {
            let hand = world.hands[choice.seat] | choice.laid_since;
            f64::from(choice.chance(hand, actions))
        });
        chances.product()
    }
}

impl Choice {
    /// How likely the seat would have done this, holding this hand.
    fn chance(&self, tiles: TileSet, actions: &mut Actions) -> f32 {
        actions.clear();
        self.board.list_actions(tiles, Listing::Distinct, actions);
        if actions.len() < 2 {
            return 1.0;
        }
        let hand = Hand::new(&self.board, self.seat, tiles, &self.memory);
        let mut best = f32::MIN;
        let mut worths = [0.0; 64];
        let n = actions.len().min(worths.len());
        for (action, worth) in actions.iter().zip(&mut worths) {
            *worth = hand.worth(*action);
            best = best.max(*worth);
        }
        let mut all = 0.0;
        let mut this = 0.0;
        for (action, worth) in actions.iter().zip(&worths) {
            let likely = decay((best - worth) / TEMPERATURE);
            all += likely;
            if same(*action, self.action) {
                this += likely;
            }
        }
        NOISE / n as f32 + (1.0 - NOISE) * this / all
    }
}

/// Whether two actions lay the same tile at ends that the listing does not tell apart, as far as
/// can be seen without the layout.
fn same(listed: Action, done: Action) -> bool {
    match (listed, done) {
        (Action::Play { tile, on }, Action::Play { tile: t, on: o }) => {
            tile == t && (on == o || tile.shared_pip(on) == t.shared_pip(o))
        }
        _ => listed == done,
    }
}

/// About e to the minus `x`, by nothing but multiplication, which is the same on every machine.
fn decay(x: f32) -> f32 {
    let mut power = (1.0 - x / 256.0).max(0.0);
    for _ in 0..8 {
        power *= power;
    }
    power
}
