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

    // Only what the seat could know, until all hands are asked for.
    browser.wait("grid").await?;
    assert!(!browser.shows("hand-B").await?);
    browser.click("all-hands").await?;
    browser.wait("hand-B").await?;
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
    browser.click("all-hands").await?;
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

/// What a drop on the page would bring.
fn dropped(file: &str) -> String {
    format!(
        "(() => {{ const brought = new DataTransfer(); brought.items.add({file}); \
         dispatchEvent(new DragEvent('drop', {{ dataTransfer: brought, bubbles: true, cancelable: true }})); }})()"
    )
}

/// A finger on the table that goes so far to the right.
fn swiped(by: i32) -> String {
    format!(
        "(() => {{ const on = document.querySelector('.table'); \
         const touch = (x) => new Touch({{ identifier: 1, target: on, clientX: x, clientY: 200 }}); \
         const say = (what, x, touches) => on.dispatchEvent(new TouchEvent(what, {{ bubbles: true, touches, changedTouches: [touch(x)] }})); \
         say('touchstart', 180, [touch(180)]); say('touchend', {}, []); }})()",
        180 + by
    )
}

/// Dropped or chosen; by finger and scrubber; the position and a link copied, which leads there in another tab; and a tab that
/// was closed goes on with what it had found. What cannot be shown is told with what to do.
#[tokio::test]
async fn a_match_is_found_again_in_another_tab_and_by_its_links() -> Result<()> {
    const COPIED: &str = "window.copied ?? ''";
    let server = Server::start(&[]).await?;
    let browser = Browser::start_still(Screen::Phone, Language::English).await?;
    let page = format!("http://{}/replay", server.address());

    // Links that lead nowhere on this device say why.
    for (way, why) in [
        ("#move=3&record=zzz", "not on this device"),
        ("?match=77#move=1", "those who played"),
    ] {
        browser.open(&format!("{page}{way}")).await?;
        let problem = browser.wait("problem").await?.text().await?;
        assert!(problem.contains(why), "{problem}");
        browser.wait("record-text").await?;
        assert!(!browser.shows("resume").await?);
    }

    browser.open(&page).await?;
    browser.wait("record-text").await?;
    let huge = "new File(['x'.repeat(2_000_000)], 'huge.domino')";
    browser.evaluate(&dropped(huge)).await?;
    browser
        .until("document.querySelector(\"[data-testid='problem']\")?.textContent.includes('1 MB')")
        .await?;
    let text = serde_json::to_string(RECORD)?;
    browser
        .evaluate(&dropped(&format!("new File([{text}], 'match.domino')")))
        .await?;
    browser.wait("scrubber").await?;
    browser.wait("table").await?;

    for (by, due) in [(-120, 1), (-120, 2), (120, 1), (20, 1)] {
        browser.evaluate(&swiped(by)).await?;
        wait_for(&browser, MOMENT, due).await?;
    }
    let scrub = "(() => { const all = document.querySelector(\"[data-testid='scrubber']\"); all.value = 3; \
                 all.dispatchEvent(new Event('input')); })()";
    browser.evaluate(scrub).await?;
    wait_for(&browser, MOMENT, 3).await?;
    wait_for(&browser, LAID, 3).await?;

    // With a clipboard, and where there is none, as without a secure connection.
    let clipboard = "(is) => { Object.defineProperty(navigator, 'clipboard', { configurable: true, \
                     value: is ? { writeText: async (text) => { window.copied = text; } } : undefined }); }";
    browser.evaluate(&format!("({clipboard})(true)")).await?;
    browser.click("copy-position").await?;
    browser.until(&format!("({COPIED}) !== ''")).await?;
    let position = browser.evaluate(COPIED).await?.to_string();
    assert!(position.contains("domino-position: 1"), "{position}");
    let fallback = "document.execCommand = () => { window.copied = document.activeElement.value; return true; }; window.copied = ''";
    browser
        .evaluate(&format!(
            "(() => {{ ({clipboard})(false); {fallback}; }})()"
        ))
        .await?;
    browser.click("copy-link").await?;
    browser.until(&format!("({COPIED}) !== ''")).await?;
    let link = browser.evaluate(COPIED).await?;
    let link = link.as_str().ok_or("a link")?.to_owned();
    assert!(
        link.contains("move=3") && link.contains("record="),
        "{link}"
    );

    browser.click("analyze").await?;
    let found = "!document.querySelector(\"[data-testid='save-page']\").hidden \
                 && !document.querySelector(\"[data-testid='analyze']\").hidden";
    browser.until(found).await?;
    // The page to share is a file of its own.
    let keep = "URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return '#'; }";
    browser
        .evaluate(&format!("(() => {{ {keep}; }})()"))
        .await?;
    browser.click("save-page").await?;
    browser.until("(window.saved ?? '') !== ''").await?;
    let saved = browser.evaluate("window.saved").await?;
    let saved = saved.as_str().ok_or("a page")?;
    assert!(saved.starts_with("<!doctype html>") && !saved.contains("<script"));
    assert!(saved.len() < 60_000, "{}", saved.len());

    // Another tab, by the link; and one that knows nothing but the page.
    let first = browser.driver().window().await?;
    let second = browser.driver().new_tab().await?;
    browser.driver().switch_to_window(first).await?;
    browser.driver().close_window().await?;
    browser.driver().switch_to_window(second).await?;
    browser.open(&link).await?;
    browser.wait("scrubber").await?;
    wait_for(&browser, LAID, 3).await?;
    assert_eq!(browser.evaluate(MOMENT).await?, 3);
    let third = browser.driver().new_tab().await?;
    browser.driver().switch_to_window(third).await?;
    browser.open(&page).await?;
    browser.wait("resume").await?;
    browser.screenshot("replay-resume").await?;
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false);
    browser.click("resume").await?;
    browser.until(found).await?;
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
