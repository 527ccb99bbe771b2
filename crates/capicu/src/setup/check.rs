//! Checks whether a setup is possible.

use super::{Boneyard, Setup};
use crate::rules::{AfterDouble, CallSum, Calls, DoublesPay, Exposed, GoingOut, OneAll};
use crate::{Board, BySeat, Duty, Held, Layout, Match, Opening, Seat, Tile, TileSet, Turn};

/// The most points or rounds that a setup may name: far more than any match reaches, and few enough that later sums do
/// not overflow.
const MOST: u16 = 30_000;

/// The most passes in a row that a setup may name.
const MOST_PASSES: u8 = 99;

/// Why a setup is not a possible round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum SetupError {
    /// A list does not have one entry for each seat or side.
    #[error("{what}: {there} for {due}")]
    Number {
        /// The list: `hands` or `scores`.
        what: &'static str,
        /// The number of entries.
        there: u8,
        /// The number of seats or sides.
        due: u8,
    },
    /// The table has no such seat.
    #[error("there is no seat {}", .0.letter())]
    NoSeat(Seat),
    /// The tile is not in this game.
    #[error("{0} is not in this game")]
    NotInGame(Tile),
    /// The tile is named in two places.
    #[error("{0} is in two places")]
    Twice(Tile),
    /// All hands and the boneyard are known, and the tile is in none of them.
    #[error("{0} is missing")]
    Missing(Tile),
    /// The numbers of tiles do not add up.
    #[error("hands, layout and boneyard have {there} tiles, but the game has {due}")]
    Tiles {
        /// The tiles in hands, layout and boneyard.
        there: usize,
        /// The tiles of the game.
        due: usize,
    },
    /// The layout was built for other rules.
    #[error("the layout is not one of these rules")]
    Layout,
    /// Tiles are on the table and no last player is named, or a last player is named without any tile.
    #[error("name who played the last tile if tiles are on the table, and only then")]
    LastPlayer,
    /// The seats have laid another number of tiles than there are on the table.
    #[error("{laid} tiles lie, and the seats have laid {by_seats}")]
    Laid {
        /// The tiles on the table.
        laid: u16,
        /// The tiles that the seats received and no longer hold.
        by_seats: u16,
    },
    /// A seat holds more tiles than it received, or drew more.
    #[error("seat {} cannot hold or have drawn more tiles than it received", .0.letter())]
    Received(Seat),
    /// An opening has tiles on the table, or a round in play has none.
    #[error("a round that opens has no tile on the table; one in play has some")]
    Phase,
    /// The turn is marked as over.
    #[error("the round is over")]
    Over,
    /// A seat has no tile, although the round would then be over.
    #[error("seat {} holds no tile, so that the round is over", .0.letter())]
    EmptyHand(Seat),
    /// A seat must lead a tile that it does not hold.
    #[error("seat {} does not hold {tile}, which it is to lead", .seat.letter())]
    LeadNotHeld {
        /// The seat that must lead.
        seat: Seat,
        /// The tile it must lead.
        tile: Tile,
    },
    /// A double must be led and no hand has one, or must be drawn and the boneyard has none.
    #[error("a double is to be led, and there is none to lead")]
    NoDouble,
    /// A seat without a partner could hand the lead over.
    #[error("seat {} has no partner to hand over to", .0.letter())]
    NoPartner(Seat),
    /// No seat can ever play: the round is over.
    #[error("no tile can be played or drawn, so that the round is over")]
    Blocked,
    /// The points made in play end the match.
    #[error("the points made in play have ended the match")]
    TargetReached,
    /// The scores end the match.
    #[error("the scores have ended the match")]
    MatchOver,
    /// The number of points or rounds exceeds any match.
    #[error("{0} is more points or rounds than any match comes to")]
    TooMany(u16),
    /// More rounds were won or tied than played, or these rules have no such play-off.
    #[error("these numbers of rounds won, tied or played off are not possible together")]
    Standing,
    /// A seat with a place holds tiles or is to act, or fewer than two seats have none.
    #[error(
        "a seat with a place has no tiles and no turn; places need a game where all play alone and two seats without one"
    )]
    Places,
    /// The number of passes in a row is impossible.
    #[error("this number of passes in a row is not possible")]
    Passes,
    /// The game has no calls, or no such score now.
    #[error("there is no such score to declare or claim")]
    Undeclared,
    /// The exposed tile is in no hand, or exposed tiles are picked up in this game.
    #[error("{0} cannot lie exposed")]
    Exposed(Tile),
    /// The round waits for a declaration, but its end is not given.
    #[error("a round that waits for points to be declared has to tell how it ends")]
    Declare,
    /// The hand of this seat must be known and is not.
    #[error("the hand of seat {} is not known", .0.letter())]
    UnknownHand(Seat),
    /// The boneyard must be known and is not.
    #[error("the boneyard is not known")]
    UnknownBoneyard,
}

