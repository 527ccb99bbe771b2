//! The pages around the table: a guest with a name plays, makes an account, signs in on another device, and finds
//! everything again.

use capicu_e2e::{
    Authenticator, Browser, Did, Hands, Language, PATIENCE, Player, Result, Screen, Server,
};
use tokio::time::Instant;

/// Controls without an accessible name, and fields without a label.
const NAMELESS: &str = "[...document.querySelectorAll('a, button, input, [role=img]')].filter(e => \
    !e.hidden && !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length))\
    .map(e => e.outerHTML)";

/// Checks a page: nothing is cut off, and everything has a name.
async fn look(browser: &Browser, name: &str) -> Result<()> {
    browser.look(&format!("site-{name}")).await?;
    let nameless = browser.evaluate(NAMELESS).await?;
    assert_eq!(nameless, serde_json::json!([]), "{name}");
    let headings = browser.evaluate("document.querySelectorAll('h1').length");
    assert_eq!(headings.await?, 1, "{name}");
    Ok(())
}

/// Plays a short match at a private table.
pub(crate) async fn play(home: &str, ana: Browser, eva: Browser) -> Result<(Player, Player)> {
    ana.open(&format!("{home}/play?game=draw")).await?;
    ana.click("players-2").await?;
    ana.write("option-target", "1").await?;
    ana.click("time-off").await?;
    ana.click("make-table").await?;
    let link = ana.wait("link-seat-1").await?.prop("value").await?;
    eva.open(&link.ok_or("a link")?).await?;
    eva.wait("hand").await?;
    let players = [(ana, "ana"), (eva, "eva")].map(|(browser, name)| Player {
        browser,
        hands: Hands::Pointer,
        name: format!("site-{name}"),
    });
    for player in &players {
        player.press("start").await?;
    }
    let deadline = Instant::now() + 4 * PATIENCE;
    loop {
        let mut over = true;
        for player in &players {
            over &= player.step().await? == Did::EndedMatch;
        }
        if over {
            break;
        }
        assert!(Instant::now() < deadline, "the match ends");
    }
    let [ana, eva] = players;
    Ok((ana, eva))
}

#[tokio::test(flavor = "multi_thread")]
async fn guest_makes_an_account_and_finds_all_on_another_device() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let at = |path: &str| format!("http://{}{path}", server.address());
    let ana = Browser::start_still(Screen::Phone, Language::English).await?;
    ana.open(&at("/")).await?;
    ana.wait("home-page").await?;
    look(&ana, "home-new-phone").await?;
    ana.open(&at("/me")).await?;
    look(&ana, "me-new-phone").await?;
    ana.write("name", "Ana").await?;
    ana.click("change-name").await?;
    ana.wait("devices").await?;

    let eva = Browser::start_still(Screen::Desktop, Language::English).await?;
    let (ana, eva) = play(&at(""), ana, eva).await?;
    let (ana, eva) = (ana.browser, eva.browser);
    for browser in [&ana, &eva] {
        browser.open(&at("/history")).await?;
        browser.wait("match").await?;
    }
    let told = eva.wait("match").await?.text().await?;
    assert!(told.contains("Against Ana"), "{told}");
    look(&eva, "history-desktop").await?;

    // A refused username stays in its field.
    ana.open(&at("/me")).await?;
    ana.write("username", "admin").await?;
    ana.click("join").await?;
    ana.wait("problem").await?;
    look(&ana, "me-refused-phone").await?;
    ana.write("username", "ana-maria").await?;
    ana.click("join").await?;
    ana.wait("codes").await?;
    look(&ana, "codes-phone").await?;
    ana.click("codes-kept").await?;
    ana.wait("codes-left").await?;
    look(&ana, "me-member-phone").await?;
    ana.click("add-device").await?;
    let link = ana.wait("device-link").await?.prop("value").await?;
    look(&ana, "device-link-phone").await?;

    // The other device, in Spanish.
    let desk = Browser::start_still(Screen::Desktop, Language::Spanish).await?;
    desk.open(&at("/sign-in")).await?;
    look(&desk, "sign-in-desktop-es").await?;
    desk.open(&link.ok_or("a link")?).await?;
    desk.wait("sign-in-device").await?;
    look(&desk, "device-desktop-es").await?;
    desk.click("sign-in-device").await?;
    desk.wait("done").await?;
    look(&desk, "me-member-desktop-es").await?;
    desk.open(&at("/history")).await?;
    let told = desk.wait("match").await?.text().await?;
    assert!(told.contains("Contra "), "{told}");
    look(&desk, "history-desktop-es").await?;
    desk.open(&at("/")).await?;
    desk.wait("my-tables").await?;
    look(&desk, "home-member-desktop-es").await?;

    // The table opens without its secret, which this device never had.
    desk.click("continue").await?;
    desk.wait("rematch").await?;
    let address = desk.driver().current_url().await?;
    assert!(!address.as_str().contains('#'), "{address}");

    // The language is stored, from the page of the server to that of the table.
    ana.open(&at("/?lang=es")).await?;
    look(&ana, "home-member-phone-es").await?;
    ana.click("private-table").await?;
    ana.wait("make-page").await?;
    ana.until_is("document.documentElement.lang", "es").await?;
    ana.screenshot("site-make-phone-es").await?;
    // The form knows the name.
    ana.until_is("document.querySelector('[data-testid=name]')?.value", "Ana")
        .await?;
    for browser in [ana, eva, desk] {
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn first_button_opens_a_table_and_a_pasted_link_returns() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let home = format!("http://{}/", server.address());
    let ana = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    ana.open(&home).await?;
    // A match against bots needs no name.
    assert!(!ana.shows("name").await?);
    ana.click("play-now").await?;
    ana.wait("hand").await?;
    let address = ana.driver().current_url().await?;
    // The first page lists the table.
    ana.open(&home).await?;
    ana.wait("my-tables").await?;
    ana.write("link", "hola").await?;
    ana.click("open").await?;
    ana.wait("problem").await?;
    let kept = ana.wait("link").await?.prop("value").await?;
    assert_eq!(kept.as_deref(), Some("hola"));
    look(&ana, "home-wrong-link-phone-es").await?;
    ana.write("link", address.as_str()).await?;
    ana.click("open").await?;
    ana.wait("hand").await?;
    ana.close().await
}

