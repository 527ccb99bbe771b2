//! Charts as pictures with a text for screen readers: lines over steps, and a band around one of them.
//!
//! The drawing stretches to its place; the labels are text of the page, so they are as large on phones.

use maud::{Markup, html};

/// About as many lines across a chart.
const LINES: i32 = 4;

/// A line of a chart.
pub struct Line {
    /// Its class in the styles, which sets the color.
    pub class: &'static str,
    /// The value at each step.
    pub values: Vec<f64>,
}

/// A chart over equal steps.
pub struct Chart {
    /// The text for screen readers.
    pub label: String,
    pub lines: Vec<Line>,
    /// The low and high edge of a band, at each step; empty without a band.
    pub band: Vec<(f64, f64)>,
    /// Labels under the chart, by step.
    pub steps: Vec<(usize, String)>,
    /// A dashed line at a step, with a label.
    pub mark: Option<(usize, String)>,
    /// Whether each value has a dot.
    pub with_dots: bool,
    /// Places for marks that a script adds: a step, and the value there.
    pub spots: Vec<(usize, f64)>,
}

impl Chart {
    /// Draws the chart.
    pub fn draw(&self) -> Markup {
        let scale = Scale::of(self.values());
        let last = self.lines.iter().map(|line| line.values.len()).max();
        let last = last.unwrap_or_default().saturating_sub(1).max(1) as f64;
        let across = |step: usize| 100.0 * step as f64 / last;
        let up = |value: f64| 100.0 - scale.share(value);
        html! {
            div class="chart" {
                @for value in scale.lines() {
                    span class="level" aria-hidden="true" style={ "bottom:" (round(scale.share(f64::from(value)))) "%" } { (value) }
                }
                svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label=(self.label) {
                    path class="grid" d=(scale.grid()) {}
                    @if !self.band.is_empty() {
                        path class="band-of" d=(self.band_path(across, up)) {}
                    }
                    @if let Some((step, _)) = &self.mark {
                        path class="mark" d={ "M" (round(across(*step))) " 0V100" } {}
                    }
                    @for line in &self.lines {
                        path class=(line.class) d=(path(&line.values, across, up)) {}
                        @if self.with_dots || line.values.len() == 1 {
                            path class={ (line.class) " dots" } d=(dots(&line.values, across, up)) {}
                        }
                    }
                }
                @if let Some((step, label)) = &self.mark {
                    @let place = across(*step);
                    // The label keeps to the wider side.
                    @if place > 50.0 { span.marked.left style={ "right:" (round(100.0 - place)) "%" } { (label) } }
                    @else { span.marked style={ "left:" (round(place)) "%" } { (label) } }
                }
                @for (step, label) in &self.steps {
                    span class="step" aria-hidden="true" style={ "left:" (round(across(*step))) "%" } { (label) }
                }
                @for (step, value) in &self.spots {
                    span class="spot" data-step=(step)
                        style={ "left:" (round(across(*step))) "%;bottom:" (round(scale.share(*value))) "%" } {}
                }
            }
        }
    }

    fn values(&self) -> impl Iterator<Item = f64> {
        let lines = self
            .lines
            .iter()
            .flat_map(|line| line.values.iter().copied());
        let edges = self.band.iter().flat_map(|(low, high)| [*low, *high]);
        lines.chain(edges)
    }

    fn band_path(&self, across: impl Fn(usize) -> f64, up: impl Fn(f64) -> f64) -> String {
        // A band of one step is as wide as the chart.
        let band = match self.band[..] {
            [one] => vec![one, one],
            _ => self.band.clone(),
        };
        let point = |(step, value)| format!("{} {}", round(across(step)), round(up(value)));
        let high = band.iter().map(|(_, high)| *high).enumerate();
        let low = band.iter().map(|(low, _)| *low).enumerate().rev();
        let points: Vec<String> = high.chain(low).map(point).collect();
        format!("M{}z", points.join("L"))
    }
}

/// The steps to label: at most `most`, evenly, with the last.
pub fn labeled(n: usize, most: usize) -> Vec<usize> {
    let every = n.div_ceil(most.max(1)).max(1);
    let last = n.saturating_sub(1);
    let steps = (0..n).step_by(every);
    let steps = steps.filter(|step| *step == 0 || last - step >= every.div_ceil(2));
    let mut steps: Vec<usize> = steps.filter(|step| *step != last).collect();
    steps.extend((n > 0).then_some(last));
    steps
}

/// Line through the values. A single value is a line across the whole chart.
fn path(values: &[f64], across: impl Fn(usize) -> f64, up: impl Fn(f64) -> f64) -> String {
    if let [one] = values {
        return format!("M0 {}H100", round(up(*one)));
    }
    let points = values.iter().enumerate();
    let points =
        points.map(|(step, value)| format!("{} {}", round(across(step)), round(up(*value))));
    format!("M{}", points.collect::<Vec<_>>().join("L"))
}

