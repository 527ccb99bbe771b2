//! Compresses pages, and sends a page again only if it changed.

use std::io::Write as _;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
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
        let known = asked.get(header::IF_NONE_MATCH);
        let is_known = known.is_some_and(|known| names(known, tag.trim_start_matches("W/")));
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
