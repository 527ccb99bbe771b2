//! Follow-ups in memory, on every server, of a stored change to accounts.

use capicu_protocol::{PlayerId, TableId};

/// Follow-ups of a change, in their order. The caller carries them out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "sockets, tables and the lobby still show what was before"]
pub struct Effects(pub Vec<Effect>);

/// One follow-up of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The sockets of a player check session, sanctions and blocks.
    Recheck(PlayerId),
    /// The sockets of a player at this server apply the blocks that are stored.
    ReloadBlocks(PlayerId),
    /// A player seeks no table any more.
    LeaveLobby(PlayerId),
    /// A deleted player is in no search and no challenge.
    Forget(PlayerId),
    /// The lobby no longer brings two players together: the first blocks the second.
    Part(PlayerId, PlayerId),
    /// The lobby ends what only friends may do together.
    Unfriend(PlayerId, PlayerId),
    /// A table reads its stored facts again if it is in memory.
    ReloadTable(TableId),
}

impl Effects {
    /// The follow-ups when sessions of a player end. A seek depends on its session.
    pub fn sign_out(player: PlayerId) -> Self {
        Self(vec![Effect::Recheck(player), Effect::LeaveLobby(player)])
    }

    /// The follow-ups when a player is deleted.
    pub fn delete(player: PlayerId) -> Self {
        Self(vec![Effect::Recheck(player), Effect::Forget(player)])
    }

    /// Adds that these tables read the names of their players again.
    pub fn and_reload(mut self, tables: impl IntoIterator<Item = TableId>) -> Self {
        self.0.extend(tables.into_iter().map(Effect::ReloadTable));
        self
    }
}
