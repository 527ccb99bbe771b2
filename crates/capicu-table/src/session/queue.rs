//! People who queue for a seat. They have no connection to the table: they see no board and no hand, and send no
//! commands. Their server passes on what they ask for.

use std::collections::BTreeMap;

use capicu::Seat;
use capicu_protocol::{Closed, PlayerId, ServerMessage};

use super::storing::Then;
use super::{Output, Session, Step};
use crate::budget::Budget;
use crate::{Code, Fact, Newcomer, QueueUnit, TokenHash, name};

/// How long a party may take to sit down, in milliseconds. Only time in which somebody has a seat here counts.
pub const OFFER: u64 = 60_000;

/// The rate limit of joining, apart from that of the players' commands.
const BURST: u64 = 60;
const EACH: u64 = 2_000;

/// A request about the queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueCall {
    pub number: u64,
    /// The player's current and earlier ids.
    pub ids: Vec<PlayerId>,
    pub ask: QueueAsk,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueAsk {
    /// The host turns the queue on, changes it, or turns it off.
    Set(Option<QueueUnit>),
    /// A player joins the end.
    Join {
        code: Code,
    },
    /// A player who waits alone becomes the partner of another.
    Pair {
        partner: PlayerId,
    },
    Leave,
    /// The player’s party takes the seats that it was offered.
    Sit {
        /// Hashes of tokens that open no seat of the table yet, one for each member.
        tokens: [TokenHash; 2],
        /// The names of the members that have one.
        names: BTreeMap<PlayerId, String>,
    },
}

/// Why a request about the queue was refused. The table is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueRefusal {
    /// The queue is not on.
    Off,
    /// Only the host may do this.
    NotHost,
    /// The queue begins or changes only between two matches, at a private table whose game fits.
    NotNow,
    /// The code is not that of this table.
    BadCode,
    /// The player has a seat.
    Seated,
    /// The player waits already.
    Waiting,
    /// The player does not wait.
    NotWaiting,
    /// The partner does not wait alone.
    NoPartner,
    /// Too many people wait.
    Full,
    /// No seat is free for the player now.
    NoSeat,
    /// Too many people joined in a short time.
    TooOften,
}

/// The offers that run, and the limits of the queue. Nothing of this is stored: after a restart offers run again.
#[derive(Debug)]
pub(super) struct Offers {
    /// The first player of each party that may sit down, and since when.
    since: BTreeMap<PlayerId, u64>,
    joins: Budget,
    /// The state of the queue that was last sent.
    told: Option<Told>,
}

/// The stamp of the queue, the number of the match, and whether it is over.
type Told = (u64, u32, bool);

impl Offers {
    pub const fn new(now: u64) -> Self {
        Self {
            since: BTreeMap::new(),
            joins: Budget::new(BURST, EACH, now),
            told: None,
        }
    }
}

impl Session {
    /// Milliseconds that a waiting player still has to sit down; `None` if no seat is offered to them.
    pub fn offer_ends_in(&self, player: PlayerId, now: u64) -> Option<u64> {
        let offers = self.state.offers();
        let offer = offers.iter().find(|offer| offer.party.contains(&player))?;
        let since = self.offers.since.get(offer.party.first()?);
        let spent = since.map_or(0, |since| now.saturating_sub(*since));
        Some(OFFER.saturating_sub(spent))
    }

    pub(super) fn queue_call(&mut self, call: QueueCall, step: &mut Step<'_>) {
        let QueueCall { number, ids, ask } = call;
        let facts = match self.queue_facts(&ids, ask, step) {
            Ok(facts) => facts,
            Err(refusal) => {
                let refused = Some(refusal);
                return step.out.push(Output::Queued { number, refused });
            }
        };
        if !facts.is_empty() && !self.commit_all(facts, None, Then::Queued { number }, step) {
            let refused = Some(QueueRefusal::NotNow);
            step.out.push(Output::Queued { number, refused });
        } else if self.pending.is_none() {
            step.out.push(Output::Queued {
                number,
                refused: None,
            });
        }
    }

