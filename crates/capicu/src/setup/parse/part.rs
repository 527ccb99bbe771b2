//! Parts of a position, and the small values they contain.

use core::str::FromStr;

use super::{ParsePositionError, PositionPart, Problem, Result};
use crate::setup::Held;
use crate::{Pile, Rules, Seat, Tile, TileSet};

#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub(super) text: &'a str,
    pub(super) column: usize,
}

impl<'a> Part<'a> {
    pub(super) fn wrong<T>(self, problem: Problem) -> Result<T> {
        Err(ParsePositionError {
            column: self.column,
            problem,
        })
    }

    pub(super) fn expected<T>(self, what: PositionPart) -> Result<T> {
        self.wrong(Problem::Expected(what))
    }

    /// The text between two bytes, trimmed.
    pub(super) fn slice(self, from: usize, to: usize) -> Self {
        let text = &self.text[from..to];
        let inner = text.trim_start();
        let from = from + text.len() - inner.len();
        Self {
            text: inner.trim_end(),
            column: self.column + self.text[..from].chars().count(),
        }
    }

    pub(super) fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut from = 0;
        self.text.split(separator).map(move |text| {
            let part = self.slice(from, from + text.len());
            from += text.len() + separator.len_utf8();
            part
        })
    }

    pub(super) fn words(self) -> impl Iterator<Item = Self> {
        let separated = self.split(' ');
        separated.filter(|word| !word.text.is_empty())
    }

    /// The texts before and after the first separator.
    pub(super) fn split_once(self, separator: char) -> Option<(Self, Self)> {
        let at = self.text.find(separator)?;
        let after = at + separator.len_utf8();
        Some((self.slice(0, at), self.slice(after, self.text.len())))
    }

    pub(super) fn number<N: FromStr>(self, what: PositionPart) -> Result<N> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        match self.text.parse() {
            Ok(number) if digits => Ok(number),
            _ => self.expected(what),
        }
    }

    pub(super) fn tile(self) -> Result<Tile> {
        self.text
            .parse()
            .or_else(|_| self.expected(PositionPart::Tile))
    }

    /// Reads tiles, none of them twice.
    pub(super) fn tiles(self) -> Result<Pile> {
        let mut tiles = Pile::new();
        for word in self.words() {
            let tile = word.tile()?;
            if tiles.contains(&tile) {
                return word.wrong(Problem::TileTwice(tile));
            }
            tiles.push(tile);
        }
        Ok(tiles)
    }

    pub(super) fn seat(self, rules: &Rules) -> Result<Seat> {
        let mut letters = self.text.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return self.expected(PositionPart::Seat);
        };
        match Seat::of_letter(letter) {
            Some(seat) if seat.index() < usize::from(rules.n_seats()) => Ok(seat),
            _ => self.wrong(Problem::NoSeat(letter)),
        }
    }

    /// Reads the number of unknown tiles: `?7`.
    pub(super) fn unknown(self) -> Result<Option<u8>> {
        let Some(number) = self.text.strip_prefix('?') else {
            return Ok(None);
        };
        let number = Self {
            text: number,
            column: self.column + 1,
        };
        number.number(PositionPart::Unknown).map(Some)
    }

    pub(super) fn hand(self) -> Result<Held> {
        match (self.text, self.unknown()?) {
            (_, Some(n)) => Ok(Held::Unknown(n)),
            ("-", None) => Ok(Held::Known(TileSet::EMPTY)),
            ("", None) => self.expected(PositionPart::Hand),
            _ => Ok(Held::Known(self.tiles()?.into_iter().collect())),
        }
    }
}
