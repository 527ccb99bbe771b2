//! The desk page of one entry, and its actions.

use axum::extract::Path;
use axum::response::Response;
use capicu_accounts::conduct::line;
use capicu_event::{Command, Entrants, Entry, EntryId, Payment, Presence, State};
use capicu_event_service::{category, entry_seal, roster};
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_store::events::Part;
use maud::{Markup, html};

use super::super::action::DeskAction;
use super::super::extract::Ask;
use super::super::me::picture;
use super::words::{Reader, Words};
use super::{at_desk, desk, field, hidden, is_on, number, origin, sees_all, venue};
use crate::Failure;

/// `GET /e/ID/entry/NUMBER`: the page of an entry.
pub async fn show(Path((id, entry)): Path<(String, String)>, ask: Ask) -> Response {
    let path = format!("/e/{id}/entry/{entry}");
    match page(&ask, &id, &entry).await {
        Ok((title, body)) => super::page(&ask, &title, &path, &html! {}, &body),
        Err(failure) => ask.problem(&failure, &format!("/e/{id}/desk")),
    }
}

async fn page(ask: &Ask, id: &str, entry: &str) -> Result<(String, Markup), Failure> {
    let at_desk = at_desk(ask, id).await?;
    let hall = at_desk.hall.lock().await.clone();
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
    let is_on = is_on(&hall);
    let form = |act: DeskAction, label: String, inner: Markup| {
        html! {
            @if is_on { form.row method="post" action=(to) {
                (hidden(ask, hall.event.version()))
                input type="hidden" name="entry" value=(number_of);
                (inner)
                button.second name="act" value=(act) data-testid=(act) { (label) }
            } }
        }
    };
    let is_there = is_on && !matches!(entry.presence, Presence::Withdrawn { .. });
    let events = ask.site.events();
    let check_in = vec![Command::CheckIn(number_of)];
    let comes_back = events.preview(&hall, check_in, |_, _| ()).await.is_ok() && !is_there;
    let come_back = vec![Command::ComeBack(number_of)];
    let plays_again = events.preview(&hall, come_back, |_, _| ()).await.is_ok();
    let re_enter = vec![Command::ReEnter(number_of)];
    let re_enters = events.preview(&hall, re_enter, |_, _| ()).await.is_ok();
    let own_table = state.tables.get(&number_of);
    let own_table = own_table.map_or(String::new(), |table| table.to_string());
    let pairs = state.apart.iter().filter(|pair| pair.contains(&number_of));
    let apart = pairs.flatten().copied().filter(|id| *id != number_of);
    let body = html! {
        main #content data-testid="entry-page" {
            h1 { (words.name(number_of)) }
            p { (texts.desk_number(number_of.0)) @if let Some(club) = &entry.club { " · " (club) }
                @let presence = desk::presence(texts, state, &entry.presence);
                @if !presence.is_empty() { " · " (presence) }
            }
            (venue::only_read(texts, &hall))
            @if sees_all(at_desk.part, state) {
                (form(if entry.payment == Payment::Paid { DeskAction::Unpaid } else { DeskAction::Paid }, match entry.payment {
                    Payment::Paid => texts.desk_unpay(),
                    Payment::Due => texts.desk_pay(),
                }, html! { @if entry.payment == Payment::Paid { b data-testid="has-paid" { (texts.desk_paid()) } } }))
            }
            @if entry.presence == Presence::Waiting { (form(DeskAction::LetIn, texts.desk_let_in(), html! {})) }
            @if is_on && !state.preset.categories().is_empty() {
                h2 { (texts.desk_categories()) }
                (form(DeskAction::Categorise, texts.desk_categories_set(), html! {
                    @for (at, category) in state.preset.categories().into_iter().enumerate() {
                        @let name = format!("category-{at}");
                        label.choice { input type="checkbox" name=(name) value="yes" checked[entry.categories.contains(category)] data-testid=(name); (category::called(category, texts)) }
                    }
                }))
            }
            @for one in &entry.substitutions { p { (texts.desk_do_substitute(&one.joins, &one.leaves)) } }
            @if hall.is_written() {
                h2 { (texts.desk_own_link()) }
                a href=(link) aria-label=(texts.desk_own_link()) data-testid="own-link" { (picture(&link).unwrap_or_default()) }
            }
            @if comes_back { (form(DeskAction::CheckIn, texts.desk_check_in(), html! {})) }
            @if plays_again { (form(DeskAction::ComeBack, texts.desk_come_back(), html! {})) }
            @if is_on && at_desk.part == Part::Director {
                details {
                    summary data-testid="correct-entry-form" { (texts.desk_entry_correct()) }
                    (form(DeskAction::CorrectEntry, texts.desk_entry_correct_save(), correction(texts, state, entry)))
                }
            }
            @if is_on && at_desk.part == Part::Director {
                (form(DeskAction::FixTable, texts.desk_own_table_set(), number("table", &texts.desk_own_table(), &own_table)))
                @for other in apart {
                    p { (texts.desk_log_apart(&words.name(number_of), &words.name(other))) }
                    (form(DeskAction::AllowToMeet, texts.desk_may_meet(), html! { input type="hidden" name="other" value=(other); }))
                }
                (form(DeskAction::KeepApart, texts.desk_apart(), html! {
                    (number("other", &texts.desk_apart_with(), ""))
                    (field("reason", &texts.desk_reason(), ""))
                }))
            }
            @if is_there {
                h2 { (texts.desk_trouble()) }
                (form(DeskAction::Bye, texts.desk_ask_bye(), number("round", &texts.desk_round_word(), &next.to_string())))
                (form(DeskAction::Withdraw, texts.desk_withdraw(), field("reason", &texts.desk_reason(), "")))
                @if !entry.members.is_empty() && entry.substitutions.len() < usize::from(state.preset.substitutes) {
                    (form(DeskAction::Substitute, texts.desk_substitute(), html! {
                        label { (texts.desk_leaves()) select name="leaves" { @for member in &entry.members { option { (member) } } } }
                        (field("joins", &texts.desk_joins(), ""))
                    }))
                }
                @if re_enters { (form(DeskAction::ReEnter, texts.desk_re_enter(), html! {})) }
            }
            (form(DeskAction::Penalise, texts.desk_penalise(), html! {
                (number("points", &texts.desk_penalty_points(), ""))
                (number("score", &texts.desk_penalty_score(), ""))
                (field("reason", &texts.desk_reason(), ""))
            }))
            p { a href=(to) { (texts.desk()) } }
        }
    };
    Ok((entry.current_name(), body))
}

