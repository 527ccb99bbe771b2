//! Two players over pairs of the same deals.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;

use capicu::fair::Seed;
use capicu::{Rules, Seat};
use chacha20::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::entrant::Entrant;
use crate::external::grace;
use crate::game::{Play, Played, Who, any, play};
use crate::player::{Fault, Player};
use crate::sprt::{Sprt, Verdict};
use crate::tally::Tally;

/// What is played, and for how long.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The name of the game, for programs.
    pub game: String,
    /// Its rules.
    pub rules: Rules,
    /// What is played from every deal.
    pub play: Play,
    /// When enough has been played.
    pub length: Length,
    /// What all deals and all chances come from.
    pub seed: u64,
    /// How many games go on at a time.
    pub threads: usize,
}

/// When enough has been played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// After so many pairs.
    Pairs(u32),
    /// When the test has found something, or after so many pairs.
    Sequential(Sprt, u32),
}

/// The games of one deal, or in matches of one seed.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Its number, from 0.
    pub number: u32,
    /// What all its deals come from.
    pub seed: Seed,
    /// The games: who sat where, and what was played.
    pub games: Vec<(Vec<Who>, Played)>,
}

/// What counts of a pair, apart from how it was played.
#[derive(Clone, Debug, PartialEq)]
pub struct PairResult {
    /// How many half games the first player made.
    pub half_games: usize,
    /// Games played.
    pub games: u64,
    /// Games that somebody won.
    pub decided: u64,
    /// How often the first and the second player lost for another reason than the rules'.
    pub faults: [u64; 2],
    /// The points by which the first player did better, the mean over the rounds of the pair.
    pub margin: Option<f64>,
    /// How long the decisions of the first and the second player took, in milliseconds.
    pub ms: [Vec<f32>; 2],
}

impl Pair {
    /// What counts of it.
    pub fn result(&self) -> PairResult {
        let mut result = PairResult {
            half_games: 0,
            games: self.games.len() as u64,
            decided: 0,
            faults: [0; 2],
            margin: None,
            ms: [Vec::new(), Vec::new()],
        };
        let mut margins = Vec::new();
        for (_, played) in &self.games {
            result.half_games += match played.winner {
                Some(Who::A) => 2,
                None => 1,
                Some(Who::B) => 0,
            };
            result.decided += u64::from(played.winner.is_some());
            if let Some((who, _)) = &played.fault {
                result.faults[*who as usize] += 1;
            }
            for (all, ms) in result.ms.iter_mut().zip(&played.ms) {
                all.extend(ms);
            }
            margins.extend(played.margin);
        }
        if !margins.is_empty() {
            result.margin = Some(margins.iter().sum::<f64>() / margins.len() as f64);
        }
        result
    }
}

/// How far a contest is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// All pairs up to now, the last included.
    pub tally: &'a Tally,
    /// The last pair.
    pub pair: &'a Pair,
}

/// Why a contest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All pairs were played; a sequential test had found nothing by then.
    Played,
    /// The sequential test found this.
    Found(Verdict),
    /// It was stopped.
    Stopped,
}

/// A player that cannot play at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} {fault}")]
pub struct NotStarted {
    /// Which.
    pub name: String,
    /// Why.
    pub fault: Fault,
}

