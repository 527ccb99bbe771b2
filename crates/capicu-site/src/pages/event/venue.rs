//! Events at a venue: the notices on the desk of each copy, taking an event over, and bringing it back.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use capicu_event::{Broken, Fact, Line, LogError};
use capicu_event_service::venue::{Copy, Mistake, taken_over};
use capicu_event_service::work::{Panicked, Weight};
use capicu_event_service::{Hall, SharedHall};
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_store::events::{EventError, Part};
use maud::{Markup, html};
use serde::Deserialize;

use super::super::action::DeskAction;
use super::super::extract::{Ask, lead_to};
use super::{at_desk, field, hall, hidden, lively, member, member_upload, members_only, not_done};
use crate::sessions;
use crate::{Failure, FormsTo, What};

/// The path of the form that takes over an event.
const TAKE: &str = "/events/take";

/// The part of the desk about the location of the event, and the actions on it.
pub fn at_the_desk(ask: &Ask, hall: &Hall, part: Part) -> Markup {
    let texts = ask.texts();
    let to = format!("/e/{}/desk", hall.id);
    let is_director = part == Part::Director;
    let button = |act: DeskAction, label: String, inner: Markup| {
        html! {
            form.row method="post" action=(to) {
                (hidden(ask, hall.event.version()))
                (inner)
                button.second name="act" value=(act) data-testid=(act) { (label) }
            }
        }
    };
    html! {
        @match hall.copy() {
            Copy::Here if is_director && super::is_on(hall) => details {
                summary data-testid="to-venue" { (texts.venue()) }
                p.help { (texts.venue_help()) }
                (button(DeskAction::HandOver, texts.venue_hand_over(), html! {}))
            },
            Copy::Here => {},
            Copy::AtVenue => {
                p.done data-testid="at-venue" { (texts.venue_here()) }
                @if is_director { (button(DeskAction::GiveBack, texts.venue_give_back(), html! {})) }
            },
            Copy::Away => {
                p.problem data-testid="away" { (texts.venue_away()) }
                @if is_director {
                    p { a.do href={ "/e/" (hall.id) "/files/venue.jsonl" } data-testid="venue-file" { (texts.venue_file()) } }
                    details {
                        summary data-testid="bring-back" { (texts.venue_bring_back()) }
                        form method="post" action={ "/e/" (hall.id) "/back" } {
                            p.help { (texts.venue_bring_back_help()) }
                            (log_field(texts))
                            button.second data-testid="brought-back" { (texts.venue_bring_back()) }
                        }
                    }
                    details {
                        summary data-testid="call-back" { (texts.venue_recall()) }
                        (button(DeskAction::Recall, texts.venue_recall(), field("reason", &texts.desk_reason(), "")))
                    }
                }
            },
            Copy::Elsewhere => p.problem data-testid="elsewhere" { (texts.venue_elsewhere()) },
            Copy::GivenBack => {
                p.problem data-testid="given-back" { (texts.venue_given_back()) }
                p { a.do href={ "/e/" (hall.id) "/files/event.jsonl" } data-testid="whole-log" { (texts.desk_log()) } }
                form method="get" action={ "/e/" (hall.id) "/send" } {
                    p.help { (texts.venue_send_help()) }
                    (field("home", &texts.venue_home(), ""))
                    button.second data-testid="send-home" { (texts.venue_send()) }
                }
            },
        }
    }
}

/// The notice on a read-only copy.
pub fn only_read(texts: Texts, hall: &Hall) -> Markup {
    html! {
        @match hall.copy() {
            Copy::Here | Copy::AtVenue => {},
            Copy::Away => p.done data-testid="not-here" { (texts.venue_not_here()) },
            Copy::Elsewhere | Copy::GivenBack => p.done data-testid="not-here" { (texts.venue_only_read()) },
        }
    }
}

/// A file field, or without a script a field for its text.
fn log_field(texts: Texts) -> Markup {
    html! {
        label { (texts.venue_choose()) input type="file" data-into="log" data-testid="file"; }
        label { (texts.venue_text()) textarea name="log" rows="4" data-testid="log" spellcheck="false" {} }
    }
}

/// `GET /events/take`: the form that takes over an event from its log.
pub async fn ask_to_take(ask: Ask) -> Response {
    let texts = ask.texts();
    if let Err(failure) = member(&ask).await {
        return members_only(&ask, &failure, &texts.venue_take(), TAKE);
    }
    let body = html! {
        main #content data-testid="take-page" {
            h1 { (texts.venue_take()) }
            p { (texts.venue_take_help()) }
            form method="post" action=(TAKE) {
                (log_field(texts))
                button data-testid="take" { (texts.venue_take()) }
            }
        }
    };
    super::page(&ask, &texts.venue_take(), TAKE, &lively(0), &body)
}

