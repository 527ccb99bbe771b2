//! Boards dealt by phone. At a real table, players see the tiles of their own seat and take them from the set. They see
//! the next board once all seats of the table have reported the end of the last one.
//!
//! The log decides which boards a table plays. Only the server that owns the event knows which device shows which seat,
//! and only for the evening. After a restart every seat is free again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use capicu::{Duty, Match, Rules, Seat, Tile, TileSet};
use capicu_event::{Board, Deals, EntryId, Meeting, Stage, Status, Table, Venue};
use capicu_protocol::EventId;

use super::{Hall, Slip, online_tables, signed_link};

/// The seats of a table with boards.
pub const SEATS: u8 = 4;

/// The part of a board that one seat may see. It has no room for another hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnHand {
    /// The number of the board.
    pub board: u32,
    pub seat: Seat,
    pub tiles: TileSet,
    /// The seat that opens.
    pub poses: Seat,
    /// The tile to open with, if this seat opens and the rules require one.
    pub with: Option<Tile>,
}

/// A seat at a table of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chair {
    /// A slip of the meeting, of any side.
    pub slip: Slip,
    /// North, East, South or West.
    pub seat: Seat,
}

/// A request about the devices at a table.
#[derive(Clone, Debug)]
pub enum DeviceChange {
    /// This device shows the seat from now on.
    Take(Chair, String),
    /// A seat reports by its device that the board with this number has ended.
    Over(Chair, String, String),
    /// All seats of the table become free.
    Anew(Slip),
}

/// The reason why a device may not show a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barred {
    /// Another device shows it.
    Elsewhere,
    /// This device shows another seat in the same round.
    OtherSeat,
}

/// The content of a seat's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// No device shows the seat yet.
    Free,
    /// The tiles on the current board, and how many seats have reported its end.
    Hand(OwnHand, usize),
    /// All boards of the set have been played.
    Done,
    /// The device may not show the seat.
    Barred(Barred),
}

/// The devices at the tables of an event, by stage, round and meeting.
type ByTable = BTreeMap<(u16, u16, u16), AtTable>;

/// The same by the event and its last publication.
type ByEvent = HashMap<(EventId, u64), ByTable>;

/// The devices at tables. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Dealers {
    tables: Arc<Mutex<ByEvent>>,
}

/// The devices at a table.
#[derive(Clone, Debug, Default)]
pub struct AtTable {
    devices: BTreeMap<Seat, String>,
    /// The number of finished boards of the set.
    played: usize,
    /// The seats that have reported the end of the current board.
    over: BTreeSet<Seat>,
}

impl Chair {
    /// The chair in a URL: `1-3-7-2`, the seat last.
    pub fn name(self) -> String {
        let side = self.seat.index() as u8;
        Slip { side, ..self.slip }.name()
    }

    /// Parses the name of a chair.
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

/// The entry, and the index of its member, in a seat. The first side is North and South.
fn sits(meeting: &Meeting, seat: Seat) -> Option<(EntryId, u8)> {
    let (side, at) = (seat.index() % 2, seat.index() / 2);
    match meeting.sides.get(side)?.as_slice() {
        [pair] => Some((*pair, at as u8)),
        players => Some((*players.get(at)?, 0)),
    }
}

impl Hall {
    /// The seats of an entry at a meeting dealt by phone, with the number of the person in each.
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

    /// The entry of a chair; `None` if there is no such chair.
    pub fn sitting(&self, chair: Chair) -> Option<EntryId> {
        sits(self.meeting(chair.slip)?, chair.seat).map(|(entry, _)| entry)
    }

    /// The seal of a chair's link; `None` if there is no such chair.
    pub fn chair_seal(&self, chair: Chair) -> Option<String> {
        let meeting = self.meeting(chair.slip)?;
        sits(meeting, chair.seat)?;
        let who: Vec<String> = meeting.entries().map(|id| id.to_string()).collect();
        let what = format!("hand/{}/{}", chair.name(), who.join(","));
        Some(signed_link::seal(&self.secret, &what))
    }

