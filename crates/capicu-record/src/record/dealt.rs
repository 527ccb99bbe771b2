//! The tiles at the beginning of a round, as far as they are known.

use capicu::{BySeat, Deal, Rules, Seat, Tile, TileSet};

/// The known part of a dealt hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand {
    /// The tiles of the hand that are known.
    pub known: TileSet,
    /// The number of further tiles.
    pub unknown: u8,
}

/// The hands and the boneyard of one deal. No tile occurs twice, all tiles are of the game, and their number is that of
/// the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    hands: BySeat<Hand>,
    boneyard: Vec<Option<Tile>>,
    lot: Option<u32>,
}

/// Why tiles are not a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDealt {
    /// The tile occurs twice.
    #[error("{0} is dealt twice")]
    Twice(Tile),
    /// The game is played without it.
    #[error("{0} is not a tile of this game")]
    NotInGame(Tile),
    /// The number of tiles is wrong.
    #[error("hands and boneyard hold {held} tiles together but the game has {tiles}")]
    Number {
        /// The tiles in hands and boneyard.
        held: usize,
        /// The tiles of the game.
        tiles: usize,
    },
    /// The number of hands is not that of the seats.
    #[error("there are {0} hands")]
    Hands(u8),
}

impl Dealt {
    /// A deal without a known tile.
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

    /// Builds a partly known deal; the boneyard is in drawing order.
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

    /// A completely known deal. Keeps the lot only if the rules use it.
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

    /// The hand of each seat, as far as it is known.
    pub const fn hands(&self) -> &BySeat<Hand> {
        &self.hands
    }

    /// The boneyard, the next tile to be drawn first; `None` for an unknown tile.
    pub fn boneyard(&self) -> &[Option<Tile>] {
        &self.boneyard
    }

    /// The random number of the deal, for decisions by lot; `None` if it is unknown or unused.
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
        let pile: TileSet = self.boneyard.iter().copied().flatten().collect();
        in_hands | pile
    }
}

fn needs_lot(rules: &Rules) -> bool {
    use capicu::rules::{BlockedOpener, Pose};
    rules.pose == Pose::Lot || rules.blocked_opener == BlockedOpener::Lot
}
