//! Events that are played where there is no network: handed over to a venue's own server as a file, written there alone,
//! and brought back as the log that grew there.
//!
//! One copy at a time is written. A key follows from the event's secret and the place in the log where it is handed over;
//! the log names a digest of the key, and the venue's copy has the key as its secret. So each copy knows from its log alone
//! whether it may be written, and the log that comes back is sealed with a key that only the two of them have.

use capicu_event::{Broken, Command, Digest, Event, Fact, Log, LogError};
use serde::{Deserialize, Serialize};

use super::{Hall, seal};

/// The name and version of the file that is taken to a venue.
const FORMAT: &str = "capicu-venue-1";

/// The first line of that file; the log follows.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    venue: String,
    key: Digest,
}

/// Where an event stands, for the copy of this server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copy {
    /// It is written here, and nowhere else.
    Here,
    /// It is written here, at the venue.
    AtVenue,
    /// A venue has it.
    Away,
    /// A second device at the venue goes on with it.
    Elsewhere,
    /// This was the venue's copy, and it was given back.
    GivenBack,
}

/// What is wrong with a file. Lines count from 1, as those of a log; the head of a venue's file has none.
#[derive(Debug, PartialEq, Eq)]
pub enum Mistake {
    /// It is no file for a venue.
    NotForVenues,
    /// The log is damaged.
    Log(LogError),
    /// The log is none of an event.
    Broken(Broken),
    /// The key does not open this log, or the log is not handed over.
    Key,
    /// The event is not at a venue.
    NotAway,
    /// It is another event's log, or one that went on from an earlier place: from this line on they differ.
    Foreign(usize),
    /// The venue has not given it back: the last line does not say so.
    NotGivenBack,
    /// The seal is none that the venue made of this log.
    Forged,
}

impl Hall {
    /// Where the event stands.
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

    /// What hands it over, from its log as it is now.
    pub fn hand_over(&self) -> Command {
        Command::HandOver(name_of(&self.key_at(self.event.version())))
    }

    /// What gives it back, sealed as its log is now.
    pub fn give_back(&self) -> Command {
        Command::Return(sealed(&self.secret, self.event.log().head()))
    }

    /// The file that is taken to the venue, while the event is away.
    pub fn venue_file(&self) -> Option<String> {
        let key = self.venue_key()?;
        let head = Head {
            venue: FORMAT.to_owned(),
            key: written(&key),
        };
        let head = serde_json::to_string(&head).ok()?;
        Some(format!("{head}\n{}", self.event.log().text()))
    }

    /// The event as it comes back from the venue.
    ///
    /// # Errors
    ///
    /// What is wrong with the log. Nothing has changed.
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

    /// The key that goes with the log as it was at this version.
    fn key_at(&self, version: u64) -> [u8; 32] {
        *seal::token(&self.secret, &format!("venue/{version}")).bytes()
    }

    /// The key of the venue that has the event, by the file that this copy made for it.
    fn venue_key(&self) -> Option<[u8; 32]> {
        let to = self.event.state().at_venue?;
        let handed_over = Fact::HandedOver { to };
        let mut lines = self.event.log().lines().iter().rev();
        let line = lines.find(|line| line.fact == handed_over)?;
        let key = self.key_at(line.n - 1);
        (to == name_of(&key)).then_some(key)
    }
}

/// An event that a venue takes over: its id there, the event, and its secret.
///
/// # Errors
///
/// What is wrong with the file.
pub fn taken_over(text: &str) -> Result<(String, Event, [u8; 32]), Mistake> {
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
    Ok((seal::table_id(&key, "event"), event, key))
}

/// What the log names a key by.
fn name_of(key: &[u8; 32]) -> Digest {
    Digest::of(&[b"capicu-event-venue/", key])
}

/// What only who has the key makes of a log.
fn sealed(key: &[u8; 32], head: Digest) -> Digest {
    let inner = Digest::of(&[key, head.to_string().as_bytes()]);
    Digest::of(&[key, inner.to_string().as_bytes()])
}

/// The bytes of a key as a file has them.
pub(super) fn bytes(key: &Digest) -> [u8; 32] {
    let token: capicu_protocol::Token = key
        .to_string()
        .parse()
        .expect("a digest is written as a token is");
    *token.bytes()
}

/// A key as a file has it.
pub(super) fn written(key: &[u8; 32]) -> Digest {
    let token = capicu_protocol::Token::new(*key).to_string();
    token.parse().expect("a token is written as a digest is")
}
