//! The turns of a round whose list omits the passes.

use capicu::rules::{BlockSeen, GoingOut};
use capicu::{
    Action, Board, BySeat, Duty, Match, Move, Opening, PlayAwards, Rules, Seat, Side, Step,
    TableView, TileSet, Viewer, VisibleEvent,
};

use crate::record::{MoveRecord, What};

/// A round as everybody sees it, played on from the moves of the list.
pub(super) struct Turns {
    rules: Rules,
    view: TableView,
}

impl Turns {
    /// The round before its first move, which is the lead of this seat.
    pub(super) fn new(rules: Rules, leader: Seat) -> Self {
        let n = rules.n_seats();
        let hand = rules.hand.get() as u8;
        let in_hands = usize::from(n) * usize::from(hand);
        let mut view = TableView::new(rules, Viewer::Public);
        view.observe(&VisibleEvent::Dealt {
            opening: Opening {
                seat: leader,
                duty: Duty::Any,
                may_hand_over: false,
            },
            standing: *Match::new(rules).standing(),
            hand: None,
            held: BySeat::from_fn(n, |_| hand),
            boneyard: rules.tiles().len().saturating_sub(in_hands) as u8,
        });
        Self { rules, view }
    }

    /// The seats that pass before it is the turn of this one; `None` if its turn never comes.
    pub(super) fn passes_before(&mut self, seat: Seat) -> Option<Vec<Seat>> {
        let mut passes = Vec::new();
        for _ in Seat::all(self.rules.n_seats()) {
            if self.view.board()?.to_act()? == seat {
                return Some(passes);
            }
            passes.extend(self.pass());
        }
        None
    }

    /// Makes a move of the list; `None` if it is impossible.
    pub(super) fn make(&mut self, made: &MoveRecord) -> Option<()> {
        let (action, tile) = match made.what {
            What::Lead(tile) => (Action::Lead(tile), tile),
            What::Play { tile, on } => (Action::Play { tile, on }, tile),
            _ => return None,
        };
        let board = self.view.board()?;
        let has_tiles = board.held()[made.seat] > 0 && self.rules.tiles().contains(tile);
        // The hand is unknown, but it has to contain this tile.
        let hand: TileSet = core::iter::once(tile).collect();
        board.check(hand, action).ok().filter(|()| has_tiles)?;
        self.note(made.seat, action);
        Some(())
    }

    /// The passes that show a block: one by each player with tiles, if the rules ask for them and nobody has gone out.
    pub(super) fn closing_passes(&mut self) -> Vec<Seat> {
        let Some(board) = self.view.board() else {
            return Vec::new();
        };
        if self.rules.block_seen != BlockSeen::ByPasses || self.is_out(board) {
            return Vec::new();
        }
        let active = board.held().iter().filter(|held| **held > 0).count();
        (0..active).filter_map(|_| self.pass()).collect()
    }

    /// The seat to act passes.
    fn pass(&mut self) -> Option<Seat> {
        let seat = self.view.board()?.to_act()?;
        self.note(seat, Action::Pass);
        Some(seat)
    }

    fn note(&mut self, seat: Seat, action: Action) {
        let mv = Move {
            seat,
            action,
            drawn: None,
            shown: false,
        };
        let awards = PlayAwards::new();
        self.view.observe(&VisibleEvent::Done(Step { mv, awards }));
    }

    /// Whether a player, or a side where both partners have to, has no tile left.
    fn is_out(&self, board: &Board) -> bool {
        let is_empty = |seat: Seat| board.held()[seat] == 0;
        let sides = || Side::all(self.rules.n_sides());
        match self.rules.going_out == GoingOut::BothPartners {
            true => sides().any(|side| self.rules.members(side).all(is_empty)),
            false => Seat::all(self.rules.n_seats()).any(is_empty),
        }
    }
}
