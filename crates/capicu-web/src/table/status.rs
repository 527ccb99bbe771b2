//! Whose turn it is, the possible actions, and their buttons.

use capicu::{Action, Board};
use capicu_geometry::Point;
use capicu_protocol::{Hints, StandIn, Wish};
use capicu_text::{Wait, advice, fits_not, is_asked, problems};
use leptos::prelude::*;

use crate::erase::{effect, flag, memo, part, say, tap, words};
use crate::settings::t;
use crate::table::calls;
use crate::table::seats::{Bank, BubbleView, Ring, seconds_left};
use crate::table::watching::watches;
use crate::table_store::{Room, names, now};
use crate::tile_input::{By, Control, Target};
use capicu_client::{Ask, Attendance, ClientTable, Command};

/// The line between the felt and the hand.
#[component]
pub fn StatusView(control: Control) -> impl IntoView {
    let room = control.room;
    let wait = memo(move || {
        room.game
            .with(|game| game.as_ref().map_or(Wait::Nothing, Wait::of))
    });
    let mine = move || matches!(wait.get(), Wait::Me(_));
    let me = room.peek(ClientTable::point_of_view);
    // A spectator sees a plate of that seat.
    let plays = !watches(room);
    let headline = move || {
        let wait = wait.get();
        room.read(|game| match game.table().last() {
            Some(last) if matches!(wait, Wait::Nothing | Wait::Deal) => {
                let names = names(game);
                t().round_story(last, game.rules(), &names.seats()).why
            }
            _ => wait.headline(game, t(), now()),
        })
    };
    // An absent player is shown with a countdown to the stand-in.
    let bot_at = memo(move || {
        room.read(|game| match game.attendance(game.first_away()?) {
            Attendance::Away { bot_at } => bot_at,
            _ => None,
        })
    });
    let left = seconds_left(bot_at);
    let detail = move || {
        left.track();
        detail(control, wait.get())
    };
    view! {
        <div class="status" class:mine=flag(mine) data-testid="status">
            {plays.then(|| view! { <Ring control seat=me/> <Bank control seat=me/> })}
            <div class="say">
                <strong class="banner" data-testid="banner">{words(headline)}</strong>
                <span class="detail" data-testid="detail">{words(detail)}</span>
                {part(move || numbers(room))}
            </div>
            <div class="doing">
                <Boneyard control/>
                {part(move || buttons(control, wait.get()))}
                {part(move || ask(control, wait.get()))}
                {part(move || play_again(control))}
            </div>
            {plays.then(|| view! { <BubbleView control seat=me/> })}
        </div>
    }
}

fn detail(control: Control, wait: Wait) -> String {
    let (texts, room) = (t(), control.room);
    if let Some(refusal) = room.refusal.get() {
        return problems::refusal(texts, refusal);
    }
    if let Some(hint) = room.hint.get() {
        return room.read(|game| advice(&hint, game, texts).short);
    }
    if let Some(tile) = control.refused.get() {
        return room.read(|game| fits_not(tile, game, texts));
    }
    match wait {
        Wait::Me(_) if control.targets.with(|all| all.len() > 1) => texts.choose_end(),
        Wait::Me(Ask::Huddle) if control.posing.get() => texts.may_lead_any(),
        _ => room.read(|game| wait.detail(game, texts, now())),
    }
}

/// The chances of a hint, in a fold.
fn numbers(room: Room) -> AnyView {
    let Some(hint) = room.hint.get().filter(|_| room.refusal.get().is_none()) else {
        return ().into_any();
    };
    view! {
        <details class="detail" data-testid="hint-numbers">
            <summary>{say(|t| t.puzzles_numbers())}</summary>
            {words(move || room.read(|game| advice(&hint, game, t()).numbers))}
        </details>
    }
    .into_any()
}

/// Whether the player may ask for a hint now: the table allows it, and there is a choice.
pub fn may_ask(game: &ClientTable) -> bool {
    game.hints() == Hints::On && game.has_choice()
}

/// The button that asks for a hint.
fn ask(control: Control, wait: Wait) -> AnyView {
    let room = control.room;
    let idle = control.selected.get().is_none() && room.hint.get().is_none();
    if !(idle && matches!(wait, Wait::Me(_)) && room.read(may_ask)) {
        return ().into_any();
    }
    view! {
        <button
            type="button"
            class="do second"
            data-testid="hint"
            on:click=tap(move |_| room.say(Command::Hint))
        >
            {say(|t| t.hint_ask())}
        </button>
    }
    .into_any()
}

