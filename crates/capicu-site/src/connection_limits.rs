//! Limits on simultaneous users: in all, and from one address.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts users up to a limit. Clones share the count.
#[derive(Clone, Debug)]
pub struct ConnectionLimits(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    most: usize,
    most_of_one: usize,
    there: Mutex<There>,
}

#[derive(Debug, Default)]
struct There {
    all: usize,
    of: BTreeMap<IpAddr, usize>,
}

/// A counted user; dropping this frees the place.
#[derive(Debug)]
pub struct Admitted {
    connection_limits: ConnectionLimits,
    address: IpAddr,
}

/// The limit that is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// There are too many.
    Everywhere,
    /// There are too many from this address.
    OfThisAddress,
}

impl ConnectionLimits {
    /// Allows at most `most` in all and `most_of_one` from one address.
    pub fn new(most: usize, most_of_one: usize) -> Self {
        Self(Arc::new(Shared {
            most,
            most_of_one,
            there: Mutex::default(),
        }))
    }

    /// How many are there.
    pub fn count(&self) -> usize {
        self.there().all
    }

    /// Counts one more.
    ///
    /// # Errors
    ///
    /// If the limit is reached.
    pub fn admit(&self, address: IpAddr) -> Result<Admitted, Full> {
        let mut there = self.there();
        if there.all >= self.0.most {
            return Err(Full::Everywhere);
        }
        let of_this = there.of.get(&address).copied().unwrap_or(0);
        if of_this >= self.0.most_of_one {
            return Err(Full::OfThisAddress);
        }
        there.all += 1;
        there.of.insert(address, of_this + 1);
        Ok(Admitted {
            connection_limits: self.clone(),
            address,
        })
    }

    fn there(&self) -> MutexGuard<'_, There> {
        self.0.there.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let mut there = self.connection_limits.there();
        there.all -= 1;
        if let Some(of_this) = there.of.get_mut(&self.address) {
            *of_this -= 1;
            if *of_this == 0 {
                there.of.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_admission_frees_a_place() {
        let [one, other, third] = [1, 2, 3].map(|n| IpAddr::from([10, 0, 0, n]));
        let connection_limits = ConnectionLimits::new(3, 2);
        let first = connection_limits.admit(one).unwrap();
        let second = connection_limits.admit(one).unwrap();
        assert_eq!(
            connection_limits.admit(one).unwrap_err(),
            Full::OfThisAddress
        );
        let _third = connection_limits.admit(other).unwrap();
        assert_eq!(
            connection_limits.admit(third).unwrap_err(),
            Full::Everywhere
        );
        drop(first);
        let _fourth = connection_limits.admit(third).unwrap();
        assert_eq!(connection_limits.admit(one).unwrap_err(), Full::Everywhere);
        drop(second);
        assert!(
            !connection_limits.there().of.contains_key(&one),
            "nothing is kept"
        );
        assert!(connection_limits.admit(one).is_ok());
    }
}
