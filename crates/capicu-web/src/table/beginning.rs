//! The beginning of a round: the tiles turned up for the lead, the deals thrown in, and the opener.

use std::time::Duration;

use capicu_client::{ClientTable, Moment};
use capicu_text::{begins, turned_up};
use leptos::prelude::*;

use crate::erase::{later, memo, part, say, tap};
use crate::settings::{t, t_now};
use crate::table::hand::Upright;
use crate::table::voice;
use crate::table_store::names;
use crate::tile_input::Control;

/// The delay after which a screen reader announces what happened before the page was there.
const SETTLED: Duration = Duration::from_millis(800);

/// Stays until the person closes it or has acted: with bots alone, tiles have been turned up before the person comes.
#[component]
pub fn BeginningView(control: Control) -> impl IntoView {
    let room = control.room;
    let put_away = RwSignal::new(None);
    let shown = memo(move || {
        let deal = room.read(|game| is_told(game).then(|| game.next_deal()));
        deal.filter(|deal| put_away.get() != Some(*deal))
    });
    if shown.get_untracked().is_some() {
        later(move || voice::say(&room.peek(story)), SETTLED);
    }
    part(move || {
        let Some(deal) = shown.get() else {
            return ().into_any();
        };
        let told = room.peek(|game| {
            let moments = game.beginning().iter();
            moments.map(|moment| line(moment, game)).collect::<Vec<_>>()
        });
        view! {
            <aside class="beginning" data-testid="beginning">
                <button
                    type="button"
                    class="tool"
                    data-testid="put-away"
                    aria-label=say(|t| t.close())
                    on:click=tap(move |_| put_away.set(Some(deal)))
                >
                    "✕"
                </button>
                {told}
            </aside>
        }
        .into_any()
    })
}

/// The beginning in words, for reading it later.
pub fn story(game: &ClientTable) -> String {
    let tell = |moment: &Moment| match moment {
        Moment::TurnedUp(tiles, _) => {
            let then = begins(moment, game, t_now()).unwrap_or_default();
            Some(format!("{} {then}", turned_up(tiles, game, t_now())))
        }
        _ => begins(moment, game, t_now()),
    };
    let told: Vec<String> = game.beginning().iter().filter_map(tell).collect();
    told.join(" ")
}

/// Whether more happened than the deal, and the person has not acted yet.
fn is_told(game: &ClientTable) -> bool {
    let acted = |mv: &capicu::Move| game.is_me(mv.seat);
    game.beginning().len() > 1 && game.table().last().is_none() && !game.moves().iter().any(acted)
}

fn line(moment: &Moment, game: &ClientTable) -> AnyView {
    let texts = t();
    let then = begins(moment, game, texts);
    let Moment::TurnedUp(tiles, _) = moment else {
        return view! { <p>{then}</p> }.into_any();
    };
    let names = names(game);
    let each = tiles.entries().filter_map(|(seat, tile)| {
        let tile = (*tile)?;
        let name = match game.is_me(seat) {
            true => texts.seat_you(),
            false => names.plain(seat),
        };
        Some(view! { <li>{name}<Upright tile/></li> })
    });
    view! {
        <ul role="img" aria-label=turned_up(tiles, game, texts)>{each.collect::<Vec<_>>()}</ul>
        <p>{then}</p>
    }
    .into_any()
}
