//! What a setup says that cannot be.

use super::{Boneyard, Setup};
use crate::rules::{CallSum, Calls, Exposed, GoingOut, OneAll};
use crate::{Board, BySeat, Duty, Held, Layout, Match, Opening, Seat, Tile, TileSet, Turn};

/// As many points or rounds as a setup may name: far more than any match comes to, and few enough to
/// go on counting.
const MOST: u16 = 30_000;

/// As many passes in a row as a setup may name.
const MOST_PASSES: u8 = 99;

/// Why a setup is no round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum SetupError {
    /// There is not one entry for each seat or side.
    #[error("{what}: {there} for {due}")]
    Number {
        /// Of what: `hands`, `scores`.
        what: &'static str,
        /// How many there are.
        there: u8,
        /// How many there have to be.
        due: u8,
    },
    /// The table has no such seat.
    #[error("there is no seat {}", .0.letter())]
    NoSeat(Seat),
    /// The tile is not in this game.
    #[error("{0} is not in this game")]
    NotInGame(Tile),
    /// The tile is in two places.
    #[error("{0} is in two places")]
    Twice(Tile),
    /// The tile is nowhere, and all hands and the boneyard are known.
    #[error("{0} is missing")]
    Missing(Tile),
    /// The numbers of tiles do not add up.
    #[error("{there} tiles are held, laid or asleep, and the game has {due}")]
    Tiles {
        /// How many there are.
        there: usize,
        /// How many there have to be.
        due: usize,
    },
    /// The layout was made by other rules.
    #[error("the layout is not one of these rules")]
    Layout,
    /// A tile lies and nobody has laid it, or somebody has laid the last tile and none lies.
    #[error("who laid the last tile is to be told when tiles lie, and only then")]
    LastPlayer,
    /// More or fewer tiles lie than the seats have received and do not hold.
    #[error("{laid} tiles lie, and the seats have laid {by_seats}")]
    Laid {
        /// How many lie.
        laid: u16,
        /// How many they have laid.
        by_seats: u16,
    },
    /// A seat holds more tiles than it received, or drew more.
    #[error("seat {} cannot hold or have drawn more tiles than it received", .0.letter())]
    Received(Seat),
    /// The round is to be opened though tiles lie, or goes on though none does.
    #[error("a round is opened while no tile lies, and goes on while some do")]
    Phase,
    /// The round is over.
    #[error("the round is over")]
    Over,
    /// A seat holds no tile where the round would be over.
    #[error("seat {} holds no tile, so that the round is over", .0.letter())]
    EmptyHand(Seat),
    /// A seat is to lead a tile that it does not hold.
    #[error("seat {} does not hold {tile}, which it is to lead", .seat.letter())]
    LeadNotHeld {
        /// The seat.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A double is to be led and nobody holds one, or to be drawn and none sleeps.
    #[error("a double is to be led, and there is none to lead")]
    NoDouble,
    /// A seat without a partner is to hand the lead over.
    #[error("seat {} has no partner to hand over to", .0.letter())]
    NoPartner(Seat),
    /// Nobody can ever go on: the round is over.
    #[error("no tile can be played or drawn, so that the round is over")]
    Blocked,
    /// The points made in play end the match.
    #[error("the points made in play have ended the match")]
    TargetReached,
    /// The scores end the match.
    #[error("the scores have ended the match")]
    MatchOver,
    /// More than any match comes to.
    #[error("{0} is more points or rounds than any match comes to")]
    TooMany(u16),
    /// More rounds were won or tied than played, or the play-off is not one of these rules.
    #[error("so many rounds won, tied or played off do not go together")]
    Standing,
    /// More passes than can be.
    #[error("so many passes in a row cannot be")]
    Passes,
    /// Scores are not called in this game, or not this one now.
    #[error("there is no such score to declare or claim")]
    Undeclared,
    /// The tile is exposed and in no hand, or exposed tiles are picked up in this game.
    #[error("{0} cannot lie exposed")]
    Exposed(Tile),
    /// The round waits for a declaration, and it is not told what for.
    #[error("a round that waits for points to be declared has to tell how it ends")]
    Declare,
    /// A hand that has to be known is not.
    #[error("the hand of seat {} is not known", .0.letter())]
    UnknownHand(Seat),
    /// The boneyard has to be known and is not.
    #[error("the boneyard is not known")]
    UnknownBoneyard,
}

impl Setup {
    /// Whether all that is known can be.
    ///
    /// # Errors
    ///
    /// The first thing that cannot.
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
        let (seats, teams) = (self.rules.n_seats(), self.rules.n_teams());
        let numbers = [
            ("hands", self.hands.len(), seats),
            ("scores", self.standing.scores.len(), teams),
            ("made", self.made.len(), teams),
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
        let points = standing.scores.iter().chain(self.made.iter()).copied();
        let points = points.chain(self.incidents.undeclared.iter().map(|missed| missed.points));
        if let Some(many) = points.chain([standing.round]).find(|points| *points > MOST) {
            return Err(SetupError::TooMany(many));
        }
        let played_off = standing.play_off && self.rules.one_all == OneAll::Reset;
        if standing.decided > standing.round || standing.ties > standing.round || played_off {
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

    /// Whether the layout is one of these rules, and laid by these seats.
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
        let mut seats = Seat::all(self.rules.n_seats());
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
        // How it was to be opened says no more than who could hand over.
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
                let asleep = match &self.boneyard {
                    Boneyard::Known(pile) => pile.iter().any(|tile| tile.is_double()),
                    Boneyard::Unknown(n) => *n > 0,
                };
                if !asleep {
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
        if n > MOST_PASSES || !streaks || !fined {
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
        // A tile that was exposed and has been laid since may still be noted.
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
