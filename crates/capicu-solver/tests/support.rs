//! The page that tells which programs play by the options of house rules.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use capicu::rules::{Choices, OptionInfo, OptionKind};
use capicu::{Game, Rules, Standing};
use capicu_solver::{Compact, Deck};

/// Bonuses, which bots without a search ignore (a test of `capicu-ai`).
const BONUSES: [&str; 5] = [
    "double-out",
    "hanged-blank",
    "blocker-bonus",
    "first-paso",
    "bonus-below",
];

/// Prices of a round that is counted, which matter only to bots that play for the match.
const PRICES: [&str; 8] = [
    "round-price",
    "price-out",
    "price-double",
    "price-both-ends",
    "price-both-ends-double",
    "price-own-block",
    "price-lost-block",
    "block-fine",
];

/// Changes with which an option has an effect in some game.
const SETTINGS: [&[(&str, &str)]; 15] = [
    &[],
    &[("hand", "2")],
    &[("score", "pips"), ("love", "off"), ("key-tile", "off")],
    &[
        ("score", "games"),
        ("love", "off"),
        ("key-tile", "off"),
        ("stakes", "two"),
        ("doubles-score", "5"),
        ("round-price", "table"),
        ("price-double", "2"),
    ],
    &[("opener", "draw-for-set")],
    &[("opener", "round-double")],
    &[("score", "pips"), ("love", "off"), ("band", "10")],
    &[("score", "pips"), ("love", "off"), ("rounding", "sum")],
    &[("double-blank", "priced")],
    &[("paso", "10"), ("first-paso", "2"), ("capicu", "5")],
    &[("love", "off"), ("false-play", "10"), ("slow-play", "5")],
    &[("ends", "equal")],
    &[("ends", "multiples")],
    &[("hand", "5"), ("opener", "highest-double")],
    &[
        ("at-target", "player-out"),
        ("love", "off"),
        ("skunk", "off"),
    ],
];

fn is_of_the_world(option: &OptionInfo) -> bool {
    let sources = Choices::sources(option.name).expect("every option has sources");
    sources.split(", ").any(|source| {
        let number = source.strip_prefix('W');
        number.is_some_and(|number| number.parse::<u16>().is_ok())
    })
}

/// The values that differ from those of the plainest game; of a number, one.
fn values(option: &OptionInfo) -> Vec<String> {
    let plain = Game::by_id("jamaican-partner").and_then(|game| game.choices(4));
    let plain = plain.as_ref().and_then(|choices| choices.get(option.name));
    let plain = plain.map_or_else(String::new, |value| value.to_string());
    match option.kind {
        OptionKind::Word(words) => {
            let words = words.iter().filter(|word| **word != plain);
            words.map(|word| (*word).to_owned()).collect()
        }
        // Fewer players are left than play.
        OptionKind::Number { .. } if option.name == "players-left" => vec!["2".to_owned()],
        OptionKind::Number { min, max } => {
            let used = [6, 4, 20].into_iter().find(|n| (min..=max).contains(n));
            vec![used.unwrap_or(max).to_string()]
        }
        OptionKind::Tiles => Vec::new(),
    }
}

/// The programs with a compact form that play by a value, in some game in which it has an effect; `None` if it never
/// has one.
fn compact(option: &str, value: &str) -> Option<&'static str> {
    let mut found = None;
    for game in Game::ALL {
        for &players in game.players {
            for settings in SETTINGS {
                let mut choices = game.choices(players)?;
                let mut changes = vec![("draw", "never")];
                changes.extend(settings);
                changes.push((option, value));
                let mut changes = changes.into_iter();
                if !changes.all(|(option, value)| choices.set(option, value).is_ok()) {
                    continue;
                }
                let Ok(rules) = Rules::new(choices) else {
                    continue;
                };
                let effect = rules.effects().get(option);
                if !effect.is_some_and(|effect| effect.is_told()) {
                    continue;
                }
                match Compact::<u128>::new(&rules, &Standing::new(&rules)).map(Deck::new) {
                    Ok(Ok(_)) => return Some("yes"),
                    Ok(Err(_)) => found = Some("solver only"),
                    Err(_) => found = found.or(Some("refused")),
                }
            }
        }
    }
    found
}

/// Every option of the house rules has a row; `UPDATE_SCHEMA=1` writes the table.
#[test]
fn page_of_support_is_that_of_the_code() {
    let mut table = String::from("| Option | Solver and playouts | Bots |\n|---|---|---|\n");
    let mut missing = Vec::new();
    for option in Choices::OPTIONS.iter().filter(|one| is_of_the_world(one)) {
        let bots = match option.name {
            name if BONUSES.contains(&name) => "levels 6 to 8",
            name if PRICES.contains(&name) => "level 8",
            _ => "yes",
        };
        for value in values(option) {
            let Some(compact) = compact(option.name, &value) else {
                missing.push(format!("{}: {value}", option.name));
                continue;
            };
            writeln!(table, "| `{}: {value}` | {compact} | {bots} |", option.name).unwrap();
        }
    }
    assert!(missing.is_empty(), "no game with an effect: {missing:#?}");
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules/support.md");
    let page = fs::read_to_string(&path).unwrap();
    let (text, _) = page.split_once("| Option |").expect("a table");
    let current = format!("{text}{table}");
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        fs::write(&path, &current).unwrap();
    }
    let page = fs::read_to_string(&path).unwrap();
    assert!(
        page == current,
        "support.md is stale: run this test with UPDATE_SCHEMA=1"
    );
}
