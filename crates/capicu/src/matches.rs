//! A match: rounds until a side has won.

mod leaving;

use crate::outcome::{Award, Awards, Ended, Outcome};
use crate::rules::{
    AtTarget, BlockedOpener, Doubles, DoublesOpener, DoublesPay, FalsePlayEnds, Finish,
    FirstPasoOf, Lead, LightestTie, Love, MatchCheck, NextMatchOpener, NextOpener, NoDouble,
    OneAll, Opener, OpeningLead, Pose, PosePass, ResetOpener, Score, SetTie, Skunk, Stakes,
    TieOpener,
};
use crate::{
    Board, BySeat, BySide, Deal, Duty, Opening, PlayAwards, Round, Rules, Seat, Side, Tile, TileSet,
};

pub use leaving::CannotWithdraw;

/// The state of a match between two rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// The points of each side.
    pub scores: BySide<u16>,
    /// Finished rounds, without void ones.
    pub round: u16,
    /// Rounds that a side won.
    pub decided: u16,
    /// Ties in a row just before the next round.
    pub ties: u16,
    /// Whether the next round is the play-off at one all.
    pub play_off: bool,
    /// Whether the bonus for the first pass of the match was paid (W12).
    pub passed: bool,
    /// The places of the sides that play no more, from 1; 0 for those that still play (W37, W38).
    pub places: BySide<u8>,
}

impl Standing {
    /// The state before the first round.
    pub fn new(rules: &Rules) -> Self {
        let scores = BySide::new(rules.n_sides());
        Self {
            scores,
            round: 0,
            decided: 0,
            ties: 0,
            play_off: false,
            passed: false,
            places: BySide::new(rules.n_sides()),
        }
    }
}

impl Standing {
    /// Whether the tiles of the next deal name its opener. `false` where the round before it did; `None` where this
    /// state alone does not decide.
    pub fn tiles_name_opener(&self, rules: &Rules) -> Option<bool> {
        if self.round == 0 {
            return Some(true);
        }
        match rules.next_opener {
            NextOpener::SameTest => return Some(true),
            NextOpener::Rotate => return Some(false),
            NextOpener::Winner => {}
        }
        // The last round may have been a block.
        let won = Some(false).filter(|_| rules.blocked_opener != BlockedOpener::Opener);
        if self.ties > 0 {
            if rules.doubles_pay == DoublesPay::Stake {
                // A hand of doubles may have raised the stake, and changes nothing else (W34).
                return None;
            }
            return match (rules.stakes, rules.tie_opener) {
                // The leading side opens; if no side leads, the tiles name the opener.
                (Stakes::Rising, _) => {
                    let best = self.scores.iter().max();
                    let leaders = self.scores.iter().filter(|score| Some(*score) == best);
                    Some(best == Some(&0) || leaders.count() > 1)
                }
                (Stakes::Two, _) | (Stakes::Off, TieOpener::Opener) => Some(true),
                (Stakes::Off, TieOpener::SameSeat | TieOpener::NextSeat) => Some(false),
            };
        }
        if self.play_off {
            let anew = rules.one_all == OneAll::PlayOff;
            return if anew { Some(true) } else { won };
        }
        let reset = self.scores.iter().all(|score| *score == 0);
        match rules.love {
            Love::AnyOther | Love::Everybody if reset => match rules.finish {
                Finish::AtLeast if rules.reset_opener == ResetOpener::Opener => Some(true),
                Finish::AtLeast => won,
                // A win may also have counted nothing.
                Finish::Exact => None,
            },
            _ => won,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Next {
    /// The seat that the tiles name.
    Anew,
    /// This seat, fixed by the round before.
    Seat { seat: Seat, may_hand_over: bool },
    /// A seat of this side, by lot.
    Lot(Side),
}

/// The leader of a round that has not been dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum NextLeader {
    /// The seat that the tiles of the deal name, or a draw for set.
    Tiles,
    /// This seat, as the last round decided.
    Seat(Seat),
    /// This seat, which may leave the lead to its partner.
    Huddle(Seat),
    /// A seat of this side, by lot.
    Lot(Side),
}

/// The tiles turned up in a draw for set; `None` for seats that are not in the draw.
pub type TurnedUp = BySeat<Option<Tile>>;

/// A match in progress or finished.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Match {
    rules: Rules,
    standing: Standing,
    next: Next,
    setter: Option<Seat>,
    /// The seats in the draw for set: all, and after a tie those who tied.
    drawing: BySeat<bool>,
    last_winner: BySide<Option<Seat>>,
    result: Option<MatchResult>,
}

/// The effect of a round on the match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RoundResult {
    /// The end of the round, with all hands open.
    pub outcome: Outcome,
    /// The awards that were written down. A win that only wiped out a lead writes none, nor do awards that would exceed
    /// an exact target.
    pub written: Awards,
    /// Ties in a row just before the round.
    pub ties: u16,
    /// The scores after the round.
    pub scores: BySide<u16>,
    /// The places of the sides that play no more; see [`Standing::places`].
    pub places: BySide<u8>,
    /// A change of the scores other than added points.
    pub turn: Option<ScoreTurn>,
    /// The end of the match, if this round ended it.
    pub result: Option<MatchResult>,
}

