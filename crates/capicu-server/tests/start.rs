//! A server that cannot start says why in one sentence, and leaves the files as they are. The store's own tests
//! have every file that it refuses, and older ones that it brings up to date.

use std::path::Path;

use crate::common::*;
use capicu_server::{Config, ServeError, run};
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
