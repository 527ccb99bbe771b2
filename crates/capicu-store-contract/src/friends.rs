//! The contract for friends and blocks.

use capicu_protocol::PlayerId;

use crate::Kind;
use crate::people::{code, hash, join, make, sign_in};
use crate::sample::player;
use capicu_store::{Change, Circle, PlayerKind, Proof, Store, Tie, TieError, TieLimits, Tied};

const LIMITS: TieLimits = TieLimits {
    friends: 2,
    asked: 2,
    blocked: 2,
};

const UNKNOWN: Result<(), TieError> = Err(TieError::Unknown);

/// Creates members with these numbers; usernames are `member` and a letter.
async fn members<const N: usize>(store: &dyn Store, numbers: [u8; N]) -> [PlayerId; N] {
    for number in numbers {
        make(store, player(number), number, None).await;
        // A digit would not do: the skeleton of 1 equals that of a letter.
        let username = format!("member{}", char::from(b'a' + number));
        assert_eq!(join(store, player(number), &username).await, Ok(()));
    }
    numbers.map(player)
}

async fn tie(store: &dyn Store, tie: Tie) -> Result<(), TieError> {
    store.tie(tie, LIMITS).await
}

async fn ask(store: &dyn Store, player: PlayerId, other: PlayerId) -> Result<(), TieError> {
    let at = 10;
    tie(store, Tie::Ask { player, other, at }).await
}

async fn accept(store: &dyn Store, player: PlayerId, other: PlayerId) -> Result<(), TieError> {
    let at = 20;
    tie(store, Tie::Accept { player, other, at }).await
}

async fn block(store: &dyn Store, player: PlayerId, other: PlayerId) -> Result<(), TieError> {
    let at = 30;
    tie(store, Tie::Block { player, other, at }).await
}

async fn unblock(store: &dyn Store, player: PlayerId, other: PlayerId) -> Result<(), TieError> {
    tie(store, Tie::Unblock { player, other }).await
}

async fn circle(store: &dyn Store, player: PlayerId) -> Circle {
    store.circle(player, 9).await.expect("it can be read")
}

fn ids(all: &[Tied]) -> Vec<PlayerId> {
    all.iter().map(|tied| tied.player.id).collect()
}

/// Lists friends, requests to the player, requests by the player, and blocked players.
async fn ties(store: &dyn Store, player: PlayerId) -> [Vec<PlayerId>; 4] {
    let circle = circle(store, player).await;
    let all = [circle.friends, circle.asking, circle.asked, circle.blocked];
    all.map(|tied| ids(&tied))
}

const NOBODY: [PlayerId; 0] = [];

pub(crate) async fn accepted_request_makes_friends(store: &dyn Store) {
    let [ana, eva, ben] = members(store, [1, 2, 3]).await;
    assert_eq!(circle(store, ana).await, Circle::default());
    assert_eq!(accept(store, eva, ana).await, UNKNOWN, "nobody asked");
    assert_eq!(ask(store, ana, eva).await, Ok(()));
    assert_eq!(ask(store, ana, eva).await, Ok(()), "once more is once");
    assert_eq!(accept(store, ana, eva).await, UNKNOWN, "not by oneself");
    assert_eq!(ties(store, ana).await, [vec![], vec![], vec![eva], vec![]]);
    assert_eq!(ties(store, eva).await, [vec![], vec![ana], vec![], vec![]]);
    let asking = circle(store, eva).await.asking;
    assert_eq!(asking[0].since, 10);
    let kind = PlayerKind::Member {
        username: "memberb".to_owned(),
    };
    assert_eq!(asking[0].player.kind, kind);
    assert_eq!(accept(store, eva, ana).await, Ok(()));
    assert_eq!(accept(store, eva, ana).await, UNKNOWN, "replayed");
    for (one, other) in [(ana, eva), (eva, ana)] {
        let found = circle(store, one).await;
        assert_eq!(ids(&found.friends), [other]);
        assert_eq!(found.friends[0].since, 20);
        assert_eq!(ids(&found.asking), NOBODY);
        assert_eq!(ids(&found.asked), NOBODY);
        assert_eq!(ask(store, one, other).await, Ok(()), "they are friends");
    }
    // A request answers an earlier one in the other direction.
    assert_eq!(ask(store, ben, ana).await, Ok(()));
    assert_eq!(ask(store, ana, ben).await, Ok(()));
    assert_eq!(ties(store, ana).await[0], [ben, eva]);
    let hide = |hidden| Tie::Hide {
        player: eva,
        hidden,
    };
    for hidden in [true, true, false, false] {
        assert_eq!(tie(store, hide(hidden)).await, Ok(()));
        assert_eq!(circle(store, eva).await.is_hidden, hidden);
        let of_ana = circle(store, ana).await;
        let seen: Vec<_> = of_ana.friends.iter().map(|tied| tied.is_hidden).collect();
        assert_eq!(seen, [false, hidden]);
    }
    // Guests and unknown ids cannot be friends.
    make(store, player(4), 4, None).await;
    for nobody in [player(4), player(9), ana] {
        assert_eq!(ask(store, ana, nobody).await, UNKNOWN);
    }
    assert_eq!(ask(store, player(4), ana).await, UNKNOWN);
    let hide = Tie::Hide {
        player: player(4),
        hidden: true,
    };
    assert_eq!(tie(store, hide).await, UNKNOWN);
}

