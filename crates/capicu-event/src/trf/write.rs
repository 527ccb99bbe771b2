//! Writes report files.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::id::EntryId;
use crate::report::{Card, CardResult, CardRound, Ending, cards, ending, worth};
use crate::standings::{Row, RowKind, standings};
use crate::state::{Stage, State};
use crate::view::Viewer;

/// The first and the last day of a stage, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dates {
    /// The time of opening.
    pub from: u64,
    /// The time of its end, if it has ended.
    pub to: Option<u64>,
}

/// The reason why a stage has no report file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a report file has meetings of two sides in common rounds, with one entry on each")]
pub struct NotTwoSides;

/// Writes the report file of a stage, as the public may see it. `name` gives the name of an entry; names are cut after 33
/// characters.
///
/// The starting rank is the place in the seed order. Points are 1 for a win and ½ for a draw, whatever the points of the
/// event; the rank follows its standings. A meeting that counts for nobody is not paired (`Z`). A bye that brings less
/// than a win is `H` or `Z`.
///
/// # Errors
///
/// If the stage has meetings of more than two sides or with rotating partners, or is an arena.
pub fn write(
    state: &State,
    stage: &Stage,
    dates: Dates,
    name: impl Fn(EntryId) -> String,
) -> Result<String, NotTwoSides> {
    let one_a_side = stage.method.traits().entries_a_side == 1;
    let is_fit = stage.rules.meeting.sides == 2 && one_a_side && !stage.method.is_continuous();
    if !is_fit {
        return Err(NotTwoSides);
    }
    let numbers: BTreeMap<EntryId, usize> = stage.order.iter().copied().zip(1..).collect();
    let places: BTreeMap<EntryId, u16> = standings(state, stage)
        .into_iter()
        .map(|standing| (standing.entry, standing.place))
        .collect();
    let cards = cards(state, stage, Viewer::Public);
    let mut text = String::new();
    let mut line = |written: std::fmt::Arguments<'_>| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{}", written);
        let end = text.trim_end_matches(' ').len();
        text.truncate(end);
        text.push_str("\r\n");
    };
    line(format_args!("012 {}", plain(&state.name)));
    line(format_args!("042 {}", day(dates.from)));
    if let Some(to) = dates.to {
        line(format_args!("052 {}", day(to)));
    }
    line(format_args!("062 {}", stage.order.len()));
    line(format_args!("XXR {}", stage.n_rounds));
    for (id, number) in &numbers_in_order(&stage.order) {
        let card = &cards[id];
        let rounds = rounds(stage, card, &numbers);
        let points: u32 = rounds.iter().map(|round| round.points).sum();
        let rating = state.entries.get(id).and_then(|entry| entry.rating);
        let rating = rating.filter(|rating| (1..=9_999).contains(rating));
        let rating = rating.map_or(String::new(), |rating| rating.to_string());
        let called: String = plain(&name(*id)).chars().take(33).collect();
        let written: String = rounds.into_iter().map(|round| round.text).collect();
        line(format_args!(
            "001 {number:>4}      {called:<33} {rating:>4} {:>3} {:>11} {:>10} {:>4} {:>4}{written}",
            "",
            "",
            "",
            format!("{}.{}", points / 10, points % 10),
            places.get(id).copied().unwrap_or_default(),
        ));
    }
    Ok(text)
}

fn numbers_in_order(order: &[EntryId]) -> Vec<(EntryId, usize)> {
    order.iter().copied().zip(1..).collect()
}

/// A name without line ends and other control characters.
fn plain(name: &str) -> String {
    let letters = name.chars().map(|c| if c.is_control() { ' ' } else { c });
    letters.collect()
}

/// A round as written, with its points in tenths.
struct Written {
    text: String,
    points: u32,
}

fn rounds(stage: &Stage, card: &Card, numbers: &BTreeMap<EntryId, usize>) -> Vec<Written> {
    let mut rounds = Vec::new();
    let mut all = card.rounds.iter().peekable();
    for number in 1..=stage.rounds.len() as u16 {
        let own = all.next_if(|round| round.round == number);
        rounds.push(own.map_or_else(
            || Written {
                text: " ".repeat(10),
                points: 0,
            },
            |round| of_round(stage, round, numbers),
        ));
    }
    rounds
}

fn of_round(stage: &Stage, round: &CardRound, numbers: &BTreeMap<EntryId, usize>) -> Written {
    let opponent = round.opponents.first().and_then(|id| numbers.get(id));
    let without = |code: char, points: u32| Written {
        text: format!("  0000 - {code}"),
        points,
    };
    let none = || without('Z', 0);
    let (row, opponent) = match (&round.result, opponent) {
        (CardResult::Open, Some(opponent)) => {
            let text = format!("  {opponent:>4} {}  ", seat(stage, round));
            return Written { text, points: 0 };
        }
        (CardResult::Counted(row), opponent) => (row, opponent),
        (CardResult::Open | CardResult::Void, _) => return none(),
    };
    let worth = worth(row.points, &stage.rules);
    match (row.kind, opponent, worth) {
        (RowKind::Bye, _, Ending::Won) => without('U', 10),
        (RowKind::RequestedBye | RowKind::Missed, _, Ending::Won) => without('F', 10),
        (RowKind::Bye | RowKind::RequestedBye | RowKind::Missed, _, Ending::Drawn) => {
            without('H', 5)
        }
        (RowKind::Bye | RowKind::RequestedBye | RowKind::Missed | RowKind::Absent, _, _) => none(),
        (_, None, _) => none(),
        (_, Some(opponent), _) => {
            let (code, points) = code(row, stage);
            let text = format!("  {opponent:>4} {} {code}", seat(stage, round));
            Written { text, points }
        }
    }
}

/// The result of a meeting, with its points in tenths.
fn code(row: &Row, stage: &Stage) -> (char, u32) {
    match row.kind {
        RowKind::ForfeitWin => ('+', 10),
        RowKind::ForfeitLoss | RowKind::DoubleForfeit => ('-', 0),
        _ => match ending(row, &stage.rules) {
            Some(Ending::Won) => ('1', 10),
            Some(Ending::Drawn) => ('=', 5),
            Some(Ending::Lost) | None => ('0', 0),
        },
    }
}

/// The seat of an entry: `w` for the side that sits first.
fn seat(stage: &Stage, round: &CardRound) -> char {
    let opponent = round.opponents.first();
    let meetings = &stage.rounds[usize::from(round.round) - 1].pairing.meetings;
    let found = opponent.and_then(|id| meetings.iter().find_map(|meeting| meeting.side_of(*id)));
    match found {
        Some(0) => 'b',
        Some(_) => 'w',
        None => '-',
    }
}

/// The day of a time, as `2026/11/28`, in UTC.
fn day(at: u64) -> String {
    // Days since 1 March of the year 0, in eras of 400 years: the leap day is the last of its year.
    let days = at / 86_400_000 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let date = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}/{month:02}/{date:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_follows_the_calendar() {
        let days = [
            (0, "1970/01/01"),
            (951_782_399_999, "2000/02/28"),
            (951_782_400_000, "2000/02/29"),
            (951_868_800_000, "2000/03/01"),
            (1_795_824_000_000, "2026/11/28"),
            (1_798_761_599_999, "2026/12/31"),
            (4_107_542_400_000, "2100/03/01"),
        ];
        for (at, expected) in days {
            assert_eq!(day(at), expected, "{at}");
        }
    }
}
