//! Messages between the servers of a cluster.
//!
//! A [`Bus`] carries messages and stores none. Messages from one server to another arrive in order, but some may be
//! lost: receivers that must notice a loss count them. [`Wire`] is a bus within a process.

#![forbid(unsafe_code)]

mod wire;

use std::fmt;
use std::pin::Pin;

pub use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};

pub use wire::Wire;

pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A connection to the other servers, by name.
pub trait Bus: Send + Sync + fmt::Debug {
    /// Sends a message to a server. Success does not mean that it arrives.
    ///
    /// Fails only if the message was certainly not sent.
    fn tell<'a>(&'a self, node: &'a str, message: Bytes) -> Answer<'a, Result<(), Silence>>;

    /// Sends a question to a server, and waits a short time for the answer.
    fn ask<'a>(&'a self, node: &'a str, question: Bytes) -> Answer<'a, Result<Bytes, Silence>>;

    /// Starts to receive all messages to this server.
    fn hear<'a>(&'a self, node: &'a str) -> Answer<'a, Result<mpsc::Receiver<Heard>, Silence>>;

    /// Whether the bus is connected, as far as it knows.
    fn is_up(&self) -> bool;
}

#[derive(Debug)]
pub struct Heard {
    pub message: Bytes,
    /// Sends the answer; `None` if the sender expects none.
    pub answer: Option<oneshot::Sender<Bytes>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Silence {
    /// No server has this name, or it has stopped.
    #[error("nobody of this name is there")]
    Nobody,
    /// No answer in time, or the bus is not connected. The question may have arrived.
    #[error("no answer in time")]
    Late,
}
