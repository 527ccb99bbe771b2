//! One man page, in the language man(7).

use std::fmt::Write as _;

use capicu_i18n::Lang;
use clap::{Arg, Command};

use crate::language::say;

/// Bytes of a line of the source.
const WIDTH: usize = 80;

/// Returns the page of a command; in `name`, hyphens replace spaces.
pub fn of(command: &Command, name: &str, day: &str, lang: Lang) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let title = name.to_uppercase();
    let mut page = format!(".TH {title} 1 {day} \"capicu {version}\"\n");
    let heading = |page: &mut String, en, es| {
        let _ = writeln!(page, ".SH {}", say(lang, en, es));
    };
    let about = command.get_about().map(ToString::to_string);
    let about = about.unwrap_or_default();
    heading(&mut page, "NAME", "NOMBRE");
    paragraph(&mut page, &format!("{name} - {about}"));
    heading(&mut page, "SYNOPSIS", "SINOPSIS");
    synopsis(&mut page, command, name, lang);
    heading(&mut page, "DESCRIPTION", "DESCRIPCIÓN");
    let long = command.get_long_about().map(ToString::to_string);
    paragraphs(&mut page, &long.unwrap_or(about));
    options(&mut page, command, lang);
    let inner: Vec<&Command> = command
        .get_subcommands()
        .filter(|inner| inner.get_name() != "help")
        .collect();
    if !inner.is_empty() {
        heading(&mut page, "COMMANDS", "COMANDOS");
        for inner in inner {
            let _ = writeln!(
                page,
                ".TP\n.B {}(1)",
                escaped(&format!("{name}-{}", inner.get_name()))
            );
            let about = inner.get_about().map(ToString::to_string);
            paragraph(&mut page, &about.unwrap_or_default());
        }
    }
    if let Some(examples) = command.get_after_help() {
        heading(&mut page, "EXAMPLES", "EJEMPLOS");
        let examples = examples.to_string();
        for example in examples.lines().skip(1) {
            let _ = writeln!(page, ".TP\n.B $");
            paragraph(&mut page, example);
        }
    }
    heading(&mut page, "EXIT STATUS", "ESTADO DE SALIDA");
    for (code, en, es) in EXIT {
        let _ = writeln!(page, ".TP\n.B {code}");
        paragraph(&mut page, say(lang, en, es));
    }
    page
}

const EXIT: [(&str, &str, &str); 4] = [
    ("0", "Success.", "Sin errores."),
    (
        "1",
        "The input breaks the rules of its game, a check failed, or a server failed.",
        "La entrada no sigue las reglas de su juego, falló una comprobación o falló un servidor.",
    ),
    (
        "2",
        "The input cannot be read, the arguments are invalid, or the answer cannot be written.",
        "La entrada no se puede leer, los argumentos no son válidos o la respuesta no se puede escribir.",
    ),
    (
        "130",
        "Interrupted. Results so far are printed or kept.",
        "Interrumpido. Los resultados hasta ahora quedan escritos o guardados.",
    ),
];

fn synopsis(page: &mut String, command: &Command, name: &str, lang: Lang) {
    let _ = writeln!(page, ".B {}", escaped(&name.replace('-', " ")));
    for arg in shown(command) {
        let term = match (arg.get_long(), arg.get_short()) {
            (Some("help"), _) => "\\fB\\-h\\fR|\\fB\\-\\-help\\fR".to_owned(),
            _ => term(arg),
        };
        let term = match arg.is_required_set() {
            true => term,
            false => format!("[{term}]"),
        };
        let more = match arg.get_num_args().is_some_and(|n| n.max_values() > 1) {
            true => " ...",
            false => "",
        };
        let _ = writeln!(page, "{term}{more}");
    }
    if command.has_subcommands() {
        let word = say(lang, "COMMAND", "COMANDO");
        let _ = writeln!(page, "\\fI{word}\\fR");
    }
}

