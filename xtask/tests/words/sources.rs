//! Finds the texts to check: Markdown, UI texts, doc comments and help.

use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use serde::Deserialize;

use super::prose;
use super::rules::Terms;
use crate::tidy::{root, tracked};

/// Groups of texts, by where people read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// UI texts and help of the command line.
    Ui,
    Docs,
    /// Doc comments, except those that are help.
    Code,
}

impl Kind {
    /// The name in `counts.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ui => "ui",
            Self::Docs => "docs",
            Self::Code => "code",
        }
    }
}

/// Languages of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    En,
    Es,
    Fr,
}

impl Lang {
    fn of(path: &str) -> Self {
        let has = |tag| path.contains(&format!("/{tag}/"));
        match () {
            () if has("es") || path.ends_with(SPANISH_HELP) => Self::Es,
            () if has("fr") => Self::Fr,
            () => Self::En,
        }
    }
}

/// A paragraph, a cell of a table, a text or a comment. Code in it is `` ` ``.
#[derive(Clone, Debug)]
pub struct Passage {
    pub file: String,
    pub line: usize,
    pub kind: Kind,
    pub lang: Lang,
    pub text: String,
    /// Whether a doc comment consists of this paragraph.
    pub is_whole_comment: bool,
}

const GLOSSARY: &str = "docs/glossary.md";
const SPANISH_HELP: &str = "help/spanish.txt";

/// Reads everything that the rules cover.
pub fn all() -> Vec<Passage> {
    let mut all = Vec::new();
    for file in tracked() {
        let Ok(text) = std::fs::read_to_string(root().join(&file)) else {
            continue;
        };
        match Path::new(&file).extension().and_then(|it| it.to_str()) {
            Some("md") if file == GLOSSARY => all.extend(glossary(&text)),
            Some("md") => all.extend(markdown(&file, &text)),
            Some("ftl") => all.extend(fluent(&file, &text)),
            Some("txt") if file.ends_with(SPANISH_HELP) => all.extend(help(&file, &text)),
            Some("rs") => all.extend(comments(&file, &text)),
            _ => {}
        }
    }
    for kind in [Kind::Ui, Kind::Docs, Kind::Code] {
        let n = all.iter().filter(|it| it.kind == kind).count();
        assert!(n > 1000, "{kind:?}: {n} texts were found");
    }
    all
}

fn passage(file: &str, line: usize, kind: Kind, text: String) -> Passage {
    Passage {
        file: file.to_owned(),
        line,
        kind,
        lang: Lang::of(file),
        text,
        is_whole_comment: false,
    }
}

/// Reads the glossary without its last column, which names retired words.
fn glossary(text: &str) -> Vec<Passage> {
    let is_row = |line: &&str| line.starts_with('|');
    let prose: Vec<&str> = text.lines().filter(|line| !is_row(line)).collect();
    let mut found = markdown(GLOSSARY, &prose.join("\n"));
    for meaning in Terms::read().meanings() {
        found.extend(markdown("docs/terms.toml", meaning));
    }
    found
}

fn markdown(file: &str, text: &str) -> Vec<Passage> {
    prose::paragraphs(text)
        .into_iter()
        .map(|(line, text)| passage(file, line, Kind::Docs, text))
        .collect()
}

/// Texts that list the words that a player may type, old ones too.
const TYPED: [&str; 2] = ["typed-pass", "typed-advice"];

fn fluent(file: &str, text: &str) -> Vec<Passage> {
    let resource = fluent_syntax::parser::parse(text)
        .unwrap_or_else(|(_, errors)| panic!("{file}: {errors:?}"));
    let mut found = Vec::new();
    for entry in &resource.body {
        let (id, value, attributes) = match entry {
            Entry::Message(it) => (it.id.name, it.value.as_ref(), &it.attributes),
            Entry::Term(it) => (it.id.name, Some(&it.value), &it.attributes),
            _ => continue,
        };
        if TYPED.contains(&id) {
            continue;
        }
        let line = text
            .lines()
            .position(|line| {
                line.strip_prefix(id)
                    .is_some_and(|rest| rest.starts_with([' ', '=']))
            })
            .map_or(0, |at| at + 1);
        let patterns = value
            .into_iter()
            .chain(attributes.iter().map(|it| &it.value));
        for pattern in patterns {
            for text in variants(pattern) {
                found.push(passage(file, line, Kind::Ui, text));
            }
        }
    }
    found
}

