//! Entry lists with doubtful lines, and events from report files (TRF).

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, led_to, member, page};
use super::hands::FIELDS;

/// A list with doubtful lines is entered after a preview that names them.
#[tokio::test(flavor = "multi_thread")]
async fn doubtful_list_is_entered_after_a_preview() {
    let server = Server::fresh("doubtful-list").await;
    let mut browser = member(&server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let made = led_to(&browser.form("/events/new", &FIELDS).await);
    let mut desk = Desk {
        browser,
        event: made.trim_end_matches("/desk").to_owned(),
        key: 0,
    };
    let list = "Ana / Luis\nÁna / Luis\nEva\nSol / SOL";
    let answer = desk.send("list", &[("list", list)]).await.with(200);
    answer.has("data-testid=\"list-warnings\"");
    answer.has("Line 2: looks like Ana / Luis (Line 1)");
    answer.has("Line 3: a partner is missing");
    answer.has("Line 4: SOL appears twice in this entry");
    assert_eq!(desk.log().await.lines().count(), 1, "nothing was entered");
    desk.done("list", &[("list", list), ("sure", "yes")]).await;
    assert_eq!(desk.log().await.lines().count(), 1 + 4);
    // A list without doubts is entered at once.
    desk.done("list", &[("list", "Ida / Leo")]).await;
    server.stop().await;
}

/// A report file of entries that all meet in the only round.
fn file(entries: usize) -> String {
    let line = |number: usize| {
        let (opponent, seat, ending) = match number % 2 {
            1 => (number + 1, 'w', '1'),
            _ => (number - 1, 'b', '0'),
        };
        let name = format!("Pair {number} / Two");
        format!(
            "001 {number:>4}      {name:<33}{:42}  {opponent:>4} {seat} {ending}\n",
            ""
        )
    };
    (1..=entries).map(line).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn report_file_becomes_an_event() {
    let server = Server::fresh("report-file").await;
    let mut guest = Browser::guest(&server, "guest").await;
    guest.head += "\r\naccept-language: en";
    let form = page(&mut guest, "/events/trf").await;
    assert!(form.contains("data-testid=\"members-only\"") && !form.contains("<textarea"));
    let mut browser = member(&server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let form = page(&mut browser, "/events/trf").await;
    form.has("name=\"report\"");
    let wrong = file(4).replacen("   2 w 1", "   2 w 0", 1);
    let fields = [("name", "Friday"), ("report", wrong.as_str())];
    let answer = browser.form("/events/trf", &fields).await.with(422);
    answer.has("Line 1: round 1: the result contradicts line 2");
    let wrong = file(4).replacen("001    1", "001    x", 1);
    let fields = [("name", "Friday"), ("report", wrong.as_str())];
    let answer = browser.form("/events/trf", &fields).await.with(422);
    answer.has("Line 1: starting rank in columns 5 to 8 is not a number");
    let right = file(4);
    let fields = [("name", "Friday"), ("report", right.as_str())];
    let desk = led_to(&browser.form("/events/trf", &fields).await);
    let event = desk.split("/desk").next().expect("an event");
    let standings = page(&mut guest, &format!("{event}/files/standings.csv")).await;
    assert_eq!(standings.lines().count(), 1 + 4, "{standings}");
    let again = page(&mut guest, &format!("{event}/files/stage-1.trf")).await;
    again.has("001    1      Pair 1 / Two");
    assert!(!again.contains("042 1970"), "{again}");
    // The day of the import, by the calendar.
    let day = again.lines().find_map(|line| line.strip_prefix("042 "));
    let day: Vec<&str> = day.expect("a day").split('/').collect();
    let lengths: Vec<usize> = day.iter().map(|part| part.len()).collect();
    assert_eq!(lengths, [4, 2, 2], "{again}");
    server.stop().await;
}

/// The log of an event is longer than the file that it comes from.
#[tokio::test(flavor = "multi_thread")]
async fn bytes_of_an_imported_event_count_for_the_address() {
    let folder = Folder::new("report-disk");
    let mut config = config(&folder.0);
    config.limits.disk = std::num::NonZeroU32::MIN;
    let server = Server::start(config).await;
    let mut browser = member(&server, "nena").await;
    let file = file(64);
    let fields = [("name", "Friday"), ("report", file.as_str())];
    let mut sent = 0;
    loop {
        let answer = browser.form("/events/trf", &fields).await;
        if answer.status == 429 {
            break;
        }
        assert_eq!(answer.status, 303, "{}", answer.text());
        sent += file.len();
        assert!(sent < 400_000, "a megabyte is stored long before");
    }
    server.stop().await;
}
