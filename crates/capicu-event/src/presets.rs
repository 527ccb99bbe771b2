//! The shipped presets. They are ordinary preset files.

use crate::preset::Preset;

const FILES: [&str; 24] = [
    include_str!("../presets/sbyc-club.toml"),
    include_str!("../presets/jamaican-pairs.toml"),
    include_str!("../presets/six-love-league.toml"),
    include_str!("../presets/jamaican-league.toml"),
    include_str!("../presets/latin-pairs.toml"),
    include_str!("../presets/latin-pairs-final.toml"),
    include_str!("../presets/latin-league.toml"),
    include_str!("../presets/effectiveness.toml"),
    include_str!("../presets/five-point-knock-out.toml"),
    include_str!("../presets/double-knock-out.toml"),
    include_str!("../presets/rotating-partners.toml"),
    include_str!("../presets/fvd-individual.toml"),
    include_str!("../presets/femundo-individual.toml"),
    include_str!("../presets/femundo-quartets.toml"),
    include_str!("../presets/three-hand.toml"),
    include_str!("../presets/king.toml"),
    include_str!("../presets/three-hand-league.toml"),
    include_str!("../presets/three-team-knock-out.toml"),
    include_str!("../presets/english-league.toml"),
    include_str!("../presets/arena.toml"),
    include_str!("../presets/winner-stays.toml"),
    include_str!("../presets/duplicate.toml"),
    include_str!("../presets/duplicate-two-winners.toml"),
    include_str!("../presets/duplicate-swiss.toml"),
];

/// All shipped presets, in the order of the menu.
///
/// # Panics
///
/// Never in a build that passed its tests: they read every file.
pub fn all() -> Vec<Preset> {
    let read = |text: &&str| Preset::from_toml(text).expect("shipped presets can be read");
    FILES.iter().map(read).collect()
}

/// The file of a shipped preset by id; `None` if there is none.
pub fn file(id: &str) -> Option<&'static str> {
    let first = format!("id = \"{id}\"\n");
    FILES.into_iter().find(|text| text.starts_with(&first))
}

/// A shipped preset by id; `None` if there is none.
pub fn by_id(id: &str) -> Option<Preset> {
    all().into_iter().find(|preset| preset.id == id)
}
