//! The end of a round: all hands open, the winner and the reason, and the way to the next.

use std::time::Duration;

use capicu::{BySide, RoundResult, Seat, Side, TileSet, Word};
use capicu_picture::pegs::PegBoard;
use capicu_protocol::{Deadline, Part};
use leptos::html::{Button, Section};
use leptos::prelude::*;

use crate::chrome::{announce, hold_table, remember};
use crate::erase::{effect, flag, later, memo, part, say, tap, truth, when, word, words};
use crate::settings::t;
use crate::table::hand::Upright;
use crate::table::menu;
use crate::table::score::{CourseView, SheetView};
use crate::table::seats::{face, seconds_left};
use crate::table::table_words;
use crate::table::talk::BetweenView;
use crate::table::watching::watches;
use crate::table_store::{Room, names};
use crate::tile_input::Control;
use capicu_client::{ClientTable, Command};

/// How long the last tile is shown before the hands are opened.
const PAUSE: Duration = Duration::from_millis(1400);

/// The sheet over the table, once the round is over.
#[component]
pub fn ResultView(control: Control) -> impl IntoView {
    let is_over = memo(move || over_now(control));
    let shown = RwSignal::new(is_over.get_untracked());
    let peeking = RwSignal::new(false);
    let mut before = None;
    effect(move || {
        let over = is_over.get();
        match before.replace(over) {
            Some(false) if over => {
                later(
                    move || {
                        let _ = shown.try_set(is_over.try_get_untracked() == Some(true));
                    },
                    PAUSE,
                );
            }
            _ => shown.set(over),
        }
        if !over {
            peeking.set(false);
        }
    });
    // A tap skips the wait.
    let taps = window_event_listener(leptos::ev::click, move |_| {
        if is_over.get_untracked() {
            shown.set(true);
        }
    });
    on_cleanup(move || taps.remove());
    let open = memo(move || shown.get() && control.shown.with(Option::is_none));
    view! {
        {part(move || match (open.get(), peeking.get()) {
            (true, false) => view! { <Sheet control peeking/> }.into_any(),
            (true, true) => {
                view! {
                    <button
                        type="button"
                        class="do peek"
                        data-testid="show-result"
                        on:click=tap(move |_| peeking.set(false))
                    >
                        {say(|t| t.show_result())}
                    </button>
                }
                    .into_any()
            }
            (false, _) => ().into_any(),
        })}
    }
}

/// Whether a round is over and the next one is not dealt.
pub fn over_now(control: Control) -> bool {
    let over =
        |game: &ClientTable| game.table().last().is_some() && game.matched().stopped.is_none();
    control.room.read(over)
}

