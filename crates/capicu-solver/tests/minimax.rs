//! The solver compared with plain minimax on the engine, which plays every pass.
//!
//! `CAPICU_SOLVER_DEALS` and `CAPICU_SOLVER_LATE` set the numbers of small deals and of late positions of full deals;
//! the long run takes 20000 of each.

use std::collections::HashMap;

use crate::common::{Tables, below, random_round, random_rules, rng, times};
use capicu::{Action, Award, Board, BySeat, Deal, Ended, Game, Match, Round, Rules, Side, TileSet};
use capicu_solver::{Bits, NotSolved, Objective, Solver, ending};

/// Points of side 0 minus those of the other.
fn balance<'a>(awards: impl IntoIterator<Item = &'a Award>) -> i16 {
    let signed = |award: &Award| if award.side.index() == 0 { 1 } else { -1 } * award.points as i16;
    awards.into_iter().map(signed).sum()
}

fn won(round: &Round) -> i16 {
    let outcome = round.outcome().expect("the round is over");
    let rules = round.board().rules();
    let winner: Option<Side> = match outcome.ended {
        Ended::Target(side) => Some(side),
        _ => outcome.winner.map(|seat| rules.side(seat)),
    };
    winner.map_or(0, |side| if side.index() == 0 { 1 } else { -1 })
}

/// The value of the rest of a round for side 0. Equal positions share a value.
#[derive(Default)]
struct Minimax {
    known: HashMap<(Board, BySeat<TileSet>), i16>,
    visited: Vec<Round>,
}

impl Minimax {
    fn value(&mut self, round: &Round, objective: Objective) -> i16 {
        let board = round.board();
        let Some(seat) = round.to_act() else {
            return if objective == Objective::Result {
                won(round)
            } else {
                0
            };
        };
        let key = (board.clone(), *round.hands());
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        self.visited.push(round.clone());
        let maximizes = board.rules().side(seat).index() == 0;
        let values = round.legal_actions().into_iter().map(|action| {
            let (mut next, mut points) = (round.clone(), 0);
            let step = next.play(action).expect("listed actions are legal");
            if objective == Objective::Points {
                points = balance(&step.awards);
                points += next.outcome().map_or(0, |outcome| balance(&outcome.awards));
            }
            points + self.value(&next, objective)
        });
        let values: Vec<i16> = values.collect();
        let best = if maximizes {
            values.iter().max()
        } else {
            values.iter().min()
        };
        let best = *best.expect("a round in play has an action");
        self.known.insert(key, best);
        best
    }

    fn for_mover(&mut self, round: &Round, objective: Objective) -> i16 {
        let seat = round.to_act().expect("a round in play");
        let side = round.board().rules().side(seat).index();
        self.value(round, objective) * if side == 0 { 1 } else { -1 }
    }

    fn after(&mut self, round: &Round, action: Action, objective: Objective) -> i16 {
        let seat = round.to_act().expect("a round in play");
        let mut next = round.clone();
        let step = next.play(action).expect("listed actions are legal");
        let mut value = self.value(&next, objective);
        if objective == Objective::Points {
            value += balance(&step.awards);
            value += next.outcome().map_or(0, |outcome| balance(&outcome.awards));
        }
        value
            * if round.board().rules().side(seat).index() == 0 {
                1
            } else {
                -1
            }
    }
}

fn compare<B: Bits>(
    solver: &mut Solver<B>,
    minimax: &mut Minimax,
    round: &Round,
    objective: Objective,
) {
    let expected = minimax.for_mover(round, objective);
    let found = solver
        .value(round, objective)
        .expect("the rules have a compact form");
    assert_eq!(found, expected, "{objective:?} of {round:?}");
}

/// Compares every action's value, and checks that the best line makes the claimed value.
fn compare_all<B: Bits>(
    solver: &mut Solver<B>,
    minimax: &mut Minimax,
    round: &Round,
    objective: Objective,
) {
    let solution = solver
        .solve(round, objective)
        .expect("the rules have a compact form");
    assert_eq!(
        solution.value,
        minimax.for_mover(round, objective),
        "{round:?}"
    );
    let actions = round.distinct_actions();
    assert_eq!(solution.actions.len(), actions.len());
    for (action, value) in &solution.actions {
        let expected = minimax.after(round, *action, objective);
        assert_eq!(*value, expected, "{objective:?} of {action} in {round:?}");
    }
    let (mut end, mut points) = (round.clone(), 0);
    for action in &solution.best_line {
        points += balance(&end.play(*action).expect("the best line is legal").awards);
    }
    points += balance(&end.outcome().expect("the best line goes to the end").awards);
    let worth = if objective == Objective::Result {
        won(&end)
    } else {
        points
    };
    let seat = round.to_act().expect("a round in play");
    let sign = if round.board().rules().side(seat).index() == 0 {
        1
    } else {
        -1
    };
    assert_eq!(
        worth * sign,
        solution.value,
        "{:?} in {round:?}",
        solution.best_line
    );
}

