//! The wire as files: a message that differs from the recorded one is a change of the wire.
//!
//! `CAPICU_BLESS=1 cargo test -p capicu-protocol --test integration golden::` records it again. Within a version,
//! recorded messages may gain fields but neither lose nor change any.

mod http;

use capicu::Game;
use capicu_protocol::*;

use crate::common::{every_kind, golden, named, recorded, seat, side, tile, tiles};
use http::token;

fn key() -> Key {
    Key::new("k-1").unwrap()
}

fn pip(number: u8) -> Pip {
    Pip(capicu::Pip::new(number).unwrap())
}

#[test]
fn client_messages_match_their_records() {
    let act = |action| ClientMessage::Act {
        key: key(),
        expected: 7,
        action,
    };
    let messages = [
        named("hello")(ClientMessage::Hello {
            protocol: VERSION,
            token: Some(token()),
            own: Some(Token::new([0xcd; 32])),
            since: Some(7),
        }),
        named("hello-without-a-token")(ClientMessage::Hello {
            protocol: VERSION,
            token: None,
            own: None,
            since: None,
        }),
        named("say-phrase")(ClientMessage::Say {
            key: key(),
            saying: Saying::Phrase(Phrase::WellPlayed),
        }),
        named("say-text")(ClientMessage::Say {
            key: key(),
            saying: Saying::Text("Otra?".to_owned()),
        }),
        ("act-lead", act(Act::Lead(tile("6-6")))),
        named("act-play")(act(Act::Play {
            tile: tile("6-4"),
            on: tile("6-6"),
        })),
        ("act-draw", act(Act::Draw)),
        ("act-pass", act(Act::Pass)),
        ("act-hand-over", act(Act::HandOver)),
        named("call")(ClientMessage::Call {
            key: key(),
            expected: 7,
            call: Call::Declare,
        }),
        named("call-sum")(ClientMessage::Call {
            key: key(),
            expected: 7,
            call: Call::Sum(10),
        }),
        named("wish")(ClientMessage::Wish {
            key: key(),
            wish: Wish::Mine,
            deal: 3,
        }),
        named("ready")(ClientMessage::Ready {
            key: key(),
            deal: 3,
        }),
        named("rematch")(ClientMessage::Rematch {
            key: key(),
            after: 1,
        }),
        named("other-partners")(ClientMessage::OtherPartners {
            key: key(),
            after: 1,
        }),
        named("name")(ClientMessage::Name {
            key: key(),
            name: "Miss Lou".into(),
        }),
        named("rotate")(ClientMessage::Rotate {
            key: key(),
            token: token(),
        }),
        named("renew")(ClientMessage::Renew {
            key: key(),
            seat: seat(2),
            token: Some(token()),
        }),
        named("revoke")(ClientMessage::Renew {
            key: key(),
            seat: seat(2),
            token: None,
        }),
        named("swap")(ClientMessage::Swap {
            key: key(),
            seat: seat(1),
            with: seat(2),
        }),
        named("give-table")(ClientMessage::GiveTable {
            key: key(),
            seat: seat(2),
        }),
        ("leave", ClientMessage::Leave { key: key() }),
        ("back", ClientMessage::Back { key: key() }),
        ("delete", ClientMessage::Delete { key: key() }),
        named("withdraw")(ClientMessage::Withdraw { key: key() }),
        named("stand-in")(ClientMessage::StandIn {
            key: key(),
            seat: seat(2),
        }),
        named("hint")(ClientMessage::Hint {
            key: key(),
            expected: 8,
        }),
        named("pace")(ClientMessage::Pace {
            key: key(),
            pace: BotPace::Fast,
        }),
        ("ping", ClientMessage::Ping { n: 5 }),
    ];
    for (name, message) in &messages {
        golden(&format!("client-{name}"), message);
    }
    every_kind(&messages.map(|(_, message)| message));
}

fn rules() -> TableRules {
    let game = Game::by_id("jamaican-partner").unwrap();
    let mut rules = TableRules::new(game.id, &game.rules(4).unwrap());
    // All options would make this a record of the options instead of the wire.
    rules
        .options
        .retain(|name, _| name == "target" || name == "pose");
    rules
}

