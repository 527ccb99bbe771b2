//! An evening of a score sheet for the private league of a club.

use std::collections::{BTreeMap, BTreeSet};

use axum::response::Response;
use capicu_accounts::clubs::{self, AtClub, change};
use capicu_accounts::friends::username;
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, PlayerId};
use capicu_sheet::{Day, Event, Finished, Played, Sheet, Start, folded};
use capicu_store::clubs::{
    ClubDeed, ClubError, ClubMatchPlayer, ClubPart, Consent, NewClubMatch, NewEvening,
};
use maud::{Markup, html};
use sha2::{Digest as _, Sha256};

use super::super::event::{may_change, member};
use super::super::extract::{Ask, lead_to};
use super::{not_done, refused};
use crate::Failure;

/// The most lines of an evening. The rules read all of them again for each new line.
const MAX_LINES: usize = 800;

/// The page to which problems lead back.
const BACK: &str = "/score";

/// `POST /score/club`, with a `sheet` and a `day`. It asks for the `club`, then for a member for each name, and then
/// gives the evening.
pub async fn give(ask: Ask) -> Response {
    let came = async {
        let player = member(&ask).await?;
        may_change(&ask).await?;
        let clubs = clubs::own(ask.site.context(), player).await?;
        Ok::<_, Failure>((player, clubs))
    };
    let (player, clubs) = match came.await {
        Ok(came) => came,
        Err(failure) => {
            return refuse(&ask, &failure);
        }
    };
    let evening = match Evening::read(
        ask.texts(),
        &format!("{}\n", ask.field("sheet")),
        ask.field("day"),
    ) {
        Ok(evening) => evening,
        Err(why) => return not_done(&ask, why, BACK),
    };
    let club = match (&*clubs, ask.field("club")) {
        ([], _) => {
            let why = (ApiErrorCode::Full, ask.texts().league_no_club());
            return not_done(&ask, why, "/clubs");
        }
        ([(address, _)], "") => address.clone(),
        (_, "") => return choose(&ask, &evening, &clubs),
        (_, address) => address.to_owned(),
    };
    match with_people(&ask, &club, player).await {
        Ok((at, people)) if ask.field("act") == "give" => {
            store(&ask, &at, player, &evening, &people).await
        }
        Ok((at, people)) => form(&ask, &at, player, &evening, &people),
        Err(failure) => ask.problem(&failure, BACK),
    }
}

fn refuse(ask: &Ask, failure: &Failure) -> Response {
    let texts = ask.texts();
    match failure.code() {
        ApiErrorCode::NotSignedIn => {
            let why = (ApiErrorCode::NotSignedIn, texts.club_members_only());
            not_done(ask, why, "/me")
        }
        _ => ask.problem(failure, BACK),
    }
}

/// The finished matches of one day.
struct Evening {
    day: Day,
    sheet: Sheet,
}

impl Evening {
    fn read(texts: Texts, text: &str, day: &str) -> Result<Self, (ApiErrorCode, String)> {
        if text.lines().count() > MAX_LINES {
            return Err((ApiErrorCode::TooLarge, texts.league_long()));
        }
        let sheet = Sheet::read(text).map_err(|error| {
            let line = u32::try_from(error.line).unwrap_or(u32::MAX);
            (ApiErrorCode::Malformed, texts.league_sheet_wrong(line))
        })?;
        let none = || (ApiErrorCode::Malformed, texts.league_no_match());
        let day = day.parse().map_err(|_| none())?;
        let evening = Self { day, sheet };
        let is_empty = evening.matches().next().is_none();
        match is_empty {
            false => Ok(evening),
            true => Err(none()),
        }
    }

    fn matches(&self) -> impl Iterator<Item = (&Played, Finished)> {
        let matches = self.sheet.matches().iter();
        let finished = matches.filter_map(|played| Some((played, played.finished()?)));
        finished.filter(|(_, finished)| finished.day == Some(self.day))
    }

