//! The account page: the name, creating an account, the devices, and stored data.

use axum::http::HeaderValue;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::account::{self, SignedOut};
use capicu_accounts::friends::circle;
use capicu_accounts::passkeys::all as all_passkeys;
use capicu_accounts::{clubs, conduct, history};
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, MAX_NAME, Me, PasskeyInfo, SessionInfo};
use capicu_store::SignedIn;
use fast_qr::QRBuilder;
use fast_qr::convert::svg::SvgBuilder;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::extract::{Ask, Line, Wrong, lead_to, status, told};
use super::own_pages::own_pages;
use super::passkeys::{self, Button};
use super::when::{MOMENT, with_moment};
use super::{club, friends, notice, push, ratings};
use crate::Failure;
use crate::assets;
use crate::cookie;
use crate::sessions;

/// The path of these pages.
const PATH: &str = "/me";

/// `GET /me`: the account page.
pub async fn show(ask: Ask) -> Response {
    answer(&ask, None).await
}

/// The form of a name.
#[derive(Default, Deserialize)]
#[serde(default)]
struct NameForm {
    name: String,
}

/// `POST /me/name`: renames the player. A visitor who is not signed in becomes a guest with this name.
pub async fn rename(ask: Ask) -> Response {
    let named = async {
        ask.read().await?;
        let NameForm { name } = ask.form();
        Ok(match ask.who().await? {
            Some(found) => {
                account::rename(ask.site.context(), &found, &name).await?;
                None
            }
            None => {
                let begun = sessions::make(&ask.site, ask.peer, &ask.headers, Some(&name)).await?;
                Some(begun.keep)
            }
        })
    };
    match named.await {
        Ok(cookie) => lead_to(PATH, cookie),
        Err(failure) => wrong(&ask, &failure, "name", &[ApiErrorCode::BadName]).await,
    }
}

/// The username of a new account.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Join {
    username: String,
}

/// `POST /me/member`: creates an account.
pub async fn join(ask: Ask) -> Response {
    let joined = async {
        let found = ask.changing().await?;
        let codes = account::join(ask.site.context(), &found, &ask.form::<Join>().username).await?;
        Ok((found, codes))
    };
    match joined.await {
        Ok((found, codes)) => told_codes(&ask, &found, &codes).await,
        Err(failure) => {
            let of_the_field = [ApiErrorCode::BadUsername, ApiErrorCode::UsernameTaken];
            wrong(&ask, &failure, "username", &of_the_field).await
        }
    }
}

/// `POST /me/codes`: makes new recovery codes.
pub async fn renew_codes(ask: Ask) -> Response {
    let renewed = async {
        let found = ask.changing().await?;
        let codes = account::renew_codes(ask.site.context(), &found).await?;
        Ok((found, codes))
    };
    match renewed.await {
        Ok((found, codes)) => told_codes(&ask, &found, &codes).await,
        Err(failure) => wrong(&ask, &failure, "", &[]).await,
    }
}

/// `POST /me/device`: a link that signs another device in.
pub async fn offer(ask: Ask) -> Response {
    let offered = async {
        let found = ask.changing().await?;
        Ok::<_, Failure>(account::offer(ask.site.context(), &found).await?)
    };
    match offered.await {
        Ok(link) => {
            let path = format!("/device/{}", link.token);
            let texts = ask.texts();
            let body = shown_link(texts, &format!("{}{path}", origin(&ask)));
            ask.page(&texts.me_add_device(), PATH, &body)
        }
        Err(failure) => wrong(&ask, &failure, "", &[]).await,
    }
}

/// The session to end; all where it is none.
#[derive(Default, Deserialize)]
#[serde(default)]
struct SignOut {
    session: String,
}

/// `POST /me/sign-out`: of one device, or of all.
pub async fn sign_out(ask: Ask) -> Response {
    let signed_out = async {
        let found = ask.changing().await?;
        let context = ask.site.context();
        let (which, effects) = match ask.form::<SignOut>().session.as_str() {
            "" | "all" => {
                let effects = account::sign_out_everywhere(context, &found).await?;
                (SignedOut::This, effects)
            }
            id => account::sign_out(context, &found, id).await?,
        };
        ask.site.carry_out(effects).await?;
        Ok::<_, Failure>(which)
    };
    match signed_out.await {
        Ok(SignedOut::This) => lead_to("/?done=signed-out", Some(forget(&ask))),
        Ok(SignedOut::Other) => lead_to(PATH, None),
        // Another request was quicker: the list shows it.
        Err(failure) if failure.code() == ApiErrorCode::NotFound => lead_to(PATH, None),
        Err(failure) => wrong(&ask, &failure, "", &[]).await,
    }
}

