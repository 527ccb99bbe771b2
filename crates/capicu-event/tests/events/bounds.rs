//! How much an event may grow, and that what is stored loads however much it is.

use std::collections::BTreeSet;

use capicu_event::{
    Bound, Broken, Command, Consent, Envelope, Event, Fact, Log, MOST_ANNOUNCEMENTS,
    MOST_PENALTIES, MOST_PENALTY_POINTS, NewEntry, Refused, Shown, presets,
};

use super::{done, event, id, preset, send};

/// The event after a command, or the refusal.
fn after(event: Event, command: Command) -> Result<Event, Refused> {
    let expected = event.version();
    let key = format!("key {expected}");
    event.after(&Envelope {
        key,
        expected,
        now: expected,
        command,
    })
}

fn entered(event: Event, number: usize) -> Result<Event, Refused> {
    let name = format!("Entry {number}");
    after(event, Command::Enter(NewEntry::named(&name)))
}

/// A log as an earlier version may have written it: facts without their bounds.
fn log(event: &Event, facts: impl IntoIterator<Item = Fact>) -> Log {
    let mut log = event.log().clone();
    for fact in facts {
        let key = format!("key {}", log.lines().len());
        log.append(1, &key, fact);
    }
    log
}

fn facts_of(range: std::ops::Range<u32>) -> impl Iterator<Item = Fact> {
    range.map(|number| Fact::Entered {
        entry: id(number),
        name: format!("Entry {number}"),
        members: Vec::new(),
        club: None,
        rating: None,
        shown: Shown::Name,
    })
}

#[test]
fn every_shipped_event_takes_a_thousand_entries_and_not_five_thousand() {
    let mut methods = BTreeSet::new();
    for preset in presets::all() {
        let method = format!("{:?}", preset.stages[0].pairing);
        let method = method
            .split([' ', '{'])
            .next()
            .unwrap_or_default()
            .to_owned();
        if !methods.insert(method.clone()) {
            continue;
        }
        let most = preset.most_entries();
        assert!((1_000..5_000).contains(&most), "{method}: {most}");
        let mut event = Event::create("Full", preset, 1, 0).unwrap();
        for number in 1..=most {
            event = entered(event, number).unwrap();
        }
        let of = Bound::Entries;
        let full = Err(Refused::TooMany { of, most });
        assert_eq!(entered(event, most + 1).map(drop), full, "{method}");
    }
    assert!(methods.len() > 6, "{methods:?}");
}

#[test]
fn stored_entries_beyond_the_bound_load_and_are_refused_to_be_paired() {
    let event = event(preset("latin-pairs"), &[]);
    let before = log(&event, facts_of(1..5_001));
    let mut event = Event::replay(before).unwrap();
    assert_eq!(event.state().entries.len(), 5_000);
    let most = 1_000;
    let playing = Err(Refused::TooMany {
        of: Bound::Playing,
        most,
    });
    assert_eq!(send(&mut event, Command::OpenStage), playing);
    let order: Vec<_> = event.state().entries.keys().copied().collect();
    let opened = Fact::StageOpened { order, rounds: 15 };
    let mut event = Event::replay(log(&event, [opened])).unwrap();
    assert_eq!(send(&mut event, Command::Draft(Consent::Given)), playing);
}

#[test]
fn penalties_have_a_size_and_a_number() {
    let mut event = event(preset("latin-pairs"), &["Ana", "Eva"]);
    done(&mut event, Command::OpenStage);
    let penalise = |points, score| Command::Penalise {
        entry: id(1),
        points,
        score,
        reason: "late".into(),
    };
    for (points, score) in [(u16::MAX, 0), (MOST_PENALTY_POINTS + 1, 0), (0, u32::MAX)] {
        let refused = send(&mut event, penalise(points, score));
        assert_eq!(refused, Err(Refused::LargePenalty));
    }
    for _ in 0..MOST_PENALTIES {
        event = after(event, penalise(MOST_PENALTY_POINTS, 0)).unwrap();
    }
    let many = Err(Refused::TooMany {
        of: Bound::Penalties,
        most: MOST_PENALTIES,
    });
    assert_eq!(send(&mut event, penalise(1, 0)), many);
}

