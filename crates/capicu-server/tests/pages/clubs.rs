//! Clubs, by forms without a script: founded, joined, directed, and what their events add up to.

use super::common::browser::Browser;
use super::common::*;
use super::events::{Desk, after, done, led_to, page, reader};

async fn refused(browser: &mut Browser<'_>, path: &str, fields: &[(&str, &str)], status: u16) {
    let answer = browser.form(path, fields).await;
    assert_eq!(answer.status, status, "{fields:?}: {}", answer.text());
}

async fn found(browser: &mut Browser<'_>, address: &str) {
    let fields = [
        ("address", address),
        ("name", "Dominó Centro"),
        ("place", "Calle 8, 12"),
        ("evening", "Fridays"),
        ("about", "Since 1970.\n<b>All</b> welcome."),
    ];
    let answer = browser.form("/clubs/new", &fields).await;
    assert_eq!(led_to(&answer), format!("/club/{address}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn people_join_a_club_and_are_given_parts() {
    let server = Server::fresh("clubs").await;
    let mut nena = reader(&server, "nena").await;
    let mut luis = reader(&server, "luis").await;
    let mut rosa = reader(&server, "rosa").await;
    let mut stranger = Browser::guest(&server, "stranger").await;
    stranger.head += "\r\naccept-language: en";
    refused(&mut stranger, "/clubs/new", &[("address", "centro")], 401).await;
    let name = ("name", "Centro");
    refused(&mut nena, "/clubs/new", &[("address", "1a"), name], 422).await;
    refused(&mut nena, "/clubs/new", &[("address", "admin"), name], 422).await;
    let long = "x".repeat(61);
    let named = [("address", "centro"), ("name", long.as_str())];
    refused(&mut nena, "/clubs/new", &named, 422).await;
    found(&mut nena, "centro").await;
    refused(&mut luis, "/clubs/new", &[("address", "C3ntro"), name], 303).await;
    refused(
        &mut luis,
        "/clubs/new",
        &[("address", "c-e_ntr0"), name],
        409,
    )
    .await;

    // Anybody reads the page; nothing that was written is markup.
    let (club, desk) = ("/club/centro", "/club/centro/desk");
    let public = page(&mut stranger, club).await;
    for text in [
        "Dominó Centro",
        "Calle 8, 12",
        "Fridays",
        "&lt;b&gt;All",
        "@nena",
    ] {
        public.has(text);
    }
    assert_eq!(stranger.ask("GET", desk, "").await.status, 404);
    assert_eq!(luis.ask("GET", desk, "").await.status, 404);
    assert_eq!(stranger.ask("GET", "/club/nowhere", "").await.status, 404);
    (page(&mut stranger, "/clubs").await).has("/club/centro");

    // Asking, taking back, being refused and admitted. Sent twice, it is asked once.
    let ask = [("act", "ask")];
    done(&mut luis, club, &ask).await;
    assert_eq!(led_to(&luis.form(club, &ask).await), club);
    done(&mut luis, club, &[("act", "take-back")]).await;
    let admit = [("act", "admit"), ("username", "luis")];
    refused(&mut nena, desk, &admit, 409).await;
    done(&mut luis, club, &ask).await;
    (page(&mut nena, desk).await).has("admit-luis");
    done(&mut nena, desk, &admit).await;
    refused(&mut nena, desk, &admit, 409).await;
    // Nobody is named who did not say so.
    let public = page(&mut stranger, club).await;
    public.has_not("@luis");
    public.has("One person is not named here.");
    done(&mut luis, club, &[("act", "show")]).await;
    (page(&mut stranger, club).await).has("@luis");

    // By invitation, and by the link; not by one that was made up.
    let invite = [("act", "invite"), ("username", "Rosa")];
    done(&mut nena, desk, &invite).await;
    (page(&mut rosa, club).await).has("data-testid=\"invited\"");
    done(&mut rosa, club, &[("act", "decline")]).await;
    let shown = page(&mut nena, desk).await;
    let link = after(&shown, "href=\"http://")
        .split_once('/')
        .expect("a path")
        .1;
    let link = format!("/{link}");
    let mut forged = link.clone();
    forged.pop();
    forged.push(if link.ends_with('0') { '1' } else { '0' });
    refused(&mut rosa, &forged, &[], 404).await;
    refused(&mut stranger, &link, &[], 401).await;
    done(&mut rosa, &link, &[]).await;
    (page(&mut rosa, club).await).has("Your role in this club: player");

    // Only the owner gives parts; nobody makes themselves anything.
    let give = |to: &'static str, was: &'static str, part: &'static str| {
        [
            ("act", "give"),
            ("username", to),
            ("was", was),
            ("part", part),
        ]
    };
    refused(&mut luis, desk, &give("luis", "member", "director"), 404).await;
    refused(&mut nena, desk, &give("luis", "member", "owner"), 409).await;
    refused(&mut nena, desk, &give("luis", "results", "member"), 409).await;
    done(&mut nena, desk, &give("luis", "member", "director")).await;
    refused(&mut luis, desk, &give("rosa", "member", "results"), 404).await;
    let remove = |who: &'static str| [("act", "remove"), ("username", who)];
    refused(&mut luis, desk, &remove("nena"), 404).await;
    done(&mut luis, desk, &remove("rosa")).await;
    refused(&mut luis, desk, &remove("rosa"), 404).await;
    let audit = page(&mut nena, desk).await;
    audit.has("nena: luis, player → director: events, seasons, who joins");
    audit.has("luis: rosa, player → nothing");

    // The owner stays until the club is somebody else's.
    refused(&mut nena, club, &[("act", "leave")], 409).await;
    let over = [("act", "hand-over"), ("username", "luis")];
    refused(&mut nena, desk, &over, 422).await;
    done(&mut nena, desk, &[over[0], over[1], ("sure", "yes")]).await;
    refused(&mut nena, desk, &give("luis", "owner", "member"), 404).await;
    done(&mut nena, club, &[("act", "leave")]).await;
    assert_eq!(nena.ask("GET", desk, "").await.status, 404);

    // Whom the owner blocks asks and is not seen, by the link as well.
    luis.form("/friends/block", &[("username", "rosa")])
        .await
        .with(303);
    done(&mut rosa, &link, &[]).await;
    (page(&mut rosa, club).await).has("data-testid=\"asked\"");
    (page(&mut luis, desk).await).has_not("admit-rosa");
    refused(
        &mut luis,
        desk,
        &[("act", "invite"), ("username", "rosa")],
        409,
    )
    .await;

    // What is known of somebody is theirs to take away.
    let export = page(&mut luis, "/api/me/export").await;
    export.has("\"address\":\"centro\"");
    export.has("\"part\":\"owner\"");

    // Deleted, the last one leaves a closed club, which everybody may read.
    let deleted = luis.form("/me/delete", &[("sure", "yes")]).await;
    assert!(deleted.status < 400, "{}", deleted.text());
    let public = page(&mut stranger, club).await;
    public.has("data-testid=\"closed\"");
    (page(&mut stranger, "/clubs").await).has_not("/club/centro");
}

/// An event of the club for two, whose one meeting the first wins, or gets because the other is not there.
async fn evening<'a>(
    browser: Browser<'a>,
    fields: &[(&str, &str)],
    names: [&str; 2],
    is_played: bool,
) -> (Browser<'a>, String) {
    let mut browser = browser;
    let mut all = vec![("club", "centro"), ("preset", "sbyc-club")];
    all.extend(fields);
    let made = led_to(&browser.form("/events/new", &all).await);
    let event = made.trim_end_matches("/desk").to_owned();
    let mut desk = Desk {
        browser,
        event: event.clone(),
        key: 0,
    };
    let list = names.join("\n");
    desk.done("list", &[("list", &list)]).await;
    desk.done("open", &[]).await;
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    // Who sits first is the draw's to say.
    let shown = page(&mut desk.browser, &event).await;
    let table = shown
        .split("data-testid=\"pairing\"")
        .nth(1)
        .expect("a table");
    let first = table.find(names[0].trim()) < table.find(names[1].trim());
    let score = |wins: bool| if wins { ("2", "130") } else { ("0", "80") };
    let [one, other] = [score(first), score(!first)];
    let about = [("stage", "1"), ("round", "1"), ("meeting", "1")];
    let played = [
        ("kind", "played"),
        ("games-0", one.0),
        ("points-0", one.1),
        ("games-1", other.0),
        ("points-1", other.1),
    ];
    let absent = if first { "absent-1" } else { "absent-0" };
    let forfeit = [("kind", absent), ("sure", "yes")];
    let mut sent = about.to_vec();
    sent.extend(if is_played { &played[..] } else { &forfeit[..] });
    desk.done("rule", &sent).await;
    desk.done("close", &[("sure", "yes")]).await;
    desk.done("freeze", &[("sure", "yes")]).await;
    (desk.browser, event)
}

