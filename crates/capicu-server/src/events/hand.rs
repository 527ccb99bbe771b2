//! Boards that are dealt by phone: at a real table everybody sees the tiles of their own seat, takes them from the set, and
//! sees those of the next board once the whole table has said that this one is over.
//!
//! Which boards a table plays follows from the log. Which device shows which seat is known to the server alone that looks
//! after the event, and only for the evening: after it was started anew every seat is given out again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu::{Duty, Match, Rules, Seat, Tile, TileSet};
use capicu_event::{Board, Deals, EntryId, Meeting, Stage, Status, Table, Venue};

use serde::{Deserialize, Serialize};

use super::{Hall, Slip, plan, seal};

/// The seats of a table at which boards are played.
pub const SEATS: u8 = 4;

/// What one seat is shown of a board. There is no room in it for another hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnHand {
    /// The number of the board.
    pub board: u32,
    /// Whose it is.
    pub seat: Seat,
    /// The tiles of the seat.
    pub tiles: TileSet,
    /// Who poses.
    pub poses: Seat,
    /// With what, where that is this seat and the rules make it pose a tile.
    pub with: Option<Tile>,
}

/// A seat at a table of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Chair {
    /// The meeting; any of its sides.
    pub slip: Slip,
    /// The seat: North, East, South and West.
    pub seat: Seat,
}

/// What is done about the devices at a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Deed {
    /// Nothing: somebody looks.
    Look,
    /// This device shows a seat from now on.
    Take(Chair, String),
    /// A seat says by its device that a board of this number is over.
    Over(Chair, String, String),
    /// The seats of the table are given out anew.
    Anew(Slip),
}

/// The devices at all tables of a round, as another server is told.
pub type Told = Vec<((u16, u16, u16), AtTable)>;

/// Why a device is not shown the tiles of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Barred {
    /// Another device shows them.
    Elsewhere,
    /// This device shows those of another seat in the same round.
    OtherSeat,
}

/// What a device is shown of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Nobody has asked for its tiles yet.
    Free,
    /// The tiles of the board that is played, and how many of the seats of the table say that it is over.
    Hand(OwnHand, usize),
    /// All boards of the set have been played.
    Done,
    /// It is not shown anything.
    Barred(Barred),
}

/// What devices show at the tables of an event, by stage, round and meeting.
type ByTable = BTreeMap<(u16, u16, u16), AtTable>;

/// The same by the event and its last publication.
type ByEvent = HashMap<(String, u64), ByTable>;

/// What devices show. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Dealers {
    tables: Arc<Mutex<ByEvent>>,
}

/// The devices at a table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Written", from = "Written")]
pub struct AtTable {
    devices: BTreeMap<Seat, String>,
    /// How many boards of the set are over.
    played: usize,
    /// The seats that say that the one that is played is over.
    over: BTreeSet<Seat>,
}

/// The devices at a table, on the way to another server.
#[derive(Serialize, Deserialize)]
struct Written {
    devices: Vec<(u8, String)>,
    played: usize,
    over: Vec<u8>,
}

impl From<AtTable> for Written {
    fn from(table: AtTable) -> Self {
        let devices = table.devices.into_iter();
        let over = table.over.iter();
        Self {
            devices: devices
                .map(|(seat, device)| (seat.index() as u8, device))
                .collect(),
            played: table.played,
            over: over.map(|seat| seat.index() as u8).collect(),
        }
    }
}

impl From<Written> for AtTable {
    fn from(written: Written) -> Self {
        let devices = written.devices.into_iter();
        let over = written.over.into_iter();
        Self {
            devices: devices
                .filter_map(|(seat, device)| Some((Seat::new(seat)?, device)))
                .collect(),
            played: written.played,
            over: over.filter_map(Seat::new).collect(),
        }
    }
}

impl From<Chair> for String {
    fn from(chair: Chair) -> Self {
        chair.name()
    }
}