/// The effect of a won round on the scores in a game of love.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum ScoreTurn {
    /// The scores are back at 0.
    Reset,
    /// The score is one all: the next round is the play-off.
    OneAll,
    /// The play-off is won, which makes the score two love.
    TwoLove,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MatchResult {
    /// The side that won.
    pub winner: Side,
    /// The sides that lost outright: all others, but in a game of penalties only those at the target (001:94).
    pub losers: BySide<bool>,
    /// Losing sides that had not turned the corner of the board (004:56).
    pub skunked: BySide<bool>,
}

impl MatchResult {
    /// The number of matches it counts for its winner: two where a skunk counts double (004:56, S5).
    pub fn matches(&self, rules: &Rules) -> u16 {
        let skunk = self.skunked.iter().any(|skunked| *skunked);
        match rules.skunk {
            Skunk::CountsDouble if skunk => 2,
            _ => 1,
        }
    }
}

/// Why a deal cannot be played and the tiles are shuffled again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Redeal {
    /// No seat holds a double to open with (003:9).
    #[error("nobody holds a double to open with")]
    NoDouble,
    /// This seat holds too many doubles (G7).
    #[error("seat {} has too many doubles; these rules require a new deal", .0.letter())]
    ManyDoubles(Seat),
    /// This seat holds too many tiles of one number (W33).
    #[error("seat {} has too many tiles of one number; these rules require a new deal", .0.letter())]
    LongSuit(Seat),
}

impl Match {
    /// A match before its first round.
    pub fn new(rules: Rules) -> Self {
        let rules = rules.without(&BySide::new(rules.n_sides()));
        Self {
            standing: Standing::new(&rules),
            next: Next::Anew,
            setter: None,
            drawing: BySeat::from_fn(rules.n_seats(), |_| true),
            last_winner: BySide::new(rules.n_sides()),
            result: None,
            rules,
        }
    }

    /// The rematch by the same rules. It is a new match, except for its opener where the rules continue the order
    /// (004:86, S17).
    #[must_use]
    pub fn again(&self) -> Self {
        let fresh = Self::new(self.rules);
        let goes_on = self.rules.opener == Opener::DrawForSet
            && self.rules.next_match_opener == NextMatchOpener::GoesOn;
        let next_seat = self.rules.opener == Opener::DrawForSet
            && self.rules.next_match_opener == NextMatchOpener::NextSeat;
        if self.result.is_some() && next_seat {
            let next = |seat: Seat| seat.next(self.rules.n_seats());
            return Self {
                setter: self.setter.map(next),
                ..fresh
            };
        }
        if !goes_on || self.result.is_none() {
            return fresh;
        }
        Self {
            next: self.next,
            setter: self.setter,
            ..fresh
        }
    }

    /// This match with another standing and no winner, the next opener unchanged: for questions about the value of a
    /// standing.
    #[must_use]
    pub fn at(&self, standing: Standing) -> Self {
        Self {
            rules: self.rules.without(&standing.places),
            standing,
            result: None,
            ..self.clone()
        }
    }

