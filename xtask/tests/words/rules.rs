//! The rules for texts, with the words to use.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::prose::{has_phrase, sentences, words};
use super::sources::{Kind, Lang, Passage};
use crate::tidy::root;

/// The longest sentence, in words. Writers aim at 25.
const LONGEST: usize = 30;

/// The longest subject of a commit, in characters.
const LONGEST_SUBJECT: usize = 72;

/// Phrases in which nobody acts.
const NOBODY_ACTS: [&str; 13] = [
    "it is looked",
    "it is waited",
    "it is said",
    "it is asked",
    "is waited for",
    "are waited for",
    "was waited for",
    "is told",
    "are told",
    "was told",
    "were told",
    "be told",
    "been told",
];

/// Contents of `docs/terms.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    section: Vec<Section>,
    phrase: Vec<Phrase>,
}

/// A table of the glossary.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    title: String,
    term: Vec<Term>,
}

/// A concept, with its word in three languages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    #[serde(default)]
    word: String,
    #[serde(default)]
    es: String,
    #[serde(default)]
    fr: String,
    meaning: String,
    #[serde(default)]
    heard: String,
    #[serde(default)]
    retired: BTreeMap<Lang, Vec<String>>,
    #[serde(default)]
    scope: Vec<Kind>,
}

/// Retired words that name no concept.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrase {
    lang: Lang,
    retired: Vec<String>,
    r#use: String,
    scope: Vec<Kind>,
}

/// A word that a text of a kind and language may not contain.
struct Retired<'a> {
    word: &'a str,
    instead: &'a str,
    lang: Lang,
    scope: &'a [Kind],
}

/// A rule that a text breaks.
#[derive(Debug, PartialEq, Eq)]
pub struct Broken {
    /// Its name in `counts.toml`.
    pub rule: &'static str,
    /// The sentence, and what to write.
    pub text: String,
}

impl Terms {
    /// Reads the file.
    pub fn read() -> Self {
        let text = std::fs::read_to_string(root().join("docs/terms.toml")).expect("the terms");
        toml::from_str(&text).expect("docs/terms.toml")
    }

    fn terms(&self) -> impl Iterator<Item = &Term> {
        self.section.iter().flat_map(|section| &section.term)
    }

    /// Lists the meanings that the glossary shows.
    pub fn meanings(&self) -> impl Iterator<Item = &str> {
        self.terms().map(|term| &*term.meaning)
    }

    fn retired(&self) -> impl Iterator<Item = Retired<'_>> {
        let of_terms = self.terms().flat_map(|term| {
            term.retired.iter().flat_map(move |(lang, retired)| {
                let instead = match lang {
                    Lang::En => term.word.trim_matches('*'),
                    Lang::Es => &term.es,
                    Lang::Fr => &term.fr,
                };
                retired.iter().map(move |word| Retired {
                    word,
                    instead,
                    lang: *lang,
                    scope: &term.scope,
                })
            })
        });
        let phrases = self.phrase.iter().flat_map(|phrase| {
            phrase.retired.iter().map(|word| Retired {
                word,
                instead: &phrase.r#use,
                lang: phrase.lang,
                scope: &phrase.scope,
            })
        });
        of_terms.chain(phrases)
    }

    /// Finds the rules that a passage breaks.
    pub fn broken_by(&self, passage: &Passage) -> Vec<Broken> {
        let mut found = Vec::new();
        let mut add = |rule, text: String| found.push(Broken { rule, text });
        if passage.is_whole_comment && words(&passage.text).count() <= 2 {
            add("short-comment", passage.text.clone());
        }
        let retired: Vec<Retired<'_>> = self
            .retired()
            .filter(|it| it.lang == passage.lang && it.scope.contains(&passage.kind))
            .collect();
        for sentence in sentences(&passage.text) {
            let n = words(sentence).count();
            if n > LONGEST {
                add("long-sentence", format!("{n} words: {sentence}"));
            }
            for Retired { word, instead, .. } in &retired {
                if has_phrase(sentence, word) {
                    add(
                        "retired-word",
                        format!("\"{word}\" (use {instead}): {sentence}"),
                    );
                }
            }
            if let Some(rule) = clause_first(passage.lang, sentence) {
                add(rule, sentence.to_owned());
            }
            let acts = |phrase: &&str| has_phrase(sentence, phrase);
            if passage.lang == Lang::En && NOBODY_ACTS.iter().any(acts) {
                add("nobody-acts", sentence.to_owned());
            }
        }
        found
    }

    /// Writes the sections of the glossary.
    pub fn glossary(&self) -> String {
        let mut text = String::new();
        for section in &self.section {
            text += &format!("## {}\n\n", section.title);
            text += "| Word | Spanish | French | Meaning | Also heard |\n|---|---|---|---|---|\n";
            for term in &section.term {
                let cells = [&term.word, &term.es, &term.fr, &term.meaning, &term.heard];
                for cell in cells {
                    text += "|";
                    if !cell.is_empty() {
                        text += &format!(" {cell}");
                    }
                    text += " ";
                }
                text += "|\n";
            }
            text += "\n";
        }
        text
    }

    /// Describes what is wrong with the file: words without scope, words retired twice or in use.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        for it in self.retired() {
            if it.scope.is_empty() || it.instead.is_empty() {
                faults.push(format!("{}: retired without scope or successor", it.word));
            }
            if !seen.insert((it.lang, it.word)) {
                faults.push(format!("{}: retired twice", it.word));
            }
        }
        for term in self.terms() {
            let words = [(Lang::Es, &term.es), (Lang::Fr, &term.fr)];
            let words = words.into_iter().chain([(Lang::En, &term.word)]);
            for (lang, word) in words {
                let word = word.trim_matches('*');
                if term
                    .retired
                    .get(&lang)
                    .is_some_and(|it| it.iter().any(|it| it == word))
                {
                    faults.push(format!("{word}: retired and in use"));
                }
            }
        }
        faults
    }
}

