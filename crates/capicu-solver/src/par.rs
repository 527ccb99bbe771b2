//! Boards of duplicate: the value of a deal with open hands and best play.

use capicu::{
    Action, BySeat, Deal, Duty, Match, Opening, Pile, Round, Rules, Seat, Standing, TileSet,
};

use crate::solver::{NotSolved, Objective, Solver};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Par {
    pub poses: Seat,
    /// The value for the side of the first seat.
    pub value: i16,
    /// Best play by everybody, each time the first of equal actions.
    pub line: Vec<Action>,
}

/// The round of a board with level scores. `order` lists tiles by their index in the set: first the hand of the first
/// seat, and so on, then the boneyard. If a tile must be led, its holder leads it; otherwise `first` leads any tile.
///
/// `None` if these are not the tiles of a deal.
///
/// # Examples
///
/// ```
/// use capicu::{Game, Seat};
/// use capicu_solver::{Objective, board, par};
///
/// let rules = Game::by_id("jamaican-partner").and_then(|game| game.rules(4)).unwrap();
/// let order: Vec<usize> = (0..28).collect();
/// let round = board(&rules, &order, Seat::default()).unwrap();
/// let par = par(&round, Objective::Result).unwrap();
/// assert!((-1..=1).contains(&par.value));
/// // The last hand has the double six, which must be led.
/// assert_eq!((par.poses.letter(), par.line[0].to_string()), ('D', "6-6".to_owned()));
/// ```
pub fn board(rules: &Rules, order: &[usize], first: Seat) -> Option<Round> {
    let all: Vec<_> = rules.tiles().into_iter().collect();
    let tiles: Option<Vec<_>> = order.iter().map(|at| all.get(*at).copied()).collect();
    let tiles = tiles?;
    let (hand, seats) = (usize::from(rules.hand.get()), usize::from(rules.n_seats()));
    let (dealt, left) = tiles.split_at_checked(hand * seats)?;
    let hands: Vec<TileSet> = dealt
        .chunks(hand)
        .map(|hand| hand.iter().copied().collect())
        .collect();
    let mut boneyard = Pile::new();
    boneyard.extend(left.iter().copied());
    let deal = Deal::new(rules, BySeat::from_slice(&hands)?, boneyard, 0).ok()?;
    let game = Match::new(*rules);
    let named = game.opening(&deal).ok();
    let opening = named.filter(|opening| opening.duty != Duty::Any);
    let opening = opening.unwrap_or(Opening {
        seat: first,
        duty: Duty::Any,
        may_hand_over: false,
    });
    Round::new(*rules, Standing::new(rules), opening, &deal).ok()
}

/// The value of a round from its beginning.
///
/// # Errors
///
/// As for [`Solver::solve`].
pub fn par(round: &Round, objective: Objective) -> Result<Par, NotSolved> {
    let solution = match round.board().rules().set.highest().value() {
        0..=6 => Solver::<u32>::new().solve(round, objective),
        7..=9 => Solver::<u64>::new().solve(round, objective),
        _ => Solver::<u128>::new().solve(round, objective),
    }?;
    let own = round.board().rules().side(solution.to_act);
    let first = round.board().rules().side(Seat::default());
    Ok(Par {
        poses: solution.to_act,
        value: if own == first {
            solution.value
        } else {
            -solution.value
        },
        line: solution.best_line,
    })
}
