//! The sheet as people draw it: boxes in games of love, a peg board where ends score, and columns elsewhere.

use capicu::rules::Score;
use capicu::{Rules, Side};
use capicu_sheet::Played;
use maud::{Markup, html};

use crate::page::{awards_of, scores_ends};
use crate::words::Words;

/// The most boxes in a row.
const BOXES: u16 = 12;

/// The holes that a strip shows.
const HOLES: u16 = 24;

/// The scores of all sides.
pub fn paper(played: &Played, words: &Words<'_>) -> Markup {
    let rules = played.game().rules();
    html! {
        div.paper data-testid="paper" {
            @match rules.score {
                Score::Games if rules.target.get() <= BOXES => (strips(played, words, boxes)),
                Score::Pips if scores_ends(rules) => (strips(played, words, pegs)),
                _ => (columns(played, words)),
            }
        }
    }
}

/// A strip for each side.
fn strips(played: &Played, words: &Words<'_>, strip: fn(&Played, Side) -> Markup) -> Markup {
    let rules = played.game().rules();
    html! {
        @for side in Side::all(rules.n_sides()) {
            section.side data-side=(side) {
                h2 { (words.side(side)) }
                p.score data-testid={ "score-" (side) } { (played.scores()[side]) }
                (to_go(played, side, words))
                (strip(played, side))
            }
        }
    }
}

/// The points that a side needs to reach the target.
fn to_go(played: &Played, side: Side, words: &Words<'_>) -> Markup {
    let rules = played.game().rules();
    let rest = rules.target.get().saturating_sub(played.scores()[side]);
    html! {
        @if rules.score == Score::Pips && rest > 0 {
            p.rest { (words.texts.sheet_to_go(u32::from(rest))) }
        }
    }
}

/// A box for each game of the target; a stroke for each game won.
fn boxes(played: &Played, side: Side) -> Markup {
    let (rules, score) = (played.game().rules(), played.scores()[side]);
    html! {
        div.boxes aria-hidden="true" {
            @for n in 1..=rules.target.get() { i.won[n <= score] {} }
        }
    }
}

/// The holes around a score, with a peg in it and one in the score before.
fn pegs(played: &Played, side: Side) -> Markup {
    let score = played.scores()[side];
    let before = score_before(played, side);
    let first = score.saturating_sub(HOLES - 5) / 5 * 5 + 1;
    html! {
        svg.pegs viewBox="0 0 250 32" aria-hidden="true" {
            @for n in 0..HOLES {
                @let hole = first + n;
                @let x = 10 * n + 10;
                circle.peg[hole == score].back[hole == before && hole != score] cx=(x) cy="12"
                    r=(if hole == score { "4.5" } else if hole == before { "4" } else { "2.4" }) {}
                @if hole.is_multiple_of(5) { text x=(x) y="28" { (hole) } }
            }
        }
    }
}

/// The score of a side before it last changed.
fn score_before(played: &Played, side: Side) -> u16 {
    let score = played.scores()[side];
    let mut scores = played.counted().rev().map(|line| line.scores[side]);
    scores.find(|other| *other != score).unwrap_or(0)
}

/// A column for each side, with the points of each line and the running sum.
fn columns(played: &Played, words: &Words<'_>) -> Markup {
    let rules: &Rules = played.game().rules();
    let sides = || Side::all(rules.n_sides());
    let lines = || played.counted();
    html! {
        div.heads data-many[rules.n_sides() > 2] {
            @for side in sides() {
                section.side data-side=(side) {
                    h2 { (words.side(side)) }
                    p.score data-testid={ "score-" (side) } { (played.scores()[side]) }
                    (to_go(played, side, words))
                }
            }
        }
        @if lines().next().is_some() {
            div.scroll tabindex="0" role="region" aria-label=(words.texts.sheet_title()) {
                table.ruled {
                    thead.unseen { tr { @for side in sides() { th scope="col" { (words.side(side)) } } } }
                    tbody {
                        @for line in lines() {
                            @let awards = awards_of(&line.effect);
                            tr {
                                @for side in sides() {
                                    @let points: i32 = awards.iter().filter(|award| award.side == side)
                                        .map(capicu::Award::signed).sum();
                                    td {
                                        @if points != 0 {
                                            small { (if points > 0 { "+" } else { "" }) (points) }
                                            b { (line.scores[side]) }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
