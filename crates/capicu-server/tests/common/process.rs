//! A server that is a process of its own, so that it can be killed and its system calls can be stood in for.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tokio::net::TcpListener;

/// Where the server's process finds its data folder.
const FOLDER: &str = "CAPICU_SERVER_FOLDER";

/// Where it listens; a free port if nothing is said.
pub const ADDRESS: &str = "CAPICU_SERVER_ADDRESS";

pub const VENUE: &str = "CAPICU_SERVER_VENUE";

/// Not a test: the process that is killed. Serves for ever if it was started by [`Process::start`]; otherwise does
/// nothing.
#[test]
fn the_server() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let listen = || TcpListener::bind("127.0.0.1:0");
        // Whoever comes back is found where it was.
        let public = match std::env::var(ADDRESS) {
            Ok(address) => TcpListener::bind(address).await,
            Err(_) => listen().await,
        };
        let [public, admin] = [public.unwrap(), listen().await.unwrap()];
        let addresses = [&public, &admin].map(|of| of.local_addr().unwrap());
        let ready = async move {
            let [public, admin] = addresses;
            let mut out = std::io::stderr();
            writeln!(out, "listening on {public} {admin}").unwrap();
        };
        let mut config = super::config(Path::new(&folder));
        if std::env::var_os(VENUE).is_some() {
            config.follows = capicu_server::Follows::Nearby([127, 0, 0, 1].into());
        }
        let listeners = capicu_server::Listeners {
            public,
            admin: Some(admin),
        };
        capicu_server::run(listeners, config, ready, std::future::pending())
            .await
            .unwrap();
    });
}

/// The process of a server: this test binary, started with a folder. It is killed at the end.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
    /// The address of the admin listener.
    pub admin: SocketAddr,
}

impl Process {
    pub fn start(folder: &Path) -> Self {
        Self::with(folder, &[])
    }

    /// With these variables in its environment.
    pub fn with(folder: &Path, variables: &[(&str, &Path)]) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "common::process::the_server", "--nocapture"])
            .env(FOLDER, folder)
            .envs(variables.iter().copied())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let err = BufReader::new(child.stderr.take().unwrap());
        let mut lines = err.lines().map_while(Result::ok);
        let (address, admin) = lines
            .find_map(|line| {
                let (public, admin) = line.strip_prefix("listening on ")?.split_once(' ')?;
                Some((public.parse().ok()?, admin.parse().ok()?))
            })
            .expect("the server starts");
        std::thread::spawn(move || lines.count());
        Self {
            child,
            address,
            admin,
        }
    }

    /// Without a chance to write anything: on unix this is `kill -9`.
    pub fn kill(self) {}
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Builds a library that stands between a process and the system, from a C source file.
#[cfg(target_os = "linux")]
pub fn library(source: &str, folder: &Path) -> std::path::PathBuf {
    let built = folder.join("library.so");
    let status = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&built)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(source))
        .args(["-ldl", "-lpthread"])
        .status();
    assert!(status.unwrap().success(), "{source} is built");
    built
}
