//! The score sheet of a table in a hall: a slip opens it with the rules of the event, and it returns the scores.

use std::collections::BTreeSet;

use capicu::{Game, Seat};
use capicu_event::{Outcome, Stage, Venue};
use capicu_event_service::Slip;
use capicu_event_service::online_tables::Played;
use capicu_sheet::{Event, MAX_NAME, Start};
use capicu_table::{MeetingEnd, MeetingStanding};
use maud::{Markup, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use super::super::extract::Ask;
use super::online;
use super::words::Words;

/// The field in which the sheet returns its scores.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Returned {
    sheet: String,
}

/// The most matches that a sheet returns.
const MATCHES: usize = 100;

/// The game at a table in a hall; `None` if a sheet has no rules for it, or there is more than one table.
fn played(words: &Words<'_>, stage: &Stage, slip: Slip) -> Option<Played> {
    let rules = stage.rules_in(slip.round);
    let is_one_table = rules.is_one_table();
    let is_here = online::venue(stage, slip) == Venue::Hall;
    let sides = usize::from(rules.meeting.sides);
    let played = Played::of(&words.state.preset, &rules, None, sides).ok()?;
    (is_one_table && is_here).then_some(played)
}

/// The link from the page of a slip, at this path, to the sheet.
pub fn link(words: &Words<'_>, stage: &Stage, slip: Slip, path: &str) -> Markup {
    let address = played(words, stage, slip).and_then(|played| {
        let start = start(words, stage, slip, &played)?;
        let [path, start] =
            [path, &start].map(|text| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string());
        Some(format!("/score#slip={path}&start={start}"))
    });
    html! { @if let Some(address) = address {
        p { a.do.second href=(address) data-testid="keep-score" { (words.texts.desk_keep_score()) } }
    } }
}

/// The beginning of the match, as a stored sheet has it.
fn start(words: &Words<'_>, stage: &Stage, slip: Slip, played: &Played) -> Option<String> {
    let round = stage.rounds.get(usize::from(slip.round) - 1)?;
    let meeting = round.pairing.meetings.get(usize::from(slip.meeting) - 1)?;
    let mut names = Vec::new();
    for seat in Seat::all(played.n_seats()) {
        let (entry, place) = played.place(&meeting.sides, seat)?;
        names.push(online::called(words, entry, place));
    }
    let start = Start {
        game: Game::by_id(played.game())?,
        choices: **played.rules(),
        names: distinct(names),
    };
    let line = Event::Started(start).to_line();
    line.strip_prefix("start ").map(str::to_owned)
}

/// Names that a sheet takes: short, and none twice. People of a pair without names have the name of the pair.
fn distinct(names: Vec<String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let short = |name: &str, most: usize| {
        let letters = name.chars().filter(|letter| !letter.is_control());
        letters.take(most).collect::<String>().trim().to_owned()
    };
    let mut own = |name: String| {
        let mut tried = short(&name, MAX_NAME);
        let mut number = 2;
        while tried.is_empty() || !taken.insert(tried.to_lowercase()) {
            tried = format!("{} {number}", short(&name, MAX_NAME - 3))
                .trim()
                .to_owned();
            number += 1;
        }
        tried
    };
    names.into_iter().map(&mut own).collect()
}

/// The outcome that a sheet returned in the address; `None` without one that fits.
pub fn returned(ask: &Ask, words: &Words<'_>, stage: &Stage, slip: Slip) -> Option<Outcome> {
    let played = played(words, stage, slip)?;
    let sides = usize::from(stage.rules.meeting.sides);
    let standing = standing(&ask.form::<Returned>().sheet, sides)?;
    Some(played.outcome(&stage.rules_in(slip.round), &standing))
}

/// Reads the scores that a sheet returns: its matches such as `200.150.w0-90.40`, with the side that won.
fn standing(text: &str, sides: usize) -> Option<MeetingStanding> {
    let mut standing = MeetingStanding {
        end: MeetingEnd::GoesOn,
        matches: vec![0; sides],
        points: vec![0; sides],
        scores: Vec::new(),
        hands: Vec::new(),
    };
    for one in text.split('-').take(MATCHES) {
        let (mut scores, mut won) = (Vec::new(), None);
        for part in one.split('.') {
            match part.strip_prefix('w') {
                Some(side) => won = Some(side.parse::<usize>().ok().filter(|side| *side < sides)?),
                None => scores.push(part.parse::<u16>().ok()?),
            }
        }
        if scores.len() != sides {
            return None;
        }
        for (sum, score) in standing.points.iter_mut().zip(&scores) {
            *sum += u32::from(*score);
        }
        if let Some(side) = won {
            standing.matches[side] += 1;
        }
        standing.scores = scores;
    }
    Some(standing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_a_sheet_are_read_and_wrong_ones_are_not() {
        let read = standing("61.40.w0-30.61.w1-20.5", 2).expect("scores");
        assert_eq!((read.matches, read.points), (vec![1, 1], vec![111, 106]));
        assert_eq!(read.scores, [20, 5]);
        for wrong in ["", "61", "61.40.9", "61.x", "61.40.w2", "61.40-", "99999.1"] {
            assert!(standing(wrong, 2).is_none(), "{wrong}");
        }
    }

    #[test]
    fn names_of_a_sheet_are_short_and_distinct() {
        let names = [
            "Ana / Luis",
            "Ana / Luis",
            "Maximiliano Fernández del Castillo",
            "",
        ];
        let own = distinct(names.map(str::to_owned).to_vec());
        assert_eq!(
            own,
            [
                "Ana / Luis",
                "Ana / Luis 2",
                "Maximiliano Fernández de",
                "2"
            ]
        );
    }
}
