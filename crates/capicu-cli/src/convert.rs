//! `capicu convert`: records from the move lists of other programs, and between the two forms.

use std::path::PathBuf;
use std::process::ExitCode;

use capicu_i18n::Texts;
use capicu_record::foreign::{from_dominoes, from_openspiel};
use capicu_record::json::{self, RecordJson};
use capicu_record::record::decode;
use capicu_record::{Place, Record};
use clap::ValueEnum;

use crate::language::language;
use crate::{exit, input, print};

/// Turns move lists of other programs into a record, or a record into its JSON twin and back
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// What the input is
    #[arg(long, value_enum, default_value_t = Form::Record)]
    from: Form,
    /// What the output is to be
    #[arg(long, value_enum, default_value_t = Target::Record)]
    to: Target,
    /// The input; `-` for standard input
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// A record
    Record,
    /// The JSON twin of a record
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
    /// The JSON twin
    Json,
    /// The JSON Schema of the twin; the input is not read
    Schema,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    if let Target::Schema = arguments.to {
        print::json(&json::schema());
        return ExitCode::SUCCESS;
    }
    let texts = Texts::new(language(None));
    let shown = input::shown(&arguments.file, texts);
    let record = input::read(&arguments.file, texts).and_then(|bytes| {
        read(&bytes, arguments.from, texts).map_err(|why| format!("{shown}:{why}"))
    });
    match (record, arguments.to) {
        (Err(why), _) => exit::unreadable(why),
        (Ok(record), Target::Json) => {
            match serde_json::to_value(RecordJson::from(&record)) {
                Ok(value) => print::json(&value),
                Err(error) => return exit::unreadable(error),
            }
            ExitCode::SUCCESS
        }
        (Ok(record), _) => {
            print::text(record);
            ExitCode::SUCCESS
        }
    }
}

fn read(bytes: &[u8], from: Form, texts: Texts) -> Result<Record, String> {
    let text = decode(bytes).map_err(|error| error.told(texts))?;
    match from {
        Form::Record => text
            .parse()
            .map_err(|error: capicu_record::RecordError| error.told(texts)),
        Form::Json => {
            let twin: RecordJson = serde_json::from_str(text).map_err(|error| {
                let place = Place {
                    line: error.line() as u32,
                    column: error.column() as u32,
                };
                format!("{place}: {error}")
            })?;
            Record::try_from(&twin).map_err(|error| format!(" {error}"))
        }
        Form::Dominoes => from_dominoes(text).map_err(|error| format!(" {error}")),
        Form::Openspiel => from_openspiel(text).map_err(|error| format!(" {error}")),
    }
}
