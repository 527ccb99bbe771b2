//! Boards: deals for the bags, and the public deals and results once every table has played them.

use axum::extract::Path;
use axum::response::Response;
use capicu::{Duty, Match, Rules, TileSet};
use capicu_event::standings::{imps, matchpoints};
use capicu_event::{Board, Outcome, Scoring, Stage};
use capicu_event_service::online_tables;
use capicu_event_service::par::{ParState, Pars};
use capicu_i18n::Texts;
use maud::{Markup, html};

use super::super::extract::Ask;
use super::words::{Reader, Words, parts};
use super::{hall, lively, score};
use crate::Failure;

/// `GET /e/ID/boards`: the page of the boards.
pub async fn show(Path(id): Path<String>, ask: Ask) -> Response {
    let path = format!("/e/{id}/boards");
    match page(&ask, &id).await {
        // The server computes par when a reader opens the page.
        Ok(body) => super::page(&ask, &ask.texts().desk_boards(), &path, &lively(10), &body),
        Err(failure) => ask.problem(&failure, &format!("/e/{id}")),
    }
}

async fn page(ask: &Ask, id: &str) -> Result<Markup, Failure> {
    let shared = hall(ask, id).await?;
    let hall = shared.lock().await.clone();
    let state = hall.event.state();
    let words = Words {
        texts: ask.texts(),
        state,
        reader: Reader::Public,
    };
    Ok(html! {
        main #content data-testid="boards-page" {
            h1 { (state.name) }
            @if !state.stages.iter().any(|stage| stage.rules.duplicate.is_some()) {
                p data-testid="no-boards" { (words.texts.desk_boards_not_here()) }
            }
            @for stage in &state.stages { (travellers(ask.site.events().pars(), &words, stage)) }
            p { a href={ "/e/" (id) } { (words.texts.desk_public()) } }
        }
    })
}

/// The leader of a board and the tile, if the rules fix the first tile.
fn opening(rules: &Rules, board: Board, hands: &[TileSet]) -> (u8, Option<capicu::Tile>) {
    let hands = hands.iter().copied().collect();
    let dealt: TileSet = (rules.tiles() - all(&hands)).into_iter().collect();
    let deal = capicu::Deal::new(rules, hands, dealt.into_iter().collect(), 0);
    let opening = deal
        .ok()
        .and_then(|deal| Match::new(*rules).opening(&deal).ok());
    match opening.map(|opening| (opening.seat, opening.duty)) {
        Some((seat, Duty::Tile(tile))) => (seat.index() as u8, Some(tile)),
        _ => (board.first, None),
    }
}

fn all(hands: &capicu::BySeat<TileSet>) -> TileSet {
    hands.iter().copied().flatten().collect()
}

/// The hands of a board, North first.
fn hands(rules: &Rules, board: Board) -> Vec<TileSet> {
    let tiles: Vec<_> = rules.tiles().into_iter().collect();
    let order = board.tiles(tiles.len());
    let hand = usize::from(rules.hand.get());
    let hands = order.chunks(hand).take(usize::from(rules.n_seats()));
    hands
        .map(|places| places.iter().map(|place| tiles[*place]).collect())
        .collect()
}

fn poses(words: &Words<'_>, rules: Option<&Rules>, board: Board) -> String {
    let opening = rules.map(|rules| opening(rules, board, &hands(rules, board)));
    match opening {
        Some((seat, Some(tile))) => words
            .texts
            .desk_poses_tile(&words.seat(seat), &tile.to_string()),
        Some((seat, None)) => words.texts.desk_poses(&words.seat(seat)),
        None => words.texts.desk_poses(&words.seat(board.first)),
    }
}

fn diagram(words: &Words<'_>, rules: &Rules, board: Board) -> Markup {
    html! {
        table.numbers data-testid={ "deal-" (board.number) } { tbody {
            @for (seat, hand) in (0u8..).zip(hands(rules, board)) { tr { th scope="row" { (words.seat(seat)) } td { (hand) } } }
        } }
    }
}

/// The travellers of all sets that every table has played: each deal, and its result at each table.
pub fn travellers(pars: &Pars, words: &Words<'_>, stage: &Stage) -> Markup {
    let texts = words.texts;
    let Some(duplicate) = stage.rules.duplicate else {
        return html! {};
    };
    let rules = online_tables::rules(&words.state.preset, 4).ok();
    let told: Vec<u16> = (1..=stage.n_sets())
        .filter(|set| stage.is_retired(*set))
        .collect();
    html! {
        @if told.is_empty() { p data-testid="no-boards" { (texts.desk_boards_none()) } }
        @for set in told { @for (at, board) in stage.boards(set).into_iter().enumerate() {
            section.slip data-testid="traveller" {
                h2 { (texts.desk_board(board.number)) }
                p { (poses(words, rules.as_ref(), board)) }
                @if let Some(rules) = &rules {
                    (diagram(words, rules, board))
                    (par(texts, &pars.of(rules, board, duplicate.scoring), duplicate.scoring))
                }
                (scored(words, stage, (set, at), duplicate.scoring))
                p.help { (texts.desk_board_seed(&board.seed.to_string())) }
            }
        } }
    }
}

