//! Events: making them, directing them from the desk, slips and phones, and the public pages.

mod act;
pub mod begun;
mod boards;
mod bracket;
mod create;
mod cut;
mod desk;
mod draft;
mod entry;
mod find;
mod follow;
mod hand;
mod line;
mod list;
mod log;
mod online;
mod phone;
mod picture;
mod podium;
mod print;
mod prizes;
mod public;
mod queue;
mod rendered;
pub mod report;
mod score;
mod score_sheet;
pub mod sheet;
mod stream;
mod table;
mod team;
mod team_totals;
#[cfg(test)]
mod tests;
mod trf;
mod venue;
pub mod words;

use axum::Router;
use axum::http::HeaderMap;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use capicu_event::{State, Status};
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, EventId, PlayerId};
use capicu_store::PlayerKind;
use capicu_store::events::Part;
use maud::{Markup, PreEscaped, html};

pub use list::{latest, leaf};
pub use rendered::Rendered;

use super::extract::{Ask, status};
use crate::sessions;
use crate::{Failure, Site, What};
use capicu_accounts::clubs;
use capicu_event_service::{Hall, SharedHall};

/// The script of an event's pages.
pub const SCRIPT: &str = include_str!("event/event.js");

/// Styles that only these pages need.
const STYLE: &str = include_str!("event/event.css");

/// The routes of events.
pub fn routes() -> Router<Site> {
    Router::new()
        .route("/events", get(list::show))
        .route("/events/new", get(create::show).post(create::make))
        .route("/events/follow", get(follow::show).post(follow::act))
        .route(
            "/e/{id}/follow/{seal}",
            get(follow::lines).post(follow::gone),
        )
        .route("/events/presets/{file}", get(create::preset::file))
        .route("/events/trf", get(trf::ask_for_file).post(trf::make))
        .route("/events/take", get(venue::ask_to_take).post(venue::take))
        .route("/e/{id}/back", post(venue::bring_back))
        .route("/e/{id}/home", post(venue::sent_home))
        .route("/e/{id}/send", get(venue::send))
        .route("/e/{id}", get(public::show))
        .route("/e/{id}/desk", get(desk::show).post(act::act))
        .route("/e/{id}/draft", get(draft::show))
        .route("/e/{id}/log", get(log::show))
        .route("/e/{id}/entry/{entry}", get(entry::show))
        .route("/e/{id}/table/{name}", get(table::show))
        .route(
            "/e/{id}/join/{seal}",
            get(phone::ask_to_enter).post(phone::enter),
        )
        .route(
            "/e/{id}/me/{entry}/{seal}",
            get(phone::own).post(phone::say),
        )
        .route(
            "/e/{id}/slip/{entry}/{seal}",
            get(phone::slip).post(phone::say_by_slip),
        )
        .route(
            "/e/{id}/hand/{name}/{seal}",
            get(hand::show).post(hand::act),
        )
        .route("/e/{id}/hands/{name}", post(hand::anew))
        .route("/e/{id}/screen", get(public::screen))
        .route("/e/{id}/results", get(report::show))
        .route("/e/{id}/result.png", get(picture::show))
        .route("/e/{id}/card/{entry}", get(report::card::show))
        .route("/e/{id}/boards", get(boards::show))
        .route("/e/{id}/print/{what}", get(print::show))
        .route("/e/{id}/files/{file}", get(sheet::file))
}

/// Opens the event of an address.
///
/// # Errors
///
/// If there is no such event, or the store cannot be read.
pub async fn hall(ask: &Ask, id: &str) -> Result<SharedHall, Failure> {
    let id = id.parse()?;
    let hall = ask.site.events().hall(&id).await;
    hall.map_err(Failure::new)
}

/// A person at the director’s desk of an event.
pub struct AtDesk {
    /// The id of the event.
    pub id: EventId,
    pub hall: SharedHall,
    /// The role of the person at the event.
    pub part: Part,
}

/// Opens the desk of an event for a person with a role in it. For everybody else the page does not exist.
///
/// # Errors
///
/// If they have no role, there is no such event, or the store cannot be read.
pub async fn at_desk(ask: &Ask, id: &str) -> Result<AtDesk, Failure> {
    let hall = hall(ask, id).await?;
    let id = id.parse()?;
    match part(ask, &id).await? {
        Some(part) => Ok(AtDesk { id, hall, part }),
        None => Err(Failure::new(ApiErrorCode::NotFound)),
    }
}

/// Whether a person with this role sees everything on the desk. The display role sees who has paid, and the seed of the
/// boards, only after the event.
pub fn sees_all(part: Part, state: &State) -> bool {
    part > Part::Display || state.status == Status::Frozen
}

/// Whether this copy of an event takes entries, results and other changes: it is written here, and the event is not over.
pub fn is_on(hall: &Hall) -> bool {
    let state = hall.event.state();
    hall.is_written() && state.status == Status::Open && !state.cancelled
}

/// Reads a form that changes an event or a club. Call it after every check that needs no field.
///
/// # Errors
///
/// If it comes from another site or too often, or cannot be read.
pub async fn may_change(ask: &Ask) -> Result<(), Failure> {
    sessions::from_here(&ask.site, &ask.headers)?;
    let account = ask.who().await?.map(|found| found.player.id);
    match ask.site.allows_desk(ask.peer, &ask.headers, account) {
        true => ask.read().await,
        false => Err(Failure::new(ApiErrorCode::Flood)),
    }
}

