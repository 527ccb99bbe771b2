//! Security headers of responses.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use capicu_i18n::Texts;

use crate::access::{Guard, Names, NotHere};
use crate::language::{asked as language_asked, language};

/// The content security policy: pages load only files of this server, including its WebAssembly. Styles may be set on
/// elements, as the layout of a table is.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// Another server to which a page may send its form, as an extension of the response.
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

/// Browsers that came by HTTPS use only HTTPS for a year.
const ONLY_HTTPS: &str = "max-age=31536000";

/// Answers 421 to a request for a host that is not this server's, whatever it asks for.
pub async fn for_here(
    State((guard, names)): State<(Arc<Guard>, Names)>,
    request: Request,
    next: Next,
) -> Response {
    let Err(why) = guard.check_host(names, &request) else {
        return next.run(request).await;
    };
    let texts = Texts::new(language(language_asked(request.uri()), request.headers()));
    let (status, told) = match why {
        NotHere::Unclear => (StatusCode::BAD_REQUEST, texts.problem_no_host()),
        NotHere::Unknown => (StatusCode::MISDIRECTED_REQUEST, texts.problem_other_host()),
    };
    (status, told + "\n").into_response()
}

/// Adds the headers to every response. Answers of the API and to forms may contain a token or a code, so caches must
/// not store them.
pub async fn secure(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let by_https = guard.is_secure(request.headers());
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_secret = !is_read || request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    secured(&mut response, is_secret, by_https);
    response
}

/// Adds the headers to a response. Caches must not store a secret one.
pub fn secured(response: &mut Response, is_secret: bool, by_https: bool) {
    let forms_to = response.extensions_mut().remove::<FormsTo>();
    let headers = response.headers_mut();
    if is_secret {
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
        // Not `no-referrer`: with it, browsers send forms without an origin. On insecure connections the server needs
        // the origin to detect forms of other sites.
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
}
