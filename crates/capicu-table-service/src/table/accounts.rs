//! The bots and deleted players of a table, as stored.

use std::collections::BTreeMap;

use capicu_protocol::PlayerId;
use capicu_store::{PlayerKind, Unavailable};
use capicu_table::{Account, State};

use super::Services;

/// Finds the bots and deleted players among all who have or had a seat.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn at(
    services: &Services,
    state: &State,
) -> Result<BTreeMap<PlayerId, Account>, Unavailable> {
    let seats = state.all_seats().map(|seat| state.seat(seat));
    let players: Vec<PlayerId> = seats.filter_map(|seat| seat.account()).collect();
    of(services, players).await
}

/// Finds the bots and deleted players among these players.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn of(
    services: &Services,
    players: Vec<PlayerId>,
) -> Result<BTreeMap<PlayerId, Account>, Unavailable> {
    let mut accounts = BTreeMap::new();
    for id in players {
        let player = services.store.player(id).await?;
        let account = player.and_then(|player| match player.kind {
            PlayerKind::Bot => Some(Account::Program {
                name: player.name.unwrap_or_default(),
            }),
            PlayerKind::Gone => Some(Account::Removed),
            PlayerKind::Guest | PlayerKind::Member { .. } => None,
        });
        accounts.extend(account.map(|account| (id, account)));
    }
    Ok(accounts)
}
