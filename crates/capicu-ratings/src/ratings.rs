//! All ratings, computed from finished matches.

use std::collections::{BTreeMap, BTreeSet};

use crate::family::{Family, Game};
use crate::rating::{Expected, Rating, Side, expected};

/// The version of the formulae. A new version means that all ratings are computed again.
pub const ALGORITHM: u32 = 1;

/// The number of matches that end the provisional rating.
pub const PROVISIONAL: u32 = 30;

/// The number of matches together after which two players are rated as a pair. From then on their own ratings no longer
/// change when they play together.
pub const TOGETHER: u32 = 10;

/// The number of rated matches per day between the same opponents; further ones have no weight.
pub const A_DAY: u32 = 10;

/// The standard deviation of the difference between a pair and the sum of its players.
const UNDERSTANDING: f64 = 2.0;

const DAY: u64 = 86_400_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match<P> {
    /// When it ended, in milliseconds since 1970. Days are in UTC.
    pub at: u64,
    pub game: &'static Game,
    /// By seat, one for each seat of the game. With two sides, the first has the even seats.
    pub seats: Vec<Sitter<P>>,
    pub winner: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sitter<P> {
    Person { player: P, standing: Standing },
    Bot { level: u8 },
}

impl<P> Sitter<P> {
    pub const fn person(player: P) -> Self {
        Self::Person {
            player,
            standing: Standing::Played,
        }
    }
}

/// How a match counts for a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Standing {
    #[default]
    Played,
    /// Left the match: it counts as lost, even if the side won.
    Left,
    /// The partner left: the match counts if won, and not if lost.
    Deserted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who<P> {
    Player(P),
    /// Two who play together, the lower id first.
    Pair(P, P),
}

impl<P: Ord> Who<P> {
    pub fn pair(one: P, other: P) -> Self {
        match one <= other {
            true => Self::Pair(one, other),
            false => Self::Pair(other, one),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The rating after the last match. For a pair it rates the mean of the two.
    pub rating: Rating,
    pub matches: u32,
    /// When the last match ended, in milliseconds since 1970.
    pub at: u64,
}

impl Entry {
    pub const fn is_provisional(&self) -> bool {
        self.matches < PROVISIONAL
    }

    /// The rating at `now`, in milliseconds since 1970. Whole days without a match make it less certain.
    pub fn rating_at(&self, now: u64) -> Rating {
        let days = now.saturating_sub(self.at) / DAY;
        self.rating.after(u32::try_from(days).unwrap_or(u32::MAX))
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change<P> {
    pub who: Who<P>,
    pub entry: Entry,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    pub matches: u64,
    /// The sum of the negative natural logarithms of the winners' probabilities.
    pub sum: f64,
}

impl Loss {
    /// The mean per match; less is better. Guessing gives 0.693 with two sides.
    pub fn mean(&self) -> f64 {
        self.sum / self.matches as f64
    }
}

/// All ratings. `P` is the host's id for players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings<P> {
    entries: BTreeMap<(Family, Who<P>), Entry>,
    /// Matches together of pairs without a rating yet.
    together: BTreeMap<(Family, Who<P>), u32>,
    /// The day of the last match; `met` counts how often opponents have met on it.
    day: u64,
    met: BTreeMap<(Family, Opponent<P>, Opponent<P>), u32>,
    losses: BTreeMap<Family, Loss>,
    /// The factor applied to every beta.
    luck: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Opponent<P> {
    Person(P),
    Bot(u8),
}

impl<P> Default for Ratings<P> {
    fn default() -> Self {
        Self {
            entries: BTreeMap::new(),
            together: BTreeMap::new(),
            day: 0,
            met: BTreeMap::new(),
            losses: BTreeMap::new(),
            luck: 1.0,
        }
    }
}

impl<P: Copy + Ord> Ratings<P> {
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates ratings with every beta multiplied. The [loss](Self::loss) shows which factor predicts results best.
    pub fn with_luck(times: f64) -> Self {
        Self {
            luck: times,
            ..Self::default()
        }
    }

    pub fn player(&self, family: Family, player: P) -> Option<Entry> {
        self.of(family, Who::Player(player))
    }

    pub fn of(&self, family: Family, who: Who<P>) -> Option<Entry> {
        self.entries.get(&(family, who)).copied()
    }

    pub fn family(&self, family: Family) -> impl Iterator<Item = (Who<P>, Entry)> {
        let all = self.entries.iter();
        all.filter(move |((of, _), _)| *of == family)
            .map(|((_, who), entry)| (*who, *entry))
    }

    pub fn loss(&self, family: Family) -> Loss {
        self.losses.get(&family).copied().unwrap_or_default()
    }

    /// Applies the next match and returns the ratings it changed.
    ///
    /// There are none if the same opponents have met too often that day. Invalid matches change nothing either: a player
    /// sat on two seats, or the seats do not fit the game.
    pub fn play(&mut self, over: &Match<P>) -> Vec<Change<P>> {
        let (game, sides) = (over.game, usize::from(over.game.sides));
        let fits = over.seats.len() == usize::from(game.seats) && over.winner < sides;
        let people: Vec<P> = over.seats.iter().filter_map(person).collect();
        let everybody: BTreeSet<P> = people.iter().copied().collect();
        let strange = over
            .seats
            .iter()
            .any(|sitter| matches!(sitter, Sitter::Bot { level } if game.level(*level).is_none()));
        if !fits || strange || everybody.len() < people.len() || people.is_empty() {
            return Vec::new();
        }
        if self.meet(over) > A_DAY {
            return Vec::new();
        }
        let before: Vec<(Side, Option<Who<P>>)> =
            (0..sides).map(|side| self.side(over, side)).collect();
        let all: Vec<Side> = before.iter().map(|(side, _)| *side).collect();
        let expected = expected(&all, self.luck * game.beta());
        let loss = self.losses.entry(game.family).or_default();
        loss.matches += 1;
        loss.sum -= expected.wins[over.winner].ln();
        let mut changes = Vec::new();
        for (side, (_, pair)) in before.iter().enumerate() {
            match pair {
                Some(pair) => changes.push(self.learn_pair(over, side, *pair, &expected)),
                None => {
                    let learnt = self.learn(over, side, &expected);
                    changes.extend(learnt);
                }
            }
        }
        for change in &changes {
            let key = (game.family, change.who);
            self.entries.insert(key, change.entry);
        }
        for side in 0..sides {
            changes.extend(self.sit_together(over, side));
        }
        changes
    }

    /// Counts the opponents who meet. Returns the highest count of the day among them.
    fn meet(&mut self, over: &Match<P>) -> u32 {
        let day = over.at / DAY;
        if day > self.day {
            self.day = day;
            self.met.clear();
        }
        let sides = usize::from(over.game.sides);
        let opponent = |sitter: &Sitter<P>| match *sitter {
            Sitter::Person { player, .. } => Opponent::Person(player),
            Sitter::Bot { level } => Opponent::Bot(level),
        };
        let all: Vec<Opponent<P>> = over.seats.iter().map(opponent).collect();
        let mut meetings = BTreeSet::new();
        for (at, one) in all.iter().enumerate() {
            for (other_at, other) in all.iter().enumerate().skip(at + 1) {
                if at % sides != other_at % sides && one != other {
                    meetings.insert((*one.min(other), *one.max(other)));
                }
            }
        }
        let counts = meetings.into_iter().map(|(one, other)| {
            let met = self.met.entry((over.game.family, one, other)).or_default();
            *met += 1;
            *met
        });
        counts.max().unwrap_or_default()
    }

    /// The estimate of a side, and its pair if the side is rated as one.
    fn side(&self, over: &Match<P>, side: usize) -> (Side, Option<Who<P>>) {
        let family = over.game.family;
        let pair = pair(over, side).filter(|pair| self.of(family, *pair).is_some());
        if let Some(pair) = pair {
            return (Side::of_pair(self.now(family, pair, over.at)), Some(pair));
        }
        let mut sum = Side::default();
        for sitter in seated(over, side) {
            sum.add(match *sitter {
                Sitter::Person { player, .. } => self.now(family, Who::Player(player), over.at),
                Sitter::Bot { level } => {
                    Rating::known(over.game.level(level).unwrap_or(Rating::default().mean))
                }
            });
        }
        (sum, None)
    }

    /// The rating just before the result of a match is applied.
    fn now(&self, family: Family, who: Who<P>, at: u64) -> Rating {
        let entry = self.of(family, who);
        let rating = entry.map_or_else(Rating::default, |entry| entry.rating_at(at));
        rating.playing()
    }

    fn learn(&self, over: &Match<P>, side: usize, expected: &Expected) -> Vec<Change<P>> {
        let family = over.game.family;
        let won = side == over.winner;
        let learns = |sitter: &Sitter<P>| {
            let Sitter::Person { player, standing } = *sitter else {
                return None;
            };
            let won = match standing {
                Standing::Played => won,
                Standing::Left => false,
                Standing::Deserted if won => true,
                Standing::Deserted => return None,
            };
            let who = Who::Player(player);
            let rating = expected.learn(side, self.now(family, who, over.at), won);
            Some(self.changed(over, who, rating))
        };
        seated(over, side).filter_map(learns).collect()
    }

    /// If either of the two leaves, the pair has lost.
    fn learn_pair(
        &self,
        over: &Match<P>,
        side: usize,
        pair: Who<P>,
        expected: &Expected,
    ) -> Change<P> {
        let left = |sitter: &Sitter<P>| {
            matches!(
                sitter,
                Sitter::Person {
                    standing: Standing::Left,
                    ..
                }
            )
        };
        let won = side == over.winner && !seated(over, side).any(left);
        let before = self.now(over.game.family, pair, over.at);
        self.changed(over, pair, expected.learn_pair(side, before, won))
    }

    fn changed(&self, over: &Match<P>, who: Who<P>, rating: Rating) -> Change<P> {
        let before = self.of(over.game.family, who);
        let entry = Entry {
            rating,
            matches: before.map_or(0, |entry| entry.matches) + 1,
            at: before.map_or(0, |entry| entry.at).max(over.at),
        };
        Change { who, entry }
    }

    /// Counts a match of two players together. After [`TOGETHER`] of them, the pair gets a rating that starts from
    /// those of its players.
    fn sit_together(&mut self, over: &Match<P>, side: usize) -> Option<Change<P>> {
        let family = over.game.family;
        let who = pair(over, side).filter(|pair| self.of(family, *pair).is_none())?;
        let Who::Pair(one, other) = who else {
            return None;
        };
        let together = self.together.entry((family, who)).or_default();
        *together += 1;
        if *together < TOGETHER {
            return None;
        }
        self.together.remove(&(family, who));
        let rating = |player| {
            let entry = self.player(family, player);
            entry.map_or_else(Rating::default, |entry| entry.rating_at(over.at))
        };
        let (one, other) = (rating(one), rating(other));
        let deviation = one.deviation.hypot(other.deviation).hypot(UNDERSTANDING) / 2.0;
        let entry = Entry {
            rating: Rating {
                mean: (one.mean + other.mean) / 2.0,
                deviation,
            },
            matches: 0,
            at: over.at,
        };
        self.entries.insert((family, who), entry);
        Some(Change { who, entry })
    }
}

fn person<P: Copy>(sitter: &Sitter<P>) -> Option<P> {
    match sitter {
        Sitter::Person { player, .. } => Some(*player),
        Sitter::Bot { .. } => None,
    }
}

fn seated<P>(over: &Match<P>, side: usize) -> impl Iterator<Item = &Sitter<P>> {
    let sides = usize::from(over.game.sides);
    over.seats.iter().skip(side).step_by(sides)
}

/// The two people of a side, unless it has bots or another size.
fn pair<P: Copy + Ord>(over: &Match<P>, side: usize) -> Option<Who<P>> {
    let people: Vec<P> = seated(over, side).filter_map(person).collect();
    match people[..] {
        [one, other] => Some(Who::pair(one, other)),
        _ => None,
    }
}