/// Who sits where in the games of one deal.
///
/// The players take turns around the table, side by side; the game is played again with the
/// players exchanged, and with the whole table turned by a side until all tables were had that
/// differ. Two or four sides make two games, three make six, five make ten.
pub fn seatings(rules: &Rules) -> Vec<Vec<Who>> {
    let n = usize::from(rules.n_teams());
    let mut tables: Vec<Vec<Who>> = Vec::new();
    for turned in 0..n {
        for first in [Who::A, Who::B] {
            let table: Vec<Who> = Seat::all(rules.n_seats())
                .map(|seat| {
                    let side = (rules.team(seat).index() + turned) % n;
                    match side & 1 {
                        0 => first,
                        _ => first.other(),
                    }
                })
                .collect();
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
    }
    tables
}

impl Contest {
    /// Plays. `progress` is told of every pair, in their order; the pairs that it was told of are
    /// those in the tally, also after `stop` was raised.
    ///
    /// # Errors
    ///
    /// If a program cannot be started or does not greet. What goes wrong later loses games.
    pub fn run(
        &self,
        players: [&Entrant; 2],
        stop: &AtomicBool,
        progress: impl FnMut(Progress<'_>),
    ) -> Result<(Tally, Ending), NotStarted> {
        self.go_on(self.begin(), players, stop, progress)
    }

    /// Nothing yet: what [`Contest::go_on`] begins with.
    pub fn begin(&self) -> Tally {
        Tally::new(seatings(&self.rules).len())
    }

    /// Plays on where a contest was stopped, after all pairs in this tally. Those that follow are
    /// the same as if it had not been stopped.
    ///
    /// # Errors
    ///
    /// See [`Contest::run`].
    pub fn go_on(
        &self,
        mut tally: Tally,
        [a, b]: [&Entrant; 2],
        stop: &AtomicBool,
        mut progress: impl FnMut(Progress<'_>),
    ) -> Result<(Tally, Ending), NotStarted> {
        if let Some(found) = self.found(&tally) {
            return Ok((tally, Ending::Found(found)));
        }
        let is_stopped = || stop.load(Ordering::Relaxed);
        for entrant in [a, b] {
            match entrant.try_out(self.play, &self.game, &self.rules, &is_stopped) {
                _ if is_stopped() => return Ok((tally, Ending::Stopped)),
                Ok(()) => {}
                Err(fault) => {
                    let name = entrant.name().to_owned();
                    return Err(NotStarted { name, fault });
                }
            }
        }
        let tables = seatings(&self.rules);
        let limit = match self.length {
            Length::Pairs(pairs) | Length::Sequential(_, pairs) => pairs,
        };
        let next = AtomicU32::new(tally.pairs());
        let enough = AtomicBool::new(false);
        let mut ending = Ending::Played;
        thread::scope(|scope| {
            // Nobody runs far ahead of the pair that is waited for.
            let (send, receive) = mpsc::sync_channel(4 * self.threads.max(1));
            for _ in 0..self.threads.max(1) {
                let (send, tables) = (send.clone(), &tables);
                let (next, enough) = (&next, &enough);
                scope.spawn(move || {
                    let mut players = Players::new(self, [a, b], tables, stop);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= limit {
                            break;
                        }
                        let over = || any(&[stop, enough]);
                        let pair = self.pair(number, tables, &mut players, &over);
                        let last = pair.is_none();
                        if send.send((number, pair)).is_err() || last {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut early = BTreeMap::new();
            while let Ok((number, pair)) = receive.recv() {
                early.insert(number, pair);
                while let Some(pair) = early.remove(&tally.pairs()) {
                    let Some(pair) = pair else {
                        ending = Ending::Stopped;
                        return;
                    };
                    tally.add_pair(&pair.result());
                    progress(Progress {
                        tally: &tally,
                        pair: &pair,
                    });
                    if let Some(found) = self.found(&tally) {
                        ending = Ending::Found(found);
                        enough.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            }
        });
        Ok((tally, ending))
    }

    /// What the sequential test has found, if there is one.
    fn found(&self, tally: &Tally) -> Option<Verdict> {
        match self.length {
            Length::Sequential(sprt, _) => sprt.verdict(tally.counts()),
            Length::Pairs(_) => None,
        }
    }

    /// Plays all games of one number; `None` if it was to stop before the end.
    fn pair(
        &self,
        number: u32,
        tables: &[Vec<Who>],
        players: &mut Players<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Pair> {
        let mut rng = ChaCha8Rng::from_seed(*Seed::from_number(self.seed).bytes());
        rng.set_stream(u64::from(number));
        let mut bytes = move || {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            bytes
        };
        let seed = Seed::new(bytes());
        // A seat leaves to chance the same in all games, whoever sits there: as long as the players
        // choose alike, the games of a pair are one game, and its chances favor nobody.
        let chances: Vec<[u8; 32]> = Seat::all(self.rules.n_seats()).map(|_| bytes()).collect();
        let mut games = Vec::new();
        for (table, seated) in tables.iter().zip(&mut players.seated) {
            if stop() {
                return None;
            }
            let played = play(&self.rules, self.play, &seed, table, seated, &chances, stop)?;
            games.push((table.clone(), played));
        }
        Some(Pair {
            number,
            seed,
            games,
        })
    }
}

/// The players of one thread, by table and seat: none of them plays a deal twice, nor holds two hands
/// of it. Programs are started when they are first needed.
struct Players<'a> {
    seated: Vec<Vec<Box<dyn Player>>>,
    /// Whether the user wants no more.
    stop: &'a AtomicBool,
}

impl<'a> Players<'a> {
    fn new(
        contest: &Contest,
        entrants: [&Entrant; 2],
        tables: &[Vec<Who>],
        stop: &'a AtomicBool,
    ) -> Self {
        let Contest {
            game, rules, play, ..
        } = contest;
        let sit = |(seat, who): (Seat, &Who)| entrants[*who as usize].sit(seat, *play, game, rules);
        let table = |table: &Vec<Who>| Seat::all(rules.n_seats()).zip(table).map(sit).collect();
        Self {
            seated: tables.iter().map(table).collect(),
            stop,
        }
    }
}

impl Drop for Players<'_> {
    fn drop(&mut self) {
        // All of them have their time to go at once.
        let grace = grace(self.stop.load(Ordering::Relaxed));
        for player in self.seated.iter_mut().flatten() {
            player.leave(grace);
        }
    }
}
