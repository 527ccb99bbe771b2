//! The game offline: practice resumes after a tab was closed, and everything works without a server.

use std::time::{Duration, Instant};

use capicu::Game;
use capicu_e2e::{Browser, Did, Hands, Language, PATIENCE, Player, Proxy, Result, Screen, Server};
use capicu_protocol::{CreateTable, Level, Plan, TableRules};
use tokio::time::sleep;

const RECORD: &str = include_str!("../../capicu-record/tests/golden/capicu.domino");

/// Whether a tile can be played.
const MINE: &str = "document.querySelector('.status.mine') !== null \
    && document.querySelector('.hand .tile[data-legal=true]') !== null";

const LAID: &str = "document.querySelectorAll('[data-testid^=laid-]').length";

const READY: &str = "document.documentElement.dataset.offline === 'ready'";

#[tokio::test(flavor = "multi_thread")]
async fn practice_rules_and_settings_work_without_a_server() -> Result<()> {
    let mut server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let player = Player::sit(&home, Screen::Phone, Language::English, Hands::Pointer).await?;
    let browser = &player.browser;
    // Nothing is stored here yet, so the line appears when that part of the page is in view.
    let lowest = "document.querySelector('[data-testid=to-settings]').scrollIntoView()";
    browser.evaluate(lowest).await?;
    browser.wait("offline-get").await?;
    browser.open(&format!("{home}/play")).await?;
    browser.click("practice").await?;
    browser.wait("hand").await?;
    player.browser.until(READY).await?;
    // Nobody plays during the player's turn, so the tiles are those that were stored.
    player.browser.until(MINE).await?;
    let before = player.sees().await?;
    let face = "(async () => (await fetch('/face?table=&seat=0&name=Ana')).text())()";
    let face_before = browser.evaluate(face).await?;
    assert!(face_before.to_string().contains("</svg>"), "{face_before}");
    server.stop().await?;

    // The tab is closed during the round without a question, and another one opened: within a second, and with the same
    // table.
    browser.reopen(&home).await?;
    browser.wait("offline-page").await?;
    browser.wait("kept-tables-open").await?;
    // On a busy machine the quickest of several visits counts.
    let took = "performance.getEntriesByType('navigation')[0].loadEventEnd";
    let (mut visits, quick) = (Vec::new(), |ms: &f64| (1.0..1000.0).contains(ms));
    while !visits.iter().any(quick) {
        assert!(visits.len() < 20, "{visits:?} ms");
        browser.open(&home).await?;
        browser.wait("kept-tables-open").await?;
        visits.push(browser.evaluate(took).await?.as_f64().unwrap_or_default());
    }
    browser.screenshot("offline-page").await?;
    browser.click("kept-tables-open").await?;
    player.is_back().await?;
    assert_eq!(player.sees().await?, before);
    // The own face is there without a network too.
    assert_eq!(browser.evaluate(face).await?, face_before);

    // A setting is chosen there, and the round continues to its end.
    browser.click("menu").await?;
    browser.click("settings").await?;
    browser.wait("settings-panel").await?;
    browser.screenshot("offline-settings").await?;
    browser
        .evaluate(
            "(() => { const order = document.querySelector('dialog [data-testid=order]'); \
            order.value = 'weight'; order.dispatchEvent(new Event('change')); return true; })()",
        )
        .await?;
    browser.click("settings-close").await?;
    let sorted = "(() => { const all = [...document.querySelectorAll('.hand .tile')] \
            .map((tile) => tile.dataset.testid.slice(5).split('-').reduce((a, b) => +a + +b)); \
        return all.every((pips, k) => k === 0 || all[k - 1] >= pips); })()";
    browser.until(sorted).await?;
    let deadline = Instant::now() + 4 * PATIENCE;
    while player.step().await? != Did::EndedRound {
        if Instant::now() > deadline {
            return Err("the round does not end".into());
        }
        sleep(Duration::from_millis(50)).await;
    }
    browser.open(&format!("{home}/rules/cien")).await?;
    browser.wait("rulebook").await?;
    analyzes(browser, &home).await?;

    // The stand-in for the first page is replaced as soon as the server is back.
    browser.open(&home).await?;
    browser.wait("offline-page").await?;
    server.kill_and_restart().await?;
    browser.wait("play-now").await?;
    browser.wait("kept-tables-open").await?;
    player.browser.close().await
}

