//! Every text has a caller.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

/// Files with lookup by name: see `build.rs`.
const BY_NAME: [&str; 2] = ["games.ftl", "options.ftl"];

/// Collects all Rust code of the workspace, without the tests of this crate.
fn sources(folder: &Path, all: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str());
        let own_tests = path.ends_with("capicu-i18n/tests");
        if path.is_dir() && name != Some("target") && !own_tests {
            sources(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push_str(&fs::read_to_string(&path).expect("a source"));
        }
    }
}

/// The texts that the code calls: `.name(`, or `Texts::name` as a value.
fn called(sources: &str) -> HashSet<&str> {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    let after = |prefix: &'static str| {
        sources.match_indices(prefix).map(move |(at, _)| {
            let rest = &sources[at + prefix.len()..];
            rest.split_at(rest.find(|c| !in_name(c)).unwrap_or(rest.len()))
        })
    };
    let methods = after(".").filter(|(_, rest)| rest.trim_start().starts_with('('));
    methods
        .chain(after("Texts::"))
        // The table of settings names its texts without a call.
        .chain(after("\", "))
        .chain(after("', "))
        .chain(after("["))
        .map(|(name, _)| name)
        .collect()
}

/// The texts of a file that no code calls and no other text contains.
fn unused(file: &str, called: &HashSet<&str>) -> Vec<String> {
    let names = file.lines().filter_map(|line| line.split_once(" = "));
    let names = names.map(|(name, _)| name).filter(|name| {
        let mut letters = name.chars();
        letters
            .next()
            .is_some_and(|first| first.is_ascii_lowercase())
            && letters.all(|c| c.is_ascii_alphanumeric() || c == '-')
    });
    let is_called = |name: &str| called.contains(name.replace('-', "_").as_str());
    let unused = |name: &&str| !file.contains(&format!("{{ {name} }}")) && !is_called(name);
    names.filter(unused).map(str::to_owned).collect()
}

#[test]
fn every_text_has_a_caller() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = String::new();
    for folder in [root.join(".."), root.join("../../xtask")] {
        sources(&folder, &mut all);
    }
    let called = called(&all);
    let mut left = Vec::new();
    for entry in fs::read_dir(root.join("texts/en")).expect("the texts") {
        let path = entry.expect("an entry").path();
        if !BY_NAME.iter().any(|name| path.ends_with(name)) {
            left.extend(unused(
                &fs::read_to_string(&path).expect("a text file"),
                &called,
            ));
        }
    }
    assert!(left.is_empty(), "nothing calls {}", left.join(", "));
}

#[test]
fn text_without_a_caller_is_found() {
    let file =
        "said-a = A { part }\nsaid-b = B\nsaid-c = { $n ->\n    [one] c\n}\npart = p\nsaid = S\n";
    let sources = "t.said_a(1); texts\n    .said_b (2); map(Texts::said_c)";
    assert_eq!(unused(file, &called(sources)), ["said"]);
    assert_eq!(
        unused(file, &called("t.said_bb(); Texts::said_c_too")),
        ["said-a", "said-b", "said-c", "said"]
    );
}

/// Texts with several parameters, and the parameters' names in order: see `build.rs`.
fn parameters(code: &str) -> HashMap<&str, Vec<&str>> {
    let methods = code
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("pub fn "));
    let named = methods.filter_map(|method| {
        let (name, rest) = method.split_once("(&self")?;
        let name = name.split('<').next()?;
        let names = rest.split(", ").filter_map(|part| part.split_once(':'));
        Some((name, names.map(|(name, _)| name).collect::<Vec<_>>()))
    });
    named.filter(|(_, names)| names.len() > 1).collect()
}

/// The arguments of a call, from the text after its opening bracket.
fn arguments(call: &str) -> Vec<&str> {
    let (mut all, mut depth, mut begin) = (Vec::new(), 0, 0);
    let mut letters = call.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => {
                while let Some((_, letter)) = letters.next().filter(|(_, letter)| *letter != '"') {
                    if letter == '\\' {
                        letters.next();
                    }
                }
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => {
                all.push(&call[begin..at]);
                break;
            }
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                all.push(&call[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    all.retain(|argument| !argument.trim().is_empty());
    all
}

/// Calls that seem to exchange two values: an argument is named like another parameter, and that parameter's argument
/// is not.
fn exchanged(sources: &str, parameters: &HashMap<&str, Vec<&str>>) -> Vec<String> {
    let in_name = |c: char| c.is_alphanumeric() || c == '_';
    let names = |argument: &str, parameter: &str| {
        let mut words = argument.split(|c| !in_name(c));
        words.any(|word| word.to_lowercase() == parameter)
    };
    let mut found = Vec::new();
    for (at, _) in sources.match_indices('.') {
        let rest = sources[at + 1..].trim_start();
        let end = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(end);
        let (Some(parameters), Some(call)) = (parameters.get(name), rest.strip_prefix('(')) else {
            continue;
        };
        let arguments = arguments(call);
        if arguments.len() != parameters.len() {
            continue;
        }
        let named: Vec<bool> = arguments
            .iter()
            .zip(parameters)
            .map(|(argument, own)| names(argument, own))
            .collect();
        let wrong = |argument: &str| {
            let mut others = parameters.iter().zip(&named);
            others.any(|(other, is_named)| !is_named && names(argument, other))
        };
        let is_exchanged = arguments
            .iter()
            .zip(&named)
            .any(|(argument, is_named)| !is_named && wrong(argument));
        if is_exchanged {
            found.push(format!("{name}({})", arguments.join(",")));
        }
    }
    found
}

#[test]
fn no_call_exchanges_arguments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = String::new();
    for folder in [root.join(".."), root.join("../../xtask")] {
        sources(&folder, &mut all);
    }
    let parameters = parameters(include_str!(concat!(env!("OUT_DIR"), "/texts.rs")));
    assert!(
        parameters.len() > 100,
        "{} texts are known",
        parameters.len()
    );
    let found = exchanged(&all, &parameters);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn exchanged_arguments_are_found() {
    let code = "    pub fn said<'a>(&self, place: impl Into<Arg<'a>>, why: impl Into<Arg<'a>>, how: &Party) -> String {\n\
                    pub fn one(&self, n: impl Into<Arg<'a>>) -> String {";
    let parameters = parameters(code);
    assert_eq!(parameters.len(), 1);
    for right in [
        "t.said(&place, &texts.why(\"a, b)\"), how)",
        "t.said(a, b, c)",
        "t.said(place.why, why, how)",
        "t.one(why)",
    ] {
        assert_eq!(exchanged(right, &parameters), [""; 0], "{right}");
    }
    for wrong in [
        "t.said(&place, how, &error(it))",
        "texts\n    .said(why.0, *place, &how)",
    ] {
        assert_eq!(exchanged(wrong, &parameters).len(), 1, "{wrong}");
    }
}
