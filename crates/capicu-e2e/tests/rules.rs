//! The rules in the browser: the page of every game, linked from its table, and a rule file of one's
//! own that becomes a table.

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use thirtyfour::prelude::*;

const TOO_WIDE: &str = "document.documentElement.scrollWidth > window.innerWidth + 1";

/// Where a link leads, without following it: some open a tab of their own.
async fn follow(browser: &Browser, id: &str) -> Result<()> {
    let link = browser.wait(id).await?.prop("href").await?;
    browser.open(&link.ok_or("a link leads somewhere")?).await
}

async fn heading(browser: &Browser) -> Result<String> {
    let heading = browser.driver().find(By::Css("h1")).await?;
    Ok(heading.text().await?)
}

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
    // The options that people change most are those of this game, not of the one before.
    let everyday = "[...document.querySelectorAll('.form > .option select, .form > .option input')]\
        .map(option => option.dataset.testid).join()";
    assert_eq!(
        browser.evaluate(everyday).await?,
        "option-level,option-hints,option-watching,option-passed,option-target,option-double-blank"
    );
    follow(&browser, "about").await?;
    browser.wait("rulebook").await?;
    assert_eq!(heading(&browser).await?, "Francés");
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false);
    browser.screenshot(&format!("{name}-page")).await?;
    let english = By::Css("header a[hreflang='en']");
    browser.driver().find(english).await?.click().await?;
    assert_eq!(heading(&browser).await?, "French");
    // Where a sentence comes from is shown to whoever asks.
    let cited = "document.querySelector('.cite').getClientRects().length > 0";
    assert_eq!(browser.evaluate(cited).await?, false);
    browser.tap("cites").await?;
    assert_eq!(browser.evaluate(cited).await?, true);
    let decision = By::Css(".cite a[href*='#F1']");
    browser.driver().find(decision).await?.click().await?;
    assert_eq!(heading(&browser).await?, "Decisions");
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false);
    browser.screenshot(&format!("{name}-decision")).await?;

    // A rule file with a mistake, then without. The language asked for was kept.
    browser.open(&home).await?;
    browser.click("lang-es").await?;
    browser.click("private-table").await?;
    browser.click("rule-file").await?;
    browser.wait("rule-file-page").await?;
    write(
        &browser,
        "base = \"cien\"\nname = \"Cien de <mami>\"\nkapicu = 30\n",
    )
    .await?;
    let wrong = browser.wait("wrong-3").await?.text().await?;
    assert!(wrong.contains("¿querías decir capicu?"), "{wrong}");
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false);
    browser.screenshot(&format!("{name}-wrong")).await?;
    write(
        &browser,
        "base = \"cien\"\nname = \"Cien de <mami>\"\ncapicu = 30\n",
    )
    .await?;
    browser.wait("rule-file-accepted").await?;
    browser.screenshot(&format!("{name}-accepted")).await?;
    browser.click("rule-file-table").await?;

    // The form has it, and so has the table.
    browser.wait("make-table").await?;
    let chosen = "document.querySelector('[data-testid=game]').selectedOptions[0].textContent";
    assert_eq!(browser.evaluate(chosen).await?, "Cien de <mami>");
    let capicu = browser.wait("option-capicu").await?;
    assert_eq!(capicu.prop("value").await?.as_deref(), Some("30"));
    for seat in 1..4 {
        browser.click(&format!("plan-{seat}-bot")).await?;
    }
    browser.click("make-table").await?;
    browser.wait("hand").await?;
    browser.click("menu").await?;
    let called = browser.wait("game-name").await?.text().await?;
    assert_eq!(called, "Cien de <mami>");
    browser.screenshot(&format!("{name}-menu")).await?;
    let address = browser.driver().current_url().await?;
    follow(&browser, "rules").await?;
    let told = browser.wait("rules-page").await?;
    assert_eq!(browser.evaluate(TOO_WIDE).await?, false);
    let deadline = tokio::time::Instant::now() + std::time::Duration::from_secs(10);
    while !told.text().await?.contains("da 30 más") {
        assert!(tokio::time::Instant::now() < deadline, "its rules are told");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    browser.screenshot(&format!("{name}-table")).await?;
    browser.open(address.as_str()).await?;
    browser.click("menu").await?;
    follow(&browser, "rulebook").await?;
    browser.wait("rulebook").await?;
    assert_eq!(heading(&browser).await?, "Cien (a 100 puntos)");
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_a_link_away_on_a_phone() -> Result<()> {
    rules(Screen::Phone).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_a_link_away_on_a_desktop() -> Result<()> {
    rules(Screen::Desktop).await
}
