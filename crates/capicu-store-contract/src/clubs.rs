//! The contract for clubs.

use capicu_protocol::PlayerId;

use crate::Kind;
use crate::people::{join, make};
use crate::sample::{id, player};
use capicu_store::clubs::{
    Club, ClubAct, ClubChange, ClubDeed, ClubError, ClubEvent, ClubPart, ClubTold,
    MOST_ASKED_CLUBS, MOST_CLUBS, Season, SeasonRule,
};
use capicu_store::events::{NewEvent, Part};
use capicu_store::{Change, Store};

const UNKNOWN: Result<(), ClubError> = Err(ClubError::Unknown);
const CONFLICT: Result<(), ClubError> = Err(ClubError::Conflict);

/// Creates the members 1 to 4, and the guest 5.
pub(crate) async fn people(store: &dyn Store) {
    for number in 1..=5 {
        make(store, player(number), number, None).await;
    }
    for number in 1..=4 {
        let username = format!("m{}", char::from(b'a' + number));
        assert_eq!(join(store, player(number), &username).await, Ok(()));
    }
}

fn told(name: &str) -> ClubTold {
    ClubTold {
        name: name.to_owned(),
        place: "Calle 8".to_owned(),
        evening: "«viernes»".to_owned(),
        about: "a\nb".to_owned(),
        usual: "preset=latin-pairs".to_owned(),
        zone: "America/Caracas".to_owned(),
    }
}

pub(crate) async fn act(
    store: &dyn Store,
    by: u8,
    at: u64,
    club: &str,
    act: ClubDeed,
) -> Result<(), ClubError> {
    let club = id(club);
    let by = player(by);
    store.change_club(ClubChange { at, by, club, act }).await
}

/// Founds a club whose id, address and skeleton are `id`.
pub(crate) async fn found(store: &dyn Store, by: u8, id: &str) -> Result<(), ClubError> {
    let deed = ClubDeed::Found {
        address: id.to_uppercase(),
        skeleton: id.to_owned(),
        told: told(&format!("Club {id}")),
        secret: [by; 32],
    };
    act(store, by, 10, id, deed).await
}

pub(crate) fn moving(number: u8, from: Option<ClubPart>, to: Option<ClubPart>) -> ClubDeed {
    ClubDeed::Move {
        player: player(number),
        from,
        to,
    }
}

async fn parts(store: &dyn Store, club: &str) -> Vec<(PlayerId, ClubPart)> {
    let people = store
        .club_people(&id(club))
        .await
        .expect("they can be read");
    people.iter().map(|one| (one.player.id, one.part)).collect()
}

async fn ids(store: &dyn Store, of: Option<u8>) -> Vec<String> {
    let clubs = store.clubs(of.map(player), 9).await;
    let clubs = clubs.expect("they can be read");
    clubs.iter().map(|club| club.id.to_string()).collect()
}

pub(crate) async fn club_is_founded_and_described(store: &dyn Store) {
    people(store).await;
    assert_eq!(store.club("a").await, Ok(None));
    assert_eq!(found(store, 5, "a").await, UNKNOWN, "a guest");
    assert_eq!(found(store, 1, "a").await, Ok(()));
    let club = Club {
        id: id("a"),
        address: "A".to_owned(),
        skeleton: "a".to_owned(),
        told: told("Club a"),
        made_at: 10,
        secret: [1; 32],
        is_closed: false,
    };
    assert_eq!(store.club("a").await, Ok(Some(club.clone())));
    let alike = ClubDeed::Found {
        address: "a".to_owned(),
        skeleton: "a".to_owned(),
        told: told("Other"),
        secret: [2; 32],
    };
    let taken = act(store, 2, 11, "b", alike).await;
    assert_eq!(taken, Err(ClubError::Taken));
    assert_eq!(store.club_people(&id("b")).await, Ok(vec![]));
    let describing = || ClubDeed::Describe(told("Another name"));
    assert_eq!(act(store, 1, 12, "c", describing()).await, UNKNOWN);
    assert_eq!(act(store, 1, 12, "a", describing()).await, Ok(()));
    let described = Club {
        told: told("Another name"),
        ..club
    };
    assert_eq!(store.club("a").await, Ok(Some(described)));
    // A closed club exists but does not change, and its address stays taken.
    assert_eq!(act(store, 1, 13, "a", ClubDeed::Close).await, Ok(()));
    assert_eq!(act(store, 1, 14, "a", describing()).await, UNKNOWN);
    assert_eq!(act(store, 1, 14, "a", ClubDeed::Close).await, UNKNOWN);
    let closed = store.club("a").await.expect("it can be read");
    assert!(closed.expect("it is there").is_closed);
    assert_eq!(ids(store, None).await, [""; 0]);
    assert_eq!(ids(store, Some(1)).await, ["a"]);
    assert_eq!(found(store, 2, "a").await, Err(ClubError::Taken));
    let audit = store.club_audit(&id("a"), 9).await.expect("it can be read");
    let lines: Vec<_> = audit.iter().map(|line| (line.at, line.act)).collect();
    let expected = [
        (13, ClubAct::Close),
        (12, ClubAct::Describe),
        (10, ClubAct::Found),
    ];
    assert_eq!(lines, expected);
    let latest = store.club_audit(&id("a"), 1).await.expect("it can be read");
    assert_eq!(latest[..], audit[..1]);
}

