//! Headers that keep a page from doing what it has no business to do.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use super::Site;

/// What pages may load: only what this server serves, and the WebAssembly in it. Styles may be set
/// on elements, as the layout of a table is.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// Another server that the form of a page may be sent to, beside this one; a part of the response that has it.
#[derive(Clone, Debug)]
pub struct FormsTo(String);

impl FormsTo {
    /// An origin, such as `https://dominoes.example`; `None` if it is none.
    pub fn origin(text: &str) -> Option<Self> {
        let (scheme, host) = text.split_once("://")?;
        let is_host = |c: char| c.is_ascii_alphanumeric() || ".:-[]".contains(c);
        let is_one =
            matches!(scheme, "http" | "https") && !host.is_empty() && host.chars().all(is_host);
        is_one.then(|| Self(text.to_owned()))
    }
}

/// For a year, a browser that came by https comes by nothing else.
const ONLY_HTTPS: &str = "max-age=31536000";

/// Adds them to every response. What the API answers may hold a token, so nobody keeps it.
pub async fn secure(State(site): State<Site>, request: Request, next: Next) -> Response {
    let by_https = site.is_secure(request.headers());
    let of_the_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    let forms_to = response.extensions_mut().remove::<FormsTo>();
    let headers = response.headers_mut();
    if of_the_api {
        let caching = HeaderValue::from_static("no-store");
        headers.insert(header::CACHE_CONTROL, caching);
    }
    if by_https {
        let only_https = HeaderValue::from_static(ONLY_HTTPS);
        headers.insert(header::STRICT_TRANSPORT_SECURITY, only_https);
    }
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Not `no-referrer`: with it, browsers send forms without an origin, by which they are told
        // from those of other sites where the connection is not secure.
        (header::REFERRER_POLICY, "same-origin"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=()",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Some(FormsTo(origin)) = forms_to {
        let own = "form-action 'self'";
        let policy = POLICY.replace(own, &format!("{own} {origin}"));
        if let Ok(policy) = HeaderValue::from_str(&policy) {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
    }
    response
}
