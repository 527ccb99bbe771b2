//! Ways into a game: a lesson, and house rules read and written.

use super::{Tour, tap};
use crate::{Browser, Result};

impl Tour<'_> {
    pub(super) async fn doors(
        &self,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        let browser = self.browser;
        self.go("/practice#learn=draw").await?;
        browser.wait("lesson-go-on").await?;
        look(browser, "lesson").await?;

        self.go("/practice#learn=strategy-double").await?;
        browser.until_shows("lesson", "1").await?;
        look(browser, "strategy").await?;

        self.go("/play?game=jamaican-partner").await?;
        browser.wait("option-key-tile").await?;
        let open = "document.querySelector('details.all').open = true";
        browser.evaluate(open).await?;
        browser.wait("house-summary").await?;
        look(browser, "house").await?;

        self.go("/rule-file").await?;
        browser.wait("rule-file-text").await?;
        tap(browser, "rule-file-check").await?;
        browser.wait("rule-file-accepted").await?;
        look(browser, "rule-file-right").await?;
        let text = "document.querySelector('[data-testid=rule-file-text]').value";
        let wrong = format!("{text} = 'game = \"chess\"\\nplayers = 9'");
        browser.evaluate(&wrong).await?;
        tap(browser, "rule-file-check").await?;
        browser.wait("rule-file-wrong").await?;
        look(browser, "rule-file-wrong").await
    }
}