pub(crate) async fn accepted_request_is_unread_until_read(store: &dyn Store) {
    let [ana, eva, ben] = members(store, [1, 2, 3]).await;
    let unread = async |player| ids(&circle(store, player).await.accepted);
    let read = |player, other| Tie::Read { player, other };
    assert_eq!(ask(store, ana, eva).await, Ok(()));
    assert_eq!(unread(ana).await, NOBODY);
    assert_eq!(accept(store, eva, ana).await, Ok(()));
    // A request that answers an earlier one accepts it.
    assert_eq!(ask(store, ana, ben).await, Ok(()));
    assert_eq!(ask(store, ben, ana).await, Ok(()));
    assert_eq!(unread(ana).await, [ben, eva]);
    assert_eq!((unread(eva).await, unread(ben).await), (vec![], vec![]));
    for _ in 0..2 {
        assert_eq!(tie(store, read(ana, eva)).await, Ok(()));
        assert_eq!(unread(ana).await, [ben]);
    }
    // Nothing is left of a friendship that ended.
    assert_eq!(block(store, ben, ana).await, Ok(()));
    assert_eq!(unread(ana).await, NOBODY);
}

pub(crate) async fn request_can_be_refused_and_withdrawn(store: &dyn Store) {
    let [ana, eva] = members(store, [1, 2]).await;
    let refuse = Tie::Refuse {
        player: eva,
        other: ana,
    };
    let take_back = Tie::TakeBack {
        player: ana,
        other: eva,
    };
    let remove = |player, other| Tie::Remove { player, other };
    for end in [refuse, take_back] {
        assert_eq!(tie(store, end).await, UNKNOWN);
        assert_eq!(ask(store, ana, eva).await, Ok(()));
        assert_eq!(tie(store, end).await, Ok(()));
        assert_eq!(circle(store, ana).await, Circle::default());
        assert_eq!(accept(store, eva, ana).await, UNKNOWN);
    }
    assert_eq!(ask(store, ana, eva).await, Ok(()));
    assert_eq!(tie(store, remove(eva, ana)).await, UNKNOWN);
    for (one, other) in [(eva, ana), (ana, eva)] {
        assert_eq!(ask(store, ana, eva).await, Ok(()));
        assert_eq!(ask(store, eva, ana).await, Ok(()));
        for end in [refuse, take_back] {
            assert_eq!(tie(store, end).await, UNKNOWN, "they are friends by now");
        }
        assert_eq!(tie(store, remove(one, other)).await, Ok(()));
        assert_eq!(circle(store, ana).await, Circle::default());
        assert_eq!(circle(store, eva).await, Circle::default());
    }
}