/// The fields that correct an entry.
fn correction(texts: Texts, state: &State, entry: &Entry) -> Markup {
    let n_members = match (state.preset.entrants, entry.members.len()) {
        (Entrants::Player, _) => 0,
        (_, 0) => usize::from(state.preset.members[1]),
        (_, known) => known,
    };
    let rating = entry.rating.map(|rating| rating.to_string());
    html! {
        (field("name", &texts.desk_name(), &entry.name))
        @for at in 0..n_members {
            @let label = texts.desk_entry_person(at + 1);
            (field(&format!("member-{at}"), &label, entry.members.get(at).map_or("", String::as_str)))
        }
        (field("club", &texts.desk_club(), entry.club.as_deref().unwrap_or_default()))
        (number("rating", &texts.desk_rating(), &rating.unwrap_or_default()))
    }
}

/// Makes the command that corrects an entry from the form. If a pair is named after its people, a correction of one
/// name changes the pair's name too.
///
/// # Errors
///
/// If the form is wrong; the text says why.
pub fn corrected(ask: &Ask, state: &State, id: EntryId) -> Result<Command, String> {
    let texts = ask.texts();
    let Some(entry) = state.entries.get(&id) else {
        return Err(texts.desk_refused_no_entry(id.0));
    };
    let mut name = line(ask.field("name"));
    let most = usize::from(state.preset.members[1]).max(entry.members.len());
    let members = (0..most).map(|at| line(ask.field(&format!("member-{at}"))));
    let mut members: Vec<String> = members.filter(|member| !member.is_empty()).collect();
    let club = line(ask.field("club"));
    let rating = match ask.field("rating") {
        "" => None,
        written => {
            let rating = written.parse().ok();
            Some(rating.ok_or_else(|| texts.desk_field_wrong(&texts.desk_rating()))?)
        }
    };
    if entry.substitutions.is_empty() && entry.name == entry.members.join(" / ") {
        if members == entry.members {
            let named = roster::one(&name, "", &state.preset).members;
            if named.len() == members.len() {
                members = named;
            }
        } else if name == entry.name {
            name = members.join(" / ");
        }
    }
    Ok(Command::CorrectEntry {
        entry: id,
        name,
        members,
        club: Some(club).filter(|club| !club.is_empty()),
        rating,
    })
}
