//! Tests each rule of `docs/lobby.md`.

use capicu_lobby::{Input, NotAccepted, Progress, Relation, Speed, Stakes, Wish};

use crate::host::{Host, draw, pairs, player, rated, seat};

#[test]
fn four_with_one_wish_sit_down_at_one_table() {
    let mut host = Host::new(1);
    for n in 0..3 {
        host.seek(n, pairs());
    }
    host.wait(2, &[0, 1, 2]);
    let waiting = host.waiting(0);
    assert_eq!((waiting.people, waiting.seats), (3, 4));
    assert_eq!((waiting.waited, waiting.bots_in), (2_000, Some(8_000)));
    host.seek(3, pairs());
    host.wait(1, &[0, 1, 2, 3]);
    let seats = host.seats_of(0);
    assert!((0..4).all(|n| seats.contains(&Some(player(n)))));
}

#[test]
fn seeker_sees_no_names_of_strangers_before_the_table_is_found() {
    let mut host = Host::new(1);
    for n in [2, 0, 1] {
        host.seek(n, pairs());
        host.wait(1, &[2, 0, 1]);
    }
    for n in 0..3 {
        let waiting = host.waiting(n);
        assert_eq!((waiting.people, waiting.others), (3, vec![]));
    }
    // A block changes nothing that a page shows.
    let before = host.waiting(2);
    host.introduce(1, &[2], None);
    assert_eq!(host.waiting(2), before);
    // Opponents of a rated match stay unknown.
    for n in 4..6 {
        host.seek(n, rated(pairs()));
    }
    let waiting = host.waiting(4);
    assert_eq!((waiting.people, waiting.others), (2, vec![]));
}

#[test]
fn partner_has_a_name_and_strangers_have_none() {
    let mut host = Host::new(1);
    host.seek(0, pairs());
    host.wait(1, &[0]);
    host.partners(1, 2, pairs());
    host.wait(1, &[0, 1, 2]);
    let waiting = host.waiting(2);
    let others: Vec<_> = waiting.others.iter().map(|other| other.player).collect();
    assert_eq!((waiting.people, others), (3, vec![player(1)]));
    assert!(host.waiting(0).others.is_empty());
    // A partner who left the page is not shown.
    host.away(1);
    assert!(host.waiting(2).others.is_empty());
}

#[test]
fn everybody_at_the_table_has_a_name_once_it_is_found() {
    let mut host = Host::new(1);
    for n in 0..2 {
        host.seek(n, draw());
    }
    host.see(&[0, 1]);
    assert_eq!(host.pass(host.now + 5_000).len(), 1);
    for (n, other) in [(0, 1), (1, 0)] {
        let others = host.waiting(n).others.into_iter();
        let others: Vec<_> = others.map(|other| other.player).collect();
        assert_eq!(others, [player(other)]);
    }
}

#[test]
fn casual_table_is_filled_with_bots_after_ten_seconds() {
    let mut host = Host::new(1);
    host.seek(0, pairs());
    host.wait(4, &[0]);
    host.seek(1, pairs());
    host.wait(5, &[0, 1]);
    host.waiting(0);
    host.wait(2, &[0, 1]);
    assert_eq!(host.table_of(0), host.table_of(1));
    let seats = host.seats_of(0);
    assert_eq!(seats.iter().filter(|seat| seat.is_none()).count(), 2);
}

#[test]
fn bots_come_at_once_when_asked() {
    let mut host = Host::new(1);
    host.seek(0, pairs());
    host.fill(0);
    host.wait(1, &[0]);
    host.table_of(0);
    // Asking for bots alone starts no seek.
    host.fill(1);
    assert_eq!(host.progress(1), Progress::None);
}

