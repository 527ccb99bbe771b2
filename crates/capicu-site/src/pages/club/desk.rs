//! Club administration: members and roles, seasons, the calendar and the audit log.

use std::collections::BTreeMap;

use axum::extract::Path;
use axum::response::Response;
use capicu_accounts::clubs::{AUDIT, AtClub, change};
use capicu_accounts::conduct::{self, line};
use capicu_accounts::friends::{self, username};
use capicu_accounts::zones::Zone;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_store::clubs::{
    ClubAct, ClubDeed, ClubEntry, ClubEvent, ClubPart, ClubPerson, Season, SeasonRule,
};
use maud::{Markup, html};
use serde::Deserialize;

use super::super::action::ClubDeskAction;
use super::super::event::{field, lively, may_change, member, number, origin, told_done};
use super::super::extract::{Ask, lead_to};
use super::super::me::picture;
use super::super::when::local;
use super::{answer, at, begin, may_speak, not_done, part, public, season};
use crate::club_events::join_seal;
use crate::{Failure, What};

/// How many of the latest events can be moved in the calendar.
const EVENTS: usize = 30;

/// `GET /club/NAME/desk`, for directors and the owner, and for moderators of the server. For everybody else the page
/// does not exist.
pub async fn show(Path(address): Path<String>, ask: Ask) -> Response {
    let page = async {
        let (at, player) = come(&ask, &address).await?;
        let body = body(&ask, &at, player).await?;
        Ok::<_, Failure>((at, body))
    };
    match page.await {
        Ok((at, body)) => {
            let path = format!("/club/{}/desk", at.club.address);
            ask.page_with(&at.club.told.name, &path, &lively(0), &body)
        }
        Err(failure) => ask.problem(&failure, "/clubs"),
    }
}

async fn come(ask: &Ask, address: &str) -> Result<(AtClub, PlayerId), Failure> {
    let (at, player) = at(ask, address).await?;
    let nobody = || Failure::new(ApiErrorCode::NotFound);
    let player = player.ok_or_else(nobody)?;
    let moderates = conduct::role(ask.site.context(), player).await?.is_some();
    match (at.may(ClubPart::Director) || moderates) && !at.club.is_closed {
        true => Ok((at, player)),
        false => Err(nobody()),
    }
}

async fn body(ask: &Ask, at: &AtClub, player: PlayerId) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let store = &ask.site.services().store;
    let club = &at.club;
    let to = format!("/club/{}/desk", club.address);
    let seasons = store.seasons(&club.id).await?;
    let events = store.club_events(&club.id).await?;
    let audit = store.club_audit(&club.id, AUDIT).await?;
    let apart = store.apart(player).await?;
    let asking: Vec<&ClubPerson> = of(at, ClubPart::Asks)
        .filter(|one| !apart.blocked.contains(&one.player.id))
        .collect();
    let link = format!(
        "{}/club/{}/join/{}",
        origin(ask, &ask.headers),
        club.address,
        join_seal(club)
    );
    let directs = at.may(ClubPart::Director);
    Ok(html! {
        main #content data-testid="club-desk-page" {
            h1 { (texts.club_desk()) (texts.colon()) " " (club.told.name) }
            (told_done(ask))
            p.row {
                a href={ "/club/" (club.address) } data-testid="to-club" { (texts.desk_public()) }
                @if directs { a.do href=(public::new_event(at)) data-testid="new-club-event" { (texts.club_new_event()) } }
            }
            @if directs {
                h2 { (texts.club_asking()) }
                @if asking.is_empty() { p { (texts.club_no_one()) } }
                ul.list { @for one in asking { li {
                    (called(texts, one))
                    (form(&to, one, &[(ClubDeskAction::Admit, texts.club_admit()), (ClubDeskAction::Refuse, texts.club_refuse())]))
                } } }
                h2 { (texts.club_invite()) }
                form.row method="post" action=(to) {
                    (field("username", &texts.club_invite_username(), ""))
                    button.second name="act" value=(ClubDeskAction::Invite) data-testid="invite" { (texts.club_invite()) }
                }
                ul.list { @for one in of(at, ClubPart::Invited) { li {
                    (called(texts, one))
                    (form(&to, one, &[(ClubDeskAction::Withdraw, texts.club_withdraw())]))
                } } }
                details {
                    summary data-testid="show-link" { (texts.club_link()) }
                    a href=(link) aria-label=(texts.club_link()) data-testid="join-link" { (picture(&link).unwrap_or_default()) }
                    p { code { (link) } }
                }
                h2 { (texts.club_people()) }
                (people(texts, at, &to))
                (seasons_part(ask, &seasons, &events, &to).await?)
                h2 { (texts.club_describe()) }
                form method="post" action=(to) {
                    (begin::told_fields(texts, &club.told))
                    button.second name="act" value=(ClubDeskAction::Describe) data-testid="describe" { (texts.club_save()) }
                }
            }
            (owners(texts, at, &to, directs))
            h2 { (texts.club_audit()) }
            (audit_part(ask, &audit, &Zone::stored(&club.told.zone)).await?)
        }
    })
}

