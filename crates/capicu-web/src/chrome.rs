//! Helpers that several pages share.

use capicu_i18n::Lang;
use capicu_protocol::TableRules;
use js_sys::{Array, Reflect};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::Event;

use crate::erase::{say, tap, truth};
use crate::settings::settings;

#[component]
pub fn LanguageSwitch() -> impl IntoView {
    let lang = settings().lang;
    view! {
        <div class="langs" role="group" aria-label=say(|t| t.language())>
            {Lang::ALL
                .iter()
                .map(|&of| {
                    view! {
                        <button
                            type="button"
                            lang=of.tag()
                            data-testid=format!("lang-{}", of.tag())
                            aria-pressed=truth(move || lang.get() == of)
                            on:click=tap(move |_| settings().speak(of))
                        >
                            {of.own_name()}
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
}

pub fn copy(text: &str) {
    let _ = window().navigator().clipboard().write_text(text);
}

/// Passes a message of the table to the move list, which `boot.js` loads when it is opened.
pub fn heard(text: &str) {
    if let Ok(all) = Reflect::get(&window(), &"heard".into())
        && let Ok(all) = all.dyn_into::<Array>()
    {
        all.push(&text.into());
    }
}

/// Opens the move list next to the table.
pub fn remember() {
    announce("memory");
}

/// Dispatches an event to the scripts around the client.
pub fn announce(what: &str) {
    if let Ok(event) = Event::new(what) {
        let _ = window().dispatch_event(&event);
    }
}

/// Keeps the focus on a dialog for as long as the calling view exists: the table cannot be used meanwhile.
pub fn hold_table() {
    let hold = |is_held| {
        let table = document().query_selector("main.table").ok().flatten();
        if let Some(table) = table {
            let _ = table.toggle_attribute_with_force("inert", is_held);
        }
    };
    hold(true);
    on_cleanup(move || hold(false));
}

pub fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

pub fn rulebook(game: &str) -> String {
    format!("/rules/{game}?lang={}", settings().lang.get().tag())
}

/// The address of the rules of a table: the game and its changed options.
pub fn rules_address(rules: &TableRules) -> String {
    let usual = rules.usual();
    let changed = rules.options.iter().filter(|(name, value)| {
        let usual = usual.and_then(|usual| usual.get(name));
        usual.is_some_and(|usual| usual.to_string() != **value)
    });
    let options = changed.map(|(name, value)| format!("&{name}={}", value.replace(' ', "+")));
    let (game, players) = (&rules.game, rules.players);
    format!(
        "/rules?game={game}&players={players}{}",
        options.collect::<String>()
    )
}
