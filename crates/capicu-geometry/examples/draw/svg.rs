//! A plain picture of a layout: tiles with numerals, joints as ticks, open ends as circles.

use capicu_geometry::{Joint, Layout, Turn};
use std::fmt::Write;

pub fn draw(layout: &Layout) -> String {
    let felt = layout.plan().felt();
    let (w, h) = (felt.width, felt.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
         viewBox=\"0 0 {w} {h}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#2f6b4f\"/>\n"
    );
    let Some(area) = layout.bounds() else {
        return out + "</svg>\n";
    };
    let fit = layout.plan().fit(area, 40);
    let px = |milli: i32| format!("{}.{:02}", milli / 1000, milli % 1000 / 10);
    let scale = f64::from(fit.unit) / 100_000.0;
    let _ = writeln!(
        out,
        "<g transform=\"translate({} {}) scale({scale:.4})\" font-size=\"70\">",
        px(fit.x),
        px(fit.y)
    );
    for (index, tile) in layout.tiles().iter().enumerate() {
        let r = tile.rect;
        let fill = if index == 0 { "#ffe9a8" } else { "#fbf7ec" };
        if let Joint::Rail { from, to } = tile.joint {
            let _ = writeln!(
                out,
                "<path d=\"M{} {}L{} {}\" stroke=\"#f40\" stroke-width=\"14\"/>",
                from.x, from.y, to.x, to.y
            );
        }
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"12\" fill=\"{fill}\"/>",
            r.left,
            r.top,
            r.width(),
            r.height()
        );
        let (c, (dx, dy)) = (tile.center(), tile.dir.unit());
        let _ = writeln!(
            out,
            "<path d=\"M{} {}L{} {}\" stroke=\"#333\" stroke-width=\"5\"/>",
            c.x - dy * 40,
            c.y - dx * 40,
            c.x + dy * 40,
            c.y + dx * 40
        );
        for (at, pip) in [
            (tile.near_center(), tile.near),
            (tile.far_center(), tile.far),
        ] {
            let _ = writeln!(out, "<text x=\"{}\" y=\"{}\">{pip}</text>", at.x, at.y + 25);
        }
    }
    for end in layout.ends() {
        let at = end.at.step(end.dir, 20);
        let fill = match end.turn {
            Turn::Now => "#ff0",
            Turn::Later => "#9c9",
        };
        let _ = writeln!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"12\" fill=\"{fill}\"/>",
            at.x, at.y
        );
    }
    out + "</g>\n</svg>\n"
}
