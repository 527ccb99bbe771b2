//! Empty states: what will be here, and the first step.

use maud::{Markup, PreEscaped, html};

/// The picture of an empty state.
#[derive(Clone, Copy)]
pub enum Drawing {
    /// A double blank.
    Tile,
    /// A table with one tile, and places for the next ones.
    Table,
    /// A leaf of a calendar with a tile.
    Calendar,
    /// A round table with four players.
    Company,
}

/// An empty list: a picture, a title, one sentence, and the button for the first step, as address and text.
pub fn empty(drawing: Drawing, title: &str, line: &str, step: Option<(&str, &str)>) -> Markup {
    html! {
        div.empty data-testid="empty" {
            (drawing.draw())
            p { b { (title) } }
            @if !line.is_empty() { p.help { (line) } }
            @if let Some((address, text)) = step { p { a.do href=(address) { (text) } } }
        }
    }
}

const TILE: &str = r#"<path class="ivory" d="M6 1h48a5 5 0 0 1 5 5v20a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5z"/><path d="M30 6v20"/><circle cx="30" cy="16" r="2.5"/>"#;
const TABLE: &str = r#"<rect class="wood" width="160" height="96" rx="14"/><rect class="cloth" x="5" y="5" width="150" height="86" rx="10"/><path class="free" d="M24 39h34v18H24zM102 39h34v18h-34z"/><rect class="ivory" x="63" y="39" width="34" height="18" rx="3"/><path d="M80 42v12"/><circle cx="80" cy="48" r="2"/>"#;
const CALENDAR: &str = r#"<rect class="wood" width="160" height="96" rx="14"/><rect class="cloth" x="5" y="5" width="150" height="86" rx="10"/><rect class="ivory" x="52" y="16" width="56" height="64" rx="7"/><path class="head" d="M59 16h42a7 7 0 0 1 7 7v9H52v-9a7 7 0 0 1 7-7z"/><g transform="rotate(12 80 56)"><rect class="ivory" x="63" y="47" width="34" height="18" rx="3"/><path d="M80 50v12"/><circle cx="80" cy="56" r="2"/></g>"#;
const COMPANY: &str = r#"<circle class="wood" cx="80" cy="48" r="46"/><circle class="cloth" cx="80" cy="48" r="41"/><path class="ivory" d="M63 14h34v12H63zM63 70h34v12H63zM46 31v34h12V31zM102 31v34h12V31z"/><rect class="ivory" x="71" y="43" width="18" height="10" rx="2"/><path d="M80 45v6"/>"#;

impl Drawing {
    fn draw(self) -> Markup {
        let (size, inside) = match self {
            Self::Tile => ("0 0 60 32", TILE),
            Self::Table => ("0 0 160 96", TABLE),
            Self::Calendar => ("0 0 160 96", CALENDAR),
            Self::Company => ("0 0 160 96", COMPANY),
        };
        html! { svg viewBox=(size) aria-hidden="true" { (PreEscaped(inside)) } }
    }
}
