//! The kind of match a player seeks.

use capicu::{Game, Rules};
use capicu_protocol::TurnTime;
use serde::{Deserialize, Serialize};

/// A built-in game for its usual number of players, at a speed, casual or rated. Players with equal wishes may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Wish {
    /// An index into [`Game::ALL`].
    game: u16,
    seats: u8,
    sides: u8,
    pub speed: Speed,
    pub stakes: Stakes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stakes {
    /// Bots may fill empty seats.
    Casual,
    /// The match changes ratings; only people sit down.
    Rated,
}

/// A wish between servers, whose [`Game::ALL`] may differ.
#[derive(Serialize, Deserialize)]
struct Written {
    game: String,
    speed: String,
    is_rated: bool,
}

impl From<Wish> for Written {
    fn from(wish: Wish) -> Self {
        Self {
            game: wish.game().id.to_owned(),
            speed: wish.speed.id().to_owned(),
            is_rated: wish.stakes == Stakes::Rated,
        }
    }
}

impl TryFrom<Written> for Wish {
    type Error = &'static str;

    fn try_from(written: Written) -> Result<Self, Self::Error> {
        let speed = Speed::by_id(&written.speed).ok_or("no such speed")?;
        let wish = Self::of(&written.game, speed).ok_or("no such game")?;
        Ok(wish.with(match written.is_rated {
            true => Stakes::Rated,
            false => Stakes::Casual,
        }))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Speed {
    Fast,
    /// The pace of a table at home.
    #[default]
    Usual,
    Slow,
}

impl Speed {
    /// Every speed, the fastest first.
    pub const ALL: [Self; 3] = [Self::Fast, Self::Usual, Self::Slow];

    /// Its name in forms and URLs.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Usual => "usual",
            Self::Slow => "slow",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.id() == id)
    }

    /// Seconds for which a table waits for an absent player.
    pub const fn grace(self) -> u16 {
        match self {
            Self::Fast => 45,
            Self::Usual => 90,
            Self::Slow => 180,
        }
    }

    pub const fn turn_time(self) -> TurnTime {
        match self {
            Self::Fast => TurnTime::Fast,
            Self::Usual => TurnTime::Usual,
            Self::Slow => TurnTime::Slow,
        }
    }
}

impl Wish {
    /// A casual wish for a built-in game; `None` if there is no such game.
    pub fn of(game: &str, speed: Speed) -> Option<Self> {
        let at = Game::ALL.iter().position(|of| of.id == game)?;
        let rules = usual_rules(&Game::ALL[at]);
        Some(Self {
            game: u16::try_from(at).ok()?,
            seats: rules.n_seats(),
            sides: rules.n_sides(),
            speed,
            stakes: Stakes::Casual,
        })
    }

    #[must_use]
    pub const fn with(self, stakes: Stakes) -> Self {
        Self { stakes, ..self }
    }

    pub fn game(&self) -> &'static Game {
        &Game::ALL[usize::from(self.game)]
    }

    pub fn rules(&self) -> Rules {
        usual_rules(self.game())
    }

    /// The game and the speed by their ids, separated by a space.
    pub fn cell(&self) -> String {
        format!("{} {}", self.game().id, self.speed.id())
    }

    pub const fn seats(&self) -> u8 {
        self.seats
    }

    pub const fn sides(&self) -> u8 {
        self.sides
    }

    pub const fn side_size(&self) -> u8 {
        self.seats / self.sides
    }
}

fn usual_rules(game: &Game) -> Rules {
    let rules = game.rules(game.players[0]);
    rules.expect("a game is written for its players")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_at_every_speed_has_a_table() {
        for game in Game::ALL {
            for speed in Speed::ALL {
                let wish = Wish::of(game.id, Speed::by_id(speed.id()).unwrap()).unwrap();
                assert_eq!((wish.game().id, wish.speed), (game.id, speed));
                assert!(wish.sides() > 1 && wish.seats().is_multiple_of(wish.sides()));
                // The pairing handles sides of one or two.
                assert!(wish.side_size() <= 2, "{}", game.id);
                let rated = wish.with(Stakes::Rated);
                assert_ne!(rated, wish);
                let written = serde_json::to_string(&rated).unwrap();
                assert_eq!(serde_json::from_str::<Wish>(&written).unwrap(), rated);
            }
        }
        assert_eq!(Wish::of("whist", Speed::Usual), None);
        assert_eq!(Speed::by_id("hasty"), None);
    }
}
