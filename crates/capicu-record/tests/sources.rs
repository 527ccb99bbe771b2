//! Every statement of the five texts has a row in `docs/rules/sources.md`, and the row names existing places.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use capicu::Game;
use capicu::rules::Choices;

/// The ids of the texts. Rows of statements begin with one and a colon.
const TEXTS: [&str; 5] = ["000", "001", "002", "003", "004"];

/// The kinds of statements, in the order of the page's columns.
const STANDINGS: [&str; 6] = ["played", "option", "decided", "words", "not ours", "open"];

/// Rounds worked by hand, one file for each value of an option.
const ROUNDS: &str = "crates/capicu-record/tests/options/rounds";

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

fn page() -> String {
    read("docs/rules/sources.md").expect("the page of sources")
}

fn cells(line: &str) -> Vec<&str> {
    let inside = line
        .strip_prefix('|')
        .and_then(|line| line.strip_suffix('|'));
    inside.map_or_else(Vec::new, |line| line.split('|').map(str::trim).collect())
}

fn code(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lines<'a> {
    text: &'a str,
    from: u16,
    to: u16,
}

impl<'a> Lines<'a> {
    /// Reads `001:44` or `003:57-63`.
    fn parse(citation: &'a str) -> Option<Self> {
        let (text, lines) = citation.split_once(':')?;
        let (from, to) = lines.split_once('-').unwrap_or((lines, lines));
        let known = TEXTS.contains(&text);
        let [from, to] = [from.parse().ok()?, to.parse().ok()?];
        known.then_some(Self { text, from, to })
    }

    fn meets(&self, other: &Self) -> bool {
        self.text == other.text && self.from <= other.to && other.from <= self.to
    }
}

/// Every citation in a text, in brackets or not.
fn citations(text: &str) -> impl Iterator<Item = Lines<'_>> {
    let part = |c: char| !(c.is_ascii_digit() || matches!(c, ':' | '-'));
    text.split(part).filter_map(Lines::parse)
}

struct Row<'a> {
    /// The line on the page, from 1.
    line: usize,
    cited: &'a str,
    stands: &'a str,
    places: Vec<&'a str>,
}

fn rows(page: &str) -> Vec<Row<'_>> {
    let statement = |(at, line)| match cells(line)[..] {
        [cited, _, stands, places] if cited.contains(':') => Some(Row {
            line: at + 1,
            cited,
            stands,
            places: code(places),
        }),
        _ => None,
    };
    page.lines().enumerate().filter_map(statement).collect()
}

/// The rows of a table about texts or short names: the name, and the cells after it.
fn table<'a>(page: &'a str, head: &str) -> Vec<(&'a str, Vec<&'a str>)> {
    let from_head = page.lines().skip_while(|line| !line.starts_with(head));
    let rows = from_head.skip(2).take_while(|line| line.starts_with('|'));
    let split = rows.map(cells);
    split.map(|cells| (cells[0], cells[1..].to_vec())).collect()
}

/// The section of a page below this heading, at any level.
fn section<'a>(page: &'a str, heading: &str) -> Option<Vec<&'a str>> {
    let is_heading = |line: &&str| line.starts_with('#');
    let named = |line: &&str| is_heading(line) && line.trim_start_matches('#').trim() == heading;
    let mut lines = page.lines().skip_while(|line| !named(line));
    lines.next()?;
    Some(lines.take_while(|line| !is_heading(line)).collect())
}

fn has_test(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let is_it = |line: &str| {
        let line = line.strip_prefix("async ").unwrap_or(line);
        line.strip_prefix("fn ")
            .and_then(|line| line.strip_prefix(name))
            .is_some_and(|rest| rest.starts_with('('))
    };
    lines.iter().enumerate().any(|(at, line)| {
        let mut above = lines[..at].iter().rev();
        is_it(line)
            && above
                .next()
                .is_some_and(|line| line.starts_with("#[") && line.contains("test"))
    })
}

fn wrong_place(page: &str, place: &str, lines: Lines<'_>) -> Option<String> {
    if let Some((file, test)) = place.split_once("::") {
        return wrong_test(page, file, test);
    }
    if let Some((on, heading)) = place.split_once('#') {
        return wrong_heading(on, heading, lines);
    }
    if place.contains('/') {
        let exists = root().join(place).exists();
        return (!exists).then(|| format!("there is no {place}"));
    }
    if place.starts_with(|c: char| c.is_ascii_uppercase()) {
        return wrong_decision(place);
    }
    let known = Choices::sources(place).is_some();
    (!known).then(|| format!("there is no option {place}"))
}

