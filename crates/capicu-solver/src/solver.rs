//! The exact value of every action with all hands open.

use capicu::{Action, Round, Seat, Turn};

use crate::Bits;
use crate::compact::{Compact, NotCovered, Start};
use crate::ending::played;
use crate::search::Search;
use crate::table::Table;

/// What is maximized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// Winning the round: 1, 0 for a tie, -1. Reaching the target of the match in play is a win.
    Result,
    /// Points of the round for one side less those of the other, premiums included.
    Points,
}

/// Why a round cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSolved {
    /// There are not two sides.
    #[error("only a game of two sides has a value; this one has {0}")]
    Sides(u8),
    /// The round is over.
    #[error("the round is over")]
    Over,
    /// It has no compact form.
    #[error(transparent)]
    NotCovered(#[from] NotCovered),
}

/// The solution of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Who is to act.
    pub to_act: Seat,
    /// The value for the side to act, of what is still to come.
    pub value: i16,
    /// Every distinct legal action with its value for that side, in the order of the engine.
    pub actions: Vec<(Action, i16)>,
    /// Best play by everybody from here, the first of equals each time.
    pub best_line: Vec<Action>,
    /// Positions with a choice that were searched.
    pub nodes: u64,
}

/// A solver with its table of positions, to be used again: a bit over 512 KB for double-six.
///
/// What it learned is kept as long as it is asked about the same round, further on or not.
#[derive(Debug)]
pub struct Solver<B> {
    table: Table<B>,
    nodes: u64,
    forced: u64,
    solving: Option<Solving<B>>,
}

/// What the table is about.
#[derive(Debug)]
struct Solving<B> {
    compact: Compact<B>,
    objective: Objective,
    start: Option<Start<B>>,
}

/// Wider than any value.
const UNBOUNDED: i16 = 20_000;

impl<B: Bits> Default for Solver<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Bits> Solver<B> {
    /// A solver with an empty table.
    pub fn new() -> Self {
        Self {
            table: Table::new(),
            nodes: 0,
            forced: 0,
            solving: None,
        }
    }

    /// Positions with a choice searched since the solver was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Tiles followed without search since the solver was made, because they were forced.
    pub const fn forced(&self) -> u64 {
        self.forced
    }

    /// Solves a round from where it stands.
    ///
    /// # Errors
    ///
    /// If the rule set has no compact form or not two sides, or the round is over.
    pub fn solve(&mut self, round: &Round, objective: Objective) -> Result<Solution, NotSolved> {
        let to_act = self.prepare(round, objective)?;
        let before = self.nodes;
        let value = self.exact(round, 0)?;
        let mut actions = Vec::new();
        for action in round.distinct_actions() {
            actions.push((action, self.exact_after(round, action, value)?));
        }
        let best_line = self.best_line(round, value)?;
        Ok(Solution {
            to_act,
            value,
            actions,
            best_line,
            nodes: self.nodes - before,
        })
    }

    /// The value of the best action alone, for the side to act: cheaper than all of them.
    ///
    /// # Errors
    ///
    /// As for [`solve`](Self::solve).
    pub fn value(&mut self, round: &Round, objective: Objective) -> Result<i16, NotSolved> {
        self.prepare(round, objective)?;
        self.exact(round, 0)
    }

    /// The value of an action, for the side to act.
    fn exact_after(&mut self, round: &Round, action: Action, guess: i16) -> Result<i16, NotSolved> {
        let (next, made, sign) = self.played(round, action)?;
        Ok(made + sign * self.exact(&next, sign * (guess - made))?)
    }
}

impl<B: Bits> Solver<B> {
    /// Makes the tables for a round, unless they are there.
    fn prepare(&mut self, round: &Round, objective: Objective) -> Result<Seat, NotSolved> {
        let board = round.board();
        let to_act = board.to_act().ok_or(NotSolved::Over)?;
        if board.rules().n_teams() != 2 {
            return Err(NotSolved::Sides(board.rules().n_teams()));
        }
        let compact = Compact::of(round)?;
        let same = self.solving.as_ref().is_some_and(|known| {
            known.objective == objective
                && known.compact.rules() == board.rules()
                && known.compact.standing() == board.standing()
        });
        if !same {
            self.table.clear();
            self.solving = Some(Solving {
                compact,
                objective,
                start: None,
            });
        }
        Ok(to_act)
    }

