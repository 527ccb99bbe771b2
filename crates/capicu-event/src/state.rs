//! What the facts have led to.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::fact::Breach;
use crate::id::{Digest, EntryId};
use crate::outcome::{Outcome, TableResult};
use crate::pairing::{Bye, ByeKind, Costs, Pairing};
use crate::preset::{CheckIn, Method, Preset, StageRules, Venue};

/// An event as it stands: the fold of its facts. Only the director may see all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// What it is called.
    pub name: String,
    /// What is played.
    pub preset: Preset,
    /// Where all its draws come from.
    pub seed: u64,
    /// How many may enter; who comes later waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<u16>,
    /// Who has entered.
    pub entries: BTreeMap<EntryId, Entry>,
    /// The stages that have begun.
    pub stages: Vec<Stage>,
    /// What the director told everybody.
    pub announcements: Vec<String>,
    /// Whether anything can still change.
    pub status: Status,
    /// What tells who goes on with the log, while that is a venue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_venue: Option<Digest>,
}

/// Whether anything can still change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Status {
    /// It is going on.
    Open,
    /// It is over.
    Frozen,
}

/// Somebody who has entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// What it is called.
    pub name: String,
    /// The people, if they are known.
    pub members: Vec<String>,
    /// Their club.
    pub club: Option<String>,
    /// Their strength.
    pub rating: Option<i32>,
    /// The categories they may win prizes of.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub categories: BTreeSet<String>,
    /// What the public sees of the name.
    pub shown: Shown,
    /// Whether it has paid.
    #[serde(skip_serializing_if = "Payment::is_due")]
    pub payment: Payment,
    /// Whether it is there.
    pub presence: Presence,
    /// Rounds of the running stage, or of the first, that it will not play.
    pub byes: BTreeSet<u16>,
    /// Who was replaced by whom.
    pub substitutions: Vec<Substitution>,
}

/// What the public sees of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// The name.
    #[default]
    Name,
    /// The number of the entry: for children, and for who does not want to be named.
    Number,
}

/// Whether an entry has paid. Nobody but the desk is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Payment {
    /// Nobody has said so.
    #[default]
    Due,
    /// It has.
    Paid,
}

impl Payment {
    fn is_due(&self) -> bool {
        *self == Self::Due
    }
}

/// Whether an entry is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Presence {
    /// It has entered.
    Entered,
    /// It has checked in.
    CheckedIn,
    /// All places are taken: it comes up when one is free.
    Waiting,
    /// It has left.
    Withdrawn {
        /// The stage it left in, from 1; 0 before the first.
        stage: u16,
        /// The rounds of the stage published before.
        rounds: u16,
    },
}

/// Somebody who plays for somebody else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Substitution {
    /// Who left.
    pub leaves: String,
    /// Who joined.
    pub joins: String,
    /// The stage, from 1; 0 before the first.
    pub stage: u16,
    /// The rounds of the stage published before.
    pub rounds: u16,
}

/// A stage that has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// Which of the preset's, from 1.
    pub number: u16,
    /// Its rules.
    pub rules: StageRules,
    /// How it is paired: as the rules say, or a round robin where so few have entered.
    pub method: Method,
    /// How many rounds it has.
    pub n_rounds: u16,
    /// Who plays it, in the order of the seeds; who entered late comes last.
    pub order: Vec<EntryId>,
    /// The first round of those who entered late.
    pub joined: BTreeMap<EntryId, u16>,
    /// Who has come back into a knock-out, and after which round.
    pub re_entries: BTreeMap<EntryId, u16>,
    /// Where its draws come from.
    pub seed: u64,
    /// The published rounds.
    pub rounds: Vec<Round>,
    /// The next one, while it is not published.
    pub draft: Option<Draft>,
    /// What was taken away.
    pub penalties: Vec<Penalty>,
    /// When it was opened, in milliseconds since 1970.
    pub opened_at: u64,
    /// Whether it is running.
    pub status: StageStatus,
}

/// Whether a stage is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum StageStatus {
    /// It is.
    Running,
    /// It is over.
    Closed,
}

/// Points taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Penalty {
    /// From whom.
    pub entry: EntryId,
    /// From the points of the standings.
    pub points: u16,
    /// From the points of games.
    pub score: u32,
    /// Why.
    pub reason: String,
}

/// A pairing that is not published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Draft {
    /// Who meets whom.
    pub pairing: Pairing,
    /// What it was paired from.
    pub inputs: Digest,
    /// What each meeting and each bye cost; empty once changed by hand.
    pub costs: Vec<Costs>,
    /// What was consented to, or came in by hand.
    pub breaches: Vec<Breach>,
    /// The byes as they were drafted: changing the draft by hand changes nothing of what it was paired from.
    #[serde(skip)]
    pub(crate) made_byes: Vec<Bye>,
}

/// A published round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Round {
    /// Who meets whom.
    pub pairing: Pairing,
    /// The meetings, in the order of the tables.
    pub tables: Vec<Table>,
    /// Where each of them is played.
    pub venues: Vec<Venue>,
    /// Who sits where in the meetings of teams: by side, the names at each table.
    pub line_ups: Vec<BTreeMap<u8, Vec<Vec<String>>>>,
    /// What tables of the server have written down of meetings of teams that have no result yet: by meeting, from 0,
    /// and the number of the table, from 1.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub recorded: BTreeMap<usize, BTreeMap<u16, TableResult>>,
    /// What was consented to, or came in by hand.
    pub breaches: Vec<Breach>,
}

