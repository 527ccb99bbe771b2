//! The pages of owners on the listener of whoever looks after the server: tables, people, what holds, what is kept. How
//! people behave is looked after on the [same pages](super::moderate) as on the site.

mod events;
mod house;
mod people;

use axum::Router;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_store::conduct::Role;
use maud::{Markup, html};

use super::ask::{Ask, Line, Wrong, lead_to, status};
use super::moderate;
use crate::conduct::Actor;
use crate::document;
use crate::document::Room;
use crate::door;
use crate::http::{Failure, Site, What, script};

/// Where an owner on the site gets a code.
pub const CODE: &str = "/moderate/admin";

/// The pages that every page leads to, and what they are called.
pub fn pages(texts: Texts) -> [(&'static str, String, Room); 7] {
    [
        ("/tables", texts.admin_tables(), Room::Any),
        ("/events", texts.admin_events(), Room::Any),
        ("/people", texts.admin_people(), Room::Any),
        ("/moderate", texts.moderate(), Room::Any),
        ("/sanctions", texts.admin_sanctions(), Room::Any),
        ("/moderate/audit", texts.moderate_audit(), Room::Any),
        ("/retention", texts.admin_kept(), Room::Any),
    ]
}

/// The routes of the second listener.
pub fn routes() -> Router<Site> {
    Router::new()
        .route("/", get(house::show))
        .route("/sign-in", get(ask_in).post(enter))
        .route("/sign-out", get(house::home).post(leave))
        .route("/tables", get(house::tables).post(house::close))
        .route("/events", get(events::show).post(events::act))
        .route("/people", get(people::find))
        .route("/people/{id}", get(people::show).post(people::sign_out))
        .route("/sanctions", get(people::sanctions))
        .route("/retention", get(house::retention).post(house::count))
        .merge(super::moderation())
        .route("/document.js", get(|| script(document::SCRIPT)))
}

/// The owner who asks.
///
/// # Errors
///
/// If nobody does, or the store cannot be read.
async fn owner(ask: &Ask) -> Result<Actor, Failure> {
    let actor = moderate::actor(ask).await?;
    match actor.role {
        Role::Owner => Ok(actor),
        Role::Moderator => Err(Failure::new(ApiErrorCode::NotFound)),
    }
}

/// The answer to whoever is not let in: the way in, where that is what is missing.
async fn turned_away(ask: &Ask, failure: &Failure, path: &str) -> Response {
    match ask.who().await {
        Ok(None) => lead_to("/sign-in", None),
        _ => ask.problem(failure, path),
    }
}

/// `GET /sign-in`.
async fn ask_in(ask: Ask) -> Response {
    way_in(&ask, None)
}

fn way_in(ask: &Ask, wrong: Option<ApiErrorCode>) -> Response {
    let texts = ask.texts();
    let line = Line {
        name: "code",
        label: texts.admin_code(),
        help: texts.admin_code_help(&ask.on_site(CODE).unwrap_or_else(|| CODE.to_owned())),
        value: "",
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

/// `POST /sign-in`: whoever has a code is let in.
async fn enter(ask: Ask) -> Response {
    // Counted before it is read.
    if !ask.site.allows(What::SignIn, ask.peer, &ask.headers) {
        return way_in(&ask, Some(ApiErrorCode::Flood));
    }
    if let Err(failure) = ask.read().await {
        return way_in(&ask, Some(failure.code()));
    }
    match door::enter(&ask.site, ask.field("code")).await {
        Some(token) => lead_to("/", Some(door::keep(Some(&token)))),
        None => way_in(&ask, Some(ApiErrorCode::BadCode)),
    }
}

/// `POST /sign-out`.
async fn leave(ask: Ask) -> Response {
    if let Err(failure) = ask.read().await {
        return ask.problem(&failure, "/");
    }
    if let (Some(door), Some(token)) = (ask.site.door(), door::shown(&ask.headers)) {
        door.leave(&token, ask.site.services().clock.now());
    }
    lead_to("/sign-in", Some(door::keep(None)))
}

/// `GET /moderate/admin`, on the site: an owner is asked whether to make a code.
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
        let door = ask.site.door();
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
            @match (ask.site.door(), code) {
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

/// That there is nothing of a kind, or the list of it.
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
