//! What a page is asked, and how it answers.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::OnceLock;

use axum::Form;
use axum::extract::{ConnectInfo, FromRequest, Request};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use capicu_i18n::{Lang, Texts};
use capicu_protocol::{ApiErrorCode, MAX_NAME};
use capicu_store::SignedIn;
use capicu_store::conduct::Entry;
use maud::{Markup, html};

use super::{admin, notice};
use crate::conduct;
use crate::document::{framed, with_head};
use crate::http::{Failure, Side, Site, language, language_asked};
use crate::people::{acts, signed_in};

/// A request for a page, or a form that was sent from one.
pub struct Ask {
    /// What all requests share.
    pub site: Site,
    /// Where it comes from.
    pub peer: SocketAddr,
    /// Its headers.
    pub headers: HeaderMap,
    /// The language of the answer.
    pub lang: Lang,
    fields: Result<BTreeMap<String, String>, ApiErrorCode>,
    /// What whoever asks has to read, once it is known who that is.
    notices: OnceLock<Vec<Entry>>,
}

impl FromRequest<Site> for Ask {
    type Rejection = Infallible;

    async fn from_request(request: Request, site: &Site) -> Result<Self, Infallible> {
        let headers = request.headers().clone();
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(SocketAddr::from(([0; 4], 0)), |peer| peer.0);
        let lang = language(language_asked(request.uri()), &headers);
        let fields = Form::<BTreeMap<String, String>>::from_request(request, site).await;
        let fields = fields.map(|Form(fields)| fields).map_err(|rejection| {
            match rejection.into_response().status() {
                StatusCode::PAYLOAD_TOO_LARGE => ApiErrorCode::TooLarge,
                _ => ApiErrorCode::Malformed,
            }
        });
        Ok(Self {
            site: site.clone(),
            peer,
            headers,
            lang,
            fields,
            notices: OnceLock::new(),
        })
    }
}

impl Ask {
    /// The texts in the language of the answer.
    pub const fn texts(&self) -> Texts {
        Texts::new(self.lang)
    }

    /// What was filled in, or what the address says; empty where it says nothing.
    pub fn field(&self, name: &str) -> &str {
        let fields = self.fields.as_ref().ok();
        fields
            .and_then(|fields| fields.get(name))
            .map_or("", |value| value.trim())
    }

    /// Everything that was filled in.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.fields.iter().flatten();
        fields.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Refuses a form that could not be read, or that comes from elsewhere.
    pub fn is_fit(&self) -> Result<(), Failure> {
        acts::from_here(&self.site, &self.headers)?;
        match &self.fields {
            Ok(_) => Ok(()),
            Err(code) => Err(Failure::new(*code)),
        }
    }

    /// Whoever is signed in.
    pub async fn who(&self) -> Result<Option<SignedIn>, Failure> {
        let found = signed_in(&self.site, &self.headers).await?;
        if let Some(found) = &found
            && self.notices.get().is_none()
        {
            let unread = conduct::unread(&self.site, found.player.id).await?;
            let _ = self.notices.set(unread);
        }
        Ok(found)
    }

    /// Whoever sends a form that changes something of their own.
    pub async fn changing(&self) -> Result<SignedIn, Failure> {
        self.is_fit()?;
        acts::known(&self.site, &self.headers).await
    }

    /// Whoever is signed in, or else a new guest with the cookie to keep; called by the field `name` where that is
    /// filled in.
    pub async fn player(&self) -> Result<(SignedIn, Option<HeaderValue>), Failure> {
        let called = Some(self.field("name")).filter(|name| !name.is_empty());
        Ok(match (self.who().await?, called) {
            (Some(found), None) => (found, None),
            (Some(found), Some(name)) => (acts::rename(&self.site, &found, name).await?, None),
            (None, called) => {
                let begun = acts::make(&self.site, self.peer, &self.headers, called).await?;
                (begun.found, Some(begun.keep))
            }
        })
    }

    /// Where something is that everybody's listener serves; `None` on the other one, if the server was not told where
    /// people open it.
    pub fn on_site(&self, path: &str) -> Option<String> {
        match self.site.side() {
            Side::Front => Some(path.to_owned()),
            Side::Back => Some(format!("{}{path}", self.site.public_url()?.origin())),
        }
    }

    /// A page for whoever asks, and for nobody else: it is not kept anywhere on its way.
    pub fn page(&self, title: &str, path: &str, body: &Markup) -> Response {
        self.page_with(title, path, &html! {}, body)
    }

    /// The same with more in its head.
    pub fn page_with(&self, title: &str, path: &str, head: &Markup, body: &Markup) -> Response {
        let address = |lang: Lang| format!("{path}?lang={}", lang.tag());
        let notices = self.notices.get().map_or(&[][..], Vec::as_slice);
        let body = html! { (notice::all(self.texts(), notices)) (body) };
        let page = match self.site.side() {
            Side::Front => with_head(self.lang, title, address, head, &body),
            Side::Back => {
                let pages = admin::pages(self.texts());
                framed(self.lang, title, address, &pages, head, &body)
            }
        };
        let mut response = Html(page.into_string()).into_response();
        let caching = HeaderValue::from_static("no-cache, private");
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, caching);
        response
    }

    /// A page that only says what is wrong, and leads back to where it can be done again.
    pub fn problem(&self, failure: &Failure, path: &str) -> Response {
        let texts = self.texts();
        let body = html! {
            main #content data-testid="problem-page" {
                h1 { (texts.problem_title()) }
                p.problem role="alert" data-testid="problem" { (told(texts, failure.code())) }
                p.row {
                    a.do href=(path) { (texts.desk_back()) }
                    a href="/" { (texts.back_home()) }
                }
            }
        };
        let page = self.page(&texts.problem_title(), path, &body);
        (status(failure.code()), page).into_response()
    }
}

