//! Seats at the table and the sides for which they score.

use core::fmt;
use core::ops::{Index, IndexMut};

/// The most seats a table has.
pub const MAX_SEATS: usize = 12;

/// A seat at the table. Seats are numbered from 0 in the order of play. The direction only tells on which side of you
/// the next seat sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seat(u8);

impl Seat {
    /// The seat of this number, or `None` from [`MAX_SEATS`] upwards.
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < MAX_SEATS {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The number of the seat, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter of the seat in records, positions and commands: `A` is the first.
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::Seat;
    ///
    /// let second = Seat::of_letter('B').unwrap();
    /// assert_eq!((second.index(), second.letter()), (1, 'B'));
    /// assert_eq!((Seat::of_letter('b'), Seat::of_letter('M')), (None, None));
    /// ```
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The seat of a capital letter, `A` to `L`; `None` for others.
    pub const fn of_letter(letter: char) -> Option<Self> {
        match letter {
            'A'..='L' => Some(Self(letter as u8 - b'A')),
            _ => None,
        }
    }

    /// The seat that plays after this one at a table of `n` seats.
    pub const fn next(self, n: u8) -> Self {
        let seat = self.0 + 1;
        Self(if seat == n { 0 } else { seat })
    }

    /// The seat `by` turns after this one at a table of `n` seats; `by` is at most `n`.
    pub const fn offset(self, by: u8, n: u8) -> Self {
        debug_assert!(by <= n && self.0 < n);
        let seat = self.0 + by;
        Self(if seat >= n { seat - n } else { seat })
    }

    /// The first seat of its pair, where partners sit opposite.
    pub(crate) const fn parity(self) -> Self {
        Self(self.0 & 1)
    }

    /// All seats of a table of `n`, in the order of play.
    pub fn all(n: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..n.min(MAX_SEATS as u8)).map(Self)
    }

    /// All seats of a table of `n`, this one first.
    pub fn around(self, n: u8) -> impl Iterator<Item = Self> {
        (0..n).map(move |by| self.offset(by, n))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Seats that score together; where everybody plays alone, a side of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Side(u8);

impl Side {
    /// The side of this number, or `None` from [`MAX_SEATS`] upwards.
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < MAX_SEATS {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The side whose first seat this is.
    pub(crate) const fn of(seat: Seat) -> Self {
        Self(seat.0)
    }

    /// The number of the side, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All sides of a table that has `n`.
    pub fn all(n: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..n.min(MAX_SEATS as u8)).map(Self)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

macro_rules! by {
    ($(#[$doc:meta])* $name:ident, $key:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name<T> {
            items: [T; MAX_SEATS],
            len: u8,
        }

        impl<T: Copy + Default> $name<T> {
            /// `n` entries of the default value.
            ///
            /// # Panics
            ///
            /// If `n` is over [`MAX_SEATS`].
            pub fn new(n: u8) -> Self {
                assert!(usize::from(n) <= MAX_SEATS, "at most {MAX_SEATS} seats");
                Self { items: [T::default(); MAX_SEATS], len: n }
            }

            /// One entry each, computed from its key.
            pub fn from_fn(n: u8, mut entry: impl FnMut($key) -> T) -> Self {
                let mut all = Self::new(n);
                for key in $key::all(n) {
                    all[key] = entry(key);
                }
                all
            }

            /// The entries in order; `None` if there are more than [`MAX_SEATS`].
            pub fn from_slice(entries: &[T]) -> Option<Self> {
                let n = u8::try_from(entries.len()).ok()?;
                (entries.len() <= MAX_SEATS).then(|| Self::from_fn(n, |key| entries[key.index()]))
            }
        }

        impl<T: Copy> $name<T> {
            /// Applies a function to each entry.
            pub fn map<U: Copy + Default>(&self, mut entry: impl FnMut(T) -> U) -> $name<U> {
                $name::from_fn(self.len, |key| entry(self[key]))
            }
        }

        impl<T: Copy + Default> FromIterator<T> for $name<T> {
            /// Collects entries in order.
            ///
            /// # Panics
            ///
            /// If there are more than [`MAX_SEATS`].
            fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
                let mut all = Self::new(0);
                for entry in entries {
                    assert!(usize::from(all.len) < MAX_SEATS, "at most {MAX_SEATS} seats");
                    all.items[usize::from(all.len)] = entry;
                    all.len += 1;
                }
                all
            }
        }

        impl<T> $name<T> {
            /// The number of entries, at most [`MAX_SEATS`].
            #[allow(clippy::len_without_is_empty)]
            pub const fn len(&self) -> u8 {
                self.len
            }

            /// The entries by rising key.
            pub fn as_slice(&self) -> &[T] {
                &self.items[..usize::from(self.len)]
            }

            /// Iterates over the entries by rising key.
            pub fn iter(&self) -> core::slice::Iter<'_, T> {
                self.as_slice().iter()
            }

            /// Iterates over keys and entries by rising key.
            pub fn entries(&self) -> impl DoubleEndedIterator<Item = ($key, &T)> {
                $key::all(self.len).zip(self.iter())
            }

            /// The entry of a key, or `None` for a key this table does not have.
            pub fn get(&self, key: $key) -> Option<&T> {
                self.as_slice().get(key.index())
            }
        }

        impl<T> Index<$key> for $name<T> {
            type Output = T;
            fn index(&self, key: $key) -> &T {
                debug_assert!(key.index() < usize::from(self.len));
                &self.items[key.index()]
            }
        }

        impl<T> IndexMut<$key> for $name<T> {
            fn index_mut(&mut self, key: $key) -> &mut T {
                debug_assert!(key.index() < usize::from(self.len));
                &mut self.items[key.index()]
            }
        }

        impl<T: fmt::Debug> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.iter()).finish()
            }
        }
    };
}

impl BySeat<u8> {
    /// Whether no entry is 0. Reads all places, so that compilers do it in a few instructions.
    #[inline(always)]
    pub(crate) fn all_positive(&self) -> bool {
        let mut n = 0;
        for entry in &self.items {
            n += u8::from(*entry > 0);
        }
        n == self.len
    }
}

by!(
    /// One value for each seat of a table.
    BySeat, Seat
);
by!(
    /// One value for each side of a table.
    BySide, Side
);