    /// This match, with its next round played from a deal with a fixed opener, such as a board of duplicate. This seat
    /// opens, unless under the rules the deal names a tile to be led first.
    #[must_use]
    pub fn with_board(&self, deal: &Deal, first: Seat) -> Self {
        let named = self.opening_anew(deal).map(|opening| opening.duty);
        let next = match named {
            Ok(Duty::Tile(_)) => Next::Anew,
            _ => Next::Seat {
                seat: first,
                may_hand_over: false,
            },
        };
        Self {
            next,
            ..self.clone()
        }
    }

    /// Returns the rules of the match, for the seats that still play.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The side that opens the next round; `None` where the tiles will name it.
    pub fn next_side(&self) -> Option<Side> {
        match self.next {
            Next::Anew => self.setter.map(|seat| self.rules.side(seat)),
            Next::Seat { seat, .. } => Some(self.rules.side(seat)),
            Next::Lot(side) => Some(side),
        }
    }

    /// The leader of the next round, as far as it is known before the tiles are dealt.
    pub fn next_leader(&self) -> NextLeader {
        match (self.next, self.setter) {
            (Next::Anew, Some(setter)) => NextLeader::Seat(self.rules.at_or_after(setter)),
            (Next::Anew, None) => NextLeader::Tiles,
            (
                Next::Seat {
                    seat,
                    may_hand_over: true,
                },
                _,
            ) => NextLeader::Huddle(seat),
            (Next::Seat { seat, .. }, _) => NextLeader::Seat(seat),
            (Next::Lot(side), _) => NextLeader::Lot(side),
        }
    }

    /// Sets the scores on which the players of a real table agree. They can end the match.
    ///
    /// # Panics
    ///
    /// If the scores are not those of all sides.
    pub fn agree(&mut self, scores: BySide<u16>) {
        assert_eq!(scores.len(), self.rules.n_sides(), "a score for every side");
        self.standing.scores = scores;
        self.note_result();
    }

    /// The state after the last finished round.
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The end of the match; `None` while it is in play.
    pub const fn result(&self) -> Option<&MatchResult> {
        self.result.as_ref()
    }

    /// Whether tiles must be turned up to find the next opener.
    pub fn needs_draw_for_set(&self) -> bool {
        self.rules.opener == Opener::DrawForSet
            && self.setter.is_none()
            && matches!(self.next, Next::Anew)
    }

    /// The seat that won the draw for set; `None` before the draw, or without one.
    pub const fn setter(&self) -> Option<Seat> {
        self.setter
    }

    /// The seats that turn up a tile next in the draw for set: all, and after a tie those who tied (S1).
    pub const fn drawing(&self) -> &BySeat<bool> {
        &self.drawing
    }

    /// Notes the tiles turned up in the draw for set. Returns `true` if they name an opener. Returns `false` if the
    /// highest tie; then those who tied draw again (004:22, S1). Ignores tiles of seats that are not
    /// [drawing](Self::drawing).
    pub fn draw_for_set(&mut self, drawn: &TurnedUp) -> bool {
        let rank = |tile: Tile| {
            let half = match self.rules.set_tie {
                SetTie::DrawAgain => 0,
                SetTie::HigherHalf => tile.high().value(),
            };
            (tile.spots(), half)
        };
        let drawing = self.drawing;
        let ranks = BySeat::from_fn(self.rules.n_seats(), |seat| {
            drawn[seat].filter(|_| drawing[seat]).map(rank)
        });
        let Some(best) = ranks.iter().max().copied().flatten() else {
            return false;
        };
        self.drawing = BySeat::from_fn(self.rules.n_seats(), |seat| ranks[seat] == Some(best));
        let mut tied = self.drawing.entries().filter(|(_, best)| **best);
        let first = tied.next().map(|(seat, _)| seat);
        self.setter = first.filter(|_| tied.next().is_none());
        self.setter.is_some()
    }

    /// Notes that a seat won the draw for set at a real table, where nobody wrote down the tiles: the opener of the first
    /// round. Ignored unless the match [needs the draw](Self::needs_draw_for_set).
    pub fn note_setter(&mut self, seat: Seat) {
        if self.needs_draw_for_set() {
            self.setter = Some(seat);
        }
    }

