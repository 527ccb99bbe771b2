//! Push notifications without an open page: the notices of the bell over Web Push.

mod outbox;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use capicu_accounts::friends::username;
use capicu_i18n::{Lang, Texts};
use capicu_protocol::{PlayerId, Whereabouts};
use capicu_push::{Connect, Delivery, Post, PushKeys, Subscription, SubscriptionError, send};
use capicu_store::shards::Owner;
use capicu_store::{Change, PeopleError, PushTo, Pushed};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use crate::pages::{PlainNotice, Waits};
use crate::{Failure, Site};
use outbox::{Ended, Outbox};

/// How often a server looks for notices.
pub const LOOK: Duration = Duration::from_secs(20);

/// Seconds for which a push service keeps a message: a turn is no longer news after an hour.
const KEEP: u32 = 3600;

/// The most devices to which the server sends at a time.
const AT_ONCE: usize = 32;

/// The key whose owner sends the messages in a cluster.
const SENDER: &str = "push";

/// The keys of a server, and its way to push services.
#[derive(Clone, Debug)]
pub struct Push {
    pub keys: PushKeys,
    /// The `mailto:` or `https:` address of the operator, for push services.
    pub contact: String,
    pub over: Arc<dyn Connect>,
    /// How often to look for notices.
    pub every: Duration,
}

/// The keys of a browser and the language of its messages, as a session stores them.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct BrowserKeys {
    pub key: String,
    pub auth: String,
    pub lang: String,
}

impl BrowserKeys {
    /// Checks the keys with their endpoint.
    pub fn subscription(&self, endpoint: &str) -> Result<Subscription, SubscriptionError> {
        Subscription::read(endpoint, &self.key, &self.auth)
    }

    fn texts(&self) -> Texts {
        Texts::new(Lang::from_tag(&self.lang).unwrap_or_default())
    }
}

/// The notices for a device.
struct Parcel {
    endpoint: String,
    to: Subscription,
    notices: Vec<PlainNotice>,
}

/// The end of a delivery.
struct Receipt {
    endpoint: String,
    /// The ids of the notices that need no other try.
    sent: Vec<String>,
    ended: Ended,
}

/// Sends new notices to the devices of players without an open page. A start sends nothing that waited before.
pub async fn run(site: Site, push: Push) {
    let mut looks = interval(push.every);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut outbox = Outbox::default();
    let mut deliveries = JoinSet::new();
    let line = Arc::new(Semaphore::new(AT_ONCE));
    loop {
        tokio::select! {
            _ = looks.tick() => match site.registry().nodes().shards.owner(SENDER) {
                Owner::Here => {
                    for parcel in look(&site, &mut outbox).await {
                        let (site, push, line) = (site.clone(), push.clone(), line.clone());
                        deliveries.spawn(async move {
                            let _place = line.acquire().await;
                            deliver(&site, &push, parcel).await
                        });
                    }
                }
                Owner::Elsewhere(_) | Owner::Nobody => outbox = Outbox::default(),
            },
            Some(ended) = deliveries.join_next() => {
                if let Ok(Receipt { endpoint, sent, ended }) = ended {
                    let now = site.services().clock.now();
                    outbox.done(&endpoint, sent, ended, now);
                }
            }
        }
    }
}

/// Looks once at the notices of all players who accept messages.
async fn look(site: &Site, outbox: &mut Outbox) -> Vec<Parcel> {
    let services = site.services();
    let Ok(all) = services.store.pushes(None, services.sessions_at()).await else {
        return Vec::new();
    };
    outbox.keep(&all);
    let mut devices: BTreeMap<PlayerId, Vec<PushTo>> = BTreeMap::new();
    for Pushed { player, to, .. } in all {
        devices.entry(player).or_default().push(to);
    }
    let mut seen: BTreeMap<PlayerId, Whereabouts> = devices
        .keys()
        .map(|player| (*player, site.attendance().of(*player)))
        .collect();
    site.registry().nodes().whereabouts(&mut seen).await;
    let mut parcels = Vec::new();
    for (player, devices) in devices {
        // Without an answer of the store and the lobby, the next look decides.
        let Ok(waits) = waits_of(site, player).await else {
            continue;
        };
        let now = services.clock.now();
        let is_away = seen.get(&player) == Some(&Whereabouts::Away);
        let notices = waits.plain(Texts::default());
        let ids = notices.iter().map(|notice| notice.id.as_str());
        outbox.see(player, is_away, ids, now);
        if is_away {
            let parcels_of = devices
                .iter()
                .filter_map(|to| parcel(outbox, player, &waits, to, now));
            parcels.extend(parcels_of);
        } else {
            devices.iter().for_each(|to| outbox.returned(&to.endpoint));
        }
    }
    parcels
}

async fn waits_of(site: &Site, player: PlayerId) -> Result<Waits, Failure> {
    let found = site.services().store.player(player).await?;
    match found.filter(|player| username(player).is_some()) {
        Some(player) => Waits::complete(site, &player).await,
        None => Ok(Waits::nothing(player)),
    }
}

/// The notices that a device gets now, in its language.
fn parcel(
    outbox: &mut Outbox,
    player: PlayerId,
    waits: &Waits,
    to: &PushTo,
    now: u64,
) -> Option<Parcel> {
    let keys: BrowserKeys = serde_json::from_str(&to.keys).ok()?;
    let subscription = keys.subscription(&to.endpoint).ok()?;
    let due = outbox.take(player, &to.endpoint, now);
    let mut notices = waits.plain(keys.texts());
    notices.retain(|notice| due.contains(&notice.id));
    (!notices.is_empty()).then(|| Parcel {
        endpoint: to.endpoint.clone(),
        to: subscription,
        notices,
    })
}

/// Sends notices to a device, until one fails. A device that accepts no more messages is removed.
async fn deliver(site: &Site, push: &Push, parcel: Parcel) -> Receipt {
    let mut receipt = Receipt {
        endpoint: parcel.endpoint,
        sent: Vec::new(),
        ended: Ended::Sent,
    };
    let host = parcel.to.endpoint.host().to_owned();
    for notice in parcel.notices {
        let text = serde_json::to_string(&notice).unwrap_or_default();
        let post = Post {
            text: &text,
            keep: KEEP,
            contact: &push.contact,
            now: site.services().clock.now() / 1000,
        };
        match send(&*push.over, &push.keys, &parcel.to, post).await {
            Delivery::Accepted => receipt.sent.push(notice.id),
            Delivery::Refused(status) => {
                tracing::warn!(status, host, "a push service refused a message");
                receipt.sent.push(notice.id);
            }
            Delivery::Gone => {
                remove(site, receipt.endpoint.clone()).await;
                break;
            }
            Delivery::Busy(wait) => {
                tracing::warn!(host, "a push service is busy");
                receipt.ended = Ended::Failed(wait);
                break;
            }
            Delivery::Failed => {
                tracing::warn!(host, "a push service does not answer");
                receipt.ended = Ended::Failed(None);
                break;
            }
        }
    }
    receipt
}

async fn remove(site: &Site, endpoint: String) {
    match site
        .services()
        .store
        .change(Change::PushGone { endpoint })
        .await
    {
        Ok(()) | Err(PeopleError::Unknown) => {}
        Err(_) => tracing::warn!("a device that accepts no more messages could not be removed"),
    }
}
