//! What players do in every situation of a small game.

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
        let answers: Vec<Vec<f64>> = (0..game.n_situations())
            .into_par_iter()
            .map(|situation| ask(game, situation, &bot, times, seed))
            .collect();
        Self::of(game, |situation, odds| {
            odds.copy_from_slice(&answers[situation]);
        })
    }

    /// What a reader does: the same, but where it says how often it makes each choice, that is taken.
    pub fn of_reader(game: &SmallGame, reader: Reader, times: u32, seed: u64) -> Self {
        let answers: Vec<Vec<f64>> = (0..game.n_situations())
            .into_par_iter()
            .map(|situation| listen(game, situation, reader, times, seed))
            .collect();
        Self::of(game, |situation, odds| {
            odds.copy_from_slice(&answers[situation]);
        })
    }
}

fn listen(game: &SmallGame, situation: usize, reader: Reader, times: u32, seed: u64) -> Vec<f64> {
    let n = usize::from(game.sets[situation].n_actions);
    let mut frequent = vec![0.0; n];
    if n < 2 {
        return frequent;
    }
    let view = game.view(situation);
    let actions = view.legal_actions();
    let mut rng = generator(seed, situation);
    for _ in 0..times {
        let all = reader.judge(&view, &mut rng);
        for judged in &all {
            if let Some(at) = actions.iter().position(|legal| *legal == judged.action) {
                frequent[at] += judged.odds;
            }
        }
        // Who says how often it chooses what, says the same again.
        if all.iter().all(|judged| judged.odds < 1.0) {
            break;
        }
    }
    frequent
}

fn generator(seed: u64, situation: usize) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(situation as u64);
    rng
}

fn ask(
    game: &SmallGame,
    situation: usize,
    bot: impl Fn() -> Box<dyn Bot>,
    times: u32,
    seed: u64,
) -> Vec<f64> {
    let n = usize::from(game.sets[situation].n_actions);
    let mut frequent = vec![0.0; n];
    if n < 2 {
        return frequent;
    }
    let view = game.view(situation);
    let actions = view.legal_actions();
    let mut rng = generator(seed, situation);
    for _ in 0..times {
        let action = bot().choose(&view, &mut rng);
        if let Some(at) = actions.iter().position(|legal| Some(*legal) == action) {
            frequent[at] += 1.0;
        }
    }
    frequent
}
