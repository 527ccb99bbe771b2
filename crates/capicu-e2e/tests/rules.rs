//! The rules in the browser: the page of every game, linked from its table, and a rule file that becomes a table.

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use thirtyfour::prelude::*;

/// Opens the target of a link without a click: some open a new tab.
async fn follow(browser: &Browser, id: &str) -> Result<()> {
    let link = browser.wait(id).await?.prop("href").await?;
    browser.open(&link.ok_or("a link leads somewhere")?).await
}

const HEADING: &str = "document.querySelector('h1')?.innerText";

async fn write(browser: &Browser, text: &str) -> Result<()> {
    browser.write("rule-file-text", text).await?;
    browser.click("rule-file-check").await
}

async fn rules(screen: Screen) -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let browser = Browser::start_still(screen, Language::Spanish).await?;
    let name = format!("rules-{}", screen.name());
    let home = format!("http://{}/", server.address());

    // From the list of games to the page of one.
    browser.open(&home).await?;
    browser.click("private-table").await?;
    let games = browser.wait("game").await?;
    games
        .find(By::Css("option[value='french']"))
        .await?
        .click()
        .await?;
    // The options that people change most are those of this game, not of the previous one.
    let everyday = "[...document.querySelectorAll('.form > .option select, .form > .option input')]\
        .map(option => option.id).join()";
    browser
        .until_is(
            everyday,
            "option-level,option-hints,option-watching,option-passed,option-target,option-double-blank",
        )
        .await?;
    follow(&browser, "about").await?;
    browser.wait("rulebook").await?;
    browser.until_is(HEADING, "Francés").await?;
    browser.look(&format!("{name}-page")).await?;
    browser.click("lang-en").await?;
    browser.until_is(HEADING, "French").await?;
    // The sources of sentences are shown on request.
    let cited = "document.querySelector('.cite').getClientRects().length > 0";
    browser.until_is(cited, false).await?;
    browser.tap("cites").await?;
    browser.until(cited).await?;
    browser
        .evaluate("document.querySelector(\".cite a[href*='#F1']\").click()")
        .await?;
    browser.until_is(HEADING, "Decisions").await?;
    browser.look(&format!("{name}-decision")).await?;

    // A rule file with a mistake, then without. The chosen language was stored.
    browser.open(&home).await?;
    // The first page still grows by what the device kept, so a pointer may miss its last line.
    browser.tap("lang-es").await?;
    browser
        .until_is("document.documentElement.lang", "es")
        .await?;
    browser.click("private-table").await?;
    browser.click("rule-file").await?;
    browser.wait("rule-file-page").await?;
    write(
        &browser,
        "base = \"cien\"\nname = \"Cien de <mami>\"\nkapicu = 30\n",
    )
    .await?;
    browser
        .until_shows("wrong-3", "¿querías decir capicu?")
        .await?;
    browser.look(&format!("{name}-wrong")).await?;
    write(
        &browser,
        "base = \"cien\"\nname = \"Cien de <mami>\"\ncapicu = 30\n",
    )
    .await?;
    browser.wait("rule-file-accepted").await?;
    browser.screenshot(&format!("{name}-accepted")).await?;
    browser.click("rule-file-table").await?;

    // The form has it, and so does the table.
    browser.wait("make-table").await?;
    let chosen = "document.querySelector('#game').selectedOptions[0].textContent";
    browser.until_is(chosen, "Cien de <mami>").await?;
    let capicu = "document.querySelector('#option-capicu')?.value";
    browser.until_is(capicu, "30").await?;
    for seat in 1..4 {
        browser.click(&format!("plan-{seat}-bot")).await?;
    }
    browser.click("make-table").await?;
    browser.wait("hand").await?;
    browser.click("menu").await?;
    browser.until_shows("game-name", "Cien de <mami>").await?;
    browser.screenshot(&format!("{name}-menu")).await?;
    let address = browser.driver().current_url().await?;
    follow(&browser, "rules").await?;
    browser.wait("rules-page").await?;
    browser.until_shows("rules-page", "da 30 más").await?;
    browser.look(&format!("{name}-table")).await?;
    browser.open(address.as_str()).await?;
    browser.click("menu").await?;
    follow(&browser, "rulebook").await?;
    browser.wait("rulebook").await?;
    browser.until_is(HEADING, "Cien (a 100 puntos)").await?;
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_are_linked_on_a_phone() -> Result<()> {
    rules(Screen::Phone).await
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_are_linked_on_a_desktop() -> Result<()> {
    rules(Screen::Desktop).await
}
