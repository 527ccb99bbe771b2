//! The full player: imagines the hidden tiles and plays the round to its end, many times.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use capicu::rules::{MatchCheck, Score};
use capicu::{Action, Actions, Deed, Listing, Round, Team, Tile, View};
use rand_core::Rng;

use crate::belief::Past;
use crate::chance::below;
use crate::counter::Hand;
use crate::{Bot, Knowledge, Memory, World};

/// How long a [`Reader`] may think about one action.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    /// So many nodes: actions weighed, in the past or in imagined rounds. The same on every
    /// machine.
    Nodes(u64),
    /// So much time on a clock.
    Clock {
        /// The time, in microseconds.
        limit: u64,
        /// The clock: microseconds since whenever.
        now: fn() -> u64,
    },
}

/// Whether a [`Reader`] draws conclusions from how others chose to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Belief {
    /// Only from what they could not do.
    Facts,
    /// Also from what they chose, taking them for players like the [`Counter`](crate::Counter).
    Play,
}

/// Imagines deals that agree with what it saw, the likelier ones more often, and plays each of its
/// choices to the end of the round as sound players would; plays what did best. Choices that do
/// badly are dropped on the way, so that most of the time goes into the close ones.
///
/// Where its view contradicts itself, it keeps to what the numbers of tiles say, and where even they
/// make no sense, it plays as the [`Counter`](crate::Counter) does.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    budget: Budget,
    belief: Belief,
}

impl Reader {
    /// A player that thinks for so long about every action that leaves a choice.
    pub const fn new(budget: Budget, belief: Belief) -> Self {
        Self { budget, belief }
    }
}

impl Default for Reader {
    /// Fifty thousand nodes, some five milliseconds on one core.
    fn default() -> Self {
        Self::new(Budget::Nodes(50_000), Belief::Play)
    }
}

/// What a [`Reader`] found about one action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The action.
    pub action: Action,
    /// What the imagined rounds that began with it were worth on average: 1 for a game or the match
    /// won, 0 for one lost, in games for points in between by how far they lead. Half if there were
    /// none.
    pub worth: f64,
    /// How many such rounds were played. Actions that did badly were dropped early.
    pub rounds: u32,
}

impl Reader {
    /// Every action open to the seat, the best first; empty when it is not its turn.
    pub fn judge(&self, view: &View, rng: &mut dyn Rng) -> Vec<Judged> {
        let actions = view.legal_actions();
        let mut search = Search::new(view, &actions, self.budget);
        let knowledge = Knowledge::of(view).or_else(|_| Knowledge::by_size_alone(view));
        match knowledge {
            Ok(knowledge) if actions.len() > 1 => {
                search.imagine(&knowledge, self.belief, rng);
                search.run(rng);
            }
            _ => search.arms.sort_by(Arm::better),
        }
        let judged = |arm: &Arm| Judged {
            action: arm.action,
            worth: match arm.n {
                0 => 0.5,
                n => arm.sum / f64::from(n),
            },
            rounds: arm.n,
        };
        search.arms.iter().map(judged).collect()
    }
}

impl Bot for Reader {
    fn choose(&mut self, view: &View, rng: &mut dyn Rng) -> Option<Action> {
        let actions = view.legal_actions();
        if actions.len() < 2 {
            return actions.first().copied();
        }
        let judged = self.judge(view, rng);
        judged.first().map(|judged| judged.action)
    }
}

/// The share of the budget spent on imagining deals and weighing them, in percent.
const WEIGHING: u64 = 25;

/// Imagined rounds that the [`Counter`](crate::Counter)'s judgment counts for: it decides where the budget is too
/// small for more.
const PRIOR_ROUNDS: f64 = 120.0;

/// How much of a round a unit of its judgment is taken for.
const PRIOR_UNIT: f32 = 0.025;

/// If the view leaves no more deals than this, all are looked at.
const FEW_DEALS: usize = 300;

/// No more deals are imagined than this for one action.
const MANY_WORLDS: usize = 4096;