#[test]
fn different_wishes_wait_apart() {
    let mut host = Host::new(1);
    let of = |game, speed| Wish::of(game, speed).expect("a built-in game");
    host.seek(0, draw());
    host.seek(1, of("draw", Speed::Fast));
    host.seek(2, of("club", Speed::Fast));
    host.seek(3, rated(draw()));
    host.wait(2, &[0, 1, 2, 3]);
    assert!((0..4).all(|n| host.waiting(n).people == 1));
    // Rated seeks are not listed.
    assert_eq!(host.lobby.waiting(host.now)[&draw().cell()], 1);
    // Another wish replaces the last one; an equal wish continues the seek.
    host.seek(1, draw());
    host.seek(2, of("club", Speed::Fast));
    host.wait(1, &[0, 1, 2]);
    assert_eq!(host.table_of(0), host.table_of(1));
    assert_eq!(host.waiting(2).waited, 3_000);
}

#[test]
fn closed_page_or_cancelled_seek_gets_no_table() {
    let mut host = Host::new(1);
    host.seek(0, pairs());
    host.seek(1, pairs());
    host.wait(3, &[0, 1]);
    host.leave(1);
    assert_eq!(host.progress(1), Progress::None);
    host.wait(10, &[]);
    assert_eq!((host.progress(0), host.lobby.count()), (Progress::None, 0));
    assert!(host.has_no_tables());

    // A player with a seat keeps it, and can find it for a minute.
    host.seek(2, pairs());
    host.fill(2);
    host.wait(1, &[2]);
    let table = host.table_of(2);
    host.leave(2);
    assert_eq!(host.table_of(2), table);
    host.wait(61, &[]);
    assert_eq!(host.progress(2), Progress::None);
}

#[test]
fn page_that_polls_again_has_waited_all_the_time() {
    let mut host = Host::new(1);
    host.seek(0, pairs());
    host.wait(9, &[]);
    assert_eq!(host.lobby.waiting(host.now)[&pairs().cell()], 0);
    host.see(&[0]);
    let waiting = host.waiting(0);
    assert_eq!((waiting.people, waiting.waited), (1, 9_000));
    host.wait(2, &[0]);
    host.table_of(0);
}

#[test]
fn partners_sit_across_from_each_other() {
    for seed in 0..20 {
        let mut host = Host::new(seed);
        let code = host.invite(0, pairs()).expect("a game of pairs");
        let inviting = Progress::Inviting {
            code: code.clone(),
            wish: pairs(),
        };
        // The invitation outlives the page.
        host.wait(300, &[]);
        assert_eq!(host.progress(0), inviting);
        host.see(&[0]);
        assert_eq!(host.join(0, &code), Some(pairs()));
        assert_eq!(host.progress(0), inviting, "nobody is their own partner");
        assert_eq!(host.join(1, &code), Some(pairs()));
        assert_eq!(host.join(9, &code), None, "used up");
        host.seek(2, pairs());
        host.seek(3, pairs());
        host.wait(1, &[0, 1, 2, 3]);
        let seats = host.seats_of(0);
        let [one, other] = [0, 1].map(|n| seat(&seats, player(n)));
        assert_eq!(one.abs_diff(other), 2, "{seats:?}");
        assert_eq!(host.invite(4, draw()), None, "no partners in this game");
    }
}

#[test]
fn partners_wait_while_both_pages_are_open() {
    let mut host = Host::new(1);
    host.partners(0, 1, pairs());
    host.wait(20, &[1]);
    assert!(host.waiting(1).is_partner_away);
    host.wait(1, &[0, 1]);
    let waiting = host.waiting(1);
    assert!(!waiting.is_partner_away && waiting.waited <= 1_000);
    assert_eq!(waiting.people, 2);
    host.wait(10, &[0, 1]);
    assert_eq!(host.table_of(0), host.table_of(1));

    // Cancelling ends the seek of both; asking for bots counts for both.
    host.partners(2, 3, pairs());
    host.wait(1, &[2, 3]);
    host.leave(2);
    assert_eq!(host.progress(3), Progress::None);
    host.partners(4, 5, pairs());
    host.fill(5);
    host.wait(1, &[4, 5]);
    assert_eq!(host.table_of(4), host.table_of(5));

    // A minute of absence ends the seek of both; ten minutes end an invitation.
    host.partners(6, 7, pairs());
    host.wait(61, &[7]);
    assert_eq!(host.progress(7), Progress::None);
    let code = host.invite(8, pairs()).expect("a game of pairs");
    host.wait(601, &[]);
    assert!(host.lobby.invitation(&code, host.now).is_none());
    assert_eq!(host.join(9, &code), None);
}

