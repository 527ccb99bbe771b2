//! Open seats that are taken by the join code.

use capicu::Seat;
use capicu_protocol::{Holder, PlayerId, ServerMessage, StandIn};
use capicu_table::{Code, Command, Input, Sitting, Vacancy};

use crate::session::host::{Fault, Host, rules, seat, setup, token};

fn table(seats: &str) -> Host {
    let rules = rules("jamaican-partner", 4, "3");
    Host::new(setup(rules, "jamaican-partner", seats), 7)
}

fn sit_down(host: &mut Host, code: Code, n: u8) {
    sit_down_at(host, code, None, n);
}

fn sit_down_at(host: &mut Host, code: Code, wanted: Option<Seat>, n: u8) {
    host.handle(Input::Sit(Sitting {
        vacancy: Vacancy::Open { code, wanted },
        number: n.into(),
        ids: vec![PlayerId::new([n; 16])],
        name: Some(format!("Player {n}")),
        token: token(100 + n),
    }));
}

fn sit(host: &mut Host, code: Code, n: u8) -> Option<Seat> {
    sit_down(host, code, n);
    let (of, seat) = *host.seated.last().expect("the command is answered");
    assert_eq!(of, u64::from(n));
    seat
}

fn told(host: &Host, id: u64) -> Vec<Option<String>> {
    let of = |message: &ServerMessage| match message {
        ServerMessage::Code { code } => Some(code.clone()),
        _ => None,
    };
    host.clients[&id].messages.iter().filter_map(of).collect()
}

#[test]
fn code_gives_the_seat_that_is_wanted() {
    let mut host = table("pooo");
    host.connect(token(1), None, None);
    let code = host.session.state().code().expect("three seats are open");
    sit_down_at(&mut host, code, Some(seat(2)), 20);
    assert_eq!(host.seated.last().unwrap().1, Some(seat(2)));
    // A seat that somebody has by now: the first open one.
    sit_down_at(&mut host, code, Some(seat(2)), 21);
    assert_eq!(host.seated.last().unwrap().1, Some(seat(1)));
    // A seat that this table does not have.
    sit_down_at(&mut host, code, Seat::new(7), 22);
    assert_eq!(host.seated.last().unwrap().1, Some(seat(3)));
    host.check_refold();
}

#[test]
fn code_gives_open_seats_until_none_is_left() {
    let mut host = table("poob");
    let ana = host.connect(token(1), None, None);
    let code = host.session.state().code().expect("two seats are open");
    assert_eq!(told(&host, ana), [Some(code.to_string())]);
    let wrong = Code::new("abcdef").unwrap();
    assert_eq!(sit(&mut host, wrong, 20), None);
    assert_eq!(sit(&mut host, code, 20), Some(seat(1)));
    assert_eq!(sit(&mut host, code, 20), Some(seat(1)), "the same player");
    let ben = host.connect_as(&[20], token(200), None);
    assert_eq!(told(&host, ben), [], "only whoever made the table invites");
    let late = host.connect(token(2), Some(token(99)), None);
    assert!(!host.is_open(late), "the link of a seat that is taken");
    assert_eq!(sit(&mut host, code, 21), Some(seat(2)));
    assert_eq!(host.session.state().code(), None);
    assert_eq!(told(&host, ana), [Some(code.to_string()), None]);
    assert_eq!(sit(&mut host, code, 22), None);
    assert_eq!(host.holder(seat(3)), Holder::Bot);
    host.check_refold();
    host.restart();
    assert_eq!(host.holder(seat(2)), Holder::Person);
}

#[test]
fn code_survives_a_restart_and_changes_with_a_new_link() {
    let mut host = table("poob");
    let code = host.session.state().code().unwrap();
    host.restart();
    assert_eq!(host.session.state().code(), Some(code));
    let ana = host.connect(token(1), None, None);
    assert_eq!(sit(&mut host, code, 20), Some(seat(1)));
    let renew = Command::Renew {
        seat: seat(1),
        token: Some(token(50)),
    };
    host.say(ana, "renew", renew);
    let other = host.session.state().code().unwrap();
    assert_ne!(other, code);
    assert_eq!(told(&host, ana).last(), Some(&Some(other.to_string())));
    assert_eq!(sit(&mut host, code, 20), None, "who was sent away");
    // A link for a seat that a bot keeps does not change the code.
    let bot = Command::Renew {
        seat: seat(1),
        token: None,
    };
    host.say(ana, "bot", bot);
    assert_eq!(host.session.state().code(), Some(other));
    assert_eq!(sit(&mut host, other, 21), Some(seat(2)));
    host.check_refold();
}

#[test]
fn player_who_sits_down_during_a_round_has_no_hand() {
    let mut host = table("pobb");
    let ana = host.connect(token(1), None, None);
    host.connect(token(2), Some(token(22)), None);
    for (id, key) in [(ana, "a"), (2, "b")] {
        host.say(id, key, Command::Ready { deal: 0 });
    }
    assert_eq!(host.table().n_deals(), 1);
    let renew = Command::Renew {
        seat: seat(1),
        token: Some(token(50)),
    };
    host.say(ana, "renew", renew);
    let code = host.session.state().code().unwrap();
    assert_eq!(sit(&mut host, code, 20), Some(seat(1)));
    let stand_in = host.session.state().stand_in(seat(1));
    assert_eq!(stand_in, Some(StandIn::NextDeal));
    host.check_refold();
}

#[test]
fn full_tables_and_lobby_tables_have_no_code() {
    let rules = rules("jamaican-partner", 4, "3");
    let mut of_the_lobby = setup(rules, "jamaican-partner", "ppob");
    of_the_lobby.host = None;
    let host = Host::new(of_the_lobby, 7);
    assert_eq!(host.session.state().code(), None);
    assert_eq!(table("ppbb").session.state().code(), None);
}

#[test]
fn open_seat_stays_open_when_storing_fails() {
    let mut host = table("poob");
    let code = host.session.state().code().unwrap();
    host.fault = Fault::Before;
    sit_down(&mut host, code, 20);
    assert!(host.seated.is_empty() && host.session.is_over());
    host.restart();
    assert_eq!(host.holder(seat(1)), Holder::Open);
    assert_eq!(sit(&mut host, code, 20), Some(seat(1)));
}
