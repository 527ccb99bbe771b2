//! Network delay that does not count against a seat's time.
//!
//! The host measures it, but a client that holds back its answers seems to be far away. So each seat has a quota that
//! bounds the compensation. A new quota is three times the gain of one action; each action adds that gain, up to seven
//! times. Over a match, nobody gains more than a second per action.

use std::collections::BTreeMap;

use capicu::{BySeat, Seat};

use crate::Seating;

/// The most that one action adds to a quota, in milliseconds.
const GAIN: u32 = 1_000;

/// The allowance for inexact measurements beyond the measured lag, in milliseconds.
const SLACK: u32 = 40;

/// The longest lag that is believed, in milliseconds.
const MOST: u32 = 10_000;

/// The lags of connections, and the quotas of seats. They are not stored.
#[derive(Clone, Debug)]
pub(crate) struct Lags {
    measured: BTreeMap<u64, u32>,
    /// The rest of each quota; `None` before the first action.
    quotas: BySeat<Option<u32>>,
}

impl Lags {
    pub fn new(n_seats: u8) -> Self {
        Self {
            measured: BTreeMap::new(),
            quotas: BySeat::from_fn(n_seats, |_| None),
        }
    }

    /// Notes a measured round trip of a connection, in milliseconds.
    pub fn measure(&mut self, connection: u64, round_trip: u32) {
        let new = round_trip.min(MOST);
        let lag = self.measured.entry(connection).or_insert(new);
        *lag = (*lag * 4 + new) / 5;
    }

    /// Forgets a closed connection. The quota of its seat stays.
    pub fn forget(&mut self, connection: u64) {
        self.measured.remove(&connection);
    }

    pub fn reseat(&mut self, seating: &Seating) {
        let before = self.quotas;
        for (from, to) in Seat::all(seating.as_slice().len() as u8).zip(seating.as_slice()) {
            self.quotas[*to] = before[from];
        }
    }

    /// The largest compensation for an action of a seat by any of these connections.
    pub fn grant(&self, seat: Seat, connections: &[u64]) -> u32 {
        let of = |connection: &u64| self.granted(seat, *connection).0;
        connections.iter().map(of).max().unwrap_or(0)
    }

    /// Takes the compensation off the time that an action seems to have taken, and returns the rest.
    pub fn take_off(&mut self, seat: Seat, connection: u64, seemed: u32) -> u32 {
        let (grant, quota, gain) = self.granted(seat, connection);
        let off = grant.min(seemed);
        self.quotas[seat] = Some((quota + gain - off).min(7 * gain));
        seemed - off
    }

    /// The compensation, the quota it comes from, and what an action adds to that quota.
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
    fn steady_lag_costs_no_time() {
        let mut lags = Lags::new(4);
        lags.measure(1, 300);
        for _ in 0..200 {
            assert_eq!(lags.take_off(SEAT(), 1, 5_000), 4_700);
        }
        assert_eq!(lags.take_off(SEAT(), 2, 5_000), 5_000, "not measured");
    }

    #[test]
    fn quota_moves_with_its_player_to_another_seat() {
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
    fn delayed_answers_gain_a_second_an_action_and_three_at_first() {
        let mut lags = Lags::new(4);
        lags.measure(1, 60_000);
        let took: Vec<u32> = (0..6).map(|_| lags.take_off(SEAT(), 1, 20_000)).collect();
        assert_eq!(took, [17_000, 19_000, 19_000, 19_000, 19_000, 19_000]);
        // Quick actions in between save up to seven seconds, and no more.
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
    fn lag_is_a_running_mean_with_weight_one_fifth() {
        let mut lags = Lags::new(4);
        for trip in [100, 200, 200] {
            lags.measure(1, trip);
        }
        // The mean moves from 100 to 120 and then to 136.
        assert_eq!(lags.grant(SEAT(), &[1]), 136);
    }
}
