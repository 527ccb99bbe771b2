//! The three places for the pictures of the README.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{ACT, Tour, tap};
use crate::{Browser, PATIENCE, Result};

const BLUNDERS: &str = include_str!("../../tests/records/blunders.domino");

const PAIRS: &str = "Ana / Luis\nRosa / Juan\nNena / Pepe\nCarmen / Tito\nIris / Rafa\nLola / Beto";

/// Whether a dozen tiles are on the table and it is the reader's turn.
const IN_PLAY: &str = "document.querySelectorAll(\"[data-testid^='laid-']\").length >= 12 \
    && !!document.querySelector(\".hand .tile[data-legal='true']\")";

const QUIET: &str = "document.querySelector('[data-testid=notices]').textContent === ''";

const ANALYZED: &str = "(document.querySelector('#analysis')?.shadowRoot?.textContent.length ?? 0) > 200 \
    && document.querySelector('#stop-analysis').hidden";

impl Tour<'_> {
    /// Shows a table in play, an analysis and a director's desk, on a new server.
    pub async fn readme(
        &self,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        self.table_in_play().await?;
        look(self.browser, "table").await?;
        self.analysis().await?;
        look(self.browser, "analysis").await?;
        self.desk_in_a_round().await?;
        look(self.browser, "desk").await
    }

    async fn table_in_play(&self) -> Result<()> {
        let browser = self.browser;
        browser.resize(1280, 800).await?;
        self.go("/play?game=jamaican-partner").await?;
        for seat in 1..4 {
            tap(browser, &format!("plan-{seat}-bot")).await?;
        }
        tap(browser, "make-table").await?;
        browser.wait("hand").await?;
        let deadline = Instant::now() + PATIENCE;
        while browser.evaluate(IN_PLAY).await? != true {
            if Instant::now() > deadline {
                return Err("no dozen tiles on the table".into());
            }
            browser.click_if_shown("next-round").await?;
            browser.evaluate(ACT).await?;
            sleep(Duration::from_millis(60)).await;
        }
        browser.until(QUIET).await
    }

    async fn analysis(&self) -> Result<()> {
        let browser = self.browser;
        browser.resize(1000, 1080).await?;
        self.go("/replay").await?;
        browser.wait("record-text").await?;
        let text = serde_json::to_string(BLUNDERS)?;
        let field = "document.querySelector(\"#record-text\").value";
        browser.evaluate(&format!("{field} = {text}")).await?;
        browser.click("open-record").await?;
        browser.wait("scrubber").await?;
        tap(browser, "analyze").await?;
        browser.until(ANALYZED).await?;
        let scroll = "document.querySelector('#analysis').scrollIntoView()";
        browser.evaluate(scroll).await?;
        Ok(())
    }

    async fn desk_in_a_round(&self) -> Result<()> {
        let browser = self.browser;
        browser.resize(1280, 800).await?;
        browser.join(&self.home, "Nena", "nena").await?;
        self.go("/events/new?preset=latin-pairs").await?;
        browser.write("name", "Friday at the club").await?;
        tap(browser, "make-event").await?;
        browser.wait("desk-page").await?;
        tap(browser, "paste").await?;
        browser.write("list", PAIRS).await?;
        tap(browser, "enter-list").await?;
        browser.wait("entry-6").await?;
        tap(browser, "open").await?;
        tap(browser, "draft").await?;
        browser.wait("draft-page").await?;
        tap(browser, "publish").await?;
        browser.wait("table-1").await?;
        Ok(())
    }
}
