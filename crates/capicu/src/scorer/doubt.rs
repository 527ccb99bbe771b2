//! Reports that the rules cannot lead to, which players may still confirm.

use alloc::vec::Vec;

use super::{Asked, InPlay, Left, ReportError, ReportedEnd, Scorer, Winner};
use crate::rules::{Draw, GoingOut};
use crate::{Board, Seat, Side, TileSet, count};

/// Why a report is doubtful.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Doubt {
    /// No hands of this game count so much: this is the most.
    Above(u16),
    /// Hands that lose count at least this.
    Below(u16),
    /// By the counts another side wins, or nobody.
    OtherWinner(Option<Side>),
    /// The seat has more tiles than it was dealt, and nobody draws in this game.
    TooManyTiles(Seat),
    /// The open ends never make this number of points.
    NoSuchSum(u16),
}

impl Scorer {
    /// Why points in play are doubtful; `None` where the rules can lead to them.
    pub fn doubt_in_play(&self, what: InPlay) -> Option<Doubt> {
        match what {
            InPlay::Ends { points, .. } | InPlay::Muggins { points, .. } => {
                let sums = Board::sums(self.board.rules());
                (!sums.contains(&points)).then_some(Doubt::NoSuchSum(points))
            }
            _ => None,
        }
    }

    /// Lists the doubts about the end of a round; empty where the rules can lead to it.
    ///
    /// # Errors
    ///
    /// If the end cannot be written down at all.
    pub fn doubts(&self, end: &ReportedEnd, left: &Left) -> Result<Vec<Doubt>, ReportError> {
        let outcome = self.outcome(end, left)?;
        let mut doubts = Vec::new();
        self.doubt_counts(end, left, &mut doubts);
        if let ReportedEnd::Blocked { winner, .. } = *end
            && winner != Winner::ByCounts
        {
            let claimed = outcome.side(self.board.rules());
            let by_counts = ReportedEnd::Blocked {
                blocker: match *end {
                    ReportedEnd::Blocked { blocker, .. } => blocker,
                    _ => None,
                },
                winner: Winner::ByCounts,
            };
            if let Ok(other) = self.outcome(&by_counts, left) {
                let side = other.side(self.board.rules());
                if side != claimed {
                    doubts.push(Doubt::OtherWinner(side));
                }
            }
        }
        Ok(doubts)
    }

    fn doubt_counts(&self, end: &ReportedEnd, left: &Left, doubts: &mut Vec<Doubt>) {
        let rules = self.board.rules();
        let hand = usize::from(rules.hand.get());
        let never_draws = rules.draw == Draw::Never;
        let holders = self.holders(end);
        let most_tiles = match never_draws {
            true => hand * holders.len(),
            false => rules.tiles().len().saturating_sub(1),
        };
        let (sum, n) = match left {
            Left::Uncounted => return,
            Left::Total(_) if rules.asks(end) == Asked::Nothing => return,
            Left::Total(total) => (*total, self.counted_seats(end)),
            Left::Sides(sides) => (sides.iter().sum(), holders.len()),
            Left::Seats(seats) => {
                let most = match never_draws {
                    true => self.heaviest(hand),
                    false => u16::MAX,
                };
                if seats.iter().any(|holds| holds.count > most) {
                    doubts.push(Doubt::Above(most));
                }
                (seats.iter().map(|holds| holds.count).sum(), holders.len())
            }
            Left::Tiles(hands) => {
                let many = |(_, tiles): &(Seat, &TileSet)| never_draws && tiles.len() > hand;
                if let Some((seat, _)) = hands.entries().find(many) {
                    doubts.push(Doubt::TooManyTiles(seat));
                }
                (
                    hands.iter().map(|hand| count(*hand, rules)).sum(),
                    holders.len(),
                )
            }
        };
        let most = self.heaviest(most_tiles);
        if sum > most && doubts.is_empty() {
            doubts.push(Doubt::Above(most));
        }
        let least = self.lightest(n);
        if sum < least {
            doubts.push(Doubt::Below(least));
        }
    }

    /// The seats that have tiles left after this end.
    fn holders(&self, end: &ReportedEnd) -> Vec<Seat> {
        let rules = self.board.rules();
        let both = rules.going_out == GoingOut::BothPartners;
        let is_out = |seat: Seat| match *end {
            ReportedEnd::Out { seat: out, .. } => {
                seat == out || both && rules.side(seat) == rules.side(out)
            }
            _ => false,
        };
        rules.playing().filter(|seat| !is_out(*seat)).collect()
    }

    /// The number of hands with a tile at least in the one number that the rules ask for.
    fn counted_seats(&self, end: &ReportedEnd) -> usize {
        let rules = self.board.rules();
        match rules.asks(end) {
            Asked::All => self.holders(end).len(),
            Asked::Losers => {
                let losers = rules.side(self.payer(end));
                let holders = self.holders(end);
                match rules.n_sides() {
                    2 => holders
                        .iter()
                        .filter(|seat| rules.side(**seat) == losers)
                        .count(),
                    _ => holders.len().saturating_sub(match end {
                        ReportedEnd::Blocked { .. } => 1,
                        _ => 0,
                    }),
                }
            }
            _ => 0,
        }
    }

    fn tile_counts(&self) -> Vec<u16> {
        let rules = self.board.rules();
        let tiles = rules.tiles().into_iter();
        let mut counts: Vec<u16> = tiles.map(|tile| count(TileSet::of(tile), rules)).collect();
        counts.sort_unstable();
        counts
    }

    /// The highest count of this number of tiles.
    fn heaviest(&self, n: usize) -> u16 {
        self.tile_counts().iter().rev().take(n).sum()
    }

    /// The lowest count of this number of tiles.
    fn lightest(&self, n: usize) -> u16 {
        self.tile_counts().iter().take(n).sum()
    }
}
