//! The code by which the server of commit f0a3e5d wrote rows: its types, unchanged, with those of the wire in them. Do
//! not change anything below [`setup`] and [`fact`].

use std::collections::BTreeMap;

use capicu_protocol::{Level, TableRules as Rules};
use capicu_table as typed;
use serde::Serialize;

/// Writes a table like that server, which knew these options.
pub fn setup(of: &typed::Setup, known: impl Fn(&str) -> bool) -> String {
    let mut rules = Rules::new(&of.game, &of.rules);
    rules.options.retain(|option, _| known(option));
    let setup = Setup {
        rules: TableRules {
            game: rules.game,
            players: rules.players,
            title: of.title.clone(),
            options: rules.options,
        },
        host: of.host.expect("a maker").index() as u8,
        seats: of
            .seats
            .iter()
            .map(|plan| match plan {
                typed::Plan::Person { token, name } => SeatSetup::Person {
                    token: hex(token),
                    name: name.clone(),
                },
                typed::Plan::Open { token } => SeatSetup::Open { token: hex(token) },
                typed::Plan::Bot => SeatSetup::Bot,
            })
            .collect(),
        turn_time: match of.turn_time {
            capicu_protocol::TurnTime::Off => TurnTime::Off,
            capicu_protocol::TurnTime::Thirty => TurnTime::Thirty,
            capicu_protocol::TurnTime::Sixty => TurnTime::Sixty,
            capicu_protocol::TurnTime::TwoMinutes => TurnTime::TwoMinutes,
            other => panic!("there was no {other:?}"),
        },
        level: (1..)
            .zip(Level::NUMBERED)
            .find_map(|(number, level)| (level == of.level).then_some(number))
            .unwrap(),
        hints: match of.advice {
            typed::Advice::Off => Hints::Off,
            typed::Advice::On => Hints::On,
        },
    };
    serde_json::to_string(&setup).unwrap()
}

/// Writes a fact like that server.
pub fn fact(of: &typed::Fact) -> String {
    let number = |seat: &capicu::Seat| seat.index() as u8;
    let fact = match of {
        typed::Fact::MatchBegan { seed, .. } => Fact::MatchBegan {
            seed: seed.to_string(),
        },
        typed::Fact::TurnedUp { number } => Fact::TurnedUp { number: *number },
        typed::Fact::Dealt { number } => Fact::Dealt { number: *number },
        typed::Fact::Acted {
            by,
            action,
            used: _,
        } => Fact::Acted {
            by: match by {
                typed::Chooser::Person => Actor::Person,
                typed::Chooser::Bot => Actor::Bot,
                typed::Chooser::Clock => Actor::Clock,
            },
            action: action.to_string(),
        },
        typed::Fact::Called { seat, call } => Fact::Called {
            seat: number(seat),
            call: match call {
                capicu::Call::Declare => Call::Declare,
                capicu::Call::Muggins => Call::Muggins,
                capicu::Call::Sum(_) => panic!("format 1 knows no such call"),
            },
        },
        typed::Fact::Wished { seat, wish } => Fact::Wished {
            seat: number(seat),
            wish: match wish {
                typed::Wish::Mine => Wish::Mine,
                typed::Wish::Yours => Wish::Yours,
            },
        },
        typed::Fact::Ready { seat } => Fact::Ready { seat: number(seat) },
        typed::Fact::Rematch { seat } => Fact::Rematch { seat: number(seat) },
        typed::Fact::Sat { seat, token: None } => Fact::Sat { seat: number(seat) },
        typed::Fact::Named { seat, name } => Fact::Named {
            seat: number(seat),
            name: name.clone(),
        },
        typed::Fact::Rotated { seat, token } => Fact::Rotated {
            seat: number(seat),
            token: hex(token),
        },
        typed::Fact::Renewed { seat, token } => Fact::Renewed {
            seat: number(seat),
            token: token.as_ref().map(hex),
        },
        other => panic!("there was no such fact: {other:?}"),
    };
    serde_json::to_string(&fact).unwrap()
}

fn hex(hash: &typed::TokenHash) -> String {
    hash.bytes()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[derive(Serialize)]
struct Setup {
    rules: TableRules,
    #[serde(rename = "maker")]
    host: u8,
    seats: Vec<SeatSetup>,
    turn_time: TurnTime,
    #[serde(default)]
    level: u8,
    #[serde(default)]
    hints: Hints,
}

#[derive(Serialize)]
struct TableRules {
    game: String,
    players: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

#[derive(Serialize)]
#[serde(tag = "plan", rename_all = "kebab-case")]
enum SeatSetup {
    Person {
        token: String,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        name: Option<String>,
    },
    Open {
        token: String,
    },
    Bot,
}

#[derive(Serialize)]
enum TurnTime {
    #[serde(rename = "off")]
    Off,
    #[serde(rename = "30s")]
    Thirty,
    #[serde(rename = "60s")]
    Sixty,
    #[serde(rename = "120s")]
    TwoMinutes,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Hints {
    #[default]
    Off,
    On,
}

#[derive(Serialize)]
#[serde(tag = "fact", rename_all = "kebab-case")]
enum Fact {
    MatchBegan {
        seed: String,
    },
    TurnedUp {
        number: u32,
    },
    Dealt {
        number: u32,
    },
    Acted {
        by: Actor,
        action: String,
    },
    Called {
        seat: u8,
        call: Call,
    },
    Wished {
        seat: u8,
        wish: Wish,
    },
    Ready {
        seat: u8,
    },
    Rematch {
        seat: u8,
    },
    Sat {
        seat: u8,
    },
    Named {
        seat: u8,
        name: String,
    },
    Rotated {
        seat: u8,
        token: String,
    },
    Renewed {
        seat: u8,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        token: Option<String>,
    },
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Actor {
    Person,
    Bot,
    Clock,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Call {
    Declare,
    Muggins,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Wish {
    Mine,
    Yours,
}
