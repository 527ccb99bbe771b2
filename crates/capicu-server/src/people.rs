//! Requests about people.

mod api;
mod friends_api;
mod passkeys_api;

use axum::http::Method;

use crate::http::Api;
pub use api::read;

pub fn requests() -> Api {
    Api::new()
        .on(Method::GET, "/api/me", api::me)
        .on(Method::POST, "/api/me", api::make)
        .on(Method::PATCH, "/api/me", api::change)
        .on(Method::DELETE, "/api/me", api::remove)
        .on(Method::POST, "/api/me/member", api::join)
        .on(Method::POST, "/api/me/codes", api::codes)
        .on(
            Method::POST,
            "/api/me/passkeys/begin",
            passkeys_api::begin_adding,
        )
        .on(Method::GET, "/api/me/passkeys", passkeys_api::all)
        .on(Method::POST, "/api/me/passkeys", passkeys_api::add)
        .on(
            Method::DELETE,
            "/api/me/passkeys/{id}",
            passkeys_api::remove,
        )
        .on(
            Method::POST,
            "/api/sign-in/begin",
            passkeys_api::begin_sign_in,
        )
        .on(Method::POST, "/api/sign-in", api::sign_in)
        .on(Method::POST, "/api/me/devices", api::offer)
        .on(Method::GET, "/api/me/sessions", api::sessions)
        .on(Method::DELETE, "/api/me/sessions", api::sign_out_everywhere)
        .on(Method::DELETE, "/api/me/sessions/{id}", api::sign_out)
        .on(Method::GET, "/api/me/settings", api::settings)
        .on(Method::PUT, "/api/me/settings", api::choose)
        .on(Method::GET, "/api/me/tables", api::tables)
        .on(Method::GET, "/api/me/matches", api::matches)
        .on(Method::GET, "/api/me/export", api::export)
        .and(friends_api::requests())
}
