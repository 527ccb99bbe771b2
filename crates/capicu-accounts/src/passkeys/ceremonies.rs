//! Open passkey ceremonies: begun with a browser and not finished yet.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use capicu_protocol::Token;
use capicu_table::TokenHash;
use passki::{AuthenticationState, RegistrationState};

use crate::Randomness;

/// How long a ceremony may take, in milliseconds.
pub const TIME: u64 = 5 * 60 * 1000;

/// The most open ceremonies; beyond this the oldest is dropped. One address begins at most 80 in their time.
const MOST: usize = 10_000;

/// An open ceremony: a challenge that the browser who asked for it may answer once, before it expires.
#[derive(Clone, Debug)]
pub struct Open<T = What> {
    /// The session that asked for it; `None` for a browser that is not signed in.
    pub session: Option<TokenHash>,
    /// The site that the passkey is for.
    pub site: String,
    /// The purpose and its state.
    pub what: T,
}

/// The purpose of a ceremony.
#[derive(Clone, Debug)]
pub enum What {
    /// A new passkey, and the username if a guest creates an account with it.
    Add(RegistrationState, Option<String>),
    /// A device signs in.
    SignIn(AuthenticationState),
}

/// All open ceremonies.
#[derive(Debug)]
pub struct Ceremonies<T = What>(Mutex<Kept<T>>);

#[derive(Debug)]
struct Kept<T> {
    open: HashMap<[u8; 32], (u64, Open<T>)>,
    /// In the order of their ends. Some may be closed already.
    order: VecDeque<(u64, [u8; 32])>,
}

impl<T> Default for Ceremonies<T> {
    fn default() -> Self {
        Self(Mutex::new(Kept {
            open: HashMap::new(),
            order: VecDeque::new(),
        }))
    }
}

impl<T> Ceremonies<T> {
    /// Stores a ceremony, and returns the token that ends it.
    pub fn begin(&self, ceremony: Open<T>, randomness: Randomness, now: u64) -> Token {
        let token = randomness.token();
        let hash = *TokenHash::of(&token).bytes();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = &mut *kept;
        while let Some((until, first)) = kept.order.front()
            && (*until <= now || kept.order.len() >= MOST)
        {
            kept.open.remove(first);
            kept.order.pop_front();
        }
        kept.order.push_back((now + TIME, hash));
        kept.open.insert(hash, (now + TIME, ceremony));
        token
    }

    /// Returns the purpose of a ceremony if this session ends it in time for this site. The ceremony is closed in any
    /// case.
    pub fn end(
        &self,
        token: &TokenHash,
        session: Option<TokenHash>,
        site: &str,
        now: u64,
    ) -> Option<T> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (until, ceremony) = kept.open.remove(token.bytes())?;
        let fits = now < until && ceremony.session == session && ceremony.site == site;
        fits.then_some(ceremony.what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANDOM: Randomness = Randomness::SYSTEM;

    fn open(number: usize) -> Open<usize> {
        Open {
            session: Some(TokenHash::new([1; 32])),
            site: "dominoes.example".to_owned(),
            what: number,
        }
    }

    #[test]
    fn ceremony_ends_once_in_time_for_its_session_and_site() {
        let all = Ceremonies::default();
        let [mine, other] = [1, 2].map(|n| Some(TokenHash::new([n; 32])));
        let site = "dominoes.example";
        let end =
            |token: &Token, session, site, now| all.end(&TokenHash::of(token), session, site, now);
        let token = all.begin(open(7), RANDOM, 1000);
        assert_eq!(end(&RANDOM.token(), mine, site, 1000), None, "forged");
        assert_eq!(end(&token, mine, site, 999 + TIME), Some(7));
        assert_eq!(end(&token, mine, site, 1001), None, "replayed");
        for (session, site, now) in [
            (mine, site, 1000 + TIME),
            (other, site, 1000),
            (None, site, 1000),
            (mine, "evil.example", 1000),
        ] {
            let token = all.begin(open(8), RANDOM, 1000);
            assert_eq!(end(&token, session, site, now), None);
            assert_eq!(
                end(&token, mine, "dominoes.example", 1000),
                None,
                "it is over"
            );
        }
    }

    #[test]
    fn oldest_ceremony_is_dropped_at_the_limit() {
        let all = Ceremonies::default();
        let mine = open(0).session;
        let first = all.begin(open(0), RANDOM, 0);
        let second = all.begin(open(1), RANDOM, 0);
        for number in 2..=MOST {
            all.begin(open(number), RANDOM, 1);
        }
        let end = |token: &Token| all.end(&TokenHash::of(token), mine, "dominoes.example", 1);
        assert_eq!(end(&first), None, "the oldest went");
        assert_eq!(end(&second), Some(1));
        let kept = all.0.lock().unwrap();
        assert!(kept.open.len() < MOST && kept.order.len() <= MOST);
        drop(kept);
        all.begin(open(0), RANDOM, 1 + TIME);
        let kept = all.0.lock().unwrap();
        assert_eq!(
            (kept.open.len(), kept.order.len()),
            (1, 1),
            "what is over goes"
        );
    }
}
