//! What a score is worth: how likely each side is to win the match from where it stands.

mod aim;
mod ends;
mod grid;
mod odds;
mod stored;

use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::Mutex;

use capicu::fair::Seed;
use capicu::{Board, Match, Rules, Standing, Team};

pub use aim::Aim;
pub(crate) use aim::Worth;
use ends::{Ends, Phases};
use grid::Grid;
use odds::Odds;

/// How likely each side is to win a match between equals, by scores and by who opens next.
///
/// It is found from rounds that [`Counter`](crate::Counter)s play among themselves: for each standing
/// the ends of these rounds are written down by the rules, and the chances that agree with all that
/// can follow are solved for. With two sides, and with more where few scores can be told apart, that
/// gives a table; otherwise odds are fitted to matches made of such rounds, which says less about
/// single standings. For the games as they are given it is stored
/// (`cargo run --release -p capicu-ai --example equity` makes what is missing); for house rules it is made
/// when first asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Equity {
    rules: Rules,
    table: Table,
    /// The points that winning a round brings, on average; in a game of penalties, losing it.
    usual: u16,
}

#[derive(Clone, Debug, PartialEq)]
enum Table {
    Grid(Grid),
    Odds(Odds),
}

impl Equity {
    /// Actions weighed to make the tables that are stored.
    pub const THOROUGH: u64 = 5_000_000;

    /// Actions weighed to make one for house rules: a few tenths of a second.
    pub const QUICK: u64 = 150_000;

    /// The chances under some rules. The last ones asked for are kept for all who ask.
    ///
    /// Reading a stored table takes some microseconds; the first time house rules are asked for takes
    /// as long as [`compute`](Self::compute) with [`QUICK`](Self::QUICK).
    pub fn of(rules: &Rules) -> Arc<Self> {
        static KEPT: Mutex<Vec<Arc<Equity>>> = Mutex::new(Vec::new());
        const MANY: usize = 32;
        let find = |kept: &[Arc<Self>]| kept.iter().find(|one| one.rules == *rules).cloned();
        let lock = || {
            KEPT.lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
        };
        if let Some(found) = find(&lock()) {
            return found;
        }
        // Not while holding the lock: others have theirs already.
        let made = Self::stored(rules).unwrap_or_else(|| Self::compute(rules, Self::QUICK));
        let made = Arc::new(made);
        let mut kept = lock();
        if kept.len() >= MANY {
            kept.remove(0);
        }
        kept.push(Arc::clone(&made));
        made
    }

    /// The stored table of a game played by exactly these rules.
    pub fn stored(rules: &Rules) -> Option<Self> {
        stored::read(rules)
    }

    /// Makes the table anew from rounds in which so many actions are weighed, always the same ones.
    pub fn compute(rules: &Rules, nodes: u64) -> Self {
        let phases = Phases::of(rules);
        let ends = Ends::sample(rules, phases, &Seed::from_number(1), nodes);
        let table = match Grid::new(rules) {
            Some(mut grid) => {
                grid.solve(&ends);
                Table::Grid(grid)
            }
            None => Table::Odds(Odds::fit(rules, phases, &ends)),
        };
        Self {
            rules: *rules,
            table,
            usual: ends.usual,
        }
    }

    /// How likely a side is to win when a match stands so and this side opens the next round; `None`
    /// where the tiles name the opener.
    pub fn chance(&self, standing: &Standing, opener: Option<Team>, team: Team) -> f64 {
        match &self.table {
            Table::Grid(grid) => grid.chance(standing, opener, team),
            Table::Odds(odds) => odds.chance(&self.rules, standing, opener, team),
        }
    }

    /// The same of a match, which may be over.
    pub fn chance_in(&self, game: &Match, team: Team) -> f64 {
        match game.result() {
            Some(result) if result.winner == team => 1.0,
            Some(_) => 0.0,
            None => self.chance(game.standing(), game.next_side(), team),
        }
    }

    /// The chance of winning the match that hangs on a round: what it is after winning it as rounds are
    /// usually won, less what it is after losing it so. Nothing where that makes no difference.
    pub fn stake(board: &Board, team: Team) -> f64 {
        Worth::new(Aim::Match, board, team).stake()
    }

    /// The table as a file keeps it, with the name of the game.
    pub fn store(&self, game: &str, into: &mut Vec<u8>) {
        stored::write(self, game, into);
    }
}
