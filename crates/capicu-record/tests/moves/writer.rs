//! Writes a record as a move list, in a random form.

use std::collections::BTreeMap;

use capicu::rules::Spinner;
use capicu::{Action, Call, Layout, Rules, Seat, Tile};
use capicu_record::record::{Hand, Item, Record, RoundRecord, What};
use capicu_record::side::letter;

use crate::table::mutation::Dice;

/// Whether the list has the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    Written,
    Hidden,
}

/// The texts for players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Naming {
    Letters,
    FromZero,
    FromOne,
    Names,
}

/// The ends of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    Tiles,
    /// A number, where only one end shows it.
    Numbers,
    /// Left and right, as long as the layout is a line.
    Sides,
    Mixed,
}

/// A row by heading.
type Row = BTreeMap<&'static str, String>;

const HEADINGS: [&str; 5] = ["round", "player", "do", "tile", "end"];

/// Writes a list of all rounds. Only a list with the deal may have players by name: their order is that of the hands.
pub fn write(record: &Record, deal: Deal, dice: &mut Dice) -> String {
    let naming = match (dice.below(4), deal) {
        (0, Deal::Written) => Naming::Names,
        (1, _) => Naming::FromZero,
        (2, _) => Naming::FromOne,
        _ => Naming::Letters,
    };
    let mut rows = Vec::new();
    let mut number = 0;
    let mut turned_up = Vec::new();
    for item in &record.items {
        match item {
            Item::ThrownIn { .. } | Item::Withdrew(_) => {}
            Item::TurnedUp(tiles) => {
                let tiles = tiles
                    .entries()
                    .filter_map(|(seat, tile)| Some((seat, (*tile)?)));
                turned_up.extend(tiles);
            }
            Item::Round(round) => {
                number += 1;
                let mut writer = Writer {
                    rules: record.rules,
                    number,
                    naming,
                    deal,
                    rows: &mut rows,
                };
                writer.round(round, &std::mem::take(&mut turned_up), dice);
            }
        }
    }
    match dice.below(5) {
        0 => table(&rows, ','),
        1 => table(&rows, ';'),
        2 => table(&rows, '\t'),
        3 => objects(&rows).join("\n"),
        _ => format!("[\n{}\n]\n", objects(&rows).join(",\n")),
    }
}

struct Writer<'a> {
    rules: Rules,
    number: usize,
    naming: Naming,
    deal: Deal,
    rows: &'a mut Vec<Row>,
}

impl Writer<'_> {
    fn round(&mut self, round: &RoundRecord, turned_up: &[(Seat, Tile)], dice: &mut Dice) {
        if self.deal == Deal::Written {
            for (seat, hand) in round.dealt.hands().entries() {
                let tiles = hand_text(hand);
                self.row(Some(seat), "hand", &tiles, "");
            }
            let boneyard = round.dealt.boneyard().iter();
            let boneyard: Vec<String> = boneyard.flatten().map(ToString::to_string).collect();
            if !boneyard.is_empty() {
                self.row(None, "boneyard", &boneyard.join(" "), "");
            }
        }
        for (seat, tile) in turned_up {
            self.row(Some(*seat), "turn-up", &tile.to_string(), "");
        }
        let mut ends = [Ends::Tiles, Ends::Numbers, Ends::Sides, Ends::Mixed][dice.below(4)];
        if self.rules.spinner != Spinner::None && ends == Ends::Sides {
            ends = Ends::Mixed;
        }
        let mut table = Layout::new(&self.rules);
        let mut line = Line::default();
        for m in &round.moves {
            let seat = Some(m.seat);
            match m.what {
                What::Lead(tile) => {
                    table = table.after(Action::Lead(tile), &self.rules);
                    self.row(
                        seat,
                        ["lead", ""][dice.below(2)],
                        &line.lead(tile, dice),
                        "",
                    );
                }
                What::Play { tile, on } => {
                    let side = line.play(tile, on).filter(|_| is_line(&table));
                    // After a double, only sides from the first move on tell left from right.
                    let is_clear = table.first().is_some_and(|first| !first.is_double());
                    let end = match (ends, dice.below(3)) {
                        (Ends::Sides, _) => side,
                        (Ends::Mixed, 0) => side.filter(|_| is_clear),
                        (Ends::Numbers, _) | (Ends::Mixed, 1) => number(&table, tile, on),
                        _ => None,
                    };
                    let end = end.unwrap_or_else(|| on.to_string());
                    self.row(seat, ["play", ""][dice.below(2)], &tile.to_string(), &end);
                    table = table.after(Action::Play { tile, on }, &self.rules);
                }
                What::Draw(tile) => {
                    let tile = tile.filter(|_| self.deal == Deal::Written);
                    let tile = tile.map_or_else(String::new, |tile| tile.to_string());
                    self.row(seat, "draw", &tile, "");
                }
                What::Pass => self.row(seat, "", ["pass", "knock"][dice.below(2)], ""),
                What::HandOver => self.row(seat, "hand-over", "", ""),
                What::Call(Call::Declare) => self.row(seat, "declare", "", ""),
                What::Call(Call::Sum(points)) => {
                    self.row(seat, "declare", &points.to_string(), "");
                }
                What::Call(Call::Muggins) => self.row(seat, "muggins", "", ""),
                other => panic!("random rounds have no irregularities: {other}"),
            }
        }
    }

    fn row(&mut self, seat: Option<Seat>, what: &str, tile: &str, end: &str) {
        let player = seat.map_or_else(String::new, |seat| match self.naming {
            Naming::Letters => letter(seat).to_string(),
            Naming::FromZero => seat.index().to_string(),
            Naming::FromOne => (seat.index() + 1).to_string(),
            Naming::Names => format!("Player, \"{}\"", seat.index() * 7),
        });
        let cells = [
            self.number.to_string(),
            player,
            what.to_owned(),
            tile.to_owned(),
            end.to_owned(),
        ];
        self.rows.push(HEADINGS.into_iter().zip(cells).collect());
    }
}

