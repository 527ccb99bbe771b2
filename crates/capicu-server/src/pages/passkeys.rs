//! Passkeys on the pages: making one, signing in by one, and which there are. The script of
//! [`SCRIPT`] asks the browser, and sends what comes of it as a form.

use axum::response::Response;
use capicu_i18n::Texts;
use capicu_protocol::{AddPasskey, ApiErrorCode, PasskeyInfo, SignIn};
use maud::{Markup, html};
use serde::de::DeserializeOwned;

use super::ask::{Ask, lead_to};
use super::when::{MOMENT, with_moment};
use super::{me, sign_in};
use crate::http::Failure;
use crate::people::passkeys::{self, Place};

/// The script that asks the browser.
pub const SCRIPT: &str = include_str!("passkeys.js");

/// What a page with such a button has in its head.
pub fn head() -> Markup {
    html! { script src="/passkeys.js" defer {} }
}

/// What a button of a passkey does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// A guest becomes a member.
    Join,
    /// A member has one more.
    Add,
    /// A device signs in.
    SignIn,
}

/// A button that works with a script, where passkeys work at all; otherwise why there is none.
pub fn button(ask: &Ask, what: Button) -> Markup {
    let texts = ask.texts();
    match ask.site.passkeys_at(&ask.headers) {
        Place::Here(_) => {}
        Place::At(origin) => {
            return html! {
                p.help data-testid="passkeys-elsewhere" {
                    (texts.passkeys_elsewhere()) " " a href=(origin) { (origin) }
                }
            };
        }
        Place::Nowhere => {
            return html! { p.help data-testid="passkeys-nowhere" { (texts.passkeys_nowhere()) } };
        }
    }
    let (begin, end, id, label) = match what {
        Button::Join => (
            "/api/me/passkeys/begin",
            "/me/passkeys",
            "join-passkey",
            texts.me_join_passkey(),
        ),
        Button::Add => (
            "/api/me/passkeys/begin",
            "/me/passkeys",
            "add-passkey",
            texts.me_passkey_add(),
        ),
        Button::SignIn => (
            "/api/sign-in/begin",
            "/sign-in/passkey",
            "sign-in-passkey",
            texts.sign_in_passkey(),
        ),
    };
    html! {
        p {
            button type="button" hidden data-begin=(begin) data-end=(end) data-testid=(id)
                data-username=[(what == Button::Join).then_some("username")]
                data-cancelled=(texts.passkey_cancelled()) data-known=(texts.passkey_known())
                data-unsupported=(texts.passkey_unsupported())
                data-offline=(texts.passkey_offline()) data-failed=(texts.passkey_failed()) {
                (label)
            }
        }
        p.problem #passkey-problem role="alert" data-testid="passkey-problem" {}
        p.help #passkey-none hidden { (texts.passkey_none()) }
        noscript { p.help { (texts.passkey_script()) } }
    }
}

/// The passkeys of a member.
pub fn section(ask: &Ask, passkeys: &[PasskeyInfo]) -> Markup {
    let texts = ask.texts();
    html! {
        section {
            h2 { (texts.me_passkeys()) }
            @if ask.field("done") == "passkey" {
                p.done role="status" data-testid="passkey-done" { (texts.me_passkey_done()) }
            }
            @if passkeys.is_empty() {
                p data-testid="no-passkeys" { (texts.me_passkeys_none()) }
            } @else {
                form method="post" action="/me/passkeys/remove" {
                    ul.list data-testid="passkeys" {
                        @for passkey in passkeys { (item(texts, passkey)) }
                    }
                }
            }
            (button(ask, Button::Add))
            p.help { (texts.me_passkeys_help()) }
        }
    }
}

fn item(texts: Texts, passkey: &PasskeyInfo) -> Markup {
    let label = match passkey.label.as_str() {
        "" => texts.me_device_unknown(),
        label => label.to_owned(),
    };
    html! {
        li {
            p {
                b { (label) } " (" (passkey.site) ")"
                br;
                small {
                    (with_moment(&texts.me_passkey_since(MOMENT), passkey.since))
                    @if let Some(used) = passkey.used {
                        ", " (with_moment(&texts.me_passkey_used(MOMENT), used))
                    }
                }
            }
            button.second name="passkey" value=(passkey.id)
                aria-label=(texts.me_passkey_remove_of(&label)) data-testid="remove-passkey" {
                (texts.me_passkey_remove())
            }
        }
    }
}

/// `POST /me/passkeys`: ends what the script began.
pub async fn add(ask: Ask) -> Response {
    let added = async {
        let found = ask.changing().await?;
        let asked = AddPasskey {
            ceremony: ended(&ask)?,
            credential: field(&ask, "credential")?,
        };
        let added = passkeys::add(&ask.site, &ask.headers, &found, &asked).await?;
        Ok((found, added.codes))
    };
    match added.await {
        Ok((_, codes)) if codes.is_empty() => lead_to("/me?done=passkey", None),
        Ok((found, codes)) => me::told_codes(&ask, &found, &codes).await,
        Err(failure) => {
            let of_the_field = [ApiErrorCode::BadUsername, ApiErrorCode::UsernameTaken];
            me::wrong(&ask, &failure, "username", &of_the_field).await
        }
    }
}

/// `POST /me/passkeys/remove`.
pub async fn remove(ask: Ask) -> Response {
    let removed = async {
        let found = ask.changing().await?;
        passkeys::remove(&ask.site, &ask.headers, &found, ask.field("passkey")).await
    };
    match removed.await {
        Ok(()) => lead_to("/me", None),
        // Somebody else was quicker: the list shows it.
        Err(failure) if failure.code() == ApiErrorCode::NotFound => lead_to("/me", None),
        Err(failure) => me::wrong(&ask, &failure, "", &[]).await,
    }
}

/// `POST /sign-in/passkey`: ends what the script began.
pub async fn sign_in(ask: Ask) -> Response {
    let done = async {
        ask.read().await?;
        let asked = SignIn::Passkey {
            ceremony: ended(&ask)?,
            credential: field(&ask, "credential")?,
        };
        sign_in::sign_in(&ask, asked).await
    };
    match done.await {
        Ok(done) => done,
        Err(failure) => sign_in::refused(&ask, &failure).await,
    }
}

/// Which ceremony is ended, unless it could not be begun.
fn ended(ask: &Ask) -> Result<capicu_protocol::Token, Failure> {
    if ask.field("problem").is_empty() {
        let token = ask.field("ceremony").parse();
        return token.map_err(|_| Failure::new(ApiErrorCode::Malformed));
    }
    let problem = serde_json::Value::from(ask.field("problem"));
    let code = serde_json::from_value(problem);
    Err(Failure::new(code.unwrap_or(ApiErrorCode::Malformed)))
}

fn field<T: DeserializeOwned>(ask: &Ask, name: &str) -> Result<T, Failure> {
    let read = serde_json::from_str(ask.field(name));
    read.map_err(|_| Failure::new(ApiErrorCode::Malformed))
}
