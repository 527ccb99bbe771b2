//! Making an event from a preset.

mod changes;
mod knock_out;
mod meaning;
mod online;
mod orders;
pub mod preset;
mod sums;

use axum::response::{IntoResponse as _, Response};
use capicu_event::{CheckIn, Deals, Preset, Withdrawal, presets};
use capicu_protocol::ApiErrorCode;
use maud::{Markup, html};
use serde::Deserialize;

use self::changes::{POLICY, changed, fields};
use self::knock_out::knock_out_fields;
use self::meaning::{meaning, minutes};
use self::online::online_fields;
use self::orders::order_fields;
use self::preset::{by_entrants, our_reading, summary, title, with_keys};
use self::sums::sum_fields;
use super::super::club::{self, OfClub};
use super::super::extract::{Ask, lead_to};
use super::words::preset_error;
use super::{field, lively, member, members_only, not_done, number, prizes};
use crate::{Failure, What};
use capicu_event_service::NotDone;

/// The path of the form that makes an event.
pub const PATH: &str = "/events/new";

/// The default start time of an event.
const BEGINS: &str = "19:00";

/// The default number of minutes between two rounds.
const PAUSE: &str = "5";

/// `GET /events/new?preset=ID` with whatever else is filled in.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let player = match member(&ask).await {
        Ok(player) => player,
        Err(failure) => return members_only(&ask, &failure, &texts.desk_new(), PATH),
    };
    let of = match club::for_event(&ask, player).await {
        Ok(of) => of,
        Err(failure) => return ask.problem(&failure, PATH),
    };
    let body = match chosen(&ask) {
        Ok(Some(preset)) => form(&ask, &preset, of.as_ref()),
        Ok(None) | Err(_) => choices(&ask, None),
    };
    super::page(&ask, &texts.desk_new(), PATH, &lively(0), &body)
}

/// A new event. The fields that depend on its preset are read by their names.
#[derive(Default, Deserialize)]
#[serde(default)]
struct NewForm {
    club: String,
    file: String,
    preset: String,
    name: String,
    look: String,
}

/// The preset that a form names or contains, or an error in it.
fn chosen(ask: &Ask) -> Result<Option<Preset>, String> {
    let NewForm { file, preset, .. } = ask.form();
    match file.as_str() {
        "" => Ok(presets::by_id(&preset)),
        file => match Preset::from_toml(file) {
            Ok(preset) => Ok(Some(preset)),
            Err(why) => Err(preset_error(ask.texts(), &why)),
        },
    }
}

fn choices(ask: &Ask, wrong: Option<&str>) -> Markup {
    let (texts, lang) = (ask.texts(), ask.lang);
    let form: NewForm = ask.form();
    let of = match form.club.as_str() {
        "" => String::new(),
        club => format!("club={club}&"),
    };
    html! {
        main #content data-testid="presets-page" {
            h1 { (texts.desk_new()) }
            @if let Some(wrong) = wrong { p.problem role="alert" data-testid="problem" { (wrong) } }
            p { (texts.desk_choose()) }
            @for (heading, presets) in by_entrants(texts) {
                h2 { (heading) }
                ul.list { @for preset in &presets {
                    li { a.whole href={ (PATH) "?" (of) "preset=" (preset.id) } data-testid={ "preset-" (preset.id) } {
                        span.told { b { (title(preset, lang)) } small { (summary(texts, lang, preset)) } }
                    } }
                } }
            }
            details open[wrong.is_some()] {
                summary data-testid="own-preset" { (texts.desk_own_preset()) }
                form method="post" action=(PATH) {
                    p.help { (texts.desk_own_preset_help()) }
                    @if !form.club.is_empty() { input type="hidden" name="club" value=(form.club); }
                    label { (texts.venue_choose()) input type="file" accept=".toml" data-into="file" data-testid="preset-chosen"; }
                    label { (texts.venue_text()) textarea name="file" rows="6" spellcheck="false" data-testid="preset-text" { (form.file) } }
                    button.second name="look" value="yes" data-testid="use-preset" { (texts.desk_look()) }
                }
            }
        }
    }
}

