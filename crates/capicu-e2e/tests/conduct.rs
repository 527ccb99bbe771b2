//! Somebody is reported from the table, a moderator acts, and the person is told.

use capicu_e2e::{Browser, Language, Result, Screen, Server};

/// Whether the page is wider than the window.
const TOO_WIDE: &str = "document.documentElement.scrollWidth > window.innerWidth + 1";

async fn look(browser: &Browser, name: &str) -> Result<()> {
    browser.screenshot(&format!("conduct-{name}")).await?;
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false, "{name}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_reaches_a_moderator_and_what_follows_reaches_the_person() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let code = server.owner_code().await?;
    let at = |path: &str| format!("http://{}{path}", server.address());

    let mo = Browser::start_still(Screen::Desktop, Language::English).await?;
    mo.open(&at("/me")).await?;
    mo.wait("name").await?.send_keys("Mo").await?;
    mo.click("change-name").await?;
    mo.wait("username").await?.send_keys("mo").await?;
    mo.click("join").await?;
    mo.open(&at("/moderate/owner")).await?;
    mo.wait("code").await?.send_keys(&code).await?;
    mo.click("own").await?;
    mo.wait("no-reports").await?;

    let ana = Browser::start_still(Screen::Phone, Language::English).await?;
    let eva = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    for (browser, name) in [(&ana, "Ana"), (&eva, "Eva")] {
        browser.open(&at("/lobby?game=draw")).await?;
        browser.wait("name").await?.send_keys(name).await?;
        browser.click("seek").await?;
    }
    for browser in [&ana, &eva] {
        browser.wait("felt").await?;
    }
    eva.click("menu").await?;
    // It may lie below what the menu shows on a phone.
    eva.wait("report").await?.scroll_into_view().await?;
    eva.click("report").await?;
    eva.wait("report-page").await?;
    look(&eva, "report-phone-es").await?;
    eva.wait("report-words").await?.send_keys("Insulta").await?;
    eva.click("report-send").await?;
    eva.wait("report-done").await?;

    mo.open(&at("/moderate")).await?;
    mo.wait("reported").await?;
    look(&mo, "moderate").await?;
    let said = mo.wait("report-said").await?.text().await?;
    assert_eq!(said, "Insulta");
    mo.click("act-warn").await?;
    mo.wait("reason")
        .await?
        .send_keys("Keep it friendly")
        .await?;
    mo.click("act").await?;
    mo.wait("no-reports").await?;
    mo.open(&at("/moderate/audit")).await?;
    mo.wait("audit").await?;
    look(&mo, "audit").await?;

    ana.open(&at("/")).await?;
    let told = ana.wait("notices").await?.text().await?;
    assert!(told.contains("Keep it friendly"), "{told}");
    look(&ana, "notice-phone").await?;
    ana.click("notice-read").await?;
    ana.wait("me-page").await?;
    assert!(ana.find("notices").await?.is_none());
    for browser in [ana, eva, mo] {
        browser.close().await?;
    }
    Ok(())
}
