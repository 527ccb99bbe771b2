//! The referee on records from a table, without hands and in short form, and on errors in them.
//!
//! On small sets of tiles, a plain search through all deals finds everything possible. It shares only the engine with
//! the referee. `TABLE_RUNS=100 cargo test -p capicu-record --test integration -- --nocapture shares` prints the shares
//! in `docs/record-format.md`.

mod hand_like;
pub mod mutation;
mod search;
mod shorthand;

use crate::common;
use std::collections::BTreeMap;

use capicu::fair::Seed;
use capicu::rules::{Choices, OpeningLead};
use capicu::{Fact, Irregularity, Rules, Table, Waiting};
use capicu_record::Record;
use capicu_record::json::RecordJson;
use capicu_record::record::{EndClaim, Item, RoundRecord, What, plain, recorded};
use capicu_record::referee::{Breach, Problem, Report, Unsure, Why, replay};

use hand_like::at_the_table;
use mutation::{Dice, Mutation};
use search::Search;
use shorthand::Style;

/// The amount of work, in percent; the documentation uses `TABLE_RUNS=100`.
fn percent(usual: usize) -> usize {
    let asked = std::env::var("TABLE_RUNS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Whole matches of the games that people record, under their usual rules.
fn matches(n: usize) -> impl Iterator<Item = Record> {
    let games = [
        ("jamaican-partner", 4),
        ("cien", 4),
        ("doscientos", 4),
        ("venezuelan", 4),
        ("french", 4),
        ("american-draw", 2),
        ("all-fives", 2),
        ("block-121", 2),
        ("brazilian", 4),
        ("mexican", 4),
    ];
    (0..n).map(move |number| {
        let (id, players) = games[number % games.len()];
        let mut games = common::every_game();
        let same = |(name, rules): &(&str, Rules)| *name == id && rules.n_seats() == players;
        let (_, rules) = games.find(same).unwrap_or_else(|| panic!("{id} is a game"));
        recorded(rules, &common::facts(rules, number as u64, 40)).unwrap()
    })
}

#[test]
fn records_written_at_a_table_are_accepted() {
    let mut dice = Dice::new(3);
    for (number, record) in matches(300).enumerate() {
        let seen = at_the_table(&record);
        let written = shorthand::write(&seen, Style::EitherEnd, &mut dice);
        let short = &written.text;
        let (read, places) =
            Record::parse(short).unwrap_or_else(|error| panic!("{error}\n{short}"));
        if !written.either_end {
            assert_eq!(read, seen, "{short}");
        }
        let in_short = replay(&read, Some(&places));
        let text = seen.to_string();
        let (again, places) =
            Record::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again, seen);
        assert_eq!(again.to_string(), text);
        let twin = serde_json::to_string(&RecordJson::from(&again)).unwrap();
        let twin: RecordJson = serde_json::from_str(&twin).unwrap();
        assert_eq!(Record::try_from(&twin), Ok(again.clone()));
        let report = replay(&again, Some(&places));
        assert_eq!(report.breach, None, "{number}\n{text}");
        let full = replay(&record, None);
        assert_eq!(report.result, full.result, "{number}\n{text}");
        let scores = |report: &Report| -> Vec<_> {
            let rounds = report.rounds.iter();
            rounds.map(|round| round.score.clone()).collect()
        };
        assert_eq!(scores(&report), scores(&full), "{number}");
        assert_eq!(in_short.breach, None, "{number}\n{short}");
        assert_eq!(in_short.result, full.result, "{number}\n{short}");
        assert_eq!(scores(&in_short), scores(&full), "{number}\n{short}");
    }
}

#[test]
fn score_continues_as_claimed_if_tiles_left_are_unknown() {
    let too_many = |report: &Report| {
        let mut unchecked = report.unchecked.iter();
        unchecked.any(|unchecked| unchecked.why == Why::TooMany)
    };
    let mut found = 0;
    for record in matches(10) {
        let mut seen = at_the_table(&record);
        for item in &mut seen.items {
            if let Item::Round(round) = item {
                round.claims.left.clear();
            }
        }
        let report = replay(&seen, None);
        assert_eq!(report.breach, None, "{seen}");
        assert_eq!(report.rounds.len(), seen.rounds().count(), "{seen}");
        assert_eq!(report.unknown_from, None, "{seen}");
        let last = seen.items.last_mut();
        if let (true, Some(Item::Round(round))) = (too_many(&report), last)
            && let Some(score) = &mut round.claims.score
        {
            score[0] += 1000;
            found += usize::from(replay(&seen, None).breach.is_some());
        }
    }
    assert!(found > 0);
}

/// The round and move of the first error, and the stage for a claim; later errors are greater.
fn rank(report: &Report, record: &Record) -> (usize, usize, usize) {
    let Some(breach) = &report.breach else {
        return (usize::MAX, 0, 0);
    };
    let round = record.rounds().nth(breach.round - 1);
    let n = round.map_or(0, |round| round.moves.len());
    let stage = match &breach.problem {
        Problem::LeftOtherwise { .. } => 1,
        Problem::Count { .. } => 2,
        Problem::End(_) => 3,
        Problem::Points(_) => 4,
        Problem::Score(_) => 5,
        Problem::ClaimedByNoDeal(claim) => search::stage(*claim),
        _ => 0,
    };
    match (breach.turn, stage) {
        (Some(turn), _) => (breach.round, turn, 0),
        (None, 0) => (breach.round, 1, 0),
        (None, stage) => (breach.round, n + 2, stage),
    }
}

/// Copies the places of laid tiles from another record of the same moves.
fn lay_alike(record: &mut Record, like: &Record) {
    let items = record.items.iter_mut().filter_map(|item| match item {
        Item::Round(round) => Some(round),
        _ => None,
    });
    for (round, like) in items.zip(like.rounds()) {
        for (m, like) in round.moves.iter_mut().zip(&like.moves) {
            if like.what.laid().is_some() {
                m.what = like.what;
            }
        }
    }
}

fn changed_round(record: &Record, index: usize) -> &RoundRecord {
    record.rounds().nth(index).unwrap()
}

/// Counts of the mutations of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    n: usize,
    found: usize,
    at_once: usize,
    listed: usize,
    accepted: usize,
}

