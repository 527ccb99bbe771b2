//! The director's desk in a browser: an event of every preset, incidents with their consequences shown first, and an
//! event that returns from a venue. Teams meet, and boards move between tables.

use capicu_e2e::{Browser, Language, Result, Screen, Server};
use serde_json::json;

/// The visible text of the page.
const CONTENT: &str = "document.getElementById('content').innerText";

async fn director(server: &Server) -> Result<Browser> {
    let desk = Browser::start_still(Screen::Desktop, Language::English).await?;
    let home = format!("http://{}", server.address());
    desk.join(&home, "Nena", "nena").await?;
    Ok(desk)
}

async fn make(desk: &Browser, server: &Server, preset: &str, name: &str) -> Result<String> {
    let form = format!("http://{}/events/new?preset={preset}", server.address());
    desk.open(&form).await?;
    desk.write("name", name).await?;
    desk.click("make-event").await?;
    desk.wait("desk-page").await?;
    let url = desk.driver().current_url().await?;
    Ok(url.to_string().trim_end_matches("/desk").to_owned())
}

async fn enter(desk: &Browser, event: &str, list: &[String]) -> Result<()> {
    desk.open(&format!("{event}/desk")).await?;
    desk.click("paste").await?;
    desk.write("list", &list.join("\n")).await?;
    desk.click("enter-list").await?;
    desk.wait("done").await?;
    Ok(())
}

async fn begin(desk: &Browser) -> Result<()> {
    desk.click("open").await?;
    desk.wait("draft").await?;
    Ok(())
}

async fn publish(desk: &Browser, event: &str) -> Result<()> {
    desk.open(&format!("{event}/desk")).await?;
    desk.click("draft").await?;
    desk.click("publish").await?;
    desk.wait("done").await?;
    Ok(())
}

async fn fill(desk: &Browser, act: &str, name: &str, value: &str) -> Result<()> {
    let set = format!(
        "(document.querySelector(\"[data-testid='{act}']\").form.elements['{name}'].value = {})",
        json!(value)
    );
    desk.evaluate(&set).await?;
    Ok(())
}

/// Takes a serious action: the page first shows its consequences, and then carries it out.
async fn weigh(
    desk: &Browser,
    at: &str,
    act: &str,
    fields: &[(&str, &str)],
    consequence: &str,
) -> Result<()> {
    desk.open(at).await?;
    desk.wait(act).await?;
    for (name, value) in fields {
        fill(desk, act, name, value).await?;
    }
    desk.click(act).await?;
    desk.wait("preview-page").await?;
    reads(desk, consequence).await?;
    desk.click("sure").await?;
    desk.wait("done").await?;
    Ok(())
}

async fn reads(browser: &Browser, text: &str) -> Result<()> {
    browser
        .until(&format!("{CONTENT}.includes({})", json!(text)))
        .await
}

/// The address of a link, also in a closed part of the page.
async fn address(browser: &Browser, id: &str) -> Result<String> {
    let link = format!("document.querySelector(\"[data-testid='{id}']\")");
    browser.until(&format!("{link} !== null")).await?;
    let address = browser.evaluate(&format!("{link}.href")).await?;
    Ok(address.as_str().ok_or("a link leads somewhere")?.to_owned())
}