fn of(at: &AtClub, part: ClubPart) -> impl Iterator<Item = &ClubPerson> {
    at.people.iter().filter(move |one| one.part == part)
}

fn called(texts: Texts, one: &ClubPerson) -> Markup {
    let name = username(&one.player).unwrap_or_default();
    html! { span { a href={ "/@" (name) } { b { (name) } } " " small { (part(texts, one.part)) } } }
}

/// Buttons that act on a person.
fn form(to: &str, one: &ClubPerson, acts: &[(ClubDeskAction, String)]) -> Markup {
    let name = username(&one.player).unwrap_or_default();
    html! {
        form.row method="post" action=(to) {
            input type="hidden" name="username" value=(name);
            input type="hidden" name="was" value=(one.part.id());
            @for (act, label) in acts {
                button.second name="act" value=(act) aria-label={ (label) ": " (name) } data-testid={ (act) "-" (name) } { (label) }
            }
        }
    }
}

/// The members of the club, with the roles that the reader may give and take.
fn people(texts: Texts, at: &AtClub, to: &str) -> Markup {
    let belong = at.people.iter().filter(|one| one.part.belongs());
    let is_owner = at.may(ClubPart::Owner);
    let given = [
        ClubPart::Member,
        ClubPart::Display,
        ClubPart::Results,
        ClubPart::Pairing,
        ClubPart::Director,
    ];
    html! {
        ul.list { @for one in belong {
            @let name = username(&one.player).unwrap_or_default();
            li data-testid="club-person" {
                (called(texts, one))
                @if is_owner && one.part < ClubPart::Owner {
                    form.row method="post" action=(to) {
                        input type="hidden" name="username" value=(name);
                        input type="hidden" name="was" value=(one.part.id());
                        select name="part" aria-label=(texts.club_part_of(name)) data-testid={ "part-" (name) } {
                            @for of in given { option value=(of.id()) selected[of == one.part] { (part(texts, of)) } }
                        }
                        button.second name="act" value=(ClubDeskAction::Give) data-testid={ "give-" (name) } { (texts.club_give_part()) }
                    }
                }
                @if may_remove(at, one.part) { (form(to, one, &[(ClubDeskAction::Remove, texts.club_remove())])) }
            }
        } }
    }
}

/// Whether the reader may remove a member with this role: directors and the owner may remove members with a lesser
/// role.
fn may_remove(at: &AtClub, part: ClubPart) -> bool {
    at.may(ClubPart::Director) && at.own.is_some_and(|own| part < own)
}

