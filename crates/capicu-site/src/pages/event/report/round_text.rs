//! A round of an entry in words: its opponents and its result.

use capicu_event::report::{CardResult, CardRound};
use capicu_event::standings::{Row, RowKind};
use capicu_event::{EntryId, SideScore, Stage};

use super::super::words::{Words, scores_by};

/// The result of a round for an entry, as on its card.
pub fn result(words: &Words<'_>, stage: &Stage, round: &CardRound) -> String {
    let texts = words.texts;
    let row = match &round.result {
        CardResult::Open => return String::new(),
        CardResult::Void => return texts.desk_void(),
        CardResult::Counted(row) => row,
    };
    match row.kind {
        RowKind::Played => score(words, stage, row),
        RowKind::Bye => texts.desk_bye(),
        RowKind::RequestedBye => texts.results_requested_bye(),
        RowKind::ForfeitWin => texts.results_forfeit_win(),
        RowKind::ForfeitLoss => texts.results_forfeit_loss(),
        RowKind::DoubleForfeit => texts.desk_forfeit_all(),
        RowKind::Missed => texts.results_missed(),
        RowKind::Absent => texts.desk_not_here(),
    }
}

/// The result of a round in a narrow cell.
pub fn cell(words: &Words<'_>, stage: &Stage, round: &CardRound) -> String {
    let texts = words.texts;
    let row = match &round.result {
        CardResult::Open => return "…".to_owned(),
        CardResult::Void => return "×".to_owned(),
        CardResult::Counted(row) => row,
    };
    match row.kind {
        RowKind::Played => score(words, stage, row),
        RowKind::Bye | RowKind::RequestedBye => texts.desk_bye(),
        RowKind::ForfeitWin => "F+".to_owned(),
        RowKind::ForfeitLoss | RowKind::DoubleForfeit => "F-".to_owned(),
        RowKind::Missed | RowKind::Absent => String::new(),
    }
}

/// The score of a played round: both sides, or with more sides the own one and the place.
fn score(words: &Words<'_>, stage: &Stage, row: &Row) -> String {
    let format = &stage.rules.meeting;
    if format.sides == 2 {
        return scores_by(format, &[row.own, row.against]);
    }
    let own: &[SideScore] = &[row.own];
    let place = row.place.map_or(0, |(place, _)| place);
    let place = words.texts.results_place_at_table(place as u32);
    format!("{} ({place})", scores_by(format, own))
}

/// The numbers of entries, as in a cell: `3+8`.
pub fn numbers(entries: &[EntryId]) -> String {
    let numbers: Vec<String> = entries.iter().map(|id| id.0.to_string()).collect();
    numbers.join("+")
}

/// The names of entries.
pub fn names(words: &Words<'_>, entries: &[EntryId]) -> String {
    let names: Vec<String> = entries.iter().map(|id| words.name(*id)).collect();
    names.join(", ")
}
