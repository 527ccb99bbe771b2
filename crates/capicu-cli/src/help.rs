//! Help: derived from the arguments, with examples, in the language of the answer.
//!
//! The English text is the doc comment of each argument; [`spanish`] contains the Spanish one. A test checks that none
//! is missing.

mod examples;
mod spanish;

use std::fmt::Write as _;

use capicu_i18n::Lang;
use clap::{Arg, Command};

pub fn told(mut command: Command, lang: Lang) -> Command {
    command.build();
    with_help(command, "", lang)
}

/// Texts by name: `# ` and the name on the line before each.
type Sections = Vec<(&'static str, &'static str)>;

fn sections(text: &'static str) -> Sections {
    let parts = text.trim_start_matches("# ").split("\n# ");
    let parts = parts.filter_map(|part| part.split_once('\n'));
    parts.map(|(name, text)| (name, text.trim_end())).collect()
}

fn section(sections: &Sections, name: &str) -> Option<&'static str> {
    let found = sections.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text)
}

/// `path` is the command as typed after `capicu`.
fn with_help(command: Command, path: &str, lang: Lang) -> Command {
    let mut command = command.mut_args(|arg| match arg.is_positional() {
        true => arg,
        // The parser of each number reports negative ones.
        false => arg.allow_negative_numbers(true),
    });
    let heading = match lang {
        Lang::En | Lang::Fr => "Examples:",
        Lang::Es => "Ejemplos:",
    };
    if let Some(examples) = examples::of(path) {
        let lines: String = examples.map(|line| format!("\n  {line}")).collect();
        command = command.after_help(format!("{heading}{lines}"));
    }
    if lang == Lang::Es {
        command = in_spanish(command, path);
    }
    command.mut_subcommands(|inner| match inner.get_name() {
        // It contains all commands again.
        "help" if lang == Lang::Es => in_spanish(inner, "help"),
        "help" => inner,
        name => {
            let path = format!("{path} {name}");
            with_help(inner, path.trim_start(), lang)
        }
    })
}

/// The frame of the help in Spanish.
const TEMPLATE: &str = "{before-help}{about-with-newline}\nUso: {usage}\n\n{all-args}{after-help}";

fn in_spanish(command: Command, path: &str) -> Command {
    let about = spanish::of(path, None).unwrap_or_default();
    let (short, long) = short_and_long(about);
    let mut command = command
        .about(short)
        .subcommand_help_heading("Comandos")
        .help_template(TEMPLATE)
        .mut_args(|arg| argument_in_spanish(arg, path));
    if let Some(long) = long {
        command = command.long_about(long);
    }
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let words = [("[OPTIONS]", "[OPCIONES]"), ("COMMAND", "COMANDO")];
    let usage = words
        .iter()
        .fold(usage.to_owned(), |usage, (en, es)| usage.replace(en, es));
    command.override_usage(usage)
}

fn argument_in_spanish(arg: Arg, path: &str) -> Arg {
    let text = spanish::of(path, Some(arg.get_id().as_str())).unwrap_or_default();
    let (short, long) = short_and_long(text);
    let facts = facts(&arg);
    let heading = match arg.get_help_heading() {
        Some(heading) => spanish::heading(heading),
        None if arg.is_positional() => "Argumentos",
        None => "Opciones",
    };
    let names: Option<Vec<_>> = arg.get_value_names().map(|names| {
        let each = names.iter().map(|name| spanish::value_name(name));
        each.collect()
    });
    let mut arg = arg
        .help(format!("{short}{facts}"))
        .help_heading(heading)
        .hide_default_value(true)
        .hide_possible_values(true)
        .hide_env(true);
    let long = long.unwrap_or(short);
    arg = arg.long_help(format!("{long}{facts}"));
    match names {
        Some(names) => arg.value_names(names),
        None => arg,
    }
}

/// Returns clap's English notes on an argument.
fn facts(arg: &Arg) -> String {
    let mut facts = String::new();
    let hidden = arg.is_hide_env_set();
    if let Some(name) = arg.get_env().filter(|_| !hidden) {
        let _ = write!(facts, " [variable: {}]", name.to_string_lossy());
    }
    let default: Vec<_> = arg
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy())
        .filter(|value| !value.is_empty())
        .collect();
    let takes_one = arg.get_action().takes_values() && !arg.is_hide_default_value_set();
    if takes_one && !default.is_empty() {
        let _ = write!(facts, " [por defecto: {}]", default.join(","));
    }
    let values = arg.get_possible_values();
    let values: Vec<&str> = values
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(|value| value.get_name())
        .collect();
    if !values.is_empty() && !arg.is_hide_possible_values_set() {
        let _ = write!(facts, " [valores: {}]", values.join(", "));
    }
    facts
}

