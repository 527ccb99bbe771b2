//! The themes of puzzles.

use capicu::rules::CapicuPays;
use capicu::{Action, Clue, LastTile, Layout, Tile, TileSet, View};

use crate::puzzle::{Posed, Solution};

/// A fact about a puzzle. The position, and which answers are good, decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// The seat leads the first tile of the round.
    Lead,
    /// An answer blocks the round: no tile that is left fits.
    Block,
    /// In at least half of the deals, the best answer leaves the next opponent no tile that fits. The mistake does so
    /// less often.
    ShutOut,
    /// The seat has a double that fits, and no good answer plays one.
    KeepDouble,
    /// Every good answer plays a double.
    PlayDouble,
    /// An answer leaves one tile, and that tile can go out with a capicú that the rules pay.
    Capicu,
    /// The tiles left of a suit speak for the best answer.
    Count,
    /// A pass or draw shows that a player lacks a number, which speaks for the best answer.
    Pass,
    /// The best answer leaves open a number that the partner led.
    Partner,
    /// The open ends score more after the best answer, or leave the next opponent fewer points.
    Points,
    /// The seat has at most three tiles.
    LastTiles,
}

impl Theme {
    pub const ALL: [Self; 11] = [
        Self::Lead,
        Self::Block,
        Self::ShutOut,
        Self::KeepDouble,
        Self::PlayDouble,
        Self::Capicu,
        Self::Count,
        Self::Pass,
        Self::Partner,
        Self::Points,
        Self::LastTiles,
    ];

    pub const fn id(self) -> &'static str {
        match self {
            Self::Lead => "lead",
            Self::Block => "block",
            Self::ShutOut => "shut-out",
            Self::KeepDouble => "keep-double",
            Self::PlayDouble => "play-double",
            Self::Capicu => "capicu",
            Self::Count => "count",
            Self::Pass => "pass",
            Self::Partner => "partner",
            Self::Points => "points",
            Self::LastTiles => "last-tiles",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.id() == id)
    }

    /// The themes of a puzzle, in the order of [`ALL`](Self::ALL). Counts the possible deals, which takes some
    /// milliseconds.
    pub fn of(posed: &Posed, solution: &Solution) -> Vec<Self> {
        let decision = posed.decision();
        let asked = Asked {
            view: &decision.view,
            actions: &decision.actions,
            solution,
            clues: capicu_ai::clues(
                &decision.view,
                decision.actions[solution.best],
                decision.action(),
            ),
        };
        let all = Self::ALL.into_iter();
        all.filter(|theme| asked.has(*theme)).collect()
    }
}

/// The least chance of shutting the next opponent out, in thousandths.
const PROBABLY: u16 = 500;

/// The most tiles of an ending.
const FEW: usize = 3;

struct Asked<'a> {
    view: &'a View,
    actions: &'a [Action],
    solution: &'a Solution,
    clues: Vec<Clue>,
}

impl Asked<'_> {
    fn has(&self, theme: Theme) -> bool {
        match theme {
            Theme::Lead => self.view.board().layout().first().is_none(),
            Theme::Block => self.actions.iter().any(|action| self.blocks(*action)),
            Theme::ShutOut => self.any_clue(|clue| {
                matches!(clue, Clue::Shuts(odds)
                    if !self.is_partner(odds.seat) && odds.better >= PROBABLY)
            }),
            Theme::KeepDouble => {
                let doubles = |good: bool| self.answers(good).any(is_double);
                doubles(false) && !doubles(true)
            }
            Theme::PlayDouble => self.answers(true).all(is_double),
            Theme::Capicu => self.actions.iter().any(|action| self.readies(*action)),
            Theme::Count => self.any_clue(|clue| {
                matches!(clue, Clue::Stitches(_) | Clue::Holds(_) | Clue::CutsOff(_))
            }),
            Theme::Pass => self.any_clue(|clue| matches!(clue, Clue::Lacks { .. })),
            Theme::Partner => self
                .any_clue(|clue| matches!(clue, Clue::Led { seat, .. } if self.is_partner(*seat))),
            Theme::Points => {
                self.any_clue(|clue| matches!(clue, Clue::Scores { .. } | Clue::Denies(_)))
            }
            Theme::LastTiles => self.view.hand().len() <= FEW,
        }
    }

    fn any_clue(&self, is: impl Fn(&Clue) -> bool) -> bool {
        self.clues.iter().any(is)
    }

    fn is_partner(&self, seat: capicu::Seat) -> bool {
        let rules = self.view.board().rules();
        rules.side(seat) == rules.side(self.view.seat())
    }

    fn answers(&self, good: bool) -> impl Iterator<Item = Action> {
        let judged = self.actions.iter().zip(&self.solution.answers);
        judged.filter_map(move |(action, verdict)| (verdict.good == good).then_some(*action))
    }

    /// The layout and the hand after an answer that lays a tile.
    fn after(&self, action: Action) -> Option<(Layout, TileSet)> {
        let tile = action.tile()?;
        let board = self.view.board();
        let layout = board.layout().after(action, board.rules());
        Some((layout, self.view.hand() - TileSet::of(tile)))
    }

    fn blocks(&self, action: Action) -> bool {
        self.after(action).is_some_and(|(layout, hand)| {
            !hand.is_empty() && (layout.playable() & (hand | self.view.unseen())).is_empty()
        })
    }

    /// Whether the tile left after an answer would go out with a capicú now.
    fn readies(&self, action: Action) -> bool {
        let rules = self.view.board().rules();
        if rules.capicu.get() == 0 && rules.capicu_pays != CapicuPays::Doubles {
            return false;
        }
        let Some((layout, hand)) = self.after(action) else {
            return false;
        };
        let mut left = hand.into_iter();
        let (Some(tile), None) = (left.next(), left.next()) else {
            return false;
        };
        LastTile::on(&layout, tile).is_capicu(rules)
    }
}

fn is_double(action: Action) -> bool {
    action.tile().is_some_and(Tile::is_double)
}