/// `POST /events/take`: takes over an event from its log.
pub async fn take(ask: Ask) -> Response {
    let player = match member_upload(&ask).await {
        Ok(player) => player,
        Err(failure) => return ask.problem(&failure, TAKE),
    };
    let text = text(&ask);
    let verified = ask
        .site
        .events()
        .work()
        .run(Weight::Verifying, move || taken_over(&text));
    let (id, event, key) = match verified.await {
        Ok(Ok(taken)) => taken,
        Ok(Err(why)) => return wrong(&ask, &why, TAKE),
        Err(Panicked) => return ask.problem(&Failure::new(ApiErrorCode::Unavailable), TAKE),
    };
    if ask.site.events().check_account(player).await.is_err() {
        let most = ask.site.events().most_of_account();
        let why = html! { p { (ask.texts().event_logs_full(most)) } };
        return not_done(&ask, ApiErrorCode::Full, &why, TAKE);
    }
    match ask.site.events().take_over(&id, &event, key, player).await {
        Ok(()) => lead_to(&format!("/e/{id}/desk?done=done"), None),
        Err(EventError::Conflict) => {
            let why = html! { p { (ask.texts().venue_taken()) " " a href={ "/e/" (id) } { (event.state().name) } } };
            not_done(&ask, ApiErrorCode::Full, &why, TAKE)
        }
        Err(_) => ask.problem(&Failure::new(ApiErrorCode::Unavailable), TAKE),
    }
}

/// The log of an event.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Log {
    log: String,
}

/// The log from a form, with the line ends of browsers converted.
fn text(ask: &Ask) -> String {
    let mut text = ask.form::<Log>().log.replace("\r\n", "\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// `POST /e/ID/back`: uploads a log that comes back from a venue.
pub async fn bring_back(Path(id): Path<String>, ask: Ask) -> Response {
    let back = format!("/e/{id}/desk");
    let desk = async {
        sessions::from_here(&ask.site, &ask.headers)?;
        let desk = at_desk(&ask, &id).await?;
        if desk.part != Part::Director {
            return Err(Failure::new(ApiErrorCode::NotFound));
        }
        if !ask.site.allows(What::Table, ask.peer, &ask.headers) {
            return Err(Failure::new(ApiErrorCode::Flood));
        }
        ask.upload().await?;
        Ok(desk)
    };
    let desk = match desk.await {
        Ok(desk) => desk,
        Err(failure) => return ask.problem(&failure, &back),
    };
    let text = text(&ask);
    match brought_back(&ask, &desk.hall, text, &back).await {
        Ok(()) => lead_to(&format!("{back}?done=done"), None),
        Err(answer) => answer,
    }
}

/// Verifies a returned log while others read the event, and adds its new lines, or says why not.
async fn brought_back(
    ask: &Ask,
    shared: &SharedHall,
    text: String,
    back: &str,
) -> Result<(), Response> {
    let unavailable = || ask.problem(&Failure::new(ApiErrorCode::Unavailable), back);
    let before = shared.lock().await.clone();
    let version = before.event.version();
    let verify = move || before.brought_back(&text);
    let verified = ask.site.events().work().run(Weight::Verifying, verify);
    let event = match verified.await {
        Ok(Ok(event)) => event,
        Ok(Err(why)) => return Err(wrong(ask, &why, back)),
        Err(Panicked) => return Err(unavailable()),
    };
    let mut hall = shared.lock().await;
    if hall.event.version() != version {
        let why = html! { p { (ask.texts().desk_refused_behind()) } };
        return Err(not_done(ask, ApiErrorCode::Full, &why, back));
    }
    let done = ask.site.events().bring_back(&mut hall, event).await;
    done.map_err(|_| unavailable())
}

/// The address of an event at its home server, from a copied link: the server, and the path of the form.
fn at_home(address: &str) -> Option<(FormsTo, String)> {
    let (scheme, rest) = address.split_once("://")?;
    let (host, path) = rest.split_once('/')?;
    let id = path.strip_prefix("e/")?;
    let id = id.split(['/', '?', '#']).next()?;
    let is_id = !id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric());
    let origin = format!("{scheme}://{host}");
    let to = FormsTo::origin(&origin)?;
    is_id.then(|| (to, format!("{origin}/e/{id}/home")))
}

/// The address of the home server.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Home {
    home: String,
}

