//! A director's evening in a hall: thirteen pairs, one of them late, a no-show, a dispute, a correction, and the server
//! killed in the middle; the director, two phones and the screen on the wall.

use std::time::Duration;

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use thirtyfour::By;
use tokio::time::{Instant, sleep};

/// Whether the page is wider than the window.
const TOO_WIDE: &str = "document.documentElement.scrollWidth > window.innerWidth + 1";

async fn look(browser: &Browser, name: &str) -> Result<()> {
    browser.screenshot(&format!("evening-{name}")).await?;
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false, "{name}");
    Ok(())
}

/// The address of a link on the page.
async fn address(browser: &Browser, css: &str) -> Result<String> {
    let found = browser.driver().find(By::Css(css)).await?;
    Ok(found.prop("href").await?.ok_or("a link leads somewhere")?)
}

/// The numbers of the tables on the desk without a result.
async fn open_tables(desk: &Browser) -> Result<Vec<u64>> {
    let tables = "[...document.querySelectorAll('li[data-testid^=table-]')]
        .filter(li => li.querySelector('form.result')).map(li => +li.dataset.testid.slice(6))";
    let tables = desk.evaluate(tables).await?;
    let tables = tables.as_array().ok_or("a list")?;
    Ok(tables
        .iter()
        .filter_map(serde_json::Value::as_u64)
        .collect())
}

/// Puts a result down on the desk.
async fn put_down(desk: &Browser, table: u64, scores: [u32; 2]) -> Result<()> {
    for (side, score) in scores.iter().enumerate() {
        let css = format!("[data-testid='table-{table}'] [name='points-{side}']");
        let field = desk.driver().find(By::Css(css)).await?;
        field.send_keys(score.to_string()).await?;
    }
    desk.click(&format!("rule-{table}")).await?;
    // It is written down on the next page.
    let form = format!("[data-testid='table-{table}'] form.result");
    desk.until(&format!("!document.querySelector(\"{form}\")"))
        .await
}

async fn pair(desk: &Browser, at: &str) -> Result<()> {
    desk.open(at).await?;
    desk.click("draft").await?;
    desk.wait("draft-page").await?;
    Ok(())
}

/// Says from a phone how a table ended, or that it was otherwise.
async fn say(phone: &Browser, act: &str, scores: [u32; 2]) -> Result<()> {
    for (side, score) in scores.iter().enumerate() {
        phone
            .write(&format!("points-{side}"), &score.to_string())
            .await?;
    }
    phone.click(act).await
}

