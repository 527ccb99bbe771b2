//! What somebody seeks.

/// A player, as the host numbers them.
pub type PersonId = u64;

/// Somebody who seeks a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Person {
    /// Who.
    pub id: PersonId,
    /// How well they play this family of games, in whatever unit the host rates by.
    pub skill: f64,
    /// Where they come from: whoever shares it is not rated against another.
    pub address: u64,
}

/// Whether a match is rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stakes {
    /// Nothing hangs on it, and bots may fill in.
    Casual,
    /// It counts for the ratings; nobody but people sits down.
    Rated,
}

/// What people must agree on to sit at one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pool {
    /// The family of games, as the host numbers them.
    pub family: u16,
    /// The speed, as the host numbers them.
    pub speed: u8,
    /// How many sit at a table.
    pub seats: u8,
    /// How many sides they form: two of four seats for partners, as many as seats where each plays alone.
    pub sides: u8,
    /// Whether it is rated.
    pub stakes: Stakes,
}

impl Pool {
    /// How many sit on one side.
    pub const fn side_size(&self) -> u8 {
        self.seats / self.sides
    }
}

/// A wish for a table, of one person or of two who play as partners.
#[derive(Clone, Debug, PartialEq)]
pub struct Seek {
    pub(crate) people: Vec<Person>,
    pub(crate) pool: Pool,
    /// Whom they do not sit with.
    pub blocked: Vec<PersonId>,
    /// Whether bots may fill the table at once instead of after ten seconds; nothing where it is rated.
    pub with_bots_now: bool,
}

impl Seek {
    /// Of one person.
    pub fn alone(person: Person, pool: Pool) -> Self {
        Self {
            people: vec![person],
            pool,
            blocked: Vec::new(),
            with_bots_now: false,
        }
    }

    /// Of two who play on one side.
    ///
    /// # Errors
    ///
    /// If the game has no partners, or somebody would be his own.
    pub fn partners(one: Person, other: Person, pool: Pool) -> Result<Self, Refused> {
        if pool.side_size() != 2 {
            return Err(Refused::NoPartners);
        }
        if one.id == other.id {
            return Err(Refused::SeeksAlready(one.id));
        }
        let mut seek = Self::alone(one, pool);
        seek.people.push(other);
        Ok(seek)
    }

    /// What it is for.
    pub const fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Who seeks.
    pub fn people(&self) -> &[Person] {
        &self.people
    }
}

/// Why a seek is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// This person seeks a table already.
    SeeksAlready(PersonId),
    /// Nobody has a partner in this game.
    NoPartners,
    /// No table can have so many seats on so many sides.
    NoTable,
}

impl core::fmt::Display for Refused {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::SeeksAlready(person) => write!(f, "player {person} seeks a table already"),
            Self::NoPartners => f.write_str("nobody has a partner in this game"),
            Self::NoTable => f.write_str("no table has so many seats on so many sides"),
        }
    }
}

impl core::error::Error for Refused {}
