//! The people: their sessions and sanctions.

use axum::extract::Path;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::conduct;
use capicu_accounts::names;
use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::conduct::{ConductAct, Entry, in_force};
use capicu_store::{Player, PlayerKind, Session};
use maud::{Markup, html};
use serde::Deserialize;

use super::super::audit;
use super::super::extract::{Ask, lead_to, status, told};
use super::super::moderate::{Names, done};
use super::super::when::moment;
use super::{list_or, owner, turned_away};
use crate::Failure;
use crate::moderation;

/// The longest reason that can be written, in characters.
const REASON: usize = 300;

/// A username or an id.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Find {
    who: String,
}

/// `GET /people?who=NAME`: finds a person by username or id.
pub async fn find(ask: Ask) -> Response {
    let Find { who } = ask.form();
    let who = who.trim_start_matches('@').to_owned();
    let found = async {
        owner(&ask).await?;
        if who.is_empty() {
            return Ok(None);
        }
        let store = &ask.site.services().store;
        let by_id = match who.parse::<PlayerId>() {
            Ok(id) => store.player(id).await?,
            Err(_) => None,
        };
        Ok(match by_id {
            Some(player) => Some(player),
            None => store.member(&names::skeleton(&who)).await?,
        })
    };
    let found: Result<Option<Player>, Failure> = found.await;
    match found {
        Ok(Some(player)) => lead_to(&format!("/people/{}", player.id), None),
        Ok(None) => {
            let texts = ask.texts();
            let body = html! {
                main #content data-testid="admin-people" {
                    h1 { (texts.admin_people()) }
                    @if !who.is_empty() {
                        p.problem role="alert" data-testid="problem" { (texts.admin_nobody()) }
                    }
                    form method="get" action="/people" {
                        label for="who" { (texts.admin_who()) }
                        input #who type="text" name="who" value=(who) maxlength="21" autocapitalize="off"
                            autocomplete="off" spellcheck="false" data-testid="who";
                        button data-testid="find" { (texts.admin_find()) }
                    }
                }
            };
            let page = ask.page(&texts.admin_people(), "/people", &body);
            match who.is_empty() {
                true => page,
                false => (status(ApiErrorCode::NotFound), page).into_response(),
            }
        }
        Err(failure) => turned_away(&ask, &failure, "/").await,
    }
}

/// `GET /people/ID`: the page about a person.
pub async fn show(Path(id): Path<String>, ask: Ask) -> Response {
    about(&ask, &id, None).await
}

/// The form with the reason for a sign-out.
#[derive(Default, Deserialize)]
#[serde(default)]
struct SignOut {
    reason: String,
}

/// `POST /people/ID`: signs a person out on every device.
pub async fn sign_out(Path(id): Path<String>, ask: Ask) -> Response {
    let none = || Failure::new(ApiErrorCode::NotFound);
    let done = async {
        let actor = owner(&ask).await?;
        ask.read().await?;
        let player = id.parse().map_err(|_| none())?;
        moderation::act(
            &ask.site,
            actor,
            player,
            ConductAct::SignOut,
            &ask.form::<SignOut>().reason,
            0,
        )
        .await?;
        Ok(player)
    };
    let done: Result<PlayerId, Failure> = done.await;
    match done {
        Ok(player) => lead_to(&format!("/people/{player}?done=done"), None),
        Err(failure) if failure.code() == ApiErrorCode::Malformed => {
            about(&ask, &id, Some(failure.code())).await
        }
        Err(failure) => turned_away(&ask, &failure, "/people").await,
    }
}

