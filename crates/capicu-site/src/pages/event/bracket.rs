//! The drawn bracket of a knock-out: lists that a style sheet arranges, so that every reader has the same text.

use capicu_event::report::{
    Bracket, BracketColumn, BracketKind, BracketMeeting, BracketSide, SideEnding, Slot, brackets,
};
use capicu_event::{KnockOut, SideScore, Stage};
use maud::{Markup, html};

use super::words::{Words, scores_by};

/// The brackets of a stage; nothing for other stages.
pub fn drawn(words: &Words<'_>, stage: &Stage) -> Markup {
    let all = brackets(words.state, stage);
    html! { @for bracket in &all { (part(words, stage, bracket)) } }
}

fn part(words: &Words<'_>, stage: &Stage, bracket: &Bracket) -> Markup {
    let title = title(words, bracket.kind);
    let name = title.clone().unwrap_or_else(|| words.texts.bracket());
    html! {
        section.bracket data-testid="bracket" {
            @if let Some(title) = &title { h3 { (title) } }
            div.wide tabindex="0" role="group" aria-label=(name) {
                ol.columns { @for (at, column) in bracket.columns.iter().enumerate() {
                    li class=(lines(bracket, at)) {
                        b.round { (column_title(words, bracket, column)) }
                        ol { @for one in &column.meetings { (meeting(words, stage, column, one)) } }
                    }
                } }
            }
        }
    }
}

/// The title of a bracket that needs one.
fn title(words: &Words<'_>, kind: BracketKind) -> Option<String> {
    let texts = words.texts;
    match kind {
        BracketKind::Main | BracketKind::Drawn => None,
        BracketKind::Second => Some(texts.bracket_second()),
        BracketKind::Last => Some(texts.bracket_last()),
        BracketKind::ThirdPlace => Some(texts.desk_third_place()),
    }
}

/// The class of a column: how lines lead from its meetings to those of the next column.
fn lines(bracket: &Bracket, at: usize) -> &'static str {
    if bracket.kind == BracketKind::Drawn {
        return "end";
    }
    let n = |at: usize| {
        bracket
            .columns
            .get(at)
            .map_or(0, |column| column.meetings.len())
    };
    match n(at + 1) {
        0 => "end",
        next if next < n(at) => "pairs",
        _ => "straight",
    }
}

fn column_title(words: &Words<'_>, bracket: &Bracket, column: &BracketColumn) -> String {
    let texts = words.texts;
    let has_second = words.state.stages.iter().any(|stage| {
        let knock_out = stage.method.traits().knock_out;
        matches!(knock_out, Some(KnockOut::Double { .. }))
    });
    match (column.meetings.len(), bracket.kind) {
        (1, BracketKind::Main) if !has_second => texts.bracket_final(),
        (2, BracketKind::Main) if !has_second => texts.bracket_semifinals(),
        (4, BracketKind::Main) if !has_second => texts.bracket_quarterfinals(),
        (8, BracketKind::Main) if !has_second => texts.bracket_round_of_16(),
        _ => texts.bracket_round(u32::from(column.round)),
    }
}

fn meeting(
    words: &Words<'_>,
    stage: &Stage,
    column: &BracketColumn,
    meeting: &BracketMeeting,
) -> Markup {
    let is_empty = meeting.sides.iter().all(|side| side.slot == Slot::Empty);
    if is_empty {
        // It keeps the others at their height.
        return html! { li.none aria-hidden="true" {} };
    }
    html! { li data-testid="bracket-meeting" {
        ul { @for one in &meeting.sides { (side(words, stage, column, one)) } }
    } }
}

fn side(words: &Words<'_>, stage: &Stage, column: &BracketColumn, side: &BracketSide) -> Markup {
    let texts = words.texts;
    let format = stage.format_in(column.round);
    let score = |score: SideScore| scores_by(format, &[score]);
    html! {
        @match side.slot {
            Slot::Entry(id) => li.won[side.ending == Some(SideEnding::Won)] {
                span { (words.name(id)) }
                @match side.ending {
                    Some(SideEnding::Absent) => i { (texts.results_forfeit_loss()) },
                    Some(SideEnding::Won) => b { span.unseen { (texts.bracket_won()) " " } (side.score.map(score).unwrap_or_else(|| "✓".into())) },
                    Some(SideEnding::Lost) | None => @if let Some(of) = side.score { b { (score(of)) } },
                }
            },
            Slot::Open => li { i { (texts.bracket_open()) } },
            Slot::Empty => li { i { (texts.desk_bye()) } },
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu_event::{Command, Consent, Event, NewEntry, Outcome, presets};
    use capicu_i18n::{Lang, Texts};

    use super::super::tests::send;
    use super::super::words::Reader;
    use super::*;

    #[test]
    fn lines_lead_to_the_next_column_and_the_winner_is_marked_in_words() {
        let preset = presets::by_id("double-knock-out").expect("a preset");
        let mut event = Event::create("Friday", preset, 7, 0).expect("an event");
        for name in ["Ana / Luis", "Eva / Leo", "Ida / Max", "Noa / Pol"] {
            send(&mut event, Command::Enter(NewEntry::named(name)));
        }
        for id in event.state().entries.keys().copied().collect::<Vec<_>>() {
            send(&mut event, Command::CheckIn(id));
        }
        send(&mut event, Command::OpenStage);
        send(&mut event, Command::Draft(Consent::Withheld));
        send(&mut event, Command::Publish);
        let outcome = Outcome::Forfeit { absent: vec![1] };
        send(
            &mut event,
            Command::Rule {
                meeting: 1,
                outcome,
                reason: "not there".into(),
            },
        );
        let words = Words {
            texts: Texts::new(Lang::En),
            state: event.state(),
            reader: Reader::Public,
        };
        let stage = &event.state().stages[0];
        let brackets = brackets(event.state(), stage);
        let classes = |at: usize| {
            let columns = 0..brackets[at].columns.len();
            columns
                .map(|column| lines(&brackets[at], column))
                .collect::<Vec<_>>()
        };
        assert_eq!(classes(0), ["pairs", "end"]);
        assert_eq!(classes(1), ["straight", "end"]);
        let shown = drawn(&words, stage).into_string();
        let winner = words.name(stage.rounds[0].pairing.meetings[0].sides[0][0]);
        let marked = format!(
            "<li class=\"won\"><span>{winner}</span><b><span class=\"unseen\">Won </span>✓</b></li>"
        );
        assert!(shown.contains(&marked), "{shown}");
    }
}
