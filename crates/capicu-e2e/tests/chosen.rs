//! Settings apply at the table and on the next device: a tile planned ahead, keys off or remapped, notifications, a
//! voice, typed commands.

use std::time::Duration;

use capicu::Tile;
use capicu_client::laid;
use capicu_e2e::{Browser, Hands, Language, PATIENCE, Player, Result, Screen, Server, Witness};
use capicu_i18n::{Lang, Texts};
use serde_json::Value;
use thirtyfour::Key;
use tokio::time::{Instant, sleep};

/// Records speech and notifications, which the test browser cannot make, and hides the page when a test says so.
const RECORDER: &str = "window.spoken = []; window.notified = []; \
    speechSynthesis.speak = (one) => spoken.push(one.text); \
    window.Notification = class { constructor(title) { notified.push(title); } \
        static get permission() { return 'granted'; } \
        static async requestPermission() { return 'granted'; } }; \
    Object.defineProperty(document, 'hidden', { get: () => window.away === true }); \
    navigator.serviceWorker.getRegistration = async () => undefined;";

/// Records every announcement from now on.
const LISTEN: &str = "(() => { window.lines = []; window.spoken = []; \
    new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach((line) => lines.push(line.textContent)))) \
        .observe(document.querySelector('#said'), { childList: true }); return true; })()";

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

async fn list(browser: &Browser, name: &str) -> Result<Vec<String>> {
    Ok(serde_json::from_value(browser.evaluate(name).await?)?)
}

/// The announcements after a key, at least one.
async fn said_by(browser: &Browser, keys: &str) -> Result<Vec<String>> {
    let before = list(browser, "lines").await?.len();
    browser.press(keys).await?;
    browser.until(&format!("lines.length > {before}")).await?;
    Ok(list(browser, "lines").await?.split_off(before))
}

/// Checks that a key announces nothing: keys of the table do so at once.
async fn says_nothing(browser: &Browser, key: &str) -> Result<()> {
    let before = list(browser, "lines").await?.len();
    browser.press(key).await?;
    sleep(Duration::from_millis(300)).await;
    let said = list(browser, "lines").await?.split_off(before);
    assert!(said.is_empty(), "{key}: {said:?}");
    Ok(())
}

async fn choose(browser: &Browser, id: &str, value: &str) -> Result<()> {
    let script = format!(
        "(() => {{ const one = [...document.querySelectorAll('[data-testid={id}]')].at(-1); \
         if (one.type === 'checkbox') one.checked = {value:?} === 'on'; else one.value = {value:?}; \
         one.dispatchEvent(new Event('change', {{ bubbles: true }})); return true; }})()"
    );
    browser.evaluate(&script).await?;
    Ok(())
}

/// Chooses the tested settings on their page, and remaps keys by keyboard.
async fn settings(browser: &Browser, home: &str) -> Result<()> {
    browser.open(&format!("{home}/settings")).await?;
    browser
        .until("document.querySelector('[data-settings] form')?.hidden === false")
        .await?;
    for id in ["premove", "notify", "voice"] {
        choose(browser, id, "on").await?;
    }
    choose(browser, "theme", "dark").await?;
    browser.click("key-map").await?;
    let key = |id: &str| format!("document.querySelector('[data-testid={id}]')");
    let twice = "document.querySelector('[data-twice]').hidden";
    for (field, letter, is_fine) in [
        ("key-l", "q", true),
        ("key-s", "q", false),
        ("key-s", "s", true),
    ] {
        browser.evaluate(&format!("{}.focus()", key(field))).await?;
        browser
            .press(format!("{letter}{}", Key::Tab.value()))
            .await?;
        browser.until(&format!("{twice} === {is_fine}")).await?;
    }
    let kept = browser
        .evaluate("localStorage.getItem('capicu.look.keymap')")
        .await?;
    assert_eq!(kept, "ql", "L is now said by Q");
    browser.screenshot("chosen-settings").await
}

/// The account's other device has the settings of this one, and the other way around.
async fn follows(ana: &Browser, other: &Browser, home: &str) -> Result<()> {
    ana.open(&format!("{home}/me")).await?;
    ana.click("add-device").await?;
    let link = ana.wait("device-link").await?.prop("value").await?;
    other.open(&link.ok_or("a link")?).await?;
    other.click("sign-in-device").await?;
    let kept =
        |key: &str, value: &str| format!("localStorage.getItem('capicu.look.{key}') === '{value}'");
    for (key, value) in [
        ("theme", "dark"),
        ("keymap", "ql"),
        ("premove", "on"),
        ("voice", "on"),
    ] {
        other.until(&kept(key, value)).await?;
    }
    other.open(&format!("{home}/settings")).await?;
    other
        .until("document.querySelector('[data-testid=theme]')?.value === 'dark'")
        .await?;
    choose(other, "theme", "wood").await?;
    let is_there = "fetch('/api/me/settings').then((answer) => answer.json()) \
        .then(({ settings }) => settings['capicu.look.theme'] === 'wood')";
    other.until(is_there).await?;
    ana.open(&format!("{home}/me")).await?;
    ana.until(&kept("theme", "wood")).await
}

