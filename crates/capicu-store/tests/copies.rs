//! A backup or an export preserves every row, and a failed copy leaves nothing behind.
#![cfg(feature = "sqlite")]

use std::fs;
use std::path::{Path, PathBuf};

use capicu_store::copies::{Contents, Part, Seal};
use capicu_store::{Journal as _, Sqlite, copies};
use capicu_store_contract::{every_fact, fill, id};
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use sqlx::{AssertSqlSafe, Row as _};
use tempfile::TempDir;

fn quiet(_: u64, _: u64) {}

async fn filled() -> (TempDir, Sqlite) {
    let folder = TempDir::new().unwrap();
    let store = Sqlite::open(folder.path()).await.unwrap();
    fill(&store).await;
    (folder, store)
}

/// Reads all rows of all tables, independently of the code for copies.
async fn rows(folder: &Path) -> Vec<String> {
    let options = SqliteConnectOptions::new().filename(folder.join("capicu.db"));
    let pool = SqlitePool::connect_with(options).await.unwrap();
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    let mut all = Vec::new();
    for table in sqlx::query(tables).fetch_all(&pool).await.unwrap() {
        let table: String = table.get(0);
        let columns = sqlx::query("SELECT group_concat(quote(name)) FROM pragma_table_info(?)");
        let columns: Option<String> = columns.bind(&table).fetch_one(&pool).await.unwrap().get(0);
        let columns = columns.unwrap_or_default().replace('\'', "\"");
        // The first contains times of migrations, which differ. A server tests its disk with `probe`.
        if table == "_sqlx_migrations" || table == "probe" {
            continue;
        }
        let values = columns.split(',').map(|column| format!("quote({column})"));
        let values = values.collect::<Vec<_>>().join(" || ' ' || ");
        let query = format!("SELECT {values} FROM \"{table}\" ORDER BY 1");
        for row in sqlx::query(AssertSqlSafe(query))
            .fetch_all(&pool)
            .await
            .unwrap()
        {
            all.push(format!("{table} {}", row.get::<String, _>(0)));
        }
    }
    pool.close().await;
    all
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| name != "capicu.lock").collect();
    names.sort();
    names
}

