//! The tally of private tables on a phone: what its buttons show and save.

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use serde_json::json;

use super::site::play;

async fn named(home: &str, name: &str) -> Result<Browser> {
    let browser = Browser::start_still(Screen::Phone, Language::English).await?;
    browser.open(&format!("{home}/me")).await?;
    browser.write("name", name).await?;
    browser.click("change-name").await?;
    browser.wait("devices").await?;
    Ok(browser)
}

/// The page fits phones, and a desktop, in both themes.
async fn fits(browser: &Browser) -> Result<()> {
    for theme in ["light", "dark"] {
        let features = json!([{ "name": "prefers-color-scheme", "value": theme }]);
        let params = json!({ "features": features });
        browser.ask("Emulation.setEmulatedMedia", params).await?;
        for (width, height) in [(320, 640), (390, 844), (1280, 800)] {
            browser.resize(width, height).await?;
            browser
                .look(&format!("private-tally-{width}-{theme}"))
                .await?;
        }
    }
    browser.resize(390, 844).await
}

#[tokio::test(flavor = "multi_thread")]
async fn private_match_is_tallied_and_its_files_are_saved() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}", server.address());
    let (ana, eva) = (named(&home, "Ana").await?, named(&home, "Eva").await?);
    ana.open(&format!("{home}/history/tally")).await?;
    ana.wait("tally-play").await?;
    ana.look("private-tally-none").await?;
    let (ana, eva) = play(&home, ana, eva).await?;
    eva.browser.close().await?;

    let ana = ana.browser;
    ana.open(&format!("{home}/history")).await?;
    ana.click("to-tally").await?;
    // The script adds the clock of the phone.
    ana.until(
        "new URLSearchParams(location.search).has('zone') && document.readyState === 'complete'",
    )
    .await?;
    ana.until_shows("tally-of", "One match on one day").await?;
    let people = ana.wait("tally-people").await?.text().await?;
    assert!(people.contains("Ana") && people.contains("Eva"), "{people}");
    let leads = ana.wait("tally-leader").await?.text().await?;
    let winner = if leads.contains("Ana") { "Ana" } else { "Eva" };
    assert_eq!(leads, format!("Most wins: {winner}, 1"));

    let year = ana.evaluate("String(new Date().getFullYear())").await?;
    let year = year.as_str().ok_or("a year")?;
    let csv = ana
        .saved("tally-csv", &format!("capicu-tally-{year}.csv"))
        .await?;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "player,partner,matches,won,rounds,capicus");
    assert!(lines[1].starts_with(&format!("{winner},,1,1,")), "{csv}");
    assert_eq!(lines.len(), 3, "{csv}");
    let json = ana
        .saved("tally-json", &format!("capicu-tally-{year}.json"))
        .await?;
    let json: serde_json::Value = serde_json::from_str(&json)?;
    assert_eq!(
        (&json["matches"], &json["evenings"]),
        (&1.into(), &1.into())
    );
    assert_eq!(json["people"][0]["names"][0], winner);
    let record = ana
        .saved("tally-records", &format!("capicu-{year}.domino"))
        .await?;
    assert!(
        record.starts_with("domino-record 1\ngame: draw\n"),
        "{record}"
    );
    let result = if winner == "Ana" { "A" } else { "B" };
    for line in ["A: Ana", "B: Eva", "round 1", &format!("result: {result}")] {
        assert!(record.lines().any(|one| one == line), "{line}: {record}");
    }

    // The device draws the picture.
    ana.click("tally-share").await?;
    ana.until("document.querySelector('#picture img')?.naturalWidth === 1080")
        .await?;
    fits(&ana).await?;
    ana.close().await
}

/// A match whose only round was entered by tiles, as the phone stores it.
const SHEET: &str = "capicu-sheet 1\nday 2026-11-29\nstart jamaican-partner 4 target=1\tTito\tAna\tMarva\tInés\n\
    round out=A way=plain opener=A\nmoves round\thand A: 1-0 2-0 3-2 4-0 5-4 6-5 6-6\thand B: 1-1 3-3 5-2 5-5 6-0 6-1 ?\t\
    hand C: 2-1 3-1 4-3 5-0 5-1 ? ?\thand D: 0-0 2-2 3-0 4-1 4-4 6-2 ?\tA: 6-6  B: 6-1@6-6  C: 2-1@6-1  D: 2-2@2-1\t\
    A: 3-2@2-2  B: 3-3@3-2  C: 4-3@3-3  D: 4-4@4-3\tA: 5-4@4-4  B: 5-5@5-4  C: 5-0@5-5  D: 0-0@5-0\t\
    A: 1-0@0-0  B: 1-1@1-0  C: 3-1@1-1  D: 3-0@3-1\tA: 2-0@3-0  B: 5-2@2-0  C: 5-1@5-2  D: 4-1@5-1\t\
    A: 4-0@4-1  B: 6-0@4-0  C: pass  D: 6-2@6-6\tA: 6-5@6-0\n";

#[tokio::test(flavor = "multi_thread")]
async fn phone_saves_the_files_of_its_own_tally() -> Result<()> {
    let server = Server::start(&[]).await?;
    let home = format!("http://{}/score", server.address());
    let browser = Browser::start_still(Screen::Phone, Language::English).await?;
    browser.open(&home).await?;
    browser.wait("sheet-game").await?;
    let sheet = serde_json::to_string(SHEET)?;
    let kept = format!("(localStorage.setItem('capicu.score', {sheet}), true)");
    browser.evaluate(&kept).await?;
    browser.open(&format!("{home}?again")).await?;
    browser.click("sheet-tally").await?;
    browser
        .until_shows("tally-of", "One match on one day")
        .await?;
    let csv = browser.saved("tally-csv", "capicu-tally.csv").await?;
    assert_eq!(
        csv,
        "player,partner,matches,won,rounds,capicus\r\n\
        Marva,,1,1,1,0\r\nTito,,1,1,1,0\r\nAna,,1,0,0,0\r\nInés,,1,0,0,0\r\n\
        Tito,Marva,1,1,1,0\r\nAna,Inés,1,0,0,0\r\n"
    );
    let json = browser.saved("tally-json", "capicu-tally.json").await?;
    let json: serde_json::Value = serde_json::from_str(&json)?;
    let leader = json!({ "names": ["Marva"], "matches": 1, "won": 1, "rounds": 1, "capicus": 0 });
    assert_eq!(json["people"][0], leader);
    let record = browser.saved("tally-records", "capicu.domino").await?;
    for line in [
        "domino-record 1",
        "game: jamaican-partner",
        "A: Tito",
        "date: 2026-11-29",
        "A: 4-0@4-1  B: 6-0@4-0  C: pass  D: 6-2@6-6",
        "score: A+C 1, B+D 0",
        "result: A+C",
    ] {
        assert!(record.lines().any(|one| one == line), "{line}: {record}");
    }
    browser.close().await
}
