//! Rounds from setups.

use super::{Round, Unsettled};
use crate::deal::Undrawn;
use crate::setup::{Boneyard, Held};
use crate::{Board, Deal, Opening, Rules, Setup, SetupError, Standing, TileSet};

impl Round {
    /// A round before its first tile. In a match, [`Match::open`](crate::Match::open) finds the opening.
    ///
    /// # Errors
    ///
    /// If the opening, the standing or the deal is impossible under these rules.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::fair::Seed;
    /// use capicu::{Duty, Game, Opening, Round, Seat, SetupError, Standing, Tile};
    ///
    /// let rules = Game::by_id("jamaican-partner").and_then(|game| game.rules(4)).unwrap();
    /// let deal = Seed::from_number(1).deal(&rules, 0);
    /// let holds = |tile| Seat::all(4).find(|seat| deal.hands()[*seat].contains(tile));
    /// let holder = holds(Tile::DOUBLE_SIX).expect("every tile is dealt");
    /// let opens = |seat| Opening {
    ///     seat,
    ///     duty: Duty::Tile(Tile::DOUBLE_SIX),
    ///     may_hand_over: false,
    /// };
    /// let standing = Standing::new(&rules);
    /// let round = Round::new(rules, standing, opens(holder), &deal)?;
    /// assert_eq!(round.legal_actions()[0].to_string(), "6-6");
    ///
    /// let (seat, tile) = (holder.next(4), Tile::DOUBLE_SIX);
    /// let nonsense = Round::new(rules, standing, opens(seat), &deal);
    /// assert_eq!(nonsense, Err(SetupError::LeadNotHeld { seat, tile }));
    /// # Ok::<_, SetupError>(())
    /// ```
    pub fn new(
        rules: Rules,
        standing: Standing,
        opening: Opening,
        deal: &Deal,
    ) -> Result<Self, SetupError> {
        let mut setup = Setup::new(rules, opening, deal);
        setup.standing = standing;
        Self::from_setup(&setup)
    }

    /// A round before its first tile, without checks: for a search that takes opening, standing and deal from a
    /// [`Match`](crate::Match).
    ///
    /// # Panics
    ///
    /// May panic later, or list a tile that is not held, if they do not go together.
    pub fn new_unchecked(rules: Rules, standing: Standing, opening: Opening, deal: &Deal) -> Self {
        Self::begin(&rules, &standing, opening, deal)
    }

    /// Builds the round of a setup, in which every tile must be known.
    ///
    /// # Errors
    ///
    /// The first unknown or impossible thing.
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        setup.check()?;
        let unknown = |(_, held): &(_, &Held)| held.known().is_none();
        if let Some((seat, _)) = setup.hands.entries().find(unknown) {
            return Err(SetupError::UnknownHand(seat));
        }
        let Boneyard::Known(boneyard) = &setup.boneyard else {
            return Err(SetupError::UnknownBoneyard);
        };
        let boneyard_set: TileSet = boneyard.iter().copied().collect();
        let board = Board::of_setup(setup);
        if matches!(setup.turn, crate::Turn::Play(_)) && board.blocked(boneyard_set) {
            return Err(SetupError::Blocked);
        }
        Ok(Self {
            board,
            hands: setup.hands.map(|held| held.known().unwrap_or_default()),
            undrawn: Undrawn::from(&boneyard[..]),
            boneyard_set,
            unsettled: setup.unsettled,
            outcome: None,
        })
    }

    /// The end that takes effect once the points of the last tile have been declared or forgone.
    pub(crate) const fn unsettled(&self) -> Option<Unsettled> {
        self.unsettled
    }
}
