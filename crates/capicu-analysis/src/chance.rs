//! The chance to win the match with all hands known, if all players continue by the model.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use capicu::fair::Seed;
use capicu::{Action, BySide, Match, Round, Table, Waiting};
use capicu_ai::{Equity, Memory, Model};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::compare::after;
use crate::played::{Happened, Open, Played, PlayedRound};
use crate::units::{WHOLE, chances, complete, mixed, rounded};

/// The approximate number of nodes per playout.
const PLAYOUT: u64 = 64;

/// The fewest playouts, for any number of nodes.
const FEWEST: u64 = 8;

/// The factor for playouts before the deal, each with its own deal.
const BEFORE: u64 = 4;

/// The most deals in a row that the rules may void.
const DEALS: usize = 200;

/// The sides' chances during one round, in millionths.
#[derive(Clone, Debug)]
pub struct RoundChances {
    /// Before the tiles are dealt.
    pub before: BySide<i64>,
    pub begun: BySide<i64>,
    pub begun_error: i64,
    /// After each step; for draws also before the tile is known.
    pub steps: Vec<At>,
}

#[derive(Clone, Copy, Debug)]
pub struct At {
    /// After the choice to draw, before the tile is known.
    pub unseen: Option<BySide<i64>>,
    pub then: BySide<i64>,
    /// The largest standard error of `then` among the sides. It covers only the playouts from the real hands.
    pub error: i64,
}

struct Playing<'a> {
    game: &'a Match,
    equity: Arc<Equity>,
    model: Model,
    playouts: u64,
    seed: u64,
    stop: &'a AtomicBool,
}

/// The chances during a round with all tiles known; `None` otherwise. If `stop` is raised, discard the result.
pub fn of_round(
    played: &Played,
    number: usize,
    nodes: u64,
    stop: &AtomicBool,
) -> Option<RoundChances> {
    let round = &played.rounds[number];
    let begun = round.begun.as_ref()?;
    let playouts = (nodes / PLAYOUT).max(FEWEST);
    let mut player = Playing {
        game: &round.game,
        equity: Equity::of(&played.rules),
        model: Model::default(),
        playouts,
        seed: seed(round, begun),
        stop,
    };
    let first = player.at(begun, None);
    let (mut now, mut error) = (first.mean, first.error);
    let mut last = begun;
    let mut steps = Vec::new();
    for step in &round.steps {
        let unseen = match step.what {
            Happened::Drawn(Some(_)) => Some(player.at(last, Some(Action::Draw)).mean),
            Happened::Drawn(None) => Some(now),
            _ => None,
        };
        (now, error) = match (&step.then, step.what) {
            // A forced move is part of the last playouts already.
            (Some(_), Happened::Forced) => (now, error),
            (Some(then), _) => {
                let found = player.at(then, None);
                (found.mean, found.error)
            }
            (None, _) => match &round.after {
                Some(game) => (chances(&player.equity, game), 0),
                None => (now, error),
            },
        };
        last = step.then.as_ref().unwrap_or(last);
        steps.push(At {
            unseen,
            then: now,
            error,
        });
    }
    // Calls after the last tile may still change the score.
    if let (Some(game), Some(last)) = (&round.after, steps.last_mut()) {
        (last.then, last.error) = (chances(&player.equity, game), 0);
    }
    Some(RoundChances {
        before: before(round.before.as_ref()?, playouts, number as u64, stop)?,
        begun: first.mean,
        begun_error: first.error,
        steps,
    })
}

struct Found {
    mean: BySide<i64>,
    /// The largest standard error of the mean among the sides.
    error: i64,
}

/// A seed for the playouts of a round. It depends on the deal, so that the errors of rounds are independent.
fn seed(round: &PlayedRound, begun: &Open) -> u64 {
    let hands = begun.hands.iter().flat_map(|hand| {
        let tiles = hand.into_iter().map(|tile| u64::from(tile.index()));
        tiles.chain([u64::MAX])
    });
    let parts: Vec<u64> = hands.chain([round.number as u64]).collect();
    mixed(&parts)
}

