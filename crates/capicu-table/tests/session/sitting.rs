//! Seats, visible hands, and whom the table waits for.

use crate::session::calls::bot_plays;
use crate::session::host::{Fault, Host, rules, seat, setup, token};
use capicu::{TableView, Viewer, Waiting};
use capicu_protocol::{BotPace, Closed, Event, Holder, Refusal, ServerMessage, StandIn};
use capicu_table::{Chooser, Command, Input, Setup, Stakes};

fn jamaican(seats: &str) -> Host {
    Host::new(
        setup(rules("jamaican-partner", 4, "3"), "jamaican-partner", seats),
        7,
    )
}

fn two_friends() -> (Host, u64, u64) {
    let mut host = jamaican("pobb");
    let ana = host.connect(token(1), None, None);
    let ben = host.connect(token(2), Some(token(22)), None);
    for (id, key) in [(ana, "a"), (ben, "b")] {
        host.say(id, key, Command::Ready { deal: 0 });
    }
    assert_eq!(host.table().n_deals(), 1);
    (host, ana, ben)
}

pub fn refusal(message: Option<ServerMessage>) -> Option<Refusal> {
    match message {
        Some(ServerMessage::Refused { refusal, .. }) => Some(refusal),
        _ => None,
    }
}

fn hands_told(host: &Host, id: u64) -> Vec<Option<capicu::TileSet>> {
    let of = |event: &Event| match event {
        Event::Dealt(dealt) => Some(dealt.hand.map(|hand| hand.0)),
        _ => None,
    };
    host.clients[&id].events().iter().filter_map(of).collect()
}

#[test]
fn seat_belongs_to_the_first_who_sits_down() {
    let (mut host, ana, ben) = two_friends();
    assert!(host.is_open(ana) && host.is_open(ben));
    // The host knows the link, and it no longer opens the seat: neither with an own token nor without one.
    for own in [None, Some(token(99))] {
        let late = host.connect(token(2), own, None);
        assert_eq!(host.clients[&late].closed, Some(Closed::BadToken));
    }
    // The player can come back on any device at once.
    let again = host.connect(token(22), None, None);
    let hand = host.table().round().unwrap().hands()[seat(1)];
    assert_eq!(hands_told(&host, again), [Some(hand)]);
    // Everybody learns that the seat is open on two devices.
    let devices = host.clients[&ana]
        .messages
        .iter()
        .rev()
        .find_map(|m| match m {
            ServerMessage::Presence(p) if p.seat.0 == seat(1) => Some(p.devices),
            _ => None,
        });
    assert_eq!(devices, Some(2));
    host.check_refold();
}

#[test]
fn open_seat_needs_an_own_token() {
    let mut host = jamaican("pobb");
    for own in [None, Some(token(1))] {
        let id = host.connect(token(2), own, None);
        assert_eq!(host.clients[&id].closed, Some(Closed::NoOwnToken));
    }
    assert_eq!(host.holder(seat(1)), Holder::Open);
}

#[test]
fn seat_taken_during_a_round_sees_its_hand_next_deal() {
    let (mut host, ana, ben) = two_friends();
    // The host takes the seat back during a round and sits there: no hand.
    let renew = Command::Renew {
        seat: seat(1),
        token: Some(token(50)),
    };
    host.say(ana, "renew", renew);
    assert_eq!(host.clients[&ben].closed, Some(Closed::BadToken));
    let nosy = host.connect(token(50), Some(token(51)), None);
    assert_eq!(hands_told(&host, nosy), [None]);
    let info = &host.clients[&nosy].snapshot().seats[1];
    assert_eq!(info.stand_in, Some(StandIn::NextDeal));
    // Connecting again, or from an earlier version, shows no hand either.
    let again = host.connect(token(51), None, Some(1));
    assert!(hands_told(&host, again).iter().all(Option::is_none));
    // A bot plays the seat for the rest of the round.
    for n in 0.. {
        match host.waiting() {
            Waiting::Act(of) if of == seat(0) => {
                host.act(ana, seat(0), &format!("k{n}"));
            }
            Waiting::Act(of) => {
                assert!(!host.session.state().person_plays(of));
                assert_eq!(
                    refusal(host.act(nosy, of, &format!("n{n}"))),
                    Some(Refusal::NotYourTurn)
                );
                assert!(host.choose());
            }
            _ => break,
        }
    }
    let deal = host.table().n_deals();
    for (id, key) in [(ana, "r1"), (nosy, "r2")] {
        host.say(id, key, Command::Ready { deal });
    }
    let hand = host.table().round().unwrap().hands()[seat(1)];
    assert_eq!(hands_told(&host, nosy), [None, Some(hand)]);
    assert!(host.session.state().person_plays(seat(1)));
    host.check_refold();
}