/// Leads on, so that reloading the next page sends nothing again.
pub fn lead_to(address: &str, cookie: Option<HeaderValue>) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    let address = HeaderValue::from_str(address).expect("an address of this server's is ASCII");
    headers.insert(header::LOCATION, address);
    if let Some(cookie) = cookie {
        headers.insert(header::SET_COOKIE, cookie);
    }
    response
}

/// The status that goes with what is wrong.
pub fn status(code: ApiErrorCode) -> StatusCode {
    Failure::new(code).into_response().status()
}

/// What is wrong, and what to do about it.
pub fn told(texts: Texts, code: ApiErrorCode) -> String {
    match code {
        ApiErrorCode::ForeignOrigin => texts.problem_sent_elsewhere(),
        ApiErrorCode::BadName => texts.problem_name_kind(),
        ApiErrorCode::BadUsername => texts.problem_username_kind(),
        ApiErrorCode::UsernameTaken => texts.problem_username_taken(),
        ApiErrorCode::BadCode => texts.problem_code_wrong(),
        ApiErrorCode::NoPasskeys => texts.problem_no_passkeys(),
        ApiErrorCode::CeremonyOver => texts.problem_ceremony_over(),
        ApiErrorCode::BadPasskey => texts.problem_bad_passkey(),
        ApiErrorCode::PasskeyKnown => texts.problem_passkey_known(),
        ApiErrorCode::TooManyPasskeys => texts.problem_too_many_passkeys(),
        ApiErrorCode::LastWayIn => texts.problem_last_way_in(),
        ApiErrorCode::Blocked => texts.friends_you_block(),
        ApiErrorCode::Full => texts.friends_full(),
        ApiErrorCode::Paused => texts.problem_paused(),
        ApiErrorCode::Banned => texts.problem_banned(),
        // Pages take no tokens.
        ApiErrorCode::NotSignedIn
        | ApiErrorCode::BadToken
        | ApiErrorCode::TokenExpired
        | ApiErrorCode::OutOfScope => texts.problem_not_signed_in(),
        ApiErrorCode::Flood => texts.problem_rate_limited(),
        ApiErrorCode::TooLarge => texts.problem_too_long(),
        ApiErrorCode::Unavailable => texts.problem_unavailable(),
        ApiErrorCode::UnknownGame
        | ApiErrorCode::BadPlayers
        | ApiErrorCode::BadOptions
        | ApiErrorCode::BadSeats
        | ApiErrorCode::BadGrace => texts.problem_unknown_game(),
        ApiErrorCode::NotFound | ApiErrorCode::BadMethod => texts.problem_unknown_page(),
        ApiErrorCode::Malformed => texts.problem_malformed(),
    }
}

/// A field in which something is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Wrong {
    /// The name of the field.
    pub field: &'static str,
    /// What is wrong with it.
    pub code: ApiErrorCode,
}

/// A line to write in, with its label, what helps to fill it in, and what is wrong with it.
pub struct Line<'a> {
    /// Its name, which is its test id as well.
    pub name: &'static str,
    /// What it is called.
    pub label: String,
    /// What helps to fill it in.
    pub help: String,
    /// What stands in it.
    pub value: &'a str,
    /// What a browser may fill in.
    pub autocomplete: &'static str,
    /// How long it may be, in characters.
    pub longest: usize,
}

impl<'a> Line<'a> {
    /// Where somebody writes what the others at a table are to call them.
    pub fn own_name(ask: &'a Ask) -> Self {
        let texts = ask.texts();
        Self {
            name: "name",
            label: texts.your_name(),
            help: texts.home_name_help(),
            value: ask.field("name"),
            autocomplete: "nickname",
            longest: MAX_NAME,
        }
    }

    /// The line as HTML.
    pub fn html(&self, texts: Texts, wrong: Option<Wrong>) -> Markup {
        let name = self.name;
        let wrong = wrong.filter(|wrong| wrong.field == name);
        let (help, problem) = (format!("{name}-help"), format!("{name}-problem"));
        let described = match wrong {
            Some(_) => format!("{problem} {help}"),
            None => help.clone(),
        };
        html! {
            label for=(name) { (self.label) }
            input id=(name) type="text" name=(name) value=(self.value) maxlength=(self.longest)
                autocomplete=(self.autocomplete) autocapitalize="off" spellcheck="false"
                aria-describedby=(described) aria-invalid=[wrong.map(|_| "true")]
                autofocus[wrong.is_some()] data-testid=(name);
            @if let Some(wrong) = wrong {
                p.problem id=(problem) role="alert" data-testid="problem" {
                    (told(texts, wrong.code))
                }
            }
            p.help id=(help) { (self.help) }
        }
    }
}
