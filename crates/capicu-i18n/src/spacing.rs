//! French typography: narrow spaces that no line breaks at. Who writes French texts types plain spaces, which look the
//! same in every editor; the build of this crate and the pages of rules put these in their place.

/// The narrow space that no line breaks at.
const NARROW: char = '\u{202f}';

/// The text with narrow spaces before `;`, `:`, `!`, `?` and `»`, after `«`, before `%`, and between the thousands of a number.
pub fn french(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let number = |from: usize| {
        let digits = letters[from..]
            .iter()
            .take_while(|letter| letter.is_ascii_digit());
        digits.count()
    };
    let spaced = letters.iter().enumerate().map(|(at, letter)| {
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after = letters.get(at + 1);
        let thousands = before.is_some_and(|before| before.is_ascii_digit()) && number(at + 1) == 3;
        match (letter, after) {
            (' ', Some(';' | ':' | '!' | '?' | '»' | '%')) => NARROW,
            (' ', _) if before == Some('«') || thousands => NARROW,
            _ => *letter,
        }
    });
    spaced.collect()
}
