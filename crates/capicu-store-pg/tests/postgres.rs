//! Runs the contract on a real PostgreSQL, and tests concurrent servers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use capicu_store::events::{EventError, Events as _};
use capicu_store::shards::TOGETHER;
use capicu_store::shards::{Owner, Shards};
use capicu_store::{Answer, Append, AppendError, Health, Journal as _, Store};
use capicu_store_contract::{Faults, Kind, fact, fill, holds, id, people_survive, setup, survives};
use capicu_store_pg::{Address, EDITION, OpenError, Role, open, open_up_to};
use sqlx::{Connection as _, PgConnection, Row as _};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::server::Postgres;

/// Databases, all created from the same template. Reopening uses the last one.
struct InDatabases(Postgres, AtomicU32);

impl InDatabases {
    fn last(&self) -> String {
        format!("c{}", self.1.load(Ordering::Relaxed))
    }

    async fn opened(&self) -> Arc<dyn Store> {
        let address = address(&self.0, &self.last());
        Arc::new(open(&address, Role::Alone).await.unwrap())
    }
}

impl Kind for InDatabases {
    fn fresh(&self) -> Answer<'_, Arc<dyn Store>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Box::pin(async {
            self.0.create(&self.last(), "made");
            self.opened().await
        })
    }

    fn reopen(&self, _: Arc<dyn Store>) -> Answer<'_, Arc<dyn Store>> {
        Box::pin(self.opened())
    }
}

fn address(postgres: &Postgres, database: &str) -> Address {
    postgres.url(database).parse().unwrap()
}

