//! The panel that writes the next line.

use capicu::{Asked, Award, BySeat, Doubt, Hanged, InPlay, Rules, Seat, Side, Tile, WayOut};
use capicu_sheet::{Event, Played, SheetError};
use maud::{Markup, html};

use crate::Page;
use crate::draft::{Claim, Counting, End, Question, Stage, Who};
use crate::page::{awards_of, scores_ends, sums};
use crate::words::Words;

/// The entries that can be written now.
pub fn panel(page: &Page, played: &Played, words: &Words<'_>) -> Markup {
    let (texts, draft) = (words.texts, &page.draft);
    let rules = played.game().rules();
    let over = played.result().is_some() && draft.line.is_none();
    html! {
        section.entry data-testid="entry" {
            @if let Some(line) = draft.line {
                p.correcting {
                    (texts.sheet_correcting(u32::try_from(line + 1).unwrap_or(0)))
                    button.plain type="button" data-do="cancel" { (texts.sheet_cancel()) }
                }
            }
            @if let Some((question, _)) = &draft.question {
                (answers(question, rules, words))
            } @else if over {
                (celebration(page, words))
            } @else if let Some(who) = draft.who {
                (ends(page, played, words, who))
            } @else if scores_ends(rules) && draft.stage == Stage::InPlay {
                (ends_in_play(page, rules, words))
                (faults(rules, words))
            } @else {
                @if draft.line.is_none() || draft.stage == Stage::Over { (winners(rules, words, draft.by_tiles.is_some())) }
                @if draft.stage == Stage::InPlay { (quick(rules, words)) (faults(rules, words)) }
            }
            @if !over && draft.line.is_none() && draft.who.is_none() && draft.by_tiles.is_none() && played.is_between_rounds() {
                p.row { button.plain type="button" data-tiles data-wait=(texts.tiles_loading()) data-testid="by-every-tile" { (texts.tiles_enter_round()) } }
            }
        }
    }
}

fn celebration(page: &Page, words: &Words<'_>) -> Markup {
    let texts = words.texts;
    let next = super::queue::next(page);
    html! {
        div.over data-testid="sheet-over" {
            @for sentence in words.over() { p { (sentence) } }
            @match &next {
                Some(next) => (next),
                None => button.write type="button" data-do="again" data-testid="again" { (texts.sheet_again()) },
            }
            button.plain type="button" data-do="other" { (texts.sheet_other()) }
            " " button.plain type="button" data-do="tally" data-testid="sheet-tally" { (texts.tally_title()) }
        }
    }
}

/// The players who can have won the round.
fn winners(rules: &Rules, words: &Words<'_>, by_tiles: bool) -> Markup {
    let texts = words.texts;
    html! {
        h2 { (texts.sheet_who()) }
        div.who {
            @for seat in rules.playing() {
                button type="button" data-side=(rules.side(seat)) data-do={ "who=" (seat.letter()) }
                    data-testid={ "who-" (seat.letter()) } { (words.seat(seat)) }
            }
        }
        p.row {
            button.plain type="button" data-do="who=nobody" data-testid="who-nobody" { (texts.sheet_nobody()) }
            @if by_tiles {
                button.plain type="button" data-do="cancel" { (texts.sheet_cancel()) }
            } @else {
                button.plain type="button" data-do="void" { (texts.sheet_void()) }
            }
        }
    }
}

/// Passes that pay, one tap each.
fn quick(rules: &Rules, words: &Words<'_>) -> Markup {
    html! {
        @if rules.knows(InPlay::Paso(Side::default())) {
            p.row.quick {
                @for side in Side::all(rules.n_sides()) {
                    (in_play_button(words, InPlay::Paso(side), &format!("paso={side}")))
                }
            }
        }
    }
}

/// All other points that the rules know while a round is in play.
fn faults(rules: &Rules, words: &Words<'_>) -> Markup {
    let none = BySeat::new(rules.n_seats());
    let mut kinds: Vec<(InPlay, String)> = Vec::new();
    for side in Side::all(rules.n_sides()) {
        kinds.push((InPlay::PaseCorrido(side), format!("pase-corrido={side}")));
        kinds.push((InPlay::LedDouble(side), format!("led-double={side}")));
        kinds.push((InPlay::LedSingle(side), format!("led-single={side}")));
    }
    for seat in rules.playing() {
        let letter = seat.letter();
        kinds.push((InPlay::ThreePasses(seat), format!("three-passes={letter}")));
        kinds.push((
            InPlay::BoardPass { seat, third: none },
            format!("board-pass={letter}"),
        ));
        kinds.push((InPlay::FalsePlay(seat), format!("false-play={letter}")));
        kinds.push((InPlay::SlowPlay(seat), format!("slow-play={letter}")));
        kinds.push((InPlay::WrongCall(seat), format!("wrong-call={letter}")));
    }
    kinds.retain(|(what, _)| rules.knows(*what));
    html! {
        @if !kinds.is_empty() {
            details.faults {
                summary { (words.texts.sheet_more()) }
                p.row { @for (what, name) in &kinds { (in_play_button(words, *what, name)) } }
            }
        }
    }
}

