//! The links to the seats of a private table: given to friends, renewed by the host, and the player's changed after a
//! stranger had it.

use std::time::Duration;

use capicu_e2e::{Browser, Language, PATIENCE, Proxy, Result, Screen, Server};
use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

/// The value of a field, once it differs from `before`.
async fn changed(browser: &Browser, id: &str, before: &str) -> Result<String> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let value = browser.wait(id).await?.prop("value").await?;
        match value {
            Some(value) if value != before => return Ok(value),
            _ if Instant::now() > deadline => {
                browser.screenshot("links-failed").await?;
                return Err(format!("{id} did not change").into());
            }
            _ => sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn press(browser: &Browser, key: Key) -> Result<()> {
    browser.press(key.value().to_string()).await
}

async fn follow(browser: &Browser, link: &str) -> Result<()> {
    browser.open("about:blank").await?;
    browser.open(link).await
}

async fn leads_to(browser: &Browser, address: &str) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let now = browser.driver().current_url().await?;
        if now.as_str() == address {
            return Ok(());
        }
        if Instant::now() > deadline {
            return Err(format!("the address is {now} and not {address}").into());
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// A private table with open seats, as its host sees it before the first deal.
async fn make_table(url: &str, screen: Screen, language: Language) -> Result<Browser> {
    let host = Browser::start(screen, language).await?;
    host.open(url).await?;
    host.click("private-table").await?;
    host.click("make-table").await?;
    host.wait("links").await?;
    Ok(host)
}

#[tokio::test(flavor = "multi_thread")]
async fn host_gives_links_and_revokes_them() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let url = format!("http://{}", server.address());
    let host = make_table(&url, Screen::Phone, Language::Spanish).await?;
    host.screenshot("links-phone-es").await?;
    let friend = Browser::start(Screen::Desktop, Language::English).await?;
    let first = changed(&host, "link-seat-1", "").await?;
    follow(&friend, &first).await?;
    friend.wait("table").await?;

    // An open seat: the host first cancels the confirmation, and then confirms by keys.
    let second = changed(&host, "link-seat-2", "").await?;
    host.click("new-link-2").await?;
    host.wait("sure-2").await?;
    host.screenshot("links-sure-phone-es").await?;
    press(&host, Key::Escape).await?;
    host.until_gone("sure-2").await?;
    let kept = host.wait("link-seat-2").await?.prop("value").await?;
    assert_eq!(kept.as_ref(), Some(&second));
    let button = host.wait("new-link-2").await?;
    button.send_keys(Key::Enter).await?;
    host.wait("sure-2").await?;
    press(&host, Key::Enter).await?;
    let renewed = changed(&host, "link-seat-2", &second).await?;
    host.screenshot("links-renewed-phone-es").await?;
    // Copying comes next.
    host.until_is("document.activeElement?.dataset.testid", "copy-link-2")
        .await?;
    let other = Browser::start(Screen::Phone, Language::English).await?;
    follow(&other, &second).await?;
    other.until_shows("closed", "does not open a seat").await?;
    follow(&other, &renewed).await?;
    other.wait("table").await?;

    // A taken seat: its player is notified.
    host.click("new-link-1").await?;
    host.click("sure-1").await?;
    let again = changed(&host, "link-seat-1", &first).await?;
    friend.until_shows("closed", "taken it back").await?;
    friend.screenshot("links-replaced-desktop-en").await?;
    follow(&friend, &again).await?;
    friend.wait("table").await?;
    other.close().await?;
    friend.close().await?;
    host.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn own_link_is_changed_even_when_the_answer_is_lost() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let network = Proxy::start(server.address()).await?;
    let me = make_table(&network.url(), Screen::Desktop, Language::English).await?;
    me.click("menu").await?;
    let before = changed(&me, "link-seat-own", "").await?;
    me.screenshot("links-own-desktop-en").await?;
    me.click("new-link-own").await?;
    me.screenshot("links-own-sure-desktop-en").await?;
    me.click("sure-own").await?;
    let second = changed(&me, "link-seat-own", &before).await?;
    let bare = before.split('#').next().unwrap_or_default();
    assert_eq!(
        me.driver().current_url().await?.as_str(),
        bare,
        "no secret is in the address"
    );

    // Offline, the request is stored and carried out on reconnection.
    me.click("new-link-own").await?;
    me.wait("sure-own").await?;
    network.cut();
    me.click("sure-own").await?;
    me.wait("reconnecting").await?;
    me.screenshot("links-own-offline-desktop-en").await?;
    network.restore();
    let third = changed(&me, "link-seat-own", &second).await?;
    me.driver().refresh().await?;
    me.wait("table").await?;

    // Neither of the old links opens the seat elsewhere; on this device they lead to its own address.
    let other = Browser::start(Screen::Phone, Language::Spanish).await?;
    for old in [&before, &second] {
        follow(&other, old).await?;
        other.until_shows("closed", "no abre").await?;
    }
    follow(&other, &third).await?;
    other.wait("table").await?;
    for old in [&before, &second] {
        follow(&me, old).await?;
        me.wait("table").await?;
        leads_to(&me, bare).await?;
        assert_eq!(me.own_link().await?, third);
    }

    // The same on a signed-in device that knows no other: the table opens, and the old secret disappears from the
    // address.
    me.driver()
        .execute("localStorage.clear()", Vec::new())
        .await?;
    follow(&me, &before).await?;
    me.wait("table").await?;
    leads_to(&me, bare).await?;
    other.close().await?;
    me.close().await
}
