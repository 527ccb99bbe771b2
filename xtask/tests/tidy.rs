//! House rules that no other tool checks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Lines of code; a longer source file is split. Comments and blank lines do not count.
const LONGEST: usize = 800;

/// Bytes of the largest tracked file. Only pictures in the documentation come close.
const LARGEST: u64 = 1_000_000;

/// Written in halves, so that this file does not contain these texts.
const UNFINISHED: [(&str, &str); 6] = [
    ("todo", "!("),
    ("unimplemented", "!("),
    ("FIX", "ME"),
    ("// TO", "DO"),
    ("#[ign", "ore"),
    ("allow(dead", "_code)"),
];

/// Everything in the root of the repository.
const ROOT_ENTRIES: [&str; 21] = [
    ".cargo",
    ".ci",
    ".config",
    ".github",
    ".gitignore",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "SECURITY.md",
    "bench",
    "crates",
    "deny.toml",
    "docs",
    "fuzz",
    "rustfmt.toml",
    "xtask",
];

/// Folders and extensions of build output.
const PRODUCT_FOLDERS: [&str; 4] = ["target", "node_modules", "dist", "__pycache__"];
const PRODUCT_ENDINGS: [&str; 9] = [
    "wasm", "br", "gz", "db", "db-shm", "db-wal", "orig", "rej", "DS_Store",
];

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask is in the workspace")
        .to_owned()
}

/// Lists the files that git tracks and that exist, relative to the root.
pub fn tracked() -> Vec<String> {
    let output = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(root())
        .output()
        .expect("git starts: these rules look at what is tracked");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let names = String::from_utf8(output.stdout).expect("names in UTF-8");
    let files: Vec<String> = names
        .split('\0')
        .filter(|name| !name.is_empty() && root().join(name).is_file())
        .map(str::to_owned)
        .collect();
    assert!(
        files.iter().any(|file| file == "Cargo.toml"),
        "the tracked files were found"
    );
    files
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Applies the rule to each tracked file with this extension, and fails with all lines that it returns.
#[track_caller]
fn check(ending: &str, rule: impl Fn(&str, &str) -> Vec<String>) {
    let files = tracked().into_iter().filter(|file| file.ends_with(ending));
    let complaints: Vec<String> = files.flat_map(|file| rule(&file, &read(&file))).collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

fn code_lines(text: &str) -> usize {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .count()
}

fn unfinished(file: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        for (start, end) in UNFINISHED {
            if line.contains(&format!("{start}{end}")) {
                found.push(format!(
                    "{file}:{}: `{start}{end}` marks something unfinished",
                    at + 1
                ));
            }
        }
    }
    found
}

/// Lists targets of links to files in Markdown, outside code.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            continue;
        }
        let outside_code = line.split('`').step_by(2).collect::<Vec<_>>().join("");
        let inline = outside_code
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next());
        let reference = outside_code
            .trim_start()
            .strip_prefix('[')
            .and_then(|rest| rest.split_once("]: "))
            .map(|(_, target)| target);
        for target in inline.chain(reference) {
            let target = target.split_whitespace().next().unwrap_or_default();
            let target = target
                .trim_matches(['<', '>'])
                .split('#')
                .next()
                .unwrap_or_default();
            if !target.is_empty() && !target.contains("://") && !target.starts_with("mailto:") {
                found.push(target.to_owned());
            }
        }
    }
    found
}

fn is_product(file: &str) -> bool {
    let mut parts: Vec<&str> = file.split('/').collect();
    let name = parts.pop().unwrap_or_default();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    parts.iter().any(|part| PRODUCT_FOLDERS.contains(part)) || PRODUCT_ENDINGS.contains(&ending)
}

#[test]
fn source_files_are_short() {
    check(".rs", |file, text| match code_lines(text) {
        0..=LONGEST => Vec::new(),
        lines => vec![format!(
            "{file}: {lines} lines of code; split it, {LONGEST} is the limit"
        )],
    });
}

#[test]
fn no_file_has_unfinished_work() {
    check(".rs", unfinished);
}

#[test]
fn links_between_documents_resolve() {
    check(".md", |file, text| {
        let folder = root()
            .join(file)
            .parent()
            .expect("a file is in a folder")
            .to_owned();
        let missing = links(text).into_iter().filter(|target| {
            let path = match target.strip_prefix('/') {
                Some(from_root) => root().join(from_root),
                None => folder.join(target),
            };
            !path.exists()
        });
        missing
            .map(|target| format!("{file} links to {target}, which does not exist"))
            .collect()
    });
}

#[test]
fn nothing_built_is_tracked() {
    let built: Vec<_> = tracked()
        .into_iter()
        .filter(|file| is_product(file))
        .collect();
    assert!(built.is_empty(), "built, so not to be tracked: {built:?}");
}

#[test]
fn root_holds_only_listed_entries() {
    let files = tracked();
    let found: std::collections::BTreeSet<&str> = files
        .iter()
        .filter_map(|file| file.split('/').next())
        .collect();
    assert_eq!(found, ROOT_ENTRIES.into_iter().collect());
}

