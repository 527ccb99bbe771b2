//! Prints records as text, in canonical form.

use core::fmt::{self, Display, Formatter};

use capicu::rules::Choices;
use capicu::{Rules, Seat, Tile};

use super::{
    Claims, Dealt, EndClaim, Hand, Item, Line, MoveRecord, Record, ResultClaim, RoundRecord,
    ThrownIn,
};
use super::{VERSION, default_of, reason_word};
use crate::side::{letter, name};

/// The width at which lines of rules are broken.
const WIDTH: usize = 88;

impl Display for Record {
    /// Prints the canonical form: see `docs/record-format.md`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "domino-record {VERSION}")?;
        if let Some(game) = &self.game {
            tag(f, "game", game.as_str())?;
        }
        self.print_rules(f)?;
        for (seat, name) in &self.names {
            tag(f, &letter(*seat).to_string(), name.as_str())?;
        }
        for (name, value) in &self.tags {
            tag(f, name.as_str(), value.as_str())?;
        }
        print_comments(f, &self.comments)?;
        let mut number = 0;
        for item in &self.items {
            writeln!(f)?;
            match item {
                Item::TurnedUp(tiles) => {
                    let tiles = tiles
                        .entries()
                        .filter_map(|(seat, tile)| Some(format!("{} {}", letter(seat), (*tile)?)));
                    tag(f, "turn-up", &tiles.collect::<Vec<_>>().join(", "))?;
                }
                Item::ThrownIn { dealt, why } => {
                    let why = match why {
                        ThrownIn::NoDouble => "no double".to_owned(),
                        ThrownIn::ManyDoubles(seat) => format!("doubles {}", letter(*seat)),
                        ThrownIn::LongSuit(seat) => format!("suit {}", letter(*seat)),
                    };
                    tag(f, "thrown-in", &why)?;
                    dealt.fmt(f)?;
                }
                Item::Withdrew(seat) => tag(f, "withdrew", &letter(*seat).to_string())?,
                Item::Round(round) => {
                    number += 1;
                    writeln!(f, "round {number}")?;
                    self.print_round(f, round)?;
                }
            }
        }
        writeln!(f)?;
        let result = match self.result {
            ResultClaim::Unfinished => "unfinished".to_owned(),
            ResultClaim::Won(side) => name(&self.rules, side),
            ResultClaim::Forfeit(side) => format!("{} forfeit", name(&self.rules, side)),
        };
        tag(f, "result", &result)
    }
}

impl Record {
    /// Prints the number of players, and the options that differ from the plain game.
    fn print_rules(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let choices = self.rules.choices();
        let mut line = String::from("rules:");
        for option in Choices::OPTIONS {
            let value = match choices.get(option.name) {
                Some(value) => value.to_string(),
                None => continue,
            };
            if default_of(option.name) == Some(&value) && option.name != "players" {
                continue;
            }
            let pair = format!("{} {value}", option.name);
            if line.len() + pair.len() + 2 > WIDTH && line != "rules:" {
                writeln!(f, "{line}")?;
                line.truncate("rules:".len());
            }
            let gap = if line == "rules:" { " " } else { ", " };
            line += gap;
            line += pair.trim_end();
        }
        writeln!(f, "{line}")
    }

    fn print_round(&self, f: &mut Formatter<'_>, round: &RoundRecord) -> fmt::Result {
        print_comments(f, &round.comments)?;
        round.dealt.fmt(f)?;
        print_moves(f, &round.moves, self.rules.n_seats())?;
        self.print_claims(f, &round.claims)
    }

    fn print_claims(&self, f: &mut Formatter<'_>, claims: &Claims) -> fmt::Result {
        let word = |side| name(&self.rules, side);
        for (seat, hand) in &claims.left {
            tag(f, &format!("left {}", letter(*seat)), &tiles(*hand))?;
        }
        for (seat, count) in &claims.counts {
            tag(f, &format!("count {}", letter(*seat)), &count.to_string())?;
        }
        if let Some(end) = claims.end {
            tag(f, "end", &end.written(&self.rules))?;
        }
        if let Some(points) = &claims.points {
            let points: Vec<_> = points
                .iter()
                .map(|p| format!("{} {} {}", word(p.side), p.points, reason_word(p.reason)))
                .collect();
            let none = if points.is_empty() { "none" } else { "" };
            tag(f, "points", &(points.join(", ") + none))?;
        }
        if let Some(score) = &claims.score {
            let score: Vec<_> = capicu::Side::all(self.rules.n_sides())
                .zip(score)
                .map(|(side, points)| format!("{} {points}", word(side)))
                .collect();
            tag(f, "score", &score.join(", "))?;
        }
        Ok(())
    }
}

impl EndClaim {
    pub(crate) fn written(self, rules: &Rules) -> String {
        match self {
            Self::Out(seat) => format!("out {}", letter(seat)),
            Self::Blocked(side) => format!("blocked {}", name(rules, side)),
            Self::Tied => "tied".to_owned(),
            Self::Target(side) => format!("target {}", name(rules, side)),
            Self::Void => "void".to_owned(),
            Self::Doubles(seat) => format!("doubles {}", letter(seat)),
            Self::Foul(seat) => format!("foul {}", letter(seat)),
        }
    }
}

impl Display for Dealt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (seat, hand) in self.hands().entries() {
            tag(f, &format!("hand {}", letter(seat)), &tiles(*hand))?;
        }
        if !self.boneyard().is_empty() {
            let tile = |tile: &Option<Tile>| tile.map_or("?".to_owned(), |tile| tile.to_string());
            let tiles: Vec<_> = self.boneyard().iter().map(tile).collect();
            tag(f, "boneyard", &tiles.join(" "))?;
        }
        match self.lot() {
            Some(lot) => tag(f, "lot", &lot.to_string()),
            None => Ok(()),
        }
    }
}

/// Prints the known tiles in order, then the unknown ones.
fn tiles(hand: Hand) -> String {
    let unknown = std::iter::repeat_n("?".to_owned(), usize::from(hand.unknown));
    let known = hand.known.into_iter().map(|tile| tile.to_string());
    known.chain(unknown).collect::<Vec<_>>().join(" ")
}

fn tag(f: &mut Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let gap = if value.is_empty() { "" } else { " " };
    writeln!(f, "{name}:{gap}{value}")
}

fn print_comments(f: &mut Formatter<'_>, comments: &[Line]) -> fmt::Result {
    comments
        .iter()
        .try_for_each(|comment| writeln!(f, "{}", format!("; {comment}").trim_end()))
}

/// Prints one line for each turn of the table; a comment ends its line.
fn print_moves(f: &mut Formatter<'_>, moves: &[MoveRecord], n: u8) -> fmt::Result {
    let first = moves.first().map_or(Seat::default(), |m| m.seat).index() as u8;
    let turn = |seat: Seat| (seat.index() as u8 + n - first) % n;
    let mut before: Option<&MoveRecord> = None;
    for m in moves {
        let fresh = match before {
            None => true,
            Some(last) if !last.comments.is_empty() => true,
            Some(last) if last.seat == m.seat => {
                write!(f, ", {m}")?;
                false
            }
            Some(last) => {
                let row = turn(m.seat) <= turn(last.seat);
                f.write_str(if row { "\n" } else { "  " })?;
                true
            }
        };
        if fresh {
            write!(f, "{}: {m}", letter(m.seat))?;
        }
        if !m.comments.is_empty() {
            f.write_str(" ")?;
            print_comments(f, &m.comments)?;
        }
        before = Some(m);
    }
    match before {
        Some(last) if last.comments.is_empty() => writeln!(f),
        _ => Ok(()),
    }
}