/// `GET /e/ID/send?home=ADDRESS`: the whole log as a form that this browser sends to the home server. The signature in
/// the log authorizes it there, so no sign-in is needed.
pub async fn send(Path(id): Path<String>, ask: Ask) -> Response {
    let back = format!("/e/{id}/desk");
    let desk = match at_desk(&ask, &id).await {
        Ok(desk) => desk,
        Err(failure) => return ask.problem(&failure, &back),
    };
    let texts = ask.texts();
    let hall = desk.hall.lock().await;
    let Some((forms_to, to)) = at_home(&ask.form::<Home>().home) else {
        let why = html! { p { (texts.venue_home_wrong()) } };
        return not_done(&ask, ApiErrorCode::Full, &why, &back);
    };
    if hall.copy() != Copy::GivenBack || desk.part != Part::Director {
        let why = html! { p { (texts.venue_not_given_back()) } };
        return not_done(&ask, ApiErrorCode::Full, &why, &back);
    }
    let body = html! {
        main #content data-testid="send-page" {
            h1 { (texts.venue_send()) }
            p { (texts.venue_send_to(&to)) }
            form method="post" action=(to) {
                textarea name="log" rows="6" readonly data-testid="log" aria-label=(texts.desk_log()) { (hall.event.log().text()) }
                button data-testid="send" { (texts.venue_send()) }
            }
            p { a href=(back) { (texts.desk()) } }
        }
    };
    let mut response = super::page(&ask, &texts.venue_send(), &back, &html! {}, &body);
    response.extensions_mut().insert(forms_to);
    response
}

/// `POST /e/ID/home`: uploads the log of a venue. The server accepts it if the venue has signed it. A repeated upload
/// changes nothing.
pub async fn sent_home(Path(id): Path<String>, ask: Ask) -> Response {
    let back = format!("/e/{id}");
    if !ask.site.allows(What::Table, ask.peer, &ask.headers) {
        return ask.problem(&Failure::new(ApiErrorCode::Flood), &back);
    }
    let shared = match hall(&ask, &id).await {
        Ok(hall) => hall,
        Err(failure) => return ask.problem(&failure, "/events"),
    };
    // Only an event that is at a venue, or has come back from one, takes its log.
    let is_given_back = |line: &Line| matches!(line.fact, Fact::Returned { .. });
    let is_awaited = {
        let hall = shared.lock().await;
        match hall.copy() {
            Copy::Away => true,
            Copy::Here => hall.event.log().lines().last().is_some_and(is_given_back),
            Copy::AtVenue | Copy::Elsewhere | Copy::GivenBack => false,
        }
    };
    if !is_awaited {
        return wrong(&ask, &Mistake::NotAway, &back);
    }
    if let Err(failure) = ask.upload().await {
        return ask.problem(&failure, &back);
    }
    let text = text(&ask);
    let event = Arc::clone(&shared.lock().await.event);
    let own = event.log();
    if own.lines().last().is_some_and(is_given_back) && own.text() == text {
        return lead_to(&back, None);
    }
    match brought_back(&ask, &shared, text, &back).await {
        Ok(()) => lead_to(&back, None),
        Err(answer) => answer,
    }
}

fn wrong(ask: &Ask, why: &Mistake, back: &str) -> Response {
    let texts = ask.texts();
    let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
    let why = match why {
        Mistake::NotForVenues => texts.venue_no_file(),
        Mistake::Log(LogError::Empty) => texts.venue_empty(),
        Mistake::Log(LogError::TooLong) => texts.problem_too_long(),
        Mistake::Log(
            LogError::CutOff { line: at, .. }
            | LogError::NotALine { line: at, .. }
            | LogError::Chain { line: at }
            | LogError::Number { line: at, .. }
            | LogError::Time { line: at },
        ) => texts.venue_damaged(line(*at)),
        Mistake::Broken(
            Broken::Fact { line: at, .. }
            | Broken::Draft { line: at, .. }
            | Broken::Stage { line: at },
        ) => texts.venue_broken(line(*at as usize)),
        Mistake::Broken(Broken::Empty) => texts.venue_empty(),
        Mistake::Key => texts.venue_wrong_key(),
        Mistake::NotAway => texts.venue_not_away(),
        Mistake::Foreign(at) => texts.venue_foreign(line(*at)),
        Mistake::NotGivenBack => texts.venue_not_given_back(),
        Mistake::Forged => texts.venue_forged(),
    };
    not_done(ask, ApiErrorCode::Full, &html! { p { (why) } }, back)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn home_address_must_be_an_event_link() {
        let to = |address: &str| at_home(address).map(|(_, to)| to);
        let home = Some("https://dominoes.example/e/ab12/home".to_owned());
        for right in ["", "/desk", "?lang=es", "/desk?done=done"] {
            let address = format!("https://dominoes.example/e/ab12{right}");
            assert_eq!(to(&address), home, "{address}");
        }
        assert!(to("http://192.168.1.5:7878/e/ab12").is_some());
        for wrong in [
            "",
            "dominoes.example/e/ab12",
            "https://dominoes.example/",
            "https://dominoes.example/e/",
            "https://dominoes.example/events",
            "javascript://x/e/ab12",
            "https://a b/e/ab12",
            "https://a;script-src */e/ab12",
            "https://me@dominoes.example/e/ab12",
            "https://dominoes.example/e/a%20b",
        ] {
            assert_eq!(to(wrong), None, "{wrong}");
        }
    }
}
