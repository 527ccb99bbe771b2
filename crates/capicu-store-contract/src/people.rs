//! The contract for people.

use capicu_protocol::{Part, PlayerId};
use capicu_table::{Entry, Fact, Newcomer, Plan, Seating, TokenHash};

use crate::sample::{fact, id, player, result, seat, setup};
use crate::{Faults, Kind};
use capicu_store::{
    Append, Change, Effect, MOST_PUSHES, MatchResult, PeopleError, PlayerKind, Proof, PushTo,
    Pushed, Session, Sitter, Store,
};

pub(crate) const DAY: u64 = 24 * 3600 * 1000;

pub(crate) fn hash(number: u8) -> TokenHash {
    TokenHash::new([number; 32])
}

pub(crate) fn session(number: u8, at: u64) -> Session {
    Session {
        hash: hash(number),
        label: format!("device {number}"),
        made_at: at,
        seen_at: at,
        expires_at: at + DAY,
    }
}

fn making(id: PlayerId, device: u8, name: Option<&str>) -> Change {
    Change::Make {
        player: id,
        name: name.map(str::to_owned),
        session: session(device, 1000),
    }
}

fn joining(id: PlayerId, username: &str) -> Change {
    Change::Join {
        player: id,
        username: username.to_owned(),
        skeleton: username.to_ascii_lowercase().replace('1', "l"),
        codes: vec![hash(101), hash(102)],
    }
}

pub(crate) async fn messages_go_to_a_browser_until_its_session_ends(store: &dyn Store) {
    make(store, player(1), 1, None).await;
    make(store, player(2), 2, None).await;
    let to = |endpoint: &str| PushTo {
        endpoint: endpoint.to_owned(),
        keys: format!("keys of {endpoint}"),
    };
    let set = async |device, endpoint: Option<&str>| {
        let (session, to) = (hash(device), endpoint.map(to));
        store.change(Change::Push { session, to }).await
    };
    let all = async |now| store.pushes(None, now).await.expect("readable");
    let pushed = |number, endpoint: &str| Pushed {
        player: player(number),
        session: hash(number),
        to: to(endpoint),
    };
    assert_eq!(all(2000).await, []);
    assert_eq!(set(1, Some("one")).await, Ok(()));
    assert_eq!(set(2, Some("two")).await, Ok(()));
    assert_eq!(set(9, Some("nine")).await, Err(PeopleError::Unknown));
    assert_eq!(all(2000).await, [pushed(1, "one"), pushed(2, "two")]);
    let own = store.pushes(Some(player(2)), 2000).await.expect("readable");
    assert_eq!(own, [pushed(2, "two")]);
    assert_eq!(set(1, Some("new")).await, Ok(()), "the same session again");
    assert_eq!(set(2, None).await, Ok(()));
    assert_eq!(all(2000).await, [pushed(1, "new")]);
    assert_eq!(set(2, Some("new")).await, Ok(()), "another account there");
    assert_eq!(all(2000).await, [pushed(2, "new")]);
    assert_eq!(all(1000 + DAY).await, [], "the session has expired");
    let gone = |endpoint: &str| Change::PushGone {
        endpoint: endpoint.to_owned(),
    };
    let unknown = Err(PeopleError::Unknown);
    assert_eq!(store.change(gone("one")).await, unknown);
    assert_eq!(store.change(gone("new")).await, Ok(()));
    assert_eq!(all(2000).await, []);
    assert_eq!(set(2, Some("two")).await, Ok(()));
    let out = Change::SignOut {
        player: player(2),
        session: Some(hash(2)),
    };
    assert_eq!(store.change(out).await, Ok(()));
    assert_eq!(all(2000).await, []);
    assert_eq!(set(1, Some("one")).await, Ok(()));
    let gone = Change::Delete { player: player(1) };
    assert_eq!(store.change(gone).await, Ok(()));
    assert_eq!(all(2000).await, [], "the account is deleted");
}

