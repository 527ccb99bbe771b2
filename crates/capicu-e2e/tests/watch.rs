//! Two people from the lobby play and greet each other, and somebody watches.

use std::time::Duration;

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use tokio::time::{Instant, sleep};

/// Whether the page is wider than the window.
const TOO_WIDE: &str = "document.documentElement.scrollWidth > window.innerWidth + 1";

/// How many seats have a plate.
const PLATES: &str = "document.querySelectorAll('.plate').length";

/// What was said, as the panel lists it.
const LINES: &str = "document.querySelector('[data-testid=lines]')?.innerText ?? ''";

async fn look(browser: &Browser, name: &str) -> Result<()> {
    browser.screenshot(&format!("watch-{name}")).await?;
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false, "{name}");
    Ok(())
}

/// Waits until something is said in this browser's panel, which is open.
async fn hears(browser: &Browser, said: &str) -> Result<()> {
    let deadline = Instant::now() + Duration::from_secs(15);
    loop {
        let lines = browser.evaluate(LINES).await?;
        if lines.as_str().is_some_and(|lines| lines.contains(said)) {
            return Ok(());
        }
        assert!(Instant::now() < deadline, "{lines} without {said}");
        sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_watches_two_people_who_greet_each_other() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let ana = Browser::start_still(Screen::Desktop, Language::English).await?;
    let eva = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    for (browser, name) in [(&ana, "Ana"), (&eva, "Eva")] {
        browser.open(&at("/lobby")).await?;
        browser.wait("name").await?.send_keys(name).await?;
        browser.click("seek").await?;
    }
    eva.wait("people").await?;
    let deadline = Instant::now() + Duration::from_secs(15);
    while let Some(people) = eva.find("people").await? {
        if people.text().await.unwrap_or_default().contains('2') {
            break;
        }
        assert!(Instant::now() < deadline, "the other is there");
        sleep(Duration::from_millis(100)).await;
    }
    eva.click_if_shown("bots-now").await?;
    for browser in [&ana, &eva] {
        browser.wait("felt").await?;
    }

    // Without a seat, from the list.
    let watcher = Browser::start_still(Screen::Phone, Language::English).await?;
    watcher.open(&at("/watch")).await?;
    watcher.wait("watch-tables").await?;
    look(&watcher, "list").await?;
    watcher.click("watch").await?;
    watcher.wait("watching").await?;
    assert_eq!(watcher.evaluate(PLATES).await?, 4);
    assert!(!watcher.shows("hand").await?);
    look(&watcher, "phone").await?;
    ana.wait("watchers").await?;

    // All three hear a phrase; whoever watches has none to say.
    for browser in [&ana, &eva, &watcher] {
        browser.click("talk").await?;
        browser.wait("talk-panel").await?;
    }
    look(&eva, "panel").await?;
    ana.click("phrase-hello").await?;
    hears(&eva, "¡Hola!").await?;
    hears(&watcher, "Hello!").await?;
    assert!(!watcher.shows("phrase-hello").await?);

    // Whom one does not want to hear one does not hear any more, nor what they said.
    let mute = "document.querySelector('[data-testid^=mute-]').click()";
    eva.evaluate(mute).await?;
    assert_eq!(eva.evaluate(LINES).await?, "");
    for browser in [watcher, eva, ana] {
        browser.close().await?;
    }
    Ok(())
}
