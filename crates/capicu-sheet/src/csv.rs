//! A sheet as a table for other programs.

use capicu::{BySide, Side};

use crate::{Effect, Line, LineState, Played, Sheet};

/// The sheet as comma-separated values (RFC 4180): a row for each line that counts, with the scores after it.
pub fn csv(sheet: &Sheet) -> String {
    let mut text = "match,game,line,round,entry,confirmed,side,points,score\r\n".to_owned();
    for (played, number) in sheet.matches().iter().zip(1..) {
        for (line, index) in played.lines().iter().zip(1..) {
            if line.state() == LineState::Undone {
                continue;
            }
            let points = points(line, played);
            for (side, score) in line.scores.entries() {
                let names: Vec<&str> = played.names(side).collect();
                let fields = [
                    number.to_string(),
                    played.start().game.id.to_owned(),
                    index.to_string(),
                    line.round.to_string(),
                    line.entry().to_line(),
                    (!line.doubts.is_empty()).to_string(),
                    names.join(" + "),
                    points[side].to_string(),
                    score.to_string(),
                ];
                let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
                text.push_str(&fields.join(","));
                text.push_str("\r\n");
            }
        }
    }
    text
}

/// The points that a line gives to each side, by its awards.
fn points(line: &Line, played: &Played) -> BySide<i32> {
    let mut points = BySide::new(played.game().rules().n_sides());
    let mut add = |side: Side, signed: i32| points[side] += signed;
    match &line.effect {
        Effect::Nothing | Effect::Agreed => {}
        Effect::InPlay { awards, .. } => {
            awards
                .iter()
                .for_each(|award| add(award.side, award.signed()));
        }
        Effect::Round(result) => {
            let written = result.written.iter();
            written.for_each(|award| add(award.side, award.signed()));
        }
    }
    points
}

/// A field, in quotation marks where it needs them.
pub(crate) fn quoted(field: &str) -> String {
    // Programs read such a field as a formula.
    let formula = field.starts_with(['=', '+', '-', '@']) && field.parse::<i32>().is_err();
    let field = if formula {
        format!("'{field}")
    } else {
        field.to_owned()
    };
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}
