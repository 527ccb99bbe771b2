//! Match equity: stored tables, computed tables, and the results of real matches.

use capicu::fair::Seed;
use capicu::{BySide, Fact, Game, Rules, Side, Standing, Table, Waiting};
use capicu_ai::{BotKind, Equity};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

fn rules(id: &str, players: u8) -> Rules {
    Game::by_id(id).unwrap().rules(players).unwrap()
}

/// Scores that a match can have, with the last sides at 0.
fn standings(rules: &Rules) -> Vec<Standing> {
    let target = rules.target.get();
    let lines = [0, target / 4, target / 2, target - 1];
    let mut all = Vec::new();
    for ours in lines {
        for theirs in lines {
            let mut scores = BySide::new(rules.n_sides());
            for (side, score) in Side::all(2).zip([ours, theirs]) {
                scores[side] = score;
            }
            all.push(Standing {
                scores,
                round: 8,
                decided: 8,
                ..Standing::new(rules)
            });
        }
    }
    all
}

const REMEDY: &str = "cargo run --release -p capicu-ai --example equity";

#[test]
fn every_game_is_stored_and_its_chances_sum_to_one() {
    let mut file = Vec::new();
    for game in Game::ALL {
        for &players in game.players {
            let rules = rules(game.id, players);
            let equity = Equity::stored(&rules);
            let equity = equity.unwrap_or_else(|| panic!("{} {players}: {REMEDY}", game.id));
            for standing in standings(&rules) {
                for opener in [None, Side::new(0), Side::new(1)] {
                    let of = |side| equity.chance(&standing, opener, side);
                    let all: f64 = Side::all(rules.n_sides()).map(of).sum();
                    assert!((all - 1.0).abs() < 0.002, "{} {players}: {all}", game.id);
                }
            }
            equity.store(game.id, &mut file);
        }
    }
    // Writing the tables that were read gives the same file.
    assert!(file == include_bytes!("../src/equity/tables.bin"));
}

#[test]
fn better_score_is_worth_more() {
    for (id, players, better) in [
        ("doscientos", 4, 150),
        ("all-fives", 2, 70),
        ("club", 2, 40),
        ("block", 3, 70),
        ("french", 4, 10),
    ] {
        let rules = rules(id, players);
        let worse = if better > 20 { 10 } else { 70 };
        let scores = |side: Side| if side.index() == 0 { better } else { worse };
        let standing = Standing {
            scores: BySide::from_fn(rules.n_sides(), scores),
            round: 8,
            decided: 8,
            ..Standing::new(&rules)
        };
        let chance = |side| Equity::of(&rules).chance(&standing, None, Side::new(side).unwrap());
        assert!(
            chance(0) > 1.4 * chance(1),
            "{id}: {}, {}",
            chance(0),
            chance(1)
        );
    }
}

#[test]
fn stored_table_agrees_with_a_smaller_sample() {
    for (id, players) in [("jamaican-partner", 4), ("chiva", 2), ("draw", 2)] {
        let rules = rules(id, players);
        let again = Equity::compute(&rules, 200_000);
        for standing in standings(&rules) {
            for opener in [None, Side::new(0)] {
                let of = |equity: &Equity| equity.chance(&standing, opener, Side::default());
                let (stored, again) = (of(&Equity::of(&rules)), of(&again));
                // Wins in the smaller sample are too frequent by up to three in a hundred.
                assert!((stored - again).abs() < 0.04, "{id}: {stored} {again}");
            }
        }
    }
}

#[test]
fn house_rules_get_a_table() {
    let mut choices = rules("cien", 4).choices();
    choices.set("target", "500").unwrap();
    choices.set("capicu", "100").unwrap();
    let rules = Rules::new(choices).unwrap();
    let equity = Equity::compute(&rules, 50_000);
    let chances = standings(&rules).into_iter();
    let chances: Vec<f64> = chances
        .map(|s| equity.chance(&s, None, Side::default()))
        .collect();
    assert!((chances[0] - 0.5).abs() < 0.01);
    // Nearly at the target against nothing, and the reverse.
    assert!(chances[12] > 0.95 && chances[3] < 0.05, "{chances:?}");
}

/// Before a round, the table gives the chance of the side that wins in the end. Where it says three in four, the side
/// should win three of four matches.
#[test]
fn matches_are_won_as_often_as_the_table_predicts() {
    for (id, players, matches) in [
        ("doscientos", 4, 150),
        ("cut-throat", 4, 40),
        ("french", 4, 60),
    ] {
        let rules = rules(id, players);
        let equity = Equity::of(&rules);
        let (mut expected, mut variance, mut won) = (0.0, 0.0, 0.0);
        for number in 0..matches {
            // One standing per match, since those of a match depend on each other.
            let (winner, told) = one_match(rules, number, &equity);
            if let Some(chances) = told {
                for (side, chance) in chances.into_iter().enumerate() {
                    if chance > 1.2 / f64::from(rules.n_sides()) {
                        expected += chance;
                        variance += chance * (1.0 - chance);
                        won += if side == winner { 1.0 } else { 0.0 };
                    }
                }
            }
        }
        let off = (won - expected) / f64::sqrt(variance);
        assert!(
            variance > 2.0 && off.abs() < 3.5,
            "{id}: {won} of {expected}"
        );
    }
}

/// The winner of a match of counters, and the table's prediction before its third round.
fn one_match(rules: Rules, number: u64, equity: &Equity) -> (usize, Option<Vec<f64>>) {
    let seed = Seed::from_number(number);
    let rng = &mut ChaCha8Rng::seed_from_u64(number);
    let mut table = Table::new(rules);
    let mut told = None;
    loop {
        let fact = match table.waiting() {
            Waiting::Nothing => break,
            Waiting::TurnUp => Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up())),
            Waiting::Deal => {
                let game = table.game();
                if game.standing().round == 2 {
                    let chance = |side| equity.chance_in(game, side);
                    told = Some(Side::all(rules.n_sides()).map(chance).collect());
                }
                Fact::Dealt(seed.deal(&rules, table.n_deals()).into())
            }
            Waiting::Act(seat) => {
                let view = table.round().unwrap().view_from_here(seat);
                Fact::Acted(BotKind::Counter.bot().choose(&view, rng).unwrap())
            }
        };
        table.apply(&fact).unwrap();
    }
    (table.game().result().unwrap().winner.index(), told)
}
