//! Settings of a device. The settings page, the client and its scripts use this table.

use crate::Texts;

/// A text that takes its language later.
pub type Text = fn(Texts) -> String;

/// A setting: its key in the browser's storage, its label and its help.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// A unique name for forms.
    pub name: &'static str,
    /// The key in the browser's storage. Default values are not stored.
    pub key: &'static str,
    /// The label on the settings page.
    pub label: Text,
    /// An explanation that helps to choose.
    pub help: Option<Text>,
    /// The values of the setting.
    pub kind: Kind,
}

/// The values of a setting.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// On by default; the word is stored for off.
    On(&'static str),
    /// Off by default; the word is stored for on.
    Off(&'static str),
    /// One of these words with their labels, the default first.
    OneOf(&'static [(&'static str, Text)]),
    /// A percentage, 100 by default.
    Share,
}

macro_rules! settings {
    ($($setting:ident, $name:literal, $key:literal, $label:ident, [$($help:ident)?], $kind:expr;)+) => {
        $(
            #[doc = concat!("The setting `", $name, "`, kept as `", $key, "`.")]
            pub const $setting: Setting = Setting {
                name: $name,
                key: $key,
                label: |t| t.$label(),
                help: settings!(@help $($help)?),
                kind: $kind,
            };
        )+
    };
    (@help $help:ident) => { Some(|t| t.$help()) };
    (@help) => { None };
}

settings! {
    LAY_RELEASED, "lay-released", "capicu.laying", device_two_steps, [device_two_steps_help], Kind::Off("released");
    PREMOVE, "premove", "capicu.look.premove", device_premove, [device_premove_help], Kind::Off("on");
    ORDER, "order", "capicu.look.order", device_order, [device_order_help], Kind::OneOf(&[
        ("", |t| t.device_order_suit()),
        ("weight", |t| t.device_order_weight()),
        ("hand", |t| t.device_order_hand()),
    ]);
    PACE, "pace", "capicu.look.pace", device_pace, [device_pace_help], Kind::OneOf(&[
        ("", |t| t.device_pace_natural()),
        ("fast", |t| t.device_pace_fast()),
        ("instant", |t| t.device_pace_instant()),
    ]);
    MOMENTS, "moments", "capicu.look.moments", device_moments, [device_moments_help], Kind::OneOf(&[
        ("", |t| t.device_moments_full()),
        ("short", |t| t.device_moments_short()),
        ("none", |t| t.device_moments_none()),
    ]);
    SHOW_PASSED, "show-passed", "capicu.passed", device_passed, [], Kind::On("off");
    WORDS_OF_THE_TABLE, "words-of-the-table", "capicu.words", device_words, [device_words_help], Kind::On("off");
    TYPING, "typing", "capicu.look.typed", typed_open, [device_typed_help], Kind::Off("on");
    SINGLE_KEYS, "single-keys", "capicu.keys", device_keys, [device_keys_help], Kind::On("off");
    THEME, "theme", "capicu.look.theme", device_theme, [device_theme_help], Kind::OneOf(&[
        ("", |t| t.device_theme_felt()),
        ("dark", |t| t.device_theme_dark()),
        ("wood", |t| t.device_theme_wood()),
        ("blue", |t| t.device_theme_blue()),
        ("contrast", |t| t.device_theme_contrast()),
    ]);
    TILES, "tiles", "capicu.look.tiles", device_tiles, [], Kind::OneOf(&[
        ("", |t| t.device_tiles_ivory()),
        ("white", |t| t.device_tiles_white()),
        ("ebony", |t| t.device_tiles_ebony()),
    ]);
    NUMERALS, "numerals", "capicu.faces", device_numerals, [device_numerals_help], Kind::Off("numerals");
    LARGE, "large", "capicu.look.size", device_large, [], Kind::Off("large");
    LEFT_HANDED, "left-handed", "capicu.look.side", device_left, [device_left_help], Kind::Off("left");
    SPEED, "speed", "capicu.look.speed", device_speed, [], Kind::OneOf(&[
        ("", |t| t.device_speed_usual()),
        ("fast", |t| t.device_speed_fast()),
        ("slow", |t| t.device_speed_slow()),
        ("off", |t| t.device_speed_off()),
    ]);
    SOUNDS, "sounds", "capicu.sound", device_sounds, [], Kind::On("off");
    VOLUME, "volume", "capicu.volume", device_volume, [], Kind::Share;
    VIBRATION, "vibration", "capicu.look.vibration", device_vibration, [], Kind::Off("on");
    NOTIFY, "notify", "capicu.look.notify", device_notify, [device_notify_help], Kind::Off("on");
    VOICE, "voice", "capicu.look.voice", device_voice, [device_voice_help], Kind::Off("on");
}

