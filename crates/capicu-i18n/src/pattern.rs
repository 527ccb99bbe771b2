//! Writes a compiled text. `build/code.rs` compiles texts to this form:
//!
//! * `1 A` inserts the first argument, `1 B` the second and so on;
//! * `2 A`, then for each variant `3 key 4 text`, then `5` chooses by the first argument; the last
//!   variant has no key and is taken when no other fits;
//! * all other characters are written as they are. The digits are control characters.

/// An argument of a text: inserted, or compared with the keys of variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arg<'a> {
    /// A name, a word, or a finished text.
    Text(&'a str),
    /// A number; the singular form applies to 1, in French also to 0.
    Number(u32),
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

macro_rules! number {
    ($($kind:ty)+) => { $(
        impl From<$kind> for Arg<'_> {
            fn from(number: $kind) -> Self {
                Self::Number(u32::try_from(number).unwrap_or(u32::MAX))
            }
        }
    )+ };
}

number!(u8 u16 u32 u64 usize);

pub(crate) fn write(pattern: &str, args: &[Arg<'_>]) -> String {
    let mut text = String::with_capacity(pattern.len() + 16);
    let mut rest = pattern;
    run(&mut rest, args, &mut text, true);
    text
}

/// Writes up to the end of the variant or text, and leaves the end to the selector around it.
fn run(rest: &mut &str, args: &[Arg<'_>], text: &mut String, wanted: bool) {
    loop {
        let special = |c: char| ('\u{1}'..='\u{5}').contains(&c);
        let plain = rest.find(special).unwrap_or(rest.len());
        if wanted {
            text.push_str(&rest[..plain]);
        }
        *rest = &rest[plain..];
        if !rest.starts_with(['\u{1}', '\u{2}']) {
            return;
        }
        if take(rest) == Some('\u{1}') {
            let arg = argument(rest, args);
            if wanted {
                insert(arg, text);
            }
            continue;
        }
        let by = argument(rest, args);
        let mut open = wanted;
        while take(rest) == Some('\u{3}') {
            let end = rest.find('\u{4}').unwrap_or(rest.len());
            let fits = open && matches(&rest[..end], by);
            *rest = rest.get(end + 1..).unwrap_or("");
            run(rest, args, text, fits);
            open &= !fits;
        }
    }
}

fn take(rest: &mut &str) -> Option<char> {
    let mut chars = rest.chars();
    let first = chars.next();
    *rest = chars.as_str();
    first
}

fn argument<'a>(rest: &mut &str, args: &[Arg<'a>]) -> Arg<'a> {
    let index = take(rest).map_or(0, |letter| letter as usize - 'A' as usize);
    args.get(index).copied().unwrap_or(Arg::Text(""))
}

fn insert(arg: Arg<'_>, text: &mut String) {
    match arg {
        Arg::Text(value) => text.push_str(value),
        Arg::Number(value) => text.push_str(&value.to_string()),
    }
}

/// English and Spanish use the singular only for one. French, with its own key, uses it for zero and one.
fn matches(key: &str, by: Arg<'_>) -> bool {
    match by {
        _ if key.is_empty() => true,
        Arg::Text("one") | Arg::Number(0 | 1) if key == "\u{6}" => true,
        Arg::Text(word) => key == word,
        Arg::Number(1) if key == "one" => true,
        Arg::Number(number) => key.parse() == Ok(number),
    }
}