async fn analyzes(browser: &Browser, home: &str) -> Result<()> {
    browser.open(&format!("{home}/replay")).await?;
    browser.wait("record-text").await?;
    let field = "document.querySelector(\"#record-text\").value";
    let text = serde_json::to_string(RECORD)?;
    browser.evaluate(&format!("{field} = {text}")).await?;
    browser.click("open-record").await?;
    browser.wait("scrubber").await?;
    browser.wait("analyze").await?;
    let analyze = "document.querySelector('#analyze')";
    browser.evaluate(&format!("{analyze}.click()")).await?;
    let found = "document.querySelector('#analysis')?.shadowRoot?.textContent.length > 200";
    let over = "document.querySelector('#stop-analysis').hidden";
    browser.until(&format!("{found} && {over}")).await
}

/// A table of this game against bots of this level, by the rules of the game.
fn table(game: &Game, level: Level) -> Result<CreateTable> {
    let rules = game.rules(game.players[0]).ok_or("a game has rules")?;
    Ok(CreateTable {
        rules: TableRules::new(game.id, &rules),
        seats: vec![Plan::Me],
        turn_time: None,
        grace: None,
        level: Some(level),
        hints: None,
        watching: None,
        passed: None,
        name: None,
    })
}

async fn practices(browser: &Browser, table: &CreateTable) -> Result<()> {
    let kept = serde_json::to_string(&serde_json::to_string(table)?)?;
    browser
        .evaluate(&format!("localStorage.setItem('capicu.practice', {kept})"))
        .await?;
    Ok(())
}

/// The whole game without a server: practice of every game, with bots of every level among them, and all rules.
#[tokio::test(flavor = "multi_thread")]
async fn every_game_level_and_rule_works_without_a_server() -> Result<()> {
    let mut server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let player = Player {
        browser: Browser::start_still(Screen::Desktop, Language::English).await?,
        hands: Hands::Pointer,
        name: "offline".to_owned(),
    };
    let browser = &player.browser;
    browser.open(&format!("{home}/practice")).await?;
    player.browser.until(READY).await?;
    server.stop().await?;
    for (game, level) in Game::ALL.iter().zip(Level::ALL.iter().cycle()) {
        practices(browser, &table(game, *level)?).await?;
        // A different address, or nothing would be loaded again.
        browser
            .open(&format!("{home}/practice?{}#new", game.id))
            .await?;
        browser.wait("hand").await?;
        // A bot has acted: laid, drawn or passed.
        let did = "[...document.querySelectorAll('#said p')].some((line) => \
            /^(?!You)\\S+( \\S+)? (opens|plays|draws|passes|has no|leaves)/.test(line.textContent))";
        let deadline = Instant::now() + PATIENCE;
        while browser.evaluate(did).await? != true {
            if Instant::now() > deadline {
                browser.screenshot("offline-game").await?;
                let said = "document.querySelector('#said').innerText";
                let said = browser.evaluate(said).await?;
                return Err(format!("{}, {}: no bot plays: {said}", game.id, level.name()).into());
            }
            browser.click_if_shown("put-away").await?;
            player.act().await?;
            sleep(Duration::from_millis(50)).await;
        }
        let heading = browser.wait("heading").await?.prop("textContent").await?;
        let name = capicu_i18n::Texts::default()
            .game_name(game.id)
            .unwrap_or_default();
        assert!(heading.unwrap_or_default().contains(&name), "{name}");
    }
    for game in Game::ALL {
        browser.open(&format!("{home}/rules/{}", game.id)).await?;
        browser.wait("rulebook").await?;
    }
    player.browser.close().await
}