impl Playing<'_> {
    /// The mean over the playouts. The whole round uses the same random numbers.
    fn at(&mut self, open: &Open, first: Option<Action>) -> Found {
        let memory = Memory::of(&open.view);
        let mut sums = BySide::new(self.game.rules().n_sides());
        let mut squares: BySide<i128> = BySide::new(self.game.rules().n_sides());
        for number in 0..self.playouts {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let number = mixed(&[self.seed, number]);
            let mut boneyard = open.boneyard.clone();
            let rng = &mut ChaCha8Rng::seed_from_u64(number);
            for at in (1..boneyard.len()).rev() {
                // The bias is below one in 2^32.
                boneyard.swap(
                    at,
                    ((rng.next_u32() as u64 * (at as u64 + 1)) >> 32) as usize,
                );
            }
            let Ok(mut round) = Round::from_view(&open.view, open.hands, &boneyard) else {
                continue;
            };
            self.model.finish(&mut round, memory.clone(), first, number);
            let worth = after(&self.equity, self.game, &round);
            add(&mut sums, &worth);
            for (side, chance) in worth.entries() {
                squares[side] += i128::from(*chance).pow(2);
            }
        }
        let errors = sums.entries();
        let errors = errors.map(|(side, sum)| error(*sum, squares[side], self.playouts));
        Found {
            error: errors.max().unwrap_or(0),
            mean: mean(&sums, self.playouts),
        }
    }
}

/// The standard error of a mean of `n` numbers, rounded up, from their sum and the sum of their squares.
fn error(sum: i64, squares: i128, n: u64) -> i64 {
    let (sum, n) = (i128::from(sum), i128::from(n));
    let spread = (n * squares - sum * sum).max(0);
    let variance = spread / (n * n * (n - 1)).max(1);
    let root = variance.isqrt();
    (root + i128::from(root * root < variance)) as i64
}

/// The chances before tiles are turned up or dealt; `None` once `stop` is raised.
fn before(table: &Table, playouts: u64, number: u64, stop: &AtomicBool) -> Option<BySide<i64>> {
    let rules = table.game().rules();
    let equity = Equity::of(rules);
    let mut model = Model::default();
    let mut sums = BySide::new(rules.n_sides());
    let playouts = BEFORE * playouts;
    for playout in 0..playouts {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let lot = mixed(&[0xdea1, number, playout]);
        let seed = Seed::from_number(lot);
        let mut table = table.clone();
        for _ in 0..DEALS {
            let Some(fact) = seed.next(&table) else {
                break;
            };
            table.apply(&fact).ok()?;
        }
        if !matches!(table.waiting(), Waiting::Act(_)) {
            return None;
        }
        let mut round = table.round()?.clone();
        let memory = Memory::new(rules.n_seats());
        model.finish(&mut round, memory, None, lot);
        add(&mut sums, &after(&equity, table.game(), &round));
    }
    Some(mean(&sums, playouts))
}

fn add(sums: &mut BySide<i64>, chances: &BySide<i64>) {
    for (side, chance) in chances.entries() {
        sums[side] += chance;
    }
}

/// With two sides, the second gets the complement of the first.
fn mean(sums: &BySide<i64>, n: u64) -> BySide<i64> {
    let mut mean = sums.map(|sum| rounded(sum, n as i64));
    if sums.len() == 2 {
        let first = mean.as_slice()[0];
        complete(&mut mean, first, WHOLE);
    }
    mean
}

#[cfg(test)]
mod tests {
    use capicu::{Event, Fact, Game, Rules, Seat, TableView};
    use capicu_ai::{Bot, Counter, Random};

    use super::*;
    use crate::compare::NEVER;
    use crate::units::WHOLE;

    fn rules(id: &str, players: u8) -> Rules {
        Game::by_id(id)
            .and_then(|game| game.rules(players))
            .expect("a game")
    }

    /// By hand: the mean of 0, 0, 1 and 1 millions is one half. Its error is the root of a third of a quarter: 288,675.
    #[test]
    fn error_of_a_chance_is_that_of_a_mean() {
        assert_eq!(error(2_000_000, 2_000_000_000_000, 4), 288_676);
        assert_eq!(error(4_000_000, 4_000_000_000_000, 4), 0);
    }

    /// The number of rounds; `CAPICU_ROUNDS=100000` sets another one.
    fn rounds(usually: u32) -> u32 {
        let asked = std::env::var("CAPICU_ROUNDS").ok();
        asked.and_then(|n| n.parse().ok()).unwrap_or(usually)
    }

