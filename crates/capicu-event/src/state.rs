//! The state of an event, computed from its facts.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::id::{Digest, EntryId};
use crate::meeting::{Breach, Bye, ByeKind, Costs, Pairing};
use crate::outcome::{Outcome, TableResult};
use crate::preset::{CheckIn, Length, Matching, Method, Preset, StageRules, Venue};
use crate::queue::Queue;
use crate::standings::{CutSettled, Definitions};

/// The state of an event after its facts. Only the director may see all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The name of the event.
    pub name: String,
    /// With all changes that the event made to it.
    pub preset: Preset,
    /// The source of all draws.
    pub seed: u64,
    /// The version of the definitions of the tie-breaks.
    #[serde(skip_serializing_if = "Definitions::is_first")]
    pub tie_breaks: Definitions,
    /// The number of places; later entries wait. `None` means no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<u16>,
    /// Pairs of entries that must not meet, the lower number first.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub apart: BTreeSet<[EntryId; 2]>,
    /// The tables at which entries always sit, as people see their numbers.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tables: BTreeMap<EntryId, u16>,
    /// The number of the first table, as people see it.
    #[serde(skip_serializing_if = "is_one")]
    pub first_table: u16,
    /// All entries, also those that left.
    pub entries: BTreeMap<EntryId, Entry>,
    /// The stages opened so far.
    pub stages: Vec<Stage>,
    /// The director's announcements, in order.
    pub announcements: Vec<String>,
    /// Whether the event can still change.
    pub status: Status,
    /// A digest of the venue's key, while the log is at a venue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_venue: Option<Digest>,
    /// Whether lists of events leave it out.
    #[serde(skip_serializing_if = "is_false")]
    pub hidden: bool,
    /// Whether it is cancelled; then only undoing that can follow.
    #[serde(skip_serializing_if = "is_false")]
    pub cancelled: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out references"
)]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands out references"
)]
const fn is_one(number: &u16) -> bool {
    *number == 1
}

/// Whether the event can still change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Status {
    /// The event is running.
    Open,
    /// The event has ended.
    Frozen,
}

/// An entry of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Unique within the event.
    pub name: String,
    /// The people's names, or empty if unknown.
    pub members: Vec<String>,
    /// A club name; pairings can keep mates apart.
    pub club: Option<String>,
    /// A strength for seeding, higher first.
    pub rating: Option<i32>,
    /// The prize categories that it qualifies for.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub categories: BTreeSet<String>,
    /// The public form of the name.
    pub shown: Shown,
    /// Whether the entry fee is paid.
    #[serde(skip_serializing_if = "Payment::is_due")]
    pub payment: Payment,
    /// Whether the entry is present.
    pub presence: Presence,
    /// Rounds of the running stage, or of the first, for which it asked for a bye.
    pub byes: BTreeSet<u16>,
    /// In order of time.
    pub substitutions: Vec<Substitution>,
}

/// The public form of a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// The name itself.
    #[default]
    Name,
    /// Only the number of the entry: for children, and for people who want to stay anonymous.
    Number,
}

/// Whether an entry has paid. Only the director's desk sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Payment {
    /// Payment has not been recorded.
    #[default]
    Due,
    /// The entry has paid.
    Paid,
}

impl Payment {
    fn is_due(&self) -> bool {
        *self == Self::Due
    }
}

/// Whether an entry is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Presence {
    /// Entered, without checking in.
    Entered,
    /// Checked in at the event.
    CheckedIn,
    /// On the waiting list until a place is free.
    Waiting,
    /// Left the event.
    Withdrawn {
        /// The stage at that time, from 1; 0 before the first.
        stage: u16,
        /// The rounds of that stage published before.
        rounds: u16,
    },
}

/// A substitution in an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Substitution {
    /// The former player's name.
    pub leaves: String,
    /// The new player's name.
    pub joins: String,
    /// The stage at that time, from 1; 0 before the first.
    pub stage: u16,
    /// The rounds of that stage published before.
    pub rounds: u16,
}

