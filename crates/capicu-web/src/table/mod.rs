//! The table of a match, with its controls.

mod beginning;
mod calls;
mod commands;
mod ends;
mod felt;
mod hand;
mod highlight;
mod links;
mod menu;
mod result;
mod score;
mod seats;
mod status;
mod stopped;
mod talk;
mod voice;
mod watching;

use std::time::Duration;

use capicu::{Action, Board, Call, Move, Reason, Seat, Word};
use capicu_i18n::Texts;
use capicu_i18n::settings::TableKey;
use capicu_protocol::{BotPace, Closed, Event, Holder};
use capicu_text::{Announcer, advice, is_asked, people, problems, wish_text};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;

use crate::camera::STEP;
use crate::chrome::{announce, remember};
use crate::erase::{effect, flag, later, memo, part, say, tap, words};
use crate::pips;
use crate::seating::Edge;
use crate::session::is_cut;
use crate::settings::{SingleKeys, TableWords, settings, t, t_now};
use crate::sound::{self, Noise};
use crate::spread::Spread;
use crate::table_store::{Room, names, now};
use crate::tile_input::{BubbleKind, By, Control};
use capicu_client::{Ask, ClientTable, Command, Moment, Status};

pub use highlight::Shown;

/// A forced pass happens automatically after this time.
const KNOCK: Duration = Duration::from_millis(1500);

/// The turn is announced this long after the move that led to it.
const AFTER: Duration = Duration::from_millis(60);

#[component]
pub fn TablePage(room: Room) -> impl IntoView {
    on_cleanup(move || room.leave());
    // A player who moves to another seat sees the table from there.
    let known = memo(move || room.game.with(|game| game.as_ref().map(ClientTable::seat)));
    view! {
        <svg class="symbols" aria-hidden="true" inner_html=pips::symbols(capicu::Pip::MAX)></svg>
        {part(move || {
            if known.get().is_some() {
                view! { <TableView room/> }.into_any()
            } else {
                view! {
                    <main class="table waiting">
                        <h1 class="status" data-testid="connecting">{words(move || match room.link.get() {
                            Status::Closed(_) => t().app_name(),
                            _ => t().connecting(),
                        })}</h1>
                    </main>
                }
                    .into_any()
            }
        })}
        <LinkView room/>
    }
}

#[component]
fn TableView(room: Room) -> impl IntoView {
    let control = Control::new(room);
    highlight::listen(control);
    moments(control);
    turns(control);
    knock_by_itself(control);
    effect(move || {
        if let Some(hint) = room.hint.get() {
            voice::say(&room.peek(|game| advice(&hint, game, t_now()).short));
        }
        if let Some(refusal) = room.refusal.get() {
            voice::say(&problems::refusal(t_now(), refusal));
        }
    });
    commands::listen(control);
    let keys = window_event_listener(leptos::ev::keydown, move |event| key(control, &event));
    on_cleanup(move || keys.remove());
    let n_seats = room.peek(|game| game.rules().n_seats());
    view! {
        <main
            class="table"
            class:over=flag(move || result::over_now(control))
            class:my-turn=flag(move || room.read(ClientTable::is_my_turn))
            class:closed=flag(move || matches!(room.link.get(), Status::Closed(_)))
            class:busy=flag(move || n_seats > 4)
            class:full=flag(move || n_seats > 6)
            data-testid="table"
        >
            <button
                type="button"
                class="heard do"
                id="typed-open"
                on:click=tap(|_| announce("typed"))
            >
                {say(|t| t.typed_open())}
            </button>
            <h1 class="heard" data-testid="heading">{words(move || room.read(heading))}</h1>
            <header class="bar">
                <score::ScoreView control/>
                <menu::MenuView control/>
            </header>
            <seats::EdgeView control edge=Edge::Left/>
            <seats::EdgeView control edge=Edge::Top/>
            <seats::EdgeView control edge=Edge::Right/>
            <felt::FeltView control/>
            <links::LobbyView control/>
            <beginning::BeginningView control/>
            <status::StatusView control/>
            {match watching::watches(room) {
                true => view! { <watching::WatcherView control/> }.into_any(),
                false => view! { <hand::HandView control/> }.into_any(),
            }}
        </main>
        <result::ResultView control/>
        <stopped::StoppedView control/>
        <voice::VoiceView/>
    }
}

/// The game and its scores.
fn heading(game: &ClientTable) -> String {
    let standing = t().standing(game.rules(), &game.table().scores(), &names(game).seats());
    format!("{}. {standing}", menu::game_name(game))
}

