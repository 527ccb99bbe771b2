//! A player in a browser, by clicking or by keyboard.

use std::net::SocketAddr;
use std::time::Duration;

use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

use crate::{Browser, Language, PATIENCE, Result, Screen, Witness};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    Pointer,
    Keys,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Did {
    Nothing,
    Acted,
    EndedRound,
    EndedMatch,
}

#[derive(Debug)]
pub struct Player {
    pub browser: Browser,
    pub hands: Hands,
    pub name: String,
}

/// The fault in the layout of the tiles on the felt, or null.
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

    /// Makes a table through the form, with bots in all other seats, and starts checking its layout.
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
        self.press(&format!("lang-{}", language.tag())).await?;
        let spoken = format!("document.documentElement.lang === '{}'", language.tag());
        browser.until(&spoken).await?;
        self.press("private-table").await?;
        browser.wait("game").await?;
        // Games from rule files come from the server.
        let option = format!("#game option[value='{game}']");
        browser
            .until(&format!("!!document.querySelector(\"{option}\")"))
            .await?;
        browser
            .driver()
            .find(By::Css(option))
            .await?
            .click()
            .await?;
        self.press(&format!("players-{players}")).await?;
        for seat in 1..players {
            self.press(&format!("plan-{seat}-bot")).await?;
        }
        browser
            .evaluate("document.querySelector('#game').scrollIntoView()")
            .await?;
        browser.screenshot(&format!("{}-form", self.name)).await?;
        self.press("make-table").await?;
        self.is_back().await?;
        Witness::of(server, &browser.own_link().await?).await
    }

    pub async fn press(&self, id: &str) -> Result<()> {
        let act = async |button: &WebElement| match self.hands {
            Hands::Pointer => {
                self.browser.uncover(button).await?;
                button.click().await
            }
            Hands::Keys => button.send_keys(Key::Enter).await,
        };
        self.browser.with(id, act).await
    }

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

    pub async fn act(&self) -> Result<bool> {
        for id in ["pose-mine", "pass", "draw"] {
            if self.use_button(id).await? {
                return Ok(true);
            }
        }
        Ok(self.choose_end().await? || self.play_a_tile().await?)
    }

    /// Uses the first of the buttons for an end. Returns whether there was one.
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
                self.browser.press(Key::Enter.value().to_string()).await?;
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

    /// Checks, once all tiles are at rest, that no tile on the felt overlaps another or leaves the felt or the window.
    pub async fn check_layout(&self) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
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

    pub async fn is_back(&self) -> Result<()> {
        self.browser.wait("hand").await?;
        self.browser.until_gone("connecting").await?;
        self.browser.until_gone("reconnecting").await
    }
}