struct Search<'a> {
    view: &'a View,
    memory: Memory,
    arms: Vec<Arm>,
    worlds: Vec<World>,
    /// The sums of the weights up to each world.
    sums: Vec<f64>,
    spent: Spent,
    scratch: Actions,
}

#[derive(Clone, Copy, Debug)]
struct Arm {
    action: Action,
    prior: f64,
    sum: f64,
    n: u32,
}

impl Arm {
    /// The better first.
    fn better(&self, other: &Self) -> Ordering {
        other.mean().total_cmp(&self.mean())
    }

    fn mean(&self) -> f64 {
        (PRIOR_ROUNDS * self.prior + self.sum) / (PRIOR_ROUNDS + f64::from(self.n))
    }
}

/// What has been used of a budget.
struct Spent {
    budget: Budget,
    nodes: u64,
    begun: u64,
}

impl Spent {
    fn new(budget: Budget) -> Self {
        let begun = match budget {
            Budget::Nodes(_) => 0,
            Budget::Clock { now, .. } => now(),
        };
        Self {
            budget,
            nodes: 0,
            begun,
        }
    }

    /// Whether this share of the budget is used up.
    fn over(&self, percent: u64) -> bool {
        let (used, limit) = match self.budget {
            Budget::Nodes(limit) => (self.nodes, limit),
            Budget::Clock { limit, now } => (now().saturating_sub(self.begun), limit),
        };
        used.saturating_mul(100) >= limit.saturating_mul(percent)
    }
}

impl<'a> Search<'a> {
    fn new(view: &'a View, actions: &[Action], budget: Budget) -> Self {
        let memory = Memory::of(view);
        let hand = Hand::new(view.board(), view.seat(), view.hand(), &memory);
        let arm = |action: &Action| {
            let prior = (0.5 + PRIOR_UNIT * hand.worth(*action)).clamp(0.0, 1.0);
            Arm {
                action: *action,
                prior: f64::from(prior),
                sum: 0.0,
                n: 0,
            }
        };
        let arms = actions.iter().map(arm).collect();
        Self {
            view,
            memory,
            arms,
            worlds: Vec::new(),
            sums: Vec::new(),
            spent: Spent::new(budget),
            scratch: Actions::new(),
        }
    }

    /// Imagines deals and weighs them.
    fn imagine(&mut self, knowledge: &Knowledge, belief: Belief, rng: &mut dyn Rng) {
        let past = match belief {
            Belief::Facts => None,
            Belief::Play => Some(Past::of(self.view)),
        };
        let all = match knowledge.count() {
            Some(count) if count <= 4 * FEW_DEALS as u128 => knowledge.worlds(FEW_DEALS),
            _ => None,
        };
        let few = all.is_some();
        let mut listed = all.unwrap_or_default().into_iter();
        let mut sum = 0.0;
        while self.worlds.len() < MANY_WORLDS {
            let (world, deals) = match listed.next() {
                Some((world, deals)) => (world, deals as f64),
                None if few => break,
                None => (knowledge.sample(rng), 1.0),
            };
            let mut weight = deals;
            if let Some(past) = &past {
                weight *= past.likelihood(&world, &mut self.scratch);
                self.spent.nodes += past.len() as u64;
            }
            self.spent.nodes += 1;
            sum += weight;
            self.worlds.push(world);
            self.sums.push(sum);
            if !few && self.spent.over(WEIGHING) {
                break;
            }
        }
    }

    /// Plays imagined rounds until the budget is used up or one action is left.
    fn run(&mut self, rng: &mut dyn Rng) {
        let mut alive = self.arms.len();
        let mut rounds = (usize::BITS - (alive - 1).leading_zeros()) as u64;
        let mut begin = WEIGHING;
        // A sequence that spreads evenly, whatever its length.
        let mut point = f64::from(below(rng, 1 << 20)) / f64::from(1 << 20);
        while alive > 1 {
            let end = begin + (100 - begin) / rounds.max(1);
            loop {
                point = (point + 0.618_033_988_749_895) % 1.0;
                let world = self.world_at(point);
                self.play_all(alive, world, rng);
                if self.spent.over(end) {
                    break;
                }
            }
            // The better half goes on; equal ones in the order they were listed.
            self.arms[..alive].sort_by(Arm::better);
            alive = alive.div_ceil(2);
            begin = end;
            rounds = rounds.saturating_sub(1);
        }
    }

