//! A match between bots, for the first page when nobody plays in public.
//!
//! `bots.domino` is its record: `capicu replay` checks it, and its commitment proves the deals. A move takes three
//! seconds, and the match begins again after its end. All readers see the same moment.

use std::sync::LazyLock;

use capicu::{Action, BySide, Fact, Rules, Table, Waiting};
use capicu_record::Record;
use capicu_record::record::facts_of;

/// The record of the match.
const RECORD: &str = include_str!("bots.domino");

/// Milliseconds of a move.
pub const MOVE: u64 = 3_000;

/// How many moves long the last board of a round is shown.
const PAUSE: usize = 3;

/// A moment of the match.
#[derive(Debug, PartialEq, Eq)]
pub struct Moment {
    /// The tiles on the table, in the order of play.
    pub laid: Vec<Action>,
    pub scores: BySide<u16>,
}

/// The match, moment by moment.
pub struct BotMatch {
    /// The id of the game.
    pub game: &'static str,
    pub rules: Rules,
    /// At least one.
    moments: Vec<Moment>,
}

impl BotMatch {
    /// The match; `None` if its record cannot be read, which a test excludes.
    pub fn get() -> Option<&'static Self> {
        static MATCH: LazyLock<Option<BotMatch>> = LazyLock::new(|| BotMatch::of(RECORD));
        MATCH.as_ref()
    }

    fn of(text: &str) -> Option<Self> {
        let (record, _) = Record::parse(text).ok()?;
        let mut table = Table::new(record.rules);
        let (mut laid, mut moments) = (Vec::new(), Vec::new());
        for fact in facts_of(&record)? {
            table.apply(&fact).ok()?;
            let Fact::Acted(action) = fact else {
                laid.clear();
                continue;
            };
            if matches!(action, Action::Lead(_) | Action::Play { .. }) {
                laid.push(action);
            }
            let is_over = !matches!(table.waiting(), Waiting::Act(_));
            let shown = if is_over { 1 + PAUSE } else { 1 };
            let scores = table.game().standing().scores;
            let moment = || Moment {
                laid: laid.clone(),
                scores,
            };
            moments.extend(std::iter::repeat_with(moment).take(shown));
        }
        let is_played = !moments.is_empty();
        is_played.then_some(Self {
            game: "doscientos",
            rules: record.rules,
            moments,
        })
    }

    /// The moment at a time in milliseconds since 1970.
    pub fn at(&self, now: u64) -> &Moment {
        let n = self.moments.len();
        let at = (now / MOVE) % n as u64;
        &self.moments[at as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of the record, as a reader of the text counts them: seat, colon, word.
    fn words() -> Vec<&'static str> {
        let lines = RECORD.lines().filter(|line| {
            ["A: ", "B: ", "C: ", "D: "]
                .iter()
                .any(|seat| line.starts_with(seat))
        });
        let lines = lines.filter(|line| !line.contains("level:"));
        let words = lines.flat_map(str::split_whitespace);
        words.filter(|word| !word.ends_with(':')).collect()
    }

    #[test]
    fn record_is_a_whole_match_of_bots() {
        let found = BotMatch::get().expect("a match");
        let game = capicu::Game::by_id(found.game).expect("a game");
        assert_eq!(Some(found.rules), game.rules(4));
        let bots = RECORD.lines().filter(|line| line.contains(": level:"));
        assert_eq!(bots.count(), 4);
        let rounds = RECORD
            .lines()
            .filter(|line| line.starts_with("round "))
            .count();
        assert_eq!(found.moments.len(), words().len() + PAUSE * rounds);
        let last = found.moments.last().unwrap();
        assert!(last.scores.entries().any(|(_, score)| *score >= 200));
    }

    /// One tile or a pass a move, and the same moment for everybody who looks at the same time.
    #[test]
    fn match_moves_on_with_time_and_begins_again() {
        let found = BotMatch::get().unwrap();
        let n = found.moments.len() as u64;
        let start = MOVE * n * 1_000_000;
        let mut before = 0;
        let mut tiles = 0;
        for at in 0..n {
            let moment = found.at(start + at * MOVE);
            assert_eq!(moment, found.at(start + at * MOVE + MOVE - 1));
            let now = moment.laid.len();
            assert!(
                now == before || now == before + 1 || now <= 1,
                "{at}: {before}, {now}"
            );
            tiles += usize::from(now != before && now > 0);
            before = now;
        }
        let played = words().iter().filter(|word| **word != "pass").count();
        assert_eq!(tiles, played);
        assert_eq!(found.at(start), found.at(start + n * MOVE));
        assert_ne!(found.at(start), found.at(start + MOVE));
    }
}
