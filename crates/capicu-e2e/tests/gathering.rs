//! Before the first deal: who invites whom to what, who is there, and who sits where.

use capicu_e2e::{Browser, Language, Result, Screen, Server};

/// The text of a row, without its buttons.
fn row(seat: u8) -> String {
    row_of("lobby", seat)
}

/// The same in the lobby or in the dialog.
fn row_of(place: &str, seat: u8) -> String {
    format!(
        "[...document.querySelector('.{place} li[data-seat=\"{seat}\"], [data-testid={place}] li[data-seat=\"{seat}\"]').children]\
         .filter((part) => part.className !== 'doing').map((part) => part.textContent).join(' ').trim()"
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_sees_who_invites_and_where_everybody_sits() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let url = format!("http://{}", server.address());
    let maker = Browser::start(Screen::Desktop, Language::English).await?;
    maker.open(&format!("{url}/play")).await?;
    maker.write("name", "Ana").await?;
    maker.write("option-target", "3").await?;
    maker.click("make-table").await?;
    maker.wait("room-seats").await?;
    maker.wait("room-copy").await?;
    let link = "document.querySelector('[data-testid=link-seat-1]').value";
    let link = maker.evaluate(link).await?;
    let link = link.as_str().ok_or("no link")?;

    // Links are called by where they lead.
    let called =
        "[...document.querySelectorAll('.link-row b')].map((one) => one.textContent).join()";
    assert_eq!(maker.evaluate(called).await?, "Right,Partner,Left");

    // A friend without a name is asked for one, and sees to what they were invited.
    let friend = Browser::start(Screen::Phone, Language::Spanish).await?;
    friend.open(link).await?;
    friend.wait("room-seats").await?;
    friend
        .until("document.querySelector('#room .host').textContent === 'Ana te invita a una mesa'")
        .await?;
    friend.wait("room-rules").await?;
    friend.screenshot("gathering-phone-es").await?;
    assert_eq!(
        friend.evaluate(&row(0)).await?,
        "Ana Izquierda Todavía no está listo"
    );
    assert_eq!(friend.evaluate(&row(3)).await?, "Libre Compañero");
    assert!(!friend.shows("room-swap-1").await?);
    friend.write("room-name", "Beto").await?;
    friend.click("room-called").await?;
    maker
        .until(&format!("{} === 'Beto Right Not ready yet'", row(1)))
        .await?;
    assert!(!friend.shows("room-called").await?);

    // Beto is to be Ana's partner. The link to that place goes where he sat.
    let second = "document.querySelector('[data-testid=link-seat-2]').value";
    let second = maker.evaluate(second).await?;
    maker.click("room-swap-1").await?;
    maker.click("room-to-2").await?;
    maker
        .until(&format!("{} === 'Beto Partner Not ready yet'", row(2)))
        .await?;
    friend
        .until(&format!(
            "{} === 'Ana Compañero Todavía no está listo'",
            row(0)
        ))
        .await?;
    maker
        .until(&format!(
            "document.querySelector('[data-testid=link-seat-1]').value === {second}"
        ))
        .await?;
    maker.screenshot("gathering-desktop-en").await?;

    // The free seats go to bots one by one, and the match begins when both are ready.
    maker.click("room-bot-1").await?;
    maker.click("room-bot-3").await?;
    friend.click("start").await?;
    maker
        .until(&format!("{} === 'Beto Partner Ready'", row(2)))
        .await?;
    maker.click("start").await?;
    maker.wait("hand").await?;
    friend.wait("hand").await?;
    maker.until("!document.getElementById('room')").await?;

    // In mid-round Ana gives the table to Beto, who is asked nothing, and he removes her.
    maker.click("menu").await?;
    maker.click("people").await?;
    maker.click("room-give-2").await?;
    maker.click("room-give-sure-2").await?;
    maker
        .until("!document.querySelector('[data-testid=room-remove-2]')")
        .await?;
    maker.screenshot("gathering-people-desktop-en").await?;
    maker.click("people-close").await?;
    friend
        .until(
            "document.querySelector('[data-testid=said]').textContent.includes('te encargas tú')",
        )
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
    let said = maker.wait("closed").await?.text().await?;
    assert!(said.contains("taken it back"), "{said}");
    let own = maker.evaluate("location.href").await?;
    maker.open("about:blank").await?;
    maker.open(own.as_str().ok_or("no address")?).await?;
    let said = maker.wait("closed").await?.text().await?;
    assert!(said.contains("does not open a seat"), "{said}");
    friend.close().await?;
    maker.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_maker_who_goes_away_stops_nobody() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let maker = Browser::start(Screen::Desktop, Language::English).await?;
    maker
        .open(&format!("http://{}/play", server.address()))
        .await?;
    maker.click("time-off").await?;
    maker.click("make-table").await?;
    maker.wait("room-seats").await?;
    let link = "document.querySelector('[data-testid=link-seat-1]').value";
    let link = maker.evaluate(link).await?;
    let friend = Browser::start(Screen::Phone, Language::English).await?;
    friend.open(link.as_str().ok_or("no link")?).await?;
    friend.wait("room-seats").await?;
    maker.close().await?;
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