pub(crate) async fn people_of_a_club_join_leave_and_have_roles(store: &dyn Store) {
    use ClubPart::{Asks, Director, Member, Owner, Results};
    people(store).await;
    assert_eq!(found(store, 1, "a").await, Ok(()));
    let [one, two, three] = [1, 2, 3].map(player);
    let asks = moving(2, None, Some(Asks));
    assert_eq!(act(store, 2, 20, "a", asks.clone()).await, Ok(()));
    assert_eq!(act(store, 2, 20, "a", asks).await, CONFLICT, "once");
    let guest = moving(5, None, Some(Asks));
    assert_eq!(act(store, 5, 20, "a", guest).await, UNKNOWN, "a guest");
    let accepted = moving(2, Some(Asks), Some(Member));
    assert_eq!(act(store, 1, 21, "a", accepted.clone()).await, Ok(()));
    assert_eq!(
        act(store, 1, 21, "a", accepted).await,
        CONFLICT,
        "it is done"
    );
    assert_eq!(parts(store, "a").await, [(one, Owner), (two, Member)]);
    let shown = ClubDeed::Show {
        player: two,
        shown: true,
    };
    assert_eq!(act(store, 2, 22, "a", shown).await, Ok(()));
    let nobody = ClubDeed::Show {
        player: three,
        shown: true,
    };
    assert_eq!(act(store, 3, 22, "a", nobody).await, UNKNOWN);
    // A new role changes nothing else.
    let promoted = moving(2, Some(Member), Some(Results));
    assert_eq!(act(store, 1, 23, "a", promoted).await, Ok(()));
    let all = store.club_people(&id("a")).await.expect("they can be read");
    let told: Vec<_> = all
        .iter()
        .map(|one| (one.player.id, one.part, one.is_shown, one.since))
        .collect();
    assert_eq!(told, [(one, Owner, true, 10), (two, Results, true, 23)]);
    // Highest role first, then by how long people have had it.
    for (number, at) in [(4, 24), (3, 25)] {
        let deed = moving(number, None, Some(Director));
        assert_eq!(act(store, 1, at, "a", deed).await, Ok(()));
    }
    let four = player(4);
    let expected = [
        (one, Owner),
        (four, Director),
        (three, Director),
        (two, Results),
    ];
    assert_eq!(parts(store, "a").await, expected);
    // Ownership does not change by this.
    for deed in [
        moving(1, Some(Owner), None),
        moving(1, Some(Owner), Some(Member)),
        moving(2, Some(Results), Some(Owner)),
    ] {
        assert_eq!(act(store, 1, 26, "a", deed).await, CONFLICT);
    }
    assert_eq!(ids(store, Some(2)).await, ["a"]);
    let leaves = moving(2, Some(Results), None);
    assert_eq!(act(store, 2, 27, "a", leaves.clone()).await, Ok(()));
    assert_eq!(act(store, 2, 27, "a", leaves).await, CONFLICT);
    assert_eq!(ids(store, Some(2)).await, [""; 0]);
    // A person who returns is not listed until they choose to be.
    let again = moving(2, None, Some(Member));
    assert_eq!(act(store, 1, 28, "a", again).await, Ok(()));
    let all = store.club_people(&id("a")).await.expect("they can be read");
    assert!(!all.last().expect("somebody").is_shown);
    let line = &store.club_audit(&id("a"), 2).await.expect("it can be read")[1];
    let said = (line.by, line.act, line.about, line.was, line.now);
    let expected = (two, ClubAct::Move, Some(two), Some(Results), None);
    assert_eq!(said, expected);
    // People can leave a closed club; nobody can join it.
    assert_eq!(act(store, 1, 29, "a", ClubDeed::Close).await, Ok(()));
    let leaves = moving(2, Some(Member), None);
    assert_eq!(act(store, 2, 30, "a", leaves).await, Ok(()));
    let comes = moving(2, None, Some(Asks));
    assert_eq!(act(store, 2, 30, "a", comes).await, UNKNOWN);
}

