//! The tiles at the beginning of a round, as far as they are known.

use capicu::{BySeat, Deal, Rules, Seat, Tile, TileSet};

/// What is known of the tiles a seat was dealt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The tiles that are known.
    pub known: TileSet,
    /// How many more there were.
    pub unknown: u8,
}

/// The hands and the boneyard of one deal. No tile occurs twice, all are of the game, and together
/// they are as many as the game has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    hands: BySeat<Hand>,
    boneyard: Vec<Option<Tile>>,
    lot: Option<u32>,
}

/// Why tiles are no deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDealt {
    /// The tile occurs twice.
    #[error("{0} is dealt twice")]
    Twice(Tile),
    /// The game is played without it.
    #[error("{0} is not a tile of this game")]
    NotInGame(Tile),
    /// Too many or too few.
    #[error("hands and boneyard hold {held} tiles together but the game has {tiles}")]
    Number {
        /// How many there are.
        held: usize,
        /// How many there should be.
        tiles: usize,
    },
    /// One hand for each seat.
    #[error("there are {0} hands")]
    Hands(u8),
}

impl Dealt {
    /// A deal of which nothing is known.
    pub fn unknown(rules: &Rules) -> Self {
        let hand = Hand {
            known: TileSet::EMPTY,
            unknown: rules.hand.get() as u8,
        };
        let n = rules.n_seats();
        let dealt = usize::from(n) * usize::from(rules.hand.get());
        Self {
            hands: BySeat::from_fn(n, |_| hand),
            boneyard: vec![None; rules.tiles().len() - dealt],
            lot: None,
        }
    }

    /// A deal as far as it is known; the boneyard in the order in which it is drawn.
    ///
    /// # Errors
    ///
    /// If the tiles cannot be those of one deal.
    pub fn new(
        rules: &Rules,
        hands: BySeat<Hand>,
        boneyard: Vec<Option<Tile>>,
        lot: Option<u32>,
    ) -> Result<Self, NotDealt> {
        if hands.len() != rules.n_seats() {
            return Err(NotDealt::Hands(hands.len()));
        }
        let mut seen = TileSet::EMPTY;
        let known = hands.iter().flat_map(|hand| hand.known);
        for tile in known.chain(boneyard.iter().copied().flatten()) {
            if !rules.tiles().contains(tile) {
                return Err(NotDealt::NotInGame(tile));
            }
            if !seen.insert(tile) {
                return Err(NotDealt::Twice(tile));
            }
        }
        let in_hands: usize = hands
            .iter()
            .map(|hand| hand.known.len() + usize::from(hand.unknown))
            .sum();
        let (held, tiles) = (in_hands + boneyard.len(), rules.tiles().len());
        if held != tiles {
            return Err(NotDealt::Number { held, tiles });
        }
        Ok(Self {
            hands,
            boneyard,
            lot,
        })
    }

    /// A deal that is known entirely. The lot is kept where the rules ask for one.
    pub fn of(deal: &Deal, rules: &Rules) -> Self {
        let hand = |seat: Seat| Hand {
            known: deal.hands()[seat],
            unknown: 0,
        };
        Self {
            hands: BySeat::from_fn(deal.hands().len(), hand),
            boneyard: deal.boneyard().iter().copied().map(Some).collect(),
            lot: needs_lot(rules).then_some(deal.lot()),
        }
    }

    /// The hands.
    pub const fn hands(&self) -> &BySeat<Hand> {
        &self.hands
    }

    /// The sleeping tiles, the next to be drawn first; `None` where a tile is not known.
    pub fn boneyard(&self) -> &[Option<Tile>] {
        &self.boneyard
    }

    /// The number that came with the deal for what is decided by lot.
    pub const fn lot(&self) -> Option<u32> {
        self.lot
    }

    /// Whether every tile is known.
    pub fn is_complete(&self) -> bool {
        self.hands.iter().all(|hand| hand.unknown == 0) && self.boneyard.iter().all(Option::is_some)
    }

    /// The tiles whose place is known.
    pub fn known(&self) -> TileSet {
        let in_hands = self
            .hands
            .iter()
            .fold(TileSet::EMPTY, |all, hand| all | hand.known);
        let asleep: TileSet = self.boneyard.iter().copied().flatten().collect();
        in_hands | asleep
    }
}

/// Whether anything is decided by lot under these rules.
fn needs_lot(rules: &Rules) -> bool {
    use capicu::rules::{BlockedOpener, Pose};
    rules.pose == Pose::Lot || rules.blocked_opener == BlockedOpener::Lot
}
