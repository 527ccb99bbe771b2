//! An arena at tables of the server: free entries are paired, and absent ones are not.

use std::collections::BTreeSet;

use capicu_event::{Draws, EntryId, Method, Presence, State};

use super::*;

/// An arena for players with one short game per meeting, so that tables end soon.
fn arena() -> Preset {
    let mut preset = preset("sbyc-club", Absent::Forfeit);
    let stage = &mut preset.stages[0];
    stage.pairing = Method::Arena { minutes: 30 };
    stage.late_entry_until = None;
    stage.meeting.games = Some(1);
    stage.meeting.target = Some(40);
    preset
}

async fn state(events: &Events, id: &EventId) -> State {
    let Ok(shared) = events.hall(id).await else {
        panic!("no event")
    };
    let hall = shared.lock().await;
    hall.event.state().clone()
}

/// The entries in the meetings of the stage, by the numbers of the meetings.
async fn meetings(events: &Events, id: &EventId) -> Vec<Vec<u32>> {
    let state = state(events, id).await;
    let rounds = &state.stages[0].rounds;
    let all = rounds.iter().flat_map(|round| &round.pairing.meetings);
    let entries = |meeting: &capicu_event::Meeting| {
        let mut all: Vec<u32> = meeting.entries().map(|id| id.0).collect();
        all.sort_unstable();
        all
    };
    all.map(entries).collect()
}

#[tokio::test(start_paused = true)]
async fn arena_pairs_free_entries_and_skips_absent_ones() {
    let store = Memory::default();
    let registry = registry(&store);
    let events = events_of(&registry);
    let player = director(&store).await;
    let id = events.make("Friday", arena(), player).await.unwrap();
    let names = ["A", "B", "C", "D"];
    let enter = names.map(|name| Command::Enter(NewEntry::named(name)));
    let open = enter.into_iter().chain([Command::OpenStage]).collect();
    carry_out(&events, &id, "begin", open).await;
    let online = OnlinePlay::new(registry.clone(), events.clone());
    let running = tokio::spawn(online.clone().run());
    sleep(Duration::from_secs(1)).await;
    let first = due(&events, &id).await;
    assert_eq!(first.len(), 2, "nobody at the desk has paired anything");
    let met = meetings(&events, &id).await;

    // The first table ends. Its two have just met, so they wait; the second table continues.
    let there = [
        comes(&events, &registry, &id, &first[1], 0).await,
        comes(&events, &registry, &id, &first[1], 1).await,
    ];
    play_out(&store, &registry, &events, &id, &first[0], 2).await;
    assert_eq!(due(&events, &id).await, first[1..]);
    let recorded = state(&events, &id).await;
    assert!(recorded.stages[0].outcome(0, 0).is_some());

    // A late entry is paired with one of them at once.
    let late = vec![Command::Enter(NewEntry::named("E"))];
    carry_out(&events, &id, "late", late).await;
    sleep(Duration::from_secs(1)).await;
    let second = due(&events, &id).await;
    assert_eq!(second.len(), 2);
    assert_eq!(second[0], first[1], "the table of the first pairing stays");
    let third = meetings(&events, &id).await[2].clone();
    assert!(
        third.contains(&5) && met[0].contains(&third[0]),
        "{third:?}"
    );

    // Nobody comes to the third table: both lose by the policy, and neither is paired again.
    sleep(Duration::from_secs(150)).await;
    let now = state(&events, &id).await;
    let absent = vec![0, 1];
    assert_eq!(
        now.stages[0].outcome(1, 0),
        Some(&Outcome::Forfeit { absent })
    );
    let left = |state: &State, of: u32| {
        let presence = state.entries[&EntryId(of)].presence;
        matches!(presence, Presence::Withdrawn { .. })
    };
    assert!(third.iter().all(|of| left(&now, *of)));
    assert_eq!(due(&events, &id).await, first[1..], "nobody else is free");

    // The late entry checks in again, and meets the waiting one.
    let back = vec![Command::CheckIn(EntryId(5))];
    carry_out(&events, &id, "back", back).await;
    sleep(Duration::from_secs(1)).await;
    let fourth = meetings(&events, &id).await[3].clone();
    let waited = met[0].iter().find(|of| !third.contains(of)).unwrap();
    assert_eq!(fourth, [*waited, 5]);

    // After a restart the tables are the same.
    let before = due(&events, &id).await;
    assert_eq!(before.len(), 2);
    let again = events_of(&registry);
    assert_eq!(due(&again, &id).await, before);

    // After the end no meeting starts; those in progress are played.
    sleep(Duration::from_secs(30 * 60)).await;
    let free = vec![Command::CheckIn(EntryId(third[0]))];
    carry_out(&events, &id, "too late", free).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(meetings(&events, &id).await.len(), 4);
    running.abort();
    drop(there);
}

