//! Logs of earlier versions can be read and verified.

use capicu_event::{Command, Consent, Envelope, Event, Fact, Log};

/// `swiss-1` gives the bye of the third round to the leader.
const SWISS_1: &str = include_str!("logs/swiss-1.jsonl");
const ARENA_1: &str = include_str!("logs/arena-1.jsonl");

fn verified(text: &str) -> Event {
    let log = Log::read(text.as_bytes()).unwrap();
    let event = Event::verify(log).unwrap();
    assert_eq!(event.log().text(), text);
    event
}

#[test]
fn logs_of_earlier_versions_are_verified() {
    verified(SWISS_1);
    verified(ARENA_1);
}

#[test]
fn earlier_log_continues_with_the_newest_method() {
    let mut event = verified(SWISS_1);
    let expected = event.version();
    let envelope = Envelope {
        key: "next".into(),
        expected,
        now: 0,
        command: Command::Draft(Consent::Given),
    };
    event.execute(&envelope).unwrap();
    let method = event.log().lines().last().map(|line| &line.fact);
    assert!(matches!(method, Some(Fact::Drafted { method, .. }) if method == "swiss-2"));
    let text = event.log().text();
    verified(&text);
}
