//! Meetings at tables of this server: publishing a round makes the tables, their results come into the log by
//! themselves, and who is not there is waited for as long as the event says.
//!
//! Nothing of this is stored but the tables and the log. Which tables there are follows from the log; the result of a
//! table is written with a key that is the table's own, so that it is written once, whenever the server was stopped.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use capicu::Seat;
use capicu_event::{Absent, Command, Outcome, Refused, SideScore, Stage, TableResult};
use capicu_i18n::{Lang, Texts};
use capicu_protocol::ApiErrorCode;
use capicu_store::events::Hold;
use capicu_store::shards::Owner;
use capicu_table::{MeetingEnd, MeetingStanding, Session};
use futures_util::{FutureExt as _, StreamExt as _, stream};
use serde::{Deserialize, Serialize};
use tokio::time::{interval, sleep};

use super::arena::not_paired_any_more;
use super::plan::TablePlan;
use super::spot::Spot;
use super::{Done, Events, Hall, NotDone, Sent};
use crate::http::Failure;
use crate::nodes::message::{Question, Reply};
use crate::nodes::{changed, pieces};
use crate::noticeboard::Noticeboard;
use crate::registry::Registry;

/// How often it is looked at the tables.
const LOOK: Duration = Duration::from_millis(500);

/// So many tables are made at once.
const AT_ONCE: usize = 128;

/// Time in which nobody looked counts for no more than this, in milliseconds.
const GAP: u64 = 5_000;

/// Who comes so much later than somebody of another side is as late as them, in milliseconds.
const AS_LATE: u64 = 30_000;

/// How often it is looked which events are this server's, and what others have written to their logs.
const ROUND: Duration = Duration::from_secs(10);

/// Of so many tables of an event another server is told at most.
const TOLD: usize = 2_000;

/// Of so many events it is remembered what another server told.
const EVENTS: usize = 64;

/// What a table of an event says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Live {
    /// Who is there, by seats.
    pub there: Vec<bool>,
    /// How it stands.
    #[serde(with = "pieces::standing")]
    pub standing: MeetingStanding,
}

/// What tables of events say of themselves, as long as they are in memory.
pub type Meetings = Noticeboard<Live>;

impl Live {
    /// What a table says of itself; `None` if it is no table of an event.
    pub fn of(session: &Session) -> Option<Self> {
        let state = session.state();
        Some(Self {
            there: state
                .all_seats()
                .map(|seat| session.is_there(seat))
                .collect(),
            standing: state.meeting()?,
        })
    }
}

/// The tables of events. Clones share them.
#[derive(Clone, Debug)]
pub struct OnlinePlay {
    registry: Registry,
    events: Events,
    open: Arc<Mutex<BTreeMap<String, Open>>>,
    /// Tables that another server looks after, as it told them last, by their events.
    elsewhere: Arc<Mutex<BTreeMap<String, BTreeMap<String, SeenTable>>>>,
}

/// A table that is to bring a result.
#[derive(Debug)]
struct Open {
    event: String,
    plan: TablePlan,
    /// How long each seat has been away, in milliseconds.
    away: Vec<u64>,
    /// What each side had when the table was last heard of: it may be out of memory.
    scores: Vec<SideScore>,
    trouble: Option<Trouble>,
    /// What it said last.
    live: Option<Live>,
}

/// Why the desk has to look at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trouble {
    /// It is over, and the log does not take its result. Only the server that looks after it says why.
    Refused(#[serde(skip)] Option<Box<Refused>>),
    /// It was settled before, and that was undone.
    Undone,
    /// Its match cannot go on by today's rules.
    Stopped,
}

/// A table of an event as the desk sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenTable {
    /// What it says of itself; nothing while nobody is there.
    pub live: Option<Live>,
    /// For how many milliseconds each seat was away.
    pub away: Vec<u64>,
    /// How long is waited for anybody, in milliseconds.
    pub grace: u64,
    /// Why the desk has to look at it.
    pub trouble: Option<Trouble>,
}

impl OnlinePlay {
    /// Nothing is looked after yet: see [`OnlinePlay::run`].
    pub fn new(registry: Registry, events: Events) -> Self {
        Self {
            registry,
            events,
            open: Arc::default(),
            elsewhere: Arc::default(),
        }
    }

    /// The events.
    pub const fn events(&self) -> &Events {
        &self.events
    }

    /// A table of an event, while it is looked after.
    pub fn seen(&self, event: &str, table: &str) -> Option<SeenTable> {
        match self.open().get(table) {
            Some(of) => Some(self.seen_as(table, of)),
            None => self.elsewhere().get(event)?.get(table).cloned(),
        }
    }

    /// The tables of an event that this server looks after.
    pub fn seen_of(&self, event: &str) -> BTreeMap<String, SeenTable> {
        let open = self.open();
        let own = open.iter().filter(|(_, of)| of.event == event);
        own.take(TOLD)
            .map(|(id, of)| (id.clone(), self.seen_as(id, of)))
            .collect()
    }