fn events() -> Vec<(&'static str, Event)> {
    let awards = vec![Award {
        side: side(0),
        points: 2,
        why: Reason::KeyTile,
    }];
    vec![
        named("match-began")(Event::MatchBegan {
            number: 1,
            commitment: "c0".repeat(32),
            algorithm: capicu::fair::ALGORITHM.into(),
            engine: 7,
        }),
        named("turned-up")(Event::TurnedUp {
            tiles: vec![Some(tile("6-4")), Some(tile("0-0"))],
            opener: Some(seat(0)),
        }),
        named("turned-up-after-a-tie")(Event::TurnedUp {
            tiles: vec![Some(tile("6-4")), None, Some(tile("5-5"))],
            opener: None,
        }),
        ("redealt-no-double", Event::Redealt(Redeal::NoDouble)),
        named("redealt-many-doubles")(Event::Redealt(Redeal::ManyDoubles(seat(1)))),
        named("redealt-long-suit")(Event::Redealt(Redeal::LongSuit(seat(1)))),
        named("dealt")(Event::Dealt(Dealt {
            deal: 3,
            opening: Opening {
                seat: seat(2),
                duty: Duty::Tile(tile("6-6")),
                may_hand_over: true,
            },
            standing: Standing {
                scores: vec![1, 1],
                round: 2,
                decided: 2,
                ties: 0,
                play_off: true,
                passed: false,
                places: vec![],
            },
            hand: Some(tiles("6-4 0-0")),
            held: vec![7, 7, 7, 7],
            boneyard: 0,
        })),
        named("dealt-to-a-watcher")(Event::Dealt(Dealt {
            deal: 0,
            opening: Opening {
                seat: seat(0),
                duty: Duty::Any,
                may_hand_over: false,
            },
            standing: standing(),
            hand: None,
            held: vec![7, 7],
            boneyard: 14,
        })),
        named("opened")(Event::Opened(Opened {
            deal: 0,
            opening: Opening {
                seat: seat(0),
                duty: Duty::Any,
                may_hand_over: false,
            },
            standing: standing(),
            hands: vec![tiles("6-4 0-0"), tiles("5-5 3-1")],
            boneyard: 14,
        })),
        named("done")(Event::Done(Step {
            by: Actor::Clock,
            mv: Move {
                seat: seat(1),
                action: Act::Play {
                    tile: tile("6-4"),
                    on: tile("6-6"),
                },
                drawn: None,
                shown: false,
            },
            awards: awards.clone(),
        })),
        named("done-drawn")(Event::Done(Step {
            by: Actor::Person,
            mv: Move {
                seat: seat(1),
                action: Act::Draw,
                drawn: Some(tile("5-5")),
                shown: true,
            },
            awards: vec![],
        })),
        named("called")(Event::Called {
            seat: seat(1),
            call: Call::Muggins,
            awards: awards.clone(),
            result: None,
        }),
        named("called-to-the-end")(Event::Called {
            seat: seat(1),
            call: Call::Muggins,
            awards: awards.clone(),
            result: Some(MatchResult {
                winner: Side(capicu::Side::new(1).unwrap()),
                losers: vec![true, false],
                skunked: vec![false, false],
            }),
        }),
        ("unsettled", Event::Unsettled { seat: seat(3) }),
        named("ruled")(Event::Ruled(Ruled {
            seat: seat(1),
            what: Irregularity::Directed {
                tile: tile("6-4"),
                on: tile("6-6"),
            },
            drawn: vec![],
            n_drawn: 0,
            awards: vec![],
        })),
        named("round-over")(Event::RoundOver(Box::new(RoundResult {
            outcome: Outcome {
                ended: Ended::Out(seat(0)),
                winner: Some(seat(0)),
                hands: vec![
                    Tiles(capicu::TileSet::EMPTY),
                    Tiles([tile("6-4").0].into_iter().collect()),
                ],
                counts: vec![0, 10],
                last: Some(LastTile {
                    tile: tile("6-5"),
                    fits_every_end: true,
                    ends_differ: true,
                    key: true,
                }),
                awards: awards.clone(),
            },
            written: awards,
            ties: 1,
            scores: vec![6, 0],
            places: vec![],
            turn: Some(ScoreTurn::TwoLove),
            result: Some(MatchResult {
                winner: side(0),
                losers: vec![false, true],
                skunked: vec![false, false],
            }),
        }))),
        named("withdrew")(Event::Withdrew {
            seat: seat(1),
            places: vec![0, 3, 0],
            result: None,
        }),
        named("match-over")(Event::MatchOver(MatchOver {
            number: 1,
            seed: "5e".repeat(32),
            deals: 9,
            winner: Some(side(1)),
            parts: vec![Part::Left, Part::Played, Part::Deserted, Part::Played],
        })),
        named("match-stopped")(Event::MatchStopped(MatchStopped {
            number: 1,
            scores: vec![4, 2],
            why: WhyStopped::Rules,
        })),
        named("match-stopped-by-time")(Event::MatchStopped(MatchStopped {
            number: 2,
            scores: vec![120, 85],
            why: WhyStopped::Time,
        })),
        named("match-stopped-by-the-desk")(Event::MatchStopped(MatchStopped {
            number: 1,
            scores: vec![0, 3],
            why: WhyStopped::Desk,
        })),
        named("match-stopped-by-boards")(Event::MatchStopped(MatchStopped {
            number: 1,
            scores: vec![61, 40],
            why: WhyStopped::Boards,
        })),
        named("wished")(Event::Wished {
            seat: seat(2),
            wish: Wish::Yours,
        }),
        named("ready")(Event::Ready {
            seat: seat(2),
            deal: 4,
        }),
        ("rematch", Event::Rematch { seat: seat(2) }),
        ("other-partners", Event::OtherPartners { seat: seat(2) }),
        ("maker", Event::Host { seat: seat(2) }),
        named("seat-changed")(Event::SeatChanged {
            seat: seat(2),
            holder: Holder::Person,
            name: Some("Miss Lou".into()),
        }),
        named("stand-in")(Event::StandIn {
            seat: seat(2),
            why: Some(StandIn::Away),
        }),
        named("stand-in-no-more")(Event::StandIn {
            seat: seat(2),
            why: None,
        }),
    ]
}

