//! The name, list, reading and writing of a choice: once, for rule files, records, the command line and the browser's
//! form.

use core::fmt;

use crate::{DominoSet, ParseTileError, Pip, TileSet};

/// The kind of value that an option has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum OptionKind {
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number within these bounds, both included.
    Number {
        /// The smallest value.
        min: u16,
        /// The largest value.
        max: u16,
    },
    /// Tiles, separated by spaces.
    Tiles,
}

/// The value of one option, as in files and forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum OptionValue {
    /// A word of [`OptionKind::Word`].
    Word(&'static str),
    /// A number within the bounds of [`OptionKind::Number`].
    Number(u16),
    /// A set of tiles, perhaps empty.
    Tiles(TileSet),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Number(number) => number.fmt(f),
            Self::Tiles(tiles) => tiles.fmt(f),
        }
    }
}

/// One option of [`Choices`](super::Choices).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct OptionInfo {
    /// Its name in files, forms and on the wire, such as `key-tile`.
    pub name: &'static str,
    /// The values that it may have.
    pub kind: OptionKind,
}

/// Why an option does not accept a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum OptionError {
    /// No option has this name.
    #[error("there is no such option")]
    UnknownOption,
    /// The text is not one of the words of the option.
    #[error("not one of the values of this option: {}", Words(.0))]
    UnknownWord(&'static [&'static str]),
    /// The text is not a number within the bounds.
    #[error("not a whole number from {min} to {max}")]
    OutOfRange {
        /// The smallest allowed.
        min: u16,
        /// The largest allowed.
        max: u16,
    },
    /// The text is not a list of tiles.
    #[error(transparent)]
    Tiles(#[from] ParseTileError),
}

struct Words<'a>(&'a [&'static str]);

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, word) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            f.write_str(word)?;
        }
        Ok(())
    }
}

/// A value without its option: the place of a word, a number, or tiles. Options of one kind share the code that reads
/// and writes them, which a browser downloads.
#[derive(Clone, Copy)]
pub(super) enum Raw {
    Number(u16),
    Tiles(TileSet),
}

impl OptionKind {
    pub(super) fn read(self, text: &str) -> Result<Raw, OptionError> {
        match self {
            Self::Word(words) => {
                let place = words.iter().position(|word| *word == text);
                let place = place.ok_or(OptionError::UnknownWord(words))?;
                Ok(Raw::Number(place as u16))
            }
            Self::Number { min, max } => {
                let number = text.parse().ok();
                let number = number.filter(|number| (min..=max).contains(number));
                let number = number.ok_or(OptionError::OutOfRange { min, max })?;
                Ok(Raw::Number(number))
            }
            Self::Tiles => {
                let tiles = text.split_whitespace().map(str::parse);
                Ok(Raw::Tiles(tiles.collect::<Result<_, _>>()?))
            }
        }
    }

    pub(super) fn value(self, raw: Raw) -> Option<OptionValue> {
        Some(match (self, raw) {
            (Self::Word(words), Raw::Number(place)) => {
                OptionValue::Word(words.get(usize::from(place))?)
            }
            (_, Raw::Number(number)) => OptionValue::Number(number),
            (_, Raw::Tiles(tiles)) => OptionValue::Tiles(tiles),
        })
    }
}

pub(super) trait Choice: Sized {
    const KIND: OptionKind;
    fn raw(&self) -> Raw;
    /// `None` for what [`OptionKind::read`] does not return for this kind.
    fn of(raw: Raw) -> Option<Self>;
}

impl Choice for TileSet {
    const KIND: OptionKind = OptionKind::Tiles;

    fn raw(&self) -> Raw {
        Raw::Tiles(*self)
    }

    fn of(raw: Raw) -> Option<Self> {
        match raw {
            Raw::Tiles(tiles) => Some(tiles),
            Raw::Number(_) => None,
        }
    }
}

const SETS: [&str; 17] = [
    "double-two",
    "double-three",
    "double-four",
    "double-five",
    "double-six",
    "double-seven",
    "double-eight",
    "double-nine",
    "double-ten",
    "double-eleven",
    "double-twelve",
    "double-thirteen",
    "double-fourteen",
    "double-fifteen",
    "double-sixteen",
    "double-seventeen",
    "double-eighteen",
];

impl Choice for DominoSet {
    const KIND: OptionKind = OptionKind::Word(&SETS);

    fn raw(&self) -> Raw {
        Raw::Number(u16::from(self.highest().value()) - 2)
    }

    fn of(raw: Raw) -> Option<Self> {
        match raw {
            Raw::Number(place) => Self::with_highest(Pip::new(place as u8 + 2)?),
            Raw::Tiles(_) => None,
        }
    }
}

/// A number from `MIN` to `MAX`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Within<const MIN: u16, const MAX: u16>(u16);

