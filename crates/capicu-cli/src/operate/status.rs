use std::io::ErrorKind;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;

use super::ask::{Metrics, Readiness, readiness};
use super::measure::{size, time};
use crate::language::texts;
use crate::{exit, print, serve};

/// Show whether a running server is ready, its uptime and its load
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Admin address of the server, as given to `capicu serve --admin`
    #[arg(
        long,
        env = "CAPICU_ADMIN",
        value_name = "ADDRESS",
        default_value = "127.0.0.1:7879",
        value_parser = serve::address
    )]
    admin: SocketAddr,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// Returns exit code 0 if the server is ready, 1 if it is not, 2 if none answers.
pub fn run(arguments: &Arguments) -> ExitCode {
    let texts = texts();
    let address = arguments.admin.to_string();
    let asked = readiness(arguments.admin)
        .and_then(|readiness| Ok((readiness, Metrics::of(arguments.admin)?)));
    let (readiness, metrics) = match asked {
        Ok(asked) => asked,
        Err(error) if error.kind() == ErrorKind::InvalidData => {
            return exit::unreadable(texts.status_no_server(&address));
        }
        Err(error) => {
            return exit::unreadable(texts.status_unreachable(&address, &texts.io_error(&error)));
        }
    };
    match arguments.json {
        true => print::json(&in_json(&readiness, &metrics)),
        false => print::text(in_words(&address, &readiness, &metrics)),
    }
    match readiness {
        Readiness::Ready => ExitCode::SUCCESS,
        Readiness::NotReady(_) => exit::breach(),
    }
}

/// Returns the seconds since the server started.
fn uptime(metrics: &Metrics) -> Option<u64> {
    let began = metrics.whole("capicu_start_time_seconds")?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    Some(now.as_secs().saturating_sub(began))
}

fn in_json(readiness: &Readiness, metrics: &Metrics) -> serde_json::Value {
    let why = match readiness {
        Readiness::Ready => None,
        Readiness::NotReady(why) => Some(why),
    };
    json!({
        "ready": why.is_none(),
        "why": why,
        "version": metrics.build("version"),
        "commit": metrics.build("commit"),
        "uptime_seconds": uptime(metrics),
        "tables": metrics.whole("capicu_tables"),
        "connections": metrics.whole("capicu_connections"),
        "sockets": metrics.whole("capicu_sockets"),
        "lobby": metrics.whole("capicu_lobby"),
        "memory_bytes": metrics.whole("process_resident_memory_bytes"),
        "open_files": metrics.whole("process_open_fds"),
        "file_limit": metrics.whole("process_max_fds"),
        "database_bytes": metrics.whole("capicu_database_bytes"),
        "wal_bytes": metrics.whole("capicu_wal_bytes"),
        "disk_free_bytes": metrics.whole("capicu_disk_free_bytes"),
        "backup_age_seconds": metrics.whole("capicu_backup_age_seconds"),
    })
}

fn in_words(address: &str, readiness: &Readiness, metrics: &Metrics) -> String {
    let texts = texts();
    let count = |name: &str| {
        let number = metrics.whole(name);
        number.map_or_else(|| "?".to_owned(), |number| number.to_string())
    };
    let bytes = |name: &str| metrics.whole(name).map_or_else(|| "?".to_owned(), size);
    let mut lines = vec![match readiness {
        Readiness::Ready => texts.status_ready(address),
        Readiness::NotReady(why) => texts.status_not_ready(address, why),
    }];
    lines.push(texts.status_program(
        metrics.build("version").unwrap_or("?"),
        metrics.build("commit").unwrap_or("?"),
        &uptime(metrics).map_or_else(|| "?".to_owned(), time),
    ));
    lines.push(texts.status_people(
        &count("capicu_tables"),
        &count("capicu_connections"),
        &count("capicu_sockets"),
        &count("capicu_lobby"),
    ));
    if metrics.number("process_open_fds").is_some() {
        lines.push(texts.status_process(
            &bytes("process_resident_memory_bytes"),
            &count("process_open_fds"),
            &count("process_max_fds"),
        ));
    }
    // A server with PostgreSQL reports no folder.
    if metrics.number("capicu_database_bytes").is_some() {
        lines.push(texts.status_disk(
            &bytes("capicu_database_bytes"),
            &bytes("capicu_wal_bytes"),
            &bytes("capicu_disk_free_bytes"),
        ));
        lines.push(match metrics.whole("capicu_backup_age_seconds") {
            Some(age) => texts.status_backup(&time(age)),
            None => texts.status_no_backup(),
        });
    }
    lines.join("\n") + "\n"
}