pub(crate) async fn most_browsers_of_a_player_are_the_latest(store: &dyn Store) {
    make(store, player(1), 1, None).await;
    let most = u8::try_from(MOST_PUSHES).expect("a few");
    let devices = 1..=most + 2;
    for device in devices.clone().skip(1) {
        let offer = Change::Offer {
            player: player(1),
            link: hash(100 + device),
            expires_at: 9000,
        };
        assert_eq!(store.change(offer).await, Ok(()));
        let link = Proof::Link(hash(100 + device));
        assert_eq!(sign_in(store, link, device, None).await, Ok(()));
    }
    for device in devices.clone() {
        let seen = Change::Seen {
            session: hash(device),
            at: 5000 - u64::from(device),
            expires_at: 1000 + DAY,
        };
        assert_eq!(store.change(seen).await, Ok(()));
    }
    for device in devices {
        let to = PushTo {
            endpoint: format!("at {device:02}"),
            keys: String::new(),
        };
        let set = Change::Push {
            session: hash(device),
            to: Some(to),
        };
        assert_eq!(store.change(set).await, Ok(()));
    }
    let all = store.pushes(None, 2000).await.expect("readable");
    let mut left: Vec<_> = all.into_iter().map(|one| one.to.endpoint).collect();
    left.sort_unstable();
    // The first session was seen last. The last to be set stays, whenever it was seen.
    let expected = (1..most).chain([most + 2]);
    let expected: Vec<_> = expected.map(|device| format!("at {device:02}")).collect();
    assert_eq!(left, expected);
}

pub(crate) async fn make(store: &dyn Store, id: PlayerId, device: u8, name: Option<&str>) {
    assert_eq!(store.change(making(id, device, name)).await, Ok(()));
}

pub(crate) async fn join(
    store: &dyn Store,
    id: PlayerId,
    username: &str,
) -> Result<(), PeopleError> {
    store.change(joining(id, username)).await
}

pub(crate) async fn sign_in(
    store: &dyn Store,
    proof: Proof,
    device: u8,
    leaving: Option<u8>,
) -> Result<(), PeopleError> {
    let change = Change::SignIn {
        proof,
        session: session(device, 2000),
        leaving: leaving.map(hash),
    };
    store.change(change).await
}

pub(crate) fn code(skeleton: &str, number: u8) -> Proof {
    Proof::Code {
        skeleton: skeleton.to_owned(),
        code: hash(number),
    }
}

pub(crate) async fn who(store: &dyn Store, device: u8, now: u64) -> Option<PlayerId> {
    let found = store.session(hash(device), now).await;
    found
        .expect("people can be read")
        .map(|found| found.player.id)
}

pub(crate) async fn session_signs_in_until_it_expires(store: &dyn Store) {
    let ana = player(1);
    assert_eq!(who(store, 1, 1000).await, None);
    make(store, ana, 1, Some("Ana")).await;
    let found = store.session(hash(1), 1000).await;
    let found = found.expect("it can be read").expect("it is there");
    assert_eq!(found.session, session(1, 1000));
    assert_eq!(found.player.kind, PlayerKind::Guest);
    assert_eq!(found.player.name.as_deref(), Some("Ana"));
    assert_eq!(found.player.made_at, 1000);
    assert_eq!(who(store, 2, 1000).await, None, "forged");
    assert_eq!(who(store, 1, 999 + DAY).await, Some(ana));
    assert_eq!(who(store, 1, 1000 + DAY).await, None, "expired");
    let seen = |device| Change::Seen {
        session: hash(device),
        at: 5000,
        expires_at: 5000 + DAY,
    };
    assert_eq!(store.change(seen(1)).await, Ok(()));
    assert_eq!(store.change(seen(2)).await, Err(PeopleError::Unknown));
    assert_eq!(who(store, 1, 4999 + DAY).await, Some(ana));
    assert_eq!(
        store.change(Change::Forget { now: 4999 + DAY }).await,
        Ok(())
    );
    assert_eq!(who(store, 1, 1000).await, Some(ana));
    assert_eq!(
        store.change(Change::Forget { now: 5000 + DAY }).await,
        Ok(())
    );
    assert_eq!(who(store, 1, 1000).await, None);
    let name = Some("Anita".to_owned());
    let rename = |player| Change::Rename {
        player,
        name: name.clone(),
    };
    assert_eq!(store.change(rename(ana)).await, Ok(()));
    let renamed = store.player(ana).await.expect("it can be read");
    assert_eq!(renamed.and_then(|player| player.name), name);
    assert_eq!(
        store.change(rename(player(9))).await,
        Err(PeopleError::Unknown)
    );
    assert_eq!(store.player(player(9)).await, Ok(None));
}

