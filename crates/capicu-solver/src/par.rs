//! Boards of duplicate: what a deal is worth if all hands are open and everybody plays their best.

use capicu::{
    Action, BySeat, Deal, Duty, Match, Opening, Pile, Round, Rules, Seat, Standing, TileSet,
};

use crate::solver::{NotSolved, Objective, Solver};

/// What a board is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Par {
    /// Who poses.
    pub poses: Seat,
    /// The value for the side of the first seat.
    pub value: i16,
    /// Best play by everybody, the first of equals each time.
    pub line: Vec<Action>,
}

/// The round of a board: tiles by their places in the order of the set, as they are dealt, the first hand to
/// the first seat; what is left sleeps. Where the rules make a tile be posed, its holder poses it; elsewhere
/// `first` poses what they like. The score is level.
///
/// Nothing if these are not the tiles of a deal.
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
/// // The last hand holds the double six, which has to be posed.
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
    let mut asleep = Pile::new();
    asleep.extend(left.iter().copied());
    let deal = Deal::new(rules, BySeat::from_slice(&hands)?, asleep, 0).ok()?;
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

/// What a round from its beginning is worth.
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
    let own = round.board().rules().team(solution.to_act);
    let first = round.board().rules().team(Seat::default());
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
