//! A whole match of six love in a real browser, played as people play it: by clicking and by
//! keyboard, on a phone and on a desktop, in English and in Spanish, with the page reloaded, the
//! network cut and the server killed in the middle.

use std::time::Duration;

use capicu_e2e::{Did, Hands, Language, Player, Proxy, Result, Screen, Server};
use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

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
            // A forced knock comes by itself: only with a tile to play does the table wait.
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
