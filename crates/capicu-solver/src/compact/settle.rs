//! The value of the end of a round.

use capicu::rules::{
    BlockCount, BlockTie, BlockWinner, CapicuPays, CapicuWhen, ChuchazoWhen, GameNumber, KeyTile,
    OutCount, RoundPrice, Rounding, Score, Stakes, Teams,
};
use capicu::{Ending, MAX_SEATS, Rules, Seat, Standing, Tile, TileSet, count};

use super::{Compact, Over, Position, Start};
use crate::Bits;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The side that won, or reached the target of the match; `None` for a tie.
    pub winner: Option<u8>,
    /// Its points for the end of the round, without passes.
    pub points: u16,
}

/// Values that depend on the state of the match.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    base: u16,
    key: u16,
}

impl Terms {
    pub fn new(rules: &Rules, standing: &Standing) -> Self {
        let stake = match rules.stakes {
            Stakes::Off => 1,
            Stakes::Rising => 1 + standing.ties,
            Stakes::Two if standing.play_off => 1,
            Stakes::Two => 1 + standing.ties.min(1),
        };
        let before = match rules.game_number {
            GameNumber::Decided => standing.decided,
            GameNumber::Every => standing.round,
        };
        let games = [
            rules.first_game,
            rules.second_game,
            rules.third_game,
            rules.fourth_game,
        ];
        let premium = games
            .get(usize::from(before))
            .map_or(0, |bonus| bonus.get());
        Self {
            base: match (rules.score, rules.round_price) {
                (Score::Games, RoundPrice::One) => stake,
                // The price of the ending is added to this.
                (Score::Games, RoundPrice::Table) => stake - 1,
                (Score::Pips | Score::Penalties, _) => premium,
            },
            key: match rules.key_tile {
                KeyTile::Off => 0,
                KeyTile::AddsOne => 1,
                KeyTile::FlatTwo => stake.max(2) - stake,
            },
        }
    }
}

/// The count of a tile in a hand. A double blank that counts only alone adds nothing.
pub(super) fn pips(tile: Tile, rules: &Rules) -> u16 {
    if tile == Tile::DOUBLE_BLANK && rules.double_blank.is_alone() {
        return 0;
    }
    count(TileSet::of(tile), rules)
}

impl<B: Bits> Compact<B> {
    #[inline(always)]
    pub fn side(&self, seat: u8) -> u8 {
        match self.rules.teams {
            Teams::Pairs => seat & 1,
            Teams::Singles => seat,
        }
    }

    /// The value of a round that ended when the mover of `before` laid `tile`.
    #[inline]
    pub fn settle(&self, start: &Start<B>, before: &Position<B>, tile: u8, over: Over) -> Ended {
        let mover = self.side(before.mover);
        match over {
            Over::Target => Ended {
                winner: Some(mover),
                points: 0,
            },
            Over::Out => Ended {
                winner: Some(mover),
                points: self.points_out(start, before, tile),
            },
            Over::Blocked => self.blocked(start, before, tile),
        }
    }

    /// The side that wins, where points do not matter.
    #[inline]
    pub fn winner(
        &self,
        start: &Start<B>,
        before: &Position<B>,
        tile: u8,
        over: Over,
    ) -> Option<u8> {
        match over {
            Over::Target | Over::Out => Some(self.side(before.mover)),
            Over::Blocked => {
                let counts = self.counts(start, before.unplayed & !B::of(tile));
                self.block_winner(start, before, tile, &counts)
            }
        }
    }

