//! The sounds of the table. `assets/sounds.js` makes them, and is loaded with the first.

use leptos::prelude::*;

use crate::chrome::announce;
use crate::settings::{self, Sound};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// A tile is laid.
    Clack,
    /// A double is laid.
    Slam,
    /// A tile is drawn across the table.
    Slide,
    Knock,
    Shuffle,
    Turn,
    /// A round or a match is won.
    Won,
    Lost,
    /// A big moment, by its name.
    Big(&'static str),
    /// A big moment of others.
    Hush,
}

/// Makes a sound, unless muted. Browsers allow it only after the first tap or key.
pub fn play(noise: Noise) {
    if settings::settings().sound.get_untracked() == Sound::On {
        announce(match noise {
            Noise::Big(name) => return announce(&format!("noise:{name}")),
            Noise::Hush => "noise:hush",
            Noise::Clack => "noise:clack",
            Noise::Slam => "noise:slam",
            Noise::Slide => "noise:slide",
            Noise::Knock => "noise:knock",
            Noise::Shuffle => "noise:shuffle",
            Noise::Turn => "noise:turn",
            Noise::Won => "noise:won",
            Noise::Lost => "noise:lost",
        });
    }
}
