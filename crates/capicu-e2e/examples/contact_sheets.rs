//! Takes pictures of every page in every language at several widths, and puts those of a page on one sheet in
//! `target/contact-sheets`. `cargo xtask contact-sheets` runs it. Arguments choose languages by their tags, and `pages`
//! or `tables` for one part of the tour; other pictures of an earlier run are then kept.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use capicu_e2e::{Browser, Language, Result, Screen, Server, Tour, overflows};

/// The windows, by width and height.
const WINDOWS: [(u32, u32); 5] = [
    (320, 568),
    (390, 844),
    (768, 1024),
    (1280, 800),
    (1920, 1080),
];

/// Phones on their side, which show tables only.
const ON_ITS_SIDE: [(u32, u32); 2] = [(844, 390), (667, 375)];

/// A picture ends at this height.
const LOWEST: u32 = 3000;

const STYLE: &str = "body{font:14px sans-serif;margin:1rem}section{display:flex;gap:1rem;align-items:start;overflow:auto}\
    figure{margin:0;flex:none}img{border:1px solid #888;height:auto}figcaption.wide{color:#b00;font-weight:bold}";

#[tokio::main]
async fn main() -> Result<()> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/contact-sheets");
    if std::env::args().len() == 1 && folder.exists() {
        std::fs::remove_dir_all(&folder)?;
    }
    std::fs::create_dir_all(&folder)?;
    let mut pages: Vec<String> = Vec::new();
    let mut wide: Vec<String> = Vec::new();
    let mut told: Vec<String> = Vec::new();
    for language in chosen() {
        let server = Server::start_with_admin(&["--bot-pace", "immediate"]).await?;
        let code = server.owner_code().await?;
        let browser = Browser::start_still(Screen::Desktop, language).await?;
        let mut look = async |browser: &Browser, page: &str| -> Result<()> {
            if !pages.iter().any(|known| known == page) {
                pages.push(page.to_owned());
            }
            let name = format!("{page}-{}", language.tag());
            let at_a_table = browser.evaluate("!!document.querySelector('main.table')");
            let on_its_side = if at_a_table.await? == true {
                &ON_ITS_SIDE[..]
            } else {
                &[]
            };
            for &window in WINDOWS.iter().chain(on_its_side) {
                if picture(browser, &folder, &name, window).await? {
                    wide.push(format!("{name}-{}", window.0));
                }
            }
            for text in overflows(browser, WINDOWS[0].0).await? {
                told.push(format!("{name}: {text}"));
            }
            browser.resize(1280, 800).await?;
            Ok(())
        };
        let tour = Tour::of(&server, &browser, language);
        if !is_asked("tables") {
            tour.around(&code, &mut look).await?;
        }
        if !is_asked("pages") {
            tour.crowded(&mut look).await?;
        }
        browser.close().await?;
    }
    put_together(&folder, &pages, &wide)?;
    for name in &wide {
        println!("wider than its window: {name}");
    }
    for text in told {
        println!("no room at {} pixels: {text}", WINDOWS[0].0);
    }
    Ok(())
}

fn is_asked(word: &str) -> bool {
    std::env::args().skip(1).any(|argument| argument == word)
}

/// The languages named in the arguments, or all.
fn chosen() -> Vec<Language> {
    let named: Vec<Language> = (Language::ALL.into_iter())
        .filter(|language| is_asked(language.tag()))
        .collect();
    if named.is_empty() {
        return Language::ALL.to_vec();
    }
    named
}

async fn picture(
    browser: &Browser,
    folder: &Path,
    name: &str,
    (width, height): (u32, u32),
) -> Result<bool> {
    browser.resize(width, height).await?;
    // On a phone, a page that is too wide is zoomed out.
    let size = "[Math.max(innerWidth, document.documentElement.scrollWidth), \
        document.documentElement.scrollHeight]";
    let [wide, high]: [u32; 2] = serde_json::from_value(browser.evaluate(size).await?)?;
    if high > height {
        browser.resize(width, high.min(LOWEST)).await?;
    }
    let shot = browser.driver().screenshot_as_png().await?;
    std::fs::write(folder.join(format!("{name}-{width}.png")), shot)?;
    Ok(wide > width)
}

/// Makes a sheet for each page, and an index of all.
fn put_together(folder: &Path, pages: &[String], wide: &[String]) -> Result<()> {
    let head = |title: &str| {
        format!(
            "<!doctype html><meta charset=utf-8><title>{title}</title><style>{STYLE}</style><h1>{title}</h1>"
        )
    };
    let mut index = head("Contact sheets");
    for page in pages {
        let mut sheet = head(page);
        for tag in Language::ALL.map(Language::tag) {
            write!(sheet, "<h2>{tag}</h2><section>")?;
            for (width, _) in WINDOWS.into_iter().chain(ON_ITS_SIDE) {
                let name = format!("{page}-{tag}-{width}");
                if !folder.join(format!("{name}.png")).exists() {
                    continue;
                }
                let (class, word) = if wide.contains(&name) {
                    ("wide", ": wider than the window")
                } else {
                    ("", "")
                };
                write!(
                    sheet,
                    "<figure><figcaption class='{class}'>{width}{word}</figcaption>\
                     <a href='{name}.png'><img src='{name}.png' alt='' width='{}'></a></figure>",
                    width.min(640),
                )?;
            }
            sheet.push_str("</section>");
        }
        std::fs::write(folder.join(format!("{page}.html")), sheet)?;
        write!(index, "<p><a href='{page}.html'>{page}</a>")?;
    }
    Ok(std::fs::write(folder.join("index.html"), index)?)
}