#[test]
fn shares_of_errors_found() {
    let records: Vec<Record> = matches(3 * percent(30)).collect();
    let mut dice = Dice::new(1);
    let mut shares: BTreeMap<String, Share> = BTreeMap::new();
    let mut n = 0;
    while n < 20 * percent(30) {
        let kind = Mutation::ALL[n % Mutation::ALL.len()];
        let record = &records[dice.below(records.len())];
        let mut full = record.clone();
        let rules = full.rules;
        let n_rounds = full.rounds().count();
        let chosen = dice.below(n_rounds);
        let rounds = full.items.iter_mut().filter_map(|item| match item {
            Item::Round(round) => Some(round),
            _ => None,
        });
        let round = rounds.into_iter().nth(chosen).unwrap();
        let Some(place) = kind.apply(&rules, round, &mut dice) else {
            continue;
        };
        n += 1;
        // The tiles left are those of the real round.
        let mut seen = at_the_table(record);
        let changed: Vec<&RoundRecord> = full.rounds().collect();
        let rounds = seen.items.iter_mut().filter_map(|item| match item {
            Item::Round(round) => Some(round),
            _ => None,
        });
        for (round, changed) in rounds.zip(changed) {
            round.moves.clone_from(&changed.moves);
            round.claims.end = changed.claims.end;
            round.claims.points.clone_from(&changed.claims.points);
            round.claims.score.clone_from(&changed.claims.score);
            hand_like::hide_draws(round);
        }
        // If the mutation is at the end of a line, the end is written.
        let style = match kind {
            Mutation::End => Style::WrongEnds,
            _ => Style::Plain,
        };
        let written = shorthand::write(&seen, style, &mut dice);
        let seen: Record = written
            .text
            .parse()
            .unwrap_or_else(|error| panic!("{error}\n{}", written.text));
        assert_eq!(seen, written.meant, "{kind:?}\n{}", written.text);
        lay_alike(&mut full, &seen);
        let report = replay(&seen, None);
        let (ours, theirs) = (rank(&report, &seen), rank(&replay(&full, None), &full));
        // The real deal is one of the possible ones, unless the tiles left contradict it.
        let left = |breach: &Breach| matches!(breach.problem, Problem::WasLeft { .. });
        let drawn = place.and_then(|at| changed_round(&full, chosen).moves.get(at));
        let other_drew = drawn.is_some_and(|m| m.what.drawn().is_some());
        if !report.breach.as_ref().is_some_and(left) && !other_drew {
            assert!(
                ours >= theirs,
                "{kind:?} {ours:?} {theirs:?}\n{full}\n{seen}"
            );
        }
        let first = (chosen + 1, place.map_or(1, |at| at + 1), 0);
        assert!(
            ours >= first || other_drew,
            "{kind:?} {ours:?} {first:?}\n{seen}"
        );
        let share = shares.entry(format!("{kind:?}")).or_default();
        share.n += 1;
        match &report.breach {
            Some(_) => {
                share.found += 1;
                let claim = place.is_none() && ours.0 == chosen + 1 && ours.2 > 0;
                share.at_once += usize::from(claim || place.is_some() && ours == first);
            }
            None if !report.unchecked.is_empty() => share.listed += 1,
            None => share.accepted += 1,
        }
    }
    let mut all = Share::default();
    for (kind, share) in &shares {
        println!("{kind}: {share:?}");
        all.n += share.n;
        all.found += share.found;
        all.at_once += share.at_once;
        all.listed += share.listed;
        all.accepted += share.accepted;
    }
    println!("all: {all:?}");
    assert!(all.found * 10 >= all.n * 8, "{all:?}");
}

