//! Reads records from text.

mod error;
mod head;
mod round;

use std::collections::BTreeMap;
use std::str::FromStr;

use capicu::{Rules, Seat, Side, Tile, TurnedUp};

pub(crate) use error::did_you_mean;
pub use error::{Due, RecordError, TwinPart, Wrong};

use super::scan::{Scanner, Token};
use super::{Item, Line, MAX_BYTES, Record, ResultClaim, ThrownIn, VERSION};
use crate::referee::Claim;
use crate::{Place, side};

/// The places of a record's parts in its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The beginning of each item.
    pub items: Vec<Place>,
    /// The places of each round's parts.
    pub rounds: Vec<RoundPlaces>,
    /// The line of the result.
    pub result: Place,
}

/// The places of a round's parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundPlaces {
    /// The heading of the round.
    pub heading: Place,
    /// The written hands.
    pub hands: BTreeMap<Seat, Place>,
    /// The claims about tiles left.
    pub left: BTreeMap<Seat, Place>,
    /// The claims about counts.
    pub counts: BTreeMap<Seat, Place>,
    /// The beginning of each move.
    pub moves: Vec<Place>,
    /// The claim about the end.
    pub end: Place,
    /// The claim about points.
    pub points: Place,
    /// The claim about scores.
    pub score: Place,
}

impl RoundPlaces {
    /// The place of a claim about the round.
    pub fn of(&self, claim: Claim) -> Option<Place> {
        match claim {
            Claim::Left(seat) => self.left.get(&seat).copied(),
            Claim::Count(seat) => self.counts.get(&seat).copied(),
            Claim::End => Some(self.end),
            Claim::Points => Some(self.points),
            Claim::Score => Some(self.score),
            Claim::Result => None,
        }
    }
}

/// Decodes the text of a file: checks its length and encoding, and drops a byte order mark.
///
/// # Errors
///
/// If it is too long or not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, RecordError> {
    let at = |place, wrong| RecordError { place, wrong };
    let start = Place { line: 1, column: 1 };
    if bytes.len() > MAX_BYTES {
        return Err(at(start, Wrong::TooLong));
    }
    // UTF-32 or UTF-16, with a byte order mark or without: then every fourth or every other byte is a letter.
    if matches!(
        bytes,
        [0xff, 0xfe, 0, 0, ..]
            | [0, 0, 0xfe, 0xff, ..]
            | [0, 0, 0, 1..=255, ..]
            | [1..=255, 0, 0, 0, ..]
    ) {
        return Err(at(start, Wrong::Utf32));
    }
    if matches!(
        bytes,
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=255, ..] | [1..=255, 0, ..]
    ) {
        return Err(at(start, Wrong::Utf16));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        at(Place::of(&good, good.len()), Wrong::NotUtf8)
    })
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        Self::parse(text).map(|(record, _)| record)
    }
}

impl Record {
    /// Reads a record and the places of its parts.
    ///
    /// # Errors
    ///
    /// The first error in the text, and its place.
    pub fn parse(text: &str) -> Result<(Self, Places), RecordError> {
        Self::parse_from(text, 1)
    }

    /// Reads a record that begins at this line of a file with several. Places are those in the file.
    ///
    /// # Errors
    ///
    /// The first error in the text, and its place.
    pub fn parse_from(text: &str, line: u32) -> Result<(Self, Places), RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.len() > MAX_BYTES {
            return Err(Wrong::TooLong.at(Place { line, column: 1 }));
        }
        // A tab is replaced by one space, so that columns stay right.
        Parser::new(&text.replace('\t', " "), line).record()
    }
}

/// Whether a line begins a record: it contains the version.
pub fn begins_record(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let rest = line.trim_ascii().strip_prefix(b"domino-record");
    rest.is_some_and(|rest| rest.first().is_none_or(u8::is_ascii_whitespace))
}

/// A line of the text, without its line break.
#[derive(Clone, Copy, Debug)]
struct Row<'a> {
    text: &'a str,
    place: Place,
}

impl<'a> Row<'a> {
    /// The name before the first colon, and the rest.
    fn tag(&self) -> Option<(&'a str, Row<'a>)> {
        let (name, value) = self.text.split_once(':')?;
        let text = value.trim_start();
        let before = self.text.len() - text.len();
        let column = self.place.column + self.text[..before].chars().count() as u32;
        let place = Place {
            column,
            ..self.place
        };
        Some((name.trim_end(), Row { text, place }))
    }