fn options(page: &mut String, command: &Command, lang: Lang) {
    let mut heading: Option<&str> = None;
    let _ = writeln!(page, ".SH {}", say(lang, "OPTIONS", "OPCIONES"));
    for arg in shown(command) {
        let own = arg.get_help_heading();
        if own != heading
            && let Some(own) = own
        {
            page.push_str(".SS ");
            paragraph_unbroken(page, own);
        }
        heading = own;
        let short = arg.get_short().filter(|_| !arg.is_positional());
        let short = short.map_or_else(String::new, |short| format!("\\fB\\-{short}\\fR, "));
        let _ = writeln!(page, ".TP\n{short}{}", term(arg));
        let help = arg.get_long_help().or_else(|| arg.get_help());
        let help = help.map(ToString::to_string).unwrap_or_default();
        let mut parts: Vec<String> = help.split("\n\n").map(str::to_owned).collect();
        parts.extend(facts(arg));
        let mut parts = parts.iter().filter(|part| !part.trim().is_empty());
        if let Some(first) = parts.next() {
            paragraph(page, first);
        }
        for part in parts {
            page.push_str(".IP\n");
            paragraph(page, part);
        }
    }
}

/// Returns clap's notes on an argument, except those in its text, as in Spanish.
fn facts(arg: &Arg) -> Vec<String> {
    let mut facts = Vec::new();
    if !arg.get_action().takes_values() {
        return facts;
    }
    let values = arg.get_possible_values();
    let values: Vec<String> = values
        .iter()
        .filter(|value| !value.is_hide_set() && !arg.is_hide_possible_values_set())
        .map(|value| match value.get_help() {
            Some(help) => format!("{} ({help})", value.get_name()),
            None => value.get_name().to_owned(),
        })
        .collect();
    if !values.is_empty() {
        facts.push(format!("Possible values: {}.", values.join(", ")));
    }
    let defaults: Vec<_> = arg
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy())
        .filter(|value| !value.is_empty() && !arg.is_hide_default_value_set())
        .collect();
    if !defaults.is_empty() {
        facts.push(format!("Default: {}.", defaults.join(",")));
    }
    if let Some(name) = arg.get_env().filter(|_| !arg.is_hide_env_set()) {
        facts.push(format!("Variable: {}.", name.to_string_lossy()));
    }
    facts
}

fn shown(command: &Command) -> impl Iterator<Item = &Arg> {
    let all = command.get_arguments();
    let (positionals, others): (Vec<_>, Vec<_>) = all
        .filter(|arg| !arg.is_hide_set())
        .partition(|arg| arg.is_positional());
    others.into_iter().chain(positionals)
}

fn term(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let values: Vec<String> = names
        .iter()
        .map(|name| format!("\\fI{}\\fR", escaped(name)))
        .collect();
    let values = match arg.get_action().takes_values() {
        true if values.is_empty() => {
            format!("\\fI{}\\fR", escaped(&arg.get_id().as_str().to_uppercase()))
        }
        true => values.join(" "),
        false => String::new(),
    };
    let may_lack = arg.get_num_args().is_some_and(|n| n.min_values() == 0);
    match (arg.get_long(), values.is_empty()) {
        (None, _) => values,
        (Some(long), true) => format!("\\fB\\-\\-{}\\fR", escaped(long)),
        (Some(long), false) if may_lack => format!("\\fB\\-\\-{}\\fR [{values}]", escaped(long)),
        (Some(long), false) => format!("\\fB\\-\\-{}\\fR {values}", escaped(long)),
    }
}

fn paragraphs(page: &mut String, text: &str) {
    for (number, part) in text.split("\n\n").enumerate() {
        if number > 0 {
            page.push_str(".PP\n");
        }
        paragraph(page, part);
    }
}

/// Wraps text into source lines of the usual length.
fn paragraph(page: &mut String, text: &str) {
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = match line.is_empty() {
            true => word.to_owned(),
            false => format!("{line} {word}"),
        };
        let ends_sentence = line.ends_with(['.', '?', '!']);
        if !line.is_empty() && (ends_sentence || width(&escaped(&longer)) > WIDTH) {
            paragraph_unbroken(page, &line);
            word.clone_into(&mut line);
        } else {
            line = longer;
        }
    }
    if !line.is_empty() {
        paragraph_unbroken(page, &line);
    }
}

/// Returns the bytes of a line in which characters beyond ASCII are escapes such as `\[u00F3]`.
fn width(line: &str) -> usize {
    let bytes = |letter: char| {
        if letter.is_ascii() {
            1
        } else {
            format!("\\[u{:04X}]", u32::from(letter)).len()
        }
    };
    line.chars().map(bytes).sum()
}

fn paragraph_unbroken(page: &mut String, line: &str) {
    let escaped = escaped(line);
    // A line that begins with these is a command of man(7).
    let guard = match escaped.starts_with(['.', '\'']) {
        true => "\\&",
        false => "",
    };
    let _ = writeln!(page, "{guard}{escaped}");
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}
