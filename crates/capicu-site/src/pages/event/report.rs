//! The report of an event: start list, cross tables, totals and statistics. The print-outs have the same parts.

pub mod card;
pub mod cross;
pub mod numbers;
pub mod round_text;
pub mod start_list;
pub mod totals;

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use capicu_event::{Event, Stage};
use capicu_event_service::work::Weight;
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use maud::{Markup, html};

use super::super::extract::Ask;
use super::hall;
use super::words::{Reader, Words};
use crate::Failure;

/// `GET /e/ID/results`: the report of an event.
pub async fn show(Path(id): Path<String>, ask: Ask) -> Response {
    let path = format!("/e/{id}/results");
    match page(&ask, &id).await {
        Ok((title, body)) => super::page(&ask, &title, &path, &html! {}, &body),
        Err(failure) => ask.problem(&failure, &format!("/e/{id}")),
    }
}

async fn page(ask: &Ask, id: &str) -> Result<(String, Markup), Failure> {
    let event = event(ask, id).await?;
    let name = event.state().name.clone();
    let (texts, id) = (ask.texts(), id.to_owned());
    let body = apart(ask, move || body(texts, &event, &id)).await?;
    Ok((name, body))
}

/// An event without its lock, so that long work does not stop other requests.
///
/// # Errors
///
/// If there is none of this id.
pub async fn event(ask: &Ask, id: &str) -> Result<Arc<Event>, Failure> {
    let shared = hall(ask, id).await?;
    let hall = shared.lock().await;
    Ok(Arc::clone(&hall.event))
}

/// Does work on a copy of an event, apart from the requests.
///
/// # Errors
///
/// If it fails.
pub async fn apart<T: Send + 'static>(
    ask: &Ask,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let done = ask.site.events().work().run(Weight::Light, work).await;
    done.map_err(|_| Failure::new(ApiErrorCode::Unavailable))
}

fn body(texts: Texts, event: &Event, id: &str) -> Markup {
    let state = event.state();
    let words = Words {
        texts,
        state,
        reader: Reader::Public,
    };
    let times = capicu_event::report::times(event);
    html! {
        main.broad #content data-testid="results-page" {
            h1 { (state.name) }
            p { a href={ "/e/" (id) } { (texts.desk_public()) } }
            @for stage in &state.stages {
                h2 { (texts.results_cross()) (of_stage(&words, stage)) }
                (cross::table(&words, stage))
                h2 { (texts.results_totals()) (of_stage(&words, stage)) }
                (totals::table(&words, stage, Some(id)))
                h2 { (texts.results_statistics()) (of_stage(&words, stage)) }
                (numbers::table(&words, stage, times.stages.get(usize::from(stage.number) - 1)))
            }
            h2 { (texts.results_start_list()) }
            (start_list::table(&words, start_list::Reach::Public, Some(id)))
            p.row {
                @for file in FILES {
                    a href={ "/e/" (id) "/files/" (file) } { "CSV" (texts.colon()) " " (file_title(texts, file)) }
                }
                @for stage in state.stages.iter().filter(|stage| has_trf(stage)) {
                    a href={ "/e/" (id) "/files/stage-" (stage.number) ".trf" } data-testid="to-trf" { "TRF" (of_stage(&words, stage)) }
                }
            }
        }
    }
}

/// The tables of a report as files.
pub const FILES: [&str; 4] = ["start-list.csv", "cross.csv", "cards.csv", "statistics.csv"];

fn file_title(texts: Texts, file: &str) -> String {
    match file {
        "start-list.csv" => texts.results_start_list(),
        "cross.csv" => texts.results_cross(),
        "cards.csv" => texts.results_cards(),
        _ => texts.results_statistics(),
    }
}

/// The name of a stage after a title, if there are several.
pub fn of_stage(words: &Words<'_>, stage: &Stage) -> String {
    match words.state.stages.len() {
        1 => String::new(),
        _ => format!(" · {}", words.texts.desk_stage(u32::from(stage.number))),
    }
}

/// Whether a stage has a report file (TRF).
fn has_trf(stage: &Stage) -> bool {
    let one_a_side = stage.method.traits().entries_a_side == 1;
    stage.rules.meeting.sides == 2 && one_a_side && !stage.method.is_continuous()
}