/// The page of a player at a table may still send the request.
#[test]
fn late_request_for_bots_leaves_the_partner_another_seek() {
    let mut host = Host::new(1);
    host.partners(0, 1, pairs());
    host.fill(0);
    host.wait(1, &[0, 1]);
    let table = host.table_of(0);
    host.seek(1, draw());
    host.fill(0);
    host.wait(2, &[0, 1]);
    assert_eq!(host.table_of(0), table);
    assert_eq!(host.waiting(1).waited, 2_000);
}

#[test]
fn failed_table_is_shown_and_sought_again() {
    let mut host = Host::new(1);
    host.fails = true;
    host.seek(0, pairs());
    host.fill(0);
    host.wait(1, &[0]);
    assert_eq!(host.progress(0), Progress::Failed);
    host.fails = false;
    host.seek(0, pairs());
    host.fill(0);
    host.wait(1, &[0]);
    host.table_of(0);
}

/// Until the host has made a table, its players stay assigned to it.
#[test]
fn player_being_seated_starts_nothing_else() {
    let mut host = Host::new(1);
    let code = host.invite(1, pairs()).expect("a game of pairs");
    let id = host
        .challenge(2, 0, pairs(), Relation::Partner)
        .expect("pairs");
    host.seek(0, pairs());
    host.fill(0);
    let companies = host.pass(host.now + 1_000);
    assert_eq!(companies.len(), 1);
    host.seek(0, draw());
    host.leave(0);
    assert!(host.invite(0, pairs()).is_some());
    assert!(host.challenge(0, 3, pairs(), Relation::Partner).is_some());
    assert_eq!(host.join(0, &code), Some(pairs()));
    assert_eq!(host.accept(0, &id), Err(NotAccepted::Over));
    for company in companies {
        host.made(company);
    }
    host.table_of(0);
    assert!(matches!(host.progress(1), Progress::Inviting { .. }));
    assert!(matches!(host.progress(2), Progress::Challenging(_)));
}

#[test]
fn rated_match_waits_for_people() {
    let mut host = Host::new(1);
    host.introduce(0, &[], Some((25.0, 0)));
    host.seek(0, rated(draw()));
    // A casual seek is another wish.
    host.seek(9, draw());
    host.fill(0);
    host.wait(19, &[0]);
    assert!(!host.waiting(0).offers_casual);
    host.wait(2, &[0]);
    assert!(host.waiting(0).offers_casual);
    host.introduce(1, &[], Some((40.0, 1)));
    host.seek(1, rated(draw()));
    host.wait(1, &[0, 1]);
    assert!(host.seats_of(0).iter().all(Option::is_some));
}

/// In a game of more than two, bots of fixed rating join two people after 20 seconds: one for each as a partner.
#[test]
fn bots_fill_a_rated_table_of_two_people() {
    let mut host = Host::new(1);
    let wish = rated(pairs());
    for n in [0, 1] {
        host.introduce(n, &[], Some((25.0, n.into())));
    }
    host.seek(0, wish);
    host.wait(15, &[0]);
    // Alone, the player waits for people.
    assert_eq!(host.waiting(0).bots_in, None);
    host.seek(1, wish);
    host.wait(4, &[0, 1]);
    assert_eq!(host.waiting(0).bots_in, Some(1_000));
    host.wait(2, &[0, 1]);
    let seats = host.seats_of(0);
    assert_eq!(host.table_of(0), host.table_of(1));
    assert_eq!(seats.iter().flatten().count(), 2);
    let [one, other] = [0, 1].map(|n| seat(&seats, player(n)));
    assert_ne!(one % 2, other % 2, "{seats:?}");
}

