//! Who sits with whom, by a clock that no test waits for.

use std::sync::Arc;

use capicu_protocol::{Holder, TurnTime};
use capicu_store::{Fault, Journal as _, Memory};
use capicu_table::State;
use tokio::time::advance;

use super::*;
use crate::config::Pace;
use crate::in_memory::InMemoryTables;
use crate::invited::Codes;
use crate::metrics::Metrics;
use crate::table::{Bots, Services};

struct House {
    lobby: Lobby,
    registry: Registry,
    store: Memory,
}

fn house() -> House {
    let store = Memory::new();
    let registry = Registry::new(Services {
        store: Arc::new(store.clone()),
        bots: Bots::new(Pace::Immediate, secret::random),
        clock: Clock::set(1_000_000),
        uptime: Default::default(),
        open: OpenTables::default(),
        codes: Codes::default(),
        watched: Default::default(),
        in_memory: InMemoryTables::default(),
        meetings: Default::default(),
        edition: Default::default(),
        lease: Default::default(),
        metrics: Metrics::default(),
        chance: secret::random,
    });
    let lobby = Lobby::new(registry.services().clock, [7; 8]);
    tokio::spawn(lobby.clone().run(registry.clone()));
    House {
        lobby,
        registry,
        store,
    }
}

fn player(n: u8) -> PlayerId {
    PlayerId::new([n; 16])
}

fn wish(game: &str, speed: Speed) -> Wish {
    Wish::of(game, speed).unwrap()
}

fn four() -> Wish {
    wish("jamaican-partner", Speed::Usual)
}

impl House {
    fn seek(&self, n: u8, wish: Wish) {
        self.lobby
            .seek(player(n), Some(format!("Player {n}")), wish);
    }

    /// Lets time pass in which these players' pages ask every other second.
    async fn wait(&self, seconds: u64, players: &[u8]) {
        for _ in 0..seconds * 4 {
            advance(Duration::from_millis(250)).await;
            for _ in 0..20 {
                tokio::task::yield_now().await;
            }
            for n in players {
                self.lobby.ask(player(*n));
            }
        }
    }

    #[track_caller]
    fn table_of(&self, n: u8) -> String {
        match self.lobby.ask(player(n)) {
            Progress::Seated(table) => table,
            other => panic!("player {n}: {other:?}"),
        }
    }

    /// A table as it is stored.
    async fn stored(&self, table: &str) -> State {
        let stored = self.store.read(table).await.unwrap().unwrap();
        State::fold(stored.setup, &stored.entries).unwrap()
    }
}