    fn seen_as(&self, table: &str, of: &Open) -> SeenTable {
        let live = match self.registry.owner(table) {
            Owner::Here => self.registry.services().meetings.get(table),
            _ => of.live.clone(),
        };
        SeenTable {
            live,
            away: of.away.clone(),
            grace: of.grace(),
            trouble: of.trouble.clone(),
        }
    }

    /// Asks the server that looks after an event how its tables stand, if that is another one.
    pub async fn look_up(&self, event: &str) {
        let (Some(nodes), Owner::Elsewhere(node)) =
            (self.registry.nodes(), self.registry.owner(event))
        else {
            self.elsewhere().remove(event);
            return;
        };
        let event = event.to_owned();
        let question = Question::Seen {
            event: event.clone(),
        };
        let reply = nodes.ask(&node, &question).await;
        let mut elsewhere = self.elsewhere();
        if elsewhere.len() >= EVENTS {
            elsewhere.clear();
        }
        match reply {
            Ok(Reply::Seen(tables)) => drop(elsewhere.insert(event, tables)),
            Ok(_) | Err(_) => drop(elsewhere.remove(&event)),
        }
    }

    /// Looks after the tables of all events, for ever; of several servers each does so for those that would be in its shards
    /// as tables. What happened while nobody did is caught up with first.
    pub async fn run(self) {
        let mut changes = self.registry.nodes().map(|nodes| nodes.shards.changes());
        let has_others = changes.is_some();
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
                () = changed(changes.as_mut()) => self.go_round(&mut known).await,
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

    fn is_ours(&self, event: &str) -> bool {
        self.registry.owner(event) == Owner::Here
    }

    /// Looks after events that have become this server's and no more after those of another one, and reads what others have
    /// written, should nobody have said so.
    async fn go_round(&self, known: &mut BTreeSet<String>) {
        self.open().retain(|_, of| self.is_ours(&of.event));
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

    /// Makes the tables that an event needs, and lets go of those that it needs no more.
    pub async fn refresh(&self, event: &str) {
        match self.contained(event, self.try_refresh(event)).await {
            None | Some(Ok(())) => {}
            Some(Err(failure)) if failure.code() == ApiErrorCode::NotFound => {
                self.let_go(event).await;
            }
            Some(Err(failure)) => tracing::error!(
                event,
                code = ?failure.code(),
                "the tables of an event are not looked after"
            ),
        }
    }

    /// Stops the tables of an event that an admin stopped or removed.
    async fn let_go(&self, event: &str) {
        let of_event = |(id, of): (&String, &Open)| (of.event == event).then(|| id.clone());
        let gone: Vec<String> = self.open().iter().filter_map(of_event).collect();
        stream::iter(&gone)
            .for_each_concurrent(AT_ONCE, |id| self.registry.halt(id))
            .await;
        self.open().retain(|_, of| of.event != event);
    }

    /// Does something for an event, unless its work panicked before. If this panics, the other events go on.
    async fn contained<T>(&self, event: &str, work: impl Future<Output = T>) -> Option<T> {
        let workshop = self.events.work();
        if workshop.is_broken(event) {
            return None;
        }
        let done = AssertUnwindSafe(work).catch_unwind().await;
        done.map_err(|_| workshop.note_broken(event)).ok()
    }

    async fn try_refresh(&self, event: &str) -> Result<(), Failure> {
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
            let entered = store.event_players(event).await?;
            self.leave_out(&mut hall).await;
            self.events.pair_free(&shared, &mut hall).await;
            let due = hall.due_online();
            let new: Vec<Spot> = {
                let open = self.open();
                let is_new = |(id, _): &(&String, &Spot)| !open.contains_key(*id);
                due.iter().filter(is_new).map(|(_, spot)| *spot).collect()
            };
            let mut wanted = Vec::new();
            for spot in new {
                match TablePlan::of(&hall, spot, &entered) {
                    Ok(plan) => wanted.push(plan),
                    // The desk is told where it looks at the table.
                    Err(why) => tracing::warn!(event, slip = spot.slip.name(), ?why, "no table"),
                }
            }
            let open = self.open();
            let own = open.iter().filter(|(_, of)| of.event == event);
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

    /// Writes down the tables of teams at which a side has nobody, by its own line-up.
    async fn leave_out(&self, hall: &mut Hall) {
        let made = hall.rounds_made();
        for (spot, absent) in hall.left_out() {
            let table = hall.table_id(spot, &made);
            let command = Command::RecordTable {
                meeting: spot.meeting,
                number: spot.table,
                table: table.clone(),
                result: TableResult::NoShow { absent },
            };
            let sent = Sent {
                key: format!("nobody.{table}"),
                seen: None,
            };
            let done = self.events.carry_out(hall, &sent, vec![command]).await;
            if let Err(why) = done {
                tracing::warn!(event = hall.id, ?why, "an empty table is not written down");
            }
        }
    }

    /// Makes a table, or brings it in that was made before.
    async fn make(&self, event: &str, plan: TablePlan) {
        let made = match self.registry.table(&plan.id).await {
            Ok(Some(_)) => Ok(()),
            Ok(None) => {
                let (id, setup) = (plan.id.clone(), plan.setup.clone());
                self.registry.create_with(id, &plan.players, setup).await
            }
            Err(error) => Err(error),
        };
        if made.is_err() {
            tracing::error!(event, table = plan.id, "a table of an event was not made");
            // It is tried again with the next change of the event.
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

    /// Looks at all tables: those that are over bring their results, and who has been away for too long is late.
    async fn look(&self, passed: u64) {
        let mut deeds = Vec::new();
        let tables = self.open().keys().cloned().collect();
        let mut lives = self.registry.meetings(tables).await;
        {
            let mut open = self.open();
            for (id, of) in open.iter_mut() {
                // Of a table whose server does not answer, nobody knows who is there.
                let Some(live) = lives.remove(id) else {
                    continue;
                };
                match catch_unwind(AssertUnwindSafe(|| of.hear(live, passed))) {
                    Ok(deed) => deeds.extend(deed.map(|deed| (id.clone(), deed))),
                    Err(_) => self.events.work().note_broken(&of.event),
                }
            }
            // What broke an event would break it again.
            open.retain(|_, of| !self.events.work().is_broken(&of.event));
        }
        for (id, deed) in deeds {
            self.settle(&id, deed).await;
        }
        self.look_together().await;
    }

    /// Ends the meetings whose tables have reached the target together.
    async fn look_together(&self) {
        let mut meetings: BTreeMap<(String, u16), Vec<TogetherTable>> = BTreeMap::new();
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

    async fn settle_together(&self, event: &str, meeting: u16, mut tables: Vec<TogetherTable>) {
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
            table: table.clone(),
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
                tracing::warn!(event, meeting, %why, "the result of the tables is not taken");
                Some(Trouble::Refused(Some(why)))
            }
        };
        let mut open = self.open();
        for (_, table, _) in tables {
            if let Some(of) = open.get_mut(&table) {
                of.trouble.clone_from(&trouble);
            }
        }
    }

    /// Writes down how a meeting ended. Whatever happens meanwhile, that is done once.
    async fn settle(&self, table: &str, deed: Deed) {
        if let Some((event, spot)) = self.where_is(table) {
            let settled = self.settle_at(&event, spot, table, deed);
            let _ = self.contained(&event, settled).await;
        }
    }

    async fn settle_at(&self, event: &str, spot: Spot, table: &str, deed: Deed) {
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
                tracing::warn!(event, table, %why, "the result of a table is not taken");
                Some(Trouble::Refused(Some(why)))
            }
            // It is tried again.
            Err(NotDone::Failed | NotDone::Broken | NotDone::Stopped) => return,
        };
        drop(hall);
        if let Some(of) = self.open().get_mut(table) {
            of.trouble = trouble;
        }
    }

    fn where_is(&self, table: &str) -> Option<(String, Spot)> {
        let open = self.open();
        let of = open.get(table)?;
        Some((of.event.clone(), of.plan.spot))
    }

    fn elsewhere(&self) -> MutexGuard<'_, BTreeMap<String, BTreeMap<String, SeenTable>>> {
        self.elsewhere
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<String, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A table of those that decide a meeting together: where it stands, its id, and what the sides have.
type TogetherTable = (Spot, String, Vec<SideScore>);

/// Whether a side has reached the target by these tables and those of the meeting that are over.
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

/// What is to be done about a table.
enum Deed {
    /// Its result is to be written down.
    Record(MeetingStanding),
    /// These sides were not there.
    Forfeit(Vec<u8>),
}

impl Open {
    const fn grace(&self) -> u64 {
        self.plan.online.grace as u64 * 60_000
    }

    /// What its table says after this many milliseconds, and what follows from it.
    fn hear(&mut self, live: Option<Live>, passed: u64) -> Option<Deed> {
        self.live.clone_from(&live);
        if self.trouble.is_some() {
            return None;
        }
        if let Some(live) = &live {
            self.scores = self.plan.played.scores(&self.plan.format, &live.standing);
        }
        match live.as_ref().map(|live| live.standing.end) {
            Some(MeetingEnd::Played) => return live.map(|live| Deed::Record(live.standing)),
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
        // Where the tables decide together, what the others score ends this one as well.
        if self.plan.online.absent != Absent::Forfeit || self.plan.is_together {
            return None;
        }
        let absent = self.absent(there);
        (!absent.is_empty()).then_some(Deed::Forfeit(absent))
    }

    /// The sides that are late, from 0: none before one has been away for as long as anybody is waited for.
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

    fn commands(&self, table: &str, hall: &Hall, deed: Deed) -> (String, Vec<Command>) {
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
            table: table.to_owned(),
            result,
        };
        match deed {
            Deed::Record(standing) => {
                let command = match number {
                    0 => Command::Record {
                        meeting,
                        table: table.to_owned(),
                        outcome: self.plan.played.outcome(rules, &standing),
                    },
                    _ => of_teams(TableResult::Played {
                        scores: self.plan.played.scores(&self.plan.format, &standing),
                    }),
                };
                (format!("table.{table}"), vec![command])
            }
            Deed::Forfeit(absent) => {
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
