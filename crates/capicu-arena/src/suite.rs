//! The suite v1: fixed deals, opponents and positions, so that figures of different papers compare.
//!
//! A change of any of them needs another version. [`digest`] shows whether two programs mean the same suite.

use std::sync::atomic::{AtomicBool, Ordering};

use capicu::fair::Seed;
use capicu::{Action, Fact, Game, Rules, Seat, Table, TableView, Waiting};
use sha2::{Digest as _, Sha256};

use crate::contest::{Contest, Length, NotStarted};
use crate::entrant::{Entrant, EntrantError, Thinking};
use crate::game::Play;
use crate::player::{Fault, Player};
use crate::tally::{Estimate, Moments, Tally, Z95};

/// The version of games, deals, opponents and positions.
pub const VERSION: &str = "v1";

/// The games of the contests, with their numbers of players.
pub const GAMES: [(&str, u8); 4] = [
    ("jamaican-partner", 4),
    ("draw", 2),
    ("all-fives", 2),
    ("cut-throat", 3),
];

/// The opponents of the contests: levels by their lasting names.
pub const OPPONENTS: [&str; 3] = ["level:heaviest", "level:club", "level:concludes"];

/// Pairs of rounds of each contest.
pub const PAIRS: u32 = 250;

/// The seed of all contests, and of random choices in the positions.
const SEED: u64 = 1;

/// The game of the positions, and its number of players.
pub const ENDINGS: (&str, u8) = ("draw", 2);

/// A line for each position: seed, moves, and each action with its exact value.
const POSITIONS: &str = include_str!("suite/positions-v1.txt");

/// The SHA-256 of the suite v1, in hexadecimal.
pub const DIGEST: &str = "adc46bfb2fd2706853a050dabc71b661aa10975350cf26ce9f31c2c5bd0a6a8e";

/// An ending of two-player Draw without a boneyard, so that the seat to act knows every tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The seed of its deal.
    pub seed: u64,
    /// The moves before it.
    pub moves: Vec<Action>,
    /// Each action with the points of the rest of the round for the seat to act, with best play by both seats.
    pub values: Vec<(Action, i16)>,
}

impl Position {
    /// The points that an action loses against the best one; those of the worst one for an action that is not legal.
    fn lost(&self, action: Option<Action>) -> f64 {
        let all = self.values.iter().map(|(_, value)| *value);
        let best = all.clone().max().unwrap_or_default();
        let worst = all.min().unwrap_or_default();
        let same = |known: Action| Some(known) == action;
        let found = self.values.iter().find(|(known, _)| same(*known));
        f64::from(best - found.map_or(worst, |(_, value)| *value))
    }
}

/// Reads a line of [`POSITIONS`]; `None` if it is none.
fn read(line: &str) -> Option<Position> {
    let mut parts = line.split(": ");
    let seed = parts.next()?.parse().ok()?;
    let moves = parts.next()?.split(' ').map(|action| action.parse().ok());
    let values = parts.next()?.split(' ').map(|pair| {
        let (action, value) = pair.split_once('=')?;
        Some((action.parse().ok()?, value.parse().ok()?))
    });
    Some(Position {
        seed,
        moves: moves.collect::<Option<_>>()?,
        values: values.collect::<Option<_>>()?,
    })
}

/// The 200 positions.
pub fn positions() -> Vec<Position> {
    POSITIONS.lines().filter_map(read).collect()
}

/// A contest of the suite.
#[derive(Clone, Debug)]
pub struct Meeting {
    pub opponent: &'static str,
    pub contest: Contest,
}

/// The contests, by game and opponent.
pub fn meetings(threads: usize) -> Vec<Meeting> {
    let mut all = Vec::new();
    for (game, players) in GAMES {
        let Some(rules) = rules(game, players) else {
            continue;
        };
        for opponent in OPPONENTS {
            let contest = Contest {
                game: game.to_owned(),
                rules,
                play: Play::Rounds,
                length: Length::Pairs(PAIRS),
                seed: SEED,
                threads,
            };
            all.push(Meeting { opponent, contest });
        }
    }
    all
}

fn rules(game: &str, players: u8) -> Option<Rules> {
    Game::by_id(game).and_then(|game| game.rules(players))
}

