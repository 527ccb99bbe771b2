//! Signing a device in: by a recovery code, or by the link that another device shows.

use axum::extract::Path;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::account;
use capicu_protocol::{ApiErrorCode, SignIn};
use capicu_store::PlayerKind;
use maud::{Markup, html};
use serde::Deserialize;

use super::extract::{Ask, Line, Wrong, lead_to, status, told, unkept};
use super::passkeys::{self, Button};
use crate::Failure;
use crate::sessions;

/// `GET /sign-in`: the sign-in page.
pub async fn show(ask: Ask) -> Response {
    answer(&ask, None).await
}

/// The form with a username and a recovery code.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ByCode {
    username: String,
    code: String,
}

/// `POST /sign-in`: signs in with a recovery code.
pub async fn by_code(ask: Ask) -> Response {
    let asked = async {
        ask.read().await?;
        let ByCode { username, code } = ask.form();
        let asked = SignIn::Code { username, code };
        sign_in(&ask, asked).await
    };
    match asked.await {
        Ok(done) => done,
        Err(failure) => {
            let field = match failure.code() {
                ApiErrorCode::BadCode => "code",
                _ => "",
            };
            failed(&ask, &failure, field).await
        }
    }
}

/// Signs in, and leads to the account page. The form is read already, or is empty.
pub async fn sign_in(ask: &Ask, asked: SignIn) -> Result<Response, Failure> {
    ask.read().await?;
    let begun = sessions::sign_in(&ask.site, ask.peer, &ask.headers, asked).await?;
    Ok(lead_to("/me?done=signed-in", Some(begun.keep)))
}

/// Shows the page again with an error that belongs to no field.
pub async fn refused(ask: &Ask, failure: &Failure) -> Response {
    failed(ask, failure, "").await
}

/// Shows the page again with the error in its field. A banned player sees the reason.
async fn failed(ask: &Ask, failure: &Failure, field: &'static str) -> Response {
    let code = failure.code();
    let more = failure.more().filter(|_| code == ApiErrorCode::Banned);
    let more = more.map(str::to_owned);
    answer_with(ask, Some(Wrong { field, code }), more).await
}

/// Whether a guest is signed in on this device.
async fn is_guest(ask: &Ask) -> bool {
    let found = ask.who().await.ok().flatten();
    found.is_some_and(|found| found.player.kind == PlayerKind::Guest)
}

async fn answer(ask: &Ask, wrong: Option<Wrong>) -> Response {
    answer_with(ask, wrong, None).await
}

/// The page with more about the error.
async fn answer_with(ask: &Ask, wrong: Option<Wrong>, more: Option<String>) -> Response {
    let texts = ask.texts();
    let form: ByCode = ask.form();
    let username = Line {
        name: "username",
        label: texts.me_username(),
        help: String::new(),
        value: form.username,
        autocomplete: "username",
        longest: 20,
    };
    let code = Line {
        name: "code",
        label: texts.sign_in_code(),
        help: texts.sign_in_code_help(),
        value: form.code,
        autocomplete: "one-time-code",
        longest: 40,
    };
    let is_guest = is_guest(ask).await;
    let body = html! {
        main #content data-testid="sign-in-page" {
            h1 { (texts.sign_in()) }
            (general(ask, wrong))
            @if let Some(more) = more { p data-testid="more" { (more) } }
            (passkeys::button(ask, Button::SignIn))
            p { (texts.sign_in_help()) }
            form method="post" action="/sign-in" {
                (username.html(texts, wrong))
                (code.html(texts, wrong))
                @if is_guest { p.help { (texts.sign_in_guest()) } }
                button.second data-testid="sign-in" { (texts.sign_in_by_code()) }
            }
            p { a href="/me" data-testid="to-join" { (texts.sign_in_new()) } }
        }
    };
    let page = ask.page_with(&texts.sign_in(), "/sign-in", &passkeys::head(), &body);
    match wrong {
        Some(wrong) => (status(wrong.code), page).into_response(),
        None => page,
    }
}

/// An error that belongs to no field.
fn general(ask: &Ask, wrong: Option<Wrong>) -> Markup {
    let wrong = wrong.filter(|wrong| wrong.field.is_empty());
    html! {
        @if let Some(wrong) = wrong {
            p.problem role="alert" data-testid="problem" { (told(ask.texts(), wrong.code)) }
        }
    }
}

/// `GET /device/TOKEN`: asks first, because another person may have sent the link. A used link has no form.
pub async fn ask_device(Path(token): Path<String>, ask: Ask) -> Response {
    let offered = match token.parse() {
        Ok(token) => account::is_offered(ask.site.context(), &token).await,
        Err(_) => Ok(false),
    };
    let wrong = match offered {
        Ok(true) => None,
        Ok(false) => Some(ApiErrorCode::BadCode),
        Err(error) => Some(Failure::from(error).code()),
    };
    device(&ask, &token, wrong).await
}

/// `POST /device/TOKEN`: signs in another device by a link.
pub async fn by_device(Path(token): Path<String>, ask: Ask) -> Response {
    let done = match token.parse() {
        Ok(token) => sign_in(&ask, SignIn::Device { token }).await,
        Err(_) => Err(Failure::new(ApiErrorCode::BadCode)),
    };
    match done {
        Ok(done) => done,
        Err(failure) => device(&ask, &token, Some(failure.code())).await,
    }
}

async fn device(ask: &Ask, token: &str, wrong: Option<ApiErrorCode>) -> Response {
    let texts = ask.texts();
    let is_token = token.parse::<capicu_protocol::Token>().is_ok();
    let is_guest = is_guest(ask).await;
    // The link itself is not repeated in the page, unless it could still open something.
    let body = html! {
        main #content data-testid="device-page" {
            h1 { (texts.sign_in_device()) }
            @match wrong {
                Some(ApiErrorCode::BadCode) => {
                    p.problem role="alert" data-testid="problem" { (texts.problem_device_link()) }
                    p { a href="/sign-in" { (texts.sign_in()) } }
                }
                wrong => {
                    p { (texts.sign_in_device_help()) }
                    @if let Some(code) = wrong {
                        p.problem role="alert" data-testid="problem" { (told(texts, code)) }
                    }
                    @if is_guest { p.help { (texts.sign_in_guest()) } }
                    form method="post" action={ "/device/" (token) } {
                        button.big data-testid="sign-in-device" { (texts.sign_in_device()) }
                    }
                }
            }
        }
    };
    let path = format!("/device/{token}");
    let path = if is_token { path.as_str() } else { "/sign-in" };
    let page = unkept(ask.page(&texts.sign_in_device(), path, &body));
    match wrong {
        Some(code) => (status(code), page).into_response(),
        None => page,
    }
}
