//! The end of a round and its value.

use arrayvec::ArrayVec;

use crate::rules::{
    BlockCount, BlockPenalties, BlockTie, BlockWinner, CapicuPays, CapicuWhen, ChuchazoWhen,
    DoubleBlank, DoublePips, GameNumber, KeyTile, OutCount, RoundPrice, Rounding, RoundingWay,
    Score, Stakes,
};
use crate::{BySeat, ByTeam, MAX_SEATS, Rules, Seat, Standing, Team, Tile, TileSet};

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Ended {
    /// This player laid the last tile of a hand.
    Out(Seat),
    /// No seat could play. The named seat laid the last tile; `None` if there was no tile.
    Blocked(Option<Seat>),
    /// Points made in play brought this side to the target of the match.
    Target(Team),
    /// The round does not count.
    Void,
}

/// Why points were written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Reason {
    /// A game was won.
    Game,
    /// A bonus for the ties before the game.
    Stake,
    /// Going out with the key tile.
    KeyTile,
    /// The pips won at the end of the round.
    Pips,
    /// The bonus for the first round won in the match.
    FirstGame,
    /// The bonus for the second round.
    SecondGame,
    /// The bonus for the third round.
    ThirdGame,
    /// The bonus for the fourth round.
    FourthGame,
    /// Going out with a tile that fits both ends.
    Capicu,
    /// Going out with the double blank.
    Chuchazo,
    /// Winning a blocked round.
    Block,
    /// An opponent passed.
    Paso,
    /// Everybody else passed.
    PaseCorrido,
    /// The next player passed on the tile that opened the round.
    PaseDeSalida,
    /// The count of the open ends.
    Ends,
    /// A missed score that an opponent claimed.
    Muggins,
    /// Penalty: tiles left in hand.
    Hand,
    /// Penalty: three passes in a row.
    ThreePasses,
    /// Penalty: everybody else passed on one player's tile.
    BoardPass,
    /// A seat passed when it could play, or tried an illegal play: a penalty, or points for the others.
    FalsePlay,
    /// A seat named points that were not there, or claimed a score nobody had missed: points for the others.
    WrongCall,
}

/// Points for a side, or in a game of penalties against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Award {
    /// The side whose score changes.
    pub team: Team,
    /// The number of points; in games, the number of games.
    pub points: u16,
    /// The reason on the score sheet.
    pub why: Reason,
}

/// The awards at the end of one round.
pub type Awards = ArrayVec<Award, 16>;

/// The tile with which a player went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct LastTile {
    /// The tile itself.
    pub tile: Tile,
    /// Whether it fitted every open end.
    pub fits_every_end: bool,
    /// Whether the open ends showed different numbers.
    pub ends_differ: bool,
    /// Whether it joined two different hard ends: no other unplayed tile fitted anywhere (J6).
    pub key: bool,
}

/// The kinds of ending with separate prices (W1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Ending {
    /// Out with a single at one end.
    Out,
    /// Out with a double at one end.
    Double,
    /// Out with a single that fits every end.
    BothEnds,
    /// Out with a double that fits every end.
    BothEndsDouble,
    /// Blocked by a side that wins the block.
    OwnBlock,
    /// Blocked by a side that loses the block, or by nobody's tile.
    LostBlock,
}

impl Ending {
    /// The ending of a player who goes out. The option `capicu-when` decides whether a single between equal ends fits
    /// both.
    pub fn of_out(tile: Tile, fits_every_end: bool, ends_differ: bool, rules: &Rules) -> Self {
        let plain = rules.capicu_when != CapicuWhen::DifferentEnds || ends_differ;
        match (tile.is_double(), fits_every_end) {
            (true, true) => Self::BothEndsDouble,
            (true, false) => Self::Double,
            (false, true) if plain => Self::BothEnds,
            (false, _) => Self::Out,
        }
    }

    /// The ending of a block that `winner` wins and `blocker` made.
    pub fn of_block(winner: Team, blocker: Option<Team>) -> Self {
        match blocker {
            Some(blocker) if blocker == winner => Self::OwnBlock,
            Some(_) | None => Self::LostBlock,
        }
    }
}

