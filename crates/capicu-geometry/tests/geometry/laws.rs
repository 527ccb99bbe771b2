//! Laws for every legal round of every game.

use crate::games::{Dice, Game, round};
use capicu_geometry::{
    DominoSet, Felt, Joint, Laid, Layout, Lie, MIN_ROW_WIDTH, Others, Placed, Plan, Point, Rect,
    Shape, Spacing, UNIT,
};
use proptest::{prelude::*, sample::select};

const PHONE: Felt = Felt {
    width: 344,
    height: 420,
};
const DESKTOP: Felt = Felt {
    width: 1100,
    height: 560,
};

fn sets() -> impl Strategy<Value = DominoSet> {
    select(vec![
        DominoSet::DoubleSix,
        DominoSet::DoubleSix,
        DominoSet::DoubleNine,
        DominoSet::DoubleTwelve,
        DominoSet::DoubleFifteen,
        DominoSet::DoubleEighteen,
    ])
}

/// Usual plans: the usual felts at the best row width.
fn usual_plan(shape: Shape) -> impl Strategy<Value = Plan> {
    (sets(), select(vec![PHONE, DESKTOP])).prop_map(move |(set, felt)| Plan::new(set, shape, felt))
}

/// Any plan, even very narrow ones.
fn any_plan(shape: Shape) -> impl Strategy<Value = Plan> {
    let felt = (1_u32..2000, 1_u32..2000).prop_map(|(width, height)| Felt { width, height });
    let spacing = select(vec![Spacing::Picture, Spacing::Grid]);
    (sets(), felt, MIN_ROW_WIDTH..4000, spacing).prop_map(move |(set, felt, width, spacing)| {
        let plan = Plan::new(set, shape, felt).with_spacing(spacing);
        plan.with_row_width(width).expect("a width in range")
    })
}

fn rounds() -> impl Strategy<Value = (Game, Plan, Vec<Laid>)> {
    (select(Game::ALL.to_vec()), any::<u64>()).prop_flat_map(|(game, seed)| {
        let shape = game.shape();
        prop_oneof![3 => usual_plan(shape).boxed(), 1 => any_plan(shape).boxed()]
            .prop_map(move |plan| (game, plan, round(game, plan.set(), seed)))
    })
}

/// The free distance between two rectangles along each axis; negative where they overlap.
fn gaps(a: Rect, b: Rect) -> (i32, i32) {
    (
        (a.left - b.right).max(b.left - a.right),
        (a.top - b.bottom).max(b.top - a.bottom),
    )
}

fn halves(tile: &Placed) -> [(Rect, u8); 2] {
    let square = |p: Point| Rect {
        left: p.x - UNIT / 2,
        top: p.y - UNIT / 2,
        right: p.x + UNIT / 2,
        bottom: p.y + UNIT / 2,
    };
    [
        (square(tile.near_center()), tile.near),
        (square(tile.far_center()), tile.far),
    ]
}

fn is_rail(tile: &Placed) -> bool {
    matches!(tile.joint, Joint::Rail { .. })
}

fn check_apart(layout: &Layout) {
    let tiles = layout.tiles();
    let clearance = layout.plan().spacing().clearance();
    for (i, a) in tiles.iter().enumerate() {
        for (j, b) in tiles.iter().enumerate().skip(i + 1) {
            let (dx, dy) = gaps(a.rect, b.rect);
            assert!(dx.max(dy) >= 0, "{i} and {j} overlap: {a:?} {b:?}");
            if b.on != Some(i) {
                assert!(dx.max(dy) >= clearance, "{i} and {j} touch: {a:?} {b:?}");
            }
        }
    }
}

fn check_within_width(layout: &Layout) {
    let bounds = layout.bounds().expect("a layout with tiles");
    assert!(bounds.width() <= layout.plan().row_width(), "{bounds:?}");
}

fn check_tile_itself(laid: Laid, tile: &Placed) {
    let (long, short) = if tile.dir.is_horizontal() {
        (tile.rect.width(), tile.rect.height())
    } else {
        (tile.rect.height(), tile.rect.width())
    };
    assert_eq!((long, short), (2 * UNIT, UNIT), "{tile:?}");
    let pips = (tile.near.min(tile.far), tile.near.max(tile.far));
    assert_eq!(pips, (laid.a.min(laid.b), laid.a.max(laid.b)));
    let lie = if laid.is_double() {
        Lie::Across
    } else {
        Lie::Along
    };
    assert_eq!((tile.on, tile.lie), (laid.on, lie));
}