/// A stage that has been opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stage {
    /// Its number in the preset, from 1.
    pub number: u16,
    /// Copied from the preset.
    pub rules: StageRules,
    /// The pairing method: that of the rules, or a round robin if few entered.
    pub method: Method,
    /// The planned number of rounds.
    pub n_rounds: u16,
    /// Its entries in seed order, late entries last.
    pub order: Vec<EntryId>,
    /// The first round of each late entry.
    pub joined: BTreeMap<EntryId, u16>,
    /// The rounds, from 1, missed by entries that left and came back.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub missed: BTreeMap<EntryId, BTreeSet<u16>>,
    /// Entries that returned to a knock-out, with the round before.
    pub re_entries: BTreeMap<EntryId, u16>,
    /// Rounds of a round robin that are played in place of others: by round, the round of the schedule.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub exchanged: BTreeMap<u16, u16>,
    /// The source of its draws.
    pub seed: u64,
    /// The version of the definitions of the tie-breaks.
    #[serde(skip_serializing_if = "Definitions::is_first")]
    pub tie_breaks: Definitions,
    /// The tables and the queue, if the winner stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<Queue>,
    /// The published rounds.
    pub rounds: Vec<Round>,
    /// The next round, before it is published.
    pub draft: Option<Draft>,
    /// In order of time.
    pub penalties: Vec<Penalty>,
    /// The time of opening, in milliseconds since 1970.
    pub opened_at: u64,
    /// Whether the stage is running.
    pub status: StageStatus,
    /// The director's decision about a tie at the cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutSettled>,
    /// The director's decision about a tie for the title, in the last stage of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<CutSettled>,
}

/// Whether a stage is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StageStatus {
    /// The stage is running.
    Running,
    /// The stage has ended.
    Closed,
}

/// A penalty of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Penalty {
    /// The entry that lost points.
    pub entry: EntryId,
    /// Points of the standings.
    pub points: u16,
    /// Points of games.
    pub score: u32,
    /// Written by the director.
    pub reason: String,
}

/// A pairing that is not published yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Draft {
    /// The meetings and byes.
    pub pairing: Pairing,
    /// A digest of all inputs of the pairing.
    pub inputs: Digest,
    /// The costs of each meeting, then of each bye; empty after a change by hand.
    pub costs: Vec<Costs>,
    /// The breaches accepted by the director, or made by hand.
    pub breaches: Vec<Breach>,
    /// The byes as first drafted: a change by hand does not change the inputs.
    #[serde(skip)]
    pub(crate) made_byes: Vec<Bye>,
}

/// A published round of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Round {
    /// The meetings and byes.
    pub pairing: Pairing,
    /// The progress of each meeting, in the order of the tables.
    pub tables: Vec<Table>,
    /// The venue of each meeting.
    pub venues: Vec<Venue>,
    /// The line-ups in each meeting of teams: by side, the names at each table.
    pub line_ups: Vec<BTreeMap<u8, Vec<Vec<String>>>>,
    /// Results that tables of the server recorded in unsettled meetings of teams: by meeting, from 0, and table, from
    /// 1.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub recorded: BTreeMap<usize, BTreeMap<u16, TableResult>>,
    /// The breaches accepted by the director, or made by hand.
    pub breaches: Vec<Breach>,
    /// The time played so far.
    #[serde(skip_serializing_if = "Clock::is_usual")]
    pub clock: Clock,
    /// Contested results by meeting, from 0. They count until the director's desk corrects them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub contests: BTreeMap<usize, Contest>,
}

/// The clock of a round. It starts at publication. The director's desk may start it later, pause it and add minutes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clock {
    /// The last start, in milliseconds since 1970; `None` while paused.
    pub since: Option<u64>,
    /// The time it ran before that, in milliseconds.
    pub before: u64,
    /// Minutes added for all tables.
    pub extra: u16,
    /// Minutes added for single tables, by meeting, from 1.
    pub tables: BTreeMap<u16, u16>,
    /// Whether the director's desk has started or paused it.
    pub by_desk: bool,
}

impl Clock {
    pub(crate) const fn from(at: u64) -> Self {
        Self {
            since: Some(at),
            before: 0,
            extra: 0,
            tables: BTreeMap::new(),
            by_desk: false,
        }
    }

    fn is_usual(&self) -> bool {
        !self.by_desk && self.extra == 0 && self.tables.is_empty()
    }

