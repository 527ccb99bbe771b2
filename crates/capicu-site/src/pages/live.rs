//! Tables that are being played, as boards that a script keeps up to date.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use capicu::{Action, BySeat, Rules, TileSet};
use capicu_i18n::{BOT_NAMES, Seats};
use capicu_picture::{Picture, sheet};
use capicu_protocol::TableId;
use capicu_store::{Apart, SignedIn};
use capicu_table_service::card::{TableCard, TableList};
use futures_util::future::join_all;
use maud::{Markup, PreEscaped, html};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::boards::Boards;
use super::bot_match::BotMatch;
use super::extract::{Ask, status, unkept};
use super::my_tables::LOOK;
use super::profile::recent::tiles;
use super::watch;
use crate::Failure;

/// How many tables are counted, how many of them are searched for tiles, and how many are shown.
const COUNTED: usize = 50;
const SEARCHED: usize = 12;
const SHOWN: usize = 6;

/// How long readers share what was found.
const FRESH: Duration = Duration::from_secs(2);

/// The address of the live table of the first page, and of the boards in the lobby.
pub const TABLE: &str = "/live";
pub const TABLES: &str = "/live/tables";

/// A table with tiles on it that anybody may watch.
#[derive(Debug)]
struct LiveTable {
    id: TableId,
    card: TableCard,
    moves: Vec<Action>,
}

/// The tables to watch.
#[derive(Clone, Debug)]
pub struct Watched {
    pub n: usize,
    live: Vec<Arc<LiveTable>>,
}

impl Watched {
    /// Whether a board can be shown.
    pub const fn any(&self) -> bool {
        !self.live.is_empty()
    }
}

/// The tables to watch that were found last, with the time. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct LiveTables(Arc<Mutex<Option<Found>>>);

/// The result of a search, with its time in milliseconds since 1970.
#[derive(Debug)]
struct Found {
    at: u64,
    watched: Watched,
}

/// Finds the tables to watch with tiles on them. Nobody sees the tables of players from whom they are apart.
pub async fn find(ask: &Ask, apart: &Apart) -> Watched {
    let mut watched = find_all(ask).await;
    watched.live.retain(|live| is_shown(&live.card, apart));
    watched
}

/// Whether a list for a reader has this table: nobody there blocks the reader, or is blocked.
pub fn is_shown(table: &TableCard, apart: &Apart) -> bool {
    let mut apart = apart.all();
    apart.all(|player| table.seats.iter().all(|seat| seat.player != Some(player)))
}

/// The players from whom a reader is apart; nobody without an account.
pub async fn apart(ask: &Ask, found: Option<&SignedIn>) -> Result<Apart, Failure> {
    match found {
        Some(found) => Ok(ask.site.services().store.apart(found.player.id).await?),
        None => Ok(Apart::default()),
    }
}

async fn find_all(ask: &Ask) -> Watched {
    let now = ask.site.services().clock.now();
    // One request searches, and the others wait for what it finds.
    let mut known = ask.site.live_tables().0.lock().await;
    if let Some(found) = &*known
        && now.saturating_sub(found.at) < FRESH.as_millis() as u64
    {
        return found.watched.clone();
    }
    let watched = search(ask).await;
    *known = Some(Found {
        at: now,
        watched: watched.clone(),
    });
    watched
}

async fn search(ask: &Ask) -> Watched {
    let registry = ask.site.registry();
    let tables = registry.listed(TableList::Watched, COUNTED).await;
    let n = tables.len();
    let look = async |id: TableId| {
        let glance = timeout(LOOK, registry.glance(&id)).await;
        let now = glance.ok().and_then(Result::ok).flatten()?.now?;
        let moves: Vec<Action> = now.moves.into_iter().map(Action::from).collect();
        let is_played = !now.is_over && !tiles(&moves).is_empty();
        let card = now.card;
        is_played.then(|| Arc::new(LiveTable { id, card, moves }))
    };
    let found = tables.into_iter().take(SEARCHED).map(|(id, _)| look(id));
    let live = join_all(found).await.into_iter().flatten().take(SHOWN);
    Watched {
        n,
        live: live.collect(),
    }
}

