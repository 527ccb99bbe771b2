//! `capicu replay`: the referee.

use std::path::PathBuf;
use std::process::ExitCode;

use capicu::{BySeat, BySide, Ended, MatchResult, Rules, ScoreTurn, Seat, Side};
use capicu_i18n::{Lang, Seats, Texts};
use capicu_record::record::{Line, reason_word};
use capicu_record::referee::{Breach, Report, RoundReport, Unchecked, Unsure, replay};
use capicu_record::{Record, side};
use serde_json::{Value, json};

use crate::exit;
use crate::language::{Language, language, say};
use crate::matches::{self, Answer, Form, Match, Pick, Status};
use crate::position::{self, At};

/// Replay match records: print scores and breaches of the rules
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Records, with one match or many, or folders of them; `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    pick: Pick,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
    /// Fail if hidden tiles prevent a check
    #[arg(long)]
    strict: bool,
    /// Print the position after this number of moves of a round
    #[arg(long, value_name = "ROUND:MOVES", conflicts_with_all = ["json", "strict"])]
    position: Option<At>,
    /// Language of the answer
    #[arg(long, value_enum)]
    lang: Option<Language>,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let lang = language(arguments.lang);
    let texts = Texts::new(lang);
    let tally = matches::each(
        &arguments.files,
        arguments.pick,
        Form::Records,
        texts,
        |one| judge(one, arguments, lang),
    );
    if tally.all() > 1 {
        let (valid, broken) = (tally.done, tally.breaches);
        let told = texts.matches_judged(tally.all(), valid, broken, tally.unreadable);
        exit::note(told);
    }
    tally.exit(texts)
}

fn judge(one: &Match, arguments: &Arguments, lang: Lang) -> Answer {
    let texts = Texts::new(lang);
    let (record, places) = match one.record() {
        Ok(read) => read,
        Err(error) => {
            let why = error.wrong.told(texts);
            return Answer::unreadable(one.located(Some(error.place), &why, texts));
        }
    };
    if let Some(at) = arguments.position {
        return position::in_record(one, &record, &places, at, lang);
    }
    let report = replay(&record, Some(&places));
    let strict = arguments.strict;
    let out = match (arguments.json, one.is_alone) {
        (true, true) => format!("{:#}\n", as_json(&record, &report, strict, texts)),
        (true, false) => {
            let mut json = as_json(&record, &report, strict, texts);
            json["file"] = one.file.as_str().into();
            json["number"] = one.number.into();
            format!("{json}\n")
        }
        (false, true) => as_text(&record, &report, lang),
        (false, false) => {
            let heading = texts.of_match(&one.file, one.number);
            format!("{heading}\n{}\n", as_text(&record, &report, lang))
        }
    };
    // The place comes before the number of the match.
    let breach = report.breach.into_iter().map(|breach| {
        let place = breach.place;
        let told = Breach {
            place: None,
            ..breach
        };
        one.located(place, &told.told(texts), texts)
    });
    let mut told: Vec<String> = breach.collect();
    if strict && told.is_empty() {
        told.extend(report.unchecked.into_iter().map(|unchecked| {
            let place = unchecked.place;
            let told = Unchecked {
                place: None,
                ..unchecked
            };
            one.located(place, &told.told(texts), texts)
        }));
    }
    Answer {
        out,
        status: match told.is_empty() {
            true => Status::Done,
            false => Status::Breach,
        },
        told,
    }
}

fn as_json(record: &Record, report: &Report, strict: bool, texts: Texts) -> Value {
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
        Unsure::Claim(_) | Unsure::Rest => None,
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

fn as_text(record: &Record, report: &Report, lang: Lang) -> String {
    let rules = &record.rules;
    let names: Vec<String> = Seat::all(rules.n_seats())
        .map(|seat| {
            let name = record.names.get(&seat).map(Line::to_string);
            name.filter(|name| !name.is_empty())
                .unwrap_or_else(|| side::letter(seat).to_string())
        })
        .collect();
    let seats = Seats {
        names: BySeat::from_fn(rules.n_seats(), |seat| names[seat.index()].as_str()),
        you: None,
    };
    let mut out = String::new();
    for round in &report.rounds {
        out += &round_text(round, rules, &seats, lang);
    }
    let texts = Texts::new(lang);
    for unchecked in &report.unchecked {
        out += &format!("{}\n", unchecked.told(texts));
    }
    if report.is_valid() && report.result.is_none() {
        let goes_on = say(lang, "The match goes on.", "La partida sigue.");
        out += &format!("{goes_on}\n");
    }
    out
}

fn round_text(round: &RoundReport, rules: &Rules, seats: &Seats<'_>, lang: Lang) -> String {
    let texts = Texts::new(lang);
    let story = match round.sure.score && round.sure.points {
        true => texts.round_story(&round.told, rules, seats).to_string(),
        false => texts.round_not_known(),
    };
    let number = say(lang, "Round", "Mano");
    let opener = say(lang, "opened by", "sale");
    let mut out = format!(
        "{number} {}, {opener} {}\n",
        round.number, seats.names[round.opener]
    );
    out += &format!("  {story}\n");
    for point in round.points.iter().filter(|_| round.sure.points) {
        let who = texts.side(point.side, rules, seats);
        let why = texts.reason(point.reason);
        out += &format!("  {}: {} {}\n", who.name(), point.points, why);
    }
    if round.sure.score {
        let scores = BySide::from_fn(rules.n_sides(), |side| round.score[side.index()]);
        out += &format!("  {}\n", texts.standing(rules, &scores, seats));
    }
    out.push('\n');
    out
}
