//! A record played again.

use capicu::fair::{Commitment, Seed};
use capicu::{
    Action, Deal, Ended, Event, Fact, FactError, Listing, MatchResult, Rules, Seat, Table, Team,
    Turn, Waiting,
};

use super::hidden::{Hidden, Work};
use super::{Breach, Problem, RoundReport, Sheet};
use crate::record::{
    Dealt, EndClaim, Item, Move, Places, PointClaim, Record, ResultClaim, RoundRecord, What, facts,
    reason_word,
};
use crate::side::{letter, name};

/// What a referee says of a record.
#[derive(Clone, Debug)]
pub struct Report {
    /// What came of each round that could be adjudicated.
    pub rounds: Vec<RoundReport>,
    /// The first place where the record breaks the rules.
    pub breach: Option<Breach>,
    /// The round from which on tiles that the record does not show decide what came of it. Nothing
    /// is said of it and those after it.
    pub unknown_from: Option<usize>,
    /// How the match ended by the rules; `None` if it goes on or its end is not known.
    pub result: Option<MatchResult>,
    /// The table as the record leaves it; tiles that are not known are filled in somehow.
    pub table: Table,
}

impl Report {
    /// Whether the record keeps to the rules, as far as it can be seen.
    pub const fn is_valid(&self) -> bool {
        self.breach.is_none()
    }
}

/// Replays a record; `places` is where its parts stand in the text it was read from.
pub fn replay(record: &Record, places: Option<&Places>) -> Report {
    Referee::new(record, places).report(None)
}

/// Replays the beginning of a record: up to this round, from 1, and this many moves of it.
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
    table: Table,
    sheet: Sheet,
    seed: Option<Seed>,
    /// The round that is replayed, from 1.
    number: usize,
    item: usize,
    unknown_from: Option<usize>,
    work: Work,
}

/// What is wrong, before it is known where in the text it stands.
pub(super) struct Fault {
    /// The index of the move.
    pub turn: Option<usize>,
    pub problem: Problem,
    pub legal: Option<(Seat, Vec<What>)>,
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        Self {
            turn: None,
            problem,
            legal: None,
        }
    }
}

impl<'a> Referee<'a> {
    fn new(record: &'a Record, places: Option<&'a Places>) -> Self {
        Self {
            record,
            places,
            table: Table::new(record.rules),
            sheet: Sheet::new(record.rules),
            seed: None,
            number: 0,
            item: 0,
            unknown_from: None,
            work: Work::for_a_record(),
        }
    }

    fn report(mut self, until: Option<(usize, usize)>) -> Report {
        let breach = self.judge(until).err();
        let result = self.table.game().result().copied();
        Report {
            rounds: self.sheet.rounds().to_vec(),
            breach,
            result: result.filter(|_| self.unknown_from.is_none()),
            unknown_from: self.unknown_from,
            table: self.table,
        }
    }