/// The value of a field that depends on the preset, or `usual` if the form does not have it yet.
fn filled(ask: &Ask, name: &str, usual: &str) -> String {
    match ask.fields().any(|(of, _)| of == name) {
        true => ask.field(name).to_owned(),
        false => usual.to_owned(),
    }
}

/// A field with these values and their labels.
fn choice(label: &str, name: &str, chosen: &str, all: &[(&str, String)]) -> Markup {
    html! {
        label {
            (label)
            select name=(name) data-testid=(name) {
                @for (value, called) in all { option value=(value) selected[*value == chosen] { (called) } }
            }
        }
    }
}

fn form(ask: &Ask, preset: &Preset, of: Option<&OfClub>) -> Markup {
    let texts = ask.texts();
    let wanted = changed(ask, preset.clone());
    let NewForm {
        file: own, name, ..
    } = ask.form();
    let filled = |name: &str, usual: &str| filled(ask, name, usual);
    let is_void = preset.stages[0].forfeits.withdrawal == Withdrawal::VoidInFirstHalf;
    let withdrawal = filled("withdrawal", if is_void { "void" } else { "stand" });
    let is_required = preset.check_in == CheckIn::Required;
    let check_in = filled("check-in", if is_required { "required" } else { "none" });
    let (policy, rules): (Vec<_>, Vec<_>) = fields(texts, preset)
        .into_iter()
        .partition(|(name, ..)| POLICY.contains(name));
    html! {
        main #content data-testid="new-event-page" {
            h1 { (title(preset, ask.lang)) }
            @match &wanted {
                Ok(wanted) => ul data-testid="meaning" { @for told in meaning(ask, wanted) { li { b { (told) } } } },
                Err(why) => p.problem role="alert" data-testid="problem" { (why) },
            }
            form method="post" action=(PATH) {
                input type="hidden" name="preset" value=(preset.id);
                @if !own.is_empty() { input type="hidden" name="file" value=(own); }
                (field("name", &texts.desk_event_name(), &name))
                @if let Some(of) = of { (club::event_fields(ask, of)) }
                div.row {
                    @if of.is_none() {
                        label { (texts.club_event_day()) input type="date" name="day" value=(ask.field("day")) data-testid="day"; }
                    }
                    (number("entries", &texts.desk_expected(), &filled("entries", "16")))
                    (number("begins", &texts.desk_begins(), &filled("begins", BEGINS)))
                    (number("pause", &texts.desk_pause_field(), &filled("pause", PAUSE)))
                }
                (online_fields(ask, preset))
                details open[wanted.is_err()] {
                    summary { (texts.desk_different()) }
                    @for (name, label, usual) in &rules { (number(name, label, &filled(name, usual))) }
                    (order_fields(ask, preset))
                    (knock_out_fields(ask, preset))
                    (sum_fields(ask, preset))
                    (field("fee", &texts.desk_fee_field(), &filled("fee", preset.fee.as_deref().unwrap_or_default())))
                    label {
                        (texts.desk_prizes_field())
                        textarea name="prizes" rows="3" data-testid="prizes" { (filled("prizes", &prizes::written(preset, ask.lang))) }
                    }
                    @if let Some(duplicate) = preset.stages[0].duplicate {
                        @let usual = if duplicate.deals == Deals::Phones { "phones" } else { "bags" };
                        @let deals = filled("deals", usual);
                        label {
                            (texts.desk_deals_field())
                            select name="deals" data-testid="deals" {
                                option value="bags" selected[deals == "bags"] { (texts.desk_deals_bags()) }
                                option value="phones" selected[deals == "phones"] { (texts.desk_deals_phones()) }
                            }
                        }
                    }
                    label {
                        (texts.desk_check_in_field())
                        select name="check-in" {
                            option value="none" selected[check_in == "none"] { (texts.desk_check_in_none()) }
                            option value="required" selected[check_in == "required"] { (texts.desk_check_in_required()) }
                        }
                    }
                    h2 { (texts.desk_policy()) }
                    p.help { (texts.desk_policy_help()) }
                    @for (name, label, usual) in &policy { (field(name, label, &filled(name, usual))) }
                    label {
                        (texts.desk_withdrawal())
                        select name="withdrawal" {
                            option value="stand" selected[withdrawal == "stand"] { (texts.desk_withdrawal_stand()) }
                            option value="void" selected[withdrawal == "void"] { (texts.desk_withdrawal_void()) }
                        }
                    }
                }
                p.row {
                    button data-testid="make-event" { (texts.desk_make()) }
                    // A custom preset is too long for an address.
                    @if own.is_empty() { button.second formmethod="get" data-testid="look" { (texts.desk_look()) } }
                    @else { button.second name="look" value="yes" data-testid="look" { (texts.desk_look()) } }
                }
            }
            @if !preset.our_reading.is_empty() {
                p { (texts.desk_our_reading()) }
                ul data-testid="our-reading" { @for told in our_reading(preset, ask.lang) { li { (with_keys(&told)) } } }
            }
            details {
                summary { (texts.desk_sources()) }
                ul { @for source in &preset.sources { li { (source) } } }
            }
            @if own.is_empty() { p { a href={ "/events/presets/" (preset.id) ".toml" } data-testid="preset-file" { (texts.desk_preset_file()) } } }
        }
    }
}

