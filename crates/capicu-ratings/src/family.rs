//! Which games are rated, and what luck is worth in each.

use crate::rating::{MEAN, SPREAD};

/// Games that are rated together: whoever plays one of them well plays the others as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Jamaican Partner.
    JamaicanPartner,
    /// Cut Throat.
    CutThroat,
    /// French.
    French,
    /// Chiva.
    Chiva,
    /// The Puerto Rican games, to 100 and to 200.
    PuertoRican,
    /// Block.
    Block,
    /// Draw.
    Draw,
    /// The crosses, whatever the set.
    Cross,
    /// All Fives, and All Fives and Threes.
    Fives,
    /// The game of the yacht club.
    Club,
}

impl Family {
    /// Every family, in the order of their first games.
    pub const ALL: [Self; 10] = [
        Self::JamaicanPartner,
        Self::CutThroat,
        Self::French,
        Self::Chiva,
        Self::PuertoRican,
        Self::Block,
        Self::Draw,
        Self::Cross,
        Self::Fives,
        Self::Club,
    ];

    /// Its name in files and addresses.
    pub const fn id(self) -> &'static str {
        match self {
            Self::JamaicanPartner => "jamaican-partner",
            Self::CutThroat => "cut-throat",
            Self::French => "french",
            Self::Chiva => "chiva",
            Self::PuertoRican => "puerto-rican",
            Self::Block => "block",
            Self::Draw => "draw",
            Self::Cross => "cross",
            Self::Fives => "fives",
            Self::Club => "club",
        }
    }

    /// The family of this id.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|family| family.id() == id)
    }

    /// Its games.
    pub fn games(self) -> impl Iterator<Item = &'static Game> {
        Game::ALL.iter().filter(move |game| game.family == self)
    }
}

/// Whether a game is played as it is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Every option is that of the game.
    Published,
    /// Something is otherwise: a casual match.
    House,
}

/// A game that is rated, by as many as usually play it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Game {
    /// Its id among all games.
    pub id: &'static str,
    /// How many play it.
    pub seats: u8,
    /// On how many sides.
    pub sides: u8,
    /// What it is rated with.
    pub family: Family,
    /// How many of ten thousand matches the levels of [`MEASURED`] won against the average one. The highest are left
    /// out where that was not measured well enough.
    shares: &'static [u16],
}

impl Eq for Game {}

/// The level of the bots that plays as people do on average.
const AVERAGE: u8 = 5;

/// How many spreads of people the weakest level is below it: one of forty people plays like that, or worse.
const BELOW: f64 = 2.0;

/// The levels that were measured against the average one.
const MEASURED: [u8; 6] = [1, 2, 3, 4, 6, 7];

impl Game {
    /// The game of an id, if it is rated when so many play it by these rules.
    pub fn of(id: &str, seats: u8, rules: Rules) -> Option<&'static Self> {
        let rated = |game: &&Self| game.seats == seats && rules == Rules::Published;
        Self::by_id(id).filter(rated)
    }

    /// The rated game of an id.
    pub fn by_id(id: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|game| game.id == id)
    }

    /// How well bots of a level play, from 1; `None` if the level is no anchor.
    pub fn level(&self, level: u8) -> Option<f64> {
        Some(MEAN + self.odds(level)? * self.beta() * 2_f64.sqrt() / f64::from(self.side_size()))
    }

    /// The levels that are anchors.
    pub fn levels(&self) -> impl Iterator<Item = u8> {
        (1..=*MEASURED.last().unwrap_or(&AVERAGE)).filter(|level| self.level(*level).is_some())
    }

    /// What luck is worth, in units of ratings: two sides that are √2 · beta apart win as 2.718 to 1.
    ///
    /// It is such that bots of the weakest level are as far below the average as they are taken to be.
    pub fn beta(&self) -> f64 {
        let below = f64::from(self.side_size()) * BELOW * SPREAD;
        let odds = MEASURED.into_iter().filter_map(|level| self.odds(level));
        let weakest = odds.fold(0.0, f64::min);
        below / (2_f64.sqrt() * -weakest)
    }

    /// How many sit on one side.
    pub const fn side_size(&self) -> u8 {
        self.seats / self.sides
    }

    /// The logarithm of the odds of a side of this level against one of the average level.
    fn odds(&self, level: u8) -> Option<f64> {
        if level == AVERAGE {
            return Some(0.0);
        }
        let at = MEASURED.iter().position(|measured| *measured == level)?;
        let share = f64::from(*self.shares.get(at)?) / 10_000.0;
        Some((share / (1.0 - share)).ln())
    }

    /// Every game that is rated. The numbers are those of `bench/anchors.sh`.
    pub const ALL: &'static [Self] = &[
        game(
            "jamaican-partner",
            4,
            2,
            Family::JamaicanPartner,
            &[457, 1985, 2380, 2958, 7405, 9733],
        ),
        game(
            "cut-throat",
            4,
            4,
            Family::CutThroat,
            &[770, 2772, 3127, 3645, 6495, 8317],
        ),
        game(
            "french",
            4,
            4,
            Family::French,
            &[2875, 968, 1133, 2402, 5235, 5600],
        ),
        game(
            "chiva",
            4,
            2,
            Family::Chiva,
            &[915, 2640, 3063, 3483, 6720, 9167],
        ),
        game(
            "cien",
            4,
            2,
            Family::PuertoRican,
            &[2647, 3600, 3827, 4193, 5740, 6967],
        ),
        game(
            "doscientos",
            4,
            2,
            Family::PuertoRican,
            &[1590, 3090, 3382, 3990, 5930, 7683],
        ),
        game(
            "block",
            4,
            2,
            Family::Block,
            &[2220, 3415, 3942, 4200, 5645, 7150],
        ),
        game(
            "draw",
            2,
            2,
            Family::Draw,
            &[717, 1462, 2530, 3835, 5825, 6867],
        ),
        game(
            "cross",
            4,
            2,
            Family::Cross,
            &[4030, 4148, 4205, 4377, 5470],
        ),
        game(
            "double-nine-cross",
            4,
            2,
            Family::Cross,
            &[4110, 4437, 4450, 4580],
        ),
        game(
            "double-twelve-cross",
            4,
            2,
            Family::Cross,
            &[4138, 4415, 4527, 4632],
        ),
        game(
            "all-fives",
            2,
            2,
            Family::Fives,
            &[1790, 2372, 4785, 4828, 5330, 5867],
        ),
        game(
            "fives-and-threes",
            2,
            2,
            Family::Fives,
            &[2255, 2968, 4953, 4983, 5135, 5500],
        ),
        game(
            "club",
            2,
            2,
            Family::Club,
            &[257, 565, 4143, 4320, 5230, 5750],
        ),
    ];
}

const fn game(
    id: &'static str,
    seats: u8,
    sides: u8,
    family: Family,
    shares: &'static [u16],
) -> Game {
    Game {
        id,
        seats,
        sides,
        family,
        shares,
    }
}
