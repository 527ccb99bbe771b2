//! Requests and answers in JSON.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::num::NonZeroU32;

use axum::Json;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use capicu::Seat;
use capicu_i18n::{Lang, Texts};
use capicu_protocol::{
    ApiError, ApiErrorCode, CreateTable, Created, FileGame, MAX_MESSAGE, OptionProblem, OptionText,
    PlayerId, RulesSection, SeatToken, TableRules, Token, WireError, decode,
};
use capicu_table::{PlanError, Setup, TokenHash};
use serde_json::Value;

use super::Site;
use super::body::Unread;
use super::guard::What;
use super::remedy::{AGAIN, remedy};
use crate::config::Limit;
use crate::file_game;
use crate::people::names;
use crate::secret;

/// `GET /api/games`: the games that are rule files, in the language of the query.
pub async fn games(Query(query): Query<BTreeMap<String, String>>) -> Json<Vec<FileGame>> {
    let lang = query.get("lang").and_then(|lang| Lang::from_tag(lang));
    Json(file_game::shipped(lang.unwrap_or_default()))
}

/// `GET /api/options/LANG`: what the options of the rules are called.
pub async fn options(Path(lang): Path<String>) -> Result<Json<Vec<OptionText>>, Failure> {
    let lang = Lang::from_tag(&lang).ok_or(Failure::new(ApiErrorCode::NotFound))?;
    let texts = Texts::new(lang).options();
    Ok(Json(
        texts
            .map(|(name, text)| OptionText {
                name: name.to_owned(),
                text,
            })
            .collect(),
    ))
}

/// `GET /api/rules/GAME`: the rules as a person would explain them, by the options of the query.
pub async fn rules(
    Path(game): Path<String>,
    Query(mut options): Query<BTreeMap<String, String>>,
) -> Result<Json<Vec<RulesSection>>, Failure> {
    let lang = options.remove("lang").unwrap_or_default();
    let texts = Texts::new(Lang::from_tag(&lang).unwrap_or(Lang::En));
    let usual = capicu::Game::by_id(&game).map(|game| game.players[0]);
    let players = match options.remove("players") {
        Some(players) => players
            .parse()
            .map_err(|_| Failure::new(ApiErrorCode::BadPlayers))?,
        None => usual.unwrap_or_default(),
    };
    let rules = TableRules {
        game,
        players,
        title: None,
        options,
    }
    .rules()?;
    let sections = texts.explain(&rules).into_iter();
    Ok(Json(
        sections
            .map(|section| RulesSection {
                title: section.title,
                sentences: section.sentences,
            })
            .collect(),
    ))
}

/// Everything else under `/api`.
pub async fn nothing() -> Failure {
    Failure::new(ApiErrorCode::NotFound)
}

/// The right address with the wrong method.
pub async fn wrong_method() -> Failure {
    Failure::new(ApiErrorCode::BadMethod)
}

/// `POST /api/tables`.
pub async fn create(
    State(site): State<Site>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    body: Unread,
) -> Result<(StatusCode, Json<Created>), Failure> {
    if !site.guard.allows_origin(&headers) {
        return Err(Failure::new(ApiErrorCode::ForeignOrigin));
    }
    if !site.allows(What::Table, peer, &headers) {
        return Err(site.too_often(What::Table));
    }
    let request = read_table(body).await?;
    Ok((
        StatusCode::CREATED,
        Json(make_table(&site, &request).await?),
    ))
}

/// What a table is asked for by: options as texts, or as numbers as programs of the arena know them.
pub async fn read_table(body: Unread) -> Result<CreateTable, Failure> {
    let body = body.bytes(MAX_MESSAGE).await?;
    let malformed = |why: String| Failure::new(ApiErrorCode::Malformed).detail(why);
    let text = std::str::from_utf8(&body).map_err(|error| malformed(error.to_string()))?;
    decode(text).or_else(|error| with_numbers(text).ok_or_else(|| malformed(error.to_string())))
}

fn with_numbers(text: &str) -> Option<CreateTable> {
    let mut asked: Value = decode(text).ok()?;
    let options = asked.get_mut("rules")?.get_mut("options")?;
    for value in options.as_object_mut()?.values_mut() {
        if let Value::Number(number) = value {
            *value = Value::String(number.to_string());
        }
    }
    serde_json::from_value(asked).ok()
}

/// Makes a table.
///
/// # Errors
///
/// If what was asked for is no table, or it could not be stored.
pub async fn make_table(site: &Site, request: &CreateTable) -> Result<Created, Failure> {
    let shown = |name: &String| names::display(name).ok_or(Failure::new(ApiErrorCode::BadName));
    let request = CreateTable {
        name: request.name.as_ref().map(shown).transpose()?,
        ..request.clone()
    };
    make_table_for(site, &request, None).await
}

/// The same where the seat of whoever makes it is a player's from the beginning, whatever the player is called.
///
/// # Errors
///
/// As for [`make_table`].
pub async fn make_table_for(
    site: &Site,
    request: &CreateTable,
    maker: Option<PlayerId>,
) -> Result<Created, Failure> {
    let plan = plan(request)?;
    let players: Vec<_> = maker.map(|maker| (plan.seat, maker)).into_iter().collect();
    let id = site
        .registry
        .create_for(&players, plan.setup)
        .await
        .map_err(|_| Failure::new(ApiErrorCode::Unavailable))?;
    Ok(Created {
        table: id,
        seat: plan.seat.into(),
        token: plan.token,
        open: plan.open,
    })
}

