//! The statistics of a stage.

use capicu_event::report::{
    ResultLine, RoundTimes, ScoreRecord, StageTimes, Statistics, statistics,
};
use capicu_event::{DecidedBy, Stage};
use maud::{Markup, html};

use super::super::words::{Words, parts};
use super::{StageNumbers, of_stage};

/// The statistics of a stage, with the times of its rounds if they are known. `results` has all stages.
pub fn table(
    words: &Words<'_>,
    numbers: &StageNumbers<'_>,
    results: &[ResultLine],
    times: Option<&StageTimes>,
) -> Markup {
    let stage = of_stage(words, numbers.stage);
    let title = format!("{}{stage}", words.texts.results_statistics());
    html! {
        div.wide tabindex="0" role="group" aria-label=(title) { table.numbers data-testid="statistics" {
            tbody { @for (what, value) in lines(words, numbers, results, times) { tr {
                th scope="row" { (what) }
                td.number { (value) }
            } } }
        } }
    }
}

/// The statistics of a stage: each number with its name.
pub fn lines(
    words: &Words<'_>,
    numbers: &StageNumbers<'_>,
    results: &[ResultLine],
    times: Option<&StageTimes>,
) -> Vec<(String, String)> {
    let (texts, stage) = (words.texts, numbers.stage);
    let found = statistics(stage, results, &numbers.cards);
    let mut lines = vec![
        (texts.results_entries(), found.entries.to_string()),
        (texts.results_rounds(), found.rounds.to_string()),
        (texts.results_meetings_played(), found.played.to_string()),
    ];
    let some = [
        (texts.results_forfeits(), found.forfeits),
        (texts.results_void(), found.void),
        (texts.results_open(), found.open),
        (texts.results_byes(), found.byes),
        (texts.results_draws(), found.draws),
        (texts.desk_key_loves(), found.loves),
    ];
    let some = some.into_iter().filter(|(_, number)| *number > 0);
    lines.extend(some.map(|(what, number)| (what, number.to_string())));
    for (seat, won) in (1_u32..).zip(&found.won_by_seat) {
        lines.push((texts.results_won_by_seat(seat), won.to_string()));
    }
    lines.extend(scores(words, stage, &found));
    if found.longest_run > 1 {
        let who = super::round_text::names(words, &found.runners);
        let value = format!("{} ({who})", found.longest_run);
        lines.push((texts.results_longest_run(), value));
    }
    let rounds = times.map_or(&[][..], |times| &times.rounds);
    let minutes: Vec<u64> = rounds.iter().filter_map(RoundTimes::minutes).collect();
    if !minutes.is_empty() && !stage.method.is_continuous() {
        let mean = minutes.iter().sum::<u64>() / minutes.len() as u64;
        lines.push((texts.results_round_minutes(), mean.to_string()));
    }
    lines
}

/// The numbers about scores. Without points of games there are only margins.
fn scores(words: &Words<'_>, stage: &Stage, found: &Statistics) -> Vec<(String, String)> {
    let texts = words.texts;
    let record = |record: &ScoreRecord| {
        let who = words.side(&record.entries);
        let round = texts.results_in_round(u32::from(record.round));
        format!("{} ({who}, {round})", record.value)
    };
    let mean = (found.scores > 0 && found.points > 0)
        .then(|| parts(found.points, i64::from(found.scores)));
    let unit = match stage.rules.meeting.decided_by {
        DecidedBy::Games => texts.desk_games(),
        DecidedBy::Points => texts.desk_points(),
    };
    let margin = |what: String| format!("{what} ({})", unit.to_lowercase());
    let all = [
        (texts.results_mean_points(), mean),
        (texts.results_highest(), found.highest.as_ref().map(record)),
        (
            margin(texts.results_widest()),
            found.widest.as_ref().map(record),
        ),
        (
            margin(texts.results_closest()),
            found.closest.as_ref().map(record),
        ),
    ];
    let known = all.into_iter();
    let known = known.filter_map(|(what, value)| Some((what, value?)));
    known.collect()
}
