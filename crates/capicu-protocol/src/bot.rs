//! What the arena and the programs that play in it say to each other: [`Told`] and [`Said`], one a
//! line. Explained in `docs/bot-protocol.md`.

use std::collections::BTreeMap;

use capicu::rules::Choices;
use serde::{Deserialize, Serialize};

use crate::{Act, Event, MatchResult, RoundResult, Seat, ServerMessage, Team, Tile, Tiles};

/// The version of the bot protocol. Within a version, messages and fields are only ever added.
pub const VERSION: u32 = 3;

/// The longest line that a program may write, in bytes.
pub const MAX_LINE: usize = 64 * 1024;

/// The longest name that a program may give itself, in characters.
pub const MAX_NAME: usize = 48;

/// What a program is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Told {
    /// The first message: where it sits and what is played. Answered with [`Said::Hello`].
    Hello(Hello),
    /// Another game begins, a round or a match.
    Begin {
        /// What the program leaves to chance in this game should all come from here.
        seed: u64,
    },
    /// It is the program's turn. Answered with [`Said::Act`].
    Act(Request),
    /// A round is over and written down, with everything that was declared after its last tile.
    RoundOver(Box<RoundOver>),
    /// The game is over.
    Over(Over),
    /// The last message. The program is ended a second later unless it ends by itself.
    Bye {
        /// Why the program is sent away, if it lost a game for another reason than the rules'.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        fault: Option<String>,
    },
}

/// What a program says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Said {
    /// The answer to [`Told::Hello`].
    Hello {
        /// The [version](VERSION) that the program speaks.
        protocol: u32,
        /// What it calls itself.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        name: Option<String>,
    },
    /// The answer to [`Told::Act`].
    Act {
        /// The number of the request.
        id: u64,
        /// The program's seat.
        seat: Seat,
        /// What it does.
        action: Act,
    },
}

/// Where a program sits and what is played there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The [version](VERSION) that the arena speaks.
    pub protocol: u32,
    /// Where the program sits, for as long as it runs.
    pub seat: Seat,
    /// What a game is.
    pub play: Play,
    /// What is played.
    pub rules: Rules,
}

/// What a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Play {
    /// A single round, opened as the first of a match.
    Rounds,
    /// A whole match.
    Matches,
}

/// Rules as a program is told them: every option, numbers as numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// The id of the game.
    pub game: String,
    /// How many play.
    pub players: u8,
    /// The seats of each side.
    pub sides: Vec<Vec<Seat>>,
    /// Every option by name.
    pub options: BTreeMap<String, OptionValue>,
}

/// The value of an option, as a rule file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OptionValue {
    /// A number.
    Number(u16),
    /// A word, or tiles with spaces between them.
    Text(String),
}

/// A turn of the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The number of the request, to be sent back.
    pub id: u64,
    /// The program's seat, to be sent back.
    pub seat: Seat,
    /// How long it is asked to think, in milliseconds; `None` where it is up to the program.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ms: Option<f64>,
    /// What it knows.
    pub view: Known,
    /// What it may do, equal choices once.
    pub legal: Vec<Act>,
}

/// A turn at a table of a server, as the bot's seat is told it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Turn {
    /// The version of the table, which a choice has to name.
    pub version: u64,
    /// What it knows.
    pub view: Known,
    /// What it may do, equal choices once.
    pub legal: Vec<Act>,
}

/// A line of the stream of a bot's seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SeatLine {
    /// It is the seat's turn.
    Turn {
        /// The turn.
        turn: Box<Turn>,
    },
    /// What every seat is told by its socket.
    Message(ServerMessage),
}

/// What a seat knows of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Known {
    /// Its own tiles.
    pub hand: Tiles,
    /// How many tiles each seat holds.
    pub held: Vec<u8>,
    /// How many tiles sleep.
    pub asleep: u8,
    /// How many tiles it has not seen: those asleep and those in the other hands.
    pub hidden: u8,
    /// The open ends.
    pub ends: Vec<End>,
    /// What the open ends count together, in pips; `None` where ends score nothing, and before the
    /// first tile.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub ends_count: Option<u16>,
    /// What that is worth, in points; `None` as for `ends_count`.
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
    /// The tile.
    pub on: Tile,
    /// The number to be matched.
    pub pip: u8,
    /// How many tiles can still be laid here.
    pub places: u8,
    /// What it counts, in pips; `None` where ends score nothing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub count: Option<u8>,
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundOver {
    /// The side that won it; `None` where nobody did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<Team>,
    /// The outcome, the points and the scores after them.
    #[serde(flatten)]
    pub result: RoundResult,
    /// All that the seat saw since the deal.
    pub events: Vec<Event>,
}

/// How a game ended, a round or a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Over {
    /// The side that won it; `None` where nobody did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub side: Option<Team>,
    /// The scores.
    pub scores: Vec<u16>,
    /// The end of the match, if it was won.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub result: Option<MatchResult>,
    /// Whose program lost the game for another reason than the rules'.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fault: Option<Fault>,
}

/// Why a program lost a game that it did not lose by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Where it sat.
    pub seat: Seat,
    /// Why.
    pub why: String,
}

impl Hello {
    /// What a program in this seat is told first.
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
    /// Every option of these rules.
    pub fn new(game: &str, rules: &capicu::Rules) -> Self {
        let choices = rules.choices();
        let teams = capicu::Team::all(rules.n_teams());
        Self {
            game: game.to_owned(),
            players: rules.n_seats(),
            sides: teams
                .map(|team| rules.members(team).map(Seat).collect())
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
    /// Asks this seat what it does now. `view` and `events` are what it knows.
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
    /// The turn of a seat that knows this, at this version of its table.
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
        let teams = capicu::Team::all(board.rules().n_teams());
        Self {
            hand: Tiles(view.hand()),
            held: board.held().as_slice().to_vec(),
            asleep: board.boneyard(),
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
            scores: teams.map(|team| board.score(team)).collect(),
            events: events.to_vec(),
        }
    }
}
