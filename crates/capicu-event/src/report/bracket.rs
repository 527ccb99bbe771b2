//! Brackets of knock-outs: the meetings of all rounds in columns, including rounds to come.

use serde::Serialize;

use crate::bracket::{losers_before, plays_for_third, winner, winning_side};
use crate::id::EntryId;
use crate::meeting::Meeting;
use crate::outcome::{Outcome, SideScore};
use crate::pairing::{double_knock_out, seeds, table_knock_out};
use crate::preset::{Draw, KnockOut};
use crate::state::{Stage, State};

/// A part of a knock-out, to be drawn in columns from left to right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bracket {
    /// Which part of the knock-out it is.
    pub kind: BracketKind,
    /// The rounds in it.
    pub columns: Vec<BracketColumn>,
}

/// A part of a knock-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BracketKind {
    /// The only bracket, or that of entries without a loss. Two neighbors meet in the next column.
    Main,
    /// The bracket of entries with one loss, in a double knock-out. A column with as many meetings as the one before
    /// has an opponent from the main bracket in each.
    Second,
    /// The last meetings of a double knock-out, between the winners of its brackets.
    Last,
    /// The meeting for the third place.
    ThirdPlace,
    /// Rounds whose pairings do not follow from places in a bracket. Only published rounds are in it.
    Drawn,
}

/// A round in a bracket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BracketColumn {
    /// The round, from 1.
    pub round: u16,
    /// The meetings from top to bottom.
    pub meetings: Vec<BracketMeeting>,
}

/// A place of a bracket where sides meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BracketMeeting {
    /// The number of the meeting, as in [`Stage::meeting_number`]; `None` before its round, and for a bye.
    pub meeting: Option<u16>,
    /// The sides from top to bottom: one for a bye in a drawn round.
    pub sides: Vec<BracketSide>,
}

/// A side of a meeting in a bracket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BracketSide {
    /// The entry, if it is known.
    pub slot: Slot,
    /// The score on the sheet.
    pub score: Option<SideScore>,
    /// How the meeting ended for this side; `None` while it is open.
    pub ending: Option<SideEnding>,
}

/// A slot of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slot {
    /// An entry that is known.
    Entry(EntryId),
    /// The entry depends on results to come.
    Open,
    /// No entry comes here: the other one has a bye.
    Empty,
}

/// How a meeting of a knock-out ended for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SideEnding {
    /// It advanced, or won the last meeting.
    Won,
    /// It lost its place in this bracket.
    Lost,
    /// It was absent.
    Absent,
}

/// The brackets of a knock-out; none for other stages.
pub fn brackets(state: &State, stage: &Stage) -> Vec<Bracket> {
    let mut all = match stage.method.traits().knock_out {
        None => Vec::new(),
        Some(KnockOut::Bracket { .. }) => single(state, stage),
        Some(KnockOut::Double {
            draw: Draw::Bracket,
            ..
        }) => double(state, stage),
        Some(
            KnockOut::Double {
                draw: Draw::Boxes, ..
            }
            | KnockOut::Tables { .. },
        ) => vec![drawn(stage)],
    };
    all.retain(|bracket| !bracket.columns.is_empty());
    all
}

fn single(state: &State, stage: &Stage) -> Vec<Bracket> {
    let mut slots = first_slots(stage);
    let mut columns = Vec::new();
    for round in 0..usize::from(stage.n_rounds) {
        columns.push(column(state, stage, round, &slots));
        slots = slots
            .chunks(2)
            .map(|pair| won(state, stage, round, pair))
            .collect();
    }
    let mut all = vec![Bracket {
        kind: BracketKind::Main,
        columns,
    }];
    all.extend(third_place(state, stage));
    all
}

fn third_place(state: &State, stage: &Stage) -> Option<Bracket> {
    let last = usize::from(stage.n_rounds).checked_sub(1)?;
    if !plays_for_third(stage) || last == 0 {
        return None;
    }
    let is_due = stage.rounds.len() >= last
        && stage.rounds[last - 1]
            .tables
            .iter()
            .all(|table| matches!(table, crate::state::Table::Settled(_)));
    let slots = match is_due {
        true => {
            let mut slots: Vec<Slot> = losers_before(stage, last)
                .into_iter()
                .map(Slot::Entry)
                .collect();
            slots.resize(2, Slot::Empty);
            slots
        }
        false => vec![Slot::Open; 2],
    };
    Some(Bracket {
        kind: BracketKind::ThirdPlace,
        columns: vec![column(state, stage, last, &slots)],
    })
}

