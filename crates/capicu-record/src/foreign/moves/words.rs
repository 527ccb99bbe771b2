//! The words of move lists: those of the formats, and those that players type at a table.

use std::sync::LazyLock;

use capicu_i18n::{Lang, Texts, plain_letters};

use crate::record::NamedEnd;
use crate::suggest::nearest;

/// A word that begins a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Lay,
    Draw,
    Pass,
    HandOver,
    Declare,
    Muggins,
    TurnUp,
    Hand,
    Boneyard,
}

/// The words of records and of other lists, and the text with the words that players type.
type Named<T> = (T, &'static [&'static str], Option<fn(&Texts) -> String>);

const WORDS: [Named<Word>; 9] = [
    (
        Word::Lay,
        &["play", "lead", "move", "lay", "juega", "sale", "pose"],
        None,
    ),
    (Word::Draw, &["draw", "roba"], Some(Texts::typed_draw)),
    (Word::Pass, &["pass", "pasa"], Some(Texts::typed_pass)),
    (Word::HandOver, &["hand-over"], None),
    (Word::Declare, &["declare"], None),
    (Word::Muggins, &["muggins"], None),
    (Word::TurnUp, &["turn-up"], None),
    (Word::Hand, &["hand"], Some(Texts::typed_hand)),
    (Word::Boneyard, &["boneyard", "stock", "pozo"], None),
];

const SIDES: [Named<NamedEnd>; 2] = [
    (NamedEnd::Left, &["left"], Some(Texts::typed_left)),
    (NamedEnd::Right, &["right"], Some(Texts::typed_right)),
];

/// Every word of moves in every language. Single letters mean different moves, so they are left out.
static MOVES: LazyLock<Vec<(Word, String)>> = LazyLock::new(|| {
    let mut all = in_every_language(&WORDS);
    all.retain(|(_, name)| name.chars().nth(1).is_some());
    all
});

static OF_SIDES: LazyLock<Vec<(NamedEnd, String)>> = LazyLock::new(|| in_every_language(&SIDES));

fn in_every_language<T: Copy>(words: &[Named<T>]) -> Vec<(T, String)> {
    let mut all = Vec::new();
    for (word, names, typed) in words {
        all.extend(names.iter().map(|name| (*word, (*name).to_owned())));
        let typed = typed.iter();
        let texts = typed.flat_map(|typed| Lang::ALL.iter().map(|lang| typed(&Texts::new(*lang))));
        for text in texts {
            let names = text.split_whitespace().map(plain_letters);
            all.extend(names.map(|name| (*word, name)));
        }
    }
    all
}

impl Word {
    /// The word with this name in any language: `TURN_UP`, `turn-up`.
    pub(super) fn named(text: &str) -> Option<Self> {
        find(&MOVES, &plain_letters(text).replace('_', "-"))
    }

    /// The word that was most likely meant.
    pub(super) fn suggested(text: &str) -> Option<&'static str> {
        nearest(text, MOVES.iter().map(|(_, name)| name.as_str()))
    }
}

/// The side of a line with this name in any language, or its letter.
pub(super) fn side_named(text: &str) -> Option<NamedEnd> {
    find(&OF_SIDES, &plain_letters(text))
}

fn find<T: Copy>(all: &[(T, String)], name: &str) -> Option<T> {
    let found = all.iter().find(|(_, known)| known == name);
    found.map(|(word, _)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_has_one_meaning() {
        for (word, name) in MOVES.iter() {
            assert_eq!(Word::named(name), Some(*word), "{name}");
            assert_eq!(Word::named(&name.to_uppercase()), Some(*word), "{name}");
        }
        for (side, name) in OF_SIDES.iter() {
            assert_eq!(side_named(name), Some(*side), "{name}");
        }
    }

    #[test]
    fn words_of_players_are_read() {
        for (text, word) in [
            ("pass", Some(Word::Pass)),
            ("toco", Some(Word::Pass)),
            ("pasar", Some(Word::Pass)),
            ("Boude", Some(Word::Pass)),
            ("robo", Some(Word::Draw)),
            ("robar", Some(Word::Draw)),
            ("roba", Some(Word::Draw)),
            ("pioche", Some(Word::Draw)),
            ("MANO", Some(Word::Hand)),
            ("TURN_UP", Some(Word::TurnUp)),
            ("talon", None),
            ("p", None),
            ("", None),
        ] {
            assert_eq!(Word::named(text), word, "{text}");
        }
        assert_eq!(side_named("Izquierda"), Some(NamedEnd::Left));
        assert_eq!(side_named("d"), Some(NamedEnd::Right));
        assert_eq!(side_named("x"), None);
        assert_eq!(Word::suggested("pas"), Some("pass"));
    }
}
