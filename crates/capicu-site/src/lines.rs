//! Streamed answers: a line of JSON for each message, and an empty line while there is nothing to send.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How often an empty line is sent, so that the client knows that the connection is alive.
pub const QUIET: Duration = Duration::from_secs(7);

/// How long a line may take to be taken off our hands.
const SEND: Duration = Duration::from_secs(15);

/// The sending end of a stream of lines.
#[derive(Debug)]
pub struct Lines(mpsc::Sender<Bytes>);

/// The client is gone, or reads too slowly.
#[derive(Clone, Copy, Debug)]
pub struct Gone;

/// An answer, and where its lines are sent until it is dropped.
pub fn lines() -> (Lines, Response) {
    let (sender, receiver) = mpsc::channel(1);
    let body = stream::unfold(receiver, |mut receiver| async move {
        let line = receiver.recv().await?;
        Some((Ok::<Bytes, Infallible>(line), receiver))
    });
    let headers = [
        (header::CONTENT_TYPE, "application/x-ndjson"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    // A buffering proxy would delay every line.
    let unbuffered = [("x-accel-buffering", "no")];
    let answer = (headers, unbuffered, Body::from_stream(body)).into_response();
    (Lines(sender), answer)
}

impl Lines {
    /// Sends a message as text.
    pub async fn text(&self, text: &str) -> Result<(), Gone> {
        let line = Bytes::from(format!("{text}\n"));
        match timeout(SEND, self.0.send(line)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Gone),
        }
    }

    /// Sends a message.
    pub async fn message(&self, message: &impl Serialize) -> Result<(), Gone> {
        let text = serde_json::to_string(message).map_err(|_| Gone)?;
        self.text(&text).await
    }

    /// Waits until the client is gone.
    pub async fn gone(&self) {
        self.0.closed().await;
    }
}
