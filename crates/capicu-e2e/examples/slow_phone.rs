//! Measures times on a slow phone: a processor four times slower, 1.6 Mbit/s, 150 ms round trip. Each figure is next to
//! its target, as a row of the table in `docs/notes/performance.md`. `cargo xtask slow-phone` builds the measured
//! programs and runs it.
//!
//! A figure is the median of several visits, with the lowest and the highest; each visit uses a new browser.

use std::time::{Duration, Instant};

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use serde_json::Value;
use tokio::time::sleep;

/// The number of visits.
const VISITS: usize = 5;

/// The first tile that may be played now.
const TILE: &str = ".hand .tile[data-legal=true]";

/// Notes when an element of the page becomes visible, by the clock of the machine and by that of the page.
fn watch(selector: &str) -> String {
    format!(
        "(() => {{ const look = () => {{ \
         if (!document.querySelector('{selector}')?.getClientRects().length) return requestAnimationFrame(look); \
         window.there = [performance.timeOrigin + performance.now(), performance.now()]; }}; look(); }})()"
    )
}

/// Takes any legal action, as fast as an experienced player.
const PLAY: &str = "setInterval(() => document.querySelector(\"[data-testid^='end-choice-'], [data-testid=pose-mine], \
    [data-testid=pass], [data-testid=draw], [data-testid=next-round], [data-testid=rematch], \
    .hand .tile[data-legal='true']\")?.click(), 700)";

/// Counts frames, and notes the longest task.
const FRAMES: &str = "(() => { window.seen = { frames: 0, slow: 0, frame: 0, task: 0 }; let last = performance.now(); \
    const frame = (now) => { const took = now - last; last = now; seen.frames += 1; if (took > 50) seen.slow += 1; \
        seen.frame = Math.max(seen.frame, took); requestAnimationFrame(frame); }; requestAnimationFrame(frame); \
    new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, duration); }) \
        .observe({ entryTypes: ['longtask'] }); })()";

#[derive(Debug, Default)]
struct Figure(Vec<f64>);

impl Figure {
    fn tell(mut self, what: &str, unit: &str, target: Option<f64>) {
        self.0.sort_by(f64::total_cmp);
        let (low, high) = (self.0[0], self.0[self.0.len() - 1]);
        let median = self.0[self.0.len() / 2];
        let spread = if low == high {
            String::new()
        } else {
            format!(" ({low:.1} to {high:.1})")
        };
        let (target, verdict) = match target {
            Some(target) if median <= target => (format!("{target} {unit}"), ""),
            Some(target) => (format!("{target} {unit}"), " **missed**"),
            None => (String::new(), ""),
        };
        println!("| {what} | {median:.1} {unit}{spread}{verdict} | {target} |");
    }
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::MAX)
}

async fn there(browser: &Browser) -> Result<[f64; 2]> {
    browser.until("window.there !== undefined").await?;
    let told = browser.evaluate("window.there").await?;
    Ok([number(&told[0]), number(&told[1])])
}

async fn phone() -> Result<Browser> {
    let browser = Browser::start(Screen::Phone, Language::English).await?;
    browser.slow_down().await?;
    Ok(browser)
}