async fn seasons_part(
    ask: &Ask,
    seasons: &[Season],
    events: &[ClubEvent],
    to: &str,
) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let public = to.trim_end_matches("/desk");
    let mut named = Vec::new();
    for of in events.iter().take(EVENTS) {
        if let Ok(hall) = ask.site.events().hall(&of.event).await {
            named.push((of, hall.lock().await.event.state().name.clone()));
        }
    }
    let rules = |chosen: Option<SeasonRule>| {
        html! {
            label {
                (texts.club_season_rule())
                select name="rule" data-testid="rule" {
                    @for rule in SeasonRule::ALL {
                        option value=(rule.id()) selected[Some(rule) == chosen] { (season::rule(texts, rule)) }
                    }
                }
            }
        }
    };
    let best = |best: Option<u32>| best.map(|best| best.to_string()).unwrap_or_default();
    Ok(html! {
        h2 { (texts.club_seasons()) }
        ul.list { @for of in seasons.iter().rev() { li { details {
            summary { (of.name) }
            p { a href={ (public) "/season/" (of.number) } { (texts.club_season_rule()) } }
            form method="post" action=(to) {
                input type="hidden" name="number" value=(of.number);
                (field("name", &texts.club_season_name(), &of.name))
                (rules(Some(of.rule)))
                (number("best", &texts.club_season_best(), &best(of.best)))
                button.second name="act" value=(ClubDeskAction::Season) { (texts.club_season_change()) }
            }
        } } } }
        details {
            summary data-testid="new-season" { (texts.club_season_new()) }
            form method="post" action=(to) {
                input type="hidden" name="number" value=(seasons.iter().map(|of| of.number).max().unwrap_or(0) + 1);
                (field("name", &texts.club_season_name(), ""))
                (rules(None))
                (number("best", &texts.club_season_best(), ""))
                button.second name="act" value=(ClubDeskAction::Season) data-testid="make-season" { (texts.club_season_make()) }
            }
        }
        @if !named.is_empty() {
            details {
                summary data-testid="calendar-change" { (texts.club_calendar_change()) }
                @for (of, name) in &named {
                    form.row method="post" action=(to) {
                        input type="hidden" name="event" value=(of.event);
                        p { a href={ "/e/" (of.event) "/desk" } { (name) } }
                        @let (day, time) = of.begins.split_once('T').unwrap_or_default();
                        @let ends = of.ends.split_once('T').unwrap_or_default().1;
                        (begin::place_fields(texts, seasons, [day, time, ends], Some(()),
                            &of.season.map(|n| n.to_string()).unwrap_or_default(), &(of.division + 1).to_string()))
                        button.second name="act" value=(ClubDeskAction::Event) { (texts.club_save()) }
                    }
                }
            }
        }
    })
}

/// The actions of the owner. Moderators of the server may also close a club.
fn owners(texts: Texts, at: &AtClub, to: &str, directs: bool) -> Markup {
    let sure = html! { label.choice { input type="checkbox" name="sure" value="yes"; (texts.club_sure()) } };
    html! {
        @if at.may(ClubPart::Owner) {
            details {
                summary data-testid="hand-over" { (texts.club_hand_over()) }
                form method="post" action=(to) {
                    p.help { (texts.club_hand_over_help()) }
                    (field("username", &texts.club_invite_username(), ""))
                    (sure)
                    button.second name="act" value=(ClubDeskAction::HandOver) { (texts.club_hand_over()) }
                }
            }
        }
        @if at.may(ClubPart::Owner) || !directs {
            details {
                summary data-testid="close-club" { (texts.club_close()) }
                form method="post" action=(to) {
                    p.help { (texts.club_close_help()) }
                    (sure)
                    button.second name="act" value=(ClubDeskAction::Close) { (texts.club_close()) }
                }
            }
        }
    }
}

async fn audit_part(ask: &Ask, audit: &[ClubEntry], zone: &Zone) -> Result<Markup, Failure> {
    let texts = ask.texts();
    let ids = audit.iter().flat_map(|of| [Some(of.by), of.about]);
    let ids: Vec<PlayerId> = ids.flatten().collect();
    let names = ask.site.services().store.usernames(ids).await?;
    Ok(html! {
        p.help { (texts.club_times(zone.name())) }
        ul.list data-testid="club-audit" { @for of in audit {
            li { span { (told(texts, of, &names)) } small { (local(of.at, zone)) } }
        } }
    })
}

fn told(texts: Texts, of: &ClubEntry, names: &BTreeMap<PlayerId, String>) -> String {
    let name = |player: PlayerId| {
        let known = names.get(&player).cloned();
        known.unwrap_or_else(|| texts.club_somebody())
    };
    let is = |of: Option<ClubPart>| of.map_or_else(|| texts.club_nothing(), |of| part(texts, of));
    let (by, about) = (name(of.by), of.about.map(name).unwrap_or_default());
    match of.act {
        ClubAct::Found => texts.club_act_found(&by),
        ClubAct::Describe => texts.club_act_describe(&by),
        ClubAct::Move => texts.club_act_move(&by, &about, &is(of.was), &is(of.now)),
        ClubAct::HandOver => texts.club_act_hand_over(&by, &about),
        ClubAct::Season => texts.club_act_season(&by, &of.what),
        ClubAct::Event => texts.club_act_event(&by),
        ClubAct::Close => texts.club_act_close(&by),
    }
}

