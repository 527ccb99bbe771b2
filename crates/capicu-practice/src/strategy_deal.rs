//! The deals of the lessons of strategy: rounds that the bots of lessons play up to a moment of choice. `cargo run
//! --release -p capicu-practice --example strategy_deals -- cien 4000` finds such moments.

use capicu::{Action, Event, Pip, Round, Rules, Seat, Table, TableView, Tile, View, Waiting};
use capicu_i18n::Strategy;

use crate::lesson_deal::{next, seed};

/// The game of all lessons of strategy.
pub const GAME: &str = "cien";

/// A moment of a round at which only one play of the first seat wins with all hands open.
#[derive(Clone, Copy, Debug)]
pub struct StrategyDeal {
    pub facts: Strategy,
    /// The number of the seed: see [`Seed::from_number`](capicu::fair::Seed::from_number).
    pub number: u64,
    /// The number of moves before the choice.
    pub at: usize,
    /// The winning play: a tile, and the tile that it touches.
    pub better: (Tile, Tile),
    /// The tempting tile.
    pub other: Tile,
}

impl StrategyDeal {
    /// The lessons, in order.
    pub const ALL: [Self; 5] = [
        Self {
            facts: Strategy::Count {
                pip: 4,
                laid: 4,
                held: 3,
            },
            number: 1564,
            at: 15,
            better: (tile(4, 1), tile(1, 1)),
            other: tile(6, 4),
        },
        Self {
            facts: Strategy::Pass {
                passed: [0, 3],
                worse: [4, 5],
            },
            number: 953,
            at: 17,
            better: (tile(5, 0), tile(5, 2)),
            other: tile(4, 3),
        },
        Self {
            facts: Strategy::Partner {
                passed: [5, 6],
                double: tile(1, 1),
                worse: [4, 5],
            },
            number: 2328,
            at: 16,
            better: (tile(4, 1), tile(5, 4)),
            other: tile(6, 5),
        },
        Self {
            facts: Strategy::Double {
                double: tile(1, 1),
                pip: 1,
                laid: 5,
                held: 2,
            },
            number: 924,
            at: 20,
            better: (tile(5, 1), tile(5, 4)),
            other: tile(1, 1),
        },
        Self {
            facts: Strategy::Block {
                pip: 6,
                laid: 6,
                ours: 22,
                theirs: 34,
            },
            number: 2337,
            at: 19,
            better: (tile(6, 1), tile(2, 1)),
            other: tile(1, 0),
        },
    ];

    /// The lesson of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        const ALL: &[StrategyDeal] = &StrategyDeal::ALL;
        ALL.iter().find(|deal| deal.facts.name() == name)
    }

    /// The place among the lessons, from 1.
    pub fn place(&self) -> usize {
        let before = |deal: &&Self| deal.facts != self.facts;
        1 + Self::ALL.iter().take_while(before).count()
    }

    /// The winning action.
    pub const fn best(&self) -> Action {
        let (tile, on) = self.better;
        Action::Play { tile, on }
    }
}

const fn tile(high: u8, low: u8) -> Tile {
    match (Pip::new(high), Pip::new(low)) {
        (Some(high), Some(low)) => Tile::new(high, low),
        _ => Tile::DOUBLE_BLANK,
    }
}

/// Plays the first round of this seed by the choices of the lesson's bots. Calls `look` at every turn of the first seat
/// with the number of moves before it, the round, and the view of the seat.
pub fn strategy_moments(rules: &Rules, number: u64, mut look: impl FnMut(usize, &Round, &View)) {
    let seed = seed(number);
    let mut table = Table::new(*rules);
    let seats = Seat::all(rules.n_seats());
    let mut views: Vec<TableView> = seats.map(|seat| TableView::new(*rules, seat)).collect();
    let mut acted = 0;
    loop {
        let waiting = table.waiting();
        let view = views.first().and_then(TableView::round);
        if let (Waiting::Act(seat), Some(round), Some(view)) = (waiting, table.round(), view)
            && seat == view.seat()
        {
            look(acted, round, view);
        }
        let Some(fact) = next(&seed, &table, &views) else {
            return;
        };
        let Ok(events) = table.apply(&fact) else {
            return;
        };
        acted += usize::from(matches!(waiting, Waiting::Act(_)));
        for event in events {
            for view in &mut views {
                let seen = event.visible_to(view.viewer());
                view.observe(&seen);
            }
            if matches!(event, Event::RoundOver(_)) {
                return;
            }
        }
    }
}
