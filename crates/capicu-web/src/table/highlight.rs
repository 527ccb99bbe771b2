//! Big moments, such as a capicú: a word over the felt, rings at the ends, a sound. `assets/highlights.css` moves them.

use std::fmt::Write as _;
use std::time::Duration;

use capicu_client::{ClientTable, Moment};
use capicu_geometry::Point;
use capicu_text::{Highlight, HighlightKind};
use leptos::prelude::*;

use crate::erase::{later, part};
use crate::settings::{Moments, moments, t_now};
use crate::sound::{self, Noise};
use crate::tile_input::Control;

/// A short moment: the slam and the word.
const SHORT: u64 = 600;

/// The most pegs that are lit one by one.
const PEGS: u16 = 12;

/// A big moment as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    highlight: Highlight,
    word: String,
    /// For whom the page shows it: its side, the losers, or a spectator.
    eyes: Eyes,
    how: Moments,
    /// Distinguishes it from an equal one.
    number: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Eyes {
    Won,
    Lost,
    Neither,
}

/// Shows the biggest of these moments, unless a bigger one is shown or the player wants none. Returns whether one is
/// shown.
pub fn show<'a>(control: Control, all: impl IntoIterator<Item = &'a Moment>) -> bool {
    let how = moments();
    if how == Moments::None {
        return false;
    }
    let found = control.room.peek(|game| {
        let highlight = Highlight::of(all, game.rules())?;
        Some((highlight, eyes(&highlight, game)))
    });
    let Some((highlight, eyes)) = found else {
        return false;
    };
    let before = control.shown.get_untracked();
    let (before, number) = before.map_or((None, 0), |shown| {
        (Some(shown.highlight.kind), shown.number + 1)
    });
    if before > Some(highlight.kind) {
        return false;
    }
    control.notices.set(Vec::new());
    control.shown.set(Some(Shown {
        word: highlight.word(t_now()),
        highlight,
        eyes,
        how,
        number,
    }));
    let length = match how {
        Moments::Full => length(highlight.kind),
        _ => SHORT,
    };
    later(move || end(control, number), Duration::from_millis(length));
    sound::play(match eyes {
        Eyes::Lost => Noise::Hush,
        _ => Noise::Big(name(highlight.kind)),
    });
    true
}

fn eyes(highlight: &Highlight, game: &ClientTable) -> Eyes {
    match (highlight.side, game.seat()) {
        (Some(side), Some(me)) if game.rules().side(me) == side => Eyes::Won,
        (Some(_), Some(_)) => Eyes::Lost,
        _ => Eyes::Neither,
    }
}

fn end(control: Control, number: u32) {
    let is_it = |shown: &Option<Shown>| shown.as_ref().is_some_and(|shown| shown.number == number);
    if control.shown.try_with_untracked(is_it) == Some(true) {
        control.shown.set(None);
    }
}

/// A tap anywhere ends it. The tap also does what it does otherwise.
pub fn listen(control: Control) {
    let taps = window_event_listener(leptos::ev::click, move |_| {
        if control.shown.with_untracked(Option::is_some) {
            control.shown.set(None);
        }
    });
    on_cleanup(move || taps.remove());
}

/// The name in styles and sounds.
const fn name(kind: HighlightKind) -> &'static str {
    match kind {
        HighlightKind::Muggins => "muggins",
        HighlightKind::PaseCorrido => "corrido",
        HighlightKind::Out => "out",
        HighlightKind::Block => "block",
        HighlightKind::KeyTile => "key",
        HighlightKind::Chuchazo => "chuchazo",
        HighlightKind::Capicu => "capicu",
        HighlightKind::LastHole => "hole",
        HighlightKind::Skunk => "skunk",
        HighlightKind::Love => "love",
    }
}

/// Its time in milliseconds.
const fn length(kind: HighlightKind) -> u64 {
    match kind {
        HighlightKind::Muggins => 700,
        HighlightKind::PaseCorrido | HighlightKind::Out => 900,
        HighlightKind::KeyTile
        | HighlightKind::Chuchazo
        | HighlightKind::LastHole
        | HighlightKind::Skunk => 1200,
        HighlightKind::Capicu | HighlightKind::Block => 1400,
        HighlightKind::Love => 2200,
    }
}