/// Checks that the tile faces its parent across the joint, double sideways, with equal pips.
fn check_joint(layout: &Layout, tile: &Placed, parent: &Placed) {
    let spacing = layout.plan().spacing();
    let (dx, dy) = gaps(tile.rect, parent.rect);
    let gap = dx.max(dy);
    let (a, b) = (tile.rect, parent.rect);
    let shared = if dx > dy {
        a.bottom.min(b.bottom) - a.top.max(b.top)
    } else {
        a.right.min(b.right) - a.left.max(b.left)
    };
    assert!(
        [spacing.joint(), spacing.return_joint()].contains(&gap),
        "{tile:?} {parent:?}"
    );
    assert_eq!(
        shared, UNIT,
        "the joint is not a unit wide: {tile:?} {parent:?}"
    );
    let mut meetings = 0;
    for (mine, my_pip) in halves(tile) {
        for (theirs, their_pip) in halves(parent) {
            let (dx, dy) = gaps(mine, theirs);
            if dx.max(dy) == gap && dx.min(dy) < 0 {
                assert_eq!(my_pip, their_pip, "{tile:?} {parent:?}");
                meetings += 1;
            }
        }
    }
    assert!(meetings > 0, "{tile:?} {parent:?}");
    let joint_is_horizontal = dx > dy;
    if tile.is_double() {
        assert_ne!(
            tile.dir.is_horizontal(),
            joint_is_horizontal,
            "lengthwise double {tile:?}"
        );
    } else {
        let distance = |p: Point| {
            let c = parent.center();
            (p.x - c.x).abs() + (p.y - c.y).abs()
        };
        assert!(
            distance(tile.near_center()) < distance(tile.far_center()),
            "{tile:?} {parent:?}"
        );
        let turns = tile.dir.is_horizontal() != joint_is_horizontal;
        assert_eq!(turns, tile.joint == Joint::Corner, "{tile:?} {parent:?}");
    }
}

/// The side of `tile` on which another is: a sign for each axis.
fn side(tile: &Placed, other: &Placed) -> (i32, i32) {
    let (a, b) = (tile.rect, other.rect);
    let sign = |low: i32, high: i32| i32::from(low >= 0) - i32::from(high <= 0);
    let x = sign(b.left - a.right, b.right - a.left);
    let y = sign(b.top - a.bottom, b.bottom - a.top);
    (x, y)
}

/// Checks that a branching double is first crossed straight, and that its two ends follow.
fn check_crossing(layout: &Layout, index: usize) {
    let tile = &layout.tiles()[index];
    let parent = tile.on.map(|on| &layout.tiles()[on]);
    let children = layout.tiles().iter().filter(|t| t.on == Some(index));
    let around: Vec<&Placed> = parent.into_iter().chain(children).collect();
    if is_rail(tile) || around.iter().any(|t| is_rail(t)) {
        return;
    }
    let sides: Vec<(i32, i32)> = around.iter().map(|other| side(tile, other)).collect();
    let is_long = |&(x, _): &(i32, i32)| (x != 0) != tile.dir.is_horizontal();
    assert!(sides.iter().take(2).all(is_long), "{tile:?} {sides:?}");
    assert!(!sides.iter().skip(2).any(is_long), "{tile:?} {sides:?}");
    for pair in sides.chunks_exact(2) {
        assert_eq!(
            (pair[0].0, pair[0].1),
            (-pair[1].0, -pair[1].1),
            "{tile:?} {sides:?}"
        );
    }
}

