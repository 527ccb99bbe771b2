//! Whole events, worked out by hand: what all of these tests share.

mod bounds;
mod duplicate;
mod evenings;
mod formats;
mod places;
mod tables;
mod teams;

use capicu_event::{
    Command, EntryId, Envelope, Event, NewEntry, Outcome, Preset, Refused, SideScore, presets,
};

fn send(event: &mut Event, command: Command) -> Result<(), Refused> {
    let expected = event.version();
    let key = format!("key {expected}");
    event
        .execute(&Envelope {
            key,
            expected,
            now: expected,
            command,
        })
        .map(|_| ())
}

#[track_caller]
fn done(event: &mut Event, command: Command) {
    let shown = format!("{command:?}");
    send(event, command).unwrap_or_else(|why| panic!("{shown}: {why}"));
}

fn id(number: u32) -> EntryId {
    EntryId(number)
}

fn event(preset: Preset, names: &[&str]) -> Event {
    let mut event = Event::create("Friday", preset, 11, 0).unwrap();
    for (at, name) in names.iter().enumerate() {
        let rating = Some(2_000 - at as i32);
        done(
            &mut event,
            Command::Enter(NewEntry {
                rating,
                ..NewEntry::named(name)
            }),
        );
    }
    event
}

fn preset(id: &str) -> Preset {
    presets::by_id(id).unwrap()
}

fn played(games: [u16; 2], points: [i32; 2]) -> Outcome {
    let score = |at: usize| SideScore {
        games: games[at],
        points: points[at],
    };
    Outcome::Played {
        scores: vec![score(0), score(1)],
    }
}

#[track_caller]
fn rule(event: &mut Event, meeting: u16, outcome: Outcome) {
    let reason = "on the sheet".to_owned();
    done(
        event,
        Command::Rule {
            meeting,
            outcome,
            reason,
        },
    );
}
