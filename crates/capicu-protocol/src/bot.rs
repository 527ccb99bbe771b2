//! The messages between the arena and the programs that play in it: [`ArenaMessage`] and [`BotMessage`], one a line.
//! `docs/bot-protocol.md` explains them.

use std::collections::BTreeMap;

use capicu::rules::Choices;
use serde::{Deserialize, Serialize};

use crate::{Act, Event, MatchResult, RoundResult, Seat, ServerMessage, Side, Tile, Tiles};

/// The version of the bot protocol. Within a version, messages and fields are only added.
pub const VERSION: u32 = 3;

/// The longest line that a program may write, in bytes.
pub const MAX_LINE: usize = 64 * 1024;

/// The longest name that a program may give itself, in characters.
pub const MAX_NAME: usize = 48;

/// A message from the arena to a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArenaMessage {
    /// The first message: the program's seat and the rules. The program answers with [`BotMessage::Hello`].
    Hello(Hello),
    /// Another game begins: a round or a match, see [`Play`].
    Begin {
        /// The source for all random choices of the program in this game.
        seed: u64,
    },
    /// It is the program's turn. It answers with [`BotMessage::Act`].
    Act(Request),
    /// A round is over and scored, including calls made after its last tile.
    RoundOver(Box<RoundOver>),
    /// The game is over.
    Over(Over),
    /// The last message. The arena ends the program one second later if it has not exited.
    Bye {
        /// Why the program is dismissed, if it lost a game by a fault and not by the rules.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        fault: Option<String>,
    },
}

/// A message from a program to the arena.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BotMessage {
    /// The answer to [`ArenaMessage::Hello`].
    Hello {
        /// The [version](VERSION) that the program speaks.
        protocol: u32,
        /// The name that the program gives itself.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        name: Option<String>,
    },
    /// The answer to [`ArenaMessage::Act`].
    Act {
        /// The number of the request.
        id: u64,
        /// The program's seat.
        seat: Seat,
        /// The action that the program chooses.
        action: Act,
    },
}

/// The program's seat and the rules it plays by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The [version](VERSION) that the arena speaks.
    pub protocol: u32,
    /// The program's seat, for as long as it runs.
    pub seat: Seat,
    /// Whether a game is a round or a match.
    pub play: Play,
    /// The rules of every game.
    pub rules: Rules,
}

/// The extent of one game in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Play {
    /// A single round, opened as the first of a match.
    Rounds,
    /// A whole match.
    Matches,
}

/// Rules as programs receive them: every option, with numbers as JSON numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The id of the game.
    pub game: String,
    /// The number of players.
    pub players: u8,
    /// The seats of each side.
    pub sides: Vec<Vec<Seat>>,
    /// Every option by name.
    pub options: BTreeMap<String, OptionValue>,
}

/// The value of an option, as in a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OptionValue {
    /// A number, such as a target score.
    Number(u16),
    /// A word, or tiles separated by spaces.
    Text(String),
}

/// A turn of the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The number of the request; the answer repeats it.
    pub id: u64,
    /// The program's seat; the answer repeats it.
    pub seat: Seat,
    /// The time to think, in milliseconds; `None` if the program decides.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ms: Option<f64>,
    /// The program's knowledge of the round.
    pub view: Known,
    /// The legal actions; of actions that amount to the same, only one.
    pub legal: Vec<Act>,
}

/// A turn at a table of a server, as the bot's seat receives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// The version of the table, which the bot's action must name.
    pub version: u64,
    /// The seat's knowledge of the round.
    pub view: Known,
    /// The legal actions; of actions that amount to the same, only one.
    pub legal: Vec<Act>,
}

/// A line in the event stream of a bot's seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SeatLine {
    /// It is the seat's turn.
    Turn {
        /// The knowledge and the legal actions.
        turn: Box<Turn>,
    },
    /// A message that every seat receives over its socket.
    Message(ServerMessage),
}

/// All that a seat knows of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Known {
    /// The seat's own tiles.
    pub hand: Tiles,
    /// The number of tiles in each hand.
    pub held: Vec<u8>,
    /// The number of tiles in the boneyard.
    #[serde(rename = "asleep", alias = "boneyard")]
    pub boneyard: u8,
    /// The number of tiles that the seat has not seen: the boneyard and the other hands.
    pub hidden: u8,
    /// The open ends.
    pub ends: Vec<End>,
    /// The sum of the open ends, in pips; `None` where ends score nothing, and before the first tile.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ends_count: Option<u16>,
    /// The points for that sum; `None` as for `ends_count`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ends_points: Option<u16>,
    /// The score of each side, points of this round included.
    pub scores: Vec<u16>,
    /// All that the seat saw since the deal.
    pub events: Vec<Event>,
}

