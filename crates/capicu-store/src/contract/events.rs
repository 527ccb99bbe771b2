//! What every store must do with events.

use super::Kind;
use super::people::{join, make};
use super::sample::player;
use crate::events::{
    EventError, EventMark, EventPlayer, Hold, KeptEvent, ListedEvent, NewEvent, Part,
};
use crate::{Change, Store};

fn event(id: &str, director: u8, made_at: u64) -> NewEvent {
    NewEvent {
        id: id.to_owned(),
        name: format!("Event {id}"),
        made_at,
        secret: [director; 32],
        director: player(director),
        lines: lines(&["created"]),
    }
}

fn lines(all: &[&str]) -> Vec<String> {
    all.iter().map(|line| format!("{{\"{line}\"}}\n")).collect()
}

async fn log(store: &dyn Store, id: &str) -> Vec<String> {
    let kept = store.event(id).await.expect("it can be read");
    kept.expect("it is there").lines
}

/// Two members, 1 and 2, and a guest, 3.
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

pub(super) async fn a_log_only_grows_at_its_end(store: &dyn Store) {
    people(store).await;
    assert_eq!(store.event("a").await, Ok(None));
    assert_eq!(store.make_event(event("a", 1, 5)).await, Ok(()));
    assert_eq!(store.make_event(event("b", 2, 6)).await, Ok(()));
    let kept = KeptEvent {
        secret: [1; 32],
        lines: lines(&["created"]),
        hold: Hold::None,
    };
    assert_eq!(store.event("a").await, Ok(Some(kept)));
    let two = lines(&["two", "three"]);
    assert_eq!(store.extend_event("a", 1, two).await, Ok(()));
    // Whoever has not seen the last line, or has seen more, is refused, and nothing is added.
    for after in [0, 1, 2, 4, u64::MAX] {
        let stale = store.extend_event("a", after, lines(&["stale"])).await;
        assert_eq!(stale, Err(EventError::Conflict), "{after}");
    }
    assert_eq!(store.extend_event("a", 3, lines(&["four"])).await, Ok(()));
    let all = lines(&["created", "two", "three", "four"]);
    assert_eq!(log(store, "a").await, all);
    assert_eq!(log(store, "b").await, lines(&["created"]));
    let unknown = Err(EventError::Unknown);
    assert_eq!(store.extend_event("c", 0, lines(&["x"])).await, unknown);
    let mark = |version| {
        let hold = Hold::None;
        Ok(Some(EventMark { version, hold }))
    };
    assert_eq!(store.event_mark("a").await, mark(4));
    assert_eq!(store.event_mark("b").await, mark(1));
    assert_eq!(store.event_mark("c").await, Ok(None));
    // An id is one event's.
    let taken = store.make_event(event("a", 2, 7)).await;
    assert_eq!(taken, Err(EventError::Conflict));
    assert_eq!(log(store, "a").await, all);
}

pub(super) async fn of_two_who_add_to_a_log_one_comes_first(store: &dyn Store) {
    people(store).await;
    assert_eq!(store.make_event(event("a", 1, 5)).await, Ok(()));
    let one = store.extend_event("a", 1, lines(&["one"])).await;
    let other = store.extend_event("a", 1, lines(&["other"])).await;
    assert_eq!((one, other), (Ok(()), Err(EventError::Conflict)));
    assert_eq!(log(store, "a").await, lines(&["created", "one"]));
}

pub(super) async fn members_have_parts_in_events(store: &dyn Store) {
    people(store).await;
    let unknown = Err(EventError::Unknown);
    assert_eq!(store.make_event(event("a", 3, 5)).await, unknown, "a guest");
    assert_eq!(store.event("a").await, Ok(None));
    assert_eq!(store.make_event(event("a", 1, 5)).await, Ok(()));
    assert_eq!(store.make_event(event("b", 2, 6)).await, Ok(()));
    let (one, two) = (player(1), player(2));
    let parts = async || store.officials("a").await.expect("they can be read");
    assert_eq!(parts().await, [(one, Part::Director)]);
    let helper = Some(Part::Helper);
    assert_eq!(store.appoint("a", player(3), helper).await, unknown);
    assert_eq!(store.appoint("c", two, helper).await, unknown);
    assert_eq!(store.appoint("a", two, helper).await, Ok(()));
    assert_eq!(parts().await, [(one, Part::Director), (two, Part::Helper)]);
    // Somebody directs it, whatever is asked for.
    let last = Err(EventError::LastDirector);
    assert_eq!(store.appoint("a", one, None).await, last);
    assert_eq!(store.appoint("a", one, helper).await, last);
    assert_eq!(parts().await, [(one, Part::Director), (two, Part::Helper)]);
    assert_eq!(store.appoint("a", two, Some(Part::Director)).await, Ok(()));
    assert_eq!(store.appoint("a", one, None).await, Ok(()));
    assert_eq!(parts().await, [(two, Part::Director)]);

    let listed = |id: &str, made_at| ListedEvent {
        id: id.to_owned(),
        name: format!("Event {id}"),
        made_at,
    };
    let (a, b) = (listed("a", 5), listed("b", 6));
    assert_eq!(store.events(None, 9).await, Ok(vec![b.clone(), a.clone()]));
    assert_eq!(store.events(None, 1).await, Ok(vec![b.clone()]));
    assert_eq!(store.events(Some(one), 9).await, Ok(vec![]));
    assert_eq!(store.events(Some(two), 9).await, Ok(vec![b, a]));

    // Whoever goes has no part any more; the event stays.
    assert_eq!(store.change(Change::Delete { player: two }).await, Ok(()));
    assert_eq!(parts().await, []);
    assert_eq!(log(store, "a").await, lines(&["created"]));
}