/// A dot at each value: a line without length and with round ends.
fn dots(values: &[f64], across: impl Fn(usize) -> f64, up: impl Fn(f64) -> f64) -> String {
    let dot =
        |(step, value): (usize, &f64)| format!("M{} {}h0", round(across(step)), round(up(*value)));
    values.iter().enumerate().map(dot).collect()
}

/// Rounds to one decimal, which the width of a line hides.
fn round(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// The range of a chart: whole steps of one, two or five times a power of ten.
struct Scale {
    low: i32,
    high: i32,
    step: i32,
}

impl Scale {
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let wanted = ((high - low) / f64::from(LINES)).ceil().max(1.0);
        let ten = 10_f64.powf(wanted.log10().floor());
        let times = [1.0, 2.0, 5.0, 10.0];
        let step = times.into_iter().map(|times| times * ten);
        let step = step.into_iter().find(|step| *step >= wanted);
        let step = step.unwrap_or(wanted) as i32;
        let low = (low / f64::from(step)).floor() as i32 * step;
        let high = (high / f64::from(step)).ceil() as i32 * step;
        Self {
            low,
            high: high.max(low + step),
            step,
        }
    }

    /// How far up a value is, in hundredths.
    fn share(&self, value: f64) -> f64 {
        100.0 * (value - f64::from(self.low)) / f64::from(self.high - self.low)
    }

    /// A line across the chart at each label.
    fn grid(&self) -> String {
        let line = |value| format!("M0 {}H100", round(100.0 - self.share(f64::from(value))));
        self.lines().map(line).collect()
    }

    fn lines(&self) -> impl Iterator<Item = i32> {
        (self.low..=self.high).step_by(self.step.unsigned_abs() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_has_round_lines_around_all_values() {
        for (values, low, high, step) in [
            (&[612.0, 1361.0][..], 600, 1400, 200),
            (&[0.0, 104.0], 0, 150, 50),
            (&[0.0, 6.0], 0, 6, 2),
            (&[0.0, 1.0], 0, 1, 1),
            (&[-120.0, 80.0], -150, 100, 50),
            (&[7.0], 7, 8, 1),
            (&[], 0, 1, 1),
        ] {
            let scale = Scale::of(values.iter().copied());
            assert_eq!(
                (scale.low, scale.high, scale.step),
                (low, high, step),
                "{values:?}"
            );
            assert!(scale.lines().count() <= 7);
            assert!(
                values
                    .iter()
                    .all(|value| (0.0..=100.0).contains(&scale.share(*value)))
            );
        }
    }

    #[test]
    fn labels_are_few_and_name_the_last_step() {
        assert_eq!(labeled(0, 8), [0; 0]);
        assert_eq!(labeled(1, 8), [0]);
        assert_eq!(labeled(9, 9), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(labeled(20, 6), [0, 4, 8, 12, 16, 19]);
        // The label of 20 would touch the last one.
        assert_eq!(labeled(22, 6), [0, 4, 8, 12, 16, 21]);
        for n in 1..200 {
            let steps = labeled(n, 8);
            assert!(steps.len() <= 9 && steps.is_sorted(), "{n}: {steps:?}");
            assert_eq!(steps.last(), Some(&(n - 1)));
        }
    }

    #[test]
    fn chart_has_its_lines_band_and_labels() {
        let chart = Chart {
            label: "Rating".to_owned(),
            lines: vec![Line {
                class: "ours",
                values: vec![0.0, 50.0, 100.0],
            }],
            band: vec![(0.0, 10.0), (40.0, 60.0), (95.0, 100.0)],
            steps: vec![(0, "1".to_owned()), (2, "3".to_owned())],
            mark: Some((1, "here".to_owned())),
            with_dots: true,
            spots: vec![(1, 50.0)],
        };
        let drawn = chart.draw().into_string();
        for part in [
            "role=\"img\" aria-label=\"Rating\"",
            "class=\"ours\" d=\"M0 100L50 50L100 0\"",
            "class=\"ours dots\" d=\"M0 100h0M50 50h0M100 0h0\"",
            "d=\"M0 90L50 40L100 0L100 5L50 60L0 100z\"",
            "class=\"mark\" d=\"M50 0V100\"",
            "style=\"left:100%\">3</span>",
            "data-step=\"1\" style=\"left:50%;bottom:50%\"></span>",
            "style=\"bottom:50%\">50</span>",
        ] {
            assert!(drawn.contains(part), "{part}: {drawn}");
        }
    }

    #[test]
    fn single_value_is_a_line_and_a_dot() {
        let chart = Chart {
            label: String::new(),
            lines: vec![Line {
                class: "ours",
                values: vec![5.0],
            }],
            band: vec![(0.0, 10.0)],
            steps: Vec::new(),
            mark: None,
            with_dots: false,
            spots: Vec::new(),
        };
        let drawn = chart.draw().into_string();
        assert!(
            drawn.contains("H100") && drawn.contains("M0 50h0"),
            "{drawn}"
        );
        assert!(drawn.contains("d=\"M0 0L100 0L100 100L0 100z\""), "{drawn}");
    }
}
