//! Replays a record.

use capicu::fair::{Commitment, Seed};
use capicu::{Fact, FactError, MatchResult, Pip, Redeal, Seat, Table, Tile, Waiting};

use super::claims::{self, Claim};
use super::places::Work;
use super::round::{self, Then};
use super::unchecked::{Unchecked, Unsure, Why, long_suit, unchecked_options};
use super::{Breach, Problem, RoundReport};
use crate::record::{Dealt, Item, Places, Record, ResultClaim, RoundRecord, What, facts};
use crate::side::name;

/// The referee's report on a record.
#[derive(Clone, Debug)]
pub struct Report {
    /// The result of each round that could be judged.
    pub rounds: Vec<RoundReport>,
    /// The first breach of the rules.
    pub breach: Option<Breach>,
    /// Moves and claims that only some deals of the unknown tiles allow.
    pub unchecked: Vec<Unchecked>,
    /// The first round after which the score is unknown.
    pub unknown_from: Option<usize>,
    /// The end of the match by the rules; `None` if it is not over or its end is unknown.
    pub result: Option<MatchResult>,
    /// The table at the end of the record, with unknown tiles filled in arbitrarily.
    pub table: Table,
}

impl Report {
    /// Whether the record follows the rules, as far as that can be checked.
    pub const fn is_valid(&self) -> bool {
        self.breach.is_none()
    }
}

/// Replays a record; `places` has the places of its parts in the text it was read from.
pub fn replay(record: &Record, places: Option<&Places>) -> Report {
    Referee::new(record, places).report(None)
}

/// Replays a record that continues the match of this table, which is between two rounds.
pub fn replay_from(table: &Table, record: &Record) -> Report {
    let mut referee = Referee::new(record, None);
    referee.tables = vec![table.clone()];
    referee.report(None)
}

/// Replays the beginning of a record, up to this round (from 1) and this number of its moves.
pub fn replay_until(
    record: &Record,
    round: usize,
    moves: usize,
    places: Option<&Places>,
) -> Report {
    Referee::new(record, places).report(Some((round, moves)))
}

struct Referee<'a> {
    record: &'a Record,
    places: Option<&'a Places>,
    /// All possible tables so far; never empty.
    tables: Vec<Table>,
    rounds: Vec<RoundReport>,
    seed: Option<Seed>,
    /// The round in replay, from 1.
    number: usize,
    item: usize,
    unchecked: Vec<Unchecked>,
    unknown_from: Option<usize>,
    /// Whether the round before may also have led to other tables.
    sampled: bool,
    too_many: bool,
    work: Work,
}

/// A problem, before its place in the text is known.
pub(super) struct Fault {
    /// The index of the move.
    pub turn: Option<usize>,
    pub problem: Problem,
    pub legal: Option<(Seat, Vec<What>)>,
    /// The open ends, where the legal moves are unknown.
    pub open: Vec<(Tile, Pip)>,
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        Self {
            turn: None,
            problem,
            legal: None,
            open: Vec::new(),
        }
    }
}

impl From<capicu::DealError> for Fault {
    fn from(error: capicu::DealError) -> Self {
        Problem::from(error).into()
    }
}

impl<'a> Referee<'a> {
    fn new(record: &'a Record, places: Option<&'a Places>) -> Self {
        Self {
            record,
            places,
            tables: vec![Table::new(record.rules)],
            rounds: Vec::new(),
            seed: None,
            number: 0,
            item: 0,
            unchecked: Vec::new(),
            unknown_from: None,
            sampled: false,
            too_many: false,
            work: Work::for_a_record(),
        }
    }

    fn report(mut self, until: Option<(usize, usize)>) -> Report {
        let breach = self.judge(until).err().map(|breach| *breach);
        let result = self.table().game().result().copied();
        let mut tables = self.tables.iter();
        let sure = tables.all(|table| table.game().result().copied() == result);
        Report {
            breach,
            result: result.filter(|_| sure && !self.too_many),
            unchecked: self.unchecked,
            unknown_from: self.unknown_from,
            rounds: self.rounds,
            table: self.tables.swap_remove(0),
        }
    }

    fn table(&self) -> &Table {
        &self.tables[0]
    }

