//! How much the first visit downloads, and how long until the first button can be used.
//!
//! `CAPICU_BIN=target/release/capicu CAPICU_BROWSER=chromium CAPICU_DRIVER=chromedriver
//! cargo run -p capicu-e2e --example first_load`

use std::time::Duration;

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use tokio::time::sleep;

/// Notes when the button appears, as soon as the page has one.
const WATCH: &str = "(() => { const look = () => { \
    if (document.querySelector('[data-testid=play-now]')) window.usable = performance.now(); \
    else requestAnimationFrame(look); }; look(); return null; })()";

const BYTES: &str = "performance.getEntriesByType('resource')\
    .concat(performance.getEntriesByType('navigation'))\
    .reduce((sum, entry) => sum + entry.transferSize, 0)";

#[tokio::main]
async fn main() -> Result<()> {
    let server = Server::start(&[]).await?;
    let url = format!("http://{}", server.address());
    for visit in 1..=5 {
        let browser = Browser::start(Screen::Phone, Language::English).await?;
        browser.open(&url).await?;
        browser.evaluate(WATCH).await?;
        browser.wait("play-now").await?;
        sleep(Duration::from_millis(200)).await;
        let bytes = browser.evaluate(BYTES).await?;
        let usable = browser.evaluate("window.usable").await?;
        println!(
            "first visit {visit}: {:.0} KB over the wire, usable after {:.0} ms",
            bytes.as_f64().unwrap_or_default() / 1000.0,
            usable.as_f64().unwrap_or_default()
        );
        browser.close().await?;
    }
    Ok(())
}