/// How far a meeting is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Table {
    /// Nobody has said how it ended.
    Open,
    /// Somebody has, and waits for the others.
    Claimed(Claim),
    /// The sides differ.
    Disputed(Vec<Claim>),
    /// It is known.
    Settled(Outcome),
}

/// How a meeting ended, after some of its sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Who says so: the sides, by index.
    pub by: BTreeSet<u8>,
    /// How.
    pub outcome: Outcome,
}

impl State {
    /// The stage that is running.
    pub fn running(&self) -> Option<&Stage> {
        let running = |stage: &&Stage| stage.status == StageStatus::Running;
        self.stages.last().filter(running)
    }

    pub(crate) fn running_mut(&mut self) -> Option<&mut Stage> {
        let running = |stage: &&mut Stage| stage.status == StageStatus::Running;
        self.stages.last_mut().filter(running)
    }

    /// Whether an entry is there to be paired: it has not left, and has checked in where that is
    /// asked for.
    pub fn is_present(&self, entry: EntryId) -> bool {
        match self.entries.get(&entry).map(|entry| entry.presence) {
            Some(Presence::CheckedIn) => true,
            Some(Presence::Entered) => self.preset.check_in == CheckIn::None,
            Some(Presence::Waiting | Presence::Withdrawn { .. }) | None => false,
        }
    }

    /// Those who wait for a place, in their order.
    pub fn waiting(&self) -> impl Iterator<Item = EntryId> {
        let waiting = |(_, entry): &(&EntryId, &Entry)| entry.presence == Presence::Waiting;
        self.entries.iter().filter(waiting).map(|(id, _)| *id)
    }

    /// Where the event is: the number of the last stage that began, and its published rounds.
    pub(crate) fn place(&self) -> (u16, u16) {
        let stage = self.stages.last();
        stage.map_or((0, 0), |stage| (stage.number, stage.rounds.len() as u16))
    }
}

impl Stage {
    /// The number of the round that is paired next.
    pub fn next_round(&self) -> u16 {
        self.rounds.len() as u16 + 1
    }

    /// The outcome of a meeting of a round, both from 0, if it is settled.
    pub fn outcome(&self, round: usize, meeting: usize) -> Option<&Outcome> {
        match self.rounds.get(round)?.tables.get(meeting)? {
            Table::Settled(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The round and the meeting in it, both from 0, of a number: among the meetings of the last round, or of the
    /// whole stage where tables end and begin at any time.
    pub fn locate(&self, meeting: u16) -> Option<(usize, usize)> {
        let mut at = usize::from(meeting).checked_sub(1)?;
        let last = self.rounds.len().checked_sub(1)?;
        let first = if self.method.is_continuous() { 0 } else { last };
        for (round, found) in self.rounds.iter().enumerate().skip(first) {
            if at < found.tables.len() {
                return Some((round, at));
            }
            at -= found.tables.len();
        }
        None
    }

    /// The number of a meeting of a round, both from 0: [`locate`](Self::locate) finds it.
    pub fn meeting_number(&self, round: usize, at: usize) -> u16 {
        let before = match self.method.is_continuous() {
            true => self.rounds[..round]
                .iter()
                .map(|round| round.tables.len())
                .sum(),
            false => 0,
        };
        (before + at + 1) as u16
    }

    /// Whether tables of the server have written down something of a meeting of teams.
    pub fn has_recorded(&self, meeting: u16) -> bool {
        let found = self.locate(meeting);
        found.is_some_and(|(round, at)| self.rounds[round].recorded.contains_key(&at))
    }

    /// Whether a meeting of teams is played at tables of the server and all have said who sits where.
    pub fn has_tables(&self, meeting: u16) -> bool {
        self.locate(meeting).is_some_and(|(round, at)| {
            let round = &self.rounds[round];
            let sides = round.pairing.meetings[at].sides.len();
            round.venues[at] == Venue::Online && round.line_ups[at].len() == sides
        })
    }

    /// Whether an entry sits at no table that is still being played.
    pub fn is_free(&self, entry: EntryId) -> bool {
        self.rounds.iter().all(|round| {
            let tables = round.pairing.meetings.iter().zip(&round.tables);
            let mut open = tables.filter(|(_, table)| !matches!(table, Table::Settled(_)));
            open.all(|(meeting, _)| meeting.side_of(entry).is_none())
        })
    }

    /// Those who sit at a table that is still being played: all who are not [free](Self::is_free).
    pub fn seated(&self) -> BTreeSet<EntryId> {
        let tables = self.rounds.iter().flat_map(|round| {
            let tables = round.pairing.meetings.iter().zip(&round.tables);
            tables.filter(|(_, table)| !matches!(table, Table::Settled(_)))
        });
        tables.flat_map(|(meeting, _)| meeting.entries()).collect()
    }

    /// When nobody is paired any more, in milliseconds since 1970; nothing where rounds decide.
    pub fn ends_at(&self) -> Option<u64> {
        match self.method {
            Method::Arena { minutes } => {
                let length = u64::from(minutes) * 60_000;
                Some(self.opened_at.saturating_add(length))
            }
            _ => None,
        }
    }

    /// Whether every meeting of every published round is settled.
    pub fn is_settled(&self) -> bool {
        let settled = |table: &Table| matches!(table, Table::Settled(_));
        self.rounds
            .iter()
            .all(|round| round.tables.iter().all(settled))
    }

    /// How many byes by pairing an entry has had.
    pub(crate) fn byes(&self, entry: EntryId) -> u32 {
        let all = self.rounds.iter().flat_map(|round| &round.pairing.byes);
        let had = all.filter(|bye| bye.entry == entry && bye.kind == ByeKind::Pairing);
        had.count() as u32
    }
}
