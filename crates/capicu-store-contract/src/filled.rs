//! A store with rows in every table.

use capicu::{Seat, Side};
use capicu_protocol::{Part, Scope};
use capicu_table::{Entry, TokenHash};

use crate::ratings::rated;
use crate::sample::{every_fact, id, over, player, result, setup};
use capicu_store::clubs::{
    ClubChange, ClubDeed, ClubEvent, ClubMatchPlayer, ClubPart, ClubTold, NewClubMatch, NewEvening,
    Season, SeasonRule,
};
use capicu_store::conduct::{ConductAct, NewConductAct, NewReport, Sanction, Why};
use capicu_store::events::{EventPlayer, NewEvent};
use capicu_store::puzzles::{KeptPuzzle, NewAnswer, Outcome};
use capicu_store::{
    Append, BotChange, BotToken, Change, CredentialId, Effect, Make, MatchResult, Passkey,
    PasskeyChange, Proof, Session, Sitter, Store, Tie, TieLimits,
};

/// Fills every table: two game tables, `kept` and a deleted one, people and their data, results, an event, a club,
/// puzzles. Panics if the store refuses it.
pub async fn fill(store: &dyn Store) {
    for (table, number) in [("kept", 1), ("deleted", 2)] {
        let facts = (1..).zip(every_fact());
        let entries = facts.map(|(version, fact)| Entry {
            version,
            at: 1000 + version,
            command: None,
            fact,
        });
        let append = Append {
            make: Some(Make {
                setup: setup(),
                at: 1000,
            }),
            entries: entries.collect(),
            effects: vec![
                over(played(number)),
                // A player gives up the seat, and another gets it.
                Effect::Bound {
                    seat: Seat::default(),
                    player: Some(player(2)),
                },
                Effect::Bound {
                    seat: Seat::default(),
                    player: Some(player(1)),
                },
            ],
        };
        store.append(&id(table), append).await.unwrap();
    }
    let session = |number| Session {
        hash: TokenHash::new([number; 32]),
        label: "a phone".to_owned(),
        made_at: 1,
        seen_at: 2,
        expires_at: 3,
    };
    for (number, name) in [(1, "Ña «Ana»\n\"x\""), (2, "Eva")] {
        let making = Change::Make {
            player: player(number),
            name: Some(name.to_owned()),
            session: session(number + 6),
        };
        store.change(making).await.unwrap();
        let joining = Change::Join {
            player: player(number),
            username: format!("member{number}"),
            skeleton: format!("member{number}"),
            codes: vec![TokenHash::new([number; 32])],
        };
        store.change(joining).await.unwrap();
    }
    let (one, other) = (player(1), player(2));
    for tie in [
        Tie::Block {
            player: one,
            other,
            at: 4,
        },
        Tie::Ask {
            player: other,
            other: one,
            at: 5,
        },
        Tie::Hide {
            player: other,
            hidden: true,
        },
    ] {
        let limits = TieLimits {
            friends: 1,
            asked: 1,
            blocked: 1,
        };
        store.tie(tie, limits).await.unwrap();
    }
    let report = NewReport {
        at: 4,
        reporter: player(1),
        reported: player(1),
        // Reports stay when their table is removed.
        table: id("deleted"),
        number: 1,
        why: Why::Other,
        words: "«Ñ»\n\"x\"".to_owned(),
        talk: Vec::new(),
    };
    store.report(report).await.unwrap();
    for act in [
        ConductAct::Sanction {
            sanction: Sanction::Mute,
            until: Some(9),
        },
        ConductAct::Lift { entry: 1 },
        ConductAct::Close,
    ] {
        let deed = NewConductAct {
            at: 5,
            by: None,
            about: player(1),
            act,
            reason: "«Ñ»".to_owned(),
            closes: 1,
        };
        store.act(deed).await.unwrap();
    }
    let event = NewEvent {
        id: id("evening"),
        name: "«Ñ»".to_owned(),
        made_at: 5,
        secret: [255; 32],
        director: player(1),
        lines: vec!["{}\n".to_owned(), "{\"ñ\"}\n".to_owned()],
    };
    store.make_event(event).await.unwrap();
    for act in [
        ClubDeed::Found {
            address: "Centro".to_owned(),
            skeleton: "centro".to_owned(),
            told: ClubTold {
                name: "«Ñ»".to_owned(),
                place: String::new(),
                evening: String::new(),
                about: String::new(),
                usual: String::new(),
                zone: "Atlantic/Canary".to_owned(),
            },
            secret: [254; 32],
        },
        ClubDeed::Season(Season {
            number: 1,
            name: "2026".to_owned(),
            rule: SeasonRule::Points,
            best: None,
        }),
        ClubDeed::Move {
            player: player(2),
            from: None,
            to: Some(ClubPart::Member),
        },
        ClubDeed::Event(ClubEvent {
            event: id("evening"),
            begins: "2026-11-27T19:00".to_owned(),
            ends: "2026-11-28T00:30".to_owned(),
            season: Some(1),
            division: 0,
        }),
        ClubDeed::Give(NewEvening {
            day: "2026-11-29".to_owned(),
            matches: vec![NewClubMatch {
                mark: [253; 32],
                winner: Side::default(),
                players: vec![ClubMatchPlayer {
                    player: player(2),
                    side: Side::default(),
                    rounds: 5,
                    capicus: 1,
                }],
            }],
        }),
    ] {
        let change = ClubChange {
            at: 5,
            by: player(1),
            club: id("club"),
            act,
        };
        store.change_club(change).await.unwrap();
    }
    let puzzle = KeptPuzzle {
        id: "abc".to_owned(),
        giver: player(1),
        game: "block".to_owned(),
        given_at: 5,
        puzzle: "«Ñ»\n\"x\"".to_owned(),
        solution: "{}".to_owned(),
    };
    store.give_puzzle(puzzle).await.unwrap();
    for (puzzle, day) in [("abc", Some(20_000)), ("shipped", None)] {
        let answer = NewAnswer {
            player: player(2),
            puzzle: puzzle.to_owned(),
            outcome: Outcome::Solved,
            at: 6,
            day,
        };
        store.note_answer(answer).await.unwrap();
    }
    let entered = EventPlayer {
        entry: 2,
        place: 1,
        player: player(1),
    };
    store.enter_player(&id("evening"), entered).await.unwrap();
    let guest = session(30);
    let more = [
        Change::Settings {
            player: player(1),
            at: 5,
            settings: "{\"felt\":\"«Ñ»\"}".to_owned(),
        },
        Change::Passkey(PasskeyChange::Add {
            player: player(1),
            passkey: Passkey {
                id: CredentialId(vec![0, 255, 7]),
                site: "dominoes.example".to_owned(),
                public_key: vec![1, 2, 3],
                algorithm: -8,
                counter: 4,
                label: "a key".to_owned(),
                made_at: 5,
                used_at: None,
            },
        }),
        Change::Bot(BotChange::Make {
            owner: player(1),
            bot: player(4),
            username: "Robot".to_owned(),
            skeleton: "robot".to_owned(),
            name: "«Robot»".to_owned(),
            at: 5,
        }),
        Change::Bot(BotChange::Issue {
            owner: player(1),
            bot: player(4),
            token: BotToken {
                hash: TokenHash::new([40; 32]),
                label: "program".to_owned(),
                scopes: vec![Scope::Play],
                made_at: 5,
                expires_at: 6,
            },
        }),
        Change::Offer {
            player: player(1),
            link: TokenHash::new([41; 32]),
            expires_at: 6,
        },
        // A guest who later signs in as a member.
        Change::Make {
            player: player(3),
            name: None,
            session: guest.clone(),
        },
        Change::SignIn {
            proof: Proof::Code {
                skeleton: "member1".to_owned(),
                code: TokenHash::new([1; 32]),
            },
            session: session(31),
            leaving: Some(guest.hash),
        },
    ];
    for change in more {
        store.change(change).await.unwrap();
    }
    store.rate(rated(1)).await.unwrap();
    store.set_note("seen", "7".to_owned()).await.unwrap();
    store.remove(&id("deleted")).await.unwrap();
}

/// Returns the result of a match that a member played in.
fn played(number: u32) -> MatchResult {
    let mut result = result(number);
    result.seats[0] = Sitter::Person {
        name: Some("Ña «Ana»".to_owned()),
        player: Some(player(1)),
        part: Part::Played,
        substituted: 0,
    };
    result
}
