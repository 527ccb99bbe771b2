//! The draw for the set, as it is seen: the tiles that the players turn up, who shuffles and who sets.

use std::time::Duration;

use capicu_e2e::{Browser, Hands, Language, Player, Result, Screen, Server};
use tokio::time::{Instant, sleep};

async fn drawing(screen: Screen, language: Language, sentences: [&str; 2]) -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let player = Player {
        browser: Browser::start_still(screen, language).await?,
        hands: Hands::Pointer,
        name: format!("drawing-{}-{}", screen.name(), language.tag()),
    };
    let browser = &player.browser;
    let witness = player
        .make_table(server.address(), "club", 2, language)
        .await?;
    // Each of the two has turned up a tile, drawn beside its seat.
    let drawn = "document.querySelectorAll('.bubble.drawn svg .domino').length";
    let deadline = Instant::now() + Duration::from_secs(20);
    while browser.evaluate(drawn).await?.as_u64() < Some(2) {
        assert!(Instant::now() < deadline, "no tiles are turned up");
        sleep(Duration::from_millis(20)).await;
    }
    let told = browser.wait("notices").await?.text().await?;
    for sentence in sentences {
        assert!(told.contains(sentence), "{told}");
    }
    browser.screenshot(&player.name).await?;
    player.check_layout().await?;
    drop(witness);
    player.browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn tiles_turned_up_are_seen() -> Result<()> {
    drawing(Screen::Phone, Language::Spanish, ["más alta", "evuelve"]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn tiles_turned_up_are_seen_on_a_large_screen() -> Result<()> {
    drawing(
        Screen::Desktop,
        Language::English,
        ["highest tile", "shuffle"],
    )
    .await
}