#[component]
fn Sheet(control: Control, peeking: RwSignal<bool>) -> impl IntoView {
    hold_table();
    let room = control.room;
    let (next, look) = (NodeRef::<Button>::new(), NodeRef::<Button>::new());
    effect(move || {
        // A spectator has no other button.
        if let Some(button) = next.get().or_else(|| look.get()) {
            let _ = button.focus();
        }
    });
    let finished = memo(move || room.read(|game| game.table().result().is_some()));
    let review = review(room);
    let story = move || {
        room.read(|game| {
            let last = game.table().last()?;
            Some(t().round_story(last, game.rules(), &names(game).seats()))
        })
    };
    let won = move || room.read(|game| game.won(game.table().last()?));
    let scores = move || {
        room.read(|game| t().standing(game.rules(), &game.table().scores(), &names(game).seats()))
    };
    let of_the_table = move || {
        let words = room.read(|game| {
            let mut words = Word::of_round(game.table());
            // A joke of the club with the peg board, told once.
            let is_first = PegBoard::is_used(game.rules()) && game.tally().iter().sum::<u16>() < 2;
            words.retain(|word| *word != Word::Dominoitis || is_first);
            words
        });
        table_words(&words, t()).collect::<Vec<_>>().join(" ")
    };
    let hands = move || {
        room.read(|game| {
            let Some(last) = game.table().last() else {
                return Vec::new();
            };
            let n = game.rules().n_seats();
            game.point_of_view()
                .around(n)
                .map(|seat| open_hand(room, game, last, seat))
                .collect::<Vec<_>>()
        })
    };
    let open_hands = move || {
        view! {
            <small class="label">{say(|t| t.pips_left())}</small>
            <div class="open-hands">{part(move || hands().into_any())}</div>
        }
    };
    let several = move || room.read(|game| game.sheet().len() > 1);
    let parts = move || {
        room.read(|game| {
            let names = names(game);
            let told = game.matched().over.iter().flat_map(|over| &over.parts);
            let told = (0..).zip(told).filter_map(|(at, part)| {
                let who = names.plain(Seat::new(at)?);
                match part {
                    Part::Played => None,
                    Part::Left => Some(t().part_left(&who)),
                    Part::Deserted => Some(t().part_deserted(&who)),
                }
            });
            told.collect::<Vec<_>>().join(" ")
        })
    };
    // A single match needs no tally, unless it counts as two.
    let tally = move || {
        room.read(|game| {
            let won = BySide::from_slice(&game.tally())?;
            let several = finished.get() && won.iter().sum::<u16>() > 1;
            several.then(|| t().tally(game.rules(), &won, &names(game).seats()))
        })
        .unwrap_or_default()
    };
    let until = memo(move || {
        room.read(|game| match game.deadline()? {
            (Deadline::Deal { .. }, until) => Some(until),
            _ => None,
        })
    });
    let soon = seconds_left(until);
    let ready = move || room.read(ClientTable::is_ready);
    let waiting = move || {
        room.read(|game| {
            let people = game.waited_for();
            if people.is_empty() {
                return String::new();
            }
            t().parties(people, &names(game).seats()).name().to_owned()
        })
    };
    let among = move |who: fn(&ClientTable) -> &[Seat]| {
        room.read(|game| game.seat().is_some_and(|me| who(game).contains(&me)))
    };
    // A player who has not answered sees the others' wishes.
    let wishes = move || {
        room.read(|game| {
            let other = |seat: &&Seat| !game.is_me(**seat);
            let names = names(game);
            let again = game.rematch().iter().filter(other);
            let again = again.map(|seat| t().rematch_offered(&names.plain(*seat)));
            let others = game.other_partners().iter().filter(other);
            let others = others.map(|seat| t().rematch_others_offered(&names.plain(*seat)));
            again.chain(others).collect::<Vec<_>>().join(" ")
        })
    };
    let wants = move || among(ClientTable::rematch);
    let willing = move || {
        room.read(|game| {
            let seats = game.rematch().iter();
            seats.map(|seat| face(room, *seat)).collect::<Vec<_>>()
        })
    };
    let wants_others = move || among(ClientTable::other_partners);
    view! {
        <div class="veil">
            <section
                class="sheet"
                class:won=flag(move || won() == Some(true))
                class:lost=flag(move || won() == Some(false))
                class:finished=flag(move || finished.get())
                role="dialog"
                aria-modal="true"
                aria-labelledby="why"
                on:keydown=move |event| {
                    if event.key() == "Escape" {
                        peeking.set(true);
                    }
                }
                data-testid="round-result"
                data-match-over=truth(move || finished.get())
            >
                <p class="then" hidden=flag(move || !finished.get())>{words(move || room.read(played))}</p>
                <h2 class="over" data-testid="match-over">
                    {words(move || story().map(|story| story.over.join(" ")).unwrap_or_default())}
                </h2>
                <p id="why" class="why" data-testid="why">
                    {words(move || story().map(|story| story.why).unwrap_or_default())}
                </p>
                <p class="then">{words(move || story().and_then(|story| story.then).unwrap_or_default())}</p>
                <p class="then" data-testid="words">{words(of_the_table)}</p>
                <ul class="awards">
                    {part(move || {
                        let awards = story().map(|story| story.awards).unwrap_or_default();
                        let awards = if awards.len() > 1 { awards } else { Vec::new() };
                        awards.into_iter().map(|line| view! { <li>{line}</li> }).collect_view().into_any()
                    })}
                </ul>
                <p class="standing" data-testid="standing" hidden=flag(move || finished.get())>
                    {words(scores)}
                </p>
                <p class="standing" data-testid="tally">{words(tally)}</p>
                <p class="standing" data-testid="parts">{words(parts)}</p>
                {part(move || {
                    if finished.get() {
                        return ().into_any();
                    }
                    view! {
                        {open_hands()}
                        {several().then(|| view! { <SheetView control/> })}
                    }
                        .into_any()
                })}
                <div class="next">
                    {part(move || {
                        if watches(room) {
                            ().into_any()
                        } else if finished.get() {
                            view! {
                                <button
                                    type="button"
                                    class="do big"
                                    node_ref=next
                                    data-testid="rematch"
                                    disabled=flag(wants)
                                    on:click=tap(move |_| room.say(Command::Rematch))
                                >
                                    {say(|t| t.rematch())}
                                    <span class="wanting">{part(move || willing().into_any())}</span>
                                </button>
                                <a class="do second" href="/" data-testid="home">
                                    {say(|t| t.back_home())}
                                </a>
                                <span class="gap"></span>
                                {when(move || room.read(ClientTable::has_other_partners), move || view! {
                                    <button
                                        type="button"
                                        class="quiet"
                                        data-testid="other-partners"
                                        disabled=flag(wants_others)
                                        on:click=tap(move |_| room.say(Command::OtherPartners))
                                    >
                                        {say(|t| t.rematch_others())}
                                    </button>
                                }.into_any())}
                                <ShareButton control/>
                                {review.clone().map(|review| view! {
                                    <a class="quiet" href=review data-testid="look-again">
                                        {say(|t| t.replay_look())}
                                    </a>
                                })}
                            }
                                .into_any()
                        } else {
                            view! {
                                <button
                                    type="button"
                                    class="do big"
                                    node_ref=next
                                    data-testid="next-round"
                                    disabled=flag(ready)
                                    on:click=tap(move |_| room.say(Command::Ready))
                                >
                                    {say(|t| t.next_round())}
                                </button>
                            }
                                .into_any()
                        }
                    })}
                    <button
                        type="button"
                        class="quiet"
                        data-testid="look-back"
                        on:click=tap(|_| remember())
                    >
                        {say(|t| t.memory_open())}
                    </button>
                    <button
                        type="button"
                        class="quiet"
                        node_ref=look
                        data-testid="show-table"
                        on:click=tap(move |_| peeking.set(true))
                    >
                        {say(|t| t.show_table())}
                    </button>
                </div>
                <p class="standing" data-testid="wishes">{words(wishes)}</p>
                <p
                    class="soon"
                    data-testid="soon"
                    // Screen readers announce who is missing, but not the countdown.
                    aria-live=word(move || if ready() { "polite" } else { "off" })
                >
                    {words(move || match soon.get() {
                        _ if wants() || wants_others() => t().rematch_waiting(),
                        _ if ready() && !waiting().is_empty() => t().waiting_for(&waiting()),
                        Some(left) => t().next_round_soon(left.ceil() as u32),
                        None => String::new(),
                    })}
                </p>
                <BetweenView control/>
                // Below the buttons: the analysis comes late, and must not move them.
                {when(move || finished.get(), move || {
                    // Later messages, such as a wish for a rematch, leave the moments as they are.
                    let (won, several) = untrack(|| (won(), several()));
                    view! {
                        {lookback(room, won)}
                        <CourseView control/>
                        <details class="last" prop:open=!several data-testid="last-round">
                            <summary>{say(|t| t.last_round())}</summary>
                            {open_hands()}
                            {several.then(|| view! { <SheetView control/> })}
                        </details>
                        <Fair control/>
                    }
                        .into_any()
                })}
            </section>
        </div>
    }
}

