//! Rules compiled for search: unplayed tiles, the pair of ends, the mover.

mod cover;
mod settle;

pub use cover::NotCovered;
pub use settle::Ended;

use capicu::rules::{AtTarget, BlockSeen, Finish, GoingOut, MatchCheck, PasoWhen};
use capicu::{BySeat, MAX_SEATS, Pip, Round, Rules, Seat, Standing, TileSet, Turn};

use crate::Bits;
use crate::bits::tile;

/// The state of a round in compact form. [`Start`] has the parts that do not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Position<B> {
    pub unplayed: B,
    pub ends: Ends,
    /// The seat to play. A tile of it fits, since passes are skipped.
    pub mover: u8,
    /// The paid passes of each of two sides, as long as they can still bring it to the target of the match.
    pub paid: [u8; 2],
}

/// The two open numbers, or those of a tile. The higher is in the upper four bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ends(u8);

impl Ends {
    /// The ends before the first tile, which nothing fits.
    pub const NONE: Self = Self(0xff);

    #[inline(always)]
    pub const fn new(a: u8, b: u8) -> Self {
        Self(if a >= b { a << 4 | b } else { b << 4 | a })
    }

    #[inline(always)]
    pub const fn high(self) -> u8 {
        self.0 >> 4
    }

    #[inline(always)]
    pub const fn low(self) -> u8 {
        self.0 & 15
    }

    /// The pair as a number below 256.
    #[inline(always)]
    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    #[inline(always)]
    pub(crate) const fn equal(self) -> bool {
        self.high() == self.low()
    }

    #[inline(always)]
    pub(crate) const fn has(self, pip: u8) -> bool {
        self.high() == pip || self.low() == pip
    }
}

/// The number of seats, rounded up so that an index cannot be out of range.
const SEATS: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Start<B> {
    /// The tiles that each seat was dealt.
    owned: [B; SEATS],
    /// The tiles that must be gone for each seat to end the round.
    to_go: [B; SEATS],
    /// The tiles in all hands at the deal.
    dealt: B,
    /// The tiles in the boneyard.
    boneyard: B,
    opener: u8,
}

impl<B: Bits> Start<B> {
    /// The tiles that a seat was dealt.
    #[inline(always)]
    pub fn of(&self, seat: u8) -> B {
        self.owned[usize::from(seat) % SEATS]
    }

    pub const fn opener(&self) -> u8 {
        self.opener
    }

    pub(crate) const fn boneyard(&self) -> B {
        self.boneyard
    }

    pub(crate) fn opened_by(&mut self, seat: Seat) {
        self.opener = seat.index() as u8;
    }

    /// Whether a round with this start becomes `later` once these tiles are left.
    pub(crate) fn leads_to(&self, later: &Self, unplayed: B) -> bool {
        let seats = self.owned.iter().zip(&later.owned);
        self.boneyard == later.boneyard
            && seats
                .into_iter()
                .all(|(early, late)| *early & unplayed == *late)
    }

    pub(crate) const fn dealt(&self) -> B {
        self.dealt
    }
}

/// The state of the round after a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After<B> {
    Goes(Position<B>),
    Over(Over),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// The mover went out, or its whole side where both partners must.
    Out,
    Blocked,
    /// Passes brought the mover's side to the target of the match.
    Target,
}

/// The number of indices of tiles, rounded up so that an index cannot be out of range.
const N: usize = 128;

/// Tables for rules at one point of a match.
#[derive(Clone, Debug)]
pub struct Compact<B> {
    rules: Rules,
    standing: Standing,
    tiles: B,
    n: u8,
    suits: [B; 16],
    halves: Box<[Ends; N]>,
    pips: Box<[u16; N]>,
    paso: u16,
    /// The paid passes that bring each side to the target.
    room: [u8; 2],
    terms: settle::Terms,
}

impl<B: Bits> Compact<B> {
    /// Compiles rules for this point of a match, which decides the bonuses of the first games, the stake and the
    /// distance to the target. Fails unless the game is on a plain line, without drawing and without scores of ends.
    pub fn new(rules: &Rules, standing: &Standing) -> Result<Self, NotCovered> {
        let boneyard = rules.tiles().len() - usize::from(rules.players.get() * rules.hand.get());
        Self::with_boneyard(rules, standing, boneyard)
    }

