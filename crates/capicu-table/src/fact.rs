//! The facts of a table: everything that happened and does not follow from earlier facts. Nothing else is stored.

use capicu::fair::Seed;
use capicu::{Action, Call, Rules, Seat};
use capicu_protocol::{Key, Level, Passed, PlayerId, TurnTime, Watching};

use crate::{Digest, Halt, Meeting, Seating, TokenHash, Used};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The id of the game that the rules are based on: [`capicu::Game::id`].
    pub game: String,
    /// The host's name for these rules, if they are not the game's own.
    pub title: Option<String>,
    pub rules: Rules,
    /// The seat of the host; `None` at a lobby table, which nobody may delete and where nobody takes a seat from
    /// another.
    pub host: Option<Seat>,
    /// The plan for each seat of the rules, in the order of play.
    pub seats: Vec<Plan>,
    pub turn_time: TurnTime,
    /// How long the table waits for an absent player before a bot takes over, in seconds.
    pub grace: u16,
    pub level: Level,
    pub advice: Advice,
    pub stakes: Stakes,
    pub watching: Watching,
    pub passed: Passed,
    /// The meeting that is played, if it is a table of an event.
    pub meeting: Option<Meeting>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    Person {
        token: TokenHash,
        name: Option<String>,
    },
    /// The first player with a token of this hash; a bot until then.
    Open {
        token: TokenHash,
    },
    Bot,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Advice {
    #[default]
    Off,
    On,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stakes {
    #[default]
    Casual,
    /// Matches are rated, and nobody takes the place of a bot.
    Rated,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number: 1 for the first fact of a table, and then without gaps.
    pub version: u64,
    /// The time in milliseconds since 1970, never before that of the previous fact.
    pub at: u64,
    /// The seat and the key of the command that made it, if any.
    pub command: Option<(Seat, Key)>,
    pub fact: Fact,
}

/// An event that does not follow from earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    MatchBegan {
        /// The seed of all tiles turned up and dealt.
        seed: Seed,
        /// The version of the rules engine: [`capicu::ENGINE`].
        engine: u32,
    },
    TurnedUp {
        /// How often tiles had been turned up in this match before.
        number: u32,
    },
    Dealt {
        /// How often tiles had been dealt in this match before.
        number: u32,
    },
    /// The seat on turn acted.
    Acted {
        by: Chooser,
        action: Action,
        /// The time that the action took from the seat.
        used: Used,
    },
    Called {
        seat: Seat,
        call: Call,
    },
    /// The seat on turn took too long, which costs points by the rules (W29).
    Slow {
        seat: Seat,
    },
    /// A player withdrew from the match between two rounds (W38).
    Withdrew {
        seat: Seat,
    },
    /// The round was scored. The digest and the scores record its result as it was when it was stored.
    Settled {
        digest: Digest,
        scores: Vec<u16>,
    },
    Wished {
        seat: Seat,
        wish: Wish,
    },
    Ready {
        seat: Seat,
    },
    Rematch {
        seat: Seat,
    },
    OtherPartners {
        seat: Seat,
    },
    /// A match began with people in other seats; each took along everything that opens the seat. Before the first deal
    /// of a table, it restarts the first match.
    Reseated {
        seed: Seed,
        engine: u32,
        seating: Seating,
    },
    Sat {
        seat: Seat,
        /// The hash of the player's own token, which from now on opens the seat instead of the link's. `None` in
        /// journals older than that rule: the link's token still opens the seat.
        token: Option<TokenHash>,
    },
    Named {
        seat: Seat,
        name: String,
    },
    Rotated {
        seat: Seat,
        token: TokenHash,
    },
    /// The host took a seat back.
    Renewed {
        seat: Seat,
        /// The hash of the new link's token; `None` for a seat that a bot keeps.
        token: Option<TokenHash>,
    },
    /// The host made another player the host.
    TableGiven {
        seat: Seat,
    },
    /// A stand-in plays for the person from now on; the seat stays the person's.
    Away {
        seat: Seat,
        why: Absence,
    },
    Back {
        seat: Seat,
    },
    /// The seat belongs to this player, who may open it on any signed-in device, until a player changes its token or
    /// the host takes it back.
    Bound {
        seat: Seat,
        player: PlayerId,
    },
    /// The meeting of the event was stopped.
    Halted {
        why: Halt,
    },
    /// The host turned the queue of winner stays on, changed it, or turned it off.
    QueueSet {
        unit: Option<QueueUnit>,
    },
    /// A player joined the end of the queue, or a partner who waits alone.
    QueueJoined {
        player: PlayerId,
        partner: Option<PlayerId>,
    },
    /// A player left the queue, or missed the seat.
    QueueLeft {
        player: PlayerId,
    },
    /// A party of the queue took its seats. The people who had them went to the end of the queue.
    QueueSat {
        newcomers: Vec<Newcomer>,
    },
}

