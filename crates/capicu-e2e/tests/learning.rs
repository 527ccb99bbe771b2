//! Learning: a lesson is read, heard and skipped, and played to its end offline; house rules are read, saved and found
//! again.

use std::time::{Duration, Instant};

use capicu_e2e::{Browser, Hands, Language, PATIENCE, Player, Result, Screen, Server};
use capicu_i18n::{Lang, Texts};
use serde::Deserialize;
use thirtyfour::Key;
use tokio::time::sleep;

/// All announcements at the table.
const SAID: &str =
    "[...document.querySelectorAll('#said p')].map((line) => line.textContent).join(' ')";

const TOPIC: &str = "document.querySelector('#lesson:not([hidden])')?.dataset.topic";

/// The number of visible menu rows that something covers.
const COVERED: &str = "[...document.querySelectorAll('.menu > .row')].filter((row) => row.checkVisibility()).filter((row) => { const at = row.getBoundingClientRect(); \
    const top = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2); return top && !row.contains(top); }).length";

const MOMENT: Duration = Duration::from_millis(50);

/// The current topic, and the table at that moment.
#[derive(Debug, Deserialize)]
struct Now {
    /// The topic; `try` if an action is suggested.
    topic: Option<String>,
    tile: Option<String>,
    laid: usize,
    doubles: usize,
    /// Tiles in the boneyard, if it is shown.
    left: Option<usize>,
    hand: usize,
    mine: bool,
}

const NOW: &str = "(() => { const card = document.querySelector('#lesson:not([hidden])'); \
    const laid = [...document.querySelectorAll('[data-testid^=laid-]')].map((tile) => tile.dataset.testid.slice(5)); \
    const left = document.querySelector('[data-testid=boneyard]')?.textContent.match(/\\d+/)?.[0]; \
    const marked = [...document.querySelectorAll('head style')].map((one) => one.textContent).join('').match(/data-tile=\"([0-9-]+)/); \
    return { topic: card?.dataset.topic ?? null, tile: marked?.[1] ?? null, laid: laid.length, \
        doubles: laid.filter((tile) => tile.split('-')[0] === tile.split('-')[1]).length, \
        left: left ? Number(left) : null, hand: document.querySelectorAll('.hand .tile').length, \
        mine: document.querySelector('.status.mine') !== null }; })()";

async fn now(browser: &Browser) -> Result<Now> {
    Ok(serde_json::from_value(browser.evaluate(NOW).await?)?)
}

/// Whether a topic is explained exactly when the table shows it.
fn is_its_moment(topic: &str, now: &Now) -> bool {
    match topic {
        "aim" | "opening" => now.laid == 0 && now.hand > 0,
        "turn" => now.mine,
        "double" | "spinner" => now.doubles == 1,
        "draw" => now.left.is_some(),
        "going-out" | "match" => !now.mine,
        _ => true,
    }
}

async fn follow(player: &Player, tile: Option<&str>) -> Result<()> {
    match tile {
        None => {
            let _ = player.use_button("pass").await? || player.use_button("draw").await?;
        }
        Some(tile) => {
            let tile = player.browser.find(&format!("tile-{tile}")).await?;
            if let Some(tile) = tile {
                let pressed = tile.attr("aria-pressed").await.ok().flatten();
                if pressed.as_deref() == Some("true") {
                    player.choose_end().await?;
                } else {
                    tile.send_keys(Key::Enter.value().to_string()).await.ok();
                }
            }
        }
    }
    sleep(MOMENT).await;
    Ok(())
}

