//! A device that keeps passkeys, made by hand from the specification: keys of Ed25519, and what is signed byte by byte.

use ed25519_dalek::{Signer as _, SigningKey};
use passki::Passki;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// Flags: the user was present and verified.
const PRESENT_AND_VERIFIED: u8 = 0b0000_0101;

/// Flag: the data contains a key.
const WITH_KEY: u8 = 0b0100_0000;

/// One passkey, and what the browser around it says. Each part can be set wrong.
#[derive(Clone)]
pub struct Authenticator {
    pub id: Vec<u8>,
    pub key: SigningKey,
    pub counter: u32,
    pub flags: u8,
    pub origin: String,
    /// The relying party to sign for; `None` for the requested one.
    pub site: Option<String>,
    /// The challenge to sign instead of the requested one.
    pub challenge: Option<String>,
    pub user: Option<String>,
}

impl Authenticator {
    pub fn new(number: u8, origin: &str) -> Self {
        Self {
            id: vec![number; 20],
            key: SigningKey::from_bytes(&[number; 32]),
            counter: 0,
            flags: PRESENT_AND_VERIFIED,
            origin: origin.to_owned(),
            site: None,
            challenge: None,
            user: None,
        }
    }

    /// Returns the browser's message for `options` of `navigator.credentials.create`.
    pub fn create(&mut self, options: &Value) -> Value {
        let client = self.client("webauthn.create", options);
        self.user = Some(text(&options["user"]["id"]));
        let mut data = self.data(&text(&options["rp"]["id"]), self.flags | WITH_KEY);
        data.extend([0; 16]);
        data.extend((self.id.len() as u16).to_be_bytes());
        data.extend(&self.id);
        // A map: kty 1 is OKP, alg 3 is EdDSA, crv -1 is Ed25519, x -2 the key.
        data.extend([0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21, 0x58, 32]);
        data.extend(self.key.verifying_key().as_bytes());
        let mut object = vec![0xa3];
        object.extend(b"\x63fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(u8::try_from(data.len()).expect("a short id"));
        object.extend(data);
        json!({
            "rawId": Passki::base64_encode(&self.id),
            "response": { "clientDataJSON": client, "attestationObject": Passki::base64_encode(&object) },
        })
    }

    /// Returns the browser's message for `options` of `navigator.credentials.get`.
    pub fn get(&mut self, options: &Value) -> Value {
        let client = self.client("webauthn.get", options);
        let data = self.data(&text(&options["rpId"]), self.flags);
        let mut signed = data.clone();
        let seen = Passki::base64_decode(&client).expect("it was just made");
        signed.extend(Sha256::digest(seen));
        let signature = self.key.sign(&signed);
        json!({
            "rawId": Passki::base64_encode(&self.id),
            "response": {
                "clientDataJSON": client,
                "authenticatorData": Passki::base64_encode(&data),
                "signature": Passki::base64_encode(&signature.to_bytes()),
                "userHandle": self.user,
            },
        })
    }

    fn client(&self, kind: &str, options: &Value) -> String {
        let challenge = self.challenge.clone();
        let challenge = challenge.unwrap_or_else(|| text(&options["challenge"]));
        let seen = json!({ "type": kind, "challenge": challenge, "origin": self.origin });
        Passki::base64_encode(seen.to_string().as_bytes())
    }

    fn data(&self, site: &str, flags: u8) -> Vec<u8> {
        let site = self.site.as_deref().unwrap_or(site);
        let mut data = Sha256::digest(site).to_vec();
        data.push(flags);
        data.extend(self.counter.to_be_bytes());
        data
    }
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
