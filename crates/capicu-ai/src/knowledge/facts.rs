//! Constraints on hidden tiles from every pass, draw and opening.

use alloc::vec;
use alloc::vec::Vec;

use capicu::rules::{BlockSeen, DrawWhen, Lead, NoDouble, PosePass};
use capicu::{Action, Board, BySeat, Duty, Move, Rules, Seat, Tile, TileSet, Turn, View};

use super::problem::{ANY_NUMBER, Group, Groups, Kind, Place, Problem, numbers};

/// Evidence about the place of tiles.
#[derive(Clone, Copy, Debug)]
enum Finding {
    Dealt(Tile, Seat),
    DealtToAny(Tile),
    NotDealt(TileSet, Seat),
    Boneyard(TileSet),
    Held(Tile),
    BoneyardNow(TileSet),
}

/// Findings that hold together.
type Case = Vec<Finding>;

/// The constraints on the tiles that a view does not show: problems of which exactly one holds. Deals are counted over
/// all of them.
pub(super) fn problems(view: &View) -> Vec<Problem> {
    let mut facts = Facts::new(view);
    view.replay(|board, mv| facts.note(board, mv));
    let (mine_dealt, mut problem) = facts.problem();
    let (opening, going_on) = (opening_cases(view), going_on_cases(view));
    let pairs = opening
        .iter()
        .flat_map(|case| going_on.iter().map(move |other| (case, other)));
    let mut pairs = pairs.peekable();
    let mut problems = Vec::new();
    while let Some((case, other)) = pairs.next() {
        let mut problem = match pairs.peek() {
            Some(_) => problem.clone(),
            None => core::mem::take(&mut problem),
        };
        let mut findings = case.iter().chain(other);
        if findings.all(|finding| apply(&mut problem, *finding, view, mine_dealt)) {
            problems.push(problem);
        }
    }
    problems
}

/// Whether the others took up tiles so often that the groups have no bit each.
pub(super) fn are_too_many(view: &View) -> bool {
    let other = |mv: &&Move| mv.seat != view.seat() && mv.action == Action::Draw;
    let draws = view.moves().iter().filter(other).count();
    // The other seats' deals and the boneyard are groups too.
    draws + usize::from(view.board().rules().n_seats()) >= Groups::BITS as usize
}

/// The constraints by numbers of tiles alone.
pub(super) fn by_size_alone(view: &View) -> Problem {
    let board = view.board();
    let mut groups = Vec::new();
    for (seat, held) in board
        .held()
        .entries()
        .filter(|(seat, _)| *seat != view.seat())
    {
        groups.push(group(seat, *held, true));
    }
    groups.push(boneyard(board.boneyard()));
    let everywhere = Kind {
        hidden: view.unseen(),
        played: TileSet::EMPTY,
        groups: (1 << groups.len()) - 1,
    };
    Problem {
        kinds: vec![everywhere],
        groups,
    }
}

const fn group(seat: Seat, room: u8, dealt: bool) -> Group {
    Group {
        place: Place::Seat(seat.index() as u8),
        room,
        dealt,
        doubles: ANY_NUMBER,
    }
}

const fn boneyard(room: u8) -> Group {
    Group {
        place: Place::Boneyard,
        room,
        dealt: false,
        doubles: ANY_NUMBER,
    }
}

struct Facts<'a> {
    view: &'a View,
    /// The tiles that the other seats took up, one group for each time.
    groups: Vec<Group>,
    /// The tiles that each group cannot contain.
    cannot_be: Vec<TileSet>,
    of_seat: BySeat<Groups>,
    /// The groups known to lack the tiles that fit since the last tile.
    told: Groups,
    /// Tiles played by other seats.
    played: Vec<Kind>,
    mine_dealt: TileSet,
    /// Tiles that were drawn openly, with their groups.
    shown: Vec<(Tile, usize)>,
}

impl<'a> Facts<'a> {
    fn new(view: &'a View) -> Self {
        let board = view.board();
        let mut dealt = *board.held();
        let mut mine_dealt = view.hand();
        for mv in view.moves().iter().rev() {
            match mv.action {
                Action::Lead(tile) | Action::Play { tile, .. } => {
                    dealt[mv.seat] += 1;
                    if mv.seat == view.seat() {
                        mine_dealt.insert(tile);
                    }
                }
                Action::Draw => {
                    dealt[mv.seat] = dealt[mv.seat].saturating_sub(1);
                    if let Some(tile) = mv.drawn.filter(|_| mv.seat == view.seat()) {
                        mine_dealt.remove(tile);
                    }
                }
                Action::Pass | Action::HandOver => {}
            }
        }
        let limit = board.rules().unplayed_doubles();
        let limit = limit.map_or(ANY_NUMBER, |limit| limit as u8 - 1);
        let n_moves = view.moves().len();
        let mut facts = Self {
            view,
            groups: Vec::with_capacity(n_moves + dealt.as_slice().len()),
            cannot_be: Vec::with_capacity(n_moves + dealt.as_slice().len()),
            of_seat: BySeat::new(dealt.len()),
            told: 0,
            played: Vec::with_capacity(n_moves),
            mine_dealt,
            shown: Vec::new(),
        };
        for (seat, room) in dealt.entries().filter(|(seat, _)| *seat != view.seat()) {
            let dealt = Group {
                doubles: limit,
                ..group(seat, *room, true)
            };
            facts.take_up(seat, dealt, TileSet::EMPTY);
        }
        facts
    }