fn rows(page: &str, id: &str) -> Vec<String> {
    let begin = format!("<tr data-testid=\"{id}\">");
    let rows = page.split(&begin).skip(1);
    let text = |row: &str| {
        let row = row.split("</tr>").next().unwrap_or_default();
        let cells = row.replace('<', "\u{0}<");
        let parts = cells.split('\u{0}').filter_map(|part| part.split_once('>'));
        let words: Vec<&str> = parts.map(|(_, text)| text.trim()).collect();
        words
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    rows.map(text).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_adds_up_what_the_events_of_a_club_brought() {
    let server = Server::fresh("club-seasons").await;
    let mut nena = reader(&server, "nena").await;
    let mut luis = reader(&server, "luis").await;
    let mut stranger = Browser::guest(&server, "stranger").await;
    stranger.head += "\r\naccept-language: en";
    found(&mut nena, "centro").await;
    let (club, desk) = ("/club/centro", "/club/centro/desk");
    let season = |best: &'static str, rule: &'static str| {
        [
            ("act", "season"),
            ("number", "1"),
            ("name", "Spring"),
            ("rule", rule),
            ("best", best),
        ]
    };
    refused(&mut nena, desk, &season("two", "places"), 422).await;
    refused(&mut nena, desk, &season("", "luck"), 422).await;
    done(&mut nena, desk, &season("", "places")).await;
    (page(&mut stranger, "/club/centro/season/1").await).has("data-testid=\"season-empty\"");
    assert_eq!(
        stranger
            .ask("GET", "/club/centro/season/2", "")
            .await
            .status,
        404
    );

    // Nobody else makes events of the club, and a day is one of the calendar.
    let event = [("club", "centro"), ("preset", "sbyc-club"), ("name", "x")];
    refused(&mut luis, "/events/new", &event, 404).await;
    let day = [event[0], event[1], event[2], ("day", "2026-02-30")];
    refused(&mut nena, "/events/new", &day, 422).await;

    let on = |day: &'static str, name: &'static str| {
        [
            ("name", name),
            ("day", day),
            ("begins", "19:00"),
            ("season", "1"),
        ]
    };
    let (browser, one) = evening(nena, &on("2026-11-06", "First"), ["Ana", "Beto"], true).await;
    let (browser, _) = evening(browser, &on("2026-11-13", "Second"), ["Beto", "Cira"], true).await;
    let (mut nena, _) = evening(
        browser,
        &on("2026-11-20", "Third"),
        ["Beto", " ANA "],
        false,
    )
    .await;
    // By hand: the first of two has 2, the second 1. Ana 2 + 1, Beto 1 + 2 + 2, Cira 1.
    let told = page(&mut stranger, "/club/centro/season/1").await;
    let expected = ["1 Beto 5 3 1 2 2", "2 ANA 3 2 2 1", "3 Cira 1 1 1"];
    assert_eq!(rows(&told, "season-row"), expected);
    done(&mut nena, desk, &season("1", "places")).await;
    let told = page(&mut stranger, "/club/centro/season/1").await;
    let expected = ["1 ANA 2 2 2 1", "1 Beto 2 3 1 2 2", "3 Cira 1 1 1"];
    assert_eq!(rows(&told, "season-row"), expected);
    // A win is two points of the standings here, played or not.
    done(&mut nena, desk, &season("", "points")).await;
    let told = page(&mut stranger, "/club/centro/season/1").await;
    let expected = ["1 Beto 4 3 0 2 2", "2 ANA 2 2 2 0", "3 Cira 0 1 0"];
    assert_eq!(rows(&told, "season-row"), expected);

    // Two meetings were played; the forfeit is none.
    let rated = page(&mut stranger, "/club/centro/ratings").await;
    rated.has("2 meetings");
    let rated = rows(&rated, "club-rating");
    let matches: Vec<(&str, &str)> = rated
        .iter()
        .map(|row| {
            (
                row.split(' ').next().unwrap(),
                row.rsplit(' ').next().unwrap(),
            )
        })
        .collect();
    let mut sorted = matches.clone();
    sorted.sort_unstable();
    assert_eq!(
        sorted,
        [("Ana", "1"), ("Beto", "2"), ("Cira", "1")],
        "{rated:?}"
    );

    // The page and the calendar tell them.
    let public = page(&mut stranger, club).await;
    public.has("1. Beto");
    public.has("2026-11-20 19:00");
    let calendar = stranger.ask("GET", "/club/centro/calendar.ics", "").await;
    calendar.head.has("content-type: text/calendar");
    let calendar = calendar.text().to_owned();
    // A club without a zone has UTC.
    calendar.has("DTSTART:20261106T190000Z\r\n");
    calendar.has("SUMMARY:First\r\nLOCATION:Calle 8\\, 12\r\n");
    assert_eq!(calendar.matches("BEGIN:VEVENT").count(), 3);
    let shown = page(&mut stranger, &one).await;
    shown.has("Dominó Centro");

    // The archive finds events by name, person and year.
    let found = |page: &str| page.matches("data-testid=\"past-event\"").count();
    for (search, n) in [
        ("", 3),
        ("find=FIRST", 1),
        ("find=cira", 1),
        ("find=ana&year=2026", 2),
        ("find=ana&year=2025", 0),
        ("find=nobody", 0),
    ] {
        let archive = page(&mut stranger, &format!("/club/centro/archive?{search}")).await;
        assert_eq!(found(&archive), n, "{search}");
    }

    // Chats show the picture of the result.
    shown.has(&format!("{one}/result.png\""));
    let picture = stranger.ask("GET", &format!("{one}/result.png"), "").await;
    picture.head.has("content-type: image/png");
    assert!(picture.body.starts_with(b"\x89PNG"));

    // Somebody who reads the desk does nothing there; somebody for results does, and does not pair.
    done(&mut luis, club, &[("act", "ask")]).await;
    done(&mut nena, desk, &[("act", "admit"), ("username", "luis")]).await;
    let made = nena
        .form("/events/new", &[event[0], event[1], ("name", "Fourth")])
        .await;
    let fourth = led_to(&made).trim_end_matches("/desk").to_owned();
    let at_desk = format!("{fourth}/desk");
    assert_eq!(luis.ask("GET", &at_desk, "").await.status, 404);
    let enter = |key: &'static str| [("act", "enter"), ("name", key), ("key", key), ("seen", "1")];
    let open = [("act", "open"), ("key", "o"), ("seen", "3")];
    // The events of the club are among those that one helps with as soon as one does.
    let own = |page: &str| page.matches("data-testid=\"own-event\"").count();
    assert_eq!(own(&page(&mut luis, "/events").await), 0);
    let mut was = "member";
    for (part, enters, opens) in [
        ("display", 409, 409),
        ("results", 303, 409),
        ("pairing", 303, 303),
    ] {
        let give = [
            ("act", "give"),
            ("username", "luis"),
            ("was", was),
            ("part", part),
        ];
        done(&mut nena, desk, &give).await;
        was = part;
        assert_eq!(luis.ask("GET", &at_desk, "").await.status, 200, "{part}");
        assert!(own(&page(&mut luis, "/events").await) > 0, "{part}");
        let name = match part {
            "display" => "Dora",
            "results" => "Eva",
            _ => "Fito",
        };
        refused(&mut luis, &at_desk, &enter(name), enters).await;
        refused(&mut luis, &at_desk, &open, opens).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn league_continues_with_promotions_and_relegations() {
    let server = Server::fresh("club-league").await;
    let mut nena = reader(&server, "nena").await;
    found(&mut nena, "centro").await;
    let desk = "/club/centro/desk";
    let season = [
        ("act", "season"),
        ("number", "1"),
        ("name", "2026"),
        ("rule", "league"),
    ];
    done(&mut nena, desk, &season).await;
    let of = |name: &'static str, division: &'static str| {
        [
            ("name", name),
            ("season", "1"),
            ("division", division),
            ("exchanged", "1"),
        ]
    };
    let (mut nena, _) = evening(nena, &of("Upper", "1"), ["Ana", "Beto"], true).await;
    let not_yet = [("act", "next-season"), ("season", "1"), ("name", "2027")];
    let wrong = [("act", "next-season"), ("season", "1"), ("name", "…")];
    refused(&mut nena, desk, &wrong, 422).await;
    let (mut nena, _) = evening(nena, &of("Lower", "2"), ["Cira", "Dora"], true).await;
    // The last of the upper division goes down, the first of the lower one comes up.
    let told = page(&mut nena, "/club/centro/season/1").await;
    let divisions: Vec<&str> = told
        .split("data-testid=\"next-division\"")
        .skip(1)
        .collect();
    let names = |text: &str| {
        let end = text.split("</ol>").next().unwrap_or_default().to_owned();
        ["Ana", "Beto", "Cira", "Dora"].map(|name| end.contains(name))
    };
    assert_eq!(names(divisions[0]), [true, false, true, false]);
    assert_eq!(names(divisions[1]), [false, true, false, true]);
    done(&mut nena, desk, &not_yet).await;
    // Sent again it makes nothing twice.
    done(&mut nena, desk, &not_yet).await;
    nena.ask("GET", "/club/centro/season/3", "").await.with(404);
    let told = page(&mut nena, "/club/centro/season/2").await;
    told.has("2027 1");
    assert_eq!(told.matches("2027 1").count(), 1);
    // The divisions to take away, with where everybody goes.
    let csv = page(&mut nena, "/club/centro/season/1/season.csv").await;
    let goes = |name: &str| {
        let line = csv.lines().find(|line| line.contains(name));
        line.and_then(|line| line.rsplit(',').next().map(str::to_owned))
    };
    let due = ["1", "2", "1", "2"].map(|next| Some(format!("\"{next}\"")));
    assert_eq!(["Ana", "Beto", "Cira", "Dora"].map(goes), due, "{csv}");
    let json = page(&mut nena, "/club/centro/season/1/season.json").await;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["rule"], json["rows"].as_array().map(Vec::len)),
        (&"league".into(), Some(4))
    );
    let upper = after(&told, "<li><a href=\"/e/").to_owned();
    let entries = page(&mut nena, &format!("/e/{upper}")).await;
    assert_eq!(names(&entries), [true, false, true, false]);
    told.has("data-testid=\"no-next-season\"");
}

/// The number and the list of a player's bell.
async fn bell(browser: &mut Browser<'_>) -> (u64, String) {
    let told: serde_json::Value = browser.get("/bell?part=now&lang=en").await;
    let list = told["html"].as_str().expect("a list").to_owned();
    (told["n"].as_u64().expect("a number"), list)
}

#[tokio::test(flavor = "multi_thread")]
async fn times_are_those_of_the_club_and_people_hear_of_new_events() {
    let server = Server::fresh("club-zone").await;
    let mut nena = reader(&server, "nena").await;
    let mut luis = reader(&server, "luis").await;
    let mut rosa = reader(&server, "rosa").await;
    let (club, desk) = ("/club/centro", "/club/centro/desk");
    let of = |zone: &'static str| {
        [
            ("address", "centro"),
            ("name", "Dominó Centro"),
            ("zone", zone),
        ]
    };
    let answer = nena.form("/clubs/new", &of("Caracas")).await.with(422);
    answer.has("There is no time zone “Caracas”.");
    assert_eq!(
        led_to(&nena.form("/clubs/new", &of("america/caracas")).await),
        club
    );
    (page(&mut nena, club).await).has("Times: America/Caracas");
    for person in [&mut luis, &mut rosa] {
        done(person, club, &[("act", "ask")]).await;
    }
    done(&mut nena, desk, &[("act", "admit"), ("username", "luis")]).await;
    for person in [&mut nena, &mut luis, &mut rosa] {
        assert_eq!(bell(person).await.0, 0);
    }

    // Six rounds of 45 minutes with five breaks of five end after 4 hours and 55 minutes.
    let event = [
        ("club", "centro"),
        ("preset", "latin-pairs"),
        ("name", "Friday"),
        ("day", "2026-12-04"),
        ("begins", "20:00"),
    ];
    let made = led_to(&nena.form("/events/new", &event).await);
    let path = made.trim_end_matches("/desk").to_owned();
    let id = path.trim_start_matches("/e/");
    let public = page(&mut rosa, club).await;
    public.has("2026-12-04 20:00 – 2026-12-05 00:55");
    (page(&mut rosa, &path).await).has("2026-12-04 20:00 – 2026-12-05 00:55 (America/Caracas)");
    let calendar = page(&mut rosa, "/club/centro/calendar.ics").await;
    calendar.has("BEGIN:VTIMEZONE\r\nTZID:America/Caracas\r\n");
    calendar.has("TZOFFSETTO:-0400\r\n");
    calendar.has("DTSTART;TZID=America/Caracas:20261204T200000\r\nDTEND;TZID=America/Caracas:20261205T005500\r\n");

    // Members hear of it until they open it, with one tap. The director and those who only ask do not.
    let (n, list) = bell(&mut luis).await;
    assert_eq!(n, 1, "{list}");
    list.has("Dominó Centro has a new event: Friday");
    list.has("action=\"/club/centro\"");
    (page(&mut luis, "/bell").await).has("data-testid=\"bell-open-event\"");
    assert_eq!(bell(&mut nena).await.0, 0);
    assert_eq!(bell(&mut rosa).await.0, 0);
    let read = [("act", "read"), ("event", id)];
    assert_eq!(led_to(&luis.form(club, &read).await), path);
    assert_eq!(bell(&mut luis).await.0, 0);
    assert_eq!(led_to(&luis.form(club, &read).await), path, "twice");
    refused(
        &mut luis,
        club,
        &[("act", "read"), ("event", "//evil")],
        400,
    )
    .await;

    // Another end, and none at all; a change in the calendar is no new event.
    let change = |day: &'static str, begins: &'static str, ends: &'static str| {
        let fields = [("day", day), ("begins", begins), ("ends", ends)];
        [vec![("act", "event"), ("event", id)], fields.to_vec()].concat()
    };
    done(&mut nena, desk, &change("2026-12-04", "20:00", "23:30")).await;
    (page(&mut rosa, club).await).has("2026-12-04 20:00–23:30");
    assert_eq!(bell(&mut luis).await.0, 0);
    done(&mut nena, desk, &change("2026-12-04", "", "")).await;
    let calendar = page(&mut rosa, "/club/centro/calendar.ics").await;
    calendar.has("DTSTART;VALUE=DATE:20261204\r\nDTEND;VALUE=DATE:20261205\r\n");

    // The log and the audit have the times of the club, and the script leaves them so.
    let log = page(&mut nena, &format!("{path}/log")).await;
    log.has("Times: America/Caracas");
    log.has_not("<time");
    let managed = page(&mut nena, desk).await;
    managed.has("Times: America/Caracas");
    managed.has_not("<time");

    // In March the clock of Madrid goes from 01:59 to 03:00.
    let madrid = [
        ("act", "describe"),
        ("name", "Dominó Centro"),
        ("zone", "Europe/Madrid"),
    ];
    done(&mut nena, desk, &madrid).await;
    let skipped = nena
        .form(desk, &change("2027-03-28", "02:30", ""))
        .await
        .with(422);
    skipped.has("The clock in Europe/Madrid skips this time.");
    done(&mut nena, desk, &change("2027-03-28", "03:00", "04:00")).await;

    // What waits for somebody is in their own data, and goes when they leave.
    let second = [event[0], event[1], ("name", "Saturday")];
    led_to(&nena.form("/events/new", &second).await);
    assert_eq!(bell(&mut luis).await.0, 1);
    (page(&mut luis, "/api/me/export").await).has("\"new-events\":[{");
    done(&mut luis, club, &[("act", "leave")]).await;
    assert_eq!(bell(&mut luis).await.0, 0);
}