impl Rules {
    /// The number of games that an ending is worth, without stakes.
    pub fn price(&self, ending: Ending) -> u16 {
        let price = match (self.round_price, ending) {
            (RoundPrice::One, _) => return 1,
            (RoundPrice::Table, Ending::Out) => self.price_out,
            (RoundPrice::Table, Ending::Double) => self.price_double,
            (RoundPrice::Table, Ending::BothEnds) => self.price_both_ends,
            (RoundPrice::Table, Ending::BothEndsDouble) => self.price_both_ends_double,
            (RoundPrice::Table, Ending::OwnBlock) => self.price_own_block,
            (RoundPrice::Table, Ending::LostBlock) => self.price_lost_block,
        };
        price.get()
    }
}

impl Rules {
    /// Whether the hand of a seat is compared in a block made by `blocker` (W5). If nobody's tile blocked, all hands
    /// are.
    pub fn is_compared(&self, seat: Seat, blocker: Option<Seat>) -> bool {
        let n = self.n_seats();
        match (self.block_winner, blocker) {
            (BlockWinner::BlockerOrNext, Some(blocker)) => {
                seat == blocker || seat == blocker.next(n)
            }
            (BlockWinner::BlockerOrPrevious, Some(blocker)) => {
                seat == blocker || seat.next(n) == blocker
            }
            _ => true,
        }
    }

    /// Rounds pips where the rules round them (003:57, W3).
    #[inline]
    pub fn rounded(&self, pips: u16) -> u16 {
        let to = self.rounding_to.get();
        let more = match self.rounding_way {
            RoundingWay::Nearest => to / 2,
            RoundingWay::Down => 0,
            RoundingWay::Up => to - 1,
        };
        (pips + more) / to * to
    }

    /// Converts rounded pips won at the end of a round to points (004:30, W3, W4).
    #[inline]
    pub fn as_points(&self, pips: u16) -> u16 {
        if self.band.get() == 0 {
            return pips / self.pips_per_point.get();
        }
        self.in_bands(pips)
    }

    #[cold]
    fn in_bands(&self, pips: u16) -> u16 {
        let above = pips.saturating_sub(self.first_band.get());
        match pips {
            0 => 0,
            _ => self.first_band_points.get() + above.div_ceil(self.band.get()),
        }
    }
}

/// The end of a round, with open hands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Outcome {
    /// How the round ended.
    pub ended: Ended,
    /// The winner: the player who went out, or the one whose hand (or whose side's lighter hand) decided a block.
    /// `None` for a tie and a void round.
    pub winner: Option<Seat>,
    /// The tiles left in the hands.
    pub hands: BySeat<TileSet>,
    /// The count of each hand, in pips.
    pub counts: BySeat<u16>,
    /// The tile with which the winner went out.
    pub last: Option<LastTile>,
    /// Points for the end of the round, without points made in play. A side that breaks a lead in a game of love writes
    /// nothing down, which is left to [`Match`](crate::Match).
    pub awards: Awards,
}

impl Outcome {
    /// The kind of ending; `None` unless a side won the round by its end.
    pub fn ending(&self, rules: &Rules) -> Option<Ending> {
        let winner = self.winner?;
        match (self.ended, self.last) {
            (Ended::Out(_), Some(last)) => Some(Ending::of_out(
                last.tile,
                last.fits_every_end,
                last.ends_differ,
                rules,
            )),
            (Ended::Out(_), None) => Some(Ending::Out),
            (Ended::Blocked(blocker), _) => {
                let blocker = blocker.map(|seat| rules.team(seat));
                Some(Ending::of_block(rules.team(winner), blocker))
            }
            (Ended::Target(_) | Ended::Void, _) => None,
        }
    }

    /// The side that pays the fine of a block: it blocked, and another side won (W2).
    pub fn fined(&self, rules: &Rules) -> Option<Team> {
        match self.ended {
            Ended::Blocked(Some(blocker)) if rules.block_fine.get() > 0 => {
                let lost = self.ending(rules) == Some(Ending::LostBlock);
                lost.then(|| rules.team(blocker))
            }
            _ => None,
        }
    }

    /// The side that won the round: the winner's, or the one whose points in play reached the target. `None` for a tie,
    /// a void round, and where reaching the target loses the match (001:94).
    pub fn side(&self, rules: &Rules) -> Option<Team> {
        match self.ended {
            Ended::Target(team) => (rules.score != Score::Penalties).then_some(team),
            Ended::Out(_) | Ended::Blocked(_) | Ended::Void => {
                self.winner.map(|seat| rules.team(seat))
            }
        }
    }
}