/// Two players from one network do not meet; the lobby takes a third from another network, though less alike.
#[test]
fn rated_players_are_paired_by_skill_and_network() {
    let mut host = Host::new(1);
    for n in [0, 1] {
        host.introduce(n, &[], Some((30.0, 7)));
        host.seek(n, rated(draw()));
    }
    host.wait(25, &[0, 1]);
    assert!(host.waiting(0).offers_casual && host.waiting(1).offers_casual);
    for (n, skill) in [(2, 5.0), (3, 29.0)] {
        host.introduce(n, &[], Some((skill, n.into())));
        host.seek(n, rated(draw()));
    }
    host.wait(1, &[0, 1, 2, 3]);
    assert_eq!(host.table_of(0), host.table_of(3));
    assert_eq!(host.table_of(1), host.table_of(2));
}

/// Before a third table of the same four, the lobby looks for others until one of them has waited 20 seconds.
#[test]
fn same_four_do_not_sit_together_three_times_running() {
    let mut host = Host::new(1);
    for round in 1..=3 {
        for n in 0..4 {
            host.introduce(n, &[], Some((25.0, n.into())));
            host.seek(n, rated(pairs()));
        }
        host.wait(19, &[0, 1, 2, 3]);
        let is_seated = matches!(host.progress(0), Progress::Seated(_));
        assert_eq!(is_seated, round < 3, "{round}");
    }
    host.wait(1, &[0, 1, 2, 3]);
    host.table_of(0);
}

#[test]
fn opponents_sit_down_once_both_pages_are_open() {
    for (wish, bots) in [(draw(), 0), (pairs(), 2)] {
        let mut host = Host::new(1);
        let id = host
            .challenge(1, 2, wish, Relation::Opponent)
            .expect("it fits");
        assert!(matches!(host.progress(1), Progress::Challenging(_)));
        host.wait(60, &[2]);
        assert!(!host.challenges(1).is_awaited);
        assert!(host.accept(2, &id).is_ok());
        assert!(host.challenges(1).is_awaited);
        host.wait(30, &[2]);
        let waiting = host.waiting(2);
        assert!(waiting.is_partner_away && waiting.side == Relation::Opponent);
        host.wait(1, &[1, 2]);
        let seats = host.seats_of(1);
        let [one, other] = [1, 2].map(|n| seat(&seats, player(n)));
        assert_eq!(one % 2 + other % 2, 1, "on different sides");
        assert_eq!(seats.iter().filter(|seat| seat.is_none()).count(), bots);
    }
}

#[test]
fn accepted_challenge_stays_open_until_both_have_met() {
    let mut host = Host::new(1);
    let id = host
        .challenge(1, 2, draw(), Relation::Opponent)
        .expect("it fits");
    // The challenger sleeps: after a minute the guest no longer waits, and may accept again.
    host.wait(3_600, &[]);
    assert!(host.accept(2, &id).is_ok());
    host.wait(61, &[2]);
    assert_eq!(host.progress(2), Progress::None);
    assert_eq!(host.challenges(2).to.len(), 1);
    // The guest leaves before the challenger comes.
    assert!(host.accept(2, &id).is_ok());
    host.wait(61, &[]);
    assert_eq!(host.challenges(2).to.len(), 1);
    assert!(host.accept(2, &id).is_ok());
    host.wait(1, &[1, 2]);
    host.seats_of(1);
    assert!(host.challenges(2).to.is_empty());
    // The seat of a former opponent is forgotten while the challenger waits for somebody else.
    let id = host
        .challenge(1, 7, draw(), Relation::Opponent)
        .expect("it fits");
    assert!(host.accept(7, &id).is_ok());
    host.wait(10, &[7]);
    host.wait(5, &[]);
    host.wait(48, &[1]);
    assert!(host.waiting(1).is_partner_away && host.challenges(7).to.is_empty());
    // A guest who gives up the wait has answered.
    let id = host
        .challenge(3, 4, draw(), Relation::Opponent)
        .expect("it fits");
    assert!(host.accept(4, &id).is_ok());
    host.leave(4);
    host.wait(61, &[]);
    assert!(host.challenges(4).to.is_empty());
    // Players who are no longer friends have no challenge to open again.
    let id = host
        .challenge(7, 8, draw(), Relation::Opponent)
        .expect("it fits");
    assert!(host.accept(8, &id).is_ok());
    host.handle(Input::Unfriend(player(7), player(8)));
    host.wait(61, &[]);
    assert!(host.challenges(8).to.is_empty());
    // A day after it was made it is over in any case.
    let id = host
        .challenge(5, 6, draw(), Relation::Opponent)
        .expect("it fits");
    host.wait(86_390, &[]);
    assert!(host.accept(6, &id).is_ok());
    host.wait(61, &[6]);
    assert!(host.challenges(6).to.is_empty());
}

