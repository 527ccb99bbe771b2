//! Files for download: reports as CSV, the public data as JSON, report files (TRF), and the whole log.

mod reports;

use std::sync::Arc;

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::dates::day_text;
use capicu_event::trf::{self, Dates};
use capicu_event::{Event, Payment, State, report};
use capicu_event_service::category;
use capicu_event_service::csv::line;
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_store::events::Part;

use super::super::extract::Ask;
use super::desk::presence;
use super::report::{ReportFile, apart};
use super::words::{Reader, Words};
use super::{at_desk, hall, sees_all};
use crate::Failure;

/// `GET /e/ID/files/FILE`: downloads a file of the event.
pub async fn file(Path((id, file)): Path<(String, String)>, ask: Ask) -> Response {
    match written(&ask, &id, &file).await {
        Ok((kind, text)) => download(kind, &file, text),
        Err(failure) => ask.problem(&failure, &format!("/e/{id}")),
    }
}

/// A file of this kind and name.
pub fn download(kind: &str, file: &str, text: String) -> Response {
    let name = format!("attachment; filename=\"{file}\"");
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-cache, private".to_owned()),
    ];
    (headers, text).into_response()
}

/// The kind of a table.
pub const CSV: &str = "text/csv; charset=utf-8";

/// The kind of a log.
const LINES: &str = "application/x-ndjson";

async fn written(ask: &Ask, id: &str, file: &str) -> Result<(&'static str, String), Failure> {
    let shared = hall(ask, id).await?;
    let mut sees_paid = false;
    if ["event.jsonl", "venue.jsonl", "entries.csv"].contains(&file) {
        // They contain hidden names, reasons and payments; the log of a venue also contains its secret key.
        let desk = at_desk(ask, id).await?;
        sees_paid = sees_all(desk.part, desk.hall.lock().await.event.state());
        // The log has the seed of all boards.
        let may_read = match file {
            "venue.jsonl" => desk.part == Part::Director,
            "event.jsonl" => sees_paid,
            _ => true,
        };
        if !may_read {
            return Err(Failure::new(ApiErrorCode::NotFound));
        }
    }
    let event = {
        let hall = shared.lock().await;
        match file {
            "venue.jsonl" => {
                let file = hall.venue_file();
                let file = file.ok_or(Failure::new(ApiErrorCode::NotFound))?;
                return Ok((LINES, file));
            }
            "event.jsonl" => return Ok((LINES, hall.event.log().text())),
            _ => Arc::clone(&hall.event),
        }
    };
    let (texts, file) = (ask.texts(), file.to_owned());
    let text = move || public(texts, &event, &file, sees_paid);
    let text = apart(ask, text).await?;
    text.ok_or(Failure::new(ApiErrorCode::NotFound))
}

/// A file that needs no secret of the server; `None` if there is none of this name.
fn public(
    texts: Texts,
    event: &Event,
    file: &str,
    sees_paid: bool,
) -> Option<(&'static str, String)> {
    let words = Words {
        texts,
        state: event.state(),
        reader: Reader::Public,
    };
    if let Some(file) = ReportFile::by_name(file) {
        let csv = match file {
            ReportFile::StartList => reports::start(&words),
            ReportFile::Cross => reports::cross(&words),
            ReportFile::Cards => reports::cards(&words),
            ReportFile::Statistics => reports::statistics(&words, event),
        };
        return Some((CSV, csv));
    }
    let csv = match file {
        "standings.csv" => reports::standings(&words),
        "results.csv" => reports::results(&words),
        "teams.csv" if event.state().preset.team_totals.is_some() => reports::team_totals(&words),
        "entries.csv" => entries(texts, event.state(), sees_paid),
        "event.json" => {
            let text = serde_json::to_string(&report::event_file(event)).ok()?;
            return Some(("application/json", text));
        }
        _ => {
            let stage = file.strip_prefix("stage-")?.strip_suffix(".trf")?;
            let stage: usize = stage.parse().ok()?;
            return Some((
                "text/plain; charset=utf-8",
                report_file(&words, event, stage)?,
            ));
        }
    };
    Some((CSV, csv))
}

