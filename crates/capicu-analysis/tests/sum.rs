//! The sum is exact for every match.

use crate::common::{analyzed, facts, played, record, rules};
use capicu::{Fact, Rules, Seat};
use capicu_ai::{Counter, Random};
use capicu_analysis::{Plan, json};
use serde_json::Value;

/// The sum of all numbers in the terms, at any depth.
fn leaves(terms: &Value) -> i64 {
    match terms {
        Value::Object(object) => object.values().map(leaves).sum(),
        leaf => leaf.as_i64().expect("a whole number"),
    }
}

/// Combines each pair of leaves of two terms with the same shape.
fn paired(a: &Value, b: &Value, each: &mut impl FnMut(&str, i64, i64), name: &str) {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            assert_eq!(a.len(), b.len());
            for (name, a) in a {
                paired(a, &b[name], each, name);
            }
        }
        (a, b) => each(name, a.as_i64().expect("whole"), b.as_i64().expect("whole")),
    }
}

const GAMES: [(&str, u8); 15] = [
    ("jamaican-partner", 4),
    ("cut-throat", 3),
    ("cut-throat", 4),
    ("french", 4),
    ("chiva", 4),
    ("cien", 4),
    ("doscientos", 4),
    ("block", 2),
    ("block", 4),
    ("draw", 2),
    ("cross", 2),
    ("double-nine-cross", 3),
    ("all-fives", 2),
    ("fives-and-threes", 2),
    ("club", 2),
];

/// All leaves add up to the sum, for each round and for the match. The sum lies between 0 and 1, and a round starts
/// with the chance at the end of the round before.
#[test]
fn terms_add_up_to_the_sum_in_every_game() {
    for (id, players) in GAMES {
        for seed in 0..3 {
            let rules = rules(id, players);
            let mut facts = facts(rules, seed, 4, &mut Random);
            if seed == 2 {
                // The match ends in the middle of a round.
                facts.truncate(facts.len() - 3);
            }
            let record = record(rules, &facts);
            let played = played(&record);
            let analysis = analyzed(&played, 300, 0);
            let json = json(&analysis);
            let sum = json["sum"]
                .as_i64()
                .unwrap_or_else(|| panic!("{id}: {json}"));
            assert_eq!(leaves(&json["terms"]), sum, "{id} {seed}");
            assert!((0..=1_000_000).contains(&sum), "{id} {seed}: {sum}");
            let mut last = json["terms"]["start"].as_i64().expect("whole");
            for round in json["rounds"].as_array().expect("rounds") {
                assert_eq!(round["terms"]["start"], last, "{id} {seed}");
                last = leaves(&round["terms"]);
                assert_eq!(round["sum"], last, "{id} {seed}");
            }
            assert_eq!(last, sum, "{id} {seed}");
        }
    }
}

/// The sum of a finished match is 1 or 0.
#[test]
fn sum_of_a_finished_match_is_one_or_zero() {
    for (id, players, seed) in [("block", 2, 1), ("doscientos", 4, 2), ("cut-throat", 3, 3)] {
        let rules = rules(id, players);
        let facts = facts(rules, seed, u32::MAX, &mut Counter);
        let record = record(rules, &facts);
        let played = played(&record);
        let capicu_record::record::ResultClaim::Won(winner) = record.result else {
            panic!("it is over");
        };
        for seat in Seat::all(players) {
            let analysis = analyzed(&played, 100, seat.index() as u8);
            let won = rules.side(seat) == winner;
            assert_eq!(
                json(&analysis)["sum"],
                if won { 1_000_000 } else { 0 },
                "{id}"
            );
        }
    }
}

/// For the other of two sides, start and sum are the complement, and every other leaf changes its sign. With more
/// sides, every other leaf adds up to zero over the sides.
#[test]
fn terms_of_opposite_sides_have_opposite_signs() {
    for (id, players) in [("jamaican-partner", 4), ("all-fives", 2), ("draw", 2)] {
        let rules = rules(id, players);
        let record = record(rules, &facts(rules, 5, 3, &mut Random));
        let played = played(&record);
        let [one, other] = [0, 1].map(|seat| json(&analyzed(&played, 2_000, seat)));
        let mut differ = 0;
        let mut each = |name: &str, a: i64, b: i64| {
            let all = if name == "start" { 1_000_000 } else { 0 };
            assert_eq!(a + b, all, "{id} {name}");
            differ += i64::from(a != b);
        };
        paired(&one["terms"], &other["terms"], &mut each, "");
        assert!(differ > 2);
        let sums = one["sum"].as_i64().expect("whole") + other["sum"].as_i64().expect("whole");
        assert_eq!(sums, 1_000_000);
    }
    let rules = rules("cut-throat", 3);
    let record = record(rules, &facts(rules, 6, 3, &mut Random));
    let played = played(&record);
    let [a, b, c] = [0, 1, 2].map(|seat| json(&analyzed(&played, 2_000, seat)));
    let mut sums = Vec::new();
    paired(
        &a["terms"],
        &b["terms"],
        &mut |name, a, b| sums.push((name.to_owned(), a + b)),
        "",
    );
    let mut at = 0;
    paired(
        &a["terms"],
        &c["terms"],
        &mut |_, _, c| {
            sums[at].1 += c;
            at += 1;
        },
        "",
    );
    for (name, sum) in sums.into_iter().filter(|(name, _)| name != "start") {
        assert!(sum.abs() < 300, "{name}: {sum}");
    }
}

