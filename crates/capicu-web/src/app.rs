//! Chooses the page for an address.

use capicu_i18n::Texts;
use capicu_protocol::Token;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::erase::{memo, part, say};
use crate::session::{Ticket, join, practice, replay};
use crate::settings::settings;
use crate::table::TablePage;
use crate::table_store::Room;
use crate::tables;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Page {
    /// A practice table, with the name of its worker.
    Practice(String),
    Replay,
    Table(String, Option<Token>),
    /// A link of which only the beginning is left.
    Cut,
    Unknown,
}

fn page(path: &str, fragment: &str) -> Page {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        ["practice"] => Page::Practice(fragment.trim_start_matches('#').to_owned()),
        ["replay"] => Page::Replay,
        ["t"] => Page::Cut,
        ["t", table] => Page::Table(
            (*table).to_owned(),
            fragment.trim_start_matches('#').parse().ok(),
        ),
        _ => Page::Unknown,
    }
}

fn here() -> Page {
    let location = window().location();
    let path = location.pathname().unwrap_or_default();
    page(&path, &location.hash().unwrap_or_default())
}

#[component]
pub fn App() -> impl IntoView {
    settings().keep();
    let address = RwSignal::new(here());
    for event in ["popstate", "hashchange"] {
        window_event_listener_untyped(event, move |_| address.set(here()));
    }
    let page = memo(move || address.get());
    part(move || match page.get() {
        Page::Practice(which) => {
            // A reload resumes this table.
            if (which == "new" || which.starts_with("rung="))
                && let Ok(history) = window().history()
            {
                let _ = history.replace_state_with_url(&JsValue::NULL, "", Some("/practice"));
            }
            let room = Room::new();
            let table = tables::practice(settings().name.get_untracked());
            room.enter(practice(room, table, which));
            view! { <TablePage room/> }.into_any()
        }
        Page::Replay => {
            let room = Room::new();
            room.enter(replay(room));
            view! { <TablePage room/> }.into_any()
        }
        Page::Table(table, token) => {
            let room = Room::new();
            room.enter(join(room, Ticket::new(table, token)));
            view! { <TablePage room/> }.into_any()
        }
        Page::Cut => view! { <Lost why=|t| t.problem_cut_link()/> }.into_any(),
        Page::Unknown => view! { <Lost why=|t| t.problem_unknown_page()/> }.into_any(),
    })
}

#[component]
fn Lost(why: fn(Texts) -> String) -> impl IntoView {
    view! {
        <main class="home">
            <h1>{say(|t| t.app_name())}</h1>
            <p class="problem" role="alert" data-testid="problem">{say(why)}</p>
            <a class="do" href="/">{say(|t| t.back_home())}</a>
        </main>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_their_pages() {
        assert_eq!(page("/practice", ""), Page::Practice(String::new()));
        assert_eq!(page("/practice", "#new"), Page::Practice("new".to_owned()));
        assert_eq!(page("/replay", "#move=3"), Page::Replay);
        assert_eq!(page("/nowhere", ""), Page::Unknown);
        // The form has a module of its own.
        assert_eq!(page("/play", "#game=x"), Page::Unknown);
        // The server has its own page there.
        assert_eq!(page("/", ""), Page::Unknown);
        assert_eq!(page("/t/", ""), Page::Cut);
    }

    #[test]
    fn seat_link_has_the_table_and_the_secret() {
        let secret = "0f".repeat(32);
        let token = secret.parse().ok();
        assert!(token.is_some());
        let expected = Page::Table("abc".to_owned(), token);
        assert_eq!(page("/t/abc", &format!("#{secret}")), expected);
        assert_eq!(
            page("/t/abc", "#short"),
            Page::Table("abc".to_owned(), None)
        );
    }
}
