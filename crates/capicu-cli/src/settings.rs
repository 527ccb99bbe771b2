//! Settings of `capicu serve` as a file: replaces defaults, and can be printed with comments.
//!
//! Its keys are the long names of the arguments. Flags and environment variables override it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::iter::once;
use std::ops::Range;
use std::path::{Path, PathBuf};

use capicu_i18n::Texts;
use capicu_record::nearest;
use clap::builder::Resettable;
use clap::error::{Error, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches as _};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::language::texts;
use crate::{input, refusal};

/// Arguments without a key in the file.
const ELSEWHERE: [&str; 7] = [
    "config",
    "print_config",
    "bot_pace",
    "accept_incomplete_copy",
    "lang",
    "color",
    "help",
];

/// Characters of a comment line at most.
const WIDTH: usize = 100;

/// Values of a file by argument id.
type Settings = BTreeMap<String, Vec<String>>;

/// The file of settings that is read, and the one that is written.
#[derive(Debug, clap::Args)]
pub struct FileArguments {
    /// Configuration file, as from --print-config. Arguments and environment variables override it
    #[arg(long, env = "CAPICU_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print the current configuration with comments, as a file for --config, and exit
    #[arg(long)]
    pub print_config: bool,
}

/// Returns the command with defaults from the file that these words or the environment name. Fails if the file cannot
/// be read, or a value is invalid: one error on each line.
pub fn applied(command: Command, words: &[OsString]) -> Result<Command, Error> {
    let lenient = command.clone().ignore_errors(true);
    let matches = lenient.try_get_matches_from(words);
    let serve = matches
        .as_ref()
        .ok()
        .and_then(|matches| matches.subcommand_matches("serve"));
    let given = serve.and_then(|serve| FileArguments::from_arg_matches(serve).ok());
    let Some(file) = given.and_then(|given| given.config) else {
        return Ok(command);
    };
    let refused = |why: Vec<String>| Error::raw(ErrorKind::Io, why.join("\n"));
    let known = command.find_subcommand("serve").expect("it is asked for");
    let settings = read(&file, known).map_err(refused)?;
    // Change it in place: the command is built, and refers to its arguments by position.
    Ok(command.mut_subcommand("serve", |serve| {
        serve.mut_args(|arg| match settings.get(arg.get_id().as_str()) {
            Some(values) => arg.default_values(values.clone()),
            None => arg,
        })
    }))
}

fn read(file: &Path, serve: &Command) -> Result<Settings, Vec<String>> {
    let texts = texts();
    let text = input::text(file);
    let text = text.map_err(|error| vec![input::unread(file, &error, texts)])?;
    let name = file.display().to_string();
    let place = |at: Range<usize>, why: &str| {
        let line = text[..at.start.min(text.len())].matches('\n').count() + 1;
        texts.settings_place(&name, line, why)
    };
    let table = DeTable::parse(&text).map_err(|error| {
        let at = error.span().unwrap_or(0..0);
        vec![place(at, &texts.settings_syntax(error.message()))]
    })?;
    let (mut settings, mut wrong) = (Settings::new(), Vec::new());
    for (key, value) in table.get_ref() {
        match setting(serve, key.get_ref(), value, texts) {
            Ok((id, values)) => drop(settings.insert(id, values)),
            Err(why) => wrong.push((key.span(), why)),
        }
    }
    if wrong.is_empty() {
        return Ok(settings);
    }
    wrong.sort_by_key(|(at, _)| at.start);
    Err(wrong.into_iter().map(|(at, why)| place(at, &why)).collect())
}

fn setting(
    serve: &Command,
    key: &str,
    value: &Spanned<DeValue<'_>>,
    texts: Texts,
) -> Result<(String, Vec<String>), String> {
    let Some(arg) = listed(serve).find(|arg| arg.get_long() == Some(key)) else {
        let near = nearest(key, listed(serve).filter_map(Arg::get_long));
        let meant = near
            .map(|near| texts.did_you_mean(near))
            .unwrap_or_default();
        return Err(texts.settings_unknown(key, &meant));
    };
    let takes_many = matches!(arg.get_action(), ArgAction::Append);
    let values: Option<Vec<String>> = match value.get_ref() {
        DeValue::Array(all) if takes_many => all.iter().map(|one| scalar(one.get_ref())).collect(),
        one => scalar(one).map(|one| vec![one]),
    };
    let Some(values) = values else {
        return Err(match takes_many {
            true => texts.settings_wants_list(key),
            false => texts.settings_wants_one(key),
        });
    };
    // Let the argument check its values alone; other errors are reported elsewhere.
    let alone = serve.clone().mut_args(|arg| arg.env(Resettable::Reset));
    let words = values.iter().map(|value| format!("--{key}={value}"));
    match alone.try_get_matches_from(once("serve".to_owned()).chain(words)) {
        Ok(_) => Ok((arg.get_id().to_string(), values)),
        Err(error) => Err(refusal::told(&error)),
    }
}

/// Returns a text or an integer in the form of an argument.
fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        _ => None,
    }
}

