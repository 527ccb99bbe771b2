//! Who may ask, and how often.

use std::net::{IpAddr, SocketAddr};

use axum::http::{HeaderMap, header};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::{Config, Limit, Proxy};

/// The rules about origins and addresses.
#[derive(Debug)]
pub struct Guard {
    origins: Vec<String>,
    proxy: Proxy,
    sockets: DefaultKeyedRateLimiter<IpAddr>,
    tables: DefaultKeyedRateLimiter<IpAddr>,
    guesses: DefaultKeyedRateLimiter<IpAddr>,
}

/// What an address may not do too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Open a socket.
    Socket,
    /// Make a table.
    Table,
    /// Try a wrong token.
    Guess,
}

const fn quota(limit: Limit) -> Quota {
    Quota::per_minute(limit.per_minute).allow_burst(limit.burst)
}

/// A limiter for the messages of one socket.
pub fn messages(limit: Limit) -> DefaultDirectRateLimiter {
    RateLimiter::direct(quota(limit))
}

impl Guard {
    /// The rules of this configuration.
    pub fn new(config: &Config) -> Self {
        let limits = config.limits;
        let origin = |origin: &String| origin.trim_end_matches('/').to_ascii_lowercase();
        Self {
            origins: config.origins.iter().map(origin).collect(),
            proxy: config.proxy,
            sockets: RateLimiter::dashmap(quota(limits.sockets)),
            tables: RateLimiter::dashmap(quota(limits.tables)),
            guesses: RateLimiter::dashmap(quota(limits.guesses)),
        }
    }

    /// Whether a page of this origin may ask. What is no browser sends none and may.
    pub fn allows_origin(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let (Some(origin), None) = (origins.next(), origins.next()) else {
            return !headers.contains_key(header::ORIGIN);
        };
        let Ok(origin) = origin.to_str() else {
            return false;
        };
        let origin = origin.to_ascii_lowercase();
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        let own = origin
            .split_once("://")
            .is_some_and(|(_, of)| host.is_some_and(|host| host.eq_ignore_ascii_case(of)));
        own || self.origins.contains(&origin)
    }

    /// The address of whoever asks.
    pub fn address(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let forwarded = || {
            let last = headers.get_all("x-forwarded-for").iter().next_back()?;
            last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
        };
        let address = match self.proxy {
            Proxy::None => peer.ip(),
            Proxy::Trusted => forwarded().unwrap_or(peer.ip()),
        };
        network(address)
    }

    /// Whether it is not too often; counts as once more.
    pub fn allows(&self, what: What, address: IpAddr) -> bool {
        let limiter = match what {
            What::Socket => &self.sockets,
            What::Table => &self.tables,
            What::Guess => &self.guesses,
        };
        // Addresses that have been quiet need not be remembered.
        if limiter.len() > 10_000 {
            limiter.retain_recent();
        }
        limiter.check_key(&address).is_ok()
    }
}

/// One customer has a whole /64 of the new addresses: it counts as one.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    fn guard(proxy: Proxy) -> Guard {
        Guard::new(&Config {
            origins: vec!["https://Other.example/".into()],
            proxy,
            ..Config::new("unused".into())
        })
    }

    #[test]
    fn only_own_pages_and_listed_ones_may_ask() {
        let guard = guard(Proxy::None);
        let host = ("host", "capicu.example:7878");
        for (origin, allowed) in [
            ("http://capicu.example:7878", true),
            ("https://CAPICU.example:7878", true),
            ("https://other.example", true),
            ("http://capicu.example", false),
            ("http://capicu.example:7878.evil.example", false),
            ("https://evil.example", false),
            ("null", false),
        ] {
            let headers = headers(&[host, ("origin", origin)]);
            assert_eq!(guard.allows_origin(&headers), allowed, "{origin}");
        }
        assert!(guard.allows_origin(&headers(&[host])));
        let two = [
            host,
            ("origin", "http://capicu.example:7878"),
            ("origin", "x://y"),
        ];
        assert!(!guard.allows_origin(&headers(&two)));
    }

    #[test]
    fn a_forwarded_address_counts_only_from_a_trusted_proxy() {
        let peer: SocketAddr = "10.0.0.1:99".parse().unwrap();
        let headers = headers(&[("x-forwarded-for", "1.2.3.4, 5.6.7.8")]);
        assert_eq!(guard(Proxy::None).address(peer, &headers), peer.ip());
        let address = guard(Proxy::Trusted).address(peer, &headers);
        assert_eq!(address, "5.6.7.8".parse::<IpAddr>().unwrap());
    }

    #[test]
    fn addresses_of_one_customer_count_as_one() {
        let ip = |text: &str| network(text.parse().unwrap());
        assert_eq!(ip("2001:db8::1"), ip("2001:db8::2"));
        assert_ne!(ip("2001:db8:0:1::1"), ip("2001:db8::1"));
        assert_eq!(ip("::ffff:1.2.3.4"), ip("1.2.3.4"));
    }
}