/// `POST /events/new`: makes an event.
pub async fn make(ask: Ask) -> Response {
    let made = async {
        let player = member(&ask).await?;
        ask.is_from_here()?;
        if !ask.site.allows(What::Table, ask.peer, &ask.headers) {
            return Err(Failure::new(ApiErrorCode::Flood));
        }
        ask.read().await?;
        Ok(player)
    };
    let texts = ask.texts();
    let player = match made.await {
        Ok(player) => player,
        Err(failure) => return ask.problem(&failure, PATH),
    };
    let asked: NewForm = ask.form();
    let preset = match chosen(&ask) {
        Ok(Some(preset)) => preset,
        Ok(None) => return ask.problem(&Failure::new(ApiErrorCode::Malformed), PATH),
        Err(why) => {
            let page = choices(&ask, Some(&why));
            let page = super::page(&ask, &texts.desk_new(), PATH, &lively(0), &page);
            return (
                super::super::extract::status(ApiErrorCode::BadOptions),
                page,
            )
                .into_response();
        }
    };
    let of = match club::for_event(&ask, player).await {
        Ok(of) => of,
        Err(failure) => return ask.problem(&failure, PATH),
    };
    if asked.look == "yes" {
        return ask.page(&texts.desk_new(), PATH, &form(&ask, &preset, of.as_ref()));
    }
    let refused = |why: &str| {
        let body = form(&ask, &preset, of.as_ref());
        let body = html! { div.wrong role="alert" { p data-testid="refused" { (why) } } (body) };
        let page = ask.page(&texts.desk_new(), PATH, &body);
        (super::super::extract::status(ApiErrorCode::BadName), page).into_response()
    };
    let mut wanted = match changed(&ask, preset.clone()) {
        Ok(wanted) => wanted,
        Err(why) => return refused(&why),
    };
    let minutes = minutes(&ask, &wanted);
    let place = of.as_ref().map(|of| of.checked(&ask, &mut wanted, minutes));
    let place = match place.transpose() {
        Ok(place) => place,
        Err(why) => return refused(&why),
    };
    let name = capicu_accounts::conduct::line(&asked.name);
    match ask.site.events().make(&name, wanted, player).await {
        Ok(id) => {
            let back = format!("/e/{id}/desk");
            if let (Some(of), Some(place)) = (&of, place)
                && !club::keep_event(&ask, of, place.of(id), player).await
            {
                // The event exists, but it is not in the calendar.
                let why = html! { p { (texts.problem_unavailable()) } };
                return not_done(&ask, ApiErrorCode::Unavailable, &why, &back);
            }
            lead_to(&back, None)
        }
        Err(NotDone::Refused(_, why)) => match *why {
            capicu_event::Refused::Preset(error) => {
                refused(&texts.desk_refused_preset(&preset_error(texts, &error)))
            }
            capicu_event::Refused::LogFull { most } => refused(&texts.event_logs_full(most)),
            _ => refused(&texts.desk_refused_text()),
        },
        Err(NotDone::Failed | NotDone::Broken | NotDone::Stopped) => {
            let why = html! { p { (texts.problem_unavailable()) } };
            not_done(&ask, ApiErrorCode::Unavailable, &why, PATH)
        }
    }
}
