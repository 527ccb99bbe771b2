//! A test's own server.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};

use crate::{PATIENCE, Result, program};

#[derive(Debug)]
pub struct Server {
    child: Child,
    address: SocketAddr,
    admin: Option<SocketAddr>,
    data: tempfile::TempDir,
    arguments: Vec<String>,
}

impl Server {
    pub async fn start(arguments: &[&str]) -> Result<Self> {
        Self::start_at(None, arguments).await
    }

    pub async fn start_with_admin(arguments: &[&str]) -> Result<Self> {
        let admin = free_address().await?;
        let listener = ["--admin", &admin.to_string()];
        Self::start_at(Some(admin), &[&listener, arguments].concat()).await
    }

    async fn start_at(admin: Option<SocketAddr>, arguments: &[&str]) -> Result<Self> {
        let data = tempfile::tempdir()?;
        let address = free_address().await?;
        let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
        let child = spawn(address, data.path(), &arguments).await?;
        Ok(Self {
            child,
            address,
            admin,
            data,
            arguments,
        })
    }

    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    pub const fn admin(&self) -> Option<SocketAddr> {
        self.admin
    }

    /// The code that makes the first admin, from the file that the server writes once it is ready.
    pub async fn owner_code(&self) -> Result<String> {
        let file = self.data.path().join("owner-code");
        let code = async {
            loop {
                match std::fs::read_to_string(&file) {
                    Ok(code) if code.ends_with('\n') => return code.trim().to_owned(),
                    _ => sleep(Duration::from_millis(50)).await,
                }
            }
        };
        Ok(timeout(PATIENCE, code).await?)
    }

    /// Makes the keys for push notifications, and restarts with them.
    pub async fn make_push_keys(&mut self) -> Result<()> {
        let mut command = Command::new(program("CAPICU_BIN")?);
        command.arg("push-keys").arg("--data").arg(self.data.path());
        let made = command.stdout(Stdio::null()).status().await?;
        match made.success() {
            true => self.kill_and_restart().await,
            false => Err(format!("no keys were made: {made}").into()),
        }
    }

    /// Kills it, and leaves its data for [`Self::kill_and_restart`].
    pub async fn stop(&mut self) -> Result<()> {
        if self.child.try_wait()?.is_none() {
            self.child.kill().await?;
        }
        Ok(())
    }

    /// Stops it for a while, like a slow machine.
    pub async fn pause(&self, time: Duration) -> Result<()> {
        let id = self.child.id().ok_or("the server runs")?.to_string();
        for (signal, wait) in [("-STOP", time), ("-CONT", Duration::ZERO)] {
            let status = Command::new("kill").args([signal, &id]).status().await?;
            if !status.success() {
                return Err(format!("kill {signal}: {status}").into());
            }
            sleep(wait).await;
        }
        Ok(())
    }

    /// Kills it as a power cut would (SIGKILL) and starts it again on the same data.
    pub async fn kill_and_restart(&mut self) -> Result<()> {
        self.stop().await?;
        self.child = spawn(self.address, self.data.path(), &self.arguments).await?;
        Ok(())
    }
}

async fn free_address() -> Result<SocketAddr> {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    Ok(free.local_addr()?)
}

async fn spawn(address: SocketAddr, data: &Path, arguments: &[String]) -> Result<Child> {
    let mut child = Command::new(program("CAPICU_BIN")?)
        .arg("serve")
        .args(["--listen", &address.to_string()])
        .arg("--data")
        .arg(data)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let deadline = Instant::now() + PATIENCE;
    while TcpStream::connect(address).await.is_err() {
        if let Some(status) = child.try_wait()? {
            return Err(format!("the server ended at once: {status}").into());
        }
        if Instant::now() > deadline {
            return Err("the server did not answer in time".into());
        }
        sleep(Duration::from_millis(50)).await;
    }
    Ok(child)
}
