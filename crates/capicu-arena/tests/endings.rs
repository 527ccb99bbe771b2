//! Messages to programs at the end of rounds and games.

use std::collections::BTreeSet;
use std::time::Duration;

use capicu::{Seat, Side};
use capicu_arena::{Contest, Pair, Play, Who, seatings};
use serde_json::Value;
use tempfile::tempdir;

use crate::common::{Script, contest, entrant, run, told};

const PATIENCE: Duration = Duration::from_secs(10);

/// The pairs that a program played, and the messages that each of its processes received.
fn play(contest: &Contest) -> (Vec<Pair>, Vec<Vec<Value>>) {
    let folder = tempdir().expect("a folder");
    let program = Script::default().entrant(&folder, PATIENCE);
    let random = entrant("random", PATIENCE);
    let (tally, pairs) = run(contest, [&program, &random]).expect("it greets");
    assert_eq!(tally.faults, [0, 0]);
    (pairs, told(folder.path()))
}

/// The games of a process: the messages between `begin` and `over`, and the `over`.
fn games(told: &[Value]) -> Vec<(&[Value], &Value)> {
    let mut games = Vec::new();
    let mut begun = None;
    for (at, message) in told.iter().enumerate() {
        match kind(message) {
            "hello" => assert_eq!(at, 0),
            "begin" => assert_eq!(begun.replace(at), None, "the game before is not over"),
            "over" => {
                let begun: usize = begun.take().expect("a game that began");
                games.push((&told[begun + 1..at], &message["over"]));
            }
            "bye" => assert_eq!(at, told.len() - 1),
            _ => assert!(begun.is_some(), "{message}"),
        }
    }
    assert_eq!(begun, None, "a game is not over");
    games
}

fn kind(message: &Value) -> &str {
    let fields = message.as_object().expect("an object");
    assert_eq!(fields.len(), 1, "{message}");
    fields.keys().next().expect("a field")
}

fn numbers(list: &Value) -> Vec<u64> {
    let list = list.as_array().expect("a list").iter();
    list.map(|number| number.as_u64().expect("a number"))
        .collect()
}

/// Checks that the events are complete, in order, and of one round.
fn events_of(round: &[&Value], over: &Value) {
    let events = over["events"].as_array().expect("a list");
    assert_eq!(kind(&events[0]), "dealt");
    let dealt = events.iter().filter(|event| kind(event) == "dealt");
    assert_eq!(dealt.count(), 1);
    let ends = events.iter().filter(|event| kind(event) == "round-over");
    assert_eq!(ends.count(), 1);
    for act in round {
        let told = act["act"]["view"]["events"].as_array().expect("a list");
        assert_eq!(
            told[..],
            events[..told.len()],
            "earlier events stay the same"
        );
    }
}

/// Matches with different kinds of endings: by tiles, by points, by penalties, and by points declared after the last
/// tile.
#[test]
fn programs_receive_endings_of_rounds_and_matches() {
    for (game, players) in [
        ("all-fives", 2),
        ("cien", 4),
        ("french", 4),
        ("jamaican-partner", 4),
        ("club", 2),
    ] {
        let contest = contest(game, players, Play::Matches, 1);
        let rules = contest.rules;
        let tables = seatings(&rules);
        let (pairs, told) = play(&contest);
        let of_program = tables.iter().flatten().filter(|who| **who == Who::A);
        assert_eq!(
            told.len(),
            of_program.count(),
            "a process for each seat of each game"
        );
        for told in &told {
            let hello = &told[0]["hello"];
            assert_eq!(
                (&hello["protocol"], &hello["play"]),
                (&3.into(), &"matches".into())
            );
            assert_eq!(hello["rules"]["players"], players);
            assert_eq!(kind(told.last().expect("messages")), "bye", "{game}");
            let games = games(told);
            assert_eq!(games.len(), 1, "no deal is played twice");
            let (messages, over) = games[0];
            let mut scores = None;
            let mut round = Vec::new();
            for message in messages {
                match kind(message) {
                    "act" => round.push(message),
                    "round-over" => {
                        let told = &message["round-over"];
                        events_of(&round, told);
                        round.clear();
                        let outcome = &told["outcome"];
                        assert_eq!(
                            outcome["hands"].as_array().map(Vec::len),
                            Some(players.into())
                        );
                        assert_eq!(numbers(&outcome["counts"]).len(), usize::from(players));
                        if let (Some(seat), false) = (
                            outcome["winner"].as_u64(),
                            outcome["ended"]["target"].is_u64(),
                        ) {
                            let seat = Seat::new(seat as u8).expect("a seat");
                            assert_eq!(told["side"], rules.side(seat).index());
                        }
                        scores = Some(numbers(&told["scores"]));
                    }
                    other => panic!("{other}"),
                }
            }
            assert!(round.is_empty(), "a round that is not over");
            assert_eq!(Some(numbers(&over["scores"])), scores, "{game}");
            assert_eq!(over["fault"], Value::Null);
            let result = &over["result"];
            assert_eq!(over["side"], result["winner"]);
            // The result is that of the game recorded for the table and seat of this program.
            let side = Side::new(over["side"].as_u64().expect("a side") as u8).expect("a side");
            let seat = hello["seat"].as_u64().expect("a seat") as usize;
            let won = rules.members(side).next().expect("a seat").index();
            let same = pairs[0].games.iter().filter(|(table, played)| {
                table[seat] == Who::A && played.winner == Some(table[won])
            });
            assert!(same.count() > 0, "{game}: no game ended like this");
        }
    }
}

/// A single round is a whole game, even if its points would win the match.
#[test]
fn single_round_is_a_whole_game() {
    let mut contest = contest("cut-throat", 3, Play::Rounds, 4);
    contest.seed = 11;
    let (pairs, told) = play(&contest);
    // Six tables, half of the seats: a player sees no deal twice.
    assert_eq!(told.len(), 9);
    for told in &told {
        let games = games(told);
        assert_eq!(games.len(), pairs.len());
        let mut hands = BTreeSet::new();
        for (messages, over) in games {
            let overs = messages.iter().filter(|told| kind(told) == "round-over");
            assert_eq!(overs.count(), 1);
            let round = &messages.last().expect("a message")["round-over"];
            assert_eq!(
                (&over["side"], &over["scores"]),
                (&round["side"], &round["scores"])
            );
            assert_eq!(over["result"], Value::Null);
            let dealt = &round["events"][0]["dealt"]["hand"];
            assert!(hands.insert(dealt.to_string()), "the same deal again");
        }
    }
}

/// A fault of one program ends the game; the other programs get a message.
#[test]
fn programs_receive_the_fault_of_another_program() {
    let [good, bad] = [(); 2].map(|()| tempdir().expect("a folder"));
    let program = Script::default().entrant(&good, PATIENCE);
    let script = Script {
        act: "exit 7",
        ..Script::default()
    };
    let other = script.entrant(&bad, PATIENCE);
    let contest = contest("draw", 2, Play::Rounds, 3);
    let (tally, _) = run(&contest, [&program, &other]).expect("they greet");
    assert_eq!(tally.faults, [0, 6]);
    for told in told(good.path()) {
        let seat = &told[0]["hello"]["seat"];
        let games = games(&told);
        assert_eq!(games.len(), 3);
        for (messages, over) in games {
            assert!(messages.iter().all(|message| kind(message) == "act"));
            assert_eq!(over["side"], Value::Null);
            assert_ne!(over["fault"]["seat"], *seat);
            let why = "ended without an answer (exit status: 7)";
            assert_eq!(over["fault"]["why"], why);
        }
    }
}
