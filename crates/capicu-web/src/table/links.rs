//! The links to the seats: copied, revoked and renewed.

use capicu::Seat;
use capicu_client::{Command, Status};
use capicu_protocol::Holder;
use leptos::html::Button;
use leptos::prelude::*;

use crate::chrome::{announce, copy};
use crate::erase::{effect, flag, memo, part, say, tap, when, words};
use crate::seating::place;
use crate::session::new_token;
use crate::settings::t;
use crate::table_store::{Room, names};
use crate::tile_input::Control;

/// The links, in the middle of the table, until the first tiles are dealt.
#[component]
pub fn LobbyView(control: Control) -> impl IntoView {
    let room = control.room;
    let early = memo(move || {
        let known = room.secrets.with(Option::is_some);
        known
            && room.read(|game| {
                let others = game.point_of_view().around(game.rules().n_seats()).skip(1);
                let company = || {
                    others
                        .into_iter()
                        .any(|at| game.holder(at) != Some(Holder::Bot))
                };
                let private = game.seat().is_some() && game.host().is_some();
                private && game.board().is_none() && game.next_deal() == 0 && company()
            })
    });
    when(
        move || early.get(),
        move || {
            // The script fills it, once it is loaded.
            request_animation_frame(|| announce("room"));
            view! { <div class="lobby"><div id="room"></div><OtherLinks room/></div> }.into_any()
        },
    )
}

/// The seats whose links this person may give away, as the host.
fn given(room: Room) -> Vec<Seat> {
    let known = room.secrets.with(Option::is_some);
    room.read(|game| {
        let others = game.point_of_view().around(game.rules().n_seats()).skip(1);
        let friends = others.filter(|&seat| game.holder(seat) != Some(Holder::Bot));
        if known && game.is_host() {
            friends.collect()
        } else {
            Vec::new()
        }
    })
}

/// For the host, a link for each seat that is not a bot's.
#[component]
pub fn OtherLinks(room: Room) -> impl IntoView {
    let seats = memo(move || given(room));
    part(move || {
        let seats = seats.get();
        if seats.is_empty() {
            return ().into_any();
        }
        let row = |seat| view! { <LinkRow room of=Of::Seat(seat)/> };
        view! {
            <section class="links" data-testid="links">
                <h3>{say(|t| t.links_title())}</h3>
                <p>{say(|t| t.links_help())}</p>
                {seats.into_iter().map(row).collect_view()}
            </section>
        }
        .into_any()
    })
}

