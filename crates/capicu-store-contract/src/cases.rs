//! The contract of the journal without faults.

use std::future::poll_fn;
use std::task::Poll;

use capicu::Deal;
use capicu::fair::Seed;
use capicu_protocol::{Key, Level, TableId, TurnTime, Watching};
use capicu_table::{Advice, Board, Entry, Meeting, Plan, Setup, Stakes, StandIns, Ties};

use crate::Kind;
use crate::sample::{every_fact, fact, id, over, result, seat, setup};
use capicu_store::{Answer, Append, AppendError, Effect, Health, Held, Make, Store, Stored};

async fn make(store: &dyn Store, table: &str, entries: Vec<Entry>) {
    let append = Append::make(setup(), 1, entries);
    assert_eq!(
        store.append(&id(table), append).await,
        Ok(()),
        "{table} is new"
    );
}

async fn entries(store: &dyn Store, table: &str) -> Vec<Entry> {
    let stored = store.read(&id(table)).await.expect("the table can be read");
    stored.expect("the table is there").entries
}

async fn refused(store: &dyn Store, table: &str, append: Append) -> AppendError {
    let before = store.read(&id(table)).await;
    let error = store
        .append(&id(table), append)
        .await
        .expect_err("it does not fit");
    assert_eq!(
        store.read(&id(table)).await,
        before,
        "nothing of it is stored"
    );
    assert_eq!(
        store.health(),
        Health::Writable,
        "the store is not at fault"
    );
    error
}

pub(crate) async fn appended_facts_are_read(store: &dyn Store) {
    assert_eq!(store.read(&id("a")).await, Ok(None));
    assert_eq!(store.has(&id("a")).await, Ok(false));
    make(store, "a", vec![fact(1, 10, None), fact(2, 10, Some("k"))]).await;
    make(store, "b", Vec::new()).await;
    let more = Append::facts(vec![fact(3, 12, None)]);
    assert_eq!(store.append(&id("a"), more).await, Ok(()));
    assert_eq!(
        store.append(&id("a"), Append::default()).await,
        Ok(()),
        "nothing"
    );
    assert_eq!(store.has(&id("a")).await, Ok(true));
    let stored = Stored {
        setup: setup(),
        entries: vec![fact(1, 10, None), fact(2, 10, Some("k")), fact(3, 12, None)],
    };
    assert_eq!(store.read(&id("a")).await, Ok(Some(stored)));
    assert_eq!(entries(store, "b").await, []);
}

pub(crate) async fn every_kind_of_fact_is_read_unchanged(store: &dyn Store) {
    let facts = every_fact().into_iter();
    let all: Vec<Entry> = (1..)
        .zip(facts)
        .map(|(version, fact)| Entry {
            version,
            at: 1_795_386_021_036 + version,
            command: (version % 2 == 0)
                .then(|| (seat(3), Key::new(&format!("k_{version}")).expect("a key"))),
            fact,
        })
        .collect();
    make(store, "all", all.clone()).await;
    assert_eq!(entries(store, "all").await, all);
    let plain = Setup {
        title: None,
        host: None,
        turn_time: TurnTime::Usual,
        grace: 5,
        level: Level::Heaviest,
        advice: Advice::Off,
        stakes: Stakes::Casual,
        watching: Watching::On,
        meeting: Some(Meeting {
            matches: 2,
            until: Some(1_795_386_021_036),
            ties: Ties::PlayedOff,
            stand_ins: StandIns::Never,
            boards: vec![Board {
                deal: {
                    let deal = Seed::from_number(3).deal(&setup().rules, 0);
                    let boneyard = deal.boneyard().iter().copied().collect();
                    Deal::new(&setup().rules, *deal.hands(), boneyard, 0).expect("a deal")
                },
                first: seat(2),
            }],
        }),
        seats: vec![Plan::Bot; 4],
        ..setup()
    };
    let append = Append::make(plain.clone(), 1, Vec::new());
    assert_eq!(store.append(&id("plain"), append).await, Ok(()));
    let stored = store.read(&id("plain")).await.expect("it can be read");
    assert_eq!(stored.expect("it is there").setup, plain);
}