    fn points_out(&self, start: &Start<B>, before: &Position<B>, tile: u8) -> u16 {
        let rules = &self.rules;
        let (ends, halves) = (before.ends, self.halves(tile));
        let fits_both = halves.has(ends.high()) && halves.has(ends.low());
        let mut points = self.terms.base;
        if rules.score == Score::Games {
            if rules.round_price == RoundPrice::Table {
                return points + self.price_out(tile, fits_both, !ends.equal());
            }
            let unplayed = before.unplayed | start.boneyard & self.tiles;
            let only = unplayed & self.legal(before.ends) == B::of(tile);
            return points
                + if !ends.equal() && fits_both && only {
                    self.terms.key
                } else {
                    0
                };
        }
        let capicu = fits_both
            && match rules.capicu_when {
                CapicuWhen::NotDouble => !halves.equal(),
                CapicuWhen::DifferentEnds => !ends.equal(),
                CapicuWhen::DoubleToo => true,
            };
        let doubles = capicu && rules.capicu_pays == CapicuPays::Doubles;
        points += if capicu && !doubles {
            rules.capicu.get()
        } else {
            0
        };
        let chuchazo = tile == Tile::DOUBLE_BLANK.index()
            && (rules.chuchazo_when == ChuchazoWhen::Always || !fits_both);
        points += if chuchazo { rules.chuchazo.get() } else { 0 };
        points += if halves.equal() {
            rules.double_out.get()
        } else {
            0
        };
        let unplayed = before.unplayed & !B::of(tile);
        let plain = rules.rounding == Rounding::Exact && !rules.double_blank.is_alone();
        let won = match rules.out_count {
            OutCount::OnePoint => 1,
            OutCount::AllOthers if plain => self.as_points(count(unplayed.to_set(), rules)),
            paying => {
                let sides = self.by_side(&self.counts(start, unplayed));
                let own = usize::from(self.side(before.mover));
                let losers = self.losers(&sides, own, |sum| self.each(sum));
                self.as_points(match paying {
                    OutCount::AllOthers => losers + self.each(sides[own]),
                    _ => losers,
                })
            }
        };
        points + if doubles { 2 * won } else { won }
    }

    #[cold]
    fn price_out(&self, tile: u8, fits_every_end: bool, ends_differ: bool) -> u16 {
        let tile = Tile::from_index(tile).expect("a tile of the set");
        let ending = Ending::of_out(tile, fits_every_end, ends_differ, &self.rules);
        self.rules.price(ending)
    }

    fn blocked(&self, start: &Start<B>, before: &Position<B>, tile: u8) -> Ended {
        let counts = self.counts(start, before.unplayed & !B::of(tile));
        let Some(winner) = self.block_winner(start, before, tile, &counts) else {
            return Ended {
                winner: None,
                points: 0,
            };
        };
        let mut points = self.terms.base;
        if self.rules.score == Score::Pips {
            points += self.rules.block_bonus.get();
            let sides = self.by_side(&counts);
            let own = usize::from(winner);
            let held = sides[own];
            let won = match self.rules.block_count {
                BlockCount::OnePoint | BlockCount::Nothing => {
                    let point = u16::from(self.rules.block_count == BlockCount::OnePoint);
                    return Ended {
                        winner: Some(winner),
                        points: points + point,
                    };
                }
                BlockCount::Losers => self.losers(&sides, own, |sum| self.each(sum)),
                BlockCount::Difference | BlockCount::EachHeavier => {
                    self.losers(&sides, own, |sum| self.each(sum.saturating_sub(held)))
                }
                BlockCount::SubtractOnce => {
                    self.each(self.losers(&sides, own, |sum| sum).saturating_sub(held))
                }
                BlockCount::AllHands => {
                    self.losers(&sides, own, |sum| self.each(sum)) + self.each(held)
                }
            };
            points += self.as_points(won);
        } else if self.rules.round_price == RoundPrice::Table {
            let own = winner == self.side(before.mover);
            points += self.rules.price(if own {
                Ending::OwnBlock
            } else {
                Ending::LostBlock
            });
        }
        Ended {
            winner: Some(winner),
            points,
        }
    }

