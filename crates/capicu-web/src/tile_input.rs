//! The input of the person at this seat, before the table receives it.

use std::time::Duration;

use capicu::{Action, Seat, Tile};
use capicu_client::{ClientTable, Command};
use capicu_geometry::{Felt, Ghost, Plan, Point, Rect, Transform, fit};
use leptos::prelude::*;

use crate::erase::{later, memo};
use crate::seating::{self, Edge};
use crate::settings::{Laying, settings};
use crate::spread::{self, Spread};
use crate::table::Shown;
use crate::table_store::Room;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    pub tile: Tile,
    /// The place of the pointer in the window, from the left.
    pub x: f64,
    /// The place of the pointer in the window, from the top.
    pub y: f64,
}

/// The place of the felt in the window, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FeltBox {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl FeltBox {
    fn felt(self) -> Felt {
        Felt {
            width: self.width as u32,
            height: self.height as u32,
        }
    }

    fn contains(self, x: f64, y: f64) -> bool {
        let (x, y) = (x - self.left, y - self.top);
        (0.0..=self.width).contains(&x) && (0.0..=self.height).contains(&y)
    }
}

/// A place for the chosen tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    pub action: Action,
    pub ghost: Ghost,
    /// Its letter, if there are more than two.
    pub letter: Option<char>,
}

