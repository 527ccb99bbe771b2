//! Records of matches (`docs/record-format.md`).

use capicu::{Action, Setup};
use capicu_record::json::RecordJson;
use capicu_record::record::{MoveRecord, Places};
use capicu_record::referee::{self, report_json};
use capicu_record::{Record, side};
use serde_json::{Value, json};

use crate::{TEXTS, position};

fn read(text: &str) -> Result<(Record, Option<Places>), String> {
    if text.trim_start().starts_with('{') {
        let twin: RecordJson = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let record = Record::try_from(&twin).map_err(|error| error.to_string())?;
        return Ok((record, None));
    }
    let read = Record::parse(text);
    let (record, places) = read.map_err(|error| error.told(TEXTS))?;
    Ok((record, Some(places)))
}

/// Referees a record, in its text or JSON form: the answer of `capicu replay --json`.
///
/// # Errors
///
/// If the text is no record. A record that breaks the rules is an answer with `valid: false`.
pub fn replay(text: &str, strict: bool) -> Result<Value, String> {
    let (record, places) = read(text)?;
    let report = referee::replay(&record, places.as_ref());
    Ok(report_json(&record, &report, strict, TEXTS))
}

/// Lists every position of a record, as far as it follows the rules: its round, move, seat, position and picture.
///
/// # Errors
///
/// If the text is no record.
pub fn moments(text: &str) -> Result<Value, String> {
    let (record, places) = read(text)?;
    let mut all = Vec::new();
    for (number, round) in record.rounds().enumerate() {
        for moves in 0..=round.moves.len() {
            let report = referee::replay_until(&record, number + 1, moves, places.as_ref());
            if report.breach.is_some() {
                return Ok(all.into());
            }
            let Some(setup) = report.table.round().and_then(Setup::of) else {
                continue;
            };
            let setup = match round.dealt.is_complete() {
                true => setup,
                false => setup.hidden(),
            };
            all.push(moment(&setup, number + 1, &round.moves[..moves]));
        }
    }
    Ok(all.into())
}

fn moment(setup: &Setup, round: usize, moves: &[MoveRecord]) -> Value {
    let laid: Vec<Action> = moves.iter().filter_map(laid).collect();
    json!({
        "round": round,
        "moves": moves.len(),
        "move": moves.last().map(|done| json!({
            "seat": side::letter(done.seat).to_string(),
            "action": done.what.to_string(),
        })),
        "picture": position::drawn(&setup.rules, &laid, position::hand(setup)),
        "position": setup.to_string(),
    })
}

/// The tile that a move laid, and the tile it was laid against.
fn laid(done: &MoveRecord) -> Option<Action> {
    let tile = done.what.laid()?;
    Some(match done.what.on() {
        Some(on) => Action::Play { tile, on },
        None => Action::Lead(tile),
    })
}