/// Any order of the jobs gives the same bytes. The JSON reports missing jobs.
#[test]
fn jobs_give_the_same_result_in_any_order() {
    let rules = rules("jamaican-partner", 4);
    let record = record(rules, &facts(rules, 7, 2, &mut Counter));
    let played = played(&record);
    let plan = Plan::new(&played, 1_000, Seat::default());
    let forward = json(&plan.finish((0..plan.len()).map(|job| plan.work(job))));
    let backward = json(&plan.finish((0..plan.len()).rev().map(|job| plan.work(job))));
    assert_eq!(forward.to_string(), backward.to_string());
    let half = json(&plan.finish((0..plan.len() / 2).map(|job| plan.work(job))));
    assert_eq!(half["reason"], "stopped");
    assert_eq!((&half["sum"], &half["terms"]), (&Value::Null, &Value::Null));
    assert!(!half["decisions"].as_array().expect("some").is_empty());
}

/// With unknown tiles there is no sum, and only choices of seats with known tiles are analyzed. Their analyses are the
/// same as with all tiles known.
#[test]
fn hidden_hands_leave_only_choices_of_known_seats() {
    let rules = rules("jamaican-partner", 4);
    let mut open = record(rules, &facts(rules, 8, 2, &mut Counter));
    let known = json(&analyzed(&played(&open), 500, 0));
    for item in &mut open.items {
        let capicu_record::record::Item::Round(round) = item else {
            continue;
        };
        let mut hands = *round.dealt.hands();
        for seat in Seat::all(4).skip(1) {
            hands[seat] = capicu_record::record::Hand {
                known: capicu::TileSet::EMPTY,
                unknown: 7,
            };
        }
        round.dealt =
            capicu_record::record::Dealt::new(&rules, hands, Vec::new(), None).expect("a deal");
        round.claims = Default::default();
    }
    let hidden = json(&analyzed(&played(&open), 500, 0));
    assert_eq!(hidden["reason"], "tiles-unknown");
    assert_eq!(
        (&hidden["sum"], &hidden["terms"]),
        (&Value::Null, &Value::Null)
    );
    let own = |json: &Value| -> Vec<Value> {
        let all = json["decisions"].as_array().expect("decisions");
        let first = |d: &&Value| d["seat"] == "A" && d["round"] == 1;
        all.iter().filter(first).cloned().collect()
    };
    assert!(own(&known).len() > 2);
    assert_eq!(own(&hidden), own(&known));
    let all = hidden["decisions"].as_array().expect("decisions");
    assert!(all.iter().all(|decision| decision["seat"] == "A"));
}

/// The published schema equals that of the code; `UPDATE_SCHEMA=1` writes it. The order of fields is ignored, since it
/// depends on compiled features.
#[test]
fn published_schema_equals_the_code() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/schema/analysis.schema.json"
    );
    let ours = capicu_analysis::schema();
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(path, format!("{ours:#}\n")).expect("it can be written");
    }
    let published = std::fs::read_to_string(path).expect("a schema");
    let published: Value = serde_json::from_str(&published).expect("JSON");
    assert_eq!(published, ours);
}

/// A record with an illegal move is refused at that move.
#[test]
fn record_with_an_illegal_move_is_refused() {
    let rules = rules("block", 2);
    let mut facts = facts(rules, 9, 1, &mut Random);
    let at = facts
        .iter()
        .rposition(|fact| matches!(fact, Fact::Acted(capicu::Action::Play { .. })));
    facts.truncate(at.expect("a play"));
    let mut record = record(rules, &facts);
    let Some(capicu_record::record::Item::Round(round)) = record.items.last_mut() else {
        panic!("a round");
    };
    let again = round.moves[0].clone();
    round.moves.push(again);
    let refused = capicu_analysis::Played::of(&record, None);
    assert!(
        matches!(refused, Err(capicu_analysis::Refusal::Breach(_))),
        "{refused:?}"
    );
}

/// A match is refused by name if players are out at the target or withdraw.
#[test]
fn match_without_all_its_players_is_refused() {
    let refused = |rules: Rules, facts: &[Fact]| {
        let record = record(rules, facts);
        let found = capicu_analysis::Played::of(&record, None);
        matches!(found, Err(capicu_analysis::Refusal::PlayersOut))
    };
    let block = rules("block", 3);
    let mut facts = facts(block, 4, 1, &mut Random);
    assert!(!refused(block, &facts));
    let mut choices = block.choices();
    choices.set("at-target", "player-out").expect("a value");
    let out = Rules::new(choices).expect("rules");
    assert!(refused(out, &facts));
    facts.push(Fact::Withdrew(Seat::default()));
    assert!(refused(block, &facts));
}
