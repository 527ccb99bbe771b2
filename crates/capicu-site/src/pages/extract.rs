//! The request for a page, and the answer to it.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Mutex, OnceLock, PoisonError};

use axum::extract::{ConnectInfo, FromRequest, Request};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use capicu_accounts::account;
use capicu_accounts::conduct;
use capicu_accounts::friends::username;
use capicu_i18n::{Lang, Texts};
use capicu_protocol::{ApiErrorCode, MAX_NAME};
use capicu_store::SignedIn;
use capicu_store::conduct::Entry;
use maud::{Markup, html};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde::de::value::MapDeserializer;
use tokio::time::timeout;

use super::my_tables::{self, AwaitedTable};
use super::{admin, bell, notice};
use crate::connection_limits::Admitted;
use crate::page_shell::{framed, with_head};
use crate::sessions::{self, signed_in};
use crate::{Failure, Listener, Site, Unread, language, language_asked};

/// The longest form, in bytes: far longer than any valid one, so that a sender who pasted too much sees an error page.
const LONGEST: usize = 64 * 1024;

/// A request for a page, or a form that was sent from one. A form is not read before a handler asks for it.
pub struct Ask {
    /// The state that all requests share.
    pub site: Site,
    /// The address of the connection.
    pub peer: SocketAddr,
    /// The headers of the request.
    pub headers: HeaderMap,
    /// The language of the answer.
    pub lang: Lang,
    fields: OnceLock<Fields>,
    /// The form, until it is read.
    form: Mutex<Option<Unread>>,
    /// Held while this is the one upload of its address.
    upload: OnceLock<Admitted>,
    /// Unread notices of moderators to the player, once the player is known.
    notices: OnceLock<Vec<Entry>>,
    /// The table where people wait for the player, once the player is known.
    awaited: OnceLock<Option<AwaitedTable>>,
    /// Whether the reader of this page has an account, once the player is known.
    has_account: OnceLock<bool>,
}

/// The field by which a page names the last action.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Done {
    done: String,
}

/// The field for a name.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Named {
    name: String,
}

type Fields = Result<BTreeMap<String, String>, ApiErrorCode>;

impl FromRequest<Site> for Ask {
    type Rejection = Infallible;

    async fn from_request(request: Request, site: &Site) -> Result<Self, Infallible> {
        let headers = request.headers().clone();
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(SocketAddr::from(([0; 4], 0)), |peer| peer.0);
        let lang = language(language_asked(request.uri()), &headers);
        let is_form = !matches!(*request.method(), Method::GET | Method::HEAD);
        let ask = Self {
            site: site.clone(),
            peer,
            headers,
            lang,
            fields: OnceLock::new(),
            form: Mutex::new(Some(Unread::from(request))),
            upload: OnceLock::new(),
            notices: OnceLock::new(),
            awaited: OnceLock::new(),
            has_account: OnceLock::new(),
        };
        if !is_form {
            // Reads the query; an error shows when a field is read.
            let _ = ask.take(0).await;
            if my_tables::is_page(&ask)
                && let Ok(Some(found)) = signed_in(site, &ask.headers).await
            {
                ask.has_account
                    .get_or_init(|| username(&found.player).is_some());
                // Without an answer in time the page is shown without the line.
                let _ = timeout(my_tables::LOOK, ask.awaited(&found)).await;
            }
        }
        Ok(ask)
    }
}

impl Ask {
    /// The texts in the language of the answer.
    pub const fn texts(&self) -> Texts {
        Texts::new(self.lang)
    }

    /// Reads the fields of the form, or of the address. Each field is a text, empty if it is missing.
    pub fn form<T: Default + DeserializeOwned>(&self) -> T {
        let fields = self.fields().map(|(name, value)| (name, value.trim()));
        T::deserialize(MapDeserializer::<_, serde::de::value::Error>::new(fields))
            .unwrap_or_default()
    }

    /// The last action, as the page before names it.
    pub fn done(&self) -> String {
        self.form::<Done>().done
    }

    /// Reads a field by a name that only the page knows, such as one with a number; empty if it is missing.
    pub fn field(&self, name: &str) -> &str {
        let fields = self.fields.get().and_then(|fields| fields.as_ref().ok());
        fields
            .and_then(|fields| fields.get(name))
            .map_or("", |value| value.trim())
    }

    /// Everything that was filled in.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.fields.get().into_iter().flatten().flatten();
        fields.map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Refuses the form of another site. Call it before the form counts toward a limit.
    ///
    /// # Errors
    ///
    /// If it comes from another site.
    pub fn is_from_here(&self) -> Result<(), Failure> {
        sessions::from_here(&self.site, &self.headers)
    }

    /// Reads the form; its fields are available only after this. Call it after every check that needs no field.
    ///
    /// # Errors
    ///
    /// If it comes from another site, or cannot be read.
    pub async fn read(&self) -> Result<(), Failure> {
        self.is_from_here()?;
        self.take(LONGEST).await
    }

    /// Reads a form that may be as long as an upload. Until it is answered, its address can upload nothing else.
    ///
    /// # Errors
    ///
    /// If there is another upload, or it cannot be read.
    pub async fn upload(&self) -> Result<(), Failure> {
        let admitted = self.site.upload_turn(self.peer, &self.headers).await?;
        let _ = self.upload.set(admitted);
        self.take(self.site.longest_upload()).await
    }

