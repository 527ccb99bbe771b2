//! An arena at tables of the server: pairing needs no director, and a phone is led from table to table.

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use thirtyfour::By;

#[tokio::test(flavor = "multi_thread")]
async fn free_entry_is_led_to_the_next_table() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let desk = Browser::start_still(Screen::Desktop, Language::English).await?;
    desk.join(&at(""), "Nena", "nena").await?;
    desk.open(&at("/events/new?preset=arena&where=online&grace=5"))
        .await?;
    desk.write("name", "An hour of pairs").await?;
    desk.look("arena-make-desktop").await?;
    desk.click("make-event").await?;
    desk.wait("desk-page").await?;
    let to_desk = desk.driver().current_url().await?.to_string();
    let event = to_desk.trim_end_matches("/desk").to_owned();
    desk.click("paste").await?;
    let pairs = "Ana / Luis\nEva / Juan\nRosa / Paco\nInés / Raúl";
    desk.write("list", pairs).await?;
    desk.click("enter-list").await?;
    desk.wait("entry-4").await?;

    // The phone waits before the start, and is then called to its table automatically.
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
    phone.look("arena-ready-phone").await?;
    phone.click("sit-0").await?;
    phone
        .until("!!document.querySelector('main.table')")
        .await?;
    phone.look("arena-table-phone").await?;

    // The director settles their table while the other plays on: they see the standings, leave, and come back.
    desk.open(&to_desk).await?;
    desk.wait("live").await?;
    desk.look("arena-desk-desktop").await?;
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
    phone.look("arena-free-phone").await?;
    phone.click("leave").await?;
    phone.wait("not-paired").await?;
    phone.look("arena-left-phone").await?;
    phone.click("come-back").await?;
    phone.wait("free").await?;
    desk.open(&event).await?;
    desk.wait("watch-tables").await?;
    desk.look("arena-public-desktop").await?;
    for browser in [desk, phone] {
        browser.close().await?;
    }
    Ok(())
}
