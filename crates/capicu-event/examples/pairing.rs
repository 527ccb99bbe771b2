//! Measures the time and memory to pair a large field: `cargo run --release -p capicu-event --example pairing`.
//! Optional arguments are the number of entries and a preset: `1000 three-hand`.

use std::time::Instant;

use capicu_event::{Command, Consent, Envelope, Event, NewEntry, Outcome, SideScore, presets};

fn main() {
    let n: u32 = std::env::args()
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(400);
    let preset = std::env::args().nth(2).unwrap_or("latin-pairs".into());
    let preset = presets::by_id(&preset).expect("it is shipped");
    let sides = usize::from(preset.stages[0].meeting.sides);
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
        let (published, meetings) = send(Command::Publish);
        let [took, published] = [took, published].map(|took| took.as_secs_f64());
        println!("round {round}: {n} entries paired in {took:.3} s, published in {published:.3} s");
        for meeting in 1..=meetings as u16 {
            let luck = u32::from(meeting) * 7_919 % 97 + round * 31 % 89;
            let winner = luck as usize % sides;
            let mut scores = vec![
                SideScore {
                    games: 0,
                    points: (luck % 190) as i32
                };
                sides
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
    // Linux only; empty elsewhere.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find(|line| line.starts_with("VmHWM"));
    println!("{}", peak.unwrap_or_default());
}
