//! The switch of the account page for messages to this device, and what it sends.

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::friends::username;
use capicu_protocol::ApiErrorCode;
use capicu_store::{Change, PushTo, SignedIn};
use maud::{Markup, html};
use serde::Deserialize;

use super::extract::Ask;
use crate::Failure;
use crate::push::BrowserKeys;

/// The script of the switch.
pub const SCRIPT: &str = include_str!("push.js");

/// The section of the account page.
pub const SECTION: &str = "push";

/// A subscription of the browser, or nothing to end it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Subscribe {
    endpoint: String,
    key: String,
    auth: String,
}

/// The switch for an account, if this server has keys. It stays hidden without scripts.
pub async fn section(ask: &Ask, found: &SignedIn) -> Result<Option<Markup>, Failure> {
    let Some(push) = ask.site.push() else {
        return Ok(None);
    };
    if username(&found.player).is_none() {
        return Ok(None);
    }
    let services = ask.site.services();
    let devices = services
        .store
        .pushes(Some(found.player.id), services.sessions_at());
    let is_on = devices
        .await?
        .iter()
        .any(|one| one.session == found.session.hash);
    let texts = ask.texts();
    Ok(Some(html! {
        section id=(SECTION) hidden data-key=(push.keys.public()) data-state=(if is_on { "on" } else { "off" })
            data-on=(texts.push_on()) data-dismissed=(texts.push_dismissed()) data-refused=(texts.push_refused())
            data-withdrawn=(texts.push_withdrawn()) data-cannot=(texts.push_cannot())
            data-failed=(texts.push_failed()) data-testid="push" {
            h2 { (texts.push_title()) }
            label.choice { input #push-switch type="checkbox" data-testid="push-switch"; (texts.push_switch()) }
            p #push-told role="status" data-testid="push-told" {}
            p.help { (texts.push_help()) }
        }
        script type="module" src="/push.js" {}
    }))
}

/// `POST /me/push`: messages to this device, or with empty fields none.
pub async fn set(ask: Ask) -> Response {
    let done = async {
        let found = ask.changing().await?;
        let sent: Subscribe = ask.form();
        let to = match sent.endpoint.as_str() {
            "" => None,
            _ => Some(checked(&ask, &found, sent)?),
        };
        let change = Change::Push {
            session: found.session.hash,
            to,
        };
        Ok::<_, Failure>(ask.site.services().store.change(change).await?)
    };
    match done.await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(failure) => failure.into_response(),
    }
}

fn checked(ask: &Ask, found: &SignedIn, sent: Subscribe) -> Result<PushTo, Failure> {
    if ask.site.push().is_none() || username(&found.player).is_none() {
        return Err(Failure::new(ApiErrorCode::NotFound));
    }
    let keys = BrowserKeys {
        key: sent.key,
        auth: sent.auth,
        lang: ask.lang.tag().to_owned(),
    };
    let subscription = keys.subscription(&sent.endpoint);
    let subscription = subscription
        .map_err(|why| Failure::new(ApiErrorCode::Malformed).detail(why.to_string()))?;
    let keys = serde_json::to_string(&keys).expect("texts");
    Ok(PushTo {
        endpoint: subscription.endpoint.to_string(),
        keys,
    })
}