/// On a connection that saves data, nothing is fetched before the player requests it.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_prefetched_when_data_is_saved() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let player = Player {
        browser: Browser::start_still(Screen::Phone, Language::English).await?,
        hands: Hands::Pointer,
        name: "spared".to_owned(),
    };
    let browser = &player.browser;
    browser
        .before_each_page(
            "Object.defineProperty(NetworkInformation.prototype, 'saveData', { get: () => true })",
        )
        .await?;
    browser.open(&format!("{home}/practice")).await?;
    browser
        .until("document.documentElement.dataset.offline === 'not-yet'")
        .await?;
    sleep(Duration::from_secs(1)).await;
    let kept = "const done = arguments[0]; caches.keys().then(async (names) => { let n = 0; \
        for (const name of names) n += (await (await caches.open(name)).keys()).length; done(n); })";
    let kept = browser.driver().execute_async(kept, Vec::new()).await?;
    assert_eq!(*kept.json(), 0, "nothing is kept");
    browser.open(&home).await?;
    browser.click("offline-get").await?;
    player.browser.until(READY).await?;
    player.browser.close().await
}

/// A new version is announced outside rounds, and does not affect a round in play, even if it is accepted in another
/// tab.
#[tokio::test(flavor = "multi_thread")]
async fn new_version_is_announced_but_not_applied_during_a_round() -> Result<()> {
    let server = Server::start(&[]).await?;
    let proxy = Proxy::start(server.address()).await?;
    let home = proxy.url();
    let player = Player {
        browser: Browser::start_still(Screen::Phone, Language::English).await?,
        hands: Hands::Pointer,
        name: "update".to_owned(),
    };
    let browser = &player.browser;
    // A game for two, so that the turn comes soon.
    let draw = Game::by_id("draw").ok_or("a game")?;
    browser.open(&home).await?;
    practices(browser, &table(draw, Level::Heaviest)?).await?;
    browser.open(&format!("{home}/practice")).await?;
    player.browser.until(READY).await?;
    until_mine(&player).await?;
    browser.evaluate("(window.round = 'the same')").await?;
    proxy.renew();
    // As the browser does when another page is opened.
    let look = "const done = arguments[0]; \
        navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => done())";
    browser.driver().execute_async(look, Vec::new()).await?;
    // It is there, and does not disturb the round.
    browser.until("!!document.querySelector('#update')").await?;
    assert!(!browser.shows("update").await?);
    let laid = browser.evaluate(LAID).await?.as_u64().unwrap_or_default();
    let laid = goes_on(&player, laid).await?;

    let table = browser.driver().window().await?;
    let other = browser.driver().new_tab().await?;
    browser.driver().switch_to_window(other).await?;
    browser.open(&home).await?;
    browser.wait("update").await?;
    browser.screenshot("update").await?;
    browser.evaluate("(window.version = 'before')").await?;
    browser
        .evaluate("document.querySelector('#update button').click()")
        .await?;
    browser.until("window.version === undefined").await?;
    browser.wait("home-page").await?;
    browser.driver().close_window().await?;

    // The round continues with the page that it began with, and after that with the new one.
    browser.driver().switch_to_window(table).await?;
    goes_on(&player, laid).await?;
    assert_eq!(browser.evaluate("window.round").await?, "the same");
    until_mine(&player).await?;
    let before = player.sees().await?;
    browser.open(&format!("{home}/practice?again")).await?;
    player.is_back().await?;
    until_mine(&player).await?;
    assert_eq!(player.sees().await?, before);
    let used = "const done = arguments[0]; caches.keys().then((names) => \
        navigator.serviceWorker.getRegistration().then((one) => done(one.waiting === null && names.length > 0)))";
    let used = browser.driver().execute_async(used, Vec::new()).await?;
    assert_eq!(*used.json(), true, "no version waits any more");
    player.browser.close().await
}

