//! Reads the head, before the first round.

use capicu::rules::{Choices, OptionError, OptionKind};
use capicu::{Rules, Seat};

use super::super::scan::Token;
use super::super::{Record, TagName, plain};
use super::{Parser, RecordError, Row, Wrong, comment_line};
use crate::suggest::nearest;
use crate::{Place, games, side};

/// The lines of the head, before the rules are known.
#[derive(Default)]
struct Head<'a> {
    base: Option<Row<'a>>,
    options: Vec<Given>,
    rules_at: Option<Place>,
    names: Vec<(Seat, Row<'a>)>,
}

struct Given {
    name: &'static str,
    value: String,
    place: Place,
}

impl<'a> Parser<'a> {
    pub(super) fn head(&mut self) -> Result<Record, RecordError> {
        let mut record = Record::new(Rules::new(plain()).expect("the plain game is playable"));
        let mut head = Head::default();
        while let Some(row) = self.peek_filled() {
            if let Some(comment) = row.text.strip_prefix(';') {
                record.comments.push(comment_line(comment, row.place)?);
            } else if row.text == "round" || row.text.starts_with("round ") {
                break;
            } else {
                let (name, value) = row.tag().ok_or_else(|| Wrong::NotATag.at(row.place))?;
                match name {
                    "result" | "turn-up" | "thrown-in" | "withdrew" => break,
                    "game" => {
                        once(record.game.is_some(), name, row.place)?;
                        record.game = Some(value.line()?);
                    }
                    "base" => {
                        once(head.base.is_some(), name, row.place)?;
                        head.base = Some(value);
                    }
                    "rules" => {
                        head.rules_at.get_or_insert(row.place);
                        read_options(value, &mut head.options)?;
                    }
                    _ => match seat_of(name) {
                        Some(seat) => {
                            let known = head.names.iter().any(|(other, _)| *other == seat);
                            once(known, name, row.place)?;
                            head.names.push((seat, value));
                        }
                        None => {
                            let name: TagName = name
                                .parse()
                                .map_err(|error| Wrong::TagName(error).at(row.place))?;
                            record.tags.push((name, value.line()?));
                        }
                    },
                }
            }
            self.rows.next();
        }
        record.rules = head.rules(self.end)?;
        for (seat, name) in head.names {
            if seat.index() >= usize::from(record.rules.n_seats()) {
                let place = Place {
                    column: 1,
                    ..name.place
                };
                return Err(Wrong::NotASeat(record.rules.n_seats()).at(place));
            }
            record.names.insert(seat, name.line()?);
        }
        Ok(record)
    }
}

impl Head<'_> {
    fn rules(&self, end: Place) -> Result<Rules, RecordError> {
        let start = self.base.map(|base| base.place);
        let Some(place) = self.rules_at.or(start) else {
            return Err(Wrong::NoRules.at(end));
        };
        let mut choices = self.start()?;
        for given in &self.options {
            choices
                .set(given.name, &given.value)
                .map_err(|error| given.wrong(error))?;
        }
        Rules::new(choices).map_err(|errors| {
            let error = errors.first();
            let mut options = self.options.iter();
            let place = options
                .find(|given| given.name == error.option())
                .map_or(place, |given| given.place);
            Wrong::Rules(error).at(place)
        })
    }

    /// The choices that the options change: those of the base, or of the plain game.
    fn start(&self) -> Result<Choices, RecordError> {
        let Some(base) = self.base else {
            return Ok(plain());
        };
        let name = base.text.trim();
        let place = base.scanner().place();
        let Some(game) = games::by_id(name) else {
            let suggestion = nearest(name, games::ids());
            let name = name.chars().take(64).collect();
            return Err(Wrong::UnknownBase { name, suggestion }.at(place));
        };
        let mut options = self.options.iter();
        let players = options
            .find(|given| given.name == "players")
            .and_then(|given| given.value.parse().ok());
        Ok(game.choices_for(players.unwrap_or(game.players()[0])))
    }
}

impl Given {
    fn wrong(&self, error: OptionError) -> RecordError {
        Wrong::option(self.name, &self.value, error).at(self.place)
    }
}

/// Reads `name value, name value …`; spaces separate tiles.
fn read_options(row: Row<'_>, options: &mut Vec<Given>) -> Result<(), RecordError> {
    let mut words = row.scanner();
    loop {
        let place = words.place();
        let Some(name) = words.word() else {
            return match words.next_token() {
                // A comma at the end of the line is allowed.
                None => Ok(()),
                Some(_) => Err(Wrong::NotATag.at(place)),
            };
        };
        let Some(option) = Choices::OPTIONS.iter().find(|option| option.name == name) else {
            return Err(Wrong::option(name, "", OptionError::UnknownOption).at(place));
        };
        once(options.iter().any(|given| given.name == name), name, place)?;
        let mut value = Vec::new();
        while let Some(word) = words.word() {
            value.push(word);
        }
        let given = Given {
            name: option.name,
            value: value.join(" "),
            place,
        };
        let empty = given.value.is_empty() && option.kind != OptionKind::Tiles;
        plain()
            .set(given.name, &given.value)
            .map_err(|error| given.wrong(error))?;
        debug_assert!(!empty, "only sets of tiles have an empty value");
        options.push(given);
        let place = words.place();
        match words.next_token() {
            None => return Ok(()),
            Some(Token::Comma) => {}
            Some(_) => return Err(Wrong::TooMuch.at(place)),
        }
    }
}

fn once(there: bool, name: &str, place: Place) -> Result<(), RecordError> {
    if there {
        return Err(Wrong::TwiceTag(name.to_owned()).at(place));
    }
    Ok(())
}

fn seat_of(name: &str) -> Option<Seat> {
    let mut letters = name.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    side::seat(letter)
}
