//! A felt with many ends: players can zoom in, and possible ends have letters.

use std::time::Duration;

use capicu::View;
use capicu_e2e::{Browser, Hands, Language, PATIENCE, Player, Result, Screen, Server};
use tokio::time::{Instant, sleep};

/// The width of the first tile on the felt, in pixels, and whether the felt is zoomed in.
const CLOSE: &str = "(() => {
    const first = document.querySelector('.laid .domino').getBoundingClientRect();
    return [Math.max(first.width, first.height),
        document.querySelector('[data-testid=felt]').classList.contains('closer')];
})()";

/// Whether every laid tile is on the felt that is shown.
const ALL_SHOWN: &str = "(() => {
    const felt = document.querySelector('[data-testid=felt]').getBoundingClientRect();
    return [...document.querySelectorAll('.laid .domino')].map(e => e.getBoundingClientRect()).every(tile =>
        tile.left >= felt.left - 1 && tile.right <= felt.right + 1
        && tile.top >= felt.top - 1 && tile.bottom <= felt.bottom + 1);
})()";

/// The letters over the ends of the felt, and those of their buttons, each with its tile.
const LETTERS: &str = "(() => {
    const on = (e, prefix) => e.dataset.testid.slice(prefix.length);
    const ghosts = [...document.querySelectorAll('.ghost')]
        .filter(e => e.querySelector('.letter'))
        .map(e => [e.querySelector('.letter').textContent, on(e, 'ghost-')]);
    const buttons = [...document.querySelectorAll('.end.lettered')]
        .map(e => [e.textContent[0], on(e, 'end-choice-')]);
    return [ghosts.sort(), buttons];
})()";

type Letters = Vec<(String, String)>;

async fn close(browser: &Browser) -> Result<(f64, bool)> {
    Ok(serde_json::from_value(browser.evaluate(CLOSE).await?)?)
}

async fn zooms(browser: &Browser) -> Result<()> {
    let (whole, closer) = close(browser).await?;
    assert!(!closer, "the whole felt is shown at first");
    browser.click("zoom-in").await?;
    browser.click("zoom-in").await?;
    let deadline = Instant::now() + PATIENCE;
    while close(browser).await?.0 < 1.7 * whole {
        assert!(Instant::now() < deadline, "two steps nearly double a tile");
        sleep(Duration::from_millis(30)).await;
    }
    assert!(close(browser).await?.1);
    let (large, _) = close(browser).await?;
    browser.screenshot("felt-closer").await?;
    browser.click("zoom-out").await?;
    while close(browser).await?.0 > 0.8 * large {
        assert!(Instant::now() < deadline, "a step back makes it smaller");
        sleep(Duration::from_millis(30)).await;
    }
    browser.click("zoom-fit").await?;
    // A bot may have laid a tile meanwhile, which makes the others smaller.
    loop {
        let (size, closer) = close(browser).await?;
        if !closer && size <= whole + 0.5 && browser.evaluate(ALL_SHOWN).await? == true {
            return Ok(());
        }
        assert!(Instant::now() < deadline, "all of it is shown again");
        sleep(Duration::from_millis(30)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_ends_have_letters_and_can_be_zoomed() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let player = Player {
        browser: Browser::start_still(Screen::Phone, Language::English).await?,
        hands: Hands::Pointer,
        name: "felt".to_owned(),
    };
    let browser = &player.browser;
    let witness = player
        .make_table(server.address(), "double-nine-cross", 2, Language::English)
        .await?;
    // In this game, a tile soon fits more than two different ends.
    let deadline = Instant::now() + 4 * PATIENCE;
    let (mut zoomed, mut lettered) = (false, false);
    while !(zoomed && lettered) {
        assert!(
            Instant::now() < deadline,
            "zoomed: {zoomed}, lettered: {lettered}"
        );
        let known = witness.known();
        let laid = known
            .table
            .round()
            .map_or(0, |round| round.board().layout().laid().len());
        if known.table.table().last().is_some() {
            // A match may end before a round has such ends.
            if !player.use_button("next-round").await? {
                player.use_button("rematch").await?;
            }
        } else if !known.table.round().is_some_and(View::is_my_turn) {
            sleep(Duration::from_millis(10)).await;
            continue;
        } else if !zoomed && laid >= 6 {
            zooms(browser).await?;
            zoomed = true;
        }
        let (ghosts, buttons): (Letters, Letters) =
            serde_json::from_value(browser.evaluate(LETTERS).await?)?;
        if !ghosts.is_empty() {
            assert_eq!(ghosts, buttons, "the same letters mean the same ends");
            assert!(ghosts.len() > 2, "two ends are named without letters");
            let letters: Vec<String> = ghosts.into_iter().map(|(letter, _)| letter).collect();
            let due: Vec<String> = ('A'..).take(letters.len()).map(String::from).collect();
            assert_eq!(letters, due);
            browser.screenshot("felt-lettered").await?;
            lettered = true;
        }
        player.act().await?;
    }
    player.browser.close().await
}
