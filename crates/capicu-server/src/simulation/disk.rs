//! The disk: a database in memory that is slow, fails, lies, and ignores killed processes.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use capicu_store::sql::{
    Dialect, Engine, Error, Found, Job, Line, Query, Sql, Value, Write, Written,
};
use capicu_store::{Answer, AppendError, Health};
use capicu_store_contract::{Fault, MemoryEngine};
use serde_json::{Value as Json, json};
use tokio::time::{Instant, sleep};

use super::Lie;
use super::chance::Chance;
use super::nodes::{Node, PATIENCE};
use super::story::Story;

/// A fault of the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Illness {
    #[default]
    None,
    /// Slow reads and writes.
    Slow,
    /// Writes are not stored, or are stored but reported as failed.
    Failing,
    Unreadable,
}

/// The disk, which outlives servers. Clones share it.
#[derive(Clone, Debug)]
pub struct Disk {
    seed: u64,
    story: Story,
    memory: MemoryEngine,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Debug, Default)]
struct Shared {
    chances: BTreeMap<String, Chance>,
    illness: Option<(Illness, Instant)>,
    lie: Lie,
    /// Whether the single lie has happened.
    has_lied: bool,
    moves: u32,
}

impl Disk {
    pub fn new(seed: u64, story: Story, lie: Lie) -> Self {
        let memory = MemoryEngine::default();
        if lie == Lie::OtherRating {
            let changed = memory.run(statement(
                "CREATE TRIGGER other_rating AFTER INSERT ON ratings BEGIN
                     UPDATE ratings SET changes = json_remove(changes, '$[#-1]')
                     WHERE sequence = NEW.sequence;
                 END",
            ));
            changed.expect("the tables are there");
        }
        Self {
            seed,
            story,
            memory,
            shared: Arc::new(Mutex::new(Shared {
                lie,
                ..Shared::default()
            })),
        }
    }

    /// Opens the disk without delays and faults.
    pub fn kept(&self) -> Sql<Opened> {
        self.open(None, None)
    }

    /// Opens the disk for a process; once that is killed, calls never return.
    pub fn opened(&self, process: Arc<AtomicBool>, node: Option<Node>) -> Sql<Opened> {
        self.open(Some(process), node)
    }

    fn open(&self, process: Option<Arc<AtomicBool>>, node: Option<Node>) -> Sql<Opened> {
        Sql::new(Opened {
            disk: self.clone(),
            process,
            node,
        })
    }

    /// Gives the disk a fault for this time.
    pub fn ail(&self, illness: Illness, time: Duration) {
        self.shared().illness = Some((illness, Instant::now() + time));
    }

    fn illness(&self) -> Illness {
        let until = |(_, until): &(Illness, Instant)| Instant::now() < *until;
        let illness = self.shared().illness.filter(until);
        illness.map(|(illness, _)| illness).unwrap_or_default()
    }

    fn chance<T>(&self, of: &str, what: impl FnOnce(&mut Chance) -> T) -> T {
        let mut shared = self.shared();
        let chance = shared.chances.entry(of.to_owned());
        what(chance.or_insert_with(|| Chance::of(self.seed, &format!("disk {of}"))))
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().expect("nobody panics here")
    }
}

/// The disk of one process.
#[derive(Clone, Debug)]
pub struct Opened {
    disk: Disk,
    process: Option<Arc<AtomicBool>>,
    /// For a server of a cluster.
    node: Option<Node>,
}

impl Opened {
    /// Delays a call by about half of its duration.
    async fn travel(&self, of: &str) {
        let Some(process) = &self.process else {
            return;
        };
        let longest = match self.disk.illness() {
            Illness::Slow => 1_500,
            _ => 4,
        };
        let time = self.disk.chance(of, |chance| chance.below(longest));
        sleep(Duration::from_millis(time)).await;
        if !process.load(Ordering::Relaxed) {
            // A killed process does nothing with the answer.
            pending::<()>().await;
        }
    }

    /// Returns until when nothing reaches the disk.
    fn cut(&self) -> Option<Instant> {
        self.node.as_ref().and_then(Node::cut)
    }

    /// Waits for an answer that does not come.
    async fn waits_in_vain(&self, of: &str) {
        sleep(PATIENCE).await;
        self.travel(of).await;
    }

    /// Chooses the fault of the next write.
    fn fault(&self, of: &str) -> Fault {
        match self.disk.illness() {
            Illness::Failing => self.disk.chance(of, |chance| {
                chance.pick(&[Fault::Before, Fault::Before, Fault::After, Fault::None])
            }),
            _ => Fault::None,
        }
    }

    /// Appends to a table if this server owns it. A message to an unreachable database may arrive later, when the
    /// server no longer waits for the answer.
    async fn appends(&self, write: Write, fault: Fault) -> Written {
        let memory = self.disk.memory.clone();
        let Some(node) = self.node.clone() else {
            return memory.append_with(write, fault);
        };
        let table = write.table.to_string();
        let epoch = node.epoch(&table);
        let is_cut = node.cut().is_some();
        let arrives = move || {
            // A new table has no shard yet; no other server knows it.
            let is_new = write.made.is_some();
            if !is_new && !node.may_write(write.table.as_str(), epoch) {
                return Err(AppendError::Conflict);
            }
            let (id, has_facts) = (write.table.to_string(), !write.rows.is_empty());
            let stored = memory.append_with(write, fault);
            if stored.is_ok() && has_facts && !is_new {
                node.wrote(&id, epoch);
            }
            stored
        };
        if !is_cut {
            return arrives();
        }
        let late = self.disk.chance(&table, |chance| {
            chance.once_in(2).then(|| chance.among(2_000, 6_000))
        });
        if let Some(late) = late {
            let story = self.disk.story.clone();
            tokio::spawn(async move {
                sleep(Duration::from_millis(late)).await;
                let stored = arrives();
                story.log(
                    format_args!("disk {table}"),
                    format_args!("late: {stored:?}"),
                );
            });
        }
        sleep(PATIENCE).await;
        Err(AppendError::Failed)
    }