#[tokio::test(start_paused = true)]
async fn arena_waits_while_the_desk_has_a_draft() {
    let store = Memory::default();
    let registry = registry(&store);
    let events = events_of(&registry);
    let player = director(&store).await;
    let id = events.make("Friday", arena(), player).await.unwrap();
    let mut begin: Vec<Command> = ["A", "B"]
        .iter()
        .map(|name| Command::Enter(NewEntry::named(name)))
        .collect();
    begin.extend([Command::OpenStage, Command::Draft(Consent::Withheld)]);
    carry_out(&events, &id, "begin", begin).await;
    let online = OnlinePlay::new(registry.clone(), events.clone());
    let running = tokio::spawn(online.clone().run());
    let come = ["C", "D"].map(|name| Command::Enter(NewEntry::named(name)));
    carry_out(&events, &id, "come", come.into()).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(meetings(&events, &id).await.len(), 0);
    carry_out(&events, &id, "publish", vec![Command::Publish]).await;
    sleep(Duration::from_secs(1)).await;
    let tables = due(&events, &id).await;
    assert_eq!(tables.len(), 2, "those who came since are paired next");
    // A meeting moved to the hall has no table here; the other table stays.
    let to_hall = Command::Move {
        meeting: 1,
        to: Venue::Hall,
    };
    carry_out(&events, &id, "hall", vec![to_hall]).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(due(&events, &id).await, tables[1..]);
    running.abort();
}

#[tokio::test(start_paused = true)]
async fn winner_of_an_online_match_meets_the_next_of_the_queue() {
    let store = Memory::default();
    let registry = registry(&store);
    let events = events_of(&registry);
    let player = director(&store).await;
    let mut preset = arena();
    preset.stages[0].pairing = Method::WinnerStays {
        tables: 1,
        minutes: 30,
    };
    preset.stages[0].meeting.draws = Draws::Impossible;
    let id = events.make("Friday", preset, player).await.unwrap();
    let enter = ["A", "B", "C"].map(|name| Command::Enter(NewEntry::named(name)));
    let open = enter.into_iter().chain([Command::OpenStage]).collect();
    carry_out(&events, &id, "begin", open).await;
    let online = OnlinePlay::new(registry.clone(), events.clone());
    let running = tokio::spawn(online.clone().run());
    sleep(Duration::from_secs(1)).await;
    let first = due(&events, &id).await;
    assert_eq!(first.len(), 1, "one table");
    play_out(&store, &registry, &events, &id, &first[0], 2).await;
    sleep(Duration::from_secs(1)).await;
    let now = state(&events, &id).await;
    let played = &now.stages[0].rounds[0].pairing.meetings[0];
    let Some(Outcome::Played { scores }) = now.stages[0].outcome(0, 0) else {
        panic!("no result");
    };
    let winner = usize::from(scores[1].games > scores[0].games);
    let next = &now.stages[0].rounds[1].pairing.meetings[0];
    let first: BTreeSet<EntryId> = played.entries().collect();
    assert_eq!(next.sides[winner], played.sides[winner]);
    assert!(!first.contains(&next.sides[1 - winner][0]));
    assert_eq!(due(&events, &id).await.len(), 1);
    running.abort();
}
