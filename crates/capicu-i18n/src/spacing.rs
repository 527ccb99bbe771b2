//! French typography: narrow no-break spaces. Authors of French texts type plain spaces, which look alike in every
//! editor. The build of this crate and the pages of rules replace them.

/// The narrow no-break space.
const NARROW: char = '\u{202f}';

/// Puts narrow no-break spaces before `;`, `:`, `!`, `?` and `»`, after `«`, before `%`, and between the thousands of a
/// number.
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
