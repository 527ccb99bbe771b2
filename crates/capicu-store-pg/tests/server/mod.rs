//! A temporary PostgreSQL server for one test.
#![allow(dead_code, reason = "no test uses all of it")]

use std::fs;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Returns the folder of PostgreSQL's programs. Outside CI, tests are skipped without them.
pub fn programs() -> Option<PathBuf> {
    let told = std::env::var_os("CAPICU_POSTGRES").map(PathBuf::from);
    let debian = || {
        let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
        let mut found: Vec<_> = versions
            .flatten()
            .map(|version| version.path().join("bin"))
            .collect();
        found.sort();
        found.pop()
    };
    let path = || {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    };
    let found = told
        .or_else(debian)
        .or_else(path)
        .filter(|folder| folder.join("initdb").exists());
    if found.is_none() {
        assert!(
            std::env::var_os("CI").is_none(),
            "PostgreSQL is not installed"
        );
        eprintln!("skipped: PostgreSQL is not installed");
    }
    found
}

pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
    process: Child,
    fsync: &'static str,
}

impl Postgres {
    /// Starts a server; `None` if PostgreSQL is not installed. Its data need not survive a crash of the machine.
    pub fn start() -> Option<Self> {
        Self::start_with("off")
    }

    /// Starts a server with the usual settings: committed data is on disk.
    pub fn start_lasting() -> Option<Self> {
        Self::start_with("on")
    }

    fn start_with(fsync: &'static str) -> Option<Self> {
        let programs = programs()?;
        let folder = TempDir::new().unwrap();
        // Root may not start it.
        if fs::metadata(folder.path()).unwrap().uid() == 0 {
            let (user, group) = owner();
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let made = command(&programs.join("initdb"), folder.path())
            .args([
                "--auth=trust",
                "--username=capicu",
                "--no-sync",
                "--encoding=UTF8",
            ])
            // A collation that differs from the order of bytes.
            .args([
                "--locale=C.UTF-8",
                "--locale-provider=icu",
                "--icu-locale=en",
            ])
            .arg("--pgdata")
            .arg(folder.path().join("data"))
            .stdout(Stdio::null())
            .status();
        assert!(made.unwrap().success(), "a database is made");
        let process = run(&programs, folder.path(), fsync);
        let postgres = Self {
            folder,
            programs,
            process,
            fsync,
        };
        postgres.wait();
        Some(postgres)
    }

    pub fn url(&self, database: &str) -> String {
        let socket = self.folder.path().to_str().unwrap().replace('/', "%2F");
        format!("postgres://capicu:secret-word@{socket}/{database}")
    }

    pub fn socket(&self) -> PathBuf {
        self.folder.path().join(".s.PGSQL.5432")
    }

    /// Runs a statement and returns the output.
    pub fn ask(&self, database: &str, statement: &str) -> String {
        let output = command(&self.programs.join("psql"), self.folder.path())
            .args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"])
            .args(["--set=ON_ERROR_STOP=1", "--username=capicu", "--host"])
            .arg(self.folder.path())
            .args(["--dbname", database, "--command", statement])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{statement}: {said}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    pub fn create(&self, database: &str, like: &str) {
        self.ask(
            "postgres",
            &format!("CREATE DATABASE {database} TEMPLATE {like}"),
        );
    }

    pub fn halt(&mut self) {
        let stopped = command(&self.programs.join("pg_ctl"), self.folder.path())
            .args(["stop", "--mode=immediate", "--silent", "--pgdata"])
            .arg(self.folder.path().join("data"))
            .status();
        assert!(stopped.unwrap().success());
        let _ = self.process.wait();
    }

    pub fn resume(&mut self) {
        self.process = run(&self.programs, self.folder.path(), self.fsync);
        self.wait();
    }

    fn wait(&self) {
        let began = Instant::now();
        let ready = || {
            command(&self.programs.join("pg_isready"), self.folder.path())
                .arg("--quiet")
                .arg("--host")
                .arg(self.folder.path())
                .status()
                .is_ok_and(|status| status.success())
        };
        while !ready() {
            assert!(
                began.elapsed() < Duration::from_secs(30),
                "PostgreSQL starts"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = command(&self.programs.join("pg_ctl"), self.folder.path())
            .args(["stop", "--mode=immediate", "--silent", "--pgdata"])
            .arg(self.folder.path().join("data"))
            .status();
        let _ = self.process.kill();
        let _ = self.process.wait();
        if std::thread::panicking() {
            let log = fs::read_to_string(self.folder.path().join("log"));
            eprintln!("{}", log.unwrap_or_default());
        }
    }
}

fn run(programs: &Path, folder: &Path, fsync: &str) -> Child {
    command(&programs.join("postgres"), folder)
        .args([
            "-c",
            &format!("fsync={fsync}"),
            "-c",
            "listen_addresses=",
            "-c",
            "max_connections=100",
            "-k",
        ])
        .arg(folder)
        .arg("-D")
        .arg(folder.join("data"))
        .stderr(fs::File::create(folder.join("log")).unwrap())
        .spawn()
        .unwrap()
}

fn command(program: &Path, folder: &Path) -> Command {
    let found = fs::metadata(folder).unwrap();
    let mut command = Command::new(program);
    command
        .current_dir(folder)
        .uid(found.uid())
        .gid(found.gid());
    command
}

/// Returns the user that Debian's package creates, or `nobody`.
fn owner() -> (u32, u32) {
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let ids = |name: &str| {
        let line = users
            .lines()
            .find(|line| line.starts_with(&format!("{name}:")))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    ids("postgres")
        .or_else(|| ids("nobody"))
        .unwrap_or((65534, 65534))
}
