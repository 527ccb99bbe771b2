//! The address at which people find the server.

use std::net::IpAddr;
use std::str::FromStr;

/// The public address of a server, such as `https://dominoes.example`. Passkeys are bound to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    is_https: bool,
    name: String,
    authority: String,
}

/// The error for a text that is not a [`PublicUrl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAPublicUrl {
    /// Something else than a scheme and a name, with a port where it is not the usual one.
    #[error("write a scheme and a name, such as https://dominoes.example")]
    Form,
    /// An address of numbers instead of a name.
    #[error("passkeys belong to a name, not to an address of numbers")]
    Address,
    /// `http`, and not for `localhost`.
    #[error("browsers offer passkeys over https only, or over http at localhost")]
    Plain,
}

impl PublicUrl {
    /// Whether it is https.
    pub const fn is_https(&self) -> bool {
        self.is_https
    }

    /// The name, in lower case.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name with the port, as a browser sends it in `Host`.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The origin of its pages.
    pub fn origin(&self) -> String {
        let scheme = if self.is_https { "https" } else { "http" };
        format!("{scheme}://{}", self.authority)
    }
}

impl FromStr for PublicUrl {
    type Err = NotAPublicUrl;

    fn from_str(text: &str) -> Result<Self, NotAPublicUrl> {
        let text = text.to_ascii_lowercase();
        let (scheme, rest) = text.split_once("://").ok_or(NotAPublicUrl::Form)?;
        let (is_https, usual) = match scheme {
            "https" => (true, 443_u16),
            "http" => (false, 80),
            _ => return Err(NotAPublicUrl::Form),
        };
        let authority = rest.strip_suffix('/').unwrap_or(rest);
        if authority.starts_with('[') {
            return Err(NotAPublicUrl::Address);
        }
        let (name, port) = match authority.split_once(':') {
            None => (authority, usual),
            Some((name, port)) => (name, port.parse().map_err(|_| NotAPublicUrl::Form)?),
        };
        if name.parse::<IpAddr>().is_ok() {
            return Err(NotAPublicUrl::Address);
        }
        if port == 0 || !is_name(name) {
            return Err(NotAPublicUrl::Form);
        }
        if !is_https && name != "localhost" {
            return Err(NotAPublicUrl::Plain);
        }
        let authority = match port == usual {
            true => name.to_owned(),
            false => format!("{name}:{port}"),
        };
        Ok(Self {
            is_https,
            name: name.to_owned(),
            authority,
        })
    }
}

/// Whether this is the name of a host, names of other alphabets in their ASCII form.
fn is_name(text: &str) -> bool {
    let is_label = |label: &str| {
        let in_a_label = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(in_a_label)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = text.rsplit('.').next().unwrap_or_default();
    text.len() <= 253
        && text.split('.').all(is_label)
        // Browsers read that as an address.
        && !last.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_url_accepts_only_scheme_and_host() {
        for (text, origin, name) in [
            (
                "https://dominoes.example",
                "https://dominoes.example",
                "dominoes.example",
            ),
            (
                "HTTPS://Dominoes.Example/",
                "https://dominoes.example",
                "dominoes.example",
            ),
            (
                "https://dominoes.example:443",
                "https://dominoes.example",
                "dominoes.example",
            ),
            (
                "https://a.b-c.example:8443",
                "https://a.b-c.example:8443",
                "a.b-c.example",
            ),
            (
                "https://xn--domin-0ta.example",
                "https://xn--domin-0ta.example",
                "xn--domin-0ta.example",
            ),
            (
                "http://localhost:7878",
                "http://localhost:7878",
                "localhost",
            ),
            ("http://localhost:80", "http://localhost", "localhost"),
            ("https://nas", "https://nas", "nas"),
        ] {
            let url: PublicUrl = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(
                (url.origin().as_str(), url.name()),
                (origin, name),
                "{text}"
            );
            assert_eq!(url.is_https(), origin.starts_with("https"));
        }
        for (text, why) in [
            ("", NotAPublicUrl::Form),
            ("dominoes.example", NotAPublicUrl::Form),
            ("ftp://dominoes.example", NotAPublicUrl::Form),
            ("https://", NotAPublicUrl::Form),
            ("https://dominoes.example/play", NotAPublicUrl::Form),
            ("https://dominoes.example?x", NotAPublicUrl::Form),
            ("https://me@dominoes.example", NotAPublicUrl::Form),
            ("https://dominoes.example:0", NotAPublicUrl::Form),
            ("https://dominoes.example:66666", NotAPublicUrl::Form),
            ("https://dominó.example", NotAPublicUrl::Form),
            ("https://-a.example", NotAPublicUrl::Form),
            ("https://a..example", NotAPublicUrl::Form),
            ("https://*.example", NotAPublicUrl::Form),
            ("https://1.2.3", NotAPublicUrl::Form),
            ("https://192.0.2.7", NotAPublicUrl::Address),
            ("https://192.0.2.7:8443", NotAPublicUrl::Address),
            ("https://[2001:db8::1]", NotAPublicUrl::Address),
            ("http://dominoes.example", NotAPublicUrl::Plain),
        ] {
            assert_eq!(text.parse::<PublicUrl>(), Err(why), "{text}");
        }
    }
}
