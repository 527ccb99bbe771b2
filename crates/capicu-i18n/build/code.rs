//! Generates Rust code for the texts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use crate::catalog::{self, Catalog, Piece};
use crate::key::key;
use crate::spacing;

/// The suffix of an argument's name that selects by its grammatical person.
const PERSON: &str = "-is";

/// A text in all compiled languages.
pub struct Message {
    name: String,
    arguments: Vec<String>,
    texts: Vec<String>,
    shown: String,
}

/// Combines the languages and reports their differences.
pub fn merge<const N: usize>(
    file: &str,
    langs: &[&str; N],
    catalogs: [Catalog; N],
    complaints: &mut Vec<String>,
) -> Vec<Message> {
    let names: BTreeSet<&String> = catalogs.iter().flat_map(Catalog::keys).collect();
    let mut all = Vec::new();
    for name in names {
        let mut arguments = Vec::new();
        for (lang, catalog) in langs.iter().zip(&catalogs) {
            match catalog.get(name) {
                Some(text) => collect(text, &mut arguments),
                None => complaints.push(format!("texts/{lang}/{file}.ftl lacks `{name}`")),
            }
        }
        let texts = catalogs
            .iter()
            .filter_map(|catalog| catalog.get(name))
            .map(|text| {
                let mut coded = String::new();
                encode(text, &arguments, "one", &mut coded);
                coded
            })
            .collect();
        let shown = catalogs[0].get(name).map(|text| show(text));
        all.push(Message {
            name: name.clone(),
            arguments,
            texts,
            shown: shown.unwrap_or_default(),
        });
    }
    all
}

fn collect(text: &[Piece], arguments: &mut Vec<String>) {
    for piece in text {
        let (Piece::Argument(name) | Piece::Select { by: name, .. }) = piece else {
            continue;
        };
        if !arguments.contains(name) {
            arguments.push(name.clone());
        }
        if let Piece::Select { variants, .. } = piece {
            for (_, text) in variants {
                collect(text, arguments);
            }
        }
    }
}

/// Encodes a text for `src/pattern.rs`. `one` is the key for the singular of the language.
fn encode(text: &[Piece], arguments: &[String], one: &str, coded: &mut String) {
    let index = |name: &String| {
        let at = arguments.iter().position(|other| other == name);
        char::from(b'A' + at.expect("collected before") as u8)
    };
    for piece in text {
        match piece {
            Piece::Plain(plain) => coded.push_str(plain),
            Piece::Argument(name) => {
                coded.push('\u{1}');
                coded.push(index(name));
            }
            Piece::Select {
                by,
                variants,
                default,
            } => {
                coded.push('\u{2}');
                coded.push(index(by));
                // The default comes last and has no key, so the reader takes it when no other key matches.
                let ordinary = variants.iter().enumerate().filter(|(i, _)| i != default);
                for (_, (key, text)) in ordinary {
                    coded.push('\u{3}');
                    coded.push_str(if key == "one" { one } else { key });
                    coded.push('\u{4}');
                    encode(text, arguments, one, coded);
                }
                coded.push_str("\u{3}\u{4}");
                encode(&variants[*default].1, arguments, one, coded);
                coded.push('\u{5}');
            }
        }
    }
}

fn show(text: &[Piece]) -> String {
    text.iter()
        .map(|piece| match piece {
            Piece::Plain(plain) => plain.replace('\n', " "),
            Piece::Argument(name) => format!("‹{name}›"),
            Piece::Select {
                variants, default, ..
            } => show(&variants[*default].1),
        })
        .collect()
}

/// Generates a method for each text.
pub fn methods(messages: &[Message], code: &mut String) {
    for message in messages {
        let name = message.name.replace(['-', '.'], "_");
        let parties: Vec<&str> = message
            .arguments
            .iter()
            .filter_map(|argument| argument.strip_suffix(PERSON))
            .collect();
        let mut parameters = String::new();
        let mut values = Vec::new();
        for argument in &message.arguments {
            let (whose, person) = match argument.strip_suffix(PERSON) {
                Some(whose) => (whose, true),
                None => (argument.as_str(), false),
            };
            let variable = whose.replace('-', "_");
            let party = parties.contains(&whose);
            if !parameters.contains(&format!(" {variable}:")) {
                let kind = if party {
                    "&Party"
                } else {
                    "impl Into<Arg<'a>>"
                };
                let _ = write!(parameters, ", {variable}: {kind}");
            }
            values.push(match (party, person) {
                (true, true) => format!("{variable}.person().into()"),
                (true, false) => format!("{variable}.name().into()"),
                _ => format!("{variable}.into()"),
            });
        }
        let generic = if parameters.contains("'a") {
            "<'a>"
        } else {
            ""
        };
        let _ = writeln!(
            code,
            "    /// `` {:?} ``\n    pub fn {name}{generic}(&self{parameters}) -> String {{\n        self.write(&{:?}, &[{}])\n    }}",
            message.shown,
            message.texts,
            values.join(", ")
        );
    }
}