    fn queue_facts(
        &mut self,
        ids: &[PlayerId],
        ask: QueueAsk,
        step: &Step<'_>,
    ) -> Result<Vec<Fact>, QueueRefusal> {
        let seat = self.state.seat_of_player(ids);
        if let QueueAsk::Set(unit) = ask {
            let is_host = seat.is_some() && seat == self.state.host();
            is_host.then_some(()).ok_or(QueueRefusal::NotHost)?;
            return self.set_queue(unit, step.now);
        }
        let queue = self.state.queue().ok_or(QueueRefusal::Off)?;
        let waiting = self.state.waiting_as(ids);
        let alone = |player| {
            let mut parties = queue.waiting().iter();
            parties.any(|party| party[..] == [player])
        };
        match ask {
            QueueAsk::Set(_) => Ok(Vec::new()),
            QueueAsk::Join { code } => {
                let player = *ids.first().ok_or(QueueRefusal::NotWaiting)?;
                if self.state.code() != Some(code) {
                    return Err(QueueRefusal::BadCode);
                }
                if seat.is_some() {
                    return Err(QueueRefusal::Seated);
                }
                if waiting.is_some() {
                    return Err(QueueRefusal::Waiting);
                }
                if queue.is_full() {
                    return Err(QueueRefusal::Full);
                }
                if !self.offers.joins.spend(step.now) {
                    return Err(QueueRefusal::TooOften);
                }
                let partner = None;
                Ok(vec![Fact::QueueJoined { player, partner }])
            }
            QueueAsk::Pair { partner } => {
                let player = waiting.ok_or(QueueRefusal::NotWaiting)?;
                if player == partner || !alone(player) || !alone(partner) {
                    return Err(QueueRefusal::NoPartner);
                }
                if !self.offers.joins.spend(step.now) {
                    return Err(QueueRefusal::TooOften);
                }
                let partner = Some(partner);
                Ok(vec![Fact::QueueJoined { player, partner }])
            }
            QueueAsk::Leave => {
                let player = waiting.ok_or(QueueRefusal::NotWaiting)?;
                Ok(vec![Fact::QueueLeft { player }])
            }
            QueueAsk::Sit { tokens, names } => {
                let player = waiting.ok_or(QueueRefusal::NotWaiting)?;
                if seat.is_some() {
                    return Err(QueueRefusal::Seated);
                }
                let offers = self.state.offers().into_iter();
                let mut offers = offers.filter(|offer| offer.party.contains(&player));
                let offer = offers.next().ok_or(QueueRefusal::NoSeat)?;
                let is_new = |token| self.state.new_token(token).is_ok();
                if !tokens.iter().all(is_new) || tokens[0] == tokens[1] {
                    return Err(QueueRefusal::NoSeat);
                }
                let members = offer.seats.into_iter().zip(offer.party).zip(tokens);
                let newcomers: Vec<Newcomer> = members
                    .map(|((seat, player), token)| Newcomer {
                        seat,
                        player,
                        token,
                    })
                    .collect();
                let named = newcomers.iter().filter_map(|new| {
                    let name = name(names.get(&new.player)?)?;
                    Some(Fact::Named {
                        seat: new.seat,
                        name,
                    })
                });
                let named: Vec<Fact> = named.collect();
                let others = self.wait_no_longer(ids).into_iter().filter(|left| {
                    let sits = |new: &Newcomer| *left == Fact::QueueLeft { player: new.player };
                    !newcomers.iter().any(sits)
                });
                let others: Vec<Fact> = others.collect();
                let sat = Fact::QueueSat { newcomers };
                Ok([sat].into_iter().chain(others).chain(named).collect())
            }
        }
    }