pub(crate) async fn owner_hands_a_club_over(store: &dyn Store) {
    use ClubPart::{Asks, Director, Member, Owner};
    people(store).await;
    assert_eq!(found(store, 1, "a").await, Ok(()));
    let [one, two] = [1, 2].map(player);
    let to = |number| ClubDeed::HandOver {
        player: player(number),
    };
    assert_eq!(act(store, 1, 20, "a", to(2)).await, UNKNOWN, "a stranger");
    let asks = moving(2, None, Some(Asks));
    assert_eq!(act(store, 2, 20, "a", asks).await, Ok(()));
    assert_eq!(act(store, 1, 20, "a", to(2)).await, UNKNOWN, "who asks");
    let joins = moving(2, Some(Asks), Some(Member));
    assert_eq!(act(store, 1, 21, "a", joins).await, Ok(()));
    assert_eq!(act(store, 1, 22, "a", to(1)).await, CONFLICT);
    assert_eq!(act(store, 1, 22, "a", to(2)).await, Ok(()));
    assert_eq!(parts(store, "a").await, [(two, Owner), (one, Director)]);
    let line = &store.club_audit(&id("a"), 1).await.expect("it can be read")[0];
    let said = (line.act, line.about, line.was, line.now);
    let expected = (ClubAct::HandOver, Some(two), Some(Member), Some(Owner));
    assert_eq!(said, expected);
}

pub(crate) async fn club_of_a_deleted_owner_goes_to_the_next(store: &dyn Store) {
    use ClubPart::{Asks, Director, Member, Owner};
    people(store).await;
    assert_eq!(found(store, 1, "a").await, Ok(()));
    for (number, at, part) in [(2, 20, Member), (3, 21, Director), (4, 22, Asks)] {
        let deed = moving(number, None, Some(part));
        assert_eq!(act(store, 1, at, "a", deed).await, Ok(()));
    }
    let goes = async |number| {
        let player = player(number);
        assert_eq!(store.change(Change::Delete { player }).await, Ok(()));
        parts(store, "a").await
    };
    let [two, three, four] = [2, 3, 4].map(player);
    let left = goes(1).await;
    assert_eq!(left, [(three, Owner), (two, Member), (four, Asks)]);
    assert_eq!(goes(3).await, [(two, Owner), (four, Asks)]);
    assert_eq!(goes(2).await, [(four, Asks)]);
    let club = store.club("a").await.expect("it can be read");
    assert!(club.expect("it is there").is_closed, "nobody is left");
    // The audit stays, and contains ids only.
    let audit = store.club_audit(&id("a"), 9).await.expect("it can be read");
    assert_eq!(audit.len(), 4);
}

async fn make_event(store: &dyn Store, name: &str) {
    let event = NewEvent {
        id: id(name),
        name: name.to_owned(),
        made_at: 5,
        secret: [9; 32],
        director: player(1),
        lines: vec!["{}\n".to_owned()],
    };
    assert_eq!(store.make_event(event).await, Ok(()));
}

fn of_club(event: &str, begins: &str, season: Option<u32>) -> ClubEvent {
    ClubEvent {
        event: id(event),
        begins: begins.to_owned(),
        ends: begins.replace("T19", "T23"),
        season,
        division: 1,
    }
}

fn season(number: u32, rule: SeasonRule) -> Season {
    Season {
        number,
        name: format!("Season {number}"),
        rule,
        best: Some(3),
    }
}