/// Generates tables of texts with lookup by name. Sentences about rules have a separate table, so that programs that
/// only name options do not contain them.
pub fn tables(file: &str, messages: &[Message], code: &mut String) {
    let rules = |message: &&Message| message.name.ends_with(".rule");
    let (sentences, names): (Vec<_>, Vec<_>) = messages.iter().partition(rules);
    table(file, &names, code);
    if !sentences.is_empty() {
        table(&format!("{file}_rules"), &sentences, code);
    }
}

fn table(name: &str, messages: &[&Message], code: &mut String) {
    let name = name.to_uppercase();
    let _ = writeln!(code, "pub(crate) static {name}: &[Named] = &[");
    for message in messages {
        let _ = writeln!(
            code,
            "    Named {{ name: {:?}, arguments: &{:?}, texts: {:?} }},",
            message.name, message.arguments, message.texts
        );
    }
    code.push_str("];\n");
}

/// A language with texts found by those of the first two. A program contains it or fetches it.
pub struct Further {
    lang: &'static str,
    /// By key, the text in English and in this language.
    texts: BTreeMap<u32, (String, String)>,
    missing: Vec<String>,
}

impl Further {
    pub fn new(lang: &'static str) -> Self {
        Self {
            lang,
            texts: BTreeMap::new(),
            missing: Vec::new(),
        }
    }

    /// Adds the language's file of this name, if it exists.
    pub fn add(
        &mut self,
        folder: &Path,
        file: &str,
        messages: &[Message],
        complaints: &mut Vec<String>,
    ) {
        let lang = self.lang;
        let path = folder.join(lang).join(format!("{file}.ftl"));
        let mut texts = match catalog::read(&path) {
            _ if !path.exists() => Catalog::new(),
            Ok(texts) => texts,
            Err(errors) => return complaints.extend(errors),
        };
        for message in messages {
            let name = &message.name;
            let Some(text) = texts.remove(name) else {
                self.missing.push(format!("{file}.ftl: {name}"));
                continue;
            };
            let mut arguments = Vec::new();
            collect(&text, &mut arguments);
            let unknown = arguments
                .iter()
                .find(|argument| !message.arguments.contains(argument));
            if let Some(argument) = unknown {
                complaints.push(format!(
                    "{}: `{name}` is not told `{argument}`",
                    path.display()
                ));
                continue;
            }
            let mut coded = String::new();
            encode(&self.spaced(text), &message.arguments, "\u{6}", &mut coded);
            let english = message.texts[0].clone();
            let pair = (english.clone(), coded);
            let before = self.texts.insert(key(&message.texts), pair.clone());
            match before.filter(|before| *before != pair) {
                Some((other, _)) if other != english => complaints.push(format!(
                    "{}: `{name}` has the key of another text, `{other}`; change a word of either",
                    path.display()
                )),
                Some(_) => complaints.push(format!(
                    "{}: `{name}` is said otherwise where English and Spanish say the same",
                    path.display()
                )),
                None => {}
            }
        }
        for name in texts.keys() {
            complaints.push(format!("{}: nothing is called `{name}`", path.display()));
        }
    }

    /// Applies the typography of the language.
    fn spaced(&self, text: Vec<Piece>) -> Vec<Piece> {
        if self.lang != "fr" {
            return text;
        }
        let mut pieces: Vec<Piece> = Vec::new();
        for piece in text {
            match (pieces.last_mut(), piece) {
                (Some(Piece::Plain(before)), Piece::Plain(plain)) => before.push_str(&plain),
                (
                    _,
                    Piece::Select {
                        by,
                        variants,
                        default,
                    },
                ) => {
                    let variants = variants.into_iter();
                    let variants = variants.map(|(key, text)| (key, self.spaced(text)));
                    pieces.push(Piece::Select {
                        by,
                        variants: variants.collect(),
                        default,
                    });
                }
                (_, piece) => pieces.push(piece),
            }
        }
        for piece in &mut pieces {
            if let Piece::Plain(plain) = piece {
                *plain = spacing::french(plain);
            }
        }
        pieces
    }

    /// Generates the catalog and the list of missing texts.
    pub fn write(self, code: &mut String) {
        let name = self.lang.to_uppercase();
        let _ = writeln!(code, "#[cfg(feature = \"embedded\")]");
        let _ = writeln!(code, "pub(crate) static {name}: &[(u32, &str)] = &[");
        for (key, (_, text)) in &self.texts {
            let _ = writeln!(code, "    ({key}, {text:?}),");
        }
        code.push_str("];\n");
        let _ = writeln!(code, "#[cfg(feature = \"embedded\")]");
        let _ = writeln!(code, "static {name}_ENGLISH: &[&str] = &[");
        for (english, _) in self.texts.values() {
            let _ = writeln!(code, "    {english:?},");
        }
        code.push_str("];\n");
        let _ = writeln!(
            code,
            "#[cfg(test)]\npub(crate) static {name}_MISSING: &[&str] = &{:?};",
            self.missing
        );
    }
}
