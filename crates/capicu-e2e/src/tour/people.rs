//! Places with people: a table with open seats, its chat and ways out, the lobby, and the pages of admins and
//! moderators.

use super::{Tour, tap};
use crate::{Browser, Result, Screen};

/// Pages of the admins' own listener.
const ADMIN: [(&str, &str); 7] = [
    ("admin-events", "/events"),
    ("admin", "/"),
    ("admin-tables", "/tables"),
    ("admin-people", "/people"),
    ("admin-nobody", "/people?who=nobody-here"),
    ("admin-sanctions", "/sanctions"),
    ("admin-retention", "/retention"),
];

impl Tour<'_> {
    /// A table with an open seat, which a guest takes on another device; and the lobby.
    pub(super) async fn people(
        &self,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        let browser = self.browser;
        self.go("/play?game=draw").await?;
        browser.click("players-2").await?;
        browser.click("make-table").await?;
        browser.wait("room-seats").await?;
        look(browser, "room").await?;
        let told = "document.querySelector('[data-testid=code]').textContent";
        browser.until(&format!("{told} !== ''")).await?;
        let code = browser.evaluate(told).await?;
        let code = code.as_str().ok_or("a code")?;
        let link = browser.wait("link-seat-1").await?.prop("value").await?;
        let table = browser.driver().window().await?;
        let other = browser.driver().new_tab().await?;
        browser.driver().switch_to_window(other).await?;
        self.go(&format!("/j/{}", code.trim())).await?;
        browser.wait("sit-down").await?;
        look(browser, "invited").await?;
        browser.driver().close_window().await?;
        browser.driver().switch_to_window(table).await?;
        // The host already has a seat; the link of an open seat is for anybody.
        let guest = Browser::start_still(Screen::Phone, self.language).await?;
        guest.open(&link.ok_or("a link")?).await?;
        guest.wait("hand").await?;
        browser.click("talk").await?;
        browser.wait("talk-panel").await?;
        look(browser, "talk").await?;
        browser.click("talk-close").await?;
        browser.click("menu").await?;
        browser.click("leave").await?;
        browser.wait("leave-sure").await?;
        let sheet = "document.querySelector('[data-testid=score-sheet]').open = true";
        browser.evaluate(sheet).await?;
        look(browser, "leave").await?;
        browser.click("stay").await?;
        browser.click("menu-close").await?;
        guest.click("start").await?;
        self.once_dealt(look).await?;
        guest.close().await?;

        self.go("/lobby?game=cien").await?;
        browser.tap("company-partner").await?;
        browser.click("cell-cien-usual").await?;
        browser.wait("inviting-page").await?;
        look(browser, "inviting").await?;
        let link = browser.wait("partner-link").await?.prop("value").await?;
        browser.open(&link.ok_or("a link")?).await?;
        browser.until("!!document.querySelector('h1')").await?;
        look(browser, "invitation").await?;
        self.go("/lobby/wait").await?;
        browser.click("cancel").await?;
        self.go("/lobby?game=cien").await?;
        browser.click("cell-cien-usual").await?;
        browser.wait("waiting-page").await?;
        look(browser, "waiting").await?;
        // On a slow machine the look takes longer than the wait for bots: the table begins, or the click is too late.
        let cancel = "document.querySelector('[data-testid=cancel]')?.click()";
        // During a change of pages there is nothing to click.
        browser.evaluate(cancel).await.ok();
        let shown = |page: &str| format!("!!document.querySelector('[data-testid={page}]')");
        let is_seated = format!(
            "location.pathname.startsWith('/t/') || {}",
            shown("seated-page")
        );
        let is_over = format!("{is_seated} || {}", shown("lobby-page"));
        browser.until(&is_over).await?;
        if browser.evaluate(&is_seated).await? == true {
            self.go("/lobby?game=cien").await?;
        }
        browser.wait("lobby-page").await?;
        look(browser, "lobby-cancelled").await
    }

    /// The players of a table in play, and a seat in two tabs.
    async fn once_dealt(
        &self,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        let browser = self.browser;
        browser.click("start").await?;
        browser
            .until("!!document.querySelector('.hand .tile') && !document.getElementById('room')")
            .await?;
        browser.click("menu").await?;
        browser.click("people").await?;
        browser.wait("room-remove-1").await?;
        look(browser, "people").await?;
        browser.click("room-remove-1").await?;
        browser.wait("room-remove-sure-1").await?;
        look(browser, "people-sure").await?;
        browser.click("people-close").await?;
        let table = browser.driver().window().await?;
        let own = browser.driver().current_url().await?;
        let again = browser.driver().new_tab().await?;
        browser.driver().switch_to_window(again.clone()).await?;
        browser.open(own.as_str()).await?;
        browser.wait("hand").await?;
        browser.driver().switch_to_window(table.clone()).await?;
        browser.wait("seat-here").await?;
        look(browser, "seat-elsewhere").await?;
        browser.driver().switch_to_window(again).await?;
        browser.driver().close_window().await?;
        browser.driver().switch_to_window(table).await?;
        Ok(())
    }

    pub(super) async fn admin(
        &self,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        let (browser, Some(admin)) = (self.browser, self.admin) else {
            return Ok(());
        };
        self.go("/moderate/admin").await?;
        look(browser, "admin-code-new").await?;
        tap(browser, "make-code").await?;
        let code = browser.wait("admin-code").await?.text().await?;
        look(browser, "admin-code").await?;
        browser.open(&format!("http://{admin}/sign-in")).await?;
        browser.write("code", &code).await?;
        look(browser, "admin-sign-in").await?;
        browser.click("enter").await?;
        browser.wait("admin-page").await?;
        for (name, path) in ADMIN {
            browser.open(&format!("http://{admin}{path}")).await?;
            look(browser, name).await?;
        }
        browser
            .open(&format!("http://{admin}/people?who=nena"))
            .await?;
        browser.wait("admin-person").await?;
        look(browser, "admin-person").await
    }
}
