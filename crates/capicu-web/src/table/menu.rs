//! Sound, language, name and links.

use capicu_i18n::Texts;
use capicu_protocol::MAX_NAME;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::chrome::{LanguageSwitch, announce, remember, rulebook, rules_address};
use crate::erase::{effect, flag, memo, part, say, tap, truth, when, words};
use crate::session::be_called;
use crate::settings::{Sound, settings, t};
use crate::table::beginning::story;
use crate::table::links::{OtherLinks, OwnLink};
use crate::table::result::Fair;
use crate::table::score::SheetView;
use crate::table::seats::people;
use crate::table::talk::TalkView;
use crate::table::watching::{CountView, OpenView, watches};
use crate::table_store::Room;
use crate::tile_input::Control;
use capicu_client::{ClientTable, Command, Status};

pub fn game_name(game: &ClientTable) -> String {
    let named = game.named();
    let title = named.title.clone();
    title
        .or_else(|| t().game_name(&named.game))
        .unwrap_or_default()
}

/// Changes the name of this device's player, here and at other tables.
pub fn call_me(room: Room, name: String) {
    settings().name.set(name.clone());
    spawn_local(be_called(name.clone()));
    room.say(Command::Name(name));
}

fn game_id(game: &ClientTable) -> String {
    game.named().game.clone()
}

/// The buttons at the top, and the panels they open.
#[component]
pub fn MenuView(control: Control) -> impl IntoView {
    let room = control.room;
    let kept = settings();
    let muted = move || kept.sound.get() == Sound::Muted;
    let mute = move || if muted() { t().unmute() } else { t().mute() };
    let open = control.menu;
    effect(move || {
        // Nothing in it is of use to a player who left.
        if matches!(room.link.get(), Status::Closed(_)) {
            open.set(false);
        }
    });
    let own = RwSignal::new(
        room.peek(|game| game.me().and_then(|me| me.name.clone()).unwrap_or_default()),
    );
    let rename = move |_| {
        let name = own.get_untracked().trim().to_owned();
        if !name.is_empty() {
            call_me(room, name);
        }
    };
    view! {
        <nav class="tools">
            <CountView room/>
            <TalkView control/>
            <button
                type="button"
                class="tool"
                data-testid="memory"
                aria-label=say(|t| t.memory_open())
                title=say(|t| t.memory_open())
                on:click=tap(|_| remember())
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M4 6h2M4 12h2M4 18h2M10 6h10M10 12h10M10 18h10"/>
                </svg>
            </button>
            <button
                type="button"
                class="tool"
                data-testid="mute"
                aria-pressed=truth(muted)
                aria-label=words(mute)
                title=words(mute)
                on:click=tap(move |_| kept.sound.set(if muted() { Sound::On } else { Sound::Muted }))
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
                id="menu"
                aria-expanded=truth(move || open.get())
                aria-label=say(|t| t.menu())
                title=say(|t| t.menu())
                on:click=tap(move |_| open.update(|open| *open = !*open))
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M4 7h16M4 12h16M4 17h16"/>
                </svg>
            </button>
        </nav>
        {when(move || open.get(), move || view! {
        <div class="menu" id="menu-panel">
            <h2 data-testid="game-name">{words(move || room.read(game_name))}</h2>
            <OpenView room/>
            <OtherLinks room/>
            {(!watches(room)).then(|| view! {
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
            })}
            <LanguageSwitch/>
            <button
                type="button"
                class="row"
                data-testid="settings"
                on:click=tap(move |_| {
                    open.set(false);
                    announce("settings");
                })
            >
                {say(|t| t.device_settings())}
            </button>
            <details class="all" data-testid="score-sheet">
                <summary>{say(|t| t.score_sheet())}</summary>
                <p class="help" data-testid="began">{words(move || room.read(story))}</p>
                <SheetView control/>
            </details>
            <button
                type="button"
                class="row"
                data-testid="help"
                on:click=tap(move |_| {
                    open.set(false);
                    announce("help");
                })
            >
                {say(|t| t.keys_title())}
            </button>
            <a
                class="row"
                href=room.peek(|game| rules_address(game.named()))
                target="_blank"
                data-testid="rules"
            >
                {say(|t| t.rules_of_table())}
            </a>
            <a
                class="row"
                href=words(move || rulebook(&room.peek(game_id)))
                target="_blank"
                data-testid="rulebook"
            >
                {words(move || t().how_to_play(&t().game_name(&room.peek(game_id)).unwrap_or_default()))}
            </a>
            {part(move || {
                let n = room.read(ClientTable::devices);
                (n > 1)
                    .then(|| view! {
                        <p class="help" data-testid="devices">{words(move || t().devices(n))}</p>
                    })
                    .into_any()
            })}
            <OwnLink room/>
            {part(move || {
                // Nobody reports a bot.
                let table = room.secrets.with(|secrets| secrets.as_ref().map(|one| one.table.clone()));
                let table = table.filter(|_| room.read(|game| people(game) > 1));
                table
                    .map(|table| view! {
                        <a class="row" href=format!("/report?table={table}") data-testid="report">
                            {say(|t| t.report())}
                        </a>
                    })
                    .into_any()
            })}
            <Fair control/>
            <Leave control/>
            <button
                type="button"
                class="row"
                data-testid="menu-close"
                on:click=tap(move |_| open.set(false))
            >
                {say(|t| t.close())}
            </button>
        </div>
        }.into_any())}
    }
}

