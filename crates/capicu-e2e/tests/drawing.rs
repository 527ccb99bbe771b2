//! The draw for the set, as it is seen: the tiles that the players turn up, who shuffles and who sets.

use std::time::Duration;

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use tokio::time::{Instant, sleep};

async fn drawing(screen: Screen, language: Language, sentences: [&str; 2]) -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let maker = Browser::start_still(screen, language).await?;
    maker
        .open(&format!("http://{}/play?game=club", server.address()))
        .await?;
    maker.click("players-2").await?;
    maker.click("make-table").await?;
    let link = maker.wait("link-seat-1").await?.prop("value").await?;
    let friend = Browser::start_still(Screen::Desktop, Language::English).await?;
    friend.open(&link.ok_or("a link")?).await?;
    friend.click("start").await?;
    maker.click("start").await?;
    // Each of the two has turned up a tile, drawn beside its seat.
    let drawn = "document.querySelectorAll('.bubble.drawn svg .domino').length";
    let deadline = Instant::now() + Duration::from_secs(20);
    while maker.evaluate(drawn).await?.as_u64() < Some(2) {
        assert!(Instant::now() < deadline, "no tiles are turned up");
        sleep(Duration::from_millis(20)).await;
    }
    let told = maker.wait("notices").await?.text().await?;
    for sentence in sentences {
        assert!(told.contains(sentence), "{told}");
    }
    maker
        .screenshot(&format!("drawing-{}-{}", screen.name(), language.tag()))
        .await?;
    friend.close().await?;
    maker.close().await
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