fn double(state: &State, stage: &Stage) -> Vec<Bracket> {
    let boxes = double_knock_out::still_in(stage);
    // If entries leave, the last meeting can come before the end of the brackets.
    let is_last = |round: &usize| {
        let among = |meeting: &Meeting| {
            let of = |with: fn(&double_knock_out::Boxes, &EntryId) -> bool| {
                meeting.entries().any(|id| with(&boxes[*round], &id))
            };
            of(|boxes, id| boxes.unbeaten.contains(id)) && of(|boxes, id| boxes.beaten.contains(id))
        };
        stage.rounds[*round].pairing.meetings.iter().any(among)
    };
    let last = (0..stage.rounds.len()).find(is_last);
    let mut walk = double_knock_out::Walk::new(first_slots(stage));
    let (mut main, mut second) = (Vec::new(), Vec::new());
    let until = last.unwrap_or(usize::MAX);
    for round in 0..walk.n_rounds().min(until) {
        let (first, meet) = walk.slots(round);
        if let Some(first) = &first {
            main.push(column(state, stage, round, first));
        }
        if let Some(meet) = &meet {
            second.push(column(state, stage, round, meet));
        }
        walk.step(
            round,
            |pair| won(state, stage, round, pair),
            |pair| lost(state, stage, round, pair),
        );
    }
    let finals = match last {
        Some(last) => {
            let played = last..stage.rounds.len();
            let of = |round: usize| {
                let pairing = &stage.rounds[round].pairing;
                let sides = pairing
                    .meetings
                    .first()
                    .into_iter()
                    .flat_map(Meeting::entries);
                let slots: Vec<Slot> = sides.map(Slot::Entry).collect();
                column(state, stage, round, &slots)
            };
            played.map(of).collect()
        }
        None => vec![column(state, stage, walk.n_rounds(), &walk.winners())],
    };
    let part = |kind, columns| Bracket { kind, columns };
    vec![
        part(BracketKind::Main, main),
        part(BracketKind::Second, second),
        part(BracketKind::Last, finals),
    ]
}

fn drawn(stage: &Stage) -> Bracket {
    let of = |round: usize| {
        let pairing = &stage.rounds[round].pairing;
        let meeting = |(at, meeting): (usize, &Meeting)| {
            let outcome = stage.outcome(round, at);
            let on = outcome.and_then(|outcome| match stage.method.traits().knock_out {
                Some(KnockOut::Tables { .. }) => {
                    table_knock_out::going_on(stage, pairing, meeting.sides.len(), outcome)
                }
                _ => winning_side(outcome, stage).map(|side| [side].into()),
            });
            let side = |(side, who): (usize, &Vec<EntryId>)| {
                let slot = who.first().copied().map_or(Slot::Empty, Slot::Entry);
                let won = on.as_ref().is_some_and(|on| on.contains(&side));
                result(stage, slot, outcome, side, won)
            };
            BracketMeeting {
                meeting: Some(stage.meeting_number(round, at)),
                sides: meeting.sides.iter().enumerate().map(side).collect(),
            }
        };
        let bye = |entry: EntryId| BracketMeeting {
            meeting: None,
            sides: vec![open(Slot::Entry(entry))],
        };
        let mut meetings: Vec<_> = pairing.meetings.iter().enumerate().map(meeting).collect();
        meetings.extend(pairing.byes.iter().map(|one| bye(one.entry)));
        BracketColumn {
            round: round as u16 + 1,
            meetings,
        }
    };
    Bracket {
        kind: BracketKind::Drawn,
        columns: (0..stage.rounds.len()).map(of).collect(),
    }
}

fn first_slots(stage: &Stage) -> Vec<Slot> {
    let size = stage.order.len().next_power_of_two();
    let entry = |seed: usize| stage.order.get(seed - 1).copied();
    let seeds = seeds(size).into_iter();
    seeds
        .map(|seed| entry(seed).map_or(Slot::Empty, Slot::Entry))
        .collect()
}

fn column(state: &State, stage: &Stage, round: usize, slots: &[Slot]) -> BracketColumn {
    let meeting = |pair: &[Slot]| meeting(state, stage, round, pair);
    BracketColumn {
        round: round as u16 + 1,
        meetings: slots.chunks(2).map(meeting).collect(),
    }
}