    /// The running time until `now`, in milliseconds.
    pub fn elapsed(&self, now: u64) -> u64 {
        let since = self.since.map_or(0, |since| now.saturating_sub(since));
        self.before.saturating_add(since)
    }

    /// The end of a round with this time limit, in milliseconds since 1970, for one meeting if given. `None` while the
    /// clock is paused.
    pub fn ends_at(&self, minutes: u16, meeting: Option<u16>) -> Option<u64> {
        let own = meeting.and_then(|meeting| self.tables.get(&meeting));
        let all = [minutes, self.extra, own.copied().unwrap_or(0)];
        let all: u64 = all.into_iter().map(u64::from).sum();
        Some((self.since? + all * 60_000).saturating_sub(self.before))
    }
}

/// A contest against a settled result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Contest {
    /// The contesting entry of the meeting.
    pub by: EntryId,
    /// Written by that entry.
    pub reason: String,
}

/// The progress of a meeting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Table {
    /// No result has been reported.
    Open,
    /// One report waits for other sides to confirm it.
    Claimed(Claim),
    /// The sides' reports differ.
    Disputed(Vec<Claim>),
    /// The result is final.
    Settled(Outcome),
}

/// A result reported by some sides of a meeting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// The indices of the reporting sides.
    pub by: BTreeSet<u8>,
    /// In the order of the sides.
    pub outcome: Outcome,
}

impl Entry {
    /// The current name: the names of replaced people become those of their substitutes.
    pub fn current_name(&self) -> String {
        let mut name = self.name.clone();
        for Substitution { leaves, joins, .. } in &self.substitutions {
            name = replaced(&name, leaves, joins);
        }
        name
    }

    /// Whether the first person in a place, from 0, was replaced. A person who came back counts as replaced, too.
    pub fn is_replaced(&self, place: u8) -> bool {
        let own = self.members.get(usize::from(place));
        self.substitutions
            .iter()
            .any(|one| own.is_none_or(|own| *own == one.joins))
    }
}

/// Replaces a name in a text where it appears as whole words.
fn replaced(text: &str, leaves: &str, joins: &str) -> String {
    let is_in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    for (at, found) in text.match_indices(leaves) {
        let (before, after) = (&text[..at], &text[at + found.len()..]);
        let whole = !is_in_word(before.chars().next_back()) && !is_in_word(after.chars().next());
        if whole && !found.is_empty() {
            return format!("{before}{joins}{after}");
        }
    }
    text.to_owned()
}

impl State {
    /// The running stage, if any.
    pub fn running(&self) -> Option<&Stage> {
        let running = |stage: &&Stage| stage.status == StageStatus::Running;
        self.stages.last().filter(running)
    }

    pub(crate) fn running_mut(&mut self) -> Option<&mut Stage> {
        let running = |stage: &&mut Stage| stage.status == StageStatus::Running;
        self.stages.last_mut().filter(running)
    }

    /// Whether an entry can be paired: it has not left, and has checked in if required.
    pub fn is_present(&self, entry: EntryId) -> bool {
        match self.entries.get(&entry).map(|entry| entry.presence) {
            Some(Presence::CheckedIn) => true,
            Some(Presence::Entered) => self.preset.check_in == CheckIn::None,
            Some(Presence::Waiting | Presence::Withdrawn { .. }) | None => false,
        }
    }

    /// Entries on the waiting list, in order.
    pub fn waiting(&self) -> impl Iterator<Item = EntryId> {
        let waiting = |(_, entry): &(&EntryId, &Entry)| entry.presence == Presence::Waiting;
        self.entries.iter().filter(waiting).map(|(id, _)| *id)
    }

    /// The number of a meeting's table in the last stage, as people see it.
    pub fn table_number(&self, meeting: u16) -> u32 {
        let table = self.stages.last().and_then(|stage| stage.table_of(meeting));
        self.number_of_table(table.unwrap_or(usize::from(meeting) - 1))
    }

    /// The number of a meeting's table in a stage, as people see it.
    pub fn table_number_in(&self, stage: &Stage, meeting: u16) -> u32 {
        let table = stage.table_of(meeting);
        self.number_of_table(table.unwrap_or(usize::from(meeting) - 1))
    }