/// Starts PostgreSQL with a database called `made` that has our tables.
async fn started() -> Option<Postgres> {
    let postgres = Postgres::start()?;
    postgres.create("made", "template0");
    let store = open(&address(&postgres, "made"), Role::Alone)
        .await
        .unwrap();
    store.close().await;
    Some(postgres)
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_fulfils_the_contract() {
    let Some(postgres) = started().await else {
        return;
    };
    holds(&InDatabases(postgres, AtomicU32::new(0))).await;
}

/// In every other step, all connections of the server end at some moment. On a slow machine this moment may come some
/// steps later, and the steps until then add no further one: a read survives two, and must not meet three.
struct CutOff<'a>(&'a Postgres, &'a dyn Store, Option<JoinHandle<()>>);

impl Faults for CutOff<'_> {
    fn arm(&mut self, step: u32) {
        if self.2.as_ref().is_some_and(|cut| !cut.is_finished()) {
            return;
        }
        let url = self.0.url("made");
        self.2 = Some(tokio::spawn(async move {
            if step.is_multiple_of(2) {
                let mut connection = PgConnection::connect(&url).await.unwrap();
                sleep(Duration::from_micros(u64::from(step % 16) * 400)).await;
                let all = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                     WHERE application_name = 'capicu' AND pid <> pg_backend_pid()";
                sqlx::raw_sql(all).execute(&mut connection).await.unwrap();
            }
        }));
    }

    fn wait(&mut self) -> Answer<'_, ()> {
        Box::pin(async {
            if let Some(fault) = self.2.take() {
                fault.await.unwrap();
            }
            sleep(Duration::from_millis(20)).await;
            let began = Instant::now();
            while self.1.health() != Health::Writable {
                assert!(began.elapsed() < Duration::from_secs(20), "it recovers");
                sleep(Duration::from_millis(5)).await;
            }
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ended_connections_lose_nothing() {
    let Some(mut postgres) = started().await else {
        return;
    };
    let store = open(&address(&postgres, "made"), Role::Alone)
        .await
        .unwrap();
    let mut faults = CutOff(&postgres, &store, None);
    let failed = survives(&store, "a", 60, &mut faults).await;
    eprintln!("{failed} of 60 appends failed and were made again");
    assert!(failed > 0, "no fault met an append");
    let failed = people_survive(&store, 200, 30, &mut faults).await;
    eprintln!("{failed} of 30 changes failed and were made again");
    postgres.halt();
    postgres.resume();
    let began = Instant::now();
    let version = store.read(&id("a")).await.unwrap().unwrap().entries.len() as u64;
    while store
        .append(&id("a"), Append::facts(vec![fact(version + 1, 0, None)]))
        .await
        .is_err()
    {
        assert!(began.elapsed() < Duration::from_secs(20), "it recovers");
        sleep(Duration::from_millis(20)).await;
    }
    eprintln!(
        "after a crash of PostgreSQL: stored again after {:?}",
        began.elapsed()
    );
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_writers_leave_no_gaps_in_a_table() {
    const VERSIONS: i64 = 60;
    let Some(postgres) = started().await else {
        return;
    };
    let store = open(&address(&postgres, "made"), Role::Alone)
        .await
        .unwrap();
    let tables = ["a", "b", "c"];
    for table in tables {
        store
            .append(&id(table), Append::make(setup(), 0, vec![]))
            .await
            .unwrap();
    }
    // Eight writers that all believe that they may write. Each appends to all tables at once, in another order.
    let writers: Vec<_> = (0..8)
        .map(|writer| {
            let url = postgres.url("made");
            tokio::spawn(async move {
                let mut connection = PgConnection::connect(&url).await.unwrap();
                let mut won = 0;
                for version in 1..=VERSIONS {
                    let mut batch: Vec<_> = tables
                        .map(|table| {
                            format!(
                                r#"{{"id":"{table}","format":1,"in_order":true,"rows":[{{"version":{version},"at":{writer},"format":1,"fact":"{{}}"}}],"effects":[]}}"#
                            )
                        })
                        .to_vec();
                    batch.rotate_left(writer % 3);
                    let rows = sqlx::query("SELECT append($1::JSON, (SELECT epoch FROM lease))")
                        .bind(format!("[{}]", batch.join(",")))
                        .fetch_all(&mut connection)
                        .await
                        .unwrap();
                    won += match rows.len() {
                        0 => 3,
                        _ => rows.iter().filter(|row| row.get::<i64, _>(0) == 0).count(),
                    };
                }
                won
            })
        })
        .collect();
    let mut won = 0;
    for writer in writers {
        won += writer.await.unwrap();
    }
    // A late writer's version is refused; versions never have gaps.
    let mut connection = PgConnection::connect(&postgres.url("made")).await.unwrap();
    let rows = sqlx::query(
        "SELECT count(*), max(version), count(DISTINCT version) FROM journal GROUP BY table_id",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert_eq!(rows.len(), 3);
    let mut stored = 0;
    for row in &rows {
        let (count, last, distinct): (i64, i64, i64) = (row.get(0), row.get(1), row.get(2));
        assert_eq!((count, distinct), (last, last));
        stored += count;
    }
    assert_eq!(stored, won as i64, "acknowledged facts are stored");
    assert!(stored >= VERSIONS, "{stored}");
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_without_its_lease_writes_nothing() {
    let Some(postgres) = started().await else {
        return;
    };
    let address = address(&postgres, "made");
    let old = open(&address, Role::StandBy).await.unwrap();
    old.append(&id("a"), Append::make(setup(), 0, vec![fact(1, 0, None)]))
        .await
        .unwrap();

    // Another server is refused, and a standby waits.
    let refused = open(&address, Role::Alone).await;
    assert!(matches!(refused, Err(OpenError::InUse(_))), "{refused:?}");
    let waiting = timeout(Duration::from_secs(1), open(&address, Role::StandBy)).await;
    assert!(waiting.is_err(), "it waits");

    // As if the old server had been paused for long.
    let next = address.clone();
    let opening = tokio::spawn(async move { open(&next, Role::StandBy).await });
    while !opening.is_finished() {
        // The old server may renew the lease in between.
        postgres.ask("made", "UPDATE lease SET until = 0");
        sleep(Duration::from_millis(100)).await;
    }
    let new = opening.await.unwrap().unwrap();
    let late = old
        .append(&id("a"), Append::facts(vec![fact(2, 0, None)]))
        .await;
    assert_eq!(late, Err(AppendError::Failed));
    let lost = timeout(Duration::from_secs(3), old.engine().lost()).await;
    assert!(lost.is_ok(), "the old one finds out");
    assert_ne!(old.health(), Health::Writable);
    new.append(&id("a"), Append::facts(vec![fact(2, 0, None)]))
        .await
        .unwrap();
    assert_eq!(new.read(&id("a")).await.unwrap().unwrap().entries.len(), 2);

    // A stopping server frees the lease at once; the old one has nothing to free.
    old.close().await;
    assert_eq!(new.health(), Health::Writable);
    let began = Instant::now();
    new.close().await;
    let next = open(&address, Role::Alone).await.unwrap();
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
    next.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refusal_of_a_database_does_not_show_the_password() {
    for wrong in [
        "",
        "data",
        "mysql://a:secret-word@b/c",
        "postgres://a:secret-word@b:port/c",
    ] {
        assert!(wrong.parse::<Address>().is_err(), "{wrong}");
    }
    let nowhere: Address = "postgres://a:secret-word@localhost:1/c".parse().unwrap();
    let refused = open(&nowhere, Role::Alone).await.unwrap_err();
    assert!(refused.to_string().contains("localhost:1/c"), "{refused}");
    assert!(!format!("{refused} {refused:?} {nowhere:?}").contains("secret-word"));

    let Some(postgres) = started().await else {
        return;
    };
    postgres.create("foreign_one", "template0");
    postgres.ask("foreign_one", "CREATE TABLE theirs (a INT)");
    postgres.create("newer", "made");
    let later = "INSERT INTO _sqlx_migrations
        SELECT 999900, 'later', now(), TRUE, checksum, 1 FROM _sqlx_migrations WHERE version = 1600";
    postgres.ask("newer", later);
    postgres.ask("newer", "UPDATE lease SET edition = 999");
    for (database, expected) in [
        ("foreign_one", "another program"),
        ("newer", "newer version"),
    ] {
        let refused = open(&address(&postgres, database), Role::Alone)
            .await
            .unwrap_err();
        assert!(refused.to_string().contains(expected), "{refused}");
        assert!(!format!("{refused} {refused:?}").contains("secret-word"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn neighbouring_versions_share_a_cluster() {
    let Some(postgres) = started().await else {
        return;
    };
    let address = address(&postgres, "made");
    let (old, new) = (EDITION, EDITION + 1);
    postgres.ask("made", &format!("UPDATE lease SET edition = {old}"));
    let server = async |newest: u16| {
        let server = open_up_to(&address, Role::Together, newest).await;
        let server = server.unwrap();
        follows(&server);
        server
    };
    let edition = |server: &capicu_store_pg::Postgres| server.engine().shards().unwrap().edition();
    // Two servers of the previous version are replaced, one after the other.
    let (one, two) = (server(old).await, server(old).await);
    assert_eq!((edition(&one), edition(&two)), (old, old));
    let third = server(new).await;
    assert_eq!(edition(&third), old, "an old server is left");
    one.close().await;
    let later = "INSERT INTO _sqlx_migrations
        SELECT 999900, 'later', now(), TRUE, checksum, 1 FROM _sqlx_migrations WHERE version = 1600";
    postgres.ask("made", later);
    // An old server returns in between and finds migrations of a newer version, which only add.
    let back = server(old).await;
    assert_eq!(edition(&third), old);
    back.close().await;
    let leaves = two.engine().shards().unwrap().clone();
    leaves.leave();
    timeout(Duration::from_secs(5), leaves.left())
        .await
        .unwrap();
    assert_eq!(edition(&third), old, "it is still there");
    two.close().await;
    until("all know more", || edition(&third) == new).await;
    for role in [Role::Together, Role::StandBy, Role::Alone] {
        let refused = open_up_to(&address, role, old).await;
        assert!(matches!(refused, Err(OpenError::Newer(_))), "{refused:?}");
    }
    third.close().await;
    // The same with a standby that waits until the newer server is gone.
    let only = open_up_to(&address, Role::StandBy, new).await.unwrap();
    let refused = open_up_to(&address, Role::StandBy, old).await;
    assert!(matches!(refused, Err(OpenError::Newer(_))), "{refused:?}");
    only.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_joins_no_cluster_that_forwards_no_requests() {
    let Some(postgres) = started().await else {
        return;
    };
    let address = address(&postgres, "made");
    let before = TOGETHER - 1;
    postgres.ask("made", &format!("UPDATE lease SET edition = {before}"));
    let old = open_up_to(&address, Role::Together, before).await.unwrap();
    follows(&old);
    let refused = open(&address, Role::Together).await;
    assert!(matches!(refused, Err(OpenError::Older(_))), "{refused:?}");
    let there = "SELECT count(*) FROM nodes WHERE until >= moment()";
    assert_eq!(postgres.ask("made", there), "1", "it has left again");
    old.close().await;
    let new = open(&address, Role::Together).await.unwrap();
    assert_eq!(new.engine().shards().unwrap().edition(), EDITION);
    let refused = open_up_to(&address, Role::Together, before).await;
    assert!(matches!(refused, Err(OpenError::Newer(_))), "{refused:?}");
    new.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_paused_during_an_upgrade_loses_its_tables() {
    let Some(postgres) = started().await else {
        return;
    };
    let address = address(&postgres, "made");
    let before = EDITION - 1;
    postgres.ask("made", &format!("UPDATE lease SET edition = {before}"));
    let old = open_up_to(&address, Role::Together, before).await.unwrap();
    follows(&old);
    let shards = old.engine().shards().unwrap();
    until("it has all", || shards.is_whole()).await;
    // As if a newer server found it gone and raised the edition.
    postgres.ask("made", &format!("UPDATE lease SET edition = {EDITION}"));
    until("it lets go", || !shards.is_known()).await;
    let there = "SELECT count(*) FROM nodes WHERE until >= moment()";
    until("others see it gone", || postgres.ask("made", there) == "0").await;
    old.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_without_database_gives_up_its_lease_in_time() {
    let Some(mut postgres) = started().await else {
        return;
    };
    postgres.create("other", "made");
    let one_of_several = open(&address(&postgres, "made"), Role::StandBy)
        .await
        .unwrap();
    let alone = open(&address(&postgres, "other"), Role::Alone)
        .await
        .unwrap();
    postgres.halt();
    let began = Instant::now();
    let lost = timeout(Duration::from_millis(3500), one_of_several.engine().lost()).await;
    assert!(lost.is_ok(), "before another one may take over");
    eprintln!("let go after {:?}", began.elapsed());
    assert!(
        began.elapsed() > Duration::from_secs(1),
        "{:?}",
        began.elapsed()
    );
    let failed = alone
        .append(&id("a"), Append::make(setup(), 0, vec![]))
        .await;
    assert_eq!(failed, Err(AppendError::Failed));
    // A server that starts now waits for the database.
    let next = address(&postgres, "made");
    let next = tokio::spawn(async move { open(&next, Role::StandBy).await });
    sleep(Duration::from_millis(300)).await;
    assert!(!next.is_finished());
    // There is no other server to take over, so it waits and continues.
    postgres.resume();
    let began = Instant::now();
    while alone
        .append(&id("a"), Append::make(setup(), 0, vec![]))
        .await
        .is_err()
    {
        assert!(began.elapsed() < Duration::from_secs(10), "it recovers");
        sleep(Duration::from_millis(20)).await;
    }
    let lost = timeout(Duration::from_secs(1), alone.engine().lost()).await;
    assert!(lost.is_err(), "it has its lease");
    alone.close().await;
    let next = timeout(Duration::from_secs(10), next)
        .await
        .unwrap()
        .unwrap();
    next.unwrap().close().await;
}

/// Waits for a condition.
async fn until(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(8), "{what}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// Stops the tables of shards on request, like a server without tables.
fn follows(store: &capicu_store_pg::Postgres) {
    let shards = store.engine().shards().unwrap().clone();
    tokio::spawn(async move {
        let mut changes = shards.changes();
        loop {
            let going = shards.going();
            if !going.is_empty() {
                shards.stopped(&going);
            }
            if !changes.changed().await {
                break;
            }
        }
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_of_a_cluster_share_the_tables() {
    let Some(postgres) = started().await else {
        return;
    };
    let address = address(&postgres, "made");
    let one = open(&address, Role::Together).await.unwrap();
    follows(&one);
    let of_one = one.engine().shards().unwrap().clone();
    assert_eq!(of_one.own().len(), 256, "the only server owns every table");
    let refused = open(&address, Role::Alone).await;
    assert!(matches!(refused, Err(OpenError::InUse(_))), "{refused:?}");

    // A second server gets its share; each table belongs to one server.
    let two = open(&address, Role::Together).await.unwrap();
    follows(&two);
    let of_two = two.engine().shards().unwrap().clone();
    until("they share", || {
        let (one, two) = (of_one.own(), of_two.own());
        one.len() + two.len() == 256 && one.is_disjoint(&two) && two.len() > 60
    })
    .await;
    let names = || (0..).map(|n| format!("table{n}"));
    let here = |shards: &Shards| {
        let mut own = names().filter(|name| shards.owner(name) == Owner::Here);
        own.next().unwrap()
    };
    let (at_one, at_two) = (here(&of_one), here(&of_two));
    let of_the_other = Owner::Elsewhere(of_two.name().to_owned());
    until("they agree", || of_one.owner(&at_two) == of_the_other).await;
    for (store, table) in [(&one, &at_one), (&two, &at_two)] {
        let made = Append::make(setup(), 0, vec![fact(1, 0, None)]);
        store.append(&id(table), made).await.unwrap();
    }
    // Only the owner of a table can write to it.
    let second = || Append::facts(vec![fact(2, 0, None)]);
    let refused = one.append(&id(&at_two), second()).await;
    assert_eq!(refused, Err(AppendError::Conflict));
    two.append(&id(&at_two), second()).await.unwrap();
    // A refused append does not affect others in its batch.
    let third = || Append::facts(vec![fact(3, 0, None)]);
    let tables = [id(&at_one), id(&at_two)];
    let (late, fine) = tokio::join!(
        one.append(&tables[1], third()),
        one.append(&tables[0], second())
    );
    assert_eq!((late, fine), (Err(AppendError::Conflict), Ok(())));

    // A server vanishes without a word; soon the other one has all tables.
    let lost = Instant::now();
    one.append(&id(&at_one), third()).await.unwrap();
    drop(one);
    until("it takes over", || of_two.own().len() == 256).await;
    eprintln!("taken over after {:?}", lost.elapsed());
    assert!(
        lost.elapsed() < Duration::from_secs(5),
        "{:?}",
        lost.elapsed()
    );
    two.append(&id(&at_one), Append::facts(vec![fact(4, 0, None)]))
        .await
        .unwrap();

    // A server that is stopped hands its tables over, and is soon gone.
    let three = open(&address, Role::Together).await.unwrap();
    follows(&three);
    let of_three = three.engine().shards().unwrap().clone();
    until("it gets its share", || of_three.own().len() > 60).await;
    let began = Instant::now();
    of_two.leave();
    timeout(Duration::from_secs(5), of_two.left())
        .await
        .unwrap();
    until("all is handed over", || of_three.own().len() == 256).await;
    eprintln!("handed over in {:?}", began.elapsed());
    two.close().await;
    three
        .append(&id(&at_one), Append::facts(vec![fact(5, 0, None)]))
        .await
        .unwrap();
    assert_eq!(
        three
            .read(&id(&at_one))
            .await
            .unwrap()
            .unwrap()
            .entries
            .len(),
        5
    );
    three.close().await;
    open(&address, Role::Alone).await.unwrap().close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_of_two_servers_extends_a_log() {
    let Some(postgres) = started().await else {
        return;
    };
    let address = address(&postgres, "made");
    let one = open(&address, Role::Together).await.unwrap();
    let two = open(&address, Role::Together).await.unwrap();
    fill(&one).await;
    let event = one.events(None, 1).await.unwrap().remove(0).id;
    let before = one.event_mark(&event).await.unwrap().unwrap().version;
    for after in 1..=60 {
        let line = |who: &str| vec![format!("{who}\n"), format!("{who} again\n")];
        let after = before + 2 * (after - 1);
        let (here, there) = tokio::join!(
            one.extend_event(&event, after, line("one")),
            two.extend_event(&event, after, line("two")),
        );
        let late = Err(EventError::Conflict);
        assert!(
            [(Ok(()), late), (late, Ok(()))].contains(&(here, there)),
            "{after}: {here:?}, {there:?}"
        );
    }
    let after = one.event_mark(&event).await.unwrap().unwrap().version;
    assert_eq!(after, before + 120);
    let lines = two.event(&event).await.unwrap().unwrap().lines;
    for two in lines[before as usize..].chunks(2) {
        assert_eq!(two[0].replace('\n', " again\n"), two[1], "all or none");
    }
    one.close().await;
    two.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn server_paused_for_long_finds_its_tables_taken() {
    let Some(postgres) = started().await else {
        return;
    };
    let address = address(&postgres, "made");
    let old = open(&address, Role::Together).await.unwrap();
    let made = Append::make(setup(), 0, vec![fact(1, 0, None)]);
    old.append(&id("a"), made).await.unwrap();
    let epoch = old.engine().shards().unwrap().epoch("a").unwrap();
    // As if another server found it gone and took the shard.
    postgres.ask(
        "made",
        "UPDATE shards SET node = 'another', epoch = epoch + 1;
         INSERT INTO nodes VALUES ('another', moment() + 60000, '', 0)",
    );
    let late = old
        .append(&id("a"), Append::facts(vec![fact(2, 0, None)]))
        .await;
    assert_eq!(late, Err(AppendError::Conflict), "by epoch {epoch}");
    let shards = old.engine().shards().unwrap();
    until("it finds out", || {
        shards.owner("a") == Owner::Elsewhere("another".to_owned())
    })
    .await;
    assert_eq!(
        old.health(),
        Health::Writable,
        "it continues with its tables"
    );
    old.close().await;
}

/// All 100 connections that PostgreSQL allows are in use, and are freed later.
#[tokio::test(flavor = "multi_thread")]
async fn server_waits_while_postgres_has_no_connection_left() {
    let Some(postgres) = started().await else {
        return;
    };
    let mut others = Vec::new();
    let full = loop {
        match PgConnection::connect(&postgres.url("made")).await {
            Ok(other) => others.push(other),
            Err(why) => break why.to_string(),
        }
        assert!(others.len() <= 100, "it allows 100");
    };
    assert!(full.contains("too many clients"), "{full}");
    let address = address(&postgres, "made");
    let mut opening = std::pin::pin!(open(&address, Role::Together));
    let early = timeout(Duration::from_millis(700), &mut opening).await;
    assert!(early.is_err(), "it waits: {early:?}");
    // Enough connections to join the cluster, but not for the pools.
    drop(others.split_off(others.len() - 3));
    let early = timeout(Duration::from_millis(700), &mut opening).await;
    assert!(early.is_err(), "it waits: {early:?}");
    drop(others);
    let store = timeout(Duration::from_secs(20), opening).await.unwrap();
    let store = store.unwrap();
    assert_eq!(store.health(), Health::Writable);
    store.close().await;
}
