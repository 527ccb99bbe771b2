//! The clock of a round, contested results, and events that are renamed, hidden or cancelled.

use capicu_event::{CheckIn, Clock, Command, Consent, Envelope, Event, Refused};

use super::{Desk as _, event, id, played, preset, rule};

const MINUTE: u64 = 60_000;

fn at(event: &mut Event, now: u64, command: Command) -> Result<(), Refused> {
    let expected = event.version();
    let key = format!("key {expected}");
    let envelope = Envelope {
        key,
        expected,
        now,
        command,
    };
    event.execute(&envelope).map(|_| ())
}

/// Four pairs in the first round, published at minute 10.
fn first_round() -> Event {
    let mut preset = preset("latin-pairs");
    preset.check_in = CheckIn::None;
    let mut event = event(preset, &["A", "B", "C", "D"]);
    event.done(Command::OpenStage);
    let early = event.send(Command::StartClock);
    assert_eq!(early, Err(Refused::NoRound(0)));
    event.done(Command::Draft(Consent::Given));
    at(&mut event, 10 * MINUTE, Command::Publish).unwrap();
    event
}

fn clock(event: &Event) -> &Clock {
    &event.state().stages[0].rounds[0].clock
}

/// Published at 10, started at 15, paused from 20 to 50, and extended by 5: 45 minutes end at 95. One table has 3 more.
#[test]
fn clock_is_started_paused_and_extended() {
    let mut event = first_round();
    assert_eq!(clock(&event).ends_at(45, None), Some(55 * MINUTE));
    at(&mut event, 15 * MINUTE, Command::StartClock).unwrap();
    assert_eq!(clock(&event).ends_at(45, None), Some(60 * MINUTE));
    let again = at(&mut event, 16 * MINUTE, Command::StartClock);
    assert_eq!(again, Err(Refused::NoChange));
    at(&mut event, 20 * MINUTE, Command::PauseClock).unwrap();
    let again = at(&mut event, 21 * MINUTE, Command::PauseClock);
    assert_eq!(again, Err(Refused::NoChange));
    assert_eq!(clock(&event).ends_at(45, None), None);
    assert_eq!(clock(&event).elapsed(40 * MINUTE), 5 * MINUTE);
    at(&mut event, 50 * MINUTE, Command::StartClock).unwrap();
    assert_eq!(clock(&event).ends_at(45, None), Some(90 * MINUTE));
    let all = Command::ExtendClock {
        meeting: None,
        minutes: 5,
    };
    at(&mut event, 51 * MINUTE, all).unwrap();
    let one = |meeting| Command::ExtendClock {
        meeting: Some(meeting),
        minutes: 3,
    };
    at(&mut event, 51 * MINUTE, one(2)).unwrap();
    assert_eq!(clock(&event).ends_at(45, None), Some(95 * MINUTE));
    assert_eq!(clock(&event).ends_at(45, Some(1)), Some(95 * MINUTE));
    assert_eq!(clock(&event).ends_at(45, Some(2)), Some(98 * MINUTE));
    rule(&mut event, 2, played([0, 0], [200, 90]));
    assert_eq!(event.send(one(2)), Err(Refused::Settled(2)));
    assert_eq!(event.send(one(3)), Err(Refused::NoMeeting(3)));
    Event::verify(event.log().clone()).unwrap();
}

fn contest(meeting: u16, by: u32) -> Command {
    Command::Contest {
        stage: 1,
        round: 1,
        meeting,
        by: id(by),
        reason: "we had 130".into(),
    }
}

#[test]
fn contested_result_counts_until_corrected_or_rejected() {
    let mut event = first_round();
    let who: Vec<u32> = {
        let meetings = &event.state().stages[0].rounds[0].pairing.meetings;
        meetings.iter().map(|of| of.sides[1][0].0).collect()
    };
    let early = event.send(contest(1, who[0]));
    assert_eq!(early, Err(Refused::Unsettled(1)));
    for meeting in [1, 2] {
        rule(&mut event, meeting, played([0, 0], [200, 90]));
    }
    let stranger = event.send(contest(1, who[1]));
    let (meeting, entry) = (1, id(who[1]));
    assert_eq!(stranger, Err(Refused::NotThere { meeting, entry }));
    event.done(contest(1, who[0]));
    event.done(contest(2, who[1]));
    assert_eq!(event.send(contest(1, who[0])), Err(Refused::NoChange));
    let rounds = 1;
    let reason = "the hall closes".to_owned();
    event.done(Command::ChangeRounds { rounds, reason });
    event.done(Command::CloseStage);
    assert_eq!(event.send(Command::Freeze), Err(Refused::Contested(1)));
    event.done(Command::Correct {
        stage: 1,
        round: 1,
        meeting: 1,
        outcome: played([0, 0], [200, 130]),
        reason: "the sheet says 130".into(),
    });
    assert_eq!(event.send(Command::Freeze), Err(Refused::Contested(2)));
    event.done(Command::RejectContest {
        stage: 1,
        round: 1,
        meeting: 2,
        reason: "both signed".into(),
    });
    event.done(Command::Freeze);
    event.done(Command::Hide);
    let renamed = event.send(Command::Rename("Saturday".into()));
    assert_eq!(renamed, Err(Refused::Frozen));
    Event::verify(event.log().clone()).unwrap();
}

#[test]
fn event_is_renamed_hidden_and_cancelled_before_it_begins() {
    let mut event = event(preset("latin-pairs"), &["A", "B", "C", "D"]);
    event.done(Command::Rename("Saturday".into()));
    assert_eq!(event.state().name, "Saturday");
    assert_eq!(
        event.send(Command::Rename("Saturday".into())),
        Err(Refused::NoChange)
    );
    assert_eq!(event.send(Command::List), Err(Refused::NoChange));
    event.done(Command::Hide);
    assert!(event.state().hidden);
    event.done(Command::List);
    event.done(Command::Cancel("made by mistake".into()));
    assert!(event.state().cancelled);
    let after = event.send(Command::Announce("coffee".into()));
    assert_eq!(after, Err(Refused::Cancelled));
    let mut hidden = event.clone();
    hidden.done(Command::Hide);
    assert!(hidden.state().hidden);
    event.done(Command::Undo);
    assert!(!event.state().cancelled);
    let mut begun = first_round();
    let late = begun.send(Command::Cancel("rain".into()));
    assert_eq!(late, Err(Refused::HasBegun));
}

#[test]
fn clock_and_list_facts_require_edition_5() {
    let mut event = first_round();
    for command in [
        Command::StartClock,
        Command::PauseClock,
        Command::Rename("Saturday".into()),
        Command::Hide,
        Command::List,
    ] {
        event.done(command);
        let last = event.log().lines().last().unwrap();
        assert_eq!(last.fact.traits().edition, 5);
    }
}