    /// The facts that a player with these ids leaves the queue. A guest who waits may sign in as a member.
    pub(super) fn wait_no_longer(&self, ids: &[PlayerId]) -> Vec<Fact> {
        let waiting = ids.iter().filter(|id| self.state.is_waiting(&[**id]));
        let left = waiting.map(|&player| Fact::QueueLeft { player });
        left.collect()
    }

    fn set_queue(&mut self, unit: Option<QueueUnit>, now: u64) -> Result<Vec<Fact>, QueueRefusal> {
        let is_new = self.state.queue().map(|queue| queue.unit()) != unit;
        if !is_new {
            return Ok(Vec::new());
        }
        if let Some(unit) = unit
            && !(self.state.can_queue(unit) && self.state.is_between_matches())
        {
            return Err(QueueRefusal::NotNow);
        }
        // The host can always end the queue.
        match unit.is_none() || self.offers.joins.spend(now) {
            true => Ok(vec![Fact::QueueSet { unit }]),
            false => Err(QueueRefusal::TooOften),
        }
    }

    /// Closes the connections of the people who gave up these seats, before anything about the next match is sent.
    pub(super) fn stand_up(&mut self, seats: &[Seat], step: &mut Step<'_>) {
        let which = self.there.stand_up(seats, step.now);
        for connection in &which {
            self.lags.forget(*connection);
        }
        if !which.is_empty() {
            let why = Closed::Queued;
            step.out.push(Output::Close { which, why });
        }
    }

    /// Starts and ends offers. Parties that missed their seats leave the queue. `true` if facts are being stored.
    pub(super) fn expire_offers(&mut self, step: &mut Step<'_>) -> bool {
        let offers = self.state.offers();
        if !self.there.has_anybody() || offers.is_empty() {
            self.offers.since.clear();
            return false;
        }
        let first = |party: &[PlayerId]| party.first().copied();
        let open: Vec<PlayerId> = offers.iter().filter_map(|of| first(&of.party)).collect();
        self.offers.since.retain(|player, _| open.contains(player));
        for player in open {
            self.offers.since.entry(player).or_insert(step.now);
        }
        let missed = |player: PlayerId| self.offers.since[&player] + OFFER <= step.now;
        let gone = offers.into_iter().filter(|offer| {
            let player = first(&offer.party);
            player.is_some_and(missed)
        });
        let facts: Vec<Fact> = gone
            .flat_map(|offer| offer.party)
            .map(|player| Fact::QueueLeft { player })
            .collect();
        !facts.is_empty() && self.commit_all(facts, None, Then::Tell, step)
    }

    /// When the next offer or the wait for a newcomer ends.
    pub(super) fn queue_due(&self, now: u64) -> Option<u64> {
        let offers = self.offers.since.values().map(|since| since + OFFER);
        let newcomers = self.state.newcomers_by(&self.there);
        offers.chain(newcomers).filter(|at| *at > now).min()
    }

    fn queue_told(&self) -> Option<Told> {
        let queue = self.state.queue()?;
        let number = self.state.game().map_or(0, |game| game.number);
        Some((queue.stamp(), number, self.state.is_between_matches()))
    }

    fn queue_message(&self) -> ServerMessage {
        let waiting = self.state.queue().map(|queue| queue.n_waiting() as u32);
        ServerMessage::Queue { waiting }
    }

    /// Sends everybody that the queue has changed.
    pub(super) fn tell_queue(&mut self, step: &mut Step<'_>) {
        let now = self.queue_told();
        if std::mem::replace(&mut self.offers.told, now) == now {
            return;
        }
        let to = self.there.all();
        if !to.is_empty() {
            let message = self.queue_message();
            step.out.push(Output::Tell { to, message });
        }
    }

    /// Sends a client that comes that there is a queue.
    pub(super) fn greet_with_queue(&self, connection: u64, step: &mut Step<'_>) {
        if self.state.queue().is_some() {
            step.tell(connection, self.queue_message());
        }
    }
}
