//! What a server may write and can read while servers of two versions share one database.

use capicu_event::Log;
use capicu_protocol::Refusal;
use capicu_store::shards::Shards;
use capicu_table::{Entry, Input};

/// A lone server may write every fact; in a cluster, only those that all members can read. Clones share what is known of
/// the others.
#[derive(Clone, Debug, Default)]
pub struct Edition(Option<Shards>);

impl Edition {
    /// That of a server which knows this of the others, if it is one of several.
    pub const fn of(shards: Option<Shards>) -> Self {
        Self(shards)
    }

    /// What comes in at a table: while a server is there that could not read what a command leads to, it is refused.
    pub fn admit(&self, input: Input) -> Input {
        match input {
            Input::Command {
                connection,
                key,
                command,
                ..
            } if !self.may_write(command.edition()) => Input::Refused {
                connection,
                key,
                refusal: Refusal::Unavailable,
            },
            input => input,
        }
    }

    /// Whether these facts may be written.
    pub fn allows_all(&self, entries: &[Entry]) -> bool {
        let mut all = entries.iter();
        all.all(|entry| self.may_write(entry.fact.edition()))
    }

    /// Whether this server can read these facts.
    pub fn knows_all(&self, entries: &[Entry]) -> bool {
        let newest = self.0.as_ref().map(Shards::newest);
        let mut all = entries.iter();
        newest.is_none_or(|newest| all.all(|entry| entry.fact.edition() <= newest))
    }

    /// Whether the lines of an event's log from this index on may be written.
    pub fn allows_lines(&self, log: &Log, from: usize) -> bool {
        let mut lines = log.lines().iter().skip(from);
        lines.all(|line| self.may_write(line.fact.edition()))
    }

    fn may_write(&self, edition: u16) -> bool {
        let shards = self.0.as_ref();
        shards.is_none_or(|shards| edition <= shards.edition())
    }
}

#[cfg(test)]
mod tests {
    use capicu::Seat;
    use capicu_protocol::Key;
    use capicu_table::{Command, Fact};

    use super::*;

    fn entry(fact: Fact) -> Entry {
        Entry {
            version: 1,
            at: 0,
            command: None,
            fact,
        }
    }

    /// A server that can read up to this edition, where that one may be written.
    fn edition(newest: u16, written: u16) -> Edition {
        let shards = Shards::new("a", newest);
        shards.see(&["a".to_owned()], &[], written);
        Edition::of(Some(shards))
    }

    #[test]
    fn what_is_too_new_is_neither_written_nor_read() {
        let seat = Seat::default();
        let old = [entry(Fact::Ready { seat })];
        let new = [entry(Fact::TableGiven { seat })];
        let (before, between) = (edition(1, 1), edition(2, 1));
        for (edition, writes, reads) in [
            (before, false, false),
            (between, false, true),
            (edition(2, 2), true, true),
            (Edition::default(), true, true),
        ] {
            assert!(edition.allows_all(&old) && edition.knows_all(&old));
            assert_eq!(
                (edition.allows_all(&new), edition.knows_all(&new)),
                (writes, reads)
            );
            let give = Input::Command {
                connection: 1,
                key: Key::new("k").unwrap(),
                command: Command::GiveTable(seat),
                arrived: 0,
            };
            let admitted = edition.admit(give);
            assert_eq!(
                matches!(admitted, Input::Command { .. }),
                writes,
                "{admitted:?}"
            );
        }
    }
}
