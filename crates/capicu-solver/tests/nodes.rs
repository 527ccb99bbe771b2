//! The number of positions that the solver searches: 500 full deals of seed 42. The numbers do not depend on the
//! machine; the order of play was tuned on other deals.

use capicu::fair::Seed;
use capicu::{Game, Match, Rules};
use capicu_solver::{Objective, Solver};

const DEALS: u32 = 500;

/// Mean number of nodes for the value of a deal.
fn mean(id: &str, changes: &[(&str, &str)], objective: Objective) -> u64 {
    let mut choices = Game::by_id(id).unwrap().choices(4).unwrap();
    for (name, value) in changes {
        choices.set(name, value).unwrap();
    }
    let rules = Rules::new(choices).unwrap();
    let (table, seed) = (Match::new(rules), Seed::from_number(42));
    let mut solver = Solver::<u32>::new();
    for n in 0..DEALS {
        let round = table.open(&seed.deal(&rules, n)).unwrap();
        solver.value(&round, objective).unwrap();
    }
    solver.nodes() / u64::from(DEALS)
}

const FREE: (&str, &str) = ("opener", "first-seat");
const NO_PREMIUMS: [(&str, &str); 5] = [
    ("first-game", "0"),
    ("second-game", "0"),
    ("capicu", "0"),
    ("chuchazo", "0"),
    ("paso", "0"),
];

#[test]
fn winner_after_any_lead_takes_at_most_3000_nodes() {
    let nodes = mean("jamaican-partner", &[FREE], Objective::Result);
    assert!(nodes <= 3_000, "{nodes}");
}

#[test]
fn winner_after_the_double_six_takes_at_most_1300_nodes() {
    let nodes = mean("jamaican-partner", &[], Objective::Result);
    assert!(nodes <= 1_300, "{nodes}");
}

#[test]
fn points_after_any_lead_take_at_most_15000_nodes() {
    let changes: Vec<_> = NO_PREMIUMS.into_iter().chain([FREE]).collect();
    let nodes = mean("doscientos", &changes, Objective::Points);
    assert!(nodes <= 15_000, "{nodes}");
}