#[test]
fn tracked_files_are_small() {
    let size = |file: &String| {
        root()
            .join(file)
            .metadata()
            .expect("a file has a size")
            .len()
    };
    let large: Vec<_> = tracked()
        .into_iter()
        .filter(|file| size(file) > LARGEST)
        .collect();
    assert!(large.is_empty(), "over {LARGEST} bytes: {large:?}");
}

#[test]
fn every_crate_follows_the_workspace() {
    const SHARED: [&str; 3] = [
        "[lints]\nworkspace = true",
        "license.workspace = true",
        "edition.workspace = true",
    ];
    check("/Cargo.toml", |file, text| {
        let missing = SHARED.into_iter().filter(|line| !text.contains(line));
        missing
            .map(|line| format!("{file} lacks {line:?}"))
            .collect()
    });
}

/// Libraries with one module that calls optional processor instructions after a check. Unsafe code is denied elsewhere
/// in them.
const ASKS_THE_PROCESSOR: [&str; 1] = ["crates/capicu-solver/src/lib.rs"];

#[test]
fn libraries_are_safe_and_published_ones_documented() {
    check("/src/lib.rs", |file, text| {
        let safe = if ASKS_THE_PROCESSOR.contains(&file) {
            "#![deny(unsafe_code)]"
        } else {
            "#![forbid(unsafe_code)]"
        };
        let krate = file.trim_end_matches("/src/lib.rs");
        let is_published = !read(&format!("{krate}/Cargo.toml")).contains("publish = false");
        let documented = is_published.then_some("#![deny(missing_docs)]");
        let missing = [Some(safe), documented].into_iter().flatten();
        missing
            .filter(|attribute| !text.contains(attribute))
            .map(|attribute| format!("{file} lacks {attribute}"))
            .collect()
    });
}

/// The compiler and all other checks ignore a file that no module names.
#[test]
fn every_source_file_is_part_of_its_crate() {
    let files = tracked();
    check(".rs", |file, _| {
        let folders = ["/src/", "/tests/"].into_iter();
        let Some((krate, path, folder)) = folders
            .filter_map(|folder| {
                let (krate, path) = file.split_once(folder)?;
                Some((krate, path, folder))
            })
            .next()
        else {
            return Vec::new();
        };
        let source = format!("{krate}{folder}");
        let parts: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
        let name = match parts[..] {
            ["lib" | "main" | "integration"] | ["bin", _] | [_, "main"] => return Vec::new(),
            // Without `integration.rs`, cargo finds the test files on its own.
            [_] if folder == "/tests/" && !files.contains(&format!("{source}integration.rs")) => {
                return Vec::new();
            }
            [.., folder, "mod"] => folder,
            [.., name] => name,
            [] => unreachable!("a path has parts"),
        };
        let named = files
            .iter()
            .filter(|other| other.starts_with(&source) && other.ends_with(".rs"))
            .any(|other| read(other).contains(&format!("mod {name};")));
        let alone = format!("{file}: no module of its crate is called {name}");
        if named { Vec::new() } else { vec![alone] }
    });
}

/// Lists test ids in a source of the page, up to their first computed part.
fn test_names(source: &str) -> Vec<&str> {
    let plain = source.split("data-testid=\"").skip(1);
    let composed = source.split("data-testid=format!(\"").skip(1);
    let all = plain.chain(composed);
    all.filter_map(|rest| rest.split(['"', '{']).next())
        .collect()
}

#[test]
fn every_test_id_is_listed() {
    let page = read("crates/capicu-web/README.md");
    check(".rs", |file, text| {
        if !file.starts_with("crates/capicu-web/src/") {
            return Vec::new();
        }
        let names = test_names(text).into_iter();
        let unlisted = names.filter(|name| {
            let whole = if name.ends_with('-') { "" } else { "`" };
            !page.contains(&format!("`{name}{whole}"))
        });
        unlisted
            .map(|name| format!("{file}: `{name}` is missing in crates/capicu-web/README.md"))
            .collect()
    });
}

/// Elements for sighted players only: file, a part of the tag, and the text that screen readers get instead. Drawings
/// are decoration.
const TOLD_INSTEAD: [(&str, &str, &str); 12] = [
    ("table/ends.rs", "class=\"notices\"", "announced"),
    ("table/score.rs", "class=\"name\"", "label of the side"),
    ("table/score.rs", "class=\"marks\"", "label of the side"),
    ("table/score.rs", "<b ", "label of the side"),
    (
        "table/score.rs",
        "class=\"course\"",
        "the score sheet in the menu lists each round",
    ),
    (
        "table/seats.rs",
        "class=\"passed\"",
        "the label of the seat says them",
    ),
    (
        "table/highlight.rs",
        "\"highlight\"",
        "announced with the event",
    ),
    ("table/seats.rs", "class=\"backs\"", "label of the seat"),
    ("table/seats.rs", "class=\"count\"", "label of the seat"),
    (
        "table/seats.rs",
        "class=\"points\"",
        "label of the side in the score",
    ),
    (
        "table/seats.rs",
        "class=\"initial\"",
        "the name in the label of the seat",
    ),
    ("table/seats.rs", "\"bubble-{seat}\"", "announced"),
];

