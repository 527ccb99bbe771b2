//! Splits Markdown into sentences.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Returns the paragraphs, headings, items and cells of a text, each with its line. Inline code becomes `` ` ``. Code
/// blocks, HTML and addresses are left out.
pub fn paragraphs(markdown: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let (mut text, mut from) = (String::new(), 0);
    let mut in_block = false;
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    for (event, range) in Parser::new_ext(markdown, options).into_offset_iter() {
        let ends = matches!(
            event,
            Event::End(
                TagEnd::Paragraph
                    | TagEnd::Heading(_)
                    | TagEnd::Item
                    | TagEnd::TableCell
                    | TagEnd::TableHead
            ) | Event::Start(Tag::List(_) | Tag::CodeBlock(_))
        );
        if ends && !text.trim().is_empty() {
            let line = markdown[..from].matches('\n').count() + 1;
            let words = std::mem::take(&mut text);
            found.push((line, words.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        if text.is_empty() {
            from = range.start;
        }
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_block = true,
            Event::End(TagEnd::CodeBlock) => in_block = false,
            Event::Text(part) if !in_block => text += &part,
            Event::Code(_) => text += "`",
            Event::SoftBreak | Event::HardBreak => text += " ",
            _ => {}
        }
    }
    found
}

/// Characters between the end of a sentence and the space after it.
const CLOSING: [char; 6] = [')', '"', '”', '’', '*', '_'];

/// Splits a paragraph into sentences.
pub fn sentences(paragraph: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    for (at, sign) in paragraph.char_indices() {
        let rest = &paragraph[at + sign.len_utf8()..];
        let is_end = matches!(sign, '.' | '!' | '?')
            && rest
                .trim_start_matches(CLOSING)
                .strip_prefix([' ', '\u{a0}'])
                .is_some_and(|rest| rest.starts_with(|it: char| !it.is_lowercase()));
        if is_end {
            let end = paragraph.len() - rest.trim_start_matches(CLOSING).len();
            found.push(paragraph[from..end].trim());
            from = end;
        }
    }
    found.push(paragraph[from..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Returns the words of a sentence. Code is one word, and signs alone are none.
pub fn words(sentence: &str) -> impl Iterator<Item = &str> {
    let words = sentence.split_whitespace();
    words.filter(|word| word.contains(|it: char| it.is_alphanumeric() || it == '`'))
}

/// Whether a text contains these whole words. A lower-case phrase also matches words with capitals.
pub fn has_phrase(text: &str, phrase: &str) -> bool {
    let is_lower = phrase.chars().all(|it| !it.is_uppercase());
    let lowered = text.to_lowercase();
    let text = if is_lower { &lowered } else { text };
    let is_part = |it: char| it.is_alphanumeric() || matches!(it, '_' | '-');
    text.match_indices(phrase).any(|(at, _)| {
        !text[..at].ends_with(is_part) && !text[at + phrase.len()..].starts_with(is_part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_split_into_blocks() {
        let text = "# Head\n\nOne `code` [link](https://a.b).\n\n```sh\nnothing\n```\n\n* An item\n* Another\n  line\n\n| a | b |\n|---|---|\n| c | d |\n";
        let found = paragraphs(text);
        let found: Vec<(usize, &str)> = found.iter().map(|(line, it)| (*line, &**it)).collect();
        assert_eq!(
            found,
            [
                (1, "Head"),
                (3, "One ` link."),
                (9, "An item"),
                (10, "Another line"),
                (13, "a"),
                (13, "b"),
                (15, "c"),
                (15, "d"),
            ]
        );
    }

    #[test]
    fn paragraphs_are_split_into_sentences() {
        assert_eq!(
            sentences("It ends. (So does this.) “Or this?” Not v1.2, nor e.g. this"),
            [
                "It ends.",
                "(So does this.)",
                "“Or this?”",
                "Not v1.2, nor e.g. this"
            ]
        );
        assert_eq!(words("A ` – word, and 2.").count(), 5);
    }

    #[test]
    fn phrases_match_whole_words() {
        assert!(has_phrase("Go on!", "go on"));
        assert!(!has_phrase("cargo only", "go on"));
        assert!(!has_phrase("a knock-out", "knock"));
        assert!(!has_phrase("talk", "Talk"));
    }
}
