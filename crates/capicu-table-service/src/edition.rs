//! Which facts a server may write and can read while servers of two versions share one database.

use capicu_protocol::Refusal;
use capicu_store::shards::Shards;
use capicu_table::{Entry, Input};

/// The editions that may be written. A lone server may write every fact. A server of a cluster may write only facts
/// that all members can read. Clones share the state.
#[derive(Clone, Debug)]
pub struct Edition(Shards);

impl Default for Edition {
    fn default() -> Self {
        Self(Shards::alone())
    }
}

impl Edition {
    /// The edition limits of a server with these shards.
    pub const fn of(shards: Shards) -> Self {
        Self(shards)
    }

    /// Admits an input at a table. A command is refused if another server could not read its effect.
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
        let newest = self.0.newest();
        let mut all = entries.iter();
        all.all(|entry| entry.fact.edition() <= newest)
    }

    /// Whether a fact may be written that servers can read since this edition.
    pub fn may_write(&self, edition: u16) -> bool {
        edition <= self.0.edition()
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

    /// The limits of a server that can read `newest`, and may write `written`.
    fn edition(newest: u16, written: u16) -> Edition {
        let shards = Shards::new("a", newest);
        shards.see(&["a".to_owned()], &[], written);
        Edition::of(shards)
    }

    #[test]
    fn facts_of_a_newer_edition_are_neither_written_nor_read() {
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
