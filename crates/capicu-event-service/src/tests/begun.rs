//! The events whose last round began lately.

use super::super::begun::LATELY;
use super::*;

fn events_at(store: &Memory, now: u64) -> Events {
    let store = Arc::new(store.clone());
    let context = Context::new(store, Clock::set(now), Randomness::SYSTEM);
    Events::new(context, Nodes::alone())
}

#[tokio::test(flavor = "multi_thread")]
async fn round_begins_for_a_day_or_until_every_result() {
    let store = Memory::default();
    let events = events_at(&store, 1_000_000);
    let preset = presets::by_id("sbyc-club").unwrap();
    let id = published(&events, &store, preset, &["A", "B"]).await;
    let version = async |events: &Events| {
        let shared = events.hall(&id).await;
        shared.ok().unwrap().lock().await.event.version()
    };
    let is_begun = async |events: &Events| {
        let begun = events.begun(&id, version(events).await).await;
        begun.unwrap().is_some()
    };
    assert!(is_begun(&events).await);
    assert!(is_begun(&events).await, "from memory too");
    assert!(is_begun(&events_at(&store, 1_000_000 + LATELY)).await);
    let late = events_at(&store, 1_060_000 + LATELY);
    assert!(!is_begun(&late).await);
    assert!(!is_begun(&late).await, "from memory too");
    let rule = Command::Rule {
        meeting: 1,
        outcome: Outcome::Forfeit { absent: vec![0] },
        reason: "seen".into(),
    };
    carry_out(&events, &id, "rule", vec![rule]).await;
    assert!(!is_begun(&events).await);
    carry_out(&events, &id, "undo", vec![Command::Undo]).await;
    assert!(is_begun(&events).await);
}