    /// The opener of the next round with this deal.
    ///
    /// # Errors
    ///
    /// If the rules ask for another deal.
    pub fn opening(&self, deal: &Deal) -> Result<Opening, Redeal> {
        if self.rules.doubles_end_deals()
            && let Some(doubles) = self.rules.doubles_in(deal.hands())
        {
            return Ok(Opening {
                seat: doubles.seat(),
                duty: Duty::Any,
                may_hand_over: false,
            });
        }
        let limit = usize::from(self.rules.doubles_redeal.get());
        let doubles = |hand: TileSet| (hand & TileSet::DOUBLES).len();
        let many = |(_, hand): &(Seat, &TileSet)| doubles(**hand) >= limit;
        if limit > 0
            && let Some((seat, _)) = deal.hands().entries().find(many)
        {
            return Err(Redeal::ManyDoubles(seat));
        }
        if self.rules.suit_redeal.get() > 0
            && let Some(seat) = self.rules.long_suit_in(deal.hands())
        {
            return Err(Redeal::LongSuit(seat));
        }
        match self.next {
            Next::Anew => self.opening_anew(deal),
            Next::Seat {
                seat,
                may_hand_over,
            } => Ok(self.earned(seat, may_hand_over, deal)),
            Next::Lot(side) => {
                let n = self.rules.members(side).count();
                let seat = self.rules.members(side).nth(deal.lot() as usize % n);
                Ok(self.earned(seat.expect("the lot is below the number"), false, deal))
            }
        }
    }