/// The entries in the header, with their addresses, from left to right, and the number of rows that they take.
const ENTRIES: &str = "(() => { const shown = [...document.querySelectorAll('body > header nav a')].filter((link) => link.checkVisibility()); \
    const box = (link) => link.getBoundingClientRect(); shown.sort((a, b) => box(a).left - box(b).left); \
    return [shown.map((link) => link.getAttribute('href') + ' ' + link.textContent.trim()), new Set(shown.map((link) => box(link).top)).size]; })()";

/// The header of a wide window has every entry. A phone has five tabs, in the same order, at its lower edge.
#[tokio::test(flavor = "multi_thread")]
async fn header_and_tabs_have_their_entries_in_order() -> Result<()> {
    let server = Server::start(&[]).await?;
    let browser = Browser::start_still(Screen::Phone, Language::English).await?;
    for (language, tabs, others) in [
        (
            "en",
            [
                "/ Play",
                "/learn Learn",
                "/puzzles Puzzles",
                "/events Events",
                "/me Account",
            ],
            ["/watch Watch", "/clubs Clubs"],
        ),
        (
            "es",
            [
                "/ Jugar",
                "/learn Aprender",
                "/puzzles Problemas",
                "/events Eventos",
                "/me Cuenta",
            ],
            ["/watch Mirar", "/clubs Clubes"],
        ),
        (
            "fr",
            [
                "/ Jouer",
                "/learn Apprendre",
                "/puzzles Problèmes",
                "/events Tournois",
                "/me Compte",
            ],
            ["/watch Regarder", "/clubs Clubs"],
        ),
    ] {
        browser
            .open(&format!("http://{}/?lang={language}", server.address()))
            .await?;
        browser.resize(390, 844).await?;
        assert_eq!(
            browser.evaluate(ENTRIES).await?,
            serde_json::json!([tabs, 1])
        );
        let low = "document.querySelector('.tabs').getBoundingClientRect().bottom === innerHeight";
        assert_eq!(browser.evaluate(low).await?, true);
        browser.resize(1280, 800).await?;
        let [play, learn, puzzles, events, you] = tabs;
        let all = [play, learn, others[0], puzzles, events, others[1], you];
        assert_eq!(
            browser.evaluate(ENTRIES).await?,
            serde_json::json!([all, 1])
        );
    }
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn game_beside_the_first_button_starts_with_two_taps() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let home = format!("http://{}/", server.address());
    let ana = Browser::start_still(Screen::Phone, Language::English).await?;
    ana.open(&home).await?;
    assert!(!ana.shows("choose-draw").await?);
    ana.tap("choose-game").await?;
    look(&ana, "home-choose-phone").await?;
    ana.tap("choose-draw").await?;
    ana.wait("hand").await?;
    ana.open(&home).await?;
    ana.wait("my-tables").await?;
    ana.until("document.querySelector('[data-testid=my-tables]').innerText.includes('Draw')")
        .await?;
    ana.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn passkey_makes_an_account_and_signs_in_another_device() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let home = format!("http://localhost:{}", server.address().port());
    let at = |path: &str| format!("{home}{path}");
    let ana = Browser::start_still(Screen::Phone, Language::English).await?;
    ana.open(&at("/me")).await?;
    ana.write("name", "Ana").await?;
    ana.click("change-name").await?;
    ana.wait("devices").await?;
    let eva = Browser::start_still(Screen::Desktop, Language::English).await?;
    let (ana, eva) = play(&home, ana, eva).await?;
    let (ana, eva) = (ana.browser, eva.browser);
    eva.close().await?;

    // A user who does not confirm gets a message, and a refused name stays in its field.
    let phone = Authenticator::at(&ana).await?;
    ana.open(&at("/me")).await?;
    ana.wait("join-passkey").await?;
    look(&ana, "me-passkey-new-phone").await?;
    ana.write("username", "ana-maria").await?;
    ana.evaluate(
        "navigator.credentials.create = async () => { throw new DOMException('', 'NotAllowedError'); }",
    )
    .await?;
    ana.click("join-passkey").await?;
    ana.until_shows("passkey-problem", "was not confirmed")
        .await?;
    look(&ana, "me-passkey-cancelled-phone").await?;
    ana.write("username", "admin").await?;
    ana.click("join-passkey").await?;
    ana.until_shows("problem", "A username is").await?;
    let kept = ana.wait("username").await?.prop("value").await?;
    assert_eq!(kept.as_deref(), Some("admin"));
    ana.write("username", "ana-maria").await?;
    ana.click("join-passkey").await?;
    ana.wait("codes").await?;
    look(&ana, "passkey-codes-phone").await?;
    // The codes are shown only once: none lies on another or beyond the edge.
    let free = "(() => { const all = [...document.querySelectorAll('.codes code')].map((code) => code.getBoundingClientRect());
        const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        return all.length === 10 && all.every((a) => a.right <= innerWidth && all.every((b) => a === b || !meet(a, b))); })()";
    assert_eq!(ana.evaluate(free).await?, true);
    ana.click("codes-kept").await?;
    ana.wait("passkeys").await?;
    look(&ana, "me-passkey-member-phone").await?;
    assert_eq!(phone.passkeys().await?.len(), 1);
    // The same device makes no second one.
    ana.click("add-passkey").await?;
    ana.until_shows("passkey-problem", "has a passkey of yours already")
        .await?;

    // After signing out, she comes back without typing, and her match is there.
    ana.click("sign-out-this").await?;
    ana.wait("home-page").await?;
    ana.open(&at("/sign-in")).await?;
    ana.wait("sign-in-passkey").await?;
    look(&ana, "sign-in-passkey-phone").await?;
    ana.click("sign-in-passkey").await?;
    ana.wait("done").await?;
    ana.until_shows("who", "ana-maria").await?;
    ana.open(&at("/history")).await?;
    ana.wait("match").await?;

    // Another device, in Spanish, has the same passkey from a password manager, and so her seat.
    let desk = Browser::start_still(Screen::Desktop, Language::Spanish).await?;
    let copy = Authenticator::at(&desk).await?;
    copy.keep(&phone.passkeys().await?[0]).await?;
    desk.open(&at("/sign-in")).await?;
    desk.wait("sign-in-passkey").await?;
    look(&desk, "sign-in-passkey-desktop-es").await?;
    desk.click("sign-in-passkey").await?;
    desk.wait("done").await?;
    desk.wait("passkeys").await?;
    look(&desk, "me-passkey-member-desktop-es").await?;
    desk.open(&home).await?;
    desk.click("continue").await?;
    desk.wait("rematch").await?;

    // Both count, so the phone has now signed fewer times than the server saw.
    ana.open(&at("/sign-in")).await?;
    ana.click("sign-in-passkey").await?;
    ana.until_shows("problem", "This passkey opens nothing here")
        .await?;

    // Once removed, it opens nothing on either device; the codes are still there.
    desk.open(&at("/me")).await?;
    desk.click("remove-passkey").await?;
    desk.wait("no-passkeys").await?;
    desk.click("sign-out-this").await?;
    desk.wait("home-page").await?;
    desk.open(&at("/sign-in")).await?;
    desk.click("sign-in-passkey").await?;
    desk.until_shows("problem", "no abre nada").await?;

    // A numeric address allows none, and the page says what to do.
    desk.open(&format!("http://{}/sign-in", server.address()))
        .await?;
    desk.until_shows("passkeys-nowhere", "códigos de recuperación")
        .await?;
    assert!(!desk.shows("sign-in-passkey").await?);
    look(&desk, "sign-in-nowhere-desktop-es").await?;
    for browser in [ana, desk] {
        browser.close().await?;
    }
    Ok(())
}
