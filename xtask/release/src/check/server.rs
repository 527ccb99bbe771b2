//! A server in a root of its own, with which the example bot plays a match.

use std::ffi::OsStr;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::debian::on_path;
use crate::source::Place;
use crate::step::Step;
use crate::target::Target;

const PLAY: &str = include_str!("../../files/play.py");

/// How long a server may take to stop.
const STOP: Duration = Duration::from_secs(20);

/// A root with a program for a target.
pub struct Root {
    pub folder: PathBuf,
    pub target: Target,
    /// User and group of the server, as `chroot --userspec` takes them.
    pub user: String,
    /// The folder that the server may write to; all others are read-only. Everything is writable without it.
    pub writable: Option<PathBuf>,
    /// Where the output of the server goes.
    pub log: PathBuf,
}

/// A server that runs. Dropped, it is killed.
pub struct Running {
    child: Child,
    log: PathBuf,
    port: u16,
}

impl Root {
    /// The command in the root, emulated where this machine needs that. Mounts end with the command.
    pub fn command(&self, words: &[impl AsRef<OsStr>]) -> Result<Command> {
        let mut command = Command::new("unshare");
        command.args(["--mount", "--", "sh", "-c"]);
        command.arg(match &self.writable {
            None => "shift; exec chroot \"--userspec=$0\" \"$@\"",
            Some(_) => {
                "mount --bind \"$2\" \"$2\" && mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$2\" && \
                 shift && exec chroot \"--userspec=$0\" \"$@\""
            }
        });
        command.arg(&self.user);
        command.arg(self.writable.as_deref().unwrap_or(Path::new("")));
        command.arg(&self.folder);
        if let Some(emulator) = self.target.emulator() {
            let here = on_path(emulator).with_context(|| format!("{emulator} is missing"))?;
            let inside = self.folder.join(emulator);
            // A program that runs cannot be written again.
            if !inside.exists() {
                fs::copy(here, inside)?;
            }
            command.arg(format!("/{emulator}"));
        }
        command.args(words).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        Ok(command)
    }

    /// Starts `capicu serve` at a free port.
    pub fn serve(&self, words: &[&str]) -> Result<Running> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?
            .local_addr()?
            .port();
        let listen = format!("127.0.0.1:{port}");
        let pace = ["--bot-pace", "immediate", "--listen", &listen];
        let out = fs::File::create(&self.log)?;
        let mut command = self.command(&[words, &pace].concat())?;
        let child = command
            .stdin(Stdio::null())
            .stdout(out.try_clone()?)
            .stderr(out)
            .spawn()
            .context("cannot start `unshare`; install util-linux")?;
        let log = self.log.clone();
        Ok(Running { child, log, port })
    }
}

impl Running {
    /// Lets the example bot play a match under this name.
    pub fn play(&self, place: &Place, step: &Step, name: &str) -> Result<()> {
        let script = place.target().join("play.py");
        fs::write(&script, PLAY)?;
        let played = step.run(
            Command::new("python3")
                .arg(&script)
                .arg(format!("http://127.0.0.1:{}", self.port))
                .arg(place.source().join("docs/example_bot.py"))
                .arg(name),
        );
        let played = played.with_context(|| {
            let log = fs::read_to_string(&self.log).unwrap_or_default();
            format!("the server wrote: {log}")
        })?;
        if !played.contains("The match is over") {
            bail!("the bot did not finish its match: {played}");
        }
        Ok(())
    }

    /// Ends the server as systemd does.
    pub fn stop(mut self) -> Result<()> {
        let id = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &id]).status()?;
        let started = Instant::now();
        while started.elapsed() < STOP {
            if let Some(status) = self.child.try_wait()? {
                if status.success() {
                    return Ok(());
                }
                let log = fs::read_to_string(&self.log).unwrap_or_default();
                bail!("the server ended with {status}: {log}");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        bail!("the server did not stop within {} s", STOP.as_secs());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
