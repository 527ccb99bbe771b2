//! Claims of a record's writer about results. The referee checks every claim.

use std::collections::BTreeMap;

use capicu::{Reason, Redeal, Seat, Side};

use super::Hand;

/// The writer's claims about a round; each may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The tiles left in the hands, as far as they were seen.
    pub left: BTreeMap<Seat, Hand>,
    /// The counts of the tiles left, in pips.
    pub counts: BTreeMap<Seat, u16>,
    /// How the round ended.
    pub end: Option<EndClaim>,
    /// All points written down for the round, in order.
    pub points: Option<Vec<PointClaim>>,
    /// The scores after the round, by side.
    pub score: Option<Vec<u16>>,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndClaim {
    /// This seat laid the last tile of its hand.
    Out(Seat),
    /// Blocked, and won by this side.
    Blocked(Side),
    /// Blocked, and won by no side.
    Tied,
    /// This side reached the target in play.
    Target(Side),
    /// The round does not count.
    Void,
    /// This seat was dealt doubles that score or win.
    Doubles(Seat),
    /// A false play of this seat ended the round.
    Foul(Seat),
}

/// Points for a side; in a game of penalties, against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointClaim {
    /// The side whose score changes.
    pub side: Side,
    /// The number of points.
    pub points: u16,
    /// The reason on the score sheet.
    pub reason: Reason,
}

/// How the match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultClaim {
    /// The match was not finished, or the record stops before its end.
    Unfinished,
    /// This side won it.
    Won(Side),
    /// This side won because the others gave up or did not come.
    Forfeit(Side),
}

/// Why a deal was thrown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThrownIn {
    /// No seat held a double.
    NoDouble,
    /// This seat held too many doubles.
    ManyDoubles(Seat),
    /// This seat held too many tiles of one number.
    LongSuit(Seat),
}

impl From<Redeal> for ThrownIn {
    fn from(why: Redeal) -> Self {
        match why {
            Redeal::NoDouble => Self::NoDouble,
            Redeal::ManyDoubles(seat) => Self::ManyDoubles(seat),
            Redeal::LongSuit(seat) => Self::LongSuit(seat),
        }
    }
}

/// Declares the word of each reason.
macro_rules! reasons {
    ($($word:literal = $reason:ident,)+) => {
        const REASONS: &[(&str, Reason)] = &[$(($word, Reason::$reason),)+];

        /// The word for a reason, in records and in messages to programs.
        pub const fn reason_word(reason: Reason) -> &'static str {
            match reason { $(Reason::$reason => $word,)+ }
        }
    };
}

reasons! {
    "game" = Game,
    "stake" = Stake,
    "key-tile" = KeyTile,
    "pips" = Pips,
    "first-game" = FirstGame,
    "second-game" = SecondGame,
    "third-game" = ThirdGame,
    "fourth-game" = FourthGame,
    "capicu" = Capicu,
    "chuchazo" = Chuchazo,
    "double-out" = DoubleOut,
    "hanged-blank" = HangedBlank,
    "block" = Block,
    "blocker" = Blocker,
    "paso" = Paso,
    "pase-corrido" = PaseCorrido,
    "pase-de-salida" = PaseDeSalida,
    "ends" = Ends,
    "muggins" = Muggins,
    "hand" = Hand,
    "three-passes" = ThreePasses,
    "board-pass" = BoardPass,
    "false-play" = FalsePlay,
    "wrong-call" = WrongCall,
    "doubles" = Doubles,
    "own-tiles" = OwnTiles,
    "foul" = Foul,
    "slow-play" = SlowPlay,
    "slow-foul" = SlowFoul,
}

/// The reason for a word.
pub fn reason(word: &str) -> Option<Reason> {
    let mut words = REASONS.iter();
    words.find(|(known, _)| *known == word).map(|(_, r)| *r)
}

pub(super) fn reason_words() -> impl Iterator<Item = &'static str> {
    REASONS.iter().map(|(word, _)| *word)
}
