//! The middle of the table: the laid tiles, and the places for the next.

use std::fmt::Write as _;

use capicu::{Action, Board, End, Tile, TileSet};
use capicu_geometry::{Joint, Placed, Rect, UNIT};
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::ResizeObserver;

use crate::camera::Fingers;
use crate::erase::{effect, flag, tap, words};
use crate::pips::{self, Face, angle};
use crate::seating::Edge;
use crate::settings::{face as chosen, t};
use crate::table::{ends, highlight};
use crate::tile_input::{Control, FeltBox, Target};

/// Below this number of pixels, pips of large sets cannot be counted.
const SMALL: i32 = 21;

#[component]
pub fn FeltView(control: Control) -> impl IntoView {
    let felt = NodeRef::<leptos::html::Div>::new();
    measure(felt, control);
    let placement = move || {
        let transform = control.transform.get();
        format!(
            "transform:translate(calc({}px/1000),calc({}px/1000)) scale(calc({}/{}))",
            transform.x,
            transform.y,
            transform.unit,
            1000 * UNIT,
        )
    };
    let placed = move || {
        let face = face(control);
        control.spread.with(|spread| {
            let tile = |(tile, placed): (Tile, &Placed)| (tile, *placed, face);
            spread.tiles().map(tile).collect::<Vec<_>>()
        })
    };
    let key = |(tile, placed, face): &(Tile, Placed, Face)| {
        (
            tile.index(),
            placed.rect.left,
            placed.rect.top,
            angle(placed.dir),
            *face == Face::Spots,
        )
    };
    let targets = move || control.targets.get();
    let summary = move || {
        control.room.read(|game| {
            let layout = game.board().map(Board::layout);
            let n = layout.map_or(0, |layout| layout.laid().len());
            let ends = layout
                .map(|layout| t().ends(layout.ends()))
                .unwrap_or_default();
            t().label_board_summary(n, &ends)
        })
    };
    let fingers = Fingers::new();
    let click = move |event: MouseEvent| {
        if fingers.dragged() {
            event.stop_propagation();
        }
    };
    // Tiles that are there when the table is first shown do not fly in.
    let first = StoredValue::new(true);
    effect(move || first.set_value(false));
    view! {
        <div class="felt">
            <div
                class="plane"
                class:closer=flag(move || control.closer.get().is_some())
                node_ref=felt
                data-testid="felt"
                on:pointerdown=move |event| fingers.press(&event)
                on:pointermove=move |event| fingers.drag(&event, control)
                on:pointerup=move |event| fingers.release(&event)
                on:pointercancel=move |event| fingers.release(&event)
                on:pointerleave=move |event| fingers.release(&event)
                on:wheel=move |event| control.wheel(&event)
                on:click:capture=tap(click)
                on:click=tap(move |_| control.cancel())
            >
                <svg class="line" role="img" aria-label=words(summary)>
                    <g class="camera" style=words(placement)>
                        <g inner_html=words(move || marks(control))></g>
                        <For each=placed key=key let:laid>
                            <LaidTile control tile=laid.0 placed=laid.1 face=laid.2 flies=!first.get_value()/>
                        </For>
                        <For each=targets key=|target| ghost_key(target) let:target>
                            <GhostTile control target/>
                        </For>
                        <g class="rings" inner_html=words(move || highlight::rings(control))></g>
                    </g>
                </svg>
            </div>
            <ends::StripView control/>
            <ends::NoticesView control/>
            <highlight::HighlightView control/>
        </div>
    }
}

/// The numbers at the ends of a table that is more than a line.
fn marks(control: Control) -> String {
    let mut svg = String::new();
    if control.targets.with(|targets| !targets.is_empty()) {
        return svg;
    }
    let unit = control.transform.get().unit.max(1);
    // Always large enough to read, and never larger than a tile.
    let r = (9_000 * UNIT / unit).clamp(36, 80);
    control.room.read(|game| {
        let Some(layout) = game.board().map(Board::layout) else {
            return;
        };
        control.spread.with(|spread| {
            for (tile, end) in spread.ends() {
                let known = |of: &&End| of.tile() == tile && of.pip().value() == end.pip;
                let Some(of) = layout.ends().iter().find(known) else {
                    continue;
                };
                let double = TileSet::of(Tile::double(of.pip()));
                let (class, wide) = match layout.playable_at(of) {
                    none if none.is_empty() => ("mark shut", 0),
                    only if only == double => ("mark waits", r),
                    _ => ("mark", 0),
                };
                let half = if end.dir.is_horizontal() { r + wide } else { r };
                let at = end.at.step(end.dir, half + 8);
                let (x, y, pip) = (at.x, at.y, end.pip);
                let text = if wide > 0 {
                    format!("{pip}·{pip}")
                } else {
                    pip.to_string()
                };
                let _ = write!(
                    svg,
                    "<g class=\"{class}\" data-testid=\"end-{tile}\"><rect x=\"{}\" y=\"{}\" \
                     width=\"{}\" height=\"{}\" rx=\"{r}\"/><text x=\"{x}\" y=\"{}\" \
                     font-size=\"{}\">{text}</text></g>",
                    x - r - wide,
                    y - r,
                    2 * (r + wide),
                    2 * r,
                    y + r / 2,
                    r * 3 / 2,
                );
            }
        });
    });
    svg
}

