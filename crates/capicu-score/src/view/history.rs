//! The lines of a match in words.

use capicu_sheet::{Line, LineState, Played};
use maud::{Markup, html};

use crate::words::Words;

/// The last line.
pub fn last(played: &Played, words: &Words<'_>) -> Markup {
    html! {
        p.last data-testid="last-line" {
            @if let Some(line) = played.lines().last() {
                b { (words.texts.sheet_round(u32::from(line.round))) } " "
                span.undone[line.state() == LineState::Undone] { (words.line(line)) }
            }
        }
    }
}

/// All lines, the newest first, with their corrections.
pub fn all(played: &Played, words: &Words<'_>) -> Markup {
    let texts = words.texts;
    let newest: Vec<(usize, &Line)> = played.lines().iter().enumerate().rev().collect();
    html! {
        details.history {
            summary { (texts.sheet_history()) }
            ol data-testid="history" {
                @for (index, line) in newest {
                    li {
                        div {
                            b { (texts.sheet_round(u32::from(line.round))) } " "
                            span.undone[line.state() == LineState::Undone] { (words.line(line)) }
                            @for before in words.before(line) { br; s { (before) } }
                        }
                        @if line.state() == LineState::Counts {
                            button.plain type="button" data-do={ "correct=" (index) } { (texts.sheet_correct()) }
                        }
                    }
                }
            }
            p.row {
                button.plain type="button" data-save="text" { (texts.sheet_save()) }
                button.plain type="button" data-save="csv" { (texts.sheet_table()) }
            }
        }
    }
}