/// A log with more penalties than any number holds is paired all the same.
#[test]
fn stored_penalties_of_any_size_are_paired() {
    let mut event = event(preset("latin-pairs"), &[]);
    for number in 1..=101 {
        event = entered(event, number).unwrap();
    }
    done(&mut event, Command::OpenStage);
    let penalty = |entry, points| Fact::Penalised {
        entry: id(entry),
        points,
        score: u32::MAX,
        reason: "late".into(),
    };
    let all = (0..9_999).map(|_| penalty(1, u16::MAX));
    let before = log(&event, all.chain([penalty(2, 1)]));
    let mut event = Event::replay(before).unwrap();
    done(&mut event, Command::Draft(Consent::Given));
    done(&mut event, Command::Publish);
    let round = &event.state().running().unwrap().rounds[0];
    // Who has the fewest points by far sits out.
    assert_eq!(round.pairing.byes[0].entry, id(1));
    assert!(Event::verify(event.log().clone()).is_ok());
}

#[test]
fn announcements_have_a_number() {
    let mut event = event(preset("latin-pairs"), &[]);
    let announce = || Command::Announce("Lunch".into());
    for _ in 0..MOST_ANNOUNCEMENTS {
        event = after(event, announce()).unwrap();
    }
    let many = Err(Refused::TooMany {
        of: Bound::Announcements,
        most: MOST_ANNOUNCEMENTS,
    });
    assert_eq!(send(&mut event, announce()), many);
    // What is taken back leaves room.
    done(&mut event, Command::Undo);
    done(&mut event, announce());
}

#[test]
fn the_length_of_a_log_is_that_of_its_text() {
    let mut event = event(preset("latin-pairs"), &["Ana \"La\" / Luis", "Eva"]);
    done(&mut event, Command::OpenStage);
    assert_eq!(event.log().bytes(), event.log().text().len());
    let read = Log::read(event.log().text().as_bytes()).unwrap();
    assert_eq!(read.bytes(), event.log().bytes());
}

/// The log with one draft whose meetings are exchanged, in a way in which the fold would not notice.
fn forged(event: &Event, draft: usize) -> Log {
    let mut drafts = 0;
    let mut log = Log::new();
    for line in event.log().lines() {
        let mut fact = line.fact.clone();
        if let Fact::Drafted { pairing, .. } = &mut fact {
            if drafts == draft {
                let last = pairing.meetings.len() - 1;
                let [one, other] = [0, last].map(|at| pairing.meetings[at].sides[0].clone());
                pairing.meetings[0].sides[0] = other;
                pairing.meetings[last].sides[0] = one;
            }
            drafts += 1;
        }
        log.append(line.at, &line.key, fact);
    }
    log
}

#[test]
fn only_drafts_that_became_rounds_are_paired_again() {
    let names = ["Ana", "Eva", "Ida", "Leo", "Mia", "Ray", "Sam", "Ted"];
    let mut event = event(preset("latin-pairs"), &names);
    done(&mut event, Command::OpenStage);
    let draft = || Command::Draft(Consent::Given);
    // One is thrown away, one undone, one taken back as a round, and one becomes the round.
    done(&mut event, draft());
    done(&mut event, Command::Discard);
    done(&mut event, draft());
    done(&mut event, Command::Undo);
    done(&mut event, draft());
    done(&mut event, Command::Publish);
    done(&mut event, Command::Unpublish("too early".into()));
    done(&mut event, draft());
    done(&mut event, Command::Publish);
    assert_eq!(Event::verify(event.log().clone()), Ok(event.clone()));
    for unused in 0..3 {
        let verified = Event::verify(forged(&event, unused)).unwrap();
        assert_eq!(verified.state(), event.state(), "draft {unused}");
    }
    let broken = Event::verify(forged(&event, 3));
    assert!(matches!(broken, Err(Broken::Draft { .. })), "{broken:?}");
}

#[test]
fn a_log_with_much_that_was_undone_loads_as_it_was() {
    let mut event = event(preset("latin-pairs"), &["Ana", "Eva"]);
    let announce = |event, text: String| after(event, Command::Announce(text)).unwrap();
    for depth in [1, 3, 12, 20, 2] {
        for number in 0..depth {
            event = announce(event, format!("{depth} {number}"));
        }
        for _ in 1..depth {
            done(&mut event, Command::Undo);
        }
    }
    let said = ["1 0", "3 0", "12 0", "20 0", "2 0"];
    assert_eq!(event.state().announcements, said);
    assert_eq!(Event::replay(event.log().clone()), Ok(event));
}
