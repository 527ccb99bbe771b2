//! The findings of the referee in JSON.

use capicu::{BySide, Ended, MatchResult, Rules, ScoreTurn, Seat, Side};
use capicu_i18n::Texts;
use serde_json::{Value, json};

use super::{Breach, Report, RoundReport, Unchecked, Unsure};
use crate::record::{Line, reason_word};
use crate::{Record, side};

/// The findings of the referee in JSON, as `capicu replay --json` prints them. Seats and sides are numbers from 0.
///
/// With `strict`, the first thing that cannot be checked is an error.
pub fn report_json(record: &Record, report: &Report, strict: bool, texts: Texts) -> Value {
    let breach = report.breach.as_ref();
    let first = report.unchecked.first().filter(|_| strict);
    let error = breach
        .map(|breach| breach_json(breach, texts))
        .or_else(|| first.map(|first| strict_json(first, texts)));
    let unchecked: Vec<Value> = report
        .unchecked
        .iter()
        .map(|one| unchecked_json(one, texts))
        .collect();
    let rounds: Vec<Value> = report.rounds.iter().map(round_json).collect();
    json!({
        "game": record.game.as_ref().map(Line::as_str),
        "valid": error.is_none(),
        "error": error,
        "unchecked": unchecked,
        "sides": side::names(&record.rules),
        "rounds": rounds,
        "unknown_from": report.unknown_from,
        "result": report.result.as_ref().map(|result| result_json(result, &record.rules)),
    })
}

fn breach_json(breach: &Breach, texts: Texts) -> Value {
    let legal = breach.legal.as_ref().map(|(seat, legal)| {
        let legal: Vec<_> = legal.iter().map(ToString::to_string).collect();
        json!({ "seat": seat.index(), "actions": legal })
    });
    json!({
        "round": breach.round,
        "turn": breach.turn,
        "reason": breach.problem.told(texts),
        "line": breach.place.map(|place| place.line),
        "column": breach.place.map(|place| place.column),
        "legal": legal,
    })
}

/// Formats something that cannot be checked, where that is an error.
fn strict_json(unchecked: &Unchecked, texts: Texts) -> Value {
    json!({
        "round": unchecked.round,
        "turn": turn(unchecked),
        "reason": unchecked.why(texts),
        "line": unchecked.place.map(|place| place.line),
        "column": unchecked.place.map(|place| place.column),
        "legal": null,
    })
}

fn unchecked_json(unchecked: &Unchecked, texts: Texts) -> Value {
    let claim = match unchecked.what {
        Unsure::Claim(claim) => Some(claim.word()),
        Unsure::Option(option) => Some(option),
        Unsure::Turn(_) | Unsure::Rest => None,
    };
    json!({
        "round": unchecked.round,
        "turn": turn(unchecked),
        "claim": claim,
        "line": unchecked.place.map(|place| place.line),
        "why": unchecked.why(texts),
    })
}

const fn turn(unchecked: &Unchecked) -> Option<usize> {
    match unchecked.what {
        Unsure::Turn(turn) => Some(turn),
        Unsure::Claim(_) | Unsure::Option(_) | Unsure::Rest => None,
    }
}

fn round_json(round: &RoundReport) -> Value {
    let points: Vec<Value> = round
        .points
        .iter()
        .map(|point| {
            json!({
                "side": point.side.index(),
                "reason": reason_word(point.reason),
                "points": point.points,
            })
        })
        .collect();
    let turn = round.turn.map(|turn| match turn {
        ScoreTurn::Reset => "reset",
        ScoreTurn::OneAll => "one-all",
        ScoreTurn::TwoLove => "two-love",
    });
    let sure = &round.sure;
    // Tiles that differ between possible deals are unknown.
    let left = round.left.iter().zip(&sure.left).map(|(hand, sure)| {
        let tiles = hand.into_iter().map(|tile| tile.to_string());
        sure.then(|| tiles.collect::<Vec<_>>())
    });
    let counts = round.counts.iter().zip(&sure.counts);
    let counts = counts.map(|(count, sure)| sure.then_some(*count));
    json!({
        "number": round.number,
        "opener": round.opener.index(),
        "ended": match round.ended {
            _ if !sure.end => Value::Null,
            Ended::Out(_) => "out".into(),
            Ended::Blocked(_) => "blocked".into(),
            Ended::Target(_) => "target".into(),
            Ended::Void => "void".into(),
            Ended::Doubles(_) => "doubles".into(),
            Ended::Foul(_) => "foul".into(),
        },
        "winner": round.side.map(Side::index).filter(|_| sure.end),
        "winning_seat": round.winner.map(Seat::index).filter(|_| sure.end),
        "points": sure.points.then_some(points),
        "score": sure.score.then_some(&round.score),
        "turn": turn.filter(|_| sure.score),
        "counts": counts.collect::<Vec<_>>(),
        "left": left.collect::<Vec<_>>(),
    })
}

fn result_json(result: &MatchResult, rules: &Rules) -> Value {
    let those = |which: &BySide<bool>| -> Vec<usize> {
        Side::all(rules.n_sides())
            .filter(|side| which[*side])
            .map(Side::index)
            .collect()
    };
    json!({
        "winner": result.winner.index(),
        "losers": those(&result.losers),
        "skunked": those(&result.skunked),
    })
}