async fn sit(ana: &Player, eva: &Player, home: &str) -> Result<()> {
    ana.browser.open(&format!("{home}/play?game=draw")).await?;
    ana.browser.click("players-2").await?;
    ana.browser.click("time-off").await?;
    ana.browser.click("make-table").await?;
    let link = ana.browser.wait("link-seat-1").await?.prop("value").await?;
    eva.browser.open(&link.ok_or("a link")?).await?;
    for player in [eva, ana] {
        player.browser.click("start").await?;
    }
    for player in [ana, eva] {
        player
            .browser
            .until("!!document.querySelector('.hand .tile')")
            .await?;
    }
    Ok(())
}

/// The player on turn plays until it is Ana's turn, or Eva's.
async fn until_turn(ana: &Player, eva: &Player, witness: &Witness, of_ana: bool) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    let status = if of_ana { "!!" } else { "!" };
    let told = format!("{status}document.querySelector('.status.mine')");
    loop {
        let known = witness.known().table;
        if known.table().last().is_some() {
            for player in [ana, eva] {
                player.browser.click("next-round").await?;
            }
            ana.browser
                .until("!document.querySelector('[role=dialog]')")
                .await?;
        } else if known.is_my_turn() == of_ana {
            return ana.browser.until(&told).await;
        } else {
            let player = if of_ana { eva } else { ana };
            player.act().await?;
        }
        assert!(Instant::now() < deadline, "it is the other's turn");
        sleep(Duration::from_millis(40)).await;
    }
}

/// A tile that will probably fit when the turn comes: it matches the most open ends.
fn promising(witness: &Witness) -> Option<Tile> {
    let known = witness.known().table;
    let ends: Vec<_> = known
        .board()?
        .layout()
        .ends()
        .iter()
        .map(|end| end.pip())
        .collect();
    let fits = |tile: &Tile| ends.iter().filter(|end| tile.has(**end)).count();
    known.hand().into_iter().max_by_key(fits)
}