    /// The mean and its standard error.
    fn mean_of(all: &[f64]) -> (f64, f64) {
        let n = all.len() as f64;
        let mean = all.iter().sum::<f64>() / n;
        let squares: f64 = all.iter().map(|one| (one - mean).powi(2)).sum();
        (mean, (squares / (n * (n - 1.0))).sqrt())
    }

    /// Lets a bot play until this number of rounds has ended.
    fn facts(rules: Rules, seed: u64, n: u32, bot: &mut dyn Bot) -> Vec<Fact> {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let seed = Seed::from_number(seed);
        let mut table = Table::new(rules);
        let seats = Seat::all(rules.n_seats());
        let mut views: Vec<_> = seats.map(|seat| TableView::new(rules, seat)).collect();
        let (mut facts, mut over) = (Vec::new(), 0);
        while over < n {
            let fact = match table.waiting() {
                Waiting::Act(seat) => {
                    let view = views[seat.index()].round().expect("a round");
                    Fact::Acted(bot.choose(view, rng).expect("its turn"))
                }
                _ => match seed.next(&table) {
                    Some(fact) => fact,
                    None => break,
                },
            };
            for event in table.apply(&fact).expect("it can happen") {
                over += u32::from(matches!(event, Event::RoundOver(_)));
                for view in &mut views {
                    view.observe(&event.visible_to(view.viewer()));
                }
            }
            facts.push(fact);
        }
        facts
    }

    /// On average, deals change no chances, even for a side that leads. The chance after the deal, from eight playouts,
    /// averages to the chance before it.
    #[test]
    fn deals_change_nothing_on_average() {
        let rules = rules("jamaican-partner", 4);
        let mut table = Table::new(rules);
        for fact in facts(rules, 1, 1, &mut Counter) {
            table.apply(&fact).expect("it was played");
        }
        let leader = table.game().next_side().expect("the last winner leads");
        let before_playouts = 5_000;
        let due = before(&table, before_playouts, 1, &NEVER).expect("a deal")[leader];
        assert!(
            due > WHOLE / 2,
            "the leading side has the better chance: {due}"
        );
        let mut found = Vec::new();
        for number in 0..rounds(6_000) {
            let mut table = table.clone();
            let fact = Seed::from_number(1_000 + u64::from(number))
                .next(&table)
                .expect("a deal");
            table.apply(&fact).expect("it can happen");
            let Some(round) = table.round().filter(|round| round.to_act().is_some()) else {
                continue;
            };
            let open = Open {
                view: round.view_from_here(round.to_act().expect("it begins")),
                hands: *round.hands(),
                boneyard: round.boneyard().collect(),
            };
            let mut player = Playing {
                game: table.game(),
                equity: Equity::of(&rules),
                model: Model::default(),
                playouts: FEWEST,
                seed: mixed(&[number.into()]),
                stop: &NEVER,
            };
            found.push(player.at(&open, None).mean[leader] as f64);
        }
        let (mean, error) = mean_of(&found);
        // One playout varies at least as much as the mean of eight.
        let spread = error * (found.len() as f64).sqrt() * (FEWEST as f64).sqrt();
        let error = error.hypot(spread / (BEFORE as f64 * before_playouts as f64).sqrt());
        println!("deals: {mean:.0} for {due}, standard error {error:.0}");
        assert!(
            (mean - due as f64).abs() < 3.0 * error,
            "{mean} {due} {error}"
        );
    }

    /// On average, drawn tiles change no chances of the side that draws.
    #[test]
    fn draws_change_nothing_on_average() {
        let rules = rules("draw", 2);
        let mut found = Vec::new();
        for number in 0..rounds(4_000) {
            let facts = facts(rules, number.into(), 1, &mut Random);
            let played = Played::of_facts(rules, &facts).expect("it was played");
            let Some(chances) = of_round(&played, 0, 0, &NEVER) else {
                continue;
            };
            let drawn = chances.steps.iter().zip(&played.rounds[0].steps);
            let brought: i64 = drawn
                .filter_map(|(at, step)| {
                    let seat = step.then.as_ref()?.view.seat();
                    let side = rules.side(seat);
                    Some(at.then[side] - at.unseen?[side])
                })
                .sum();
            found.push(brought as f64);
        }
        let (mean, error) = mean_of(&found);
        println!("draws: {mean:.0}, standard error {error:.0}");
        assert!(error > 0.0 && mean.abs() < 3.0 * error, "{mean} {error}");
    }
}