/// The report file (TRF-16) of a stage; `None` if there is no such stage, or it has none.
fn report_file(words: &Words<'_>, event: &Event, number: usize) -> Option<String> {
    let at = number.checked_sub(1)?;
    let stage = words.state.stages.get(at)?;
    let times = report::times(event);
    let day = |at: u64| day_text(at).replace('-', "/");
    let dates = times.stages.get(at).map(|times| Dates {
        from: day(times.opened_at),
        to: times.closed_at.map(day),
    });
    // Ratings are for the desk.
    let rating = |_| None;
    trf::write(words.state, stage, &dates?, |id| words.name(id), rating).ok()
}

/// All entries, in the format of pasted lists: the file of one event can be loaded into another.
fn entries(texts: Texts, state: &State, sees_paid: bool) -> String {
    let mut text = line(&[
        texts.desk_name(),
        texts.desk_people(),
        texts.desk_club(),
        texts.desk_rating(),
        texts.desk_categories(),
        texts.desk_paid(),
        texts.desk_entry_number(),
        texts.desk_state(),
    ]);
    for (id, entry) in &state.entries {
        let categories = entry.categories.iter();
        let categories: Vec<String> = categories.map(|one| category::called(one, texts)).collect();
        text += &line(&[
            entry.current_name(),
            entry.members.join(" / "),
            entry.club.clone().unwrap_or_default(),
            entry
                .rating
                .map_or(String::new(), |rating| rating.to_string()),
            categories.join(" / "),
            match entry.payment {
                Payment::Paid if sees_paid => "x".to_owned(),
                Payment::Paid | Payment::Due => String::new(),
            },
            id.to_string(),
            presence(texts, state, &entry.presence),
        ]);
    }
    text
}

#[cfg(test)]
mod tests {
    use capicu_event::{Command, Envelope, Event, NewEntry, presets};
    use capicu_event_service::roster;
    use capicu_i18n::Lang;

    use super::*;

    #[test]
    fn public_file_of_an_unknown_stage_does_not_exist() {
        let preset = presets::by_id("latin-pairs").expect("a preset");
        let mut event = Event::create("Friday", preset, 7, 0).expect("an event");
        for command in [
            Command::Enter(NewEntry::named("Ana / Luis")),
            Command::Enter(NewEntry::named("Eva / Leo")),
            Command::OpenStage,
        ] {
            // On 28 November 2026.
            let envelope = Envelope::next(&event, 1_795_824_000_000, command);
            event.execute(&envelope).expect("it can be done");
        }
        let file = |name: &str| public(Texts::new(Lang::En), &event, name, false);
        let (kind, text) = file("stage-1.trf").expect("a file");
        assert!(kind.starts_with("text/plain"));
        assert!(text.contains("\r\n042 2026/11/28\r\n062 2\r\n"), "{text}");
        for unknown in [
            "stage-0.trf",
            "stage-2.trf",
            "stage-99999999999999999999.trf",
            "stage--1.trf",
            "stage-.trf",
            "stage-1",
            "other.csv",
            "",
        ] {
            assert_eq!(file(unknown), None, "{unknown}");
        }
        for known in ReportFile::ALL {
            assert!(file(known.name()).is_some(), "{known:?}");
        }
    }

    #[test]
    fn exported_entries_can_be_imported() {
        let preset = presets::by_id("latin-pairs").expect("a preset");
        let list = "Name;People;Club;Rating;Category;Paid\nAna / Luis;Ana / Eva;Sur;-3;women / mixed;x\n\
            \"A; \"\"B\"\"\";;=1;;;\n-2+3|cmd;;－1;;;\n";
        let mut event = Event::create("Friday", preset.clone(), 7, 0).expect("an event");
        let listed = roster::read(list, &preset).expect("it can be read");
        for (_, command) in roster::commands(listed.clone(), event.state()) {
            let envelope = Envelope::next(&event, 1, command);
            event.execute(&envelope).expect("it can be done");
        }
        for lang in Lang::ALL {
            let file = entries(Texts::new(*lang), event.state(), true);
            let again = roster::read(&file, &preset).expect("it can be read");
            assert_eq!(again.len(), 3);
            for (one, other) in again.iter().zip(&listed) {
                assert_eq!(one, other, "{file}");
            }
        }
    }
}
