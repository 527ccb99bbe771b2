//! Registration at the desk: places and who waits, who has paid, files of entries, prizes; and an arena.

use capicu_event::{Event, Log};

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, after, led_to, member, own_page, page, until};

/// Creates an event from a preset with changes.
async fn made<'a>(mut browser: Browser<'a>, preset: &str, differs: &[(&str, &str)]) -> Desk<'a> {
    browser.head += "\r\naccept-language: en";
    let mut filled = vec![
        ("preset", preset),
        ("name", "Friday"),
        ("minutes", "15"),
        ("target", "100"),
        ("bye", "0"),
        ("requested", "0"),
        ("missed", "0"),
        ("win", "2 100-0"),
        ("loss", "0 0-100"),
        ("double", "0"),
        ("withdrawal", "stand"),
        ("check-in", "none"),
    ];
    filled.extend(differs);
    let made = led_to(&browser.form("/events/new", &filled).await);
    Desk {
        event: made.trim_end_matches("/desk").to_owned(),
        browser,
        key: 0,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn late_entries_wait_and_payments_show_at_the_desk_only() {
    let server = Server::fresh("places").await;
    let prizes = "First; 2\nWomen; 1; women";
    let own = [
        ("places", "3"),
        ("fee", "US$15"),
        ("prizes", prizes),
        ("rounds", "2"),
        ("late", "2"),
        ("bye", "2 100-50"),
    ];
    let mut desk = made(member(&server, "nena").await, "latin-pairs", &own).await;
    let event = desk.event.clone();
    // A file with columns in an order of its own; what it asks for beyond the places is shown first.
    let file = "Paid,Name,Club,Phone,Category\r\nyes,A / B,Sur,555,women\r\n,C / D,,,\r\n,E / F,,,\r\n,G / H,,,\r\n";
    let wrong = file.replace("yes", "perhaps").replace("women", "kings");
    let answer = desk.send("list", &[("list", &wrong)]).await;
    assert!(answer.text().contains("Line 2"), "{}", answer.text());
    let shown = desk.send("list", &[("list", file)]).await;
    shown.has("G / H waits for a place");
    assert_eq!(desk.log().await.lines().count(), 1, "nothing was entered");
    desk.done("list", &[("list", file), ("sure", "yes")]).await;
    let mut guest = Browser::guest(&server, "guest").await;
    guest.head += "\r\naccept-language: en";
    let at_desk = page(&mut desk.browser, &format!("{event}/desk")).await;
    assert!(at_desk.contains("1 of 4 have paid"), "{at_desk}");
    let join = after(&at_desk, "href=\"http://")
        .split_once('/')
        .expect("a path")
        .1;
    let join = format!("/{join}");
    page(&mut guest, &join).await.has("data-testid=\"full\"");
    let fields = [("name", "I / J"), ("key", "j")];
    let own = led_to(&guest.form(&join, &fields).await);
    let own = own.split('?').next().expect("a path").to_owned();
    assert!(page(&mut guest, &own).await.contains("You are number 2"));
    let public = page(&mut guest, &event).await;
    public.has("US$15");
    public.has("3 of 3 places");
    assert!(!public.contains("paid"), "{public}");
    let waiting = public.split("waiting-list").nth(1).expect("a list");
    let place = |name: &str| waiting.find(name).expect("somebody");
    assert!(place("G / H") < place("I / J"));
    let json = page(&mut guest, &format!("{event}/files/event.json")).await;
    assert!(
        json.contains("\"waiting\":[4,5]") && !json.contains("paid"),
        "{json}"
    );
    let entries = format!("{event}/files/entries.csv");
    assert_eq!(guest.ask("GET", &entries, "").await.status, 404);

    // A withdrawal tells who comes up.
    let leaving = [("entry", "2"), ("reason", "ill")];
    let shown = desk.send("withdraw", &leaving).await;
    let told = shown.text();
    told.has("G / H, who was waiting, has a place");
    desk.done("withdraw", &[leaving[0], leaving[1], ("sure", "yes")])
        .await;
    assert!(page(&mut guest, &own).await.contains("You are number 1"));
    desk.done("paid", &[("entry", "4")]).await;
    desk.done("unpaid", &[("entry", "1")]).await;
    desk.done("categorise", &[("entry", "4"), ("category-0", "yes")])
        .await;
    let csv = page(&mut desk.browser, &entries).await;
    let line = |number: usize| csv.lines().nth(number).expect("a line").to_owned();
    assert!(
        line(1).contains("\"A / B\",\"A / B\",\"Sur\",\"\",\"women\",\"\",\"1\""),
        "{csv}"
    );
    assert!(line(4).contains("\"women\",\"x\",\"4\""), "{csv}");
    let limit = [("places", "4"), ("sure", "yes")];
    desk.done("limit", &limit).await;
    assert!(page(&mut guest, &own).await.contains("no-table"));

    // Prizes as things stand, and for everybody at the end. Both women may win the first.
    desk.done("open", &[]).await;
    for round in ["1", "2"] {
        desk.send("draft-consent", &[]).await;
        desk.done("publish", &[]).await;
        for meeting in ["1", "2"] {
            let of = [("stage", "1"), ("round", round), ("meeting", meeting)];
            let scores = [("points-0", "100"), ("points-1", "40")];
            desk.done("rule", &[of[0], of[1], of[2], scores[0], scores[1]])
                .await;
            // The overlay shows the first table without a result, or the table of the address.
            let own = |table: &str| format!("{event}/screen?for=stream{table}&lang=en");
            let wanted = page(&mut guest, &own(&format!("&table={meeting}"))).await;
            wanted.has("<b>100–40</b>");
            wanted.has(&format!("Table {meeting}"));
            let first = page(&mut guest, &own("")).await;
            match meeting {
                "1" => first.has("Table 2"),
                _ => first.has("Table 1"),
            };
            assert_eq!(first.contains("100–40"), meeting == "2", "{first}");
        }
    }
    let at_desk = page(&mut desk.browser, &format!("{event}/desk")).await;
    assert_eq!(at_desk.matches("data-testid=\"prize\"").count(), 2);
    let winners = |page: &str| {
        let list = page.split("prize-list").nth(1).expect("prizes").to_owned();
        let list = list.split("</table>").next().expect("an end").to_owned();
        list.matches("<div>").count()
    };
    assert!(winners(&at_desk) >= 2, "{at_desk}");
    let public = page(&mut guest, &event).await;
    assert_eq!(winners(&public), 0, "not before the end");
    desk.done("close", &[("sure", "yes")]).await;
    desk.done("freeze", &[("sure", "yes")]).await;
    let public = page(&mut guest, &event).await;
    assert!(winners(&public) >= 2);
    // The page starts with the final places. Every round, the last one too, is in a fold.
    let place = |text: &str| {
        public
            .find(text)
            .unwrap_or_else(|| panic!("{text}: {public}"))
    };
    assert!(place("data-testid=\"podium\"") < place("data-testid=\"standings\""));
    assert!(place("data-testid=\"standings\"") < place("data-testid=\"pairings\""));
    let podium = public.split("data-testid=\"podium\"").nth(1);
    let podium = podium.and_then(|rest| rest.split("</ol>").next());
    let first = csv_first(&page(&mut guest, &format!("{event}/files/standings.csv")).await);
    assert!(
        podium.is_some_and(|podium| podium.contains(&first)),
        "{podium:?}, {first}"
    );
    assert_eq!(public.matches("<summary>Round ").count(), 2, "{public}");
    let overlay = page(&mut guest, &format!("{event}/screen?for=stream&lang=en")).await;
    overlay.has("Final standings");
    assert!(
        overlay.contains(&first) && !overlay.contains("pairings"),
        "{overlay}"
    );
    // The desk takes nobody any more, and can still hide the event.
    let at_desk = page(&mut desk.browser, &format!("{event}/desk")).await;
    for gone in ["enter", "list", "limit", "paid-1", "announce", "unpublish"] {
        assert!(
            !at_desk.contains(&format!("data-testid=\"{gone}\"")),
            "{gone}"
        );
    }
    at_desk.has("data-testid=\"undo\"");
    let entry = page(&mut desk.browser, &format!("{event}/entry/1")).await;
    assert!(!entry.contains("data-testid=\"withdraw\""), "{entry}");
    desk.done("hide", &[]).await;
    let statistics = page(&mut guest, &format!("{event}/results?lang=en")).await;
    statistics.has("<th scope=\"row\">Entries</th>");
    let paper = page(&mut desk.browser, &format!("{event}/print/standings")).await;
    assert!(winners(&paper) >= 2);
    server.stop().await;
}

/// The name of the first entry of a file of standings.
fn csv_first(csv: &str) -> String {
    let line = csv.lines().nth(1).expect("an entry");
    line.split("\",\"").nth(3).expect("a name").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arena_is_paired_while_others_play() {
    let server = Server::fresh("arena").await;
    let mut browser = member(&server, "nena").await;
    let form = page(
        &mut browser,
        "/events/new?preset=arena&begins=19:00&lang=en",
    )
    .await;
    form.has("An arena of 60 minutes, 8 tables, nobody is paired after 20:00");
    let mut desk = made(browser, "arena", &[("arena", "30")]).await;
    let event = desk.event.clone();
    let list = "A / F\nB / G\nC / H\nD / I\nE / J";
    desk.done("list", &[("list", list)]).await;
    desk.done("open", &[]).await;
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    let at_desk = page(&mut desk.browser, &format!("{event}/desk")).await;
    assert!(at_desk.contains("Free: 1"), "one of five waits: {at_desk}");
    // The second table ends first: its two and whoever waited are free, and are paired while table 1 plays on.
    let of = |round: &'static str, meeting: &'static str| {
        [
            ("stage", "1"),
            ("round", round),
            ("meeting", meeting),
            ("points-0", "100"),
            ("points-1", "30"),
        ]
    };
    desk.done("rule", &of("1", "2")).await;
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    let at_desk = page(&mut desk.browser, &format!("{event}/desk")).await;
    for (number, is_there) in [(1, true), (2, false), (3, true), (4, false)] {
        let shown = at_desk.contains(&format!("data-testid=\"table-{number}\""));
        assert_eq!(shown, is_there, "table {number}: {at_desk}");
    }
    let slips = page(&mut desk.browser, &format!("{event}/print/slips")).await;
    assert!(slips.contains("Round 2, table 3"), "{slips}");
    let slip = slips.split("<a href=\"http://").skip(1).find_map(|rest| {
        let path = rest.split('"').next()?.split_once('/')?.1;
        path.contains("/slip/").then(|| format!("/{path}"))
    });
    let slip = slip.expect("a slip");
    let mut guest = Browser::guest(&server, "guest").await;
    guest.head += "\r\naccept-language: en";
    let public = page(&mut guest, &event).await;
    assert_eq!(
        public.matches("data-testid=\"pairings\"").count(),
        2,
        "both are going on"
    );
    // The first table, of the first pairing, ends last, and is put down by its own round.
    desk.done("rule", &of("1", "1")).await;
    let say = [
        ("act", "claim"),
        ("key", "s"),
        ("round", "2"),
        ("meeting", "3"),
        ("points-0", "100"),
        ("points-1", "20"),
    ];
    led_to(&guest.form(&slip, &say).await);
    let text = desk.log().await;
    let log = Event::verify(Log::read(text.as_bytes()).expect("a log")).expect("an event");
    let stage = &log.state().stages[0];
    assert_eq!(stage.rounds.len(), 2);
    assert!(stage.outcome(0, 0).is_some() && stage.outcome(0, 1).is_some());
    desk.done("rule", &of("2", "1")).await;
    desk.send("close", &[]).await.with(200);
    desk.done("close", &[("sure", "yes")]).await;
    desk.done("freeze", &[("sure", "yes")]).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn online_arena_lets_players_join_and_leave() {
    let server = Server::fresh("arena-online").await;
    let online = [
        ("arena", "30"),
        ("where", "online"),
        ("grace", "5"),
        ("turn-time", "off"),
    ];
    let mut desk = made(member(&server, "nena").await, "arena", &online).await;
    let event = desk.event.clone();
    desk.done("list", &[("list", "A / F\nB / G")]).await;
    desk.done("open", &[]).await;
    let mut phone = Browser::guest(&server, "phone").await;
    phone.head += "\r\naccept-language: en";
    let own = own_page(&mut desk, 1).await;
    // The tables are made beside the requests.
    until(&mut phone, &own, "data-testid=\"table-ready\"").await;
    let at_desk = page(&mut desk.browser, &format!("{event}/desk")).await;
    assert!(at_desk.contains("data-testid=\"by-itself\""), "{at_desk}");
    assert!(!at_desk.contains("data-testid=\"draft\""), "{at_desk}");

    // Two come late by the link of the event, and one of them leaves again before there is anybody to meet.
    let link = after(&at_desk, "href=\"http://").to_owned();
    let join = at_desk.split("/join/").nth(1).expect(&link);
    let join = format!("{event}/join/{}", join.split(['"', '<']).next().unwrap());
    let fields = [("name", "C / H"), ("key", "c")];
    let late = led_to(&phone.form(&join, &fields).await);
    let late = late.split('?').next().unwrap().to_owned();
    let waits = page(&mut phone, &late).await;
    assert!(waits.contains("As soon as somebody else is"), "{waits}");
    let leave = [("act", "leave"), ("key", "l")];
    led_to(&phone.form(&late, &leave).await);
    let gone = page(&mut phone, &late).await;
    assert!(gone.contains("data-testid=\"not-paired\""), "{gone}");
    // The same form again changes nothing, and a new one says that they have left.
    assert!(led_to(&phone.form(&late, &leave).await).ends_with("done=again"));
    phone
        .form(&late, &[("act", "leave"), ("key", "m")])
        .await
        .with(409);
    let other = [("name", "D / I"), ("key", "d")];
    let other = led_to(&phone.form(&join, &other).await);
    let other = other.split('?').next().unwrap().to_owned();
    let waits = page(&mut phone, &other).await;
    assert!(waits.contains("data-testid=\"free\""), "{waits}");
    led_to(
        &phone
            .form(&late, &[("act", "come-back"), ("key", "n")])
            .await,
    );
    for own in [&late, &other] {
        until(&mut phone, own, "data-testid=\"sit-0\"").await;
    }
    // The desk rules on one table: its two are told how they stand, and wait, since they have just met.
    let scores = [
        ("stage", "1"),
        ("round", "1"),
        ("meeting", "1"),
        ("points-0", "100"),
        ("points-1", "30"),
    ];
    desk.done("rule", &scores).await;
    let free = page(&mut phone, &own).await;
    assert!(free.contains("data-testid=\"free\""), "{free}");
    assert!(free.contains(" of 4"), "{free}");
    let text = desk.log().await;
    let log = Event::verify(Log::read(text.as_bytes()).expect("a log")).expect("an event");
    assert_eq!(log.state().stages[0].rounds.len(), 2);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preset_of_ones_own_is_a_file() {
    let server = Server::fresh("preset").await;
    let mut browser = member(&server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let file = page(&mut browser, "/events/presets/sbyc-club.toml").await;
    browser
        .ask("GET", "/events/presets/none.toml", "")
        .await
        .with(404);
    // A line that is wrong is named, and what was written is still there.
    let wrong = file.replace("members = [1, 1]", "members = \"one\"");
    assert_ne!(wrong, file);
    let answer = browser
        .form("/events/new", &[("file", &wrong), ("look", "yes")])
        .await
        .with(422);
    let line = wrong.lines().position(|line| line.starts_with("members"));
    let line = format!("line {}", 1 + line.expect("a line"));
    assert!(answer.text().contains(&line), "{}", answer.text());
    assert!(answer.text().contains("members = &quot;one&quot;"));
    // Other tie-breaks than any preset that is shipped.
    let own = file.replace("standings = [", "standings = [\"loves\", ");
    assert_ne!(own, file);
    let fields = [("file", own.as_str()), ("look", "yes"), ("entries", "8")];
    let answer = browser.form("/events/new", &fields).await.with(200);
    assert!(answer.text().contains("7 rounds"), "{}", answer.text());
    let fields = [("file", own.as_str()), ("name", "Ours")];
    let made = led_to(&browser.form("/events/new", &fields).await);
    let log = made.replace("/desk", "/files/event.jsonl");
    let log = page(&mut browser, &log).await;
    assert!(log.contains("\"standings\":[\"loves\","), "{log}");
    server.stop().await;
}
