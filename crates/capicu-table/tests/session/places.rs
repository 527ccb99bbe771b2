//! Who sits where before the first deal, as the maker has it.

use capicu_protocol::{Holder, Refusal};
use capicu_table::Command;

use crate::host::{Host, rules, seat, setup, token};
use crate::sitting::refusal;

#[test]
fn the_maker_has_people_change_places_before_the_first_deal() {
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
        (ben, 1, 2, Refusal::NotMaker),
        (ana, 1, 1, Refusal::BadSeat),
        (ana, 1, 4, Refusal::BadSeat),
    ] {
        let key = format!("no-{one}-{other}-{who}");
        assert_eq!(refusal(host.say(who, &key, swap(one, other))), Some(why));
    }

    // Ben goes to the place across, and the link to that place now leads to where he sat.
    assert_eq!(refusal(host.say(ana, "1", swap(1, 2))), None);
    assert_eq!(host.seat_of(ben), Some(seat(2)));
    assert_eq!(host.clients[&ben].snapshot().seat, Some(seat(2).into()));
    assert_eq!(host.clients[&ana].snapshot().seat, Some(seat(0).into()));
    assert_eq!(host.holder(seat(1)), Holder::Open);
    assert_eq!(commitment(&host), before, "it is the same match");
    assert!(!host.session.state().seat(seat(2)).is_ready(), "asked anew");
    let carla = host.connect(token(3), Some(token(33)), None);
    assert_eq!(host.seat_of(carla), Some(seat(1)));

    // The maker moves, too, and still is the maker; said again, it is not done again.
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
