//! Log lines and counts of security incidents, for operators.
//!
//! Each line has the target `security` and holds no token, no name and no tile. A flood of requests does not fill the
//! disk: each kind has a limit of lines a minute, and the next line says how many were left out.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

use crate::connection_limits::Full;

/// Lines of one kind at once, and for each minute.
const LINES: NonZeroU32 = NonZeroU32::new(20).unwrap();

/// The longest part of a foreign text that is written.
const SHOWN: usize = 100;

/// A security incident. Addresses are as the limits count them.
#[derive(Clone, Copy, Debug)]
pub enum Incident<'a> {
    /// A wrong token, or a table that does not exist.
    Guess(IpAddr),
    /// More than a limit allows; the name of the limit.
    Flood(&'static str, IpAddr),
    /// A limit on simultaneous use is reached; the name of the limit.
    Full(&'static str, Full, IpAddr),
    /// A page of another site.
    ForeignOrigin(&'a str),
    /// A passkey with a signature counter lower than before: it was copied.
    CopiedPasskey,
    /// A banned player was refused.
    Banned(IpAddr),
    /// An action of a moderator or admin, by its word in the audit log.
    Moderated(&'static str),
    /// A proxy that is not trusted, or a client that pretends to be one.
    UntrustedProxy,
}

/// The kinds of incidents, as they are counted.
const KINDS: [&str; 8] = [
    "guess",
    "flood",
    "full",
    "foreign-origin",
    "untrusted-proxy",
    "copied-passkey",
    "banned",
    "moderated",
];

/// Writes incidents to the log, and counts them.
#[derive(Debug)]
pub struct Security {
    kinds: [Kind; KINDS.len()],
}

#[derive(Debug)]
struct Kind {
    lines: DefaultDirectRateLimiter,
    all: AtomicU64,
    left_out: AtomicU64,
}

impl Kind {
    /// Whether one more line is written, and if so how many were left out before.
    fn next(&self) -> Option<u64> {
        self.all.fetch_add(1, Ordering::Relaxed);
        if self.lines.check().is_ok() {
            Some(self.left_out.swap(0, Ordering::Relaxed))
        } else {
            self.left_out.fetch_add(1, Ordering::Relaxed);
            None
        }
    }
}

impl Default for Security {
    fn default() -> Self {
        Self {
            kinds: std::array::from_fn(|_| Kind {
                lines: RateLimiter::direct(Quota::per_minute(LINES)),
                all: AtomicU64::new(0),
                left_out: AtomicU64::new(0),
            }),
        }
    }
}

impl Security {
    /// How many incidents there were of each kind.
    pub fn counted(&self) -> Vec<(&'static str, u64)> {
        let all = self
            .kinds
            .iter()
            .map(|kind| kind.all.load(Ordering::Relaxed));
        KINDS.into_iter().zip(all).collect()
    }

    /// Counts it, and writes a line unless there were too many of this kind.
    pub fn note(&self, incident: Incident<'_>) {
        let kind = match incident {
            Incident::Guess(_) => 0,
            Incident::Flood(..) => 1,
            Incident::Full(..) => 2,
            Incident::ForeignOrigin(_) => 3,
            Incident::UntrustedProxy => 4,
            Incident::CopiedPasskey => 5,
            Incident::Banned(_) => 6,
            Incident::Moderated(_) => 7,
        };
        let Some(left_out) = self.kinds[kind].next() else {
            return;
        };
        match incident {
            Incident::Guess(address) => {
                tracing::info!(target: "security", %address, left_out, "a wrong token or an unknown table");
            }
            Incident::Flood(limit, address) => {
                tracing::warn!(target: "security", %address, limit, left_out, "more than a limit allows");
            }
            Incident::Full(of, full, address) => {
                let where_ = match full {
                    Full::Everywhere => "in all",
                    Full::OfThisAddress => "from this address",
                };
                tracing::warn!(target: "security", %address, of, "where" = where_, left_out, "as many as there may be");
            }
            Incident::ForeignOrigin(origin) => {
                let origin: String = origin.chars().take(SHOWN).collect();
                tracing::warn!(target: "security", ?origin, left_out, "a page of another site was refused");
            }
            Incident::CopiedPasskey => {
                tracing::warn!(target: "security", left_out, "a passkey was refused, because its counter went back: there may be a copy of it");
            }
            Incident::Banned(address) => {
                tracing::info!(target: "security", %address, left_out, "a banned player was refused");
            }
            Incident::Moderated(act) => {
                tracing::info!(target: "security", act, left_out, "an entry was added to the audit");
            }
            Incident::UntrustedProxy => {
                tracing::warn!(
                    target: "security",
                    "a request carries X-Forwarded-For, but no proxy is trusted: if a proxy of yours adds it, \
                     start with --behind-proxy, or all its players share one quota"
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flood_of_incidents_writes_few_log_lines() {
        let security = Security::default();
        let kind = &security.kinds[0];
        let written = (0..1000).filter(|_| kind.next().is_some()).count();
        assert!(written < 25, "{written}");
        let left_out = kind.left_out.load(Ordering::Relaxed);
        assert_eq!(written as u64 + left_out, 1000);
        assert_eq!(security.counted()[..2], [("guess", 1000), ("flood", 0)]);
        assert!(security.kinds[1].next().is_some(), "each kind has its own");
    }
}
