//! What can be wrong with the text of a record.

use core::fmt;

use capicu::rules::{OptionError, RulesError};
use capicu::{Rules, Team, Tile};
use capicu_i18n::{Lang, Texts};

use super::super::shorthand::Unclear;
use super::super::{NotALine, VERSION, What};
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
}

impl Wrong {
    pub(super) const fn at(self, place: Place) -> RecordError {
        RecordError { place, wrong: self }
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
}

/// The question whether a word was meant, to be put behind what is wrong; or nothing.
pub(crate) fn did_you_mean(texts: Texts, word: Option<&str>) -> String {
    word.map(|word| texts.did_you_mean(word))
        .unwrap_or_default()
}

/// Why an option does not take a value.
pub(crate) fn option_error(texts: Texts, error: OptionError) -> String {
    match error {
        OptionError::UnknownWord(words) => texts.file_one_of(&words.join(", ")),
        OptionError::OutOfRange { min, max } => texts.file_from_to(min, max),
        OptionError::Tiles(_) | OptionError::UnknownOption => texts.file_tiles(),
    }
}

/// Why rules cannot be played, after the option to look at.
pub(crate) fn rules_error(texts: Texts, error: RulesError) -> String {
    let sentence = texts.rules_error(error);
    let mut why = sentence.trim_end_matches('.').chars();
    let first = why.next().map(char::to_lowercase);
    let why: String = first.into_iter().flatten().chain(why).collect();
    texts.at_option(error.option(), &why)
}

impl From<NotALine> for Wrong {
    fn from(error: NotALine) -> Self {
        Self::TagName(error)
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
                let why = option_error(texts, *error);
                texts.file_value(*option, value, &why) + &did_you_mean(texts, *suggestion)
            }
            Self::Rules(error) => texts.text_rules(&rules_error(texts, *error)),
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
        }
    }
}
