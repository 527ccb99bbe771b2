//! A whole match of six love in a real browser: by clicking and by keyboard, on a phone and on a desktop, in English
//! and in Spanish. During it, the page is reloaded, the network cut and the server killed.

use std::time::Duration;

use capicu_e2e::{Did, Hands, Language, PATIENCE, Player, Proxy, Result, Screen, Server};
use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

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

    // A table with bots in the other seats, to two love so that the test ends.
    player.press("private-table").await?;
    let target = player.browser.wait("option-target").await?;
    target.send_keys(Key::Control + "a").await?;
    target.send_keys("2").await?;
    for seat in 1..4 {
        player.press(&format!("plan-{seat}-bot")).await?;
    }
    player
        .browser
        .screenshot(&format!("{}-form", player.name))
        .await?;
    player.press("make-table").await?;
    player.is_back().await?;

    let mut troubles = vec![Trouble::KillServer, Trouble::CutNetwork, Trouble::Reload];
    let mut acted = 0;
    let deadline = Instant::now() + 4 * PATIENCE;
    loop {
        match player.step().await? {
            Did::EndedMatch if troubles.is_empty() => break,
            // A short match: the remaining faults happen in the next.
            Did::EndedMatch => {
                player.use_button("rematch").await?;
                sleep(Duration::from_millis(200)).await;
            }
            Did::EndedRound => {}
            Did::Acted => {
                acted += 1;
                player.check_layout().await?;
            }
            Did::Nothing => sleep(Duration::from_millis(20)).await,
        }
        let my_turn = player
            .browser
            // A forced pass is automatic: the table waits only if a tile can be played.
            .evaluate(
                "!!document.querySelector('.status.mine') \
                 && !!document.querySelector('.hand .tile[data-legal=true]')",
            )
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

    // The same once more.
    player.use_button("rematch").await?;
    player.is_back().await?;
    player.browser.until_gone("rematch").await?;
    player.browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn six_love_by_clicking_on_a_phone_in_english() -> Result<()> {
    whole_match(Screen::Phone, Language::English, Hands::Pointer).await
}

#[tokio::test(flavor = "multi_thread")]
async fn six_love_by_clicking_on_a_desktop_in_spanish() -> Result<()> {
    whole_match(Screen::Desktop, Language::Spanish, Hands::Pointer).await
}

#[tokio::test(flavor = "multi_thread")]
async fn six_love_by_keyboard_on_a_phone_in_spanish() -> Result<()> {
    whole_match(Screen::Phone, Language::Spanish, Hands::Keys).await
}

#[tokio::test(flavor = "multi_thread")]
async fn six_love_by_keyboard_on_a_desktop_in_english() -> Result<()> {
    whole_match(Screen::Desktop, Language::English, Hands::Keys).await
}