/// Plays a lesson to its end by keys, following its suggestions. Returns the topics in order.
async fn play(player: &Player) -> Result<Vec<String>> {
    let browser = &player.browser;
    let deadline = Instant::now() + 4 * PATIENCE;
    let mut read: Vec<String> = Vec::new();
    browser.until(&format!("{TOPIC} === 'aim'")).await?;
    while Instant::now() < deadline {
        let now = now(browser).await?;
        match now.topic.as_deref() {
            Some("end") => return Ok(read),
            // Only suggestions are played: a player who acts earlier is ahead of the explanations.
            Some("try") if now.mine => follow(player, now.tile.as_deref()).await?,
            Some("try") | None => sleep(MOMENT).await,
            Some(topic) => {
                if read.last().map(String::as_str) != Some(topic) {
                    assert!(is_its_moment(topic, &now), "{topic}: {now:?}");
                    read.push(topic.to_owned());
                }
                // It is announced, and the button to continue has the focus.
                browser
                    .until("document.activeElement?.id === 'lesson-go-on'")
                    .await?;
                browser.press(Key::Enter.value().to_string()).await?;
                let gone = format!("{TOPIC} !== '{topic}'");
                browser.until(&gone).await?;
            }
        }
    }
    browser.screenshot("lesson-stuck").await?;
    Err(format!(
        "the lesson does not end: {read:?}, {:?}",
        now(browser).await?
    )
    .into())
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_use_the_language_that_no_module_contains() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let texts = Texts::new(Lang::Fr);
    let browser = Browser::start_still(Screen::Phone, Language::French).await?;
    browser.open(&format!("{home}/practice#learn=cien")).await?;
    browser.until(&format!("{TOPIC} === 'aim'")).await?;
    browser.until_shows("lesson", &texts.lesson_aim()).await?;
    browser.until_shows("lesson", &texts.lesson_skip()).await?;
    // Also where the device answers instead of the network.
    let ready = "document.documentElement.dataset.offline === 'ready'";
    browser.until(ready).await?;
    browser.open(&format!("{home}/replay")).await?;
    browser.wait("record-text").await?;
    browser
        .until_shows("open-record", &texts.replay_open())
        .await?;
    browser.open(&format!("{home}/practice#learn=draw")).await?;
    browser.until_shows("lesson", &texts.lesson_aim()).await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn lesson_is_skipped_or_played_to_its_end_offline() -> Result<()> {
    let mut server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let player = Player {
        browser: Browser::start_still(Screen::Phone, Language::Spanish).await?,
        hands: Hands::Keys,
        name: "lesson".to_owned(),
    };
    let browser = &player.browser;
    browser.open(&format!("{home}/")).await?;
    browser.click("game-cien").await?;
    browser.wait("game-page").await?;
    browser.click("learn-cien").await?;
    // The aim of the game comes first, and the table waits until it was read.
    browser.until(&format!("{TOPIC} === 'aim'")).await?;
    browser
        .until("document.activeElement?.id === 'lesson-go-on'")
        .await?;
    sleep(Duration::from_millis(2500)).await;
    assert_eq!(now(browser).await?.laid, 0);
    browser.screenshot("lesson-phone-es").await?;
    browser.press(Key::Enter.value().to_string()).await?;
    browser.until(&format!("{TOPIC} === 'opening'")).await?;
    let both = format!("{SAID}.includes('A qué se juega') && {SAID}.includes('La salida')");
    browser.until(&both).await?;
    browser.click("menu").await?;
    browser.wait("menu-panel").await?;
    assert_eq!(browser.evaluate(COVERED).await?, 0, "of the menu");
    browser.click("menu").await?;
    // After a skip, it is a table like any other.
    browser.click("lesson-skip").await?;
    browser.until(&format!("{TOPIC} === undefined")).await?;
    browser
        .until("!!document.querySelector('[data-testid^=laid-], .status.mine')")
        .await?;
    browser
        .until("document.documentElement.dataset.offline === 'ready'")
        .await?;
    server.stop().await?;

    // Offline: the lesson of a rule file, from the stored page of lessons.
    browser.open(&format!("{home}/learn")).await?;
    browser.wait("learn-page").await?;
    browser
        .evaluate("document.querySelector('[data-testid=learn-american-draw]').closest('details').open = true")
        .await?;
    browser.click("learn-american-draw").await?;
    let read = play(&player).await?;
    for topic in ["aim", "opening", "turn", "double", "draw"] {
        assert!(read.iter().any(|one| one == topic), "{topic}: {read:?}");
    }
    assert_eq!(read[..2], ["aim", "opening"]);
    let mut once = read.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(
        once.len(),
        read.len(),
        "no topic is explained twice: {read:?}"
    );
    browser.screenshot("lesson-end-phone-es").await?;

    // It ends with what to play next: this table, another game, or bots by level.
    browser.wait("lesson-go-on").await?;
    browser.wait("lesson-others").await?;
    browser.click("lesson-bots").await?;
    browser.wait("ladder-page").await?;
    browser.click("bot-heaviest").await?;
    browser.wait("hand").await?;
    player.browser.close().await
}

/// On the smallest phone the card of a move covers no tile on the felt: the lesson names one of them.
#[tokio::test(flavor = "multi_thread")]
async fn lesson_on_a_small_phone_covers_no_tile() -> Result<()> {
    const UNDER: &str = "(() => { const box = (one) => one.getBoundingClientRect(); \
        const card = box(document.querySelector('#lesson')); const last = [...document.getAnimations()].length; \
        return last ? null : [...document.querySelectorAll('[data-testid^=laid-]')].filter((tile) => \
            box(tile).bottom > card.top + 1 && box(tile).top < card.bottom - 1).map((tile) => tile.dataset.testid); })()";
    let server = Server::start(&[]).await?;
    let player = Player {
        browser: Browser::start_still(Screen::Phone, Language::French).await?,
        hands: Hands::Pointer,
        name: "small".to_owned(),
    };
    let browser = &player.browser;
    browser.resize(320, 568).await?;
    browser
        .open(&format!(
            "http://{}/practice#learn=all-fives",
            server.address()
        ))
        .await?;
    let deadline = Instant::now() + PATIENCE;
    let mut tries = 0;
    while tries < 4 {
        assert!(Instant::now() < deadline, "{tries} moves");
        let now = now(browser).await?;
        match now.topic.as_deref() {
            Some("try") if now.mine => {
                let is_known = format!("{UNDER} !== null");
                browser.until(&is_known).await?;
                let under = browser.evaluate(UNDER).await?;
                browser.screenshot(&format!("lesson-small-{tries}")).await?;
                assert_eq!(under, serde_json::json!([]), "hidden at move {tries}");
                follow(&player, now.tile.as_deref()).await?;
                tries += 1;
            }
            Some("try") | None => sleep(MOMENT).await,
            Some(_) => {
                browser.click_if_shown("lesson-go-on").await?;
            }
        }
    }
    player.browser.close().await
}

/// Chooses a tile of the hand by its key.
async fn lay(browser: &Browser, tile: &str) -> Result<()> {
    let tile = browser.wait(&format!("tile-{tile}")).await?;
    tile.send_keys(Key::Enter.value().to_string()).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn strategy_lesson_answers_a_wrong_tile_and_a_right_one_offline() -> Result<()> {
    let mut server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let browser = Browser::start_still(Screen::Phone, Language::English).await?;
    browser.open(&format!("{home}/practice#learn=cien")).await?;
    browser.wait("lesson-go-on").await?;
    browser
        .until("document.documentElement.dataset.offline === 'ready'")
        .await?;
    server.stop().await?;
    let texts = Texts::new(Lang::En);
    browser.open(&format!("{home}/learn")).await?;
    browser.click("learn-strategy-pass").await?;
    browser.until(&format!("{TOPIC} === 'look'")).await?;
    browser
        .until("document.activeElement?.id === 'lesson-go-on'")
        .await?;
    let spoken = format!("{SAID}.includes('passed on 0 and on 3')");
    browser.until(&spoken).await?;
    browser.screenshot("strategy-look").await?;
    browser.press(Key::Enter.value().to_string()).await?;
    browser.until(&format!("{TOPIC} === 'try'")).await?;
    // The tempting tile: the table answers, and then the lesson names the better one.
    lay(&browser, "4-3").await?;
    browser.until(&format!("{TOPIC} === 'why'")).await?;
    let proof = texts.strategy_proof();
    browser.until_shows("lesson", &proof).await?;
    browser
        .until_shows("lesson", "Better: the five-blank")
        .await?;
    browser.click("lesson-again").await?;
    browser.until(&format!("{TOPIC} === 'look'")).await?;
    browser.click("lesson-go-on").await?;
    browser.until(&format!("{TOPIC} === 'try'")).await?;
    lay(&browser, "5-0").await?;
    browser.until(&format!("{TOPIC} === 'why'")).await?;
    browser
        .until_shows("lesson", "Right: the five-blank")
        .await?;
    browser
        .until("document.activeElement?.id === 'lesson-next'")
        .await?;
    browser.screenshot("strategy-why").await?;
    browser.press(Key::Enter.value().to_string()).await?;
    let partner = texts.strategy_partner();
    browser.until_shows("lesson", &partner).await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn house_rules_are_read_saved_and_found_again() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}/", server.address());
    let browser = Browser::start(Screen::Desktop, Language::English).await?;
    browser
        .open(&format!("{home}play?game=jamaican-partner"))
        .await?;
    browser.wait("option-key-tile").await?;
    browser
        .evaluate("document.querySelector('details.all').open = true")
        .await?;
    browser.wait("house-summary").await?;
    // Irrelevant options are not shown.
    let shown = |name: &str| format!("document.querySelector('#option-{name}').checkVisibility()");
    assert_eq!(browser.evaluate(&shown("pose")).await?, true);
    for name in ["skunk-line", "sides", "third-game", "pips-per-point"] {
        assert_eq!(browser.evaluate(&shown(name)).await?, false, "{name}");
    }
    // A preset from the list fills in the fields, marks changes and announces them.
    browser
        .evaluate(
            "(() => { const list = document.querySelector('#house-as-in'); \
             list.value = [...list.options].find((one) => one.text.includes('ten')).value; \
             list.dispatchEvent(new Event('change', { bubbles: true })); })()",
        )
        .await?;
    browser
        .until("document.querySelector('#option-target').value === '10'")
        .await?;
    browser
        .until("document.querySelector('#house-summary').textContent.includes('10')")
        .await?;
    browser
        .until("!!document.querySelector('.option.changed [data-part=usual]')")
        .await?;
    // Saved by the typed name, however soon.
    browser.write("house-name", "Mami's").await?;
    browser.click("house-save").await?;
    browser.open(&home).await?;
    browser
        .until(
            "document.querySelector('[data-testid=kept-houses]')?.textContent.includes(\"Mami's\")",
        )
        .await?;
    browser.click("kept-houses-open").await?;
    browser
        .until("document.querySelector('#option-target')?.value === '10'")
        .await?;
    browser.close().await
}
