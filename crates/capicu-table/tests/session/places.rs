//! Seats before the first deal, as the host arranges them.

use capicu_protocol::{Closed, Event, Holder, Refusal, ServerMessage};
use capicu_table::Command;

use crate::session::host::{Host, rules, seat, setup, token};
use crate::session::sitting::refusal;

#[test]
fn host_swaps_seats_before_the_first_deal() {
    let rules = rules("jamaican-partner", 4, "3");
    let mut host = Host::new(setup(rules, "jamaican-partner", "poob"), 7);
    let ana = host.connect(token(1), None, None);
    let ben = host.connect(token(2), Some(token(22)), None);
    let swap = |one, other| Command::Swap {
        seat: seat(one),
        with: seat(other),
    };
    let commitment = |host: &Host| {
        host.session
            .state()
            .match_info()
            .map(|m| (m.number, m.commitment))
    };
    let before = commitment(&host);
    host.say(ben, "r", Command::Ready { deal: 0 });
    assert!(host.session.state().seat(seat(1)).is_ready());
    for (who, one, other, why) in [
        (ben, 1, 2, Refusal::NotHost),
        (ana, 1, 1, Refusal::BadSeat),
        (ana, 1, 4, Refusal::BadSeat),
    ] {
        let key = format!("no-{one}-{other}-{who}");
        assert_eq!(refusal(host.say(who, &key, swap(one, other))), Some(why));
    }

    // Ben moves across, and the link to that place now leads to his old one.
    assert_eq!(refusal(host.say(ana, "1", swap(1, 2))), None);
    assert_eq!(host.seat_of(ben), Some(seat(2)));
    assert_eq!(host.clients[&ben].snapshot().seat, Some(seat(2).into()));
    assert_eq!(host.clients[&ana].snapshot().seat, Some(seat(0).into()));
    assert_eq!(host.holder(seat(1)), Holder::Open);
    assert_eq!(commitment(&host), before, "it is the same match");
    assert!(!host.session.state().seat(seat(2)).is_ready(), "asked anew");
    let carla = host.connect(token(3), Some(token(33)), None);
    assert_eq!(host.seat_of(carla), Some(seat(1)));

    // The host moves, too, and is still the host. A repeated command changes nothing.
    for _ in 0..2 {
        assert_eq!(refusal(host.say(ana, "2", swap(0, 3))), None);
        assert_eq!(host.seat_of(ana), Some(seat(3)));
    }
    assert_eq!(host.holder(seat(0)), Holder::Bot);
    assert_eq!(refusal(host.say(ana, "3", swap(3, 0))), None);
    host.restart();
    let people = [(1, 0), (33, 1), (22, 2)].map(|(own, at)| {
        let id = host.connect(token(own), None, None);
        assert_eq!(host.seat_of(id), Some(seat(at)));
        id
    });
    for id in people {
        assert_eq!(
            refusal(host.say(id, "ready", Command::Ready { deal: 0 })),
            None
        );
    }
    assert_eq!(host.table().n_deals(), 1);
    let ana = host.connect(token(1), None, None);
    assert_eq!(
        refusal(host.say(ana, "4", swap(1, 2))),
        Some(Refusal::NotNow)
    );
    host.check_refold();
}

fn codes(host: &Host, id: u64) -> usize {
    let told = host.clients[&id].messages.iter();
    told.filter(|told| matches!(told, ServerMessage::Code { code: Some(_) }))
        .count()
}

#[test]
fn host_hands_over_to_a_player_who_is_there() {
    let rules = rules("jamaican-partner", 4, "3");
    let mut host = Host::new(setup(rules, "jamaican-partner", "poob"), 7);
    let ana = host.connect(token(1), None, None);
    let ben = host.connect(token(2), Some(token(22)), None);
    let give = |to| Command::GiveTable(seat(to));
    for (who, to, why) in [
        (ben, 1, Refusal::NotHost),
        (ana, 0, Refusal::BadSeat),
        (ana, 2, Refusal::BadSeat),
        (ana, 3, Refusal::BadSeat),
        (ana, 9, Refusal::BadSeat),
    ] {
        let key = format!("no-{who}-{to}");
        assert_eq!(refusal(host.say(who, &key, give(to))), Some(why), "{to}");
    }
    host.leave(ben);
    assert_eq!(
        refusal(host.say(ana, "away", give(1))),
        Some(Refusal::NotNow)
    );
    let ben = host.connect(token(22), None, None);
    assert_eq!(codes(&host, ben), 0);
    assert_eq!(refusal(host.say(ana, "1", give(1))), None);
    let told = Event::Host {
        seat: seat(1).into(),
    };
    for id in [ana, ben] {
        assert!(host.clients[&id].events().contains(&told));
    }
    // Now Ben receives the code, manages the seats, and Ana no longer can.
    assert_eq!(codes(&host, ben), 1);
    assert_eq!(refusal(host.say(ana, "2", give(1))), Some(Refusal::NotHost));
    let renew = |of, token| Command::Renew {
        seat: seat(of),
        token,
    };
    assert_eq!(
        refusal(host.say(ana, "3", renew(3, None))),
        Some(Refusal::NotHost)
    );
    assert_eq!(refusal(host.say(ben, "4", renew(3, None))), None);
    host.restart();
    let ben = host.connect(token(22), None, None);
    let ana = host.connect(token(1), None, None);
    assert_eq!(host.clients[&ben].snapshot().host, seat(1).into());
    assert_eq!(host.clients[&ana].snapshot().host, seat(1).into());

    // He takes Ana's seat back: her connection closes, and its old token no longer opens it.
    assert_eq!(refusal(host.say(ben, "5", renew(0, Some(token(40))))), None);
    assert!(!host.is_open(ana));
    let ana = host.connect(token(1), Some(token(11)), None);
    assert_eq!(host.clients[&ana].closed, Some(Closed::BadToken));
    assert_eq!(host.holder(seat(0)), Holder::Open);
    host.check_refold();
}
