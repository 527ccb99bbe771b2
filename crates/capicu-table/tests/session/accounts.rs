//! Seats of bots with accounts: only the account opens them, under its own name.

use std::collections::BTreeMap;

use capicu_protocol::{Closed, PlayerId, Refusal};
use capicu_table::{Account, Command, Input};

use crate::session::host::{Host, rules, seat, setup, token};
use crate::session::sitting::refusal;

fn bot() -> PlayerId {
    PlayerId::new([9; 16])
}

fn program() -> Input {
    let name = "robi[bot]".to_owned();
    Input::Accounts(BTreeMap::from([(bot(), Account::Program { name })]))
}

fn made_by_a_program() -> Host {
    let rules = rules("jamaican-partner", 4, "3");
    let setup = setup(rules, "jamaican-partner", "pobb");
    let mut host = Host::new_for(&[(seat(0), bot())], setup, 7);
    host.handle(program());
    host
}

fn name(host: &Host) -> Option<&str> {
    host.session
        .state()
        .seat(seat(0))
        .name()
        .map(String::as_str)
}

#[test]
fn seat_of_a_program_opens_for_its_account_alone() {
    let mut host = made_by_a_program();
    for _ in 0..2 {
        for id in [
            host.connect(token(1), None, None),
            host.connect_as(&[3], token(1), None),
        ] {
            assert_eq!(host.clients[&id].closed, Some(Closed::BadToken));
        }
        let id = host.connect_as(&[9], token(77), None);
        assert_eq!(host.clients[&id].snapshot().seat.unwrap().0, seat(0));
        // Stored as it was: after a restart the host supplies the accounts again.
        host.restart();
        host.handle(program());
    }
    // The link of an open seat still seats a person.
    let ana = host.connect_as(&[3], token(2), Some(token(22)));
    assert!(host.is_open(ana));
    host.check_refold();
}

#[test]
fn program_keeps_its_name_and_makes_no_token() {
    let mut host = made_by_a_program();
    assert_eq!(name(&host), Some("robi[bot]"));
    let id = host.connect_as(&[9], token(77), None);
    for (key, command, why) in [
        ("n", Command::Name("Grandma".into()), Refusal::BadName),
        ("r", Command::Rotate(token(11)), Refusal::NotNow),
    ] {
        assert_eq!(refusal(host.say(id, key, command)), Some(why));
    }
    assert_eq!(name(&host), Some("robi[bot]"));
    assert_eq!(refusal(host.say(id, "d", Command::Ready { deal: 0 })), None);
}

#[test]
fn stored_seat_that_a_program_renamed_or_took_over_is_closed() {
    // Before the host supplied the account, its token opened the seat.
    let rules = rules("jamaican-partner", 4, "3");
    let setup = setup(rules, "jamaican-partner", "pobb");
    let mut host = Host::new_for(&[(seat(0), bot())], setup, 7);
    let id = host.connect(token(1), None, None);
    host.say(id, "n", Command::Name("Grandma".into()));
    host.say(id, "r", Command::Rotate(token(11)));
    assert_eq!(name(&host), Some("Grandma"));

    host.restart();
    host.handle(program());
    assert_eq!(name(&host), Some("robi[bot]"));
    for shown in [1, 11] {
        let id = host.connect(token(shown), None, None);
        assert_eq!(host.clients[&id].closed, Some(Closed::BadToken));
    }
    host.check_refold();
}

#[test]
fn seat_of_a_removed_account_opens_to_nobody() {
    let mut host = made_by_a_program();
    host.handle(Input::Accounts(BTreeMap::from([(bot(), Account::Removed)])));
    let id = host.connect(token(1), None, None);
    assert_eq!(host.clients[&id].closed, Some(Closed::BadToken));
}

#[test]
fn ninth_stream_of_a_program_takes_the_place_of_the_first() {
    let mut host = made_by_a_program();
    let all: Vec<u64> = (0..8).map(|_| host.come_without_a_token(&[9])).collect();
    let ninth = host.come_without_a_token(&[9]);
    assert!(host.is_open(ninth));
    assert_eq!(host.clients[&all[0]].closed, Some(Closed::TooSlow));
    assert!(all[1..].iter().all(|id| host.is_open(*id)));
    // Connections of people are pinged, so none is closed to make room.
    let people: Vec<u64> = (0..8)
        .map(|_| host.connect_as(&[3], token(2), Some(token(22))))
        .collect();
    let ninth = host.connect_as(&[3], token(22), None);
    assert_eq!(host.clients[&ninth].closed, Some(Closed::Flood));
    assert!(people.iter().all(|id| host.is_open(*id)));
}

#[test]
fn repeated_leave_leaves_again() {
    let mut host = made_by_a_program();
    for _ in 0..2 {
        // Connecting to send it takes the seat back.
        let id = host.connect_as(&[9], token(77), None);
        assert_eq!(refusal(host.say(id, "l", Command::Leave)), None);
        assert_eq!(host.clients[&id].closed, Some(Closed::Left));
        assert!(host.session.state().seat(seat(0)).absence().is_some());
    }
    host.check_refold();
}
