//! Errors in the text of a record.

use core::fmt;

use capicu::rules::{Choices, OptionError, RulesError};
use capicu::{Rules, Side, Tile};
use capicu_i18n::{Lang, Texts};

use super::super::shorthand::Unclear;
use super::super::{NotALine, NotDealt, VERSION, What};
use crate::json::FORMAT;
use crate::suggest::nearest;
use crate::{Place, side};

/// The first error in the text of a record, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The place of the error.
    pub place: Place,
    /// The error itself.
    pub wrong: Wrong,
}

impl RecordError {
    /// Explains place and error in a language.
    pub fn told(&self, texts: Texts) -> String {
        format!("{}: {}", self.place, self.wrong.told(texts))
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Texts::new(Lang::En)))
    }
}

impl core::error::Error for RecordError {}

/// An error in the text of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The text is longer than any match.
    TooLong,
    /// The text is UTF-16.
    Utf16,
    /// The text is UTF-32.
    Utf32,
    /// The text has another encoding, or is not a text.
    NotUtf8,
    /// The first line does not name the format.
    NotARecord,
    /// The text is JSON.
    Json,
    /// A newer program wrote it, in this version of the format.
    Newer(u32),
    /// The line with the result is missing.
    CutOff,
    /// The result is followed by more text.
    AfterResult,
    /// The result is followed by another record.
    AnotherRecord,
    /// The line has a control character.
    Control,
    /// A line of the head is not a tag.
    NotATag,
    /// The name of a tag is not allowed.
    TagName(NotALine),
    /// A tag that is allowed once occurs twice.
    TwiceTag(String),
    /// The head gives no rules.
    NoRules,
    /// The base is not a known game.
    UnknownBase {
        /// The text that was written.
        name: String,
        /// The most likely game.
        suggestion: Option<&'static str>,
    },
    /// The rules have no such option.
    UnknownOption {
        /// The text that was written.
        name: String,
        /// The most likely option.
        suggestion: Option<&'static str>,
    },
    /// The option has no such value.
    Value {
        /// The name of the option.
        option: &'static str,
        /// The text that was written.
        value: String,
        /// The reason for the refusal.
        error: OptionError,
        /// The most likely value.
        suggestion: Option<&'static str>,
    },
    /// The rules contradict themselves.
    Rules(RulesError),
    /// A line between rounds is not one of those allowed.
    NotAnItem,
    /// A round has another number than this one.
    RoundNumber(usize),
    /// A line in a round is neither a turn nor a claim.
    NotATurn,
    /// A line of the deal comes after the first move.
    DealAfterMoves,
    /// A move comes after the claims.
    MovesAfterClaims,
    /// A word is not a move; perhaps this one is meant.
    NotAMove(Option<&'static str>),
    /// The named move lacks a part.
    Incomplete(&'static str, Due),
    /// A turn has no move.
    NoMove,
    /// The tile fits at several different ends, those with these tiles.
    SeveralEnds(Tile, Vec<Tile>),
    /// A move names an end of a line, but the layout is not a line.
    NoSides,
    /// A move names an end of a line, but the table is empty.
    NothingLies,
    /// A word is not a tile.
    NotATile,
    /// The game does not use this tile.
    NotInGame(Tile),
    /// The tile is dealt twice.
    Twice(Tile),
    /// The deal has too many or too few tiles.
    Number {
        /// The number of tiles in the deal.
        held: usize,
        /// The number of tiles in the game.
        tiles: usize,
    },
    /// A letter is not one of these seats.
    NotASeat(u8),
    /// A text is not a side; these are.
    NotASide(String),
    /// A word is not a number.
    NotANumber,
    /// The tiles turned up are not one for each seat in the draw.
    TurnUp,
    /// The reason for throwing a deal in is unknown.
    ThrownIn,
    /// The text is not an end of a round.
    End,
    /// The text is not a list of points.
    Points,
    /// No reason for points has this word.
    Reason {
        /// The text that was written.
        word: String,
        /// The most likely reason.
        suggestion: Option<&'static str>,
    },
    /// The text is not one score for each side.
    Score,
    /// The text is not a result.
    Result,
    /// The line has more text than it may.
    TooMuch,
    /// A JSON twin has another part in this place.
    Twin(TwinPart),
}

/// The part expected at some place of a JSON twin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwinPart {
    /// The name of the format.
    Format,
    /// A version that this program reads, instead of this one.
    Version(u32),
    /// The number of a seat, below this number.
    Seat(u8),
    /// The number of a side, below this number.
    Side(u8),
    /// One entry for each seat.
    EachSeat,
    /// One entry for each side.
    EachSide,
    /// Tiles of the game, turned up by at least one seat, none of them twice.
    TurnUp,
    /// A tile such as `6-4`.
    Tile,
    /// The tile that another was laid against.
    On,
    /// No `at`, except in a play without `on`.
    NoAt,
    /// No tile, since the move has none.
    NoTile,
    /// No `open`, except in a wrong play.
    NoOpen,
    /// No points, except in a call that names them.
    NoPoints,
    /// A number that a tile can show.
    Pip,
    /// A mark such as `!?`.
    Mark,
}

