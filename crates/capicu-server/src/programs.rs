//! Requests of programs that play for bot accounts. The token in `Authorization` names the bot. Cookies are ignored
//! here, and tokens are ignored elsewhere.

mod api;
mod bearer;
mod challenges;
mod events;
mod matches;
mod talk;
mod turns;

use axum::http::Method;

use crate::http::Api;

pub fn requests() -> Api {
    Api::new()
        .on(Method::GET, "/api/bot/me", api::me)
        .on(Method::GET, "/api/bot/events", events::stream)
        .on(Method::POST, "/api/bot/join", api::join)
        .on(Method::POST, "/api/bot/tables", api::create)
        .on(Method::GET, "/api/bot/tables/{id}/stream", talk::stream)
        .on(Method::POST, "/api/bot/tables/{id}/commands", talk::command)
        .on(Method::POST, "/api/bot/tables/{id}/resign", talk::resign)
        .on(Method::POST, "/api/bot/tables/{id}/rematch", talk::rematch)
        .on(Method::GET, "/api/bot/matches", matches::list)
        .on(
            Method::GET,
            "/api/bot/matches/{number}/record",
            matches::record,
        )
        .on(Method::POST, "/api/bot/challenges", challenges::make)
        .on(
            Method::POST,
            "/api/bot/challenges/{id}/accept",
            challenges::accept,
        )
        .on(
            Method::POST,
            "/api/bot/challenges/{id}/decline",
            challenges::decline,
        )
}
