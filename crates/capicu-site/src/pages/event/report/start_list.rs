//! The start list of an event.

use capicu_event::report::start_list;
use capicu_event::{EntryId, Shown};
use maud::{Markup, html};

use super::super::words::{Reader, Words};
use super::totals::linked;

/// The start list. With the id of the event, names lead to the cards. The desk also reads the clubs and ratings of
/// entries that show their names.
pub fn table(words: &Words<'_>, reader: Reader, event: Option<&str>) -> Markup {
    let texts = words.texts;
    let is_for_desk = reader == Reader::Desk;
    let all = start_list(words.state);
    html! {
        @if all.is_empty() { p { (texts.desk_none()) } } @else {
            div.wide tabindex="0" role="group" aria-label=(texts.results_start_list()) { table.numbers.standings data-testid="start-list" {
                thead { tr {
                    th.number { (texts.results_seed()) }
                    th { (texts.desk_name()) }
                    th.number { (texts.desk_entry_number()) }
                    @if is_for_desk { th { (texts.desk_club()) } th.number { (texts.desk_rating()) } }
                } }
                tbody { @for (seed, entry) in (1..).zip(&all) { tr data-testid="start" {
                    @let [club, rating] = about(words, *entry);
                    td.number { (seed) }
                    td { (linked(words, *entry, event)) }
                    td.number { (entry) }
                    @if is_for_desk { td { (club) } td.number { (rating) } }
                } } }
            } }
        }
    }
}

/// The club and the rating of an entry, unless it hides its name.
pub fn about(words: &Words<'_>, entry: EntryId) -> [String; 2] {
    let found = words.state.entries.get(&entry);
    let found = found.filter(|entry| entry.shown == Shown::Name);
    let club = found.and_then(|entry| entry.club.clone());
    let rating = found.and_then(|entry| entry.rating);
    let rating = rating.map(|rating| rating.to_string());
    [club.unwrap_or_default(), rating.unwrap_or_default()]
}