impl Wrong {
    pub(super) const fn at(self, place: Place) -> RecordError {
        RecordError { place, wrong: self }
    }

    /// The error for an unknown option, or for a value that it does not have.
    pub(crate) fn option(name: &str, value: &str, error: OptionError) -> Self {
        let short = |text: &str| text.chars().take(64).collect();
        let options = || Choices::OPTIONS.iter().map(|option| option.name);
        match options().find(|option| *option == name) {
            None => Self::UnknownOption {
                name: short(name),
                suggestion: nearest(name, options()),
            },
            Some(option) => Self::Value {
                option,
                value: short(value),
                error,
                suggestion: match error {
                    OptionError::UnknownWord(words) => nearest(value, words.iter().copied()),
                    _ => None,
                },
            },
        }
    }

    /// The error for an unclear move.
    pub(crate) fn unclear(what: What, unclear: Unclear) -> Self {
        match (unclear, what.laid()) {
            (Unclear::Several(ends), Some(tile)) => Self::SeveralEnds(tile, ends),
            (Unclear::NoSides | Unclear::Several(_), _) => Self::NoSides,
            (Unclear::NothingLies, _) => Self::NothingLies,
        }
    }

    pub(super) fn not_a_side(rules: &Rules) -> Self {
        let sides = Side::all(rules.n_sides()).map(|side| side::name(rules, side));
        Self::NotASide(sides.collect::<Vec<_>>().join(", "))
    }
}

/// The part that must follow a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// A tile such as `6-4`.
    Tile,
    /// A tile and the one it is laid against.
    Play,
    /// `open` and a number.
    Open,
    /// The number of points.
    Points,
}

/// The question "did you mean", to follow an error; empty without a word.
pub(crate) fn did_you_mean(texts: Texts, word: Option<&str>) -> String {
    word.map(|word| texts.did_you_mean(word))
        .unwrap_or_default()
}

impl From<NotALine> for Wrong {
    fn from(error: NotALine) -> Self {
        Self::TagName(error)
    }
}

impl From<TwinPart> for Wrong {
    fn from(part: TwinPart) -> Self {
        Self::Twin(part)
    }
}

impl From<NotDealt> for Wrong {
    fn from(error: NotDealt) -> Self {
        match error {
            NotDealt::Number { held, tiles } => Self::Number { held, tiles },
            NotDealt::Twice(tile) => Self::Twice(tile),
            NotDealt::NotInGame(tile) => Self::NotInGame(tile),
            NotDealt::Hands(_) => Self::Twin(TwinPart::EachSeat),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Texts::new(Lang::En)))
    }
}

impl core::error::Error for Wrong {}

