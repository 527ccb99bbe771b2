//! A table as it stands, for one viewer.

use serde::{Deserialize, Serialize};

use crate::{Event, Hints, Level, MatchOver, MatchStopped, Seat, StandIn, TableRules, WireError};

/// How long a table waits for somebody who is away before a bot plays on, in seconds, where its maker does
/// not say.
pub const DEFAULT_GRACE: u16 = 20;

/// The shortest such time.
pub const MIN_GRACE: u16 = 5;

/// The longest. There is no "for ever": nobody can stop a table by leaving it.
pub const MAX_GRACE: u16 = 600;

/// All that a viewer knows of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    /// The version of the table.
    pub version: u64,
    /// The receiver's seat; `None` for somebody who watches.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seat: Option<Seat>,
    /// Whether the session opened the seat, because the table does not know the token that was shown. A
    /// client that knows another token shows that one.
    #[serde(skip_serializing_if = "is_false", default)]
    pub by_session: bool,
    /// The seat of whoever made the table; of no meaning where the lobby did.
    pub maker: Seat,
    /// Whether the lobby made the table, so that nobody is its maker.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub lobby: bool,
    /// Whether ratings go by its matches: nobody has a bot play for somebody else before the grace has run out.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub rated: bool,
    /// The rules, every option.
    pub rules: TableRules,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// The match.
    #[serde(rename = "match")]
    pub game: MatchInfo,
    /// How long a turn may take.
    pub turn_time: TurnTime,
    /// How long the table waits for somebody who is away before a bot plays on, in seconds.
    pub grace: u16,
    /// How well the bots play.
    #[serde(default)]
    pub level: Level,
    /// Whether players may ask what to play.
    #[serde(default)]
    pub hints: Hints,
    /// Whether anybody may watch.
    #[serde(default)]
    pub watching: Watching,
    /// Whether the numbers that each seat has passed on are shown.
    #[serde(default)]
    pub passed: Passed,
    /// How many watch.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub watchers: u32,
    /// What runs now.
    pub clock: Clock,
    /// What happened since the last deal: the tiles turned up for it and the deals thrown in before
    /// it, then that deal; before the first deal of a match, all since it began.
    pub events: Vec<Event>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_zero(n: &u32) -> bool {
    *n == 0
}

impl Snapshot {
    /// The table as the viewer sees it.
    ///
    /// # Errors
    ///
    /// If the snapshot could not have come about by the rules.
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

/// One seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatInfo {
    /// Who holds it.
    pub holder: Holder,
    /// What the player is called.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub name: Option<String>,
    /// Why a bot plays for the person who sits there, if one does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stand_in: Option<StandIn>,
    /// On how many devices the player has the table open.
    pub devices: u8,
    /// When a bot begins to play for the person, who is away, by the server's clock.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bot_at: Option<u64>,
}

/// Whether somebody is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Presence {
    /// Which seat.
    pub seat: Seat,
    /// On how many devices the player has the table open.
    pub devices: u8,
    /// When a bot begins to play for the person, who is away, by the server's clock.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bot_at: Option<u64>,
}

/// Who holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Holder {
    /// A person.
    Person,
    /// A bot, for the whole match.
    Bot,
    /// A bot, until whoever has the seat's link opens it.
    Open,
}

/// Whether people who sit like this may play another match with other partners: partners play, nobody is awaited, and
/// there are two people at least.
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

/// The match that is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchInfo {
    /// Its number at this table, from 1.
    pub number: u32,
    /// The hash of its seed.
    pub commitment: String,
    /// How the seed becomes deals.
    pub algorithm: String,
    /// The number of the rules engine it is played by: [`capicu::ENGINE`].
    pub engine: u32,
    /// The scores after each round before the last deal.
    #[serde(skip_serializing_if = "Sheet::is_empty", default)]
    pub sheet: Sheet,
    /// How many matches each side has won at this table before this one, where a skunk may count two;
    /// empty for the first match.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub tally: Vec<u16>,
    /// Its end, once it is over.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub over: Option<MatchOver>,
    /// Why it cannot go on, if it cannot.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<MatchStopped>,
}

/// The score sheet of a match: what all sides had after each round, void rounds not counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Sheet(pub Vec<Vec<u16>>);

impl Sheet {
    /// Whether no round is on it.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Writes down how the match stands when the tiles are dealt for the next round.
    pub fn note(&mut self, standing: &capicu::Standing) {
        if usize::from(standing.round) > self.0.len() {
            self.0.push(standing.scores.as_slice().to_vec());
        }
    }
}

/// Whether anybody may watch a table. Whoever watches sees what all at the table see, and no hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Watching {
    /// Only those who have a seat see the table.
    #[default]
    Off,
    /// Anybody may watch, and the table is listed while somebody is there.
    On,
}

/// Whether the numbers that each seat has passed on are shown beside it. Where they are not, everybody has to remember.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Passed {
    /// They are shown to whoever has not switched them off.
    #[default]
    On,
    /// Nobody is shown them.
    Off,
}

/// How long a turn may take before a bot plays it. Where there is a bank, a turn that takes longer than its
/// allowance goes on at the bank's expense.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TurnTime {
    /// As long as it takes.
    #[default]
    #[serde(rename = "off")]
    Off,
    /// Half a minute.
    #[serde(rename = "30s")]
    Thirty,
    /// A minute.
    #[serde(rename = "60s")]
    Sixty,
    /// Two minutes.
    #[serde(rename = "120s")]
    TwoMinutes,
    /// 8 seconds, and a bank of a minute.
    #[serde(rename = "8s+60s")]
    Fast,
    /// 20 seconds, and a bank of two minutes.
    #[serde(rename = "20s+120s")]
    Usual,
    /// 45 seconds, and a bank of five minutes.
    #[serde(rename = "45s+300s")]
    Slow,
}

impl TurnTime {
    /// Every choice.
    pub const ALL: [Self; 7] = [
        Self::Off,
        Self::Thirty,
        Self::Sixty,
        Self::TwoMinutes,
        Self::Fast,
        Self::Usual,
        Self::Slow,
    ];

    /// What each action may take, in seconds, without touching the bank. What is not used does not add up.
    /// `None` for as long as it takes.
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

    /// What each seat has in its bank when a match begins, in seconds; `None` where there are no banks.
    pub const fn bank(self) -> Option<u16> {
        match self {
            Self::Off | Self::Thirty | Self::Sixty | Self::TwoMinutes => None,
            Self::Fast => Some(60),
            Self::Usual => Some(120),
            Self::Slow => Some(300),
        }
    }
}

/// The server's clock, and what it waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clock {
    /// The server's time when this was sent, in milliseconds since 1970.
    pub now: u64,
    /// What happens by itself, if anything does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub deadline: Option<Deadline>,
    /// What each seat has in its bank, in milliseconds, before the turn that runs; empty where there are no
    /// banks.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub banks: Vec<u32>,
}

/// Something that happens by itself. Times are the server's, as [`Clock::now`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Deadline {
    /// The seat's time runs out, its bank included: a bot plays this turn for it.
    Turn {
        /// Whose.
        seat: Seat,
        /// When.
        at: u64,
    },
    /// The next round is dealt, whether everybody is ready or not.
    Deal {
        /// When.
        at: u64,
    },
}