pub(crate) async fn watchable_tables_are_found_while_they_exist(store: &dyn Store) {
    let open = Setup {
        watching: Watching::On,
        ..setup()
    };
    make(store, "closed", vec![fact(1, 10, None)]).await;
    for table in ["open", "gone"] {
        let append = Append::make(open.clone(), 1, Vec::new());
        assert_eq!(store.append(&id(table), append).await, Ok(()));
    }
    assert_eq!(store.remove(&id("gone")).await, Ok(()));
    let found = async |tables: &[&str]| {
        let tables = tables.iter().map(|table| id(table)).collect();
        store.watchable(tables).await.map(Vec::from_iter)
    };
    assert_eq!(
        found(&["closed", "open", "gone", "none", "open"]).await,
        Ok(vec![id("open")])
    );
    assert_eq!(found(&["closed", "gone"]).await, Ok(Vec::new()));
    assert_eq!(found(&[]).await, Ok(Vec::new()));
}

pub(crate) async fn append_that_does_not_fit_is_a_conflict(store: &dyn Store) {
    use AppendError::Conflict;
    make(store, "a", vec![fact(1, 10, None), fact(2, 10, None)]).await;
    let again = Append::make(setup(), 9, vec![fact(3, 10, None)]);
    assert_eq!(refused(store, "a", again).await, Conflict, "made twice");
    for versions in [&[2][..], &[1], &[4], &[0], &[3, 3], &[3, 5], &[4, 3]] {
        let facts = versions.iter().map(|version| fact(*version, 11, None));
        let append = Append::facts(facts.collect());
        assert_eq!(refused(store, "a", append).await, Conflict, "{versions:?}");
    }
    let append = Append::facts(vec![fact(1, 11, None)]);
    assert_eq!(refused(store, "none", append).await, Conflict, "no table");
    let append = Append::make(setup(), 9, vec![fact(2, 10, None)]);
    assert_eq!(refused(store, "new", append).await, Conflict, "no fact 1");
    assert_eq!(store.has(&id("new")).await, Ok(false));
}

pub(crate) async fn key_is_used_once(store: &dyn Store) {
    let used = |version| AppendError::KeyUsed { version };
    make(store, "a", vec![fact(1, 10, None), fact(2, 10, Some("k"))]).await;
    let append = Append::facts(vec![fact(3, 11, Some("l")), fact(4, 11, Some("k"))]);
    assert_eq!(refused(store, "a", append).await, used(2));
    let append = Append::facts(vec![fact(2, 11, Some("k"))]);
    assert_eq!(
        refused(store, "a", append).await,
        used(2),
        "its own answer was lost"
    );
    let append = Append::facts(vec![fact(3, 11, Some("l")), fact(4, 11, Some("l"))]);
    assert_eq!(refused(store, "a", append).await, AppendError::Conflict);
    let mut other = fact(3, 11, Some("k"));
    other.command = other.command.map(|(_, key)| (seat(2), key));
    let append = Append::facts(vec![other]);
    assert_eq!(
        store.append(&id("a"), append).await,
        Ok(()),
        "another seat's"
    );
    make(store, "b", vec![fact(1, 10, Some("k"))]).await;
}

pub(crate) async fn effects_are_stored_with_their_facts(store: &dyn Store) {
    let ending = |entries, number| Append {
        entries,
        effects: vec![over(result(number))],
        ..Append::default()
    };
    make(store, "a", vec![fact(1, 10, None)]).await;
    make(store, "b", vec![fact(1, 10, Some("k"))]).await;
    assert_eq!(store.since(0, 9).await, Ok(Vec::new()));
    refused(store, "a", ending(vec![fact(1, 10, None)], 1)).await;
    refused(store, "b", ending(vec![fact(2, 10, Some("k"))], 1)).await;
    assert_eq!(
        store.since(0, 9).await,
        Ok(Vec::new()),
        "no effect without its facts"
    );
    for (table, version, number) in [("a", 2, 1), ("b", 2, 1), ("a", 3, 2)] {
        let append = ending(vec![fact(version, 20, None)], number);
        assert_eq!(store.append(&id(table), append).await, Ok(()));
        let append = ending(vec![fact(version + 1, 20, None)], number);
        assert_eq!(refused(store, table, append).await, AppendError::Conflict);
    }
    let all = store.since(0, 9).await.expect("results");
    let found: Vec<_> = all
        .iter()
        .map(|ended| (ended.sequence, ended.table.as_str(), ended.result.clone()))
        .collect();
    let expected = [
        (1, "a", result(1)),
        (2, "b", result(1)),
        (3, "a", result(2)),
    ];
    assert_eq!(found, expected);
    assert_eq!(store.since(1, 1).await, Ok(all[1..2].to_vec()));
    assert_eq!(store.since(3, 9).await, Ok(Vec::new()));
    assert_eq!(store.since(u64::MAX, 9).await, Ok(Vec::new()));

    // Each result has its own record, or none.
    let without = Append {
        entries: vec![fact(4, 20, None)],
        effects: vec![Effect::MatchOver {
            result: result(3),
            record: None,
        }],
        ..Append::default()
    };
    assert_eq!(store.append(&id("a"), without).await, Ok(()));
    for (sequence, expected) in [(1, "1"), (2, "1"), (3, "2"), (4, ""), (0, ""), (5, "")] {
        let record = store.record(sequence).await.expect("records can be read");
        let expected = (!expected.is_empty()).then(|| format!("match {expected} – «Ñ»\n"));
        assert_eq!(record, expected, "{sequence}");
    }
    assert_eq!(store.record(u64::MAX).await, Ok(None));
}

