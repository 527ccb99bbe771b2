//! The frame of a page: its head, the languages, the search and the list of pages.

use std::fmt::Write as _;

use crate::lang::Lang;
use crate::place::{listed, published, up};
use crate::site::{Page, Site};

/// The whole page as HTML.
pub fn framed(site: &Site, page: &Page) -> String {
    let (texts, root) = (page.lang.texts(), up(&page.path));
    let title = escaped(page.body.title());
    let home = published(page.lang.home());
    let (alternate, languages) = languages(site, page);
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title} – Capicú</title>\n\
         <meta name=\"description\" content=\"{description}\">\n\
         <link rel=\"stylesheet\" href=\"{root}style.css\">\n{alternate}</head>\n<body>\n\
         <a class=\"skip\" href=\"#main\">{skip}</a>\n<header>\n<a href=\"{root}{home}\">Capicú</a>\n\
         <nav aria-label=\"{named}\"><ul>{languages}</ul></nav>\n\
         <form role=\"search\"><input id=\"search\" type=\"search\" placeholder=\"{search}\" aria-label=\"{search}\" \
         autocomplete=\"off\"><ul id=\"found\" aria-live=\"polite\" hidden></ul></form>\n</header>\n\
         <div class=\"columns\">\n<nav class=\"pages\" aria-label=\"{pages}\">\n{menu}</nav>\n\
         <main id=\"main\">\n{html}</main>\n</div>\n\
         <script src=\"{root}search.js\" data-root=\"{root}\" data-lang=\"{lang}\" data-nothing=\"{nothing}\"></script>\n\
         </body>\n</html>\n",
        lang = page.lang.tag(),
        description = escaped(&description(page)),
        skip = texts.skip,
        named = texts.languages,
        search = texts.search,
        pages = texts.pages,
        menu = menu(site, page),
        html = page.body.html,
        nothing = texts.nothing,
    )
}

/// The first sentences of the page.
fn description(page: &Page) -> String {
    let first = page.body.sections.first();
    let text = first.map_or("", |section| &section.text);
    let text = text.strip_prefix(page.body.title()).unwrap_or(text);
    let words: Vec<&str> = text.split_whitespace().take(30).collect();
    words.join(" ")
}

/// Links for search engines, and those that people press.
fn languages(site: &Site, page: &Page) -> (String, String) {
    let root = up(&page.path);
    let (mut alternate, mut languages) = (String::new(), String::new());
    // Search engines want whole addresses.
    let base = site.url.as_deref().unwrap_or(&root);
    if let Some(url) = &site.url {
        let path = listed(&page.path);
        let _ = writeln!(alternate, "<link rel=\"canonical\" href=\"{url}{path}\">");
    }
    for lang in Lang::ALL {
        let twin = lang.twin(&page.file);
        let twin = twin.filter(|twin| site.pages.contains_key(twin));
        let (tag, name) = (lang.tag(), lang.texts().name);
        if let Some(twin) = &twin {
            let path = published(twin);
            let path = match site.url {
                Some(_) => listed(&path),
                None => &path,
            };
            let _ = writeln!(
                alternate,
                "<link rel=\"alternate\" hreflang=\"{tag}\" href=\"{base}{path}\">"
            );
        }
        let path = published(twin.as_deref().unwrap_or(lang.home()));
        let current = if lang == page.lang {
            " aria-current=\"true\""
        } else {
            ""
        };
        let _ = write!(
            languages,
            "<li><a href=\"{root}{path}\" lang=\"{tag}\"{current}>{name}</a></li>"
        );
    }
    (alternate, languages)
}

/// The pages by reader, as the first page of the language lists them, and the rules.
fn menu(site: &Site, page: &Page) -> String {
    let mut menu = String::new();
    let rules = format!("docs/rules/{}/", page.lang.tag());
    for (heading, files) in site.readers(page.lang) {
        let files = files.into_iter().filter(|file| !file.starts_with(&rules));
        part(&mut menu, site, page, &heading, files);
    }
    let rules = site.pages.keys().filter(|file| file.starts_with(&rules));
    part(
        &mut menu,
        site,
        page,
        page.lang.texts().rules,
        rules.cloned(),
    );
    menu
}

fn part(
    menu: &mut String,
    site: &Site,
    page: &Page,
    heading: &str,
    files: impl Iterator<Item = String>,
) {
    let root = up(&page.path);
    let mut rows = String::new();
    for file in files {
        let Some(other) = site.pages.get(&file) else {
            continue;
        };
        let current = if other.file == page.file {
            " aria-current=\"page\""
        } else {
            ""
        };
        let title = escaped(other.body.title());
        let path = &other.path;
        let _ = writeln!(
            rows,
            "<li><a href=\"{root}{path}\"{current}>{title}</a></li>"
        );
    }
    if !rows.is_empty() {
        let _ = writeln!(menu, "<h2>{}</h2>\n<ul>\n{rows}</ul>", escaped(heading));
    }
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('"', "&quot;")
}
