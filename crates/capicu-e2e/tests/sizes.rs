//! The table in every size, always with a second person and chat: what a person sees first is never covered or cut.

use std::time::Duration;

use capicu_e2e::{Browser, Language, PATIENCE, Result, Screen, Server};
use tokio::time::{Instant, sleep};

/// Widths and heights of windows.
const SIZES: [(u32, u32); 8] = [
    (320, 568),
    (360, 740),
    (390, 844),
    (430, 932),
    (768, 1024),
    (844, 390),
    (1280, 800),
    (1920, 1080),
];

/// The faults found: names and points of the score that are cut or covered, and parts of the table that overlap.
const WRONG: &str = "(() => {
    const bad = [];
    const box = (e) => e.getBoundingClientRect();
    const seen = (e) => e.checkVisibility() && box(e).width > 2 && box(e).height > 2;
    const all = (css) => [...document.querySelectorAll(css)].filter(seen);
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const sides = document.querySelectorAll('.side-score');
    for (const side of sides) {
        const [name, points] = [box(side.querySelector('.name')), box(side.querySelector('b'))];
        if (name.width < 20) bad.push(`a name has ${name.width} px`);
        if (points.width < 7) bad.push(`points have ${points.width} px`);
        if (points.right > innerWidth) bad.push('points are outside');
    }
    const kinds = ['.side-score .name', '.side-score b', '.peg-board', '.bar .tool', '.plate', '.status', '.hand .tile', '.strip'];
    const parts = kinds.flatMap((css) => all(css).map((e) => [css, box(e)]));
    for (const [at, [one, a]] of parts.entries()) {
        for (const [other, b] of parts.slice(at + 1)) {
            if (one !== other && meet(a, b)) bad.push(`${one} lies on ${other}`);
        }
    }
    if (document.documentElement.scrollWidth > innerWidth + 1) bad.push('the page is too wide');
    return [...new Set(bad)];
})()";

/// Whether the longest notice covers the plane with the tiles.
const COVERS: &str = "(() => {
    const notices = document.querySelector('.notices');
    const one = document.createElement('li');
    one.textContent = 'Wilhelmina Cristina tiene el doble cinco y sale con la ficha que quiera, y luego otras palabras.';
    notices.append(one);
    const [a, b] = [one.getBoundingClientRect(), document.querySelector('.plane').getBoundingClientRect()];
    one.remove();
    return a.height < 10 || a.bottom > b.top;
})()";

/// How many plates show no face, and whether every picture of a face arrives.
const FACES: &str = "(async () => {
    const plates = [...document.querySelectorAll('.plate')];
    const shown = plates.filter((plate) => plate.querySelector('.portrait').checkVisibility());
    const address = (one) => one.style.backgroundImage.match(/\"(.*)\"/)?.[1];
    const files = await Promise.all([...document.querySelectorAll('.plate .portrait')].map((one) => fetch(address(one))));
    return [plates.length - shown.length, files.every((file) => file.ok)];
})()";

/// Two people at a table of this game, with bots in the other seats.
async fn with_a_person(server: &Server, game: &str, language: Language) -> Result<[Browser; 2]> {
    let host = Browser::start_still(Screen::Phone, language).await?;
    let page = format!("http://{}/play?game={game}", server.address());
    host.open(&page).await?;
    host.tap("make-table").await?;
    let link = host.wait("link-seat-1").await?.prop("value").await?;
    let friend = Browser::start_still(Screen::Desktop, language).await?;
    friend.open(&link.ok_or("a link")?).await?;
    friend.write("room-name", "Wilhelmina Cristina").await?;
    friend.click("room-called").await?;
    friend.click("start").await?;
    host.tap("start").await?;
    let deadline = Instant::now() + PATIENCE;
    let dealt = "document.querySelectorAll('.hand .tile').length > 0";
    while host.evaluate(dealt).await? != true {
        assert!(Instant::now() < deadline, "tiles are dealt");
        host.evaluate("document.querySelector('[data-testid=fill-bots]')?.click()")
            .await?;
        sleep(Duration::from_millis(50)).await;
    }
    if host.shows("put-away").await? {
        host.tap("put-away").await?;
    }
    Ok([host, friend])
}

