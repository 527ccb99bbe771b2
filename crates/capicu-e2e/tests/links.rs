//! The links to the seats of a private table: given to friends, made anew by the maker, and the own one
//! changed after it fell into the wrong hands.

use std::time::Duration;

use capicu_e2e::{Browser, Language, Proxy, Result, Screen, Server};
use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

/// What a field holds, once it is not `before` any more.
async fn changed(browser: &Browser, id: &str, before: &str) -> Result<String> {
    let deadline = Instant::now() + Duration::from_secs(20);
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

/// Presses a key where the focus is.
async fn press(browser: &Browser, key: Key) -> Result<()> {
    let focused = browser.driver().active_element().await?;
    Ok(focused.send_keys(key).await?)
}

/// Opens a link as somebody who has just been sent it.
async fn follow(browser: &Browser, link: &str) -> Result<()> {
    browser.open("about:blank").await?;
    browser.open(link).await
}

/// Waits until the page has this address.
async fn leads_to(browser: &Browser, address: &str) -> Result<()> {
    let deadline = Instant::now() + Duration::from_secs(20);
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

/// Waits until the page says that the link opens no seat, and returns what it says.
async fn turned_away(browser: &Browser) -> Result<String> {
    Ok(browser.wait("closed").await?.text().await?)
}

/// A private table with free seats, as its maker sees it before the first deal.
async fn make_table(url: &str, screen: Screen, language: Language) -> Result<Browser> {
    let maker = Browser::start(screen, language).await?;
    maker.open(url).await?;
    maker.click("private-table").await?;
    maker.click("make-table").await?;
    maker.wait("links").await?;
    Ok(maker)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_maker_gives_links_and_takes_them_back() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let url = format!("http://{}", server.address());
    let maker = make_table(&url, Screen::Phone, Language::Spanish).await?;
    maker.screenshot("links-phone-es").await?;
    let friend = Browser::start(Screen::Desktop, Language::English).await?;
    let first = changed(&maker, "link-seat-1", "").await?;
    follow(&friend, &first).await?;
    friend.wait("table").await?;

    // A free seat: asked whether it is meant, the maker thinks better of it, and then does it by keys.
    let second = changed(&maker, "link-seat-2", "").await?;
    maker.click("new-link-2").await?;
    maker.wait("sure-2").await?;
    maker.screenshot("links-sure-phone-es").await?;
    press(&maker, Key::Escape).await?;
    assert!(!maker.shows("sure-2").await?);
    let kept = maker.wait("link-seat-2").await?.prop("value").await?;
    assert_eq!(kept.as_ref(), Some(&second));
    let button = maker.wait("new-link-2").await?;
    button.send_keys(Key::Enter).await?;
    maker.wait("sure-2").await?;
    press(&maker, Key::Enter).await?;
    let renewed = changed(&maker, "link-seat-2", &second).await?;
    maker.screenshot("links-renewed-phone-es").await?;
    let focused = maker.driver().active_element().await?;
    let focused = focused.attr("data-testid").await?;
    assert_eq!(
        focused.as_deref(),
        Some("copy-link-2"),
        "copying comes next"
    );
    let other = Browser::start(Screen::Phone, Language::English).await?;
    follow(&other, &second).await?;
    let said = turned_away(&other).await?;
    assert!(said.contains("does not open a seat"), "{said}");
    follow(&other, &renewed).await?;
    other.wait("table").await?;

    // A seat that is taken: whoever sat there is told so.
    maker.click("new-link-1").await?;
    maker.click("sure-1").await?;
    let again = changed(&maker, "link-seat-1", &first).await?;
    let said = turned_away(&friend).await?;
    assert!(said.contains("taken it back"), "{said}");
    friend.screenshot("links-replaced-desktop-en").await?;
    follow(&friend, &again).await?;
    friend.wait("table").await?;
    other.close().await?;
    friend.close().await?;
    maker.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_own_link_is_changed_even_when_the_answer_is_lost() -> Result<()> {
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

    // Without a network the wish is kept and done as soon as it is back.
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

    // Neither of the old links opens the seat anywhere else; here they lead to its own address.
    let other = Browser::start(Screen::Phone, Language::Spanish).await?;
    for old in [&before, &second] {
        follow(&other, old).await?;
        let said = turned_away(&other).await?;
        assert!(said.contains("no abre"), "{said}");
    }
    follow(&other, &third).await?;
    other.wait("table").await?;
    for old in [&before, &second] {
        follow(&me, old).await?;
        me.wait("table").await?;
        leads_to(&me, bare).await?;
        assert_eq!(me.own_link().await?, third);
    }

    // Nor on a device that is signed in and knows no other: the table opens, the old secret goes from the
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
