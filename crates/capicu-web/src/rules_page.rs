//! The rules of every game, as a person would explain them.

use capicu::Game;
use leptos::prelude::*;

use crate::erase::say;
use crate::settings::t;

/// A page with the rules of the games.
#[component]
pub fn RulesPage() -> impl IntoView {
    let game = RwSignal::new(Game::ALL[0].id);
    let sections = move || {
        let preset = Game::by_id(game.get())?;
        let rules = preset.rules(preset.players[0])?;
        let section = |section: capicu_i18n::Section| {
            view! {
                <h2>{section.title.clone()}</h2>
                <ul>
                    {section
                        .sentences
                        .into_iter()
                        .map(|sentence| view! { <li>{sentence}</li> })
                        .collect_view()}
                </ul>
            }
        };
        Some(t().explain(&rules).into_iter().map(section).collect_view())
    };
    view! {
        <main class="rules" data-testid="rules-page">
            <p><a href="/">{say(|t| t.back_home())}</a></p>
            <h1>{say(|t| t.rules_of_game())}</h1>
            <select
                aria-label=say(|t| t.choose_game())
                on:change=move |event| {
                    if let Some(of) = Game::by_id(&event_target_value(&event)) {
                        game.set(of.id);
                    }
                }
            >
                {Game::ALL
                    .iter()
                    .map(|of| view! { <option value=of.id>{move || t().game_name(of.id)}</option> })
                    .collect_view()}
            </select>
            <p class="help">{move || t().game_line(game.get())}</p>
            {sections}
        </main>
    }
}
