//! A seat of a table: who holds it, and what opens it.

use std::collections::VecDeque;
use std::sync::Arc;

use capicu_protocol::{Holder, Key, PlayerId};

use crate::{Absence, Plan, TokenHash};

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatState {
    pub(super) holder: Holder,
    pub(super) name: Option<String>,
    pub(super) token: Option<TokenHash>,
    /// Whose it is, if somebody's whom the server knows.
    pub(super) player: Option<PlayerId>,
    /// Whose it was before its player changed the token.
    pub(super) former: Option<PlayerId>,
    /// Why the person does not play.
    pub(super) absence: Option<Absence>,
    /// Whether the person may see the hand of the round in play.
    pub(super) hand: Hand,
    /// The commands that were done, the latest last. Shared, since each change clones the seats.
    pub(super) keys: Arc<VecDeque<(Arc<Key>, u64)>>,
    pub(super) ready: bool,
    pub(super) rematch: Option<Partners>,
    /// How many turns in a row the clock has played for the person.
    pub(crate) by_clock: u8,
    /// Who acted for the seat last in the round.
    pub(super) acted: Acted,
    /// In how many rounds of the match a bot acted last for the person, who was away.
    pub(super) substituted: u16,
}

/// With whom another match is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Partners {
    /// Everybody with the same partner as before.
    Same,
    /// With another.
    Other,
}

/// Who acts for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acted {
    /// Whoever holds it, or nobody yet.
    Holder,
    /// A bot, for the person who is away.
    Substitute,
}

/// Whether a person may see the hand of the round in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    Seen,
    /// From the next deal on: the person sat down in mid-round.
    NextDeal,
}

impl SeatState {
    pub(super) fn new(plan: &Plan) -> Self {
        let (holder, token, name) = match plan {
            Plan::Person { token, name } => (Holder::Person, Some(*token), name.clone()),
            Plan::Open { token } => (Holder::Open, Some(*token), None),
            Plan::Bot => (Holder::Bot, None, None),
        };
        Self {
            holder,
            name,
            token,
            player: None,
            former: None,
            absence: None,
            hand: Hand::Seen,
            keys: Arc::default(),
            ready: false,
            rematch: None,
            by_clock: 0,
            acted: Acted::Holder,
            substituted: 0,
        }
    }

    /// Who holds it.
    pub const fn holder(&self) -> Holder {
        self.holder
    }

    /// What the player is called.
    pub const fn name(&self) -> Option<&String> {
        self.name.as_ref()
    }

    /// Whose it is, if somebody's whom the server knows.
    pub const fn player(&self) -> Option<PlayerId> {
        self.player
    }

    /// Whose it is, or was before its player changed the token.
    pub fn account(&self) -> Option<PlayerId> {
        self.player.or(self.former)
    }

    /// Why the person does not play, if that is not for having sat down in mid-round.
    pub const fn absence(&self) -> Option<Absence> {
        self.absence
    }

    /// In how many rounds of the match a bot acted last for the person, who was away.
    pub const fn substituted(&self) -> u16 {
        self.substituted
    }

    /// Whether the player is ready for the next deal.
    pub const fn is_ready(&self) -> bool {
        self.ready
    }

    /// With whom the player wants another match, if at all.
    pub(crate) const fn rematch(&self) -> Option<Partners> {
        self.rematch
    }
}
