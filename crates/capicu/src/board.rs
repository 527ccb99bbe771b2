//! The public part of a round: what everybody at the table sees.

use arrayvec::ArrayVec;

use crate::irregular::{Call, Irregularity, NotIrregular, Ruling, Undeclared};
use crate::layout::ends_score;
use crate::rules::NeedlessDraw;
use crate::rules::{
    Arms, BlockSeen, BoardPassBlock, Calls, DeadChain, Draw, DrawWhen, Ends, Exposed, Finish,
    MatchCheck, PasoWhen, PassPenalties, PosePass, Score,
};
use crate::{
    Action, Actions, Award, BySeat, ByTeam, IllegalAction, Layout, Reason, Rules, Seat, Standing,
    Team, Tile, TileSet,
};

/// What the opener owes the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Duty {
    /// To lead this tile.
    Tile(Tile),
    /// To lead any tile.
    Any,
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
    rules: Rules,
    standing: Standing,
    layout: Layout,
    held: BySeat<u8>,
    boneyard: u8,
    opener: Seat,
    turn: Turn,
    points: ByTeam<u16>,
    last_player: Option<Seat>,
    drawn_this_turn: bool,
    passes: Passes,
    undeclared: ArrayVec<Undeclared, 2>,
    withheld: BySeat<Withheld>,
    exposed: TileSet,
    n_laid: BySeat<u8>,
    n_drawn: BySeat<u8>,
}

/// Points a seat may not score after an irregularity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
enum Withheld {
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

/// What has to be remembered about passes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Passes {
    /// In a row, by anybody, since a tile was last laid or drawn.
    since_tile: u8,
    /// Of these, false ones, which are no part of a board pass.
    false_ones: bool,
    /// In a row by each seat.
    streak: BySeat<u8>,
    /// Whether the last tile has paid a paso.
    paso_paid: bool,
    /// Seats fined for a third pass since the last tile.
    fined: BySeat<bool>,
}

