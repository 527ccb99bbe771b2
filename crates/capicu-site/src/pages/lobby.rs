//! The lobby: seek a table with people, or sit down where a bot makes room.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use capicu::Game;
use capicu_accounts::conduct::{self, Standing};
use capicu_accounts::ratings::rated_family;
use capicu_i18n::Texts;
use capicu_lobby::Stakes;
use capicu_protocol::{ApiErrorCode, Holder, Level, PlayerId, TableId, TurnTime};
use capicu_ratings::Family;
use capicu_store::{Apart, PlayerKind, SignedIn};
use capicu_table::Vacancy;
use capicu_table_service::card::{CardSeat, TableCard, TableList};
use capicu_table_service::lobby::{About, Lobby, Reception, Speed, Strength, Wish};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::boards::Boards;
use super::extract::{Ask, Line, Wrong, lead_to, status, told};
use super::live::{self, Watched};
use super::ratings::level_name;
use super::standing;
use super::waiting;

use crate::{Failure, What};

/// The path of this page.
const PATH: &str = "/lobby";

/// How many levels of bots are anchors, where most are.
const ANCHORS: usize = 7;

/// How many games show their cells at once.
const FIRST_GAMES: usize = 6;

/// How many tables with a free seat are listed.
const TABLES: usize = 20;

/// `GET /lobby`: the page of the lobby.
pub async fn show(ask: Ask) -> Response {
    answer(&ask, None).await
}

/// `POST /lobby`: the sender seeks a table.
pub async fn seek(ask: Ask) -> Response {
    match sought(&ask).await {
        Ok((address, cookie)) => lead_to(&address, cookie),
        Err(failure) => answer(&ask, Some(wrong(&failure))).await,
    }
}

/// `POST /lobby/sit`: at a table where a bot makes room.
pub async fn sit(ask: Ask) -> Response {
    match seated(&ask).await {
        Ok((table, cookie)) => lead_to(&format!("/t/{table}"), cookie),
        Err(failure) => answer(&ask, Some(wrong(&failure))).await,
    }
}

/// The level of the bots.
#[derive(Default, Deserialize)]
#[serde(default)]
struct AgainstBots {
    level: String,
}

/// `POST /lobby/rated-bots`: a rated match with bots of one level.
pub async fn against_bots(ask: Ask) -> Response {
    match seated_with_bots(&ask).await {
        Ok((table, cookie)) => lead_to(&format!("/t/{table}"), cookie),
        Err(failure) => answer(&ask, Some(wrong(&failure))).await,
    }
}

async fn seated_with_bots(ask: &Ask) -> Result<(TableId, Option<HeaderValue>), Failure> {
    let wish = wished(ask).await?.with(Stakes::Rated);
    let unknown = || Failure::new(ApiErrorCode::BadOptions);
    let level: u8 = ask
        .form::<AgainstBots>()
        .level
        .parse()
        .map_err(|_| unknown())?;
    let game = capicu_ratings::Game::by_id(wish.game().id);
    let is_anchor = game.is_some_and(|game| game.level(level).is_some());
    let at = usize::from(level).checked_sub(1);
    let level = at.and_then(|at| Level::NUMBERED.get(at)).copied();
    let level = level.filter(|_| is_anchor).ok_or_else(unknown)?;
    let (found, cookie) = ask.player().await?;
    family(&found, wish)?;
    let sitter = (found.player.id, found.player.name);
    let table = Lobby::against_bots(ask.site.registry(), sitter, wish, level);
    Ok((table.await?, cookie))
}

/// The rating family of a wish. Only players with an account play rated matches.
fn family(found: &SignedIn, wish: Wish) -> Result<Family, Failure> {
    let member = matches!(found.player.kind, PlayerKind::Member { .. });
    let family = rated_family(wish.game().id, &wish.rules()).filter(|_| member);
    family.ok_or(Failure::new(ApiErrorCode::NotSignedIn))
}

/// The lobby for a player with this wish. It knows whom to keep apart from the player, and for a rated match the skill
/// and network.
pub async fn known(ask: &Ask, found: &SignedIn, wish: Wish) -> Result<Reception, Failure> {
    let (site, player) = (&ask.site, found.player.id);
    let apart = site.services().store.apart(player).await?.all().collect();
    let known = match wish.stakes {
        Stakes::Casual => None,
        Stakes::Rated => Some(Strength {
            skill: {
                let (family, now) = (family(found, wish)?, site.services().clock.now());
                site.ratings().skill(family, player, now).await?
            },
            address: site.network(ask.peer, &ask.headers),
        }),
    };
    Ok(site.lobby().knowing(About {
        player,
        apart,
        known,
    }))
}

