//! A possible course of a round, as far as everybody at the table saw it.
//!
//! All deals of a world lead to the same moves, layout and points so far. They differ in unseen tiles, whose possible
//! places are a matching: see [`Places`]. The engine decides what each move requires of a hand, and one fitting deal is
//! played along, so this module decides no rule. Where unseen tiles decide the next visible event, a world splits.

use capicu::rules::Exposed;
use capicu::{Action, Board, Duty, Fact, Opening, Seat, Table, TileSet, Turn};

use super::Problem;
use super::places::{AnyOf, Places, Set, Work};
use super::play::{Played, check_turn, nothing_laid, only_passes};
use super::replay::Fault;
use crate::record::{RoundRecord, What, facts};
use crate::referee::Sheet;

/// Tiles that were in none of these places.
#[derive(Clone, Debug)]
pub(super) struct Limit {
    /// The move that is the only evidence for this, which nobody at the table could check.
    pub turn: Option<usize>,
    pub tiles: TileSet,
    pub away: Set,
}

pub(super) struct Ground<'a> {
    pub round: &'a RoundRecord,
    pub places: Places,
    pub work: &'a Work,
    /// The number of earlier rounds.
    pub earlier: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfit {
    /// No deal fits.
    NoDeal,
    /// The search takes too long.
    TooLong,
}

#[derive(Clone)]
pub(super) struct World<'a> {
    pub ground: &'a Ground<'a>,
    base: &'a Table,
    lot: u32,
    opening: Option<Opening>,
    pub limits: Vec<Limit>,
    pub demands: Vec<AnyOf>,
    /// The possible places of each tile.
    pub open: Vec<Set>,
    /// The place of each tile in the deal that is played along.
    pub places: Vec<u8>,
    pub played: Option<Played>,
    done: usize,
}

impl<'a> World<'a> {
    /// The world before the first move. Call [`fit`](Self::fit) first.
    pub(super) fn new(ground: &'a Ground<'a>, base: &'a Table, lot: u32) -> Self {
        Self {
            open: ground.places.open().to_vec(),
            ground,
            base,
            lot,
            opening: None,
            limits: Vec::new(),
            demands: Vec::new(),
            places: Vec::new(),
            played: None,
            done: 0,
        }
    }

    pub(super) fn played(&self) -> &Played {
        self.played.as_ref().expect("a world after `fit`")
    }

    fn board(&self) -> &Board {
        let round = self.played().table.round();
        round.expect("a round in play").board()
    }

    /// Requires that the tiles are in none of these places.
    pub(super) fn limit(&mut self, turn: Option<usize>, tiles: TileSet, away: Set) {
        for (tile, open) in self.ground.places.tiles().iter().zip(&mut self.open) {
            if tiles.contains(*tile) {
                *open &= !away;
            }
        }
        self.limits.push(Limit { turn, tiles, away });
    }

    /// Requires that the tile is in one of these places.
    pub(super) fn only(&mut self, tile: capicu::Tile, places: Set) {
        self.limit(None, TileSet::of(tile), !places);
    }

    /// Requires that one of the tiles is in one of these places.
    pub(super) fn demand(&mut self, turn: Option<usize>, tiles: TileSet, places: Set) {
        self.demands.push(AnyOf {
            turn,
            tiles,
            places,
        });
    }

    /// Makes sure that the deal played along is one of this world.
    pub(super) fn fit(&mut self) -> Result<(), Unfit> {
        let Ground { places, work, .. } = self.ground;
        loop {
            let found = places.find(&self.open, &self.demands, &self.places, work);
            if work.is_used_up() {
                return Err(Unfit::TooLong);
            }
            let found = found.ok_or(Unfit::NoDeal)?;
            if self.played.is_some() && found == self.places {
                return Ok(());
            }
            self.places = found;
            match self.play_along() {
                Ok(played) => {
                    self.played = Some(played);
                    return Ok(());
                }
                // The round is blocked with these tiles, which could be others.
                Err(Some((tiles, held))) => self.demand(None, tiles, held),
                Err(None) => return Err(Unfit::NoDeal),
            }
        }
    }

    /// Plays the deal up to the present move. On failure, returns what the deal lacks.
    fn play_along(&mut self) -> Result<Played, Option<(TileSet, Set)>> {
        let mut played = self.begin(&self.places).map_err(|_| None)?;
        let opening = played.table.round().map(|round| round.board().opening());
        if *self.opening.get_or_insert(opening.ok_or(None)?) != opening.ok_or(None)? {
            return Err(None);
        }
        self.ground.work.spend(self.done);
        for turn in 0..self.done {
            let before = lacking(&played, self.ground, turn);
            if played.make(self.ground.round, turn).is_err() {
                return Err(before);
            }
        }
        Ok(played)
    }

