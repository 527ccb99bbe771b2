//! What tables say of themselves to whoever looks for one.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A notice of each of some tables, by the table's id. Clones share them.
#[derive(Debug)]
pub struct Noticeboard<T>(Arc<Mutex<BTreeMap<String, T>>>);

impl<T> Clone for Noticeboard<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Default for Noticeboard<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T: Clone + PartialEq> Noticeboard<T> {
    /// A table says what it has to say; `None` if that is nothing any more.
    pub fn tell(&self, id: &str, notice: Option<T>) {
        let mut all = self.all();
        match notice {
            Some(notice) if all.get(id) != Some(&notice) => drop(all.insert(id.to_owned(), notice)),
            Some(_) => {}
            None => drop(all.remove(id)),
        }
    }

    /// The notice of a table.
    pub fn get(&self, id: &str) -> Option<T> {
        self.all().get(id).cloned()
    }

    /// How much all notices come to.
    pub fn sum(&self, of: impl Fn(&T) -> usize) -> usize {
        self.all().values().map(of).sum()
    }

    /// At most so many notices with the ids of their tables, those of the largest rank first.
    pub fn some<K: Ord>(&self, most: usize, rank: impl Fn(&T) -> K) -> Vec<(String, T)> {
        let all = self.all();
        let mut sorted: Vec<_> = all.iter().collect();
        sorted.sort_by_key(|(_, notice)| Reverse(rank(notice)));
        let some = sorted.into_iter().take(most);
        some.map(|(id, notice)| (id.clone(), notice.clone()))
            .collect()
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_come_first_and_what_is_taken_back_is_gone() {
        let board = Noticeboard::default();
        for (id, n) in [("a", 1), ("b", 3), ("c", 2), ("d", 3)] {
            board.clone().tell(id, Some(n));
        }
        board.tell("a", Some(2));
        board.tell("d", None);
        let listed = |most| board.some(most, |n| *n);
        let own = |all: [(&str, i32); 2]| all.map(|(id, n)| (id.to_owned(), n));
        assert_eq!(listed(2), own([("b", 3), ("a", 2)]));
        assert_eq!(listed(9).len(), 3);
    }
}