/// A table that can be made, and the secrets that only the answer holds.
struct Planned {
    setup: Setup,
    seat: Seat,
    token: Token,
    open: Vec<SeatToken>,
}

fn plan(request: &CreateTable) -> Result<Planned, Failure> {
    let own = secret::token();
    let mut open = Vec::new();
    let setup = Setup::of(request, TokenHash::of(&own), |seat| {
        let token = secret::token();
        let hash = TokenHash::of(&token);
        open.push(SeatToken {
            seat: seat.into(),
            token,
        });
        hash
    })?;
    Ok(Planned {
        seat: setup.maker.unwrap_or_default(),
        setup,
        token: own,
        open,
    })
}

/// An error as a response. Every answer has a detail, and says when to try again where that helps.
pub struct Failure {
    error: ApiError,
    /// Seconds to wait before the same request, where they are known.
    retry: Option<u32>,
}

impl Failure {
    /// A failure of this kind.
    pub const fn new(code: ApiErrorCode) -> Self {
        Self {
            error: ApiError {
                code,
                options: Vec::new(),
                detail: None,
            },
            retry: None,
        }
    }

    /// More than this limit allows from one address.
    pub fn too_often(limit: Limit) -> Self {
        let (burst, per_minute) = (limit.burst, limit.per_minute);
        let detail = format!(
            "one address may do this {burst} times at once and {per_minute} times a minute after that: wait, \
             then send the same again"
        );
        Self {
            retry: Some(60_u32.div_ceil(per_minute.get())),
            ..Self::new(ApiErrorCode::Flood).detail(detail)
        }
    }

    /// More sockets and streams open from one address than this.
    pub fn too_many_open(most: NonZeroU32) -> Self {
        let detail = format!("one address may have {most} sockets and streams open: close one");
        Self::new(ApiErrorCode::Flood).detail(detail)
    }

    /// Of which kind it is.
    pub const fn code(&self) -> ApiErrorCode {
        self.error.code
    }

    /// More about it, if there is more.
    pub fn more(&self) -> Option<&str> {
        self.error.detail.as_deref()
    }

    /// The same, with more about it for developers.
    pub fn detail(mut self, detail: String) -> Self {
        self.error.detail = Some(detail);
        self
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        let detail = error.to_string();
        let code = match error {
            PlanError::Rules(error) => return error.into(),
            PlanError::Seats => ApiErrorCode::BadSeats,
            PlanError::Name => ApiErrorCode::BadName,
            PlanError::Grace => ApiErrorCode::BadGrace,
        };
        Self::new(code).detail(detail)
    }
}

impl From<WireError> for Failure {
    fn from(error: WireError) -> Self {
        let detail = error.to_string();
        let problem = |option: &str, detail: String| OptionProblem {
            option: option.to_owned(),
            detail,
        };
        let (code, options) = match error {
            WireError::UnknownGame(_) => (ApiErrorCode::UnknownGame, Vec::new()),
            WireError::Players { .. } => (ApiErrorCode::BadPlayers, Vec::new()),
            WireError::Option { option, why } => {
                let problem = problem(&option, why.to_string());
                (ApiErrorCode::BadOptions, vec![problem])
            }
            WireError::Rules(errors) => {
                let problems = errors.iter().map(|e| problem(e.option(), e.to_string()));
                (ApiErrorCode::BadOptions, problems.collect())
            }
            WireError::TooMany(_) => (ApiErrorCode::Malformed, Vec::new()),
        };
        Self {
            error: ApiError {
                code,
                options,
                detail: Some(detail),
            },
            retry: None,
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let Self { mut error, retry } = self;
        let code = error.code;
        let status = match code {
            ApiErrorCode::Malformed => StatusCode::BAD_REQUEST,
            ApiErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ApiErrorCode::UnknownGame
            | ApiErrorCode::BadPlayers
            | ApiErrorCode::BadOptions
            | ApiErrorCode::BadSeats
            | ApiErrorCode::BadName
            | ApiErrorCode::BadGrace
            | ApiErrorCode::BadUsername => StatusCode::UNPROCESSABLE_ENTITY,
            ApiErrorCode::Flood => StatusCode::TOO_MANY_REQUESTS,
            ApiErrorCode::NotSignedIn | ApiErrorCode::BadToken | ApiErrorCode::TokenExpired => {
                StatusCode::UNAUTHORIZED
            }
            ApiErrorCode::UsernameTaken
            | ApiErrorCode::Blocked
            | ApiErrorCode::Full
            | ApiErrorCode::NoPasskeys
            | ApiErrorCode::PasskeyKnown
            | ApiErrorCode::TooManyPasskeys
            | ApiErrorCode::LastWayIn => StatusCode::CONFLICT,
            ApiErrorCode::ForeignOrigin
            | ApiErrorCode::BadCode
            | ApiErrorCode::CeremonyOver
            | ApiErrorCode::BadPasskey
            | ApiErrorCode::OutOfScope
            | ApiErrorCode::Paused
            | ApiErrorCode::Banned => StatusCode::FORBIDDEN,
            ApiErrorCode::NotFound => StatusCode::NOT_FOUND,
            ApiErrorCode::BadMethod => StatusCode::METHOD_NOT_ALLOWED,
            ApiErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        };
        error.detail.get_or_insert_with(|| remedy(code).to_owned());
        let answer = (status, Json(error));
        match status {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                let seconds = retry.unwrap_or(AGAIN).to_string();
                ([(header::RETRY_AFTER, seconds)], answer).into_response()
            }
            _ => answer.into_response(),
        }
    }
}