/// The game and the number of rounds that were played.
fn played(game: &ClientTable) -> String {
    let rounds = t().rounds_played(game.sheet().len());
    format!("{} · {rounds}", menu::game_name(game))
}

/// The address of the review of the match that is over, from the player's seat, with its analysis. The device has the
/// record of a match that is played on it, and the server that of another. `None` for spectators.
fn review(room: Room) -> Option<String> {
    let seat = room.peek(ClientTable::seat)?;
    Some(room.secrets.with_untracked(|secrets| match secrets {
        Some(secrets) => format!("/history/last?table={}", secrets.table),
        None => format!("/replay?practice#from={}&analyze", seat.letter()),
    }))
}

/// The place for the moments of the match, which `assets/lookback.js` finds while the sheet is read.
fn lookback(room: Room, won: Option<bool>) -> Option<AnyView> {
    let seat = room.peek(ClientTable::seat)?;
    let table = room.secrets.with_untracked(|secrets| {
        let table = secrets.as_ref().map(|secrets| secrets.table.clone());
        table.unwrap_or_default()
    });
    let place = NodeRef::<Section>::new();
    effect(move || {
        if place.get().is_some() {
            announce("lookback");
        }
    });
    let view = view! {
        <section
            class="lookback"
            id="lookback"
            node_ref=place
            data-seat=seat.letter().to_string()
            data-table=table
            data-testid="lookback"
        >
            <h3>{words(move || match won {
                Some(false) => t().lookback_lost(),
                _ => t().lookback_won(),
            })}</h3>
        </section>
    };
    Some(view.into_any())
}