pub(crate) async fn guests_without_traces_are_removed(store: &dyn Store) {
    let [idle, seen, sits, member, other] = [1, 2, 3, 4, 5].map(player);
    for (n, id) in (1..).zip([idle, seen, sits, member, other]) {
        make(store, id, n, None).await;
    }
    assert_eq!(join(store, member, "lola").await, Ok(()));
    let append = Append {
        effects: vec![Effect::Bound {
            seat: seat(0),
            player: Some(sits),
        }],
        ..Append::make(setup(), 1, vec![fact(1, 1, None)])
    };
    assert_eq!(store.append(&id("t"), append).await, Ok(()));
    // The guest becomes an alias of the member.
    assert_eq!(sign_in(store, code("lola", 101), 6, Some(5)).await, Ok(()));
    let note = Change::Seen {
        session: hash(2),
        at: 5000,
        expires_at: 9000,
    };
    assert_eq!(store.change(note).await, Ok(()));
    assert_eq!(store.forget_guests(1000).await, Ok(0), "all were seen then");
    assert_eq!(store.forget_guests(5000).await, Ok(1));
    assert_eq!(store.player(idle).await, Ok(None));
    assert_eq!(who(store, 1, 1000).await, None, "the session went too");
    for (device, id) in [(2, seen), (3, sits), (4, member), (6, member)] {
        assert_eq!(who(store, device, 1000).await, Some(id));
    }
    let resolved = store.player(other).await.expect("it can be read");
    assert_eq!(resolved.map(|player| player.id), Some(member));
    assert_eq!(store.remove(&id("t")).await, Ok(()));
    assert_eq!(store.forget_guests(6000).await, Ok(2), "no table is left");
    assert_eq!(store.forget_guests(6000).await, Ok(0));
}

pub(crate) async fn note_replaces_the_last_of_its_name(kind: &dyn Kind) {
    let store = kind.fresh().await;
    assert_eq!(store.note("one").await, Ok(None));
    for (name, value) in [("one", "1"), ("other", "«2»"), ("one", "3")] {
        assert_eq!(store.set_note(name, value.to_owned()).await, Ok(()));
    }
    store.close().await;
    let store = kind.reopen(store).await;
    assert_eq!(store.note("one").await, Ok(Some("3".to_owned())));
    assert_eq!(store.note("other").await, Ok(Some("«2»".to_owned())));
}

pub(crate) async fn latest_settings_of_a_member_stay(store: &dyn Store) {
    let [ana, berta] = [1, 2].map(player);
    let choose = async |player, at, settings: &str| {
        let settings = settings.to_owned();
        let change = Change::Settings {
            player,
            at,
            settings,
        };
        store.change(change).await
    };
    make(store, ana, 1, None).await;
    make(store, berta, 2, None).await;
    let unknown = Err(PeopleError::Unknown);
    assert_eq!(
        choose(ana, 10, "{}").await,
        unknown,
        "guests keep their own"
    );
    assert_eq!(join(store, ana, "ana").await, Ok(()));
    assert_eq!(store.settings(ana).await, Ok(None));
    assert_eq!(choose(ana, 10, "{\"a\":1}").await, Ok(()));
    assert_eq!(choose(ana, 9, "{}").await, Ok(()), "too late to count");
    let kept = Ok(Some((10, "{\"a\":1}".to_owned())));
    assert_eq!(store.settings(ana).await, kept);
    assert_eq!(choose(ana, 11, "{\"b\":2}").await, Ok(()));
    let kept = Ok(Some((11, "{\"b\":2}".to_owned())));
    assert_eq!(store.settings(ana).await, kept);
    assert_eq!(store.settings(berta).await, Ok(None));
    assert_eq!(store.change(Change::Delete { player: ana }).await, Ok(()));
    assert_eq!(store.settings(ana).await, Ok(None));
}

