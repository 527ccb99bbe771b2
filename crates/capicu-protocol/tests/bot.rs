//! The bot protocol as files: a message that differs from the recorded one is a change of the protocol.
//!
//! `CAPICU_BLESS=1 cargo test -p capicu-protocol --test integration bot::` records it again. Within a version, recorded
//! messages may gain fields but neither lose nor change any.

use capicu::rules::OptionKind;
use capicu::{BySeat, Deal, Fact, Game, Table, TableView, Waiting};
use capicu_protocol::bot::{
    ArenaMessage, BotMessage, End, Fault, Hello, Known, OptionValue, Over, Play, Request,
    RoundOver, Rules,
};
use capicu_protocol::*;

use crate::common::{every_kind, golden, seat, side, tile, tiles};

fn dealt() -> Event {
    Event::Dealt(Dealt {
        deal: 0,
        opening: Opening {
            seat: seat(1),
            duty: Duty::Tile(tile("5-5")),
            may_hand_over: false,
        },
        standing: Standing {
            scores: vec![0, 12],
            round: 1,
            decided: 1,
            ties: 0,
            play_off: false,
            passed: false,
            places: vec![],
        },
        hand: Some(tiles("4-1 5-0")),
        held: vec![2, 3],
        boneyard: 9,
    })
}

fn done(by: u8, action: Act, points: u16) -> Event {
    let award = Award {
        side: side(by),
        points,
        why: Reason::Ends,
    };
    Event::Done(Step {
        by: Actor::Bot,
        mv: Move {
            seat: seat(by),
            action,
            drawn: None,
            shown: false,
        },
        awards: if points > 0 { vec![award] } else { vec![] },
    })
}

fn result() -> MatchResult {
    MatchResult {
        winner: side(1),
        losers: vec![true, false],
        skunked: vec![false, false],
    }
}

#[test]
fn messages_to_programs_match_their_records() {
    let options = [
        ("set", OptionValue::Text("double-six".into())),
        ("removed", OptionValue::Text("6-6 6-5".into())),
        ("target", OptionValue::Number(250)),
    ];
    let hello = Hello {
        protocol: bot::VERSION,
        seat: seat(0),
        play: Play::Matches,
        rules: Rules {
            game: "all-fives".into(),
            players: 4,
            sides: vec![vec![seat(0), seat(2)], vec![seat(1), seat(3)]],
            options: options.map(|(name, value)| (name.to_owned(), value)).into(),
        },
    };
    let act = |ms, end: End, [count, points]: [Option<u16>; 2]| {
        ArenaMessage::Act(Request {
            id: 7,
            seat: seat(0),
            ms,
            view: Known {
                hand: tiles("4-1 5-0"),
                held: vec![2, 2],
                boneyard: 9,
                hidden: 11,
                ends: vec![end],
                ends_count: count,
                ends_points: points,
                scores: vec![0, 22],
                events: vec![dealt(), done(1, Act::Lead(tile("5-5")), 10)],
            },
            legal: vec![Act::Play {
                tile: tile("5-0"),
                on: tile("5-5"),
            }],
        })
    };
    let end = |places, count| End {
        on: tile("5-5"),
        pip: 5,
        places,
        count,
    };
    let round_over = RoundOver {
        side: Some(side(1)),
        result: RoundResult {
            outcome: Outcome {
                ended: Ended::Out(seat(1)),
                winner: Some(seat(1)),
                hands: vec![tiles("4-1"), Tiles(capicu::TileSet::EMPTY)],
                counts: vec![5, 0],
                last: Some(LastTile {
                    tile: tile("6-5"),
                    fits_every_end: false,
                    ends_differ: true,
                    key: false,
                }),
                awards: vec![Award {
                    side: side(1),
                    points: 5,
                    why: Reason::Pips,
                }],
            },
            written: vec![],
            ties: 0,
            scores: vec![0, 27],
            places: vec![],
            turn: None,
            result: None,
        },
        events: vec![dealt()],
    };
    let nobody = RoundOver {
        side: None,
        result: RoundResult {
            outcome: Outcome {
                ended: Ended::Blocked(Some(seat(1))),
                winner: None,
                last: None,
                awards: vec![],
                ..round_over.result.outcome.clone()
            },
            ..round_over.result.clone()
        },
        events: vec![dealt()],
    };
    let over = |side, result, fault| {
        ArenaMessage::Over(Over {
            side,
            scores: vec![95, 250],
            result,
            fault,
        })
    };
    let fault = Fault {
        seat: seat(1),
        why: "did not answer within 300 ms".into(),
    };
    let messages = [
        ("hello", ArenaMessage::Hello(hello)),
        (
            "begin",
            ArenaMessage::Begin {
                seed: 3_735_928_559,
            },
        ),
        (
            "act",
            act(Some(2.5), end(2, Some(10)), [Some(10), Some(10)]),
        ),
        ("act-no-points", act(None, end(3, None), [None, None])),
        ("round-over", ArenaMessage::RoundOver(Box::new(round_over))),
        (
            "round-over-nobody",
            ArenaMessage::RoundOver(Box::new(nobody)),
        ),
        ("over", over(Some(side(1)), Some(result()), None)),
        ("over-tie", over(None, None, None)),
        ("over-fault", over(None, None, Some(fault))),
        ("bye", ArenaMessage::Bye { fault: None }),
        (
            "bye-fault",
            ArenaMessage::Bye {
                fault: Some("wrote more than it was asked for".into()),
            },
        ),
    ];
    for (name, message) in &messages {
        golden(&format!("bot-told-{name}"), message);
    }
    every_kind(&messages.map(|(_, message)| message));
}

