//! Friends: two members find each other by username, one challenges the other, and both sit at one table.

use std::time::Duration;

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use tokio::time::{Instant, sleep};

/// Whether the page is wider than the window.
const TOO_WIDE: &str = "document.documentElement.scrollWidth > window.innerWidth + 1";

async fn look(browser: &Browser, name: &str) -> Result<()> {
    browser.screenshot(&format!("friends-{name}")).await?;
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false, "{name}");
    Ok(())
}

/// Somebody who becomes a member in a browser of their own.
async fn member(server: &Server, screen: Screen, username: &str) -> Result<Browser> {
    let browser = Browser::start_still(screen, Language::English).await?;
    let me = format!("http://{}/me", server.address());
    browser.open(&me).await?;
    browser.wait("name").await?.send_keys(username).await?;
    browser.click("change-name").await?;
    browser.wait("username").await?.send_keys(username).await?;
    browser.click("join").await?;
    browser.wait("codes").await?;
    Ok(browser)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_become_friends_and_one_challenges_the_other() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let ana = member(&server, Screen::Phone, "ana").await?;
    let eva = member(&server, Screen::Desktop, "eva").await?;
    ana.open(&at("/friends")).await?;
    ana.wait("username").await?.send_keys("eva").await?;
    look(&ana, "none-phone").await?;
    ana.click("ask").await?;
    ana.wait("asked").await?;
    eva.open(&at("/friends")).await?;
    look(&eva, "asked-desktop").await?;
    eva.click("accept").await?;
    eva.wait("presence").await?;

    // The page of the first one shows it by itself, and leads to the friend's.
    ana.wait("friend").await?;
    look(&ana, "friend-phone").await?;
    ana.open(&at("/@eva")).await?;
    look(&ana, "profile-phone").await?;
    ana.click("as-opponent").await?;
    ana.click("challenge").await?;
    ana.wait("challenging-page").await?;
    look(&ana, "challenging-phone").await?;
    // So does that of whoever is challenged.
    eva.wait("challenged").await?;
    look(&eva, "challenged-desktop").await?;
    eva.click("accept-challenge").await?;
    for browser in [&ana, &eva] {
        browser.wait("felt").await?;
    }
    let tables = [
        ana.driver().current_url().await?,
        eva.driver().current_url().await?,
    ];
    assert_eq!(tables[0].path(), tables[1].path());

    // Blocked, nobody is a friend any more.
    eva.open(&at("/@ana")).await?;
    eva.click("block").await?;
    eva.wait("unblock").await?;
    ana.open(&at("/friends")).await?;
    let deadline = Instant::now() + Duration::from_secs(10);
    while ana.shows("friend").await? {
        assert!(Instant::now() < deadline, "they are friends no more");
        sleep(Duration::from_millis(100)).await;
    }
    look(&ana, "alone-phone").await?;
    eva.close().await?;
    ana.close().await
}
