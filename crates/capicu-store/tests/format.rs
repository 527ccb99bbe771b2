//! Existing data can be read, and new data has the recorded form.
//!
//! `golden/format-1-*.jsonl` are journals that the server of commit f0a3e5d wrote, extracted from its database: the
//! setup on the first line, then rows. `format-1-others` is written by hand and has the facts that those lack. These
//! files never change. The tests do not ask the crate for their meaning: `format_1` is the code by which that server
//! wrote rows. It has to produce the same bytes from the values that were read.
#![cfg(feature = "sqlite")]

mod format_1;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use capicu::{Seat, Table};
use capicu_protocol::{Key, Part, TurnTime};
use capicu_store::{
    Append, AppendError, Conduct, DecodeError, Journal, People, ReadError, Results, RowName,
    Sqlite, Stored,
};
use capicu_store_contract::id;
use capicu_table::{Chooser, Entry, Fact, Stakes, Used};
use serde::Deserialize;
use serde_json::json;
use sqlx::Row as _;
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use tempfile::TempDir;

#[derive(Deserialize)]
struct TableLine {
    table: String,
    made_at: i64,
    setup: String,
}

#[derive(Deserialize)]
struct RowLine {
    version: i64,
    at: i64,
    seat: Option<i64>,
    key: Option<String>,
    fact: String,
}

