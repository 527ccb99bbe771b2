//! The sounds of the table. `assets/sounds.js` makes them, which comes with the first of them.

use leptos::prelude::*;

use crate::chrome::announce;
use crate::settings::{self, Sound};

/// A sound of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// A tile is laid.
    Clack,
    /// Two tiles are: a double.
    Slam,
    /// A tile is drawn across the table.
    Slide,
    /// A knock on the table.
    Knock,
    /// The tiles are mixed.
    Shuffle,
    /// It is one's turn.
    Turn,
    /// A round or a match is won.
    Won,
    /// One is lost.
    Lost,
}

/// Makes a sound, unless muted. Browsers allow it only after the first tap or key.
pub fn play(noise: Noise) {
    if settings::settings().sound.get_untracked() == Sound::On {
        announce(match noise {
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
