//! How long it takes to pair a large room: `cargo run --release -p capicu-event --example pairing`.

use std::time::Instant;

use capicu_event::{Command, Consent, Envelope, Event, NewEntry, Outcome, SideScore, presets};

fn main() {
    let n: u32 = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(400);
    let preset = presets::by_id("latin-pairs").expect("shipped");
    let mut event = Event::create("Speed", preset, 1, 0).expect("it can be played");
    let mut send = |command| {
        let expected = event.version();
        let key = expected.to_string();
        let begun = Instant::now();
        event
            .execute(&Envelope {
                key,
                expected,
                now: 0,
                command,
            })
            .expect("it can be done");
        let running = event.state().running();
        let meetings = running
            .and_then(|stage| stage.rounds.last())
            .map_or(0, |r| r.tables.len());
        (begun.elapsed(), meetings)
    };
    for number in 0..n {
        let club = Some(format!("Club {}", number % 23));
        send(Command::Enter(NewEntry {
            club,
            ..NewEntry::named(&format!("Pair {number}"))
        }));
    }
    send(Command::OpenStage);
    for round in 1..=9_u32 {
        let (took, _) = send(Command::Draft(Consent::Given));
        println!("round {round}: {n} pairs in {:.3} s", took.as_secs_f64());
        let (_, meetings) = send(Command::Publish);
        for meeting in 1..=meetings as u16 {
            let luck = u32::from(meeting) * 7_919 % 97 + round * 31 % 89;
            let winner = (luck % 2) as usize;
            let mut scores = vec![
                SideScore {
                    games: 0,
                    points: (luck % 190) as i32
                };
                2
            ];
            scores[winner].points = 200;
            let outcome = Outcome::Played { scores };
            send(Command::Rule {
                meeting,
                outcome,
                reason: "played".into(),
            });
        }
    }
}
