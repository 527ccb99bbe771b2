//! The language of a page.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use capicu_i18n::Lang;

/// The cookie with the language last chosen. The page of the table also reads and writes it.
const COOKIE: &str = "lang";

/// The language an address asks for, else that of the cookie, else the first of the browser's that there
/// is; browsers name the preferred one first.
pub fn language(asked: Option<&str>, headers: &HeaderMap) -> Lang {
    asked
        .and_then(Lang::from_tag)
        .or_else(|| remembered(headers))
        .unwrap_or_else(|| of_the_browser(headers))
}

/// The language that an address asks for.
pub fn asked(uri: &Uri) -> Option<&str> {
    let pairs = uri.query()?.split('&');
    pairs
        .filter_map(|pair| pair.split_once('='))
        .find_map(|(name, value)| (name == "lang").then_some(value))
}

/// Sets a cookie with the language of a visited page if it differs from the default of this browser. Background
/// requests of a script, such as pages to keep on the device, set no cookie.
pub async fn remember(request: Request, next: Next) -> Response {
    let is_page = is_visit(&request) && !request.uri().path().starts_with("/api/");
    let asked = asked(request.uri()).and_then(Lang::from_tag);
    let new = asked.filter(|lang| is_page && *lang != language(None, request.headers()));
    let mut response = next.run(request).await;
    if let Some(lang) = new {
        let line = match lang {
            Lang::En => "lang=en; Path=/; Max-Age=31536000; SameSite=Lax",
            Lang::Es => "lang=es; Path=/; Max-Age=31536000; SameSite=Lax",
            Lang::Fr => "lang=fr; Path=/; Max-Age=31536000; SameSite=Lax",
        };
        let line = HeaderValue::from_static(line);
        response.headers_mut().append(header::SET_COOKIE, line);
    }
    response
}

/// Old browsers do not report the kind of request; it then counts as a visit.
fn is_visit(request: &Request) -> bool {
    let mode = request.headers().get("sec-fetch-mode");
    request.method() == Method::GET && mode.is_none_or(|mode| mode == "navigate")
}

fn remembered(headers: &HeaderMap) -> Option<Lang> {
    let lines = headers.get_all(header::COOKIE).iter();
    lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(name, value)| (name == COOKIE).then_some(value))
        .and_then(Lang::from_tag)
}

fn of_the_browser(headers: &HeaderMap) -> Lang {
    let tags = headers.get(header::ACCEPT_LANGUAGE);
    let tags = tags.and_then(|tags| tags.to_str().ok()).unwrap_or_default();
    let tags = tags.split(',').filter_map(|tag| tag.split(';').next());
    Lang::choose(tags.map(str::trim))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_order_is_address_cookie_browser() {
        let mut headers = HeaderMap::new();
        assert_eq!(language(None, &headers), Lang::En);
        let browser = "ht;q=0.9, es-DO;q=0.8, en;q=0.5".parse().unwrap();
        headers.insert(header::ACCEPT_LANGUAGE, browser);
        assert_eq!(language(None, &headers), Lang::Es);
        headers.insert(header::COOKIE, "a=b; lang=en".parse().unwrap());
        assert_eq!(language(None, &headers), Lang::En);
        assert_eq!(language(Some("es"), &headers), Lang::Es);
        assert_eq!(language(Some("xx"), &headers), Lang::En);
        headers.insert(header::COOKIE, "lang=<script>".parse().unwrap());
        assert_eq!(language(None, &headers), Lang::Es);
    }

    #[test]
    fn address_with_lang_selects_the_language() {
        let of = |uri: &str| asked(&uri.parse().unwrap()).map(str::to_owned);
        assert_eq!(of("/rules/cien?a=b&lang=es"), Some("es".to_owned()));
        assert_eq!(of("/rules/cien"), None);
    }
}
