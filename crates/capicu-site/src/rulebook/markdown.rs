//! Markdown to HTML, with the links and citations of our pages.

use capicu_i18n::{Lang, spacing};
use maud::html;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, TextMergeStream, html};

use super::address;

/// Renders a page as HTML.
pub fn html(text: &str, lang: Lang) -> String {
    let mut body = String::with_capacity(2 * text.len());
    let events = TextMergeStream::new(Parser::new_ext(text, Options::ENABLE_TABLES));
    let events = events.map(|event| match event {
        Event::Text(text) if lang == Lang::Fr => Event::Text(spacing::french(&text).into()),
        event => event,
    });
    let mut in_link = false;
    let mut first_cell = false;
    let events = events.flat_map(|event| {
        let mut out = Vec::with_capacity(1);
        match event {
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                in_link = true;
                out.push(Event::Start(Tag::Link {
                    link_type,
                    dest_url: of_page(&dest_url, lang).map_or(dest_url, CowStr::from),
                    title,
                    id,
                }));
            }
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            }) => out.push(Event::Start(Tag::Image {
                link_type,
                dest_url: of_figure(&dest_url).map_or(dest_url, CowStr::from),
                title,
                id,
            })),
            Event::End(TagEnd::Link) => {
                in_link = false;
                out.push(event);
            }
            // On a phone, a wide table scrolls separately from the page.
            Event::Start(Tag::Table(_)) => {
                out.extend([Event::Html("<div class=\"wide\">".into()), event]);
            }
            Event::End(TagEnd::Table) => out.extend([event, Event::Html("</div>".into())]),
            Event::Start(Tag::TableRow) => {
                first_cell = true;
                out.push(event);
            }
            Event::End(TagEnd::TableCell) => {
                first_cell = false;
                out.push(event);
            }
            // The first cell of a decision is its name, which citations lead to.
            Event::Text(name) if first_cell && is_decision(&name) => {
                let anchor = html! { b id=(name) { (name) } };
                out.push(Event::Html(anchor.into_string().into()));
            }
            Event::Text(text) if !in_link => cited(&text, lang, &mut out),
            // The pages contain no HTML. If they did, it would be shown as text.
            Event::Html(raw) | Event::InlineHtml(raw) => out.push(Event::Text(raw)),
            event => out.push(event),
        }
        out
    });
    html::push_html(&mut body, events);
    body
}

/// The first heading of a page, which is plain text.
pub fn title(text: &str) -> &str {
    let heading = text.lines().find_map(|line| line.strip_prefix("# "));
    heading.unwrap_or_default()
}

/// The address of the page that a link between the files means.
fn of_page(link: &str, lang: Lang) -> Option<String> {
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let name = file.rsplit('/').next()?.strip_suffix(".md")?;
    let anchor = if anchor.is_empty() {
        String::new()
    } else {
        format!("#{anchor}")
    };
    Some(format!("{}{anchor}", address(name, lang)))
}

/// The address of the picture that a link between the files means.
fn of_figure(link: &str) -> Option<String> {
    let name = link.rsplit('/').next()?;
    let is_picture = name.ends_with(".svg");
    is_picture.then(|| format!("/rules/figures/{name}"))
}

/// Splits a text into its words and its citations, such as `[001:44]`, `[003:57-63]` or `[J11]`.
fn cited(text: &str, lang: Lang, out: &mut Vec<Event<'_>>) {
    let mut rest = text;
    while let Some((before, mark, after)) = next_citation(rest) {
        // The space before a citation moves with it.
        let words = before.trim_end();
        let space = &before[words.len()..];
        if !words.is_empty() {
            out.push(Event::Text(words.to_owned().into()));
        }
        let link = if is_decision(mark) {
            format!("{}#{mark}", address("decisions", lang))
        } else {
            address("sources", lang)
        };
        let cite = html! { span.cite { (space) "[" a href=(link) { (mark) } "]" } };
        out.push(Event::InlineHtml(cite.into_string().into()));
        rest = after;
    }
    if !rest.is_empty() {
        out.push(Event::Text(rest.to_owned().into()));
    }
}

fn next_citation(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    loop {
        let open = from + text[from..].find('[')?;
        let close = open + text[open..].find(']')?;
        let mark = &text[open + 1..close];
        if is_decision(mark) || is_line(mark) {
            return Some((&text[..open], mark, &text[close + 1..]));
        }
        from = open + 1;
    }
}

/// One or two capitals, a number and perhaps a small letter: `G2b`, `PR13`.
fn is_decision(mark: &str) -> bool {
    let number = mark.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let capitals = mark.len() - number.len();
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    (1..=2).contains(&capitals)
        && number.len() - digits.len() <= 1
        && !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A text and the lines in it: `001:44`, `003:57-63`.
fn is_line(mark: &str) -> bool {
    mark.split_once(':').is_some_and(|(text, lines)| {
        text.len() == 3
            && text.bytes().all(|b| b.is_ascii_digit())
            && !lines.is_empty()
            && lines.bytes().all(|b| b.is_ascii_digit() || b == b'-')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn citations_link_to_their_sources() {
        let html = html("Seven tiles [001:69] [F1], or [two] ways [PR13].", Lang::Es);
        assert!(html.contains("[<a href=\"/rules/sources?lang=es\">001:69</a>]"));
        assert!(html.contains("[<a href=\"/rules/decisions?lang=es#F1\">F1</a>]"));
        assert!(html.contains("[<a href=\"/rules/decisions?lang=es#PR13\">PR13</a>]"));
        assert!(html.contains("or [two] ways"));
        // Without them the sentence has its period where it belongs.
        assert!(html.contains("ways<span class=\"cite\"> ["), "{html}");
    }

    #[test]
    fn links_between_files_become_links_between_pages() {
        let html = html(
            "See [rules](general.md) and [words](../../glossary.md#tiles).",
            Lang::En,
        );
        assert!(html.contains("<a href=\"/rules/general?lang=en\">rules</a>"));
        assert!(html.contains("<a href=\"/rules/glossary?lang=en#tiles\">words</a>"));
    }

    #[test]
    fn french_text_gets_narrow_spaces() {
        let text = "| Quoi ? |\n| :--- |\n| `a : b` : oui |\n\n![Un « pont »](a.svg)";
        let html = html(text, Lang::Fr);
        for set in [
            "Quoi\u{202f}?",
            "a : b</code>\u{202f}: oui",
            "«\u{202f}pont\u{202f}»",
        ] {
            assert!(html.contains(set), "{html}");
        }
    }

    #[test]
    fn html_in_markdown_is_escaped() {
        let html = html("<script>alert(1)</script>\n\n<b>x</b> & y", Lang::En);
        assert!(
            !html.contains("<script>") && !html.contains("<b>"),
            "{html}"
        );
        assert_eq!(title("# A & B\n\ntext"), "A & B");
    }

    #[test]
    fn decisions_have_anchors() {
        let html = html("| Id | Why |\n|---|---|\n| G2b | so |\n", Lang::En);
        assert!(html.contains("<b id=\"G2b\">G2b</b>"), "{html}");
    }
}
