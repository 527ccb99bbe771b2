//! From stored results to ratings.

use std::collections::BTreeMap;

use capicu::Rules;
use capicu_protocol::{Level, Part, PlayerId};
use capicu_ratings::{
    ALGORITHM, Change, Family, Game, Match, Rating, Ratings, Sitter, Standing, Who,
};
use capicu_store::{Ended, MatchResult, Rated};

/// The largest difference between two runs on different machines.
const SAME: f64 = 1e-9;

/// The ratings after some results.
#[derive(Clone, Debug, Default)]
pub struct Fold {
    pub ratings: Ratings<PlayerId>,
    histories: BTreeMap<(Family, Who<PlayerId>), Vec<Point>>,
    until: u64,
}

/// A rating after a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The number of the match among all results.
    pub sequence: u64,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    pub rating: Rating,
}

impl Fold {
    /// An empty fold whose measure of luck is multiplied by `times`.
    pub fn with_luck(times: f64) -> Self {
        Self {
            ratings: Ratings::with_luck(times),
            ..Self::default()
        }
    }

    /// The number of the last result that was processed.
    pub const fn until(&self) -> u64 {
        self.until
    }

    /// Adds the next result, and returns its effect; `None` for a casual match.
    pub fn take(&mut self, ended: &Ended) -> Option<Rated> {
        self.until = ended.sequence;
        let over = rated(&ended.result)?;
        let changes = self.ratings.play(&over);
        for Change { who, entry } in &changes {
            let points = self.histories.entry((over.game.family, *who)).or_default();
            points.push(Point {
                sequence: ended.sequence,
                at: over.at,
                rating: entry.rating,
            });
        }
        Some(Rated {
            sequence: ended.sequence,
            algorithm: ALGORITHM,
            changes,
        })
    }

    /// Skips a result that cannot be read.
    pub const fn skip(&mut self, sequence: u64) {
        self.until = sequence;
    }

    /// The rating after each match, oldest first.
    pub fn history(&self, family: Family, who: Who<PlayerId>) -> &[Point] {
        let points = self.histories.get(&(family, who));
        points.map(Vec::as_slice).unwrap_or_default()
    }

    /// The pairs of a player that are rated in a family.
    pub fn pairs(&self, family: Family, player: PlayerId) -> Vec<Who<PlayerId>> {
        let has = |who: &Who<PlayerId>| match who {
            Who::Pair(one, other) => *one == player || *other == player,
            Who::Player(_) => false,
        };
        let all = self.ratings.family(family).map(|(who, _)| who);
        all.filter(has).collect()
    }
}

/// The family in which a match by these rules is rated at a rated table; `None` if it cannot be rated.
pub fn rated_family(game: &str, rules: &Rules) -> Option<Family> {
    let published = capicu::Game::by_id(game).and_then(|game| game.rules(rules.n_seats()));
    let conformity = match published == Some(*rules) {
        true => capicu_ratings::Rules::Published,
        false => capicu_ratings::Rules::House,
    };
    Game::of(game, rules.n_seats(), conformity).map(|game| game.family)
}

/// Converts a result for the ratings; `None` for a casual match, or one with an unknown player.
fn rated(result: &MatchResult) -> Option<Match<PlayerId>> {
    let family = result.rated?;
    let game = Game::by_id(&result.game).filter(|game| game.family == family)?;
    let sitter = |sitter: &capicu_store::Sitter| {
        Some(match sitter {
            capicu_store::Sitter::Person { player, .. }
            | capicu_store::Sitter::StandIn { player, .. } => Sitter::Person {
                player: (*player)?,
                standing: match sitter.part() {
                    Part::Played => Standing::Played,
                    Part::Left => Standing::Left,
                    Part::Deserted => Standing::Deserted,
                },
            },
            capicu_store::Sitter::Bot { level } => Sitter::Bot {
                level: number(*level),
            },
        })
    };
    Some(Match {
        at: result.at,
        game,
        seats: result.seats.iter().map(sitter).collect::<Option<_>>()?,
        winner: result.winner.index(),
    })
}

/// The number of a level, from 1.
pub fn number(level: Level) -> u8 {
    let levels = (1..).zip(Level::NUMBERED);
    let mut of = levels.filter_map(|(number, other)| (other == level).then_some(number));
    of.next().unwrap_or_default()
}

/// Whether two effects are equal, apart from rounding differences between machines.
pub fn are_same(one: &Rated, other: &Rated) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= SAME;
    let same = |a: &Change<PlayerId>, b: &Change<PlayerId>| {
        a.who == b.who
            && (a.entry.matches, a.entry.at) == (b.entry.matches, b.entry.at)
            && near(a.entry.rating.mean, b.entry.rating.mean)
            && near(a.entry.rating.deviation, b.entry.rating.deviation)
    };
    let mut both = one.changes.iter().zip(&other.changes);
    one.algorithm == other.algorithm
        && one.changes.len() == other.changes.len()
        && both.all(|(a, b)| same(a, b))
}
