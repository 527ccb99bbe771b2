//! A second device at a venue: the log that the first one sends, and the page on which it follows and takes over.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use capicu_event_service::follow::{Follow, Followed, MOST, Mistake};
use capicu_event_service::{Hall, NotDone, SharedHall, is_seal};
use capicu_protocol::{ApiErrorCode, EventId, PlayerId};
use capicu_store::events::Part;
use maud::{Markup, html};
use serde::Deserialize;

use super::super::action::FollowAction;
use super::super::extract::{Ask, lead_to};
use super::public::round_title;
use super::{field, hall, lively, may_change, member, not_done, origin, page, wrong_seal};
use crate::Failure;

/// The path of the page that follows an event.
pub const PAGE: &str = "/events/follow";

/// Milliseconds without an answer after which the page says that the other device is silent.
const SILENT: u64 = 5_000;

/// `GET /e/ID/follow/SEAL?from=N`: the lines of the log from N, for a device that follows.
pub async fn lines(Path((id, seal)): Path<(String, String)>, ask: Ask) -> Response {
    match open(&ask, &id, &seal).await {
        Ok(shared) => told(&ask, &*shared.lock().await),
        Err(failure) => failure.into_response(),
    }
}

/// How much of the log the following device has, and the server that takes the event over.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Gone {
    from: String,
    to: String,
}

/// `POST /e/ID/follow/SEAL` with `from` and `to`: the following device takes the event over, and gets the rest of the
/// log.
pub async fn gone(Path((id, seal)): Path<(String, String)>, ask: Ask) -> Response {
    let shared = match open(&ask, &id, &seal).await {
        Ok(shared) => shared,
        Err(failure) => return failure.into_response(),
    };
    if let Err(failure) = ask.read().await {
        return failure.into_response();
    }
    let Ok(to) = ask.form::<Gone>().to.parse() else {
        return Failure::new(ApiErrorCode::Malformed).into_response();
    };
    let mut hall = shared.lock().await;
    match ask.site.events().goes_on_elsewhere(&mut hall, to).await {
        Ok(()) => told(&ask, &hall),
        Err(NotDone::Refused(..)) => Failure::new(ApiErrorCode::Full).into_response(),
        Err(NotDone::Failed | NotDone::Broken | NotDone::Stopped) => {
            Failure::new(ApiErrorCode::Unavailable).into_response()
        }
    }
}

fn told(ask: &Ask, hall: &Hall) -> Response {
    let from = ask.form::<Gone>().from.parse().unwrap_or(0);
    let kind = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (kind, hall.told_from(from)).into_response()
}

/// Opens an event of a venue for a caller with its signature.
async fn open(ask: &Ask, id: &str, seal: &str) -> Result<SharedHall, Failure> {
    if ask.site.follow().is_none() {
        return Err(Failure::new(ApiErrorCode::NotFound));
    }
    let shared = hall(ask, id).await?;
    let right = shared.lock().await.follow_seal();
    match is_seal(seal, &right) {
        true => Ok(shared),
        false => Err(wrong_seal(ask)),
    }
}

/// The part of the desk of the first device about a second one.
pub fn at_the_desk(ask: &Ask, hall: &Hall, part: Part) -> Markup {
    let texts = ask.texts();
    let is_shown = ask.site.follow().is_some() && part == Part::Director && hall.is_written();
    let at = origin(ask, &ask.headers);
    html! {
        @if is_shown { details {
            summary data-testid="second-device" { (texts.venue_second()) }
            p.help { (texts.venue_second_help()) }
            p { code data-testid="follow-link" { (at) "/e/" (hall.id) "/follow/" (hall.follow_seal()) } }
        } }
    }
}

/// `GET /events/follow`: the events that this device follows.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let body = match (ask.site.follow(), member(&ask).await) {
        (None, _) => html! { p data-testid="no-venue" { (texts.venue_follow_only()) } },
        (Some(_), Err(failure)) if failure.code() != ApiErrorCode::NotSignedIn => {
            return ask.problem(&failure, "/events");
        }
        (Some(_), Err(_)) => html! {
            p data-testid="members-only" { (texts.desk_members_only()) }
            p { a.do href="/me" { (texts.site_you()) } }
        },
        (Some(follow), Ok(own)) => following(&ask, follow, own),
    };
    let body = html! {
        main #content data-testid="follow-page" {
            h1 { (texts.venue_follow()) }
            (body)
            p { a href="/events" { (texts.desk_events()) } }
        }
    };
    page(&ask, &texts.venue_follow(), PAGE, &lively(3), &body)
}

