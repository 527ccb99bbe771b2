//! Two people from the lobby play and greet each other, and a spectator watches.

use capicu_e2e::{Browser, Language, Result, Screen, Server};

const PLATES: &str = "document.querySelectorAll('.plate').length";

const LINES: &str = "document.querySelector('[data-testid=lines]')?.innerText ?? ''";

async fn hears(browser: &Browser, said: &str) -> Result<()> {
    browser
        .until(&format!("({LINES}).includes('{said}')"))
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn spectator_watches_two_players_who_greet_each_other() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let ana = Browser::start_still(Screen::Desktop, Language::English).await?;
    let eva = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    for (browser, name) in [(&ana, "Ana"), (&eva, "Eva")] {
        browser.open(&at("/lobby")).await?;
        browser.write("name", name).await?;
    }
    // One right after the other: after ten seconds bots take the open seats.
    for browser in [&ana, &eva] {
        browser.click("cell-jamaican-partner-usual").await?;
    }
    for browser in [&ana, &eva] {
        browser.wait("felt").await?;
    }

    // Without a seat, from the list.
    let watcher = Browser::start_still(Screen::Phone, Language::English).await?;
    watcher.open(&at("/watch")).await?;
    watcher.wait("watch-tables").await?;
    watcher.look("watch-list").await?;
    watcher.click("watch").await?;
    watcher.wait("watching").await?;
    watcher.until_is(PLATES, 4).await?;
    assert!(!watcher.shows("hand").await?);
    watcher.look("watch-phone").await?;
    ana.wait("watchers").await?;

    // All three receive a phrase; the spectator can send none.
    for browser in [&ana, &eva, &watcher] {
        browser.click("talk").await?;
        browser.wait("talk-panel").await?;
    }
    eva.look("watch-panel").await?;
    ana.click("phrase-hello").await?;
    hears(&eva, "¡Hola!").await?;
    hears(&watcher, "Hello!").await?;
    assert!(!watcher.shows("phrase-hello").await?);

    // A muted player's messages disappear, earlier ones too.
    let mute = "document.querySelector('[data-testid^=mute-]').click()";
    eva.evaluate(mute).await?;
    eva.until_is(LINES, "").await?;
    for browser in [watcher, eva, ana] {
        browser.close().await?;
    }
    Ok(())
}
