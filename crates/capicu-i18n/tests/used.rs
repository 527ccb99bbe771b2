//! Every text is written for somebody: none is left behind when what said it is gone.

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

/// Whether a source calls a text: `.name(`, or `Texts::name` where it is handed on.
fn calls(sources: &str, name: &str) -> bool {
    let method = name.replace(['-', '.'], "_");
    let whole = |end: &str, after: char| {
        end.trim_start().starts_with(after) && !end.starts_with(|c: char| c.is_alphanumeric())
    };
    let after = |prefix: &str| {
        let wanted = format!("{prefix}{method}");
        sources
            .match_indices(&wanted)
            .map(|(at, _)| &sources[at + wanted.len()..])
            .collect::<Vec<_>>()
    };
    after(".").into_iter().any(|end| whole(end, '('))
        || after("Texts::")
            .into_iter()
            .any(|end| !end.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// The texts of a file that no source calls and no other text holds.
fn unused(file: &str, sources: &str) -> Vec<String> {
    let names = file.lines().filter_map(|line| line.split_once(" = "));
    let names = names.map(|(name, _)| name).filter(|name| {
        let mut letters = name.chars();
        letters
            .next()
            .is_some_and(|first| first.is_ascii_lowercase())
            && letters.all(|c| c.is_ascii_alphanumeric() || c == '-')
    });
    let unused = |name: &&str| !file.contains(&format!("{{ {name} }}")) && !calls(sources, name);
    names.filter(unused).map(str::to_owned).collect()
}

#[test]
fn every_text_is_called() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = String::new();
    for folder in [root.join(".."), root.join("../../xtask")] {
        sources(&folder, &mut all);
    }
    let mut left = Vec::new();
    for entry in fs::read_dir(root.join("texts/en")).expect("the texts") {
        let path = entry.expect("an entry").path();
        if !BY_NAME.iter().any(|name| path.ends_with(name)) {
            left.extend(unused(
                &fs::read_to_string(&path).expect("a text file"),
                &all,
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
    assert_eq!(unused(file, sources), ["said"]);
    assert_eq!(
        unused(file, "t.said_bb(); Texts::said_c_too"),
        ["said-a", "said-b", "said-c", "said"]
    );
}