#[test]
fn values_of_small_deals_agree_with_minimax() {
    let mut rng = rng(1);
    let (mut u32s, mut u64s, mut u128s) = (
        Solver::<u32>::new(),
        Solver::<u64>::new(),
        Solver::<u128>::new(),
    );
    for deal in 0..times("CAPICU_SOLVER_DEALS", 1000) {
        let (set, four, two) = [("double-three", 2, 4), ("double-four", 3, 5)][below(&mut rng, 2)];
        let hand = |players| if players == 4 { four } else { two };
        let rules = random_rules(&mut rng, Tables::TwoSided, Some(set), hand);
        let round = random_round(&mut rng, &rules);
        for objective in [Objective::Result, Objective::Points] {
            let mut minimax = Minimax::default();
            minimax.value(&round, objective);
            let visited = std::mem::take(&mut minimax.visited);
            for (i, position) in visited.iter().enumerate() {
                match deal % 20 {
                    1 => compare(&mut u64s, &mut minimax, position, objective),
                    2 => compare(&mut u128s, &mut minimax, position, objective),
                    _ => compare(&mut u32s, &mut minimax, position, objective),
                }
                if i % 50 == 0 {
                    compare_all(&mut u32s, &mut minimax, position, objective);
                }
            }
        }
    }
}

#[test]
fn values_of_late_positions_agree_with_minimax() {
    let mut rng = rng(2);
    let mut solver = Solver::<u32>::new();
    let mut compared = 0;
    while compared < times("CAPICU_SOLVER_LATE", 1000) {
        let rules = random_rules(&mut rng, Tables::TwoSided, None, |_| 7);
        let mut round = random_round(&mut rng, &rules);
        let left = 6 + below(&mut rng, 6);
        while let Some(actions) = Some(round.distinct_actions()).filter(|a| !a.is_empty()) {
            let in_hands: usize = round.hands().iter().map(|hand| hand.len()).sum();
            if in_hands <= left {
                for objective in [Objective::Result, Objective::Points] {
                    compare_all(&mut solver, &mut Minimax::default(), &round, objective);
                }
                compared += 1;
                break;
            }
            round.play(actions[below(&mut rng, actions.len())]).unwrap();
        }
    }
}

#[test]
fn values_of_other_games_endings_agree_with_minimax() {
    let games = [
        ("all-fives", 2),
        ("fives-and-threes", 2),
        ("club", 2),
        ("draw", 2),
        ("draw", 4),
        ("cross", 2),
        ("cross", 4),
        ("double-nine-cross", 4),
    ];
    let mut rng = rng(8);
    for n in 0..times("CAPICU_SOLVER_ENDINGS", 160) {
        let (id, players) = games[n as usize % games.len()];
        let mut choices = Game::by_id(id).unwrap().choices(players).unwrap();
        if players == 4 {
            choices.set("teams", "pairs").unwrap();
        }
        let rules = Rules::new(choices).unwrap();
        let mut round = random_round(&mut rng, &rules);
        let left = 4 + below(&mut rng, 3);
        loop {
            let actions = round.distinct_actions();
            if actions.is_empty() {
                break;
            }
            let loose: usize = round.hands().iter().map(|hand| hand.len()).sum();
            if loose + round.boneyard().len() / 2 <= left {
                for objective in [Objective::Result, Objective::Points] {
                    let mut minimax = Minimax::default();
                    let found = ending(&round, objective, 10_000_000).unwrap();
                    assert_eq!(found.value(), Some(minimax.for_mover(&round, objective)));
                    for (action, value) in found.actions {
                        assert_eq!(value, Some(minimax.after(&round, action, objective)));
                    }
                }
                break;
            }
            round.play(actions[below(&mut rng, actions.len())]).unwrap();
        }
    }
}

#[test]
fn ending_reports_a_used_up_budget() {
    let rules = Game::by_id("all-fives").unwrap().rules(2).unwrap();
    let deal = Deal::shuffled(&rules, &mut rng(9));
    let round = Match::new(rules).open(&deal).unwrap();
    let found = ending(&round, Objective::Points, 1_000).unwrap();
    assert_eq!((found.value(), found.nodes), (None, 1_000));
    assert!(!found.actions.is_empty());
}

#[test]
fn rounds_without_a_value_are_refused() {
    let rules = Game::by_id("french").unwrap().rules(4).unwrap();
    let round = random_round(&mut rng(10), &rules);
    let mut solver = Solver::<u32>::new();
    assert_eq!(
        solver.value(&round, Objective::Result),
        Err(NotSolved::Sides(4))
    );
    let ended = ending(&round, Objective::Result, 1_000);
    assert_eq!(ended, Err(NotSolved::Sides(4)));
    let rules = Game::by_id("block").unwrap().rules(2).unwrap();
    let mut round = random_round(&mut rng(11), &rules);
    while let Some(action) = round.distinct_actions().first() {
        round.play(*action).unwrap();
    }
    assert_eq!(
        solver.value(&round, Objective::Result),
        Err(NotSolved::Over)
    );
}