    /// The value of what is still to come, for the side to act.
    fn exact(&mut self, round: &Round, guess: i16) -> Result<i16, NotSolved> {
        if round.outcome().is_some() {
            return Ok(0);
        }
        let (mut lower, mut upper) = match self.solving()?.objective {
            Objective::Result => (-1, 1),
            Objective::Points => (-UNBOUNDED, UNBOUNDED),
        };
        // Whether the first test succeeds says on which side to close in.
        let mut beta = guess.clamp(lower + 1, upper);
        while lower < upper {
            let bound = self.test(round, beta)?;
            if bound >= beta {
                lower = bound;
            } else {
                upper = bound;
            }
            beta = if bound >= beta { bound + 1 } else { bound };
        }
        Ok(lower)
    }

    fn solving(&self) -> Result<&Solving<B>, NotSolved> {
        self.solving.as_ref().ok_or(NotSolved::Over)
    }

    /// A bound on the value of what is still to come, for the side to act: at least `beta` if the
    /// value is, else below it.
    fn test(&mut self, round: &Round, beta: i16) -> Result<i16, NotSolved> {
        let Some(to_act) = round.to_act() else {
            return Ok(0);
        };
        let opening = matches!(round.board().turn(), Turn::Open(_));
        if !opening && round.hands()[to_act].intersects(round.board().layout().playable()) {
            return self.test_in_play(round, beta);
        }
        let mut actions = round.distinct_actions();
        let mut best = i16::MIN;
        let leads = actions.iter().filter_map(|action| match action {
            Action::Lead(tile) => Some(*tile),
            _ => None,
        });
        let leads = B::from_set(leads.collect());
        if !leads.is_empty() {
            best = self.test_leads(round, leads, beta)?;
            actions.retain(|action| !matches!(action, Action::Lead(_)));
        }
        for action in actions {
            if best >= beta {
                break;
            }
            best = best.max(self.test_after(round, action, beta)?);
        }
        Ok(best)
    }

    fn test_after(&mut self, round: &Round, action: Action, beta: i16) -> Result<i16, NotSolved> {
        let (next, made, sign) = self.played(round, action)?;
        let rest = beta - made;
        Ok(match (next.outcome(), sign) {
            (Some(_), _) => made,
            (None, 1) => made + self.test(&next, rest)?,
            (None, _) => made - self.test(&next, 1 - rest)?,
        })
    }

    fn test_in_play(&mut self, round: &Round, beta: i16) -> Result<i16, NotSolved> {
        let (start, position) = self.solving()?.compact.position(round)?;
        self.search(start, position.unplayed, |search, objective| {
            search.test(objective, &position, beta)
        })
    }

    fn test_leads(&mut self, round: &Round, leads: B, beta: i16) -> Result<i16, NotSolved> {
        let opener = round.to_act().ok_or(NotSolved::Over)?;
        let hands = round.hands();
        let start = self
            .solving()?
            .compact
            .start(hands, round.boneyard().collect(), opener);
        let (opener, unplayed) = (start.opener(), start.dealt());
        self.search(start, unplayed, |search, objective| {
            search.test_leads(objective, (opener, unplayed, leads), beta)
        })
    }

    fn search<T>(
        &mut self,
        start: Start<B>,
        unplayed: B,
        work: impl FnOnce(&mut Search<'_, B>, Objective) -> T,
    ) -> Result<T, NotSolved> {
        let Some(Solving {
            compact,
            objective,
            start: known,
        }) = &mut self.solving
        else {
            return Err(NotSolved::Over);
        };
        let further_on = known.as_ref().is_some_and(|known| {
            compact.side(known.opener()) == compact.side(start.opener())
                && known.leads_to(&start, unplayed)
        });
        if !further_on {
            self.table.clear();
            *known = Some(start);
        }
        let mut search = Search {
            compact,
            start: known.as_ref().unwrap_or(&start),
            table: &mut self.table,
            nodes: 0,
            forced: 0,
        };
        let result = work(&mut search, *objective);
        self.nodes += search.nodes;
        self.forced += search.forced;
        Ok(result)
    }

    fn played(&self, round: &Round, action: Action) -> Result<(Round, i16, i16), NotSolved> {
        Ok(played(round, action, self.solving()?.objective))
    }

    /// Follows the first best action of everybody from a round whose value is known.
    fn best_line(&mut self, round: &Round, mut value: i16) -> Result<Vec<Action>, NotSolved> {
        let mut round = round.clone();
        let mut line = Vec::new();
        while round.outcome().is_none() {
            let mut found = None;
            for action in round.distinct_actions() {
                if self.test_after(&round, action, value)? >= value {
                    found = Some(action);
                    break;
                }
            }
            let action = found.ok_or(NotSolved::Over)?;
            let (next, made, sign) = self.played(&round, action)?;
            line.push(action);
            value = sign * (value - made);
            round = next;
        }
        Ok(line)
    }
}
