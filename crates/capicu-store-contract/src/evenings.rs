//! The contract for the private leagues of clubs.

use capicu::Side;
use capicu_store::clubs::{
    ClubDeed, ClubError, ClubMatch, ClubMatchPlayer, ClubPart, Consent, MOST_ASKED_MATCHES,
    MOST_CLUB_MATCHES, NewClubMatch, NewEvening, OwnEvening,
};
use capicu_store::{Change, Store};

use crate::Kind;
use crate::clubs::{act, found, moving, people};
use crate::sample::{id, player};

const UNKNOWN: Result<(), ClubError> = Err(ClubError::Unknown);
const CONFLICT: Result<(), ClubError> = Err(ClubError::Conflict);
const FULL: Result<(), ClubError> = Err(ClubError::Full);

const DAY: &str = "2026-11-29";

fn side(number: u8) -> Side {
    Side::new(number).expect("a side")
}

/// A match that side 1 won, with these players and their sides. Each has as many capicús as their number.
fn finished(mark: u16, players: &[(u8, u8)]) -> NewClubMatch {
    let [high, low] = mark.to_be_bytes();
    let mut mark = [7; 32];
    (mark[0], mark[1]) = (high, low);
    let players = players.iter().map(|(number, of)| ClubMatchPlayer {
        player: player(*number),
        side: side(*of),
        rounds: u32::from(*of) + 3,
        capicus: u32::from(*number),
    });
    NewClubMatch {
        mark,
        winner: side(1),
        players: players.collect(),
    }
}

fn give(matches: Vec<NewClubMatch>) -> ClubDeed {
    ClubDeed::Give(NewEvening {
        day: DAY.to_owned(),
        matches,
    })
}

/// The members 1 to 3, and a club of all of them.
async fn club(store: &dyn Store) {
    people(store).await;
    assert_eq!(found(store, 1, "a").await, Ok(()));
    for number in [2, 3] {
        let joins = moving(number, None, Some(ClubPart::Member));
        assert_eq!(act(store, 1, 11, "a", joins).await, Ok(()));
    }
}

async fn league(store: &dyn Store, club: &str) -> Vec<ClubMatch> {
    let matches = store.club_matches(&id(club)).await;
    matches.expect("they can be read")
}

/// The number, evening and consent of each player of each match.
async fn consents(store: &dyn Store) -> Vec<Vec<(u8, u64, Consent)>> {
    let number = |one: &ClubMatchPlayer| (1..=9).find(|number| player(*number) == one.player);
    let matches = league(store, "a").await;
    let told = |of: &ClubMatch| {
        let players = of.players.iter();
        players
            .map(|(one, consent)| (number(one).expect("a player"), of.evening, *consent))
            .collect()
    };
    matches.iter().map(told).collect()
}

async fn evenings(store: &dyn Store, number: u8) -> Vec<OwnEvening> {
    let evenings = store.evenings(player(number)).await;
    evenings.expect("they can be read")
}

