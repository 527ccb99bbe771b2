//! Address and credentials of NATS.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use async_nats::{ConnectOptions, ServerAddr};
use percent_encoding::percent_decode_str;

/// Address and credentials of NATS. `Debug` does not show passwords.
#[derive(Clone)]
pub struct Address {
    /// Without user and password.
    pub(crate) servers: Vec<ServerAddr>,
    credentials: Credentials,
}

#[derive(Clone, Default)]
pub enum Credentials {
    #[default]
    None,
    Token(String),
    Password(String, String),
    /// A credentials file as `nsc` writes it.
    File(PathBuf),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoAddress;

#[derive(Debug)]
pub struct BadCredentials {
    pub file: PathBuf,
    pub why: std::io::Error,
}

impl FromStr for Address {
    type Err = NoAddress;

    /// Parses `nats://user:password@host:port`, or `tls://…` for an encrypted connection. Several addresses are
    /// separated by commas and share the first user and password.
    fn from_str(text: &str) -> Result<Self, NoAddress> {
        let mut credentials = Credentials::None;
        let mut servers = Vec::new();
        for one in text.split(',') {
            let is_ours = ["nats://", "tls://"]
                .iter()
                .any(|scheme| one.starts_with(scheme));
            let read = is_ours.then(|| one.parse::<ServerAddr>().ok()).flatten();
            let mut url = read.ok_or(NoAddress)?.into_inner();
            if url.host_str().is_none_or(str::is_empty) {
                return Err(NoAddress);
            }
            if let Credentials::None = credentials {
                credentials = Credentials::of(url.username(), url.password())?;
            }
            if url.set_username("").and(url.set_password(None)).is_err() {
                return Err(NoAddress);
            }
            servers.push(ServerAddr::from_url(url).map_err(|_| NoAddress)?);
        }
        Ok(Self {
            servers,
            credentials,
        })
    }
}

impl Credentials {
    fn of(user: &str, password: Option<&str>) -> Result<Self, NoAddress> {
        let decoded = |text: &str| {
            let decoded = percent_decode_str(text).decode_utf8();
            decoded.map(Into::into).map_err(|_| NoAddress)
        };
        Ok(match (user, password) {
            ("", None) => Self::None,
            (token, None) => Self::Token(decoded(token)?),
            (user, Some(password)) => Self::Password(decoded(user)?, decoded(password)?),
        })
    }
}

impl Address {
    /// Replaces the credentials of the address.
    #[must_use]
    pub fn with(self, credentials: Credentials) -> Self {
        match credentials {
            Credentials::None => self,
            credentials => Self {
                credentials,
                ..self
            },
        }
    }

    pub(crate) fn options(&self) -> Result<ConnectOptions, BadCredentials> {
        let options = ConnectOptions::new();
        Ok(match &self.credentials {
            Credentials::None => options,
            Credentials::Token(token) => options.token(token.clone()),
            Credentials::Password(user, password) => {
                options.user_and_password(user.clone(), password.clone())
            }
            Credentials::File(file) => {
                let read = std::fs::read_to_string(file);
                let used = read.and_then(|text| options.credentials(&text));
                used.map_err(|why| BadCredentials {
                    file: file.clone(),
                    why,
                })?
            }
        })
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let servers = self.servers.iter().map(ServerAddr::as_url_str);
        f.debug_list().entries(servers).finish()
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "None",
            Self::Token(_) => "Token(..)",
            Self::Password(..) => "Password(..)",
            Self::File(_) => "File(..)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_with_credentials_is_parsed_and_shown_without_them() {
        for (text, credentials) in [
            ("nats://one", Credentials::None),
            ("nats://one,tls://two:4223", Credentials::None),
            ("nats://s3cret@one", Credentials::Token("s3cret".to_owned())),
            (
                "nats://one,tls://ana:s3cret%40%21@two",
                Credentials::Password("ana".to_owned(), "s3cret@!".to_owned()),
            ),
        ] {
            let address: Address = text.parse().expect(text);
            match (&address.credentials, &credentials) {
                (Credentials::None, Credentials::None) => {}
                (Credentials::Token(one), Credentials::Token(other)) => assert_eq!(one, other),
                (Credentials::Password(a, b), Credentials::Password(c, d)) => {
                    assert_eq!((a, b), (c, d));
                }
                _ => panic!("{text}"),
            }
            let shown = format!("{address:?} {credentials:?}");
            assert!(!shown.contains("s3cret"), "{shown}");
            let given = address.with(Credentials::File("a.creds".into()));
            assert!(matches!(given.credentials, Credentials::File(_)));
        }
        for text in [
            "",
            "one",
            "http://one",
            "nats://",
            "nats://one,two",
            "nats://%ff@one",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
        let file = Address::from_str("nats://one").unwrap();
        let file = file.with(Credentials::File("/nowhere/a.creds".into()));
        assert!(file.options().is_err());
    }
}
