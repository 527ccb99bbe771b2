//! How many bytes an address may have stored in a day.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::DAY;
use capicu_protocol::ApiErrorCode;
use tokio::time::Instant;

use crate::Failure;
use crate::access::Guard;

/// Bytes that a request stores in addition to its body.
const REQUEST: u64 = 1_000;

/// Bytes that a new table stores.
pub const TABLE: u64 = 5_000;

/// Bytes that a command at a table stores, with the moves of bots that follow it.
pub const COMMAND: u64 = 600;

/// Forms whose data the server does not store.
const STORE_NOTHING: [&str; 3] = ["/replay/analysis", "/rule-file", "/room"];

/// The number of addresses remembered in a day. If there are more, those that stored most stay.
const MOST: usize = 100_000;

/// Bytes stored for each address today. Days count from the start of the server.
#[derive(Debug)]
pub struct Budget {
    most: u64,
    spent: Mutex<Spent>,
}

#[derive(Debug)]
struct Spent {
    began: Instant,
    by: HashMap<IpAddr, u64>,
}

impl Budget {
    /// Millions of bytes a day for each address.
    pub fn new(megabytes: NonZeroU32) -> Self {
        Self {
            most: u64::from(megabytes.get()) * 1_000_000,
            spent: Mutex::new(Spent {
                began: Instant::now(),
                by: HashMap::new(),
            }),
        }
    }

    fn today(&self) -> MutexGuard<'_, Spent> {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        if spent.began.elapsed() >= DAY {
            spent.began = Instant::now();
            spent.by = HashMap::new();
        }
        spent
    }

    /// Whether an address has used up its bytes for today.
    pub fn is_spent(&self, address: IpAddr) -> bool {
        let spent = self.today();
        spent.by.get(&address).is_some_and(|by| *by >= self.most)
    }

    /// Counts bytes that are or will be stored for an address.
    pub fn spend(&self, address: IpAddr, bytes: u64) {
        let mut spent = self.today();
        if spent.by.len() >= MOST && !spent.by.contains_key(&address) {
            let mut all: Vec<u64> = spent.by.values().copied().collect();
            let (_, middle, _) = all.select_nth_unstable(MOST / 2);
            let middle = *middle;
            spent.by.retain(|_, by| *by > middle);
        }
        let by = spent.by.entry(address).or_default();
        *by = by.saturating_add(bytes);
    }
}

/// Refuses changes from an address that has used up its bytes for today.
pub async fn within(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if is_read || STORE_NOTHING.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(SocketAddr::from(([0; 4], 0)), |peer| peer.0);
    let address = guard.address(peer, request.headers());
    if !guard.has_room(address) {
        return Failure::new(ApiErrorCode::Flood).into_response();
    }
    let long = request.headers().get(header::CONTENT_LENGTH);
    let long = long.and_then(|long| long.to_str().ok()?.parse::<u64>().ok());
    guard
        .disk()
        .spend(address, REQUEST + long.unwrap_or_default());
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn address(n: u32) -> IpAddr {
        IpAddr::from(n.to_be_bytes())
    }

    #[tokio::test(start_paused = true)]
    async fn address_has_a_daily_storage_limit() {
        let budget = Budget::new(NonZeroU32::MIN);
        let [one, other] = [1, 2].map(address);
        budget.spend(one, 999_999);
        assert!(!budget.is_spent(one));
        budget.spend(one, 1);
        assert!(budget.is_spent(one) && !budget.is_spent(other));
        tokio::time::advance(DAY - Duration::from_secs(60)).await;
        assert!(budget.is_spent(one));
        tokio::time::advance(Duration::from_secs(60)).await;
        assert!(!budget.is_spent(one));
    }

    #[tokio::test(start_paused = true)]
    async fn large_spender_is_remembered_behind_many_small_ones() {
        let budget = Budget::new(NonZeroU32::MIN);
        budget.spend(address(0), 1_000_000);
        for n in 1..=(2 * MOST as u32) {
            budget.spend(address(n), 1);
        }
        assert!(budget.is_spent(address(0)));
        assert!(budget.today().by.len() <= MOST);
    }
}