    fn scanner(&self) -> Scanner<'a> {
        Scanner::new(self.text, self.place)
    }

    fn line(&self) -> Result<Line, RecordError> {
        let wrong = |_| Wrong::Control.at(self.place);
        self.text.parse().map_err(wrong)
    }
}

struct Parser<'a> {
    rows: std::iter::Peekable<Box<dyn Iterator<Item = Row<'a>> + 'a>>,
    end: Place,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, first: u32) -> Self {
        let rows: Box<dyn Iterator<Item = Row<'a>> + 'a> =
            Box::new(text.split('\n').enumerate().map(move |(at, text)| {
                let text = text.strip_suffix('\r').unwrap_or(text);
                let line = first + at as u32;
                Row {
                    place: Place {
                        line,
                        column: (text.chars().count() - text.trim_start().chars().count()) as u32
                            + 1,
                    },
                    text: text.trim(),
                }
            }));
        Self {
            rows: rows.peekable(),
            end: {
                let end = Place::of(text, text.len());
                Place {
                    line: first - 1 + end.line,
                    ..end
                }
            },
        }
    }

    fn record(mut self) -> Result<(Record, Places), RecordError> {
        self.version()?;
        let mut record = self.head()?;
        let mut places = Places::default();
        loop {
            let Some(row) = self.next_filled() else {
                return Err(Wrong::CutOff.at(self.end));
            };
            if let Some(comment) = row.text.strip_prefix(';') {
                record.comments.push(comment_line(comment, row.place)?);
                continue;
            }
            if let Some(("result", value)) = row.tag() {
                record.result = self.result(&record.rules, value, &mut record.comments)?;
                places.result = value.place;
                break;
            }
            places.items.push(row.place);
            let item = self.item(&mut record, row, &mut places)?;
            record.items.push(item);
        }
        while let Some(row) = self.next_filled() {
            let Some(comment) = row.text.strip_prefix(';') else {
                let wrong = match begins_record(row.text.as_bytes()) {
                    true => Wrong::AnotherRecord,
                    false => Wrong::AfterResult,
                };
                return Err(wrong.at(row.place));
            };
            record.comments.push(comment_line(comment, row.place)?);
        }
        Ok((record, places))
    }

    fn version(&mut self) -> Result<(), RecordError> {
        let row = self.next_filled().unwrap_or(Row {
            text: "",
            place: self.end,
        });
        let number = row
            .text
            .strip_prefix("domino-record ")
            .map(str::trim)
            .filter(|n| !n.is_empty() && n.len() < 10 && n.bytes().all(|b| b.is_ascii_digit()))
            .and_then(|number| number.parse::<u32>().ok());
        match number {
            Some(VERSION) => Ok(()),
            Some(newer) if newer > VERSION => Err(Wrong::Newer(newer).at(row.place)),
            _ if row.text.starts_with('{') => Err(Wrong::Json.at(row.place)),
            _ => Err(Wrong::NotARecord.at(row.place)),
        }
    }

    fn item(
        &mut self,
        record: &mut Record,
        row: Row<'a>,
        places: &mut Places,
    ) -> Result<Item, RecordError> {
        let rules = &record.rules;
        if row.text == "round" || row.text.starts_with("round ") {
            let number = row.text["round".len()..].trim();
            let due = places.rounds.len() + 1;
            if number.parse() != Ok(due) {
                return Err(Wrong::RoundNumber(due).at(row.place));
            }
            let (round, round_places) = self.round(rules, row.place)?;
            places.rounds.push(round_places);
            return Ok(Item::Round(Box::new(round)));
        }
        match row.tag() {
            Some(("turn-up", value)) => {
                let tiles = turned_up(rules, value, &mut record.comments)?;
                Ok(Item::TurnedUp(tiles))
            }
            Some(("thrown-in", value)) => {
                let why = thrown_in(rules, value, &mut record.comments)?;
                let mut hands = BTreeMap::new();
                let comments = &mut record.comments;
                let dealt = self.dealt(&record.rules, row.place, comments, &mut hands)?;
                Ok(Item::ThrownIn {
                    dealt: Box::new(dealt),
                    why,
                })
            }
            Some(("withdrew", value)) => {
                let mut words = value.scanner();
                let seat = seat(rules, &mut words)?;
                end_of_line(&mut words, &mut record.comments)?;
                Ok(Item::Withdrew(seat))
            }
            _ => Err(Wrong::NotAnItem.at(row.place)),
        }
    }

    fn result(
        &self,
        rules: &Rules,
        value: Row<'a>,
        comments: &mut Vec<Line>,
    ) -> Result<ResultClaim, RecordError> {
        let mut words = value.scanner();
        let place = words.place();
        let result = match words.word() {
            Some("unfinished") => ResultClaim::Unfinished,
            Some(side) => {
                let side = side::named(rules, side).ok_or_else(|| Wrong::Result.at(place))?;
                if words.peek() == Some(Token::Word("forfeit")) {
                    words.next_token();
                    ResultClaim::Forfeit(side)
                } else {
                    ResultClaim::Won(side)
                }
            }
            None => return Err(Wrong::Result.at(place)),
        };
        end_of_line(&mut words, comments)?;
        Ok(result)
    }

    fn next_filled(&mut self) -> Option<Row<'a>> {
        self.rows.find(|row| !row.text.is_empty())
    }

    /// The next line with content, without taking it.
    fn peek_filled(&mut self) -> Option<Row<'a>> {
        while self.rows.next_if(|row| row.text.is_empty()).is_some() {}
        self.rows.peek().copied()
    }
}

