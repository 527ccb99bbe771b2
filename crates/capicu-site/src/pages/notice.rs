//! Notices of moderators to the reader.

use capicu_i18n::Texts;
use capicu_store::conduct::{ConductAct, Entry, Sanction};
use maud::{Markup, html};

use super::when::{MOMENT, with_moment};

/// Unread notices, shown above every page until they are marked as read.
pub fn all(texts: Texts, unread: &[Entry]) -> Markup {
    html! {
        @if !unread.is_empty() {
            aside.front aria-label=(texts.conduct_notices()) data-testid="notices" {
                @for entry in unread {
                    form.wrong method="post" action="/me/read" {
                        p role="alert" { b { (sentence(texts, entry)) } }
                        p { (texts.conduct_reason(&entry.reason)) }
                        button.second name="entry" value=(entry.number) data-testid="notice-read" {
                            (texts.conduct_read())
                        }
                    }
                }
            }
        }
    }
}

/// The sanctions in force, for the account page.
pub fn holds(texts: Texts, entries: &[Entry]) -> Markup {
    html! {
        @if !entries.is_empty() {
            section data-testid="holds" {
                h2 { (texts.conduct_holds()) }
                ul {
                    @for entry in entries {
                        li { (sentence(texts, entry)) " " (texts.conduct_reason(&entry.reason)) }
                    }
                }
            }
        }
    }
}

/// Describes an entry to the person that it is about.
fn sentence(texts: Texts, entry: &Entry) -> Markup {
    match entry.act {
        ConductAct::Sanction {
            sanction,
            until: at,
        } => until(texts, sanction, at),
        ConductAct::Rename => html! { (texts.conduct_renamed()) },
        ConductAct::Warn
        | ConductAct::Role(_)
        | ConductAct::Dismiss
        | ConductAct::Lift { .. }
        | ConductAct::Read { .. }
        | ConductAct::SignOut
        | ConductAct::Close => {
            html! { (texts.conduct_warned()) }
        }
    }
}

/// Describes a sanction and when it ends.
pub fn until(texts: Texts, sanction: Sanction, until: Option<u64>) -> Markup {
    let told = match (sanction, until) {
        (Sanction::Mute, Some(_)) => texts.conduct_mute_until(MOMENT),
        (Sanction::Mute, None) => texts.conduct_mute_good(),
        (Sanction::Pause, Some(_)) => texts.conduct_pause_until(MOMENT),
        (Sanction::Pause, None) => texts.conduct_pause_good(),
        (Sanction::Ban, Some(_)) => texts.conduct_ban_until(MOMENT),
        (Sanction::Ban, None) => texts.conduct_ban_good(),
    };
    match until {
        Some(at) => with_moment(&told, at),
        None => html! { (told) },
    }
}
