//! Big moments: they appear, end without a tap, block no move, and follow the settings.

use capicu::{Award, Ended, Reason, RoundResult, Side, VisibleEvent};
use capicu_e2e::{Browser, Language, Result, Scene, Screen, Server};

/// Collects the classes of every big moment in `moments`, and the sheets of results in `sheets`.
const NOTE_MOMENTS: &str = "(() => {
    window.moments = [];
    window.sheets = 0;
    const note = (node) => {
        if (node.classList?.contains('highlight')) moments.push(node.className);
        if (!node.querySelector?.('[data-testid=round-result]')) return;
        sheets += 1;
        window.opened = performance.now();
    };
    new MutationObserver((all) => all.forEach((one) => one.addedNodes.forEach(note)))
        .observe(document, { childList: true, subtree: true });
})()";

const SHOWN: &str = "document.querySelectorAll('.highlight').length";

/// The lines of the queue for screen readers that have a word.
fn said(word: &str) -> String {
    format!(
        "[...document.querySelectorAll('#said p')].filter((line) => line.textContent.includes('{word}')).length"
    )
}

fn ends(events: &[VisibleEvent]) -> Option<&RoundResult> {
    events.iter().find_map(|event| match event {
        VisibleEvent::RoundOver(result) => Some(&**result),
        _ => None,
    })
}

/// A capicú of a side, which does not end the match.
fn capicu(side: usize) -> Result<Scene> {
    Scene::find(("cien", 4), &[], |events| {
        ends(events).is_some_and(|over| {
            let of = |award: &Award| award.why == Reason::Capicu && award.side.index() == side;
            over.result.is_none() && over.outcome.awards.iter().any(of)
        })
    })
}

fn block() -> Result<Scene> {
    Scene::find(("cien", 4), &[], |events| {
        ends(events).is_some_and(|over| {
            over.result.is_none() && matches!(over.outcome.ended, Ended::Blocked(_))
        })
    })
}

/// A pase corrido after which it is the turn of seat 0.
fn everybody_passed() -> Result<Scene> {
    Scene::find(("cien", 4), &[("pase-corrido", "25")], |events| {
        events.iter().any(|event| match event {
            VisibleEvent::Done(step) => {
                let of = |award: &Award| {
                    award.why == Reason::PaseCorrido && Side::new(0) == Some(award.side)
                };
                step.mv.seat.index() == 3 && step.awards.iter().any(of)
            }
            _ => false,
        })
    })
}

async fn start(still: bool, language: Language) -> Result<(Server, Browser, String)> {
    let server = Server::start(&[]).await?;
    let browser = match still {
        true => Browser::start_still(Screen::Phone, language).await?,
        false => Browser::start(Screen::Phone, language).await?,
    };
    browser.resize(390, 844).await?;
    browser.before_each_page(NOTE_MOMENTS).await?;
    let home = format!("http://{}", server.address());
    Ok((server, browser, home))
}