    fn judge(&mut self, until: Option<(usize, usize)>) -> Result<(), Box<Breach>> {
        self.seed().map_err(|problem| self.between(problem))?;
        for (index, item) in self.record.items.iter().enumerate() {
            self.item = index;
            match item {
                Item::TurnedUp(tiles) => {
                    if self.table().waiting() != Waiting::TurnUp {
                        return Err(self.between(Problem::NoTurnUp));
                    }
                    let number = self.table().n_turned_up();
                    if self.table().check(&Fact::TurnedUp(*tiles)).is_err() {
                        return Err(self.between(Problem::NotDrawing));
                    }
                    if let Some(seed) = &self.seed
                        && seed.turn_up(self.table().game(), number) != *tiles
                    {
                        return Err(self.between(Problem::Seed));
                    }
                    self.apply(&Fact::TurnedUp(*tiles));
                }
                Item::Withdrew(seat) => self
                    .withdrew(*seat)
                    .map_err(|problem| self.between(problem))?,
                Item::ThrownIn { dealt, why } => self
                    .thrown_in(dealt, *why)
                    .map_err(|problem| self.between(problem))?,
                Item::Round(round) => {
                    self.number += 1;
                    if let Some((last, moves)) = until
                        && self.number == last
                    {
                        let mut part = (**round).clone();
                        part.moves.truncate(moves);
                        part.claims = Default::default();
                        return self
                            .round(&part, Then::Nothing)
                            .map_err(|fault| self.located(fault));
                    }
                    let is_last = index + 1 == self.record.items.len();
                    let then = match self.record.result {
                        _ if !is_last => Then::Deal,
                        ResultClaim::Won(_) => Then::Won,
                        ResultClaim::Unfinished | ResultClaim::Forfeit(_) => Then::Nothing,
                    };
                    self.round(round, then)
                        .map_err(|fault| self.located(fault))?;
                    if self.too_many {
                        self.note(Unsure::Rest, Why::TooMany);
                        return Ok(());
                    }
                }
            }
        }
        match self.check_result() {
            Ok(()) => Ok(()),
            Err(_) if self.sampled => {
                self.too_many = true;
                self.note(Unsure::Rest, Why::TooMany);
                Ok(())
            }
            Err(problem) => {
                let mut breach = self.between(problem);
                breach.place = self.places.map(|places| places.result);
                Err(breach)
            }
        }
    }

    fn seed(&mut self) -> Result<(), Problem> {
        let commitment = self.record.tag("commitment").map(str::parse::<Commitment>);
        let commitment = commitment
            .transpose()
            .map_err(|_| Problem::Hex("commitment"))?;
        let ours = self.record.tag("deal-algorithm");
        if ours.is_some_and(|algorithm| algorithm != capicu::fair::ALGORITHM) {
            return Ok(());
        }
        if let Some(seed) = self.record.tag("seed") {
            let seed: Seed = seed.parse().map_err(|_| Problem::Hex("seed"))?;
            if commitment.is_some_and(|commitment| commitment != seed.commitment()) {
                return Err(Problem::Commitment);
            }
            self.seed = Some(seed);
        }
        Ok(())
    }

    /// Applies a fact to every table.
    fn apply(&mut self, fact: &Fact) {
        for table in &mut self.tables {
            // Every table waits for it.
            let _ = table.apply(fact);
        }
    }

    /// Checks whether the known part of the deal agrees with the seed.
    fn check_seed(&self, dealt: &Dealt) -> Result<(), Problem> {
        let Some(seed) = &self.seed else {
            return Ok(());
        };
        let rules = self.table().game().rules();
        let deal = seed.deal(rules, self.table().n_deals());
        let mut hands = dealt.hands().entries();
        let same_hands = hands.all(|(seat, hand)| (hand.known - deal.hands()[seat]).is_empty());
        let pile = deal.boneyard().iter();
        let same_boneyard = dealt.boneyard().len() == deal.boneyard().len()
            && dealt
                .boneyard()
                .iter()
                .zip(pile)
                .all(|(known, tile)| known.is_none_or(|known| known == *tile));
        if same_hands && same_boneyard {
            Ok(())
        } else {
            Err(Problem::Seed)
        }
    }

    fn check_waits_for_deal(&self) -> Result<(), Problem> {
        let mut waiting = self.tables.iter().map(Table::waiting);
        if waiting.any(|waiting| waiting == Waiting::Deal) {
            return Ok(());
        }
        match self.table().waiting() {
            Waiting::Deal => Ok(()),
            Waiting::TurnUp => Err(Problem::TurnUpFirst),
            Waiting::Act(seat) => Err(Problem::NotOver(seat)),
            Waiting::Nothing => Err(Problem::MatchOver),
        }
    }

    fn withdrew(&mut self, seat: Seat) -> Result<(), Problem> {
        if self.table().waiting() != Waiting::TurnUp {
            self.check_waits_for_deal()?;
        }
        match self.table().check(&Fact::Withdrew(seat)) {
            Err(FactError::Withdraw(why)) => Err(Problem::Withdrew(why)),
            _ => {
                self.apply(&Fact::Withdrew(seat));
                Ok(())
            }
        }
    }

    fn thrown_in(&mut self, dealt: &Dealt, why: crate::record::ThrownIn) -> Result<(), Problem> {
        self.check_waits_for_deal()?;
        self.check_seed(dealt)?;
        let Some(deal) = facts::deal(dealt, self.table().game().rules(), false, 0) else {
            // The writer saw the reason and did not write the tiles down.
            return Ok(());
        };
        let deal = deal?;
        match self.table().game().opening(&deal) {
            Ok(_) => Err(Problem::NotThrownIn),
            Err(redeal) if crate::record::ThrownIn::from(redeal) != why => {
                Err(Problem::OtherReason(redeal))
            }
            Err(_) => {
                self.apply(&Fact::Dealt(Box::new(deal)));
                Ok(())
            }
        }
    }

