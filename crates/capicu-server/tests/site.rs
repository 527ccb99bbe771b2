//! The pages around the table, used without a script.

use crate::common::*;
use capicu_protocol::{Me, MyMatch, MyTable, decode};
use capicu_server::Limits;

/// A browser: it sends forms, follows where they lead, and keeps a cookie.
struct Browser<'a> {
    server: &'a Server,
    cookie: Option<String>,
    /// The `Sec-Fetch-Site` header of the form's page.
    site: &'static str,
    led_to: String,
}

impl<'a> Browser<'a> {
    fn new(server: &'a Server) -> Self {
        Self {
            server,
            cookie: None,
            site: "same-origin",
            led_to: String::new(),
        }
    }

    async fn ask(&mut self, head: &str, body: &str) -> Answer {
        let cookie = self.cookie.as_ref();
        let cookie = cookie.map(|cookie| format!("\r\ncookie: {cookie}"));
        let head = format!(
            "{head} HTTP/1.1\r\nsec-fetch-site: {}{}\r\ncontent-type: application/x-www-form-urlencoded",
            self.site,
            cookie.unwrap_or_default()
        );
        let answer = request(self.server.address, &head, body.as_bytes()).await;
        for set in answer.head.split("\r\nset-cookie: ").skip(1) {
            let set = set.split(';').next().unwrap();
            if set.starts_with("capicu=") {
                self.cookie = (!set.ends_with('=')).then(|| set.to_owned());
            }
        }
        let led = answer.head.split("\r\nlocation: ").nth(1);
        self.led_to = led
            .and_then(|led| led.lines().next())
            .unwrap_or_default()
            .to_owned();
        answer
    }

    async fn get(&mut self, path: &str) -> String {
        let answer = self.ask(&format!("GET {path}"), "").await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.text().to_owned()
    }

    /// Sends a form; every byte is written out.
    async fn send(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let field = |(name, value): &(&str, &str)| {
            let value: String = value.bytes().map(|byte| format!("%{byte:02X}")).collect();
            format!("{name}={value}")
        };
        let body: Vec<String> = fields.iter().map(field).collect();
        self.ask(&format!("POST {path}"), &body.join("&")).await
    }

    async fn sent(&mut self, path: &str, fields: &[(&str, &str)]) {
        let answer = self.send(path, fields).await;
        assert_eq!(answer.status, 303, "{path}: {}", answer.text());
    }

    async fn answered(&mut self, path: &str, fields: &[(&str, &str)]) -> String {
        let answer = self.send(path, fields).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.text().to_owned()
    }

    async fn me(&mut self) -> Me {
        decode(&self.get("/api/me").await).unwrap()
    }
}

/// The test ids of a page.
#[track_caller]
fn shows(page: &str, id: &str) {
    assert!(
        page.contains(&format!("data-testid=\"{id}\"")),
        "no {id}: {page}"
    );
}

fn codes(page: &str) -> Vec<String> {
    let items = page.split("<li><code>").skip(1);
    items
        .map(|item| item.split('<').next().unwrap().to_owned())
        .collect()
}

/// The rules of a table are a page of the server, which names options that it cannot read.
#[tokio::test(flavor = "multi_thread")]
async fn rules_of_a_table_open_without_the_client() {
    let server = Server::fresh("table-rules").await;
    let path = "/rules?lang=en&game=block&players=2&target=61";
    let answer = request(server.address, &format!("GET {path} HTTP/1.1"), b"").await;
    assert_eq!(answer.status, 200);
    let page = answer.text();
    shows(page, "rules-page");
    assert!(page.contains("61"), "{page}");
    assert!(
        page.contains("href=\"/rules?game=block&amp;players=2&amp;target=61&amp;lang=es\""),
        "{page}"
    );
    for (wrong, named) in [
        ("target=x", "Target"),
        ("kapicu=3", "kapicu"),
        ("players=9", "no such game"),
    ] {
        let head = format!("GET /rules?lang=en&game=block&{wrong} HTTP/1.1");
        let answer = request(server.address, &head, b"").await;
        assert_eq!(answer.status, 422, "{wrong}");
        assert!(answer.text().contains(named), "{wrong}: {}", answer.text());
    }
    server.stop().await;
}

