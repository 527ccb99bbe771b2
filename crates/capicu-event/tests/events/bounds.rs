//! Limits on the size of an event. Stored logs load at any size.

use std::collections::BTreeSet;

use capicu_event::{
    Bound, Broken, Command, Consent, Envelope, Event, Fact, Log, MOST_ANNOUNCEMENTS,
    MOST_PENALTIES, MOST_PENALTY_POINTS, NewEntry, Refused, Shown, presets,
};

use super::{Desk as _, event, id, preset};

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

/// A log as an earlier version might have written it, without the limits of today.
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
fn every_method_takes_1_000_entries_and_refuses_5_000() {
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
fn stored_entries_beyond_the_limit_load_but_are_not_paired() {
    let event = event(preset("latin-pairs"), &[]);
    let before = log(&event, facts_of(1..5_001));
    let mut event = Event::replay(before).unwrap();
    assert_eq!(event.state().entries.len(), 5_000);
    let most = 1_000;
    let playing = Err(Refused::TooMany {
        of: Bound::Playing,
        most,
    });
    assert_eq!(event.send(Command::OpenStage), playing);
    let order: Vec<_> = event.state().entries.keys().copied().collect();
    let opened = Fact::StageOpened { order, rounds: 15 };
    let mut event = Event::replay(log(&event, [opened])).unwrap();
    assert_eq!(event.send(Command::Draft(Consent::Given)), playing);
}

#[test]
fn penalties_beyond_size_or_number_are_refused() {
    let mut event = event(preset("latin-pairs"), &["Ana", "Eva"]);
    event.done(Command::OpenStage);
    let penalise = |points, score| Command::Penalise {
        entry: id(1),
        points,
        score,
        reason: "late".into(),
    };
    for (points, score) in [(u16::MAX, 0), (MOST_PENALTY_POINTS + 1, 0), (0, u32::MAX)] {
        let refused = event.send(penalise(points, score));
        assert_eq!(refused, Err(Refused::LargePenalty));
    }
    for _ in 0..MOST_PENALTIES {
        event = after(event, penalise(MOST_PENALTY_POINTS, 0)).unwrap();
    }
    let many = Err(Refused::TooMany {
        of: Bound::Penalties,
        most: MOST_PENALTIES,
    });
    assert_eq!(event.send(penalise(1, 0)), many);
}

/// A log with more penalty points than a number can store can still be paired.
#[test]
fn log_with_huge_penalties_can_be_paired() {
    let mut event = event(preset("latin-pairs"), &[]);
    for number in 1..=101 {
        event = entered(event, number).unwrap();
    }
    event.done(Command::OpenStage);
    let penalty = |entry, points| Fact::Penalised {
        entry: id(entry),
        points,
        score: u32::MAX,
        reason: "late".into(),
    };
    let all = (0..9_999).map(|_| penalty(1, u16::MAX));
    let before = log(&event, all.chain([penalty(2, 1)]));
    let mut event = Event::replay(before).unwrap();
    event.done(Command::Draft(Consent::Given));
    event.done(Command::Publish);
    let round = &event.state().running().unwrap().rounds[0];
    // The entry with by far the fewest points has the bye.
    assert_eq!(round.pairing.byes[0].entry, id(1));
    assert!(Event::verify(event.log().clone()).is_ok());
}

#[test]
fn announcements_beyond_the_limit_are_refused() {
    let mut event = event(preset("latin-pairs"), &[]);
    let announce = || Command::Announce("Lunch".into());
    for _ in 0..MOST_ANNOUNCEMENTS {
        event = after(event, announce()).unwrap();
    }
    let many = Err(Refused::TooMany {
        of: Bound::Announcements,
        most: MOST_ANNOUNCEMENTS,
    });
    assert_eq!(event.send(announce()), many);
    // Undoing makes room for another.
    event.done(Command::Undo);
    event.done(announce());
}

#[test]
fn length_of_a_log_is_that_of_its_text() {
    let mut event = event(preset("latin-pairs"), &["Ana \"La\" / Luis", "Eva"]);
    event.done(Command::OpenStage);
    assert_eq!(event.log().bytes(), event.log().text().len());
    let read = Log::read(event.log().text().as_bytes()).unwrap();
    assert_eq!(read.bytes(), event.log().bytes());
}

/// The log with the meetings of one draft exchanged, in a way that replaying alone accepts.
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
fn verify_pairs_only_drafts_in_force_again() {
    let names = ["Ana", "Eva", "Ida", "Leo", "Mia", "Ray", "Sam", "Ted"];
    let mut event = event(preset("latin-pairs"), &names);
    event.done(Command::OpenStage);
    let draft = || Command::Draft(Consent::Given);
    // One draft is discarded, one undone, one taken back as a round, and one published.
    event.done(draft());
    event.done(Command::Discard);
    event.done(draft());
    event.done(Command::Undo);
    event.done(draft());
    event.done(Command::Publish);
    event.done(Command::Unpublish("too early".into()));
    event.done(draft());
    event.done(Command::Publish);
    assert_eq!(Event::verify(event.log().clone()), Ok(event.clone()));
    for unused in 0..3 {
        let verified = Event::verify(forged(&event, unused)).unwrap();
        assert_eq!(verified.state(), event.state(), "draft {unused}");
    }
    let broken = Event::verify(forged(&event, 3));
    assert!(matches!(broken, Err(Broken::Draft { .. })), "{broken:?}");
}

#[test]
fn log_with_many_undone_facts_loads_unchanged() {
    let mut event = event(preset("latin-pairs"), &["Ana", "Eva"]);
    let announce = |event, text: String| after(event, Command::Announce(text)).unwrap();
    for depth in [1, 3, 12, 20, 2] {
        for number in 0..depth {
            event = announce(event, format!("{depth} {number}"));
        }
        for _ in 1..depth {
            event.done(Command::Undo);
        }
    }
    let said = ["1 0", "3 0", "12 0", "20 0", "2 0"];
    assert_eq!(event.state().announcements, said);
    assert_eq!(Event::replay(event.log().clone()), Ok(event));
}
