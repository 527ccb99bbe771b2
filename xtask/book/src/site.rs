//! All pages of the website, and where their links lead.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::frame::framed;
use crate::lang::Lang;
use crate::markdown::Body;
use crate::place::{REPOSITORY, published, resolve, up};
use crate::search;
use crate::sitemap;

const STYLE: &str = include_str!("../files/style.css");
const SEARCH: &str = include_str!("../files/search.js");

/// A page with its place.
#[derive(Clone, Debug)]
pub struct Page {
    /// Relative to the root of the repository, such as `docs/play.md`.
    pub file: String,
    /// Relative to the root of the website.
    pub path: String,
    pub lang: Lang,
    pub body: Body,
    text: String,
}

/// The website in memory.
#[derive(Debug, Default)]
pub struct Site {
    /// The pages by the path of their file.
    pub pages: BTreeMap<String, Page>,
    /// The address of the website, which ends with a slash.
    pub url: Option<String>,
    /// Other files below `docs/`: pictures, schemas and settings.
    files: BTreeSet<String>,
    /// Other files and folders of the repository that pages link to.
    outside: BTreeSet<String>,
}

impl Site {
    pub fn read(root: &Path) -> Result<Self> {
        let mut all = BTreeMap::new();
        collect(root, "docs", &mut all)?;
        let mut site = Self::of(all);
        let targets: BTreeSet<String> = site.targets().map(|(_, target, _)| target).collect();
        let exists = |target: &String| root.join(target).exists();
        site.outside = targets.into_iter().filter(exists).collect();
        Ok(site)
    }

    /// Makes the pages of these files; files that are no Markdown have no text.
    fn of(all: BTreeMap<String, String>) -> Self {
        let is_page = |file: &str| file.ends_with(".md");
        let (pages, files): (BTreeMap<_, _>, BTreeMap<_, _>) =
            all.into_iter().partition(|(file, _)| is_page(file));
        let files: BTreeSet<String> = files.into_keys().collect();
        let names: BTreeSet<String> = pages.keys().cloned().collect();
        let pages = pages.into_iter().map(|(file, text)| {
            let path = published(&file);
            let place = |target: &str| {
                let (name, anchor) = split(target);
                if is_external(target) || name.is_empty() {
                    return target.to_owned();
                }
                let wanted = resolve(&file, name);
                if names.contains(&wanted) || files.contains(&wanted) {
                    return format!("{}{}{anchor}", up(&path), published(&wanted));
                }
                format!("{REPOSITORY}/blob/main/{wanted}{anchor}")
            };
            let body = Body::render(&text, place);
            let lang = Lang::of(&file);
            let page = Page {
                file: file.clone(),
                path,
                lang,
                body,
                text,
            };
            (file, page)
        });
        Self {
            pages: pages.collect(),
            url: None,
            files,
            outside: BTreeSet::new(),
        }
    }

    /// All links to files of the repository: page, target and anchor.
    fn targets(&self) -> impl Iterator<Item = (&Page, String, &str)> {
        self.pages.values().flat_map(|page| {
            let links = page.body.links.iter();
            let links = links.filter(|link| !is_external(link));
            links.map(move |link| {
                let (name, anchor) = split(link);
                let target = match name {
                    "" => page.file.clone(),
                    _ => resolve(&page.file, name),
                };
                (page, target, anchor.trim_start_matches('#'))
            })
        })
    }

    /// The number of links that are checked.
    pub fn links(&self) -> usize {
        self.targets().count()
    }

    /// Links that lead nowhere, a line each.
    pub fn broken(&self) -> Vec<String> {
        let wrong = self
            .targets()
            .filter(|(_, target, anchor)| match self.pages.get(target) {
                Some(page) => {
                    let id = format!(" id=\"{anchor}\"");
                    !anchor.is_empty() && !page.body.html.contains(&id)
                }
                None => !self.files.contains(target) && !self.outside.contains(target),
            });
        let lines = wrong.map(|(page, target, anchor)| {
            let mark = if anchor.is_empty() { "" } else { "#" };
            format!("{} links to {target}{mark}{anchor}", page.file)
        });
        lines.collect()
    }