pub(crate) async fn username_belongs_to_one_member(store: &dyn Store) {
    for n in 1..4 {
        make(store, player(n), n, None).await;
    }
    assert_eq!(store.is_taken("lola".to_owned()).await, Ok(false));
    assert_eq!(join(store, player(1), "Lola").await, Ok(()));
    assert_eq!(store.is_taken("lola".to_owned()).await, Ok(true));
    assert_eq!(
        join(store, player(2), "1o1a").await,
        Err(PeopleError::Taken)
    );
    let other = store.player(player(2)).await.expect("it can be read");
    assert_eq!(other.map(|other| other.kind), Some(PlayerKind::Guest));
    assert_eq!(
        join(store, player(1), "Other").await,
        Err(PeopleError::Unknown)
    );
    assert_eq!(
        join(store, player(9), "Nobody").await,
        Err(PeopleError::Unknown)
    );
    assert_eq!(join(store, player(2), "Maria").await, Ok(()));
    let joined = store.player(player(1)).await.expect("it can be read");
    let lola = PlayerKind::Member {
        username: "Lola".to_owned(),
    };
    assert_eq!(joined.map(|joined| joined.kind), Some(lola));
    assert_eq!(
        who(store, 1, 1000).await,
        Some(player(1)),
        "still signed in"
    );
}

pub(crate) async fn code_signs_in_once(store: &dyn Store) {
    make(store, player(1), 1, None).await;
    make(store, player(2), 2, None).await;
    assert_eq!(join(store, player(1), "lola").await, Ok(()));
    let unknown = Err(PeopleError::Unknown);
    assert_eq!(sign_in(store, code("lola", 99), 3, None).await, unknown);
    assert_eq!(sign_in(store, code("nobody", 101), 3, None).await, unknown);
    assert_eq!(who(store, 3, 2000).await, None);
    assert_eq!(sign_in(store, code("lola", 101), 3, None).await, Ok(()));
    assert_eq!(who(store, 3, 2000).await, Some(player(1)));
    assert_eq!(store.codes_left(player(1)).await, Ok(1));
    let again = sign_in(store, code("lola", 101), 4, None).await;
    assert_eq!(again, unknown, "replayed");
    let codes = |player| Change::Codes {
        player,
        codes: vec![hash(103)],
    };
    assert_eq!(store.change(codes(player(2))).await, unknown, "a guest");
    assert_eq!(store.change(codes(player(1))).await, Ok(()));
    assert_eq!(sign_in(store, code("lola", 102), 4, None).await, unknown);
    assert_eq!(sign_in(store, code("lola", 103), 4, None).await, Ok(()));
    let sessions = store.sessions(player(1), 2000).await.expect("sessions");
    let labels: Vec<_> = sessions.iter().map(|session| &session.label).collect();
    assert_eq!(labels, ["device 3", "device 4", "device 1"]);
}

