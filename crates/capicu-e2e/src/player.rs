//! Somebody who plays in a browser, by clicking or by keyboard.

use std::net::SocketAddr;
use std::time::Duration;

use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

use crate::{Browser, Language, Result, Screen, Witness};

/// How the player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// By clicking.
    Pointer,
    /// By keyboard.
    Keys,
}

/// What the player just did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Did {
    /// Nothing was to be done.
    Nothing,
    /// Something with tiles.
    Acted,
    /// Asked for the next round.
    EndedRound,
    /// Saw that the match is over.
    EndedMatch,
}

/// A player in front of a browser.
#[derive(Debug)]
pub struct Player {
    /// The browser.
    pub browser: Browser,
    /// How.
    pub hands: Hands,
    /// For the names of screenshots.
    pub name: String,
}

/// What is wrong with the tiles on the felt, or null.
const WRONG_WITH_LAYOUT: &str = "(() => {
                const box = e => e.getBoundingClientRect();
                const felt = document.querySelector('[data-testid=felt]');
                if (!felt) return null;
                const f = box(felt);
                const laid = [...document.querySelectorAll('[data-testid^=laid-]')];
                for (const tile of laid) {
                    const t = box(tile);
                    if (t.left < f.left - 1 || t.right > f.right + 1 || t.top < f.top - 1
                        || t.bottom > f.bottom + 1) return 'off the felt: ' + tile.dataset.testid;
                }
                for (let i = 0; i < laid.length; i++) for (let j = i + 1; j < laid.length; j++) {
                    const a = box(laid[i].querySelector('.domino')), b = box(laid[j].querySelector('.domino'));
                    const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                    const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                    if (w > 1 && h > 1)
                        return 'overlap: ' + laid[i].dataset.testid + ' ' + laid[j].dataset.testid;
                }
                if (document.documentElement.scrollWidth > window.innerWidth + 1)
                    return 'the page is wider than the window';
                return null;
            })()";

impl Player {
    /// Opens the page.
    pub async fn sit(url: &str, screen: Screen, language: Language, hands: Hands) -> Result<Self> {
        let browser = Browser::start(screen, language).await?;
        browser.open(url).await?;
        let way = match hands {
            Hands::Pointer => "click",
            Hands::Keys => "keys",
        };
        let name = format!("{}-{}-{way}", screen.name(), language.tag());
        Ok(Self {
            browser,
            hands,
            name,
        })
    }

    /// Makes a table through the form, with bots in all other seats, and watches it from there.
    pub async fn make_table(
        &self,
        server: SocketAddr,
        game: &str,
        players: u8,
        language: Language,
    ) -> Result<Witness> {
        let browser = &self.browser;
        browser.open(&format!("http://{server}/")).await?;
        browser.wait("play-now").await?;
        self.use_button(&format!("lang-{}", language.tag())).await?;
        let spoken = format!("document.documentElement.lang === '{}'", language.tag());
        browser.until(&spoken).await?;
        browser.wait("private-table").await?;
        self.use_button("private-table").await?;
        let games = browser.wait("game").await?;
        // Those that are rule files come from the server.
        let option = By::Css(format!("option[value='{game}']"));
        let deadline = Instant::now() + Duration::from_secs(10);
        while games.find(option.clone()).await.is_err() && Instant::now() < deadline {
            sleep(Duration::from_millis(30)).await;
        }
        games.find(option).await?.click().await?;
        browser.wait(&format!("players-{players}")).await?;
        self.use_button(&format!("players-{players}")).await?;
        for seat in 1..players {
            browser.wait(&format!("plan-{seat}-bot")).await?;
            self.use_button(&format!("plan-{seat}-bot")).await?;
        }
        browser
            .evaluate("document.querySelector('[data-testid=game]').scrollIntoView()")
            .await?;
        browser.screenshot(&format!("{}-form", self.name)).await?;
        self.use_button("make-table").await?;
        self.is_back().await?;
        Witness::of(server, &browser.own_link().await?).await
    }

    /// Uses a button in the player's way.
    pub async fn use_button(&self, id: &str) -> Result<bool> {
        let Some(button) = self.browser.find(id).await? else {
            return Ok(false);
        };
        self.use_this(&button).await
    }