/// Ana plans a tile on Eva's turn. Returns whether it was played automatically on Ana's. If Eva had to pass, which is
/// automatic, there may be no time to plan.
async fn plans(ana: &Player, eva: &Player, witness: &Witness) -> Result<bool> {
    until_turn(ana, eva, witness, false).await?;
    let (browser, texts) = (&ana.browser, Texts::new(Lang::En));
    let tile = promising(witness).ok_or("Ana holds a tile")?;
    let planned = "!!document.querySelector('.hand .planned')";
    let click = format!("document.querySelector('[data-testid=\"tile-{tile}\"]').click()");
    let planned_or_mine = format!("{planned} || !!document.querySelector('.status.mine')");
    browser.evaluate(&click).await?;
    browser.until(&planned_or_mine).await?;
    // Taken back, and planned again.
    browser.press(Key::Escape.value().to_string()).await?;
    browser.until(&format!("!({planned})")).await?;
    browser.evaluate(&click).await?;
    browser.until(&planned_or_mine).await?;
    if browser.evaluate(planned).await? != true {
        return Ok(false);
    }
    browser.screenshot("chosen-planned").await?;
    let before = witness.known().table.moves().len();
    let deadline = Instant::now() + PATIENCE;
    loop {
        let known = witness.known().table;
        let mine = known.moves()[before.min(known.moves().len())..]
            .iter()
            .find(|mv| Some(mv.seat) == known.seat());
        if mine.and_then(laid) == Some(tile) {
            return Ok(true);
        }
        let lines = list(browser, "lines").await?;
        if lines.iter().any(|line| *line == texts.device_plan_failed()) {
            assert!(
                !known.playable().contains(tile),
                "{tile} fits and was not played"
            );
            browser.evaluate("window.lines.length = 0").await?;
            return Ok(false);
        }
        if known.table().last().is_some() {
            return Ok(false);
        }
        if !known.is_my_turn() {
            eva.act().await?;
        } else if browser
            .evaluate("!!document.querySelector('[data-testid^=end-choice-]')")
            .await?
            == true
        {
            // It fits both ends.
            ana.act().await?;
        }
        assert!(
            Instant::now() < deadline,
            "the planned {tile} is neither played nor refused"
        );
        sleep(Duration::from_millis(40)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_apply_at_the_table_and_on_the_next_device() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let home = format!("http://{}", server.address());
    let texts = Texts::new(Lang::En);
    let person = async |screen, name: &str| -> Result<Player> {
        Ok(Player {
            browser: Browser::start_still(screen, Language::English).await?,
            hands: Hands::Pointer,
            name: format!("chosen-{name}"),
        })
    };
    let ana = person(Screen::Desktop, "ana").await?;
    let eva = person(Screen::Phone, "eva").await?;
    let browser = &ana.browser;
    browser.before_each_page(RECORDER).await?;
    browser.join(&home, "Ana", "ana").await?;
    browser.click("codes-kept").await?;
    browser.wait("codes-left").await?;
    settings(browser, &home).await?;
    follows(browser, &eva.browser, &home).await?;
    eva.browser.driver().delete_all_cookies().await?;
    eva.browser.evaluate("localStorage.clear()").await?;

    sit(&ana, &eva, &home).await?;
    let link = browser.own_link().await?;
    let witness = Witness::of(server.address(), &link).await?;
    // The page announces that the witness has the seat, too; Ana closes that.
    browser.wait("note-devices").await?;
    browser
        .evaluate("document.querySelector('#note-devices button').click()")
        .await?;
    browser
        .until_is("document.documentElement.dataset.theme", "wood")
        .await?;
    browser.evaluate(LISTEN).await?;

    // A tile chosen before the turn.
    let mut played = false;
    for _ in 0..20 {
        played = plans(&ana, &eva, &witness).await?;
        if played {
            break;
        }
    }
    assert!(played, "no planned tile fitted in twenty turns");

    // The turn: in the title, as a notification while the page is hidden, spoken, and announced after the move that led
    // to it.
    until_turn(&ana, &eva, &witness, false).await?;
    let title = browser.evaluate("document.title").await?;
    assert!(!text(&title).contains(&texts.your_turn()), "{title}");
    browser.evaluate("(window.away = true)").await?;
    browser.evaluate("(window.notified = [])").await?;
    let before = list(browser, "lines").await?.len();
    let spoken_before = list(browser, "spoken").await?.len();
    until_turn(&ana, &eva, &witness, true).await?;
    browser
        .until(&format!("lines.at(-1).startsWith('{}')", texts.your_turn()))
        .await?;
    let title = browser.evaluate("document.title").await?;
    assert!(
        text(&title).starts_with(&texts.your_turn_title()),
        "{title}"
    );
    // Its text comes from the page of settings.
    browser.until("notified.length > 0").await?;
    assert_eq!(list(browser, "notified").await?, [texts.your_turn()]);
    let lines = list(browser, "lines").await?.split_off(before);
    assert!(lines.len() > 1, "{lines:?}");
    assert_eq!(
        list(browser, "spoken").await?.split_off(spoken_before),
        lines
    );
    let turns = lines
        .iter()
        .filter(|line| line.starts_with(&texts.your_turn()));
    assert_eq!(turns.count(), 1, "once, after what led to it: {lines:?}");
    let queues =
        "[...document.querySelectorAll('[role=log], [aria-live]')].map((one) => one.ariaLive)";
    assert_eq!(list(browser, queues).await?, ["polite"]);

    // Keys: a remapped one for the last move, the usual one for the score, and a repeat of the last announcement.
    browser.evaluate("document.activeElement.blur()").await?;
    let last = said_by(browser, "q").await?;
    assert_eq!(last.len(), 1, "{last:?}");
    says_nothing(browser, "l").await?;
    let score = said_by(browser, "s").await?;
    assert_ne!(score, last);
    assert_eq!(said_by(browser, "r").await?, score);
    // A muted voice is silent, and screen readers still get the text.
    browser.click("mute").await?;
    let spoken = list(browser, "spoken").await?.len();
    assert_eq!(said_by(browser, "s").await?, score);
    assert_eq!(list(browser, "spoken").await?.len(), spoken);
    browser.click("mute").await?;

    // Typed commands answer the same, and a line without meaning gets an answer, too. Keyboard users reach the button.
    browser
        .evaluate("document.querySelector('#typed-open').click()")
        .await?;
    browser.wait("typed-line").await?;
    let enter = Key::Enter.value();
    browser
        .until("document.activeElement?.id === 'typed-line'")
        .await?;
    let unknown = said_by(browser, &format!("xyzzy{enter}")).await?;
    assert_eq!(unknown, [texts.typed_unknown("xyzzy")]);
    assert_eq!(said_by(browser, &format!("score{enter}")).await?, score);
    browser.click("typed-close").await?;

    // All of it off again, over the table.
    browser.click("menu").await?;
    browser.click("settings").await?;
    browser.wait("settings-panel").await?;
    for id in ["single-keys", "notify", "voice", "premove"] {
        choose(browser, id, "off").await?;
    }
    browser.click("settings-close").await?;
    browser.evaluate("document.activeElement.blur()").await?;
    for key in ["q", "s", "r", "1"] {
        says_nothing(browser, key).await?;
    }
    let chosen = "document.querySelectorAll('.hand [aria-pressed=true]').length";
    assert_eq!(browser.evaluate(chosen).await?, 0);
    let spoken = list(browser, "spoken").await?.len();
    until_turn(&ana, &eva, &witness, false).await?;
    until_turn(&ana, &eva, &witness, true).await?;
    assert_eq!(
        list(browser, "notified").await?.len(),
        1,
        "nobody asked for it"
    );
    assert_eq!(list(browser, "spoken").await?.len(), spoken);
    for player in [ana, eva] {
        player.browser.close().await?;
    }
    Ok(())
}
