//! A contest of two players over pairs of games with equal deals.

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

#[derive(Clone, Debug)]
pub struct Contest {
    pub game: String,
    pub rules: Rules,
    pub play: Play,
    pub length: Length,
    pub seed: u64,
    pub threads: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    Pairs(u32),
    Sequential(Sprt, u32),
}

#[derive(Clone, Debug)]
pub struct Pair {
    /// Counts from 0.
    pub number: u32,
    pub seed: Seed,
    pub games: Vec<(Vec<Who>, Played)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PairResult {
    /// The half games that the first player won: 2 per win, 1 per tie.
    pub half_games: usize,
    pub games: u64,
    /// Games with a winner.
    pub decided: u64,
    /// Games that each player lost by a fault, not by the rules.
    pub faults: [u64; 2],
    /// The first player's lead in points, averaged over the rounds of the pair.
    pub margin: Option<f64>,
    /// The thinking times of each player, in milliseconds.
    pub ms: [Vec<f32>; 2],
}

impl Pair {
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

#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// All pairs up to and including this one.
    pub tally: &'a Tally,
    pub pair: &'a Pair,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All pairs were played. A sequential test reached no verdict.
    Played,
    Found(Verdict),
    Stopped,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} {fault}")]
pub struct NotStarted {
    pub name: String,
    pub fault: Fault,
}

/// Assigns the players to the seats, once per game of a pair.
///
/// The players alternate by side around the table. Further games exchange the players and turn the table by one side,
/// until no new table appears. Two or four sides make two games, three make six, five make ten.
pub fn seatings(rules: &Rules) -> Vec<Vec<Who>> {
    let n = usize::from(rules.n_sides());
    let mut tables: Vec<Vec<Who>> = Vec::new();
    for turned in 0..n {
        for first in [Who::A, Who::B] {
            let table: Vec<Who> = Seat::all(rules.n_seats())
                .map(|seat| {
                    let side = (rules.side(seat).index() + turned) % n;
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
    /// Plays the contest and calls `progress` for every pair, in order. The tally counts exactly those pairs, also
    /// after `stop` was raised.
    ///
    /// Fails if a program cannot be started or does not greet. Later faults lose games.
    pub fn run(
        &self,
        players: [&Entrant; 2],
        stop: &AtomicBool,
        progress: impl FnMut(Progress<'_>),
    ) -> Result<(Tally, Ending), NotStarted> {
        self.go_on(self.begin(), players, stop, progress)
    }

    /// An empty tally for [`Contest::go_on`].
    pub fn begin(&self) -> Tally {
        Tally::new(seatings(&self.rules).len())
    }

    /// Continues a stopped contest after the pairs in `tally`. Further pairs are the same as without the stop.
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
            // A full channel keeps threads from running far ahead of the next pair in order.
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

    /// The seed of the deals of a pair.
    pub fn seed_of(&self, number: u32) -> Seed {
        Seed::new(self.bytes(number)())
    }

    /// The randomness of a pair: first the seed of its deals, then that of each seat.
    fn bytes(&self, number: u32) -> impl FnMut() -> [u8; 32] {
        let mut rng = ChaCha8Rng::from_seed(*Seed::from_number(self.seed).bytes());
        rng.set_stream(u64::from(number));
        move || {
            let mut bytes = [0; 32];
            rng.fill_bytes(&mut bytes);
            bytes
        }
    }

    fn found(&self, tally: &Tally) -> Option<Verdict> {
        match self.length {
            Length::Sequential(sprt, _) => sprt.verdict(tally.counts()),
            Length::Pairs(_) => None,
        }
    }

    /// Plays all games of a pair; `None` if stopped before the end.
    fn pair(
        &self,
        number: u32,
        tables: &[Vec<Who>],
        players: &mut Players<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Pair> {
        let mut bytes = self.bytes(number);
        let seed = Seed::new(bytes());
        // In all games of a pair, a seat has the same randomness for either player. While the players choose alike, the
        // games are equal, so randomness favors neither.
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

/// The players of one thread, by table and seat. No player sees a deal twice or holds two of its hands. Programs start
/// at their first game.
struct Players<'a> {
    seated: Vec<Vec<Box<dyn Player>>>,
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
        // All programs share one grace period.
        let grace = grace(self.stop.load(Ordering::Relaxed));
        for player in self.seated.iter_mut().flatten() {
            player.leave(grace);
        }
    }
}
