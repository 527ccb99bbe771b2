//! The moments of a player on the result sheet of the table.

use capicu::Seat;
use capicu_analysis::{Analysis, Decision, Judged, MOST_MOMENTS, moments};
use capicu_i18n::Texts;
use capicu_picture::sheet;
use maud::{Markup, PreEscaped, html};

use crate::panel;
use crate::replay::Replay;

/// The costliest moments of the seat that the analysis is for. If it has none once the analysis is over,
/// those of the whole table.
pub fn moments_of(replay: &Replay, analysis: &Analysis<'_>, is_over: bool, texts: Texts) -> Markup {
    let mut shown = moments(analysis, analysis.seat);
    if shown.is_empty() && is_over {
        shown = analysis.mistakes();
        shown.truncate(MOST_MOMENTS);
    }
    let all = shown.len();
    html! {
        @if all == 0 {
            @if is_over { p { (texts.lookback_none()) } }
        } @else {
            (PreEscaped(sheet(replay.record().rules.tiles())))
            @for (at, (decision, judged)) in shown.into_iter().enumerate() {
                article hidden[at > 0] data-round=(decision.round) data-testid="lookback-moment" {
                    (moment(replay, (decision, judged), analysis.seat, texts))
                    p.steps {
                        @if let Some(at) = replay.find(decision.round, decision.turn - 1) {
                            a.do.second data-at=(at) href="#" { (texts.moment_go()) }
                            button.do.second type="button" data-do="copy-link" data-at=(at) data-copied=(texts.replay_copied())
                                data-testid="share-moment" hidden { (texts.moment_share()) }
                        }
                        @if all > 1 {
                            span.number { (texts.lookback_number(at + 1, all)) }
                            button.do.second type="button" data-do="next-moment" { (texts.lookback_next()) }
                        }
                    }
                }
            }
        }
    }
}

/// The board, the sentence and its reasons, and the numbers in a fold.
fn moment(replay: &Replay, mistake: (&Decision, &Judged), you: Seat, texts: Texts) -> Markup {
    let name = |seat| replay.name(seat, texts);
    let moment = panel::moment_of(mistake, &name, Some(you), texts);
    html! {
        p.place { (moment.title()) }
        div.view { (PreEscaped(moment.board())) }
        p { b { (moment.sentence()) } @for reason in moment.reasons() { " " (reason) } }
        (panel::told_numbers(&moment))
    }
}
