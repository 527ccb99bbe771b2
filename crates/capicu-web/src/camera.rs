//! Zooming and moving a large table: pinching, the wheel, dragging, keys.

use capicu_geometry::{MARGIN, Point, Transform};
use leptos::prelude::*;
use web_sys::{PointerEvent, WheelEvent};

use crate::tile_input::Control;

/// The largest size of a unit, in thousandths of a pixel: that of a tile in hand.
const LARGEST: i32 = 56_000;

/// The zoom factor of one step of the wheel, a key or a button.
pub const STEP: f64 = 1.4;

/// A finger on the felt, or the mouse: its id, and its place in the window.
type Finger = (i32, f64, f64);

/// The fingers that are on the felt, and whether they have moved it.
#[derive(Clone, Copy)]
pub struct Fingers {
    down: StoredValue<Vec<Finger>>,
    moved: StoredValue<bool>,
}

/// A finger that moves this far makes no tap any more, in pixels.
const TAP: f64 = 6.0;

impl Fingers {
    pub fn new() -> Self {
        Self {
            down: StoredValue::new(Vec::new()),
            moved: StoredValue::new(false),
        }
    }

    pub fn press(self, event: &PointerEvent) {
        let finger = finger(event);
        self.down.update_value(|down| {
            down.retain(|other| other.0 != finger.0);
            down.push(finger);
        });
        self.moved.set_value(false);
    }

    pub fn release(self, event: &PointerEvent) {
        let id = event.pointer_id();
        self.down
            .update_value(|down| down.retain(|other| other.0 != id));
    }

    pub fn dragged(self) -> bool {
        self.moved.try_update_value(std::mem::take) == Some(true)
    }

    /// Handles a moving finger: one moves the felt, two zoom it.
    pub fn drag(self, event: &PointerEvent, control: Control) {
        let (id, x, y) = finger(event);
        let all = self.down.get_value();
        let Some(&(_, from_x, from_y)) = all.iter().find(|other| other.0 == id) else {
            return;
        };
        match all.iter().find(|other| other.0 != id) {
            Some(&(_, other_x, other_y)) => {
                let apart = |x: f64, y: f64| (x - other_x).hypot(y - other_y).max(1.0);
                let middle = ((x + other_x) / 2.0, (y + other_y) / 2.0);
                control.zoom(apart(x, y) / apart(from_x, from_y), middle);
                control.pan((x - from_x) / 2.0, (y - from_y) / 2.0);
            }
            None if !self.moved.get_value() && (x - from_x).hypot(y - from_y) < TAP => return,
            None => control.pan(x - from_x, y - from_y),
        }
        self.moved.set_value(true);
        self.down.update_value(|down| {
            for other in down.iter_mut().filter(|other| other.0 == id) {
                *other = (id, x, y);
            }
        });
    }
}

fn finger(event: &PointerEvent) -> Finger {
    let (x, y) = (event.client_x(), event.client_y());
    (event.pointer_id(), x.into(), y.into())
}

impl Control {
    /// Zooms by a factor and keeps a point of the window in place.
    pub fn zoom(self, factor: f64, (x, y): (f64, f64)) {
        let (old, whole) = (self.transform.get_untracked(), self.whole.get_untracked());
        let felt = self.felt.get_untracked();
        let unit = (f64::from(old.unit) * factor) as i32;
        let unit = unit.min(LARGEST.max(whole.unit));
        if unit <= whole.unit {
            self.closer.set(None);
            return;
        }
        let held = |offset: i32, at: f64| {
            let at = at * 1000.0;
            (at - (at - f64::from(offset)) * f64::from(unit) / f64::from(old.unit)) as i32
        };
        self.look(Transform {
            unit,
            x: held(old.x, x - felt.left),
            y: held(old.y, y - felt.top),
        });
    }

    /// Zooms in the middle of the felt.
    pub fn zoom_in_the_middle(self, factor: f64) {
        let felt = self.felt.get_untracked();
        let middle = (felt.left + felt.width / 2.0, felt.top + felt.height / 2.0);
        self.zoom(factor, middle);
    }

    /// Moves the view by this number of pixels, unless everything is in view.
    pub fn pan(self, x: f64, y: f64) {
        if let Some(old) = self.closer.get_untracked() {
            self.look(Transform {
                x: old.x + (x * 1000.0) as i32,
                y: old.y + (y * 1000.0) as i32,
                ..old
            });
        }
    }

    /// Moves a place into the middle, unless everything is in view.
    pub fn look_at(self, place: Point) {
        if let Some(old) = self.closer.get_untracked() {
            let felt = self.felt.get_untracked();
            let (x, y) = old.apply(place);
            self.pan(
                felt.width / 2.0 - f64::from(x) / 1000.0,
                felt.height / 2.0 - f64::from(y) / 1000.0,
            );
        }
    }

    pub fn wheel(self, event: &WheelEvent) {
        event.prevent_default();
        let factor = if event.delta_y() < 0.0 {
            STEP
        } else {
            1.0 / STEP
        };
        self.zoom(factor, (event.client_x().into(), event.client_y().into()));
    }

    /// Sets the view, but never past the tiles.
    fn look(self, wanted: Transform) {
        let (area, felt) = (self.area.get_untracked(), self.felt.get_untracked());
        let area = area.inflated(MARGIN);
        let scaled = |c: i32| (i64::from(c) * i64::from(wanted.unit) / 100) as i32;
        let within = |offset: i32, low: i32, high: i32, room: f64| {
            let (least, most) = ((room * 1000.0) as i32 - scaled(high), -scaled(low));
            if least < most {
                offset.clamp(least, most)
            } else {
                (least + most) / 2
            }
        };
        self.closer.set(Some(Transform {
            unit: wanted.unit,
            x: within(wanted.x, area.left, area.right, felt.width),
            y: within(wanted.y, area.top, area.bottom, felt.height),
        }));
    }
}
