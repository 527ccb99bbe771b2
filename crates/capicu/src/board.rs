//! The public part of a round: what everybody at the table sees.

mod irregular;
mod legal;
mod setup;
mod witness;

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use crate::irregular::Undeclared;
use crate::rules::{BlockSeen, BoardPassBlock, DeadChain, Draw, Ends, MatchCheck, Score};
use crate::{
    Action, Award, BySeat, ByTeam, Ended, Layout, Pip, Reason, Rules, Seat, Standing, Team, Tile,
    TileSet,
};

/// What the opener owes the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Duty {
    /// To lead this tile.
    Tile(Tile),
    /// To lead any tile.
    Any,
    /// To lead any tile: it holds this one, which made it the opener (001:21, 003:51).
    Holder(Tile),
    /// To lead a double, or pass without one.
    Double,
    /// To draw: a double drawn is led, otherwise the next player draws.
    DrawForDouble,
}

/// Who opens a round, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    /// The seat that is asked first.
    pub seat: Seat,
    /// What it must lead.
    pub duty: Duty,
    /// Whether it may leave the pose to its partner.
    pub may_hand_over: bool,
}

/// Whose turn it is, and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The round is to be opened.
    Open(Opening),
    /// A tile is to be played.
    Play(Seat),
    /// Nobody can go on, but the points of the last tile come before those of the round (G9), and
    /// this seat has not declared them: it does so now, or passes.
    Declare(Seat),
    /// The round is over.
    Over,
}

/// What the table saw a seat do. A drawn tile is known to the seat that drew it alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deed {
    /// Who.
    pub seat: Seat,
    /// What.
    pub action: Action,
    /// The tile drawn, for those who may know.
    pub drawn: Option<Tile>,
    /// Whether a drawn tile was shown to everybody, as a double is that opens the round.
    pub shown: bool,
}

/// Awards made by one action.
pub type PlayAwards = ArrayVec<Award, 16>;

/// What the open ends of a layout come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountOfEnds {
    /// Each end that counts: the number it shows, and the pips it counts. A double counts both its
    /// halves, and a lone double is one end.
    pub parts: Vec<(Pip, u8)>,
    /// All of them together, in pips.
    pub total: u16,
    /// What that scores, in points; 0 for nothing.
    pub points: u16,
}

/// Which of several equal actions are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// One of those whose every future is the same, such as two equal ends of a plain line.
    Distinct,
    /// All of them: people are offered both ends.
    Every,
}

/// What lies on the table, how many tiles everybody holds, whose turn it is: everything about a
/// round that is not in a hand or face down.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) rules: Rules,
    standing: Standing,
    pub(crate) layout: Layout,
    pub(crate) held: BySeat<u8>,
    boneyard: u8,
    opening: Opening,
    opener: Seat,
    phase: Phase,
    /// The seat to act; the first one once the round is over.
    acting: Seat,
    /// Whether play is [plain](crate::fast).
    pub(crate) plain: bool,
    points: ByTeam<u16>,
    /// Who laid the last tile; the first seat before any lies.
    last_player: Seat,
    drawn_this_turn: bool,
    pub(crate) since_tile: SinceTile,
    /// Passes in a row by each seat.
    pub(crate) streak: BySeat<u8>,
    undeclared: ArrayVec<Undeclared, 2>,
    /// Seats that called wrongly and call nothing more until the next tile lies, a bit each.
    silent: u16,
    /// Whether the player of the last tile has named its points.
    sum_named: bool,
    withheld: BySeat<Withheld>,
    pub(crate) exposed: TileSet,
    /// Tiles dealt to each seat or drawn by it.
    received: BySeat<u8>,
    n_drawn: BySeat<u8>,
}

/// What the turn is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// To open the round.
    Opening { duty: Duty, may_hand_over: bool },
    /// To play a tile.
    Playing,
    /// To declare the points of the last tile before the round is settled.
    Declaring,
    /// Nothing: the round is over.
    Over,
}

/// Points a seat may not score after an irregularity, the fewest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) enum Withheld {
    /// None.
    #[default]
    No,
    /// Those of its first play (004:78).
    FirstPlay,
    /// Those of play.
    Play,
    /// Those of play and of going out (004:82).
    All,
}

/// The passes since a tile was last laid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct SinceTile {
    /// In a row, by anybody, since a tile was laid or drawn.
    pub n: u8,
    /// By anybody since a tile was laid: drawing before a pass is part of the same turn.
    pub on_tile: u8,
    /// Whether a turn was no honest pass: a false pass, or a draw in place of a pass. No board pass
    /// follows.
    pub interrupted: bool,
    /// Whether the tile has paid a paso.
    pub paso_paid: bool,
    /// Whether it has paid a pase de salida.
    pub salida_paid: bool,
    /// Seats fined for a third pass, a bit each.
    pub fined: u16,
}

