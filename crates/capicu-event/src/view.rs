//! What somebody may know of an event. Built field by field: what is not named here is not told.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::Board;
use crate::id::{Digest, EntryId};
use crate::outcome::{Outcome, TableResult};
use crate::pairing::{Bye, Meeting};
use crate::preset::Venue;
use crate::standings::{self, Standing};
use crate::state::{Shown, Stage, State, Status, Table};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Anybody.
    Public,
    /// Somebody who plays in an entry.
    Entry(EntryId),
}

/// An event as the public or an entry sees it. The desk sees the [`State`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// What the event is called.
    pub name: String,
    /// The entries: number, and name unless it is not to be shown.
    pub entries: Vec<(EntryId, Option<String>)>,
    /// Those of them who wait for a place, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<EntryId>,
    /// The published rounds of all stages.
    pub rounds: Vec<SeenRound>,
    /// The standings of each stage that has begun.
    pub standings: Vec<Vec<Standing>>,
    /// The boards of all stages, where every table plays the same deals.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<SeenBoard>,
    /// Who has won which prize, once the event is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub prizes: Vec<standings::Won>,
    /// What the director told everybody.
    pub announcements: Vec<String>,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenBoard {
    /// The stage, from 1.
    pub stage: u16,
    /// Its set, from 1.
    pub set: u16,
    /// Its number, from 1.
    pub number: u32,
    /// The seat that poses, from 0.
    pub first: u8,
    /// What holds the director to the deal: [`Board::seal`].
    pub seal: Digest,
    /// Where the deal comes from, once all tables have played it.
    pub seed: Option<u64>,
}

/// A published round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenRound {
    /// The stage, from 1.
    pub stage: u16,
    /// The round, from 1.
    pub round: u16,
    /// The meetings, in the order of the tables.
    pub tables: Vec<SeenTable>,
    /// Who does not play.
    pub byes: Vec<Bye>,
}

/// A meeting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenTable {
    /// Who meets.
    pub meeting: Meeting,
    /// Who sits at which table of a meeting of teams, by side: all once all have said so, before that only
    /// the viewer's own.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub line_ups: BTreeMap<u8, Vec<Vec<String>>>,
    /// What tables of the server have written down of a meeting of teams, by the number of the table, from 1.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub recorded: BTreeMap<u16, TableResult>,
    /// Where it is played.
    #[serde(skip_serializing_if = "Venue::is_usual")]
    pub venue: Venue,
    /// The set of boards it plays, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<u16>,
    /// How it ended, once that is settled; of boards that others have still to play only its own players
    /// are told.
    pub outcome: Option<Outcome>,
    /// What another side says and waits for this viewer to confirm.
    pub to_confirm: Option<Outcome>,
}

impl State {
    /// What somebody may know. Drafts, open disputes, claims of other tables, reasons and ratings are
    /// the desk's.
    pub fn seen_by(&self, viewer: Viewer) -> Seen {
        let own = |id: EntryId| viewer == Viewer::Entry(id);
        let name = |(id, entry): (&EntryId, &crate::Entry)| {
            let shown = entry.shown == Shown::Name || own(*id);
            (*id, shown.then(|| entry.name.clone()))
        };
        let numbered = |stage: &Stage| {
            let rounds = 0..stage.rounds.len();
            rounds
                .map(|round| seen_round(stage, round, viewer))
                .collect::<Vec<_>>()
        };
        Seen {
            name: self.name.clone(),
            entries: self.entries.iter().map(name).collect(),
            waiting: self.waiting().collect(),
            rounds: self.stages.iter().flat_map(numbered).collect(),
            standings: self
                .stages
                .iter()
                .map(|s| standings::standings(self, s))
                .collect(),
            boards: self.stages.iter().flat_map(seen_boards).collect(),
            prizes: match self.status {
                Status::Frozen => standings::prizes(self),
                Status::Open => Vec::new(),
            },
            announcements: self.announcements.clone(),
        }
    }
}

fn seen_boards(stage: &Stage) -> Vec<SeenBoard> {
    let of_set = |set: u16| {
        let told = stage.is_retired(set);
        let seen = move |board: Board| SeenBoard {
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

fn seen_round(stage: &Stage, index: usize, viewer: Viewer) -> SeenRound {
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
        SeenTable {
            venue: round.venues[at],
            recorded: round.recorded.get(&at).cloned().unwrap_or_default(),
            line_ups,
            set,
            meeting: meeting.clone(),
            outcome,
            to_confirm,
        }
    };
    SeenRound {
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