#[test]
fn player_who_leaves_keeps_the_seat_and_play_continues() {
    let (mut host, ana, ben) = two_friends();
    host.leave(ben);
    let bot_at = host.clients[&ana]
        .messages
        .iter()
        .rev()
        .find_map(|m| match m {
            ServerMessage::Presence(p) => p.bot_at,
            _ => None,
        });
    assert_eq!(bot_at, Some(host.now + 20_000), "everybody is told when");
    assert!(host.session.state().person_plays(seat(1)));
    host.now += 20_000;
    host.handle(Input::Tick);
    assert!(!host.session.state().person_plays(seat(1)));
    let told = |host: &Host, why| {
        let event = Event::StandIn {
            seat: seat(1).into(),
            why,
        };
        host.clients[&ana].events().contains(&event)
    };
    assert!(told(&host, Some(StandIn::Away)));
    // A player who is back plays at once, during the round.
    let back = host.connect(token(22), None, None);
    assert!(host.session.state().person_plays(seat(1)));
    assert!(told(&host, None));
    assert!(hands_told(&host, back)[0].is_some());
    host.check_refold();
}

#[test]
fn players_can_stop_waiting_for_an_absent_player() {
    let (mut host, ana, ben) = two_friends();
    let now = Command::StandIn(seat(1));
    assert_eq!(
        refusal(host.say(ana, "1", now.clone())),
        Some(Refusal::NotAway)
    );
    host.leave(ben);
    assert_eq!(refusal(host.say(ana, "2", now.clone())), None);
    assert!(!host.session.state().person_plays(seat(1)));
    assert_eq!(refusal(host.say(ana, "3", now)), Some(Refusal::NotAway));
    assert_eq!(
        refusal(host.say(ana, "4", Command::StandIn(seat(9)))),
        Some(Refusal::BadSeat)
    );
}

#[test]
fn grace_of_a_rated_table_cannot_be_shortened() {
    let setup = Setup {
        stakes: Stakes::Rated,
        ..setup(
            rules("jamaican-partner", 4, "3"),
            "jamaican-partner",
            "pobb",
        )
    };
    let mut host = Host::new(setup, 7);
    let ana = host.connect(token(1), None, None);
    let ben = host.connect(token(2), Some(token(22)), None);
    for (id, key) in [(ana, "a"), (ben, "b")] {
        host.say(id, key, Command::Ready { deal: 0 });
    }
    assert!(host.clients[&ana].snapshot().rated);
    host.leave(ben);
    let now = Command::StandIn(seat(1));
    assert_eq!(refusal(host.say(ana, "1", now)), Some(Refusal::NotNow));
    assert!(host.session.state().person_plays(seat(1)));
    // It runs out nonetheless.
    host.now += 20_000;
    host.handle(Input::Tick);
    assert!(!host.session.state().person_plays(seat(1)));
}

#[test]
fn leave_closes_every_device_of_the_seat() {
    let (mut host, _, ben) = two_friends();
    let phone = host.connect(token(22), None, None);
    host.say(ben, "bye", Command::Leave);
    for id in [ben, phone] {
        assert_eq!(host.clients[&id].closed, Some(Closed::Left));
    }
    assert!(!host.session.state().person_plays(seat(1)));
    host.connect(token(22), None, None);
    assert!(host.session.state().person_plays(seat(1)));
}

