//! By keyboard alone: an opened panel has the focus or is next after it, nothing behind a dialog can have it, and it
//! returns to where it was.

use std::time::Duration;

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use thirtyfour::Key;

#[derive(Clone, Copy, Debug)]
enum Close {
    Escape,
    Button(&'static str),
}

/// A panel that opens over the table or next to it.
#[derive(Clone, Copy, Debug)]
struct Opens {
    /// The test id of its button in the menu or at the top.
    by: &'static str,
    in_menu: bool,
    panel: &'static str,
    /// Whether nothing else can be used meanwhile.
    alone: bool,
    back: &'static str,
    button: &'static str,
}

const ALL: [Opens; 7] = [
    Opens {
        by: "menu",
        in_menu: false,
        panel: "menu-panel",
        alone: false,
        back: "menu",
        button: "[data-testid=menu-close]",
    },
    Opens {
        by: "talk",
        in_menu: false,
        panel: "talk-panel",
        alone: false,
        back: "talk",
        button: "[data-testid=talk-close]",
    },
    Opens {
        by: "memory",
        in_menu: false,
        panel: "memory-panel",
        alone: false,
        back: "memory",
        button: "#memory-panel [data-do=close]",
    },
    Opens {
        by: "typed-open",
        in_menu: false,
        panel: "typed-panel",
        alone: false,
        back: "typed-open",
        button: "#typed-close",
    },
    Opens {
        by: "help",
        in_menu: true,
        panel: "help-panel",
        alone: true,
        back: "menu",
        button: "#help-panel button",
    },
    Opens {
        by: "people",
        in_menu: true,
        panel: "people-panel",
        alone: true,
        back: "menu",
        button: "#people-close",
    },
    Opens {
        by: "settings",
        in_menu: true,
        panel: "settings-panel",
        alone: true,
        back: "menu",
        button: "[data-testid=settings-close]",
    },
];

const FOCUSED: &str = "(document.activeElement?.dataset.testid ?? document.activeElement?.id)";

fn one(css: &str) -> String {
    format!("document.querySelector({css:?})")
}

fn by_id(id: &str) -> String {
    one(&format!("[data-testid={id}], #{id}"))
}

async fn enter(browser: &Browser, found: &str) -> Result<()> {
    browser.until(&format!("!!{found}")).await?;
    browser.evaluate(&format!("{found}.focus()")).await?;
    browser
        .until(&format!("document.activeElement === {found}"))
        .await?;
    browser.press(Key::Enter.value().to_string()).await
}

fn shown(found: &str) -> String {
    format!("!!{found}?.getClientRects().length")
}

async fn opens_and_closes(browser: &Browser, of: Opens, close: Close) -> Result<()> {
    let panel = by_id(of.panel);
    if of.in_menu {
        enter(browser, &by_id("menu")).await?;
    }
    enter(browser, &by_id(of.by)).await?;
    browser.until(&shown(&panel)).await?;
    let within = format!("{panel}.contains(document.activeElement)");
    if of.alone {
        browser.until(&within).await?;
        // A full cycle reaches no element of the table, though perhaps the browser's own buttons.
        for step in 0..12 {
            browser.press(Key::Tab.value().to_string()).await?;
            let fine = format!("{within} || document.activeElement === document.body");
            let at = browser.evaluate(FOCUSED).await?;
            assert_eq!(browser.evaluate(&fine).await?, true, "{of:?}: {step}: {at}");
            if browser.evaluate(&within).await? != true {
                break;
            }
        }
    } else {
        // A worker makes the contents of the move list.
        let filled = format!("!!{panel}.querySelector('button, input')");
        browser.until(&filled).await?;
        browser.press(Key::Tab.value().to_string()).await?;
        let fine = format!("{within} || {FOCUSED} === '{}'", of.by);
        browser.until(&fine).await?;
    }
    match close {
        Close::Escape => browser.press(Key::Escape.value().to_string()).await?,
        Close::Button(css) => enter(browser, &one(css)).await?,
    }
    browser.until(&format!("!({})", shown(&panel))).await?;
    let back = format!("{FOCUSED} === '{}'", of.back);
    let is_back = browser.until(&back).await;
    if is_back.is_err() {
        let at = browser.evaluate(FOCUSED).await?;
        return Err(format!("{of:?}, {close:?}: the focus is on {at}").into());
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn focus_returns_from_every_panel() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let home = format!("http://{}", server.address());
    let browser = Browser::start_still(Screen::Desktop, Language::English).await?;
    browser.open(&format!("{home}/play?game=draw")).await?;
    browser.click("players-2").await?;
    browser.click("make-table").await?;
    browser.wait("room-seats").await?;
    // A player to chat with, in another tab, and both begin.
    let link = browser.wait("link-seat-1").await?.prop("value").await?;
    let table = browser.driver().window().await?;
    let other = browser.driver().new_tab().await?;
    browser.driver().switch_to_window(other.clone()).await?;
    browser.open(&link.ok_or("a link")?).await?;
    browser.click("start").await?;
    browser.driver().switch_to_window(table).await?;
    browser.click("start").await?;
    browser
        .until("!!document.querySelector('.hand .tile')")
        .await?;
    browser.wait("talk").await?;
    if browser.click_if_shown("put-away").await? {
        browser
            .until("!document.querySelector('[data-testid=put-away]')")
            .await?;
    }

    for of in ALL {
        opens_and_closes(&browser, of, Close::Escape).await?;
        opens_and_closes(&browser, of, Close::Button(of.button)).await?;
    }

    // Opened by its key from anywhere, and back there.
    browser
        .evaluate(&format!("{}.focus()", by_id("memory")))
        .await?;
    browser.press("?").await?;
    browser.wait("help-panel").await?;
    browser.press("?").await?;
    browser.until(&format!("{FOCUSED} === 'memory'")).await?;

    // The confirmation before leaving has the focus, and returns it to its button.
    enter(&browser, &by_id("menu")).await?;
    for ask in ["leave", "delete"] {
        enter(&browser, &by_id(ask)).await?;
        browser
            .until(&format!("{FOCUSED} === '{ask}-sure'"))
            .await?;
        browser.press(Key::Escape.value().to_string()).await?;
        browser.until(&format!("{FOCUSED} === '{ask}'")).await?;
        enter(&browser, &by_id(ask)).await?;
        enter(&browser, &by_id("stay")).await?;
        browser.until(&format!("{FOCUSED} === '{ask}'")).await?;
    }
    // The same for the confirmation before the player's link is renewed.
    enter(&browser, &by_id("new-link-own")).await?;
    browser.until(&format!("{FOCUSED} === 'sure-own'")).await?;
    browser.press(Key::Escape.value().to_string()).await?;
    browser
        .until(&format!("{FOCUSED} === 'new-link-own'"))
        .await?;
    enter(&browser, &by_id("new-link-own")).await?;
    enter(&browser, &by_id("unsure-own")).await?;
    browser
        .until(&format!("{FOCUSED} === 'new-link-own'"))
        .await?;
    enter(&browser, &by_id("new-link-own")).await?;
    enter(&browser, &by_id("sure-own")).await?;
    browser
        .until(&format!("{FOCUSED} === 'copy-link-own'"))
        .await?;
    browser.press(Key::Escape.value().to_string()).await?;
    browser.until(&format!("{FOCUSED} === 'menu'")).await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn focus_returns_to_the_hand_after_a_late_answer() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let browser = Browser::start_still(Screen::Desktop, Language::English).await?;
    let home = format!("http://{}", server.address());
    browser.open(&format!("{home}/play?game=draw")).await?;
    browser.click("players-2").await?;
    browser.click("make-table").await?;
    browser.wait("room-seats").await?;
    browser.click("start").await?;
    browser.wait("fill-bots").await?;
    // The first key loads the script that keeps the focus; the button disappears with the answer.
    enter_while_paused(&browser, &server).await?;
    browser
        .until("!!document.querySelector('.hand .tile')")
        .await?;
    browser
        .until("!!document.activeElement.closest('.hand')")
        .await?;
    // A control that another view replaces gives the focus to the hand too.
    let replaced = "const one = document.querySelector('[data-testid=memory]');
        one.focus(); one.replaceWith(one.cloneNode(true))";
    browser
        .evaluate(&format!("(() => {{ {replaced} }})()"))
        .await?;
    browser
        .until("document.activeElement !== document.body")
        .await?;
    browser.close().await
}

/// Presses the button that gives the other seat to a bot, and has the server answer after six seconds.
async fn enter_while_paused(browser: &Browser, server: &Server) -> Result<()> {
    browser
        .evaluate(&format!("{}.focus()", by_id("fill-bots")))
        .await?;
    let answer = server.pause(Duration::from_secs(6));
    let press = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        browser.press(Key::Enter.value().to_string()).await
    };
    let (answered, pressed) = tokio::join!(answer, press);
    answered.and(pressed)
}
