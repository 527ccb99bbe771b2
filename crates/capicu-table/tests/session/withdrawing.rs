//! Players who are out, or who withdraw while the others play on (W37, W38).

use capicu::{Game, Rules, Waiting};
use capicu_protocol::{Event, Refusal, StandIn};
use capicu_table::{Command, Setup, Stakes};

use crate::session::host::{Host, rules, seat, setup, token};
use crate::session::sitting::refusal;

fn french(changes: &[(&str, &str)]) -> Rules {
    let mut choices = Game::by_id("french").unwrap().choices(4).unwrap();
    for (option, value) in changes {
        choices.set(option, value).unwrap();
    }
    Rules::new(choices).unwrap()
}

/// Ana and Ben at a table with two bots, ready for the first deal.
fn friends(rules: Rules, stakes: Stakes) -> (Host, u64, u64) {
    let setup = Setup {
        stakes,
        ..setup(rules, "french", "pobb")
    };
    let mut host = Host::new(setup, 7);
    let ana = host.connect(token(1), None, None);
    let ben = host.connect(token(2), Some(token(22)), None);
    ready(&mut host, &[ana, ben]);
    assert_eq!(host.table().n_deals(), 1);
    (host, ana, ben)
}

fn ready(host: &mut Host, ids: &[u64]) {
    let deal = host.table().n_deals();
    for id in ids {
        host.say(*id, &format!("r{id}-{deal}"), Command::Ready { deal });
    }
}

/// Plays until the round is over; bots and people choose as the host of the tests does.
fn play_round(host: &mut Host, ids: &[(u64, u8)]) {
    for n in 0..400 {
        match host.waiting() {
            Waiting::Act(of) => match ids.iter().find(|(_, number)| seat(*number) == of) {
                Some((id, _)) => {
                    let key = format!("a{n}-{}", host.version());
                    host.act(*id, of, &key);
                }
                None => {
                    host.go_on();
                }
            },
            _ => return,
        }
    }
    panic!("the round does not end");
}

#[test]
fn player_withdraws_between_rounds_and_the_others_play_on() {
    let (mut host, ana, ben) = friends(french(&[]), Stakes::Casual);
    let early = host.say(ben, "early", Command::Withdraw);
    assert_eq!(refusal(early), Some(Refusal::NotNow), "in a round");
    play_round(&mut host, &[(ana, 0), (ben, 1)]);
    assert_eq!(refusal(host.say(ben, "out", Command::Withdraw)), None);
    let again = host.say(ben, "again", Command::Withdraw);
    assert_eq!(refusal(again), Some(Refusal::NotNow));
    let told = |id: &u64| {
        let events = host.clients[id].events();
        let seen = |event: &Event| match event {
            Event::Withdrew { seat, places, .. } => Some((seat.0, places.clone())),
            _ => None,
        };
        events.iter().find_map(seen)
    };
    for id in [&ana, &ben] {
        assert_eq!(told(id), Some((seat(1), vec![0, 4, 0, 0])));
    }
    // Nobody waits for Ben, no bot plays for him, and he gets no tiles.
    ready(&mut host, &[ana]);
    assert_eq!(host.table().n_deals(), 2);
    let round = host.table().round().unwrap();
    assert!(round.hands()[seat(1)].is_empty());
    assert_eq!(round.hands()[seat(0)].len(), 7);
    play_round(&mut host, &[(ana, 0)]);
    assert_eq!(host.session.state().stand_in(seat(1)), None::<StandIn>);
    host.check_refold();
    // A player who reconnects sees the same.
    let later = host.connect(token(22), None, None);
    let dealt = host.clients[&later].events();
    let dealt = dealt.iter().find_map(|event| match event {
        Event::Dealt(dealt) => Some((
            dealt.hand.map(|hand| hand.0.len()),
            dealt.standing.places.clone(),
        )),
        _ => None,
    });
    assert_eq!(dealt, Some((Some(0), vec![0, 4, 0, 0])));
    host.restart();
    assert_eq!(
        host.table().game().standing().places.as_slice(),
        [0, 4, 0, 0]
    );
}

#[test]
fn nobody_withdraws_from_partners_or_a_rated_match() {
    let (mut host, ana, ben) = friends(french(&[]), Stakes::Rated);
    play_round(&mut host, &[(ana, 0), (ben, 1)]);
    let rated = host.say(ben, "out", Command::Withdraw);
    assert_eq!(refusal(rated), Some(Refusal::NotNow));
    let pairs = setup(
        rules("jamaican-partner", 4, "3"),
        "jamaican-partner",
        "pbbb",
    );
    let mut host = Host::new(pairs, 7);
    let ana = host.connect(token(1), None, None);
    let early = host.say(ana, "out", Command::Withdraw);
    assert_eq!(refusal(early), Some(Refusal::NotNow));
}

#[test]
fn match_goes_on_without_the_players_who_are_out() {
    let rules = french(&[("target", "20"), ("at-target", "player-out")]);
    let (mut host, ana, ben) = friends(rules, Stakes::Casual);
    for _ in 0..60 {
        play_round(&mut host, &[(ana, 0), (ben, 1)]);
        if host.waiting() == Waiting::Nothing {
            break;
        }
        let places = host.table().game().standing().places;
        let people = [(ana, 0), (ben, 1)].into_iter();
        let still: Vec<u64> = people
            .filter(|(_, of)| places.as_slice()[*of] == 0)
            .map(|(id, _)| id)
            .collect();
        ready(&mut host, &still);
        while matches!(host.waiting(), Waiting::Deal | Waiting::TurnUp) && host.go_on() {}
    }
    assert_eq!(host.waiting(), Waiting::Nothing);
    let mut places = host.table().game().standing().places.as_slice().to_vec();
    places.sort_unstable();
    assert_eq!(places.first(), Some(&1));
    assert!(places.iter().all(|place| *place > 0));
    host.check_refold();
}
