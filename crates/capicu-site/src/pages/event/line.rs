//! The entry line of the desk: `table · points · points`. It keeps the focus, and repeats the result that it entered.

use std::sync::Arc;

use axum::response::{IntoResponse as _, Response};
use capicu_event::{
    Command, DecidedBy, Format, Outcome, Refused, SideScore, Stage, StageStatus, Table,
};
use capicu_event_service::{Hall, NotDone, Sent};
use capicu_protocol::ApiErrorCode;
use capicu_store::events::Part;
use maud::{Markup, html};
use serde::Deserialize;

use super::super::action::DeskAction;
use super::super::extract::{Ask, lead_to, status};
use super::score::{Sheet, asked};
use super::words::{Reader, Words};
use super::{AtDesk, desk, find, hidden, not_done};

/// The id of the answer below the line.
const SAID: &str = "line-said";

/// The answer below the line.
#[derive(Debug)]
pub enum Said {
    /// No line was entered yet.
    Nothing,
    /// A result was entered for the meeting of this number.
    Entered(u16),
    /// Nothing was entered.
    Wrong { typed: String, why: Markup },
}

/// The form of the line.
#[derive(Default, Deserialize)]
#[serde(default)]
struct LineForm {
    key: String,
    line: String,
    part: String,
    /// The number of rounds when the page was made.
    rounds: String,
}

/// The stage whose results can be typed in the line: each is a number for each side.
fn open_stage(hall: &Hall) -> Option<&Stage> {
    let stage = hall.event.state().stages.last()?;
    let round = stage.rounds.last()?;
    let is_open = stage.status == StageStatus::Running && hall.is_written();
    let sheet = Sheet {
        stage,
        round,
        at: 0,
    };
    (is_open && !sheet.is_long()).then_some(stage)
}

/// The line, if results can be typed in it.
pub fn section(ask: &Ask, words: &Words<'_>, hall: &Hall, to: &str, said: &Said) -> Markup {
    let texts = words.texts;
    let Some(stage) = open_stage(hall) else {
        return html! {};
    };
    let format = stage.format_in(stage.rounds.len() as u16);
    let fields = asked(texts, format);
    let sides = sides(stage);
    let mut label = texts.desk_table();
    for _ in 0..sides {
        label += &format!(" · {}", fields.first().map_or("", |(_, label)| label));
    }
    let (typed, is_wrong) = match said {
        Said::Wrong { typed, .. } => (typed.as_str(), true),
        Said::Nothing | Said::Entered(_) => ("", false),
    };
    let was_used = !matches!(said, Said::Nothing);
    html! {
        section.line {
            form.row method="post" action=(to) data-line=(texts.desk_line_lost()) {
                (hidden(ask, hall.event.version()))
                input type="hidden" name="rounds" value=(stage.rounds.len());
                label {
                    (label)
                    input type="text" name="line" value=(typed) inputmode="decimal" enterkeyhint="done" autocomplete="off"
                        aria-describedby={ "line-help " (SAID) } aria-invalid=[is_wrong.then_some("true")]
                        autofocus[was_used] data-testid="line";
                }
                button.second name="act" value=(DeskAction::EnterLine) data-testid="enter-line" { (texts.desk_rule()) }
            }
            p.help #line-help { (texts.desk_line_help(&example(format, sides))) }
            div id=(SAID) role="status" data-testid=(SAID) {
                @match said {
                    Said::Nothing => {},
                    Said::Entered(meeting) => (entered(words, stage, *meeting)),
                    Said::Wrong { why, .. } => p.problem { (why) },
                }
            }
        }
    }
}

/// The result that was entered, and the number of tables that are still open.
fn entered(words: &Words<'_>, stage: &Stage, meeting: u16) -> Markup {
    let told = stage.locate(meeting).and_then(|(round, at)| {
        let outcome = stage.outcome(round, at)?;
        Some(words.result(usize::from(stage.number), round + 1, at as u16 + 1, outcome))
    });
    let tables = stage.rounds.iter().flat_map(|round| &round.tables);
    let left = tables.filter(|table| !matches!(table, Table::Settled(_)));
    html! { @if let Some(told) = told { p.done { (told) " · " (words.texts.desk_line_left(left.count() as u32)) } } }
}

