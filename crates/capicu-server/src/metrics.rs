//! Metrics in the text form of Prometheus.
//!
//! They contain no player, table or address, so they may be stored anywhere for any time.

use capicu_table_service::metrics::Metrics;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

use crate::machine::{Disk, Process};

/// Current values of counters outside this module.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// Gauges: name, description and value.
    pub gauges: Vec<(&'static str, &'static str, usize)>,
    /// Incidents of each kind since the start.
    pub incidents: Vec<(&'static str, u64)>,
    /// Choices of bots since the start, and how many of them a quick bot made because the machine was busy.
    pub answers: [u64; 2],
    /// Start of the server, in seconds since 1970.
    pub began: u64,
    /// The commit of this build.
    pub commit: &'static str,
    /// This process, if the system describes it.
    pub process: Option<Process>,
    /// The data folder, if the server has one.
    pub disk: Option<Disk>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Build {
    version: &'static str,
    commit: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Kind {
    kind: &'static str,
}

/// Formats all metrics.
pub fn text(tables: &Metrics, counted: &Counted) -> String {
    let mut whole = Registry::default();
    if let Some(process) = counted.process {
        register_process(whole.sub_registry_with_prefix("process"), process);
    }
    let all = whole.sub_registry_with_prefix("capicu");
    let build = Build {
        version: env!("CARGO_PKG_VERSION"),
        commit: counted.commit,
    };
    all.register("build", "The program that runs", Info::new(build));
    if let Some(disk) = counted.disk {
        register_disk(all, disk);
    }
    all.register(
        "facts",
        "Facts stored in the journals of tables",
        tables.facts.clone(),
    );
    all.register_with_unit(
        "append",
        "Time the store took for each append to a journal",
        Unit::Seconds,
        tables.append.clone(),
    );
    all.register(
        "append_failures",
        "Appends to a journal that stored nothing",
        tables.failures.clone(),
    );
    let [answers, quick] = counted.answers.map(ConstCounter::new);
    all.register("bot_answers", "Choices made by bots", answers);
    all.register(
        "bot_answers_quick",
        "Choices made by a quick bot because the machine was busy",
        quick,
    );
    let incidents = Family::<Kind, Counter>::default();
    for (kind, times) in &counted.incidents {
        incidents.get_or_create(&Kind { kind }).inc_by(*times);
    }
    all.register(
        "incidents",
        "What was tried at the doors, as the log with the target security tells",
        incidents,
    );
    for (name, help, now) in &counted.gauges {
        all.register(*name, *help, gauge(*now as u64));
    }
    all.register_with_unit(
        "start_time",
        "When the server began, since 1970",
        Unit::Seconds,
        gauge(counted.began),
    );
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = encode(&mut text, &whole);
    text
}

/// Converts a number to a gauge.
fn gauge(number: u64) -> ConstGauge<i64> {
    ConstGauge::new(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Registers the process under the standard names.
fn register_process(all: &mut Registry, process: Process) {
    let Process {
        cpu,
        resident,
        open_files,
        most_files,
        started,
    } = process;
    let cpu = ConstCounter::new(cpu);
    all.register_with_unit("cpu", "Processor time, user and system", Unit::Seconds, cpu);
    all.register_with_unit(
        "resident_memory",
        "Memory in use",
        Unit::Bytes,
        gauge(resident),
    );
    all.register("open_fds", "Open files", gauge(open_files));
    if let Some(most) = most_files {
        all.register("max_fds", "Files that may be open", gauge(most));
    }
    all.register_with_unit(
        "start_time",
        "When the process started, since 1970",
        Unit::Seconds,
        ConstGauge::new(started),
    );
}

fn register_disk(all: &mut Registry, disk: Disk) {
    let Disk {
        database,
        wal,
        room,
        backup_age,
    } = disk;
    let mut bytes = |name: &str, help: &str, number| {
        all.register_with_unit(name, help, Unit::Bytes, gauge(number));
    };
    bytes("database", "Size of the database", database);
    bytes("wal", "Size of the write-ahead log of the database", wal);
    if let Some(room) = room {
        bytes(
            "disk_free",
            "Room on the disk of the data folder",
            room.free,
        );
        bytes(
            "disk_size",
            "Size of the disk of the data folder",
            room.size,
        );
    }
    if let Some(age) = backup_age {
        all.register_with_unit(
            "backup_age",
            "Time since the last backup or export; not there before the first",
            Unit::Seconds,
            gauge(age),
        );
    }
}
