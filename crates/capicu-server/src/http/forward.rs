//! Requests that belong to another server of the cluster. That server's router answers them.

use std::borrow::Cow;
use std::io;
use std::net::SocketAddr;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, EventId, PlayerId};
use capicu_store::shards::Owner;
use capicu_table::TokenHash;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _};
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use percent_encoding::percent_decode_str;

use capicu_site::headers::secured;
use capicu_site::{Failure, Site, language, language_asked};
use capicu_table_service::cluster::requests::{self, AnswerHead, Answers, Forwarded, RequestHead};
use capicu_table_service::lobby::LOBBY;

/// The key whose owner has passkey ceremonies in memory.
const PASSKEYS: &str = "passkeys";

/// Marks a request that another server has forwarded. No header sets it, so no client can.
#[derive(Clone, Copy, Debug)]
struct OfAServer;

/// Returns the key whose owner answers requests for a path; `None` if every server can. Events have the same owner as a
/// table of that id would.
fn key(path: &str) -> Option<Cow<'_, str>> {
    let mut parts = path.strip_prefix('/')?.split('/');
    Some(match (parts.next()?, parts.next(), parts.next()) {
        ("e", Some(event), _) => percent_decode_str(event).decode_utf8().ok()?,
        ("api", Some("sign-in"), _)
        | ("api", Some("me"), Some("passkeys"))
        | ("me", Some("passkeys"), _)
        | ("sign-in", Some("passkey"), _) => PASSKEYS.into(),
        ("score", Some("with"), Some(sheet)) => sheet.into(),
        ("q", Some(table), _) => table.into(),
        ("lobby" | "challenge", ..) | ("api", Some("bot"), Some("challenges")) => LOBBY.into(),
        _ => return None,
    })
}

/// Forwards a request to the server that owns its key. A request is forwarded once.
pub async fn to_owner(State(site): State<Site>, request: Request, next: Next) -> Response {
    let Some(key) = key(request.uri().path()) else {
        return next.run(request).await;
    };
    let nodes = site.registry().nodes();
    if nodes.shards.owner(&key) == Owner::Here {
        return next.run(request).await;
    }
    let key = key.into_owned();
    let texts = Texts::new(language(language_asked(request.uri()), request.headers()));
    let is_api = request.uri().path().starts_with("/api/");
    let answer_failed = |code| match is_api {
        true => Failure::new(code).into_response(),
        false => page_of(texts, code),
    };
    let by_https = site.is_secure(request.headers());
    if request.extensions().get::<OfAServer>().is_some() {
        return answer_failed(ApiErrorCode::Unavailable);
    }
    let (parts, body) = request.into_parts();
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let head = RequestHead {
        method: parts.method.to_string(),
        target: parts.uri.to_string(),
        headers: written(&parts.headers),
        peer: peer.map_or(SocketAddr::from(([0; 4], 0)), |peer| peer.0),
    };
    let code = match nodes.forward(&key, head, of_client(body)).await {
        Forwarded::Here(body) => {
            let request = Request::from_parts(parts, Body::from_stream(body));
            return next.run(request).await;
        }
        Forwarded::Answered(head, body) => return answer(head, body),
        Forwarded::Unavailable => ApiErrorCode::Unavailable,
        Forwarded::NotSent => ApiErrorCode::Malformed,
    };
    let mut response = answer_failed(code);
    secured(&mut response, true, by_https);
    response
}

/// Formats a failure as a page.
fn page_of(texts: Texts, code: ApiErrorCode) -> Response {
    let told = match code {
        ApiErrorCode::Unavailable => texts.problem_unavailable(),
        _ => texts.problem_malformed(),
    };
    let mut response = (told + "\n").into_response();
    let (failed, headers) = (Failure::new(code).into_response(), response.headers_mut());
    if let Some(seconds) = failed.headers().get(axum::http::header::RETRY_AFTER) {
        headers.insert(axum::http::header::RETRY_AFTER, seconds.clone());
    }
    *response.status_mut() = failed.status();
    response
}

fn of_client(body: Body) -> requests::Body {
    body.into_data_stream().map_err(io::Error::other).boxed()
}

