//! A layout with [`Spacing::Grid`] as characters: half a unit is two columns or one row.

use capicu_geometry::{Joint, Layout, Point, Spacing, Turn};

pub fn draw(layout: &Layout) -> String {
    assert_eq!(layout.plan().spacing(), Spacing::Grid);
    let area = layout.bounds().expect("a layout to draw").inflated(50);
    let cell = |p: Point| {
        let (x, y) = (p.x - area.left, p.y - area.top);
        assert!(x % 25 == 0 && y % 50 == 0, "{p:?} is off the grid");
        (x as usize / 25, y as usize / 50)
    };
    let (columns, rows) = cell(Point {
        x: area.right,
        y: area.bottom,
    });
    let mut page = vec![vec![' '; columns + 1]; rows + 1];
    for end in layout.ends() {
        let (x, y) = cell(end.at.step(end.dir, 50));
        page[y][x] = if end.turn == Turn::Now { '*' } else { '.' };
    }
    for (index, tile) in layout.tiles().iter().enumerate() {
        let (left, top) = cell(Point {
            x: tile.rect.left,
            y: tile.rect.top,
        });
        let (right, bottom) = cell(Point {
            x: tile.rect.right,
            y: tile.rect.bottom,
        });
        for row in &mut page[top..=bottom] {
            row[left..=right].fill(' ');
        }
        for row in [top, bottom] {
            page[row][left..=right].fill('-');
        }
        for row in &mut page[top..=bottom] {
            row[left] = '|';
            row[right] = '|';
        }
        for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
            page[y][x] = '+';
        }
        let (x, y) = cell(tile.center());
        if tile.dir.is_horizontal() {
            page[y][x] = if index == 0 { '!' } else { ':' };
        } else {
            page[y][x - 1..=x + 1].fill(if index == 0 { '!' } else { '.' });
        }
        for (at, pip) in [
            (tile.near_center(), tile.near),
            (tile.far_center(), tile.far),
        ] {
            let (x, y) = cell(at);
            page[y][x] = char::from_digit(pip.into(), 36).expect("pips to eighteen");
        }
        if matches!(tile.joint, Joint::Rail { .. }) {
            page[top][left] = '#';
        }
    }
    let lines: Vec<String> = page.into_iter().map(String::from_iter).collect();
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    trimmed.join("\n").trim_matches('\n').to_owned()
}
