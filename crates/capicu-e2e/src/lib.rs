//! What the browser tests stand on: a real server that can be killed, a proxy whose connections can
//! be cut, a real browser, and a witness that knows what the browser should show.
//!
//! The programs come from the environment, set by `cargo xtask test`: `CAPICU_BIN`, the built
//! `capicu`; `CAPICU_BROWSER` and `CAPICU_DRIVER`, Chromium and its driver; `CAPICU_AXE`, the script of axe. Without them a test
//! fails and says so.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod authenticator;
mod browser;
mod overflow;
mod player;
mod proxy;
mod server;
mod tour;
mod tree;
mod witness;

pub use authenticator::Authenticator;
pub use browser::{Browser, Language, Screen};
pub use overflow::overflows;
pub use player::{Did, Hands, Player};
pub use proxy::Proxy;
pub use server::Server;
pub use tour::Tour;
pub use tree::{Part, Tree};
pub use witness::{Known, Witness};

/// Anything that goes wrong in a test.
pub type Result<T, E = Box<dyn std::error::Error + Send + Sync>> = std::result::Result<T, E>;

/// A program named by the environment.
fn program(variable: &str) -> Result<std::path::PathBuf> {
    let path = std::env::var_os(variable)
        .ok_or_else(|| format!("{variable} is not set: run these tests with `cargo xtask test`"))?;
    Ok(path.into())
}
