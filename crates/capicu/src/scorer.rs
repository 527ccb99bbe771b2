//! Scores rounds at a table with real tiles, from what its players report.

mod asked;
mod doubt;
mod report;

use crate::outcome::LastTile;
use crate::rules::{BlockPenalties, BlockTie, BlockWinner, Fault, Score};
use crate::settling::{ReportedHands, Settling};
use crate::{
    Awards, Board, BySeat, BySide, Duty, Ended, Match, Opening, Outcome, PlayAwards, Reason,
    RoundResult, Seat, Side, TileSet, count,
};

pub use asked::Asked;
pub use doubt::Doubt;
pub use report::{Hanged, InPlay, Left, ReportError, ReportedEnd, SeatCount, WayOut, Winner};

/// A round at a table with real tiles. It knows no tiles in play, only the points and the end that players report.
///
/// # Examples
///
/// ```
/// use capicu::{Game, Hanged, Left, Match, ReportedEnd, Scorer, Seat, WayOut};
///
/// let mut game = Match::new(Game::by_id("cien").and_then(|game| game.rules(4)).unwrap());
/// let winner = Seat::new(1).unwrap();
/// let end = ReportedEnd::Out { seat: winner, way: WayOut::BothEnds, hanged: Hanged::Nothing };
/// let result = Scorer::new(&game, winner)?.finish(&mut game, &end, &Left::Total(32))?;
/// // 32 pips, 20 for the first round and 20 for the capicú.
/// assert_eq!(result.scores.as_slice(), [0, 72]);
/// # Ok::<_, capicu::ReportError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scorer {
    board: Board,
}

/// The tiles left as the engine counts them.
struct Counted {
    hands: BySeat<TileSet>,
    counts: BySeat<u16>,
    doubles: BySeat<bool>,
}

impl Scorer {
    /// The next round of a match, opened by this seat.
    ///
    /// # Errors
    ///
    /// If the match is over or the seat does not play.
    pub fn new(game: &Match, opener: Seat) -> Result<Self, ReportError> {
        if game.result().is_some() {
            return Err(ReportError::MatchOver);
        }
        let rules = game.rules();
        let opening = Opening {
            seat: opener,
            duty: Duty::Any,
            may_hand_over: false,
        };
        let held = BySeat::from_fn(rules.n_seats(), |_| 1);
        let board = Board::new(rules, game.standing(), opening, &held, 0);
        let scorer = Self { board };
        scorer.check_seat(opener)?;
        Ok(scorer)
    }

    /// The public part of the round. It has points, but no tiles.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Writes down points made in play, and returns them. Later points count nothing once a side is at a target that
    /// ends the match.
    ///
    /// # Errors
    ///
    /// If the rules do not know these points, or the seat or side does not play.
    pub fn note(&mut self, what: InPlay) -> Result<PlayAwards, ReportError> {
        if !self.board.rules().knows(what) {
            return Err(ReportError::NotInRules);
        }
        let mut awards = PlayAwards::new();
        self.board.since_tile.fined = 0;
        match what {
            InPlay::Paso(side)
            | InPlay::PaseCorrido(side)
            | InPlay::LedDouble(side)
            | InPlay::LedSingle(side)
            | InPlay::Ends { side, .. }
            | InPlay::Muggins { side, .. } => self.check_side(side)?,
            InPlay::ThreePasses(seat)
            | InPlay::BoardPass { seat, .. }
            | InPlay::FalsePlay(seat)
            | InPlay::SlowPlay(seat)
            | InPlay::WrongCall(seat) => self.check_seat(seat)?,
        }
        if let InPlay::BoardPass { third, .. } = what {
            for (seat, _) in third.entries().filter(|(_, third)| **third) {
                self.check_seat(seat)?;
            }
        }
        let board = &mut self.board;
        match what {
            InPlay::Paso(side) => board.award_paso(side, &mut awards),
            InPlay::PaseCorrido(side) => board.award_corrido(side, &mut awards),
            InPlay::LedDouble(side) => board.award_salida(side, true, &mut awards),
            InPlay::LedSingle(side) => board.award_salida(side, false, &mut awards),
            InPlay::Ends { side, points } => board.award(side, points, Reason::Ends, &mut awards),
            InPlay::Muggins { side, points } => {
                board.award(side, points, Reason::Muggins, &mut awards);
            }
            InPlay::ThreePasses(seat) => board.fine_three_passes(seat, &mut awards),
            InPlay::BoardPass { seat, third } => {
                for (other, _) in third.entries().filter(|(other, is)| **is && *other != seat) {
                    board.fine_three_passes(other, &mut awards);
                }
                board.fine_others(seat, &mut awards);
            }
            InPlay::FalsePlay(seat) => board.charge(Fault::FalsePlay, seat, &mut awards),
            InPlay::SlowPlay(seat) => board.charge(Fault::SlowPlay, seat, &mut awards),
            InPlay::WrongCall(seat) => {
                let price = board.rules().wrong_call.get();
                board.pay_others(seat, price, Reason::WrongCall, &mut awards);
            }
        }
        Ok(awards)
    }

