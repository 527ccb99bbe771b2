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
