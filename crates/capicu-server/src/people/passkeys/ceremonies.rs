//! What was begun with a browser and is not ended yet.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use capicu_protocol::Token;
use capicu_table::TokenHash;
use passki::{AuthenticationState, RegistrationState};
use serde::{Deserialize, Serialize};

use crate::secret;

/// How long a ceremony may take, in milliseconds.
pub const TIME: u64 = 5 * 60 * 1000;

/// How many are kept; beyond that, the oldest goes. One address begins no more than 80 in their time.
const MOST: usize = 10_000;

/// A ceremony: a challenge that was given out, to be answered once, in time, by whoever asked for it.
#[derive(Clone, Debug)]
pub struct Open<T = What> {
    /// The session that asked for it; `None` where nobody was signed in.
    pub session: Option<TokenHash>,
    /// The site that the passkey is for.
    pub site: String,
    /// What it is about.
    pub what: T,
}

/// What a ceremony is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum What {
    /// A new passkey, and what a guest is to be called who becomes a member by it.
    Add(RegistrationState, Option<String>),
    /// Signing in.
    SignIn(AuthenticationState),
}

/// All that are open.
#[derive(Debug)]
pub struct Ceremonies<T = What>(Mutex<Kept<T>>);

#[derive(Debug)]
struct Kept<T> {
    open: HashMap<[u8; 32], (u64, Open<T>)>,
    /// In the order in which they end. Some of them may be over.
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
    /// Keeps a ceremony, and returns by what it is ended.
    pub fn begin(&self, ceremony: Open<T>, now: u64) -> Token {
        let token = secret::token();
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

    /// What a ceremony is about that this session ends for this site. Whatever comes of it, it is over.
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

    fn open(number: usize) -> Open<usize> {
        Open {
            session: Some(TokenHash::new([1; 32])),
            site: "dominoes.example".to_owned(),
            what: number,
        }
    }

    #[test]
    fn a_ceremony_is_ended_once_in_time_by_whoever_began_it() {
        let all = Ceremonies::default();
        let [mine, other] = [1, 2].map(|n| Some(TokenHash::new([n; 32])));
        let site = "dominoes.example";
        let end =
            |token: &Token, session, site, now| all.end(&TokenHash::of(token), session, site, now);
        let token = all.begin(open(7), 1000);
        assert_eq!(end(&secret::token(), mine, site, 1000), None, "forged");
        assert_eq!(end(&token, mine, site, 999 + TIME), Some(7));
        assert_eq!(end(&token, mine, site, 1001), None, "replayed");
        for (session, site, now) in [
            (mine, site, 1000 + TIME),
            (other, site, 1000),
            (None, site, 1000),
            (mine, "evil.example", 1000),
        ] {
            let token = all.begin(open(8), 1000);
            assert_eq!(end(&token, session, site, now), None);
            assert_eq!(
                end(&token, mine, "dominoes.example", 1000),
                None,
                "it is over"
            );
        }
    }

    #[test]
    fn no_more_are_kept_than_may_be() {
        let all = Ceremonies::default();
        let mine = open(0).session;
        let first = all.begin(open(0), 0);
        let second = all.begin(open(1), 0);
        for number in 2..=MOST {
            all.begin(open(number), 1);
        }
        let end = |token: &Token| all.end(&TokenHash::of(token), mine, "dominoes.example", 1);
        assert_eq!(end(&first), None, "the oldest went");
        assert_eq!(end(&second), Some(1));
        let kept = all.0.lock().unwrap();
        assert!(kept.open.len() < MOST && kept.order.len() <= MOST);
        drop(kept);
        all.begin(open(0), 1 + TIME);
        let kept = all.0.lock().unwrap();
        assert_eq!(
            (kept.open.len(), kept.order.len()),
            (1, 1),
            "what is over goes"
        );
    }
}
