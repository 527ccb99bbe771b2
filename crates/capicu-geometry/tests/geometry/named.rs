//! Named chains, drawn as text. The first tile has `!` between its halves, `*` is an open end and `.` one that opens
//! later.

use crate::{
    games::{Game, round},
    text,
};
use capicu_geometry::{DominoSet, Felt, Laid, Layout, LayoutError, Plan, Shape, Spacing};

const PHONE: Felt = Felt {
    width: 344,
    height: 420,
};

fn plan(set: DominoSet, shape: Shape, row_width: i32) -> Plan {
    let plan = Plan::new(set, shape, PHONE).with_spacing(Spacing::Grid);
    plan.with_row_width(row_width).expect("a width in range")
}

fn drawn(plan: Plan, tiles: &[Laid]) -> String {
    text::draw(&Layout::of(plan, tiles).expect("a legal chain"))
}

/// Lays each tile against the one before, by its first pip.
fn chain(tiles: &[(u8, u8)]) -> Vec<Laid> {
    let against = |(index, &(a, b)): (usize, &(u8, u8))| match index {
        0 => Laid::first(a, b),
        _ => Laid::against(index - 1, a, a, b),
    };
    tiles.iter().enumerate().map(against).collect()
}

/// All tiles of a set in one chain: a closed walk over all pairs of pips, with each double at the first visit of its
/// pip. Every pip of a set with an even highest number meets an even number of others, so such a walk exists; this is
/// Hierholzer's algorithm.
fn whole_set(highest: u8) -> Vec<(u8, u8)> {
    let n = usize::from(highest) + 1;
    let mut used = vec![vec![false; n]; n];
    let (mut stack, mut walk) = (vec![0], Vec::new());
    while let Some(&at) = stack.last() {
        match (0..n).find(|&next| next != at && !used[at][next]) {
            Some(next) => {
                used[at][next] = true;
                used[next][at] = true;
                stack.push(next);
            }
            None => {
                walk.push(at as u8);
                stack.pop();
            }
        }
    }
    let mut seen = vec![false; n];
    let mut tiles = Vec::new();
    for pair in walk.windows(2) {
        let at = usize::from(pair[0]);
        if !std::mem::replace(&mut seen[at], true) {
            tiles.push((pair[0], pair[0]));
        }
        tiles.push((pair[0], pair[1]));
    }
    tiles
}

#[test]
fn double_at_a_corner() {
    // The 3-1 turns down. The double after it is across the leg, and the chain leaves by its end.
    let tiles = chain(&[(6, 4), (4, 3), (3, 1), (1, 1), (1, 0), (0, 6)]);
    insta::assert_snapshot!(drawn(plan(DominoSet::DoubleSix, Shape::Line, 1000), &tiles));
}

#[test]
fn double_right_before_a_corner() {
    // The 1-0 has no room after the double, so it leaves by the double's lower end.
    let tiles = chain(&[(6, 4), (4, 1), (1, 1), (1, 0), (0, 5), (5, 5), (5, 6)]);
    insta::assert_snapshot!(drawn(plan(DominoSet::DoubleSix, Shape::Line, 1000), &tiles));
}

#[test]
fn double_right_after_a_corner() {
    let tiles = chain(&[(6, 4), (4, 3), (3, 1), (1, 0), (0, 0), (0, 6)]);
    insta::assert_snapshot!(drawn(plan(DominoSet::DoubleSix, Shape::Line, 1000), &tiles));
}

#[test]
fn twenty_eight_tiles_at_one_end() {
    let tiles = chain(&whole_set(6));
    assert_eq!(tiles.len(), 28);
    insta::assert_snapshot!(drawn(plan(DominoSet::DoubleSix, Shape::Line, 1400), &tiles));
}

#[test]
fn twenty_eight_tiles_at_both_ends() {
    // The same walk, started in its middle and grown on either side in turn.
    let walk = whole_set(6);
    let (before, after) = walk.split_at(14);
    let mut tiles = vec![Laid::first(after[0].0, after[0].1)];
    let (mut west, mut east) = (0, 0);
    for step in 0..14 {
        if let Some(&(a, b)) = after.get(step + 1) {
            tiles.push(Laid::against(east, a, a, b));
            east = tiles.len() - 1;
        }
        let (a, b) = before[13 - step];
        tiles.push(Laid::against(west, b, a, b));
        west = tiles.len() - 1;
    }
    assert_eq!(tiles.len(), 28);
    insta::assert_snapshot!(drawn(plan(DominoSet::DoubleSix, Shape::Line, 1400), &tiles));
}

#[test]
fn cross_just_complete() {
    let mut tiles = vec![Laid::first(6, 6)];
    tiles.extend([4, 3, 1, 0].map(|pip| Laid::against(0, 6, 6, pip)));
    insta::assert_snapshot!(drawn(
        plan(DominoSet::DoubleSix, Shape::FourArms, 1400),
        &tiles
    ));
}

#[test]
fn spinner_that_was_not_first() {
    // 4-4 is the first double: crossed by the 4-1, then open at its ends. 1-1 does not branch.
    let tiles = [
        Laid::first(6, 4),
        Laid::against(0, 4, 4, 4),
        Laid::against(1, 4, 4, 1),
        Laid::against(2, 1, 1, 1),
        Laid::against(1, 4, 4, 0),
        Laid::against(1, 4, 4, 2),
        Laid::against(0, 6, 6, 3),
    ];
    insta::assert_snapshot!(drawn(
        plan(DominoSet::DoubleSix, Shape::FourArms, 1400),
        &tiles
    ));
}

