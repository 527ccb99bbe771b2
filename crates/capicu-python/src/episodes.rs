//! Rounds or matches that are dealt from a seed, one after the other.

use capicu::fair::Seed;
use capicu::rules::Score;
use capicu::{Action, Actions, Award, Deal, Listing, Match, Round, Rules, Seat, Side};

use capicu_solver::cpu::fetch;

use crate::encoding::{Encoding, Memory};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Episode {
    Round,
    Match,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// 1 for the winning side; the others share -1.
    Result,
    /// The lead in points over the mean of the other sides, at the end of each round.
    Points,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    No,
    Terminated,
    Truncated,
}

#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub rules: Rules,
    pub encoding: Encoding,
    pub episode: Episode,
    pub reward: Reward,
    pub skip_forced: bool,
    pub max_rounds: u32,
}

/// A round or match in play, with the memory of what all saw.
#[derive(Clone, Debug)]
pub struct Env {
    seed: Seed,
    game: Match,
    pub round: Round,
    memory: Memory,
    /// Deals so far, those that were thrown in included.
    pub n_deals: u32,
    turned_up: u32,
    /// Rounds of the episode.
    rounds: u32,
    pub over: Over,
}

/// Reused memory of a thread.
pub struct Scratch {
    deal: Deal,
    actions: Actions,
}

impl Scratch {
    pub fn new(rules: &Rules) -> Self {
        Self {
            deal: Seed::from_number(0).deal(rules, 0),
            actions: Actions::new(),
        }
    }
}

/// Deals that are tried before the rules count as impossible to open.
const TRIES: u32 = 100_000;

/// A number that is no legal action of an environment.
pub struct Illegal;

impl Env {
    /// Begins the first episode of a seed; `None` if the rules accept no deal.
    pub fn new(plan: &Plan, seed: Seed, scratch: &mut Scratch, reward: &mut [f32]) -> Option<Self> {
        let game = Match::new(plan.rules);
        let (round, n_deals, turned_up) = first(&game, &seed)?;
        let mut env = Self {
            seed,
            game: round.0,
            round: round.1,
            memory: Memory::default(),
            n_deals,
            turned_up,
            rounds: 0,
            over: Over::No,
        };
        reward.fill(0.0);
        env.settle(plan, scratch, reward);
        Some(env)
    }

    /// Begins the next episode; the deals of the seed continue.
    pub fn begin(&mut self, plan: &Plan, scratch: &mut Scratch, reward: &mut [f32]) {
        self.game = Match::new(plan.rules);
        self.rounds = 0;
        self.over = Over::No;
        self.deal(scratch);
        self.settle(plan, scratch, reward);
    }

    /// Deals the next round of the match.
    fn deal(&mut self, scratch: &mut Scratch) {
        while self.game.needs_draw_for_set() {
            let turned = self.seed.turn_up(&self.game, self.turned_up);
            self.turned_up += 1;
            self.game.draw_for_set(&turned);
        }
        for _ in 0..TRIES {
            let rules = self.game.rules();
            scratch.deal = self.seed.deal(rules, self.n_deals);
            self.n_deals = self.n_deals.wrapping_add(1);
            if let Ok(round) = self.game.open(&scratch.deal) {
                self.round = round;
                self.memory = Memory::default();
                return;
            }
        }
        // The first deal was accepted, so this is a rare run of bad luck.
        self.over = Over::Truncated;
    }

    /// Plays the action of a number.
    #[inline]
    pub fn step(
        &mut self,
        plan: &Plan,
        code: usize,
        scratch: &mut Scratch,
        reward: &mut [f32],
    ) -> Result<(), Illegal> {
        let board = self.round.board();
        // Most numbers have one action, which the engine checks as it plays it.
        let (mut found, mut more) = (None, false);
        plan.encoding.actions(code, board, |action| {
            more |= found.is_some();
            found.get_or_insert(action);
            more
        });
        if more {
            found = None;
            plan.encoding.actions(code, board, |action| {
                let legal = self.round.check(action).is_ok();
                if legal {
                    found = Some(action);
                }
                legal
            });
        }
        self.play(found.ok_or(Illegal)?)?;
        self.settle(plan, scratch, reward);
        Ok(())
    }