#[test]
fn challenged_partner_seeks_opponents_with_the_challenger() {
    let mut host = Host::new(1);
    let id = host
        .challenge(1, 2, pairs(), Relation::Partner)
        .expect("it fits");
    assert!(host.accept(2, &id).is_ok());
    for n in [3, 4] {
        host.seek(n, pairs());
    }
    host.wait(2, &[1, 2, 3, 4]);
    let seats = host.seats_of(1);
    let [one, other] = [1, 2].map(|n| seat(&seats, player(n)));
    assert_eq!(one % 2, other % 2, "{seats:?}");
}

#[test]
fn challenge_is_accepted_once_in_time_by_its_guest() {
    let mut host = Host::new(1);
    let over = Err(NotAccepted::Over);
    let partner = |host: &mut Host, one, other| {
        let id = host.challenge(one, other, pairs(), Relation::Partner);
        id.expect("it fits")
    };
    let id = partner(&mut host, 1, 2);
    for (n, id) in [(3, &id[..]), (1, &id), (2, "forged"), (2, "")] {
        assert_eq!(host.accept(n, id), over, "{n} {id}");
    }
    assert!(!host.decline(3, &id));
    host.wait(86_399, &[]);
    assert_eq!(host.challenges(2).to.len(), 1);
    host.wait(1, &[]);
    assert!(host.challenges(2).to.is_empty());
    assert_eq!(host.accept(2, &id), over, "the day is over");
    assert_eq!(host.progress(1), Progress::None);

    let id = partner(&mut host, 1, 2);
    assert!(host.accept(2, &id).is_ok());
    assert_eq!(host.accept(2, &id), over, "accepted already");

    // The challenger's next seek replaces the challenge.
    let first = partner(&mut host, 5, 6);
    let second = partner(&mut host, 5, 7);
    assert_eq!(host.accept(6, &first), over);
    host.seek(5, pairs());
    assert_eq!(host.accept(7, &second), over);
    // The challenge is declined, taken back, or ended with the friendship.
    let id = partner(&mut host, 8, 9);
    assert!(host.decline(9, &id));
    assert_eq!(host.accept(9, &id), over);
    let id = partner(&mut host, 8, 9);
    host.leave(8);
    assert_eq!(host.accept(9, &id), over);
    let id = partner(&mut host, 8, 9);
    host.handle(Input::Unfriend(player(9), player(8)));
    assert_eq!(host.accept(9, &id), over);

    // This game has no partners, and two players do not fill a rated table for four.
    assert_eq!(host.challenge(1, 2, draw(), Relation::Partner), None);
    assert_eq!(
        host.challenge(1, 2, rated(pairs()), Relation::Opponent),
        None
    );
}

#[test]
fn rated_challenge_within_one_address_is_refused() {
    let mut host = Host::new(1);
    let wish = draw().with(Stakes::Rated);
    for (address, is_accepted) in [(1, false), (2, true)] {
        host.introduce(1, &[], Some((25.0, 1)));
        let id = host
            .challenge(1, 2, wish, Relation::Opponent)
            .expect("it fits");
        host.introduce(2, &[], Some((25.0, address)));
        let accepted = host.accept(2, &id);
        match is_accepted {
            true => assert!(accepted.is_ok()),
            false => assert_eq!(accepted, Err(NotAccepted::SameAddress)),
        }
    }
}

