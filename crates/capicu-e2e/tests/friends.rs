//! Friends: two accounts find each other by username, one challenges the other, and both play at one table.

use capicu_e2e::{Browser, Hands, Language, PATIENCE, Player, Result, Screen, Server};
use thirtyfour::Key;
use tokio::time::Instant;

/// The title of the page begins with the number of notices.
const COUNTED: &str = "document.title.startsWith('(1) ')";

/// The list of friends asks again after a fifth of a second.
const SOON: &str = "if (location.pathname === '/friends') { const own = setTimeout; \
    window.setTimeout = (run, after, ...more) => own(run, Math.min(after, 200), ...more); }";

/// Counts in `asked` how often the list of friends is fetched, and answers with other content.
const NEWS: &str = "(() => { const own = fetch; window.asked = 0; window.fetch = (at, ...more) => { \
    if (!`${at}`.includes('part=circle')) return own(at, ...more); \
    window.asked += 1; return Promise.resolve(new Response('news')); }; })()";

async fn member(server: &Server, screen: Screen, username: &str) -> Result<Browser> {
    let browser = Browser::start_still(screen, Language::English).await?;
    let home = format!("http://{}", server.address());
    browser.join(&home, username, username).await?;
    Ok(browser)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_become_friends_and_one_challenges_the_other() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let ana = member(&server, Screen::Phone, "ana").await?;
    let eva = member(&server, Screen::Desktop, "eva").await?;
    ana.open(&at("/friends")).await?;
    ana.wait("username").await?.send_keys("eva").await?;
    ana.look("friends-none-phone").await?;
    ana.click("ask").await?;
    ana.wait("asked").await?;
    eva.before_each_page(SOON).await?;
    eva.open(&at("/friends")).await?;
    eva.look("friends-asked-desktop").await?;
    // News waits until the fold that asks about a block is closed.
    eva.evaluate("document.querySelector('[data-testid=ask-block]').click()")
        .await?;
    eva.evaluate(NEWS).await?;
    eva.until("window.asked > 2").await?;
    assert!(eva.shows("block").await?, "the fold is open");
    eva.evaluate("document.querySelector('[data-testid=ask-block]').click()")
        .await?;
    eva.until("document.querySelector('#circle').textContent === 'news'")
        .await?;
    eva.open(&at("/friends")).await?;
    eva.click("accept").await?;
    eva.wait("presence").await?;

    // The first one's page shows it automatically, and leads to the friend's.
    ana.wait("friend").await?;
    ana.look("friends-friend-phone").await?;
    // The bell has the answer, and leads to the profile.
    ana.open(&at("/bell")).await?;
    ana.until_shows("bell-befriended", "eva accepted your friend request.")
        .await?;
    ana.look("friends-accepted-phone").await?;
    ana.click("bell-profile").await?;
    ana.wait("as-opponent").await?;
    ana.look("friends-profile-phone").await?;
    // The friend reads the rules meanwhile.
    eva.open(&at("/rules/draw")).await?;
    ana.click("as-opponent").await?;
    ana.click("challenge").await?;
    ana.wait("challenging-page").await?;
    ana.look("friends-challenging-phone").await?;
    // The bell rings on every page, and one tap accepts.
    eva.wait("bell-toast").await?;
    assert_eq!(eva.wait("bell-count").await?.text().await?, "1");
    eva.until(COUNTED).await?;
    eva.look("friends-challenged-desktop").await?;
    // The menu of the account has its pages and the languages; Escape closes it.
    eva.evaluate("document.querySelector('#account-menu summary').click()")
        .await?;
    eva.wait("menu-sign-out").await?;
    let languages = "document.querySelectorAll('#account-menu p a[lang]').length";
    assert_eq!(eva.evaluate(languages).await?, 3);
    eva.look("friends-menu-desktop").await?;
    eva.press(Key::Escape.value().to_string()).await?;
    eva.until_gone("menu-sign-out").await?;
    eva.click("accept-challenge").await?;
    for browser in [&ana, &eva] {
        browser.wait("felt").await?;
    }
    let tables = [
        ana.driver().current_url().await?,
        eva.driver().current_url().await?,
    ];
    assert_eq!(tables[0].path(), tables[1].path());

    // The bell rings at a table too.
    eva.open(&at("/@ana")).await?;
    eva.click("as-opponent").await?;
    eva.click("challenge").await?;
    ana.wait("bell-toast").await?;
    ana.until(COUNTED).await?;
    // The buttons have no ground of their own, as a row of the table's menu has.
    let ground = "getComputedStyle(document.querySelector('.around form')).backgroundColor";
    assert_eq!(ana.evaluate(ground).await?, "rgba(0, 0, 0, 0)");
    ana.look("friends-challenged-at-table-phone").await?;

    // A block ends the friendship.
    eva.open(&at("/@ana")).await?;
    assert!(!eva.shows("block").await?, "it asks first");
    eva.click("ask-block").await?;
    eva.look("friends-ask-block-desktop").await?;
    eva.click("block").await?;
    eva.wait("unblock").await?;
    ana.open(&at("/friends")).await?;
    ana.until_gone("friend").await?;
    ana.look("friends-alone-phone").await?;
    eva.close().await?;
    ana.close().await
}

/// Somebody reads the rules while their table waits: the bell says that the partner arrived, and later that it is their
/// turn. One tap leads to the seat.
#[tokio::test(flavor = "multi_thread")]
async fn bell_leads_back_to_a_table_that_waits() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let ana = member(&server, Screen::Phone, "ana").await?;
    let eva = member(&server, Screen::Desktop, "eva").await?;
    eva.open(&at("/play?game=draw")).await?;
    eva.click("players-2").await?;
    eva.click("time-off").await?;
    eva.click("make-table").await?;
    let link = eva.wait("link-seat-1").await?.prop("value").await?;
    let table = eva.driver().current_url().await?.path().to_owned();
    eva.open(&at("/rules")).await?;
    eva.until("document.querySelector('meta[name=account]') !== null")
        .await?;
    assert!(!eva.shows("to-your-table").await?, "nobody waits yet");
    ana.open(&link.ok_or("a link")?).await?;
    ana.wait("room-seats").await?;
    eva.until_shows("bell-toast", "Your table with ana is waiting.")
        .await?;
    eva.until_shows("bell-count", "1").await?;
    eva.look("friends-bell-waits-desktop").await?;
    eva.click("bell-table").await?;
    eva.wait("hand").await?;
    assert_eq!(eva.driver().current_url().await?.path(), table);

    let [ana, eva] = [(ana, "ana"), (eva, "eva")].map(|(browser, name)| Player {
        browser,
        hands: Hands::Pointer,
        name: format!("bell-{name}"),
    });
    for player in [&ana, &eva] {
        player.press("start").await?;
    }
    let mine = "document.querySelector('.status.mine') !== null";
    let deadline = Instant::now() + PATIENCE;
    while eva.browser.evaluate(mine).await? != true {
        assert!(Instant::now() < deadline, "it is Eva's turn");
        ana.act().await?;
    }
    let before = eva.sees().await?;
    eva.browser.open(&at("/rules")).await?;
    eva.browser.until_shows("bell-count", "1").await?;
    eva.browser
        .evaluate("document.querySelector('#bell summary').click()")
        .await?;
    eva.browser
        .until_shows("bell-list", "It is your turn.")
        .await?;
    eva.browser.look("friends-bell-turn-desktop").await?;
    eva.browser.click("bell-table").await?;
    eva.is_back().await?;
    assert_eq!(eva.sees().await?, before);
    ana.browser.close().await?;
    eva.browser.close().await
}
