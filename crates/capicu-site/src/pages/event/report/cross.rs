//! The cross table of a stage.

use capicu_event::Stage;
use capicu_event::report::{CardRound, CrossColumns, CrossTable, Ending, cross_table};
use maud::{Markup, html};

use super::super::words::{Words, parts};
use super::{StageNumbers, of_stage, round_text};

/// The cross table of a stage, with its legend.
pub fn table(words: &Words<'_>, numbers: &StageNumbers<'_>) -> Markup {
    let (texts, stage) = (words.texts, numbers.stage);
    let cross = of(numbers);
    let title = format!("{}{}", texts.results_cross(), of_stage(words, stage));
    html! {
        p.help { (match cross.columns {
            CrossColumns::Opponents => texts.results_cross_help(),
            CrossColumns::Rounds(_) => texts.results_cross_rounds_help(),
        }) }
        div.wide tabindex="0" role="group" aria-label=(title) { table.numbers.cross data-testid="cross" {
            thead { tr {
                th { (texts.desk_place()) }
                th { (texts.desk_name()) }
                th.number { (texts.desk_entry_number()) }
                @for column in columns(&cross) { th.number { (column) } }
                @if has_points(&cross) { th.number { (texts.desk_points()) } }
            } }
            tbody { @for row in &cross.rows { tr data-testid="cross-row" {
                td.number { (row.place) }
                td { (words.name(row.entry)) }
                td.number { (row.entry) }
                @for (column, rounds) in row.cells.iter().enumerate() {
                    td.number.own[is_own(&cross, row.entry.0, column)] {
                        @for (at, round) in rounds.iter().enumerate() {
                            @if at > 0 { br; }
                            @let text = cell(words, stage, cross.columns, round);
                            @if round.ending == Some(Ending::Won) { b { (text) } } @else { (text) }
                        }
                    }
                }
                @if let Some(points) = row.points { td.number { (parts(points, 12)) } }
            } } }
        } }
    }
}

/// The cross table of a stage as data.
pub fn of(numbers: &StageNumbers<'_>) -> CrossTable {
    cross_table(numbers.stage, &numbers.cards, &numbers.standings)
}

/// The headings of the columns between name and points: the numbers of the opponents, or of the rounds.
pub fn columns(cross: &CrossTable) -> Vec<String> {
    match cross.columns {
        CrossColumns::Opponents => cross.rows.iter().map(|row| row.entry.to_string()).collect(),
        CrossColumns::Rounds(n) => (1..=n).map(|round| format!("R{round}")).collect(),
    }
}

/// Whether the stage has points.
pub fn has_points(cross: &CrossTable) -> bool {
    cross.rows.iter().all(|row| row.points.is_some())
}

/// A round in a cell: in a column of a round, after the numbers of the opponents.
pub fn cell(words: &Words<'_>, stage: &Stage, columns: CrossColumns, round: &CardRound) -> String {
    let result = round_text::cell(words, stage, round);
    match columns {
        CrossColumns::Opponents => result,
        CrossColumns::Rounds(_) if round.opponents.is_empty() => result,
        CrossColumns::Rounds(_) => {
            format!("{}: {result}", round_text::numbers(&round.opponents))
        }
    }
}

/// Whether a cell is that of an entry against itself.
fn is_own(cross: &CrossTable, entry: u32, column: usize) -> bool {
    let other = cross.rows.get(column).map(|row| row.entry.0);
    cross.columns == CrossColumns::Opponents && other == Some(entry)
}
