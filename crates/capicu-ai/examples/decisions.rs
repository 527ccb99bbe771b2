//! Plays rounds of fixed seeds and records every decision with its value, to the last bit, to compare machines. `cargo
//! run --release -p capicu-ai --example decisions` prints a line for each game, and with the argument `timed`, seconds.
//!
//! Compiled with these lines in `CAPICU_DECISIONS`, it prints nothing, which a bare WebAssembly module cannot. It exits
//! with the number of the first line that differs, or 0.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

use capicu::fair::Seed;
use capicu::{Game, Seat, View};
use capicu_ai::{Belief, BotKind, Budget, Knowledge, Level, Reader};
use capicu_arena::duel::{Start, deal};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// Game, players, start of each round, rounds, nodes per decision.
const CASES: [(&str, u8, Start, u32, u64); 10] = [
    ("jamaican-partner", 4, Start::Anew, 3, 20_000),
    ("jamaican-partner", 4, Start::Earned, 3, 20_000),
    ("cut-throat", 3, Start::Earned, 2, 10_000),
    ("french", 4, Start::Anew, 2, 10_000),
    ("doscientos", 4, Start::Earned, 2, 20_000),
    ("draw", 2, Start::Anew, 3, 10_000),
    ("cross", 4, Start::Anew, 2, 10_000),
    ("double-nine-cross", 4, Start::Anew, 1, 2_000),
    ("double-twelve-cross", 9, Start::Anew, 1, 500),
    ("all-fives", 2, Start::Anew, 3, 10_000),
];

/// The most nodes of a level that plays quickly.
const QUICK: u64 = 200;

fn main() -> ExitCode {
    if let Some(expected) = option_env!("CAPICU_DECISIONS") {
        let differs = expected.lines().enumerate().find(|(i, line)| {
            let found = CASES.get(*i).map(decisions);
            found.as_deref() != Some(*line)
        });
        return ExitCode::from(differs.map_or(0, |(i, _)| i as u8 + 1));
    }
    if std::env::args().nth(1).as_deref() == Some("timed") {
        println!("{}", timed());
        return ExitCode::SUCCESS;
    }
    for case in &CASES {
        println!("{}", decisions(case));
    }
    ExitCode::SUCCESS
}

/// The seconds of a run, the best of five.
fn timed() -> f64 {
    let runs = (0..5).map(|_| {
        let begun = seconds();
        for case in &CASES {
            std::hint::black_box(decisions(case));
        }
        seconds() - begun
    });
    runs.fold(f64::INFINITY, f64::min)
}

/// Seconds of processor time so far, or of the clock if the system does not report that.
fn seconds() -> f64 {
    static BEGUN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanos = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(|| BEGUN.elapsed().as_secs_f64(), |nanos| nanos / 1e9)
}

/// The case, the number of decisions and a digest of all their values.
fn decisions(&(id, players, start, rounds, nodes): &(&str, u8, Start, u32, u64)) -> String {
    let game = Game::by_id(id).expect("a known game");
    let rules = game
        .rules(players)
        .expect("a number of players of the game");
    let rng = &mut ChaCha8Rng::seed_from_u64(nodes);
    let reader = Reader::new(Budget::Nodes(nodes), Belief::Play);
    let (mut digest, mut n) = (Digest::default(), 0);
    for number in 0..rounds {
        let mut round = deal(rules, start, &Seed::from_number(7), number);
        let mut views: Vec<View> = Seat::all(players)
            .map(|seat| round.view_from_here(seat))
            .collect();
        while let Some(seat) = round.to_act() {
            let view = &views[seat.index()];
            if view.distinct_actions().len() > 1 {
                tell(view, &reader, rng, &mut digest);
                n += 1;
            }
            let action = BotKind::Counter.bot().choose(view, rng);
            let step = round
                .play(action.expect("an action on its turn"))
                .expect("a legal action");
            for view in &mut views {
                view.observe(&step.mv.visible_to(view.seat()), &step.awards);
            }
        }
    }
    format!("{id} {players} {start:?} {n} {:016x}", digest.0)
}

fn tell(view: &View, reader: &Reader, rng: &mut dyn Rng, digest: &mut Digest) {
    for judged in reader.judge(view, rng) {
        let (worth, rounds) = (judged.worth.to_bits(), judged.rounds);
        digest.take(format_args!("{} {worth:x} {rounds} ", judged.action));
    }
    let random = BotKind::Random.bot();
    let levels = Level::ALL
        .into_iter()
        .filter(|level| level.nodes() <= QUICK);
    let levels = levels.map(Level::bot);
    for mut bot in levels.chain([random]) {
        let action = bot.choose(view, rng).expect("an action on its turn");
        digest.take(format_args!("{action} "));
    }
    let Ok(knowledge) = Knowledge::of(view) else {
        return;
    };
    digest.take(format_args!("{:?} ", knowledge.count()));
    if let Some(chances) = knowledge.chances() {
        for tile in view.unseen() {
            let chance = chances.sleeps(tile).to_bits();
            digest.take(format_args!("{tile} {chance:x} "));
        }
    }
}

/// FNV-1a of a text: short, and independent of the size of a pointer.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    fn take(&mut self, text: std::fmt::Arguments<'_>) {
        self.write_fmt(text).expect("a digest takes any text");
    }
}

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}