/// The par of a board: its result if all hands are open and everybody plays perfectly.
fn par(texts: Texts, told: &ParState, by: Scoring) -> Markup {
    html! {
        p data-testid="par" { @match told {
            ParState::Soon => (texts.desk_par_soon()),
            ParState::Never => (texts.desk_par_never()),
            ParState::Known { value, line } => {
                b { (match (by, value) {
                    (_, 0) => texts.desk_par_tie(),
                    (Scoring::Matchpoints, value) if *value > 0 => texts.desk_par_wins(&texts.desk_north_south()),
                    (Scoring::Matchpoints, _) => texts.desk_par_wins(&texts.desk_east_west()),
                    (Scoring::Imps, value) if *value > 0 => texts.desk_par_points(u32::from(value.unsigned_abs()), &texts.desk_north_south()),
                    (Scoring::Imps, value) => texts.desk_par_points(u32::from(value.unsigned_abs()), &texts.desk_east_west()),
                }) }
                " " small { (texts.desk_par_line(line)) }
            },
        } }
    }
}

/// The result of a board at each table.
fn scored(words: &Words<'_>, stage: &Stage, (set, board): (u16, usize), by: Scoring) -> Markup {
    let texts = words.texts;
    let mut tables = 0;
    let (mut had, mut artificial) = (Vec::new(), Vec::new());
    for round in &stage.rounds {
        let sets = round.pairing.sets.iter().zip(&round.tables);
        for (meeting, (_, table)) in round
            .pairing
            .meetings
            .iter()
            .zip(sets)
            .filter(|(_, (of, _))| **of == set)
        {
            tables += 1;
            if let capicu_event::Table::Settled(Outcome::Boards { margins, adjusted }) = table {
                let margin = margins.get(board).copied().flatten();
                had.extend(margin.map(|margin| (meeting, margin)));
                let adjusted = adjusted.iter().find(|one| usize::from(one.board) == board);
                artificial.extend(adjusted.map(|one| (meeting, one.sides)));
            }
        }
    }
    let margins: Vec<i32> = had.iter().map(|(_, margin)| *margin).collect();
    let (points, label) = match by {
        Scoring::Matchpoints => (matchpoints(&margins, tables), texts.desk_matchpoints()),
        Scoring::Imps => (imps(&margins), texts.desk_imps()),
    };
    let most = 24 * (tables as i64 - 1);
    let other = |own: i64| match by {
        Scoring::Matchpoints => most - own,
        Scoring::Imps => -own,
    };
    html! {
        table.numbers {
            thead { tr {
                th { (texts.desk_north_south()) }
                th { (texts.desk_east_west()) }
                th.number { (texts.desk_result()) }
                th.number { (label) " " (texts.desk_north_south()) }
                th.number { (label) " " (texts.desk_east_west()) }
            } }
            tbody { @for ((meeting, margin), points) in had.iter().zip(points) { tr {
                td { (words.side(&meeting.sides[0])) }
                td { (words.side(&meeting.sides[1])) }
                td.number { (margin) }
                td.number { (parts(points, 12)) }
                td.number { (parts(other(points), 12)) }
            } }
            @for (meeting, sides) in &artificial { tr data-testid="adjusted" {
                td { (words.side(&meeting.sides[0])) }
                td { (words.side(&meeting.sides[1])) }
                td.number { "–" }
                @for side in sides { td.number { (score::average_points(*side, by)) } }
            } } }
        }
    }
}

/// The deals of the sets that are played next, a slip for each bag. The person who fills the bags must not play.
pub fn deals(words: &Words<'_>, stage: &Stage) -> Markup {
    let texts = words.texts;
    let rules = online_tables::rules(&words.state.preset, 4).ok();
    let Some((rules, _)) = rules.zip(stage.rules.duplicate) else {
        return html! { p { (texts.desk_boards_none()) } };
    };
    html! {
        p.problem { (texts.desk_deals_help()) }
        div.slips { @for set in 1..=stage.n_sets() { @for board in stage.boards(set) {
            section.slip data-testid="bag" {
                h2 { (texts.desk_set(u32::from(set))) " · " (texts.desk_board(board.number)) }
                p { (poses(words, Some(&rules), board)) }
                (diagram(words, &rules, board))
            }
        } } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_deals_each_tile_once() {
        let preset = capicu_event::presets::by_id("duplicate").expect("a preset");
        let rules = online_tables::rules(&preset, 4).expect("a game for four");
        let board = Board {
            number: 2,
            first: 1,
            seed: 77,
        };
        let hands = hands(&rules, board);
        assert_eq!(hands.len(), 4);
        assert!(hands.iter().all(|hand| hand.len() == 7));
        let all: TileSet = hands.iter().copied().flatten().collect();
        assert_eq!(all, rules.tiles());
        // The order is that of the docs: the places of the tiles in their set, by the board's lots.
        let tiles: Vec<_> = rules.tiles().into_iter().collect();
        let north: TileSet = board.tiles(28)[..7].iter().map(|at| tiles[*at]).collect();
        assert_eq!(hands[0], north);
        let seat = opening(&rules, board, &hands).0;
        assert!(seat < 4);
    }
}