impl SinceTile {
    /// A seat passed.
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
        asleep: u8,
    ) -> Self {
        let n = rules.n_seats();
        Self {
            rules: *rules,
            standing: *standing,
            layout: Layout::new(rules),
            held: *held,
            boneyard: asleep,
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
            points: ByTeam::new(rules.n_teams()),
            last_player: Seat::default(),
            drawn_this_turn: false,
            since_tile: SinceTile::default(),
            streak: BySeat::new(n),
        }
    }

    /// The rules played by.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The match as it stood when the round began.
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The tiles on the table.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many tiles each seat holds.
    pub const fn held(&self) -> &BySeat<u8> {
        &self.held
    }

    /// How many tiles sleep.
    pub const fn boneyard(&self) -> u8 {
        self.boneyard
    }

    /// Who was to open the round and how, before anybody handed over, passed or drew.
    pub const fn opening(&self) -> Opening {
        self.opening
    }

    /// The seat that opened the round, or is to.
    pub const fn opener(&self) -> Seat {
        self.opener
    }

    /// Whose turn it is, and for what.
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

    /// The seat to act, while the round goes on.
    pub(crate) const fn acting(&self) -> Seat {
        self.acting
    }

    /// Points made in play in this round, by side.
    pub const fn points(&self) -> &ByTeam<u16> {
        &self.points
    }

    /// Who laid the last tile.
    pub const fn last_player(&self) -> Option<Seat> {
        match self.layout.first() {
            Some(_) => Some(self.last_player),
            None => None,
        }
    }

    /// The score of a side, points of this round included.
    pub fn score(&self, team: Team) -> u16 {
        self.standing.scores[team] + self.points[team]
    }

    /// Whether a tile may be drawn at all now.
    pub fn can_draw(&self) -> bool {
        self.rules.draw != Draw::Never && u16::from(self.boneyard) > self.rules.reserve.get()
    }

    /// Writes points down, unless an exact target would be passed; none once the match is decided.
    pub(crate) fn award(&mut self, team: Team, points: u16, why: Reason, to: &mut PlayAwards) {
        if points == 0 || self.target_reached().is_some() || !self.counts(team, points) {
            return;
        }
        self.points[team] += points;
        to.push(Award { team, points, why });
    }

    pub(crate) fn counts(&self, team: Team, points: u16) -> bool {
        self.rules.admits(self.score(team) + points)
    }

    /// Whether points made in play can end the match at once.
    #[inline]
    pub(crate) fn ends_at_target(&self) -> bool {
        self.rules.match_check == MatchCheck::Immediate && self.rules.score != Score::Games
    }

    /// The side that has reached the target in play, where that ends the match at once. In a game
    /// of penalties it does not while two share the lowest score (001:94).
    #[inline(always)]
    pub(crate) fn target_reached(&self) -> Option<Team> {
        if self.ends_at_target() {
            self.target_reached_in_play()
        } else {
            None
        }
    }

    #[inline(never)]
    fn target_reached_in_play(&self) -> Option<Team> {
        let teams = || Team::all(self.rules.n_teams());
        let reached = teams().find(|&team| self.score(team) >= self.rules.target.get())?;
        let decided = self.rules.score != Score::Penalties || {
            let lowest = teams().map(|team| self.score(team)).min();
            teams()
                .filter(|&team| Some(self.score(team)) == lowest)
                .count()
                == 1
        };
        decided.then_some(reached)
    }

    /// Whether the round is blocked while these tiles sleep (G2, G2b).
    #[inline]
    pub(crate) fn blocked(&self, asleep: TileSet) -> bool {
        let playable = self.layout.playable();
        if self.can_draw() {
            return self.rules.dead_chain == DeadChain::EndsRound && playable.is_empty();
        }
        match self.rules.block_seen {
            BlockSeen::AtOnce => (playable - asleep).is_empty(),
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

    /// Nobody can go on, and this seat is asked for the points of its last tile.
    pub(crate) fn ask_for_call(&mut self, seat: Seat) {
        self.phase = Phase::Declaring;
        self.plain = false;
        self.acting = seat;
    }

    /// Whether the round waits for nothing but the points of its last tile.
    pub(crate) fn is_declaring(&self) -> bool {
        self.phase == Phase::Declaring
    }

    pub(crate) fn end(&mut self, ended: Ended) {
        self.phase = Phase::Over;
        self.plain = false;
        self.acting = Seat::default();
        if ended == Ended::Void {
            // What was made in it is taken back, and so is what could have been called.
            self.undeclared.clear();
            self.silent = (1 << self.rules.n_seats()) - 1;
        }
    }

    /// The partners who may say to each other now which of them leads: the one who is asked and the
    /// other (001:23, J11). `None` where nobody may hand the lead over.
    pub fn huddle(&self) -> Option<[Seat; 2]> {
        match self.phase {
            Phase::Opening {
                may_hand_over: true,
                ..
            } => Some([self.acting, self.rules.partner(self.acting)?]),
            _ => None,
        }
    }

    /// What the open ends count, end by end, and what that scores (003:53, 004:30). `None` where
    /// ends score nothing in this game, and before the first tile.
    pub fn count_of_ends(&self) -> Option<CountOfEnds> {
        self.layout.first().filter(|_| self.scores_ends())?;
        let counting = self.layout.ends().iter().filter(|end| end.count() > 0);
        Some(CountOfEnds {
            parts: counting.map(|end| (end.pip(), end.count())).collect(),
            total: self.layout.total(),
            points: self.layout.points(&self.rules),
        })
    }

    /// Every number of points that the open ends come to in play, ascending.
    pub fn sums(rules: &Rules) -> Vec<u16> {
        // All doubles at once, and half as much again.
        let most = rules.set.highest().value();
        let most = u16::from(most) * u16::from(most + 1) * 3 / 2;
        let scored = |points: &u16| (1..=most).any(|total| Layout::score(total, rules) == *points);
        (1..=2 * most).filter(scored).collect()
    }

    /// Whether a tile may score for what the ends show.
    #[inline]
    pub(crate) fn scores_ends(&self) -> bool {
        self.rules.ends != Ends::Off
    }

    /// Whether tiles are played.
    pub(crate) fn is_playing(&self) -> bool {
        self.phase == Phase::Playing
    }

    /// Whether the round is still to be opened.
    pub(crate) fn is_opening(&self) -> bool {
        matches!(self.phase, Phase::Opening { .. })
    }
}
