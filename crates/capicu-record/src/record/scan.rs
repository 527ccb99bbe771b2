//! Splits a line into words with columns.

use crate::Place;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Anything between spaces and commas.
    Word(&'a str),
    /// `A:` at the beginning of a turn.
    Turn(char),
    /// `,` between two moves.
    Comma,
    /// The text after a `;`.
    Comment(&'a str),
}

#[derive(Clone, Debug)]
pub(super) struct Scanner<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Scanner<'a> {
    /// A scanner for a piece of a line that begins at this place.
    pub(super) const fn new(text: &'a str, place: Place) -> Self {
        Self { rest: text, place }
    }

    /// The place of the next token, or of the end of the line.
    pub(super) fn place(&mut self) -> Place {
        self.skip_space();
        self.place
    }

    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.clone().next_token()
    }

    pub(super) fn word(&mut self) -> Option<&'a str> {
        match self.peek() {
            Some(Token::Word(word)) => {
                self.next_token();
                Some(word)
            }
            _ => None,
        }
    }

    /// The next word. If an `@` ends or follows it, includes the word after that: `4-2 @ 5-4`.
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
