//! Messages to a device: the switch of the account page, and the messages that the service worker shows.
//!
//! A browser of tests has no push service and shows no notifications. These pages get a `PushManager` that subscribes
//! nowhere, and the service worker runs in a page.

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use capicu_i18n::{Lang, Texts};
use serde_json::json;

/// A `PushManager` with the keys of the example of RFC 8291. The page keeps whether it is subscribed.
const MANAGER: &str = r#"
    const bytes = (text) => Uint8Array.from(
        atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0)).buffer;
    const KEYS = {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    const made = (key) => ({
        endpoint: "https://push.example.net/device",
        options: { applicationServerKey: bytes(key) },
        getKey: (name) => bytes(KEYS[name]),
        unsubscribe: async () => localStorage.removeItem("push"),
    });
    PushManager.prototype.subscribe = async ({ applicationServerKey }) =>
        made((localStorage.push = applicationServerKey));
    PushManager.prototype.getSubscription = async () => localStorage.push ? made(localStorage.push) : null;
"#;

/// The service worker with a false browser: it gets a message, and the user taps on the notification. Of its windows, the
/// first has a match, and the second may have the page of the message.
const WORKER: &str = r#"
    async function acts(message, second) {
        const source = await (await fetch("/sw.js")).text();
        const done = [];
        const handlers = {};
        const page = (url) => ({ url, focus: async () => done.push("focus " + new URL(url).pathname) });
        const clients = {
            matchAll: async () => [page(location.origin + "/t/abc"), page(location.origin + second)],
            openWindow: async (url) => done.push("open " + url.slice(location.origin.length)),
        };
        let notification;
        const registration = {
            showNotification: async (title, { body, tag, data }) => {
                done.push([title, body, tag].join("|"));
                notification = { data, close: () => done.push("close") };
            },
        };
        new Function("addEventListener", "clients", "registration", source)(
            (name, act) => (handlers[name] = act), clients, registration);
        const waits = [];
        const waitUntil = (promise) => waits.push(promise);
        handlers.push({ data: { json: () => message }, waitUntil });
        handlers.notificationclick({ notification, waitUntil });
        await Promise.all(waits);
        return done.join();
    }
"#;

async fn permit(browser: &Browser, home: &str, setting: &str) -> Result<()> {
    let permission =
        json!({ "permission": { "name": "notifications" }, "setting": setting, "origin": home });
    browser.ask("Browser.setPermission", permission).await?;
    Ok(())
}

/// A server with keys, and a browser with an account.
async fn started(screen: Screen, language: Language) -> Result<(Server, Browser, String)> {
    let mut server = Server::start(&["--public-url", "http://localhost"]).await?;
    server.make_push_keys().await?;
    let home = format!("http://{}", server.address());
    let browser = Browser::start_still(screen, language).await?;
    let manager = json!({ "source": MANAGER });
    browser
        .ask("Page.addScriptToEvaluateOnNewDocument", manager)
        .await?;
    browser.join(&home, "ana", "ana").await?;
    Ok((server, browser, home))
}

/// Waits until the switch is ready and in this position.
async fn until_switch_is(browser: &Browser, is_on: bool) -> Result<()> {
    let state = format!(
        "(() => {{ const box = document.getElementById('push-switch'); \
         return box?.checked === {is_on} && !box.disabled && !document.getElementById('push').hidden; }})()"
    );
    browser.until(&state).await
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_permission_leaves_the_switch_off_and_says_so() -> Result<()> {
    let (_server, browser, home) = started(Screen::Phone, Language::Spanish).await?;
    let texts = Texts::new(Lang::Es);
    permit(&browser, &home, "denied").await?;
    browser.open(&format!("{home}/me")).await?;
    until_switch_is(&browser, false).await?;
    let refused = texts.push_refused();
    browser.until_shows("push-told", &refused).await?;
    browser.click("push-switch").await?;
    until_switch_is(&browser, false).await?;
    browser.until_shows("push-told", &refused).await?;
    browser.look("push-refused").await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn switch_shows_what_the_server_and_the_browser_agree_on() -> Result<()> {
    let (_server, browser, home) = started(Screen::Desktop, Language::English).await?;
    let texts = Texts::new(Lang::En);
    let page = format!("{home}/me");
    let export = "fetch('/api/me/export').then((a) => a.json()).then((all) => all.messages.length)";
    permit(&browser, &home, "granted").await?;
    browser.open(&page).await?;
    until_switch_is(&browser, false).await?;
    browser.until_is(export, 0).await?;
    browser.click("push-switch").await?;
    browser.until_shows("push-told", &texts.push_on()).await?;
    browser.until_is(export, 1).await?;
    browser.open(&page).await?;
    browser.until_shows("push-told", &texts.push_on()).await?;
    until_switch_is(&browser, true).await?;

    // The user withdraws the permission in the browser, which ends the subscription.
    browser.evaluate("localStorage.removeItem('push')").await?;
    browser.open(&page).await?;
    let withdrawn = texts.push_withdrawn();
    browser.until_shows("push-told", &withdrawn).await?;
    until_switch_is(&browser, false).await?;
    browser.until_is(export, 0).await?;

    // Another key of the server ends it too, and the switch works again.
    browser.click("push-switch").await?;
    browser.until_shows("push-told", &texts.push_on()).await?;
    browser.evaluate("localStorage.push = 'AAAA'").await?;
    browser.open(&page).await?;
    browser.until_shows("push-told", &withdrawn).await?;
    browser.click("push-switch").await?;
    browser.until_shows("push-told", &texts.push_on()).await?;
    browser.click("push-switch").await?;
    until_switch_is(&browser, false).await?;
    browser.until_is(export, 0).await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn service_worker_shows_a_message_and_a_tap_opens_its_page() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let browser = Browser::start_still(Screen::Desktop, Language::English).await?;
    // The script of the worker runs as a text.
    let free = json!({ "enabled": true });
    browser.ask("Page.setBypassCSP", free).await?;
    browser.open(&home).await?;
    let message =
        json!({ "id": "t-true", "title": "It is your turn.", "body": "Cien", "url": "/bell" });
    for (second, last) in [("/", "open /bell"), ("/bell#waits", "focus /bell")] {
        let acts = json!({
            "expression": format!("(() => {{ {WORKER} return acts({message}, '{second}'); }})()"),
            "awaitPromise": true,
            "returnByValue": true,
        });
        let acts = browser.ask("Runtime.evaluate", acts).await?;
        let due = format!("It is your turn.|Cien|t-true,close,{last}");
        assert_eq!(acts["result"]["value"], due, "{acts}");
    }
    browser.close().await
}
