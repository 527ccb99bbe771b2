//! Spectators: who may watch, what they see, and how many there are.

use crate::session::host::{Host, rules, seat, setup, token};
use capicu::{Action, Waiting};
use capicu_protocol::{Closed, Dealt, Event, Refusal, ServerMessage, Watching, encode};
use capicu_table::{Command, Setup, Who};

fn dealt(watching: Watching) -> (Host, u64, u64) {
    let table = setup(
        rules("jamaican-partner", 4, "2"),
        "jamaican-partner",
        "ppbb",
    );
    let mut host = Host::new(Setup { watching, ..table }, 5);
    let people = [1, 2].map(|n| host.connect_as(&[n], token(n), None));
    for (id, key) in people.into_iter().zip(["a", "b"]) {
        host.say(id, key, Command::Ready { deal: 0 });
    }
    let [ana, ben] = people;
    (host, ana, ben)
}

fn refusal(message: Option<ServerMessage>) -> Option<Refusal> {
    match message {
        Some(ServerMessage::Refused { refusal, .. }) => Some(refusal),
        _ => None,
    }
}

#[test]
fn private_table_has_no_spectators() {
    let (mut host, _, _) = dealt(Watching::Off);
    let watcher = host.watch();
    assert_eq!(host.clients[&watcher].closed, Some(Closed::NotPublic));
    assert_eq!(host.clients[&watcher].messages, []);
}

#[test]
fn signed_in_player_needs_no_token_for_the_own_seat() {
    for watching in [Watching::Off, Watching::On] {
        let (mut host, _, _) = dealt(watching);
        let again = host.come_without_a_token(&[9, 2]);
        let snapshot = host.clients[&again].snapshot();
        assert_eq!(snapshot.seat.map(|seat| seat.0), Some(seat(1)));
        assert!(snapshot.by_session);
        let stranger = host.come_without_a_token(&[9]);
        let closed = host.clients[&stranger].closed;
        match watching {
            Watching::Off => assert_eq!(closed, Some(Closed::NotPublic)),
            Watching::On => assert_eq!(host.clients[&stranger].snapshot().seat, None),
        }
    }
}

/// The broadcasts as a viewer without a hand receives them.
fn without_hands(host: &Host, id: u64) -> Vec<String> {
    let events = host.clients[&id].events().into_iter();
    let blind = events.map(|event| match event {
        Event::Dealt(dealt) => Event::Dealt(Dealt {
            hand: None,
            ..dealt
        }),
        event => event,
    });
    blind.map(|event| encode(&event)).collect()
}

#[test]
fn spectators_see_what_a_seat_sees_except_its_hand() {
    let (mut host, ana, ben) = dealt(Watching::On);
    let watcher = host.watch();
    let from = without_hands(&host, ana).len() - without_hands(&host, watcher).len();
    let mut hands_open = 0;
    for n in 0..2_000 {
        match host.waiting() {
            Waiting::Act(of) => {
                let by = [(seat(0), ana), (seat(1), ben)];
                match by.into_iter().find(|(seat, _)| *seat == of) {
                    Some((of, id)) => drop(host.act(id, of, &format!("k{n}"))),
                    None => assert!(host.choose()),
                }
            }
            Waiting::Nothing => break,
            Waiting::Deal | Waiting::TurnUp => {
                let deal = host.table().n_deals();
                for id in [ana, ben] {
                    host.say(id, &format!("r{n}-{id}"), Command::Ready { deal });
                }
            }
        }
    }
    assert_eq!(host.waiting(), Waiting::Nothing);
    assert_eq!(
        without_hands(&host, watcher),
        without_hands(&host, ana)[from..]
    );
    for event in host.clients[&watcher].events() {
        match event {
            Event::Dealt(dealt) => assert_eq!(dealt.hand, None),
            // Once the round is over, all hands are open to spectators as to everybody.
            Event::RoundOver(over) => hands_open += over.outcome.hands.len(),
            _ => {}
        }
    }
    assert!(hands_open >= 4, "{hands_open}");
}

#[test]
fn spectators_cannot_send_commands() {
    let (mut host, _, _) = dealt(Watching::On);
    let watcher = host.watch();
    let before = host.version();
    let commands = [
        Command::Ready { deal: 1 },
        Command::Rematch { after: 1 },
        Command::Name("Eve".into()),
        Command::Rotate(token(77)),
        Command::Renew {
            seat: seat(2),
            token: None,
        },
        Command::Leave,
        Command::Delete,
        Command::StandIn(seat(1)),
        Command::Hint { expected: before },
    ];
    for (n, command) in commands.into_iter().enumerate() {
        let said = host.say(watcher, &format!("k{n}"), command.clone());
        assert_eq!(refusal(said), Some(Refusal::NotNow), "{command:?}");
    }
    let act = host.act_so(watcher, "act", Action::Pass);
    assert_eq!(refusal(act), Some(Refusal::NotNow));
    assert_eq!(host.version(), before);
}

fn counts(host: &Host, id: u64) -> Vec<u32> {
    let of = |message: &ServerMessage| match message {
        ServerMessage::Watchers { n } => Some(*n),
        _ => None,
    };
    host.clients[&id].messages.iter().filter_map(of).collect()
}

#[test]
fn number_of_spectators_is_sent_at_intervals() {
    let (mut host, ana, _) = dealt(Watching::On);
    let watchers: Vec<u64> = (0..500).map(|_| host.watch()).collect();
    assert_eq!(host.clients[&watchers[499]].snapshot().watchers, 500);
    assert_eq!(counts(&host, ana), [1]);
    host.now = host.wake.expect("the number will be sent later");
    host.handle(capicu_table::Input::Tick);
    assert_eq!(counts(&host, ana), [1, 500]);
    assert_eq!(counts(&host, watchers[0]).last(), Some(&500));
    for id in &watchers[1..] {
        host.leave(*id);
    }
    host.now += 2_000;
    host.handle(capicu_table::Input::Tick);
    assert_eq!(counts(&host, ana), [1, 500, 1]);
    assert_eq!(host.session.watchers(), 1);
}

#[test]
fn spectators_alone_do_not_keep_a_table_active() {
    let (mut host, ana, ben) = dealt(Watching::On);
    host.watch();
    for id in [ana, ben] {
        host.leave(id);
    }
    assert!(!host.session.is_attended());
    while host.choose() {}
    let deals = host.table().n_deals();
    for _ in 0..100 {
        host.now += 60_000;
        host.handle(capicu_table::Input::Tick);
        while host.choose() {}
    }
    assert_eq!(host.table().n_deals(), deals);
}

#[test]
fn returning_spectator_receives_only_new_events() {
    let (mut host, ana, _) = dealt(Watching::On);
    let before = host.version();
    host.say(ana, "name", Command::Name("Ana".into()));
    let back = host.come_as(Who::Public { ids: Vec::new() }, Some(before));
    let Some(ServerMessage::Delta { events, .. }) = host.clients[&back].messages.first() else {
        panic!("{:?}", host.clients[&back].messages);
    };
    assert!(
        matches!(&events[..], [Event::SeatChanged { .. }, ..]),
        "{events:?}"
    );
}
