//! Moves a host from a file to PostgreSQL and back, without loss.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use capicu_store::{Append, Journal as _, Sqlite, Store, copies};
use capicu_store_contract::{fact, fill, id, player};
use capicu_store_pg::{Address, Role, TransferError, export, import, open};
use tempfile::TempDir;

use crate::server::Postgres;

fn quiet(_: u64, _: u64) {}

fn address(postgres: &Postgres, database: &str) -> Address {
    postgres.url(database).parse().unwrap()
}

/// Returns an export without its first line, which contains the time, and without its digest, which covers that line.
fn rows(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    assert!(first.starts_with("{\"export\":{\"version\":2,"), "{first}");
    let (rows, _) = rest.rsplit_once(",\"sha256\":").unwrap();
    rows.to_owned()
}

/// Turns an export into one of the first version.
fn without_digest(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let text = text.replacen("\"version\":2", "\"version\":1", 1);
    let (before, _) = text.rsplit_once(",\"sha256\":").unwrap();
    format!("{before}}}}}\n")
}

/// Returns the data that pages show, in debug form.
async fn views(store: &dyn Store) -> String {
    let one = player(1);
    let mut views = format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        store.read(&id("kept")).await,
        store.since(0, 100).await,
        store.rated(0, 100).await,
        store.player(one).await,
        store.sessions(one, 0).await,
        store.codes_left(player(2)).await,
        store.settings(one).await,
    );
    views += &format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        store.ids(one).await,
        store.seats(one, 100).await,
        store.matches(one, 100, 100).await,
        store.passkeys(one).await,
        store.bots(one).await,
        store.bot_tokens(player(4)).await,
        store.circle(one, 100).await,
        store.apart(player(2)).await,
    );
    views += &format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        store.audit(100, 100).await,
        store.open_reports(100).await,
        store.event(&id("evening")).await,
        store.event_players(&id("evening")).await,
        store.officials(&id("evening")).await,
        store.clubs(None, 100).await,
        store.club_audit(&id("club"), 100).await,
        store.seasons(&id("club")).await,
    );
    views += &format!(
        "{:?} {:?} {:?}",
        store.puzzle("abc".to_owned()).await,
        store.answers(player(2)).await,
        store.recent(0, 100).await,
    );
    assert!(!views.contains("Err("), "{views}");
    views
}

