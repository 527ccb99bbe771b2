//! The address at which passkeys work.

use axum::http::HeaderMap;
use capicu_accounts::passkeys::Party;

use crate::public_url::PublicUrl;

/// Whether passkeys work at the address that a browser uses.
#[derive(Debug)]
pub enum Place {
    /// Passkeys work at this address.
    Here(Party),
    /// Passkeys work at another address of this server.
    At(String),
    /// Passkeys do not work: the address is an IP address, or not secure.
    Nowhere,
}

impl Place {
    /// The place of a request. A server with a public URL has passkeys there. Any other server has them at `localhost`,
    /// separately for each port.
    pub fn of(public: Option<&PublicUrl>, headers: &HeaderMap, is_secure: bool) -> Self {
        let host = headers.get("host").and_then(|host| host.to_str().ok());
        let host = host.unwrap_or_default().to_ascii_lowercase();
        if let Some(public) = public {
            let is_it = host == public.authority() && (is_secure || !public.is_https());
            return match is_it {
                true => Self::Here(Party {
                    site: public.name().to_owned(),
                    origin: public.origin(),
                }),
                false => Self::At(public.origin()),
            };
        }
        let scheme = if is_secure { "https" } else { "http" };
        match format!("{scheme}://{host}").parse::<PublicUrl>() {
            Ok(url) if url.name() == "localhost" => Self::Here(Party {
                site: url.name().to_owned(),
                origin: url.origin(),
            }),
            _ => Self::Nowhere,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(public: Option<&str>, host: &str, is_secure: bool) -> String {
        let public = public.map(|url| url.parse().unwrap());
        let headers = HeaderMap::from_iter([(axum::http::header::HOST, host.parse().unwrap())]);
        match Place::of(public.as_ref(), &headers, is_secure) {
            Place::Here(party) => format!("{} {}", party.site, party.origin),
            Place::At(origin) => format!("at {origin}"),
            Place::Nowhere => "nowhere".to_owned(),
        }
    }

    #[test]
    fn passkeys_work_at_public_address_or_localhost() {
        let public = Some("https://dominoes.example");
        let there = "dominoes.example https://dominoes.example";
        assert_eq!(place(public, "dominoes.example", true), there);
        assert_eq!(place(public, "Dominoes.Example", true), there);
        for (host, is_secure) in [
            ("dominoes.example", false),
            ("dominoes.example:8443", true),
            ("evil.example", true),
            ("www.dominoes.example", true),
            ("192.0.2.7", true),
            ("localhost:7878", false),
        ] {
            let expected = "at https://dominoes.example";
            assert_eq!(place(public, host, is_secure), expected, "{host}");
        }
        assert_eq!(
            place(None, "localhost:7878", false),
            "localhost http://localhost:7878"
        );
        assert_eq!(
            place(None, "localhost", true),
            "localhost https://localhost"
        );
        for host in [
            "127.0.0.1:7878",
            "[::1]:7878",
            "nas",
            "dominoes.example",
            "",
        ] {
            assert_eq!(place(None, host, false), "nowhere", "{host}");
            assert_eq!(place(None, host, true), "nowhere", "{host}");
        }
        // A public address of localhost needs no https.
        assert_eq!(
            place(Some("http://localhost:7878"), "localhost:7878", false),
            "localhost http://localhost:7878"
        );
    }
}
