//! The exact value of every action with all hands open.

use capicu::{Action, Round, Seat, Turn};

use crate::Bits;
use crate::compact::{Compact, NotCovered, Start};
use crate::ending::played;
use crate::search::Search;
use crate::table::Table;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// Winning the round: 1, a tie 0, losing -1. Reaching the target of the match in play is a win.
    Result,
    /// Points of the round for one side minus those of the other, bonuses included.
    Points,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSolved {
    #[error("only a game of two sides has a value; this one has {0}")]
    Sides(u8),
    #[error("the round is over")]
    Over,
    #[error(transparent)]
    NotCovered(#[from] NotCovered),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    pub to_act: Seat,
    /// The value of the rest of the round, for the side to act.
    pub value: i16,
    /// Every distinct legal action with its value for that side, in the engine's order.
    pub actions: Vec<(Action, i16)>,
    /// Best play by everybody from here, each time the first of equal actions.
    pub best_line: Vec<Action>,
    /// The number of searched positions with a choice.
    pub nodes: u64,
}

/// A reusable solver with its table of positions: a bit over 512 KB for double-six.
///
/// It keeps its results as long as it solves positions of the same round.
#[derive(Debug)]
pub struct Solver<B> {
    table: Table<B>,
    nodes: u64,
    forced: u64,
    solving: Option<Solving<B>>,
}

#[derive(Debug)]
struct Solving<B> {
    compact: Compact<B>,
    objective: Objective,
    start: Option<Start<B>>,
}

/// A bound beyond any value.
const UNBOUNDED: i16 = 20_000;

impl<B: Bits> Default for Solver<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Bits> Solver<B> {
    pub fn new() -> Self {
        Self {
            table: Table::new(),
            nodes: 0,
            forced: 0,
            solving: None,
        }
    }

    /// The number of positions with a choice since the solver was made.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The number of forced tiles since the solver was made, which need no search.
    pub const fn forced(&self) -> u64 {
        self.forced
    }

    /// Solves a round in play. Fails if the rules have no compact form or not two sides, or the round is over.
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

    /// The value of the best action, for the side to act: cheaper than the values of all actions.
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
    /// Makes the tables for a round, unless they exist. Returns the seat to act.
    fn prepare(&mut self, round: &Round, objective: Objective) -> Result<Seat, NotSolved> {
        let board = round.board();
        let to_act = board.to_act().ok_or(NotSolved::Over)?;
        if board.rules().n_sides() != 2 {
            return Err(NotSolved::Sides(board.rules().n_sides()));
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

    /// The value of the rest of the round, for the side to act.
    fn exact(&mut self, round: &Round, guess: i16) -> Result<i16, NotSolved> {
        if round.outcome().is_some() {
            return Ok(0);
        }
        let (mut lower, mut upper) = match self.solving()?.objective {
            Objective::Result => (-1, 1),
            Objective::Points => (-UNBOUNDED, UNBOUNDED),
        };
        // The first test decides the side from which to close in.
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

    /// A bound on the value of the rest, for the side to act: at least `beta` if the value is, otherwise below it.
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

    /// Follows everybody's first best action from a round of known value.
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
