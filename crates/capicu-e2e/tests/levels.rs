//! The level of the bots, chosen in the form, and hints if the table allows them.

use std::time::Duration;

use capicu_e2e::{Browser, Language, PATIENCE, Result, Screen, Server};
use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

async fn choose(browser: &Browser, id: &str, value: &str) -> Result<()> {
    let list = browser.wait(id).await?;
    let option = By::Css(format!("option[value='{value}']"));
    Ok(list.find(option).await?.click().await?)
}

async fn until_advice(browser: &Browser) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    while !browser.shows("hint").await? {
        if Instant::now() > deadline {
            return Err("there was never a choice".into());
        }
        for id in ["pose-mine", "pass", "next-round"] {
            if let Some(button) = browser.find(id).await? {
                let _ = button.click().await;
            }
        }
        let ends = By::Css("[data-testid^='end-choice-']");
        if let Some(end) = browser.driver().find_all(ends).await?.first() {
            let _ = end.click().await;
        }
        let legal = By::Css(".hand .tile[data-legal='true']");
        let tiles = browser.driver().find_all(legal).await?;
        if let [only] = &tiles[..] {
            let _ = only.click().await;
        }
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

async fn levels(screen: Screen) -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let browser = Browser::start_still(screen, Language::Spanish).await?;
    let name = format!("levels-{}", screen.name());
    browser
        .open(&format!("http://{}/", server.address()))
        .await?;
    browser.click("private-table").await?;
    choose(&browser, "option-level", "concludes").await?;
    choose(&browser, "option-hints", "on").await?;
    let list = browser.wait("option-level").await?;
    let told = list
        .find(By::Css("option[value='concludes']"))
        .await?
        .text()
        .await?;
    assert!(told.contains("deduce"), "{told}");
    browser.screenshot(&format!("{name}-form")).await?;
    for seat in 1..4 {
        browser.click(&format!("plan-{seat}-bot")).await?;
    }
    browser.click("make-table").await?;
    browser.wait("hand").await?;

    until_advice(&browser).await?;
    browser.screenshot(&format!("{name}-asks")).await?;
    let plates = "[...document.querySelectorAll('.plate')].map(plate => plate.textContent).join()";
    let plates = browser.evaluate(plates).await?;
    assert!(plates.to_string().contains("Bot de nivel 7"), "{plates}");
    // Both sentences have it: that one action is the best, and that two are about equal.
    let advised = " de 100 ";
    let shown = "document.querySelector('.status').textContent";
    let before = browser.evaluate(shown).await?.to_string();
    assert!(!before.contains(advised), "{before}");
    match screen {
        Screen::Phone => browser.click("hint").await?,
        Screen::Desktop => browser.press("a").await?,
    }
    browser
        .until(&format!("{shown}.includes('{advised}')"))
        .await?;
    // The numbers are in a fold. The move itself is announced, too.
    let hidden = "!document.querySelector('[data-testid=hint-numbers]').open";
    assert_eq!(browser.evaluate(hidden).await?, true);
    let said = "document.querySelector('#said').textContent";
    let short = "document.querySelector('[data-testid=detail]').textContent";
    browser.until(&format!("{said}.includes({short})")).await?;
    let short = browser.evaluate(short).await?.to_string();
    assert!(!short.contains(advised), "{short}");
    // The tiles that it names are marked, unless it is about drawing or passing.
    let marked = "[...document.querySelectorAll('.hand .tile.advised')].map((tile) => tile.dataset.legal).join()";
    let marked = browser.evaluate(marked).await?;
    assert!(marked == "true" || marked == "true,true", "{marked}");
    browser.screenshot(&format!("{name}-advice")).await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn level_and_hints_work_on_a_phone() -> Result<()> {
    levels(Screen::Phone).await
}

#[tokio::test(flavor = "multi_thread")]
async fn level_and_hints_work_on_a_desktop() -> Result<()> {
    levels(Screen::Desktop).await
}

/// Plays until it is this player's turn again, and returns the time that the bots took, in milliseconds. Taps the felt
/// while they think, if that is asked for.
async fn bots_took(browser: &Browser, taps: bool) -> Result<f64> {
    let play = "(() => { const click = (css) => document.querySelector(css)?.click(); \
        const tiles = () => document.querySelectorAll('.hand .tile').length; const held = tiles(); \
        click('[data-testid=pose-mine]'); click('.hand .tile[data-legal=true]'); click('.ends .end'); \
        window.began = performance.now(); window.took = undefined; \
        const look = () => { \
            const mine = document.querySelector('.status.mine') && document.querySelector('.hand .tile[data-legal=true]'); \
            if (performance.now() - began > 150 && (mine && tiles() < held || document.querySelector('[data-testid=next-round]'))) { \
                window.took = performance.now() - began; return; } \
            if (tiles() === held) click('.ends .end'); else if (window.taps) click('.plane'); \
            setTimeout(look, 40); }; look(); })()";
    browser.evaluate(&format!("window.taps = {taps}")).await?;
    browser.evaluate(play).await?;
    browser.until("window.took !== undefined").await?;
    Ok(browser
        .evaluate("window.took")
        .await?
        .as_f64()
        .unwrap_or_default())
}

/// For a person alone with bots they play at once if the device asks for it, and a tap on the felt skips one wait.
#[tokio::test(flavor = "multi_thread")]
async fn bots_hurry_for_a_person_alone() -> Result<()> {
    let server = Server::start(&[]).await?;
    let browser = Browser::start_still(Screen::Phone, Language::English).await?;
    let home = format!("http://{}", server.address());
    for (pace, taps, most) in [
        ("", false, None),
        ("instant", false, Some(1500.0)),
        ("", true, Some(1500.0)),
    ] {
        browser.open(&home).await?;
        // A device without settings loads none.
        let set = match pace {
            "" => "localStorage.removeItem('capicu.look.pace')".to_owned(),
            pace => format!("localStorage.setItem('capicu.look.pace', '{pace}')"),
        };
        browser.evaluate(&set).await?;
        browser.click("play-now").await?;
        browser.wait("hand").await?;
        if taps {
            let loaded = "!!document.querySelector('link[href*=app-shell]')";
            browser.until(loaded).await?;
        }
        sleep(Duration::from_millis(900)).await;
        let mine = "!!document.querySelector('.status.mine') && !!document.querySelector('.hand .tile[data-legal=true]')";
        browser.until(mine).await?;
        let took = bots_took(&browser, taps).await?;
        match most {
            Some(most) => assert!(took < most, "{pace} {taps}: {took} ms"),
            None => assert!(took > 1800.0, "three bots take their time: {took} ms"),
        }
    }
    browser.close().await
}