/// Returns the first paragraph, and the whole text if it has more.
fn short_and_long(text: &'static str) -> (&'static str, Option<&'static str>) {
    match text.split_once("\n\n") {
        Some((short, _)) => (short, Some(text)),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(command: &Command, path: &str, all: &mut Vec<(String, Option<String>)>) {
        all.push((path.to_owned(), None));
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            all.push((path.to_owned(), Some(arg.get_id().to_string())));
        }
        for inner in command
            .get_subcommands()
            .filter(|inner| inner.get_name() != "help")
        {
            let path = format!("{path} {}", inner.get_name());
            shown(inner, path.trim_start(), all);
        }
    }

    fn english() -> Command {
        let mut command = <crate::Arguments as clap::CommandFactory>::command();
        command.build();
        command
    }

    #[test]
    fn spanish_help_is_complete_and_has_no_unused_text() {
        let mut all = Vec::new();
        shown(&english(), "", &mut all);
        let missing: Vec<_> = all
            .iter()
            .filter(|(path, id)| spanish::of(path, id.as_deref()).is_none())
            .collect();
        assert!(missing.is_empty(), "{missing:#?}");
        let used = all
            .iter()
            .map(|(path, id)| spanish::key(path, id.as_deref()));
        let used: Vec<_> = used.flatten().chain(["help"]).collect();
        let left: Vec<_> = spanish::keys().filter(|key| !used.contains(key)).collect();
        assert!(left.is_empty(), "{left:#?}");
    }

    #[test]
    fn every_command_has_examples_that_parse() {
        let mut all = Vec::new();
        shown(&english(), "", &mut all);
        for (path, id) in all {
            let command = english();
            let inner = path
                .split_whitespace()
                .try_fold(&command, |at, name| at.find_subcommand(name))
                .expect("a command");
            let is_group = inner
                .get_subcommands()
                .any(|inner| inner.get_name() != "help");
            if id.is_some() || is_group && path != "games" {
                continue;
            }
            let examples = examples::of(&path).unwrap_or_else(|| panic!("{path} has no example"));
            for example in examples {
                let line = example.split('|').next().unwrap_or(example);
                let words = words(line);
                let own = format!("capicu {path}");
                assert!(words.join(" ").starts_with(&own), "{example}");
                let read = command.clone().try_get_matches_from(words);
                assert!(read.is_ok(), "{example}: {read:?}");
            }
        }
    }

    /// Splits a line into words like a shell, without quotes and redirections.
    fn words(line: &str) -> Vec<String> {
        let mut words = vec![String::new()];
        let mut quoted = false;
        for c in line.split(['>', '<']).next().unwrap_or(line).chars() {
            match c {
                '"' => quoted = !quoted,
                ' ' if !quoted => words.push(String::new()),
                c => words.last_mut().expect("one at least").push(c),
            }
        }
        words.retain(|word| !word.is_empty());
        words
    }

    #[test]
    fn help_in_spanish_has_no_english_frame() {
        let mut all = Vec::new();
        shown(&english(), "", &mut all);
        let mut command = told(
            <crate::Arguments as clap::CommandFactory>::command(),
            Lang::Es,
        );
        for (path, _) in all.into_iter().filter(|(_, id)| id.is_none()) {
            let inner = path.split_whitespace().fold(&mut command, |at, name| {
                at.find_subcommand_mut(name).expect("a command")
            });
            let shown = inner.render_long_help().to_string();
            for word in [
                "Usage",
                "Options",
                "Commands",
                "default:",
                "possible values",
                "[OPTIONS]",
            ] {
                assert!(!shown.contains(word), "{path}: {word}: {shown}");
            }
            assert!(shown.contains("Uso: capicu"), "{path}: {shown}");
        }
    }

    #[test]
    fn every_value_name_has_a_spanish_one() {
        fn names(command: &Command, all: &mut Vec<String>) {
            let takes_one = |arg: &&Arg| !arg.is_hide_set() && arg.get_action().takes_values();
            for arg in command.get_arguments().filter(takes_one) {
                let given = arg.get_value_names().unwrap_or_default();
                all.extend(given.iter().map(ToString::to_string));
            }
            for inner in command.get_subcommands() {
                names(inner, all);
            }
        }
        let mut all = Vec::new();
        names(&english(), &mut all);
        all.sort_unstable();
        all.dedup();
        // Units, and names that are the same in both languages.
        let same = [
            "BYTES", "ELO", "HASH", "I/N", "ID", "MB", "N", "S", "T", "URL", "off|on",
        ];
        all.retain(|name| !same.contains(&name.as_str()) && spanish::value_name(name) == *name);
        assert!(all.is_empty(), "{all:?}");
    }

    #[test]
    fn every_command_is_in_the_reference() {
        let reference = include_str!("../../../docs/command-line.md");
        let command = english();
        let names = command.get_subcommands().map(Command::get_name);
        let listed = listed(reference);
        for name in names.filter(|name| *name != "help") {
            let headed = reference.lines().any(|line| {
                let heading = line.strip_prefix("## capicu ");
                heading.is_some_and(|heading| heading.split([' ', ',']).any(|word| word == name))
            });
            let is_shown = reference.contains(&format!("capicu {name} "));
            assert!(headed || is_shown, "{name}");
            assert!(listed.contains(&name), "{name} is not in the first table");
        }
    }

    /// The commands in the second column of the first table: the texts of links and of code.
    fn listed(reference: &str) -> Vec<&str> {
        let rows = reference
            .lines()
            .skip_while(|line| !line.starts_with("| You want to"));
        let cells = rows
            .take_while(|line| line.starts_with('|'))
            .filter_map(|row| row.split('|').nth(2));
        let texts = cells.flat_map(|cell| cell.split(['[', '`']).skip(1));
        let names = texts.filter_map(|text| text.split([']', '`']).next());
        names.flat_map(|names| names.split(", ")).collect()
    }
}
