//! The rated games, and the effect of luck in each.

use crate::rating::{MEAN, SPREAD};

macro_rules! families {
    ($($(#[$doc:meta])* $family:ident = $id:literal,)+) => {
        /// Games with a common rating: strength in one carries over to the others.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Family {
            $($(#[$doc])* $family,)+
        }

        impl Family {
            /// In the order of their first games.
            pub const ALL: [Self; 10] = [$(Self::$family),+];

            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$family => $id,)+
                }
            }
        }
    };
}

families! {
    JamaicanPartner = "jamaican-partner",
    CutThroat = "cut-throat",
    French = "french",
    Chiva = "chiva",
    PuertoRican = "puerto-rican",
    Block = "block",
    Draw = "draw",
    /// The cross games, with any set.
    Cross = "cross",
    Fives = "fives",
    Club = "club",
}

impl Family {
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.id() == id)
    }

    pub fn games(self) -> impl Iterator<Item = &'static Game> {
        Game::ALL.iter().filter(move |game| game.family == self)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Every option has the game's own value.
    Published,
    /// Some option differs, so the match is casual.
    House,
}

/// A rated game, with its usual number of players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Game {
    pub id: &'static str,
    pub seats: u8,
    pub sides: u8,
    pub family: Family,
    /// Matches of ten thousand that each level of [`MEASURED`] won against the average level. The highest levels are
    /// missing where measurements were too uncertain.
    shares: &'static [u16],
}

impl Eq for Game {}

macro_rules! games {
    ($($id:literal, $seats:literal seats, $sides:literal sides, $family:ident, $shares:expr;)+) => {
        &[$(Self {
            id: $id,
            seats: $seats,
            sides: $sides,
            family: Family::$family,
            shares: $shares,
        }),+]
    };
}

/// The level of bots that play like the average person.
const AVERAGE: u8 = 5;

/// How far the weakest level is below the average, in standard deviations of people: about one person in forty is
/// weaker.
const BELOW: f64 = 2.0;

/// The levels measured against the average one.
const MEASURED: [u8; 6] = [1, 2, 3, 4, 6, 7];

impl Game {
    /// The rated game with this id; `None` unless this number of seats and these rules are rated.
    pub fn of(id: &str, seats: u8, rules: Rules) -> Option<&'static Self> {
        let rated = |game: &&Self| game.seats == seats && rules == Rules::Published;
        Self::by_id(id).filter(rated)
    }

    pub fn by_id(id: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|game| game.id == id)
    }

    /// The rating of bots of a level, counted from 1; `None` if the level is not an anchor.
    pub fn level(&self, level: u8) -> Option<f64> {
        Some(MEAN + self.odds(level)? * self.beta() * 2_f64.sqrt() / f64::from(self.side_size()))
    }

    pub fn levels(&self) -> impl Iterator<Item = u8> {
        (1..=*MEASURED.last().unwrap_or(&AVERAGE)).filter(|level| self.level(*level).is_some())
    }

    /// The effect of luck, in units of ratings. Two sides that are √2 · beta apart win as 2.718 to 1.
    ///
    /// It places bots of the weakest level two standard deviations of people below the average.
    pub fn beta(&self) -> f64 {
        let below = f64::from(self.side_size()) * BELOW * SPREAD;
        let odds = MEASURED.into_iter().filter_map(|level| self.odds(level));
        let weakest = odds.fold(0.0, f64::min);
        below / (2_f64.sqrt() * -weakest)
    }

    pub const fn side_size(&self) -> u8 {
        self.seats / self.sides
    }

    /// The logarithm of the odds of a side of this level against a side of the average level.
    fn odds(&self, level: u8) -> Option<f64> {
        if level == AVERAGE {
            return Some(0.0);
        }
        let at = MEASURED.iter().position(|measured| *measured == level)?;
        let share = f64::from(*self.shares.get(at)?) / 10_000.0;
        Some((share / (1.0 - share)).ln())
    }

    /// Every rated game. `bench/anchors.sh` measures the numbers.
    pub const ALL: &'static [Self] = games! {
        "jamaican-partner", 4 seats, 2 sides, JamaicanPartner, &[457, 1985, 2380, 2958, 7405, 9733];
        "cut-throat", 4 seats, 4 sides, CutThroat, &[770, 2772, 3127, 3645, 6495, 8317];
        "french", 4 seats, 4 sides, French, &[2875, 968, 1133, 2402, 5235, 5600];
        "chiva", 4 seats, 2 sides, Chiva, &[915, 2640, 3063, 3483, 6720, 9167];
        "cien", 4 seats, 2 sides, PuertoRican, &[2647, 3600, 3827, 4193, 5740, 6967];
        "doscientos", 4 seats, 2 sides, PuertoRican, &[1590, 3090, 3382, 3990, 5930, 7683];
        "block", 4 seats, 2 sides, Block, &[2220, 3415, 3942, 4200, 5645, 7150];
        "draw", 2 seats, 2 sides, Draw, &[717, 1462, 2530, 3835, 5825, 6867];
        "cross", 4 seats, 2 sides, Cross, &[4030, 4148, 4205, 4377, 5470];
        "double-nine-cross", 4 seats, 2 sides, Cross, &[4110, 4437, 4450, 4580];
        "double-twelve-cross", 4 seats, 2 sides, Cross, &[4138, 4415, 4527, 4632];
        "all-fives", 2 seats, 2 sides, Fives, &[1790, 2372, 4785, 4828, 5330, 5867];
        "fives-and-threes", 2 seats, 2 sides, Fives, &[2255, 2968, 4953, 4983, 5135, 5500];
        "club", 2 seats, 2 sides, Club, &[257, 565, 4143, 4320, 5230, 5750];
    };
}