impl TryFrom<String> for Chair {
    type Error = &'static str;

    fn try_from(name: String) -> Result<Self, Self::Error> {
        Self::by_name(&name).ok_or("no such chair")
    }
}

impl Chair {
    /// The chair as an address names it: `1-3-7-2`, the seat last.
    pub fn name(self) -> String {
        let side = self.seat.index() as u8;
        Slip { side, ..self.slip }.name()
    }

    /// The chair of a name.
    pub fn by_name(name: &str) -> Option<Self> {
        let slip = Slip::by_name(name)?;
        let seat = Seat::new(slip.side).filter(|_| slip.side < SEATS)?;
        let slip = Slip { side: 0, ..slip };
        Some(Self { slip, seat })
    }

    fn table(self) -> (u16, u16, u16) {
        (self.slip.stage, self.slip.round, self.slip.meeting)
    }
}

/// Which of whose people sits in a seat: the first side is North and South.
fn sits(meeting: &Meeting, seat: Seat) -> Option<(EntryId, u8)> {
    let (side, at) = (seat.index() % 2, seat.index() / 2);
    match meeting.sides.get(side)?.as_slice() {
        [pair] => Some((*pair, at as u8)),
        players => Some((*players.get(at)?, 0)),
    }
}

impl Hall {
    /// The seats of an entry at a meeting whose boards are dealt by phone, and which of its people sits there.
    pub fn chairs(&self, slip: Slip, entry: EntryId) -> Vec<(Chair, u8)> {
        let Some((_, meeting)) = self.dealt_by_phone(slip) else {
            return Vec::new();
        };
        let all = Seat::all(SEATS).filter_map(|seat| {
            let (of, place) = sits(meeting, seat)?;
            (of == entry).then_some((Chair { slip, seat }, place))
        });
        all.collect()
    }

    /// Whose chair it is; nothing where there is none.
    pub fn sitting(&self, chair: Chair) -> Option<EntryId> {
        sits(self.meeting(chair.slip)?, chair.seat).map(|(entry, _)| entry)
    }

    /// What opens a chair; nothing where there is none.
    pub fn chair_seal(&self, chair: Chair) -> Option<String> {
        let meeting = self.meeting(chair.slip)?;
        sits(meeting, chair.seat)?;
        let who: Vec<String> = meeting.entries().map(|id| id.to_string()).collect();
        let what = format!("hand/{}/{}", chair.name(), who.join(","));
        Some(seal::seal(&self.secret, &what))
    }

    fn meeting(&self, slip: Slip) -> Option<&Meeting> {
        let state = self.event.state();
        let stage = state.stages.get(usize::from(slip.stage).checked_sub(1)?)?;
        let round = stage.rounds.get(usize::from(slip.round).checked_sub(1)?)?;
        let meeting = usize::from(slip.meeting).checked_sub(1)?;
        round.pairing.meetings.get(meeting)
    }

    /// The set and the meeting of a slip, while its boards are played in the hall and dealt by phone.
    fn dealt_by_phone(&self, slip: Slip) -> Option<(u16, &Meeting)> {
        let state = self.event.state();
        let stage = state
            .running()
            .filter(|stage| stage.number == slip.stage && state.status == Status::Open)
            .filter(|_| self.is_written())?;
        let is_last = usize::from(slip.round) == stage.rounds.len();
        let by_phone = stage.rules.duplicate?.deals == Deals::Phones;
        let round = stage.rounds.last().filter(|_| is_last && by_phone)?;
        let at = usize::from(slip.meeting).checked_sub(1)?;
        let is_played = round.venues.get(at) == Some(&Venue::Hall)
            && !matches!(round.tables.get(at)?, Table::Settled(_));
        let (set, meeting) = (
            *round.pairing.sets.get(at)?,
            round.pairing.meetings.get(at)?,
        );
        is_played.then_some((set, meeting))
    }