    /// The names, by their spelling in small letters. The newest spelling counts.
    fn names(&self) -> BTreeMap<String, String> {
        let players = self.matches().flat_map(|(_, finished)| finished.players);
        let names = players.filter_map(|player| player.name);
        names.map(|name| (folded(&name), name)).collect()
    }
}

/// A hash of the day, the rules and the lines that count, without names, and of the number of equal matches before it on
/// that day.
fn mark(day: Day, earlier: u32, played: &Played) -> [u8; 32] {
    let start = Event::Started(Start {
        names: Vec::new(),
        ..played.start().clone()
    });
    let mut hash = Sha256::new();
    hash.update(format!("{day}\n{earlier}\n{}\n", start.to_line()));
    for line in played.counted() {
        hash.update(Event::Wrote(line.entry().clone()).to_line());
        hash.update("\n");
    }
    hash.finalize().into()
}

/// A member who can be chosen, with the username.
type Choice = (PlayerId, String);

/// The club, and the members who can be chosen: listed ones, those who count in the league, and the reader.
async fn with_people(
    ask: &Ask,
    address: &str,
    player: PlayerId,
) -> Result<(AtClub, Vec<Choice>), Failure> {
    let at = clubs::at(ask.site.context(), address, Some(player)).await?;
    if !at.own.is_some_and(ClubPart::belongs) || at.club.is_closed {
        return Err(Failure::new(ApiErrorCode::NotFound));
    }
    let store = &ask.site.services().store;
    let matches = store.club_matches(&at.club.id).await?;
    let apart: BTreeSet<PlayerId> = store.apart(player).await?.all().collect();
    let players = matches.iter().flat_map(|of| &of.players);
    let accepted = players.filter(|(_, consent)| *consent == Consent::Accepted);
    let counted: BTreeSet<PlayerId> = accepted.map(|(one, _)| one.player).collect();
    let people = at.people.iter().filter(|one| one.part.belongs());
    // Nobody names a person who blocked them.
    let people = people.filter(|one| !apart.contains(&one.player.id));
    let people = people
        .filter(|one| one.is_shown || one.player.id == player || counted.contains(&one.player.id))
        .filter_map(|one| Some((one.player.id, username(&one.player)?.to_owned())));
    let mut people: Vec<Choice> = people.collect();
    people.sort_by_key(|(_, name)| folded(name));
    Ok((at, people))
}

/// The fields that every step sends again.
fn kept(evening: &Evening) -> Markup {
    html! {
        input type="hidden" name="day" value=(evening.day);
        input type="hidden" name="sheet" value=(evening.sheet.to_text());
    }
}

fn choose(ask: &Ask, evening: &Evening, clubs: &[(String, String)]) -> Response {
    let texts = ask.texts();
    let body = html! {
        main #content data-testid="give-page" {
            h1 { (texts.tally_club()) }
            p { (texts.league_give_choose()) }
            form method="post" action="/score/club" {
                (kept(evening))
                @for (address, name) in clubs {
                    p { button.second name="club" value=(address) data-testid={ "club-" (address) } { (name) } }
                }
            }
        }
    };
    ask.page(&texts.tally_club(), BACK, &body)
}

