//! The shipped puzzles, each as one short line.

use std::fmt;
use std::str::FromStr;

use capicu_ai::Level;

use crate::json::VERSION;
use crate::puzzle::{Solution, Verdict};
use crate::theme::Theme;

/// Puzzles from matches between bots: a [`Shipped`] on each line. The example `puzzles` made them.
pub const SHIPPED: &str = include_str!("../puzzles.txt");

/// The nodes for each answer of a shipped puzzle.
pub const SHIPPED_NODES: u64 = 20_000;

/// A puzzle with its solution and its themes.
///
/// Its line has eight fields, separated by `|`. The first four are the rules, the standing, the opening, and the seat
/// with its hand and the size of the boneyard. The others are the moves, the move played, the answers, and the bots and
/// themes. An answer is its loss and error; `+` marks a good one and `=` the best. A digit per level of bots says
/// whether it found a good answer.
///
/// ```text
/// cross 4||C 5-5|D 0-0 5-0 5-1 6-5 ?12|C5-5|6-5@5-5|= 430880/20331 352611/18032|00000001 count
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The text of the puzzle, as [`Posed`](crate::Posed) reads it.
    pub puzzle: String,
    pub solution: Solution,
    /// For each level of bots, whether it found a good answer.
    pub found: [bool; Level::ALL.len()],
    pub themes: Vec<Theme>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the line is not a shipped puzzle")]
pub struct NotShipped;

impl Shipped {
    /// The id of the game.
    pub fn game(&self) -> &str {
        let rules = self.puzzle.split("rules: ").nth(1);
        rules
            .and_then(|rules| rules.split(' ').next())
            .unwrap_or_default()
    }

    /// All shipped puzzles. Lines that cannot be read are left out; a test reads them all.
    pub fn all() -> impl Iterator<Item = Self> {
        SHIPPED.lines().filter_map(|line| line.parse().ok())
    }
}

impl fmt::Display for Shipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = self.puzzle.lines();
        let mut next = || lines.next().ok_or(fmt::Error);
        let (position, moves, played) = (next()?, next()?, next()?);
        let field = |name: &str| {
            let mut fields = position.split("; ");
            fields
                .find_map(|field| field.strip_prefix(name))
                .ok_or(fmt::Error)
        };
        let (rules, opening) = (field("rules: ")?, field("opening: ")?);
        let standing = between(position, rules, "opening: ").ok_or(fmt::Error)?;
        let hands = field("hands: ")?.split(" / ").zip('A'..);
        let (hand, seat) = hands
            .clone()
            .find(|(hand, _)| !hand.starts_with('?'))
            .ok_or(fmt::Error)?;
        let boneyard = field("boneyard: ")?;
        let moves = moves.replace(": ", "");
        let played = played.strip_prefix("played: ").ok_or(fmt::Error)?;
        write!(
            f,
            "{rules}|{standing}|{opening}|{seat} {hand} {boneyard}|{moves}|{played}|"
        )?;
        for (at, answer) in self.solution.answers.iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            let good = if answer.good { "+" } else { "" };
            match at == self.solution.best {
                true => write!(f, "{space}=")?,
                false => write!(f, "{space}{}/{}{good}", answer.loss, answer.error)?,
            }
        }
        f.write_str("|")?;
        for found in self.found {
            f.write_str(if found { "1" } else { "0" })?;
        }
        self.themes
            .iter()
            .try_for_each(|theme| write!(f, " {}", theme.id()))
    }
}

/// The text between the rules and the opening.
fn between<'a>(position: &'a str, rules: &str, opening: &str) -> Option<&'a str> {
    let start = position.find(rules)? + rules.len();
    let end = position.find(opening)?;
    let text = position.get(start..end)?;
    Some(text.trim_matches([' ', ';']))
}

impl FromStr for Shipped {
    type Err = NotShipped;

    fn from_str(line: &str) -> Result<Self, NotShipped> {
        read(line).ok_or(NotShipped)
    }
}

fn read(line: &str) -> Option<Shipped> {
    let fields: Vec<&str> = line.split('|').collect();
    let &[
        rules,
        standing,
        opening,
        held,
        moves,
        played,
        answers,
        facts,
    ] = fields.as_slice()
    else {
        return None;
    };
    let (seat, held) = held.split_once(' ')?;
    let (hand, boneyard) = held.rsplit_once(' ')?;
    let n_seats: u32 = rules.split(' ').nth(1)?.parse().ok()?;
    let n_tiles = hand.split(' ').count();
    let seats = ('A'..).take(n_seats as usize);
    let hands: Vec<String> = seats
        .map(|letter| match seat.starts_with(letter) {
            true => hand.to_owned(),
            false => format!("?{n_tiles}"),
        })
        .collect();
    let hands = hands.join(" / ");
    let standing = match standing {
        "" => String::new(),
        standing => format!("{standing}; "),
    };
    let moves: Vec<String> = moves.split(' ').map(spaced).collect();
    let moves = moves.join(" ");
    let puzzle = format!(
        "domino-position: 1; rules: {rules}; {standing}opening: {opening}; hands: {hands}; boneyard: {boneyard}; \
         turn: {opening}\n{moves}\nplayed: {played}\n"
    );
    let mut facts = facts.split(' ');
    let mut digits = facts.next()?.chars();
    let mut found = [false; Level::ALL.len()];
    for found in &mut found {
        *found = digits.next()? == '1';
    }
    let themes = facts.map(Theme::by_id).collect::<Option<_>>()?;
    let best = answers.split(' ').position(|answer| answer == "=")?;
    let answers = answers.split(' ').map(verdict).collect::<Option<_>>()?;
    Some(Shipped {
        puzzle,
        solution: Solution {
            version: VERSION,
            nodes: SHIPPED_NODES,
            best,
            answers,
        },
        found,
        themes,
    })
}

/// A move with the space after its seat; `A6-6` becomes `A: 6-6`.
fn spaced(word: &str) -> String {
    match word.split_at_checked(1) {
        Some((seat, rest)) if seat.starts_with(|c: char| c.is_ascii_uppercase()) => {
            format!("{seat}: {rest}")
        }
        _ => word.to_owned(),
    }
}

fn verdict(answer: &str) -> Option<Verdict> {
    if answer == "=" {
        return Some(Verdict {
            loss: 0,
            error: 0,
            good: true,
        });
    }
    let (numbers, good) = match answer.strip_suffix('+') {
        Some(numbers) => (numbers, true),
        None => (answer, false),
    };
    let (loss, error) = numbers.split_once('/')?;
    Some(Verdict {
        loss: loss.parse().ok()?,
        error: error.parse().ok()?,
        good,
    })
}
