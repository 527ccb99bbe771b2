//! A finished match reviewed in the browser: by keys, by its scrubber, by a link, and in both languages.

use std::time::Duration;

use capicu_e2e::{Browser, Language, PATIENCE, Result, Screen, Server};
use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

const RECORD: &str = include_str!("../../capicu-record/tests/golden/capicu.domino");

/// The title of the record.
const TITLE: &str = "a tiny Cien · Ana – Beto · 42–0";
const LAID: &str = "document.querySelectorAll(\"[data-testid^='laid-']\").length";
const MOMENT: &str = "Number(new URLSearchParams(location.hash.slice(1)).get('move'))";
const LAST: &str = "Number(document.querySelector(\"#scrubber\").max)";
async fn paste(browser: &Browser, record: &str) -> Result<()> {
    browser.wait("record-text").await?;
    let text = serde_json::to_string(record)?;
    let field = "document.querySelector(\"#record-text\").value";
    browser.evaluate(&format!("{field} = {text}")).await?;
    browser.click("open-record").await
}

/// Waits until an expression has this value.
async fn wait_for(browser: &Browser, expression: &str, due: u64) -> Result<()> {
    browser.until_is(expression, due).await
}

async fn replay(screen: Screen) -> Result<()> {
    let server = Server::start(&[]).await?;
    let browser = Browser::start_still(screen, Language::English).await?;
    let page = format!("http://{}/replay", server.address());
    browser.open(&page).await?;

    // A record that breaks the rules is refused with the place.
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
    // The last move is announced, with its place in the match.
    browser
        .until("document.querySelector('#said').textContent !== ''")
        .await?;
    browser.until_shows("moment", "2").await?;
    browser.press(String::from(Key::Left.value())).await?;
    wait_for(&browser, LAID, 1).await?;
    browser.look(&format!("replay-{}", screen.name())).await?;

    // The way to the mistakes needs no scrolling.
    let reached = "(() => { scrollTo(0, 0); const is = document.querySelector('#analyze').getBoundingClientRect(); \
                   return is.top >= 0 && is.bottom <= innerHeight; })()";
    assert_eq!(browser.evaluate(reached).await?, true);

    // Only what the seat could know, until all hands are requested.
    browser.wait("grid").await?;
    assert!(!browser.shows("hand-B").await?);
    browser.click("all-hands").await?;
    browser.wait("hand-B").await?;
    browser.click("all-hands").await?;
    browser.until_gone("hand-B").await?;
    // A link leads to the moment, also after a reload; and the language changes.
    browser.driver().refresh().await?;
    browser.wait("scrubber").await?;
    wait_for(&browser, LAID, 1).await?;
    wait_for(&browser, MOMENT, 1).await?;
    browser
        .evaluate("document.documentElement.lang = 'es'")
        .await?;
    browser.until_shows("moment", "Mano").await?;
    // Analyzed in the worker, and shown at once after a reload.
    for again in [false, true] {
        if again {
            browser.driver().refresh().await?;
        } else {
            browser.click("analyze").await?;
        }
        let findings =
            "(document.querySelector(\"#analysis\")?.shadowRoot?.textContent.length ?? 0) > 200";
        browser.until(findings).await?;
        browser
            .until("document.querySelector('#stop-analysis').hidden")
            .await?;
        assert!(!browser.shows("analyze").await?, "offered once more");
    }
    // Another seat has its own findings.
    let other = "(() => { const seen = document.querySelector('#seen-from'); seen.selectedIndex = 1; \
                 seen.dispatchEvent(new Event('change')); })()";
    browser.evaluate(other).await?;
    browser.wait("analyze").await?;
    browser
        .screenshot(&format!("replay-analysis-{}", screen.name()))
        .await?;
    // At the end the hands are open.
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

/// If the operator allows it, the server analyzes, and the findings are stored like those of the device.
#[tokio::test]
async fn server_analyzes_if_allowed() -> Result<()> {
    const OVER: &str = "(document.querySelector(\"#analysis\")?.shadowRoot?.textContent.length ?? 0) > 200 \
        && document.querySelector(\"#stop-analysis\").hidden";
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

/// A match of random players: A blundered once.
const BLUNDERS: &str = include_str!("records/blunders.domino");

/// The player's own mistake is a puzzle, which does not reveal the solution before it is requested.
#[tokio::test]
async fn own_mistake_is_a_puzzle() -> Result<()> {
    const OVER: &str = "document.querySelector(\"#answered\").dataset.over ?? ''";
    let server = Server::start(&[]).await?;
    let browser = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    browser
        .open(&format!("http://{}/replay", server.address()))
        .await?;
    paste(&browser, BLUNDERS).await?;
    browser.wait("analyze").await?;
    browser.click("analyze").await?;
    let deadline = Instant::now() + PATIENCE;
    while !browser.click_if_shown("puzzles").await? {
        assert!(Instant::now() < deadline, "no mistake was found");
        sleep(Duration::from_millis(100)).await;
    }
    browser.wait("answer-0").await?;
    browser.look("replay-puzzle").await?;
    for hidden in ["mistakes", "analysis", "scrubber"] {
        let element = format!("document.querySelector('#{hidden}')");
        let is_seen = format!("{element}.offsetParent !== null");
        assert_eq!(browser.evaluate(&is_seen).await?, false, "{hidden}");
    }
    // A tap on the tile answers. With two places for it, it leads to the choices.
    let tile = "document.querySelector('#answer-0').dataset.tile";
    let tile = browser.evaluate(tile).await?;
    let tile = tile.as_str().ok_or("a tile")?;
    browser.click(&format!("tile-{tile}")).await?;
    let places =
        format!("document.querySelectorAll('[data-do=answer][data-tile=\"{tile}\"]').length");
    if browser.evaluate(&places).await? != 1 {
        browser
            .until("document.activeElement?.id.startsWith('answer-')")
            .await?;
        browser.click("answer-0").await?;
    }
    browser.until(&format!("({OVER}) !== ''")).await?;
    browser.click("solution").await?;
    browser.until_is(OVER, "true").await?;
    browser.screenshot("replay-puzzle-solved").await?;
    browser.click("back-to-match").await?;
    browser.wait("scrubber").await?;
    // A mistake has a board, and names both tiles in words; its sentence is above the table of its moment too.
    let over = "document.querySelector('#stop-analysis').hidden";
    browser.until(over).await?;
    let board = "document.querySelector('#mistakes li .board .worse') !== null";
    assert_eq!(browser.evaluate(board).await?, true);
    let sentence = "document.querySelector('#mistakes li b').textContent";
    let sentence = browser.evaluate(sentence).await?;
    let text = sentence.as_str().ok_or("a sentence")?;
    assert!(
        text.contains("Elegiste ") && text.contains("Mejor: ") && !text.contains('@'),
        "{text}"
    );
    browser.look("replay-mistakes").await?;
    browser
        .evaluate("document.querySelector('#mistakes [data-do=go]').click()")
        .await?;
    browser
        .until_is("document.querySelector('#mistake').textContent", sentence)
        .await?;
    browser.look("replay-mistake").await?;
    // Sharing a puzzle happens on the server's page, and needs an account.
    browser.click("puzzles").await?;
    browser.wait("give-puzzle").await?;
    browser.click("give-puzzle").await?;
    browser.wait("give-page").await?;
    let why = browser.wait("problem").await?.text().await?;
    assert!(why.contains("cuenta"), "{why}");
    browser.close().await
}

/// Leads are rated step by step; and a record with only the tiles of A is seen from A alone.
#[tokio::test]
async fn leads_are_compared_and_unknown_tiles_stay_unknown() -> Result<()> {
    let server = Server::start(&[]).await?;
    let browser = Browser::start_still(Screen::Phone, Language::English).await?;
    browser
        .open(&format!("http://{}/learn", server.address()))
        .await?;
    browser.click("to-pose").await?;
    browser.wait("pose-hand").await?;
    browser.wait("lead-page").await?;
    // A tap adds a tile to the text, and a typed tile is marked.
    browser.write("pose-hand", "6-6 56 6-4 6-0 3-1").await?;
    let tile = |name: &str| format!("document.querySelector('[data-tile=\"{name}\"]')");
    for name in ["2-0", "1-0", "0-0", "0-0"] {
        browser.evaluate(&format!("{}.click()", tile(name))).await?;
    }
    let hand = "document.querySelector('#pose-hand').value";
    assert_eq!(browser.evaluate(hand).await?, "6-6 56 6-4 6-0 3-1 2-0 1-0");
    let marked = "[...document.querySelectorAll('#pose-tiles [aria-pressed=true]')].map((one) => one.dataset.tile)";
    let marked = browser.evaluate(&format!("{marked}.join(' ')")).await?;
    assert_eq!(marked, "1-0 2-0 3-1 6-0 6-4 6-5 6-6");
    browser.click("pose-start").await?;
    let leads = "document.querySelector(\"#leads\").textContent";
    let stop = "document.querySelector(\"#pose-stop\").hidden";
    browser.until(stop).await?;
    browser
        .until(&format!("{leads}.includes('the best')"))
        .await?;
    browser.look("replay-leads").await?;

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
    browser
        .open(&format!("http://{}/replay", server.address()))
        .await?;
    paste(&browser, &partly.join("\n")).await?;
    browser.wait("scrubber").await?;
    browser.click("all-hands").await?;
    browser.wait("hand-B").await?;
    browser.until_shows("hand-B", "not known").await?;
    let seats = "document.querySelector(\"#seen-from\").options.length";
    assert_eq!(browser.evaluate(seats).await?, 1);
    browser.screenshot("replay-unknown").await?;
    browser.close().await
}

/// Simulates a file dropped on the page.
fn dropped(file: &str) -> String {
    format!(
        "(() => {{ const brought = new DataTransfer(); brought.items.add({file}); \
         dispatchEvent(new DragEvent('drop', {{ dataTransfer: brought, bubbles: true, cancelable: true }})); }})()"
    )
}

/// Simulates a swipe on the table, this far to the right.
fn swiped(by: i32) -> String {
    format!(
        "(() => {{ const on = document.querySelector('.table'); \
         const touch = (x) => new Touch({{ identifier: 1, target: on, clientX: x, clientY: 200 }}); \
         const say = (what, x, touches) => on.dispatchEvent(new TouchEvent(what, {{ bubbles: true, touches, changedTouches: [touch(x)] }})); \
         say('touchstart', 180, [touch(180)]); say('touchend', {}, []); }})()",
        180 + by
    )
}

/// Opens a record by drop or by file, moves by swipe and scrubber, copies the position and a link for another tab, and
/// resumes the findings of a closed tab. A record that cannot be shown gets a remedy.
#[tokio::test]
async fn match_is_found_again_in_another_tab_and_by_its_links() -> Result<()> {
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
        .until("document.querySelector(\"#problem\")?.textContent.includes('1 MB')")
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
    let scrub = "(() => { const all = document.querySelector(\"#scrubber\"); all.value = 3; \
                 all.dispatchEvent(new Event('input')); })()";
    browser.evaluate(scrub).await?;
    wait_for(&browser, MOMENT, 3).await?;
    wait_for(&browser, LAID, 3).await?;

    // With a clipboard, and without one, as on a connection that is not secure.
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
        link.contains("move=3") && link.contains("packed="),
        "{link}"
    );
    // The address of the page has no record.
    let short = browser.evaluate("location.href").await?;
    let short = short.as_str().ok_or("an address")?.to_owned();
    assert!(short.contains("record="), "{short}");

    browser.click("analyze").await?;
    let found = "!document.querySelector(\"#save-page\").hidden \
                 && document.querySelector(\"#stop-analysis\").hidden";
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

    // Another tab, by its address; and one that has only the page.
    browser.reopen(&short).await?;
    browser.wait("scrubber").await?;
    wait_for(&browser, LAID, 3).await?;
    wait_for(&browser, MOMENT, 3).await?;
    let third = browser.driver().new_tab().await?;
    browser.driver().switch_to_window(third).await?;
    browser.open(&page).await?;
    browser.wait("resume").await?;
    browser.look("replay-resume").await?;
    browser.click("resume").await?;
    browser.until(found).await?;
    browser.close().await?;

    // Another device, by the link, which names the match; and half of the link in the same tab.
    let other = Browser::start_still(Screen::Phone, Language::English).await?;
    other.open(&link).await?;
    other.wait("scrubber").await?;
    wait_for(&other, LAID, 3).await?;
    let title = other.wait("match-title").await?.text().await?;
    assert_eq!(title, TITLE);
    other.look("replay-link").await?;
    // A review has names, and no faces.
    let faces = "[...document.querySelectorAll('.plate .portrait')].map((face) => face.style.backgroundImage)";
    let faces = other.evaluate(faces).await?;
    let faces = faces.as_array().ok_or("a list")?;
    assert!(!faces.is_empty(), "the seats have places for faces");
    assert!(faces.iter().all(|face| face == ""), "{faces:?}");
    let half = "location.hash = location.hash + '&packed=' + PACKED.slice(0, PACKED.length / 2)";
    let code = link.split("packed=").nth(1).ok_or("a record")?;
    let code = serde_json::to_string(code)?;
    other.evaluate(&half.replace("PACKED", &code)).await?;
    other.wait("record-text").await?;
    let problem = other.wait("problem").await?.text().await?;
    assert!(problem.contains("incomplete"), "{problem}");
    other.close().await
}

#[tokio::test]
async fn match_is_reviewed_on_a_desktop() -> Result<()> {
    replay(Screen::Desktop).await
}

#[tokio::test]
async fn match_is_reviewed_on_a_phone() -> Result<()> {
    replay(Screen::Phone).await
}
