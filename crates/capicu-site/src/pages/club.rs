//! Clubs: their public pages, and the pages of their directors.

mod archive;
mod begin;
mod desk;
mod give;
mod league;
mod public;
mod rated;
mod season;
mod taken;

use axum::Router;
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::get;
use capicu_accounts::clubs::{self, AtClub};
use capicu_accounts::conduct;
use capicu_accounts::zones::Zone;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, EventId, PlayerId};
use capicu_store::PlayerKind;
use capicu_store::clubs::{ClubError, ClubPart, SeasonRule};
use maud::{Markup, html};

use super::extract::{Ask, status};
use crate::{Failure, Site};

pub use begin::{OfClub, fields as event_fields, for_event, keep as keep_event};
pub use league::requests;

/// The routes of clubs.
pub fn routes() -> Router<Site> {
    Router::new()
        .route("/clubs", get(begin::list))
        .route("/clubs/new", get(begin::show).post(begin::found))
        .route("/club/{club}", get(public::show).post(public::act))
        .route("/club/{club}/desk", get(desk::show).post(desk::act))
        .route(
            "/club/{club}/join/{seal}",
            get(public::ask_to_join).post(public::join),
        )
        .route("/club/{club}/season/{number}", get(season::show))
        .route("/club/{club}/season/{number}/{file}", get(taken::file))
        .route("/club/{club}/ratings", get(rated::show))
        .route("/club/{club}/archive", get(archive::show))
        .route("/club/{club}/league", get(league::show).post(league::act))
        .route("/club/{club}/league/tally.csv", get(league::file))
        .route(
            "/score/club",
            get(async || Redirect::to("/score")).post(give::give),
        )
        .route("/club/{club}/calendar.ics", get(public::calendar))
}

/// Finds the club of an address, with the role of the caller.
async fn at(ask: &Ask, address: &str) -> Result<(AtClub, Option<PlayerId>), Failure> {
    let found = ask.who().await?;
    let found = found.filter(|found| matches!(found.player.kind, PlayerKind::Member { .. }));
    let player = found.map(|found| found.player.id);
    Ok((
        clubs::at(ask.site.context(), address, player).await?,
        player,
    ))
}

/// Links from an event to its club and season; nothing if it has no club.
pub async fn of_event(ask: &Ask, event: &EventId) -> Result<Markup, Failure> {
    let (texts, store) = (ask.texts(), &ask.site.services().store);
    let Some(club) = store.club_of_event(event).await? else {
        return Ok(html! {});
    };
    let events = store.club_events(&club.id).await?;
    let place = events.into_iter().find(|of| of.event == *event);
    let number = place.as_ref().and_then(|of| of.season);
    let seasons = store.seasons(&club.id).await?;
    let season = seasons.into_iter().find(|of| Some(of.number) == number);
    let to = format!("/club/{}", club.address);
    Ok(html! {
        p {
            a href=(to) data-testid="of-club" { (club.told.name) }
            @if let Some(season) = season {
                " · " a href={ (to) "/season/" (season.number) } data-testid="of-season" { (season.name) }
                @if season.rule == SeasonRule::League && let Some(place) = &place {
                    " · " (texts.club_division(u32::from(place.division) + 1))
                }
            }
            @if let Some(place) = place.as_ref().filter(|place| !place.begins.is_empty()) {
                " · " span data-testid="of-time" { (public::begins(texts, place)) " (" (Zone::stored(&club.told.zone).name()) ")" }
            }
        }
    })
}

/// The time zone of the club of an event; `None` if it has no club.
pub async fn zone_of_event(ask: &Ask, event: &EventId) -> Result<Option<Zone>, Failure> {
    let club = ask.site.services().store.club_of_event(event).await?;
    Ok(club.map(|club| Zone::stored(&club.told.zone)))
}

/// The name of a role.
fn part(texts: Texts, part: ClubPart) -> String {
    match part {
        ClubPart::Asks => texts.club_part_asks(),
        ClubPart::Invited => texts.club_part_invited(),
        ClubPart::Member => texts.club_part_member(),
        ClubPart::Display => texts.club_part_display(),
        ClubPart::Results => texts.club_part_results(),
        ClubPart::Pairing => texts.club_part_pairing(),
        ClubPart::Director => texts.club_part_director(),
        ClubPart::Owner => texts.club_part_owner(),
    }
}

/// Describes why a change to a club failed.
fn refused(texts: Texts, why: ClubError) -> (ApiErrorCode, String) {
    match why {
        ClubError::Taken => (ApiErrorCode::UsernameTaken, texts.club_address_taken()),
        ClubError::Full => (ApiErrorCode::Full, texts.club_full()),
        ClubError::Unknown | ClubError::Conflict => (ApiErrorCode::Full, texts.club_otherwise()),
        ClubError::Failed => (ApiErrorCode::Unavailable, texts.problem_unavailable()),
    }
}

/// A page that says why an action failed, with a link back.
fn not_done(ask: &Ask, (code, why): (ApiErrorCode, String), back: &str) -> Response {
    super::event::not_done(ask, code, &html! { p { (why) } }, back)
}

/// Leads back after a change, or says why it failed.
fn answer(ask: &Ask, done: Result<(), ClubError>, back: &str) -> Response {
    match done {
        Ok(()) => super::extract::lead_to(&format!("{back}?done=done"), None),
        Err(why) => not_done(ask, refused(ask.texts(), why), back),
    }
}

/// Refuses texts of a muted player.
async fn may_speak(ask: &Ask, player: PlayerId) -> Result<(), Response> {
    match conduct::muted_until(ask.site.context(), player).await {
        Ok(None) => Ok(()),
        Ok(Some(_)) => Err(not_done(
            ask,
            (ApiErrorCode::Paused, ask.texts().club_muted()),
            "/clubs",
        )),
        Err(error) => Err(ask.problem(&error.into(), "/clubs")),
    }
}

/// The page for a missing club or another error.
fn problem(ask: &Ask, failure: &Failure) -> Response {
    (status(failure.code()), ask.problem(failure, "/clubs")).into_response()
}

/// The description of a club, as paragraphs.
fn lines(text: &str) -> Markup {
    html! { @for line in text.lines().filter(|line| !line.trim().is_empty()) { p { (line) } } }
}
