//! The first page: resume a table, play at once, make a table, read the rules.

use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use capicu::Game;
use capicu_i18n::Texts;
use capicu_protocol::{
    ApiErrorCode, CreateTable, Hints, Level, Plan, TableId, TableRules, TurnTime,
};
use capicu_store::SignedIn;
use capicu_table::Code;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::boards::Boards;
use super::country::{self, Country};
use super::extract::{Ask, Line, Wrong, lead_to, status, told};
use super::live::{self, Watched};
use super::my_tables::{self, ListedTable};
use super::puzzles;
use super::{challenge, device, event, learn, preview};
use crate::assets;
use crate::file_game;
use crate::{Failure, What, make_table};

/// `GET /`: the first page.
pub async fn show(ask: Ask) -> Response {
    answer(&ask, None).await
}

/// The game, and how strong the bots are.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Play {
    game: String,
    level: String,
}

/// `POST /play`: makes a table with bots in all other seats, also for a new visitor.
pub async fn play(ask: Ask) -> Response {
    match sit_down(&ask).await {
        Ok((address, cookie)) => lead_to(&address, cookie),
        Err(failure) => {
            let field = match failure.code() {
                ApiErrorCode::BadName => "name",
                _ => "",
            };
            let code = failure.code();
            answer(&ask, Some(Wrong { field, code })).await
        }
    }
}

async fn sit_down(ask: &Ask) -> Result<(String, Option<HeaderValue>), Failure> {
    ask.is_from_here()?;
    if !ask.site.allows(What::Table, ask.peer, &ask.headers) {
        return Err(Failure::new(ApiErrorCode::Flood));
    }
    ask.read().await?;
    let form: Play = ask.form();
    let rules = rules_of(&form.game).ok_or(Failure::new(ApiErrorCode::UnknownGame))?;
    let (found, cookie) = ask.player().await?;
    let table = CreateTable {
        seats: seats(rules.players),
        rules,
        turn_time: Some(TurnTime::Off),
        grace: None,
        level: Level::named(&form.level),
        // Only bots play against the player, so hints are fair.
        hints: Some(Hints::On),
        watching: None,
        passed: None,
        name: found.player.name,
    };
    let made = make_table(&ask.site, &table).await?;
    Ok((format!("/t/{}#{}", made.table, made.token), cookie))
}

fn seats(players: u8) -> Vec<Plan> {
    let plan = |seat| if seat == 0 { Plan::Me } else { Plan::Bot };
    (0..players).map(plan).collect()
}

/// The rules of a game by its id, as usual.
fn rules_of(id: &str) -> Option<TableRules> {
    if let Some(game) = Game::by_id(id) {
        return Some(TableRules {
            game: game.id.to_owned(),
            players: game.players[0],
            title: None,
            options: Default::default(),
        });
    }
    let files = file_game::shipped(Default::default());
    let file = files.into_iter().find(|file| file.id == id)?;
    file.rules.into_iter().next()
}

/// A link to a table.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Open {
    link: String,
}

/// `POST /open`: opens the table of a link, even of an incomplete one.
pub async fn open(ask: Ask) -> Response {
    if let Err(failure) = ask.read().await {
        return ask.problem(&failure, "/");
    }
    let Open { link } = ask.form();
    match address_of(&link).or_else(|| of_a_code(&link)) {
        Some(address) => lead_to(&address, None),
        None => {
            let code = ApiErrorCode::NotFound;
            let field = "link";
            answer(&ask, Some(Wrong { field, code })).await
        }
    }
}

/// The page of a code, from the code itself or a link that ends in it.
fn of_a_code(text: &str) -> Option<String> {
    let end = text.trim().rsplit('/').next()?;
    let code = Code::new(end.split('?').next()?)?;
    Some(format!("/j/{code}"))
}

/// The address of a table on this server, from a link, its end, or the id of the table.
fn address_of(link: &str) -> Option<String> {
    let link = link.trim();
    let end = link.rsplit_once("/t/").map_or(link, |(_, end)| end);
    let (table, token) = end.split_once('#').unwrap_or((end, ""));
    let table = table.split('?').next().unwrap_or_default();
    let table: TableId = table
        .trim_end_matches('/')
        .to_ascii_lowercase()
        .parse()
        .ok()?;
    let is_token = |text: &str| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    if !(token.is_empty() || is_token(token)) {
        return None;
    }
    Some(match token {
        "" => format!("/t/{table}"),
        token => format!("/t/{table}#{}", token.to_ascii_lowercase()),
    })
}

