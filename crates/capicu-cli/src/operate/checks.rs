//! The checks of `capicu doctor`.

use std::fs::{self, File};
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use capicu_server::{Disk, file_limit};
use capicu_store::Examined;

use super::ask::{Readiness, readiness};
use super::measure::{size, time};
use crate::language::texts;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    Config,
    Folder,
    Permissions,
    Database,
    Wal,
    Disk,
    Clock,
    Files,
    Backup,
    Server,
}

impl Check {
    /// Its name in answers, the same in all languages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Config => "config",
            Self::Folder => "folder",
            Self::Permissions => "permissions",
            Self::Database => "database",
            Self::Wal => "wal",
            Self::Disk => "disk",
            Self::Clock => "clock",
            Self::Files => "files",
            Self::Backup => "backup",
            Self::Server => "server",
        }
    }
}

/// The result of a check, worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Ok,
    Warn,
    Fail,
}

/// The result of a check. The message of a problem names the remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub check: Check,
    pub verdict: Verdict,
    pub message: String,
}

impl Finding {
    pub fn new(check: Check, verdict: Verdict, message: impl Into<String>) -> Self {
        Self {
            check,
            verdict,
            message: message.into(),
        }
    }
}

/// Bytes of free space; less is a warning.
const LITTLE: u64 = 1_000_000_000;

/// Bytes of free space; less is a failure.
const NEXT_TO_NOTHING: u64 = 100_000_000;

/// Bytes of a write-ahead log; a longer one is not being written to the database.
const LONG_WAL: u64 = 256_000_000;

/// Seconds; an older backup is a warning.
const OLD: u64 = 7 * 24 * 3600;

/// How far facts may be ahead of the clock.
const AHEAD: Duration = Duration::from_secs(60);

/// The beginning of 2025, in seconds since 1970. A clock before this is wrong.
const WRITTEN: u64 = 1_735_689_600;

/// Files in addition to connections, as the server calculates.
const OTHER_FILES: u64 = 128;

pub fn folder(folder: &Path) -> Vec<Finding> {
    let (texts, shown) = (texts(), folder.display().to_string());
    if !folder.is_dir() {
        let message = texts.doctor_no_folder(&shown);
        return vec![Finding::new(Check::Folder, Verdict::Fail, message)];
    }
    let mut findings = vec![Finding::new(
        Check::Folder,
        Verdict::Ok,
        texts.doctor_folder(&shown),
    )];
    findings.extend(permissions(folder));
    let disk = Disk::of(folder);
    let examined = examined(folder);
    findings.push(database(&examined, disk.database));
    findings.push(wal(disk.wal));
    findings.push(room(disk.room.map(|room| room.free)));
    let newest = examined.ok().flatten().and_then(|found| found.newest);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    findings.push(clock(newest, now.unwrap_or_default()));
    findings.push(backup(disk.backup_age));
    findings
}

/// Checks whether others can read the data, and this user can write it.
fn permissions(folder: &Path) -> Vec<Finding> {
    let (texts, shown) = (texts(), folder.display().to_string());
    let mut findings = Vec::new();
    let names = ["capicu.db", "capicu.db-wal", "capicu.db-shm"];
    let files = names.map(|name| folder.join(name));
    let all = std::iter::once(folder).chain(files.iter().map(AsRef::as_ref));
    for path in all.filter(|path| is_open_to_others(path)) {
        let message = texts.doctor_readable(&path.display().to_string(), &shown);
        findings.push(Finding::new(Check::Permissions, Verdict::Warn, message));
    }
    // Opened for writing, but not changed.
    let denied = |path: &&Path| {
        let opened = File::options().append(true).open(path);
        opened.is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
    };
    for path in files.iter().map(AsRef::as_ref).filter(denied) {
        let message = texts.doctor_not_writable(&path.display().to_string());
        findings.push(Finding::new(Check::Permissions, Verdict::Warn, message));
    }
    if findings.is_empty() {
        let message = texts.doctor_private();
        findings.push(Finding::new(Check::Permissions, Verdict::Ok, message));
    }
    findings
}

#[cfg(unix)]
fn is_open_to_others(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
const fn is_open_to_others(_: &Path) -> bool {
    false
}

fn examined(folder: &Path) -> Result<Option<Examined>, String> {
    let texts = texts();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| texts.io_error(&error))?;
    let examined = runtime.block_on(capicu_store::examine(folder));
    examined.map_err(|error| error.tell(texts))
}

fn database(examined: &Result<Option<Examined>, String>, bytes: u64) -> Finding {
    let texts = texts();
    let (verdict, message) = match examined {
        Ok(Some(_)) => (Verdict::Ok, texts.doctor_database(&size(bytes))),
        Ok(None) => (Verdict::Warn, texts.doctor_no_database()),
        Err(why) => (Verdict::Fail, why.clone()),
    };
    Finding::new(Check::Database, verdict, message)
}