#[tokio::test(flavor = "multi_thread")]
async fn capicu_is_shown_and_said_once_before_the_sheet() -> Result<()> {
    let (_server, browser, home) = start(false, Language::Spanish).await?;
    let scene = capicu(0)?;
    scene.open(&browser, &home).await?;
    scene.play(&browser).await?;
    browser
        .until("moments.join() === 'highlight capicu won slam of-0'")
        .await?;
    assert_eq!(browser.evaluate("sheets").await?, 0, "the moment first");
    let word = "document.querySelector('.highlight strong')?.textContent ?? '¡Capicú!'";
    assert_eq!(browser.evaluate(word).await?, "¡Capicú!");
    // It ends without a tap, and the sheet follows.
    browser.wait("next-round").await?;
    assert_eq!(browser.evaluate(SHOWN).await?, 0);
    assert_eq!(browser.evaluate(&said("¡Capicú!")).await?, 1);
    // Losers see it without joy.
    let scene = capicu(1)?;
    scene.open(&browser, &home).await?;
    scene.play(&browser).await?;
    browser
        .until("moments.join() === 'highlight capicu lost slam of-1'")
        .await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn tap_skips_a_block() -> Result<()> {
    let (_server, browser, home) = start(false, Language::English).await?;
    let scene = block()?;
    scene.open(&browser, &home).await?;
    scene.play(&browser).await?;
    let taps = format!(
        "{SHOWN} === 1 && sheets === 0 && (window.tapped = performance.now(), \
         document.querySelector('.felt').click(), true)"
    );
    browser.until(&taps).await?;
    browser
        .until(&format!("{SHOWN} === 0 && sheets === 1"))
        .await?;
    let waited = browser.evaluate("opened - tapped").await?.as_f64();
    assert!(waited.is_some_and(|time| time < 400.0), "{waited:?} ms");
    assert_eq!(browser.evaluate("moments.length").await?, 1);
    assert_eq!(browser.evaluate(&said("blocked")).await?, 1);
    browser.click("next-round").await?;
    browser
        .until("sent.some((text) => text.includes('ready'))")
        .await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn tile_can_be_played_during_a_moment() -> Result<()> {
    let (_server, browser, home) = start(false, Language::English).await?;
    let scene = everybody_passed()?;
    scene.open(&browser, &home).await?;
    scene.play(&browser).await?;
    // In one step, since the moment is short.
    let plays = format!(
        "{SHOWN} === 1 && (() => {{ \
            const tile = document.querySelector('.hand .tile[data-legal=true]'); \
            const {{ left, top, width, height }} = tile.getBoundingClientRect(); \
            const over = document.elementFromPoint(left + width / 2, top + height / 2); \
            over.closest('.tile').click(); \
            return true; }})()"
    );
    browser.until(&plays).await?;
    let acted =
        "sent.some((text) => text.includes('\"act\"')) || !!document.querySelector('.ghost')";
    browser.until(acted).await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_shorten_or_hide_moments() -> Result<()> {
    let (_server, browser, home) = start(false, Language::English).await?;
    let scene = capicu(0)?;
    for (set, due) in [
        ("short", "highlight capicu won short slam of-0"),
        ("none", ""),
    ] {
        browser.open(&format!("{home}/settings")).await?;
        let choose = format!(
            "(() => {{ const field = document.querySelector('[data-key=\"capicu.look.moments\"]'); \
                field.value = '{set}'; field.onchange(); return field.value; }})()"
        );
        browser.until_is(&choose, set).await?;
        scene.open(&browser, &home).await?;
        scene.play(&browser).await?;
        browser.wait("next-round").await?;
        assert_eq!(browser.evaluate("moments.join()").await?, due, "{set}");
        assert_eq!(browser.evaluate(&said("Capicú!")).await?, 1, "{set}");
    }
    browser.close().await
}

/// With reduced motion, the word stands still for the same time.
#[tokio::test(flavor = "multi_thread")]
async fn moment_stands_still_with_reduced_motion() -> Result<()> {
    let (_server, browser, home) = start(true, Language::English).await?;
    let scene = capicu(0)?;
    scene.open(&browser, &home).await?;
    scene.play(&browser).await?;
    let moved = format!(
        "{SHOWN} === 1 && document.getAnimations().length === 0 \
            && getComputedStyle(document.querySelector('.highlight strong')).opacity === '1'"
    );
    browser.until(&moved).await?;
    browser.wait("next-round").await?;
    assert_eq!(browser.evaluate(&said("Capicú!")).await?, 1);
    browser.close().await
}

/// The end of a round or a match by seat 0 or its partner.
fn ending(game: (&str, u8), wanted: impl Fn(&RoundResult) -> bool) -> Result<Scene> {
    Scene::find(game, &[], |events| {
        ends(events).is_some_and(|over| {
            let own = match &over.result {
                Some(result) => Some(result.winner),
                None => over
                    .outcome
                    .winner
                    .and_then(|seat| Side::new(seat.index() as u8 % 2)),
            };
            own == Side::new(0) && wanted(over)
        })
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn pegs_of_six_love_light_up_one_by_one_and_the_result_is_a_picture() -> Result<()> {
    let (_server, browser, home) = start(false, Language::French).await?;
    let scene = ending(("jamaican-partner", 4), |over| over.result.is_some())?;
    scene.open(&browser, &home).await?;
    scene.play(&browser).await?;
    let delays = "[...document.querySelectorAll('.holes i')].map((peg) => \
        parseFloat(getComputedStyle(peg, '::after').animationDelay))";
    browser.until(&format!("{delays}.length === 6")).await?;
    let delays: Vec<f64> = serde_json::from_value(browser.evaluate(delays).await?)?;
    assert!(delays.is_sorted_by(|one, next| one < next), "{delays:?}");
    browser.wait("rematch").await?;
    browser.tap("share").await?;
    browser
        .until("document.querySelector('#picture img')?.naturalWidth === 1080")
        .await?;
    let file = "document.querySelector('#picture').href.slice(0, 26)";
    assert_eq!(browser.evaluate(file).await?, "data:image/png;base64,iVBO");
    browser.look("moment-picture").await?;
    browser.close().await
}

/// A device without sound or vibration shows the moment, and no error.
#[tokio::test(flavor = "multi_thread")]
async fn device_without_sound_and_vibration_goes_on() -> Result<()> {
    const MISSING: &str = "(() => {
        window.faults = [];
        window.tried = 0;
        addEventListener('error', ({ message }) => faults.push(message));
        addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
        delete Navigator.prototype.vibrate;
        localStorage.setItem('capicu.look.vibration', 'on');
        const silent = class { constructor() { throw new DOMException('no sound', 'NotSupportedError'); } };
        Object.defineProperty(window, 'AudioContext', { get() {
            tried += 1;
            return localStorage.getItem('silence') === 'throws' ? silent : undefined;
        } });
    })()";
    let (_server, browser, home) = start(false, Language::English).await?;
    browser.before_each_page(MISSING).await?;
    let scene = capicu(0)?;
    for how in ["missing", "throws"] {
        if how == "missing" {
            scene.open(&browser, &home).await?;
        } else {
            browser
                .evaluate("localStorage.setItem('silence', 'throws')")
                .await?;
            scene.open_again(&browser, &home).await?;
        }
        scene.play(&browser).await?;
        browser.until("moments.length === 1 && tried > 0").await?;
        browser.click("next-round").await?;
        browser
            .until("sent.some((text) => text.includes('ready'))")
            .await?;
        assert_eq!(browser.evaluate("faults.join()").await?, "", "{how}");
    }
    browser.close().await
}
