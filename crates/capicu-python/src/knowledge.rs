//! The exact knowledge of a seat.

use capicu::{Seat, TileSet};
use capicu_ai::{Knowledge, World};
use chacha20::ChaCha8Rng;
use numpy::ndarray::Array2;
use numpy::{IntoPyArray as _, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rand_core::SeedableRng as _;

use crate::fault::{self, Number, value_error};
use crate::view::PyView;

/// The deals that agree with a view: counted and drawn exactly, all equally likely.
///
/// Passes, draws, the opening and the deal are evidence; choices are not. Arrays over tiles are in the order of
/// `Rules.tiles`. Two values are equal if their views are.
#[pyclass(frozen, module = "capicu", name = "Knowledge")]
#[derive(Clone)]
pub struct PyKnowledge {
    knowledge: Knowledge,
    view: PyView,
    rules: capicu::Rules,
    /// The tiles on the table.
    laid: TileSet,
}

/// The owner of a tile on the table in `sample`.
const ON_TABLE: u8 = 255;

/// The most deals that one call draws.
const MOST: usize = 100_000_000;

impl PyKnowledge {
    pub fn of(py: Python<'_>, view: &PyView) -> PyResult<Self> {
        let knowledge = py.detach(|| Knowledge::of(&view.seen.view));
        let board = view.seen.view.board();
        Ok(Self {
            knowledge: knowledge.map_err(value_error)?,
            rules: *board.rules(),
            laid: board.layout().laid(),
            view: view.clone(),
        })
    }

    fn owner(&self, world: &World, tile: capicu::Tile) -> u8 {
        if self.laid.contains(tile) {
            return ON_TABLE;
        }
        let mut hands = world.hands.entries();
        let holder = hands.find(|(_, hand)| hand.contains(tile));
        holder.map_or(self.rules.n_seats(), |(seat, _)| seat.index() as u8)
    }
}

#[pymethods]
impl PyKnowledge {
    /// The number of deals that agree with the view; None if they are too many to count.
    #[getter]
    fn count(&self) -> Option<u128> {
        self.knowledge.count()
    }

    /// Whether deals are counted and drawn exactly. Only large sets with many players are not.
    #[getter]
    fn is_exact(&self) -> bool {
        self.knowledge.is_exact()
    }

    /// The chance of each tile at each place: f64[seats + 1, tiles]. The last row is the boneyard; tiles on the table
    /// have 0 everywhere.
    ///
    /// ValueError if the deals cannot be counted.
    fn chances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let chances = py.detach(|| self.knowledge.chances());
        let chances = chances.ok_or_else(|| value_error("these deals are too many to count"))?;
        let seats = self.rules.n_seats();
        let tiles = self.rules.tiles();
        let mut all = Array2::zeros((usize::from(seats) + 1, tiles.len()));
        for (column, tile) in tiles.into_iter().enumerate() {
            if self.laid.contains(tile) {
                continue;
            }
            for seat in Seat::all(seats) {
                all[[seat.index(), column]] = chances.holds(seat, tile);
            }
            all[[usize::from(seats), column]] = chances.sleeps(tile);
        }
        Ok(all.into_pyarray(py))
    }

    /// The chance that a seat holds none of these tiles.
    ///
    /// ValueError if the deals cannot be counted.
    fn chance_of_none(&self, py: Python<'_>, seat: Number, tiles: Vec<String>) -> PyResult<f64> {
        let seat = fault::seat(seat, &self.rules)?;
        let tiles = fault::tile_set(&tiles)?;
        let chance = py.detach(|| self.knowledge.chance_of_none(seat, tiles));
        chance.ok_or_else(|| value_error("these deals are too many to count"))
    }

    /// Draws deals, all equally likely: u8[n, tiles] with the seat that holds each tile, the number of seats for the
    /// boneyard, and 255 on the table. The same seed draws the same deals.
    #[pyo3(signature = (n, seed = 0))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        n: usize,
        seed: u64,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let tiles = self.rules.tiles();
        if n.saturating_mul(tiles.len()) > MOST {
            return Err(value_error(format_args!(
                "n: {n} deals are too many for one call"
            )));
        }
        let owners = py.detach(|| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut owners = Array2::zeros((n, tiles.len()));
            for mut row in owners.rows_mut() {
                let world = self.knowledge.sample(&mut rng);
                for (owner, tile) in row.iter_mut().zip(tiles) {
                    *owner = self.owner(&world, tile);
                }
            }
            owners
        });
        Ok(owners.into_pyarray(py))
    }

    /// The view that it is of.
    #[getter]
    fn view(&self) -> PyView {
        self.view.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| other.get().view.seen == self.view.seen)
    }

    fn __hash__(&self) -> u64 {
        self.view.hashed()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("{}.knowledge()", self.view.shown(py)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let make = py.get_type::<PyView>().getattr("knowledge")?;
        (make, (self.view.clone(),)).into_pyobject(py)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}
