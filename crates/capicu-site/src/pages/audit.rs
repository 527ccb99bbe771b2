//! The audit log of moderation, about one person and about all.

use axum::extract::Path;
use axum::response::Response;
use capicu_accounts::conduct::{self, Actor};
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::PlayerKind;
use capicu_store::conduct::{ConductAct, Entry, Role, Sanction};
use maud::{Markup, html};
use serde::Deserialize;

use super::extract::Ask;
use super::moderate::{Names, actor, done, form, named, one, reliability};
use super::notice;
use super::when::moment;
use crate::Failure;

/// How many entries and reports are shown at once.
const PAGE: u32 = 100;

/// `GET /moderate/person/ID`: the page about a person.
pub async fn show(Path(id): Path<String>, ask: Ask) -> Response {
    let path = format!("/moderate/person/{id}");
    match person(&ask, &id).await {
        Ok(body) => ask.page(&ask.texts().moderate(), &path, &body),
        Err(failure) => ask.problem(&failure, "/moderate"),
    }
}

async fn person(ask: &Ask, id: &str) -> Result<Markup, Failure> {
    let actor = actor(ask).await?;
    let texts = ask.texts();
    let none = || Failure::new(ApiErrorCode::NotFound);
    let id: PlayerId = id.parse().map_err(|_| none())?;
    let store = &ask.site.services().store;
    let player = store.player(id).await?.ok_or_else(none)?;
    let id = player.id;
    let role = conduct::role(ask.site.context(), id).await?;
    // Reported people do not learn who reported them.
    let reports = match actor.may(ConductAct::Warn, role) {
        true => store.reports_about(id, PAGE).await?,
        false => Vec::new(),
    };
    let mut entries = store.entries_about(id).await?;
    entries.reverse();
    let holds = conduct::holds(ask.site.context(), id).await?;
    let ids = reports.iter().flat_map(named);
    let ids = ids.chain(entries.iter().flat_map(of_entry)).chain([id]);
    let names = Names::of(ask, ids).await?;
    let reliability = reliability(ask, &reports).await?;
    let is_alive = !matches!(player.kind, PlayerKind::Gone | PlayerKind::Bot);
    let is_member = matches!(player.kind, PlayerKind::Member { .. });
    let last = reports.first().map_or(0, |report| report.number);
    Ok(html! {
        main #content data-testid="person-page" {
            h1 { (names.link(id)) }
            (done(ask))
            @if !holds.is_empty() {
                section data-testid="person-holds" {
                    h2 { (texts.moderate_holds()) }
                    @for entry in &holds { (held(texts, id, entry)) }
                }
            }
            @if is_alive && actor.may(ConductAct::Warn, role) { (form(texts, id, last)) }
            @if is_member && actor.may(ConductAct::Role(None), role) { (role_form(texts, id, role)) }
            h2 { (texts.moderate_person_reports()) }
            @if reports.is_empty() { p { (texts.moderate_none()) } }
            @for report in &reports {
                (one(ask, report, &names, reliability.get(&report.filed.reporter)))
            }
            h2 { (texts.moderate_history()) }
            (table(texts, &entries, &names))
            p { a href="/moderate" { (texts.moderate()) } }
        }
    })
}

/// A sanction in force, with the form that lifts it.
fn held(texts: Texts, id: PlayerId, entry: &Entry) -> Markup {
    html! {
        form method="post" action="/moderate/lift" {
            input type="hidden" name="player" value=(id);
            p { (what(texts, entry.act)) ". " (texts.conduct_reason(&entry.reason)) }
            p {
                @if let ConductAct::Sanction { sanction, until } = entry.act {
                    (notice::until(texts, sanction, until))
                }
            }
            label {
                (texts.moderate_lift_why())
                input type="text" name="reason" maxlength="300";
            }
            button.second name="entry" value=(entry.number) data-testid="lift" { (texts.moderate_lift()) }
        }
    }
}

fn role_form(texts: Texts, id: PlayerId, role: Option<Role>) -> Markup {
    html! {
        form method="post" action="/moderate/role" {
            h2 { (texts.moderate_role()) }
            input type="hidden" name="player" value=(id);
            @match role {
                None => button.second name="role" value="moderator" data-testid="make-moderator" {
                    (texts.moderate_role_moderator())
                },
                Some(_) => button.second name="role" value="none" data-testid="take-role" {
                    (texts.moderate_role_none())
                },
            }
        }
    }
}

