//! The tables of a reader: who sits there, the score and the turn, and the table that waits for them.

use std::time::Duration;

use axum::http::header;
use capicu::{BySeat, Seat};
use capicu_accounts::history;
use capicu_i18n::{BOT_NAMES, Seats, Texts};
use capicu_protocol::{Holder, MyTable, PlayerId, TableId};
use capicu_store::SignedIn;
use capicu_table_service::card::{CardSeat, TableCard};
use capicu_table_service::table::{Attendance, TableNow};
use futures_util::future::join_all;
use maud::{Markup, html};
use tokio::time::{sleep, timeout};

use super::extract::Ask;
use super::when::{MOMENT, with_moment};
use crate::avatar::Face;
use crate::{Failure, Listener, Site};

/// The most tables on the first page.
const TABLES: u32 = 5;

/// How many of the latest tables may be the one that waits for the player.
const LATEST: u32 = 3;

/// A table counts as waiting this long after its last move.
const WAITS: Duration = Duration::from_secs(600);

/// How long a table may take to notice that its page was left.
const LEAVING: Duration = Duration::from_millis(250);

/// A table without anybody present counts as waiting this long after its last move.
const EMPTY: Duration = Duration::from_secs(120);

/// Older tables are listed without their state, so that a page loads no old journals.
const SHOWN: Duration = Duration::from_secs(86_400);

/// How long a page waits for the state of a table.
pub const LOOK: Duration = Duration::from_millis(800);

/// A table of the reader.
pub struct ListedTable {
    pub table: MyTable,
    /// Its state; `None` for an old table, or if its server did not answer in time.
    now: Option<Box<TableNow>>,
    /// The usernames of its people with an account, by seats.
    usernames: Vec<Option<String>>,
}

/// The latest tables of a player, for the first page.
pub async fn of(ask: &Ask, found: &SignedIn) -> Result<Vec<ListedTable>, Failure> {
    let tables = history::tables(ask.site.context(), found.player.id, TABLES).await?;
    let mut tables = with_states(&ask.site, tables).await;
    let seats = |mine: &ListedTable| match &mine.now {
        Some(now) => now.card.seats.clone(),
        None => Vec::new(),
    };
    let players = tables.iter().flat_map(seats).filter_map(|seat| seat.player);
    let store = &ask.site.services().store;
    let usernames = store.usernames(players.collect()).await?;
    for mine in &mut tables {
        let seats = seats(mine).into_iter();
        let username = |seat: CardSeat| usernames.get(&seat.player?).cloned();
        mine.usernames = seats.map(username).collect();
    }
    Ok(tables)
}

async fn with_states(site: &Site, tables: Vec<MyTable>) -> Vec<ListedTable> {
    let registry = site.registry();
    let time = site.services().clock.now();
    let look = async |table: MyTable| {
        if time.saturating_sub(table.at) >= SHOWN.as_millis() as u64 {
            return ListedTable::new(table, None);
        }
        let glance = timeout(LOOK, registry.glance(&table.table)).await;
        let glance = glance.ok().and_then(Result::ok).flatten();
        let now = glance.and_then(|glance| glance.now);
        ListedTable::new(table, now)
    };
    join_all(tables.into_iter().map(look)).await
}

/// The table where people wait for a player who is not there.
#[derive(Debug)]
pub struct AwaitedTable {
    pub id: TableId,
    /// Whether somebody is there right now.
    pub is_attended: bool,
    game: String,
    title: Option<String>,
    /// Whether it is the player's turn there.
    pub is_turn: bool,
    /// The other people.
    people: Vec<Option<String>>,
}

/// Whether a request is for a page of the public listener that a person opens, and not from a script.
pub fn is_page(ask: &Ask) -> bool {
    let accepted = ask.headers.get(header::ACCEPT);
    let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
    let is_page = accepted.is_some_and(|accepted| accepted.contains("text/html"));
    is_page && matches!(ask.site.side(), Listener::Front)
}

/// Whether the reader followed a link on the page of a table.
fn comes_from_table(ask: &Ask) -> bool {
    let from = ask.headers.get(header::REFERER);
    let from = from.and_then(|from| from.to_str().ok());
    from.is_some_and(|from| from.contains("/t/"))
}

