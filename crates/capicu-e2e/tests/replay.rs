//! A finished match looked at again in the browser: by keys, by its scrubber, by a link, and in both languages.

use std::time::Duration;

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

const RECORD: &str = include_str!("../../capicu-record/tests/golden/capicu.domino");

const LAID: &str = "document.querySelectorAll(\"[data-testid^='laid-']\").length";
const MOMENT: &str = "Number(new URLSearchParams(location.hash.slice(1)).get('move'))";
const LAST: &str = "Number(document.querySelector(\"[data-testid='scrubber']\").max)";
const TOO_WIDE: &str = "document.documentElement.scrollWidth > window.innerWidth + 1";

/// Writes a record into the field and opens it.
async fn paste(browser: &Browser, record: &str) -> Result<()> {
    browser.wait("record-text").await?;
    let text = serde_json::to_string(record)?;
    let field = "document.querySelector(\"[data-testid='record-text']\").value";
    browser.evaluate(&format!("{field} = {text}")).await?;
    browser.click("open-record").await
}

/// Waits until an expression comes to this number.
async fn wait_for(browser: &Browser, expression: &str, due: u64) -> Result<()> {
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let found = browser.evaluate(expression).await?;
        if found.as_u64() == Some(due) {
            return Ok(());
        }
        if Instant::now() > deadline {
            browser.screenshot("replay-stuck").await?;
            return Err(format!("{expression} is {found}, not {due}").into());
        }
        sleep(Duration::from_millis(50)).await;
    }
}

async fn replay(screen: Screen) -> Result<()> {
    let server = Server::start(&[]).await?;
    let browser = Browser::start_still(screen, Language::English).await?;
    let page = format!("http://{}/replay", server.address());
    browser.open(&page).await?;

    // What breaks the rules is refused where it does.
    let is_moves = |line: &&str| line.starts_with("A: ") || line.starts_with("B: ");
    let at = RECORD
        .lines()
        .position(|line| is_moves(&line) && line.contains("  "));
    let at = at.ok_or("there are moves")?;
    let mut lines: Vec<&str> = RECORD.lines().collect();
    lines.insert(at, lines[at]);
    paste(&browser, &lines.join("\n")).await?;
    let problem = browser.wait("problem").await?.text().await?;
    assert!(problem.starts_with(&format!("{}:", at + 2)), "{problem}");

    paste(&browser, RECORD).await?;
    browser.wait("scrubber").await?;
    browser.wait("table").await?;
    wait_for(&browser, LAID, 0).await?;
    for moment in 1..=2 {
        browser.press(String::from(Key::Right.value())).await?;
        wait_for(&browser, MOMENT, moment).await?;
        wait_for(&browser, LAID, moment).await?;
    }
    // What was done is said, and where in the match it was.
    assert_ne!(
        browser
            .evaluate("document.querySelector(\"[data-testid='said']\").textContent")
            .await?,
        ""
    );
    let label = browser.wait("moment").await?.text().await?;
    assert!(label.contains('2'), "{label}");
    browser.press(String::from(Key::Left.value())).await?;
    wait_for(&browser, LAID, 1).await?;
    browser
        .screenshot(&format!("replay-{}", screen.name()))
        .await?;
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false);

    // All hands, or only what the seat could know.
    browser.wait("hand-B").await?;
    browser.wait("grid").await?;
    browser.click("all-hands").await?;
    let deadline = Instant::now() + Duration::from_secs(10);
    while browser.shows("hand-B").await? {
        assert!(Instant::now() < deadline, "hands of others still show");
        sleep(Duration::from_millis(50)).await;
    }
    // A link leads to the moment, also when the page is loaded anew; and the language changes.
    browser.driver().refresh().await?;
    browser.wait("scrubber").await?;
    wait_for(&browser, LAID, 1).await?;
    assert_eq!(browser.evaluate(MOMENT).await?, 1);
    browser
        .evaluate("document.documentElement.lang = 'es'")
        .await?;
    let deadline = Instant::now() + Duration::from_secs(10);
    while !browser.wait("moment").await?.text().await?.contains("Mano") {
        assert!(Instant::now() < deadline, "still in English");
        sleep(Duration::from_millis(50)).await;
    }
    // Analyzed in the worker, and again at once when the page is loaded anew.
    for again in [false, true] {
        if again {
            browser.driver().refresh().await?;
        } else {
            browser.click("analyze").await?;
        }
        let findings = "(document.querySelector(\"[data-testid='analysis']\")?.shadowRoot?.textContent.length ?? 0) > 200";
        let deadline = Instant::now() + Duration::from_secs(30);
        while browser.evaluate(findings).await? != true {
            assert!(
                Instant::now() < deadline,
                "nothing is found; again: {again}"
            );
            sleep(Duration::from_millis(50)).await;
        }
        browser.wait("analyze").await?;
    }
    browser
        .screenshot(&format!("replay-analysis-{}", screen.name()))
        .await?;
    // At the end the hands lie open.
    let last = browser.evaluate(LAST).await?.as_u64().ok_or("a number")?;
    browser
        .driver()
        .find(By::Css("body"))
        .await?
        .send_keys(Key::End + "")
        .await?;
    wait_for(&browser, MOMENT, last).await?;
    browser.wait("round-result").await?;
    browser
        .screenshot(&format!("replay-end-{}", screen.name()))
        .await?;
    browser.close().await
}

