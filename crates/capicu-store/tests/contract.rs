//! Runs the contract on each store of this crate.

use std::sync::Arc;

use capicu_store::{Answer, Store};
use capicu_store_contract::{Fault, Faults, Kind, Memory, holds, people_survive, survives};

struct InMemory(std::sync::Mutex<Memory>);

impl Kind for InMemory {
    fn fresh(&self) -> Answer<'_, Arc<dyn Store>> {
        let store = Memory::default();
        *self.0.lock().unwrap() = store.clone();
        Box::pin(async move { Arc::new(store) as Arc<dyn Store> })
    }

    fn reopen(&self, _: Arc<dyn Store>) -> Answer<'_, Arc<dyn Store>> {
        let store = self.0.lock().unwrap().engine().reopened();
        Box::pin(async move { Arc::new(store) as Arc<dyn Store> })
    }
}

#[tokio::test]
async fn memory_fulfils_the_contract() {
    holds(&InMemory(Memory::default().into())).await;
}

/// Faults of the next appends, in a cycle.
struct Planned(Memory, Vec<Fault>);

impl Faults for Planned {
    fn arm(&mut self, _: u32) {
        let next = self.1.remove(0);
        self.0.engine().plan([next]);
        self.1.push(next);
    }

    fn wait(&mut self) -> Answer<'_, ()> {
        Box::pin(async {})
    }
}

#[tokio::test]
async fn failing_memory_fulfils_the_contract() {
    use Fault::{After, Before, None};
    let store = Memory::default();
    let plan = vec![Before, None, After, None, After, Before, Before];
    let mut faults = Planned(store.clone(), plan);
    assert_eq!(survives(&store, "a", 70, &mut faults).await, 50);
    assert_eq!(people_survive(&store, 200, 70, &mut faults).await, 50);
}

#[cfg(feature = "sqlite")]
mod in_a_file {
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use capicu_store::Sqlite;
    use tempfile::TempDir;

    /// Stores in files, each in its own folder. Reopening uses the last one.
    struct InFiles(TempDir, AtomicU32);

    impl InFiles {
        fn folder(&self) -> PathBuf {
            self.0
                .path()
                .join(self.1.load(Ordering::Relaxed).to_string())
        }
    }

    impl Kind for InFiles {
        fn fresh(&self) -> Answer<'_, Arc<dyn Store>> {
            self.1.fetch_add(1, Ordering::Relaxed);
            Box::pin(async { Arc::new(Sqlite::open(&self.folder()).await.unwrap()) as _ })
        }

        fn reopen(&self, _: Arc<dyn Store>) -> Answer<'_, Arc<dyn Store>> {
            Box::pin(async { Arc::new(Sqlite::open(&self.folder()).await.unwrap()) as _ })
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn sqlite_fulfils_the_contract() {
        holds(&InFiles(TempDir::new().unwrap(), AtomicU32::new(0))).await;
    }
}