impl Wrong {
    /// Explains the error in a language.
    pub fn told(&self, texts: Texts) -> String {
        match self {
            Self::TooLong => texts.text_too_long(),
            Self::Utf16 => texts.text_utf16(),
            Self::Utf32 => texts.text_utf32(),
            Self::NotUtf8 => texts.text_not_utf8(),
            Self::NotARecord => texts.text_not_a_record(VERSION),
            Self::Json => texts.text_json(),
            Self::Newer(version) => texts.text_newer(*version, VERSION),
            Self::CutOff => texts.text_cut_off(),
            Self::AfterResult => texts.text_after_result(),
            Self::AnotherRecord => texts.text_another_record(),
            Self::Control => texts.text_control(),
            Self::NotATag => texts.text_not_a_tag(),
            Self::TagName(NotALine::Control) => texts.text_line_control(),
            Self::TagName(NotALine::Name) => texts.text_line_name(),
            Self::TagName(NotALine::Reserved) => texts.text_line_reserved(),
            Self::TwiceTag(name) => texts.text_twice_tag(name),
            Self::NoRules => texts.text_no_rules(),
            Self::UnknownBase { name, suggestion } => {
                texts.file_unknown_base(name) + &did_you_mean(texts, *suggestion)
            }
            Self::UnknownOption { name, suggestion } => {
                texts.file_unknown_option(name) + &did_you_mean(texts, *suggestion)
            }
            Self::Value {
                option,
                value,
                error,
                suggestion,
            } => {
                let why = texts.option_error(*error);
                texts.file_value(value, *option, &why) + &did_you_mean(texts, *suggestion)
            }
            Self::Rules(error) => texts.text_rules(&texts.rules_problem(*error)),
            Self::NotAnItem => texts.text_not_an_item(),
            Self::RoundNumber(number) => texts.text_round_number(*number),
            Self::NotATurn => texts.text_not_a_turn(),
            Self::DealAfterMoves => texts.text_deal_after_moves(),
            Self::MovesAfterClaims => texts.text_moves_after_claims(),
            Self::NotAMove(suggestion) => {
                texts.text_not_a_move() + &did_you_mean(texts, *suggestion)
            }
            Self::Incomplete(word, due) => {
                let due = match due {
                    Due::Tile => "tile",
                    Due::Play => "play",
                    Due::Open => "open",
                    Due::Points => "points",
                };
                texts.text_incomplete(*word, due)
            }
            Self::NoMove => texts.text_no_move(),
            Self::SeveralEnds(tile, ends) => {
                let plays = ends.iter().map(|on| format!("{tile}@{on}"));
                let plays = plays.collect::<Vec<_>>().join(", ");
                texts.text_several_ends(&tile.to_string(), &plays)
            }
            Self::NoSides => texts.text_no_sides(),
            Self::NothingLies => texts.text_nothing_lies(),
            Self::NotATile => texts.text_not_a_tile(),
            Self::NotInGame(tile) => texts.text_not_in_game(&tile.to_string()),
            Self::Twice(tile) => texts.text_twice(&tile.to_string()),
            Self::Number { held, tiles } => texts.text_number(*held, *tiles),
            Self::NotASeat(n) => texts.text_not_a_seat(*n),
            Self::NotASide(sides) => texts.text_not_a_side(sides),
            Self::NotANumber => texts.text_not_a_number(),
            Self::TurnUp => texts.text_turn_up(),
            Self::ThrownIn => texts.text_thrown_in(),
            Self::End => texts.text_end(),
            Self::Points => texts.text_points(),
            Self::Reason { word, suggestion } => {
                texts.text_reason(word) + &did_you_mean(texts, *suggestion)
            }
            Self::Score => texts.text_score(),
            Self::Result => texts.text_result(),
            Self::TooMuch => texts.text_too_much(),
            Self::Twin(part) => part.told(texts),
        }
    }
}

impl TwinPart {
    fn told(self, texts: Texts) -> String {
        match self {
            Self::Format => texts.twin_format(FORMAT),
            Self::Version(found) => texts.twin_version(VERSION, found),
            Self::Seat(n) => texts.twin_seat(n),
            Self::Side(n) => texts.twin_side(n),
            Self::EachSeat => texts.twin_each_seat(),
            Self::EachSide => texts.twin_each_side(),
            Self::TurnUp => texts.twin_turn_up(),
            Self::Tile => texts.twin_tile(),
            Self::On => texts.twin_on(),
            Self::NoAt => texts.twin_no_at(),
            Self::NoTile => texts.twin_no_tile(),
            Self::NoOpen => texts.twin_no_open(),
            Self::NoPoints => texts.twin_no_points(),
            Self::Pip => texts.twin_pip(),
            Self::Mark => texts.twin_mark(),
        }
    }
}
