//! How a round ended and what it is worth.

use arrayvec::ArrayVec;

use crate::rules::{
    BlockCount, BlockPenalties, BlockTie, BlockWinner, CapicuPays, CapicuWhen, ChuchazoWhen,
    DoubleBlank, DoublePips, GameNumber, KeyTile, OutCount, Rounding, Score, Stakes,
};
use crate::{BySeat, ByTeam, MAX_SEATS, Rules, Seat, Standing, Team, Tile, TileSet};

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Ended {
    /// This player laid his last tile.
    Out(Seat),
    /// Nobody could go on; the player laid the last tile, if any lies.
    Blocked(Option<Seat>),
    /// Points made in play reached the target of the match.
    Target(Team),
    /// The round does not count.
    Void,
}

/// Why points were written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Reason {
    /// A game won.
    Game,
    /// For the ties before it.
    Stake,
    /// Going out with the key tile.
    KeyTile,
    /// The pips won at the end of the round.
    Pips,
    /// The first game of the match.
    FirstGame,
    /// The second.
    SecondGame,
    /// The third.
    ThirdGame,
    /// The fourth.
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
    /// The open ends.
    Ends,
    /// A missed score called by an opponent.
    Muggins,
    /// Penalty: tiles left in hand.
    Hand,
    /// Penalty: three passes in a row.
    ThreePasses,
    /// Penalty: everybody else passed on one player's tile.
    BoardPass,
    /// Somebody passed when able, or tried an illegal play: a penalty, or points for the others.
    FalsePlay,
    /// Somebody named points that were not there, or claimed what nobody had missed: points for the
    /// others.
    WrongCall,
}

/// Points for a side. In a game of penalties, against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Award {
    /// Who.
    pub team: Team,
    /// How many.
    pub points: u16,
    /// What for.
    pub why: Reason,
}

/// All that one round can award at its end.
pub type Awards = ArrayVec<Award, 16>;

/// The tile somebody went out with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct LastTile {
    /// The tile.
    pub tile: Tile,
    /// It could have been laid at every open end.
    pub fits_every_end: bool,
    /// The open ends showed different numbers.
    pub ends_differ: bool,
    /// It joined two different hard ends: no other unplayed tile fitted anywhere (J6).
    pub key: bool,
}

/// The end of a round, hands laid open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Outcome {
    /// How it ended.
    pub ended: Ended,
    /// Who won: the player who went out, or the one whose hand (or whose side's lighter hand)
    /// decided a block. `None` for a tie and a void round.
    pub winner: Option<Seat>,
    /// The tiles left.
    pub hands: BySeat<TileSet>,
    /// What they count.
    pub counts: BySeat<u16>,
    /// What the winner went out with.
    pub last: Option<LastTile>,
    /// What is written down for it, besides the points already made in play. A side that breaks a
    /// lead in a game of love writes nothing down; [`Match`](crate::Match) sees to that.
    pub awards: Awards,
}

impl Outcome {
    /// The side that won the round: that of the winner, or the one whose points in play reached
    /// the target. `None` for a tie, a void round, and where reaching the target loses the match
    /// (001:94).
    pub fn side(&self, rules: &Rules) -> Option<Team> {
        match self.ended {
            Ended::Target(team) => (rules.score != Score::Penalties).then_some(team),
            Ended::Out(_) | Ended::Blocked(_) | Ended::Void => {
                self.winner.map(|seat| rules.team(seat))
            }
        }
    }
}

/// What a hand counts, in pips (000:34, 001:97).
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

/// What settling a round depends on.
pub(crate) struct Settling<'a> {
    pub rules: &'a Rules,
    pub standing: &'a Standing,
    pub hands: &'a BySeat<TileSet>,
    pub opener: Seat,
    pub last_player: Option<Seat>,
}

impl Settling<'_> {
    /// The outcome but for its awards, in the place where it stays: it is large.
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

    /// The seat whose hand wins a block, or `None` for a tie (001:36, 001:100, 003:21).
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
            BlockWinner::LightestTeam => rules.team_sums(|seat| compared[seat]),
            BlockWinner::LightestHand => ByTeam::from_fn(rules.n_teams(), |team| {
                rules
                    .members(team)
                    .map(|seat| compared[seat])
                    .min()
                    .unwrap_or(u16::MAX)
            }),
        };
        let lowest = by_team.iter().copied().min()?;
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

    /// The side's seat with the lowest count; of equals, the one whose turn would have come first
    /// after the tile that blocked (CH5).
    fn lightest_of(&self, team: Team, counts: &BySeat<u16>) -> Seat {
        let rules = self.rules;
        let n = rules.n_seats();
        let next = self.last_player.map_or(self.opener, |seat| seat.next(n));
        next.around(n)
            .filter(|&seat| rules.team(seat) == team)
            .min_by_key(|&seat| counts[seat])
            .expect("every side has a seat")
    }

    fn holds_double(&self, seat: Seat) -> bool {
        self.hands[seat].intersects(TileSet::DOUBLES)
    }

    /// Adds what is written down for an outcome.
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
        let mut award = |points: u16, why: Reason| {
            if points > 0 {
                outcome.awards.push(Award { team, points, why });
            }
        };
        match self.rules.score {
            Score::Games => {
                let stake = self.stake();
                award(1, Reason::Game);
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

    /// What the round is worth after the ties before it (001:51, J1). Only rising stakes make more
    /// of a play-off than two love (J4).
    fn stake(&self) -> u16 {
        match self.rules.stakes {
            Stakes::Off => 1,
            Stakes::Rising => 1 + self.standing.ties,
            Stakes::Two if self.standing.play_off => 1,
            Stakes::Two => 1 + self.standing.ties.min(1),
        }
    }

    /// The pips won, as points (002:51, 003:21-23, 003:57, 004:30, 004:60).
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
        let five = |pips: u16| (pips + 2) / 5 * 5;
        let each = |pips: u16| {
            if rules.rounding == Rounding::EachLoser {
                five(pips)
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
            five(pips)
        } else {
            pips
        };
        pips / rules.pips_per_point.get()
    }

    /// What a win adds to its pips, of which there are so many points (002:41-46).
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

    /// Tiles left in hand, doubled for holding a double and again when the winner went out with one
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
