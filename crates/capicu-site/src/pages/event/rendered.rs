//! Public pages of events. The server renders and compresses each page once per change of the event, for all readers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::response::Response;
use capicu_event_service::{Hall, SharedHall};
use capicu_i18n::{Lang, Texts};
use capicu_protocol::EventId;
use capicu_store::events::Hold;
use maud::{Markup, PreEscaped};
use tokio::sync::Mutex as AsyncMutex;

use super::super::extract::{Ask, Frame};
use super::public;
use super::report::apart;
use crate::Failure;
use crate::wire::Compressed;

/// Pages to keep: each of an event, in a language. A page of 1,000 pairs has a megabyte.
const MOST: usize = 32;

/// Documents to keep of each page: for readers with and without an account, by two addresses of the server.
const DOCUMENTS: usize = 4;

/// A public page of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PublicPage {
    /// The page of the event.
    Event,
    /// The screen on the wall.
    Screen,
}

/// The parts of a page that follow from the log alone.
#[derive(Debug)]
pub struct Parts {
    /// The name of the event.
    pub title: String,
    /// A sentence about the event, for chats.
    pub description: String,
    /// The round in play.
    pub round: Markup,
    /// Everything below it.
    pub rest: Markup,
}

/// The rendered round and rest of [`Parts`].
pub type RenderedParts<'a> = (PreEscaped<&'a str>, PreEscaped<&'a str>);

/// The parts of a page that do not follow from the log.
#[derive(Debug)]
pub struct Around {
    /// Elements in the head.
    pub head: Markup,
    /// Above the round: the club of the event.
    pub above: Markup,
    /// Below the round: the tables that people can watch.
    pub below: Markup,
    /// Parts for this reader alone, if there are any.
    pub own: Option<Markup>,
}

impl Around {
    /// Whether other parts make the same page for readers without parts of their own.
    fn is_like(&self, other: &Self) -> bool {
        let pairs = [
            (&self.head, &other.head),
            (&self.above, &other.above),
            (&self.below, &other.below),
        ];
        pairs.iter().all(|(one, other)| one.0 == other.0)
    }
}

/// Rendered pages of events. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Rendered(Arc<Mutex<Pages>>);

#[derive(Debug, Default)]
struct Pages {
    slots: HashMap<Key, (Slot, u64)>,
    /// Counts the requests.
    uses: u64,
}

type Key = (EventId, PublicPage, Lang);

/// A page, and the lock of those who render it.
type Slot = Arc<AsyncMutex<Option<Kept>>>;

/// A page at one version of its event.
#[derive(Debug)]
struct Kept {
    version: u64,
    hold: Hold,
    parts: Arc<Parts>,
    documents: Vec<Document>,
}

#[derive(Debug)]
struct Document {
    frame: Frame,
    around: Around,
    compressed: Arc<Compressed>,
}

impl Kept {
    /// Whether the page is as new as this event. It may be newer.
    fn covers(&self, hall: &Hall) -> bool {
        self.version >= hall.event.version() && self.hold == hall.hold
    }
}

impl Rendered {
    fn slot(&self, key: Key) -> Slot {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pages.uses += 1;
        let now = pages.uses;
        if pages.slots.len() >= MOST && !pages.slots.contains_key(&key) {
            let oldest = pages.slots.iter().min_by_key(|(_, (_, used))| *used);
            if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
                pages.slots.remove(&oldest);
            }
        }
        let (slot, used) = pages.slots.entry(key).or_default();
        *used = now;
        Arc::clone(slot)
    }
}

/// Answers with a page of an event, at least as new as the event at the call. Of many readers who ask at the same time,
/// one renders.
///
/// # Errors
///
/// If rendering fails.
pub async fn answer(
    ask: &Ask,
    shared: &SharedHall,
    page: PublicPage,
    path: &str,
    around: impl FnOnce(&Parts) -> Around,
) -> Result<Response, Failure> {
    let asked = shared.lock().await.clone();
    let slot = ask.site.rendered().slot((asked.id.clone(), page, ask.lang));
    let mut kept = slot.lock().await;
    if !kept.as_ref().is_some_and(|kept| kept.covers(&asked)) {
        // Later changes may have come while others rendered.
        let hall = shared.lock().await.clone();
        let (version, hold, texts) = (hall.event.version(), hall.hold, ask.texts());
        let parts = apart(ask, move || page.parts(texts, &hall)).await?;
        *kept = Some(Kept {
            version,
            hold,
            parts: Arc::new(parts),
            documents: Vec::new(),
        });
    }
    let Some(kept) = kept.as_mut() else {
        return Err(Failure::new(capicu_protocol::ApiErrorCode::Unavailable));
    };
    let parts = Arc::clone(&kept.parts);
    let around = around(&parts);
    let (Some(frame), None) = (ask.shared_frame(), &around.own) else {
        let body = page.body(&parts, &around);
        return Ok(super::page(ask, &parts.title, path, &around.head, &body));
    };
    let known = |document: &&Document| document.frame == frame && document.around.is_like(&around);
    if let Some(known) = kept.documents.iter().find(known) {
        return Ok(known.compressed.answer(&ask.headers));
    }
    let (lang, path) = (ask.lang, path.to_owned());
    let render = move || {
        let body = page.body(&parts, &around);
        let head = super::with_style(&around.head);
        let text = frame.document(lang, &parts.title, &path, &head, &body);
        (Compressed::of(text.into_string()), around)
    };
    let (compressed, around) = apart(ask, render).await?;
    let compressed = Arc::new(compressed);
    kept.documents.truncate(DOCUMENTS - 1);
    kept.documents.insert(
        0,
        Document {
            frame,
            around,
            compressed: Arc::clone(&compressed),
        },
    );
    Ok(compressed.answer(&ask.headers))
}

impl PublicPage {
    fn parts(self, texts: Texts, hall: &Hall) -> Parts {
        match self {
            Self::Event => public::parts(texts, hall),
            Self::Screen => public::screen_parts(texts, hall),
        }
    }

    fn body(self, parts: &Parts, around: &Around) -> Markup {
        let (round, rest) = (
            PreEscaped(parts.round.0.as_str()),
            PreEscaped(parts.rest.0.as_str()),
        );
        match self {
            Self::Event => public::body(&parts.title, around, (round, rest)),
            Self::Screen => public::screen_body(&parts.title, around, (round, rest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: usize) -> EventId {
        EventId::stored(n.to_string())
    }

    #[test]
    fn page_that_nobody_reads_makes_room() {
        let rendered = Rendered::default();
        let key = |n: usize| (id(n), PublicPage::Event, Lang::En);
        let first = rendered.slot(key(0));
        for n in 1..MOST {
            rendered.slot(key(n));
        }
        assert!(Arc::ptr_eq(&first, &rendered.slot(key(0))), "still kept");
        rendered.slot(key(MOST));
        assert!(Arc::ptr_eq(&first, &rendered.slot(key(0))), "it was read");
        let pages = rendered.0.lock().unwrap();
        assert_eq!(pages.slots.len(), MOST);
        assert!(!pages.slots.contains_key(&key(1)), "read longest ago");
    }
}
