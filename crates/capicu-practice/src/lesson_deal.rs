//! The deal of a lesson: a first round that is played beforehand, to see what it shows.

use capicu::fair::Seed;
use capicu::lesson::{Shown, Topic};
use capicu::{Action, Event, Fact, Rules, Seat, Table, TableView, View, Waiting};
use capicu_ai::{Bot, Level};
use chacha20::ChaCha20Rng;
use rand_core::SeedableRng as _;

/// Deals found by search: the built-in game with its usual number of players, and the number of the seed. `cargo run
/// --release -p capicu-practice --example lesson_deals -- cien capicu` finds them.
const DEALS: [(&str, u64); 14] = [
    ("jamaican-partner", 41),
    ("cut-throat", 3),
    ("french", 2),
    ("chiva", 0),
    ("cien", 11),
    ("doscientos", 7),
    ("block", 3),
    ("draw", 1),
    ("cross", 0),
    ("double-nine-cross", 0),
    ("double-twelve-cross", 0),
    ("all-fives", 1),
    ("fives-and-threes", 2),
    ("club", 0),
];

/// The number of deals to try for games that are not in [`DEALS`].
const TRIES: u64 = 40;

/// A first round, as it goes if everybody plays the suggestions of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonDeal {
    /// The number of the seed: see [`Seed::from_number`].
    pub number: u64,
    /// The topics it shows, in that order.
    pub shows: Vec<Topic>,
}

impl LessonDeal {
    /// Chooses the round for a lesson: from `DEALS` if these are the rules of a built-in game, otherwise the deal
    /// that shows most.
    pub fn of(game: &str, rules: &Rules) -> Self {
        let usual = capicu::Game::by_id(game).and_then(|game| game.rules(game.players[0]));
        let known = DEALS.iter().find(|(of, _)| *of == game);
        if let Some((_, number)) = known.filter(|_| usual.as_ref() == Some(rules)) {
            return Self::play(rules, *number);
        }
        let mut best = Self::play(rules, 0);
        for number in 1..TRIES {
            let other = Self::play(rules, number);
            if other.worth(rules) > best.worth(rules) {
                best = other;
            }
        }
        best
    }

    pub fn play(rules: &Rules, number: u64) -> Self {
        let seed = seed(number);
        let mut table = Table::new(*rules);
        let mut views: Vec<TableView> = Seat::all(rules.n_seats())
            .map(|seat| TableView::new(*rules, seat))
            .collect();
        let mut shows = Vec::new();
        // No round is that long.
        for _ in 0..2_000 {
            let Some(fact) = next(&seed, &table, &views) else {
                break;
            };
            let Ok(events) = table.apply(&fact) else {
                break;
            };
            let mut over = false;
            for event in events {
                for (n, view) in views.iter_mut().enumerate() {
                    let seen = event.visible_to(view.viewer());
                    let before = (n == 0).then(|| view.board().cloned()).flatten();
                    view.observe(&seen);
                    if n == 0 {
                        let due = Topic::due(&seen, before.as_ref(), view);
                        let new: Vec<Topic> = due.filter(|topic| !shows.contains(topic)).collect();
                        shows.extend(new);
                    }
                }
                over |= matches!(event, Event::RoundOver(_));
            }
            if over {
                break;
            }
        }
        Self { number, shows }
    }

    /// Whether it shows every topic that any round shows, and how a round ends.
    pub fn is_whole(&self, rules: &Rules) -> bool {
        let missing =
            |topic: &Topic| topic.shown(rules) == Shown::Always && !self.shows.contains(topic);
        let ends = [Topic::GoingOut, Topic::Block];
        !Topic::of(rules).any(|topic| missing(&topic))
            && ends.iter().any(|end| self.shows.contains(end))
    }

    /// Ranks deals; more is better.
    fn worth(&self, rules: &Rules) -> (bool, usize) {
        (self.is_whole(rules), self.shows.len())
    }
}

/// The seed of the round of this number.
pub fn seed(number: u64) -> Seed {
    Seed::from_number(number)
}

/// The suggestion to a player with this view: the choice of the lesson's bots.
pub fn suggestion(view: &View) -> Option<Action> {
    let mut rng = ChaCha20Rng::from_seed(CHANCE);
    bot().choose(view, &mut rng)
}

/// The bots of lessons play at once, and the same way whenever they know the same.
pub fn bot() -> Box<dyn Bot> {
    Level::QUICK.bot()
}

/// The random bytes by which these bots decide between equal choices.
pub const CHANCE: [u8; 32] = [1; 32];

/// The next fact of a round whose players all follow the suggestions.
pub fn next(seed: &Seed, table: &Table, views: &[TableView]) -> Option<Fact> {
    // Whatever is to be called is called.
    if let Some((seat, call)) = table.due_call() {
        return Some(Fact::Called { seat, call });
    }
    match table.waiting() {
        Waiting::TurnUp | Waiting::Deal => seed.next(table),
        Waiting::Act(seat) => {
            let view = views.get(seat.index())?.round()?;
            suggestion(view).map(Fact::Acted)
        }
        Waiting::Nothing => None,
    }
}
