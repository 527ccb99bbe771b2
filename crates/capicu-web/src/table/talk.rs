//! Chat at the table: phrases at any time, texts between rounds.

use capicu::Seat;
use capicu_client::{ClientTable, Command};
use capicu_protocol::{Holder, MAX_SAYING, Phrase, Refusal, Saying};
use capicu_text::chat;
use leptos::html::P;
use leptos::prelude::*;

use crate::erase::{effect, flag, memo, part, say, tap, truth, when, words};
use crate::settings::{Talk, settings, t, t_now};
use crate::table_store::{Room, names};
use crate::tile_input::{BubbleKind, Control};

/// Whether the player receives the chat of a seat.
fn is_heard(room: Room, seat: Seat) -> bool {
    settings().talk.get() == Talk::Heard && !room.muted.with(|muted| muted.contains(&seat))
}

/// Shows a message next to the seat, and returns it for screen readers; `None` if the player has muted it.
pub fn hear(control: Control, seat: Seat, saying: &Saying) -> Option<String> {
    if !untrack(|| is_heard(control.room, seat)) {
        return None;
    }
    let said = chat(saying, t_now());
    let name = control.room.peek(|game| names(game).plain(seat));
    control.say_beside(seat, said.clone(), BubbleKind::Words);
    Some(format!("{name}: {said}"))
}

/// Whether there is another person to chat with.
fn has_company(game: &ClientTable) -> bool {
    let person = |seat: &Seat| game.holder(*seat) == Some(Holder::Person);
    let seats = Seat::all(game.rules().n_seats());
    seats.filter(person).any(|seat| !game.is_me(seat))
}

/// The button at the top, and the panel it opens.
#[component]
pub fn TalkView(control: Control) -> impl IntoView {
    let room = control.room;
    let open = control.talk;
    let company = memo(move || room.read(has_company));
    when(
        move || company.get(),
        move || {
            view! {
                <button
                    type="button"
                    class="tool talking"
                    data-testid="talk"
                    aria-expanded=truth(move || open.get())
                    aria-label=say(|t| t.talk())
                    title=say(|t| t.talk())
                    on:click=tap(move |_| open.update(|open| *open = !*open))
                >
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d="M4 5h16v11H10l-4 4v-4H4z"/>
                    </svg>
                </button>
                {when(move || open.get(), move || view! {
                    <div
                        class="menu"
                        data-testid="talk-panel"
                        on:keydown=move |event| {
                            if event.key() == "Escape" {
                                event.stop_propagation();
                                open.set(false);
                            }
                        }
                    >
                        <PanelView room/>
                        <button
                            type="button"
                            class="row"
                            data-testid="talk-close"
                            on:click=tap(move |_| open.set(false))
                        >
                            {say(|t| t.close())}
                        </button>
                    </div>
                }.into_any())}
            }
            .into_any()
        },
    )
}

/// The chat on the sheet between rounds, where texts are allowed.
#[component]
pub fn BetweenView(control: Control) -> impl IntoView {
    let room = control.room;
    let company = memo(move || room.read(has_company));
    when(
        move || company.get(),
        move || {
            view! {
                <details class="fair" data-testid="talk-between">
                    <summary>{say(|t| t.talk())}</summary>
                    <PanelView room/>
                </details>
            }
            .into_any()
        },
    )
}

#[component]
fn PanelView(room: Room) -> impl IntoView {
    let plays = room.peek(|game| game.seat().is_some());
    let kept = settings();
    view! {
        <ul class="lines" data-testid="lines">{part(move || lines(room))}</ul>
        {plays.then(|| view! { <SayView room/> })}
        {part(move || mutes(room))}
        <label class="field">
            <span>{say(|t| t.talk_heard())}</span>
            <input
                type="checkbox"
                data-testid="talk-heard"
                prop:checked=flag(move || kept.talk.get() == Talk::Heard)
                on:change=move |event| kept.hear(if event_target_checked(&event) {
                    Talk::Heard
                } else {
                    Talk::Muted
                })
            />
        </label>
    }
}

