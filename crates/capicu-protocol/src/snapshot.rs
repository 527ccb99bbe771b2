//! The state of a table, for one viewer.

use serde::{Deserialize, Serialize};

use crate::{Event, Hints, Level, MatchOver, MatchStopped, Seat, StandIn, TableRules, WireError};

/// How long a table waits for an absent player before a bot takes over, in seconds, unless the host chose otherwise.
pub const DEFAULT_GRACE: u16 = 20;

/// The shortest waiting time, in seconds.
pub const MIN_GRACE: u16 = 5;

/// The longest waiting time, in seconds. It is finite so that nobody can stop a table by leaving it.
pub const MAX_GRACE: u16 = 600;

/// All that a viewer knows of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    /// The version of the table.
    pub version: u64,
    /// The receiver's seat; `None` for spectators.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seat: Option<Seat>,
    /// Whether the account opened the seat because the table does not know the shown token. A client that knows another
    /// token should show that one.
    #[serde(skip_serializing_if = "is_false", default)]
    pub by_session: bool,
    /// The seat of the host; meaningless if the lobby made the table.
    #[serde(rename = "maker", alias = "host")]
    pub host: Seat,
    /// Whether the lobby made the table, so that it has no host.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub lobby: bool,
    /// Whether its matches are rated: then nobody can send in a bot for an absent player before the waiting time is
    /// over.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub rated: bool,
    /// Whether its matches are a meeting of an event: then nobody can withdraw.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub of_event: bool,
    /// The rules, every option.
    pub rules: TableRules,
    /// The seats, in the order of play.
    pub seats: Vec<SeatInfo>,
    /// The current match.
    #[serde(rename = "match")]
    pub game: MatchInfo,
    /// How long a turn may take.
    pub turn_time: TurnTime,
    /// How long the table waits for an absent player before a bot takes over, in seconds.
    pub grace: u16,
    /// How well the bots play.
    #[serde(default)]
    pub level: Level,
    /// Whether players may ask for hints.
    #[serde(default)]
    pub hints: Hints,
    /// Whether anybody may watch.
    #[serde(default)]
    pub watching: Watching,
    /// Whether the table shows the numbers that each seat has passed on.
    #[serde(default)]
    pub passed: Passed,
    /// The number of spectators.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub watchers: u32,
    /// The current deadline and time banks.
    pub clock: Clock,
    /// The events since the last deal: tiles turned up and deals repeated before it, then the deal itself. Before the
    /// first deal of a match, all events since the match began.
    pub events: Vec<Event>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Snapshot {
    /// Builds the table as the viewer sees it.
    ///
    /// # Errors
    ///
    /// If the rules cannot lead to this snapshot.
    pub fn view(&self) -> Result<capicu::TableView, WireError> {
        let viewer = self
            .seat
            .map_or(capicu::Viewer::Public, |seat| seat.0.into());
        let mut view = capicu::TableView::new(self.rules.rules()?, viewer);
        for event in &self.events {
            if let Some(seen) = event.seen()? {
                view.observe(&seen);
            }
        }
        Ok(view)
    }
}

/// The player in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatInfo {
    /// Whether a person or a bot has it.
    pub holder: Holder,
    /// The name of the player.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub name: Option<String>,
    /// Why a bot plays for the person who sits there, if one does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stand_in: Option<StandIn>,
    /// The number of devices on which the player has the table open.
    pub devices: u8,
    /// When a bot takes over from the absent player, by the server's clock.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bot_at: Option<u64>,
}

/// Whether the player of a seat is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Presence {
    /// The seat of the player.
    pub seat: Seat,
    /// The number of devices on which the player has the table open.
    pub devices: u8,
    /// When a bot takes over from the absent player, by the server's clock.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bot_at: Option<u64>,
}

/// Who has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// A person, who may be away.
    Person,
    /// A bot, for the whole match.
    Bot,
    /// A bot, until a player opens the seat's link.
    Open,
}

/// Whether these players may play another match with other partners: the game has pairs, no seat is open, and there are
/// at least two people.
pub fn has_other_partners(
    rules: &capicu::Rules,
    holders: impl IntoIterator<Item = Holder>,
) -> bool {
    let (mut people, mut is_complete) = (0, true);
    for holder in holders {
        people += u8::from(holder == Holder::Person);
        is_complete &= holder != Holder::Open;
    }
    rules.partner(capicu::Seat::default()).is_some() && is_complete && people > 1
}

