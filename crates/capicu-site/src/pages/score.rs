//! The score sheet for real tables.

use axum::http::{Method, Uri};
use axum::response::Response;
use capicu_i18n::Texts;
use maud::{Markup, html};

use super::extract::Ask;
use crate::{assets, client_files};

/// `GET /score`: the sheet, which its module draws. It works without the server once the device has it.
pub async fn show(ask: Ask) -> Response {
    let Some(head) = head() else {
        // A server without the client says how to build it.
        let page = Uri::from_static("/index.html");
        return client_files::serve(Method::GET, page, ask.headers).await;
    };
    let texts = ask.texts();
    let title = texts.sheet_title();
    let body = html! {
        main #content data-testid="score-page" {
            noscript { p.problem { (texts.sheet_needs_script()) } }
            p.problem #sheet-full role="alert" hidden { (texts.sheet_full()) }
            p.done #sheet-elsewhere role="status" hidden { (texts.sheet_elsewhere()) }
            div #sheet {}
            (together(texts))
            a.do #sheet-slip href="/events" hidden data-testid="sheet-slip" { (texts.sheet_slip()) }
            p.unseen #sheet-said role="status" aria-live="polite" {}
        }
    };
    ask.page_with(&title, "/score", &head, &body)
}

/// The code for other phones of the table, which a script shows.
fn together(texts: Texts) -> Markup {
    html! {
        section #sheet-with hidden data-testid="sheet-with" data-live=(texts.sheet_with_live())
            data-waits=(texts.sheet_with_waits()) data-over=(texts.sheet_with_over()) data-long=(texts.sheet_with_long()) {
            h2 { (texts.sheet_with()) }
            p #sheet-with-state role="status" data-testid="with-state" {}
            img #sheet-with-code alt=(texts.sheet_with_code()) data-testid="with-code";
            p.help { (texts.sheet_with_help()) }
            button #sheet-with-leave type="button" data-testid="with-leave" { (texts.sheet_with_leave()) }
        }
    }
}

/// The files of the sheet; `None` if this server has no client.
fn head() -> Option<Markup> {
    let style = assets::named("score", "css")?;
    let code = assets::named("capicu-score", "wasm")?;
    let bindings = assets::named("capicu-score", "js")?;
    let start = assets::named("score", "js")?;
    Some(html! {
        link rel="stylesheet" href=(style);
        link rel="modulepreload" href=(bindings);
        link rel="preload" as="fetch" type="application/wasm" crossorigin href=(code);
        script type="module" src=(start) {}
    })
}
