//! The desk of a large evening, without a script: the entry line, the search, and pages that are rendered once.

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, after, led_to, member, page};

/// The names of the nth pair.
fn names(n: usize) -> String {
    match n {
        7 => "José Pérez / Ana Núñez".to_owned(),
        n => format!("A{n} / B{n}"),
    }
}

/// An evening of Latin pairs whose first round is published.
async fn evening<'a>(server: &'a Server, pairs: usize) -> Desk<'a> {
    let mut browser = member(server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let fields = [("preset", "latin-pairs"), ("name", "Friday")];
    let made = led_to(&browser.form("/events/new", &fields).await);
    let mut desk = Desk {
        browser,
        event: made.trim_end_matches("/desk").to_owned(),
        key: 0,
    };
    let list: Vec<String> = (1..=pairs).map(names).collect();
    desk.done("list", &[("list", &list.join("\n"))]).await;
    desk.done("open", &[]).await;
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    desk
}

/// Sends a line as a browser without a script does.
async fn line(desk: &mut Desk<'_>, typed: &str) -> Answer {
    desk.send("line", &[("line", typed)]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn entry_line_repeats_each_result_and_keeps_the_focus() {
    let server = Server::fresh("line").await;
    let mut desk = evening(&server, 26).await;
    let event = desk.event.clone();
    let before = page(&mut desk.browser, &format!("{event}/desk")).await;
    before.has("Table · Points · Points");
    before.has("http-equiv=\"refresh\"");
    assert!(!before.contains("autofocus"), "nobody typed yet");
    assert!(
        !before.contains("data-testid=\"rule-3\""),
        "no form for each of 13 tables"
    );
    before.has("data-testid=\"to-table-3\"");

    let sent = line(&mut desk, "3 200 150").await;
    assert_eq!(led_to(&sent), format!("{event}/desk?line=3"));
    let after_it = page(&mut desk.browser, &led_to(&sent)).await;
    after_it.has("Table 3, ");
    after_it.has(": 200–150 · Tables without a result: 12");
    after_it.has("autofocus");
    // A page that reloads would lose what is typed.
    assert!(!after_it.contains("http-equiv=\"refresh\""));
    after_it.has("Tables with a result: 1");

    // Sent twice, it is entered once, and repeated again.
    let facts = desk.log().await.lines().count();
    desk.key -= 1;
    assert_eq!(
        led_to(&line(&mut desk, "3 200 150").await),
        format!("{event}/desk?line=3")
    );
    assert_eq!(desk.log().await.lines().count(), facts);

    for (typed, status, why) in [
        (
            "3 200",
            422,
            "“3 200” is no result. Type the table and the points, such as 17 200 150.",
        ),
        ("Ana <b>", 422, "“Ana &lt;b&gt;” is no result."),
        ("14 200 150", 422, "This round has no table 14."),
        ("0 200 150", 422, "This round has no table 0."),
        ("3 200 140", 409, "Table 3 has a result."),
        ("4 200 200", 409, "both have reached"),
    ] {
        let answer = line(&mut desk, typed).await.with(status);
        answer.has(why);
        let shown = answer.text();
        shown.has("aria-invalid=\"true\"");
        shown.has("autofocus");
        let kept = after(shown, "name=\"line\" value=\"").to_owned();
        assert_eq!(kept, typed.replace('<', "&lt;").replace('>', "&gt;"));
    }
    let settled = line(&mut desk, "3 200 140").await;
    settled.has(&format!("{event}/table/1-1-3-0"));
    assert_eq!(
        desk.log().await.lines().count(),
        facts,
        "nothing was entered"
    );

    // The script asks for the line alone.
    let part = [("line", "5 · 90 · 200"), ("part", "line")];
    let sent = desk.send("line", &part).await;
    assert_eq!(led_to(&sent), format!("{event}/desk?line=5&part=line"));
    let alone = page(&mut desk.browser, &led_to(&sent)).await;
    alone.has("90–200 · Tables without a result: 11");
    assert!(
        !alone.contains("desk-page") && alone.len() < 10_000,
        "{}",
        alone.len()
    );

    // Tables have the numbers that the room has.
    desk.done("first-table", &[("table", "101")]).await;
    line(&mut desk, "3 200 150")
        .await
        .with(422)
        .has("no table 3");
    let sent = line(&mut desk, "104 200 0").await;
    page(&mut desk.browser, &led_to(&sent))
        .await
        .has("Table 104, ");

    // Nobody else enters a line, and the display role neither.
    let mut guest = Browser::guest(&server, "guest").await;
    let fields = [("act", "line"), ("key", "x"), ("line", "6 200 0")];
    let answer = guest.form(&format!("{event}/desk"), &fields).await;
    assert_eq!(answer.status, 404);
    let mut luis = member(&server, "luis").await;
    luis.head += "\r\naccept-language: en";
    desk.done("appoint", &[("username", "luis"), ("part", "display")])
        .await;
    let shown = page(&mut luis, &format!("{event}/desk")).await;
    assert!(!shown.contains("data-testid=\"line\""));
    let answer = luis.form(&format!("{event}/desk"), &fields).await;
    assert_eq!(answer.status, 409, "{}", answer.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_and_names_are_found() {
    let server = Server::fresh("find").await;
    let mut desk = evening(&server, 26).await;
    let event = desk.event.clone();
    // The number of a table leads to its page, and from there to the next one without a result.
    for path in ["desk?find=13", "desk?table=13"] {
        let answer = desk
            .browser
            .ask("GET", &format!("{event}/{path}"), "")
            .await;
        assert_eq!(led_to(&answer), format!("{event}/table/1-1-13-0"));
    }
    let shown = page(&mut desk.browser, &format!("{event}/table/1-1-13-0")).await;
    shown.has("Next table without a result: 1<");
    line(&mut desk, "1 200 0").await;
    let shown = page(&mut desk.browser, &format!("{event}/table/1-1-13-0")).await;
    shown.has("Next table without a result: 2<");

    // A name is found without its accents.
    let shown = page(&mut desk.browser, &format!("{event}/desk?find=jose+PEREZ")).await;
    shown.has("One entry for “jose PEREZ”");
    shown.has(&format!("{event}/entry/7"));
    shown.has(&format!("{event}/table/1-1-"));
    let mut guest = Browser::guest(&server, "guest").await;
    guest.head += "\r\naccept-language: en";
    let shown = page(&mut guest, &format!("{event}?find=nunez")).await;
    shown.has("One entry for “nunez”");
    shown.has(&format!("{event}/card/7"));
    shown.has(" · Place ");
    assert!(
        !shown.contains("/entry/7") && !shown.contains("/table/"),
        "not the desk's"
    );
    let shown = page(&mut guest, &format!("{event}?find=%3Cb%3E")).await;
    shown.has("0 entries for “&lt;b&gt;”");
    // No number is too large to look for.
    for path in ["", "/desk"] {
        let wanted = format!("{event}{path}?find={}", u32::MAX);
        let shown = page(&mut desk.browser, &wanted).await;
        shown.has("0 entries for “4294967295”");
    }
    // The pairs of a table: two, and the entry of that number.
    let shown = page(&mut guest, &format!("{event}?find=2")).await;
    shown.has("data-testid=\"found\"");
    let answer = guest
        .ask("GET", &format!("{event}/desk?find=ana"), "")
        .await;
    assert_eq!(answer.status, 404);
    let answer = guest.ask("GET", &format!("{event}/desk?table=1"), "").await;
    assert_eq!(answer.status, 404);
}

/// Reads a page as a browser that has an earlier answer.
async fn again(browser: &mut Browser<'_>, path: &str, before: &Answer) -> Answer {
    let tag = before.head.split("\r\netag: w/").nth(1).expect("a tag");
    let tag = tag.lines().next().expect("a line").to_owned();
    let head = browser.head.clone();
    browser.head += &format!("\r\nif-none-match: W/{tag}");
    let answer = browser.ask("GET", path, "").await;
    browser.head = head;
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn public_page_changes_with_the_event_and_shows_each_reader_their_own() {
    let server = Server::fresh("rendered").await;
    let mut desk = evening(&server, 26).await;
    let event = desk.event.clone();
    let mut guest = Browser::new(&server);
    guest.head += "\r\naccept-language: en";
    let mut rosa = member(&server, "rosa").await;
    rosa.head += "\r\naccept-language: en";
    let is_directors = |page: &str| page.contains("data-testid=\"to-desk\"");
    let rings = |page: &str| page.contains("name=\"account\"");
    // In any order of readers, each sees their own page.
    for _ in 0..2 {
        let director = page(&mut desk.browser, &event).await;
        assert!(is_directors(&director) && rings(&director));
        let account = page(&mut rosa, &event).await;
        assert!(!is_directors(&account) && rings(&account));
        let other = page(&mut guest, &event).await;
        assert!(!is_directors(&other) && !rings(&other));
        let spanish = page(&mut guest, &format!("{event}?lang=es")).await;
        spanish.has("lang=\"es\"");
        spanish.has("Clasificación");
        other.has("lang=\"en\"");
    }

    for path in [event.clone(), format!("{event}/screen")] {
        let first = guest.ask("GET", &path, "").await.with(200);
        first.head.has("cache-control: no-cache, private");
        first.head.has("vary: accept-encoding");
        assert_eq!(again(&mut guest, &path, &first).await.status, 304);
        let head = guest.ask("HEAD", &path, "").await;
        assert_eq!((head.status, head.body.len()), (200, 0));
    }
    let first = guest.ask("GET", &event, "").await;
    line(&mut desk, "1 200 64").await;
    let changed = again(&mut guest, &event, &first).await.with(200);
    changed.has("200–64");
    page(&mut guest, &format!("{event}/screen"))
        .await
        .has("200–64");
    page(&mut guest, &format!("{event}?lang=es"))
        .await
        .has("200–64");
    page(&mut rosa, &event).await.has("200–64");

    // Addresses in the head are those by which the reader came.
    guest.head += "\r\nhost: localhost";
    let shown = guest.ask("GET", &event, "").await;
    shown.has(&format!("content=\"http://localhost{event}\""));
}
