//! Winner stays: who waits for a seat, who may sit down after a match, and the streaks of the evening.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use capicu::{Seat, Side, Waiting};
use capicu_protocol::{Holder, PlayerId};

use super::State;
use super::seat::{SeatState, Tenant};
use crate::broadcast::Broadcast;
use crate::{Absence, Newcomer, Plan, QueueUnit, Stakes};

/// The most people who wait at one table.
const MOST_WAITING: usize = 40;

/// The number of matches from which the usual length follows.
const LENGTHS: usize = 15;

/// The people who queue together: one, or two partners. Only player ids are stored; names follow from the accounts.
pub type Party = Vec<PlayerId>;

/// The queue of a table, from the moment it is turned on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queue {
    unit: QueueUnit,
    waiting: Vec<Party>,
    /// The people who gave up their seats since the last match.
    stood_up: BTreeSet<PlayerId>,
    /// The version of the last change.
    stamp: u64,
    evening: Arc<Evening>,
    /// The last match that counts, and the evening before it: a call after the end can change its winner.
    counted: Option<(u32, Arc<Evening>)>,
}

/// The streaks of people, whatever seats they have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Evening {
    streaks: BTreeMap<PlayerId, u32>,
    best: Option<Streak>,
}

/// Matches won in a row, and the people who won them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streak {
    pub n: u32,
    pub players: Vec<PlayerId>,
}

/// A party that may sit down now, and its seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub party: Party,
    pub seats: Vec<Seat>,
}

impl Queue {
    pub const fn unit(&self) -> QueueUnit {
        self.unit
    }

    /// The waiting parties, the next one first.
    pub fn waiting(&self) -> &[Party] {
        &self.waiting
    }

    /// The version of the last change.
    pub const fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Whether nobody can join.
    pub fn is_full(&self) -> bool {
        self.n_waiting() >= MOST_WAITING
    }

    /// The number of people who wait.
    pub fn n_waiting(&self) -> usize {
        self.waiting.iter().map(Vec::len).sum()
    }

    /// The longest streak since the queue was turned on.
    pub fn best(&self) -> Option<&Streak> {
        self.evening.best.as_ref()
    }

    fn party_of(&self, player: PlayerId) -> Option<usize> {
        self.waiting
            .iter()
            .position(|party| party.contains(&player))
    }

    fn has_stood_up(&self, party: &[PlayerId]) -> bool {
        party.iter().any(|player| self.stood_up.contains(player))
    }

    fn leave(&mut self, player: PlayerId) -> Option<()> {
        let at = self.party_of(player)?;
        self.waiting[at].retain(|of| *of != player);
        self.waiting.retain(|party| !party.is_empty());
        Some(())
    }
}

impl Evening {
    fn count(&mut self, winners: &[PlayerId], losers: &[PlayerId]) {
        for loser in losers {
            self.streaks.remove(loser);
        }
        for winner in winners {
            *self.streaks.entry(*winner).or_default() += 1;
        }
        let of = |player: &PlayerId| self.streaks.get(player).copied().unwrap_or(0);
        let n = winners.iter().map(of).max().unwrap_or(0);
        if n > self.best.as_ref().map_or(0, |best| best.n) {
            let players = winners.iter().copied().filter(|player| of(player) == n);
            let players = players.collect();
            self.best = Some(Streak { n, players });
        }
    }
}

impl State {
    /// The queue, if it is on.
    pub const fn queue(&self) -> Option<&Queue> {
        self.queue.as_ref()
    }

    /// Whether the table can have a queue of this kind.
    pub fn can_queue(&self, unit: QueueUnit) -> bool {
        let setup = self.setup();
        let is_private =
            self.host().is_some() && setup.meeting.is_none() && setup.stakes == Stakes::Casual;
        let fits = match unit {
            QueueUnit::Singles => true,
            QueueUnit::Pairs => self.rules().partner(Seat::default()).is_some(),
        };
        is_private && fits && self.rules().n_seats() > 1
    }

    /// Whether no round is in play and no further one of the same match follows.
    pub fn is_between_matches(&self) -> bool {
        self.waiting() == Waiting::Nothing || self.is_before_the_first_deal()
    }

    /// Whether the host waits, and another player is the host for the time being.
    pub(crate) fn owner_waits(&self) -> bool {
        self.owner.is_some_and(|owner| self.is_waiting(&[owner]))
    }

    /// Whether one of these ids waits.
    pub fn is_waiting(&self, ids: &[PlayerId]) -> bool {
        self.waiting_as(ids).is_some()
    }