fn comment_line(text: &str, place: Place) -> Result<Line, RecordError> {
    Row { text, place }.line()
}

/// Takes a comment, if there is one; anything else is an error.
fn end_of_line(words: &mut Scanner<'_>, comments: &mut Vec<Line>) -> Result<(), RecordError> {
    let place = words.place();
    match words.next_token() {
        None => Ok(()),
        Some(Token::Comment(comment)) => {
            comments.push(comment_line(comment, place)?);
            Ok(())
        }
        Some(_) => Err(Wrong::TooMuch.at(place)),
    }
}

fn tile(words: &mut Scanner<'_>) -> Result<Tile, RecordError> {
    let place = words.place();
    let tile = words.word().and_then(|word| word.parse().ok());
    tile.ok_or_else(|| Wrong::NotATile.at(place))
}

fn seat(rules: &Rules, words: &mut Scanner<'_>) -> Result<Seat, RecordError> {
    let place = words.place();
    let found = words.word().and_then(|word| {
        let mut letters = word.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        side::seat(letter).filter(|seat| seat.index() < usize::from(rules.n_seats()))
    });
    found.ok_or_else(|| Wrong::NotASeat(rules.n_seats()).at(place))
}

fn side(rules: &Rules, words: &mut Scanner<'_>) -> Result<Side, RecordError> {
    let place = words.place();
    let side = words.word().and_then(|word| side::named(rules, word));
    side.ok_or_else(|| Wrong::not_a_side(rules).at(place))
}

fn number<T: FromStr>(words: &mut Scanner<'_>) -> Result<T, RecordError> {
    let place = words.place();
    let number = words
        .word()
        .filter(|word| word.bytes().all(|b| b.is_ascii_digit()))
        .and_then(|word| word.parse().ok());
    number.ok_or_else(|| Wrong::NotANumber.at(place))
}

fn turned_up(
    rules: &Rules,
    value: Row<'_>,
    comments: &mut Vec<Line>,
) -> Result<TurnedUp, RecordError> {
    let mut words = value.scanner();
    let mut tiles = TurnedUp::new(rules.n_seats());
    let mut seen = capicu::TileSet::EMPTY;
    let mut last = None;
    loop {
        let place = words.place();
        let at = seat(rules, &mut words)?;
        if last >= Some(at) {
            return Err(Wrong::TurnUp.at(place));
        }
        last = Some(at);
        let place = words.place();
        let turned = tile(&mut words)?;
        if !rules.tiles().contains(turned) {
            return Err(Wrong::NotInGame(turned).at(place));
        }
        if !seen.insert(turned) {
            return Err(Wrong::Twice(turned).at(place));
        }
        tiles[at] = Some(turned);
        if words.peek() != Some(Token::Comma) {
            break;
        }
        words.next_token();
    }
    end_of_line(&mut words, comments)?;
    Ok(tiles)
}

fn thrown_in(
    rules: &Rules,
    value: Row<'_>,
    comments: &mut Vec<Line>,
) -> Result<ThrownIn, RecordError> {
    let mut words = value.scanner();
    let place = words.place();
    let why = match words.word() {
        Some("no") if words.word() == Some("double") => ThrownIn::NoDouble,
        Some("doubles") => ThrownIn::ManyDoubles(seat(rules, &mut words)?),
        Some("suit") => ThrownIn::LongSuit(seat(rules, &mut words)?),
        _ => return Err(Wrong::ThrownIn.at(place)),
    };
    end_of_line(&mut words, comments)?;
    Ok(why)
}
