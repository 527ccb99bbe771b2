//! Events at venues without a network. A file hands the event over to the venue's own server, which alone writes its
//! log. The log comes back as a file.
//!
//! One copy at a time is written. A key follows from the event's secret and the place of the handover in the log. The log
//! names a digest of the key, and the venue's copy has the key as its secret. So each copy knows from its log whether it
//! may be written. The log that comes back is sealed with that key.

use capicu_event::{Broken, Command, Digest, Event, Fact, Log, LogError};
use capicu_protocol::EventId;
use serde::{Deserialize, Serialize};

use super::{Hall, signed_link};

/// The name and version of a venue file.
const FORMAT: &str = "capicu-venue-1";

/// The first line of that file; the log follows.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    venue: String,
    key: Digest,
}

/// The place of an event, from the view of this server's copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copy {
    /// It is written here, and nowhere else.
    Here,
    /// It is written here, at the venue.
    AtVenue,
    /// A venue has it.
    Away,
    /// A second device at the venue took it over.
    Elsewhere,
    /// This was the venue's copy, which was returned.
    GivenBack,
}

/// An error in a file. Lines count from 1, as in a log; the head of a venue file does not count.
#[derive(Debug, PartialEq, Eq)]
pub enum Mistake {
    /// It is not a venue file.
    NotForVenues,
    /// The log is damaged.
    Log(LogError),
    /// The log is not that of an event.
    Broken(Broken),
    /// The key does not fit the log, or the log was not handed over.
    Key,
    /// The event is not at a venue.
    NotAway,
    /// The log is of another event, or continues from an earlier place: it differs from this line on.
    Foreign(usize),
    /// The venue has not returned it: the last line is another fact.
    NotGivenBack,
    /// The seal is not the venue's seal of this log.
    Forged,
}

impl Hall {
    /// The place of the event.
    pub fn copy(&self) -> Copy {
        let own = name_of(&self.secret);
        let state = self.event.state();
        let lines = self.event.log().lines();
        let is_venues = lines
            .iter()
            .any(|line| line.fact == Fact::HandedOver { to: own });
        match (state.at_venue, is_venues) {
            (None, false) => Copy::Here,
            (Some(to), _) if to == own => Copy::AtVenue,
            (Some(_), _) if self.venue_key().is_some() => Copy::Away,
            (Some(_), _) => Copy::Elsewhere,
            (None, true) => Copy::GivenBack,
        }
    }

    /// Whether this copy may be written.
    pub fn is_written(&self) -> bool {
        matches!(self.copy(), Copy::Here | Copy::AtVenue)
    }

    /// The command that hands the log over as it is now.
    pub fn hand_over(&self) -> Command {
        Command::HandOver(name_of(&self.key_at(self.event.version())))
    }

    /// The command that returns it, with a seal of the current log.
    pub fn give_back(&self) -> Command {
        Command::Return(sealed(&self.secret, self.event.log().head()))
    }

    /// The file for the venue, while the event is away.
    pub fn venue_file(&self) -> Option<String> {
        let key = self.venue_key()?;
        let head = Head {
            venue: FORMAT.to_owned(),
            key: written(&key),
        };
        let head = serde_json::to_string(&head).ok()?;
        Some(format!("{head}\n{}", self.event.log().text()))
    }

    /// Reads the event that the venue returns.
    ///
    /// # Errors
    ///
    /// The error in the log. Nothing has changed.
    pub fn brought_back(&self, text: &str) -> Result<Event, Mistake> {
        let key = self.venue_key().ok_or(Mistake::NotAway)?;
        let log = Log::read(text.as_bytes()).map_err(Mistake::Log)?;
        let own = self.event.log().text();
        let mut theirs = text.lines();
        for (at, line) in (1..).zip(own.lines()) {
            if theirs.next() != Some(line) {
                return Err(Mistake::Foreign(at));
            }
        }
        let Some(Fact::Returned { seal }) = log.lines().last().map(|line| &line.fact) else {
            return Err(Mistake::NotGivenBack);
        };
        let last = log.text_from(log.lines().len() - 1);
        let before = text.strip_suffix(last.as_str()).unwrap_or_default();
        let before = Log::read(before.as_bytes()).map_err(Mistake::Log)?;
        if *seal != sealed(&key, before.head()) {
            return Err(Mistake::Forged);
        }
        let event = Event::verify(log).map_err(Mistake::Broken)?;
        match event.state().at_venue {
            None => Ok(event),
            Some(_) => Err(Mistake::NotGivenBack),
        }
    }

    /// The key for the log at this version.
    fn key_at(&self, version: u64) -> [u8; 32] {
        *signed_link::token(&self.secret, &format!("venue/{version}")).bytes()
    }

    /// The key of the venue that has the event, as in the file made for it.
    fn venue_key(&self) -> Option<[u8; 32]> {
        let to = self.event.state().at_venue?;
        let handed_over = Fact::HandedOver { to };
        let mut lines = self.event.log().lines().iter().rev();
        let line = lines.find(|line| line.fact == handed_over)?;
        let key = self.key_at(line.n - 1);
        (to == name_of(&key)).then_some(key)
    }
}

/// Reads an event that a venue takes over: its id there, the event, and its secret.
///
/// # Errors
///
/// The fault in the file.
pub fn taken_over(text: &str) -> Result<(EventId, Event, [u8; 32]), Mistake> {
    let text = text.trim_start_matches('\u{feff}');
    let (head, log) = text.split_once('\n').ok_or(Mistake::NotForVenues)?;
    let head: Head = serde_json::from_str(head.trim_end()).map_err(|_| Mistake::NotForVenues)?;
    if head.venue != FORMAT {
        return Err(Mistake::NotForVenues);
    }
    let log = Log::read(log.as_bytes()).map_err(Mistake::Log)?;
    let event = Event::verify(log).map_err(Mistake::Broken)?;
    let key = bytes(&head.key);
    if event.state().at_venue != Some(name_of(&key)) {
        return Err(Mistake::Key);
    }
    // The same file taken twice is one event.
    Ok((
        EventId::new(signed_link::id_bytes(&key, "event")),
        event,
        key,
    ))
}

/// The name of a key in the log.
fn name_of(key: &[u8; 32]) -> Digest {
    Digest::of(&[b"capicu-event-venue/", key])
}

/// The seal of a log, which requires the key.
fn sealed(key: &[u8; 32], head: Digest) -> Digest {
    let inner = Digest::of(&[key, head.to_string().as_bytes()]);
    Digest::of(&[key, inner.to_string().as_bytes()])
}

/// Parses a key of a file.
pub(super) fn bytes(key: &Digest) -> [u8; 32] {
    let token: capicu_protocol::Token = key
        .to_string()
        .parse()
        .expect("a digest is written as a token is");
    *token.bytes()
}

/// Writes a key for a file.
pub(super) fn written(key: &[u8; 32]) -> Digest {
    let token = capicu_protocol::Token::new(*key).to_string();
    token.parse().expect("a token is written as a digest is")
}
