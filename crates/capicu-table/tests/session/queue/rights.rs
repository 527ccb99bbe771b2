//! Who may turn the queue on, join it, and be the host.

use capicu::Waiting;
use capicu_protocol::{Refusal, ServerMessage};
use capicu_table::{Command, QueueAsk, QueueRefusal, QueueUnit};

use super::{Evening, player};
use crate::session::host::token;

#[test]
fn host_is_the_host_again_after_waiting() {
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    for _ in 0..8 {
        evening.play();
        let next = evening.waiting()[0][0];
        evening.sit(next).unwrap();
        let state = evening.host.session.state();
        let host = state.host().and_then(|seat| evening.who(seat));
        match evening.seated().contains(&1) {
            true => assert_eq!(host, Some(1)),
            false => assert!(host.is_some_and(|host| evening.seated().contains(&host))),
        }
        evening.check();
    }
}

#[test]
fn table_stays_with_the_host_who_waits() {
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    while evening.seated().contains(&1) {
        evening.play();
        let next = evening.waiting()[0][0];
        evening.sit(next).unwrap();
    }
    let host = |evening: &Evening| {
        let host = evening.host.session.state().host();
        host.and_then(|host| evening.who(host)).unwrap()
    };
    let instead = host(&evening);
    let other = evening.seated().into_iter().find(|who| *who != instead);
    let other = player(other.unwrap());
    let to = evening.host.session.state().seat_of_player(&[other]);
    for command in [Command::Delete, Command::GiveTable(to.unwrap())] {
        let answer = evening.say(instead, command);
        let Some(ServerMessage::Refused { refusal, .. }) = answer else {
            panic!("{answer:?}");
        };
        assert_eq!(refusal, Refusal::NotNow);
    }
    assert!(!evening.host.removed);
    // They may end the queue, and stay the host only until the other one sits down.
    evening.ask(instead, QueueAsk::Set(None)).unwrap();
    evening.play();
    let on = QueueAsk::Set(Some(QueueUnit::Singles));
    evening.ask(instead, on).unwrap();
    evening.join(1).unwrap();
    assert_eq!(host(&evening), instead);
    evening.sit(1).unwrap();
    assert_eq!(host(&evening), 1);
    evening.check();
}

#[test]
fn only_the_host_sets_the_queue_between_matches() {
    let mut evening = Evening::new("draw", "pp", "50");
    let on = QueueAsk::Set(Some(QueueUnit::Singles));
    assert_eq!(evening.ask(2, on.clone()), Err(QueueRefusal::NotHost));
    assert_eq!(evening.ask(9, on.clone()), Err(QueueRefusal::NotHost));
    let pairs = evening.set(Some(QueueUnit::Pairs));
    assert_eq!(
        pairs,
        Err(QueueRefusal::NotNow),
        "this game has no partners"
    );
    for who in [1, 2] {
        evening.say(who, Command::Ready { deal: 0 });
    }
    assert!(matches!(evening.host.waiting(), Waiting::Act(_)));
    assert_eq!(evening.ask(1, on.clone()), Err(QueueRefusal::NotNow));
    evening.play();
    assert_eq!(evening.ask(1, on), Ok(()));
    evening.join(10).unwrap();
    assert_eq!(
        evening.ask(10, QueueAsk::Set(None)),
        Err(QueueRefusal::NotHost)
    );
    assert_eq!(evening.ask(1, QueueAsk::Set(None)), Ok(()));
    assert_eq!(evening.sit(10), Err(QueueRefusal::Off));
    assert!(evening.host.session.state().queue().is_none());
    assert_eq!(evening.host.session.state().code(), None);
    evening.check();
}

#[test]
fn only_people_with_the_code_wait() {
    let mut evening = Evening::of_two();
    let code = capicu_table::Code::new("abcdef").unwrap();
    assert_eq!(
        evening.ask(10, QueueAsk::Join { code }),
        Err(QueueRefusal::BadCode)
    );
    assert_eq!(evening.join(1), Err(QueueRefusal::Seated));
    assert_eq!(evening.join(10), Ok(()));
    assert_eq!(evening.join(10), Err(QueueRefusal::Waiting));
    for who in 11..50 {
        assert_eq!(evening.join(who), Ok(()));
    }
    assert_eq!(evening.join(50), Err(QueueRefusal::Full));
    assert_eq!(
        evening.ask(50, QueueAsk::Leave),
        Err(QueueRefusal::NotWaiting)
    );
    evening.check();
}

#[test]
fn nobody_has_two_seats_after_signing_in() {
    // Guest 10 waits, and signs in as the member who has won.
    let mut evening = Evening::of_two();
    evening.join(10).unwrap();
    let (won, _) = evening.play();
    assert_eq!(evening.sit_as(&[won[0], 10]), Err(QueueRefusal::Seated));
    // Guest 10 signs in as member 11, who waits too.
    evening.join(11).unwrap();
    let before = evening.waiting().len();
    evening.sit_as(&[11, 10]).unwrap();
    let after = evening.waiting();
    assert_eq!(after.len(), before - 1, "{after:?}");
    assert!(!after.contains(&vec![10]) && !after.contains(&vec![11]));
    evening.check();
    // Guest 10 waits, and takes the open seat as member 12.
    let mut evening = Evening::new("draw", "po", "50");
    evening.set(Some(QueueUnit::Singles)).unwrap();
    evening.join(10).unwrap();
    let id = evening
        .host
        .connect_as(&[12, 10], token(2), Some(token(99)));
    assert!(evening.host.is_open(id));
    assert_eq!(evening.waiting(), Vec::<Vec<u8>>::new());
    evening.check();
}

#[test]
fn people_who_join_leave_the_budget_of_the_players() {
    let mut evening = Evening::of_two();
    let mut refused = 0;
    for _ in 0..200 {
        match evening.join(10) {
            Ok(()) => evening.ask(10, QueueAsk::Leave).unwrap(),
            Err(why) => {
                assert_eq!(why, QueueRefusal::TooOften);
                refused += 1;
            }
        }
    }
    assert!(refused > 100);
    assert_eq!(evening.set(None), Ok(()), "the host can end it");
    let named = evening.say(1, Command::Name("Another".to_owned()));
    assert!(matches!(named, Some(ServerMessage::Done { .. })));
}