    /// The round before its first move, with every tile in its place.
    pub(super) fn begin(&self, places: &[u8]) -> Result<Played, Problem> {
        let round = self.ground.round;
        let deal = self
            .ground
            .places
            .deal(places, round.is_as_drawn(), self.lot)?;
        let page = Sheet::page(self.base, self.ground.earlier);
        Played::new(self.base, page, deal)
    }

    pub(super) fn replayed(&self, places: &[u8]) -> Option<Played> {
        let mut played = self.begin(places).ok()?;
        self.ground.work.spend(self.done);
        for turn in 0..self.done {
            played.make(self.ground.round, turn).ok()?;
        }
        if self.played().is_over() {
            played.let_points_go();
        }
        Some(played)
    }

    /// Notes that the points of the last tile were not declared.
    pub(super) fn let_points_go(&mut self) {
        if let Some(played) = &mut self.played {
            played.let_points_go();
        }
    }

    /// The worlds after the next move, or why no deal of this world allows it.
    pub(super) fn step(&self) -> Result<Vec<Self>, Fault> {
        let turn = self.done;
        let round = self.ground.round;
        let m = &round.moves[turn];
        let mut world = self.clone();
        if world.played().lets_points_go(m) {
            world.let_points_go();
        }
        let over = world.played().is_over();
        if over && !matches!(m.what, What::Call(_)) {
            if world.played().is_blocked() && only_passes(round, turn) {
                world.done += 1;
                return Ok(vec![world]);
            }
            let lacks = lacking(self.played(), self.ground, turn);
            let Some((tiles, held)) = lacks else {
                return Err(self.fault(Problem::RoundOver));
            };
            world.demand(None, tiles, held);
            world
                .fit()
                .map_err(|unfit| self.unfit(unfit, Problem::RoundOver))?;
        }
        match check_turn(&world.played().table, m) {
            Ok(()) | Err(Problem::Drew { .. }) => {}
            Err(problem) => return Err(world.fault(problem)),
        }
        world.ask(turn)?;
        let mut worlds = Vec::new();
        let mut fault = None;
        for mut variant in world.variants(turn) {
            match variant.make(turn, self) {
                Ok(()) => worlds.extend(variant.block_variants()),
                Err(other) => fault = fault.or(Some(other)),
            }
        }
        match fault {
            Some(fault) if worlds.is_empty() => Err(fault),
            _ => Ok(worlds),
        }
    }

    /// Requires of the hand what the move certainly implies.
    fn ask(&mut self, turn: usize) -> Result<(), Fault> {
        let m = &self.ground.round.moves[turn];
        let held = self.ground.places.held(m.seat, turn);
        let board = self.board();
        let unplayed = board.layout().unplayed();
        let shown = m.what.shown();
        let mut could_play = None;
        if let Some(tile) = shown {
            if !unplayed.contains(tile) {
                return Err(self.fault(Problem::LaidAlready(tile)));
            }
            let mut left = self.ground.round.claims.left.iter();
            let is_left = |(_, hand): &(_, &crate::record::Hand)| hand.known.contains(tile);
            if let Some((seat, _)) = left.find(is_left).filter(|_| m.what.laid().is_some()) {
                return Err(self.fault(Problem::WasLeft { tile, seat: *seat }));
            }
        }
        if let (What::FalsePass | What::NeedlessDraw(_) | What::MisledDraw(_), Turn::Play(_)) =
            (m.what, board.turn())
        {
            // The seat could have played; which tile is unknown.
            let playable = match board.rules().exposed {
                Exposed::OnlyDirected => board.layout().playable() - board.exposed(),
                Exposed::PickedUp | Exposed::Directed => board.layout().playable(),
            };
            could_play = Some(playable & unplayed);
        }
        let mut news = Vec::new();
        if let Fact::Acted(action) = facts::fact(m) {
            let base = shown.map_or(TileSet::EMPTY, TileSet::of);
            // The engine checks the whole hand first, if it is known.
            if let Err(why) = board.check(base, action) {
                let known = self.known_hand(m.seat).is_some();
                let held = self.played().table.round().map(|round| round.check(action));
                let why = match held {
                    Some(Err(first)) if known => first,
                    _ => why,
                };
                return Err(self.fault(Problem::illegal(m.what, why)));
            }
            if board.check(base | unplayed, action).is_err() {
                let rest = unplayed - base;
                let bars =
                    |tile: &capicu::Tile| board.check(base | TileSet::of(*tile), action).is_err();
                news.push(rest.into_iter().filter(bars).collect::<TileSet>());
            }
        }
        if let Some(tile) = shown {
            self.only(tile, held);
        }
        if let Some(tiles) = could_play {
            self.demand(Some(turn), tiles, held);
        }
        for tiles in news {
            self.limit(Some(turn), tiles, held);
        }
        if let (Some(Some(tile)), Some(place)) = (m.what.drawn(), self.ground.places.drawn_in(turn))
        {
            self.only(tile, place);
        }
        Ok(())
    }

