//! An arena at tables of the server: nobody at the desk pairs, and a phone is led from table to table.

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use thirtyfour::By;

async fn look(browser: &Browser, name: &str) -> Result<()> {
    browser.screenshot(&format!("arena-{name}")).await?;
    let too_wide = "document.documentElement.scrollWidth > window.innerWidth + 1";
    assert_eq!(browser.evaluate(too_wide).await?, false, "{name}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_free_is_led_to_the_next_table() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let desk = Browser::start_still(Screen::Desktop, Language::English).await?;
    desk.open(&at("/me")).await?;
    desk.write("name", "Nena").await?;
    desk.click("change-name").await?;
    desk.write("username", "nena").await?;
    desk.click("join").await?;
    desk.wait("codes").await?;
    desk.open(&at("/events/new?preset=arena&where=online&grace=5"))
        .await?;
    desk.write("name", "An hour of pairs").await?;
    look(&desk, "make-desktop").await?;
    desk.click("make-event").await?;
    desk.wait("desk-page").await?;
    let to_desk = desk.driver().current_url().await?.to_string();
    let event = to_desk.trim_end_matches("/desk").to_owned();
    desk.click("paste").await?;
    let pairs = "Ana / Luis\nEva / Juan\nRosa / Paco\nInés / Raúl";
    desk.write("list", pairs).await?;
    desk.click("enter-list").await?;
    desk.wait("entry-4").await?;

    // The phone waits before it has begun, and is called to its table by itself.
    desk.open(&format!("{event}/entry/1")).await?;
    let link = By::Css("[data-testid=own-link]");
    let link = desk.driver().find(link).await?.prop("href").await?;
    let own = link.ok_or("a link leads somewhere")?;
    let phone = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    phone.open(&own).await?;
    phone.wait("no-table").await?;
    desk.open(&to_desk).await?;
    desk.click("open").await?;
    desk.wait("by-itself").await?;
    phone.wait("table-ready").await?;
    phone.until("document.title.startsWith('●')").await?;
    phone
        .until("document.activeElement.dataset.testid === 'sit-0'")
        .await?;
    look(&phone, "ready-phone").await?;
    phone.click("sit-0").await?;
    phone
        .until("!!document.querySelector('main.table')")
        .await?;
    look(&phone, "table-phone").await?;

    // Their table is settled while the other plays on: they are told how they stand, leave, and come back.
    desk.open(&to_desk).await?;
    desk.wait("live").await?;
    look(&desk, "desk-desktop").await?;
    let number = "[...document.querySelectorAll('[data-testid^=to-table-]')]
        .find(a => a.parentElement.innerText.includes('Ana')).dataset.testid";
    let number = desk.evaluate(number).await?;
    desk.click(number.as_str().ok_or("a table")?).await?;
    desk.write("points-0", "100").await?;
    desk.write("points-1", "100").await?;
    desk.write("reason", "seen").await?;
    desk.click("rule").await?;
    desk.wait("problem").await?;
    desk.driver().back().await?;
    desk.write("points-0", "100").await?;
    desk.write("points-1", "40").await?;
    desk.write("reason", "seen").await?;
    desk.click("rule").await?;
    desk.wait("desk-page").await?;
    phone.open(&own).await?;
    phone.wait("free").await?;
    look(&phone, "free-phone").await?;
    phone.click("leave").await?;
    phone.wait("not-paired").await?;
    look(&phone, "left-phone").await?;
    phone.click("come-back").await?;
    phone.wait("free").await?;
    desk.open(&event).await?;
    desk.wait("watch-tables").await?;
    look(&desk, "public-desktop").await?;
    for browser in [desk, phone] {
        browser.close().await?;
    }
    Ok(())
}
