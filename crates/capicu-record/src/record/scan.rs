//! Words of a line, with their columns.

use crate::Place;

/// A piece of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Anything between white space and commas.
    Word(&'a str),
    /// `A:`, at the beginning of a turn.
    Turn(char),
    /// `,`
    Comma,
    /// The text behind a `;`.
    Comment(&'a str),
}

/// The tokens of a line, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Scanner<'a> {
    /// The tokens of a piece of a line that begins at this place.
    pub(super) const fn new(text: &'a str, place: Place) -> Self {
        Self { rest: text, place }
    }

    /// Where the next token begins, or the line ends.
    pub(super) fn place(&mut self) -> Place {
        self.skip_space();
        self.place
    }

    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.clone().next_token()
    }

    /// The next word, if the next token is one.
    pub(super) fn word(&mut self) -> Option<&'a str> {
        match self.peek() {
            Some(Token::Word(word)) => {
                self.next_token();
                Some(word)
            }
            _ => None,
        }
    }

    /// The next word; if an `@` is at its end or follows it, together with the word behind that:
    /// `4-2 @ 5-4`.
    pub(super) fn joined(&mut self) -> Option<&'a str> {
        self.skip_space();
        let text = self.rest;
        let mut last = self.word()?;
        while let Some(Token::Word(next)) = self.peek()
            && (last.ends_with('@') || next.starts_with('@'))
        {
            last = next;
            self.next_token();
        }
        Some(&text[..text.len() - self.rest.len()])
    }

    pub(super) fn next_token(&mut self) -> Option<Token<'a>> {
        self.skip_space();
        let first = self.rest.chars().next()?;
        match first {
            ',' => {
                self.take(1);
                Some(Token::Comma)
            }
            ';' => {
                let comment = self.take(self.rest.len());
                Some(Token::Comment(comment[1..].trim()))
            }
            'A'..='L' | 'a'..='l' if self.rest[1..].starts_with(':') => {
                self.take(2);
                Some(Token::Turn(first))
            }
            _ => {
                let end = self
                    .rest
                    .find(|c: char| c.is_whitespace() || c == ',' || c == ';')
                    .unwrap_or(self.rest.len());
                Some(Token::Word(self.take(end)))
            }
        }
    }

    fn skip_space(&mut self) {
        let space = self.rest.len() - self.rest.trim_start().len();
        self.take(space);
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.place.column += taken.chars().count() as u32;
        self.rest = rest;
        taken
    }
}
