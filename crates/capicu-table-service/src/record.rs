//! The record of a match. It is made from the journal of its table when the match ends, and read again for its
//! players.

use capicu::Seat;
use capicu_i18n::BOT_NAMES;
use capicu_record::record::{Places, Record, RecordError, recorded};
use capicu_store::{MatchResult, Sitter, Stored};
use capicu_table::{Began, Entry, Fact, MatchEnd, State};

use capicu_accounts::dates::{day_text, stamp, stamp_at};

/// The tag of the moment of the first deal.
const BEGAN: &str = "began";

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
    if let Some(at) = first_deal(&all) {
        record.add_tag(BEGAN, &stamp(at));
    }
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

/// The moment of the first deal of the last match, in milliseconds since 1970. Players can wait long for the others before
/// it.
fn first_deal(entries: &[Entry]) -> Option<u64> {
    let begins = |of: &Entry| matches!(of.fact, Fact::MatchBegan { .. } | Fact::Reseated { .. });
    let last = entries.iter().rposition(begins)?;
    let is_deal = |of: &&Entry| matches!(of.fact, Fact::Dealt { .. });
    Some(entries[last..].iter().find(is_deal)?.at)
}

/// The moment at which the match of a record began, in milliseconds since 1970; `None` for older records.
pub fn began(record: &Record) -> Option<u64> {
    stamp_at(record.tag(BEGAN)?)
}

#[cfg(test)]
mod tests {
    use capicu::fair::Seed;

    use super::*;

    #[test]
    fn match_begins_with_its_first_deal() {
        let begins = || Fact::MatchBegan {
            seed: Seed::new([1; 32]),
            engine: capicu::ENGINE,
        };
        let deal = |number| Fact::Dealt { number };
        // The second match waits five minutes for its first deal.
        let facts = [
            (0, begins()),
            (60_000, deal(0)),
            (90_000, deal(1)),
            (120_000, begins()),
            (420_000, deal(0)),
            (480_000, deal(1)),
        ];
        let entries: Vec<Entry> = (1..)
            .zip(facts)
            .map(|(version, (at, fact))| Entry {
                version,
                at,
                command: None,
                fact,
            })
            .collect();
        let ends = [(0, None), (1, None), (2, Some(60_000)), (3, Some(60_000))];
        let ends = ends.into_iter().chain([(4, None), (6, Some(420_000))]);
        for (n, at) in ends {
            assert_eq!(first_deal(&entries[..n]), at, "after {n} facts");
        }
    }
}
