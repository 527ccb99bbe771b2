//! Writes report files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::layout::NAME;
use crate::id::EntryId;
use crate::report::{Card, CardResult, CardRound, Ending, cards, ending, worth};
use crate::standings::{Row, RowKind, standings};
use crate::state::{Stage, State};
use crate::view::Viewer;

/// The first and the last day of a stage, as `2026/11/28`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dates {
    /// The day of its opening.
    pub from: String,
    /// The day of its end, if it has ended.
    pub to: Option<String>,
}

/// The reason why a stage has no report file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a report file has meetings of two sides in common rounds, with one entry on each")]
pub struct NotTwoSides;

/// Whether a stage has a report file.
pub fn has_file(stage: &Stage) -> bool {
    let one_a_side = stage.method.traits().entries_a_side == 1;
    stage.rules.meeting.sides == 2 && one_a_side && !stage.method.is_continuous()
}

/// Writes the report file of a stage, with the results that the public may see. `name` and `rating` give the name and the
/// rating of an entry for the reader of the file. Names are cut after 33 characters, and numbered if they become equal.
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
    dates: &Dates,
    name: impl Fn(EntryId) -> String,
    rating: impl Fn(EntryId) -> Option<i32>,
) -> Result<String, NotTwoSides> {
    if !has_file(stage) {
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
    line(format_args!("042 {}", plain(&dates.from)));
    if let Some(to) = &dates.to {
        line(format_args!("052 {}", plain(to)));
    }
    line(format_args!("062 {}", stage.order.len()));
    line(format_args!("XXR {}", stage.n_rounds));
    for ((number, id), called) in (1..).zip(&stage.order).zip(names(stage, name)) {
        let card = &cards[id];
        let rounds = rounds(stage, card, &numbers);
        let points: u32 = rounds.iter().map(|round| round.points).sum();
        let rating = rating(*id).filter(|rating| (1..=9_999).contains(rating));
        let rating = rating.map_or(String::new(), |rating| rating.to_string());
        let written: String = rounds.into_iter().map(|round| round.text).collect();
        line(format_args!(
            "001 {number:>4}      {called:<NAME_LENGTH$} {rating:>4} {:>3} {:>11} {:>10} {:>4} {:>4}{written}",
            "",
            "",
            "",
            format!("{}.{}", points / 10, points % 10),
            places.get(id).copied().unwrap_or_default(),
        ));
    }
    Ok(text)
}

/// A text without line ends and other control characters.
fn plain(text: &str) -> String {
    let letters = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    letters.collect()
}

/// The letters in the column of names.
const NAME_LENGTH: usize = NAME[1] - NAME[0] + 1;

/// The names of all entries, in the order of the seeds. A name that would equal an earlier one gets its starting rank.
fn names(stage: &Stage, name: impl Fn(EntryId) -> String) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut names = Vec::with_capacity(stage.order.len());
    for (rank, id) in (1_usize..).zip(&stage.order) {
        let full = plain(&name(*id));
        // Readers join words by one space.
        let full = full.split_whitespace().collect::<Vec<_>>().join(" ");
        let cut = |length: usize| full.chars().take(length).collect::<String>();
        let mut called = cut(NAME_LENGTH).trim_end().to_owned();
        let mut number = rank;
        while taken.contains(&called) {
            let suffix = format!(" ({number})");
            called = cut(NAME_LENGTH - suffix.len()).trim_end().to_owned() + &suffix;
            number += 1;
        }
        taken.insert(called.clone());
        names.push(called);
    }
    names
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