/// Rules with few tiles, with every kind of hidden event.
const SMALL: [&str; 13] = [
    "set double-two, players 2, hand 2, no-double highest-tile",
    "set double-two, players 2, hand 2, draw until-playable, no-double highest-tile",
    "set double-two, players 2, hand 2, draw one-may-play, reserve 1, opener first-seat, opening-lead any-tile",
    "set double-two, players 3, hand 2, opener first-seat, opening-lead any-tile",
    "set double-two, players 2, hand 2, opening-lead any-tile, no-double draw-for-double, draw until-playable",
    "set double-two, players 2, hand 2, block-seen by-passes, opening-lead any-tile, no-double highest-tile",
    "set double-two, players 3, hand 1, draw one-ends-turn, no-double highest-tile",
    "set double-two, players 2, hand 3, doubles-redeal 3, score penalties, board-pass 10, three-passes 10",
    "set double-two, players 2, hand 2, score penalties, board-pass 10, no-double highest-tile, double-blank ten-alone",
    "set double-three, players 2, hand 3, no-double highest-tile, block-tie lightest-tile",
    "set double-two, players 2, hand 2, no-double highest-tile, ends fives-and-threes, calls declared",
    "set double-two, players 2, hand 2, opener first-seat, opening-lead any-tile, ends fives-and-threes, calls muggins",
    "set double-two, players 3, hand 2, opener first-seat, opening-lead any-tile, ends fives-and-threes, calls muggins, target 6, match-check immediate",
];

fn small(number: usize) -> Rules {
    let mut choices: Choices = plain();
    for pair in SMALL[number % SMALL.len()].split(", ") {
        let (name, value) = pair.split_once(' ').unwrap();
        choices.set(name, value).unwrap();
    }
    Rules::new(choices).unwrap()
}

