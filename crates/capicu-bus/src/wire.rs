//! A bus within a process.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::{Answer, Bus, Heard, Silence};

/// Messages that may queue for a server. Further ones are lost, as on a bus whose subscriber is too slow.
const WAITING: usize = 65_536;

const LATE: Duration = Duration::from_secs(1);

/// A bus within a process. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Wire(Arc<Mutex<Hub>>);

#[derive(Debug, Default)]
struct Hub {
    servers: BTreeMap<String, mpsc::Sender<Heard>>,
    /// Servers that receive nothing.
    cut: BTreeSet<String>,
    /// The number of next messages to each server that are lost.
    lost: BTreeMap<String, usize>,
}

impl Wire {
    /// Cuts a server off, or connects it again. Messages to it are lost without an error.
    pub fn cut(&self, node: &str, is_cut: bool) {
        let mut hub = self.hub();
        match is_cut {
            true => hub.cut.insert(node.to_owned()),
            false => hub.cut.remove(node),
        };
    }

    /// Loses the next `messages` messages to a server, without answers.
    pub fn lose(&self, node: &str, messages: usize) {
        self.hub().lost.insert(node.to_owned(), messages);
    }

    fn send(&self, node: &str, heard: Heard) -> Result<(), Silence> {
        let mut hub = self.hub();
        if hub.cut.contains(node) {
            return Ok(());
        }
        if let Some(lost @ 1..) = hub.lost.get_mut(node).filter(|_| heard.answer.is_none()) {
            *lost -= 1;
            return Ok(());
        }
        let server = hub.servers.get(node).ok_or(Silence::Nobody)?;
        match server.try_send(heard) {
            Err(mpsc::error::TrySendError::Closed(_)) => Err(Silence::Nobody),
            Ok(()) | Err(mpsc::error::TrySendError::Full(_)) => Ok(()),
        }
    }

    fn hub(&self) -> MutexGuard<'_, Hub> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bus for Wire {
    fn tell<'a>(&'a self, node: &'a str, message: Bytes) -> Answer<'a, Result<(), Silence>> {
        let heard = Heard {
            message,
            answer: None,
        };
        // The sender does not learn whether the server exists.
        let _ = self.send(node, heard);
        Box::pin(async { Ok(()) })
    }

    fn ask<'a>(&'a self, node: &'a str, question: Bytes) -> Answer<'a, Result<Bytes, Silence>> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            let heard = Heard {
                message: question,
                answer: Some(answer),
            };
            self.send(node, heard)?;
            match timeout(LATE, answered).await {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(_)) | Err(_) => Err(Silence::Late),
            }
        })
    }

    fn hear<'a>(&'a self, node: &'a str) -> Answer<'a, Result<mpsc::Receiver<Heard>, Silence>> {
        let (server, heard) = mpsc::channel(WAITING);
        self.hub().servers.insert(node.to_owned(), server);
        Box::pin(async { Ok(heard) })
    }

    fn is_up(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn messages_arrive_in_order_or_not_at_all() {
        let wire = Wire::default();
        assert_eq!(wire.ask("a", Bytes::new()).await, Err(Silence::Nobody));
        let mut heard = wire.hear("a").await.unwrap();
        for word in ["1", "2"] {
            wire.tell("a", Bytes::from(word)).await.unwrap();
        }
        wire.lose("a", 1);
        for word in ["3", "4"] {
            wire.tell("a", Bytes::from(word)).await.unwrap();
        }
        wire.cut("a", true);
        wire.tell("a", Bytes::from("5")).await.unwrap();
        wire.cut("a", false);
        for word in ["1", "2", "4"] {
            assert_eq!(heard.recv().await.unwrap().message, word);
        }
        let answering = tokio::spawn(async move {
            let heard = heard.recv().await.unwrap();
            heard.answer.unwrap().send(heard.message).unwrap();
        });
        assert_eq!(wire.ask("a", Bytes::from("x")).await.unwrap(), "x");
        answering.await.unwrap();
        assert_eq!(wire.ask("a", Bytes::from("y")).await, Err(Silence::Nobody));
    }
}
