//! Events in a hall, by forms without a script.

use capicu_event::{Event, Log, standings};
use capicu_protocol::ClientMessage;

use super::common::browser::Browser;
pub use super::common::browser::{led_to, member, page};
use super::common::*;

/// A member who reads English pages.
pub async fn reader<'a>(server: &'a Server, name: &str) -> Browser<'a> {
    let mut browser = member(server, name).await;
    browser.head += "\r\naccept-language: en";
    browser
}

/// Sends a form, and expects to be led to a page that says that it is done.
pub async fn done(browser: &mut Browser<'_>, path: &str, fields: &[(&str, &str)]) {
    let answer = browser.form(path, fields).await;
    assert!(led_to(&answer).ends_with("?done=done"), "{fields:?}");
}

/// Returns the text of a page after `text`, up to the next quotation mark.
pub fn after<'a>(page: &'a str, text: &str) -> &'a str {
    let rest = page.split(text).nth(1);
    let rest = rest.unwrap_or_else(|| panic!("{text} in {page}"));
    rest.split('"').next().unwrap_or_default()
}

/// The address of an entry's own page.
pub async fn own_page(desk: &mut Desk<'_>, entry: u32) -> String {
    let of = format!("{}/entry/{entry}", desk.event);
    let shown = page(&mut desk.browser, &of).await;
    let link = after(&shown, "href=\"http://").to_owned();
    format!("/{}", link.split_once('/').expect("a path").1)
}

pub struct Desk<'a> {
    pub browser: Browser<'a>,
    pub event: String,
    pub key: u32,
}

