//! Sound, language, name, links and help.

use capicu::Seat;
use capicu_protocol::{Holder, MAX_NAME};
use leptos::prelude::*;

use crate::chrome::{LanguageSwitch, copy};
use crate::control::Control;
use crate::erase::{flag, say, truth, words};
use crate::game::Game;
use crate::room::{Command, Names};
use crate::settings::{Sound, settings, t};

/// The buttons at the top, and what they open.
#[component]
pub fn MenuView(
    control: Control,
    help: RwSignal<bool>,
    links: Vec<(Seat, String)>,
) -> impl IntoView {
    let room = control.room;
    let kept = settings();
    let muted = move || kept.sound.get() == Sound::Muted;
    let mute = move || if muted() { t().unmute() } else { t().mute() };
    let open = RwSignal::new(false);
    let links = StoredValue::new(links);
    let own = RwSignal::new(room.peek(|game| {
        let me = game.people().get(game.seat().index());
        me.and_then(|me| me.name.clone()).unwrap_or_default()
    }));
    let rename = move |_| {
        let name = own.get_untracked().trim().to_owned();
        if !name.is_empty() {
            kept.name.set(name.clone());
            room.say(Command::Name(name));
        }
    };
    view! {
        <nav class="tools">
            <button
                type="button"
                class="tool"
                data-testid="mute"
                aria-pressed=truth(muted)
                aria-label=words(mute)
                title=words(mute)
                on:click=move |_| kept.sound.set(if muted() { Sound::On } else { Sound::Muted })
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path class="fill" d="M4 9h4l5-4v14l-5-4H4z"/>
                    <path class:off=flag(muted) d="M16 8.5a5 5 0 010 7M18.5 6a8.5 8.5 0 010 12"/>
                    <path class:off=flag(move || !muted()) d="M16 9l6 6M22 9l-6 6"/>
                </svg>
            </button>
            <button
                type="button"
                class="tool"
                data-testid="menu"
                aria-expanded=truth(move || open.get())
                aria-label=say(|t| t.menu())
                title=say(|t| t.menu())
                on:click=move |_| open.update(|open| *open = !*open)
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M4 7h16M4 12h16M4 17h16"/>
                </svg>
            </button>
        </nav>
        <Show when=move || open.get()>
        <div class="menu" data-testid="menu-panel">
            {move || {
                let links = links.get_value();
                (!links.is_empty()).then(|| view! { <Links control links/> })
            }}
            <label class="field">
                <span>{say(|t| t.your_name())}</span>
                <input
                    type="text"
                    maxlength=MAX_NAME
                    data-testid="name"
                    prop:value=words(move || own.get())
                    on:input=move |event| own.set(event_target_value(&event))
                    on:change=rename
                />
            </label>
            <LanguageSwitch/>
            <button
                type="button"
                class="row"
                data-testid="help"
                on:click=move |_| {
                    open.set(false);
                    help.set(true);
                }
            >
                {say(|t| t.keys_title())}
            </button>
            <a
                class="row"
                href=room.peek(Game::rules_address)
                target="_blank"
                data-testid="rules"
            >
                {say(|t| t.rules_of_game())}
            </a>
            <a class="row" href="/" data-testid="leave">{say(|t| t.leave_table())}</a>
            <button
                type="button"
                class="row"
                data-testid="menu-close"
                on:click=move |_| open.set(false)
            >
                {say(|t| t.close())}
            </button>
        </div>
        </Show>
    }
}

/// The links, in the middle of the table, until the first tiles are dealt.
#[component]
pub fn LobbyView(control: Control, links: Vec<(Seat, String)>) -> impl IntoView {
    let links = StoredValue::new(links);
    let early = Memo::new(move |_| {
        control
            .room
            .read(|game| game.round().is_none() && game.next_deal() == 0)
    });
    view! {
        <Show when=move || early.get() && links.with_value(|links| !links.is_empty())>
            <div class="lobby">
                <Links control links=links.get_value()/>
            </div>
        </Show>
    }
}

/// A link for each seat that is free.
#[component]
fn Links(control: Control, links: Vec<(Seat, String)>) -> impl IntoView {
    let room = control.room;
    view! {
        <section class="links" data-testid="links">
            <h3>{say(|t| t.links_title())}</h3>
            <p>{say(|t| t.links_help())}</p>
            {links
                .into_iter()
                .map(|(seat, link)| {
                    let taken = move || {
                        room.read(|game| game.holder(seat) == Some(Holder::Person))
                    };
                    let name = move || {
                        if taken() {
                            room.read(|game| Names::of(game).plain(seat))
                        } else {
                            t().seat_number(seat.index() + 1)
                        }
                    };
                    let copied = RwSignal::new(false);
                    let to_copy = link.clone();
                    view! {
                        <div class="link-row" class:taken=taken>
                            <b>{words(name)}</b>
                            <input
                                type="text"
                                readonly
                                data-testid=format!("link-seat-{seat}")
                                aria-label=words(move || t().link_for_seat(&name()))
                                value=link
                            />
                            <button
                                type="button"
                                data-testid=format!("copy-link-{seat}")
                                on:click=move |_| {
                                    copy(&to_copy);
                                    copied.set(true);
                                }
                            >
                                {words(move || {
                                    if taken() {
                                        t().seat_taken()
                                    } else if copied.get() {
                                        t().copied()
                                    } else {
                                        t().copy_link()
                                    }
                                })}
                            </button>
                        </div>
                    }
                })
                .collect_view()}
        </section>
    }
}

/// The keys.
#[component]
pub fn HelpView(help: RwSignal<bool>) -> impl IntoView {
    let rows = move || {
        let t = t();
        let rows = [
            ("1–9", t.key_tiles()),
            ("← →", t.key_ends()),
            ("Enter", t.key_play()),
            ("P", t.key_pass()),
            ("D", t.key_draw()),
            ("H", t.key_hand()),
            ("E", t.key_ends_read()),
            ("B", t.key_chain()),
            ("C", t.key_counts()),
            ("S", t.key_score()),
            ("Esc", t.key_cancel()),
            ("?", t.key_help()),
        ];
        let row = |(key, text)| view! { <dt><kbd>{key}</kbd></dt><dd>{text}</dd> };
        rows.map(row).collect_view()
    };
    let close = NodeRef::<leptos::html::Button>::new();
    Effect::new(move |_| {
        if help.get()
            && let Some(close) = close.get()
        {
            let _ = close.focus();
        }
    });
    view! {
        <Show when=move || help.get()>
            <div class="veil" on:click=move |_| help.set(false)>
                <section class="sheet" role="dialog" aria-modal="true" data-testid="help-panel">
                    <h2>{say(|t| t.keys_title())}</h2>
                    <dl class="keys">{rows}</dl>
                    <button type="button" class="do" node_ref=close on:click=move |_| help.set(false)>
                        {say(|t| t.close())}
                    </button>
                </section>
            </div>
        </Show>
    }
}