    /// The line that published the round of a chair: what was given out for a round that was taken back counts no more.
    fn published(&self) -> u64 {
        let mut lines = self.event.counting();
        let published = |line: &&capicu_event::Line| line.fact == capicu_event::Fact::Published;
        let last = lines.by_ref().filter(published).last();
        last.map_or(0, |line| line.n)
    }

    /// The tiles of a seat on one of the boards of its set, from 0; nothing while they are not to be seen, and after the last.
    fn own_hand(&self, chair: Chair, at: usize) -> Option<OwnHand> {
        let (set, _) = self.dealt_by_phone(chair.slip)?;
        let stage = self.event.state().running()?;
        let board = *stage.boards(set).get(at)?;
        let rules = plan::rules(&self.event.state().preset, SEATS).ok()?;
        own(&rules, board, chair.seat)
    }

    fn n_boards(&self, slip: Slip) -> Option<usize> {
        let (set, _) = self.dealt_by_phone(slip)?;
        let stage: &Stage = self.event.state().running()?;
        Some(stage.boards(set).len())
    }
}

/// What a seat sees of a board: the only place at which a hand is taken out of a deal.
fn own(rules: &Rules, board: Board, seat: Seat) -> Option<OwnHand> {
    let deal = plan::deal(rules, board)?;
    let opening = Match::new(*rules).opening(&deal).ok()?;
    let (poses, with) = match opening.duty {
        Duty::Tile(tile) => (opening.seat, Some(tile)),
        _ => (Seat::new(board.first)?, None),
    };
    Some(OwnHand {
        board: board.number,
        seat,
        tiles: deal.hands()[seat],
        poses,
        with: with.filter(|_| poses == seat),
    })
}

impl Dealers {
    /// Does something about the devices at a table.
    ///
    /// # Errors
    ///
    /// If a device may not show the seat.
    pub fn does(&self, hall: &Hall, deed: &Deed) -> Result<(), Barred> {
        match deed {
            Deed::Look => {}
            Deed::Take(chair, device) => self.take(hall, *chair, device)?,
            Deed::Over(chair, device, board) => self.over(hall, *chair, device, board),
            Deed::Anew(slip) => self.anew(hall, *slip),
        }
        Ok(())
    }

    /// The devices at all tables, for another server.
    pub fn told(&self, hall: &Hall) -> Told {
        let mut tables = self.tables();
        let all = Self::of(&mut tables, hall).iter();
        all.map(|(at, table)| (*at, table.clone())).collect()
    }

    /// The devices at all tables, as another server has told.
    pub fn hear(&self, hall: &Hall, told: Told) {
        let mut tables = self.tables();
        *Self::of(&mut tables, hall) = told.into_iter().collect();
    }

    /// What a device is shown of a chair; nothing while its boards are not to be seen.
    pub fn shown(&self, hall: &Hall, chair: Chair, device: Option<&str>) -> Option<Shown> {
        let boards = hall.n_boards(chair.slip)?;
        let mut tables = self.tables();
        let at = Self::of(&mut tables, hall);
        let none = AtTable::default();
        let table = at.get(&chair.table()).unwrap_or(&none);
        Some(match table.devices.get(&chair.seat) {
            None => match device.is_some_and(|device| shows_another(at, chair, device)) {
                true => Shown::Barred(Barred::OtherSeat),
                false => Shown::Free,
            },
            Some(own) if device != Some(own.as_str()) => Shown::Barred(Barred::Elsewhere),
            Some(_) if table.played >= boards => Shown::Done,
            Some(_) => {
                let hand = hall.own_hand(chair, table.played)?;
                Shown::Hand(hand, table.over.len())
            }
        })
    }

