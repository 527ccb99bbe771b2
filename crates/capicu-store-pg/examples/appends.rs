//! Measures how many facts a second a store takes, and how long each takes: first in a file in a folder, then in an
//! empty PostgreSQL database.
//!
//! ```sh
//! cargo run --release -p capicu-store-pg --example appends -- /var/tmp postgres://capicu@localhost/empty
//! ```

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use capicu_store::{Append, Sqlite, Store};
use capicu_store_contract::{fact, id, setup};
use capicu_store_pg::{Role, open};

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, url] = arguments.as_slice() else {
        eprintln!("two arguments are needed: a folder, and the address of an empty database");
        return;
    };
    let folder = tempfile::TempDir::new_in(Path::new(folder)).expect("a folder");
    let file = Sqlite::open(folder.path()).await.expect("a database");
    measure("SQLite", Arc::new(file)).await;
    let address = url.parse().expect("an address");
    let database = open(&address, Role::Alone).await.expect("a database");
    measure("PostgreSQL", Arc::new(database)).await;
}

async fn measure(name: &str, store: Arc<dyn Store>) {
    for (tables, each) in [(1, 500), (16, 300), (256, 60)] {
        let began = Instant::now();
        let all: Vec<_> = (0..tables)
            .map(|table| tokio::spawn(play(Arc::clone(&store), format!("{tables}-{table}"), each)))
            .collect();
        let mut waits = Vec::new();
        for one in all {
            waits.extend(one.await.expect("it plays"));
        }
        let rate = waits.len() as f64 / began.elapsed().as_secs_f64();
        waits.sort();
        let at = |share: usize| waits[(waits.len() - 1) * share / 100];
        println!(
            "{name}, {tables} tables at once: {rate:.0} a second, p50 {:.1?}, p99 {:.1?}",
            at(50),
            at(99)
        );
    }
    store.close().await;
}

/// Appends facts to a table, one after the other; returns the time of each.
async fn play(store: Arc<dyn Store>, table: String, facts: u64) -> Vec<Duration> {
    let made = store
        .append(&id(&table), Append::make(setup(), 0, Vec::new()))
        .await;
    made.expect("a new table");
    let mut waits = Vec::new();
    for version in 1..=facts {
        let began = Instant::now();
        let append = Append::facts(vec![fact(version, version, None)]);
        store
            .append(&id(&table), append)
            .await
            .expect("it is stored");
        waits.push(began.elapsed());
    }
    waits
}
