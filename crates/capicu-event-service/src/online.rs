//! Meetings at tables of this server. Publishing a round makes the tables, and their results enter the log
//! automatically. A seat may be absent for as long as the event allows.
//!
//! Only the tables and the log are stored. The log decides which tables exist. The key of a result belongs to its
//! table, so that each result is recorded once, even after a restart.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use capicu::Seat;
use capicu_event::{Absent, Command, Outcome, Refused, SideScore, Stage, TableResult};
use capicu_i18n::{Lang, Texts};
use capicu_protocol::{ApiErrorCode, EventId, TableId};
use capicu_store::events::Hold;
use capicu_store::shards::Owner;
use capicu_table::{MeetingEnd, MeetingStanding};
use futures_util::{FutureExt as _, StreamExt as _, stream};
use tokio::time::{interval, sleep};

use super::arena::not_paired_any_more;
use super::online_tables::TablePlan;
use super::pending_results::Spot;
use super::{Done, Events, Hall, NotDone, Sent};
pub use capicu_table_service::card::Live;
use capicu_table_service::registry::Registry;

/// The interval between checks of the tables.
const LOOK: Duration = Duration::from_millis(500);

/// The most tables to make at once.
const AT_ONCE: usize = 128;

/// The longest time between checks that counts, in milliseconds.
const GAP: u64 = 5_000;

/// An entry that arrives at most this much later than another side is equally late, in milliseconds.
const AS_LATE: u64 = 30_000;

/// The interval between updates of the list of events on this server and their logs.
const ROUND: Duration = Duration::from_secs(10);

/// The tables of events. Clones share them.
#[derive(Clone, Debug)]
pub struct OnlinePlay {
    registry: Registry,
    events: Events,
    open: Arc<Mutex<BTreeMap<TableId, Open>>>,
}

/// A table with a result due.
#[derive(Debug)]
struct Open {
    event: EventId,
    plan: TablePlan,
    /// How long each seat has been absent, in milliseconds.
    away: Vec<u64>,
    /// The last known score of each side; the table may be out of memory.
    scores: Vec<SideScore>,
    trouble: Option<Trouble>,
    /// The last state of the table.
    live: Option<Live>,
}

/// The reason why the desk must check a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Its match has ended, but the log refuses the result.
    Refused(Box<Refused>),
    /// Its result was recorded, and that was undone.
    Undone,
    /// Its match cannot continue under today's rules.
    Stopped,
}

/// A table of an event as the desk sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlineTable {
    /// The state of the table; `None` while no player is there.
    pub live: Option<Live>,
    /// How long each seat has been absent, in milliseconds.
    pub away: Vec<u64>,
    /// How long a seat may be absent, in milliseconds.
    pub grace: u64,
    /// The reason why the desk must check it.
    pub trouble: Option<Trouble>,
}

impl OnlinePlay {
    /// Starts without tables: see [`OnlinePlay::run`].
    pub fn new(registry: Registry, events: Events) -> Self {
        Self {
            registry,
            events,
            open: Arc::default(),
        }
    }

    pub const fn events(&self) -> &Events {
        &self.events
    }

    /// Returns the state of an event table, if this server manages it.
    pub fn seen(&self, table: &TableId) -> Option<OnlineTable> {
        self.open().get(table).map(|of| self.seen_as(table, of))
    }

    fn seen_as(&self, table: &TableId, of: &Open) -> OnlineTable {
        let live = match self.registry.owner(table) {
            Owner::Here => self.registry.services().board.meeting(table),
            _ => of.live.clone(),
        };
        OnlineTable {
            live,
            away: of.away.clone(),
            grace: of.grace(),
            trouble: of.trouble.clone(),
        }
    }

    /// Manages the tables of all events, forever. With several servers, each one manages the events in its own shards.
    /// It first catches up with the time before.
    pub async fn run(self) {
        let shards = &self.registry.nodes().shards;
        let (mut changes, has_others) = (shards.changes(), !shards.is_alone());
        let mut rounds = interval(ROUND);
        let mut known = BTreeSet::new();
        self.go_round(&mut known).await;
        let clock = self.registry.services().clock;
        let mut looked = clock.now();
        loop {
            let has_tables = !self.open().is_empty();
            tokio::select! {
                biased;
                events = self.events.changed() => {
                    for event in events.iter().filter(|event| self.is_ours(event)) {
                        self.refresh(event).await;
                        known.insert(event.clone());
                    }
                }
                _ = changes.changed() => self.go_round(&mut known).await,
                _ = rounds.tick(), if has_others => self.go_round(&mut known).await,
                () = sleep(LOOK), if has_tables => {
                    let now = clock.now();
                    self.look(now - looked).await;
                    looked = now;
                }
            }
            if !has_tables {
                looked = clock.now();
            }
        }
    }