pub(crate) async fn block_ends_a_friendship_and_stays_hidden(store: &dyn Store) {
    let [ana, eva] = members(store, [1, 2]).await;
    assert_eq!(ask(store, ana, eva).await, Ok(()));
    assert_eq!(accept(store, eva, ana).await, Ok(()));
    assert_eq!(block(store, ana, eva).await, Ok(()));
    assert_eq!(block(store, ana, eva).await, Ok(()), "once more is once");
    assert_eq!(ties(store, ana).await, [vec![], vec![], vec![], vec![eva]]);
    assert_eq!(circle(store, eva).await, Circle::default());
    let apart = store.apart(ana).await.expect("it can be read");
    assert_eq!((apart.blocked, apart.blocking), (vec![eva], vec![]));
    let apart = store.apart(eva).await.expect("it can be read");
    assert_eq!(apart.all().collect::<Vec<_>>(), [ana]);
    assert_eq!((apart.blocked, apart.blocking), (vec![], vec![ana]));

    // To a blocked player, a request looks unanswered. A player cannot send one to somebody they have blocked.
    assert_eq!(ask(store, ana, eva).await, Err(TieError::Blocked));
    assert_eq!(ask(store, eva, ana).await, Ok(()));
    assert_eq!(ties(store, eva).await, [vec![], vec![], vec![ana], vec![]]);
    assert_eq!(ties(store, ana).await, [vec![], vec![], vec![], vec![eva]]);
    assert_eq!(accept(store, ana, eva).await, UNKNOWN);
    assert_eq!(unblock(store, ana, eva).await, Ok(()));
    assert_eq!(unblock(store, ana, eva).await, UNKNOWN);
    assert_eq!(ties(store, ana).await, [vec![], vec![eva], vec![], vec![]]);
    // An earlier request stays with its sender, and the other player does not see it.
    assert_eq!(block(store, ana, eva).await, Ok(()));
    assert_eq!(ties(store, eva).await[2], [ana]);
    assert_eq!(ties(store, ana).await[1], NOBODY);
    // Blocking somebody removes the blocker's own request.
    assert_eq!(block(store, eva, ana).await, Ok(()));
    assert_eq!(ties(store, eva).await, [vec![], vec![], vec![], vec![ana]]);
    for nobody in [player(9), ana] {
        assert_eq!(block(store, ana, nobody).await, UNKNOWN);
    }
}

pub(crate) async fn friends_are_refused_above_the_limits(store: &dyn Store) {
    let [ana, eva, ben, gus, lin] = members(store, [1, 2, 3, 4, 5]).await;
    let full = Err(TieError::Full);
    for other in [eva, ben] {
        assert_eq!(ask(store, ana, other).await, Ok(()));
    }
    assert_eq!(ask(store, ana, gus).await, full);
    assert_eq!(ties(store, gus).await[1], NOBODY);
    for other in [eva, ben] {
        assert_eq!(accept(store, other, ana).await, Ok(()));
    }
    assert_eq!(ask(store, ana, gus).await, full, "two friends are enough");
    assert_eq!(ask(store, gus, ana).await, Ok(()));
    assert_eq!(accept(store, ana, gus).await, full);
    assert_eq!(ties(store, gus).await[2], [ana], "it can be accepted later");
    // A request to eva, for the limit of `circle` below.
    assert_eq!(ask(store, lin, eva).await, Ok(()));
    for other in [gus, lin] {
        assert_eq!(block(store, ana, other).await, Ok(()));
    }
    assert_eq!(block(store, ana, eva).await, full);
    assert_eq!(ties(store, ana).await[0], [eva, ben], "all or nothing");
    let asking = store.circle(eva, 0).await.expect("it can be read");
    assert_eq!(ids(&asking.asking), NOBODY, "no more than were asked for");
}