/// The current match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchInfo {
    /// Its number at this table, from 1.
    pub number: u32,
    /// The hash of its seed.
    pub commitment: String,
    /// The algorithm that turns the seed into deals.
    pub algorithm: String,
    /// The version of the rules engine: [`capicu::ENGINE`].
    pub engine: u32,
    /// The scores after each round before the last deal.
    #[serde(skip_serializing_if = "Sheet::is_empty", default)]
    pub sheet: Sheet,
    /// How many matches each side has won at this table before this one; a skunk may count as two. Empty for the first
    /// match.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub tally: Vec<u16>,
    /// Its end, once it is over.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub over: Option<MatchOver>,
    /// Why it cannot continue, if it cannot.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<MatchStopped>,
}

/// The score sheet of a match: the scores of all sides after each round. Void rounds are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Sheet(pub Vec<Vec<u16>>);

impl Sheet {
    /// Whether it has no rounds.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds the scores of the last round, when the tiles are dealt for the next.
    pub fn note(&mut self, standing: &capicu::Standing) {
        if usize::from(standing.round) > self.0.len() {
            self.0.push(standing.scores.as_slice().to_vec());
        }
    }
}

/// Whether anybody may watch a table. Spectators see public events only, and no hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Watching {
    /// Only players with a seat see the table.
    #[default]
    Off,
    /// Anybody may watch, and the table is listed while a player is there.
    On,
}

/// Whether the table shows the numbers that each seat has passed on. If not, players have to remember.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Passed {
    /// They are shown, unless a player turns them off.
    #[default]
    On,
    /// No player sees them.
    Off,
}

/// How long a turn may take before a bot plays it. With time banks, a turn that exceeds its allowance uses up the
/// seat's bank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TurnTime {
    /// No time limit.
    #[default]
    #[serde(rename = "off")]
    Off,
    /// 30 seconds, no bank.
    #[serde(rename = "30s")]
    Thirty,
    /// 60 seconds, no bank.
    #[serde(rename = "60s")]
    Sixty,
    /// 120 seconds, no bank.
    #[serde(rename = "120s")]
    TwoMinutes,
    /// 8 seconds, and a bank of 60 seconds.
    #[serde(rename = "8s+60s")]
    Fast,
    /// 20 seconds, and a bank of 120 seconds.
    #[serde(rename = "20s+120s")]
    Usual,
    /// 45 seconds, and a bank of 300 seconds.
    #[serde(rename = "45s+300s")]
    Slow,
}

impl TurnTime {
    /// All choices, in the order of the variants.
    pub const ALL: [Self; 7] = [
        Self::Off,
        Self::Thirty,
        Self::Sixty,
        Self::TwoMinutes,
        Self::Fast,
        Self::Usual,
        Self::Slow,
    ];

    /// The time for each action before the bank is touched, in seconds; `None` for no limit. Unused time does not add
    /// up.
    pub const fn seconds(self) -> Option<u16> {
        match self {
            Self::Off => None,
            Self::Thirty => Some(30),
            Self::Sixty => Some(60),
            Self::TwoMinutes => Some(120),
            Self::Fast => Some(8),
            Self::Usual => Some(20),
            Self::Slow => Some(45),
        }
    }

    /// The bank of each seat when a match begins, in seconds; `None` without banks.
    pub const fn bank(self) -> Option<u16> {
        match self {
            Self::Off | Self::Thirty | Self::Sixty | Self::TwoMinutes => None,
            Self::Fast => Some(60),
            Self::Usual => Some(120),
            Self::Slow => Some(300),
        }
    }
}

/// The server's clock and its next deadline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clock {
    /// The server's time when this was sent, in milliseconds since 1970.
    pub now: u64,
    /// The next automatic event, if any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub deadline: Option<Deadline>,
    /// The bank of each seat before the current turn, in milliseconds; empty without banks.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub banks: Vec<u32>,
}

/// An automatic event. Times are by the server's clock, as in [`Clock::now`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Deadline {
    /// The seat's time and bank run out, and a bot plays this turn for it.
    Turn {
        /// The seat to act.
        seat: Seat,
        /// When it happens, in milliseconds since 1970.
        at: u64,
    },
    /// The next round is dealt, even if not everybody is ready.
    Deal {
        /// When it happens, in milliseconds since 1970.
        at: u64,
    },
}