fn in_play_button(words: &Words<'_>, what: InPlay, name: &str) -> Markup {
    html! {
        button.plain type="button" data-do={ "play=" (name) } data-testid={ "play-" (name) } { (words.in_play(what)) }
    }
}

/// The points of the open ends, two taps each, and the end of the round.
fn ends_in_play(page: &Page, rules: &Rules, words: &Words<'_>) -> Markup {
    let (texts, scorer) = (words.texts, page.draft.scorer);
    html! {
        div.tabs {
            @for side in Side::all(rules.n_sides()) {
                button type="button" data-side=(side) data-do={ "scorer=" (side) } aria-pressed=(side == scorer)
                    data-testid={ "scorer-" (side) } { (texts.sheet_scores(&words.side(side))) }
            }
        }
        @if rules.knows(InPlay::Muggins { side: scorer, points: 1 }) {
            button.plain type="button" data-do="claim" data-testid="claim"
                aria-pressed=(page.draft.claim == Claim::Muggins) { (texts.sheet_muggins()) }
        }
        div.pad.four {
            @for points in sums(rules) {
                @let what = if page.draft.claim == Claim::Muggins { "muggins" } else { "ends" };
                button type="button" data-do={ "play=" (what) "=" (scorer) " points=" (points) }
                    data-testid={ "ends-" (points) } { (points) }
            }
        }
        button.write type="button" data-do="over" data-testid="round-over" { (texts.sheet_round_over()) }
    }
}

/// The tiles left and the ends of the round. Each end shows its sum, and writes it.
fn ends(page: &Page, played: &Played, words: &Words<'_>, who: Who) -> Markup {
    let (texts, rules) = (words.texts, played.game().rules());
    let counting = page.draft.counting(rules);
    let mut ends: Vec<(End, String, String)> = Vec::new();
    if let Who::Seat(_) = who {
        for way in rules.ways_out() {
            let index = WayOut::ALL
                .iter()
                .position(|other| *other == way)
                .unwrap_or(0);
            ends.push((End::Out(way), words.way(way), format!("out={index}")));
        }
    }
    ends.push((End::Block, texts.sheet_block(), "block".to_owned()));
    if let Who::Seat(_) = who {
        if rules.fouls_end_rounds() {
            ends.push((End::Foul, texts.sheet_foul(), "foul".to_owned()));
        }
        for n in 1..=rules.hand.get() as u8 {
            if rules.doubles_end(u16::from(n)) {
                ends.push((
                    End::Doubles(n),
                    texts.sheet_doubles(u32::from(n)),
                    format!("doubles={n}"),
                ));
            }
        }
    }
    if let Some(tiles) = &page.draft.by_tiles {
        ends.retain(|(end, ..)| *end == tiles.end);
    }
    html! {
        div.chosen {
            h2 {
                @match who {
                    Who::Seat(seat) => (texts.sheet_wins(words.seat(seat))),
                    Who::Nobody => (texts.sheet_tied()),
                }
            }
            button.plain type="button" data-do="cancel" { (texts.sheet_change()) }
        }
        (count(page, rules, words, counting))
        @if rules.hanged_blank.get() > 0 {
            button.plain type="button" data-do="hanged" data-testid="hanged"
                aria-pressed=(page.draft.hanged == Hanged::DoubleBlank) { (texts.sheet_hanged()) }
        }
        div.ends {
            @for (end, name, action) in &ends { (end_button(page, words, *end, name, action)) }
        }
    }
}

/// The button that writes an end, with its sum.
fn end_button(page: &Page, words: &Words<'_>, end: End, name: &str, action: &str) -> Markup {
    let Some(played) = page.shown() else {
        return html! {};
    };
    let rules = played.game().rules();
    let event = page.draft.event(end, rules);
    let sum = match &event {
        // A correction is computed from the state before its line, so that no sum is shown.
        Event::Wrote(entry) => page.sheet.preview(entry).map(|preview| {
            let awards = awards_of(&preview.effect);
            (!awards.is_empty()).then(|| sum_of(words, rules, &awards))
        }),
        _ => Ok(None),
    };
    let asks =
        matches!(sum, Err(SheetError::NameOpener)) || rules.asks_blocker() && end == End::Block;
    let possible = sum.is_ok() || asks;
    html! {
        button.write type="button" data-do=(action) disabled[!possible] data-testid={ "end-" (action) } {
            b { (name) }
            @if let Ok(Some(sum)) = sum { span { (sum) } }
        }
    }
}

/// The sum of a single side, or the sums of all.
fn sum_of(words: &Words<'_>, rules: &Rules, awards: &[Award]) -> String {
    let first = awards.first().map(|award| award.side);
    let same = awards.iter().all(|award| Some(award.side) == first);
    let sum = match same {
        true => words.sum(awards),
        false => words.sums(awards),
    };
    let penalties = rules.score == capicu::rules::Score::Penalties;
    if penalties && same {
        words.sums(awards)
    } else {
        sum
    }
}