#[test]
fn messages_of_programs_match_their_records() {
    let messages = [
        (
            "hello",
            BotMessage::Hello {
                protocol: bot::VERSION,
                name: Some("heavy in Python".into()),
            },
        ),
        (
            "hello-without-a-name",
            BotMessage::Hello {
                protocol: bot::VERSION,
                name: None,
            },
        ),
        (
            "act",
            BotMessage::Act {
                id: 7,
                seat: seat(0),
                action: Act::Play {
                    tile: tile("5-0"),
                    on: tile("5-5"),
                },
            },
        ),
    ];
    for (name, message) in &messages {
        golden(&format!("bot-said-{name}"), message);
    }
    every_kind(&messages.map(|(_, message)| message));
}

/// Messages of programs may have unknown fields; a message with missing or unknown values is refused.
#[test]
fn messages_may_have_more_fields_but_not_fewer() {
    let said = |text: &str| decode::<BotMessage>(text).is_ok();
    assert!(said(r#"{"hello":{"protocol":3,"author":"Miss Lou"}}"#));
    assert!(said(
        r#"{"act":{"id":1,"seat":0,"action":"pass","thought":2.5}}"#
    ));
    for text in [
        r#"{"hello":{}}"#,
        r#"{"hello":{"protocol":"3"}}"#,
        r#"{"act":{"id":1,"seat":0}}"#,
        r#"{"act":{"id":1,"seat":99,"action":"pass"}}"#,
        r#"{"act":{"id":-1,"seat":0,"action":"pass"}}"#,
        r#"{"act":{"id":1,"seat":0,"action":"win"}}"#,
        r#"{"act":{"id":1,"seat":0,"action":"pass"},"more":1}"#,
        r#""bye""#,
    ] {
        assert!(!said(text), "{text}");
    }
}

/// Numbers are JSON numbers, words and tiles are texts, and every option of the rules is there exactly once.
#[test]
fn options_have_the_types_of_a_rule_file() {
    for game in Game::ALL {
        for &players in game.players {
            let rules = game.rules(players).unwrap();
            let told = serde_json::to_value(Rules::new(game.id, &rules)).unwrap();
            let options = told["options"].as_object().unwrap();
            assert_eq!(options.len(), capicu::rules::Choices::OPTIONS.len());
            for option in capicu::rules::Choices::OPTIONS {
                let value = &options[option.name];
                let number = matches!(option.kind, OptionKind::Number { .. });
                assert_eq!((value.is_u64(), value.is_string()), (number, !number));
            }
            assert_eq!(options["target"], rules.target.get());
            let seats = told["sides"].as_array().unwrap().iter();
            let seats = seats.flat_map(|side| side.as_array().unwrap());
            let mut seats: Vec<u64> = seats.map(|seat| seat.as_u64().unwrap()).collect();
            seats.sort_unstable();
            assert_eq!(seats, (0..u64::from(players)).collect::<Vec<_>>());
        }
    }
    let partners = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
    let told = Rules::new("jamaican-partner", &partners);
    let seats = |list: [u8; 2]| list.map(seat).to_vec();
    assert_eq!(told.sides, [seats([0, 2]), seats([1, 3])]);
}

/// Plays these actions and makes the request to the seat on turn.
fn asked(game: &str, hands: [&str; 2], actions: &[&str]) -> Request {
    let rules = Game::by_id(game).unwrap().rules(2).unwrap();
    let hands = hands.map(|hand| tiles(hand).0);
    let boneyard = rules.tiles() - (hands[0] | hands[1]);
    let hands = BySeat::from_slice(&hands).unwrap();
    let deal = Deal::new(&rules, hands, boneyard.into_iter().collect(), 0).unwrap();
    let mut table = Table::new(rules);
    let mut views = [0, 1].map(|n| TableView::new(rules, seat(n).0));
    let mut happen = |fact: Fact| {
        for event in table.apply(&fact).unwrap() {
            for view in &mut views {
                view.observe(&event.visible_to(view.viewer()));
            }
        }
        table.waiting()
    };
    let mut waiting = happen(Fact::Dealt(Box::new(deal)));
    for action in actions {
        waiting = happen(Fact::Acted(action.parse().unwrap()));
    }
    let Waiting::Act(next) = waiting else {
        panic!("somebody is to act: {waiting:?}")
    };
    Request::new(1, None, views[next.index()].round().unwrap(), &[])
}

/// The ends as `on pip places count`, in tile order.
fn ends(request: &Request) -> Vec<String> {
    let mut ends = request.view.ends.clone();
    ends.sort_by_key(|end| end.on);
    let text = |end: &End| {
        let End {
            on,
            pip,
            places,
            count,
        } = end;
        format!("{} {pip} {places} {count:?}", on.0)
    };
    ends.iter().map(text).collect()
}

/// A double counts both halves until two tiles touch it, and a lone double is one end (003:53).
#[test]
fn ends_are_counted_where_they_score() {
    let hands = ["5-5 4-1 3-2 6-2 1-0", "5-4 2-2 3-1 0-0 6-5"];
    let lone = asked("all-fives", hands, &["5-5"]);
    assert_eq!(ends(&lone), ["5-5 5 2 Some(10)"]);
    let view = &lone.view;
    assert_eq!((view.ends_count, view.ends_points), (Some(10), Some(10)));
    // Of 28 tiles, the seat has 5 and sees one. The other 22 are in the boneyard, except 4.
    assert_eq!((view.hidden, view.boneyard), (22, 18));
    assert_eq!(
        (&view.held[..], &view.scores[..]),
        (&[4, 5][..], &[10, 0][..])
    );
    let two = asked("all-fives", hands, &["5-5", "5-4@5-5"]);
    assert_eq!(ends(&two), ["5-4 4 1 Some(4)", "5-5 5 1 Some(10)"]);
    let view = &two.view;
    assert_eq!((view.ends_count, view.ends_points), (Some(14), Some(0)));
    // Two tiles touch the double: it no longer counts.
    let three = asked(
        "all-fives",
        hands,
        &["5-5", "5-4@5-5", "4-1@5-4", "6-5@5-5"],
    );
    assert_eq!(ends(&three), ["4-1 1 1 Some(1)", "6-5 6 1 Some(6)"]);
    assert_eq!(
        (three.view.ends_count, three.view.ends_points),
        (Some(7), Some(0))
    );
}

/// The opening double has four sides (003:41); ends score nothing.
#[test]
fn spinner_counts_its_free_places() {
    let hands = ["6-6 5-0 4-1 3-2 2-0 1-0 6-1", "6-5 4-4 3-3 2-2 1-1 0-0 5-4"];
    let lone = asked("cross", hands, &["6-6"]);
    assert_eq!(ends(&lone), ["6-6 6 4 None"]);
    let one = asked("cross", hands, &["6-6", "6-5@6-6"]);
    assert_eq!(ends(&one), ["6-5 5 1 None", "6-6 6 3 None"]);
    assert_eq!((one.view.ends_count, one.view.ends_points), (None, None));
}