async fn answer(ask: &Ask, wrong: Option<Wrong>) -> Response {
    let found = match ask.who().await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, "/"),
    };
    let tables = match &found {
        Some(found) => my_tables::of(ask, found).await,
        None => Ok(Vec::new()),
    };
    let tables = match tables {
        Ok(tables) => tables,
        Err(failure) => return ask.problem(&failure, "/"),
    };
    let challenges = match &found {
        Some(found) => challenge::lines(ask, found).await,
        None => html! {},
    };
    let apart = match live::apart(ask, found.as_ref()).await {
        Ok(apart) => apart,
        Err(failure) => return ask.problem(&failure, "/"),
    };
    let parts = Parts {
        found,
        tables,
        challenges,
        puzzle: puzzles::daily(ask).await,
        events: event::latest(ask).await,
        waiting: ask.site.lobby().count().await.unwrap_or_default(),
        watched: live::find(ask, &apart).await,
    };
    let body = body(ask, &parts, wrong);
    let texts = ask.texts();
    let title = texts.app_name();
    let preview = preview::head(ask, &title, &texts.app_tagline(), "/", preview::PICTURE);
    let page = ask.page_with(&title, "/", &html! { (fetched_ahead()) (preview) }, &body);
    match wrong {
        Some(wrong) => (status_of(wrong), page).into_response(),
        None => page,
    }
}

/// The content of the first page, without the games.
struct Parts {
    found: Option<SignedIn>,
    tables: Vec<ListedTable>,
    challenges: Markup,
    puzzle: Option<puzzles::Daily>,
    events: Markup,
    /// How many people seek a table.
    waiting: usize,
    /// The tables open to spectators.
    watched: Watched,
}

fn status_of(wrong: Wrong) -> StatusCode {
    match wrong.field {
        // The page exists, but the link in the form leads nowhere.
        "link" => StatusCode::UNPROCESSABLE_ENTITY,
        _ => status(wrong.code),
    }
}

fn body(ask: &Ask, parts: &Parts, wrong: Option<Wrong>) -> Markup {
    let texts = ask.texts();
    let name = parts.found.as_ref();
    let name = name.and_then(|found| found.player.name.as_deref());
    let mut played = parts.tables.iter().map(|mine| &mine.table);
    let played = played.find(|table| table.title.is_none());
    let played = played.and_then(|table| Game::by_id(&table.game));
    let country = Country::of(&ask.headers).map(|country| country.game);
    let usual = played.map(|game| game.id).or(country);
    let shown = usual.unwrap_or(Game::ALL[0].id);
    let done = match ask.done().as_str() {
        "signed-out" => Some(texts.me_signed_out()),
        "deleted" => Some(texts.me_deleted()),
        _ => None,
    };
    let live = html! {
        div.rim data-live=(live::address(ask, live::TABLE)) { (live::front(ask, &parts.watched)) }
    };
    html! {
        main.front #content data-testid="home-page" {
            (PreEscaped(&Boards::all().live_sheet))
            div.band.hero {
                div.words {
                    @match name {
                        Some(name) => h1 data-testid="welcome" { (texts.home_welcome(name)) },
                        None => {
                            h1 { (texts.home_headline()) }
                            @if parts.tables.is_empty() { p { (texts.home_promise()) } }
                        },
                    }
                    @if let Some(done) = done.filter(|_| parts.found.is_none()) {
                        p.help role="status" data-testid="done" { (done) }
                    }
                    @if let Some(wrong) = wrong.filter(|wrong| wrong.field.is_empty()) {
                        p.problem role="alert" data-testid="problem" { (told(texts, wrong.code)) }
                    }
                }
                // Own tables come before those of others.
                @if parts.tables.is_empty() { (live) }
                div {
                    (doors(ask, shown, parts.waiting, wrong, usual.is_none()))
                    (code_field(ask, wrong))
                    noscript { p.help { (texts.home_script()) } }
                }
            }
            (parts.challenges)
            @if !parts.tables.is_empty() {
                section data-testid="my-tables" {
                    h2 { (texts.home_tables()) }
                    ul.list { @for table in &parts.tables { (my_tables::continued(texts, table)) } }
                }
                (live)
            }
            (device::kept("seats", &texts.device_seats(), None, &texts.home_continue(), &texts.device_remove()))
            (device::practices(texts))
            (device::kept("houses", &texts.device_houses(), None, &texts.device_houses_open(), &texts.device_remove()))
            (country::section(ask))
            div.heading #games {
                h2 { (texts.home_games()) }
                a href="/games" data-testid="to-games" { (texts.more_games()) }
            }
            ul.games {
                @for game in Game::ALL { (card(texts, game.id)) }
                li {
                    a href="/play" {
                        span.plus aria-hidden="true" { "+" }
                        h3 { (texts.home_own_rules()) }
                        p { (texts.home_own_rules_line()) }
                    }
                }
            }
            div.thirds {
                @if let Some(puzzle) = &parts.puzzle {
                    section.panel data-testid="daily-puzzle" {
                        // The picture says nothing without the question.
                        (puzzle.board)
                        h2 { (texts.puzzles_daily()) }
                        p.help { (texts.game_name(&puzzle.game).unwrap_or_default()) ". " (texts.puzzles_ask()) }
                        p { a.do.go href="/puzzles" data-testid="to-puzzles" { (texts.home_solve()) } }
                    }
                }
                div {
                    section.panel {
                        h2 { (texts.home_new()) }
                        p.help { (texts.home_new_help()) }
                        p { a.do.go href="/learn" data-testid="to-learn" { (texts.home_lesson()) } }
                    }
                    section.panel {
                        h2 { (texts.sheet_title()) }
                        p.help { (texts.sheet_help()) }
                        p { a.do.go href="/score" data-testid="to-score" { (texts.home_score()) } }
                    }
                    (parts.events)
                }
            }
            (device::offline_line(texts))
        }
    }
}