/// The strip that appears when the connection is lost, with the next attempt.
#[component]
fn LinkView(room: Room) -> impl IntoView {
    let until = memo(move || match room.link.get() {
        Status::Lost { until } => Some(until),
        _ => None,
    });
    let left = seats::seconds_left(until);
    let online = window_event_listener_untyped("online", move |_| room.retry());
    on_cleanup(move || online.remove());
    // A connection that comes back at once is not mentioned.
    let noticed = RwSignal::new(false);
    effect(move || {
        if until.get().is_none() {
            noticed.set(false);
        } else {
            later(
                move || {
                    let _ = noticed.try_set(until.try_get_untracked().flatten().is_some());
                },
                Duration::from_millis(400),
            );
        }
    });
    part(move || match room.link.get() {
        Status::Lost { .. } if noticed.get() => view! {
            <aside class="link" role="status" data-testid="reconnecting">
                <span>{say(|t| t.reconnecting())}</span>
                <span>{words(move || {
                    let left = left.get();
                    left.map(|left| t().reconnect_in(left.ceil() as u32)).unwrap_or_default()
                })}</span>
                <button type="button" data-testid="reconnect" on:click=tap(move |_| room.retry())>
                    {say(|t| t.reconnect_now())}
                </button>
            </aside>
        }
        .into_any(),
        Status::Closed(why) => view! {
            <aside class="link closed" role="alert" data-testid="closed">
                <span>{words(move || {
                    // The seat was open until just now, so its link was good.
                    let known = room.game.with(Option::is_some);
                    match why {
                        Closed::BadToken if known => t().problem_revoked_link(),
                        Closed::BadToken | Closed::NotPublic | Closed::UnknownTable if is_cut() => {
                            t().problem_cut_link()
                        }
                        _ => problems::closed(t(), why),
                    }
                })}</span>
                {(why == Closed::Left).then(|| view! {
                    <button
                        type="button"
                        data-testid="come-back"
                        on:click=tap(move |_| room.retry())
                    >
                        {say(|t| t.come_back())}
                    </button>
                })}
                <a href="/">{say(|t| t.back_home())}</a>
            </aside>
        }
        .into_any(),
        _ => ().into_any(),
    })
}

/// Shows, sounds and announces events, one after the other.
fn moments(control: Control) {
    let room = control.room;
    effect(move || {
        room.game.track();
        let moments = room
            .game
            .try_update_untracked(|game| game.as_mut().map(ClientTable::take_moments))
            .flatten()
            .unwrap_or_default();
        if moments.is_empty() {
            return;
        }
        let is_over = moments
            .iter()
            .any(|moment| matches!(moment, Moment::RoundOver(_)));
        if is_over {
            control.notices.set(Vec::new());
        }
        let is_big = highlight::show(control, &moments);
        let spread = control.spread.get_untracked();
        let mut sentences = Vec::new();
        for moment in &moments {
            let told = room.peek(|game| announcer(game, &spread).announce(moment));
            sentences.extend(told);
            if *moment == Moment::Reseated {
                // The seats have other players now.
                room.muted.set(Vec::new());
            }
            if let Moment::Said(seat, saying) = moment {
                sentences.extend(talk::hear(control, *seat, saying));
            }
            beside(control, moment);
            // Its own word takes the place of the others.
            if !(is_big && matches!(moment, Moment::Words(_))) {
                notices(control, moment);
            }
            calls::with_the_tile(control, moment);
            let begins = room.peek(|game| capicu_text::dealt(moment, game, t_now()));
            let people = room.peek(|game| people(moment, game, t_now(), now()));
            for text in begins.into_iter().chain(people) {
                control.notify(text);
            }
            if let Some(noise) = room.peek(|game| noise(moment, game)).filter(|_| !is_big) {
                sound::play(noise);
            }
        }
        if is_over || is_big {
            // A pass from before says nothing any more.
            control
                .bubbles
                .update(|all| all.retain(|bubble| bubble.kind != BubbleKind::Knock));
        }
        for sentence in sentences {
            voice::say(&sentence);
        }
    });
}

fn announcer<'a>(table: &'a ClientTable, spread: &'a Spread) -> Announcer<'a> {
    Announcer {
        table,
        spread,
        texts: t_now(),
        now: now(),
        has_table_words: has_table_words(),
    }
}

/// The words of the table, one sentence each; none if the player has turned them off.
fn table_words(words: &[Word], texts: Texts) -> impl Iterator<Item = String> {
    let words = words.iter().filter(|_| has_table_words());
    words.map(move |word| texts.word(*word))
}

fn has_table_words() -> bool {
    settings().words.get() == TableWords::Said
}