/// Points that were made, shown for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub text: String,
    /// Distinguishes it from an equal one.
    pub number: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Pointer,
    Keys,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Bubble {
    pub seat: Seat,
    pub text: String,
    pub kind: BubbleKind,
    /// Distinguishes it from an equal one.
    pub number: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BubbleKind {
    Knock,
    Points,
    Words,
}

/// The signals that the parts of the table share.
#[derive(Clone, Copy)]
pub struct Control {
    pub room: Room,
    /// The tile for which an end is to be chosen.
    pub selected: RwSignal<Option<Tile>>,
    pub by: RwSignal<By>,
    pub drag: RwSignal<Option<Drag>>,
    /// A tile that was tapped and fits nowhere.
    pub refused: RwSignal<Option<Tile>>,
    /// Whether the player kept the lead in the huddle.
    pub posing: RwSignal<bool>,
    /// The points to be named, with the next tile or after it.
    pub sum: RwSignal<Option<u16>>,
    pub bubbles: RwSignal<Vec<Bubble>>,
    pub notices: RwSignal<Vec<Notice>>,
    /// The big moment that is shown.
    pub shown: RwSignal<Option<Shown>>,
    pub menu: RwSignal<bool>,
    pub talk: RwSignal<bool>,
    pub felt: RwSignal<FeltBox>,
    pub spread: Memo<Spread>,
    /// The places for the chosen tile.
    pub targets: Memo<Vec<Target>>,
    /// The place that is pointed at or has the focus.
    pub hinted: RwSignal<Option<Action>>,
    /// The used part of the felt's plane.
    pub area: Memo<Rect>,
    /// From the felt's units to its pixels, with everything in view.
    pub whole: Memo<Transform>,
    /// From the felt's units to its pixels, if the person has zoomed in.
    pub closer: RwSignal<Option<Transform>>,
    /// From the felt's units to its pixels.
    pub transform: Memo<Transform>,
}

/// Tiles are shown larger only if that gains more than eight percent.
const GAIN: i64 = 108;

impl Control {
    pub fn new(room: Room) -> Self {
        let selected = RwSignal::new(None);
        let drag: RwSignal<Option<Drag>> = RwSignal::new(None);
        let felt = RwSignal::new(FeltBox::default());
        let plan = Memo::new(move |before: Option<&Plan>| {
            let felt = felt.get().felt();
            match before {
                Some(plan) if spread::suits(plan, felt) => *plan,
                _ => room
                    .read(|game| Some(spread::plan(game.rules(), felt)))
                    .expect("the table is known"),
            }
        });
        let spread = memo(move || {
            let plan = plan.get();
            room.game.with(|game| {
                let moves = game.as_ref().map_or(&[][..], |game| game.moves());
                Spread::of(moves.iter().map(|mv| mv.action), plan)
            })
        });
        let targets = memo(move || {
            let tile = drag.get().map(|drag| drag.tile).or_else(|| selected.get());
            let Some(tile) = tile else {
                return Vec::new();
            };
            let actions = room.read(|game| game.actions_with(tile));
            spread.with(|spread| targets_of(actions, spread))
        });
        let area = memo(move || {
            let area = targets.with(|targets| {
                let ghosts: Vec<Ghost> = targets.iter().map(|target| target.ghost).collect();
                spread.with(|spread| spread.area_with(&ghosts))
            });
            area.unwrap_or(ORIGIN)
        });
        let shown = Memo::new(move |before: Option<&(Felt, Transform)>| {
            let felt = felt.get().felt();
            (felt, transform(area.get(), felt, before))
        });
        let whole = memo(move || shown.get().1);
        let closer = RwSignal::new(None);
        let transform = memo(move || closer.get().unwrap_or_else(|| whole.get()));
        Self {
            room,
            selected,
            by: RwSignal::new(By::Pointer),
            drag,
            refused: RwSignal::new(None),
            posing: RwSignal::new(false),
            sum: RwSignal::new(None),
            bubbles: RwSignal::new(Vec::new()),
            notices: RwSignal::new(Vec::new()),
            shown: RwSignal::new(None),
            menu: RwSignal::new(false),
            talk: RwSignal::new(false),
            felt,
            spread,
            targets,
            hinted: RwSignal::new(None),
            area,
            whole,
            closer,
            transform,
        }
    }

    /// Chooses a tile: plays it if it fits in one place, and asks for the place if it fits in two.
    pub fn choose(self, tile: Tile, by: By) {
        self.refused.set(None);
        let actions = self.room.peek(|game| game.actions_with(tile));
        match actions.as_slice() {
            [] => {
                self.selected.set(None);
                if self.room.peek(ClientTable::is_my_turn) {
                    self.refused.set(Some(tile));
                }
            }
            [action] if settings().laying.get_untracked() == Laying::AtOnce => self.act(*action),
            _ if self.selected.get_untracked() == Some(tile) && by == By::Pointer => {
                self.selected.set(None);
            }
            _ => {
                self.by.set(by);
                self.selected.set(Some(tile));
            }
        }
    }

    pub fn act(self, action: Action) {
        self.cancel();
        self.posing.set(false);
        self.room.say(Command::Act(action));
    }

    pub fn cancel(self) {
        self.selected.set(None);
        self.drag.set(None);
        self.refused.set(None);
        self.hinted.set(None);
    }

    /// Closes the first open panel of the top bar.
    pub fn close(self) {
        let open = if self.talk.get_untracked() {
            self.talk
        } else {
            self.menu
        };
        open.set(false);
    }

    /// Drops the dragged tile here.
    pub fn drop_tile(self) {
        let Some(drag) = self.drag.get_untracked() else {
            return;
        };
        let target = self.under(drag);
        let tile = drag.tile;
        self.drag.set(None);
        match target {
            Some(target) => self.act(target.action),
            None => {
                let several = self.room.peek(|game| game.actions_with(tile).len()) > 1;
                self.by.set(By::Pointer);
                self.selected.set(several.then_some(tile));
            }
        }
    }

    /// The place for the dragged tile: the nearest on the felt.
    pub fn under(self, drag: Drag) -> Option<Target> {
        let felt = self.felt.get_untracked();
        if !felt.contains(drag.x, drag.y) {
            return None;
        }
        let transform = self.transform.get_untracked();
        let point = transform.invert(
            ((drag.x - felt.left) * 1000.0) as i32,
            ((drag.y - felt.top) * 1000.0) as i32,
        );
        self.targets.with_untracked(|targets| {
            targets
                .iter()
                .copied()
                .min_by_key(|target| distance(target.ghost.placed.center(), point))
        })
    }

    pub fn say_beside(self, seat: Seat, text: String, kind: BubbleKind) {
        let number = self
            .bubbles
            .with_untracked(|all| all.last().map_or(0, |last| last.number + 1));
        self.bubbles.update(|all| {
            all.retain(|bubble| bubble.seat != seat);
            all.push(Bubble {
                seat,
                text,
                kind,
                number,
            });
        });
        later(
            move || {
                let _ = self
                    .bubbles
                    .try_update(|all| all.retain(|bubble| bubble.number != number));
            },
            Duration::from_millis(2200),
        );
    }

    pub fn notify(self, text: String) {
        let number = self
            .notices
            .with_untracked(|all| all.last().map_or(0, |last| last.number + 1));
        self.notices.update(|all| {
            // Nobody reads more than a few at once.
            if all.len() == 4 {
                all.remove(0);
            }
            all.push(Notice { text, number });
        });
        later(
            move || {
                let _ = self
                    .notices
                    .try_update(|all| all.retain(|notice| notice.number != number));
            },
            Duration::from_millis(4500),
        );
    }

    /// The side of the table where a seat is; `None` for one's own.
    pub fn edge_of(self, seat: Seat) -> Option<Edge> {
        self.room.peek(|game| {
            let (me, rules) = (game.point_of_view(), game.rules());
            Edge::ALL.into_iter().find(|&edge| {
                seating::on(edge, me, rules.n_seats(), rules.direction).contains(&seat)
            })
        })
    }

    pub fn player_of(self, tile: Tile) -> Option<Seat> {
        self.room.peek(|game| {
            let moves = game.moves().iter();
            moves
                .rev()
                .find(|mv| capicu_client::laid(mv) == Some(tile))
                .map(|mv| mv.seat)
        })
    }
}

/// The places for a tile, from left to right.
fn targets_of(actions: Vec<Action>, spread: &Spread) -> Vec<Target> {
    let target = |action| {
        let ghost = spread.ghost(action)?;
        Some(Target {
            action,
            ghost,
            letter: None,
        })
    };
    let mut targets = from_left(actions.into_iter().filter_map(target));
    if targets.len() > 2 {
        for (target, letter) in targets.iter_mut().zip('A'..) {
            target.letter = Some(letter);
        }
    }
    targets
}

/// Sorts places from left to right. There are few, so each is inserted into its place.
fn from_left(targets: impl Iterator<Item = Target>) -> Vec<Target> {
    let place = |target: &Target| {
        let center = target.ghost.placed.center();
        (center.x, center.y)
    };
    let mut sorted: Vec<Target> = Vec::new();
    for target in targets {
        let at = sorted.partition_point(|before| place(before) <= place(&target));
        sorted.insert(at, target);
    }
    sorted
}

/// The view before a tile is laid.
const ORIGIN: Rect = Rect {
    left: -100,
    top: -100,
    right: 100,
    bottom: 100,
};

fn transform(area: Rect, felt: Felt, before: Option<&(Felt, Transform)>) -> Transform {
    let largest = (felt.width.min(felt.height) / 8).clamp(30, 58);
    let new = fit(area, felt, largest);
    match before {
        Some((on, old))
            if alike(*on, felt) && holds(old, area, felt) && in_reach(old.unit, new.unit) =>
        {
            *old
        }
        _ => new,
    }
}

/// Whether the middle of one felt still looks like the middle of the other.
fn alike(one: Felt, other: Felt) -> bool {
    let near = |a: u32, b: u32| a.abs_diff(b) * 12 < a.max(b);
    near(one.width, other.width) && near(one.height, other.height)
}

/// Whether the larger view is not worth the movement.
fn in_reach(old: i32, new: i32) -> bool {
    i64::from(new) * 100 < i64::from(old) * GAIN
}

/// Whether the whole area is inside the felt.
fn holds(transform: &Transform, area: Rect, felt: Felt) -> bool {
    let room = area.inflated(capicu_geometry::MARGIN / 2);
    let corner = |x, y| transform.apply(Point { x, y });
    let (left, top) = corner(room.left, room.top);
    let (right, bottom) = corner(room.right, room.bottom);
    let (width, height) = (felt.width as i32 * 1000, felt.height as i32 * 1000);
    left >= 0 && top >= 0 && right <= width && bottom <= height
}

fn distance(a: Point, b: Point) -> i64 {
    let (x, y) = (i64::from(a.x - b.x), i64::from(a.y - b.y));
    x * x + y * y
}

#[cfg(test)]
mod tests {
    use super::*;

    const FELT: Felt = Felt {
        width: 400,
        height: 400,
    };

    fn square(half: i32) -> Rect {
        Rect {
            left: -half,
            top: -half,
            right: half,
            bottom: half,
        }
    }

    #[test]
    fn tiles_shrink_at_once_and_grow_only_for_a_gain() {
        let wide = transform(square(600), FELT, None);
        let wider = transform(square(800), FELT, Some(&(FELT, wide)));
        assert!(wider.unit < wide.unit);
        let before = Some(&(FELT, wider));
        assert_eq!(transform(square(790), FELT, before), wider);
        assert!(transform(square(600), FELT, before).unit > wider.unit);
    }

    #[test]
    fn all_tiles_stay_on_the_felt() {
        for half in [100, 300, 500, 900, 2000] {
            let area = square(half);
            let shown = transform(area, FELT, None);
            assert!(holds(&shown, area, FELT), "{half}");
        }
    }

    #[test]
    fn turned_device_shows_all_tiles() {
        let old = transform(square(600), FELT, None);
        let narrow = Felt {
            width: 200,
            height: 400,
        };
        let new = transform(square(600), narrow, Some(&(FELT, old)));
        assert!(holds(&new, square(600), narrow));
        assert!(!holds(&old, square(600), narrow));
    }

    #[test]
    fn view_stays_centered_in_a_larger_window() {
        let larger = Felt {
            width: 900,
            height: 600,
        };
        let old = transform(square(100), FELT, None);
        let new = transform(square(100), larger, Some(&(FELT, old)));
        assert_eq!((new.x, new.y), (450_000, 300_000));
        // One more line below the felt is no reason to move.
        let lower = Felt {
            width: 900,
            height: 580,
        };
        assert_eq!(transform(square(100), lower, Some(&(larger, new))), new);
    }
}
