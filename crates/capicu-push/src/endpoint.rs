//! The address of a push service.

use std::fmt;

/// The longest address accepted, in bytes.
const LONGEST: usize = 1024;

/// An `https` address of a push service, without a user, a fragment or another port.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PushEndpoint {
    host: String,
    /// The path with the query.
    path: String,
}

/// Why an address is no push service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    #[error("the address of a push service begins with https://")]
    Scheme,
    #[error("the address of a push service has at most 1,024 bytes")]
    Long,
    #[error("the address of a push service names a public host, and no port but 443")]
    Host,
    #[error("the address of a push service has a path of visible ASCII characters")]
    Path,
}

impl PushEndpoint {
    /// Parses an address. Whether the host is public is only known for sure when it is resolved.
    pub fn read(text: &str) -> Result<Self, EndpointError> {
        if text.len() > LONGEST {
            return Err(EndpointError::Long);
        }
        let rest = text.strip_prefix("https://").ok_or(EndpointError::Scheme)?;
        let at = rest.find('/').ok_or(EndpointError::Path)?;
        let (host, path) = rest.split_at(at);
        let host = host.strip_suffix(":443").unwrap_or(host);
        let is_right = |byte: u8| byte.is_ascii_graphic() && byte != b'#';
        if !path.bytes().all(is_right) {
            return Err(EndpointError::Path);
        }
        match is_public_host(host) {
            true => Ok(Self {
                host: host.to_ascii_lowercase(),
                path: path.to_owned(),
            }),
            false => Err(EndpointError::Host),
        }
    }

    /// The host name.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The path with the query.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The origin, which is the audience of an authorization.
    pub fn origin(&self) -> String {
        format!("https://{}", self.host)
    }
}

impl fmt::Display for PushEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "https://{}{}", self.host, self.path)
    }
}

/// Whether a host is a full domain name. Addresses in numbers are no names of push services.
fn is_public_host(host: &str) -> bool {
    let is_label = |label: &str| {
        let is_right = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(is_right)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let Some((_, last)) = host.rsplit_once('.') else {
        return false;
    };
    let near = [
        "local",
        "localhost",
        "internal",
        "lan",
        "home",
        "arpa",
        "test",
        "invalid",
        "onion",
    ];
    host.len() <= 253
        && host.split('.').all(is_label)
        && last.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !near.iter().any(|one| last.eq_ignore_ascii_case(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoint_is_https_at_a_public_name() {
        for right in [
            "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
            "https://fcm.googleapis.com/fcm/send/abc:APA91b_-?x=1",
            "https://web.push.apple.com:443/QGx",
        ] {
            let read = PushEndpoint::read(right).expect(right);
            assert_eq!(read.to_string(), right.replace(":443", ""));
        }
        let endpoint = PushEndpoint::read("https://Push.Example.net/a/b?c=d").expect("right");
        assert_eq!(endpoint.origin(), "https://push.example.net");
        assert_eq!(endpoint.path(), "/a/b?c=d");
    }

    #[test]
    fn other_addresses_are_refused() {
        use EndpointError::{Host, Long, Path, Scheme};
        let long = format!("https://push.example.net/{}", "a".repeat(1024));
        for (wrong, why) in [
            ("http://push.example.net/a", Scheme),
            ("HTTPS//push.example.net/a", Scheme),
            ("", Scheme),
            ("https://push.example.net", Path),
            ("https://push.example.net/a b", Path),
            ("https://push.example.net/a\r\nhost: x", Path),
            ("https://push.example.net/#a", Path),
            ("https://push.example.net/ñ", Path),
            ("https://push.example.net:8443/a", Host),
            ("https://me@push.example.net/a", Host),
            ("https://localhost/a", Host),
            ("https://server.local/a", Host),
            ("https://printer/a", Host),
            ("https://127.0.0.1/a", Host),
            ("https://198.51.100.7/a", Host),
            ("https://[::1]/a", Host),
            ("https://2130706433/a", Host),
            ("https://push..net/a", Host),
            ("https:///a", Host),
            (&long, Long),
        ] {
            assert_eq!(PushEndpoint::read(wrong), Err(why), "{wrong}");
        }
    }
}
