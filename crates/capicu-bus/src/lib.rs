//! Messages between the servers of one host.
//!
//! A [`Bus`] carries messages; it keeps none. What one server says to another arrives in order, if it arrives: whoever has
//! to know counts. [`Wire`] is a bus within a process.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod wire;

use std::fmt;
use std::pin::Pin;

pub use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};

pub use wire::Wire;

/// What a bus answers, later.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// How a server reaches the others, by their names.
pub trait Bus: Send + Sync + fmt::Debug {
    /// Says something to the server of this name. Whether it arrives, nobody says.
    ///
    /// The answer is an error if it certainly did not leave.
    fn tell<'a>(&'a self, node: &'a str, message: Bytes) -> Answer<'a, Result<(), Silence>>;

    /// Asks the server of this name, and waits for its answer, but not for long.
    fn ask<'a>(&'a self, node: &'a str, question: Bytes) -> Answer<'a, Result<Bytes, Silence>>;

    /// All that is said to the server of this name from now on: this one.
    fn hear<'a>(&'a self, node: &'a str) -> Answer<'a, Result<mpsc::Receiver<Heard>, Silence>>;

    /// Whether it is connected, as far as it knows.
    fn is_up(&self) -> bool;
}

/// Something that was said to this server.
#[derive(Debug)]
pub struct Heard {
    /// What.
    pub message: Bytes,
    /// Where an answer goes, if one is waited for.
    pub answer: Option<oneshot::Sender<Bytes>>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Silence {
    /// No server has this name, or it is gone.
    #[error("nobody of this name is there")]
    Nobody,
    /// It did not answer in time, or the bus is not connected. The question may have arrived.
    #[error("no answer in time")]
    Late,
}
