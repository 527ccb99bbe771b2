//! The server as a process of its own.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, BufReader};

/// A server that is killed when this is dropped.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Process {
    /// One whose bots play at once.
    pub async fn start(folder: &Path) -> Self {
        Self::at(folder, "server").await
    }

    pub async fn at(folder: &Path, how: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg(how)
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = tokio::process::ChildStdout::from_std(child.stdout.take().unwrap()).unwrap();
        let line = BufReader::new(out).lines().next_line().await.unwrap();
        let address = line.expect("the server starts").parse().unwrap();
        Self { child, address }
    }

    /// Memory in use, in bytes.
    pub fn memory(&self) -> u64 {
        self.status("VmRSS")
    }

    /// The most memory that was in use so far, in bytes.
    pub fn peak(&self) -> u64 {
        self.status("VmHWM")
    }

    fn status(&self, name: &str) -> u64 {
        let status = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(status).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        let kilobytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        kilobytes * 1024
    }

    pub fn processor(&self) -> Duration {
        let stat = format!("/proc/{}/stat", self.child.id());
        let stat = std::fs::read_to_string(stat).unwrap();
        let fields: Vec<&str> = stat[stat.rfind(')').unwrap()..].split(' ').collect();
        let ticks: u64 = fields[12..14]
            .iter()
            .map(|n| n.parse::<u64>().unwrap())
            .sum();
        Duration::from_millis(10 * ticks)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