    /// Applies a lie to a write, if it is time.
    fn lie(&self, write: &mut Write) -> Option<Lied> {
        let mut shared = self.disk.shared();
        if shared.has_lied {
            return None;
        }
        let lie = shared.lie;
        for row in &mut write.rows {
            if kind(row) != "acted" || row.key.is_none() {
                continue;
            }
            shared.moves += 1;
            if shared.moves < 10 {
                continue;
            }
            shared.has_lied = matches!(lie, Lie::LostMove | Lie::LongerTurn);
            match lie {
                Lie::LostMove => return Some(Lied::Lost),
                Lie::LongerTurn => longer(row),
                _ => {}
            }
        }
        if lie == Lie::Twice
            && let [only] = &write.rows[..]
            && kind(only) == "named"
        {
            shared.has_lied = true;
            let again = Line {
                version: only.version + 1,
                seat: None,
                key: None,
                ..only.clone()
            };
            write.rows.push(again);
            return Some(Lied::Twice);
        }
        None
    }
}

/// Lies instead of storing a write.
enum Lied {
    /// Reports it as stored.
    Lost,
    /// Stores it twice, and reports a failure.
    Twice,
}

/// Returns the kind of fact in a row.
fn kind(row: &Line) -> String {
    let fact: Json = serde_json::from_str(&row.fact).expect("facts are JSON");
    fact["fact"].as_str().unwrap_or_default().to_owned()
}

/// Makes a move take a minute longer.
fn longer(row: &mut Line) {
    let mut fact: Json = serde_json::from_str(&row.fact).expect("facts are JSON");
    let used = ["time", "forced"]
        .iter()
        .find_map(|of| fact["used"][of].as_u64());
    fact["used"] = json!({ "time": used.unwrap_or_default() + 60_000 });
    row.fact = fact.to_string();
}

fn statement(sql: &'static str) -> Query {
    Query {
        sql: sql.into(),
        values: Vec::new(),
    }
}

/// Names a query: its first text, or the statement. Each name has its own delay.
fn subject(query: &Query) -> String {
    let text = query.values.iter().find_map(|value| match value {
        Value::Text(text) => text.clone(),
        Value::Int(_) | Value::Blob(_) => None,
    });
    text.unwrap_or_else(|| query.sql.to_string())
}

/// The beginning of the query for a table's facts.
const FACTS: &str = "SELECT 0 AS version, made_at";

impl Engine for Opened {
    fn dialect(&self) -> Dialect {
        self.disk.memory.dialect()
    }

    fn read(&self, query: Query) -> Answer<'_, Result<Found, Error>> {
        Box::pin(async move {
            let of = subject(&query);
            let of_a_table = query.sql.starts_with(FACTS);
            self.travel(&of).await;
            if self.cut().is_some() {
                self.waits_in_vain(&of).await;
                return Err(Error::Failed("it cannot be reached".to_owned()));
            }
            if self.process.is_some() && self.disk.illness() == Illness::Unreadable {
                return Err(Error::Failed("it cannot be read".to_owned()));
            }
            let mut found = self.disk.memory.run(query);
            self.travel(&of).await;
            if let Ok(found) = &mut found
                && of_a_table
                && self.disk.shared().lie == Lie::Gap
                && found.rows.len() > 31
            {
                found.rows.remove(21);
            }
            found
        })
    }

    fn change(&self, job: Job) -> Answer<'_, ()> {
        Box::pin(async move {
            // Each kind of job has its own delay.
            let of = format!("{job:?}");
            let of = of.split('(').take(2).collect::<Vec<_>>().join(" ");
            self.travel(&of).await;
            if self.cut().is_some() {
                return self.waits_in_vain(&of).await;
            }
            self.disk.memory.work_with(job, self.fault(&of));
            self.travel(&of).await;
            if self.cut().is_some() {
                // The answer exists, but comes late.
                self.waits_in_vain(&of).await;
            }
        })
    }

    fn append(&self, mut write: Write) -> Answer<'_, Written> {
        Box::pin(async move {
            let table = write.table.to_string();
            self.travel(&table).await;
            let lied = self.lie(&mut write);
            let versions: Vec<u64> = write.rows.iter().map(|row| row.version as u64).collect();
            let fault = self.fault(&table);
            let stored = match lied {
                Some(Lied::Lost) => Ok(()),
                Some(Lied::Twice) => self.appends(write, Fault::After).await,
                None => self.appends(write, fault).await,
            };
            let story = &self.disk.story;
            story.log(
                format_args!("disk {table}"),
                format_args!("{versions:?} {stored:?}"),
            );
            self.travel(&table).await;
            // The answer is lost.
            let stored = match self.cut() {
                Some(_) => stored.and(Err(AppendError::Failed)),
                None => stored,
            };
            let (now, mut of) = (story.now(), story.told());
            match &stored {
                Ok(()) => of.stored.extend(
                    versions
                        .iter()
                        .map(|version| ((table.clone(), *version), now)),
                ),
                Err(_) => of.failed.entry(table).or_default().push(now),
            }
            drop(of);
            stored
        })
    }

    fn health(&self) -> Health {
        self.disk.memory.health()
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(self.travel(""))
    }
}
