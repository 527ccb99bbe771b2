//! Sends Web Push messages (RFC 8030): the keys of a server (RFC 8292), sealed messages (RFC 8291), and the requests.
//!
//! A message goes only to an `https` address in the public internet, as resolved for its request.
#![forbid(unsafe_code)]

mod endpoint;
mod keys;
mod send;
mod subscription;

pub use endpoint::{EndpointError, PushEndpoint};
pub use keys::{KeysError, PushKeys};
pub use send::{Connect, Connecting, Delivery, Duplex, Internet, Post, send};
pub use subscription::{Subscription, SubscriptionError};
