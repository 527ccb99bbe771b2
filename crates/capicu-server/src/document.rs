//! Pages of text that need no client: one frame, the colors of the table, both languages.

use capicu_i18n::{Lang, Texts};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// All that such a page needs of the table's looks.
const STYLE: &str = include_str!("document.css");

/// A whole page. `address` is where it is in a language.
pub fn document(
    lang: Lang,
    title: &str,
    address: impl Fn(Lang) -> String,
    body: &Markup,
) -> Markup {
    let texts = Texts::new(lang);
    html! {
        (DOCTYPE)
        html lang=(lang.tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="theme-color" content="#072419";
                title { (title) " – " (texts.app_name()) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    a.home href="/" { (texts.app_name()) }
                    nav {
                        @for of in Lang::ALL {
                            a lang=(of.tag()) hreflang=(of.tag()) href=(address(*of))
                                aria-current=[(*of == lang).then_some("true")] { (of.own_name()) }
                        }
                    }
                }
                (body)
            }
        }
    }
}
