//! The pages that specify the formats agree with the code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use capicu::rules::Choices;
use capicu_record::Record;
use capicu_record::foreign::{MoveList, plain_rules};
use capicu_record::record::default_of;
use capicu_record::referee::replay;
use capicu_record::rule_file::RuleFile;

fn page(name: &str) -> String {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    fs::read_to_string(docs.join(name)).unwrap()
}

#[test]
fn documented_defaults_are_those_of_the_code() {
    let page = page("record-format.md");
    let rows: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .collect();
    let mut at = 0;
    for option in Choices::OPTIONS {
        let value = default_of(option.name).unwrap();
        let value = if value.is_empty() {
            "none".to_owned()
        } else {
            format!("`{value}`")
        };
        let row = format!("| `{}` | {value} |", option.name);
        let found = rows[at..].iter().position(|line| *line == row);
        at += found.unwrap_or_else(|| panic!("{row} is missing or out of order")) + 1;
    }
}

#[test]
fn documented_shorthand_is_read_as_explained() {
    let page = page("record-format.md");
    let section = &page[page.find("### Shorthand").unwrap()..];
    let start = section.find("```text\n").unwrap() + "```text\n".len();
    let moves = &section[start..start + section[start..].find("```").unwrap()];
    let text = format!(
        "domino-record 1\nbase: block\nrules: players 4\n\nround 1\n{moves}result: unfinished\n"
    );
    let record: Record = text
        .parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(replay(&record, None).breach, None);
    let printed = record.to_string();
    assert!(
        printed.contains("A: 3-1@4-3  B: 2-1@6-2  C: 1-1@"),
        "{printed}"
    );
}

#[test]
fn documented_move_lists_are_the_same_round() {
    let page = page("record-format.md");
    let section = &page[page.find("## Move lists").unwrap()..];
    let rules = plain_rules(2).unwrap();
    let moves = |form: &str| {
        let fence = format!("```{form}\n");
        let start = section.find(&fence).unwrap() + fence.len();
        let list = &section[start..start + section[start..].find("```").unwrap()];
        let record = MoveList::parse(list).and_then(|list| list.record(rules));
        let mut record = record
            .unwrap_or_else(|error| panic!("{error}\n{list}"))
            .record;
        record.names.clear();
        record.to_string()
    };
    let table = moves("csv");
    assert!(
        table.contains("B: 5-2@6-5\nA: pass  B: 4-3@6-4\n"),
        "{table}"
    );
    assert_eq!(moves("json"), table);
    assert_eq!(moves("text"), table);
}

#[test]
fn first_example_of_a_rule_file_is_valid() {
    let page = page("rule-files.md");
    let start = page.find("```toml\n").unwrap() + "```toml\n".len();
    let example = &page[start..start + page[start..].find("```").unwrap()];
    let file = RuleFile::parse(example).unwrap();
    assert_eq!(file.id.as_deref(), Some("cien-mami"));
    assert_eq!(file.rules(4).unwrap().capicu.get(), 30);
}

#[test]
fn every_word_of_a_record_is_specified() {
    let page = page("record-format.md");
    for word in [
        "draw",
        "pass",
        "knock",
        "hand-over",
        "declare",
        "muggins",
        "false-pass",
        "taken-back",
        "wrong-play",
        "needless-draw",
        "misled-draw",
        "over-drawn",
        "under-drawn",
        "exposed",
        "directed",
        "void",
    ] {
        assert!(
            page.contains(&format!("\"{word}\"")),
            "{word} is in the grammar"
        );
        assert!(page.contains(&format!("`{word}")), "{word} is explained");
    }
}

/// The ids in a list of sources: those of texts, such as `003`, and those of decisions, such as `PR8`.
fn cited(sources: &str) -> impl Iterator<Item = &str> {
    let ids = sources.split(',').map(str::trim);
    ids.map(|id| id.split(':').next().unwrap_or_default())
}

#[test]
fn every_source_of_an_option_is_documented() {
    let (decisions, texts) = (page("rules/decisions.md"), page("rules/sources.md"));
    for option in Choices::OPTIONS {
        let sources = Choices::sources(option.name).unwrap_or_default();
        assert!(!sources.is_empty(), "{} has no source", option.name);
        for id in cited(sources) {
            let row = format!("\n| {id} |");
            let of_a_text = id.starts_with(|c: char| c.is_ascii_digit());
            let page = if of_a_text { &texts } else { &decisions };
            assert!(page.contains(&row), "{}: {id} has no row", option.name);
        }
    }
    let found: Vec<_> = cited("001:23, 002:41-46, PR8").collect();
    assert_eq!(found, ["001", "002", "PR8"]);
}

/// The pages of the games in a language, and the citations of each in brackets: `001:42`, `PR8`.
fn citations(lang: &str) -> BTreeMap<String, BTreeSet<String>> {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    let files = fs::read_dir(docs.join(lang)).unwrap();
    let is_citation = |text: &&str| {
        let known = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || ":-b".contains(c);
        text.chars().all(known) && text.contains(|c: char| c.is_ascii_digit())
    };
    let cites = |text: &str| {
        let brackets = text
            .split('[')
            .skip(1)
            .filter_map(|rest| rest.split(']').next());
        brackets.filter(is_citation).map(str::to_owned).collect()
    };
    files
        .map(|file| file.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, cites(&fs::read_to_string(path).unwrap()))
        })
        .collect()
}

/// The lines in a citation such as `002:42-43`.
fn lines(citation: &str) -> Option<(&str, u16, u16)> {
    let (text, lines) = citation.split_once(':')?;
    let (from, to) = lines.split_once('-').unwrap_or((lines, lines));
    Some((text, from.parse().ok()?, to.parse().ok()?))
}

#[test]
fn rules_pages_cite_every_option_and_decision() {
    let [english, spanish, french] = ["en", "es", "fr"].map(citations);
    assert_eq!(english, spanish, "English and Spanish cite the same");
    assert_eq!(english, french, "English and French cite the same");
    let told: BTreeSet<&str> = english.values().flatten().map(String::as_str).collect();
    let is_told = |source: &str| match lines(source) {
        None => told.contains(source),
        Some((text, from, to)) => told.iter().filter_map(|cited| lines(cited)).any(|cited| {
            let (other, first, last) = cited;
            other == text && first <= to && from <= last
        }),
    };
    for option in Choices::OPTIONS {
        for source in Choices::sources(option.name)
            .unwrap_or_default()
            .split(", ")
        {
            assert!(
                is_told(source),
                "{}: no page of docs/rules cites {source}",
                option.name
            );
        }
    }
    let decisions = page("rules/decisions.md");
    let rows = decisions
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(' ').next());
    let ids: Vec<&str> = rows
        .filter(|id| id.contains(|c: char| c.is_ascii_digit()))
        .collect();
    assert!(ids.len() > 80, "{}", ids.len());
    for id in ids {
        assert!(is_told(id), "no page of docs/rules cites {id}");
    }
}