#[test]
fn blocked_players_do_not_sit_together() {
    // Either of the two blocks the other, and either comes first.
    for (one, other) in [(1, 2), (2, 1)] {
        let mut host = Host::new(1);
        host.introduce(one, &[other], None);
        for n in [1, 2] {
            host.seek(n, draw());
        }
        host.wait(9, &[1, 2]);
        for n in [1, 2] {
            host.waiting(n);
        }
        host.wait(2, &[1, 2]);
        assert_ne!(host.table_of(1), host.table_of(2));
    }
    // A block counts while both wait, and a block of either partner counts for both.
    for blocker in [3, 4] {
        let mut host = Host::new(1);
        for n in [1, 2] {
            host.seek(n, pairs());
        }
        host.handle(Input::Part(player(1), player(2)));
        host.introduce(blocker, &[1], None);
        host.partners(4, 3, pairs());
        host.wait(11, &[1, 2, 3, 4]);
        let of_1 = host.table_of(1);
        for n in [2, 3, 4] {
            assert_ne!(of_1, host.table_of(n), "{n}");
        }
    }
    let mut host = Host::new(1);
    // A block ends invitations and challenges.
    host.introduce(6, &[5], None);
    let code = host.invite(5, pairs()).expect("a game of pairs");
    assert_eq!(host.join(6, &code), None);
    host.introduce(5, &[6], None);
    let id = host
        .challenge(5, 6, pairs(), Relation::Partner)
        .expect("it fits");
    assert_eq!(host.accept(6, &id), Err(NotAccepted::Over));
    host.handle(Input::Part(player(6), player(5)));
    assert!(host.challenges(6).to.is_empty());
    // Partners who seek together stop.
    host.partners(7, 8, pairs());
    host.handle(Input::Part(player(8), player(7)));
    for n in [7, 8] {
        assert_eq!(host.progress(n), Progress::None);
    }
}

/// The introduction and the seek are two messages; other players come in between.
#[test]
fn introduction_is_remembered_until_the_seek() {
    let mut host = Host::new(1);
    host.introduce(1, &[2], None);
    host.seek(3, draw());
    host.wait(1, &[3]);
    host.leave(3);
    for n in [1, 2] {
        host.seek(n, draw());
    }
    host.wait(5, &[1, 2]);
    assert_eq!(host.waiting(1).people, 2);
}

/// A player who left the waiting page is not seated, and the seek ends unless the page comes back at once.
#[test]
fn left_page_is_not_seated_and_its_seek_ends() {
    let mut host = Host::new(1);
    host.seek(1, draw());
    host.wait(2, &[1]);
    host.away(1);
    host.seek(2, draw());
    host.wait(2, &[2]);
    assert_eq!(host.waiting(2).people, 1);
    assert_eq!(host.waiting(1).people, 1, "only the other counts");
    host.wait(2, &[2]);
    assert_eq!(host.progress(1), Progress::None);

    // A page that is loaded again continues.
    host.seek(3, pairs());
    host.wait(2, &[2, 3]);
    host.away(3);
    host.wait(1, &[2]);
    host.wait(2, &[2, 3]);
    assert_eq!(host.waiting(3).people, 1);
    // Somebody at a table has nothing to leave.
    host.wait(9, &[2, 3]);
    let table = host.table_of(3);
    host.away(3);
    assert_eq!(host.table_of(3), table);
}

/// Nobody waits for the answer of a player who was deleted.
#[test]
fn challenge_to_a_deleted_player_is_over() {
    let mut host = Host::new(1);
    let to = host.challenge(1, 2, pairs(), Relation::Partner);
    let other = host.challenge(3, 4, pairs(), Relation::Partner);
    assert!(to.is_some() && other.is_some());
    host.handle(Input::Gone(player(2)));
    assert_eq!(host.progress(1), Progress::None);
    assert!(matches!(host.progress(3), Progress::Challenging(_)));
}
