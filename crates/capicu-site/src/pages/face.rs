//! The faces that the client shows at a table, as files.

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use capicu::Seat;
use capicu_accounts::friends;
use capicu_protocol::{Level, TableId};
use maud::Markup;
use serde::Deserialize;
use tokio::time::timeout;

use super::extract::Ask;
use super::my_tables::LOOK;
use crate::avatar::Face;
use crate::portraits;

/// The path of the reader's own face.
pub const PATH: &str = "/face";

/// The bot, by its level and the number of bots before it at its table; or the person, by table, seat and the name at the
/// table.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Of {
    level: String,
    nth: String,
    table: String,
    seat: String,
    name: String,
}

/// `GET /face?level=club&nth=1`, or `?table=ID&seat=0&name=NAME`: the face as SVG. A bot has no ground: its seat has the color.
/// Without a table it is the reader's own face.
pub async fn show(ask: Ask) -> Response {
    let of: Of = ask.form();
    let (drawn, caching) = match Level::named(&of.level) {
        Some(level) => {
            let bots = of.nth.parse::<u8>().unwrap_or_default();
            let drawn = portraits::without_ground(level.portrait(bots.into()));
            (drawn, "public, max-age=86400")
        }
        None => person(&ask, &of).await,
    };
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, caching),
    ];
    let named = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
    let file = drawn.into_string().replacen("<svg", named, 1);
    (headers, file).into_response()
}

/// The addresses of the portraits of all bots, for use offline.
pub fn of_bots() -> impl Iterator<Item = String> {
    Level::NAMES
        .iter()
        .map(|level| format!("{PATH}?level={level}"))
}

/// The face of a person, and how long browsers may keep it. A face that was not found in time is drawn as that of a
/// guest, and not kept. The own face changes with the account.
async fn person(ask: &Ask, of: &Of) -> (Markup, &'static str) {
    let (found, caching) = match (username(ask, of).await, of.table.is_empty()) {
        (Ok(found), false) => (found, "private, max-age=3600"),
        (Ok(found), true) => (found, "private, no-cache"),
        (Err(NotInTime), _) => (None, "no-store"),
    };
    let face = match &found {
        Some(username) => Face::Account(username),
        None => Face::Guest(&of.name),
    };
    (face.draw(80), caching)
}

/// The table or the store did not answer in time.
struct NotInTime;

/// The username of the player in a seat; `None` for guests. The name at the table makes no difference: finished matches
/// link the account too, and nobody can pass for another account.
async fn username(ask: &Ask, of: &Of) -> Result<Option<String>, NotInTime> {
    if of.table.is_empty() {
        let found = ask.who().await.map_err(|_| NotInTime)?;
        let found = found
            .as_ref()
            .and_then(|found| friends::username(&found.player));
        return Ok(found.map(str::to_owned));
    }
    let (Ok(table), Some(seat)) = (
        of.table.parse::<TableId>(),
        of.seat.parse().ok().and_then(Seat::new),
    ) else {
        return Ok(None);
    };
    let glance = timeout(LOOK, ask.site.registry().glance(&table)).await;
    let glance = glance.map_err(|_| NotInTime)?.map_err(|_| NotInTime)?;
    let now = glance.and_then(|glance| glance.now);
    let player = now.and_then(|now| now.card.seats.get(seat.index())?.player);
    let Some(player) = player else {
        return Ok(None);
    };
    let usernames = ask.site.services().store.usernames(vec![player]).await;
    Ok(usernames.map_err(|_| NotInTime)?.remove(&player))
}