/// Where its host allows that, the server analyzes, and what it found is kept as what was found here is.
#[tokio::test]
async fn the_server_analyzes_where_it_is_allowed_to() -> Result<()> {
    const OVER: &str = "(document.querySelector(\"[data-testid='analysis']\")?.shadowRoot?.textContent.length ?? 0) > 200 \
        && !document.querySelector(\"[data-testid='analyze']\").hidden";
    for analyses in ["off", "on"] {
        let server = Server::start(&["--analyses", analyses]).await?;
        let browser = Browser::start_still(Screen::Phone, Language::Spanish).await?;
        browser
            .open(&format!("http://{}/replay", server.address()))
            .await?;
        paste(&browser, RECORD).await?;
        browser.wait("analyze").await?;
        if analyses == "off" {
            sleep(Duration::from_secs(1)).await;
            assert!(!browser.shows("analyze-there").await?);
            browser.close().await?;
            continue;
        }
        let there = browser.wait("analyze-there").await?;
        assert_eq!(there.text().await?, "Analizar en el servidor");
        browser.click("analyze-there").await?;
        browser.until(OVER).await?;
        let found = browser.evaluate("localStorage.length").await?;
        assert_ne!(found, 0);
        browser.screenshot("replay-by-server").await?;
        browser.close().await?;
    }
    Ok(())
}

/// Players who chose at random: A blundered once.
const BLUNDERS: &str = include_str!("records/blunders.domino");

