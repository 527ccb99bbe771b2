//! The record of a practice match.

use capicu::Seat;
use capicu_i18n::BOT_NAMES;
use capicu_record::record::recorded;
use capicu_table::{Began, Entry, MatchEnd, Setup, State};

/// Writes the record of the last finished match with the players' names, in the format of `docs/record-format.md`.
/// `None` if the lead carried over from the previous match, which records cannot express.
pub fn made(setup: &Setup, entries: &[Entry], end: &MatchEnd) -> Option<String> {
    let played = State::last_match(setup.clone(), entries).ok().flatten()?;
    if played.began == Began::GoesOn {
        return None;
    }
    let mut record = recorded(setup.rules, &played.facts).ok()?;
    record.game = setup.game.parse().ok();
    if let Some(title) = &setup.title {
        record.add_tag("title", title);
    }
    record.add_tag("source", "capicu");
    record.add_tag("seed", &end.seed.to_string());
    // Bots have the names of the table.
    for ((seat, sitter), bot) in Seat::all(setup.rules.n_seats())
        .zip(&end.seats)
        .zip(BOT_NAMES)
    {
        let name = sitter.name.as_deref().unwrap_or(bot).parse().ok();
        record.names.extend(name.map(|name| (seat, name)));
    }
    Some(record.to_string())
}
