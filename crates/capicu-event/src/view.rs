//! The part of an event that a viewer may see. It is built field by field: unnamed fields stay secret.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::Board;
use crate::id::{Digest, EntryId};
use crate::meeting::{Bye, Meeting};
use crate::outcome::{Outcome, TableResult};
use crate::preset::Venue;
use crate::standings::{self, Standing};
use crate::state::{Shown, Stage, State, Status, Table};

/// A viewer of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Any visitor, without login.
    Public,
    /// A player of this entry.
    Entry(EntryId),
}

/// An event for the public or an entry. The director's desk sees the [`State`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VisibleState {
    /// The name of the event.
    pub name: String,
    /// All entries: their number, and their name unless it is hidden.
    pub entries: Vec<(EntryId, Option<String>)>,
    /// Entries on the waiting list, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<EntryId>,
    /// The published rounds of all stages.
    pub rounds: Vec<VisibleRound>,
    /// The standings of each opened stage.
    pub standings: Vec<Vec<Standing>>,
    /// The boards of all stages with duplicate.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<VisibleBoard>,
    /// The winners of prizes, once the event has ended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<standings::Won>,
    /// The director's announcements, in order.
    pub announcements: Vec<String>,
}

/// A board without its deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VisibleBoard {
    /// The stage, from 1.
    pub stage: u16,
    /// Its set, from 1.
    pub set: u16,
    /// Its number, from 1.
    pub number: u32,
    /// The opening seat, from 0.
    pub first: u8,
    /// The commitment to the deal: [`Board::seal`].
    pub seal: Digest,
    /// The source of the deal, once all tables have played it.
    pub seed: Option<u64>,
}

/// A published round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VisibleRound {
    /// The stage, from 1.
    pub stage: u16,
    /// The round, from 1.
    pub round: u16,
    /// The meetings, in the order of the tables.
    pub tables: Vec<VisibleTable>,
    /// Entries without a meeting.
    pub byes: Vec<Bye>,
}

/// A meeting at its table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VisibleTable {
    /// The entries by side.
    pub meeting: Meeting,
    /// The line-ups in a meeting of teams, by side: all once complete, before that only the viewer's own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub line_ups: BTreeMap<u8, Vec<Vec<String>>>,
    /// Results that tables of the server recorded in a meeting of teams, by table, from 1.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub recorded: BTreeMap<u16, TableResult>,
    /// The place of play.
    #[serde(skip_serializing_if = "Venue::is_usual")]
    pub venue: Venue,
    /// The set of boards it plays, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<u16>,
    /// The result, once settled. With boards still to be played by others, only its own players see it.
    pub outcome: Option<Outcome>,
    /// A result that another side reported, for this viewer to confirm.
    pub to_confirm: Option<Outcome>,
}

impl State {
    /// The event as a viewer may see it. Drafts, open disputes, other meetings' claims, reasons and ratings are for the
    /// director's desk only.
    pub fn visible_to(&self, viewer: Viewer) -> VisibleState {
        let own = |id: EntryId| viewer == Viewer::Entry(id);
        let name = |(id, entry): (&EntryId, &crate::Entry)| {
            let shown = entry.shown == Shown::Name || own(*id);
            (*id, shown.then(|| entry.current_name()))
        };
        let numbered = |stage: &Stage| {
            let rounds = 0..stage.rounds.len();
            rounds
                .map(|round| stage.visible_round(round, viewer))
                .collect::<Vec<_>>()
        };
        VisibleState {
            name: self.name.clone(),
            entries: self.entries.iter().map(name).collect(),
            waiting: self.waiting().collect(),
            rounds: self.stages.iter().flat_map(numbered).collect(),
            standings: self
                .stages
                .iter()
                .map(|s| standings::standings(self, s))
                .collect(),
            boards: self.stages.iter().flat_map(visible_boards).collect(),
            prizes: match self.status {
                Status::Frozen => standings::prizes(self),
                Status::Open => Vec::new(),
            },
            announcements: self.announcements.clone(),
        }
    }
}

fn visible_boards(stage: &Stage) -> Vec<VisibleBoard> {
    let of_set = |set: u16| {
        let told = stage.is_retired(set);
        let seen = move |board: Board| VisibleBoard {
            stage: stage.number,
            set,
            number: board.number,
            first: board.first,
            seal: board.seal(),
            seed: told.then_some(board.seed),
        };
        stage.boards(set).into_iter().map(seen)
    };
    (1..=stage.n_sets()).flat_map(of_set).collect()
}

impl Stage {
    /// A round, from 0, as a viewer may see it. Panics if the stage does not have it.
    pub fn visible_round(&self, index: usize, viewer: Viewer) -> VisibleRound {
        let stage = self;
        let round = &stage.rounds[index];
        let table = |(at, (meeting, table)): (usize, (&Meeting, &Table))| {
            let side = match viewer {
                Viewer::Entry(id) => meeting.side_of(id),
                Viewer::Public => None,
            };
            let set = round.pairing.sets.get(at).copied();
            let (mut outcome, mut to_confirm) = (None, None);
            match (table, side) {
                (Table::Settled(known), _) => {
                    let open = set.is_none_or(|set| stage.is_retired(set)) || side.is_some();
                    outcome = open.then(|| known.clone());
                }
                (Table::Claimed(claim), Some(side)) if !claim.by.contains(&(side as u8)) => {
                    to_confirm = Some(claim.outcome.clone());
                }
                _ => {}
            }
            let mut line_ups = round.line_ups[at].clone();
            if line_ups.len() < meeting.sides.len() {
                line_ups.retain(|of, _| side == Some(usize::from(*of)));
            }
            VisibleTable {
                venue: round.venues[at],
                recorded: round.recorded.get(&at).cloned().unwrap_or_default(),
                line_ups,
                set,
                meeting: meeting.clone(),
                outcome,
                to_confirm,
            }
        };
        VisibleRound {
            stage: stage.number,
            round: index as u16 + 1,
            tables: round
                .pairing
                .meetings
                .iter()
                .zip(&round.tables)
                .enumerate()
                .map(table)
                .collect(),
            byes: round.pairing.byes.clone(),
        }
    }
}
