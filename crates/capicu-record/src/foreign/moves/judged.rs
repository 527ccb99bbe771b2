//! Builds the record of a move list, judged by the referee.

use capicu::rules::BlockSeen;
use capicu::{Rules, Seat, TileSet, Turn};
use capicu_i18n::Texts;

use super::MoveList;
use super::built::{Builder, Passes};
use super::entry::Act;
use super::error::{ListError, ListProblem};
use super::players::Seats;
use super::round::{Made, Round};
use crate::foreign::rest_of;
use crate::record::{Dealt, EndClaim, Item, MoveRecord, Places, Record, ResultClaim, What};
use crate::referee::{Problem, Report, Unchecked, Unsure, replay};
use crate::side::letter;

/// A move list as a record that keeps to the rules, as far as the list shows.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The record, with every result that is certain.
    pub record: Record,
    /// The parts that the list lacks.
    pub missing: Missing,
}

/// The parts that a move list lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// The seats without a complete hand in some round.
    pub hands: Vec<Seat>,
    /// The number of passes that the list omits. The record has them.
    pub passes: usize,
    /// The number of moves that depend on unknown tiles, so that the referee cannot check them.
    pub unchecked: usize,
}

impl Missing {
    /// Explains each missing part in a language.
    pub fn told(&self, texts: Texts) -> Vec<String> {
        let hands: Vec<String> = self.hands.iter().map(|seat| letter(*seat).into()).collect();
        let hands = (!hands.is_empty()).then(|| texts.list_without_hands(&hands.join(", ")));
        let passes = (self.passes > 0).then(|| texts.list_passes(self.passes));
        let unchecked = (self.unchecked > 0).then(|| texts.list_unchecked(self.unchecked));
        hands.into_iter().chain(passes).chain(unchecked).collect()
    }
}

/// Builds the record of a list by these rules.
pub(super) fn record(list: &MoveList, rules: Rules) -> Result<Converted, ListError> {
    let acts = || list.rounds.iter().flat_map(|round| &round.acts);
    let first = acts().next().map(|made| made.player);
    let seats = list.players.seated(&rules, first)?;
    check_number(list, &rules)?;
    // A list that names no pass omits them all.
    let only_plays = acts().all(|made| matches!(made.act, Act::Lay(..)));
    let mut builder = Builder {
        rules,
        seats: &seats,
        passes: match only_plays && !rules.draws() {
            true => Passes::Omitted(0),
            false => Passes::Written,
        },
    };
    let mut record = Record::new(rules);
    record.names = seats
        .names()
        .filter_map(|(seat, name)| Some((seat, name.parse().ok()?)))
        .collect();
    let mut places = Places::default();
    for (index, round) in list.rounds.iter().enumerate() {
        for (turned, place) in builder.turned_up(round) {
            record.items.push(Item::TurnedUp(turned));
            places.items.push(place);
        }
        let is_last = index + 1 == list.rounds.len();
        let (round, round_places) = builder.round(round, is_last)?;
        places.items.push(round_places.heading);
        places.rounds.push(round_places);
        record.items.push(Item::Round(Box::new(round)));
    }
    let mut report = judged(&mut record, &places, &seats)?;
    while let Passes::Omitted(added) = &mut builder.passes
        && let Some(seat) = closing_pass(&record, &report)
        && let (Some(round), Some(of_round)) =
            (record.rounds_mut().last(), places.rounds.last_mut())
    {
        *added += 1;
        round.moves.push(MoveRecord::new(seat, What::Pass));
        of_round.moves.extend(of_round.moves.last().copied());
        report = judged(&mut record, &places, &seats)?;
    }
    if !rules.draws() {
        fill_hands(&mut record);
    }
    let missing = Missing {
        hands: without_hand(&record),
        passes: match builder.passes {
            Passes::Omitted(added) => added,
            Passes::Written => 0,
        },
        unchecked: unchecked(&record, &report),
    };
    claim(&mut record, &report);
    Ok(Converted { record, missing })
}

