//! The public part of a round: what everybody at the table sees.

mod apply;
mod irregular;
mod legal;
mod setup;

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use crate::irregular::Undeclared;
use crate::rules::{BlockSeen, BoardPassBlock, DeadChain, Draw, Ends, Score, Spinner};
use crate::seat::MAX_SEATS;
use crate::{
    Action, Award, BySeat, BySide, Ended, Layout, Pip, Reason, Rules, Seat, Side, Standing, Tile,
    TileSet,
};

/// The duty of the opener.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Duty {
    /// Lead this tile.
    Tile(Tile),
    /// Lead any tile.
    Any,
    /// Lead any tile. This seat holds the named tile, which made it the opener (001:21, 003:51).
    Holder(Tile),
    /// Lead a double, or pass without one.
    Double,
    /// Draw: a double drawn is led, otherwise the next player draws.
    DrawForDouble,
}

/// The seat that opens a round, and what it may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The first seat to be asked for a lead.
    pub seat: Seat,
    /// The tiles that it may lead.
    pub duty: Duty,
    /// Whether the seat may leave the lead to its partner.
    pub may_hand_over: bool,
}

/// The seat to act, and the purpose of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The round has no tile yet.
    Open(Opening),
    /// This seat plays a tile, draws or passes.
    Play(Seat),
    /// No seat can play, but this seat has not declared the points of the last tile. It declares them or passes; then
    /// the round is settled (G9).
    Declare(Seat),
    /// The round is over and nobody is to act.
    Over,
}

/// A move as the table saw it. Only the seat that drew a tile knows which one it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The seat that moved.
    pub seat: Seat,
    /// The choice that the seat made.
    pub action: Action,
    /// The drawn tile; `None` where no tile was drawn or the viewer may not know it.
    pub drawn: Option<Tile>,
    /// Whether everybody saw the drawn tile. A double that opens the round is shown.
    pub shown: bool,
}

/// The most awards of one action: a false play pays every other side and a board pass fines every other seat. Ends,
/// three passes, a pass, a pass on the opening tile and a pase corrido pay once each.
const MOST_AWARDS: usize = 2 * (MAX_SEATS - 1) + 5;

/// Awards made by one action, in the order in which they were made.
pub type PlayAwards = ArrayVec<Award, MOST_AWARDS>;

/// The count of the open ends of a layout and its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountOfEnds {
    /// The number that each counting end shows, and the pips it counts. A double counts both its halves, and a lone
    /// double is one end.
    pub parts: Vec<(Pip, u8)>,
    /// The sum of all parts, in pips.
    pub total: u16,
    /// The score of the total, in points; 0 if it scores nothing.
    pub points: u16,
}

/// Which of several equivalent actions a list contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// One action of each set with the same future, such as two equal ends of a plain line.
    Distinct,
    /// All actions: people may choose between both ends.
    Every,
}

/// The layout, the number of tiles in each hand and the turn: everything about a round that is neither in a hand nor
/// face down.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
// In this order, so that compilers copy the rules once when a round begins: they copy the neighbors of a gap twice.
#[repr(C)]
pub struct Board {
    pub(crate) rules: Rules,
    pub(crate) layout: Layout,
    pub(crate) exposed: TileSet,
    standing: Standing,
    pub(crate) held: BySeat<u8>,
    boneyard: u8,
    opening: Opening,
    opener: Seat,
    phase: Phase,
    /// The seat to act; the first one once the round is over.
    acting: Seat,
    /// Whether play is [plain](crate::fast).
    pub(crate) plain: bool,
    points: BySide<u16>,
    /// The seat that laid the last tile; the first seat before any tile.
    last_player: Seat,
    drawn_this_turn: bool,
    pub(crate) since_tile: SinceTile,
    /// Passes in a row by each seat.
    pub(crate) streak: BySeat<u8>,
    undeclared: ArrayVec<Undeclared, 2>,
    /// Seats that called wrongly and may not call again until the next tile, a bit each.
    silent: u16,
    /// Whether the player of the last tile has named its points.
    sum_named: bool,
    withheld: BySeat<Withheld>,
    /// Tiles dealt to each seat or drawn by it.
    received: BySeat<u8>,
    n_drawn: BySeat<u8>,
}

/// The purpose of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Opening {
        duty: Duty,
        may_hand_over: bool,
    },
    Playing,
    /// The seat may declare the points of the last tile before the round is settled.
    Declaring,
    /// The round is over.
    Over,
}

/// Points a seat may not score after an irregularity, in rising order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) enum Withheld {
    /// Every point counts.
    #[default]
    No,
    /// Points of its first play (004:78).
    FirstPlay,
    /// Points of play.
    Play,
    /// Points of play and of going out (004:82).
    All,
}