/// Converts another server's answer.
fn answer(head: AnswerHead, body: requests::Body) -> Response {
    let mut response = Response::new(Body::from_stream(body));
    *response.status_mut() = StatusCode::from_u16(head.status).unwrap_or(StatusCode::BAD_GATEWAY);
    *response.headers_mut() = read(&head.headers);
    response
}

fn written(headers: &HeaderMap) -> Vec<(String, String)> {
    let text = |value: &HeaderValue| value.as_bytes().iter().map(|byte| *byte as char).collect();
    let all = headers.iter();
    all.map(|(name, value)| (name.as_str().to_owned(), text(value)))
        .collect()
}

fn read(headers: &[(String, String)]) -> HeaderMap {
    let bytes = |value: &str| -> Vec<u8> { value.chars().map(|c| c as u8).collect() };
    let header = |(name, value): &(String, String)| {
        let name = name.parse::<HeaderName>().ok()?;
        Some((name, HeaderValue::from_bytes(&bytes(value)).ok()?))
    };
    let mut read = HeaderMap::new();
    for (name, value) in headers.iter().filter_map(header) {
        read.append(name, value);
    }
    read
}

/// Answers requests of other servers.
#[derive(Clone, Debug)]
pub struct OwnRouter {
    routes: Router,
    site: Site,
}

impl OwnRouter {
    /// Answers requests by these routes.
    pub const fn new(routes: Router, site: Site) -> Self {
        Self { routes, site }
    }
}

impl Answers for OwnRouter {
    fn answer(
        &self,
        head: RequestHead,
        body: requests::Body,
    ) -> BoxFuture<'static, (AnswerHead, requests::Body)> {
        let routes = TowerToHyperService::new(self.routes.clone());
        async move {
            let request = Request::builder()
                .method(head.method.as_str())
                .uri(&head.target)
                .extension(ConnectInfo(head.peer))
                .extension(OfAServer)
                .body(Body::from_stream(body));
            let response = match request {
                Ok(mut request) => {
                    *request.headers_mut() = read(&head.headers);
                    let Ok(response) = routes.call(request).await;
                    response
                }
                Err(_) => StatusCode::BAD_REQUEST.into_response(),
            };
            let (parts, body) = response.into_parts();
            let head = AnswerHead {
                status: parts.status.as_u16(),
                headers: written(&parts.headers),
            };
            (head, of_client(body))
        }
        .boxed()
    }

    fn note_growth(&self, event: &EventId) {
        self.site.events().note_growth(event);
    }

    fn take_owner_code(&self, code: &TokenHash) -> bool {
        self.site.owner_code().take(code)
    }

    fn take_admin_code(&self, code: &TokenHash) -> Option<PlayerId> {
        let now = self.site.services().clock.now();
        self.site.admin_sessions()?.take(code, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_the_key_of_what_they_are_about() {
        for (path, owned) in [
            ("/e/abc", Some("abc")),
            ("/e/abc/desk", Some("abc")),
            ("/e/%61bc/desk", Some("abc")),
            ("/api/sign-in/begin", Some(PASSKEYS)),
            ("/api/me/passkeys", Some(PASSKEYS)),
            ("/me/passkeys/remove", Some(PASSKEYS)),
            ("/sign-in/passkey", Some(PASSKEYS)),
            ("/lobby", Some(LOBBY)),
            ("/lobby/wait", Some(LOBBY)),
            ("/challenge/accept", Some(LOBBY)),
            ("/api/bot/challenges/abc/accept", Some(LOBBY)),
            ("/lobby.js", None),
            ("/api/bot/events", None),
            ("/sign-in", None),
            ("/score/with/abc", Some("abc")),
            ("/q/abc", Some("abc")),
            ("/q/abc/sit", Some("abc")),
            ("/queue.js", None),
            ("/score", None),
            ("/events", None),
            ("/", None),
            ("/api/tables/abc/ws", None),
        ] {
            assert_eq!(key(path).as_deref(), owned, "{path}");
        }
    }

    #[test]
    fn headers_cross_byte_by_byte() {
        let mut headers = HeaderMap::new();
        headers.append("cookie", HeaderValue::from_static("a=b"));
        headers.append("cookie", HeaderValue::from_bytes(b"name=caf\xe9").unwrap());
        assert_eq!(read(&written(&headers)), headers);
    }
}
