//! News about players between servers. The bus may lose messages. So each server numbers its news, and each heartbeat
//! has the current number.

use std::collections::BTreeMap;
use std::time::Duration;

use capicu_protocol::PlayerId;
use tokio::time::Instant;

/// How long another server may send no heartbeat before news may be missing.
pub const SILENT: Duration = Duration::from_millis(2500);

/// A reason for the sockets of this server to check their players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// A player has signed out, or their rights have changed.
    Of(PlayerId),
    /// News of another server is missing, so all sockets must check their players.
    Missed,
}

/// The number of news messages that were sent, and those received from each other server.
#[derive(Debug, Default)]
pub struct Numbers {
    sent: u64,
    received: BTreeMap<String, Received>,
}

#[derive(Debug)]
struct Received {
    /// The number of the next news message.
    next: u64,
    /// The time when the server was last heard.
    at: Instant,
}

impl Numbers {
    /// The number of news messages that this server has sent.
    pub const fn sent(&self) -> u64 {
        self.sent
    }

    /// Counts a news message to be sent, and returns its number.
    pub fn send(&mut self) -> u64 {
        self.sent += 1;
        self.sent - 1
    }

    /// Records news with this number from another server, and returns whether earlier news is missing.
    pub fn receive(&mut self, from: &str, number: u64) -> bool {
        let received = self.of(from);
        let is_missing = number > received.next;
        received.next = received.next.max(number + 1);
        is_missing
    }

    /// Compares a heartbeat of another server, which has sent this number of news, and returns whether some is
    /// missing.
    pub fn compare(&mut self, from: &str, sent: u64) -> bool {
        let received = self.of(from);
        let is_missing = sent > received.next;
        received.next = received.next.max(sent);
        received.at = Instant::now();
        is_missing
    }

    /// Whether one of these servers, or one that has gone, may have sent news that was lost.
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

    /// The count for a server, from 0 for a new one.
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
    async fn missing_news_is_noticed_by_number_heartbeat_or_silence() {
        let mut numbers = Numbers::default();
        assert_eq!((numbers.send(), numbers.send(), numbers.sent()), (0, 1, 2));
        assert!(!numbers.receive("one", 0) && !numbers.compare("one", 1));
        assert!(numbers.receive("one", 2), "the second is missing");
        assert!(!numbers.compare("one", 3), "which is known by now");
        assert!(numbers.compare("one", 4));
        // Late news does not hide a later loss.
        assert!(!numbers.receive("one", 3));
        assert!(numbers.compare("one", 5));
        // The first news of a server is lost.
        assert!(numbers.compare("two", 1));
        // A server of the previous version does not number its news.
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
