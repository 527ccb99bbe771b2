//! The card of an entry: all its rounds in a stage.

use std::collections::BTreeMap;

use super::totals::{Ending, ending};
use crate::id::EntryId;
use crate::meeting::Meeting;
use crate::standings::{Row, RowKind, sheets};
use crate::state::{Stage, State};
use crate::view::Viewer;

/// All rounds of an entry in a stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// In order. In a knock-out, they end when the entry is out.
    pub rounds: Vec<CardRound>,
    /// Penalties on its points, in twelfths.
    pub penalty: i64,
    /// Penalties on its points of games.
    pub score_penalty: i64,
}

/// One round of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardRound {
    /// The round, from 1.
    pub round: u16,
    /// The number of the meeting, as in [`Stage::meeting_number`]; `None` without a table.
    pub meeting: Option<u16>,
    /// The other entries of its side.
    pub partners: Vec<EntryId>,
    /// The entries of the other sides.
    pub opponents: Vec<EntryId>,
    /// The result so far.
    pub result: CardResult,
    /// The ending, as the [totals](super::totals()) count it; `None` if the round does not count.
    pub ending: Option<Ending>,
    /// The points after this round, in twelfths, without penalties.
    pub total: i64,
}

/// The result of a round of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardResult {
    /// There is no result yet, or the viewer may not see it: other tables still play the boards.
    Open,
    /// The meeting counts for nobody.
    Void,
    /// It counts for the standings.
    Counted(Row),
}

impl CardRound {
    /// The row of a round that counts.
    pub const fn row(&self) -> Option<&Row> {
        match &self.result {
            CardResult::Counted(row) => Some(row),
            CardResult::Open | CardResult::Void => None,
        }
    }
}

/// The cards of all entries of a stage, as a viewer may see them.
pub fn cards(state: &State, stage: &Stage, viewer: Viewer) -> BTreeMap<EntryId, Card> {
    let ends_early = stage.method.is_knock_out();
    let of = |(id, sheet): (EntryId, crate::standings::Sheet)| {
        let mut rows: BTreeMap<u16, Row> =
            sheet.rows.into_iter().map(|row| (row.round, row)).collect();
        let mut total = 0;
        let mut rounds = Vec::new();
        for index in 0..stage.rounds.len() {
            let round = index as u16 + 1;
            let row = rows.remove(&round);
            let found = round_of(stage, index, id, viewer, row);
            let Some(mut found) = found.filter(|found| !ends_early || takes_part(found)) else {
                continue;
            };
            total += found.row().map_or(0, |row| row.points);
            found.total = total;
            found.ending = found.row().and_then(|row| ending(row, &stage.rules));
            rounds.push(found);
        }
        let card = Card {
            rounds,
            penalty: sheet.penalty,
            score_penalty: sheet.score_penalty,
        };
        (id, card)
    };
    sheets(state, stage).into_iter().map(of).collect()
}

/// Whether an entry of a knock-out was still in it.
fn takes_part(round: &CardRound) -> bool {
    let row = round.row();
    row.is_none_or(|row| !matches!(row.kind, RowKind::Absent | RowKind::Missed))
}

fn round_of(
    stage: &Stage,
    index: usize,
    id: EntryId,
    viewer: Viewer,
    row: Option<Row>,
) -> Option<CardRound> {
    let round = &stage.rounds[index];
    let number = index as u16 + 1;
    let seated = |meeting: &Meeting| meeting.side_of(id).is_some();
    let Some(at) = round.pairing.meetings.iter().position(seated) else {
        return Some(CardRound {
            round: number,
            meeting: None,
            partners: Vec::new(),
            opponents: Vec::new(),
            result: CardResult::Counted(row?),
            ending: None,
            total: 0,
        });
    };
    let sides = &round.pairing.meetings[at].sides;
    let own = round.pairing.meetings[at].side_of(id)?;
    let partners = sides[own].iter().copied().filter(|other| *other != id);
    let others = sides.iter().enumerate().filter(|(side, _)| *side != own);
    let result = match (is_visible(stage, index, at, viewer), row) {
        (true, Some(row)) => CardResult::Counted(row),
        (true, None) if stage.outcome(index, at).is_some() => CardResult::Void,
        (true | false, _) => CardResult::Open,
    };
    Some(CardRound {
        round: number,
        meeting: Some(stage.meeting_number(index, at)),
        partners: partners.collect(),
        opponents: others.flat_map(|(_, side)| side).copied().collect(),
        result,
        ending: None,
        total: 0,
    })
}

/// Whether a viewer may see the result of a meeting: other tables must have played its boards, or it is the viewer's
/// own.
pub(super) fn is_visible(stage: &Stage, index: usize, at: usize, viewer: Viewer) -> bool {
    let pairing = &stage.rounds[index].pairing;
    let own = match viewer {
        Viewer::Public => false,
        Viewer::Entry(id) => pairing.meetings[at].side_of(id).is_some(),
    };
    let set = pairing.sets.get(at);
    own || set.is_none_or(|set| stage.is_retired(*set))
}
