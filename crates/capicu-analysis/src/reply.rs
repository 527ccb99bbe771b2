//! The table's reply to an answer of a puzzle.

use capicu::{Action, Move, Round, RoundResult, Tile};
use capicu_ai::{Knowledge, Level};
use chacha20::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng};

use crate::puzzle::Posed;

/// The most moves of a reply, so that it ends even where seats draw.
const MOST_MOVES: usize = 200;

/// One possible continuation after an answer, until the seat's next turn or the end of the round.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The moves after the answer. Others' drawn tiles are hidden.
    pub moves: Vec<Move>,
    /// The end of the round, if the moves ended it.
    pub ended: Option<Box<RoundResult>>,
}

impl Reply {
    /// Plays the answer and the replies of the others, who play by [`Level::QUICK`]. The deal is one of those that agree
    /// with the view. It depends on the position alone, so every answer meets the same hands. `None` if no deal agrees.
    pub fn of(posed: &Posed, action: Action) -> Option<Self> {
        let view = &posed.decision().view;
        let seat = view.seat();
        let rng = &mut ChaCha8Rng::seed_from_u64(seed(posed));
        let world = Knowledge::of(view).ok()?.sample(rng);
        let mut boneyard: Vec<Tile> = world.boneyard.into_iter().collect();
        for last in (1..boneyard.len()).rev() {
            boneyard.swap(last, (rng.next_u32() as usize) % (last + 1));
        }
        let mut round = Round::from_view(view, world.hands, &boneyard).ok()?;
        round.play(action).ok()?;
        let mut moves = Vec::new();
        while let Some(next) = round.to_act().filter(|next| *next != seat) {
            if moves.len() == MOST_MOVES {
                break;
            }
            let chosen = Level::QUICK
                .bot()
                .choose(&round.view_from_here(next), rng)?;
            let step = round.play(chosen).ok()?;
            moves.push(step.mv.visible_to(seat));
        }
        let over = round.outcome().is_some();
        Some(Self {
            moves,
            ended: over.then(|| Box::new(posed.decision().game.clone().finish(&round))),
        })
    }
}

/// A seed from the text of a puzzle, by FNV-1a.
fn seed(posed: &Posed) -> u64 {
    let text = posed.text();
    let bytes = text.bytes();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
