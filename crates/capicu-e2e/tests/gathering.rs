//! Before the first deal: the invitation, the players who are there, and their seats.

use capicu_e2e::{Browser, Language, Result, Screen, Server};

/// The text of a row, without its buttons.
fn row(seat: u8) -> String {
    row_of("lobby", seat)
}

/// The same in the lobby or in the dialog.
fn row_of(place: &str, seat: u8) -> String {
    format!(
        "[...document.querySelector('.{place} li[data-seat=\"{seat}\"], #{place} li[data-seat=\"{seat}\"]').children]\
         .filter((part) => part.className !== 'doing').map((part) => part.textContent).join(' ').trim()"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn invited_player_sees_the_host_and_all_seats() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let url = format!("http://{}", server.address());
    let host = Browser::start(Screen::Desktop, Language::English).await?;
    host.open(&format!("{url}/play")).await?;
    host.write("name", "Ana").await?;
    host.write("option-target", "3").await?;
    host.click("make-table").await?;
    host.wait("room-seats").await?;
    host.wait("room-copy").await?;
    let link = host.wait("link-seat-1").await?.prop("value").await?;
    let link = link.ok_or("no link")?;

    // Links are named by their seats.
    let called =
        "[...document.querySelectorAll('.link-row b')].map((one) => one.textContent).join()";
    host.until_is(called, "Right,Partner,Left").await?;

    // A friend without a name has to enter one, and sees the invitation.
    let friend = Browser::start(Screen::Phone, Language::Spanish).await?;
    friend.open(&link).await?;
    friend.wait("room-seats").await?;
    friend
        .until("document.querySelector('#room .host').textContent === 'Ana te invita a una mesa'")
        .await?;
    friend.wait("room-rules").await?;
    friend.screenshot("gathering-phone-es").await?;
    friend
        .until_is(&row(0), "Ana Izquierda Todavía no está listo")
        .await?;
    friend.until_is(&row(3), "Libre Compañero").await?;
    assert!(!friend.shows("room-swap-1").await?);
    friend.write("room-name", "Beto").await?;
    friend.click("room-called").await?;
    host.until(&format!("{} === 'Beto Right Not ready yet'", row(1)))
        .await?;
    friend.until_gone("room-called").await?;

    // Beto becomes Ana's partner. The link to that place goes to his old one.
    let second = "document.querySelector('[data-testid=link-seat-2]').value";
    let second = host.evaluate(second).await?;
    host.click("room-swap-1").await?;
    host.click("room-to-2").await?;
    host.until(&format!("{} === 'Beto Partner Not ready yet'", row(2)))
        .await?;
    friend
        .until(&format!(
            "{} === 'Ana Compañero Todavía no está listo'",
            row(0)
        ))
        .await?;
    host.until(&format!(
        "document.querySelector('[data-testid=link-seat-1]').value === {second}"
    ))
    .await?;
    host.screenshot("gathering-desktop-en").await?;

    // Bots get the open seats one by one, and the match begins when both are ready.
    host.click("room-bot-1").await?;
    host.click("room-bot-3").await?;
    friend.click("start").await?;
    host.until(&format!("{} === 'Beto Partner Ready'", row(2)))
        .await?;
    host.click("start").await?;
    host.wait("hand").await?;
    friend.wait("hand").await?;
    host.until("!document.getElementById('room')").await?;

    // During a round Ana makes Beto the host, without a question to him, and he removes her.
    host.click("menu").await?;
    host.click("people").await?;
    host.click("room-give-2").await?;
    host.click("room-give-sure-2").await?;
    host.until("!document.querySelector('#room-remove-2')")
        .await?;
    host.screenshot("gathering-people-desktop-en").await?;
    host.click("people-close").await?;
    friend
        .until("document.querySelector('#said').textContent.includes('te encargas tú')")
        .await?;
    friend.click("menu").await?;
    friend.click("people").await?;
    friend.click("room-remove-0").await?;
    friend.wait("room-remove-sure-0").await?;
    friend.screenshot("gathering-remove-phone-es").await?;
    friend.click("room-remove-sure-0").await?;
    friend
        .until(&format!(
            "{} === 'Libre Compañero'",
            row_of("people-panel", 0)
        ))
        .await?;
    host.until_shows("closed", "taken it back").await?;
    let own = host.evaluate("location.href").await?;
    host.open("about:blank").await?;
    host.open(own.as_str().ok_or("no address")?).await?;
    host.until_shows("closed", "does not open a seat").await?;
    friend.close().await?;
    host.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn absent_host_stops_nobody() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let host = Browser::start(Screen::Desktop, Language::English).await?;
    host.open(&format!("http://{}/play", server.address()))
        .await?;
    host.click("time-off").await?;
    host.click("make-table").await?;
    host.wait("room-seats").await?;
    let link = host.wait("link-seat-1").await?.prop("value").await?;
    let friend = Browser::start(Screen::Phone, Language::English).await?;
    friend.open(&link.ok_or("no link")?).await?;
    friend.wait("room-seats").await?;
    host.close().await?;
    friend
        .until(&format!("{}.endsWith('Left Away')", row(0)))
        .await?;
    friend.screenshot("gathering-maker-away").await?;
    friend.click("start").await?;
    friend.click("let-bot-play").await?;
    friend.click("room-bot-2").await?;
    friend.click("fill-bots").await?;
    friend.wait("hand").await?;
    friend.close().await
}
