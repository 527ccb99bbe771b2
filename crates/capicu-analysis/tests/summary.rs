//! Every sentence of a summary is derived again from the choices and terms in the analysis as JSON.

use capicu::Seat;
use capicu_ai::{Counter, Random};
use capicu_analysis::{Analysis, Summary, json, moments};
use capicu_i18n::{Lang, Texts};
use serde_json::Value;

use crate::common::{analyzed, facts, played, record, rules};

const NUMBERS: [&str; 3] = ["one moment", "two moments", "three moments"];

fn whole(value: &Value) -> i64 {
    value.as_i64().expect("a whole number")
}

/// The sentences about a seat, whose side lost the match or did not.
fn due(analysis: &Analysis<'_>, seat: char, is_lost: bool) -> String {
    let json = json(analysis);
    let choices = json["decisions"].as_array().expect("choices").iter();
    let own: Vec<&Value> = choices
        .filter(|choice| choice["seat"] == seat.to_string() && choice["class"] != "alike")
        .collect();
    let loss = |choice: &Value, of: &str| whole(&choice["loss"][of]);
    let is_sure = |choice: &Value| {
        let lost = loss(choice, "match");
        lost > 0 && lost > 3 * loss(choice, "match_error")
    };
    let sure = || own.iter().filter(|choice| is_sure(choice));
    let names = ["inaccuracy", "error", "blunder"];
    let mistakes = own
        .iter()
        .filter(|choice| names.iter().any(|name| choice["class"] == *name));
    let mut costs: Vec<i64> = mistakes.map(|choice| loss(choice, "match")).collect();
    costs.sort_unstable_by_key(|cost| -cost);
    costs.truncate(3);
    let play = if costs.is_empty() {
        "No choice of yours was clearly a mistake.".to_owned()
    } else {
        let sum: i64 = sure().map(|choice| loss(choice, "round")).sum();
        let is_well = (sum as f64 / own.len() as f64).round() < 10_000.0;
        let all: i64 = sure().map(|choice| loss(choice, "match")).sum();
        let is_half = is_lost && 2 * costs.iter().sum::<i64>() >= all;
        let n = NUMBERS[costs.len() - 1];
        let end = if is_half {
            "decided it."
        } else {
            "cost you most."
        };
        match is_well {
            true => format!("You played well; {n} {end}"),
            false => format!("{}{} {end}", n[..1].to_uppercase(), &n[1..]),
        }
    };
    let terms = &json["terms"];
    let luck = whole(&terms["deals"]) + whole(&terms["draws"]) + whole(&terms["tiles"]["lay"]);
    let size = if luck.abs() >= 200_000 {
        "a lot"
    } else {
        "a little"
    };
    let luck = match luck {
        50_000.. => format!("The tiles helped you {size}."),
        ..=-50_000 => format!("The tiles cost you {size}."),
        _ => "The tiles favored nobody.".to_owned(),
    };
    format!("{play} {luck}")
}

#[test]
fn every_sentence_follows_from_the_choices_and_terms() {
    let mut told = Vec::new();
    let games = [
        ("cien", 4, 3, 3),
        ("block", 2, 4, 60),
        ("draw", 2, 5, 3),
        ("block", 2, 6, 60),
    ];
    let mut lost = 0;
    for (id, players, seed, rounds) in games {
        let rules = rules(id, players);
        for careful in [false, true] {
            let facts = match careful {
                true => facts(rules, seed, rounds, &mut Counter),
                false => facts(rules, seed, rounds, &mut Random),
            };
            let record = record(rules, &facts);
            let text = record.to_string();
            let result = text.lines().find_map(|line| line.strip_prefix("result: "));
            let is_lost = result == Some("B");
            lost += usize::from(is_lost);
            let played = played(&record);
            let analysis = analyzed(&played, 300, 0);
            let summary = Summary::of(&analysis, Seat::default());
            let sentences = summary.told(Texts::new(Lang::En));
            assert_eq!(sentences, due(&analysis, 'A', is_lost), "{id} {seed}");
            assert!(!sentences.contains(['@', '±', '%']), "{sentences}");
            let shown = moments(&analysis, Seat::default());
            assert!(
                shown
                    .iter()
                    .all(|(decision, _)| decision.seat() == Seat::default())
            );
            told.push(sentences);
        }
    }
    println!("{told:#?}");
    told.sort();
    told.dedup();
    assert!(told.len() >= 3 && lost > 0, "{lost} {told:?}");
}