/// One page leads to the rules of every game, and tells search engines what it is.
#[tokio::test(flavor = "multi_thread")]
async fn rules_of_all_games_are_on_one_page() {
    let server = Server::fresh("rules-index").await;
    for (lang, title) in [
        ("en", "<title>Rules of all games – Capicú</title>"),
        ("es", "<title>Reglas de todos los juegos – Capicú</title>"),
        ("fr", "<title>Les règles de tous les jeux – Capicú</title>"),
    ] {
        let head = format!("GET /rules?lang={lang} HTTP/1.1");
        let answer = request(server.address, &head, b"").await.with(200);
        let page = answer.text();
        shows(page, "rules-index");
        assert!(page.contains(title), "{page}");
        assert!(
            page.contains("<meta name=\"description\" content=\""),
            "{page}"
        );
        for game in capicu::Game::ALL {
            for id in ["rules", "play", "learn"] {
                shows(page, &format!("{id}-{}", game.id));
            }
            assert!(page.contains(&format!("href=\"/rules/{}\"", game.id)));
        }
    }
    // The footer leads there, and each game has its own description.
    let head = "GET /rules/cien?lang=en HTTP/1.1";
    let answer = request(server.address, head, b"").await.with(200);
    let page = answer.text();
    assert!(page.contains("href=\"/rules\""), "{page}");
    assert!(page.contains("<meta name=\"description\""), "{page}");
    server.stop().await;
}

/// The first page begins with the usual game of the chosen country, until the reader takes the choice back.
#[tokio::test(flavor = "multi_thread")]
async fn country_decides_which_game_comes_first() {
    let server = Server::fresh("country").await;
    let mut ana = Browser::new(&server);
    let chosen = ana.send("/country", &[("country", "pr")]).await.with(303);
    chosen
        .head
        .has("set-cookie: country=pr; path=/; max-age=31536000");
    ana.cookie = Some("country=pr".to_owned());
    let home = ana.get("/?lang=en").await;
    home.has("value=\"cien\" data-testid=\"play-now\"");
    home.has("Cien comes first now.");
    home.has("value=\"pr\" aria-pressed=\"true\"");
    // A rule file comes first in the same way.
    ana.cookie = Some("country=ve".to_owned());
    let home = ana.get("/?lang=en").await;
    home.has("value=\"venezuelan\" data-testid=\"play-now\"");
    home.has("href=\"/play?game=venezuelan\"");
    for code in ["", "xx", "PR", "p;r"] {
        let undone = ana.send("/country", &[("country", code)]).await.with(303);
        assert!(
            undone
                .head
                .contains("set-cookie: country=; path=/; max-age=0"),
            "{code}"
        );
        ana.cookie = Some(format!("country={code}"));
        let home = ana.get("/?lang=en").await;
        home.has("value=\"jamaican-partner\" data-testid=\"play-now\"");
        assert!(!home.contains("country-undo"), "{code}");
    }
    ana.site = "cross-site";
    assert_eq!(ana.send("/country", &[("country", "pr")]).await.status, 403);
    server.stop().await;
}