    fn is_ours(&self, event: &EventId) -> bool {
        self.registry.owner(event) == Owner::Here
    }

    /// Starts managing events that this server now owns, and stops managing those of others. It also reads new facts
    /// of other servers, in case their messages were lost.
    async fn go_round(&self, known: &mut BTreeSet<EventId>) {
        self.open().retain(|_, of| self.is_ours(&of.event));
        self.events.dealers().retain(|event| self.is_ours(event));
        known.retain(|event| self.is_ours(event));
        let store = &self.registry.services().store;
        let all = store.events(None, u32::MAX).await.unwrap_or_default();
        for event in all.into_iter().filter(|event| self.is_ours(&event.id)) {
            match known.contains(&event.id) {
                true => self.events.look_again(&event.id).await,
                false => {
                    self.refresh(&event.id).await;
                    known.insert(event.id);
                }
            }
        }
    }

    /// Makes the tables that an event needs, and releases those that it no longer needs.
    pub async fn refresh(&self, event: &EventId) {
        match self.contained(event, self.try_refresh(event)).await {
            None | Some(Ok(())) => {}
            Some(Err(ApiErrorCode::NotFound)) => {
                self.let_go(event).await;
            }
            Some(Err(code)) => {
                tracing::error!(
                    event = event.as_str(),
                    ?code,
                    "the tables of an event are not supervised"
                )
            }
        }
    }

    /// Stops the tables of an event that an admin stopped or removed.
    async fn let_go(&self, event: &EventId) {
        let of_event = |(id, of): (&TableId, &Open)| (of.event == *event).then(|| id.clone());
        let gone: Vec<TableId> = self.open().iter().filter_map(of_event).collect();
        stream::iter(&gone)
            .for_each_concurrent(AT_ONCE, |id| self.registry.halt(id))
            .await;
        self.open().retain(|_, of| of.event != *event);
    }

    /// Does some work for an event, unless earlier work for it has panicked. A panic does not affect other events.
    async fn contained<T>(&self, event: &EventId, work: impl Future<Output = T>) -> Option<T> {
        let workshop = self.events.work();
        if workshop.is_broken(event) {
            return None;
        }
        let done = AssertUnwindSafe(work).catch_unwind().await;
        done.map_err(|_| workshop.note_broken(event)).ok()
    }

    async fn try_refresh(&self, event: &EventId) -> Result<(), ApiErrorCode> {
        let shared = self.events.hall(event).await?;
        let (wanted, gone) = {
            let mut hall = shared.lock().await;
            if hall.event.state().preset.online.is_none() {
                return Ok(());
            }
            if hall.hold == Hold::Stopped {
                drop(hall);
                self.let_go(event).await;
                return Ok(());
            }
            let store = &self.registry.services().store;
            let entered = store.event_players(event).await;
            let entered = entered.map_err(|_| ApiErrorCode::Unavailable)?;
            self.leave_out(&mut hall).await;
            self.events.pair_free(&shared, &mut hall).await;
            let due = hall.due_online();
            let new: Vec<Spot> = {
                let open = self.open();
                let is_new = |(id, _): &(&TableId, &Spot)| !open.contains_key(*id);
                due.iter().filter(is_new).map(|(_, spot)| *spot).collect()
            };
            let mut wanted = Vec::new();
            for spot in new {
                match TablePlan::of(&hall, spot, &entered) {
                    Ok(plan) => wanted.push(plan),
                    // The desk sees the reason with the table.
                    Err(why) => tracing::warn!(
                        event = event.as_str(),
                        slip = spot.slip.name(),
                        ?why,
                        "no table"
                    ),
                }
            }
            let open = self.open();
            let own = open.iter().filter(|(_, of)| of.event == *event);
            let gone = own.filter(|(id, _)| !due.contains_key(*id));
            (wanted, gone.map(|(id, _)| id.clone()).collect::<Vec<_>>())
        };
        stream::iter(&gone)
            .for_each_concurrent(AT_ONCE, |id| self.registry.halt(id))
            .await;
        self.open().retain(|id, _| !gone.contains(id));
        stream::iter(wanted)
            .for_each_concurrent(AT_ONCE, |plan| self.make(event, plan))
            .await;
        Ok(())
    }

