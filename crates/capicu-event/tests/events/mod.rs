//! Whole events, calculated by hand, with their common helpers.

mod bounds;
mod brackets;
mod cuts;
mod desk;
mod duplicate;
mod evenings;
mod formats;
mod knock_outs;
mod orders;
mod places;
mod plans;
mod presets;
mod published;
mod queues;
mod quoted;
mod reports;
mod tables;
mod team_totals;
mod teams;
mod titles;
mod trf;

use capicu_event::{
    Bye, ByeKind, Command, Consent, EntryId, Envelope, Event, Meeting, NewEntry, Outcome, Pairing,
    Preset, Refused, SideScore,
};

trait Desk {
    fn send(&mut self, command: Command) -> Result<(), Refused>;

    #[track_caller]
    fn done(&mut self, command: Command) {
        let shown = format!("{command:?}");
        let sent = self.send(command);
        sent.unwrap_or_else(|why| panic!("{shown}: {why}"));
    }
}

impl Desk for Event {
    fn send(&mut self, command: Command) -> Result<(), Refused> {
        let expected = self.version();
        let sent = self.execute(&Envelope {
            key: format!("key {expected}"),
            expected,
            now: expected,
            command,
        });
        sent.map(|_| ())
    }
}

fn id(number: u32) -> EntryId {
    EntryId(number)
}

fn event(preset: Preset, names: &[&str]) -> Event {
    let mut event = Event::create("Friday", preset, 11, 0).unwrap();
    for (at, name) in names.iter().enumerate() {
        let rating = Some(2_000 - at as i32);
        event.done(Command::Enter(NewEntry {
            rating,
            ..NewEntry::named(name)
        }));
    }
    event
}

fn preset(id: &str) -> Preset {
    capicu_event::presets::by_id(id).unwrap()
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
    event.done(Command::Rule {
        meeting,
        outcome,
        reason,
    });
}

/// Publishes a round with these meetings and byes, changed by hand if needed.
fn pair(event: &mut Event, meetings: &[[u32; 2]], byes: &[(u32, ByeKind)]) {
    event.done(Command::Draft(Consent::Given));
    let pairing = Pairing {
        meetings: meetings
            .iter()
            .map(|sides| Meeting::of(sides.map(id)))
            .collect(),
        byes: byes
            .iter()
            .map(|(entry, kind)| Bye {
                entry: id(*entry),
                kind: *kind,
            })
            .collect(),
        sets: Vec::new(),
    };
    let stage = event.state().running().unwrap();
    if stage.draft.as_ref().unwrap().pairing != pairing {
        let reason = "by hand".to_owned();
        event.done(Command::Edit { pairing, reason });
    }
    event.done(Command::Publish);
}
