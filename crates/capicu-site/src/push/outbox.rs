//! Decides which notice goes to which device, and when. Pure: the caller gives the time, in milliseconds since 1970.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use capicu_accounts::PRESENT;
use capicu_protocol::PlayerId;
use capicu_store::Pushed;

/// The pause of a device after a failure. Each further failure doubles it.
const PAUSE: u64 = 60_000;

/// The longest pause of a device.
const LONGEST_PAUSE: u64 = 3_600_000;

/// The notices of players and the state of their devices, in memory only.
#[derive(Debug, Default)]
pub struct Outbox {
    players: BTreeMap<PlayerId, Notices>,
    /// The keys of this map are endpoints.
    devices: BTreeMap<String, Device>,
}

/// When each notice appeared; `None` if the player has seen it.
type Notices = BTreeMap<String, Option<u64>>;

#[derive(Debug, Default)]
struct Device {
    sent: BTreeSet<String>,
    is_sending: bool,
    failures: u32,
    paused_until: u64,
}

/// The end of a delivery to a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Sent,
    /// The rest has to wait, at least for as long as the push service says.
    Failed(Option<Duration>),
}

impl Outbox {
    /// Forgets all other players and devices.
    pub fn keep(&mut self, devices: &[Pushed]) {
        let players: BTreeSet<_> = devices.iter().map(|one| one.player).collect();
        let endpoints: BTreeSet<_> = devices.iter().map(|one| &one.to.endpoint).collect();
        self.players.retain(|player, _| players.contains(player));
        self.devices
            .retain(|endpoint, _| endpoints.contains(endpoint));
    }

