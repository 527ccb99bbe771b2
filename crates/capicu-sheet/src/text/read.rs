//! Reads a sheet from text.

use capicu::rules::Choices;
use capicu::{
    BySeat, BySide, Game, Hanged, InPlay, Left, ReportedEnd, Seat, SeatCount, Side, TileSet, Winner,
};

use super::{HEADER, WAYS, word};
use crate::{
    Entry, Event, QueueEvent, RoundEntry, Sheet, Start, TextError, TextProblem, Trust, Unit,
};

impl Sheet {
    /// Reads a stored sheet.
    ///
    /// # Errors
    ///
    /// The first line that cannot be read, or is impossible.
    pub fn read(text: &str) -> Result<Self, TextError> {
        let (sheet, problem) = Self::read_as_far_as_possible(text);
        problem.map_or(Ok(sheet), Err)
    }

    /// Reads a stored sheet up to the first line that cannot be read, and returns that problem.
    pub fn read_as_far_as_possible(text: &str) -> (Self, Option<TextError>) {
        let mut sheet = Self::default();
        let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.is_empty());
        let error = |line, problem| Some(TextError { line, problem });
        if lines.next().is_none_or(|(line, _)| line != HEADER) {
            return (sheet, error(1, TextProblem::Header(HEADER)));
        }
        for (line, number) in lines {
            let added =
                Event::of_line(line).and_then(|event| sheet.add(event).map_err(TextProblem::Sheet));
            if let Err(problem) = added {
                return (sheet, error(number, problem));
            }
        }
        (sheet, None)
    }
}

/// The rules of a game for a number of players, or for its usual one.
pub(super) fn base(game: &Game, players: u16) -> Option<Choices> {
    let players = u8::try_from(players).ok();
    let own = players.and_then(|players| game.choices(players));
    own.or_else(|| game.choices(*game.players.first()?))
}

impl Event {
    /// Reads an event from one line of text.
    ///
    /// # Errors
    ///
    /// The first word that cannot be read.
    pub fn of_line(line: &str) -> Result<Self, TextProblem> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "start" => Start::of_line(rest).map(Self::Started),
            "undo" if rest.is_empty() => Ok(Self::Undid),
            "day" => rest.parse().map(Self::Day).map_err(|_| unknown(rest)),
            "strike" => rest.parse().map(Self::Struck).map_err(|_| unknown(rest)),
            "moves" => Ok(Self::Noted(rest.to_owned())),
            "correct" => {
                let (number, entry) = rest.split_once(' ').ok_or(TextProblem::Missing("line"))?;
                Ok(Self::Corrected {
                    line: number.parse().map_err(|_| unknown(number))?,
                    to: Entry::of_line(entry)?,
                })
            }
            "queue" => {
                let (at, what) = rest.split_once(' ').ok_or(TextProblem::Missing("event"))?;
                Ok(Self::Queue {
                    at: at.parse().map_err(|_| unknown(at))?,
                    what: QueueEvent::of_line(what)?,
                })
            }
            _ => Entry::of_line(line).map(Self::Wrote),
        }
    }
}

impl QueueEvent {
    fn of_line(line: &str) -> Result<Self, TextProblem> {
        if let Some((word, names)) = line.split_once('\t') {
            let party = names.split('\t').map(str::to_owned).collect();
            return match word {
                "came" => Ok(Self::Came(party)),
                "left" => Ok(Self::Left(party)),
                _ => Err(unknown(word)),
            };
        }
        let index = |text: &str| text.parse().map_err(|_| unknown(text));
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        match *words.as_slice() {
            ["open", unit, tables, rules] => Ok(Self::Opened {
                start: Box::new(Start::of_line(rules)?),
                unit: match unit {
                    word::SINGLES => Unit::Singles,
                    word::PAIRS => Unit::Pairs,
                    _ => return Err(unknown(unit)),
                },
                tables: index(tables)?,
            }),
            ["next"] => Ok(Self::Next),
            ["start", table] => Ok(Self::Started {
                table: index(table)?,
            }),
            ["won", table, side] => Ok(Self::Won {
                table: index(table)?,
                side: index(side)?,
            }),
            ["close"] => Ok(Self::Closed),
            ["resume"] => Ok(Self::Resumed),
            _ => Err(unknown(line)),
        }
    }
}

