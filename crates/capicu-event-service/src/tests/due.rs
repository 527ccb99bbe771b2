//! Whether the next round is due: computed once per version, while others use the event.

use capicu_event::presets;

use super::super::Hall;
use super::*;

#[tokio::test]
async fn answer_is_computed_once_for_each_version() {
    let store = Memory::default();
    let registry = registry(&store);
    let events = events_of(&registry);
    let player = director(&store).await;
    let preset = presets::by_id("latin-pairs").unwrap();
    let id = events.make("Friday", preset, player).await.unwrap();
    let Ok(shared) = events.hall(&id).await else {
        panic!("no event")
    };
    // The lock of the event is held throughout: nothing here waits for it.
    let mut hall = shared.lock().await;
    let carry_out = async |hall: &mut Hall, key: &str, commands: Vec<Command>| {
        let sent = Sent {
            key: key.into(),
            seen: None,
        };
        let done = events.carry_out(hall, &sent, commands).await;
        assert!(matches!(done, Ok(Done::Now)), "{key}: {done:?}");
    };
    let before = hall.clone();
    let why = events.why_not_due(&before).await;
    assert!(matches!(why, Some(Refused::TooFew(_))), "{why:?}");
    let enter = ["A / B", "C / D", "E / F", "G / H"];
    let enter = enter.map(|name| Command::Enter(NewEntry::named(name)));
    carry_out(&mut hall, "enter", enter.into()).await;
    assert_eq!(
        events.why_not_due(&hall.clone()).await,
        None,
        "it can begin"
    );
    // An older version is answered too, and a newer one is not taken for it.
    let older = events.why_not_due(&before).await;
    assert!(matches!(older, Some(Refused::TooFew(_))));
    carry_out(&mut hall, "open", vec![Command::OpenStage]).await;
    assert_eq!(
        events.why_not_due(&hall.clone()).await,
        None,
        "a round is due"
    );
    let publish = vec![Command::Draft(Consent::Withheld), Command::Publish];
    carry_out(&mut hall, "publish", publish).await;
    let why = events.why_not_due(&hall.clone()).await;
    assert!(matches!(why, Some(Refused::Unsettled(_))), "{why:?}");
    // Broken work computes nothing any more, but the answer is known.
    events.work().note_broken(&id);
    assert_eq!(events.why_not_due(&hall.clone()).await, why);
}
