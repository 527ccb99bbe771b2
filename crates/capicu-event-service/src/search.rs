//! Search for names.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// Folds a name for a search: lower case, without accents, with single spaces.
pub fn folded(name: &str) -> String {
    let letters = name.nfkd().filter(|c| !is_combining_mark(*c));
    let letters: String = letters.flat_map(char::to_lowercase).collect();
    letters.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_case_make_no_difference() {
        assert_eq!(folded("José  PÉREZ / Ñandú"), "jose perez / nandu");
        assert_eq!(folded("Françoise Œuf"), "francoise œuf");
        assert_eq!(folded(" \t"), "");
    }
}
