//! Passkeys on the pages: making one, signing in by one, and the list. The script of [`SCRIPT`] asks the browser, and
//! sends the result as a form.

use axum::response::Response;
use capicu_i18n::Texts;
use capicu_protocol::{AddPasskey, ApiErrorCode, PasskeyInfo, SignIn};
use maud::{Markup, html};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::extract::{Ask, lead_to};
use super::when::{MOMENT, with_moment};
use super::{me, sign_in};
use crate::Failure;
use crate::sessions::{Place, passkeys};

/// The script that asks the browser.
pub const SCRIPT: &str = include_str!("passkeys.js");

/// The script for the head of a page with such a button.
pub fn head() -> Markup {
    html! { script src="/passkeys.js" defer {} }
}

/// The action of a passkey button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// A guest creates an account.
    Join,
    /// A player adds one more passkey.
    Add,
    /// A device signs in.
    SignIn,
}

/// A button that needs a script; if passkeys do not work here, the reason instead.
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

/// The list of a player's passkeys.
pub fn section(ask: &Ask, passkeys: &[PasskeyInfo]) -> Markup {
    let texts = ask.texts();
    html! {
        section {
            h2 { (texts.me_passkeys()) }
            @if ask.done() == "passkey" {
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

/// `POST /me/passkeys`: ends the ceremony that the script began.
pub async fn add(ask: Ask) -> Response {
    let added = async {
        let found = ask.changing().await?;
        let form: Ended = ask.form();
        let asked = AddPasskey {
            ceremony: form.ceremony()?,
            credential: form.credential()?,
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

/// The passkey to remove.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Remove {
    passkey: String,
}

/// `POST /me/passkeys/remove`: removes a passkey.
pub async fn remove(ask: Ask) -> Response {
    let removed = async {
        let found = ask.changing().await?;
        passkeys::remove(
            &ask.site,
            &ask.headers,
            &found,
            &ask.form::<Remove>().passkey,
        )
        .await
    };
    match removed.await {
        Ok(()) => lead_to("/me", None),
        // Another request was quicker: the list shows it.
        Err(failure) if failure.code() == ApiErrorCode::NotFound => lead_to("/me", None),
        Err(failure) => me::wrong(&ask, &failure, "", &[]).await,
    }
}

/// `POST /sign-in/passkey`: ends the ceremony that the script began.
pub async fn sign_in(ask: Ask) -> Response {
    let done = async {
        ask.read().await?;
        let form: Ended = ask.form();
        let asked = SignIn::Passkey {
            ceremony: form.ceremony()?,
            credential: form.credential()?,
        };
        sign_in::sign_in(&ask, asked).await
    };
    match done.await {
        Ok(done) => done,
        Err(failure) => sign_in::refused(&ask, &failure).await,
    }
}

/// The answer of the browser to the script, or an error code.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Ended {
    ceremony: String,
    credential: String,
    problem: String,
}

impl Ended {
    /// The ceremony to end, or an error if it could not begin.
    fn ceremony(&self) -> Result<capicu_protocol::Token, Failure> {
        if self.problem.is_empty() {
            let token = self.ceremony.parse();
            return token.map_err(|_| Failure::new(ApiErrorCode::Malformed));
        }
        let problem = serde_json::Value::from(self.problem.as_str());
        let code = serde_json::from_value(problem);
        Err(Failure::new(code.unwrap_or(ApiErrorCode::Malformed)))
    }

    fn credential<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        let read = serde_json::from_str(&self.credential);
        read.map_err(|_| Failure::new(ApiErrorCode::Malformed))
    }
}