    /// Splits the world by what everybody sees of the next move.
    fn variants(self, turn: usize) -> Vec<Self> {
        let m = &self.ground.round.moves[turn];
        let board = self.board();
        let unplayed = board.layout().unplayed();
        // A double drawn for the opening is shown; other tiles are not.
        let opening =
            matches!(board.turn(), Turn::Open(opening) if opening.duty == Duty::DrawForDouble);
        if let (true, What::Draw(None), Some(place)) =
            (opening, m.what, self.ground.places.drawn_in(turn))
        {
            let doubles = unplayed & TileSet::DOUBLES;
            let mut plain = self.clone();
            plain.limit(None, doubles, place);
            let mut variants = vec![plain];
            for double in doubles {
                let mut shown = self.clone();
                shown.only(double, place);
                variants.push(shown);
            }
            return variants;
        }
        // The passes of all others are a board pass or a pase corrido only if the last player can play.
        let next = board.rules().next(m.seat);
        let last = board.last_player().filter(|last| next == *last);
        let passes = matches!(m.what, What::Pass | What::FalsePass);
        let rules = board.rules();
        let matters = rules.board_pass.get() > 0 || rules.pase_corrido.get() > 0;
        if let (Some(last), true) = (last, passes && matters) {
            let playable = board.layout().playable();
            let held = self.ground.places.held(last, turn);
            let mut goes_on = self.clone();
            goes_on.demand(None, playable, held);
            let mut stuck = self;
            stuck.limit(None, playable, held);
            return vec![goes_on, stuck];
        }
        vec![self]
    }

    /// Makes the next move, or tells why no deal of the world before allows it.
    fn make(&mut self, turn: usize, before: &Self) -> Result<(), Fault> {
        let unfit = |unfit| match unfit {
            Unfit::TooLong => before.fault(Problem::TooManyUnknown),
            Unfit::NoDeal => before.explain(turn),
        };
        self.fit().map_err(unfit)?;
        loop {
            let mut played = self.played().clone();
            match played.make(self.ground.round, turn) {
                Ok(()) => {
                    self.played = Some(played);
                    self.done += 1;
                    return Ok(());
                }
                Err(problem) => {
                    // The round is blocked with these tiles, which could be others.
                    let lacks = lacking(self.played(), self.ground, turn);
                    let Some((tiles, held)) = lacks.filter(|_| problem == Problem::RoundOver)
                    else {
                        return Err(self.fault(problem));
                    };
                    self.demand(None, tiles, held);
                    self.fit().map_err(unfit)?;
                }
            }
        }
    }

    /// Splits the world by whether the moves end here with a block.
    fn block_variants(self) -> Vec<Self> {
        let round = self.ground.round;
        let turn = self.done - 1;
        let is_last = round.moves[turn].what != What::Pass && nothing_laid(round, self.done);
        let played = self.played();
        if !is_last || played.is_over() && !played.is_blocked() {
            return vec![self];
        }
        let layout = self.board().layout();
        let playable = layout.playable() & layout.unplayed();
        let held = self.ground.places.held_by_anybody(self.done);
        let mut stuck = self.clone();
        stuck.limit(None, playable, held);
        // Otherwise a block does not depend on unseen tiles.
        if stuck.fit().is_err() || !stuck.played().is_blocked() {
            return vec![self];
        }
        let mut goes_on = self;
        goes_on.demand(None, playable, held);
        match goes_on.fit() {
            Ok(()) if !goes_on.played().is_blocked() => vec![stuck, goes_on],
            _ => vec![stuck],
        }
    }

    pub(super) const fn done(&self) -> usize {
        self.done
    }