/// Lists tags in a source of the page that are hidden from screen readers, except drawings. Each ends after the hiding
/// attribute.
fn hidden(source: &str) -> Vec<&str> {
    let found = source.match_indices("aria-hidden=\"true\"");
    let tags = found.filter_map(|(at, attribute)| {
        let begin = source[..at].rfind('<')?;
        let end = source[at..].find('\n').map_or(source.len(), |end| at + end);
        Some(&source[begin..end.max(at + attribute.len())])
    });
    tags.filter(|tag| !tag.starts_with("<svg")).collect()
}

#[test]
fn hidden_elements_have_a_text_for_screen_readers() {
    check(".rs", |file, text| {
        let Some(name) = file.strip_prefix("crates/capicu-web/src/") else {
            return Vec::new();
        };
        let known = |tag: &&str| {
            let mut all = TOLD_INSTEAD.iter();
            all.any(|(of, known, _)| *of == name && tag.contains(known))
        };
        let unknown = hidden(text).into_iter().filter(|tag| !known(tag));
        unknown
            .map(|tag| {
                format!(
                    "{file}: do not hide this, or write into TOLD_INSTEAD where those who listen are told of it: {tag}"
                )
            })
            .collect()
    });
}

#[test]
fn hidden_elements_are_found() {
    let source =
        "<svg\n aria-hidden=\"true\"/><b>1</b>\n<b\n class=\"passed\"\n aria-hidden=\"true\">\n";
    assert_eq!(
        hidden(source),
        ["<b\n class=\"passed\"\n aria-hidden=\"true\">"]
    );
}

#[test]
fn code_is_counted_without_comments() {
    assert_eq!(
        code_lines("//! a\n\nfn b() {\n    // c\n    d(); // e\n}\n"),
        3
    );
}

#[test]
fn unfinished_work_is_found() {
    let line = format!("fn a() {{ {}{}) }}", "todo", "!(");
    assert_eq!(unfinished("a.rs", &format!("\n{line}")).len(), 1);
    assert!(unfinished("a.rs", &format!("\n{line}"))[0].starts_with("a.rs:2: "));
    assert!(unfinished("a.rs", "fn to_do() {}").is_empty());
}

#[test]
fn test_ids_are_found() {
    let source = "<p data-testid=\"why\"><b data-testid=format!(\"seat-{seat}\") data-testid=id>";
    assert_eq!(test_names(source), ["why", "seat-"]);
}

#[test]
fn links_are_found_outside_code() {
    let text = "[a](x.md) ![b](y.png \"t\") [c](https://e.org) [d](#here) [e](z.md#part)\n\
                `[f](no.md)`\n```\n[g](no.md)\n```\n[h]: w.md\n";
    assert_eq!(links(text), ["x.md", "y.png", "z.md", "w.md"]);
}

#[test]
fn build_outputs_are_recognized() {
    for product in [
        "target/debug/a",
        "crates/a/dist/b.js",
        "a.wasm",
        "x/game.db-wal",
    ] {
        assert!(is_product(product), "{product}");
    }
    for source in [
        "xtask/src/target.rs",
        "docs/wasm.md",
        "crates/a/assets/b.js",
    ] {
        assert!(!is_product(source), "{source}");
    }
}

/// A row names files as `` `CRATE`: `FILE`, `FILE` ``, or by their path. Names in capitals stand for any.
#[test]
fn recipes_name_files_that_exist() {
    let text = read("docs/dev/recipes.md");
    let mut missing = Vec::new();
    let mut n_found = 0;
    for line in text.lines() {
        let parts: Vec<&str> = line.split('`').collect();
        let mut krate = "";
        for (at, part) in parts.iter().enumerate().skip(1).step_by(2) {
            let (before, after) = (
                parts[at - 1],
                parts.get(at + 1).copied().unwrap_or_default(),
            );
            let between = before.trim_matches([' ', ',', ':', ';']);
            if after.starts_with(": ") && part.starts_with("capicu") {
                krate = part;
                continue;
            }
            if !matches!(between, "" | "and" | "or") {
                krate = "";
            }
            let is_named = part.ends_with(".rs") && !part.contains(char::is_uppercase);
            let places = match () {
                () if !is_named || part.contains(['{', '*', ' ']) => continue,
                () if part.starts_with("crates/") || part.starts_with("xtask/") => {
                    vec![(*part).to_owned()]
                }
                () if krate.is_empty() => continue,
                () => ["src/", ""]
                    .map(|folder| format!("crates/{krate}/{folder}{part}"))
                    .to_vec(),
            };
            n_found += 1;
            if !places.iter().any(|place| root().join(place).exists()) {
                missing.push(format!("{krate} {part}: {line}"));
            }
        }
    }
    assert!(n_found > 60, "only {n_found} files were found");
    assert!(missing.is_empty(), "\n{}\n", missing.join("\n"));
}
