//! The cookie with the secret of a session.

use axum::http::{HeaderMap, HeaderValue, header};
use capicu_protocol::Token;

/// Browsers take this name only from a secure page of this very host, so that no other site can set it.
const SECURE: &str = "__Host-capicu";

/// The cookie name on insecure connections, such as a home network.
const PLAIN: &str = "capicu";

/// 400 days in seconds, the longest that browsers keep a cookie. The server decides when a session ends.
const MAX_AGE: u32 = 400 * 24 * 3600;

/// The secret in the cookie. Of two cookies of the name none counts: one of them is not ours.
pub fn read(headers: &HeaderMap, secure: bool) -> Option<Token> {
    value(headers, name(secure))
}

/// The secret in a cookie of this name.
pub fn value(headers: &HeaderMap, name: &str) -> Option<Token> {
    text(headers, name)?.parse().ok()
}

/// The text of a cookie, unless two have this name.
pub fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers.get_all(header::COOKIE).iter();
    let pairs = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    let mut values = pairs.filter_map(|(of, value)| (of == name).then_some(value));
    let value = values.next()?;
    match values.next() {
        None => Some(value.to_owned()),
        Some(_) => None,
    }
}

/// Makes the `Set-Cookie` value that stores a secret.
pub fn keep(token: &Token, secure: bool) -> HeaderValue {
    line(&token.to_string(), MAX_AGE, secure)
}

/// Makes the `Set-Cookie` value that deletes the cookie.
pub fn forget(secure: bool) -> HeaderValue {
    line("", 0, secure)
}

const fn name(secure: bool) -> &'static str {
    if secure { SECURE } else { PLAIN }
}

fn line(value: &str, max_age: u32, secure: bool) -> HeaderValue {
    let name = name(secure);
    let only = if secure { "; Secure" } else { "" };
    let line = format!("{name}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{only}");
    let mut line = HeaderValue::from_str(&line).expect("hexadecimal digits and words");
    line.set_sensitive(true);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(lines: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::COOKIE, line.parse().unwrap());
        }
        headers
    }

    #[test]
    fn secret_is_read_from_the_named_cookie() {
        let token = "0f".repeat(32);
        let (plain, secure) = (format!("capicu={token}"), format!("__Host-capicu={token}"));
        let reads = |lines: &[&str], secure| read(&with(lines), secure).is_some();
        assert!(reads(&[&plain], false));
        assert!(reads(&[&format!("a=b; {plain}; c=d")], false));
        assert!(reads(&[&secure], true));
        assert!(
            !reads(&[&plain], true),
            "anybody on the way could have set it"
        );
        assert!(!reads(&[&secure], false));
        assert!(!reads(&["capicu=0f0f"], false));
        assert!(!reads(&[], false));
        assert!(!reads(&[&plain, &plain], false));
        assert!(!reads(&[&format!("{plain}; {plain}")], false));
    }

    #[test]
    fn cookie_is_limited_to_this_site() {
        let token: Token = "0f".repeat(32).parse().unwrap();
        let line = keep(&token, true);
        let expected = format!(
            "__Host-capicu={token}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
        );
        assert_eq!(line.to_str().unwrap(), expected);
        assert!(!format!("{line:?}").contains("0f"), "not in a log");
        let line = forget(false);
        let expected = "capicu=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax";
        assert_eq!(line.to_str().unwrap(), expected);
    }
}