    /// The scores, points made in play included.
    pub fn scores(&self) -> BySide<u16> {
        let n = self.board.rules().n_sides();
        BySide::from_fn(n, |side| self.board.score(side))
    }

    /// The side whose points in play have ended the match.
    pub fn target_reached(&self) -> Option<Side> {
        self.board.target_reached()
    }

    /// Writes the round down in the match.
    ///
    /// # Errors
    ///
    /// If the rules do not know this end, or need other counts. The match is then unchanged.
    pub fn finish(
        &self,
        game: &mut Match,
        end: &ReportedEnd,
        left: &Left,
    ) -> Result<RoundResult, ReportError> {
        let outcome = self.outcome(end, left)?;
        Ok(game.finish_board(&self.board, outcome))
    }

    /// The end of the round and its points, without writing them down.
    ///
    /// # Errors
    ///
    /// If the rules do not know this end, or need other counts.
    pub fn outcome(&self, end: &ReportedEnd, left: &Left) -> Result<Outcome, ReportError> {
        let rules = self.board.rules();
        let target = self.target_reached().is_some();
        if target != matches!(end, ReportedEnd::Target(_)) {
            return Err(ReportError::Target);
        }
        let mut counted = self.count(end, left)?;
        let (ended, last) = match *end {
            ReportedEnd::Out { seat, way, hanged } => {
                self.check_seat(seat)?;
                if hanged == Hanged::DoubleBlank && rules.hanged_blank.get() == 0 {
                    return Err(ReportError::NotInRules);
                }
                if counted.counts[seat] > 0 || !counted.hands[seat].is_empty() {
                    return Err(ReportError::WinnerHolds(seat));
                }
                (Ended::Out(seat), Some(way.last_tile()))
            }
            ReportedEnd::Blocked { blocker, winner } => {
                for seat in blocker.into_iter().chain(winner.named().flatten()) {
                    self.check_seat(seat)?;
                }
                if blocker.is_none() && rules.asks_blocker() {
                    return Err(ReportError::NameBlocker);
                }
                (Ended::Blocked(blocker), None)
            }
            ReportedEnd::Target(side) => (Ended::Target(side), None),
            ReportedEnd::Void => (Ended::Void, None),
            ReportedEnd::Doubles { seat, n } => {
                self.check_seat(seat)?;
                let doubles = rules.tiles() & TileSet::DOUBLES;
                counted.hands[seat] = doubles.into_iter().take(usize::from(n)).collect();
                if rules.doubles_in(&counted.hands).is_none() {
                    return Err(ReportError::NotInRules);
                }
                (Ended::Doubles(seat), None)
            }
            ReportedEnd::Foul(seat) => {
                self.check_seat(seat)?;
                if !rules.ends_round(&crate::Irregularity::FalsePass) {
                    return Err(ReportError::NotInRules);
                }
                (Ended::Foul(seat), None)
            }
        };
        let outcome = self.settle(ended, last, &counted, end);
        let open_tie = outcome.winner.is_none() && self.needs_tiles_for_tie(end, left);
        if open_tie {
            return Err(ReportError::NameWinner);
        }
        Ok(outcome)
    }

    fn settle(
        &self,
        ended: Ended,
        last: Option<LastTile>,
        counted: &Counted,
        end: &ReportedEnd,
    ) -> Outcome {
        let reported = ReportedHands {
            counts: counted.counts,
            doubles: counted.doubles,
            hangs_blank: matches!(
                end,
                ReportedEnd::Out {
                    hanged: Hanged::DoubleBlank,
                    ..
                }
            ),
            named: match end {
                ReportedEnd::Blocked { winner, .. } => winner.named(),
                _ => None,
            },
        };
        let last_player = match ended {
            Ended::Out(seat) => Some(seat),
            Ended::Blocked(blocker) => blocker,
            _ => None,
        };
        let settling = Settling {
            rules: self.board.rules(),
            standing: self.board.standing(),
            hands: &counted.hands,
            opener: self.board.opener(),
            last_player,
            layout: self.board.layout(),
            reported: Some(&reported),
        };
        let mut settled = None;
        let outcome = settling.settle(ended, last, &mut settled);
        settling.award(outcome);
        outcome.clone()
    }

    /// The awards of a round that a seat wins in this way.
    fn awards_of(&self, seat: Seat, way: WayOut, counts: BySeat<u16>) -> Awards {
        let n = counts.len();
        let counted = Counted {
            hands: BySeat::new(n),
            counts: BySeat::from_fn(n, |holder| if holder == seat { 0 } else { counts[holder] }),
            doubles: BySeat::new(n),
        };
        let end = ReportedEnd::Out {
            seat,
            way,
            hanged: Hanged::Nothing,
        };
        let last = Some(way.last_tile());
        self.settle(Ended::Out(seat), last, &counted, &end).awards
    }

