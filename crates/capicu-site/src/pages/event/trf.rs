//! Makes an event from a report file (TRF-16).

use axum::response::Response;
use capicu_accounts::conduct::line;
use capicu_event::trf::{Report, TrfError, TrfField, TrfProblem, read};
use capicu_event_service::NotDone;
use capicu_event_service::work::Weight;
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use maud::html;
use serde::Deserialize;

use super::super::extract::{Ask, lead_to};
use super::words::preset_error;
use super::{field, lively, member, member_upload, members_only, not_done};
use crate::Failure;

/// The path of the form.
const PATH: &str = "/events/trf";

/// The fields of the form.
#[derive(Default, Deserialize)]
#[serde(default)]
struct FileForm {
    name: String,
    report: String,
}

/// `GET /events/trf`: the form for a report file.
pub async fn ask_for_file(ask: Ask) -> Response {
    let texts = ask.texts();
    if let Err(failure) = member(&ask).await {
        return members_only(&ask, &failure, &texts.results_trf(), PATH);
    }
    let body = html! {
        main #content data-testid="trf-page" {
            h1 { (texts.results_trf()) }
            p { (texts.results_trf_help()) }
            form method="post" action=(PATH) {
                (field("name", &texts.results_trf_name(), ""))
                label { (texts.venue_choose()) input type="file" accept=".trf,.trfx,.txt,text/plain" data-into="report" data-testid="file"; }
                label { (texts.results_trf_text()) textarea name="report" rows="6" data-testid="report" spellcheck="false" {} }
                button data-testid="trf-make" { (texts.desk_make()) }
            }
        }
    };
    super::page(&ask, &texts.results_trf(), PATH, &lively(0), &body)
}

/// `POST /events/trf`: makes an event from a report file.
pub async fn make(ask: Ask) -> Response {
    let player = match member_upload(&ask).await {
        Ok(player) => player,
        Err(failure) => return ask.problem(&failure, PATH),
    };
    let texts = ask.texts();
    let FileForm { name, report: text } = ask.form();
    let refused = |why: &str| {
        let why = html! { p { (why) } };
        not_done(&ask, ApiErrorCode::BadOptions, &why, PATH)
    };
    let report = ask
        .site
        .events()
        .work()
        .run(Weight::Light, move || read(&text));
    let report: Report = match report.await {
        Ok(Ok(report)) => report,
        Ok(Err(error)) => return refused(&wrong(texts, &error)),
        Err(_) => return ask.problem(&Failure::new(ApiErrorCode::Unavailable), PATH),
    };
    let name = match line(&name) {
        name if name.is_empty() => line(&report.name),
        name => name,
    };
    match ask
        .site
        .events()
        .make_from_report(&name, report, player)
        .await
    {
        Ok((id, bytes)) => {
            // A short file may make a long log.
            ask.site.note_stored(bytes, ask.peer, &ask.headers);
            lead_to(&format!("/e/{id}/desk?done=done"), None)
        }
        Err(NotDone::Refused(_, why)) => match *why {
            capicu_event::Refused::Preset(error) => {
                refused(&texts.desk_refused_preset(&preset_error(texts, &error)))
            }
            capicu_event::Refused::LogFull { most } => refused(&texts.event_logs_full(most)),
            capicu_event::Refused::Text => refused(&texts.desk_refused_text()),
            why => refused(&texts.desk_refused_other(&why.to_string())),
        },
        Err(_) => ask.problem(&Failure::new(ApiErrorCode::Unavailable), PATH),
    }
}

/// An error in a report file, with its line and the remedy.
fn wrong(texts: Texts, error: &TrfError) -> String {
    let why = problem(texts, &error.problem);
    match error.line {
        0 => why,
        line => format!("{}: {why}", texts.desk_list_line(line as u32)),
    }
}

fn problem(texts: Texts, problem: &TrfProblem) -> String {
    let tenths = |points: u32| format!("{}.{}", points / 10, points % 10);
    let in_round = |round: u16, why: String| {
        let round = texts.results_in_round(u32::from(round));
        format!("{round}: {why}")
    };
    match problem {
        TrfProblem::NoPlayers => texts.results_trf_no_players(),
        TrfProblem::TooManyPlayers(most) => texts.results_trf_many_players(*most as u32),
        TrfProblem::TooManyRounds(most) => texts.results_trf_many_rounds(u32::from(*most)),
        TrfProblem::Shifted(column) => texts.results_trf_shifted(*column as u32),
        TrfProblem::NoNumber {
            field,
            columns: [first, last],
        } => {
            let what = match field {
                TrfField::Number => texts.results_trf_number(),
                TrfField::Rating => texts.desk_rating(),
                TrfField::Points => texts.desk_points(),
                TrfField::Rounds => texts.results_rounds(),
            };
            texts.results_trf_no_number(&what, *first as u32, *last as u32)
        }
        TrfProblem::NoName => texts.results_trf_no_name(),
        TrfProblem::NumberTaken(other) => texts.results_trf_number_taken(*other as u32),
        TrfProblem::NameTaken(other) => texts.results_trf_name_taken(*other as u32),
        TrfProblem::UnknownOpponent { round, opponent } => {
            in_round(*round, texts.results_trf_unknown(*opponent))
        }
        TrfProblem::Itself(round) => in_round(*round, texts.results_trf_itself()),
        TrfProblem::NoOpponent(round) => in_round(*round, texts.results_trf_no_opponent()),
        TrfProblem::NoSeat { round, found } => {
            in_round(*round, texts.results_trf_no_seat(&found.to_string()))
        }
        TrfProblem::NoEnding { round, found } => {
            in_round(*round, texts.results_trf_no_ending(&found.to_string()))
        }
        TrfProblem::NotMutual { round, other } => {
            in_round(*round, texts.results_trf_not_mutual(*other as u32))
        }
        TrfProblem::SeatsDiffer { round, other } => {
            in_round(*round, texts.results_trf_seats(*other as u32))
        }
        TrfProblem::Contradiction { round, other } => {
            in_round(*round, texts.results_trf_contradiction(*other as u32))
        }
        TrfProblem::PointsDiffer { written, counted } => {
            texts.results_trf_points(&tenths(*written), &tenths(*counted))
        }
        TrfProblem::MixedByes(round) => in_round(*round, texts.results_trf_mixed()),
        TrfProblem::ResultMissing(round) => in_round(*round, texts.results_trf_missing()),
    }
}
