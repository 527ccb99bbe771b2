//! The contract for passkeys.

use capicu_protocol::PlayerId;

use crate::Kind;
use crate::people::{DAY, code, hash, join, make, session, sign_in, who};
use crate::sample::player;
use capicu_store::{
    Change, CredentialId, MOST_PASSKEYS, Passkey, PasskeyChange, PeopleError, PlayerKind, Proof,
    Store,
};

fn id(number: u8) -> CredentialId {
    CredentialId(vec![number, 0, 255])
}

fn passkey(number: u8, counter: u32) -> Passkey {
    Passkey {
        id: id(number),
        site: "dominoes.example".to_owned(),
        public_key: vec![0xa5, number],
        // RS256, the lowest in use.
        algorithm: -257,
        counter,
        label: format!("browser {number}"),
        made_at: 1000 + u64::from(number),
        used_at: None,
    }
}

fn joining(player: PlayerId, username: &str, passkey: Passkey) -> Change {
    Change::Passkey(PasskeyChange::Join {
        player,
        username: username.to_owned(),
        skeleton: username.to_owned(),
        codes: vec![hash(101)],
        passkey,
    })
}

async fn add(store: &dyn Store, player: PlayerId, passkey: Passkey) -> Result<(), PeopleError> {
    let change = PasskeyChange::Add { player, passkey };
    store.change(Change::Passkey(change)).await
}

async fn remove(
    store: &dyn Store,
    player: PlayerId,
    number: u8,
    site: &str,
) -> Result<(), PeopleError> {
    let change = PasskeyChange::Remove {
        player,
        id: id(number),
        site: site.to_owned(),
    };
    store.change(Change::Passkey(change)).await
}

async fn all(store: &dyn Store, player: PlayerId) -> Vec<Passkey> {
    store.passkeys(player).await.expect("they can be read")
}

fn proof(number: u8, counter: u32) -> Proof {
    Proof::Passkey {
        id: id(number),
        counter,
    }
}

pub(crate) async fn guest_becomes_a_member_with_a_passkey(store: &dyn Store) {
    let [ana, berta] = [1, 2].map(player);
    make(store, ana, 1, Some("Ana")).await;
    make(store, berta, 2, None).await;
    assert_eq!(
        add(store, ana, passkey(1, 0)).await,
        Err(PeopleError::Unknown)
    );
    let joined = store.change(joining(ana, "ana", passkey(1, 7))).await;
    assert_eq!(joined, Ok(()));
    let member = store.player(ana).await.expect("it can be read");
    let member = member.expect("it is there");
    assert!(matches!(member.kind, PlayerKind::Member { .. }));
    assert_eq!(member.name.as_deref(), Some("Ana"));
    assert_eq!(store.codes_left(ana).await, Ok(1));
    assert_eq!(all(store, ana).await, [passkey(1, 7)]);
    let found = store.passkey(id(1)).await;
    assert_eq!(found, Ok(Some((ana, passkey(1, 7)))));
    assert_eq!(store.passkey(id(2)).await, Ok(None));

    // All or nothing: a taken username, then a known passkey.
    for (username, number, error) in [
        ("ana", 2, PeopleError::Taken),
        ("berta", 1, PeopleError::PasskeyKnown),
    ] {
        let refused = store
            .change(joining(berta, username, passkey(number, 0)))
            .await;
        assert_eq!(refused, Err(error));
        let guest = store.player(berta).await.expect("it can be read");
        assert_eq!(guest.map(|guest| guest.kind), Some(PlayerKind::Guest));
        assert_eq!(all(store, berta).await, []);
        assert_eq!(store.codes_left(berta).await, Ok(0));
    }
    assert_eq!(all(store, ana).await.len(), 1);
}

pub(crate) async fn passkey_signs_in_only_with_a_higher_counter(store: &dyn Store) {
    let [ana, guest] = [1, 2].map(player);
    make(store, ana, 1, None).await;
    make(store, guest, 2, None).await;
    let joined = store.change(joining(ana, "ana", passkey(1, 7))).await;
    assert_eq!(joined, Ok(()));
    assert_eq!(add(store, ana, passkey(2, 0)).await, Ok(()));
    let unknown = Err(PeopleError::Unknown);
    assert_eq!(sign_in(store, proof(9, 1), 3, None).await, unknown);
    // A counter that did not grow reveals a copy.
    for counter in [0, 6, 7] {
        assert_eq!(sign_in(store, proof(1, counter), 3, None).await, unknown);
    }
    assert_eq!(who(store, 3, 2000).await, None);
    assert_eq!(sign_in(store, proof(1, 8), 3, None).await, Ok(()));
    assert_eq!(who(store, 3, 2000).await, Some(ana));
    assert_eq!(sign_in(store, proof(1, 8), 4, None).await, unknown);
    // A passkey that does not count may sign in repeatedly, and may begin to count.
    for (device, counter) in [(4, 0), (5, 0), (6, u32::MAX)] {
        assert_eq!(
            sign_in(store, proof(2, counter), device, None).await,
            Ok(())
        );
    }
    assert_eq!(sign_in(store, proof(2, 0), 7, None).await, unknown);
    let used = |number, counter| Passkey {
        used_at: Some(2000),
        ..passkey(number, counter)
    };
    assert_eq!(all(store, ana).await, [used(1, 8), used(2, u32::MAX)]);
    assert_eq!(store.codes_left(ana).await, Ok(1), "no code was used");

    // The guest of the device becomes an alias of the member.
    assert_eq!(sign_in(store, proof(1, 9), 8, Some(2)).await, Ok(()));
    assert_eq!(store.ids(ana).await, Ok(vec![ana, guest]));
    assert_eq!(who(store, 2, 2000).await, None);
}