    /// Whether only the tiles decide a tie that players reported by counts.
    fn needs_tiles_for_tie(&self, end: &ReportedEnd, left: &Left) -> bool {
        let by_counts = matches!(
            end,
            ReportedEnd::Blocked {
                winner: Winner::ByCounts,
                ..
            }
        );
        by_counts
            && self.board.rules().block_tie == BlockTie::LightestTile
            && !matches!(left, Left::Tiles(_))
    }

    /// Counts the tiles left, as far as the end needs them.
    fn count(&self, end: &ReportedEnd, left: &Left) -> Result<Counted, ReportError> {
        let rules = self.board.rules();
        let (asked, n) = (rules.asks(end), rules.n_seats());
        let mut counted = Counted {
            hands: BySeat::new(n),
            counts: BySeat::new(n),
            doubles: BySeat::new(n),
        };
        self.check_winner_known(end, left)?;
        match left {
            Left::Uncounted if asked == Asked::Nothing => {}
            Left::Total(_) if asked == Asked::Nothing => {}
            Left::Total(total) if asked.is_total() => {
                counted.counts[self.payer(end)] = *total;
            }
            Left::Uncounted | Left::Total(_) => return Err(ReportError::Asked(asked)),
            Left::Sides(_) if asked.needs_seats() => return Err(ReportError::Asked(asked)),
            Left::Sides(sides) => {
                for (side, points) in sides.entries().filter(|(_, points)| **points > 0) {
                    self.check_side(side)?;
                    let members = || rules.members(side).filter(|seat| rules.plays(*seat));
                    let holder = members().find(|seat| !end.is_out(*seat));
                    if let Some(seat) = holder.or_else(|| members().next()) {
                        counted.counts[seat] = *points;
                    }
                }
            }
            Left::Seats(seats) => {
                for (seat, holds) in seats.entries().filter(|(_, holds)| holds.count > 0) {
                    self.check_seat(seat)?;
                    counted.counts[seat] = holds.count;
                    counted.doubles[seat] = holds.has_double;
                }
            }
            Left::Tiles(hands) => {
                self.check_tiles(hands)?;
                for (seat, hand) in hands.entries() {
                    counted.hands[seat] = *hand;
                    counted.counts[seat] = count(*hand, rules);
                    counted.doubles[seat] = hand.intersects(TileSet::DOUBLES);
                }
            }
        }
        Ok(counted)
    }

    /// Refuses a block whose winner neither the players name nor the counts decide.
    fn check_winner_known(&self, end: &ReportedEnd, left: &Left) -> Result<(), ReportError> {
        let rules = self.board.rules();
        let ReportedEnd::Blocked { winner, .. } = end else {
            return Ok(());
        };
        let nobody = rules.block_winner == BlockWinner::Nobody
            || rules.score == Score::Penalties && rules.block_penalties == BlockPenalties::Void;
        match (winner, left) {
            (Winner::Named(_), _) if nobody => Err(ReportError::NobodyWins),
            (Winner::Named(_) | Winner::Nobody, _) => Ok(()),
            (Winner::ByCounts, _) if nobody => Ok(()),
            (Winner::ByCounts, Left::Seats(_) | Left::Tiles(_)) => Ok(()),
            (Winner::ByCounts, Left::Sides(_)) if rules.n_sides() == rules.n_seats() => Ok(()),
            (Winner::ByCounts, _) => Err(ReportError::NameWinner),
        }
    }

    /// A seat that pays the winner of the round.
    fn payer(&self, end: &ReportedEnd) -> Seat {
        let rules = self.board.rules();
        let winner = match end {
            ReportedEnd::Out { seat, .. } => Some(*seat),
            ReportedEnd::Blocked { winner, .. } => winner.named().flatten(),
            ReportedEnd::Foul(seat) => rules.winner_by_foul(*seat),
            _ => None,
        };
        let won = winner.map(|seat| rules.side(seat));
        let mut losers = rules
            .playing()
            .filter(|seat| Some(rules.side(*seat)) != won);
        losers.next().unwrap_or_default()
    }

    fn check_tiles(&self, hands: &BySeat<TileSet>) -> Result<(), ReportError> {
        let rules = self.board.rules();
        let mut seen = TileSet::EMPTY;
        for (seat, hand) in hands.entries().filter(|(_, hand)| !hand.is_empty()) {
            self.check_seat(seat)?;
            if let Some(tile) = (*hand - rules.tiles()).into_iter().next() {
                return Err(ReportError::NotInSet(tile));
            }
            if let Some(tile) = (*hand & seen).into_iter().next() {
                return Err(ReportError::Twice(tile));
            }
            seen |= *hand;
        }
        Ok(())
    }

    fn check_seat(&self, seat: Seat) -> Result<(), ReportError> {
        let rules = self.board.rules();
        let plays = seat.index() < usize::from(rules.n_seats()) && rules.plays(seat);
        plays
            .then_some(())
            .ok_or(ReportError::SeatDoesNotPlay(seat))
    }

    fn check_side(&self, side: Side) -> Result<(), ReportError> {
        let plays = self.board.rules().sides().any(|other| other == side);
        plays
            .then_some(())
            .ok_or(ReportError::SideDoesNotPlay(side))
    }
}
