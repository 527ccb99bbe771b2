//! Accessibility: [axe](https://github.com/dequelabs/axe-core) finds no fault on any page of the server.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use capicu_e2e::{Browser, Language, Result, Screen, Server, Tour, overflows};
use serde_json::json;

/// The faults, a line for each: the rule, the place, and the reason.
const RUN: &str = "const [only, done] = arguments; \
    axe.run(document, { resultTypes: ['violations'], ...(only ? { runOnly: [only] } : {}) }).then(\
    (found) => done(found.violations.flatMap((rule) => rule.nodes.map((node) => \
        `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.split('\\n')[1]?.trim()}`))), \
    (error) => done([String(error)]))";

/// The other themes of the table, in addition to the one for the whole tour.
const THEMES: [&str; 4] = ["", "dark", "wood", "blue"];

/// Where axe runs; every page is checked for texts without room.
#[derive(Clone, Copy, PartialEq)]
enum Axe {
    Everywhere,
    Dialogs,
}

struct Look {
    screen: Screen,
    language: Language,
    /// The color scheme of the server's pages.
    scheme: &'static str,
    /// The theme of the client's pages.
    theme: &'static str,
    themes: &'static [&'static str],
    by_axe: Axe,
}

/// Makes the tour and collects the faults, by kind, with their pages.
async fn check(of: Look) -> Result<()> {
    let Some(path) = std::env::var_os("CAPICU_AXE") else {
        assert!(std::env::var_os("CI").is_none(), "axe is needed");
        eprintln!("skipped: CAPICU_AXE is not set; `cargo xtask test` installs axe and sets it");
        return Ok(());
    };
    let axe = std::fs::read_to_string(path)?;
    let server = Server::start_with_admin(&["--bot-pace", "immediate"]).await?;
    let (address, admin) = (server.address(), server.admin());
    let code = server.owner_code().await?;
    let browser = Browser::start_still(of.screen, of.language).await?;
    let media = json!({ "features": [
        { "name": "prefers-color-scheme", "value": of.scheme },
        { "name": "prefers-reduced-motion", "value": "reduce" },
    ] });
    browser.ask("Emulation.setEmulatedMedia", media).await?;
    let (tabs, theme) = (browser.driver(), of.theme);
    let chosen = format!(
        "try {{ localStorage.setItem('capicu.look.theme', '{theme}') }} catch {{ /* no page yet */ }}"
    );
    browser.before_each_page(&chosen).await?;
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut look = async |browser: &Browser, page: &str| -> Result<()> {
        let at = tabs.current_url().await?;
        let by_admin = at.port() == admin.map(|admin| admin.port());
        assert!(by_admin || at.port() == Some(address.port()), "{at}");
        seen.insert(format!(
            "{}{}",
            if by_admin { "admin" } else { "" },
            at.path()
        ));
        let mut found = Vec::new();
        let on_top = "!!document.querySelector('dialog[open], [role=dialog]')";
        if of.by_axe == Axe::Everywhere || browser.evaluate(on_top).await? == true {
            tabs.execute(axe.as_str(), Vec::new()).await?;
            found = run(browser, None).await?;
        }
        // So that the game can be installed from anywhere.
        let manifest = "document.querySelectorAll('link[rel=manifest]').length";
        if browser.evaluate(manifest).await? != 1 {
            found.push("no manifest is named".to_owned());
        }
        if browser
            .evaluate("!!document.querySelector('main.table')")
            .await?
            == true
        {
            for theme in of.themes {
                wear(browser, theme).await?;
                let contrast = run(browser, Some("color-contrast")).await?;
                found.extend(contrast.into_iter().map(|line| format!("{theme}: {line}")));
            }
            wear(browser, of.theme).await?;
        }
        let narrow = overflows(browser, 320).await?;
        found.extend(
            narrow
                .into_iter()
                .map(|text| format!("no room at 320 px: {text}")),
        );
        let (width, height) = of.screen.size();
        browser.resize(width, height).await?;
        for line in found {
            wrong.entry(line).or_default().push(page.to_owned());
        }
        Ok(())
    };
    let tour = Tour::of(&server, &browser, of.language);
    let toured = tour.around(&code, &mut look).await;
    browser.close().await?;
    let unseen = pages()?
        .into_iter()
        .filter(|page| !seen.iter().any(|path| is_at(path, page)));
    let told: Vec<String> = wrong
        .iter()
        .map(|(line, pages)| format!("{line} [{}]", pages.join(", ")))
        .chain(toured.err().map(|error| error.to_string()))
        .chain(
            unseen.map(|page| format!("{page}: a page on which nobody looked; add it to the tour")),
        )
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    Ok(())
}