/// The three ways to begin: with bots, with friends, or with whom the lobby finds.
pub fn doors(
    ask: &Ask,
    game: &str,
    waiting: usize,
    wrong: Option<Wrong>,
    by_device: bool,
) -> Markup {
    let texts = ask.texts();
    let name = file_game::name(ask.lang, game);
    let line = Line::own_name(ask);
    html! {
        form method="post" action="/play" {
            @if wrong.is_some_and(|wrong| wrong.field == "name" || !line.value.is_empty()) { (line.html(texts, wrong)) }
            div class="doors" {
                div.brass {
                    button.door.first data-usual name="game" value=(game) data-testid="play-now" {
                        (pips(&[(20, 28)]))
                        span {
                            b { (texts.play_now()) }
                            // Only the device knows the matches played offline.
                            small data-plays=[by_device.then(|| texts.home_bots_door("%"))] { (texts.home_bots_door(&name)) }
                        }
                    }
                    button.pick type="button" popovertarget="pick" aria-label=(texts.home_choose()) data-testid="choose-game" {
                        (texts.lobby_game()) span aria-hidden="true" { "▾" }
                    }
                }
                (choice(texts))
                a.door data-usual href={ "/play?game=" (game) } data-testid="private-table" {
                    (pips(&[(12, 16), (28, 16), (12, 40), (28, 40)]))
                    span { b { (texts.home_friends()) } small { (texts.home_friends_door()) } }
                }
                a.door data-usual href={ "/lobby?game=" (game) } data-testid="play-people" {
                    (pips(&[(12, 12), (28, 12), (12, 28), (28, 28), (12, 44), (28, 44)]))
                    span { b { (texts.home_online()) } small { (texts.home_online_door(waiting)) } }
                }
            }
        }
    }
}

/// The games over the page; a tap on one starts it with bots.
fn choice(texts: Texts) -> Markup {
    html! {
        div #pick popover aria-label=(texts.home_choose()) {
            @for id in Game::ALL.iter().map(|game| game.id) {
                button name="game" value=(id) data-testid={ "choose-" (id) } { (texts.game_name(id).unwrap_or_default()) }
            }
            a href="/games" { (texts.more_games()) }
        }
    }
}

/// Half a tile with these pips, for the doors.
fn pips(at: &[(u8, u8)]) -> Markup {
    html! {
        svg viewBox="0 0 60 56" aria-hidden="true" {
            @for (x, y) in at { circle cx=(x) cy=(y) r="4.4" {} }
            path d="M50 4v48" stroke="#b98518" stroke-width="3" {}
            circle cx="50" cy="28" r="5" fill="#8a6a00" {}
        }
    }
}

/// The field for the code or link of a table.
fn code_field(ask: &Ask, wrong: Option<Wrong>) -> Markup {
    let texts = ask.texts();
    let is_wrong = wrong.is_some_and(|wrong| wrong.field == "link");
    html! {
        form.code method="post" action="/open" {
            input #link type="text" name="link" value=(ask.form::<Open>().link) aria-label=(texts.home_link_label())
                placeholder=(texts.home_link_label()) autocomplete="off" autocapitalize="off" spellcheck="false"
                aria-describedby=[is_wrong.then_some("link-problem")] aria-invalid=[is_wrong.then_some("true")]
                autofocus[is_wrong] data-testid="link";
            button data-testid="open" { (texts.home_link_open()) }
        }
        @if is_wrong {
            p.problem #link-problem role="alert" data-testid="problem" { (texts.home_link_wrong()) }
        }
    }
}

