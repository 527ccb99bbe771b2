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
use super::extract::{Ask, Line, Wrong, lead_to, status, told};
use super::my_tables::{self, ListedTable};
use super::{challenge, device, learn, preview};
use crate::assets;
use crate::file_game;
use crate::{Failure, What, make_table};

/// The logo, which shows two tiles.
const LOGO: &str = include_str!("logo.svg");

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
    let body = body(ask, found.as_ref(), &challenges, &tables, wrong);
    let texts = ask.texts();
    let title = texts.app_name();
    let preview = preview::head(ask, &title, &texts.app_tagline(), "/", preview::PICTURE);
    let page = ask.page_with(&title, "/", &html! { (fetched_ahead()) (preview) }, &body);
    match wrong {
        Some(wrong) => (status_of(wrong), page).into_response(),
        None => page,
    }
}

fn status_of(wrong: Wrong) -> StatusCode {
    match wrong.field {
        // The page exists, but the link in the form leads nowhere.
        "link" => StatusCode::UNPROCESSABLE_ENTITY,
        _ => status(wrong.code),
    }
}

fn body(
    ask: &Ask,
    found: Option<&SignedIn>,
    challenges: &Markup,
    tables: &[ListedTable],
    wrong: Option<Wrong>,
) -> Markup {
    let texts = ask.texts();
    let name = found.and_then(|found| found.player.name.as_deref());
    let mut played = tables.iter().map(|mine| &mine.table);
    let played = played.find(|table| table.title.is_none());
    let usual = played.and_then(|table| Game::by_id(&table.game));
    let usual = usual.unwrap_or(&Game::ALL[0]).id;
    let done = match ask.done().as_str() {
        "signed-out" => Some(texts.me_signed_out()),
        "deleted" => Some(texts.me_deleted()),
        _ => None,
    };
    let line = Line::own_name(ask);
    html! {
        main.front #content data-testid="home-page" {
            div.hero {
                (PreEscaped(LOGO))
                h1 { (texts.app_name()) }
                p { (texts.app_tagline()) }
            }
            @if let Some(done) = done.filter(|_| found.is_none()) {
                p.done role="status" data-testid="done" { (done) }
            }
            @if let Some(name) = name { p.welcome data-testid="welcome" { (texts.home_welcome(name)) } }
            @if let Some(wrong) = wrong.filter(|wrong| wrong.field.is_empty()) {
                p.problem role="alert" data-testid="problem" { (told(texts, wrong.code)) }
            }
            (challenges)
            @if !tables.is_empty() {
                section data-testid="my-tables" {
                    h2 { (texts.home_tables()) }
                    ul.list { @for table in tables { (my_tables::continued(texts, table)) } }
                }
            }
            (device::kept("seats", &texts.device_seats(), None, &texts.home_continue(), &texts.device_remove()))
            (device::practices(texts))
            form method="post" action="/play" {
                @if name.is_none() || wrong.is_some_and(|wrong| wrong.field == "name") {
                    (line.html(texts, wrong))
                }
                p.row {
                    button.big data-usual name="game" value=(usual) data-testid="play-now" { (texts.play_now()) }
                    button.second data-usual formaction="/lobby" name="game" value=(usual) data-testid="play-people" {
                        (texts.lobby())
                    }
                    a.do.second data-usual href={ "/play?game=" (usual) } data-testid="private-table" {
                        (texts.private_table())
                    }
                }
                // Only the device knows the matches played offline.
                p.help data-plays=[played.is_none().then(|| texts.home_play_now_help("%"))] {
                    (texts.home_play_now_help(&texts.game_name(usual).unwrap_or_default()))
                }
                p { a href="/lobby" data-testid="lobby" { (texts.home_lobby()) } }
                p { a href="/learn" data-testid="to-learn" { (texts.learn_title()) } }
                p { a href="/watch" data-testid="watch" { (texts.watch_home()) } }
                p { a href="/events" data-testid="to-events" { (texts.desk_events()) } }
                p { a href="/clubs" data-testid="to-clubs" { (texts.clubs()) } }
                p { a href="/puzzles" data-testid="to-puzzles" { (texts.puzzles_home()) } }
                @if found.is_some() { p { a href="/friends" data-testid="to-friends" { (texts.friends()) } } }
                noscript { p.help { (texts.home_script()) } }
                (device::kept("houses", &texts.device_houses(), None, &texts.device_houses_open(), &texts.device_remove()))
                h2 { (texts.home_games()) }
                (PreEscaped(&Boards::all().sheet))
                ul.cards { @for game in Game::ALL { (card(texts, game.id)) } }
                p { a href="/games" data-testid="to-games" { (texts.more_games()) } }
            }
            section {
                h2 { (texts.home_link()) }
                form method="post" action="/open" {
                    label for="link" { (texts.home_link_label()) }
                    @let is_wrong = wrong.is_some_and(|wrong| wrong.field == "link");
                    div.row {
                        input #link type="text" name="link" value=(ask.form::<Open>().link)
                            autocomplete="off" autocapitalize="off" spellcheck="false"
                            aria-describedby="link-help" aria-invalid=[is_wrong.then_some("true")]
                            autofocus[is_wrong] data-testid="link";
                        button.second data-testid="open" { (texts.home_link_open()) }
                    }
                    @if is_wrong {
                        p.problem role="alert" data-testid="problem" { (texts.home_link_wrong()) }
                    }
                    p.help #link-help { (texts.home_link_help()) }
                }
            }
            (device::offline_line(texts))
            p { a href="/settings" data-testid="to-settings" { (texts.device_settings()) } }
        }
    }
}

fn card(texts: Texts, id: &str) -> Markup {
    let (name, line) = (texts.game_name(id), texts.game_line(id));
    let (name, line) = (name.unwrap_or_default(), line.unwrap_or_default());
    let rules = format!("/rules/{id}");
    html! {
        li {
            // The picture says nothing more than the name.
            @if let Some(board) = Boards::all().of(id) { (PreEscaped(board)) }
            h3 data-game=(id) { (name) }
            (offer(texts, id, &name, &line, Some(&rules)))
        }
    }
}

/// Describes a game in one line, with its links. The caller puts the heading with its name above.
pub fn offer(texts: Texts, id: &str, name: &str, line: &str, rules: Option<&str>) -> Markup {
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
            @if let Some(rules) = rules {
                a href=(rules) aria-label=(texts.home_rules_game(name)) { (texts.site_rules()) }
            }
        }
    }
}

/// The files that the table loads at once, so that an idle browser may fetch them ahead.
fn fetched_ahead() -> Markup {
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
