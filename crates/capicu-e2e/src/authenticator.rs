//! A device with passkeys, simulated by the browser's driver: [User agent
//! automation](https://www.w3.org/TR/webauthn-3/#sctn-automation) of WebAuthn.

use std::sync::Arc;

use http::Method;
use serde_json::{Value, json};
use thirtyfour::common::command::{Command, ExtensionCommand};

use crate::{Browser, Result};

/// A device at a browser. It knows its user and agrees to everything.
#[derive(Debug)]
pub struct Authenticator<'a> {
    browser: &'a Browser,
    id: String,
}

impl<'a> Authenticator<'a> {
    pub async fn at(browser: &'a Browser) -> Result<Self> {
        let wanted = json!({
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": true,
            "hasUserVerification": true,
            "isUserConsenting": true,
            "isUserVerified": true,
        });
        let made = ask(browser, String::new(), Some(wanted)).await?;
        let id = made
            .as_str()
            .ok_or("an authenticator has an id")?
            .to_owned();
        Ok(Self { browser, id })
    }

    /// Its passkeys, with their private keys.
    pub async fn passkeys(&self) -> Result<Vec<Value>> {
        let kept = ask(self.browser, format!("/{}/credentials", self.id), None).await?;
        Ok(serde_json::from_value(kept)?)
    }

    /// Adds a passkey of another device, as a password manager does.
    pub async fn keep(&self, passkey: &Value) -> Result<()> {
        let path = format!("/{}/credential", self.id);
        ask(self.browser, path, Some(passkey.clone())).await?;
        Ok(())
    }
}

#[derive(Debug)]
struct About {
    path: String,
    body: Option<Value>,
}

impl ExtensionCommand for About {
    fn parameters_json(&self) -> Option<Value> {
        self.body.clone()
    }

    fn method(&self) -> Method {
        match self.body {
            Some(_) => Method::POST,
            None => Method::GET,
        }
    }

    fn endpoint(&self) -> Arc<str> {
        format!("/webauthn/authenticator{}", self.path).into()
    }
}

async fn ask(browser: &Browser, path: String, body: Option<Value>) -> Result<Value> {
    let command = Command::ExtensionCommand(Box::new(About { path, body }));
    Ok(browser.driver().handle().cmd(command).await?.value_json()?)
}