fn standing() -> Standing {
    Standing {
        scores: vec![0, 0],
        round: 0,
        decided: 0,
        ties: 0,
        play_off: false,
        passed: false,
        places: vec![],
    }
}

#[test]
fn events_match_their_records() {
    for (name, event) in events() {
        golden(&format!("event-{name}"), &event);
    }
    let events: Vec<Event> = events().into_iter().map(|(_, event)| event).collect();
    every_kind(&events);
    let mut ends = vec![
        Ended::Blocked(Some(seat(1))),
        Ended::Blocked(None),
        Ended::Target(side(1)),
    ];
    ends.push(Ended::Void);
    ends.push(Ended::Doubles(seat(1)));
    golden("ended", &ends);
    let duties = vec![
        Duty::Tile(tile("6-6")),
        Duty::Any,
        Duty::Holder(tile("6-6")),
        Duty::Double,
        Duty::DrawForDouble,
    ];
    golden("duties", &duties);
    let stand_ins = vec![StandIn::Away, StandIn::Left, StandIn::NextDeal];
    golden("stand-ins", &stand_ins);
    every_kind(&duties);
    every_kind(&stand_ins);
}

fn seat_info(holder: Holder) -> SeatInfo {
    SeatInfo {
        holder,
        name: None,
        stand_in: None,
        devices: 0,
        bot_at: None,
    }
}

fn match_info() -> MatchInfo {
    MatchInfo {
        number: 1,
        commitment: "c0".repeat(32),
        algorithm: capicu::fair::ALGORITHM.into(),
        engine: 7,
        sheet: Sheet(vec![vec![1, 0], vec![2, 0]]),
        tally: Vec::new(),
        over: Some(MatchOver {
            number: 1,
            seed: "5e".repeat(32),
            deals: 9,
            winner: None,
            parts: Vec::new(),
        }),
        stopped: None,
    }
}