    fn round(&mut self, round: &RoundRecord, then: Then) -> Result<(), Fault> {
        self.check_waits_for_deal()?;
        self.check_seed(&round.dealt)?;
        // Of several possible tables, the record excludes those that do not wait for a deal.
        self.tables.retain(|table| table.waiting() == Waiting::Deal);
        let rules = &self.table().game().rules().clone();
        let hidden = round.dealt.hands().iter().any(|hand| hand.unknown > 0);
        if let Some(seat) = long_suit(rules, round).filter(|_| hidden) {
            return Err(Problem::MustThrowIn(Redeal::LongSuit(seat)).into());
        }
        let options = self.tables.first();
        let options = options.map_or_else(Vec::new, |base| unchecked_options(base, round));
        let judged = match round::judge(
            rules,
            &self.tables,
            round,
            self.number - 1,
            then,
            &self.work,
        ) {
            Ok(judged) => judged,
            // A table outside the sample could allow it.
            Err(_) if self.sampled => {
                self.unknown_from.get_or_insert(self.number);
                self.too_many = true;
                return Ok(());
            }
            Err(fault) => return Err(fault),
        };
        for option in options {
            self.note(Unsure::Option(option), Why::Tiles);
        }
        for turn in judged.turns {
            self.note(Unsure::Turn(turn + 1), Why::Tiles);
        }
        for (claim, why) in judged.claims {
            self.note(Unsure::Claim(claim), why);
        }
        let unsure = judged
            .report
            .as_ref()
            .is_some_and(|report| !report.sure.score);
        if unsure || judged.too_many {
            self.unknown_from.get_or_insert(self.number);
        }
        self.rounds.extend(judged.report);
        self.tables = judged.tables;
        self.sampled = judged.sampled;
        self.too_many = judged.too_many;
        Ok(())
    }

    fn note(&mut self, what: Unsure, why: Why) {
        let places = self.places.and_then(|p| p.rounds.get(self.number - 1));
        let place = places.and_then(|places| match what {
            Unsure::Turn(turn) => places.moves.get(turn - 1).copied(),
            Unsure::Claim(claim) => places.of(claim),
            Unsure::Option(_) | Unsure::Rest => Some(places.heading),
        });
        self.unchecked.push(Unchecked {
            round: self.number,
            what,
            place,
            why,
        });
    }

    fn check_result(&mut self) -> Result<(), Problem> {
        let rules = &self.record.rules;
        let claimed = self.record.result;
        let fits = |result: Option<&MatchResult>| match (claimed, result) {
            (ResultClaim::Unfinished | ResultClaim::Forfeit(_), None) => true,
            (ResultClaim::Won(side), Some(result)) => result.winner == side,
            _ => false,
        };
        match claims::results(&self.tables, fits) {
            (true, true) => Ok(()),
            (true, false) => {
                let place = self.places.map(|places| places.result);
                self.unchecked.push(Unchecked {
                    round: self.number,
                    what: Unsure::Claim(Claim::Result),
                    place,
                    why: Why::Tiles,
                });
                self.tables.retain(|table| fits(table.game().result()));
                Ok(())
            }
            (false, _) => match self.table().game().result() {
                None => Err(Problem::GoesOn),
                Some(result) => Err(Problem::Won(name(rules, result.winner))),
            },
        }
    }

    /// A breach that is not in the moves of a round.
    fn between(&self, problem: Problem) -> Box<Breach> {
        let item = self.record.items.get(self.item);
        let in_round = matches!(item, Some(Item::Round(_)));
        Box::new(Breach {
            round: self.number.max(1) + usize::from(!in_round && self.number > 0),
            turn: None,
            place: self.places.and_then(|p| p.items.get(self.item).copied()),
            problem,
            legal: None,
            open: Vec::new(),
        })
    }

    fn located(&self, fault: Fault) -> Box<Breach> {
        let places = self.places.and_then(|p| p.rounds.get(self.number - 1));
        let place = places.map(|places| match &fault.problem {
            Problem::End(_) => places.end,
            Problem::Points(_) => places.points,
            Problem::Score(_) => places.score,
            Problem::ClaimedByNoDeal(claim) => places.of(*claim).unwrap_or(places.heading),
            Problem::LeftOtherwise { seat, .. } => {
                places.of(Claim::Left(*seat)).unwrap_or(places.heading)
            }
            Problem::Count { seat, .. } => places.of(Claim::Count(*seat)).unwrap_or(places.heading),
            Problem::HandSize { seat, .. } => {
                places.hands.get(seat).copied().unwrap_or(places.heading)
            }
            Problem::Left => places
                .left
                .values()
                .next()
                .copied()
                .unwrap_or(places.heading),
            _ => {
                let turn = fault.turn.and_then(|turn| places.moves.get(turn));
                turn.copied().unwrap_or(places.heading)
            }
        });
        Box::new(Breach {
            round: self.number,
            turn: fault.turn.map(|turn| turn + 1),
            place,
            problem: fault.problem,
            legal: fault.legal,
            open: fault.open,
        })
    }
}
