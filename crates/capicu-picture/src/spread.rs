//! The laid tiles with their places on a felt.

use capicu::rules::Spinner;
use capicu::{Action, Rules, Tile};
use capicu_geometry::{
    DominoSet, Felt, Ghost, Laid, Layout, OpenEnd, Others, Placed, Plan, Rect, Shape, Turn, UNIT,
    best_row_width,
};

/// The plan for the tiles of a game on a felt. Keep it for the whole round.
pub fn plan(rules: &Rules, felt: Felt) -> Plan {
    let set = match rules.set.highest().value() {
        0..=6 => DominoSet::DoubleSix,
        7..=9 => DominoSet::DoubleNine,
        10..=12 => DominoSet::DoubleTwelve,
        13..=15 => DominoSet::DoubleFifteen,
        _ => DominoSet::DoubleEighteen,
    };
    let shape = match rules.spinner {
        Spinner::None => Shape::Line,
        Spinner::First => Shape::FourArms,
        Spinner::Every => Shape::Branching,
    };
    Plan::new(set, shape, felt)
}

/// Whether a plan still suits the felt after it changed its size.
pub fn suits(plan: &Plan, felt: Felt) -> bool {
    best_row_width(plan.set(), plan.shape(), felt) == plan.row_width()
}

#[derive(Clone, Debug)]
pub struct Spread {
    layout: Layout,
    tiles: Vec<Tile>,
}

impl PartialEq for Spread {
    fn eq(&self, other: &Self) -> bool {
        self.tiles == other.tiles && self.layout.tiles() == other.layout.tiles()
    }
}

impl Spread {
    pub fn of(actions: impl IntoIterator<Item = Action>, plan: Plan) -> Self {
        let mut spread = Self {
            layout: Layout::new(plan),
            tiles: Vec::new(),
        };
        for action in actions {
            spread.lay(action);
        }
        spread
    }

    fn lay(&mut self, action: Action) {
        let Some((tile, laid)) = self.laid(action) else {
            return;
        };
        if self.layout.push(laid).is_ok() {
            self.tiles.push(tile);
        }
    }

    fn laid(&self, action: Action) -> Option<(Tile, Laid)> {
        match action {
            Action::Lead(tile) => {
                Some((tile, Laid::first(tile.high().value(), tile.low().value())))
            }
            Action::Play { tile, on } => {
                let index = self.tiles.iter().position(|laid| *laid == on)?;
                let pip = tile.shared_pip(on)?.value();
                let (high, low) = (tile.high().value(), tile.low().value());
                Some((tile, Laid::against(index, pip, high, low)))
            }
            _ => None,
        }
    }

    pub fn tiles(&self) -> impl Iterator<Item = (Tile, &Placed)> {
        self.tiles.iter().copied().zip(self.layout.tiles())
    }

    /// The tiles in reading order: a line from its left end to its right one, anything else in the order of laying.
    pub fn chain(&self) -> Vec<Tile> {
        if self.layout.plan().shape() != Shape::Line {
            return self.tiles.clone();
        }
        let mut chain = std::collections::VecDeque::new();
        for (index, placed) in self.layout.tiles().iter().enumerate() {
            let lone = chain.len() == 1 && placed.center().x < 0;
            if lone || (chain.len() > 1 && placed.on == chain.front().copied()) {
                chain.push_front(index);
            } else {
                chain.push_back(index);
            }
        }
        chain.into_iter().map(|index| self.tiles[index]).collect()
    }

    /// The [open ends](Self::open_ends) to be marked. Empty on a plain line, whose two ends are easy to find.
    pub fn ends(&self) -> Vec<(Tile, OpenEnd)> {
        if self.layout.plan().shape() == Shape::Line {
            return Vec::new();
        }
        self.open_ends()
    }

    /// The places for the next tile, each with its tile on the table.
    pub fn open_ends(&self) -> Vec<(Tile, OpenEnd)> {
        let ends = self.layout.ends().into_iter();
        let now = ends.filter(|end| end.turn == Turn::Now);
        now.map(|end| (self.tiles[end.tile], end)).collect()
    }