    /// Plays an action, if it is legal. The table declares every due score.
    #[inline]
    fn play(&mut self, action: Action) -> Result<(), Illegal> {
        let seat = self.round.to_act().ok_or(Illegal)?;
        let lacks = Memory::shown(self.round.board(), action);
        self.round.play(action).map_err(|_| Illegal)?;
        self.memory.note_played(seat, action, lacks);
        while let Some((seat, call)) = self.round.board().due_call() {
            if self.round.call(seat, call).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Writes finished rounds down, deals further ones, and plays forced actions if the plan skips them.
    #[inline]
    fn settle(&mut self, plan: &Plan, scratch: &mut Scratch, reward: &mut [f32]) {
        loop {
            if self.round.to_act().is_none() {
                self.finish(plan, scratch, reward);
                if self.over != Over::No {
                    return;
                }
                continue;
            }
            if !plan.skip_forced {
                return;
            }
            self.round
                .list_actions(Listing::Distinct, &mut scratch.actions);
            match scratch.actions[..] {
                [action] if self.play(action).is_ok() => {}
                _ => return,
            }
        }
    }

    #[cold]
    fn finish(&mut self, plan: &Plan, scratch: &mut Scratch, reward: &mut [f32]) {
        self.rounds += 1;
        let Some(outcome) = self.round.outcome() else {
            return;
        };
        let rules = plan.rules;
        if plan.reward == Reward::Points {
            add_points(&self.round, &outcome.awards, &rules, reward);
        }
        if plan.episode == Episode::Round {
            if plan.reward == Reward::Result {
                add_result(outcome.side(&rules), &rules, reward);
            }
            self.over = Over::Terminated;
            return;
        }
        self.game.finish(&self.round);
        if let Some(result) = self.game.result() {
            if plan.reward == Reward::Result {
                add_result(Some(result.winner), &rules, reward);
            }
            self.over = Over::Terminated;
        } else if self.rounds >= plan.max_rounds {
            self.over = Over::Truncated;
        } else {
            self.deal(scratch);
        }
    }

    /// Prefetches the memory of the next step.
    #[inline]
    pub fn fetch(&self) {
        fetch(self.round.board());
        fetch(self.round.hands());
        fetch(&self.memory);
        fetch(&self.over);
    }

    /// Writes the observation and mask of the seat to act, and returns that seat. After the end the mask has only the
    /// pass, which changes nothing, and the seat is 0.
    #[inline]
    pub fn show(
        &self,
        plan: &Plan,
        scratch: &mut Scratch,
        observation: &mut [u8],
        mask: &mut [u8],
    ) -> Seat {
        let seat = self.round.to_act().unwrap_or_default();
        let hand = self.round.hands()[seat];
        plan.encoding
            .observe(self.round.board(), seat, hand, &self.memory, observation);
        mask.fill(0);
        if self.over != Over::No {
            mask[plan.encoding.pass()] = 1;
            return seat;
        }
        self.round
            .list_actions(Listing::Distinct, &mut scratch.actions);
        for action in &scratch.actions {
            if let Some(code) = plan.encoding.code(*action) {
                mask[code] = 1;
            }
        }
        seat
    }
}

/// The match after its draw for set, its first round, and the numbers of deals and draws.
fn first(game: &Match, seed: &Seed) -> Option<((Match, Round), u32, u32)> {
    let mut game = game.clone();
    let mut turned_up = 0;
    while game.needs_draw_for_set() && turned_up < TRIES {
        game.draw_for_set(&seed.turn_up(&game, turned_up));
        turned_up += 1;
    }
    (0..TRIES).find_map(|number| {
        let round = game.open(&seed.deal(game.rules(), number)).ok()?;
        Some(((game.clone(), round), number + 1, turned_up))
    })
}

fn add_result(winner: Option<Side>, rules: &Rules, reward: &mut [f32]) {
    let Some(winner) = winner else {
        return;
    };
    let others = f32::from(rules.n_sides() - 1);
    for (seat, reward) in Seat::all(rules.n_seats()).zip(reward) {
        *reward += match rules.side(seat) == winner {
            true => 1.0,
            false => -1.0 / others,
        };
    }
}

fn add_points(round: &Round, at_end: &[Award], rules: &Rules, reward: &mut [f32]) {
    let made = |side: Side| {
        let own = at_end.iter().filter(|award| award.side == side);
        let end: i32 = own.map(Award::signed).sum();
        (i32::from(round.board().points()[side]) + end) as f32
    };
    let n = rules.n_sides();
    let total: f32 = Side::all(n).map(made).sum();
    // In a game of penalties, fewer points are better.
    let sign = match rules.score {
        Score::Penalties => -1.0,
        Score::Games | Score::Pips => 1.0,
    };
    for (seat, reward) in Seat::all(rules.n_seats()).zip(reward) {
        let own = made(rules.side(seat));
        *reward += sign * (own - (total - own) / f32::from(n - 1));
    }
}