    fn take_up(&mut self, seat: Seat, group: Group, cannot_be: TileSet) {
        self.of_seat[seat] |= 1 << self.groups.len();
        self.groups.push(group);
        self.cannot_be.push(cannot_be);
    }

    fn note(&mut self, board: &Board, mv: &Move) {
        if let Action::Lead(_) | Action::Play { .. } = mv.action {
            self.told = 0;
        }
        if mv.seat == self.view.seat() {
            return;
        }
        let rules = board.rules();
        let opening = matches!(board.turn(), Turn::Open(_));
        let wanted = match opening {
            true => TileSet::DOUBLES,
            false => board.layout().playable(),
        };
        match mv.action {
            Action::Lead(tile) | Action::Play { tile, .. } => {
                let may = |group: &usize| !self.cannot_be[*group].contains(tile);
                let groups = numbers(self.of_seat[mv.seat]).filter(may);
                self.played.push(Kind {
                    hidden: TileSet::EMPTY,
                    played: TileSet::of(tile),
                    groups: groups.fold(0, |groups, group| groups | 1 << group),
                });
            }
            Action::Pass => self.lacks(mv.seat, wanted),
            Action::Draw => {
                if !opening && rules.draw_when == DrawWhen::Unable {
                    self.lacks(mv.seat, wanted);
                }
                if let Some(tile) = mv.drawn {
                    self.shown.push((tile, self.groups.len()));
                }
                // A double drawn to open would have been shown.
                let cannot_be = match opening && mv.drawn.is_none() {
                    true => TileSet::DOUBLES,
                    false => TileSet::EMPTY,
                };
                self.take_up(mv.seat, group(mv.seat, 1, false), cannot_be);
            }
            Action::HandOver => {}
        }
    }

    fn lacks(&mut self, seat: Seat, tiles: TileSet) {
        for group in numbers(self.of_seat[seat] & !self.told) {
            self.cannot_be[group] |= tiles;
        }
        self.told |= self.of_seat[seat];
    }

    /// The problem before any conclusion from the opening, and the player's tiles as dealt.
    fn problem(mut self) -> (TileSet, Problem) {
        self.groups.push(boneyard(self.view.board().boneyard()));
        // Most groups cannot contain the same tiles as another group, or may contain any.
        let mut without: Vec<(TileSet, Groups)> = Vec::with_capacity(self.cannot_be.len());
        for (i, tiles) in self.cannot_be.iter().enumerate() {
            match without.iter_mut().find(|(others, _)| others == tiles) {
                Some((_, groups)) => *groups |= 1 << i,
                None if tiles.is_empty() => {}
                None => without.push((*tiles, 1 << i)),
            }
        }
        let mut kinds = Vec::with_capacity(self.played.len() + 2 * without.len() + 2);
        kinds.push(Kind {
            hidden: self.view.unseen(),
            played: TileSet::EMPTY,
            groups: (1 << self.groups.len()) - 1,
        });
        let mut problem = Problem {
            kinds,
            groups: self.groups,
        };
        for (tiles, groups) in without {
            problem.keep(tiles, !groups);
        }
        problem.kinds.append(&mut self.played);
        for (shown, group) in self.shown {
            let shown = TileSet::of(shown);
            problem.keep(shown, 1 << group);
            problem.keep(!shown, !(1 << group));
        }
        (self.mine_dealt, problem)
    }
}

/// Adds a finding to a problem; `false` if the seat's own tiles contradict it.
fn apply(problem: &mut Problem, finding: Finding, view: &View, mine_dealt: TileSet) -> bool {
    let me = view.seat();
    let dealt_to =
        |seat: Seat, group: &Group| group.dealt && group.place == Place::Seat(seat.index() as u8);
    let (tiles, groups) = match finding {
        Finding::Dealt(tile, seat) if seat == me => return mine_dealt.contains(tile),
        Finding::NotDealt(tiles, seat) if seat == me => return !mine_dealt.intersects(tiles),
        Finding::DealtToAny(tile) if mine_dealt.contains(tile) => return true,
        Finding::Held(tile) if view.hand().contains(tile) => return true,
        Finding::Boneyard(tiles) if mine_dealt.intersects(tiles) => return false,
        Finding::Dealt(tile, seat) => (
            TileSet::of(tile),
            problem.which(|group| dealt_to(seat, group)),
        ),
        Finding::DealtToAny(tile) => (TileSet::of(tile), problem.which(|group| group.dealt)),
        Finding::Held(tile) => {
            let held = problem.which(|group| group.place != Place::Boneyard);
            (TileSet::of(tile), held)
        }
        Finding::NotDealt(tiles, seat) => (tiles, problem.which(|group| !dealt_to(seat, group))),
        Finding::Boneyard(tiles) => (tiles, problem.which(|group| !group.dealt)),
        Finding::BoneyardNow(tiles) => (tiles, problem.at(Place::Boneyard)),
    };
    // A tile that is or was the seat's own is not in the problem.
    let there = |kind: &Kind| kind.tiles().intersects(tiles);
    let one = matches!(
        finding,
        Finding::Dealt(..) | Finding::DealtToAny(_) | Finding::Held(_)
    );
    if one && !problem.kinds.iter().any(there) {
        return false;
    }
    problem.keep(tiles, groups);
    problem.kinds.iter().all(|kind| kind.groups != 0)
}

