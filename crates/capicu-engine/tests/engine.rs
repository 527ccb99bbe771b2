//! The functions of the package, without JavaScript. Expectations are worked by hand.

use capicu_engine::{
    Match, choose, games, legal, moments, picture, play, replay, rules, solve, view,
};
use serde_json::json;

/// Double-two, two tiles each: A led 2-2, and only 2-0 of B fits.
const POSITION: &str = "domino-position: 1; rules: block 2 set=double-two hand=2; opening: A; \
                        hands: 1-0 / 2-0 1-1; boneyard: 0-0 2-1; layout: 2-2; turn: B";

#[test]
fn position_is_played_seen_and_solved() {
    assert_eq!(legal(POSITION), Ok(json!(["2-0@2-2"])));
    let after = play(POSITION, "2-0@2-2").expect("legal");
    let after = after["position"].as_str().expect("the round goes on");
    assert_eq!(legal(after), Ok(json!(["1-0@2-0"])));
    let seen = view(POSITION, 1).expect("B is a seat");
    assert!(seen.contains("hands: ?1 / "), "{seen}");
    assert_eq!(legal(&seen), Ok(json!(["2-0@2-2"])));
    assert_eq!(choose(&seen, "1", 0), Ok("2-0@2-2".to_owned()));
    // After 2-0, A lays the last tile 1-0 and wins the round.
    assert_eq!(
        solve(POSITION, "result", 1000).expect("solved")["value"],
        json!(-1)
    );
    let end = play(after, "1-0@2-0").expect("legal");
    assert_eq!(end["outcome"]["winner"], json!(0));
    assert!(picture(POSITION).expect("a picture").starts_with("<svg "));
    assert!(picture(after).is_err_and(|why| why.contains("`layout`")));
}

#[test]
fn match_of_bots_has_a_valid_record() {
    let mut game = Match::new("cien", "7").expect("a match");
    let mut state = game.state();
    for n in 0..5000 {
        let Some(seat) = state["toAct"].as_u64() else {
            break;
        };
        let seen = game.view(seat as u8).expect("a seat").expect("a round");
        let action = choose(&seen, "3", n).expect("its turn");
        state = game.play(&action).expect("legal");
    }
    assert!(state["winner"].is_number(), "{state}");
    let record = game.record().expect("a record");
    let report = replay(&record, true).expect("readable");
    assert_eq!(report["valid"], json!(true));
    assert_eq!(report["result"]["winner"], state["winner"]);
    assert_eq!(game.play("pass"), Err("the match is over".to_owned()));
}

#[test]
fn moments_are_the_positions_of_a_record() {
    let record = include_str!("../../capicu-record/tests/golden/capicu.domino");
    let all = moments(record).expect("readable");
    let all = all.as_array().expect("a list");
    // Five moves; the last ends the round, which has no position any more.
    let moves: Vec<_> = all.iter().map(|moment| moment["moves"].clone()).collect();
    assert_eq!(moves[..5], [0, 1, 2, 3, 4].map(|n| json!(n)));
    assert_eq!(all[2]["move"], json!({ "seat": "B", "action": "2-0@2-2" }));
    // Two tiles on the table and two in the hand of A.
    let drawn = all[2]["picture"].as_str().expect("a picture");
    assert_eq!(drawn.matches("class=\"tile\"").count(), 4, "{drawn}");
}

#[test]
fn junk_is_an_error() {
    let texts = [
        "",
        "\0",
        "{}",
        "[]",
        "6-6",
        "domino-position: 1",
        "\u{1f4a5}",
    ];
    for junk in texts {
        for answer in [rules(junk), replay(junk, false), moments(junk), legal(junk)] {
            assert!(answer.is_err(), "{junk:?}: {answer:?}");
        }
        assert!(solve(junk, "result", 10).is_err() && picture(junk).is_err());
        assert!(choose(junk, "1", 0).is_err() && view(junk, 0).is_err());
        assert!(play(junk, junk).is_err() && Match::new(junk, "1").is_err());
    }
    assert!(Match::new("cien", "-1").is_err());
    assert!(view(POSITION, 2).is_err() && solve(POSITION, "tiles", 10).is_err());
    assert!(play(POSITION, "pass").is_err() && choose(POSITION, "99", 0).is_err());
    let near = rules(r#"{"game":"cien","options":{"kapicu":30}}"#).expect_err("no such option");
    assert!(near.contains("did you mean `capicu`"), "{near}");
}

#[test]
fn options_change_the_rules() {
    let target = |wanted: &str| rules(wanted).expect("rules")["options"]["target"].clone();
    assert_eq!(target("cien"), json!("100"));
    assert_eq!(
        target(r#"{"game":"cien","options":{"target":150}}"#),
        json!("150")
    );
    let file = json!({ "file": "base = \"cien\"\ntarget = 150\n" }).to_string();
    assert_eq!(target(&file), json!("150"));
    assert!(games().as_array().is_some_and(|all| all.len() >= 14));
}