async fn put_down(desk: &Browser, table: usize, scores: [&str; 2]) -> Result<()> {
    for (side, score) in scores.iter().enumerate() {
        let name = format!("points-{side}");
        fill(desk, &format!("rule-{table}"), &name, score).await?;
    }
    // The page before may show that something is done, too.
    desk.evaluate("(document.body.dataset.before = 'yes')")
        .await?;
    desk.click(&format!("rule-{table}")).await?;
    desk.until("!document.body.dataset.before").await?;
    desk.wait("done").await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn event_is_made_from_every_preset() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let desk = director(&server).await?;
    desk.open(&format!("http://{}/events/new", server.address()))
        .await?;
    let presets = desk
        .evaluate(
            "[...document.querySelectorAll('a[data-testid^=preset-]')].map(a => [a.href, a.querySelector('b').innerText])",
        )
        .await?;
    let presets: Vec<(String, String)> = serde_json::from_value(presets)?;
    // All required presets: SBYC's game, Jamaican pairs and leagues, Latin pairs, rotating partners, tables of three,
    // King, an English league, duplicate.
    assert!(presets.len() >= 19, "{presets:?}");
    for (at, (link, name)) in presets.iter().enumerate() {
        let lang = ["en", "es", "fr"][at % 3];
        desk.open(&format!("{link}&lang={lang}&entries=18&begins=19%3A00"))
            .await?;
        desk.wait("meaning").await?;
        let told = desk
            .evaluate("document.querySelector('[data-testid=meaning]').innerText")
            .await?;
        let told = told.as_str().ok_or("words")?;
        // Each says how much is played, and which of its rules are our own reading.
        assert!(
            told.contains(|c: char| c.is_ascii_digit()),
            "{name}: {told}"
        );
        assert!(desk.shows("our-reading").await?, "{name}");
        desk.look("desk-preset").await?;
        desk.write("name", name).await?;
        desk.click("make-event").await?;
        desk.wait("desk-page").await?;
        desk.look("desk-made").await?;
    }
    // Six rounds of 40 minutes from 17:40, with five breaks of five minutes, end at 22:05. Eighteen pairs fill nine tables.
    desk.open(&format!(
        "http://{}/events/new?preset=latin-pairs&lang=en",
        server.address()
    ))
    .await?;
    for (name, value) in [
        ("entries", "18"),
        ("begins", "17:40"),
        ("rounds", "6"),
        ("minutes", "40"),
    ] {
        fill(&desk, "look", name, value).await?;
    }
    desk.click("look").await?;
    reads(&desk, "6 rounds of 40 minutes, 9 tables, ends 22:05").await?;
    desk.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn consequences_are_shown_before_each_action() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let desk = director(&server).await?;
    desk.open(&format!(
        "http://{}/events/new?preset=latin-pairs",
        server.address()
    ))
    .await?;
    for (name, value) in [
        ("name", "Sunday"),
        ("places", "6"),
        ("fee", "US$5"),
        ("check-in", "required"),
        ("prizes", "First; 1\nBest women; 1; women"),
    ] {
        fill(&desk, "make-event", name, value).await?;
    }
    desk.click("make-event").await?;
    desk.wait("desk-page").await?;
    let url = desk.driver().current_url().await?.to_string();
    let event = url.trim_end_matches("/desk").to_owned();
    let to_desk = format!("{event}/desk");

    // One by name, four from a file, one by the link, and one for the waiting list.
    desk.write("name", "Ana / Luis").await?;
    desk.write("club", "Sur").await?;
    desk.click("enter").await?;
    desk.wait("entry-1").await?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("entries.csv");
    let lines = "Name,Club,Category,Paid\nA2 / B2,Sur,women,x\nA3 / B3,Norte,,\nA4 / B4,Norte,,x\nA5 / B5,Este,women,\n";
    std::fs::write(&file, lines)?;
    desk.click("paste").await?;
    let path = file.to_str().ok_or("a path")?;
    desk.wait("list-file").await?.send_keys(path).await?;
    desk.until("document.querySelector('[name=list]').value.includes('A5')")
        .await?;
    desk.click("enter-list").await?;
    desk.wait("has-paid-2").await?;
    let join = address(&desk, "join-link").await?;
    let phone = Browser::start_still(Screen::Phone, Language::Spanish).await?;
    for (name, then) in [("Rosa / Juan", "no-table"), ("Mia / Sol", "waits")] {
        phone.open(&join).await?;
        phone.write("name", name).await?;
        phone.click("join").await?;
        phone.wait(then).await?;
    }
    phone.look("desk-waits-phone").await?;
    desk.open(&to_desk).await?;
    for entry in 1..=6 {
        desk.click(&format!("check-in-{entry}")).await?;
        desk.until(&format!(
            "!document.querySelector('[data-testid=check-in-{entry}]')"
        ))
        .await?;
    }
    desk.click("paid-1").await?;
    desk.wait("has-paid-1").await?;
    desk.look("desk-entries-desktop").await?;

    // Drawn from a public seed, changed by hand for a reason, published, taken back.
    begin(&desk).await?;
    desk.click("draft").await?;
    desk.wait("draft-page").await?;
    reads(&desk, "seed").await?;
    let seats = "[1, 2].map(n => document.querySelector(`[data-testid=seats-${n}]`).value)";
    let seats: [String; 2] = serde_json::from_value(desk.evaluate(seats).await?)?;
    let [one, other] = seats
        .each_ref()
        .map(|of| of.split_once(" – ").unwrap_or_default());
    desk.write("seats-1", &format!("{} – {}", one.0, other.1))
        .await?;
    desk.write("seats-2", &format!("{} – {}", other.0, one.1))
        .await?;
    fill(&desk, "edit", "reason", "cousins").await?;
    desk.tap("edit").await?;
    desk.wait("edited").await?;
    // The program's own pairing and its cost remain visible.
    desk.wait("before").await?;
    reads(&desk, "cousins").await?;
    desk.look("desk-edited-desktop").await?;
    desk.click("publish").await?;
    desk.wait("table-1").await?;
    let why = [("reason", "the wrong tables")];
    weigh(&desk, &to_desk, "unpublish", &why, "not published any more").await?;
    publish(&desk, &event).await?;

    // The director accepts the result that one side has entered.
    desk.open(&format!("{event}/print/slips")).await?;
    let slip = address(&desk, "slip-link").await?;
    phone.open(&slip).await?;
    phone.wait("clock").await?;
    phone.write("points-0", "200").await?;
    phone.write("points-1", "130").await?;
    phone.click("claim").await?;
    phone.wait("waiting").await?;
    desk.open(&to_desk).await?;
    reads(&desk, "Accept it").await?;
    desk.click("rule-1").await?;
    phone.wait("agreed").await?;
    desk.wait("done").await?;
    put_down(&desk, 2, ["200", "90"]).await?;
    put_down(&desk, 3, ["200", "60"]).await?;

    // Each of these is one action, and shows its consequences first.
    let entry = |n: u32| format!("{event}/entry/{n}");
    let why = [("reason", "is ill")];
    weigh(&desk, &entry(3), "withdraw", &why, "not paired any more").await?;
    let round = [("round", "2")];
    weigh(&desk, &entry(4), "bye", &round, "does not play in round 2").await?;
    let joins = [("joins", "Pepe")];
    weigh(&desk, &entry(5), "substitute", &joins, "Pepe plays for A5").await?;
    let penalty = [("points", "2"), ("score", "30"), ("reason", "shouting")];
    weigh(&desk, &entry(2), "penalise", &penalty, "place").await?;
    desk.look("desk-after-trouble-desktop").await?;
    weigh(&desk, &to_desk, "undo", &[], "place").await?;
    // The first on the waiting list gets the free place, and the next entry waits.
    weigh(&desk, &entry(7), "let-in", &[], "has a place").await?;
    let late = [("name", "Tarde / Mal")];
    weigh(&desk, &to_desk, "enter", &late, "waiting list").await?;

    // A draft from before a withdrawal is stale, and cannot be published.
    desk.open(&to_desk).await?;
    desk.click("draft").await?;
    desk.wait("draft-page").await?;
    weigh(&desk, &entry(1), "withdraw", &why, "may be stale").await?;
    desk.open(&format!("{event}/draft")).await?;
    desk.wait("stale").await?;
    desk.until("document.querySelector('[data-testid=publish]').disabled")
        .await?;
    desk.click("discard").await?;
    desk.wait("done").await?;

    // The log has all of it in words; undone actions are struck out.
    desk.open(&format!("{event}/log")).await?;
    for told in ["cousins", "the wrong tables", "is ill", "Pepe plays for A5"] {
        reads(&desk, told).await?;
    }
    desk.until("document.querySelector('s').innerText.includes('shouting')")
        .await?;
    desk.look("desk-log-desktop").await?;

    // It can be read without scripts, and the print leaves out screen controls.
    let off = json!({ "value": true });
    phone
        .ask("Emulation.setScriptExecutionDisabled", off)
        .await?;
    phone.open(&event).await?;
    phone
        .ask(
            "Emulation.setScriptExecutionDisabled",
            json!({ "value": false }),
        )
        .await?;
    for part in ["pairings", "standings", "prize-list"] {
        phone.wait(part).await?;
    }
    phone.look("desk-public-phone").await?;
    for (what, part) in [
        ("slips", "slip"),
        ("pairings", "by-name"),
        ("standings", "standing"),
    ] {
        desk.open(&format!("{event}/print/{what}")).await?;
        desk.wait(part).await?;
        desk.ask("Emulation.setEmulatedMedia", json!({ "media": "print" }))
            .await?;
        desk.until("getComputedStyle(document.querySelector('body > header')).display === 'none'")
            .await?;
        desk.look(&format!("desk-paper-{what}")).await?;
        desk.ask("Emulation.setEmulatedMedia", json!({ "media": "" }))
            .await?;
    }
    for (file, has) in [
        ("standings.csv", "A2 / B2"),
        ("results.csv", "200–"),
        ("event.json", "\"rounds\""),
        ("entries.csv", "women"),
        ("event.jsonl", "\"penalised\""),
    ] {
        let get = "const [at, has, done] = arguments; \
            fetch(at).then(answer => answer.text()).then(text => done(text.includes(has)))";
        let at = format!("{event}/files/{file}");
        let found = desk
            .driver()
            .execute_async(get, vec![json!(at), json!(has)])
            .await?;
        assert_eq!(found.json(), &json!(true), "{file}");
    }
    for browser in [desk, phone] {
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn teams_line_up_and_boards_move_between_tables() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let desk = director(&server).await?;
    let phone = Browser::start_still(Screen::Phone, Language::Spanish).await?;

    // Two teams of nine: each hands in its line-up from a phone, and sees the other's once both have.
    let event = make(&desk, &server, "english-league", "Liga").await?;
    let team = |letter: char| -> String {
        let people: Vec<String> = (1..=9).map(|n| format!("{letter}{n}")).collect();
        format!("Team {letter}: {}", people.join(" / "))
    };
    enter(&desk, &event, &['A', 'B'].map(team)).await?;
    begin(&desk).await?;
    publish(&desk, &event).await?;
    for entry in [1, 2] {
        desk.open(&format!("{event}/entry/{entry}")).await?;
        phone.open(&address(&desk, "own-link").await?).await?;
        phone.wait("hand-in").await?;
        assert!(
            !phone.shows("team-tables").await?,
            "the other line-up stays hidden"
        );
        // Each player once in a sitting: six alone, then three pairs.
        let choose = "[...document.querySelectorAll('select[name^=sits-]')].forEach((one, at) => { one.selectedIndex = at % 6 + 1 })";
        phone.evaluate(&format!("({choose}, true)")).await?;
        phone.look("desk-line-up-phone").await?;
        phone.tap("hand-in").await?;
        phone.wait("done").await?;
    }
    phone.tap("team-tables").await?;
    // On either side.
    let told = "document.querySelector('[data-testid=team-tables]').textContent";
    phone
        .until(&format!("/A1 – B1|B1 – A1/.test({told})"))
        .await?;
    phone.look("desk-team-phone").await?;
    desk.open(&format!("{event}/desk")).await?;
    desk.look("desk-teams-desktop").await?;
    desk.click("sheet-of-1").await?;
    desk.wait("table-page").await?;
    // Team A, on either side, wins six of nine.
    let sheet = "document.querySelectorAll('.team-table').forEach((table, at) => { \
        const fields = table.querySelectorAll('input[type=text]'); \
        const first = table.innerText.indexOf('Team A') < table.innerText.indexOf('Team B'); \
        [0, 1].forEach(side => { fields[side].value = (side === 0) === (first === at < 6) ? 121 : 90 }) })";
    desk.evaluate(&format!("({sheet}, true)")).await?;
    desk.look("desk-sheet-desktop").await?;
    desk.tap("rule").await?;
    desk.wait("settled").await?;
    desk.until("document.querySelector('[data-testid=standing]').innerText.includes('Team A')")
        .await?;

    // Eight pairs by Howell: everybody sees their boards, and who is North-South.
    let event = make(&desk, &server, "duplicate", "Manos fijas").await?;
    let pairs: Vec<String> = (1..=8).map(|n| format!("D{n} / E{n}")).collect();
    enter(&desk, &event, &pairs).await?;
    begin(&desk).await?;
    desk.click("draft").await?;
    // The movement decides the pairings, so that nothing can be changed.
    desk.wait("scheduled").await?;
    assert!(!desk.shows("seats-1").await?);
    desk.look("desk-howell-desktop").await?;
    desk.click("publish").await?;
    desk.wait("sheet-of-4").await?;
    // The boards of a table in the second round have come from another.
    let sets = "[...document.querySelectorAll('[data-testid=pairing]')].map(row => row.cells[2].innerText)";
    desk.open(&event).await?;
    desk.wait("pairings").await?;
    let first: Vec<String> = serde_json::from_value(desk.evaluate(sets).await?)?;
    assert_eq!(first.len(), 4);
    assert!(first.iter().all(|set| set.contains("boards")), "{first:?}");
    desk.open(&format!("{event}/desk")).await?;
    for table in 1..=4 {
        desk.click(&format!("sheet-of-{table}")).await?;
        desk.wait("table-page").await?;
        desk.write("board-0-0", "1").await?;
        desk.write("board-1-1", "2").await?;
        desk.click("rule").await?;
        desk.wait("done").await?;
    }
    publish(&desk, &event).await?;
    desk.open(&event).await?;
    desk.wait("pairings").await?;
    let second: Vec<String> = serde_json::from_value(desk.evaluate(sets).await?)?;
    assert!(
        first.iter().zip(&second).all(|(one, other)| one != other),
        "{first:?} {second:?}"
    );
    desk.open(&format!("{event}/entry/1")).await?;
    phone.open(&address(&desk, "own-link").await?).await?;
    phone.wait("my-boards").await?;
    phone.look("desk-boards-phone").await?;

    // Eighteen pairs by Mitchell: nine tables, each with boards of its own.
    let event = make(&desk, &server, "duplicate", "Mitchell").await?;
    let pairs: Vec<String> = (1..=18).map(|n| format!("D{n} / E{n}")).collect();
    enter(&desk, &event, &pairs).await?;
    begin(&desk).await?;
    publish(&desk, &event).await?;
    desk.open(&event).await?;
    desk.wait("pairings").await?;
    let all: Vec<String> = serde_json::from_value(desk.evaluate(sets).await?)?;
    let different: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!((all.len(), different.len()), (9, 9));
    for browser in [desk, phone] {
        browser.close().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn event_returns_from_a_venue_by_the_browser() -> Result<()> {
    let home = Server::start(&["--bot-pace", "immediate"]).await?;
    let venue = Server::start(&["--bot-pace", "immediate"]).await?;
    let desk = director(&home).await?;
    let event = make(&desk, &home, "latin-pairs", "Friday").await?;
    let pairs: Vec<String> = (1..=4).map(|n| format!("A{n} / B{n}")).collect();
    enter(&desk, &event, &pairs).await?;
    desk.tap("to-venue").await?;
    desk.click("hand-over").await?;
    desk.click("sure").await?;
    desk.wait("away").await?;
    let get = "const [at, done] = arguments; fetch(at).then(answer => answer.text()).then(done)";
    let at = address(&desk, "venue-file").await?;
    let file = desk.driver().execute_async(get, vec![json!(at)]).await?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("venue.jsonl");
    std::fs::write(&path, file.json().as_str().ok_or("a file")?)?;

    // Played at the venue.
    let there = director(&venue).await?;
    there
        .open(&format!("http://{}/events/take", venue.address()))
        .await?;
    let chosen = there.wait("file").await?;
    chosen.send_keys(path.to_str().ok_or("a path")?).await?;
    there
        .until("document.querySelector('[name=log]').value.length > 100")
        .await?;
    there.click("take").await?;
    there.wait("at-venue").await?;
    let copy = there.driver().current_url().await?.to_string();
    let copy = copy.split("/desk").next().unwrap_or_default().to_owned();
    begin(&there).await?;
    publish(&there, &copy).await?;
    for table in [1, 2] {
        put_down(&there, table, ["200", "90"]).await?;
    }
    there.click("give-back").await?;
    there.click("sure").await?;
    there.wait("given-back").await?;
    there.look("desk-given-back-desktop").await?;

    // A wrong address is refused; the right one sends everything home.
    there.write("home", "capicu.example").await?;
    there.click("send-home").await?;
    there.wait("problem").await?;
    there.open(&format!("{copy}/desk")).await?;
    there.write("home", &event).await?;
    there.click("send-home").await?;
    there.wait("send-page").await?;
    there.look("desk-send-desktop").await?;
    there.click("send").await?;
    there.wait("event-page").await?;
    reads(&there, "200–90").await?;
    desk.open(&format!("{event}/desk")).await?;
    desk.wait("draft").await?;
    for browser in [desk, there] {
        browser.close().await?;
    }
    Ok(())
}

/// The entry line has the focus, and is empty.
const LINE_WAITS: &str =
    "document.activeElement?.dataset.testid === 'line' && document.activeElement.value === ''";

#[tokio::test(flavor = "multi_thread")]
async fn forty_tables_are_entered_by_the_line_of_a_phone() -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let desk = Browser::start_still(Screen::Phone, Language::English).await?;
    desk.join(&format!("http://{}", server.address()), "Nena", "nena")
        .await?;
    let event = make(&desk, &server, "latin-pairs", "Forty").await?;
    let mut pairs: Vec<String> = (1..80).map(|n| format!("A{n} / B{n}")).collect();
    pairs.push("José Pérez / Ana Núñez".to_owned());
    enter(&desk, &event, &pairs).await?;
    begin(&desk).await?;
    publish(&desk, &event).await?;
    desk.open(&format!("{event}/desk")).await?;
    desk.wait("line").await?;
    desk.look("desk-line-phone").await?;
    // With a form for each table, the tables alone took more than 15,000 pixels. Nothing is wider than the phone.
    let size = desk
        .evaluate(
            "[document.querySelector('[data-testid^=table-]').closest('section').offsetHeight, \
              document.documentElement.scrollHeight, document.documentElement.scrollWidth]",
        )
        .await?;
    let [tables, height, width]: [u32; 3] = serde_json::from_value(size)?;
    assert!(tables < 3_500, "{tables}");
    assert!(height < 15_000 && width <= 360, "{height} by {width}");

    // By keyboard: three lines, one after the other. The focus never leaves the line, and each is repeated.
    desk.evaluate("document.querySelector('[data-testid=line]').focus()")
        .await?;
    for (typed, said) in [
        ("17 200 150", "Table 17, "),
        ("18.90.200", "Table 18, "),
        ("3 200 0", "Table 3, "),
    ] {
        desk.press(typed).await?;
        desk.press("\u{e007}").await?;
        desk.until_shows("line-said", said).await?;
        desk.until(LINE_WAITS).await?;
    }
    desk.until_shows("line-said", "Tables without a result: 37")
        .await?;
    // The rest of the page follows, and the line still has the focus.
    desk.until_shows("settled-tables", "Tables with a result: 3")
        .await?;
    desk.until(LINE_WAITS).await?;
    // A wrong line stays, marked, to be changed.
    desk.press("99 200 0").await?;
    desk.press("\u{e007}").await?;
    desk.until_shows("line-said", "This round has no table 99.")
        .await?;
    desk.until(
        "document.activeElement.value === '99 200 0' && document.activeElement.getAttribute('aria-invalid') === 'true'",
    )
    .await?;
    // Its text is selected, so that the next line replaces it.
    desk.press("19 200 100").await?;
    desk.press("\u{e007}").await?;
    desk.until_shows("line-said", "Table 19, ").await?;
    desk.until("!document.activeElement.hasAttribute('aria-invalid')")
        .await?;
    // Two lines typed faster than the server answers are both entered.
    desk.press("20 200 1").await?;
    desk.press("\u{e007}").await?;
    desk.press("21 200 2").await?;
    desk.press("\u{e007}").await?;
    desk.until_shows("line-said", "Tables without a result: 34")
        .await?;

    // The search leads to a table by its number, and to a pair without accents.
    desk.write("find", "40").await?;
    desk.click("find-it").await?;
    desk.wait("table-page").await?;
    reads(&desk, "Table 40").await?;
    desk.open(&format!("{event}/desk")).await?;
    desk.write("find", "nunez").await?;
    desk.click("find-it").await?;
    desk.wait("found").await?;
    reads(&desk, "José Pérez").await?;
    desk.look("desk-found-phone").await?;
    Ok(())
}