/// All settings in groups, with the groups' titles.
pub const GROUPS: [(Text, &[Setting]); 3] = [
    (
        |t| t.device_playing(),
        &[
            LAY_RELEASED,
            PREMOVE,
            PACE,
            MOMENTS,
            ORDER,
            SHOW_PASSED,
            WORDS_OF_THE_TABLE,
            TYPING,
            SINGLE_KEYS,
        ],
    ),
    (
        |t| t.device_looks(),
        &[THEME, TILES, NUMERALS, LARGE, LEFT_HANDED, SPEED],
    ),
    (
        |t| t.device_sound(),
        &[SOUNDS, VOLUME, VIBRATION, NOTIFY, VOICE],
    ),
];

/// The storage key of the order of tiles in the hand, as a list of tiles.
pub const TILE_ORDER: &str = "capicu.order";

/// The storage key of changed letter keys.
pub const KEYMAP: &str = "capicu.look.keymap";

/// The storage keys of all settings that an account carries to other devices.
pub fn keys() -> impl Iterator<Item = &'static str> {
    let settings = GROUPS.into_iter().flat_map(|(_, all)| all);
    settings.map(|of| of.key).chain([TILE_ORDER, KEYMAP])
}

macro_rules! letters {
    ($($(#[$doc:meta])* $key:ident, $letter:literal, $text:ident;)+) => {
        /// A letter key with a function at the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum TableKey { $($(#[$doc])* $key,)+ }

        impl TableKey {
            /// In the order of the help.
            pub const ALL: &'static [Self] = &[$(Self::$key,)+];

            /// The function of a key name, with or without shift; `None` if it has none.
            pub fn of(name: &str) -> Option<Self> {
                let &[letter] = name.as_bytes() else {
                    return None;
                };
                match letter.to_ascii_lowercase() { $($letter => Some(Self::$key),)+ _ => None }
            }

            /// Its default letter, in lower case.
            pub const fn letter(self) -> char {
                match self { $(Self::$key => $letter as char,)+ }
            }

            /// A description of its function.
            pub fn text(self, texts: Texts) -> String {
                match self { $(Self::$key => texts.$text(),)+ }
            }
        }
    };
}

letters! {
    /// Passes the player's turn.
    Pass, b'p', key_pass;
    /// Draws a tile from the boneyard.
    Draw, b'd', key_draw;
    /// Asks for a hint.
    Hint, b'a', key_hint;
    /// Moves the focus to the points to name.
    Points, b'n', call_points;
    /// Claims points that an opponent has not called.
    Muggins, b'm', call_muggins;
    /// Moves the focus to the hand and reads it.
    Hand, b'h', key_hand;
    /// Reads the open ends.
    Ends, b'e', key_ends_read;
    /// Reads the tiles on the table.
    Chain, b'b', key_chain;
    /// Reads the number of tiles in each hand.
    Counts, b'c', key_counts;
    /// Reads the score.
    Score, b's', key_score;
    /// Reads the last move.
    Last, b'l', key_last;
    /// Repeats the last announcement.
    Again, b'r', key_again;
    /// Skips the wait for a bot.
    Skip, b'k', key_skip;
    /// Opens the moves of the match.
    Moves, b'v', memory_open;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn every_setting_has_its_own_storage_key() {
        let all = GROUPS.into_iter().flat_map(|(_, all)| all);
        let all: Vec<&Setting> = all.collect();
        let unique: std::collections::BTreeSet<_> = keys().collect();
        assert_eq!(unique.len(), all.len() + 2);
        for of in all {
            for lang in Lang::ALL {
                assert!(!(of.label)(Texts::new(*lang)).is_empty(), "{}", of.name);
            }
            if let Kind::OneOf(words) = of.kind {
                assert_eq!(words[0].0, "", "{}: the default comes first", of.name);
            }
        }
    }

    #[test]
    fn table_key_is_found_by_its_letter() {
        for key in TableKey::ALL {
            let name = key.letter().to_string();
            assert_eq!(TableKey::of(&name), Some(*key));
            assert_eq!(TableKey::of(&name.to_uppercase()), Some(*key));
        }
        assert_eq!(TableKey::of("Escape"), None);
    }
}
