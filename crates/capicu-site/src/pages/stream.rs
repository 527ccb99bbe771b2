//! Overlays for a stream: pages without a background, for the browser source of a program such as OBS.

use axum::extract::Path;
use axum::response::{Html, IntoResponse as _, Response};
use capicu::{Action, Seat, Side, TileSet};
use capicu_picture::{Picture, sheet};
use capicu_protocol::{ApiErrorCode, TableId};
use capicu_table_service::table::{HandNow, TableNow};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Deserialize;
use tokio::time::timeout;

use super::boards::Boards;
use super::extract::{Ask, lead_to, unkept};
use super::my_tables::LOOK;
use super::profile::recent::tiles;
use super::{live, watch};
use crate::Failure;

const STYLE: &str = include_str!("stream.css");

/// The fields in the address of a page with an overlay.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Show {
    r#for: String,
}

/// Whether the reader wants the overlay.
pub fn is_asked(ask: &Ask) -> bool {
    ask.form::<Show>().r#for == "stream"
}

/// `GET /watch/ID`: leads to the table. With `for=stream` it is the overlay of the table.
pub async fn table(Path(id): Path<String>, ask: Ask) -> Response {
    if !is_asked(&ask) {
        return lead_to(&format!("/t/{id}"), None);
    }
    let answer = async {
        let id: TableId = id.parse()?;
        let now = seen(&ask, &id).await;
        let now = now.ok_or(Failure::new(ApiErrorCode::NotFound))?;
        let game = watch::game(ask.texts(), &now.card);
        let shown = shown(&ask, &now, &top(&game, "", &html! {}));
        Ok::<_, Failure>(document(&ask, &game, &shown))
    };
    let answer = answer.await;
    answer.unwrap_or_else(|failure| ask.problem(&failure, "/watch"))
}

/// The state of a table that anybody may watch.
pub async fn seen(ask: &Ask, id: &TableId) -> Option<Box<TableNow>> {
    let glance = timeout(LOOK, ask.site.registry().glance(id)).await;
    let glance = glance.ok().and_then(Result::ok).flatten()?;
    glance.now.filter(|_| glance.is_public)
}

/// A line at the top: a title, a text next to it, and a clock.
pub fn top(title: &str, about: &str, clock: &Markup) -> Markup {
    html! { header {
        b { (title) }
        @if !about.is_empty() { span { (about) } }
        (clock)
    } }
}

/// A board with the names and the scores of its sides.
pub fn shown(ask: &Ask, now: &TableNow, top: &Markup) -> Markup {
    let (card, rules) = (&now.card, &now.card.rules);
    let moves: Vec<Action> = now.moves.iter().copied().map(Action::from).collect();
    let names = watch::names(ask.texts(), card);
    let seats =
        |side: Side| Seat::all(rules.n_seats()).filter(move |seat| rules.side(*seat) == side);
    html! {
        (top)
        div.felt-of-stream { @if !tiles(&moves).is_empty() { (live::board(rules, &moves)) } }
        ol.sides { @for side in Side::all(rules.n_sides()) { li class={ "side-" (side.index() % 4) } {
            div { @for seat in seats(side) {
                p.turn[now.turn.is_some_and(|turn| turn.0 == seat)] data-testid="stream-name" {
                    span { (names[seat.index()]) }
                    @if let Some(hand) = now.hands.get(seat.index()) { (self::hand(now, hand)) }
                }
            } }
            @if let Some(scores) = &card.scores { b.score data-testid="stream-score" { (scores[side]) } }
        } } }
    }
}

/// The tiles of a hand: face down during the round, and open after it.
fn hand(now: &TableNow, hand: &HandNow) -> Markup {
    let Some(tiles) = &hand.tiles else {
        return html! { i.backs aria-hidden="true" { @for _ in 0..hand.n { i {} } } };
    };
    let tiles: TileSet = tiles.iter().map(|tile| tile.0).collect();
    if tiles.is_empty() {
        return html! {};
    }
    let more = tiles - Boards::all().on_live_sheet;
    let picture = Picture {
        rules: &now.card.rules,
        laid: &[],
        mark: None,
        hand: tiles,
    };
    html! {
        @if !more.is_empty() { (PreEscaped(sheet(more))) }
        span.open data-testid="stream-hand" { (PreEscaped(picture.part(None))) }
    }
}

/// A page with nothing but an overlay, which the script asks for again each second.
pub fn document(ask: &Ask, title: &str, inside: &Markup) -> Response {
    let document = html! {
        (DOCTYPE)
        html lang=(ask.lang.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                link rel="manifest" href="/manifest.webmanifest";
                title { (title) }
                style { (PreEscaped(STYLE)) }
                script src="/event.js" defer data-every="1" {}
                noscript { meta http-equiv="refresh" content="5"; }
            }
            body {
                (PreEscaped(&Boards::all().live_sheet))
                main #content data-testid="overlay" { h1.unseen { (title) } (inside) }
            }
        }
    };
    unkept(Html(document.into_string()).into_response())
}
