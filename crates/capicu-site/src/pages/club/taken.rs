//! A season to be taken away: its table, or the divisions of a league.

use axum::extract::Path;
use axum::response::Response;
use capicu_event::league::next_season;
use capicu_event_service::csv::line;
use capicu_protocol::ApiErrorCode;
use capicu_store::clubs::{Season, SeasonRule};
use serde_json::{Value, json};

use super::super::event::sheet;
use super::super::event::words::{Reader, Words, parts};
use super::super::extract::Ask;
use super::at;
use super::season::read;
use crate::Failure;
use crate::club_events::heard::{Heard, Somebody};
use crate::club_events::season;

/// `GET /club/NAME/season/NUMBER/FILE`: the table of a season, or the divisions of a league, as CSV or JSON.
pub async fn file(
    Path((address, number, file)): Path<(String, String, String)>,
    ask: Ask,
) -> Response {
    let written = async {
        let (at, _) = at(&ask, &address).await?;
        let (of, events) = read(&ask, &at, &number).await?;
        let table = match of.rule {
            SeasonRule::League => divisions_file(&ask, &events),
            SeasonRule::Points | SeasonRule::Places => table_file(&ask, &of, &events),
        };
        match file.as_str() {
            "season.csv" => Ok((sheet::CSV, table.csv())),
            "season.json" => Ok(("application/json", table.json(&of).to_string())),
            _ => Err(Failure::new(ApiErrorCode::NotFound)),
        }
    };
    match written.await {
        Ok((kind, text)) => sheet::download(kind, &file, text),
        Err(failure) => ask.problem(&failure, "/clubs"),
    }
}

/// A table for download: the ids and titles of its columns, and its rows.
struct Taken {
    ids: Vec<String>,
    called: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Taken {
    fn csv(&self) -> String {
        let lines = std::iter::once(&self.called).chain(&self.rows);
        lines.map(|columns| line(columns)).collect()
    }

    fn json(&self, of: &Season) -> Value {
        let row = |row: &Vec<String>| {
            let cells = self.ids.iter().zip(row);
            let cells = cells.map(|(id, cell)| (id.clone(), Value::from(cell.as_str())));
            Value::Object(cells.collect())
        };
        json!({
            "name": of.name,
            "rule": of.rule.id(),
            "best": of.best,
            "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

fn table_file(ask: &Ask, of: &Season, events: &[Heard]) -> Taken {
    let texts = ask.texts();
    let over: Vec<&Heard> = events.iter().filter(|one| season::counts(one)).collect();
    let mut ids = ["place", "name", "total", "events"]
        .map(str::to_owned)
        .to_vec();
    let mut called = vec![
        texts.club_rank(),
        texts.club_who(),
        texts.club_total(),
        texts.club_events_played(),
    ];
    for heard in &over {
        ids.push(heard.of.event.to_string());
        called.push(heard.state.name.clone());
    }
    let row = |row: season::Row| {
        let name = match row.who {
            Somebody::Unnamed(..) => texts.club_unnamed(),
            Somebody::Account(_) | Somebody::Name(_) => row.name,
        };
        let mut columns = vec![
            row.place.to_string(),
            name,
            parts(row.total, 12),
            row.events.to_string(),
        ];
        let each = |points: &Option<i64>| points.map(|of| parts(of, 12)).unwrap_or_default();
        columns.extend(row.each.iter().map(each));
        columns
    };
    let rows = season::table(of, &over).into_iter().map(row).collect();
    Taken { ids, called, rows }
}

fn divisions_file(ask: &Ask, events: &[Heard]) -> Taken {
    let texts = ask.texts();
    let states: Vec<_> = events.iter().map(|heard| &heard.state).collect();
    let next = next_season(&states).unwrap_or_default();
    let mut rows = Vec::new();
    for (division, heard) in events.iter().enumerate() {
        let words = Words {
            texts,
            state: &heard.state,
            reader: Reader::Public,
        };
        let told = heard
            .last()
            .map(|stage| capicu_event::standings::standings(&heard.state, stage));
        for one in told.unwrap_or_default() {
            let goes = next.iter().position(|teams| {
                let mut teams = teams.iter();
                teams.any(|team| (team.division, team.entry) == (division, one.entry))
            });
            rows.push(vec![
                (heard.of.division + 1).to_string(),
                one.place.to_string(),
                words.name(one.entry),
                goes.map(|next| (next + 1).to_string()).unwrap_or_default(),
            ]);
        }
    }
    Taken {
        ids: ["division", "place", "name", "next"]
            .map(str::to_owned)
            .to_vec(),
        called: vec![
            texts.club_event_division(),
            texts.club_rank(),
            texts.club_who(),
            texts.club_next_season(),
        ],
        rows,
    }
}