    /// Compiles the rules of a round in play. A game of drawing is covered once no tile can be drawn any more.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new), and if an irregularity affects the round.
    pub fn of(round: &Round) -> Result<Self, NotCovered> {
        let board = round.board();
        if !board.is_regular() {
            return Err(NotCovered::Irregular);
        }
        Self::with_boneyard(
            board.rules(),
            board.standing(),
            usize::from(board.boneyard()),
        )
    }

    fn with_boneyard(
        rules: &Rules,
        standing: &Standing,
        boneyard: usize,
    ) -> Result<Self, NotCovered> {
        cover::check::<B>(rules, boneyard)?;
        let by_tile = |index: usize| (index < rules.set.len()).then(|| tile(index as u8));
        let n = rules.n_seats();
        Ok(Self {
            tiles: B::from_set(rules.tiles()),
            n,
            suits: core::array::from_fn(|pip| {
                let suit = Pip::new(pip as u8).map(TileSet::suit);
                B::from_set(suit.unwrap_or_default() & rules.set.tiles())
            }),
            halves: Box::new(core::array::from_fn(|index| {
                by_tile(index).map_or(Ends::NONE, |tile| {
                    Ends::new(tile.high().value(), tile.low().value())
                })
            })),
            pips: Box::new(core::array::from_fn(|index| {
                by_tile(index).map_or(0, |tile| settle::pips(tile, rules))
            })),
            paso: rules.paso.get(),
            room: core::array::from_fn(|side| room(rules, standing, side)),
            terms: settle::Terms::new(rules, standing),
            rules: *rules,
            standing: *standing,
        })
    }

    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    pub const fn n_seats(&self) -> u8 {
        self.n
    }

    /// Whether one seat without tiles ends the round.
    #[inline(always)]
    pub(crate) fn one_goes_out(&self) -> bool {
        self.rules.going_out == GoingOut::One
    }

    pub const fn paso(&self) -> u16 {
        self.paso
    }

    /// The compact form of a round in play, with the first seat that can play as mover. Fails before the first tile and
    /// after the last, and while all seats still pass before a block is found.
    pub fn position(&self, round: &Round) -> Result<(Start<B>, Position<B>), NotCovered> {
        let board = round.board();
        let Turn::Play(mover) = board.turn() else {
            return Err(NotCovered::NotInPlay);
        };
        let ends = match board.layout().ends() {
            [only] => Ends::new(only.pip().value(), only.pip().value()),
            [a, b] => Ends::new(a.pip().value(), b.pip().value()),
            _ => return Err(NotCovered::Layout),
        };
        let boneyard: TileSet = round.boneyard().collect();
        let start = self.start(round.hands(), boneyard, board.opener());
        let mut paid = [0; 2];
        if let Some(units) = self.paso.checked_sub(1) {
            for (paid, points) in paid.iter_mut().zip(board.points().iter()) {
                *paid = (points / (units + 1)) as u8;
            }
        }
        let hands = round
            .hands()
            .iter()
            .fold(TileSet::EMPTY, |all, hand| all | *hand);
        let mut position = Position {
            unplayed: B::from_set(hands),
            ends,
            mover: mover.index() as u8,
            paid,
        };
        for by in 0..self.n {
            let seat = mover.offset(by, self.n).index() as u8;
            if !self.fit(&start, &position, seat).is_empty() {
                position.mover = seat;
                self.forget_paid(&start, &mut position);
                return Ok((start, position));
            }
        }
        Err(NotCovered::NotInPlay)
    }

    pub fn start(&self, hands: &BySeat<TileSet>, boneyard: TileSet, opener: Seat) -> Start<B> {
        let mut owned = [B::default(); MAX_SEATS];
        for (owned, hand) in owned.iter_mut().zip(hands.iter()) {
            *owned = B::from_set(*hand);
        }
        let n = usize::from(self.n);
        self.start_of(&owned[..n], B::from_set(boneyard), opener.index() as u8)
    }