pub(super) async fn an_admin_stops_and_removes_events(store: &dyn Store) {
    people(store).await;
    assert_eq!(store.make_event(event("a", 1, 5)).await, Ok(()));
    assert_eq!(store.make_event(event("b", 1, 6)).await, Ok(()));
    let unknown = Err(EventError::Unknown);
    assert_eq!(store.hold_event("c", Hold::Stopped).await, unknown);
    assert_eq!(store.remove_event("c").await, unknown);
    // What is stopped takes no lines, and continues where it was.
    for _ in 0..2 {
        assert_eq!(store.hold_event("a", Hold::Stopped).await, Ok(()));
    }
    let (version, hold) = (1, Hold::Stopped);
    let mark = store.event_mark("a").await;
    assert_eq!(mark, Ok(Some(EventMark { version, hold })));
    let kept = store.event("a").await.expect("it can be read");
    assert_eq!(kept.map(|kept| kept.hold), Some(Hold::Stopped));
    let added = store.extend_event("a", 1, lines(&["two"])).await;
    assert_eq!(added, Err(EventError::Stopped));
    assert_eq!(store.extend_event("b", 1, lines(&["é"])).await, Ok(()));
    assert_eq!(store.hold_event("a", Hold::None).await, Ok(()));
    assert_eq!(store.extend_event("a", 1, lines(&["two"])).await, Ok(()));
    // The bytes of both logs, in bytes and not in letters, are those of who directs them.
    let all = [log(store, "a").await, log(store, "b").await].concat();
    let bytes = all.iter().map(|line| line.len() as u64).sum();
    assert_eq!(store.event_bytes(player(1)).await, Ok(bytes));
    let helper = Some(Part::Helper);
    assert_eq!(store.appoint("a", player(2), helper).await, Ok(()));
    assert_eq!(store.event_bytes(player(2)).await, Ok(0));
    // A removed event is gone with all its rows, and its id is free.
    let of = EventPlayer {
        entry: 1,
        place: 0,
        player: player(3),
    };
    assert_eq!(store.enter_player("a", of).await, Ok(()));
    assert_eq!(store.hold_event("a", Hold::Stopped).await, Ok(()));
    assert_eq!(store.remove_event("a").await, Ok(()));
    assert_eq!(store.event("a").await, Ok(None));
    assert_eq!(store.event_mark("a").await, Ok(None));
    assert_eq!(store.officials("a").await, Ok(vec![]));
    assert_eq!(store.event_players("a").await, Ok(vec![]));
    let listed = store.events(None, 9).await.expect("they can be read");
    assert_eq!(listed.len(), 1);
    assert_eq!(store.remove_event("a").await, unknown);
    assert_eq!(log(store, "b").await, lines(&["created", "é"]));
    assert_eq!(store.make_event(event("a", 2, 7)).await, Ok(()));
}

pub(super) async fn players_have_places_in_entries(store: &dyn Store) {
    people(store).await;
    assert_eq!(store.make_event(event("a", 1, 5)).await, Ok(()));
    assert_eq!(store.make_event(event("b", 1, 5)).await, Ok(()));
    let of = |entry, place, number| EventPlayer {
        entry,
        place,
        player: player(number),
    };
    let unknown = Err(EventError::Unknown);
    assert_eq!(store.enter_player("c", of(1, 0, 1)).await, unknown);
    assert_eq!(store.enter_player("a", of(1, 0, 9)).await, unknown);
    // Guests play too, and saying so twice changes nothing.
    for _ in 0..2 {
        assert_eq!(store.enter_player("a", of(2, 1, 3)).await, Ok(()));
    }
    assert_eq!(store.enter_player("a", of(2, 0, 1)).await, Ok(()));
    let conflict = Err(EventError::Conflict);
    let taken = store.enter_player("a", of(2, 1, 2)).await;
    assert_eq!(taken, conflict, "somebody else's place");
    let twice = store.enter_player("a", of(1, 0, 3)).await;
    assert_eq!(twice, conflict, "in two entries");
    assert_eq!(store.enter_player("b", of(1, 0, 3)).await, Ok(()));
    let players = async |id| store.event_players(id).await;
    assert_eq!(players("a").await, Ok(vec![of(2, 0, 1), of(2, 1, 3)]));
    assert_eq!(players("b").await, Ok(vec![of(1, 0, 3)]));
    assert_eq!(players("c").await, Ok(vec![]));
    // Whoever goes plays no more, and the place is free.
    let gone = Change::Delete { player: player(1) };
    assert_eq!(store.change(gone).await, Ok(()));
    assert_eq!(players("a").await, Ok(vec![of(2, 1, 3)]));
    assert_eq!(store.enter_player("a", of(2, 0, 2)).await, Ok(()));
    assert_eq!(players("a").await, Ok(vec![of(2, 0, 2), of(2, 1, 3)]));
}

pub(super) async fn events_are_there_again(kind: &dyn Kind) {
    let store = kind.fresh().await;
    people(&*store).await;
    assert_eq!(store.make_event(event("a", 1, 5)).await, Ok(()));
    assert_eq!(store.extend_event("a", 1, lines(&["two"])).await, Ok(()));
    store.close().await;
    let failed = store.extend_event("a", 2, lines(&["three"])).await;
    assert_eq!(failed, Err(EventError::Failed), "it is closed");
    assert!(store.event("a").await.is_err(), "it is closed");
    let store = kind.reopen(store).await;
    assert_eq!(log(&*store, "a").await, lines(&["created", "two"]));
    let parts = store.officials("a").await;
    assert_eq!(parts, Ok(vec![(player(1), Part::Director)]));
    assert_eq!(store.extend_event("a", 2, lines(&["three"])).await, Ok(()));
    store.close().await;
}
