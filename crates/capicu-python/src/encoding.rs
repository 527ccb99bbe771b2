//! Actions and observations as numbers: the encodings "v0". A change of either needs another version.

use capicu::rules::{Arms, Ends};
use capicu::{Action, Board, DominoSet, MAX_SEATS, Pip, Rules, Seat, Tile, TileSet, Turn};

/// The version of both encodings.
pub const VERSION: &str = "v0";

/// How an action is numbered, and the sizes of the parts of an observation.
///
/// Leads come first, a number for each tile of the set; then the plays; then draw, pass and hand-over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding {
    set: DominoSet,
    /// The tiles of the set.
    tiles: usize,
    /// The numbers of the set: 7 with double-six.
    pips: usize,
    seats: usize,
    plays: Plays,
}

/// How a play is numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plays {
    /// By the half laid against the end, and the other half: equal ends are alike.
    Halves,
    /// By the tile and the tile on the table.
    Pairs,
}

/// The most numbers of a set, and bytes for each set of tiles.
const MOST_PIPS: usize = 19;

impl Encoding {
    pub fn new(rules: &Rules) -> Self {
        let alike = rules.ends == Ends::Off && rules.arms == Arms::Free;
        Self {
            set: rules.set,
            tiles: rules.set.len(),
            pips: usize::from(rules.set.highest().value()) + 1,
            seats: usize::from(rules.n_seats()),
            plays: if alike { Plays::Halves } else { Plays::Pairs },
        }
    }

    const fn n_plays(&self) -> usize {
        match self.plays {
            Plays::Halves => self.pips * self.pips,
            Plays::Pairs => self.pips * self.pips * (self.pips - 1),
        }
    }

    /// The number of actions.
    pub const fn n_actions(&self) -> usize {
        self.tiles + self.n_plays() + 3
    }

    pub const fn pass(&self) -> usize {
        self.tiles + self.n_plays() + 1
    }

    /// The number of an action of these rules.
    pub fn code(&self, action: Action) -> Option<usize> {
        let of_set = |tile: Tile| tile.high() <= self.set.highest();
        Some(match action {
            Action::Lead(tile) if of_set(tile) => usize::from(tile.index()),
            Action::Play { tile, on } if of_set(tile) && of_set(on) && tile != on => {
                let pip = tile.shared_pip(on)?;
                let by = usize::from(pip.value());
                let other = usize::from(tile.other(pip)?.value());
                self.tiles
                    + match self.plays {
                        Plays::Halves => by * self.pips + other,
                        Plays::Pairs => {
                            let there = usize::from(on.other(pip)?.value());
                            let there = there - usize::from(there > other);
                            (by * self.pips + other) * (self.pips - 1) + there
                        }
                    }
            }
            Action::Lead(_) | Action::Play { .. } => return None,
            Action::Draw => self.pass() - 1,
            Action::Pass => self.pass(),
            Action::HandOver => self.pass() + 1,
        })
    }

    /// The actions of a number: one, but for a play at equal ends one for each.
    #[inline]
    pub fn actions(
        &self,
        code: usize,
        board: &Board,
        mut each: impl FnMut(Action) -> bool,
    ) -> bool {
        let Some(play) = code.checked_sub(self.tiles) else {
            return Tile::from_index(code as u8).is_some_and(|tile| each(Action::Lead(tile)));
        };
        if play >= self.n_plays() {
            return match play - self.n_plays() {
                0 => each(Action::Draw),
                1 => each(Action::Pass),
                2 => each(Action::HandOver),
                _ => false,
            };
        }
        let tile = |a: usize, b: usize| Some(Tile::new(Pip::new(a as u8)?, Pip::new(b as u8)?));
        match self.plays {
            Plays::Halves => {
                let (by, other) = (play / self.pips, play % self.pips);
                let Some(tile) = tile(by, other) else {
                    return false;
                };
                let mut ends = board.layout().ends().iter();
                ends.any(|end| {
                    usize::from(end.pip().value()) == by
                        && each(Action::Play {
                            tile,
                            on: end.tile(),
                        })
                })
            }
            Plays::Pairs => {
                let (half, there) = (play / (self.pips - 1), play % (self.pips - 1));
                let (by, other) = (half / self.pips, half % self.pips);
                let there = there + usize::from(there >= other);
                match (tile(by, other), tile(by, there)) {
                    (Some(tile), Some(on)) => each(Action::Play { tile, on }),
                    _ => false,
                }
            }
        }
    }

    /// Names an action number, for people and for the checksum.
    pub fn name(&self, code: usize) -> Option<String> {
        let play = match code.checked_sub(self.tiles) {
            None => return Some(Tile::from_index(code as u8)?.to_string()),
            Some(play) if play >= self.n_plays() => {
                return ["draw", "pass", "hand-over"]
                    .get(play - self.n_plays())
                    .map(|name| (*name).to_owned());
            }
            Some(play) => play,
        };
        let tile = |a: usize, b: usize| Some(Tile::new(Pip::new(a as u8)?, Pip::new(b as u8)?));
        Some(match self.plays {
            Plays::Halves => {
                let (by, other) = (play / self.pips, play % self.pips);
                format!("{}@{by}", tile(by, other)?)
            }
            Plays::Pairs => {
                let (half, there) = (play / (self.pips - 1), play % (self.pips - 1));
                let (by, other) = (half / self.pips, half % self.pips);
                let there = there + usize::from(there >= other);
                format!("{}@{}", tile(by, other)?, tile(by, there)?)
            }
        })
    }

