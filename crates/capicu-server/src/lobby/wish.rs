//! What somebody seeks, as the pages name it and as the lobby numbers it.

use capicu::{Game, Rules};
use capicu_lobby::{Pool, Stakes};
use capicu_protocol::TurnTime;
use capicu_ratings::Family;
use serde::{Deserialize, Serialize};

use crate::ratings::rated_family;

/// A game and a speed, casual or rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Wish {
    /// The place of the game in [`Game::ALL`].
    family: u16,
    /// The speed.
    pub speed: Speed,
    /// Whether it is to be rated.
    pub stakes: Stakes,
}

/// A wish as another server reads it, which may number games otherwise.
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

/// How long a turn may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// Some seconds.
    Fast,
    /// As at a table at home.
    #[default]
    Usual,
    /// Time to think.
    Slow,
}

impl Speed {
    /// Every speed, the fastest first.
    pub const ALL: [Self; 3] = [Self::Fast, Self::Usual, Self::Slow];

    /// Its name in forms and addresses.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Fast => "fast",
            Self::Usual => "usual",
            Self::Slow => "slow",
        }
    }

    /// The speed of a name.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.id() == id)
    }

    /// How long a table of this speed waits for somebody who is away, in seconds.
    pub const fn grace(self) -> u16 {
        match self {
            Self::Fast => 45,
            Self::Usual => 90,
            Self::Slow => 180,
        }
    }

    /// What a table of this speed gives each turn.
    pub const fn turn_time(self) -> TurnTime {
        match self {
            Self::Fast => TurnTime::Fast,
            Self::Usual => TurnTime::Usual,
            Self::Slow => TurnTime::Slow,
        }
    }
}

impl Wish {
    /// The wish for a game by its id, for as many as usually play it; `None` if there is no such game.
    pub fn of(game: &str, speed: Speed) -> Option<Self> {
        let family = Game::ALL.iter().position(|of| of.id == game)?;
        let family = u16::try_from(family).ok()?;
        Some(Self {
            family,
            speed,
            stakes: Stakes::Casual,
        })
    }

    /// The same to be rated, or not.
    #[must_use]
    pub const fn with(self, stakes: Stakes) -> Self {
        Self { stakes, ..self }
    }

    /// The family that it is rated in, if it can be.
    pub fn family(&self) -> Option<Family> {
        rated_family(self.game().id, &self.rules())
    }

    /// What those seek who sit down together.
    pub fn of_pool(pool: &Pool) -> Option<Self> {
        let speed = Speed::ALL.into_iter().nth(pool.speed.into())?;
        let game = Game::ALL.get(usize::from(pool.family))?;
        Some(Self::of(game.id, speed)?.with(pool.stakes))
    }

    /// The game.
    pub fn game(&self) -> &'static Game {
        &Game::ALL[usize::from(self.family)]
    }

    /// Its rules for as many as usually play it.
    pub fn rules(&self) -> Rules {
        let game = self.game();
        let rules = game.rules(game.players[0]);
        rules.expect("a game is written for its players")
    }

    /// Where the lobby has those wait who seek the same.
    pub fn pool(&self) -> Pool {
        let rules = self.rules();
        Pool {
            family: self.family,
            speed: self.speed as u8,
            seats: rules.n_seats(),
            sides: rules.n_teams(),
            stakes: self.stakes,
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu_lobby::{Lobby, Person, Seek};

    use super::*;

    #[test]
    fn every_game_at_every_speed_is_one_that_the_lobby_has_tables_for() {
        let mut lobby = Lobby::new(0);
        let mut id = 0;
        for game in Game::ALL {
            for speed in Speed::ALL {
                let wish = Wish::of(game.id, Speed::by_id(speed.id()).unwrap()).unwrap();
                assert_eq!(Wish::of_pool(&wish.pool()), Some(wish));
                let rated = wish.with(Stakes::Rated);
                assert_eq!(Wish::of_pool(&rated.pool()), Some(rated));
                let told = serde_json::to_string(&rated).unwrap();
                assert_eq!(serde_json::from_str::<Wish>(&told).unwrap(), rated);
                assert_ne!(rated.pool(), wish.pool());
                assert!(rated.family().is_some(), "{}", game.id);
                id += 1;
                let person = Person {
                    id,
                    skill: 0.0,
                    address: 0,
                };
                let sought = lobby.seek(Seek::alone(person, wish.pool()), 0);
                assert!(sought.is_ok(), "{}: {sought:?}", game.id);
            }
        }
        assert_eq!(Wish::of("whist", Speed::Usual), None);
        assert_eq!(Speed::by_id("hasty"), None);
    }
}
