//! The seats, matches and sessions of a player, in the player's own view, and the matches that anybody may see.

use std::collections::BTreeSet;

use capicu_protocol::{MyMatch, MyTable, Part, PlayerId, SessionInfo, Sitter};
use capicu_store::{Ended, MatchResult, Pushed, Seated, Session, SignedIn, Unavailable};

use serde_json::{Value, json};

use crate::Context;
use crate::account::session_id;

/// The most matches in one answer.
pub const MOST: u32 = 100;

/// The sessions of a player.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn sessions(
    context: &Context,
    found: &SignedIn,
) -> Result<Vec<SessionInfo>, Unavailable> {
    let all = context
        .store
        .sessions(found.player.id, context.sessions_at());
    let info = |session: Session| SessionInfo {
        id: session_id(&session.hash),
        this: session.hash == found.session.hash,
        label: session.label,
        since: session.made_at,
        seen: session.seen_at,
    };
    Ok(all.await?.into_iter().map(info).collect())
}

/// The devices of a player that accept messages, for the player's own export: the session, and the push service without
/// the secret part of its address.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn exported_pushes(
    context: &Context,
    player: PlayerId,
) -> Result<Vec<Value>, Unavailable> {
    let all = context.store.pushes(Some(player), context.sessions_at());
    let exported = |one: Pushed| {
        let service = one.to.endpoint.split('/').nth(2).unwrap_or_default();
        json!({ "session": session_id(&one.session), "service": service })
    };
    Ok(all.await?.into_iter().map(exported).collect())
}

/// Returns at most this many seats of a player.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn tables(
    context: &Context,
    player: PlayerId,
    most: u32,
) -> Result<Vec<MyTable>, Unavailable> {
    let seats = context.store.seats(player, most).await?;
    Ok(seats.into_iter().map(of_seat).collect())
}

/// A seat in its player's view.
pub fn of_seat(seat: Seated) -> MyTable {
    MyTable {
        table: seat.table,
        seat: seat.seat.into(),
        game: seat.game,
        title: seat.title,
        at: seat.at,
    }
}

/// Returns the last matches of a player before this one.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn matches(
    context: &Context,
    player: PlayerId,
    before: u64,
) -> Result<Vec<MyMatch>, Unavailable> {
    let ended = context.store.matches(player, before, MOST).await?;
    Ok(ended.into_iter().map(of_match).collect())
}

/// Returns a finished match of a member or of one of their bots, with its stored result. `None` if there is no match
/// of this number or it cannot be read.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn one_match(
    context: &Context,
    player: PlayerId,
    number: u64,
) -> Result<Option<(MyMatch, MatchResult)>, Unavailable> {
    let own = one_match_of(context, player, number).await?;
    if own.is_some() {
        return Ok(own);
    }
    for bot in context.store.bots(player).await? {
        let of_bot = one_match_of(context, bot.player.id, number).await?;
        if of_bot.is_some() {
            return Ok(of_bot);
        }
    }
    Ok(None)
}

/// Returns a match that a player finished; `None` as for [`one_match`].
///
/// # Errors
///
/// If the store cannot be read.
pub async fn one_match_of(
    context: &Context,
    player: PlayerId,
    number: u64,
) -> Result<Option<(MyMatch, MatchResult)>, Unavailable> {
    let before = number.saturating_add(1);
    let ended = context.store.matches(player, before, 1).await?;
    let is_it = |(_, ended): &(capicu::Seat, Ended)| ended.sequence == number;
    Ok(ended.into_iter().find(is_it).map(|(seat, ended)| {
        let result = ended.result.clone();
        (of_match((seat, ended)), result)
    }))
}

/// Finds the numbers of the matches that anybody may see: those at tables of the lobby, and at other tables as long as
/// they exist and anybody may watch them.
///
/// # Errors
///
/// If the store cannot be read.
pub async fn public(
    context: &Context,
    ended: impl IntoIterator<Item = &Ended>,
) -> Result<BTreeSet<u64>, Unavailable> {
    let (lobby, others): (Vec<&Ended>, Vec<&Ended>) = ended
        .into_iter()
        .partition(|ended| ended.result.is_of_lobby());
    let mut public: BTreeSet<u64> = lobby.iter().map(|ended| ended.sequence).collect();
    if !others.is_empty() {
        let tables = others.iter().map(|ended| ended.table.clone()).collect();
        let open = context.store.watchable(tables).await?;
        let open = others.iter().filter(|ended| open.contains(&ended.table));
        public.extend(open.map(|ended| ended.sequence));
    }
    Ok(public)
}

/// A match in its player's view.
pub fn of_match((seat, ended): (capicu::Seat, Ended)) -> MyMatch {
    let Ended {
        sequence,
        table,
        result,
    } = ended;
    let sitter = |sitter| match sitter {
        capicu_store::Sitter::Person { name, part, .. } => Sitter::Person {
            name,
            away: false,
            part,
        },
        capicu_store::Sitter::StandIn { name, .. } => Sitter::Person {
            name,
            away: true,
            part: Part::Left,
        },
        capicu_store::Sitter::Bot { level } => Sitter::Bot(level),
    };
    MyMatch {
        number: sequence,
        table,
        at: result.at,
        game: result.game,
        seat: seat.into(),
        seats: result.seats.into_iter().map(sitter).collect(),
        scores: result.scores,
        winner: result.winner.index() as u8,
        rounds: result.rounds,
        rated: result.rated.map(|family| family.id().to_owned()),
    }
}