/// The number of tiles in the boneyard, if it can have any.
#[component]
fn Boneyard(control: Control) -> impl IntoView {
    let count = memo(move || {
        control.room.read(|game| {
            let draws = game.rules().draw != capicu::rules::Draw::Never;
            let boneyard = game.board().map(Board::boneyard);
            boneyard.filter(|boneyard| draws || *boneyard > 0)
        })
    });
    let may_draw = memo(move || {
        control
            .room
            .read(|game| game.actions().contains(&Action::Draw))
    });
    part(move || match count.get() {
        Some(n) => view! {
            <button
                type="button"
                class="boneyard"
                class:may=flag(move || may_draw.get())
                data-testid="boneyard"
                title=words(move || t().boneyard_count(n))
                aria-label=words(move || t().boneyard_count(n))
                disabled=flag(move || !may_draw.get())
                on:click=tap(move |_| control.act(Action::Draw))
            >
                <i></i>
                <b>{n.to_string()}</b>
            </button>
        }
        .into_any(),
        None => ().into_any(),
    })
}

fn buttons(control: Control, wait: Wait) -> AnyView {
    let room = control.room;
    let act = move |action| move |_| control.act(action);
    let wish = move |wish| move |_| room.say(Command::Wish(wish));
    match wait {
        _ if control.selected.get().is_some() => view! { <EndChoice control/> }.into_any(),
        Wait::Me(Ask::Pass) => view! {
            <button type="button" class="do" data-testid="pass" on:click=tap(act(Action::Pass))>
                {words(move || {
                    if room.read(is_asked) { t().call_none() } else { t().knock() }
                })}
            </button>
            {calls::told(control)}
        }
        .into_any(),
        Wait::Me(Ask::Huddle) if !control.posing.get() => view! {
            <button
                type="button"
                class="do"
                data-testid="pose-mine"
                on:click=tap(move |_| control.posing.set(true))
            >
                {say(|t| t.huddle_i_pose())}
            </button>
            <button
                type="button"
                class="do second"
                data-testid="hand-over"
                on:click=tap(act(Action::HandOver))
            >
                {say(|t| t.huddle_you_pose())}
            </button>
        }
        .into_any(),
        Wait::Me(_) if room.read(|game| game.actions().contains(&Action::Draw)) => view! {
            <button type="button" class="do" data-testid="draw" on:click=tap(act(Action::Draw))>
                {say(|t| t.draw_tile())}
            </button>
        }
        .into_any(),
        Wait::Partner(_) if room.read(|game| game.wish()).is_none() => view! {
            <button type="button" class="do" data-testid="wish-mine" on:click=tap(wish(Wish::Mine))>
                {say(|t| t.huddle_i_pose())}
            </button>
            <button
                type="button"
                class="do second"
                data-testid="wish-yours"
                on:click=tap(wish(Wish::Yours))
            >
                {say(|t| t.huddle_you_pose())}
            </button>
        }
        .into_any(),
        Wait::Seats if room.read(|game| game.seat().is_some() && !game.is_ready()) => view! {
            <button
                type="button"
                class="do"
                data-testid="start"
                on:click=tap(move |_| room.say(Command::Ready))
            >
                {say(|t| t.start_match())}
            </button>
        }
        .into_any(),
        Wait::Seats if room.read(|game| gives_seats(game) && !game.open_seats().is_empty()) => {
            view! {
                <button
                    type="button"
                    class="do"
                    data-testid="fill-bots"
                    on:click=tap(move |_| {
                        for seat in room.peek(ClientTable::open_seats) {
                            room.say(Command::Renew(seat, None));
                        }
                    })
                >
                    {say(|t| t.fill_with_bots())}
                </button>
            }
            .into_any()
        }
        Wait::Me(_) | Wait::Answer => calls::told(control),
        _ => view! { {calls::told(control)} {let_bot_play(control)} }.into_any(),
    }
}

/// Whether this seat may give open seats to bots: the host may, or anybody while a bot plays for the host.
fn gives_seats(game: &ClientTable) -> bool {
    game.host().is_some_and(|host| {
        game.is_me(host) || matches!(game.attendance(host), Attendance::StandIn(_))
    })
}

/// A player who is back takes over from the bot.
fn play_again(control: Control) -> AnyView {
    let room = control.room;
    let stood_in = room.read(|game| match game.attendance(game.seat()?) {
        Attendance::StandIn(StandIn::Away | StandIn::Left) => Some(()),
        _ => None,
    });
    if stood_in.is_none() {
        return ().into_any();
    }
    view! {
        <button
            type="button"
            class="do"
            data-testid="play-again"
            on:click=tap(move |_| room.say(Command::Back))
        >
            {say(|t| t.play_again())}
        </button>
    }
    .into_any()
}