    fn meeting(&self, slip: Slip) -> Option<&Meeting> {
        let state = self.event.state();
        let stage = state.stages.get(usize::from(slip.stage).checked_sub(1)?)?;
        let round = stage.rounds.get(usize::from(slip.round).checked_sub(1)?)?;
        let meeting = usize::from(slip.meeting).checked_sub(1)?;
        round.pairing.meetings.get(meeting)
    }

    /// The set and the meeting of a slip, if its boards are played in person and dealt by phone.
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

    /// The line that published the round. Devices of a round that was taken back no longer count.
    fn published(&self) -> u64 {
        let mut lines = self.event.counting();
        let published = |line: &&capicu_event::Line| line.fact == capicu_event::Fact::Published;
        let last = lines.by_ref().filter(published).last();
        last.map_or(0, |line| line.n)
    }

    /// The tiles of a seat on a board of its set, from 0; `None` while they are secret, and after the last board.
    fn own_hand(&self, chair: Chair, at: usize) -> Option<OwnHand> {
        let (set, _) = self.dealt_by_phone(chair.slip)?;
        let stage = self.event.state().running()?;
        let board = *stage.boards(set).get(at)?;
        let rules = online_tables::rules(&self.event.state().preset, SEATS).ok()?;
        own(&rules, board, chair.seat)
    }

    fn n_boards(&self, slip: Slip) -> Option<usize> {
        let (set, _) = self.dealt_by_phone(slip)?;
        let stage: &Stage = self.event.state().running()?;
        Some(stage.boards(set).len())
    }
}

/// The view of a seat on a board: the only code that takes a hand from a deal.
fn own(rules: &Rules, board: Board, seat: Seat) -> Option<OwnHand> {
    let deal = online_tables::deal(rules, board)?;
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
    /// Executes a request about the devices at a table.
    ///
    /// # Errors
    ///
    /// If a device may not show the seat.
    pub fn does(&self, hall: &Hall, deed: &DeviceChange) -> Result<(), Barred> {
        match deed {
            DeviceChange::Take(chair, device) => self.take(hall, *chair, device)?,
            DeviceChange::Over(chair, device, board) => self.over(hall, *chair, device, board),
            DeviceChange::Anew(slip) => self.anew(hall, *slip),
        }
        Ok(())
    }

    /// Drops the devices of events that another server now owns.
    pub fn retain(&self, is_ours: impl Fn(&EventId) -> bool) {
        self.tables().retain(|(event, _), _| is_ours(event));
    }

    /// The content of a chair's page; `None` while its boards are secret.
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

    /// Records that a device shows a seat from now on.
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

    /// Records that a seat has reported the end of a board, by its number. After the last seat of the table, all seats
    /// see the next board, also on devices opened later.
    fn over(&self, hall: &Hall, chair: Chair, device: &str, board: &str) {
        let Some(Shown::Hand(hand, ..)) = self.shown(hall, chair, Some(device)) else {
            return;
        };
        // A repeated report about the last board changes nothing.
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

    /// Frees all seats of a table; its boards continue.
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
        // Devices of earlier rounds are dropped.
        tables.retain(|(event, at), _| *event != hall.id || *at == published);
        tables.entry((hall.id.clone(), published)).or_default()
    }

    #[allow(clippy::type_complexity)]
    fn tables(&self) -> MutexGuard<'_, ByEvent> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a device shows another seat of the round, since all tables may play the same boards.
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
    fn board_has_documented_hands_and_shows_its_opener_to_all() {
        let preset = capicu_event::presets::by_id("duplicate").expect("a preset");
        let rules = online_tables::rules(&preset, SEATS).expect("a game for four");
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
                // Only the opener sees the tile to open with.
                let own = hand.with.is_none_or(|tile| due.contains(tile));
                assert!(own && (hand.with.is_none() || hand.poses == hand.seat));
            }
        }
    }

    #[test]
    fn chair_is_found_by_its_name() {
        let slip = Slip::by_name("1-3-7-0").expect("a slip");
        let seat = Seat::new(2).expect("a seat");
        assert_eq!(Chair { slip, seat }.name(), "1-3-7-2");
        assert_eq!(Chair::by_name("1-3-7-2"), Some(Chair { slip, seat }));
        for wrong in ["1-3-7-4", "1-3-7", "", "1-3-7-2-0"] {
            assert_eq!(Chair::by_name(wrong), None, "{wrong}");
        }
    }
}
