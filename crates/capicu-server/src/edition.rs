//! What a server may write, and can read, while servers of two versions serve one host.

use capicu_protocol::Refusal;
use capicu_store::shards::Shards;
use capicu_table::{Entry, Input};

/// A server that is the only one writes and reads everything; one of several goes by all of them. Clones share what is
/// known of the others.
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

    fn may_write(&self, edition: u16) -> bool {
        let shards = self.0.as_ref();
        shards.is_none_or(|shards| edition <= shards.edition())
    }
}
