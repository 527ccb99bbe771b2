//! The solver's table of positions.

use crate::cpu::fetch;
use crate::{Bits, Position};

/// The size as a power of two: 512 KB for the double-six set.
const SLOT_BITS: u32 = 15;

/// A table of bounds. A new generation number empties it. When the numbers run out, the table is overwritten, so no
/// entry ever counts for another deal.
#[derive(Debug)]
pub(crate) struct Table<B> {
    entries: Vec<Entry<B>>,
    generation: u16,
}

/// Bounds on the value of a position for its mover, and the play that proved the lower bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<B> {
    position: Position<B>,
    pub lower: i16,
    pub upper: i16,
    generation: u16,
    pub best: u8,
}

pub(crate) const NO_PLAY: u8 = u8::MAX;

impl<B: Bits> Table<B> {
    pub fn new() -> Self {
        let empty = Entry {
            position: Position::default(),
            lower: i16::MIN,
            upper: i16::MAX,
            generation: 0,
            best: NO_PLAY,
        };
        Self {
            entries: vec![empty; 1 << SLOT_BITS],
            generation: 1,
        }
    }

    pub fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            for entry in &mut self.entries {
                entry.generation = 0;
            }
            self.generation = 1;
        }
    }

    #[inline(always)]
    pub fn slot(position: &Position<B>) -> usize {
        let key = position.unplayed.folded()
            ^ u64::from(position.ends.code()) << 33
            ^ u64::from(position.mover) << 41
            ^ u64::from(position.paid[0]) << 45
            ^ u64::from(position.paid[1]) << 53;
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOT_BITS)) as usize
    }

    /// Prefetches the entry of a position that will be read soon.
    #[inline(always)]
    pub fn fetch(&self, position: &Position<B>) {
        fetch(&self.entries[Self::slot(position)]);
    }

    #[inline(always)]
    pub fn get(&self, slot: usize, position: &Position<B>) -> Option<Entry<B>> {
        let entry = &self.entries[slot];
        (entry.position == *position && entry.generation == self.generation).then_some(*entry)
    }

    #[inline(always)]
    pub fn put(&mut self, slot: usize, position: &Position<B>, bounds: (i16, i16), best: u8) {
        self.entries[slot] = Entry {
            position: *position,
            lower: bounds.0,
            upper: bounds.1,
            generation: self.generation,
            best,
        };
    }
}
