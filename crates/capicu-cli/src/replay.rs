//! `capicu replay`: the referee.

use std::path::PathBuf;
use std::process::ExitCode;

use capicu::{BySeat, BySide, Rules, Seat};
use capicu_i18n::{Lang, Seats, Texts};
use capicu_record::record::Line;
use capicu_record::referee::{Breach, Report, RoundReport, Unchecked, replay, report_json};
use capicu_record::{Record, side};

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
        (true, true) => format!("{:#}\n", report_json(&record, &report, strict, texts)),
        (true, false) => {
            let mut json = report_json(&record, &report, strict, texts);
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
    // The story of the last round names the winner of the match, if the points are known.
    let is_told = report.rounds.last().is_some_and(is_certain);
    if let Some(result) = report.result.filter(|_| !is_told) {
        let winner = texts.side(result.winner, rules, &seats);
        out += &format!("{}\n", texts.match_won(&winner));
    }
    for unchecked in &report.unchecked {
        out += &format!("{}\n", unchecked.told(texts));
    }
    if report.is_valid() && report.result.is_none() {
        let goes_on = say(lang, "The match goes on.", "La partida sigue.");
        out += &format!("{goes_on}\n");
    }
    out
}

/// Whether the points of a round and the scores after it are known.
const fn is_certain(round: &RoundReport) -> bool {
    round.sure.score && round.sure.points
}

fn round_text(round: &RoundReport, rules: &Rules, seats: &Seats<'_>, lang: Lang) -> String {
    let texts = Texts::new(lang);
    let story = match (is_certain(round), round.sure.end) {
        (true, _) => texts.round_story(&round.told, rules, seats).to_string(),
        (false, true) => {
            let end = texts.round_end(&round.told, rules, seats);
            format!("{end} {}", texts.round_not_known())
        }
        (false, false) => texts.round_not_known(),
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