fn form(
    ask: &Ask,
    at: &AtClub,
    player: PlayerId,
    evening: &Evening,
    people: &[Choice],
) -> Response {
    let texts = ask.texts();
    let title = texts.league_give_title(&at.club.told.name);
    let own = at.people.iter().find(|one| one.player.id == player);
    let own_name = own.and_then(|one| one.player.name.as_deref());
    // A name is preselected if it is a username, or the reader's own.
    let is = |(id, username): &Choice, name: &str| {
        let is_own = *id == player && own_name.is_some_and(|own| folded(own) == name);
        is_own || folded(username) == name
    };
    let body = html! {
        main #content data-testid="give-page" {
            h1 { (title) }
            p data-testid="give-day" { (evening.day) }
            ul { @for (_, finished) in evening.matches() { li data-testid="give-match" { (outcome(texts, &finished)) } } }
            form method="post" action="/score/club" {
                (kept(evening))
                input type="hidden" name="club" value=(at.club.address);
                h2 { (texts.league_give_who()) }
                p.help { (texts.league_give_help()) }
                @for (index, (small, name)) in evening.names().iter().enumerate() {
                    p { label {
                        (name)
                        select name={ "who-" (index) } data-testid={ "who-" (name) } {
                            option value="" { (texts.league_give_nobody()) }
                            @for choice in people {
                                option value=(choice.0) selected[is(choice, small)] { (choice.1) }
                            }
                        }
                    } }
                }
                p.help { (texts.league_give_listed()) }
                button name="act" value="give" data-testid="give" { (texts.league_give()) }
            }
        }
    };
    ask.page(&title, BACK, &body)
}

/// Who won against whom.
fn outcome(texts: Texts, finished: &Finished) -> String {
    let names = |wins: bool| {
        let players = finished.players.iter();
        let of_side = players.filter(|player| (player.side == finished.winner) == wins);
        let names: Vec<&str> = of_side
            .map(|player| player.name.as_deref().unwrap_or("–"))
            .collect();
        texts.list(&names)
    };
    texts.league_give_match(&names(true), &names(false))
}

/// Gives the evening with the chosen members.
async fn store(
    ask: &Ask,
    at: &AtClub,
    player: PlayerId,
    evening: &Evening,
    people: &[Choice],
) -> Response {
    let texts = ask.texts();
    let back = format!("/club/{}/league", at.club.address);
    let new = match chosen(ask, evening, people) {
        Ok(new) => new,
        Err(why) => return not_done(ask, (ApiErrorCode::Malformed, why), BACK),
    };
    let done = change(ask.site.context(), &at.club.id, player, ClubDeed::Give(new));
    match done.await {
        Ok(()) => lead_to(&format!("{back}?done=done"), None),
        Err(ClubError::Conflict) => {
            not_done(ask, (ApiErrorCode::Full, texts.league_known()), &back)
        }
        Err(ClubError::Full) => not_done(ask, (ApiErrorCode::Full, texts.league_full()), &back),
        Err(why) => not_done(ask, refused(texts, why), &back),
    }
}

/// The evening with the chosen members, or why it cannot be given.
fn chosen(ask: &Ask, evening: &Evening, people: &[Choice]) -> Result<NewEvening, String> {
    let texts = ask.texts();
    let mut members = BTreeMap::new();
    for (index, small) in evening.names().into_keys().enumerate() {
        let id = match ask.field(&format!("who-{index}")) {
            "" => continue,
            id => id,
        };
        let member = people.iter().find(|(player, _)| player.as_str() == id);
        let (player, _) = member.ok_or_else(|| texts.league_give_no_member())?;
        members.insert(small, *player);
    }
    if members.is_empty() {
        return Err(texts.league_give_nobody_named());
    }
    let mut matches: Vec<NewClubMatch> = Vec::new();
    let mut equal = BTreeMap::new();
    for (played, finished) in evening.matches() {
        let mut players: Vec<ClubMatchPlayer> = Vec::new();
        for one in &finished.players {
            let name = one.name.as_deref().map(folded);
            let Some(player) = name.and_then(|name| members.get(&name)) else {
                continue;
            };
            if players.iter().any(|other| other.player == *player) {
                return Err(texts.league_give_twice());
            }
            players.push(ClubMatchPlayer {
                player: *player,
                side: one.side,
                rounds: one.rounds,
                capicus: one.capicus,
            });
        }
        let earlier = equal.entry(mark(evening.day, 0, played)).or_insert(0);
        let mark = mark(evening.day, *earlier, played);
        *earlier += 1;
        matches.push(NewClubMatch {
            mark,
            winner: finished.winner,
            players,
        });
    }
    Ok(NewEvening {
        day: evening.day.to_string(),
        matches,
    })
}
