//! A seat of a table: who has it, and what opens it.

use std::collections::VecDeque;
use std::sync::Arc;

use capicu_protocol::{Holder, Key, PlayerId};

use crate::{Absence, Plan, TokenHash};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatState {
    pub(super) holder: Holder,
    pub(super) name: Option<String>,
    pub(super) token: Option<TokenHash>,
    pub(super) player: Option<PlayerId>,
    pub(super) former: Option<PlayerId>,
    pub(super) absence: Option<Absence>,
    pub(super) hand: Hand,
    /// The commands that were carried out, the latest last. Shared, since each change clones the seats.
    pub(super) keys: Arc<VecDeque<(Arc<Key>, u64)>>,
    /// The version at which the seat was given to its player. Earlier keys are those of others.
    pub(crate) since: u64,
    pub(super) tenant: Tenant,
    pub(super) ready: bool,
    pub(super) rematch: Option<Partners>,
    /// How many turns in a row the clock has played for the person.
    pub(crate) by_clock: u8,
    pub(super) acted: Acted,
    /// In how many rounds of the match a stand-in acted last for the absent person.
    pub(super) substituted: u16,
}

/// The partners for another match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Partners {
    /// Everybody keeps their partner.
    Same,
    Other,
}

/// Whether a player came from the queue since the last match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tenant {
    Settled,
    Newcomer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Acted {
    Holder,
    /// A bot, for the absent person.
    Substitute,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hand {
    Seen,
    /// The person sat down during a round, and plays from the next deal on.
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
            since: 0,
            tenant: Tenant::Settled,
            ready: false,
            rematch: None,
            by_clock: 0,
            acted: Acted::Holder,
            substituted: 0,
        }
    }

    pub const fn holder(&self) -> Holder {
        self.holder
    }

    pub const fn name(&self) -> Option<&String> {
        self.name.as_ref()
    }

    pub const fn player(&self) -> Option<PlayerId> {
        self.player
    }

    pub fn account(&self) -> Option<PlayerId> {
        self.player.or(self.former)
    }

    /// Why the person does not play, unless they sat down during the round.
    pub const fn absence(&self) -> Option<Absence> {
        self.absence
    }

    /// In how many rounds of the match a stand-in acted last for the absent person.
    pub const fn substituted(&self) -> u16 {
        self.substituted
    }

    pub const fn is_ready(&self) -> bool {
        self.ready
    }

    pub(crate) const fn rematch(&self) -> Option<Partners> {
        self.rematch
    }
}