pub(crate) async fn link_signs_in_once_before_it_expires(store: &dyn Store) {
    make(store, player(1), 1, None).await;
    let offer = |link, expires_at| Change::Offer {
        player: player(1),
        link: hash(link),
        expires_at,
    };
    let link = |number| Proof::Link(hash(number));
    let is_offered = async |number, now| store.is_offered(hash(number), now).await;
    let unknown = Err(PeopleError::Unknown);
    assert_eq!(sign_in(store, link(50), 2, None).await, unknown);
    assert_eq!(is_offered(50, 0).await, Ok(false));
    assert_eq!(store.change(offer(50, 2000)).await, Ok(()));
    assert_eq!(is_offered(50, 1999).await, Ok(true));
    assert_eq!(is_offered(50, 2000).await, Ok(false), "too late");
    assert_eq!(sign_in(store, link(50), 2, None).await, unknown, "too late");
    assert_eq!(store.change(offer(51, 9000)).await, Ok(()));
    assert_eq!(store.change(offer(52, 9000)).await, Ok(()));
    assert_eq!(is_offered(51, 1000).await, Ok(false), "replaced");
    assert_eq!(sign_in(store, link(51), 2, None).await, unknown, "replaced");
    assert_eq!(sign_in(store, link(52), 2, None).await, Ok(()));
    assert_eq!(is_offered(52, 1000).await, Ok(false), "used");
    assert_eq!(sign_in(store, link(52), 3, None).await, unknown, "replayed");
    assert_eq!(who(store, 2, 2000).await, Some(player(1)));
    assert_eq!(store.change(offer(53, 9000)).await, Ok(()));
    let out = |session| Change::SignOut {
        player: player(1),
        session,
    };
    assert_eq!(store.change(out(Some(hash(9)))).await, unknown);
    assert_eq!(store.change(out(Some(hash(2)))).await, Ok(()));
    assert_eq!(who(store, 2, 2000).await, None, "signed out");
    assert_eq!(who(store, 1, 2000).await, Some(player(1)));
    assert_eq!(store.change(out(None)).await, Ok(()));
    assert_eq!(who(store, 1, 2000).await, None, "everywhere");
    assert_eq!(sign_in(store, link(53), 3, None).await, unknown);
}

/// Creates a table with seats of these players and a finished match.
pub(crate) async fn play(store: &dyn Store, table: &str, at: u64, players: [Option<PlayerId>; 2]) {
    let [first, second] = players;
    let sitter = |name: &str, player| Sitter::Person {
        name: Some(name.to_owned()),
        player,
        part: Part::Deserted,
        substituted: 2,
    };
    let mut seats = result(1).seats;
    seats[0] = sitter("First", first);
    seats[1] = sitter("Second", second);
    let bound = (0..).zip(players).filter_map(|(number, player)| {
        Some(Effect::Bound {
            seat: seat(number),
            player: Some(player?),
        })
    });
    let over = crate::sample::over(MatchResult { seats, ..result(1) });
    let append = Append {
        effects: bound.chain([over]).collect(),
        ..Append::make(setup(), 1, vec![fact(1, at, None), fact(2, at, None)])
    };
    assert_eq!(store.append(&id(table), append).await, Ok(()));
}

async fn tables(store: &dyn Store, player: PlayerId) -> Vec<String> {
    let seats = store.seats(player, 9).await.expect("seats can be read");
    seats.iter().map(|seat| seat.table.to_string()).collect()
}

async fn played(store: &dyn Store, player: PlayerId) -> Vec<u64> {
    let matches = store.matches(player, u64::MAX, 9).await;
    let matches = matches.expect("matches can be read");
    matches.iter().map(|(_, ended)| ended.sequence).collect()
}

