//! A server that cannot start says why in one sentence, and leaves the files as they are.

mod common;

use std::path::Path;

use capicu_server::{Config, ServeError, run};
use common::*;
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use tokio::net::TcpListener;

async fn start(folder: &Path) -> Result<(), ServeError> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    run(listener, Config::new(folder.to_owned()), async {}, async {}).await
}

/// The error, and that no file was changed.
async fn refused(folder: &Path) -> String {
    let file = folder.join("capicu.db");
    let before = std::fs::read(&file).unwrap();
    let error = start(folder).await.unwrap_err().to_string();
    assert_eq!(
        std::fs::read(&file).unwrap(),
        before,
        "the file is untouched"
    );
    assert!(!error.contains('\n'), "{error}");
    assert!(error.contains("--data"), "{error}");
    error
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_database_is_refused() {
    let folder = Folder::new("garbage");
    std::fs::write(
        folder.0.join("capicu.db"),
        "no database at all, but a text of some length",
    )
    .unwrap();
    assert!(refused(&folder.0).await.contains("is damaged"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_database_is_refused() {
    let folder = Folder::new("damaged");
    start(&folder.0).await.unwrap();
    let file = folder.0.join("capicu.db");
    let mut bytes = std::fs::read(&file).unwrap();
    for byte in &mut bytes[100..2000] {
        *byte = 0x5a;
    }
    std::fs::write(&file, &bytes).unwrap();
    assert!(refused(&folder.0).await.contains("is damaged"));
    // Cut off in the middle.
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    assert!(refused(&folder.0).await.contains("is damaged"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_another_program_or_a_newer_version_is_refused() {
    let folder = Folder::new("newer");
    let file = folder.0.join("capicu.db");
    let options = SqliteConnectOptions::new()
        .filename(&file)
        .create_if_missing(true);
    let pool = SqlitePoolOptions::new()
        .connect_with(options.clone())
        .await
        .unwrap();
    sqlx::query("CREATE TABLE recipes (name TEXT)")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    assert!(refused(&folder.0).await.contains("another program"));

    std::fs::remove_file(&file).unwrap();
    start(&folder.0).await.unwrap();
    let pool = SqlitePoolOptions::new()
        .connect_with(options)
        .await
        .unwrap();
    sqlx::query("INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'later', 1, x'00', 0)")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    assert!(refused(&folder.0).await.contains("newer version"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_be_written_is_refused() {
    let folder = Folder::new("read-only");
    start(&folder.0).await.unwrap();
    let file = folder.0.join("capicu.db");
    let mut permissions = std::fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&file, permissions).unwrap();
    // Some users, root for one, write where nobody may.
    if std::fs::OpenOptions::new()
        .append(true)
        .open(&file)
        .is_err()
    {
        assert!(refused(&folder.0).await.contains("cannot write to"));
    }
    // What nobody can write: a folder where the file should be.
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    let error = start(&folder.0).await.unwrap_err().to_string();
    assert!(error.contains("cannot write to the data folder"), "{error}");
    assert!(error.contains("--data"), "{error}");
}

/// A database made before the journal was indexed by time is brought up to date, and what is in it
/// stays.
#[tokio::test(flavor = "multi_thread")]
async fn an_older_database_is_brought_up_to_date() {
    let folder = Folder::new("older");
    let server = Server::start(config(&folder.0)).await;
    let created = create(server.address, &four(BOTS, &[])).await;
    server.stop().await;
    let options = SqliteConnectOptions::new().filename(folder.0.join("capicu.db"));
    let pool = SqlitePoolOptions::new()
        .connect_with(options)
        .await
        .unwrap();
    for back in [
        "DROP INDEX journal_at",
        "DELETE FROM _sqlx_migrations WHERE version > 1",
    ] {
        sqlx::query(back).execute(&pool).await.unwrap();
    }
    pool.close().await;
    let server = Server::start(config(&folder.0)).await;
    Player::sit(server.address, &created.table, &created.token).await;
    server.stop().await;
}

/// What is asked at every start must not take longer the longer the server has been in use.
#[tokio::test(flavor = "multi_thread")]
async fn a_start_reads_no_more_of_the_journal_than_it_needs() {
    let folder = Folder::new("indexed");
    start(&folder.0).await.unwrap();
    let options = SqliteConnectOptions::new().filename(folder.0.join("capicu.db"));
    let pool = SqlitePoolOptions::new()
        .connect_with(options)
        .await
        .unwrap();
    for asked in [
        "SELECT max(at) FROM journal",
        "SELECT table_id FROM journal INDEXED BY journal_at WHERE at >= 1 GROUP BY table_id ORDER BY max(at) DESC LIMIT 9",
    ] {
        let plan = format!("EXPLAIN QUERY PLAN {asked}");
        let rows = sqlx::query(sqlx::AssertSqlSafe(plan))
            .fetch_all(&pool)
            .await
            .unwrap();
        let steps: Vec<String> = rows.iter().map(|row| row.get("detail")).collect();
        assert!(
            steps[0].starts_with("SEARCH journal USING COVERING INDEX journal_at"),
            "{asked}: {steps:?}"
        );
    }
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_do_not_share_a_folder() {
    let folder = Folder::new("shared");
    let server = Server::start(config(&folder.0)).await;
    request(server.address, "GET /api/health HTTP/1.1", b"").await;
    let error = start(&folder.0).await.unwrap_err().to_string();
    assert!(error.contains("another capicu server"), "{error}");
    server.stop().await;
    start(&folder.0).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_cannot_be_made_is_refused() {
    let folder = Folder::new("unwritable");
    let file = folder.0.join("in the way");
    std::fs::write(&file, "").unwrap();
    let error = start(&file.join("data")).await.unwrap_err().to_string();
    assert!(error.contains("cannot write to the data folder"), "{error}");
    assert!(error.contains("--data"), "{error}");
}
