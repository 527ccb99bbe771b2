//! The pages around the table: a guest with a name plays, becomes a member, comes by another device, and
//! finds everything again.

use std::time::Duration;

use capicu_e2e::{Browser, Did, Hands, Language, Player, Result, Screen, Server};
use tokio::time::{Instant, sleep};

/// Whether the page is wider than the window.
const TOO_WIDE: &str = "document.documentElement.scrollWidth > window.innerWidth + 1";

/// Things to use whose names say nothing to those who listen, and fields without a label.
const NAMELESS: &str = "[...document.querySelectorAll('a, button, input, [role=img]')].filter(e => \
    !e.hidden && !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length))\
    .map(e => e.outerHTML)";

async fn write(browser: &Browser, id: &str, text: &str) -> Result<()> {
    let field = browser.wait(id).await?;
    field.clear().await?;
    Ok(field.send_keys(text).await?)
}

/// Looks at a page: nothing is cut off, and everything has a name.
async fn look(browser: &Browser, name: &str) -> Result<()> {
    browser.screenshot(&format!("site-{name}")).await?;
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false, "{name}");
    let nameless = browser.evaluate(NAMELESS).await?;
    assert_eq!(nameless, serde_json::json!([]), "{name}");
    let headings = browser.evaluate("document.querySelectorAll('h1').length");
    assert_eq!(headings.await?, 1, "{name}");
    Ok(())
}

/// A match of two people, to very few points.
async fn play(server: &Server, ana: Browser) -> Result<(Player, Player)> {
    ana.open(&format!("http://{}/play?game=draw", server.address()))
        .await?;
    ana.click("players-2").await?;
    write(&ana, "option-target", "1").await?;
    ana.click("time-off").await?;
    ana.click("make-table").await?;
    let link = ana.wait("link-seat-1").await?.prop("value").await?;
    let eva = Browser::start_still(Screen::Desktop, Language::English).await?;
    eva.open(&link.ok_or("a link")?).await?;
    eva.wait("hand").await?;
    let players = [(ana, "ana"), (eva, "eva")].map(|(browser, name)| Player {
        browser,
        hands: Hands::Pointer,
        name: format!("site-{name}"),
    });
    for player in &players {
        player.use_button("start").await?;
    }
    let deadline = Instant::now() + Duration::from_secs(180);
    loop {
        let mut over = true;
        for player in &players {
            over &= player.step().await? == Did::EndedMatch;
        }
        if over {
            break;
        }
        assert!(Instant::now() < deadline, "the match ends");
    }
    let [ana, eva] = players;
    Ok((ana, eva))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_becomes_a_member_and_finds_everything_on_another_device() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let ana = Browser::start_still(Screen::Phone, Language::English).await?;
    ana.open(&at("/")).await?;
    ana.wait("home-page").await?;
    look(&ana, "home-new-phone").await?;
    ana.open(&at("/me")).await?;
    look(&ana, "me-new-phone").await?;
    write(&ana, "name", "Ana").await?;
    ana.click("change-name").await?;
    ana.wait("devices").await?;

    let (ana, eva) = play(&server, ana).await?;
    let (ana, eva) = (ana.browser, eva.browser);
    for browser in [&ana, &eva] {
        browser.open(&at("/history")).await?;
        browser.wait("match").await?;
    }
    let told = eva.wait("match").await?.text().await?;
    assert!(told.contains("Against Ana"), "{told}");
    look(&eva, "history-desktop").await?;

    // A username that is refused stays in its field.
    ana.open(&at("/me")).await?;
    write(&ana, "username", "admin").await?;
    ana.click("join").await?;
    ana.wait("problem").await?;
    look(&ana, "me-refused-phone").await?;
    write(&ana, "username", "ana-maria").await?;
    ana.click("join").await?;
    ana.wait("codes").await?;
    look(&ana, "codes-phone").await?;
    ana.click("codes-kept").await?;
    ana.wait("codes-left").await?;
    look(&ana, "me-member-phone").await?;
    ana.click("add-device").await?;
    let link = ana.wait("device-link").await?.prop("value").await?;
    look(&ana, "device-link-phone").await?;

    // The other device, which speaks Spanish.
    let desk = Browser::start_still(Screen::Desktop, Language::Spanish).await?;
    desk.open(&at("/sign-in")).await?;
    look(&desk, "sign-in-desktop-es").await?;
    desk.open(&link.ok_or("a link")?).await?;
    desk.wait("sign-in-device").await?;
    look(&desk, "device-desktop-es").await?;
    desk.click("sign-in-device").await?;
    desk.wait("done").await?;
    look(&desk, "me-member-desktop-es").await?;
    desk.open(&at("/history")).await?;
    let told = desk.wait("match").await?.text().await?;
    assert!(told.contains("Contra "), "{told}");
    look(&desk, "history-desktop-es").await?;
    desk.open(&at("/")).await?;
    desk.wait("my-tables").await?;
    look(&desk, "home-member-desktop-es").await?;

    // The table opens without its secret, which this device has never had.
    desk.click("continue").await?;
    desk.wait("rematch").await?;
    let address = desk.driver().current_url().await?;
    assert!(!address.as_str().contains('#'), "{address}");

    // The language is kept, from the page of the server to that of the table.
    ana.open(&at("/?lang=es")).await?;
    look(&ana, "home-member-phone-es").await?;
    ana.click("private-table").await?;
    ana.wait("make-page").await?;
    assert_eq!(ana.evaluate("document.documentElement.lang").await?, "es");
    ana.screenshot("site-make-phone-es").await?;
    let named = ana.wait("name").await?;
    let deadline = Instant::now() + Duration::from_secs(10);
    while named.prop("value").await?.as_deref() != Some("Ana") {
        assert!(Instant::now() < deadline, "the form knows the name");
        sleep(Duration::from_millis(50)).await;
    }
    for browser in [ana, eva, desk] {
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_button_leads_to_the_table_and_a_pasted_link_back_to_it() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let home = format!("http://{}/", server.address());
    let ana = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    ana.open(&home).await?;
    write(&ana, "name", "Ana").await?;
    ana.click("play-now").await?;
    ana.wait("hand").await?;
    let address = ana.driver().current_url().await?;
    // Back at home the table is there, and the name is not asked again.
    ana.open(&home).await?;
    ana.wait("my-tables").await?;
    assert!(!ana.shows("name").await?);
    write(&ana, "link", "hola").await?;
    ana.click("open").await?;
    ana.wait("problem").await?;
    let kept = ana.wait("link").await?.prop("value").await?;
    assert_eq!(kept.as_deref(), Some("hola"));
    look(&ana, "home-wrong-link-phone-es").await?;
    write(&ana, "link", address.as_str()).await?;
    ana.click("open").await?;
    ana.wait("hand").await?;
    ana.close().await
}