#[test]
fn empty_table_rests() {
    let (mut host, ana, ben) = two_friends();
    host.leave(ana);
    host.leave(ben);
    while host.go_on() {
        assert!(host.journal.len() < 100, "only bots play on");
    }
    let state = host.session.state();
    let persons = [seat(0), seat(1)].map(|seat| state.person_plays(seat));
    assert_eq!(persons, [true, true], "nobody was put out");
    assert!(host.session.is_idle());
}

#[test]
fn no_tile_is_dealt_before_every_link_is_used_or_given_to_a_bot() {
    let mut host = jamaican("poob");
    let ana = host.connect(token(1), None, None);
    let ben = host.connect(token(2), Some(token(22)), None);
    for (id, key) in [(ana, "a"), (ben, "b")] {
        host.say(id, key, Command::Ready { deal: 0 });
    }
    host.now += 3_600_000;
    host.handle(Input::Tick);
    assert_eq!(host.table().n_deals(), 0);
    let fill = Command::Renew {
        seat: seat(2),
        token: None,
    };
    assert_eq!(
        refusal(host.say(ben, "c", fill.clone())),
        Some(Refusal::NotHost)
    );
    // Without the host, others may fill the seats, so that nobody stops a table.
    host.leave(ana);
    while host.table().n_deals() == 0 && host.session.state().person_plays(seat(0)) {
        assert!(host.go_on());
    }
    assert_eq!(refusal(host.say(ben, "d", fill)), None);
    assert_eq!(host.table().n_deals(), 1);
}

#[test]
fn lone_player_is_dealt_to_at_once_and_paces_the_rounds() {
    let mut host = jamaican("pbbb");
    assert_eq!(host.table().n_deals(), 0);
    let ana = host.connect(token(1), None, None);
    assert_eq!(host.table().n_deals(), 1);
    for n in 0.. {
        match host.waiting() {
            Waiting::Act(of) if of == seat(0) => {
                host.act(ana, seat(0), &format!("k{n}"));
            }
            Waiting::Act(_) => assert!(host.choose()),
            _ => break,
        }
    }
    assert_eq!(host.wake, None, "the table waits for nobody else");
    assert_eq!(host.table().n_deals(), 1);
}

#[test]
fn expired_clock_has_one_turn_played() {
    let mut setup = setup(
        rules("jamaican-partner", 4, "3"),
        "jamaican-partner",
        "pppp",
    );
    setup.turn_time = capicu_protocol::TurnTime::Thirty;
    let mut host = Host::new(setup, 3);
    let ids: Vec<u64> = (1..=4)
        .map(|n| host.connect(token(n), None, None))
        .collect();
    for (n, id) in ids.iter().enumerate() {
        host.say(*id, &format!("r{n}"), Command::Ready { deal: 0 });
    }
    let Waiting::Act(of) = host.waiting() else {
        panic!("a turn");
    };
    let deadline = host.now + 30_000;
    assert_eq!(host.wake, Some(deadline));
    host.now = deadline - 1;
    host.handle(Input::Tick);
    assert!(host.thinks.is_empty(), "not a moment before");
    host.now = deadline;
    host.handle(Input::Tick);
    assert_eq!(host.thinks[0].by, Chooser::Clock);
    // The person may still be faster.
    let id = ids[of.index()];
    host.act(id, of, "just");
    assert_eq!(host.choosers(), [Chooser::Person]);
    assert!(host.choose(), "what the bot says now comes too late");
    assert_eq!(host.choosers(), [Chooser::Person]);
    // The next time the person is not.
    host.now += 30_000;
    host.handle(Input::Tick);
    assert!(host.choose());
    assert_eq!(host.choosers(), [Chooser::Person, Chooser::Clock]);
    // After a restart the current turn restarts: downtime counts against nobody.
    host.now += 29_000;
    host.restart();
    assert_eq!(host.wake, Some(host.now + 30_000));
    host.check_refold();
}

