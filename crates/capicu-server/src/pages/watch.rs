//! The tables that anybody may watch.

use axum::response::Response;
use capicu::BySeat;
use capicu_i18n::{BOT_NAMES, Seats, Texts};
use maud::{Markup, html};

use super::ask::Ask;
use crate::watched::{Sitter, WatchedTable};

/// Where it is.
const PATH: &str = "/watch";

/// How many tables are listed.
const TABLES: usize = 50;

/// `GET /watch`.
pub async fn show(ask: Ask) -> Response {
    let texts = ask.texts();
    let tables = ask.site.registry().watched_tables(TABLES).await;
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

/// One table: what is played, who plays, how it stands, and the way there.
fn listed(texts: Texts, id: &str, table: &WatchedTable) -> Markup {
    let game = table.title.clone();
    let game = game.or_else(|| texts.game_name(&table.game));
    let game = game.unwrap_or_default();
    let names = names(texts, table);
    let who = texts.list(&names);
    let standing = table.scores.map(|scores| {
        let n = table.rules.n_seats();
        let names = BySeat::from_fn(n, |seat| names[seat.index()].as_str());
        let seats = Seats { names, you: None };
        texts.standing(&table.rules, &scores, &seats)
    });
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

/// What those who sit there are called, as at the table.
fn names(texts: Texts, table: &WatchedTable) -> Vec<String> {
    let seats = table.seats.iter().zip(BOT_NAMES);
    let name = |(sitter, bot): (&Sitter, &str)| match sitter {
        Sitter::Person(Some(name)) => name.clone(),
        Sitter::Person(None) => texts.default_name(),
        Sitter::Bot => texts.bot(bot),
    };
    seats.map(name).collect()
}
