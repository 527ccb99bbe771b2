//! Crowded tables, in the middle of a round and at its end.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{ACT, Tour};
use crate::{Browser, PATIENCE, Result};

/// The game, the number of players, and a name for the table.
const CROWDED: [(&str, u8, &str); 6] = [
    ("all-fives", 4, "table-of-pegs"),
    ("club", 2, "table-of-the-club"),
    ("cut-throat", 4, "table-of-four"),
    ("double-nine-cross", 8, "table-of-eight"),
    ("double-twelve-cross", 12, "table-of-twelve"),
    ("doscientos", 4, "table-of-pairs"),
];

/// The number of tiles laid by the middle of a round.
const MIDDLE: usize = 14;

/// Whether the end of a round is shown.
const OVER: &str = "!!document.querySelector(\"[data-testid='round-result']\")";

impl Tour<'_> {
    /// A cribbage board with four lanes, one with two, bars, four, eight and twelve sides.
    pub async fn crowded(
        &self,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        let browser = self.browser;
        let laid = format!("document.querySelectorAll('.felt .laid').length >= {MIDDLE}");
        for (game, players, name) in CROWDED {
            self.go(&format!("/play?game={game}")).await?;
            browser.click(&format!("players-{players}")).await?;
            browser.wait("plan-1-bot").await?;
            let bots = "document.querySelectorAll(\"[data-testid^='plan-'][data-testid$='-bot']\").forEach((one) => one.click())";
            browser.evaluate(bots).await?;
            browser.click("make-table").await?;
            browser.wait("hand").await?;
            self.act_until(&format!("{laid} || {OVER}")).await?;
            look(browser, name).await?;
            self.act_until(OVER).await?;
            look(browser, &format!("{name}-round")).await?;
        }
        Ok(())
    }

    /// Takes legal actions until an expression of the page is true.
    async fn act_until(&self, reached: &str) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        while self.browser.evaluate(reached).await? != true {
            if Instant::now() > deadline {
                self.browser.screenshot("tour-stuck").await?;
                return Err(format!("`{reached}` does not come true").into());
            }
            self.browser.evaluate(ACT).await?;
            sleep(Duration::from_millis(60)).await;
        }
        Ok(())
    }
}