    /// The id under which a player waits.
    pub fn waiting_as(&self, ids: &[PlayerId]) -> Option<PlayerId> {
        let mut all = self.queue()?.waiting.iter().flatten();
        all.find(|player| ids.contains(player)).copied()
    }

    /// The current streak: the longest of the people in the seats.
    pub fn streak(&self) -> Option<Streak> {
        let streaks = &self.queue()?.evening.streaks;
        let seated = self
            .all_seats()
            .filter_map(|seat| self.seat(seat).account());
        let seated: Vec<(PlayerId, u32)> = seated
            .filter_map(|player| Some((player, *streaks.get(&player)?)))
            .collect();
        let n = seated.iter().map(|(_, n)| *n).max()?;
        let players = seated.iter().filter(|(_, of)| *of == n);
        let players = players.map(|(player, _)| *player).collect();
        Some(Streak { n, players })
    }

    /// The parties that may sit down now, each with its seats. Nothing is offered during a match. Losers who stood up get
    /// no seat of another loser: they sit down again after the next match.
    pub fn offers(&self) -> Vec<Offer> {
        let Some(queue) = &self.queue else {
            return Vec::new();
        };
        let (empty, lost) = self.vacant();
        let (empty, lost, parties): (Vec<Vec<Seat>>, Vec<Vec<Seat>>, Vec<Party>) = match queue.unit
        {
            QueueUnit::Singles => {
                let alone = |seats: Vec<Seat>| seats.into_iter().map(|seat| vec![seat]).collect();
                let people = queue.waiting.iter().flatten();
                let parties = people.map(|player| vec![*player]).collect();
                (alone(empty), alone(lost), parties)
            }
            QueueUnit::Pairs => {
                let vacant: Vec<Seat> = empty.iter().chain(&lost).copied().collect();
                let is_empty = |seats: &Vec<Seat>| seats.iter().all(|seat| empty.contains(seat));
                let sides = self.vacant_sides(&vacant).into_iter();
                let (empty, lost) = sides.partition(is_empty);
                let pairs = queue.waiting.iter().filter(|party| party.len() == 2);
                (empty, lost, pairs.cloned().collect())
            }
        };
        let (mut empty, mut lost) = (empty.into_iter(), lost.into_iter());
        let offer = |party: Party| {
            let seats = match queue.has_stood_up(&party) {
                true => empty.next(),
                false => empty.next().or_else(|| lost.next()),
            }?;
            Some(Offer { party, seats })
        };
        parties.into_iter().filter_map(offer).collect()
    }

    /// The expected seconds until each waiting party sits down, if every match takes its usual time; `None` before the
    /// first match of the table is over.
    pub fn waits(&self, now: u64) -> Option<Vec<u64>> {
        let queue = self.queue()?;
        let mut lengths = self.lengths.clone();
        lengths.sort_unstable();
        let usual = *lengths.get(lengths.len().checked_sub(1)? / 2)?;
        let offered: Vec<PlayerId> = self.offers().into_iter().flat_map(|of| of.party).collect();
        let is_over = self.waiting() == Waiting::Nothing;
        let rest = match (is_over, self.dealt_at) {
            (false, Some(began)) => usual.saturating_sub(now.saturating_sub(began)),
            _ => usual,
        };
        // As many sit down after a match as its losers leave seats.
        let rules = self.rules();
        let seats = usize::from(rules.n_seats());
        let stay = rules.members(Side::default()).count();
        let sits = match queue.unit {
            QueueUnit::Singles => seats - stay,
            QueueUnit::Pairs => (seats - stay) / 2,
        }
        .max(1);
        let mut before = 0;
        let wait = |party: &Party| {
            if party.iter().any(|player| offered.contains(player)) {
                return 0;
            }
            let matches = (before / sits) as u64;
            before += match queue.unit {
                QueueUnit::Singles => party.len(),
                QueueUnit::Pairs => 1,
            };
            (rest + matches * usual) / 1000
        };
        Some(queue.waiting.iter().map(wait).collect())
    }

    /// Whether somebody from the queue has sat down since the match ended.
    pub(super) fn has_newcomers(&self) -> bool {
        let mut seats = self.all_seats();
        seats.any(|seat| self.seat(seat).tenant == Tenant::Newcomer)
    }

