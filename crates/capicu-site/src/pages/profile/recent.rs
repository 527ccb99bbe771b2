//! The last matches of a player that anybody may see, with their final boards.

use capicu::{Action, Rules, TileSet};
use capicu_accounts::history;
use capicu_i18n::Texts;
use capicu_picture::{Picture, sheet};
use capicu_protocol::{MyMatch, PlayerId};
use capicu_record::record::{Record, RoundRecord, What};
use maud::{Markup, PreEscaped, html};

use super::super::empty::{Drawing, empty};
use super::super::extract::Ask;
use super::super::history::{has_won, partners, points};
use super::super::when::day;
use crate::Failure;

/// How many boards are shown, and how many matches are searched for them.
const SHOWN: usize = 4;
const SEARCHED: u32 = 40;

/// A match with its final board.
pub struct RecentMatch {
    of: MyMatch,
    board: Option<(Rules, Vec<Action>)>,
}

/// Finds the last public matches of a player.
pub async fn find(ask: &Ask, player: PlayerId) -> Result<Vec<RecentMatch>, Failure> {
    let (context, store) = (ask.site.context(), &ask.site.services().store);
    let mut matches = store.matches(player, u64::MAX, SEARCHED).await?;
    // A player with two seats has played one match.
    matches.dedup_by_key(|(_, ended)| ended.sequence);
    let public = history::public(context, matches.iter().map(|(_, ended)| ended)).await?;
    matches.retain(|(_, ended)| public.contains(&ended.sequence));
    let mut recent = Vec::with_capacity(SHOWN);
    for (seat, ended) in matches.into_iter().take(SHOWN) {
        let text = store.record(ended.sequence).await?;
        recent.push(RecentMatch {
            board: text.and_then(|text| final_board(&text)),
            of: history::of_match((seat, ended)),
        });
    }
    Ok(recent)
}

/// The board at the end of the last round of a stored record; `None` without tiles on it.
fn final_board(text: &str) -> Option<(Rules, Vec<Action>)> {
    let (record, _) = Record::parse(text).ok()?;
    let laid = laid(record.rounds().last()?);
    (!laid.is_empty()).then_some((record.rules, laid))
}

/// The tiles on the board at the end of a round.
pub fn laid(round: &RoundRecord) -> Vec<Action> {
    let laid = round.moves.iter().filter_map(|done| match done.what {
        What::Lead(tile) => Some(Action::Lead(tile)),
        What::Play { tile, on } => Some(Action::Play { tile, on }),
        _ => None,
    });
    laid.collect()
}

/// The tiles of a board.
pub fn tiles(laid: &[Action]) -> TileSet {
    let tiles = laid.iter().filter_map(|action| match action {
        Action::Lead(tile) | Action::Play { tile, .. } => Some(*tile),
        _ => None,
    });
    tiles.collect()
}

/// The section with the boards.
pub fn section(texts: Texts, recent: &[RecentMatch], is_own: bool) -> Markup {
    let boards = recent.iter().filter_map(|one| one.board.as_ref());
    let used = boards.fold(TileSet::EMPTY, |used, (_, laid)| used | tiles(laid));
    let to_lobby = texts.profile_to_lobby();
    html! {
        section data-testid="profile-boards" {
            div.heading {
                h2 { (texts.profile_boards()) }
                @if is_own && !recent.is_empty() { a href="/history" { (texts.profile_all_matches()) } }
            }
            @if recent.is_empty() {
                div.panel {
                    (empty(
                        Drawing::Tile,
                        &texts.profile_boards_none(),
                        &texts.profile_boards_help(),
                        is_own.then_some(("/lobby", to_lobby.as_str())),
                    ))
                }
            } @else {
                (PreEscaped(sheet(used)))
                ul.boards { @for one in recent { (card(texts, one, is_own)) } }
            }
        }
    }
}

/// A match. It is a link for the player, who alone has a page of it.
fn card(texts: Texts, one: &RecentMatch, is_own: bool) -> Markup {
    let inside = board_and_result(texts, one);
    html! {
        li {
            @if is_own { a href={ "/history/" (one.of.number) } data-testid="recent-match" { (inside) } }
            @else { div.shown data-testid="recent-match" { (inside) } }
        }
    }
}

fn board_and_result(texts: Texts, one: &RecentMatch) -> Markup {
    let of = &one.of;
    let (won, points) = (has_won(of), points(of));
    html! {
        div.rim {
            @if let Some((rules, laid)) = &one.board {
                (PreEscaped(Picture { rules, laid, mark: None, hand: TileSet::EMPTY }.part(None)))
            }
        }
        span.about {
            b { (texts.game_name(&of.game).unwrap_or_default()) }
            small {
                (day(of.at))
                @if let Some(partners) = partners(texts, of) { ". " (texts.history_partner(&partners)) }
            }
        }
        @if won { span.chip.good { (texts.profile_won(&points)) } }
        @else { span.chip.bad { (texts.profile_lost(&points)) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = include_str!("../../../../capicu-record/tests/golden/capicu.domino");

    #[test]
    fn final_board_is_that_of_the_last_round() {
        let (record, _) = Record::parse(RECORD).unwrap();
        let last = record.rounds().last().unwrap();
        let (rules, board) = final_board(RECORD).unwrap();
        assert_eq!((rules, &board), (record.rules, &laid(last)));
        // The record has 2-2, 2-0, 0-0, 1-0 and 2-1.
        assert_eq!((board.len(), tiles(&board).len()), (5, 5));
        assert!(final_board("no record").is_none());
    }
}
