//! Points that the player who makes them has to name.

use capicu::rules::{CallSum, Calls};
use capicu::{Board, Call};
use capicu_client::{ClientTable, Command, Moment, laid};
use capicu_text::calls::{in_vain, is_right};
use leptos::prelude::*;

use crate::erase::{flag, part, say, tap, truth};
use crate::settings::{t, t_now};
use crate::table::status;
use crate::tile_input::{BubbleKind, Control};

/// Whether callers name the points in this game.
pub fn are_named(game: &ClientTable) -> bool {
    game.rules().call_sum == CallSum::Own
}

/// Whether this may be called now, rightly or wrongly.
pub fn may(game: &ClientTable, call: Call) -> bool {
    let board = game.round().and(game.board());
    board
        .zip(game.seat())
        .is_some_and(|(board, seat)| board.may_call(seat, call))
}

/// The points to be named and "Muggins!". They are there even if there is nothing to call.
#[component]
pub fn CallsView(control: Control) -> impl IntoView {
    let room = control.room;
    let (sums, muggins) = room.peek(|game| {
        let rules = game.rules();
        (Board::sums(rules), rules.calls == Calls::Muggins)
    });
    let chosen = control.sum;
    let chip = move |points: u16| {
        view! {
            <button
                type="button"
                class="chip"
                data-testid=format!("call-{points}")
                aria-pressed=truth(move || chosen.get() == Some(points))
                on:click=tap(move |_| {
                    let other = chosen.get_untracked() != Some(points);
                    chosen.set(other.then_some(points));
                    name(control);
                })
            >
                {points}
            </button>
        }
    };
    let may_claim = move || room.read(|game| may(game, Call::Muggins));
    view! {
        <div
            class="calls"
            role="group"
            aria-label=say(|t| t.call_points())
            aria-describedby="call-help"
            on:keydown=move |event| status::step(&event, ".chip")
            data-testid="call-sum"
        >
            <small id="call-help">{say(|t| t.call_sum_help())}</small>
            {sums.into_iter().map(chip).collect_view()}
            {muggins.then(|| view! {
                <button
                    type="button"
                    class="do"
                    data-testid="muggins"
                    disabled=flag(move || !may_claim())
                    on:click=tap(move |_| room.say(Command::Call(Call::Muggins)))
                >
                    {say(|t| t.call_muggins())}
                </button>
            })}
        </div>
    }
}

/// Names the chosen points, if allowed now.
pub fn name(control: Control) {
    let points = control.sum.get_untracked();
    let Some(points) = points.filter(|_| control.room.peek(|game| may(game, Call::Sum(0)))) else {
        return;
    };
    control.sum.set(None);
    control.room.say(Command::Call(Call::Sum(points)));
}

/// Names points that were chosen before the tile together with it.
pub fn with_the_tile(control: Control, moment: &Moment) {
    if let Moment::Done { mv, .. } = moment
        && laid(mv).is_some()
        && control.room.peek(|game| game.is_me(mv.seat))
    {
        name(control);
    }
}

/// Shows a call, and whether it failed.
pub fn show(control: Control, moment: &Moment) {
    let Moment::Called { seat, call, awards } = moment else {
        return;
    };
    let texts = t_now();
    let won = is_right(moment);
    let word = match call {
        Call::Sum(points) => format!("{points}!"),
        Call::Muggins => texts.call_muggins(),
        _ => String::new(),
    };
    let text = match (won, call) {
        (true, Call::Sum(_)) | (false, _) => word,
        (true, _) => {
            let points: u16 = awards.iter().map(|award| award.points).sum();
            format!("{word} +{points}")
        }
    };
    let kind = if won {
        BubbleKind::Points
    } else {
        BubbleKind::Words
    };
    control.say_beside(*seat, text.trim().to_owned(), kind);
    if !won {
        control.notify(control.room.peek(|game| in_vain(moment, game, texts)));
    }
}

/// Scores that the table announces, and that only have to be claimed.
pub fn told(control: Control) -> AnyView {
    let room = control.room;
    if room.read(are_named) {
        return ().into_any();
    }
    part(move || {
        let calls = [(Call::Declare, "declare"), (Call::Muggins, "muggins")];
        let due = calls
            .into_iter()
            .find(|(call, _)| room.read(|game| may(game, *call)));
        let Some((call, id)) = due else {
            return ().into_any();
        };
        let text = match call {
            Call::Muggins => t().call_muggins(),
            _ => t().call_declare(),
        };
        view! {
            <button
                type="button"
                class="do"
                data-testid=id
                on:click=tap(move |_| room.say(Command::Call(call)))
            >
                {text}
            </button>
        }
        .into_any()
    })
    .into_any()
}
