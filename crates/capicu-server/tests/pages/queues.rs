//! An evening of winner stays, at the desk and on the public pages.

use capicu_event::{EntryId, Event, Log};

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, led_to, member, own_page, page};

/// An evening at two tables.
async fn evening(server: &Server) -> Desk<'_> {
    let mut browser = member(server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let fields = [
        ("preset", "winner-stays"),
        ("name", "Thursday"),
        ("tables", "2"),
        ("arena", "180"),
        ("minutes", ""),
        ("target", "100"),
        ("bye", "0"),
        ("requested", "0"),
        ("missed", "0"),
        ("win", "1 100-0"),
        ("loss", "0 0-100"),
        ("double", "0"),
        ("withdrawal", "stand"),
        ("check-in", "required"),
    ];
    let made = led_to(&browser.form("/events/new", &fields).await);
    Desk {
        event: made.trim_end_matches("/desk").to_owned(),
        browser,
        key: 0,
    }
}

/// The waiting entries according to the log, and the places at each table.
async fn seats(desk: &mut Desk<'_>) -> (Vec<EntryId>, Vec<Vec<EntryId>>) {
    let text = desk.log().await;
    let event = Event::verify(Log::read(text.as_bytes()).expect("a log")).expect("an event");
    let queue = event.state().stages[0].queue.as_ref().expect("a queue");
    let sides = queue.seats().tables().iter().map(|table| table.sides());
    let tables = sides.map(|sides| sides.iter().flatten().copied().collect());
    (queue.seats().queue().to_vec(), tables.collect())
}

/// Enters a result by the number of a table.
async fn result(desk: &mut Desk<'_>, line: &str) {
    let before = desk.log().await.lines().count();
    desk.send("line", &[("line", line)]).await;
    assert_eq!(desk.log().await.lines().count(), before + 1, "{line}");
}

/// The number of rounds in the form of the line.
fn rounds(page: &str) -> String {
    let rest = page.split("name=\"rounds\" value=\"").nth(1);
    let number = rest.and_then(|rest| rest.split('"').next());
    number.expect("the form of the line").to_owned()
}

fn name(id: EntryId) -> &'static str {
    [
        "A / H", "B / I", "C / J", "D / K", "E / L", "F / M", "G / N",
    ][id.0 as usize - 1]
}

/// The lines of the queue on a page.
fn lines(page: &str) -> Vec<String> {
    let list = page.split("data-testid=\"queue-waiting\"").nth(1);
    let list = list.and_then(|rest| rest.split("</ol>").next());
    let items = list.expect("a queue").split("<li>").skip(1);
    items.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn director_runs_an_evening_of_winner_stays() {
    let server = Server::fresh("queue").await;
    let mut desk = evening(&server).await;
    let event = desk.event.clone();
    let form = "/events/new?preset=winner-stays&begins=19:00&lang=en";
    page(&mut desk.browser, form)
        .await
        .has("Winner stays for 180 minutes at 2 tables; no match begins after 22:00");
    let list = "A / H\nB / I\nC / J\nD / K\nE / L\nF / M\nG / N";
    desk.done("list", &[("list", list)]).await;
    for entry in ["1", "2", "3", "4", "5", "6"] {
        desk.done("check-in", &[("entry", entry)]).await;
    }
    desk.done("open", &[]).await;
    desk.done("begin", &[]).await;
    page(&mut desk.browser, &format!("{event}/desk"))
        .await
        .has("No table is free");
    // G and N come late.
    desk.done("check-in", &[("entry", "7")]).await;
    let (waits, tables) = seats(&mut desk).await;
    assert_eq!((waits.len(), waits[2]), (3, EntryId(7)));
    let mut guest = Browser::guest(&server, "guest").await;
    guest.head += "\r\naccept-language: en";
    let public = page(&mut guest, &event).await;
    let shown = lines(&public);
    for (line, id) in shown.iter().zip(&waits) {
        assert!(line.contains(name(*id)), "{line}");
    }
    let own = own_page(&mut desk, waits[1].0).await;
    page(&mut guest, &own)
        .await
        .has("You are number 2 in the queue");

    // The second side wins at table 2. By its number in the room, the next match there is entered too.
    result(&mut desk, "2 40 105").await;
    let (_, after) = seats(&mut desk).await;
    assert_eq!(after[1], [waits[0], tables[1][1]]);
    let old = rounds(&page(&mut desk.browser, &format!("{event}/desk")).await);
    desk.done("begin", &[]).await;
    // A helper whose page is older than the match enters nothing.
    let before = desk.log().await;
    let late = [("line", "2 110 60"), ("rounds", old.as_str())];
    desk.send("line", &late).await;
    assert_eq!(desk.log().await, before);
    result(&mut desk, "2 110 60").await;
    let (now, after) = seats(&mut desk).await;
    assert_eq!(
        after[1],
        waits[..2],
        "the winner stays, and the next sits down"
    );
    assert_eq!(now, [waits[2], tables[1][0], tables[1][1]]);
    let waits = now;
    // The first in the queue goes home.
    let first = waits[0].0.to_string();
    let leave = [
        ("entry", first.as_str()),
        ("reason", "leaves"),
        ("sure", "yes"),
    ];
    desk.done("withdraw", &leave).await;
    let (now, _) = seats(&mut desk).await;
    assert_eq!(now, waits[1..]);
    let public = page(&mut guest, &event).await;
    assert_eq!(lines(&public).len(), now.len());
    let screen = page(&mut guest, &format!("{event}/screen")).await;
    assert_eq!(lines(&screen).len(), now.len());
    assert!(public.contains("data-testid=\"queue-results\""), "{public}");
    desk.done("begin", &[]).await;
    for line in ["1 100 20", "2 100 20"] {
        result(&mut desk, line).await;
    }
    desk.done("close", &[("sure", "yes")]).await;
    desk.done("freeze", &[("sure", "yes")]).await;
    server.stop().await;
}
