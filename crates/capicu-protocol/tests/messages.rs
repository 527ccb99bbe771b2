//! Messages survive encoding, and nonsense is refused.

use capicu::fair::Seed;
use capicu::{Fact, Game, Table, Viewer, Waiting};
use capicu_protocol::{
    Actor, ClientMessage, Event, Standing, TableRules, WireError, decode, encode,
};

/// Plays whole matches of every game and checks every event for every viewer: the wire loses nothing.
#[test]
fn whole_matches_survive_the_wire() {
    for game in Game::ALL {
        for &players in game.players {
            let rules = game.rules(players).unwrap();
            let told = TableRules::new(game.id, &rules);
            let told: TableRules = decode(&encode(&told)).unwrap();
            assert_eq!(told.rules().as_ref(), Ok(&rules));
            let seed = Seed::from_number(u64::from(players));
            let mut table = Table::new(rules);
            for _ in 0..400 {
                let fact = match table.waiting() {
                    Waiting::TurnUp => {
                        Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up()))
                    }
                    Waiting::Deal => Fact::Dealt(Box::new(seed.deal(&rules, table.n_deals()))),
                    Waiting::Act(_) => {
                        let actions = table.round().unwrap().distinct_actions();
                        Fact::Acted(actions[actions.len() / 2])
                    }
                    Waiting::Nothing => break,
                };
                for event in table.apply(&fact).unwrap() {
                    let seats = capicu::Seat::all(players).map(Viewer::Seat);
                    for viewer in seats.chain([Viewer::Public, Viewer::Open]) {
                        let seen = event.visible_to(viewer);
                        let wire = Event::from_seen(&seen, 0, Actor::Bot);
                        let wire: Event = decode(&encode(&wire)).unwrap();
                        assert_eq!(wire.seen(), Ok(Some(seen)), "{}", game.id);
                    }
                }
            }
        }
    }
}

#[test]
fn nonsense_is_refused() {
    for text in [
        "",
        "{}",
        "[]",
        "null",
        r#""shout""#,
        r#"{"shout":{}}"#,
        r#"{"ping":{}}"#,
        r#"{"ping":{"n":-1}}"#,
        r#"{"ping":{"n":1,"more":2}}"#,
        r#"{"ping":{"n":1},"more":{}}"#,
        r#"{"type":"ping","n":1}"#,
        r#"{"act":{"key":"","expected":1,"action":"pass"}}"#,
        r#"{"act":{"key":"a b","expected":1,"action":"pass"}}"#,
        r#"{"act":{"key":"a","expected":1,"action":{"lead":"7-19"}}}"#,
        r#"{"act":{"key":"a","expected":1,"action":"lead"}}"#,
        r#"{"hello":{"protocol":3,"token":"abc"}}"#,
        r#"{"renew":{"key":"a","seat":12}}"#,
    ] {
        assert!(decode::<ClientMessage>(text).is_err(), "{text}");
    }
    let rules = |text: &str| decode::<TableRules>(text).unwrap().rules();
    assert_eq!(
        rules(r#"{"game":"chess","players":2}"#),
        Err(WireError::UnknownGame("chess".into()))
    );
    assert!(matches!(
        rules(r#"{"game":"club","players":4}"#),
        Err(WireError::Players { players: 4, .. })
    ));
    assert!(matches!(
        rules(r#"{"game":"club","players":2,"options":{"target":"0"}}"#),
        Err(WireError::Option { .. })
    ));
    assert!(matches!(
        rules(r#"{"game":"club","players":2,"options":{"players":"3"}}"#),
        Err(WireError::Players { players: 2, .. })
    ));
    assert!(matches!(
        rules(r#"{"game":"club","players":2,"options":{"hand":"40"}}"#),
        Err(WireError::Rules(_))
    ));
}

/// Two sides have two places, or none if all play.
#[test]
fn places_of_more_or_fewer_sides_are_refused() {
    let places = |list: &str| {
        let text = format!(
            r#"{{"scores":[0,12],"round":1,"decided":1,"ties":0,"play_off":false,"places":{list}}}"#
        );
        let standing = decode::<Standing>(&text).expect("a standing");
        capicu::Standing::try_from(&standing).map(|standing| standing.places.as_slice().to_vec())
    };
    assert_eq!(places("[]"), Ok(vec![0, 0]));
    assert_eq!(places("[2,0]"), Ok(vec![2, 0]));
    for wrong in ["[1]", "[1,0,0]"] {
        assert_eq!(places(wrong), Err(WireError::Places), "{wrong}");
    }
}