pub(crate) async fn guest_becomes_an_alias_of_the_member(store: &dyn Store) {
    let [ana, guest, earlier] = [1, 2, 3].map(player);
    for (id, device) in [(ana, 1), (guest, 2), (earlier, 3)] {
        make(store, id, device, None).await;
    }
    assert_eq!(join(store, ana, "ana").await, Ok(()));
    play(store, "a", 10, [Some(ana), Some(guest)]).await;
    play(store, "b", 20, [Some(guest), None]).await;
    play(store, "c", 30, [Some(earlier), None]).await;
    assert_eq!(tables(store, guest).await, ["b", "a"]);
    assert_eq!(played(store, guest).await, [2, 1]);
    let first = store.matches(guest, 2, 9).await.expect("matches");
    assert_eq!(first.len(), 1);
    assert_eq!((first[0].0, first[0].1.table.as_str()), (seat(1), "a"));
    assert_eq!(
        store.matches(guest, u64::MAX, 1).await.map(|m| m.len()),
        Ok(1)
    );

    // A guest takes over an earlier guest; in the end both are aliases of the member.
    let offer = Change::Offer {
        player: guest,
        link: hash(50),
        expires_at: 9000,
    };
    assert_eq!(store.change(offer).await, Ok(()));
    let link = Proof::Link(hash(50));
    assert_eq!(sign_in(store, link, 4, Some(3)).await, Ok(()));
    assert_eq!(who(store, 3, 2000).await, None, "the guest's session ended");
    assert_eq!(store.ids(guest).await, Ok(vec![guest, earlier]));
    assert_eq!(tables(store, guest).await, ["c", "b", "a"]);
    assert_eq!(sign_in(store, code("ana", 101), 5, Some(4)).await, Ok(()));
    assert_eq!(who(store, 2, 2000).await, None, "on no device");
    assert_eq!(store.ids(ana).await, Ok(vec![ana, guest, earlier]));
    assert_eq!(tables(store, ana).await, ["c", "b", "a", "a"]);
    assert_eq!(played(store, ana).await, [3, 2, 1, 1]);
    let now = store.player(earlier).await.expect("it can be read");
    assert_eq!(now.map(|now| now.id), Some(ana));

    // Signing in again, or as another member, creates no alias.
    assert_eq!(sign_in(store, code("ana", 102), 6, Some(5)).await, Ok(()));
    assert_eq!(who(store, 5, 2000).await, None);
    assert_eq!(store.ids(ana).await.map(|ids| ids.len()), Ok(3));
}

pub(crate) async fn seat_belongs_to_one_player(store: &dyn Store) {
    let [ana, berta] = [1, 2].map(player);
    make(store, ana, 1, None).await;
    make(store, berta, 2, None).await;
    play(store, "a", 10, [Some(ana), None]).await;
    for (version, player) in [(3, Some(berta)), (4, None)] {
        let append = Append {
            effects: vec![Effect::Bound {
                seat: seat(0),
                player,
            }],
            ..Append::facts(vec![fact(version, 20, None)])
        };
        assert_eq!(store.append(&id("a"), append).await, Ok(()));
        assert_eq!(tables(store, ana).await, [""; 0]);
        assert_eq!(tables(store, berta).await.len(), player.iter().len());
    }
    assert_eq!(played(store, ana).await, [1], "what was played stays");
    play(store, "b", 10, [Some(ana), None]).await;
    assert_eq!(store.remove_older(1000).await.map(|gone| gone.len()), Ok(2));
    assert_eq!(tables(store, ana).await, [""; 0]);
    assert_eq!(played(store, ana).await, [2, 1]);
}

