//! Every text is written for somebody: none is left behind when what said it is gone.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// The files whose texts are looked up by name: see `build.rs`.
const BY_NAME: [&str; 2] = ["games.ftl", "options.ftl"];

/// All Rust of the workspace, this crate's tests left out.
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

/// What the sources call: `.name(`, or `Texts::name` where it is handed on.
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
        .map(|(name, _)| name)
        .collect()
}

/// The texts of a file that no source calls and no other text holds.
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
fn every_text_is_called() {
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
fn a_text_without_a_caller_is_found() {
    let file =
        "said-a = A { part }\nsaid-b = B\nsaid-c = { $n ->\n    [one] c\n}\npart = p\nsaid = S\n";
    let sources = "t.said_a(1); texts\n    .said_b (2); map(Texts::said_c)";
    assert_eq!(unused(file, &called(sources)), ["said"]);
    assert_eq!(
        unused(file, &called("t.said_bb(); Texts::said_c_too")),
        ["said-a", "said-b", "said-c", "said"]
    );
}
