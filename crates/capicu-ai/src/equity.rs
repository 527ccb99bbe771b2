//! The value of a score: the chance of each side to win the match.

mod aim;
mod ends;
mod grid;
mod odds;
mod stored;

use alloc::sync::Arc;
use alloc::vec::Vec;
use std::sync::Mutex;

use capicu::fair::Seed;
use capicu::rules::AtTarget;
use capicu::{Board, Match, Rules, Side, Standing};

pub use aim::Aim;
pub(crate) use aim::Worth;
use ends::{Ends, Phases};
use grid::Grid;
use odds::Odds;

/// The chance of each side to win a match between equals, by scores and opener.
///
/// It comes from rounds of [`Counter`](crate::Counter)s. For each standing, the ends of these rounds are written down
/// by the rules, and the consistent chances are solved for. This gives a table for two sides, and for more if few
/// scores differ. Otherwise odds are fitted to matches made of such rounds, which is less precise for single standings.
/// The tables of all given games are stored; `cargo run --release -p capicu-ai --example equity` computes missing ones.
/// The table of house rules is computed on first use.
#[derive(Clone, Debug, PartialEq)]
pub struct Equity {
    rules: Rules,
    table: Table,
    /// The average points of a won round; in a game of penalties, of a lost one.
    usual: u16,
}

#[derive(Clone, Debug, PartialEq)]
enum Table {
    Grid(Box<Grid>),
    Odds(Odds),
}

/// The same rules where all seats play and the target ends the match.
fn whole(rules: &Rules) -> Rules {
    let mut choices = rules.choices();
    choices.at_target = AtTarget::MatchEnds;
    Rules::new(choices).unwrap_or_else(|_| *Match::new(*rules).rules())
}

impl Equity {
    /// Actions weighed to compute the stored tables.
    pub const THOROUGH: u64 = 5_000_000;

    /// Actions weighed to compute the table of house rules: a few tenths of a second.
    pub const QUICK: u64 = 150_000;

    /// Whether chances are computed under these rules. They are not where others play on after a player is out or
    /// withdrew, since they would depend on the players who are left.
    pub fn covers(rules: &Rules) -> bool {
        rules.at_target == AtTarget::MatchEnds && rules.n_playing() == rules.n_seats()
    }

    /// The chances under some rules. The most recent tables are shared by all callers.
    ///
    /// If the rules are not [covered](Self::covers), the chances are those of a match that all seats play and that the
    /// target ends.
    ///
    /// Reading a stored table takes some microseconds. The first call for house rules takes as long as
    /// [`compute`](Self::compute) with [`QUICK`](Self::QUICK).
    pub fn of(rules: &Rules) -> Arc<Self> {
        if !Self::covers(rules) {
            return Self::of(&whole(rules));
        }
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
        // The lock is free during this: other callers have their tables already.
        let made = Self::stored(rules).unwrap_or_else(|| Self::compute(rules, Self::QUICK));
        let made = Arc::new(made);
        let mut kept = lock();
        if kept.len() >= MANY {
            kept.remove(0);
        }
        kept.push(Arc::clone(&made));
        made
    }

    /// The stored table of a game with exactly these rules.
    pub fn stored(rules: &Rules) -> Option<Self> {
        stored::read(rules)
    }

    /// Computes the table from rounds with this number of weighed actions, always the same rounds.
    pub fn compute(rules: &Rules, nodes: u64) -> Self {
        let phases = Phases::of(rules);
        let ends = Ends::sample(rules, phases, &Seed::from_number(1), nodes);
        let table = match Grid::new(rules) {
            Some(mut grid) => {
                grid.solve(&ends);
                Table::Grid(Box::new(grid))
            }
            None => Table::Odds(Odds::fit(rules, phases, &ends)),
        };
        Self {
            rules: *rules,
            table,
            usual: ends.usual,
        }
    }

    /// The chance of a side to win if the match has this standing and `opener` opens the next round; `None` where the
    /// tiles name the opener.
    pub fn chance(&self, standing: &Standing, opener: Option<Side>, side: Side) -> f64 {
        match &self.table {
            Table::Grid(grid) => grid.chance(standing, opener, side),
            Table::Odds(odds) => odds.chance(&self.rules, standing, opener, side),
        }
    }

    pub fn chance_in(&self, game: &Match, side: Side) -> f64 {
        match game.result() {
            Some(result) if result.winner == side => 1.0,
            Some(_) => 0.0,
            None => self.chance(game.standing(), game.next_side(), side),
        }
    }

    /// The chance of winning the match that depends on a round: the chance after a usual win, minus the chance after a
    /// usual loss. 0 where a round makes no difference.
    pub fn stake(board: &Board, side: Side) -> f64 {
        Worth::new(Aim::Match, board, side).stake()
    }

    /// Appends the table in file form, with the name of the game.
    pub fn store(&self, game: &str, into: &mut Vec<u8>) {
        stored::write(self, game, into);
    }
}
