//! The menu of an account, in the header of every page. The script of the bell adds it with the languages of the page;
//! without a script the header links to the account, and the footer to the rest.

use capicu_i18n::Texts;
use maud::{Markup, html};

use crate::avatar::Face;

/// The pages of an account and the way out.
pub fn panel(texts: Texts, username: &str) -> Markup {
    html! {
        a href={ "/@" (username) } data-testid="menu-profile" {
            (Face::Account(username).draw(40))
            span { b { (username) } br; small { (texts.friends_own_profile()) } }
        }
        a href="/me" { (texts.site_you()) }
        a href="/history" { (texts.site_history()) }
        a href="/friends" { (texts.friends()) }
        a href="/settings" { (texts.device_settings()) }
        form method="post" action="/me/sign-out" {
            button.second name="session" value="this" data-testid="menu-sign-out" { (texts.me_sign_out()) }
        }
    }
}

/// The button that opens the menu: the face of the account.
pub fn button(username: &str) -> Markup {
    Face::Account(username).draw(34)
}
