//! A match that cannot continue: its scores, the reason, and the way to another.

use leptos::html::Button;
use leptos::prelude::*;

use capicu::BySide;
use capicu_client::Command;
use capicu_protocol::WhyStopped;

use crate::erase::{effect, flag, memo, part, say, tap, words};
use crate::settings::t;
use crate::table_store::names;
use crate::tile_input::Control;

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
            let points = |side: capicu::Side| stopped.scores.get(side.index()).copied();
            let scores = BySide::from_fn(rules.n_sides(), |side| points(side).unwrap_or_default());
            Some(t().standing(rules, &scores, &names(game).seats()))
        })
        .unwrap_or_default()
    };
    let why = move || {
        room.read(|game| game.matched().stopped.as_ref().map(|of| of.why))
            .unwrap_or_default()
    };
    let title = move || match why() {
        WhyStopped::Rules => t().match_stopped(),
        WhyStopped::Time => t().match_stopped_time(),
        WhyStopped::Desk | WhyStopped::Boards => t().match_stopped_desk(),
    };
    let told = move || match why() {
        WhyStopped::Rules => t().match_stopped_why(),
        WhyStopped::Time | WhyStopped::Boards => t().match_stopped_time_why(),
        WhyStopped::Desk => t().match_stopped_desk_why(),
    };
    let is_of_an_event = move || why() != WhyStopped::Rules;
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
                <h2 id="stopped" class="over">{words(title)}</h2>
                <p>{words(told)}</p>
                <p class="standing" data-testid="standing">{words(scores)}</p>
                <div class="next">
                    <button
                        type="button"
                        class="do big"
                        node_ref=next
                        data-testid="new-match"
                        disabled=flag(wants)
                        hidden=flag(is_of_an_event)
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