#[test]
fn server_messages_match_their_records() {
    let clock = Clock {
        now: 1_790_000_000_000,
        deadline: Some(Deadline::Turn {
            seat: seat(2),
            at: 1_790_000_060_000,
        }),
        banks: vec![60_000, 1_250, 0, 10_000],
    };
    let here = Presence {
        seat: seat(0),
        devices: 2,
        bot_at: None,
    };
    let away = Presence {
        seat: seat(1),
        devices: 0,
        bot_at: Some(1_790_000_020_000),
    };
    let refused = |refusal| ServerMessage::Refused {
        key: key(),
        refusal,
        version: 9,
    };
    let odds = Odds {
        seat: seat(1),
        better: 700,
        other: 90,
    };
    let tally = Tally {
        pip: pip(5),
        held: 3,
        others: 1,
    };
    let messages = [
        named("snapshot")(ServerMessage::Snapshot(Box::new(Snapshot {
            version: 9,
            seat: Some(seat(0)),
            by_session: false,
            host: seat(0),
            lobby: false,
            rated: false,
            of_event: false,
            rules: rules(),
            seats: vec![
                SeatInfo {
                    name: Some("Miss Lou".into()),
                    devices: 2,
                    ..seat_info(Holder::Person)
                },
                seat_info(Holder::Bot),
                seat_info(Holder::Open),
                SeatInfo {
                    stand_in: Some(StandIn::NextDeal),
                    bot_at: Some(1_790_000_020_000),
                    ..seat_info(Holder::Person)
                },
            ],
            game: match_info(),
            turn_time: TurnTime::Sixty,
            grace: 20,
            level: Level::Concludes,
            hints: Hints::On,
            watching: Watching::On,
            passed: Passed::Off,
            watchers: 3,
            clock: clock.clone(),
            events: vec![Event::Rematch { seat: seat(0) }],
        }))),
        named("delta")(ServerMessage::Delta {
            version: 9,
            events: vec![Event::Rematch { seat: seat(0) }],
            presence: vec![here, away],
            clock: Clock {
                deadline: Some(Deadline::Deal {
                    at: 1_790_000_030_000,
                }),
                ..clock.clone()
            },
        }),
        named("events")(ServerMessage::Events {
            version: 9,
            events: vec![Event::Rematch { seat: seat(0) }],
            clock: Clock {
                deadline: None,
                banks: Vec::new(),
                ..clock
            },
        }),
        named("done")(ServerMessage::Done {
            key: key(),
            version: 9,
        }),
        ("refused-stale", refused(Refusal::Stale)),
        named("refused-illegal")(refused(Refusal::Illegal(Illegal::DoesNotFit {
            tile: tile("6-4"),
            on: tile("5-5"),
        }))),
        named("hint")(ServerMessage::Hint {
            key: key(),
            hint: Hint {
                best: Judged {
                    action: Act::Lead(tile("6-4")),
                    chance: 54,
                },
                next: Judged {
                    action: Act::Lead(tile("5-5")),
                    chance: 51,
                },
                shuts_out: Some(12),
                clues: vec![
                    Clue::Lacks {
                        seat: seat(1),
                        pip: pip(5),
                        mv: 3,
                        drew: true,
                    },
                    Clue::Shuts(odds),
                    Clue::Denies(odds),
                    Clue::Holds(tally),
                    Clue::Stitches(tally),
                    Clue::CutsOff(tally),
                    Clue::Led {
                        seat: seat(1),
                        tile: tile("6-4"),
                    },
                    Clue::Scores {
                        before: 13,
                        after: 15,
                        points: 3,
                    },
                    Clue::OneNumber { pip: pip(6) },
                    Clue::Boneyard {
                        boneyard: 14,
                        unseen: 20,
                    },
                ],
            },
        }),
        ("presence", ServerMessage::Presence(here)),
        ("watchers", ServerMessage::Watchers { n: 3 }),
        ("queue", ServerMessage::Queue { waiting: Some(3) }),
        named("said-phrase")(ServerMessage::Said {
            seat: seat(2),
            saying: Saying::Phrase(Phrase::Thanks),
        }),
        named("said-text")(ServerMessage::Said {
            seat: seat(2),
            saying: Saying::Text("Otra?".to_owned()),
        }),
        ("presence-away", ServerMessage::Presence(away)),
        named("code")(ServerMessage::Code {
            code: Some("abc234".into()),
        }),
        ("code-none", ServerMessage::Code { code: None }),
        named("pong")(ServerMessage::Pong {
            n: 5,
            now: clock.now,
        }),
        named("closed")(ServerMessage::Closed {
            why: Closed::BadToken,
        }),
    ];
    for (name, message) in &messages {
        golden(&format!("server-{name}"), message);
    }
    every_kind(&messages.map(|(_, message)| message));
    recorded("match-stopped").is(&MatchInfo {
        over: None,
        stopped: Some(MatchStopped {
            number: 1,
            scores: vec![2, 0],
            why: WhyStopped::Rules,
        }),
        ..match_info()
    });
}