    #[inline(always)]
    pub(crate) fn start_of(&self, owned: &[B], boneyard: B, opener: u8) -> Start<B> {
        let mut start = Start {
            boneyard,
            opener,
            ..Start::default()
        };
        for (seat, hand) in owned.iter().enumerate() {
            start.owned[seat] = *hand;
            start.dealt |= *hand;
            start.to_go[seat] |= *hand;
            if !self.one_goes_out() {
                start.to_go[(seat + 2) % 4] |= *hand;
            }
        }
        start
    }

    pub(crate) fn unopened(&self, start: &Start<B>) -> Position<B> {
        Position {
            unplayed: start.dealt,
            ends: Ends::NONE,
            mover: start.opener,
            paid: [0; 2],
        }
    }

    /// The state after the opener leads a tile.
    pub fn lead(&self, start: &Start<B>, tile: u8) -> After<B> {
        self.play(start, &self.unopened(start), tile, self.halves(tile))
            .0
    }

    #[inline(always)]
    pub fn hand(&self, start: &Start<B>, position: &Position<B>, seat: u8) -> B {
        start.of(seat) & position.unplayed
    }

    #[inline(always)]
    pub fn fit(&self, start: &Start<B>, position: &Position<B>, seat: u8) -> B {
        self.hand(start, position, seat) & self.legal(position.ends)
    }

    #[inline(always)]
    pub fn legal(&self, ends: Ends) -> B {
        self.suit(ends.high()) | self.suit(ends.low())
    }

    /// The two numbers of a tile.
    #[inline(always)]
    pub fn halves(&self, tile: u8) -> Ends {
        self.halves[usize::from(tile) % N]
    }

    #[inline(always)]
    pub fn suit(&self, pip: u8) -> B {
        self.suits[usize::from(pip) % 16]
    }

    #[inline(always)]
    pub fn pips(&self, tile: u8) -> u16 {
        self.pips[usize::from(tile) % N]
    }

    /// The ends after a tile is laid at the end that shows `at`.
    #[inline(always)]
    pub fn ends_after(&self, ends: Ends, tile: u8, at: u8) -> Ends {
        let halves = self.halves(tile);
        // The number of the pair that is not `at`: the sum minus `at`.
        Ends::new(
            ends.high() + ends.low() - at,
            halves.high() + halves.low() - at,
        )
    }

    /// Lays a tile of the mover so that the ends become `ends`. Also returns the number of the following passes that
    /// pay the mover's side.
    #[inline(always)]
    pub fn play(
        &self,
        start: &Start<B>,
        before: &Position<B>,
        tile: u8,
        ends: Ends,
    ) -> (After<B>, u8) {
        let unplayed = before.unplayed & !B::of(tile);
        if self.is_out(start, unplayed, before.mover) {
            return (After::Over(Over::Out), 0);
        }
        let mut next = Position {
            unplayed,
            ends,
            mover: before.mover,
            paid: before.paid,
        };
        let fit = unplayed & self.legal(ends);
        if self.paso > 0 {
            return self.play_with_paso(start, next, fit);
        }
        if fit.is_empty() {
            return (After::Over(Over::Blocked), 0);
        }
        next.mover = self.next_with(start, next.mover, fit);
        (After::Goes(next), 0)
    }

    /// Lays a tile in place. Returns the end of the round, if it ends; then the position is the one before the tile.
    #[inline(always)]
    pub fn lay(
        &self,
        start: &Start<B>,
        at: &mut Position<B>,
        tile: u8,
        ends: Ends,
    ) -> (Option<Over>, u8) {
        let fit = at.unplayed & !B::of(tile) & self.legal(ends);
        if self.paso > 0 || fit.is_empty() {
            return match self.play(start, at, tile, ends) {
                (After::Goes(next), paid) => {
                    *at = next;
                    (None, paid)
                }
                (After::Over(over), paid) => (Some(over), paid),
            };
        }
        let unplayed = at.unplayed & !B::of(tile);
        if self.is_out(start, unplayed, at.mover) {
            return (Some(Over::Out), 0);
        }
        at.mover = self.next_with(start, at.mover, fit);
        at.unplayed = unplayed;
        at.ends = ends;
        (None, 0)
    }

