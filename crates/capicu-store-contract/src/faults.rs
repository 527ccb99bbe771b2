//! The contract while writes fail.

use capicu_table::Entry;

use crate::sample::{fact, id, over, result, setup};
use capicu_store::{Answer, Append, AppendError, Health, Make, Store};

pub trait Faults {
    /// Called before the first attempt of each append.
    fn arm(&mut self, step: u32);

    /// Called after an append failed and its table was read again. Waits until another attempt can be made.
    fn wait(&mut self) -> Answer<'_, ()>;
}

/// Appends to a new table `steps` times like its owner: after a failure it reads the table and repeats missing facts.
/// Returns the number of failed appends. Panics if an acknowledged fact is lost, a fact is stored twice or partly, or
/// the store reports good health after a failure.
pub async fn survives(store: &dyn Store, table: &str, steps: u32, faults: &mut dyn Faults) -> u32 {
    let mut known: Vec<Entry> = Vec::new();
    let mut failures = 0;
    let mut matches = 0;
    for step in 0..steps {
        let first = known.len() as u64 + 1;
        let at = 1000 + u64::from(step);
        let key = format!("step-{step}");
        let entries = vec![fact(first, at, Some(&key)), fact(first + 1, at, None)];
        let is_over = step % 3 == 2;
        let append = Append {
            make: (step == 0).then(|| Make { setup: setup(), at }),
            effects: is_over
                .then(|| over(result(matches + 1)))
                .into_iter()
                .collect(),
            entries: entries.clone(),
        };
        let wanted = [known.clone(), entries].concat();
        faults.arm(step);
        loop {
            match store.append(&id(table), append.clone()).await {
                Ok(()) => break,
                Err(AppendError::Failed) => {}
                Err(error) => panic!("step {step}: {error:?}, but nobody else writes here"),
            }
            failures += 1;
            let stored = store.read(&id(table)).await.expect("reading does not fail");
            let stored = stored.map(|stored| stored.entries).unwrap_or_default();
            if stored == wanted {
                break;
            }
            assert_eq!(stored, known, "step {step}: all of it or nothing");
            faults.wait().await;
        }
        known = wanted;
        matches += u32::from(is_over);
        let stored = store.read(&id(table)).await.expect("reading does not fail");
        assert_eq!(stored.map(|stored| stored.entries), Some(known.clone()));
    }
    let results = store.since(0, u32::MAX).await.expect("results can be read");
    let mut numbers = Vec::new();
    for (sequence, ended) in (1..).zip(results) {
        assert_eq!(ended.sequence, sequence, "results have no gaps");
        let record = store.record(sequence).await.expect("records can be read");
        assert!(record.is_some(), "each with its record");
        if ended.table == id(table) {
            numbers.push(ended.result.number);
        }
    }
    assert_eq!(numbers, (1..=matches).collect::<Vec<_>>(), "each once");
    faults.wait().await;
    assert_eq!(store.health(), Health::Writable, "it has recovered");
    failures
}
