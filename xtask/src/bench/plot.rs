//! Ratios as a bar chart with a logarithmic scale.

use std::fmt::Write as _;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 330.0;
const ROW: f64 = 26.0;
const TOP: f64 = 30.0;
/// Legible on white and on black.
const TEXT: &str = "#808080";
const BAR: &str = "#2f855a";

/// Draws an SVG chart of how many times as fast as another program each workload is.
pub fn svg(ratios: &[(&str, f64)]) -> String {
    let highest = ratios
        .iter()
        .fold(10.0, |all: f64, (_, ratio)| all.max(*ratio));
    let decades = highest.log10().ceil();
    let at = |ratio: f64| LEFT + (WIDTH - LEFT - 60.0) * ratio.max(1.0).log10() / decades;
    let bottom = TOP + ROW * ratios.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"{TEXT}\">\n\
         <title>How many times as fast as other programs</title>\n",
        bottom + 10.0
    );
    for decade in 0..=decades as i32 {
        let (x, power) = (at(10_f64.powi(decade)), 10_u64.pow(decade as u32));
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"{TEXT}\" \
             stroke-opacity=\"0.4\"/><text x=\"{x:.1}\" y=\"18\" \
             text-anchor=\"middle\">{power}×</text>"
        );
    }
    for (row, (label, ratio)) in ratios.iter().enumerate() {
        let (y, end) = (TOP + ROW * row as f64, at(*ratio));
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>\
             <rect x=\"{LEFT}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{BAR}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{ratio:.0}</text>",
            LEFT - 8.0,
            y + 17.0,
            y + 4.0,
            end - LEFT,
            ROW - 8.0,
            end + 6.0,
            y + 17.0,
        );
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bar_of_ten_times_the_ratio_is_one_step_longer() {
        let svg = svg(&[("a", 10.0), ("b", 100.0), ("c", 1000.0)]);
        let widths: Vec<f64> = svg
            .split("width=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(widths.len(), 3);
        assert!((widths[1] - 2.0 * widths[0]).abs() < 0.2);
        assert!((widths[2] - 3.0 * widths[0]).abs() < 0.2);
        assert!(svg.contains(">1000×<"));
    }
}