fn wrong_test(page: &str, file: &str, test: &str) -> Option<String> {
    if file == "rounds" {
        let exists = root().join(format!("{ROUNDS}/{test}.domino")).exists();
        return (!exists).then(|| format!("there is no round {test}"));
    }
    let files = table(page, "| Short | File |");
    let Some((_, found)) = files.iter().find(|(short, _)| code(short) == [file]) else {
        return Some(format!("no file is called {file} for short"));
    };
    let path = code(found[0])[0];
    let there = read(path).is_some_and(|source| has_test(&source, test));
    (!there).then(|| format!("{path} has no test {test}"))
}

fn wrong_heading(on: &str, heading: &str, lines: Lines<'_>) -> Option<String> {
    let missing = Some(format!("{on} has no {heading}"));
    let said = if on == "glossary" {
        let words = read("docs/glossary.md")?;
        let rows = words.lines().filter(|line| line.starts_with('|'));
        let found: Vec<&str> = rows.filter(|line| line.contains(heading)).collect();
        if found.is_empty() {
            return missing;
        }
        found.join("\n")
    } else if on.contains('/') {
        let found = read(on).and_then(|text| section(&text, heading).map(|_| ()));
        return if found.is_some() { None } else { missing };
    } else {
        let text = read(&format!("docs/rules/en/{on}.md")).unwrap_or_default();
        match section(&text, heading) {
            Some(lines) => lines.join("\n"),
            None => return missing,
        }
    };
    // The older of two texts with the same content is seldom cited.
    let cites = lines.text == "000" || citations(&said).any(|cited| cited.meets(&lines));
    (!cites).then(|| format!("{on}#{heading} does not cite this line"))
}

fn wrong_decision(id: &str) -> Option<String> {
    let decisions = read("docs/rules/decisions.md").unwrap_or_default();
    let known = decisions.contains(&format!("\n| {id} |"));
    (!known).then(|| format!("there is no decision {id}"))
}

/// The error in the kind of a statement, if any.
fn wrong_standing(stands: &str) -> Option<String> {
    if matches!(stands, "played" | "words") {
        return None;
    }
    if let Some(id) = stands.strip_prefix("decided ") {
        return wrong_decision(id);
    }
    if let Some(option) = stands.strip_prefix("option ") {
        let value = code(option).first().and_then(|set| set.split_once(": "));
        let base = Game::ALL[0].choices(4).expect("four play it");
        let set = value.map(|(name, value)| base.with(name, value));
        return match set {
            Some(Ok(_)) => None,
            _ => Some(format!("{option} is no option with a value")),
        };
    }
    let reason = ["not ours: ", "open: "]
        .iter()
        .find_map(|kind| stands.strip_prefix(kind));
    match reason {
        Some(reason) if !reason.is_empty() => None,
        _ => Some(format!("a statement cannot stand as “{stands}”")),
    }
}

/// The number of lines of each text and its statements by kind, as the page sums them up.
fn summary(page: &str) -> Vec<(&str, u16, Vec<usize>)> {
    let numbers = |cells: &[&str]| cells.iter().map(|n| n.parse().expect("a number")).collect();
    let rows = table(page, "| Text | Lines |");
    let texts = rows.into_iter().filter(|(text, _)| TEXTS.contains(text));
    texts
        .map(|(text, cells)| {
            (
                text,
                cells[0].parse().expect("a number"),
                numbers(&cells[1..]),
            )
        })
        .collect()
}

fn complaints(page: &str) -> Vec<String> {
    let rows = rows(page);
    let summary = summary(page);
    let mut complaints = Vec::new();
    let mut before = None;
    for row in &rows {
        let mut complain = |wrong: String| {
            let (line, cited) = (row.line, row.cited);
            complaints.push(format!("docs/rules/sources.md:{line}: {cited}: {wrong}"));
        };
        let Some(lines) = Lines::parse(row.cited) else {
            complain("is no citation".to_owned());
            continue;
        };
        let length = summary.iter().find(|(text, ..)| *text == lines.text);
        if !(1..=lines.to).contains(&lines.from) || length.is_none_or(|(_, n, _)| lines.to > *n) {
            complain("the text has no such lines".to_owned());
        }
        let start = (lines.text, lines.from);
        if before.is_some_and(|before| before > start) {
            complain("is out of order".to_owned());
        }
        before = Some(start);
        wrong_standing(row.stands)
            .into_iter()
            .for_each(&mut complain);
        let may_live_nowhere = ["open", "not ours"];
        if row.places.is_empty()
            && !may_live_nowhere
                .iter()
                .any(|kind| row.stands.starts_with(kind))
        {
            complain("lives nowhere".to_owned());
        }
        let wrong = row.places.iter();
        wrong
            .filter_map(|place| wrong_place(page, place, lines))
            .for_each(&mut complain);
    }
    for (text, _, told) in &summary {
        let of_text = rows.iter().filter(|row| row.cited.starts_with(text));
        let stands: Vec<&str> = of_text.map(|row| row.stands).collect();
        let count = |kind: &&str| {
            stands
                .iter()
                .filter(|stands| stands.starts_with(*kind))
                .count()
        };
        let mut counted = vec![stands.len()];
        counted.extend(STANDINGS.iter().map(count));
        if *told != counted {
            complaints.push(format!("the sum of {text} is {counted:?}, not {told:?}"));
        }
    }
    complaints.extend(unused(page, &rows));
    complaints
}

