//! Who may enter, who waits for a place, and who has paid.

use capicu_event::{
    CheckIn, Command, Consent, EntryId, Event, NewEntry, Payment, Presence, Preset, PresetError,
    Refused, Viewer,
};

use super::{done, event, id, played, preset, rule, send};

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
    done(event, Command::Withdraw(id(entry), "cannot come".into()));
}

/// Four places: E and F wait, and come up in that order as others leave. Who waits may leave as well.
#[test]
fn who_comes_later_waits_and_comes_up_in_order() {
    let mut event = event(with_places(4), &["A", "B", "C", "D", "E", "F", "G"]);
    assert_eq!(waiting(&event), [5, 6, 7]);
    assert_eq!(event.state().seen_by(Viewer::Public).waiting.len(), 3);
    assert_eq!(
        send(&mut event, Command::CheckIn(id(5))),
        Err(Refused::Waits(id(5)))
    );
    leave(&mut event, 6);
    assert_eq!(waiting(&event), [5, 7], "nobody had a place to give up");
    leave(&mut event, 2);
    assert_eq!(waiting(&event), [7]);
    done(&mut event, Command::CheckIn(id(5)));
    // Undone, E waits again, before G.
    done(&mut event, Command::Undo);
    done(&mut event, Command::Undo);
    assert_eq!(waiting(&event), [5, 7]);
    leave(&mut event, 2);
    done(&mut event, Command::OpenStage);
    let order: Vec<u32> = event.state().stages[0]
        .order
        .iter()
        .map(|id| id.0)
        .collect();
    assert_eq!(order, [1, 3, 4, 5]);
}

#[test]
fn more_places_bring_those_in_who_wait_and_fewer_send_nobody_away() {
    let mut event = event(with_places(2), &["A", "B", "C", "D"]);
    assert_eq!(waiting(&event), [3, 4]);
    done(&mut event, Command::Limit(Some(3)));
    assert_eq!(waiting(&event), [4]);
    done(&mut event, Command::Limit(Some(1)));
    assert_eq!(waiting(&event), [4]);
    leave(&mut event, 1);
    assert_eq!(waiting(&event), [4], "two are still more than one");
    done(&mut event, Command::LetIn(id(4)));
    assert_eq!(waiting(&event), [0; 0]);
    assert_eq!(
        send(&mut event, Command::LetIn(id(4))),
        Err(Refused::NotWaiting(id(4)))
    );
    done(&mut event, Command::Limit(None));
    assert_eq!(
        send(&mut event, Command::Limit(None)),
        Err(Refused::NoChange)
    );
    assert_eq!(
        send(&mut event, Command::Limit(Some(0))),
        Err(Refused::NoChange)
    );
}

/// Once the first round can be paired nobody comes up by themselves: they may have gone home.
#[test]
fn after_the_beginning_the_desk_lets_in_who_waits() {
    let mut event = event(with_places(4), &["A", "B", "C", "D", "E"]);
    done(&mut event, Command::OpenStage);
    done(&mut event, Command::Draft(Consent::Withheld));
    done(&mut event, Command::Publish);
    for meeting in [1, 2] {
        rule(&mut event, meeting, played([0, 0], [200, 100]));
    }
    leave(&mut event, 1);
    assert_eq!(waiting(&event), [5]);
    let open = event.state().stages[0].clone();
    assert!(!open.order.contains(&id(5)));
    done(&mut event, Command::LetIn(id(5)));
    let stage = &event.state().stages[0];
    assert_eq!(stage.joined.get(&id(5)), Some(&2));
    done(&mut event, Command::Draft(Consent::Given));
    let draft = event.state().stages[0].draft.clone().unwrap();
    let seated = |entry: EntryId| {
        let mut meetings = draft.pairing.meetings.iter();
        meetings.any(|meeting| meeting.side_of(entry).is_some())
    };
    assert!(seated(id(5)) && !seated(id(1)));
    // Where all have a place or it is too late, nobody comes in.
    done(&mut event, Command::Discard);
    done(&mut event, Command::Enter(NewEntry::named("F")));
    assert_eq!(waiting(&event), [6], "four have places again");
}

#[test]
fn who_has_paid_is_known_to_the_desk_alone() {
    let mut event = event(with_places(2), &["A", "B", "C"]);
    let before = serde_json::to_string(&event.state().seen_by(Viewer::Public)).unwrap();
    let pay = |event: &mut Event, entry, payment| send(event, Command::Pay(id(entry), payment));
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
    let after = serde_json::to_string(&event.state().seen_by(Viewer::Public)).unwrap();
    assert_eq!(before, after, "nobody else is told");
    // Whoever leaves may have it back.
    leave(&mut event, 1);
    pay(&mut event, 1, Payment::Due).unwrap();
    assert_eq!(paid(&event), [3]);
    assert_eq!(event.state().entries[&id(3)].presence, Presence::Entered);
}

#[test]
fn a_preset_may_say_how_many_may_enter_and_what_it_costs() {
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
