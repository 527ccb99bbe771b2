//! One entry, at the desk: its own page, and all that can befall it.

use axum::extract::Path;
use axum::response::Response;
use capicu_event::{Command, EntryId, Payment, Presence};
use capicu_protocol::ApiErrorCode;
use maud::{Markup, html};

use super::super::ask::Ask;
use super::super::me::picture;
use super::words::{Reader, Words};
use super::{at_desk, desk, field, hidden, number, origin, sees_all, venue};
use crate::events::{category, entry_seal};
use crate::http::Failure;

/// `GET /e/ID/entry/NUMBER`.
pub async fn show(Path((id, entry)): Path<(String, String)>, ask: Ask) -> Response {
    let path = format!("/e/{id}/entry/{entry}");
    match page(&ask, &id, &entry).await {
        Ok((title, body)) => super::page(&ask, &title, &path, &html! {}, &body),
        Err(failure) => ask.problem(&failure, &format!("/e/{id}/desk")),
    }
}

async fn page(ask: &Ask, id: &str, entry: &str) -> Result<(String, Markup), Failure> {
    let at_desk = at_desk(ask, id).await?;
    let hall = at_desk.hall.lock().await;
    let (texts, state) = (ask.texts(), hall.event.state());
    let words = Words {
        texts,
        state,
        reader: Reader::Desk,
    };
    let none = || Failure::new(ApiErrorCode::NotFound);
    let number_of = EntryId(entry.parse().map_err(|_| none())?);
    let entry = state.entries.get(&number_of).ok_or_else(none)?;
    let to = format!("/e/{id}/desk");
    let link = format!(
        "{}/e/{id}/me/{number_of}/{}",
        origin(ask, &ask.headers),
        entry_seal(&hall.secret, number_of)
    );
    let next = state.running().map_or(1, |stage| stage.next_round());
    let is_written = hall.is_written();
    let form = |act: &str, label: String, inner: Markup| {
        html! {
            @if is_written { form.row method="post" action=(to) {
                (hidden(hall.event.version()))
                input type="hidden" name="entry" value=(number_of);
                (inner)
                button.second name="act" value=(act) data-testid=(act) { (label) }
            } }
        }
    };
    let is_there = is_written && !matches!(entry.presence, Presence::Withdrawn { .. });
    let events = ask.site.events();
    let check_in = vec![Command::CheckIn(number_of)];
    let comes_back = events.preview(&hall, check_in, |_, _| ()).await.is_ok() && !is_there;
    let re_enter = vec![Command::ReEnter(number_of)];
    let re_enters = events.preview(&hall, re_enter, |_, _| ()).await.is_ok();
    let body = html! {
        main #content data-testid="entry-page" {
            h1 { (words.name(number_of)) }
            p { (texts.desk_number(number_of.0)) @if let Some(club) = &entry.club { " · " (club) }
                @let presence = desk::presence(texts, state, &entry.presence);
                @if !presence.is_empty() { " · " (presence) }
            }
            (venue::only_read(texts, &hall))
            @if sees_all(at_desk.part, state) {
                (form(if entry.payment == Payment::Paid { "unpaid" } else { "paid" }, match entry.payment {
                    Payment::Paid => texts.desk_unpay(),
                    Payment::Due => texts.desk_pay(),
                }, html! { @if entry.payment == Payment::Paid { b data-testid="has-paid" { (texts.desk_paid()) } } }))
            }
            @if entry.presence == Presence::Waiting { (form("let-in", texts.desk_let_in(), html! {})) }
            @if is_written && !state.preset.categories().is_empty() {
                h2 { (texts.desk_categories()) }
                (form("categorise", texts.desk_categories_set(), html! {
                    @for (at, category) in state.preset.categories().into_iter().enumerate() {
                        @let name = format!("category-{at}");
                        label.choice { input type="checkbox" name=(name) value="yes" checked[entry.categories.contains(category)] data-testid=(name); (category::called(category, texts)) }
                    }
                }))
            }
            @for one in &entry.substitutions { p { (texts.desk_do_substitute(&one.joins, &one.leaves)) } }
            @if is_written {
                h2 { (texts.desk_own_link()) }
                a href=(link) aria-label=(texts.desk_own_link()) data-testid="own-link" { (picture(&link).unwrap_or_default()) }
            }
            @if comes_back { (form("check-in", texts.desk_check_in(), html! {})) }
            @if is_there {
                h2 { (texts.desk_trouble()) }
                (form("bye", texts.desk_ask_bye(), number("round", &texts.desk_round_word(), &next.to_string())))
                (form("withdraw", texts.desk_withdraw(), field("reason", &texts.desk_reason(), "")))
                @if !entry.members.is_empty() && entry.substitutions.len() < usize::from(state.preset.substitutes) {
                    (form("substitute", texts.desk_substitute(), html! {
                        label { (texts.desk_leaves()) select name="leaves" { @for member in &entry.members { option { (member) } } } }
                        (field("joins", &texts.desk_joins(), ""))
                    }))
                }
                @if re_enters { (form("re-enter", texts.desk_re_enter(), html! {})) }
            }
            (form("penalise", texts.desk_penalise(), html! {
                (number("points", &texts.desk_penalty_points(), ""))
                (number("score", &texts.desk_penalty_score(), ""))
                (field("reason", &texts.desk_reason(), ""))
            }))
            p { a href=(to) { (texts.desk()) } }
        }
    };
    Ok((entry.name.clone(), body))
}
