//! Clubs: their pages, which anybody may read, and their desks.

mod begin;
mod desk;
mod public;
mod rated;
mod season;
mod taken;

use axum::Router;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::PlayerKind;
use capicu_store::clubs::{ClubError, ClubPart, SeasonRule};
use maud::{Markup, html};

use super::ask::{Ask, status};
use crate::clubs::{self, AtClub};
use crate::conduct;
use crate::http::{Failure, Site};

pub use begin::{OfClub, fields as event_fields, for_event, keep as keep_event};

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
        .route("/club/{club}/calendar.ics", get(public::calendar))
}

/// The club of an address, as whoever asks comes to it.
async fn at(ask: &Ask, address: &str) -> Result<(AtClub, Option<PlayerId>), Failure> {
    let found = ask.who().await?;
    let found = found.filter(|found| matches!(found.player.kind, PlayerKind::Member { .. }));
    let player = found.map(|found| found.player.id);
    Ok((clubs::at(&ask.site, address, player).await?, player))
}

/// The way from an event to the club that holds it, and to its season; nothing if no club does.
pub async fn of_event(ask: &Ask, event: &str) -> Result<Markup, Failure> {
    let (texts, store) = (ask.texts(), &ask.site.services().store);
    let Some(club) = store.club_of_event(event).await? else {
        return Ok(html! {});
    };
    let events = store.club_events(&club.id).await?;
    let place = events.into_iter().find(|of| of.event == event);
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
        }
    })
}

/// What a part is called.
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

/// Why something was not changed about a club, in words.
fn refused(texts: Texts, why: ClubError) -> (ApiErrorCode, String) {
    match why {
        ClubError::Taken => (ApiErrorCode::UsernameTaken, texts.club_address_taken()),
        ClubError::Full => (ApiErrorCode::Full, texts.club_full()),
        ClubError::Unknown | ClubError::Conflict => (ApiErrorCode::Full, texts.club_otherwise()),
        ClubError::Failed => (ApiErrorCode::Unavailable, texts.problem_unavailable()),
    }
}

/// A page that says why something was not done, and leads back.
fn not_done(ask: &Ask, (code, why): (ApiErrorCode, String), back: &str) -> Response {
    super::event::not_done(ask, code, &html! { p { (why) } }, back)
}

/// The same for what became of a change.
fn answer(ask: &Ask, done: Result<(), ClubError>, back: &str) -> Response {
    match done {
        Ok(()) => super::ask::lead_to(&format!("{back}?done=done"), None),
        Err(why) => not_done(ask, refused(ask.texts(), why), back),
    }
}

/// Refuses words of somebody who may not say anything in their own.
async fn may_speak(ask: &Ask, player: PlayerId) -> Result<(), Response> {
    match conduct::muted_until(&ask.site, player).await {
        Ok(None) => Ok(()),
        Ok(Some(_)) => Err(not_done(
            ask,
            (ApiErrorCode::Paused, ask.texts().club_muted()),
            "/clubs",
        )),
        Err(error) => Err(ask.problem(&error.into(), "/clubs")),
    }
}

/// The page that says that there is no such club, or what else is wrong.
fn problem(ask: &Ask, failure: &Failure) -> Response {
    (status(failure.code()), ask.problem(failure, "/clubs")).into_response()
}

/// A text that a club says of itself.
fn lines(text: &str) -> Markup {
    html! { @for line in text.lines().filter(|line| !line.trim().is_empty()) { p { (line) } } }
}
