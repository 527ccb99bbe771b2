//! Runs a target without a fuzzer: over its corpus and random changes of it, in bounded time. The ordinary tests that
//! name a target include it.

use std::fs;
use std::path::PathBuf;

use chacha20::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

/// The number of changed texts for each target; `FUZZ_RUNS` raises it.
fn n_runs() -> u32 {
    let asked = std::env::var("FUZZ_RUNS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(1500)
}

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(name);
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{name} has a corpus");
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Changes, removes or repeats a few pieces of a text, or inserts some from another.
fn changed(texts: &[Vec<u8>], rng: &mut ChaCha20Rng) -> Vec<u8> {
    let mut below = |n: usize| rng.next_u32() as usize % n.max(1);
    let mut text = texts[below(texts.len())].clone();
    for _ in 0..=below(4) {
        let at = below(text.len() + 1);
        let end = (at + below(24)).min(text.len());
        match below(6) {
            0 => text.truncate(at),
            1 => drop(text.drain(at..end)),
            2 => {
                let piece = text[at..end].to_vec();
                text.splice(at..at, piece);
            }
            3 if at < text.len() => text[at] = below(256) as u8,
            4 if at < text.len() => text[at] = b"0123456789-@:;,?!ABCD \n\"=[]"[below(27)],
            _ => {
                let other = &texts[below(texts.len())];
                let from = below(other.len());
                let to = (from + below(40)).min(other.len());
                text.splice(at..end, other[from..to].iter().copied());
            }
        }
    }
    text
}

/// Runs a target on each input of its corpus, and on changes of them.
pub fn run(name: &str, target: fn(&[u8])) {
    let texts = corpus(name);
    for text in &texts {
        target(text);
    }
    let mut rng = ChaCha20Rng::from_seed([7; 32]);
    for _ in 0..n_runs() {
        target(&changed(&texts, &mut rng));
    }
}