fn face(control: Control) -> Face {
    let large = control
        .room
        .read(|game| game.rules().set.highest().value() > 6);
    if large && control.transform.get().unit < SMALL * 1000 {
        Face::Numerals
    } else {
        chosen(Face::Spots)
    }
}

/// Keeps the place of the felt in the window up to date.
fn measure(felt: NodeRef<leptos::html::Div>, control: Control) {
    let read = move || {
        if let Some(felt) = felt.get_untracked() {
            let rect = felt.get_bounding_client_rect();
            control.felt.set(FeltBox {
                left: rect.left(),
                top: rect.top(),
                width: rect.width(),
                height: rect.height(),
            });
            control.closer.set(None);
        }
    };
    effect(move || {
        let Some(element) = felt.get() else {
            return;
        };
        read();
        let changed = Closure::<dyn FnMut()>::new(read);
        if let Ok(observer) = ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            observer.observe(&element);
            let kept = StoredValue::new_local((observer, changed));
            on_cleanup(move || {
                kept.try_with_value(|(observer, _)| observer.disconnect());
            });
        }
    });
}

fn place(placed: &Placed) -> String {
    let center = placed.center();
    format!(
        "translate({} {}) rotate({})",
        center.x,
        center.y,
        angle(placed.dir)
    )
}

#[component]
fn LaidTile(
    control: Control,
    tile: Tile,
    placed: Placed,
    face: Face,
    flies: bool,
) -> impl IntoView {
    let last = move || control.room.read(|game| game.last_laid() == Some(tile));
    let pending = move || {
        control.room.read(|game| match game.sent() {
            Some(Action::Lead(of) | Action::Play { tile: of, .. }) => of == tile,
            _ => false,
        })
    };
    let from = match control.player_of(tile).map(|seat| control.edge_of(seat)) {
        _ if !flies || !control.room.peek(|game| game.last_laid() == Some(tile)) => "",
        Some(Some(Edge::Left)) => "from-left",
        Some(Some(Edge::Right)) => "from-right",
        Some(Some(Edge::Top)) => "from-top",
        Some(None) | None => "from-hand",
    };
    let rect = placed.rect;
    let rail = match placed.joint {
        Joint::Rail { from, to } => format!("M{} {}L{} {}", from.x, from.y, to.x, to.y),
        _ => String::new(),
    };
    let drawing = pips::tile(placed.near, placed.far, angle(placed.dir), face);
    view! {
        <g
            class=format!("laid {from}")
            class:last=flag(last)
            class:pending=flag(pending)
            data-testid=format!("laid-{tile}")
        >
            <path class="rail" d=rail/>
            <rect
                class="shade"
                x=rect.left + 3
                y=rect.top + 7
                width=rect.width() - 2
                height=rect.height()
                rx="14"
            />
            <g class="domino" transform=place(&placed) inner_html=drawing></g>
        </g>
    }
}

fn ghost_key(target: &Target) -> (u8, i32, i32, i32, Option<char>) {
    let placed = &target.ghost.placed;
    let on = match target.action {
        Action::Play { on, .. } => on.index(),
        _ => u8::MAX,
    };
    let Rect { left, top, .. } = placed.rect;
    (on, left, top, angle(placed.dir), target.letter)
}

#[component]
fn GhostTile(control: Control, target: Target) -> impl IntoView {
    let placed = target.ghost.placed;
    let over = move || {
        let drag = control.drag.get();
        let under = drag.and_then(|drag| control.under(drag));
        let hinted = under.map(|under| under.action).or(control.hinted.get());
        hinted == Some(target.action)
    };
    // At least 44 pixels, so that a finger can hit it.
    let reach = move || {
        let unit = control.transform.get().unit.max(1);
        (22 * 1000 * UNIT / unit).max(UNIT)
    };
    let on = match target.action {
        Action::Play { on, .. } => on.to_string(),
        _ => "felt".to_owned(),
    };
    let center = placed.center();
    let drawing = pips::tile(placed.near, placed.far, angle(placed.dir), face(control));
    // As large as a finger needs it, but never over the middle of a neighbor's.
    let letter = target.letter.map(|letter| {
        let (x, y) = (center.x, center.y);
        let size = move || {
            let unit = control.transform.get().unit.max(1);
            (13_000 * UNIT / unit).max(60)
        };
        view! {
            <circle class="lettered" cx=x cy=y r=move || size() * 3 / 4/>
            <text class="letter" x=x y=move || y + size() * 3 / 8 font-size=size>
                {letter.to_string()}
            </text>
        }
    });
    view! {
        <g
            class="ghost"
            class:over=flag(over)
            data-testid=format!("ghost-{on}")
            on:click=tap(move |event| {
                event.stop_propagation();
                control.act(target.action);
            })
        >
            <circle class="hit" cx=center.x cy=center.y r=reach/>
            <g class="domino" transform=place(&placed) inner_html=drawing></g>
            <rect
                class="outline"
                x=placed.rect.left
                y=placed.rect.top
                width=placed.rect.width()
                height=placed.rect.height()
                rx="14"
            />
            {letter}
        </g>
    }
}
