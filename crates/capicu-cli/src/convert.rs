//! `capicu convert`: converts move lists of other programs to records, and records to JSON and back.

use std::path::PathBuf;
use std::process::ExitCode;

use capicu_i18n::Texts;
use capicu_record::foreign::{from_dominoes, from_openspiel};
use capicu_record::json::{self, RecordJson};
use capicu_record::{Place, Record, RecordError};
use clap::ValueEnum;

use crate::language::{Language, language};
use crate::matches::{self, Answer, Match, Pick, Status};
use crate::print;

/// Convert move lists of other programs to records, or records to JSON and back
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
    /// A history or state of OpenSpiel's python_block_dominoes or python_team_dominoes
    Openspiel,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Target {
    /// A record in canonical form
    Record,
    /// The record as JSON
    Json,
    /// JSON Schema of records as JSON; reads no input
    Schema,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    if let Target::Schema = arguments.to {
        print::json(&json::schema());
        return ExitCode::SUCCESS;
    }
    let texts = Texts::new(language(arguments.lang));
    let form = match arguments.from {
        Form::Record => matches::Form::Records,
        Form::Json => matches::Form::Twins,
        Form::Dominoes | Form::Openspiel => matches::Form::Foreign,
    };
    let mut is_first = true;
    let tally = matches::each(&arguments.files, arguments.pick, form, texts, |one| {
        let written = read(one, arguments.from, texts).and_then(|record| match arguments.to {
            Target::Record | Target::Schema => Ok(match is_first {
                true => record.to_string(),
                false => format!("\n{record}"),
            }),
            Target::Json => {
                let twin = serde_json::to_value(RecordJson::from(&record));
                let twin = twin.map_err(|error| error.to_string())?;
                Ok(match one.is_alone {
                    true => format!("{twin:#}\n"),
                    false => format!("{twin}\n"),
                })
            }
        });
        match written {
            Ok(out) => {
                is_first = false;
                Answer {
                    out,
                    told: Vec::new(),
                    status: Status::Done,
                }
            }
            Err(why) => Answer::unreadable(why),
        }
    });
    tally.exit(texts)
}

fn read(one: &Match, from: Form, texts: Texts) -> Result<Record, String> {
    let located = |place, why: &str| one.located(place, why, texts);
    let wrong = |error: RecordError| located(Some(error.place), &error.wrong.told(texts));
    match from {
        Form::Record => one.record().map(|(record, _)| record).map_err(wrong),
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
            Record::try_from(&twin).map_err(|error| located(None, &error.told(texts)))
        }
        Form::Dominoes => from_dominoes(one.text().map_err(wrong)?)
            .map_err(|error| located(None, &error.told(texts))),
        Form::Openspiel => from_openspiel(one.text().map_err(wrong)?)
            .map_err(|error| located(None, &error.told(texts))),
    }
}