impl<const MIN: u16, const MAX: u16> Within<MIN, MAX> {
    /// The number, or `None` outside the bounds.
    pub const fn new(number: u16) -> Option<Self> {
        if number >= MIN && number <= MAX {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The number, between `MIN` and `MAX`.
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl<const MIN: u16, const MAX: u16> Choice for Within<MIN, MAX> {
    const KIND: OptionKind = OptionKind::Number { min: MIN, max: MAX };

    fn raw(&self) -> Raw {
        Raw::Number(self.0)
    }

    fn of(raw: Raw) -> Option<Self> {
        match raw {
            Raw::Number(number) => Self::new(number),
            Raw::Tiles(_) => None,
        }
    }
}

/// Declares an enum whose variants have names in files.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
        pub enum $name { $($(#[$variant_doc])* $variant,)+ }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word for it in files and on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl $crate::rules::choice::Choice for $name {
            const KIND: $crate::rules::OptionKind =
                $crate::rules::OptionKind::Word(&[$($text,)+]);

            fn raw(&self) -> $crate::rules::choice::Raw {
                $crate::rules::choice::Raw::Number(*self as u16)
            }

            fn of(raw: $crate::rules::choice::Raw) -> Option<Self> {
                match raw {
                    $crate::rules::choice::Raw::Number(place) => {
                        Self::ALL.get(usize::from(place)).copied()
                    }
                    $crate::rules::choice::Raw::Tiles(_) => None,
                }
            }
        }
    };
}

/// Declares the struct of all choices with the list of its options, and a struct with one value for each option.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $kind:ty = $text:literal, $sources:literal;)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
        pub struct $name {
            $($(#[$field_doc])*
            #[doc = ""]
            #[doc = concat!("Sources: ", $sources, ".")]
            pub $field: $kind,)+
        }

        /// The options, called as their fields.
        #[derive(Clone, Copy)]
        #[expect(non_camel_case_types, reason = "named as the fields")]
        enum Field { $($field,)+ }

        impl Field {
            const ALL: &'static [Self] = &[$(Self::$field,)+];

            fn of(name: &str) -> Option<(Self, $crate::rules::OptionKind)> {
                let at = $name::OPTIONS.iter().position(|info| info.name == name)?;
                Some((Self::ALL[at], $name::OPTIONS[at].kind))
            }
        }

        impl $name {
            /// Every option, in the order a person would explain them.
            pub const OPTIONS: &'static [$crate::rules::OptionInfo] = &[
                $($crate::rules::OptionInfo {
                    name: $text,
                    kind: <$kind as $crate::rules::choice::Choice>::KIND,
                },)+
            ];

            /// The source of an option's rule: source and line, or the id of a decision. `None` if there is no such
            /// option.
            pub fn sources(name: &str) -> Option<&'static str> {
                match name {
                    $($text => Some($sources),)+
                    _ => None,
                }
            }

            /// The value of an option by name.
            pub fn get(&self, name: &str) -> Option<$crate::rules::OptionValue> {
                let (field, kind) = Field::of(name)?;
                kind.value(match field {
                    $(Field::$field => $crate::rules::choice::Choice::raw(&self.$field),)+
                })
            }

            /// Sets an option by name from its text; unchanged on error.
            ///
            /// # Errors
            ///
            /// An unknown name, or a text the option does not accept.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), $crate::rules::OptionError> {
                let unknown = $crate::rules::OptionError::UnknownOption;
                let (field, kind) = Field::of(name).ok_or(unknown)?;
                let raw = kind.read(text)?;
                match field {
                    $(Field::$field => {
                        self.$field = $crate::rules::choice::Choice::of(raw).ok_or(unknown)?;
                    })+
                }
                Ok(())
            }

            /// Returns these choices with one option changed, given by name and text.
            ///
            /// # Errors
            ///
            /// An unknown name, or a text the option does not accept.
            ///
            /// # Examples
            ///
            /// ```
            /// use capicu::Game;
            /// use capicu::rules::OptionError;
            ///
            /// let block = Game::by_id("block").and_then(|game| game.choices(2)).unwrap();
            /// let longer = block.with("target", "200")?.with("hand", "9")?;
            /// assert_eq!(longer.target.get(), 200);
            ///
            /// assert_eq!(block.with("goal", "200"), Err(OptionError::UnknownOption));
            /// let why = block.with("target", "0").unwrap_err();
            /// assert_eq!(why.to_string(), "not a whole number from 1 to 5000");
            /// # Ok::<_, OptionError>(())
            /// ```
            pub fn with(mut self, name: &str, text: &str) -> Result<Self, $crate::rules::OptionError> {
                self.set(name, text)?;
                Ok(self)
            }
        }

        /// One value for each option, in a field of the option's name, so that none can be left out.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct PerOption<T> {
            $(#[doc = concat!("Of `", $text, "`.")]
            pub $field: T,)+
        }

        impl<T: Copy> PerOption<T> {
            /// The value for an option, by name.
            pub fn get(&self, name: &str) -> Option<T> {
                match name {
                    $($text => Some(self.$field),)+
                    _ => None,
                }
            }
        }
    };
}

pub(super) use {choice, choices};
