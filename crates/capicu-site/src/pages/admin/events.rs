//! Events: an admin stops, resumes or removes one.

use axum::response::{IntoResponse as _, Response};
use capicu_accounts::conduct::EventAct;
use capicu_protocol::ApiErrorCode;
use capicu_store::events::ListedEvent;
use maud::{Markup, html};
use serde::Deserialize;

use super::super::extract::{Ask, lead_to, status, told};
use super::super::moderate::done;
use super::super::when::moment;
use super::{list_or, owner, turned_away};
use crate::Failure;
use crate::moderation;

/// How many events are listed.
const EVENTS: u32 = 200;

/// The longest reason that can be written, in characters.
const REASON: usize = 300;

/// `GET /events`: the list of events.
pub async fn show(ask: Ask) -> Response {
    match owner(&ask).await {
        Ok(_) => listed(&ask, None).await,
        Err(failure) => turned_away(&ask, &failure, "/").await,
    }
}

/// The form that acts on an event.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ActForm {
    act: String,
    event: String,
    reason: String,
}

/// `POST /events`: stops one, lets it continue, or removes it.
pub async fn act(ask: Ask) -> Response {
    let acted = async {
        let actor = owner(&ask).await?;
        ask.read().await?;
        let ActForm { act, event, reason } = ask.form();
        let act = EventAct::by_id(&act);
        let act = act.ok_or(Failure::new(ApiErrorCode::Malformed))?;
        moderation::act_on_event(&ask.site, actor, &event.parse()?, act, &reason).await
    };
    match acted.await {
        Ok(()) => lead_to("/events?done=done", None),
        Err(failure) if failure.code() == ApiErrorCode::ForeignOrigin => {
            ask.problem(&failure, "/events")
        }
        Err(failure) => match owner(&ask).await {
            Ok(_) => listed(&ask, Some(failure.code())).await,
            Err(failure) => turned_away(&ask, &failure, "/").await,
        },
    }
}

async fn listed(ask: &Ask, wrong: Option<ApiErrorCode>) -> Response {
    let all = ask.site.services().store.events(None, EVENTS).await;
    let all = match all {
        Ok(all) => all,
        Err(error) => return ask.problem(&error.into(), "/"),
    };
    let texts = ask.texts();
    let rows: Vec<Markup> = all.iter().map(row).collect();
    let heads = [
        texts.moderate_event(),
        texts.desk_name(),
        texts.admin_event_made(),
    ];
    let title = texts.admin_events();
    let form: ActForm = ask.form();
    let acts = [
        (EventAct::Stop, texts.admin_event_stop()),
        (EventAct::Resume, texts.admin_event_resume()),
        (EventAct::Remove, texts.admin_event_remove()),
    ];
    let body = html! {
        main #content data-testid="admin-events" {
            h1 { (title) }
            (done(ask))
            (list_or(texts.desk_none(), &rows, &heads, &title))
            h2 { (texts.admin_event_act()) }
            p.help { (texts.admin_event_help()) }
            form method="post" action="/events" {
                @if let Some(code) = wrong {
                    p.problem role="alert" data-testid="problem" {
                        @match code {
                            ApiErrorCode::NotFound => (texts.admin_no_such_event()),
                            ApiErrorCode::Malformed => (texts.admin_reason_needed(REASON as u32)),
                            code => (told(texts, code)),
                        }
                    }
                }
                label for="event" { (texts.moderate_event()) }
                input #event type="text" name="event" value=(form.event) maxlength="24" autocapitalize="off"
                    autocomplete="off" spellcheck="false" required data-testid="event";
                label for="reason" { (texts.admin_reason()) }
                input #reason type="text" name="reason" value=(form.reason) maxlength=(REASON) required
                    data-testid="reason";
                p.row { @for (act, label) in acts {
                    button name="act" value=(act.id()) data-testid=(act.id()) { (label) }
                } }
            }
        }
    };
    let page = ask.page(&title, "/events", &body);
    match wrong {
        Some(code) => (status(code), page).into_response(),
        None => page,
    }
}

fn row(event: &ListedEvent) -> Markup {
    html! {
        tr data-testid="event-row" {
            th scope="row" { a href={ "/events?event=" (event.id) "#event" } { code { (event.id) } } }
            td { (event.name) }
            td { (moment(event.made_at)) }
        }
    }
}
