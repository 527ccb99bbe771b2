//! Converts units to pixels.

use crate::{Felt, Plan, Point, Rect, UNIT};

/// The free margin around a layout: three quarters of a unit on every side.
pub const MARGIN: i32 = 75;

/// The scale and offset of a layout on a felt, in thousandths of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transform {
    /// The short side of a tile, in thousandths of a pixel.
    pub unit: i32,
    /// The center of the first tile from the left, in thousandths of a pixel.
    pub x: i32,
    /// The center of the first tile from the top, in thousandths of a pixel.
    pub y: i32,
}

impl Transform {
    /// Converts a point of the layout to the felt, in thousandths of a pixel.
    #[must_use]
    pub fn apply(&self, point: Point) -> (i32, i32) {
        let scaled = |c: i32| i64::from(c) * i64::from(self.unit) / i64::from(UNIT);
        let place = |offset: i32, c: i32| narrow(i64::from(offset) + scaled(c));
        (place(self.x, point.x), place(self.y, point.y))
    }

    /// Converts a place on the felt, in thousandths of a pixel, to a point of the layout.
    #[must_use]
    pub fn invert(&self, x: i32, y: i32) -> Point {
        let back = |offset: i32, c: i32| {
            let distance = i64::from(c) - i64::from(offset);
            narrow(distance * i64::from(UNIT) / i64::from(self.unit.max(1)))
        };
        Point {
            x: back(self.x, x),
            y: back(self.y, y),
        }
    }
}

/// The largest scale at which `area` with its [`MARGIN`] fits the felt, centered. A tile's short side is at most
/// `max_unit` pixels.
///
/// ```
/// use capicu_geometry::{Felt, Rect, fit};
///
/// let felt = Felt { width: 1150, height: 575 };
/// let area = Rect { left: -500, top: -100, right: 500, bottom: 100 };
/// let transform = fit(area, felt, 60);
/// assert_eq!(transform.unit, 60_000); // 11.5 units in 1150 pixels would be 100
/// assert_eq!((transform.x, transform.y), (575_000, 287_500));
/// ```
#[must_use]
pub fn fit(area: Rect, felt: Felt, max_unit: u32) -> Transform {
    let (across, down) = felt.sane();
    let room = area.inflated(MARGIN);
    let scale = |pixels: i64, units: i32| pixels * 1000 * i64::from(UNIT) / i64::from(units.max(1));
    let unit = scale(across, room.width())
        .min(scale(down, room.height()))
        .min(i64::from(max_unit) * 1000)
        .max(1);
    let middle = |pixels: i64, low: i32, high: i32| {
        let middle = (i64::from(low) + i64::from(high)) * unit / (2 * i64::from(UNIT));
        narrow(pixels * 500 - middle)
    };
    Transform {
        unit: narrow(unit),
        x: middle(across, area.left, area.right),
        y: middle(down, area.top, area.bottom),
    }
}

impl Plan {
    /// The scale for a layout with this area on this plan's felt; see [`fit`].
    #[must_use]
    pub fn fit(&self, area: Rect, max_unit: u32) -> Transform {
        fit(area, self.felt(), max_unit)
    }
}

fn narrow(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
}
