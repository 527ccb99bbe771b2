//! Rounds from setups.

use super::{Round, Unsettled};
use crate::setup::{Boneyard, Held};
use crate::{Board, Deal, Opening, Rules, Setup, SetupError, Standing, TileSet};

impl Round {
    /// A round about to be opened. Where the opening comes from in a match, see
    /// [`Match::open`](crate::Match::open).
    ///
    /// # Errors
    ///
    /// If the opening, the standing or the deal cannot be under these rules.
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

    /// The same for an opening, a standing and a deal known to go together, as in a search that takes
    /// them from a [`Match`](crate::Match).
    ///
    /// # Panics
    ///
    /// May panic later, or list a tile that is not held, if they do not.
    pub fn new_unchecked(rules: Rules, standing: Standing, opening: Opening, deal: &Deal) -> Self {
        Self::begin(&rules, &standing, opening, deal)
    }

    /// The round of a setup. All tiles have to be known.
    ///
    /// # Errors
    ///
    /// The first thing that is not known or cannot be.
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        setup.check()?;
        let unknown = |(_, held): &(_, &Held)| held.known().is_none();
        if let Some((seat, _)) = setup.hands.entries().find(unknown) {
            return Err(SetupError::UnknownHand(seat));
        }
        let Boneyard::Known(boneyard) = &setup.boneyard else {
            return Err(SetupError::UnknownBoneyard);
        };
        let asleep: TileSet = boneyard.iter().copied().collect();
        let board = Board::of_setup(setup);
        if matches!(setup.turn, crate::Turn::Play(_)) && board.blocked(asleep) {
            return Err(SetupError::Blocked);
        }
        Ok(Self {
            board,
            hands: setup.hands.map(|held| held.known().unwrap_or_default()),
            boneyard: boneyard.iter().rev().copied().collect(),
            asleep,
            unsettled: setup.unsettled,
            outcome: None,
        })
    }

    /// How it ends once the points of its last tile have been declared or let go.
    pub(crate) const fn unsettled(&self) -> Option<Unsettled> {
        self.unsettled
    }
}
