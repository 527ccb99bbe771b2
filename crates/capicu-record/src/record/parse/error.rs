//! What can be wrong with the text of a record.

use core::fmt;

use capicu::rules::{Choices, OptionError, RulesError};
use capicu::{Rules, Team, Tile};
use capicu_i18n::{Lang, Texts};

use super::super::shorthand::Unclear;
use super::super::{NotALine, NotDealt, VERSION, What};
use crate::json::FORMAT;
use crate::suggest::nearest;
use crate::{Place, side};

/// A text that is not a record: the first thing wrong with it, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// Where.
    pub place: Place,
    /// What.
    pub wrong: Wrong,
}

impl RecordError {
    /// The place, and what is wrong, in a language.
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

/// What is wrong with the text of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It is longer than any match.
    TooLong,
    /// It is in another encoding.
    Utf16,
    /// It is in UTF-32.
    Utf32,
    /// It is in another encoding, or not a text.
    NotUtf8,
    /// The first line is another.
    NotARecord,
    /// It is JSON.
    Json,
    /// It was written by a newer program.
    Newer(u32),
    /// There is no line with the result.
    CutOff,
    /// Something follows the result.
    AfterResult,
    /// Another record follows.
    AnotherRecord,
    /// A control character.
    Control,
    /// A line of the head that is none.
    NotATag,
    /// The name of a tag is bad.
    TagName(NotALine),
    /// A tag that may stand once only.
    TwiceTag(String),
    /// No rules are given.
    NoRules,
    /// The base is not a game.
    UnknownBase {
        /// What was written.
        name: String,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// No such option.
    UnknownOption {
        /// What was written.
        name: String,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// An option does not take this value.
    Value {
        /// The option.
        option: &'static str,
        /// What was written.
        value: String,
        /// Why not.
        error: OptionError,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// The rules contradict themselves.
    Rules(RulesError),
    /// Not a line between rounds.
    NotAnItem,
    /// A round has the wrong number.
    RoundNumber(usize),
    /// Neither a turn nor another line of a round.
    NotATurn,
    /// A line of the deal after the first move.
    DealAfterMoves,
    /// A move after what came of the round.
    MovesAfterClaims,
    /// Not a move.
    NotAMove(Option<&'static str>),
    /// A move lacks something.
    Incomplete(&'static str, Due),
    /// A move is missing.
    NoMove,
    /// The tile fits at several ends that are not alike, those with these tiles.
    SeveralEnds(Tile, Vec<Tile>),
    /// An end of a line is named, but the layout is no line.
    NoSides,
    /// An end of a line is named, but no tile lies yet.
    NothingLies,
    /// Not a tile.
    NotATile,
    /// A tile the game is played without.
    NotInGame(Tile),
    /// A tile that is dealt twice.
    Twice(Tile),
    /// Too many or too few tiles.
    Number {
        /// How many there are.
        held: usize,
        /// How many there should be.
        tiles: usize,
    },
    /// Not a seat.
    NotASeat(u8),
    /// Not a side.
    NotASide(String),
    /// Not a number.
    NotANumber,
    /// The tiles that were turned up are not one each.
    TurnUp,
    /// The reason for throwing a deal in is none.
    ThrownIn,
    /// Not a way for a round to end.
    End,
    /// Not points.
    Points,
    /// No such reason for points.
    Reason {
        /// What was written.
        word: String,
        /// What may have been meant.
        suggestion: Option<&'static str>,
    },
    /// Not the scores of all sides.
    Score,
    /// Not a result.
    Result,
    /// Something is left over.
    TooMuch,
    /// A JSON twin has something else where this has to be.
    Twin(TwinPart),
}

/// What has to be in some place of the JSON twin of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwinPart {
    /// The name of the format.
    Format,
    /// A version that this program reads, instead of this one.
    Version(u32),
    /// The number of a seat, of which there are so many.
    Seat(u8),
    /// The number of a side, of which there are so many.
    Side(u8),
    /// An entry for each seat.
    EachSeat,
    /// An entry for each side.
    EachSide,
    /// Tiles of the game that somebody turned up, none of them twice.
    TurnUp,
    /// A tile.
    Tile,
    /// The tile it was laid against.
    On,
    /// Nothing but where a play is without `on`.
    NoAt,
    /// Nothing, since the move has no such tile.
    NoTile,
    /// Nothing but where a play is wrong.
    NoOpen,
    /// Points of a call where there is none.
    NoPoints,
    /// A number that a tile can show.
    Pip,
    /// A mark.
    Mark,
}

impl Wrong {
    pub(super) const fn at(self, place: Place) -> RecordError {
        RecordError { place, wrong: self }
    }

    /// There is no such option, or it does not take this value.
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

    /// What is not clear about a move.
    pub(crate) fn unclear(what: What, unclear: Unclear) -> Self {
        match (unclear, what.laid()) {
            (Unclear::Several(ends), Some(tile)) => Self::SeveralEnds(tile, ends),
            (Unclear::NoSides | Unclear::Several(_), _) => Self::NoSides,
            (Unclear::NothingLies, _) => Self::NothingLies,
        }
    }

    pub(super) fn not_a_side(rules: &Rules) -> Self {
        let sides = Team::all(rules.n_teams()).map(|team| side::name(rules, team));
        Self::NotASide(sides.collect::<Vec<_>>().join(", "))
    }
}

/// What has to follow a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// A tile.
    Tile,
    /// A tile and the one it is laid against.
    Play,
    /// `open` and a number.
    Open,
    /// How many points.
    Points,
}

/// The question whether a word was meant, to be put behind what is wrong; or nothing.
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
    /// What is wrong, in a language.
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
                texts.file_value(*option, value, &why) + &did_you_mean(texts, *suggestion)
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