/// The pad on which people count the tiles left.
fn count(page: &Page, rules: &Rules, words: &Words<'_>, counting: Counting) -> Markup {
    let (texts, draft) = (words.texts, &page.draft);
    let label = |asked: Option<Asked>| match asked {
        Some(Asked::Losers) => texts.sheet_left_losers(),
        Some(Asked::All) => texts.sheet_left_all(),
        Some(Asked::Difference) => texts.sheet_left_difference(),
        _ => texts.sheet_left_any(),
    };
    html! {
        @match counting {
            Counting::Nothing => {},
            Counting::Total(asked) => {
                p.total { (label(asked)) " " b data-testid="total" { (draft.total.map_or_else(|| "–".to_owned(), |n| n.to_string())) } }
                @if draft.tiles.is_some() { (tiles(page, rules)) } @else { (digits(texts, true)) }
            }
            Counting::Sides => {
                (holders(page, Side::all(rules.n_sides()).map(|side| (side.index(), words.side(side)))))
                (digits(texts, false))
            }
            Counting::Seats | Counting::SeatsAndDoubles => {
                (holders(page, rules.playing().map(|seat| (seat.index(), words.seat(seat).to_owned()))))
                (digits(texts, false))
                @if counting == Counting::SeatsAndDoubles {
                    button.plain type="button" data-do="double" data-testid="double"
                        aria-pressed=(has_double(page)) { (texts.sheet_has_double()) }
                }
            }
        }
    }
}

fn has_double(page: &Page) -> bool {
    let focused = Seat::new(page.draft.focus);
    focused.is_some_and(|seat| page.draft.counts[seat].has_double)
}

/// A count for each seat or side; the pad changes the pressed one.
fn holders(page: &Page, all: impl Iterator<Item = (usize, String)>) -> Markup {
    html! {
        div.holders {
            @for (index, name) in all {
                @let holds = Seat::new(index as u8).map(|seat| page.draft.counts[seat]).unwrap_or_default();
                button type="button" data-do={ "focus=" (index) } aria-pressed=(usize::from(page.draft.focus) == index)
                    data-testid={ "holder-" (index) } {
                    span { (name) }
                    b { (holds.count) @if holds.has_double { " ∥" } }
                }
            }
        }
    }
}

fn digits(texts: capicu_i18n::Texts, with_tiles: bool) -> Markup {
    html! {
        div.pad {
            @for digit in (1..=9).chain([0]) {
                @if digit == 0 {
                    @if with_tiles {
                        button.plain type="button" data-do="tiles" data-testid="by-tiles" { (texts.sheet_by_tiles()) }
                    } @else { span {} }
                }
                button type="button" data-do={ "digit=" (digit) } data-key=(digit) data-testid={ "digit-" (digit) } { (digit) }
            }
            button.plain type="button" data-do="delete" data-key="Backspace" aria-label=(texts.sheet_delete()) { "⌫" }
        }
    }
}

/// All tiles of the set. The pressed ones are counted.
fn tiles(page: &Page, rules: &Rules) -> Markup {
    let tapped = page.draft.tiles.unwrap_or_default();
    let mut all: Vec<Tile> = rules.tiles().into_iter().collect();
    all.sort_unstable();
    html! {
        div.tiles {
            @for tile in all {
                button type="button" data-do={ "tile=" (tile) } aria-pressed=(tapped.contains(tile))
                    data-testid={ "tile-" (tile) } { (tile) }
            }
            button.plain type="button" data-do="tiles" { (page.texts.sheet_by_digits()) }
        }
    }
}

/// The answers to a question about an entry.
fn answers(question: &Question, rules: &Rules, words: &Words<'_>) -> Markup {
    let texts = words.texts;
    html! {
        @match question {
            Question::Opener | Question::Blocker => {
                h2 { (if *question == Question::Opener { texts.sheet_who_opened() } else { texts.sheet_who_blocked() }) }
                div.who {
                    @for seat in rules.playing() {
                        button type="button" data-side=(rules.side(seat)) data-do={ "answer=" (seat.letter()) }
                            data-testid={ "answer-" (seat.letter()) } { (words.seat(seat)) }
                    }
                }
            }
            Question::Confirm(doubts) => {
                div role="alert" data-testid="doubts" { @for doubt in doubts { p.problem { (doubted(*doubt, words)) } } }
                button.write type="button" data-do="answer" data-testid="confirm" { (texts.sheet_confirm()) }
            }
        }
        p { button.plain type="button" data-do="cancel" { (texts.sheet_cancel()) } }
    }
}

fn doubted(doubt: Doubt, words: &Words<'_>) -> String {
    let texts = words.texts;
    match doubt {
        Doubt::Above(most) => texts.sheet_doubt_above(u32::from(most)),
        Doubt::Below(least) => texts.sheet_doubt_below(u32::from(least)),
        Doubt::OtherWinner(Some(side)) => texts.sheet_doubt_winner(&words.side(side)),
        Doubt::OtherWinner(None) => texts.sheet_doubt_nobody(),
        Doubt::TooManyTiles(seat) => texts.sheet_doubt_tiles(words.seat(seat)),
        Doubt::NoSuchSum(points) => texts.sheet_doubt_sum(u32::from(points)),
    }
}