/// Passes since the last tile.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct SinceTile {
    /// Passes in a row by any seat, since a tile was laid or drawn.
    pub n: u8,
    /// Passes by any seat since a tile was laid. Drawing before a pass is part of the same turn.
    pub on_tile: u8,
    /// Whether a turn was not an honest pass: a false pass, or a draw instead of a pass. No board pass follows.
    pub interrupted: bool,
    /// Whether the tile has paid a paso.
    pub paso_paid: bool,
    /// Whether its player is to lay one more tile (W30).
    pub again: bool,
    /// Whether the tile has paid a pase de salida.
    pub salida_paid: bool,
    /// Seats fined for a third pass, a bit each.
    pub fined: u16,
}

impl SinceTile {
    pub(crate) const fn pass(&mut self) {
        self.n = self.n.saturating_add(1);
        self.on_tile = self.on_tile.saturating_add(1);
    }
}

impl Board {
    #[inline(always)]
    pub(crate) fn new(
        rules: &Rules,
        standing: &Standing,
        opening: Opening,
        held: &BySeat<u8>,
        boneyard: u8,
    ) -> Self {
        let n = rules.n_seats();
        Self {
            layout: Layout::new(rules),
            held: *held,
            boneyard,
            undeclared: ArrayVec::new(),
            silent: 0,
            sum_named: false,
            withheld: BySeat::new(n),
            exposed: TileSet::EMPTY,
            received: *held,
            n_drawn: BySeat::new(n),
            opening,
            opener: opening.seat,
            phase: Phase::Opening {
                duty: opening.duty,
                may_hand_over: opening.may_hand_over,
            },
            acting: opening.seat,
            plain: false,
            points: BySide::new(rules.n_sides()),
            last_player: Seat::default(),
            drawn_this_turn: false,
            since_tile: SinceTile::default(),
            streak: BySeat::new(n),
            standing: *standing,
            rules: *rules,
        }
    }

    /// Returns the rules of the match.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The match before this round, and whether the first pass has been paid by now.
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The tiles on the table and the ends that they leave open.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of tiles in each hand.
    pub const fn held(&self) -> &BySeat<u8> {
        &self.held
    }

    /// The number of tiles in the boneyard.
    pub const fn boneyard(&self) -> u8 {
        self.boneyard
    }

    /// The opening as it was before anybody handed over, passed or drew.
    pub const fn opening(&self) -> Opening {
        self.opening
    }

    /// The seat that opened the round or has to open it.
    pub const fn opener(&self) -> Seat {
        self.opener
    }

    /// The seat to act, and the purpose of its turn.
    pub const fn turn(&self) -> Turn {
        match self.phase {
            Phase::Opening {
                duty,
                may_hand_over,
            } => Turn::Open(Opening {
                seat: self.acting,
                duty,
                may_hand_over,
            }),
            Phase::Playing => Turn::Play(self.acting),
            Phase::Declaring => Turn::Declare(self.acting),
            Phase::Over => Turn::Over,
        }
    }

    /// The seat to act; `None` once the round is over.
    #[inline]
    pub const fn to_act(&self) -> Option<Seat> {
        match self.phase {
            Phase::Opening { .. } | Phase::Playing | Phase::Declaring => Some(self.acting),
            Phase::Over => None,
        }
    }

    /// The seat to act, while the round is in play.
    pub(crate) const fn acting(&self) -> Seat {
        self.acting
    }

    /// Points made in play in this round, by side.
    pub const fn points(&self) -> &BySide<u16> {
        &self.points
    }

    /// The seat that laid the last tile; `None` before any tile.
    pub const fn last_player(&self) -> Option<Seat> {
        match self.layout.first() {
            Some(_) => Some(self.last_player),
            None => None,
        }
    }

    /// The score of a side, points of this round included.
    pub fn score(&self, side: Side) -> u16 {
        self.standing.scores[side] + self.points[side]
    }

    /// Whether a tile may be drawn now.
    pub fn can_draw(&self) -> bool {
        self.rules.draw != Draw::Never && u16::from(self.boneyard) > self.rules.reserve.get()
    }

    /// Adds points, unless they would exceed an exact target. Adds none once the match is decided.
    pub(crate) fn award(&mut self, side: Side, points: u16, why: Reason, to: &mut PlayAwards) {
        if points == 0 || self.target_reached().is_some() || !self.counts(side, points) {
            return;
        }
        self.points[side] += points;
        to.push(Award { side, points, why });
    }

    pub(crate) fn counts(&self, side: Side, points: u16) -> bool {
        self.rules.admits(self.score(side) + points)
    }

    #[inline]
    pub(crate) fn ends_at_target(&self) -> bool {
        self.rules.ends_in_play()
    }

    /// The side that has reached the target in play, where that ends the match at once. In a game of penalties, no side
    /// has while two share the lowest score (001:94).
    #[inline(always)]
    pub(crate) fn target_reached(&self) -> Option<Side> {
        if self.ends_at_target() {
            self.target_reached_in_play()
        } else {
            None
        }
    }