impl Setup {
    /// Checks whether everything known is possible.
    ///
    /// # Errors
    ///
    /// The first thing that is not.
    pub fn check(&self) -> Result<(), SetupError> {
        self.check_numbers()?;
        self.check_tiles()?;
        self.check_laid()?;
        self.check_turn()?;
        self.check_incidents()?;
        let board = Board::of_setup(self);
        if board.target_reached().is_some() {
            return Err(SetupError::TargetReached);
        }
        if Match::is_over(self.rules, self.standing) {
            return Err(SetupError::MatchOver);
        }
        match (self.turn, self.unsettled, board.asks_last()) {
            (Turn::Declare(seat), Some(_), Some(due)) if seat == due => Ok(()),
            (Turn::Declare(_), ..) | (_, Some(_), _) => Err(SetupError::Declare),
            _ => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), SetupError> {
        let (seats, sides) = (self.rules.n_seats(), self.rules.n_sides());
        let numbers = [
            ("hands", self.hands.len(), seats),
            ("places", self.standing.places.len(), sides),
            ("scores", self.standing.scores.len(), sides),
            ("made", self.made.len(), sides),
            ("dealt", self.incidents.received.len(), seats),
        ];
        if let Some((what, there, due)) = numbers.into_iter().find(|(_, there, due)| there != due) {
            return Err(SetupError::Number { what, there, due });
        }
        let acting = match self.turn {
            Turn::Open(opening) => Some(opening.seat),
            Turn::Play(seat) | Turn::Declare(seat) => Some(seat),
            Turn::Over => None,
        };
        let ended = match self.unsettled.map(|unsettled| unsettled.ended) {
            Some(crate::Ended::Out(seat) | crate::Ended::Blocked(Some(seat))) => Some(seat),
            _ => None,
        };
        let undeclared = self.incidents.undeclared.iter().map(|missed| missed.seat);
        let named = [
            Some(self.opening.seat),
            Some(self.opener),
            acting,
            self.last_player,
            ended,
        ];
        let mut named = named.into_iter().flatten().chain(undeclared);
        if let Some(seat) = named.find(|seat| seat.index() >= usize::from(seats)) {
            return Err(SetupError::NoSeat(seat));
        }
        let standing = &self.standing;
        let rules = self.rules.without(&standing.places);
        let placed = rules.n_playing() < seats;
        let out = |(seat, held): (Seat, &Held)| rules.plays(seat) || held.is_empty();
        if placed && sides != seats
            || rules.n_playing() < 2
            || standing.places.iter().any(|place| *place > seats)
            || !self.hands.entries().all(out)
            || acting.is_some_and(|seat| !rules.plays(seat))
        {
            return Err(SetupError::Places);
        }
        let points = standing.scores.iter().chain(self.made.iter()).copied();
        let points = points.chain(self.incidents.undeclared.iter().map(|missed| missed.points));
        if let Some(many) = points
            .chain([standing.round, standing.ties])
            .find(|points| *points > MOST)
        {
            return Err(SetupError::TooMany(many));
        }
        let played_off = standing.play_off && self.rules.one_all == OneAll::Reset;
        let unpaid = standing.passed && self.rules.first_paso.get() == 0;
        if unpaid
            || standing.decided > standing.round
            || standing.ties > standing.round && self.rules.doubles_pay == DoublesPay::Points
            || played_off
        {
            return Err(SetupError::Standing);
        }
        Ok(())
    }

    fn check_tiles(&self) -> Result<(), SetupError> {
        let game = self.rules.tiles();
        let mut there = TileSet::EMPTY;
        let mut put = |tile: Tile| match (game.contains(tile), there.insert(tile)) {
            (false, _) => Err(SetupError::NotInGame(tile)),
            (true, false) => Err(SetupError::Twice(tile)),
            (true, true) => Ok(()),
        };
        self.layout.laid().into_iter().try_for_each(&mut put)?;
        let hands = self.hands.iter().filter_map(|held| held.known());
        hands.flatten().try_for_each(&mut put)?;
        if let Boneyard::Known(pile) = &self.boneyard {
            pile.iter().copied().try_for_each(&mut put)?;
        }
        let all_known = self.hands.iter().all(|held| held.known().is_some())
            && matches!(self.boneyard, Boneyard::Known(_));
        if let Some(tile) = (game - there).into_iter().next().filter(|_| all_known) {
            return Err(SetupError::Missing(tile));
        }
        let held: usize = self.hands.iter().map(|held| held.len()).sum();
        let n = held + self.layout.laid().len() + self.boneyard.len();
        if n != game.len() {
            return Err(SetupError::Tiles {
                there: n,
                due: game.len(),
            });
        }
        Ok(())
    }

    /// Checks whether the layout follows these rules, and whether these seats can have laid it.
    fn check_laid(&self) -> Result<(), SetupError> {
        let (rules, layout) = (&self.rules, &self.layout);
        let made_anew = match layout.first() {
            None => Ok(Layout::new(rules)),
            Some(first) => {
                let ends: alloc::vec::Vec<_> = layout.open_ends().collect();
                Layout::of_parts(rules, layout.laid(), first, layout.first_spinner(), &ends)
            }
        };
        if made_anew.as_ref() != Ok(layout) {
            return Err(SetupError::Layout);
        }
        let incidents = &self.incidents;
        let too_many = |seat: &Seat| {
            let received = incidents.received[*seat];
            self.hands[*seat].len() > usize::from(received) || incidents.n_drawn[*seat] > received
        };
        if let Some(seat) = Seat::all(self.rules.n_seats()).find(too_many) {
            return Err(SetupError::Received(seat));
        }
        let laid_by =
            |seat: Seat| u16::from(incidents.received[seat]) - self.hands[seat].len() as u16;
        let by_seats = Seat::all(self.rules.n_seats()).map(laid_by).sum();
        let laid = layout.laid().len() as u16;
        if laid != by_seats {
            return Err(SetupError::Laid { laid, by_seats });
        }
        match self.last_player {
            Some(seat) if laid > 0 && laid_by(seat) > 0 => Ok(()),
            None if laid == 0 => Ok(()),
            _ => Err(SetupError::LastPlayer),
        }
    }

    fn check_turn(&self) -> Result<(), SetupError> {
        let none_laid = self.layout.first().is_none();
        let both = self.rules.going_out == GoingOut::BothPartners;
        let out = |seat: &Seat| {
            let partner = self.rules.partner(*seat).filter(|_| both);
            self.hands[*seat].is_empty()
                && partner.is_none_or(|partner| self.hands[partner].is_empty())
        };
        let mut seats = self.rules.without(&self.standing.places).playing();
        match self.turn {
            Turn::Over => return Err(SetupError::Over),
            Turn::Open(_) if !none_laid => return Err(SetupError::Phase),
            Turn::Play(_) | Turn::Declare(_) if none_laid => return Err(SetupError::Phase),
            Turn::Declare(_) => {}
            Turn::Open(opening) => {
                if let Some(seat) = seats.find(|seat| self.hands[*seat].is_empty()) {
                    return Err(SetupError::EmptyHand(seat));
                }
                self.check_opening(opening)?;
            }
            Turn::Play(acting) => {
                let stuck = |seat: &Seat| self.hands[*seat].is_empty() && *seat == acting;
                if let Some(seat) = seats.find(|seat| out(seat) || stuck(seat)) {
                    return Err(SetupError::EmptyHand(seat));
                }
            }
        }
        // After the first tile, the opening only tells who could hand over.
        self.check_partner(self.opening)
    }

    fn check_partner(&self, opening: Opening) -> Result<(), SetupError> {
        match opening.may_hand_over && self.rules.partner(opening.seat).is_none() {
            true => Err(SetupError::NoPartner(opening.seat)),
            false => Ok(()),
        }
    }

    fn check_opening(&self, opening: Opening) -> Result<(), SetupError> {
        let Opening { seat, duty, .. } = opening;
        let may_be_held = |held: &Held, tiles: TileSet| match held.known() {
            Some(hand) => hand.intersects(tiles),
            None => true,
        };
        match duty {
            Duty::Any => {}
            Duty::Tile(tile) | Duty::Holder(tile) => {
                let known = self.hands.iter().filter_map(|held| held.known());
                let elsewhere = known
                    .fold(TileSet::EMPTY, |all, hand| all | hand)
                    .contains(tile);
                let own = self.hands[seat].known();
                let held = own.map_or(!elsewhere, |hand| hand.contains(tile));
                if !held || !self.rules.tiles().contains(tile) {
                    return Err(SetupError::LeadNotHeld { seat, tile });
                }
            }
            Duty::Double => {
                if !self
                    .hands
                    .iter()
                    .any(|held| may_be_held(held, TileSet::DOUBLES))
                {
                    return Err(SetupError::NoDouble);
                }
            }
            Duty::DrawForDouble => {
                let boneyard = match &self.boneyard {
                    Boneyard::Known(pile) => pile.iter().any(|tile| tile.is_double()),
                    Boneyard::Unknown(n) => *n > 0,
                };
                if !boneyard {
                    return Err(SetupError::NoDouble);
                }
            }
        }
        self.check_partner(opening)
    }

    fn check_incidents(&self) -> Result<(), SetupError> {
        let incidents = &self.incidents;
        let seats = self.rules.n_seats();
        let n = incidents.since_tile.n.max(incidents.since_tile.on_tile);
        let streaks = incidents.streak.iter().all(|streak| *streak < 3);
        let fined = u32::from(incidents.since_tile.fined) >> seats == 0;
        let again = incidents.since_tile.again
            && (self.rules.after_double == AfterDouble::NextPlayer
                || n > 0
                || !matches!(self.turn, Turn::Play(seat) if Some(seat) == self.last_player));
        if n > MOST_PASSES || !streaks || !fined || again {
            return Err(SetupError::Passes);
        }
        let laid = self.layout.laid().len() as u8;
        let ats = incidents.undeclared.iter().map(|missed| missed.at);
        let called = self.rules.calls != Calls::Automatic;
        let real = incidents
            .undeclared
            .iter()
            .all(|missed| missed.points > 0 && missed.at <= laid);
        if !(incidents.undeclared.is_empty() || called && real && ats.is_sorted()) {
            return Err(SetupError::Undeclared);
        }
        let called_sums = incidents.silent != 0 || incidents.sum_named;
        if called_sums && (self.rules.call_sum == CallSum::Told || laid == 0) {
            return Err(SetupError::Undeclared);
        }
        let hands: BySeat<TileSet> = self.hands.map(|held| held.known().unwrap_or_default());
        let known = hands.iter().fold(TileSet::EMPTY, |all, hand| all | *hand);
        // Exposed tiles that have been laid since may still be noted.
        let may_be = match self.hands.iter().all(|held| held.known().is_some()) {
            true => known | self.layout.laid(),
            false => self.rules.tiles(),
        };
        let allowed = match self.rules.exposed {
            Exposed::Directed | Exposed::OnlyDirected => may_be,
            Exposed::PickedUp => TileSet::EMPTY,
        };
        match (incidents.exposed - allowed).into_iter().next() {
            Some(tile) => Err(SetupError::Exposed(tile)),
            None => Ok(()),
        }
    }
}
