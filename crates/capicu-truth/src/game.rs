//! All possible courses of a round.

use std::collections::HashMap;

use capicu::rules::Draw;
use capicu::{Action, Actions, BySeat, Deal, Match, Pile, Round, Rules, Seat, Tile, TileSet, View};

/// The most deals of a game.
const MANY_DEALS: usize = 200_000;

/// The most nodes of a game.
const MANY_NODES: usize = 20_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSmall {
    #[error("only games of two players are solved, not of {0}")]
    Players(u8),
    /// The rules allow drawing, which is not supported.
    #[error("games in which tiles are drawn are not solved")]
    Drawn,
    #[error("there are too many ways in which a round can go")]
    TooMany,
}

/// All rounds of two players under some rules.
///
/// The nodes are sorted by depth, and the successors of a node are adjacent; the first nodes are the deals. A situation
/// is everything its player knows: the same hand after the same moves.
#[derive(Debug)]
pub struct SmallGame {
    pub(crate) nodes: Vec<Node>,
    pub(crate) sets: Vec<Set>,
    /// The first node of each depth, and the end of the last.
    pub(crate) layers: Vec<usize>,
    /// The first situation of each depth, and the end of the last.
    pub(crate) set_layers: Vec<usize>,
    pub(crate) n_slots: usize,
    rounds: Vec<Round>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The first successor, or the value for seat 0 if the round is over.
    pub next: Next,
    parent: u32,
    rank: u8,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Next {
    Choice { set: u32, first: u32 },
    Over(f64),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Set {
    pub seat: u8,
    pub n_actions: u8,
    /// The index of its first action in a strategy.
    pub slot: u32,
    node: u32,
}

/// The index of a situation, from 0.
pub type Situation = usize;

/// The key of a situation: the seat, its hand as dealt, and the moves.
type Key = (u8, TileSet, Vec<Action>);

/// The tree during growth, in arbitrary order.
#[derive(Default)]
struct Growing {
    nodes: Vec<Grown>,
    keys: HashMap<Key, u32>,
    n_actions: Vec<u8>,
}

struct Grown {
    depth: usize,
    parent: u32,
    rank: u8,
    /// The situation, or the value for seat 0.
    what: Result<u32, f64>,
}

impl SmallGame {
    /// All rounds under these rules, opened as the first of a match. Fails if there are too many, if there are not two
    /// players, or if tiles are drawn.
    pub fn new(rules: &Rules) -> Result<Self, NotSmall> {
        if rules.n_seats() != 2 {
            return Err(NotSmall::Players(rules.n_seats()));
        }
        if rules.draw != Draw::Never {
            return Err(NotSmall::Drawn);
        }
        let game = Match::new(*rules);
        let rounds: Vec<Round> = deals(rules)?
            .iter()
            .filter_map(|deal| game.open(deal).ok())
            .collect();
        let mut growing = Growing::default();
        for round in &rounds {
            let mut moves = Vec::new();
            let dealt = *round.hands();
            growing.grow(round, &dealt, &mut moves, (u32::MAX, 0))?;
        }
        Ok(Self::sorted(growing, rounds))
    }

    fn sorted(growing: Growing, rounds: Vec<Round>) -> Self {
        let Growing {
            nodes: grown,
            n_actions,
            ..
        } = growing;
        let mut order: Vec<u32> = (0..grown.len() as u32).collect();
        // A stable sort keeps siblings adjacent.
        order.sort_by_key(|i| grown[*i as usize].depth);
        let mut place = vec![0; grown.len()];
        for (at, from) in order.iter().enumerate() {
            place[*from as usize] = at as u32;
        }
        let mut layers = Vec::new();
        let mut set_layers = Vec::new();
        let mut sets: Vec<Set> = Vec::new();
        let mut numbers = vec![u32::MAX; n_actions.len()];
        let mut nodes: Vec<Node> = Vec::with_capacity(grown.len());
        let mut n_slots = 0;
        for (at, from) in order.iter().enumerate() {
            let of = &grown[*from as usize];
            if of.depth == layers.len() {
                layers.push(at);
                set_layers.push(sets.len());
            }
            let next = match of.what {
                Err(worth) => Next::Over(worth),
                Ok(key) => {
                    let number = &mut numbers[key as usize];
                    if *number == u32::MAX {
                        *number = sets.len() as u32;
                        let n_actions = n_actions[key as usize];
                        sets.push(Set {
                            seat: 0,
                            n_actions,
                            slot: n_slots as u32,
                            node: at as u32,
                        });
                        n_slots += usize::from(n_actions);
                    }
                    Next::Choice {
                        set: *number,
                        first: 0,
                    }
                }
            };
            let parent = match of.parent {
                u32::MAX => u32::MAX,
                parent => place[parent as usize],
            };
            nodes.push(Node {
                next,
                parent,
                rank: of.rank,
            });
            if of.rank == 0 && parent != u32::MAX {
                let parent = &mut nodes[parent as usize];
                if let Next::Choice { first, .. } = &mut parent.next {
                    *first = at as u32;
                }
            }
        }
        layers.push(nodes.len());
        set_layers.push(sets.len());
        let mut game = Self {
            nodes,
            sets,
            layers,
            set_layers,
            n_slots,
            rounds,
        };
        for situation in 0..game.sets.len() {
            let seat = game.view(situation).seat().index() as u8;
            game.sets[situation].seat = seat;
        }
        game
    }

    pub fn n_deals(&self) -> usize {
        self.rounds.len()
    }

    /// The number of situations, including those without a choice.
    pub fn n_situations(&self) -> usize {
        self.sets.len()
    }

    pub fn n_actions(&self, situation: Situation) -> usize {
        usize::from(self.sets[situation].n_actions)
    }

    pub fn view(&self, situation: Situation) -> View {
        self.view_at(self.sets[situation].node)
    }

    /// The players' views in every node of a situation, which are equal if the situation is right.
    pub fn views(&self, situation: Situation) -> impl Iterator<Item = View> + '_ {
        let of = situation as u32;
        self.nodes
            .iter()
            .enumerate()
            .filter(move |(_, node)| matches!(node.next, Next::Choice { set, .. } if set == of))
            .map(|(at, _)| self.view_at(at as u32))
    }

    fn view_at(&self, node: u32) -> View {
        let mut ranks = Vec::new();
        let mut at = node;
        while let Node { parent, rank, .. } = self.nodes[at as usize]
            && parent != u32::MAX
        {
            ranks.push(rank);
            at = parent;
        }
        let mut round = self.rounds[at as usize].clone();
        let mut views = [0, 1].map(|i| round.view_from_here(Seat::new(i).expect("a seat of two")));
        for rank in ranks.into_iter().rev() {
            let action = round.distinct_actions()[usize::from(rank)];
            let step = round.play_unchecked(action);
            for view in &mut views {
                view.observe(&step.mv.visible_to(view.seat()), &step.awards);
            }
        }
        let [first, second] = views;
        if first.is_my_turn() { first } else { second }
    }
}

impl Growing {
    fn grow(
        &mut self,
        round: &Round,
        dealt: &BySeat<TileSet>,
        moves: &mut Vec<Action>,
        from: (u32, u8),
    ) -> Result<(), NotSmall> {
        if self.nodes.len() >= MANY_NODES {
            return Err(NotSmall::TooMany);
        }
        let at = self.nodes.len() as u32;
        let actions = round.distinct_actions();
        let what = match round.to_act() {
            None => Err(worth(round)),
            Some(seat) => Ok(self.situation(seat, dealt, moves, &actions)),
        };
        self.nodes.push(Grown {
            depth: moves.len(),
            parent: from.0,
            rank: from.1,
            what,
        });
        for (rank, action) in actions.iter().enumerate() {
            let mut after = round.clone();
            after.play_unchecked(*action);
            moves.push(*action);
            self.grow(&after, dealt, moves, (at, rank as u8))?;
            moves.pop();
        }
        Ok(())
    }

