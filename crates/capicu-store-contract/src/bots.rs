//! The contract for bots.

use capicu_protocol::{PlayerId, Scope};

use crate::Kind;
use crate::people::{hash, join, make};
use crate::sample::player;
use capicu_store::{
    Bot, BotChange, BotToken, Change, MOST_BOT_TOKENS, MOST_BOTS, PeopleError, PlayerKind, Store,
};

fn making(owner: PlayerId, bot: u8, username: &str) -> Change {
    Change::Bot(BotChange::Make {
        owner,
        bot: player(bot),
        username: username.to_owned(),
        skeleton: username.to_owned(),
        name: format!("{username}[bot]"),
        at: 500,
    })
}

fn token(number: u8) -> BotToken {
    BotToken {
        hash: hash(number),
        label: format!("program {number}"),
        scopes: vec![Scope::Play, Scope::Read],
        made_at: 1000 + u64::from(number),
        expires_at: 2000,
    }
}

async fn issue(store: &dyn Store, owner: PlayerId, bot: u8, number: u8) -> Result<(), PeopleError> {
    let (bot, token) = (player(bot), token(number));
    let issue = BotChange::Issue { owner, bot, token };
    store.change(Change::Bot(issue)).await
}

async fn names(store: &dyn Store, owner: PlayerId) -> Vec<String> {
    let all = store.bots(owner).await.expect("they can be read");
    all.into_iter().map(|bot| bot.username).collect()
}

async fn of_token(store: &dyn Store, number: u8) -> Option<(Bot, BotToken)> {
    let found = store.bot_of_token(hash(number)).await;
    found.expect("it can be read")
}

pub(crate) async fn bots_of_members_have_unique_names(store: &dyn Store) {
    let [ana, berta] = [1, 2].map(player);
    make(store, ana, 1, None).await;
    make(store, berta, 2, None).await;
    let guests = store.change(making(ana, 50, "robi")).await;
    assert_eq!(guests, Err(PeopleError::Unknown), "a guest has none");
    assert_eq!(join(store, ana, "ana").await, Ok(()));
    assert_eq!(store.change(making(ana, 50, "robi")).await, Ok(()));
    for taken in ["robi", "ana"] {
        let again = store.change(making(ana, 51, taken)).await;
        assert_eq!(again, Err(PeopleError::Taken), "{taken}");
    }
    assert_eq!(join(store, berta, "robi").await, Err(PeopleError::Taken));
    assert_eq!(store.is_taken("robi".into()).await, Ok(true));
    let found = store.bot_called("robi".into()).await.unwrap().unwrap();
    assert_eq!((found.owner, found.player.kind), (ana, PlayerKind::Bot));
    assert_eq!(found.player.name.as_deref(), Some("robi[bot]"));
    assert_eq!(store.bot_called("ana".into()).await, Ok(None));
    // Changes for people do not apply to bots.
    let bot = player(50);
    for change in [
        Change::Rename {
            player: bot,
            name: None,
        },
        Change::Offer {
            player: bot,
            link: hash(9),
            expires_at: 9999,
        },
        Change::Delete { player: bot },
    ] {
        assert_eq!(store.change(change).await, Err(PeopleError::Unknown));
    }
    for number in 1..MOST_BOTS as u8 {
        let one = store.change(making(ana, 50 + number, &format!("abot{number}")));
        assert_eq!(one.await, Ok(()));
    }
    let more = store.change(making(ana, 90, "more")).await;
    assert_eq!(more, Err(PeopleError::TooManyBots));
    let all = ["abot1", "abot2", "abot3", "abot4", "robi"];
    assert_eq!(names(store, ana).await, all);
    assert_eq!(names(store, berta).await, [""; 0]);
}

pub(crate) async fn token_finds_its_bot_until_revoked(store: &dyn Store) {
    let [ana, berta] = [1, 2].map(player);
    make(store, ana, 1, None).await;
    make(store, berta, 2, None).await;
    assert_eq!(join(store, ana, "ana").await, Ok(()));
    assert_eq!(join(store, berta, "berta").await, Ok(()));
    assert_eq!(store.change(making(ana, 50, "robi")).await, Ok(()));
    let unknown = Err(PeopleError::Unknown);
    assert_eq!(issue(store, berta, 50, 10).await, unknown, "not hers");
    assert_eq!(issue(store, ana, 50, 10).await, Ok(()));
    let (bot, found) = of_token(store, 10).await.expect("it is there");
    assert_eq!((bot.player.id, found), (player(50), token(10)));
    assert_eq!(of_token(store, 11).await, None);
    // The token opens no session.
    assert_eq!(store.session(hash(10), 1500).await, Ok(None));
    for number in 11..10 + MOST_BOT_TOKENS as u8 {
        assert_eq!(issue(store, ana, 50, number).await, Ok(()));
    }
    let more = issue(store, ana, 50, 99).await;
    assert_eq!(more, Err(PeopleError::TooManyBots));
    let revoke = |owner| {
        Change::Bot(BotChange::Revoke {
            owner,
            bot: player(50),
            token: hash(10),
        })
    };
    assert_eq!(store.change(revoke(berta)).await, unknown);
    assert_eq!(store.change(revoke(ana)).await, Ok(()));
    assert_eq!(store.change(revoke(ana)).await, unknown, "it is gone");
    assert_eq!(of_token(store, 10).await, None);
    let left = store.bot_tokens(player(50)).await.expect("readable");
    assert_eq!(left.first(), Some(&token(11)));
    assert_eq!(left.len(), MOST_BOT_TOKENS - 1);
}

pub(crate) async fn bot_is_deleted_alone_or_with_its_owner(store: &dyn Store) {
    let ana = player(1);
    make(store, ana, 1, None).await;
    assert_eq!(join(store, ana, "ana").await, Ok(()));
    for (bot, username) in [(50, "robi"), (51, "tobi")] {
        assert_eq!(store.change(making(ana, bot, username)).await, Ok(()));
        assert_eq!(issue(store, ana, bot, bot).await, Ok(()));
    }
    let remove = |owner| {
        Change::Bot(BotChange::Remove {
            owner,
            bot: player(50),
        })
    };
    assert_eq!(
        store.change(remove(player(2))).await,
        Err(PeopleError::Unknown)
    );
    assert_eq!(store.change(remove(ana)).await, Ok(()));
    assert_eq!(names(store, ana).await, ["tobi"]);
    assert_eq!(of_token(store, 50).await, None);
    assert_eq!(store.is_taken("robi".into()).await, Ok(false));
    assert_eq!(store.change(Change::Delete { player: ana }).await, Ok(()));
    assert_eq!(of_token(store, 51).await, None);
    for gone in [50, 51] {
        let left = store.player(player(gone)).await.unwrap().unwrap();
        assert_eq!((left.kind, left.name), (PlayerKind::Gone, None));
    }
}

pub(crate) async fn bots_survive_a_restart(kind: &dyn Kind) {
    let store = kind.fresh().await;
    make(&*store, player(1), 1, None).await;
    assert_eq!(join(&*store, player(1), "ana").await, Ok(()));
    assert_eq!(store.change(making(player(1), 50, "robi")).await, Ok(()));
    assert_eq!(issue(&*store, player(1), 50, 10).await, Ok(()));
    store.close().await;
    assert!(store.bots(player(1)).await.is_err(), "it is closed");
    let store = kind.reopen(store).await;
    assert_eq!(names(&*store, player(1)).await, ["robi"]);
    let found = of_token(&*store, 10).await.map(|(_, token)| token);
    assert_eq!(found, Some(token(10)));
    store.close().await;
}
