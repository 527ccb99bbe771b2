//! Rounds and matches of a sheet as records.

use std::fmt::Write as _;

use capicu::{Rules, Side};
use capicu_record::record::Item;
use capicu_record::referee::replay;
use capicu_record::{Record, side};
use capicu_sheet::{Effect, Played, Sheet};

use super::{result, unknown};

/// The matches of a sheet whose rounds were all entered by tiles, as text of record files.
pub fn records(stored: &str) -> String {
    let (sheet, _) = Sheet::read_as_far_as_possible(stored);
    let records = sheet.matches().iter().filter_map(of);
    records.map(|record| record.to_string()).collect()
}

/// The record of the current match, as [`records`] writes it; empty if it has none.
pub fn record(stored: &str) -> String {
    let (sheet, _) = Sheet::read_as_far_as_possible(stored);
    let record = sheet.current().and_then(of);
    record.map_or_else(String::new, |record| record.to_string())
}

/// The record of a match; `None` if a round is without moves or the sheet has other scores.
fn of(played: &Played) -> Option<Record> {
    let mut record = header(played);
    record.items.clear();
    let mut text = head_of(&record);
    let mut number = 0;
    for line in played.counted() {
        if line.effect == Effect::Agreed {
            return None;
        }
        if !line.ends_round() {
            continue;
        }
        number += 1;
        for part in line.moves()?.split('\t') {
            match part {
                "round" => writeln!(text, "round {number}"),
                part => writeln!(text, "{part}"),
            }
            .ok()?;
        }
        let score = Side::all(line.scores.len())
            .map(|of| format!("{} {}", side::name(&record.rules, of), line.scores[of]));
        writeln!(text, "score: {}\n", score.collect::<Vec<_>>().join(", ")).ok()?;
    }
    let won = result(played);
    let mut record: Record = format!("{text}result: unfinished\n").parse().ok()?;
    record.result = won;
    let good = number > 0 && replay(&record, None).is_valid();
    good.then_some(record)
}

/// A record of the match with one empty round.
pub fn header(played: &Played) -> Record {
    let rules: Rules = *played.game().rules();
    let mut record = Record::new(rules);
    record.game = played.start().game.id.parse().ok();
    let names = rules
        .playing()
        .filter_map(|seat| Some((seat, played.name(seat).parse().ok()?)));
    record.names = names.collect();
    let date = played.day().and_then(|day| {
        let name = "date".parse().ok()?;
        Some((name, day.to_string().parse().ok()?))
    });
    record.tags.extend(date);
    record.items.push(Item::Round(Box::new(unknown(&rules))));
    record
}

/// A record of the match with the round in these words; `None` if they cannot be read.
pub fn round(played: &Played, body: &str) -> Option<Record> {
    let mut empty = header(played);
    empty.items.clear();
    let mut text = head_of(&empty);
    for line in body.split('\t') {
        text += if line == "round" { "round 1" } else { line };
        text.push('\n');
    }
    let record: Record = format!("{text}result: unfinished\n").parse().ok()?;
    matches!(record.items.last(), Some(Item::Round(_))).then_some(record)
}

/// The lines of the rounds of a record, with tabs between them.
pub fn body(record: &Record) -> String {
    let text = record.to_string();
    let lines = text.lines().skip_while(|line| !begins(line));
    let lines = lines.take_while(|line| !line.starts_with("result:"));
    let lines = lines.filter(|line| !line.is_empty());
    let lines = lines.map(|line| {
        if line.starts_with("round ") {
            "round"
        } else {
            line
        }
    });
    lines.collect::<Vec<_>>().join("\t")
}

fn begins(line: &str) -> bool {
    line.starts_with("round ") || line.starts_with("turn-up:")
}

/// The text of a record before its rounds.
fn head_of(record: &Record) -> String {
    let text = record.to_string();
    let head = text.split("\nresult:").next().unwrap_or_default();
    format!("{head}\n")
}
