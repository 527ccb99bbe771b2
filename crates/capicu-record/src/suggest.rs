//! Suggestions for misspelled words.

use capicu::rules::{Choices, OptionInfo, OptionKind};
use capicu_i18n::{Lang, Texts};

/// The most likely candidate for a misspelled word, if any is close.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word
        .chars()
        .take(64)
        .flat_map(char::to_lowercase)
        .map(|c| if c == '_' || c == ' ' { '-' } else { c })
        .collect();
    let allowed = (word.chars().count() / 3).clamp(1, 4);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The option with this name in any language of the form: `tope` for `target`.
pub fn option_called(word: &str) -> Option<&'static str> {
    let word = plain(word);
    let is = |option: &&OptionInfo| in_any_language(&word, |texts| texts.option_label(option.name));
    Choices::OPTIONS.iter().find(is).map(|option| option.name)
}

/// The word of an option for a name that people use.
pub fn word_called(option: &OptionInfo, value: &str) -> Option<&'static str> {
    let OptionKind::Word(words) = option.kind else {
        return None;
    };
    let value = plain(value);
    let is = |word: &&&str| in_any_language(&value, |texts| texts.option_word(option.name, word));
    words.iter().find(is).copied()
}

fn in_any_language(word: &str, called: impl Fn(Texts) -> Option<String>) -> bool {
    let mut languages = Lang::ALL.iter();
    languages.any(|lang| called(Texts::new(*lang)).is_some_and(|called| plain(&called) == word))
}

/// The word without capitals, hyphens and marks on letters.
fn plain(word: &str) -> String {
    let letters = word.trim().chars().take(64).flat_map(char::to_lowercase);
    letters
        .map(|letter| match letter {
            '_' | '-' => ' ',
            'á' | 'à' | 'â' => 'a',
            'é' | 'è' | 'ê' => 'e',
            'í' | 'î' => 'i',
            'ó' | 'ô' => 'o',
            'ú' | 'ù' | 'û' | 'ü' => 'u',
            'ñ' => 'n',
            'ç' => 'c',
            other => other,
        })
        .collect()
}