async fn shows(browser: &Browser, css: &str, text: &str) -> Result<()> {
    let deadline = Instant::now() + Duration::from_secs(20);
    let wanted = format!("(document.querySelector({css:?})?.innerText ?? '').includes({text:?})");
    while browser.evaluate(&wanted).await? != true {
        if Instant::now() > deadline {
            browser.screenshot("failed").await?;
            return Err(format!("{css} does not show {text:?}").into());
        }
        sleep(Duration::from_millis(100)).await;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_of_thirteen_pairs() -> Result<()> {
    let mut server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let desk = Browser::start_still(Screen::Desktop, Language::English).await?;
    desk.open(&at("/me")).await?;
    desk.write("name", "Nena").await?;
    desk.click("change-name").await?;
    desk.write("username", "nena").await?;
    desk.click("join").await?;
    desk.wait("codes").await?;

    // Made in a minute, and what it means.
    desk.open(&at("/events/new")).await?;
    look(&desk, "presets-desktop").await?;
    desk.click("preset-latin-pairs").await?;
    desk.write("name", "Friday at the club").await?;
    desk.write("entries", "13").await?;
    desk.click("look").await?;
    // Swiss with thirteen: four for the logarithm and two; six rounds of 45 minutes from seven.
    shows(
        &desk,
        "[data-testid=meaning]",
        "6 rounds of 45 minutes, 6 tables, ends 23:30",
    )
    .await?;
    look(&desk, "make-desktop").await?;
    desk.click("make-event").await?;
    desk.wait("desk-page").await?;
    let to_desk = desk.driver().current_url().await?.to_string();
    let event = to_desk.trim_end_matches("/desk").to_owned();

    // Eleven on a list with a mistake in it, then without; one by link.
    let names: Vec<String> = (1..=11)
        .map(|n| format!("A{n} / B{n}; Club {}", n % 3))
        .collect();
    desk.click("paste").await?;
    let wrong = format!("{}\nX / Y; Club; high", names.join("\n"));
    desk.write("list", &wrong).await?;
    desk.click("enter-list").await?;
    shows(&desk, "[data-testid=problem]", "Line 12").await?;
    desk.open(&to_desk).await?;
    desk.click("paste").await?;
    desk.write("list", &names.join("\n")).await?;
    desk.click("enter-list").await?;
    desk.wait("entry-11").await?;
    let join = address(&desk, "[data-testid=join-link]").await?;
    let phone = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    phone.open(&join).await?;
    phone.write("name", "Rosa / Juan").await?;
    look(&phone, "join-phone").await?;
    phone.click("join").await?;
    phone.wait("no-table").await?;
    let rosa = phone.driver().current_url().await?.to_string();

    // The first round: drafted, looked at, published; the phone and the wall show it by themselves.
    let wall = Browser::start_still(Screen::Desktop, Language::English).await?;
    wall.open(&format!("{event}/screen")).await?;
    desk.open(&to_desk).await?;
    desk.click("open").await?;
    desk.wait("draft").await?;
    pair(&desk, &to_desk).await?;
    look(&desk, "draft-desktop").await?;
    // Somebody seated twice is refused.
    let first = desk
        .wait("seats-1")
        .await?
        .prop("value")
        .await?
        .unwrap_or_default();
    let second = desk
        .wait("seats-2")
        .await?
        .prop("value")
        .await?
        .unwrap_or_default();
    desk.write("seats-2", &first).await?;
    desk.driver()
        .execute("document.querySelector('details').open = true", Vec::new())
        .await?;
    desk.write("reason", "by hand").await?;
    desk.click("edit").await?;
    shows(&desk, "[data-testid=problem]", "twice").await?;
    assert_ne!(first, second);
    desk.open(&format!("{event}/draft")).await?;
    desk.click("publish").await?;
    phone.wait("my-table").await?;
    look(&phone, "table-phone").await?;
    wall.wait("pairing").await?;
    look(&wall, "screen-desktop").await?;

    // Rosa says how it ended; the other side, by its slip, says otherwise; the desk rules.
    desk.open(&format!("{event}/print/slips")).await?;
    look(&desk, "slips-desktop").await?;
    let text = phone.wait("my-table").await?.text().await?;
    let table: usize = text.rsplit(' ').next().ok_or("a number")?.parse()?;
    let links = "[...document.querySelectorAll('[data-testid=slip-link]')].map(a => a.href)";
    let links = desk.evaluate(links).await?;
    let slips: Vec<&str> = links
        .as_array()
        .ok_or("links")?
        .iter()
        .filter_map(|l| l.as_str())
        .collect();
    say(&phone, "claim", [200, 120]).await?;
    phone.wait("waiting").await?;
    let other = Browser::start_still(Screen::Phone, Language::English).await?;
    // A slip that was made up opens nothing.
    let forged = slips[2 * table - 2].to_owned();
    let forged = format!("{}000000", &forged[..forged.len() - 6]);
    other.open(&forged).await?;
    other.wait("problem-page").await?;
    let mut disputed = false;
    for slip in &slips[2 * table - 2..2 * table] {
        other.open(slip).await?;
        if other.click_if_shown("not-so").await? {
            look(&other, "confirm-phone").await?;
            say(&other, "dispute", [120, 200]).await?;
            disputed = true;
        }
    }
    assert!(disputed, "one of the two slips is the other side's");
    other.wait("to-the-desk").await?;
    desk.open(&to_desk).await?;
    desk.wait("disputed").await?;
    look(&desk, "desk-desktop").await?;
    put_down(&desk, table as u64, [200, 120]).await?;
    phone.wait("agreed").await?;

    // A result no game ends in is refused; then the rest, and a no-show.
    let open = open_tables(&desk).await?;
    put_down(&desk, open[0], [200, 210]).await?;
    shows(&desk, "[data-testid=problem]", "both have reached").await?;
    desk.open(&to_desk).await?;
    for table in &open[1..] {
        put_down(&desk, *table, [200, 40 + *table as u32]).await?;
        desk.wait("done").await?;
    }
    desk.click(&format!("to-table-{}", open[0])).await?;
    let absent = desk
        .driver()
        .find(By::Css("option[value='absent-1']"))
        .await?;
    absent.click().await?;
    desk.click("rule").await?;
    desk.wait("effects").await?;
    look(&desk, "no-show-desktop").await?;
    desk.click("sure").await?;
    desk.wait("standing").await?;

    // Killed, it goes on where it was: the log is on the disk.
    server.kill_and_restart().await?;
    desk.open(&to_desk).await?;
    desk.wait("standing").await?;
    assert!(
        open_tables(&desk).await?.is_empty(),
        "all results are there"
    );

    // The thirteenth comes late, with a word on what that means, and has missed a round.
    desk.write("name", "Late / Later").await?;
    desk.click("enter").await?;
    shows(&desk, "[data-testid=effects]", "next round").await?;
    desk.click("sure").await?;
    desk.wait("entry-13").await?;
    pair(&desk, &to_desk).await?;
    desk.click("publish").await?;
    desk.wait("table-6").await?;

    // A result that turns out wrong: who moves is said before.
    desk.open(&format!("{event}/table/1-1-{table}-0")).await?;
    desk.write("points-0", "120").await?;
    desk.write("points-1", "200").await?;
    desk.write("reason", "the wrong way round").await?;
    desk.click("correct").await?;
    shows(&desk, "[data-testid=effects]", "Rosa / Juan").await?;
    look(&desk, "correction-desktop").await?;
    desk.click("sure").await?;
    desk.wait("done").await?;

    // In the second round the other side agrees.
    phone.open(&rosa).await?;
    phone.wait("my-table").await?;
    look(&phone, "second-round-phone").await?;
    wall.wait("clock").await?;
    phone.open(&event).await?;
    phone.wait("standings").await?;
    look(&phone, "public-phone").await?;
    desk.open(&format!("{event}/print/standings")).await?;
    desk.wait("standings").await?;
    for browser in [desk, phone, other, wall] {
        browser.close().await?;
    }
    Ok(())
}