fn noise(moment: &Moment, game: &ClientTable) -> Option<Noise> {
    match moment {
        Moment::Dealt(_) => Some(Noise::Shuffle),
        Moment::Done { mv, .. } => match mv.action {
            Action::Lead(tile) | Action::Play { tile, .. } if tile.is_double() => Some(Noise::Slam),
            Action::Lead(_) | Action::Play { .. } => Some(Noise::Clack),
            Action::Draw => Some(Noise::Slide),
            Action::Pass => Some(Noise::Knock),
            Action::HandOver => None,
        },
        Moment::RoundOver(result) => Some(if game.won(result)? {
            Noise::Won
        } else {
            Noise::Lost
        }),
        _ => None,
    }
}

/// Bonuses and penalties, which the tiles on the felt do not show, and words of the table.
fn notices(control: Control, moment: &Moment) {
    let awards = match moment {
        Moment::Words(words) => {
            table_words(words, t_now()).for_each(|text| control.notify(text));
            return;
        }
        Moment::Done { awards, .. } | Moment::Called { awards, .. } => awards.as_slice(),
        Moment::Ruled(ruling) => ruling.awards.as_slice(),
        _ => return,
    };
    let texts = t_now();
    for award in awards.iter().filter(|award| award.why != Reason::Ends) {
        control.notify(
            control
                .room
                .peek(|game| texts.awarded(award, game.rules(), &names(game).seats())),
        );
    }
}

/// The bubble next to a seat.
fn beside(control: Control, moment: &Moment) {
    let texts = t_now();
    match moment {
        Moment::Done { mv, awards, .. } => {
            match mv.action {
                Action::Pass => {
                    let who = control
                        .room
                        .peek(|game| Some(names(game).party(texts, mv.seat)));
                    let text = who.map(|who| texts.knocks(&who)).unwrap_or_default();
                    control.say_beside(mv.seat, text, BubbleKind::Knock);
                }
                Action::HandOver => {
                    control.say_beside(mv.seat, texts.huddle_you_pose(), BubbleKind::Words);
                }
                // Tiles drawn one after the other are one movement.
                Action::Draw => {
                    let n = control.room.peek(|game| drawn(game.moves(), mv.seat));
                    control.say_beside(mv.seat, texts.draws(n), BubbleKind::Words);
                }
                _ => {}
            }
            let points: u16 = awards.iter().map(|award| award.points).sum();
            if points > 0 && mv.action != Action::Pass {
                control.say_beside(mv.seat, format!("+{points}"), BubbleKind::Points);
            }
        }
        Moment::Called { .. } => calls::show(control, moment),
        Moment::Told(Event::Wished { seat, wish }) => {
            control.say_beside(seat.0, wish_text(*wish, texts), BubbleKind::Words);
        }
        Moment::Told(Event::SeatChanged { seat, holder, .. })
            if *holder == Holder::Person && !control.room.peek(|game| game.is_me(seat.0)) =>
        {
            let name = control.room.peek(|game| names(game).plain(seat.0));
            control.say_beside(seat.0, texts.sat_down(&name), BubbleKind::Words);
        }
        _ => {}
    }
}

/// How many tiles a seat has drawn since its last other action.
fn drawn(moves: &[Move], seat: Seat) -> usize {
    let last = moves.iter().rev();
    last.take_while(|mv| mv.seat == seat && mv.action == Action::Draw)
        .count()
}

/// Announces one's turn: in the title, by a sound, and to screen readers.
fn turns(control: Control) {
    let room = control.room;
    let mine = memo(move || room.read(|game| !matches!(game.ask(), Ask::Nothing)));
    let mut before = None;
    effect(move || {
        let (mine, texts) = (mine.get(), t());
        let turn = mine.then(|| texts.your_turn_title());
        let named = room.read(|game| Some(heading(game)));
        let title: Vec<_> = turn
            .into_iter()
            .chain(named)
            .chain([texts.app_name()])
            .collect();
        document().set_title(&title.join(" — "));
        if mine && before == Some(false) {
            sound::play(Noise::Turn);
            // The move that led to it comes first.
            later(move || say_turn(room), AFTER);
        }
        before = Some(mine);
    });
}

/// Announces the turn and the open ends.
fn say_turn(room: Room) {
    let texts = t_now();
    let turn = room.peek(|game| {
        let layout = game.board().map(Board::layout);
        let laid = layout.filter(|layout| layout.first().is_some());
        (game.ask() != Ask::Nothing).then(|| match laid {
            Some(layout) => texts.said_your_turn(&texts.ends(layout.ends())),
            None => texts.said_your_turn_open(),
        })
    });
    if let Some(turn) = turn {
        voice::say(&turn);
    }
}