/// `POST /club/NAME/desk`: acts on the club.
pub async fn act(Path(address): Path<String>, ask: Ask) -> Response {
    let found = async {
        member(&ask).await?;
        let found = come(&ask, &address).await?;
        may_change(&ask).await?;
        Ok(found)
    };
    let (at, player) = match found.await {
        Ok(found) => found,
        Err(failure) => return ask.problem(&failure, "/clubs"),
    };
    let back = format!("/club/{}/desk", at.club.address);
    match deed(&ask, &at, player).await {
        Ok(Wanted::Done) => lead_to(&format!("{back}?done=done"), None),
        Ok(Wanted::Deed(deed)) => {
            let closes = *deed == ClubDeed::Close;
            let done = change(ask.site.context(), &at.club.id, player, *deed).await;
            let back = if closes && done.is_ok() {
                back.replace("/desk", "")
            } else {
                back
            };
            answer(&ask, done, &back)
        }
        Err(Unclear::Failure(failure)) => ask.problem(&failure, &back),
        Err(Unclear::Why(code, why)) => not_done(&ask, (code, why), &back),
        Err(Unclear::Answer(answer)) => *answer,
    }
}

/// The action of a form.
enum Wanted {
    Deed(Box<ClubDeed>),
    /// Nothing, but the answer looks like success.
    Done,
}

/// Why a form names no possible action.
enum Unclear {
    Failure(Failure),
    Why(ApiErrorCode, String),
    Answer(Box<Response>),
}