/// Refuses a list with fewer players than the rules have seats, if a player has a second turn before that.
fn check_number(list: &MoveList, rules: &Rules) -> Result<(), ListError> {
    let found = list.players.seats_needed();
    let seats = rules.n_seats();
    let turns = |made: &&Made| matches!(made.act, Act::Lay(..) | Act::Pass);
    let too_long = |round: &&Round| round.acts.iter().filter(turns).count() > found;
    match list.rounds.iter().find(too_long) {
        Some(round) if found < usize::from(seats) => {
            let why = ListProblem::Players { found, seats };
            Err(ListError::new(round.place, why))
        }
        _ => Ok(()),
    }
}

/// Replays the record, and notes the end of the match.
fn judged(record: &mut Record, places: &Places, seats: &Seats) -> Result<Report, ListError> {
    let mut report = replay(record, Some(places));
    let is_won = |report: &Report| {
        let problem = report.breach.as_ref().map(|breach| &breach.problem);
        matches!(problem, Some(Problem::Won(_)))
    };
    if let Some(result) = report.result.filter(|_| is_won(&report)) {
        record.result = ResultClaim::Won(result.winner);
        report = replay(record, Some(places));
    }
    let Some(breach) = report.breach.take() else {
        return Ok(report);
    };
    let place = breach.place.unwrap_or_default();
    let why = match breach.problem {
        Problem::TurnUpFirst => ListProblem::TurnUpFirst,
        _ => {
            let names = seats.names();
            let names = names.map(|(seat, name)| format!("{}: {name}", letter(seat)));
            ListProblem::Breach(Box::new(breach), names.collect())
        }
    };
    Err(ListError::new(place, why))
}

/// The seat that passes next on a block at the end of the list. Every tile that fits is on the table or in the boneyard.
fn closing_pass(record: &Record, report: &Report) -> Option<Seat> {
    let board = report.table.round()?.board();
    let Turn::Play(seat) = board.turn() else {
        return None;
    };
    let boneyard = record.rounds().last()?.dealt.boneyard().iter();
    let boneyard: TileSet = boneyard.copied().flatten().collect();
    let is_blocked = (board.layout().playable() - boneyard).is_empty();
    let by_passes = record.rules.block_seen == BlockSeen::ByPasses;
    (is_blocked && by_passes).then_some(seat)
}

/// The number of moves that the referee could not check.
fn unchecked(record: &Record, report: &Report) -> usize {
    let rounds = || record.rounds();
    let of = |one: &Unchecked| match one.what {
        Unsure::Turn(_) => 1,
        Unsure::Claim(_) | Unsure::Option(_) => 0,
        Unsure::Rest => {
            let rest = rounds().skip(one.round.saturating_sub(1));
            rest.map(|round| round.moves.len()).sum()
        }
    };
    report.unchecked.iter().map(of).sum()
}

/// Claims every result that is certain.
fn claim(record: &mut Record, report: &Report) {
    for (round, judged) in record.rounds_mut().zip(&report.rounds) {
        let claims = &mut round.claims;
        claims.end = EndClaim::of(judged).filter(|_| judged.sure.end);
        claims.points = judged.sure.points.then(|| judged.points.clone());
        claims.score = judged.sure.score.then(|| judged.score.clone());
    }
}

/// Fills in the tiles that each seat laid, where nobody draws: they were dealt to it.
fn fill_hands(record: &mut Record) {
    let rules = record.rules;
    for round in record.rounds_mut() {
        let mut hands = *round.dealt.hands();
        for m in &round.moves {
            let hand = &mut hands[m.seat];
            if let Some(tile) = m.what.laid()
                && hand.known.insert(tile)
            {
                hand.unknown = hand.unknown.saturating_sub(1);
            }
        }
        let boneyard = round.dealt.boneyard();
        let rest = rest_of(&rules, &hands).filter(|_| boneyard.iter().all(Option::is_none));
        let boneyard = rest.unwrap_or_else(|| boneyard.to_vec());
        // The referee has found a deal with these tiles.
        if let Ok(dealt) = Dealt::new(&rules, hands, boneyard, None) {
            round.dealt = dealt;
        }
    }
}

fn without_hand(record: &Record) -> Vec<Seat> {
    let seats = Seat::all(record.rules.n_seats());
    let lacks = |seat: &Seat| {
        let mut rounds = record.rounds();
        rounds.any(|round| round.dealt.hands()[*seat].unknown > 0)
    };
    seats.filter(lacks).collect()
}
