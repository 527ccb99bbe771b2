//! Invitations to play as a partner.

use axum::extract::Path;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use capicu_protocol::ApiErrorCode;
use capicu_table_service::lobby::{Invitation, Wish};
use maud::html;

use super::extract::{Ask, Line, Wrong, lead_to, status, told};
use super::lobby::{Sought, is_paused, known, may_seek, wrong};
use super::me::{origin, picture};
use super::waiting::{self, asks, sought};
use crate::{Failure, What};

/// Invites a partner by a link, and returns the address of the page with the link.
pub async fn invite(ask: &Ask, wish: Wish) -> Result<Sought, Failure> {
    let (found, cookie) = ask.player().await?;
    may_seek(ask, &found).await?;
    let lobby = known(ask, &found, wish).await?;
    let code = lobby.invite(found.player.id, found.player.name, wish);
    let code = code.await?;
    code.ok_or(Failure::new(ApiErrorCode::BadSeats))?;
    Ok((waiting::address(wish), cookie))
}

/// `GET /lobby/with/CODE`: asks whether to be this partner.
pub async fn show(Path(code): Path<String>, ask: Ask) -> Response {
    offer(&ask, &code, None).await
}

/// `POST /lobby/with/CODE`: accepts the invitation.
pub async fn join(Path(code): Path<String>, ask: Ask) -> Response {
    match accepted(&ask, &code).await {
        Ok(Some((wish, cookie))) => lead_to(&waiting::address(wish), cookie),
        Ok(None) => over(&ask),
        Err(failure) => offer(&ask, &code, Some(wrong(&failure))).await,
    }
}

async fn accepted(ask: &Ask, code: &str) -> Result<Option<(Wish, Option<HeaderValue>)>, Failure> {
    let Some(invitation) = find(ask, code).await? else {
        return Ok(None);
    };
    ask.read().await?;
    let (found, cookie) = ask.player().await?;
    may_seek(ask, &found).await?;
    // The player who invited may have been paused since.
    if is_paused(ask, invitation.host).await? {
        return Ok(None);
    }
    let lobby = known(ask, &found, invitation.wish).await?;
    let wish = lobby.join(code.to_owned(), found.player.id, found.player.name);
    Ok(wish.await?.map(|wish| (wish, cookie)))
}

/// Finds the invitation of a code. Every lookup counts as a guess before it runs, so that the limit does not reveal a
/// right code.
async fn find(ask: &Ask, code: &str) -> Result<Option<Invitation>, Failure> {
    match ask.site.allows(What::Guess, ask.peer, &ask.headers) {
        true => Ok(ask.site.lobby().invitation(code.to_owned()).await?),
        false => Err(Failure::new(ApiErrorCode::Flood)),
    }
}

async fn offer(ask: &Ask, code: &str, wrong: Option<Wrong>) -> Response {
    let path = "/lobby";
    let invitation = match find(ask, code).await {
        Ok(Some(invitation)) => invitation,
        Ok(None) => return over(ask),
        Err(failure) => return ask.problem(&failure, path),
    };
    let name = match ask.who().await {
        Ok(found) => found.and_then(|found| found.player.name),
        Err(failure) => return ask.problem(&failure, path),
    };
    let texts = ask.texts();
    let line = Line::own_name(ask);
    let host = invitation.name.unwrap_or_else(|| texts.default_name());
    let title = texts.lobby_invited(&host);
    // Its letters are those of a code: it was found.
    let address = format!("/lobby/with/{code}");
    let body = html! {
        main #content data-testid="invitation-page" {
            h1 { (title) }
            @if let Some(wrong) = wrong.filter(|wrong| wrong.field.is_empty()) {
                p.problem role="alert" data-testid="problem" { (told(texts, wrong.code)) }
            }
            p { b { (sought(texts, invitation.wish)) } }
            p { (texts.lobby_invited_help()) }
            form method="post" action=(address) {
                @if name.is_none() || wrong.is_some_and(|wrong| wrong.field == "name") {
                    (line.html(texts, wrong))
                }
                p { button.big data-testid="join-partner" { (texts.lobby_join()) } }
            }
        }
    };
    let page = ask.page(&title, &address, &body);
    match wrong {
        Some(wrong) => (status(wrong.code), page).into_response(),
        None => page,
    }
}

/// The answer to a code of no invitation.
fn over(ask: &Ask) -> Response {
    let texts = ask.texts();
    let title = texts.problem_title();
    let body = html! {
        main #content data-testid="problem-page" {
            h1 { (title) }
            p.problem role="alert" data-testid="problem" { (texts.lobby_invitation_over()) }
            p { a.do href="/lobby" { (texts.lobby()) } }
        }
    };
    let page = ask.page(&title, "/lobby", &body);
    (StatusCode::NOT_FOUND, page).into_response()
}

/// The page of a player who waits for a partner: the link, and its QR code.
pub fn invited(ask: &Ask, code: &str, wish: Wish) -> Response {
    let texts = ask.texts();
    let link = format!("{}/lobby/with/{code}", origin(ask));
    let title = texts.lobby_partner();
    let body = html! {
        main #content data-testid="inviting-page" {
            h1 { (title) }
            p { b { (sought(texts, wish)) } }
            p { (texts.lobby_partner_help()) }
            label for="partner-link" { (texts.lobby_partner_link()) }
            div.row {
                input #partner-link type="text" readonly value=(link) data-testid="partner-link";
                button.second type="button" hidden data-copy="partner-link"
                    data-copied=(texts.copied()) { (texts.copy()) }
            }
            @if let Some(picture) = picture(&link) {
                div role="img" aria-label=(texts.lobby_partner_picture()) { (picture) }
            }
            p #people role="status" data-part="invitation" data-testid="people" {
                (texts.lobby_partner_awaited())
            }
            p #time {}
            form method="post" action="/lobby/cancel" {
                button.second data-testid="cancel" { (texts.lobby_cancel()) }
            }
        }
    };
    ask.page_with(&title, "/lobby/wait", &asks(), &body)
}