/// The word over the felt, its points, and the pegs of a match to love. Screen readers hear the event instead.
#[component]
pub fn HighlightView(control: Control) -> impl IntoView {
    part(move || {
        let Some(shown) = control.shown.get() else {
            return ().into_any();
        };
        let Highlight {
            kind,
            side,
            bonus,
            points,
            score,
        } = shown.highlight;
        let name = name(kind);
        let mut class = format!("highlight {name}");
        class += match shown.eyes {
            Eyes::Won => " won",
            Eyes::Lost => " lost",
            Eyes::Neither => "",
        };
        class += match shown.how {
            Moments::Full => "",
            _ => " short",
        };
        if kind > HighlightKind::PaseCorrido {
            class += " slam";
        }
        if let Some(side) = side {
            let _ = write!(class, " of-{}", side.index() % 4);
        }
        let pegs = match kind {
            HighlightKind::Love if shown.how == Moments::Full && shown.eyes != Eyes::Lost => {
                score.min(PEGS)
            }
            _ => 0,
        };
        let sum = |class, points: u16| {
            (points > 0).then(|| view! { <b class=class>{format!("+{points}")}</b> })
        };
        view! {
            <div class=class data-kind=name aria-hidden="true" data-testid="highlight">
                {(pegs > 0).then(|| view! {
                    <span class="holes">{(0..pegs).map(|_| view! { <i></i> }).collect_view()}</span>
                })}
                <strong>{shown.word}</strong>
                {sum("bonus", if bonus == points { 0 } else { bonus })}
                {sum("sum", points)}
            </div>
        }
        .into_any()
    })
}

/// Drawings over the tiles: what the ends of the line have to do with the moment.
pub fn rings(control: Control) -> String {
    let mut svg = String::new();
    let kind = control.shown.with(|shown| {
        let full = shown.as_ref().filter(|shown| shown.how == Moments::Full)?;
        Some((full.highlight.kind, full.eyes == Eyes::Lost))
    });
    let Some((kind, lost)) = kind else {
        return svg;
    };
    control.spread.with(|spread| {
        if kind == HighlightKind::Chuchazo {
            if let Some((_, placed)) = spread.tiles().last() {
                let at = placed.center();
                let _ = write!(
                    svg,
                    "<circle class=\"eye\" cx=\"{}\" cy=\"{}\" r=\"140\"/>",
                    at.x, at.y
                );
            }
            return;
        }
        let ends = spread.open_ends();
        for (_, end) in &ends {
            let _ = match kind {
                HighlightKind::Block => {
                    let at = end.at.step(end.dir, 22);
                    let turn = if end.dir.is_horizontal() { 0 } else { 90 };
                    write!(
                        svg,
                        "<g transform=\"translate({} {}) rotate({turn})\"><rect class=\"bolt\" x=\"-14\" \
                         y=\"-85\" width=\"28\" height=\"170\" rx=\"14\"/></g>",
                        at.x, at.y
                    )
                }
                HighlightKind::Capicu | HighlightKind::KeyTile => {
                    let at = end.at.step(end.dir, -50);
                    let class = if kind == HighlightKind::Capicu { "ring" } else { "lock" };
                    write!(
                        svg,
                        "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"78\"/>",
                        at.x, at.y
                    )
                }
                _ => Ok(()),
            };
        }
        // The thread between the equal ends is part of the joy.
        if let ([(_, one), (_, other)], HighlightKind::Capicu, false) = (&ends[..], kind, lost) {
            let (from, to) = (one.at.step(one.dir, -50), other.at.step(other.dir, -50));
            let (wide, high) = (from.x.abs_diff(to.x) as i32, from.y.abs_diff(to.y) as i32);
            // Round the tiles: below them, or on their left side.
            let bend = |at: Point| match wide > high {
                true => Point { x: at.x, y: from.y.max(to.y) + 160 + wide / 4 },
                false => Point { x: from.x.min(to.x) - 160 - high / 4, y: at.y },
            };
            let (one, other) = (bend(from), bend(to));
            let _ = write!(
                svg,
                "<path class=\"thread\" pathLength=\"100\" d=\"M{} {}C{} {} {} {} {} {}\"/>",
                from.x, from.y, one.x, one.y, other.x, other.y, to.x, to.y
            );
        }
    });
    svg
}