impl Start {
    fn of_line(line: &str) -> Result<Self, TextProblem> {
        let mut parts = line.split('\t');
        let mut words = parts.next().unwrap_or_default().split(' ');
        let id = words.next().unwrap_or_default();
        let game = Game::by_id(id).ok_or_else(|| unknown(id))?;
        let players = words.next().ok_or(TextProblem::Missing("players"))?;
        let n: u16 = players.parse().map_err(|_| unknown(players))?;
        let mut choices = base(game, n).ok_or_else(|| unknown(players))?;
        for word in words {
            let (option, value) = word.split_once('=').ok_or_else(|| unknown(word))?;
            // Tiles are separated by spaces, and words too.
            let value = value.replace('+', " ");
            choices.set(option, &value).map_err(|_| unknown(word))?;
        }
        if choices.players.get() != n {
            return Err(unknown(players));
        }
        Ok(Self {
            game,
            choices,
            names: parts.map(str::to_owned).collect(),
        })
    }
}

impl Entry {
    fn of_line(line: &str) -> Result<Self, TextProblem> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "play" => in_play(Words::of(rest)),
            "round" => round(Words::of(rest)).map(Self::Round),
            "agreed" => numbers(rest).map(Self::Agreed),
            _ => Err(unknown(kind)),
        }
    }
}

/// The words of a line, each read once.
struct Words<'a> {
    words: Vec<&'a str>,
}

impl<'a> Words<'a> {
    fn of(line: &'a str) -> Self {
        Self {
            words: line.split(' ').collect(),
        }
    }

    /// The value of `key=value`.
    fn value(&mut self, key: &str) -> Option<&'a str> {
        let value = |word: &&'a str| {
            let (of, value) = word.split_once('=')?;
            (of == key).then_some(value)
        };
        let at = self.words.iter().position(|word| value(word).is_some())?;
        value(&self.words.remove(at))
    }

    fn flag(&mut self, flag: &str) -> bool {
        let at = self.words.iter().position(|word| *word == flag);
        at.map(|at| self.words.remove(at)).is_some()
    }

    fn seat(&mut self, key: &str) -> Result<Option<Seat>, TextProblem> {
        self.value(key).map(seat).transpose()
    }

    fn trust(&mut self) -> Trust {
        match self.flag("confirmed") {
            true => Trust::Confirmed,
            false => Trust::Checked,
        }
    }

    fn end(self) -> Result<(), TextProblem> {
        self.words.first().map_or(Ok(()), |word| Err(unknown(word)))
    }
}

fn in_play(mut words: Words<'_>) -> Result<Entry, TextProblem> {
    let trust = words.trust();
    let points = words.value("points").map(number).transpose()?;
    let points = points.ok_or(TextProblem::Missing("points"));
    let third = seats(words.value("third").unwrap_or_default())?;
    let first = words.words.first().copied().unwrap_or_default();
    let (key, value) = first.split_once('=').ok_or_else(|| unknown(first))?;
    let what = match key {
        "paso" => InPlay::Paso(side(value)?),
        "pase-corrido" => InPlay::PaseCorrido(side(value)?),
        "led-double" => InPlay::LedDouble(side(value)?),
        "led-single" => InPlay::LedSingle(side(value)?),
        "ends" => InPlay::Ends {
            side: side(value)?,
            points: points?,
        },
        "muggins" => InPlay::Muggins {
            side: side(value)?,
            points: points?,
        },
        "three-passes" => InPlay::ThreePasses(seat(value)?),
        "board-pass" => InPlay::BoardPass {
            seat: seat(value)?,
            third,
        },
        "false-play" => InPlay::FalsePlay(seat(value)?),
        "slow-play" => InPlay::SlowPlay(seat(value)?),
        "wrong-call" => InPlay::WrongCall(seat(value)?),
        _ => return Err(unknown(first)),
    };
    words.value(key);
    words.end()?;
    Ok(Entry::InPlay { what, trust })
}