/// Refuses a player who may not look for opponents at present.
pub async fn may_seek(ask: &Ask, found: &SignedIn) -> Result<(), Failure> {
    match is_paused(ask, found.player.id).await? {
        true => Err(Failure::new(ApiErrorCode::Paused)),
        false => Ok(()),
    }
}

/// Whether a player may not look for opponents at present.
pub async fn is_paused(ask: &Ask, player: PlayerId) -> Result<bool, Failure> {
    Ok(match conduct::standing(ask.site.context(), player).await? {
        Standing::Paused { .. } | Standing::PausedByModerator { .. } => true,
        Standing::Near { .. } | Standing::Free => false,
    })
}

/// Seeks a table and returns the address of the waiting page. A player for whom people wait at a table gets its address
/// instead.
async fn sought(ask: &Ask) -> Result<(String, Option<HeaderValue>), Failure> {
    let wish = wished(ask).await?;
    let (found, cookie) = ask.player().await?;
    if let Some(awaited) = ask.awaited(&found).await?
        && awaited.is_attended
    {
        return Ok((format!("/t/{}", awaited.id), cookie));
    }
    may_seek(ask, &found).await?;
    let lobby = known(ask, &found, wish).await?;
    let sought = lobby.seek(found.player.id, found.player.name, wish);
    sought.await?;
    Ok((waiting::address(wish), cookie))
}

/// The form of a wish.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct WishForm {
    pub game: String,
    pub speed: String,
    pub stakes: String,
}

/// The cell that was tapped.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Tapped {
    /// Its game and speed, separated by a space. They come before those of the other fields.
    cell: String,
}

/// Reads a wish from the form, and counts it toward the limit of the address.
pub async fn wished(ask: &Ask) -> Result<Wish, Failure> {
    ask.is_from_here()?;
    if !ask.site.allows(What::Table, ask.peer, &ask.headers) {
        return Err(Failure::new(ApiErrorCode::Flood));
    }
    ask.read().await?;
    let WishForm {
        game,
        speed,
        stakes,
    } = ask.form();
    let Tapped { cell } = ask.form();
    let (game, speed) = cell.split_once(' ').unwrap_or((&game, &speed));
    let speed = match speed {
        "" => Speed::default(),
        id => Speed::by_id(id).ok_or(Failure::new(ApiErrorCode::Malformed))?,
    };
    let wish = Wish::of(game, speed);
    let wish = wish.ok_or(Failure::new(ApiErrorCode::UnknownGame))?;
    let wish = wish.with(match stakes.as_str() {
        "rated" => Stakes::Rated,
        "" | "casual" => Stakes::Casual,
        _ => return Err(Failure::new(ApiErrorCode::Malformed)),
    });
    Ok(wish)
}

/// The form that takes the seat of a bot at a table.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Sit {
    table: String,
}

async fn seated(ask: &Ask) -> Result<(TableId, Option<HeaderValue>), Failure> {
    ask.is_from_here()?;
    if !ask.site.allows(What::Table, ask.peer, &ask.headers) {
        return Err(Failure::new(ApiErrorCode::Flood));
    }
    ask.read().await?;
    let none = || Failure::new(ApiErrorCode::NotFound);
    let Sit { table } = ask.form();
    let table: TableId = table.parse()?;
    let (found, cookie) = ask.player().await?;
    may_seek(ask, &found).await?;
    let registry = ask.site.registry();
    let ids = registry.services().store.ids(found.player.id).await?;
    let name = found.player.name.as_ref();
    let apart = registry.services().store.apart(found.player.id).await?;
    let apart: Vec<_> = apart.all().collect();
    let seat = registry.sit(&table, Vacancy::OfABot, &ids, name, &apart);
    seat.await?.ok_or_else(none)?;
    Ok((table, cookie))
}

/// The field that caused an error.
pub fn wrong(failure: &Failure) -> Wrong {
    let code = failure.code();
    let field = match code {
        ApiErrorCode::BadName => "name",
        _ => "",
    };
    Wrong { field, code }
}

/// The page again, as it was filled in.
pub async fn answer(ask: &Ask, wrong: Option<Wrong>) -> Response {
    let (found, apart) = match looking(ask).await {
        Ok(looking) => looking,
        Err(failure) => return ask.problem(&failure, PATH),
    };
    let standing = match standing::told(ask, found.as_ref()).await {
        Ok(standing) => standing,
        Err(failure) => return ask.problem(&failure, PATH),
    };
    let name = found.and_then(|found| found.player.name);
    let title = ask.texts().lobby();
    let looked = Looked {
        tables: ask
            .site
            .registry()
            .listed(TableList::Open, 2 * TABLES)
            .await,
        waiting: ask.site.lobby().waiting().await.unwrap_or_default(),
        watched: live::find(ask, &apart).await,
        apart,
    };
    let body = body(ask, name.is_some(), &looked, &standing, wrong);
    let page = ask.page(&title, PATH, &body);
    match wrong.map(|wrong| wrong.code) {
        // The page exists, but the seat is taken.
        Some(ApiErrorCode::NotFound) => (StatusCode::CONFLICT, page).into_response(),
        Some(code) => (status(code), page).into_response(),
        None => page,
    }
}

