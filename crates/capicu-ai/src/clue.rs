//! Certain evidence for one action over another.

use alloc::vec::Vec;

use capicu::rules::{Draw, Ends};
use capicu::{Action, Clue, Duty, Layout, Odds, Pip, Seat, Tally, Tile, TileSet, View};

use crate::Knowledge;

/// The smallest difference of chances worth reporting, in thousandths.
const LEAST: u16 = 50;

/// The most clues reported for one choice: with a hint, a mistake or a puzzle.
pub const MOST_CLUES: usize = 2;

/// The evidence for one action over another that this seat can know: scores first, then certain clues, then likely
/// ones. Empty if no deal agrees with the view. Takes about as long as counting the deals four times.
pub fn clues(view: &View, better: Action, other: Action) -> Vec<Clue> {
    Knowledge::of(view).map_or_else(
        |_| Vec::new(),
        |knowledge| Choice::new(view, &knowledge, better, other).clues(),
    )
}

struct Choice<'a> {
    view: &'a View,
    knowledge: &'a Knowledge,
    actions: [Action; 2],
    /// The layouts after the better action and after the other one.
    after: [Layout; 2],
    /// The numbers open in these layouts; empty where the action lays no tile.
    open: [Vec<Pip>; 2],
}

impl<'a> Choice<'a> {
    fn new(view: &'a View, knowledge: &'a Knowledge, better: Action, other: Action) -> Self {
        let actions = [better, other];
        let board = view.board();
        let after = actions.map(|action| board.layout().after(action, board.rules()));
        let open = [0, 1].map(|at| match actions[at].tile() {
            Some(_) => numbers(&after[at]),
            None => Vec::new(),
        });
        Self {
            view,
            knowledge,
            actions,
            after,
            open,
        }
    }

    fn clues(&self) -> Vec<Clue> {
        let mut clues = Vec::new();
        clues.extend(self.scores());
        clues.extend(self.one_number());
        clues.extend(self.lacks());
        let stitches = self.stitches();
        clues.extend(stitches);
        clues.extend(self.shuts());
        clues.extend(self.denies());
        clues.extend(self.led());
        clues.extend(self.cuts_off());
        // Where every end shows one number, it is also the one that opens.
        if stitches.is_none() {
            clues.extend(self.holds());
        }
        clues.extend(self.boneyard(&clues));
        clues
    }

    fn is_partner(&self, seat: Seat) -> bool {
        let rules = self.view.board().rules();
        rules.side(seat) == rules.side(self.view.seat())
    }

    fn others(&self) -> impl Iterator<Item = Seat> {
        let n_seats = self.view.board().rules().n_seats();
        let all = self.view.seat().around(n_seats).skip(1);
        all.filter(|seat| self.view.board().held()[*seat] > 0)
    }

    /// The numbers in which the actions differ: the better one leaves them open to an opponent, or closes them to a
    /// partner.
    fn against(&self, seat: Seat) -> impl Iterator<Item = Pip> {
        let [better, other] = &self.open;
        let (here, there) = match self.is_partner(seat) {
            true => (other, better),
            false => (better, other),
        };
        here.iter().copied().filter(|pip| !there.contains(pip))
    }

    /// The numbers in which the actions differ the other way round.
    fn in_favor(&self, seat: Seat) -> impl Iterator<Item = Pip> {
        let [better, other] = &self.open;
        let (here, there) = match self.is_partner(seat) {
            true => (better, other),
            false => (other, better),
        };
        here.iter().copied().filter(|pip| !there.contains(pip))
    }

    fn tally(&self, pip: Pip) -> Tally {
        let suit = TileSet::suit(pip);
        let laid = self.actions[0].tile().map_or(TileSet::EMPTY, TileSet::of);
        Tally {
            pip,
            held: (suit & (self.view.hand() - laid)).len() as u8,
            others: (suit & self.view.unseen()).len() as u8,
        }
    }

    fn scores(&self) -> Option<Clue> {
        let board = self.view.board();
        let points = |at: usize| {
            let laid = self.actions[at].tile();
            laid.map_or(0, |_| self.after[at].points(board.rules()))
        };
        let (points, less) = (points(0), points(1));
        (points > less).then(|| Clue::Scores {
            before: board.layout().total(),
            after: self.after[0].total(),
            points,
        })
    }

    fn one_number(&self) -> Option<Clue> {
        match self.actions {
            [Action::Lead(double), Action::Lead(other)]
                if double.is_double() && !other.is_double() =>
            {
                Some(Clue::OneNumber { pip: double.high() })
            }
            _ => None,
        }
    }

    fn lacks(&self) -> impl Iterator<Item = Clue> {
        self.others().flat_map(move |seat| {
            let against = self.against(seat);
            against.filter_map(move |pip| self.showed(seat, pip))
        })
    }

