//! Empty states: what will be here, and the first step.

use maud::{Markup, html};

/// An empty list: a double blank, a title, one sentence, and the link to the first step, as address and text.
pub fn empty(title: &str, line: &str, step: Option<(&str, &str)>) -> Markup {
    html! {
        div.empty data-testid="empty" {
            svg viewBox="0 0 60 32" aria-hidden="true" {
                rect x="1" y="1" width="58" height="30" rx="5" {}
                path d="M30 6v20" {}
                circle cx="30" cy="16" r="2.5" {}
            }
            p { b { (title) } }
            @if !line.is_empty() { p.help { (line) } }
            @if let Some((address, text)) = step { p { a.do.second href=(address) { (text) } } }
        }
    }
}
