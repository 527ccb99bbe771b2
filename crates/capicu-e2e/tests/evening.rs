//! A director's evening in a hall: thirteen pairs, one of them late, a no-show, a dispute, a correction, and the server
//! killed in the middle. There are the director, two phones and a screen on the wall.

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use thirtyfour::By;

async fn address(browser: &Browser, css: &str) -> Result<String> {
    let found = browser.driver().find(By::Css(css)).await?;
    Ok(found.prop("href").await?.ok_or("a link leads somewhere")?)
}

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

async fn put_down(desk: &Browser, table: u64, scores: [u32; 2]) -> Result<()> {
    for (side, score) in scores.iter().enumerate() {
        let css = format!("[data-testid='table-{table}'] [name='points-{side}']");
        desk.until(&format!("!!document.querySelector(\"{css}\")"))
            .await?;
        let field = desk.driver().find(By::Css(css)).await?;
        field.send_keys(score.to_string()).await?;
    }
    desk.click(&format!("rule-{table}")).await?;
    // The next page confirms the result, or says why not.
    let form = format!("[data-testid='table-{table}'] form.result");
    let told = "[data-testid=done], [data-testid=problem]";
    desk.until(&format!(
        "!document.querySelector(\"{form}\") && !!document.querySelector('{told}')"
    ))
    .await
}

async fn pair(desk: &Browser, at: &str) -> Result<()> {
    desk.open(at).await?;
    desk.click("draft").await?;
    desk.wait("draft-page").await?;
    Ok(())
}

/// Enters a result from a phone, or disputes it.
async fn say(phone: &Browser, act: &str, scores: [u32; 2]) -> Result<()> {
    for (side, score) in scores.iter().enumerate() {
        phone
            .write(&format!("points-{side}"), &score.to_string())
            .await?;
    }
    phone.click(act).await
}

