//! The tables open to spectators.

use axum::response::Response;
use capicu::BySeat;
use capicu_i18n::{BOT_NAMES, Seats, Texts};
use capicu_protocol::{Holder, TableId};
use capicu_table_service::card::{CardSeat, TableCard, TableList};
use maud::{Markup, html};

use super::extract::Ask;

/// The path of this page.
const PATH: &str = "/watch";

/// How many tables are listed.
const TABLES: usize = 50;

/// `GET /watch`: the tables to watch.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let tables = ask.site.registry().listed(TableList::Watched, TABLES).await;
    let body = html! {
        main #content data-testid="watch-page" {
            h1 { (texts.watch()) }
            p { (texts.watch_help()) }
            @if tables.is_empty() { p data-testid="watch-none" { (texts.watch_none()) } }
            ul.list data-testid="watch-tables" {
                @for (id, table) in &tables { (listed(texts, id, table)) }
            }
            p { a href="/lobby" { (texts.lobby()) } }
        }
    };
    ask.page(&texts.watch(), PATH, &body)
}

/// One table: its game, players and score, with a link.
fn listed(texts: Texts, id: &TableId, table: &TableCard) -> Markup {
    let (game, names) = (game(texts, table), names(texts, table));
    let who = texts.list(&names);
    let standing = standing(texts, table, &names);
    html! {
        li {
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
