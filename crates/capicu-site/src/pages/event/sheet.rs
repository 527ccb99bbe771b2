//! Files for download: standings and results as CSV, the public data as JSON, and the whole log.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use capicu_event::{Payment, State, Viewer};
use capicu_event_service::csv::line;
use capicu_event_service::{Hall, category};
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use capicu_store::events::Part;

use super::super::extract::Ask;
use super::desk::presence;
use super::words::{Reader, Words, key, tie_break};
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
    let hall = shared.lock().await;
    match file {
        "standings.csv" => Ok((CSV, standings(ask, &hall))),
        "results.csv" => Ok((CSV, results(ask, &hall))),
        "entries.csv" => {
            let text = entries(ask.texts(), hall.event.state(), sees_paid);
            Ok((CSV, text))
        }
        "event.json" => {
            let seen = hall.event.state().visible_to(Viewer::Public);
            let text = serde_json::to_string(&seen);
            let text = text.map_err(|_| Failure::new(ApiErrorCode::Unavailable))?;
            Ok(("application/json", text))
        }
        "venue.jsonl" => {
            let file = hall.venue_file();
            let file = file.ok_or(Failure::new(ApiErrorCode::NotFound))?;
            Ok(("application/x-ndjson", file))
        }
        "event.jsonl" => Ok(("application/x-ndjson", hall.event.log().text())),
        _ => Err(Failure::new(ApiErrorCode::NotFound)),
    }
}

fn standings(ask: &Ask, hall: &Hall) -> String {
    let (texts, state) = (ask.texts(), hall.event.state());
    let words = Words {
        texts,
        state,
        reader: Reader::Public,
    };
    let mut text = String::new();
    for stage in &state.stages {
        let list = &stage.rules.standings;
        let mut head = vec![
            texts.desk_place(),
            texts.desk_entry_number(),
            texts.desk_name(),
        ];
        head.extend(list.iter().map(|of| tie_break(texts, *of)));
        text += &line(&head);
        for standing in capicu_event::standings::standings(state, stage) {
            let entry = standing.entry;
            let mut columns = vec![
                standing.place.to_string(),
                entry.to_string(),
                words.name(entry),
            ];
            let keys = list.iter().zip(&standing.keys);
            columns.extend(keys.map(|(of, value)| key(*of, *value)));
            text += &line(&columns);
        }
    }
    text
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

fn results(ask: &Ask, hall: &Hall) -> String {
    let (texts, state) = (ask.texts(), hall.event.state());
    let words = Words {
        texts,
        state,
        reader: Reader::Public,
    };
    let mut text = line(&[
        texts.desk_stage_word(),
        texts.desk_round_word(),
        texts.desk_table(),
        texts.desk_who_meets(),
        texts.desk_result(),
    ]);
    for round in state.visible_to(Viewer::Public).rounds {
        let Some(stage) = state.stages.get(usize::from(round.stage) - 1) else {
            continue;
        };
        for (at, table) in round.tables.iter().enumerate() {
            let ended = table.outcome.as_ref();
            let ended = ended.map(|outcome| words.outcome(stage, &table.meeting, outcome));
            let at = stage.meeting_number(usize::from(round.round) - 1, at);
            text += &line(&[
                round.stage.to_string(),
                round.round.to_string(),
                state.table_number(at).to_string(),
                words.meeting(&table.meeting),
                ended.unwrap_or_default(),
            ]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use capicu_i18n::Lang;

    use super::*;
    use capicu_event_service::roster;

    #[test]
    fn exported_entries_can_be_imported() {
        use capicu_event::{Envelope, Event, presets};
        let preset = presets::by_id("latin-pairs").expect("a preset");
        let list = "Name;People;Club;Rating;Category;Paid\nAna / Luis;Ana / Eva;Sur;-3;women / mixed;x\n\
            \"A; \"\"B\"\"\";;=1;;;\n-2+3|cmd;;－1;;;\n";
        let mut event = Event::create("Friday", preset.clone(), 7, 0).expect("an event");
        let listed = roster::read(list, &preset).expect("it can be read");
        for (_, command) in roster::commands(listed.clone(), event.state()) {
            let envelope = Envelope {
                key: event.version().to_string(),
                expected: event.version(),
                now: 1,
                command,
            };
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