pub(crate) async fn invalid_appends_do_not_affect_other_tables(store: &dyn Store) {
    let names: Vec<String> = (0..60).map(|n| format!("table-{n}")).collect();
    for name in &names {
        make(store, name, vec![fact(1, 10, Some("k"))]).await;
    }
    // Every third append is invalid, in one of two ways; all start at the same moment.
    let ids: Vec<TableId> = names.iter().map(|name| id(name)).collect();
    let appends = ids.iter().zip(0..).map(|(table, n)| {
        let entry = match n % 6 {
            0 => fact(1, 11, None),
            3 => fact(2, 11, Some("k")),
            _ => fact(2, 11, Some("l")),
        };
        store.append(table, Append::facts(vec![entry]))
    });
    let answers = all(appends.collect()).await;
    for ((name, answer), n) in names.iter().zip(answers).zip(0..) {
        let (expected, facts) = match n % 6 {
            0 => (Err(AppendError::Conflict), 1),
            3 => (Err(AppendError::KeyUsed { version: 1 }), 1),
            _ => (Ok(()), 2),
        };
        assert_eq!(answer, expected, "{name}");
        assert_eq!(entries(store, name).await.len(), facts, "{name}");
    }
}

pub(crate) async fn only_one_of_two_writers_appends_a_version(store: &dyn Store) {
    make(store, "a", Vec::new()).await;
    for version in 1..20 {
        let append = |key| Append::facts(vec![fact(version, version, Some(key))]);
        let keys = [format!("a{version}"), format!("b{version}")];
        let table = id("a");
        let answers = all(keys
            .iter()
            .map(|key| store.append(&table, append(key)))
            .collect())
        .await;
        let stored = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(stored, 1, "{answers:?}");
        assert!(answers.contains(&Err(AppendError::Conflict)), "{answers:?}");
    }
    assert_eq!(entries(store, "a").await.len(), 19);
}