    /// The next seat that holds one of these tiles. At least one seat does.
    #[inline(always)]
    fn next_with(&self, start: &Start<B>, mut seat: u8, fit: B) -> u8 {
        loop {
            seat = self.after(seat);
            if !(start.of(seat) & fit).is_empty() {
                return seat;
            }
        }
    }

    /// Whether a seat that has just played ends the round, with these tiles left.
    #[inline(always)]
    pub(crate) fn is_out(&self, start: &Start<B>, unplayed: B, seat: u8) -> bool {
        (start.to_go[usize::from(seat) % SEATS] & unplayed).is_empty()
    }

    #[inline(always)]
    fn after(&self, seat: u8) -> u8 {
        if seat + 1 == self.n { 0 } else { seat + 1 }
    }

    /// With two sides, an opponent's pass pays, unless it would exceed an exact target.
    fn play_with_paso(&self, start: &Start<B>, mut next: Position<B>, fit: B) -> (After<B>, u8) {
        let mover = next.mover;
        let side = usize::from(mover & 1);
        let blocked = fit.is_empty();
        if blocked && self.rules.block_seen == BlockSeen::AtOnce {
            return (After::Over(Over::Blocked), 0);
        }
        let exact = self.rules.finish == Finish::Exact;
        let once = self.rules.paso_when == PasoWhen::OncePerTile;
        let (mut due, mut paid) = (true, 0);
        for _ in 0..self.n {
            next.mover = self.after(next.mover);
            let owned = start.of(next.mover);
            if !(owned & fit).is_empty() {
                self.forget_paid(start, &mut next);
                return (After::Goes(next), paid);
            }
            let passes = (next.mover ^ mover) & 1 == 1 && !(owned & next.unplayed).is_empty();
            if !passes || !due {
                continue;
            }
            due = !once;
            if exact && next.paid[side] >= self.room[side] {
                continue;
            }
            paid += 1;
            next.paid[side] = next.paid[side].saturating_add(1);
            let at_target = !exact || self.lands_on_target(side);
            if self.room[side] != NEVER && next.paid[side] >= self.room[side] && at_target {
                return (After::Over(Over::Target), paid);
            }
        }
        (After::Over(Over::Blocked), paid)
    }

    fn lands_on_target(&self, side: usize) -> bool {
        let missing = self.missing(side);
        missing.is_multiple_of(self.paso)
    }

    fn missing(&self, side: usize) -> u16 {
        let score = self.standing.scores.as_slice().get(side).copied();
        self.rules.target.get().saturating_sub(score.unwrap_or(0))
    }

    /// Makes positions equal that differ only in passes that can no longer lead to the target.
    fn forget_paid(&self, start: &Start<B>, position: &mut Position<B>) {
        for side in 0..2 {
            let room = self.room[side];
            let mut paying = 0;
            for seat in (side..usize::from(self.n)).step_by(2) {
                paying += (start.owned[seat] & position.unplayed).count();
            }
            // After each tile of the side, each opponent passes at most once.
            let future = paying * u32::from(self.n / 2);
            if room == NEVER || u32::from(position.paid[side]) + future < u32::from(room) {
                position.paid[side] = 0;
            }
        }
    }
}

/// No number of passes reaches the target.
const NEVER: u8 = u8::MAX;

/// The paid passes that bring a side to the target, or, with an exact target, the passes that still count.
fn room(rules: &Rules, standing: &Standing, side: usize) -> u8 {
    if rules.paso.get() == 0
        || rules.match_check == MatchCheck::EndOfRound
        || rules.at_target == AtTarget::PlayerOut
    {
        return NEVER;
    }
    let score = standing.scores.as_slice().get(side).copied().unwrap_or(0);
    let missing = rules.target.get().saturating_sub(score).max(1);
    let passes = match rules.finish {
        Finish::AtLeast => missing.div_ceil(rules.paso.get()),
        Finish::Exact => missing / rules.paso.get(),
    };
    passes.min(u16::from(NEVER)) as u8
}
