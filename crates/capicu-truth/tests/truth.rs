//! The solver and its measures compared with known results and a slower method.

use std::collections::HashMap;

use capicu::{Action, Match, Seat, View};
use capicu_ai::{Aim, Belief, BotKind, Budget, Reader};
use capicu_truth::{NotSmall, SmallGame, Strategy, double_three, double_two, solve};

#[track_caller]
fn near(found: f64, expected: f64, by: f64) {
    assert!(
        (found - expected).abs() <= by,
        "{found} instead of {expected}"
    );
}

/// C(10,4) · C(6,4) deals. Another program found the figures of the solution, of random play and of the value to the
/// leader before.
#[test]
fn reduced_game_has_the_known_figures() {
    let game = SmallGame::new(&double_three()).expect("small");
    assert_eq!(game.n_deals(), 210 * 15);
    let passes = |situation: &usize| game.view(*situation).check(Action::Pass).is_ok();
    let passes = (0..game.n_situations()).filter(passes).count();
    assert_eq!(game.n_situations() - passes, 173_098);
    let random = Strategy::uniform(&game);
    near(random.exploitability(&game), 0.513, 0.001);
    let solution = solve(&game, 60);
    assert!(solution.exploitability(&game) < 0.002);
    near(solution.value(&game, &solution), 0.50, 0.005);
    near(random.loss(&game, &solution), 0.387, 0.001);
    let heavy = Strategy::of_bot(&game, || BotKind::Heavy.bot(), 1, 1);
    assert!(heavy.exploitability(&game) > 0.5);
    assert!(heavy.loss(&game, &solution) < random.loss(&game, &solution));
}

/// With one tile each, the first to lead goes out at once.
#[test]
fn game_of_one_tile_is_won_by_the_leader() {
    let mut choices = double_two().choices();
    choices.set("hand", "1").expect("an option");
    let rules = capicu::Rules::new(choices).expect("rules");
    let game = SmallGame::new(&rules).expect("small");
    assert_eq!(game.n_deals(), 6 * 5);
    let random = Strategy::uniform(&game);
    near(random.value(&game, &random), 1.0, 0.0);
    near(random.exploitability(&game), 0.0, 0.0);
}

/// Computes best answers a second time, without layers or stored sums: in every situation, from the values of its
/// nodes.
#[test]
fn best_answers_agree_with_a_slow_search() {
    let game = SmallGame::new(&double_two()).expect("small");
    for strategy in [
        Strategy::uniform(&game),
        Strategy::of_bot(&game, || BotKind::Counter.bot(), 1, 1),
        solve(&game, 5),
    ] {
        for seat in [0, 1] {
            let slow = Slow::new(&game, &strategy, seat).value();
            near(strategy.best_answer(&game, seat), slow, 1e-12);
        }
    }
}

/// The values of actions in the first situations agree with the rounds after them. Against the solution, no action that
/// it uses is worth less than another.
#[test]
fn values_of_actions_agree_with_their_rounds() {
    let game = SmallGame::new(&double_two()).expect("small");
    let first = |situation: &usize| game.view(*situation).moves().is_empty();
    let first: Vec<usize> = (0..game.n_situations()).filter(first).collect();
    let uniform = Strategy::uniform(&game);
    let worths = uniform.worths(&game);
    let mean = |situation: &usize| {
        let of = &worths[*situation];
        of.iter().sum::<f64>() / of.len() as f64
    };
    let all: f64 = first.iter().map(mean).sum::<f64>() / first.len() as f64;
    near(all, uniform.value(&game, &uniform), 1e-12);
    let solution = solve(&game, 2_000);
    let worths = solution.worths(&game);
    for situation in first {
        let of = &worths[situation];
        let best = of.iter().copied().fold(f64::MIN, f64::max);
        for (odds, worth) in solution.odds(&game, situation).iter().zip(of) {
            assert!(*odds < 0.05 || best - worth < 0.02, "{odds} {worth} {best}");
        }
    }
}

/// Tries single changes of both seats, none of which may gain against the solution.
#[test]
fn no_single_change_gains_against_the_solution() {
    let game = SmallGame::new(&double_two()).expect("small");
    let solution = solve(&game, 500);
    assert!(solution.exploitability(&game) < 1e-3);
    let value = solution.value(&game, &solution);
    for other in [
        Strategy::uniform(&game),
        Strategy::of_bot(&game, || BotKind::Heavy.bot(), 1, 1),
        Strategy::of_bot(&game, || BotKind::Counter.bot(), 1, 1),
    ] {
        assert!(other.value(&game, &solution) <= value + 2e-3);
        assert!(solution.value(&game, &other) >= value - 2e-3);
    }
}

/// With two tiles each, the reader solves the round from the first tile, and its best opponent gains next to nothing.
#[test]
fn reader_solves_small_endings() {
    let game = SmallGame::new(&double_two()).expect("small");
    let reader = |belief| {
        let reader = Reader::new(Budget::Nodes(20_000), belief).aiming(Aim::Round);
        Strategy::of_reader(&game, reader, 1, 1)
    };
    let solution = solve(&game, 500);
    let solves = reader(Belief::Play);
    near(solves.exploitability(&game), 0.0, 0.01);
    near(solves.loss(&game, &solution), 0.0, 0.005);
    // Without evidence from play it does not solve them.
    let guesses = reader(Belief::Facts).exploitability(&game);
    assert!(guesses > 0.01, "{guesses}");
}

