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
use capicu_table_service::lobby::{About, Lobby, Progress, Reception, Speed, Strength, Wish};
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::boards::Boards;
use super::extract::{Ask, Line, Wrong, lead_to, status, told};
use super::live::{self, Watched};
use super::partner;
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
    let sought = async {
        let wish = wished(&ask).await?;
        match company(&ask)? {
            Company::Alone => sought(&ask, wish).await,
            Company::Partner => partner::invite(&ask, wish).await,
            Company::Bots => seated_with_bots(&ask, wish).await,
        }
    };
    match sought.await {
        Ok((address, cookie)) => lead_to(&address, cookie),
        Err(failure) => answer(&ask, Some(wrong(&failure))).await,
    }
}

/// With whom the sender sits down.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Company {
    #[default]
    Alone,
    Partner,
    /// Bots of one level in all other seats, for a rated match.
    Bots,
}

impl Company {
    const ALL: [Self; 3] = [Self::Alone, Self::Partner, Self::Bots];

    fn id(self) -> &'static str {
        match self {
            Self::Alone => "alone",
            Self::Partner => "partner",
            Self::Bots => "bots",
        }
    }
}

/// The field with the company.
#[derive(Default, Deserialize)]
#[serde(default)]
struct With {
    company: String,
}

fn company(ask: &Ask) -> Result<Company, Failure> {
    let With { company } = ask.form();
    let mut all = Company::ALL.into_iter();
    match company.as_str() {
        "" => Ok(Company::default()),
        id => all
            .find(|one| one.id() == id)
            .ok_or(Failure::new(ApiErrorCode::Malformed)),
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

/// Starts a rated match against bots, and returns the address of its table.
async fn seated_with_bots(ask: &Ask, wish: Wish) -> Result<Sought, Failure> {
    let wish = wish.with(Stakes::Rated);
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
    Ok((format!("/t/{}", table.await?), cookie))
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

/// Where a search leads, and a cookie for a new player.
pub type Sought = (String, Option<HeaderValue>);

/// Seeks a table and returns the address of the waiting page. A player for whom people wait at a table gets its address
/// instead.
async fn sought(ask: &Ask, wish: Wish) -> Result<Sought, Failure> {
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
    let own = match &found {
        Some(found) => ask.site.lobby().progress(found.player.id).await.ok(),
        None => None,
    };
    let own = own.and_then(|progress| match progress {
        Progress::Waiting(waiting) => Some(waiting.wish.cell()),
        _ => None,
    });
    let name = found.and_then(|found| found.player.name);
    let title = ask.texts().lobby();
    let looked = Looked {
        own,
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
    /// How many seek each game at each speed.
    waiting: BTreeMap<String, usize>,
    /// The game and speed that the reader seeks.
    own: Option<String>,
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
    let is_open = |(_, table): &&(TableId, TableCard)| live::is_shown(table, &looked.apart);
    let tables: Vec<_> = looked.tables.iter().filter(is_open).take(TABLES).collect();
    let line = Line::own_name(ask);
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
                @if !is_named || wrong.is_some_and(|wrong| wrong.field == "name") {
                    (line.html(texts, wrong))
                }
                // Enter in the name chooses no cell.
                button hidden disabled {}
                (switches(ask))
                div.split {
                    div { (cells(ask, looked)) }
                    div data-testid="open-tables" {
                        h2 { (texts.lobby_open()) }
                        p.help { (texts.lobby_open_help()) }
                        @if tables.is_empty() { p { (texts.lobby_open_none()) } }
                        ul.list {
                            @for (id, table) in tables { (open(texts, id, table)) }
                        }
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

/// Casual or rated, and with whom.
fn switches(ask: &Ask) -> Markup {
    let texts = ask.texts();
    let WishForm { stakes, .. } = ask.form();
    let chosen = company(ask).unwrap_or_default();
    let of_stakes = [
        ("casual", texts.lobby_casual(), texts.lobby_casual_line()),
        ("rated", texts.lobby_rated_title(), texts.lobby_rated_line()),
    ];
    let of_company = |company| match company {
        Company::Alone => (texts.lobby_alone(), texts.lobby_alone_line()),
        Company::Partner => (texts.lobby_invite(), texts.lobby_partner_line()),
        Company::Bots => (texts.lobby_bots(), texts.lobby_bots_line()),
    };
    let switch = |name: &str, id: &str, is_chosen, (called, line): (String, String)| {
        html! {
            label {
                input type="radio" name=(name) value=(id) checked[is_chosen] data-testid={ (name) "-" (id) };
                (called) small { (line) }
            }
        }
    };
    html! {
        div.segments role="radiogroup" aria-label=(texts.lobby_stakes()) {
            @for (id, called, line) in of_stakes {
                (switch("stakes", id, (id == "rated") == (stakes == "rated"), (called, line)))
            }
        }
        div.segments role="radiogroup" aria-label=(texts.lobby_company()) {
            @for one in Company::ALL { (switch("company", one.id(), one == chosen, of_company(one))) }
        }
        div #levels {
            label for="level" { (texts.lobby_rated_bots_level()) }
            select #level name="level" data-testid="level" {
                @for (number, level) in (1..).zip(Level::NUMBERED).take(ANCHORS) {
                    option value=(number) selected[level == Level::default()] { (level_name(texts, level)) }
                }
            }
            p.help { (texts.lobby_rated_bots_help()) " " a href="/ratings" { (texts.ratings()) } }
        }
    }
}

/// Games by speeds: a tap on a cell seeks that table. The game of the last search comes first, then those that others
/// seek.
fn cells(ask: &Ask, looked: &Looked) -> Markup {
    let texts = ask.texts();
    let WishForm {
        game: last, speed, ..
    } = ask.form();
    let last_speed = Speed::by_id(&speed).unwrap_or_default();
    let is_own = |game: &Game, speed: Speed| {
        let wish = Wish::of(game.id, speed).map(|wish| wish.cell());
        wish.is_some() && wish == looked.own
    };
    // The other people who wait.
    let waiting = |game: &Game, speed: Speed| {
        let wish = Wish::of(game.id, speed).map(|wish| wish.cell());
        let n = wish.and_then(|cell| looked.waiting.get(&cell).copied());
        n.unwrap_or_default()
            .saturating_sub(is_own(game, speed).into())
    };
    let mut games: Vec<&Game> = Game::ALL.iter().collect();
    games.sort_by_key(|game| {
        let waiting = Speed::ALL.into_iter().map(|speed| waiting(game, speed));
        Reverse((game.id == last, waiting.sum::<usize>()))
    });
    let cell = |game: &Game, name: &str, speed: Speed| {
        let seconds = speed.turn_time().seconds().unwrap_or_default();
        let n = waiting(game, speed);
        let own = is_own(game, speed).then(|| texts.lobby_you_wait());
        let others = (n > 0).then(|| texts.lobby_waiting_here(n as u32));
        let here: Vec<String> = own.into_iter().chain(others).collect();
        let label = format!("{seconds} s: {name}, {}", speed_name(texts, speed));
        let label = here
            .iter()
            .fold(label, |label, here| format!("{label}, {here}"));
        let is_last = game.id == last && speed == last_speed;
        html! {
            button.second.last[is_last] name="cell" value={ (game.id) " " (speed.id()) }
                aria-label=(label) data-testid={ "cell-" (game.id) "-" (speed.id()) } {
                (seconds) " s"
                @for here in &here { small { (here) } }
            }
        }
    };
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
                            th scope="row" { (name) }
                            @for speed in Speed::ALL { td { (cell(game, &name, speed)) } }
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
