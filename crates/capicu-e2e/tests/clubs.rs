//! A club: founded, joined and directed in a browser, by its owner on a desktop and by a member on a phone.

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use thirtyfour::By;

async fn member(server: &Server, screen: Screen, of: Language, name: &str) -> Result<Browser> {
    let browser = Browser::start_still(screen, of).await?;
    let home = format!("http://{}", server.address());
    browser.join(&home, name, name).await?;
    Ok(browser)
}

/// Sets a field that cannot be typed into, such as a date.
async fn set(browser: &Browser, css: &str, value: &str) -> Result<()> {
    browser
        .until(&format!("!!document.querySelector({css:?})"))
        .await?;
    let set = format!("document.querySelector({css:?}).value = {value:?}");
    browser.evaluate(&set).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn club_is_founded_joined_and_has_an_evening_in_its_season() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let desk = member(&server, Screen::Desktop, Language::English, "nena").await?;
    desk.open(&at("/clubs/new")).await?;
    desk.write("address", "centro").await?;
    desk.write("name", "Dominó Centro").await?;
    desk.write("place", "Calle 8, 12").await?;
    desk.click("found").await?;
    desk.wait("club-page").await?;

    // A player applies from a phone, in Spanish, and is accepted.
    let phone = member(&server, Screen::Phone, Language::Spanish, "eva").await?;
    phone.open(&at("/clubs")).await?;
    phone.wait("club").await?;
    phone.look("club-list-phone").await?;
    phone.open(&at("/club/centro")).await?;
    phone.click("ask").await?;
    phone.wait("asked").await?;
    phone.look("club-asked-phone").await?;
    desk.open(&at("/club/centro/desk")).await?;
    desk.look("club-desk-desktop").await?;
    desk.click("admit-eva").await?;
    desk.wait("part-eva").await?;

    // A role by which she later sees the director's desk of the club's events.
    set(&desk, "[data-testid=part-eva]", "display").await?;
    desk.click("give-eva").await?;
    desk.wait("done").await?;
    phone.open(&at("/club/centro")).await?;
    phone.wait("your-part").await?;
    phone.click("show").await?;
    phone.wait("club-member").await?;
    phone.look("club-member-phone").await?;

    // A season, and an evening of it with a day in the calendar.
    desk.open(&at("/club/centro/desk")).await?;
    desk.click("new-season").await?;
    set(
        &desk,
        "form:has([data-testid=make-season]) [name=name]",
        "2026",
    )
    .await?;
    desk.click("make-season").await?;
    desk.wait("done").await?;
    desk.open(&at("/events/new?club=centro&preset=latin-pairs"))
        .await?;
    desk.write("name", "Friday").await?;
    set(&desk, "[name=day]", "2026-12-04").await?;
    set(&desk, "[data-testid=season]", "1").await?;
    desk.look("club-event-desktop").await?;
    desk.click("make-event").await?;
    desk.wait("desk-page").await?;
    let event = desk.driver().current_url().await?.path().to_owned();
    for (path, shown) in [
        ("/club/centro", "club-event"),
        ("/club/centro/season/1", "season-empty"),
        ("/club/centro/ratings", "no-club-ratings"),
    ] {
        for (browser, screen) in [(&desk, "desktop"), (&phone, "phone")] {
            browser.open(&at(path)).await?;
            browser.wait(shown).await?;
            let name = path.replace("/club/centro", "page").replace('/', "-");
            browser.look(&format!("club-{name}-{screen}")).await?;
        }
    }
    phone.open(&at("/club/centro")).await?;
    let calendar = "fetch('/club/centro/calendar.ics').then(answer => answer.text())
        .then(text => document.body.dataset.calendar = text)";
    phone.evaluate(&format!("void {calendar}")).await?;
    phone
        .until("(document.body.dataset.calendar ?? '').includes('DTSTART:20261204')")
        .await?;
    // Her role applies at the event's desk; people outside the club reach no desk.
    phone.open(&at(&event)).await?;
    phone.wait("desk-page").await?;
    phone.look("club-event-desk-phone").await?;
    phone.open(&at("/club/centro/desk")).await?;
    phone.wait("problem-page").await?;
    desk.close().await?;
    phone.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn new_event_of_a_club_is_one_tap_from_the_bell() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let desk = member(&server, Screen::Desktop, Language::English, "nena").await?;
    desk.open(&at("/clubs/new")).await?;
    // The form begins with the time zone of the browser.
    desk.until("document.querySelector('[data-testid=zone]').value !== ''")
        .await?;
    desk.write("address", "centro").await?;
    desk.write("name", "Dominó Centro").await?;
    set(&desk, "[data-testid=zone]", "America/Caracas").await?;
    desk.click("found").await?;
    desk.wait("club-page").await?;
    desk.until_shows("times", "America/Caracas").await?;
    let phone = member(&server, Screen::Phone, Language::Spanish, "eva").await?;
    phone.open(&at("/club/centro")).await?;
    phone.click("ask").await?;
    phone.wait("asked").await?;
    desk.open(&at("/club/centro/desk")).await?;
    desk.click("admit-eva").await?;
    desk.wait("part-eva").await?;
    phone.open(&at("/events")).await?;
    desk.open(&at("/events/new?club=centro&preset=latin-pairs"))
        .await?;
    desk.write("name", "Friday").await?;
    set(&desk, "[name=day]", "2027-12-04").await?;
    desk.click("make-event").await?;
    desk.wait("desk-page").await?;
    desk.until_shows("of-time", "America/Caracas").await?;
    // The notice appears on the page that she reads. One tap opens the event.
    phone
        .until("document.querySelector('#bell-toast')?.innerText.includes('Friday')")
        .await?;
    phone.look("club-notice-phone").await?;
    phone
        .evaluate("document.querySelector('#bell-toast [data-testid=bell-open-event]').click()")
        .await?;
    phone.wait("event-page").await?;
    phone.open(&at("/bell")).await?;
    phone.wait("bell-empty").await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn first_round_is_one_tap_from_the_bell() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let desk = member(&server, Screen::Desktop, Language::English, "nena").await?;
    desk.open(&at("/events/new?preset=sbyc-club&where=online&grace=5"))
        .await?;
    desk.write("name", "Friday").await?;
    desk.click("make-event").await?;
    desk.wait("desk-page").await?;
    let link = By::Css("[data-testid=join-link]");
    let link = desk.driver().find(link).await?.prop("href").await?;
    let link = link.ok_or("a link leads somewhere")?;
    let eva = member(&server, Screen::Phone, Language::Spanish, "eva").await?;
    let luis = member(&server, Screen::Phone, Language::French, "luis").await?;
    for (phone, name) in [(&eva, "Eva"), (&luis, "Luis")] {
        phone.open(&link).await?;
        phone.write("name", name).await?;
        phone.click("join").await?;
        phone.wait("phone-page").await?;
        phone.open(&at("/learn")).await?;
    }
    for act in ["open", "draft", "publish"] {
        desk.click(act).await?;
    }
    // Both read another page. One tap leads each to the own seat at the same table.
    for (phone, said) in [(&eva, "Empieza Friday."), (&luis, "Friday commence.")] {
        phone
            .until(&format!(
                "document.querySelector('#bell-toast')?.innerText.includes({said:?})"
            ))
            .await?;
        assert_eq!(phone.wait("bell-count").await?.text().await?, "1");
    }
    eva.look("round-begun-phone").await?;
    luis.look("round-begun-french").await?;
    for phone in [&eva, &luis] {
        phone.click("bell-to-round").await?;
        phone.wait("hand").await?;
        phone.until_gone("bell-toast").await?;
    }
    let tables = [
        eva.driver().current_url().await?,
        luis.driver().current_url().await?,
    ];
    assert_eq!(tables[0].path(), tables[1].path());
    for browser in [desk, eva, luis] {
        browser.close().await?;
    }
    Ok(())
}