/// `GET /me/delete`: asks whether to delete the account.
pub async fn ask_to_delete(ask: Ask) -> Response {
    let found = match ask.who().await {
        Ok(Some(found)) => found,
        Ok(None) => return lead_to(PATH, None),
        Err(failure) => return ask.problem(&failure, PATH),
    };
    let texts = ask.texts();
    let name = found.player.name.unwrap_or_else(|| texts.default_name());
    let title = texts.me_delete_sure(&name);
    let body = html! {
        main #content data-testid="delete-page" {
            h1 { (title) }
            p { (texts.me_delete_help()) }
            form.row method="post" action="/me/delete" {
                a.do href=(PATH) data-testid="keep-me" { (texts.me_delete_no()) }
                button.second data-testid="delete-me-sure" { (texts.me_delete_yes()) }
            }
        }
    };
    ask.page(&title, "/me/delete", &body)
}

/// `POST /me/delete`: deletes the account.
pub async fn delete(ask: Ask) -> Response {
    let deleted = async {
        let found = ask.changing().await?;
        let effects = account::delete(ask.site.context(), &found).await?;
        ask.site.carry_out(effects).await
    };
    match deleted.await {
        Ok(()) => lead_to("/?done=deleted", Some(forget(&ask))),
        Err(failure) => wrong(&ask, &failure, "", &[]).await,
    }
}

/// The form that marks a notice as read.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Read {
    entry: String,
}

/// `POST /me/read`: marks a notice of a moderator as read.
pub async fn read(ask: Ask) -> Response {
    let read = async {
        let found = ask.changing().await?;
        let entry = ask.form::<Read>().entry.parse();
        let entry = entry.map_err(|_| Failure::new(ApiErrorCode::Malformed))?;
        Ok::<_, Failure>(conduct::read(ask.site.context(), found.player.id, entry).await?)
    };
    match read.await {
        Ok(()) => lead_to(PATH, None),
        // The notice was read on another device.
        Err(failure) if failure.code() == ApiErrorCode::NotFound => lead_to(PATH, None),
        Err(failure) => wrong(&ask, &failure, "", &[]).await,
    }
}

fn forget(ask: &Ask) -> HeaderValue {
    cookie::forget(ask.site.is_secure(&ask.headers))
}

/// The address of this server, as the browser has it.
pub fn origin(ask: &Ask) -> String {
    let scheme = match ask.site.is_secure(&ask.headers) {
        true => "https",
        false => "http",
    };
    let host = ask.headers.get("host").and_then(|host| host.to_str().ok());
    format!("{scheme}://{}", host.unwrap_or_default())
}

/// Shows the page again as it was filled in, with the error: next to the field if its contents caused it.
pub async fn wrong(
    ask: &Ask,
    failure: &Failure,
    field: &'static str,
    at_fault: &[ApiErrorCode],
) -> Response {
    let code = failure.code();
    let field = if at_fault.contains(&code) { field } else { "" };
    answer(ask, Some(Wrong { field, code })).await
}

/// The clubs of a player with an account, and requests of leagues.
async fn of_clubs(ask: &Ask, username: Option<&str>) -> Result<Markup, Failure> {
    let (own, requests) = match (username, ask.who().await?) {
        (Some(_), Some(found)) => (
            clubs::own(ask.site.context(), found.player.id).await?,
            club::requests(ask, found.player.id).await?,
        ),
        _ => return Ok(html! {}),
    };
    let is_empty = own.is_empty() && requests.0.is_empty();
    Ok(html! {
        @if !is_empty {
            section data-testid="my-clubs" {
                h2 { (ask.texts().clubs()) }
                (requests)
                ul.list { @for (address, name) in &own { li { a href={ "/club/" (address) } { (name) } } } }
            }
        }
    })
}

