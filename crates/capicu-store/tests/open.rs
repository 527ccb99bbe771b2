//! An unusable folder is refused with one sentence, and its files do not change.
#![cfg(feature = "sqlite")]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use capicu_store::{
    Append, AppendError, Change, Health, Incomplete, Journal, People, PeopleError, Sqlite, copies,
};
use capicu_store_contract::{fact, id, setup};
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use tempfile::TempDir;

async fn make(folder: &Path) {
    Sqlite::open(folder).await.unwrap().close().await;
}

/// Opens the database like any program.
async fn database(folder: &Path) -> SqlitePool {
    let options = SqliteConnectOptions::new()
        .filename(folder.join("capicu.db"))
        .create_if_missing(true);
    let pool = SqlitePoolOptions::new().connect_with(options).await;
    pool.unwrap()
}

async fn run(folder: &Path, statements: &[&'static str]) {
    let pool = database(folder).await;
    for statement in statements {
        sqlx::query(*statement).execute(&pool).await.unwrap();
    }
    pool.close().await;
}

async fn refused(folder: &Path) -> String {
    let file = folder.join("capicu.db");
    let before = fs::read(&file).unwrap();
    let error = Sqlite::open(folder).await.unwrap_err().to_string();
    assert_eq!(fs::read(&file).unwrap(), before, "the file is untouched");
    assert!(!error.contains('\n'), "{error}");
    assert!(error.contains("--data"), "{error}");
    error
}

#[tokio::test(flavor = "multi_thread")]
async fn file_that_is_no_database_is_refused() {
    let folder = TempDir::new().unwrap();
    let text = "no database at all, but a text of some length";
    fs::write(folder.path().join("capicu.db"), text).unwrap();
    assert!(refused(folder.path()).await.contains("is damaged"));
}

#[tokio::test(flavor = "multi_thread")]
async fn damaged_database_is_refused() {
    let folder = TempDir::new().unwrap();
    make(folder.path()).await;
    let file = folder.path().join("capicu.db");
    let mut bytes = fs::read(&file).unwrap();
    bytes[100..2000].fill(0x5a);
    fs::write(&file, &bytes).unwrap();
    assert!(refused(folder.path()).await.contains("is damaged"));
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    assert!(refused(folder.path()).await.contains("is damaged"));
}

#[tokio::test(flavor = "multi_thread")]
async fn foreign_or_newer_database_is_refused() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &["CREATE TABLE recipes (name TEXT)"]).await;
    assert!(refused(folder.path()).await.contains("another program"));
    fs::remove_file(folder.path().join("capicu.db")).unwrap();
    make(folder.path()).await;
    let newer =
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES (9999, 'later', 1, x'00', 0)";
    run(folder.path(), &[newer]).await;
    assert!(refused(folder.path()).await.contains("newer version"));
}

