//! Tables and facts to store. They are no valid game; a store does not check that.

use capicu::fair::Seed;
use capicu::{Call, Game, Seat, Side};
use capicu_protocol::{Key, Level, Part, Passed, PlayerId, TurnTime, Watching};
use capicu_table::{
    Absence, Advice, Chooser, Digest, Entry, Fact, Halt, Newcomer, Plan, QueueUnit, Seating, Setup,
    Stakes, TokenHash, Used, Wish,
};

use serde::de::{DeserializeOwned, IntoDeserializer as _, value};

use capicu_store::{Effect, MatchResult, Sitter, Venue};

/// The id of this text, whether a server would make such a one or not.
pub fn id<T: DeserializeOwned>(text: &str) -> T {
    let text = text.to_owned().into_deserializer();
    let id: Result<T, value::Error> = T::deserialize(text);
    id.expect("an id is a text")
}

pub fn setup() -> Setup {
    let game = Game::by_id("jamaican-partner").expect("a game of ours");
    let choices = game.choices(4).expect("a game for four");
    Setup {
        game: game.id.to_owned(),
        title: Some("Domingo «after church»".to_owned()),
        rules: capicu::Rules::new(choices).expect("the rules of a game"),
        host: Some(seat(1)),
        seats: vec![
            Plan::Open { token: hash(1) },
            Plan::Person {
                token: hash(2),
                name: Some("Tía Ana".to_owned()),
            },
            Plan::Bot,
            Plan::Person {
                token: hash(3),
                name: None,
            },
        ],
        turn_time: TurnTime::Sixty,
        grace: 45,
        level: Level::Concludes,
        advice: Advice::On,
        stakes: Stakes::Rated,
        watching: Watching::Off,
        passed: Passed::On,
        meeting: None,
    }
}

/// Returns a fact with this version and time in milliseconds; with a key, it comes from a command of seat 1.
pub fn fact(version: u64, at: u64, key: Option<&str>) -> Entry {
    Entry {
        version,
        at,
        command: key.map(|key| (seat(1), Key::new(key).expect("a key"))),
        fact: Fact::Named {
            seat: seat(1),
            name: format!("Nº {version}"),
        },
    }
}

pub fn result(number: u32) -> MatchResult {
    MatchResult {
        number,
        at: 1000 + u64::from(number),
        game: "jamaican-partner".to_owned(),
        engine: 1,
        scores: vec![6, 2],
        winner: Side::new(0).expect("a side"),
        seats: vec![
            Sitter::Person {
                name: None,
                player: None,
                part: Part::Played,
                substituted: 0,
            },
            Sitter::Person {
                name: Some("Tía Ana".to_owned()),
                player: None,
                part: Part::Played,
                substituted: 0,
            },
            Sitter::Bot {
                level: Level::Concludes,
            },
            Sitter::StandIn {
                name: Some("Ñico".to_owned()),
                player: None,
                level: Level::Concludes,
                substituted: 0,
            },
        ],
        rounds: 9,
        commitment: Seed::from_number(u64::from(number)).commitment(),
        rated: None,
        venue: Venue::Private,
    }
}

/// Returns the end of a match with this result; its record contains the number of the match.
pub fn over(result: MatchResult) -> Effect {
    Effect::MatchOver {
        record: Some(format!("match {} – «Ñ»\n", result.number)),
        result,
    }
}

/// Every kind of fact, with every value of enums.
pub fn every_fact() -> Vec<Fact> {
    let (seat, action) = (seat(3), |text: &str| text.parse().expect("an action"));
    let acted = |by, text| Fact::Acted {
        by,
        action: action(text),
        used: Used::NONE,
    };
    vec![
        Fact::MatchBegan {
            seed: Seed::from_number(7),
            engine: 1,
        },
        Fact::MatchBegan {
            seed: Seed::from_number(8),
            engine: 2,
        },
        Fact::TurnedUp { number: 1 },
        Fact::Dealt { number: 4 },
        acted(Chooser::Person, "6-6"),
        acted(Chooser::Bot, "6-4@6-6"),
        acted(Chooser::Clock, "draw"),
        acted(Chooser::Bot, "pass"),
        acted(Chooser::Person, "hand-over"),
        Fact::Acted {
            by: Chooser::Person,
            action: action("6-5@6-6"),
            used: Used::Time(12_345),
        },
        Fact::Acted {
            by: Chooser::Clock,
            action: action("5-5@6-5"),
            used: Used::Forced(68_000),
        },
        Fact::Called {
            seat,
            call: Call::Declare,
        },
        Fact::Called {
            seat,
            call: Call::Sum(15),
        },
        Fact::Called {
            seat,
            call: Call::Muggins,
        },
        Fact::Slow { seat },
        Fact::Withdrew { seat },
        Fact::Settled {
            digest: Digest::new([0, 1, 2, 3, 0xfc, 0xfd, 0xfe, 0xff]),
            scores: vec![0, 155],
        },
        Fact::Wished {
            seat,
            wish: Wish::Mine,
        },
        Fact::Wished {
            seat,
            wish: Wish::Yours,
        },
        Fact::Ready { seat },
        Fact::Rematch { seat },
        Fact::OtherPartners { seat },
        Fact::Reseated {
            seed: Seed::from_number(9),
            engine: 2,
            seating: Seating::other_partners(4),
        },
        Fact::Sat { seat, token: None },
        Fact::Sat {
            seat,
            token: Some(hash(4)),
        },
        Fact::Named {
            seat,
            name: "«\"Ñ\\🁫»".to_owned(),
        },
        Fact::Rotated {
            seat,
            token: hash(5),
        },
        Fact::Renewed { seat, token: None },
        Fact::Renewed {
            seat,
            token: Some(hash(6)),
        },
        Fact::TableGiven { seat },
        Fact::Away {
            seat,
            why: Absence::Away,
        },
        Fact::Away {
            seat,
            why: Absence::Left,
        },
        Fact::Back { seat },
        Fact::Halted { why: Halt::Time },
        Fact::Halted { why: Halt::Desk },
        Fact::Bound {
            seat,
            player: player(7),
        },
        Fact::QueueSet { unit: None },
        Fact::QueueSet {
            unit: Some(QueueUnit::Singles),
        },
        Fact::QueueSet {
            unit: Some(QueueUnit::Pairs),
        },
        Fact::QueueJoined {
            player: player(8),
            partner: None,
        },
        Fact::QueueJoined {
            player: player(8),
            partner: Some(player(9)),
        },
        Fact::QueueLeft { player: player(8) },
        Fact::QueueSat {
            newcomers: vec![Newcomer {
                seat,
                player: player(8),
                token: hash(7),
            }],
        },
    ]
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn hash(number: u8) -> TokenHash {
    TokenHash::new([number; 32])
}

pub fn player(number: u8) -> PlayerId {
    PlayerId::new([number; 16])
}