fn check_all(layout: &Layout, tiles: &[Laid]) {
    check_apart(layout);
    check_within_width(layout);
    let placed = layout.tiles();
    assert_eq!(placed.len(), tiles.len());
    let mut first_double = true;
    for (index, tile) in placed.iter().enumerate() {
        check_tile_itself(tiles[index], tile);
        if let (Some(on), false) = (tile.on, is_rail(tile)) {
            check_joint(layout, tile, &placed[on]);
        }
        let branches = match layout.plan().shape() {
            Shape::Line => false,
            Shape::FourArms => first_double,
            Shape::Branching => true,
        };
        if tile.is_double() {
            first_double = false;
            if branches {
                check_crossing(layout, index);
            }
        }
    }
    let n_doubles = tiles.iter().filter(|t| t.is_double()).count();
    let n_ends = match layout.plan().shape() {
        Shape::Line => 2,
        Shape::FourArms => 2 + 2 * n_doubles.min(1),
        Shape::Branching => 2 + 2 * n_doubles,
    };
    assert_eq!(layout.ends().len(), n_ends);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn tiles_keep_apart_and_within_the_row_and_join_equal_pips((_, plan, tiles) in rounds()) {
        let layout = Layout::of(plan, &tiles).expect("a legal round");
        check_all(&layout, &tiles);
    }

    #[test]
    fn ghost_is_where_the_tile_will_be_placed((_, plan, tiles) in rounds()) {
        let mut layout = Layout::new(plan);
        for &laid in &tiles {
            let before = layout.clone();
            let ghost = layout.place_next(laid).expect("a legal round");
            prop_assert_eq!(layout.push(laid), Ok(ghost.others));
            let n = before.tiles().len();
            prop_assert_eq!(layout.tiles()[n], ghost.placed);
            if ghost.others == Others::Stay {
                prop_assert_eq!(&layout.tiles()[..n], before.tiles());
            } else {
                prop_assert!(plan.shape() != Shape::Line);
                prop_assert!(&layout.tiles()[..n] != before.tiles());
            }
        }
        let again = Layout::of(plan, &tiles).expect("a legal round");
        prop_assert_eq!(again.tiles(), layout.tiles());
    }

    #[test]
    fn tiles_of_a_line_never_move(one_sided: bool, plan in any_plan(Shape::Line), seed: u64) {
        let game = if one_sided { Game::OneSided } else { Game::Block };
        let tiles = round(game, plan.set(), seed);
        let whole = Layout::of(plan, &tiles).expect("a legal round");
        check_all(&whole, &tiles);
        for n in 0..tiles.len() {
            let prefix = Layout::of(plan, &tiles[..n]).expect("a legal round");
            prop_assert_eq!(prefix.tiles(), &whole.tiles()[..n]);
        }
    }

    #[test]
    fn next_tile_of_a_line_is_within_the_reach((_, plan, tiles) in rounds()) {
        prop_assume!(plan.shape() == Shape::Line);
        for n in 1..tiles.len() {
            let layout = Layout::of(plan, &tiles[..n]).expect("a legal round");
            let reach = layout.reach().expect("a layout with tiles");
            let next = layout.place_next(tiles[n]).expect("a legal round").placed.rect;
            prop_assert_eq!(reach.union(next), reach);
            prop_assert!(reach.width() <= plan.row_width());
        }
    }

    #[test]
    fn no_input_panics(
        shape in select(vec![Shape::Line, Shape::FourArms, Shape::Branching]),
        tiles in prop::collection::vec(
            (0_u8..8, 0_u8..8, prop::option::weighted(0.9, 0_usize..12), 0_u8..8), 0..12),
    ) {
        let plan = Plan::new(DominoSet::DoubleSix, shape, PHONE);
        let mut layout = Layout::new(plan);
        for (a, b, on, pip) in tiles {
            let before = layout.clone();
            if layout.push(Laid { a, b, on, pip }).is_err() {
                prop_assert_eq!(layout.tiles(), before.tiles());
            }
        }
    }

    #[test]
    fn fitted_layout_is_on_the_felt((_, plan, tiles) in rounds(), max_unit in 1_u32..200) {
        let layout = Layout::of(plan, &tiles).expect("a legal round");
        let bounds = layout.bounds().expect("a layout with tiles");
        let fit = plan.fit(bounds, max_unit);
        let (width, height) = (plan.felt().width as i32, plan.felt().height as i32);
        let low = fit.apply(Point { x: bounds.left, y: bounds.top });
        let high = fit.apply(Point { x: bounds.right, y: bounds.bottom });
        prop_assert!(low.0 >= 0 && low.1 >= 0, "{:?}", low);
        prop_assert!(high.0 <= width * 1000 && high.1 <= height * 1000, "{:?}", high);
        prop_assert!(fit.unit <= max_unit as i32 * 1000);
    }
}

/// All 28 tiles in one line, in random order, grown at one end or at both.
fn full_line(seed: u64, both_ends: bool) -> Vec<Laid> {
    let mut dice = Dice(seed);
    let game = if both_ends {
        Game::Block
    } else {
        Game::OneSided
    };
    loop {
        let tiles = round(game, DominoSet::DoubleSix, dice.roll(usize::MAX) as u64);
        if tiles.len() == 28 {
            return tiles;
        }
    }
}

#[test]
fn full_line_stays_readable() {
    for (felt, least) in [(PHONE, 19), (DESKTOP, 36)] {
        for seed in 0..300 {
            let tiles = full_line(seed, seed % 2 == 0);
            let plan = Plan::new(DominoSet::DoubleSix, Shape::Line, felt);
            let layout = Layout::of(plan, &tiles).expect("a legal round");
            let unit = plan.fit(layout.bounds().expect("28 tiles"), 100).unit;
            assert!(unit >= least * 1000, "{felt:?} {seed}: {unit}");
        }
    }
}

#[test]
fn tiles_of_the_narrowest_line_keep_apart() {
    for spacing in [Spacing::Picture, Spacing::Grid] {
        let plan = Plan::new(DominoSet::DoubleEighteen, Shape::Line, PHONE).with_spacing(spacing);
        let plan = plan
            .with_row_width(MIN_ROW_WIDTH)
            .expect("a width in range");
        for seed in 0..300 {
            let tiles = round(Game::Block, plan.set(), seed);
            check_all(&Layout::of(plan, &tiles).expect("a legal round"), &tiles);
        }
    }
}

#[test]
fn hardest_tree_takes_bounded_time() {
    // The widest set on the narrowest row, so that nearly every tile needs every attempt.
    let start = std::time::Instant::now();
    let plan = Plan::new(DominoSet::DoubleTwelve, Shape::Branching, PHONE);
    let narrow = plan
        .with_row_width(MIN_ROW_WIDTH)
        .expect("a width in range");
    let tiles = round(Game::CrossAll, DominoSet::DoubleTwelve, 5);
    let layout = Layout::of(narrow, &tiles).expect("a legal round");
    check_all(&layout, &tiles);
    assert!(layout.tiles().iter().any(is_rail), "the case is not hard");
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}