#[tokio::test(start_paused = true)]
async fn four_who_seek_the_same_sit_at_one_table_each_in_a_seat_of_their_own() {
    let house = house();
    for n in 0..3 {
        house.seek(n, four());
    }
    house.wait(2, &[0, 1, 2]).await;
    let Progress::Waiting(waiting) = house.lobby.ask(player(0)) else {
        panic!("three do not fill the table")
    };
    assert_eq!((waiting.people, waiting.seats), (3, 4));
    assert_eq!((waiting.waited, waiting.bots_in), (2_000, 8_000));
    house.seek(3, four());
    house.wait(1, &[0, 1, 2, 3]).await;
    let table = house.table_of(0);
    let state = house.stored(&table).await;
    let mut players: Vec<_> = state
        .all_seats()
        .map(|seat| {
            let seat = state.seat(seat);
            assert_eq!(seat.holder(), Holder::Person);
            (seat.player().unwrap(), seat.name().cloned().unwrap())
        })
        .collect();
    players.sort();
    let expected = (0..4).map(|n| (player(n), format!("Player {n}")));
    assert_eq!(players, expected.collect::<Vec<_>>());
    assert!((1..4).all(|n| house.table_of(n) == table));
    assert_eq!(state.setup().maker, None);
    assert_eq!(state.setup().turn_time, TurnTime::Usual);
    assert_eq!(state.setup().grace, 90);
    house.registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn bots_take_the_empty_seats_after_ten_seconds() {
    let house = house();
    house.seek(0, four());
    house.wait(4, &[0]).await;
    house.seek(1, four());
    house.wait(5, &[0, 1]).await;
    for n in 0..2 {
        let progress = house.lobby.ask(player(n));
        assert!(matches!(progress, Progress::Waiting(_)), "{progress:?}");
    }
    house.wait(2, &[0, 1]).await;
    assert_eq!(house.table_of(0), house.table_of(1));
    let state = house.stored(&house.table_of(0)).await;
    let bots = state
        .all_seats()
        .filter(|seat| state.seat(*seat).holder() == Holder::Bot);
    assert_eq!(bots.count(), 2);
    house.registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn whoever_wishes_for_bots_has_them_at_once() {
    let house = house();
    house.seek(0, four());
    house.lobby.fill(player(0));
    house.wait(1, &[0]).await;
    house.table_of(0);
    // Nobody seeks by that.
    house.lobby.fill(player(1));
    assert_eq!(house.lobby.ask(player(1)), Progress::None);
    house.registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn those_who_seek_something_else_wait_apart() {
    let house = house();
    house.seek(0, wish("draw", Speed::Usual));
    house.seek(1, wish("draw", Speed::Fast));
    house.seek(2, wish("club", Speed::Fast));
    house.wait(2, &[0, 1, 2]).await;
    for n in 0..3 {
        let progress = house.lobby.ask(player(n));
        assert!(
            matches!(progress, Progress::Waiting(waiting) if waiting.people == 1),
            "{progress:?}"
        );
    }
    assert_eq!(house.lobby.waiting()["draw"], 2);
    // Another wish takes the place of the one before; the same goes on.
    house.seek(1, wish("draw", Speed::Usual));
    house.seek(2, wish("club", Speed::Fast));
    house.wait(1, &[0, 1, 2]).await;
    assert_eq!(house.table_of(0), house.table_of(1));
    let Progress::Waiting(waiting) = house.lobby.ask(player(2)) else {
        panic!("nobody else seeks the club's game")
    };
    assert_eq!(waiting.waited, 3_000);
    house.registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_closed_page_and_whoever_cancels_leave_no_table_behind() {
    let house = house();
    house.seek(0, four());
    house.seek(1, four());
    house.wait(3, &[0, 1]).await;
    assert_eq!(house.lobby.leave(player(1)), Progress::None);
    house.wait(10, &[]).await;
    for n in 0..2 {
        assert_eq!(house.lobby.ask(player(n)), Progress::None);
    }
    assert!(house.lobby.hall().seekers.is_empty());
    assert_eq!(house.store.recent(0, 10).await.unwrap(), [""; 0]);

    // Who has a seat keeps it, whether they cancel or not, and is told where it is for a while.
    house.seek(2, four());
    house.lobby.fill(player(2));
    house.wait(1, &[2]).await;
    let table = house.table_of(2);
    assert_eq!(house.lobby.leave(player(2)), Progress::Seated(table));
    house.wait(61, &[]).await;
    assert_eq!(house.lobby.ask(player(2)), Progress::None);
    house.registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_page_that_asks_again_after_a_while_has_waited_all_the_time() {
    let house = house();
    house.seek(0, four());
    house.wait(9, &[]).await;
    assert_eq!(house.lobby.waiting()[four().game().id], 0, "passed over");
    let Progress::Waiting(waiting) = house.lobby.ask(player(0)) else {
        panic!("the seek goes on")
    };
    assert_eq!((waiting.people, waiting.waited), (1, 9_000));
    house.wait(2, &[0]).await;
    house.table_of(0);
    house.registry.stop().await;
}

/// Two partners, neither of whom has asked since.
fn partners(house: &House, [host, guest]: [u8; 2]) {
    let called = |n: u8| Some(format!("Player {n}"));
    let code = house.lobby.invite(player(host), called(host), four());
    let joined = house
        .lobby
        .join(code.unwrap(), player(guest), called(guest));
    assert_eq!(joined, Some(four()));
}

#[tokio::test(start_paused = true)]
async fn partners_sit_across_from_each_other() {
    let house = house();
    let code = house.lobby.invite(player(0), None, four()).unwrap();
    let inviting = Progress::Inviting {
        code: code.clone(),
        wish: four(),
    };
    // The invitation outlives the page, whose player may be in a messenger.
    house.wait(300, &[]).await;
    assert_eq!(house.lobby.ask(player(0)), inviting);
    assert_eq!(house.lobby.join(&code, player(0), None), Some(four()));
    assert_eq!(
        house.lobby.ask(player(0)),
        inviting,
        "nobody is their own partner"
    );
    assert_eq!(house.lobby.join(&code, player(1), None), Some(four()));
    assert_eq!(house.lobby.join(&code, player(9), None), None, "used up");
    house.seek(2, four());
    house.seek(3, four());
    house.wait(1, &[0, 1, 2, 3]).await;
    let state = house.stored(&house.table_of(0)).await;
    let seats: Vec<u8> = state
        .all_seats()
        .map(|seat| {
            let of = state.seat(seat).player();
            (0..4).find(|n| Some(player(*n)) == of).unwrap()
        })
        .collect();
    let at = |n: u8| seats.iter().position(|of| *of == n).unwrap();
    assert_eq!(at(0).abs_diff(at(1)), 2, "{seats:?}");

    // Where nobody has a partner, nobody invites one.
    let alone = wish("draw", Speed::Usual);
    assert_eq!(house.lobby.invite(player(4), None, alone), None);
    house.registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn partners_wait_while_both_are_there_and_cancel_together() {
    let house = house();
    partners(&house, [0, 1]);
    // The host's page does not ask: nobody is seated.
    house.wait(20, &[1]).await;
    let Progress::Waiting(waiting) = house.lobby.ask(player(1)) else {
        panic!("the seek goes on")
    };
    assert!(waiting.is_partner_away);
    house.wait(1, &[0, 1]).await;
    let Progress::Waiting(waiting) = house.lobby.ask(player(1)) else {
        panic!("they have not waited together for long")
    };
    assert!(!waiting.is_partner_away && waiting.waited <= 1_000);
    assert_eq!(waiting.people, 2);
    house.wait(10, &[0, 1]).await;
    assert_eq!(house.table_of(0), house.table_of(1));

    partners(&house, [2, 3]);
    house.wait(1, &[2, 3]).await;
    assert_eq!(house.lobby.leave(player(2)), Progress::None);
    assert_eq!(house.lobby.ask(player(3)), Progress::None);
    assert_eq!(house.lobby.waiting()[four().game().id], 0);

    // Bots at once are for both.
    partners(&house, [4, 5]);
    house.lobby.fill(player(5));
    house.wait(1, &[4, 5]).await;
    assert_eq!(house.table_of(4), house.table_of(5));

    // Whoever stays away ends it for both, and an invitation that nobody looks after is over.
    partners(&house, [6, 7]);
    house.wait(61, &[7]).await;
    assert_eq!(house.lobby.ask(player(7)), Progress::None);
    let code = house.lobby.invite(player(8), None, four()).unwrap();
    house.wait(601, &[]).await;
    assert!(house.lobby.invitation(&code).is_none());
    assert_eq!(house.lobby.join(&code, player(9), None), None);
    house.registry.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_table_that_cannot_be_stored_is_told_and_sought_again() {
    let house = house();
    house.store.plan([Fault::Before]);
    house.seek(0, four());
    house.lobby.fill(player(0));
    house.wait(1, &[0]).await;
    assert_eq!(house.lobby.ask(player(0)), Progress::Failed);
    house.seek(0, four());
    house.lobby.fill(player(0));
    house.wait(1, &[0]).await;
    house.table_of(0);
    house.registry.stop().await;
}

fn rated_two() -> Wish {
    wish("draw", Speed::Usual).with(Stakes::Rated)
}

impl House {
    fn know(&self, n: u8, skill: f64, address: u64) {
        self.lobby.know(player(n), Known { skill, address });
    }

    #[track_caller]
    fn is_offered_casual(&self, n: u8) -> bool {
        match self.lobby.ask(player(n)) {
            Progress::Waiting(waiting) => waiting.offers_casual,
            other => panic!("player {n}: {other:?}"),
        }
    }
}

/// No bot ever comes; after 20 seconds a casual match is offered, and the seek goes on.
#[tokio::test(start_paused = true)]
async fn a_rated_table_waits_for_people_and_is_stored_as_rated() {
    let house = house();
    house.know(0, 25.0, 0);
    house.seek(0, rated_two());
    // Who seeks a casual match is not who is waited for.
    house.seek(9, wish("draw", Speed::Usual));
    house.lobby.fill(player(0));
    house.wait(19, &[0]).await;
    assert!(!house.is_offered_casual(0));
    house.wait(2, &[0]).await;
    assert!(house.is_offered_casual(0));
    house.know(1, 40.0, 1);
    house.seek(1, rated_two());
    house.wait(1, &[0, 1]).await;
    let state = house.stored(&house.table_of(0)).await;
    assert_eq!(state.setup().stakes, capicu_table::Stakes::Rated);
    assert!(
        state
            .all_seats()
            .all(|seat| state.seat(seat).holder() == Holder::Person)
    );
}

/// Two from one network are not rated against each other; a third from elsewhere is taken, though less alike.
#[tokio::test(start_paused = true)]
async fn rated_people_are_paired_by_skill_and_network() {
    let house = house();
    for (n, skill, address) in [(0, 30.0, 7), (1, 30.0, 7)] {
        house.know(n, skill, address);
        house.seek(n, rated_two());
    }
    house.wait(25, &[0, 1]).await;
    assert!(house.is_offered_casual(0) && house.is_offered_casual(1));
    // Who is alike is taken first of two who come.
    for (n, skill) in [(2, 5.0), (3, 29.0)] {
        house.know(n, skill, u64::from(n));
        house.seek(n, rated_two());
    }
    house.wait(1, &[0, 1, 2, 3]).await;
    assert_eq!(house.table_of(0), house.table_of(3));
    assert_eq!(house.table_of(1), house.table_of(2));
}

#[tokio::test(start_paused = true)]
async fn whoever_plays_bots_for_ratings_has_the_level_that_was_named() {
    let house = house();
    let sitter = (player(0), Some("Ana".to_owned()));
    let table = Lobby::against_bots(&house.registry, sitter, four(), Level::Passes).await;
    let state = house.stored(&table.unwrap()).await;
    assert_eq!(state.setup().stakes, capicu_table::Stakes::Rated);
    assert_eq!(state.level(), Level::Passes);
    let bots = state
        .all_seats()
        .filter(|seat| state.seat(*seat).holder() == Holder::Bot);
    assert_eq!(bots.count(), 3);
    assert_eq!(OpenTable::of(&state), None);
}

fn challenger(n: u8) -> Challenger {
    Challenger {
        player: player(n),
        username: format!("player{n}"),
        name: Some(format!("Player {n}")),
    }
}

impl House {
    /// One challenges the other; the name of the challenge.
    fn challenged(&self, one: u8, other: u8, wish: Wish, side: Side) -> String {
        let (host, guest) = (challenger(one), challenger(other));
        assert!(self.lobby.challenge(host, guest, wish, side));
        self.lobby.challenges_to(player(other))[0].id.clone()
    }

    fn accept(&self, n: u8, id: &str) -> Result<(), NotAccepted> {
        let accepted = self
            .lobby
            .accept(id, player(n), Some(format!("Player {n}")));
        accepted.map(|_| ())
    }

    fn keep_apart(&self, n: u8, from: u8) {
        self.lobby.keep_apart(player(n), [player(from)].into_iter());
    }
}

/// Who sits where, and which seats are bots'.
async fn seats(house: &House, table: &str) -> Vec<Option<PlayerId>> {
    let state = house.stored(table).await;
    let seats = state.all_seats().map(|seat| state.seat(seat).player());
    seats.collect()
}

#[tokio::test(start_paused = true)]
async fn opponents_who_challenge_each_other_sit_down_once_both_are_there() {
    for (game, bots) in [("draw", 0), ("jamaican-partner", 2)] {
        let house = house();
        let id = house.challenged(1, 2, wish(game, Speed::Usual), Side::Opponent);
        assert!(matches!(
            house.lobby.ask(player(1)),
            Progress::Challenging(_)
        ));
        // The page of whoever challenges is closed meanwhile.
        house.wait(60, &[2]).await;
        assert!(!house.lobby.is_awaited(player(1)));
        assert_eq!(house.accept(2, &id), Ok(()));
        assert!(house.lobby.is_awaited(player(1)));
        house.wait(30, &[2]).await;
        let Progress::Waiting(waiting) = house.lobby.ask(player(2)) else {
            panic!("the other is not there")
        };
        assert!(waiting.is_partner_away && waiting.side == Side::Opponent);
        house.wait(1, &[1, 2]).await;
        let table = house.table_of(1);
        assert_eq!(table, house.table_of(2));
        let seats = seats(&house, &table).await;
        let at = |n| seats.iter().position(|of| *of == Some(player(n))).unwrap();
        assert_eq!(at(1) % 2 + at(2) % 2, 1, "on different sides");
        let empty = seats.iter().filter(|seat| seat.is_none());
        assert_eq!(empty.count(), bots, "{game}");
    }
}

#[tokio::test(start_paused = true)]
async fn partners_who_challenge_each_other_seek_opponents_together() {
    let house = house();
    let id = house.challenged(1, 2, four(), Side::Partner);
    assert_eq!(house.accept(2, &id), Ok(()));
    for n in [3, 4] {
        house.seek(n, four());
    }
    house.wait(2, &[1, 2, 3, 4]).await;
    let seats = seats(&house, &house.table_of(1)).await;
    let at = |n| seats.iter().position(|of| *of == Some(player(n))).unwrap();
    assert_eq!(at(1) % 2, at(2) % 2, "{seats:?}");
}

#[tokio::test(start_paused = true)]
async fn a_challenge_is_accepted_once_in_time_and_by_whom_it_is_for() {
    let house = house();
    let over = Err(NotAccepted::Over);
    let id = house.challenged(1, 2, four(), Side::Partner);
    for (n, id) in [(3, &id[..]), (1, &id), (2, "forged"), (2, "")] {
        assert_eq!(house.accept(n, id), over, "{n} {id}");
    }
    assert!(!house.lobby.decline(&id, player(3)));
    house.wait(599, &[]).await;
    assert_eq!(house.lobby.challenges_to(player(2)).len(), 1);
    house.wait(1, &[]).await;
    assert!(house.lobby.challenges_to(player(2)).is_empty());
    assert_eq!(house.accept(2, &id), over, "ten minutes are over");
    assert_eq!(house.lobby.ask(player(1)), Progress::None);

    let id = house.challenged(1, 2, four(), Side::Partner);
    assert_eq!(house.accept(2, &id), Ok(()));
    assert_eq!(house.accept(2, &id), over, "replayed");

    // Another takes the place of the one before, and so does whatever else is sought.
    let first = house.challenged(5, 6, four(), Side::Partner);
    let second = house.challenged(5, 7, four(), Side::Opponent);
    assert_eq!(house.accept(6, &first), over);
    house.seek(5, four());
    assert_eq!(house.accept(7, &second), over);
    // Declined, taken back, and no friends any more.
    let id = house.challenged(8, 9, four(), Side::Partner);
    assert!(house.lobby.decline(&id, player(9)));
    assert_eq!(house.accept(9, &id), over);
    let id = house.challenged(8, 9, four(), Side::Partner);
    house.lobby.leave(player(8));
    assert_eq!(house.accept(9, &id), over);
    let id = house.challenged(8, 9, four(), Side::Partner);
    house.lobby.unfriend(player(9), player(8));
    assert_eq!(house.accept(9, &id), over);

    // Nobody has a partner, and two do not fill a rated table for four.
    let rated = four().with(Stakes::Rated);
    for (wish, side) in [
        (wish("draw", Speed::Usual), Side::Partner),
        (rated, Side::Opponent),
    ] {
        let (host, guest) = (challenger(1), challenger(2));
        assert!(!house.lobby.challenge(host, guest, wish, side));
    }
}

#[tokio::test(start_paused = true)]
async fn two_of_one_address_play_no_rated_match_against_each_other() {
    let house = house();
    let wish = wish("draw", Speed::Usual).with(Stakes::Rated);
    let known = |address| Known {
        skill: 25.0,
        address,
    };
    for (address, accepted) in [(1, Err(NotAccepted::SameAddress)), (2, Ok(()))] {
        house.lobby.know(player(1), known(1));
        let id = house.challenged(1, 2, wish, Side::Opponent);
        house.lobby.know(player(2), known(address));
        assert_eq!(house.accept(2, &id), accepted);
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_blocks_somebody_does_not_sit_with_them() {
    // Whoever of the two blocks the other, and whoever comes first.
    for (one, other) in [(1, 2), (2, 1)] {
        let house = house();
        house.keep_apart(one, other);
        for n in [1, 2] {
            house.seek(n, wish("draw", Speed::Usual));
        }
        house.wait(9, &[1, 2]).await;
        for n in [1, 2] {
            assert!(matches!(house.lobby.ask(player(n)), Progress::Waiting(_)));
        }
        // With bots each, and a third with one of them.
        house.wait(2, &[1, 2]).await;
        assert_ne!(house.table_of(1), house.table_of(2));
    }
    // While both wait, and as whoever comes with a partner.
    let house = house();
    for n in [1, 2] {
        house.seek(n, four());
    }
    house.lobby.part(player(1), player(2));
    house.keep_apart(3, 1);
    let code = house.lobby.invite(player(4), None, four()).unwrap();
    assert!(house.lobby.join(&code, player(3), None).is_some());
    house.wait(11, &[1, 2, 3, 4]).await;
    let of_1 = house.table_of(1);
    for n in [2, 3, 4] {
        assert_ne!(of_1, house.table_of(n), "{n}");
    }
    // An invitation, or a challenge, of somebody who is blocked is over.
    house.keep_apart(6, 5);
    let code = house.lobby.invite(player(5), None, four()).unwrap();
    assert_eq!(house.lobby.join(&code, player(6), None), None);
    let id = house.challenged(5, 6, four(), Side::Partner);
    house.keep_apart(5, 6);
    assert_eq!(house.accept(6, &id), Err(NotAccepted::Over));
    house.lobby.part(player(6), player(5));
    assert!(house.lobby.challenges_to(player(6)).is_empty());
    // Two who came together seek nothing any more.
    let code = house.lobby.invite(player(7), None, four()).unwrap();
    assert!(house.lobby.join(&code, player(8), None).is_some());
    house.lobby.part(player(8), player(7));
    for n in [7, 8] {
        assert_eq!(house.lobby.ask(player(n)), Progress::None);
    }
}
