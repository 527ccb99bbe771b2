//! The keys by which push services recognize a server (VAPID, RFC 8292).

use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use web_push_native::p256;
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint as _;

use crate::PushEndpoint;

/// How long an authorization is valid, in seconds; RFC 8292 allows a day.
const VALID: u64 = 12 * 60 * 60;

/// The keys of a server. They are written as one line: the private key in base64url.
#[derive(Clone)]
pub struct PushKeys {
    secret: p256::SecretKey,
}

/// Why keys cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeysError {
    #[error("a private key is 43 characters of base64url, as written by `capicu push-keys`")]
    Unreadable,
    #[error("the system gives no random bytes")]
    NoChance,
}

impl fmt::Debug for PushKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PushKeys").field(&self.public()).finish()
    }
}

impl PushKeys {
    /// Makes keys from random bytes.
    pub fn generate() -> Result<Self, KeysError> {
        use ring::rand::SecureRandom as _;
        let mut bytes = [0; 32];
        // Almost every number is a key.
        for _ in 0..16 {
            SystemRandom::new()
                .fill(&mut bytes)
                .map_err(|_| KeysError::NoChance)?;
            if let Ok(secret) = p256::SecretKey::from_slice(&bytes) {
                return Ok(Self { secret });
            }
        }
        Err(KeysError::NoChance)
    }

    /// Reads the line of [`Self::text`].
    pub fn read(text: &str) -> Result<Self, KeysError> {
        let bytes =
            Base64UrlUnpadded::decode_vec(text.trim()).map_err(|_| KeysError::Unreadable)?;
        let secret = p256::SecretKey::from_slice(&bytes).map_err(|_| KeysError::Unreadable)?;
        Ok(Self { secret })
    }

    /// The private key in base64url.
    pub fn text(&self) -> String {
        Base64UrlUnpadded::encode_string(&self.secret.to_bytes())
    }

    /// The public key in base64url, for browsers.
    pub fn public(&self) -> String {
        Base64UrlUnpadded::encode_string(&self.point())
    }

    fn point(&self) -> Vec<u8> {
        let point = self.secret.public_key().to_encoded_point(false);
        point.as_bytes().to_vec()
    }

    /// Writes the `Authorization` header for requests to the origin of an endpoint. `contact` is a `mailto:` or `https:`
    /// address of the operator; `now` is in seconds since 1970.
    pub fn authorization(
        &self,
        endpoint: &PushEndpoint,
        contact: &str,
        now: u64,
    ) -> Result<String, KeysError> {
        let claims = serde_json::json!({
            "aud": endpoint.origin(),
            "exp": now + VALID,
            "sub": contact,
        });
        let head = Base64UrlUnpadded::encode_string(br#"{"typ":"JWT","alg":"ES256"}"#);
        let body = Base64UrlUnpadded::encode_string(claims.to_string().as_bytes());
        let signed = format!("{head}.{body}");
        let chance = SystemRandom::new();
        let pair = EcdsaKeyPair::from_private_key_and_public_key(
            &ECDSA_P256_SHA256_FIXED_SIGNING,
            &self.secret.to_bytes(),
            &self.point(),
            &chance,
        )
        .map_err(|_| KeysError::Unreadable)?;
        let signature = pair
            .sign(&chance, signed.as_bytes())
            .map_err(|_| KeysError::NoChance)?;
        let signature = Base64UrlUnpadded::encode_string(signature.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}