fn following(ask: &Ask, follow: &Follow, own: PlayerId) -> Markup {
    let texts = ask.texts();
    let all = follow.followed(own);
    html! {
        @for of in &all { (followed(ask, of)) }
        @if !follow.is_at(ask.peer.ip()) { p data-testid="not-at-device" { (texts.venue_follow_here()) } }
        @else if all.len() < MOST { form method="post" action=(PAGE) {
            p.help { (texts.venue_follow_help()) }
            (field("link", &texts.venue_follow_link(), ""))
            button.second[!all.is_empty()] name="act" value=(FollowAction::Follow) data-testid="follow" { (texts.venue_follow_begin()) }
        } }
    }
}

fn followed(ask: &Ask, of: &Followed) -> Markup {
    let (texts, state) = (ask.texts(), of.event.state());
    let is_silent = of.silent > SILENT;
    let seconds = u32::try_from(of.silent / 1000).unwrap_or(u32::MAX);
    let lines = of.event.log().lines().len() as u32;
    html! {
        section.next data-testid="followed" {
            h2 { (state.name) }
            @if let Some(stage) = state.stages.last().filter(|stage| !stage.rounds.is_empty()) {
                p { (round_title(texts, state, stage.number, stage.rounds.len() as u16)) }
            }
            p { (texts.venue_follow_lines(lines)) }
            @if of.is_broken { p.problem role="alert" data-testid="broken" { (texts.venue_follow_broken()) } }
            @else if is_silent { p.problem data-testid="silent" { (texts.venue_follow_silent(seconds)) } }
            @else { p.done data-testid="heard" { (texts.venue_follow_heard()) } }
            form method="post" action=(PAGE) {
                input type="hidden" name="event" value=(of.id);
                p.help { (texts.venue_follow_take_help()) }
                p.row {
                    button.second[!is_silent] name="act" value=(FollowAction::TakeOver) data-testid="take-over" { (texts.venue_follow_take()) }
                    button.second name="act" value=(FollowAction::End) data-testid="follow-end" { (texts.venue_follow_end()) }
                }
            }
        }
    }
}
/// The form that acts on a followed event.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Act {
    event: String,
    link: String,
}

/// `POST /events/follow`: acts on a followed event.
pub async fn act(ask: Ask) -> Response {
    let own = async {
        let own = member(&ask).await?;
        may_change(&ask).await?;
        Ok::<_, Failure>(own)
    };
    let own = match own.await {
        Ok(own) => own,
        Err(failure) => return ask.problem(&failure, PAGE),
    };
    let Some(follow) = ask.site.follow() else {
        return ask.problem(&Failure::new(ApiErrorCode::NotFound), "/events");
    };
    let Act { event, link } = ask.form();
    let act: FollowAction = match ask.action() {
        Ok(act) => act,
        Err(failure) => return ask.problem(&failure, PAGE),
    };
    let followed = event.parse::<EventId>();
    let done = match act {
        FollowAction::Follow => follow.begin(&link, own, ask.peer.ip()).await,
        FollowAction::TakeOver => match &followed {
            Ok(event) => follow.take_over(event, own).await,
            Err(_) => Err(Mistake::NotFollowed),
        },
        FollowAction::End => {
            if let Ok(event) = &followed {
                follow.end(event, own);
            }
            Ok(())
        }
    };
    let texts = ask.texts();
    let why = match done {
        Ok(()) if act == FollowAction::TakeOver => {
            return lead_to(&format!("/e/{event}/desk?done=done"), None);
        }
        Ok(()) => return lead_to(PAGE, None),
        Err(Mistake::Failed) => {
            return ask.problem(&Failure::new(ApiErrorCode::Unavailable), PAGE);
        }
        Err(Mistake::Link) => texts.venue_follow_wrong(),
        Err(Mistake::NoAnswer) => texts.venue_follow_nobody(),
        Err(Mistake::Broken) => texts.venue_follow_broken(),
        Err(Mistake::There) => texts.venue_follow_there(),
        Err(Mistake::NotFollowed) => texts.venue_follow_not(),
        Err(Mistake::Gone) => texts.venue_follow_gone(),
        Err(Mistake::Full) => texts.venue_follow_full(MOST as u32),
        Err(Mistake::NotHere) => texts.venue_follow_here(),
    };
    not_done(&ask, ApiErrorCode::Full, &html! { p { (why) } }, PAGE)
}