/// A line from left to right, by its tiles at the ends and the numbers that they show.
#[derive(Default)]
struct Line {
    ends: Option<[(Tile, u8); 2]>,
}

impl Line {
    /// Lays the first tile, and writes it as it lies.
    fn lead(&mut self, tile: Tile, dice: &mut Dice) -> String {
        let mut pips = [tile.high().value(), tile.low().value()];
        if dice.below(2) == 0 {
            pips.reverse();
        }
        self.ends = Some(pips.map(|pip| (tile, pip)));
        format!("{}-{}", pips[0], pips[1])
    }

    /// Lays a tile, and names the side. Only a line has one.
    fn play(&mut self, tile: Tile, on: Tile) -> Option<String> {
        let ends = self.ends.as_mut()?;
        let [a, b] = [tile.high().value(), tile.low().value()];
        let fits = |(at, pip): &(Tile, u8)| *at == on && (*pip == a || *pip == b);
        let side = ends.iter().position(fits)?;
        let pip = ends[side].1;
        ends[side] = (tile, a + b - pip);
        Some(["left", "right"][side].to_owned())
    }
}

fn is_line(layout: &Layout) -> bool {
    let places = layout.ends().iter().map(|end| end.open_places());
    places.sum::<u8>() == 2
}

/// The number that a tile joins, if one end shows it.
fn number(layout: &Layout, tile: Tile, on: Tile) -> Option<String> {
    let end = layout.end_for(tile, on).map(|at| layout.ends()[at])?;
    let same = layout
        .ends()
        .iter()
        .filter(|other| other.pip() == end.pip());
    (same.count() == 1).then(|| end.pip().value().to_string())
}

fn hand_text(hand: &Hand) -> String {
    let known = hand.known.into_iter().map(|tile| tile.to_string());
    known.collect::<Vec<_>>().join(" ")
}

fn table(rows: &[Row], separator: char) -> String {
    let mut text = HEADINGS.join(&separator.to_string()) + "\n";
    for row in rows {
        let cells = HEADINGS.map(|heading| match row[heading].contains([',', '"', ' ']) {
            true => format!("\"{}\"", row[heading].replace('"', "\"\"")),
            false => row[heading].clone(),
        });
        text += &(cells.join(&separator.to_string()) + "\n");
    }
    text
}

fn objects(rows: &[Row]) -> Vec<String> {
    let filled = |row: &Row| {
        let cells = row.iter().filter(|(_, text)| !text.is_empty());
        let cells: BTreeMap<_, _> = cells.collect();
        serde_json::to_string(&cells).expect("texts")
    };
    rows.iter().map(filled).collect()
}