async fn fits(game: &str, language: Language) -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let [host, friend] = with_a_person(&server, game, language).await?;
    host.wait("talk").await?;
    let mut wrong = Vec::new();
    for (width, height) in SIZES {
        host.resize(width, height).await?;
        host.screenshot(&format!("sizes-{game}-{width}")).await?;
        let found: Vec<String> = serde_json::from_value(host.evaluate(WRONG).await?)?;
        wrong.extend(found.into_iter().map(|one| format!("{width}: {one}")));
        if width <= 430 && host.evaluate(COVERS).await? != false {
            wrong.push(format!("{width}: a notice lies on the tiles"));
        }
        // On a phone on its side there is room for the names only.
        let faces: (usize, bool) = serde_json::from_value(host.evaluate(FACES).await?)?;
        if width != 844 && faces != (0, true) {
            wrong.push(format!("{width}: {faces:?} of the faces"));
        }
    }
    assert!(wrong.is_empty(), "{game}: {wrong:#?}");
    friend.close().await?;
    host.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn all_fives_with_a_person_fits_every_size() -> Result<()> {
    fits("all-fives", Language::English).await
}

#[tokio::test(flavor = "multi_thread")]
async fn club_with_a_person_fits_every_size() -> Result<()> {
    fits("club", Language::Spanish).await
}

#[tokio::test(flavor = "multi_thread")]
async fn fives_and_threes_with_a_person_fits_every_size() -> Result<()> {
    fits("fives-and-threes", Language::French).await
}

#[tokio::test(flavor = "multi_thread")]
async fn jamaican_partner_with_a_person_fits_every_size() -> Result<()> {
    fits("jamaican-partner", Language::Spanish).await
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_whole_with_large_text() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let browser = Browser::start_large(Language::English).await?;
    let page = format!("http://{}/practice?game=jamaican-partner", server.address());
    browser.open(&page).await?;
    browser.wait("hand").await?;
    let base = "getComputedStyle(document.documentElement).fontSize";
    assert_eq!(browser.evaluate(base).await?, "32px");
    let cut = "[...document.querySelectorAll('.plate .name, .side-score .name')].filter((name) =>
        name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 4).map((name) => name.textContent)";
    let out = "[...document.querySelectorAll('.plate, .status')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).length";
    for (width, height) in [(320, 568), (390, 844)] {
        browser.resize(width, height).await?;
        browser.screenshot(&format!("sizes-large-{width}")).await?;
        assert_eq!(
            browser.evaluate(cut).await?,
            serde_json::json!([]),
            "{width}"
        );
        assert_eq!(browser.evaluate(out).await?, 0, "{width}");
    }
    // The lines of a notice do not overlap, and there is room for two.
    let lines = "(() => {
        const one = document.createElement('li');
        one.textContent = 'Twenty points for the six love, which is more than a line of it';
        document.querySelector('.notices').append(one);
        const { fontSize, lineHeight, maxHeight } = getComputedStyle(one);
        const [size, line, most] = [fontSize, lineHeight, maxHeight].map(parseFloat);
        return [line > size, most >= 2 * line];
    })()";
    assert_eq!(
        browser.evaluate(lines).await?,
        serde_json::json!([true, true])
    );
    browser.screenshot("sizes-large-notice").await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn menu_of_a_phone_has_reports_with_people_and_no_keyboard() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let alone = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    let page = format!("http://{}/play?game=draw", server.address());
    alone.open(&page).await?;
    alone.click("players-2").await?;
    alone.click("make-table").await?;
    alone.wait("room-seats").await?;
    alone.tap("start").await?;
    alone.tap("fill-bots").await?;
    let [host, friend] = with_a_person(&server, "draw", Language::English).await?;
    for (browser, keyboard, report) in [
        (&alone, false, false),
        (&host, false, true),
        (&friend, true, true),
    ] {
        browser.wait("hand").await?;
        browser.click("menu").await?;
        browser.wait("settings").await?;
        assert_eq!(browser.shows("help").await?, keyboard, "{report}");
        assert_eq!(browser.shows("report").await?, report, "{keyboard}");
    }
    for browser in [alone, host, friend] {
        browser.close().await?;
    }
    Ok(())
}