/// The SHA-256 over all games with their rules, all first deals, opponents and positions, in hexadecimal. It is
/// [`DIGEST`] unless the suite changed.
pub fn digest() -> String {
    let mut hasher = Sha256::new();
    for Meeting { opponent, contest } in meetings(1) {
        let rules = capicu_protocol::encode(&capicu_protocol::TableRules::new(
            &contest.game,
            &contest.rules,
        ));
        hasher.update(format!("{} {rules} {opponent} {PAIRS}\n", contest.game));
        for number in 0..PAIRS {
            let deal = contest.seed_of(number).deal(&contest.rules, 0);
            for hand in deal.hands().iter() {
                for tile in *hand {
                    hasher.update([tile.index()]);
                }
                hasher.update(b"/");
            }
        }
    }
    hasher.update(POSITIONS);
    let bytes = hasher.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The result of one contest.
#[derive(Clone, Debug)]
pub struct Met {
    pub game: &'static str,
    pub opponent: &'static str,
    pub tally: Tally,
}

/// The choices of a player in the positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Endings {
    pub positions: u32,
    /// Positions in which its action was one of the best.
    pub best: u32,
    /// Points lost per position.
    pub lost: Estimate,
    /// Positions without a legal answer; they count as the worst action.
    pub faults: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SuiteError {
    #[error(transparent)]
    NotStarted(#[from] NotStarted),
    #[error(transparent)]
    Opponent(#[from] EntrantError),
    #[error("stopped before the end")]
    Stopped,
}

/// Plays a contest.
///
/// # Errors
///
/// If the player is a program that does not start, or after a stop.
pub fn meet(meeting: &Meeting, player: &Entrant, stop: &AtomicBool) -> Result<Tally, SuiteError> {
    let opponent = Entrant::read(meeting.opponent, Thinking::Usual, std::time::Duration::ZERO)?;
    let (tally, _) = meeting.contest.run([player, &opponent], stop, |_| ())?;
    match stop.load(Ordering::Relaxed) {
        true => Err(SuiteError::Stopped),
        false => Ok(tally),
    }
}

/// Asks a player for its action in every position. It sees each round from its deal on.
///
/// # Errors
///
/// If the player is a program that does not start, or after a stop.
pub fn endings(player: &Entrant, stop: &AtomicBool) -> Result<Endings, SuiteError> {
    let is_stopped = || stop.load(Ordering::Relaxed);
    let (mut best, mut faults) = (0, 0);
    let mut losses = Moments::default();
    let positions = positions();
    for position in &positions {
        let answer = ask(position, player, &is_stopped);
        if is_stopped() {
            return Err(SuiteError::Stopped);
        }
        let lost = match answer {
            Ok(action) => position.lost(Some(action)),
            Err(fault @ Fault::NotStarted(_)) => {
                let name = player.name().to_owned();
                return Err(NotStarted { name, fault }.into());
            }
            Err(_) => {
                faults += 1;
                position.lost(None)
            }
        };
        best += u32::from(lost == 0.0);
        losses.add(lost);
    }
    let (mean, variance) = losses.mean();
    let half = Z95 * variance.sqrt();
    Ok(Endings {
        positions: positions.len() as u32,
        best,
        lost: Estimate {
            mean,
            ci95: [(mean - half).max(0.0), mean + half],
        },
        faults,
    })
}

/// Plays a round up to a position, and asks the player there.
fn ask(position: &Position, entrant: &Entrant, stop: &dyn Fn() -> bool) -> Result<Action, Fault> {
    let (game, players) = ENDINGS;
    let rules = rules(game, players).ok_or(Fault::Idle)?;
    let seed = Seed::from_number(position.seed);
    let mut table = Table::new(rules);
    // The seat to act is only known at the end, so every seat watches.
    let mut views: Vec<TableView> = Seat::all(players)
        .map(|seat| TableView::new(rules, seat))
        .collect();
    let mut events = Vec::new();
    let mut moves = position.moves.iter();
    let seat = loop {
        let fact = match (table.waiting(), moves.as_slice()) {
            (Waiting::Act(seat), []) => break seat,
            (Waiting::Act(_), _) => moves.next().map(|action| Fact::Acted(*action)),
            _ => seed.next(&table),
        };
        let made = table.apply(&fact.ok_or(Fault::Idle)?);
        for event in made.map_err(|_| Fault::Idle)? {
            for view in &mut views {
                view.observe(&event.visible_to(view.viewer()));
            }
            events.push(event);
        }
    };
    let mut player: Box<dyn Player> = entrant.sit(seat, Play::Rounds, game, &rules);
    player.greet(stop)?;
    player.begin(*Seed::from_number(SEED).bytes(), stop)?;
    for event in &events {
        player.observe(&event.visible_to(seat));
    }
    let view = views[seat.index()].round().ok_or(Fault::Idle)?;
    let answer = player.act(view, stop);
    player.leave(crate::grace(stop()));
    let action = answer?;
    match view.check(action) {
        Ok(()) => Ok(action),
        Err(why) => Err(Fault::Illegal { action, why }),
    }
}

#[cfg(test)]
mod tests {
    use capicu_solver::{Objective, Solver, ending};

    use super::*;

    #[test]
    fn suite_is_frozen() {
        assert_eq!(positions().len(), 200);
        assert_eq!(meetings(1).len(), GAMES.len() * OPPONENTS.len());
        assert_eq!(digest(), DIGEST);
    }

    /// The solver judges every action again, from the deal: by its compact form, and most also by the engine itself.
    #[test]
    fn values_are_those_of_the_solver() {
        let rules = rules(ENDINGS.0, ENDINGS.1).expect("a game");
        let mut slowly = 0;
        for position in positions() {
            let seed = Seed::from_number(position.seed);
            let mut table = Table::new(rules);
            let mut moves = position.moves.iter();
            while let Some(fact) = match table.waiting() {
                Waiting::Act(_) => moves.next().map(|action| Fact::Acted(*action)),
                _ => seed.next(&table),
            } {
                table.apply(&fact).expect("a legal move");
            }
            let round = table.round().expect("a round");
            assert_eq!(round.board().boneyard(), 0, "hidden tiles");
            let solved = Solver::<u32>::new().solve(round, Objective::Points);
            let solved = solved.expect("an ending");
            assert_eq!(solved.actions, position.values, "seed {}", position.seed);
            let engine = ending(round, Objective::Points, 2_000).expect("an ending");
            for ((action, value), known) in engine.actions.iter().zip(&position.values) {
                slowly += u32::from(value.is_some());
                assert!(value.is_none_or(|value| (*action, value) == *known));
            }
        }
        assert!(slowly > 300, "{slowly}");
    }

    /// The first position has values of -18, -17, -28 and -29: its best action is the second.
    #[test]
    fn losses_are_against_the_best_action() {
        let position = &positions()[0];
        let lost = |action: &str| position.lost(action.parse().ok());
        assert_eq!(lost("4-3@4-0"), 0.0);
        assert_eq!(lost("4-1@4-0"), 1.0);
        assert_eq!(lost("6-1@6-6"), 12.0);
        assert_eq!(position.lost(None), 12.0);
    }

    #[test]
    fn stronger_level_loses_less_in_the_endings() {
        let never = AtomicBool::new(false);
        let read = |name| Entrant::read(name, Thinking::Usual, std::time::Duration::ZERO);
        let of = |name| endings(&read(name).expect("a bot"), &never).expect("an answer");
        let (random, reader) = (of("random"), of("facts@2000"));
        assert!(reader.best > random.best, "{reader:?} and {random:?}");
        assert!(reader.lost.ci95[1] < random.lost.ci95[0]);
        assert_eq!((reader.faults, reader.positions), (0, 200));
        assert_eq!(of("random"), random, "the same seed, the same answers");
    }

    #[test]
    fn player_without_legal_answers_gets_the_worst() {
        struct Mute;
        impl Player for Mute {
            fn begin(&mut self, _: [u8; 32], _: &dyn Fn() -> bool) -> Result<(), Fault> {
                Ok(())
            }
            fn observe(&mut self, _: &capicu::VisibleEvent) {}
            fn act(&mut self, _: &capicu::View, _: &dyn Fn() -> bool) -> Result<Action, Fault> {
                Ok(Action::HandOver)
            }
        }
        let mute = Entrant::made("mute", |_, _, _| Box::new(Mute));
        let found = endings(&mute, &AtomicBool::new(false)).expect("answers");
        assert_eq!((found.faults, found.best), (200, 0));
    }
}
