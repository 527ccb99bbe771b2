//! The pages of moderators: open reports, actions on them, and roles.

use std::collections::BTreeMap;

use axum::response::{IntoResponse as _, Response};
use capicu_accounts::conduct::{self, Actor};
use capicu_accounts::names;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId, Saying};
use capicu_store::conduct::{ConductAct, Outcome, Report, Role, Sanction, TalkLine};
use capicu_store::{PlayerKind, SignedIn};
use maud::{Markup, html};
use serde::Deserialize;

use super::audit;
use super::extract::{Ask, Line, Wrong, lead_to, status, told};
use super::report::reason;
use super::when::moment;
use crate::moderation;
use crate::{Failure, What};

/// The path of this page.
const PATH: &str = "/moderate";

/// How many open reports are shown.
const REPORTS: u32 = 200;

/// The longest reason that can be written, in characters.
const REASON: usize = 300;

const HOUR: u64 = 3_600_000;

/// The possible durations of a sanction, in hours.
const TIMES: [u64; 6] = [1, 24, 3 * 24, 7 * 24, 30 * 24, 365 * 24];

/// The current names of people, by their ids.
pub struct Names(BTreeMap<PlayerId, String>);

impl Names {
    /// Loads the names of these people.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub async fn of(ask: &Ask, ids: impl Iterator<Item = PlayerId>) -> Result<Self, Failure> {
        let texts = ask.texts();
        let mut names = BTreeMap::new();
        for id in ids {
            if names.contains_key(&id) {
                continue;
            }
            let found = ask.site.services().store.player(id).await?;
            let name = match found {
                None => texts.moderate_gone(),
                Some(player) => {
                    let name = player.name.unwrap_or_else(|| texts.default_name());
                    match player.kind {
                        PlayerKind::Member { username } => texts.moderate_member(&name, &username),
                        PlayerKind::Guest | PlayerKind::Bot => texts.moderate_guest(&name),
                        PlayerKind::Gone => texts.moderate_gone(),
                    }
                }
            };
            names.insert(id, name);
        }
        Ok(Self(names))
    }

    /// The name of a person.
    pub fn name(&self, id: PlayerId) -> &str {
        self.0.get(&id).map_or("", String::as_str)
    }

    /// The name of a person, as a link to the page about them.
    pub fn link(&self, id: PlayerId) -> Markup {
        let name = self.0.get(&id).map_or(id.as_str(), String::as_str);
        html! { a href={ "/moderate/person/" (id) } { (name) } }
    }
}

/// The signed-in moderator or admin. For everybody else the page does not exist.
///
/// # Errors
///
/// If the player has no such role, or the store cannot be read.
pub async fn actor(ask: &Ask) -> Result<Actor, Failure> {
    let found = ask.who().await?;
    let none = || Failure::new(ApiErrorCode::NotFound);
    let id = found.ok_or_else(none)?.player.id;
    let role = conduct::role(ask.site.context(), id)
        .await?
        .ok_or_else(none)?;
    Ok(Actor { id, role })
}

/// `GET /moderate`: the list of open reports.
pub async fn show(ask: Ask) -> Response {
    match page(&ask).await {
        Ok(body) => ask.page(&ask.texts().moderate(), PATH, &body),
        Err(failure) => ask.problem(&failure, "/"),
    }
}

async fn page(ask: &Ask) -> Result<Markup, Failure> {
    let actor = actor(ask).await?;
    let texts = ask.texts();
    let mut reports = ask.site.services().store.open_reports(REPORTS).await?;
    let roles = ask.site.services().store.roles().await?;
    let role = |id| {
        roles
            .iter()
            .find(|(of, _)| *of == id)
            .map(|(_, role)| *role)
    };
    // Reported people do not learn who reported them.
    reports.retain(|report| actor.may(ConductAct::Warn, role(report.filed.reported)));
    // The oldest report first, together with all others about the same person.
    let mut people: Vec<(PlayerId, Vec<&Report>)> = Vec::new();
    for report in &reports {
        let about = report.filed.reported;
        match people.iter_mut().find(|(person, _)| *person == about) {
            Some((_, of)) => of.push(report),
            None => people.push((about, vec![report])),
        }
    }
    let names = Names::of(ask, reports.iter().flat_map(named)).await?;
    let reliability = reliability(ask, &reports).await?;
    Ok(html! {
        main #content data-testid="moderate-page" {
            h1 { (texts.moderate()) }
            (done(ask))
            p.row {
                a href="/moderate/audit" data-testid="to-audit" { (texts.moderate_audit()) }
            }
            form.row method="get" action="/moderate/find" {
                label for="username" { (texts.moderate_find()) }
                input #username type="text" name="username" maxlength="21" autocapitalize="off" data-testid="username";
                button.second data-testid="find" { (texts.moderate_find()) }
            }
            @if people.is_empty() { p data-testid="no-reports" { (texts.moderate_none()) } }
            @for (person, of) in &people {
                section data-testid="reported" {
                    h2 { (names.link(*person)) }
                    p { (texts.moderate_reports(of.len() as u32)) }
                    @for report in of {
                        (one(ask, report, &names, reliability.get(&report.filed.reporter)))
                    }
                    @let last = of.iter().map(|report| report.number).max().unwrap_or_default();
                    (form(texts, *person, last))
                }
            }
        }
    })
}

