//! The page as HTML.

mod entry;
mod form;
mod history;
mod paper;
mod queue;
mod tally;

use capicu_sheet::Played;
use maud::{Markup, PreEscaped, html};

use crate::Page;
use crate::words::Words;

/// Draws the page as a whole.
pub fn page(page: &Page) -> Markup {
    match (&page.tally, page.shown()) {
        (Some(shown), _) => tally::tally(page, shown),
        (None, Some(played)) => sheet(page, played),
        (None, None) if page.form.open => form::form(page),
        (None, None) => match queue::alone(page) {
            Some(alone) => html! { (problem(page)) (alone) (other(page)) },
            None => form::form(page),
        },
    }
}

fn sheet(page: &Page, played: &Played) -> Markup {
    let texts = page.texts;
    let words = Words::new(texts, played);
    let game = texts.game_name(played.start().game.id).unwrap_or_default();
    let target = played.game().rules().target.get();
    html! {
        header.top {
            button.icon type="button" data-do="other" aria-label=(texts.sheet_other()) { (MENU) }
            div.where {
                h1 { (game) ", " (target) }
                @if played.result().is_none() {
                    span data-testid="leader" {
                        (texts.sheet_round(u32::from(played.round()))) " · " (words.leader())
                    }
                }
            }
            button.icon type="button" data-do="undo" aria-label=(texts.sheet_undo()) data-testid="undo" { (UNDO) }
            button.icon type="button" data-turn aria-label=(texts.sheet_turn()) data-testid="turn" { (TURN) }
        }
        (problem(page))
        (paper::paper(played, &words))
        (history::last(played, &words))
        (entry::panel(page, played, &words))
        (queue::panel(page))
        (history::all(played, &words))
    }
}

/// The way to the form of a match.
fn other(page: &Page) -> Markup {
    html! {
        p.row { button.plain type="button" data-do="other" { (page.texts.sheet_other()) } }
    }
}

/// The reason why the last action changed nothing.
fn problem(page: &Page) -> Markup {
    html! {
        @if let Some(problem) = &page.problem {
            p.problem role="alert" data-testid="sheet-problem" { (problem) }
        }
    }
}

const MENU: PreEscaped<&str> =
    PreEscaped(r#"<svg viewBox="0 0 24 24"><path d="M4 7h16M4 12h16M4 17h16"/></svg>"#);
const UNDO: PreEscaped<&str> = PreEscaped(
    r#"<svg viewBox="0 0 24 24"><path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"/></svg>"#,
);
const TURN: PreEscaped<&str> = PreEscaped(
    r#"<svg viewBox="0 0 24 24"><path d="M20 5v5h-5M4 19v-5h5M19 10a8 8 0 0 0-14-3M5 14a8 8 0 0 0 14 3"/></svg>"#,
);