async fn until_mine(player: &Player) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    while player.browser.evaluate(MINE).await? != true {
        if Instant::now() > deadline {
            return Err("no tile can be played".into());
        }
        for id in ["draw", "pass"] {
            player.browser.click_if_shown(id).await?;
        }
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// Plays until there are more tiles on the table than this number. Returns how many there are.
async fn goes_on(player: &Player, laid: u64) -> Result<u64> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let now = player.browser.evaluate(LAID).await?.as_u64();
        if let Some(now) = now.filter(|now| *now > laid) {
            return Ok(now);
        }
        if Instant::now() > deadline {
            return Err("the round does not go on".into());
        }
        player.act().await?;
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn practice_match_is_found_again_and_two_tabs_do_not_mix() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let player = Player::sit(&home, Screen::Desktop, Language::Spanish, Hands::Pointer).await?;
    let browser = &player.browser;
    // House rules with a match of one round.
    let house = r#"{"id":"","name":"La corta","line":"","rules":[{"game":"block","players":2,"title":"La corta","options":{"target":"1"}}]}"#;
    let address = format!(
        "{home}/play#game={}",
        house.replace('"', "%22").replace(' ', "%20")
    );
    browser.open(&address).await?;
    browser.click("practice").await?;
    browser.wait("hand").await?;

    // Another tab takes over the table; this one says so, and stores nothing more.
    let first = browser.driver().window().await?;
    let second = browser.driver().new_tab().await?;
    browser.driver().switch_to_window(second).await?;
    browser.open(&format!("{home}/practice")).await?;
    browser.wait("hand").await?;
    let deadline = Instant::now() + PATIENCE;
    let second = browser.driver().window().await?;
    browser.driver().switch_to_window(first.clone()).await?;
    browser.wait("note-elsewhere").await?;
    browser.screenshot("offline-elsewhere").await?;
    // The table resumes here instead, and the other tab learns it.
    browser
        .evaluate("document.querySelector('#note-elsewhere button').click()")
        .await?;
    browser
        .until("!document.querySelector('#note-elsewhere')")
        .await?;
    player.is_back().await?;
    browser.driver().switch_to_window(second).await?;
    browser.wait("note-elsewhere").await?;
    browser.driver().close_window().await?;
    browser.driver().switch_to_window(first).await?;
    while !browser.shows("match-over").await? {
        if Instant::now() > deadline {
            return Err("the match does not end".into());
        }
        if browser.shows("next-round").await? {
            browser.click("next-round").await?;
        }
        player.act().await?;
        sleep(Duration::from_millis(50)).await;
    }
    // One tap leads from the sheet to the review, whose analysis begins at once and ends at the first mistake.
    let told = "document.querySelector('#lookback .told')?.textContent ?? ''";
    browser.until(&format!("({told}) !== ''")).await?;
    browser.screenshot("offline-result").await?;
    browser.click("look-again").await?;
    browser.wait("scrubber").await?;
    let told = "document.querySelector('#mistakes .told')?.textContent ?? ''";
    browser.until(&format!("({told}) !== ''")).await?;
    let felt = "document.querySelectorAll(\"[data-testid^='laid-']\").length";
    browser.until(&format!("{felt} > 0")).await?;
    browser.screenshot("offline-review").await?;
    // It is over, so the first page leads back to its rules only.
    browser.open(&format!("{home}/")).await?;
    browser.wait("kept-houses-open").await?;
    assert!(!browser.shows("kept-tables-open").await?);
    browser.screenshot("front-houses").await?;
    browser.open(&format!("{home}/history")).await?;
    let listed = browser.wait("kept-matches").await?.text().await?;
    assert!(listed.contains("La corta"), "{listed}");
    browser.click("kept-matches-open").await?;
    browser.wait("scrubber").await?;
    player.browser.close().await
}
