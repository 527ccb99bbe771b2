//! A page of Markdown as HTML, with its headings, links and text.

use std::collections::BTreeMap;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// A part of a page below a heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Empty before the first heading.
    pub anchor: String,
    pub title: String,
    pub text: String,
}

/// A page without its frame.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub html: String,
    pub sections: Vec<Section>,
    /// The targets of all links, as written.
    pub links: Vec<String>,
}

impl Body {
    /// Renders a page; `place` turns the target of a link into its address on the website.
    pub fn render(text: &str, place: impl Fn(&str) -> String) -> Self {
        let mut body = Self::default();
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let mut events: Vec<Event<'_>> = Parser::new_ext(text, options).collect();
        let mut used = BTreeMap::new();
        let mut section = Section::default();
        for at in 0..events.len() {
            if let Event::Start(Tag::Heading { .. }) = &events[at] {
                let title = heading(&events[at + 1..]);
                let anchor = anchor(&title, &mut used);
                if let Event::Start(Tag::Heading { id, level, .. }) = &mut events[at] {
                    *id = Some(anchor.clone().into());
                    // The parts of a rules page are short: they stay with their heading of the second level.
                    if *level <= HeadingLevel::H2 {
                        let text = String::new();
                        let new = Section {
                            anchor,
                            title,
                            text,
                        };
                        body.sections.push(std::mem::replace(&mut section, new));
                    }
                }
            }
            match &mut events[at] {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    body.links.push(dest_url.to_string());
                    *dest_url = CowStr::from(place(dest_url));
                }
                Event::Text(text) | Event::Code(text) => section.text.push_str(text),
                Event::End(TagEnd::TableCell | TagEnd::Paragraph | TagEnd::Item)
                | Event::SoftBreak => section.text.push(' '),
                _ => {}
            }
        }
        body.sections.push(section);
        body.sections
            .retain(|section| !section.text.trim().is_empty());
        html::push_html(&mut body.html, events.into_iter());
        body
    }

    /// The title of the page, from its first heading.
    pub fn title(&self) -> &str {
        let titles = self.sections.iter().map(|section| section.title.as_str());
        titles
            .into_iter()
            .find(|title| !title.is_empty())
            .unwrap_or_default()
    }
}

/// The text up to the end of a heading.
fn heading(events: &[Event<'_>]) -> String {
    let inside = events
        .iter()
        .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let texts = inside.map(|event| match event {
        Event::Text(text) | Event::Code(text) => text.as_ref(),
        _ => "",
    });
    texts.collect()
}

/// The anchor of a heading, as GitHub makes it, so that links work there too.
fn anchor(title: &str, used: &mut BTreeMap<String, u32>) -> String {
    let letters = title.to_lowercase();
    let letters = letters.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        '-' | '_' => Some(c),
        _ => c.is_alphanumeric().then_some(c),
    });
    let plain: String = letters.collect();
    let count = used.entry(plain.clone()).or_default();
    *count += 1;
    match *count {
        1 => plain,
        n => format!("{plain}-{}", n - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_the_anchors_of_github() {
        let mut used = BTreeMap::new();
        let mut of = |title| anchor(title, &mut used);
        assert_eq!(
            of("`capicu status` and `doctor`"),
            "capicu-status-and-doctor"
        );
        assert_eq!(of("Cómo se juega?"), "cómo-se-juega");
        assert_eq!(of("The end"), "the-end");
        assert_eq!(of("The end"), "the-end-1");
    }

    #[test]
    fn page_is_rendered_with_its_links() {
        let text =
            "# Title\n\nSee [it](a.md#b).\n\n## Second `part`\n\n| A | B |\n|---|---|\n| 1 | 2 |\n";
        let body = Body::render(text, |target| target.replace(".md", ".html"));
        assert_eq!(body.title(), "Title");
        assert_eq!(body.links, ["a.md#b"]);
        assert!(body.html.contains("<h1 id=\"title\">"), "{}", body.html);
        assert!(body.html.contains("href=\"a.html#b\""), "{}", body.html);
        assert!(body.html.contains("<table>"), "{}", body.html);
        let anchors: Vec<_> = body
            .sections
            .iter()
            .map(|section| section.anchor.as_str())
            .collect();
        assert_eq!(anchors, ["title", "second-part"]);
        assert!(body.sections[1].text.contains("1 2"));
    }
}
