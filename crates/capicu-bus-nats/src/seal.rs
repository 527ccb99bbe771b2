//! Messages that only servers with the same key can read or write, each of them once.
//!
//! Each process draws an id. It seals with ChaCha20-Poly1305; the key is derived from the shared key and the id, and
//! the nonce is a counter. The associated data authenticates the recipient, or the question that an answer belongs to.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use capicu_bus::Bytes;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac;
use ring::rand::{SecureRandom as _, SystemRandom};

/// The first byte of a sealed message. Messages in clear are JSON and start with another byte.
const SEALED: u8 = 1;

/// How far a message may arrive behind a later one from its sender. Several tasks of a server send at the same time.
const WINDOW: u64 = 1024;

pub type Key = [u8; 32];

type Sender = [u8; 16];

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("it is not sealed")]
    Clear,
    /// Sealed with another key or for another purpose, or changed on its way.
    #[error("its seal is broken")]
    Broken,
    #[error("it was repeated")]
    Repeated,
}

/// The unique number of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    sender: Sender,
    count: u64,
}

#[derive(Clone, Copy, Debug)]
pub enum Purpose<'a> {
    Told(&'a str),
    Asks(&'a str),
    /// An answer to this question.
    Answers(Number),
}

#[derive(Debug)]
pub struct Seal {
    shared: hmac::Key,
    sender: Sender,
    key: LessSafeKey,
    count: AtomicU64,
    /// Servers that sent a valid message during this process.
    heard: Mutex<HashMap<Sender, Heard>>,
}

#[derive(Debug)]
struct Heard {
    key: LessSafeKey,
    window: Window,
}

impl Seal {
    /// Draws an id for this process. `None` if the system gives no random bytes.
    pub fn new(shared: &Key) -> Option<Self> {
        let shared = hmac::Key::new(hmac::HMAC_SHA256, shared);
        let mut sender = Sender::default();
        SystemRandom::new().fill(&mut sender).ok()?;
        Some(Self {
            key: key_of(&shared, sender)?,
            shared,
            sender,
            count: AtomicU64::new(0),
            heard: Mutex::default(),
        })
    }

    /// Seals a message; `None` if it is too long.
    pub fn seal(&self, purpose: Purpose<'_>, message: &[u8]) -> Option<(Number, Bytes)> {
        let number = Number {
            sender: self.sender,
            count: self.count.fetch_add(1, Ordering::Relaxed),
        };
        let mut sealed = message.to_vec();
        let about = Aad::from(purpose.bytes());
        self.key
            .seal_in_place_append_tag(number.nonce(), about, &mut sealed)
            .ok()?;
        let mut bytes = Vec::with_capacity(1 + Number::LEN + sealed.len());
        bytes.push(SEALED);
        bytes.extend(number.bytes());
        bytes.extend(sealed);
        Some((number, bytes.into()))
    }

    /// Opens a message that was sealed for this purpose, and returns its number and text. Fails if no server with the
    /// key sealed it for that, or if it arrived before.
    pub fn open(&self, purpose: Purpose<'_>, bytes: &[u8]) -> Result<(Number, Bytes), Refused> {
        let sealed = bytes.strip_prefix(&[SEALED]).ok_or(Refused::Clear)?;
        let (number, sealed) = Number::read(sealed).ok_or(Refused::Broken)?;
        let mut heard = self.heard();
        let known = heard.get_mut(&number.sender);
        let key = match &known {
            Some(_) => None,
            None => Some(key_of(&self.shared, number.sender).ok_or(Refused::Broken)?),
        };
        let opening = known.as_ref().map(|known| &known.key).or(key.as_ref());
        let opening = opening.ok_or(Refused::Broken)?;
        let mut message = sealed.to_vec();
        let opened = opening
            .open_in_place(number.nonce(), Aad::from(purpose.bytes()), &mut message)
            .map_err(|_| Refused::Broken)?
            .len();
        message.truncate(opened);
        // Only a message from a server with the key gets here.
        let known = match (known, key) {
            (Some(known), _) => known,
            (None, Some(key)) => {
                let window = Window::default();
                heard.entry(number.sender).or_insert(Heard { key, window })
            }
            (None, None) => return Err(Refused::Broken),
        };
        match known.window.takes(number.count) {
            true => Ok((number, message.into())),
            false => Err(Refused::Repeated),
        }
    }

    fn heard(&self) -> MutexGuard<'_, HashMap<Sender, Heard>> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key_of(shared: &hmac::Key, sender: Sender) -> Option<LessSafeKey> {
    let derived = hmac::sign(shared, &[b"capicu bus 1 ".as_slice(), &sender].concat());
    let key = UnboundKey::new(&CHACHA20_POLY1305, derived.as_ref()).ok()?;
    Some(LessSafeKey::new(key))
}

impl Purpose<'_> {
    fn bytes(self) -> Vec<u8> {
        match self {
            Self::Told(node) => [b"t", node.as_bytes()].concat(),
            Self::Asks(node) => [b"q", node.as_bytes()].concat(),
            Self::Answers(number) => [b"a".as_slice(), &number.bytes()].concat(),
        }
    }
}