#[test]
fn referee_agrees_with_a_search_through_all_deals() {
    let mut dice = Dice::new(2);
    let (mut n, mut broken, mut listed) = (0, 0, 0);
    let mut number = 0;
    while n < 20 * percent(20) {
        number += 1;
        let rules = small(number);
        let facts = common::facts(rules, number as u64, 1);
        let mut record = recorded(rules, &facts).unwrap();
        record.items.retain(|item| matches!(item, Item::Round(_)));
        let mut seen = at_the_table(&record);
        let [Item::Round(round)] = &mut seen.items[..] else {
            continue;
        };
        // The writer saw more or less.
        for seat in capicu::Seat::all(rules.n_seats()) {
            match dice.below(3) {
                0 => drop(round.claims.left.remove(&seat)),
                1 => {
                    let hand = round.claims.left.remove(&seat).unwrap_or_default();
                    let count = capicu::count(hand.known, &rules);
                    round.claims.counts.insert(seat, count);
                }
                _ => {}
            }
        }
        // A player forgoes points.
        if dice.below(2) == 0 {
            round.moves.retain(|m| !matches!(m.what, What::Call(_)));
        }
        let kind = Mutation::ALL[dice.below(Mutation::ALL.len())];
        if dice.below(5) > 0 && kind.apply(&rules, round, &mut dice).is_none() {
            continue;
        }
        if round.moves.is_empty() {
            continue;
        }
        if dice.below(3) == 0 {
            round.claims.counts.clear();
            round.claims.points = None;
            round.claims.score = None;
        }
        seen.result = capicu_record::record::ResultClaim::Unfinished;
        let written = shorthand::write(&seen, Style::Plain, &mut dice);
        let seen: Record = written
            .text
            .parse()
            .unwrap_or_else(|error| panic!("{error}\n{}", written.text));
        assert_eq!(seen, written.meant, "{}", written.text);
        let round = changed_round(&seen, 0).clone();
        n += 1;
        let search = Search::of(&seen, &round);
        let report = replay(&seen, None);
        if matches!(
            report.breach.as_ref().map(|b| &b.problem),
            Some(Problem::GoesOn | Problem::Won(_))
        ) {
            continue;
        }
        assert_eq!(
            rank(&report, &seen),
            search.rank(),
            "{:?}\n{seen}",
            report.breach
        );
        if report.breach.is_some() {
            broken += 1;
            continue;
        }
        let mut claims: Vec<usize> = report
            .unchecked
            .iter()
            .filter_map(|unchecked| match unchecked.what {
                Unsure::Claim(claim) if claim.word() != "result" => Some(search::stage(claim)),
                _ => None,
            })
            .collect();
        claims.dedup();
        assert_eq!(claims, search.unsure_claims(), "{seen}");
        let passes: Vec<usize> = report
            .unchecked
            .iter()
            .filter_map(|unchecked| match unchecked.what {
                Unsure::Turn(turn) if search.is_pass(turn) => Some(turn),
                _ => None,
            })
            .collect();
        // Where board passes cost points, a false pass differs from an honest one. Where any tile may be led, a pass
        // can also show which double named the opener; the referee does not list it for that.
        let any_tile = rules.opener.needs_double() && rules.opening_lead == OpeningLead::AnyTile;
        if rules.board_pass.get() > 0 || any_tile {
            continue;
        }
        for turn in search.unsure_passes() {
            assert!(passes.contains(turn), "{turn}\n{seen}");
        }
        // Claims are no proof of a pass.
        let claims = &round.claims;
        let counted = matches!(claims.end, Some(EndClaim::Blocked(_) | EndClaim::Tied));
        let counted = counted || !claims.counts.is_empty();
        if !counted && claims.points.is_none() && claims.score.is_none() {
            assert_eq!(passes, search.unsure_passes(), "{seen}");
            listed += passes.len();
        }
    }
    println!("{n} records, {broken} of them wrong, {listed} passes that cannot be checked");
    assert!(broken * 3 > n && listed > 0);
}

