//! Commands that a build without the feature `full` lacks. It lists them anyway, and names the build that has them.

use std::process::ExitCode;

use capicu_i18n::Texts;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command, Error, FromArgMatches, Subcommand};

use crate::exit;
use crate::language::texts;

/// Names, in the order of the help.
const NAMES: [&str; 21] = [
    "replay",
    "simulate",
    "merge",
    "perft",
    "arena",
    "suite",
    "solve",
    "hint",
    "analyze",
    "pose",
    "convert",
    "event",
    "backup",
    "restore",
    "export",
    "import",
    "status",
    "doctor",
    "bot-check",
    "completions",
    "man",
];

/// A missing command, which accepts and ignores all arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Other(&'static str);

impl Other {
    pub fn run(self) -> ExitCode {
        exit::unreadable(self.told(texts()))
    }

    fn told(self, texts: Texts) -> String {
        texts.command_left_out(self.0)
    }
}

/// Adds a note to the help of missing commands.
pub fn marked(command: Command, texts: Texts) -> Command {
    let about = texts.command_left_out_short();
    NAMES.iter().fold(command, |command, name| {
        command.mut_subcommand(*name, |inner| inner.about(about.clone()))
    })
}

impl FromArgMatches for Other {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let named = matches.subcommand_name();
        let found = NAMES.into_iter().find(|name| Some(*name) == named);
        found
            .map(Self)
            .ok_or_else(|| Error::new(ErrorKind::InvalidSubcommand))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for Other {
    fn augment_subcommands(command: Command) -> Command {
        command.subcommands(NAMES.map(|name| {
            let anything = Arg::new("anything")
                .num_args(0..)
                .trailing_var_arg(true)
                .allow_hyphen_values(true)
                .hide(true);
            Command::new(name).disable_help_flag(true).arg(anything)
        }))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        NAMES.contains(&name)
    }
}

#[cfg(test)]
mod tests {
    use capicu_i18n::Lang;

    use super::*;

    fn quick(lang: Lang) -> Command {
        let command = Other::augment_subcommands(Command::new("capicu"));
        marked(crate::help::told(command, lang), Texts::new(lang))
    }

    #[cfg(feature = "full")]
    #[test]
    fn left_out_commands_are_those_of_the_full_build_only() {
        let full = crate::full::Other::augment_subcommands(Command::new("capicu"));
        let names: Vec<&str> = full.get_subcommands().map(Command::get_name).collect();
        assert_eq!(names, NAMES);
    }

    #[test]
    fn left_out_command_names_the_build_that_has_it() {
        for name in NAMES {
            for arguments in ["", "--help", "-h", "--game cien --rounds -5", "a -- b"] {
                let words = ["capicu", name].into_iter().chain(arguments.split(' '));
                let words = words.filter(|word| !word.is_empty());
                let matches = quick(Lang::En).try_get_matches_from(words);
                let matches = matches.expect("anything is taken");
                let read = Other::from_arg_matches(&matches).expect("it is one of them");
                assert_eq!(read, Other(name));
                assert_eq!(
                    format!("{:?}", read.run()),
                    format!("{:?}", ExitCode::from(2))
                );
            }
            for lang in [Lang::En, Lang::Es] {
                let told = Other(name).told(Texts::new(lang));
                assert!(told.contains(&format!("`capicu {name}`")), "{told}");
                assert!(told.contains("`cargo xtask build --release`"), "{told}");
            }
        }
    }

    #[test]
    fn help_lists_left_out_commands_with_their_build() {
        let english = "Requires `cargo xtask build --release`";
        let spanish = "Requiere `cargo xtask build --release`";
        for (lang, expected) in [(Lang::En, english), (Lang::Es, spanish)] {
            let help = quick(lang).render_help().to_string();
            for name in NAMES {
                let line = help.lines().find(|line| line.trim().starts_with(name));
                let line = line.unwrap_or_else(|| panic!("{name}: {help}"));
                assert!(line.ends_with(expected), "{line}");
            }
        }
    }
}
