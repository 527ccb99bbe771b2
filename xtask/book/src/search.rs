//! The list that the search of a language reads.

use serde_json::json;

use crate::lang::Lang;
use crate::site::Page;

/// A script that holds the sections of all pages in a language. A page opened from a disk can load a script, but no JSON.
pub fn script<'a>(lang: Lang, pages: impl Iterator<Item = &'a Page>) -> String {
    let pages = pages.filter(|page| page.lang == lang);
    let entries = pages.flat_map(|page| {
        let title = page.body.title();
        page.body.sections.iter().map(move |section| {
            let text = section
                .text
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            json!([
                format!("{}#{}", page.path, section.anchor),
                title,
                section.title,
                text
            ])
        })
    });
    let entries: Vec<_> = entries.collect();
    format!("capicuSearch({});\n", json!(entries))
}