/// How many sides a meeting of the stage has.
fn sides(stage: &Stage) -> usize {
    let last = stage.rounds.last();
    let first = last.and_then(|round| round.pairing.meetings.first());
    first.map_or(2, |meeting| meeting.sides.len())
}

fn example(format: &Format, sides: usize) -> String {
    let scores: &[u16] = match format.decided_by {
        DecidedBy::Points => &[200, 150, 90, 40],
        DecidedBy::Games => &[3, 1, 0, 0],
    };
    let scores = scores.iter().take(sides).map(u16::to_string);
    let all: Vec<String> = std::iter::once("17".to_owned()).chain(scores).collect();
    all.join(" ")
}

/// Reads a line: the number of the table, and the points or games of each side. If games decide, each can be followed by
/// points. `None` if it is something else.
fn read(line: &str, format: &Format, sides: usize) -> Option<(u32, Vec<SideScore>)> {
    let separates = |c: char| c.is_whitespace() || ".,;:/·-–—".contains(c);
    let parts = line.split(separates).filter(|part| !part.is_empty());
    let number = |part: &str| {
        let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<u16>().ok()).flatten()
    };
    let numbers: Vec<u16> = parts.map(number).collect::<Option<_>>()?;
    let (table, scores) = numbers.split_first()?;
    let points = |points: u16| SideScore {
        games: 0,
        points: points.into(),
    };
    let scores: Vec<SideScore> = match format.decided_by {
        DecidedBy::Points => scores.iter().copied().map(points).collect(),
        DecidedBy::Games if scores.len() == 2 * sides => {
            let both = scores.chunks(2);
            both.map(|both| SideScore {
                games: both[0],
                ..points(both[1])
            })
            .collect()
        }
        DecidedBy::Games => {
            let games = scores.iter().copied();
            games.map(|games| SideScore { games, points: 0 }).collect()
        }
    };
    (scores.len() == sides).then_some((u32::from(*table), scores))
}

/// Why a line enters nothing.
enum NotEntered {
    /// The line is wrong, or the event refuses the result.
    Wrong(ApiErrorCode, Markup),
    /// The page says why.
    Page(Box<Response>),
}

/// Enters the result of a line, and leads back to the line.
pub async fn enter(ask: Ask, desk: AtDesk) -> Response {
    let form: LineForm = ask.form();
    let back = format!("/e/{}/desk", desk.id);
    let part = match form.part.as_str() {
        "line" => "&part=line",
        _ => "",
    };
    match result(&ask, &desk, &form, &back).await {
        Ok(meeting) => lead_to(&format!("{back}?line={meeting}{part}"), None),
        Err(NotEntered::Page(page)) => *page,
        Err(NotEntered::Wrong(code, why)) => {
            let said = Said::Wrong {
                typed: form.line,
                why,
            };
            let ask = Arc::new(ask);
            let page = desk::page(&ask, desk.id.as_str(), said).await;
            match page {
                Ok(page) => (status(code), page).into_response(),
                Err(failure) => ask.problem(&failure, &back),
            }
        }
    }
}

