//! Legal actions of the seat to act.

use arrayvec::ArrayVec;

use crate::layout::MAX_ENDS;
use crate::rules::{Draw, DrawWhen, Exposed};
use crate::{Action, Actions, End, IllegalAction, TileSet};

use super::{Board, Duty, Listing, Opening, Phase, Turn};

impl Board {
    /// Lists the legal actions of the seat to act with this hand. Never empty while the round is in play.
    pub fn actions(&self, hand: TileSet, listing: Listing) -> Actions {
        let mut actions = Actions::new();
        self.list_actions(hand, listing, &mut actions);
        actions
    }

    /// Appends the legal actions of the seat to act with this hand to a list, so that callers can reuse the list.
    #[inline]
    pub fn list_actions(&self, hand: TileSet, listing: Listing, actions: &mut Actions) {
        if self.plain {
            self.list_plain(hand, listing, actions);
        } else if self.phase != Phase::Over {
            self.list_others(hand, listing, actions);
        }
    }

    #[inline(never)]
    fn list_others(&self, hand: TileSet, listing: Listing, actions: &mut Actions) {
        match self.turn() {
            Turn::Over => {}
            Turn::Declare(_) => actions.push(Action::Pass),
            Turn::Open(opening) => self.opening_actions(opening, hand, actions),
            Turn::Play(_) => {
                let fits = self.free_to_play(hand);
                if fits.is_empty() {
                    actions.push(self.without_play());
                } else {
                    self.plays_on_arms(fits, listing, actions);
                    self.draws_at_will(actions);
                }
            }
        }
    }

    /// The action of a seat without a tile that fits.
    #[inline(always)]
    pub(crate) fn without_play(&self) -> Action {
        if self.may_draw(false) {
            Action::Draw
        } else {
            Action::Pass
        }
    }

    /// Adds drawing where the player may choose it.
    #[inline(always)]
    pub(crate) fn draws_at_will(&self, actions: &mut Actions) {
        if self.rules.draw_when == DrawWhen::AnyTime && self.may_draw(true) {
            actions.push(Action::Draw);
        }
    }

    pub(super) fn opening_actions(&self, opening: Opening, hand: TileSet, actions: &mut Actions) {
        let leads = match opening.duty {
            Duty::Tile(tile) => TileSet::of(tile),
            Duty::Any | Duty::Holder(_) => hand,
            Duty::Double => hand & TileSet::DOUBLES,
            Duty::DrawForDouble => {
                actions.push(Action::Draw);
                return;
            }
        };
        if leads.is_empty() {
            actions.push(Action::Pass);
        }
        leads
            .into_iter()
            .for_each(|tile| actions.push(Action::Lead(tile)));
        if opening.may_hand_over {
            actions.push(Action::HandOver);
        }
    }

    #[inline(never)]
    fn plays_on_arms(&self, fits: TileSet, listing: Listing, actions: &mut Actions) {
        // The tiles of a higher word come after those of a lower one.
        for word in self.rules.words() {
            let fits = fits.words()[word];
            if fits != 0 {
                self.plays_of_word(word, fits, listing, actions);
            }
        }
    }

    /// Adds the plays of the tiles that fit and are in one word of a set.
    #[inline(always)]
    fn plays_of_word(&self, word: usize, fits: u64, listing: Listing, actions: &mut Actions) {
        let mut offered = ArrayVec::<(&End, u64), MAX_ENDS>::new();
        for end in self.layout.ends() {
            let here = fits & end.fitting(word);
            // An equal end offers the same tiles, so it is one of the ends that offer any.
            let again = || {
                offered
                    .iter()
                    .any(|(earlier, _)| self.layout.same_future(earlier, end, &self.rules))
            };
            if here == 0 || listing == Listing::Distinct && again() {
                continue;
            }
            offered.push((end, here));
        }
        if let [(end, here)] = offered[..] {
            let on = end.tile();
            for bit in bits(here) {
                let tile = TileSet::tile_in(word, bit);
                actions.push(Action::Play { tile, on });
            }
            return;
        }
        for bit in bits(fits) {
            let tile = TileSet::tile_in(word, bit);
            for (end, here) in &offered {
                if here >> bit & 1 == 1 {
                    let on = end.tile();
                    actions.push(Action::Play { tile, on });
                }
            }
        }
    }

    pub(super) fn may_draw(&self, can_play: bool) -> bool {
        let once = || matches!(self.rules.draw, Draw::OneMayPlay | Draw::OneEndsTurn);
        self.can_draw()
            && !self.since_tile.again
            && (!can_play || self.rules.draw_when == DrawWhen::AnyTime)
            && !(self.drawn_this_turn && once())
    }

    /// Checks an action of the seat to act, which holds this hand.
    ///
    /// # Errors
    ///
    /// The reason why the action is not legal.
    pub fn check(&self, hand: TileSet, action: Action) -> Result<(), IllegalAction> {
        match self.turn() {
            Turn::Declare(_) if action == Action::Pass => return Ok(()),
            Turn::Over | Turn::Declare(_) => return Err(IllegalAction::RoundOver),
            Turn::Play(_) => {}
            Turn::Open(opening) => return self.check_opening(opening, hand, action),
        }
        let can_play = || !self.free_to_play(hand).is_empty();
        match action {
            Action::Lead(_) => Err(IllegalAction::AlreadyLed),
            Action::HandOver => Err(IllegalAction::CannotHandOver),
            Action::Play { tile, .. } if !hand.contains(tile) => Err(IllegalAction::NotHeld(tile)),
            Action::Play { tile, on } if !self.free_to_play(hand).contains(tile) => {
                Err(IllegalAction::DoesNotFit { tile, on })
            }
            Action::Play { tile, on } => match self.layout.end_for(tile, on) {
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

    pub(super) fn check_opening(
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
            (Action::Pass, Duty::Any | Duty::Holder(_)) => Err(IllegalAction::CanPlay),
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

    /// The tiles that the seat to act may lay at its own choice. It may lay an exposed tile that opponents direct only
    /// when nothing else fits, or never (S13).
    pub(crate) fn free_to_play(&self, hand: TileSet) -> TileSet {
        let fits = hand & self.layout.playable();
        if self.exposed.is_empty() {
            return fits;
        }
        let own = fits - self.exposed;
        match self.rules.exposed {
            Exposed::OnlyDirected => own,
            Exposed::PickedUp | Exposed::Directed if own.is_empty() => fits,
            Exposed::PickedUp | Exposed::Directed => own,
        }
    }
}

/// The numbers of the bits of a word, ascending.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.checked_sub(1)?;
        Some(bit)
    })
}