async fn about(ask: &Ask, id: &str, wrong: Option<ApiErrorCode>) -> Response {
    let none = || Failure::new(ApiErrorCode::NotFound);
    let found = async {
        let actor = owner(ask).await?;
        let services = ask.site.services();
        let id: PlayerId = id.parse().map_err(|_| none())?;
        let player = services.store.player(id).await?.ok_or_else(none)?;
        let sessions = services
            .store
            .sessions(player.id, services.sessions_at())
            .await?;
        let role = conduct::role(ask.site.context(), player.id).await?;
        let names = Names::of(ask, [player.id].into_iter()).await?;
        Ok((
            player,
            sessions,
            actor.may(ConductAct::SignOut, role),
            names,
        ))
    };
    let found: Result<(Player, Vec<Session>, bool, Names), Failure> = found.await;
    let (player, sessions, may, names) = match found {
        Ok(found) => found,
        Err(failure) => return turned_away(ask, &failure, "/people").await,
    };
    let texts = ask.texts();
    let rows: Vec<Markup> = sessions.iter().map(session).collect();
    let heads = [
        texts.admin_device(),
        texts.admin_since(),
        texts.admin_seen(),
    ];
    let is_alive = !matches!(player.kind, PlayerKind::Gone | PlayerKind::Bot);
    let title = texts.admin_sessions();
    let body = html! {
        main #content data-testid="admin-person" {
            h1 { (names.name(player.id)) }
            (done(ask))
            p { code { (player.id) } " · " (texts.admin_since()) " " (moment(player.made_at)) }
            p { a.do href={ "/moderate/person/" (player.id) } data-testid="to-moderate" { (texts.moderate()) } }
            h2 { (title) }
            (list_or(texts.admin_no_sessions(), &rows, &heads, &title))
            @if may && is_alive {
                form method="post" action={ "/people/" (player.id) } {
                    @if let Some(code) = wrong {
                        p.problem role="alert" data-testid="problem" {
                            @match code {
                                ApiErrorCode::Malformed => (texts.admin_reason_needed(REASON as u32)),
                                code => (told(texts, code)),
                            }
                        }
                    }
                    label for="reason" { (texts.admin_reason()) }
                    input #reason type="text" name="reason" maxlength=(REASON) required data-testid="reason";
                    button data-testid="sign-out" { (texts.admin_sign_out()) }
                }
            }
        }
    };
    let page = ask.page(
        &texts.admin_people(),
        &format!("/people/{}", player.id),
        &body,
    );
    match wrong {
        Some(code) => (status(code), page).into_response(),
        None => page,
    }
}

fn session(session: &Session) -> Markup {
    html! {
        tr data-testid="session" {
            th scope="row" { (session.label) }
            td { (moment(session.made_at)) }
            td { (moment(session.seen_at)) }
        }
    }
}

/// `GET /sanctions`: all sanctions in force.
pub async fn sanctions(ask: Ask) -> Response {
    let found = async {
        owner(&ask).await?;
        let services = ask.site.services();
        let mut all = services.store.audit(u64::MAX, u32::MAX).await?;
        all.reverse();
        let holding = in_force(&all, services.clock.now());
        let mut holding: Vec<Entry> = holding.map(|(entry, _)| entry.clone()).collect();
        holding.reverse();
        let ids = holding.iter().map(|entry| entry.about);
        let names = Names::of(&ask, ids).await?;
        Ok((holding, names))
    };
    let found: Result<(Vec<Entry>, Names), Failure> = found.await;
    let (holding, names) = match found {
        Ok(found) => found,
        Err(failure) => return turned_away(&ask, &failure, "/").await,
    };
    let texts = ask.texts();
    let heads = [
        texts.moderate_audit_whom(),
        texts.moderate_audit_what(),
        texts.moderate_audit_until(),
        texts.moderate_audit_reason(),
    ];
    let rows: Vec<Markup> = holding
        .iter()
        .map(|entry| {
            html! {
                tr data-testid="sanction" {
                    th scope="row" { (names.link(entry.about)) }
                    td { (audit::what(texts, entry.act)) }
                    td {
                        @match entry.act {
                            ConductAct::Sanction { until: Some(until), .. } => (moment(until)),
                            _ => (texts.moderate_for_good()),
                        }
                    }
                    td { (entry.reason) }
                }
            }
        })
        .collect();
    let title = texts.admin_sanctions();
    let body = html! {
        main #content data-testid="admin-sanctions" {
            h1 { (title) }
            (list_or(texts.admin_no_sanctions(), &rows, &heads, &title))
            p.help { (texts.admin_sanctions_help()) }
        }
    };
    ask.page(&title, "/sanctions", &body)
}