pub(crate) async fn deleted_player_leaves_results_of_others_whole(store: &dyn Store) {
    let [ana, berta, guest] = [1, 2, 3].map(player);
    for (id, device) in [(ana, 1), (berta, 2), (guest, 3)] {
        make(store, id, device, Some("A name")).await;
    }
    assert_eq!(join(store, ana, "ana").await, Ok(()));
    play(store, "a", 10, [Some(berta), Some(ana)]).await;
    play(store, "b", 10, [Some(guest), Some(berta)]).await;
    assert_eq!(sign_in(store, code("ana", 101), 4, Some(3)).await, Ok(()));
    assert_eq!(store.change(Change::Delete { player: ana }).await, Ok(()));
    for device in [1, 3, 4] {
        assert_eq!(who(store, device, 2000).await, None);
    }
    for id in [ana, guest] {
        let left = store.player(id).await.expect("it can be read");
        let left = left.expect("the row stays");
        assert_eq!((left.kind, left.name), (PlayerKind::Gone, None));
    }
    assert_eq!(tables(store, ana).await, [""; 0]);
    let unknown = Err(PeopleError::Unknown);
    assert_eq!(sign_in(store, code("ana", 102), 5, None).await, unknown);
    assert_eq!(store.change(Change::Delete { player: ana }).await, unknown);
    let names = store.since(0, 9).await.expect("results").into_iter();
    let names = names.map(|ended| {
        let name = |sitter: Sitter| match sitter {
            Sitter::Person {
                name,
                player,
                part: Part::Deserted,
                substituted: 2,
            } => (name.unwrap_or_default(), player),
            _ => panic!("people sat there"),
        };
        ended.result.seats.into_iter().take(2).map(name).collect()
    });
    let names: Vec<Vec<_>> = names.collect();
    let is = |name: &str, player| (name.to_owned(), Some(player));
    let expected = [
        [is("First", berta), is("", ana)],
        [is("", guest), is("Second", berta)],
    ];
    assert_eq!(names, expected);
    let stored = store.read(&id("a")).await.expect("it can be read");
    for entry in stored.expect("it is there").entries {
        assert_eq!(
            entry.fact,
            Fact::Named {
                seat: seat(1),
                name: String::new()
            },
            "the sample's facts name seat 1"
        );
    }
    // A player who changed seats had names in other seats.
    let named = |version, number: u8, name: &str| Entry {
        fact: Fact::Named {
            seat: seat(number),
            name: name.to_owned(),
        },
        ..fact(version, 20, None)
    };
    let reseated = Entry {
        fact: Fact::Reseated {
            seed: capicu::fair::Seed::from_number(1),
            engine: 1,
            seating: Seating::other_partners(4),
        },
        ..fact(3, 20, None)
    };
    let facts = vec![
        named(1, 1, "Eva"),
        named(2, 2, "Ben"),
        reseated,
        named(4, 2, "Eva M."),
    ];
    let append = Append {
        effects: vec![Effect::Bound {
            seat: seat(2),
            player: Some(player(6)),
        }],
        ..Append::make(setup(), 1, facts)
    };
    make(store, player(6), 6, Some("Eva M.")).await;
    assert_eq!(store.append(&id("c"), append).await, Ok(()));
    let gone = Change::Delete { player: player(6) };
    assert_eq!(store.change(gone).await, Ok(()));
    let stored = store.read(&id("c")).await.expect("it can be read");
    let stored = stored.expect("it is there");
    let names = stored.entries.iter().filter_map(|entry| match &entry.fact {
        Fact::Named { name, .. } => Some(name.as_str()),
        _ => None,
    });
    assert_eq!(names.collect::<Vec<_>>(), ["", "Ben", ""]);
    let Plan::Person { name, .. } = &stored.setup.seats[1] else {
        panic!("a person sat there first");
    };
    assert_eq!(*name, None);
    make(store, player(5), 5, None).await;
    assert_eq!(join(store, player(5), "ana").await, Ok(()), "it is free");
    assert_eq!(played(store, berta).await, [2, 1]);
}