async fn shows(browser: &Browser, id: &str, text: &str) -> Result<()> {
    browser.until_shows(id, text).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn evening_of_thirteen_pairs() -> Result<()> {
    let mut server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let desk = Browser::start_still(Screen::Desktop, Language::English).await?;
    desk.join(&at(""), "Nena", "nena").await?;

    // The event is created in a minute, with its schedule.
    desk.open(&at("/events/new")).await?;
    desk.look("evening-presets-desktop").await?;
    desk.click("preset-latin-pairs").await?;
    desk.write("name", "Friday at the club").await?;
    desk.write("entries", "13").await?;
    desk.click("look").await?;
    // Swiss with thirteen: four for the logarithm and two; six rounds of 45 minutes from seven, with
    // five minutes between them.
    shows(
        &desk,
        "meaning",
        "6 rounds of 45 minutes, 6 tables, ends 23:55",
    )
    .await?;
    desk.look("evening-make-desktop").await?;
    desk.click("make-event").await?;
    desk.wait("desk-page").await?;
    let to_desk = desk.driver().current_url().await?.to_string();
    let event = to_desk.trim_end_matches("/desk").to_owned();

    // Eleven from a list with a mistake, then corrected; one by link.
    let names: Vec<String> = (1..=11)
        .map(|n| format!("A{n} / B{n}; Club {}", n % 3))
        .collect();
    desk.click("paste").await?;
    let wrong = format!("{}\nX / Y; Club; high", names.join("\n"));
    desk.write("list", &wrong).await?;
    desk.click("enter-list").await?;
    shows(&desk, "problem", "Line 12").await?;
    desk.open(&to_desk).await?;
    desk.click("paste").await?;
    desk.write("list", &names.join("\n")).await?;
    desk.click("enter-list").await?;
    desk.wait("entry-11").await?;
    let join = address(&desk, "[data-testid=join-link]").await?;
    let phone = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    phone.open(&join).await?;
    phone.write("name", "Rosa / Juan").await?;
    phone.look("evening-join-phone").await?;
    phone.click("join").await?;
    phone.wait("no-table").await?;
    let rosa = phone.driver().current_url().await?.to_string();

    // The first round: drafted, checked, published; the phone and the wall show it automatically.
    let wall = Browser::start_still(Screen::Desktop, Language::English).await?;
    wall.open(&format!("{event}/screen")).await?;
    desk.open(&to_desk).await?;
    desk.click("open").await?;
    desk.wait("draft").await?;
    pair(&desk, &to_desk).await?;
    desk.look("evening-draft-desktop").await?;
    // A pair seated twice is refused.
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
        .execute(
            "document.querySelector('main details').open = true",
            Vec::new(),
        )
        .await?;
    desk.write("reason", "by hand").await?;
    desk.click("edit").await?;
    shows(&desk, "problem", "twice").await?;
    assert_ne!(first, second);
    desk.open(&format!("{event}/draft")).await?;
    desk.click("publish").await?;
    phone.wait("my-table").await?;
    phone.look("evening-table-phone").await?;
    wall.wait("pairing").await?;
    wall.look("evening-screen-desktop").await?;

    // Rosa enters a result; the other side disputes it by its slip; the director decides.
    desk.open(&format!("{event}/print/slips")).await?;
    desk.look("evening-slips-desktop").await?;
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
    // A forged slip opens nothing.
    let forged = slips[2 * table - 2].to_owned();
    let forged = format!("{}000000", &forged[..forged.len() - 6]);
    other.open(&forged).await?;
    other.wait("problem-page").await?;
    // Her slip has nothing to confirm, and the other side's has.
    let mut of_rosa = None;
    for (side, slip) in slips[2 * table - 2..2 * table].iter().enumerate() {
        other.open(slip).await?;
        if !other.click_if_shown("not-so").await? {
            of_rosa = Some(side);
            continue;
        }
        other.look("evening-confirm-phone").await?;
        say(&other, "dispute", [120, 200]).await?;
        other.wait("to-the-desk").await?;
    }
    let of_rosa = of_rosa.ok_or("one of the two slips is hers")?;
    desk.open(&to_desk).await?;
    desk.wait("disputed").await?;
    desk.look("evening-desk-desktop").await?;
    // The loser may get the bye of the next round, so she wins.
    let scores = [[200, 120], [120, 200]][of_rosa];
    put_down(&desk, table as u64, scores).await?;
    phone.wait("agreed").await?;

    // An impossible result is refused; then the rest, and a no-show.
    let open = open_tables(&desk).await?;
    put_down(&desk, open[0], [200, 210]).await?;
    shows(&desk, "problem", "both have reached").await?;
    desk.open(&to_desk).await?;
    for table in &open[1..] {
        put_down(&desk, *table, [200, 40 + *table as u32]).await?;
        desk.wait("done").await?;
    }
    desk.click(&format!("to-table-{}", open[0])).await?;
    let absent = "option[value='absent-1']";
    desk.until(&format!("!!document.querySelector(\"{absent}\")"))
        .await?;
    desk.driver().find(By::Css(absent)).await?.click().await?;
    desk.click("rule").await?;
    desk.wait("effects").await?;
    desk.look("evening-no-show-desktop").await?;
    desk.click("sure").await?;
    desk.wait("standing").await?;

    // After a kill it resumes: the log is on the disk.
    server.kill_and_restart().await?;
    desk.open(&to_desk).await?;
    desk.wait("standing").await?;
    assert!(
        open_tables(&desk).await?.is_empty(),
        "all results are there"
    );

    // The thirteenth comes late, with a note on what that means, and has missed a round.
    desk.write("name", "Late / Later").await?;
    desk.click("enter").await?;
    shows(&desk, "effects", "next round").await?;
    desk.click("sure").await?;
    desk.wait("entry-13").await?;
    pair(&desk, &to_desk).await?;
    desk.click("publish").await?;
    desk.wait("table-6").await?;

    // A wrong result: the page first shows whose pairing changes.
    desk.open(&format!("{event}/table/1-1-{table}-0")).await?;
    for (side, score) in scores.iter().rev().enumerate() {
        let field = format!("points-{side}");
        desk.write(&field, &score.to_string()).await?;
    }
    desk.write("reason", "the wrong way round").await?;
    desk.click("correct").await?;
    shows(&desk, "effects", "Rosa / Juan").await?;
    desk.look("evening-correction-desktop").await?;
    desk.click("sure").await?;
    desk.wait("done").await?;

    // In the second round the other side agrees.
    phone.open(&rosa).await?;
    phone.wait("my-table").await?;
    phone.look("evening-second-round-phone").await?;
    wall.wait("clock").await?;
    phone.open(&event).await?;
    phone.wait("standings").await?;
    phone.look("evening-public-phone").await?;
    desk.open(&format!("{event}/print/standings")).await?;
    desk.wait("standings").await?;
    for browser in [desk, phone, other, wall] {
        browser.close().await?;
    }
    Ok(())
}
