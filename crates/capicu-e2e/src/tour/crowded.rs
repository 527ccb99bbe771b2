//! Tables at which much has to find its place.

use super::{Tour, tap};
use crate::{Browser, Result};

/// The game, how many play, and what the table is called here.
const CROWDED: [(&str, u8, &str); 3] = [
    ("all-fives", 4, "table-of-pegs"),
    ("double-nine-cross", 8, "table-of-eight"),
    ("double-twelve-cross", 12, "table-of-twelve"),
];

impl Tour<'_> {
    /// A cribbage board with four lanes, eight players, and twelve.
    pub async fn crowded(
        &self,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        let browser = self.browser;
        for (game, players, name) in CROWDED {
            self.go(&format!("/play?game={game}")).await?;
            browser.wait(&format!("players-{players}")).await?;
            tap(browser, &format!("players-{players}")).await?;
            tap(browser, "practice").await?;
            browser.wait("hand").await?;
            look(browser, name).await?;
        }
        Ok(())
    }
}