/// Before which entry.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Audit {
    before: String,
}

/// `GET /moderate/audit?before=NUMBER`: the audit log.
pub async fn audit(ask: Ask) -> Response {
    let texts = ask.texts();
    let found = async {
        let _: Actor = actor(&ask).await?;
        let before = ask.form::<Audit>().before.parse().unwrap_or(u64::MAX);
        let entries = ask.site.services().store.audit(before, PAGE).await?;
        let names = Names::of(&ask, entries.iter().flat_map(of_entry)).await?;
        Ok((entries, names))
    };
    let (entries, names) = match found.await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, "/"),
    };
    let older = entries.last().filter(|last| last.number > 1);
    let body = html! {
        main #content data-testid="audit-page" {
            h1 { (texts.moderate_audit()) }
            p { (texts.moderate_audit_help()) }
            (table(texts, &entries, &names))
            p.row {
                a href="/moderate" { (texts.moderate()) }
                @if let Some(last) = older {
                    a href={ "/moderate/audit?before=" (last.number) } { (texts.moderate_audit_older()) }
                }
            }
        }
    };
    ask.page(&texts.moderate_audit(), "/moderate/audit", &body)
}

/// The people named in an entry.
fn of_entry(entry: &Entry) -> impl Iterator<Item = PlayerId> + use<> {
    entry.by.into_iter().chain([entry.about])
}

fn table(texts: Texts, entries: &[Entry], names: &Names) -> Markup {
    let heads = [
        texts.moderate_audit_when(),
        texts.moderate_audit_who(),
        texts.moderate_audit_what(),
        texts.moderate_audit_whom(),
        texts.moderate_audit_until(),
        texts.moderate_audit_reason(),
    ];
    html! {
        div.wide tabindex="0" role="group" aria-label=(texts.moderate_audit()) {
            table.numbers data-testid="audit" {
                thead { tr { th scope="col" { (texts.desk_entry_number()) } @for head in heads { th scope="col" { (head) } } } }
                tbody {
                    @for entry in entries {
                        tr {
                            th scope="row" { (entry.number) }
                            td { (moment(entry.at)) }
                            td {
                                @match entry.by {
                                    Some(by) => (names.link(by)),
                                    None => (texts.moderate_by_code()),
                                }
                            }
                            td { (what(texts, entry.act)) }
                            td { (names.link(entry.about)) }
                            td {
                                @match entry.act {
                                    ConductAct::Sanction { until: Some(until), .. } => (moment(until)),
                                    ConductAct::Sanction { until: None, .. } => (texts.moderate_for_good()),
                                    _ => "",
                                }
                            }
                            td { (entry.reason) }
                        }
                    }
                }
            }
        }
    }
}

/// The name of an action.
pub fn what(texts: Texts, act: ConductAct) -> String {
    match act {
        ConductAct::Role(Some(Role::Owner)) => texts.moderate_act_owner(),
        ConductAct::Role(Some(Role::Moderator)) => texts.moderate_act_moderator(),
        ConductAct::Role(None) => texts.moderate_act_no_role(),
        ConductAct::Dismiss => texts.moderate_act_dismiss(),
        ConductAct::Warn => texts.moderate_act_warn(),
        ConductAct::Rename => texts.moderate_act_rename(),
        ConductAct::Sanction { sanction, .. } => match sanction {
            Sanction::Mute => texts.moderate_act_mute(),
            Sanction::Pause => texts.moderate_act_pause(),
            Sanction::Ban => texts.moderate_act_ban(),
        },
        ConductAct::Lift { entry } => texts.moderate_act_lift(entry as u32),
        ConductAct::Read { entry } => texts.moderate_act_read(entry as u32),
        ConductAct::SignOut => texts.moderate_act_sign_out(),
        ConductAct::Close => texts.moderate_act_close(),
    }
}

/// Writes a number of hours in words.
pub fn hours(texts: Texts, hours: u64) -> String {
    match hours % 24 {
        0 => texts.moderate_days((hours / 24) as u32),
        _ => texts.conduct_hours(hours as u32),
    }
}