/// Finds the latest tables that wait for a player, except one.
pub async fn all_awaited(
    site: &Site,
    player: PlayerId,
    except: &str,
) -> Result<Vec<AwaitedTable>, Failure> {
    let now = site.services().clock.now();
    let mut latest = latest(site, player, now).await?;
    latest.retain(|table| table.table.as_str() != except);
    let tables = with_states(site, latest).await.into_iter();
    Ok(tables.filter_map(|mine| mine.awaited(now)).collect())
}

/// The latest tables of a player with a move in the last minutes.
async fn latest(site: &Site, player: PlayerId, now: u64) -> Result<Vec<MyTable>, Failure> {
    let mut latest = history::tables(site.context(), player, LATEST).await?;
    latest.retain(|table| now.saturating_sub(table.at) < WAITS.as_millis() as u64);
    Ok(latest)
}

/// Finds the table that waits for a player.
pub async fn awaited(ask: &Ask, found: &SignedIn) -> Result<Option<AwaitedTable>, Failure> {
    let now = ask.site.services().clock.now();
    let latest = latest(&ask.site, found.player.id, now).await?;
    let mut tables = with_states(&ask.site, latest.clone()).await;
    if comes_from_table(ask) && tables.iter().any(ListedTable::is_visited) {
        // The player leaves the page of the table for this one.
        sleep(LEAVING).await;
        tables = with_states(&ask.site, latest).await;
    }
    Ok(tables.into_iter().find_map(|mine| mine.awaited(now)))
}

impl ListedTable {
    const fn new(table: MyTable, now: Option<Box<TableNow>>) -> Self {
        let usernames = Vec::new();
        Self {
            table,
            now,
            usernames,
        }
    }

    /// Whether the player is at the table, in a match that is not over.
    fn is_visited(&self) -> bool {
        let me = self.table.seat.0.index();
        self.now.as_ref().is_some_and(|now| {
            !now.is_over && now.card.people() > 1 && now.seats.get(me) == Some(&Attendance::Here)
        })
    }

    /// This table, if people wait there for its player.
    fn awaited(self, now: u64) -> Option<AwaitedTable> {
        let state = self.now?;
        let me = self.table.seat.0.index();
        let is_away = state.seats.get(me) == Some(&Attendance::Away);
        let others = state.card.seats.iter().enumerate();
        let others = others.filter(|(seat, of)| *seat != me && of.holder == Holder::Person);
        let people: Vec<_> = others.map(|(_, of)| of.name.clone()).collect();
        let is_new = now.saturating_sub(self.table.at) < EMPTY.as_millis() as u64;
        let is_kept = state.card.is_attended || is_new;
        let waits = is_away && !state.is_over && !people.is_empty() && is_kept;
        waits.then_some(AwaitedTable {
            id: self.table.table,
            is_attended: state.card.is_attended,
            is_turn: state.turn.is_some_and(|seat| seat.0.index() == me),
            game: self.table.game,
            title: self.table.title,
            people,
        })
    }
}

impl AwaitedTable {
    /// The notice about this table.
    pub fn said(&self, texts: Texts) -> String {
        match self.is_turn {
            true => texts.bell_turn(),
            false => self.waits(texts),
        }
    }

    /// The game, by its title if it has one.
    pub fn game(&self, texts: Texts) -> String {
        named(texts, self.title.as_deref(), &self.game)
    }

    /// The sentence that names the people who wait.
    pub fn waits(&self, texts: Texts) -> String {
        let called = |name: &Option<String>| name.clone().unwrap_or_else(|| texts.default_name());
        let people: Vec<String> = self.people.iter().map(called).collect();
        texts.table_waits(&texts.list(&people))
    }
}

/// The line above every page that leads to the table.
pub fn line(texts: Texts, awaited: &AwaitedTable) -> Markup {
    html! {
        aside.front aria-label=(texts.table_waits_title()) data-testid="your-table" {
            div.done.row {
                p { b { (awaited.waits(texts)) } " " (awaited.game(texts)) }
                a.do href={ "/t/" (awaited.id) } data-testid="to-your-table" { (texts.lobby_to_table()) }
            }
        }
    }
}