/// Returns the variants of a text: its own, and those that it selects from.
fn variants(pattern: &Pattern<&str>) -> Vec<String> {
    let mut own = String::new();
    let mut others = Vec::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => own += value,
            PatternElement::Placeable { expression } => {
                own += "`";
                if let Expression::Select { variants: of, .. } = expression {
                    others.extend(of.iter().flat_map(|variant| variants(&variant.value)));
                } else if let Expression::Inline(InlineExpression::Placeable { .. }) = expression {
                    own += "`";
                }
            }
        }
    }
    others.insert(0, own.split_whitespace().collect::<Vec<_>>().join(" "));
    others
}

/// Reads texts after lines of `# ` and a key.
fn help(file: &str, text: &str) -> Vec<Passage> {
    let mut found = Vec::new();
    let mut line = 1;
    for part in text.split("# ").skip(1) {
        let (_, text) = part.split_once('\n').expect("a key has a text");
        let paragraphs = prose::paragraphs(text).into_iter();
        found.extend(paragraphs.map(|(_, text)| passage(file, line + 1, Kind::Ui, text)));
        line += part.matches('\n').count();
    }
    found
}

/// Attributes of items whose doc comments are the help of the command line.
const CLAP: [&str; 4] = ["Args", "Parser", "Subcommand", "ValueEnum"];

/// Reads doc comments.
fn comments(file: &str, text: &str) -> Vec<Passage> {
    let mut found = Vec::new();
    let mut comment = String::new();
    let mut first = 0;
    let mut is_help = false;
    let lines: Vec<&str> = text.lines().collect();
    for (at, whole) in lines.iter().copied().chain([""]).enumerate() {
        let line = whole.trim_start();
        let doc = ["///", "//!"]
            .iter()
            .find_map(|sign| line.strip_prefix(sign));
        if let Some(doc) = doc {
            if comment.is_empty() {
                first = at + 1;
            }
            comment += doc.strip_prefix(' ').unwrap_or(doc);
            comment += "\n";
            continue;
        }
        let derives = |line: &str| {
            line.strip_prefix("#[derive(")
                .is_some_and(|names| CLAP.iter().any(|it| prose::has_phrase(names, it)))
        };
        let mut attributes = lines[at.min(lines.len())..]
            .iter()
            .map(|line| line.trim_start())
            .take_while(|line| line.starts_with("#["));
        is_help |= attributes.any(derives);
        if !comment.is_empty() {
            let paragraphs = prose::paragraphs(&std::mem::take(&mut comment));
            let is_whole = paragraphs.len() == 1;
            let kind = if is_help { Kind::Ui } else { Kind::Code };
            for (line, text) in paragraphs {
                found.push(Passage {
                    is_whole_comment: is_whole,
                    ..passage(file, first + line - 1, kind, text)
                });
            }
        }
        is_help &= whole != "}";
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(found: Vec<Passage>) -> Vec<(usize, Kind, String)> {
        let found = found.into_iter();
        found.map(|it| (it.line, it.kind, it.text)).collect()
    }

    #[test]
    fn comments_of_arguments_are_help() {
        let text = "//! A module.\n\n/// Says hello.\n#[derive(Args)]\nstruct A {\n    /// Name of the\n    /// world\n    name: u8,\n}\n\n/// A type.\nstruct B;\n";
        assert_eq!(
            texts(comments("a.rs", text)),
            [
                (1, Kind::Code, "A module.".to_owned()),
                (3, Kind::Ui, "Says hello.".to_owned()),
                (6, Kind::Ui, "Name of the world".to_owned()),
                (11, Kind::Code, "A type.".to_owned()),
            ]
        );
    }

    #[test]
    fn every_variant_of_a_text_is_read() {
        let text = "# A comment\na = One { $n ->\n    [one] tile\n   *[other] tiles\n}.\n    .help = Two\n";
        let found: Vec<String> = fluent("en/a.ftl", text)
            .into_iter()
            .map(|it| it.text)
            .collect();
        assert_eq!(found, ["One `.", "tile", "tiles", "Two"]);
    }

    #[test]
    fn help_in_sections_is_read() {
        let text = "# a .b\nUno\n# c\nDos\n\nTres\n";
        assert_eq!(
            texts(help("help/spanish.txt", text)),
            [
                (2, Kind::Ui, "Uno".to_owned()),
                (4, Kind::Ui, "Dos".to_owned()),
                (4, Kind::Ui, "Tres".to_owned())
            ]
        );
    }
}
