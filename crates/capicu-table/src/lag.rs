//! What messages lose on their way, as far as it is not held against whoever sends them.
//!
//! The host measures it, and a client that holds back its answers seems to be far away. So what is taken off is
//! bounded by a quota of each seat: it holds three times what one action may gain at first, and each action adds
//! that gain, up to seven times. Over a match nobody gains more than a second an action.

use std::collections::BTreeMap;

use capicu::{BySeat, Seat};

use crate::Seating;

/// What one action adds to a quota at most, in milliseconds.
const GAIN: u32 = 1_000;

/// What it adds beyond the measured lag, as measures differ.
const SLACK: u32 = 40;

/// The longest lag that is believed, in milliseconds.
const MOST: u32 = 10_000;

/// The lags of connections, and the quotas of seats. Not stored.
#[derive(Clone, Debug)]
pub(crate) struct Lags {
    measured: BTreeMap<u64, u32>,
    /// What is left of them; `None` before the first action.
    quotas: BySeat<Option<u32>>,
}

impl Lags {
    /// Nothing is measured yet.
    pub fn new(n_seats: u8) -> Self {
        Self {
            measured: BTreeMap::new(),
            quotas: BySeat::from_fn(n_seats, |_| None),
        }
    }

    /// It took so many milliseconds to a connection and back.
    pub fn measure(&mut self, connection: u64, round_trip: u32) {
        let new = round_trip.min(MOST);
        let lag = self.measured.entry(connection).or_insert(new);
        *lag = (*lag * 4 + new) / 5;
    }

    /// A connection has gone. The quota of its seat stays.
    pub fn forget(&mut self, connection: u64) {
        self.measured.remove(&connection);
    }

    /// People changed seats, and take along what is left of their quotas.
    pub fn reseat(&mut self, seating: &Seating) {
        let before = self.quotas;
        for (from, to) in Seat::all(seating.as_slice().len() as u8).zip(seating.as_slice()) {
            self.quotas[*to] = before[from];
        }
    }

    /// What would be taken off for an action of a seat by the slowest of these connections.
    pub fn grant(&self, seat: Seat, connections: &[u64]) -> u32 {
        let of = |connection: &u64| self.granted(seat, *connection).0;
        connections.iter().map(of).max().unwrap_or(0)
    }

    /// Takes off what was lost on the way of an action that seems to have taken so long, and returns how long
    /// it took then.
    pub fn take_off(&mut self, seat: Seat, connection: u64, seemed: u32) -> u32 {
        let (grant, quota, gain) = self.granted(seat, connection);
        let off = grant.min(seemed);
        self.quotas[seat] = Some((quota + gain - off).min(7 * gain));
        seemed - off
    }

    /// What is taken off, out of which quota, and what an action adds to that.
    fn granted(&self, seat: Seat, connection: u64) -> (u32, u32, u32) {
        let lag = self.measured.get(&connection).copied().unwrap_or(0);
        let gain = (lag + SLACK).min(GAIN);
        let quota = self.quotas[seat].unwrap_or(3 * gain);
        (lag.min(quota), quota, gain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: fn() -> Seat = Seat::default;

    #[test]
    fn a_steady_lag_costs_nothing() {
        let mut lags = Lags::new(4);
        lags.measure(1, 300);
        for _ in 0..200 {
            assert_eq!(lags.take_off(SEAT(), 1, 5_000), 4_700);
        }
        assert_eq!(lags.take_off(SEAT(), 2, 5_000), 5_000, "not measured");
    }

    #[test]
    fn a_quota_goes_along_to_another_seat() {
        let mut lags = Lags::new(4);
        let (from, to) = (SEAT().offset(1, 4), SEAT().offset(2, 4));
        lags.measure(1, 300);
        lags.measure(1, 9_000);
        lags.take_off(from, 1, 5_000);
        let (left, fresh) = (lags.quotas[from], lags.quotas[to]);
        assert_ne!(left, fresh);
        lags.reseat(&Seating::other_partners(4));
        assert_eq!(
            (lags.quotas[to], lags.quotas[SEAT().offset(3, 4)]),
            (left, fresh)
        );
    }

    #[test]
    fn whoever_delays_the_answers_gains_a_second_an_action_and_three_at_first() {
        let mut lags = Lags::new(4);
        lags.measure(1, 60_000);
        let took: Vec<u32> = (0..6).map(|_| lags.take_off(SEAT(), 1, 20_000)).collect();
        assert_eq!(took, [17_000, 19_000, 19_000, 19_000, 19_000, 19_000]);
        // Quick ones in between save up to seven seconds, and no more.
        for _ in 0..50 {
            assert_eq!(lags.take_off(SEAT(), 1, 0), 0);
        }
        assert_eq!(lags.take_off(SEAT(), 1, 20_000), 13_000);
        // Coming back by another connection fills no quota.
        lags.forget(1);
        lags.measure(2, 60_000);
        assert_eq!(lags.take_off(SEAT(), 2, 20_000), 19_000);
    }

    #[test]
    fn a_lag_is_the_mean_of_what_was_measured_and_the_last_counts_a_fifth() {
        let mut lags = Lags::new(4);
        for trip in [100, 200, 200] {
            lags.measure(1, trip);
        }
        // 100, 120, 136.
        assert_eq!(lags.grant(SEAT(), &[1]), 136);
    }
}