pub(crate) async fn matches_count_for_players_who_accept(store: &dyn Store) {
    use Consent::{Accepted, Asked};
    club(store).await;
    let matches = vec![finished(1, &[(1, 0), (2, 1)]), finished(2, &[(2, 0)])];
    assert_eq!(act(store, 1, 50, "a", give(matches)).await, Ok(()));
    let expected = [
        vec![(1, 50, Accepted), (2, 50, Asked)],
        vec![(2, 50, Asked)],
    ];
    assert_eq!(consents(store).await, expected);
    let first = &league(store, "a").await[0];
    let expected = ClubMatch {
        evening: 50,
        day: DAY.to_owned(),
        writer: Some(player(1)),
        winner: side(1),
        players: vec![
            (
                ClubMatchPlayer {
                    player: player(1),
                    side: side(0),
                    rounds: 3,
                    capicus: 1,
                },
                Accepted,
            ),
            (
                ClubMatchPlayer {
                    player: player(2),
                    side: side(1),
                    rounds: 4,
                    capicus: 2,
                },
                Asked,
            ),
        ],
    };
    assert_eq!(*first, expected);
    let mut own = OwnEvening {
        club: id("a"),
        address: "A".to_owned(),
        name: "Club a".to_owned(),
        evening: 50,
        day: DAY.to_owned(),
        writer: Some(player(1)),
        consent: Asked,
        matches: 2,
        won: 1,
        rounds: 7,
        capicus: 4,
    };
    assert_eq!(evenings(store, 2).await, std::slice::from_ref(&own));
    assert_eq!(evenings(store, 3).await, []);
    let accepts = ClubDeed::AcceptEvening(50);
    assert_eq!(act(store, 3, 51, "a", accepts.clone()).await, UNKNOWN);
    let other = ClubDeed::AcceptEvening(51);
    assert_eq!(act(store, 2, 51, "a", other).await, UNKNOWN);
    assert_eq!(act(store, 2, 51, "a", accepts.clone()).await, Ok(()));
    assert_eq!(act(store, 2, 51, "a", accepts).await, Ok(()), "twice");
    own.consent = Accepted;
    assert_eq!(evenings(store, 2).await, [own]);
    // A player withdraws later. A match without a player is removed.
    let leaves = ClubDeed::LeaveEvening(50);
    assert_eq!(act(store, 2, 52, "a", leaves.clone()).await, Ok(()));
    assert_eq!(act(store, 2, 52, "a", leaves).await, UNKNOWN, "twice");
    assert_eq!(consents(store).await, [[(1, 50, Accepted)]]);
    assert_eq!(evenings(store, 2).await, []);
    let audit = store.club_audit(&id("a"), 1).await.expect("it can be read");
    assert_eq!(audit[0].at, 11, "the audit says nothing");
}

pub(crate) async fn club_has_each_match_once(store: &dyn Store) {
    use Consent::{Accepted, Asked};
    club(store).await;
    let one = || finished(1, &[(1, 0), (2, 1)]);
    let two = || finished(2, &[(1, 0)]);
    assert_eq!(act(store, 1, 50, "a", give(vec![one()])).await, Ok(()));
    // The same match from another phone, with other people.
    let again = give(vec![finished(1, &[(2, 0), (3, 1)])]);
    assert_eq!(act(store, 2, 51, "a", again).await, CONFLICT);
    // At the same moment the evening has another number.
    let both = give(vec![one(), two()]);
    assert_eq!(act(store, 1, 50, "a", both.clone()).await, Ok(()));
    let expected = [
        vec![(1, 50, Accepted), (2, 50, Asked)],
        vec![(1, 51, Accepted)],
    ];
    assert_eq!(consents(store).await, expected);
    assert_eq!(act(store, 1, 60, "a", both.clone()).await, CONFLICT);
    // The writer names somebody who was not named before.
    let three = give(vec![finished(2, &[(1, 0), (3, 1)])]);
    assert_eq!(act(store, 2, 60, "a", three.clone()).await, CONFLICT);
    assert_eq!(act(store, 1, 60, "a", three).await, Ok(()));
    let expected = [
        vec![(1, 50, Accepted), (2, 50, Asked)],
        vec![(1, 51, Accepted), (3, 51, Asked)],
    ];
    assert_eq!(consents(store).await, expected);
    let leaves = ClubDeed::LeaveEvening(51);
    assert_eq!(act(store, 3, 60, "a", leaves).await, Ok(()));
    // Who is named in one more match of an accepted evening is asked again.
    let both_of = |other| {
        let first: &[(u8, u8)] = &[(1, 0), (3, 1)];
        give(vec![finished(8, first), finished(9, other)])
    };
    let named = both_of(&[(1, 0)]);
    assert_eq!(act(store, 1, 70, "a", named).await, Ok(()));
    let accepts = ClubDeed::AcceptEvening(70);
    assert_eq!(act(store, 3, 71, "a", accepts.clone()).await, Ok(()));
    assert_eq!(evenings(store, 3).await[0].consent, Accepted);
    let more = both_of(&[(1, 0), (3, 1)]);
    assert_eq!(act(store, 1, 72, "a", more).await, Ok(()));
    assert_eq!(evenings(store, 3).await[0].consent, Asked);
    assert_eq!(act(store, 3, 73, "a", accepts).await, Ok(()));
    assert_eq!(evenings(store, 3).await[0].consent, Accepted);
    let back = ClubDeed::TakeBackEvening(70);
    assert_eq!(act(store, 1, 74, "a", back).await, Ok(()));
    // Another club has its own.
    assert_eq!(found(store, 1, "b").await, Ok(()));
    let other = give(vec![two()]);
    assert_eq!(act(store, 1, 60, "b", other).await, Ok(()));
    // Only the writer takes an evening back, and can then give it again.
    let back = ClubDeed::TakeBackEvening(50);
    assert_eq!(act(store, 2, 61, "a", back.clone()).await, UNKNOWN);
    assert_eq!(act(store, 1, 61, "a", back.clone()).await, Ok(()));
    assert_eq!(act(store, 1, 61, "a", back).await, UNKNOWN, "twice");
    assert_eq!(consents(store).await, [[(1, 51, Accepted)]]);
    assert_eq!(act(store, 1, 62, "a", both).await, Ok(()));
    assert_eq!(league(store, "a").await.len(), 2);
    assert_eq!(league(store, "b").await.len(), 1);
}