/// The ways to leave. Those that affect a table on the server ask for confirmation.
#[component]
fn Leave(control: Control) -> impl IntoView {
    let room = control.room;
    let on_server = memo(move || room.secrets.with(Option::is_some));
    part(move || {
        if !on_server.get() {
            return view! {
                <a class="row" href="/" data-testid="leave">{say(|t| t.leave_table())}</a>
            }
            .into_any();
        }
        let leave = WayOut {
            id: "leave",
            label: |t| t.leave_table(),
            warning: match room
                .peek(|game| game.host().is_none() && game.table().result().is_none())
            {
                true => |t| t.leave_sure_lobby(),
                false => |t| t.leave_sure(),
            },
            command: Command::Leave,
        };
        let withdraw = WayOut {
            id: "withdraw",
            label: |t| t.withdraw(),
            warning: |t| t.withdraw_sure(),
            command: Command::Withdraw,
        };
        let withdraw = room
            .peek(ClientTable::may_withdraw)
            .then(|| withdraw.view(control));
        let delete = WayOut {
            id: "delete",
            label: |t| t.delete_table(),
            warning: |t| t.delete_sure(),
            command: Command::Delete,
        };
        let delete = room
            .peek(ClientTable::is_host)
            .then(|| delete.view(control));
        (withdraw, leave.view(control), delete).into_any()
    })
}

/// An action that asks for confirmation.
#[derive(Clone)]
struct WayOut {
    id: &'static str,
    label: fn(Texts) -> String,
    warning: fn(Texts) -> String,
    command: Command,
}

impl WayOut {
    fn view(self, control: Control) -> AnyView {
        let asked = RwSignal::new(false);
        let sure = NodeRef::<leptos::html::Button>::new();
        effect(move || {
            if let Some(sure) = sure.get() {
                let _ = sure.focus();
            }
        });
        let Self {
            id,
            label,
            warning,
            command,
        } = self;
        let id_sure = format!("{id}-sure");
        part(move || {
            if !asked.get() {
                return view! {
                    <button
                        type="button"
                        class="row"
                        id=id
                        on:click=tap(move |_| asked.set(true))
                    >
                        {say(label)}
                    </button>
                }
                .into_any();
            }
            let command = command.clone();
            view! {
                <div
                    class="sure"
                    role="group"
                    aria-labelledby=id_sure.clone()
                    on:keydown=move |event| {
                        if event.key() == "Escape" {
                            event.stop_propagation();
                            asked.set(false);
                        }
                    }
                >
                    <p id=id_sure.clone() role="alert">{say(warning)}</p>
                    <button
                        type="button"
                        class="do"
                        node_ref=sure
                        data-testid=id_sure.clone()
                        on:click=tap(move |_| {
                            control.menu.set(false);
                            control.room.say(command.clone());
                        })
                    >
                        {say(label)}
                    </button>
                    <button
                        type="button"
                        class="do second"
                        data-testid="stay"
                        on:click=tap(move |_| asked.set(false))
                    >
                        {say(|t| t.cancel())}
                    </button>
                </div>
            }
            .into_any()
        })
        .into_any()
    }
}
