//! The totals of a stage: the columns of Latin events.

use capicu_event::EntryId;
use capicu_event::report::Totals;
use capicu_i18n::Texts;
use maud::{Markup, html};

use super::super::words::{Words, small};
use super::{StageNumbers, of_stage};

/// The totals of all entries of a stage, best first. With the id of the event, names lead to the cards.
pub fn table(words: &Words<'_>, numbers: &StageNumbers<'_>, event: Option<&str>) -> Markup {
    let texts = words.texts;
    let sums = &numbers.totals;
    let stage = of_stage(words, numbers.stage);
    let title = format!("{}{stage}", texts.results_totals());
    html! {
        div.wide tabindex="0" role="group" aria-label=(title) { table.numbers.standings data-testid="totals" {
            thead { tr {
                th { (texts.desk_place()) }
                th { (texts.desk_name()) }
                @for (short, long) in headings(texts) { th.number { abbr title=(long) { (short) } } }
            } }
            tbody { @for standing in &numbers.standings { tr data-testid="total" {
                td.number { (standing.place) }
                td { (linked(words, standing.entry, event)) (small(words.direction(standing))) }
                @for value in values(sums.get(&standing.entry).copied().unwrap_or_default()) { td.number { (value) } }
            } } }
        } }
    }
}

/// A name that leads to its card.
pub fn linked(words: &Words<'_>, entry: EntryId, event: Option<&str>) -> Markup {
    html! {
        @match event {
            Some(event) => a href={ "/e/" (event) "/card/" (entry) } { (words.name(entry)) },
            None => (words.name(entry)),
        }
    }
}

/// The headings of the totals, short and long.
pub fn headings(texts: Texts) -> [(String, String); 7] {
    [
        (texts.results_played(), texts.results_played_long()),
        (texts.results_won(), texts.results_won_long()),
        (texts.results_drawn(), texts.results_drawn_long()),
        (texts.results_lost(), texts.results_lost_long()),
        (texts.results_for(), texts.results_for_long()),
        (texts.results_against(), texts.results_against_long()),
        (texts.results_difference(), texts.results_difference_long()),
    ]
}

/// The totals in the order of the headings.
pub fn values(totals: Totals) -> [String; 7] {
    [
        totals.played.to_string(),
        totals.won.to_string(),
        totals.drawn.to_string(),
        totals.lost.to_string(),
        totals.points_for.to_string(),
        totals.points_against.to_string(),
        totals.difference().to_string(),
    ]
}