#[tokio::test(flavor = "multi_thread")]
async fn data_moves_to_postgres_and_back() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let store = Sqlite::open(&path("data")).await.unwrap();
    fill(&store).await;
    let before = views(&store).await;
    store.close().await;

    let made = copies::export(&path("data"), &path("from file"), &quiet).await;
    let made = made.unwrap();
    let told = rows(&path("from file"));
    // Every table has a row.
    let tables: BTreeSet<&str> = told
        .lines()
        .filter_map(|line| {
            line.split_once("{\"row\":{\"table\":\"")?
                .1
                .split('"')
                .next()
        })
        .collect();
    assert_eq!(tables.len(), 37, "{tables:?}");

    postgres.create("host", "template0");
    let there = address(&postgres, "host");
    assert_eq!(
        import(&there, &path("from file"), &quiet).await.unwrap(),
        made
    );
    let server = open(&there, Role::Alone).await.unwrap();
    assert_eq!(views(&server).await, before);
    // The server runs meanwhile, and continues.
    assert_eq!(
        export(&there, &path("from pg"), &quiet).await.unwrap(),
        made
    );
    assert_eq!(rows(&path("from pg")), told);
    let next = server
        .read(&id("kept"))
        .await
        .unwrap()
        .unwrap()
        .entries
        .len() as u64
        + 1;
    let more = Append::facts(vec![fact(next, 5000, None)]);
    server.append(&id("kept"), more).await.unwrap();
    let refused = import(&there, &path("from file"), &quiet)
        .await
        .unwrap_err();
    assert!(
        refused.to_string().contains("another capicu server uses"),
        "{refused}"
    );
    server.close().await;
    let refused = import(&there, &path("from file"), &quiet)
        .await
        .unwrap_err();
    assert!(matches!(refused, TransferError::Occupied(_)), "{refused}");

    copies::import(&path("back"), &path("from pg"), &quiet)
        .await
        .unwrap();
    let store = Sqlite::open(&path("back")).await.unwrap();
    assert_eq!(views(&store).await, before);
    store.close().await;
    copies::export(&path("back"), &path("again"), &quiet)
        .await
        .unwrap();
    assert_eq!(rows(&path("again")), told);
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_export_leaves_nothing_behind() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    postgres.create("host", "template0");
    let there = address(&postgres, "host");
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let store = Sqlite::open(&path("data")).await.unwrap();
    fill(&store).await;
    store.close().await;
    copies::export(&path("data"), &path("whole"), &quiet)
        .await
        .unwrap();
    let whole = without_digest(&path("whole"));
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    let at = |start: &str| {
        let found = lines.iter().position(|line| line.contains(start));
        found.expect("a line of this table")
    };
    let (journal, club) = (at("\"table\":\"journal\""), at("\"table\":\"clubs\""));
    let without = |line: usize| [&lines[..line], &lines[line + 1..]].concat().concat();
    let with = |line: usize, from: &str, to: &str| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        assert!(lines[line].contains(from), "{}", lines[line]);
        lines[line] = lines[line].replacen(from, to, 1);
        lines.concat()
    };
    for (name, text, place, remedy) in [
        (
            "cut",
            whole[..whole.len() - 40].to_owned(),
            "cut:",
            "copy the file again",
        ),
        // The previous fact is missing.
        (
            "gap",
            without(journal),
            &format!("gap:{}:", journal + 1),
            "not the next fact",
        ),
        (
            "nobody",
            without(at("\"table\":\"players\"")),
            "nobody:",
            "make the export again",
        ),
        (
            "table",
            with(club, "clubs", "klubs"),
            &format!("table:{}:", club + 1),
            "klubs",
        ),
        (
            "column",
            with(club, "\"about\"", "\"abaut\""),
            &format!("column:{}:", club + 1),
            "columns of clubs",
        ),
        (
            "value",
            with(club, "\"closed\":0", "\"closed\":\"0\""),
            &format!("value:{}:", club + 1),
            "closed",
        ),
        (
            "check",
            with(club, "\"closed\":0", "\"closed\":7"),
            &format!("check:{}:", club + 1),
            "clubs_closed_check",
        ),
        (
            "altered",
            fs::read_to_string(path("whole"))
                .unwrap()
                .replacen("Centro", "Cendro", 1),
            "altered:",
            "the digest does not fit",
        ),
        (
            "foreign",
            "{\"a\":1}\n".to_owned(),
            "foreign:1:",
            "no file of `capicu export`",
        ),
        (
            "newer",
            with(0, "\"version\":1", "\"version\":9"),
            "newer",
            "update capicu",
        ),
        (
            "older",
            with(0, "\"schema\":2", "\"schema\":"),
            "older",
            "`capicu import`",
        ),
        (
            "count",
            whole.replace("{\"end\":{\"rows\":", "{\"end\":{\"rows\":9"),
            "count:",
            "rows",
        ),
    ] {
        fs::write(path(name), text).unwrap();
        let refused = import(&there, &path(name), &quiet)
            .await
            .unwrap_err()
            .to_string();
        assert!(
            refused.contains(place) && refused.contains(remedy),
            "{name}: {refused}"
        );
        let held = "SELECT (SELECT count(*) FROM players) + (SELECT count(*) FROM tables)";
        let made = postgres.ask("host", "SELECT to_regclass('players') IS NOT NULL");
        assert!(made == "f" || postgres.ask("host", held) == "0", "{name}");
    }
    // After all these failures, the complete export fits.
    import(&there, &path("whole"), &quiet).await.unwrap();
}