    /// Takes the notices of a player by their ids. A player has seen those of the first call, and those that appeared
    /// before the last request of an open page.
    pub fn see<'a>(
        &mut self,
        player: PlayerId,
        is_away: bool,
        ids: impl Iterator<Item = &'a str>,
        now: u64,
    ) {
        let before = self.players.remove(&player);
        let notices = ids.map(|id| {
            let since = match &before {
                None => None,
                Some(before) => before.get(id).copied().unwrap_or(Some(now)),
            };
            // A player counts as present for a while after the last request.
            let is_seen = |since: &u64| !is_away && now.saturating_sub(*since) >= PRESENT;
            (id.to_owned(), since.filter(|since| !is_seen(since)))
        });
        let notices = notices.collect();
        self.players.insert(player, notices);
    }

    /// Takes the ids of the notices to send to a device of an absent player now. The device gets no others before
    /// [`Self::done`], and none twice before [`Self::returned`].
    pub fn take(&mut self, player: PlayerId, endpoint: &str, now: u64) -> BTreeSet<String> {
        let Some(notices) = self.players.get(&player) else {
            return BTreeSet::new();
        };
        let device = self.devices.entry(endpoint.to_owned()).or_default();
        if device.is_sending || now < device.paused_until {
            return BTreeSet::new();
        }
        let unseen = notices.iter().filter(|(_, since)| since.is_some());
        let due = unseen
            .map(|(id, _)| id)
            .filter(|id| !device.sent.contains(*id));
        let due: BTreeSet<_> = due.cloned().collect();
        device.is_sending = !due.is_empty();
        due
    }

    /// Notes that the player of a device has opened a page.
    pub fn returned(&mut self, endpoint: &str) {
        if let Some(device) = self.devices.get_mut(endpoint) {
            device.sent.clear();
        }
    }

    /// Notes the end of a delivery, and the ids of the notices that need no other try.
    pub fn done(&mut self, endpoint: &str, sent: Vec<String>, ended: Ended, now: u64) {
        let Some(device) = self.devices.get_mut(endpoint) else {
            return;
        };
        device.is_sending = false;
        device.sent.extend(sent);
        match ended {
            Ended::Sent => device.failures = 0,
            Ended::Failed(wait) => {
                let pause = PAUSE << device.failures.min(10);
                let wait = wait.map_or(0, |wait| wait.as_secs().saturating_mul(1000));
                device.failures += 1;
                device.paused_until = now + pause.max(wait).min(LONGEST_PAUSE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu_store::PushTo;
    use capicu_table::TokenHash;

    use super::*;

    fn ana() -> PlayerId {
        PlayerId::new([1; 16])
    }

    const MINUTE: u64 = 60_000;

    /// An outbox that has looked once, when nothing waited.
    fn outbox() -> Outbox {
        let mut outbox = Outbox::default();
        outbox.see(ana(), true, [].into_iter(), 0);
        outbox
    }

    fn taken(outbox: &mut Outbox, now: u64) -> Vec<String> {
        outbox.take(ana(), "phone", now).into_iter().collect()
    }

    #[test]
    fn device_of_an_absent_player_gets_a_notice_once() {
        let mut outbox = outbox();
        outbox.see(ana(), true, ["turn"].into_iter(), 20_000);
        assert_eq!(taken(&mut outbox, 20_000), ["turn"]);
        assert!(taken(&mut outbox, 40_000).is_empty(), "on its way");
        outbox.done("phone", vec!["turn".into()], Ended::Sent, 41_000);
        outbox.see(ana(), true, ["turn", "request"].into_iter(), 60_000);
        assert_eq!(taken(&mut outbox, 60_000), ["request"]);
        assert_eq!(
            Vec::from_iter(outbox.take(ana(), "tablet", 60_000)),
            ["request", "turn"],
            "each device for itself"
        );
        outbox.done("phone", vec!["request".into()], Ended::Sent, 61_000);
        // Turn after turn passes while the player is away: one message is enough.
        outbox.see(ana(), true, [].into_iter(), 80_000);
        outbox.see(ana(), true, ["turn"].into_iter(), 100_000);
        assert!(taken(&mut outbox, 100_000).is_empty());
        outbox.see(ana(), false, [].into_iter(), 120_000);
        outbox.returned("phone");
        outbox.see(ana(), true, ["turn"].into_iter(), 300_000);
        assert_eq!(taken(&mut outbox, 300_000), ["turn"]);
    }

    #[test]
    fn notices_of_the_first_look_are_seen() {
        let mut outbox = Outbox::default();
        outbox.see(ana(), true, ["turn"].into_iter(), 0);
        assert!(taken(&mut outbox, 0).is_empty());
        outbox.see(ana(), true, ["turn"].into_iter(), MINUTE);
        assert!(taken(&mut outbox, MINUTE).is_empty());
    }

    #[test]
    fn notice_is_seen_if_a_page_was_open_after_it() {
        let mut outbox = outbox();
        outbox.see(ana(), false, ["turn"].into_iter(), MINUTE);
        outbox.see(ana(), false, ["turn", "late"].into_iter(), 2 * MINUTE);
        // The last request was at most two minutes ago: after the first notice, maybe before the second.
        outbox.see(ana(), false, ["turn", "late"].into_iter(), 3 * MINUTE);
        outbox.see(
            ana(),
            true,
            ["turn", "late"].into_iter(),
            3 * MINUTE + 20_000,
        );
        assert_eq!(taken(&mut outbox, 3 * MINUTE + 20_000), ["late"]);
    }

    #[test]
    fn failures_pause_a_device_for_longer_each_time() {
        let mut outbox = outbox();
        outbox.see(ana(), true, ["turn"].into_iter(), 0);
        let mut now = 0;
        for minutes in [1, 2, 4, 8, 16, 32, 60, 60] {
            assert_eq!(taken(&mut outbox, now), ["turn"]);
            outbox.done("phone", Vec::new(), Ended::Failed(None), now);
            now += minutes * MINUTE;
            assert!(taken(&mut outbox, now - 1).is_empty(), "{minutes}");
        }
        assert_eq!(taken(&mut outbox, now), ["turn"]);
        outbox.done("phone", vec!["turn".into()], Ended::Sent, now);
        outbox.see(ana(), true, ["request"].into_iter(), now);
        assert_eq!(taken(&mut outbox, now), ["request"]);
        let wait = Duration::from_secs(300);
        outbox.done("phone", Vec::new(), Ended::Failed(Some(wait)), now);
        assert!(taken(&mut outbox, now + 5 * MINUTE - 1).is_empty());
        assert_eq!(taken(&mut outbox, now + 5 * MINUTE), ["request"]);
        let wait = Duration::from_secs(u64::MAX);
        outbox.done("phone", Vec::new(), Ended::Failed(Some(wait)), now);
        assert_eq!(taken(&mut outbox, now + 60 * MINUTE), ["request"]);
    }

    #[test]
    fn removed_devices_are_forgotten() {
        let mut outbox = outbox();
        outbox.see(ana(), true, ["turn"].into_iter(), 0);
        assert_eq!(taken(&mut outbox, 0), ["turn"]);
        let pushed = Pushed {
            player: ana(),
            session: TokenHash::new([1; 32]),
            to: PushTo {
                endpoint: "tablet".to_owned(),
                keys: String::new(),
            },
        };
        outbox.keep(&[pushed]);
        assert!(outbox.devices.is_empty());
        outbox.done("phone", Vec::new(), Ended::Failed(None), 0);
        assert_eq!(Vec::from_iter(outbox.take(ana(), "tablet", 0)), ["turn"]);
        outbox.keep(&[]);
        assert!(outbox.players.is_empty());
    }
}
