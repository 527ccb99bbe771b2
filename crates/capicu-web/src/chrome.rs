//! What several pages have in common.

use capicu_i18n::Lang;
use capicu_protocol::TableRules;
use js_sys::{Array, Reflect};
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::Event;

use crate::erase::{say, tap, truth};
use crate::settings::settings;

/// A button for each language.
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

/// Puts a text on the clipboard.
pub fn copy(text: &str) {
    let _ = window().navigator().clipboard().write_text(text);
}

/// Hands what the table heard to the part that remembers it, which `boot.js` loads when it is asked for.
pub fn heard(text: &str) {
    if let Ok(all) = Reflect::get(&window(), &"heard".into())
        && let Ok(all) = all.dyn_into::<Array>()
    {
        all.push(&text.into());
    }
}

/// Opens what was played, beside the table.
pub fn remember() {
    announce("memory");
}

/// Tells the scripts around the client of something.
pub fn announce(what: &str) {
    if let Ok(event) = Event::new(what) {
        let _ = window().dispatch_event(&event);
    }
}

/// Keeps the focus on a dialog, for as long as the view that calls this is there: nothing of the table can be used.
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

/// The address of this site.
pub fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// The address of the page about a game, in the language chosen.
pub fn rulebook(game: &str) -> String {
    format!("/rules/{game}?lang={}", settings().lang.get().tag())
}

/// Where the rules of a table are explained: the game, and what its house does otherwise.
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
