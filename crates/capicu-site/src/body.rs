//! Bodies of requests: read when a handler asks for them, up to a length, and within a time.

use std::convert::Infallible;
use std::io::{self, ErrorKind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Form;
use axum::body::{Body, BodyDataStream, Bytes, HttpBody as _};
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use capicu_protocol::ApiErrorCode;
use futures_util::{StreamExt as _, stream};
use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout, timeout_at};

use crate::Failure;

/// How long the server reads on after it has answered without the body, so that the client gets to read the answer.
const LINGER: Duration = Duration::from_secs(1);

/// The bounds of all bodies.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// How long a body may take.
    pub within: Duration,
    /// The longest body that any route takes, in bytes.
    pub most: usize,
}

/// A request with an unread body. A handler reads it after it has checked that the sender may send it.
#[derive(Debug)]
pub struct Unread(Request);

impl<S: Sync> FromRequest<S> for Unread {
    type Rejection = Infallible;

    async fn from_request(request: Request, _: &S) -> Result<Self, Infallible> {
        Ok(Self(request))
    }
}

impl From<Request> for Unread {
    fn from(request: Request) -> Self {
        Self(request)
    }
}

impl Unread {
    /// Reads the body.
    ///
    /// # Errors
    ///
    /// If the body is longer than `most` bytes, or does not arrive completely. `Content-Length` may reveal the first
    /// before anything is read.
    pub async fn bytes(self, most: usize) -> Result<Bytes, Failure> {
        let request = self.within(most)?;
        let read = Bytes::from_request(request, &()).await;
        read.map_err(|rejection| refused(rejection.status()))
    }

    /// Reads the body as a form.
    ///
    /// # Errors
    ///
    /// As for [`Self::bytes`], or if it is no such form.
    pub async fn form<T: DeserializeOwned>(self, most: usize) -> Result<T, Failure> {
        let request = self.within(most)?;
        let read = Form::from_request(request, &()).await;
        read.map(|Form(read)| read)
            .map_err(|rejection| refused(rejection.into_response().status()))
    }

    fn within(self, most: usize) -> Result<Request, Failure> {
        let Self(mut request) = self;
        if declared(request.headers()) > most as u64 {
            return Err(Failure::new(ApiErrorCode::TooLarge));
        }
        DefaultBodyLimit::max(most).apply(&mut request);
        Ok(request)
    }
}

fn refused(status: StatusCode) -> Failure {
    Failure::new(match status {
        StatusCode::PAYLOAD_TOO_LARGE => ApiErrorCode::TooLarge,
        _ => ApiErrorCode::Malformed,
    })
}

/// The length of the body by its head, in bytes; 0 if the head has none.
fn declared(headers: &HeaderMap) -> u64 {
    let said = headers.get(header::CONTENT_LENGTH);
    let said = said.and_then(|said| said.to_str().ok()?.parse().ok());
    said.unwrap_or_default()
}

/// Refuses a body that is too long for every route before any of it is read. Answers 408 if a body is not complete in
/// time.
pub async fn bounded(State(bounds): State<Bounds>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    if declared(request.headers()) > bounds.most as u64 {
        return Failure::new(ApiErrorCode::TooLarge).into_response();
    }
    // A client that expects `100 Continue` has sent no body that could block the answer.
    let waits = request.headers().contains_key(header::EXPECT);
    let late = Arc::new(AtomicBool::new(false));
    let rest = Rest::default();
    let body = |body| ending(body, bounds.within, Arc::clone(&late), rest.clone());
    let response = next.run(request.map(body)).await;
    if late.load(Ordering::Relaxed) {
        return StatusCode::REQUEST_TIMEOUT.into_response();
    }
    if !waits {
        let _ = timeout(LINGER, rest.thrown_away(bounds.most)).await;
    }
    response
}

/// The part of a body that a handler has not read.
#[derive(Clone, Debug, Default)]
struct Rest(Arc<Mutex<Option<BodyDataStream>>>);

impl Rest {
    /// Reads the rest and discards it. If the connection closed before the request was read, the client would lose the
    /// answer.
    async fn thrown_away(&self, most: usize) {
        let left = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut left) = left else {
            return;
        };
        let mut read = 0;
        while read <= most
            && let Some(Ok(part)) = left.next().await
        {
            read += part.len();
        }
    }
}

/// A body in use. When its reader drops it, the unread part goes to the rest.
struct Reading {
    body: Option<BodyDataStream>,
    rest: Rest,
}

impl Drop for Reading {
    fn drop(&mut self) {
        let mut rest = self.rest.0.lock().unwrap_or_else(PoisonError::into_inner);
        *rest = self.body.take();
    }
}

fn ending(body: Body, limit: Duration, late: Arc<AtomicBool>, rest: Rest) -> Body {
    let until = Instant::now() + limit;
    let reading = Reading {
        body: Some(body.into_data_stream()),
        rest,
    };
    let parts = stream::unfold(reading, move |mut reading| {
        let late = Arc::clone(&late);
        async move {
            match timeout_at(until, reading.body.as_mut()?.next()).await {
                Ok(Some(Ok(part))) => Some((Ok(part), reading)),
                Ok(Some(Err(error))) => {
                    reading.body = None;
                    Some((Err(io::Error::other(error)), reading))
                }
                Ok(None) => None,
                Err(_) => {
                    late.store(true, Ordering::Relaxed);
                    reading.body = None;
                    Some((Err(ErrorKind::TimedOut.into()), reading))
                }
            }
        }
    });
    Body::from_stream(parts)
}
