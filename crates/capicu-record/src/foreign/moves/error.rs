//! Errors in move lists.

use core::fmt;

use capicu::{Pip, Tile};
use capicu_i18n::{Lang, Texts};

use crate::Place;
use crate::record::{NotDealt, Wrong, did_you_mean};
use crate::referee::Breach;

/// The first error in a move list, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// The line, and the column of the cell in characters.
    pub place: Place,
    /// The heading of the cell, as written; `None` if the error is not in one cell.
    pub heading: Option<String>,
    /// The error itself.
    pub why: ListProblem,
}

/// Why a move list is not a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListProblem {
    /// There are no moves.
    NoMoves,
    /// The heading names no player or no tile.
    Heading,
    /// Two headings mean the same column.
    HeadingTwice,
    /// A cell has no heading.
    NoHeading,
    /// A quotation mark is not closed on its line.
    Quote,
    /// The text is not JSON, for this reason.
    Json(String),
    /// A JSON value is neither a text, a number nor a list.
    Value,
    /// A line of a log is none of the known ones.
    LogLine,
    /// The row has no player.
    NoPlayer,
    /// The row has neither a tile nor a move.
    NoMove,
    /// The word is not a move.
    Word {
        /// The text that was written.
        word: String,
        /// The most likely word.
        suggestion: Option<&'static str>,
    },
    /// The text is not a tile.
    Tile(String),
    /// The move takes a tile, but the list names none.
    MissingTile,
    /// The text is not a list of tiles.
    Tiles,
    /// The move names its tile in two cells.
    TileTwice,
    /// The list names a tile, but the move takes none.
    TakesNoTile,
    /// The call has no number of points.
    Points,
    /// The text is not an end.
    End(String),
    /// The text is not a side of a line.
    Side(String),
    /// Two cells name an end.
    EndTwice,
    /// The tile does not have the number that it should join.
    NotOnTile {
        /// The tile of the move.
        tile: Tile,
        /// The number that the list names.
        pip: Pip,
    },
    /// No open end shows the number.
    NotOpen(Pip),
    /// The tile fits at several different ends, those with these tiles.
    Several {
        /// The tile of the move.
        tile: Tile,
        /// The tiles at the ends.
        on: Vec<Tile>,
    },
    /// The layout is not a line, so it has no left and right.
    NoSides,
    /// The player is one more than the rules have seats.
    Player {
        /// The text that was written.
        name: String,
        /// The number of seats.
        seats: u8,
    },
    /// The list has fewer players than the rules.
    Players {
        /// The number of players in the list.
        found: usize,
        /// The number of seats.
        seats: u8,
    },
    /// A round begins again, or has a smaller number than the round before.
    RoundOrder(String),
    /// A player has two hands, or the hand comes after the first move of the player.
    HandTwice,
    /// The round has two boneyards, or the boneyard comes after the first move.
    BoneyardLate,
    /// A player turns up a tile after the first move.
    TurnUpLate,
    /// The rules draw for the first lead, but no player turns up a tile.
    TurnUpFirst,
    /// A tile occurs twice in the hands and the boneyard.
    Twice(Tile),
    /// A hand has too many tiles.
    Hand {
        /// The number of tiles in the hand.
        held: usize,
        /// The number of tiles that are dealt.
        due: usize,
    },
    /// The hands and the boneyard are not a deal.
    Deal(NotDealt),
    /// The match breaks the rules. Players with names are listed with their seats.
    Breach(Box<Breach>, Vec<String>),
}

impl ListError {
    /// An error that is not in one cell.
    pub(super) const fn new(place: Place, why: ListProblem) -> Self {
        let heading = None;
        Self {
            place,
            heading,
            why,
        }
    }

    /// An error in the cell under a heading.
    pub(super) const fn under(heading: String, place: Place, why: ListProblem) -> Self {
        let heading = Some(heading);
        Self {
            place,
            heading,
            why,
        }
    }

    /// Explains the error in a language, without its place.
    pub fn told(&self, texts: Texts) -> String {
        let why = self.why.told(texts);
        match &self.heading {
            Some(heading) => format!("`{heading}`: {why}"),
            None => why,
        }
    }
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.told(Texts::new(Lang::En)))
    }
}

impl core::error::Error for ListError {}

impl ListProblem {
    /// Explains the error in a language.
    pub fn told(&self, texts: Texts) -> String {
        match self {
            Self::NoMoves => texts.list_no_moves(),
            Self::Heading => texts.list_heading(),
            Self::HeadingTwice => texts.list_heading_twice(),
            Self::NoHeading => texts.list_no_heading(),
            Self::Quote => texts.list_quote(),
            Self::Json(why) => texts.list_json(why, r#"`{"player": 0, "tile": "6-4"}`"#),
            Self::Value => texts.list_value(),
            Self::LogLine => texts.list_log_line(),
            Self::NoPlayer => texts.list_no_player(),
            Self::NoMove => texts.list_no_move(),
            Self::Word { word, suggestion } => {
                texts.list_word(word) + &did_you_mean(texts, *suggestion)
            }
            Self::MissingTile => texts.list_no_tile(),
            Self::Tile(text) => texts.list_tile(text),
            Self::Tiles => texts.list_tiles(),
            Self::TileTwice => texts.list_tile_twice(),
            Self::TakesNoTile => texts.list_takes_no_tile(),
            Self::Points => texts.list_points(),
            Self::End(text) => texts.list_end(text),
            Self::Side(text) => texts.list_side(text),
            Self::EndTwice => texts.list_end_twice(),
            Self::NotOnTile { tile, pip } => texts.list_not_on_tile(&tile.to_string(), pip.value()),
            Self::NotOpen(pip) => texts.list_not_open(pip.value()),
            Self::Several { tile, on } => {
                let on: Vec<String> = on.iter().map(|on| format!("`{on}`")).collect();
                texts.list_several(&tile.to_string(), &on.join(", "))
            }
            Self::NoSides => texts.list_no_sides(),
            Self::Player { name, seats } => texts.list_player(name, *seats),
            Self::Players { found, seats } => texts.list_players(*found, *seats),
            Self::RoundOrder(round) => texts.list_round_order(round),
            Self::HandTwice => texts.list_hand_twice(),
            Self::BoneyardLate => texts.list_boneyard_late(),
            Self::TurnUpLate => texts.list_turn_up_late(),
            Self::TurnUpFirst => texts.list_turn_up_first(),
            Self::Twice(tile) => Wrong::Twice(*tile).told(texts),
            Self::Hand { held, due } => texts.list_hand(*held, *due),
            Self::Deal(error) => Wrong::from(*error).told(texts),
            Self::Breach(breach, names) => {
                let told = Breach {
                    place: None,
                    ..(**breach).clone()
                };
                let told = told.told(texts);
                match names.is_empty() {
                    true => told,
                    false => format!("{told} ({})", names.join(", ")),
                }
            }
        }
    }
}
