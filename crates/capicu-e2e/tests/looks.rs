//! What can be seen and told apart: bars that fill, and names for those who listen.

use capicu_e2e::{Browser, Hands, Language, Player, Result, Screen, Server};

#[tokio::test(flavor = "multi_thread")]
async fn the_bars_of_the_score_have_a_height_on_every_screen() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    for screen in [Screen::Desktop, Screen::Phone] {
        let player = Player {
            browser: Browser::start_still(screen, Language::English).await?,
            hands: Hands::Pointer,
            name: format!("bars-{}", screen.name()),
        };
        let _witness = player
            .make_table(server.address(), "doscientos", 2, Language::English)
            .await?;
        let heights = "[...document.querySelectorAll('.side-score .marks > span > span')]\
            .map(bar => bar.getBoundingClientRect().height)";
        let heights = player.browser.evaluate(heights).await?;
        let heights: Vec<f64> = serde_json::from_value(heights)?;
        assert_eq!(heights.len(), 2, "a bar for each side");
        assert!(heights.iter().all(|height| *height >= 6.0), "{heights:?}");
        player.browser.close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_dialog_and_every_picture_has_a_name() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let player = Player {
        browser: Browser::start_still(Screen::Desktop, Language::English).await?,
        hands: Hands::Pointer,
        name: "names".to_owned(),
    };
    let witness = player
        .make_table(server.address(), "draw", 2, Language::English)
        .await?;
    let nameless = "[...document.querySelectorAll('[role=dialog], [role=img]')].filter(e => {\
            const by = document.getElementById(e.getAttribute('aria-labelledby'));\
            return !(e.getAttribute('aria-label') || by?.textContent); })\
        .map(e => e.outerHTML.slice(0, 80))";
    let browser = &player.browser;
    browser.click("menu").await?;
    browser.click("help").await?;
    browser.wait("help-panel").await?;
    let found: Vec<String> = serde_json::from_value(browser.evaluate(nameless).await?)?;
    assert!(found.is_empty(), "{found:?}");
    browser.press("?").await?;
    // Whoever goes out has an empty hand to show.
    loop {
        let known = witness.known();
        if let Some(last) = known.table.table().last() {
            browser.wait("round-result").await?;
            let found: Vec<String> = serde_json::from_value(browser.evaluate(nameless).await?)?;
            assert!(found.is_empty(), "{found:?}");
            if last.outcome.hands.iter().any(|hand| hand.is_empty()) {
                break;
            }
            if !player.use_button("next-round").await? {
                player.use_button("rematch").await?;
            }
        }
        player.act().await?;
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    player.browser.close().await
}
