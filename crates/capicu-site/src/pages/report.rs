//! Reporting a player who was at a table.

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_store::conduct::Why;
use maud::{Markup, html};
use serde::Deserialize;

use super::extract::{Ask, lead_to, status, told};
use crate::report_context::{Place, Scene, WORDS, report};
use crate::{Failure, What};

/// The path of this page.
const PATH: &str = "/report";

/// `GET /report?table=TABLE` or `GET /report?match=NUMBER`.
pub async fn show(ask: Ask) -> Response {
    answer(&ask, None).await
}

/// `POST /report`: sends a report.
pub async fn send(ask: Ask) -> Response {
    match sent(&ask).await {
        Ok(true) => lead_to("/report?done=sent", None),
        Ok(false) => lead_to("/report?done=again", None),
        Err(failure) if failure.code() == ApiErrorCode::NotFound => nothing(&ask),
        Err(failure)
            if matches!(
                failure.code(),
                ApiErrorCode::Flood | ApiErrorCode::ForeignOrigin
            ) =>
        {
            ask.problem(&failure, "/")
        }
        Err(failure) => answer(&ask, Some(failure.code())).await,
    }
}

async fn sent(ask: &Ask) -> Result<bool, Failure> {
    let found = ask.changing().await?;
    let none = || Failure::new(ApiErrorCode::NotFound);
    let form: Report = ask.form();
    let why = Why::by_id(&form.why).ok_or(Failure::new(ApiErrorCode::Malformed))?;
    if !ask.site.allows(What::Report, ask.peer, &ask.headers) {
        return Err(Failure::new(ApiErrorCode::Flood));
    }
    let place = form.place().ok_or_else(none)?;
    let scene = Scene::of(&ask.site, &found, &place).await?;
    let scene = scene.ok_or_else(none)?;
    report(&ask.site, &found, scene, (&form.who, why), &form.words).await
}

/// The form of a report: the person, the reason and the place.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Report {
    table: String,
    #[serde(rename = "match")]
    number: String,
    who: String,
    why: String,
    words: String,
}

impl Report {
    fn place(&self) -> Option<Place> {
        match (self.table.as_str(), self.number.as_str()) {
            ("", "") => None,
            ("", number) => number.parse().ok().map(Place::Match),
            (table, _) => table.parse().ok().map(Place::Table),
        }
    }
}

async fn answer(ask: &Ask, wrong: Option<ApiErrorCode>) -> Response {
    let texts = ask.texts();
    let done = match ask.done().as_str() {
        "sent" => Some(texts.report_sent()),
        "again" => Some(texts.report_again()),
        _ => None,
    };
    if let Some(done) = done {
        return thanks(ask, &done).await;
    }
    let scene = async {
        let found = ask.who().await?;
        let found = found.ok_or(Failure::new(ApiErrorCode::NotSignedIn))?;
        match ask.form::<Report>().place() {
            Some(place) => Scene::of(&ask.site, &found, &place).await,
            None => Ok(None),
        }
    };
    let scene = match scene.await {
        Ok(Some(scene)) => scene,
        Ok(None) => return nothing(ask),
        Err(failure) => return ask.problem(&failure, "/"),
    };
    let page = ask.page(&texts.report_title(), PATH, &form(ask, &scene, wrong));
    match wrong {
        Some(code) => (status(code), page).into_response(),
        None => page,
    }
}

fn form(ask: &Ask, scene: &Scene, wrong: Option<ApiErrorCode>) -> Markup {
    let texts = ask.texts();
    let only = scene.people().len() == 1;
    let form: Report = ask.form();
    html! {
        main #content data-testid="report-page" {
            h1 { (texts.report_title()) }
            @if let Some(code) = wrong {
                p.problem role="alert" data-testid="problem" { (told(texts, code)) }
            }
            @if scene.people().len() == 0 {
                p data-testid="report-nobody" { (texts.report_nobody()) }
                p { a href="/" { (texts.back_home()) } }
            } @else {
                p { (texts.report_help()) }
                form method="post" action=(PATH) {
                    @for (name, value) in [("table", &form.table), ("match", &form.number)] {
                        @if !value.is_empty() { input type="hidden" name=(name) value=(value); }
                    }
                    fieldset {
                        legend { (texts.report_whom()) }
                        @for (mark, name) in scene.people() {
                            label.choice {
                                input type="radio" name="who" value=(mark) required
                                    checked[only || form.who == mark]
                                    data-testid="report-who";
                                (name.map_or_else(|| texts.default_name(), str::to_owned))
                            }
                        }
                    }
                    label for="why" { (texts.report_why()) }
                    select #why name="why" data-testid="report-why" {
                        @for why in Why::ALL {
                            option value=(why.id()) selected[form.why == why.id()] {
                                (reason(texts, why))
                            }
                        }
                    }
                    label for="words" { (texts.report_words()) }
                    textarea #words name="words" rows="4" maxlength=(WORDS) aria-describedby="words-help"
                        data-testid="report-words" { (form.words) }
                    p.help #words-help { (texts.report_words_help(WORDS as u32)) }
                    button data-testid="report-send" { (texts.report_send()) }
                }
            }
        }
    }
}

async fn thanks(ask: &Ask, done: &str) -> Response {
    // Whether there is something to read.
    let _ = ask.who().await;
    let texts = ask.texts();
    let body = html! {
        main #content data-testid="report-done" {
            h1 { (texts.report_title()) }
            p.done role="status" { (done) }
            p { a.do href="/" { (texts.back_home()) } }
        }
    };
    ask.page(&texts.report_title(), PATH, &body)
}

/// The page of a report that is not possible. It is the same for a missing table or match and for a player who was not
/// there.
fn nothing(ask: &Ask) -> Response {
    let texts = ask.texts();
    let body = html! {
        main #content data-testid="report-nothing" {
            h1 { (texts.report_title()) }
            p.problem role="alert" { (texts.report_nothing()) }
            p { a href="/history" { (texts.site_history()) } }
        }
    };
    let page = ask.page(&texts.report_title(), PATH, &body);
    (StatusCode::NOT_FOUND, page).into_response()
}

/// A reason in words.
pub fn reason(texts: Texts, why: Why) -> String {
    match why {
        Why::Talk => texts.report_why_talk(),
        Why::Unfair => texts.report_why_unfair(),
        Why::Leaving => texts.report_why_leaving(),
        Why::Name => texts.report_why_name(),
        Why::Other => texts.report_why_other(),
    }
}
