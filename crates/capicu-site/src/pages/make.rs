//! The form of a table with links for friends.

use axum::http::{Method, Uri};
use axum::response::Response;
use maud::{Markup, html};

use super::extract::Ask;
use super::home::fetched_ahead;
use crate::{assets, client_files};

/// `GET /play`: the form of a table, which the client fills.
pub async fn show(ask: Ask) -> Response {
    let Some(head) = head() else {
        // A server without the client says how to build it.
        let page = Uri::from_static("/index.html");
        return client_files::serve(Method::GET, page, ask.headers).await;
    };
    let texts = ask.texts();
    let title = texts.private_table();
    let body = html! {
        main #content data-testid="make-page" {
            h1 { (title) }
            p { (texts.private_table_help()) }
            noscript { p.problem { (texts.make_needs_script()) } }
            div #make {}
            p { a href="/score" data-testid="to-score" { (texts.sheet_title()) } }
        }
    };
    ask.page_with(&title, "/play", &head, &body)
}

/// The files of the form; `None` if this server has no client.
fn head() -> Option<Markup> {
    let style = assets::named("form", "css")?;
    let code = assets::named("capicu-form", "wasm")?;
    let bindings = assets::named("capicu-form", "js")?;
    let start = assets::named("form", "js")?;
    Some(html! {
        link rel="stylesheet" href=(style);
        link rel="modulepreload" href=(bindings);
        link rel="preload" as="fetch" type="application/wasm" crossorigin href=(code);
        script type="module" src=(start) {}
        (fetched_ahead())
    })
}
