//! How a choice of the rules is named, listed, read and written: once, for rule files, records,
//! the command line and the browser's form.

use core::fmt;

use crate::{DominoSet, ParseTileError, Pip, TileSet};

/// What kind of value an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum OptionKind {
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number within these bounds, both included.
    Number {
        /// The smallest.
        min: u16,
        /// The largest.
        max: u16,
    },
    /// Tiles, separated by spaces.
    Tiles,
}

/// The value of one option, as files and forms hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum OptionValue {
    /// A word of [`OptionKind::Word`].
    Word(&'static str),
    /// A number.
    Number(u16),
    /// A set of tiles.
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
    /// What it may be set to.
    pub kind: OptionKind,
}

/// A text that an option does not accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum OptionError {
    /// There is no option of this name.
    #[error("there is no such option")]
    UnknownOption,
    /// Not one of the words of the option.
    #[error("not one of the values of this option: {}", Words(.0))]
    UnknownWord(&'static [&'static str]),
    /// Not a number within the bounds.
    #[error("not a whole number from {min} to {max}")]
    OutOfRange {
        /// The smallest allowed.
        min: u16,
        /// The largest allowed.
        max: u16,
    },
    /// Not a list of tiles.
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

/// A type that can be the value of an option.
pub(super) trait Choice: Sized {
    const KIND: OptionKind;
    fn value(&self) -> OptionValue;
    fn read(text: &str) -> Result<Self, OptionError>;
}

impl Choice for TileSet {
    const KIND: OptionKind = OptionKind::Tiles;

    fn value(&self) -> OptionValue {
        OptionValue::Tiles(*self)
    }

    fn read(text: &str) -> Result<Self, OptionError> {
        text.split_whitespace()
            .map(|tile| tile.parse().map_err(OptionError::from))
            .collect()
    }
}

const SETS: [&str; 11] = [
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
];

impl Choice for DominoSet {
    const KIND: OptionKind = OptionKind::Word(&SETS);

    fn value(&self) -> OptionValue {
        OptionValue::Word(SETS[usize::from(self.highest().value()) - 2])
    }

    fn read(text: &str) -> Result<Self, OptionError> {
        SETS.iter()
            .position(|name| *name == text)
            .and_then(|i| Self::with_highest(Pip::new(i as u8 + 2)?))
            .ok_or(OptionError::UnknownWord(&SETS))
    }
}

/// A number of at most `MAX` and at least `MIN`.
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

    /// The number.
    pub const fn get(self) -> u16 {
        self.0
    }
}

impl<const MIN: u16, const MAX: u16> Choice for Within<MIN, MAX> {
    const KIND: OptionKind = OptionKind::Number { min: MIN, max: MAX };

    fn value(&self) -> OptionValue {
        OptionValue::Number(self.0)
    }

    fn read(text: &str) -> Result<Self, OptionError> {
        text.parse()
            .ok()
            .and_then(Self::new)
            .ok_or(OptionError::OutOfRange { min: MIN, max: MAX })
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
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word for it in files and on the wire.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }
        }

        impl $crate::rules::choice::Choice for $name {
            const KIND: $crate::rules::OptionKind =
                $crate::rules::OptionKind::Word(&[$($text,)+]);

            fn value(&self) -> $crate::rules::OptionValue {
                $crate::rules::OptionValue::Word(self.name())
            }

            fn read(text: &str) -> Result<Self, $crate::rules::OptionError> {
                match text {
                    $($text => Ok(Self::$variant),)+
                    _ => Err($crate::rules::OptionError::UnknownWord(&[$($text,)+])),
                }
            }
        }
    };
}

/// Declares the struct of all choices together with the list of its options, and a struct of
/// something for each.
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

        impl $name {
            /// Every option, in the order a person would explain them.
            pub const OPTIONS: &'static [$crate::rules::OptionInfo] = &[
                $($crate::rules::OptionInfo {
                    name: $text,
                    kind: <$kind as $crate::rules::choice::Choice>::KIND,
                },)+
            ];

            /// Where the rule of an option comes from: source and line, or the id of a decision. `None`
            /// if there is no such option.
            pub fn sources(name: &str) -> Option<&'static str> {
                match name {
                    $($text => Some($sources),)+
                    _ => None,
                }
            }

            /// The value of an option by name.
            pub fn get(&self, name: &str) -> Option<$crate::rules::OptionValue> {
                match name {
                    $($text => Some($crate::rules::choice::Choice::value(&self.$field)),)+
                    _ => None,
                }
            }

            /// Sets an option by name from its text; unchanged on error.
            ///
            /// # Errors
            ///
            /// An unknown name, or a text the option does not accept.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), $crate::rules::OptionError> {
                match name {
                    $($text => self.$field = $crate::rules::choice::Choice::read(text)?,)+
                    _ => return Err($crate::rules::OptionError::UnknownOption),
                }
                Ok(())
            }

            /// The same choices but for one option, named and given as text.
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

        /// Something for each option, in a field of its name: whoever writes one leaves none out.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct PerOption<T> {
            $(#[doc = concat!("Of `", $text, "`.")]
            pub $field: T,)+
        }

        impl<T: Copy> PerOption<T> {
            /// That of an option by name.
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