#[tokio::test(flavor = "multi_thread")]
async fn backup_and_export_restore_every_row() {
    let (folder, store) = filled().await;
    let elsewhere = TempDir::new().unwrap();
    let (backup, export) = (elsewhere.path().join("b"), elsewhere.path().join("e"));
    // The server runs meanwhile.
    let made = copies::backup(folder.path(), &backup, &quiet)
        .await
        .unwrap();
    assert_eq!((made.tables, made.matches, made.players), (1, 2, 4));
    assert_eq!(
        copies::export(folder.path(), &export, &quiet)
            .await
            .unwrap(),
        made
    );
    store.close().await;
    let kept = rows(folder.path()).await;
    assert!(
        kept.iter().any(|row| row.starts_with("journal 'kept'")),
        "{kept:?}"
    );
    assert!(
        kept.iter().any(|row| row.starts_with("sessions ")),
        "{kept:?}"
    );
    for (name, of) in [("from backup", &backup), ("from export", &export)] {
        let there = elsewhere.path().join(name);
        let back = match of == &backup {
            true => copies::restore(&there, of, &quiet).await,
            false => copies::import(&there, of, &quiet).await,
        };
        assert_eq!(back.unwrap(), made);
        assert_eq!(names(&there), ["capicu.db"]);
        let again = Sqlite::open(&there).await.unwrap();
        assert_eq!(
            again
                .read(&id("kept"))
                .await
                .unwrap()
                .unwrap()
                .entries
                .len(),
            every_fact().len()
        );
        again.close().await;
        assert_eq!(rows(&there).await, kept, "{name}");
        // An existing database is not replaced.
        let before = rows(&there).await;
        let refused = match of == &backup {
            true => copies::restore(&there, of, &quiet).await,
            false => copies::import(&there, of, &quiet).await,
        };
        let why = refused.unwrap_err().to_string();
        assert!(why.contains("already") && why.contains("--data"), "{why}");
        assert_eq!(rows(&there).await, before);
    }
    #[cfg(unix)]
    for file in [&backup, &export] {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = file.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "nobody else can read it");
    }
    assert_eq!(
        names(elsewhere.path()),
        ["b", "e", "from backup", "from export"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn export_of_the_first_version_is_upgraded() {
    let (old, steps) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    for name in ["0001_journal.sql", "0002_journal_at.sql"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("migrations")
            .join(name);
        fs::copy(from, steps.path().join(name)).unwrap();
    }
    let options = SqliteConnectOptions::new()
        .filename(old.path().join("capicu.db"))
        .create_if_missing(true);
    let pool = SqlitePool::connect_with(options).await.unwrap();
    Migrator::new(steps.path())
        .await
        .unwrap()
        .run(&pool)
        .await
        .unwrap();
    for statement in [
        "INSERT INTO tables VALUES ('t', '{}', 5)",
        "INSERT INTO journal VALUES ('t', 1, 6, NULL, NULL, '{}'), ('t', 2, 7, 1, 'k', '{}')",
    ] {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    pool.close().await;
    let file = old.path().with_extension("ndjson");
    let made = copies::export(old.path(), &file, &quiet).await.unwrap();
    assert_eq!((made.tables, made.matches, made.players), (1, 0, 0));
    let there = TempDir::new().unwrap();
    copies::import(there.path(), &file, &quiet).await.unwrap();
    fs::remove_file(&file).unwrap();
    let found = rows(there.path()).await;
    assert_eq!(
        found,
        [
            "journal 't' 1 6 NULL NULL '{}' 1",
            "journal 't' 2 7 1 'k' '{}' 1",
            "tables 't' '{}' 5 1 0"
        ]
        .map(|row| row.to_owned())
    );
}

/// A change to a line.
type Change<'a> = &'a dyn Fn(&str) -> String;

/// Turns an export into one of the first version.
fn without_digest(export: &str) -> String {
    let export = export.replacen("\"version\":2", "\"version\":1", 1);
    let (before, _) = export.rsplit_once(",\"sha256\"").unwrap();
    format!("{before}}}}}\n")
}

/// Returns an export without a digest, and a folder to import it into.
async fn exported() -> (TempDir, PathBuf, Vec<String>) {
    let (folder, store) = filled().await;
    let elsewhere = TempDir::new().unwrap();
    let file = elsewhere.path().join("export");
    copies::export(folder.path(), &file, &quiet).await.unwrap();
    store.close().await;
    let text = without_digest(&fs::read_to_string(&file).unwrap());
    fs::write(&file, &text).unwrap();
    let lines = text.lines().map(str::to_owned).collect();
    (elsewhere, file, lines)
}

#[tokio::test(flavor = "multi_thread")]
async fn truncated_export_leaves_nothing_behind() {
    let (folder, file, lines) = exported().await;
    let whole = fs::read(&file).unwrap();
    let there = folder.path().join("there");
    let mut ends: Vec<usize> = (0..whole.len()).step_by(4001).collect();
    ends.push(whole.len() - 1);
    let mut start = 0;
    for line in &lines {
        ends.push(start);
        start += line.len() + 1;
    }
    for end in ends {
        fs::write(&file, &whole[..end]).unwrap();
        let why = copies::import(&there, &file, &quiet).await.unwrap_err();
        let why = why.to_string();
        let told = why.contains("in the middle") || why.contains("no file of `capicu export`");
        assert!(told, "{end}: {why}");
        assert_eq!(names(&there), [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn error_of_an_import_names_the_line() {
    let (folder, file, lines) = exported().await;
    let there = folder.path().join("there");
    let journal = lines
        .iter()
        .position(|line| line.contains("\"journal\""))
        .unwrap();
    let sessions = lines.iter().position(|line| line.contains("\"sessions\""));
    let sessions = sessions.unwrap();
    let end = lines.len() - 1;
    let cases: &[(usize, Change, &str)] = &[
        (
            0,
            &|line| line.replace("\"version\":1", "\"version\":3"),
            "newer version",
        ),
        (
            0,
            &|line| line.replace("\"schema\":", "\"schema\":9"),
            "newer version",
        ),
        (
            0,
            &|line| line.replace("export", "recipe"),
            "no file of `capicu export`",
        ),
        (
            journal,
            &|line| line.replace("journal", "recipes"),
            "no table called recipes",
        ),
        (
            journal,
            &|line| line.replace("\"at\"", "\"et\""),
            "not the columns of journal",
        ),
        (
            journal,
            &|line| line.replace("\"seat\":null", "\"seat\":[1]"),
            "seat cannot have",
        ),
        (
            journal,
            &|line| line.replace("\"version\":1", "\"version\":5"),
            "does not go with",
        ),
        (
            sessions,
            &|line| line.replace("\"player\":\"", "\"player\":\"0"),
            "sessions → players",
        ),
        (
            journal,
            &|_| String::new(),
            "is not what an export has there",
        ),
        (
            journal,
            &|line| line[..line.len() / 2].to_owned(),
            "is not what an export has there",
        ),
        (
            end,
            &|_| "{\"end\":{\"rows\":1}}".to_owned(),
            "says that it has 1 row",
        ),
        (end, &|line| format!("{line}\n{line}"), "after the end"),
    ];
    for (at, change, told) in cases {
        let mut changed = lines.clone();
        changed[*at] = change(&lines[*at]);
        assert_ne!(changed, lines, "{told}");
        fs::write(&file, changed.join("\n") + "\n").unwrap();
        let why = copies::import(&there, &file, &quiet).await.unwrap_err();
        let why = why.to_string();
        assert!(why.contains(told), "{told}: {why}");
        assert!(!why.contains('\n') && why.contains("export"), "{why}");
        assert_eq!(names(&there), [""; 0], "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn file_that_is_no_backup_is_refused() {
    let (folder, store) = filled().await;
    let elsewhere = TempDir::new().unwrap();
    let (file, there) = (elsewhere.path().join("b"), elsewhere.path().join("there"));
    // Onto itself, or next to it under a name that the next start would use.
    for name in ["capicu.db", "capicu.db-wal", "mine"] {
        let why = copies::backup(folder.path(), &folder.path().join(name), &quiet).await;
        let why = why.unwrap_err().to_string();
        assert!(why.contains("in the data folder itself"), "{why}");
    }
    assert!(!folder.path().join("mine").exists());
    let why = copies::backup(elsewhere.path(), &file, &quiet)
        .await
        .unwrap_err();
    assert!(why.to_string().contains("there is no database in"), "{why}");
    let nowhere = elsewhere.path().join("none").join("b");
    let why = copies::backup(folder.path(), &nowhere, &quiet)
        .await
        .unwrap_err();
    assert!(why.to_string().contains("no such file or folder"), "{why}");
    // Into the folder of a running server.
    copies::backup(folder.path(), &file, &quiet).await.unwrap();
    let why = copies::restore(folder.path(), &file, &quiet)
        .await
        .unwrap_err();
    assert!(why.to_string().contains("another capicu server"), "{why}");
    store.close().await;
    let whole = fs::read(&file).unwrap();
    let mut torn = whole.clone();
    let middle = torn.len() / 2;
    torn[middle..].fill(0x5a);
    for (bytes, told) in [
        (&b"a shopping list"[..], "cannot be put back"),
        (&whole[..whole.len() / 2], "cannot be put back"),
        (&torn, "cannot be put back"),
    ] {
        fs::write(&file, bytes).unwrap();
        let why = copies::restore(&there, &file, &quiet).await.unwrap_err();
        assert!(why.to_string().contains(told), "{why}");
        assert_eq!(names(&there), [""; 0]);
    }
    fs::remove_file(&file).unwrap();
    let why = copies::restore(&there, &file, &quiet).await.unwrap_err();
    assert!(why.to_string().contains("no such file or folder"), "{why}");
}

/// Flips single bits in all parts of the file; each is detected.
#[tokio::test(flavor = "multi_thread")]
async fn copy_with_one_flipped_bit_is_refused() {
    let (folder, store) = filled().await;
    let elsewhere = TempDir::new().unwrap();
    let there = elsewhere.path().join("there");
    let (backup, export) = (elsewhere.path().join("b"), elsewhere.path().join("e"));
    copies::backup(folder.path(), &backup, &quiet)
        .await
        .unwrap();
    copies::export(folder.path(), &export, &quiet)
        .await
        .unwrap();
    store.close().await;
    for file in [&backup, &export] {
        let whole = fs::read(file).unwrap();
        let last = whole.len() - 1;
        // Page size, number of pages, mark of use, digest, and text before the digest.
        let ends = [17, 30, 61, last - 40, last - 75, last];
        let step = whole.len() / 6;
        let places = (1..6).map(|n| n * step).chain(ends);
        for (at, bit) in places.zip((0..8).cycle()) {
            let mut flipped = whole.clone();
            flipped[at] ^= 1 << bit;
            fs::write(file, &flipped).unwrap();
            let back = match file == &backup {
                true => copies::restore(&there, file, &quiet).await,
                false => copies::import(&there, file, &quiet).await,
            };
            let why = back.expect_err(&format!("byte {at} of {}", file.display()));
            let why = why.to_string();
            assert!(why.contains(&file.display().to_string()), "{why}");
            assert!(why.contains("; "), "the remedy: {why}");
            assert_eq!(names(&there), [""; 0]);
        }
        for cut in [1, 40] {
            fs::write(file, &whole[..whole.len() - cut]).unwrap();
            let back = match file == &backup {
                true => copies::restore(&there, file, &quiet).await,
                false => copies::import(&there, file, &quiet).await,
            };
            back.expect_err("it ends too early");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn copies_of_earlier_versions_need_no_digest() {
    let (folder, store) = filled().await;
    let elsewhere = TempDir::new().unwrap();
    let (backup, export) = (elsewhere.path().join("b"), elsewhere.path().join("e"));
    let new = copies::backup(folder.path(), &backup, &quiet)
        .await
        .unwrap();
    assert_eq!(new.seal, Seal::Whole);
    copies::export(folder.path(), &export, &quiet)
        .await
        .unwrap();
    store.close().await;
    let whole = fs::read(&backup).unwrap();
    fs::write(
        &backup,
        &whole[..whole.len() - "\ncapicu sha256 \n".len() - 64],
    )
    .unwrap();
    let there = elsewhere.path().join("from backup");
    let old = copies::restore(&there, &backup, &quiet).await.unwrap();
    assert_eq!(
        old,
        Contents {
            seal: Seal::Missing,
            ..new
        }
    );
    let text = fs::read_to_string(&export).unwrap();
    fs::write(&export, without_digest(&text)).unwrap();
    let there = elsewhere.path().join("from export");
    let old = copies::import(&there, &export, &quiet).await.unwrap();
    assert_eq!(
        old,
        Contents {
            seal: Seal::Missing,
            ..new
        }
    );
}

/// A copy removes the incomplete file of a killed copy, but not that of a running one.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn incomplete_file_of_a_killed_copy_is_removed() {
    let (folder, store) = filled().await;
    let elsewhere = TempDir::new().unwrap();
    let left = [
        "monday.capicu.part",
        "monday.capicu.part-journal",
        "mine.part",
    ];
    for name in left {
        fs::write(elsewhere.path().join(name), "half").unwrap();
    }
    let at_work = Part::create(&elsewhere.path().join("tuesday")).unwrap();
    let backup = elsewhere.path().join("wednesday");
    copies::backup(folder.path(), &backup, &quiet)
        .await
        .unwrap();
    let found = names(elsewhere.path());
    assert_eq!(found, ["mine.part", "tuesday.capicu.part", "wednesday"]);
    drop(at_work);
    store.close().await;
}