    async fn use_this(&self, button: &WebElement) -> Result<bool> {
        let used = match self.hands {
            Hands::Pointer => button.click().await,
            Hands::Keys => button.send_keys(Key::Enter).await,
        };
        Ok(used.is_ok())
    }

    /// Does whatever is to be done now.
    pub async fn step(&self) -> Result<Did> {
        if self.browser.shows("rematch").await? {
            return Ok(Did::EndedMatch);
        }
        if self.browser.shows("next-round").await? {
            self.browser
                .screenshot(&format!("{}-round", self.name))
                .await?;
            self.use_button("next-round").await?;
            return Ok(Did::EndedRound);
        }
        Ok(match self.act().await? {
            true => Did::Acted,
            false => Did::Nothing,
        })
    }

    /// Does what can be done with tiles; whether there was anything.
    pub async fn act(&self) -> Result<bool> {
        for id in ["pose-mine", "pass", "draw"] {
            if self.use_button(id).await? {
                return Ok(true);
            }
        }
        Ok(self.choose_end().await? || self.play_a_tile().await?)
    }

    /// Uses the first of the buttons that ask which end; whether there was one.
    pub async fn choose_end(&self) -> Result<bool> {
        let ends = By::Css("[data-testid^='end-choice-']");
        for end in self.browser.driver().find_all(ends).await? {
            if self.use_this(&end).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    async fn play_a_tile(&self) -> Result<bool> {
        let index = "(() => { const s = document.querySelector('.status.mine'); \
            const tiles = [...document.querySelectorAll('.hand .tile')]; \
            return s ? tiles.findIndex(t => t.dataset.legal === 'true') : -1; })()";
        let Some(index) = self.browser.evaluate(index).await?.as_u64() else {
            return Ok(false);
        };
        match self.hands {
            Hands::Pointer => {
                let legal = By::Css(".hand .tile[data-legal='true']");
                let tiles = self.browser.driver().find_all(legal).await?;
                let Some(tile) = tiles.first() else {
                    return Ok(false);
                };
                Ok(tile.click().await.is_ok())
            }
            // Only nine tiles have a key of their own; the arrows reach the others.
            Hands::Keys if index >= 9 => {
                let tile = format!("document.querySelectorAll('.hand .tile')[{index}].focus()");
                self.browser.evaluate(&tile).await?;
                let focused = self.browser.driver().active_element().await?;
                focused.send_keys(Key::Enter).await?;
                Ok(true)
            }
            Hands::Keys => {
                self.browser.press((index + 1).to_string()).await?;
                Ok(true)
            }
        }
    }

    /// The tiles in hand and on the table, as the page shows them.
    pub async fn sees(&self) -> Result<serde_json::Value> {
        let ids = "[...document.querySelectorAll('.hand .tile, [data-testid^=laid-]')]\
            .map(tile => tile.dataset.testid).sort()";
        self.browser.evaluate(ids).await
    }

    /// Nothing on the felt overlaps, and nothing leaves it or the window, as soon as all tiles have
    /// come to rest.
    pub async fn check_layout(&self) -> Result<()> {
        let deadline = Instant::now() + Duration::from_secs(4);
        loop {
            let wrong = self.browser.evaluate(WRONG_WITH_LAYOUT).await?;
            match wrong.as_str() {
                None => return Ok(()),
                Some(wrong) if Instant::now() > deadline => {
                    self.browser
                        .screenshot(&format!("{}-wrong", self.name))
                        .await?;
                    return Err(format!("{}: {wrong}", self.name).into());
                }
                Some(_) => sleep(Duration::from_millis(30)).await,
            }
        }
    }

    /// The page is connected and shows the table.
    pub async fn is_back(&self) -> Result<()> {
        self.browser.wait("hand").await?;
        let deadline = Instant::now() + Duration::from_secs(20);
        while self.browser.shows("connecting").await? || self.browser.shows("reconnecting").await? {
            if Instant::now() > deadline {
                return Err(format!("{}: still not connected after 20 s", self.name).into());
            }
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }
}
