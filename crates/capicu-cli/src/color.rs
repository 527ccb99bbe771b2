//! Color in answers, errors and logs: on terminals, unless the user chooses otherwise.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::sync::OnceLock;

use clap::ValueEnum;

use crate::early;

/// When there is color, as an argument.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless the variables NO_COLOR, CLICOLOR or TERM=dumb say otherwise
    #[default]
    Auto,
    /// Color in every output
    Always,
    /// No color in any output
    Never,
}

static ASKED: OnceLock<Color> = OnceLock::new();

/// Finds `--color` before the arguments are parsed, since their errors may be in color too.
pub fn look_for(arguments: &[OsString]) {
    let mut values = early::values(arguments, "--color");
    if let Some(asked) = values.find_map(|value| Color::from_str(value, false).ok()) {
        // Only the first search counts.
        let _ = ASKED.set(asked);
    }
}

pub fn is_on(stream: &impl IsTerminal) -> bool {
    let asked = ASKED.get().copied().unwrap_or_default();
    decided(asked, stream.is_terminal(), |name| env::var_os(name))
}

fn decided(asked: Color, is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let is = |name, value: &str| variable(name).is_some_and(|set| set == OsStr::new(value));
    let is_set = |name| variable(name).is_some_and(|set| !set.is_empty());
    match asked {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if is_set("NO_COLOR") => false,
        Color::Auto if is_set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0") => true,
        Color::Auto => is_terminal && !is("TERM", "dumb") && !is("CLICOLOR", "0"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_argument_overrides_variables_and_the_terminal() {
        let with = |asked, is_terminal, variables: &[(&str, &str)]| {
            decided(asked, is_terminal, |name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| OsString::from(value))
            })
        };
        let (force, no) = (("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1"));
        assert!(with(Color::Always, false, &[no]));
        assert!(!with(Color::Never, true, &[force]));
        for (is_terminal, variables, is_on) in [
            (true, &[][..], true),
            (false, &[], false),
            (true, &[no], false),
            (true, &[("NO_COLOR", "")], true),
            (false, &[force], true),
            (false, &[("CLICOLOR_FORCE", "0")], false),
            (false, &[force, no], false),
            (true, &[("TERM", "dumb")], false),
            (true, &[("CLICOLOR", "0")], false),
        ] {
            assert_eq!(
                with(Color::Auto, is_terminal, variables),
                is_on,
                "{variables:?}"
            );
        }
    }
}