    fn block_winner(
        &self,
        start: &Start<B>,
        before: &Position<B>,
        tile: u8,
        counts: &[u16; MAX_SEATS],
    ) -> Option<u8> {
        let n_sides = usize::from(self.rules.n_sides());
        let compared = match self.rules.block_winner {
            BlockWinner::Nobody => return None,
            BlockWinner::BlockerOrNext | BlockWinner::BlockerOrPrevious => {
                let mut compared = [u16::MAX; MAX_SEATS];
                for seat in (0..self.n).filter(|&seat| self.is_compared(seat, before.mover)) {
                    compared[usize::from(self.side(seat))] = counts[usize::from(seat)];
                }
                compared
            }
            BlockWinner::LightestTeam => self.by_side(counts),
            BlockWinner::LightestHand => {
                let mut lightest = [u16::MAX; MAX_SEATS];
                for (seat, count) in counts[..usize::from(self.n)].iter().enumerate() {
                    let side = usize::from(self.side(seat as u8));
                    lightest[side] = lightest[side].min(*count);
                }
                lightest
            }
        };
        let compared = &compared[..n_sides];
        let lowest = *compared.iter().min()?;
        let limit = self.rules.block_limit.get();
        if limit > 0 && lowest >= limit {
            return None;
        }
        let tied = || (0..n_sides as u8).filter(|&side| compared[usize::from(side)] == lowest);
        if tied().count() == 1 {
            return tied().next();
        }
        let among = |side: u8| tied().find(|&tied| tied == side);
        let blocker = self.side(before.mover);
        match self.rules.block_tie {
            BlockTie::Nobody => None,
            BlockTie::SeatOrder => tied().next(),
            BlockTie::NearestToOpener => (0..self.n)
                .map(|by| (start.opener + by) % self.n)
                .find_map(|seat| among(self.side(seat))),
            BlockTie::OpenersSide => among(self.side(start.opener)),
            BlockTie::Blocker => among(blocker),
            BlockTie::BlockersOpponents => {
                among(blocker)?;
                let mut others = tied().filter(|&side| side != blocker);
                others.next().filter(|_| others.next().is_none())
            }
            BlockTie::LightestTile => {
                let unplayed = before.unplayed & !B::of(tile);
                let lightest = |side: u8| {
                    (0..self.n)
                        .filter(|&seat| self.side(seat) == side)
                        .filter(|&seat| {
                            self.rules.block_winner == BlockWinner::LightestTeam
                                || counts[usize::from(seat)] == lowest
                                    && self.is_compared(seat, before.mover)
                        })
                        .filter_map(|seat| {
                            self.lightest_tile(start.owned[usize::from(seat)] & unplayed)
                        })
                        .min()
                };
                let best = tied().filter_map(lightest).min()?;
                let mut with = tied().filter(|&side| lightest(side) == Some(best));
                with.next().filter(|_| with.next().is_none())
            }
        }
    }

    /// Whether a hand is compared in a block by this seat.
    fn is_compared(&self, seat: u8, blocker: u8) -> bool {
        Seat::new(seat).is_some_and(|seat| self.rules.is_compared(seat, Seat::new(blocker)))
    }

    fn lightest_tile(&self, hand: B) -> Option<u16> {
        hand.to_set()
            .into_iter()
            .map(|tile| count(TileSet::of(tile), &self.rules))
            .min()
    }

    /// The count of each seat's remaining tiles, in pips.
    fn counts(&self, start: &Start<B>, unplayed: B) -> [u16; MAX_SEATS] {
        let mut counts = [0; MAX_SEATS];
        for (seat, held) in counts[..usize::from(self.n)].iter_mut().enumerate() {
            let hand = start.owned[seat] & unplayed;
            *held = count(hand.to_set(), &self.rules);
        }
        counts
    }

    fn by_side(&self, counts: &[u16; MAX_SEATS]) -> [u16; MAX_SEATS] {
        let mut sides = [0; MAX_SEATS];
        for (seat, count) in counts[..usize::from(self.n)].iter().enumerate() {
            sides[usize::from(self.side(seat as u8))] += count;
        }
        sides
    }

    fn losers(&self, sides: &[u16; MAX_SEATS], own: usize, pay: impl Fn(u16) -> u16) -> u16 {
        let n = usize::from(self.rules.n_sides());
        (0..n)
            .filter(|&side| side != own)
            .map(|side| pay(sides[side]))
            .sum()
    }

    fn each(&self, pips: u16) -> u16 {
        if self.rules.rounding == Rounding::EachLoser {
            self.rules.rounded(pips)
        } else {
            pips
        }
    }

    fn as_points(&self, pips: u16) -> u16 {
        let pips = if self.rules.rounding == Rounding::Sum {
            self.rules.rounded(pips)
        } else {
            pips
        };
        self.rules.as_points(pips)
    }
}