/// Passes after a moment if there is no other choice.
fn knock_by_itself(control: Control) {
    let room = control.room;
    let forced = memo(move || {
        room.read(|game| {
            let n = game.round().map(|round| round.moves().len());
            // Points that can still be declared are not passed over automatically.
            let asked = is_asked(game);
            n.filter(|_| game.ask() == Ask::Pass && !asked)
        })
    });
    effect(move || {
        let Some(at) = forced.get() else {
            return;
        };
        later(
            move || {
                if forced.try_get_untracked().flatten() == Some(at) {
                    control.act(Action::Pass);
                }
            },
            KNOCK,
        );
    });
}

fn key(control: Control, event: &KeyboardEvent) {
    if event.key() == "Escape" {
        control.close();
    }
    if event.ctrl_key() || event.alt_key() || event.meta_key() || in_a_field(event) {
        return;
    }
    let off = settings().keys.get_untracked() == SingleKeys::Off;
    if off && event.key().chars().count() == 1 {
        return;
    }
    match event.key().as_str() {
        "Escape" => {
            if control.selected.get_untracked().is_some() {
                hand::refocus();
            }
            control.cancel();
        }
        "?" => announce("help"),
        "+" | "=" => control.zoom_in_the_middle(STEP),
        "-" => control.zoom_in_the_middle(1.0 / STEP),
        "0" => control.closer.set(None),
        "t" | "T" => {
            let left = control
                .room
                .peek(|game| game.deadline().map(|(_, until)| until - now()));
            if let Some(left) = left {
                voice::say(&((left / 1000.0).ceil() as u32).to_string());
            }
        }
        name => match TableKey::of(name) {
            Some(key) => do_by_key(control, key, event),
            None => choose_by_number(control, name),
        },
    }
}

/// Chooses the tile of this number, counted from the left.
fn choose_by_number(control: Control, name: &str) {
    let Some(number) = name.parse::<usize>().ok().filter(|number| *number > 0) else {
        return;
    };
    let tile = control
        .room
        .peek(|game| hand::in_order(game).get(number - 1).copied());
    if let Some(tile) = tile {
        hand::focus_tile(number - 1);
        control.choose(tile, By::Keys);
    }
}

fn do_by_key(control: Control, key: TableKey, event: &KeyboardEvent) {
    let room = control.room;
    let texts = t_now();
    let say = |text: String| voice::say(&text);
    match key {
        TableKey::Muggins => {
            if room.peek(|game| calls::may(game, Call::Muggins)) {
                room.say(Command::Call(Call::Muggins));
            }
        }
        TableKey::Points => {
            if status::focus_among(".chip", 0) {
                event.prevent_default();
            }
        }
        TableKey::Skip => room.say(Command::Pace(BotPace::Skip)),
        TableKey::Pass => only(control, Action::Pass),
        TableKey::Draw => only(control, Action::Draw),
        TableKey::Hint => {
            if room.peek(status::may_ask) {
                room.say(Command::Hint);
            }
        }
        TableKey::Hand => {
            hand::focus_tile(0);
            say(texts.said_hand(&texts.tiles(room.peek(ClientTable::hand_tiles))));
        }
        TableKey::Ends => say(room.peek(|game| {
            let layout = game.board().map(Board::layout);
            texts.said_ends(
                &layout
                    .map(|layout| texts.ends(layout.ends()))
                    .unwrap_or_default(),
            )
        })),
        TableKey::Chain => say(chain(control)),
        TableKey::Last => {
            let spread = control.spread.get_untracked();
            let last = room.peek(|game| announcer(game, &spread).last_move());
            let last = last.unwrap_or_else(|| texts.said_table_empty());
            control.notify(last.clone());
            say(last);
        }
        TableKey::Again => voice::again(),
        TableKey::Moves => remember(),
        TableKey::Counts => say(room.peek(|game| {
            let names = names(game);
            let seats = game.point_of_view().around(game.rules().n_seats());
            let count = |seat| texts.said_counts(names.party(texts, seat).name(), game.held(seat));
            seats.map(count).collect::<Vec<_>>().join("; ")
        })),
        TableKey::Score => say(room.peek(|game| {
            texts.standing(game.rules(), &game.table().scores(), &names(game).seats())
        })),
    }
}

/// Takes the only action of its kind, if allowed.
fn only(control: Control, action: Action) {
    if control.room.peek(|game| game.actions().contains(&action)) {
        control.act(action);
    }
}

fn in_a_field(event: &KeyboardEvent) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target
        .is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"))
}

/// The laid tiles, from one end to the other.
fn chain(control: Control) -> String {
    let texts = t_now();
    control.spread.with_untracked(|spread| {
        let tiles = spread.chain();
        if tiles.is_empty() {
            texts.said_table_empty()
        } else {
            texts.said_chain(&texts.tiles(tiles))
        }
    })
}
