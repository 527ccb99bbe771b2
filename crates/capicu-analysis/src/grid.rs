//! The probabilities of unseen tiles, as a seat could know them.

use capicu::{BySeat, Seat, Tile, View};
use capicu_ai::Knowledge;

/// The probability of each unseen tile to be in each place, in thousandths. All deals that agree with the seat's view
/// are equally likely. The real places of the tiles have no influence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The seat whose view it is.
    pub seat: Seat,
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub tile: Tile,
    /// In each hand; zero for the viewing seat.
    pub held: BySeat<u16>,
    /// In the boneyard.
    pub boneyard: u16,
}

impl Grid {
    /// The grid for the seat of a view; `None` if there are too many deals to count, or none agrees with the view.
    pub fn of(view: &View) -> Option<Self> {
        let chances = Knowledge::of(view).ok()?.chances()?;
        let n_seats = view.board().rules().n_seats();
        let rows = view.unseen().into_iter().map(|tile| Row {
            tile,
            held: BySeat::from_fn(n_seats, |seat| thousandths(chances.holds(seat, tile))),
            boneyard: thousandths(chances.sleeps(tile)),
        });
        Some(Self {
            seat: view.seat(),
            rows: rows.collect(),
        })
    }

    /// The other seats, beginning with the next to play.
    pub fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        let n_seats = self.rows.first().map_or(0, |row| row.held.len());
        self.seat.around(n_seats).skip(1)
    }

    pub fn has_sleepers(&self) -> bool {
        self.rows.iter().any(|row| row.boneyard > 0)
    }
}

/// Rounds, but never an uncertain value to 0 or 1,000.
fn thousandths(chance: f64) -> u16 {
    const NOTHING: f64 = 1e-9;
    let near = (1_000.0 * chance + 0.5) as u16;
    match chance {
        _ if chance < NOTHING => 0,
        _ if chance > 1.0 - NOTHING => 1_000,
        _ => near.clamp(1, 999),
    }
}