fn round(mut words: Words<'_>) -> Result<RoundEntry, TextProblem> {
    let end = if let Some(out) = words.seat(word::OUT)? {
        let way = words.value("way").ok_or(TextProblem::Missing("way"))?;
        let known = WAYS.iter().find(|(name, _)| *name == way);
        ReportedEnd::Out {
            seat: out,
            way: known.ok_or_else(|| unknown(way))?.1,
            hanged: match words.flag("hanged") {
                true => Hanged::DoubleBlank,
                false => Hanged::Nothing,
            },
        }
    } else if words.flag(word::BLOCKED) {
        ReportedEnd::Blocked {
            blocker: words.seat("blocker")?,
            winner: match words.seat("winner")? {
                Some(seat) => Winner::Named(seat),
                None if words.flag("tied") => Winner::Nobody,
                None => Winner::ByCounts,
            },
        }
    } else if words.flag(word::VOID) {
        ReportedEnd::Void
    } else if let Some(seat) = words.seat(word::DOUBLES)? {
        let n = words.value("n").ok_or(TextProblem::Missing("n"))?;
        let n = n.parse().map_err(|_| unknown(n))?;
        ReportedEnd::Doubles { seat, n }
    } else if let Some(seat) = words.seat(word::FOUL)? {
        ReportedEnd::Foul(seat)
    } else {
        return Err(TextProblem::Missing("the end of the round"));
    };
    let entry = RoundEntry {
        opener: words.seat("opener")?,
        end,
        left: left(&mut words)?,
        trust: words.trust(),
    };
    words.end()?;
    Ok(entry)
}

fn left(words: &mut Words<'_>) -> Result<Left, TextProblem> {
    if let Some(total) = words.value("total") {
        return number(total).map(Left::Total);
    }
    if let Some(sides) = words.value("sides") {
        return numbers(sides).map(Left::Sides);
    }
    if let Some(seats) = words.value("seats") {
        let holds = seats.split(',').map(|text| {
            let (digits, has_double) = match text.strip_suffix('d') {
                Some(digits) => (digits, true),
                None => (text, false),
            };
            number(digits).map(|count| SeatCount { count, has_double })
        });
        let holds = holds.collect::<Result<Vec<_>, _>>()?;
        let seats = BySeat::from_slice(&holds).ok_or_else(|| unknown(seats));
        return seats.map(Left::Seats);
    }
    if let Some(hands) = words.value("tiles") {
        let each = hands.split('/').map(hand).collect::<Result<Vec<_>, _>>()?;
        let hands = BySeat::from_slice(&each).ok_or_else(|| unknown(hands));
        return hands.map(|hands| Left::Tiles(Box::new(hands)));
    }
    Ok(Left::Uncounted)
}

fn hand(text: &str) -> Result<TileSet, TextProblem> {
    let tiles = text.split(',').filter(|tile| !tile.is_empty());
    tiles
        .map(|tile| tile.parse().map_err(|_| unknown(tile)))
        .collect()
}

fn numbers(text: &str) -> Result<BySide<u16>, TextProblem> {
    let each = text.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    BySide::from_slice(&each).ok_or_else(|| unknown(text))
}

/// The highest number on a sheet, far above every score, so that no sum overflows.
const MOST: u16 = 4000;

fn number(text: &str) -> Result<u16, TextProblem> {
    let number: u16 = text.parse().map_err(|_| unknown(text))?;
    (number <= MOST)
        .then_some(number)
        .ok_or_else(|| unknown(text))
}

fn seat(text: &str) -> Result<Seat, TextProblem> {
    let mut letters = text.chars();
    let seat = letters.next().and_then(Seat::of_letter);
    let alone = letters.next().is_none();
    seat.filter(|_| alone).ok_or_else(|| unknown(text))
}

/// Reads letters of seats, such as `BD`.
fn seats(letters: &str) -> Result<BySeat<bool>, TextProblem> {
    let named = letters.chars().map(Seat::of_letter);
    let named = named.collect::<Option<Vec<Seat>>>();
    let named = named.ok_or_else(|| unknown(letters))?;
    Ok(BySeat::from_fn(capicu::MAX_SEATS as u8, |seat| {
        named.contains(&seat)
    }))
}

fn side(text: &str) -> Result<Side, TextProblem> {
    let index = text.parse().ok().and_then(Side::new);
    index.ok_or_else(|| unknown(text))
}

fn unknown(word: &str) -> TextProblem {
    TextProblem::Word(word.to_owned())
}
