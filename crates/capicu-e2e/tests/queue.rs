//! Winner stays at a private table: two play, one waits by the link and gets the seat of the loser.

use std::time::Duration;

use capicu_e2e::{Browser, Language, PATIENCE, Result, Screen, Server};
use tokio::time::{Instant, sleep};

/// Takes a legal action, if it is the player's turn.
const ACT: &str = "document.querySelector(\"[data-testid^='end-choice-'], [data-testid=pose-mine], \
    [data-testid='pass'], [data-testid='draw'], [data-testid='next-round'], .hand .tile[data-legal='true']\")?.click()";

const OVER: &str = "document.querySelector('[data-testid=rematch]') !== null";

async fn play(players: [&Browser; 2]) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        for player in players {
            if player.evaluate(OVER).await? == true {
                return Ok(());
            }
            player.evaluate(ACT).await?;
        }
        if Instant::now() > deadline {
            players[0].screenshot("queue-stuck").await?;
            return Err("the match does not end".into());
        }
        sleep(Duration::from_millis(60)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn winner_stays_at_a_private_table() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let ana = Browser::start(Screen::Desktop, Language::English).await?;
    ana.open(&format!("{home}/play?game=draw")).await?;
    ana.click("players-2").await?;
    ana.write("name", "Ana").await?;
    ana.write("option-target", "1").await?;
    ana.click("make-table").await?;
    ana.wait("room-seats").await?;
    let link = ana.wait("link-seat-1").await?.prop("value").await?;
    let ben = Browser::start(Screen::Phone, Language::Spanish).await?;
    ben.open(&link.ok_or("no link")?).await?;
    ben.write("room-name", "Ben").await?;
    ben.click("room-called").await?;

    // The host turns it on.
    ana.click("room-queue").await?;
    ana.wait("queue-singles").await?;
    ana.screenshot("queue-off-desktop").await?;
    ana.click("queue-singles").await?;
    let code = ana.wait("queue-code").await?.text().await?;
    ana.screenshot("queue-on-desktop").await?;
    ana.click("queue-close").await?;
    ana.click("start").await?;
    ben.click("start").await?;
    ana.wait("hand").await?;
    ben.wait("hand").await?;
    ben.wait("queue-line").await?;
    ben.screenshot("queue-line-phone").await?;

    // A third one waits.
    let cora = Browser::start(Screen::Phone, Language::English).await?;
    cora.open(&format!("{home}/j/{code}")).await?;
    cora.write("name", "Cora").await?;
    cora.screenshot("queue-join-phone").await?;
    cora.click("queue-join").await?;
    cora.until_shows("queue-place", "You are number 1").await?;
    cora.screenshot("queue-wait-phone").await?;
    ana.until_shows("queue-line", "Next: Cora").await?;
    ana.screenshot("queue-line-desktop").await?;

    // After the match Cora gets the seat of the loser, who waits now.
    play([&ana, &ben]).await?;
    cora.wait("queue-offer").await?;
    cora.screenshot("queue-offer-phone").await?;
    ben.until("!!document.querySelector('.sheet > .queue-line')")
        .await?;
    ben.screenshot("queue-result-phone").await?;
    ana.screenshot("queue-result-desktop").await?;
    cora.click("queue-sit").await?;
    cora.wait("hand").await?;
    let leads = "location.pathname.startsWith('/q/')";
    let deadline = Instant::now() + PATIENCE;
    let (loser, winner) = loop {
        if ana.evaluate(leads).await? == true {
            break (&ana, &ben);
        }
        if ben.evaluate(leads).await? == true {
            break (&ben, &ana);
        }
        if Instant::now() > deadline {
            ana.screenshot("queue-nobody-desktop").await?;
            ben.screenshot("queue-nobody-phone").await?;
            return Err("nobody stood up".into());
        }
        sleep(Duration::from_millis(100)).await;
    };
    loser.until_shows("queue-place", "1").await?;
    loser.screenshot("queue-loser").await?;
    winner.wait("hand").await?;
    winner.screenshot("queue-winner").await?;
    cora.screenshot("queue-cora-phone").await?;

    // The next match begins without a question, and the loser returns.
    play([winner, &cora]).await?;
    loser.click("queue-sit").await?;
    loser.wait("hand").await?;
    loser.until("location.pathname.startsWith('/t/')").await?;
    for browser in [ana, ben, cora] {
        browser.close().await?;
    }
    Ok(())
}
