//! Tables of the lobby: they have no host, seats belong to players from the beginning, and people take the place of
//! bots.

use capicu::{Seat, TileSet};
use capicu_protocol::{Event, Holder, PlayerId, Refusal, ServerMessage, StandIn};
use capicu_table::{Command, Input, Setup, Sitting, Vacancy};

use crate::session::host::{Fault, Host, rules, seat, setup, token};

fn player(n: u8) -> PlayerId {
    PlayerId::new([n; 16])
}

/// A table with people in the seats `p`; seat 0 belongs to player 10, and so on.
fn table(seats: &str) -> Host {
    let setup = Setup {
        host: None,
        ..setup(rules("jamaican-partner", 4, "3"), "jamaican-partner", seats)
    };
    let people = seats.bytes().zip(0..).filter(|(what, _)| *what == b'p');
    let people: Vec<(Seat, PlayerId)> = people.map(|(_, n)| (seat(n), player(10 + n))).collect();
    Host::new_for(&people, setup, 7)
}

fn come(host: &mut Host, n: u8) -> u64 {
    host.connect_as(&[n], token(200), None)
}

fn sit(host: &mut Host, number: u64, n: u8) -> Option<Seat> {
    host.handle(Input::Sit(Sitting {
        vacancy: Vacancy::OfABot,
        number,
        ids: vec![player(n)],
        name: Some(format!("Player {n}")),
        token: token(100 + n),
    }));
    let (of, seat) = *host.seated.last().expect("the session answers");
    assert_eq!(of, number);
    seat
}

fn hands(host: &Host, id: u64) -> Vec<Option<TileSet>> {
    let of = |event: &Event| match event {
        Event::Dealt(dealt) => Some(dealt.hand.map(|hand| hand.0)),
        _ => None,
    };
    host.clients[&id].events().iter().filter_map(of).collect()
}

#[test]
fn lobby_table_deals_when_all_its_players_are_there() {
    let mut host = table("ppbp");
    let ana = come(&mut host, 10);
    let ben = come(&mut host, 11);
    assert_eq!(host.table().n_deals(), 0, "one player is missing");
    let eva = come(&mut host, 13);
    assert_eq!(host.table().n_deals(), 1);
    for (id, n) in [(ana, 0), (ben, 1), (eva, 3)] {
        assert!(host.is_open(id));
        assert_eq!(host.clients[&id].snapshot().seat.unwrap().0, seat(n));
        assert!(host.clients[&id].snapshot().lobby);
    }
    let stranger = come(&mut host, 9);
    assert!(!host.is_open(stranger));
    host.check_refold();
}

#[test]
fn absent_player_is_replaced_after_the_grace() {
    let mut host = table("ppbb");
    come(&mut host, 10);
    while host.table().n_deals() == 0 {
        assert!(host.go_on(), "something happens by itself");
    }
    // Once the grace is over, a bot plays for the absent player, and all others are there.
    assert_eq!(host.now, 1_020_000);
}

#[test]
fn lobby_table_has_no_host() {
    let mut host = table("ppbb");
    let ana = come(&mut host, 10);
    let commands = [
        Command::Delete,
        Command::Renew {
            seat: seat(1),
            token: None,
        },
        Command::Renew {
            seat: seat(2),
            token: Some(token(50)),
        },
    ];
    for (command, key) in commands.into_iter().zip(["a", "b", "c"]) {
        let answer = host.say(ana, key, command);
        let Some(ServerMessage::Refused { refusal, .. }) = answer else {
            panic!("{answer:?}")
        };
        assert_eq!(refusal, Refusal::NotHost);
    }
}

#[test]
fn person_replaces_a_bot_from_the_next_deal() {
    let mut host = table("pbbb");
    let ana = come(&mut host, 10);
    assert_eq!(host.table().n_deals(), 1);
    assert_eq!(sit(&mut host, 1, 20), Some(seat(1)));
    assert_eq!(host.holder(seat(1)), Holder::Person);
    let ben = come(&mut host, 20);
    // Ben has no hand of the current round, which the bot finishes.
    assert_eq!(hands(&host, ben), [None]);
    let told = &host.clients[&ben].snapshot().seats[1];
    assert_eq!(told.stand_in, Some(StandIn::NextDeal));
    assert_eq!(told.name.as_deref(), Some("Player 20"));
    assert!(!host.session.state().person_plays(seat(1)));

    // The others finish this round and are ready; Ben has a hand in the next deal.
    let mut n = 0;
    while host.table().n_deals() == 1 {
        n += 1;
        assert!(n < 1_000);
        if host.session.state().person_plays(seat(0)) {
            host.act(ana, seat(0), &format!("act-{n}"));
        }
        let deal = host.table().n_deals();
        for (id, key) in [(ana, "a"), (ben, "b")] {
            host.say(id, &format!("ready-{key}-{n}"), Command::Ready { deal });
        }
        host.choose();
    }
    let hand = host.table().round().unwrap().hands()[seat(1)];
    assert_eq!(hands(&host, ben).last(), Some(&Some(hand)));
    assert!(host.session.state().person_plays(seat(1)));
    host.check_refold();
}

#[test]
fn each_bot_offers_one_place_and_each_player_gets_one() {
    let mut host = table("pbpb");
    assert_eq!(sit(&mut host, 1, 20), Some(seat(1)));
    assert_eq!(sit(&mut host, 2, 20), Some(seat(1)), "the same player");
    assert_eq!(sit(&mut host, 3, 12), Some(seat(2)), "who sat there before");
    assert_eq!(sit(&mut host, 4, 21), Some(seat(3)));
    let version = host.version();
    assert_eq!(sit(&mut host, 5, 22), None);
    assert_eq!(host.version(), version);

    // It is not possible at a table with a host.
    let made = setup(
        rules("jamaican-partner", 4, "3"),
        "jamaican-partner",
        "pbbb",
    );
    assert_eq!(sit(&mut Host::new(made, 7), 1, 20), None);
}

#[test]
fn place_stays_free_when_storing_fails() {
    let mut host = table("pbbb");
    host.fault = Fault::Before;
    host.handle(Input::Sit(Sitting {
        vacancy: Vacancy::OfABot,
        number: 1,
        ids: vec![player(20)],
        name: None,
        token: token(120),
    }));
    assert!(host.seated.is_empty() && host.session.is_over());
    host.restart();
    assert_eq!(host.holder(seat(1)), Holder::Bot);
    assert_eq!(sit(&mut host, 2, 20), Some(seat(1)));
}
