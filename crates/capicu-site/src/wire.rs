//! Compresses pages, and sends a page again only if it changed.

use std::io::Write as _;
use std::sync::OnceLock;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

use crate::client_files::{accepted_by, names};

/// Bytes below which an answer fits in one packet without compression.
const SHORTEST: usize = 1_000;

/// How hard brotli tries, of 11; pages are compressed each time they are sent.
const QUALITY: u32 = 5;

/// A form in which a page can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coding {
    Brotli,
    Gzip,
    Plain,
}

/// A page that is compressed once for many readers. [`send`] leaves its answers as they are.
#[derive(Debug)]
pub struct Compressed {
    tag: String,
    plain: Bytes,
    brotli: Bytes,
    /// Few browsers take no brotli.
    gzip: OnceLock<Bytes>,
}

impl Compressed {
    /// Compresses a page. Takes 20 ms for a megabyte.
    pub fn of(page: String) -> Self {
        Self {
            tag: tag(page.as_bytes()),
            brotli: brotli(page.as_bytes()).into(),
            plain: page.into(),
            gzip: OnceLock::new(),
        }
    }

    /// Answers a request: 304 if the browser has the page.
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let (name, bytes) = match coding(asked) {
            _ if is_known(asked, &self.tag) => (None, None),
            Coding::Brotli => (Some("br"), Some(&self.brotli)),
            Coding::Gzip => {
                let gzip = self.gzip.get_or_init(|| gzip(&self.plain).into());
                (Some("gzip"), Some(gzip))
            }
            Coding::Plain => (None, Some(&self.plain)),
        };
        let mut response = match bytes {
            Some(bytes) => Html(bytes.clone()).into_response(),
            None => StatusCode::NOT_MODIFIED.into_response(),
        };
        let headers = response.headers_mut();
        let caching = HeaderValue::from_static("no-cache, private");
        headers.insert(header::CACHE_CONTROL, caching);
        let vary = HeaderValue::from_static("accept-encoding");
        headers.insert(header::VARY, vary);
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(header::ETAG, tag);
        }
        if let Some(name) = name {
            let name = HeaderValue::from_static(name);
            headers.insert(header::CONTENT_ENCODING, name);
        }
        response
    }
}

/// Whether the browser has the answer with this tag.
fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let known = asked.get(header::IF_NONE_MATCH);
    known.is_some_and(|known| names(known, tag.trim_start_matches("W/")))
}

/// Compresses the answer to a `GET` in a coding that the browser accepts, and adds a tag by which the browser can ask
/// whether it changed. Answers with a tag or a coding stay as they are, and so do answers to forms. Those show secrets
/// such as recovery codes, and the length of a compressed answer could reveal part of them.
pub async fn send(request: Request, next: Next) -> Response {
    if request.method() != Method::GET {
        return next.run(request).await;
    }
    let asked = request.headers().clone();
    let response = next.run(request).await;
    let is_ready = [header::ETAG, header::CONTENT_ENCODING]
        .iter()
        .any(|name| response.headers().contains_key(name));
    if is_ready || !is_text(response.headers()) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    head.headers
        .append(header::VARY, HeaderValue::from_static("accept-encoding"));
    if head.status == StatusCode::OK {
        let tag = tag(&bytes);
        let is_known = is_known(&asked, &tag);
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            head.headers.insert(header::ETAG, tag);
        }
        if is_known {
            head.status = StatusCode::NOT_MODIFIED;
            remove(
                &mut head.headers,
                &[header::CONTENT_TYPE, header::CONTENT_LENGTH],
            );
            return Response::from_parts(head, Body::empty());
        }
    }
    let coding = match bytes.len() {
        SHORTEST.. => coding(&asked),
        _ => Coding::Plain,
    };
    let (name, bytes) = match coding {
        Coding::Brotli => ("br", brotli(&bytes)),
        Coding::Gzip => ("gzip", gzip(&bytes)),
        Coding::Plain => return Response::from_parts(head, Body::from(bytes)),
    };
    remove(&mut head.headers, &[header::CONTENT_LENGTH]);
    let name = HeaderValue::from_static(name);
    head.headers.insert(header::CONTENT_ENCODING, name);
    Response::from_parts(head, Body::from(bytes))
}

fn remove(headers: &mut HeaderMap, names: &[HeaderName]) {
    for name in names {
        headers.remove(name);
    }
}

fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.starts_with("text/") || matches!(kind, "application/json" | "image/svg+xml")
}

/// A weak tag for all codings of a page: the content is the same, the bytes are not.
fn tag(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let first: String = digest
        .iter()
        .take(12)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("W/\"{first}\"")
}

fn coding(asked: &HeaderMap) -> Coding {
    let accepted = accepted_by(asked);
    let accepts = |name: &str| accepted.iter().any(|accepted| accepted == name);
    match (accepts("br"), accepts("gzip")) {
        (true, _) => Coding::Brotli,
        (_, true) => Coding::Gzip,
        _ => Coding::Plain,
    }
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 4096, QUALITY, 18);
    writer.write_all(bytes).expect("a list takes everything");
    writer.into_inner()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::default());
    writer.write_all(bytes).expect("a list takes everything");
    writer.finish().expect("a list takes everything")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        let header = |(name, value): &(HeaderName, &str)| (name.clone(), value.parse().unwrap());
        pairs.iter().map(header).collect()
    }

    async fn bytes(response: Response) -> Vec<u8> {
        to_bytes(response.into_body(), usize::MAX)
            .await
            .unwrap()
            .to_vec()
    }

    #[tokio::test]
    async fn compressed_page_is_sent_once_in_the_coding_of_the_reader() {
        let page = "<p>Mesa 7</p>".repeat(500);
        let compressed = Compressed::of(page.clone());
        let plain = compressed.answer(&HeaderMap::new());
        let tag = plain.headers()[header::ETAG].to_str().unwrap().to_owned();
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        assert_eq!(bytes(plain).await, page.as_bytes());

        let brotli = compressed.answer(&asked(&[(header::ACCEPT_ENCODING, "gzip, br")]));
        assert_eq!(brotli.headers()[header::CONTENT_ENCODING], "br");
        let mut read = Vec::new();
        let sent = bytes(brotli).await;
        brotli::BrotliDecompress(&mut &sent[..], &mut read).unwrap();
        assert_eq!(read, page.as_bytes());

        let gzip = compressed.answer(&asked(&[(header::ACCEPT_ENCODING, "gzip")]));
        assert_eq!(gzip.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(bytes(gzip).await[..2], [0x1f, 0x8b]);

        let again = compressed.answer(&asked(&[(header::IF_NONE_MATCH, &tag)]));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert!(!again.headers().contains_key(header::CONTENT_TYPE));
        assert_eq!(again.headers()[header::ETAG], tag.as_str());
        let other = compressed.answer(&asked(&[(header::IF_NONE_MATCH, "W/\"0\"")]));
        assert_eq!(other.status(), StatusCode::OK);
    }
}
