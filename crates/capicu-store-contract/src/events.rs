//! The contract for events.

use crate::Kind;
use crate::people::{join, make};
use crate::sample::{id, player};
use capicu_store::events::{
    EnteredEvent, EventError, EventMark, EventPlayer, Hold, KeptEvent, ListedEvent, NewEvent, Part,
};
use capicu_store::{Change, Store};

fn event(name: &str, director: u8, made_at: u64) -> NewEvent {
    NewEvent {
        id: id(name),
        name: format!("Event {name}"),
        made_at,
        secret: [director; 32],
        director: player(director),
        lines: lines(&["created"]),
    }
}

fn lines(all: &[&str]) -> Vec<String> {
    all.iter().map(|line| format!("{{\"{line}\"}}\n")).collect()
}

async fn log(store: &dyn Store, name: &str) -> Vec<String> {
    let kept = store.event(&id(name)).await.expect("it can be read");
    kept.expect("it is there").lines
}

/// Creates the members 1 and 2, and the guest 3.
async fn people(store: &dyn Store) {
    for number in 1..=3 {
        make(store, player(number), number, None).await;
    }
    for number in 1..=2 {
        assert_eq!(
            join(store, player(number), &format!("m{number}")).await,
            Ok(())
        );
    }
}

pub(crate) async fn log_only_grows_at_its_end(store: &dyn Store) {
    people(store).await;
    assert_eq!(store.event(&id("a")).await, Ok(None));
    assert_eq!(store.make_event(event("a", 1, 5)).await, Ok(()));
    assert_eq!(store.make_event(event("b", 2, 6)).await, Ok(()));
    let kept = KeptEvent {
        secret: [1; 32],
        lines: lines(&["created"]),
        hold: Hold::None,
    };
    assert_eq!(store.event(&id("a")).await, Ok(Some(kept)));
    let two = lines(&["two", "three"]);
    assert_eq!(store.extend_event(&id("a"), 1, two).await, Ok(()));
    // A writer that assumes another last line is refused; nothing is added.
    for after in [0, 1, 2, 4, u64::MAX] {
        let stale = store.extend_event(&id("a"), after, lines(&["stale"])).await;
        assert_eq!(stale, Err(EventError::Conflict), "{after}");
    }
    assert_eq!(
        store.extend_event(&id("a"), 3, lines(&["four"])).await,
        Ok(())
    );
    let all = lines(&["created", "two", "three", "four"]);
    assert_eq!(log(store, "a").await, all);
    assert_eq!(log(store, "b").await, lines(&["created"]));
    let unknown = Err(EventError::Unknown);
    assert_eq!(
        store.extend_event(&id("c"), 0, lines(&["x"])).await,
        unknown
    );
    let mark = |version| {
        let hold = Hold::None;
        Ok(Some(EventMark { version, hold }))
    };
    assert_eq!(store.event_mark(&id("a")).await, mark(4));
    assert_eq!(store.event_mark(&id("b")).await, mark(1));
    assert_eq!(store.event_mark(&id("c")).await, Ok(None));
    // An id belongs to one event.
    let taken = store.make_event(event("a", 2, 7)).await;
    assert_eq!(taken, Err(EventError::Conflict));
    assert_eq!(log(store, "a").await, all);
}

pub(crate) async fn only_one_of_two_writers_extends_a_log(store: &dyn Store) {
    people(store).await;
    assert_eq!(store.make_event(event("a", 1, 5)).await, Ok(()));
    let one = store.extend_event(&id("a"), 1, lines(&["one"])).await;
    let other = store.extend_event(&id("a"), 1, lines(&["other"])).await;
    assert_eq!((one, other), (Ok(()), Err(EventError::Conflict)));
    assert_eq!(log(store, "a").await, lines(&["created", "one"]));
}

