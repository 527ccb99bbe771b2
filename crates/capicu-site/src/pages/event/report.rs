//! The report of an event: start list, cross tables, totals and statistics. The print-outs have the same parts.

pub mod card;
pub mod cross;
pub mod round_text;
pub mod start_list;
pub mod statistics;
pub mod totals;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use capicu_event::report::{self, Card, ResultLine, Totals, cards, results, times};
use capicu_event::standings::standings;
use capicu_event::{EntryId, Event, Stage, Standing, State, Viewer, trf};
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

/// Renders an event apart from the requests and from the work of the desk.
///
/// # Errors
///
/// If it fails.
pub async fn apart<T: Send + 'static>(
    ask: &Ask,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failure> {
    let done = ask.site.events().work().run(Weight::Reading, work).await;
    done.map_err(|_| Failure::new(ApiErrorCode::Unavailable))
}

/// A stage with the numbers that its tables share, as the public may see them.
pub struct StageNumbers<'a> {
    pub stage: &'a Stage,
    pub cards: BTreeMap<EntryId, Card>,
    pub totals: BTreeMap<EntryId, Totals>,
    pub standings: Vec<Standing>,
}

impl<'a> StageNumbers<'a> {
    pub fn of(state: &State, stage: &'a Stage) -> Self {
        let cards = cards(state, stage, Viewer::Public);
        Self {
            stage,
            totals: report::totals(&cards),
            cards,
            standings: standings(state, stage),
        }
    }

    /// Those of all stages.
    pub fn all(state: &'a State) -> Vec<Self> {
        let stages = state.stages.iter();
        stages.map(|stage| Self::of(state, stage)).collect()
    }
}

fn body(texts: Texts, event: &Event, id: &str) -> Markup {
    let state = event.state();
    let words = Words {
        texts,
        state,
        reader: Reader::Public,
    };
    let results: Vec<ResultLine> = results(state, Viewer::Public);
    let times = times(event);
    html! {
        main.broad #content data-testid="results-page" {
            h1 { (state.name) }
            p { a href={ "/e/" (id) } { (texts.desk_public()) } }
            @for (at, numbers) in StageNumbers::all(state).iter().enumerate() {
                @let stage = numbers.stage;
                h2 { (texts.results_cross()) (of_stage(&words, stage)) }
                (cross::table(&words, numbers))
                h2 { (texts.results_totals()) (of_stage(&words, stage)) }
                (totals::table(&words, numbers, Some(id)))
                h2 { (texts.results_statistics()) (of_stage(&words, stage)) }
                (statistics::table(&words, numbers, &results, times.stages.get(at)))
            }
            h2 { (texts.results_start_list()) }
            (start_list::table(&words, Reader::Public, Some(id)))
            p.row {
                @for file in ReportFile::ALL {
                    a href={ "/e/" (id) "/files/" (file.name()) } { "CSV" (texts.colon()) " " (file.title(texts)) }
                }
                @for stage in state.stages.iter().filter(|stage| trf::has_file(stage)) {
                    a href={ "/e/" (id) "/files/stage-" (stage.number) ".trf" } data-testid="to-trf" { "TRF" (of_stage(&words, stage)) }
                }
            }
        }
    }
}

/// A table of a report as a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFile {
    StartList,
    Cross,
    Cards,
    Statistics,
}

impl ReportFile {
    pub const ALL: [Self; 4] = [Self::StartList, Self::Cross, Self::Cards, Self::Statistics];

    /// The file of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|file| file.name() == name)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::StartList => "start-list.csv",
            Self::Cross => "cross.csv",
            Self::Cards => "cards.csv",
            Self::Statistics => "statistics.csv",
        }
    }

    pub fn title(self, texts: Texts) -> String {
        match self {
            Self::StartList => texts.results_start_list(),
            Self::Cross => texts.results_cross(),
            Self::Cards => texts.results_cards(),
            Self::Statistics => texts.results_statistics(),
        }
    }
}

/// The name of a stage after a title, if there are several.
pub fn of_stage(words: &Words<'_>, stage: &Stage) -> String {
    match words.state.stages.len() {
        1 => String::new(),
        _ => format!(" · {}", words.texts.desk_stage(u32::from(stage.number))),
    }
}