    /// The people who have sat down since the match ended, but for those who left.
    pub(crate) fn newcomers(&self) -> impl Iterator<Item = Seat> + '_ {
        let is_new = |seat: &Seat| {
            let state = self.seat(*seat);
            state.tenant == Tenant::Newcomer && state.absence != Some(Absence::Left)
        };
        let seats = self.all_seats().filter(is_new);
        seats.filter(|_| self.queue.is_some())
    }

    /// Whether the player of a seat continues without being asked: those who won stay, once somebody has sat down. People
    /// who lost and stay because nobody waits any longer are asked.
    pub(crate) fn stays(&self, seat: Seat) -> bool {
        let winner = self.winner();
        self.queue.is_some() && self.has_newcomers() && winner == Some(self.rules().side(seat))
    }

    /// The winner of the match that is over.
    fn winner(&self) -> Option<Side> {
        let game = self.game.as_ref().filter(|game| game.stopped.is_none())?;
        Some(game.table.game().result()?.winner)
    }

    /// The seats that people of the queue may take: those without anybody who plays, and those of the losers. A person
    /// without an account could not wait for another seat, and keeps theirs.
    fn vacant(&self) -> (Vec<Seat>, Vec<Seat>) {
        let Some(winner) = self.winner() else {
            return (Vec::new(), Vec::new());
        };
        let empty = |seat: Seat| {
            let state = self.seat(seat);
            state.holder() != Holder::Person || state.absence() == Some(Absence::Left)
        };
        let taken = |seat: Seat| self.seat(seat).tenant == Tenant::Newcomer && !empty(seat);
        let seats = || self.all_seats().filter(move |seat| !taken(*seat));
        let can_wait = |seat: Seat| self.seat(seat).account().is_some();
        let lost = |seat: Seat| self.rules().side(seat) != winner && can_wait(seat);
        let first = seats().filter(|seat| empty(*seat));
        let then = seats().filter(|seat| !empty(*seat) && lost(*seat));
        (first.collect(), then.collect())
    }

    /// The sides of which all seats are vacant.
    fn vacant_sides(&self, vacant: &[Seat]) -> Vec<Vec<Seat>> {
        let rules = self.rules();
        let mut sides: Vec<Side> = Vec::new();
        for seat in vacant {
            let side = rules.side(*seat);
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        let seats = sides.into_iter().map(|side| rules.members(side).collect());
        seats
            .filter(|seats: &Vec<Seat>| seats.iter().all(|seat| vacant.contains(seat)))
            .collect()
    }

    /// Turns the queue on or off, or changes who queues together. Nobody who waits is dropped by such a change.
    pub(super) fn set_queue(&mut self, unit: Option<QueueUnit>) -> Option<()> {
        let Some(unit) = unit else {
            return self.queue.take().map(drop);
        };
        self.can_queue(unit).then_some(())?;
        let host = self.host.and_then(|seat| self.seat(seat).account());
        let returns = |owner: &PlayerId| self.seat_of_player(&[*owner]).is_none();
        self.owner = self.owner.filter(returns).or(host);
        match &mut self.queue {
            Some(queue) => queue.unit = unit,
            None => {
                self.queue = Some(Queue {
                    unit,
                    waiting: Vec::new(),
                    stood_up: BTreeSet::new(),
                    stamp: 0,
                    evening: Arc::default(),
                    counted: None,
                });
            }
        }
        Some(())
    }

    /// A player joins the end of the queue, or a partner who waits alone.
    pub(super) fn join_queue(&mut self, player: PlayerId, partner: Option<PlayerId>) -> Option<()> {
        let seated = self.seat_of_player(&[player]).is_some();
        let queue = self.queue.as_mut().filter(|_| !seated)?;
        match (partner, queue.party_of(player)) {
            (None, None) => {
                (!queue.is_full()).then_some(())?;
                queue.waiting.push(vec![player]);
            }
            (None, Some(_)) => return None,
            (Some(partner), before) => {
                (before.is_some() || !queue.is_full()).then_some(())?;
                let alone = before.is_none_or(|at| queue.waiting[at].len() == 1);
                let with = queue.party_of(partner)?;
                (alone && partner != player && queue.waiting[with].len() == 1).then_some(())?;
                queue.waiting[with].push(player);
                if let Some(before) = before {
                    queue.waiting.remove(before);
                }
            }
        }
        Some(())
    }

    pub(super) fn leave_queue(&mut self, player: PlayerId) -> Option<()> {
        self.queue.as_mut()?.leave(player)
    }

    /// A party takes its seats. The people who had them go to the end of the queue, unless they are away. The offer is
    /// not checked again: a stopped match has no winner, but its stored facts still happened.
    pub(super) fn sit_from_queue(&mut self, newcomers: &[Newcomer]) -> Option<()> {
        let seats: Vec<Seat> = newcomers.iter().map(|new| new.seat).collect();
        let is_known = |new: &Newcomer| self.has_seat(new.seat) && self.is_waiting(&[new.player]);
        let differ = seats.iter().collect::<BTreeSet<_>>().len() == seats.len();
        let may = !seats.is_empty() && differ && newcomers.iter().all(is_known);
        may.then_some(())?;
        let version = self.version;
        let mut left = Party::new();
        let mut stood_in = Vec::new();
        for Newcomer {
            seat,
            player,
            token,
        } in newcomers
        {
            let before = self.seat(*seat);
            if before.absence().is_some() {
                stood_in.push(*seat);
            }
            let was = before.account();
            let was = was.filter(|_| before.holder == Holder::Person);
            if before.absence().is_none() {
                left.extend(was);
            }
            let keys = before.keys.clone();
            if let (Some(was), Some(queue)) = (was, &mut self.queue) {
                Arc::make_mut(&mut queue.evening).streaks.remove(&was);
            }
            let mut state = SeatState::new(&Plan::Person {
                token: *token,
                name: None,
            });
            state.keys = keys;
            state.since = version;
            state.player = Some(*player);
            state.tenant = Tenant::Newcomer;
            state.rematch = Some(super::Partners::Same);
            self.seats[seat.index()] = state;
        }
        // The player of a changed link may have another seat by now.
        left.retain(|player| self.seat_of_player(&[*player]).is_none());
        let queue = self.queue.as_mut()?;
        for new in newcomers {
            queue.leave(new.player)?;
        }
        // Or they have joined the queue.
        left.retain(|player| queue.party_of(*player).is_none());
        queue.stood_up.extend(&left);
        match queue.unit {
            QueueUnit::Singles => queue.waiting.extend(left.into_iter().map(|one| vec![one])),
            QueueUnit::Pairs if !left.is_empty() => queue.waiting.push(left),
            QueueUnit::Pairs => {}
        }
        self.pass_on_the_table(&seats);
        for seat in seats {
            self.seat_changed(seat);
        }
        for seat in stood_in {
            self.tell(Broadcast::StandIn(seat, None));
        }
        Some(())
    }

    /// The host stays the host when they return. Until then a player who stays is the host.
    pub(super) fn pass_on_the_table(&mut self, taken: &[Seat]) {
        let returned = self.owner.and_then(|owner| self.seat_of_player(&[owner]));
        let is_taken = |host: &Seat| taken.contains(host);
        let next = match (returned, self.host) {
            (Some(seat), _) => Some(seat),
            (None, Some(before)) if is_taken(&before) => {
                let mut stay = self.all_seats().filter(|seat| !is_taken(seat));
                let person = stay.find(|seat| self.person_plays(*seat));
                person.or_else(|| taken.first().copied())
            }
            (None, _) => None,
        };
        if let Some(seat) = next.filter(|seat| self.host != Some(*seat)) {
            self.host = Some(seat);
            self.tell(Broadcast::Host(seat));
        }
    }

    /// The table was given to the player of a seat.
    pub(super) fn note_host(&mut self, seat: Seat) {
        if self.owner.is_some() {
            self.owner = self.seat(seat).account();
        }
    }

    /// A new match begins: everybody who waits may sit down after it.
    pub(super) fn begin_turns(&mut self) {
        if let Some(queue) = &mut self.queue {
            queue.stood_up.clear();
        }
    }

    pub(super) const fn stamp_queue(&mut self) {
        if let Some(queue) = &mut self.queue {
            queue.stamp = self.version;
        }
    }

    /// Counts the match that has just ended, for the people who played it.
    pub(super) fn count_match(&mut self) {
        let (Some(winner), Some(game)) = (self.winner(), &self.game) else {
            return;
        };
        // A late call does not count for people who sat down after the match.
        if self.has_newcomers() {
            return;
        }
        let number = game.number;
        if let Some(began) = self.dealt_at.take() {
            if self.lengths.len() == LENGTHS {
                self.lengths.remove(0);
            }
            self.lengths.push(self.at.saturating_sub(began));
        }
        let (mut winners, mut losers) = (Vec::new(), Vec::new());
        for seat in self.all_seats() {
            let state = self.seat(seat);
            match (state.account(), self.rules().side(seat) == winner) {
                (Some(player), true) if state.absence().is_none() => winners.push(player),
                (Some(player), _) => losers.push(player),
                (None, _) => {}
            }
        }
        if let Some(queue) = &mut self.queue {
            let before = match &queue.counted {
                Some((counted, before)) if *counted == number => before.clone(),
                _ => queue.evening.clone(),
            };
            queue.evening = before.clone();
            Arc::make_mut(&mut queue.evening).count(&winners, &losers);
            queue.counted = Some((number, before));
        }
    }
}