pub(crate) async fn members_have_roles_in_events(store: &dyn Store) {
    people(store).await;
    let unknown = Err(EventError::Unknown);
    assert_eq!(store.make_event(event("a", 3, 5)).await, unknown, "a guest");
    assert_eq!(store.event(&id("a")).await, Ok(None));
    assert_eq!(store.make_event(event("a", 1, 5)).await, Ok(()));
    assert_eq!(store.make_event(event("b", 2, 6)).await, Ok(()));
    let (one, two) = (player(1), player(2));
    let parts = async || store.officials(&id("a")).await.expect("they can be read");
    assert_eq!(parts().await, [(one, Part::Director)]);
    let helper = Some(Part::Helper);
    assert_eq!(store.appoint(&id("a"), player(3), helper).await, unknown);
    assert_eq!(store.appoint(&id("c"), two, helper).await, unknown);
    assert_eq!(store.appoint(&id("a"), two, helper).await, Ok(()));
    assert_eq!(parts().await, [(one, Part::Director), (two, Part::Helper)]);
    // An event keeps its last director.
    let last = Err(EventError::LastDirector);
    assert_eq!(store.appoint(&id("a"), one, None).await, last);
    assert_eq!(store.appoint(&id("a"), one, helper).await, last);
    assert_eq!(parts().await, [(one, Part::Director), (two, Part::Helper)]);
    assert_eq!(
        store.appoint(&id("a"), two, Some(Part::Director)).await,
        Ok(())
    );
    assert_eq!(store.appoint(&id("a"), one, None).await, Ok(()));
    assert_eq!(parts().await, [(two, Part::Director)]);

    let listed = |name: &str, made_at| ListedEvent {
        id: id(name),
        name: format!("Event {name}"),
        made_at,
    };
    let (a, b) = (listed("a", 5), listed("b", 6));
    assert_eq!(store.events(None, 9).await, Ok(vec![b.clone(), a.clone()]));
    assert_eq!(store.events(None, 1).await, Ok(vec![b.clone()]));
    assert_eq!(store.events(Some(one), 9).await, Ok(vec![]));
    assert_eq!(store.events(Some(two), 9).await, Ok(vec![b, a]));

    // A deleted player loses the role; the event stays.
    assert_eq!(store.change(Change::Delete { player: two }).await, Ok(()));
    assert_eq!(parts().await, []);
    assert_eq!(log(store, "a").await, lines(&["created"]));
}

pub(crate) async fn admin_stops_and_removes_events(store: &dyn Store) {
    people(store).await;
    assert_eq!(store.make_event(event("a", 1, 5)).await, Ok(()));
    assert_eq!(store.make_event(event("b", 1, 6)).await, Ok(()));
    let unknown = Err(EventError::Unknown);
    assert_eq!(store.hold_event(&id("c"), Hold::Stopped).await, unknown);
    assert_eq!(store.remove_event(&id("c")).await, unknown);
    // A stopped event takes no lines, and later resumes where it was.
    for _ in 0..2 {
        assert_eq!(store.hold_event(&id("a"), Hold::Stopped).await, Ok(()));
    }
    let (version, hold) = (1, Hold::Stopped);
    let mark = store.event_mark(&id("a")).await;
    assert_eq!(mark, Ok(Some(EventMark { version, hold })));
    let kept = store.event(&id("a")).await.expect("it can be read");
    assert_eq!(kept.map(|kept| kept.hold), Some(Hold::Stopped));
    let added = store.extend_event(&id("a"), 1, lines(&["two"])).await;
    assert_eq!(added, Err(EventError::Stopped));
    assert_eq!(store.extend_event(&id("b"), 1, lines(&["é"])).await, Ok(()));
    assert_eq!(store.hold_event(&id("a"), Hold::None).await, Ok(()));
    assert_eq!(
        store.extend_event(&id("a"), 1, lines(&["two"])).await,
        Ok(())
    );
    // The director's total counts bytes of both logs, not characters.
    let all = [log(store, "a").await, log(store, "b").await].concat();
    let bytes = all.iter().map(|line| line.len() as u64).sum();
    assert_eq!(store.event_bytes(player(1)).await, Ok(bytes));
    let helper = Some(Part::Helper);
    assert_eq!(store.appoint(&id("a"), player(2), helper).await, Ok(()));
    assert_eq!(store.event_bytes(player(2)).await, Ok(0));
    // Removing an event removes all its rows and frees its id.
    let of = EventPlayer {
        entry: 1,
        place: 0,
        player: player(3),
    };
    assert_eq!(store.enter_player(&id("a"), of).await, Ok(()));
    assert_eq!(store.hold_event(&id("a"), Hold::Stopped).await, Ok(()));
    assert_eq!(store.remove_event(&id("a")).await, Ok(()));
    assert_eq!(store.event(&id("a")).await, Ok(None));
    assert_eq!(store.event_mark(&id("a")).await, Ok(None));
    assert_eq!(store.officials(&id("a")).await, Ok(vec![]));
    assert_eq!(store.event_players(&id("a")).await, Ok(vec![]));
    let listed = store.events(None, 9).await.expect("they can be read");
    assert_eq!(listed.len(), 1);
    assert_eq!(store.remove_event(&id("a")).await, unknown);
    assert_eq!(log(store, "b").await, lines(&["created", "é"]));
    assert_eq!(store.make_event(event("a", 2, 7)).await, Ok(()));
}