    /// Begins the next round with a deal of these rules.
    ///
    /// # Errors
    ///
    /// If the rules ask for another deal.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::fair::Seed;
    /// use capicu::{Game, Match, Redeal};
    ///
    /// let rules = Game::by_id("draw").and_then(|game| game.rules(2)).unwrap();
    /// let (mut game, seed) = (Match::new(rules), Seed::from_number(1));
    /// // In a deal without doubles nobody can open; the tiles are dealt again.
    /// let mut deals = (0..).map(|number| game.open(&seed.deal(&rules, number)));
    /// let mut round = deals.find_map(Result::ok).unwrap();
    /// while let Some(action) = round.distinct_actions().first() {
    ///     round.play(*action)?;
    /// }
    /// game.finish(&round);
    /// assert_eq!(game.standing().round, 1);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn open(&self, deal: &Deal) -> Result<Round, Redeal> {
        let opening = self.opening(deal)?;
        Ok(Round::begin(&self.rules, &self.standing, opening, deal))
    }

    fn earned(&self, seat: Seat, may_hand_over: bool, deal: &Deal) -> Opening {
        let none = !deal.hands()[seat].intersects(TileSet::DOUBLES);
        let duty = match self.rules.lead {
            Lead::Double if !(none && self.rules.pose_pass == PosePass::AnyTile) => {
                // If nobody holds a double, nobody can be made to lead one.
                let any = deal
                    .hands()
                    .iter()
                    .any(|hand| hand.intersects(TileSet::DOUBLES));
                if any { Duty::Double } else { Duty::Any }
            }
            _ => Duty::Any,
        };
        Opening {
            seat,
            duty,
            may_hand_over,
        }
    }

    fn opening_anew(&self, deal: &Deal) -> Result<Opening, Redeal> {
        let holder = |tile: Tile| {
            let mut hands = deal.hands().entries();
            let (seat, _) = hands.find(|(_, hand)| hand.contains(tile))?;
            Some((seat, tile))
        };
        let dealt = || {
            deal.hands()
                .iter()
                .fold(TileSet::EMPTY, |all, hand| all | *hand)
        };
        let highest_double = || {
            if self.rules.is_small() {
                return highest_double_in(0, deal.hands());
            }
            let mut words = self.rules.words().rev();
            words.find_map(|word| highest_double_in(word, deal.hands()))
        };
        let opening = |seat, duty| {
            Ok(Opening {
                seat,
                duty,
                may_hand_over: false,
            })
        };
        let first = || self.rules.at_or_after(Seat::default());
        let by_double = match self.rules.opener {
            Opener::FirstSeat => return opening(first(), Duty::Any),
            Opener::DrawForSet => {
                let setter = self.setter.unwrap_or_default();
                return opening(self.rules.at_or_after(setter), Duty::Any);
            }
            Opener::DoubleBlank => holder(Tile::DOUBLE_BLANK),
            Opener::HighestDouble => highest_double(),
            Opener::LowestDouble | Opener::RoundDouble | Opener::HighestTile => {
                let mut naming = self.rules.naming_tiles(self.standing.round).into_iter();
                naming.find_map(holder)
            }
        };
        let named = match (by_double, self.rules.no_double) {
            (Some(named), _) => Some(named),
            (None, NoDouble::Redeal) => return Err(Redeal::NoDouble),
            (None, NoDouble::HighestTile) => dealt()
                .into_iter()
                .max_by_key(|tile| (tile.spots(), tile.high()))
                .and_then(holder),
            (None, NoDouble::HeaviestHand) => {
                return opening(heaviest(deal.hands()), Duty::Any);
            }
            (None, NoDouble::DrawForDouble) => {
                return opening(first(), Duty::DrawForDouble);
            }
        };
        let (seat, duty) = match (named, self.rules.opening_lead) {
            (Some((seat, tile)), OpeningLead::ThatTile) => (seat, Duty::Tile(tile)),
            (Some((seat, tile)), OpeningLead::AnyTile) => (seat, Duty::Holder(tile)),
            (None, _) => (first(), Duty::Any),
        };
        opening(seat, duty)
    }

    /// Writes a finished round down.
    ///
    /// A void round leaves everything as it was: its points are taken back and the same opener
    /// opens again.
    ///
    /// # Panics
    ///
    /// If the round is not over.
    pub fn finish(&mut self, round: &Round) -> RoundResult {
        let outcome = round
            .outcome()
            .expect("only a finished round is written down");
        self.finish_board(round.board(), outcome.clone())
    }

    pub(crate) fn finish_board(&mut self, board: &Board, outcome: Outcome) -> RoundResult {
        let ties = self.standing.ties;
        if self.rules.changes_standing() && !outcome.takes_back(&self.rules) {
            self.standing.scores = board.standing().scores;
            if self.rules.first_paso_of == FirstPasoOf::Match {
                self.standing.passed = board.standing().passed;
            }
        }
        let (turn, written) = self.write_down(board.opener(), board.points(), &outcome);
        RoundResult {
            written,
            ties,
            scores: self.standing.scores,
            places: self.standing.places,
            turn,
            result: self.result,
            outcome,
        }
    }

    /// Writes down a round from its opener, the points made in play by side, and its end. Returns the change of the
    /// scores other than added points, and the awards that count.
    pub fn write_down(
        &mut self,
        opener: Seat,
        points: &BySide<u16>,
        outcome: &Outcome,
    ) -> (Option<ScoreTurn>, Awards) {
        match outcome.ended {
            Ended::Void => (None, Awards::new()),
            Ended::Doubles(seat) => self.score_doubles(seat, outcome),
            Ended::Foul(_) if self.rules.false_play_ends == FalsePlayEnds::LosesMatch => {
                let winner = outcome.winner.map(|seat| self.rules.side(seat));
                self.result = winner.map(|side| self.result_for(side));
                (None, Awards::new())
            }
            Ended::Foul(_) if outcome.winner.is_none() => self.score_foul(outcome),
            _ => self.score(opener, points, outcome),
        }
    }

    /// Writes down the price of a false play that voids the round (W24). The same opener opens again.
    #[cold]
    fn score_foul(&mut self, outcome: &Outcome) -> (Option<ScoreTurn>, Awards) {
        let (mut turn, mut written) = (None, Awards::new());
        for award in &outcome.awards {
            let counts = match self.rules.score {
                Score::Games if !award.why.takes_off() => {
                    let (turned, counts) = self.score_games(award.side, award.points);
                    turn = turned.or(turn);
                    counts
                }
                _ => self.write(award),
            };
            if counts {
                written.push(*award);
            }
        }
        self.note_result();
        (turn, written)
    }

    /// Writes down a hand of doubles: points, or the match (W11). No round was played.
    #[cold]
    fn score_doubles(&mut self, seat: Seat, outcome: &Outcome) -> (Option<ScoreTurn>, Awards) {
        let side = self.rules.side(seat);
        if let Some(Doubles::Win(_)) = self.rules.doubles_in(&outcome.hands) {
            self.result = Some(self.result_for(side));
            return (None, Awards::new());
        }
        if self.rules.doubles_pay == DoublesPay::Stake {
            self.standing.ties += 1;
        }
        let (turn, counts) = match self.rules.score {
            _ if self.rules.doubles_pay == DoublesPay::Stake => (None, true),
            Score::Games => {
                let won = outcome.awards.iter().map(|award| award.points).sum();
                self.score_games(side, won)
            }
            Score::Pips | Score::Penalties => {
                let mut counts = true;
                for award in &outcome.awards {
                    counts &= self.write(award);
                }
                (None, counts)
            }
        };
        if self.rules.doubles_opener == DoublesOpener::Holder
            && self.rules.next_opener != NextOpener::SameTest
        {
            self.next = Next::Seat {
                seat,
                may_hand_over: false,
            };
        }
        self.note_result();
        let written = Some(&outcome.awards).filter(|_| counts);
        (turn, written.cloned().unwrap_or_default())
    }

    /// Adds points called after the last tile and before the next deal, as far as they count. They can end the match;
    /// where it ends at once, later points count nothing.
    pub(crate) fn add(&mut self, mut awards: PlayAwards) -> PlayAwards {
        let at_once = self.rules.match_check == MatchCheck::Immediate
            && self.rules.at_target == AtTarget::MatchEnds;
        awards.retain(|award| {
            let decided = at_once && self.decided().is_some();
            !decided && self.write(award)
        });
        self.note_result();
        awards
    }

    fn score(
        &mut self,
        opener: Seat,
        points: &BySide<u16>,
        outcome: &Outcome,
    ) -> (Option<ScoreTurn>, Awards) {
        let mut turned = None;
        for (side, points) in points.entries().filter(|(_, points)| **points > 0) {
            if self.rules.score == Score::Games {
                // Points of a false play are games won before the round is over (G11).
                turned = self.score_games(side, *points).0.or(turned);
            } else {
                self.standing.scores[side] += points;
            }
        }
        self.standing.round += 1;
        let (turn, written) = match self.rules.score {
            Score::Games => match outcome.winner {
                Some(winner) => {
                    let paid = outcome.awards.iter();
                    let paid = paid.filter(|award| !award.why.takes_off());
                    let won = paid.map(|award| award.points).sum();
                    let (turn, counts) = self.score_games(self.rules.side(winner), won);
                    let taken = outcome.awards.iter();
                    for award in taken.filter(|award| award.why.takes_off()) {
                        self.write(award);
                    }
                    if self.rules.block_fine.get() > 0
                        && let Some(side) = outcome.fined(&self.rules)
                    {
                        let score = &mut self.standing.scores[side];
                        *score = score.saturating_sub(self.rules.block_fine.get());
                    }
                    let written = if counts {
                        outcome.awards.clone()
                    } else {
                        Awards::new()
                    };
                    (turn, written)
                }
                None => (None, Awards::new()),
            },
            Score::Pips | Score::Penalties => {
                let awards = outcome.awards.iter().copied();
                let any = self.rules.first_score.get() == 0;
                let counts = |award: &Award| {
                    let starts = any || award.why.takes_off() || self.starts(award.side, outcome);
                    starts && self.write(award)
                };
                (None, awards.filter(counts).collect())
            }
        };
        self.next = self.next_opener(opener, outcome, turn);
        if outcome.winner.is_some() {
            self.standing.decided += 1;
            self.standing.ties = 0;
        } else {
            self.standing.ties += 1;
        }
        if let Some(winner) = outcome.winner {
            self.last_winner[self.rules.side(winner)] = Some(winner);
        }
        self.result = match outcome.ended {
            Ended::Target(side) if self.rules.score != Score::Penalties => {
                Some(self.result_for(side))
            }
            _ => {
                self.note_result();
                self.result
            }
        };
        (turn.or(turned), written)
    }

    /// Whether a side writes down the end of a round: it has points already, or makes enough of them now (W18).
    #[cold]
    fn starts(&self, side: Side, outcome: &Outcome) -> bool {
        let own = outcome.awards.iter().filter(|award| award.side == side);
        let own = own.filter(|award| !award.why.takes_off());
        let made: u16 = own.map(|award| award.points).sum();
        self.standing.scores[side] > 0 || made >= self.rules.first_score.get()
    }

    /// Writes an award down, unless it would exceed an exact target. Returns whether it did.
    fn write(&mut self, award: &Award) -> bool {
        let scores = &mut self.standing.scores;
        if award.why.takes_off() {
            scores[award.side] = award.onto(scores[award.side]);
            return true;
        }
        let score = scores[award.side] + award.points;
        let counts = self.rules.admits(score);
        if counts {
            scores[award.side] = score;
        }
        counts
    }

    /// Scores games won by a side, with love (001:44-51, 001:65, J2-J9, C1). Returns the further change of the scores,
    /// and whether the games are written down.
    fn score_games(&mut self, winner: Side, won: u16) -> (Option<ScoreTurn>, bool) {
        let standing = &mut self.standing;
        let without = |(side, score): (Side, u16)| (side == winner) == (score == 0);
        let scores = || self.rules.sides().map(|side| (side, standing.scores[side]));
        let last_without = scores().all(without);
        let others = scores().filter(|(side, _)| *side != winner);
        let ahead = others.map(|(_, score)| score).max().unwrap_or(0);
        if standing.play_off {
            standing.play_off = false;
            standing.scores = BySide::new(standing.scores.len());
            standing.scores[winner] = 1 + won;
            return (Some(ScoreTurn::TwoLove), true);
        }
        match self.rules.love {
            Love::AnyOther if ahead > 0 => {
                standing.scores = BySide::new(standing.scores.len());
                let staked = standing.ties > 0 && self.rules.stakes != Stakes::Off;
                if self.rules.one_all != OneAll::Reset && ahead == 1 && !staked {
                    standing.play_off = true;
                    standing.scores = BySide::from_fn(standing.scores.len(), |_| 1);
                    return (Some(ScoreTurn::OneAll), false);
                }
                (Some(ScoreTurn::Reset), false)
            }
            Love::Everybody if last_without => {
                standing.scores = BySide::new(standing.scores.len());
                (Some(ScoreTurn::Reset), false)
            }
            Love::AnyOther | Love::Everybody | Love::Off => {
                let counts = self.rules.admits(standing.scores[winner] + won);
                if counts {
                    standing.scores[winner] += won;
                }
                (None, counts)
            }
        }
    }

    fn next_opener(&self, opener: Seat, outcome: &Outcome, turn: Option<ScoreTurn>) -> Next {
        let rules = &self.rules;
        let seat = |seat| Next::Seat {
            seat,
            may_hand_over: false,
        };
        match rules.next_opener {
            NextOpener::SameTest => return Next::Anew,
            NextOpener::Rotate => return seat(rules.next(opener)),
            NextOpener::Winner => {}
        }
        let Some(winner) = outcome.winner else {
            return match (rules.stakes, rules.tie_opener) {
                (Stakes::Rising, _) => self.leaders_pose(),
                (Stakes::Two, _) | (_, TieOpener::Opener) => Next::Anew,
                (_, TieOpener::SameSeat) => seat(opener),
                (_, TieOpener::NextSeat) => seat(rules.next(opener)),
            };
        };
        match turn {
            Some(ScoreTurn::Reset) if rules.reset_opener == ResetOpener::Opener => {
                return Next::Anew;
            }
            Some(ScoreTurn::OneAll) if rules.one_all == OneAll::PlayOff => return Next::Anew,
            _ => {}
        }
        let side = rules.side(winner);
        let huddle = rules.pose == Pose::Huddle && rules.partner(winner).is_some();
        match outcome.ended {
            Ended::Blocked(blocker) => match rules.blocked_opener {
                BlockedOpener::Huddle => Next::Seat {
                    seat: winner,
                    may_hand_over: rules.partner(winner).is_some(),
                },
                BlockedOpener::Lightest => Next::Seat {
                    seat: winner,
                    may_hand_over: rules.lightest_tie == LightestTie::FreeChoice
                        && rules.partner(winner).is_some_and(|partner| {
                            outcome.counts[partner] == outcome.counts[winner]
                        }),
                },
                BlockedOpener::BlockerOrNext => match blocker {
                    Some(blocker) if rules.side(blocker) == side => seat(blocker),
                    Some(blocker) => seat(rules.next(blocker)),
                    None => seat(winner),
                },
                BlockedOpener::Lot => Next::Lot(side),
                BlockedOpener::Opener => Next::Anew,
            },
            _ => match rules.pose {
                Pose::Winner => seat(winner),
                Pose::Huddle => Next::Seat {
                    seat: winner,
                    may_hand_over: huddle,
                },
                Pose::Lot => Next::Lot(side),
                Pose::FixedSeat => seat(rules.members(side).next().unwrap_or(winner)),
            },
        }
    }

    /// The leading side opens a replay with a stake, by the seat that last won for it (001:51, J1).
    fn leaders_pose(&self) -> Next {
        let scores = &self.standing.scores;
        let best = scores.iter().copied().max().unwrap_or(0);
        let mut leaders = scores.entries().filter(|(_, s)| **s == best && best > 0);
        let leader = leaders.next().filter(|_| leaders.next().is_none());
        match leader.and_then(|(side, _)| self.last_winner[side]) {
            Some(seat) => {
                let huddle = self.rules.pose == Pose::Huddle;
                Next::Seat {
                    seat,
                    may_hand_over: huddle && self.rules.partner(seat).is_some(),
                }
            }
            None => Next::Anew,
        }
    }

    /// The only side with the best score: the lowest in a game of penalties, otherwise the highest.
    fn single_best(&self) -> Option<Side> {
        let scores = &self.standing.scores;
        let all = || self.rules.sides().map(|side| scores[side]);
        let best = match self.rules.score {
            Score::Penalties => all().min(),
            Score::Games | Score::Pips => all().max(),
        }?;
        let mut with = self.rules.sides().filter(|side| scores[*side] == best);
        with.next().filter(|_| with.next().is_none())
    }

    /// Whether a match in this state is over.
    pub(crate) fn is_over(rules: Rules, standing: Standing) -> bool {
        let game = Self::new(rules).at(standing);
        game.rules.n_playing() == 0
            || rules.at_target == AtTarget::MatchEnds && game.decided().is_some()
    }

    /// The result if a side has won between rounds; with equal scores, play continues (001:94, 004:32).
    fn decided(&self) -> Option<MatchResult> {
        let target = self.rules.target.get();
        let rounds = self.rules.match_rounds.get();
        let played = rounds > 0 && self.standing.round >= rounds;
        let mut sides = self.rules.sides();
        let reached = played || sides.any(|side| self.standing.scores[side] >= target);
        let winner = self
            .single_best()
            .filter(|_| reached && !self.standing.play_off)?;
        Some(self.result_for(winner))
    }

    fn result_for(&self, winner: Side) -> MatchResult {
        let scores = &self.standing.scores;
        let target = self.rules.target.get();
        // After the last round nobody may be at the target.
        let some = scores.iter().any(|score| *score >= target);
        let all_lose = self.rules.score != Score::Penalties || !some;
        let losers = BySide::from_fn(scores.len(), |side| {
            let left = !self.rules.sides().any(|other| other == side);
            side != winner && (all_lose || left || scores[side] >= target)
        });
        let skunked = BySide::from_fn(scores.len(), |side| {
            self.rules.skunk != Skunk::Off
                && losers[side]
                && scores[side] < self.rules.skunk_line.get()
        });
        MatchResult {
            winner,
            losers,
            skunked,
        }
    }
}

/// The highest double with a bit in a word, and the seat that has it.
#[inline(always)]
fn highest_double_in(word: usize, hands: &BySeat<TileSet>) -> Option<(Seat, Tile)> {
    let mut best = (0, Seat::default());
    for (seat, hand) in hands.entries() {
        let doubles = hand.words()[word] & TileSet::DOUBLES.words()[word];
        // Of disjoint sets, the greatest number has the highest tile. Its seat is random, so no branch depends on it.
        best = if doubles > best.0 {
            (doubles, seat)
        } else {
            best
        };
    }
    let (doubles, seat) = best;
    Some((seat, TileSet::tile_in(word, doubles.checked_ilog2()?)))
}

/// The seat with the most spots in hand, of equal ones the first (W32).
#[cold]
fn heaviest(hands: &BySeat<TileSet>) -> Seat {
    let (mut most, mut seat) = (0, Seat::default());
    for (holder, hand) in hands.entries() {
        if hand.spots() > most {
            (most, seat) = (hand.spots(), holder);
        }
    }
    seat
}
