//! Meetings at tables of this server: publishing a round makes the tables, their results come into the log by
//! themselves, and who is not there is waited for as long as the event says.
//!
//! Nothing of this is stored but the tables and the log. Which tables there are follows from the log; the result of a
//! table is written with a key that is the table's own, so that it is written once, whenever the server was stopped.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use capicu::Seat;
use capicu_event::{Absent, Command, Outcome, Refused, Status, Table, Venue};
use capicu_i18n::{Lang, Texts};
use capicu_table::{MeetingEnd, MeetingStanding, Session};
use futures_util::StreamExt as _;
use futures_util::stream;
use tokio::time::sleep;

use super::plan::TablePlan;
use super::{Done, Events, Hall, NotDone, Sent, Slip};
use crate::http::Failure;
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

/// What a table of an event says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    /// Who is there, by seats.
    pub there: Vec<bool>,
    /// How it stands.
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
}

/// A table that is to bring a result.
#[derive(Debug)]
struct Open {
    event: String,
    plan: TablePlan,
    /// How long each seat has been away, in milliseconds.
    away: Vec<u64>,
    trouble: Option<Trouble>,
}

/// Why the desk has to look at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It is over, and the log does not take its result.
    Refused(Box<Refused>),
    /// It was settled before, and that was undone.
    Undone,
    /// Its match cannot go on by today's rules.
    Stopped,
}

