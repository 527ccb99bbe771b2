//! The base of the browser tests: a real server that can be killed, a proxy that can cut connections and a real
//! browser. A witness knows what the browser should show.
//!
//! The environment names the programs, set by `cargo xtask test`: `CAPICU_BIN`, the built `capicu`; `CAPICU_BROWSER`
//! and `CAPICU_DRIVER`, Chromium and its driver; `CAPICU_AXE`, the script of axe. Without them a test fails with a
//! message.
#![forbid(unsafe_code)]

mod authenticator;
mod browser;
mod overflow;
mod player;
mod proxy;
mod scene;
mod server;
mod tour;
mod tree;
mod witness;

pub use authenticator::Authenticator;
pub use browser::{Browser, Language, NOTE_NOTICES, PATIENCE, Screen};
pub use overflow::overflows;
pub use player::{Did, Hands, Player};
pub use proxy::Proxy;
pub use scene::Scene;
pub use server::Server;
pub use tour::Tour;
pub use tree::{Part, Tree};
pub use witness::{Known, Witness};

pub type Result<T, E = Box<dyn std::error::Error + Send + Sync>> = std::result::Result<T, E>;

/// A program named by the environment.
fn program(variable: &str) -> Result<std::path::PathBuf> {
    let path = std::env::var_os(variable)
        .ok_or_else(|| format!("{variable} is not set: run these tests with `cargo xtask test`"))?;
    Ok(path.into())
}
