//! Options that apply before the arguments are parsed, since errors of parsing follow them too.

use std::ffi::OsString;

pub const NAMES: [&str; 2] = ["--lang", "--color"];

pub fn values<'a>(words: &'a [OsString], name: &'a str) -> impl Iterator<Item = &'a str> {
    let words = words.iter().map(|word| word.to_str().unwrap_or(""));
    let mut words = words.take_while(|word| *word != "--");
    std::iter::from_fn(move || {
        loop {
            match words.next()?.strip_prefix(name) {
                Some("") => return words.next(),
                Some(rest) if rest.starts_with('=') => return rest.strip_prefix('='),
                _ => {}
            }
        }
    })
}

/// Removes these options, already known, from the arguments of `capicu help`, which takes none of them.
pub fn left_out_of_help(words: &[OsString]) -> Vec<OsString> {
    if words.get(1).is_none_or(|word| word != "help") {
        return words.to_vec();
    }
    let mut left = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let text = word.to_str().unwrap_or("");
        let name = text.split('=').next().unwrap_or(text);
        match (NAMES.contains(&name), text == name) {
            (false, _) => left.push(word.clone()),
            (true, true) => drop(words.next()),
            (true, false) => {}
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn values_of_early_options_are_found_in_both_forms() {
        let given = words("capicu --lang=es games --lang en --language x -- --lang fr");
        assert_eq!(values(&given, "--lang").collect::<Vec<_>>(), ["es", "en"]);
        assert_eq!(values(&given, "--color").count(), 0);
        assert_eq!(values(&words("capicu --lang"), "--lang").count(), 0);
    }

    #[test]
    fn help_is_parsed_without_early_options() {
        let left = left_out_of_help(&words("capicu help --lang es arena --color=never"));
        assert_eq!(left, words("capicu help arena"));
        let other = words("capicu arena --lang es");
        assert_eq!(left_out_of_help(&other), other);
    }
}
