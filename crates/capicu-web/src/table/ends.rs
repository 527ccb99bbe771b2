//! Displays about the tiles on the felt: the count of the ends, points as they are made, and the zoom.

use capicu::rules::{Calls, Ends, Spinner};
use leptos::prelude::*;

use crate::camera::STEP;
use crate::erase::{part, say, tap, words};
use crate::settings::t;
use crate::table::calls;
use crate::tile_input::Control;

/// The strip below the tiles: the count of the ends if they score, and the zoom if tiles can get small.
#[component]
pub fn StripView(control: Control) -> impl IntoView {
    let (counts, grows, named) = control.room.peek(|game| {
        let rules = game.rules();
        let grows = rules.spinner == Spinner::Every || rules.set.highest().value() > 6;
        // If scores have to be called, players count for themselves.
        let counts = rules.ends != Ends::Off && rules.calls == Calls::Automatic;
        (
            counts,
            grows,
            calls::are_named(game) && game.seat().is_some(),
        )
    });
    (counts || grows || named).then(|| {
        view! {
            <div class="strip">
                {counts.then(|| view! { <TotalView control/> })}
                {named.then(|| view! { <calls::CallsView control/> })}
                {grows.then(|| view! { <CloserView control/> })}
            </div>
        }
    })
}

#[component]
fn TotalView(control: Control) -> impl IntoView {
    let told = move || {
        control.room.read(|game| {
            let count = game.board()?.count_of_ends()?;
            let parts = count.parts.iter().map(|(_, pips)| pips.to_string());
            let mut parts: Vec<String> = parts.collect();
            if parts.len() == 1 {
                parts.clear();
            }
            let text = match count.points {
                0 => t().ends_sum(count.total),
                points => t().ends_sum_scores(points, count.total),
            };
            Some((text, parts.join(" + "), count.points))
        })
    };
    part(move || {
        let told = told().map(|(text, parts, points)| {
            view! {
                <p class="total" class:scores={points > 0} data-testid="ends-total">
                    <b>{text}</b>
                    <span>{parts}</span>
                </p>
            }
        });
        told.into_any()
    })
}

/// Bonuses and penalties as they are made. Screen readers announce them with the move.
#[component]
pub fn NoticesView(control: Control) -> impl IntoView {
    view! {
        <ul class="notices" aria-hidden="true" data-testid="notices">
            <For each=move || control.notices.get() key=|notice| notice.number let:notice>
                <li>{notice.text}</li>
            </For>
        </ul>
    }
}

#[component]
fn CloserView(control: Control) -> impl IntoView {
    let button = move |id, text: fn() -> String, sign: &'static str, act: fn(Control)| {
        view! {
            <button
                type="button"
                class="tool"
                data-testid=id
                aria-label=words(text)
                title=words(text)
                on:click=tap(move |_| act(control))
            >
                <svg viewBox="0 0 24 24" aria-hidden="true"><path d=sign/></svg>
            </button>
        }
    };
    view! {
        <div class="zoom" role="group" aria-label=say(|t| t.zoom())>
            {button("zoom-in", || t().zoom_in(), "M12 5v14M5 12h14", |c| c.zoom_in_the_middle(STEP))}
            {button("zoom-out", || t().zoom_out(), "M5 12h14", |c| c.zoom_in_the_middle(1.0 / STEP))}
            {button(
                "zoom-fit",
                || t().zoom_fit(),
                "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
                |c| c.closer.set(None),
            )}
        </div>
    }
}
