//! The pages of a person, as the list at the top of the account page.

use capicu_i18n::Texts;
use capicu_protocol::Me;
use maud::{Markup, html};

use super::when::{MOMENT, with_moment};
use crate::avatar::Face;

/// A list of links, each a whole row: the own page first, for an account.
pub fn own_pages(texts: Texts, me: &Me) -> Markup {
    let username = me.username.as_deref();
    html! {
        ul.list data-testid="own-pages" {
            @if let Some(username) = username {
                li { a.whole href={ "/@" (username) } data-testid="to-profile" {
                    (Face::Account(username).draw(48))
                    span.told { b { (username) } small { (texts.friends_own_profile()) } }
                } }
            }
            (row("/history", "to-history", &texts.site_history()))
            @if username.is_some() { (row("/bell", "to-bell", &texts.bell_title())) }
            (row("/friends", "to-friends", &texts.friends()))
            (row("/clubs", "to-clubs", &texts.clubs()))
            (row("/ratings", "to-ratings", &texts.ratings()))
            (row("/score", "to-score", &texts.sheet_title()))
            @if username.is_some() { (row("/me/bots", "to-bots", &texts.bots())) }
            (row("/settings", "to-settings", &texts.device_settings()))
        }
        p.help data-testid="who" {
            @match username {
                Some(username) => (texts.me_member(username)),
                None => (texts.me_guest()),
            }
            " " (with_moment(&texts.me_since(MOMENT), me.since)) "."
        }
    }
}

fn row(address: &str, id: &str, name: &str) -> Markup {
    html! { li { a.whole href=(address) data-testid=(id) { span.told { b { (name) } } } } }
}
