//! Checks the words of Capicú: `docs/terms.toml` lists them, `rules.rs` contains the rules for sentences.
//!
//! `counts.toml` counts the texts that still break each rule. The counts may only fall. A change that lowers them need
//! not update the file; `UPDATE_WORDS=1 cargo test -p xtask words` does. `SHOW_WORDS=what-first.docs` with
//! `--no-capture` lists the sentences.

mod prose;
mod rules;
mod sources;

use std::collections::BTreeMap;
use std::process::Command;

use crate::tidy::root;
use rules::Terms;

const COUNTS: &str = "xtask/tests/words/counts.toml";

/// How often texts of a kind break a rule, by `rule.kind`.
type Counts = BTreeMap<String, usize>;

fn parse(counts: &str) -> Counts {
    let rules: BTreeMap<String, Counts> = toml::from_str(counts).expect("counts");
    let rules = rules.into_iter();
    let pairs = rules.flat_map(|(rule, kinds)| {
        let kinds = kinds.into_iter();
        kinds.map(move |(kind, n)| (format!("{rule}.{kind}"), n))
    });
    pairs.collect()
}

fn written(counts: &Counts) -> String {
    let mut text = String::from(
        "# How often texts still break each rule, by kind of text. See ../words.rs.\n",
    );
    let mut last = "";
    for (key, n) in counts.iter().filter(|(_, n)| **n > 0) {
        let (rule, kind) = key.split_once('.').expect("a rule and a kind");
        if rule != last {
            text += &format!("\n[{rule}]\n");
            last = rule;
        }
        text += &format!("{kind} = {n}\n");
    }
    text
}

/// Lists the counts that are above those allowed.
fn raised(found: &Counts, allowed: &Counts) -> Vec<String> {
    let allowed = |key: &String| allowed.get(key).copied().unwrap_or_default();
    let raised = found.iter().filter(|(key, n)| **n > allowed(key));
    raised
        .map(|(key, n)| format!("{key}: {n}, and at most {} are allowed", allowed(key)))
        .collect()
}

#[test]
fn texts_break_no_rule_more_often_than_counted() {
    let terms = Terms::read();
    let mut found = Counts::new();
    let show = std::env::var("SHOW_WORDS").ok();
    for passage in sources::all() {
        for broken in terms.broken_by(&passage) {
            let key = format!("{}.{}", broken.rule, passage.kind.name());
            if show.as_ref().is_some_and(|show| key.starts_with(&**show)) {
                println!("{}:{}: {}", passage.file, passage.line, broken.text);
            }
            *found.entry(key).or_default() += 1;
        }
    }
    let file = root().join(COUNTS);
    let allowed = std::fs::read_to_string(&file).map(|text| parse(&text));
    if std::env::var_os("UPDATE_WORDS").is_some() {
        let mut lower = found.clone();
        if let Ok(allowed) = &allowed {
            for (key, n) in &mut lower {
                *n = allowed.get(key).copied().unwrap_or_default().min(*n);
            }
        }
        std::fs::write(&file, written(&lower)).expect("counts can be written");
    }
    let raised = raised(&found, &allowed.expect("counts"));
    assert!(
        raised.is_empty(),
        "\n{}\nSHOW_WORDS=RULE.KIND with --no-capture lists the sentences.\n",
        raised.join("\n")
    );
}

#[test]
fn raised_count_is_refused() {
    let before = parse("[what-first]\ndocs = 2\nui = 1\n");
    for (now, expected) in [
        ("[what-first]\ndocs = 2\n", ""),
        ("[what-first]\ndocs = 1\nui = 1\n", ""),
        (
            "[what-first]\ndocs = 3\nui = 1\n",
            "what-first.docs: 3, and at most 2 are allowed",
        ),
        (
            "[what-first]\ncode = 1\n",
            "what-first.code: 1, and at most 0 are allowed",
        ),
    ] {
        assert_eq!(raised(&parse(now), &before).join("\n"), expected);
    }
    assert_eq!(parse(&written(&before)), before);
}

/// Runs git. Returns `None` if it fails, for example without history.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(root())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}

/// Lists commits that changed a file, latest first. A clone without history has at most one.
fn commits(file: &str) -> Vec<String> {
    let commits = git(&["log", "--first-parent", "--format=%H", "--", file]).unwrap_or_default();
    commits.lines().map(str::to_owned).collect()
}

#[test]
fn subjects_of_commits_are_short() {
    let Some(first) = commits("xtask/tests/words.rs").pop() else {
        return;
    };
    let since = format!("{first}..HEAD");
    let subjects = git(&["log", "--no-merges", "--format=%s", &since]).expect("subjects");
    let long: Vec<&str> = subjects
        .lines()
        .filter(|subject| rules::is_long_subject(subject))
        .collect();
    assert!(long.is_empty(), "\n{}\n", long.join("\n"));
}

#[test]
fn counts_do_not_rise_from_one_commit_to_the_next() {
    let mut later = parse(&std::fs::read_to_string(root().join(COUNTS)).expect("counts"));
    for commit in commits(COUNTS) {
        let counts = git(&["show", &format!("{commit}:{COUNTS}")]).expect("counts of a commit");
        let counts = parse(&counts);
        let raised = raised(&later, &counts);
        assert!(raised.is_empty(), "after {commit}:\n{}", raised.join("\n"));
        later = counts;
    }
}

#[test]
fn every_retired_word_has_a_replacement() {
    assert_eq!(Terms::read().faults(), [""; 0]);
}

#[test]
fn glossary_is_made_from_the_terms() {
    let path = root().join("docs/glossary.md");
    let text = std::fs::read_to_string(&path).expect("the glossary");
    let (start, end) = ("## Tiles\n", "## Names of the games\n");
    let (head, rest) = text.split_once(start).expect("a first section");
    let (_, tail) = rest.split_once(end).expect("a last section");
    let made = format!("{head}{}{end}{tail}", Terms::read().glossary());
    if std::env::var_os("UPDATE_GLOSSARY").is_some() {
        std::fs::write(&path, &made).expect("the glossary can be written");
    } else {
        assert!(
            text == made,
            "docs/glossary.md is stale: run this test with UPDATE_GLOSSARY=1"
        );
    }
}
