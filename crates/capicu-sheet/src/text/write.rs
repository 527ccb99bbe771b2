//! Writes a sheet as text.

use std::fmt::Write as _;

use capicu::rules::Choices;
use capicu::{BySide, Hanged, InPlay, Left, ReportedEnd, Seat, TileSet, WayOut, Winner};

use super::{HEADER, WAYS, word};
use crate::{Entry, Event, Party, QueueEvent, RoundEntry, Sheet, Start, Trust, Unit};

impl Sheet {
    /// The sheet as text, which [`Sheet::read`] reads.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for event in self.events() {
            text.push_str(&event.to_line());
            text.push('\n');
        }
        text
    }
}

impl Event {
    /// The event as one line of text, without its end.
    pub fn to_line(&self) -> String {
        match self {
            Self::Started(start) => start.to_line(),
            Self::Wrote(entry) => entry.to_line(),
            Self::Undid => "undo".to_owned(),
            Self::Day(day) => format!("day {day}"),
            Self::Struck(line) => format!("strike {line}"),
            Self::Noted(moves) => format!("moves {moves}"),
            Self::Corrected { line, to } => format!("correct {line} {}", to.to_line()),
            Self::Queue { at, what } => format!("queue {at} {}", what.to_line()),
        }
    }
}

impl QueueEvent {
    fn to_line(&self) -> String {
        let named = |word: &str, party: &Party| format!("{word}\t{}", party.join("\t"));
        match self {
            Self::Opened {
                start,
                unit,
                tables,
            } => {
                let unit = match unit {
                    Unit::Singles => word::SINGLES,
                    Unit::Pairs => word::PAIRS,
                };
                format!("open {unit} {tables} {}", start.rules_line())
            }
            Self::Came(party) => named("came", party),
            Self::Left(party) => named("left", party),
            Self::Next => "next".to_owned(),
            Self::Started { table } => format!("start {table}"),
            Self::Won { table, side } => format!("won {table} {side}"),
            Self::Closed => "close".to_owned(),
            Self::Resumed => "resume".to_owned(),
        }
    }
}

impl Start {
    fn to_line(&self) -> String {
        let mut line = format!("start {}", self.rules_line());
        for name in &self.names {
            line.push('\t');
            line.push_str(name);
        }
        line
    }

    fn rules_line(&self) -> String {
        let players = self.choices.players.get();
        let mut line = format!("{} {players}", self.game.id);
        if let Some(base) = self.base() {
            for option in Choices::OPTIONS {
                let value = self.choices.get(option.name).map(|value| value.to_string());
                if value != base.get(option.name).map(|value| value.to_string()) {
                    let value = value.unwrap_or_default().replace(' ', "+");
                    let _ = write!(line, " {}={value}", option.name);
                }
            }
        }
        line
    }

    /// The rules of the game from which these differ.
    fn base(&self) -> Option<Choices> {
        super::read::base(self.game, self.choices.players.get())
    }
}

impl Entry {
    /// The entry as text.
    pub(crate) fn to_line(&self) -> String {
        match self {
            Self::InPlay { what, trust } => {
                let mut line = format!("play {}", in_play(*what));
                confirm(&mut line, *trust);
                line
            }
            Self::Round(round) => round.to_line(),
            Self::Agreed(scores) => format!("agreed {}", numbers(scores)),
        }
    }
}

impl RoundEntry {
    fn to_line(&self) -> String {
        let mut line = "round ".to_owned();
        match &self.end {
            ReportedEnd::Out { seat, way, hanged } => {
                let _ = write!(
                    line,
                    "{}={} way={}",
                    word::OUT,
                    seat.letter(),
                    name_of(*way)
                );
                if *hanged == Hanged::DoubleBlank {
                    line.push_str(" hanged");
                }
            }
            ReportedEnd::Blocked { blocker, winner } => {
                line.push_str(word::BLOCKED);
                seat_word(&mut line, "blocker", *blocker);
                match winner {
                    Winner::ByCounts => {}
                    Winner::Named(seat) => seat_word(&mut line, "winner", Some(*seat)),
                    Winner::Nobody => line.push_str(" tied"),
                }
            }
            // Points in play write this end themselves.
            ReportedEnd::Target(_) | ReportedEnd::Void => line.push_str(word::VOID),
            ReportedEnd::Doubles { seat, n } => {
                let _ = write!(line, "{}={} n={n}", word::DOUBLES, seat.letter());
            }
            ReportedEnd::Foul(seat) => {
                let _ = write!(line, "{}={}", word::FOUL, seat.letter());
            }
        }
        seat_word(&mut line, "opener", self.opener);
        match &self.left {
            Left::Uncounted => {}
            Left::Total(total) => {
                let _ = write!(line, " total={total}");
            }
            Left::Sides(sides) => {
                let _ = write!(line, " sides={}", numbers(sides));
            }
            Left::Seats(seats) => {
                let each = seats.iter().map(|holds| {
                    let double = if holds.has_double { "d" } else { "" };
                    format!("{}{double}", holds.count)
                });
                let _ = write!(line, " seats={}", each.collect::<Vec<_>>().join(","));
            }
            Left::Tiles(hands) => {
                let each = hands.iter().map(|hand| tiles(*hand));
                let _ = write!(line, " tiles={}", each.collect::<Vec<_>>().join("/"));
            }
        }
        confirm(&mut line, self.trust);
        line
    }
}

fn in_play(what: InPlay) -> String {
    match what {
        InPlay::Paso(side) => format!("paso={side}"),
        InPlay::PaseCorrido(side) => format!("pase-corrido={side}"),
        InPlay::LedDouble(side) => format!("led-double={side}"),
        InPlay::LedSingle(side) => format!("led-single={side}"),
        InPlay::Ends { side, points } => format!("ends={side} points={points}"),
        InPlay::Muggins { side, points } => format!("muggins={side} points={points}"),
        InPlay::ThreePasses(seat) => format!("three-passes={}", seat.letter()),
        InPlay::BoardPass { seat, third } => {
            let mut line = format!("board-pass={}", seat.letter());
            let third = third.entries().filter(|(_, third)| **third);
            let third: String = third.map(|(seat, _)| seat.letter()).collect();
            if !third.is_empty() {
                let _ = write!(line, " third={third}");
            }
            line
        }
        InPlay::FalsePlay(seat) => format!("false-play={}", seat.letter()),
        InPlay::SlowPlay(seat) => format!("slow-play={}", seat.letter()),
        InPlay::WrongCall(seat) => format!("wrong-call={}", seat.letter()),
    }
}

fn confirm(line: &mut String, trust: Trust) {
    if trust == Trust::Confirmed {
        line.push_str(" confirmed");
    }
}

fn seat_word(line: &mut String, word: &str, seat: Option<Seat>) {
    if let Some(seat) = seat {
        let _ = write!(line, " {word}={}", seat.letter());
    }
}

fn name_of(way: WayOut) -> &'static str {
    let mut ways = WAYS.iter().filter(|(_, other)| *other == way);
    ways.next().map_or("plain", |(name, _)| *name)
}

fn numbers(sides: &BySide<u16>) -> String {
    let each: Vec<String> = sides.iter().map(u16::to_string).collect();
    each.join(",")
}

fn tiles(hand: TileSet) -> String {
    let each: Vec<String> = hand.into_iter().map(|tile| tile.to_string()).collect();
    each.join(",")
}