    /// The number of a table of the room, as people see it, by its index.
    pub fn number_of_table(&self, table: usize) -> u32 {
        table as u32 + u32::from(self.first_table)
    }

    /// The number of the last opened stage, and of its published rounds; 0 before the first stage.
    pub(crate) fn place(&self) -> (u16, u16) {
        let stage = self.stages.last();
        stage.map_or((0, 0), |stage| (stage.number, stage.rounds.len() as u16))
    }
}

impl Stage {
    /// The number of the next round to pair, from 1.
    pub fn next_round(&self) -> u16 {
        self.rounds.len() as u16 + 1
    }

    /// The round of the schedule that is played as this round.
    pub(crate) fn scheduled(&self, round: u16) -> u16 {
        self.exchanged.get(&round).copied().unwrap_or(round)
    }

    /// The rules for matching in the next round, if points decide it.
    pub(crate) fn matching(&self) -> Option<Matching> {
        let matching = self.method.traits().matching?;
        Some(matching.in_round(self.next_round(), self.n_rounds))
    }

    /// The outcome of a meeting, by indices of round and meeting from 0; `None` unless settled.
    pub fn outcome(&self, round: usize, meeting: usize) -> Option<&Outcome> {
        match self.rounds.get(round)?.tables.get(meeting)? {
            Table::Settled(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The index of the table where a meeting of winner stays is played; `None` in other stages.
    fn table_of(&self, meeting: u16) -> Option<usize> {
        let (round, at) = self.locate(meeting)?;
        self.queue.as_ref()?.table_of(round, at)
    }

    /// The indices, from 0, of the round and the meeting in it with a number. Numbers count in the last round, in an
    /// arena through the whole stage.
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

    /// The number of a meeting, by indices from 0; [`locate`](Self::locate) inverts it.
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

    /// Whether tables of the server have recorded a result in a meeting of teams.
    pub fn has_recorded(&self, meeting: u16) -> bool {
        let found = self.locate(meeting);
        found.is_some_and(|(round, at)| self.rounds[round].recorded.contains_key(&at))
    }

    /// Whether a meeting of teams is played at tables of the server and all line-ups are complete.
    pub fn has_tables(&self, meeting: u16) -> bool {
        self.locate(meeting).is_some_and(|(round, at)| {
            let round = &self.rounds[round];
            let sides = round.pairing.meetings[at].sides.len();
            round.venues[at] == Venue::Online && round.line_ups[at].len() == sides
        })
    }

    /// Whether an entry is at no table in play.
    pub fn is_free(&self, entry: EntryId) -> bool {
        self.rounds.iter().all(|round| {
            let tables = round.pairing.meetings.iter().zip(&round.tables);
            let mut open = tables.filter(|(_, table)| !matches!(table, Table::Settled(_)));
            open.all(|(meeting, _)| meeting.side_of(entry).is_none())
        })
    }

    /// The entries at tables in play: all that are not [free](Self::is_free).
    pub fn seated(&self) -> BTreeSet<EntryId> {
        let tables = self.rounds.iter().flat_map(|round| {
            let tables = round.pairing.meetings.iter().zip(&round.tables);
            tables.filter(|(_, table)| !matches!(table, Table::Settled(_)))
        });
        tables.flat_map(|(meeting, _)| meeting.entries()).collect()
    }

    /// When an arena stops pairing, in milliseconds since 1970; `None` for stages with rounds.
    pub fn ends_at(&self) -> Option<u64> {
        match self.method.traits().length {
            Length::Minutes(minutes) => {
                let length = u64::from(minutes) * 60_000;
                Some(self.opened_at.saturating_add(length))
            }
            Length::Scheduled | Length::AtMost(_) | Length::Chosen(_) => None,
        }
    }

    /// Whether every meeting of every published round is settled.
    pub fn is_settled(&self) -> bool {
        let settled = |table: &Table| matches!(table, Table::Settled(_));
        self.rounds
            .iter()
            .all(|round| round.tables.iter().all(settled))
    }

    pub(crate) fn byes(&self, entry: EntryId) -> u32 {
        let all = self.rounds.iter().flat_map(|round| &round.pairing.byes);
        let had = all.filter(|bye| bye.entry == entry && bye.kind == ByeKind::Pairing);
        had.count() as u32
    }
}