pub(crate) async fn players_have_places_in_entries(store: &dyn Store) {
    people(store).await;
    assert_eq!(store.make_event(event("a", 1, 5)).await, Ok(()));
    assert_eq!(store.make_event(event("b", 1, 6)).await, Ok(()));
    let of = |entry, place, number| EventPlayer {
        entry,
        place,
        player: player(number),
    };
    let unknown = Err(EventError::Unknown);
    assert_eq!(store.enter_player(&id("c"), of(1, 0, 1)).await, unknown);
    assert_eq!(store.enter_player(&id("a"), of(1, 0, 9)).await, unknown);
    // Guests play too; a repeated entry changes nothing.
    for _ in 0..2 {
        assert_eq!(store.enter_player(&id("a"), of(2, 1, 3)).await, Ok(()));
    }
    assert_eq!(store.enter_player(&id("a"), of(2, 0, 1)).await, Ok(()));
    let conflict = Err(EventError::Conflict);
    let taken = store.enter_player(&id("a"), of(2, 1, 2)).await;
    assert_eq!(taken, conflict, "somebody else's place");
    let twice = store.enter_player(&id("a"), of(1, 0, 3)).await;
    assert_eq!(twice, conflict, "in two entries");
    assert_eq!(store.enter_player(&id("b"), of(1, 0, 3)).await, Ok(()));
    let entered = async |number, limit| {
        let entered = store.entered_events(player(number), limit).await;
        let entered = entered.expect("it can be read").into_iter();
        let told = |of: EnteredEvent| (of.event, of.entry, of.place, of.version);
        entered.map(told).collect::<Vec<_>>()
    };
    // The latest event first; each with the number of the last line of its log.
    let both = vec![(id("b"), 1, 0, 1), (id("a"), 2, 1, 1)];
    assert_eq!(entered(3, 9).await, both);
    assert_eq!(entered(3, 1).await, both[..1]);
    assert_eq!(entered(2, 9).await, []);
    let longer = store.extend_event(&id("a"), 1, lines(&["opened"])).await;
    assert_eq!(longer, Ok(()));
    assert_eq!(entered(1, 9).await, [(id("a"), 2, 0, 2)]);
    assert_eq!(store.hold_event(&id("a"), Hold::Stopped).await, Ok(()));
    assert_eq!(entered(1, 9).await, [], "it is stopped");
    assert_eq!(store.hold_event(&id("a"), Hold::None).await, Ok(()));
    let players = async |name| store.event_players(&id(name)).await;
    assert_eq!(players("a").await, Ok(vec![of(2, 0, 1), of(2, 1, 3)]));
    assert_eq!(players("b").await, Ok(vec![of(1, 0, 3)]));
    assert_eq!(players("c").await, Ok(vec![]));
    // A deleted player leaves the entry, and the place is free.
    let gone = Change::Delete { player: player(1) };
    assert_eq!(store.change(gone).await, Ok(()));
    assert_eq!(players("a").await, Ok(vec![of(2, 1, 3)]));
    assert_eq!(store.enter_player(&id("a"), of(2, 0, 2)).await, Ok(()));
    assert_eq!(players("a").await, Ok(vec![of(2, 0, 2), of(2, 1, 3)]));
}

pub(crate) async fn events_survive_a_restart(kind: &dyn Kind) {
    let store = kind.fresh().await;
    people(&*store).await;
    assert_eq!(store.make_event(event("a", 1, 5)).await, Ok(()));
    assert_eq!(
        store.extend_event(&id("a"), 1, lines(&["two"])).await,
        Ok(())
    );
    store.close().await;
    let failed = store.extend_event(&id("a"), 2, lines(&["three"])).await;
    assert_eq!(failed, Err(EventError::Failed), "it is closed");
    assert!(store.event(&id("a")).await.is_err(), "it is closed");
    let store = kind.reopen(store).await;
    assert_eq!(log(&*store, "a").await, lines(&["created", "two"]));
    let parts = store.officials(&id("a")).await;
    assert_eq!(parts, Ok(vec![(player(1), Part::Director)]));
    assert_eq!(
        store.extend_event(&id("a"), 2, lines(&["three"])).await,
        Ok(())
    );
    store.close().await;
}
