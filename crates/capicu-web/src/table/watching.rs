//! The table as spectators see it, and what players see of them.

use capicu_client::ClientTable;
use capicu_protocol::Watching;
use leptos::prelude::*;

use crate::erase::{memo, part, say, when, words};
use crate::settings::t;
use crate::table::seats::Plate;
use crate::table_store::Room;
use crate::tile_input::Control;

/// Whether the viewer is a spectator.
pub fn watches(room: Room) -> bool {
    room.peek(|game| game.seat().is_none())
}

/// In place of a hand: the seat that the table is seen from, and a note that the viewer is a spectator.
#[component]
pub fn WatcherView(control: Control) -> impl IntoView {
    let seat = control.room.peek(ClientTable::point_of_view);
    view! {
        <div class="hand watch" data-testid="watching">
            <Plate control seat edge=None/>
            <p>{say(|t| t.watch_you())}</p>
        </div>
    }
}

/// The number of spectators, in the bar.
#[component]
pub fn CountView(room: Room) -> impl IntoView {
    let n = memo(move || room.read(ClientTable::watchers));
    let told = move || t().watch_count(n.get());
    when(
        move || n.get() > 0,
        move || {
            view! {
                <span class="watchers" role="img" data-testid="watchers" aria-label=words(told) title=words(told)>
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 100 6 3 3 0 000-6z"/>
                    </svg>
                    {words(move || n.get().to_string())}
                </span>
            }
            .into_any()
        },
    )
}

/// The note in the menu that anybody may watch.
#[component]
pub fn OpenView(room: Room) -> impl IntoView {
    let is_open = memo(move || room.read(|game| game.watching() == Watching::On));
    part(move || {
        let line = is_open.get().then(|| {
            view! { <p class="help" data-testid="watch-open">{say(|t| t.watch_open())}</p> }
        });
        line.into_any()
    })
}
