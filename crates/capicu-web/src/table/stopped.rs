//! A match that cannot go on: how it stood, why, and on to another.

use leptos::html::Button;
use leptos::prelude::*;

use capicu::ByTeam;
use capicu_client::Command;

use crate::control::Control;
use crate::erase::{effect, flag, memo, part, say, tap, words};
use crate::room::Names;
use crate::settings::t;

/// The sheet over the table, once the match was stopped.
#[component]
pub fn StoppedView(control: Control) -> impl IntoView {
    let room = control.room;
    let stopped = memo(move || room.read(|game| game.matched().stopped.is_some()));
    part(move || match stopped.get() {
        true => view! { <Sheet control/> }.into_any(),
        false => ().into_any(),
    })
}

#[component]
fn Sheet(control: Control) -> impl IntoView {
    let room = control.room;
    let next = NodeRef::<Button>::new();
    effect(move || {
        if let Some(next) = next.get() {
            let _ = next.focus();
        }
    });
    let scores = move || {
        room.read(|game| {
            let stopped = game.matched().stopped.as_ref()?;
            let rules = game.rules();
            let points = |team: capicu::Team| stopped.scores.get(team.index()).copied();
            let scores = ByTeam::from_fn(rules.n_teams(), |team| points(team).unwrap_or_default());
            Some(t().standing(rules, &scores, &Names::of(game).seats()))
        })
        .unwrap_or_default()
    };
    let wants =
        move || room.read(|game| game.seat().is_some_and(|me| game.rematch().contains(&me)));
    view! {
        <div class="veil">
            <section
                class="sheet"
                role="dialog"
                aria-modal="true"
                aria-labelledby="stopped"
                data-testid="match-stopped"
            >
                <h2 id="stopped" class="over">{say(|t| t.match_stopped())}</h2>
                <p>{say(|t| t.match_stopped_why())}</p>
                <p class="standing" data-testid="standing">{words(scores)}</p>
                <div class="next">
                    <button
                        type="button"
                        class="do big"
                        node_ref=next
                        data-testid="new-match"
                        disabled=flag(wants)
                        on:click=tap(move |_| room.say(Command::Rematch))
                    >
                        {say(|t| t.new_match())}
                    </button>
                    <a class="do second" href="/">{say(|t| t.back_home())}</a>
                </div>
                <p class="soon">
                    {words(move || if wants() { t().rematch_waiting() } else { String::new() })}
                </p>
            </section>
        </div>
    }
}
