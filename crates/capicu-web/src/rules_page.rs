//! The rules of every game, as a person would explain them.
//!
//! The sentences come from the server: there are many, and most visitors never read them. The address names the rules:
//! `/rules?game=block&players=2&target=121`.

use capicu::Game;
use capicu_protocol::RulesSection;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::chrome::rulebook;
use crate::erase::{effect, flag, part, say, words};
use crate::session;
use crate::settings::{settings, t};

/// A page with the rules of the games.
#[component]
pub fn RulesPage() -> impl IntoView {
    let (game, options) = asked(&window().location().search().unwrap_or_default());
    let game = RwSignal::new(game);
    let options = RwSignal::new(options);
    let told = RwSignal::new(None::<Option<Vec<RulesSection>>>);
    effect(move || {
        let lang = settings().lang.get().tag();
        let (game, options) = (game.get(), options.get());
        told.set(None);
        spawn_local(async move {
            told.set(Some(
                session::rules(game, &format!("lang={lang}{options}")).await,
            ));
        });
    });
    let sections = part(move || match told.get() {
        None => view! { <p role="status">{say(|t| t.connecting())}</p> }.into_any(),
        Some(None) => {
            view! { <p role="alert" class="problem">{say(|t| t.rules_offline())}</p> }.into_any()
        }
        Some(Some(sections)) => sections.into_iter().map(section).collect_view().into_any(),
    });
    view! {
        <main class="rules" data-testid="rules-page">
            <p><a href="/">{say(|t| t.back_home())}</a></p>
            <h1>{say(|t| t.rules_of_game())}</h1>
            <select
                aria-label=say(|t| t.choose_game())
                on:change=move |event| {
                    if let Some(of) = Game::by_id(&event_target_value(&event)) {
                        game.set(of.id);
                        options.set(String::new());
                    }
                }
            >
                {Game::ALL
                    .iter()
                    .map(|of| {
                        view! {
                            <option value=of.id selected=flag(move || game.get() == of.id)>
                                {words(move || t().game_name(of.id).unwrap_or_default())}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
            <p class="help">{words(move || t().game_line(game.get()).unwrap_or_default())}</p>
            <p>
                <a href=words(move || rulebook(game.get())) data-testid="rulebook">
                    {words(move || t().how_to_play(&t().game_name(game.get()).unwrap_or_default()))}
                </a>
            </p>
            {sections}
        </main>
    }
}

fn section(section: RulesSection) -> impl IntoView {
    let sentence = |sentence| view! { <li>{sentence}</li> };
    view! {
        <h2>{section.title}</h2>
        <ul>{section.sentences.into_iter().map(sentence).collect_view()}</ul>
    }
}

/// The game in an address, and its options in the form for the server.
fn asked(search: &str) -> (&'static str, String) {
    let parts = search.trim_start_matches('?').split('&');
    let (named, options): (Vec<&str>, Vec<&str>) = parts
        .filter(|part| !part.is_empty())
        .partition(|part| part.starts_with("game="));
    let game = named
        .first()
        .and_then(|part| Game::by_id(&part["game=".len()..]));
    let options = options.iter().map(|part| format!("&{part}")).collect();
    (game.unwrap_or(&Game::ALL[0]).id, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_address_names_game_and_options() {
        let (game, options) = asked("?game=block&players=2&target=121");
        assert_eq!((game, options.as_str()), ("block", "&players=2&target=121"));
        assert_eq!(asked(""), (Game::ALL[0].id, String::new()));
        assert_eq!(asked("?game=whist").0, Game::ALL[0].id);
    }
}
