//! The page of a round by tiles as HTML.

use capicu::{Action, Listing, Rules, Seat, Tile, TileSet};
use capicu_picture::{Picture, sheet, upright};
use capicu_record::record::What;
use maud::{Markup, PreEscaped, html};

use super::Tiles;

/// Draws the page as a whole.
pub fn page(page: &Tiles) -> Markup {
    let texts = page.texts;
    html! {
        (PreEscaped(sheet(page.rules().tiles())))
        header.top {
            button.icon type="button" data-close aria-label=(texts.tiles_close()) data-testid="tiles-close" { (BACK) }
            div.where {
                h1 { (texts.sheet_round(u32::from(page.played.round()))) }
                span data-testid="tiles-prompt" { (page.prompt()) }
            }
            button.icon type="button" data-do="undo" aria-label=(texts.tiles_undo()) data-testid="tiles-undo" { (UNDO) }
        }
        @if let Some(problem) = &page.problem {
            p.problem role="alert" data-testid="tiles-problem" { (problem) }
        }
        div.paper.layout data-testid="tiles-layout" { (layout(page)) }
        section.entry {
            @if let Some(choice) = &page.choice {
                div.ends {
                    @for on in &choice.on {
                        button.write type="button" data-do={ "on=" (on) } data-testid={ "on-" (on) } {
                            b { (choice.tile) } span { (texts.tiles_at(&on.to_string())) }
                        }
                    }
                }
                p { button.plain type="button" data-do="undo" { (texts.sheet_cancel()) } }
            } @else {
                (seats(page))
                (tiles(page))
                @if page.over().is_some() { (finish(page)) } @else { (moves(page)) }
            }
        }
        @if page.over().is_none() { (line(page)) }
        (history(page))
    }
}

/// The tiles on the table, with a label that reads them.
fn layout(page: &Tiles) -> Markup {
    let laid: Vec<Action> = page
        .moves()
        .iter()
        .filter_map(|mv| match mv.what {
            What::Lead(tile) => Some(Action::Lead(tile)),
            What::Play { tile, on } => Some(Action::Play { tile, on }),
            _ => None,
        })
        .collect();
    let rules: &Rules = page.rules();
    let ends = page.board().map(|board| board.layout().ends());
    let ends: Vec<String> = ends
        .unwrap_or_default()
        .iter()
        .map(|end| end.pip().to_string())
        .collect();
    let label = page.texts.tiles_open(&ends.join(", "));
    html! {
        @if laid.is_empty() {
            p.rest { (page.texts.tiles_none()) }
        } @else {
            (PreEscaped(Picture { rules, laid: &laid, mark: None, hand: TileSet::EMPTY }.part(Some(&label))))
        }
    }
}

/// The players. The pressed one plays next, or receives the tiles that are tapped.
fn seats(page: &Tiles) -> Markup {
    let over = page.over().is_some();
    let pressed = if over {
        page.focus
    } else {
        page.next.or(page.turn())
    };
    let rules = page.rules();
    html! {
        div.tabs.seats {
            @for seat in rules.playing() {
                @let held = page.board().map_or(usize::from(rules.hand.get()), |_| page.held(seat));
                button type="button" data-side=(rules.side(seat)) data-do={ "seat=" (seat.letter()) }
                    aria-pressed=(pressed == Some(seat)) data-testid={ "seat-" (seat.letter()) } {
                    span { (seat.letter()) " · " (page.name(seat)) }
                    @if over { b { (page.left[seat].len()) "/" (held) } } @else { b { (held) } }
                }
            }
        }
    }
}

/// The tiles that nobody has played. Those that fit no end are dim.
fn tiles(page: &Tiles) -> Markup {
    let over = page.over().is_some();
    let left = page
        .left
        .iter()
        .fold(TileSet::EMPTY, |all, hand| all | *hand);
    let focused = page
        .focus
        .map_or(TileSet::EMPTY, |seat: Seat| page.left[seat]);
    let shown = page.unseen() | left;
    let mut all: Vec<Tile> = shown.into_iter().collect();
    all.sort_unstable();
    let fits = |tile: Tile| match page.board() {
        Some(board) if !over && board.to_act().is_some() => !board
            .actions(TileSet::of(tile), Listing::Distinct)
            .iter()
            .all(|action| matches!(action, Action::Pass | Action::Draw)),
        _ => !(left - focused).contains(tile),
    };
    html! {
        div.hands {
            @for tile in all {
                button.tile type="button" data-do={ "tile=" (tile) } data-dim[!fits(tile)]
                    aria-pressed=[over.then_some(left.contains(tile))] aria-label=(tile) data-testid={ "tile-" (tile) } {
                    (PreEscaped(upright(tile)))
                }
            }
        }
    }
}

/// The moves without a tile.
fn moves(page: &Tiles) -> Markup {
    let texts = page.texts;
    html! {
        p.row {
            @if page.board().is_some() {
                button.plain type="button" data-do="pass" data-key="p" data-testid="tiles-pass" { (texts.knock()) }
                @if page.board().is_some_and(capicu::Board::can_draw) {
                    button.plain type="button" data-do="draw" data-testid="tiles-draw" { (texts.tiles_draw()) }
                }
                @if page.report.table.due_call().is_some() {
                    button.plain type="button" data-do="call" data-testid="tiles-call" { (texts.tiles_call()) }
                }
                (muggins(page))
                button.plain type="button" data-do="block" data-testid="tiles-block" { (texts.tiles_block()) }
            }
        }
    }
}

/// A claim of overlooked points, also after the last tile.
fn muggins(page: &Tiles) -> Markup {
    html! {
        @if page.claimant().is_some() {
            button.plain type="button" data-do="muggins" data-testid="tiles-muggins" { (page.texts.sheet_muggins()) }
        }
    }
}

/// Writes the round on the sheet.
fn finish(page: &Tiles) -> Markup {
    let texts = page.texts;
    let whole = page.incomplete().next().is_none();
    html! {
        @if !whole { p.help data-testid="tiles-left" { (texts.tiles_left_help()) } }
        p.row { (muggins(page)) }
        button.write type="button" data-finish data-testid="tiles-write" {
            (if whole { texts.tiles_write() } else { texts.tiles_count() })
        }
    }
}

/// The line on which moves are typed.
fn line(page: &Tiles) -> Markup {
    let texts = page.texts;
    html! {
        form.typed data-type {
            label for="tiles-line" { (texts.tiles_type()) }
            input #tiles-line type="text" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="400"
                placeholder="64 p 6-1" data-testid="tiles-line";
            button.plain type="submit" data-testid="tiles-enter" { (texts.tiles_enter()) }
        }
    }
}

/// All moves of the round.
fn history(page: &Tiles) -> Markup {
    html! {
        @if !page.moves().is_empty() {
            p.moves data-testid="tiles-moves" {
                @for mv in page.moves() { span { b { (mv.seat.letter()) } " " (page.word(mv)) } " " }
            }
        }
    }
}

const BACK: PreEscaped<&str> =
    PreEscaped(r#"<svg viewBox="0 0 24 24"><path d="M15 5l-7 7 7 7"/></svg>"#);
const UNDO: PreEscaped<&str> = PreEscaped(
    r#"<svg viewBox="0 0 24 24"><path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"/></svg>"#,
);
