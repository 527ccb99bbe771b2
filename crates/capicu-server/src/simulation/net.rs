//! The network: connections that are slow, get stuck and break.

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::io::{
    AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, ReadHalf, WriteHalf, duplex, split,
};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, sleep_until};

use super::chance::Chance;
use crate::connections::{Io, Listen};

/// Bytes of a connection's buffer.
const ROOM: usize = 64 * 1024;

/// Timeout of connecting.
const PATIENCE: Duration = Duration::from_secs(10);

/// The network. Clones share it.
#[derive(Clone, Debug)]
pub struct Net {
    seed: u64,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Debug, Default)]
struct Shared {
    /// By server, for each that listens.
    doors: BTreeMap<usize, mpsc::UnboundedSender<(DuplexStream, SocketAddr)>>,
    /// Open connections, with their person and server.
    lines: Vec<(u32, usize, AbortHandle)>,
    made: BTreeMap<u32, u32>,
    /// Until when a person's bytes are delayed.
    apart: BTreeMap<u32, Instant>,
    slow: Option<Instant>,
}

/// The server that a person's connection reaches, as behind a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The first one that listens.
    First,
    /// Any one that listens.
    Any,
    To(usize),
}

/// The listener of a server.
pub struct Door(tokio::sync::Mutex<mpsc::UnboundedReceiver<(DuplexStream, SocketAddr)>>);

impl Listen for Door {
    async fn accept(&self) -> io::Result<(impl Io, SocketAddr)> {
        match self.0.lock().await.recv().await {
            Some(come) => Ok(come),
            None => std::future::pending().await,
        }
    }
}

impl Net {
    pub fn new(seed: u64) -> Self {
        let shared = Arc::default();
        Self { seed, shared }
    }

    /// Starts to listen for a server.
    pub fn open(&self, server: usize) -> Door {
        let (door, coming) = mpsc::unbounded_channel();
        self.shared().doors.insert(server, door);
        Door(tokio::sync::Mutex::new(coming))
    }

    /// Stops listening for a server, and breaks its connections.
    pub fn close(&self, server: usize) {
        self.shared().doors.remove(&server);
        self.end(|_, of| of == server);
    }

    /// Breaks all connections of a person.
    pub fn cut(&self, who: u32) {
        self.end(|whose, _| whose == who);
    }

    fn end(&self, is_over: impl Fn(u32, usize) -> bool) {
        self.shared().lines.retain(|(whose, server, line)| {
            let is_over = is_over(*whose, *server);
            if is_over {
                line.abort();
            }
            !is_over
        });
    }

    /// Delays all bytes of a person in both directions.
    pub fn part(&self, who: u32, time: Duration) {
        self.shared().apart.insert(who, Instant::now() + time);
    }

    /// Slows all connections down.
    pub fn slow(&self, time: Duration) {
        self.shared().slow = Some(Instant::now() + time);
    }

    /// Connects a person with a server; `None` if none listens, or it takes too long.
    pub async fn connect(&self, who: u32, way: Way) -> Option<DuplexStream> {
        let n = {
            let mut shared = self.shared();
            let made = shared.made.entry(who).or_default();
            *made += 1;
            *made
        };
        let mut chance = Chance::of(self.seed, &format!("line {who} {n}"));
        let coming = async {
            self.pass(who, &mut chance).await;
            let (server, door) = self.door(way, &mut chance)?;
            let (own, near) = duplex(ROOM);
            let (far, theirs) = duplex(ROOM);
            let address = Ipv4Addr::new(10, 0, (who >> 8) as u8, who as u8);
            let address = SocketAddr::new(IpAddr::V4(address), 1024 + n as u16);
            door.send((theirs, address)).ok()?;
            let (near, far) = (split(near), split(far));
            let up = Chance::of(self.seed, &format!("up {who} {n}"));
            let (one, other) = (self.clone(), self.clone());
            let line = tokio::spawn(async move {
                tokio::join!(
                    one.carry(who, near.0, far.1, up),
                    other.carry(who, far.0, near.1, chance)
                );
            });
            let line = (who, server, line.abort_handle());
            self.shared().lines.push(line);
            Some(own)
        };
        tokio::time::timeout(PATIENCE, coming).await.ok()?
    }

    fn door(
        &self,
        way: Way,
        chance: &mut Chance,
    ) -> Option<(usize, mpsc::UnboundedSender<(DuplexStream, SocketAddr)>)> {
        let shared = self.shared();
        let mut doors = shared.doors.iter();
        let (server, door) = match way {
            Way::Any if doors.len() > 1 => {
                doors.nth(chance.below(shared.doors.len() as u64) as usize)?
            }
            Way::First | Way::Any => doors.next()?,
            Way::To(server) => doors.find(|(of, _)| **of == server)?,
        };
        Some((*server, door.clone()))
    }

    async fn carry(
        self,
        who: u32,
        mut from: ReadHalf<DuplexStream>,
        mut to: WriteHalf<DuplexStream>,
        mut chance: Chance,
    ) {
        let mut bytes = vec![0; 4096];
        while let Ok(n @ 1..) = from.read(&mut bytes).await {
            self.pass(who, &mut chance).await;
            // Bytes arrive in pieces.
            let first = if chance.once_in(8) {
                chance.below(n as u64) as usize
            } else {
                0
            };
            for piece in [&bytes[..first], &bytes[first..n]] {
                if to.write_all(piece).await.is_err() {
                    return;
                }
                if first > 0 {
                    self.pass(who, &mut chance).await;
                }
            }
        }
        // The other side may have gone.
        let _ = to.shutdown().await;
    }

    /// Waits for the network's delay of a person.
    async fn pass(&self, who: u32, chance: &mut Chance) {
        let slow = self
            .shared()
            .slow
            .is_some_and(|until| Instant::now() < until);
        let longest = if slow { 2_000 } else { 40 };
        sleep(Duration::from_millis(chance.among(1, longest))).await;
        loop {
            let until = self.shared().apart.get(&who).copied();
            match until.filter(|until| Instant::now() < *until) {
                Some(until) => sleep_until(until).await,
                None => return,
            }
        }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().expect("nobody panics here")
    }
}
