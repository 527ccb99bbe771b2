//! A player is reported from the table, a moderator acts, and the player sees it.

use capicu_e2e::{Browser, Language, Result, Screen, Server};

#[tokio::test(flavor = "multi_thread")]
async fn report_reaches_a_moderator_and_sanction_the_player() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let code = server.owner_code().await?;
    let at = |path: &str| format!("http://{}{path}", server.address());

    let mo = Browser::start_still(Screen::Desktop, Language::English).await?;
    mo.join(&at(""), "Mo", "mo").await?;
    mo.open(&at("/moderate/owner")).await?;
    mo.wait("code").await?.send_keys(&code).await?;
    mo.click("own").await?;
    mo.wait("no-reports").await?;

    let ana = Browser::start_still(Screen::Phone, Language::English).await?;
    let eva = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    for (browser, name) in [(&ana, "Ana"), (&eva, "Eva")] {
        browser.open(&at("/lobby?game=draw")).await?;
        browser.write("name", name).await?;
    }
    // One right after the other: after ten seconds bots take the open seats.
    for browser in [&ana, &eva] {
        browser.click("cell-draw-usual").await?;
    }
    for browser in [&ana, &eva] {
        browser.wait("felt").await?;
    }
    eva.click("menu").await?;
    // It may be below the visible part of the menu on a phone.
    eva.wait("report").await?.scroll_into_view().await?;
    eva.click("report").await?;
    eva.wait("report-page").await?;
    eva.look("conduct-report-phone-es").await?;
    eva.wait("report-words").await?.send_keys("Insulta").await?;
    eva.click("report-send").await?;
    eva.wait("report-done").await?;

    mo.open(&at("/moderate")).await?;
    mo.wait("reported").await?;
    mo.look("conduct-moderate").await?;
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
    mo.look("conduct-audit").await?;

    ana.open(&at("/")).await?;
    let told = ana.wait("notices").await?.text().await?;
    assert!(told.contains("Keep it friendly"), "{told}");
    ana.look("conduct-notice-phone").await?;
    ana.click("notice-read").await?;
    ana.wait("me-page").await?;
    ana.until_gone("notices").await?;
    for browser in [ana, eva, mo] {
        browser.close().await?;
    }
    Ok(())
}
