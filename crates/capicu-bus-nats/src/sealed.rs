//! A bus whose messages are sealed.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use capicu_bus::{Answer, Bus, Bytes, Heard, Silence};
use tokio::sync::{mpsc, oneshot};

use crate::seal::{Key, Number, Purpose, Refused, Seal};

const WAITING: usize = 65_536;

/// The log reports refused messages at most once in this time.
const QUIET: Duration = Duration::from_secs(10);

/// Whether to seal messages and refuse clear ones.
type IsSealed = dyn Fn() -> bool + Send + Sync;

/// A bus on which only servers with the shared key can read, forge or repeat messages. It accepts sealed messages at
/// any time.
#[derive(Clone)]
pub struct Sealed {
    bus: Arc<dyn Bus>,
    seal: Arc<Seal>,
    is_sealed: Arc<IsSealed>,
    refusals: Arc<Mutex<Refusals>>,
}

#[derive(Debug, Default)]
struct Refusals {
    /// Refusals since the last report.
    since: u64,
    /// Time of the last report.
    told: Option<Instant>,
}

impl fmt::Debug for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealed(..)")
    }
}

impl Sealed {
    /// Seals messages on this bus with this key, once `is_sealed` returns true. Until then, while the cluster has a
    /// server that cannot read sealed messages, all are sent in clear. `None` if the system gives no random bytes.
    pub fn new(
        bus: Arc<dyn Bus>,
        key: &Key,
        is_sealed: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Option<Self> {
        Some(Self {
            bus,
            seal: Arc::new(Seal::new(key)?),
            is_sealed: Arc::new(is_sealed),
            refusals: Arc::default(),
        })
    }

    /// Opens a message of another server; `None` if it is refused.
    fn heard(&self, node: &str, heard: Heard) -> Option<Heard> {
        let Heard { message, answer } = heard;
        if message.first() == Some(&b'{') && !(self.is_sealed)() {
            return Some(Heard { message, answer });
        }
        let purpose = match answer {
            Some(_) => Purpose::Asks(node),
            None => Purpose::Told(node),
        };
        match self.seal.open(purpose, &message) {
            Ok((number, message)) => {
                let answer = answer.map(|answer| self.answering(number, answer));
                Some(Heard { message, answer })
            }
            Err(why) => {
                self.refuses(why);
                None
            }
        }
    }

    /// Logs refused messages, but not each one: a flood must not fill the disk.
    fn refuses(&self, why: Refused) {
        let refusals = self.refusals.lock();
        let mut refusals = refusals.unwrap_or_else(PoisonError::into_inner);
        refusals.since += 1;
        if refusals.told.is_none_or(|told| told.elapsed() >= QUIET) {
            tracing::warn!(%why, times = refusals.since, "messages on the bus are refused");
            *refusals = Refusals {
                since: 0,
                told: Some(Instant::now()),
            };
        }
    }

    fn answering(
        &self,
        question: Number,
        answer: oneshot::Sender<Bytes>,
    ) -> oneshot::Sender<Bytes> {
        let (clear, answered) = oneshot::channel::<Bytes>();
        let seal = Arc::clone(&self.seal);
        tokio::spawn(async move {
            if let Ok(clear) = answered.await
                && let Some((_, sealed)) = seal.seal(Purpose::Answers(question), &clear)
            {
                // The server that asked may have stopped.
                let _ = answer.send(sealed);
            }
        });
        clear
    }
}

impl Bus for Sealed {
    fn tell<'a>(&'a self, node: &'a str, message: Bytes) -> Answer<'a, Result<(), Silence>> {
        if !(self.is_sealed)() {
            return self.bus.tell(node, message);
        }
        match self.seal.seal(Purpose::Told(node), &message) {
            Some((_, sealed)) => self.bus.tell(node, sealed),
            None => Box::pin(async { Err(Silence::Late) }),
        }
    }

    fn ask<'a>(&'a self, node: &'a str, question: Bytes) -> Answer<'a, Result<Bytes, Silence>> {
        if !(self.is_sealed)() {
            return self.bus.ask(node, question);
        }
        Box::pin(async move {
            let sealed = self.seal.seal(Purpose::Asks(node), &question);
            let (number, sealed) = sealed.ok_or(Silence::Late)?;
            let answer = self.bus.ask(node, sealed).await?;
            match self.seal.open(Purpose::Answers(number), &answer) {
                Ok((_, answer)) => Ok(answer),
                Err(why) => {
                    self.refuses(why);
                    Err(Silence::Late)
                }
            }
        })
    }

    fn hear<'a>(&'a self, node: &'a str) -> Answer<'a, Result<mpsc::Receiver<Heard>, Silence>> {
        Box::pin(async move {
            let mut all = self.bus.hear(node).await?;
            let (server, heard) = mpsc::channel(WAITING);
            let (sealed, node) = (self.clone(), node.to_owned());
            tokio::spawn(async move {
                while let Some(said) = all.recv().await {
                    if let Some(said) = sealed.heard(&node, said)
                        && server.send(said).await.is_err()
                    {
                        break;
                    }
                }
            });
            Ok(heard)
        })
    }

    fn is_up(&self) -> bool {
        self.bus.is_up()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use capicu_bus::Wire;

    use super::*;

    #[tokio::test]
    async fn forged_and_repeated_messages_are_refused() {
        let wire = Wire::default();
        let is_sealed = Arc::new(AtomicBool::new(false));
        let server = || {
            let is_sealed = Arc::clone(&is_sealed);
            let is_sealed = move || is_sealed.load(Ordering::Relaxed);
            Sealed::new(Arc::new(wire.clone()), &[7; 32], is_sealed).unwrap()
        };
        let (one, two) = (server(), server());
        let mut heard = two.hear("two").await.unwrap();
        let clear = || Bytes::from(r#"{"type":"left"}"#);
        // While a server of the previous version is in the cluster.
        one.tell("two", clear()).await.unwrap();
        assert_eq!(heard.recv().await.unwrap().message, clear());

        is_sealed.store(true, Ordering::Relaxed);
        // An eavesdropper listens for the same messages.
        let mut other = wire.hear("three").await.unwrap();
        one.tell("three", clear()).await.unwrap();
        let captured = other.recv().await.unwrap().message;
        assert_ne!(captured, clear());
        for forged in [
            clear(),
            captured,
            Bytes::new(),
            Bytes::from_static(&[1; 80]),
        ] {
            wire.tell("two", forged).await.unwrap();
        }
        one.tell("two", clear()).await.unwrap();
        assert_eq!(heard.recv().await.unwrap().message, clear());
        assert!(heard.try_recv().is_err(), "nothing forged came through");

        tokio::spawn(async move {
            while let Some(Heard { message, answer }) = heard.recv().await {
                let _ = answer.unwrap().send(message);
            }
        });
        assert_eq!(one.ask("two", clear()).await.unwrap(), clear());
        assert_eq!(wire.ask("two", clear()).await, Err(Silence::Late));
        // An impostor answers for the server.
        let mut posing = wire.hear("four").await.unwrap();
        tokio::spawn(async move {
            let asked = posing.recv().await.unwrap();
            asked.answer.unwrap().send(asked.message).unwrap();
        });
        assert_eq!(one.ask("four", clear()).await, Err(Silence::Late));
    }
}