async fn result(ask: &Ask, desk: &AtDesk, form: &LineForm, back: &str) -> Result<u16, NotEntered> {
    let texts = ask.texts();
    let page = |page: Response| NotEntered::Page(Box::new(page));
    if desk.part < Part::Helper {
        let why = html! { p { (texts.desk_director_only()) } };
        return Err(page(not_done(ask, ApiErrorCode::Blocked, &why, back)));
    }
    let mut hall = desk.hall.lock().await;
    let state = hall.event.state();
    let wrong = |why: String| NotEntered::Wrong(ApiErrorCode::BadOptions, html! { (why) });
    let Some(stage) = open_stage(&hall) else {
        return Err(wrong(texts.desk_refused_behind()));
    };
    let (format, sides) = (stage.format_in(stage.rounds.len() as u16), sides(stage));
    let Some((table, scores)) = read(&form.line, format, sides) else {
        let example = example(format, sides);
        return Err(wrong(texts.desk_line_wrong(&form.line, &example)));
    };
    let Some(slip) = find::table(state, table) else {
        return Err(wrong(texts.desk_line_no_table(table)));
    };
    // In winner stays, another match may have begun at this table since the page was made.
    let seen = form.rounds.parse().unwrap_or(usize::MAX);
    if stage.queue.is_some() && usize::from(slip.round) > seen {
        return Err(wrong(texts.desk_refused_behind()));
    }
    let meeting = stage.meeting_number(usize::from(slip.round) - 1, usize::from(slip.meeting) - 1);
    let command = Command::Rule {
        meeting,
        outcome: Outcome::Played { scores },
        reason: texts.desk_at_the_desk(),
    };
    let sent = Sent {
        key: format!("desk.{}", form.key),
        seen: None,
    };
    let before = hall.event.log().bytes();
    let events = ask.site.events();
    let done = events.carry_out(&mut hall, &sent, vec![command]).await;
    let stored = hall.event.log().bytes().saturating_sub(before);
    ask.site.note_stored(stored as u64, ask.peer, &ask.headers);
    match done {
        Ok(_) => Ok(meeting),
        Err(NotDone::Refused(_, why)) => {
            let words = Words {
                texts,
                state: hall.event.state(),
                reader: Reader::Desk,
            };
            let to = format!("/e/{}/table/{}", desk.id, slip.name());
            Err(NotEntered::Wrong(
                ApiErrorCode::Full,
                html! {
                    (words.refused(&why))
                    @if matches!(*why, Refused::Settled(_)) { " " a href=(to) { (texts.desk_table()) " " (table) } }
                },
            ))
        }
        Err(why) => {
            let answer = super::act::answer(ask, &hall, Err(why), back);
            Err(page(answer))
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu_event::presets;

    use super::*;

    fn format(preset: &str) -> Format {
        let preset = presets::by_id(preset).expect("a preset");
        preset.stages[0].meeting.clone()
    }

    fn points(points: [i32; 2]) -> Vec<SideScore> {
        points.map(|points| SideScore { games: 0, points }).to_vec()
    }

    #[test]
    fn line_is_read_with_any_separators() {
        let format = format("latin-pairs");
        for line in [
            "17 200 150",
            "17 200-150",
            " 17.200.150 ",
            "17,200,150",
            "17/200/150",
            "17 · 200 – 150",
            "17: 200 150",
            "017  0200\t150",
        ] {
            let read = read(line, &format, 2);
            assert_eq!(read, Some((17, points([200, 150]))), "{line}");
        }
    }

    #[test]
    fn other_lines_enter_nothing() {
        let format = format("latin-pairs");
        for line in [
            "",
            "17",
            "17 200",
            "17 200 150 3",
            "17 200 x",
            "Ana 200 150",
            "17 200 150a",
            "17 +200 150",
            "17 ２００ 150",
            "17 99999 150",
            "-",
        ] {
            assert_eq!(read(line, &format, 2), None, "{line}");
        }
        assert_eq!(
            read("17 200 150 90", &format, 3).map(|(_, s)| s.len()),
            Some(3)
        );
    }

    #[test]
    fn games_may_be_followed_by_points() {
        let mut format = format("latin-pairs");
        format.decided_by = DecidedBy::Games;
        let side = |games, points| SideScore { games, points };
        let games = Some((4, vec![side(3, 0), side(1, 0)]));
        assert_eq!(read("4 3 1", &format, 2), games);
        let both = Some((4, vec![side(3, 581), side(1, 430)]));
        assert_eq!(read("4 3 581 1 430", &format, 2), both);
        assert_eq!(read("4 3 581 1", &format, 2), None);
    }
}