    fn situation(
        &mut self,
        seat: Seat,
        dealt: &BySeat<TileSet>,
        moves: &[Action],
        actions: &Actions,
    ) -> u32 {
        let new = self.keys.len() as u32;
        let key = (seat.index() as u8, dealt[seat], moves.to_vec());
        let number = *self.keys.entry(key).or_insert(new);
        if number == new {
            self.n_actions.push(actions.len() as u8);
        }
        number
    }
}

fn worth(round: &Round) -> f64 {
    let winner = round.outcome().and_then(|outcome| outcome.winner);
    match winner.map(Seat::index) {
        None => 0.0,
        Some(0) => 1.0,
        Some(_) => -1.0,
    }
}

fn deals(rules: &Rules) -> Result<Vec<Deal>, NotSmall> {
    let tiles: Vec<Tile> = rules.tiles().into_iter().collect();
    let hand = usize::from(rules.hand.get());
    let mut all = Vec::new();
    for first in subsets(&tiles, hand)? {
        let rest: Vec<Tile> = (rules.tiles() - first).into_iter().collect();
        for second in subsets(&rest, hand)? {
            let hands = BySeat::from_slice(&[first, second]).expect("two hands");
            let boneyard: Pile = (rules.tiles() - first - second).into_iter().collect();
            if all.len() >= MANY_DEALS {
                return Err(NotSmall::TooMany);
            }
            all.extend(Deal::new(rules, hands, boneyard, 0));
        }
    }
    Ok(all)
}

/// Every set of `n` of these tiles.
fn subsets(tiles: &[Tile], n: usize) -> Result<Vec<TileSet>, NotSmall> {
    if tiles.len() > 20 {
        return Err(NotSmall::TooMany);
    }
    let chosen = |bits: u32| {
        let held = tiles.iter().enumerate();
        held.filter(|(i, _)| bits >> i & 1 == 1)
            .map(|(_, tile)| *tile)
            .collect()
    };
    Ok((0..1u32 << tiles.len())
        .filter(|bits| bits.count_ones() as usize == n)
        .map(chosen)
        .collect())
}