    fn judge(&mut self, until: Option<(usize, usize)>) -> Result<(), Breach> {
        self.seed().map_err(|problem| self.between(problem))?;
        for (index, item) in self.record.items.iter().enumerate() {
            self.item = index;
            match item {
                Item::TurnedUp(tiles) => {
                    if self.table.waiting() != Waiting::TurnUp {
                        return Err(self.between(Problem::NoTurnUp));
                    }
                    let number = self.table.n_turned_up();
                    if self.table.check(&Fact::TurnedUp(*tiles)).is_err() {
                        return Err(self.between(Problem::NotDrawing));
                    }
                    if let Some(seed) = &self.seed
                        && seed.turn_up(self.table.game(), number) != *tiles
                    {
                        return Err(self.between(Problem::Seed));
                    }
                    self.apply(&Fact::TurnedUp(*tiles));
                }
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
                        return self.round(&part, true).map_err(|fault| self.located(fault));
                    }
                    let is_last = index + 1 == self.record.items.len();
                    self.round(round, is_last)
                        .map_err(|fault| self.located(fault))?;
                    if self.unknown_from.is_some() {
                        return Ok(());
                    }
                }
            }
        }
        match self.check_result() {
            Ok(()) => Ok(()),
            Err(problem) => Err(Breach {
                place: self.places.map(|places| places.result),
                ..self.between(problem)
            }),
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

    fn apply(&mut self, fact: &Fact) -> Vec<Event> {
        let events = self.table.apply(fact).unwrap_or_default();
        for event in &events {
            self.sheet.note(event);
        }
        events
    }

    /// Whether the deal is the one the seed gives, as far as it is known.
    fn check_seed(&self, dealt: &Dealt) -> Result<(), Problem> {
        let Some(seed) = &self.seed else {
            return Ok(());
        };
        let rules = &self.record.rules;
        let deal = seed.deal(rules, self.table.n_deals());
        let mut hands = dealt.hands().entries();
        let same_hands = hands.all(|(seat, hand)| (hand.known - deal.hands()[seat]).is_empty());
        let asleep = deal.boneyard().iter();
        let same_boneyard = dealt.boneyard().len() == deal.boneyard().len()
            && dealt
                .boneyard()
                .iter()
                .zip(asleep)
                .all(|(known, tile)| known.is_none_or(|known| known == *tile));
        if same_hands && same_boneyard {
            Ok(())
        } else {
            Err(Problem::Seed)
        }
    }

    fn check_waits_for_deal(&self) -> Result<(), Problem> {
        match self.table.waiting() {
            Waiting::Deal => Ok(()),
            Waiting::TurnUp => Err(Problem::TurnUpFirst),
            Waiting::Act(seat) => Err(Problem::NotOver(seat)),
            Waiting::Nothing => Err(Problem::MatchOver),
        }
    }

    fn thrown_in(&mut self, dealt: &Dealt, why: crate::record::ThrownIn) -> Result<(), Problem> {
        self.check_waits_for_deal()?;
        self.check_seed(dealt)?;
        let Some(deal) = facts::deal(dealt, &self.record.rules, false, 0) else {
            // Somebody saw why; the tiles are not written down.
            return Ok(());
        };
        let deal = deal?;
        match self.table.game().opening(&deal) {
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

    fn round(&mut self, round: &RoundRecord, is_last: bool) -> Result<(), Fault> {
        self.check_waits_for_deal()?;
        self.check_seed(&round.dealt)?;
        let rules = self.record.rules;
        let lots = match round.dealt.lot() {
            Some(lot) => lot..lot.saturating_add(1),
            // What the lot decided is seen from who began.
            None => 0..u32::from(rules.n_seats()),
        };
        let mut fault: Option<Fault> = None;
        for lot in lots {
            match self.round_by_lot(round, lot, is_last) {
                Ok(()) => {
                    fault = None;
                    break;
                }
                Err(other) => {
                    let by_lot = matches!(other.problem, Problem::NotItsTurn { .. });
                    let again = by_lot && other.turn == Some(0);
                    fault = match fault {
                        Some(first) if again => Some(first),
                        _ => Some(other),
                    };
                    if !again {
                        break;
                    }
                }
            }
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        if let Waiting::Act(seat) = self.table.waiting()
            && (!is_last || round.claims.end.is_some())
        {
            let legal = legal(&self.table, seat);
            return Err(Fault {
                turn: Some(round.moves.len()),
                legal: Some((seat, legal)),
                ..Problem::NotOver(seat).into()
            });
        }
        if self.unknown_from.is_none() {
            self.check_claims(round)?;
        }
        Ok(())
    }

    fn round_by_lot(&mut self, round: &RoundRecord, lot: u32, is_last: bool) -> Result<(), Fault> {
        let rules = self.record.rules;
        let won = matches!(self.record.result, ResultClaim::Won(_));
        let is_over = !is_last || won || round.claims.end.is_some();
        if let Some(deal) = facts::deal(&round.dealt, &rules, round.is_as_drawn(), lot) {
            let deal = deal.map_err(Problem::from)?;
            let (table, page) = play(&self.table, &self.sheet, deal, round, is_over)?;
            self.table = table;
            self.sheet.keep(page);
            return Ok(());
        }
        let mut hidden = Hidden::new(&rules, round, &self.work);
        let mut first = None;
        loop {
            if self.work.is_used_up() {
                return Err(Problem::TooManyUnknown.into());
            }
            self.work.spend(round.moves.len());
            let Some(dealt) = hidden.filled_in() else {
                let problem = first.map_or(
                    Problem::Deal(capicu::DealError::Seats {
                        hands: 0,
                        seats: rules.n_seats(),
                    }),
                    |fault: Fault| fault.problem,
                );
                return Err(Problem::NoDealFits(Box::new(problem)).into());
            };
            let deal = facts::deal(&dealt, &rules, round.is_as_drawn(), lot)
                .expect("every tile has been filled in")
                .map_err(Problem::from)?;
            let tried = play(&self.table, &self.sheet, deal, round, is_over);
            let learnt = match &tried {
                Ok((table, _)) => hidden.learn_from_end(table, round),
                Err(fault) => hidden.learn(fault, &dealt),
            };
            match tried {
                Ok((table, page)) if !learnt => {
                    let over = table.round().is_some_and(|round| round.outcome().is_some());
                    if over && hidden.decides(&table) {
                        self.unknown_from = Some(self.number);
                    } else {
                        self.sheet.keep(page);
                    }
                    self.table = table;
                    return Ok(());
                }
                Err(fault) if !learnt => return Err(fault),
                Err(fault) => {
                    first.get_or_insert(fault);
                }
                Ok(_) => {}
            }
        }
    }

    fn check_claims(&self, round: &RoundRecord) -> Result<(), Fault> {
        let rules = &self.record.rules;
        let report = self.sheet.rounds().last();
        let report = report.filter(|_| self.sheet.is_between_rounds());
        if let Some(report) = report
            && round.claims.end.is_some()
            && round.claims.end != EndClaim::of(report)
        {
            return Err(Problem::End(end_text(rules, report)).into());
        }
        // In a round that goes on, what has been made so far is claimed.
        let (points, score) = match report {
            Some(report) => (report.points.clone(), report.score.clone()),
            None => self.sheet.so_far(),
        };
        if let Some(claimed) = &round.claims.points
            && *claimed != points
        {
            return Err(Problem::Points(points_text(rules, &points)).into());
        }
        if let Some(claimed) = &round.claims.score
            && *claimed != score
        {
            return Err(Problem::Score(score_text(rules, &score)).into());
        }
        Ok(())
    }

    fn check_result(&self) -> Result<(), Problem> {
        let rules = &self.record.rules;
        match (self.record.result, self.table.game().result()) {
            (ResultClaim::Unfinished, None) | (ResultClaim::Forfeit(_), None) => Ok(()),
            (ResultClaim::Won(team), Some(result)) if result.winner == team => Ok(()),
            (_, None) => Err(Problem::GoesOn),
            (_, Some(result)) => Err(Problem::Won(name(rules, result.winner))),
        }
    }

    /// A breach outside the moves of a round.
    fn between(&self, problem: Problem) -> Breach {
        let item = self.record.items.get(self.item);
        let in_round = matches!(item, Some(Item::Round(_)));
        Breach {
            round: self.number.max(1) + usize::from(!in_round && self.number > 0),
            turn: None,
            place: self.places.and_then(|p| p.items.get(self.item).copied()),
            problem,
            legal: None,
        }
    }

    fn located(&self, fault: Fault) -> Breach {
        let places = self.places.and_then(|p| p.rounds.get(self.number - 1));
        let place = places.map(|places| match &fault.problem {
            Problem::End(_) => places.end,
            Problem::Points(_) => places.points,
            Problem::Score(_) => places.score,
            _ => {
                let turn = fault.turn.and_then(|turn| places.moves.get(turn));
                turn.copied().unwrap_or(places.heading)
            }
        });
        Breach {
            round: self.number,
            turn: fault.turn.map(|turn| turn + 1),
            place,
            problem: fault.problem,
            legal: fault.legal,
        }
    }
}

/// Plays a round on a copy of the table and a page of its own; `is_over` says whether the record
/// has it end.
fn play(
    table: &Table,
    sheet: &Sheet,
    deal: Deal,
    round: &RoundRecord,
    is_over: bool,
) -> Result<(Table, Sheet), Fault> {
    if let Err(why) = table.game().opening(&deal) {
        return Err(Problem::MustThrowIn(why).into());
    }
    let (mut table, mut page) = (table.clone(), sheet.next_page());
    let mut note = |table: &mut Table, fact: &Fact| {
        let events = table.apply(fact)?;
        for event in &events {
            page.note(event);
        }
        Ok::<_, FactError>(())
    };
    // The table waits for a deal.
    let _ = note(&mut table, &Fact::Dealt(Box::new(deal)));
    for (turn, m) in round.moves.iter().enumerate() {
        if lets_points_go(&table, m) {
            let _ = note(&mut table, &Fact::Acted(Action::Pass));
        }
        check_turn(&table, m)
            .and_then(|()| {
                note(&mut table, &facts::fact(m)).map_err(|error| match error {
                    FactError::NotNow | FactError::NotDrawing => Problem::RoundOver,
                    FactError::Illegal(why) => Problem::Illegal(m.what, why),
                    FactError::Irregular(why) => Problem::Irregular(m.what, why),
                })
            })
            .or_else(|problem| {
                if problem == Problem::RoundOver && confirms_block(&table, round, turn) {
                    return Ok(());
                }
                let to_act = table.round().and_then(capicu::Round::to_act);
                Err(Fault {
                    turn: Some(turn),
                    problem,
                    legal: to_act.map(|seat| (seat, legal(&table, seat))),
                })
            })?;
    }
    if is_over && is_asked(&table).is_some() {
        let _ = note(&mut table, &Fact::Acted(Action::Pass));
    }
    Ok((table, page))
}

/// Who is asked to declare the points of the last tile before the round is settled.
fn is_asked(table: &Table) -> Option<Seat> {
    match table.round()?.board().turn() {
        Turn::Declare(seat) => Some(seat),
        _ => None,
    }
}

/// Whether a move shows that the points of the last tile were not declared: a record need not say
/// so.
fn lets_points_go(table: &Table, m: &Move) -> bool {
    is_asked(table).is_some_and(|asked| match m.what {
        What::Call(_) => table.check(&facts::fact(m)).is_err(),
        what => m.seat != asked || what != What::Pass,
    })
}

fn check_turn(table: &Table, m: &Move) -> Result<(), Problem> {
    let any_seat = matches!(
        m.what,
        What::Call(_)
            | What::TakenBack
            | What::OverDrawn
            | What::UnderDrawn
            | What::Exposed(_)
            | What::Void
    );
    let Some(round) = table.round() else {
        return Err(Problem::RoundOver);
    };
    match round.to_act() {
        None if matches!(m.what, What::Call(_)) => Ok(()),
        None => Err(Problem::RoundOver),
        Some(to_act) if to_act != m.seat && !any_seat => Err(Problem::NotItsTurn {
            seat: m.seat,
            to_act,
        }),
        Some(_) => match (m.what.drawn(), round.boneyard().next()) {
            (Some(Some(drawn)), Some(next)) if drawn != next && may_draw(round, m) => {
                Err(Problem::Drew { drawn, next })
            }
            _ => Ok(()),
        },
    }
}

/// Whether drawing is possible at all: otherwise that is what is wrong, not the tile.
fn may_draw(round: &capicu::Round, m: &Move) -> bool {
    match m.what {
        What::Draw(_) => round.check(Action::Draw).is_ok(),
        _ => true,
    }
}

/// People write down the passes that show a block; by the rules they are not made.
fn confirms_block(table: &Table, round: &RoundRecord, turn: usize) -> bool {
    let outcome = table.round().and_then(capicu::Round::outcome);
    let blocked = outcome.is_some_and(|outcome| matches!(outcome.ended, Ended::Blocked(_)));
    blocked && round.moves[turn..].iter().all(|m| m.what == What::Pass)
}

fn legal(table: &Table, seat: Seat) -> Vec<What> {
    let Some(round) = table.round() else {
        return Vec::new();
    };
    let deed = |action| capicu::Deed {
        seat,
        action,
        drawn: None,
        shown: false,
    };
    let actions = round.actions(Listing::Every);
    actions
        .into_iter()
        .map(|action| Move::of_deed(&deed(action)).what)
        .collect()
}

fn end_text(rules: &Rules, report: &RoundReport) -> String {
    match (report.ended, report.side) {
        (Ended::Out(seat), _) => format!("{} went out", letter(seat)),
        (Ended::Blocked(_), Some(side)) => format!("blocked, won by {}", name(rules, side)),
        (Ended::Blocked(_), None) => "blocked and tied".to_owned(),
        (Ended::Target(side), _) => format!("{} reached the target", name(rules, side)),
        (Ended::Void, _) => "void".to_owned(),
    }
}

fn points_text(rules: &Rules, points: &[PointClaim]) -> String {
    let points: Vec<_> = points
        .iter()
        .map(|p| {
            format!(
                "{} {} {}",
                name(rules, p.side),
                p.points,
                reason_word(p.reason)
            )
        })
        .collect();
    if points.is_empty() {
        "none".to_owned()
    } else {
        points.join(", ")
    }
}

fn score_text(rules: &Rules, score: &[u16]) -> String {
    let score: Vec<_> = Team::all(rules.n_teams())
        .zip(score)
        .map(|(team, points)| format!("{} {points}", name(rules, team)))
        .collect();
    score.join(", ")
}