/// The people named in a report.
pub fn named(report: &Report) -> impl Iterator<Item = PlayerId> + '_ {
    let filed = &report.filed;
    let said = filed.talk.iter().filter_map(|line| line.player);
    [filed.reporter, filed.reported].into_iter().chain(said)
}

/// How many reports of a person were upheld, and how many were dismissed.
pub type Reliability = (u32, u32);

/// Counts upheld and dismissed reports of each reporter.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn reliability(
    ask: &Ask,
    reports: &[Report],
) -> Result<BTreeMap<PlayerId, Reliability>, Failure> {
    let mut all = BTreeMap::new();
    for reporter in reports.iter().map(|report| report.filed.reporter) {
        if all.contains_key(&reporter) {
            continue;
        }
        let by = ask
            .site
            .services()
            .store
            .reports_by(reporter, REPORTS)
            .await?;
        let count = |outcome| by.iter().filter(|of| of.outcome == outcome).count() as u32;
        all.insert(
            reporter,
            (count(Outcome::Upheld), count(Outcome::Dismissed)),
        );
    }
    Ok(all)
}

/// Shows one report.
pub fn one(ask: &Ask, report: &Report, names: &Names, reliability: Option<&Reliability>) -> Markup {
    let texts = ask.texts();
    let filed = &report.filed;
    let (upheld, dismissed) = reliability.copied().unwrap_or_default();
    let by = texts.moderate_by(super::when::MOMENT, upheld, dismissed);
    let (before, after) = by.split_once(super::when::MOMENT).unwrap_or((&by, ""));
    html! {
        article data-testid="report" {
            p {
                b { (reason(texts, filed.why)) } ", " (moment(filed.at)) ". "
                @if let Some(result) = report.result {
                    span data-testid="report-match" { (texts.moderate_match(result as u32)) }
                    " "
                }
                @match ask.on_site(&format!("/t/{}", filed.table)) {
                    Some(address) => a href=(address) { (texts.moderate_table()) },
                    None => code { (filed.table) },
                }
            }
            @if !filed.words.is_empty() { blockquote data-testid="report-said" { (filed.words) } }
            p.help { (before) (names.link(filed.reporter)) (after) }
            @if !filed.talk.is_empty() {
                details data-testid="report-talk" {
                    summary { (texts.moderate_said()) }
                    ol { @for line in &filed.talk { li { (said(texts, line, names)) } } }
                }
            }
        }
    }
}

fn said(texts: Texts, line: &TalkLine, names: &Names) -> Markup {
    let words = match &line.saying {
        Saying::Phrase(phrase) => texts.phrase(phrase.name()).unwrap_or_default(),
        Saying::Text(text) => text.clone(),
    };
    html! {
        @match line.player {
            Some(player) => (names.link(player)),
            None => (texts.moderate_seat(line.seat.0.index() as u32 + 1)),
        }
        ": " (words) " " small { (moment(line.at)) }
    }
}

