//! The entry that somebody is about to write.

use capicu::{
    Asked, BySeat, BySide, Hanged, Left, MAX_SEATS, ReportedEnd, Rules, Seat, SeatCount, Side,
    TileSet, WayOut, Winner, count,
};
use capicu_sheet::{Entry, Event, RoundEntry, Trust};

/// The highest number on the pad.
const MOST: u16 = 999;

/// The next entry, as far as its buttons were tapped.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The line that the entry replaces.
    pub line: Option<usize>,
    /// The winner of the round.
    pub who: Option<Who>,
    /// The side that scores the open ends.
    pub scorer: Side,
    /// Whether the round is over, in games that score in play.
    pub stage: Stage,
    /// The number on the pad.
    pub total: Option<u16>,
    /// The counts of the seats or sides, by their index.
    pub counts: BySeat<SeatCount>,
    /// The seat or side whose count the pad changes.
    pub focus: u8,
    /// Tiles that were tapped instead of digits.
    pub tiles: Option<TileSet>,
    pub opener: Option<Seat>,
    pub blocker: Option<Seat>,
    /// The round that was entered by tiles, without the tiles left.
    pub by_tiles: Option<Box<ByTiles>>,
    pub claim: Claim,
    pub hanged: Hanged,
    /// An entry that needs an answer.
    pub question: Option<(Question, Event)>,
}

/// A round by tiles that still needs its count.
#[derive(Clone, Debug)]
pub struct ByTiles {
    pub end: End,
    /// The points in play, which are written before the round.
    pub points: Vec<Event>,
    /// The event with the moves, which is written after the round.
    pub moves: Option<Event>,
}

/// Who takes points of the open ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    Declared,
    Muggins,
}

/// The winner of the round in a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    Seat(Seat),
    Nobody,
}

/// The part of a round that is entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    #[default]
    InPlay,
    Over,
}

/// The question that an entry still needs answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    Opener,
    Blocker,
    Confirm(Vec<capicu::Doubt>),
}

/// How a round in a draft ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Out(WayOut),
    Block,
    Void,
    Foul,
    /// A hand with this number of doubles.
    Doubles(u8),
}

/// How the tiles left are counted for the ends of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    Nothing,
    /// One number, as the rules ask for it where all ends ask for the same.
    Total(Option<Asked>),
    Sides,
    Seats,
    SeatsAndDoubles,
}

impl Draft {
    /// A draft before any tap.
    pub fn new() -> Self {
        Self {
            line: None,
            who: None,
            scorer: Side::default(),
            stage: Stage::InPlay,
            total: None,
            counts: BySeat::new(MAX_SEATS as u8),
            focus: 0,
            tiles: None,
            opener: None,
            blocker: None,
            by_tiles: None,
            claim: Claim::Declared,
            hanged: Hanged::Nothing,
            question: None,
        }
    }

    /// How tiles are counted for every end that the winner can have.
    pub fn counting(&self, rules: &Rules) -> Counting {
        let ends = match (self.who, &self.by_tiles) {
            (None, _) => return Counting::Nothing,
            (_, Some(tiles)) => vec![tiles.end],
            (Some(Who::Nobody), _) => vec![End::Block],
            (Some(Who::Seat(_)), _) => vec![End::Out(WayOut::Plain), End::Block],
        };
        let asked = ends.iter().map(|end| rules.asks(&self.reported(*end)));
        let asked: Vec<Asked> = asked.filter(|asked| *asked != Asked::Nothing).collect();
        let any = |wanted: Asked| asked.contains(&wanted);
        let pairs = rules.n_sides() < rules.n_seats();
        if any(Asked::SeatsAndDoubles) {
            Counting::SeatsAndDoubles
        } else if any(Asked::Seats) || any(Asked::Sides) && !pairs {
            Counting::Seats
        } else if any(Asked::Sides) {
            Counting::Sides
        } else {
            match asked.as_slice() {
                [] => Counting::Nothing,
                [one] => Counting::Total(Some(*one)),
                [one, others @ ..] => {
                    Counting::Total(Some(*one).filter(|one| others.iter().all(|o| o == one)))
                }
            }
        }
    }

    /// Types a digit.
    pub fn digit(&mut self, digit: u16, counting: Counting) {
        self.tiles = None;
        let typed = |number: u16| Some(10 * number + digit).filter(|number| *number <= MOST);
        match counting {
            Counting::Total(_) | Counting::Nothing => {
                let number = self.total.unwrap_or(0);
                self.total = Some(typed(number).unwrap_or(number));
            }
            Counting::Sides | Counting::Seats | Counting::SeatsAndDoubles => {
                if let Some(holds) = self.focused() {
                    holds.count = typed(holds.count).unwrap_or(holds.count);
                }
            }
        }
    }