/// Players who are there need not wait for an absent one, except in rated matches.
fn let_bot_play(control: Control) -> AnyView {
    let room = control.room;
    let away = room.read(|game| {
        let may = game.seat().is_some() && !game.is_rated();
        game.first_away().filter(|_| may)
    });
    let Some(seat) = away else {
        return ().into_any();
    };
    view! {
        <button
            type="button"
            class="do second"
            data-testid="let-bot-play"
            on:click=tap(move |_| room.say(Command::StandIn(seat)))
        >
            {say(|t| t.let_bot_play())}
        </button>
    }
    .into_any()
}

/// One button for each end that the selected tile fits.
#[component]
fn EndChoice(control: Control) -> impl IntoView {
    let targets = control.targets;
    // A player who chose the tile with a key can continue with keys.
    effect(move || {
        if control.by.get_untracked() == By::Keys && !targets.with(Vec::is_empty) {
            request_animation_frame(|| {
                focus_among(".end", 0);
            });
        }
    });
    view! {
        <div class="ends" role="group" aria-label=say(|t| t.choose_end()) on:keydown=|event| step(&event, ".end")>
            {part(move || {
                let targets = targets.get();
                let across = spans_across(&targets);
                let n = targets.len();
                targets
                    .into_iter()
                    .enumerate()
                    .map(|(at, target)| end_button(control, target, arrow(at, n, across)))
                    .collect_view()
                    .into_any()
            })}
        </div>
    }
}

/// The place of an end among those offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Where {
    First,
    Last,
    Between,
}

fn arrow(at: usize, n: usize, across: bool) -> Where {
    match at {
        _ if !across || n != 2 => Where::Between,
        0 => Where::First,
        _ => Where::Last,
    }
}

/// Whether the ends are next to each other rather than one above the other.
fn spans_across(targets: &[Target]) -> bool {
    let centers = || targets.iter().map(|target| target.ghost.placed.center());
    let span = |of: fn(&Point) -> i32| {
        let (low, high) = (
            centers().map(|p| of(&p)).min(),
            centers().map(|p| of(&p)).max(),
        );
        high.zip(low).map_or(0, |(high, low)| high - low)
    };
    span(|p| p.x) > 0
}

fn end_button(control: Control, target: Target, place: Where) -> impl IntoView {
    let texts = t();
    let (id, text, label) = match target.action {
        Action::Play { tile, on } => {
            let pip = tile.shared_pip(on).map_or(0, capicu::Pip::value);
            let on_tile = texts.end_on_tile(&texts.tile(on), pip);
            let text = match (target.letter, place) {
                (Some(letter), _) => format!("{letter}: {pip}"),
                (None, Where::First) => texts.end_left_number(pip),
                (None, Where::Last) => texts.end_right_number(pip),
                (None, Where::Between) => on_tile.clone(),
            };
            (format!("end-choice-{on}"), text, on_tile)
        }
        _ => ("end-choice".to_owned(), texts.play_it(), texts.play_it()),
    };
    let hint = move || {
        control.hinted.set(Some(target.action));
        control.look_at(target.ghost.placed.center());
    };
    view! {
        <button
            type="button"
            class="do end"
            class:lettered=target.letter.is_some()
            data-testid=id
            aria-label=label
            on:focus=move |_| hint()
            on:pointerenter=move |_| hint()
            on:click=tap(move |event| {
                control.act(target.action);
                if event.detail() == 0 {
                    super::hand::refocus();
                }
            })
        >
            {text}
        </button>
    }
}

/// Moves the focus among these elements if an arrow was pressed.
pub fn step(event: &leptos::ev::KeyboardEvent, among: &str) {
    let by = match event.key().as_str() {
        "ArrowRight" | "ArrowDown" => 1,
        "ArrowLeft" | "ArrowUp" => -1,
        _ => return,
    };
    event.prevent_default();
    event.stop_propagation();
    focus_among(among, by);
}

/// Moves the focus by this number of elements, or to the first if none has it.
/// Returns whether there is any.
pub fn focus_among(among: &str, by: i32) -> bool {
    use wasm_bindgen::JsCast as _;
    let Ok(ends) = document().query_selector_all(among) else {
        return false;
    };
    let all: Vec<web_sys::HtmlElement> = (0..ends.length())
        .filter_map(|at| ends.item(at)?.dyn_into().ok())
        .collect();
    let active = document().active_element();
    let at = all
        .iter()
        .position(|end| active.as_ref() == Some(end.as_ref()));
    let to = at.map_or(0, |at| (at as i32 + by).rem_euclid(all.len() as i32));
    let end = all.get(to as usize);
    if let Some(end) = end {
        let _ = end.focus();
    }
    end.is_some()
}