async fn run(browser: &Browser, only: Option<&str>) -> Result<Vec<String>> {
    let found = browser
        .driver()
        .execute_async(RUN, vec![json!(only)])
        .await?;
    Ok(serde_json::from_value(found.json().clone())?)
}

async fn wear(browser: &Browser, theme: &str) -> Result<()> {
    let worn = format!("(document.documentElement.dataset.theme = '{theme}')");
    browser.evaluate(&worn).await?;
    Ok(())
}

/// Addresses that are no pages for people: files, and redirects.
const NO_PAGES: [&str; 28] = [
    "/face",
    "/live",
    "/live/tables",
    "/history/last",
    "/offline/pages",
    "/manifest.webmanifest",
    "/j/{code}/picture.svg",
    "/score/with/{id}",
    "/score/with/{id}/picture.svg",
    "/puzzles/{id}/picture.png",
    "/rules/figures/{figure}",
    "/history/tally/{file}",
    "/history/{number}/record",
    "/m/{link}/record",
    "/m/{link}/picture.png",
    "/e/{id}/files/{file}",
    "/e/{id}/result.png",
    "/e/{id}/follow/{seal}",
    "/events/presets/{file}",
    "/club/{club}/season/{number}/{file}",
    "/club/{club}/league/tally.csv",
    "/club/{club}/calendar.ics",
    "/replay/analysis",
    "/puzzles/next",
    "/livez",
    "/metrics",
    "/readyz",
    "admin/sign-out",
];

/// Pages of the client, for which the server has no route of their own.
const OF_THE_CLIENT: [&str; 4] = ["/practice", "/replay", "/rules", "/t/{table}"];

/// Every page, from the routes in the server's source; those of the other listener begin with `admin`.
fn pages() -> Result<BTreeSet<String>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let sources = ["capicu-server/src", "capicu-site/src"];
    let mut pages: BTreeSet<String> = OF_THE_CLIENT.map(str::to_owned).into();
    let mut waiting: Vec<PathBuf> = sources.map(|source| crates.join(source)).into();
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(&path)? {
                waiting.push(entry?.path());
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let of_admin = path.ends_with("pages/admin.rs");
            let text = std::fs::read_to_string(&path)?;
            pages.extend(asked_for(&text).map(|page| match of_admin {
                true => format!("admin{page}"),
                false => page,
            }));
        }
    }
    let is_file = |page: &String| page.ends_with(".js") || page.ends_with(".css");
    pages.retain(|page| !NO_PAGES.contains(&page.as_str()) && !is_file(page));
    // So that a change in how routes are written does not go unnoticed.
    assert!(
        pages.len() > 50 && pages.contains("admin/people/{id}"),
        "{pages:?}"
    );
    Ok(pages)
}

/// The routes in a source file that have their own handler.
fn asked_for(text: &str) -> impl Iterator<Item = String> {
    text.split(".route(").skip(1).filter_map(|route| {
        let (path, answer) = route.trim_start().split_once(',')?;
        let answer = answer.trim_start().strip_prefix("get(")?;
        let path = path
            .strip_prefix('"')
            .and_then(|path| path.strip_suffix('"'));
        // The only route that is a constant.
        let path = path.unwrap_or("/moderate/admin");
        (!answer.starts_with("async") && !answer.starts_with("||")).then(|| path.to_owned())
    })
}

/// Whether a path matches a route: `/e/12/desk` matches `/e/{id}/desk`.
fn is_at(path: &str, page: &str) -> bool {
    let (path, page): (Vec<&str>, Vec<&str>) =
        (path.split('/').collect(), page.split('/').collect());
    path.len() == page.len()
        && path
            .iter()
            .zip(page)
            .all(|(part, of)| match of.split_once('{') {
                Some((before, _)) => part.starts_with(before) && part.len() > before.len(),
                None => *part == of,
            })
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_accessible_on_a_phone_in_spanish() -> Result<()> {
    check(Look {
        screen: Screen::Phone,
        language: Language::Spanish,
        scheme: "light",
        theme: "contrast",
        themes: &THEMES,
        by_axe: Axe::Everywhere,
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_is_accessible_on_a_desktop_in_english() -> Result<()> {
    check(Look {
        screen: Screen::Desktop,
        language: Language::English,
        scheme: "dark",
        theme: "",
        themes: &[],
        by_axe: Axe::Everywhere,
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_text_fits_on_a_narrow_phone_in_french() -> Result<()> {
    check(Look {
        screen: Screen::Phone,
        language: Language::French,
        scheme: "light",
        theme: "",
        themes: &[],
        by_axe: Axe::Dialogs,
    })
    .await
}