/// A tile on which another can be laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct End {
    /// The tile on the table.
    pub on: Tile,
    /// The number to be matched.
    pub pip: u8,
    /// How many tiles can still be laid here.
    pub places: u8,
    /// The count of this end, in pips; `None` where ends score nothing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub count: Option<u8>,
}

/// The end of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundOver {
    /// The side that won it; `None` for a tie or a void round.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<Side>,
    /// The outcome, the points and the scores after them.
    #[serde(flatten)]
    pub result: RoundResult,
    /// All that the seat saw since the deal.
    pub events: Vec<Event>,
}

/// The end of a game, be it a round or a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Over {
    /// The side that won it; `None` if no side did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<Side>,
    /// The final score of each side.
    pub scores: Vec<u16>,
    /// The end of the match, if it was won.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub result: Option<MatchResult>,
    /// The fault that decided the game, if the rules did not.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fault: Option<Fault>,
}

/// A fault by which a program lost a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The seat of the program.
    pub seat: Seat,
    /// The fault, in a sentence for developers.
    pub why: String,
}

impl Hello {
    /// Makes the first message to a program in this seat.
    pub fn new(seat: capicu::Seat, play: Play, game: &str, rules: &capicu::Rules) -> Self {
        Self {
            protocol: VERSION,
            seat: Seat(seat),
            play,
            rules: Rules::new(game, rules),
        }
    }
}

impl Rules {
    /// Lists every option of these rules.
    pub fn new(game: &str, rules: &capicu::Rules) -> Self {
        let choices = rules.choices();
        let sides = capicu::Side::all(rules.n_sides());
        Self {
            game: game.to_owned(),
            players: rules.n_seats(),
            sides: sides
                .map(|side| rules.members(side).map(Seat).collect())
                .collect(),
            options: Choices::OPTIONS
                .iter()
                .filter_map(|option| {
                    let value = choices.get(option.name)?;
                    Some((option.name.to_owned(), value.into()))
                })
                .collect(),
        }
    }
}

impl From<capicu::rules::OptionValue> for OptionValue {
    fn from(value: capicu::rules::OptionValue) -> Self {
        match value {
            capicu::rules::OptionValue::Number(number) => Self::Number(number),
            word_or_tiles => Self::Text(word_or_tiles.to_string()),
        }
    }
}

impl Request {
    /// Asks this seat for its action. `view` and `events` are its knowledge.
    pub fn new(id: u64, ms: Option<f64>, view: &capicu::View, events: &[Event]) -> Self {
        Self {
            id,
            seat: Seat(view.seat()),
            ms,
            view: Known::new(view, events),
            legal: legal(view),
        }
    }
}

impl Turn {
    /// Makes the turn of a seat with this knowledge, at this version of its table.
    pub fn new(version: u64, view: &capicu::View, events: &[Event]) -> Self {
        Self {
            version,
            view: Known::new(view, events),
            legal: legal(view),
        }
    }
}

fn legal(view: &capicu::View) -> Vec<Act> {
    view.distinct_actions().into_iter().map(Act::from).collect()
}

impl Known {
    fn new(view: &capicu::View, events: &[Event]) -> Self {
        let board = view.board();
        let count = board.count_of_ends();
        let ends = board.layout().ends().iter();
        let sides = capicu::Side::all(board.rules().n_sides());
        Self {
            hand: Tiles(view.hand()),
            held: board.held().as_slice().to_vec(),
            boneyard: board.boneyard(),
            hidden: view.unseen().len() as u8,
            ends: ends
                .map(|end| End {
                    on: Tile(end.tile()),
                    pip: end.pip().value(),
                    places: end.open_places(),
                    count: count.as_ref().map(|_| end.count()),
                })
                .collect(),
            ends_count: count.as_ref().map(|count| count.total),
            ends_points: count.as_ref().map(|count| count.points),
            scores: sides.map(|side| board.score(side)).collect(),
            events: events.to_vec(),
        }
    }
}
