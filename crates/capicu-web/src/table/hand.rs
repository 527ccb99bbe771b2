//! The own hand.

use capicu::{Action, Tile};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, PointerEvent};

use crate::erase::{flag, memo, part, say, tap, truth, word, words};
use crate::pips::{self, Face};
use crate::settings::{face, settings, t};
use crate::tile_input::{By, Control, Drag};
use capicu_client::ClientTable;

/// How far a pointer moves before a tap becomes a drag, in pixels.
const fn threshold(touch: bool) -> f64 {
    if touch { 10.0 } else { 4.0 }
}

/// The tiles in hand, in the chosen order, or by default the highest number first.
pub fn in_order(game: &ClientTable) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = game.hand().into_iter().collect();
    tiles.reverse();
    settings().order.with(|order| {
        let mut at = 0;
        for name in order.split(' ') {
            let found = tiles
                .iter()
                .skip(at)
                .position(|tile| tile.to_string() == name);
            if let Some(found) = found {
                tiles[at..=at + found].rotate_right(1);
                at += 1;
            }
        }
    });
    tiles
}

/// The hand: a toolbar, one tile of which takes the focus.
#[component]
pub fn HandView(control: Control) -> impl IntoView {
    let toolbar = NodeRef::<Div>::new();
    let focused = RwSignal::new(0_usize);
    let tiles = memo(move || control.room.read(in_order));
    // Every deal makes new elements, even for tiles that were in the hand before.
    let key = move |tile: &Tile| {
        let deal = control.room.peek(ClientTable::next_deal);
        (deal << 8) + u32::from(tile.index())
    };
    let step = move |event: leptos::ev::KeyboardEvent| {
        let n = tiles.with(Vec::len);
        if n == 0 {
            return;
        }
        let at = focused.get_untracked().min(n - 1);
        let to = match event.key().as_str() {
            "ArrowRight" => (at + 1) % n,
            "ArrowLeft" => (at + n - 1) % n,
            "Home" => 0,
            "End" => n - 1,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        focused.set(to);
        focus_tile(to);
    };
    view! {
        <div
            class="hand"
            node_ref=toolbar
            role="toolbar"
            aria-label=say(|t| t.label_hand())
            data-testid="hand"
            class:many=flag(move || tiles.with(|tiles| tiles.len() > 7))
            class:crowd=flag(move || tiles.with(|tiles| tiles.len() > 14))
            on:keydown=step
        >
            <For each=move || tiles.get() key=key let:tile>
                <HandTile control tile tiles focused/>
            </For>
        </div>
        <DragImage control/>
    }
}

/// Puts the focus on the tile of this number, counted from the left.
pub fn focus_tile(at: usize) {
    let tiles = document().query_selector_all(".hand .tile");
    let tile = tiles.ok().and_then(|tiles| tiles.item(at as u32));
    if let Some(tile) = tile.and_then(|tile| tile.dyn_into::<HtmlElement>().ok()) {
        let _ = tile.focus();
    }
}

/// Puts the focus back into the hand, once the tile that had it is gone. The card of a lesson keeps it.
pub fn refocus() {
    request_animation_frame(|| {
        let unless_read = "body:not(:has(.lesson :focus)) .hand .tile[tabindex=\"0\"]";
        let tile = document().query_selector(unless_read).ok().flatten();
        if let Some(tile) = tile.and_then(|tile| tile.dyn_into::<HtmlElement>().ok()) {
            let _ = tile.focus();
        }
    });
}

#[component]
fn HandTile(
    control: Control,
    tile: Tile,
    tiles: Memo<Vec<Tile>>,
    focused: RwSignal<usize>,
) -> impl IntoView {
    let room = control.room;
    let index = move || tiles.with(|tiles| tiles.iter().position(|of| *of == tile));
    let legal = memo(move || room.read(|game| game.playable().contains(tile)));
    let my_turn = move || room.read(ClientTable::is_my_turn);
    let selected = move || control.selected.get() == Some(tile);
    let dragged = move || control.drag.get().is_some_and(|drag| drag.tile == tile);
    let refused = move || control.refused.get() == Some(tile);
    let advised = move || {
        room.hint.get().is_some_and(|hint| {
            let with = room.peek(|game| game.actions_with(tile));
            hint.advised().any(|act| with.contains(&act.into()))
        })
    };
    let tabindex = move || {
        let last = tiles.with(Vec::len).saturating_sub(1);
        if index() == Some(focused.get().min(last)) {
            "0"
        } else {
            "-1"
        }
    };
    // Tiles fly in with a deal or a draw; in a round in play they are simply there.
    let first = room.peek(|game| game.moves().is_empty());
    // Where a pointer went down, and whether it has become a drag, after which no tap follows.
    let pressed = StoredValue::new(None::<(f64, f64)>);
    let was_drag = StoredValue::new(false);
    let down = move |event: PointerEvent| {
        was_drag.set_value(false);
        if event.is_primary() && event.button() == 0 && legal.get_untracked() {
            pressed.set_value(Some((event.client_x().into(), event.client_y().into())));
            if let Some(element) = element(&event) {
                let _ = element.set_pointer_capture(event.pointer_id());
            }
        }
    };
    let moved = move |event: PointerEvent| {
        let Some((from_x, from_y)) = pressed.get_value() else {
            return;
        };
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        let far = (x - from_x).hypot(y - from_y) > threshold(event.pointer_type() == "touch");
        if far || was_drag.get_value() {
            was_drag.set_value(true);
            control.selected.set(None);
            control.drag.set(Some(Drag { tile, x, y }));
        }
    };
    let up = move |_: PointerEvent| {
        pressed.set_value(None);
        control.drop_tile();
    };
    let lost = move |_: PointerEvent| {
        pressed.set_value(None);
        control.drag.set(None);
    };
    let click = move |event: leptos::ev::MouseEvent| {
        if was_drag.try_update_value(std::mem::take) == Some(true) {
            return;
        }
        if let Some(index) = index() {
            focused.set(index);
        }
        // A click that a key made has no count.
        let by = if event.detail() == 0 {
            By::Keys
        } else {
            By::Pointer
        };
        control.choose(tile, by);
        if by == By::Keys && control.selected.get_untracked().is_none() {
            refocus();
        }
    };
    view! {
        <button
            type="button"
            class="tile"
            class:dealt=first
            data-testid=format!("tile-{tile}")
            data-tile=tile.to_string()
            data-legal=truth(move || legal.get())
            class:legal=flag(move || legal.get())
            class:still=flag(move || my_turn() && !legal.get())
            class:selected=flag(selected)
            class:dragged=flag(dragged)
            class:refused=flag(refused)
            class:advised=flag(advised)
            aria-label=words(move || label(control, tile))
            aria-pressed=truth(selected)
            aria-disabled=truth(move || !legal.get())
            tabindex=word(tabindex)
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=up
            on:pointercancel=lost
            on:click=tap(click)
            on:focus=move |_| {
                if let Some(index) = index() {
                    focused.set(index);
                }
            }
        >
            <Upright tile/>
        </button>
    }
}

fn element(event: &PointerEvent) -> Option<web_sys::Element> {
    event.current_target()?.dyn_into().ok()
}

/// A tile standing upright, its higher half on top.
#[component]
pub fn Upright(tile: Tile) -> impl IntoView {
    let (high, low) = (tile.high().value(), tile.low().value());
    let drawing = format!(
        "<g class=\"domino\" transform=\"rotate(90)\">{}</g>",
        pips::tile(high, low, 90, face(Face::Spots))
    );
    view! { <svg viewBox="-50 -100 100 200" aria-hidden="true" inner_html=drawing></svg> }
}

/// The tile under the pointer while it is dragged.
#[component]
fn DragImage(control: Control) -> impl IntoView {
    let tile = memo(move || control.drag.get().map(|drag| drag.tile));
    let place = move || {
        control.drag.get().map_or(String::new(), |drag| {
            format!(
                "transform:translate({}px,{}px)",
                drag.x as i32, drag.y as i32
            )
        })
    };
    part(move || match tile.get() {
        Some(tile) => {
            view! { <div class="drag" style=words(place)><Upright tile/></div> }.into_any()
        }
        None => ().into_any(),
    })
}

fn label(control: Control, tile: Tile) -> String {
    let texts = t();
    let name = texts.tile(tile);
    if control.selected.get() == Some(tile) {
        return texts.label_tile_selected(&name);
    }
    control.room.read(|game| {
        let mut ends: Vec<String> = Vec::new();
        for action in game.actions_with(tile) {
            match action {
                Action::Play { tile, on } => {
                    let pip = tile.shared_pip(on);
                    ends.push(pip.map_or(String::new(), |pip| pip.to_string()));
                }
                _ => return texts.label_tile_opens(&name),
            }
        }
        match ends.as_slice() {
            [] => texts.label_tile_cannot(&name),
            [one] => texts.label_tile_plays_one(&name, one),
            [one, two] => texts.label_tile_plays_both(&name, one, two),
            _ => texts.label_tile_plays_many(&name, &texts.list(&ends)),
        }
    })
}