impl Desk<'_> {
    /// Sends a form that shows the event as it is.
    pub async fn send(&mut self, act: &str, fields: &[(&str, &str)]) -> Answer {
        let desk = page(&mut self.browser, &format!("{}/desk", self.event)).await;
        // A copy that can only be read has no forms.
        let seen = match desk.contains("name=\"seen\"") {
            true => after(&desk, "name=\"seen\" value=\"").to_owned(),
            false => "1".to_owned(),
        };
        self.send_at(&seen, act, fields).await
    }

    async fn send_at(&mut self, seen: &str, act: &str, fields: &[(&str, &str)]) -> Answer {
        self.key += 1;
        let key = format!("k{}", self.key);
        let mut all = vec![("act", act), ("key", key.as_str()), ("seen", seen)];
        all.extend(fields);
        self.browser
            .form(&format!("{}/desk", self.event), &all)
            .await
    }

    pub async fn done(&mut self, act: &str, fields: &[(&str, &str)]) {
        assert!(
            led_to(&self.send(act, fields).await).ends_with("?done=done"),
            "{act}"
        );
    }

    pub async fn refused(&mut self, act: &str, fields: &[(&str, &str)], why: &str) {
        let answer = self.send(act, fields).await;
        assert!(
            (400..500).contains(&answer.status),
            "{act}: {}",
            answer.status
        );
        assert!(answer.text().contains(why), "{act}: {}", answer.text());
    }

    pub async fn log(&mut self) -> String {
        page(
            &mut self.browser,
            &format!("{}/files/event.jsonl", self.event),
        )
        .await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_is_made_directed_and_taken_away() {
    let folder = Folder::new("events");
    let server = Server::start(config(&folder.0)).await;
    let mut browser = member(&server, "nena").await;
    let form = page(&mut browser, "/events/new?preset=latin-pairs&lang=en").await;
    // From 19:00, with five breaks of five minutes.
    form.has("6 rounds of 45 minutes, 8 tables, ends 23:55");

    // The forfeit policy may not be missing.
    let filled = |win: &'static str| {
        vec![
            ("preset", "latin-pairs"),
            ("name", "Friday"),
            ("rounds", "2"),
            ("target", "200"),
            ("minutes", "30"),
            ("late", "2"),
            ("bye", "2 200-100"),
            ("requested", "1"),
            ("missed", "0"),
            ("win", win),
            ("loss", "0 0-200"),
            ("double", "0"),
            ("withdrawal", "stand"),
            ("check-in", "none"),
            ("begins", "19:00"),
            ("day", "2026-11-27"),
        ]
    };
    let answer = browser
        .form("/events/new?lang=en", &filled(""))
        .await
        .with(422);
    answer.has("may not be missing");
    let mut guest = Browser::guest(&server, "guest").await;
    let answer = guest.form("/events/new", &filled("2 200-0")).await;
    assert_eq!(answer.status, 401, "members only");
    let made = led_to(&browser.form("/events/new", &filled("2 200-0")).await);
    let event = made.trim_end_matches("/desk").to_owned();
    assert_eq!(
        guest.ask("GET", &made, "").await.status,
        404,
        "nobody else's desk"
    );
    let log = format!("{event}/files/event.jsonl");
    assert_eq!(
        guest.ask("GET", &log, "").await.status,
        404,
        "nobody else's log"
    );
    browser.head += "\r\naccept-language: en";
    guest.head += "\r\naccept-language: en";
    // The day is on the page of the event and in the list.
    page(&mut guest, &event).await.has("2026-11-27, 19:00");
    page(&mut guest, "/events").await.has("2026-11-27");
    let mut wrong = filled("2 200-0");
    wrong.retain(|(name, _)| *name != "day");
    wrong.push(("day", "2026-02-30"));
    browser.form("/events/new", &wrong).await.with(422);
    let mut desk = Desk {
        browser,
        event: event.clone(),
        key: 0,
    };

    // A list is taken whole or not at all, and every wrong line is named.
    let wrong = "A / B\nC / D;Club;x\n\"E";
    desk.refused("list", &[("list", wrong)], "Line 2").await;
    desk.refused("list", &[("list", wrong)], "Line 3").await;
    desk.refused("list", &[("list", "A / B\nC / D\nA / B")], "Line 3")
        .await;
    assert_eq!(desk.log().await.lines().count(), 1, "nothing was entered");
    desk.done("list", &[("list", "A / B\nC / D;Club;1500\nE / F")])
        .await;
    // The same form sent again enters nobody twice.
    let twice = [("name", "G / H")];
    desk.done("enter", &twice).await;
    desk.key -= 1;
    assert!(led_to(&desk.send("enter", &twice).await).ends_with("?done=again"));

    // By link, and not by a link that was made up.
    let shown = page(&mut desk.browser, &format!("{event}/desk")).await;
    let join = after(&shown, "href=\"http://")
        .split_once('/')
        .expect("a path")
        .1;
    let join = format!("/{join}");
    let own = led_to(
        &guest
            .form(
                &join,
                &[("name", "I / J"), ("shown", "number"), ("key", "x")],
            )
            .await,
    );
    let public = page(&mut guest, &event).await;
    assert!(
        public.contains("No. 5") && !public.contains("I / J"),
        "the name is not shown"
    );
    let mut forged = join.clone();
    forged.replace_range(
        join.len() - 2..,
        if join.ends_with("00") { "11" } else { "00" },
    );
    assert_eq!(guest.ask("GET", &forged, "").await.status, 404);
    assert_eq!(guest.form(&forged, &[("name", "K")]).await.status, 404);

    // A draft goes stale when somebody leaves; leaving is shown before it is done.
    desk.done("open", &[]).await;
    let drafted = desk.send("draft", &[]).await;
    assert!(led_to(&drafted).contains("/draft"), "it is looked at");
    let leaving = [("entry", "5"), ("reason", "ill")];
    let preview = desk.send("withdraw", &leaving).await.with(200);
    preview.has("is not paired any more");
    let sure = [leaving[0], leaving[1], ("sure", "yes")];
    // Whoever has not seen what came since is refused.
    let stale = desk.send_at("3", "withdraw", &sure).await;
    stale.has("The event changed while");
    desk.done("withdraw", &sure).await;
    desk.refused("publish", &[], "Throw the draft away").await;
    desk.done("discard", &[]).await;
    desk.send("draft", &[]).await;
    let draft = page(&mut desk.browser, &format!("{event}/draft")).await;
    let first = after(&draft, "name=\"t-0\" value=\"").to_owned();
    let twice = [
        ("t-0", first.as_str()),
        ("t-1", first.as_str()),
        ("reason", "x"),
    ];
    desk.refused("edit", &twice, "is seated twice").await;
    // A table less: its two have byes. Then a table more, for the same two.
    let sides: Vec<&str> = first.split(" – ").collect();
    let kept = after(&draft, "name=\"t-1\" value=\"").to_owned();
    let second = kept.as_str();
    let fewer = [
        ("t-0", ""),
        ("t-1", second),
        ("b-0", sides[0]),
        ("reason", "x"),
    ];
    desk.refused("edit", &fewer, sides[1]).await;
    let both = sides.join(" ");
    let fewer = [
        ("t-0", ""),
        ("t-1", second),
        ("b-0", both.as_str()),
        ("reason", "x"),
    ];
    desk.send("edit", &fewer).await;
    let shown = page(&mut desk.browser, &format!("{event}/draft")).await;
    assert_eq!(
        shown.matches("data-testid=\"drafted\"").count(),
        1,
        "{shown}"
    );
    let more = [
        ("t-0", first.as_str()),
        ("t-1", second),
        ("b-0", ""),
        ("reason", "x"),
    ];
    desk.send("edit", &more).await;
    let shown = page(&mut desk.browser, &format!("{event}/draft")).await;
    assert_eq!(
        shown.matches("data-testid=\"drafted\"").count(),
        2,
        "{shown}"
    );
    desk.done("publish", &[]).await;

    // Results: by slip from one side, confirmed by the other; not by a forged slip.
    let slips = page(&mut desk.browser, &format!("{event}/print/slips")).await;
    let links: Vec<String> = slips
        .split("<a href=\"http://")
        .skip(1)
        .filter_map(|rest| {
            let path = rest.split('"').next()?.split_once('/')?.1;
            path.contains("/slip/").then(|| format!("/{path}"))
        })
        .collect();
    assert_eq!(links.len(), 4, "two sides at two tables");
    let about = [("meeting", "1"), ("round", "1")];
    let say = |act: &'static str, key: &'static str, scores: [&'static str; 2]| {
        vec![
            ("act", act),
            ("key", key),
            about[0],
            about[1],
            ("points-0", scores[0]),
            ("points-1", scores[1]),
        ]
    };
    let answer = guest
        .form(&links[0], &say("claim", "a", ["200", "230"]))
        .await
        .with(409);
    answer.has("both have reached");
    let forged = links[0].replace("/slip/1-1-1-0/", "/slip/1-1-1-1/");
    assert_eq!(
        guest
            .form(&forged, &say("claim", "b", ["0", "200"]))
            .await
            .status,
        404
    );
    led_to(
        &guest
            .form(&links[0], &say("claim", "c", ["200", "90"]))
            .await,
    );
    let theirs = page(&mut guest, &links[1]).await;
    let what = after(&theirs, "name=\"what\" value=\"").to_owned();
    // Who claims again is not confirmed by who saw the claim before.
    led_to(
        &guest
            .form(&links[0], &say("claim", "d", ["200", "95"]))
            .await,
    );
    let confirm = |what: &str| {
        vec![
            ("act", "confirm".to_owned()),
            ("key", format!("e{what}")),
            ("meeting", "1".to_owned()),
            ("round", "1".to_owned()),
            ("what", what.to_owned()),
        ]
    };
    let fields = confirm(&what);
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    assert_eq!(guest.form(&links[1], &fields).await.status, 409);
    let theirs = page(&mut guest, &links[1]).await;
    let fields = confirm(after(&theirs, "name=\"what\" value=\""));
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    led_to(&guest.form(&links[1], &fields).await);
    let public = page(&mut guest, &event).await;
    assert!(public.contains("200–95"), "{public}");
    desk.refused("unpublish", &[("reason", "x")], "has results already")
        .await;
    let of = [("stage", "1"), ("round", "1")];
    let absent = [of[0], of[1], ("meeting", "2"), ("kind", "absent-0")];
    assert_eq!(desk.send("rule", &absent).await.status, 200, "shown first");
    let sure = [
        of[0],
        of[1],
        ("meeting", "2"),
        ("kind", "absent-0"),
        ("sure", "yes"),
    ];
    desk.done("rule", &sure).await;

    // What is taken away: the log is whole, and says what the pages say, in another program too.
    let text = desk.log().await;
    let event_of = Event::verify(Log::read(text.as_bytes()).unwrap()).unwrap();
    let stage = &event_of.state().stages[0];
    let first = &standings::standings(event_of.state(), stage)[0];
    let csv = page(&mut guest, &format!("{event}/files/standings.csv")).await;
    let winner = &event_of.state().entries[&first.entry].name;
    assert!(
        csv.lines().nth(1).is_some_and(|line| line.contains(winner)),
        "{csv}"
    );
    let json = page(&mut guest, &format!("{event}/files/event.json")).await;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["name"], "Friday");
    assert!(!json.to_string().contains("I / J"), "the name is not shown");
    // No report has the hidden name, and the public file has no rating: that of C / D is 1500.
    let mut reports = vec!["results".to_owned()];
    reports.extend((1..=5).map(|entry| format!("card/{entry}")));
    let files = [
        "standings.csv",
        "results.csv",
        "start-list.csv",
        "cross.csv",
        "cards.csv",
        "statistics.csv",
        "stage-1.trf",
    ];
    reports.extend(files.map(|file| format!("files/{file}")));
    for report in &reports {
        let shown = page(&mut guest, &format!("{event}/{report}")).await;
        let names_all = [
            "results",
            "card/5",
            "files/start-list.csv",
            "files/stage-1.trf",
        ];
        if names_all.contains(&report.as_str()) {
            shown.has("No. 5");
        }
        assert!(!shown.contains("I / J"), "{report}: {shown}");
    }
    let trf = page(&mut guest, &format!("{event}/files/stage-1.trf")).await;
    let rating = |line: &str| line.chars().skip(48).take(4).collect::<String>();
    let players = trf.lines().filter(|line| line.starts_with("001"));
    let ratings: Vec<String> = players.map(rating).collect();
    assert_eq!(ratings, ["    "; 5], "{trf}");
    assert!(!trf.contains("1500"), "{trf}");
    for file in ["stage-0.trf", "stage-2.trf", "stage-x.trf", "stage-.trf"] {
        let path = format!("{event}/files/{file}");
        let answer = guest.ask("GET", &path, "").await;
        assert_eq!(answer.status, 404, "{file}");
    }
    let own = page(&mut guest, own.split('?').next().unwrap()).await;
    assert!(own.contains("no-table"), "who left has no table: {own}");

    // The own page has the place and all rounds; a slip has lines for the hands on the first side only.
    own.has("data-testid=\"own-card\"");
    assert_eq!(slips.matches("data-testid=\"hands\"").count(), 2, "{slips}");

    // A helper puts results down and does nothing else.
    let mut helper = member(&server, "eva").await;
    helper.head += "\r\naccept-language: en";
    let at = format!("{event}/desk");
    assert_eq!(helper.ask("GET", &at, "").await.status, 404);
    desk.done("appoint", &[("username", "eva"), ("part", "helper")])
        .await;
    let mut helper = Desk {
        browser: helper,
        event: event.clone(),
        key: 1000,
    };
    helper.refused("draft", &[], "Only a director").await;
    helper
        .refused("undo", &[("sure", "yes")], "Only a director")
        .await;

    // Closed and opened again, everything is there.
    let before = desk.log().await;
    let cookie = desk.browser.cookie.clone();
    drop(helper);
    drop(guest);
    drop(desk);
    server.stop().await;
    let server = Server::start(config(&folder.0)).await;
    let mut browser = Browser::new(&server);
    browser.cookie = cookie;
    assert_eq!(page(&mut browser, &log).await, before);
    for what in [
        "screen",
        "print/slips",
        "print/pairings",
        "print/standings",
        "print/start-list",
        "print/cross",
        "print/cards",
        "print/statistics",
        "results",
        "card/1",
        "files/results.csv",
        "files/cross.csv",
        "files/cards.csv",
        "files/start-list.csv",
        "files/statistics.csv",
        "files/stage-1.trf",
        "entry/1",
        "table/1-1-1-0",
        "draft",
    ] {
        for lang in ["en", "es"] {
            page(&mut browser, &format!("{event}/{what}?lang={lang}")).await;
        }
    }
    server.stop().await;
}

