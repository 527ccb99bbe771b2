//! A whole match of six love in a real browser, played as people play it: by clicking and by
//! keyboard, on a phone and on a desktop, in English and in Spanish, with the page reloaded, the
//! network cut and the server killed in the middle.

use std::time::Duration;

use capicu_e2e::{Browser, Language, Proxy, Result, Screen, Server};
use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

/// How the player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hands {
    Pointer,
    Keys,
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
                    const a = box(laid[i]), b = box(laid[j]);
                    const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                    const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                    if (w > 1 && h > 1)
                        return 'overlap: ' + laid[i].dataset.testid + ' ' + laid[j].dataset.testid;
                }
                if (document.documentElement.scrollWidth > window.innerWidth + 1)
                    return 'the page is wider than the window';
                return null;
            })()";

/// A player in front of a browser.
struct Player {
    browser: Browser,
    hands: Hands,
    name: String,
}

/// What the player just did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Did {
    Nothing,
    Acted,
    EndedRound,
    EndedMatch,
}

impl Player {
    async fn sit(url: &str, screen: Screen, language: Language, hands: Hands) -> Result<Self> {
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

    /// Uses a button in the player's way.
    async fn use_button(&self, id: &str) -> Result<bool> {
        let Some(button) = self.browser.find(id).await? else {
            return Ok(false);
        };
        let used = match self.hands {
            Hands::Pointer => button.click().await,
            Hands::Keys => button.send_keys(Key::Enter).await,
        };
        Ok(used.is_ok())
    }

    /// Does whatever is to be done now.
    async fn step(&self) -> Result<Did> {
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
        for id in ["pose-mine", "pass", "draw"] {
            if self.use_button(id).await? {
                return Ok(Did::Acted);
            }
        }
        if self.choose_end().await? || self.play_a_tile().await? {
            return Ok(Did::Acted);
        }
        Ok(Did::Nothing)
    }

    /// The buttons that ask which end.
    async fn choose_end(&self) -> Result<bool> {
        let ends = By::Css("[data-testid^='end-choice-']");
        for end in self.browser.driver().find_all(ends).await? {
            let used = match self.hands {
                Hands::Pointer => end.click().await,
                Hands::Keys => end.send_keys(Key::Enter).await,
            };
            if used.is_ok() {
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
            Hands::Keys => {
                self.browser.press((index + 1).to_string()).await?;
                Ok(true)
            }
        }
    }

    /// The tiles in hand and on the table, as the page shows them.
    async fn sees(&self) -> Result<serde_json::Value> {
        let ids = "[...document.querySelectorAll('.hand .tile, [data-testid^=laid-]')]\
            .map(tile => tile.dataset.testid).sort()";
        self.browser.evaluate(ids).await
    }

    /// Nothing on the felt overlaps, and nothing leaves it or the window, as soon as all tiles have
    /// come to rest.
    async fn check_layout(&self) -> Result<()> {
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
    async fn is_back(&self) -> Result<()> {
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

/// What befalls the table in the middle of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trouble {
    Reload,
    CutNetwork,
    KillServer,
}

async fn befall(
    trouble: Trouble,
    player: &Player,
    server: &mut Server,
    network: &Proxy,
) -> Result<()> {
    let before = player.sees().await?;
    match trouble {
        Trouble::Reload => player.browser.driver().refresh().await?,
        Trouble::CutNetwork => {
            network.cut();
            player.browser.wait("reconnecting").await?;
            player
                .browser
                .screenshot(&format!("{}-no-network", player.name))
                .await?;
            network.restore();
        }
        Trouble::KillServer => server.kill_and_restart().await?,
    }
    player.is_back().await?;
    // It was the player's turn, so nothing can have moved.
    let after = player.sees().await?;
    if before == after {
        Ok(())
    } else {
        Err(format!(
            "{}: {trouble:?} changed the table: {before} {after}",
            player.name
        )
        .into())
    }
}

async fn whole_match(screen: Screen, language: Language, hands: Hands) -> Result<()> {
    let mut server = Server::start(&["--bot-pace", "immediate"]).await?;
    let network = Proxy::start(server.address()).await?;
    let player = Player::sit(&network.url(), screen, language, hands).await?;
    player.browser.wait("play-now").await?;
    player
        .browser
        .screenshot(&format!("{}-home", player.name))
        .await?;
    let said = player
        .browser
        .evaluate("document.documentElement.lang")
        .await?;
    assert_eq!(
        said.as_str(),
        Some(language.tag()),
        "the page speaks the browser's language"
    );

    // A table of one's own, to two love so that the test ends, with bots in the other seats.
    player.use_button("private-table").await?;
    let target = player.browser.wait("option-target").await?;
    target.send_keys(Key::Control + "a").await?;
    target.send_keys("2").await?;
    for seat in 1..4 {
        player.use_button(&format!("plan-{seat}-bot")).await?;
    }
    player
        .browser
        .screenshot(&format!("{}-form", player.name))
        .await?;
    player.use_button("make-table").await?;
    player.is_back().await?;

    let mut troubles = vec![Trouble::KillServer, Trouble::CutNetwork, Trouble::Reload];
    let (mut acted, mut rounds) = (0, 0);
    let deadline = Instant::now() + Duration::from_secs(240);
    loop {
        match player.step().await? {
            Did::EndedMatch if troubles.is_empty() => break,
            // A short match: what has not befallen it yet befalls the next.
            Did::EndedMatch => {
                player.use_button("rematch").await?;
                sleep(Duration::from_millis(200)).await;
            }
            Did::EndedRound => rounds += 1,
            Did::Acted => {
                acted += 1;
                player.check_layout().await?;
            }
            Did::Nothing => sleep(Duration::from_millis(20)).await,
        }
        let my_turn = player
            .browser
            .evaluate("!!document.querySelector('.status.mine')")
            .await?;
        if acted >= 3 && my_turn == true && !troubles.is_empty() {
            acted = 0;
            player
                .browser
                .screenshot(&format!("{}-table", player.name))
                .await?;
            if let Some(trouble) = troubles.pop() {
                befall(trouble, &player, &mut server, &network).await?;
            }
        }
        if Instant::now() > deadline {
            player
                .browser
                .screenshot(&format!("{}-stuck", player.name))
                .await?;
            return Err(format!("{}: the match did not end within 240 s", player.name).into());
        }
    }
    player
        .browser
        .screenshot(&format!("{}-match", player.name))
        .await?;
    assert!(rounds > 0);

    // And again.
    player.use_button("rematch").await?;
    player.is_back().await?;
    let deadline = Instant::now() + Duration::from_secs(20);
    while player.browser.shows("rematch").await? {
        assert!(Instant::now() < deadline, "the rematch did not begin");
        sleep(Duration::from_millis(50)).await;
    }
    player.browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn by_clicking_on_a_phone_in_english() -> Result<()> {
    whole_match(Screen::Phone, Language::English, Hands::Pointer).await
}

#[tokio::test(flavor = "multi_thread")]
async fn by_clicking_on_a_desktop_in_spanish() -> Result<()> {
    whole_match(Screen::Desktop, Language::Spanish, Hands::Pointer).await
}

#[tokio::test(flavor = "multi_thread")]
async fn by_keyboard_on_a_phone_in_spanish() -> Result<()> {
    whole_match(Screen::Phone, Language::Spanish, Hands::Keys).await
}

#[tokio::test(flavor = "multi_thread")]
async fn by_keyboard_on_a_desktop_in_english() -> Result<()> {
    whole_match(Screen::Desktop, Language::English, Hands::Keys).await
}
