//! The record of a match. It is made from the journal of its table when the match ends, and read again for its
//! players.

use capicu::Seat;
use capicu_i18n::BOT_NAMES;
use capicu_record::record::{Places, Record, RecordError, recorded};
use capicu_store::{MatchResult, Sitter, Stored};
use capicu_table::{Began, Entry, MatchEnd, State};

use capicu_accounts::dates::day_text;

/// The record of the match that these entries end, after the stored ones. It is the text of `docs/record-format.md`,
/// without names. `None` for a match that continues with the set of the previous match. Records cannot express its
/// beginning.
pub fn made(stored: Stored, entries: &[Entry], end: &MatchEnd) -> Option<String> {
    let Stored {
        setup,
        entries: all,
    } = stored;
    let (rules, game, title) = (setup.rules, setup.game.clone(), setup.title.clone());
    let all = [&all[..], entries].concat();
    let played = State::last_match(setup, &all).ok().flatten()?;
    if played.began == Began::GoesOn {
        return None;
    }
    let mut record = recorded(rules, &played.facts).ok()?;
    record.game = game.parse().ok();
    if let Some(title) = title {
        record.add_tag("title", &title);
    }
    record.add_tag("date", &day_text(end.at));
    record.add_tag("source", "capicu");
    record.add_tag("deal-algorithm", capicu::fair::ALGORITHM);
    record.add_tag("commitment", &end.seed.commitment().to_string());
    record.add_tag("seed", &end.seed.to_string());
    Some(record.to_string())
}

/// Reads a stored record, and adds the names of those who sat at the table when the match ended. A bot has its name at
/// the table and its level.
///
/// # Errors
///
/// If the text is no record of a match with this number of seats.
pub fn read(text: &str, result: &MatchResult) -> Result<(Record, Places), RecordError> {
    let (mut record, places) = Record::parse(text)?;
    for (seat, sitter) in Seat::all(record.rules.n_seats()).zip(&result.seats) {
        let name = match sitter {
            Sitter::Person { name, .. } | Sitter::StandIn { name, .. } => name.clone(),
            Sitter::Bot { level } => Some(format!("{} ({level})", BOT_NAMES[seat.index()])),
        };
        if let Some(name) = name.and_then(|name| name.parse().ok()) {
            record.names.insert(seat, name);
        }
    }
    Ok((record, places))
}