fn wal(bytes: u64) -> Finding {
    let (texts, shown) = (texts(), size(bytes));
    match bytes > LONG_WAL {
        true => Finding::new(Check::Wal, Verdict::Warn, texts.doctor_wal_long(&shown)),
        false => Finding::new(Check::Wal, Verdict::Ok, texts.doctor_wal(&shown)),
    }
}

fn room(free: Option<u64>) -> Finding {
    let texts = texts();
    let Some(free) = free else {
        return Finding::new(Check::Disk, Verdict::Ok, texts.doctor_disk_unknown());
    };
    let shown = size(free);
    let (verdict, message) = match free {
        0..NEXT_TO_NOTHING => (Verdict::Fail, texts.doctor_disk_low(&shown)),
        NEXT_TO_NOTHING..LITTLE => (Verdict::Warn, texts.doctor_disk_low(&shown)),
        LITTLE.. => (Verdict::Ok, texts.doctor_disk(&shown)),
    };
    Finding::new(Check::Disk, verdict, message)
}

/// `newest` is the time of the last fact, in milliseconds since 1970; `now` is the time since 1970.
fn clock(newest: Option<u64>, now: Duration) -> Finding {
    let texts = texts();
    if now.as_secs() < WRITTEN {
        return Finding::new(Check::Clock, Verdict::Fail, texts.doctor_clock_unset());
    }
    let ahead = Duration::from_millis(newest.unwrap_or_default()).saturating_sub(now);
    match ahead > AHEAD {
        true => {
            let message = texts.doctor_clock_behind(&time(ahead.as_secs()));
            Finding::new(Check::Clock, Verdict::Fail, message)
        }
        false => Finding::new(Check::Clock, Verdict::Ok, texts.doctor_clock()),
    }
}

/// Checks whether a server for this many connections may open enough files.
pub fn files(connections: u32) -> Finding {
    files_of(file_limit(), connections)
}

fn files_of(limit: Option<u64>, connections: u32) -> Finding {
    let texts = texts();
    let needed = u64::from(connections) + OTHER_FILES;
    let (verdict, message) = match limit {
        None => (Verdict::Ok, texts.doctor_files_free()),
        Some(files) if files < needed => {
            let [files, needed] = [files, needed].map(|number| number.to_string());
            let message = texts.doctor_files_few(&files, &needed, &connections.to_string());
            (Verdict::Warn, message)
        }
        Some(files) => (Verdict::Ok, texts.doctor_files(&files.to_string())),
    };
    Finding::new(Check::Files, verdict, message)
}

fn backup(age: Option<u64>) -> Finding {
    let texts = texts();
    let (verdict, message) = match age {
        None => (Verdict::Warn, texts.doctor_no_backup()),
        Some(age) if age > OLD => (Verdict::Warn, texts.doctor_backup_old(&time(age))),
        Some(age) => (Verdict::Ok, texts.doctor_backup(&time(age))),
    };
    Finding::new(Check::Backup, verdict, message)
}

pub fn server(address: SocketAddr) -> Finding {
    let (texts, shown) = (texts(), address.to_string());
    let (verdict, message) = match readiness(address) {
        Ok(Readiness::Ready) => (Verdict::Ok, texts.doctor_server(&shown)),
        Ok(Readiness::NotReady(why)) => (Verdict::Fail, texts.doctor_not_ready(&shown, &why)),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            (Verdict::Warn, texts.status_no_server(&shown))
        }
        Err(_) => (Verdict::Warn, texts.doctor_no_server(&shown)),
    };
    Finding::new(Check::Server, verdict, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_change_exactly_at_their_bounds() {
        use Verdict::{Fail, Ok, Warn};
        let of = |finding: Finding| finding.verdict;
        let now = Duration::from_secs(WRITTEN);
        let milliseconds = |seconds: u64| Some(1000 * (WRITTEN + seconds));
        for (found, verdict) in [
            (room(Some(99_999_999)), Fail),
            (room(Some(100_000_000)), Warn),
            (room(Some(999_999_999)), Warn),
            (room(Some(1_000_000_000)), Ok),
            (wal(256_000_000), Ok),
            (wal(256_000_001), Warn),
            (backup(None), Warn),
            (backup(Some(7 * 86_400)), Ok),
            (backup(Some(7 * 86_400 + 1)), Warn),
            (clock(None, now), Ok),
            (clock(milliseconds(60), now), Ok),
            (clock(milliseconds(61), now), Fail),
            (clock(None, Duration::from_secs(1)), Fail),
            (files_of(None, 10_000), Ok),
            (files_of(Some(10_128), 10_000), Ok),
            (files_of(Some(10_127), 10_000), Warn),
        ] {
            assert_eq!(of(found.clone()), verdict, "{found:?}");
        }
    }
}
