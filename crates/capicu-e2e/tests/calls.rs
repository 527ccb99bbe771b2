//! Points called as at a real table: with the tile, after it, forgotten, wrong, and claimed by "Muggins!".

use std::time::Duration;

use capicu::{Call, View};
use capicu_client::ClientTable;
use capicu_e2e::{
    Browser, Hands, Language, NOTE_NOTICES, PATIENCE, Player, Result, Screen, Server, Witness,
};
use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

/// Longer than a bot takes to claim a missed score.
const NOTICE: Duration = Duration::from_secs(5);

/// A player of All Fives for two by its book, with a bot that overlooks nothing.
async fn sit(screen: Screen, language: Language) -> Result<(Server, Player, Witness)> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let player = Player {
        browser: Browser::start_still(screen, language).await?,
        hands: Hands::Pointer,
        name: format!("calls-{}-{}", screen.name(), language.tag()),
    };
    let browser = &player.browser;
    browser.before_each_page(NOTE_NOTICES).await?;
    browser
        .open(&format!("http://{}/", server.address()))
        .await?;
    browser.click("private-table").await?;
    let games = browser.wait("game").await?;
    let fives = By::Css("option[value='all-fives']");
    games.find(fives).await?.click().await?;
    choose(browser, "option-level", "match").await?;
    browser.click("players-2").await?;
    browser.click("by-the-book").await?;
    let calls = "[...document.querySelectorAll('#option-calls, #option-call-sum')]\
        .map(field => field.value).join()";
    browser.until_is(calls, "muggins,own").await?;
    browser.screenshot(&format!("{}-form", player.name)).await?;
    browser.click("plan-1-bot").await?;
    browser.click("make-table").await?;
    player.is_back().await?;
    let link = browser.own_link().await?;
    let witness = Witness::of(server.address(), &link).await?;
    Ok((server, player, witness))
}

async fn choose(browser: &Browser, field: &str, value: &str) -> Result<()> {
    let field = browser.wait(field).await?;
    let option = By::Css(format!("option[value='{value}']"));
    field.find(option).await?.click().await?;
    Ok(())
}

/// Taps the chip of these points. It stays pressed until the next tile if they cannot be called yet.
async fn tap(browser: &Browser, points: u16) -> Result<()> {
    browser.tap(&format!("call-{points}")).await
}

/// The chips that are too small, or outside the window.
const SMALL: &str = "[...document.querySelectorAll('.chip')].filter((chip) => {
    const box = chip.getBoundingClientRect();
    return box.width < 44 || box.height < 44 || box.left < 0 || box.right > innerWidth;
}).length";

/// The score of this seat's last tile, if it has not been called.
fn to_call(table: &ClientTable) -> Option<u16> {
    let board = table.round()?.board();
    match board.call_of(table.seat()?) {
        Some((Call::Sum(points), _)) => Some(points),
        _ => None,
    }
}

fn points(witness: &Witness, reason: capicu::Reason) -> usize {
    let known = witness.known();
    known
        .fell
        .iter()
        .filter(|award| award.why == reason)
        .count()
}

/// Lays a tile or takes another action, and waits until the table has accepted it.
async fn play_on(player: &Player, witness: &Witness) -> Result<()> {
    let known = witness.known();
    if known.table.table().last().is_some() {
        if !player.use_button("next-round").await? {
            player.use_button("rematch").await?;
        }
    } else if known.table.round().is_some_and(View::is_my_turn) {
        player.act().await?;
    }
    sleep(Duration::from_millis(30)).await;
    Ok(())
}

async fn calls(screen: Screen, language: Language) -> Result<()> {
    let (_server, player, witness) = sit(screen, language).await?;
    let browser = &player.browser;
    browser.wait("call-sum").await?;
    assert!(
        !browser.shows("ends-total").await?,
        "the page does not reveal the sum"
    );
    browser
        .until_is("document.querySelectorAll('.chip').length", 12)
        .await?;
    browser.until_is(SMALL, 0).await?;
    let deadline = Instant::now() + 4 * PATIENCE;
    // After the tile: the right sum, unless the bot was quicker on a busy machine.
    let before = points(&witness, capicu::Reason::Ends);
    while points(&witness, capicu::Reason::Ends) == before {
        assert!(
            Instant::now() < deadline,
            "no own tile scored, or its points were not added"
        );
        match to_call(&witness.known().table) {
            Some(called) => {
                // One tap is enough.
                tap(browser, called).await?;
                browser
                    .screenshot(&format!("{}-after", player.name))
                    .await?;
            }
            None => play_on(&player, &witness).await?,
        }
    }
    // With the tile, and wrong: thirty-five is almost never right.
    let mut wrong = false;
    while !wrong {
        assert!(
            Instant::now() < deadline,
            "a call with the tile is not made"
        );
        let mine = witness.known().table.round().is_some_and(View::is_my_turn);
        let pressed = "!!document.querySelector('[data-testid=call-35][aria-pressed=true]')";
        if mine && browser.evaluate(pressed).await? != true {
            tap(browser, 35).await?;
        }
        play_on(&player, &witness).await?;
        let noticed = browser.evaluate("noticed.join()").await?.to_string();
        let vain = match language {
            Language::Spanish => "no te llevas nada",
            _ => "You get nothing",
        };
        wrong = noticed.contains(vain);
    }
    browser
        .screenshot(&format!("{}-wrong", player.name))
        .await?;
    let unpress = "document.querySelector('.chip[aria-pressed=true]')?.click()";
    browser.evaluate(unpress).await?;
    // Forgotten: the bot claims the score, a moment after its own tile.
    let mut forgotten: Option<Instant> = None;
    while points(&witness, capicu::Reason::Muggins) == 0 {
        assert!(Instant::now() < deadline, "the bot claims nothing");
        let table = witness.known().table;
        if to_call(&table).is_some() && !table.round().is_some_and(View::is_my_turn) {
            forgotten = Some(Instant::now());
        }
        match forgotten {
            Some(since) if since.elapsed() < NOTICE => sleep(Duration::from_millis(30)).await,
            _ => play_on(&player, &witness).await?,
        }
    }
    browser
        .screenshot(&format!("{}-muggins", player.name))
        .await?;
    player.check_layout().await?;
    player.browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn points_are_called_on_a_phone_in_spanish() -> Result<()> {
    calls(Screen::Phone, Language::Spanish).await
}

#[tokio::test(flavor = "multi_thread")]
async fn points_are_called_on_a_desktop_in_english() -> Result<()> {
    calls(Screen::Desktop, Language::English).await
}