/// The form of actions on a person. It closes the reports up to this number.
pub fn form(texts: Texts, person: PlayerId, closes: u64) -> Markup {
    let acts = [
        ("dismiss", texts.moderate_dismiss()),
        ("warn", texts.moderate_warn()),
        ("rename", texts.moderate_rename()),
        ("mute", texts.moderate_mute()),
        ("pause", texts.moderate_pause()),
        ("ban", texts.moderate_ban()),
    ];
    html! {
        form method="post" action="/moderate/act" data-testid="act-form" {
            input type="hidden" name="player" value=(person);
            input type="hidden" name="closes" value=(closes);
            fieldset {
                legend { (texts.moderate_do()) }
                @for (id, called) in acts {
                    label.choice {
                        input type="radio" name="act" value=(id) required data-testid={ "act-" (id) };
                        (called)
                    }
                }
            }
            label {
                (texts.moderate_until())
                select name="hours" data-testid="hours" {
                    @for hours in TIMES {
                        option value=(hours) selected[hours == 24] { (audit::hours(texts, hours)) }
                    }
                    option value="" { (texts.moderate_for_good()) }
                }
            }
            label {
                (texts.moderate_why())
                input type="text" name="reason" maxlength=(REASON) data-testid="reason";
            }
            button data-testid="act" { (texts.moderate_act()) }
        }
    }
}

/// The note that an action succeeded.
pub fn done(ask: &Ask) -> Markup {
    html! {
        @if ask.done() == "done" {
            p.done role="status" data-testid="done" { (ask.texts().moderate_done()) }
        }
    }
}

/// The form of an action on a person.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ActForm {
    player: String,
    act: String,
    hours: String,
    closes: String,
    entry: String,
    role: String,
    reason: String,
}

/// `POST /moderate/act`: warns, renames or sanctions a person, or dismisses reports.
pub async fn act(ask: Ask) -> Response {
    let wanted = async {
        let actor = sender(&ask).await?;
        let now = ask.site.services().clock.now();
        let form: ActForm = ask.form();
        let sanction = |sanction| {
            let until = match form.hours.as_str() {
                "" => None,
                hours => {
                    let hours: u64 = hours.parse().ok().filter(|hours| TIMES.contains(hours))?;
                    Some(now + hours * HOUR)
                }
            };
            Some(ConductAct::Sanction { sanction, until })
        };
        let act = match form.act.as_str() {
            "dismiss" => Some(ConductAct::Dismiss),
            "warn" => Some(ConductAct::Warn),
            "rename" => Some(ConductAct::Rename),
            id => {
                let found = Sanction::ALL.into_iter().find(|of| of.id() == id);
                found.and_then(sanction)
            }
        };
        let closes = form.closes.parse().unwrap_or_default();
        does(&ask, actor, act, closes).await
    };
    let back = wanted.await;
    answer(&ask, back, PATH)
}

/// `POST /moderate/lift`: lifts a sanction.
pub async fn lift(ask: Ask) -> Response {
    let lifted = async {
        let actor = sender(&ask).await?;
        let entry = ask.form::<ActForm>().entry.parse().ok();
        does(
            &ask,
            actor,
            entry.map(|entry| ConductAct::Lift { entry }),
            0,
        )
        .await
    };
    let lifted = lifted.await;
    let back = format!("/moderate/person/{}", ask.form::<ActForm>().player);
    answer(&ask, lifted, &back)
}

/// `POST /moderate/role`: gives or takes the moderator role.
pub async fn role(ask: Ask) -> Response {
    let given = async {
        let actor = sender(&ask).await?;
        let act = match ask.form::<ActForm>().role.as_str() {
            "moderator" => Some(ConductAct::Role(Some(Role::Moderator))),
            "none" => Some(ConductAct::Role(None)),
            _ => None,
        };
        does(&ask, actor, act, 0).await
    };
    let given = given.await;
    let back = format!("/moderate/person/{}", ask.form::<ActForm>().player);
    answer(&ask, given, &back)
}

/// Finds the moderator who sends a form, and reads the form.
async fn sender(ask: &Ask) -> Result<Actor, Failure> {
    let actor = actor(ask).await?;
    ask.read().await?;
    Ok(actor)
}

/// Carries out the action of a form.
async fn does(
    ask: &Ask,
    actor: Actor,
    act: Option<ConductAct>,
    closes: u64,
) -> Result<(), Failure> {
    let malformed = || Failure::new(ApiErrorCode::Malformed);
    let ActForm { player, reason, .. } = ask.form();
    let about = player.parse().map_err(|_| malformed())?;
    let act = act.ok_or_else(malformed)?;
    moderation::act(&ask.site, actor, about, act, &reason, closes).await
}