/// 004:22: with bots alone the draw is over before anybody comes. The table shows it until the next round.
#[test]
fn player_who_comes_after_the_draw_for_the_lead_sees_it() {
    for seed in 0..20 {
        let mut host = Host::new(setup(rules("club", 2, "61"), "club", "pb"), seed);
        let ana = host.connect(token(1), None, None);
        let led = |host: &Host, id: u64| -> (usize, Vec<Event>) {
            let events = &host.clients[&id].snapshot().events;
            let deal = events
                .iter()
                .position(|event| matches!(event, Event::Dealt(_)))
                .expect("a deal");
            (deal, events.clone())
        };
        let late = host.connect(token(1), None, None);
        let (deal, events) = led(&host, late);
        let (last, ties) = events[..deal].split_last().expect("a draw");
        for tie in ties {
            assert!(
                matches!(tie, Event::TurnedUp { opener: None, .. }),
                "{tie:?}"
            );
        }
        let Event::TurnedUp {
            tiles,
            opener: Some(opener),
        } = last
        else {
            panic!("{last:?} decides nothing");
        };
        // By the text, the player of the highest tile turned up leads (S1: by its pips).
        let pips = |at: usize| {
            let tile = tiles[at].expect("each seat turns up a tile").0;
            tile.high().value() + tile.low().value()
        };
        assert!(pips(opener.0.index()) > pips(1 - opener.0.index()));
        let Event::Dealt(dealt) = &events[deal] else {
            panic!("no deal");
        };
        assert_eq!(dealt.opening.seat, *opener);
        // The next round does not depend on it.
        while host.table().n_deals() == 1 {
            match host.waiting() {
                Waiting::Act(of) if of == seat(0) => {
                    let key = host.version().to_string();
                    host.act(ana, of, &key);
                }
                Waiting::Act(_) => assert!(host.choose()),
                _ => {
                    let key = host.version().to_string();
                    host.say(ana, &key, Command::Ready { deal: 1 });
                }
            }
        }
        let later = host.connect(token(1), None, None);
        assert_eq!(led(&host, later).0, 0);
        host.check_refold();
    }
}

#[test]
fn matches_are_counted_and_a_skunk_may_count_two() {
    let game = capicu::Game::by_id("club").unwrap();
    let mut choices = game.choices(2).unwrap();
    for (option, value) in [
        ("target", "9"),
        ("skunk-line", "8"),
        ("skunk", "counts-double"),
    ] {
        choices.set(option, value).unwrap();
    }
    let rules = capicu::Rules::new(choices).unwrap();
    let mut host = Host::new(setup(rules, "club", "pb"), 2);
    let ana = host.connect(token(1), None, None);
    let mut expected = vec![0, 0];
    let mut skunks = 0;
    for n in 0..2_000 {
        match host.waiting() {
            Waiting::Act(of) if of == seat(0) => {
                host.act(ana, seat(0), &format!("k{n}"));
            }
            Waiting::Act(_) => bot_plays(&mut host),
            Waiting::Nothing => {
                let result = *host.table().game().result().unwrap();
                let lost = &host.table().game().standing().scores;
                let skunk = lost.iter().any(|points| *points < 8);
                skunks += usize::from(skunk);
                expected[result.winner.index()] += if skunk { 2 } else { 1 };
                if skunks > 1 {
                    break;
                }
                let number = host.session.state().match_info().unwrap().number;
                host.say(ana, &format!("m{n}"), Command::Rematch { after: number });
                assert_eq!(host.session.state().match_info().unwrap().tally, expected);
            }
            _ => {
                let deal = host.table().n_deals();
                host.say(ana, &format!("r{n}"), Command::Ready { deal });
            }
        }
    }
    assert!(skunks > 1);
    host.check_refold();
}

#[test]
fn old_key_is_answered_without_an_effect() {
    let (mut host, ana, ben) = two_friends();
    host.say(ben, "first", Command::Name("Ben".into()));
    let version = host.version();
    // More names than there are keys remembered, slowly enough to be allowed.
    for n in 0..70 {
        host.now += 5_000;
        let done = host.say(ben, &format!("n{n}"), Command::Name(format!("Ben {n}")));
        assert_eq!(refusal(done), None);
    }
    let again = host.say(ben, "first", Command::Name("Ben".into()));
    assert!(
        matches!(again, Some(ServerMessage::Done { version: v, .. }) if v == version),
        "{again:?}"
    );
    assert!(host.is_open(ana) && host.is_open(ben));
}