/// The front page and the table it leads to, with the bots' quickest pace, so that their pace is not measured.
async fn first_visits() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let home = format!("http://{}", server.address());
    let [mut usable, mut page, mut both, mut tile] = [const { Figure(Vec::new()) }; 4];
    for _ in 0..VISITS {
        let browser = phone().await?;
        let watching = format!(
            "location.pathname === '/' ? {} : {}",
            watch("[data-testid=play-now]"),
            watch(TILE)
        );
        browser.before_each_page(&watching).await?;
        browser.open(&home).await?;
        usable.0.push(there(&browser).await?[1]);
        let began = number(&browser.evaluate("performance.timeOrigin").await?);
        page.0.push(browser.downloaded().await?[0] as f64 / 1000.0);
        browser.click("play-now").await?;
        browser.until("location.pathname.startsWith('/t/')").await?;
        tile.0.push((there(&browser).await?[0] - began) / 1000.0);
        browser.close().await?;

        // With time to prefetch, leaving the page wastes no request, and the front page is complete.
        let browser = Browser::start(Screen::Phone, Language::English).await?;
        browser.open(&home).await?;
        sleep(Duration::from_secs(2)).await;
        let [_, first] = browser.downloaded().await?;
        browser.click("play-now").await?;
        browser.until("location.pathname.startsWith('/t/')").await?;
        browser
            .until(&format!("!!document.querySelector('{TILE}')"))
            .await?;
        let [_, second] = browser.downloaded().await?;
        both.0.push((first + second) as f64 / 1000.0);
        browser.close().await?;
    }
    usable.tell("front page usable", "ms", Some(1000.0));
    page.tell("what it downloads", "KB", Some(60.0));
    both.tell("front page and table together", "KB", Some(350.0));
    tile.tell(
        "from opening the front page to the first tile that can be played, by *Play now*",
        "s",
        Some(5.0),
    );

    for (path, shown, what) in [
        (
            "/practice#new",
            TILE,
            "the same at a table of practice, opened by its address: the host of the table is downloaded too, and bots think",
        ),
        (
            "/score",
            "[data-testid=sheet-start]",
            "from opening the score sheet to the button that starts a match",
        ),
    ] {
        let mut figure = Figure::default();
        for _ in 0..VISITS {
            let browser = phone().await?;
            browser.before_each_page(&watch(shown)).await?;
            browser.open(&format!("{home}{path}")).await?;
            figure.0.push(there(&browser).await?[1] / 1000.0);
            browser.close().await?;
        }
        figure.tell(what, "s", Some(5.0));
    }
    Ok(())
}

async fn in_play() -> Result<()> {
    let server = Server::start(&[]).await?;
    let browser = Browser::start(Screen::Phone, Language::English).await?;
    browser
        .open(&format!("http://{}/practice#new", server.address()))
        .await?;
    browser.wait("hand").await?;
    // Files fetched once the table can be played are not part of playing.
    let settled = "['ready', 'never'].includes(document.documentElement.dataset.offline)";
    browser.until(settled).await?;
    browser.slow_down().await?;
    browser.evaluate(FRAMES).await?;
    browser.evaluate(PLAY).await?;
    sleep(Duration::from_secs(60)).await;
    let seen = browser.evaluate("seen").await?;
    browser.close().await?;
    let frames = number(&seen["frames"]);
    Figure(vec![100.0 * number(&seen["slow"]) / frames]).tell(
        &format!("frames over 50 ms, of {frames} in play"),
        "%",
        Some(1.0),
    );
    Figure(vec![number(&seen["frame"])]).tell("the longest of them", "ms", None);
    Figure(vec![number(&seen["task"])]).tell("longest task in play", "ms", Some(200.0));
    Ok(())
}

async fn without_a_network() -> Result<()> {
    let mut server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let browser = Browser::start(Screen::Phone, Language::English).await?;
    browser.open(&format!("{home}/practice#new")).await?;
    browser.wait("hand").await?;
    let ready = "document.documentElement.dataset.offline === 'ready'";
    let deadline = Instant::now() + Duration::from_secs(120);
    while browser.evaluate(ready).await? != true {
        if Instant::now() > deadline {
            return Err("the game is not on the device after two minutes".into());
        }
        sleep(Duration::from_millis(200)).await;
    }
    server.stop().await?;
    let watching = format!(
        "location.pathname === '/' ? {} : {}",
        watch("[data-testid=offline-practice]"),
        watch(".hand .tile")
    );
    browser.before_each_page(&watching).await?;
    for (device, slow) in [("", false), (", four times slower", true)] {
        if slow {
            browser.slow_down().await?;
        }
        let [mut page, mut table] = [const { Figure(Vec::new()) }; 2];
        for visit in 0..VISITS {
            browser.open(&format!("{home}/?visit={visit}")).await?;
            page.0.push(there(&browser).await?[1]);
            browser
                .open(&format!("{home}/practice?visit={visit}"))
                .await?;
            table.0.push(there(&browser).await?[1]);
        }
        let target = Some(1000.0);
        page.tell(&format!("start without a network{device}"), "ms", target);
        table.tell(&format!("a table that goes on there{device}"), "ms", target);
    }
    browser.close().await
}

#[tokio::main]
async fn main() -> Result<()> {
    println!("| What | Figure | Target |\n|---|---|---|");
    first_visits().await?;
    in_play().await?;
    without_a_network().await
}