    /// Records the sides of team tables that have no player, according to their own line-ups.
    async fn leave_out(&self, hall: &mut Hall) {
        let made = hall.rounds_made();
        for (spot, absent) in hall.left_out() {
            let table = hall.table_id(spot, &made);
            let command = Command::RecordTable {
                meeting: spot.meeting,
                number: spot.table,
                table: table.to_string(),
                result: TableResult::NoShow { absent },
            };
            let sent = Sent {
                key: format!("nobody.{table}"),
                seen: None,
            };
            let done = self.events.carry_out(hall, &sent, vec![command]).await;
            if let Err(why) = done {
                tracing::warn!(
                    event = hall.id.as_str(),
                    ?why,
                    "an empty table is not stored"
                );
            }
        }
    }

    /// Makes a table, or loads it if it exists already.
    async fn make(&self, event: &EventId, plan: TablePlan) {
        let made = match self.registry.table(&plan.id).await {
            Ok(Some(_)) => Ok(()),
            Ok(None) => {
                let (id, setup) = (plan.id.clone(), plan.setup.clone());
                self.registry.create_with(id, &plan.players, setup).await
            }
            Err(error) => Err(error),
        };
        if made.is_err() {
            tracing::error!(
                event = event.as_str(),
                table = plan.id.as_str(),
                "a table of an event was not made"
            );
            // The next change of the event tries again.
            return;
        }
        let open = Open {
            event: event.to_owned(),
            away: vec![0; usize::from(plan.played.n_seats())],
            scores: Vec::new(),
            trouble: None,
            live: None,
            plan,
        };
        self.open().insert(open.plan.id.clone(), open);
    }

    /// Checks all tables: finished ones give their results, and seats absent for too long are late.
    async fn look(&self, passed: u64) {
        let mut deeds = Vec::new();
        let tables = self.open().keys().cloned().collect();
        let mut lives = self.registry.meetings(tables).await;
        {
            let mut open = self.open();
            for (id, of) in open.iter_mut() {
                // If the server of a table does not answer, nobody knows who is present.
                let Some(live) = lives.remove(id) else {
                    continue;
                };
                match catch_unwind(AssertUnwindSafe(|| of.hear(live, passed))) {
                    Ok(deed) => deeds.extend(deed.map(|deed| (id.clone(), deed))),
                    Err(_) => self.events.work().note_broken(&of.event),
                }
            }
            // The same work would panic again.
            open.retain(|_, of| !self.events.work().is_broken(&of.event));
        }
        for (id, deed) in deeds {
            self.settle(&id, deed).await;
        }
        self.look_together().await;
    }

    /// Ends the meetings whose tables together have reached the target.
    async fn look_together(&self) {
        let mut meetings: BTreeMap<(EventId, u16), Vec<TogetherTable>> = BTreeMap::new();
        for (id, of) in self.open().iter() {
            if of.plan.is_together && of.trouble.is_none() {
                let at = (of.event.clone(), of.plan.spot.meeting);
                let table = (of.plan.spot, id.clone(), of.scores.clone());
                meetings.entry(at).or_default().push(table);
            }
        }
        for ((event, meeting), tables) in meetings {
            let settled = self.settle_together(&event, meeting, tables);
            let _ = self.contained(&event, settled).await;
        }
    }