#[test]
fn repeated_commands_do_not_grow_the_snapshot() {
    let (mut host, ana, ben) = two_friends();
    let mut refused = 0;
    for n in 0..2_000 {
        host.now += 10;
        let name = Command::Name(format!("{n:024}"));
        let said = host.say(ben, &format!("n{n}"), name);
        refused += usize::from(refusal(said) == Some(Refusal::TooOften));
    }
    assert!(refused > 1_900, "{refused}");
    let late = host.connect(token(1), None, None);
    let size = capicu_protocol::encode(host.clients[&late].last()).len();
    assert!(size < 8 * 1024, "{size}");
    assert!(host.is_open(ana));
}

#[test]
fn facts_are_not_sent_before_they_are_stored() {
    for fault in [Fault::Before, Fault::After] {
        let (mut host, ana, ben) = two_friends();
        let stored = host.journal.len();
        host.fault = fault;
        let said = host.say(ben, "key", Command::Name("Ben".into()));
        assert_eq!(refusal(said), Some(Refusal::Unavailable));
        for id in [ana, ben] {
            assert_eq!(host.clients[&id].closed, Some(Closed::Unavailable));
        }
        assert!(host.session.is_over());
        host.restart();
        host.check_refold();
        // The same key acts once, even if the first try failed.
        let ben = host.connect(token(22), None, None);
        let said = host.say(ben, "key", Command::Name("Ben".into()));
        assert_eq!(refusal(said), None);
        let named = |e: &&capicu_table::Entry| matches!(e.fact, capicu_table::Fact::Named { .. });
        let since = &host.journal[stored..];
        assert_eq!(since.iter().filter(named).count(), 1);
    }
}

#[test]
fn spectator_sees_no_hand_and_cannot_command() {
    let (mut host, _, _) = two_friends();
    let watcher = host.watch();
    assert_eq!(host.clients[&watcher].snapshot().seat, None);
    assert_eq!(hands_told(&host, watcher), [None]);
    let said = host.say(watcher, "k", Command::Name("Eve".into()));
    assert_eq!(refusal(said), Some(Refusal::NotNow));
}

#[test]
fn open_viewer_sees_all_hands_only_after_the_round() {
    for (game, players, target, seats) in [
        ("jamaican-partner", 4, "3", "ppbb"),
        ("draw", 2, "61", "pp"),
    ] {
        let mut host = Host::new(setup(rules(game, players, target), game, seats), 5);
        let ids = [1, 2].map(|n| host.connect(token(n), None, None));
        let before = host.version();
        for (id, key) in ids.into_iter().zip(["a", "b"]) {
            host.say(id, key, Command::Ready { deal: 0 });
        }
        let hands = |host: &Host| *host.table().round().expect("a round").hands();
        let told = |host: &Host| {
            let state = host.session.state();
            (
                state.events_since_deal(Viewer::Open),
                state.events_for(Viewer::Open, before),
            )
        };
        let mut after = vec![hands(&host)];
        for n in 0.. {
            let Waiting::Act(of) = host.waiting() else {
                break;
            };
            assert_eq!(told(&host), (Vec::new(), Some(Vec::new())), "{game}");
            match ids.get(of.index()) {
                Some(id) => drop(host.act(*id, of, &format!("k{n}"))),
                None => assert!(host.choose()),
            }
            after.push(hands(&host));
        }
        assert_eq!(after.len(), host.choosers().len() + 1, "each act is a step");
        // From the deal on, step by step, with all hands of the time.
        let (since_deal, all) = told(&host);
        assert!(
            all.expect("the log has these events")
                .ends_with(&since_deal)
        );
        assert!(matches!(since_deal[0], Event::Opened(_)), "{game}");
        let mut view = TableView::new(*host.session.state().rules(), Viewer::Open);
        let mut folded = Vec::new();
        for event in &since_deal {
            if let Some(seen) = event.seen().expect("the event is possible") {
                view.observe(&seen);
            }
            if matches!(event, Event::Opened(_) | Event::Done(_)) {
                folded.extend(view.hands().copied());
            }
        }
        assert_eq!(folded, after, "{game}");
        // Nothing is shown of the next round.
        let deal = host.table().n_deals();
        for (id, key) in ids.into_iter().zip(["c", "d"]) {
            host.say(id, key, Command::Ready { deal });
        }
        assert_eq!(host.table().n_deals(), deal + 1);
        assert_eq!(told(&host).0, []);
    }
}

