//! Examples of each command, from `examples.txt`.

use std::sync::LazyLock;

use super::{Sections, section, sections};

static EXAMPLES: LazyLock<Sections> = LazyLock::new(|| sections(include_str!("examples.txt")));

pub fn of(path: &str) -> Option<impl Iterator<Item = &'static str>> {
    Some(section(&EXAMPLES, path)?.lines())
}
