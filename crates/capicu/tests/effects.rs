//! Options without effect really have none.
#![cfg(feature = "exhaustive")]

use std::collections::BTreeSet;

use capicu::fair::Seed;
use capicu::rules::{Choices, Effect, OptionKind};
use capicu::{Fact, Game, Rules, Table, Waiting};

/// Plays a random match from a seed under any rules that allow it, and prints it.
fn story(rules: Rules, seed: u64) -> String {
    let dealer = Seed::from_number(seed);
    let mut table = Table::new(rules);
    let (mut chance, mut rounds, mut told) = (seed, 0, String::new());
    while rounds < 3 {
        let fact = match table.waiting() {
            Waiting::Nothing => break,
            Waiting::TurnUp => Fact::TurnedUp(dealer.turn_up(table.game(), table.n_turned_up())),
            Waiting::Deal => {
                rounds += 1;
                Fact::Dealt(Box::new(dealer.deal(&rules, table.n_deals())))
            }
            Waiting::Act(_) => {
                let actions = table.round().unwrap().legal_actions();
                chance = chance
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                Fact::Acted(actions[(chance >> 33) as usize % actions.len()])
            }
        };
        told += &format!("{fact:?}: {:?}\n", table.apply(&fact).unwrap());
    }
    told
}

fn values(kind: OptionKind) -> Vec<String> {
    match kind {
        OptionKind::Word(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        OptionKind::Number { min, max } => [min, 1, 5, 25]
            .map(|n| n.clamp(min, max).to_string())
            .into(),
        OptionKind::Tiles => vec![String::new()],
    }
}

/// A game, a number of players, and options to change.
type Mix = (&'static str, u8, &'static [(&'static str, &'static str)]);

/// Games with combinations of options that no preset has.
const MIXES: &[Mix] = &[
    ("block", 3, &[("next-opener", "winner"), ("love", "off")]),
    (
        "block",
        4,
        &[("score", "games"), ("spinner", "every"), ("cross", "first")],
    ),
    (
        "cien",
        4,
        &[("capicu-pays", "doubles"), ("next-opener", "rotate")],
    ),
    (
        "french",
        4,
        &[("block-penalties", "void"), ("next-opener", "same-test")],
    ),
    (
        "jamaican-partner",
        4,
        &[("stakes", "two"), ("block-tie", "seat-order")],
    ),
    ("draw", 2, &[("reserve", "14"), ("lead", "double")]),
];

#[test]
fn option_without_effect_changes_no_match() {
    let presets = Game::ALL.iter().flat_map(|game| {
        let players = game.players.iter();
        players.map(move |&players| (game.id, players, &[][..]))
    });
    let mut compared = 0;
    for (id, players, changes) in presets.chain(MIXES.iter().copied()) {
        let mut choices = Game::by_id(id).unwrap().choices(players).unwrap();
        for (option, value) in changes {
            choices.set(option, value).unwrap();
        }
        let rules = Rules::new(choices).unwrap();
        let effects = choices.effects();
        let seeds = 0..4;
        let stories: Vec<String> = seeds.clone().map(|seed| story(rules, seed)).collect();
        let none = |name: &str| effects.get(name) == Some(Effect::None);
        for option in Choices::OPTIONS.iter().filter(|option| none(option.name)) {
            for value in values(option.kind) {
                let mut other = choices;
                other.set(option.name, &value).unwrap();
                let Ok(other) = Rules::new(other) else {
                    continue;
                };
                for seed in seeds.clone() {
                    let same = story(other, seed) == stories[seed as usize];
                    assert!(
                        same,
                        "{id} for {players} {changes:?}: {} = {value}",
                        option.name
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

/// Options that may be set although the game has nothing for them to change: no boneyard, no pips to round, no winner
/// who opens, no bonus. Every other useless option is a [`Clash`](capicu::rules::Clash).
const MAY_BE_IDLE: &[&str] = &[
    "blocked-opener",
    "bonus-below",
    "dead-chain",
    "later-double",
    "reserve",
    "rounding",
];

#[test]
fn option_that_could_add_nothing_is_refused() {
    let usual = |game: &Game, players| game.choices(players).unwrap();
    let games = || {
        Game::ALL
            .iter()
            .flat_map(|game| game.players.iter().map(move |n| (game, *n)))
    };
    let adds = |name: &str| {
        games().any(|(game, players)| usual(game, players).effects().get(name) == Some(Effect::Off))
    };
    let mut idle = BTreeSet::new();
    for option in Choices::OPTIONS.iter().filter(|option| adds(option.name)) {
        for (game, players) in games() {
            let choices = usual(game, players);
            for value in values(option.kind) {
                let Ok(set) = choices.with(option.name, &value) else {
                    continue;
                };
                let adds = |choices: &Choices| choices.effects().get(option.name);
                let changed = set.get(option.name) != choices.get(option.name);
                if changed && adds(&set) == Some(Effect::None) && Rules::new(set).is_ok() {
                    idle.insert(option.name);
                }
            }
        }
    }
    let expected: BTreeSet<&str> = MAY_BE_IDLE.iter().copied().collect();
    assert_eq!(idle, expected);
}