/// A game with its board. The card is one link.
fn card(texts: Texts, id: &str) -> Markup {
    let name = texts.game_name(id).unwrap_or_default();
    html! {
        li {
            a href={ "/games/" (id) } data-testid={ "game-" (id) } {
                // The picture says nothing more than the name.
                @if let Some(board) = Boards::all().of(id) { (PreEscaped(board)) }
                h3 data-game=(id) { (name) }
            }
        }
    }
}

/// Describes a game in one line, with its links. The caller puts the heading with its name above.
pub fn offer(texts: Texts, id: &str, name: &str, line: &str) -> Markup {
    html! {
        p { (line) }
        div.row {
            button.second name="game" value=(id) aria-label=(texts.home_play_game(name))
                data-testid={ "play-" (id) } { (texts.home_play()) }
            a href={ "/play?game=" (id) } aria-label=(texts.home_friends_game(name)) {
                (texts.home_friends())
            }
            a href=(learn::address(id)) aria-label=(texts.learn_game(name)) data-testid={ "learn-" (id) } {
                (texts.learn())
            }
        }
    }
}

/// The files that the table loads at once, so that an idle browser may fetch them ahead.
pub fn fetched_ahead() -> Markup {
    let table = assets::get("/index.html").map(|page| page.bytes);
    let table = std::str::from_utf8(table.unwrap_or_default()).unwrap_or_default();
    let words: Vec<&str> = table.split('"').collect();
    let named = words.windows(2).filter_map(|pair| {
        let is_loaded = pair[0].ends_with(" href=") || pair[0].ends_with(" src=");
        (is_loaded && pair[1].starts_with("/assets/")).then_some(pair[1])
    });
    html! {
        @for file in named {
            @match file.rsplit('.').next() {
                Some("wasm") => { link rel="prefetch" as="fetch" type="application/wasm" crossorigin href=(file); }
                Some("js") => { link rel="prefetch" as="script" href=(file); }
                Some("css") => { link rel="prefetch" as="style" href=(file); }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_link_works_whole_or_by_its_end() {
        let token = "0f".repeat(32);
        let whole = format!("/t/abcdefghijk2#{token}");
        for link in [
            format!("https://other.example/t/abcdefghijk2#{token}"),
            format!("  /t/abcdefghijk2#{token}\n"),
            format!("abcdefghijk2#{}", token.to_ascii_uppercase()),
        ] {
            assert_eq!(address_of(&link).as_deref(), Some(&whole[..]), "{link}");
        }
        for link in [
            "abcdefghijk2",
            "ABCDEFGHIJK2",
            "http://x/t/abcdefghijk2/",
            "http://x/t/abcdefghijk2?a=b#",
        ] {
            assert_eq!(
                address_of(link).as_deref(),
                Some("/t/abcdefghijk2"),
                "{link}"
            );
        }
        for link in [
            "",
            "abc",
            "https://other.example/",
            "/t/abcdefghijk2#0f0f",
            "/t/abcdefghij\u{e9}2",
            "javascript:alert(1)",
            &"x".repeat(10_000),
        ] {
            assert_eq!(address_of(link), None, "{link}");
        }
    }

    #[test]
    fn table_code_leads_to_its_page() {
        for text in [
            "abc234",
            " ABC234 ",
            "https://x/j/abc234",
            "http://x/lobby/with/abc234?a=b",
        ] {
            assert_eq!(of_a_code(text).as_deref(), Some("/j/abc234"), "{text}");
        }
        for text in ["", "abc23", "abc2345", "abc23l", "x/abc234/y1", "../../me"] {
            assert_eq!(of_a_code(text), None, "{text}");
        }
    }

    #[test]
    fn offered_games_can_be_played() {
        let files = file_game::shipped(Default::default());
        let built_in = Game::ALL.iter().map(|game| game.id.to_owned());
        for id in built_in.chain(files.into_iter().map(|file| file.id)) {
            let rules = rules_of(&id).unwrap_or_else(|| panic!("{id}"));
            assert!(rules.rules().is_ok(), "{id}");
        }
        assert!(rules_of("whist").is_none());
    }
}