/// Cases by the first of these tiles that was dealt to the seat. `others` makes the finding about the tiles before it.
fn first_dealt_to(seat: Seat, tiles: &[Tile], others: impl Fn(TileSet) -> Finding) -> Vec<Case> {
    let case = |(i, tile): (usize, &Tile)| {
        let before = tiles[..i].iter().copied().collect();
        vec![others(before), Finding::Dealt(*tile, seat)]
    };
    tiles.iter().enumerate().map(case).collect()
}

/// Tiles of the game in the order in which they open a round: those that name the opener, then, where no double may be
/// dealt, the others.
fn opening_order(rules: &Rules, rounds: u16) -> Vec<Tile> {
    let mut order = rules.naming_tiles(rounds).to_vec();
    if rules.opener.needs_double() && rules.no_double == NoDouble::HighestTile {
        order.extend(Rules::ranked(rules.tiles() - TileSet::DOUBLES));
    }
    order
}

/// Evidence of the opening: cases of which exactly one holds.
fn opening_cases(view: &View) -> Vec<Case> {
    let board = view.board();
    let rules = board.rules();
    let opening = board.opening();
    let nothing = || vec![Case::new()];
    let doubles = || -> Vec<Tile> {
        let mut doubles: Vec<Tile> = (rules.tiles() & TileSet::DOUBLES).into_iter().collect();
        doubles.reverse();
        doubles
    };
    match opening.duty {
        Duty::Tile(tile) | Duty::Holder(tile) if rules.opener.is_named_by_tile() => {
            let order = opening_order(rules, board.standing().round);
            let higher = order.into_iter().take_while(|other| *other != tile);
            let higher = Finding::Boneyard(higher.collect());
            vec![vec![higher, Finding::Dealt(tile, opening.seat)]]
        }
        Duty::Tile(tile) | Duty::Holder(tile) => {
            vec![vec![Finding::Dealt(tile, opening.seat)]]
        }
        Duty::DrawForDouble => vec![vec![Finding::Boneyard(doubles().into_iter().collect())]],
        Duty::Double if rules.pose_pass == PosePass::AnyTile => {
            let seat = opening.seat;
            first_dealt_to(seat, &doubles(), |tiles| Finding::NotDealt(tiles, seat))
        }
        // Once a double is on the table, nothing more follows.
        Duty::Double if board.layout().first().is_some() => nothing(),
        Duty::Double => {
            let doubles = doubles();
            let case = |(i, tile): (usize, &Tile)| {
                let higher = doubles[..i].iter().copied().collect();
                vec![Finding::Boneyard(higher), Finding::DealtToAny(*tile)]
            };
            doubles.iter().enumerate().map(case).collect()
        }
        Duty::Any => match board.standing().tiles_name_opener(rules) {
            // Nobody was dealt a double (W32).
            Some(true)
                if rules.opener.needs_double() && rules.no_double == NoDouble::HeaviestHand =>
            {
                let doubles = rules.tiles() & TileSet::DOUBLES;
                vec![vec![Finding::Boneyard(doubles)]]
            }
            Some(true) if rules.opener.is_named_by_tile() => {
                let order = opening_order(rules, board.standing().round);
                first_dealt_to(opening.seat, &order, Finding::Boneyard)
            }
            Some(true) => nothing(),
            Some(false) if rules.lead == Lead::Double => {
                let doubles = rules.tiles() & TileSet::DOUBLES;
                let none = match rules.pose_pass {
                    PosePass::AnyTile => Finding::NotDealt(doubles, opening.seat),
                    PosePass::Free | PosePass::Counts => Finding::Boneyard(doubles),
                };
                vec![vec![none]]
            }
            _ => nothing(),
        },
    }
}

/// Evidence of the round's continuation: somebody can play, where a block is seen at once and nobody can draw. A later
/// tile has proved it for earlier moments.
fn going_on_cases(view: &View) -> Vec<Case> {
    let board = view.board();
    let rules = board.rules();
    let silent = !matches!(board.turn(), Turn::Play(_))
        || board.can_draw()
        || rules.block_seen != BlockSeen::AtOnce
        || board.boneyard() == 0;
    let fits = board.layout().playable();
    if silent || view.hand().intersects(fits) {
        return vec![Case::new()];
    }
    let fits: Vec<Tile> = (fits & view.unseen()).into_iter().collect();
    let case = |(i, tile): (usize, &Tile)| {
        let before = fits[..i].iter().copied().collect();
        vec![Finding::BoneyardNow(before), Finding::Held(*tile)]
    };
    fits.iter().enumerate().map(case).collect()
}
