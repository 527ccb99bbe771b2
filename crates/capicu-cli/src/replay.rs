//! `capicu replay`: the referee.

use std::path::PathBuf;
use std::process::ExitCode;

use capicu::{BySeat, ByTeam, Ended, MatchResult, Rules, ScoreTurn, Seat, Team};
use capicu_i18n::{Lang, Seats, Texts};
use capicu_record::record::{Line, decode, reason_word};
use capicu_record::referee::{Breach, Report, RoundReport, replay};
use capicu_record::{Record, side};
use serde_json::{Value, json};

use crate::language::{Language, language, say};
use crate::{exit, input, print};

/// Replays a match record and adjudicates it: the scores, and where it breaks the rules
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The record; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
    /// The language of the answer
    #[arg(long, value_enum)]
    lang: Option<Language>,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    let texts = Texts::new(language(arguments.lang));
    let shown = input::shown(&arguments.file, texts);
    let bytes = match input::read(&arguments.file, texts) {
        Ok(bytes) => bytes,
        Err(why) => return exit::unreadable(why),
    };
    let read = decode(&bytes).and_then(Record::parse);
    let (record, places) = match read {
        Ok(read) => read,
        Err(error) => return exit::unreadable(format!("{shown}:{}", error.told(texts))),
    };
    let report = replay(&record, Some(&places));
    if arguments.json {
        print::json(&as_json(&record, &report, texts));
    } else {
        print::text(as_text(&record, &report, language(arguments.lang)));
    }
    match &report.breach {
        None => ExitCode::SUCCESS,
        Some(breach) => {
            eprintln!("{shown}:{}", breach.told(texts));
            exit::breach()
        }
    }
}

fn as_json(record: &Record, report: &Report, texts: Texts) -> Value {
    let rounds: Vec<Value> = report.rounds.iter().map(round_json).collect();
    json!({
        "game": record.game.as_ref().map(Line::as_str),
        "valid": report.is_valid(),
        "error": report.breach.as_ref().map(|breach| breach_json(breach, texts)),
        "sides": crate::games::sides(&record.rules),
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
    json!({
        "number": round.number,
        "opener": round.opener.index(),
        "ended": match round.ended {
            Ended::Out(_) => "out",
            Ended::Blocked(_) => "blocked",
            Ended::Target(_) => "target",
            Ended::Void => "void",
        },
        "winner": round.side.map(Team::index),
        "winning_seat": round.winner.map(Seat::index),
        "points": points,
        "score": round.score,
        "turn": turn,
        "counts": round.counts,
        "left": round
            .left
            .iter()
            .map(|hand| hand.into_iter().map(|tile| tile.to_string()).collect::<Vec<_>>())
            .collect::<Vec<_>>(),
    })
}

fn result_json(result: &MatchResult, rules: &Rules) -> Value {
    let those = |which: &ByTeam<bool>| -> Vec<usize> {
        Team::all(rules.n_teams())
            .filter(|team| which[*team])
            .map(Team::index)
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
    if let Some(number) = report.unknown_from {
        let round = say(lang, "Round", "Mano");
        let why = say(
            lang,
            "tiles that the record does not show decide what it was worth, so nothing is said from here on",
            "fichas que el registro no muestra deciden cuánto valió, así que de aquí en adelante no se dice nada",
        );
        out += &format!("{round} {number}: {why}.\n");
    }
    if report.is_valid() && report.result.is_none() && report.unknown_from.is_none() {
        let goes_on = say(lang, "The match goes on.", "La partida sigue.");
        out += &format!("{goes_on}\n");
    }
    out
}

fn round_text(round: &RoundReport, rules: &Rules, seats: &Seats<'_>, lang: Lang) -> String {
    let texts = Texts::new(lang);
    let story = texts.round_story(&round.told, rules, seats);
    let number = say(lang, "Round", "Mano");
    let opener = say(lang, "opened by", "sale");
    let mut out = format!(
        "{number} {}, {opener} {}\n",
        round.number, seats.names[round.opener]
    );
    out += &format!("  {story}\n");
    for point in &round.points {
        let who = texts.side(point.side, rules, seats);
        let why = texts.reason(point.reason);
        out += &format!("  {}: {} {}\n", who.name(), point.points, why);
    }
    let scores = ByTeam::from_fn(rules.n_teams(), |team| round.score[team.index()]);
    out += &format!("  {}\n\n", texts.standing(rules, &scores, seats));
    out
}
