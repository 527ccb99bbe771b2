//! Team totals: the table on pages and in print.

use capicu_event::Stage;
use capicu_event::report::team_key_columns;
use capicu_event::standings::teams;
use maud::{Markup, html};

use super::words::{Words, key_name, parts};

/// The team totals of a stage, if it has any.
pub fn table(words: &Words<'_>, stage: &Stage) -> Markup {
    let texts = words.texts;
    let teams = teams(words.state, stage);
    let columns = team_key_columns(stage);
    html! { @if !teams.is_empty() {
        h3 { (texts.desk_team_totals()) }
        div.wide tabindex="0" role="group" aria-label=(texts.desk_team_totals()) { table.numbers.standings data-testid="team-totals" {
            thead { tr {
                th { (texts.desk_place()) }
                th { (texts.desk_team()) }
                @for column in &columns { th.number { (key_name(texts, column.key)) } }
            } }
            tbody { @for team in &teams { tr data-testid="team-total" {
                td.number { (team.place) }
                td {
                    (team.team) br;
                    small { (names(words, &team.counted)) @if !team.others.is_empty() { " (" (names(words, &team.others)) ")" } }
                }
                @for (value, column) in team.keys.iter().zip(&columns) { td.number { (parts(*value, column.parts)) } }
            } } }
        } }
    } }
}

/// The names of members, separated by commas.
pub fn names(words: &Words<'_>, of: &[capicu_event::EntryId]) -> String {
    let names: Vec<String> = of.iter().map(|id| words.name(*id)).collect();
    names.join(", ")
}