#[test]
fn only_the_host_deletes_the_table_and_all_are_notified() {
    let (mut host, ana, ben) = two_friends();
    let watcher = host.watch();
    assert_eq!(
        refusal(host.say(ben, "delete-1", Command::Delete)),
        Some(Refusal::NotHost)
    );
    // While the store cannot be written, the table continues.
    host.fault = Fault::Before;
    assert_eq!(
        refusal(host.say(ana, "delete-2", Command::Delete)),
        Some(Refusal::Unavailable)
    );
    assert!(!host.removed && host.is_open(ben));
    assert_eq!(
        refusal(host.say(ben, "name", Command::Name("Ben".into()))),
        None
    );
    let done = host.say(ana, "delete-2", Command::Delete);
    assert!(matches!(done, Some(ServerMessage::Done { .. })), "{done:?}");
    assert!(host.removed && host.session.is_over());
    for id in [ana, ben, watcher] {
        assert_eq!(host.clients[&id].closed, Some(Closed::Deleted));
    }
}

#[test]
fn hint_without_time_to_think_can_be_asked_again() {
    let mut host = Host::new(setup(rules("block", 2, "100"), "block", "pp"), 7);
    let people = [1, 2].map(|n| host.connect(token(n), None, None));
    for (id, key) in people.into_iter().zip(["a", "b"]) {
        host.say(id, key, Command::Ready { deal: 0 });
    }
    let mut chose = false;
    for n in 0..8 {
        let Waiting::Act(seat) = host.waiting() else {
            break;
        };
        let id = people[seat.index()];
        let view = host.session.state().view(seat).unwrap();
        let choice = view.distinct_actions().len() > 1;
        chose |= choice;
        let expected = host.version();
        let said = host.say(id, &format!("h{n}"), Command::Hint { expected });
        let why = if choice {
            Refusal::Unavailable
        } else {
            Refusal::NotNow
        };
        assert_eq!(refusal(said), Some(why));
        host.act(id, seat, &format!("p{n}"));
    }
    assert!(chose);
}

#[test]
fn table_stops_when_its_removal_is_uncertain() {
    let (mut host, ana, ben) = two_friends();
    host.fault = Fault::After;
    assert_eq!(
        refusal(host.say(ana, "delete", Command::Delete)),
        Some(Refusal::Unavailable)
    );
    assert!(host.removed);
    assert_eq!(
        refusal(host.say(ben, "name", Command::Name("Ben".into()))),
        Some(Refusal::Unavailable)
    );
    assert!(host.session.is_over());
    assert_eq!(host.clients[&ana].closed, Some(Closed::Restarted));
}

#[test]
fn seat_is_bound_to_the_first_signed_in_player() {
    let mut host = jamaican("pobb");
    let facts = |host: &Host| host.version();
    let ana = host.connect_as(&[1], token(1), None);
    let bound = facts(&host);
    // On another device any token will do, also for a later id, and nothing more is stored.
    for ids in [&[1][..], &[9, 1]] {
        let there = host.connect_as(ids, token(77), None);
        assert_eq!(host.clients[&there].snapshot().seat.unwrap().0, seat(0));
    }
    assert_eq!(facts(&host), bound);
    // Nobody else gets in that way, and another player who has the seat's token does not take it over.
    for ids in [&[2][..], &[]] {
        let stranger = host.connect_as(ids, token(77), None);
        assert_eq!(host.clients[&stranger].closed, Some(Closed::BadToken));
    }
    let other = host.connect_as(&[2], token(1), None);
    assert!(host.is_open(other));
    assert_eq!(facts(&host), bound);
    // A link opens its own seat; sitting down binds that seat to the player as well.
    let ben = host.connect_as(&[3], token(2), Some(token(22)));
    assert_eq!(host.clients[&ben].snapshot().seat.unwrap().0, seat(1));
    assert_eq!(facts(&host), bound + 2);
    host.check_refold();
    // It survives a restart.
    host.restart();
    let again = host.connect_as(&[3], token(78), None);
    assert_eq!(host.clients[&again].snapshot().seat.unwrap().0, seat(1));
    assert!(host.is_open(again) && !host.is_open(ana));
}