pub(crate) async fn events_and_seasons_belong_to_their_club(store: &dyn Store) {
    people(store).await;
    for id in ["a", "b"] {
        assert_eq!(found(store, 1, id).await, Ok(()));
    }
    for id in ["one", "two", "three"] {
        make_event(store, id).await;
    }
    let one = of_club("one", "2026-11-27T19:00", Some(1));
    let event = |event: &ClubEvent| ClubDeed::Event(event.clone());
    assert_eq!(
        act(store, 1, 20, "a", event(&one)).await,
        UNKNOWN,
        "no season"
    );
    for rule in [SeasonRule::Points, SeasonRule::League] {
        let deed = ClubDeed::Season(season(1, rule));
        assert_eq!(act(store, 1, 20, "a", deed).await, Ok(()));
    }
    let expected = vec![season(1, SeasonRule::League)];
    assert_eq!(store.seasons(&id("a")).await, Ok(expected));
    assert_eq!(store.seasons(&id("b")).await, Ok(vec![]));
    assert_eq!(act(store, 1, 21, "a", event(&one)).await, Ok(()));
    let none = of_club("four", "", None);
    assert_eq!(act(store, 1, 21, "a", event(&none)).await, UNKNOWN);
    let stolen = of_club("one", "", None);
    assert_eq!(act(store, 1, 21, "b", event(&stolen)).await, CONFLICT);
    let two = of_club("two", "2026-12-04T19:00", None);
    let three = of_club("three", "", None);
    for other in [&three, &two] {
        assert_eq!(act(store, 1, 22, "a", event(other)).await, Ok(()));
    }
    let all = vec![two, one.clone(), three];
    assert_eq!(store.club_events(&id("a")).await, Ok(all));
    assert_eq!(store.club_events(&id("b")).await, Ok(vec![]));
    let moved = of_club("one", "2026-12-11T19:00", None);
    assert_eq!(act(store, 1, 23, "a", event(&moved)).await, Ok(()));
    let all = store.club_events(&id("a")).await.expect("they can be read");
    assert_eq!(all[0], moved);
    let club = async |event| {
        store
            .club_of_event(&id(event))
            .await
            .expect("it can be read")
    };
    assert_eq!(club("one").await.expect("a club").id, id("a"));
    assert_eq!(club("four").await, None);
    // Every role that a club can give works in an event too.
    for part in [Part::Display, Part::Helper, Part::Pairing, Part::Director] {
        assert_eq!(
            store.appoint(&id("one"), player(2), Some(part)).await,
            Ok(())
        );
        let parts = store.officials(&id("one")).await.expect("they can be read");
        assert!(parts.contains(&(player(2), part)), "{part:?}");
    }
}

pub(crate) async fn people_of_a_club_get_notices_of_new_events(store: &dyn Store) {
    use ClubPart::{Asks, Invited, Member};
    people(store).await;
    for id in ["a", "b"] {
        assert_eq!(found(store, 1, id).await, Ok(()));
    }
    for id in ["one", "two", "three"] {
        make_event(store, id).await;
    }
    for (number, part) in [(2, Member), (3, Asks), (4, Invited)] {
        let joins = moving(number, None, Some(part));
        assert_eq!(act(store, 1, 20, "a", joins).await, Ok(()));
    }
    let event = |event: &str| ClubDeed::Event(of_club(event, "", None));
    let unread = async |number: u8, limit: u32| {
        let notices = store.club_notices(player(number), limit).await;
        let notices = notices.expect("they can be read").into_iter();
        notices
            .map(|one| (one.event.to_string(), one.address, one.club, one.at))
            .collect::<Vec<_>>()
    };
    let of = |event: &str, at| {
        let (address, name) = ("A".to_owned(), "Club a".to_owned());
        (
            id::<capicu_protocol::EventId>(event).to_string(),
            address,
            name,
            at,
        )
    };
    assert_eq!(act(store, 1, 21, "a", event("one")).await, Ok(()));
    assert_eq!(act(store, 1, 22, "a", event("two")).await, Ok(()));
    assert_eq!(unread(2, 9).await, [of("two", 22), of("one", 21)]);
    assert_eq!(unread(2, 1).await, [of("two", 22)]);
    for (number, why) in [
        (1, "made them"),
        (3, "asks"),
        (4, "is invited"),
        (5, "a guest"),
    ] {
        assert_eq!(unread(number, 9).await, [], "{why}");
    }
    // A change in the calendar is no new event, also after the notice was read.
    let read = |event: &str| ClubDeed::Read(id(event));
    assert_eq!(act(store, 2, 23, "a", read("two")).await, Ok(()));
    assert_eq!(act(store, 2, 23, "a", read("two")).await, Ok(()), "twice");
    assert_eq!(act(store, 1, 24, "a", event("two")).await, Ok(()));
    assert_eq!(unread(2, 9).await, [of("one", 21)]);
    let audit = store.club_audit(&id("a"), 1).await.expect("it can be read");
    assert_eq!(audit[0].act, ClubAct::Event, "reading is not recorded");
    // Only notices of one's own are removed.
    assert_eq!(act(store, 1, 25, "a", read("one")).await, Ok(()));
    assert_eq!(unread(2, 9).await, [of("one", 21)]);
    // A removed event, a person who leaves and a closed club take their notices along.
    assert_eq!(act(store, 1, 26, "a", event("three")).await, Ok(()));
    assert_eq!(store.remove_event(&id("one")).await, Ok(()));
    assert_eq!(unread(2, 9).await, [of("three", 26)]);
    assert_eq!(
        act(store, 2, 27, "a", moving(2, Some(Member), None)).await,
        Ok(())
    );
    assert_eq!(unread(2, 9).await, []);
    let joins = moving(2, None, Some(Member));
    assert_eq!(act(store, 1, 28, "a", joins).await, Ok(()));
    assert_eq!(unread(2, 9).await, [], "events from before");
    make_event(store, "four").await;
    assert_eq!(act(store, 1, 29, "a", event("four")).await, Ok(()));
    assert_eq!(unread(2, 9).await, [of("four", 29)]);
    assert_eq!(act(store, 1, 30, "a", ClubDeed::Close).await, Ok(()));
    assert_eq!(unread(2, 9).await, []);
}