pub(crate) async fn recent_tables_are_listed_latest_first(store: &dyn Store) {
    for (table, times) in [
        ("a", [10, 50]),
        ("b", [20, 40]),
        ("c", [30, 30]),
        ("d", [1, 2]),
    ] {
        make(
            store,
            table,
            vec![fact(1, times[0], None), fact(2, times[1], None)],
        )
        .await;
    }
    let recent = async |since, limit| {
        let tables = store.recent(since, limit).await.expect("tables");
        tables.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(recent(30, 9).await, ["a", "b", "c"]);
    assert_eq!(recent(31, 9).await, ["a", "b"]);
    assert_eq!(recent(0, 1).await, ["a"]);
    assert_eq!(recent(0, 9).await, ["a", "b", "c", "d"]);
    assert_eq!(recent(51, 9).await, [""; 0]);
}

pub(crate) async fn removed_tables_are_not_found(store: &dyn Store) {
    let dealt = |version, at| Entry {
        fact: capicu_table::Fact::Dealt { number: 0 },
        ..fact(version, at, None)
    };
    let ended = over(result(1));
    make(store, "unused", vec![fact(1, 10, None)]).await;
    make(store, "empty", Vec::new()).await;
    make(store, "later", vec![fact(1, 10, None), fact(2, 100, None)]).await;
    make(store, "played", vec![fact(1, 10, None), dealt(2, 20)]).await;
    let append = Append {
        make: Some(Make {
            setup: setup(),
            at: 9,
        }),
        entries: (1..=2500).map(|version| dealt(version, 30)).collect(),
        effects: vec![ended],
    };
    assert_eq!(store.append(&id("long"), append).await, Ok(()));
    let sorted = |removed: Result<Vec<TableId>, _>| {
        let removed = removed.expect("tables are removed");
        let mut removed: Vec<_> = removed.iter().map(ToString::to_string).collect();
        removed.sort();
        removed
    };
    let held = Held {
        tables: 5,
        unused: 2,
        older: 3,
        facts: 2505,
        matches: 1,
    };
    assert_eq!(store.held(100, 30).await, Ok(held));
    assert_eq!(sorted(store.remove_unused(1).await), [""; 0]);
    // A meeting of an event may be played on another day.
    let of_an_event = Setup {
        meeting: Some(Meeting {
            matches: 1,
            until: None,
            ties: Ties::Stand,
            stand_ins: StandIns::Never,
            boards: Vec::new(),
        }),
        ..setup()
    };
    let append = Append::make(of_an_event, 9, vec![fact(1, 10, None)]);
    assert_eq!(store.append(&id("event"), append).await, Ok(()));
    assert_eq!(sorted(store.remove_unused(100).await), ["empty", "unused"]);
    assert_eq!(store.read(&id("unused")).await, Ok(None));
    let append = Append::facts(vec![fact(2, 110, None)]);
    let error = store.append(&id("unused"), append).await;
    assert_eq!(error, Err(AppendError::Conflict), "its owner finds out");
    assert_eq!(sorted(store.remove_older(30).await), ["event", "played"]);
    assert_eq!(sorted(store.remove_older(31).await), ["long"]);
    // The result of the match at that table stays.
    let held = Held {
        tables: 1,
        facts: 2,
        matches: 1,
        ..Held::default()
    };
    assert_eq!(store.held(100, 31).await, Ok(held));
    assert_eq!(store.has(&id("long")).await, Ok(false));
    let recent = store.recent(0, 9).await.expect("tables");
    assert_eq!(recent, [id("later")]);
    // A table that is not due stays, in two attempts.
    make(store, "other", vec![fact(1, 10, None)]).await;
    for _ in 0..2 {
        assert_eq!(store.remove(&id("later")).await, Ok(()));
        assert_eq!(store.read(&id("later")).await, Ok(None));
    }
    let append = Append::facts(vec![fact(3, 110, None)]);
    let error = store.append(&id("later"), append).await;
    assert_eq!(error, Err(AppendError::Conflict));
    assert_eq!(entries(store, "other").await.len(), 1);
    let results = store.since(0, 9).await.expect("results");
    assert_eq!(results.len(), 1, "results stay");
    let record = store.record(1).await.expect("records can be read");
    assert!(record.is_some(), "and records with them");
    make(store, "unused", vec![fact(1, 120, None)]).await;
    assert_eq!(entries(store, "unused").await.len(), 1);
}

pub(crate) async fn tables_and_results_survive_a_restart(kind: &dyn Kind) {
    let store = kind.fresh().await;
    make(&*store, "a", vec![fact(1, 10, None)]).await;
    let append = Append {
        entries: vec![fact(2, 10, Some("k"))],
        effects: vec![over(result(1))],
        ..Append::default()
    };
    assert_eq!(store.append(&id("a"), append).await, Ok(()));
    store.close().await;
    store.close().await;
    let append = Append::facts(vec![fact(3, 11, None)]);
    let late = store.append(&id("a"), append.clone()).await;
    assert_eq!(late, Err(AppendError::Failed), "it is closed");
    assert!(store.read(&id("a")).await.is_err());
    assert!(store.record(1).await.is_err());
    let store = kind.reopen(store).await;
    assert_eq!(entries(&*store, "a").await.len(), 2);
    assert_eq!(store.since(0, 9).await.map(|all| all.len()), Ok(1));
    assert!(store.record(1).await.is_ok_and(|record| record.is_some()));
    assert_eq!(store.append(&id("a"), append).await, Ok(()));
    store.close().await;
}

/// Awaits all answers, started at the same moment.
async fn all<T>(mut answers: Vec<Answer<'_, T>>) -> Vec<T> {
    let mut found: Vec<Option<T>> = answers.iter().map(|_| None).collect();
    poll_fn(|context| {
        for (answer, found) in answers.iter_mut().zip(&mut found) {
            if found.is_none()
                && let Poll::Ready(value) = answer.as_mut().poll(context)
            {
                *found = Some(value);
            }
        }
        match found.iter().all(Option::is_some) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    })
    .await;
    found.into_iter().flatten().collect()
}
