//! Names of players and rules, and texts in the chat.

use capicu_protocol::{MAX_NAME, MAX_SAYING, MAX_TITLE};

/// A valid name without surrounding spaces; `None` if the text is not one.
pub fn name(text: &str) -> Option<String> {
    plain(text, MAX_NAME)
}

/// A valid name for rules without surrounding spaces; `None` if the text is not one.
pub fn title(text: &str) -> Option<String> {
    plain(text, MAX_TITLE)
}

/// A valid text for the chat without surrounding spaces; `None` if the text is not one.
pub fn saying(text: &str) -> Option<String> {
    plain(text, MAX_SAYING)
}

fn plain(text: &str, most: usize) -> Option<String> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || is_blank(c));
    let hidden = |c: char| c.is_control() || is_invisible(c);
    let shows = |c: char| !c.is_whitespace() && !is_blank(c) && !is_selector(c);
    let seen = text.chars().any(shows);
    let fits = (1..=most).contains(&text.chars().count());
    (seen && fits && !text.chars().any(hidden)).then(|| text.to_owned())
}

/// Letters and symbols without a visible shape; a name of them alone would be empty.
const fn is_blank(c: char) -> bool {
    matches!(
        c,
        '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}'
    )
}

/// Variation selectors: they choose the shape of the character before them, and show nothing themselves.
const fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}')
}

/// Marks that turn text around or hide in it: all that Unicode tells displays to ignore, except blanks and selectors.
const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_needs_visible_characters() {
        for (text, read) in [
            ("Ana", Some("Ana")),
            ("  Ana María ", Some("Ana María")),
            ("\u{3164}Ana", Some("Ana")),
            ("李", Some("李")),
            ("", None),
            ("   ", None),
            ("\u{3164}", None),
            ("\u{2800}\u{2800}", None),
            ("\u{ad}", None),
            ("A\u{61c}na", None),
            ("A\u{e0041}na", None),
            ("A\u{202e}na", None),
            ("A\nna", None),
            ("Ana ❤\u{fe0f}", Some("Ana ❤\u{fe0f}")),
            ("❤\u{fe0f} Ana", Some("❤\u{fe0f} Ana")),
            ("\u{fe0e}", None),
            ("\u{fe0f}\u{fe00}", None),
            ("\u{180b}", None),
            ("\u{17b4}", None),
            ("\u{17b5}", None),
            ("\u{1d173}", None),
            ("\u{1bca0}", None),
            ("\u{fff0}", None),
            ("\u{e0100}", None),
        ] {
            assert_eq!(name(text).as_deref(), read, "{text:?}");
        }
        assert!(name(&"x".repeat(24)).is_some());
        assert!(name(&"x".repeat(25)).is_none());
        assert!(title(&"x".repeat(48)).is_some());
    }
}
