//! Measurements of this process and of the data folder's file system.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use capicu_store::copies;

/// This process, in Prometheus units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Process {
    /// Seconds of processor time since its start.
    pub cpu: f64,
    /// Bytes in memory.
    pub resident: u64,
    /// Open files, connections included.
    pub open_files: u64,
    /// The limit of open files; `None` without a limit.
    pub most_files: Option<u64>,
    /// Start, in seconds since 1970.
    pub started: f64,
}

/// The data folder. Sizes are in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Disk {
    /// Size of the database.
    pub database: u64,
    /// Size of its write-ahead log.
    pub wal: u64,
    /// Free and total space of the file system.
    pub room: Option<Room>,
    /// Seconds since the last backup or export; `None` if there was none.
    pub backup_age: Option<u64>,
}

/// A file system, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Space that this user can still fill.
    pub free: u64,
    pub size: u64,
}

impl Disk {
    /// Measures a data folder.
    pub fn of(folder: &Path) -> Self {
        let size = |name: &str| {
            let file: PathBuf = folder.join(name);
            file.metadata().map_or(0, |found| found.len())
        };
        let age = |at| SystemTime::now().duration_since(at).unwrap_or_default();
        Self {
            database: size("capicu.db"),
            wal: size("capicu.db-wal"),
            room: room(folder),
            backup_age: copies::last(folder).map(|at| age(at).as_secs()),
        }
    }
}

#[cfg(target_os = "linux")]
fn room(folder: &Path) -> Option<Room> {
    let of = rustix::fs::statvfs(folder).ok()?;
    Some(Room {
        free: of.f_bavail.saturating_mul(of.f_frsize),
        size: of.f_blocks.saturating_mul(of.f_frsize),
    })
}

#[cfg(not(target_os = "linux"))]
const fn room(_: &Path) -> Option<Room> {
    None
}

#[cfg(target_os = "linux")]
impl Process {
    /// Measures this process; `None` if the system does not answer.
    pub fn current() -> Option<Self> {
        use rustix::param::{clock_ticks_per_second, page_size};
        use rustix::process::{Resource, getrlimit};
        use rustix::time::{ClockId, clock_gettime};

        let seconds = |clock| {
            let time = clock_gettime(clock);
            time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
        };
        let memory = fs::read_to_string("/proc/self/statm").ok()?;
        let pages: u64 = memory.split(' ').nth(1)?.parse().ok()?;
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        // The name, in parentheses, may contain anything. The 22nd field is the 20th after it.
        let ticks: f64 = stat.rsplit_once(") ")?.1.split(' ').nth(19)?.parse().ok()?;
        let since_boot = ticks / clock_ticks_per_second() as f64;
        let booted = seconds(ClockId::Realtime) - seconds(ClockId::Boottime);
        // Reading the folder opens a file too.
        let open_files = fs::read_dir("/proc/self/fd")
            .ok()?
            .count()
            .saturating_sub(1);
        Some(Self {
            cpu: seconds(ClockId::ProcessCPUTime),
            resident: pages * page_size() as u64,
            open_files: open_files as u64,
            most_files: getrlimit(Resource::Nofile).current,
            started: booted + since_boot,
        })
    }
}

#[cfg(not(target_os = "linux"))]
impl Process {
    /// Known on Linux only.
    pub const fn current() -> Option<Self> {
        None
    }
}

/// Returns the limit of open files of a process that raises it to the maximum; `None` if unknown or unlimited.
#[cfg(target_os = "linux")]
pub fn file_limit() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).maximum
}

/// Known on Linux only.
#[cfg(not(target_os = "linux"))]
pub const fn file_limit() -> Option<u64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn process_is_described_as_the_system_sees_it() {
        let before = Process::current().unwrap();
        let files: Vec<_> = (0..10)
            .map(|_| fs::File::open("/dev/null").unwrap())
            .collect();
        let memory = vec![1_u8; 64 << 20];
        let after = Process::current().unwrap();
        assert_eq!(after.open_files, before.open_files + files.len() as u64);
        assert!(after.resident >= before.resident + (memory.len() as u64) / 2);
        assert!(after.cpu > 0.0 && after.cpu >= before.cpu);
        let now = SystemTime::now()
            .duration_since(SystemTime::UNIX_EPOCH)
            .unwrap();
        let age = now.as_secs_f64() - after.started;
        assert!((-1.0..600.0).contains(&age), "{age}");
    }

    #[test]
    fn folder_without_a_database_has_room_and_no_backup() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::of(folder.path());
        assert_eq!((disk.database, disk.wal, disk.backup_age), (0, 0, None));
        let room = disk.room.unwrap();
        assert!(room.free <= room.size && room.size > 0, "{room:?}");
        assert_eq!(Disk::of(&folder.path().join("none")), Disk::default());
    }
}
