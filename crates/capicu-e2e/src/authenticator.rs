//! A device that keeps passkeys, played by the browser for its driver.

use serde_json::{Value, json};
use thirtyfour::extensions::cdp::ChromeDevTools;

use crate::{Browser, Result};

/// Such a device at a browser. It knows its user and agrees to everything.
#[derive(Debug)]
pub struct Authenticator<'a> {
    browser: &'a Browser,
    id: String,
}

impl<'a> Authenticator<'a> {
    /// Gives a browser one without passkeys.
    pub async fn at(browser: &'a Browser) -> Result<Self> {
        ask(browser, "enable", json!({})).await?;
        let options = json!({
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": true,
            "hasUserVerification": true,
            "isUserVerified": true,
            "automaticPresenceSimulation": true,
        });
        let options = json!({ "options": options });
        let made = ask(browser, "addVirtualAuthenticator", options).await?;
        let id = made["authenticatorId"].as_str().ok_or("an id")?.to_owned();
        Ok(Self { browser, id })
    }

    /// The passkeys that it keeps, with their private keys.
    pub async fn passkeys(&self) -> Result<Vec<Value>> {
        let wanted = json!({ "authenticatorId": self.id });
        let mut kept = ask(self.browser, "getCredentials", wanted).await?;
        Ok(serde_json::from_value(kept["credentials"].take())?)
    }

    /// Gives it a passkey of another, as a password manager does that keeps them on several devices.
    pub async fn keep(&self, passkey: &Value) -> Result<()> {
        let wanted = json!({ "authenticatorId": self.id, "credential": passkey });
        ask(self.browser, "addCredential", wanted).await?;
        Ok(())
    }
}

async fn ask(browser: &Browser, what: &str, parameters: Value) -> Result<Value> {
    let tools = ChromeDevTools::new(browser.driver().handle.clone());
    let command = format!("WebAuthn.{what}");
    Ok(tools.execute_cdp_with_params(&command, parameters).await?)
}