fn meeting(state: &State, stage: &Stage, round: usize, pair: &[Slot]) -> BracketMeeting {
    let Some(at) = found(stage, round, pair) else {
        let slots = pair.iter().map(|slot| there(state, stage, round, *slot));
        return BracketMeeting {
            meeting: None,
            sides: slots.map(open).collect(),
        };
    };
    let meeting = &stage.rounds[round].pairing.meetings[at];
    let outcome = stage.outcome(round, at);
    let won = outcome.and_then(|outcome| winning_side(outcome, stage));
    let side = |slot: &Slot| {
        let of = match slot {
            Slot::Entry(id) => meeting.side_of(*id),
            Slot::Open | Slot::Empty => None,
        };
        match of {
            Some(side) => result(stage, *slot, outcome, side, won == Some(side)),
            None => open(Slot::Empty),
        }
    };
    BracketMeeting {
        meeting: Some(stage.meeting_number(round, at)),
        sides: pair.iter().map(side).collect(),
    }
}

const fn open(slot: Slot) -> BracketSide {
    BracketSide {
        slot,
        score: None,
        ending: None,
    }
}

fn result(
    stage: &Stage,
    slot: Slot,
    outcome: Option<&Outcome>,
    side: usize,
    won: bool,
) -> BracketSide {
    let ending = outcome.map(|outcome| match outcome {
        Outcome::Forfeit { absent } if absent.contains(&(side as u8)) => SideEnding::Absent,
        _ if won => SideEnding::Won,
        _ => SideEnding::Lost,
    });
    let scores = match outcome {
        None | Some(Outcome::Forfeit { .. } | Outcome::Void) => None,
        Some(outcome) => outcome.scores(&stage.rules),
    };
    BracketSide {
        slot,
        score: scores.and_then(|scores| scores.get(side).copied()),
        ending,
    }
}

/// A slot before a round: before its publication, entries that left are not in it.
fn there(state: &State, stage: &Stage, round: usize, slot: Slot) -> Slot {
    match slot {
        Slot::Entry(id) if round >= stage.rounds.len() && !state.is_present(id) => Slot::Empty,
        slot => slot,
    }
}

/// The index of the meeting of a round that one of these plays.
fn found(stage: &Stage, round: usize, pair: &[Slot]) -> Option<usize> {
    let among = |meeting: &Meeting| {
        let mut entries = meeting.entries();
        entries.any(|id| pair.contains(&Slot::Entry(id)))
    };
    let meetings = &stage.rounds.get(round)?.pairing.meetings;
    meetings.iter().position(among)
}

/// The slot that the winner of these two takes.
fn won(state: &State, stage: &Stage, round: usize, pair: &[Slot]) -> Slot {
    if round >= stage.rounds.len() {
        let there = pair.iter().map(|slot| there(state, stage, round, *slot));
        let mut slots = there.filter(|slot| *slot != Slot::Empty);
        return match (slots.next(), slots.next()) {
            (None, _) => Slot::Empty,
            (Some(alone), None) => alone,
            (Some(_), Some(_)) => Slot::Open,
        };
    }
    match winner(stage, round, &entries(pair)) {
        Some(id) => Slot::Entry(id),
        None => undecided(stage, round, pair),
    }
}

/// The slot that the loser of these two takes.
fn lost(state: &State, stage: &Stage, round: usize, pair: &[Slot]) -> Slot {
    if round >= stage.rounds.len() {
        let there = pair.iter().map(|slot| there(state, stage, round, *slot));
        let both = there.filter(|slot| *slot != Slot::Empty).count() == 2;
        return if both { Slot::Open } else { Slot::Empty };
    }
    match double_knock_out::loser(stage, round, &entries(pair)) {
        Some(id) => Slot::Entry(id),
        None => undecided(stage, round, pair),
    }
}

/// Open while these two play; empty if nobody advances from there.
fn undecided(stage: &Stage, round: usize, pair: &[Slot]) -> Slot {
    let at = found(stage, round, pair);
    match at.is_some_and(|at| stage.outcome(round, at).is_none()) {
        true => Slot::Open,
        false => Slot::Empty,
    }
}

fn entries(pair: &[Slot]) -> Vec<Option<EntryId>> {
    let entry = |slot: &Slot| match slot {
        Slot::Entry(id) => Some(*id),
        Slot::Open | Slot::Empty => None,
    };
    pair.iter().map(entry).collect()
}
