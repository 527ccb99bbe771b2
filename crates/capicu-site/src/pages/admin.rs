//! The admin pages, on the admin listener: tables, people, events and stored data. Moderation uses the [same
//! pages](super::moderate) as on the site.

mod events;
mod people;
mod tables;

use axum::Router;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use capicu_accounts::conduct::Actor;
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_store::conduct::Role;
use maud::{Markup, html};
use serde::Deserialize;

use super::extract::{Ask, Line, Wrong, lead_to, status};
use super::moderate;
use crate::admin_session;
use crate::page_shell;
use crate::page_shell::BarLink;
use crate::{Failure, Site, What, script};

/// The path where an admin gets a code, on the site.
pub const CODE: &str = "/moderate/admin";

/// The links in the bar of every admin page.
pub fn pages(texts: Texts) -> [BarLink; 7] {
    [
        BarLink::plain("/tables", texts.admin_tables()),
        BarLink::plain("/events", texts.admin_events()),
        BarLink::plain("/people", texts.admin_people()),
        BarLink::plain("/moderate", texts.moderate()),
        BarLink::plain("/sanctions", texts.admin_sanctions()),
        BarLink::plain("/moderate/audit", texts.moderate_audit()),
        BarLink::plain("/retention", texts.admin_kept()),
    ]
}

/// The routes of the second listener.
pub fn routes() -> Router<Site> {
    Router::new()
        .route("/", get(tables::show))
        .route("/sign-in", get(ask_in).post(enter))
        .route("/sign-out", get(tables::home).post(leave))
        .route("/tables", get(tables::tables).post(tables::close))
        .route("/events", get(events::show).post(events::act))
        .route("/people", get(people::find))
        .route("/people/{id}", get(people::show).post(people::sign_out))
        .route("/sanctions", get(people::sanctions))
        .route("/retention", get(tables::retention).post(tables::count))
        .merge(super::moderation())
        .route("/document.js", get(|| script(page_shell::SCRIPT)))
        .route("/document.css", get(page_shell::style))
}

/// The signed-in admin.
///
/// # Errors
///
/// If no admin is signed in, or the store cannot be read.
async fn owner(ask: &Ask) -> Result<Actor, Failure> {
    let actor = moderate::actor(ask).await?;
    match actor.role {
        Role::Owner => Ok(actor),
        Role::Moderator => Err(Failure::new(ApiErrorCode::NotFound)),
    }
}

/// The answer to a refused request: the sign-in page if the client is not signed in.
async fn turned_away(ask: &Ask, failure: &Failure, path: &str) -> Response {
    match ask.who().await {
        Ok(None) => lead_to("/sign-in", None),
        _ => ask.problem(failure, path),
    }
}

/// `GET /sign-in`: asks for the code.
async fn ask_in(ask: Ask) -> Response {
    way_in(&ask, None)
}

fn way_in(ask: &Ask, wrong: Option<ApiErrorCode>) -> Response {
    let texts = ask.texts();
    let line = Line {
        name: "code",
        label: texts.admin_code(),
        help: texts.admin_code_help(&ask.on_site(CODE).unwrap_or_else(|| CODE.to_owned())),
        value: String::new(),
        autocomplete: "off",
        longest: 40,
    };
    let wrong_code = wrong.map(|code| Wrong {
        field: "code",
        code,
    });
    let body = html! {
        main #content data-testid="admin-sign-in" {
            h1 { (texts.admin_sign_in()) }
            form method="post" action="/sign-in" {
                (line.html(texts, wrong_code))
                button data-testid="enter" { (texts.admin_enter()) }
            }
        }
    };
    let page = ask.page(&texts.admin_sign_in(), "/sign-in", &body);
    match wrong {
        Some(code) => (status(code), page).into_response(),
        None => page,
    }
}

/// The form with the code of an admin.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Enter {
    code: String,
}

/// `POST /sign-in`: signs in with a code.
async fn enter(ask: Ask) -> Response {
    // Counted before it is read.
    if !ask.site.allows(What::SignIn, ask.peer, &ask.headers) {
        return way_in(&ask, Some(ApiErrorCode::Flood));
    }
    if let Err(failure) = ask.read().await {
        return way_in(&ask, Some(failure.code()));
    }
    match admin_session::enter(&ask.site, &ask.form::<Enter>().code).await {
        Some(token) => lead_to("/", Some(admin_session::keep(Some(&token)))),
        None => way_in(&ask, Some(ApiErrorCode::BadCode)),
    }
}

/// `POST /sign-out`: ends the session.
async fn leave(ask: Ask) -> Response {
    if let Err(failure) = ask.read().await {
        return ask.problem(&failure, "/");
    }
    if let (Some(door), Some(token)) = (
        ask.site.admin_sessions(),
        admin_session::shown(&ask.headers),
    ) {
        door.leave(&token, ask.site.services().clock.now());
    }
    lead_to("/sign-in", Some(admin_session::keep(None)))
}

/// `GET /moderate/admin`, on the site: asks an admin whether to make a code.
pub async fn ask_code(ask: Ask) -> Response {
    match owner(&ask).await {
        Ok(_) => offered(&ask, None),
        Err(failure) => ask.problem(&failure, "/"),
    }
}

/// `POST /moderate/admin`: makes a code, which is shown this once.
pub async fn make_code(ask: Ask) -> Response {
    let made = async {
        let actor = owner(&ask).await?;
        ask.read().await?;
        let door = ask.site.admin_sessions();
        let now = ask.site.services().clock.now();
        Ok(door.map(|door| door.offer(actor.id, now)))
    };
    let made: Result<Option<String>, Failure> = made.await;
    match made {
        Ok(code) => offered(&ask, code.as_deref()),
        Err(failure) => ask.problem(&failure, "/"),
    }
}

fn offered(ask: &Ask, code: Option<&str>) -> Response {
    let texts = ask.texts();
    let body = html! {
        main #content data-testid="admin-code-page" {
            h1 { (texts.admin()) }
            p { (texts.admin_help()) }
            @match (ask.site.admin_sessions(), code) {
                (None, _) => p data-testid="no-door" { (texts.admin_no_door()) },
                (Some(_), Some(code)) => {
                    p.done role="status" { code data-testid="admin-code" { (code) } }
                    p { (texts.admin_code_once()) }
                }
                (Some(_), None) => form method="post" action=(CODE) {
                    button data-testid="make-code" { (texts.admin_make_code()) }
                },
            }
        }
    };
    ask.page(&texts.admin(), CODE, &body)
}

/// A list, or a note that it is empty.
fn list_or(empty: String, rows: &[Markup], heads: &[String], label: &str) -> Markup {
    html! {
        @if rows.is_empty() { p data-testid="nothing" { (empty) } } @else {
            div.wide tabindex="0" role="group" aria-label=(label) {
                table.numbers {
                    thead { tr { @for head in heads { th scope="col" { (head) } } } }
                    tbody { @for row in rows { (row) } }
                }
            }
        }
    }
}