pub(crate) async fn member_takes_over_relations_of_the_guest(store: &dyn Store) {
    let [ana, eva, ben] = members(store, [1, 2, 3]).await;
    let guest = player(4);
    make(store, guest, 4, None).await;
    assert_eq!(ask(store, ana, eva).await, Ok(()));
    assert_eq!(accept(store, eva, ana).await, Ok(()));
    // The guest and members block each other, one of them the member that the guest becomes.
    for (one, other) in [(guest, eva), (ben, guest), (guest, ana), (ana, guest)] {
        assert_eq!(block(store, one, other).await, Ok(()));
    }
    let offer = Change::Offer {
        player: ana,
        link: hash(50),
        expires_at: 9000,
    };
    assert_eq!(store.change(offer).await, Ok(()));
    let link = Proof::Link(hash(50));
    assert_eq!(sign_in(store, link, 5, Some(4)).await, Ok(()));
    assert_eq!(ties(store, ana).await, [vec![], vec![], vec![], vec![eva]]);
    assert_eq!(ties(store, ben).await[3], [ana]);
    assert_eq!(circle(store, eva).await, Circle::default());
    // They are apart under all their ids.
    let apart = store.apart(ben).await.expect("it can be read");
    let mut both = [ana, guest];
    both.sort_unstable();
    assert_eq!(apart.blocked, both);
    // A request to the guest's id reaches the member.
    assert_eq!(ask(store, eva, guest).await, Ok(()));
    assert_eq!(ties(store, eva).await[2], [ana]);
    let named = store.usernames(vec![guest, ben, player(9)]).await;
    let named = named.expect("it can be read");
    let named: Vec<_> = named.iter().map(|(id, name)| (*id, &name[..])).collect();
    let mut expected = [(guest, "memberb"), (ben, "memberd")];
    expected.sort_unstable();
    assert_eq!(named, expected);
}

pub(crate) async fn deleted_player_has_no_relations(store: &dyn Store) {
    let [ana, eva, ben] = members(store, [1, 2, 3]).await;
    assert_eq!(ask(store, ana, eva).await, Ok(()));
    assert_eq!(accept(store, eva, ana).await, Ok(()));
    assert_eq!(ask(store, ben, ana).await, Ok(()));
    assert_eq!(block(store, ana, ben).await, Ok(()));
    let hide = Tie::Hide {
        player: ana,
        hidden: true,
    };
    assert_eq!(tie(store, hide).await, Ok(()));
    assert_eq!(store.change(Change::Delete { player: ana }).await, Ok(()));
    for one in [ana, eva, ben] {
        assert_eq!(circle(store, one).await, Circle::default());
    }
    assert_eq!(ask(store, eva, ana).await, UNKNOWN);
    assert_eq!(block(store, eva, ana).await, UNKNOWN);
    assert_eq!(
        store.usernames(vec![ana]).await.map(|found| found.len()),
        Ok(0)
    );
}

pub(crate) async fn members_are_found_by_their_usernames(store: &dyn Store) {
    make(store, player(1), 1, Some("Ana")).await;
    assert_eq!(join(store, player(1), "Lola1").await, Ok(()));
    let found = store.member("lolal").await.expect("it can be read");
    let found = found.expect("it is there");
    assert_eq!((found.id, found.name.as_deref()), (player(1), Some("Ana")));
    for nobody in ["lola", "Lola1", "", "%"] {
        assert_eq!(store.member(nobody).await, Ok(None), "{nobody}");
    }
    assert_eq!(sign_in(store, code("lolal", 101), 2, None).await, Ok(()));
    let gone = Change::Delete { player: player(1) };
    assert_eq!(store.change(gone).await, Ok(()));
    assert_eq!(store.member("lolal").await, Ok(None));
}

pub(crate) async fn friends_survive_a_restart(kind: &dyn Kind) {
    let store = kind.fresh().await;
    let [ana, eva] = members(&*store, [1, 2]).await;
    assert_eq!(ask(&*store, ana, eva).await, Ok(()));
    assert_eq!(accept(&*store, eva, ana).await, Ok(()));
    store.close().await;
    assert_eq!(block(&*store, ana, eva).await, Err(TieError::Failed));
    assert!(store.circle(ana, 9).await.is_err());
    let store = kind.reopen(store).await;
    assert_eq!(ties(&*store, ana).await[0], [eva]);
    store.close().await;
}