pub(crate) async fn last_way_to_sign_in_stays(store: &dyn Store) {
    let [ana, berta] = [1, 2].map(player);
    make(store, ana, 1, None).await;
    make(store, berta, 2, None).await;
    let joined = store.change(joining(ana, "ana", passkey(1, 0))).await;
    assert_eq!(joined, Ok(()));
    assert_eq!(join(store, berta, "berta").await, Ok(()));
    let elsewhere = Passkey {
        site: "localhost".to_owned(),
        ..passkey(3, 0)
    };
    assert_eq!(add(store, ana, passkey(2, 0)).await, Ok(()));
    assert_eq!(add(store, ana, elsewhere.clone()).await, Ok(()));
    let here = "dominoes.example";
    let unknown = Err(PeopleError::Unknown);
    assert_eq!(remove(store, berta, 1, here).await, unknown, "not hers");
    assert_eq!(remove(store, ana, 9, here).await, unknown);
    assert_eq!(remove(store, ana, 1, here).await, Ok(()));
    assert_eq!(sign_in(store, proof(1, 0), 3, None).await, unknown);
    // With a recovery code left, any passkey may be removed; without one, the last passkey of this site stays.
    assert_eq!(sign_in(store, code("ana", 101), 3, None).await, Ok(()));
    assert_eq!(store.codes_left(ana).await, Ok(0));
    let last = Err(PeopleError::LastWayIn);
    assert_eq!(remove(store, ana, 2, here).await, last);
    assert_eq!(all(store, ana).await, [passkey(2, 0), elsewhere]);
    assert_eq!(remove(store, ana, 3, here).await, Ok(()));
    assert_eq!(remove(store, ana, 2, here).await, last);
    let codes = vec![hash(102)];
    let renewed = store.change(Change::Codes { player: ana, codes }).await;
    assert_eq!(renewed, Ok(()));
    assert_eq!(remove(store, ana, 2, here).await, Ok(()));
    assert_eq!(all(store, ana).await, []);
}

pub(crate) async fn passkeys_are_limited_and_deleted_with_the_player(store: &dyn Store) {
    let [ana, berta] = [1, 2].map(player);
    make(store, ana, 1, None).await;
    make(store, berta, 2, None).await;
    assert_eq!(join(store, ana, "ana").await, Ok(()));
    for number in 0..MOST_PASSKEYS as u8 {
        assert_eq!(add(store, ana, passkey(number, 0)).await, Ok(()));
    }
    let one_more = add(store, ana, passkey(200, 0)).await;
    assert_eq!(one_more, Err(PeopleError::TooManyPasskeys));
    assert_eq!(all(store, ana).await.len(), MOST_PASSKEYS);
    assert_eq!(store.change(Change::Delete { player: ana }).await, Ok(()));
    assert_eq!(all(store, ana).await, []);
    let unknown = Err(PeopleError::Unknown);
    assert_eq!(sign_in(store, proof(1, 0), 3, None).await, unknown);
    // The authenticator may contain a passkey of another player.
    assert_eq!(join(store, berta, "berta").await, Ok(()));
    assert_eq!(add(store, berta, passkey(1, 0)).await, Ok(()));
}

pub(crate) async fn passkeys_survive_a_restart(kind: &dyn Kind) {
    let store = kind.fresh().await;
    make(&*store, player(1), 1, None).await;
    let joined = store.change(joining(player(1), "ana", passkey(1, 7))).await;
    assert_eq!(joined, Ok(()));
    store.close().await;
    assert!(store.passkeys(player(1)).await.is_err(), "it is closed");
    let store = kind.reopen(store).await;
    assert_eq!(all(&*store, player(1)).await, [passkey(1, 7)]);
    let change = Change::SignIn {
        proof: proof(1, 8),
        session: session(3, 2000),
        leaving: None,
    };
    assert_eq!(store.change(change).await, Ok(()));
    assert_eq!(who(&*store, 3, 1999 + DAY).await, Some(player(1)));
    store.close().await;
}
