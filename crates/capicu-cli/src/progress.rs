//! Progress of a command.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Creates a bar of this many steps on standard error, if that is a terminal.
pub fn bar(steps: u64) -> ProgressBar {
    let target = match stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(Some(steps), target);
    match ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos}/{len} {msg} ({eta})") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
