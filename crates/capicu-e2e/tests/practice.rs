//! A round on the device alone: the server is gone as soon as the tiles are dealt.

use std::time::Duration;

use capicu_e2e::{Did, Hands, Language, Player, Result, Screen, Server};
use tokio::time::{Instant, sleep};

#[tokio::test]
async fn a_round_without_a_server() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}/", server.address());
    let player = Player::sit(&home, Screen::Phone, Language::Spanish, Hands::Pointer).await?;
    player.browser.click("private-table").await?;
    player.browser.click("practice").await?;
    player.browser.wait("hand").await?;
    drop(server);

    let deadline = Instant::now() + Duration::from_secs(180);
    let mut acted = 0;
    loop {
        match player.step().await? {
            Did::EndedRound => break,
            Did::EndedMatch => return Err("a match of one round".into()),
            Did::Acted => {
                acted += 1;
                player.check_layout().await?;
            }
            Did::Nothing if Instant::now() > deadline => {
                player.browser.screenshot("practice-stuck").await?;
                return Err("the round does not end".into());
            }
            Did::Nothing => sleep(Duration::from_millis(50)).await,
        }
    }
    assert!(acted > 1, "{acted} turns");
    // The next round is dealt just the same.
    player.browser.wait("hand").await?;
    player.browser.screenshot("practice-phone").await?;
    player.browser.close().await
}