fn named(texts: Texts, title: Option<&str>, game: &str) -> String {
    let title = title.map(str::to_owned);
    title.or_else(|| texts.game_name(game)).unwrap_or_default()
}

/// A link back to a table, with faces, players, score and turn.
pub fn continued(texts: Texts, mine: &ListedTable) -> Markup {
    let table = &mine.table;
    let game = named(texts, table.title.as_deref(), &table.game);
    html! {
        li {
            @if let Some(now) = &mine.now { (faces(texts, now, &mine.usernames, table.seat.0)) }
            div {
                p { b { (game) } " " small { (with_moment(&texts.site_at(MOMENT), table.at)) } }
                @if let Some(now) = &mine.now { (state(texts, now, table.seat.0)) }
            }
            @let is_over = mine.now.as_ref().is_some_and(|now| now.is_over);
            a.do.second[is_over] data-continue href={ "/t/" (table.table) } data-testid="continue" {
                @if is_over { (texts.desk_result()) } @else { (texts.home_continue()) }
            }
        }
    }
}

/// The faces of all players, the reader first, in the colors of the sides. The reader's side has the first color.
fn faces(texts: Texts, now: &TableNow, usernames: &[Option<String>], me: Seat) -> Markup {
    let names = names(texts, &now.card);
    let rules = &now.card.rules;
    let (n, own) = (usize::from(rules.n_sides()), rules.side(me).index());
    let color = |seat: Seat| (rules.side(seat).index() + n - own) % n % 4;
    let face = |seat: Seat| {
        let at = seat.index();
        let holder = now.card.seats.get(at)?.holder;
        let username = usernames.get(at).and_then(Option::as_deref);
        let face = match (holder, username) {
            (Holder::Open, _) => return None,
            (Holder::Bot, _) => Face::Bot(BOT_NAMES.get(at)?),
            (Holder::Person, Some(username)) => Face::Account(username),
            (Holder::Person, None) => Face::Guest(names.get(at)?),
        };
        Some(face.draw(34))
    };
    html! {
        span class="faces" aria-hidden="true" {
            @for seat in me.around(rules.n_seats()) {
                i class={ "side-" (color(seat)) } { @if let Some(face) = face(seat) { (face) } }
            }
        }
    }
}

fn state(texts: Texts, now: &TableNow, me: Seat) -> Markup {
    let (card, rules) = (&now.card, &now.card.rules);
    let names = names(texts, card);
    let others = |partners: bool| {
        let is_ours = |seat: &Seat| (rules.side(*seat) == rules.side(me)) == partners;
        let seats = me.around(rules.n_seats()).skip(1).filter(is_ours);
        let names: Vec<&str> = seats.map(|seat| names[seat.index()].as_str()).collect();
        texts.list(&names)
    };
    let (partners, opponents) = (others(true), others(false));
    let standing = card.scores.as_ref().map(|scores| {
        let names = BySeat::from_fn(rules.n_seats(), |seat| names[seat.index()].as_str());
        let seats = Seats {
            names,
            you: Some(me),
        };
        texts.standing(rules, scores, &seats)
    });
    html! {
        p data-testid="company" {
            @if !partners.is_empty() { (texts.history_partner(&partners)) ". " }
            (texts.history_against(&opponents)) "."
        }
        @if let Some(standing) = standing { p data-testid="table-score" { (standing) } }
        @match now.turn.map(|seat| seat.0) {
            Some(seat) if seat == me => p data-testid="turn" { span class="my-turn" { (texts.your_turn()) } },
            Some(seat) => p data-testid="turn" { small { (texts.thinking(&names[seat.index()])) } },
            None if now.is_over => p data-testid="turn" { small { (texts.table_over()) } },
            None => {}
        }
    }
}

/// The names of the players, as the table shows them. An open seat is free.
fn names(texts: Texts, table: &TableCard) -> Vec<String> {
    let seats = table.seats.iter().zip(BOT_NAMES);
    let name = |(seat, bot): (&CardSeat, &str)| match (seat.holder, &seat.name) {
        (Holder::Person, Some(name)) => name.clone(),
        (Holder::Person, None) => texts.default_name(),
        (Holder::Bot, _) => texts.bot(bot),
        (Holder::Open, _) => texts.invited_free(),
    };
    seats.map(name).collect()
}