#[test]
fn situation_is_everything_its_player_knows() {
    let game = SmallGame::new(&double_two()).expect("small");
    for situation in 0..game.n_situations() {
        let view = game.view(situation);
        assert!(view.is_my_turn());
        assert_eq!(view.distinct_actions().len(), game.n_actions(situation));
        assert!(game.views(situation).all(|other| other == view));
    }
    // Different situations have different views.
    let all: Vec<View> = (0..game.n_situations()).map(|s| game.view(s)).collect();
    for (i, view) in all.iter().enumerate() {
        assert!(all[..i].iter().all(|other| other != view));
    }
}

#[test]
fn games_that_are_not_small_are_refused() {
    let rules = |id: &str, n| {
        let game = capicu::Game::by_id(id).expect("a game");
        game.rules(n).expect("players")
    };
    let refused = |id, n| SmallGame::new(&rules(id, n)).err();
    assert_eq!(refused("jamaican-partner", 4), Some(NotSmall::Players(4)));
    assert_eq!(refused("draw", 2), Some(NotSmall::Drawn));
    assert_eq!(refused("block", 2), Some(NotSmall::TooMany));
}

/// A second, slow search for the best answer, on rounds of the engine.
struct Slow<'a> {
    game: &'a SmallGame,
    strategy: &'a Strategy,
    seat: u8,
    situations: HashMap<String, usize>,
}

#[derive(Clone)]
struct Line {
    round: capicu::Round,
    views: Vec<View>,
    likely: f64,
}

impl<'a> Slow<'a> {
    fn new(game: &'a SmallGame, strategy: &'a Strategy, seat: u8) -> Self {
        let name = |s| (format!("{:?}", game.view(s)), s);
        Self {
            game,
            strategy,
            seat,
            situations: (0..game.n_situations()).map(name).collect(),
        }
    }

    fn value(&self) -> f64 {
        let rules = double_two();
        let tiles: Vec<_> = rules.tiles().into_iter().collect();
        let mut lines = Vec::new();
        for bits in 0..3_u32.pow(6) {
            let place = |i: usize| bits / 3_u32.pow(i as u32) % 3;
            let held = |who| {
                let tiles = tiles.iter().enumerate();
                let held = tiles.filter(move |(i, _)| place(*i) == who);
                held.map(|(_, tile)| *tile).collect::<capicu::TileSet>()
            };
            if held(0).len() != 2 || held(1).len() != 2 {
                continue;
            }
            let hands = capicu::BySeat::from_slice(&[held(0), held(1)]).expect("two");
            let boneyard = held(2).into_iter().collect();
            let deal = capicu::Deal::new(&rules, hands, boneyard, 0).expect("a deal");
            let round = Match::new(rules).open(&deal).expect("an opening");
            let views = Seat::all(2)
                .map(|seat| round.view_from_here(seat))
                .collect();
            lines.push(Line {
                round,
                views,
                likely: 1.0 / 90.0,
            });
        }
        assert_eq!(lines.len(), 90);
        // At the start, a seat distinguishes deals by its own hand.
        self.best(lines)
    }

    /// The value of these lines for the answering seat, which may not distinguish them.
    fn best(&self, lines: Vec<Line>) -> f64 {
        let mut sum = 0.0;
        let mut groups: HashMap<String, Vec<Line>> = HashMap::new();
        for line in lines {
            match line.round.to_act() {
                None => {
                    let winner = line.round.outcome().and_then(|outcome| outcome.winner);
                    sum += line.likely
                        * match winner {
                            None => 0.0,
                            Some(seat) if seat.index() == usize::from(self.seat) => 1.0,
                            Some(_) => -1.0,
                        };
                }
                Some(_) => {
                    let name = format!("{:?}", line.views[usize::from(self.seat)]);
                    groups.entry(name).or_default().push(line);
                }
            }
        }
        for (_, lines) in groups {
            let to_act = lines[0].round.to_act().expect("in play");
            if to_act.index() == usize::from(self.seat) {
                let actions = lines[0].round.distinct_actions();
                let after = |action| lines.iter().map(|line| line.after(action, 1.0)).collect();
                let worth = actions.iter().map(|action| self.best(after(*action)));
                sum += worth.fold(f64::MIN, f64::max);
            } else {
                let mut after = Vec::new();
                for line in &lines {
                    let view = &line.views[to_act.index()];
                    let situation = self.situations[&format!("{view:?}")];
                    let odds = self.strategy.odds(self.game, situation);
                    for (action, p) in line.round.distinct_actions().iter().zip(odds) {
                        after.push(line.after(*action, *p));
                    }
                }
                sum += self.best(after);
            }
        }
        sum
    }
}

impl Line {
    fn after(&self, action: Action, likely: f64) -> Self {
        let mut after = self.clone();
        after.likely *= likely;
        let step = after.round.play(action).expect("legal");
        for view in &mut after.views {
            view.observe(&step.mv.visible_to(view.seat()), &step.awards);
        }
        after
    }
}
