//! The score sheet of a table in a hall: a slip opens it, and it returns the scores.

use capicu_sheet::Event as Line;
use percent_encoding::percent_decode_str;

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, after, led_to, member, page};

/// A pair of named people meets a pair without names: the sheet has the game, the target and the names of the table.
#[tokio::test(flavor = "multi_thread")]
async fn slip_opens_the_sheet_and_takes_its_scores() {
    let server = Server::fresh("score-sheets").await;
    let mut browser = member(&server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let fields = [
        ("preset", "latin-pairs"),
        ("name", "Friday"),
        ("target", "150"),
    ];
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
    let Ok(Line::Started(start)) = Line::of_line(&format!("start {}", decoded(start))) else {
        panic!("{link}");
    };
    assert_eq!(start.game.id, "latin-american");
    assert_eq!(start.choices.target.get(), 150);
    let mut names = start.names.clone();
    names.sort();
    assert_eq!(names, ["Ana", "Lions", "Lions 2", "Luis"]);
    // Partners sit opposite each other.
    let at = |name: &str| {
        start
            .names
            .iter()
            .position(|of| of == name)
            .expect("a seat")
    };
    assert_eq!(at("Ana").abs_diff(at("Luis")), 2);

    // The scores come back filled in, and count when the side sends them.
    let filled = page(&mut guest, &format!("{slip}?sheet=150.90.w0")).await;
    filled.has("data-testid=\"from-sheet\"");
    for (name, value) in [("points-0", "150"), ("points-1", "90")] {
        filled.has(&format!("name=\"{name}\" value=\"{value}\""));
    }
    let wrong = page(&mut guest, &format!("{slip}?sheet=150")).await;
    wrong.has("data-testid=\"keep-score\"");
    drop((guest, desk));
    server.stop().await;
}
