//! The `capicu` command.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let page = capicu_assets::get("/index.html").map_or(0, |page| page.bytes.len());
    println!(
        "capicu {} (web client: {page} bytes of page)",
        env!("CARGO_PKG_VERSION")
    );
    ExitCode::SUCCESS
}