#[test]
fn new_token_or_link_unbinds_a_seat() {
    let mut host = jamaican("pobb");
    let ana = host.connect_as(&[1], token(1), None);
    let ben = host.connect_as(&[3], token(2), Some(token(22)));
    let renew = Command::Renew {
        seat: seat(1),
        token: Some(token(50)),
    };
    host.say(ana, "renew", renew);
    assert_eq!(host.clients[&ben].closed, Some(Closed::BadToken));
    let rotate = Command::Rotate(token(11));
    host.say(ana, "rotate", rotate);
    for ids in [[1], [3]] {
        let there = host.connect_as(&ids, token(77), None);
        assert_eq!(host.clients[&there].closed, Some(Closed::BadToken));
    }
    // With the new token the seat is the player's again.
    for shown in [11, 77] {
        let there = host.connect_as(&[1], token(shown), None);
        assert!(host.is_open(there), "{shown}");
        // A player who shows the old token learns that it is not the seat's.
        let by_session = host.clients[&there].snapshot().by_session;
        assert_eq!(by_session, shown != 11, "{shown}");
    }
    host.check_refold();
}

/// The time at a table belongs to all its people, so only a person alone with bots hurries them.
#[test]
fn only_a_person_alone_sets_the_pace_of_bots() {
    let (mut host, ana, _) = two_friends();
    let fast = Command::Pace(BotPace::Fast);
    assert_eq!(
        refusal(host.say(ana, "fast", fast.clone())),
        Some(Refusal::NotNow)
    );

    // At a rated table a bot would show how long it thinks.
    let rated = Setup {
        stakes: Stakes::Rated,
        ..setup(rules("block", 2, "100"), "block", "pb")
    };
    let mut host = Host::new(rated, 7);
    let ana = host.connect(token(1), None, None);
    let answer = host.say(ana, "fast", fast.clone());
    assert_eq!(refusal(answer), Some(Refusal::NotNow));

    // Ana is alone until Ben takes the open seat.
    let mut host = jamaican("pobb");
    let ana = host.connect(token(1), None, None);
    assert!(refusal(host.say(ana, "fast", fast.clone())).is_none());
    let ben = host.connect(token(2), Some(token(22)), None);
    assert_eq!(
        refusal(host.say(ben, "skip", Command::Pace(BotPace::Skip))),
        Some(Refusal::NotNow)
    );
    for (id, key) in [(ana, "a"), (ben, "b")] {
        host.say(id, key, Command::Ready { deal: 0 });
    }
    for n in 0..9 {
        match host.waiting() {
            Waiting::Act(of) if of.index() < 2 => {
                drop(host.act([ana, ben][of.index()], of, &format!("n{n}")));
            }
            _ => break,
        }
    }
    // Ana's pace ended when Ben sat down.
    assert_eq!(
        host.thinks.last().map(|think| think.pace),
        Some(BotPace::Natural)
    );

    let mut host = Host::new(setup(rules("block", 2, "100"), "block", "pb"), 7);
    let ana = host.connect(token(1), None, None);
    let done = |told: Option<ServerMessage>| matches!(told, Some(ServerMessage::Done { .. }));
    assert!(done(host.say(ana, "fast", fast)));
    assert_eq!(host.hurried, 0);
    // A bot may have begun to think before.
    let is_fast = |host: &Host| {
        let last = host.thinks.last();
        last.is_some_and(|think| think.pace == BotPace::Fast)
    };
    for n in 0..9 {
        match host.waiting() {
            _ if is_fast(&host) => break,
            Waiting::Act(of) if of == seat(0) => drop(host.act(ana, of, &format!("a{n}"))),
            _ => drop(host.choose()),
        }
    }
    assert_eq!(
        host.thinks.last().map(|think| think.pace),
        Some(BotPace::Fast)
    );
    assert!(done(host.say(ana, "skip", Command::Pace(BotPace::Skip))));
    assert_eq!(host.hurried, 1);
}