    /// Deletes the last digit, or all tiles.
    pub fn delete(&mut self, counting: Counting) {
        if self.tiles.take().is_some() {
            self.total = None;
            return;
        }
        match counting {
            Counting::Total(_) | Counting::Nothing => {
                self.total = self
                    .total
                    .map(|number| number / 10)
                    .filter(|rest| *rest > 0);
            }
            Counting::Sides | Counting::Seats | Counting::SeatsAndDoubles => {
                if let Some(holds) = self.focused() {
                    *holds = SeatCount::default();
                }
            }
        }
    }

    /// Taps a tile: it is counted, or no longer.
    pub fn tap(&mut self, tile: capicu::Tile, rules: &Rules) {
        let mut tiles = self.tiles.unwrap_or_default();
        if tiles.contains(tile) {
            tiles.remove(tile);
        } else if rules.tiles().contains(tile) {
            tiles.insert(tile);
        }
        self.total = (!tiles.is_empty()).then(|| count(tiles, rules));
        self.tiles = Some(tiles);
    }

    /// Turns the double of the focused hand on or off.
    pub fn double(&mut self) {
        if let Some(holds) = self.focused() {
            holds.has_double = !holds.has_double;
        }
    }

    fn focused(&mut self) -> Option<&mut SeatCount> {
        let seat = Seat::new(self.focus)?;
        Some(&mut self.counts[seat])
    }

    /// The event that an end writes.
    pub fn event(&self, end: End, rules: &Rules) -> Event {
        self.event_of(self.round(end, rules))
    }

    /// The event that writes an entry, or replaces a line by it.
    pub fn event_of(&self, entry: Entry) -> Event {
        match self.line {
            Some(line) => Event::Corrected { line, to: entry },
            None => Event::Wrote(entry),
        }
    }

    fn round(&self, end: End, rules: &Rules) -> Entry {
        Entry::Round(RoundEntry {
            opener: self.opener,
            end: match (self.reported(end), self.counting(rules)) {
                // The counts of all hands decide.
                (
                    ReportedEnd::Blocked { blocker, .. },
                    Counting::Seats | Counting::SeatsAndDoubles,
                ) => ReportedEnd::Blocked {
                    blocker,
                    winner: Winner::ByCounts,
                },
                (end, _) => end,
            },
            left: self.left(end, rules),
            trust: Trust::Checked,
        })
    }

    /// An end as the engine reads it.
    fn reported(&self, end: End) -> ReportedEnd {
        let seat = match self.who {
            Some(Who::Seat(seat)) => Some(seat),
            Some(Who::Nobody) | None => None,
        };
        match (end, seat) {
            (End::Out(way), Some(seat)) => ReportedEnd::Out {
                seat,
                way,
                hanged: self.hanged,
            },
            (End::Doubles(n), Some(seat)) => ReportedEnd::Doubles { seat, n },
            (End::Foul, Some(seat)) => ReportedEnd::Foul(seat),
            (End::Block, Some(seat)) => ReportedEnd::Blocked {
                blocker: self.blocker,
                winner: Winner::Named(seat),
            },
            (End::Block, None) => ReportedEnd::Blocked {
                blocker: self.blocker,
                winner: Winner::Nobody,
            },
            (End::Out(_) | End::Foul | End::Doubles(_) | End::Void, _) => ReportedEnd::Void,
        }
    }

    fn left(&self, end: End, rules: &Rules) -> Left {
        let out = match (end, self.who) {
            (End::Out(_), Some(Who::Seat(seat))) => Some(seat),
            _ => None,
        };
        if matches!(end, End::Doubles(_)) {
            return Left::Uncounted;
        }
        match self.counting(rules) {
            Counting::Nothing => Left::Uncounted,
            Counting::Total(_) => self.total.map_or(Left::Uncounted, Left::Total),
            Counting::Sides => Left::Sides(BySide::from_fn(rules.n_sides(), |side| {
                Seat::new(side.index() as u8).map_or(0, |seat| self.counts[seat].count)
            })),
            Counting::Seats | Counting::SeatsAndDoubles => {
                Left::Seats(BySeat::from_fn(rules.n_seats(), |seat| {
                    match Some(seat) == out {
                        true => SeatCount::default(),
                        false => self.counts[seat],
                    }
                }))
            }
        }
    }
}
