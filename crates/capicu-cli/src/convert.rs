//! `capicu convert`: converts move lists of other programs to records, and records to JSON, OpenSpiel and back.

use std::path::PathBuf;
use std::process::ExitCode;

use capicu::Rules;
use capicu_i18n::Texts;
use capicu_record::foreign::{
    ListError, ListProblem, MoveList, from_dominoes, from_openspiel, to_openspiel,
};
use capicu_record::json::{self, RecordJson};
use capicu_record::{Place, Record, RecordError};
use clap::ValueEnum;

use crate::chosen::{Changed, Choice, Source};
use crate::exit;
use crate::language::{Language, language};
use crate::matches::{self, Answer, Match, Pick, Status};
use crate::print;

/// Convert move lists of other programs to records, or records to JSON or OpenSpiel and back
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Format of the input
    #[arg(long, value_enum, default_value_t = Form::Record)]
    from: Form,
    /// Format of the output
    #[arg(long, value_enum, default_value_t = Target::Record)]
    to: Target,
    /// Input files, with one match or many, or folders; `-` for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    pick: Pick,
    #[command(flatten)]
    choice: Choice,
    /// Language of errors
    #[arg(long, value_enum)]
    lang: Option<Language>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// A match record
    Record,
    /// A record as JSON
    Json,
    /// `starting_player`, `moves` and `hands` of the Python package dominoes, as it prints them
    Dominoes,
    /// A history of OpenSpiel's python_block_dominoes or python_team_dominoes, or a state of the first
    Openspiel,
    /// A table, JSON or log with one move per line: round, player, tile, end
    Moves,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Target {
    /// A record in canonical form
    Record,
    /// The record as JSON
    Json,
    /// A history of OpenSpiel's python_block_dominoes or python_team_dominoes; one round, all hands known
    Openspiel,
    /// JSON Schema of records as JSON; reads no input
    Schema,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    if let Target::Schema = arguments.to {
        print::json(&json::schema());
        return ExitCode::SUCCESS;
    }
    let texts = Texts::new(language(arguments.lang));
    if !matches!(arguments.from, Form::Moves) && !arguments.choice.is_none() {
        return exit::unreadable(texts.list_other_form());
    }
    let game = match chosen(&arguments.choice) {
        Ok(game) => game,
        Err(why) => return exit::unreadable(why),
    };
    let form = match arguments.from {
        Form::Record => matches::Form::Records,
        Form::Json => matches::Form::Twins,
        Form::Dominoes | Form::Openspiel => matches::Form::Foreign,
        Form::Moves => matches::Form::Moves,
    };
    let mut is_first = true;
    let tally = matches::each(&arguments.files, arguments.pick, form, texts, |one| {
        let read = read(one, arguments, game.as_ref(), texts);
        let written =
            read.and_then(|read| Ok((write(one, arguments.to, &read, is_first, texts)?, read)));
        match written {
            Ok((out, read)) => {
                is_first = false;
                let missing = read.missing.into_iter();
                Answer {
                    out,
                    told: missing
                        .map(|what| one.located(None, &what, texts))
                        .collect(),
                    status: Status::Done,
                }
            }
            Err(why) => Answer::unreadable(why),
        }
    });
    tally.exit(texts)
}

/// Returns the chosen game. Refuses a choice that is wrong for every list.
fn chosen(choice: &Choice) -> Result<Option<Source>, String> {
    let Choice { changed, .. } = choice;
    let game = choice.source()?;
    if let Some(players) = changed.players {
        rules(game.as_ref(), changed, players)?;
    }
    Ok(game)
}

/// The rules for a list with this number of players. Without a game they are plain rules.
fn rules(game: Option<&Source>, changed: &Changed, players: u8) -> Result<Rules, String> {
    match game {
        Some(game) => game.rules(changed, Some(players)),
        None => changed.of_plain(players),
    }
}

/// A record, and the parts that its source lacks.
struct Read {
    record: Record,
    missing: Vec<String>,
}

impl From<Record> for Read {
    fn from(record: Record) -> Self {
        let missing = Vec::new();
        Self { record, missing }
    }
}

fn write(
    one: &Match,
    to: Target,
    read: &Read,
    is_first: bool,
    texts: Texts,
) -> Result<String, String> {
    let record = &read.record;
    let gap = if is_first { "" } else { "\n" };
    match to {
        Target::Record | Target::Schema => Ok(format!("{gap}{record}")),
        Target::Openspiel => {
            let history = to_openspiel(record);
            let history = history.map_err(|error| one.located(None, &error.told(texts), texts))?;
            Ok(format!("{gap}{history}"))
        }
        Target::Json => {
            let twin = serde_json::to_value(RecordJson::from(record));
            let twin = twin.map_err(|error| error.to_string())?;
            Ok(match one.is_alone {
                true => format!("{twin:#}\n"),
                false => format!("{twin}\n"),
            })
        }
    }
}

fn read(
    one: &Match,
    arguments: &Arguments,
    game: Option<&Source>,
    texts: Texts,
) -> Result<Read, String> {
    let located = |place, why: &str| one.located(place, why, texts);
    let wrong = |error: RecordError| located(Some(error.place), &error.wrong.told(texts));
    match arguments.from {
        Form::Record => {
            let (record, _) = one.record().map_err(wrong)?;
            Ok(record.into())
        }
        Form::Json => {
            let text = one.text().map_err(wrong)?;
            let twin: RecordJson = serde_json::from_str(text).map_err(|error| {
                let place = Place {
                    line: error.line() as u32,
                    column: error.column() as u32,
                };
                let why = texts.twin_json(&error.to_string());
                located(Some(one.place(place)), &why)
            })?;
            let record = Record::try_from(&twin);
            let record = record.map_err(|error| located(None, &error.told(texts)))?;
            Ok(record.into())
        }
        Form::Dominoes => from_dominoes(one.text().map_err(wrong)?)
            .map(Read::from)
            .map_err(|error| located(None, &error.told(texts))),
        Form::Openspiel => from_openspiel(one.text().map_err(wrong)?)
            .map(Read::from)
            .map_err(|error| located(None, &error.told(texts))),
        Form::Moves => {
            let text = one.text().map_err(wrong)?;
            read_list(one, text, game, &arguments.choice.changed, texts)
        }
    }
}

/// Reads a list of moves, and checks it by the chosen rules.
fn read_list(
    one: &Match,
    text: &str,
    game: Option<&Source>,
    changed: &Changed,
    texts: Texts,
) -> Result<Read, String> {
    let located = |error: &ListError, remark: Option<String>| {
        let why = error.told(texts);
        let why = one.located(Some(one.place(error.place)), &why, texts);
        remark.map_or_else(|| why.clone(), |remark| format!("{why}\n{remark}"))
    };
    let list = MoveList::parse(text).map_err(|error| located(&error, None))?;
    let rules = rules(game, changed, list.players())?;
    let remark = || game.is_none().then(|| texts.list_plain());
    let converted = list.record(rules).map_err(|error| {
        let by_rules = matches!(
            error.why,
            ListProblem::Breach(..) | ListProblem::Deal(_) | ListProblem::Hand { .. }
        );
        located(&error, remark().filter(|_| by_rules))
    })?;
    let mut record = converted.record;
    record.game = game.and_then(|game| game.id().parse().ok());
    let told = converted.missing.told(texts);
    Ok(Read {
        record,
        missing: remark().into_iter().chain(told).collect(),
    })
}