async fn answer(ask: &Ask, wrong: Option<Wrong>) -> Response {
    let texts = ask.texts();
    let body = async {
        Ok(match ask.who().await? {
            None => nobody(ask, wrong),
            Some(found) => {
                let sessions = history::sessions(ask.site.context(), &found).await?;
                let holds = conduct::holds(ask.site.context(), found.player.id).await?;
                let holds = notice::holds(texts, &holds);
                let rated = ratings::own(&ask.site, &found).await?;
                let passkeys = all_passkeys(ask.site.context(), &found.player).await?;
                let circle = circle(ask.site.context(), &found).await?;
                let push = push::section(ask, &found).await?;
                let me = account::me(ask.site.context(), found.player).await?;
                let rated = ratings::of_me(ask, me.username.is_some(), &rated);
                let clubs = of_clubs(ask, me.username.as_deref()).await?;
                let friends = me
                    .username
                    .is_some()
                    .then(|| friends::of_me(texts, &circle));
                let sections = Sections {
                    first: holds,
                    own: html! { (rated) (clubs) },
                    settings: html! {
                        (devices(texts, &me, &sessions))
                        (push.unwrap_or_default())
                        (friends.unwrap_or_default())
                    },
                };
                somebody(ask, &me, &sections, &passkeys, wrong)
            }
        })
    };
    let body: Result<Markup, Failure> = body.await;
    let body = match body {
        Ok(body) => body,
        Err(failure) => return ask.problem(&failure, PATH),
    };
    let page = ask.page_with(&texts.site_you(), PATH, &passkeys::head(), &body);
    match wrong {
        Some(wrong) => (status(wrong.code), page).into_response(),
        None => page,
    }
}

fn nobody(ask: &Ask, wrong: Option<Wrong>) -> Markup {
    let texts = ask.texts();
    html! {
        main #content data-testid="me-page" {
            h1 { (texts.site_you()) }
            (general(texts, wrong))
            p { (texts.me_nobody()) }
            (name_form(ask, ask.form::<NameForm>().name, wrong))
            p { a href="/sign-in" data-testid="to-sign-in" { (texts.sign_in()) } }
        }
    }
}

/// The parts of the page that other modules make.
struct Sections {
    /// Notices, above everything.
    first: Markup,
    own: Markup,
    settings: Markup,
}

fn somebody(
    ask: &Ask,
    me: &Me,
    sections: &Sections,
    passkeys: &[PasskeyInfo],
    wrong: Option<Wrong>,
) -> Markup {
    let texts = ask.texts();
    let name = me.name.clone().unwrap_or_default();
    let is_name_wrong = wrong.is_some_and(|wrong| wrong.field == "name");
    let written = if is_name_wrong {
        ask.form::<NameForm>().name
    } else {
        name.clone()
    };
    html! {
        main #content data-testid="me-page" data-module=[assets::named("settings", "js")] {
            h1 { @if name.is_empty() { (texts.site_you()) } @else { (name) } }
            (general(texts, wrong))
            @if ask.done() == "signed-in" {
                p.done role="status" data-testid="done" { (texts.sign_in_device_done()) }
            }
            (sections.first)
            (own_pages(texts, me))
            (sections.own)
            (name_form(ask, written, wrong))
            @match &me.username {
                Some(_) => {
                    (passkeys::section(ask, passkeys))
                    (codes(texts, me.codes))
                },
                None => (join_form(ask, wrong)),
            }
            (sections.settings)
            section {
                h2 { (texts.me_data()) }
                p { a href="/api/me/export" download="capicu.json" data-testid="export" { (texts.me_export()) } }
                p.help { (texts.me_export_help()) }
                p { a href="/me/delete" data-testid="delete-me" { (texts.me_delete()) } }
                p.help { (texts.me_delete_help()) }
            }
        }
    }
}

/// An error that belongs to no field.
fn general(texts: Texts, wrong: Option<Wrong>) -> Markup {
    let wrong = wrong.filter(|wrong| wrong.field.is_empty());
    html! {
        @if let Some(wrong) = wrong {
            p.problem role="alert" data-testid="problem" { (told(texts, wrong.code)) }
        }
    }
}

fn name_form(ask: &Ask, written: String, wrong: Option<Wrong>) -> Markup {
    let texts = ask.texts();
    let line = Line {
        name: "name",
        label: texts.your_name(),
        help: texts.home_name_help(),
        value: written,
        autocomplete: "nickname",
        longest: MAX_NAME,
    };
    html! {
        form method="post" action="/me/name" {
            (line.html(texts, wrong))
            button data-testid="change-name" {
                @if line.value.is_empty() { (texts.room_called()) } @else { (texts.me_name_change()) }
            }
        }
    }
}

fn join_form(ask: &Ask, wrong: Option<Wrong>) -> Markup {
    let texts = ask.texts();
    let line = Line {
        name: "username",
        label: texts.me_username(),
        help: texts.me_username_help(),
        value: ask.form::<Join>().username,
        autocomplete: "username",
        longest: 20,
    };
    html! {
        section {
            h2 { (texts.me_join()) }
            p { (texts.me_join_help()) }
            form method="post" action="/me/member" {
                (line.html(texts, wrong))
                (passkeys::button(ask, Button::Join))
                p { button.second data-testid="join" { (texts.me_join_codes()) } }
            }
            p { a href="/sign-in" data-testid="to-sign-in" { (texts.sign_in()) } }
        }
    }
}