/// Readers know the names that the next version writes, see [ADR 23](../../../docs/adr/0023-names-on-the-wire.md).
#[test]
fn coming_names_of_fields_and_events_are_read() {
    const COMING: [(&str, &str); 5] = [
        ("\"asleep\"", "\"boneyard\""),
        ("\"deed\"", "\"move\""),
        ("\"team\"", "\"side\""),
        ("\"maker\"", "\"host\""),
        ("\"not-maker\"", "\"not-host\""),
    ];
    fn reads<T: serde::de::DeserializeOwned + PartialEq + std::fmt::Debug>(name: &str) {
        let file = format!("{}/tests/wire/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let old = std::fs::read_to_string(file).unwrap();
        let new = COMING
            .iter()
            .fold(old.clone(), |text, (old, new)| text.replace(old, new));
        assert_ne!(new, old, "{name}");
        assert_eq!(
            decode::<T>(&new).unwrap(),
            decode::<T>(&old).unwrap(),
            "{name}"
        );
    }
    for name in ["dealt", "opened", "done", "called", "round-over", "maker"] {
        reads::<Event>(&format!("event-{name}"));
    }
    for name in ["hint", "snapshot"] {
        reads::<ServerMessage>(&format!("server-{name}"));
    }
    reads::<Vec<Refusal>>("refusals");
    for name in ["act", "round-over"] {
        reads::<bot::ArenaMessage>(&format!("bot-told-{name}"));
    }
}

#[test]
fn phrases_match_their_records() {
    for phrase in Phrase::ALL {
        assert_eq!(serde_json::json!(phrase), phrase.name());
    }
    golden("phrases", &Phrase::ALL.to_vec());
    every_kind(&Phrase::ALL);
}

#[test]
fn words_of_enums_match_their_records() {
    let closed = vec![
        Closed::Malformed,
        Closed::TooLarge,
        Closed::Binary,
        Closed::Flood,
        Closed::Unexpected,
        Closed::NoHello,
        Closed::Protocol,
        Closed::UnknownTable,
        Closed::BadToken,
        Closed::NotPublic,
        Closed::NoOwnToken,
        Closed::Left,
        Closed::Queued,
        Closed::Deleted,
        Closed::TooSlow,
        Closed::Stopping,
        Closed::Restarted,
        Closed::Unavailable,
    ];
    for why in &closed {
        assert_eq!(serde_json::json!(why), why.word());
    }
    golden("closed", &closed);
    every_kind(&closed);
    let mut refusals = vec![
        Refusal::Stale,
        Refusal::NotYourTurn,
        Refusal::NotNow,
        Refusal::NothingToCall,
        Refusal::NotInHuddle,
        Refusal::NotHost,
        Refusal::BadSeat,
        Refusal::BadToken,
        Refusal::BadName,
        Refusal::NotAway,
        Refusal::TooOften,
        Refusal::BadText,
        Refusal::MembersOnly,
        Refusal::Muted,
        Refusal::Unavailable,
    ];
    golden("refusals", &refusals);
    // These have records of their own.
    refusals.push(Refusal::Illegal(Illegal::RoundOver));
    every_kind(&refusals);
    let t = capicu::Tile::DOUBLE_SIX;
    let illegal: Vec<Illegal> = [
        capicu::IllegalAction::RoundOver,
        capicu::IllegalAction::NotYourTurn,
        capicu::IllegalAction::NotHeld(t),
        capicu::IllegalAction::NothingLed,
        capicu::IllegalAction::AlreadyLed,
        capicu::IllegalAction::MustLead(t),
        capicu::IllegalAction::MustLeadDouble,
        capicu::IllegalAction::DoesNotFit { tile: t, on: t },
        capicu::IllegalAction::CanPlay,
        capicu::IllegalAction::MustDraw,
        capicu::IllegalAction::CannotDraw,
        capicu::IllegalAction::CannotHandOver,
    ]
    .map(Into::into)
    .into();
    golden("illegal", &illegal);
    every_kind(&illegal);
    golden("turn-times", &TurnTime::ALL.to_vec());
}
