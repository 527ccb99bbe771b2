//! The store in a file.

use capicu_store::{Append, Journal as _, Sqlite};
use tempfile::TempDir;

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_store_opens_closes_and_opens_again() {
    let folder = TempDir::new().unwrap();
    for _ in 0..2 {
        let store = Sqlite::open(folder.path()).await.unwrap();
        assert_eq!(store.append("none", Append::default()).await, Ok(()));
        assert_eq!(store.read("none").await, Ok(None));
        store.close().await;
    }
}