    /// Each kind of reader with their pages, from the table of the first page.
    pub fn readers(&self, lang: Lang) -> Vec<(String, Vec<String>)> {
        let Some(home) = self.pages.get(lang.home()) else {
            return Vec::new();
        };
        let mut rows: Vec<(String, Vec<String>)> = Vec::new();
        let mut is_first = false;
        for event in Parser::new_ext(&home.text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::TableRow) => {
                    rows.push((String::new(), Vec::new()));
                    is_first = true;
                }
                Event::End(TagEnd::TableCell) => is_first = false,
                Event::End(TagEnd::Table) => break,
                Event::Text(text) if is_first => {
                    if let Some((heading, _)) = rows.last_mut() {
                        heading.push_str(&text);
                    }
                }
                Event::Start(Tag::Link { dest_url, .. }) => {
                    if let Some((_, files)) = rows.last_mut() {
                        files.push(resolve(&home.file, split(&dest_url).0));
                    }
                }
                _ => {}
            }
        }
        rows
    }

    /// Writes the website in place of what is in the folder.
    pub fn write(&self, root: &Path, out: &Path) -> Result<()> {
        let context = || format!("cannot write {}", out.display());
        if out.exists() {
            fs::remove_dir_all(out).with_context(context)?;
        }
        let write = |path: &str, bytes: &[u8]| -> Result<()> {
            let path = out.join(path);
            fs::create_dir_all(path.parent().unwrap_or(out)).with_context(context)?;
            fs::write(path, bytes).with_context(context)
        };
        for page in self.pages.values() {
            write(&page.path, framed(self, page).as_bytes())?;
        }
        for file in &self.files {
            write(&published(file), &fs::read(root.join(file))?)?;
        }
        for lang in Lang::ALL {
            let script = search::script(lang, self.pages.values());
            write(&format!("search-{}.js", lang.tag()), script.as_bytes())?;
        }
        if let Some(url) = &self.url {
            write("sitemap.xml", sitemap::xml(self, url).as_bytes())?;
            write("robots.txt", sitemap::robots(url).as_bytes())?;
        }
        write("style.css", STYLE.as_bytes())?;
        write("search.js", SEARCH.as_bytes())
    }
}

/// The target of a link, and its anchor with `#`.
fn split(target: &str) -> (&str, &str) {
    target.split_at(target.find('#').unwrap_or(target.len()))
}

fn is_external(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

/// Reads the files below a folder of the repository.
fn collect(root: &Path, folder: &str, into: &mut BTreeMap<String, String>) -> Result<()> {
    let path = root.join(folder);
    let context = || format!("cannot read {}", path.display());
    for entry in fs::read_dir(&path).with_context(context)? {
        let entry = entry.with_context(context)?;
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(root, &name, into)?;
        } else {
            let is_page = name.ends_with(".md");
            let text = is_page.then(|| fs::read_to_string(entry.path()));
            into.insert(
                name,
                text.transpose().with_context(context)?.unwrap_or_default(),
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(files: &[(&str, &str)]) -> Site {
        let files = files.iter();
        Site::of(
            files
                .map(|(name, text)| (format!("docs/{name}"), (*text).to_owned()))
                .collect(),
        )
    }

    #[test]
    fn broken_links_and_anchors_are_found() {
        let site = site(&[
            (
                "README.md",
                "# Home\n\n[a](play.md#start) [b](play.md#end) [c](gone.md) [d](#home) [e](#away)\n",
            ),
            (
                "play.md",
                "# Play\n\n## Start\n\n![p](images/p.svg) [x](https://example.com/gone)\n",
            ),
            ("images/p.svg", ""),
        ]);
        assert_eq!(site.links(), 6);
        let expected = [
            "docs/README.md links to docs/play.md#end",
            "docs/README.md links to docs/gone.md",
            "docs/README.md links to docs/README.md#away",
        ];
        assert_eq!(site.broken(), expected);
    }

    #[test]
    fn links_lead_to_the_website_or_the_repository() {
        let site = site(&[
            (
                "rules/es/cien.md",
                "# Cien\n\n[a](../../play.md#b) [c](../../../README.md)\n",
            ),
            ("play.md", "# Play\n"),
        ]);
        let html = &site.pages["docs/rules/es/cien.md"].body.html;
        assert!(html.contains("href=\"../../play.html#b\""), "{html}");
        let outside = format!("href=\"{REPOSITORY}/blob/main/README.md\"");
        assert!(html.contains(&outside), "{html}");
    }

    #[test]
    fn search_engines_find_every_page_by_its_address() {
        let mut site = site(&[
            ("README.md", "# Home\n"),
            ("es/README.md", "# Inicio\n"),
            ("rules/en/cien.md", "# Cien\n"),
        ]);
        site.url = Some("https://capicu.example/".to_owned());
        let xml = sitemap::xml(&site, "https://capicu.example/");
        for path in ["", "es/", "rules/en/cien.html"] {
            let entry = format!("<loc>https://capicu.example/{path}</loc>");
            assert!(xml.contains(&entry), "{entry} in {xml}");
        }
        let home = framed(&site, &site.pages["docs/README.md"]);
        for link in [
            "<link rel=\"canonical\" href=\"https://capicu.example/\">",
            "<link rel=\"alternate\" hreflang=\"es\" href=\"https://capicu.example/es/\">",
        ] {
            assert!(home.contains(link), "{link} in {home}");
        }
    }

    #[test]
    fn menu_lists_the_pages_of_each_reader() {
        let home = "# Home\n\n| Reader | Pages |\n|---|---|\n| Play | [play](play.md), [x](https://example.com) |\n";
        let site = site(&[("README.md", home), ("play.md", "# How to play\n")]);
        let readers = site.readers(Lang::English);
        assert_eq!(readers[0].0, "Play");
        assert_eq!(readers[0].1[0], "docs/play.md");
        let page = framed(&site, &site.pages["docs/play.md"]);
        let row = "<h2>Play</h2>\n<ul>\n<li><a href=\"play.html\" aria-current=\"page\">How to play</a></li>";
        assert!(page.contains(row), "{page}");
        assert!(
            page.contains("<title>How to play – Capicú</title>"),
            "{page}"
        );
    }
}
