//! The queue of a table, as one player sees it.

use capicu_protocol::PlayerId;
use capicu_table::{Code, QueueUnit, Session, Streak};

/// The queue as a player with a seat, or one who waits, sees it. It contains nothing about the match.
#[derive(Clone, Debug)]
pub struct QueueView {
    /// The queue; `None` if it is off.
    pub queue: Option<QueueNow>,
    /// The kinds of queue that the host may choose.
    pub units: Vec<QueueUnit>,
    /// Whether the queue may be turned on or changed now.
    pub is_between_matches: bool,
    pub you: You,
}

/// The role of the reader of a queue at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum You {
    /// The player has a seat and is the host.
    Host,
    Seated,
    /// The player waits, under this id.
    Waiting(PlayerId),
}

/// A queue that is on.
#[derive(Clone, Debug)]
pub struct QueueNow {
    pub unit: QueueUnit,
    /// The version of its last change.
    pub stamp: u64,
    /// The waiting parties, the next one first.
    pub parties: Vec<WaitingParty>,
    /// The current streak of the people in the seats.
    pub streak: Option<Streak>,
    /// The best streak since the queue was turned on.
    pub best: Option<Streak>,
    /// The code by which people join, for the host.
    pub code: Option<Code>,
}

/// The people who wait together.
#[derive(Clone, Debug)]
pub struct WaitingParty {
    pub players: Vec<PlayerId>,
    /// The expected seconds until they sit down; `None` before the first match is over.
    pub seconds: Option<u64>,
    /// Milliseconds that they still have to sit down, if a seat is offered to them.
    pub offer_ends_in: Option<u64>,
}

impl QueueView {
    /// The queue as a player with these ids sees it; `None` if they have no seat and do not wait.
    pub(super) fn of(session: &Session, ids: &[PlayerId], now: u64) -> Option<Self> {
        let state = session.state();
        let you = match (state.seat_of_player(ids), state.waiting_as(ids)) {
            (Some(seat), _) if state.host() == Some(seat) => You::Host,
            (Some(_), _) => You::Seated,
            (None, Some(player)) => You::Waiting(player),
            (None, None) => return None,
        };
        let units = [QueueUnit::Singles, QueueUnit::Pairs];
        Some(Self {
            queue: QueueNow::of(session, you, now),
            units: units
                .into_iter()
                .filter(|unit| state.can_queue(*unit))
                .collect(),
            is_between_matches: state.is_between_matches(),
            you,
        })
    }
}

impl QueueNow {
    fn of(session: &Session, you: You, now: u64) -> Option<Self> {
        let state = session.state();
        let queue = state.queue()?;
        let waits = state.waits(now);
        let party = |(at, players): (usize, &Vec<PlayerId>)| WaitingParty {
            players: players.clone(),
            seconds: waits.as_ref().and_then(|waits| waits.get(at).copied()),
            offer_ends_in: players
                .first()
                .and_then(|player| session.offer_ends_in(*player, now)),
        };
        Some(Self {
            unit: queue.unit(),
            stamp: queue.stamp(),
            parties: queue.waiting().iter().enumerate().map(party).collect(),
            streak: state.streak(),
            best: queue.best().cloned(),
            code: state.code().filter(|_| you == You::Host),
        })
    }
}