/// A mistake of one's own is a puzzle, in which nothing tells the solution before it is asked for.
#[tokio::test]
async fn what_one_missed_is_a_puzzle() -> Result<()> {
    const OVER: &str = "document.querySelector(\"[data-testid='answered']\").dataset.over ?? ''";
    let server = Server::start(&[]).await?;
    let browser = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    browser
        .open(&format!("http://{}/replay", server.address()))
        .await?;
    paste(&browser, BLUNDERS).await?;
    browser.wait("analyze").await?;
    browser.click("analyze").await?;
    let deadline = Instant::now() + Duration::from_secs(60);
    while !browser.click_if_shown("puzzles").await? {
        assert!(Instant::now() < deadline, "no mistake was found");
        sleep(Duration::from_millis(100)).await;
    }
    browser.wait("answer-0").await?;
    browser.screenshot("replay-puzzle").await?;
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false);
    for hidden in ["mistakes", "analysis", "scrubber"] {
        let element = format!("document.querySelector(\"[data-testid='{hidden}']\")");
        let is_seen = format!("{element}.offsetParent !== null");
        assert_eq!(browser.evaluate(&is_seen).await?, false, "{hidden}");
    }
    browser.click("answer-0").await?;
    while browser.evaluate(OVER).await? == "" {
        assert!(Instant::now() < deadline, "no word about the answer");
        sleep(Duration::from_millis(50)).await;
    }
    browser.click("solution").await?;
    while browser.evaluate(OVER).await? != "true" {
        assert!(Instant::now() < deadline, "no solution");
        sleep(Duration::from_millis(50)).await;
    }
    browser.screenshot("replay-puzzle-solved").await?;
    browser.click("back-to-match").await?;
    browser.wait("scrubber").await?;
    // A puzzle is given on the server's page, by members alone.
    browser.click("puzzles").await?;
    browser.wait("give-puzzle").await?;
    browser.click("give-puzzle").await?;
    browser.wait("give-page").await?;
    let why = browser.wait("problem").await?.text().await?;
    assert!(why.contains("miembros"), "{why}");
    browser.close().await
}

/// What to lead is found step by step; and a record in which only the tiles of A are known is seen from A alone.
#[tokio::test]
async fn leads_are_compared_and_unknown_tiles_stay_unknown() -> Result<()> {
    let server = Server::start(&[]).await?;
    let browser = Browser::start_still(Screen::Phone, Language::English).await?;
    browser
        .open(&format!("http://{}/replay", server.address()))
        .await?;
    browser.wait("pose").await?;
    let fill = "document.querySelector(\"[data-testid='pose']\").open = true;
                document.querySelector(\"[data-testid='pose-hand']\").value = '6-6 6-5 6-4 6-0 3-1 2-0 1-0'";
    browser.evaluate(&format!("(() => {{ {fill} }})()")).await?;
    browser.click("pose-start").await?;
    let leads = "document.querySelector(\"[data-testid='leads']\").textContent";
    let stop = "document.querySelector(\"[data-testid='pose-stop']\").hidden";
    let deadline = Instant::now() + Duration::from_secs(40);
    while browser.evaluate(stop).await? != true {
        assert!(Instant::now() < deadline, "no end");
        sleep(Duration::from_millis(100)).await;
    }
    let told = browser.evaluate(leads).await?;
    assert!(
        told.as_str().is_some_and(|told| told.contains("the best")),
        "{told}"
    );
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false);
    browser.screenshot("replay-leads").await?;

    let hide = |line: &str| match line.split_once(": ") {
        Some((head, tiles))
            if head == "boneyard" || head.starts_with("hand ") && head != "hand A" =>
        {
            let tiles = vec!["?"; tiles.split_whitespace().count()];
            format!("{head}: {}", tiles.join(" "))
        }
        _ => line.to_owned(),
    };
    let partly: Vec<String> = BLUNDERS.lines().map(hide).collect();
    paste(&browser, &partly.join("\n")).await?;
    browser.wait("scrubber").await?;
    browser.wait("hand-B").await?;
    let hands = "document.querySelector(\"[data-testid='hand-B']\").textContent";
    let told = browser.evaluate(hands).await?;
    assert!(
        told.as_str().is_some_and(|told| told.contains("not known")),
        "{told}"
    );
    let seats = "document.querySelector(\"[data-testid='seen-from']\").options.length";
    assert_eq!(browser.evaluate(seats).await?, 1);
    browser.screenshot("replay-unknown").await?;
    browser.close().await
}

#[tokio::test]
async fn a_match_is_looked_at_again_on_a_desktop() -> Result<()> {
    replay(Screen::Desktop).await
}

#[tokio::test]
async fn a_match_is_looked_at_again_on_a_phone() -> Result<()> {
    replay(Screen::Phone).await
}
