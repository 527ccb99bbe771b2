//! The card of an entry: all its rounds.

use axum::extract::Path;
use axum::response::Response;
use capicu_event::report::Ending;
use capicu_event::{EntryId, Event};
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use maud::{Markup, html};

use super::super::super::extract::Ask;
use super::super::words::{Reader, Words, parts};
use super::totals::{headings, values};
use super::{StageNumbers, apart, event, of_stage, round_text};
use crate::Failure;

/// `GET /e/ID/card/NUMBER`: the card of an entry.
pub async fn show(Path((id, entry)): Path<(String, String)>, ask: Ask) -> Response {
    let path = format!("/e/{id}/card/{entry}");
    match page(&ask, &id, &entry).await {
        Ok((title, body)) => super::super::page(&ask, &title, &path, &html! {}, &body),
        Err(failure) => ask.problem(&failure, &format!("/e/{id}")),
    }
}

async fn page(ask: &Ask, id: &str, entry: &str) -> Result<(String, Markup), Failure> {
    let none = || Failure::new(ApiErrorCode::NotFound);
    let event = event(ask, id).await?;
    let entry = EntryId(entry.parse().map_err(|_| none())?);
    if !event.state().entries.contains_key(&entry) {
        return Err(none());
    }
    let name = event.state().name.clone();
    let (texts, id) = (ask.texts(), id.to_owned());
    let body = apart(ask, move || body(texts, &event, &id, entry)).await?;
    Ok((name, body))
}

fn body(texts: Texts, event: &Event, id: &str, entry: EntryId) -> Markup {
    let state = event.state();
    let words = Words {
        texts,
        state,
        reader: Reader::Public,
    };
    let stages = state.stages.iter();
    let mut stages = stages
        .filter(|stage| stage.order.contains(&entry))
        .peekable();
    html! {
        main.broad #content data-testid="card-page" {
            h1 { (words.name(entry)) }
            p { (texts.desk_number(entry.0)) " · " a href={ "/e/" (id) } { (state.name) } " · " a href={ "/e/" (id) "/results" } { (texts.results()) } }
            @if stages.peek().is_none() { p { (texts.desk_not_begun()) } }
            @for stage in stages {
                h2 { (texts.results_card()) (of_stage(&words, stage)) }
                (of(&words, &StageNumbers::of(state, stage), entry))
                p.help { (texts.results_as_counted()) }
            }
        }
    }
}

/// The cards of all entries of a stage, for print.
pub fn all(words: &Words<'_>, numbers: &StageNumbers<'_>) -> Markup {
    let stage = numbers.stage;
    html! {
        p.help { (words.texts.results_as_counted()) }
        @for entry in &stage.order {
            section.entry-card data-testid="card" {
                h2 { (words.name(*entry)) " · " (words.texts.desk_number(entry.0)) (of_stage(words, stage)) }
                (of(words, numbers, *entry))
            }
        }
    }
}

/// The card of an entry in a stage.
fn of(words: &Words<'_>, numbers: &StageNumbers<'_>, entry: EntryId) -> Markup {
    let (texts, stage) = (words.texts, numbers.stage);
    let Some(card) = numbers.cards.get(&entry) else {
        return html! {};
    };
    let sums = numbers.totals.get(&entry).copied().unwrap_or_default();
    let has_points = !stage.method.is_knock_out();
    let has_partners = card.rounds.iter().any(|round| !round.partners.is_empty());
    html! {
        div.wide tabindex="0" role="group" aria-label=(words.name(entry)) { table.numbers data-testid="card-rounds" {
            thead { tr {
                th.number { (texts.desk_round_word()) }
                th.number { (texts.desk_table()) }
                @if has_partners { th { (texts.results_partner()) } }
                th { (texts.results_opponents()) }
                th { (texts.desk_result()) }
                @if has_points { th.number { (texts.desk_points()) } th.number { (texts.results_total()) } }
            } }
            tbody { @for round in &card.rounds { tr data-testid="card-round" {
                td.number { (round.round) }
                td.number { @if let Some(meeting) = round.meeting { (words.state.table_number_in(stage, meeting)) } }
                @if has_partners { td { (round_text::names(words, &round.partners)) } }
                td { (round_text::names(words, &round.opponents)) }
                @let result = round_text::result(words, stage, round);
                td { @if round.ending == Some(Ending::Won) { b { (result) } } @else { (result) } }
                @if has_points {
                    td.number { @if let Some(row) = round.row() { (parts(row.points, 12)) } }
                    td.number { (parts(round.total, 12)) }
                }
            } } }
        } }
        @if card.penalty > 0 || card.score_penalty > 0 {
            p { (texts.results_penalty(&parts(card.penalty, 12), &card.score_penalty.to_string())) }
        }
        p { @for ((short, long), value) in headings(texts).into_iter().zip(values(sums)) {
            abbr title=(long) { (short) } " " b { (value) } " · "
        } }
    }
}