/// The button for a picture of the result, with the texts that `assets/share.js` writes on it.
#[component]
fn ShareButton(control: Control) -> impl IntoView {
    let room = control.room;
    let title = move || {
        room.read(|game| {
            let over = game.table().result()?;
            let scores = game.table().scores();
            let names = names(game).for_others();
            let story = t().match_story(over, &scores, game.rules(), &names.seats());
            story.into_iter().next()
        })
        .unwrap_or_default()
    };
    let score = move || {
        room.read(|game| {
            let scores = game.table().scores();
            let scores: Vec<String> = scores.iter().map(u16::to_string).collect();
            scores.join(" : ")
        })
    };
    let sides = move || {
        room.read(|game| {
            let (names, rules) = (names(game).for_others(), game.rules());
            let name = |side| names.side(t(), side, rules).name().to_owned();
            let sides: Vec<String> = Side::all(rules.n_sides()).map(name).collect();
            sides.join(" · ")
        })
    };
    view! {
        <button
            type="button"
            class="quiet"
            id="share"
            data-title=words(title)
            data-score=words(score)
            data-names=words(sides)
            on:click=tap(|_| announce("share"))
        >
            {say(|t| t.result_share())}
        </button>
    }
}

fn open_hand(
    room: Room,
    game: &ClientTable,
    last: &RoundResult,
    seat: Seat,
) -> impl IntoView + use<> {
    let outcome = &last.outcome;
    let (hand, count): (TileSet, u16) = (outcome.hands[seat], outcome.counts[seat]);
    let party = names(game).party(t(), seat);
    let mut tiles: Vec<_> = hand.into_iter().collect();
    tiles.reverse();
    let name = if game.is_me(seat) {
        t().seat_you()
    } else {
        party.name().to_owned()
    };
    let side = game.rules().side(seat).index() % 4;
    let label = if hand.is_empty() {
        t().tiles_left(0_u8)
    } else {
        t().tiles(hand)
    };
    view! {
        <div
            class=format!("open-hand side-{side}")
            class:winner=outcome.winner == Some(seat)
            data-testid=format!("hand-of-{seat}")
        >
            {face(room, seat)}
            <span class="name">{name}</span>
            <span class="tiles" role="img" aria-label=label>
                {tiles.into_iter().map(|tile| view! { <Upright tile/> }).collect_view()}
            </span>
            <b class="count" data-testid=format!("counted-{seat}")>{count}</b>
        </div>
    }
}

/// Proof of fair deals: the hash of the seed from the beginning, and the seed once it is public.
#[component]
pub fn Fair(control: Control) -> impl IntoView {
    let room = control.room;
    let seed = move || room.read(|game| game.matched().over.as_ref().map(|over| over.seed.clone()));
    let hash = move || room.read(|game| game.matched().commitment.clone());
    view! {
        <details class="fair" data-testid="fair">
            <summary>{say(|t| t.fair_title())}</summary>
            <p>{say(|t| t.fair_help())}</p>
            <p class="code">{words(move || t().fair_commitment(&hash()))}</p>
            <p class="code">
                {words(move || seed().map(|seed| t().fair_seed(&seed)).unwrap_or_default())}
            </p>
        </details>
    }
}