    #[inline(never)]
    fn target_reached_in_play(&self) -> Option<Side> {
        let sides = || self.rules.sides();
        let reached = sides().find(|&side| self.score(side) >= self.rules.target.get())?;
        let decided = self.rules.score != Score::Penalties || {
            let lowest = sides().map(|side| self.score(side)).min();
            sides()
                .filter(|&side| Some(self.score(side)) == lowest)
                .count()
                == 1
        };
        decided.then_some(reached)
    }

    /// Whether the round is blocked while these tiles are in the boneyard (G2, G2b).
    #[inline]
    pub(crate) fn blocked(&self, boneyard: TileSet) -> bool {
        let playable = self.layout.playable();
        if self.can_draw() {
            return self.rules.dead_chain == DeadChain::EndsRound && playable.is_empty();
        }
        match self.rules.block_seen {
            BlockSeen::AtOnce => (playable - boneyard).is_empty(),
            BlockSeen::ByPasses => {
                let active = self.held.iter().filter(|held| **held > 0).count();
                usize::from(self.since_tile.n) >= active
            }
        }
    }

    /// Whether a tile that blocks the round is a board pass.
    pub(crate) fn block_is_board_pass(&self) -> bool {
        self.rules.board_pass_block == BoardPassBlock::Yes
    }

    /// Asks this seat for the points of its last tile, since no seat can play.
    pub(crate) fn ask_for_call(&mut self, seat: Seat) {
        self.phase = Phase::Declaring;
        self.plain = false;
        self.acting = seat;
    }

    /// Whether only the points of the last tile are still to be declared.
    pub(crate) fn is_declaring(&self) -> bool {
        self.phase == Phase::Declaring
    }

    pub(crate) fn end(&mut self, ended: Ended) {
        self.phase = Phase::Over;
        self.plain = false;
        self.acting = Seat::default();
        if matches!(ended, Ended::Void | Ended::Doubles(_)) {
            // A void round takes back its points and everything that could have been called; nothing was played in a
            // round that ended at the deal.
            self.undeclared.clear();
            self.silent = (1 << self.rules.n_seats()) - 1;
        }
    }

    /// The partners who may now agree which of them leads: the seat asked first and its partner (001:23, J11). `None`
    /// where nobody may hand the lead over.
    pub fn huddle(&self) -> Option<[Seat; 2]> {
        match self.phase {
            Phase::Opening {
                may_hand_over: true,
                ..
            } => Some([self.acting, self.rules.partner(self.acting)?]),
            _ => None,
        }
    }

    /// Counts the open ends, end by end, and scores them (003:53, 004:30). `None` where ends score nothing in this
    /// game, and before the first tile.
    pub fn count_of_ends(&self) -> Option<CountOfEnds> {
        self.layout.first().filter(|_| self.scores_ends())?;
        let counting = self.layout.ends().iter().filter(|end| end.count() > 0);
        Some(CountOfEnds {
            parts: counting.map(|end| (end.pip(), end.count())).collect(),
            total: self.layout.total(),
            points: self.layout.points(&self.rules),
        })
    }

    /// Lists every score that the open ends can make in play, ascending, in points.
    pub fn sums(rules: &Rules) -> Vec<u16> {
        // The highest total: all doubles at once, and half as much again.
        let most = rules.set.highest().value();
        let most = u16::from(most) * u16::from(most + 1) * 3 / 2;
        if rules.compares_ends() {
            return Self::sums_of_equal(rules);
        }
        let scored = |points: &u16| (1..=most).any(|total| Layout::score(total, rules) == *points);
        (1..=2 * most).filter(scored).collect()
    }

    /// The same where ends score for showing one number (W26).
    fn sums_of_equal(rules: &Rules) -> Vec<u16> {
        if rules.ends == Ends::Equal {
            let prices = [rules.equal_ends.get(), rules.equal_ends_double.get()];
            let (low, high) = (prices[0].min(prices[1]), prices[0].max(prices[1]));
            return (low..=high).filter(|sum| prices.contains(sum)).collect();
        }
        let highest = u16::from(rules.set.highest().value());
        // A line has two equal halves open, or three with a double; where doubles branch, at most all of a number.
        let most = if rules.spinner == Spinner::None {
            3
        } else {
            highest + 2
        };
        let pips = 1..=highest;
        let is_sum =
            |sum: &u16| (2..=most).any(|n| sum.is_multiple_of(n) && pips.contains(&(sum / n)));
        (2..=most * pips.end()).filter(is_sum).collect()
    }

    /// Whether the open ends may score after a tile.
    #[inline]
    pub(crate) fn scores_ends(&self) -> bool {
        self.rules.ends != Ends::Off
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.phase == Phase::Playing
    }

    pub(crate) fn is_opening(&self) -> bool {
        matches!(self.phase, Phase::Opening { .. })
    }
}