/// Short names of files that no statement uses.
fn unused(page: &str, rows: &[Row<'_>]) -> Vec<String> {
    let places = rows.iter().flat_map(|row| &row.places);
    let files = places.filter_map(|place| place.split_once("::"));
    let used: BTreeSet<&str> = files.map(|(file, _)| file).collect();
    let short = table(page, "| Short | File |");
    let short = short.iter().flat_map(|(short, _)| code(short));
    let unused = short.filter(|short| !used.contains(short));
    unused
        .map(|short| format!("nothing lives in {short}"))
        .collect()
}

#[test]
fn every_statement_of_the_texts_has_a_place() {
    let page = page();
    let complaints = complaints(&page);
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
    let texts: Vec<&str> = summary(&page).iter().map(|(text, ..)| *text).collect();
    assert_eq!(texts, TEXTS);
    assert!(rows(&page).len() >= 400, "the statements were found");
}

/// A valid row, to be broken.
const KEY_TILE: &str = "| 001:42 | Going out with it is two points instead of one | played | \
                        `key-tile`, `rounds::key-tile.adds-one` |";

/// A part of that row, its replacement, and the expected complaint.
const MISTAKES: [[&str; 3]; 19] = [
    ["| `key-", "| `door-", "there is no option door-tile"],
    [
        "adds-one",
        "adds-two",
        "there is no round key-tile.adds-two",
    ],
    [
        "key-tile",
        "jamaican::v9_key",
        "jamaican.rs has no test v9_key",
    ],
    ["key-tile", "cuban::v9", "no file is called cuban for short"],
    ["key-tile", "chiva#Score", "chiva has no Score"],
    ["key-tile", "chiva#Scoring", "does not cite this line"],
    ["key-tile", "glossary#tile key", "glossary has no tile key"],
    ["key-tile", "glossary#maker", "does not cite this line"],
    [
        "key-tile",
        "docs/deal.md#Steal",
        "docs/deal.md has no Steal",
    ],
    ["key-tile", "docs/steal.md", "there is no docs/steal.md"],
    ["key-tile", "J99", "there is no decision J99"],
    ["played", "decided J99", "there is no decision J99"],
    [
        "played",
        "option `key-tile: 3`",
        "is no option with a value",
    ],
    ["played", "done", "a statement cannot stand as “done”"],
    ["played", "open: ", "a statement cannot stand as “open:”"],
    ["42", "420", "the text has no such lines"],
    ["42", "42-41", "the text has no such lines"],
    ["42", "39", "is out of order"],
    ["001", "005", "is no citation"],
];

#[test]
fn each_kind_of_mistake_in_the_table_is_found() {
    let page = page();
    assert!(page.contains(KEY_TILE));
    let alone = |line: &&str| cells(line).len() != 4 || line.starts_with("| 001:4");
    let short: Vec<&str> = page.lines().filter(alone).collect();
    let short = short.join("\n");
    let said = |row: &str| complaints(&short.replace(KEY_TILE, row));
    for [right, wrong, complaint] in MISTAKES {
        let row = KEY_TILE.replacen(right, wrong, 1);
        assert_ne!(row, KEY_TILE, "{right}");
        let told = said(&row).iter().any(|said| said.ends_with(complaint));
        assert!(told, "{wrong}: {:?}", said(&row));
    }
    let nowhere = KEY_TILE.replace("`key-tile`, `rounds::key-tile.adds-one`", "");
    assert!(
        said(&nowhere)
            .iter()
            .any(|said| said.ends_with("lives nowhere"))
    );
    assert!(
        !said(&nowhere.replace("played", "open: why"))
            .iter()
            .any(|said| said.ends_with("nowhere"))
    );

    let without = complaints(&page.replace(&format!("{KEY_TILE}\n"), ""));
    assert_eq!(without.len(), 1, "{without:?}");
    assert!(without[0].starts_with("the sum of 001 is"), "{without:?}");
    let head = "| Short | File |\n|---|---|\n";
    let longer = page.replace(head, &format!("{head}| `nobody` | `a.rs` |\n"));
    assert_eq!(complaints(&longer), ["nothing lives in nobody"]);
}