/// Nobody plays a match here, so no result leads to the table.
pub(crate) async fn deleted_player_leaves_no_name_in_a_former_seat(store: &dyn Store) {
    let [ben, cora, dan] = [1, 2, 3].map(player);
    for (id, device) in [(ben, 1), (cora, 2), (dan, 3)] {
        make(store, id, device, None).await;
    }
    let at = seat(0);
    let named = |name: &str| Fact::Named {
        seat: at,
        name: name.to_owned(),
    };
    let bound = |player| Fact::Bound { seat: at, player };
    let newcomers = vec![Newcomer {
        seat: at,
        player: cora,
        token: hash(9),
    }];
    let renewed = Fact::Renewed {
        seat: at,
        token: Some(hash(8)),
    };
    let steps = [
        (vec![bound(ben), named("Ben")], Some(ben)),
        (
            vec![Fact::QueueSat { newcomers }, named("Cora")],
            Some(cora),
        ),
        (vec![renewed], None),
        (vec![bound(dan), named("Dan")], Some(dan)),
    ];
    let mut version = 0;
    for (facts, player) in steps {
        let first = version == 0;
        let entries = facts.into_iter().map(|of| {
            version += 1;
            Entry {
                fact: of,
                ..fact(version, 20, None)
            }
        });
        let entries = entries.collect();
        let append = match first {
            true => Append::make(setup(), 1, entries),
            false => Append::facts(entries),
        };
        let effects = vec![Effect::Bound { seat: at, player }];
        let append = Append { effects, ..append };
        assert_eq!(store.append(&id("a"), append).await, Ok(()));
    }
    let names = async || {
        let stored = store.read(&id("a")).await.expect("it can be read");
        let entries = stored.expect("it is there").entries;
        let names = entries.into_iter().filter_map(|entry| match entry.fact {
            Fact::Named { name, .. } => Some(name),
            _ => None,
        });
        names.collect::<Vec<_>>()
    };
    assert_eq!(store.change(Change::Delete { player: ben }).await, Ok(()));
    assert_eq!(names().await, ["", "Cora", "Dan"]);
    assert_eq!(store.change(Change::Delete { player: cora }).await, Ok(()));
    assert_eq!(names().await, ["", "", "Dan"]);
    assert_eq!(store.remove_older(1000).await.map(|gone| gone.len()), Ok(1));
    assert_eq!(store.change(Change::Delete { player: dan }).await, Ok(()));
}

pub(crate) async fn people_survive_a_restart(kind: &dyn Kind) {
    let store = kind.fresh().await;
    make(&*store, player(1), 1, Some("Ana")).await;
    assert_eq!(join(&*store, player(1), "ana").await, Ok(()));
    store.close().await;
    let late = store.change(Change::Forget { now: 0 }).await;
    assert_eq!(late, Err(PeopleError::Failed), "it is closed");
    assert!(store.session(hash(1), 1000).await.is_err());
    let store = kind.reopen(store).await;
    assert_eq!(who(&*store, 1, 1000).await, Some(player(1)));
    assert_eq!(store.codes_left(player(1)).await, Ok(2));
    store.close().await;
}

/// Replaces a member's codes `steps` times, and tries again after each failure. Returns the number of failed changes.
/// Every call needs its own `number`, which names the member. Panics if an acknowledged change is lost, or one is
/// stored partly.
pub async fn people_survive(
    store: &dyn Store,
    number: u8,
    steps: u32,
    faults: &mut dyn Faults,
) -> u32 {
    let id = player(number);
    let username = format!("member{number}");
    let member = Some(PlayerKind::Member {
        username: username.clone(),
    });
    for (change, becomes) in [
        (making(id, number, None), Some(PlayerKind::Guest)),
        (joining(id, &username), member),
    ] {
        // Faults of earlier plans may still happen.
        while let Err(error) = store.change(change.clone()).await {
            assert_eq!(error, PeopleError::Failed);
            let stored = store.player(id).await.expect("reading does not fail");
            if stored.map(|stored| stored.kind) == becomes {
                break;
            }
            faults.wait().await;
        }
    }
    let left = async || store.codes_left(id).await.expect("reading does not fail");
    let (mut failures, mut before) = (0, left().await);
    for step in 0..steps {
        let after = 3 + step % 7;
        let codes = (0..after).map(|code| hash(code as u8)).collect();
        let change = Change::Codes { player: id, codes };
        faults.arm(step);
        loop {
            match store.change(change.clone()).await {
                Ok(()) => break,
                Err(PeopleError::Failed) => failures += 1,
                Err(error) => panic!("step {step}: {error:?}, but the member is there"),
            }
            let stored = left().await;
            if stored == after {
                break;
            }
            assert_eq!(stored, before, "step {step}: all of it or nothing");
            faults.wait().await;
        }
        assert_eq!(left().await, after, "step {step}");
        before = after;
    }
    faults.wait().await;
    failures
}