#[tokio::test(flavor = "multi_thread")]
async fn read_only_database_is_refused() {
    let folder = TempDir::new().unwrap();
    make(folder.path()).await;
    let file = folder.path().join("capicu.db");
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    // Some users, such as root, can write despite permissions.
    if fs::OpenOptions::new().append(true).open(&file).is_err() {
        assert!(refused(folder.path()).await.contains("cannot write to"));
    }
    // Not writable even for them: a folder instead of the file.
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    let error = Sqlite::open(folder.path()).await.unwrap_err().to_string();
    assert!(error.contains("cannot write to the data folder"), "{error}");
    assert!(error.contains("--data"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn folder_that_cannot_be_created_is_refused() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("in the way");
    fs::write(&file, "").unwrap();
    for path in [file.clone(), file.join("data")] {
        let error = Sqlite::open(&path).await.unwrap_err().to_string();
        assert!(error.contains("cannot write to the data folder"), "{error}");
        assert!(error.contains("a part of the path is no folder"), "{error}");
        assert!(error.contains("--data"), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn folder_in_use_is_refused() {
    let folder = TempDir::new().unwrap();
    let store = Sqlite::open(folder.path()).await.unwrap();
    let error = Sqlite::open(folder.path()).await.unwrap_err().to_string();
    assert!(error.contains("another capicu server"), "{error}");
    // Remove the lock file in the folder of a running server.
    #[cfg(unix)]
    {
        fs::remove_file(folder.path().join("capicu.lock")).unwrap();
        let error = Sqlite::open(folder.path()).await.unwrap_err().to_string();
        assert!(error.contains("another capicu server"), "{error}");
    }
    store.close().await;
    make(folder.path()).await;
}

/// While another program, such as SQLite's shell, locks the file, writes wait for it.
#[tokio::test(flavor = "multi_thread")]
async fn locked_database_is_written_once_free() {
    let folder = TempDir::new().unwrap();
    let store = Sqlite::open(folder.path()).await.unwrap();
    let append = Append::make(setup(), 1, vec![fact(1, 1, None)]);
    store.append(&id("a"), append).await.unwrap();
    let pool = database(folder.path()).await;
    let mut other = pool.acquire().await.unwrap();
    sqlx::query("BEGIN EXCLUSIVE")
        .execute(&mut *other)
        .await
        .unwrap();
    let table = id("a");
    let append = store.append(&table, Append::facts(vec![fact(2, 2, None)]));
    let held = tokio::time::sleep(Duration::from_millis(500));
    let free = async {
        held.await;
        sqlx::query("ROLLBACK").execute(&mut *other).await.unwrap();
        Instant::now()
    };
    let append = async { (append.await, Instant::now()) };
    let (freed, (appended, answered)) = tokio::join!(free, append);
    assert_eq!(appended, Ok(()));
    assert!(answered >= freed, "not before it was free");
    assert_eq!(store.health(), Health::Writable);
    assert_eq!(
        store.read(&id("a")).await.unwrap().unwrap().entries.len(),
        2
    );
    drop(other);
    pool.close().await;
    store.close().await;
}

/// After a server has stopped, its one file contains all data.
#[tokio::test(flavor = "multi_thread")]
async fn file_alone_is_complete_after_closing() {
    let (folder, copy) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let store = Sqlite::open(folder.path()).await.unwrap();
    let append = Append::make(setup(), 1, (1..500).map(|n| fact(n, n, None)).collect());
    store.append(&id("a"), append).await.unwrap();
    // There was a reader just before.
    store.read(&id("a")).await.unwrap().unwrap();
    store.close().await;
    let left = |name: &str| folder.path().join(name).exists();
    assert!(!left("capicu.db-wal") && !left("capicu.db-shm"));
    let file = "capicu.db";
    fs::copy(folder.path().join(file), copy.path().join(file)).unwrap();
    let store = Sqlite::open(copy.path()).await.unwrap();
    let stored = store.read(&id("a")).await.unwrap().unwrap();
    assert_eq!(stored.entries.len(), 499);
    store.close().await;
}

/// The files contain seeds of current matches; even those of an earlier version become private.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn files_are_readable_by_their_user_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let rights = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let outer = TempDir::new().unwrap();
    let folder = outer.path().join("data");
    for _ in 0..2 {
        let store = Sqlite::open(&folder).await.unwrap();
        let append = Append::facts(Vec::new());
        store.append(&id("a"), append).await.unwrap();
        assert_eq!(rights(&folder), 0o700);
        let mut files = 0;
        for file in fs::read_dir(&folder).unwrap() {
            let file = file.unwrap().path();
            assert_eq!(rights(&file), 0o600, "{}", file.display());
            files += 1;
        }
        assert!(files >= 4, "database, log, index and lock");
        store.close().await;
        for file in ["capicu.db", "capicu.lock"] {
            let file = folder.join(file);
            fs::set_permissions(file, fs::Permissions::from_mode(0o644)).unwrap();
        }
    }
}

/// Queries at every start must not slow down as the journal grows.
#[tokio::test(flavor = "multi_thread")]
async fn start_reads_only_recent_facts() {
    let folder = TempDir::new().unwrap();
    make(folder.path()).await;
    let pool = database(folder.path()).await;
    let asked = "EXPLAIN QUERY PLAN
         SELECT table_id FROM journal INDEXED BY journal_at WHERE at >= 1
         GROUP BY table_id ORDER BY max(at) DESC, table_id LIMIT 9";
    let rows = sqlx::query(asked).fetch_all(&pool).await.unwrap();
    let first: String = rows[0].get("detail");
    let search = "SEARCH journal USING COVERING INDEX journal_at";
    assert!(first.starts_with(search), "{first}");
    pool.close().await;
}

/// Waits until the store reports this reason, or that it can write.
async fn told(store: &Sqlite, what: &str) {
    let began = Instant::now();
    loop {
        let health = match store.health() {
            Health::Writable => String::new(),
            Health::Unwritable { why } => why,
        };
        if health.contains(what) && health.is_empty() == what.is_empty() {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(1), "{what}: {health}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The server notices even without anything to write.
#[tokio::test(flavor = "multi_thread")]
async fn locked_database_is_reported_within_a_second() {
    let folder = TempDir::new().unwrap();
    let store = Sqlite::open(folder.path()).await.unwrap();
    let pool = database(folder.path()).await;
    let mut other = pool.acquire().await.unwrap();
    for _ in 0..2 {
        told(&store, "").await;
        let begin = sqlx::query("BEGIN EXCLUSIVE").execute(&mut *other);
        begin.await.unwrap();
        told(&store, "another program holds").await;
        let end = sqlx::query("ROLLBACK").execute(&mut *other);
        end.await.unwrap();
        told(&store, "").await;
    }
    drop(other);
    pool.close().await;
    store.close().await;
}

/// Checks a server whose files were changed: it takes no more writes.
#[cfg(unix)]
async fn moved(store: &Sqlite, what: &str) {
    let append = |n| Append::facts(vec![fact(n, n, None)]);
    assert_eq!(
        store.append(&id("a"), append(2)).await,
        Err(AppendError::Failed),
        "{what}"
    );
    told(store, "was removed, moved or replaced").await;
    let change = Change::Forget { now: 0 };
    assert_eq!(
        store.change(change).await,
        Err(PeopleError::Failed),
        "{what}"
    );
    assert!(
        store.read(&id("a")).await.is_err(),
        "{what}: another file may be there"
    );
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn database_of_a_removed_folder_is_saved() {
    for what in ["removed", "moved", "replaced", "without its log"] {
        let outer = TempDir::new().unwrap();
        let (folder, aside) = (outer.path().join("data"), outer.path().join("aside"));
        let store = Sqlite::open(&folder).await.unwrap();
        let made = Append::make(setup(), 1, vec![fact(1, 1, None)]);
        store.append(&id("a"), made).await.unwrap();
        match what {
            "removed" => fs::remove_dir_all(&folder).unwrap(),
            "moved" => fs::rename(&folder, &aside).unwrap(),
            "replaced" => {
                fs::rename(&folder, &aside).unwrap();
                make(&folder).await;
            }
            _ => fs::remove_file(folder.join("capicu.db-wal")).unwrap(),
        }
        moved(&store, what).await;
        if what == "moved" {
            fs::rename(&aside, &folder).unwrap();
            told(&store, "").await;
            let append = Append::facts(vec![fact(2, 2, None)]);
            assert_eq!(store.append(&id("a"), append).await, Ok(()), "it is back");
            store.close().await;
            continue;
        }
        store.close().await;
        let entries = fs::read_dir(outer.path()).unwrap();
        let saved = entries.map(|entry| entry.unwrap().path());
        let saved = saved
            .filter(|file| file.extension().is_some_and(|end| end == "db"))
            .collect::<Vec<_>>();
        let [saved] = &saved[..] else {
            panic!("{what}: {saved:?}");
        };
        let (back, rescued) = (outer.path().join("back"), outer.path().join("rescued"));
        let found = copies::rescued(&folder).await;
        if what == "removed" {
            assert_eq!(found.as_ref(), Some(saved));
            copies::backup(&folder, &rescued, &|_, _| {}).await.unwrap();
        } else {
            // The folder has a database of its own, or the server restored the contents of the log.
            assert_eq!(found, None, "{what}");
            fs::copy(saved, &rescued).unwrap();
        }
        copies::restore(&back, &rescued, &|_, _| {}).await.unwrap();
        let store = Sqlite::open(&back).await.unwrap();
        let stored = store.read(&id("a")).await.unwrap().expect("it was saved");
        assert_eq!(stored.entries.len(), 1, "{what}");
        store.close().await;
    }
}

/// Copies the database file of a running server, alone and with its log. The second copy is like a folder after a kill.
#[tokio::test(flavor = "multi_thread")]
async fn copy_without_the_log_of_a_running_server_is_refused() {
    let (folder, alone, both) = (
        TempDir::new().unwrap(),
        TempDir::new().unwrap(),
        TempDir::new().unwrap(),
    );
    let copy = |name: &str, to: &TempDir| {
        fs::copy(folder.path().join(name), to.path().join(name)).unwrap();
    };
    for round in 0..2 {
        let store = Sqlite::open(folder.path()).await.unwrap();
        copy("capicu.db", &alone);
        for name in ["capicu.db", "capicu.db-wal"] {
            copy(name, &both);
        }
        store.close().await;
        let why = refused(alone.path()).await;
        assert!(
            why.contains("capicu.db-wal") && why.contains("capicu backup"),
            "{why}"
        );
        let again = refused(alone.path()).await;
        assert_eq!(again, why, "a start that was refused leaves no log");
        let elsewhere = folder.path().with_extension("copy");
        let why = copies::backup(alone.path(), &elsewhere, &|_, _| {}).await;
        assert!(
            why.unwrap_err()
                .to_string()
                .contains("--accept-incomplete-copy")
        );
        let accepted = Sqlite::open_as(alone.path(), Incomplete::Accept).await;
        accepted.unwrap().close().await;
        make(alone.path()).await;
        let store = Sqlite::open(both.path()).await.expect("as after a kill");
        assert_eq!(store.has(&id("a")).await, Ok(round > 0));
        store.close().await;
        let store = Sqlite::open(folder.path()).await.unwrap();
        if round == 0 {
            let made = Append::make(setup(), 1, vec![fact(1, 1, None)]);
            store.append(&id("a"), made).await.unwrap();
        }
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_database_file_is_refused() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("capicu.db"), "").unwrap();
    let why = refused(folder.path()).await;
    assert!(
        why.contains("is empty") && why.contains("capicu restore"),
        "{why}"
    );
    let accepted = Sqlite::open_as(folder.path(), Incomplete::Accept).await;
    accepted.unwrap().close().await;
}
