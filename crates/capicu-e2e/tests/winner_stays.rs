//! Winner stays on the score sheet, on a phone without a server.

use capicu_e2e::{Browser, Language, Result, Screen, Server, overflows};
use serde_json::json;

/// Each party that waits, with its expected wait.
const WAITS: &str = "[...document.querySelectorAll('[data-testid=queue-waits] li')].map((li) => [...li.children].map((part) => part.textContent).join(': '))";

async fn hundred(browser: &Browser, who: &str) -> Result<()> {
    for id in [who, "digit-9", "digit-9", "end-out=0"] {
        browser.click(id).await?;
    }
    browser.wait("sheet-over").await.map(drop)
}

/// Nothing is wider than the narrowest phone.
async fn fits(browser: &Browser) -> Result<()> {
    let narrow = overflows(browser, 320).await?;
    assert!(narrow.is_empty(), "{narrow:?}");
    browser.resize(390, 844).await
}

#[tokio::test(flavor = "multi_thread")]
async fn winners_stay_on_the_sheet_without_a_server() -> Result<()> {
    let mut server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    for (language, name, waiting) in [
        (Language::Spanish, "es", ["Joe y Luz", "Kim y Bo"]),
        (Language::French, "fr", ["Joe et Luz", "Kim et Bo"]),
        (Language::English, "en", ["Joe and Luz", "Kim and Bo"]),
    ] {
        let browser = Browser::start(Screen::Phone, language).await?;
        browser.open(&format!("{home}/score")).await?;
        let cien = "(() => { const game = document.querySelector('[data-testid=sheet-game]'); game.value = 'cien'; \
            game.dispatchEvent(new Event('change', { bubbles: true })); return true; })()";
        browser.wait("sheet-game").await?;
        browser.evaluate(cien).await?;
        for (seat, name) in ["Tito", "Ana", "Marva", "Inés"].iter().enumerate() {
            browser.write(&format!("name-{seat}"), name).await?;
        }
        browser
            .evaluate("document.querySelector('[data-testid=queue-form]').open = true")
            .await?;
        browser.write("queue-waiting", "Joe, Luz\nKim, Bo").await?;
        browser
            .screenshot(&format!("winner-stays-form-{name}"))
            .await?;
        fits(&browser).await?;
        browser.click("queue-open").await?;
        browser.wait("paper").await?;
        browser.until_is(WAITS, json!(waiting)).await?;
        fits(&browser).await?;
        hundred(&browser, "who-B").await?;
        browser.until_shows("queue-best", "1").await?;
        browser
            .screenshot(&format!("winner-stays-over-{name}"))
            .await?;
        fits(&browser).await?;

        // One tap starts the next match with its names.
        browser.click("queue-next").await?;
        browser.until_shows("who-A", "Joe").await?;
        browser.until_shows("who-B", "Ana").await?;
        // A pair arrives late, and another leaves.
        browser.click("queue-arrives").await?;
        browser.write("queue-name-0", "Eva").await?;
        browser.write("queue-name-1", "Max").await?;
        browser.click("queue-add").await?;
        browser.until_shows("queue-waits", "Max").await?;
        browser.click("queue-players").await?;
        browser
            .screenshot(&format!("winner-stays-players-{name}"))
            .await?;
        fits(&browser).await?;
        browser.click("queue-left-3").await?;
        browser
            .until(
                "!document.querySelector('[data-testid=queue-waits]').textContent.includes('Kim')",
            )
            .await?;
        if name == "en" {
            let kept = "(caches.match('/whole').then((found) => { window.whole = Boolean(found); }), window.whole === true)";
            browser.until(kept).await?;
            server.stop().await?;
            // The tab is closed without a question. A new one continues the evening, without a server.
            browser.reopen(&format!("{home}/score")).await?;
            browser
                .until_shows("queue-best", "Best streak: 1 (Ana and Inés)")
                .await?;
            hundred(&browser, "who-D").await?;
            browser
                .until_shows("queue-stays", "Ana and Inés: 2 in a row")
                .await?;
            browser
                .until_shows("queue-next-up", "Next: Tito and Marva")
                .await?;
        }
        browser.close().await?;
    }
    Ok(())
}