/// The role of the caller at an event.
pub async fn part(ask: &Ask, id: &EventId) -> Result<Option<Part>, Failure> {
    match ask.who().await? {
        Some(found) => {
            let own = ask
                .site
                .events()
                .part(id, found.player.id)
                .await
                .map_err(Failure::new)?;
            let by_club = clubs::event_part(ask.site.context(), id, found.player.id).await?;
            Ok(own.max(by_club))
        }
        None => Ok(None),
    }
}

/// Finds the signed-in player with an account.
///
/// # Errors
///
/// If nobody is signed in, or only a guest.
pub async fn member(ask: &Ask) -> Result<PlayerId, Failure> {
    let found = ask.who().await?;
    let found = found.filter(|found| matches!(found.player.kind, PlayerKind::Member { .. }));
    found
        .map(|found| found.player.id)
        .ok_or(Failure::new(ApiErrorCode::NotSignedIn))
}

/// The page of a form for players with an account, for everybody else.
pub fn members_only(ask: &Ask, failure: &Failure, title: &str, path: &str) -> Response {
    if failure.code() != ApiErrorCode::NotSignedIn {
        return ask.problem(failure, "/events");
    }
    let texts = ask.texts();
    let body = html! {
        main #content data-testid="members-only" {
            h1 { (title) }
            p { (texts.desk_members_only()) }
            p { a.do href="/me" { (texts.site_you()) } }
        }
    };
    page(ask, title, path, &lively(0), &body)
}

/// Reads a file that a player with an account uploads for a new event.
///
/// # Errors
///
/// If it comes from another site or too often, nobody with an account is signed in, or it cannot be read.
pub async fn member_upload(ask: &Ask) -> Result<PlayerId, Failure> {
    sessions::from_here(&ask.site, &ask.headers)?;
    let player = member(ask).await?;
    if !ask.site.allows(What::Table, ask.peer, &ask.headers) {
        return Err(Failure::new(ApiErrorCode::Flood));
    }
    ask.upload().await?;
    Ok(player)
}

/// Refuses a wrong signature, and counts it toward the guess limit.
pub fn wrong_seal(ask: &Ask) -> Failure {
    match ask.site.allows(What::Guess, ask.peer, &ask.headers) {
        true => Failure::new(ApiErrorCode::NotFound),
        false => Failure::new(ApiErrorCode::Flood),
    }
}

/// A page that says why an action failed, with a link back.
pub fn not_done(ask: &Ask, code: ApiErrorCode, why: &Markup, back: &str) -> Response {
    let texts = ask.texts();
    let body = html! {
        main #content data-testid="not-done" {
            h1 { (texts.problem_title()) }
            div.problem role="alert" data-testid="problem" { (why) }
            p { a.do href=(back) data-testid="back" { (texts.desk_back()) } }
        }
    };
    let page = ask.page(&texts.problem_title(), back, &body);
    (status(code), page).into_response()
}

/// The hidden fields of every form of an event: a unique key, and the version of the event that the page shows.
pub fn hidden(ask: &Ask, version: u64) -> Markup {
    let key = ask.site.context().randomness.table_id();
    html! {
        input type="hidden" name="key" value=(key);
        input type="hidden" name="seen" value=(version);
    }
}

/// The origin of this server as the browser reached it, for links in QR codes.
pub fn origin(ask: &Ask, headers: &HeaderMap) -> String {
    let host = headers.get("host").and_then(|host| host.to_str().ok());
    let scheme = if ask.site.is_secure(headers) {
        "https"
    } else {
        "http"
    };
    format!("{scheme}://{}", host.unwrap_or("localhost"))
}

/// The script, which reloads the page after this number of seconds; 0 for never.
pub fn lively(seconds: u32) -> Markup {
    html! {
        script src="/event.js" defer data-every=(seconds) {}
        @if seconds > 0 { noscript { meta http-equiv="refresh" content=(seconds); } }
    }
}

/// The script, which reloads the page after this number of seconds. Without a script the page stays as it is, so that
/// nobody loses a half-typed line.
pub fn lively_by_script(seconds: u32) -> Markup {
    html! { script src="/event.js" defer data-every=(seconds) {} }
}

/// A page of an event.
pub fn page(ask: &Ask, title: &str, path: &str, head: &Markup, body: &Markup) -> Response {
    ask.page_with(title, path, &with_style(head), body)
}

/// The head of a page of an event.
fn with_style(head: &Markup) -> Markup {
    html! { style { (PreEscaped(STYLE)) } (head) }
}

/// A field to write in.
pub fn field(name: &str, label: &str, value: &str) -> Markup {
    html! {
        label { (label) input type="text" name=(name) value=(value) autocomplete="off" data-testid=(name); }
    }
}

/// A number to be filled in.
pub fn number(name: &str, label: &str, value: &str) -> Markup {
    html! {
        label { (label) input type="text" inputmode="numeric" name=(name) value=(value) autocomplete="off" data-testid=(name); }
    }
}

/// A message about the last action, if the address names it.
pub fn told_done(ask: &Ask) -> Markup {
    let texts: Texts = ask.texts();
    html! {
        @match ask.done().as_str() {
            "done" => p.done role="status" data-testid="done" { (texts.desk_done()) },
            "again" => p.done role="status" data-testid="done-again" { (texts.desk_done_again()) },
            _ => {},
        }
    }
}
