//! The seats of the table that a player seeks. Only the partner has a name before the table is found.

use capicu_accounts::friends::username;
use capicu_store::Player;
use capicu_table_service::lobby::{Progress, Waiting};
use maud::{Markup, html};

use super::extract::Ask;
use crate::avatar::Face;

/// The seats that a page shows.
#[derive(Default)]
pub struct Places(Option<Waiting>);

impl Places {
    /// The seats as HTML if they have changed, and otherwise an empty text.
    pub async fn news(&mut self, ask: &Ask, player: &Player, progress: &Progress) -> String {
        let Progress::Waiting(waiting) = progress else {
            return String::new();
        };
        let is_same = |of: &Waiting| (of.people, &of.others) == (waiting.people, &waiting.others);
        if self.0.as_ref().is_some_and(is_same) {
            return String::new();
        }
        self.0 = Some(waiting.clone());
        of(ask, player, waiting).await.into_string()
    }
}

/// The seats: the player, the others who wait, and free ones.
pub async fn of(ask: &Ask, player: &Player, waiting: &Waiting) -> Markup {
    let texts = ask.texts();
    let ids = waiting.others.iter().map(|other| other.player).collect();
    let usernames = ask.site.services().store.usernames(ids).await;
    // Without the store, accounts have the faces of guests.
    let usernames = usernames.unwrap_or_default();
    let seats = usize::from(waiting.seats);
    let known = waiting.others.len() + 1;
    // Strangers have no names, so a page does not reveal who waits or who blocks whom.
    let unknown = waiting.people.min(seats).saturating_sub(known);
    let free = seats.saturating_sub(known + unknown);
    let own = player.name.clone().unwrap_or_default();
    let own = username(player).map_or(Face::Guest(&own), Face::Account);
    html! {
        li { (own.draw(44)) span { (texts.seat_you()) } }
        @for other in &waiting.others {
            @let called = usernames.get(&other.player).cloned().or_else(|| other.name.clone());
            @let called = called.unwrap_or_else(|| texts.default_name());
            @let face = usernames.get(&other.player).map_or(Face::Guest(&called), |name| Face::Account(name));
            li { (face.draw(44)) span { (called) } }
        }
        @for _ in 0..unknown { li { (Face::Guest("").draw(44)) span { (texts.seat_taken()) } } }
        @for _ in 0..free { li.free { i {} span { (texts.invited_free()) } } }
    }
}
