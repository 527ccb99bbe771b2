//! What the writer of a record says came of it. The referee checks every claim.

use std::collections::BTreeMap;

use capicu::{Reason, Redeal, Seat, Team};

use super::Hand;

/// What the writer says came of a round; each may be left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The tiles that seats were left with, as far as they were seen.
    pub left: BTreeMap<Seat, Hand>,
    /// What the tiles counted that seats were left with.
    pub counts: BTreeMap<Seat, u16>,
    /// How it ended.
    pub end: Option<EndClaim>,
    /// All points that were written down for it, in order.
    pub points: Option<Vec<PointClaim>>,
    /// The scores after it, by side.
    pub score: Option<Vec<u16>>,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndClaim {
    /// This seat laid its last tile.
    Out(Seat),
    /// Blocked, and won by this side.
    Blocked(Team),
    /// Blocked, and won by nobody.
    Tied,
    /// This side reached the target in play.
    Target(Team),
    /// It does not count.
    Void,
}

/// Points for a side; in a game of penalties, against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointClaim {
    /// Who.
    pub side: Team,
    /// How many.
    pub points: u16,
    /// What for.
    pub reason: Reason,
}

/// How the match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultClaim {
    /// It did not, or the record stops before its end.
    Unfinished,
    /// This side won it.
    Won(Team),
    /// This side won because the others gave up or did not come.
    Forfeit(Team),
}

/// Why a deal was thrown in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThrownIn {
    /// Nobody held a double.
    NoDouble,
    /// This seat held too many.
    ManyDoubles(Seat),
}

impl From<Redeal> for ThrownIn {
    fn from(why: Redeal) -> Self {
        match why {
            Redeal::NoDouble => Self::NoDouble,
            Redeal::ManyDoubles(seat) => Self::ManyDoubles(seat),
        }
    }
}

/// The words for reasons, each of which has one.
macro_rules! reasons {
    ($($word:literal = $reason:ident,)+) => {
        const REASONS: &[(&str, Reason)] = &[$(($word, Reason::$reason),)+];

        /// The word for a reason, in records and in what programs are told.
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
    "block" = Block,
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
}

/// The reason of a word.
pub fn reason(word: &str) -> Option<Reason> {
    let mut words = REASONS.iter();
    words.find(|(known, _)| *known == word).map(|(_, r)| *r)
}

/// Every word for a reason.
pub(super) fn reason_words() -> impl Iterator<Item = &'static str> {
    REASONS.iter().map(|(word, _)| *word)
}
