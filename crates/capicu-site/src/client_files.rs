//! The files of the web client.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse as _, Response};

use crate::assets::{self, Asset};

/// A file; the page for every address that the client itself shows.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    if let Some(asset) = assets::get(uri.path()) {
        return respond(asset, &headers);
    }
    match assets::get("/index.html") {
        Some(page) if is_of_the_client(uri.path()) => respond(page, &headers),
        // The script of the page says in the reader's language that the page does not exist.
        Some(page) if wants_a_page(&headers) => {
            (StatusCode::NOT_FOUND, respond(page, &HeaderMap::new())).into_response()
        }
        _ => (StatusCode::NOT_FOUND, "There is nothing here.\n").into_response(),
    }
}

/// Whether a person's browser asks, for a page rather than for a file.
fn wants_a_page(headers: &HeaderMap) -> bool {
    let accepted = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// Whether the client handles this address, so that the server sends its page.
fn is_of_the_client(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    matches!(parts[..], ["practice" | "replay" | "t"] | ["t", _])
}

fn respond(asset: &Asset, request: &HeaderMap) -> Response {
    let (encoding, bytes) = negotiate(asset, request);
    let fresh = |tags: &HeaderValue| names(tags, asset.etag);
    let mut response = if request.get(header::IF_NONE_MATCH).is_some_and(fresh) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(bytes).into_response()
    };
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::CONTENT_TYPE, asset.content_type);
    set(header::CACHE_CONTROL, asset.caching().header());
    set(header::VARY, "accept-encoding");
    if let Some(encoding) = encoding {
        set(header::CONTENT_ENCODING, encoding);
    }
    // One weak tag for all codings of a file: the content is the same, the bytes are not.
    if let Ok(tag) = HeaderValue::from_str(&format!("W/{}", asset.etag)) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Whether this tag is among those of an `If-None-Match`, weak or not.
pub fn names(tags: &HeaderValue, wanted: &str) -> bool {
    tags.to_str().is_ok_and(|tags| {
        let mut tags = tags.split(',').map(|tag| tag.trim());
        tags.any(|tag| tag.strip_prefix("W/").unwrap_or(tag) == wanted || tag == "*")
    })
}

/// The smallest form that the browser reads.
fn negotiate(asset: &Asset, request: &HeaderMap) -> (Option<&'static str>, &'static [u8]) {
    let accepted = accepted_by(request);
    let accepts = |name: &str| accepted.iter().any(|accepted| accepted == name);
    match (asset.brotli, asset.gzip) {
        (Some(bytes), _) if accepts("br") => (Some("br"), bytes),
        (_, Some(bytes)) if accepts("gzip") => (Some("gzip"), bytes),
        _ => (None, asset.bytes),
    }
}

/// The names of the codings that a browser takes.
pub fn accepted_by(request: &HeaderMap) -> Vec<String> {
    let values = request.get_all(header::ACCEPT_ENCODING).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(accepted)
        .collect()
}

/// The name of a coding, unless it is refused by a weight of nought.
fn accepted(coding: &str) -> Option<String> {
    let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
    let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
    let refused = weight.parse::<f32>().is_ok_and(|weight| weight == 0.0);
    (!refused).then(|| name.trim().to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::{accepted, is_of_the_client};

    #[test]
    fn client_page_is_sent_only_for_client_paths() {
        for path in ["/practice", "/replay", "/t", "/t/", "/t/abcdefghij23"] {
            assert!(is_of_the_client(path), "{path}");
        }
        for path in [
            "/metrics",
            "/nothing",
            "/play/more",
            "/t/abc/more",
            "/wp-login.php",
            "/",
        ] {
            assert!(!is_of_the_client(path), "{path}");
        }
    }

    #[test]
    fn refused_codings_are_not_used() {
        assert_eq!(accepted(" BR ").as_deref(), Some("br"));
        assert_eq!(accepted("gzip;q=0.5").as_deref(), Some("gzip"));
        assert_eq!(accepted("br;q=0"), None);
        assert_eq!(accepted("br; q=0.0"), None);
    }
}