/// The rule that a sentence breaks if it begins with a clause in place of its subject. Questions may.
fn clause_first(lang: Lang, sentence: &str) -> Option<&'static str> {
    let begins = |word: &str| {
        let sentence = sentence.trim_start_matches(['*', '_', '“', '"', '(', '«', '\u{a0}']);
        sentence
            .strip_prefix(word)
            .is_some_and(|rest| rest.starts_with([' ', '\u{a0}']))
    };
    let is_question = sentence
        .trim_end_matches(['*', '_', '”', '"', ')'])
        .ends_with('?');
    let claims = ["That a", "That an", "That the", "That somebody"];
    match lang {
        Lang::En if claims.into_iter().any(begins) => Some("that-first"),
        Lang::En if begins("Whoever") => Some("whoever-first"),
        Lang::En if begins("What") && !is_question => Some("what-first"),
        Lang::Fr if begins("Qui") && !is_question => Some("qui-first"),
        _ => None,
    }
}

/// Whether the subject of a commit is too long.
pub fn is_long_subject(subject: &str) -> bool {
    subject.chars().count() > LONGEST_SUBJECT
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules_broken_by(kind: Kind, lang: Lang, text: &str) -> Vec<&'static str> {
        let passage = Passage {
            file: "a".to_owned(),
            line: 1,
            kind,
            lang,
            text: text.to_owned(),
            is_whole_comment: kind == Kind::Code,
        };
        let found = Terms::read().broken_by(&passage).into_iter();
        found.map(|broken| broken.rule).collect()
    }

    #[test]
    fn every_rule_can_be_broken() {
        let long = "word ".repeat(30) + "and";
        for (kind, lang, text, rule) in [
            (Kind::Code, Lang::En, "The kind.", "short-comment"),
            (Kind::Docs, Lang::En, &*long, "long-sentence"),
            (Kind::Docs, Lang::Es, &*long, "long-sentence"),
            (Kind::Docs, Lang::En, "It comes anew.", "retired-word"),
            (Kind::Ui, Lang::En, "For members", "retired-word"),
            (Kind::Ui, Lang::Es, "Este aparato.", "retired-word"),
            (Kind::Ui, Lang::Fr, "Les gens.", "retired-word"),
            (
                Kind::Code,
                Lang::En,
                "Whoever came late sits.",
                "whoever-first",
            ),
            (Kind::Docs, Lang::En, "“What holds is here.”", "what-first"),
            (
                Kind::Code,
                Lang::En,
                "That the tile fits is seen.",
                "that-first",
            ),
            (Kind::Ui, Lang::Fr, "Qui regarde ne voit rien.", "qui-first"),
            (Kind::Docs, Lang::En, "It is looked there.", "nobody-acts"),
            (Kind::Docs, Lang::En, "It is waited there.", "nobody-acts"),
            (Kind::Docs, Lang::En, "It is said there.", "nobody-acts"),
            (Kind::Docs, Lang::En, "The seat is told so.", "nobody-acts"),
        ] {
            let found = rules_broken_by(kind, lang, text);
            let word = (rule == "whoever-first").then_some("retired-word");
            let expected: Vec<&str> = word.into_iter().chain([rule]).collect();
            assert_eq!(found, expected, "{text}");
        }
        assert!(is_long_subject(&"a".repeat(73)));
    }

    #[test]
    fn every_retired_word_is_found() {
        let terms = Terms::read();
        for it in terms.retired() {
            for kind in it.scope {
                let found = rules_broken_by(*kind, it.lang, &format!("- {} -", it.word));
                assert!(found.contains(&"retired-word"), "{}", it.word);
            }
        }
    }

    #[test]
    fn plain_sentences_break_no_rule() {
        let longest = "word ".repeat(29) + "and";
        for text in [
            "The seat that moved.",
            "What does a pass cost? It costs nothing.",
            "Milliseconds without a poll after which a player is not seated; pages poll every two seconds.",
            &longest,
        ] {
            assert_eq!(
                rules_broken_by(Kind::Code, Lang::En, text),
                [""; 0],
                "{text}"
            );
        }
        assert!(!is_long_subject(&"a".repeat(72)));
    }

    /// Sentences that led to the rules, in their old wording. Only a reader can find the faults of those that break no
    /// rule.
    #[test]
    fn old_sentences_break_a_rule() {
        const BEYOND_A_TEST: &str = "";
        for (kind, text, rule) in [
            (
                Kind::Code,
                "How often it is looked who may sit together.",
                "nobody-acts",
            ),
            (
                Kind::Code,
                "Whoever has not asked for so long waits no longer.",
                "whoever-first",
            ),
            (
                Kind::Code,
                "Nobody is seated who has not asked for so long, in milliseconds: the page, which asks every other second, may be closed.",
                "retired-word",
            ),
            (Kind::Docs, "whoever hosts it for others", "retired-word"),
            (
                Kind::Docs,
                "a finished match at any of its moments, and what a table heard and what is typed there, in a worker of the browser",
                BEYOND_A_TEST,
            ),
            (
                Kind::Docs,
                "What stands in this table is told to whoever asks: keep it on the machine itself or behind a firewall.",
                "what-first",
            ),
            (
                Kind::Docs,
                "Made anew, the folder and its files are for the user of the server alone, since they tell every hand; where others may read them, the log says so at the start.",
                "retired-word",
            ),
            (
                Kind::Docs,
                "Whoever makes an event says where its meetings are played: in a hall, at tables of this server, or in a hall with single tables here.",
                "whoever-first",
            ),
            (
                Kind::Docs,
                "Each seat is waited for ` minutes of a meeting in all; time in which the server was stopped does not count.",
                "nobody-acts",
            ),
            (
                Kind::Docs,
                "Every look at a code counts as a guess of a token does, right ones too: `.",
                BEYOND_A_TEST,
            ),
            (
                Kind::Docs,
                "Whoever has none watches, where the table was made with `, and is otherwise turned away with `.",
                "whoever-first",
            ),
            (
                Kind::Docs,
                "What was withstood is green and what was not is red on a terminal, unless ` is set.",
                "what-first",
            ),
            (
                Kind::Docs,
                "Nobody is shown reports about themselves or about somebody on whom they may not act.",
                BEYOND_A_TEST,
            ),
            (
                Kind::Docs,
                "a match left drops out of the ten when enough others came after it, and after a week in any case",
                BEYOND_A_TEST,
            ),
            (
                Kind::Docs,
                "What may not grow is held by tests",
                "what-first",
            ),
            (
                Kind::Code,
                "What one of them is told is a ` is the fold of that.",
                "what-first",
            ),
            (Kind::Code, "Who.", "short-comment"),
            (
                Kind::Code,
                "What is no browser sends none and may.",
                "what-first",
            ),
            (
                Kind::Code,
                "Where everybody is who is signed in. Nothing of it is stored. Clones share it.",
                BEYOND_A_TEST,
            ),
            (
                Kind::Code,
                "How many days a table is kept at which nothing happens any more; 0 for ever",
                BEYOND_A_TEST,
            ),
            (
                Kind::Ui,
                "It is asked. You see here when the answer has come.",
                "nobody-acts",
            ),
            (Kind::Ui, "nothing is to be done with `", BEYOND_A_TEST),
            (
                Kind::Docs,
                "That a seat is open on another device is said when it is another device, and stays until it is put away; another tab of the same browser is none.",
                "that-first",
            ),
            (
                Kind::Docs,
                "Take no owner code for a server that fails, and hear a block before the lobby is told",
                "nobody-acts",
            ),
            (
                Kind::Docs,
                "whoever_calls_one_is_told_which_build_has_it",
                BEYOND_A_TEST,
            ),
        ] {
            let found = rules_broken_by(kind, Lang::En, text);
            if rule == BEYOND_A_TEST {
                assert_eq!(found, [""; 0], "{text}");
            } else {
                assert!(found.contains(&rule), "{text}: {found:?}");
            }
        }
        assert!(is_long_subject(
            "Take no owner code for a server that fails, and hear a block before the lobby is told"
        ));
    }
}
