//! What [axe](https://github.com/dequelabs/axe-core) finds wrong for those who hear the pages or see little: nothing.

use std::collections::BTreeMap;

use capicu_e2e::{Browser, Language, Result, Screen, Server, Tour};

/// What is wrong, a line for each thing: the rule, where, and why.
const RUN: &str = "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] }).then(\
    (found) => done(found.violations.flatMap((rule) => rule.nodes.map((node) => \
        `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.split('\\n')[1]?.trim()}`))), \
    (error) => done([String(error)]))";

/// Goes around and gathers what is wrong, by what it is, with the pages.
async fn check(screen: Screen, language: Language) -> Result<()> {
    let Some(path) = std::env::var_os("CAPICU_AXE") else {
        assert!(std::env::var_os("CI").is_none(), "axe is needed");
        eprintln!("skipped: CAPICU_AXE is not set; `cargo xtask test` installs axe and sets it");
        return Ok(());
    };
    let axe = std::fs::read_to_string(path)?;
    let mut server = Server::start(&["--bot-pace", "immediate"]).await?;
    let code = server.owner_code().await?;
    let browser = Browser::start_still(screen, language).await?;
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut look = async |browser: &Browser, page: &str| -> Result<()> {
        browser.driver().execute(axe.as_str(), Vec::new()).await?;
        let found = browser.driver().execute_async(RUN, Vec::new()).await?;
        for line in serde_json::from_value::<Vec<String>>(found.json().clone())? {
            wrong.entry(line).or_default().push(page.to_owned());
        }
        Ok(())
    };
    let tour = Tour::of(&server, &browser, language);
    let toured = tour.around(&code, &mut look).await;
    browser.close().await?;
    let told: Vec<String> = wrong
        .iter()
        .map(|(line, pages)| format!("{line} [{}]", pages.join(", ")))
        .chain(toured.err().map(|error| error.to_string()))
        .collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_wrong_on_any_page_on_a_phone_in_spanish() -> Result<()> {
    check(Screen::Phone, Language::Spanish).await
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_wrong_on_any_page_on_a_desktop_in_english() -> Result<()> {
    check(Screen::Desktop, Language::English).await
}