/// Whether partners queue together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueUnit {
    /// Each person queues alone.
    Singles,
    /// Partners queue together and stay together.
    Pairs,
}

/// A player of the queue in a new seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newcomer {
    pub seat: Seat,
    pub player: PlayerId,
    /// The hash of the token that opens the seat from now on.
    pub token: TokenHash,
}

/// The newest edition of facts, of tables and of events, and of the messages between the servers of a cluster. The
/// first of them that a version adds increments it. While servers of the previous version are running, nobody writes or
/// sends it.
///
/// From edition 3 on, servers seal their messages to each other.
pub const EDITION: u16 = 6;

/// Properties of all facts of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FactTraits {
    /// The first edition that had such a fact.
    pub edition: u16,
    pub about: About,
}

/// The part of a table that a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// A move or a call of a match, which can end with it.
    Move,
    /// Anything else in a match. It means nothing without the earlier facts of the match.
    Match,
    /// The seats, or the choice of a match.
    Table,
}

/// The effect of a fact on the players to whom the seats belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owners<'a> {
    /// The seat belongs to this player, or to nobody known.
    Seat(Seat, Option<PlayerId>),
    /// These seats belong to these players.
    Seats(&'a [Newcomer]),
    /// All players moved to other seats.
    Moved(&'a Seating),
    /// Each seat belongs to the same player as before.
    Same,
}

impl Fact {
    /// The first edition that had such a fact.
    pub const fn edition(&self) -> u16 {
        self.traits().edition
    }

    /// The properties of this kind of fact.
    pub(crate) const fn traits(&self) -> FactTraits {
        let of_table = FactTraits {
            edition: 1,
            about: About::Table,
        };
        match self {
            Self::Acted { .. } | Self::Called { .. } => FactTraits {
                about: About::Move,
                ..of_table
            },
            Self::Slow { .. } => FactTraits {
                edition: 5,
                about: About::Move,
            },
            Self::Withdrew { .. } => FactTraits {
                edition: 5,
                about: About::Match,
            },
            Self::TurnedUp { .. }
            | Self::Dealt { .. }
            | Self::Settled { .. }
            | Self::Ready { .. }
            | Self::Wished { .. } => FactTraits {
                about: About::Match,
                ..of_table
            },
            Self::TableGiven { .. } => FactTraits {
                edition: 2,
                ..of_table
            },
            Self::QueueSet { .. }
            | Self::QueueJoined { .. }
            | Self::QueueLeft { .. }
            | Self::QueueSat { .. } => FactTraits {
                edition: 6,
                ..of_table
            },
            Self::MatchBegan { .. }
            | Self::Rematch { .. }
            | Self::OtherPartners { .. }
            | Self::Reseated { .. }
            | Self::Sat { .. }
            | Self::Named { .. }
            | Self::Rotated { .. }
            | Self::Renewed { .. }
            | Self::Away { .. }
            | Self::Back { .. }
            | Self::Bound { .. }
            | Self::Halted { .. } => of_table,
        }
    }
    /// The fact's effect on the players to whom the seats belong.
    pub const fn owners(&self) -> Owners<'_> {
        match self {
            Self::QueueSat { newcomers } => Owners::Seats(newcomers.as_slice()),
            Self::Bound { seat, player } => Owners::Seat(*seat, Some(*player)),
            Self::Rotated { seat, .. } | Self::Renewed { seat, .. } => Owners::Seat(*seat, None),
            Self::Reseated { seating, .. } => Owners::Moved(seating),
            Self::MatchBegan { .. }
            | Self::TurnedUp { .. }
            | Self::Dealt { .. }
            | Self::Acted { .. }
            | Self::Called { .. }
            | Self::Slow { .. }
            | Self::Withdrew { .. }
            | Self::Settled { .. }
            | Self::Wished { .. }
            | Self::Ready { .. }
            | Self::Rematch { .. }
            | Self::OtherPartners { .. }
            | Self::Sat { .. }
            | Self::Named { .. }
            | Self::TableGiven { .. }
            | Self::Away { .. }
            | Self::Back { .. }
            | Self::Halted { .. }
            | Self::QueueSet { .. }
            | Self::QueueJoined { .. }
            | Self::QueueLeft { .. } => Owners::Same,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    Person,
    Bot,
    /// A bot, once, because the person's time had run out.
    Clock,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Wish {
    /// The speaker wants to lead.
    Mine,
    /// The speaker wants the partner to lead.
    Yours,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Away for longer than the table waits.
    Away,
    /// The person left, or another player did not want to wait any longer.
    Left,
}