impl From<Failure> for Unclear {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// The form of an action on a club and one of its people.
#[derive(Default, Deserialize)]
#[serde(default)]
struct DeskForm {
    username: String,
    was: String,
    part: String,
    event: String,
    sure: String,
}

async fn deed(ask: &Ask, at: &AtClub, player: PlayerId) -> Result<Wanted, Unclear> {
    let texts = ask.texts();
    let needs = |least: ClubPart| match at.may(least) {
        true => Ok(()),
        false => Err(Failure::new(ApiErrorCode::NotFound)),
    };
    let form: DeskForm = ask.form();
    let was = ClubPart::by_id(&form.was);
    let wrong = |why: String| Unclear::Why(ApiErrorCode::BadOptions, why);
    let is_sure = || match form.sure.as_str() {
        "yes" => Ok(()),
        _ => Err(wrong(texts.club_not_sure())),
    };
    let moved = async |from, to| {
        needs(ClubPart::Director)?;
        let player = whom(ask).await?;
        let from = Some(from);
        Ok::<_, Unclear>(ClubDeed::Move { player, from, to })
    };
    let deed = match ask.action()? {
        ClubDeskAction::Admit => moved(ClubPart::Asks, Some(ClubPart::Member)).await?,
        ClubDeskAction::Refuse => moved(ClubPart::Asks, None).await?,
        ClubDeskAction::Withdraw => moved(ClubPart::Invited, None).await?,
        ClubDeskAction::Invite => {
            needs(ClubPart::Director)?;
            return invite(ask, at, player).await;
        }
        ClubDeskAction::Give => {
            needs(ClubPart::Owner)?;
            let to = ClubPart::by_id(&form.part).filter(|to| to.belongs());
            let malformed = || Failure::new(ApiErrorCode::Malformed);
            let from = was.filter(|was| was.belongs()).ok_or_else(malformed)?;
            ClubDeed::Move {
                player: whom(ask).await?,
                from: Some(from),
                to: Some(to.ok_or_else(malformed)?),
            }
        }
        ClubDeskAction::Remove => {
            let other = whom(ask).await?;
            let from = at.part(other).filter(|part| part.belongs());
            let from = from.ok_or(Failure::new(ApiErrorCode::NotFound))?;
            if !may_remove(at, from) {
                return Err(Failure::new(ApiErrorCode::NotFound).into());
            }
            ClubDeed::Move {
                player: other,
                from: Some(from),
                to: None,
            }
        }
        ClubDeskAction::HandOver => {
            needs(ClubPart::Owner)?;
            is_sure()?;
            ClubDeed::HandOver {
                player: whom(ask).await?,
            }
        }
        ClubDeskAction::Close => {
            if !at.may(ClubPart::Owner)
                && conduct::role(ask.site.context(), player)
                    .await
                    .ok()
                    .flatten()
                    .is_none()
            {
                return Err(Failure::new(ApiErrorCode::NotFound).into());
            }
            is_sure()?;
            ClubDeed::Close
        }
        ClubDeskAction::Describe => {
            needs(ClubPart::Director)?;
            may_speak(ask, player)
                .await
                .map_err(|answer| Unclear::Answer(Box::new(answer)))?;
            let told = begin::told(ask, at.club.told.usual.clone());
            let told = told.map_err(|why| Unclear::Why(ApiErrorCode::BadName, why))?;
            ClubDeed::Describe(told)
        }
        ClubDeskAction::Season => {
            needs(ClubPart::Director)?;
            may_speak(ask, player)
                .await
                .map_err(|answer| Unclear::Answer(Box::new(answer)))?;
            let season = season_of(ask).ok_or_else(|| wrong(texts.club_season_wrong()))?;
            ClubDeed::Season(season)
        }
        ClubDeskAction::Event => {
            needs(ClubPart::Director)?;
            let store = &ask.site.services().store;
            let seasons = store.seasons(&at.club.id).await.map_err(Failure::from)?;
            let events = store
                .club_events(&at.club.id)
                .await
                .map_err(Failure::from)?;
            // A form may name only events of the club.
            let own = events
                .into_iter()
                .find(|of| of.event.as_str() == form.event);
            let own = own.ok_or(Failure::new(ApiErrorCode::NotFound))?;
            let place = begin::place(ask, (&seasons, &at.club.told.zone), None);
            ClubDeed::Event(place.map_err(wrong)?.of(own.event))
        }
        ClubDeskAction::NextSeason => {
            needs(ClubPart::Director)?;
            season::next(ask, at, player)
                .await
                .map_err(|why| match why {
                    season::NotNext::Failure(failure) => Unclear::Failure(failure),
                    season::NotNext::Why(why) => wrong(why),
                })?;
            return Ok(Wanted::Done);
        }
    };
    Ok(Wanted::Deed(Box::new(deed)))
}

/// The player whom a form names.
async fn whom(ask: &Ask) -> Result<PlayerId, Unclear> {
    match friends::find(ask.site.context(), &ask.form::<DeskForm>().username).await {
        Ok(player) => Ok(player.id),
        Err(failure) if failure.code() == ApiErrorCode::NotFound => {
            let why = ask.texts().friends_nobody();
            Err(Unclear::Why(ApiErrorCode::BadUsername, why))
        }
        Err(error) => Err(Failure::from(error).into()),
    }
}

async fn invite(ask: &Ask, at: &AtClub, player: PlayerId) -> Result<Wanted, Unclear> {
    if !ask.site.allows(What::Tie, ask.peer, &ask.headers) {
        return Err(Failure::new(ApiErrorCode::Flood).into());
    }
    let other = whom(ask).await?;
    let apart = ask.site.services().store.apart(player).await;
    let apart = apart.map_err(Failure::from)?;
    if apart.blocked.contains(&other) {
        return Err(Failure::new(ApiErrorCode::Blocked).into());
    }
    let own = at.part(other);
    if own.is_some_and(|own| own != ClubPart::Asks) || apart.blocking.contains(&other) {
        // They belong already, or they block the sender and must not see the invitation.
        return Ok(Wanted::Done);
    }
    let to = match own {
        Some(_) => ClubPart::Member,
        None => ClubPart::Invited,
    };
    Ok(Wanted::Deed(Box::new(ClubDeed::Move {
        player: other,
        from: own,
        to: Some(to),
    })))
}

/// The form of a season.
#[derive(Default, Deserialize)]
#[serde(default)]
struct SeasonForm {
    number: String,
    name: String,
    rule: String,
    best: String,
}

fn season_of(ask: &Ask) -> Option<Season> {
    let form: SeasonForm = ask.form();
    let name = line(&form.name);
    let fits = name.chars().any(char::is_alphanumeric) && name.chars().count() <= begin::NAME;
    let best = match form.best.as_str() {
        "" => None,
        written => Some(
            written
                .parse()
                .ok()
                .filter(|best| (1..=1000).contains(best))?,
        ),
    };
    let season = Season {
        number: form
            .number
            .parse()
            .ok()
            .filter(|n| (1..=1000).contains(n))?,
        name,
        rule: SeasonRule::by_id(&form.rule)?,
        best,
    };
    fits.then_some(season)
}