pub(crate) async fn league_names_only_people_of_the_club(store: &dyn Store) {
    club(store).await;
    let asks = moving(4, None, Some(ClubPart::Asks));
    assert_eq!(act(store, 4, 12, "a", asks).await, Ok(()));
    for (by, players, why) in [
        (4, &[(1, 0)][..], "asks to join"),
        (5, &[(1, 0)], "a guest"),
        (1, &[(1, 0), (4, 1)], "names one who asks to join"),
        (1, &[(1, 0), (5, 1)], "names a guest"),
    ] {
        let evening = give(vec![finished(1, players)]);
        assert_eq!(act(store, by, 50, "a", evening).await, UNKNOWN, "{why}");
    }
    let twice = give(vec![finished(1, &[(2, 0), (2, 1)])]);
    assert_eq!(act(store, 1, 50, "a", twice).await, CONFLICT);
    for nothing in [vec![], vec![finished(1, &[])]] {
        assert_eq!(act(store, 1, 50, "a", give(nothing)).await, CONFLICT);
    }
    assert_eq!(league(store, "a").await, []);
    // In a closed club people only withdraw.
    let evening = || give(vec![finished(1, &[(1, 0), (2, 1), (3, 1)])]);
    assert_eq!(act(store, 1, 50, "a", evening()).await, Ok(()));
    assert_eq!(act(store, 1, 51, "a", ClubDeed::Close).await, Ok(()));
    let more = give(vec![finished(2, &[(1, 0)])]);
    assert_eq!(act(store, 1, 52, "a", more).await, UNKNOWN);
    let accepts = ClubDeed::AcceptEvening(50);
    assert_eq!(act(store, 2, 52, "a", accepts).await, UNKNOWN);
    let leaves = ClubDeed::LeaveEvening(50);
    assert_eq!(act(store, 2, 52, "a", leaves).await, Ok(()));
    let back = ClubDeed::TakeBackEvening(50);
    assert_eq!(act(store, 1, 52, "a", back).await, Ok(()));
    assert_eq!(league(store, "a").await, []);
}