/// The last messages that are not muted.
fn lines(room: Room) -> AnyView {
    let texts = t();
    let lines = room.read(|game| {
        let names = names(game);
        let of = game.talk().iter();
        of.map(|(seat, saying)| (*seat, names.plain(*seat), chat(saying, texts)))
            .collect::<Vec<_>>()
    });
    let heard = lines.into_iter().filter(|(seat, ..)| is_heard(room, *seat));
    heard
        .map(|(_, name, said)| view! { <li><b>{name}</b>" "{said}</li> })
        .collect_view()
        .into_any()
}

/// The phrases, and a field for texts while no round is played. Once the server refuses a guest, the reason replaces it.
#[component]
fn SayView(room: Room) -> impl IntoView {
    let guest = memo(move || room.unsaid.get() == Some(Refusal::MembersOnly));
    let between = memo(move || room.read(|game| game.to_act().is_none()));
    let own = RwSignal::new(String::new());
    let has_sent = RwSignal::new(false);
    let reason = NodeRef::<P>::new();
    // The reason takes the focus of the field.
    effect(move || {
        if guest.get()
            && has_sent.get_untracked()
            && let Some(reason) = reason.get_untracked()
        {
            let _ = reason.focus();
        }
    });
    let send = move || {
        let said = own.get_untracked().trim().to_owned();
        if !said.is_empty() {
            own.set(String::new());
            has_sent.set(true);
            room.say(Command::Say(Saying::Text(said)));
        }
    };
    let phrase = move |phrase: Phrase| {
        view! {
            <button
                type="button"
                data-testid=format!("phrase-{}", phrase.name())
                on:click=tap(move |_| room.say(Command::Say(Saying::Phrase(phrase))))
            >
                {words(move || t().phrase(phrase.name()).unwrap_or_default())}
            </button>
        }
    };
    view! {
        <div class="chips phrases" role="group" aria-label=say(|t| t.talk())>
            {Phrase::ALL.map(phrase).collect_view()}
        </div>
        {when(move || between.get() && !guest.get(), move || view! {
            <div class="own-words">
                <input
                    type="text"
                    maxlength=MAX_SAYING
                    data-testid="own-words"
                    aria-label=say(|t| t.talk_own_words())
                    placeholder=say(|t| t.talk_own_words())
                    prop:value=words(move || own.get())
                    on:input=move |event| own.set(event_target_value(&event))
                    on:keydown=move |event| {
                        if event.key() == "Enter" {
                            send();
                        }
                    }
                />
                <button type="button" data-testid="say" on:click=tap(move |_| send())>
                    {say(|t| t.talk_say())}
                </button>
            </div>
        }.into_any())}
        <p class="help" role="status" tabindex="-1" node_ref=reason data-testid="talk-refused">{words(move || {
            let refused = room.unsaid.get();
            refused.map(|refusal| capicu_text::problems::refusal(t(), refusal)).unwrap_or_default()
        })}</p>
    }
}

/// The seats that can be muted at this table.
fn mutes(room: Room) -> AnyView {
    let others = room.read(|game| {
        let names = names(game);
        let seats = Seat::all(game.rules().n_seats());
        let person = |seat: &Seat| game.holder(*seat) == Some(Holder::Person) && !game.is_me(*seat);
        let people = seats.filter(person);
        people
            .map(|seat| (seat, names.plain(seat)))
            .collect::<Vec<_>>()
    });
    let row = |(seat, name): (Seat, String)| {
        view! {
            <label class="field">
                <span>{t().talk_mute(&name)}</span>
                <input
                    type="checkbox"
                    data-testid=format!("mute-{seat}")
                    prop:checked=flag(move || room.muted.with(|muted| muted.contains(&seat)))
                    on:change=move |event| {
                        let mute = event_target_checked(&event);
                        room.muted.update(|muted| {
                            muted.retain(|other| *other != seat);
                            if mute {
                                muted.push(seat);
                            }
                        });
                    }
                />
            </label>
        }
    };
    others.into_iter().map(row).collect_view().into_any()
}
