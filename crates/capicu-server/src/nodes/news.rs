//! What servers send each other about players. The bus may lose any of it: each server numbers what it sends, and says
//! in each heartbeat how far it is.

use std::collections::BTreeMap;
use std::time::Duration;

use capicu_protocol::PlayerId;
use tokio::time::Instant;

/// How long another server may send no heartbeat before news may be missing.
pub const SILENT: Duration = Duration::from_millis(2500);

/// What the sockets of this server have to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// A player has signed out, or may do other things than before.
    Of(PlayerId),
    /// News of another server is missing: it may concern anybody.
    Missed,
}

/// How much news this server has sent, and how much it has received from each other one.
#[derive(Debug, Default)]
pub struct Numbers {
    sent: u64,
    received: BTreeMap<String, Received>,
}

#[derive(Debug)]
struct Received {
    /// The number of the next.
    next: u64,
    /// When the server was heard last.
    at: Instant,
}

impl Numbers {
    /// How much news this server has sent.
    pub const fn sent(&self) -> u64 {
        self.sent
    }

    /// The number of the news that this server sends next.
    pub fn send(&mut self) -> u64 {
        self.sent += 1;
        self.sent - 1
    }

    /// Another server sends its news of this number; whether some before it is missing.
    pub fn receive(&mut self, from: &str, number: u64) -> bool {
        let received = self.of(from);
        let is_missing = number > received.next;
        received.next = received.next.max(number + 1);
        is_missing
    }

    /// A heartbeat of another server, which has sent that much news; whether some is missing.
    pub fn compare(&mut self, from: &str, sent: u64) -> bool {
        let received = self.of(from);
        let is_missing = sent > received.next;
        received.next = received.next.max(sent);
        received.at = Instant::now();
        is_missing
    }

    /// Whether one of these servers, or one that has gone, may have sent news that cannot have arrived.
    pub fn is_silent(&mut self, others: &[String]) -> bool {
        for node in others {
            self.of(node);
        }
        let now = Instant::now();
        let mut is_silent = false;
        self.received.retain(|node, received| {
            if now.duration_since(received.at) < SILENT {
                return true;
            }
            is_silent = true;
            received.at = now;
            others.contains(node)
        });
        is_silent
    }

    /// Nothing was received from a server that has just come.
    fn of(&mut self, node: &str) -> &mut Received {
        self.received
            .entry(node.to_owned())
            .or_insert_with(|| Received {
                next: 0,
                at: Instant::now(),
            })
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::sleep;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn missing_news_is_noticed_by_what_comes_next_by_the_heartbeat_and_by_silence() {
        let mut numbers = Numbers::default();
        assert_eq!((numbers.send(), numbers.send(), numbers.sent()), (0, 1, 2));
        assert!(!numbers.receive("one", 0) && !numbers.compare("one", 1));
        assert!(numbers.receive("one", 2), "the second is missing");
        assert!(!numbers.compare("one", 3), "which is known by now");
        assert!(numbers.compare("one", 4));
        // What was only late masks nothing.
        assert!(!numbers.receive("one", 3));
        assert!(numbers.compare("one", 5));
        // A server whose first news is lost.
        assert!(numbers.compare("two", 1));
        // A version that numbers nothing.
        assert!(!numbers.compare("old", 0));

        let there = ["one".to_owned(), "two".to_owned()];
        assert!(!numbers.is_silent(&there));
        sleep(SILENT).await;
        numbers.compare("one", 5);
        assert!(numbers.is_silent(&there), "two says nothing");
        assert!(!numbers.is_silent(&there), "and is asked about once");
        sleep(SILENT).await;
        numbers.compare("one", 5);
        assert!(numbers.is_silent(&there[..1]), "two has gone since");
        sleep(SILENT / 2).await;
        assert!(!numbers.is_silent(&there[..1]));
    }
}
