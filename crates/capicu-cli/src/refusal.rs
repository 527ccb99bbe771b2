//! Errors of arguments, in the style of other errors and in the language of the answer.

use clap::Command;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use crate::language::texts;

/// Points to the help of the command that was called.
pub fn more(command: &Command, arguments: &[String]) -> String {
    texts().command_more(&called(command, arguments))
}

pub fn told(error: &Error) -> String {
    let texts = texts();
    let one = |kind| match error.get(kind) {
        Some(ContextValue::String(one)) => one.clone(),
        Some(ContextValue::Strings(many)) => many.join(", "),
        Some(ContextValue::StyledStr(one)) => one.to_string(),
        Some(ContextValue::StyledStrs(many)) => many
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(", "),
        Some(ContextValue::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let meant = |kind| {
        let first = match error.get(kind) {
            // The best suggestion comes last.
            Some(ContextValue::Strings(many)) => many.last().cloned(),
            Some(ContextValue::String(one)) => Some(one.clone()),
            _ => None,
        };
        let meant = first.map(|word| texts.did_you_mean(&word));
        meant.unwrap_or_default()
    };
    let argument = one(ContextKind::InvalidArg);
    let value = one(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => texts.command_no_value(&argument),
        ErrorKind::InvalidValue => {
            let known = one(ContextKind::ValidValue);
            let meant = meant(ContextKind::SuggestedValue);
            texts.command_one_of(&value, bare(&argument), &known, &meant)
        }
        ErrorKind::ValueValidation => {
            let source = std::error::Error::source(error);
            let why = source.map(ToString::to_string).unwrap_or_default();
            texts.command_value(&value, bare(&argument), &why)
        }
        ErrorKind::UnknownArgument if !argument.starts_with('-') => {
            texts.command_too_much(&argument)
        }
        ErrorKind::UnknownArgument => {
            texts.command_unknown(&argument, &meant(ContextKind::SuggestedArg))
        }
        ErrorKind::InvalidSubcommand => {
            let name = one(ContextKind::InvalidSubcommand);
            let meant = match name.as_str() {
                "version" => texts.did_you_mean("--version"),
                _ => meant(ContextKind::SuggestedSubcommand),
            };
            texts.command_no_command(&name, &meant)
        }
        ErrorKind::NoEquals => texts.command_no_value(&argument),
        ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues | ErrorKind::TooFewValues => {
            texts.command_values(&argument)
        }
        ErrorKind::ArgumentConflict => {
            let prior = one(ContextKind::PriorArg);
            match bare(&prior) == bare(&argument) {
                true => texts.command_twice(bare(&argument)),
                false => texts.command_conflict(&listed(&argument), &listed(&prior)),
            }
        }
        ErrorKind::MissingRequiredArgument => texts.command_missing(&argument),
        ErrorKind::MissingSubcommand => texts.command_missing_command(),
        ErrorKind::InvalidUtf8 => texts.command_not_utf8(),
        _ => error
            .to_string()
            .trim_start_matches("error: ")
            .trim()
            .to_owned(),
    }
}

/// Removes the name of the value from an option.
fn bare(argument: &str) -> &str {
    argument
        .split([' ', '=', '['])
        .next()
        .filter(|bare| !bare.is_empty())
        .unwrap_or(argument)
}

fn listed(arguments: &str) -> String {
    let each: Vec<&str> = arguments.split(", ").map(bare).collect();
    each.join(", ")
}

fn called(command: &Command, arguments: &[String]) -> String {
    let mut names = command.get_name().to_owned();
    let mut at = command;
    for word in arguments {
        if let Some(next) = at.find_subcommand(word) {
            names += &format!(" {}", next.get_name());
            at = next;
        }
    }
    names
}
