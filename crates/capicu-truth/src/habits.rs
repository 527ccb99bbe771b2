//! What players do in every situation of a small game.

use capicu::{Action, View};
use capicu_ai::{Bot, Reader};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;
use rayon::prelude::*;

use crate::{SmallGame, Strategy};

impl Strategy {
    /// What a player does: it is asked so many times in every situation that leaves a choice, and
    /// each answer is as likely as it was frequent. Once is enough for a player that leaves nothing
    /// to chance; the fewer times one is asked that does, the more it seems to leave to others.
    pub fn of_bot(
        game: &SmallGame,
        bot: impl Fn() -> Box<dyn Bot> + Sync,
        times: u32,
        seed: u64,
    ) -> Self {
        of_player(game, seed, |view, rng, said| {
            for _ in 0..times {
                if let Some(action) = bot().choose(view, rng) {
                    said(action, 1.0);
                }
            }
        })
    }

    /// What a reader does: the same, but where it says how often it makes each choice, that is taken.
    pub fn of_reader(game: &SmallGame, reader: Reader, times: u32, seed: u64) -> Self {
        of_player(game, seed, |view, rng, said| {
            for _ in 0..times {
                let all = reader.judge(view, rng);
                for judged in &all {
                    said(judged.action, judged.odds);
                }
                // Who says how often it chooses what, says the same again.
                if all.iter().all(|judged| judged.odds < 1.0) {
                    break;
                }
            }
        })
    }
}

/// What a player does that says in a situation how often it chooses what.
fn of_player(
    game: &SmallGame,
    seed: u64,
    ask: impl Fn(&View, &mut ChaCha8Rng, &mut dyn FnMut(Action, f64)) + Sync,
) -> Strategy {
    let answers: Vec<Vec<f64>> = (0..game.n_situations())
        .into_par_iter()
        .map(|situation| {
            let n = usize::from(game.sets[situation].n_actions);
            let mut frequent = vec![0.0; n];
            if n < 2 {
                return frequent;
            }
            let view = game.view(situation);
            let actions = view.distinct_actions();
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(situation as u64);
            ask(&view, &mut rng, &mut |action, often| {
                if let Some(at) = actions.iter().position(|legal| *legal == action) {
                    frequent[at] += often;
                }
            });
            frequent
        })
        .collect();
    Strategy::of(game, |situation, odds| {
        odds.copy_from_slice(&answers[situation]);
    })
}
