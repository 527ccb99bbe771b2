//! Converts between records and the facts of a table.

use capicu::{
    Action, BySeat, Deal, DealError, Event, Fact, FactError, Irregularity, Pile, Rules, Seat,
    Table, TileSet,
};

use super::{Dealt, EndClaim, Item, MoveRecord, Record, ResultClaim, RoundRecord, What};
use crate::referee::{RoundReport, Sheet};

/// Builds the record of a match from its facts, with claims about every result.
///
/// # Errors
///
/// If the facts are impossible in this order.
pub fn recorded(rules: Rules, facts: &[Fact]) -> Result<Record, FactError> {
    let mut record = Record::new(rules);
    let mut table = Table::new(rules);
    let mut sheet = Sheet::new(rules);
    for fact in facts {
        let events = table.apply(fact)?;
        for event in &events {
            sheet.note(event);
            note(&mut record, fact, event);
        }
        if let (Some(report), Some(Item::Round(round))) =
            (sheet.rounds().last(), record.items.last_mut())
            && sheet.is_between_rounds()
        {
            claim(round, report);
        }
    }
    if let Some(result) = table.game().result() {
        record.result = ResultClaim::Won(result.winner);
    }
    Ok(record)
}

fn note(record: &mut Record, fact: &Fact, event: &Event) {
    let dealt = || match fact {
        Fact::Dealt(deal) => Some(Dealt::of(deal, &record.rules)),
        _ => None,
    };
    let item = match event {
        Event::TurnedUp { tiles, .. } => Some(Item::TurnedUp(*tiles)),
        Event::Withdrew(left) => Some(Item::Withdrew(left.seat)),
        Event::Redealt(why) => dealt().map(|dealt| Item::ThrownIn {
            dealt: Box::new(dealt),
            why: (*why).into(),
        }),
        Event::Dealt { .. } => dealt().map(|dealt| {
            Item::Round(Box::new(RoundRecord {
                dealt,
                comments: Vec::new(),
                moves: Vec::new(),
                claims: Default::default(),
            }))
        }),
        _ => None,
    };
    record.items.extend(item);
    let done = match event {
        Event::Done(step) => MoveRecord::of_move(&step.mv),
        Event::Called { seat, call, .. } => MoveRecord::new(*seat, What::Call(*call)),
        Event::Ruled(ruling) => MoveRecord::of_ruling(ruling),
        _ => return,
    };
    if let Some(Item::Round(round)) = record.items.last_mut() {
        round.moves.push(done);
    }
}

fn claim(round: &mut RoundRecord, report: &RoundReport) {
    round.claims.end = EndClaim::of(report);
    round.claims.points = Some(report.points.clone());
    round.claims.score = Some(report.score.clone());
}

/// The deal, if it is completely known; an error if the rules do not allow it.
pub(crate) fn deal(
    dealt: &Dealt,
    rules: &Rules,
    as_drawn: bool,
    lot: u32,
) -> Option<Result<Deal, DealError>> {
    let boneyard: Option<Pile> = dealt.boneyard().iter().copied().collect();
    let boneyard = boneyard.filter(|_| dealt.hands().iter().all(|hand| hand.unknown == 0))?;
    let hands: BySeat<TileSet> =
        BySeat::from_fn(dealt.hands().len(), |seat| dealt.hands()[seat].known);
    // A seat without tiles plays no more.
    let left = hands.iter().any(|hand| hand.is_empty());
    Some(if as_drawn || left {
        Deal::as_drawn(rules, hands, boneyard, lot)
    } else {
        Deal::new(rules, hands, boneyard, lot)
    })
}

/// The fact of a move, without its seat.
pub(crate) fn fact(m: &MoveRecord) -> Fact {
    let seat: Seat = m.seat;
    match m.what {
        What::Lead(tile) => Fact::Acted(Action::Lead(tile)),
        What::Play { tile, on } => Fact::Acted(Action::Play { tile, on }),
        What::Draw(_) => Fact::Acted(Action::Draw),
        What::Pass => Fact::Acted(Action::Pass),
        What::HandOver => Fact::Acted(Action::HandOver),
        What::Call(call) => Fact::Called { seat, call },
        What::FalsePass => Fact::Irregular(Irregularity::FalsePass),
        What::TakenBack => Fact::Irregular(Irregularity::TakenBack { seat }),
        What::SlowPlay => Fact::Irregular(Irregularity::SlowPlay { seat }),
        What::WrongPlay { tile, on, open } => {
            Fact::Irregular(Irregularity::WrongPlay { tile, on, open })
        }
        What::NeedlessDraw(_) => Fact::Irregular(Irregularity::NeedlessDraw),
        What::MisledDraw(_) => Fact::Irregular(Irregularity::MisledDraw),
        What::OverDrawn => Fact::Irregular(Irregularity::OverDrawn { seat }),
        What::UnderDrawn => Fact::Irregular(Irregularity::UnderDrawn { seat }),
        What::Exposed(tile) => Fact::Irregular(Irregularity::Exposed { seat, tile }),
        What::Directed { tile, on } => Fact::Irregular(Irregularity::Directed { tile, on }),
        What::Void => Fact::Irregular(Irregularity::Void),
    }
}

/// The facts of a record; `None` if a tile is unknown or a deal is invalid.
///
/// Does not check the facts: see [`referee`](crate::referee).
pub fn facts_of(record: &Record) -> Option<Vec<Fact>> {
    let mut facts = Vec::new();
    for item in &record.items {
        match item {
            Item::TurnedUp(tiles) => facts.push(Fact::TurnedUp(*tiles)),
            Item::Withdrew(seat) => facts.push(Fact::Withdrew(*seat)),
            Item::ThrownIn { dealt, .. } => {
                let deal = deal(dealt, &record.rules, false, dealt.lot().unwrap_or(0))?.ok()?;
                facts.push(Fact::Dealt(Box::new(deal)));
            }
            Item::Round(round) => {
                let lot = round.dealt.lot().unwrap_or(0);
                let deal = deal(&round.dealt, &record.rules, round.is_as_drawn(), lot)?.ok()?;
                facts.push(Fact::Dealt(Box::new(deal)));
                facts.extend(round.moves.iter().map(fact));
            }
        }
    }
    Some(facts)
}

impl RoundRecord {
    pub(crate) fn is_as_drawn(&self) -> bool {
        let mut moves = self.moves.iter();
        moves.any(|m| matches!(m.what, What::OverDrawn | What::UnderDrawn))
    }
}
