//! The lines of a match in words.

use capicu::Side;
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
                            div.acts {
                                button.plain type="button" data-do={ "correct=" (index) } { (texts.sheet_correct()) }
                                button.plain type="button" data-do={ "strike=" (index) } data-testid={ "strike-" (index) } { (texts.sheet_strike()) }
                            }
                        }
                    }
                }
            }
            (agreement(played, words))
            p.row { button.plain type="button" data-with data-testid="with" { (texts.sheet_with()) } }
            (records(played, words))
            p.row {
                button.plain type="button" data-save="text" { (texts.sheet_save()) }
                button.plain type="button" data-save="csv" { (texts.sheet_table()) }
            }
        }
    }
}

/// The form for scores on which people agree.
fn agreement(played: &Played, words: &Words<'_>) -> Markup {
    let texts = words.texts;
    let rules = played.game().rules();
    html! {
        form.agree data-agree data-testid="agree" {
            p { (texts.sheet_agree()) }
            @for side in Side::all(rules.n_sides()) {
                label {
                    (words.side(side))
                    input id={ "sheet-agree-" (side) } name="score" type="text" inputmode="numeric" required
                        pattern="[0-9]{1,4}" value=(played.scores()[side]) data-testid={ "agree-" (side) };
                }
            }
            button.plain type="submit" data-testid="agree-write" { (texts.sheet_agree_write()) }
        }
    }
}

/// The buttons for the record of the match.
fn records(played: &Played, words: &Words<'_>) -> Markup {
    let texts = words.texts;
    html! {
        @if played.has_all_moves() {
            p.row {
                button.plain type="button" data-record="review" data-testid="review" { (texts.sheet_review()) }
                button.plain type="button" data-record="save" data-testid="save-record" { (texts.sheet_record()) }
            }
        } @else if played.lines().iter().any(|line| line.moves().is_some()) {
            p.help { (texts.sheet_no_record()) }
        }
    }
}