    /// The parts of an observation with their lengths, in order.
    pub const fn parts(&self) -> [(&'static str, usize); 10] {
        [
            ("hand", self.tiles),
            ("laid", self.seats * self.tiles),
            ("lacks", self.seats * self.tiles),
            ("open_tiles", self.tiles),
            ("open_numbers", self.pips),
            ("held", self.seats),
            ("boneyard", 1),
            ("opener", self.seats),
            ("opening", 1),
            ("scores", self.seats),
        ]
    }

    /// The bytes of an observation.
    pub fn n_observation(&self) -> usize {
        self.parts().iter().map(|(_, length)| length).sum()
    }

    /// Writes the observation of a seat: its hand, and what everybody sees. `out` has its length.
    #[inline]
    pub fn observe(
        &self,
        board: &Board,
        seat: Seat,
        hand: TileSet,
        memory: &Memory,
        out: &mut [u8],
    ) {
        let n = self.seats as u8;
        let mut rest = out;
        self.spread(hand, &mut rest);
        for other in seat.around(n) {
            self.spread(memory.laid[other.index()], &mut rest);
        }
        for other in seat.around(n) {
            self.spread(memory.lacks[other.index()], &mut rest);
        }
        let (open_tiles, after) = rest.split_at_mut(self.tiles);
        let (open_numbers, after) = after.split_at_mut(self.pips);
        open_tiles.fill(0);
        open_numbers.fill(0);
        for end in board.layout().ends() {
            let places = end.open_places();
            open_tiles[usize::from(end.tile().index())] += places;
            open_numbers[usize::from(end.pip().value()) % MOST_PIPS] += places;
        }
        let (held, after) = after.split_at_mut(self.seats);
        for (place, other) in held.iter_mut().zip(seat.around(n)) {
            *place = board.held()[other];
        }
        let (boneyard, after) = after.split_at_mut(1);
        boneyard[0] = board.boneyard();
        let (opener, after) = after.split_at_mut(self.seats);
        opener.fill(0);
        let turns = self.seats + board.opener().index() - seat.index();
        opener[turns % self.seats] = 1;
        let (opening, scores) = after.split_at_mut(1);
        opening[0] = u8::from(matches!(board.turn(), Turn::Open(_)));
        let rules = board.rules();
        for (place, other) in scores.iter_mut().zip(seat.around(n)) {
            *place = share(board.score(rules.side(other)), rules.target.get());
        }
    }

    /// Writes a byte for each tile: 1 for those in the set.
    ///
    /// It writes eight bytes at a time. The last ones may belong to the next part, which must be written later.
    #[inline(always)]
    fn spread(&self, tiles: TileSet, rest: &mut &mut [u8]) {
        let mut at = 0;
        'all: for mut word in tiles.words() {
            for _ in 0..8 {
                if at >= self.tiles {
                    break 'all;
                }
                if let Some(eight) = rest.get_mut(at..).and_then(<[u8]>::first_chunk_mut::<8>) {
                    *eight = SPREAD[(word & 255) as usize];
                }
                word >>= 8;
                at += 8;
            }
        }
        *rest = core::mem::take(rest).split_at_mut(self.tiles).1;
    }
}

/// A score as a share of the target, of 255.
const fn share(score: u16, target: u16) -> u8 {
    let share = score as u32 * 255 / target as u32;
    if share > 255 { 255 } else { share as u8 }
}

/// A byte for each bit, the lowest first.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[bits][bit] = (bits >> bit & 1) as u8;
            bit += 1;
        }
        bits += 1;
    }
    table
};

/// The public past of a round that the board does not show: who laid which tile, and which tiles a seat cannot hold.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub laid: [TileSet; MAX_SEATS],
    pub lacks: [TileSet; MAX_SEATS],
}

impl Memory {
    /// Notes an action before it is played.
    #[inline]
    pub fn note(&mut self, board: &Board, seat: Seat, action: Action) {
        self.note_played(seat, action, Self::shown(board, action));
    }

    /// The tiles that an action shows its seat to lack, from the board before it.
    #[inline]
    pub fn shown(board: &Board, action: Action) -> TileSet {
        match action {
            // As `View::lacks` has it.
            Action::Pass if board.layout().first().is_none() => TileSet::DOUBLES,
            Action::Pass => board.layout().playable(),
            _ => TileSet::EMPTY,
        }
    }

    /// Notes an action after it was played.
    #[inline]
    pub fn note_played(&mut self, seat: Seat, action: Action, lacks: TileSet) {
        let seat = seat.index();
        match action {
            Action::Lead(tile) | Action::Play { tile, .. } => {
                self.laid[seat].insert(tile);
            }
            Action::Draw => self.lacks[seat] = TileSet::EMPTY,
            Action::Pass => self.lacks[seat] |= lacks,
            Action::HandOver => {}
        }
    }
}