/// The signed-in player, and whom to keep apart from them.
async fn looking(ask: &Ask) -> Result<(Option<SignedIn>, Apart), Failure> {
    let found = ask.who().await?;
    let apart = live::apart(ask, found.as_ref()).await?;
    Ok((found, apart))
}

/// The other people in the lobby, as one reader sees them.
struct Looked {
    tables: Vec<(TableId, TableCard)>,
    /// How many seek each game.
    waiting: BTreeMap<String, usize>,
    /// The tables open to spectators.
    watched: Watched,
    /// Players whom the lobby does not seat with the reader.
    apart: Apart,
}

fn body(
    ask: &Ask,
    is_named: bool,
    looked: &Looked,
    standing: &Markup,
    wrong: Option<Wrong>,
) -> Markup {
    let texts = ask.texts();
    let form: WishForm = ask.form();
    let game = Game::by_id(&form.game).unwrap_or(&Game::ALL[0]).id;
    let speed = Speed::by_id(&form.speed).unwrap_or_default();
    let is_open = |(_, table): &&(TableId, TableCard)| live::is_shown(table, &looked.apart);
    let tables: Vec<_> = looked.tables.iter().filter(is_open).take(TABLES).collect();
    let line = Line::own_name(ask);
    let is_rated = form.stakes == "rated";
    let stakes = [
        ("casual", texts.lobby_stakes_casual()),
        ("rated", texts.lobby_stakes_rated()),
    ];
    html! {
        main #content data-testid="lobby-page" {
            h1 { (texts.lobby()) }
            @if ask.done() == "cancelled" {
                p.done role="status" data-testid="done" { (texts.lobby_cancelled()) }
            }
            @if let Some(wrong) = wrong.filter(|wrong| wrong.field.is_empty()) {
                p.problem role="alert" data-testid="problem" { (problem(texts, wrong.code)) }
            }
            (standing)
            p { (texts.lobby_help()) }
            form method="post" action="/lobby" {
                div.halves {
                    div {
                        @if !is_named || wrong.is_some_and(|wrong| wrong.field == "name") {
                            (line.html(texts, wrong))
                        }
                        // Enter in the name uses the form below, not the first cell.
                        button hidden {}
                        (cells(texts, looked))
                    }
                    div {
                        h2 { (texts.lobby_choose()) }
                        label for="game" { (texts.lobby_game()) }
                        select #game name="game" data-testid="game" {
                            @for of in Game::ALL {
                                option value=(of.id) selected[of.id == game] {
                                    (texts.game_name(of.id).unwrap_or_default())
                                    @let waiting = looked.waiting.get(of.id).copied().unwrap_or_default();
                                    @if waiting > 0 { " · " (texts.lobby_waiting_here(waiting as u32)) }
                                }
                            }
                        }
                        fieldset {
                            legend { (texts.lobby_speed()) }
                            @for of in Speed::ALL {
                                label.choice {
                                    input type="radio" name="speed" value=(of.id()) checked[of == speed];
                                    (speed_name(texts, of))
                                }
                            }
                        }
                        fieldset {
                            legend { (texts.lobby_stakes()) }
                            @for (id, called) in stakes {
                                label.choice {
                                    input type="radio" name="stakes" value=(id) checked[(id == "rated") == is_rated]
                                        data-testid={ "stakes-" (id) };
                                    (called)
                                }
                            }
                            p.help { a href="/ratings" { (texts.ratings()) } }
                        }
                        p.row {
                            button.big data-testid="seek" { (texts.lobby_play()) }
                            button.second formaction="/lobby/invite" data-testid="invite" { (texts.lobby_invite()) }
                        }
                        fieldset {
                            legend { (texts.lobby_rated_bots()) }
                            p.help { (texts.lobby_rated_bots_help()) }
                            label for="level" { (texts.lobby_rated_bots_level()) }
                            select #level name="level" data-testid="level" {
                                @for (number, level) in (1..).zip(Level::NUMBERED).take(ANCHORS) {
                                    option value=(number) selected[level == Level::default()] {
                                        (level_name(texts, level))
                                    }
                                }
                            }
                            button.second formaction="/lobby/rated-bots" data-testid="rated-bots" {
                                (texts.lobby_rated_bots_play())
                            }
                        }
                    }
                }
                section data-testid="open-tables" {
                    h2 { (texts.lobby_open()) }
                    p.help { (texts.lobby_open_help()) }
                    @if tables.is_empty() { p { (texts.lobby_open_none()) } }
                    ul.list {
                        @for (id, table) in tables { (open(texts, id, table)) }
                    }
                }
            }
            section {
                (PreEscaped(&Boards::all().live_sheet))
                div.heading {
                    h2 { (texts.lobby_live()) }
                    a href="/watch" data-testid="watch" { (texts.watch_tables(looked.watched.n)) }
                }
                ul.boards data-live=(live::address(ask, live::TABLES)) data-testid="live-tables" {
                    (live::boards(ask, &looked.watched))
                }
            }
        }
    }
}