/// Each game has a page with every way to begin.
#[tokio::test(flavor = "multi_thread")]
async fn game_has_a_page_of_its_own() {
    let server = Server::fresh("game-page").await;
    let mut ana = Browser::new(&server);
    for id in capicu_record::games::ids() {
        let page = ana.get(&format!("/games/{id}?lang=es")).await;
        for part in ["play-now", "private-table", "play-people"] {
            shows(&page, part);
        }
        page.has(&format!("href=\"/practice#learn={id}\""));
        let has_rules = page.contains(&format!("href=\"/rules/{id}\""));
        assert_eq!(has_rules, capicu::Game::by_id(id).is_some(), "{id}");
    }
    let nothing = ana.ask("GET /games/whist", "").await.with(404);
    shows(nothing.text(), "problem");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_shipped_rule_file_can_be_played_from_the_page_of_games() {
    let server = Server::fresh("games").await;
    let mut ana = Browser::new(&server);
    let page = ana.get("/games?lang=en").await;
    let files: Vec<_> = capicu_record::games::ids()
        .filter(|id| capicu::Game::by_id(id).is_none())
        .collect();
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        shows(&page, &format!("play-{file}"));
    }
    let played = ana.ask("POST /play", "game=brazilian-la-e-lo").await;
    assert_eq!(played.status, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_page_is_small_and_names_what_the_table_needs() {
    let server = Server::fresh("home").await;
    let mut ana = Browser::new(&server);
    let answer = ana.ask("GET /?lang=es", "").await;
    let script = ana.ask("GET /document.js", "").await;
    // Everything that the page needs, heads included, as it crosses the wire to a browser.
    let mut whole = [0; 2];
    for (path, size) in ["/?lang=es", "/document.js"].iter().zip(&mut whole) {
        let head = format!("GET {path} HTTP/1.1\r\naccept-encoding: gzip, br");
        let sent = request(server.address, &head, b"").await;
        assert!(sent.body.len() < 1_000 || sent.head.contains("content-encoding: br"));
        *size = sent.head.len() + sent.body.len();
    }
    assert!(whole.iter().sum::<usize>() <= HOME, "{whole:?}");
    assert_eq!(script.status, 200);
    let home = answer.text();
    assert!(home.contains("<html lang=\"es\">"));
    let loaded = home
        .split(" src=\"")
        .skip(1)
        .map(|from| from.split('"').next().unwrap());
    assert_eq!(loaded.collect::<Vec<_>>(), ["/document.js"]);
    assert!(!home.contains("rel=\"stylesheet\""));
    for game in capicu::Game::ALL {
        shows(home, &format!("game-{}", game.id));
    }
    // One board for each game, a large one, and that of the daily puzzle.
    assert_eq!(
        home.matches("class=\"board\"").count(),
        capicu::Game::ALL.len() + 2
    );
    shows(home, "private-table");
    shows(home, "to-games");
    if capicu_server::client() == capicu_server::Client::Embedded {
        let named = home.split("rel=\"prefetch\"").skip(1);
        let named = named.map(|link| {
            link.split("href=\"")
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap()
        });
        let named: Vec<&str> = named.collect();
        for part in [".wasm", "capicu-web-", "boot-", "style-"] {
            assert!(
                named.iter().any(|file| file.contains(part)),
                "{part}: {named:?}"
            );
        }
        assert!(
            named.iter().all(|file| !file.contains("practice")),
            "{named:?}"
        );
        // And with the table together.
        let mut sum: usize = whole.iter().sum();
        for path in ["/practice"].into_iter().chain(named) {
            let head = format!("GET {path} HTTP/1.1\r\naccept-encoding: br");
            let answer = request(server.address, &head, b"").await;
            assert_eq!(answer.status, 200, "{path}");
            sum += answer.head.len() + answer.body.len();
        }
        assert!(sum <= HOME_AND_TABLE, "{sum}");
    }
    server.stop().await;
}

/// The most that the first page may take with everything it needs, in bytes: the room that the table leaves it
/// (`xtask/src/web.rs`).
const HOME: usize = 12_000;

/// The most that it may take together with the table.
const HOME_AND_TABLE: usize = 350_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_language_is_remembered_by_going_to_a_page_not_by_what_scripts_fetch() {
    let server = Server::fresh("language").await;
    for (mode, remembered) in [
        ("sec-fetch-mode: navigate\r\n", true),
        ("", true),
        ("sec-fetch-mode: cors\r\n", false),
        ("sec-fetch-mode: same-origin\r\n", false),
    ] {
        let head = format!("GET /settings?lang=es HTTP/1.1\r\n{mode}accept-language: en");
        let answer = request(server.address, &head, b"").await;
        assert!(answer.text().contains("<html lang=\"es\">"), "{mode}");
        let is_set = answer.head.contains("\r\nset-cookie: lang=es;");
        assert_eq!(is_set, remembered, "{mode}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn guest_of_an_instant_match_finds_the_table_again() {
    let server = Server::fresh("play-now").await;
    let mut ana = Browser::new(&server);
    ana.sent("/play", &[("game", "cien"), ("name", " Ana ")])
        .await;
    let led_to = ana.led_to.clone();
    let (table, token) = led_to.strip_prefix("/t/").unwrap().split_once('#').unwrap();
    assert_eq!(ana.me().await.name.as_deref(), Some("Ana"));
    let home = ana.get("/").await;
    assert!(
        !home.contains("data-testid=\"my-tables\""),
        "nobody has sat down yet"
    );

    // The table's own page sits down with the cookie, which makes the seat the player's.
    let (table, token) = (table.to_owned(), token.parse().unwrap());
    let cookie = ana.cookie.clone();
    let player = Player::join_as(server.address, &table, &token, cookie.as_deref()).await;
    let player = player.unwrap();
    let told = player.snapshot.as_ref().unwrap();
    assert_eq!(told.rules.game, "cien");
    assert_eq!(told.seats[0].name.as_deref(), Some("Ana"));
    let home = ana.get("/").await;
    shows(&home, "my-tables");
    assert!(home.contains(&format!("href=\"/t/{table}\"")), "{home}");
    // Own tables come before that of others.
    let at = |text: &str| home.find(text).expect("it is there");
    assert!(at("data-testid=\"my-tables\"") < at("data-live="));
    // The name is not asked again, and the game played last is offered first.
    assert!(!home.contains("name=\"name\""), "{home}");
    home.has("value=\"cien\" data-testid=\"play-now\"");
    // A game that is a rule file is played all the same.
    ana.sent("/play", &[("game", "cubano")]).await;
    assert!(ana.led_to.starts_with("/t/"));
    drop(player);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_form_shows_its_error_and_keeps_the_input() {
    let server = Server::fresh("wrong-forms").await;
    let mut ana = Browser::new(&server);
    let long = "x".repeat(10_000);
    for (path, fields, status, kept) in [
        (
            "/play",
            &[("game", "cien"), ("name", "An\u{430}")][..],
            422,
            "value=\"An\u{430}\"",
        ),
        ("/play", &[("game", "cien"), ("name", &long)], 422, &long),
        (
            "/play",
            &[("game", "whist"), ("name", "Ana")],
            422,
            "value=\"Ana\"",
        ),
        (
            "/open",
            &[("link", "<i>here</i>")],
            422,
            "value=\"&lt;i&gt;here&lt;/i&gt;\"",
        ),
        ("/me/name", &[("name", "\u{202e}anA")], 422, "\u{202e}anA"),
        (
            "/sign-in",
            &[("username", "ana"), ("code", "aaaa-bbbb")],
            403,
            "value=\"aaaa-bbbb\"",
        ),
    ] {
        let answer = ana.send(path, fields).await;
        assert_eq!(answer.status, status, "{path}");
        shows(answer.text(), "problem");
        assert!(answer.text().contains("role=\"alert\""));
        assert!(answer.text().contains(kept), "{path}: {kept}");
        assert!(ana.cookie.is_none(), "{path}: nobody was made");
    }
    // Too long to be read at all.
    let longer = "x".repeat(40_000);
    let answer = ana
        .send("/play", &[("game", "cien"), ("name", &longer)])
        .await
        .with(413);
    shows(answer.text(), "problem");
    // No form.
    let answer = ana.ask("POST /me/name", "%ff%fe=&&&=").await;
    assert!(answer.status >= 400, "{}", answer.status);
    // Whoever reloads the answer to a form comes back to its page.
    for (path, to) in [("/me/name", "/me"), ("/open", "/"), ("/me/codes", "/me")] {
        ana.ask(&format!("GET {path}"), "").await;
        assert_eq!(ana.led_to, to, "{path}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_of_other_sites_do_nothing() {
    let server = Server::fresh("foreign-forms").await;
    let mut ana = Browser::new(&server);
    ana.sent("/me/name", &[("name", "Ana")]).await;
    for site in ["cross-site", "same-site"] {
        ana.site = site;
        for (path, fields) in [
            ("/play", &[("game", "cien")][..]),
            ("/open", &[("link", "abcdefghijk2")]),
            ("/me/name", &[("name", "Eve")]),
            ("/me/member", &[("username", "eve")]),
            ("/me/codes", &[]),
            ("/me/device", &[]),
            ("/me/sign-out", &[("session", "all")]),
            ("/me/delete", &[]),
            ("/sign-in", &[("username", "eve"), ("code", "a")]),
            ("/device/0f0f", &[]),
            ("/lobby/left", &[]),
            ("/q/abcdefghijk2/set", &[("unit", "off")]),
            ("/q/abcdefghijk2/sit", &[]),
            (
                "/events/trf",
                &[("name", "Friday"), ("report", "012 Friday")],
            ),
            ("/events/take", &[("log", "")]),
        ] {
            let answer = ana.send(path, fields).await;
            assert_eq!(answer.status, 403, "{path}: {}", answer.text());
            assert!(!answer.head.contains("set-cookie"), "{path}");
        }
    }
    ana.site = "same-origin";
    let me = ana.me().await;
    assert_eq!((me.name.as_deref(), me.username), (Some("Ana"), None));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_becomes_a_member_and_signs_other_devices_in() {
    let server = Server::fresh("member-pages").await;
    let mut ana = Browser::new(&server);
    let page = ana.get("/me").await;
    assert!(!page.contains("data-testid=\"devices\""), "nobody yet");
    ana.sent("/me/name", &[("name", "Ana")]).await;
    let taken = ana
        .send("/me/member", &[("username", "admin")])
        .await
        .with(422);
    assert!(taken.text().contains("value=\"admin\""));
    let page = ana.answered("/me/member", &[("username", "Ana_M")]).await;
    let codes = codes(&page);
    assert_eq!(codes.len(), 10);
    assert!(page.contains("Ana_M"));
    let page = ana.get("/me").await;
    assert!(!page.contains(&codes[0]), "shown once");
    shows(&page, "codes-left");

    // By a code, as somebody may write it.
    let mut phone = Browser::new(&server);
    let code = codes[0].to_uppercase().replace('-', " ");
    phone
        .sent("/sign-in", &[("username", "ana_m"), ("code", &code)])
        .await;
    assert_eq!(phone.me().await, ana.me().await);
    // By a link with a picture; it is asked first, and opens nothing twice.
    let page = ana.answered("/me/device", &[]).await;
    assert!(page.contains("<svg class=\"qr\""), "{page}");
    let link = page.split("data-testid=\"device-link\"").next().unwrap();
    let link = link
        .rsplit("value=\"")
        .next()
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    assert!(
        link.starts_with(&format!("http://{}/device/", server.address)),
        "{link}"
    );
    let path = link[link.find("/device/").unwrap()..].to_owned();
    let mut tablet = Browser::new(&server);
    shows(&tablet.get(&path).await, "sign-in-device");
    assert!(tablet.cookie.is_none(), "only asked");
    tablet.sent(&path, &[]).await;
    assert_eq!(tablet.me().await.username.as_deref(), Some("Ana_M"));
    let again = Browser::new(&server).send(&path, &[]).await.with(403);
    shows(again.text(), "problem");
    // A used link is refused before its form.
    let used = Browser::new(&server).ask(&format!("GET {path}"), "").await;
    assert_eq!(used.status, 403);
    shows(used.text(), "problem");
    assert!(!used.text().contains("sign-in-device"), "{}", used.text());

    // One device is signed out, then all.
    let page = ana.get("/me").await;
    let other = page.split("name=\"session\" value=\"").skip(1);
    let other = other.filter(|rest| rest.split('>').next().unwrap().contains("sign-out-other"));
    let other: Vec<String> = other
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect();
    assert_eq!(other.len(), 2, "{page}");
    ana.sent("/me/sign-out", &[("session", &other[0])]).await;
    assert_eq!(ana.led_to, "/me");
    ana.sent("/me/sign-out", &[("session", "all")]).await;
    assert!(ana.cookie.is_none());
    for device in [&mut phone, &mut tablet] {
        assert_eq!(device.ask("GET /api/me", "").await.status, 401);
    }
    shows(&ana.get("/?done=signed-out").await, "done");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_is_asked_first_and_is_for_good() {
    let server = Server::fresh("delete-page").await;
    let mut ana = Browser::new(&server);
    ana.sent("/me/name", &[("name", "<b>Ana</b>")]).await;
    let page = ana.get("/me/delete").await;
    shows(&page, "delete-me-sure");
    assert!(page.contains("&lt;b&gt;Ana&lt;/b&gt;") && !page.contains("<b>Ana"));
    assert_eq!(
        ana.me().await.name.as_deref(),
        Some("<b>Ana</b>"),
        "only asked"
    );
    ana.sent("/me/delete", &[]).await;
    assert!(ana.cookie.is_none());
    shows(&ana.get(&ana.led_to.clone()).await, "done");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_new_guests_have_to_wait() {
    let folder = Folder::new("people-flood");
    let limits = Limits {
        tables: "1/1".parse().unwrap(),
        ..Limits::NONE
    };
    let server = Server::limited(&folder, limits).await;
    Browser::new(&server)
        .sent("/me/name", &[("name", "Ana")])
        .await;
    let answer = Browser::new(&server)
        .send("/me/name", &[("name", "Eva")])
        .await
        .with(429);
    shows(answer.text(), "problem");
    assert!(answer.text().contains("value=\"Eva\""), "{}", answer.text());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_matches_show_result_and_players() {
    let server = Server::fresh("history-page").await;
    let mut ana = Browser::new(&server);
    ana.sent("/me/name", &[("name", "Ana")]).await;
    let created = create(server.address, &four(BOTS, &[("target", "1")])).await;
    let cookie = ana.cookie.clone();
    let (table, token) = (&created.table, &created.token);
    let player = Player::join_as(server.address, table, token, cookie.as_deref()).await;
    let player = player.unwrap().play(100).await;
    assert!(player.over().is_some());
    let told: Vec<MyMatch> = decode(&ana.get("/api/me/matches").await).unwrap();
    let won = told[0].winner;
    let page = ana.get("/history").await;
    assert_eq!(page.matches("data-testid=\"match\"").count(), 1, "{page}");
    let expected = if won == 0 { "Won" } else { "Lost" };
    page.has(&format!("<b>{expected}</b>: Jamaican Partner"));
    assert!(
        page.contains("With Yolanda (bot). Against Ramón (bot) and Winston (bot)."),
        "{page}"
    );
    let tables: Vec<MyTable> = decode(&ana.get("/api/me/tables").await).unwrap();
    assert_eq!(tables.len(), 1);
    drop(player);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offline_files_of_the_device_are_complete() {
    let server = Server::fresh("offline").await;
    let mut ana = Browser::new(&server);
    for lang in ["en", "es"] {
        let pages: Vec<String> =
            decode(&ana.get(&format!("/offline/pages?lang={lang}")).await).unwrap();
        for game in capicu::Game::ALL {
            let rules = format!("/rules/{}?lang={lang}", game.id);
            assert!(pages.contains(&rules), "{rules}");
        }
        for page in &pages {
            // It is one of the client's files.
            if page != "/icon.svg" || capicu_server::client() == capicu_server::Client::Embedded {
                let text = ana.get(page).await;
                let named = text.contains("rel=\"manifest\" href=\"/manifest.webmanifest\"");
                assert_eq!(named, text.starts_with("<!DOCTYPE html>"), "{page}");
            }
        }
        let page = ana.get(&format!("/offline?lang={lang}")).await;
        for link in page.split("href=\"/rules/").skip(1) {
            let link = format!("/rules/{}", link.split('"').next().unwrap());
            assert!(link == "/rules/general" || pages.contains(&link), "{link}");
        }
        // Whatever script wants to say is on the page of this device.
        let settings = ana.get(&format!("/settings?lang={lang}")).await;
        for said in [
            "close",
            "update",
            "update-now",
            "note-full",
            "note-lost",
            "note-elsewhere",
        ] {
            assert!(
                settings.contains(&format!("data-text=\"{said}\"")),
                "{said}"
            );
        }
        shows(&settings, "single-keys");
    }
    let answer = ana.ask("GET /manifest.webmanifest", "").await;
    answer.head.has("content-type: application/manifest+json");
    let manifest: serde_json::Value = serde_json::from_str(answer.text()).unwrap();
    assert_eq!(manifest["start_url"], "/");
    assert_eq!(manifest["display"], "standalone");
    let icons = manifest["icons"].as_array().unwrap();
    assert!(icons.iter().any(|icon| icon["purpose"] == "maskable"));
    if capicu_server::client() == capicu_server::Client::Embedded {
        for icon in icons {
            let path = icon["src"].as_str().unwrap();
            assert_eq!(
                ana.ask(&format!("GET {path}"), "").await.status,
                200,
                "{path}"
            );
        }
        let worker = ana.ask("GET /sw.js", "").await;
        worker.head.has("cache-control: no-cache");
        for file in worker.text().split("\"/assets/").skip(1) {
            let path = format!("/assets/{}", file.split('"').next().unwrap());
            let head = ana.ask(&format!("GET {path}"), "").await.head;
            assert!(
                path == "/assets/" || head.contains("immutable"),
                "{path}: {head}"
            );
        }
    }
    server.stop().await;
}