    async fn take(&self, most: usize) -> Result<(), Failure> {
        let form = self
            .form
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(form) = form {
            let fields: Result<BTreeMap<String, String>, Failure> = form.form(most).await;
            let _ = self.fields.set(fields.map_err(|failure| failure.code()));
        }
        match self.fields.get() {
            Some(Err(code)) => Err(Failure::new(*code)),
            Some(Ok(_)) | None => Ok(()),
        }
    }

    /// Finds the signed-in player and their unread notices.
    pub async fn who(&self) -> Result<Option<SignedIn>, Failure> {
        let found = signed_in(&self.site, &self.headers).await?;
        if let Some(found) = &found {
            self.has_account
                .get_or_init(|| username(&found.player).is_some());
            if self.notices.get().is_none() {
                let unread = conduct::unread(self.site.context(), found.player.id).await?;
                let _ = self.notices.set(unread);
            }
        }
        Ok(found)
    }

    /// The table where people wait for the player, who is not there.
    pub async fn awaited(&self, found: &SignedIn) -> Result<Option<&AwaitedTable>, Failure> {
        if self.awaited.get().is_none() {
            let awaited = my_tables::awaited(self, found).await?;
            let _ = self.awaited.set(awaited);
        }
        Ok(self.awaited.get().and_then(Option::as_ref))
    }

    /// Reads a form that changes something of the signed-in player.
    pub async fn changing(&self) -> Result<SignedIn, Failure> {
        let found = sessions::changing(&self.site, &self.headers).await?;
        self.read().await?;
        Ok(found)
    }

    /// The signed-in player, or else a new guest with the cookie to set. The field `name`, if it is filled in, renames
    /// the player.
    pub async fn player(&self) -> Result<(SignedIn, Option<HeaderValue>), Failure> {
        let Named { name } = self.form();
        let called = Some(name.as_str()).filter(|name| !name.is_empty());
        Ok(match (self.who().await?, called) {
            (Some(found), None) => (found, None),
            (Some(found), Some(name)) => (
                account::rename(self.site.context(), &found, name).await?,
                None,
            ),
            (None, called) => {
                let begun = sessions::make(&self.site, self.peer, &self.headers, called).await?;
                (begun.found, Some(begun.keep))
            }
        })
    }

    /// The address of a path on the public listener; `None` on the admin listener if the server has no public URL.
    pub fn on_site(&self, path: &str) -> Option<String> {
        match self.site.side() {
            Listener::Front => Some(path.to_owned()),
            Listener::Back => Some(format!("{}{path}", self.site.public_url()?.origin())),
        }
    }

    /// A page for this reader only: caches must not store it.
    pub fn page(&self, title: &str, path: &str, body: &Markup) -> Response {
        self.page_with(title, path, &html! {}, body)
    }

    /// A page with more elements in its head.
    pub fn page_with(&self, title: &str, path: &str, head: &Markup, body: &Markup) -> Response {
        let address = |lang: Lang| format!("{path}?lang={}", lang.tag());
        let notices = self.notices.get().map_or(&[][..], Vec::as_slice);
        let awaited = self.awaited.get().and_then(Option::as_ref);
        let body = html! {
            (notice::all(self.texts(), notices))
            @if let Some(awaited) = awaited { (my_tables::line(self.texts(), awaited)) }
            (body)
        };
        let page = match self.site.side() {
            Listener::Front => {
                let head = html! {
                    @if self.has_account.get() == Some(&true) { (bell::head(path)) }
                    (head)
                };
                with_head(self.lang, title, address, &head, &body)
            }
            Listener::Back => {
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

    /// An error page with a link back.
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
        let mut response = (status(failure.code()), page).into_response();
        if failure.code() == ApiErrorCode::Flood {
            let after = HeaderValue::from_static(RETRY_AFTER);
            response.headers_mut().insert(header::RETRY_AFTER, after);
        }
        response
    }
}

/// Marks a page with a secret, such as a token, so that browsers do not store it.
pub fn unkept(mut page: Response) -> Response {
    let caching = HeaderValue::from_static("no-store");
    page.headers_mut().insert(header::CACHE_CONTROL, caching);
    page
}

/// Seconds until a client that asked too often may ask again: every limit allows something in that time.
const RETRY_AFTER: &str = "5";

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

/// The HTTP status of an error.
pub fn status(code: ApiErrorCode) -> StatusCode {
    Failure::new(code).into_response().status()
}

/// Describes an error and its remedy.
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
    /// The error in it.
    pub code: ApiErrorCode,
}

/// A text field with its label, help text and error.
pub struct Line {
    /// The name of the field, also its test id.
    pub name: &'static str,
    /// The label of the field.
    pub label: String,
    /// A help text for the field.
    pub help: String,
    /// The value of the field.
    pub value: String,
    /// The `autocomplete` value for the browser.
    pub autocomplete: &'static str,
    /// How long it may be, in characters.
    pub longest: usize,
}

impl Line {
    /// The field for the name that other players see.
    pub fn own_name(ask: &Ask) -> Self {
        let texts = ask.texts();
        Self {
            name: "name",
            label: texts.your_name(),
            help: texts.home_name_help(),
            value: ask.form::<Named>().name,
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
