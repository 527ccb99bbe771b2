//! What happens at a table and does not follow from what happened before. These are all that is stored.

use capicu::fair::Seed;
use capicu::{Action, Call, Rules, Seat};
use capicu_protocol::{Key, Level, Passed, PlayerId, TurnTime, Watching};

use crate::{Digest, Halt, Meeting, Seating, TokenHash, Used};

/// A table as it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The id of the game that the rules are a change of: [`capicu::Game::id`].
    pub game: String,
    /// What the maker calls these rules, where they are not the game's own.
    pub title: Option<String>,
    /// Every option.
    pub rules: Rules,
    /// The seat of the maker; `None` at a table of the lobby, which nobody may delete and where nobody
    /// takes a seat from another.
    pub maker: Option<Seat>,
    /// Who is to sit where, in the order of play: one plan for each seat of the rules.
    pub seats: Vec<Plan>,
    /// How long a turn may take before a bot plays it.
    pub turn_time: TurnTime,
    /// How many seconds the table waits for somebody who is away before a bot plays on.
    pub grace: u16,
    /// How well its bots play.
    pub level: Level,
    /// Whether players may ask what to play.
    pub advice: Advice,
    /// Whether its matches are rated.
    pub stakes: Stakes,
    /// Whether anybody may watch.
    pub watching: Watching,
    /// Whether the numbers that each seat has passed on are shown.
    pub passed: Passed,
    /// What it is played for, if it is a table of an event.
    pub meeting: Option<Meeting>,
}

/// Who is to sit in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// A person, who comes with a token of this hash.
    Person {
        /// The hash of the token.
        token: TokenHash,
        /// What the player is called.
        name: Option<String>,
    },
    /// Whoever comes first with a token of this hash; a bot until then.
    Open {
        /// The hash of the link's token.
        token: TokenHash,
    },
    /// A bot.
    Bot,
}

/// Whether players may ask what to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Advice {
    /// They may not.
    #[default]
    Off,
    /// They may.
    On,
}

/// Whether the matches of a table are rated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stakes {
    /// Nothing hangs on them.
    #[default]
    Casual,
    /// They count for the ratings of those who play; nobody takes the place of a bot.
    Rated,
}

/// A fact with its place in the journal of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number: 1 for the first fact of a table, and then without gaps.
    pub version: u64,
    /// When, in milliseconds since 1970. Never before that of the fact before it.
    pub at: u64,
    /// The seat and the key of the command it came from, if it came from one.
    pub command: Option<(Seat, Key)>,
    /// The fact itself.
    pub fact: Fact,
}

/// Something that happened and does not follow from what happened before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A match began.
    MatchBegan {
        /// The seed that the tiles turned up and dealt follow from.
        seed: Seed,
        /// The number of the rules engine it is played by: [`capicu::ENGINE`].
        engine: u32,
    },
    /// Tiles were turned up for the set.
    TurnedUp {
        /// How often they had been turned up in this match before.
        number: u32,
    },
    /// The tiles were dealt.
    Dealt {
        /// How often they had been dealt in this match before.
        number: u32,
    },
    /// The seat whose turn it was acted.
    Acted {
        /// Who chose.
        by: Chooser,
        /// The action.
        action: Action,
        /// What it took of the seat's time.
        used: Used,
    },
    /// A seat called a score.
    Called {
        /// The caller.
        seat: Seat,
        /// The call.
        call: Call,
    },
    /// The round was written down: what its facts led to when they were stored.
    Settled {
        /// The digest of the match after the round.
        digest: Digest,
        /// The score of each side.
        scores: Vec<u16>,
    },
    /// A partner said in the huddle who should pose.
    Wished {
        /// The speaker.
        seat: Seat,
        /// Who should pose.
        wish: Wish,
    },
    /// A player is ready for the next deal.
    Ready {
        /// The player's seat.
        seat: Seat,
    },
    /// A player wants another match.
    Rematch {
        /// The player's seat.
        seat: Seat,
    },
    /// A player wants another match with other partners.
    OtherPartners {
        /// The player's seat.
        seat: Seat,
    },
    /// A match began for which people changed seats: each took along what opens the seat. Before the first deal of a
    /// table it is the first match that begins anew.
    Reseated {
        /// As of [`Fact::MatchBegan`].
        seed: Seed,
        /// As of [`Fact::MatchBegan`].
        engine: u32,
        /// Who went where.
        seating: Seating,
    },
    /// Somebody sat down in an open seat, or took a bot's.
    Sat {
        /// The seat.
        seat: Seat,
        /// The hash of the sitter's own token, which opens the seat from now on instead of the link's.
        /// `None` in journals older than that rule: the link's token stays the seat's.
        token: Option<TokenHash>,
    },
    /// A player has another name.
    Named {
        /// The player's seat.
        seat: Seat,
        /// The name.
        name: String,
    },
    /// A player changed the token of the own seat.
    Rotated {
        /// The player's seat.
        seat: Seat,
        /// The hash of the new token.
        token: TokenHash,
    },
    /// The maker took a seat back.
    Renewed {
        /// The seat.
        seat: Seat,
        /// The hash of the new link's token; `None` for a seat that a bot keeps.
        token: Option<TokenHash>,
    },
    /// Whoever made the table gave it to somebody else, who is its maker from now on.
    TableGiven {
        /// Where they sit.
        seat: Seat,
    },
    /// A bot plays for the person in a seat from now on; the seat stays that person's.
    Away {
        /// The seat.
        seat: Seat,
        /// Why.
        why: Absence,
    },
    /// The person is back and plays again.
    Back {
        /// The seat.
        seat: Seat,
    },
    /// The seat is this player's, who may open it on any device that is signed in, until somebody changes
    /// its token or takes it back.
    Bound {
        /// The seat.
        seat: Seat,
        /// The player.
        player: PlayerId,
    },
    /// The meeting of an event goes on no more.
    Halted {
        /// Why.
        why: Halt,
    },
}

/// The newest edition of facts, of tables and of events, and of what the servers of one host send each other. The first of
/// them that a version adds counts it up: while servers of the version before are there, nobody writes or sends it.
///
/// From edition 3 on servers seal what they send each other.
pub const EDITION: u16 = 3;

impl Fact {
    /// The edition in which there was such a fact for the first time.
    pub const fn edition(&self) -> u16 {
        match self {
            Self::MatchBegan { .. }
            | Self::TurnedUp { .. }
            | Self::Dealt { .. }
            | Self::Acted { .. }
            | Self::Called { .. }
            | Self::Settled { .. }
            | Self::Wished { .. }
            | Self::Ready { .. }
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
            | Self::Halted { .. } => 1,
            Self::TableGiven { .. } => 2,
        }
    }
}

/// Who chose for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// The person who sits there.
    Person,
    /// A bot that plays for the seat.
    Bot,
    /// A bot, once, because the person's time had run out.
    Clock,
}

/// What a partner says in the huddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// "I'll pose."
    Mine,
    /// "You pose."
    Yours,
}

/// Why a person who has a seat does not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// Away for longer than the table waits.
    Away,
    /// Left, or somebody present did not want to wait any longer.
    Left,
}
