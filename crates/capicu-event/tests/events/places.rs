//! Places, the waiting list and payments.

use capicu_event::{
    CheckIn, Command, Consent, EntryId, Event, NewEntry, Payment, Presence, Preset, PresetError,
    Refused, Viewer,
};

use super::{Desk as _, event, id, played, preset, rule};

fn with_places(places: u16) -> Preset {
    Preset {
        places: Some(places),
        ..preset("latin-pairs")
    }
}

fn waiting(event: &Event) -> Vec<u32> {
    event.state().waiting().map(|id| id.0).collect()
}

fn leave(event: &mut Event, entry: u32) {
    event.done(Command::Withdraw(id(entry), "cannot come".into()));
}

/// Four places: E and F wait, and get places in that order as others leave. Waiting entries may leave too.
#[test]
fn late_entries_wait_and_get_places_in_order() {
    let mut event = event(with_places(4), &["A", "B", "C", "D", "E", "F", "G"]);
    assert_eq!(waiting(&event), [5, 6, 7]);
    assert_eq!(event.state().visible_to(Viewer::Public).waiting.len(), 3);
    assert_eq!(
        event.send(Command::CheckIn(id(5))),
        Err(Refused::Waits(id(5)))
    );
    leave(&mut event, 6);
    assert_eq!(waiting(&event), [5, 7], "nobody had a place to give up");
    leave(&mut event, 2);
    assert_eq!(waiting(&event), [7]);
    event.done(Command::CheckIn(id(5)));
    // After undoing, E waits again, before G.
    event.done(Command::Undo);
    event.done(Command::Undo);
    assert_eq!(waiting(&event), [5, 7]);
    leave(&mut event, 2);
    event.done(Command::OpenStage);
    let order: Vec<u32> = event.state().stages[0]
        .order
        .iter()
        .map(|id| id.0)
        .collect();
    assert_eq!(order, [1, 3, 4, 5]);
}

#[test]
fn more_places_admit_waiting_entries_and_fewer_remove_none() {
    let mut event = event(with_places(2), &["A", "B", "C", "D"]);
    assert_eq!(waiting(&event), [3, 4]);
    event.done(Command::Limit(Some(3)));
    assert_eq!(waiting(&event), [4]);
    event.done(Command::Limit(Some(1)));
    assert_eq!(waiting(&event), [4]);
    leave(&mut event, 1);
    assert_eq!(waiting(&event), [4], "two are still more than one");
    event.done(Command::LetIn(id(4)));
    assert_eq!(waiting(&event), [0; 0]);
    assert_eq!(
        event.send(Command::LetIn(id(4))),
        Err(Refused::NotWaiting(id(4)))
    );
    event.done(Command::Limit(None));
    assert_eq!(event.send(Command::Limit(None)), Err(Refused::NoChange));
    assert_eq!(event.send(Command::Limit(Some(0))), Err(Refused::NoChange));
}

/// Once the first round can be paired, no entry gets a place automatically: it may have gone home.
#[test]
fn only_the_director_admits_waiting_entries_after_the_start() {
    let mut event = event(with_places(4), &["A", "B", "C", "D", "E"]);
    event.done(Command::OpenStage);
    event.done(Command::Draft(Consent::Withheld));
    event.done(Command::Publish);
    for meeting in [1, 2] {
        rule(&mut event, meeting, played([0, 0], [200, 100]));
    }
    leave(&mut event, 1);
    assert_eq!(waiting(&event), [5]);
    let open = event.state().stages[0].clone();
    assert!(!open.order.contains(&id(5)));
    event.done(Command::LetIn(id(5)));
    let stage = &event.state().stages[0];
    assert_eq!(stage.joined.get(&id(5)), Some(&2));
    event.done(Command::Draft(Consent::Given));
    let draft = event.state().stages[0].draft.clone().unwrap();
    let seated = |entry: EntryId| {
        let mut meetings = draft.pairing.meetings.iter();
        meetings.any(|meeting| meeting.side_of(entry).is_some())
    };
    assert!(seated(id(5)) && !seated(id(1)));
    // No entry gets a place if all have one or it is too late.
    event.done(Command::Discard);
    event.done(Command::Enter(NewEntry::named("F")));
    assert_eq!(waiting(&event), [6], "four have places again");
}

#[test]
fn only_the_director_sees_payments() {
    let mut event = event(with_places(2), &["A", "B", "C"]);
    let before = serde_json::to_string(&event.state().visible_to(Viewer::Public)).unwrap();
    let pay = |event: &mut Event, entry, payment| event.send(Command::Pay(id(entry), payment));
    for entry in [1, 3] {
        pay(&mut event, entry, Payment::Paid).unwrap();
        assert_eq!(
            pay(&mut event, entry, Payment::Paid),
            Err(Refused::NoChange)
        );
    }
    assert_eq!(
        pay(&mut event, 9, Payment::Paid),
        Err(Refused::NoEntry(id(9)))
    );
    let paid = |event: &Event| {
        let all = event.state().entries.iter();
        all.filter(|(_, entry)| entry.payment == Payment::Paid)
            .map(|(id, _)| id.0)
            .collect::<Vec<_>>()
    };
    assert_eq!(paid(&event), [1, 3]);
    let after = serde_json::to_string(&event.state().visible_to(Viewer::Public)).unwrap();
    assert_eq!(before, after, "the public view does not change");
    // An entry that leaves may be paid back.
    leave(&mut event, 1);
    pay(&mut event, 1, Payment::Due).unwrap();
    assert_eq!(paid(&event), [3]);
    assert_eq!(event.state().entries[&id(3)].presence, Presence::Entered);
}

#[test]
fn preset_may_set_places_and_fee() {
    let with = |places, fee: &str| Preset {
        places,
        fee: Some(fee.to_owned()),
        check_in: CheckIn::None,
        ..preset("latin-pairs")
    };
    assert_eq!(with(Some(2), "US$15").check(), Ok(()));
    let range = |key| Err(PresetError::Range { stage: 0, key });
    assert_eq!(with(Some(1), "US$15").check(), range("places"));
    assert_eq!(with(None, " ").check(), range("fee"));
}