fn manifest(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn golden(name: &str) -> (TableLine, Vec<RowLine>) {
    let file = manifest(&format!("tests/golden/{name}.jsonl"));
    let text = std::fs::read_to_string(file).unwrap();
    let mut lines = text.lines();
    let table = serde_json::from_str(lines.next().unwrap()).unwrap();
    (
        table,
        lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect(),
    )
}

async fn database(folder: &Path) -> SqlitePool {
    let options = SqliteConnectOptions::new()
        .filename(folder.join("capicu.db"))
        .create_if_missing(true);
    let pool = SqlitePoolOptions::new().connect_with(options).await;
    pool.unwrap()
}

fn steps() -> Vec<PathBuf> {
    let files = std::fs::read_dir(manifest("migrations")).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// Creates a data folder of commit f0a3e5d with these tables.
async fn old_folder(tables: &[&str]) -> TempDir {
    folder_of(2, tables).await
}

/// Creates a data folder of a server that knew `known` migrations.
async fn folder_of(known: usize, tables: &[&str]) -> TempDir {
    let (folder, migrations) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    for from in &steps()[..known] {
        let name = from.file_name().unwrap();
        std::fs::copy(from, migrations.path().join(name)).unwrap();
    }
    let pool = database(folder.path()).await;
    let old = Migrator::new(migrations.path()).await.unwrap();
    old.run(&pool).await.unwrap();
    if known < 3 {
        sqlx::query("INSERT INTO heartbeat (one, at) VALUES (1, 5)")
            .execute(&pool)
            .await
            .unwrap();
    }
    for name in tables {
        let (table, rows) = golden(name);
        sqlx::query("INSERT INTO tables (id, setup, made_at) VALUES (?, ?, ?)")
            .bind(&table.table)
            .bind(&table.setup)
            .bind(table.made_at)
            .execute(&pool)
            .await
            .unwrap();
        for row in rows {
            sqlx::query(
                "INSERT INTO journal (table_id, version, at, seat, key, fact) VALUES (?, ?, ?, ?, ?, ?)",
            )
            .bind(&table.table)
            .bind(row.version)
            .bind(row.at)
            .bind(row.seat)
            .bind(row.key)
            .bind(row.fact)
            .execute(&pool)
            .await
            .unwrap();
        }
    }
    pool.close().await;
    folder
}

const JOURNALS: [&str; 4] = [
    "format-1-all-fives",
    "format-1-draw",
    "format-1-partner",
    "format-1-others",
];

#[tokio::test(flavor = "multi_thread")]
async fn journals_of_format_1_are_read_with_their_meaning() {
    let folder = old_folder(&JOURNALS).await;
    let store = Sqlite::open(folder.path()).await.unwrap();
    for name in JOURNALS {
        let (table, rows) = golden(name);
        let stored = store.read(&id(&table.table)).await.unwrap().unwrap();
        let written: serde_json::Value = serde_json::from_str(&table.setup).unwrap();
        let known = |option: &str| written["rules"]["options"].get(option).is_some();
        assert_eq!(format_1::setup(&stored.setup, known), table.setup, "{name}");
        assert_eq!(stored.setup.grace, 20, "an option that no table could set");
        assert_eq!(stored.entries.len(), rows.len());
        for (entry, row) in stored.entries.iter().zip(&rows) {
            let at = format!("{name}, fact {}", row.version);
            assert_eq!(format_1::fact(&entry.fact), row.fact, "{at}");
            assert_eq!(
                (entry.version as i64, entry.at as i64),
                (row.version, row.at),
                "{at}"
            );
            let command = entry.command.as_ref();
            let seat = command.map(|(seat, _)| seat.index() as i64);
            let key = command.map(|(_, key)| key.to_string());
            assert_eq!((seat, &key), (row.seat, &row.key), "{at}");
        }
        // Play continues.
        let next = entry(rows.len() as u64 + 1, Fact::Ready { seat: seat(0) });
        let append = store
            .append(&id(&table.table), Append::facts(vec![next]))
            .await;
        assert_eq!(append, Ok(()), "{name}");
    }
    // A key of format 1 cannot be used again.
    let used = (seat(1), Key::new("act-8-13ba").unwrap());
    let again = Entry {
        command: Some(used),
        ..entry(16, Fact::Ready { seat: seat(1) })
    };
    let append = store
        .append(&id("ctbecjbau9st"), Append::facts(vec![again]))
        .await;
    assert_eq!(append, Err(AppendError::KeyUsed { version: 5 }));
    store.close().await;
}

/// A database of any migration is upgraded with all its data.
#[tokio::test(flavor = "multi_thread")]
async fn databases_of_every_migration_are_upgraded() {
    let ana = capicu_protocol::PlayerId::new([1; 16]);
    for known in 2..=steps().len() {
        let folder = folder_of(known, &JOURNALS).await;
        let pool = database(folder.path()).await;
        if known >= 4 {
            sqlx::query(
                "INSERT INTO players (id, kind, name, made_at) VALUES (?, 'guest', 'Ana', 7)",
            )
            .bind(ana.as_str())
            .execute(&pool)
            .await
            .unwrap();
        }
        if known >= 9 {
            sqlx::query(
                "INSERT INTO audit (number, at, about, act, reason) VALUES (1, 8, ?, 'warn', 'Why')",
            )
            .bind(ana.as_str())
            .execute(&pool)
            .await
            .unwrap();
        }
        pool.close().await;
        let store = Sqlite::open(folder.path()).await.unwrap();
        for name in JOURNALS {
            let (table, rows) = golden(name);
            let stored = store.read(&id(&table.table)).await.unwrap().unwrap();
            assert_eq!(stored.entries.len(), rows.len(), "{name} of step {known}");
            for (entry, row) in stored.entries.iter().zip(&rows) {
                assert_eq!(format_1::fact(&entry.fact), row.fact, "step {known}");
            }
        }
        let found = store.player(ana).await.unwrap();
        let name = found.and_then(|player| player.name);
        assert_eq!(
            name.as_deref(),
            (known >= 4).then_some("Ana"),
            "step {known}"
        );
        let audit = store.audit(u64::MAX, 9).await.unwrap();
        let reasons: Vec<&str> = audit.iter().map(|entry| entry.reason.as_str()).collect();
        let expected: &[&str] = if known >= 9 { &["Why"] } else { &[] };
        assert_eq!(reasons, expected, "step {known}");
        store.close().await;
    }
}

/// The engine replays the facts: every move is still legal, and the match is over when the players wanted another one.
#[tokio::test(flavor = "multi_thread")]
async fn matches_of_format_1_end_as_before() {
    let folder = old_folder(&JOURNALS).await;
    let store = Sqlite::open(folder.path()).await.unwrap();
    let mut over = Vec::new();
    for name in ["format-1-draw", "format-1-partner"] {
        let (table, _) = golden(name);
        let Stored { setup, entries } = store.read(&id(&table.table)).await.unwrap().unwrap();
        let mut game = Table::new(setup.rules);
        let mut seed = None;
        for entry in &entries {
            let fact = match &entry.fact {
                Fact::MatchBegan { seed: new, engine } => {
                    assert_eq!(*engine, 1);
                    if seed.is_some() {
                        assert_eq!(game.waiting(), capicu::Waiting::Nothing);
                        over.push((name, game.game().standing().scores.as_slice().to_vec()));
                    }
                    (game, seed) = (Table::new(setup.rules), Some(new.clone()));
                    continue;
                }
                Fact::Dealt { number } => {
                    let seed = seed.as_ref().unwrap();
                    capicu::Fact::Dealt(Box::new(seed.deal(&setup.rules, *number)))
                }
                Fact::Acted { action, .. } => capicu::Fact::Acted(*action),
                _ => continue,
            };
            game.apply(&fact)
                .unwrap_or_else(|error| panic!("{name}, {}: {error}", entry.version));
        }
        over.push((name, game.game().standing().scores.as_slice().to_vec()));
    }
    assert_eq!(
        over,
        EXPECTED_SCORES.map(|(name, scores)| (name, scores.to_vec()))
    );
    store.close().await;
}

/// The scores when the next match began, or the journal ended.
const EXPECTED_SCORES: [(&str, &[u16]); 3] = [
    ("format-1-draw", &[10, 0, 0]),
    ("format-1-partner", &[0, 2]),
    ("format-1-partner", &[0, 0]),
];

fn result_with_a_player() -> capicu_store::MatchResult {
    let mut result = capicu_store_contract::result(3);
    result.seats[1] = capicu_store::Sitter::Person {
        name: Some("Tía Ana".to_owned()),
        player: Some(capicu_store_contract::player(9)),
        part: Part::Played,
        substituted: 0,
    };
    result
}

fn rated_result() -> capicu_store::MatchResult {
    let mut result = result_with_a_player();
    result.rated = Some(capicu_ratings::Family::JamaicanPartner);
    if let capicu_store::Sitter::Person {
        part, substituted, ..
    } = &mut result.seats[1]
    {
        (*part, *substituted) = (Part::Deserted, 1);
    }
    if let capicu_store::Sitter::StandIn { substituted, .. } = &mut result.seats[3] {
        *substituted = 4;
    }
    result
}

/// The result in a lobby whose server was restarted during the match.
fn lobby_result() -> capicu_store::MatchResult {
    capicu_store::MatchResult {
        venue: capicu_store::Venue::LobbyInterrupted,
        ..rated_result()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_written_in_the_recorded_form() {
    let folder = TempDir::new().unwrap();
    let store = Sqlite::open(folder.path()).await.unwrap();
    let entries = (1..).zip(capicu_store_contract::every_fact());
    let append = Append {
        effects: vec![capicu_store_contract::over(lobby_result())],
        ..Append::make(
            capicu_store_contract::setup(),
            9,
            entries
                .map(|(version, fact)| entry(version, fact))
                .collect(),
        )
    };
    assert_eq!(store.append(&id("a"), append).await, Ok(()));
    store.close().await;
    let pool = database(folder.path()).await;
    let rows = sqlx::query(
        "SELECT format, setup FROM tables UNION ALL SELECT * FROM
             (SELECT format, fact FROM journal ORDER BY version)
         UNION ALL SELECT format, result FROM results",
    )
    .fetch_all(&pool)
    .await
    .unwrap();
    pool.close().await;
    let mut written = String::new();
    // Rows that a server of the previous version may have to read have the format that it knows.
    let facts = capicu_store_contract::every_fact();
    let facts = facts.iter().map(|fact| match fact {
        Fact::TableGiven { .. } => 10,
        Fact::Slow { .. } | Fact::Withdrew { .. } => 11,
        Fact::QueueSet { .. }
        | Fact::QueueJoined { .. }
        | Fact::QueueLeft { .. }
        | Fact::QueueSat { .. } => 12,
        _ => 9,
    });
    let formats: Vec<i64> = [11].into_iter().chain(facts).chain([8]).collect();
    let stamped: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
    assert_eq!(stamped, formats);
    for row in &rows {
        written += row.get::<&str, _>(1);
        written.push('\n');
    }
    let file = manifest(&format!("tests/golden/format-{}.txt", capicu_store::FORMAT));
    if std::env::var_os("CAPICU_BLESS").is_some() {
        std::fs::write(&file, &written).unwrap();
    }
    let recorded = std::fs::read_to_string(file).unwrap_or_default();
    assert_eq!(
        written, recorded,
        "stored rows have changed: is this a new format?"
    );
}

/// Rows that servers of earlier formats wrote of the same table, facts and result have the same meaning.
#[tokio::test(flavor = "multi_thread")]
async fn rows_of_earlier_formats_are_read_with_their_meaning() {
    for format in 2..capicu_store::FORMAT {
        rows_of(format).await;
    }
}

/// Returns the first format that has this fact.
fn first_format(fact: &Fact) -> i64 {
    match fact {
        Fact::MatchBegan { .. }
        | Fact::TurnedUp { .. }
        | Fact::Dealt { .. }
        | Fact::Settled { .. }
        | Fact::Wished { .. }
        | Fact::Ready { .. }
        | Fact::Rematch { .. }
        | Fact::Sat { .. }
        | Fact::Named { .. }
        | Fact::Rotated { .. }
        | Fact::Renewed { .. }
        | Fact::Away { .. }
        | Fact::Back { .. } => 2,
        // Before these formats, callers named no points, seats had no players, and nobody changed seats or had a time
        // bank.
        Fact::Called { call, .. } => match call {
            capicu::Call::Sum(_) => 5,
            _ => 2,
        },
        Fact::Bound { .. } => 4,
        Fact::Acted { used, .. } if *used == Used::NONE => 2,
        Fact::Acted { .. } => 7,
        Fact::OtherPartners { .. } | Fact::Reseated { .. } => 7,
        Fact::Halted { .. } => 9,
        Fact::TableGiven { .. } => 10,
        Fact::Slow { .. } | Fact::Withdrew { .. } => 11,
        Fact::QueueSet { .. }
        | Fact::QueueJoined { .. }
        | Fact::QueueLeft { .. }
        | Fact::QueueSat { .. } => 12,
    }
}

/// The compiler does not ask for a sample of a new fact.
#[test]
fn sample_has_every_kind_of_fact() {
    let source = include_str!("../../capicu-table/src/fact.rs");
    let (_, facts) = source.split_once("pub enum Fact {\n").unwrap();
    let (facts, _) = facts.split_once("\n}").unwrap();
    let is_kind = |line: &&str| {
        let line = line.strip_prefix("    ");
        line.is_some_and(|line| line.starts_with(char::is_uppercase))
    };
    let kinds = facts.lines().filter(is_kind).count();
    let sample = capicu_store_contract::every_fact();
    let sampled: HashSet<_> = sample.iter().map(std::mem::discriminant).collect();
    assert_eq!(sampled.len(), kinds);
}

#[test]
fn new_format_is_a_new_edition() {
    assert_eq!(
        capicu_store::FORMATS.last(),
        Some(&capicu_store::FORMAT),
        "a new format needs a new edition: increase EDITION of capicu-table, and add the format to FORMATS"
    );
    for fact in capicu_store_contract::every_fact() {
        let reads = |edition: u16| match edition {
            0 => 0,
            edition => capicu_store::FORMATS[usize::from(edition) - 1],
        };
        let (format, edition) = (first_format(&fact), fact.edition());
        assert!(
            (reads(edition - 1) + 1..=reads(edition)).contains(&format),
            "{fact:?} is of format {format} and of edition {edition}"
        );
    }
}

async fn rows_of(format: i64) {
    let setup = capicu_table::Setup {
        // Before format 7, no table was rated.
        stakes: match format {
            7.. => Stakes::Rated,
            _ => Stakes::Casual,
        },
        ..capicu_store_contract::setup()
    };
    let facts = capicu_store_contract::every_fact().into_iter();
    let facts = facts.filter(|fact| first_format(fact) <= format);
    let entries: Vec<Entry> = (1..)
        .zip(facts)
        .map(|(version, fact)| entry(version, fact))
        .collect();
    let result = match format {
        // The kind of table is stored from format 8 on.
        8.. => lobby_result(),
        7.. => rated_result(),
        4.. => result_with_a_player(),
        _ => capicu_store_contract::result(3),
    };
    let folder = TempDir::new().unwrap();
    let store = Sqlite::open(folder.path()).await.unwrap();
    let append = Append {
        effects: vec![capicu_store_contract::over(result.clone())],
        ..Append::make(setup.clone(), 9, entries.clone())
    };
    assert_eq!(store.append(&id("a"), append).await, Ok(()));
    store.close().await;
    let pool = database(folder.path()).await;
    let rows = manifest(&format!("tests/golden/format-{format}.txt"));
    let rows = std::fs::read_to_string(rows).unwrap();
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows.len(), entries.len() + 2);
    for (at, row) in rows.iter().enumerate() {
        let update = match at {
            0 => "UPDATE tables SET format = ?3, setup = ?1 WHERE ?2 = 0",
            _ if at == rows.len() - 1 => "UPDATE results SET format = ?3, result = ?1 WHERE ?2 > 0",
            _ => "UPDATE journal SET format = ?3, fact = ?1 WHERE version = ?2",
        };
        let done = sqlx::query(update)
            .bind(*row)
            .bind(at as i64)
            .bind(format)
            .execute(&pool);
        assert_eq!(done.await.unwrap().rows_affected(), 1, "{at}");
    }
    pool.close().await;
    let store = Sqlite::open(folder.path()).await.unwrap();
    let stored = store.read(&id("a")).await.unwrap().unwrap();
    assert_eq!((stored.setup, stored.entries), (setup, entries));
    let ended = store.since(0, 9).await.unwrap();
    assert_eq!(ended.len(), 1);
    assert_eq!(ended[0].result, result);
    store.close().await;
}

/// Unreadable results are missing in a player's matches; all others are there.
#[tokio::test(flavor = "multi_thread")]
async fn damaged_results_do_not_hide_the_others() {
    let folder = TempDir::new().unwrap();
    let store = Sqlite::open(folder.path()).await.unwrap();
    for number in 1..=9 {
        let result = capicu_store::MatchResult {
            number,
            ..result_with_a_player()
        };
        let append = Append {
            make: (number == 1).then(|| capicu_store::Make {
                setup: capicu_store_contract::setup(),
                at: 9,
            }),
            effects: vec![capicu_store_contract::over(result)],
            ..Append::default()
        };
        assert_eq!(store.append(&id("a"), append).await, Ok(()));
    }
    store.close().await;
    let pool = database(folder.path()).await;
    for damage in [
        "UPDATE results SET result = '{' WHERE sequence IN (9, 8, 7)",
        "UPDATE results SET format = 99 WHERE sequence = 5",
        "UPDATE results SET result = json_remove(result, '$.winner') WHERE sequence = 4",
    ] {
        sqlx::query(damage).execute(&pool).await.unwrap();
    }
    pool.close().await;
    let store = Sqlite::open(folder.path()).await.unwrap();
    let matches = async |before, limit| {
        let player = capicu_store_contract::player(9);
        let found = store.matches(player, before, limit).await.unwrap();
        found.iter().map(|(_, e)| e.sequence).collect::<Vec<_>>()
    };
    assert_eq!(matches(u64::MAX, 2).await, [6, 3]);
    assert_eq!(matches(3, 2).await, [2, 1]);
    assert_eq!(matches(u64::MAX, 9).await, [6, 3, 2, 1]);
    assert_eq!(matches(1, 9).await, [0; 0]);
    store.close().await;
}

/// An unreadable row makes its table unreadable and its place known, and affects nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn damaged_row_affects_only_its_table() {
    let folder = TempDir::new().unwrap();
    let store = Sqlite::open(folder.path()).await.unwrap();
    let damages = [
        (
            "newer",
            "UPDATE journal SET format = 99 WHERE table_id = 'newer' AND version = 2",
        ),
        (
            "unknown",
            "UPDATE journal SET fact = '{\"fact\":\"flipped\"}' WHERE table_id = 'unknown' AND version = 2",
        ),
        (
            "field",
            "UPDATE journal SET fact = '{\"fact\":\"ready\",\"seat\":0,\"x\":1}' WHERE table_id = 'field' AND version = 2",
        ),
        (
            "cut",
            "UPDATE journal SET fact = substr(fact, 1, 9) WHERE table_id = 'cut' AND version = 2",
        ),
        (
            "gap",
            "DELETE FROM journal WHERE table_id = 'gap' AND version = 2",
        ),
        (
            "time",
            "UPDATE journal SET at = -1 WHERE table_id = 'time' AND version = 2",
        ),
        (
            "seat",
            "UPDATE journal SET seat = 99, key = 'k' WHERE table_id = 'seat' AND version = 2",
        ),
        (
            "setup",
            "UPDATE tables SET setup = replace(setup, 'jamaican', 'martian') WHERE id = 'setup'",
        ),
        (
            "setup-newer",
            "UPDATE tables SET format = 99 WHERE id = 'setup-newer'",
        ),
    ];
    let entries: Vec<Entry> = (1..4)
        .map(|n| entry(n, Fact::Ready { seat: seat(0) }))
        .collect();
    for (table, _) in damages.iter().chain(&[("whole", "")]) {
        let append = Append::make(capicu_store_contract::setup(), 1, entries.clone());
        assert_eq!(store.append(&id(table), append).await, Ok(()));
    }
    store.close().await;
    let pool = database(folder.path()).await;
    for (_, damage) in damages {
        let done = sqlx::query(damage).execute(&pool).await.unwrap();
        assert_eq!(done.rows_affected(), 1, "{damage}");
    }
    pool.close().await;
    let store = Sqlite::open(folder.path()).await.unwrap();
    for (table, _) in damages {
        let Err(ReadError::Unreadable(error)) = store.read(&id(table)).await else {
            panic!("{table} can be read");
        };
        let text = error.to_string();
        assert!(text.contains(&format!("table {table}")), "{text}");
        let newer = table.ends_with("newer");
        assert_eq!(matches!(error.why, DecodeError::Newer(99)), newer, "{text}");
        let of_setup = matches!(error.row, RowName::Setup { .. });
        assert_eq!(of_setup, table.starts_with("setup"), "{text}");
        if !of_setup {
            assert!(text.starts_with("fact 2 of"), "{text}");
        }
    }
    let whole = store.read(&id("whole")).await.unwrap().unwrap();
    assert_eq!(whole.entries, entries);
    store.close().await;
}

/// Meanings of words of format 1, by hand: no other test notices if two are exchanged.
#[tokio::test(flavor = "multi_thread")]
async fn words_of_format_1_have_their_meaning() {
    let folder = old_folder(&["format-1-others"]).await;
    let store = Sqlite::open(folder.path()).await.unwrap();
    let stored = store.read(&id("others")).await.unwrap().unwrap();
    let facts: Vec<Fact> = stored.entries.into_iter().map(|entry| entry.fact).collect();
    let action = "6-4@6-6".parse().unwrap();
    let expected = [
        Fact::TurnedUp { number: 1 },
        Fact::Acted {
            by: Chooser::Clock,
            action,
            used: Used::NONE,
        },
        Fact::Called {
            seat: seat(2),
            call: capicu::Call::Muggins,
        },
        Fact::Sat {
            seat: seat(1),
            token: None,
        },
        Fact::Wished {
            seat: seat(0),
            wish: capicu_table::Wish::Mine,
        },
    ];
    assert_eq!(facts, expected);
    assert_eq!(stored.setup.turn_time, TurnTime::TwoMinutes);
    store.close().await;
}

/// Each golden line is JSON, so a mistake in one is found here and not blamed on the codec.
#[test]
fn golden_files_are_valid() {
    for name in JOURNALS {
        let (table, rows) = golden(name);
        let setup: serde_json::Value = serde_json::from_str(&table.setup).unwrap();
        assert!(setup["rules"]["options"].is_object());
        for (version, row) in (1..).zip(&rows) {
            assert_eq!(row.version, version, "{name}");
            let fact: serde_json::Value = serde_json::from_str(&row.fact).unwrap();
            assert_ne!(fact["fact"], json!(null), "{name}, {version}");
        }
    }
}

fn entry(version: u64, fact: Fact) -> Entry {
    Entry {
        version,
        at: 1_795_386_900_000,
        command: None,
        fact,
    }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

/// Even direct writes to the file can only add to the audit, or remove reasons.
#[tokio::test(flavor = "multi_thread")]
async fn audit_cannot_be_changed() {
    use capicu_store::conduct::{Conduct as _, ConductAct, NewConductAct, Sanction};
    let folder = TempDir::new().unwrap();
    let store = Sqlite::open(folder.path()).await.unwrap();
    let player = capicu_store_contract::player(1);
    let make = capicu_store::Change::Make {
        player,
        name: None,
        session: capicu_store::Session {
            hash: capicu_table::TokenHash::new([1; 32]),
            label: String::new(),
            made_at: 1,
            seen_at: 1,
            expires_at: 2,
        },
    };
    People::change(&store, make).await.unwrap();
    let deed = NewConductAct {
        at: 5,
        by: Some(player),
        about: player,
        act: ConductAct::Sanction {
            sanction: Sanction::Ban,
            until: Some(9),
        },
        reason: "A reason".to_owned(),
        closes: 0,
    };
    let sign_out = NewConductAct {
        act: ConductAct::SignOut,
        ..deed.clone()
    };
    store.act(deed).await.unwrap();
    store.act(sign_out).await.unwrap();
    store.close().await;
    let pool = database(folder.path()).await;
    for change in [
        "DELETE FROM audit",
        "UPDATE audit SET at = 6",
        "UPDATE audit SET actor = NULL",
        "UPDATE audit SET act = 'mute'",
        "UPDATE audit SET until = NULL",
        "UPDATE audit SET number = 3",
        "UPDATE audit SET reason = 'Another'",
        "DELETE FROM house_audit",
        "UPDATE house_audit SET at = 6",
        "UPDATE house_audit SET actor = NULL",
        "UPDATE house_audit SET act = 'close'",
        "UPDATE house_audit SET number = 3",
        "UPDATE house_audit SET reason = 'Another'",
    ] {
        assert!(
            sqlx::query(change).execute(&pool).await.is_err(),
            "{change}"
        );
    }
    for forgotten in [
        "UPDATE audit SET reason = ''",
        "UPDATE house_audit SET reason = ''",
    ] {
        assert!(sqlx::query(forgotten).execute(&pool).await.is_ok());
    }
    pool.close().await;
}
