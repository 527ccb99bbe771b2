//! Measures the strategy of players in small games.

use capicu::{Action, View};
use capicu_ai::{Bot, Reader};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;
use rayon::prelude::*;

use crate::{SmallGame, Strategy};

impl Strategy {
    /// The strategy of a bot. It chooses `times` times in every situation with a choice, and frequencies become
    /// probabilities. Once is enough for a deterministic player; for a random one, a few choices exaggerate its
    /// randomness.
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

    /// The strategy of a reader: by frequencies, or, in situations where it reports odds, by these.
    pub fn of_reader(game: &SmallGame, reader: Reader, times: u32, seed: u64) -> Self {
        of_player(game, seed, |view, rng, said| {
            for _ in 0..times {
                let all = reader.judge(view, rng);
                for judged in &all {
                    said(judged.action, judged.odds);
                }
                // A player that reports odds always reports the same.
                if all.iter().all(|judged| judged.odds < 1.0) {
                    break;
                }
            }
        })
    }
}

/// The strategy of a player, from the actions and weights that `ask` reports.
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