pub(crate) async fn people_leave_a_league(store: &dyn Store) {
    use Consent::{Accepted, Asked};
    club(store).await;
    assert_eq!(found(store, 3, "b").await, Ok(()));
    let joins = moving(2, None, Some(ClubPart::Member));
    assert_eq!(act(store, 3, 11, "b", joins).await, Ok(()));
    let matches = vec![
        finished(1, &[(1, 0), (2, 1), (3, 0)]),
        finished(2, &[(2, 0)]),
    ];
    assert_eq!(act(store, 2, 50, "a", give(matches.clone())).await, Ok(()));
    let other = give(vec![finished(1, &[(2, 0), (3, 1)])]);
    assert_eq!(act(store, 2, 50, "b", other).await, Ok(()));
    // A person who leaves a club leaves its league, but not the one of another club.
    let leaves = moving(2, Some(ClubPart::Member), None);
    assert_eq!(act(store, 2, 51, "a", leaves).await, Ok(()));
    assert_eq!(consents(store).await, [[(1, 50, Asked), (3, 50, Asked)]]);
    assert_eq!(league(store, "a").await[0].writer, None);
    let evening = &evenings(store, 2).await[0];
    assert_eq!((&*evening.address, evening.matches), ("B", 1));
    // Nobody takes an evening back for somebody who left.
    let back = ClubDeed::TakeBackEvening(50);
    assert_eq!(act(store, 2, 52, "a", back).await, UNKNOWN);
    // A deleted player leaves all of them.
    let accepts = ClubDeed::AcceptEvening(50);
    assert_eq!(act(store, 3, 53, "a", accepts).await, Ok(()));
    let player = player(1);
    assert_eq!(store.change(Change::Delete { player }).await, Ok(()));
    assert_eq!(consents(store).await, [[(3, 50, Accepted)]]);
    let player = crate::sample::player(2);
    assert_eq!(store.change(Change::Delete { player }).await, Ok(()));
    let left = league(store, "b").await;
    assert_eq!((left.len(), left[0].writer), (1, None));
    let player = crate::sample::player(3);
    assert_eq!(store.change(Change::Delete { player }).await, Ok(()));
    for club in ["a", "b"] {
        assert_eq!(league(store, club).await, [], "{club}");
    }
}

pub(crate) async fn evenings_are_refused_above_the_limits(store: &dyn Store) {
    club(store).await;
    let many = |from: u32, n: u32, players: &[(u8, u8)]| {
        let marks = (from..from + n).map(|mark| u16::try_from(mark).expect("a mark"));
        give(marks.map(|mark| finished(mark, players)).collect())
    };
    let most = MOST_ASKED_MATCHES;
    let asks = |n| many(0, n, &[(2, 0)]);
    assert_eq!(act(store, 1, 50, "a", asks(most + 1)).await, FULL);
    assert_eq!(league(store, "a").await, []);
    assert_eq!(act(store, 1, 50, "a", asks(most)).await, Ok(()));
    let more = many(most, 1, &[(2, 0)]);
    assert_eq!(act(store, 1, 51, "a", more.clone()).await, FULL);
    // The requests to a person do not stop that person.
    let own = many(most, 1, &[(2, 0), (3, 0)]);
    assert_eq!(act(store, 2, 51, "a", own).await, Ok(()));
    let back = ClubDeed::TakeBackEvening(51);
    assert_eq!(act(store, 2, 51, "a", back).await, Ok(()));
    let accepts = ClubDeed::AcceptEvening(50);
    assert_eq!(act(store, 2, 51, "a", accepts).await, Ok(()));
    assert_eq!(act(store, 1, 51, "a", more).await, Ok(()));
    let rest = |n| many(most + 1, n, &[(1, 0)]);
    let free = MOST_CLUB_MATCHES - most - 1;
    assert_eq!(act(store, 1, 52, "a", rest(free + 1)).await, FULL);
    assert_eq!(act(store, 1, 52, "a", rest(free)).await, Ok(()));
    let matches = league(store, "a").await.len();
    assert_eq!(matches, MOST_CLUB_MATCHES as usize);
}

pub(crate) async fn leagues_survive_a_restart(kind: &dyn Kind) {
    let store = kind.fresh().await;
    club(&*store).await;
    let evening = give(vec![finished(1, &[(1, 0), (2, 1)])]);
    assert_eq!(act(&*store, 1, 50, "a", evening).await, Ok(()));
    let kept = store.club_matches(&id("a")).await;
    let own = store.evenings(player(2)).await;
    store.close().await;
    assert!(store.club_matches(&id("a")).await.is_err(), "it is closed");
    assert!(store.evenings(player(2)).await.is_err(), "it is closed");
    let store = kind.reopen(store).await;
    assert_eq!(store.club_matches(&id("a")).await, kept);
    assert_eq!(store.evenings(player(2)).await, own);
    store.close().await;
}
