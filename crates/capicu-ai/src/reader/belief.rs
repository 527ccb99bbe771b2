//! The likelihood of a deal, given everybody's choices.

use alloc::vec::Vec;

use capicu::{Action, Actions, Board, BySeat, BySide, Listing, Seat, TileSet, View};

use super::habits::{Habits, N_HABITS, OPPONENT, PARTNER, Side, chance};
use super::worlds::Likelihood;
use crate::counter::Hand;
use crate::{Memory, World};

/// The choices of the other seats in a round, to compare with deals.
pub(super) struct Past {
    choices: Vec<Choice>,
    scratch: Actions,
}

struct Choice {
    board: Board,
    memory: Memory,
    seat: Seat,
    habits: &'static Habits,
    action: Action,
    /// The tiles that the seat held then and has laid since, including this one.
    laid_since: TileSet,
}

impl Past {
    pub fn of(view: &View) -> Self {
        let mut choices: Vec<Choice> = Vec::new();
        let scratch = Actions::new();
        if !view.is_regular() {
            return Self { choices, scratch };
        }
        let rules = view.board().rules();
        let mut memory = Memory::new(rules.n_seats());
        let habits = |seat| {
            if rules.side(seat) == rules.side(view.seat()) {
                &PARTNER
            } else {
                &OPPONENT
            }
        };
        view.replay(|board, mv| {
            if mv.seat != view.seat() {
                if let Action::Lead(tile) | Action::Play { tile, .. } = mv.action {
                    choices.push(Choice {
                        board: board.clone(),
                        memory: memory.clone(),
                        seat: mv.seat,
                        habits: habits(mv.seat),
                        action: mv.action,
                        laid_since: TileSet::EMPTY,
                    });
                    for choice in choices.iter_mut().filter(|c| c.seat == mv.seat) {
                        choice.laid_since.insert(tile);
                    }
                } else if mv.action == Action::Draw {
                    // A draw hides which tiles of the hand were there before.
                    choices.retain(|choice| choice.seat != mv.seat);
                } else if mv.action == Action::HandOver {
                    choices.push(Choice {
                        board: board.clone(),
                        memory: memory.clone(),
                        seat: mv.seat,
                        habits: habits(mv.seat),
                        action: mv.action,
                        laid_since: TileSet::EMPTY,
                    });
                }
            }
            memory.note(board, mv);
        });
        Self { choices, scratch }
    }

    pub const fn len(&self) -> usize {
        self.choices.len()
    }
}

impl Likelihood for Past {
    fn of(&mut self, world: &World) -> (f64, u64) {
        let mut seats = BySeat::from_fn(world.hands.len(), |_| [1.0; N_HABITS]);
        for choice in &self.choices {
            let hand = world.hands[choice.seat] | choice.laid_since;
            let chances = choice.chances(hand, &mut self.scratch);
            for (all, chance) in seats[choice.seat].iter_mut().zip(chances) {
                *all *= chance;
            }
        }
        let Some(rules) = self.choices.first().map(|choice| choice.board.rules()) else {
            return (1.0, 0);
        };
        let mut sides = BySide::from_fn(rules.n_sides(), |_| None::<Side>);
        for (seat, chances) in seats.entries() {
            if let Some(choice) = self.choices.iter().find(|choice| choice.seat == seat) {
                let side = &mut sides[rules.side(seat)];
                side.get_or_insert(Side::new(choice.habits)).add(chances);
            }
        }
        let sides = sides.iter().flatten();
        let likely = sides.map(|side| f64::from(side.likely())).product();
        (likely, self.choices.len() as u64)
    }
}

impl Choice {
    /// The likelihood of this choice for each habit, if the seat holds this hand.
    fn chances(&self, tiles: TileSet, actions: &mut Actions) -> [f32; N_HABITS] {
        actions.clear();
        self.board.list_actions(tiles, Listing::Distinct, actions);
        if actions.len() < 2 {
            return [1.0; N_HABITS];
        }
        let hand = Hand::new(&self.board, self.seat, tiles, &self.memory);
        let mut worths = [0.0; 64];
        let n = actions.len().min(worths.len());
        for (action, worth) in actions.iter().zip(&mut worths) {
            *worth = hand.worth(*action);
        }
        self.habits
            .map(|habit| chance(&habit, &worths[..n], |i| same(actions[i], self.action)))
    }
}

/// Whether two actions lay the same tile at equivalent ends, as far as can be decided without the layout.
fn same(listed: Action, done: Action) -> bool {
    match (listed, done) {
        (Action::Play { tile, on }, Action::Play { tile: t, on: o }) => {
            tile == t && (on == o || tile.shared_pip(on) == t.shared_pip(o))
        }
        _ => listed == done,
    }
}