fn answer(ask: &Ask, done: Result<(), Failure>, back: &str) -> Response {
    match done {
        Ok(()) => lead_to(&format!("{back}?done=done"), None),
        Err(failure) if failure.code() == ApiErrorCode::Malformed => {
            let texts = ask.texts();
            let title = texts.problem_title();
            let body = html! {
                main #content data-testid="problem-page" {
                    h1 { (title) }
                    p.problem role="alert" data-testid="problem" {
                        (texts.moderate_why_needed(REASON as u32))
                    }
                    p { a.do href=(PATH) { (texts.moderate()) } }
                }
            };
            let page = ask.page(&title, PATH, &body);
            (status(ApiErrorCode::Malformed), page).into_response()
        }
        Err(failure) => ask.problem(&failure, PATH),
    }
}

/// The form that finds a person.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Find {
    username: String,
}

/// `GET /moderate/find?username=NAME`: finds a person by username.
pub async fn find(ask: Ask) -> Response {
    let found = async {
        actor(&ask).await?;
        let skeleton = names::skeleton(ask.form::<Find>().username.trim_start_matches('@'));
        let found = ask.site.services().store.member(&skeleton).await?;
        Ok(found.map(|player| player.id))
    };
    let found: Result<Option<PlayerId>, Failure> = found.await;
    match found {
        Ok(Some(player)) => lead_to(&format!("/moderate/person/{player}"), None),
        Ok(None) => {
            let texts = ask.texts();
            let body = html! {
                main #content data-testid="found-none" {
                    h1 { (texts.moderate_find()) }
                    p { (texts.moderate_found_none()) }
                    p { a.do href=(PATH) { (texts.moderate()) } }
                }
            };
            let page = ask.page(&texts.moderate_find(), PATH, &body);
            (status(ApiErrorCode::NotFound), page).into_response()
        }
        Err(failure) => ask.problem(&failure, "/"),
    }
}

/// `GET /moderate/owner`: asks for the admin code.
pub async fn ask_owner(ask: Ask) -> Response {
    owner(&ask, None).await
}

/// The form with the code for the first admin.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Own {
    code: String,
}

/// `POST /moderate/owner`: a player with the code that the server printed becomes admin.
pub async fn own(ask: Ask) -> Response {
    let owned = async {
        let found = ask.changing().await?;
        // Counts the guess before checking the code.
        if !ask.site.allows(What::SignIn, ask.peer, &ask.headers) {
            return Err(Failure::new(ApiErrorCode::Flood));
        }
        moderation::own(&ask.site, &found, &ask.form::<Own>().code).await
    };
    match owned.await {
        Ok(()) => lead_to("/moderate?done=done", None),
        Err(failure) => owner(&ask, Some(failure.code())).await,
    }
}

async fn owner(ask: &Ask, wrong: Option<ApiErrorCode>) -> Response {
    let found = match ask.who().await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, "/"),
    };
    let is_member = |found: &SignedIn| matches!(found.player.kind, PlayerKind::Member { .. });
    let is_member = found.as_ref().is_some_and(is_member);
    let texts = ask.texts();
    let wrong = wrong.map(|code| Wrong {
        field: if code == ApiErrorCode::BadCode {
            "code"
        } else {
            ""
        },
        code,
    });
    let line = Line {
        name: "code",
        label: texts.moderate_owner_code(),
        help: texts.moderate_owner_help(),
        value: String::new(),
        autocomplete: "off",
        longest: 40,
    };
    let body = html! {
        main #content data-testid="owner-page" {
            h1 { (texts.moderate_owner()) }
            @if let Some(wrong) = wrong.filter(|wrong| wrong.field.is_empty()) {
                p.problem role="alert" data-testid="problem" { (told(texts, wrong.code)) }
            }
            @if !ask.site.owner_code().is_open() {
                p data-testid="owner-closed" { (texts.moderate_owner_closed()) }
            } @else if !is_member {
                p data-testid="owner-member" { (texts.moderate_owner_member()) }
                p { a.do href="/me" { (texts.site_you()) } }
            } @else {
                form method="post" action="/moderate/owner" {
                    (line.html(texts, wrong))
                    button data-testid="own" { (texts.moderate_owner()) }
                }
            }
        }
    };
    let page = ask.page(&texts.moderate_owner(), "/moderate/owner", &body);
    match wrong {
        Some(wrong) => (status(wrong.code), page).into_response(),
        None => page,
    }
}