    /// A clue that a seat lacks a number, if its play has shown that.
    fn showed(&self, seat: Seat, pip: Pip) -> Option<Clue> {
        let view = self.view;
        let unseen = TileSet::suit(pip) & view.unseen();
        if unseen.is_empty() || !view.is_regular() {
            return None;
        }
        if self.knowledge.chance_of_none(seat, unseen)? < 1.0 - 1e-9 {
            return None;
        }
        let (mut at, mut shown) = (0, None);
        view.replay(|board, mv| {
            let unable = matches!(mv.action, Action::Pass | Action::Draw);
            let layout = board.layout();
            let left = TileSet::suit(pip) & layout.unplayed();
            // Where only doubles may be laid, or an arm is closed, it may still hold a tile with the number.
            let was_open = !layout.ends().is_empty() && (left - layout.playable()).is_empty();
            if mv.seat == seat && unable && was_open {
                shown = Some((at, mv.action == Action::Draw));
            }
            at += 1;
        });
        let (mv, drew) = shown?;
        Some(Clue::Lacks {
            seat,
            pip,
            mv,
            drew,
        })
    }

    fn stitches(&self) -> Option<Clue> {
        let lies = self.view.board().layout().first().is_some();
        let [pip] = self.open[0][..] else {
            return None;
        };
        if !lies || self.open[1] == [pip] || self.after[0].ends().len() < 2 {
            return None;
        }
        let tally = self.tally(pip);
        (tally.held > 0 && tally.held >= tally.others).then_some(Clue::Stitches(tally))
    }

    /// How often each action leaves the next player none of these tiles. `None` unless that speaks clearly for the
    /// better action.
    fn odds(&self, tiles: impl Fn(&Self, usize) -> TileSet) -> Option<Odds> {
        let seat = self.others().next()?;
        let none = |at: usize| {
            self.actions[at].tile()?;
            let none = self.knowledge.chance_of_none(seat, tiles(self, at))?;
            Some((1_000.0 * none + 0.5) as u16)
        };
        let (better, other) = (none(0)?, none(1)?);
        let speaks = match self.is_partner(seat) {
            true => other >= better + LEAST,
            false => better >= other + LEAST,
        };
        speaks.then_some(Odds {
            seat,
            better,
            other,
        })
    }

    fn shuts(&self) -> Option<Clue> {
        let odds = self.odds(|choice, at| choice.after[at].playable())?;
        Some(Clue::Shuts(odds))
    }

    fn denies(&self) -> Option<Clue> {
        let board = self.view.board();
        if board.rules().ends == Ends::Off {
            return None;
        }
        let odds = self.odds(|choice, at| {
            let layout = &choice.after[at];
            let unseen = choice.view.unseen() & layout.playable();
            let scores = |tile: &Tile| {
                layout.ends().iter().any(|end| {
                    let on = end.tile();
                    let after = layout.after(Action::Play { tile: *tile, on }, board.rules());
                    after.laid().contains(*tile) && after.points(board.rules()) > 0
                })
            };
            unseen.into_iter().filter(scores).collect()
        })?;
        Some(Clue::Denies(odds))
    }

    fn led(&self) -> Option<Clue> {
        let board = self.view.board();
        // A seat that had to lead its tile reveals nothing by it.
        if board.opening().duty != Duty::Any || !self.view.is_regular() {
            return None;
        }
        let lead = self.view.moves().iter().find_map(|mv| match mv.action {
            Action::Lead(tile) => Some((mv.seat, tile)),
            _ => None,
        });
        let (seat, tile) = lead.filter(|(seat, _)| self.others().any(|other| other == *seat))?;
        let speaks = self.in_favor(seat).any(|pip| tile.has(pip));
        speaks.then_some(Clue::Led { seat, tile })
    }

    fn cuts_off(&self) -> impl Iterator<Item = Clue> {
        let lays = self.actions[0].tile().is_some();
        let [better, other] = &self.open;
        let closed = other
            .iter()
            .filter(move |pip| lays && !better.contains(pip));
        let tallies = closed.map(|pip| self.tally(*pip));
        let scarce = tallies.filter(|tally| tally.others > tally.held + 1);
        scarce.map(Clue::CutsOff)
    }

    fn holds(&self) -> impl Iterator<Item = Clue> {
        let [better, other] = &self.open;
        let opened = better.iter().filter(|pip| !other.contains(pip));
        let tallies = opened.map(|pip| self.tally(*pip));
        let enough = tallies.filter(|tally| tally.held > 1 && tally.held >= tally.others);
        enough.map(Clue::Holds)
    }

    /// A further clue where some tiles stay in the boneyard, next to clues that count tiles.
    fn boneyard(&self, clues: &[Clue]) -> Option<Clue> {
        let board = self.view.board();
        let counts =
            |clue: &Clue| matches!(clue, Clue::Stitches(_) | Clue::CutsOff(_) | Clue::Holds(_));
        let told =
            board.rules().draw == Draw::Never && board.boneyard() > 0 && clues.iter().any(counts);
        told.then(|| Clue::Boneyard {
            boneyard: board.boneyard(),
            unseen: self.view.unseen().len() as u8,
        })
    }
}

fn numbers(layout: &Layout) -> Vec<Pip> {
    let mut pips: Vec<Pip> = layout.ends().iter().map(|end| end.pip()).collect();
    pips.sort();
    pips.dedup();
    pips
}