/// The count of a hand, in pips (000:34, 001:97).
///
/// # Examples
///
/// ```
/// use capicu::{Game, count};
///
/// let block = Game::by_id("block").and_then(|game| game.choices(2)).unwrap();
/// let hand = ["6-4", "3-3"].iter().map(|tile| tile.parse()).collect::<Result<_, _>>()?;
/// assert_eq!(count(hand, &capicu::Rules::new(block)?), 16);
/// let once = block.with("double-pips", "once")?;
/// assert_eq!(count(hand, &capicu::Rules::new(once)?), 13);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[inline(always)]
pub fn count(hand: TileSet, rules: &Rules) -> u16 {
    let mut count = hand.spots();
    if rules.double_pips == DoublePips::Once {
        count -= (hand & TileSet::DOUBLES).spots() / 2;
    }
    let ten = match rules.double_blank {
        DoubleBlank::Nothing => false,
        DoubleBlank::Ten => hand.contains(Tile::DOUBLE_BLANK),
        DoubleBlank::TenAlone => hand == TileSet::of(Tile::DOUBLE_BLANK),
    };
    count + if ten { 10 } else { 0 }
}

pub(crate) struct Settling<'a> {
    pub rules: &'a Rules,
    pub standing: &'a Standing,
    pub hands: &'a BySeat<TileSet>,
    pub opener: Seat,
    pub last_player: Option<Seat>,
}

