//! A browser that accepts messages.

use base64ct::{Base64UrlUnpadded, Encoding as _};
use web_push_native::{Auth, p256};

use crate::{EndpointError, PushEndpoint};

/// The longest message, in bytes: a push service accepts 4,096 with the seal.
const LONGEST: usize = 3_000;

/// A browser that accepts messages: its address at a push service, and its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    pub endpoint: PushEndpoint,
    key: p256::PublicKey,
    auth: [u8; 16],
}

/// Why a subscription cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubscriptionError {
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error("the key of a subscription is a point of P-256 in base64url")]
    Key,
    #[error("the secret of a subscription has 16 bytes in base64url")]
    Auth,
    #[error("a message has at most 3,000 bytes")]
    Long,
    #[error("the message cannot be sealed")]
    Seal,
}

impl Subscription {
    /// Reads the fields of a `PushSubscription`: `endpoint`, `keys.p256dh` and `keys.auth`.
    pub fn read(endpoint: &str, key: &str, auth: &str) -> Result<Self, SubscriptionError> {
        let decode = |text: &str| Base64UrlUnpadded::decode_vec(text.trim_end_matches('='));
        let key = decode(key).map_err(|_| SubscriptionError::Key)?;
        let auth = decode(auth).map_err(|_| SubscriptionError::Auth)?;
        Ok(Self {
            endpoint: PushEndpoint::read(endpoint)?,
            key: p256::PublicKey::from_sec1_bytes(&key).map_err(|_| SubscriptionError::Key)?,
            auth: auth.try_into().map_err(|_| SubscriptionError::Auth)?,
        })
    }

    /// Seals a message so that only this browser can read it.
    pub fn seal(&self, message: &str) -> Result<Vec<u8>, SubscriptionError> {
        if message.len() > LONGEST {
            return Err(SubscriptionError::Long);
        }
        let auth = Auth::clone_from_slice(&self.auth);
        web_push_native::encrypt(message.as_bytes().to_vec(), &self.key, &auth)
            .map_err(|_| SubscriptionError::Seal)
    }
}
