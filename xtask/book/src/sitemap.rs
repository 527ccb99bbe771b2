//! The files that search engines ask for.

use std::fmt::Write as _;

use crate::place::listed;
use crate::site::Site;

/// All pages of the website at this address, as a sitemap.
pub fn xml(site: &Site, url: &str) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in site.pages.values() {
        let path = listed(&page.path);
        let _ = writeln!(xml, "<url><loc>{url}{path}</loc></url>");
    }
    xml + "</urlset>\n"
}

/// Lets search engines read everything, and names the sitemap.
pub fn robots(url: &str) -> String {
    format!("User-agent: *\nAllow: /\n\nSitemap: {url}sitemap.xml\n")
}