/// The link of the player's seat.
#[component]
pub fn OwnLink(room: Room) -> impl IntoView {
    // A seat that the account opens has no link.
    let known = move || {
        room.secrets
            .with(|all| all.as_ref().is_some_and(|all| all.own.is_some()))
    };
    when(known, move || {
        view! {
            <section class="links" data-testid="own-link">
                <p>{say(|t| t.your_link())}</p>
                <LinkRow room of=Of::Me/>
            </section>
        }
        .into_any()
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Me,
    Seat(Seat),
}

/// The progress of a new link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum New {
    No,
    /// Asks for confirmation, since a mistake would do harm.
    Sure,
    Asked,
    Made,
}

impl Of {
    fn id(self) -> String {
        match self {
            Self::Me => "own".to_owned(),
            Self::Seat(seat) => seat.to_string(),
        }
    }

    fn link(self, room: Room) -> Option<String> {
        room.secrets.with(|secrets| {
            let secrets = secrets.as_ref()?;
            let token = match self {
                Self::Me => secrets.own.as_ref()?,
                Self::Seat(seat) => secrets.of(seat)?,
            };
            Some(secrets.link(token))
        })
    }

    /// Whether a player has opened the link.
    fn is_taken(self, room: Room) -> bool {
        match self {
            Self::Me => false,
            Self::Seat(seat) => room.read(|game| game.holder(seat) == Some(Holder::Person)),
        }
    }

    fn name(self, room: Room) -> String {
        match self {
            Self::Me => t().seat_you(),
            Self::Seat(seat) if self.is_taken(room) => room.read(|game| names(game).plain(seat)),
            Self::Seat(seat) => {
                room.read(|game| place(t(), game.rules(), game.point_of_view(), seat))
            }
        }
    }

    /// The effect on the old link and its player.
    fn warning(self, room: Room) -> String {
        match self {
            Self::Me => t().renew_own(),
            Self::Seat(_) if self.is_taken(room) => t().renew_taken(&self.name(room)),
            Self::Seat(_) => t().renew_free(),
        }
    }
}

/// A link, to be copied or renewed.
#[component]
fn LinkRow(room: Room, of: Of) -> impl IntoView {
    let link = memo(move || of.link(room));
    let new = RwSignal::new(New::No);
    let copied = RwSignal::new(false);
    let sure = NodeRef::<Button>::new();
    let copying = NodeRef::<Button>::new();
    // The new link replaces the old one and ends the request.
    let mut before = link.get_untracked();
    effect(move || {
        let link = link.get();
        if before != link && new.get_untracked() == New::Asked {
            copied.set(false);
            new.set(New::Made);
        }
        before = link;
    });
    effect(move || {
        if room.refusal.with(Option::is_some) && new.get_untracked() == New::Asked {
            new.set(New::No);
        }
    });
    effect(move || {
        let button = match new.get() {
            New::Sure => sure.get(),
            New::Made => copying.get(),
            New::No | New::Asked => None,
        };
        if let Some(button) = button {
            let _ = button.focus();
        }
    });
    let ask = move || {
        new.set(New::Asked);
        room.say(match of {
            Of::Me => Command::Rotate(new_token()),
            Of::Seat(seat) => Command::Renew(seat, Some(new_token())),
        });
    };
    let said = move || match new.get() {
        New::Sure => of.warning(room),
        New::Asked if room.link.get() != Status::Connected => t().offline(),
        New::Asked => t().move_pending(),
        New::Made => t().link_revoked(),
        New::No => String::new(),
    };
    view! {
        <div class="link-row" class:taken=flag(move || of.is_taken(room))>
            <b>{words(move || of.name(room))}</b>
            <input
                type="text"
                readonly
                data-testid=format!("link-seat-{}", of.id())
                aria-label=words(move || t().link_for_seat(&of.name(room)))
                prop:value=words(move || link.get().unwrap_or_default())
            />
            <button
                type="button"
                node_ref=copying
                data-testid=format!("copy-link-{}", of.id())
                title=say(|t| t.copy_link())
                disabled=flag(move || of.is_taken(room) || link.with(Option::is_none))
                on:click=tap(move |_| {
                    copy(&link.get_untracked().unwrap_or_default());
                    copied.set(true);
                })
            >
                {words(move || {
                    if of.is_taken(room) {
                        t().seat_taken()
                    } else if copied.get() {
                        t().copied()
                    } else {
                        t().copy()
                    }
                })}
            </button>
            <button
                type="button"
                class="tool"
                data-testid=format!("new-link-{}", of.id())
                aria-label=words(move || t().new_link_for(&of.name(room)))
                title=say(|t| t.revoke_link())
                disabled=flag(move || matches!(new.get(), New::Sure | New::Asked))
                on:click=tap(move |_| new.set(New::Sure))
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d="M19 7v5h-5M5 17v-5h5M18.4 12A7 7 0 0 0 6.4 8M5.6 12a7 7 0 0 0 12 4"/>
                </svg>
            </button>
            <p role="status" class="renewal">{words(said)}</p>
            {when(move || new.get() == New::Sure, move || view! {
                <div
                    class="sure"
                    on:keydown=move |event| {
                        if event.key() == "Escape" {
                            event.stop_propagation();
                            new.set(New::No);
                        }
                    }
                >
                    <button
                        type="button"
                        node_ref=sure
                        data-testid=format!("sure-{}", of.id())
                        on:click=tap(move |_| ask())
                    >
                        {say(|t| t.revoke_link())}
                    </button>
                    <button
                        type="button"
                        class="second"
                        data-testid=format!("unsure-{}", of.id())
                        on:click=tap(move |_| new.set(New::No))
                    >
                        {say(|t| t.cancel())}
                    </button>
                </div>
            }.into_any())}
        </div>
    }
}