/// Games by speeds: a tap on a cell seeks that table.
fn cells(texts: Texts, looked: &Looked) -> Markup {
    let waiting = |game: &Game| looked.waiting.get(game.id).copied().unwrap_or_default();
    let mut games: Vec<&Game> = Game::ALL.iter().collect();
    games.sort_by_key(|game| Reverse(waiting(game)));
    let rows = |games: &[&Game]| {
        html! {
            table.cells {
                thead { tr {
                    th scope="col" { (texts.lobby_game()) }
                    @for speed in Speed::ALL { th scope="col" { (short_name(texts, speed)) } }
                } }
                tbody {
                    @for game in games {
                        @let name = texts.game_name(game.id).unwrap_or_default();
                        tr {
                            th scope="row" {
                                (name)
                                @let n = waiting(game);
                                @if n > 0 { " " small { (texts.lobby_waiting_here(n as u32)) } }
                            }
                            @for speed in Speed::ALL {
                                @let seconds = speed.turn_time().seconds().unwrap_or_default();
                                td {
                                    button.second name="cell" value={ (game.id) " " (speed.id()) }
                                        aria-label={ (seconds) " s: " (name) ", " (speed_name(texts, speed)) }
                                        data-testid={ "cell-" (game.id) "-" (speed.id()) } { (seconds) " s" }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    let (first, others) = games.split_at(FIRST_GAMES.min(games.len()));
    html! {
        (rows(first))
        details { summary { (texts.more_games()) } (rows(others)) }
    }
}

/// A speed in one word.
fn short_name(texts: Texts, speed: Speed) -> String {
    match speed {
        Speed::Fast => texts.lobby_fast_short(),
        Speed::Usual => texts.lobby_usual_short(),
        Speed::Slow => texts.lobby_slow_short(),
    }
}

/// A table with a free seat.
fn open(texts: Texts, id: &TableId, table: &TableCard) -> Markup {
    let people = table.seats.iter();
    let people = people.filter(|seat| seat.holder == Holder::Person);
    let called = |seat: &CardSeat| seat.name.clone().unwrap_or_else(|| texts.default_name());
    let people: Vec<String> = people.map(called).collect();
    let people = people.join(", ");
    html! {
        li {
            p {
                b { (texts.game_name(&table.game).unwrap_or_default()) }
                " " small {
                    @if let Some(time) = turn_time(texts, table.turn_time) { (time) " · " }
                    (texts.lobby_places(table.bots() as u32))
                }
                br;
                (people)
            }
            button.second name="table" value=(id) formaction="/lobby/sit"
                aria-label=(texts.lobby_sit_with(&people)) data-testid="sit" { (texts.lobby_sit()) }
        }
    }
}

/// How long a turn may take, in words; `None` for as long as it takes.
pub fn turn_time(texts: Texts, time: TurnTime) -> Option<String> {
    let seconds = u32::from(time.seconds()?);
    Some(match time.bank() {
        Some(bank) => texts.lobby_a_turn_and_bank(seconds, u32::from(bank)),
        None => texts.lobby_a_turn(seconds),
    })
}

/// A speed in words.
pub fn speed_name(texts: Texts, speed: Speed) -> String {
    let time = speed.turn_time();
    let seconds = u32::from(time.seconds().unwrap_or_default());
    let bank = u32::from(time.bank().unwrap_or_default());
    match speed {
        Speed::Fast => texts.lobby_fast(seconds, bank),
        Speed::Usual => texts.lobby_usual(seconds, bank),
        Speed::Slow => texts.lobby_slow(seconds, bank),
    }
}

fn problem(texts: Texts, code: ApiErrorCode) -> String {
    match code {
        ApiErrorCode::NotFound => texts.lobby_sit_gone(),
        ApiErrorCode::BadSeats => texts.lobby_no_partners(),
        ApiErrorCode::NotSignedIn => texts.lobby_members_only(),
        ApiErrorCode::BadOptions => texts.lobby_no_anchor(),
        code => told(texts, code),
    }
}
