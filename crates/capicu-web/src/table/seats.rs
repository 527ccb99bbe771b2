//! The other players, the number of their tiles, and their last moves.

use capicu::Seat;
use capicu_client::{Attendance, ClientTable};
use capicu_protocol::{Holder, Passed};
use leptos::prelude::*;

use crate::erase::{effect, flag, memo, part, truth, words};
use crate::seating::{self, Edge};
use crate::settings::{settings, t};
use crate::table_store::{Room, names, now};
use crate::tile_input::{BubbleKind, Control};

/// All players on one side of the table.
#[component]
pub fn EdgeView(control: Control, edge: Edge) -> impl IntoView {
    let seats = control.room.peek(|game| {
        let rules = game.rules();
        seating::on(edge, game.point_of_view(), rules.n_seats(), rules.direction)
    });
    view! {
        <div class=format!("side {}", edge.class())>
            {seats
                .into_iter()
                .map(|seat| view! { <Plate control seat edge=Some(edge)/> })
                .collect_view()}
        </div>
    }
}

/// A player's plate. `edge` is `None` at the player's side of the table, where only spectators see one.
#[component]
pub fn Plate(control: Control, seat: Seat, edge: Option<Edge>) -> impl IntoView {
    let room = control.room;
    let held = memo(move || room.read(|game| game.held(seat)));
    let to_act = memo(move || room.read(|game| game.to_act() == Some(seat)));
    let name = move || room.read(|game| names(game).plain(seat));
    let attendance = memo(move || {
        room.game.with(|game| {
            game.as_ref()
                .map_or(Attendance::Bot, |game| game.attendance(seat))
        })
    });
    let away = move || {
        let attendance = attendance.get();
        matches!(attendance, Attendance::Away { .. } | Attendance::StandIn(_))
    };
    let kind = move || {
        let texts = t();
        if let Some(place) = room.read(|game| game.place(seat)) {
            return texts.seat_out(place);
        }
        match attendance.get() {
            Attendance::Here => String::new(),
            Attendance::Open if room.read(|game| game.board().is_none()) => String::new(),
            Attendance::Bot | Attendance::Open => {
                texts.is_bot_of(room.peek(|game| game.level().number()))
            }
            // The status line has the seconds until a bot plays.
            Attendance::Away { .. } => texts.is_away(),
            Attendance::StandIn(_) => texts.is_stood_in(),
        }
    };
    let side = room.peek(|game| game.rules().side(seat));
    let number = side.index();
    let place = move || {
        let texts = t();
        let partner = room.read(|game| game.rules().partner(game.seat()?));
        match edge {
            _ if partner == Some(seat) => texts.seat_partner(),
            Some(edge) => edge.name(texts),
            None => texts.seat_number(seat.index() + 1),
        }
    };
    let passed = memo(move || match settings().passed.get() {
        Passed::On => room.read(|game| {
            let numbers = game.passed_on(seat).into_iter();
            numbers.map(|pip| pip.value().to_string()).collect()
        }),
        Passed::Off => Vec::new(),
    });
    let label = move || {
        let (texts, mut name, place) = (t(), name(), place());
        if let Some(place) = room.read(|game| game.place(seat)) {
            name = format!("{name} ({})", texts.seat_out(place));
        }
        match attendance.get() {
            Attendance::Away { .. } => name = format!("{name} ({})", texts.is_away()),
            Attendance::StandIn(_) => name = format!("{name} ({})", texts.is_stood_in()),
            _ => {}
        }
        let label = if to_act.get() {
            texts.label_seat_turn(&name, &place, held.get())
        } else {
            texts.label_seat(&name, &place, held.get())
        };
        match passed.get() {
            none if none.is_empty() => label,
            numbers => format!("{label}; {}", texts.has_passed_on(&texts.list(&numbers))),
        }
    };
    view! {
        <section
            class=format!("plate team-{}", number % 4)
            class:turn=flag(move || to_act.get())
            class:away=flag(away)
            class:last-one=flag(move || held.get() == 1)
            data-testid=format!("seat-{seat}")
            data-turn=truth(move || to_act.get())
            role="group"
            aria-label=words(label)
        >
            <Ring control seat/>
            <div class="who">
                <span class="name">{words(name)}</span>
                <span class="kind" data-testid=format!("kind-{seat}")>{words(kind)}</span>
                <Bank control seat/>
            </div>
            <div class="backs" aria-hidden="true">
                {part(move || {
                    (0..held.get().min(14)).map(|_| view! { <i></i> }).collect_view().into_any()
                })}
            </div>
            <span class="passed" data-testid=format!("passed-{seat}") aria-hidden="true">
                {words(move || passed.get().join(" "))}
            </span>
            // Shown if the bar has no room for it.
            <b class="points" aria-hidden="true">
                {words(move || room.read(|game| game.table().scores()[side]).to_string())}
            </b>
            <b class="count" data-testid=format!("count-{seat}") aria-hidden="true">
                {words(move || held.get().to_string())}
            </b>
            <BubbleView control seat/>
        </section>
    }
}