    /// A device shows a seat from now on.
    ///
    /// # Errors
    ///
    /// If another one does, or this one shows another seat of the round.
    fn take(&self, hall: &Hall, chair: Chair, device: &str) -> Result<(), Barred> {
        let mut tables = self.tables();
        let at = Self::of(&mut tables, hall);
        if shows_another(at, chair, device) {
            return Err(Barred::OtherSeat);
        }
        let devices = &mut at.entry(chair.table()).or_default().devices;
        let own = devices
            .entry(chair.seat)
            .or_insert_with(|| device.to_owned());
        match own == device {
            true => Ok(()),
            false => Err(Barred::Elsewhere),
        }
    }

    /// A seat says that a board is over, by its number. With the last of the table the next one is shown: whoever opens their seat later
    /// has to find the board that the others hold.
    fn over(&self, hall: &Hall, chair: Chair, device: &str, board: &str) {
        let Some(Shown::Hand(hand, ..)) = self.shown(hall, chair, Some(device)) else {
            return;
        };
        // What was said of the board before is said already.
        if hand.board.to_string() != board {
            return;
        }
        let mut tables = self.tables();
        let table = Self::of(&mut tables, hall)
            .entry(chair.table())
            .or_default();
        table.over.insert(chair.seat);
        if table.over.len() == usize::from(SEATS) {
            table.over.clear();
            table.played += 1;
        }
    }

    /// The seats of a table are given out anew; its boards go on where they were.
    fn anew(&self, hall: &Hall, slip: Slip) {
        let mut tables = self.tables();
        let at = Self::of(&mut tables, hall);
        if let Some(table) = at.get_mut(&(slip.stage, slip.round, slip.meeting)) {
            table.devices.clear();
            table.over.clear();
        }
    }

    fn of<'a>(tables: &'a mut ByEvent, hall: &Hall) -> &'a mut ByTable {
        let published = hall.published();
        // What was shown in rounds before is no business of anybody.
        tables.retain(|(event, at), _| *event != hall.id || *at == published);
        tables.entry((hall.id.clone(), published)).or_default()
    }

    #[allow(clippy::type_complexity)]
    fn tables(&self) -> MutexGuard<'_, ByEvent> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a device shows another seat of the round: all tables may play the same boards.
fn shows_another(tables: &ByTable, chair: Chair, device: &str) -> bool {
    tables.iter().any(|(at, table)| {
        let mut others = table.devices.iter();
        others.any(|(seat, of)| of == device && (*at, *seat) != (chair.table(), chair.seat))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hands_of_a_board_are_those_of_the_docs_and_who_poses_is_told_to_all() {
        let preset = capicu_event::presets::by_id("duplicate").expect("a preset");
        let rules = plan::rules(&preset, SEATS).expect("a game for four");
        let tiles: Vec<Tile> = rules.tiles().into_iter().collect();
        for seed in 0..40 {
            let board = Board {
                number: 2,
                first: 1,
                seed,
            };
            let all: Vec<OwnHand> = Seat::all(SEATS)
                .map(|seat| own(&rules, board, seat).expect("a hand"))
                .collect();
            let order = board.tiles(tiles.len());
            for (seat, hand) in all.iter().enumerate() {
                let due: TileSet = order[7 * seat..7 * seat + 7]
                    .iter()
                    .map(|at| tiles[*at])
                    .collect();
                assert_eq!(hand.tiles, due);
                assert_eq!(hand.poses, all[0].poses);
                // A tile that has to be posed is told to nobody but who has it.
                let own = hand.with.is_none_or(|tile| due.contains(tile));
                assert!(own && (hand.with.is_none() || hand.poses == hand.seat));
            }
        }
    }

    #[test]
    fn a_chair_has_a_name() {
        let slip = Slip::by_name("1-3-7-0").expect("a slip");
        let seat = Seat::new(2).expect("a seat");
        assert_eq!(Chair { slip, seat }.name(), "1-3-7-2");
        assert_eq!(Chair::by_name("1-3-7-2"), Some(Chair { slip, seat }));
        for wrong in ["1-3-7-4", "1-3-7", "", "1-3-7-2-0"] {
            assert_eq!(Chair::by_name(wrong), None, "{wrong}");
        }
    }
}