impl Number {
    const LEN: usize = 16 + 8;

    fn bytes(self) -> Vec<u8> {
        [self.sender.as_slice(), &self.count.to_le_bytes()].concat()
    }

    fn read(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let (sender, rest) = bytes.split_first_chunk()?;
        let (count, rest) = rest.split_first_chunk()?;
        let number = Self {
            sender: *sender,
            count: u64::from_le_bytes(*count),
        };
        Some((number, rest))
    }

    fn nonce(self) -> Nonce {
        let mut nonce = [0; NONCE_LEN];
        nonce[..8].copy_from_slice(&self.count.to_le_bytes());
        Nonce::assume_unique_for_key(nonce)
    }
}

/// Numbers that arrived from a sender.
#[derive(Debug, Default)]
struct Window {
    /// One more than the highest.
    next: u64,
    /// A bit for each of the last [`WINDOW`] numbers.
    arrived: [u64; (WINDOW / 64) as usize],
}

impl Window {
    /// Records a number; returns whether it is new, as far as the window can tell.
    fn takes(&mut self, number: u64) -> bool {
        if number.saturating_add(WINDOW) < self.next {
            return false;
        }
        let place = |number: u64| {
            let bit = number % WINDOW;
            ((bit / 64) as usize, 1_u64 << (bit % 64))
        };
        // Numbers that were skipped have not arrived yet.
        for passed in self.next..self.next.saturating_add(WINDOW).min(number) {
            let (word, bit) = place(passed);
            self.arrived[word] &= !bit;
        }
        if number > self.next.saturating_add(WINDOW) {
            self.arrived = Default::default();
        }
        let (word, bit) = place(number);
        let is_new = number >= self.next || self.arrived[word] & bit == 0;
        self.arrived[word] |= bit;
        self.next = self.next.max(number.saturating_add(1));
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = [7; 32];

    #[test]
    fn messages_need_the_key_and_open_only_once() {
        let [one, two] = [Seal::new(&KEY).unwrap(), Seal::new(&KEY).unwrap()];
        let stranger = Seal::new(&[8; 32]).unwrap();
        let (number, sealed) = one.seal(Purpose::Asks("two"), b"a hand").unwrap();
        assert!(!sealed.windows(4).any(|four| four == b"hand"));
        let open =
            |seal: &Seal, purpose, bytes: &[u8]| seal.open(purpose, bytes).map(|(_, read)| read);
        let asks = Purpose::Asks("two");
        for (reads, purpose) in [
            (&stranger, asks),
            (&two, Purpose::Told("two")),
            (&two, Purpose::Asks("three")),
            (&two, Purpose::Answers(number)),
        ] {
            assert_eq!(open(reads, purpose, &sealed), Err(Refused::Broken));
        }
        assert_eq!(two.open(asks, &sealed), Ok((number, Bytes::from("a hand"))));
        assert_eq!(open(&two, asks, &sealed), Err(Refused::Repeated));
        // An answer opens for its own question only.
        let (_, answer) = two.seal(Purpose::Answers(number), b"done").unwrap();
        assert_eq!(
            open(&one, Purpose::Answers(number), &answer).unwrap(),
            "done"
        );
        let (other, _) = one.seal(asks, b"").unwrap();
        assert_eq!(
            open(&one, Purpose::Answers(other), &answer),
            Err(Refused::Broken)
        );
        for at in 1..sealed.len() {
            let mut changed = sealed.to_vec();
            changed[at] ^= 1;
            assert_eq!(open(&two, asks, &changed), Err(Refused::Broken), "{at}");
            assert!(open(&two, asks, &sealed[..at]).is_err(), "{at}");
        }
        assert_eq!(open(&two, asks, b"{}"), Err(Refused::Clear));
        assert_eq!(open(&two, asks, b""), Err(Refused::Clear));
    }

    #[test]
    fn numbers_in_the_window_are_taken_once_in_any_order() {
        let mut window = Window::default();
        for number in [3, 0, 2, 1, 900, 5, 1_000, 4] {
            assert!(window.takes(number), "{number}");
            assert!(!window.takes(number), "{number} again");
        }
        assert!(window.takes(1_700));
        assert!(!window.takes(6), "it is too late");
        assert!(!window.takes(1_000) && window.takes(999));
        assert!(window.takes(50_000) && window.takes(49_000) && !window.takes(49_000));
    }
}