    async fn settle_together(&self, event: &EventId, meeting: u16, mut tables: Vec<TogetherTable>) {
        let Ok(shared) = self.events.hall(event).await else {
            return;
        };
        let mut hall = shared.lock().await;
        let due = hall.due_online();
        let is_due = |(spot, id, _): &TogetherTable| due.get(id) == Some(spot);
        let all_due = due.values().filter(|of| of.meeting == meeting).count();
        if tables.len() != all_due || !tables.iter().all(is_due) {
            return;
        }
        tables.sort_by_key(|(spot, ..)| spot.table);
        let state = hall.event.state();
        let Some((stage, sides)) = state.running().and_then(|stage| {
            let (round, at) = stage.locate(meeting)?;
            let meeting = &stage.rounds[round].pairing.meetings[at];
            Some((stage, meeting.sides.len()))
        }) else {
            return;
        };
        let nothing = || vec![SideScore::default(); sides];
        let results: Vec<TableResult> = tables
            .iter()
            .map(|(_, _, scores)| TableResult::Played {
                scores: if scores.is_empty() {
                    nothing()
                } else {
                    scores.clone()
                },
            })
            .collect();
        if !has_reached(stage, meeting, &tables, &results) {
            return;
        }
        let key = format!("together.{}", tables[0].1);
        let commands = tables.iter().zip(results);
        let commands = commands.map(|((spot, table, _), result)| Command::RecordTable {
            meeting,
            number: spot.table,
            table: table.to_string(),
            result,
        });
        let sent = Sent { key, seen: None };
        let done = self
            .events
            .carry_out(&mut hall, &sent, commands.collect())
            .await;
        drop(hall);
        let trouble = match done {
            Ok(Done::Now) | Err(NotDone::Failed | NotDone::Broken | NotDone::Stopped) => None,
            Ok(Done::Before) => Some(Trouble::Undone),
            Err(NotDone::Refused(_, why)) => {
                tracing::warn!(event = event.as_str(), meeting, %why, "the result of the tables was refused");
                Some(Trouble::Refused(why))
            }
        };
        let mut open = self.open();
        for (_, table, _) in tables {
            if let Some(of) = open.get_mut(&table) {
                of.trouble.clone_from(&trouble);
            }
        }
    }

    /// Records the end of a meeting. A repetition changes nothing.
    async fn settle(&self, table: &TableId, deed: DeviceChange) {
        if let Some((event, spot)) = self.where_is(table) {
            let settled = self.settle_at(&event, spot, table, deed);
            let _ = self.contained(&event, settled).await;
        }
    }

    async fn settle_at(&self, event: &EventId, spot: Spot, table: &TableId, deed: DeviceChange) {
        let Ok(shared) = self.events.hall(event).await else {
            return;
        };
        let mut hall = shared.lock().await;
        if hall.due_online().get(table) != Some(&spot) {
            drop(hall);
            return self.refresh(event).await;
        }
        let (key, commands) = {
            let open = self.open();
            let Some(of) = open.get(table) else {
                return;
            };
            of.commands(table, &hall, deed)
        };
        let sent = Sent { key, seen: None };
        let done = self.events.carry_out(&mut hall, &sent, commands).await;
        let trouble = match done {
            Ok(Done::Now) => None,
            Ok(Done::Before) => Some(Trouble::Undone),
            Err(NotDone::Refused(_, why)) => {
                tracing::warn!(event = event.as_str(), table = table.as_str(), %why, "the result of a table was refused");
                Some(Trouble::Refused(why))
            }
            // This is tried again later.
            Err(NotDone::Failed | NotDone::Broken | NotDone::Stopped) => return,
        };
        drop(hall);
        if let Some(of) = self.open().get_mut(table) {
            of.trouble = trouble;
        }
    }

