//! Team meetings: the line-ups that each side hands in, and the records of players.

use std::collections::BTreeMap;

use capicu_event::standings::players;
use capicu_event::{EntryId, Meeting, Outcome, Stage, TableResult};
use maud::{Markup, html};

use super::super::extract::Ask;
use super::score::{Sheet, numbered};
use super::words::Words;

/// The form for the line-up of a team, filled in with its last one.
pub fn line_up(words: &Words<'_>, sheet: Sheet<'_>, entry: EntryId) -> Markup {
    let (texts, rules) = (words.texts, &sheet.stage.rules);
    let members = words.state.entries.get(&entry);
    let members = members.map_or(&[][..], |of| &of.members);
    let own = sheet.meeting().side_of(entry).map(|side| side as u8);
    if rules.sittings.is_empty() {
        return html! {};
    }
    if members.is_empty() {
        return html! { p.help { (texts.desk_line_up_nobody()) } };
    }
    let handed_in = own.and_then(|side| sheet.round.line_ups[sheet.at].get(&side));
    let before = sheet.stage.rounds.iter().rev().find_map(|round| {
        let met = round
            .pairing
            .meetings
            .iter()
            .position(|of| of.side_of(entry).is_some())?;
        let side = round.pairing.meetings[met].side_of(entry)? as u8;
        round.line_ups[met].get(&side)
    });
    let known = handed_in.or(before);
    let chosen = |table: usize, place: usize| known?.get(table)?.get(place);
    html! {
        @for (at, (sitting, table, of)) in numbered(rules).enumerate() {
            fieldset {
                legend { (texts.desk_sitting(sitting, table)) }
                div.row { @for place in 0..usize::from(of.players) {
                    @let name = format!("sits-{at}-{place}");
                    select name=(name) data-testid=(name) aria-label=(texts.desk_sitting(sitting, table)) {
                        option value="" { (texts.desk_sheet_nobody()) }
                        @for member in members { option selected[chosen(at, place) == Some(member)] { (member) } }
                    }
                } }
            }
        }
    }
}

/// Whether a side has handed its line-up in.
pub fn is_handed_in(sheet: Sheet<'_>, entry: EntryId) -> bool {
    let side = sheet.meeting().side_of(entry);
    side.is_some_and(|side| sheet.round.line_ups[sheet.at].contains_key(&(side as u8)))
}

/// The line-up that a form asks for: the names at each table.
pub fn lined_up(ask: &Ask, stage: &Stage) -> Vec<Vec<String>> {
    let names = |(at, (_, _, of)): (usize, (u32, u32, &capicu_event::Sitting))| {
        let places = 0..usize::from(of.players);
        let names = places.map(|place| ask.field(&format!("sits-{at}-{place}")).to_owned());
        names.filter(|name| !name.is_empty()).collect()
    };
    numbered(&stage.rules).enumerate().map(names).collect()
}

/// The tables of a meeting: their players, once the line-ups are public, and their results.
pub fn told(
    words: &Words<'_>,
    stage: &Stage,
    meeting: &Meeting,
    line_ups: &BTreeMap<u8, Vec<Vec<String>>>,
    (outcome, recorded): (Option<&Outcome>, &BTreeMap<u16, TableResult>),
) -> Markup {
    let texts = words.texts;
    // The result of the meeting if it is known, or else the tables reported so far.
    let tables: BTreeMap<usize, &TableResult> = match outcome {
        Some(Outcome::Sittings { tables }) => tables.iter().enumerate().collect(),
        Some(_) => BTreeMap::new(),
        None => recorded
            .iter()
            .map(|(number, of)| (usize::from(*number) - 1, of))
            .collect(),
    };
    let all_known = line_ups.len() == meeting.sides.len();
    if stage.rules.sittings.is_empty() || (tables.is_empty() && !all_known) {
        return html! {};
    }
    let names = |at: usize, side: usize| -> Option<String> {
        let names = line_ups.get(&(side as u8))?.get(at)?;
        // If one player does not want to be named, the whole team is hidden.
        let hidden = words.side(&meeting.sides[side]) != words.full(&meeting.sides[side]);
        (!hidden && !names.is_empty()).then(|| names.join(" + "))
    };
    let who = |at: usize| {
        let sides = meeting.sides.iter().enumerate();
        let sides = sides.map(|(side, of)| names(at, side).unwrap_or_else(|| words.side(of)));
        sides.collect::<Vec<_>>().join(" – ")
    };
    let how = |at: usize, format: &capicu_event::Format| match tables.get(&at) {
        Some(TableResult::Played { scores }) => super::words::scores_by(format, scores),
        Some(TableResult::NoShow { absent }) => {
            let sides = absent
                .iter()
                .filter_map(|side| meeting.sides.get(usize::from(*side)));
            let sides: Vec<String> = sides.map(|side| words.side(side)).collect();
            texts.desk_forfeit(&sides.join(", "))
        }
        None => String::new(),
    };
    html! {
        details data-testid="team-tables" {
            summary { (texts.desk_team_tables()) }
            ul { @for (at, (sitting, table, of)) in numbered(&stage.rules).enumerate() {
                li { (texts.desk_sitting(sitting, table)) (texts.colon()) " " (who(at)) " " b { (how(at, &of.meeting)) } }
            } }
        }
    }
}

/// The records of the players in the teams of a stage, the best first.
pub fn records(words: &Words<'_>, stage: &Stage) -> Markup {
    let texts = words.texts;
    let mut all: Vec<_> = players(stage).into_iter().collect();
    all.retain(|((team, _), _)| words.side(&[*team]) == words.full(&[*team]));
    all.sort_by_key(|(_, of)| (core::cmp::Reverse(of.games), of.tables));
    if all.is_empty() {
        return html! {};
    }
    html! {
        h2 { (texts.desk_players()) }
        div.wide tabindex="0" role="group" aria-label=(texts.desk_players()) { table.numbers data-testid="players" {
            thead { tr {
                th { (texts.desk_name()) }
                th { (texts.desk_team()) }
                th.number { (texts.desk_player_tables()) }
                th.number { (texts.desk_games()) }
                th.number { (texts.desk_player_none()) }
            } }
            tbody { @for ((team, name), of) in &all { tr {
                td { (name) }
                td { (words.name(*team)) }
                td.number { (of.tables) }
                td.number { (of.games) }
                td.number { (of.without_a_game) }
            } } }
        } }
    }
}