fn codes(texts: Texts, left: u32) -> Markup {
    html! {
        section {
            h2 { (texts.me_codes()) }
            p data-testid="codes-left" { (texts.me_codes_left(left)) }
            form method="post" action="/me/codes" {
                button.second data-testid="new-codes" { (texts.me_codes_new()) }
                p.help { (texts.me_codes_new_help()) }
            }
        }
    }
}

fn devices(texts: Texts, me: &Me, sessions: &[SessionInfo]) -> Markup {
    html! {
        section {
            h2 { (texts.me_devices()) }
            form method="post" action="/me/sign-out" {
                ul.list data-testid="devices" { @for session in sessions { (device(texts, session)) } }
                @if me.username.is_none() { p.help { (texts.me_sign_out_guest()) } }
                @if sessions.len() > 1 {
                    button.second name="session" value="all" data-testid="sign-out-everywhere" {
                        (texts.me_sign_out_everywhere())
                    }
                }
            }
            form method="post" action="/me/device" {
                p { button.second data-testid="add-device" { (texts.me_add_device()) } }
                p.help { (texts.me_add_device_help()) }
            }
        }
    }
}

fn device(texts: Texts, session: &SessionInfo) -> Markup {
    let label = match session.label.as_str() {
        "" => texts.me_device_unknown(),
        label => label.to_owned(),
    };
    html! {
        li {
            p {
                b { (label) }
                @if session.this { " (" (texts.me_device_this()) ")" }
                br;
                small { (with_moment(&texts.me_device_seen(MOMENT), session.seen)) }
            }
            button.second name="session" value=(session.id)
                aria-label=(texts.me_sign_out_of(&label))
                data-testid=(if session.this { "sign-out-this" } else { "sign-out-other" }) {
                (texts.me_sign_out())
            }
        }
    }
}

/// The codes, this once.
pub async fn told_codes(ask: &Ask, found: &SignedIn, codes: &[String]) -> Response {
    let texts = ask.texts();
    // Load the player again: a moment ago this was a guest.
    let player = ask.site.services().store.player(found.player.id).await;
    let player = match player {
        Ok(player) => player.unwrap_or_else(|| found.player.clone()),
        Err(_) => found.player.clone(),
    };
    let username = match player.kind {
        capicu_store::PlayerKind::Member { username } => username,
        _ => ask.form::<Join>().username,
    };
    let body = html! {
        main #content data-testid="codes-page" {
            h1 { (texts.me_codes_shown()) }
            p { (texts.me_codes_once(&username)) }
            ol.codes #codes data-testid="codes" { @for code in codes { li { code { (code) } } } }
            p.row {
                a.do href=(PATH) data-testid="codes-kept" { (texts.me_codes_kept()) }
                button.second type="button" hidden data-copy="codes" data-copied=(texts.copied()) {
                    (texts.copy())
                }
            }
        }
    };
    ask.page(&texts.me_codes_shown(), PATH, &body)
}

/// The link for another device, to be opened or scanned.
fn shown_link(texts: Texts, link: &str) -> Markup {
    html! {
        main #content data-testid="device-link-page" {
            h1 { (texts.me_add_device()) }
            p { (texts.me_device_scan()) }
            @if let Some(picture) = picture(link) {
                div role="img" aria-label=(texts.me_device_picture()) { (picture) }
            }
            label for="device-link" { (texts.me_device_link()) }
            div.row {
                input #device-link type="text" readonly value=(link) data-testid="device-link";
                button.second type="button" hidden data-copy="device-link"
                    data-copied=(texts.copied()) { (texts.copy()) }
            }
            p { a href=(PATH) { (texts.desk_back()) } }
        }
    }
}

/// A link as a QR code: black on white, whatever the page's colors.
pub fn picture(link: &str) -> Option<Markup> {
    let code = QRBuilder::new(link).build().ok()?;
    let drawing = SvgBuilder::default().to_str(&code);
    let drawing = drawing.replacen("<svg ", "<svg class=\"qr\" aria-hidden=\"true\" ", 1);
    Some(PreEscaped(drawing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_has_a_qr_code() {
        let link = format!("https://dominoes.example/device/{}", "0f".repeat(32));
        let picture = picture(&link).expect("a short text").into_string();
        assert!(picture.starts_with("<svg class=\"qr\""), "{picture}");
        assert!(!picture.contains(&link) && !picture.contains("href"));
    }
}