impl Settling<'_> {
    /// Writes the outcome without its awards into `to`, because an outcome is large.
    pub fn settle<'a>(
        &self,
        ended: Ended,
        last: Option<LastTile>,
        to: &'a mut Option<Outcome>,
    ) -> &'a mut Outcome {
        let outcome = to.insert(Outcome {
            ended,
            winner: None,
            hands: *self.hands,
            counts: BySeat::new(self.rules.n_seats()),
            last,
            awards: Awards::new(),
        });
        for (seat, hand) in self.hands.entries() {
            outcome.counts[seat] = count(*hand, self.rules);
        }
        outcome.winner = match ended {
            Ended::Out(seat) => Some(seat),
            Ended::Blocked(_) => self.block_winner(&outcome.counts),
            Ended::Target(_) | Ended::Void => None,
        };
        outcome
    }

    /// The seat whose hand wins a block; `None` for a tie (001:36, 001:100, 003:21).
    fn block_winner(&self, counts: &BySeat<u16>) -> Option<Seat> {
        let rules = self.rules;
        let mut compared = *counts;
        if rules.score == Score::Penalties {
            match rules.block_penalties {
                BlockPenalties::Void => return None,
                BlockPenalties::AfterDoubling => {
                    compared = BySeat::from_fn(counts.len(), |s| {
                        counts[s] * if self.holds_double(s) { 2 } else { 1 }
                    });
                }
                BlockPenalties::Everybody | BlockPenalties::WinnerFree => {}
            }
        }
        let by_team = match rules.block_winner {
            BlockWinner::Nobody => return None,
            BlockWinner::LightestTeam => rules.team_sums(|seat| compared[seat]),
            BlockWinner::LightestHand => self.lightest_hands(&compared),
            BlockWinner::BlockerOrNext | BlockWinner::BlockerOrPrevious => {
                self.lightest_of_two(compared)
            }
        };
        let lowest = by_team.iter().copied().min()?;
        let limit = rules.block_limit.get();
        if limit > 0 && lowest >= limit {
            return None;
        }
        let tied = || {
            by_team
                .entries()
                .filter(|(_, c)| **c == lowest)
                .map(|(team, _)| team)
        };
        let team = if tied().count() == 1 {
            tied().next()?
        } else {
            self.break_tie(tied, lowest)?
        };
        Some(self.lightest_of(team, &compared))
    }

    fn lightest_hands(&self, counts: &BySeat<u16>) -> ByTeam<u16> {
        let rules = self.rules;
        ByTeam::from_fn(rules.n_teams(), |team| {
            let counts = rules.members(team).map(|seat| counts[seat]);
            counts.min().unwrap_or(u16::MAX)
        })
    }

    /// The same where other hands than those of the blocker and a neighbor do not count (W5).
    #[cold]
    fn lightest_of_two(&self, mut counts: BySeat<u16>) -> ByTeam<u16> {
        for seat in Seat::all(self.rules.n_seats()) {
            if !self.rules.is_compared(seat, self.last_player) {
                counts[seat] = u16::MAX;
            }
        }
        self.lightest_hands(&counts)
    }

    fn break_tie<I: Iterator<Item = Team>>(
        &self,
        tied: impl Fn() -> I,
        lowest: u16,
    ) -> Option<Team> {
        let rules = self.rules;
        let among = |team: Team| tied().find(|&t| t == team);
        let blocker = self.last_player.map(|seat| rules.team(seat));
        match rules.block_tie {
            BlockTie::Nobody => None,
            BlockTie::SeatOrder => tied().min(),
            BlockTie::NearestToOpener => {
                let mut from_opener = self.opener.around(rules.n_seats());
                from_opener.find_map(|seat| among(rules.team(seat)))
            }
            BlockTie::OpenersSide => among(rules.team(self.opener)),
            BlockTie::Blocker => blocker.and_then(among),
            BlockTie::BlockersOpponents => {
                let blocker = blocker.and_then(among)?;
                let mut others = tied().filter(|&team| team != blocker);
                others.next().filter(|_| others.next().is_none())
            }
            BlockTie::LightestTile => {
                let lightest = |team: Team| {
                    rules
                        .members(team)
                        .filter(|&s| {
                            rules.block_winner == BlockWinner::LightestTeam
                                || count(self.hands[s], rules) == lowest
                                    && rules.is_compared(s, self.last_player)
                        })
                        .flat_map(|s| self.hands[s])
                        .map(|tile| count(TileSet::of(tile), rules))
                        .min()
                };
                let best = tied().filter_map(lightest).min()?;
                let mut with = tied().filter(|&team| lightest(team) == Some(best));
                with.next().filter(|_| with.next().is_none())
            }
        }
    }

    /// The side's seat with the lowest count. Of equals, the seat whose turn would have come first after the blocking
    /// tile (CH5).
    fn lightest_of(&self, team: Team, counts: &BySeat<u16>) -> Seat {
        let rules = self.rules;
        let n = rules.n_seats();
        let next = self.last_player.map_or(self.opener, |seat| seat.next(n));
        let all = matches!(
            rules.block_winner,
            BlockWinner::LightestHand | BlockWinner::LightestTeam
        );
        next.around(n)
            .filter(|&seat| rules.team(seat) == team)
            .filter(|&seat| all || rules.is_compared(seat, self.last_player))
            .min_by_key(|&seat| counts[seat])
            .expect("every side has a seat")
    }

    fn holds_double(&self, seat: Seat) -> bool {
        self.hands[seat].intersects(TileSet::DOUBLES)
    }

    /// Adds the points that an outcome is worth.
    pub fn award(&self, outcome: &mut Outcome) {
        if matches!(outcome.ended, Ended::Target(_) | Ended::Void) {
            return;
        }
        if self.rules.score == Score::Penalties {
            self.penalties(outcome);
            return;
        }
        let Some(winner) = outcome.winner else {
            return;
        };
        let team = self.rules.team(winner);
        let pips = match self.rules.score {
            Score::Pips => self.pips(team, outcome),
            Score::Games | Score::Penalties => 0,
        };
        let price = match self.rules.round_price {
            RoundPrice::One => 1,
            RoundPrice::Table => self.price(outcome),
        };
        let mut award = |points: u16, why: Reason| {
            if points > 0 {
                outcome.awards.push(Award { team, points, why });
            }
        };
        match self.rules.score {
            Score::Games => {
                let stake = self.stake();
                award(price, Reason::Game);
                award(stake - 1, Reason::Stake);
                if outcome.last.is_some_and(|last| last.key) {
                    award(
                        match self.rules.key_tile {
                            KeyTile::Off => 0,
                            KeyTile::AddsOne => 1,
                            KeyTile::FlatTwo => stake.max(2) - stake,
                        },
                        Reason::KeyTile,
                    );
                }
            }
            Score::Pips => {
                award(pips, Reason::Pips);
                self.premiums(outcome.ended, outcome.last, pips, award);
            }
            Score::Penalties => {}
        }
    }

    #[cold]
    fn price(&self, outcome: &Outcome) -> u16 {
        let ending = outcome.ending(self.rules);
        ending.map_or(0, |ending| self.rules.price(ending))
    }

    /// The worth of the round after the ties before it (001:51, J1). Only rising stakes make more of a play-off than
    /// two love (J4).
    fn stake(&self) -> u16 {
        match self.rules.stakes {
            Stakes::Off => 1,
            Stakes::Rising => 1 + self.standing.ties,
            Stakes::Two if self.standing.play_off => 1,
            Stakes::Two => 1 + self.standing.ties.min(1),
        }
    }

    /// The points for the pips won (002:51, 003:21-23, 003:57, 004:30, 004:60).
    fn pips(&self, team: Team, outcome: &Outcome) -> u16 {
        let rules = self.rules;
        let sums = rules.team_sums(|seat| outcome.counts[seat]);
        let losers = || {
            sums.entries()
                .filter(|(t, _)| *t != team)
                .map(|(_, sum)| *sum)
        };
        let own = sums[team];
        let blocked = matches!(outcome.ended, Ended::Blocked(_));
        let each = |pips: u16| {
            if rules.rounding == Rounding::EachLoser {
                rules.rounded(pips)
            } else {
                pips
            }
        };
        let pips = if blocked {
            match rules.block_count {
                BlockCount::Difference => losers().map(|sum| each(sum.saturating_sub(own))).sum(),
                // One sum is paid, and rounded after subtracting (S7).
                BlockCount::SubtractOnce => each(losers().sum::<u16>().saturating_sub(own)),
                BlockCount::Losers => losers().map(each).sum(),
                BlockCount::AllHands => losers().map(each).sum::<u16>() + each(own),
                BlockCount::OnePoint => return 1,
                BlockCount::Nothing => return 0,
            }
        } else {
            match rules.out_count {
                OutCount::Losers => losers().map(each).sum(),
                OutCount::AllOthers => losers().map(each).sum::<u16>() + each(own),
                OutCount::OnePoint => return 1,
            }
        };
        let pips = if rules.rounding == Rounding::Sum {
            rules.rounded(pips)
        } else {
            pips
        };
        rules.as_points(pips)
    }

    /// Adds the bonuses of a win to its `pips` points (002:41-46).
    fn premiums(
        &self,
        ended: Ended,
        last: Option<LastTile>,
        pips: u16,
        mut award: impl FnMut(u16, Reason),
    ) {
        let rules = self.rules;
        let before = match rules.game_number {
            GameNumber::Decided => self.standing.decided,
            GameNumber::Every => self.standing.round,
        };
        match before {
            0 => award(rules.first_game.get(), Reason::FirstGame),
            1 => award(rules.second_game.get(), Reason::SecondGame),
            2 => award(rules.third_game.get(), Reason::ThirdGame),
            3 => award(rules.fourth_game.get(), Reason::FourthGame),
            _ => {}
        }
        if let (Ended::Out(_), Some(last)) = (ended, last) {
            let capicu = last.fits_every_end
                && match rules.capicu_when {
                    CapicuWhen::NotDouble => !last.tile.is_double(),
                    CapicuWhen::DifferentEnds => last.ends_differ,
                    CapicuWhen::DoubleToo => true,
                };
            if capicu {
                let points = match rules.capicu_pays {
                    CapicuPays::Points => rules.capicu.get(),
                    CapicuPays::Doubles => pips,
                };
                award(points, Reason::Capicu);
            }
            let chuchazo = last.tile == Tile::DOUBLE_BLANK
                // The double blank fits every end only between blanks.
                && (rules.chuchazo_when == ChuchazoWhen::Always || !last.fits_every_end);
            if chuchazo {
                award(rules.chuchazo.get(), Reason::Chuchazo);
            }
        }
        if matches!(ended, Ended::Blocked(_)) {
            award(rules.block_bonus.get(), Reason::Block);
        }
    }

    /// Charges the tiles left in hand: doubled for holding a double, and again when the winner went out with one
    /// (001:79-86, F8, F9).
    fn penalties(&self, outcome: &mut Outcome) {
        let rules = self.rules;
        let blocked = matches!(outcome.ended, Ended::Blocked(_));
        if blocked && rules.block_penalties == BlockPenalties::Void {
            return;
        }
        let free = |seat| match outcome.ended {
            Ended::Out(winner) => winner == seat,
            _ => {
                rules.block_penalties == BlockPenalties::WinnerFree && outcome.winner == Some(seat)
            }
        };
        let out_with_double = !blocked && outcome.last.is_some_and(|last| last.tile.is_double());
        for seat in Seat::all(rules.n_seats()).take(MAX_SEATS) {
            let holding = if self.holds_double(seat) { 2 } else { 1 };
            let ending = if out_with_double { 2 } else { 1 };
            let points = outcome.counts[seat] * holding * ending;
            if points > 0 && !free(seat) {
                outcome.awards.push(Award {
                    team: rules.team(seat),
                    points,
                    why: Reason::Hand,
                });
            }
        }
    }
}