#[test]
fn french_arms() {
    let mut tiles = vec![Laid::first(0, 0)];
    tiles.extend([6, 5, 4, 3].map(|pip| Laid::against(0, 0, 0, pip)));
    tiles.extend([6, 5, 4, 3].map(|pip| Laid::against(usize::from(7 - pip), pip, pip, pip)));
    tiles.push(Laid::against(5, 6, 6, 5));
    insta::assert_snapshot!(drawn(
        plan(DominoSet::DoubleSix, Shape::FourArms, 1600),
        &tiles
    ));
}

#[test]
fn crossing_the_t() {
    // The club game: a long side, the opposite one, then the ends.
    let tiles = [
        Laid::first(5, 5),
        Laid::against(0, 5, 5, 0),
        Laid::against(0, 5, 5, 3),
        Laid::against(0, 5, 5, 2),
        Laid::against(2, 3, 3, 3),
        Laid::against(4, 3, 3, 1),
        Laid::against(4, 3, 3, 6),
    ];
    insta::assert_snapshot!(drawn(
        plan(DominoSet::DoubleSix, Shape::Branching, 1600),
        &tiles
    ));
}

#[test]
fn double_nine_tree() {
    let tiles = round(Game::CrossAll, DominoSet::DoubleNine, 4);
    insta::assert_snapshot!(drawn(
        plan(DominoSet::DoubleNine, Shape::Branching, 3000),
        &tiles
    ));
}

fn refusal(shape: Shape, tiles: &[Laid]) -> LayoutError {
    let (last, legal) = tiles.split_last().expect("some tiles");
    let plan = Plan::new(DominoSet::DoubleSix, shape, PHONE);
    let mut layout = Layout::of(plan, legal).expect("all but the last are legal");
    let error = layout.place_next(*last).expect_err("no place for the last");
    assert_eq!(layout.push(*last), Err(error));
    assert_eq!(layout.tiles().len(), legal.len());
    error
}

#[test]
fn tiles_that_are_no_legal_tree_are_refused() {
    use LayoutError as E;
    let set = Laid::first(6, 6);
    let four = Laid::against(0, 6, 6, 4);
    let line = |tiles: &[Laid]| refusal(Shape::Line, tiles);
    assert_eq!(line(&[four]), E::FirstTileAttached { on: 0 });
    assert_eq!(line(&[set, Laid::first(6, 4)]), E::Detached { tile: 1 });
    assert_eq!(
        line(&[set, Laid::against(1, 6, 6, 4)]),
        E::UnknownTile { tile: 1, on: 1 }
    );
    assert_eq!(
        line(&[set, Laid::against(0, 5, 6, 4)]),
        E::PipNotOnTile { tile: 1, pip: 5 }
    );
    assert_eq!(
        line(&[set, Laid::against(0, 4, 6, 4)]),
        E::PipsDiffer {
            tile: 1,
            on: 0,
            pip: 4
        }
    );
    let seven = Laid::against(0, 6, 6, 7);
    assert_eq!(
        line(&[set, seven]),
        E::PipNotInSet {
            tile: 1,
            pip: 7,
            highest: 6
        }
    );
    let twin = Laid::against(1, 4, 4, 6);
    assert_eq!(
        line(&[set, four, twin]),
        E::DuplicateTile {
            tile: 2,
            earlier: 1
        }
    );
    let covered = [
        Laid::first(6, 4),
        Laid::against(0, 4, 4, 1),
        Laid::against(0, 4, 4, 2),
    ];
    assert_eq!(
        line(&covered),
        E::PipsDiffer {
            tile: 2,
            on: 0,
            pip: 4
        }
    );
    let full = [
        set,
        four,
        Laid::against(0, 6, 6, 3),
        Laid::against(0, 6, 6, 2),
    ];
    assert_eq!(
        line(&full),
        E::NoPlaceLeft {
            tile: 3,
            on: 0,
            places: 2
        }
    );
    let mut five = vec![set];
    five.extend([4, 3, 2, 1, 0].map(|pip| Laid::against(0, 6, 6, pip)));
    for shape in [Shape::FourArms, Shape::Branching] {
        assert_eq!(
            refusal(shape, &five),
            E::NoPlaceLeft {
                tile: 5,
                on: 0,
                places: 4
            }
        );
    }
    let later = [
        set,
        four,
        Laid::against(1, 4, 4, 4),
        Laid::against(2, 4, 4, 3),
        Laid::against(2, 4, 4, 2),
    ];
    assert_eq!(
        refusal(Shape::FourArms, &later),
        E::NoPlaceLeft {
            tile: 4,
            on: 2,
            places: 1
        }
    );
    let plan = Plan::new(DominoSet::DoubleSix, Shape::Branching, PHONE);
    assert!(Layout::of(plan, &later).is_ok());
    assert_eq!(plan.with_row_width(899).map_err(|e| e.given), Err(899));
}

#[test]
fn equal_places_are_used_in_order() {
    // A lone double grows east, then west. The halves of another first tile grow in their own directions.
    let plan = Plan::new(DominoSet::DoubleSix, Shape::Line, PHONE);
    let double = [
        Laid::first(6, 6),
        Laid::against(0, 6, 6, 4),
        Laid::against(0, 6, 6, 3),
    ];
    let lefts = |tiles: &[Laid]| -> Vec<i32> {
        let layout = Layout::of(plan, tiles).expect("a legal chain");
        layout.tiles().iter().map(|tile| tile.rect.left).collect()
    };
    assert_eq!(lefts(&double), [-50, 56, -256]);
    let plain = [
        Laid::first(6, 5),
        Laid::against(0, 6, 6, 4),
        Laid::against(0, 5, 5, 3),
    ];
    assert_eq!(lefts(&plain), [-100, -306, 106]);
}
