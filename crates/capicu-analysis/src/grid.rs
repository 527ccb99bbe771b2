//! What a seat could know of the tiles that it did not see.

use capicu::{BySeat, Seat, Tile, View};
use capicu_ai::Knowledge;

/// How likely every tile that a seat does not see is at every place, in thousandths, all deals that agree with
/// what it has seen being equally likely. Nothing in it goes by where the tiles are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Whose knowledge it is.
    pub seat: Seat,
    /// The tiles, in order.
    pub rows: Vec<Row>,
}

/// One tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The tile.
    pub tile: Tile,
    /// That a seat holds it; nothing for the seat that wonders.
    pub held: BySeat<u16>,
    /// That nobody does.
    pub asleep: u16,
}

impl Grid {
    /// What the seat of a view could know; `None` where the deals are too many to be counted, or none agrees
    /// with the view.
    pub fn of(view: &View) -> Option<Self> {
        let chances = Knowledge::of(view).ok()?.chances()?;
        let n_seats = view.board().rules().n_seats();
        let rows = view.unseen().into_iter().map(|tile| Row {
            tile,
            held: BySeat::from_fn(n_seats, |seat| thousandths(chances.holds(seat, tile))),
            asleep: thousandths(chances.sleeps(tile)),
        });
        Some(Self {
            seat: view.seat(),
            rows: rows.collect(),
        })
    }

    /// The other seats, from the one that plays next.
    pub fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        let n_seats = self.rows.first().map_or(0, |row| row.held.len());
        self.seat.around(n_seats).skip(1)
    }

    /// Whether tiles may sleep.
    pub fn has_sleepers(&self) -> bool {
        self.rows.iter().any(|row| row.asleep > 0)
    }
}

/// Rounded, but neither to nothing nor to certainty what is neither.
fn thousandths(chance: f64) -> u16 {
    const NOTHING: f64 = 1e-9;
    let near = (1_000.0 * chance + 0.5) as u16;
    match chance {
        _ if chance < NOTHING => 0,
        _ if chance > 1.0 - NOTHING => 1_000,
        _ => near.clamp(1, 999),
    }
}