/// Waits until a page shows something, without asking more often than an address may.
pub async fn until(browser: &mut Browser<'_>, path: &str, shown: &str) -> String {
    for _ in 0..150 {
        let text = page(browser, path).await;
        if text.contains(shown) {
            return text;
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    panic!("{shown} is never on {path}")
}

/// The form of an event of the club's game, two games of 40 points, played there.
pub fn filled(place: &'static str, grace: &'static str) -> Vec<(&'static str, &'static str)> {
    vec![
        ("preset", "sbyc-club"),
        ("name", "Friday"),
        ("rounds", "2"),
        ("games", "2"),
        ("target", "40"),
        ("minutes", ""),
        ("late", ""),
        ("bye", "2 2-0"),
        ("requested", "1"),
        ("missed", "0"),
        ("win", "2 2-0"),
        ("loss", "0 0-2"),
        ("double", "0"),
        ("withdrawal", "stand"),
        ("check-in", "none"),
        ("where", place),
        ("turn-time", "off"),
        ("grace", grace),
        ("absent", "forfeit"),
        ("watchers", "everybody"),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn online_round_returns_its_result_to_the_event() {
    let folder = Folder::new("online");
    let server = Server::start(config(&folder.0)).await;
    let mut browser = member(&server, "nena").await;
    browser.head += "\r\naccept-language: en";
    let answer = browser.form("/events/new", &filled("online", "0")).await;
    assert_eq!(answer.status, 422, "nobody is waited for without end");
    let made = led_to(&browser.form("/events/new", &filled("online", "5")).await);
    let event = made.trim_end_matches("/desk").to_owned();
    let mut desk = Desk {
        browser,
        event: event.clone(),
        key: 0,
    };
    let shown = page(&mut desk.browser, &format!("{event}/desk")).await;
    let join = after(&shown, "href=\"http://")
        .split_once('/')
        .expect("a path");
    let join = format!("/{}", join.1);
    // One is known to the server, the other is not.
    let mut ana = Browser::guest(&server, "Ana").await;
    let mut luis = Browser::new(&server);
    let mut own = Vec::new();
    for (browser, name) in [(&mut ana, "Ana"), (&mut luis, "Luis")] {
        browser.head += "\r\naccept-language: en";
        let entered = browser.form(&join, &[("name", name), ("key", name)]).await;
        let path = led_to(&entered);
        own.push(path.split('?').next().expect("a path").to_owned());
    }
    desk.done("open", &[]).await;
    desk.send("draft", &[]).await;
    desk.done("publish", &[]).await;
    // Ana has one tap from the event's page, Luis from his own link; nobody else has any.
    let mut tokens = Vec::new();
    for (browser, path) in [(&mut ana, &event), (&mut luis, &own[1])] {
        let ready = until(browser, path, "data-testid=\"table-ready\"").await;
        let link = after(&ready, "href=\"/t/")
            .split_once('#')
            .expect("a token");
        tokens.push((
            link.0.to_owned(),
            link.1.parse::<capicu_protocol::Token>().expect("a token"),
        ));
    }
    assert_eq!(tokens[0].0, tokens[1].0, "one table");
    let mut guest = Browser::guest(&server, "guest").await;
    guest.head += "\r\naccept-language: en";
    let public = until(&mut guest, &event, "data-testid=\"watch-tables\"").await;
    assert!(!public.contains("table-ready"), "others only watch");
    // The overlay of a stream has the names at the table, and no board before the first tile.
    let overlay = page(&mut guest, &format!("{event}/screen?for=stream")).await;
    overlay.has("data-testid=\"overlay\"");
    overlay.has("Table 1");
    assert_eq!(
        overlay.matches("data-testid=\"stream-name\"").count(),
        2,
        "{overlay}"
    );
    assert!(!overlay.contains("<header class") && !overlay.contains("class=\"board\""));
    let table = tokens[0].0.clone();
    let stranger = Player::join(server.address, &table, &new_token()).await;
    assert!(stranger.is_err(), "whoever is not entered cannot sit");
    // The sides say nothing of it; the table does.
    let claim = [
        ("act", "claim"),
        ("key", "c"),
        ("meeting", "1"),
        ("round", "1"),
        ("games-0", "2"),
        ("games-1", "0"),
        ("points-0", "20"),
        ("points-1", "0"),
    ];
    let answer = luis.form(&own[1], &claim).await.with(409);
    answer.has("writes its result down");
    until(
        &mut desk.browser,
        &format!("{event}/desk"),
        "0 of 2 are there",
    )
    .await;
    let address = server.address;
    let mut playing = Vec::new();
    for (table, token) in tokens {
        playing.push(tokio::spawn(async move {
            // A meeting has several matches: each begins by itself once both are ready for it.
            let mut player = Player::sit(address, &table, &token).await;
            let mut ready_for = None;
            loop {
                if let Some(over) = player.over() {
                    let (number, key) = (over.number, player.key());
                    let again = ClientMessage::Rematch { key, after: number };
                    if player.ask(&again).await.is_err() {
                        return player;
                    }
                    while player.over().is_some() {
                        player.hear().await.unwrap();
                    }
                    ready_for = None;
                }
                match player.owed() {
                    Some(ClientMessage::Ready { .. }) if ready_for == Some(player.next_deal()) => {
                        player.hear().await.unwrap();
                    }
                    Some(ready @ ClientMessage::Ready { .. }) => {
                        ready_for = Some(player.next_deal());
                        player.say(&ready).await;
                        player.hear().await.unwrap();
                    }
                    Some(act) => drop(player.ask(&act).await),
                    None => drop(player.hear().await.unwrap()),
                }
            }
        }));
    }
    for player in playing {
        player.await.unwrap();
    }
    // Stopped at once, the server has it all the same, and once.
    let cookie = desk.browser.cookie.clone();
    drop((ana, luis, guest, desk));
    server.stop().await;
    let server = Server::start(config(&folder.0)).await;
    let mut browser = Browser::new(&server);
    browser.cookie = cookie;
    browser.head += "\r\naccept-language: en";
    let log = format!("{event}/files/event.jsonl");
    until(&mut browser, &log, "\"recorded\"").await;
    tokio::time::sleep(std::time::Duration::from_secs(2)).await;
    let text = page(&mut browser, &log).await;
    assert_eq!(text.matches("\"fact\":\"recorded\"").count(), 1, "{text}");
    let whole = Event::verify(Log::read(text.as_bytes()).unwrap()).unwrap();
    let stage = &whole.state().stages[0];
    let outcome = stage.outcome(0, 0).expect("a result");
    let scores = outcome.scores(&stage.rules).expect("scores");
    assert!(
        scores
            .iter()
            .any(|score| score.games == 2 && score.points >= 80),
        "{scores:?}"
    );
    // Undone, it is not written again: the desk has the word.
    let mut desk = Desk {
        browser,
        event: event.clone(),
        key: 100,
    };
    desk.done("undo", &[("sure", "yes")]).await;
    until(&mut desk.browser, &format!("{event}/desk"), "was undone").await;
    let text = desk.log().await;
    assert_eq!(text.matches("\"fact\":\"recorded\"").count(), 1, "{text}");
    drop(desk);
    server.stop().await;
}