/// `GET /live`: the inside of the live table of the first page.
pub async fn table(ask: Ask) -> Response {
    part(&ask, |watched| front(&ask, watched)).await
}

/// `GET /live/tables`: the boards of the lobby.
pub async fn tables_now(ask: Ask) -> Response {
    part(&ask, |watched| boards(&ask, watched)).await
}

/// A part of a page, for its script.
async fn part(ask: &Ask, inside: impl Fn(&Watched) -> Markup) -> Response {
    let watched = async {
        let found = ask.who().await?;
        let apart = apart(ask, found.as_ref()).await?;
        Ok(find(ask, &apart).await)
    };
    let inside = match watched.await {
        Ok(watched) => inside(&watched),
        Err(failure) => return failed(&failure),
    };
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    unkept((kind, inside.0).into_response())
}

fn failed(failure: &Failure) -> Response {
    status(failure.code()).into_response()
}

/// The address of a part in the language of the page.
pub fn address(ask: &Ask, part: &str) -> String {
    format!("{part}?lang={}", ask.lang.tag())
}

/// The live table of the first page: the first table to watch, or else a match between bots. The page needs the
/// [sheet](Boards::live_sheet) of live boards.
pub fn front(ask: &Ask, watched: &Watched) -> Markup {
    let texts = ask.texts();
    if let Some(live) = watched.live.first() {
        return live.shown(ask);
    }
    let Some(bots) = BotMatch::get() else {
        return html! {};
    };
    let now = bots.at(ask.site.services().clock.now());
    let names = BOT_NAMES.map(|name| texts.bot(name));
    let seats = Seats {
        names: BySeat::from_fn(bots.rules.n_seats(), |seat| names[seat.index()].as_str()),
        you: None,
    };
    html! {
        (board(&bots.rules, &now.laid))
        p data-testid="bots-play" {
            span { (texts.home_bots_play()) " · " (texts.game_name(bots.game).unwrap_or_default()) }
            a href="/watch" data-testid="watch" { (texts.watch_tables(watched.n)) }
        }
        p.standing { (texts.standing(&bots.rules, &now.scores, &seats)) }
    }
}

/// The live tables as cards, each one link, or a sentence that there are none. The page needs the
/// [sheet](Boards::live_sheet) of live boards.
pub fn boards(ask: &Ask, watched: &Watched) -> Markup {
    html! {
        @if watched.live.is_empty() { li.none { p.help data-testid="live-none" { (ask.texts().watch_none()) } } }
        @for live in &watched.live { (live.card(ask)) }
    }
}

/// A board, with its tiles that the [sheet](Boards::live_sheet) of the page lacks.
pub fn board(rules: &Rules, laid: &[Action]) -> Markup {
    let more = tiles(laid) - Boards::all().on_live_sheet;
    let picture = Picture {
        rules,
        laid,
        mark: None,
        hand: TileSet::EMPTY,
    };
    html! {
        @if !more.is_empty() { (PreEscaped(sheet(more))) }
        (PreEscaped(picture.part(None)))
    }
}

impl LiveTable {
    /// The board with the game, the score and a link.
    fn shown(&self, ask: &Ask) -> Markup {
        let (texts, card) = (ask.texts(), &self.card);
        let names = watch::names(texts, card);
        let game = watch::game(texts, card);
        html! {
            (board(&card.rules, &self.moves))
            p data-testid="live" {
                span { b.live { (texts.home_live()) } " " (game) }
                a href={ "/t/" (self.id) } aria-label=(texts.watch_table(&game, &texts.list(&names))) {
                    (texts.watch())
                }
            }
            @if let Some(standing) = watch::standing(texts, card, &names) { p.standing { (standing) } }
        }
    }

    fn card(&self, ask: &Ask) -> Markup {
        let (texts, card) = (ask.texts(), &self.card);
        let names = watch::names(texts, card);
        let standing = watch::standing(texts, card, &names);
        html! {
            li {
                a href={ "/t/" (self.id) } data-testid="live-table" {
                    div.rim { (board(&card.rules, &self.moves)) }
                    span.about {
                        b { (watch::game(texts, card)) }
                        small { (standing.unwrap_or_else(|| texts.list(&names))) }
                    }
                    span class="chip good" { (texts.home_live()) }
                }
            }
        }
    }
}