/// A table of an event as the desk sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        }
    }

    /// A table of an event, while it is looked after.
    pub fn seen(&self, table: &str) -> Option<SeenTable> {
        let open = self.open();
        let of = open.get(table)?;
        Some(SeenTable {
            live: self.registry.services().meetings.get(table),
            away: of.away.clone(),
            grace: of.grace(),
            trouble: of.trouble.clone(),
        })
    }

    /// Looks after the tables of all events, for ever. What happened while nobody did is caught up with first.
    pub async fn run(self) {
        let all = self.registry.services().store.events(None, u32::MAX).await;
        for event in all.unwrap_or_default() {
            self.refresh(&event.id).await;
        }
        let clock = self.registry.services().clock;
        let mut looked = clock.now();
        loop {
            let has_tables = !self.open().is_empty();
            tokio::select! {
                biased;
                events = self.events.changed() => {
                    for event in &events {
                        self.refresh(event).await;
                    }
                }
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

    /// Makes the tables that an event needs, and lets go of those that it needs no more.
    pub async fn refresh(&self, event: &str) {
        if let Err(failure) = self.try_refresh(event).await {
            tracing::error!(
                event,
                code = ?failure.code(),
                "the tables of an event are not looked after"
            );
        }
    }

    async fn try_refresh(&self, event: &str) -> Result<(), Failure> {
        let shared = self.events.hall(event).await?;
        let (wanted, gone) = {
            let hall = shared.lock().await;
            if hall.event.state().preset.online.is_none() {
                return Ok(());
            }
            let store = &self.registry.services().store;
            let entered = store.event_players(event).await?;
            let due = hall.due_online();
            let new: Vec<Slip> = {
                let open = self.open();
                let is_new = |(id, _): &(&String, &Slip)| !open.contains_key(*id);
                due.iter().filter(is_new).map(|(_, slip)| *slip).collect()
            };
            let mut wanted = Vec::new();
            for slip in new {
                match TablePlan::of(&hall, slip, &entered) {
                    Ok(plan) => wanted.push(plan),
                    // The desk is told where it looks at the table.
                    Err(why) => tracing::warn!(event, slip = slip.name(), ?why, "no table"),
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
            trouble: None,
            plan,
        };
        self.open().insert(open.plan.id.clone(), open);
    }

    /// Looks at all tables: those that are over bring their results, and who has been away for too long is late.
    async fn look(&self, passed: u64) {
        let mut deeds = Vec::new();
        {
            let meetings = &self.registry.services().meetings;
            let mut open = self.open();
            for (id, of) in open.iter_mut().filter(|(_, of)| of.trouble.is_none()) {
                let live = meetings.get(id);
                let there = |seat: usize| live.as_ref().is_some_and(|live| live.there[seat]);
                let end = live.as_ref().map(|live| live.standing.end);
                match end {
                    Some(MeetingEnd::Played) => {
                        let standing = live.as_ref().map(|live| live.standing.clone());
                        deeds.extend(standing.map(|it| (id.clone(), Deed::Record(it))));
                        continue;
                    }
                    Some(MeetingEnd::Stopped) => {
                        of.trouble = Some(Trouble::Stopped);
                        continue;
                    }
                    Some(MeetingEnd::Settled) => continue,
                    Some(MeetingEnd::GoesOn) | None => {}
                }
                for (seat, away) in of.away.iter_mut().enumerate() {
                    if !there(seat) {
                        *away += passed.min(GAP);
                    }
                }
                if of.plan.online.absent == Absent::Forfeit {
                    let absent = of.absent(there);
                    if !absent.is_empty() {
                        deeds.push((id.clone(), Deed::Forfeit(absent)));
                    }
                }
            }
        }
        for (id, deed) in deeds {
            self.settle(&id, deed).await;
        }
    }

    /// Writes down how a meeting ended. Whatever happens meanwhile, that is done once.
    async fn settle(&self, table: &str, deed: Deed) {
        let Some((event, slip)) = self.where_is(table) else {
            return;
        };
        let Ok(shared) = self.events.hall(&event).await else {
            return;
        };
        let mut hall = shared.lock().await;
        if hall.due_online().get(table) != Some(&slip) {
            drop(hall);
            return self.refresh(&event).await;
        }
        let (key, command) = {
            let open = self.open();
            let Some(of) = open.get(table) else {
                return;
            };
            of.command(table, &hall, deed)
        };
        let sent = Sent { key, seen: None };
        let done = self.events.carry_out(&mut hall, &sent, vec![command]).await;
        let trouble = match done {
            Ok(Done::Now) => None,
            Ok(Done::Before) => Some(Trouble::Undone),
            Err(NotDone::Refused(_, why)) => {
                tracing::warn!(event, table, %why, "the result of a table is not taken");
                Some(Trouble::Refused(why))
            }
            // It is tried again.
            Err(NotDone::Failed) => return,
        };
        drop(hall);
        if let Some(of) = self.open().get_mut(table) {
            of.trouble = trouble;
        }
    }

    fn where_is(&self, table: &str) -> Option<(String, Slip)> {
        let open = self.open();
        let of = open.get(table)?;
        Some((of.event.clone(), of.plan.slip))
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<String, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
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

    fn command(&self, table: &str, hall: &Hall, deed: Deed) -> (String, Command) {
        let slip = self.plan.slip;
        let rules = &hall.event.state().stages[usize::from(slip.stage) - 1].rules;
        match deed {
            Deed::Record(standing) => {
                let command = Command::Record {
                    meeting: slip.meeting,
                    table: table.to_owned(),
                    outcome: self.plan.played.outcome(rules, &standing),
                };
                (format!("table.{table}"), command)
            }
            Deed::Forfeit(absent) => {
                let minutes = u32::from(self.plan.online.grace);
                let told =
                    [Lang::En, Lang::Es].map(|lang| Texts::new(lang).desk_absent_for(minutes));
                let command = Command::Rule {
                    meeting: slip.meeting,
                    outcome: Outcome::Forfeit { absent },
                    reason: told.join(" / "),
                };
                (format!("absent.{table}"), command)
            }
        }
    }
}

impl Hall {
    /// The tables at which meetings are to be played that have no result.
    pub fn due_online(&self) -> BTreeMap<String, Slip> {
        let state = self.event.state();
        if !self.is_written() {
            return BTreeMap::new();
        }
        let (Status::Open, Some(stage)) = (state.status, state.running()) else {
            return BTreeMap::new();
        };
        let Some(round) = stage.rounds.last() else {
            return BTreeMap::new();
        };
        let number = stage.rounds.len() as u16;
        let all = (1..).zip(round.tables.iter().zip(&round.venues));
        let due = all.filter(|(_, (table, venue))| {
            **venue == Venue::Online && !matches!(table, Table::Settled(_))
        });
        let made = self.rounds_made();
        let slips = due.map(|(meeting, _)| Slip {
            stage: stage.number,
            round: number,
            meeting,
            side: 0,
        });
        slips
            .map(|slip| (self.table_id(slip, &made), slip))
            .collect()
    }
}