    /// The tiles a seat holds now, if they are certain.
    pub(super) fn known_hand(&self, seat: Seat) -> Option<TileSet> {
        let round = self.played().table.round()?;
        let hand = *round.hands().get(seat)?;
        let held = self.ground.places.held(seat, self.done);
        let Ground { places, work, .. } = self.ground;
        let sure = |(at, tile): (usize, &capicu::Tile)| {
            if !hand.contains(*tile) || self.open[at] & !held == 0 {
                return true;
            }
            let mut open = self.open.clone();
            open[at] &= !held;
            places
                .find(&open, &self.demands, &self.places, work)
                .is_none()
        };
        places.tiles().iter().enumerate().all(sure).then_some(hand)
    }

    fn unfit(&self, unfit: Unfit, problem: Problem) -> Fault {
        match unfit {
            Unfit::TooLong => self.fault(Problem::TooManyUnknown),
            Unfit::NoDeal => self.fault(problem),
        }
    }

    /// A fault of the next move, with the possible moves as far as they are known.
    pub(super) fn fault(&self, problem: Problem) -> Fault {
        let mut fault = Fault {
            turn: Some(self.done),
            ..problem.into()
        };
        if let Some(seat) = self.played().to_act() {
            if self.known_hand(seat).is_some() {
                fault.legal = self.played().legal();
            } else {
                let ends = self.board().layout().ends().iter();
                fault.open = ends.map(|end| (end.tile(), end.pip())).collect();
            }
        }
        fault
    }

    /// Why no deal of this world allows the next move, in words of the table.
    fn explain(&self, turn: usize) -> Fault {
        let m = &self.ground.round.moves[turn];
        let seat = m.seat;
        let places = &self.ground.places;
        let held = places.held(seat, turn);
        if let Some(fault) = self.passed_on(turn) {
            return fault;
        }
        if self.known_hand(seat).is_some()
            && let Err(problem) = self.played().clone().make(self.ground.round, turn)
        {
            return self.fault(problem);
        }
        let shown = m.what.shown();
        let index = |tile| places.tiles().binary_search(&tile).ok();
        if let Some(tile) = shown {
            let start = index(tile).map_or(0, |at| places.open()[at]);
            if start & held == 0 {
                let mut seats = Seat::all(self.base.game().rules().n_seats());
                let by = seats.find(|by| start & !places.held(*by, usize::MAX) == 0);
                return self.fault(Problem::Elsewhere { tile, by });
            }
            return self.fault(Problem::CannotHold { seat, tile });
        }
        if let (Some(Some(tile)), Some(round)) = (m.what.drawn(), self.played().table.round()) {
            let next = round.boneyard().next();
            let there = places.drawn_in(turn).unwrap_or(0);
            let known = next
                .and_then(index)
                .is_some_and(|at| self.open[at] == there);
            return match next.filter(|_| known) {
                Some(next) if next != tile => self.fault(Problem::Drew { drawn: tile, next }),
                _ => self.fault(Problem::NotInBoneyard(tile)),
            };
        }
        if let Fact::Acted(action @ (Action::Pass | Action::Draw)) = facts::fact(m) {
            let board = self.board();
            let bars = |tile: &capicu::Tile| board.check(TileSet::of(*tile), action).is_err();
            let mut unplayed = board.layout().unplayed().into_iter().filter(bars);
            let sure =
                |tile: &capicu::Tile| index(*tile).is_some_and(|at| self.open[at] & !held == 0);
            if let Some(tile) = unplayed.find(sure) {
                return self.fault(Problem::Holds { seat, tile });
            }
        }
        self.fault(Problem::NoDealAllows(m.what))
    }

    /// The fault of a seat that shows a tile, although it passed or drew when the tile would have fitted.
    fn passed_on(&self, turn: usize) -> Option<Fault> {
        let m = &self.ground.round.moves[turn];
        let (seat, tile) = (m.seat, m.what.shown()?);
        let places = &self.ground.places;
        let at = places.tiles().binary_search(&tile).ok()?;
        let there = places.held(seat, turn) & places.open()[at];
        let mut limits = self.limits.iter();
        let bars = |limit: &&Limit| limit.tiles.contains(tile) && limit.away & there != 0;
        let at = limits.find(bars)?.turn?;
        let passed = &self.ground.round.moves[at];
        (passed.seat == seat && passed.what.laid().is_none()).then(|| {
            let turn = at + 1;
            self.fault(Problem::PassedOn { seat, tile, turn })
        })
    }
}

/// The tiles and places that a deal lacks if its round is blocked but the record continues.
fn lacking(played: &Played, ground: &Ground<'_>, turn: usize) -> Option<(TileSet, Set)> {
    let round = played.table.round().filter(|_| played.is_blocked())?;
    let layout = round.board().layout();
    let held = ground.places.held_by_anybody(turn);
    Some((layout.playable() & layout.unplayed(), held))
}