pub(crate) async fn clubs_are_refused_above_the_limits(store: &dyn Store) {
    people(store).await;
    let full = Err(ClubError::Full);
    for number in 0..MOST_CLUBS {
        assert_eq!(found(store, 1, &format!("a{number}")).await, Ok(()));
    }
    assert_eq!(found(store, 1, "more").await, full);
    assert_eq!(store.club("more").await, Ok(None));
    assert_eq!(act(store, 1, 20, "a0", ClubDeed::Close).await, Ok(()));
    assert_eq!(found(store, 1, "more").await, Ok(()), "one was closed");
    let mut clubs: Vec<String> = (1..MOST_CLUBS).map(|number| format!("a{number}")).collect();
    for by in [2, 3, 4] {
        for number in 0..MOST_CLUBS {
            let id = format!("b{by}{number}");
            assert_eq!(found(store, by, &id).await, Ok(()));
            clubs.push(id);
        }
    }
    // Requests to clubs are limited; three other members own fewer clubs than that limit.
    make(store, player(6), 6, None).await;
    assert_eq!(join(store, player(6), "mg").await, Ok(()));
    let most = MOST_ASKED_CLUBS as usize;
    assert!(clubs.len() < most, "there are {}", clubs.len());
    for number in 0..MOST_CLUBS {
        let id = format!("c{number}");
        assert_eq!(found(store, 6, &id).await, Ok(()));
        clubs.push(id);
    }
    make(store, player(7), 7, None).await;
    assert_eq!(join(store, player(7), "mh").await, Ok(()));
    for (at, id) in clubs.iter().take(most + 1).enumerate() {
        let asked = act(store, 7, 30, id, moving(7, None, Some(ClubPart::Asks))).await;
        assert_eq!(asked, if at < most { Ok(()) } else { full }, "{at}");
    }
}

pub(crate) async fn clubs_survive_a_restart(kind: &dyn Kind) {
    let store = kind.fresh().await;
    people(&*store).await;
    assert_eq!(found(&*store, 1, "a").await, Ok(()));
    make_event(&*store, "one").await;
    let deed = ClubDeed::Season(season(1, SeasonRule::Places));
    assert_eq!(act(&*store, 1, 20, "a", deed).await, Ok(()));
    let one = of_club("one", "2026-11-27T19:00", Some(1));
    let deed = ClubDeed::Event(one.clone());
    assert_eq!(act(&*store, 1, 20, "a", deed).await, Ok(()));
    let kept = store.club("a").await;
    let audit = store.club_audit(&id("a"), 9).await;
    store.close().await;
    let failed = act(&*store, 1, 21, "a", ClubDeed::Close).await;
    assert_eq!(failed, Err(ClubError::Failed), "it is closed");
    assert!(store.club("a").await.is_err(), "it is closed");
    let store = kind.reopen(store).await;
    assert_eq!(store.club("a").await, kept);
    assert_eq!(store.club_audit(&id("a"), 9).await, audit);
    assert_eq!(store.club_events(&id("a")).await, Ok(vec![one]));
    let expected = vec![season(1, SeasonRule::Places)];
    assert_eq!(store.seasons(&id("a")).await, Ok(expected));
    let owner = parts(&*store, "a").await;
    assert_eq!(owner, [(player(1), ClubPart::Owner)]);
    store.close().await;
}