/// Rules with few tiles for rounds with mistakes.
const CLUMSY: [&str; 6] = [
    "set double-two, players 2, hand 2, no-double highest-tile",
    "set double-two, players 3, hand 2, opener first-seat, paso 10, pase-corrido 25",
    "set double-two, players 2, hand 2, opener first-seat, draw until-playable, needless-draw no-score",
    "set double-two, players 2, hand 2, opener first-seat, draw one-may-play, needless-draw no-score-in-play, pase-corrido 10",
    "set double-two, players 2, hand 2, opener first-seat, score penalties, board-pass 10, false-play 5",
    "set double-three, players 3, hand 3, opener first-seat, block-seen by-passes, false-play 5",
];

/// A round in which people pass and draw although they could play.
fn clumsy_facts(rules: Rules, number: u64, dice: &mut Dice) -> Vec<Fact> {
    let seed = Seed::from_number(number);
    let mut table = Table::new(rules);
    let mut facts = Vec::new();
    let mut wrong = 0;
    loop {
        let fact = match table.waiting() {
            Waiting::Deal if table.n_deals() == 0 => {
                Fact::Dealt(Box::new(seed.deal(&rules, table.n_deals())))
            }
            Waiting::Act(_) => {
                let any = [
                    Irregularity::FalsePass,
                    Irregularity::NeedlessDraw,
                    Irregularity::MisledDraw,
                ];
                let clumsy = Fact::Irregular(any[dice.below(3)]);
                let actions = table.round().expect("a round").legal_actions();
                match dice.below(3) {
                    0 if wrong < 3 && table.clone().apply(&clumsy).is_ok() => {
                        wrong += 1;
                        clumsy
                    }
                    _ => Fact::Acted(actions[dice.below(actions.len())]),
                }
            }
            _ => return facts,
        };
        table.apply(&fact).expect("it can happen");
        facts.push(fact);
    }
}

#[test]
fn referee_agrees_with_a_search_if_players_make_mistakes() {
    let mut dice = Dice::new(7);
    let (mut n, mut wrong, mut broken) = (0, 0, 0);
    let mut number = 0;
    while n < 20 * percent(20) {
        number += 1;
        let mut choices = plain();
        for pair in CLUMSY[number % CLUMSY.len()].split(", ") {
            let (name, value) = pair.split_once(' ').unwrap();
            choices.set(name, value).unwrap();
        }
        let rules = Rules::new(choices).unwrap();
        let facts = clumsy_facts(rules, number as u64, &mut dice);
        let is_wrong = |fact: &&Fact| matches!(fact, Fact::Irregular(_));
        let n_wrong = facts.iter().filter(is_wrong).count();
        let record = recorded(rules, &facts).unwrap();
        let mut seen = at_the_table(&record);
        let [Item::Round(round)] = &mut seen.items[..] else {
            continue;
        };
        if n_wrong == 0 {
            continue;
        }
        for seat in capicu::Seat::all(rules.n_seats()) {
            if dice.below(2) == 0 {
                round.claims.left.remove(&seat);
            }
        }
        let mutation = dice.below(3) == 0;
        let kind = Mutation::ALL[dice.below(Mutation::ALL.len())];
        if mutation && kind.apply(&rules, round, &mut dice).is_none() || round.moves.is_empty() {
            continue;
        }
        seen.result = capicu_record::record::ResultClaim::Unfinished;
        let round = changed_round(&seen, 0).clone();
        n += 1;
        wrong += n_wrong;
        let report = replay(&seen, None);
        if let Some(Problem::GoesOn | Problem::Won(_)) = report.breach.as_ref().map(|b| &b.problem)
        {
            continue;
        }
        let search = Search::of(&seen, &round);
        assert_eq!(
            rank(&report, &seen),
            search.rank(),
            "{:?}\n{seen}",
            report.breach
        );
        assert!(mutation || report.breach.is_none(), "{seen}");
        broken += usize::from(report.breach.is_some());
    }
    println!("{n} records with {wrong} irregularities, {broken} of them wrong");
    assert!(wrong > n && broken > 0);
}
