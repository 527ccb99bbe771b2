//! Bodies of requests that have to be there in time.

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures_util::{StreamExt as _, stream};
use tokio::time::{Instant, timeout_at};

/// Ends a body that is not complete after this time, and answers 408 then.
pub async fn in_time(State(limit): State<Duration>, request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let late = Arc::new(AtomicBool::new(false));
    let noted = Arc::clone(&late);
    let response = next
        .run(request.map(|body| ending(body, limit, noted)))
        .await;
    if late.load(Ordering::Relaxed) {
        return StatusCode::REQUEST_TIMEOUT.into_response();
    }
    response
}

fn ending(body: Body, limit: Duration, late: Arc<AtomicBool>) -> Body {
    let until = Instant::now() + limit;
    let parts = stream::unfold(Some(body.into_data_stream()), move |rest| {
        let late = Arc::clone(&late);
        async move {
            let mut rest = rest?;
            match timeout_at(until, rest.next()).await {
                Ok(part) => Some((part?.map_err(io::Error::other), Some(rest))),
                Err(_) => {
                    late.store(true, Ordering::Relaxed);
                    Some((Err(ErrorKind::TimedOut.into()), None))
                }
            }
        }
    });
    Body::from_stream(parts)
}