    /// The future place of a tile.
    pub fn ghost(&self, action: Action) -> Option<Ghost> {
        let (_, laid) = self.laid(action)?;
        self.layout.place_next(laid).ok()
    }

    /// The area to show: the tiles, and room for the next at every end.
    pub fn area(&self) -> Option<Rect> {
        self.layout.reach()
    }

    /// The area to show, with room for the numbers at the ends and for these ghosts.
    pub fn area_with(&self, ghosts: &[Ghost]) -> Option<Rect> {
        let marks = self.ends().into_iter().map(|(_, end)| {
            let far = end.at.step(end.dir, 2 * UNIT);
            Rect::spanning(end.at, far)
        });
        ghosts
            .iter()
            .filter(|ghost| ghost.others == Others::Stay)
            .map(|ghost| ghost.placed.rect)
            .chain(marks)
            .fold(self.area(), |area, rect| {
                Some(area.map_or(rect, |area| area.union(rect)))
            })
    }
}

#[cfg(test)]
mod tests {
    use capicu::fair::Seed;
    use capicu::{Fact, Game, Seat, Table, View, Waiting};

    use super::*;

    /// Plays a round of a game with the first legal actions and returns it as seat 0 saw it.
    fn played(id: &str, seed: u64) -> (View, Rules) {
        let preset = Game::by_id(id).expect("a game");
        let rules = preset.rules(preset.players[0]).expect("rules");
        let (mut table, seed) = (Table::new(rules), Seed::from_number(seed));
        let me = Seat::default();
        let mut view = capicu::TableView::new(rules, me);
        loop {
            let fact = match table.waiting() {
                Waiting::TurnUp => Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up())),
                Waiting::Deal if view.last().is_none() => {
                    Fact::Dealt(Box::new(seed.deal(table.game().rules(), table.n_deals())))
                }
                Waiting::Act(_) => {
                    let round = table.round().expect("a round in play");
                    Fact::Acted(round.distinct_actions()[0])
                }
                _ => return (view.round().expect("a round").clone(), rules),
            };
            for event in table.apply(&fact).expect("a fact that can happen") {
                view.observe(&event.visible_to(me));
            }
        }
    }

    #[test]
    fn every_laid_tile_of_every_game_is_on_the_felt() {
        let felt = Felt {
            width: 344,
            height: 400,
        };
        for preset in Game::ALL {
            for seed in 0..5 {
                let (view, rules) = played(preset.id, seed);
                let actions = view.moves().iter().map(|mv| mv.action);
                let spread = Spread::of(actions, plan(&rules, felt));
                let laid = view.board().layout().laid();
                assert_eq!(spread.tiles().count(), laid.len(), "{} {seed}", preset.id);
                assert!(spread.tiles().all(|(tile, placed)| {
                    let (near, far) = (placed.near, placed.far);
                    laid.contains(tile)
                        && tile.high().value() == near.max(far)
                        && tile.low().value() == near.min(far)
                }));
            }
        }
    }

    #[test]
    fn line_is_read_from_end_to_end() {
        let felt = Felt {
            width: 344,
            height: 400,
        };
        for seed in 0..20 {
            let (view, rules) = played("jamaican-partner", seed);
            let actions = view.moves().iter().map(|mv| mv.action);
            let chain = Spread::of(actions, plan(&rules, felt)).chain();
            assert_eq!(chain.len(), view.board().layout().laid().len());
            for pair in chain.windows(2) {
                assert!(pair[0].shared_pip(pair[1]).is_some(), "{seed}: {chain:?}");
            }
            let ends: Vec<Tile> = view
                .board()
                .layout()
                .ends()
                .iter()
                .map(|e| e.tile())
                .collect();
            assert!(ends.contains(&chain[0]) && ends.contains(&chain[chain.len() - 1]));
        }
    }

    #[test]
    fn turned_phone_needs_another_plan() {
        let rules = Game::ALL[0].rules(4).expect("rules");
        let upright = plan(
            &rules,
            Felt {
                width: 344,
                height: 400,
            },
        );
        assert!(suits(
            &upright,
            Felt {
                width: 350,
                height: 410
            }
        ));
        assert!(!suits(
            &upright,
            Felt {
                width: 700,
                height: 250
            }
        ));
    }
}
