//! The tables open to spectators.

use std::collections::BTreeMap;

use axum::response::Response;
use capicu::{BySeat, Seat};
use capicu_i18n::{BOT_NAMES, Seats, Texts};
use capicu_protocol::{Holder, PlayerId, TableId};
use capicu_table_service::card::{CardSeat, TableCard, TableList};
use maud::{Markup, PreEscaped, html};

use super::boards::Boards;
use super::empty::{Drawing, empty};
use super::extract::Ask;
use super::live;
use crate::Failure;
use crate::avatar::Face;

/// The path of this page.
const PATH: &str = "/watch";

/// How many tables are listed.
const TABLES: usize = 50;

/// `GET /watch`: the tables to watch, the live ones as boards.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    match tables(&ask).await {
        Ok(body) => ask.page(&texts.watch(), PATH, &body),
        Err(failure) => ask.problem(&failure, PATH),
    }
}

async fn tables(ask: &Ask) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let found = ask.who().await?;
    let apart = live::apart(ask, found.as_ref()).await?;
    let mut tables = ask.site.registry().listed(TableList::Watched, TABLES).await;
    tables.retain(|(_, table)| live::is_shown(table, &apart));
    let watched = live::find(ask, &apart).await;
    let usernames = usernames(ask, &tables).await?;
    Ok(html! {
        main #content data-testid="watch-page" {
            h1 { (texts.watch()) }
            @if tables.is_empty() {
                div data-testid="watch-none" {
                    (empty(Drawing::Table, &texts.watch_none(), &texts.watch_none_help(), Some(("/lobby", &texts.lobby()))))
                }
            } @else {
                p.help { (texts.watch_help()) }
                @if watched.any() {
                    (PreEscaped(&Boards::all().live_sheet))
                    ul.boards data-live=(live::address(ask, live::TABLES)) data-testid="live-tables" {
                        (live::boards(ask, &watched))
                    }
                }
                h2 { (texts.watch_all()) }
                ul.list data-testid="watch-tables" {
                    @for (id, table) in &tables { (listed(texts, id, table, &usernames)) }
                }
                p { a href="/lobby" { (texts.lobby()) } }
            }
        }
    })
}

/// The usernames of the people with an account at these tables.
async fn usernames(
    ask: &Ask,
    tables: &[(TableId, TableCard)],
) -> Result<BTreeMap<PlayerId, String>, Failure> {
    let seats = tables.iter().flat_map(|(_, table)| &table.seats);
    let players = seats.filter_map(|seat| seat.player).collect();
    Ok(ask.site.services().store.usernames(players).await?)
}

/// One table: its faces, game, players and score, with a link.
fn listed(
    texts: Texts,
    id: &TableId,
    table: &TableCard,
    usernames: &BTreeMap<PlayerId, String>,
) -> Markup {
    let (game, names) = (game(texts, table), names(texts, table));
    let who = texts.list(&names);
    let standing = standing(texts, table, &names);
    html! {
        li {
            (faces(table, &names, usernames))
            div {
                p {
                    b { (game) } " "
                    small data-testid="watchers" { (texts.watch_count(table.watchers)) }
                }
                p { (who) }
                @if let Some(standing) = standing { p.help { (standing) } }
            }
            a href={ "/report?table=" (id) } { (texts.report()) }
            a.do.second href={ "/t/" (id) } aria-label=(texts.watch_table(&game, &who))
                data-testid="watch" { (texts.watch()) }
        }
    }
}

/// The faces of the players, in the colors of their sides.
fn faces(table: &TableCard, names: &[String], usernames: &BTreeMap<PlayerId, String>) -> Markup {
    let seats = Seat::all(table.rules.n_seats()).zip(&table.seats);
    html! {
        span.faces aria-hidden="true" {
            @for (at, (seat, of)) in seats.enumerate() {
                i class={ "side-" (table.rules.side(seat).index() % 4) } {
                    @let username = of.player.and_then(|player| usernames.get(&player));
                    @let face = match (of.holder, username) {
                        (Holder::Person, Some(username)) => Face::Account(username),
                        (Holder::Person, None) => Face::Guest(&names[at]),
                        (Holder::Bot | Holder::Open, _) => Face::Bot(BOT_NAMES[at]),
                    };
                    (face.draw(34))
                }
            }
        }
    }
}

/// The name of the game, or the title of the house rules.
pub fn game(texts: Texts, table: &TableCard) -> String {
    let title = table.title.clone();
    let name = title.or_else(|| texts.game_name(&table.game));
    name.unwrap_or_default()
}

/// The score in words, once a match has begun.
pub fn standing(texts: Texts, table: &TableCard, names: &[String]) -> Option<String> {
    table.scores.map(|scores| {
        let n = table.rules.n_seats();
        let names = BySeat::from_fn(n, |seat| names[seat.index()].as_str());
        let seats = Seats { names, you: None };
        texts.standing(&table.rules, &scores, &seats)
    })
}

/// The names of the players, as the table shows them.
pub fn names(texts: Texts, table: &TableCard) -> Vec<String> {
    let seats = table.seats.iter().zip(BOT_NAMES);
    let name = |(seat, bot): (&CardSeat, &str)| match (seat.holder, &seat.name) {
        (Holder::Person, Some(name)) => name.clone(),
        (Holder::Person, None) => texts.default_name(),
        (Holder::Bot | Holder::Open, _) => texts.bot(bot),
    };
    seats.map(name).collect()
}