/// Lists the arguments that the file may set, in the order of the help.
fn listed(serve: &Command) -> impl Iterator<Item = &Arg> {
    serve.get_arguments().filter(|arg| {
        !arg.is_hide_set()
            && arg.get_long().is_some()
            && !ELSEWHERE.contains(&arg.get_id().as_str())
    })
}

/// Formats the current settings as a commented file.
pub fn printed(serve: &Command, matches: &ArgMatches) -> String {
    let texts = texts();
    let mut lines = comment(&texts.settings_head());
    let mut heading = None;
    for arg in listed(serve) {
        lines.push(String::new());
        if arg.get_help_heading() != heading {
            heading = arg.get_help_heading();
            lines.extend(heading.map(comment).into_iter().flatten());
            lines.push(String::new());
        }
        let help = arg.get_long_help().or_else(|| arg.get_help());
        let help = help.map(ToString::to_string).unwrap_or_default();
        // Additions of the Spanish help about the argument follow below.
        let help = help.split(" [variable: ").next().unwrap_or_default();
        lines.extend(comment(help));
        if let Some(variable) = arg.get_env() {
            let name = variable.to_string_lossy();
            lines.extend(comment(&texts.settings_variable(&*name)));
        }
        let key = arg.get_long().unwrap_or_default();
        let values = match arg.get_id().as_str() {
            // Others may read the output.
            "bus_password" => None,
            id => matches.get_raw(id),
        };
        let values = values.into_iter().flatten();
        let values: Vec<String> = values
            .map(|value| value.to_string_lossy())
            .map(|value| match arg.is_hide_env_values_set() {
                true => literal(&without_passwords(&value)),
                false => literal(&value),
            })
            .collect();
        lines.push(match (values.as_slice(), arg.get_action()) {
            ([], ArgAction::Append) => format!("{key} = []"),
            ([], _) => format!("#{key} = {}", example(arg)),
            (many, ArgAction::Append) => format!("{key} = [{}]", many.join(", ")),
            ([one, ..], _) => format!("{key} = {one}"),
        });
    }
    lines.join("\n") + "\n"
}

/// Returns a placeholder for a value that is not set.
fn example(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    literal(names.first().map_or("", |name| name.as_str()))
}

/// Formats a value for the file.
fn literal(value: &str) -> String {
    let is_number = value.parse::<u32>().is_ok_and(|n| n.to_string() == value);
    match is_number {
        true => value.to_owned(),
        // JSON escapes are valid in TOML.
        false => serde_json::Value::from(value).to_string(),
    }
}

/// Removes passwords from an address, or several separated by commas, because others may read the output.
pub fn without_passwords(addresses: &str) -> String {
    let one = |address: &str| {
        let address = match address.split_once('?') {
            Some((address, query)) if query.contains("password") => address,
            _ => address,
        };
        let Some((scheme, rest)) = address.split_once("://") else {
            return address.to_owned();
        };
        let Some((who, place)) = rest.rsplit_once('@') else {
            return address.to_owned();
        };
        let name = who.split(':').next().unwrap_or_default();
        format!("{scheme}://{name}@{place}")
    };
    let all: Vec<String> = addresses.split(',').map(one).collect();
    all.join(",")
}

/// Lists environment variables that no argument uses but that resemble one, each with the similar one.
pub fn misspelled(
    command: &Command,
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> Vec<(String, String)> {
    const PREFIX: &str = "CAPICU_";
    let plain = |name: &str| name.to_lowercase().replace('_', "-");
    let inner = command.get_subcommands().flat_map(Command::get_arguments);
    let known = command
        .get_arguments()
        .chain(inner)
        .filter_map(Arg::get_env);
    let known: BTreeMap<String, &str> = known
        .filter_map(|name| name.to_str()?.strip_prefix(PREFIX))
        .map(|name| (plain(name), name))
        .collect();
    let given =
        variables.filter_map(|(name, _)| Some(name.to_str()?.strip_prefix(PREFIX)?.to_owned()));
    let unknown = given.filter(|name| known.values().all(|known| *known != name.as_str()));
    let pairs = unknown.filter_map(|name| {
        let near = nearest(&name, known.keys().map(String::as_str))?;
        Some((
            format!("{PREFIX}{name}"),
            format!("{PREFIX}{}", known[near]),
        ))
    });
    pairs.collect()
}

fn comment(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines().filter(|line| !line.is_empty()) {
        let mut line = "#".to_owned();
        for word in paragraph.split_whitespace() {
            if line.chars().count() + word.chars().count() >= WIDTH {
                lines.push(std::mem::replace(&mut line, "#".to_owned()));
            }
            line.push(' ');
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::without_passwords;

    #[test]
    fn printed_settings_contain_no_password() {
        for (given, printed) in [
            (
                "postgres://capicu@host/capicu",
                "postgres://capicu@host/capicu",
            ),
            ("postgres://a:secret:w@rd@host:1/b", "postgres://a@host:1/b"),
            ("postgres://a@host/b?password=word", "postgres://a@host/b"),
            (
                "nats://a:word@one,nats://:word@two:4222",
                "nats://a@one,nats://@two:4222",
            ),
            ("nats://one", "nats://one"),
        ] {
            assert_eq!(without_passwords(given), printed);
        }
    }
}
