//! The score sheet of a table in a hall: a slip opens it, and it returns the scores.

use percent_encoding::percent_decode_str;

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, after, led_to, member, page};
use super::formats::filled;

/// A pair of named people meets a pair without names: the sheet has the game, the target and the names of the table.
#[tokio::test(flavor = "multi_thread")]
async fn slip_opens_the_sheet_and_takes_its_scores() {
    let server = Server::fresh("score-sheets").await;
    let mut browser = member(&server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let mut fields = filled("latin-pairs", &[]);
    fields.retain(|(of, _)| *of != "target");
    fields.push(("target", "150"));
    let made = led_to(&browser.form("/events/new", &fields).await);
    let mut desk = Desk {
        browser,
        event: made.trim_end_matches("/desk").to_owned(),
        key: 0,
    };
    let event = desk.event.clone();
    let list = "name;people\nAna / Luis;Ana / Luis\nLions;";
    desk.done("list", &[("list", list), ("sure", "yes")]).await;
    desk.done("open", &[]).await;
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    let slips = page(&mut desk.browser, &format!("{event}/print/slips")).await;
    let slip = after(&slips, "<a href=\"http://")
        .split_once('/')
        .expect("a path")
        .1
        .to_owned();
    let slip = format!("/{slip}");
    let mut guest = Browser::guest(&server, "guest").await;
    guest.head += "\r\naccept-language: en";
    let shown = page(&mut guest, &slip).await;
    let link = after(&shown, "href=\"/score#").to_owned();
    let (path, start) = link.split_once("&amp;start=").expect("a start");
    let decoded = |text: &str| {
        percent_decode_str(text)
            .decode_utf8()
            .expect("a text")
            .into_owned()
    };
    assert_eq!(decoded(path.strip_prefix("slip=").expect("a path")), slip);
    let start = decoded(start);
    let mut parts = start.split('\t');
    let rules: Vec<&str> = parts.next().unwrap_or_default().split(' ').collect();
    // The game of the preset is Doscientos with other options.
    assert_eq!(rules[..2], ["doscientos", "4"], "{start}");
    assert!(rules.contains(&"paso=0"), "{start}");
    assert!(rules.contains(&"target=150"), "{start}");
    let names: Vec<&str> = parts.collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["Ana", "Lions", "Lions 2", "Luis"]);
    // Partners sit opposite each other.
    let at = |name: &str| {
        let place = names.iter().position(|of| *of == name);
        place.expect("a seat")
    };
    assert_eq!(at("Ana").abs_diff(at("Luis")), 2);

    // The scores come back filled in, and count when the side sends them.
    let filled = page(&mut guest, &format!("{slip}?sheet=150.90.w0")).await;
    filled.has("data-testid=\"from-sheet\"");
    for (name, value) in [("points-0", "150"), ("points-1", "90")] {
        filled.has(&format!("name=\"{name}\" value=\"{value}\""));
    }
    let claim = [
        ("act", "claim"),
        ("key", "a"),
        ("meeting", "1"),
        ("round", "1"),
        ("points-0", "150"),
        ("points-1", "90"),
    ];
    let wrong = page(&mut guest, &format!("{slip}?sheet=150")).await;
    wrong.has("data-testid=\"keep-score\"");
    led_to(&guest.form(&slip, &claim).await);
    page(&mut guest, &slip).await.has("data-testid=\"waiting\"");
    drop((guest, desk));
    server.stop().await;
}