impl Board {
    pub(crate) fn new(
        rules: Rules,
        standing: Standing,
        opening: Opening,
        held: BySeat<u8>,
        asleep: u8,
    ) -> Self {
        let n = rules.n_seats();
        Self {
            standing,
            layout: Layout::default(),
            held,
            boneyard: asleep,
            undeclared: ArrayVec::new(),
            withheld: BySeat::new(n),
            exposed: TileSet::EMPTY,
            n_laid: BySeat::new(n),
            n_drawn: BySeat::new(n),
            opener: opening.seat,
            turn: Turn::Open(opening),
            points: ByTeam::new(rules.n_teams()),
            last_player: None,
            drawn_this_turn: false,
            passes: Passes {
                since_tile: 0,
                false_ones: false,
                streak: BySeat::new(n),
                paso_paid: false,
                fined: BySeat::new(n),
            },
            rules,
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

    /// The seat that opened the round, or is to.
    pub const fn opener(&self) -> Seat {
        self.opener
    }

    /// Whose turn it is, and for what.
    pub const fn turn(&self) -> Turn {
        self.turn
    }

    /// The seat to act; `None` once the round is over.
    pub const fn to_act(&self) -> Option<Seat> {
        match self.turn {
            Turn::Open(opening) => Some(opening.seat),
            Turn::Play(seat) => Some(seat),
            Turn::Over => None,
        }
    }

    /// Points made in play in this round, by side.
    pub const fn points(&self) -> &ByTeam<u16> {
        &self.points
    }

    /// Who laid the last tile.
    pub const fn last_player(&self) -> Option<Seat> {
        self.last_player
    }

    /// The score of a side, points of this round included.
    pub fn score(&self, team: Team) -> u16 {
        self.standing.scores[team] + self.points[team]
    }

    /// Whether a tile may be drawn at all now.
    pub fn can_draw(&self) -> bool {
        self.rules.draw != Draw::Never && u16::from(self.boneyard) > self.rules.reserve.get()
    }

    /// What the seat to act may do with this hand. Never empty while the round goes on.
    pub fn actions(&self, hand: TileSet, listing: Listing) -> Actions {
        let mut actions = Actions::new();
        match self.turn {
            Turn::Over => {}
            Turn::Open(opening) => self.opening_actions(opening, hand, &mut actions),
            Turn::Play(_) => {
                let fits = self.free_to_play(hand);
                if !fits.is_empty() {
                    self.plays(fits, listing, &mut actions);
                }
                if self.may_draw(!fits.is_empty()) {
                    actions.push(Action::Draw);
                } else if fits.is_empty() {
                    actions.push(Action::Pass);
                }
            }
        }
        actions
    }

    fn opening_actions(&self, opening: Opening, hand: TileSet, actions: &mut Actions) {
        let leads = match opening.duty {
            Duty::Tile(tile) => TileSet::of(tile),
            Duty::Any => hand,
            Duty::Double => hand & TileSet::DOUBLES,
            Duty::DrawForDouble => {
                actions.push(Action::Draw);
                return;
            }
        };
        if leads.is_empty() {
            actions.push(Action::Pass);
        }
        actions.extend(leads.into_iter().map(Action::Lead));
        if opening.may_hand_over {
            actions.push(Action::HandOver);
        }
    }

    fn plays(&self, fits: TileSet, listing: Listing, actions: &mut Actions) {
        let ends = self.layout.ends();
        let free = self.rules.arms == Arms::Free && !self.layout.waits_for_cross(&self.rules);
        for tile in fits {
            for (i, end) in ends.iter().enumerate() {
                let fits_here = tile.has(end.pip())
                    && (free || self.layout.playable_at(end, &self.rules).contains(tile));
                let listed = listing == Listing::Distinct
                    && ends[..i]
                        .iter()
                        .any(|earlier| self.same_future(earlier, end));
                if fits_here && !listed {
                    actions.push(Action::Play {
                        tile,
                        on: end.tile(),
                    });
                }
            }
        }
    }

    /// Whether a tile laid at either end leaves the same game: where ends do not score, places
    /// that show the same number are alike, but for a first tile of a French arm (G6).
    fn same_future(&self, a: &crate::End, b: &crate::End) -> bool {
        a.pip() == b.pip()
            && self.rules.ends == Ends::Off
            && match self.rules.arms {
                Arms::Free => {
                    !self.layout.waits_for_cross(&self.rules)
                        || a.depth().min(1) == b.depth().min(1)
                }
                _ => a.depth().min(2) == b.depth().min(2),
            }
    }

    fn may_draw(&self, can_play: bool) -> bool {
        let once = matches!(self.rules.draw, Draw::OneMayPlay | Draw::OneEndsTurn);
        self.can_draw()
            && (!can_play || self.rules.draw_when == DrawWhen::AnyTime)
            && !(once && self.drawn_this_turn)
    }

    /// Whether the seat to act, holding this hand, may do this.
    ///
    /// # Errors
    ///
    /// The reason why not.
    pub fn check(&self, hand: TileSet, action: Action) -> Result<(), IllegalAction> {
        match self.turn {
            Turn::Over => return Err(IllegalAction::RoundOver),
            Turn::Play(_) => {}
            Turn::Open(opening) => return self.check_opening(opening, hand, action),
        }
        let can_play = || hand.intersects(self.layout.playable(&self.rules));
        match action {
            Action::Lead(_) => Err(IllegalAction::AlreadyLed),
            Action::HandOver => Err(IllegalAction::CannotHandOver),
            Action::Play { tile, .. } if !hand.contains(tile) => Err(IllegalAction::NotHeld(tile)),
            Action::Play { tile, on } if !self.free_to_play(hand).contains(tile) => {
                Err(IllegalAction::DoesNotFit { tile, on })
            }
            Action::Play { tile, on } => match self.layout.end_for(tile, on, &self.rules) {
                Some(_) => Ok(()),
                None => Err(IllegalAction::DoesNotFit { tile, on }),
            },
            Action::Draw if self.may_draw(can_play()) => Ok(()),
            Action::Draw if self.can_draw() && can_play() => Err(IllegalAction::CanPlay),
            Action::Draw => Err(IllegalAction::CannotDraw),
            Action::Pass if can_play() => Err(IllegalAction::CanPlay),
            Action::Pass if self.may_draw(false) => Err(IllegalAction::MustDraw),
            Action::Pass => Ok(()),
        }
    }

    fn check_opening(
        &self,
        opening: Opening,
        hand: TileSet,
        action: Action,
    ) -> Result<(), IllegalAction> {
        let no_double = !hand.intersects(TileSet::DOUBLES);
        match (action, opening.duty) {
            (Action::Play { .. }, _) => Err(IllegalAction::NothingLed),
            (Action::HandOver, _) if opening.may_hand_over => Ok(()),
            (Action::HandOver, _) => Err(IllegalAction::CannotHandOver),
            (Action::Draw, Duty::DrawForDouble) => Ok(()),
            (Action::Draw, _) => Err(IllegalAction::CannotDraw),
            (_, Duty::DrawForDouble) => Err(IllegalAction::MustDraw),
            (Action::Pass, Duty::Double) if no_double => Ok(()),
            (Action::Pass, Duty::Tile(tile)) => Err(IllegalAction::MustLead(tile)),
            (Action::Pass, Duty::Double) => Err(IllegalAction::MustLeadDouble),
            (Action::Pass, Duty::Any) => Err(IllegalAction::CanPlay),
            (Action::Lead(tile), _) if !hand.contains(tile) => Err(IllegalAction::NotHeld(tile)),
            (Action::Lead(tile), Duty::Tile(must)) if tile != must => {
                Err(IllegalAction::MustLead(must))
            }
            (Action::Lead(tile), Duty::Double) if !tile.is_double() => {
                Err(IllegalAction::MustLeadDouble)
            }
            (Action::Lead(_), _) => Ok(()),
        }
    }

    /// Takes note of what a seat did: the same for the full round and for every view of it.
    /// The action has been checked.
    pub(crate) fn witness(&mut self, deed: &Deed) -> PlayAwards {
        let mut awards = PlayAwards::new();
        let seat = deed.seat;
        match deed.action {
            Action::Lead(tile) => {
                self.layout.lead(tile, &self.rules);
                self.opener = seat;
                self.after_tile(seat, tile, &mut awards);
            }
            Action::Play { tile, on } => {
                if let Some(end) = self.layout.end_for(tile, on, &self.rules) {
                    let pip = self.layout.ends()[end].pip();
                    let open = tile.other(pip).expect("the tile was checked to fit");
                    self.layout.lay(tile, end, open, &self.rules);
                    self.after_tile(seat, tile, &mut awards);
                }
            }
            Action::Draw => self.after_draw(seat, deed.drawn),
            Action::Pass => self.after_pass(seat, &mut awards),
            Action::HandOver => {
                if let (Turn::Open(opening), Some(partner)) = (self.turn, self.rules.partner(seat))
                {
                    self.opener = partner;
                    self.turn = Turn::Open(Opening {
                        seat: partner,
                        may_hand_over: false,
                        ..opening
                    });
                }
            }
        }
        awards
    }

    fn after_tile(&mut self, seat: Seat, tile: Tile, awards: &mut PlayAwards) {
        self.held[seat] -= 1;
        self.n_laid[seat] += 1;
        self.last_player = Some(seat);
        self.passes.since_tile = 0;
        self.passes.false_ones = false;
        self.passes.streak[seat] = 0;
        self.passes.paso_paid = false;
        self.passes.fined = BySeat::new(self.rules.n_seats());
        if self.rules.ends != Ends::Off {
            self.score_ends(seat, tile, awards);
        }
        self.pass_turn(seat);
    }

    fn score_ends(&mut self, seat: Seat, tile: Tile, awards: &mut PlayAwards) {
        let laid = self.layout.laid().len() as u8;
        // A missed score can be claimed while one more tile lies, and no longer.
        self.undeclared
            .retain(|missed| self.rules.calls == Calls::Muggins && missed.at + 1 == laid);
        let withheld = self.withheld[seat] != Withheld::No || self.exposed.contains(tile);
        self.exposed.remove(tile);
        if self.withheld[seat] == Withheld::FirstPlay {
            self.withheld[seat] = Withheld::No;
        }
        let total = self.layout.total();
        let points = ends_score(total, self.rules.ends) / self.rules.pips_per_point.get();
        if withheld || points == 0 {
            return;
        }
        match self.rules.calls {
            Calls::Automatic => self.award(self.rules.team(seat), points, Reason::Ends, awards),
            Calls::Muggins | Calls::Declared => {
                self.undeclared.push(Undeclared {
                    seat,
                    points,
                    at: laid,
                });
            }
        }
    }

    /// Scores of the open ends that have not been declared, the older first.
    pub fn undeclared(&self) -> &[Undeclared] {
        &self.undeclared
    }

    /// The score a seat could call now, if any: its own to declare, or an opponent's to claim.
    pub fn callable(&self, seat: Seat, call: Call) -> Option<Undeclared> {
        let laid = self.layout.laid().len() as u8;
        let over = self.turn == Turn::Over;
        let team = self.rules.team(seat);
        self.undeclared.iter().copied().find(|missed| match call {
            Call::Declare => missed.seat == seat && missed.at == laid,
            Call::Muggins => {
                self.rules.calls == Calls::Muggins
                    && self.rules.team(missed.seat) != team
                    && (missed.at < laid || over)
            }
        })
    }

    /// Writes down a score that a seat called.
    pub(crate) fn call(&mut self, seat: Seat, call: Call) -> Result<PlayAwards, NotIrregular> {
        let missed = self
            .callable(seat, call)
            .ok_or(NotIrregular::NothingToCall)?;
        self.undeclared.retain(|other| *other != missed);
        let why = match call {
            Call::Declare => Reason::Ends,
            Call::Muggins => Reason::Muggins,
        };
        let mut awards = PlayAwards::new();
        self.award(self.rules.team(seat), missed.points, why, &mut awards);
        Ok(awards)
    }

    /// Whether a seat that goes out may count the tiles of the others.
    pub(crate) fn may_count_out(&self, seat: Seat) -> bool {
        self.withheld[seat] != Withheld::All
    }

    /// The tiles of the seat to act that it may lay by itself: an exposed tile that is directed by
    /// the opponents only when nothing else fits.
    fn free_to_play(&self, hand: TileSet) -> TileSet {
        let fits = hand & self.layout.playable(&self.rules);
        let own = fits - self.exposed;
        if own.is_empty() { fits } else { own }
    }

    /// Takes note of an irregularity, `ruling.n_drawn` tiles having been drawn by it; adds its
    /// points. What depends on hands has been checked.
    pub(crate) fn witness_irregular(&mut self, ruling: &Ruling) -> PlayAwards {
        let mut awards = PlayAwards::new();
        let seat = ruling.seat;
        self.held[seat] += ruling.n_drawn;
        if ruling.what == Irregularity::NeedlessDraw {
            self.n_drawn[seat] += ruling.n_drawn;
        }
        self.boneyard -= ruling.n_drawn;
        let fine = self.rules.false_play.get();
        match ruling.what {
            Irregularity::FalsePass => {
                self.award(self.rules.team(seat), fine, Reason::FalsePlay, &mut awards);
                self.after_pass(seat, &mut awards);
                self.passes.false_ones = true;
            }
            Irregularity::TakenBack { .. } => {
                self.award(self.rules.team(seat), fine, Reason::FalsePlay, &mut awards);
            }
            Irregularity::WrongPlay { tile, on, open } => {
                if let Some(end) = self.layout.ends().iter().position(|end| end.tile() == on) {
                    self.layout.lay(tile, end, open, &self.rules);
                    self.after_tile(seat, tile, &mut awards);
                }
            }
            Irregularity::Directed { tile, on } => {
                let deed = Deed {
                    seat,
                    action: Action::Play { tile, on },
                    drawn: None,
                    shown: false,
                };
                awards = self.witness(&deed);
            }
            Irregularity::NeedlessDraw => {
                self.passes.since_tile = 0;
                self.withheld[seat] = match self.rules.needless_draw {
                    NeedlessDraw::VoidsRound => self.withheld[seat],
                    NeedlessDraw::NoScore => Withheld::All,
                    NeedlessDraw::NoScoreInPlay => Withheld::Play,
                };
            }
            Irregularity::OverDrawn { .. } => self.withheld[seat] = Withheld::FirstPlay,
            Irregularity::UnderDrawn { .. } | Irregularity::Void => {}
            Irregularity::Exposed { tile, .. } => {
                if self.rules.exposed == Exposed::Directed {
                    self.exposed.insert(tile);
                }
            }
        }
        awards
    }

    /// How many tiles a seat has laid in this round.
    pub(crate) fn laid_by(&self, seat: Seat) -> usize {
        usize::from(self.n_laid[seat])
    }

    /// How many tiles a seat has drawn in this round.
    pub(crate) fn drawn_by(&self, seat: Seat) -> usize {
        usize::from(self.n_drawn[seat])
    }

    /// Tiles shown by accident that lie face up in front of their holders.
    pub const fn exposed(&self) -> TileSet {
        self.exposed
    }

    fn after_draw(&mut self, seat: Seat, drawn: Option<Tile>) {
        self.held[seat] += 1;
        self.n_drawn[seat] += 1;
        self.boneyard -= 1;
        self.passes.since_tile = 0;
        if let Turn::Open(opening) = self.turn {
            // A drawn double is shown at once, so everybody knows who leads.
            self.turn = Turn::Open(match drawn.filter(|tile| tile.is_double()) {
                Some(tile) => Opening {
                    duty: Duty::Tile(tile),
                    ..opening
                },
                None => Opening {
                    seat: seat.next(self.rules.n_seats()),
                    ..opening
                },
            });
            return;
        }
        self.drawn_this_turn = true;
        if self.rules.draw == Draw::OneEndsTurn {
            self.pass_turn(seat);
        }
    }

    fn after_pass(&mut self, seat: Seat, awards: &mut PlayAwards) {
        if let Turn::Open(opening) = self.turn {
            let next = opening.seat.next(self.rules.n_seats());
            self.turn = Turn::Open(Opening {
                seat: next,
                ..opening
            });
            if self.rules.pose_pass == PosePass::Counts {
                self.count_streak(seat, awards);
            }
            return;
        }
        self.passes.since_tile += 1;
        self.count_streak(seat, awards);
        self.pay_paso(seat, awards);
        self.pass_turn(seat);
    }

    fn count_streak(&mut self, seat: Seat, awards: &mut PlayAwards) {
        let streak = &mut self.passes.streak[seat];
        *streak += 1;
        if *streak == 3 {
            *streak = 0;
            if self.rules.three_passes.get() > 0 {
                self.passes.fined[seat] = true;
                let points = self.rules.three_passes.get();
                self.award(self.rules.team(seat), points, Reason::ThreePasses, awards);
            }
        }
    }

    /// Every pass of an opponent pays the side that laid the last tile (002:39, PR5).
    fn pay_paso(&mut self, seat: Seat, awards: &mut PlayAwards) {
        let Some(causer) = self.last_player.map(|last| self.rules.team(last)) else {
            return;
        };
        let again = self.rules.paso_when == PasoWhen::OncePerTile && self.passes.paso_paid;
        if self.rules.paso.get() > 0 && causer != self.rules.team(seat) && !again {
            self.passes.paso_paid = true;
            self.award(causer, self.rules.paso.get(), Reason::Paso, awards);
        }
    }

    /// Whether everybody else has passed since the last tile was laid (001:90).
    pub(crate) fn all_others_passed(&self) -> bool {
        self.passes.since_tile == self.rules.n_seats() - 1 && !self.passes.false_ones
    }

    /// Fines everybody but the player of the last tile.
    pub(crate) fn fine_board_pass(&mut self, awards: &mut PlayAwards) {
        let points = self.rules.board_pass.get();
        let Some(last) = self.last_player.filter(|_| points > 0) else {
            return;
        };
        for seat in last.around(self.rules.n_seats()).skip(1) {
            let already = match self.rules.pass_penalties {
                PassPenalties::Larger if self.passes.fined[seat] => self.rules.three_passes.get(),
                _ => 0,
            };
            let points = points.saturating_sub(already);
            self.award(self.rules.team(seat), points, Reason::BoardPass, awards);
        }
    }

    /// Writes points down, unless an exact target would be passed; none once the match is decided.
    pub(crate) fn award(&mut self, team: Team, points: u16, why: Reason, to: &mut PlayAwards) {
        if points == 0 || self.target_reached().is_some() || !self.counts(team, points) {
            return;
        }
        self.points[team] += points;
        to.push(Award { team, points, why });
    }

    fn counts(&self, team: Team, points: u16) -> bool {
        self.rules.finish == Finish::AtLeast || self.score(team) + points <= self.rules.target.get()
    }

    /// The side that has reached the target in play, where that ends the match at once.
    pub(crate) fn target_reached(&self) -> Option<Team> {
        let at_once =
            self.rules.match_check == MatchCheck::Immediate && self.rules.score != Score::Games;
        Team::all(self.rules.n_teams())
            .find(|&team| at_once && self.score(team) >= self.rules.target.get())
    }

    fn pass_turn(&mut self, from: Seat) {
        self.drawn_this_turn = false;
        let n = self.rules.n_seats();
        let next = from
            .around(n)
            .skip(1)
            .find(|&seat| self.held[seat] > 0)
            .unwrap_or(from);
        self.turn = Turn::Play(next);
    }

    /// Whether the round is blocked, when everybody together holds these tiles (G2, G2b).
    pub(crate) fn blocked(&self, in_hands: TileSet) -> bool {
        let playable = self.layout.playable(&self.rules);
        if self.can_draw() {
            let unplayed = self.rules.tiles() - self.layout.laid();
            return self.rules.dead_chain == DeadChain::EndsRound && !unplayed.intersects(playable);
        }
        match self.rules.block_seen {
            BlockSeen::AtOnce => !in_hands.intersects(playable),
            BlockSeen::ByPasses => {
                let active = self.held.iter().filter(|held| **held > 0).count();
                usize::from(self.passes.since_tile) >= active
            }
        }
    }

    /// Whether a tile that blocks the round is a board pass.
    pub(crate) fn block_is_board_pass(&self) -> bool {
        self.rules.board_pass_block == BoardPassBlock::Yes
    }

    /// Takes note of a deed as one seat saw it: the points are what the table said they were, since
    /// some depend on hands this seat does not see.
    pub(crate) fn observe(&mut self, deed: &Deed, awards: &PlayAwards) {
        let points = self.points_with(awards);
        self.witness(deed);
        self.points = points;
    }

    /// The same for an irregularity.
    pub(crate) fn observe_irregular(&mut self, ruling: &Ruling) {
        let points = self.points_with(&ruling.awards);
        self.witness_irregular(ruling);
        self.points = points;
    }

    /// The same for a call.
    pub(crate) fn observe_call(&mut self, seat: Seat, call: Call, awards: &PlayAwards) {
        let points = self.points_with(awards);
        // What the table wrote down was there to be called.
        let _ = self.call(seat, call);
        self.points = points;
    }

    fn points_with(&self, awards: &PlayAwards) -> ByTeam<u16> {
        let mut points = self.points;
        for award in awards {
            points[award.team] += award.points;
        }
        points
    }

    pub(crate) fn end(&mut self) {
        self.turn = Turn::Over;
    }
}