    fn where_is(&self, table: &TableId) -> Option<(EventId, Spot)> {
        let open = self.open();
        let of = open.get(table)?;
        Some((of.event.clone(), of.plan.spot))
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<TableId, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table of a meeting whose tables decide together: its place, its id, and the scores of its sides.
type TogetherTable = (Spot, TableId, Vec<SideScore>);

/// Whether a side has reached the target over these tables and the finished ones of the meeting.
fn has_reached(
    stage: &Stage,
    meeting: u16,
    tables: &[TogetherTable],
    results: &[TableResult],
) -> bool {
    let Some((round, at)) = stage.locate(meeting) else {
        return false;
    };
    let mut all = stage.rounds[round]
        .recorded
        .get(&at)
        .cloned()
        .unwrap_or_default();
    let new = tables.iter().map(|(spot, ..)| spot.table);
    all.extend(new.zip(results.iter().cloned()));
    let all: Vec<TableResult> = all.into_values().collect();
    let Some(target) = stage.rules.meeting.target else {
        return false;
    };
    let total = stage.rules.total(&all);
    total.iter().any(|side| side.points >= target as i32)
}

/// An action on a table.
enum DeviceChange {
    /// Record its result.
    Record(MeetingStanding),
    /// Record the absence of these sides.
    Forfeit(Vec<u8>),
}

impl Open {
    const fn grace(&self) -> u64 {
        self.plan.online.grace as u64 * 60_000
    }

    /// Updates the state of the table after this many milliseconds, and returns the necessary action.
    fn hear(&mut self, live: Option<Live>, passed: u64) -> Option<DeviceChange> {
        self.live.clone_from(&live);
        if self.trouble.is_some() {
            return None;
        }
        if let Some(live) = &live {
            self.scores = self.plan.played.scores(&self.plan.format, &live.standing);
        }
        match live.as_ref().map(|live| live.standing.end) {
            Some(MeetingEnd::Played) => {
                return live.map(|live| DeviceChange::Record(live.standing));
            }
            Some(MeetingEnd::Stopped) => {
                self.trouble = Some(Trouble::Stopped);
                return None;
            }
            Some(MeetingEnd::Settled) => return None,
            Some(MeetingEnd::GoesOn) | None => {}
        }
        let there = |seat: usize| live.as_ref().is_some_and(|live| live.there[seat]);
        for (seat, away) in self.away.iter_mut().enumerate() {
            if !there(seat) {
                *away += passed.min(GAP);
            }
        }
        // If the tables decide together, the scores of others also end this one.
        if self.plan.online.absent != Absent::Forfeit || self.plan.is_together {
            return None;
        }
        let absent = self.absent(there);
        (!absent.is_empty()).then_some(DeviceChange::Forfeit(absent))
    }

    /// The sides that are late, from 0. Empty before one has been absent for the allowed time.
    fn absent(&self, there: impl Fn(usize) -> bool) -> Vec<u8> {
        let late = |least: u64| {
            let seats = (0..self.away.len()).filter(|seat| !there(*seat));
            let seats = seats.filter(|seat| self.away[*seat] >= least);
            let seats = seats.filter_map(|seat| Seat::new(seat as u8));
            let mut sides: Vec<u8> = seats
                .map(|seat| self.plan.played.side(seat) as u8)
                .collect();
            sides.sort_unstable();
            sides.dedup();
            sides
        };
        match late(self.grace()).is_empty() {
            true => Vec::new(),
            false => late(self.grace().saturating_sub(AS_LATE)),
        }
    }

    fn commands(&self, table: &TableId, hall: &Hall, deed: DeviceChange) -> (String, Vec<Command>) {
        let Spot {
            slip,
            meeting,
            table: number,
        } = self.plan.spot;
        let state = hall.event.state();
        let rules = &state.stages[usize::from(slip.stage) - 1].rules;
        let of_teams = |result| Command::RecordTable {
            meeting,
            number,
            table: table.to_string(),
            result,
        };
        match deed {
            DeviceChange::Record(standing) => {
                let command = match number {
                    0 => Command::Record {
                        meeting,
                        table: table.to_string(),
                        outcome: self.plan.played.outcome(rules, &standing),
                    },
                    _ => of_teams(TableResult::Played {
                        scores: self.plan.played.scores(&self.plan.format, &standing),
                    }),
                };
                (format!("table.{table}"), vec![command])
            }
            DeviceChange::Forfeit(absent) => {
                let minutes = u32::from(self.plan.online.grace);
                let told =
                    [Lang::En, Lang::Es].map(|lang| Texts::new(lang).desk_absent_for(minutes));
                let reason = told.join(" / ");
                let commands = match number {
                    0 => {
                        let outcome = Outcome::Forfeit { absent };
                        let leave = not_paired_any_more(state, meeting, &outcome).into_iter();
                        let leave = leave.map(|of| Command::Withdraw(of, reason.clone()));
                        let leave: Vec<Command> = leave.collect();
                        let forfeit = Command::Rule {
                            meeting,
                            outcome,
                            reason,
                        };
                        std::iter::once(forfeit).chain(leave).collect()
                    }
                    _ => vec![of_teams(TableResult::NoShow { absent })],
                };
                (format!("absent.{table}"), commands)
            }
        }
    }
}