    fn world_at(&self, point: f64) -> World {
        let all = self.sums.last().copied().unwrap_or(0.0);
        let which = self.sums.partition_point(|sum| *sum < point * all);
        self.worlds[which.min(self.worlds.len() - 1)]
    }

    fn play_all(&mut self, alive: usize, world: World, rng: &mut dyn Rng) {
        let mut boneyard: Vec<Tile> = world.boneyard.into_iter().collect();
        for last in (1..boneyard.len()).rev() {
            boneyard.swap(last, below(rng, last as u32 + 1) as usize);
        }
        let Ok(round) = Round::from_view(self.view, world.hands, &boneyard) else {
            self.spent.nodes += 1;
            return;
        };
        let team = self.view.board().rules().team(self.view.seat());
        for arm in 0..alive {
            let mut round = round.clone();
            let mut memory = self.memory.clone();
            self.spent.nodes += play_out(
                &mut round,
                &mut memory,
                self.arms[arm].action,
                &mut self.scratch,
            );
            let worth = worth(&round, team);
            let arm = &mut self.arms[arm];
            arm.sum += worth;
            arm.n += 1;
        }
    }
}

/// Plays an action and then the round to its end, everybody as the [`Counter`](crate::Counter) does. Tells how many
/// actions were weighed.
fn play_out(round: &mut Round, memory: &mut Memory, action: Action, actions: &mut Actions) -> u64 {
    let mut nodes = 0;
    let mut next = Some(action);
    while let (Some(action), Some(seat)) = (next, round.to_act()) {
        let deed = Deed {
            seat,
            action,
            drawn: None,
            shown: false,
        };
        memory.note(round.board(), &deed);
        round.play_unchecked(action);
        nodes += 1;
        round.list_actions(Listing::Distinct, actions);
        next = match (round.to_act(), actions.len()) {
            (None, _) | (_, 0) => None,
            (_, 1) => Some(actions[0]),
            (Some(seat), n) => {
                nodes += n as u64;
                Hand::new(round.board(), seat, round.hands()[seat], memory).best(actions)
            }
        };
    }
    nodes
}

/// What the end of a round is worth to a side: 1 for the match or a game won, 0 for one lost, and
/// in between by how far the points bring it.
fn worth(round: &Round, team: Team) -> f64 {
    let board = round.board();
    let rules = board.rules();
    let Some(outcome) = round.outcome() else {
        return 0.5;
    };
    if rules.score == Score::Games {
        return match outcome.winner {
            Some(seat) if rules.team(seat) == team => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
    }
    let mut scores = vec![0.0; usize::from(rules.n_teams())];
    for (i, score) in scores.iter_mut().enumerate() {
        if let Some(team) = Team::new(i as u8) {
            *score = f64::from(board.score(team));
        }
    }
    for award in &outcome.awards {
        scores[award.team.index()] += f64::from(award.points);
    }
    let penalties = rules.score == Score::Penalties;
    let target = f64::from(rules.target.get());
    let mine = scores[team.index()];
    let others = scores
        .iter()
        .enumerate()
        .filter(|(i, _)| *i != team.index());
    let others = others.map(|(_, score)| *score);
    let rival = if penalties {
        others.fold(f64::MAX, f64::min)
    } else {
        others.fold(0.0, f64::max)
    };
    let ahead = if penalties {
        rival - mine
    } else {
        mine - rival
    };
    let over = scores.iter().any(|score| *score >= target)
        || (rules.match_check == MatchCheck::Immediate
            && matches!(outcome.ended, capicu::Ended::Target(_)));
    if over && ahead != 0.0 {
        return if ahead > 0.0 { 1.0 } else { 0.0 };
    }
    0.5 + 0.5 * (ahead / target).clamp(-1.0, 1.0)
}