#[component]
pub fn BubbleView(control: Control, seat: Seat) -> impl IntoView {
    let bubble = memo(move || {
        control
            .bubbles
            .with(|all| all.iter().find(|bubble| bubble.seat == seat).cloned())
    });
    part(move || {
        let Some(bubble) = bubble.get() else {
            return ().into_any();
        };
        let class = match bubble.kind {
            BubbleKind::Knock => "bubble knock",
            BubbleKind::Points => "bubble points",
            BubbleKind::Words => "bubble",
        };
        view! {
            <span class=class data-testid=format!("bubble-{seat}") aria-hidden="true">
                {bubble.text}
            </span>
        }
        .into_any()
    })
}

/// The time left to a seat, if the table has a clock.
#[component]
pub fn Ring(control: Control, seat: Seat) -> impl IntoView {
    let room = control.room;
    // The bank, which comes after it, has a place of its own.
    let until = memo(move || {
        room.read(|game| Some(game.turn_ends(seat)? - game.bank(seat).unwrap_or_default()))
    });
    let whole = room.peek(|game| game.turn_time().seconds().unwrap_or(60));
    let left = seconds_left(until);
    let initial = move || {
        let name = room.read(|game| names(game).plain(seat));
        name.chars()
            .next()
            .map(|c| c.to_uppercase().to_string())
            .unwrap_or_default()
    };
    // The circle is 100 long.
    let dash = move || {
        let whole = f64::from(whole);
        let part = left.get().map_or(1.0, |left| (left / whole).min(1.0));
        let tenths = (part * 1000.0) as u32;
        format!("{}.{} 100", tenths / 10, tenths % 10)
    };
    view! {
        <span
            class="ring"
            class:ticking=flag(move || left.get().is_some())
            class:low=flag(move || left.get().is_some_and(|left| left < 10.0))
            data-testid=format!("clock-{seat}")
        >
            <svg viewBox="0 0 36 36" aria-hidden="true">
                <circle class="disc" cx="18" cy="18" r="15"/>
                <circle class="time" cx="18" cy="18" r="15.915" stroke-dasharray=words(dash)/>
            </svg>
            <span class="initial" aria-hidden="true">
                {words(move || match left.get() {
                    Some(left) => (left.ceil() as u32).to_string(),
                    None => initial(),
                })}
            </span>
            {face(room, seat)}
        </span>
    }
}

/// The face of the player in a seat. A bot's face has no ground, so that bots of one level differ. A review has only
/// names, and no faces.
pub fn face(room: Room, seat: Seat) -> AnyView {
    let style = memo(move || {
        let table = room.secrets.with(|secrets| {
            let table = secrets.as_ref().map(|secrets| secrets.table.clone());
            table.unwrap_or_default()
        });
        room.read(|game| {
            let of = match game.holder(seat) {
                Some(Holder::Bot) => format!("level={}", portrait(game, seat)),
                Some(Holder::Person) if table.is_empty() && people(game) > 1 => {
                    return String::new();
                }
                Some(Holder::Person) => {
                    let name = game.people()[seat.index()].name.as_deref();
                    let name = js_sys::encode_uri_component(name.unwrap_or_default());
                    format!("table={table}&seat={}&name={name}", seat.index())
                }
                Some(Holder::Open) | None => return String::new(),
            };
            format!("background-image:url(\"/face?{of}\")")
        })
    });
    let class = format!("portrait on-{}", seat.index() % 4);
    view! { <i class=class style=words(move || style.get())></i> }.into_any()
}

/// The level whose portrait a bot has. The bots of a table have different ones.
fn portrait(game: &ClientTable, seat: Seat) -> &'static str {
    let is_bot = |other: &Seat| game.holder(*other) == Some(Holder::Bot);
    let before = Seat::all(game.rules().n_seats()).take(seat.index());
    game.level().portrait(before.filter(is_bot).count()).name()
}

/// The number of seats of people.
pub fn people(game: &ClientTable) -> usize {
    let seats = Seat::all(game.rules().n_seats());
    seats
        .filter(|seat| game.holder(*seat) == Some(Holder::Person))
        .count()
}

/// The bank of a seat, if the table has banks.
#[component]
pub fn Bank(control: Control, seat: Seat) -> impl IntoView {
    let room = control.room;
    let ends = seconds_left(memo(move || room.read(|game| game.turn_ends(seat))));
    let left = memo(move || {
        let bank = room.read(|game| game.bank(seat))? / 1000.0;
        Some(ends.get().map_or(bank, |ends| bank.min(ends)).ceil() as u32)
    });
    part(move || {
        let Some(left) = left.get() else {
            return ().into_any();
        };
        let clock = format!("{}:{:02}", left / 60, left % 60);
        view! {
            <span
                class=if left < 10 { "bank low" } else { "bank" }
                role="timer"
                aria-label=t().in_bank(&clock)
                data-testid=format!("bank-{seat}")
            >
                {format!("+{clock}")}
            </span>
        }
        .into_any()
    })
}

/// The seconds until then, counted down.
pub fn seconds_left(until: Memo<Option<f64>>) -> Memo<Option<f64>> {
    let tick = RwSignal::new(());
    effect(move || {
        if until.get().is_some() {
            let every = std::time::Duration::from_millis(250);
            if let Ok(handle) = set_interval_with_handle(move || tick.set(()), every) {
                on_cleanup(move || handle.clear());
            }
        }
    });
    memo(move || {
        tick.track();
        until.get().map(|until| ((until - now()) / 1000.0).max(0.0))
    })
}
